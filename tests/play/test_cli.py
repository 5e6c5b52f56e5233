"""The command line: what each word shows, and that whatever is wrong is said in one line with exit status 2."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from iaijutsu import __version__
from iaijutsu.cards import catalogue, decks
from iaijutsu.engine import loads
from iaijutsu.play import cli
from tests.play import tables

Run = Callable[..., "Done"]


class Done:
    """What a command said and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line in this process, without a terminal; `typed` is what comes through the pipe."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)

    def command(*words: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        status = cli.run(words)
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return command


def refused(done: Done, *words: str) -> None:
    """That it was refused in one clear line, with these words in it."""
    assert done.status == 2, done.out + done.err
    assert "Traceback" not in done.err
    last = done.err.strip().splitlines()
    assert len(last) == 1, done.err
    assert last[0].startswith("iaijutsu")
    for word in words:
        assert word in last[0]


# --- the door --------------------------------------------------------------------------------------------


def test_help_and_version_are_there(run: Run) -> None:
    assert __version__ in run("--version").out
    for words in ((), ("play",), ("replay",), ("verify",), ("rules",), ("cards",), ("cards", "list"), ("decks",)):
        done = run(*words, "--help")
        assert done.status == 0
        assert done.out.startswith("usage: iaijutsu")


def test_help_is_quick_and_imports_nothing_heavy() -> None:
    code = (
        "import sys; from iaijutsu.play.cli import run; run(['--help']);"
        "print(sorted({'iaijutsu.cards', 'iaijutsu.engine', 'textual', 'rich', 'hashlib', 'json'} & set(sys.modules)))"
    )
    spent = []  # seconds of the processor: a busy machine makes no program slow
    for _ in range(5):
        before = os.times()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        after = os.times()
        spent.append(after.children_user + after.children_system - before.children_user - before.children_system)
        assert done.stdout.splitlines()[-1] == "[]"
    assert min(spent) < 0.15


@pytest.mark.parametrize(
    "words",
    [
        (), ("nonsense",), ("play", "chess"), ("play", "--nonsense"), ("play", "--seed", "many"),
        ("play", "--dice", "loaded"), ("play", "--seed", "1", "--dice", "table"), ("replay",), ("verify",),
        ("cards",), ("cards", "nonsense"), ("cards", "show"), ("cards", "check"), ("decks",), ("decks", "show"),
        ("play", "--save", "a", "--resume", "b"), ("play", "--see", "1"), ("cards", "list", "--focus", "x"),
    ],
)  # fmt: skip
def test_words_that_are_none_are_refused(run: Run, words: Sequence[str]) -> None:
    refused(run(*words), "--help")


# --- play ------------------------------------------------------------------------------------------------


def test_without_a_terminal_a_finished_duel_is_shown_with_every_ruling_explained(run: Run) -> None:
    done = run("play", "--seed", "4")
    assert done.status == 0
    assert done.err == ""
    assert "cards.D.reveal" in done.out
    assert "Why: " in done.out
    assert "our reading" in done.out
    assert done.out.splitlines()[-1] != ""
    assert not list(Path().rglob("*.json"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--deck", "none"), ("--deck", "'none'", "asagiri-court")),
        (("--against", "none"), ("--against", "'none'")),
        (("--deck", "."), ("--deck",)),
        (("--database", "none.yaml"), ("--database", "none.yaml")),
        (("--cards", "none"), ("--cards", "'none'")),
        (("--duellist", "nobody"), ("--duellist", "'nobody'", "Tachimori Kanade")),
        (("--duellist", "steady-hands"), ("--duellist", "no Personality")),
        (("--opponent", "nobody"), ("--opponent", "'nobody'")),
        (("--action", "nothing"), ("--action", "'nothing'")),
        (("--action", "steady-hands"), ("--action", "no action")),
        (("--action", "tachimori-aoba", "--duellist", "tachimori-kanade"), ("--action", "in play", "another")),
        (("--ruleset", "modern"), ("--ruleset", "celestial, twenty-festivals, classic")),
        (("--challenger", "she"), ("--challenger", "me, opponent")),
        (("--active", "fourth"), ("--active", "me, opponent, third")),
        (("--first-player", "nobody"), ("'nobody'", "me, human")),
        (("--second-player", "nobody"), ("'nobody'",)),
        (("--third-player", "random"), ("--third-player", "--active third")),
        (("--first-player", "me"), ("terminal", "--plain")),
        (("--hand", "21"), ("--hand", "0 to 20")),
        (("--hand", "-1"), ("--hand",)),
        (("--gold", "100"), ("--gold", "0 to 99")),
        (("--name", ""), ("--name", "printable")),
        (("--name", "x" * 41), ("--name",)),
        (("--name", "\x1b[2J"), ("--name",)),
        (("--name", "iaijutsu"), ("--name",)),
        (("--name", "Aki", "--opponent-name", "Aki"), ("different names",)),
        (("--save", "none/duel.json"), ("none", "there is no folder")),
        (("--save", "."), ("this is a folder",)),
        (("--resume", "none.json"), ("none.json", "no such file")),
    ],
)  # fmt: skip
def test_each_option_refuses_what_it_cannot_take(run: Run, words: Sequence[str], told: Sequence[str]) -> None:
    refused(run("play", *words), *told)


def test_files_of_the_wrong_kind_are_refused_by_name(run: Run) -> None:
    Path("a.toml").write_text("[[card]]\nkey = 1\n", encoding="utf-8")
    Path("b.toml").write_text("key = [", encoding="utf-8")
    Path("c.txt").write_text("# Fate\n3 Nobody’s Snow\n", encoding="utf-8")
    Path("d.json").write_text('{"format": 1}', encoding="utf-8")
    Path("e.bin").write_bytes(b"\xff\xfe\x00")
    refused(run("play", "--cards", "a.toml"), "a.toml", "key")
    refused(run("play", "--deck", "b.toml"), "b.toml", "not TOML")
    refused(run("play", "--deck", "c.txt"), "c.txt", "--database", "Nobody’s Snow (line 2)")
    refused(run("play", "--resume", "d.json"), "d.json", "game")
    refused(run("play", "--ruleset", "b.toml"), "b.toml")
    refused(run("play", "--ruleset", "a.toml"), "a.toml")
    refused(run("play", "--save", "c.txt"), "c.txt", "no duel")
    refused(run("replay", "e.bin"), "e.bin", "UTF-8")
    refused(run("verify", "d.json"), "d.json")
    refused(run("cards", "check", "a.toml", "b.toml"), "a.toml", "b.toml")
    refused(run("decks", "show", "none"), "none")


LIST = """\
3 Steady Hands
Morning Practice x3
Patient Steel: 2
- 1x Tachimori Renge
2 Nobody’s Snow
***
"""


def test_a_list_of_titles_is_a_deck_wherever_one_is_read(run: Run) -> None:
    Path("mine.txt").write_text(LIST, encoding="utf-8")
    shown = run("decks", "show", "mine.txt")
    rows = [line.strip() for line in shown.out.splitlines() if " × " in line]
    assert shown.status == 0 and rows[:3] == [
        "3 × Morning Practice (4), strategy", "2 × Patient Steel (4), strategy", "3 × Steady Hands (3), strategy",
    ]  # fmt: skip
    told = " ".join(shown.out.split())
    assert "8 Fate cards:" in told and "Tachimori Renge: Personality" in told
    assert "line 5: 2 × Nobody’s Snow: this card is not known" in told and "line 6: not understood: '***'" in told
    for words in (("odds", "cards", "mine.txt"), ("play", "--deck", "mine.txt", "--seed", "1")):
        done = run(*words)
        told = " ".join((done.out + done.err).split())
        assert done.status == 0 and "line 5: 2 × Nobody’s Snow: this card is not known" in told
    Path("without.txt").write_text("3 Steady Hands\n", encoding="utf-8")
    refused(run("play", "--deck", "without.txt"), "--duellist", "name one that fights for it")
    assert run("play", "--deck", "without.txt", "--duellist", "Tachimori Renge", "--json").status == 0


def test_a_deck_in_toml_is_one_under_any_name(run: Run) -> None:
    one = next(iter(decks.shipped().values()))
    cards = "\n".join(f"{key} = {copies}" for key, copies in one.cards)
    head = 'key = "mine"\ntitle = "Mine"\ntemper = "slow"\naction = "plain-challenge"'
    text = f'{head}\n[cards]\n{cards}\n[[personality]]\ncard = "{one.personalities[0].card}"\n'
    Path("mine.txt").write_text(text, encoding="utf-8")
    done = run("decks", "show", "mine.txt")
    assert done.status == 0 and done.out.startswith("Mine (mine)")


@pytest.mark.parametrize("deck", list(decks.shipped()))
def test_every_deck_fights_under_every_ruleset(run: Run, deck: str) -> None:
    for rules in ("celestial", "twenty-festivals", "classic"):
        done = run("play", "--deck", deck, "--against", deck, "--ruleset", rules, "--seed", "1", "--json")
        assert done.status == 0
        last = json.loads(done.out.splitlines()[-1])
        assert last["kind"] == "result"


def test_the_terms_of_a_duel_are_as_asked(run: Run) -> None:
    words = ("--duellist", "Tachimori Renge", "--opponent", "kuregawa-rindo", "--action", "friendly-bout")
    others = ("--challenger", "opponent", "--active", "third", "--hand", "2", "--gold", "0", "--name", "Mio")
    assert run("play", *words, *others, "--seed", "1", "--save", "d.json").status == 0
    setup = loads(Path("d.json").read_text(encoding="utf-8")).setup
    assert setup["action"] == "friendly-bout"
    assert (setup["performer"], setup["active"]) == (1, 2)
    assert setup["players"][0]["name"] == "Mio"
    assert len(setup["players"]) == 3
    assert [one["card"] for one in setup["players"][0]["personalities"]] == ["tachimori-renge"]
    assert all(player["draw"] == 2 for player in setup["players"])


ACTIONS = [key for key, card in catalogue.shipped().items() if any(a.kind == "action" for a in card.abilities)]


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_can_be_asked_for(run: Run, action: str) -> None:
    """One on a Personality brings him as duellist, one on an attachment is carried by the duellist."""
    done = run("play", "--action", action, "--seed", "1", "--json")
    assert done.status == 0, done.err
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert next(row for row in rows if row["kind"] == "action-taken")["key"] == action


def test_a_ruleset_and_cards_and_a_deck_of_ones_own(run: Run) -> None:
    Path("rules.toml").write_text(
        'key = "own"\ntitle = "Own"\npool = 5\nhand = 0\ndeck = "no"\nmost = 2\nduelist = "none"\n'
        'duel_ends = "after cleanup"\nconsequences = "creator first"\nleaving_in_consequences = "goes on"\n',
        encoding="utf-8",
    )
    Path("cards.toml").write_text(
        '[[card]]\nkey = "river-stone"\ntitle = "River Stone"\ntype = "strategy"\nfocus = 4\ntext = "None."\n',
        encoding="utf-8",
    )
    others = [key for key, copies in decks.shipped()["hayakaze-charge"].cards if copies == 3]
    copies = [f"{key} = 3" for key in dict.fromkeys(("river-stone", "steady-hands", "late-snow", *others))]
    copies += ["patient-steel = 3", "morning-practice = 3", "guards-oath = 3", "closed-fan = 3", "empty-purse = 3"]
    keys = dict.fromkeys(copies)
    Path("deck.toml").write_text(
        'key = "mine"\ntitle = "Mine"\ntemper = "Plain."\naction = "plain-challenge"\n'
        '[[personality]]\ncard = "tachimori-renge"\n[cards]\n' + "\n".join(keys) + "\n",
        encoding="utf-8",
    )
    own = ("--ruleset", "rules.toml", "--cards", "cards.toml", "--deck", "deck.toml")
    done = run("play", *own, "--seed", "2", "--json")
    assert done.status == 0, done.err
    assert run("cards", "check", "cards.toml").status == 0
    assert "the deck Mine" in run("cards", "check", "deck.toml", "--cards", "cards.toml").out
    assert "River Stone" in run("cards", "show", "river-stone", "--cards", "cards.toml").out


def test_json_is_one_object_a_line(run: Run) -> None:
    done = run("play", "--json", "--seed", "3")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert all("kind" in row for row in rows)
    assert [row["kind"] for row in rows].count("result") == 1
    assert done.out == run("play", "--json", "--seed", "3").out  # a seed makes the whole duel again


def test_a_person_plays_through_a_pipe_and_goes_on_later(run: Run) -> None:
    first = run("play", "cards", "--plain", "--save", "duel.json", "--seed", "5", typed="1\n1\n")
    assert first.status == 0
    assert "Go on with it: iaijutsu play --resume duel.json" in " ".join(first.out.split())
    so_far = len(loads(Path("duel.json").read_text(encoding="utf-8")).entries)
    second = run("play", "--resume", "duel.json", "--plain", "--seed", "5", typed="1\n" * 200)
    assert second.status == 0
    assert "Taken up where it was left." in second.out
    assert len(loads(Path("duel.json").read_text(encoding="utf-8")).entries) > so_far


def test_fair_chance_goes_on_after_a_break_and_can_be_verified(run: Run) -> None:
    run("play", "cards", "--plain", "--save", "duel.json", typed="1\n")
    begun = loads(Path("duel.json").read_text(encoding="utf-8"))
    assert begun.commitment
    assert begun.seed is None
    for _ in range(3):
        run("play", "--resume", "duel.json", "--plain", typed="1\n")
    run("play", "--resume", "duel.json", "--plain", typed="1\n1 2\n1 2 3\n" * 60)
    ended = loads(Path("duel.json").read_text(encoding="utf-8"))
    assert ended.commitment == begun.commitment
    assert ended.seed is not None
    done = run("verify", "duel.json")
    assert done.status == 0
    assert done.out.startswith("It holds: ")
    refused(run("verify", str(_changed("duel.json"))), "seal is broken")
    refused(run("play", "--resume", "duel.json", "--plain"), "this duel is over", "replay")
    assert run("verify", "duel.json").status == 0


def _changed(name: str) -> Path:
    path = Path("changed.json")
    path.write_text(Path(name).read_text(encoding="utf-8").replace('"Aki"', '"Ika"'), encoding="utf-8")
    return path


def test_a_seed_that_is_not_here_is_said_so_and_the_duel_goes_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "cards", "--plain", "--save", "duel.json", typed="1\n")
    monkeypatch.setenv("XDG_STATE_HOME", str(Path("elsewhere").absolute()))
    done = run("play", "--resume", "duel.json", "--plain", typed="1\n")
    assert "chance cannot be verified" in " ".join(done.out.split())
    assert loads(Path("duel.json").read_text(encoding="utf-8")).commitment is None


