"""Simulation: the same for the same seed whoever does the work, kept, gone on with, stopped early, told in words."""

from __future__ import annotations

import json
import math
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from iaijutsu import __version__
from iaijutsu.analysis import simulate, tally, workforce
from iaijutsu.analysis.simulate import Match, Target
from iaijutsu.analysis.tally import Facts, Tally
from iaijutsu.analysis.workforce import Progress
from iaijutsu.cards import InPlay, Player, Setup, rulesets
from iaijutsu.engine import BadInput, DuelError, RulesFault
from iaijutsu.play.cli import run
from iaijutsu.players import step
from iaijutsu.rpg import FORMS, catalogue
from iaijutsu.rpg import Setup as RpgSetup

DECK = (("patient-steel", 3), ("one-perfect-cut", 1), ("level-gaze", 3), ("seventh-form", 3), ("morning-practice", 3))


def card_setup(action: str = "friendly-bout", *, performer: int = 0) -> Setup:
    people = (InPlay("hayakaze-raita"),), (InPlay("asagiri-mitsune"),)
    players = tuple(Player(name, DECK, one, draw=2) for name, one in zip(("Aki", "Nao"), people, strict=True))
    return Setup(players, action, performer)


def match(game: str = "cards", *, seed: int = 1, agents: tuple[str, ...] = ("random", "random")) -> Match:
    if game == "cards":
        return Match("cards", (card_setup(), card_setup(performer=1)), agents, seed)
    first, second = (catalogue.load(name) for name in list(catalogue.names())[:2])
    return Match("rpg", (RpgSetup((first, second), FORMS["first-strike"]),), agents, seed)


def done(duels: int, workers: int = 1, until: float = 0.0, game: str = "cards", **terms: Any) -> Progress:
    return workforce.run(Progress(match(game, **terms), Target(duels, until)), workers)


# --- the same result -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_the_same_seed_is_the_same_result_however_many_work_at_it(game: str) -> None:
    alone = done(130, game=game)
    assert alone.made.duels == 130
    for workers in (2, 3):
        assert done(130, workers, game=game).made.plain() == alone.made.plain()
    assert done(130, seed=2, game=game).made.plain() != alone.made.plain()


def test_duel_n_is_the_same_wherever_counting_begins() -> None:
    whole = simulate.fought(match(), 0, 40)
    parts = Tally()
    for start, stop in ((25, 40), (0, 7), (7, 25)):
        parts.merge(simulate.fought(match(), start, stop))
    assert parts.plain() == whole.plain()


def test_it_stops_at_the_end_of_the_first_block_that_is_narrow_enough() -> None:
    found = done(5000, until=0.06)
    assert found.ended == "narrow"
    blocks = found.made.duels // simulate.BLOCK
    assert found.made.duels == blocks * simulate.BLOCK < 5000
    assert found.target.width(found.made) <= 0.06
    before = simulate.fought(match(), 0, (blocks - 1) * simulate.BLOCK)
    assert blocks > 1 and found.target.width(before) > 0.06
    assert done(5000, 3, until=0.06).made.plain() == found.made.plain()


