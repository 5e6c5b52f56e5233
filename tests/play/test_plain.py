"""The face of lines: a whole duel, every command, and secrets kept between two people at one keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from iaijutsu.cards import catalogue
from iaijutsu.cards.pieces import UNKNOWN
from iaijutsu.engine import Arrange, BadInput, Number, Several
from iaijutsu.play import replies
from iaijutsu.play.host import Host
from iaijutsu.play.plain import ALONE, BACK, CLEAR, Leave, Lines
from iaijutsu.play.store import Store
from iaijutsu.play.words import Choice, Question
from tests.play import tables
from tests.play.tables import Script

Line = str | Callable[[str], str]


def any_choice(one: Host, seed: int) -> Callable[[str], str]:
    """Types an answer that the question allows, as a person at the keyboard would."""
    rng = random.Random(seed)

    def choose(shown: str) -> str:
        if "press Enter" in shown:
            return ""
        asked = one.asked()
        assert asked is not None
        options = list(asked.request.options())
        answer = rng.choice(options)
        if isinstance(asked.request, Several | Arrange):
            return " ".join(str(slot + 1) for slot in answer)
        return str(answer) if isinstance(asked.request, Number) else str(options.index(answer) + 1)

    return choose


def always(line: Line) -> Iterator[Line]:
    """The same line again and again."""
    while True:
        yield line


def play(one: Host, lines: Iterator[Line], *, screen: bool = False) -> Script:
    """Play to the end of the duel or of the script."""
    console = Script(lines, screen=screen)
    try:
        Lines(one, console).run()
    except Leave:
        console.shown.append("\nLEFT\n")
    return console


# --- a whole duel ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_duel_is_fought_to_the_end_by_numbers(seed: int) -> None:
    one = tables.host(1)
    console = play(one, always(any_choice(one, seed)))
    assert one.session.finished
    assert re.search(r"(won|lost|ended|refused|negated|no duel)", console.text.splitlines()[-1])
    assert "\x1b" not in console.text  # a pipe gets text and nothing else


def test_a_question_shows_its_choices_and_what_cannot_be_done_now() -> None:
    one = tables.host(1)
    choose = any_choice(one, 1)

    def from_hand(shown: str) -> str:
        found = re.findall(r"^ +(\d+)  Focus .+ from your hand", shown, re.MULTILINE)
        return found[0] if found else choose(shown)

    console = play(one, always(from_hand))
    assert "Focus, or strike?" in console.text
    assert re.search(r"^  1  Focus .+ from your pool$", console.text, re.MULTILINE)
    told = " ".join(console.text.split())
    assert (
        "Not now: You have focused from your hand already; that is allowed once in a duel. [cards.C.hand-once]" in told
    )


def test_the_log_is_told_once_and_explained_on_demand() -> None:
    one = tables.host(1)
    lines = ["?", "? 3", "? 999", "? x", "log", "log all", "table", "text 1", "text 99", "help", "quit"]
    console = play(one, iter([any_choice(one, 1), *lines]))
    assert console.text.count("Why: ") >= 1
    assert "there is no line '999'" in console.text
    assert "there is no line 'x'" in console.text
    assert "Family Honor 5" in console.text
    assert "which choice? text and a number" in console.text
    assert "write a line into the log" in console.text
    assert console.text.endswith("\nLEFT\n")


ODD = ("0", "99", "-1", "nonsense", "", "1 2", "१", "1" * 5000, "?" * 10, "\x00", "say", "judge")


@pytest.mark.parametrize("typed", ODD)
def test_odd_lines_are_answered_in_words_and_change_nothing(typed: str) -> None:
    one = tables.host(1)
    console = play(one, iter([typed, "quit"]))
    before = tables.host(1)
    before.advance()
    assert [entry.plain() for entry in one.session.entries] == [entry.plain() for entry in before.session.entries]
    assert "Traceback" not in console.text
    assert console.text.endswith("\nLEFT\n")


def test_the_end_of_the_input_leaves_the_table() -> None:
    one = tables.host(1)
    assert play(one, iter(())).text.endswith("\nLEFT\n")
    assert not one.session.finished


def test_a_free_line_stands_in_the_log() -> None:
    one = tables.host(1)
    console = play(one, iter(["say Mist lies over the water.", "quit"]))
    assert "Aki: “Mist lies over the water.”" in console.text


def test_a_step_back_needs_the_other_persons_word() -> None:
    one = tables.host(2)
    choose = any_choice(one, 1)
    asked = iter(["1", "", "undo", "maybe", "n", "undo", "y", "quit"])
    begun: list[str] = []

    def script(shown: str) -> str:
        if begun or "Focus, or strike?" in shown:
            begun.append(shown)
            return next(asked)
        return choose(shown)

    console = play(one, always(script))
    assert "y or n, please." in console.text
    assert "does not agree" in console.text
    assert any(entry.purpose == "say" and "takes back" in entry.answer[1] for entry in one.session.entries)


def test_a_judge_rules_by_questions_or_in_one_line() -> None:
    one = tables.host(1, judge="Rin")
    console = play(
        one, iter([any_choice(one, 1), "judge 1 1 chi 9 the card says so", "judge", "5", "1", "-2", "", "quit"])
    )
    rulings = [entry.answer[1:] for entry in one.session.entries if entry.purpose == "ruling"]
    assert len(rulings) == 2
    assert rulings[0][1] == "the card says so"
    assert "Rin rules: " in console.text
    assert "Family Honor" in console.text


def test_a_ruling_that_is_impossible_is_refused_with_the_reason() -> None:
    one = tables.host(1, judge="Rin")
    console = play(one, iter(["judge 2", "judge 7 1 1 why", "judge 9", "quit"]))
    assert "there is nothing that this could be done to" in console.text
    assert not any(entry.purpose == "ruling" for entry in one.session.entries)


def test_waiting_passes_at_reactions() -> None:
    one, two = tables.host(2), tables.host(2)
    choose = any_choice(two, 1)
    asked = play(one, always(any_choice(one, 1))).text.count("do you react?")
    wait = play(two, always(lambda shown: "wait all" if "do you react?" in shown else choose(shown)))
    assert two.session.finished
    assert 0 < wait.text.count("do you react?") < asked


def test_the_keeper_has_every_answer_however_one_leaves(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    one = tables.host(1, Store(path))
    play(one, iter([any_choice(one, 1)] * 3))
    assert path.read_text(encoding="utf-8") == one.session.transcript().dumps()


# --- two people at one keyboard --------------------------------------------------------------------------


def titles_hidden_from(one: Host, seat: int) -> set[str]:
    """Titles of cards that a seat does not know: in the other hand, pool, face down or in a deck, and nowhere open."""
    session = one.session
    truth, seen = session.view("judge").state, session.view(seat).state
    library = catalogue.shipped()
    known = {key for pile in (*seen.hands, *seen.discards, *seen.removed) for key in pile}
    known |= {piece.key for piece in seen.pieces.values()} - {UNKNOWN}
    known |= {key for player in (session.setup.players[seat],) for key in dict(player.deck)}
    hidden = {key for hand in truth.hands for key in hand} | {piece.key for piece in truth.pieces.values()}
    hidden |= {key for player in session.setup.players for key in dict(player.deck)}
    open_now = {str(part) for event in session.events(seat) for part in _strings(event.plain())}
    return {library[key].title for key in hidden - known - open_now if key in library}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


class Watched(Script):
    """A console that looks, at every prompt, for what the person at the keyboard must not read."""

    def __init__(self, one: Host, seed: int) -> None:
        super().__init__(always(any_choice(one, seed)), screen=True)
        self.one = one
        self.screens = 0
        self.lines_face: Lines | None = None

    def _type(self, prompt: str) -> str:
        asked = self.one.asked()
        assert asked is not None
        screen = self.text.rsplit(CLEAR, 1)[-1] + prompt
        for title in titles_hidden_from(self.one, asked.seat):
            assert not re.search(rf"\b{re.escape(title)}\b", screen), f"{title} is shown to seat {asked.seat}"
        self.screens += 1
        return super()._type(prompt)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_hidden_of_the_other_person_is_ever_on_the_screen(seed: int) -> None:
    one = tables.host(2)
    console = Watched(one, seed)
    Lines(one, console).run()
    assert one.session.finished
    assert console.screens > 10
    assert console.text.startswith(ALONE)
    assert console.text.rindex(BACK) > console.text.rindex("Hand the keyboard")


def test_the_last_screen_shows_what_is_public() -> None:
    one = tables.host(2)
    console = Script(always(any_choice(one, 3)), screen=True)
    Lines(one, console).run()
    last = console.text.rsplit(BACK, 1)[-1]
    assert "draws 5 cards" in last
    assert "You " not in last


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canary: without clearing between people, the watcher finds the other's cards."""
    monkeypatch.setattr("iaijutsu.play.plain.CLEAR", "")
    one = tables.host(2)
    console = Watched(one, 1)
    with pytest.raises(AssertionError, match="is shown to seat"):
        Lines(one, console).run()


