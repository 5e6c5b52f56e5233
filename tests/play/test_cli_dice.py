"""`iaijutsu odds`, as people type it."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_goal import Goal
from iaijutsu.analysis.dice_odds import chance, odds
from iaijutsu.analysis.dice_picture import alternative, svg
from iaijutsu.analysis.dice_words import bar, percent
from iaijutsu.play.cli import run


def typed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command says when all is well."""
    assert run(["odds", *words]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What it says when it is not: one line, status 2, nothing else."""
    assert run(["odds", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def test_the_odds_of_a_check(capsys: pytest.CaptureFixture[str]) -> None:
    text = typed(capsys, "3r3s", "--tn", "3")
    assert text.startswith("3 ring and 3 skill dice, keep up to 3, TN 3.\n")
    assert re.search(r"^success +79\.28 %$", text, re.MULTILINE)
    assert re.search(r"^3 +\d+\.\d\d % +79\.28 %  █+.? <- TN 3$", text, re.MULTILINE)
    assert "TN 1: 99.10 %   TN 2: 93.67 %   TN 3: 79.28 %   TN 4: 37.74 %   TN 5: 13.76 %" in text
    assert "Exact for these rules; off by less than 1e-08 by rounding." in text


def test_all_that_can_bear_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "2r1s --tn 3 --stance Fire --assist 1 --void-point --distinction --reserved E --added 1 --negate 1 "
        "--strife 3 --composure 6 --anxiety --composed --max-strife 2"
    )
    text = typed(capsys, *words.split())
    check = Check(
        2, 1, 3, skilled=1, void_point=True, stance="fire", reroll=2, reserved=(17,), added=1, negate=1,
        strife=3, composure=6, anxiety=True,
    )  # fmt: skip
    goal = Goal(composed=True, most_strife=2)
    assert percent(odds(check, goal).chance) in text
    assert "success with at most 2 strife and staying composed" in text
    assert "Fire stance" in text
    assert "strife 3 of composure 6" in text


def test_strife_above_composure_is_compromised_and_traits_cancel(capsys: pytest.CaptureFixture[str]) -> None:
    text = typed(capsys, "3r", "--strife", "5", "--composure", "4", "--distinction", "--adversity", "--tn", "1")
    assert "Compromised" in text
    assert percent(chance(Check(3, 0, 1, compromised=True))) in text
    assert "rolled again" not in text


def test_goals_by_weight(capsys: pytest.CaptureFixture[str]) -> None:
    assert "the expected number of bonus successes" in typed(capsys, "2r2s", "--bonus")
    text = typed(capsys, "2r2s", "--weights", "success=1, bonus=.5,strife=-0.25")
    assert "the worth: +1 for success, +0.5 for each bonus success, -0.25 for each strife." in text
    both = typed(capsys, "2r2s", "--min-opportunity", "1", "--or-failure", "--weights", "strife=-0.1")
    assert "the worth: 1 or more opportunity, -0.1 for each strife." in both


def test_bars_without_block_characters(capsys: pytest.CaptureFixture[str]) -> None:
    text = typed(capsys, "2r", "--plain")
    assert text.isascii()
    assert "########" in text
    assert (bar(0.5, 4, blocks=True), bar(0.53125, 4, blocks=True), bar(0.5, 4, blocks=False)) == ("██", "██▏", "##")


def test_a_terminal_without_block_characters_gets_other_bars() -> None:
    command = [sys.executable, "-m", "iaijutsu", "odds", "1r"]
    done = subprocess.run(command, capture_output=True, check=True, env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert b"####" in done.stdout
    assert b"?" not in done.stdout


def test_what_to_do_with_dice_that_lie_there(capsys: pytest.CaptureFixture[str]) -> None:
    text = typed(capsys, "3r2s", "--max-strife", "1", "--rolled", "ST,O,E,-,SO")
    assert "On the table: ring ST, O, -; skill E, SO." in text
    assert "  keep O, E, SO   (100.00 %)" in text
    assert "Why: successes there: 2 of 2" in text
    again = typed(capsys, "3r2s", "--tn", "3", "--distinction", "--rolled", "r:ST,r:O,r:-,s:-,SO")
    assert "  roll ring -; skill - again   (79.17 %)" in again
    bonus = typed(capsys, "3r2s", "--kept", "S,r:ET", "--bonus-dice", "OT")
    assert "  keep nothing   (100.00 %)" in bonus


def test_data_for_other_programs(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(typed(capsys, "3r2s", "--json", "--min-opportunity", "1"))
    assert (told["format"], told["exact"], told["error"]) == ("iaijutsu-odds-1", True, 1e-8)
    assert told["chance"] == pytest.approx(chance(Check(3, 2), Goal(opportunity=1)), abs=1e-8)
    assert np.array(told["joint"]).sum() == pytest.approx(1.0)
    assert sum(told["successes"]) == pytest.approx(1.0)
    advice = json.loads(typed(capsys, "1r1s", "--rolled", "r:S,E", "--json", "--tn", "1"))
    assert [one["do"] for one in advice["choices"]] == ["keep", "keep"]
    assert advice["choices"][0]["shown"] == ["s:E"]
    rows = list(csv.reader(io.StringIO(typed(capsys, "2r1s", "--csv"))))
    assert rows[0] == ["what", "count", "chance"]
    successes = [float(chance) for what, _, chance in rows if what == "successes"]
    assert sum(successes) == pytest.approx(1.0)
    assert [count for what, count, _ in rows if what == "successes"][-1].endswith("+")


def test_a_picture_tells_itself_in_words_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = tmp_path / "odds.svg"
    typed(capsys, "3r3s", "--tn", "3", "--svg", str(drawn))
    root = ET.fromstring(drawn.read_text(encoding="utf-8"))
    space = {"s": "http://www.w3.org/2000/svg"}
    title, words = root.find("s:title", space), root.find("s:desc", space)
    assert title is not None
    assert title.text == "3 ring and 3 skill dice, keep 3, TN 3"
    assert words is not None
    assert "Chance of success: 79.28 %." in (words.text or "")
    texts = [one.text for one in root.findall("s:text", space)]
    assert {"chance (%)", "successes on kept dice (count)", "opportunity (count)", "strife received (count)"} <= set(
        texts
    )
    fills = [one.get("fill") for one in root.findall("s:rect", space)]
    assert fills.count("#000") >= 3
    assert fills.count("#fff") == 1 + 3  # the paper, and the bars of 0, 1 and 2 successes


def test_a_picture_of_what_cannot_come_up_is_left_out() -> None:
    found = odds(Check(2, 1, 2, compromised=True))
    assert "strife received" not in svg(found)
    assert "Strife received" not in alternative(found)


def test_a_png_carries_the_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="no matplotlib here")
    from PIL import Image

    drawn = tmp_path / "odds.png"
    typed(capsys, "2r2s", "--png", str(drawn))
    with Image.open(drawn) as picture:
        assert "Chance of success: 78.30 %." in picture.info["Description"]
        assert picture.width > 600


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("3", "the pool: '3' found; ring and skill dice are told as 3r2s, or 3r without skill"),
        ("9r2s", "ring: 9 found; allowed are whole numbers from 1 to 6"),
        ("3r2s --tn 0", "tn: 0 found"),
        ("3r2s --tn two", "argument --tn: invalid int value: 'two'"),
        ("3r2s --stance wind", "stance: 'wind' found; known are air, earth, fire, water, void"),
        ("3r2s --rolled S,S", "the dice: 2 dice told; the pool has 3 ring and 2 skill dice"),
        ("3r2s --rolled ET,S,O,-,-", "say r:ET or s:ET"),
        ("3r2s --rolled S,S,S,S,S --kept S", "not both"),
        ("3r2s --kept S", "--kept: this goes with --bonus-dice"),
        ("3r2s --rolled S,S,S,S,S --csv", "as text or --json"),
        ("3r2s --json --csv", "not both"),
        ("3r2s --composed", "to stay composed needs the composure"),
        ("3r2s --weights luck=1", "'luck=1' found; needed is a list such as success=1,bonus=0.5"),
        ("3r2s --weights bonus=x", "bonus=x found; a number is needed there"),
        ("3r2s --weights bonus=nan", "weights: bonus"),
        ("3r2s --bonus --max-strife 1", "this is a goal of its own"),
        ("3r2s --max-strife -1", "most-strife: -1 found"),
        ("3r2s --reserved OT", "'OT' is no face of a skill die"),
        ("3r2s --compromised --composure 5", "compromised: strife 0 against composure 5, but said to be"),
        ("3r2s --one-by-one --bonus-dice S", "not one by one"),
        (
            "6r6s --assist 2 --min-opportunity 40 --tn 9",
            "keeping 8 dice with so many cases to tell apart (9 successes, 40",
        ),
        ("3r2s --svg /no/such/folder/odds.svg", "No such file or directory"),
        ("3r2s --frobnicate", "unrecognized arguments: --frobnicate"),
        ("", "the following arguments are required: POOL"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys: pytest.CaptureFixture[str], words: str, message: str) -> None:
    assert message in refused(capsys, *words.split())


def test_chances_are_never_told_as_more_certain_than_they_are() -> None:
    assert [percent(p) for p in (0.0, 1e-6, 0.1234, 0.999999, 1.0)] == [
        "0.00 %", "< 0.01 %", "12.34 %", "> 99.99 %", "100.00 %",
    ]  # fmt: skip


# --- the page on it --------------------------------------------------------------------------------------------

PAGE = Path(__file__).resolve().parents[2] / "docs" / "odds-dice.md"


def test_the_examples_of_the_page_say_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(code) == 1
    exec(compile(code[0], str(PAGE), "exec"), {})
    assert capsys.readouterr().out.split("\n")[:-1] == re.findall(r"# (\d.*)", code[0])
    for words in re.findall(r"^    iaijutsu odds (.*?) +#", text, re.MULTILINE):
        typed(capsys, *words.split())


def test_the_page_tells_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "--help"]) == 0
    known = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out)) - {"--help"}
    told = set(re.findall(r"--[a-z][a-z-]+", PAGE.read_text(encoding="utf-8")))
    assert known - told == {"--plain", "--language"}  # of the terminal, not of the odds
    assert told <= known