def test_a_save_is_never_written_over(run: Run) -> None:
    run("play", "--seed", "1", "--save", "duel.json")
    before = Path("duel.json").read_bytes()
    refused(run("play", "--seed", "2", "--save", "duel.json"), "holds a duel", "--resume")
    assert Path("duel.json").read_bytes() == before


# --- what was kept ---------------------------------------------------------------------------------------


def test_a_duel_is_told_again_through_any_eyes(run: Run) -> None:
    tables.finished(Path("duel.json"))
    everything = run("replay", "duel.json").out
    mine = run("replay", "duel.json", "--as", "1").out
    theirs = run("replay", "duel.json", "--as", "nao").out
    public = run("replay", "duel.json", "--as", "spectator").out
    assert "Shown: everything" in everything
    assert "You draw" in mine
    assert "Nao draws 5 cards" in mine
    assert "Aki draws 5 cards" in theirs
    assert "draws 5 cards" in public
    assert "You" not in public
    assert len(run("replay", "duel.json", "--all").out) > len(everything)
    assert "Why: " in run("replay", "duel.json", "--why").out
    refused(run("replay", "duel.json", "--as", "4"), "--as", "1 (Aki)", "2 (Nao)")
    refused(run("replay", "duel.json", "--as", "nobody"), "--as")


