"""Conditions: how they come, what ends them, and what they do of themselves (§2.5)."""

from __future__ import annotations

from iaijutsu.engine import RULEBOOK, Seat
from iaijutsu.rpg import blows, critical, harm, objective
from iaijutsu.rpg.asking import Ref
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.events import (
    AfflictionShowed,
    ConditionEnded,
    ConditionSuffered,
    Died,
    VoidPointsChanged,
    Withered,
)
from iaijutsu.rpg.measures import endurance, foe, having, suffers
from iaijutsu.rpg.state import NOBODY, Duellist
from iaijutsu.rpg.terms import Deed

CLAUSE = "rpg.harm.conditions"

ENDS_WITHOUT: dict[str, tuple[str, ...]] = {
    "dazed": ("attack", "scheme"),
    "disoriented": ("movement", "support"),
    "silenced": ("scheme",),
    "immobilized": ("movement",),
    "prone": ("movement",),
}
"""Conditions that end at the end of an own turn without an action of one of these types."""

_DEEDS: dict[str, Deed] = {"unconscious": "unconscious", "dying": "dying"}


def inflict(
    ref: Ref, seat: Seat, condition: str, *, by: Seat, clause: str = CLAUSE, number: int = 1, source: str = RULEBOOK
) -> None:
    """Put a condition on a character. `by` inflicted it; `number` is the rounds of Dying. The shorter Dying stands."""
    one = ref.state[seat]
    if one.dead:
        return
    if condition in ("bleeding", "burning"):
        number = one.conditions.get(condition, 1 if by == foe(seat) else 2)
    elif condition == "dying":
        number = min(number, one.conditions.get("dying", number))
    if one.conditions.get(condition) != number:
        ref.happen(ConditionSuffered(seat, condition, number, source=source, clause=clause))
    if condition in _DEEDS:
        objective.note(ref, by, _DEEDS[condition])


def end(ref: Ref, seat: Seat, condition: str, clause: str = CLAUSE, source: str = RULEBOOK) -> None:
    """Take a condition off a character."""
    if condition in ref.state[seat].conditions:
        ref.happen(ConditionEnded(seat, condition, source=source, clause=clause))


def kill(ref: Ref, seat: Seat, *, by: Seat, clause: str) -> None:
    """A character dies, unless an effect lets him cling to life until it ends."""
    one = ref.state[seat]
    if one.dead:
        return
    if any(True for _ in having(one, "harm-ignored")):
        if "doomed" not in one.conditions:
            ref.happen(ConditionSuffered(seat, "doomed", 1 if by == foe(seat) else 2, clause=clause))
        return
    ref.happen(Died(seat, clause=clause))
    objective.note(ref, by, "death")
    if by not in {NOBODY, seat}:
        _bloodlust(ref, by)


def _bloodlust(ref: Ref, seat: Seat) -> None:
    """Enraged: the first kill in a scene is worth a Void point."""
    if suffers(ref.state[seat], "enraged"):
        harm.gain_void(ref, seat, 1, CLAUSE)


def _burns(one: Duellist) -> bool:
    return not one.dead and suffers(one, "burning")


async def after_action(ref: Ref, seat: Seat) -> None:
    """Burning acts after the own action: 3 strife and 3 damage that nothing stops, critical strikes ever worse."""
    one = ref.state[seat]
    if not _burns(one):
        return
    by = foe(seat) if one.conditions["burning"] % 2 else NOBODY
    harm.suffer_strife(ref, seat, 3, clause=CLAUSE, source="burning")
    await blows.settle(ref)
    if not _burns(one):
        return
    severity = 5 + 5 * ((one.conditions["burning"] - 1) // 2)
    hit = harm.Hit(by, seat, 3, severity, pierce=-1, attack=False, scored=False, source="burning")
    if not await harm.deal(ref, hit) and "burning" in one.conditions:
        ref.happen(ConditionSuffered(seat, "burning", one.conditions["burning"] + 2, source="burning", clause=CLAUSE))


async def at_turn_end(ref: Ref, seat: Seat) -> None:
    """What ends with the own turn, and Dying when its time has come."""
    one = ref.state[seat]
    done = {type_ for act in one.acts for type_ in act.types}
    for condition, types in ENDS_WITHOUT.items():
        if condition in one.conditions and done.isdisjoint(types):
            end(ref, seat, condition)
    if one.conditions.get("dying") == 0:
        kill(ref, seat, by=foe(seat), clause=CLAUSE)


def doom(ref: Ref, seat: Seat) -> None:
    """Who has clung to life dies when the effect that let him has ended with his turn."""
    one = ref.state[seat]
    if "doomed" in one.conditions and not any(True for _ in having(one, "harm-ignored")):
        by = foe(seat) if one.conditions["doomed"] == 1 else NOBODY
        end(ref, seat, "doomed")
        kill(ref, seat, by=by, clause="rpg.techniques")


async def affliction(ref: Ref, seat: Seat) -> None:
    """Afflicted and now Compromised: it shows, by the ring last used."""
    one = ref.state[seat]
    ring: Ring = one.last_ring or one.stance or "void"
    ref.happen(AfflictionShowed(seat, ring, clause=CLAUSE))
    if ring == "water":
        await critical.strike(ref, critical.Wound(NOBODY, seat, 5, attack=False, scored=False, source="afflicted"))
    elif ring == "fire":
        inflict(ref, seat, "enraged", by=NOBODY, source="afflicted")
    elif ring == "earth":
        ref.happen(Withered(seat, source="afflicted", clause=CLAUSE))
        if endurance(one) <= 0:
            kill(ref, seat, by=NOBODY, clause=CLAUSE)
    elif ring == "void" and one.void_points:
        ref.happen(VoidPointsChanged(seat, -one.void_points, source="afflicted", clause=CLAUSE))
