"""Center: dice are rolled and set aside, and take the place of others in the next check with that skill."""

from __future__ import annotations

from iaijutsu.engine import Seat, Several
from iaijutsu.rpg.asking import Ref, number, roll
from iaijutsu.rpg.dice import SKILL_SIDES, Die
from iaijutsu.rpg.events import CenterRolled, DiceReserved

CLAUSE = "rpg.action.center"


async def perform(ref: Ref, seat: Seat, skill: str) -> None:
    """Roll up to the ranks in the named skill, replace by what is reserved, reserve any of them."""
    ranks = ref.state[seat].loadout.character.skill(skill)
    count = await number(ref, seat, "center-dice", 1, ranks)
    dice = list(await roll(ref, seat, "center", (SKILL_SIDES,) * count))
    ref.happen(CenterRolled(seat, skill, tuple(dice), clause=CLAUSE))
    for slot, die in await replacements(ref, seat, tuple(dice)):
        dice[slot] = die
    chosen = await ref.ask(lambda: Several(seat, "reserve", count, 0, count, tuple(dice)))
    ref.happen(DiceReserved(seat, skill, tuple([dice[slot] for slot in chosen]), clause=CLAUSE))


async def replacements(ref: Ref, seat: Seat, rolled: tuple[Die, ...]) -> list[tuple[int, Die]]:
    """Which rolled dice are replaced by reserved ones, as (slot, die). The others that were reserved are then gone."""
    one, found = ref.state[seat], list[tuple[int, Die]]()
    if one.reserved is None:
        return found
    free = list(range(len(rolled)))
    for die in tuple(one.reserved.dice)[: len(rolled)]:
        chosen = await _replaced(ref, seat, die, tuple([rolled[slot] for slot in free]))
        if chosen:
            found.append((free.pop(chosen[0]), die))
    ref.happen(DiceReserved(seat, "", (), clause=CLAUSE))
    return found


async def _replaced(ref: Ref, seat: Seat, die: Die, rolled: tuple[Die, ...]) -> tuple[int, ...]:
    return await ref.ask(lambda: Several(seat, "replace-by-reserved", len(rolled), 0, 1, (die, rolled)))
