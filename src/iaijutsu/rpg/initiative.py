"""Phase 1: initiative, a TN 1 Meditation check in the ring whose stance the character enters (p. 259; §3.1)."""

from __future__ import annotations

from iaijutsu.engine import Seat
from iaijutsu.rpg import check, order, stances
from iaijutsu.rpg.asking import Ref, choose
from iaijutsu.rpg.characters import RINGS
from iaijutsu.rpg.events import InitiativeSet, PhaseBegan, StanceTaken
from iaijutsu.rpg.measures import awake, foe, vigilance
from iaijutsu.rpg.state import CheckInHand
from iaijutsu.rpg.tn import Task

CHECK = "rpg.init.check"


async def phase(ref: Ref) -> None:
    """Both make their check, once; the higher honor rolls first (rpg.init.once)."""
    ref.happen(PhaseBegan("initiative", clause="rpg.phases"))
    first = await order.higher_honor_first(ref)
    for seat in (first, foe(first)):
        await _roll(ref, seat)


async def _roll(ref: Ref, seat: Seat) -> None:
    one = ref.state[seat]
    if one.dead:
        return
    if not awake(one):
        _set(ref, seat, vigilance(one))
        return
    entered = await choose(ref, seat, "initiative-ring", lambda: stances.open_rings(ref.state, seat))
    ring = next(ring for ring in RINGS if ring == entered.ring)
    ref.happen(StanceTaken(seat, ring, clause=CHECK))
    task = Task("initiative", "meditation", 1, ring=ring, clause=CHECK)
    if (await check.attempt(ref, seat, task, _count)).step == "broken":
        _set(ref, seat, _base(ref, seat, surprised=not ref.state.setup.prepared[seat]))


async def _count(ref: Ref, hand: CheckInHand) -> None:
    surprised = not ref.state.setup.prepared[hand.seat] and "focus" not in hand.gains
    value = _base(ref, hand.seat, surprised=surprised)
    _set(ref, hand.seat, value + 1 + hand.bonus if hand.passed else value)


def _base(ref: Ref, seat: Seat, *, surprised: bool) -> int:
    """Focus, or vigilance when unprepared (rpg.init.value)."""
    one = ref.state[seat]
    return vigilance(one) if surprised else one.loadout.character.focus


def _set(ref: Ref, seat: Seat, value: int) -> None:
    ref.happen(InitiativeSet(seat, value, clause="rpg.init.value"))
