"""Advantages and disadvantages in a check (§1.2): which bear on it, what they do to the dice, and what after it."""

from __future__ import annotations

from iaijutsu.rpg import abilities, blows, check, harm
from iaijutsu.rpg.asking import Ref, choose, several
from iaijutsu.rpg.characters import Ring, Trait, TraitKind
from iaijutsu.rpg.check_events import CheckGains, TraitApplied
from iaijutsu.rpg.dice import SUCCESS
from iaijutsu.rpg.events import Used
from iaijutsu.rpg.measures import having
from iaijutsu.rpg.options import Pick
from iaijutsu.rpg.state import CheckInHand, Duellist

CLAUSE = "rpg.check.modify"
BAD: tuple[TraitKind, ...] = ("adversity", "anxiety")
OPPOSITE: tuple[tuple[TraitKind, TraitKind], ...] = (("distinction", "adversity"), ("passion", "anxiety"))


def bearing(one: Duellist, ring: Ring, skill: str) -> tuple[str, ...]:
    """The names of those that bear on a check with that ring and skill."""
    traits = one.loadout.character.traits
    if not traits:
        return ()
    sure = {effect.about for effect in having(one, "sure-advantage")}
    return tuple([t.name for t in traits if (t.bears_on(ring, skill) or t.name in sure) and not _ignored(one, t)])


def _ignored(one: Duellist, trait: Trait) -> bool:
    for effect in one.lasting:
        if effect.name == "trait-ignored" and effect.about == trait.name:
            return True
        if effect.name in ("no-disadvantages", "harm-ignored") and trait.kind in BAD:
            return True
    return False


async def apply(ref: Ref, hand: CheckInHand) -> None:
    """Step 4: opposites cancel, then at most one of each kind is resolved, advantages first."""
    if hand.traits:
        for kind, traits in _left(ref.state[hand.seat], hand).items():
            if traits:
                await _resolve(ref, hand, kind, traits)
    await abilities.exploit(ref, hand)


def _left(one: Duellist, hand: CheckInHand) -> dict[TraitKind, list[str]]:
    """The traits that bear on the check, by kind, without those that cancel each other."""
    order: tuple[TraitKind, ...] = ("distinction", "passion", "adversity", "anxiety")
    found = {
        kind: [t.name for t in one.loadout.character.traits if t.kind == kind and t.name in hand.traits]
        for kind in order
    }
    for good, bad in OPPOSITE:
        both = min(len(found[good]), len(found[bad]))
        found[good], found[bad] = found[good][both:], found[bad][both:]
    return found


async def _resolve(ref: Ref, hand: CheckInHand, kind: TraitKind, traits: list[str]) -> None:
    pick = await choose(ref, hand.seat, f"which-{kind}", lambda: tuple([Pick(name) for name in traits]))
    ref.happen(TraitApplied(hand.seat, pick.what, clause=CLAUSE))
    if kind == "distinction":
        slots = tuple(range(len(hand.rolled)))
        chosen = await several(ref, hand.seat, "distinction", slots, 0, 2)
        await check.reroll(ref, hand, chosen, pick.what, CLAUSE)
    elif kind == "adversity":
        slots = tuple([slot for slot, die in enumerate(hand.rolled) if SUCCESS[die]])
        chosen = await several(ref, hand.seat, "adversity", slots, 2, 2)
        await check.reroll(ref, hand, chosen, pick.what, CLAUSE)
    if kind != "distinction":
        ref.happen(CheckGains(hand.seat, kind, 1, source=pick.what, clause=CLAUSE))


async def after(ref: Ref, hand: CheckInHand) -> None:
    """After the check: a failed adversity is worth a Void point, passion removes 3 strife, anxiety brings 3."""
    gains, seat = hand.gains, hand.seat
    if not gains:
        return
    if "adversity" in gains and hand.step == "resolved" and not hand.passed:
        harm.gain_void(ref, seat, 1, CLAUSE)
    if "passion" in gains:
        harm.remove_strife(ref, seat, 3, CLAUSE)
    if "anxiety" in gains:
        if "anxiety" not in ref.state[seat].used:
            ref.happen(Used(seat, "anxiety", clause=CLAUSE))
            harm.gain_void(ref, seat, 1, CLAUSE)
        harm.suffer_strife(ref, seat, 3, clause=CLAUSE)
        await blows.settle(ref)
