"""`iaijutsu solve` and `iaijutsu odds cards` in other languages: no English is left, and no number is another."""

from __future__ import annotations

import re
from pathlib import Path
from xml.dom.minidom import parse

import pytest

from iaijutsu.analysis.card_report import side_words, solution_lines
from iaijutsu.analysis.focus_game import Face, FocusGame, FocusSide, Instead, Left, Worth, faces
from iaijutsu.analysis.panels import Panel, Series, lines, svg
from iaijutsu.analysis.panels import Picture as Bars
from iaijutsu.analysis.plan import plan_lines
from iaijutsu.analysis.solve import solve
from iaijutsu.analysis.stakes import stakes
from iaijutsu.cards.catalogue import shipped
from iaijutsu.engine import BadInput, Sentence
from iaijutsu.play.cli import run
from iaijutsu.play.i18n import retold, speaking, told
from tests.play.test_languages import FOREIGN

DECK = faces({0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2})
BARE = ["solve", "--values", "2,5,10,13,8,2", "--stats", "3,4", "--challenger", "opponent"]
DECKS = ["hayakaze-charge", "--against", "tachimori-last-light", "--opponent", "tachimori-renge"]
REPORTS = {
    "values": BARE,
    "exact": [*BARE, "--exact", "--plain"],
    "pool": [*BARE, "--hand", "4", "--pool", "4,3,2", "--holding", "5,1,1,0"],
    "drawing": ["solve", "--values", "2,5,10,13", "--ruleset", "classic", "--hand", "2"],
    "left out": ["solve", "--deck", *DECKS, "--duellist", "hayakaze-toshimasa", "--hand", "1"],
    "estimate": ["solve", "--deck", "hayakaze-charge", "--against", "iwatoko-wall", "--hand", "0", "--estimate", "2"],
    "deck": ["odds", "cards", "hayakaze-charge", "--total", "9", "--total", "12"],
    "hand": ["odds", "cards", "hayakaze-charge", "--hand", "4"],
    "changes": ["odds", "cards", *DECKS, "--duellist", "hayakaze-toshimasa", "--stats", "4,3"],
    "no change": ["odds", "cards", "hayakaze-charge", "--against", "iwatoko-wall", "--stats", "3,4"],
}
REFUSED = [
    ["solve", "--values", "5,5,5", "--pool", "9,9,9"],
    [*BARE, "--worth", "1,-1,-1", "--their-worth", "1,-1,-1"],
    ["solve", "--values", "2,2", "--worth=-1,1,0"],
    ["solve", "--values", "9,9,9,9", "--hand", "50"],
    ["solve", "--values", "5,5,5", "--svg", "plan.gif"],
    ["solve", "--values", "5,5,5", "--estimate", "5"],
]
ALIKE = {
    "hr": {"chi", "focus", "pool", "fate", "duelist", "plan", "t"},
    "pt_BR": {"chi", "chance", "total", "t"},
}
"""Words that a language has in common with English."""
TITLES = re.compile("|".join(re.escape(card.title) for card in shipped().values()))
GIVEN = re.compile(r"--[\w-]+|hayakaze-charge|tachimori-last-light|iwatoko-wall|numpy|numba|'[^']*'|\.svg")
COUNTED = {"nothing": "0", "once": "1", "twice": "2"}


def english(said: str, before: str, name: str) -> set[str]:
    """Words of a text that stand in its English too, but for names and what was typed."""
    both = [set(re.findall(r"[^\W\d_]+", GIVEN.sub(" ", TITLES.sub(" ", text)).lower())) for text in (said, before)]
    found = (both[0] & both[1]) - ALIKE[name]
    return {word for word in found if len(word) > 1}


def numbers(text: str, name: str = "en") -> list[float]:
    """All numbers of a text, as the language writes them."""
    if name == "en":  # other languages have figures there
        text = re.sub(r"(focused|the other) (nothing|once|twice)", lambda one: COUNTED[one[2]], text)
    else:
        text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    return [float(one) for one in re.findall(r"[+-]?\d+(?:\.\d+)?(?:e-\d+)?", text)]


def printed(capsys: pytest.CaptureFixture[str], name: str, words: list[str], status: int = 0) -> str:
    assert run(["--language", name, *words]) == status
    out, err = capsys.readouterr()
    return out if status == 0 else err