def test_what_is_expected_is_what_it_takes() -> None:
    target = Target(10**6, 0.02)
    made = simulate.fought(match(), 0, 300)
    expected = target.expected(made)
    counts = made.shares["result"]
    grown = Tally(expected, {"result": Counter({word: n * expected // 300 for word, n in counts.items()})})
    assert target.width(grown) == pytest.approx(0.02, rel=0.05)
    assert Target(500, 0.02).expected(made) == 500
    assert Target(10**6, 0.4).expected(made) == 300, "it is narrow enough already"


# --- kept, interrupted, gone on with ---------------------------------------------------------------------


def interrupted_after(duels: int) -> Any:
    def watch(progress: Progress) -> None:
        if progress.made.duels == duels:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize(("game", "workers"), [("cards", 1), ("rpg", 1), ("cards", 2)])
def test_an_interrupted_simulation_goes_on_as_if_it_had_not_been(tmp_path: Path, game: str, workers: int) -> None:
    path = tmp_path / "kept.json"
    first = workforce.run(Progress(match(game), Target(60)), 1, interrupted_after(23))
    assert (first.ended, first.made.duels) == ("interrupted", 23)
    workforce.save(first, path)
    second = workforce.read(path, Target(60))
    assert second.made.plain() == first.made.plain()
    kept = second.seconds
    assert kept == round(first.seconds, 1)
    workforce.run(second, workers)
    assert second.ended == "all"
    assert second.made.plain() == done(60, game=game).made.plain()
    assert second.seconds > kept


def test_more_duels_may_be_added_later(tmp_path: Path) -> None:
    workforce.save(done(30), tmp_path / "kept.json")
    more = workforce.run(workforce.read(tmp_path / "kept.json", Target(45)), 1)
    assert more.made.plain() == done(45).made.plain()
    same = workforce.run(workforce.read(tmp_path / "kept.json", Target(10)), 1)
    assert (same.ended, same.made.duels) == ("all", 30)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    workforce.save(done(5), path)
    before = path.read_text(encoding="utf-8")
    broken = done(5)
    broken.made.shares["odd"] = Counter({"word": object()})
    with pytest.raises(TypeError):
        workforce.save(broken, path)
    assert path.read_text(encoding="utf-8") == before
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]


def kept(tmp_path: Path) -> Any:
    workforce.save(done(5), tmp_path / "kept.json")
    return json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.pop("tally"), "no kept simulation"),
        (lambda data: data.update(format=2), "format 1"),
        (lambda data: data.update(seconds="3"), "seconds"),
        (lambda data: data["simulation"].update(version="0.0.0"), "version"),
        (lambda data: data["simulation"].update(game="chess"), "game"),
        (lambda data: data["simulation"].update(game=3), "game"),
        (lambda data: data["simulation"].update(agents=["random"]), "agents"),
        (lambda data: data["simulation"].update(agents=["random", "nobody"]), "nobody"),
        (lambda data: data["simulation"].update(seed=-1), "seed"),
        (lambda data: data["simulation"].update(seed=True), "seed"),
        (lambda data: data["simulation"].update(setups=[]), "setups"),
        (lambda data: data["simulation"]["setups"][0].update(action="nothing"), "nothing"),
        (lambda data: data["tally"].update(duels=4), "there were 4"),
        (lambda data: data["tally"].update(duels=-4), "count"),
        (lambda data: data["tally"]["shares"].update(result=[]), "shares.result"),
        (lambda data: data["tally"]["numbers"]["answers"].update({"x": 1}), "whole number"),
        (lambda data: data["tally"]["flags"].update({"died 0": [1]}), "died 0"),
    ],
)
def test_a_bad_file_is_refused_by_place(tmp_path: Path, change: Any, says: str) -> None:
    data = kept(tmp_path)
    change(data)
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        workforce.read(path, Target(10))


def test_any_damage_to_a_file_is_refused_or_harmless(tmp_path: Path) -> None:
    kept(tmp_path)
    text, rng, path = (tmp_path / "kept.json").read_text(encoding="utf-8"), random.Random(9), tmp_path / "bad.json"
    refused = 0
    for _ in range(60):
        at = rng.randrange(len(text))
        cut = text[:at] + rng.choice(("", '"', "}", "1e9", "[[", "\\ud800", "NaN")) + text[at + rng.randint(0, 3) :]
        path.write_text(cut, encoding="utf-8")
        try:
            workforce.read(path, Target(10))
        except BadInput:
            refused += 1
    assert refused > 40
    for odd in (b"\xff\xfe", b"", b"[]"):
        path.write_bytes(odd)
        with pytest.raises(BadInput):
            workforce.read(path, Target(10))
    with pytest.raises(BadInput, match="cannot be read"):
        workforce.read(tmp_path, Target(10))


# --- one duel --------------------------------------------------------------------------------------------