def test_a_duel_in_progress_is_told_as_far_as_it_is_public(run: Run) -> None:
    run("play", "cards", "--plain", "--save", "duel.json", "--seed", "5", typed="1\n")
    done = run("replay", "duel.json")
    assert "Aki draws 5 cards" in done.out
    assert "The duel is not over yet." in done.out


# --- what is known ---------------------------------------------------------------------------------------


def test_rules_are_shown_by_id_and_by_word(run: Run) -> None:
    assert run("rules", "cards.C.strike").out.startswith("cards.C.strike\n")
    assert "cards.C.hand-once" in run("rules", "focus").out
    assert "cards.L.end" in run("rules").out
    assert "this is how we" in run("rules", "cards.challenge.refuse-default").out
    refused(run("rules", "quidditch"), "quidditch")


def test_cards_are_listed_and_shown(run: Run) -> None:
    everything = run("cards", "list").out.splitlines()
    assert everything[-1].endswith(" cards")
    fewer = run("cards", "list", "--type", "personality", "--keyword", "duelist").out.splitlines()
    assert 1 < len(fewer) < len(everything)
    assert (
        run("cards", "list", "snow").out.splitlines()[-1].startswith("1 card")
        or "Snow" in run("cards", "list", "snow").out
    )
    assert "Focus Effect" in run("cards", "show", "Steady Hands").out
    refused(run("cards", "show", "nothing"), "'nothing'", "cards list")
    refused(run("cards", "list", "--type", "hero"), "--type", "personality")
    refused(run("cards", "list", "--does", "win"), "--does", "outcome")


