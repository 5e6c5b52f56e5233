"""Counted things: one is told of as one, in every language; and what rounds to nothing has no minus."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from iaijutsu.analysis import dice_words
from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.report import Number
from iaijutsu.engine import Sentence
from iaijutsu.play import cli, i18n
from iaijutsu.play.i18n import speaking
from iaijutsu.play.locale import renew
from iaijutsu.play.words import rpg_scene

ALIKE = {
    "{n} assisting", "{n} on the kept dice", "{n} or more bonus successes", "at most {n} strife", "Choose {n}",
    "{n} opportunity", "{n} strife", "{n} opportunity to spend",
}  # fmt: skip
"""What is told alike of one and of several in English, where other languages have forms for it."""
ONE = re.compile(r"(?<![\d.,/:–−-])1 (?:\w+ ){0,2}(?:duels|dice|cards|focuses|questions|rounds|times|successes lie)\b")


@pytest.fixture
def out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """What a command prints, that goes well."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> str:
        capsys.readouterr()
        assert cli.run(words) == 0
        return capsys.readouterr().out

    return command


def test_one_is_not_told_of_as_several() -> None:
    path = renew.path_of("hr")
    found = read_po(io.StringIO(path.read_text(encoding="utf-8")), locale="hr")
    plural = [message.id for message in found if isinstance(message.id, tuple)]
    assert len(plural) > 50
    assert {one for one, many in plural if one == many} == ALIKE


@pytest.mark.parametrize(
    "words",
    [
        "simulate cards --duels 1 --seed 1 --workers 1", "simulate rpg --duels 1 --seed 1 --workers 1",
        "odds 1r0s --tn 1", "odds 2r1s --tn 1", "odds 1r1s --tn 1 --rolled S,E",
        "odds cards tachimori-last-light --total 1", "solve --values 1,1 --stats 3,3",
    ],
)  # fmt: skip
def test_no_report_tells_of_one_as_of_several(out: Callable[..., str], words: str) -> None:
    told = out(*words.split())
    assert ONE.findall(told) == [] and "1" in told


def test_duels_and_dice_have_their_forms_in_every_language(out: Callable[..., str]) -> None:
    wanted = {
        "en": {1: "share of 1 duel)", 2: "share of 2 duels)", 5: "share of 5 duels)"},
        "hr": {1: "1 dvoboj)", 2: "2 dvoboja)", 5: "5 dvoboja)"},
        "pt_BR": {1: "1 duelo)", 2: "2 duelos)", 5: "5 duelos)"},
    }
    for language, rows in wanted.items():
        for n, told in rows.items():
            words = ("simulate", "cards", "--duels", str(n), "--seed", "1", "--workers", "1", "--language", language)
            assert told in out(*words, "--first-player", "random", "--second-player", "random"), (language, n)


@pytest.mark.parametrize(
    ("ring", "skill", "told"),
    [
        (1, 0, "1 ring die,"),
        (2, 0, "2 ring dice,"),
        (1, 1, "1 ring and 1 skill die,"),
        (1, 2, "1 ring and 2 skill dice,"),
    ],
)
def test_a_check_tells_of_one_die(ring: int, skill: int, told: str) -> None:
    assert dice_words.check_words(Check(ring, skill, tn=1)).startswith(told)


@pytest.mark.parametrize(
    ("ring", "skill", "told"),
    [
        (1, 0, "1 ring die"),
        (4, 2, "4 ring dice and 2 skill dice"),
        (2, 1, "2 ring dice and 1 skill die"),
        (0, 3, "3 skill dice"),
        (0, 0, "no dice"),
    ],
)
def test_dice_to_roll_are_counted_as_people_say_it(ring: int, skill: int, told: str) -> None:
    assert rpg_scene.pool(ring, skill) == told


def test_dice_and_what_they_show_are_counted_by_the_rules_of_each_language() -> None:
    with speaking("hr"):
        assert rpg_scene.pool(1, 5) == "1 kocka prstena i 5 kocaka vještine"
        assert rpg_scene.pool(3, 0) == "3 kocke prstena"
        assert [rpg_scene.strife(n) for n in (1, 2, 5)] == ["1 nemir", "2 nemira", "5 nemira"]
        assert [rpg_scene.opportunity(n) for n in (0, 1, 2)] == ["0 prilika", "1 prilika", "2 prilike"]
    with speaking("pt_BR"):
        assert rpg_scene.pool(1, 2) == "1 dado de anel e 2 dados de perícia"
        assert [rpg_scene.successes(n) for n in (0, 1, 2)] == ["0 sucesso", "1 sucesso", "2 sucessos"]


def test_what_rounds_to_nothing_has_no_minus() -> None:
    for number in (-0.0, -0.0004, -0.004999):
        assert Sentence("{n:.2f} %", n=number) == "0.00 %"
        assert Sentence("{n:+.2f} points", n=number) == "+0.00 points"
        assert Sentence.number(number, ".1%") == ("-0.5%" if number < -0.004 else "0.0%")
        assert Sentence("{n:.2f} %", n=Number(number)) == "0.00 %"
        assert i18n.decimal(number, 2) == "0.00"
        with speaking("hr"):
            assert i18n.retold(Sentence.number(number, ".2f")) == "0,00" == i18n.decimal(number, 2)
    assert dice_words.percent(-1e-12) == "0.00 %"
    assert i18n.percent(-0.00001, 2) == "0.00%"


def test_what_is_less_than_nothing_keeps_its_minus() -> None:
    assert Sentence("{n:+.2f} points", n=-0.006) == "-0.01 points" and Sentence("{n:+.0f}", n=-20.0) == "-20"
    assert Sentence("{n:.2f}", n=Number(-1.5)) == "−1.50" and Sentence("{n}", n=-0.5) == "-0.5"
    assert Sentence("{n:.1f}", n=float("-inf")) == "-inf" and Sentence("{n:.1e}", n=-1e-9) == "-1.0e-09"
    assert i18n.decimal(-0.125, 3) == "-0.125"


def test_a_file_of_one_card_is_told_of_as_one(out: Callable[..., str]) -> None:
    Path("deck.txt").write_text("# Fate (2)\n1 Steady Hands\n# Personality\n1 Tachimori Renge\n", encoding="utf-8")
    told = " ".join(out("decks", "show", "deck.txt").split())
    assert "1 Fate card:" in told and "Fate says 2, but 1 card is there" in told
