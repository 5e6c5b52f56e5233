"""School and mastery abilities that touch a duel, as named effects (§4.4; names and parameters in `techniques`)."""

from __future__ import annotations

from iaijutsu.engine import Seat
from iaijutsu.rpg import check, conditions, harm, stances
from iaijutsu.rpg.asking import Ref, choose, number, several, yes
from iaijutsu.rpg.check_events import CheckGains, KeptChanged, StrifeNegated, TraitApplied
from iaijutsu.rpg.dice import EXPLOSIVE, SUCCESS, exploding
from iaijutsu.rpg.events import LastingBegan, Moved, Used
from iaijutsu.rpg.loadout import Ability
from iaijutsu.rpg.measures import (
    amount,
    armour_resistance,
    awake,
    foe,
    hands_full,
    hands_of,
    initiative,
    may_use,
    over_composure,
    readied,
    suffers,
)
from iaijutsu.rpg.options import GO_ON, Pick
from iaijutsu.rpg.state import NOBODY, CheckInHand, Duel, Duellist

CLAUSE = "rpg.techniques"


def _of(one: Duellist, name: str) -> Ability | None:
    ability = one.loadout.abilities.get(name)
    return ability if ability and (ability.ring is None or ability.ring == one.stance) else None


def _open(ref: Ref, seat: Seat, name: str, once: str) -> Ability | None:
    """The ability of that name, if this seat has it, is awake, and may use it now."""
    one = ref.state[seat]
    ability = _of(one, name) if one.loadout.abilities else None
    if ability is None or not awake(one) or not may_use(one, name, once, ref.state.round):
        return None
    return ability


def _use(ref: Ref, seat: Seat, ability: Ability) -> None:
    ref.happen(Used(seat, ability.name, source=ability.technique, clause=CLAUSE))


# --- against an attack -------------------------------------------------------------------------------------


async def ward_or_trap(ref: Ref, hand: CheckInHand) -> None:
    """Attacked with a melee weapon: a weapon in one hand, or an empty hand, wards or traps, once a round."""
    seat = foe(hand.seat)
    ability = _open(ref, seat, "ward-or-trap", "round")
    if ability is None or hand.skill != "melee" or "attack" not in hand.types:
        return
    one = ref.state[seat]
    tools = [Pick(key) for key, held in readied(one) if hands_of(one, key, held.grip) == 1]
    if hands_full(one) < 2:
        tools.append(Pick("hand"))
    if not tools:
        return
    pick = await choose(ref, seat, "ward-or-trap", lambda: (GO_ON, Pick("ward"), Pick("trap")), hand.weapon)
    if not isinstance(pick, Pick):
        return
    tool = await choose(ref, seat, "ward-with", lambda: tuple(tools))
    _use(ref, seat, ability)
    rank = amount(one, ability["amount"])
    if pick.what == "ward":
        ref.happen(CheckGains(hand.seat, "ward", rank, source=ability.technique, clause=CLAUSE))
    else:
        ref.happen(LastingBegan(seat, "trap", rank, source=ability.technique, clause=CLAUSE))
    ref.happen(
        LastingBegan(
            seat, "weapon-barred", 0, tool.what, seat, "end", one.turn + 1, source=ability.technique, clause=CLAUSE
        )
    )


async def ward(ref: Ref, hand: CheckInHand) -> None:
    """Warded: dice that show success are rolled again, as many as the rank; the one who wards says which."""
    rank = hand.gains.get("ward", 0)
    if rank:
        slots = tuple([slot for slot, die in enumerate(hand.rolled) if SUCCESS[die]])
        count = min(rank, len(slots))
        chosen = await several(ref, foe(hand.seat), "ward", slots, count, count)
        await check.reroll(ref, hand, chosen, "ward", CLAUSE)


async def after_defending(ref: Ref, seat: Seat) -> None:
    """After defending: a step aside, and another stance if wanted, once a round."""
    ability = _open(ref, seat, "retreat-and-turn", "round")
    if ability is not None and await yes(ref, seat, "step-aside"):
        _use(ref, seat, ability)
        ref.happen(Moved(seat, 1, source=ability.technique, clause=CLAUSE))
        await stances.switch(ref, seat)


# --- in the own check --------------------------------------------------------------------------------------


async def exploit(ref: Ref, hand: CheckInHand) -> None:
    """A disadvantage of the foe lets the roller roll dice again, in the duel's initiative and in attacks."""
    ability = _open(ref, hand.seat, "exploit", "")
    if ability is None or not (hand.purpose == "initiative" or "attack" in hand.types):
        return
    known = _known_disadvantages(ref.state, foe(hand.seat))
    if not known:
        return
    pick = await choose(ref, hand.seat, "exploit", lambda: (GO_ON, *known), hand)
    if isinstance(pick, Pick):
        ref.happen(TraitApplied(foe(hand.seat), pick.what, source=ability.technique, clause=CLAUSE))
        most = 2 + amount(ref.state[hand.seat], ability["amount"])
        slots = await several(ref, hand.seat, "exploit-reroll", tuple(range(len(hand.rolled))), 0, most)
        await check.reroll(ref, hand, slots, ability.technique, CLAUSE)


def _known_disadvantages(duel: Duel, seat: Seat) -> tuple[Pick, ...]:
    one = duel[seat]
    return tuple(
        [
            Pick(trait.name)
            for trait in one.loadout.character.traits
            if trait.kind in ("adversity", "anxiety") and (not duel.setup.secret_sheets or trait.name in one.shown)
        ]
    )