def test_a_duel_without_end_is_given_up_and_told_so() -> None:
    short = replace(match("rpg"), patience=3)
    found = simulate.facts_of(short, 0)
    assert found.shares == {"result": "unfinished", "ended": "given up after 3 questions"}


def test_a_duel_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(session: Any, agents: Any) -> None:
        if session.chance.seed == simulate.seed_of(1, 7, "chance"):
            raise RulesFault("the rules failed")
        step(session, agents)

    monkeypatch.setattr("iaijutsu.players.step", broken)
    progress = Progress(match(), Target(20))
    with pytest.raises(DuelError, match="duel 7 of seed 1"):
        workforce.run(progress, 1)
    assert progress.made.duels == 7, "what was counted before stands"


def test_a_worker_tells_of_a_duel_that_fails_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(session: Any, agents: Any) -> None:
        raise RulesFault("the rules failed")

    monkeypatch.setattr("iaijutsu.players.step", broken)
    monkeypatch.setattr(workforce, "_MATCH", match())
    found, seconds = workforce._work(3, 5)
    assert found == "duel 3 of seed 1: the rules failed" and seconds > 0


def test_workers_that_cannot_begin_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "plain", lambda self: {"game": "cards"})
    with pytest.raises(DuelError, match="a worker process ended"):
        workforce.run(Progress(match(), Target(20)), 2)


def test_wrong_terms_are_refused_before_anything_starts() -> None:
    with pytest.raises(BadInput, match="3 seats"):
        Match("rpg", (replace(match("rpg").setups[0], gm=True),), ("random", "random"), 1)
    with pytest.raises(BadInput, match="nobody"):
        Match("cards", (card_setup(),), ("random", "nobody"), 1)
    with pytest.raises(BadInput, match="no duel"):
        Match("cards", (), ("random", "random"), 1)
    with pytest.raises(BadInput, match="workers"):
        workforce.run(Progress(match(), Target(5)), 0)


def test_facts_of_a_card_duel_are_those_of_its_events() -> None:
    setups = card_setup("plain-challenge"), card_setup("plain-challenge", performer=1)
    made = Match("cards", setups, ("random", "rash"), 5)
    seen: Counter[str] = Counter()
    for number in range(30):
        session, finished = simulate.fight(made, number)
        facts = simulate.facts_of(made, number)
        duel = session.referee.state.past[0]
        swapped = number % 2
        first, second = duel.sides[::-1] if swapped else duel.sides
        assert finished and (first.seat, second.seat) == (0, 1)
        if first.score is not None and second.score is not None:
            assert facts.numbers["margin"] == first.score - second.score
        assert facts.numbers["focuses"] == first.focuses + second.focuses
        if (first.result, second.result) == ("win", "lose"):
            assert facts.shares["result"] == "{0} wins"
            assert facts.flags["duellist died 1"], "the loser of a plain challenge is destroyed"
        seen[facts.shares["result"]] += 1
        assert facts.numbers["honor 0"] == session.referee.state.honor[0] - 5
    assert seen["{0} wins"] and seen["{1} wins"]


def test_facts_of_a_role_playing_duel_are_those_of_its_result() -> None:
    made = match("rpg")
    for number in range(30):
        session, _ = simulate.fight(made, number)
        facts = simulate.facts_of(made, number)
        result, duel = session.outcome, session.referee.state
        assert facts.shares["result"] == {0: "{0} wins", 1: "{1} wins"}.get(result.winner, "nobody wins")
        assert facts.numbers["margin"] == result.scores[0] - result.scores[1]
        assert facts.shares["ended"] == duel.ended
        assert facts.numbers["round"] == duel.round
        assert [facts.flags[f"died {n}"] for n in (0, 1)] == [duel[n].dead for n in (0, 1)]
        assert [facts.flags[f"achieved {n}"] for n in (0, 1)] == [bool(duel[n].achieved) for n in (0, 1)]
        assert ("step" in facts.shares) == any(duel[n].achieved for n in (0, 1))


