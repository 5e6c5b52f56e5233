"""Effects on Personalities and players: the verbs of consequences, and substitution.

Each verb is a function of one target. As a consequence of winning or losing, a verb may be negated, delayed,
replaced or shared before it happens (cards.can.consequence-alter).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ..engine import Event, Roll, Seat
from . import costs, drawing
from .court import Court, Resolver
from .effects_values import change_stat
from .events_challenge import Substituted
from .events_effects import (
    BecamePersonality,
    Bowed,
    ConsequenceAltered,
    ControlTaken,
    Delayed,
    Dishonored,
    HandDiscarded,
    HonorChanged,
    Rehonored,
    SentHome,
    Straightened,
)
from .leaving import leave_play, show
from .measures import Cause, amount, cause_of, lasting_for, seats, sides, stats_of
from .pieces import Effect, Piece
from .selection import fitting, pick, targets
from .state import CHALLENGING, Mark
from .timing import settle

OnPiece: TypeAlias = Callable[[Court, Cause, Effect, Piece], Awaitable[None]]
OnSeat: TypeAlias = Callable[[Court, Cause, Effect, Seat], Awaitable[None]]


# --- verbs on a Personality ------------------------------------------------------------------------------


async def _destroy(court: Court, cause: Cause, effect: Effect, piece: Piece) -> None:
    await leave_play(court, piece.id, "destroyed", cause)


def _status(make: Callable[..., Event], needed: Callable[[Piece], bool]) -> OnPiece:
    """A verb that changes the status of a Personality which is not so already."""

    async def verb(court: Court, cause: Cause, effect: Effect, piece: Piece) -> None:
        if piece.zone == "play" and needed(piece):
            court.happen(make(piece.id, source=cause.key, clause=cause.clause, cause=cause.what))

    return verb


async def _control(court: Court, cause: Cause, effect: Effect, piece: Piece) -> None:
    taker = cause.seat
    if taker == piece.controller and court.state.duel is not None:
        taker = next((s.seat for s in court.duel.sides if s.seat != piece.controller), taker)
    if piece.zone == "play" and taker != piece.controller:
        until = effect.get("until", "for-good")
        court.happen(ControlTaken(piece.id, taker, until, source=cause.key, clause=cause.clause, cause=cause.what))


ON_PIECE: dict[str, OnPiece] = {
    "destroy": _destroy,
    "bow": _status(Bowed, lambda piece: not piece.bowed),
    "straighten": _status(Straightened, lambda piece: piece.bowed),
    "dishonor": _status(Dishonored, lambda piece: not piece.dishonorable),
    "rehonor": _status(Rehonored, lambda piece: piece.dishonorable),
    "home": _status(SentHome, lambda piece: not piece.at_home),
    "control": _control,
    "stat": change_stat,
}


# --- verbs on a player -----------------------------------------------------------------------------------


async def _honor(court: Court, cause: Cause, effect: Effect, seat: Seat) -> None:
    change = amount(court, cause, effect["amount"])
    performer = _performer(court, cause, seat)
    if change > 0 and performer is not None and performer.dishonorable:
        court.happen(Rehonored(performer.id, source=cause.key, clause="cards.honor.rehonor", cause=cause.what))
    elif change:
        court.happen(HonorChanged(seat, change, source=cause.key, clause=cause.clause, cause=cause.what))


def _performer(court: Court, cause: Cause, seat: Seat) -> Piece | None:
    """The Personality whose own action this is: the challenger of the player who took the challenge action."""
    if not cause.creator or seat != cause.seat or court.state.duel is None:
        return None
    challenger = court.duel.sides[0]
    return court.state.pieces[challenger.duellist] if challenger.seat == seat else None


async def _draw(court: Court, cause: Cause, effect: Effect, seat: Seat) -> None:
    await drawing.draw(court, seat, max(0, amount(court, cause, effect["amount"])), cause.key, cause.clause)


async def _discard(court: Court, cause: Cause, effect: Effect, seat: Seat) -> None:
    count = max(0, amount(court, cause, effect["amount"]))
    hand = court.state.hands[seat]
    if effect.get("random") and len(hand) > count:
        sides_of_dice = tuple(range(len(hand), len(hand) - count, -1))
        left = list(range(len(hand)))
        slots = tuple(left.pop(n) for n in await court.ask(lambda: Roll("random-discard", sides_of_dice)))
    else:
        chooser = Cause(seat, cause.key, cause.piece)
        slots = await costs.choose_cards(court, chooser, count)
    keys = tuple(hand[slot] for slot in slots)
    if keys:
        court.happen(HandDiscarded(seat, keys, source=cause.key, clause=cause.clause, cause=cause.what))


ON_SEAT: dict[str, OnSeat] = {"honor": _honor, "draw": _draw, "discard": _discard}


# --- applying verbs --------------------------------------------------------------------------------------


def verb(do: str) -> Resolver:
    """The resolver of a verb: for each target in turn, altered where something alters consequences."""

    async def resolver(court: Court, cause: Cause, effect: Effect) -> None:
        if cause.what and "target" not in effect and _has_sides(court, cause, effect):
            for side in sides(court, cause, effect.get("who")):
                await _consequence(court, cause.narrowed(side), effect, side)
        elif do in ON_SEAT:
            for seat in seats(court, cause, effect.get("who")):
                await ON_SEAT[do](court, cause, effect, seat)
        else:
            for piece in await targets(court, cause, effect):
                await ON_PIECE[do](court, cause, effect, piece)
        await settle(court)

    return resolver


def _has_sides(court: Court, cause: Cause, effect: Effect) -> bool:
    """Whether a consequence speaks of sides of the duel; one of a bystander's own player does not."""
    if court.state.duel is None:
        return False
    who = effect.get("who") or cause.default
    return who != "own" or cause.only is not None or court.state.seat_duelling(cause.seat) is not None


