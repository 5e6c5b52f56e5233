"""`iaijutsu odds` of a check in other languages: all that it says is told in them, and the numbers are the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_words import check_words
from iaijutsu.play.cli import run
from iaijutsu.play.i18n import retold, speaking
from tests.play.alike import WORD, same_numbers, shared
from tests.play.test_languages import FOREIGN

ALIKE = {"hr": {"iaijutsu", "json"}, "pt_BR": {"iaijutsu", "json", "chance", "face", "use"}}
"""Names, and English words that the language has too."""
STANCES = {"air", "earth", "fire", "water", "void"}
ALL = (
    "2r1s --tn 3 --stance fire --assist 1 --void-point --distinction --reserved E --added 1 --negate 1 --strife 3 "
    "--composure 6 --anxiety --composed --max-strife 2"
)
REPORTS = (
    ALL,
    "3r3s --tn 3", "1r --plain", "3r --strife 5 --composure 4 --tn 1", "3r2s --adversity", "2r2s --bonus",
    "3r2s --reroll-all --assist-unskilled 2 --stance void", "3r2s --set-aside s:E,r:OT --one-by-one --stance water",
    "2r2s --composure 5 --weights success=1,bonus=.5,strife=-0.25,opportunity=.3,composed=1 --min-bonus 2",
    "2r2s --min-opportunity 1 --min-bonus 5 --max-strife 0 --composed --composure 5 --stance air",
    "2r2s --or-failure --stance earth", "2r2s --or-failure --max-strife 1 --min-opportunity 2",
)  # fmt: skip
ADVICE = (
    "3r2s --max-strife 1 --rolled ST,O,E,-,SO", "3r2s --tn 3 --distinction --rolled r:ST,r:O,r:-,s:-,SO",
    "3r2s --tn 3 --distinction --rolled r:ET,r:S,r:S,s:E,SO", "3r2s --kept S,r:ET --bonus-dice OT",
    "3r2s --tn 5 --kept S,r:ET --bonus-dice r:ET,s:E,SO", "2r1s --compromised --rolled ST,OT,s:S",
    "3r3s --reserved E,SO --tn 5 --rolled S,O,-,ST,-,S", "3r2s --bonus --rolled ST,O,E,-,SO",
    "3r2s --reroll-all --rolled r:-,r:-,r:-,s:-,s:-", "1r1s --reserved E --rolled=-,OT",
    "2r1s --stance void --tn 4 --rolled=-,-,S",
)  # fmt: skip
REFUSED = (
    "3", "9r2s", "3r9s", "3r2s --tn 0", "3r2s --assist 9", "3r2s --assist-unskilled 9",
    "3r2s --assist 2 --assist-unskilled 1", "3r2s --reroll 99", "3r2s --added 99", "3r2s --negate -1",
    "3r2s --strife 99",
    "3r2s --composure 99", "3r2s --stance wind", "3r2s --reroll 1 --adversity", "3r2s --compromised --composure 5",
    "3r2s --rolled S,S", "3r2s --rolled ET,S,O,-,-", "3r2s --rolled r:S,r:S,r:S,r:S,S", "2r2s --rolled SO,SO,SO,S",
    "3r2s --rolled Q,S,S,S,S", "3r2s --min-bonus 99", "3r2s --min-opportunity 99", "3r2s --max-strife -1",
    "3r2s --weights bonus=nan", "3r2s --weights bonus=x", "3r2s --or-failure --weights success=0", "3r2s --composed",
    "3r2s --reserved E,E,E", "3r2s --reserved OT", "3r2s --set-aside s:E,s:E,s:E", "3r2s --kept S",
    "3r2s --rolled S,S,S,S,S --kept S", "3r2s --rolled S,S,S,S,S --csv", "3r2s --json --csv",
    "3r2s --bonus --max-strife 1", "3r2s --one-by-one --bonus-dice S", "3r2s --bonus-dice S,S,S,S,S,S",
    "6r6s --assist 2 --min-opportunity 40 --tn 9", "3r2s --png nowhere/odds.png", "3r2s --svg nowhere/odds.svg",
)  # fmt: skip


def said(capsys: pytest.CaptureFixture[str], name: str, words: str) -> str:
    """What the command says, all of it."""
    run(["--language", name, "odds", *words.split()])
    return "".join(capsys.readouterr())


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("words", REPORTS + ADVICE)
def test_a_report_is_told_whole_with_the_same_numbers(
    words: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    english, told = said(capsys, "en", words), said(capsys, name, words)
    assert english.count("\n") > 5
    assert shared(english, told) <= ALIKE[name]
    assert same_numbers(english, told)


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("words", REFUSED)
def test_a_refusal_is_told_whole(words: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    english, told = said(capsys, "en", words), said(capsys, name, words)
    assert told.count("\n") == 1
    typed = set(WORD.findall(words)) | (STANCES if "--stance" in words else set())
    assert shared(english, told) <= ALIKE[name] | typed
    assert same_numbers(english, told)


def test_another_pool_is_not_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Focus Pool" not in said(capsys, "hr", "3")
    assert "reserva" not in said(capsys, "pt_BR", "3")


@pytest.mark.parametrize("name", FOREIGN)
def test_dice_are_counted_as_the_language_counts(name: str) -> None:
    found = set()
    with speaking(name):
        for n in (1, 2, 5):
            found.add(re.sub(r"\d", "", retold(check_words(Check(6, 6, forced=n)))))
    assert len(found) == {"hr": 3, "pt_BR": 2}[name]


CELLS = re.compile(r"\d+\+? +[<> ]*\d+,\d\d\s?% +[<> ]*\d+,\d\d\s?%")


@pytest.mark.parametrize("name", FOREIGN)
def test_columns_stand_under_their_names(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    tables = [block.splitlines() for block in said(capsys, name, "2r2s --plain").split("\n\n") if "\n0 " in block]
    assert len(tables) == 3
    for head, *rows in tables:
        assert {found.end() for row in rows if (found := CELLS.match(row))} == {len(head)}
    advice = said(capsys, name, "2r2s --rolled r:S,r:ET,s:S,SO").split("\n\n")[2].splitlines()
    assert {len(row) for row in advice[:-1]} == {len(advice[0])}


@pytest.mark.parametrize("name", FOREIGN)
def test_data_for_other_programs_is_the_same_in_every_language(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("2r1s --json", "2r1s --csv", "3r2s --rolled ST,O,E,-,SO --json"):
        assert said(capsys, name, words) == said(capsys, "en", words)


def texts(path: Path) -> Iterator[str]:
    """What stands in a picture, and what is read out in its place."""
    for one in ET.fromstring(path.read_text(encoding="utf-8")).iter():
        if one.text and one.text.strip():
            yield one.text


@pytest.mark.parametrize("name", FOREIGN)
def test_a_picture_is_told_whole(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in ("3r3s --tn 3", "2r1s --tn 3 --stance fire --max-strife 2", "2r1s --compromised"):
        shown = []
        for language in ("en", name):
            said(capsys, language, f"{words} --svg {tmp_path / 'odds.svg'}")
            shown.append("\n".join(texts(tmp_path / "odds.svg")))
        assert "TN" in shown[0]
        assert shared(*shown) <= ALIKE[name]
        assert same_numbers(*shown)


@pytest.mark.parametrize("name", FOREIGN)
def test_a_png_carries_the_words_of_the_language(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="no matplotlib here")
    from PIL import Image

    told = []
    for language in ("en", name):
        said(capsys, language, f"2r2s --max-strife 1 --png {tmp_path / 'odds.png'}")
        with Image.open(tmp_path / "odds.png") as picture:
            told.append(picture.info["Title"] + "\n" + picture.info["Description"])
    assert shared(*told) <= ALIKE[name]
    assert same_numbers(*told)


def test_english_that_is_left_would_be_seen() -> None:
    assert shared("success  79.28 %", "success  79,28 %") == {"success"}
    assert not shared("--tn: 'two' success", "--tn: 'two' uspjeh")
    assert same_numbers("success  79.28 %", "uspjeh  79,28 %")
    assert not same_numbers("success  79.28 %", "uspjeh  79,29 %")
    assert not same_numbers("a 1", "a 1\nb 2")
