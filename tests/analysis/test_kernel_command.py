"""`simulate --kernel`: policies in a line of text, reports of what kernels count, and nobody waits for a compiler."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iaijutsu.analysis import (
    compiler,
    kernel_rpg,
    kernel_run,
    kernel_tally,
    kernel_words,
    outset,
    report,
    streams,
)
from iaijutsu.analysis.focus_game import FocusGame, FocusSide, faces
from iaijutsu.analysis.kernel_cards import CardKernel, bare, example
from iaijutsu.analysis.kernel_policies import WHOLE, Threshold
from iaijutsu.analysis.kernel_run import Run
from iaijutsu.engine import BadInput
from iaijutsu.play.cli import run

from . import focus_tables

DECK = faces({0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2})
KERNEL = ["simulate", "--kernel", "--numbers", "--duels", "20000", "--workers", "1"]


def kernel(hand: int = 2) -> CardKernel:
    side = FocusSide(3, DECK, hand=hand)
    other = FocusSide(4, DECK, hand=hand)
    return CardKernel(FocusGame((side, other)), (Threshold((1, 0)), Threshold((2,), hand="last")))


# --- running ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["numpy", "numba"])
def test_counts_do_not_hang_on_threads_nor_on_where_a_run_begins(backend: Any) -> None:
    if backend == "numba" and not compiler.installed():
        pytest.skip("Numba is not here")
    made = kernel()
    whole = kernel_run.run(made, 5, 60_000, backend=backend).counts
    for threads in (2, 3):
        assert np.array_equal(kernel_run.run(made, 5, 60_000, backend=backend, threads=threads).counts, whole)
    few, rest = (kernel_run.run(made, 5, n, start=at, backend=backend).counts for at, n in ((0, 7), (7, 59_993)))
    assert np.array_equal(few + rest, whole)
    assert not np.array_equal(kernel_run.run(made, 6, 60_000, backend=backend).counts, whole)


def test_a_run_stops_at_the_end_of_a_block() -> None:
    seen: list[int] = []

    def watch(done: int, counts: Any) -> bool:
        seen.append(done)
        assert counts.sum() == done
        return len(seen) == 2

    found = kernel_run.run(kernel(0), 1, 10**9, backend="numpy", watch=watch)
    assert found.duels == 2 * CardKernel.block and seen == [CardKernel.block, 2 * CardKernel.block]


def test_ctrl_c_leaves_the_blocks_that_are_whole() -> None:
    def watch(done: int, counts: Any) -> bool:
        if done == 2 * CardKernel.block:
            raise KeyboardInterrupt
        return False

    found = kernel_run.run(kernel(0), 1, 10**9, backend="numpy", watch=watch)
    assert found.interrupted and found.duels == found.counts.sum() == 2 * CardKernel.block


def test_short_runs_are_done_in_numpy_without_looking_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_run, "ready", lambda name: pytest.fail("nothing to look for"))
    monkeypatch.setattr(kernel_run, "_compile", lambda name: pytest.fail("nobody waits for a compiler"))
    assert kernel_run.run(kernel(0), 1, 1000).means == "numpy"


class Helper:
    """A process that compiles, finished when it is looked at so often."""

    def __init__(self, after: int, status: int) -> None:
        self.after, self.returncode, self.ended = after, status, False

    def poll(self) -> int | None:
        self.after -= 1
        return self.returncode if self.after < 0 else None

    def terminate(self) -> None:
        self.ended = True

    def wait(self) -> None:
        assert self.ended


def long_run(monkeypatch: pytest.MonkeyPatch, helper: Helper) -> Run:
    """A run that is long enough to compile for, with nothing compiled; loops are played by NumPy here."""
    monkeypatch.setattr(kernel_run, "ready", lambda name: False)
    monkeypatch.setattr(compiler, "installed", lambda: True)
    monkeypatch.setattr(kernel_run, "_compile", lambda name: helper)
    monkeypatch.setattr(CardKernel, "block", 5000)
    monkeypatch.setattr(CardKernel, "by_arrays", 100.0)
    plain = kernel_run.counted
    monkeypatch.setattr(kernel_run, "counted", lambda made, means, *rest: plain(made, "numpy", *rest))
    return kernel_run.run(kernel(0), 1, 30_000)


def test_a_long_run_begins_in_numpy_and_goes_on_in_compiled_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    found = long_run(monkeypatch, Helper(2, 0))
    assert found.means == "numpy then numba" and found.counts.sum() == 30_000


def test_a_run_that_is_over_sooner_leaves_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    helper = Helper(99, 0)
    assert long_run(monkeypatch, helper).means == "numpy" and helper.ended


def test_a_compiler_that_fails_leaves_the_work_to_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    assert long_run(monkeypatch, Helper(1, 1)).means == "numpy"


def test_without_numba_everything_is_answered_by_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "installed", lambda: False)
    monkeypatch.setattr(CardKernel, "by_arrays", 100.0)
    assert kernel_run.run(kernel(0), 1, 20_000).means == "numpy"
    for demand in (lambda: kernel_run.run(kernel(0), 1, 10, backend="numba"), lambda: kernel_run.warm("kernel_cards")):
        with pytest.raises(BadInput, match="not installed"):
            demand()
    with pytest.raises(BadInput, match="backend"):
        kernel_run.run(kernel(0), 1, 10, backend="fortran")  # type: ignore[arg-type]


def test_a_small_question_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_run, "_compile", lambda name: pytest.fail(f"{name} is compiled for a small question"))
    assert kernel_run.run(example(), 1, 10_000).means == "numpy"


# --- what is kept of compiled code -----------------------------------------------------------------------


def test_what_was_compiled_from_older_sources_is_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    for file in (one, two):
        file.write_text("a = 1\n", encoding="utf-8")
    compiler.forget_outdated([one, two])
    code = tmp_path / "__pycache__" / f"one.run-3.{_version()}.nbi"
    code.write_bytes(b"x")
    assert compiler.kept(one, "run") and not compiler.kept(one, "walk")
    compiler.forget_outdated([one, two])
    assert code.exists(), "nothing has changed"
    two.write_text("a = 2\n", encoding="utf-8")
    compiler.forget_outdated([one, two])
    assert not code.exists(), "the file it calls has changed"


def _version() -> str:
    import sys

    return f"py{sys.version_info.major}{sys.version_info.minor}"


# --- tallies ---------------------------------------------------------------------------------------------


def test_a_tally_of_cards_says_what_the_counts_say_from_either_seat() -> None:
    rng = random.Random(3)
    for _ in range(12):
        setting = focus_tables.setting(rng)
        made = CardKernel(setting.game, setting.policies)
        counts = kernel_run.run(made, 1, 4000, backend="numpy").counts
        one, other = kernel_tally.cards(made, counts), kernel_tally.cards(made, counts, (1, 0))
        assert one.duels == other.duels == 4000
        swapped = {"{0} wins": "{1} wins", "{1} wins": "{0} wins"}
        assert {swapped.get(w, w): n for w, n in one.shares["result"].items()} == dict(other.shares["result"])
        assert Counter({-n: c for n, c in one.numbers["margin"].items()}) == other.numbers["margin"]
        assert one.numbers["focuses 0"] == other.numbers["focuses 1"]
        assert one.flags["from hand 0"] == other.flags["from hand 1"]
        assert sum(kernel_tally.exactly(made).values()) == pytest.approx(1)


def test_shares_of_a_long_run_are_the_exact_chances() -> None:
    made = kernel()
    found = kernel_tally.cards(made, kernel_run.run(made, 2, 300_000, backend="numpy").counts)
    for word, chance in kernel_tally.exactly(made).items():
        share = found.shares["result"][word] / 300_000
        assert abs(share - chance) < 5 * (chance * (1 - chance) / 300_000) ** 0.5


def test_a_tally_of_role_playing_duels_adds_up() -> None:
    counts = kernel_run.counted(kernel_rpg.example(), "numpy", streams.stream_of(1), 0, 600)
    made = kernel_tally.rpg(counts)
    assert made.duels == 600
    assert sum(made.shares["ended"].values()) == sum(made.numbers["round"].values()) == 600
    told = report.text(report.report("x", made, kernel_tally.RPG, ("A", "B"), ()))
    assert "rounds begun" in told and "A wins" in told


# --- a setup, read as a focus game -----------------------------------------------------------------------


def test_a_kernel_of_a_setup_is_the_kernel_of_its_focus_game() -> None:
    """The tables of a duel read off the rules engine are those of the game that the differential test plays."""
    rng, same = random.Random(12), 0
    while same < 12:
        setting = focus_tables.setting(rng)
        if any(side.held for side in setting.game.sides):  # a reading takes all hands for drawn ones
            continue
        try:
            game = outset.game_of(setting.setup).game
        except BadInput:  # nobody can choose anything there
            continue
        made, told = CardKernel(bare(game), setting.policies), CardKernel(setting.game, setting.policies)
        for name in made.tables._fields:
            assert np.array_equal(getattr(made.tables, name), getattr(told.tables, name)), name
        same += 1


# --- policies in words -----------------------------------------------------------------------------------


def test_thresholds_in_words() -> None:
    found = kernel_words.threshold("at=2/-1, guess=1.5, floor=1, hand=last, waver=0.25, lowest, takes-first", "x")
    assert found == Threshold((2, -1), 3, 1, "last", WHOLE // 4, highest_first=False, takes_first=True)
    assert kernel_words.threshold("", "x") == Threshold()


def test_conducts_in_words() -> None:
    assert kernel_words.conduct("", "x") == kernel_words.CONDUCTS["steady"]
    found = kernel_words.conduct("bold,stance=air,unmasks=end,cost=rage/both,bid=3,seizes=attack/resist,blows=no", "x")
    assert set(found.stance) == {"air"} and (found.cost, found.forfeit) == ("rage", "both")
    assert found.unmasks == "end" and found.bid[3] == (3, 3, 3, 3) and not found.blows
    assert found.seizes == {"attack", "resist"}
    for name in kernel_words.CONDUCTS:
        assert kernel_words.conduct(name, "x") is not None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--first-player", "at=x"], "--first-player"), (["--first-player", "dance=1"], "dance"),
        (["--second-player", "guess=99"], "--second-player"), (["--second-player", "waver=2"], "0 to 1"),
        (["--first-player", "hand=left"], "left"), (["--challenger", "both"], "--challenger"),
        (["--save", "x"], "--save"),
        (["--resume", "x"], "--resume"), (["--transcript", "1", "x"], "--transcript"),
        (["--ruleset", "classic"], "leaves out"), (["--backend", "fortran"], "--backend"),
        (["rpg", "--first-player", "reckless"], "reckless"), (["rpg", "--first-player", "bold,dance=1"], "dance"),
        (["rpg", "--first-player", "bold,blows=maybe"], "yes or no"),
        (["rpg", "--first-player", "bold,bid=x"], "whole"),
        (["rpg", "--first-player", "bold,stance=wood"], "wood"), (["rpg", "--contest", "one-roll"], "one-roll"),
    ],
)  # fmt: skip
def test_wrong_words_are_refused_in_one_line(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*KERNEL, *words]) == 2
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1


def test_what_a_table_has_is_refused_by_name_unless_only_numbers_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--kernel", "--duels", "10"]) == 2
    assert "reaction" in capsys.readouterr().err
    assert run(["simulate", "rpg", "--kernel", "--duels", "10"]) == 2
    assert "advantages" in capsys.readouterr().err


def test_the_command_reports_chances_that_are_exact_beside_those_that_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "r.html"
    assert run([*KERNEL, "--first-player", "at=2/1", "--html", str(page)]) == 0
    told = capsys.readouterr().out
    assert "% of all such duels" in told and "duels counted: 20,000" in told and "a second (" in told
    assert "% of all such duels" in page.read_text(encoding="utf-8")
    assert run([*KERNEL, "--until", "0.01", "--duels", "100000000", "--json", "-"]) == 0
    counted = json.loads(capsys.readouterr().out)["tally"]["duels"]
    assert counted == CardKernel.block


def test_the_command_fights_role_playing_duels(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*KERNEL[:3], "rpg", "--duels", "500", "--form", "first-strike", "--first-player", "bold"]
    assert run(words) == 0
    assert "duels counted: 500" in capsys.readouterr().out
