"""The referee: what a rulebook is given to work with. He asks, and he lets things happen; nobody else does."""

from __future__ import annotations

import types
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .events import Event, Ruled
from .requests import Option, Request, plain
from .sentences import Sentence

A = TypeVar("A")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judge's act, delivered in place of an answer: who acts, what he does, and why."""

    by: str
    act: Option
    reason: str


class Referee(Generic[S]):
    """Holds the state and the events of one duel. `happen` is the only door through which the state changes.

    A game subclasses it and says in `carry_out` what a judge's act does.
    """

    __slots__ = ("events", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Let `event` change the state, and put it on record."""
        event.apply(self.state)
        self.events.append(event)

    @types.coroutine
    def ask(self, build: Callable[[], Request[A]]) -> Generator[Request[A], Any, A]:
        """Put a question and wait for the answer. A judge may speak first; then the question is built anew.

        `build` makes the question from the state as it is, so a ruling in between can never leave a stale one.
        """
        while type(answer := (yield build())) is Ruling:
            self.happen(Ruled(answer.by, plain(answer.act), answer.reason))
            yield from self.carry_out(answer).__await__()
        return answer  # type: ignore[no-any-return]

    async def carry_out(self, ruling: Ruling) -> None:
        """Do what the judge said. May raise the game's own ends ("the duel ends without resolution")."""
        raise NotImplementedError

    def why_not_act(self, act: Option) -> str | None:
        """None when a judge may do `act` now, else the reason in words."""
        return Sentence("this game knows no acts of a judge")

    def load_act(self, data: Any) -> Option:
        """A judge's act from its JSON form. Raises `BadInput`."""
        raise NotImplementedError
