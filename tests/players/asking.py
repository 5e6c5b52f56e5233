"""What the tests of the players share: one answer of one player, at a scripted table or in a random duel."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from iaijutsu.cards import GAME, Setup
from iaijutsu.engine import Request, Sealed, Seat, Seeded, Session
from iaijutsu.players import Searching, seated
from iaijutsu.players.agent import Agent, at_random, chance
from tests.cards import setups
from tests.cards.script import Script


def answer_of(table: Script, seat: Seat, name: str, *, budget: int = 60) -> Any:
    """What the player called `name` answers at `seat`, where a question is open, as the script's words name it."""
    agent = seated(table.session, seat, name, 1)
    if isinstance(agent, Searching):
        agent.budget = budget
    request = table.session.asked_of(seat)
    answer = agent.answer(request, table.session.view(seat))
    assert request.why_not(answer) is None
    return answer


def known_setup(rng: random.Random, *, seats: int | None = None, windows: str = "closed") -> Setup:
    """A random duel in which every Personality is seen; hands and decks are hidden."""
    made = setups.setup(rng, seats=seats, windows=windows)
    players = tuple(
        replace(one, personalities=tuple(replace(person, concealed=False) for person in one.personalities))
        for one in made.players
    )
    return replace(made, players=players, library={}, index=None)


def questions(seed: int, setup: Setup, most: int = 400) -> Iterator[tuple[Session[Any], Seat, Request[Any]]]:
    """A duel at random: each question to a seat, before it is answered."""
    session = Session(GAME, setup, Seeded(seed))
    for step in range(most):
        if session.finished:
            return
        for seat, request in session.asked.items():
            if not session.has_sealed(seat):
                yield session, seat, request
                session.submit(seat, at_random(request, chance(seed, step, seat)))


def choices(request: Request[Any]) -> bool:
    """Whether there is more than one answer."""
    options = iter(request.options())
    next(options)
    return not isinstance(request, Sealed) and next(options, None) is not None


class Peeking:
    """A player who looks where he may not: what the property of secrecy must catch."""

    name, looks = "peeking", True

    def __init__(self, session: Session[Any]) -> None:
        self.session = session

    def sit(self, table: Any) -> None:
        """He knows all anyway."""

    def answer(self, request: Request[Any], view: Any) -> Any:
        """Another option for every other hand that the opponent holds."""
        options = list(request.options())
        hidden = str([self.session.referee.state.hands, self.session.referee.state.decks])
        return options[chance(0, hidden)(len(options))]


def with_budget(agent: Agent, budget: int) -> Agent:
    """The same player, in a hurry if he searches."""
    if isinstance(agent, Searching):
        agent.budget = budget
    return agent
