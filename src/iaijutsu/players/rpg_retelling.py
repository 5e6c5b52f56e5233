"""Answers of a role-playing duel found by what followed: the likeliest first, the others after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import islice
from typing import Any

from ..engine import Choose, Event, Number, Option, Request, Roll, Sealed, Seat, Several
from ..rpg.asking import Keep
from ..rpg.check_events import (
    CheckBegun,
    DiceAdded,
    DiceChanged,
    DiceExploded,
    DiceKept,
    DiceRolled,
    DiceSetAside,
    KeptChanged,
    OpportunitySpent,
)
from ..rpg.dice import RING_SIDES, is_skill
from ..rpg.events import (
    ActionTaken,
    BidsRevealed,
    BlowAnswered,
    CenterRolled,
    Conceded,
    DiceReserved,
    DidNotDefend,
    NoAction,
    Predicted,
    PredictionRevealed,
    Unmasked,
    Used,
    VoidPointsChanged,
)
from ..rpg.options import GO_ON, Concede, GoOn, Pick, Predict, Spend, Unmask, Yes
from ..rpg.order import OrderSettled
from ..rpg.state import HIDDEN, NOBODY

MOST = 60
"""Answers that are tried to one question at most."""
AHEAD = 4
"""Events among which what an answer names is looked for."""


def answers(request: Request[Any], seen: Sequence[Event], place: int, guess: str) -> Iterator[Any]:
    """Answers after which event number `place` of `seen` may come next; `guess` is the ring of a hidden prediction."""
    following = seen[place : place + AHEAD]
    if isinstance(request, Roll):
        return iter(_faces(request, following))
    if isinstance(request, Sealed):
        return iter([{seat: _sealed(seat, ask, following) for seat, ask in request.asks.items()}])
    if request.purpose.startswith("unique-"):
        told = _of_unique(request, following)
        return (one for part in (told, islice(request.options(), MOST)) for one in part)
    if isinstance(request, Choose):
        opened = (e.ring for e in seen[place:] if isinstance(e, PredictionRevealed) and e.seat == request.seat)
        ring = next(opened, guess)
        return iter(sorted(request.listed, key=lambda one: _misfit(one, request, following, ring)))
    return (one for part in (_told(request, following), islice(request.options(), MOST)) for one in part)


# --- dice ------------------------------------------------------------------------------------------------


def _faces(request: Roll, following: Sequence[Event]) -> list[tuple[int, ...]]:
    """The faces that came up, as the next event shows the dice."""
    for event in following:
        if isinstance(event, OrderSettled):
            return [(event.seat,)]
        if isinstance(event, DiceRolled | DiceChanged | DiceExploded | CenterRolled):
            dice = event.dice[len(event.dice) - len(request.sides) :]
            return [tuple(die - RING_SIDES if is_skill(die) else die for die in dice)]
    return [tuple(0 for _ in request.sides)]


def _told(request: Request[Any], following: Sequence[Event]) -> Iterator[Any]:
    """What the next events say of an answer that is no choice from a list."""
    first = following[0] if following else None
    if isinstance(request, Keep):
        yield from _kept(request, first)
    elif isinstance(request, Number):
        for event in following:
            yield from (abs(v) for name in ("amount", "severity") if type(v := getattr(event, name, None)) is int)
        for event in following:
            yield from [len(event.dice)] if isinstance(event, CenterRolled) else []
    elif isinstance(request, Several):
        yield from _slots(request, following)


def _kept(request: Keep, first: Event | None) -> Iterator[tuple[int, ...]]:
    if isinstance(first, DiceKept):
        yield first.slots
    elif isinstance(first, DiceAdded):
        yield _places(request.dice, first.dice)
    else:
        yield ()


def _slots(request: Several, following: Sequence[Event]) -> Iterator[tuple[int, ...]]:
    """Slots of those offered: the event names them as they lie among all dice, or shows what was taken."""
    offered = request.about if isinstance(request.about, tuple) else tuple(range(request.of))
    for event in following:
        if isinstance(event, DiceChanged | KeptChanged):
            yield tuple(n for n, slot in enumerate(offered) if slot in event.slots)
        elif isinstance(event, DiceReserved | DiceSetAside):
            yield _places(offered, event.dice)
    yield ()


def _places(offered: tuple[Any, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """Where these dice lie among those offered."""
    found: list[int] = []
    for die in taken:
        found += [n for n, here in enumerate(offered) if here == die and n not in found][:1]
    return tuple(sorted(found))


def _sealed(seat: Seat, ask: Request[Any], following: Sequence[Event]) -> Any:
    """One seat's part of what was answered in secret."""
    if ask.purpose == "bid":
        return next((e.bids[seat] for e in following if isinstance(e, BidsRevealed)), 0)
    if ask.purpose == "concede":
        gone = any(isinstance(event, Conceded) and event.seat == seat for event in following[:2])
        return Concede() if gone else GO_ON
    return next(iter(ask.options()))


