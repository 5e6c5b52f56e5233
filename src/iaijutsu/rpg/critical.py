"""Critical strikes: severity, resisting, and what comes of it by Table 6-6 (§2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from iaijutsu.engine import RULEBOOK, Seat
from iaijutsu.rpg import abilities, check, conditions, harm, objective, stances
from iaijutsu.rpg.asking import Ref, choose
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.events import CriticalInflicted, CriticalSuffered, LastingSpent, Scarred
from iaijutsu.rpg.measures import lasting, suffers
from iaijutsu.rpg.options import Pick
from iaijutsu.rpg.state import NOBODY, CheckInHand, Duellist
from iaijutsu.rpg.tn import Task

CLAUSE = "rpg.harm.critical"

RESULTS: tuple[tuple[int, str], ...] = (
    (2, "close-call"),
    (4, "flesh-wound"),
    (6, "debilitating-gash"),
    (8, "permanent-injury"),
    (11, "maiming-blow"),
    (13, "agonizing-death"),
    (15, "swift-death"),
)
"""The highest severity that still has that result; above all of them is instant death."""

SCARS: dict[str, dict[Ring, tuple[str, ...]]] = {
    "permanent-injury": {
        "air": ("maimed-visage", "nerve-damage"),
        "earth": ("damaged-organ", "fractured-spine"),
        "fire": ("lost-fingers", "maimed-arm"),
        "water": ("lost-eye", "lost-foot"),
        "void": ("lost-memories",),
    },
    "maiming-blow": {
        "air": ("deafness", "muteness"),
        "earth": ("damaged-heart", "damaged-organ"),
        "fire": ("lost-arm", "lost-hand"),
        "water": ("blindness", "lost-leg"),
        "void": ("cognitive-lapses",),
    },
}


@dataclass(frozen=True, slots=True)
class Wound:
    """A critical strike on its way. `by` inflicts it (NOBODY: a condition that nobody put there); `resist` has the TN
    to resist it by ring, 1 where it has none; `attack` when an Attack action inflicts it, `scored` when it counts.
    """

    by: Seat
    target: Seat
    severity: int
    razor: bool = False
    attack: bool = True
    scored: bool = True
    resist: Mapping[str, int] = field(default_factory=dict)
    source: str = RULEBOOK
    clause: str = CLAUSE


def result_of(severity: int) -> str:
    """The row of Table 6-6."""
    return next((name for most, name in RESULTS if severity <= most), "instant-death")


async def strike(ref: Ref, wound: Wound) -> None:
    """A critical strike: changes of severity, the check to resist, the result."""
    target = ref.state[wound.target]
    if target.dead:
        return
    if wound.attack:
        objective.struck(ref, wound.by)
    severity = _changed(ref, wound)
    if wound.attack:
        severity = await abilities.alter_critical(ref, wound.by, severity)
    ref.happen(CriticalInflicted(wound.by, wound.target, severity, source=wound.source, clause=wound.clause))
    severity = await abilities.soften_critical(ref, wound.target, severity)
    resisting = await _resist(ref, wound)
    if resisting.passed:
        severity = max(0, severity - 1 - resisting.bonus)
    await _suffer(ref, wound, severity, resisting.ring)


def _changed(ref: Ref, wound: Wound) -> int:
    """Severity after what raises and lowers it (§2.5, §3.8)."""
    target, severity = ref.state[wound.target], wound.severity
    if wound.attack and suffers(ref.state[wound.by], "enraged"):
        severity += 2
    if suffers(target, "enraged"):
        severity += 2
    if suffers(target, "unconscious"):
        severity += 10
    for name, sign in (("critical-harder", 1), ("critical-softer", -1)):
        if change := lasting(target, name):
            severity += sign * change
            ref.happen(LastingSpent(wound.target, name, clause="rpg.check.opportunity"))
    return max(0, severity)


async def _resist(ref: Ref, wound: Wound) -> CheckInHand:
    ring = await stances.ring_in_use(ref, wound.target)
    task = Task("resist", "fitness", wound.resist.get(ring, 1), ring=ring, source=wound.source, clause=CLAUSE)
    return await check.attempt(ref, wound.target, task)


async def _suffer(ref: Ref, wound: Wound, severity: int, ring: Ring) -> None:
    target = ref.state[wound.target]
    if target.dead:
        return
    helpless = suffers(target, "incapacitated")
    scorer = wound.by if wound.scored else NOBODY
    result = result_of(severity)
    ref.happen(CriticalSuffered(scorer, wound.target, severity, result, ring, source=wound.source, clause=CLAUSE))
    if wound.by != wound.target and (severity > 2 or ref.state.setup.rulings.first_strike_close_call == "counts"):
        objective.note(ref, wound.by, "critical", severity)
    await _apply(ref, wound, result, ring)
    if helpless and not target.dead:
        conditions.inflict(ref, wound.target, "unconscious", by=wound.by, clause="rpg.incapacitated")
    await abilities.fury(ref, wound.target)


async def _apply(ref: Ref, wound: Wound, result: str, ring: Ring) -> None:
    seat = wound.target
    if result == "close-call":
        harm.harm_item(ref, seat, "armour", CLAUSE)
    elif result in ("flesh-wound", "debilitating-gash"):
        await injure(ref, seat, "lightly-wounded" if result == "flesh-wound" else "severely-wounded", ring, wound.by)
        if wound.razor:
            conditions.inflict(ref, seat, "bleeding", by=wound.by, clause=CLAUSE)
    elif result in SCARS:
        await _maim(ref, seat, result, ring, wound.by)
    elif result == "instant-death":
        conditions.kill(ref, seat, by=wound.by, clause=CLAUSE)
    else:
        await injure(ref, seat, "severely-wounded", ring, wound.by)
        conditions.inflict(ref, seat, "bleeding", by=wound.by, clause=CLAUSE)
        rounds = 3 if result == "agonizing-death" else 1
        conditions.inflict(ref, seat, "dying", by=wound.by, number=rounds, clause=CLAUSE)


async def injure(ref: Ref, seat: Seat, wound: str, ring: Ring, by: Seat) -> None:
    """A wound to a ring. A second light one becomes severe; any on top of a severe one is a Permanent Injury (§2.5)."""
    one = ref.state[seat]
    lightly, severely = f"lightly-wounded:{ring}", f"severely-wounded:{ring}"
    if severely in one.conditions:
        conditions.end(ref, seat, severely)
        await _maim(ref, seat, "permanent-injury", ring, by)
        return
    if lightly in one.conditions:
        conditions.end(ref, seat, lightly)
        wound = "severely-wounded"
    conditions.inflict(ref, seat, f"{wound}:{ring}", by=by, clause=CLAUSE)


async def _maim(ref: Ref, seat: Seat, result: str, ring: Ring, by: Seat) -> None:
    """Bleeding and a scar; one who has them all is Dying instead."""
    conditions.inflict(ref, seat, "bleeding", by=by, clause=CLAUSE)
    scars = _open_scars(ref.state[seat], result, ring)
    if not scars:
        conditions.inflict(ref, seat, "dying", by=by, number=5, clause=CLAUSE)
        return
    pick = await choose(ref, seat, "scar", lambda: tuple([Pick(scar) for scar in scars]))
    ref.happen(Scarred(seat, pick.what, clause=CLAUSE))


def _open_scars(one: Duellist, result: str, ring: Ring) -> list[str]:
    return [scar for scar in SCARS[result][ring] if scar not in one.scars]
