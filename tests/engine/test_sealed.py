"""Secret, simultaneous questions: an answer that waits is its seat's alone, and nobody learns who was first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from iaijutsu.engine import IllegalAnswer, Scripted, Session, loads
from iaijutsu.engine.plaindata import to_plain
from tests.engine.toy import GAME, NONE, State

AUDIENCES: tuple[Any, ...] = (0, 1, "spectator", "judge")


def bidding() -> Session[State]:
    return Session(GAME, NONE, Scripted([("crane",), ("owl",)]))


def seen(session: Session[State], audience: Any) -> str:
    """What an audience can see: its state, its events, who is asked what, and whether it could step back."""
    asked = {seat: str(request) for seat, request in session.asked.items()}
    events = [event.plain() for event in session.events(audience)]
    return json.dumps([to_plain(session.view(audience).state), events, asked, session.why_not_take_back(0)])


def test_an_answer_can_be_replaced_until_the_last_is_in() -> None:
    session = bidding()
    session.submit(0, 0)
    session.submit(0, 3)
    session.submit(0, 1)
    assert session.has_sealed(0)
    assert not session.has_sealed(1)
    assert session.entries[-1].purpose == "draw"
    session.submit(1, 2)
    assert session.entries[-1].answer == {0: 1, 1: 2}
    assert not session.has_sealed(0)
    assert not session.has_sealed(1)


def test_an_illegal_answer_does_not_replace_a_legal_one() -> None:
    session = bidding()
    session.submit(0, 3)
    with pytest.raises(IllegalAnswer, match="a whole number from 0 to 3 is asked"):
        session.submit(0, 4)
    session.submit(1, 0)
    assert session.entries[-1].answer == {0: 3, 1: 0}


def test_who_answers_first_makes_no_difference() -> None:
    first, second = bidding(), bidding()
    for session, order in ((first, (0, 1)), (second, (1, 0))):
        for seat in order:
            session.submit(seat, (3, 1)[seat])
    assert first.transcript().dumps() == second.transcript().dumps()
    for audience in AUDIENCES:
        assert seen(first, audience) == seen(second, audience)


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_waiting_answer_is_seen_by_nobody(audience: Any) -> None:
    untouched, low, high = bidding(), bidding(), bidding()
    low.submit(0, 0)
    high.submit(0, 3)
    assert seen(untouched, audience) == seen(low, audience) == seen(high, audience)


def test_both_are_asked_until_all_are_in() -> None:
    session = bidding()
    session.submit(1, 1)
    assert session.asked.keys() == {0, 1}
    assert session.asked_of(1).purpose == "bid"


def test_a_waiting_answer_is_kept_in_the_file() -> None:
    session = bidding()
    session.submit(1, 1)
    text = session.transcript()
    assert text.waiting == {1: 1}
    again = Session.load(GAME, loads(text.dumps()), Scripted([]))
    assert again.has_sealed(1)
    again.submit(0, 3)
    assert again.entries[-1].answer == {0: 3, 1: 1}
