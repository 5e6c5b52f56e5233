"""Strife, fatigue and Void points, and damage with defending (§2.1-2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from iaijutsu.engine import RULEBOOK, Seat
from iaijutsu.rpg import abilities, check, critical, objective
from iaijutsu.rpg.asking import Ref, choose, yes
from iaijutsu.rpg.check_events import CheckClosed
from iaijutsu.rpg.events import (
    BecameCompromised,
    BecameIncapacitated,
    DamageSuffered,
    DidNotDefend,
    FatigueReceived,
    FatigueRemoved,
    GapNoted,
    GapOpened,
    ItemHarmed,
    StrifeReceived,
    StrifeRemoved,
    Used,
    VoidPointsChanged,
)
from iaijutsu.rpg.measures import (
    able_to_defend,
    foe,
    has_wargear,
    over_composure,
    over_endurance,
    readied,
    resistance,
    suffers,
)
from iaijutsu.rpg.options import GO_ON, Pick
from iaijutsu.rpg.state import NOBODY, CheckInHand

# --- strife ------------------------------------------------------------------------------------------------


def suffer_strife(ref: Ref, seat: Seat, amount: int, *, clause: str, source: str = RULEBOOK, by: Seat = NOBODY) -> int:
    """Receive strife; `by` when another's action brings it. Returns how much it was. What it triggers is answered by
    `blows.settle`, which the caller awaits when all have received theirs.
    """
    one = ref.state[seat]
    if amount <= 0 or one.dead:
        return 0
    if by == foe(seat) and has_wargear(ref.state[by]):
        amount += 1
    if suffers(one, "intoxicated"):
        amount *= 2
    before = over_composure(one)
    ref.happen(StrifeReceived(seat, amount, source=source, clause=clause))
    if not before and over_composure(one):
        ref.happen(BecameCompromised(seat, clause="rpg.compromised"))
        open_gap(ref, seat, "compromised")
    return amount


def open_gap(ref: Ref, seat: Seat, trigger: str) -> None:
    """A trigger of a finishing blow: the first time it opens one (rpg.blow.trigger)."""
    duel, one = ref.state, ref.state[seat]
    rulings = duel.setup.rulings
    early = duel.phase == "initiative" and rulings.blow_from == "round 1"
    late = duel.phase in ("resolution", "over") or duel.setup.contest == "one-roll"
    spent = bool(one.gaps) if rulings.blow_per == "duel" else trigger in one.gaps
    if early or late or spent or one.blow:
        ref.happen(GapNoted(seat, trigger, clause="rpg.blow.trigger"))
    else:
        ref.happen(GapOpened(seat, trigger, clause="rpg.blow.trigger"))


def remove_strife(ref: Ref, seat: Seat, amount: int, clause: str, source: str = RULEBOOK) -> int:
    """Be rid of strife, at most what there is. Returns how much it was."""
    one = ref.state[seat]
    if suffers(one, "intoxicated"):
        amount *= 2
    amount = min(amount, one.strife)
    if amount > 0:
        ref.happen(StrifeRemoved(seat, amount, source=source, clause=clause))
    return amount


# --- Void points -------------------------------------------------------------------------------------------


def spend_void(ref: Ref, seat: Seat, amount: int, clause: str, source: str = RULEBOOK) -> None:
    """Spend Void points."""
    if amount:
        ref.happen(VoidPointsChanged(seat, -amount, source=source, clause=clause))


def gain_void(ref: Ref, seat: Seat, amount: int, clause: str, source: str = RULEBOOK) -> None:
    """Gain Void points, up to the maximum."""
    one = ref.state[seat]
    amount = min(amount, one.loadout.character.void_max - one.void_points)
    if amount > 0:
        ref.happen(VoidPointsChanged(seat, amount, source=source, clause=clause))


# --- fatigue -----------------------------------------------------------------------------------------------


def suffer_fatigue(
    ref: Ref,
    seat: Seat,
    amount: int,
    *,
    by: Seat,
    clause: str,
    scored: bool = True,
    source: str = RULEBOOK,
) -> None:
    """Receive fatigue. `by` inflicted it (or NOBODY); `scored` says whether it counts for his score."""
    one = ref.state[seat]
    if amount <= 0 or one.dead:
        return
    before = over_endurance(one)
    ref.happen(FatigueReceived(seat, amount, by if scored else NOBODY, source=source, clause=clause))
    if not before and over_endurance(one):
        ref.happen(BecameIncapacitated(seat, clause="rpg.incapacitated"))
        objective.note(ref, by, "incapacitated")


def remove_fatigue(ref: Ref, seat: Seat, amount: int, clause: str, source: str = RULEBOOK) -> int:
    """Be rid of fatigue, at most what there is. Returns how much it was."""
    amount = min(amount, ref.state[seat].fatigue)
    if amount > 0:
        ref.happen(FatigueRemoved(seat, amount, source=source, clause=clause))
    return amount


# --- damage ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage on its way. `severity` is that of the critical strike if it is not defended against; `razor` marks a
    Razor-Edged weapon; `pierce` is resistance that is ignored (-1: all of it); `attack` when an Attack action deals it.
    """

    by: Seat
    target: Seat
    amount: int
    severity: int
    supernatural: bool = False
    razor: bool = False
    weapon: str = ""
    undefendable: bool = False
    pierce: int = 0
    attack: bool = True
    scored: bool = True
    resist: Mapping[str, int] = field(default_factory=dict)
    source: str = RULEBOOK


