"""The check in its seven steps (core rulebook p. 22-26): details, pool, roll, changes, kept dice, symbols, result.

`attempt` does all of it. What comes of the result is the caller's `effect`, which runs while the check is still in
hand; advantages and disadvantages that act after a check come last.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from iaijutsu.engine import Seat, Several
from iaijutsu.rpg import abilities, blows, center, harm, measures, opportunity, traits
from iaijutsu.rpg.asking import GM, Keep, Ref, RunCheckAgain, number, roll, yes
from iaijutsu.rpg.characters import GROUP_OF, Ring
from iaijutsu.rpg.check_events import (
    Assisted,
    CheckBegun,
    CheckBroken,
    CheckOver,
    CheckResolved,
    DiceAdded,
    DiceChanged,
    DiceExploded,
    DiceKept,
    DiceRolled,
    DiceSetAside,
    KeptChanged,
    MomentSeized,
    StrifeNegated,
    SymbolsResolved,
)
from iaijutsu.rpg.dice import EXPLOSIVE, RING_OPPORTUNITY, RING_TORMENT, Die, is_skill, pool, sides, tally
from iaijutsu.rpg.events import LastingSpent, StanceCounts
from iaijutsu.rpg.state import CheckInHand
from iaijutsu.rpg.tn import ONCE_ON_ROLLER, ONCE_ON_TARGET, Reason, Task, reckon

Effect: TypeAlias = Callable[[Ref, CheckInHand], Awaitable[None]]
"""What comes of a check: it reads `passed`, `bonus` and `shortfall`."""


async def attempt(ref: Ref, seat: Seat, task: Task, effect: Effect | None = None) -> CheckInHand:
    """Make a check and let its effect happen. Returns the check as it was when it left the table."""
    _begin(ref, seat, task)
    check = ref.state.check
    await _assemble(ref, check)
    while not await _roll_and_resolve(ref, check):
        pass
    if effect is not None and check.step == "resolved":
        await effect(ref, check)
    ref.happen(CheckOver(seat, clause="rpg.check.symbols"))
    await traits.after(ref, check)
    return check


def goes_on(ref: Ref, check: CheckInHand) -> bool:
    """Whether the roller can still finish the check; if not, the check breaks off (rpg.blow.end)."""
    one = ref.state[check.seat]
    if check.purpose in ("resist", "save"):
        able = not one.dead
    else:
        able = measures.able_to_check(one) if check.types else measures.awake(one)
    if not able and check.step != "broken":
        ref.happen(CheckBroken(check.seat, clause="rpg.blow.end"))
    return able


# --- steps 1 to 3: details and pool ------------------------------------------------------------------------


def _begin(ref: Ref, seat: Seat, task: Task) -> None:
    one = ref.state[seat]
    ring: Ring = task.ring or one.stance or "void"
    tn, reasons = reckon(ref.state, seat, task, ring)
    character = one.loadout.character
    ref.happen(
        CheckBegun(
            seat,
            task.purpose,
            task.skill,
            ring,
            tn,
            task.tn,
            reasons,
            task.types,
            task.target,
            task.weapon,
            task.grip,
            task.action,
            task.blow,
            character.rings[ring],
            character.skill(task.skill),
            traits.bearing(one, ring, task.skill),
            source=task.source,
            clause=task.clause or "rpg.check.pool",
        )
    )
    for name, change in reasons:
        if name == "air stance":
            ref.happen(StanceCounts(task.target, "air", change, clause="rpg.stance.air"))
    _spend_lasting(ref, seat, task, reasons)


def _spend_lasting(ref: Ref, seat: Seat, task: Task, reasons: tuple[Reason, ...]) -> None:
    names = {name for name, _ in reasons}
    for name in ONCE_ON_ROLLER:
        if name in names or (name == "distracted" and measures.lasting(ref.state[seat], name)):
            ref.happen(LastingSpent(seat, name, clause="rpg.check.pool"))
    for name in ONCE_ON_TARGET:
        if name in names:
            ref.happen(LastingSpent(task.target, name, clause="rpg.check.pool"))


async def _assemble(ref: Ref, check: CheckInHand) -> None:
    """Void point, assistance and dice set aside before: all told before the roll (rpg.check.pool)."""
    one, seat = ref.state[check.seat], check.seat
    if check.types and check.target == 1 - seat and ref.state[1 - seat].loadout.abilities:
        await abilities.ward_or_trap(ref, check)
    if one.lasting:
        await _use_lasting(ref, check)
    if one.void_points > 0 and await yes(ref, seat, "seize-the-moment", check):
        harm.spend_void(ref, seat, 1, "rpg.check.pool")
        ref.happen(MomentSeized(seat, clause="rpg.check.pool"))


async def _use_lasting(ref: Ref, check: CheckInHand) -> None:
    one, seat = ref.state[check.seat], check.seat
    if any(effect.about == check.skill for effect in measures.having(one, "assisted")):
        skilled = ref.state[measures.foe(seat)].loadout.character.skill(check.skill) > 0
        ref.happen(LastingSpent(seat, "assisted", check.skill, clause="rpg.check.pool"))
        ref.happen(Assisted(seat, int(skilled), int(not skilled), clause="rpg.check.pool"))
    dice = _fitting(check, [e.amount for e in measures.having(one, "reserved-die") if e.about == check.skill])
    if dice and await yes(ref, seat, "use-reserved-dice", dice):
        ref.happen(DiceSetAside(seat, dice, clause="rpg.techniques"))
        ref.happen(LastingSpent(seat, "reserved-die", check.skill, clause="rpg.techniques"))


def _fitting(check: CheckInHand, dice: list[Die]) -> tuple[Die, ...]:
    """As many of these as there are dice of their types in the pool."""
    skill = [die for die in dice if is_skill(die)][: check.skill_dice]
    ring = [die for die in dice if not is_skill(die)][: check.ring_dice]
    return (*ring, *skill)


# --- steps 3 to 6: roll, changes, kept dice, symbols -------------------------------------------------------


async def _roll_and_resolve(ref: Ref, check: CheckInHand) -> bool:
    """False when a judge sends the check back to its roll."""
    try:
        await _roll(ref, check)
        await _keep(ref, check)
        await _explode(ref, check)
        await _strife(ref, check)
        if goes_on(ref, check):
            await opportunity.spend(ref, check)
        if goes_on(ref, check):
            await _count_successes(ref, check)
    except RunCheckAgain:
        if ref.state.check is not check:
            raise
        return False
    return True


async def _roll(ref: Ref, check: CheckInHand) -> None:
    dice = await roll(ref, check.seat, "dice", pool(check.ring_dice, check.skill_dice))
    ref.happen(DiceRolled(check.seat, (*check.set_aside, *dice), clause="rpg.check.pool"))
    one = ref.state[check.seat]
    if check.gains:
        await abilities.ward(ref, check)
    if check.traits or one.loadout.abilities:
        await traits.apply(ref, check)
    if check.purpose == "resist":
        await harm.parry(ref, check)
    if one.reserved is not None:
        await _use_reserved(ref, check)


async def reroll(ref: Ref, check: CheckInHand, slots: tuple[int, ...], source: str, clause: str) -> None:
    """Roll these of the rolled dice again."""
    if slots:
        dice = await roll(ref, check.seat, "reroll", tuple([sides(check.rolled[slot]) for slot in slots]))
        ref.happen(DiceChanged(check.seat, slots, dice, source=source, clause=clause))


async def _use_reserved(ref: Ref, check: CheckInHand) -> None:
    reserved = ref.state[check.seat].reserved
    if reserved is not None and reserved.skill == check.skill:
        for slot, die in await center.replacements(ref, check.seat, tuple(check.rolled)):
            ref.happen(DiceChanged(check.seat, (slot,), (die,), source="center", clause="rpg.action.center"))


async def _keep(ref: Ref, check: CheckInHand) -> None:
    """Keep 1 to the limit; Compromised, no die that shows strife, and none at all is allowed (rpg.check.keep)."""

    def ask() -> Keep:
        calm = measures.suffers(ref.state[check.seat], "compromised")
        return Keep(check.seat, "keep", tuple(check.rolled), 0 if calm else 1, check.limit, calm=calm)

    slots = await _ask_keep(ref, ask)
    ref.happen(DiceKept(check.seat, slots, clause="rpg.check.keep"))
    await _change_kept(ref, check)


async def _change_kept(ref: Ref, check: CheckInHand) -> None:
    """Effects on kept dice; those that an effect adds are beyond the limit."""
    one, seat = ref.state[check.seat], check.seat
    if GROUP_OF.get(check.skill) == "martial" and (added := measures.lasting(one, "kept-opportunity")):
        ref.happen(LastingSpent(seat, "kept-opportunity", clause="rpg.check.opportunity"))
        ref.happen(DiceAdded(seat, (RING_OPPORTUNITY,) * added, clause="rpg.check.opportunity"))
    if ref.state.setup.gm and measures.suffers(one, "afflicted"):
        await _torment(ref, check)
    if one.loadout.abilities:
        await abilities.successes_explode(ref, check)


async def _torment(ref: Ref, check: CheckInHand) -> None:
    """Afflicted: the game master may set one kept ring die to opportunity and strife."""
    slots = tuple([slot for slot, die in enumerate(check.kept) if not is_skill(die)])
    chosen = await ref.ask(lambda: Several(GM, "torment", len(slots), 0, 1, slots)) if slots else ()
    if chosen:
        ref.happen(KeptChanged(check.seat, (slots[chosen[0]],), (RING_TORMENT,), clause="rpg.harm.conditions"))


async def _explode(ref: Ref, check: CheckInHand) -> None:
    """Each kept explosive success rolls one more die of its type, kept over the limit or dropped, again and again."""
    seat = check.seat
    pending = [die for die in check.kept if EXPLOSIVE[die]]
    while pending:
        dice = await roll(ref, seat, "explosion", tuple([sides(die) for die in pending]))
        ref.happen(DiceExploded(seat, dice, clause="rpg.check.explode"))
        added = await _keep_exploded(ref, seat, dice)
        if added:
            ref.happen(DiceAdded(seat, added, clause="rpg.check.explode"))
        pending = [die for die in added if EXPLOSIVE[die]]


async def _keep_exploded(ref: Ref, seat: Seat, dice: tuple[Die, ...]) -> tuple[Die, ...]:
    def ask() -> Keep:
        calm = measures.suffers(ref.state[seat], "compromised")
        return Keep(seat, "keep-exploded", dice, 0, len(dice), calm=calm)

    return tuple([dice[slot] for slot in await _ask_keep(ref, ask)])


async def _ask_keep(ref: Ref, build: Callable[[], Keep]) -> tuple[int, ...]:
    """When nothing may be kept, nobody is asked."""
    fresh = [build()]
    return () if fresh[0].most == 0 else await ref.ask(lambda: fresh.pop() if fresh else build())


async def _strife(ref: Ref, check: CheckInHand) -> None:
    """Strife from kept dice, then what it brings about; here a finishing blow interrupts (rpg.check.symbols)."""
    seat, one = check.seat, ref.state[check.seat]
    if tally(check.kept).strife:
        await _negate(ref, check)
    shown = tally(check.kept)
    symbols = max(0, shown.strife - check.negated)
    received = 0
    if one.stance != "void":
        received = harm.suffer_strife(ref, seat, symbols, clause="rpg.check.symbols")
    elif symbols:
        ref.happen(StanceCounts(seat, "void", symbols, clause="rpg.stance.void"))
    ref.happen(SymbolsResolved(seat, received, shown.opportunity, clause="rpg.check.symbols"))
    if symbols and measures.suffers(one, "bleeding"):
        await harm.bleed(ref, check, symbols)
    if blows.pending(ref.state):
        await blows.settle(ref)


async def _negate(ref: Ref, check: CheckInHand) -> None:
    """An assistant may take a strife to negate a symbol; and there are abilities."""
    symbols = tally(check.kept).strife
    if symbols and check.assistants:
        taken = await number(ref, check.seat, "assistants-take-strife", 0, min(symbols, check.assistants))
        if taken:
            ref.happen(StrifeNegated(check.seat, taken, source="assistance", clause="rpg.check.symbols"))
    if symbols > check.negated:
        await abilities.negate_strife(ref, check, symbols - check.negated)


# --- successes ---------------------------------------------------------------------------------------------


async def _count_successes(ref: Ref, check: CheckInHand) -> None:
    """Successes against the TN: bonus successes or shortfall."""
    shown = tally(check.kept)
    passed = shown.successes >= check.tn
    bonus = shown.successes - check.tn if passed else 0
    if passed:
        bonus += _from_fire(ref, check, max(0, shown.strife - check.negated))
        bonus += await abilities.bonus(ref, check)
    shortfall = max(0, check.tn - shown.successes)
    ref.happen(CheckResolved(check.seat, passed, bonus, shortfall, clause="rpg.check.symbols"))


def _from_fire(ref: Ref, check: CheckInHand, strife: int) -> int:
    """Fire stance: strife on the dice kept is bonus successes."""
    if not strife or ref.state[check.seat].stance != "fire":
        return 0
    ref.happen(StanceCounts(check.seat, "fire", strife, clause="rpg.stance.fire"))
    return strife
