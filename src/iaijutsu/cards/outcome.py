"""H: who wins and who loses. Also what a card's player may choose about its own text, and what K keeps back."""

from __future__ import annotations

from ..engine import Choose, Option
from . import costs
from .court import Court
from .effects_focusing import move_focused
from .effects_values import which_cards
from .events import Lost, OutcomeDetermined, Won
from .measures import Cause, cause_of, duellist, has_keyword, lasting, lasting_for
from .options import Pass, Use
from .pieces import Ability
from .timing import occasion

OPPOSITE = {"win": "lose", "lose": "win"}


async def determine_outcome(court: Court) -> None:
    """H: the outcome is determined; this is when each wins or loses."""
    await occasion(court, "before", "outcome")
    results, clause, why = result_of(court)
    tie, margin = tied(court), abs(court.duel.sides[0].score - court.duel.sides[1].score)  # type: ignore[operator]
    source = court.duel.source
    court.happen(OutcomeDetermined(results, tie, margin, why, source=source, clause=clause))
    for side, result in enumerate(results):
        if result:
            make = Won if result == "win" else Lost
            court.happen(make(side, court.duel.sides[side].duellist, source=source, clause="cards.H.moment"))
    await occasion(court, "after", "outcome")


def tied(court: Court) -> bool:
    """Whether the scores are equal, or near enough where an effect says so; an outcome by force is no tie."""
    a, b = court.duel.sides
    if a.decided or forced_results(court) or a.score is None or b.score is None:
        return False
    near = max([m.effect.get("n", 0) for m in lasting(court, "score") if m.effect["rule"] == "margin-ties"], default=0)
    return abs(a.score - b.score) <= near


def result_of(court: Court) -> tuple[tuple[str, str], str, str]:
    """The results by side (`win`, `lose`, or empty), the clause that decides, and why in a word. Asks nobody."""
    a, b = court.duel.sides
    if a.decided and b.decided:
        return (a.forced, b.forced), "cards.sequence", "forced"
    if forced := forced_results(court):
        clause = "cards.H.forced-win" if "win" in (a.forced, b.forced) else "cards.H.forced-loss"
        return _adjusted(court, forced), clause, "forced"
    if tied(court):
        winners = [_wins_ties(court, side) for side in (0, 1)]
        results = ("win" if winners[0] else "lose", "win" if winners[1] else "lose")
        return _adjusted(court, results), "cards.H.tie-winner" if any(winners) else "cards.H.tie", "tie"
    higher = (a.score or 0) > (b.score or 0)
    return _adjusted(court, ("win", "lose") if higher else ("lose", "win")), "cards.H.compare", "higher score"


def forced_results(court: Court) -> tuple[str, str] | None:
    """The results where an effect gives a side its outcome directly; the other has the opposite, unless altered too.

    Who cannot lose is not made to, and the other does not win by it.
    """
    forced = [
        "" if side.forced == "lose" and cannot_lose(court, n) else side.forced
        for n, side in enumerate(court.duel.sides)
    ]
    if not any(forced):
        return None
    return forced[0] or OPPOSITE[forced[1]], forced[1] or OPPOSITE[forced[0]]


def cannot_lose(court: Court, side: int) -> bool:
    """Whether an effect forbids that this side loses."""
    return any(mark.effect["result"] == "cannot-lose" for mark in lasting_for(court, "outcome", side))


def _wins_ties(court: Court, side: int) -> bool:
    if any(mark.effect["result"] == "wins-ties" for mark in lasting_for(court, "outcome", side)):
        return True
    duelist = [has_keyword(court, duellist(court, n), "Duelist") for n in (0, 1)]
    return court.rules.duelist == "wins ties" and duelist[side] and not duelist[1 - side]


def _adjusted(court: Court, results: tuple[str, str]) -> tuple[str, str]:
    """The results after a swap, and after those who cannot lose."""
    if any(mark.effect["result"] == "swap" for mark in lasting(court, "outcome")):
        results = results[1], results[0]
    return saved(court, results)


def saved(court: Court, results: tuple[str, str]) -> tuple[str, str]:
    """The results after those who cannot lose."""
    first, second = ("" if results[n] == "lose" and cannot_lose(court, n) else results[n] for n in (0, 1))
    return first, second


async def may(court: Court, cause: Cause, ability: Ability) -> bool:
    """Whether the effects of an ability come: always, unless its text leaves that to its player."""
    if not ability.optional and not ability.cost:
        return True
    # Who cannot pay is asked all the same: whether he could may be a secret of his hand.
    can_pay = costs.all_payable(court, cause, ability.cost)
    use: tuple[Option, ...] = (Use("focused", cause.piece or 0, 0),) if can_pay else ()
    return await court.ask(lambda: Choose(cause.seat, "use-focus-effect", (*use, Pass()), cause.key)) != Pass()


async def kept_back(court: Court) -> None:
    """Focused cards that an effect sends elsewhere than to the discard pile (cards.can.cleanup)."""
    for mark in list(lasting(court, "cleanup")):
        cause = cause_of(mark)
        for number in await which_cards(court, cause, {"which": "all", **mark.effect}):
            move_focused(court, cause, number, mark.effect["to"], "cards.can.cleanup")
