"""C: the focusing round. The players alternate, each focusing, doing something instead, or striking."""

from __future__ import annotations

from ..engine import Choose, Option
from . import drawing
from .allowed import could_focus, focuses, insteads, options, origin_open, together, together_note
from .court import Court
from .effects_focusing import enter, enter_from_pool
from .events import (
    FirstOpportunity,
    InsteadUsed,
    MustFocus,
    Prevented,
    StageReached,
    StrikeBound,
    Struck,
    TopSeen,
    TurnPasses,
)
from .events_effects import AbilityUsed
from .measures import Cause, duellist, has_keyword, lasting_for
from .options import Focus, Pass, PickSide, Strike, Use
from .timing import announce, cause_of, occasion, resolve


async def focusing_round(court: Court) -> None:
    """Until somebody strikes (cards.C.alternate)."""
    court.happen(StageReached("C", clause="cards.C.alternate"))
    await _first(court)
    duel = court.duel
    while duel.struck is None:
        await _opportunity(court, duel.turn)
        if duel.struck is None:
            court.happen(TurnPasses(1 - duel.turn, clause="cards.C.alternate"))
            await occasion(court, "before", "opportunity", duel.turn)
    await occasion(court, "after", "strike", duel.struck)


async def _first(court: Court) -> None:
    """Who has the first opportunity: the challenged, unless Duelist or an effect says else (cards.C.first).

    An effect may still move it just before that opportunity; then it comes for the other one.
    """
    why = "effect" if court.duel.first_moved else await _by_keyword(court)
    side = court.duel.turn
    await occasion(court, "before", "opportunity", side)
    why = "effect" if court.duel.first_moved else why
    court.happen(FirstOpportunity(court.duel.turn, why, settled=True, clause="cards.C.first"))
    if court.duel.turn != side:
        await occasion(court, "before", "opportunity", court.duel.turn)


async def _by_keyword(court: Court) -> str:
    """What a sole Duelist means for it, and why in a word."""
    sole = sole_duelist(court)
    if sole is None or court.rules.duelist not in ("goes first", "chooses"):
        return "challenged"
    side, why = sole, "duelist"
    if court.rules.duelist == "chooses":
        listed: tuple[Option, ...] = (PickSide(0), PickSide(1))
        seat = court.duel.sides[sole].seat
        answer = await court.ask(lambda: Choose(seat, "first-opportunity", listed))
        side, why = (answer.side if isinstance(answer, PickSide) else sole), "duelist chose"
    court.happen(FirstOpportunity(side, why, clause="cards.C.first"))
    return why


def sole_duelist(court: Court) -> int | None:
    """The side of the only Duelist; None when neither or both are."""
    found = [side for side in (0, 1) if has_keyword(court, duellist(court, side), "Duelist")]
    return found[0] if len(found) == 1 else None


# --- one opportunity -------------------------------------------------------------------------------------


async def _opportunity(court: Court, side: int) -> None:
    if court.rules.deck == "seen" and origin_open(court, side, "deck"):
        await _look_at_top(court, side)
    here = court.duel.sides[side]
    if not _could_choose(court, side) and options(court, side) == (Strike(),):
        why = "an effect makes him" if here.must_strike else "nothing is left to focus"
        court.happen(Struck(side, why, clause="cards.C.must-strike"))
        return
    answer = await court.ask(lambda: Choose(here.seat, "opportunity", lambda: options(court, side)))
    if here.no_strike > 0:
        court.happen(StrikeBound(side, here.no_strike - 1, clause="cards.can.strike"))
    if isinstance(answer, Focus):
        await _focus(court, side, answer)
    elif isinstance(answer, Use):
        await _instead(court, side, answer)
    else:
        court.happen(Struck(side, clause="cards.C.strike"))


async def _look_at_top(court: Court, side: int) -> None:
    seat = court.duel.sides[side].seat
    if keys := await drawing.take(court, seat, 1):
        court.happen(TopSeen(seat, keys[0], clause="cards.C.focus"))


def _could_choose(court: Court, side: int) -> bool:
    """Whether, for all that others know, this player has something to choose from."""
    here = court.duel.sides[side]
    if here.must_strike:
        return False
    return could_focus(court, side) or bool(court.state.hands[here.seat] and court.index.hand_insteads)


async def _focus(court: Court, side: int, answer: Focus) -> None:
    """Focus one card, or several as one opportunity where an effect allows that."""
    if court.duel.sides[side].must:
        court.happen(MustFocus(side, -1, clause="cards.can.must-focus"))
    await _put(court, side, answer)
    if (most := together(court, side)) > 1:
        await _more(court, side, most - 1)


async def _more(court: Court, side: int, most: int) -> None:
    seat = court.duel.sides[side].seat
    for _ in range(most):
        if court.duel.struck is not None or not could_focus(court, side):
            return
        one = await court.ask(lambda: Choose(seat, "focus-together", (Pass(), *focuses(court, side))))
        if not isinstance(one, Focus):
            return
        await _put(court, side, one)
        note = together_note(court, side)
        court.happen(AbilityUsed(seat, "", note, clause="cards.can.focus-limit"))


async def _put(court: Court, side: int, answer: Focus) -> None:
    """One card goes into the own focusing area (cards.C.focus), from hand once a duel (cards.C.hand-once)."""
    here = court.duel.sides[side]
    always = bool(lasting_for(court, "face-up", side))
    up = answer.face_up or always
    clause = "cards.can.face-up" if up else "cards.C.hand-once" if answer.origin == "hand" else "cards.C.focus"
    if answer.origin == "pool":
        key = court.state.pieces[here.pool[answer.slot]].key
        piece = enter_from_pool(
            court, side, here.pool[answer.slot], source="rulebook", clause=clause, face_up=up, counted=True
        )
    else:
        key = await _key(court, side, answer)
        piece = enter(court, side, answer.origin, key, source="rulebook", clause=clause, face_up=up, counted=True)
    if answer.face_up and (ability := court.index.face_up.get(key)):
        cause = Cause(here.seat, key, piece, piece)
        await resolve(court, cause, ability.effects)
    await occasion(court, "after", "focus", side, piece)


async def _key(court: Court, side: int, answer: Focus) -> str:
    seat = court.duel.sides[side].seat
    if answer.origin == "hand":
        return court.state.hands[seat][answer.slot]
    if answer.origin == "discard":
        return court.state.discards[seat][answer.slot]
    return (await drawing.take(court, seat, 1))[0]


async def _instead(court: Court, side: int, answer: Use) -> None:
    """An effect instead of focusing, or striking: it spends the opportunity, even prevented (cards.C.instead)."""
    trigger = next(t for t in insteads(court, side) if (t.place, t.slot, t.row) == _where(answer))
    of = "striking" if trigger.ability.kind == "instead-of-striking" else "focusing"
    cause = cause_of(trigger)
    court.happen(InsteadUsed(side, trigger.key, of, source=trigger.key, clause="cards.C.instead"))
    if of == "focusing" and court.duel.sides[side].must:
        court.happen(MustFocus(side, -1, source=trigger.key, clause="cards.C.instead"))
    await announce(court, trigger, cause)
    await occasion(court, "when", "instead", side)
    if court.duel.prevented:
        court.happen(Prevented(False, source=trigger.key, clause="cards.C.instead"))
    else:
        await resolve(court, cause, trigger.ability.effects)


def _where(answer: Use) -> tuple[str, int, int]:
    return answer.place, answer.slot, answer.ability