def test_a_third_player_and_other_rulesets_are_simulated_too() -> None:
    players = (*card_setup().players, Player("Sei", DECK, (), draw=3))
    setup = Setup(players, "plain-challenge", 0, 2, rulesets.shipped()["twenty-festivals"])
    made = simulate.fought(Match("cards", (setup,), ("random", "random", "random"), 3), 0, 10)
    assert made.duels == 10 and "result" in made.shares


# --- the command -----------------------------------------------------------------------------------------

FEW = ["simulate", "--workers", "1", "--first-player", "random", "--second-player", "random"]


def test_the_command_reports_keeps_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page, data = tmp_path / "kept.json", tmp_path / "r.html", tmp_path / "r.json"
    assert run([*FEW, "--duels", "12", "--save", str(path)]) == 0
    first = capsys.readouterr().out
    assert "duels counted: 12" in first and "(exact)" in first
    assert run([*FEW[:3], "--resume", str(path), "--duels", "20", "--html", str(page), "--json", str(data)]) == 0
    assert "duels counted: 20" in capsys.readouterr().out
    assert run([*FEW, "--duels", "20", "--json", "-"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["tally"] == json.loads(data.read_text(encoding="utf-8"))["tally"]
    assert whole["simulation"]["version"] == __version__
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_any_duel_can_be_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.json"
    assert run([*FEW, "--transcript", "3", str(path)]) == 0
    assert run(["replay", str(path)]) == 0
    assert "challeng" in capsys.readouterr().out


def test_either_side_challenges_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*FEW, "--duels", "2", "--challenger", "both", "--json", "-"]) == 0
    setups = json.loads(capsys.readouterr().out)["simulation"]["setups"]
    assert [setup["performer"] for setup in setups] == [0, 1]


def test_the_role_playing_duel(capsys: pytest.CaptureFixture[str]) -> None:
    names = list(catalogue.names())
    who = ["--character", names[2], "--opponent", names[3]]
    assert run([*FEW, "rpg", "--duels", "5", *who, "--form", "sparring"]) == 0
    assert catalogue.load(names[2]).name in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--duels", "0"], "--duels"), (["--until", "2"], "--until"), (["--until", "nan"], "--until"),
        (["--confidence", "1"], "--confidence"), (["--seed", "-1"], "--seed"), (["--workers", "0"], "--workers"),
        (["--first-player", "nobody"], "--first-player"), (["--deck", "nothing"], "--deck"),
        (["rpg", "--deck", "asagiri-court"], "--deck"), (["cards", "--character", "kaya"], "--character"),
        (["rpg", "--opponent", "x"], "x"), (["--numbers"], "--kernel"),
        (["rpg", "--form", "x"], "--form"), (["--html", "/no/such/folder/r.html"], "--html"),
        (["--resume", "/no/such/file"], "cannot be read"), (["--resume", "x", "--deck", "y"], "--deck"),
        (["--resume", "x", "--seed", "3"], "--seed"), (["--transcript", "x", "y"], "--transcript"),
        (["--duels", "many"], "--duels"), (["--challenger", "nobody"], "--challenger"),
    ],
)  # fmt: skip
def test_wrong_words_are_refused_in_one_line(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", *words]) == 2
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1


def test_what_is_there_already_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kept.json"
    path.write_text("precious", encoding="utf-8")
    assert run([*FEW, "--duels", "3", "--save", str(path)]) == 2
    assert "--resume" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "precious"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent there")
def test_ctrl_c_saves_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    command = [sys.executable, "-m", "iaijutsu", *FEW, "--duels", "100000", "--save", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Interrupted after" in err and "Traceback" not in err
    found = workforce.read(path, Target(10))
    assert found.made.duels > 0 and f"duels counted: {found.made.duels:,}" in out
    assert found.made.plain() == simulate.fought(found.match, 0, found.made.duels).plain()


# --- intervals -------------------------------------------------------------------------------------------


def test_intervals_of_shares_are_wilsons() -> None:
    """Values of a published table (Newcombe 1998, method 3)."""
    table = ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718))
    for count, of, low, high in table:
        found = tally.share(count, of)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert tally.share(0, 0).low == 0 and tally.share(0, 0).high == 1


