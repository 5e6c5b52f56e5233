"""Every line of play, with its exact chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from iaijutsu.engine import CHANCE, Request, Scripted, Session
from iaijutsu.engine.lines import count_lines, every_line
from tests.engine.toy import GAME, NONE, Leave, State, Take

CARDS = (("crane",), ("owl",))
GIVEN = 3 * 2 + 3 * 1
"""Ways to give away and order pebbles: one of three and two orders, or two of three and one."""


def no_faults(request: Request[Any]) -> Any:
    """Everything is left open, but a move that the rules fail on is not made."""
    return Leave() if request.purpose == "move" else None


def taking(request: Request[Any]) -> Any:
    """Bids stand, the bidder takes, the least is given: chance alone is left open."""
    if request.seat == CHANCE:
        return None
    return Take(1) if request.purpose == "move" else next(iter(request.options()))


def test_every_answer_and_every_outcome_is_a_line() -> None:
    session = Session(GAME, NONE, Scripted(CARDS))
    lines = list(every_line(session, no_faults))
    assert len(lines) == 4 * 4 * GIVEN
    assert all(weight == 1 for weight, _ in lines)
    assert len({line.transcript().dumps() for _, line in lines}) == len(lines)


def test_distinct_outcomes_of_chance_are_lines_of_their_weight() -> None:
    lines = list(every_line(Session(GAME, NONE), taking))
    assert len(lines) == 2 * 2 * 6
    assert sum(weight for weight, _ in lines) == 1
    cards: Counter[Any] = Counter()
    for weight, line in lines:
        cards[tuple(line.referee.state.cards)] += weight  # type: ignore[assignment]
    assert cards == {
        ("crane", "crane"): Fraction(4, 9),
        ("crane", "owl"): Fraction(2, 9),
        ("owl", "crane"): Fraction(2, 9),
        ("owl", "owl"): Fraction(1, 9),
    }


def test_the_mean_of_all_lines_is_that_of_the_die() -> None:
    lines = every_line(Session(GAME, NONE, Scripted(CARDS)), taking)
    assert sum(weight * line.outcome[0] for weight, line in lines) == Fraction(7, 2) + 1


def test_counting_leaves_the_duel_where_it_stands() -> None:
    session: Session[State] = Session(GAME, NONE, Scripted(CARDS))
    for seat, answer in ((0, 3), (1, 0), (0, Leave())):
        session.submit(seat, answer)
    before = session.transcript().dumps()
    assert count_lines(session) == GIVEN
    assert session.transcript().dumps() == before


def test_a_finished_duel_is_one_line() -> None:
    session: Session[State] = Session(GAME, NONE, Scripted(CARDS))
    for seat, answer in ((0, 3), (1, 0), (0, Leave()), (1, (0,)), (1, (0, 1))):
        session.submit(seat, answer)
    assert [(weight, line.outcome) for weight, line in every_line(session)] == [(Fraction(1), (1, 0))]
