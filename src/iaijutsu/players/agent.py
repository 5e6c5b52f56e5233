"""Whoever answers: what a player must be, and one who answers at random.

A player is given the question and a view of the duel, never the duel itself. What he knew before the first question
(the rules in force, his own deck, which cards exist) is his `Table`; he is told when he sits down. Chance that he
uses himself comes from the seed he was made with, so two duels that look alike to him get the same answer.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from itertools import islice
from typing import Any, Protocol

from ..engine import Arrange, Choose, Number, Request, Seat, Session, Several, View
from ..engine.chance import below_from
from .tables import Table

Below = Callable[[int], int]
"""`below(n)` gives a whole number from 0 to n - 1, each as likely."""

MOST_LISTED = 1000
"""Options of an unusual question that are looked at."""


class Agent(Protocol):
    """A player. `looks` says whether he needs a view: to one who does not, None is given."""

    name: str
    looks: bool

    def sit(self, table: Table) -> None:
        """Told once, before the first question: what his seat knows. Raises `BadInput` at another game."""
        ...

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """One of the acceptable answers to `request`, a question to his seat (his part of it if it is sealed)."""
        ...


def unanswered(session: Session[Any]) -> list[tuple[Seat, Request[Any]]]:
    """The open questions with the seats that have still to answer; of a sealed one those that have not yet."""
    return [(seat, request) for seat, request in session.asked.items() if not session.has_sealed(seat)]


def chance(seed: int, *parts: object) -> Below:
    """A source of chance that depends on `seed` and `parts` alone, alike in every run of the program."""
    text = "\n".join(map(str, (seed, *parts))).encode()
    return below_from(zlib.crc32(text) << 32 | zlib.adler32(text))


class Random:
    """Answers any question of any game at random, each option as likely. Needs no view."""

    name: str = "random"
    looks: bool = False

    def __init__(self, seed: int) -> None:
        self._seed, self._answers = seed, 0

    def sit(self, table: Table) -> None:
        """Knowing nothing, he begins to count his answers anew."""
        self._answers = 0

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """Any acceptable answer; which one hangs on the seed and on how many he has given."""
        self._answers += 1
        return at_random(request, chance(self._seed, self._answers))


def at_random(request: Request[Any], below: Below) -> Any:
    """An acceptable answer by chance."""
    if isinstance(request, Choose):
        return request.listed[below(len(request.listed))]
    if isinstance(request, Number):
        return request.least + below(request.most - request.least + 1)
    if isinstance(request, Arrange):
        return tuple(some_of(request.of, request.of, below))
    if isinstance(request, Several):
        return _several(request, below)
    listed = tuple(islice(request.options(), MOST_LISTED))
    return listed[below(len(listed))]


def some_of(of: int, count: int, below: Below) -> list[int]:
    """`count` different numbers from 0 to `of` - 1, in a random order."""
    left = list(range(of))
    return [left.pop(below(len(left))) for _ in range(count)]


def _several(request: Several, below: Below) -> tuple[int, ...]:
    """Slots by chance; where they have to be worth something, more of them until they are."""
    count = request.least + below(request.most - request.least + 1)
    order = some_of(request.of, request.of, below)
    for size in (*range(count, request.most + 1), *range(count - 1, request.least - 1, -1)):
        slots = tuple(sorted(order[:size]))
        if request.why_not(slots) is None:
            return slots
    return next(request.options())
