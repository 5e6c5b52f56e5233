"""How to answer so that what was seen comes about: the likeliest answers first, the others after them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..cards.events import (
    CardFocused,
    FirstOpportunity,
    InsteadUsed,
    PoolsFormed,
    PoolsReturned,
    Struck,
    TopSeen,
)
from ..cards.events_challenge import Accepted, CardsDrawn, ChallengeIssued, Substituted
from ..cards.events_effects import AbilityUsed, HandDiscarded
from ..cards.options import Accept, Focus, Next, Pass, Pick, PickSeat, PickSide, PickSlot, Refuse, Strike, Use
from ..cards.state import State
from ..engine import Arrange, Choose, Draw, Event, Number, Request, Roll, Sealed, Seat, Session, Several
from .story import Story

AHEAD = 6
"""Events that are looked ahead."""
FAR = 1000.0
"""How badly an answer fits that nothing tells of."""
MOST = 40
"""Answers that are tried to one question at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a world stands: its session, the question open there, the story told, what was seen and what comes next."""

    session: Session[State]
    request: Request[Any]
    story: Story
    seen: list[Event]
    next: int

    @property
    def state(self) -> State:
        """The state of the world."""
        return self.session.referee.state

    @property
    def ahead(self) -> list[Event]:
        """The next few events."""
        return self.seen[self.next : self.next + AHEAD]


def answers(place: Place) -> Iterator[Any]:
    """Acceptable answers to the open question there, the likeliest first."""
    request = place.request
    if isinstance(request, Draw):
        return iter((_drawn(place, request),))
    if isinstance(request, Choose):
        return iter(sorted(request.listed, key=lambda one: _misfit(place, one)))
    return (one for part in (_guesses(place), islice(request.options(), MOST)) for one in part)


# --- chance and numbers ----------------------------------------------------------------------------------


def _drawn(place: Place, request: Draw) -> tuple[str, ...]:
    """The cards that the next event which takes some off this deck took."""
    seat = request.owner if request.owner is not None else 0
    for n in range(place.next, len(place.seen)):
        keys = _taken(place.seen[n], n, seat, place.story)
        if keys is not None:
            skip = len(place.state.decks[seat].top)
            return tuple(keys[skip : skip + request.count])
    rest = sorted(key for key, count in request.rest.items() for _ in range(count))
    return tuple(place.story.rng.sample(rest, request.count))


def _taken(event: Event, n: int, seat: Seat, story: Story) -> list[str] | None:
    """The keys that an event took off the deck of `seat`; None when it took none."""
    if isinstance(event, PoolsFormed):
        if seat not in event.seats:
            return None
        own = event.pools[event.seats.index(seat)]
        return [key for _, key in own] if seat == story.seat else [t.key for t in story.taken[n] if t.seat == seat]
    if not isinstance(event, CardsDrawn | TopSeen | CardFocused) or event.seat != seat:
        return None
    if isinstance(event, CardFocused) and event.origin != "deck":
        return None
    if seat != story.seat:
        return [token.key for token in story.taken[n]]
    return list(event.keys) if isinstance(event, CardsDrawn) else [event.key]


def _guesses(place: Place) -> Iterator[Any]:
    """Guesses at an answer that is no choice from a list."""
    request = place.request
    if isinstance(request, Sealed):
        yield {seat: _order(place, seat, ask) for seat, ask in request.asks.items()}
    elif isinstance(request, Number):
        for event in place.ahead:
            yield from (v for name in ("amount", "number") if type(v := getattr(event, name, None)) is int)
    elif isinstance(request, Several | Roll):
        for event in place.ahead[:2]:
            if isinstance(event, HandDiscarded):
                slots = _slots(place.state.hands[event.seat], event.keys)
                yield tuple(sorted(slots)) if isinstance(request, Several) else _faces(slots)


def _slots(hand: list[str], keys: tuple[str, ...]) -> list[int]:
    """Where these cards lie in a hand."""
    found: list[int] = []
    for key in keys:
        found += [slot for slot, here in enumerate(hand) if here == key and slot not in found][:1]
    return found


def _faces(slots: list[int]) -> tuple[int, ...]:
    """The faces that pick these slots one after another, each from those left."""
    return tuple(slot - sum(1 for earlier in slots[:n] if earlier < slot) for n, slot in enumerate(slots))


def _order(place: Place, seat: Seat, ask: Request[Any]) -> Any:
    """The order in which a pool went back."""
    state = place.state
    if not isinstance(ask, Arrange) or state.duel is None:
        return next(iter(ask.options()))
    side = next(side for side in state.duel.sides if side.seat == seat)
    keys = [state.pieces[number].key for number in side.pool]
    for n, event in enumerate(place.ahead):
        if isinstance(event, PoolsReturned):
            told = place.story.returned[place.next + n].get(seat)
            own = event.keys[event.seats.index(seat)]
            return tuple(_slots(keys, tuple(token.key for token in told) if told else own))
    return tuple(range(ask.of))


# --- choices ---------------------------------------------------------------------------------------------


def _misfit(place: Place, one: Any) -> float:
    """How badly an answer fits what comes next: 0 when it is told by it, 1 when nothing speaks for or against it."""
    first = place.seen[place.next] if place.next < len(place.seen) else None
    if isinstance(one, Focus):
        return _misfit_focus(place, one, first)
    if isinstance(one, Use):
        return 0.0 if first is not None and _uses(place, one, first) else 2.0
    if isinstance(one, Pass):
        return 1.0
    if isinstance(one, Strike | Accept | Refuse):
        return _misfit_word(one, first)
    following = place.seen[place.next :] if isinstance(one, Pick) else place.ahead
    named = (n + _misfit_named(place, one, event, place.next + n) for n, event in enumerate(following))
    return min(named, default=1.0)


def _misfit_focus(place: Place, one: Focus, first: Event | None) -> float:
    seat, state = place.request.seat, place.state
    if not isinstance(first, CardFocused) or first.seat != seat or first.origin != one.origin:
        return 3.0
    wrong = 0.0 if one.face_up == first.face_up else 0.2
    if one.origin == "pool":
        side = next(side for side in state.duel.sides if side.seat == seat) if state.duel else None
        return wrong if side and side.pool[one.slot] == first.piece else 3.0
    if one.origin == "deck":
        return wrong
    pile = (state.hands if one.origin == "hand" else state.discards)[seat]
    return wrong if pile[one.slot] == place.story.key_focused(place.next, first.key) else 1.5


def _uses(place: Place, use: Use, first: Event) -> bool:
    """Whether the first event that comes is the use of this ability."""
    request, state = place.request, place.state
    if isinstance(request, Choose) and isinstance(request.about, str) and use.place == "focused":
        return first.source == request.about and first.kind != "focus-effect"
    if use.place in ("hand", "discard"):
        key = (state.hands if use.place == "hand" else state.discards)[request.seat][use.slot]
    else:
        key = state.pieces[use.slot].key
    if isinstance(first, AbilityUsed):
        return first.key == key and first.seat == request.seat
    return isinstance(first, InsteadUsed) and first.key == key


def _misfit_word(one: Strike | Accept | Refuse, first: Event | None) -> float:
    told = {Strike: Struck, Accept: Accepted}.get(type(one))
    if told is None:
        return 1.0  # refusing: its price is paid before the refusal itself is told
    return 0.0 if isinstance(first, told) else 2.0


def _misfit_named(place: Place, one: Any, event: Event, n: int) -> float:
    """0 when an event names what this answer names."""
    if isinstance(one, Pick):
        told = _names(place.request.purpose, event, one.piece)
    elif isinstance(one, PickSide):
        told = isinstance(event, FirstOpportunity) and event.side == one.side
    elif isinstance(one, PickSeat):
        told = isinstance(event, ChallengeIssued) and event.seats[1] == one.seat
    elif isinstance(one, Next):
        about = place.request.about if isinstance(place.request, Choose) else None
        told = isinstance(about, tuple) and about[one.index] == event.source
    elif isinstance(one, PickSlot):
        told = _slot_told(place, one.slot, event, n)
    else:
        return 1.0
    return 0.0 if told else FAR


def _names(purpose: str, event: Event, piece: int) -> bool:
    """Whether an event tells that this piece was picked, for a duel or for an effect."""
    if purpose in ("challenger", "challenged"):
        return isinstance(event, ChallengeIssued) and getattr(event, purpose) == piece
    if isinstance(event, Substituted):
        return event.new == piece
    return purpose != "substitute" and piece in (getattr(event, "piece", None), *getattr(event, "pieces", ())[:1])


def _slot_told(place: Place, slot: int, event: Event, n: int) -> bool:
    """Whether an event tells that the card in this slot went."""
    state, seat = place.state, place.request.seat
    if isinstance(event, HandDiscarded) and event.seat == seat:
        return slot < len(state.hands[seat]) and state.hands[seat][slot] in event.keys
    if not isinstance(event, CardFocused) or event.seat != seat:
        return False
    pile = state.hands[seat] if event.origin == "hand" else state.discards[seat]
    return slot < len(pile) and pile[slot] == place.story.key_focused(n, event.key)