async def successes_explode(ref: Ref, hand: CheckInHand) -> None:
    """Kept dice with a success are set to an explosive one, for Void points, under a condition, once a round."""
    seat, one = hand.seat, ref.state[hand.seat]
    ability = _open(ref, seat, "successes-explode", "round")
    if ability is None or "attack" not in hand.types or not suffers(one, ability["condition"]):
        return
    slots = tuple([slot for slot, die in enumerate(hand.kept) if SUCCESS[die] and not EXPLOSIVE[die]])
    if slots and one.void_points >= ability["void"] and await yes(ref, seat, "successes-explode", hand):
        _use(ref, seat, ability)
        harm.spend_void(ref, seat, ability["void"], CLAUSE, ability.technique)
        dice = tuple([exploding(hand.kept[slot]) for slot in slots])
        ref.happen(KeptChanged(seat, slots, dice, source=ability.technique, clause=CLAUSE))


async def negate_strife(ref: Ref, hand: CheckInHand, symbols: int) -> None:
    """Once a scene, all strife of a check is negated, and its roller removes strife and fatigue."""
    for seat in (foe(hand.seat), hand.seat):
        ability = _open(ref, seat, "negate-strife", "scene")
        if ability is not None and await yes(ref, seat, "negate-strife", symbols):
            _use(ref, seat, ability)
            ref.happen(StrifeNegated(hand.seat, symbols, source=ability.technique, clause=CLAUSE))
            rank = amount(ref.state[seat], ability["amount"])
            harm.remove_strife(ref, hand.seat, rank, CLAUSE, ability.technique)
            harm.remove_fatigue(ref, hand.seat, rank, CLAUSE, ability.technique)
            return


async def bonus(ref: Ref, hand: CheckInHand) -> int:
    """Bonus successes that abilities add to a check that has succeeded."""
    one = ref.state[hand.seat]
    if not one.loadout.abilities:
        return 0
    return await _from_strife(ref, hand, one) + _from_charge(one, hand)


async def _from_strife(ref: Ref, hand: CheckInHand, one: Duellist) -> int:
    ability = _open(ref, one.seat, "strife-to-bonus", "")
    if ability is None or set(ability["types"]).isdisjoint(hand.types) or not one.strife:
        return 0
    most = min(amount(one, ability["amount"]), one.strife)
    count = await number(ref, one.seat, "strife-to-bonus", 0, most)
    if count:
        harm.remove_strife(ref, one.seat, count, CLAUSE, ability.technique)
        harm.suffer_fatigue(ref, one.seat, count, by=NOBODY, clause=CLAUSE, source=ability.technique)
    return count


def _from_charge(one: Duellist, hand: CheckInHand) -> int:
    ability = _of(one, "charge")
    if ability is None or "attack" not in hand.types:
        return 0
    most = amount(one, ability["amount"])
    return most if ability["mounted"] else min(one.moved, most)


# --- critical strikes --------------------------------------------------------------------------------------


async def alter_critical(ref: Ref, seat: Seat, severity: int) -> int:
    """Once a round, the severity of a critical strike one inflicts is raised or lowered by up to the rank."""
    ability = _open(ref, seat, "alter-critical", "round")
    if ability is None:
        return severity
    most = amount(ref.state[seat], ability["amount"])
    change = await number(ref, seat, "alter-critical", max(-most, -severity), most)
    if change:
        _use(ref, seat, ability)
    return severity + change


async def soften_critical(ref: Ref, seat: Seat, severity: int) -> int:
    """Once a round, before resisting, severity is lower by the armour's resistance and the rank."""
    ability = _open(ref, seat, "soften-critical", "round")
    if ability is None or not severity or not await yes(ref, seat, "soften-critical"):
        return severity
    one = ref.state[seat]
    _use(ref, seat, ability)
    armour = armour_resistance(one) if ability["armour"] else 0
    return max(0, severity - armour - amount(one, ability["amount"]))


async def fury(ref: Ref, seat: Seat) -> None:
    """After a critical strike or unmasking: Enraged, and rid of fatigue."""
    ability = _open(ref, seat, "fury", "")
    if ability is not None and await yes(ref, seat, "fury"):
        conditions.inflict(ref, seat, "enraged", by=NOBODY, clause=CLAUSE, source=ability.technique)
        rank = amount(ref.state[seat], ability["amount"])
        harm.remove_fatigue(ref, seat, rank, CLAUSE, ability.technique)


def deadlier(duel: Duel, seat: Seat) -> int:
    """What abilities add to the deadliness of a weapon against the foe."""
    one = duel[seat]
    if not one.loadout.abilities:
        return 0
    apart = abs(initiative(one) - initiative(duel[foe(seat)])) if _of(one, "initiative-deadliness") else 0
    return apart + fiercer(duel, seat)


def fiercer(duel: Duel, seat: Seat) -> int:
    """What abilities add to the damage of a weapon against the foe."""
    one, target = duel[seat], duel[foe(seat)]
    ability = _of(one, "prey-on-weakness")
    if ability is None:
        return 0
    weak = over_composure(target) or suffers(target, "incapacitated") or suffers(target, "unconscious")
    return amount(one, ability["amount"]) if weak else 0


# --- at the start of a turn --------------------------------------------------------------------------------


async def ignore_harm(ref: Ref, seat: Seat) -> None:
    """For a Void point, harm counts for nothing until the end of the own next turn."""
    one = ref.state[seat]
    ability = _of(one, "ignore-harm") if one.loadout.abilities else None
    if ability is None or one.dead or one.void_points < ability["void"] or not await yes(ref, seat, "ignore-harm"):
        return
    harm.spend_void(ref, seat, ability["void"], CLAUSE, ability.technique)
    ref.happen(
        LastingBegan(seat, "harm-ignored", 0, "", seat, "end", one.turn + 1, source=ability.technique, clause=CLAUSE)
    )
