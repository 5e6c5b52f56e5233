"""The command line of the role-playing duel: what each option does, and that whatever is wrong is said in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import Session, loads
from iaijutsu.play import cli
from iaijutsu.play.store import Store
from iaijutsu.rpg import FORMS, GAME, catalogue, techniques
from iaijutsu.rpg.rulings import choices
from tests.play import rpg_tables as tables
from tests.play.test_cli import Run, refused
from tests.play.test_cli import run as run  # noqa: PLC0414 - a fixture


def kept(name: str = "duel.json") -> Session[Any]:
    """The duel in a file."""
    return Session.load(GAME, loads(Path(name).read_text(encoding="utf-8")))


# --- play ------------------------------------------------------------------------------------------------


def test_without_a_terminal_a_finished_duel_is_shown_with_every_ruling_explained(run: Run) -> None:
    done = run("play", "rpg", "--seed", "4")
    assert (done.status, done.err) == (0, "")
    assert "rpg.check.symbols" in done.out
    assert "Why: " in done.out
    assert "our reading" in done.out
    assert re.search(r"(wins|A draw)", done.out[-300:])
    assert not list(Path().rglob("*.json"))


def test_json_is_one_object_a_line_and_a_seed_makes_the_duel_again(run: Run) -> None:
    done = run("play", "rpg", "--json", "--seed", "3")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert rows[-1]["kind"] == "result"
    assert rows[-1]["game"] == "rpg"
    assert done.out == run("play", "rpg", "--json", "--seed", "3").out


@pytest.mark.parametrize("form", list(FORMS))
@pytest.mark.parametrize("contest", ["duel", "one-roll", "clash"])
def test_every_form_and_contest_is_fought(run: Run, form: str, contest: str) -> None:
    players = ("--first-player", "random", "--second-player", "random")
    done = run("play", "rpg", "--form", form, "--contest", contest, "--seed", "1", "--json", *players)
    assert done.status == 0, done.err


def test_the_terms_of_a_duel_are_as_asked(run: Run) -> None:
    words = ("--character", "goro", "--opponent", "ibuki", "--form", "to-the-death", "--stakes", "The old mill")
    more = ("--ruling", "struck-first=any success", "--ruling", "values=print", "--unprepared", "opponent")
    last = ("--secret-sheets", "--name", "Goro", "--opponent-name", "Ibuki", "--seed", "1", "--save", "duel.json")
    assert run("play", "rpg", *words, *more, *last).status == 0
    setup = kept().setup
    assert [one.name for one in setup.characters] == ["Goro", "Ibuki"]
    assert (setup.form.key, setup.stakes, setup.prepared) == ("to-the-death", "The old mill", (True, False))
    assert (setup.rulings.struck_first, setup.rulings.values, setup.secret_sheets) == ("any success", "print", True)


def test_options_of_a_game_tell_which_game_it_is(run: Run) -> None:
    assert "rpg." in run("play", "--character", "goro", "--seed", "1").out
    refused(run("play", "rpg", "--deck", "asagiri-court"), "--deck", "cards", "rpg")
    refused(run("play", "cards", "--gm", "Rin"), "--gm", "rpg", "cards")


def test_a_form_of_ones_own_is_read_from_a_file(run: Run) -> None:
    Path("form.toml").write_text(
        '[form]\nkey = "first touch"\ngoals = [["critical", 1], ["yield"]]\nblunted = true\n', encoding="utf-8"
    )
    done = run("play", "rpg", "--form", "form.toml", "--seed", "2", "--save", "duel.json")
    assert done.status == 0, done.err
    assert "the form “first touch”" in " ".join(done.out.split())
    assert kept().setup.form.blunted


def test_twins_are_told_apart(run: Run) -> None:
    assert run("play", "rpg", "--opponent", "kaya", "--seed", "1", "--save", "duel.json").status == 0
    one, other = [character.name for character in kept().setup.characters]
    assert one != other


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--character", "nobody"), ("--character", "'nobody'", "kaya")),
        (("--character", "kaia"), ("--character", "kaya")),
        (("--opponent", "none.json"), ("--opponent", "'none.json'")),
        (("--character", "."), ("not a file",)),
        (("--form", "third-blood"), ("--form", "first-strike, first-blood, to-the-death", "TOML")),
        (("--contest", "war"), ("--contest", "duel, one-roll, clash")),
        (("--stakes", "x" * 501), ("--stakes", "500")),
        (("--stakes", "a\x1b[2J"), ("--stakes", "printable")),
        (("--ruling", "nonsense"), ("--ruling", "NAME=VALUE", "blow_per")),
        (("--ruling", "nothing=1"), ("--ruling", "struck_first")),
        (("--ruling", "blow_per=week"), ("--ruling", "blow_per", "duel, event")),
        (("--unprepared", "all"), ("--unprepared", "me, opponent, both")),
        (("--initiative", "3,4"), ("--initiative", "--contest clash")),
        (("--initiative", "x", "--contest", "clash"), ("--initiative", "7,4")),
        (("--initiative", "100,1", "--contest", "clash"), ("--initiative", "0 to 99")),
        (("--gm", "Rin"), ("terminal", "--plain")),
        (("--gm", "Rin", "--judge", "Sei"), ("--judge", "name one of the two")),
        (("--gm", ""), ("--gm", "printable")),
        (("--judge", "Kaya of Still Pond"), ("--judge", "another")),
        (("--name", "iaijutsu"), ("--name", "printable")),
        (("--name", "A", "--opponent-name", "A"), ("--opponent-name", "different")),
        (("--first-player", "nobody"), ("'nobody'", "reading")),
        (("--second-player", "human"), ("terminal", "--plain")),
        (("--third-player", "random"), ("--third-player", "--gm or --judge")),
        (("--dice", "loaded"), ("--dice", "table")),
        (("--dice", "table", "--seed", "1"), ("--seed", "--dice")),
        (("--save", "none/duel.json"), ("there is no folder",)),
        (("--resume", "none.json"), ("no such file",)),
    ],
)  # fmt: skip
def test_each_option_refuses_what_it_cannot_take(run: Run, words: Sequence[str], told: Sequence[str]) -> None:
    refused(run("play", "rpg", *words), *told)


def test_every_open_question_can_be_answered_by_option(run: Run) -> None:
    for name, answers in choices().items():
        for answer in answers:
            words = ("--ruling", f"{name}={answer}", "--contest", "one-roll", "--seed", "1", "--json")
            assert run("play", "rpg", *words).status == 0


def test_files_of_the_wrong_kind_are_refused_by_name(run: Run) -> None:
    files = {
        "a.toml": b"name = 1\n", "b.toml": b"name = [", "c.json": b"{", "d.json": b"[1]", "e.bin": b"\xff\xfe\x00",
        "f.zip": b"PK\x03\x04", "g.toml": b"", "h.json": b'{"name": "x"}', "i.json": b"[]",
    }  # fmt: skip
    for name, data in files.items():
        Path(name).write_bytes(data)
        refused(run("play", "rpg", "--character", name), name)
        refused(run("characters", "check", name), name)
        refused(run("characters", "show", name), name)
    for name in ("a.toml", "b.toml", "e.bin", "g.toml"):
        refused(run("play", "rpg", "--form", name), name)


def test_a_file_with_several_characters_is_asked_for_one_of_them(run: Run) -> None:
    sheets = [catalogue.load(name).plain() for name in ("kaya", "goro", "ibuki")]
    Path("three.json").write_text(json.dumps(sheets), encoding="utf-8")
    refused(run("play", "rpg", "--character", "three.json"), "it holds 3 characters", "three.json#NAME", "Goro")
    refused(run("play", "rpg", "--character", "three.json#nobody"), "'nobody'", "Goro")
    for which in ("goro the gatepost", "2"):
        done = run("characters", "show", f"three.json#{which}")
        assert done.out.startswith("Goro the Gatepost\n"), done.err
    assert run("play", "rpg", "--character", "three.json#1", "--opponent", "three.json#3", "--seed", "1").status == 0


# --- who plays -------------------------------------------------------------------------------------------


def test_a_person_plays_through_a_pipe_and_goes_on_later(run: Run) -> None:
    first = run("play", "rpg", "--plain", "--save", "duel.json", "--seed", "5", typed="1\n1\n")
    assert first.status == 0
    assert "Go on with it: iaijutsu play --resume duel.json" in " ".join(first.out.split())
    before = kept().entries
    second = run("play", "--resume", "duel.json", "--plain", "--seed", "5", typed="1\n" * 30 + "quit\n")
    assert "Taken up where it was left." in second.out
    assert kept().entries[: len(before)] == before
    assert len(kept().entries) > len(before)


def test_a_game_master_at_the_keyboard_goes_on_after_a_break_too(run: Run) -> None:
    words = ("--gm", "Rin", "--dice", "table", "--save", "duel.json", "--first-player", "random")
    done = run("play", "rpg", *words, "--plain", typed="table\nquit\n")
    assert done.status == 0, done.err
    assert "Rin is at this keyboard" in " ".join(done.out.split())
    setup = kept().setup
    assert (setup.gm, setup.judge) == (True, True)
    again = run("play", "--resume", "duel.json", "--plain", "--dice", "table", typed="judge 9 enough\n\n1\nquit\n")
    assert "The game master rules: the duel comes to resolution." in " ".join(again.out.split())


def test_dice_of_a_side_are_typed_in_as_asked(run: Run) -> None:
    for side, name in (("me", "Kaya of Still Pond"), ("opponent", "Shiori of Two Rivers")):
        typed = "1\n- - - - -\n- - - - - -\n" * 8 + "quit\n"
        done = run("play", "rpg", "--plain", "--dice", side, "--save", f"{side}.json", typed=typed)
        asked = set(re.findall(r"^(.+?) rolls \d ring dice", done.out, re.MULTILINE))
        assert asked == {name}


def test_at_a_terminal_it_is_asked_which_duel(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from iaijutsu.play import asked

    typed = iter(["3", "rpg"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    options = cli.parser("play").parse_args(["play"])
    assert asked.game(options, at_terminal=True) == "rpg"
    assert "1 or 2, please" in capsys.readouterr().out
    assert asked.game(options, at_terminal=False) == "cards"


# --- what was kept ---------------------------------------------------------------------------------------


def test_a_duel_is_told_again_through_any_eyes_and_verified(run: Run) -> None:
    tables.finished(Store(Path("duel.json")))
    everything = run("replay", "duel.json").out
    mine = run("replay", "duel.json", "--as", "1").out
    public = run("replay", "duel.json", "--as", "spectator").out
    assert "Shown: everything" in everything
    assert "You make the initiative check" in mine
    assert "You " not in public
    assert len(run("replay", "duel.json", "--all").out) > len(everything)
    assert "Why: " in run("replay", "duel.json", "--why").out
    refused(run("replay", "duel.json", "--as", "4"), "--as", "1 (Kaya of Still Pond)")
    done = run("verify", "duel.json")
    assert done.out.startswith("It holds: ")
    assert re.search(r"0 cards and \d+ dice", done.out)


def test_a_die_that_is_another_than_it_must_be_is_found(run: Run) -> None:
    tables.finished(Store(Path("duel.json")))
    told = json.loads(Path("duel.json").read_text(encoding="utf-8"))
    text = json.dumps(told)
    assert run("verify", "duel.json").status == 0
    Path("changed.json").write_text(text.replace("Kaya of Still Pond", "Kaya of Still Lake"), encoding="utf-8")
    refused(run("verify", "changed.json"), "changed")


# --- characters ------------------------------------------------------------------------------------------


def test_characters_are_listed_shown_and_checked(run: Run) -> None:
    listed = run("characters", "list").out
    for name in catalogue.names():
        assert name in listed
        shown = run("characters", "show", name).out
        one = catalogue.load(name)
        assert one.name in shown
        assert all(weapon.name in " ".join(shown.split()) for weapon in one.weapons)
        assert all(technique.name in shown for technique in one.techniques)
        Path("own.json").write_text(json.dumps(one.plain()), encoding="utf-8")
        assert "well formed" in run("characters", "check", "own.json").out
    refused(run("characters", "show", "nobody"), "'nobody'")
    refused(run("characters", "check", "none.toml"), "'none.toml'")


@pytest.mark.parametrize("language", ["en", "hr", "pt_BR"])
def test_a_sheet_holds_words_and_no_keys(run: Run, language: str) -> None:
    keys = {grip.name for name in catalogue.names() for weapon in catalogue.load(name).weapons for grip in weapon.grips}
    keys |= {effect for effect in techniques.EFFECTS if "-" in effect}
    assert "2-hand" in keys
    for name in catalogue.names():
        shown = run("--language", language, "characters", "show", name).out
        assert [key for key in keys if re.search(rf"(?<![\w-]){key}(?![\w-])", shown)] == []


def test_everything_that_is_wrong_with_a_file_is_told_at_once(run: Run) -> None:
    Path("hero.toml").write_text(
        'name = "Hero"\nhonor = 101\nglory = "much"\nstatus = 30\ncolour = 1\n'
        "[rings]\nair = 11\nearth = 1\nfire = 1\nwater = 1\nvoid = 1\n",
        encoding="utf-8",
    )
    refused(run("characters", "check", "hero.toml"), "honor", "glory", "colour", "air")


def test_real_characters_are_shown_and_fight_with_notes(run: Run, realdata: Path) -> None:
    samples = realdata / "paperblossoms" / "npc_samples.json"
    done = run("characters", "check", str(samples))
    assert done.status == 0
    names = re.findall(r"well formed: (.+?),", " ".join(done.out.split()))
    assert len(names) > 10
    words = ("--character", f"{samples}#1", "--opponent", f"{samples}#2", "--seed", "1")
    fought = run("play", "rpg", *words)
    assert fought.status == 0, fought.err
    assert "left out" in " ".join(fought.out.split())