async def deal(ref: Ref, hit: Hit) -> bool:
    """Damage less resistance: nothing, or taken as fatigue, or a critical strike (rpg.harm.damage). True when it is
    defended against.
    """
    target = ref.state[hit.target]
    if target.dead:
        return False
    stops = 0 if hit.pierce < 0 else max(0, resistance(target, hit.supernatural) - hit.pierce)
    rest = max(0, hit.amount - stops)
    ref.happen(DamageSuffered(hit.target, hit.amount, hit.amount - rest, source=hit.source, clause="rpg.harm.damage"))
    if rest == 0:
        if hit.razor and hit.weapon:
            harm_item(ref, hit.by, hit.weapon)
        return False
    if not await _defends(ref, hit):
        await critical.strike(ref, _undefended(hit))
        return False
    suffer_fatigue(ref, hit.target, rest, by=hit.by, scored=hit.scored, clause="rpg.harm.damage", source=hit.source)
    if hit.attack:
        objective.struck(ref, hit.by)
    await abilities.after_defending(ref, hit.target)
    return True


async def _defends(ref: Ref, hit: Hit) -> bool:
    """Defending is what happens, unless one cannot or spends a Void point not to."""
    one = ref.state[hit.target]
    chosen = False
    if able_to_defend(one) and not hit.undefendable:
        if one.void_points == 0 or not await yes(ref, hit.target, "suffer-a-critical-strike", hit):
            return True
        spend_void(ref, hit.target, 1, "rpg.harm.damage")
        chosen = True
    ref.happen(DidNotDefend(hit.target, chosen, clause="rpg.harm.damage"))
    return False


def _undefended(hit: Hit) -> critical.Wound:
    return critical.Wound(
        hit.by,
        hit.target,
        hit.severity,
        razor=hit.razor,
        resist=hit.resist,
        attack=hit.attack,
        scored=hit.scored,
        source=hit.source,
        clause="rpg.harm.damage",
    )


async def bleed(ref: Ref, hand: CheckInHand, symbols: int) -> None:
    """Bleeding: damage equal to the strife on the dice kept, past all resistance; a critical strike from it has the
    fatigue for its severity (§2.5).
    """
    one, seat = ref.state[hand.seat], hand.seat
    ref.happen(CheckClosed(seat, clause="rpg.harm.conditions"))
    by = foe(seat) if one.conditions["bleeding"] == 1 else NOBODY
    scored = ref.state.setup.rulings.score_bleeding == "yes"
    hit = Hit(by, seat, symbols, one.fatigue, pierce=-1, attack=False, scored=scored, source="bleeding")
    await deal(ref, hit)


def harm_item(ref: Ref, seat: Seat, item: str, clause: str = "rpg.items") -> None:
    """A weapon or the armour suffers: Durable goes first, then it is Damaged, then Destroyed (§2.6)."""
    one = ref.state[seat]
    if item == "armour" and one.loadout.armour is None:
        return
    thing = one.armour if item == "armour" else one.weapons[item]
    if thing.destroyed:
        return
    result = "durable" if thing.durable else "destroyed" if thing.damaged else "damaged"
    ref.happen(ItemHarmed(seat, item, result, clause=clause))


async def parry(ref: Ref, hand: CheckInHand) -> None:
    """Shattering Parry: once a session, all dice of the check to resist are rolled again, and a weapon suffers."""
    duel, one, seat = ref.state, ref.state[hand.seat], hand.seat
    price = 1 if duel.setup.rulings.parry_cost == "1 Void point" else 0
    character = one.loadout.character
    if character.kind != "player-character" or "parry" in one.used or one.void_points < price:
        return
    weapons = tuple([Pick(key) for key, _ in readied(one) if key not in one.loadout.bodies])
    if not weapons:
        return
    pick = await choose(ref, seat, "shattering-parry", lambda: (GO_ON, *weapons), hand)
    if not isinstance(pick, Pick):
        return
    spend_void(ref, seat, price, "rpg.harm.parry")
    ref.happen(Used(seat, "parry", clause="rpg.harm.parry"))
    harm_item(ref, seat, pick.what, "rpg.harm.parry")
    await check.reroll(ref, hand, tuple(range(len(hand.rolled))), "shattering-parry", "rpg.harm.parry")
