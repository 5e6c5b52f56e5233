"""When things happen: traits and reactions at an occasion, in the order that the timing rules give.

*before* comes before *when* before *after*; at each, mandatory traits first (delays, negations and preventions,
then substitutions, then the rest, each group as the active player orders it), then reactions in turn, the
active player first, until everybody has passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ..engine import Choose, Option, Seat
from . import costs
from .court import Court, Trigger
from .events import DuelEnds, DuelOver, PieceShown, TurnEnds
from .events_challenge import ChallengeIssued, ChallengeOver, Substituted
from .events_effects import AbilityUsed, BecamePersonality, LeftPlay, PieceCreated, StatChanged, StatSet
from .leaving import check_duellists, leave_play, show
from .measures import Cause, holds_all, spent
from .options import Next, Pass, Use
from .pieces import UNKNOWN, Ability, Effect, Occasion
from .schema import for_of

_PASS = (Pass(),)
CLAUSES = {
    "action": "cards.source",
    "trait": "cards.timing.conflict",
    "reaction": "cards.timing.reactions",
    "instead": "cards.can.instead",
    "instead-of-striking": "cards.can.strike",
    "focus-effect": "cards.E.resolve",
}
"""What the use of an ability follows, by its kind."""
CardRows: TypeAlias = Mapping[str, tuple[tuple[int, Ability], ...]]


async def occasion(court: Court, moment: str, name: str, side: int | None = None, subject: int | None = None) -> None:
    """Something happens: traits that mind it resolve, then reactions may be played.

    `side` is whose occasion it is (None: nobody's), `subject` the focused card, or the card leaving play, that it
    is about.
    """
    on = (moment, name)
    traits, reacts = court.minded(on)
    if traits:
        await _traits(court, on, side, subject)
    if reacts:
        await reactions(court, Window(on, side, subject))


# --- traits ----------------------------------------------------------------------------------------------


async def _traits(court: Court, on: Occasion, side: int | None, subject: int | None) -> None:
    waiting = triggered(court, on, side, subject)
    while waiting:
        first = min(trigger.ability.group for trigger in waiting)
        group = [trigger for trigger in waiting if trigger.ability.group == first]
        trigger = await next_of(court, group, "trait-order")
        waiting.remove(trigger)
        await use_trait(court, trigger, subject)


async def use_trait(court: Court, trigger: Trigger, subject: int | None = None) -> None:
    """Let a trait resolve, if its source is still there and its player wants it where he may choose."""
    if _still_there(court, trigger) and await _wanted(court, trigger):
        await use(court, trigger, cause_of(trigger, subject))


def triggered(court: Court, on: Occasion, side: int | None, subject: int | None = None) -> list[Trigger]:
    """The traits that an occasion triggers."""
    if not court.minded(on)[0]:
        return []
    return [t for t in _at(court, "trait", on) if _minds(court, t, side, subject)]


async def next_of(court: Court, waiting: Sequence[Any], purpose: str) -> Any:
    """The one of several simultaneous things that the active player lets happen next (cards.timing.conflict)."""
    if len(waiting) == 1:
        return waiting[0]
    listed = tuple(Next(n) for n in range(len(waiting)))
    about = tuple(_told(court, one) for one in waiting)
    chosen = await court.ask(lambda: Choose(court.state.active, purpose, listed, about))
    return waiting[chosen.index]


def _told(court: Court, one: Any) -> Any:
    """What the active player is told of a thing that waits: its card, unless that one is concealed from him."""
    trigger = getattr(one, "trigger", one)
    if isinstance(trigger, Trigger) and trigger.place == "play":
        piece = court.state.pieces[trigger.slot]
        if not piece.face_up and piece.owner != court.state.active:
            return UNKNOWN
    return getattr(one, "key", one)


async def _wanted(court: Court, trigger: Trigger) -> bool:
    """Whether an optional trait is used; a mandatory one always is."""
    if not trigger.ability.optional and not trigger.ability.cost:
        return True
    listed: tuple[Option, ...] = (_as_use(trigger), *_PASS)
    return await court.ask(lambda: Choose(trigger.seat, "use-trait", listed, trigger.key)) != Pass()


def _still_there(court: Court, trigger: Trigger) -> bool:
    """Whether the source of a trait is still where it was."""
    if trigger.place == "discard":
        return True
    piece = court.state.pieces.get(trigger.slot)
    if piece is None or piece.blank is not None:
        return False
    return piece.zone == ("play" if trigger.place == "play" else "focusing")


def _at(court: Court, kind: str, on: Occasion) -> list[Trigger]:
    """Abilities of a kind that mind an occasion: in play, in focusing areas, in discard piles."""
    found = [*court.triggers(kind, on)]
    if (kind, on) in court.index.lying:
        found += _focused(court, court.index.from_focused.get((kind, on), {}))
        table = court.index.from_discard.get((kind, on), {})
        for seat, pile in enumerate(court.state.discards) if table else ():
            found += _in_pile(seat, "discard", pile, table)
    return found


def _focused(court: Court, table: CardRows) -> Iterable[Trigger]:
    for side in court.state.duel.sides if court.state.duel else ():
        for number in side.area:
            piece = court.state.pieces[number]
            if piece.key in table and piece.face_up:
                for index, ability in table[piece.key]:
                    yield Trigger(side.seat, piece.key, "focused", number, index, ability)


def _in_pile(seat: Seat, place: str, pile: list[str], table: CardRows) -> list[Trigger]:
    return [
        Trigger(seat, key, place, slot, index, ability)
        for slot, key in enumerate(pile)
        if key in table
        for index, ability in table[key]
    ]


# --- reactions -------------------------------------------------------------------------------------------


class Window(NamedTuple):
    """A chance to react: to what, on whose side, about which card. `altering`: only with what alters the outcome."""

    on: Occasion
    side: int | None = None
    subject: int | None = None
    altering: bool | None = None


async def reactions(court: Court, window: Window) -> None:
    """Reactions in turn, the active player first, until everybody has passed (cards.timing.reactions).

    Who holds hidden cards is asked even when he can do nothing, so that being asked tells the others nothing.
    """
    order = court.order()
    closed = court.windows == "closed" and ("reaction", window.on) in court.index.from_hand
    used: set[tuple[str, int, int]] = set()
    turn = passes = 0
    while passes < len(order):
        seat = order[turn % len(order)]
        turn += 1
        passes += 1
        if (closed and court.state.hands[seat]) or _reactions_of(court, seat, window, used):
            chosen = await _react(court, seat, window, used)
            if chosen is not None:
                passes = 0
                if chosen.place != "hand":
                    used.add((chosen.place, chosen.slot, chosen.row))
                await use(court, chosen, cause_of(chosen, window.subject))


async def _react(court: Court, seat: Seat, window: Window, used: set[tuple[str, int, int]]) -> Trigger | None:
    """The reaction that `seat` plays now, or None."""

    def ready() -> tuple[Option, ...]:
        return (*_PASS, *map(_as_use, _reactions_of(court, seat, window, used)))

    answer = await court.ask(lambda: Choose(seat, "reaction", ready, " ".join(window.on)))
    if not isinstance(answer, Use):
        return None
    return next(t for t in _reactions_of(court, seat, window, used) if _as_use(t) == answer)


def _reactions_of(court: Court, seat: Seat, window: Window, used: set[tuple[str, int, int]]) -> list[Trigger]:
    on, side, subject, altering = window
    found = [t for t in _at(court, "reaction", on) if t.seat == seat and (t.place, t.slot, t.row) not in used]
    found += in_hand(court, seat, "reaction", on)
    if not found:
        return found
    if altering is not None:
        found = [trigger for trigger in found if trigger.ability.alters == altering]
    return [trigger for trigger in found if _minds(court, trigger, side, subject)]


def in_hand(court: Court, seat: Seat, kind: str, on: Occasion | None = None) -> list[Trigger]:
    """Abilities of a kind on the cards of a hand."""
    table, hand = court.index.from_hand.get((kind, on)), court.state.hands[seat]
    return [] if table is None or table.keys().isdisjoint(hand) else _in_pile(seat, "hand", hand, table)


def _as_use(trigger: Trigger) -> Use:
    return Use(trigger.place, trigger.slot, trigger.row)


# --- using an ability ------------------------------------------------------------------------------------


def cause_of(trigger: Trigger, subject: int | None = None) -> Cause:
    """The cause of what an ability does."""
    piece = trigger.slot if trigger.place in ("play", "focused") else None
    return Cause(trigger.seat, trigger.key, piece, subject, trigger.ability.what)


def _minds(court: Court, trigger: Trigger, side: int | None, subject: int | None) -> bool:
    """Whether an ability is concerned by an occasion of `side` and may be used now."""
    whose = trigger.ability.whose
    if whose != "any" and side is not None:
        own = court.state.seat_duelling(trigger.seat)
        if own is None or (own == side) != (whose == "own"):
            return False
    elif whose != "any" and subject is not None:
        own_ = court.state.pieces[subject].controller == trigger.seat
        if own_ != (whose == "own"):
            return False
    return may_use(court, trigger, subject)


def may_use(court: Court, trigger: Trigger, subject: int | None = None) -> bool:
    """Whether the limit, the conditions and the cost of an ability allow it now.

    An ability in play is not used again while it resolves: cards that call each other come to an end.
    """
    ability = trigger.ability
    cause = cause_of(trigger, subject)
    used = trigger.key if trigger.place == "hand" else ""
    return (
        (trigger.place == "hand" or (trigger.place, trigger.slot, trigger.row) not in court.resolving)
        and (not ability.limit or note_of(court, trigger) not in court.state.used)
        and (not ability.conditions or holds_all(court, cause, ability.conditions))
        and (not ability.cost or costs.all_payable(court, cause, ability.cost, used))
    )


def note_of(court: Court, trigger: Trigger) -> str:
    """What an ability's limit is kept by: the copy of the card in play, or the title from hand (cards.can.limit)."""
    if not trigger.ability.limit:
        return ""
    here = f"{trigger.seat}:{trigger.key}" if trigger.place in ("hand", "discard") else str(trigger.slot)
    duel = court.state.duel
    when = f"duel {duel.number}" if trigger.ability.limit == "duel" and duel else trigger.ability.limit
    return f"{here}:{trigger.row}:{when}"


async def use(court: Court, trigger: Trigger, cause: Cause) -> None:
    """Use an ability: note it, pay its cost, let its effects happen."""
    await announce(court, trigger, cause)
    court.resolving.append((trigger.place, trigger.slot, trigger.row))
    try:
        await resolve(court, cause, trigger.ability.effects)
    finally:
        court.resolving.pop()


async def announce(court: Court, trigger: Trigger, cause: Cause) -> None:
    """Put it on record and pay for it."""
    clause = "cards.can.limit" if trigger.ability.limit else CLAUSES[trigger.ability.kind]
    piece = court.state.pieces.get(trigger.slot) if trigger.place == "play" else None
    if piece is not None and not piece.face_up:
        show(court, piece, clause)
    to = "" if trigger.place != "hand" else "removed" if _removed(trigger.ability) else "discard"
    court.happen(AbilityUsed(trigger.seat, trigger.key, note_of(court, trigger), to, source=trigger.key, clause=clause))
    for cost in trigger.ability.cost:
        await costs.pay(court, cause, cost, CLAUSES[trigger.ability.kind])
    if trigger.ability.cost:
        await settle(court)


def _removed(ability: Ability) -> bool:
    """Whether it costs the game its card."""
    return any(cost.get("remove_this") for cost in ability.cost)


async def resolve(court: Court, cause: Cause, effects: Iterable[Effect]) -> None:
    """Let effects happen in the order written, each if its conditions hold at that time."""
    for effect in effects:
        conditions = effect.get("if", ())
        if conditions and not holds_all(court, cause, conditions):
            continue
        meant = cause._replace(what=for_of(conditions)) if conditions and not cause.what else cause
        await court.effects[effect["do"]](court, meant, effect)


# --- what follows at once --------------------------------------------------------------------------------

RULES = Cause(-1, "rulebook")
STIRRING = frozenset({
    StatChanged, StatSet, LeftPlay, PieceShown, PieceCreated, BecamePersonality, ChallengeIssued, ChallengeOver,
    Substituted, DuelEnds, DuelOver, TurnEnds,
})  # fmt: skip
"""What may bring a Chi to 0, or take a duellist out of play."""


async def settle(court: Court) -> None:
    """What follows at once when something has changed: Chi 0 destroys a Personality (cards.stat.chi-death), what minds
    somebody's leaving comes, and a duel without one of its two ends (cards.leaves-play). Raises `Broken`.
    """
    if STIRRING.isdisjoint(map(type, court.events[court.settled :])):
        court.settled = len(court.events)
        return
    for piece in spent(court):
        await leave_play(court, piece.id, "destroyed", RULES, "cards.stat.chi-death")
    left = [event.piece for event in court.events[court.settled :] if isinstance(event, LeftPlay)]
    court.settled = len(court.events)
    for number in left:
        if court.state.pieces[number].type == "personality":
            await occasion(court, "after", "leaving-play", None, number)
    check_duellists(court)
