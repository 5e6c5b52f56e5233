"""The actions of a turn: which are open, and how each is done (core rulebook p. 260-261)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from iaijutsu.engine import Seat
from iaijutsu.rpg import attacks, center, check, conditions, feats, harm
from iaijutsu.rpg.asking import Ref
from iaijutsu.rpg.characters import SKILLS, Ring
from iaijutsu.rpg.events import ActionTaken, ConditionSuffered, ItemPrepared, Predicted, WeaponPut, WeaponReadied
from iaijutsu.rpg.loadout import is_body
from iaijutsu.rpg.measures import (
    OUT_OF_HAND,
    able_to_check,
    awake,
    endurance,
    foe,
    grips_free,
    half,
    hands_of,
    readied,
    suffers,
)
from iaijutsu.rpg.options import (
    GO_ON,
    CalmingBreath,
    Center,
    GoOn,
    Predict,
    Prepare,
    Ready,
    Stow,
    Strike,
    Treat,
    Unique,
    Use,
)
from iaijutsu.rpg.state import CheckInHand, Duel, Duellist
from iaijutsu.rpg.tn import Task

Action: TypeAlias = GoOn | Strike | CalmingBreath | Center | Predict | Ready | Stow | Prepare | Treat | Unique | Use

PREDICTABLE: tuple[Ring, ...] = ("air", "earth", "fire", "water")
"""What can be predicted: never Void."""

TREATMENTS: dict[str, tuple[str, Ring, int, tuple[str, ...]]] = {
    "bleeding": ("medicine", "earth", 2, ("support",)),
    "burning": ("fitness", "water", 2, ("movement", "support")),
    "dying": ("medicine", "air", 4, ("support",)),
    "enraged": ("meditation", "void", 3, ("support",)),
}
"""The check that ends a condition: skill, ring, TN and types of the action (§2.5)."""


# --- which actions are open ------------------------------------------------------------------------------------


def open_actions(duel: Duel, seat: Seat) -> tuple[Action, ...]:
    """The actions that may be taken now, "none" first; nothing but that when no action is left."""
    one = duel[seat]
    if not awake(one):
        return (GO_ON,)
    return (GO_ON, *[action for action in _actions(duel, seat) if _allowed(one, action)])


def _actions(duel: Duel, seat: Seat) -> Iterator[Action]:
    one = duel[seat]
    yield CalmingBreath()
    if one.stance == "void":
        yield from [Center(skill) for skill in SKILLS if one.loadout.character.skill(skill)]
    yield from _prepare_item(duel, one)
    if duel[foe(seat)].dead:
        return
    yield from [Predict(ring) for ring in PREDICTABLE]
    if able_to_check(one):
        yield from attacks.options(duel, seat, blow=False)
        yield from _treatments(duel, seat)
        if feats.unique_offered(duel, seat):
            yield Unique()
    yield from feats.options(duel, seat)


def attack_actions(duel: Duel, seat: Seat, *, blow: bool) -> Iterator[Action]:
    """Every Attack action whose requirements are met."""
    yield from attacks.options(duel, seat, blow=blow)
    yield from [Predict(ring) for ring in PREDICTABLE]


def strikes(duel: Duel, seat: Seat) -> list[Strike]:
    """The Strike actions that are open, whatever the turn's count."""
    return [choice for choice in attacks.options(duel, seat, blow=False) if choice.key == "strike"]


def _prepare_item(duel: Duel, one: Duellist) -> Iterator[Action]:
    for key, held in one.weapons.items():
        if is_body(one.loadout.weapons[key]) or held.destroyed:
            continue
        if not held.prepared:
            yield Prepare(key)
        if held.place == "readied":
            yield Stow(key)
        elif held.place in OUT_OF_HAND and attacks.may_draw(duel, one):
            yield from [Ready(key, grip) for grip in grips_free(one, key)]
    yield Prepare()


def _treatments(duel: Duel, seat: Seat) -> Iterator[Treat]:
    for one in (duel[seat], duel[foe(seat)]):
        for condition, (_, ring, _, _) in TREATMENTS.items():
            there = condition in one.conditions and (condition != "enraged" or one.seat == seat)
            if there and duel[seat].stance == ring:
                yield Treat(condition, one.seat)


