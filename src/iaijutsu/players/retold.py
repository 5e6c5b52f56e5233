"""A duel told again along what somebody saw of it: answers that others gave are found by what followed.

The events that a seat has seen are laid beside what the rules tell it in a session of the teller's own. Where the
next events do not say what was answered, each answer is tried until they agree; wrong turns are taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from ..engine import CHANCE, Choose, Event, Request, Ruled, Said, Sealed, Seat, Session
from ..engine.transcript import Entry

TRIES = 60
"""How often an answer that did not lead to what was seen is taken back before giving up."""

Begin = Callable[[Iterable[Entry]], Session[Any]]
"""A session that stands where these entries lead."""
Guess = Callable[[Session[Any], Request[Any], int], Iterator[Any]]
"""`guess(session, request, place)`: answers by which event number `place` may come next, the likeliest first."""
Weigh = Callable[[Session[Any], Request[Any], Any], float]
"""How likely an answer is of one who stands there, above 0, at most 1."""


class Retold:
    """What `seat` has seen, told again. `weight` is the product of what `weigh` says of the choices of others."""

    def __init__(
        self, begin: Begin, seat: Seat, seen: Sequence[Event], guess: Guess, weigh: Weigh | None = None,
        entries: Iterable[Entry] = (),
    ) -> None:  # fmt: skip
        self.begin, self.seat, self.seen, self.guess, self.weigh = begin, seat, seen, guess, weigh
        self.session = begin(entries)
        self.told = self.place = 0
        self.weight = 1.0
        self.tries = TRIES
        self._turns: list[tuple[int, float, Request[Any], Iterator[Any]]] = []

    def up_to(self, request: Request[Any]) -> Session[Any] | None:
        """The session at that question, all that was seen having come about; None when it never does."""
        while True:
            if not self._agrees():
                if not self._turn_back():
                    return None
            elif self.place == len(self.seen) and same(self.session.pending, request):
                return self.session
            elif not self._go_on():
                return None

    def _agrees(self) -> bool:
        """Whether all that happened since the last look was seen so."""
        events = self.session.referee.events
        for event in events[self.told :]:
            seen = event.seen_by(self.seat)
            if seen is not None:
                if self.place >= len(self.seen) or seen != self.seen[self.place]:
                    return False
                self.place += 1
        self.told = len(events)
        return True

    def _go_on(self) -> bool:
        """Give the likeliest answer to the open question, others kept for later."""
        if self.place < len(self.seen) and self._speak(self.seen[self.place]):
            return True
        pending = self.session.pending
        if pending is None:
            return self._turn_back()
        return self._take(pending, self.guess(self.session, pending, self.place)) or self._turn_back()

    def _take(self, pending: Request[Any], answers: Iterator[Any]) -> bool:
        """Give the next answer that will do. False when none is left."""
        answer = next((one for one in answers if pending.why_not(one) is None), None)
        if answer is None:
            return False
        self._turns.append((len(self.session.entries), self.weight, pending, answers))
        if self.weigh and pending.seat not in (self.seat, CHANCE) and isinstance(pending, Choose):
            self.weight *= self.weigh(self.session, pending, answer)
        give(self.session, pending, answer)
        return True

    def _turn_back(self) -> bool:
        """Take back the last answer that had another beside it, and give that."""
        while self._turns:
            length, weight, pending, answers = self._turns.pop()
            answer = next((one for one in answers if pending.why_not(one) is None), None)
            if answer is None:
                continue
            if not self.tries:
                return False
            self.tries -= 1
            self.weight = weight
            self.session = self.begin(self.session.entries[:length])
            self.told = self.place = 0
            if self._agrees():
                return self._take(pending, chain((answer,), answers))
        return False

    def _speak(self, event: Event) -> bool:
        """Say again what somebody said, and rule what a judge ruled: that answers no question."""
        if isinstance(event, Said):
            self.session.say(event.by, event.text)
            return True
        if isinstance(event, Ruled):
            self.session.rule(event.by, self.session.referee.load_act(event.act), event.reason)
            return True
        return False


def give(session: Session[Any], request: Request[Any], answer: Any) -> None:
    """Answer the open question, every part of it if it is sealed."""
    if isinstance(request, Sealed):
        for seat, part in answer.items():
            session.submit(seat, part)
    else:
        session.submit(request.seat, answer)


def same(pending: Request[Any] | None, request: Request[Any]) -> bool:
    """Whether this is the question that was asked: same seat, purpose, matter and options."""
    if isinstance(pending, Sealed):
        return request.seat in pending.asks and same(pending.asks[request.seat], request)
    if pending is None or type(pending) is not type(request):
        return False
    if pending.seat != request.seat or pending.purpose != request.purpose:
        return False
    if isinstance(pending, Choose) and isinstance(request, Choose):
        named = not isinstance(request.about, str) or pending.about == request.about
        return named and pending.listed == request.listed
    return True