def test_between_hands_the_screen_holds_nothing_but_a_name() -> None:
    one = tables.host(2)
    console = Script(always(any_choice(one, 1)), screen=True)
    Lines(one, console).run()
    handed = [part for part in console.text.split(CLEAR) if "press Enter" in part]
    assert len(handed) > 5
    for part in handed:
        assert re.fullmatch(r"Hand the keyboard to (\w+)\.\n\1, press Enter when nobody else looks\. ", part)


# --- reading what is typed -------------------------------------------------------------------------------

LABELS = ("Late Snow (3)", "Late Frost (2)", "Draw and Cut (3)", "Pass")
CARDS = tuple(Choice(n, label) for n, label in enumerate(LABELS))


@pytest.mark.parametrize(
    ("form", "typed", "answer"),
    [
        ("choose", "2", 1), ("choose", " 4 ", 3), ("choose", "late s", 0), ("choose", "PASS", 3),
        ("number", "3", 3), ("number", "-2", -2), ("number", "−2", -2),
        ("several", "3 1", (0, 2)), ("several", "3,1", (0, 2)), ("several", "", ()),
        ("arrange", "4 3 2 1", (3, 2, 1, 0)), ("arrange", "", (0, 1, 2, 3)),
        ("draw", "1, draw", (0, 2)), ("draw", "1 1", (0, 0)), ("text", " a word ", "a word"), ("text", "", ""),
    ],
)  # fmt: skip
def test_what_is_typed_is_understood(form: str, typed: str, answer: object) -> None:
    question = Question(form, "?", CARDS, least=-5, most=2 if form == "draw" else 40)
    assert replies.read(question, typed) == answer


@pytest.mark.parametrize(
    ("form", "typed", "words"),
    [
        ("choose", "5", "needed is a number from 1 to 4"), ("choose", "0", "needed is"), ("choose", "late", "could be"),
        ("choose", "p", "is no answer here"), ("choose", "", "is no answer here"), ("number", "three", "is no number"),
        ("number", "1.5", "is no number"), ("number", "²", "is no number"), ("several", "1 1", "twice"),
        ("several", "1 9", "needed is"), ("draw", "1", "needed is"), ("draw", "1,,2", "needed is"),
        ("text", "x" * 41, "one line of at most 40"), ("text", "a\tb", "printable"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_said_with_what_would_do(form: str, typed: str, words: str) -> None:
    question = Question(form, "?", CARDS, least=0, most=2 if form == "draw" else 40)
    with pytest.raises(BadInput, match=re.escape(words)):
        replies.read(question, typed)


def test_faces_of_dice_are_typed_as_they_stand_on_the_dice() -> None:
    dice = Question("faces", "?", (Choice(6, "d6"), Choice(12, "d12")), least=2, most=2)
    assert replies.read(dice, "6 1") == (5, 0)
    with pytest.raises(BadInput, match="2 faces"):
        replies.read(dice, "6")
