"""The card duel in words for one audience: what happened, what is asked, how it ended."""

from __future__ import annotations

from typing import Any

from ...cards import Result, Setup
from ...cards import events as ev
from ...cards import events_challenge as ch
from ...cards import events_effects as ef
from ...engine import RULEBOOK, Audience, Claimed, Event, Request, Ruled, Said
from ..i18n import _
from ..seal import SEALER
from . import cards_asks, cards_effects, cards_events
from .cards_why import from_whom, why
from .lines import Line, Question, claimed
from .scene import Scene

TELLERS = {**cards_events.TELLERS, **cards_effects.TELLERS}
"""A sentence for every kind of event of the card duel."""

HOUSEKEEPING = (
    ev.TurnPasses, ev.EffectsWait, ev.FvChangesEnd, ev.AreasCease, ev.DuelOver, ef.CostPaid, ev.StageReached,
)  # fmt: skip
"""What the log leaves out unless it is asked for: other lines say the same, or nothing hangs on it."""


class CardWords:
    """The words of a card duel for one audience. It folds the events that were seen, as a view does."""

    def __init__(self, setup: Setup, audience: Audience) -> None:
        self.scene = Scene.of(setup, audience)
        self._last: Event | None = None
        self._first: int | None = None

    def tell(self, event: Event) -> Line:
        """The line of the next event; the fold goes one event on."""
        s = self.scene
        teller = TELLERS.get(type(event))
        text = teller(s, event) if teller else _("Something happens: {kind}.").format(kind=event.kind)
        reason, by, side, minor = why(s, event), from_whom(s, event), self._side(event), self._minor(event)
        event.apply(s.state)
        s.note(event)
        side = self._side(event) if side is None else side
        self._last = event
        if isinstance(event, ch.ChallengeIssued | ev.FirstOpportunity):
            self._first = event.side if isinstance(event, ev.FirstOpportunity) else None
        return Line(text, reason, event.clause, self._source(event), self._stage(event), side, minor, event, by)

    def question(self, request: Request[Any]) -> Question:
        """A question of the audience's own seat, in words."""
        return cards_asks.question(self.scene, request)

    def result(self, outcome: Result | Claimed) -> str:
        """How it all ended."""
        if isinstance(outcome, Claimed):
            return claimed(outcome)
        return cards_asks.result(self.scene, outcome)

    def _source(self, event: Event) -> str:
        if isinstance(event, Said | Ruled | Claimed):
            return event.by
        return "" if event.source == RULEBOOK else self.scene.title(event.source)

    def _stage(self, event: Event) -> str:
        """The heading that the event belongs to: its clause's, else the one that the duel has come to."""
        duel = self.scene.state.duel
        if duel is None:
            return "L" if isinstance(event, ev.DuelOver) else ""
        part = event.clause.split(".")[1:2]
        stage = part[0] if part and len(part[0]) == 1 else {"first": "C"}.get(duel.stage, duel.stage)
        return stage if len(stage) == 1 else ""

    def _side(self, event: Event) -> int | None:
        """Whose line it is: by the event's own side, its player, or the card that it is about."""
        state = self.scene.state
        side = getattr(event, "side", None)
        if side is not None:
            return int(side)
        seat = getattr(event, "seat", None)
        number = getattr(event, "piece", None)
        piece = state.pieces.get(number) if number is not None else None
        if seat is None and piece is not None:
            seat = piece.controller
        return state.seat_duelling(seat) if seat is not None else None

    def _minor(self, event: Event) -> bool:
        match event:
            case ef.AbilityUsed(key=key):
                return not key or key == getattr(self._last, "key", None)
            case ev.FirstOpportunity(side=side, settled=settled):
                return settled and side == self._first  # that side had it already, and nothing moved it
            case ev.MustFocus(times=times):
                return times < 0
            case ev.StrikeBound(times=times, must=must):
                return times == 0 and not must
            case ev.Prevented(on=on):
                return not on
            case Said(by=by):
                return by == SEALER
            case ev.Won() | ev.Lost():
                return event.clause == "cards.H.moment"
            case ev.FocusedDiscarded(cards=cards):
                return not cards
            case ev.PoolsReturned(keys=keys):
                return not any(keys)
        return isinstance(event, HOUSEKEEPING)
