"""Who comes first: by initiative, by honor, and by the universal tiebreaker (core rulebook p. 26 with errata)."""

from __future__ import annotations

from iaijutsu.engine import Event, Roll, Seat
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg.asking import Ref
from iaijutsu.rpg.characters import KINDS
from iaijutsu.rpg.measures import initiative
from iaijutsu.rpg.state import Duel


@dataclass(frozen=True, slots=True)
class OrderSettled(Event):
    """Two who came out equal: chance says who is first."""

    kind = "order-settled"
    seat: Seat


async def by_initiative(ref: Ref) -> Seat:
    """Who takes the first turn of the round: higher initiative, then lower honor (rpg.turns.order)."""
    duel = ref.state
    one, other = initiative(duel[0]), initiative(duel[1])
    first = await lower_honor_first(ref) if one == other else 0 if one > other else 1
    return 1 - first if duel.swapped == duel.round else first


async def lower_honor_first(ref: Ref) -> Seat:
    """Lower honor, then the universal tiebreaker."""
    duel = ref.state
    if duel[0].honor != duel[1].honor:
        return 0 if duel[0].honor < duel[1].honor else 1
    return await universal(ref, "rpg.blow.simultaneous")


async def higher_honor_first(ref: Ref) -> Seat:
    """Higher honor, then the universal tiebreaker: who rolls initiative first."""
    duel = ref.state
    if duel[0].honor != duel[1].honor:
        return 0 if duel[0].honor > duel[1].honor else 1
    return await universal(ref, "rpg.init.once")


async def universal(ref: Ref, clause: str) -> Seat:
    """Player character before adversary before minion, then chance."""
    one, other = _rank(ref.state, 0), _rank(ref.state, 1)
    if one != other:
        return 0 if one < other else 1
    (seat,) = await ref.ask(lambda: Roll("tie", (2,)))
    ref.happen(OrderSettled(seat, clause=clause))
    return seat


def _rank(duel: Duel, seat: Seat) -> int:
    return KINDS.index(duel[seat].loadout.character.kind)
