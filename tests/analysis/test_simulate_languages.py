"""`simulate` in every language: its reports, pages and lines hold no English, and the numbers of the English ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path

import pytest

from iaijutsu import cards
from iaijutsu.analysis import facts_cards, facts_rpg, kernel_cards, kernel_tally, workforce
from iaijutsu.analysis import kernel_rpg_layout as layout
from iaijutsu.analysis.focus_game import FocusGame, FocusSide, faces
from iaijutsu.analysis.measures import Measure
from iaijutsu.analysis.report_words import worded
from iaijutsu.analysis.simulate import Target
from iaijutsu.analysis.workforce import Progress
from iaijutsu.cards import decks
from iaijutsu.engine import BadInput, DuelError, Sentence
from iaijutsu.play import cli_kernel, cli_simulate
from iaijutsu.play.cli import run
from iaijutsu.play.i18n import retold, speaking, told
from iaijutsu.play.words.cards_asks import ENDS as CARD_ENDS
from iaijutsu.play.words.cards_events import REASONS
from iaijutsu.play.words.rpg_checks import GRADES
from iaijutsu.play.words.rpg_events import DEEDS, ENDS
from iaijutsu.play.words.rpg_scene import ACTIONS
from iaijutsu.rpg import FORMS, catalogue
from tests.analysis.test_simulate import match
from tests.play.test_languages import FOREIGN
from tests.play.test_languages_refused import english

LANG = {"hr": "hr", "pt_BR": "pt-BR"}
NAMES = sorted(
    {deck.title for deck in decks.shipped().values()}
    | {card.title for card in cards.catalogue.shipped().values()}
    | {catalogue.load(one).name for one in catalogue.names()}
    | {*FORMS, *catalogue.shelf().techniques},
    key=len, reverse=True,
)  # fmt: skip
"""Names, and keys that are typed."""
ALIKE = {
    "bold", "celestial", "focus", "iaijutsu", "interval", "item", "kernel", "minus", "newcombe", "numpy", "personality",
    "random", "rash", "reading", "steady", "student", "wilson",
}  # fmt: skip
"""Words of four letters or more that are the same in another language, or are typed."""

REPORTS = {
    "cards": "--first-player random --second-player rash --challenger both --duels 60",
    "until": "--first-player random --second-player rash --duels 300 --until 0.07",
    "one": "--first-player random --second-player random --duels 1",
    "rpg": "rpg --form first-strike --duels 15",
    "clash": "rpg --contest clash --first-player random --second-player random --duels 20",
    "kernel": "--kernel --numbers --first-player at=2/1 --duels 5000",
    "kernel of characters": "rpg --kernel --numbers --first-player bold --duels 500",
}


def words(text: str) -> set[str]:
    """The words of four letters or more in a text, but for names and what is typed."""
    text = " ".join(text.split())
    for name in NAMES:
        text = text.replace(name, "")
    text = re.sub(r"--\w+", "", text)
    return set(re.findall(r"[^\W\d_]{4,}", text.lower())) - ALIKE


def numbers(text: str, name: str = "en") -> Counter[str]:
    """The numbers in a text, as English writes them."""
    found = re.findall(r"[+−]?\d+(?:[.,]\d+)*", text)
    marks = str.maketrans(",.", ".,") if name != "en" else {}
    return Counter(number.translate(marks) for number in found)


class Page(HTMLParser):
    """What a page says, to the eye and to those who have it read to them, but for labels that are cut off."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.outside: list[str] = []
        """What is said outside of pictures, where labels are left out if there is no room."""
        self.within: list[str] = []
        self.bars: list[object] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "rect", "path", "line"):
            self.within.append(tag)
        self.bars += attrs if tag in ("rect", "path") else []
        self.said += [value for name, value in attrs if name == "aria-label" and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.within:
            self.within.remove(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.within and not data.endswith("…"):
            self.said.append(data)
            self.outside += [] if "text" in self.within else [data]


def reported(terms: str, name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, str, str]:
    """What the command says in a language: report without its last line, the page, and the counts as JSON."""
    page, data = folder / f"{name}.html", folder / f"{name}.json"
    files = ["--html", str(page), "--json", str(data)]
    assert run(["simulate", *terms.split(), "--workers", "1", *files, "--language", name]) == 0
    out = capsys.readouterr().out
    return out, page.read_text(encoding="utf-8"), data.read_text(encoding="utf-8")


# --- reports ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", REPORTS.values(), ids=REPORTS)
def test_a_report_has_no_english_and_the_same_numbers(
    terms: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, page, data = reported(terms, "en", tmp_path, capsys)
    ours = Page(page)
    assert len(words(out)) > 30 and len(words(" ".join(ours.said))) > 40
    for name in FOREIGN:
        other, other_page, other_data = reported(terms, name, tmp_path, capsys)
        theirs = Page(other_page)
        assert words(other) & words(out) == set()
        assert words("\n".join(theirs.said)) & words("\n".join(ours.said)) == set()
        fought, rate = other.splitlines()[:-1], other.splitlines()[-1]
        assert numbers("\n".join(fought), name) == numbers("\n".join(out.splitlines()[:-1]))
        assert len(numbers(rate)) == len(numbers(out.splitlines()[-1]))
        assert numbers("\n".join(theirs.outside), name) == numbers("\n".join(ours.outside))
        assert theirs.bars == ours.bars and f'<html lang="{LANG[name]}">' in other_page
        assert other_data == data, "what was counted is told to programs, in no language"
    assert '<html lang="en">' in page


def test_english_and_other_numbers_would_be_seen() -> None:
    assert words("Tko pobjeđuje (share of 20 duels)") & words("Who wins (share of 20 duels)") == {"share", "duels"}
    assert words("Kaya of Still Pond – Shiori of Two Rivers") == set()
    assert numbers("1.234,5 % (−0,25)", "hr") == numbers("1,234.5 % (−0.25)") != numbers("1,234.5 % (0.25)")


def test_columns_are_as_wide_as_the_words_that_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("en", *FOREIGN):
        out, _page, _data = reported(REPORTS["cards"], name, tmp_path, capsys)
        for block in out.split("\n\n")[2:]:
            rows = [line for line in block.splitlines() if "█" in line]
            assert len({line.index("█") for line in rows}) <= 1, block


# --- every word that is counted --------------------------------------------------------------------------


def counted_words() -> Iterator[str]:
    """Every word under which a duel may be counted, made of what the rules and the kernels say."""
    yield from (*facts_cards.RESULTS.values(), *kernel_tally.WINNERS, "no outcome", "{0} loses alone", "{1} wins alone")
    yield from ("no duel", "no challenge could be made", "unfinished", "given up after 2000 questions", "resolved")
    yield from CARD_ENDS
    yield from (f"{how}: {why}" for how in ("the challenge ends", "without resolution") for why in BROKEN)
    yield from (f"{{1}}: {why}" for why in ("his choice", *FORCED))
    yield from (*ENDS, "score", *filter(None, layout.ENDINGS), "{0} strikes")
    yield from (f"{{0}}: {grade}" for grade in GRADES if grade not in ("", "draw"))
    yield from ("draw", *(f"{{1}}: by {how}" for how in ("concession", "cheating", "roll", "clash", "death")))
    acts = (*ACTIONS, "no action", *(f"finishing blow ({act})" for act in ACTIONS))
    yield from (f"{{0}}: {deed}, after: {act}" for deed in DEEDS for act in acts)


BROKEN = [why for why in REASONS if "ends the duel" in why or "left play" in why or "by now" in why]
FORCED = [why for why in REASONS if "makes him" in why or "nothing is left to focus" in why or "counts as" in why]


def test_every_word_that_is_counted_is_told_in_every_language() -> None:
    listed = list(counted_words())
    assert len(listed) > 150 and len(BROKEN) == 4 and len(FORCED) == 3
    for word in listed:
        made = worded(word, ("Aki", "Nao"))
        assert made == word.replace("{0}", "Aki").replace("{1}", "Nao")
        assert isinstance(made, Sentence), word
        for name in FOREIGN:
            with speaking(name):
                assert words(retold(made)) & words(made) == set(), word


def test_a_word_that_nobody_knows_is_told_as_it_stands() -> None:
    names = ("{1}", "Nao")
    assert worded("{0} dances with {1}", ("Aki", "Nao")) == "Aki dances with Nao"
    assert worded("{0} wins", names) == "{1} wins"
    with speaking("hr"):
        assert retold(worded("{1}: bows, after: strike", names)) == "Nao: bows, nakon: udarac"


MEASURES: tuple[Measure, ...] = (*facts_cards.MEASURES, *facts_rpg.MEASURES, *kernel_tally.CARDS, *kernel_tally.RPG)


@pytest.mark.parametrize("name", FOREIGN)
def test_everything_that_is_counted_has_its_title_in_every_language(name: str) -> None:
    with speaking(name):
        for one in MEASURES:
            for text in (one.told(("Aki", "Nao")), one.of.what, *map(one.of.counted, (1, 2, 5, 21)), one.unit):
                assert words(retold(text)) & words(text) == set(), text
        assert [retold(facts_cards.CUT_SHORT.counted(n)) for n in (1, 2, 5_000)] == {
            "hr": ["1 prekinuti dvoboj", "2 prekinuta dvoboja", "5.000 prekinutih dvoboja"],
            "pt_BR": ["1 duelo interrompido", "2 duelos interrompidos", "5.000 duelos interrompidos"],
        }[name]


# --- while it runs, and when it stops --------------------------------------------------------------------


def some(duels: int) -> Progress:
    return workforce.run(Progress(match(), Target(duels)), 1)


def lines(progress: Progress) -> list[str]:
    """What may be said of a simulation beside its report."""
    made = [cli_simulate._words(progress, bar=bar) for bar in (False, True)]
    made += [cli_simulate._words(Progress(progress.match, Target(2_000)), bar=False)]
    progress.ended = "interrupted"
    return [*made, *map(retold, cli_simulate._notes(progress))]


def test_how_far_it_is_is_told_in_every_language() -> None:
    progress = some(30)
    progress.target, progress.seconds = Target(2_000), 3.0
    ours = lines(progress)
    assert ours[1].startswith("[") and "30 of 2,000 duels, known to within" in ours[0]
    for name in FOREIGN:
        with speaking(name):
            theirs = lines(progress)
        assert words(" ".join(theirs)) & words(" ".join(ours)) == set()
        assert numbers(" ".join(theirs), name) == numbers(" ".join(ours))


def test_a_kernel_tells_how_far_it_is_in_every_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for name in ("en", *FOREIGN):
        shown = cli_kernel._Shown(Target(1_000_000), None, plain=True)  # type: ignore[arg-type]
        shown.over, shown.last = True, shown.began - 1
        monkeypatch.setattr("iaijutsu.play.cli_kernel.time.monotonic", lambda shown=shown: shown.began + 1)
        with speaking(name):
            shown(250_000, None)  # type: ignore[arg-type]
        monkeypatch.undo()
        found.append(capsys.readouterr().err)
    assert "250,000 of 1,000,000 duels, 250,000 a second" in found[0]
    for name, line in zip(FOREIGN, found[1:], strict=True):
        assert words(line) & words(found[0]) == set() and numbers(line, name) == numbers(found[0])


def test_a_duel_that_fails_is_told_of_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(session: object, agents: object) -> None:
        raise DuelError(Sentence("a worker process ended without a word; fewer workers may need less memory"))

    monkeypatch.setattr("iaijutsu.players.step", broken)
    monkeypatch.setattr(workforce, "_MATCH", match())
    found, _seconds = workforce._work(3, 5)
    assert isinstance(found, Sentence)
    for name in FOREIGN:
        with speaking(name):
            assert words(told(DuelError(found))) & words(found) == set()


def test_what_cannot_be_sent_to_another_process_is_sent_as_its_words() -> None:
    made = Sentence("{error} is here", error=lambda: 0)
    sent = workforce._portable(made)
    assert type(sent) is str and sent == made
    again = workforce._portable(Sentence("{n} is here", n=3))
    assert isinstance(again, Sentence)


def test_sides_without_names_of_their_own_have_some_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    deck = next(iter(decks.shipped()))
    terms = ["--deck", deck, "--against", deck, "--duels", "2", "--workers", "1", "--language", "hr"]
    for kind in ([], ["--kernel", "--numbers"]):
        assert run(["simulate", *terms, *kind]) == 0
        out = capsys.readouterr().out
        assert out.startswith("Prvi – Drugi\n============\n") and "First" not in out


# --- refusals --------------------------------------------------------------------------------------------

REFUSED = (
    "--challenger both", "--first-player dance=1", "--first-player at=x", "--first-player hand=left",
    "--second-player guess=99", "--ruleset classic", "--save x", "--transcript 1 x", "rpg --first-player reckless",
    "rpg --first-player bold,dance=1", "rpg --first-player bold,blows=maybe", "rpg --first-player bold,bid=x",
    "rpg --first-player bold,stance=wood", "rpg --first-player bold,cost=x", "rpg --first-player bold,seizes=x",
    "rpg --contest one-roll",
)  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("terms", [f"{terms} --numbers" for terms in REFUSED])
def test_what_a_kernel_refuses_is_told_in_every_language(
    terms: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *terms.split(), "--kernel", "--language", name]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and not english(err), err


def test_what_a_side_may_have_beyond_a_kernel_is_named_in_every_language() -> None:
    beyond = {one.name for one in fields(FocusSide)} - {*kernel_cards.KNOWN, *kernel_cards.TEXTS_ALONE}
    assert beyond == set(kernel_cards.LEFT_OUT)
    setting = FocusGame((FocusSide(3, faces({1: 20}), top="seen"), FocusSide(3, faces({1: 20}))))
    with pytest.raises(BadInput) as refused:
        kernel_cards.refuse(setting)
    assert str(refused.value) == "kernel: challenger: it leaves out top (here seen)"
    with speaking("hr"):
        assert told(refused.value) == "jezgra: izazivač: izostavlja vrh špila (ovdje vidljiv)"


@pytest.mark.parametrize("name", FOREIGN)
def test_what_a_kernel_leaves_out_is_told_in_every_language(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "rpg", "--kernel"]) == 2
    ours = capsys.readouterr().err
    assert run(["simulate", "rpg", "--kernel", "--language", name]) == 2
    theirs = capsys.readouterr().err
    trait = catalogue.load("kaya").traits[0].name
    assert trait in ours and trait in theirs
    assert words(theirs.replace(trait, "")) & words(ours.replace(trait, "")) == set()
