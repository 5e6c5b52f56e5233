"""A duel, headings A to L of the comprehensive rules, in order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ..engine import Arrange, Choose, Option, Request, Sealed
from . import costs, drawing, outcome
from .consequences import consequences
from .court import Broken, Court
from .effects_values import change_fv, which_cards
from .events import (
    AreasCease,
    AreasMade,
    DuelBegins,
    DuelEnds,
    DuelOver,
    EffectsWait,
    EndsWithoutResolution,
    FocusedDiscarded,
    FocusEffect,
    FvChangesEnd,
    PoolsFormed,
    PoolsReturned,
    Revealed,
    ScoreTotalled,
    StageReached,
)
from .focusing import focusing_round
from .leaving import show
from .measures import Cause, amount, cause_of, duel_stat, duellist, fv_of, holds_all, lasting, lasting_for, stats_of
from .options import Pick
from .pieces import Effect
from .timing import occasion, resolve, settle


async def fight(court: Court, cause: Cause, effect: Effect) -> None:
    """The whole duel (cards.sequence). An end without resolution leaves out what is left of A to I."""
    number = court.duel.number
    early = court.rules.duel_ends == "before consequences"
    resolved = await _unless_broken(court, number, lambda: _to_outcome(court))
    if early:
        await end_resolution(court)  # J
        await end_duel(court)  # L
    if resolved:
        await _unless_broken(court, number, lambda: consequences(court, cause, effect))  # I
    if not early:
        await end_resolution(court)  # J
    await cleanup(court)  # K
    if not early:
        await end_duel(court)  # L
    court.happen(DuelOver(source=cause.key, clause="cards.L.end"))


async def _to_outcome(court: Court) -> None:
    await begin(court)  # A
    await form_pools(court)  # B
    await focusing_round(court)  # C
    await reveal(court)  # D
    await focus_effects(court)  # E
    await begin_resolution(court)  # F
    await total_scores(court)  # G
    await outcome.determine_outcome(court)  # H


async def _unless_broken(court: Court, number: int, headings: Callable[[], Awaitable[None]]) -> bool:
    """Whether the headings were gone through; an end without resolution of this very duel is noted."""
    try:
        await headings()
    except Broken as broken:
        if broken.number != number:
            raise
        if court.duel.waiting:
            court.happen(EffectsWait((), source=broken.source, clause="cards.E.leaves-play"))
        court.happen(EndsWithoutResolution(broken.why, source=broken.source, clause=broken.clause))
        return False
    return True


async def begin(court: Court) -> None:
    """A: the duel begins; both enter it and face each other."""
    for side in court.duel.sides:
        show(court, court.state.pieces[side.duellist], "cards.A.begin")
    entered = (stats_of(court, duellist(court, 0)), stats_of(court, duellist(court, 1)))
    court.happen(DuelBegins(entered, source=court.duel.source, clause="cards.A.begin"))
    await settle(court)
    await occasion(court, "when", "entry")
    await occasion(court, "after", "entry")


async def form_pools(court: Court) -> None:
    """B: each forms a focus pool of the top cards of his Fate deck, both at once; focusing areas appear."""
    await occasion(court, "before", "pools")
    court.happen(AreasMade(clause="cards.B.area"))
    first, second = court.duel.sides
    size = court.rules.pool
    keys = [await drawing.take(court, side.seat, size) if size else () for side in (first, second)]
    start = court.state.next_id
    middle = start + len(keys[0])
    pools = (
        tuple((start + n, key) for n, key in enumerate(keys[0])),
        tuple((middle + n, key) for n, key in enumerate(keys[1])),
    )
    short = size and min(len(keys[0]), len(keys[1])) < size
    if size:
        clause = "cards.B.short" if short else "cards.B.pool"
        court.happen(PoolsFormed((first.seat, second.seat), pools, clause=clause))
    await occasion(court, "when", "pools")
    await occasion(court, "after", "pools")


async def reveal(court: Court) -> None:
    """D: both turn all their focused cards up at once, as an effect of the duel."""
    await occasion(court, "before", "reveal")
    numbers = [number for side in court.duel.sides for number in side.area]
    shown = tuple((number, court.state.pieces[number].key) for number in numbers)
    court.happen(Revealed(shown, source=court.duel.source, clause="cards.D.reveal"))
    for mark in list(lasting(court, "on-reveal")):
        await _on_reveal(court, cause_of(mark), mark.effect)
    await occasion(court, "when", "reveal")
    await occasion(court, "after", "reveal")


async def _on_reveal(court: Court, cause: Cause, effect: Effect) -> None:
    """A change to focus values as the cards are revealed (cards.can.on-reveal)."""
    for number in await which_cards(court, cause, {"which": "all", **effect}):
        change_fv(court, cause, number, effect["op"], amount(court, cause, effect["amount"]), "cards.can.on-reveal")


async def focus_effects(court: Court) -> None:
    """E: every Focus Effect on a focused card resolves, each next one as the active player chooses."""
    court.happen(StageReached("E", clause="cards.E.resolve"))
    await occasion(court, "before", "focus-effects")
    before: set[int] | None = None
    while waiting := _waiting(court):
        court.happen(EffectsWait(tuple(waiting), clause=_why_wait(waiting, before)))
        number = waiting[0] if len(waiting) == 1 else await _next_effect(court, waiting)
        before = {*waiting} - {number}
        if number in _waiting(court):  # else a judge has moved it meanwhile
            await _focus_effect(court, number)
    await occasion(court, "after", "focus-effects")
    _end_after_effects(court)


def _waiting(court: Court) -> list[int]:
    """Focused cards with a Focus Effect that has not resolved during this stay in an area (cards.E.new-card)."""
    duel, pieces, having = court.duel, court.state.pieces, court.index.focus_effects
    return [
        number
        for side in duel.sides
        for number in side.area
        if pieces[number].key in having and number not in duel.done
    ]


def _why_wait(waiting: list[int], before: set[int] | None) -> str:
    """The clause by which just these wait, after those that waited before."""
    if before is None or before == {*waiting}:
        return "cards.E.resolve"
    return "cards.E.new-card" if {*waiting} - before else "cards.E.present"


def _end_after_effects(court: Court) -> None:
    """The end that an effect has announced for when the Focus Effects have resolved (cards.can.end-duel)."""
    if why := court.duel.end_after_effects:
        raise Broken(court.duel.number, why, "cards.can.end-duel", court.duel.ends_by)


async def _next_effect(court: Court, waiting: list[int]) -> int:
    listed: tuple[Option, ...] = tuple(Pick(number) for number in waiting)
    answer = await court.ask(lambda: Choose(court.state.active, "focus-effect-order", listed))
    return answer.piece if isinstance(answer, Pick) else waiting[0]


async def _focus_effect(court: Court, number: int) -> None:
    piece = court.state.pieces[number]
    index = next(n for n, side in enumerate(court.duel.sides) if number in side.area)
    card = court.library[piece.key]
    ability = court.index.focus_effects[card.key]
    cause = Cause(court.duel.sides[index].seat, card.key, number, number)
    negated = bool(lasting_for(court, "fe-negate", index))
    clause = "cards.can.fe-negate" if negated else "cards.E.resolve"
    court.happen(FocusEffect(number, card.key, negated, source=card.key, clause=clause))
    if not negated and holds_all(court, cause, ability.conditions) and await outcome.may(court, cause, ability):
        for cost in ability.cost:
            await costs.pay(court, cause, cost, "cards.E.resolve")
            await settle(court)
        await resolve(court, cause, ability.effects)
    await occasion(court, "after", "focus-effect", index, number)


async def begin_resolution(court: Court) -> None:
    """F: resolution begins."""
    await occasion(court, "before", "resolution")
    _end_after_effects(court)
    court.happen(StageReached("F", clause="cards.F.begin"))
    await occasion(court, "when", "resolution")
    await occasion(court, "after", "resolution")


async def total_scores(court: Court) -> None:
    """G: each adds his duel stat and the focus values in his area, as they are now."""
    await occasion(court, "before", "scores")
    court.happen(StageReached("G", clause="cards.G.score"))
    for side in (0, 1):
        court.happen(score(court, side))
    await occasion(court, "after", "scores")


def score(court: Court, index: int) -> ScoreTotalled:
    """A side's score as it stands. Asks nobody."""
    name, base = duel_stat(court, index)
    rules = [mark.effect for mark in lasting_for(court, "score", index)]
    as_entered = any(rule["rule"] == "as-entered" for rule in rules)
    values = [(number, fv_of(court, number, base=as_entered)) for number in court.duel.sides[index].area]
    for rule in rules:
        if values and rule["rule"] == "ignore-highest":
            highest = max(values, key=lambda pair: pair[1])
            values = [(n, 0 if n == highest[0] else value) for n, value in values]
        elif values and rule["rule"] == "last-times":
            values[-1] = (values[-1][0], values[-1][1] * rule.get("n", 2))
    total = base + sum(value for _, value in values)
    clause = "cards.G.score" if name == "chi" else "cards.G.stat"
    return ScoreTotalled(index, name, base, tuple(values), total, source=court.duel.source, clause=clause)


