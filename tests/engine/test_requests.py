"""Questions: what they list, what they accept, how an answer is read from JSON, and how chance weighs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iaijutsu.engine import (
    CHANCE,
    Arrange,
    BadInput,
    Chance,
    Choose,
    Draw,
    Number,
    Request,
    Roll,
    Sealed,
    Several,
    plain,
)
from tests.engine.toy import Give, Leave, Take

MOVES = (Take(1), Take(2), Leave())

REQUESTS: dict[str, Request[Any]] = {
    "choose": Choose(0, "move", MOVES),
    "choose among numbers": Choose(0, "which", (3, 1, 2)),
    "number": Number(1, "bid", -2, 4),
    "one number": Number(1, "bid", 7, 7),
    "several": Several(0, "give", 4, 1, 3),
    "several of few": Several(0, "give", 2, 0, 9),
    "several of none": Several(0, "give", 0, 0, 3),
    "arrange": Arrange(0, "order", 3),
    "arrange none": Arrange(0, "order", 0),
    "sealed": Sealed("bids", {1: Number(1, "bid", 0, 1), 0: Arrange(0, "order", 2)}),
    "roll": Roll("dice", (2, 3)),
    "roll no dice": Roll("dice", ()),
    "draw": Draw("draw", {"owl": 1, "crane": 2}, 2, 0),
    "draw more than there are": Draw("draw", {"owl": 1}, 5, 0),
    "draw from nothing": Draw("draw", {}, 3),
}

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=3), part, max_size=3),
    max_leaves=8,
)


# ------------------------------------------------------------------ options, why_not and load agree


@pytest.mark.parametrize("name", REQUESTS)
def test_each_option_is_there_once_acceptable_and_the_same_after_json(name: str) -> None:
    asked = REQUESTS[name]
    found = list(asked.options())
    texts = [json.dumps(plain(one)) for one in found]
    assert found
    assert len(set(texts)) == len(texts)
    for one, text in zip(found, texts, strict=True):
        assert asked.why_not(one) is None
        assert asked.load(json.loads(text)) == one
    assert list(asked.options()) == found, "a second look shows the same"


@given(answer=ANYTHING)
@pytest.mark.parametrize("name", REQUESTS)
def test_what_is_accepted_is_listed_and_what_is_read_is_accepted_or_refused_in_words(name: str, answer: Any) -> None:
    asked = REQUESTS[name]
    listed = [exact(plain(one)) for one in asked.options()]
    try:
        loaded = asked.load(answer)
    except BadInput:
        assert exact(answer) not in listed
        return
    why = asked.why_not(loaded)
    assert (why is None) == (exact(answer) in listed)
    assert why is None or why


def exact(data: Any) -> str:
    """JSON as text, in which True is not 1 and 1.0 is not 1."""
    return json.dumps(data, sort_keys=True)


@pytest.mark.parametrize("name", ["choose among numbers", "number", "several", "arrange", "roll"])
def test_true_is_no_1_and_neither_is_a_fraction(name: str) -> None:
    asked = REQUESTS[name]
    for option in asked.options():
        for wrong in (_with_true(plain(option)), _with_float(plain(option))):
            assert refused(asked, wrong), f"{wrong!r} passes for {option!r}"


def _with_true(data: Any) -> Any:
    return [bool(n) if n in (0, 1) else str(n) for n in data] if isinstance(data, list) else data == 1


def _with_float(data: Any) -> Any:
    return [float(n) for n in data] if isinstance(data, list) else float(data)


def refused(asked: Request[Any], data: Any) -> bool:
    try:
        return asked.why_not(asked.load(data)) is not None
    except BadInput:
        return True


def test_an_option_with_true_for_its_1_is_refused() -> None:
    asked = REQUESTS["choose"]
    assert refused(asked, ["take", True])
    assert refused(asked, ["take", 1.0])
    assert asked.load(["take", 1]) == Take(1)


# ------------------------------------------------------------------ each kind


def test_a_refusal_of_a_choice_says_what_can_be_chosen() -> None:
    why = Choose(0, "move", MOVES).why_not(Give(0, 1))
    assert why == "that cannot be chosen now; what can: ['take', 1], ['take', 2], ['leave']"


def test_a_number_in_bounds_is_asked() -> None:
    asked = Number(1, "bid", -2, 4)
    assert list(asked.options()) == [-2, -1, 0, 1, 2, 3, 4]
    assert [asked.why_not(n) for n in (-2, 4)] == [None, None]
    for wrong in (-3, 5, True, 1.0, "1", None, (1,)):
        assert asked.why_not(wrong) == "a whole number from -2 to 4 is asked"


def test_several_slots_ascend_and_their_number_is_in_bounds() -> None:
    asked = Several(0, "give", 3, 1, 2)
    assert list(asked.options()) == [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    assert asked.why_not(()) == "1 to 2 may be chosen, not 0"
    assert asked.why_not((0, 1, 2)) == "1 to 2 may be chosen, not 3"
    for wrong in ((1, 0), (1, 1), (3,), (-1,), (True,), [0], "0", 0):
        assert asked.why_not(wrong) == "a list of different slots from 0 to 2, ascending, is asked"


def test_several_of_few_asks_for_no_more_than_there_are() -> None:
    assert list(Several(0, "give", 2, 0, 9).options()) == [(), (0,), (1,), (0, 1)]


def test_an_order_holds_each_once() -> None:
    asked = Arrange(0, "order", 3)
    assert len(list(asked.options())) == 6
    assert asked.why_not((2, 0, 1)) is None
    for wrong in ((0, 1), (0, 1, 1), (0, 1, 3), (0, 1, True), [0, 1, 2], "012", None):
        assert asked.why_not(wrong) == "an order of the numbers 0 to 2, each once, is asked"


def test_a_sealed_question_is_answered_by_each_seat_with_an_answer_to_its_own() -> None:
    asked = Sealed("bids", {1: Number(1, "bid", 0, 1), 0: Number(0, "bid", 0, 9)})
    assert asked.seat == 0
    assert list(asked.options())[:3] == [{1: 0, 0: 0}, {1: 0, 0: 1}, {1: 0, 0: 2}]
    assert asked.why_not({0: 9, 1: 1}) is None
    assert asked.why_not({0: 9, 1: 2}) == "a whole number from 0 to 1 is asked"
    for wrong in ({0: 9}, {0: 9, 1: 1, 2: 1}, {}, [9, 1], None):
        assert asked.why_not(wrong) == "one answer each from seats [0, 1] is asked"
    assert asked.load({"0": 9, "1": 1}) == {1: 1, 0: 9}
    for data in ({"0": 9}, [9, 1], {"0": 9, "1": 1, "2": 0}, {"0": "9", "1": 1}):
        assert refused(asked, data)


def test_a_die_shows_one_of_its_faces() -> None:
    asked = Roll("dice", (2, 3))
    assert asked.seat == CHANCE
    assert list(asked.options()) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    for wrong in ((0,), (0, 3), (2, 0), (-1, 0), (0, True), [0, 0], None):
        assert asked.why_not(wrong) == "one face for each of 2 dice is asked, counted from 0"


def test_what_is_drawn_lies_there_often_enough() -> None:
    asked = Draw("draw", {"owl": 1, "crane": 2}, 2)
    assert asked.why_not(("crane", "crane")) is None
    assert asked.why_not(("owl", "owl")) == "there are not so many of 'owl' left in that deck"
    assert asked.why_not(("owl", "stork")) == "there are not so many of 'stork' left in that deck"
    assert asked.why_not(("owl", 2)) == "there are not so many of 2 left in that deck"
    for wrong in (("owl",), ["owl", "crane"], "owl", None):
        assert asked.why_not(wrong) == "2 cards are drawn here"


def test_a_question_says_what_it_is_about() -> None:
    said = [str(REQUESTS[name]) for name in ("number", "sealed", "draw")]
    assert said == ["number «bid» of seat 1", "sealed «bids» of seats 0, 1", "draw «draw» of seat -1"]


def test_a_huge_answer_is_refused_in_few_words() -> None:
    huge = "x" * 1_000_000
    for asked in REQUESTS.values():
        for data in (huge, [huge] * 2, {"0": huge, "1": huge}, list(range(100_000))):
            try:
                why = asked.why_not(asked.load(data)) or ""
            except BadInput as error:
                why = str(error)
            assert 0 < len(why) < 400, f"{asked}: {len(why)}"


def test_a_question_with_very_many_options_is_listed_and_checked_without_delay() -> None:
    many = Draw("draw", {f"card-{n}": 3 for n in range(40)}, 10)
    assert len(list(islice(many.options(), 5))) == 5
    assert Arrange(0, "order", 30).why_not(tuple(reversed(range(30)))) is None
    assert len(list(islice(Several(0, "give", 60, 30, 60).options(), 5))) == 5


# ------------------------------------------------------------------ chance: two forms of one distribution


class MoreDigits(Exception):
    """The digits so far do not decide the outcome."""

    def __init__(self, size: int) -> None:
        self.size = size


def sampled(asked: Chance[Any]) -> dict[Any, Fraction]:
    """The exact distribution of `sample`, by following every answer that `below` can give."""
    shares: dict[Any, Fraction] = {}
    for outcome, share in _follow(asked, ()):
        shares[outcome] = shares.get(outcome, Fraction(0)) + share
    return shares


def _follow(asked: Chance[Any], digits: tuple[int, ...]) -> Iterator[tuple[Any, Fraction]]:
    try:
        outcome = asked.sample(_from(digits))
    except MoreDigits as more:
        for digit in range(more.size):
            for outcome, share in _follow(asked, (*digits, digit)):
                yield outcome, share / more.size
    else:
        yield outcome, Fraction(1)


def _from(digits: tuple[int, ...]) -> Callable[[int], int]:
    left = list(digits)

    def below(size: int) -> int:
        if not left:
            raise MoreDigits(size)
        return left.pop(0)

    return below


@pytest.mark.parametrize(
    "asked",
    [
        Roll("dice", (2, 3)),
        Roll("dice", ()),
        Roll("random-card", (7,)),
        Roll("random-discard", (4, 3, 2)),
        Draw("draw", {"owl": 1, "crane": 2}, 2),
        Draw("draw", {"owl": 1, "crane": 3, "heron": 2}, 4),
        Draw("draw", {"owl": 1}, 5),
        Draw("draw", {}, 3),
    ],
    ids=str,
)
def test_sampling_and_the_weights_are_one_distribution_exactly(asked: Chance[Any]) -> None:
    outcomes = list(asked.outcomes())
    total = sum(weight for _, weight in outcomes)
    assert len({outcome for outcome, _ in outcomes}) == len(outcomes), "an outcome is listed twice"
    assert sampled(asked) == {outcome: Fraction(weight, total) for outcome, weight in outcomes}


def test_a_draw_does_not_hang_on_the_order_in_which_the_rest_is_held() -> None:
    one, other = (Draw("draw", dict(rest), 3) for rest in ([("a", 2), ("b", 1)], [("b", 1), ("a", 2)]))
    assert list(one.outcomes()) == list(other.outcomes())
    for digits in ((0, 0, 0), (2, 1, 0), (1, 0, 0)):
        assert one.sample(_from(digits)) == other.sample(_from(digits))
