"""What can be read off the state without asking anybody: conditions that follow, resistances, hands, who is able."""

from __future__ import annotations

from collections.abc import Iterator

from iaijutsu.engine import Seat
from iaijutsu.rpg.characters import Profile, Ring, half_up, social_rank
from iaijutsu.rpg.state import CheckInHand, Duel, Duellist, Held, Lasting

OUT_OF_HAND = ("sheathed", "dropped")
"""Places from which a weapon can be readied."""


def foe(seat: Seat) -> Seat:
    """The other seat."""
    return 1 - seat


# --- conditions --------------------------------------------------------------------------------------------


def over_composure(one: Duellist) -> bool:
    """Whether strife is above composure, whatever is ignored (rpg.compromised)."""
    return one.strife > one.loadout.character.composure


def endurance(one: Duellist) -> int:
    """Endurance as it stands."""
    return one.loadout.character.endurance - one.withered


def over_endurance(one: Duellist) -> bool:
    """Whether fatigue is above endurance (rpg.incapacitated)."""
    return one.fatigue > endurance(one)


def suffers(one: Duellist, condition: str) -> bool:
    """Whether a condition has its effects on this one: it is there, and nothing lets it be ignored."""
    if condition == "compromised":
        there = one.strife > one.loadout.character.composure
    elif condition == "incapacitated":
        there = over_endurance(one)
    else:
        there = condition in one.conditions
    return there and not (one.lasting and _ignores(one, condition))


def _ignores(one: Duellist, condition: str) -> bool:
    return any(
        effect.name == "harm-ignored" or (effect.name == "condition-ignored" and effect.about == condition)
        for effect in one.lasting
    )


def suffered(one: Duellist) -> list[str]:
    """Every condition of this one by name, Compromised and Incapacitated among them."""
    names = [name for name in ("compromised", "incapacitated") if suffers(one, name)]
    return names + [name for name in one.conditions if name != "doomed" and suffers(one, name)]


def wound(one: Duellist, ring: Ring) -> int:
    """What wounds add to the TN of a check with `ring`."""
    if suffers(one, f"severely-wounded:{ring}"):
        return 3
    return 1 if suffers(one, f"lightly-wounded:{ring}") else 0


# --- who is able -------------------------------------------------------------------------------------------


def awake(one: Duellist) -> bool:
    """Alive and conscious."""
    return not one.dead and not ("unconscious" in one.conditions and suffers(one, "unconscious"))


def able_to_check(one: Duellist) -> bool:
    """Able to take an action that has a check."""
    return awake(one) and not suffers(one, "incapacitated")


def able_to_defend(one: Duellist) -> bool:
    """Able to take damage as fatigue."""
    return able_to_check(one)


# --- numbers -----------------------------------------------------------------------------------------------


def vigilance(one: Duellist) -> int:
    """Vigilance as it counts now."""
    if suffers(one, "compromised") or suffers(one, "afflicted"):
        return 1
    return one.loadout.character.vigilance


def initiative(one: Duellist) -> int:
    """Initiative in this round."""
    return one.initiative + one.gained


def lasting(one: Duellist, name: str) -> int:
    """The sum of the lasting effects of that name on this one."""
    return sum([effect.amount for effect in one.lasting if effect.name == name]) if one.lasting else 0


def having(one: Duellist, name: str) -> Iterator[Lasting]:
    """The lasting effects of that name on this one."""
    return (effect for effect in one.lasting if effect.name == name)


def armour_resistance(one: Duellist, supernatural: bool = False) -> int:
    """What the armour takes off, Damaged or Destroyed as it may be."""
    armour = one.loadout.armour
    if armour is None or one.armour.destroyed:
        return 0
    value = armour.supernatural if supernatural else armour.physical
    return max(0, value - 2) if one.armour.damaged else value


def resistance(one: Duellist, supernatural: bool = False) -> int:
    """What is taken off damage in all."""
    value = armour_resistance(one, supernatural)
    return value if supernatural else max(0, value + lasting(one, "resistance"))


def amount(one: Duellist, told: int | str, ring: Ring | None = None) -> int:
    """A number that a technique tells, in digits or in a word."""
    character = one.loadout.character
    if isinstance(told, int):
        return told
    if told == "school-rank":
        return character.school_rank
    if told == "honor-rank":
        return social_rank(one.honor)
    if told == "fitness-ranks":
        return character.skill("fitness")
    return character.rings[ring or one.stance or "void"] if told == "ring" else 0


def half(value: int) -> int:
    """Half, rounded up."""
    return half_up(value)


# --- weapons and hands -------------------------------------------------------------------------------------


def profile(one: Duellist, weapon: str, grip: str) -> Profile:
    """The values of a weapon in a grip."""
    return one.loadout.profiles[weapon, grip]


def hands_of(one: Duellist, weapon: str, grip: str) -> int:
    """How many hands a grip takes."""
    return one.loadout.hands[weapon, grip]


def hands_full(one: Duellist, but: str = "") -> int:
    """How many hands hold something, leaving weapon `but` aside."""
    hands = one.loadout.hands
    return sum([hands[key, held.grip] for key, held in one.weapons.items() if held.place == "readied" and key != but])


def readied(one: Duellist) -> Iterator[tuple[str, Held]]:
    """The weapons in hand, bare hands among them."""
    return ((key, held) for key, held in one.weapons.items() if held.place == "readied" and not held.destroyed)


def grips_free(one: Duellist, weapon: str, *, one_handed: bool = False) -> list[str]:
    """The grips in which that weapon could be readied with the hands that are free."""
    free = 2 - hands_full(one, weapon)
    return [
        grip.name
        for grip in one.loadout.weapons[weapon].grips
        if 0 < grip.hands <= free and not (one_handed and grip.hands != 1)
    ]


def has_wargear(one: Duellist) -> bool:
    """Whether this one wears or holds wargear."""
    armour = one.loadout.armour
    if armour is not None and not one.armour.destroyed and "wargear" in armour.qualities:
        return True
    return any("wargear" in profile(one, key, held.grip).qualities for key, held in readied(one))


def may_use(one: Duellist, key: str, once: str, round_: int) -> bool:
    """Whether something that may be used once a round, scene or session is still open."""
    if not once or key not in one.used:
        return True
    return once == "round" and one.used[key] != round_


def in_check(duel: Duel, seat: Seat) -> CheckInHand | None:
    """The check that this seat has under way, innermost first."""
    return next((check for check in reversed(duel.checks) if check.seat == seat), None)