def test_decks_are_listed_and_shown(run: Run) -> None:
    listed = run("decks", "list").out
    for key, deck in decks.shipped().items():
        assert key in listed
        shown = run("decks", "show", key).out
        assert deck.title in shown
        assert f"{deck.size} Fate cards" in shown


def test_a_reader_who_goes_away_is_no_fault(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m iaijutsu cards list | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, env={**os.environ, "HOME": str(tmp_path)}
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.stderr == ""


# --- other people's decks --------------------------------------------------------------------------------


def test_real_decks_are_fought_with_by_their_numbers(run: Run, realdata: Path) -> None:
    decks_of = realdata / "eggofpanku" / "decks"
    mine, theirs = sorted(path for path in decks_of.glob("*.l5d") if "Ivory" in path.name)[:2]
    words = ("--deck", str(mine), "--against", str(theirs), "--database", str(realdata / "eggofpanku"), "--seed", "1")
    done = run("play", "cards", *words, "--save", "duel.json")
    assert done.status == 0, done.err
    told = " ".join(done.out.split())
    assert "Played for their numbers alone" in told
    assert "this card is not known" in told
    kept = loads(Path("duel.json").read_text(encoding="utf-8"))
    assert all(card.get("numbers_only") for card in kept.setup["cards"])
    assert run("replay", "duel.json", "--as", "1").status == 0
    person = run("play", "cards", *words, "--plain", typed="1\njudge 5 1 2 by hand, as its text says\nquit\n")
    assert "The table rules: " in " ".join(person.out.split())
    refused(run("play", "--deck", str(mine)), mine.name, "--database")
