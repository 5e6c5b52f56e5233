"""Effects on how a duel ends: outcome, consequences, an end without resolution, cleanup."""

from __future__ import annotations

from .court import Broken, Court
from .effects_values import mark
from .events import EndsAfterEffects, Lost, OutcomeDetermined, OutcomeForced, Won
from .measures import Cause, sides
from .outcome import forced_results, saved
from .pieces import Effect


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
    early = court.rules.duel_ends == "before consequences"
    given = court.duel.stage in ("H", "I") or (early and court.duel.stage in ("J", "L"))
    if result == "swap":
        if given:
            return _alter(court, cause, (court.duel.sides[1].result, court.duel.sides[0].result), "swapped")
        return mark(court, cause, effect, "over")
    clause = "cards.I.alter" if given else "cards.H.forced-win" if result == "win" else "cards.H.forced-loss"
    for side in sides(court, cause, effect.get("who")):
        court.happen(OutcomeForced(side, result, source=cause.key, clause=clause))
    if given and (forced := forced_results(court)):
        _alter(court, cause, forced, "forced")
    return None


def _alter(court: Court, cause: Cause, results: tuple[str, str], why: str) -> None:
    """Change the outcome that H has given (cards.I.alter)."""
    duel = court.duel
    before, results = tuple(side.result for side in duel.sides), saved(court, results)
    if results == before:
        return
    clause = "cards.I.alter"
    court.happen(OutcomeDetermined(results, duel.tie, duel.margin, why, source=cause.key, clause=clause))
    for side, result in enumerate(results):
        if result and result != before[side]:
            make = Won if result == "win" else Lost
            court.happen(make(side, duel.sides[side].duellist, source=cause.key, clause=clause))


async def set_over(court: Court, cause: Cause, effect: Effect) -> None:
    """An effect that holds until all of the duel is over, its consequences included."""
    mark(court, cause, effect, "over")