async def _consequence(court: Court, cause: Cause, effect: Effect, side: int) -> None:
    """A consequence for one side, unless something alters it."""
    alter = _alteration(court, cause, effect, side)
    if alter is None:
        return await _happens(court, cause, effect, side)
    mode = alter.effect["mode"]
    court.happen(
        ConsequenceAltered(mode, effect["do"], side, source=alter.source, clause="cards.can.consequence-alter")
    )
    if mode == "delay":
        _delay(court, cause, effect, side)
    elif mode == "replace":
        for other in alter.effect.get("with", ()):
            await court.effects[other["do"]](court, cause_of(alter), other)
    elif mode == "share":
        await _happens(court, cause, effect, side)
        await _happens(court, cause.narrowed(1 - side), effect, 1 - side)
    return None


def _alteration(court: Court, cause: Cause, effect: Effect, side: int) -> Mark | None:
    """What alters this consequence: negations and delays before the rest, the earlier set first."""
    if not court.lasts("consequence-alter"):
        return None
    found = [
        mark
        for mark in lasting_for(court, "consequence-alter", side)
        if effect["do"] in mark.effect.get("only", (effect["do"],))
        and mark.effect.get("from", "any") in ("any", "creator" if cause.creator else "others")
    ]
    return min(found, key=lambda mark: mark.effect["mode"] not in ("negate", "delay"), default=None)


async def _happens(court: Court, cause: Cause, effect: Effect, side: int) -> None:
    here = court.duel.sides[side]
    if effect["do"] in ON_SEAT:
        await ON_SEAT[effect["do"]](court, cause, effect, here.seat)
    else:
        await ON_PIECE[effect["do"]](court, cause, effect, court.state.pieces[here.duellist])


def _delay(court: Court, cause: Cause, effect: Effect, side: int) -> None:
    here, do = court.duel.sides[side], effect["do"]
    seat = court.duel.sides[1 - side].seat if do == "control" else here.seat if do in ON_SEAT else cause.seat
    piece = None if do in ON_SEAT else here.duellist
    fixed = {**effect, "amount": amount(court, cause, effect["amount"])} if "amount" in effect else effect
    number, clause = court.duel.number, "cards.can.consequence-alter"
    court.happen(Delayed(fixed, seat, piece, number, cause.what, cause.creator, source=cause.key, clause=clause))


async def delayed(court: Court, mark: Mark) -> None:
    """A consequence that was put off comes now."""
    cause = Cause(mark.seat, mark.source, mark.piece, what=mark.what, creator=mark.creator)
    do = mark.effect["do"]
    if mark.piece is None:
        await ON_SEAT[do](court, cause, mark.effect, mark.seat)
    elif court.state.pieces[mark.piece].zone == "play":
        await ON_PIECE[do](court, cause, mark.effect, court.state.pieces[mark.piece])
    await settle(court)


# --- substitution ----------------------------------------------------------------------------------------


async def substitute(court: Court, cause: Cause, effect: Effect) -> None:
    """Another Personality stands in for a duellist (cards.challenge.substitute); a Follower may become one."""
    for side in sides(court, cause, effect.get("who")):
        here = court.duel.sides[side]
        words = {"who": "own" if here.seat == cause.seat else "any", **effect["with"]}
        found = [piece for piece in fitting(court, cause, words) if not court.state.is_duellist(piece.id)]
        new = await pick(court, cause.seat, found, "substitute", cause.key)
        if new is None:
            continue
        clause = "cards.challenge.substitute"
        if new.type != "personality":
            force, chi = (amount(court, cause, effect.get(name, getattr(new, name) or 0)) for name in ("force", "chi"))
            court.happen(BecamePersonality(new.id, force, chi, source=cause.key, clause="cards.can.substitute"))
        in_duel = court.duel.stage not in CHALLENGING
        if in_duel:
            show(court, new, "cards.A.begin")
        entered = stats_of(court, new) if in_duel else None
        court.happen(Substituted(side, here.duellist, new.id, entered, source=cause.key, clause=clause))
    await settle(court)
