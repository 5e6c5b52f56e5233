"""Effects on how a duel ends: outcome, consequences, an end without resolution, cleanup."""

from __future__ import annotations

from .court import Broken, Court
from .effects_values import mark
from .events import EndsAfterEffects, Lost, OutcomeForced, Won
from .measures import Cause, sides
from .pieces import Effect

OPPOSITE = {"win": "lose", "lose": "win"}


async def end_duel(court: Court, cause: Cause, effect: Effect) -> None:
    """End the duel without resolution, at once or after the remaining Focus Effects (cards.can.end-duel)."""
    why = "an effect ends the duel"
    if effect.get("remaining") == "resolve" and court.duel.stage == "E":
        court.happen(EndsAfterEffects(why, cause.key, source=cause.key, clause="cards.can.end-duel"))
        return
    if court.duel.stage in "ABCDEF":
        raise Broken(court.duel.number, why, "cards.can.end-duel", cause.key)


async def outcome(court: Court, cause: Cause, effect: Effect) -> None:
    """Say who wins or loses: as H determines it, or, once it has, at once (cards.H.forced-win, cards.I.alter)."""
    result = effect["result"]
    if result in ("wins-ties", "cannot-lose"):
        return mark(court, cause, effect, "over")
    if court.duel.stage in "HIL":
        return _alter(court, cause, effect)
    if result == "swap":
        return mark(court, cause, effect, "over")
    clause = "cards.H.forced-win" if result == "win" else "cards.H.forced-loss"
    for side in sides(court, cause, effect.get("who")):
        court.happen(OutcomeForced(side, result, source=cause.key, clause=clause))
    return None


def _alter(court: Court, cause: Cause, effect: Effect) -> None:
    """Change the outcome that H has given (cards.I.alter)."""
    here = court.duel.sides
    if effect["result"] == "swap":
        new = {side: OPPOSITE.get(here[side].result, "") for side in (0, 1)}
    else:
        new = {side: str(effect["result"]) for side in sides(court, cause, effect.get("who"))}
    for side, result in new.items():
        if result and result != here[side].result:
            make = Won if result == "win" else Lost
            court.happen(make(side, here[side].duellist, source=cause.key, clause="cards.I.alter"))


async def set_over(court: Court, cause: Cause, effect: Effect) -> None:
    """An effect that holds until all of the duel is over, its consequences included."""
    mark(court, cause, effect, "over")