# --- what is printed -------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", REPORTS)
def test_a_report_has_no_english_and_the_same_numbers(which: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = printed(capsys, "en", REPORTS[which]).splitlines()
    assert len(before) > 8
    for name in FOREIGN:
        said = printed(capsys, name, REPORTS[which])
        for english_row, row in zip(before, said.splitlines(), strict=True):
            assert english(row, english_row, name) == set(), row
            assert numbers(row, name) == numbers(english_row), row
        assert not re.search(r"\d\.\d", said)
        assert bool(re.search(r"\d%", said)) == (name != "hr")


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_a_refusal_has_no_english(words: list[str], name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before, said = (printed(capsys, one, words, status=2) for one in ("en", name))
    assert english(said, before.replace("iaijutsu: ", ""), name) == set(), said
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("form", ["--json", "--csv"])
@pytest.mark.parametrize("which", ["values", "changes"])
def test_what_programs_read_is_the_same_in_every_language(
    which: str, form: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before, said = (printed(capsys, one, [*REPORTS[which], form]) for one in ("en", name))
    assert said == before
    assert len(said) > 200


# --- pictures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("which", ["values", "deck", "changes"])
def test_the_words_of_a_picture_are_told_too(
    which: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = {}
    for one in ("en", name):
        files = [tmp_path / f"{one}.svg", tmp_path / f"{one}.png"]
        printed(capsys, one, [*REPORTS[which], "--json", "--svg", str(files[0]), "--png", str(files[1])])
        drawn = parse(str(files[0]))
        tags = [node for tag in ("title", "desc", "text") for node in drawn.getElementsByTagName(tag)]
        shown[one] = [*(node.firstChild.data for node in tags), *_within(files[1])]  # type: ignore[union-attr]
    for english_text, text in zip(shown["en"], shown[name], strict=False):
        assert english(text, english_text, name) == set(), text
    whole = [" ".join(texts) for texts in shown.values()]
    assert english(whole[1], whole[0], name) == set()
    assert numbers(shown[name][1], name) == numbers(shown["en"][1])


def _within(path: Path) -> list[str]:
    """What a PNG says of itself."""
    image = pytest.importorskip("PIL.Image").open(path)
    found = [str(image.text[key]) for key in ("Title", "Description")]
    image.close()
    return found


def test_of_words_none_is_left_out_below_bars_however_long_they_are() -> None:
    labels = ("vitória", "empate", "derrota", "sem resultado")
    panel = Panel("t", "a", labels, tuple(Series(str(n), (0.25,) * 4) for n in range(3)))
    numbered = Panel("t", "a", tuple(map(str, range(100, 140))), (Series("s", (0.1,) * 40),))
    drawn = svg(Bars("t", "s", (panel, numbered)))
    assert all(f">{label}</text>" in drawn for label in labels)
    assert drawn.count(">101</text>") == 0 < drawn.count(">100</text>")


def test_a_row_of_bars_is_as_wide_as_its_words_in_the_language_that_is_spoken() -> None:
    panel = Panel(Sentence("how it ends"), "x", (Sentence.meant("result", "tie"), "9"), (Series("s", (0.5, 0.25)),))
    with speaking("hr"):
        found = lines(panel, width=4, tell=retold)
    assert found == ["kako završava (x)", "  neriješeno  50,0\u00a0% ████", "           9  25,0\u00a0% ██"]


# --- what no command above comes to ----------------------------------------------------------------------


def side(**terms: object) -> FocusSide:
    return FocusSide(4, DECK, **terms)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", FOREIGN)
def test_sides_plans_and_bounds_of_every_kind_are_told(name: str) -> None:
    text = '[{"do": [{"amount": 2, "do": "fv", "op": "add", "which": "lowest"}], "when": "effect"}]'
    cards = FocusSide(3, faces({Face(2, text=text): 2, Face(4): 2}), pool=2)
    drawing = side(pool=0, hand=1, from_hand=-1, top="seen", most=2)
    unseen = side(pool=0, hand=1, from_hand=-1, top="unseen", most=2)
    games = [
        FocusGame((cards, FocusSide(3, cards.deck, pool=2, insteads=(Instead("Ken", own=2),))), chooser=1),
        FocusGame((drawing, drawing)), FocusGame((unseen, drawing)),
        FocusGame((side(), side(most=1, wins_ties=True)), left=(Left(Sentence("the trait of {title}", title=" "), 1),)),
        FocusGame((side(stat_name="force"), side(stat_name="lower")), left=(Left("Ken", 0),)),
    ]  # fmt: skip
    for game in games:
        solution = solve(game, target=1e-3)
        for n in (0, 1):
            few = solution.first_holdings(n)[::9]
            before = [*solution_lines(solution, n), *(line for one in few for line in plan_lines(solution, n, one))]
            with speaking(name):
                said = solution_lines(solution, n, tell=retold)
                said += [retold(line) for one in few for line in plan_lines(solution, n, one)]
            for english_row, row in zip(before, said, strict=True):
                assert english(row.replace("Ken", ""), english_row.replace("Ken", ""), name) == set(), row


@pytest.mark.parametrize("name", FOREIGN)
def test_one_card_is_told_in_the_singular_and_worths_that_are_no_game_in_words(name: str) -> None:
    assert side_words(FocusSide(2, DECK, pool=1)) == "Chi 2, a pool of 1 card"
    game = FocusGame((side(), side()), worth=(Worth(), Worth(tie=0.5)))
    with pytest.raises(BadInput) as caught:
        stakes(game, [("win", "lose"), ("lose", "win"), ("tie", "tie"), ("none", "none")])
    with speaking(name):
        assert retold(side_words(FocusSide(2, DECK, pool=1))).endswith(("od 1 karte", "de 1 carta"))
        assert not re.search(r"\b(win|lose|tie|none|worth)\b", told(caught.value))
    assert "none / none: 0, 0" in told(caught.value)
