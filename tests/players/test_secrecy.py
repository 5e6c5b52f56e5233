"""No player answers by what he may not know: two duels that look alike to a seat get the same answer there.

The other duel is a real one: hidden hands and decks dealt anew so that all that the seat saw comes about again, then
played through the rules from its own setup.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from iaijutsu.cards import GAME, Setup
from iaijutsu.engine import CHANCE, Choose, Sealed, Seat, Session
from iaijutsu.players import CardTable, seated, table, worlds
from iaijutsu.players.agent import Agent
from iaijutsu.players.priors import Prior
from tests.players.asking import Peeking, choices, known_setup, questions, with_budget
from tests.players.test_worlds import alike


def other_duel(setup: Setup, session: Session[Any], seat: Seat, rng: random.Random) -> Session[Any] | None:
    """A real duel that looks to `seat` as `session` does, with other hidden cards; None for an unlucky deal."""
    told = table(session, seat)
    assert isinstance(told, CardTable)
    request = session.asked_of(seat)
    world = worlds.imagine(told, Prior(told), session.view(seat), request, rng, alike)
    if world is None:
        return None
    start = world.session.setup.start
    players = tuple(
        one if n == seat else replace(one, hand=tuple(start.hands[n]), deck=tuple(sorted(start.decks[n].rest.items())))
        for n, one in enumerate(setup.players)
    )
    other = Session(GAME, replace(setup, players=players, library={}, index=None))
    retell(other, world.session)
    assert other.asked_of(seat).purpose == request.purpose
    return other


def retell(other: Session[Any], world: Session[Any]) -> None:
    """Answer in `other` as was answered in `world`, where nobody was asked who could only pass."""
    entries = list(world.entries)
    while entries or _only_passes(other):
        if _only_passes(other):
            other.submit(other.pending.seat, other.pending.listed[0])  # type: ignore[union-attr]
            continue
        entry = entries.pop(0)
        assert other.pending is not None
        assert other.pending.purpose == entry.purpose
        if isinstance(other.pending, Sealed):
            for seat, answer in entry.answer.items():
                other.submit(seat, answer)
        else:
            other.submit(entry.seat, entry.answer)


def _only_passes(session: Session[Any]) -> bool:
    pending = session.pending
    return isinstance(pending, Choose) and pending.purpose == "reaction" and len(pending.listed) == 1


def pairs(count: int, first: int = 0) -> Iterator[tuple[Session[Any], Session[Any], Seat]]:
    """That many pairs of duels that look alike to a seat which has a choice, from duels at random."""
    seed = first
    while count:
        setup = known_setup(random.Random(seed))
        rng = random.Random(seed)
        for session, seat, request in questions(seed, setup):
            if seat == CHANCE or not choices(request) or request.purpose == "return-pool" or rng.random() < 0.6:
                continue
            other = other_duel(setup, session, seat, rng)
            if other is not None and count:
                yield session, other, seat
                count -= 1
        seed += 1


def answers(make: Callable[[Session[Any]], Agent], session: Session[Any], other: Session[Any], seat: Seat) -> list[Any]:
    """What the same player answers in either duel."""
    found = []
    for one in (session, other):
        agent = make(one)
        agent.sit(table(one, seat))
        found.append(agent.answer(one.asked_of(seat), one.view(seat) if agent.looks else None))
    return found


def quick(name: str, seed: int, seat: Seat, session: Session[Any]) -> Agent:
    """The player of that name, in a hurry."""
    return with_budget(seated(session, seat, name, seed), 10)


@pytest.mark.parametrize("name", ["random", "rash", "patient", "reading", "searching"])
def test_duels_that_look_alike_get_the_same_answer(name: str) -> None:
    differ = 0
    for n, (session, other, seat) in enumerate(pairs(40 if name == "searching" else 120)):
        one, two = answers(partial(quick, name, n, seat), session, other, seat)
        assert one == two, f"{name} at seat {seat}, {session.asked_of(seat)}"
        differ += session.referee.state != other.referee.state
    assert differ > 30


def test_the_pairs_look_alike_and_are_not() -> None:
    for session, other, seat in pairs(60):
        assert session.view(seat).events == other.view(seat).events
        assert session.view(seat).state == other.view(seat).state
        assert table(session, seat) == table(other, seat)
        assert session.asked_of(seat).purpose == other.asked_of(seat).purpose


def test_who_peeks_is_caught() -> None:
    caught = 0
    for session, other, seat in pairs(40):
        one, two = answers(Peeking, session, other, seat)
        caught += one != two
    assert caught > 8
