"""The promises of a session, kept in a duel of cards: steps back, other chance, rulings, secrets that wait."""

from __future__ import annotations

import random
from typing import Any

import pytest

from iaijutsu.cards import GAME
from iaijutsu.cards.events_challenge import ChallengeOver
from iaijutsu.cards.options import EndDuel, Focus, SetStat, Strike
from iaijutsu.engine import DuelFinished, IllegalAnswer, NoTakeBack, Sealed, Seeded, Session
from tests.conformance import walk
from tests.golden import between


def until(session: Session[Any], purpose: str, *, seed: int = 0) -> bool:
    """Play on at random, focusing rather than striking, until this is asked; False when it never is."""
    rng = random.Random(seed)
    while not session.finished:
        if session.pending is not None and session.pending.purpose == purpose:
            return True
        for seat, request in session.asked.items():
            listed = walk.options(request)
            focuses = [one for one in listed if isinstance(one, Focus)]
            session.submit(seat, rng.choice(focuses or listed))
    return False


def asked(purpose: str, *options: Any) -> Session[Any]:
    """A duel that stands at such a question, with these options among others."""
    for seed in range(100):
        session: Session[Any] = Session(GAME, between("asagiri-court", "iwatoko-wall"), Seeded(seed))
        if until(session, purpose, seed=seed) and _listed(session, options):
            return session
    raise AssertionError(f"no duel comes to {purpose}")


def _listed(session: Session[Any], options: tuple[Any, ...]) -> bool:
    return all(one in walk.options(request) for request in session.asked.values() for one in options)


def test_a_focus_is_taken_back_while_it_shows_nothing() -> None:
    session = asked("opportunity", Focus("pool", 0))
    before = walk.as_bytes(session.referee.state)
    (seat,) = session.asked
    length = len(session.entries)
    session.submit(seat, Focus("pool", 0))
    assert walk.as_bytes(session.referee.state) != before
    session.take_back(length)
    assert walk.as_bytes(session.referee.state) == before
    assert session.asked.keys() == {seat}


def test_nothing_is_taken_back_once_the_cards_are_turned_up() -> None:
    session = asked("opportunity", Strike())
    length = len(session.entries)
    (seat,) = session.asked
    session.submit(seat, Strike())
    while not any(event.kind == "revealed" for event in session.referee.events):
        walk.step(session, random.Random(1))
    with pytest.raises(NoTakeBack, match="something was shown"):
        session.take_back(length)


def test_a_copy_with_other_chance_draws_other_cards_and_the_duel_goes_on_as_it_would() -> None:
    setup = between("asagiri-court", "iwatoko-wall")
    hands = {tuple(Session(GAME, setup).fork(Seeded(seed)).referee.state.hands[0]): seed for seed in range(5)}
    assert len(hands) == 5
    session = Session(GAME, setup)
    assert not session.referee.state.hands[0]


def test_a_judge_changes_what_is_so_and_the_question_is_put_again() -> None:
    session = asked("opportunity")
    duel = session.referee.state.duel
    assert duel is not None
    session.rule("Kakita Ren", SetStat(duel.sides[0].duellist, "chi", 7), "it was misread")
    assert session.referee.state.pieces[duel.sides[0].duellist].chi == 7
    assert session.pending is not None
    assert session.pending.purpose == "opportunity"
    session.rule("Kakita Ren", EndDuel(), "it is late")
    until(session, "never")
    assert session.referee.state.past[0].ended == "without resolution"
    with pytest.raises(DuelFinished):
        session.rule("Kakita Ren", EndDuel(), "again")


def test_a_judge_ends_a_challenge_that_is_no_duel_yet() -> None:
    session = asked("refuse")
    session.rule("Kakita Ren", EndDuel(), "it is late")
    until(session, "never")
    past = session.referee.state.past[0]
    assert (past.ended, past.sides[0].result, past.sides[1].result) == ("without resolution", "", "")
    told = [event for event in session.referee.events if isinstance(event, ChallengeOver)]
    assert [(event.how, event.why) for event in told] == [("without resolution", "a judge ends the duel")]


def test_an_order_of_a_pool_that_waits_is_its_players_secret() -> None:
    session = asked("return-pools")
    assert isinstance(session.pending, Sealed)
    for audience in (0, 1, "spectator", "judge"):
        session.view(audience)
    seen = {who: walk.events_bytes(session, who) for who in (0, 1, "spectator", "judge")}
    first = next(iter(session.asked))
    options = walk.options(session.asked[first])
    session.submit(first, options[0])
    session.submit(first, options[-1])
    assert session.has_sealed(first)
    assert {who: walk.events_bytes(session, who) for who in seen} == seen
    with pytest.raises(IllegalAnswer, match="an order of the numbers"):
        session.submit(first, (0, 0))


def test_a_view_is_one_object_that_grows() -> None:
    session = asked("opportunity")
    view = session.view(1)
    events = len(view.events)
    (seat,) = session.asked
    session.submit(seat, next(iter(session.asked[seat].options())))
    assert session.view(1) is view
    assert len(view.events) > events