def _of_unique(request: Request[Any], following: Sequence[Event]) -> Iterator[Any]:
    """What was ruled about a Unique Action, as its check then shows it."""
    act = next((event for event in following if isinstance(event, ActionTaken)), None)
    hand = next((event for event in following if isinstance(event, CheckBegun)), None)
    if act is None or hand is None:
        return
    if request.purpose == "unique-skill":
        yield Pick(hand.skill)
    elif request.purpose == "unique-tn":
        yield hand.base
    elif request.purpose == "unique-target":
        yield Pick("none" if hand.target == NOBODY else "self" if hand.target == act.seat else "foe")
    elif isinstance(request, Several) and isinstance(request.about, tuple):
        yield tuple(n for n, word in enumerate(request.about) if word in act.types)


# --- choices ---------------------------------------------------------------------------------------------


def _misfit(one: Any, request: Choose[Any], following: Sequence[Event], ring: str) -> float:
    """How badly an answer fits what comes next: 0 when it is told by it, 1 when nothing speaks for or against it."""
    first = following[0] if following else None
    if isinstance(one, GoOn):
        return 0.0 if isinstance(first, NoAction) or (isinstance(first, BlowAnswered) and not first.taken) else 1.0
    if isinstance(one, Yes):
        return 0.0 if _agreed(request, first) else 2.0
    if isinstance(one, Predict):
        return _misfit_prediction(one, following, ring)
    if isinstance(one, Spend):
        told = isinstance(first, OpportunitySpent) and (first.way, first.times) == (one.way, one.times)
        return 0.0 if told else 2.0
    if isinstance(one, Unmask):
        return 0.5 if isinstance(first, Unmasked) and first.cost == one.cost else 2.0
    return min((0.1 * n + _unnamed(one, event) for n, event in enumerate(following)), default=2.0)


def _agreed(request: Choose[Any], first: Event | None) -> bool:
    """Whether the next event is what comes of a yes."""
    seat = getattr(first, "seat", None)
    if isinstance(first, VoidPointsChanged):
        return seat == request.seat and first.amount < 0
    if isinstance(first, DidNotDefend):
        return first.chosen
    return isinstance(first, Used | PredictionRevealed | DiceSetAside) and seat == request.seat


def _misfit_prediction(one: Predict, following: Sequence[Event], ring: str) -> float:
    """A prediction: the ring is told to who made it, and else known when the record was opened, or guessed."""
    if not any(getattr(event, "key", "") == "predict" for event in following):
        return 3.0
    told = next((event.ring for event in following if isinstance(event, Predicted)), HIDDEN)
    return 0.0 if one.ring == (ring if told == HIDDEN else told) else 1.5


def _unnamed(one: Option, event: Event) -> float:
    """The share of what an option names that an event does not: below 1 only when it names something."""
    named = [value for field in fields(one) if (value := getattr(one, field.name)) not in ("", None)]
    words = {getattr(event, field.name) for field in fields(event) if isinstance(getattr(event, field.name), str | int)}
    words |= {f"{event.kind}"}
    if not named:
        key = one.tag
        return 0.0 if key in words else 2.0
    missing = sum(value not in words for value in named)
    return 0.0 if not missing else 1.2 + missing