async def end_resolution(court: Court) -> None:
    """J: duel resolution ends."""
    clause = "cards.F.without-resolution" if court.duel.ended else "cards.J.end-resolution"
    court.happen(StageReached("J", clause=clause))
    await occasion(court, "when", "resolution-end")


async def cleanup(court: Court) -> None:
    """K: focused cards are discarded, changes to their values end, pools go under the decks, areas cease to exist."""
    court.happen(StageReached("K", clause="cards.K.discard"))
    await occasion(court, "before", "cleanup")
    await outcome.kept_back(court)
    numbers = [number for side in court.duel.sides for number in side.area]
    cards = tuple((number, court.state.pieces[number].key) for number in numbers)
    court.happen(FocusedDiscarded(cards, clause="cards.K.discard"))
    court.happen(FvChangesEnd(clause="cards.K.fv-end"))
    await _return_pools(court)
    court.happen(AreasCease(clause="cards.K.gone"))
    await occasion(court, "after", "cleanup")


async def _return_pools(court: Court) -> None:
    """Each puts what is left of his pool under his deck, both at once, in an order that is his secret."""
    asks: dict[int, Request[tuple[int, ...]]] = {
        side.seat: Arrange(side.seat, "return-pool", len(side.pool), "pool")
        for side in court.duel.sides
        if len(side.pool) > 1
    }
    orders = await court.ask(lambda: Sealed("return-pools", asks)) if asks else {}
    first, second = court.duel.sides
    keys = [
        tuple(court.state.pieces[side.pool[n]].key for n in orders.get(side.seat, range(len(side.pool))))
        for side in (first, second)
    ]
    court.happen(PoolsReturned((first.seat, second.seat), (keys[0], keys[1]), clause="cards.K.return"))


async def end_duel(court: Court) -> None:
    """L: the duel ends, and with it what lasts until then."""
    await occasion(court, "before", "duel-end")
    court.happen(DuelEnds(court.duel.number, source=court.duel.source, clause="cards.L.end"))
    await settle(court)
    await occasion(court, "after", "duel-end")
