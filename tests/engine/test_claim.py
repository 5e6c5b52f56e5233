"""A duel that is claimed: it is over outside the rules, and its file says by whom and from whom."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.engine import (
    BadInput,
    Claimed,
    DuelFinished,
    NoTakeBack,
    OutOfStep,
    Session,
    Verifiable,
    loads,
)
from tests.engine.test_session import begun, moving
from tests.engine.toy import GAME, NONE, Leave, State, Stop


def claimed() -> Session[State]:
    """Seat 0 was asked to move, and seat 1 claimed."""
    session = moving((0,))
    session.claim(1, "Nao", 0, "Aki")
    return session


def test_it_is_over_and_everybody_is_told_who_took_it() -> None:
    session = claimed()
    assert session.finished and not session.asked
    assert session.outcome == Claimed(1, "Nao", 0, "Aki", source="Nao")
    for audience in (0, 1, "spectator", "judge"):
        assert session.events(audience)[-1] == session.outcome
    with pytest.raises(DuelFinished):
        session.submit(0, Leave())
    with pytest.raises(DuelFinished):
        session.rule("Ren", Stop(), "late")
    with pytest.raises(DuelFinished):
        session.claim(1, "Nao", 0, "Aki")
    with pytest.raises(NoTakeBack):
        session.take_back(len(session.entries) - 1)


def test_its_file_is_of_the_second_format_and_comes_back_the_same() -> None:
    session = claimed()
    session.say("Aki", "well met")
    text = session.transcript().dumps()
    assert text.startswith('{"format": 2, ') and '["claim", 1, ["Nao", 0, "Aki"]]' in text
    again = Session.load(GAME, loads(text))
    assert again.transcript().dumps() == text
    assert again.events("judge") == session.events("judge") and again.outcome == session.outcome
    assert session.fork().transcript().dumps() == text
    assert moving().transcript().dumps().startswith('{"format": 1, ')


def test_sealed_answers_that_were_not_opened_stay_so() -> None:
    session = begun()
    session.submit(1, 1)
    session.claim(1, "Nao", 0, "Aki")
    assert "waiting" not in session.transcript().dumps() and not session.has_sealed(1)


def test_its_seed_is_told() -> None:
    session: Session[State] = Session(GAME, NONE, Verifiable(bytes(range(32))))
    assert session.transcript().seed is None
    late = next(iter(session.asked))
    session.claim(1 - late, "Nao", late, "Aki")
    assert session.transcript().seed == bytes(range(32)).hex()


WRONG: dict[str, tuple[Any, str]] = {
    "oneself": ((0, ["Aki", 0, "Aki"]), "seat 0 cannot claim the duel of seat 0"),
    "nobody": ((7, ["Aki", 0, "Aki"]), "seat 7 cannot claim"),
    "chance": ((-1, ["Aki", 0, "Aki"]), "seat -1 cannot claim"),
    "who is not asked": ((0, ["Aki", 1, "Nao"]), "seat 1 is not asked anything"),
    "a truth": ((1, ["Nao", False, "Aki"]), "a claim is"),
    "too little": ((1, ["Nao", 0]), "a claim is"),
    "no list": ((1, "Nao"), "a claim is"),
    "no name": ((1, [" ", 0, "Aki"]), "printable characters"),
    "two lines": ((1, ["Nao", 0, "A\nki"]), "printable characters"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_claim_that_cannot_be_is_refused_in_a_file_by_its_place(wrong: str) -> None:
    (seat, answer), told = WRONG[wrong]
    transcript = moving((0,)).transcript()
    transcript.entries.append(type(transcript.entries[0])("claim", seat, answer))
    with pytest.raises(BadInput, match=told) as error:
        Session.load(GAME, loads(transcript.dumps()))
    assert f"entries[{len(transcript.entries) - 1}]" in str(error.value)


def test_at_the_table_too() -> None:
    session = moving((0,))
    before = session.transcript().dumps()
    for seat, late in ((0, 0), (0, 1), (3, 0)):
        with pytest.raises(BadInput):
            session.claim(seat, "Nao", late, "Aki")
    assert session.transcript().dumps() == before


def test_it_is_not_taken_in_a_file_of_the_first_format_nor_after_the_end() -> None:
    text = claimed().transcript().dumps()
    with pytest.raises(BadInput, match="stands in files of format 2 alone"):
        loads(text.replace('"format": 2', '"format": 1'))
    twice = claimed().transcript()
    twice.entries.append(twice.entries[-1])
    with pytest.raises(OutOfStep):
        Session.load(GAME, loads(twice.dumps()))
    further = claimed().transcript()
    further.entries.append(type(further.entries[0])("move", 0, ["leave"]))
    with pytest.raises(OutOfStep):
        Session.load(GAME, loads(further.dumps()))