def nature(one: Duellist, action: Action) -> tuple[str, tuple[str, ...], bool]:
    """The key of an action, its types, and whether it has a check."""
    match action:
        case Strike(key=key):
            return key, attacks.attack_of(one, key).types, True
        case Predict():
            return "predict", ("attack", "scheme"), False
        case Treat(condition=condition):
            return "treat", TREATMENTS[condition][3], True
        case Unique():
            return "unique", (), True
        case Use():
            return feats.nature(one, action)
        case Center():
            return "center", ("support",), False
        case CalmingBreath():
            return "calming-breath", ("support",), False
    return "prepare-item", ("support",), False


def _allowed(one: Duellist, action: Action) -> bool:
    """One action a turn; Water's second has no check and no shared type with the other, before or after; an effect
    may grant another, not yet performed one (rpg.turns.action, rpg.action.water).
    """
    key, types, has_check = nature(one, action)
    if "movement" in types and suffers(one, "immobilized"):
        return False
    if has_check and suffers(one, "incapacitated"):
        return False
    acts = one.acts
    if len(acts) <= one.more_acts:
        return all(act.key != key for act in acts)
    if one.stance != "water" or len(acts) > one.more_acts + 1:
        return False
    if has_check and all(act.check for act in acts):
        return False
    return all(set(types).isdisjoint(act.types) for act in acts)


# --- performing them -----------------------------------------------------------------------------------------


async def perform(ref: Ref, seat: Seat, action: Action, *, blow: bool = False, counted: bool = True) -> None:
    """Take an action; `blow` as a finishing blow, `counted` False when an effect grants it beside the turn's own."""
    one = ref.state[seat]
    if isinstance(action, Strike):
        await attacks.perform(ref, seat, action, blow=blow, counted=counted)
    elif isinstance(action, Unique):
        await feats.unique(ref, seat)
    elif isinstance(action, Use):
        await feats.perform(ref, seat, action)
    else:
        key, types, has_check = nature(one, action)
        ref.happen(ActionTaken(seat, key, types, has_check, blow=blow or not counted, clause=_clause(key)))
        await _do(ref, seat, action)
    if not blow:
        await conditions.after_action(ref, seat)


def _clause(key: str) -> str:
    return "rpg.harm.conditions" if key == "treat" else f"rpg.action.{key}"


async def _do(ref: Ref, seat: Seat, action: Action) -> None:
    match action:
        case CalmingBreath():
            calming_breath(ref, seat)
        case Center(skill=skill):
            await center.perform(ref, seat, skill)
        case Predict(ring=ring):
            await attacks.pay_for_target(ref, seat)
            ref.happen(Predicted(seat, ring, clause="rpg.action.predict"))
        case Ready(weapon=weapon, grip=grip):
            ref.happen(WeaponReadied(seat, weapon, grip, clause="rpg.action.prepare-item"))
        case Stow(weapon=weapon):
            ref.happen(WeaponPut(seat, weapon, "sheathed", clause="rpg.action.prepare-item"))
        case Prepare(item=item):
            ref.happen(ItemPrepared(seat, item, clause="rpg.action.prepare-item"))
        case Treat(condition=condition, seat=patient):
            await _treat(ref, seat, condition, patient)


def calming_breath(ref: Ref, seat: Seat) -> None:
    """Strife over half of composure: one goes; fatigue over half of endurance: one goes (rpg.action.calming-breath)."""
    one, clause = ref.state[seat], "rpg.action.calming-breath"
    if one.strife > half(one.loadout.character.composure):
        harm.remove_strife(ref, seat, 1, clause)
    if one.fatigue > half(endurance(one)):
        harm.remove_fatigue(ref, seat, 1, clause)


async def _treat(ref: Ref, seat: Seat, condition: str, patient: Seat) -> None:
    skill, ring, tn, types = TREATMENTS[condition]

    async def treated(ref: Ref, hand: CheckInHand) -> None:
        one = ref.state[patient]
        if hand.passed:
            conditions.end(ref, patient, condition)
        elif condition == "dying" and "dying" in one.conditions:
            left = max(0, one.conditions["dying"] - hand.shortfall)
            ref.happen(ConditionSuffered(patient, "dying", left, clause="rpg.harm.conditions"))

    task = Task("treat", skill, tn, types, patient, ring, clause="rpg.harm.conditions")
    await check.attempt(ref, seat, task, treated)


def regrips(one: Duellist) -> Iterator[tuple[str, str]]:
    """The other grips in which readied weapons could be held, as (weapon, grip)."""
    for key, held in readied(one):
        if hands_of(one, key, held.grip):
            yield from [(key, grip) for grip in grips_free(one, key) if grip != held.grip]