def test_students_quantiles() -> None:
    table = ((1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623))
    for freedom, value in table:
        assert tally.student(0.95, freedom) == pytest.approx(value, rel=4e-3)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, held = random.Random(10), Counter[str]()
    for _ in range(1500):
        points = Counter(rng.choice((0, 0, 1, 3)) for _ in range(25))
        mean, share = tally.mean(points), tally.share(points[3], 25)
        held["mean"] += mean.low <= 1 <= mean.high
        held["share"] += share.low <= 0.25 <= share.high
        gap = tally.lead(points[3], points[1], 25)
        held["lead"] += gap.low <= 0 <= gap.high
    assert all(0.92 < held[what] / 1500 < 0.98 for what in ("mean", "share", "lead"))


def test_means_and_quantiles_of_counted_numbers() -> None:
    numbers = Counter({-2: 5, 0: 3, 7: 2})
    listed = sorted(numbers.elements())
    assert tally.mean(numbers).value == sum(listed) / 10
    assert [tally.quantile(numbers, part) for part in (0.05, 0.5, 0.8, 0.95)] == [-2, -2, 0, 7]
    assert tally.mean({3: 1}).low == float("-inf")


def test_a_tally_reads_back_as_it_was_written() -> None:
    made = Tally()
    made.add(Facts({"result": "{0} wins"}, {"died 0": True}, {"margin": -3}))
    made.add(Facts({"result": "both lose"}, {"died 0": False}, {"margin": 4}))
    again = tally.load(json.loads(json.dumps(made.plain())), "x")
    assert again.plain() == made.plain()
    again.merge(made)
    assert again.duels == 4 and again.numbers["margin"] == Counter({-3: 2, 4: 2})


def test_ctrl_c_in_the_middle_of_adding_up_waits_until_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    merge = tally.Tally.merge

    def interrupted(self: tally.Tally, other: tally.Tally) -> None:
        signal.raise_signal(signal.SIGINT)  # as if pressed here: nothing may be counted by half
        merge(self, other)

    monkeypatch.setattr(tally.Tally, "merge", interrupted)
    progress = workforce.run(workforce.Progress(match(), Target(400)), workers=1)
    assert progress.ended == "interrupted"
    monkeypatch.undo()
    assert 0 < progress.made.duels < 400
    assert progress.made.plain() == simulate.fought(progress.match, 0, progress.made.duels).plain()


def test_the_interval_of_a_lead_holds_as_often_as_it_says_also_for_few_duels() -> None:
    """Every way that twenty duels can come out, with its chance: how often the true lead lies within."""
    for p, q in ((0.7, 0.2), (0.5, 0.5), (0.95, 0.05), (0.3, 0.1), (0.9, 0.0)):
        held = 0.0
        for more in range(21):
            for less in range(21 - more):
                ties = 20 - more - less
                ways = math.comb(20, more) * math.comb(20 - more, less)
                chance = ways * p**more * q**less * max(0.0, 1 - p - q) ** ties
                found = tally.lead(more, less, 20)
                assert -1 <= found.low <= found.value <= found.high <= 1
                held += chance * (found.low - 1e-12 <= p - q <= found.high + 1e-12)
        assert held > 0.92, (p, q)


def test_who_won_all_of_few_duels_is_not_said_to_win_all_for_certain() -> None:
    found = tally.lead(20, 0, 20)
    assert found.value == found.high == 1
    assert found.low == pytest.approx(2 * tally.share(20, 20).low - 1)
    many = tally.lead(120_000, 80_000, 200_000)
    mean = tally.mean({1: 120_000, -1: 80_000}, bounds=(-1.0, 1.0))
    assert (many.low, many.high) == pytest.approx((mean.low, mean.high), abs=1e-4)
