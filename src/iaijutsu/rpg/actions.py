"""The actions of a turn: which are open, and how each is done (core rulebook p. 260-261)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from iaijutsu.engine import Seat
from iaijutsu.rpg import attacks, center, check, conditions, feats, harm
from iaijutsu.rpg.asking import Ref
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.events import ActionTaken, ConditionSuffered, ItemPrepared, Predicted, WeaponPut, WeaponReadied
from iaijutsu.rpg.measures import (
    OUT_OF_HAND,
    able_to_check,
    awake,
    endurance,
    foe,
    grips_free,
    half,
    hands_full,
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

PREDICTIONS = (Predict("air"), Predict("earth"), Predict("fire"), Predict("water"))
"""What can be predicted: never Void."""

CALMING_BREATH, UNIQUE, PREPARE = CalmingBreath(), Unique(), Prepare()
SUPPORT, SCHEMING_ATTACK = ("support",), ("attack", "scheme")

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
    if not awake(one) or not any_left(one):
        return (GO_ON,)
    found: list[Action] = [GO_ON]
    if _allowed(one, "calming-breath", SUPPORT, False):
        found.append(CALMING_BREATH)
    if one.stance == "void" and _allowed(one, "center", SUPPORT, False):
        found += one.loadout.centers
    if _allowed(one, "prepare-item", SUPPORT, False):
        found += _prepare_item(duel, one)
    if not duel[foe(seat)].dead:
        found += _on_foe(duel, one)
    return tuple(found)


def surely_open(one: Duellist) -> bool:
    """Whether an action is open for certain to one who has any left, without listing them: to prepare an item."""
    return awake(one) and _allowed(one, "prepare-item", SUPPORT, False)


def _on_foe(duel: Duel, one: Duellist) -> Iterator[Action]:
    """What takes a living foe."""
    seat = one.seat
    if _allowed(one, "predict", SCHEMING_ATTACK, False):
        yield from PREDICTIONS
    if able_to_check(one):
        for choice in attacks.options(duel, seat, blow=False):
            if _allowed(one, choice.key, attacks.attack_of(one, choice.key).types, True):
                yield choice
        yield from _treatments(duel, seat)
        if feats.unique_offered(duel, seat) and _allowed(one, "unique", (), True):
            yield UNIQUE
    for use in feats.options(duel, seat):
        if _allowed(one, *feats.nature(one, use)):
            yield use


def attack_actions(duel: Duel, seat: Seat, *, blow: bool) -> Iterator[Action]:
    """Every Attack action whose requirements are met."""
    yield from attacks.options(duel, seat, blow=blow)
    yield from PREDICTIONS


def strikes(duel: Duel, seat: Seat) -> list[Strike]:
    """The Strike actions that are open, whatever the turn's count."""
    return [choice for choice in attacks.options(duel, seat, blow=False) if choice.key == "strike"]


def _prepare_item(duel: Duel, one: Duellist) -> Iterator[Action]:
    hands, draws = 2 - hands_full(one), attacks.may_draw(duel, one)
    stows, readies = one.loadout.stows, one.loadout.readies
    for key, held in one.weapons.items():
        if held.destroyed or key not in stows:
            continue
        if not held.prepared:
            yield Prepare(key)
        if held.place == "readied":
            yield stows[key]
        elif draws and held.place in OUT_OF_HAND:
            for needed, ready in readies[key]:
                if needed <= hands:
                    yield ready
    yield PREPARE


def _treatments(duel: Duel, seat: Seat) -> Iterator[Treat]:
    for one in duel.duellists:
        for condition in TREATMENTS.keys() & one.conditions.keys() if one.conditions else ():
            _, ring, _, types = TREATMENTS[condition]
            own = condition != "enraged" or one.seat == seat
            if own and duel[seat].stance == ring and _allowed(duel[seat], "treat", types, True):
                yield Treat(condition, one.seat)


def any_left(one: Duellist) -> bool:
    """Whether any action is left in this turn."""
    return len(one.acts) <= one.more_acts + (one.stance == "water")


def _allowed(one: Duellist, key: str, types: tuple[str, ...], has_check: bool) -> bool:
    """One action a turn; Water's second has no check and no shared type with the other, before or after; an effect
    may grant another, not yet performed one (rpg.turns.action, rpg.action.water).
    """
    if has_check and suffers(one, "incapacitated"):
        return False
    if "movement" in types and suffers(one, "immobilized"):
        return False
    acts = one.acts
    if not acts:
        return True
    if len(acts) <= one.more_acts:
        return all(act.key != key for act in acts)
    if has_check and all(act.check for act in acts):
        return False
    return all(act_type not in types for act in acts for act_type in act.types)


# --- performing them -----------------------------------------------------------------------------------------


async def perform(ref: Ref, seat: Seat, action: Action, *, blow: bool = False, counted: bool = True) -> None:
    """Take an action; `blow` as a finishing blow, `counted` False when an effect grants it beside the turn's own."""
    if isinstance(action, Strike):
        await attacks.perform(ref, seat, action, blow=blow, counted=counted)
    elif isinstance(action, Unique):
        await feats.unique(ref, seat)
    elif isinstance(action, Use):
        await feats.perform(ref, seat, action)
    else:
        key, types, has_check = _nature(action)
        ref.happen(ActionTaken(seat, key, types, has_check, blow=blow or not counted, clause=_clause(key)))
        await _do(ref, seat, action)
    if not blow:
        await conditions.after_action(ref, seat)


def _nature(action: Action) -> tuple[str, tuple[str, ...], bool]:
    """The key of an action of the rulebook's list, its types, and whether it has a check."""
    match action:
        case Predict():
            return "predict", SCHEMING_ATTACK, False
        case Treat(condition=condition):
            return "treat", TREATMENTS[condition][3], True
        case Center():
            return "center", SUPPORT, False
        case CalmingBreath():
            return "calming-breath", SUPPORT, False
    return "prepare-item", SUPPORT, False


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
