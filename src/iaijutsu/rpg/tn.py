"""The target number of a check: what is asked, and everything that raises or lowers it, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from iaijutsu.engine import RULEBOOK, Seat
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.measures import having, lasting, profile, suffers, wound
from iaijutsu.rpg.state import NOBODY, Duel, Duellist


@dataclass(frozen=True, slots=True)
class Task:
    """What a check is for. `purpose` is initiative, attack, resist, save, treat, unique, technique or challenge; `tn`
    is before changes; `ring` is the stance's when None. `speech` marks invocations and the like.
    """

    purpose: str
    skill: str
    tn: int
    types: tuple[str, ...] = ()
    target: Seat = NOBODY
    ring: Ring | None = None
    weapon: str = ""
    grip: str = ""
    action: str = ""
    blow: bool = False
    speech: bool = False
    source: str = RULEBOOK
    clause: str = ""

    @property
    def hostile(self) -> bool:
        """Whether it is an Attack or a Scheme."""
        return "attack" in self.types or "scheme" in self.types


Reason = tuple[str, int]

ONCE_ON_ROLLER = ("distracted", "resist-harder", "ring-easier", "trap", "attack-easier")
"""Effects on the roller that are spent by the check that they change."""
ONCE_ON_TARGET = ("ranged-harder", "exposed")
"""Effects on the target that are spent so."""


def reckon(duel: Duel, seat: Seat, task: Task, ring: Ring) -> tuple[int, tuple[Reason, ...]]:
    """The TN, never below 1, and what changed it (§1.2, §2.5, §2.6, §3.4, §3.8)."""
    reasons = list(_reasons(duel, seat, task, ring))
    tn = max(1, task.tn + sum([change for _, change in reasons]))
    if task.hostile and task.target not in {NOBODY, seat} and _exposed(duel[task.target]):
        reasons.append(("exposed", 1 - tn))
        tn = 1
    return tn, tuple(reasons)


def _exposed(target: Duellist) -> bool:
    return bool(target.lasting) and any(True for _ in having(target, "exposed"))


def _reasons(duel: Duel, seat: Seat, task: Task, ring: Ring) -> Iterator[Reason]:
    one = duel[seat]
    if task.target not in {NOBODY, seat}:
        yield from _of_target(duel[task.target], task)
    if one.conditions:
        yield from _of_conditions(one, task, ring)
    if one.lasting:
        yield from _of_lasting(one, task, ring)
    if task.weapon and one.weapons[task.weapon].damaged:
        yield "damaged", 1
    yield from _of_weight(one, task)


def _of_target(target: Duellist, task: Task) -> Iterator[Reason]:
    if task.hostile and target.stance == "air":
        yield "air stance", 2 if target.loadout.character.school_rank >= 4 else 1
    if task.skill == "ranged" and (more := lasting(target, "ranged-harder")):
        yield "ranged-harder", more


def _of_conditions(one: Duellist, task: Task, ring: Ring) -> Iterator[Reason]:
    if task.hostile and suffers(one, "dazed"):
        yield "dazed", 2
    if ("movement" in task.types or "support" in task.types) and suffers(one, "disoriented"):
        yield "disoriented", 2
    if ("scheme" in task.types or task.speech) and suffers(one, "silenced"):
        yield "silenced", 3
    if more := wound(one, ring):
        yield "severely wounded" if more == 3 else "lightly wounded", more


def _of_lasting(one: Duellist, task: Task, ring: Ring) -> Iterator[Reason]:
    for effect in one.lasting:
        name, much = effect.name, effect.amount
        if (
            (name == "distracted" and str(task.target) != effect.about)
            or (name == "resist-harder" and task.purpose == "resist")
            or (name == "ring-easier" and effect.about == ring)
        ):
            yield name, much
        elif name in ("trap", "attack-easier") and "attack" in task.types and task.target == 1 - one.seat:
            yield name, -much


def _of_weight(one: Duellist, task: Task) -> Iterator[Reason]:
    if one.moved and task.weapon and "cumbersome" in profile(one, task.weapon, task.grip).qualities:
        yield "cumbersome", 1
    if "movement" in task.types and "attack" not in task.types and _weighed_down(one):
        yield "cumbersome armour", 1


def _weighed_down(one: Duellist) -> bool:
    armour = one.loadout.armour
    if armour is None or one.armour.destroyed or "cumbersome" not in armour.qualities:
        return False
    return "soften-critical" not in one.loadout.abilities
