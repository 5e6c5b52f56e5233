"""Attack actions with a check: Strike, iaijutsu cuts and the like, as an action or as a finishing blow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from iaijutsu.engine import RULEBOOK, Seat
from iaijutsu.rpg import abilities, blows, check, conditions, critical, harm, objective, stances
from iaijutsu.rpg.asking import Ref, choose
from iaijutsu.rpg.dice import tally
from iaijutsu.rpg.events import ActionTaken, ItemPrepared, Moved, Used, WeaponPut, WeaponReadied
from iaijutsu.rpg.loadout import STRIKE, Attack, kind_of
from iaijutsu.rpg.measures import (
    able_to_check,
    amount,
    foe,
    grips_free,
    hands_of,
    having,
    lasting,
    may_use,
    profile,
    readied,
    suffers,
    vigilance,
)
from iaijutsu.rpg.options import Pick, Strike
from iaijutsu.rpg.state import CheckInHand, Duel, Duellist
from iaijutsu.rpg.tn import Task

TECHNIQUES = "rpg.techniques"

strike = lru_cache(4096)(Strike)
"""The option of that attack with that weapon, made once: options are listed often and are equal anyway."""


def attack_of(one: Duellist, key: str) -> Attack:
    """The Attack action of that key."""
    return STRIKE if key == STRIKE.key else one.loadout.attacks[key]


# --- which attacks are open ----------------------------------------------------------------------------------


def options(duel: Duel, seat: Seat, *, blow: bool) -> Iterator[Strike]:
    """Every attack whose requirements are met, with each weapon that will do (rpg.blow.choice, rpg.action.strike)."""
    one = duel[seat]
    draws = may_draw(duel, one)
    yield from _with_readied(one, STRIKE, draws)
    for attack in one.loadout.attacks.values():
        if _usable(duel, one, attack):
            if attack.weapon == "none":
                yield strike(attack.key)
            elif attack.weapon != "sheathed":
                yield from _with_readied(one, attack, draws)
            elif draws or (blow and duel.setup.rulings.blow_cut_before_first_turn == "allowed"):
                yield from _drawn(one, attack, one.weapons, one_handed=True)


def _usable(duel: Duel, one: Duellist, attack: Attack) -> bool:
    return (
        (attack.ring is None or attack.ring == one.stance)
        and one.void_points >= attack.void
        and may_use(one, attack.key, attack.once, duel.round)
        and not ("movement" in attack.types and suffers(one, "immobilized"))
    )


def _with_readied(one: Duellist, attack: Attack, draws: bool) -> Iterator[Strike]:
    for key, held in one.weapons.items():
        ready = held.place == "readied" and held.prepared and not held.destroyed
        if ready and _fits(one, attack, key, held.grip) and not (one.lasting and _barred(one, key)):
            yield strike(attack.key, key)
    if draws and attack.weapon == "readied" and one.loadout.concealable:
        yield from _concealed(one, attack)


def may_draw(duel: Duel, one: Duellist) -> bool:
    """Whether the terms let this one draw: in an iaijutsu duel not before the own first turn (rpg.form.iaijutsu)."""
    return one.turn > 0 or not duel.setup.form.sheathed


def _drawn(one: Duellist, attack: Attack, weapons: Iterable[str], *, one_handed: bool) -> Iterator[Strike]:
    for key in weapons:
        held = one.weapons[key]
        if held.place == "sheathed" and not held.destroyed and not _barred(one, key):
            for grip in grips_free(one, key, one_handed=one_handed):
                if _fits(one, attack, key, grip):
                    yield strike(attack.key, key, grip)


def _concealed(one: Duellist, attack: Attack) -> Iterator[Strike]:
    """Concealable weapons may be readied as part of an Attack action (§2.6)."""
    for choice in _drawn(one, attack, one.loadout.concealable, one_handed=False):
        if "concealable" in profile(one, choice.weapon, choice.grip).qualities:
            yield choice


def _fits(one: Duellist, attack: Attack, key: str, grip: str) -> bool:
    held, kind = profile(one, key, grip), kind_of(key)
    if attack.only and kind not in attack.only:
        return False
    if attack.quality and attack.quality not in held.qualities and kind not in attack.also:
        return False
    if attack.weapon == "thrown" and hands_of(one, key, grip) != 1:
        return False
    return attack.skill in ("weapon", held.skill)


def _barred(one: Duellist, key: str) -> bool:
    return any(effect.about == key for effect in having(one, "weapon-barred"))


# --- what an attack reads off its weapon -----------------------------------------------------------------------


def qualities(duel: Duel, hand: CheckInHand) -> tuple[str, ...]:
    """The qualities of the weapon in use."""
    return profile(duel[hand.seat], hand.weapon, hand.grip).qualities if hand.weapon else ()


def deadliness(duel: Duel, hand: CheckInHand) -> tuple[int, int]:
    """The deadliness of the weapon or action in use, and what effects add to it."""
    one = duel[hand.seat]
    told = attack_of(one, hand.action).deadliness if hand.action else "weapon"
    if told == "weapon":
        base = profile(one, hand.weapon, hand.grip).deadliness if hand.weapon else 0
    elif told == "ring+strife":
        base = one.loadout.character.rings[hand.ring] + tally(hand.kept).strife
    else:
        base = amount(one, told, hand.ring)
    return base, hand.gains.get("deadliness", 0) + abilities.deadlier(duel, hand.seat)


def _number(duel: Duel, hand: CheckInHand, told: int | str) -> int:
    """Damage or severity as an attack tells it."""
    one = duel[hand.seat]
    if told == "deadliness":
        return sum(deadliness(duel, hand))
    if told == "base":
        return profile(one, hand.weapon, hand.grip).damage + abilities.fiercer(duel, hand.seat)
    return amount(one, told, hand.ring)


def blow_severity(duel: Duel, hand: CheckInHand) -> int:
    """Twice the deadliness plus bonus successes (rpg.blow.success)."""
    base, change = deadliness(duel, hand)
    if duel.setup.rulings.blow_doubling == "base doubled":
        return 2 * base + change + hand.bonus
    return 2 * (base + change) + hand.bonus


# --- performing it -------------------------------------------------------------------------------------------


async def perform(ref: Ref, seat: Seat, choice: Strike, *, blow: bool, counted: bool) -> None:
    """An Attack action against the foe."""
    one, attack = ref.state[seat], attack_of(ref.state[seat], choice.key)
    source = RULEBOOK if attack is STRIKE else attack.key
    clause = "rpg.blow.choice" if blow else "rpg.action.strike" if attack is STRIKE else TECHNIQUES
    harm.spend_void(ref, seat, attack.void, TECHNIQUES, source)
    if attack.once:
        ref.happen(Used(seat, attack.key, source=source, clause=TECHNIQUES))
    if choice.grip:
        ref.happen(WeaponReadied(seat, choice.weapon, choice.grip, source=source, clause=clause))
    ref.happen(
        ActionTaken(
            seat, attack.key, attack.types, True, choice.weapon, blow or not counted, source=source, clause=clause
        )
    )
    await pay_for_target(ref, seat)
    if able_to_check(one):
        await _attempt(ref, seat, attack, choice, blow=blow)
    if attack.weapon == "thrown":
        ref.happen(WeaponPut(seat, choice.weapon, "away", source=source, clause=clause))
    if choice.weapon and "prepare" in one.loadout.weapons[choice.weapon].qualities:
        ref.happen(ItemPrepared(seat, choice.weapon, False, clause="rpg.items"))


async def pay_for_target(ref: Ref, seat: Seat) -> None:
    """Fire opportunity of the foe: to target him costs strife first (§3.8)."""
    cost = lasting(ref.state[foe(seat)], "costly-target")
    if cost:
        harm.suffer_strife(ref, seat, cost, clause="rpg.check.opportunity", source="provoke")
        await blows.settle(ref)


async def _attempt(ref: Ref, seat: Seat, attack: Attack, choice: Strike, *, blow: bool) -> None:
    one = ref.state[seat]
    grip = one.weapons[choice.weapon].grip if choice.weapon else ""
    skill = attack.skill if attack.skill != "weapon" else profile(one, choice.weapon, grip).skill
    tn = vigilance(ref.state[foe(seat)]) if attack.tn == "vigilance" else int(attack.tn)

    async def land(ref: Ref, hand: CheckInHand) -> None:
        await _land(ref, hand, attack)

    task = Task(
        "attack",
        skill,
        tn,
        attack.types,
        foe(seat),
        attack.ring or await stances.ring_in_use(ref, seat),
        choice.weapon,
        grip,
        attack.key,
        blow,
        attack.weapon == "none",
        RULEBOOK if attack is STRIKE else attack.key,
        "rpg.blow.choice" if blow else "rpg.action.strike" if attack is STRIKE else TECHNIQUES,
    )
    await check.attempt(ref, seat, task, land)


async def _land(ref: Ref, hand: CheckInHand, attack: Attack) -> None:
    """What an attack does when its check is counted."""
    duel, seat = ref.state, hand.seat
    if not hand.passed:
        if attack.on_failure:
            conditions.inflict(ref, seat, attack.on_failure, by=seat, clause=TECHNIQUES, source=attack.key)
        return
    if duel.setup.rulings.struck_first == "any success":
        objective.struck(ref, seat)
    if hand.blow:
        await _blow(ref, hand, attack)
    elif attack.critical != "":
        await critical.strike(ref, _wound(duel, hand, attack, _own_severity(duel, hand, attack)))
    elif attack.damage != "":
        await _damage(ref, hand, attack)
    await _other_effects(ref, hand, attack)


async def _blow(ref: Ref, hand: CheckInHand, attack: Attack) -> None:
    """A finishing blow deals no damage: a critical strike of twice the deadliness plus bonus successes."""
    duel = ref.state
    wound = _wound(duel, hand, attack, blow_severity(duel, hand), "rpg.blow.success")
    await critical.strike(ref, wound)
    if attack.critical != "" and duel.setup.rulings.blow_heartpiercing == "two":
        await critical.strike(ref, _wound(duel, hand, attack, _own_severity(duel, hand, attack)))


def _own_severity(duel: Duel, hand: CheckInHand, attack: Attack) -> int:
    return _number(duel, hand, attack.critical) + (hand.bonus if attack.bonus else 0)


def _wound(duel: Duel, hand: CheckInHand, attack: Attack, severity: int, clause: str = TECHNIQUES) -> critical.Wound:
    return critical.Wound(
        hand.seat,
        foe(hand.seat),
        severity,
        razor="razor-edged" in qualities(duel, hand),
        resist=attack.resist,
        source=RULEBOOK if attack is STRIKE else attack.key,
        clause=clause,
    )


async def _damage(ref: Ref, hand: CheckInHand, attack: Attack) -> None:
    duel, target = ref.state, foe(hand.seat)
    damage = _number(duel, hand, attack.damage) + (hand.bonus if attack.bonus else 0) + hand.gains.get("damage", 0)
    if attack.saves == "base-damage" and not await _saved(ref, hand, attack):
        damage += _number(duel, hand, "base")
    helpless = attack.undefendable == "always" or (
        attack.undefendable == "compromised" and suffers(duel[target], "compromised")
    )
    await harm.deal(
        ref,
        harm.Hit(
            hand.seat,
            target,
            damage,
            sum(deadliness(duel, hand)),
            supernatural=attack.supernatural,
            razor="razor-edged" in qualities(duel, hand),
            weapon=hand.weapon,
            undefendable=helpless,
            pierce=hand.gains.get("pierce", 0),
            resist=attack.resist,
            source=RULEBOOK if attack is STRIKE else attack.key,
        ),
    )


async def _other_effects(ref: Ref, hand: CheckInHand, attack: Attack) -> None:
    """What else comes of success: a condition, a check of the target with its consequence."""
    target, by = foe(hand.seat), hand.seat
    if attack.inflicts:
        conditions.inflict(ref, target, attack.inflicts, by=by, clause=TECHNIQUES, source=attack.key)
    if attack.saves in ("", "base-damage") or ref.state[target].dead:
        return
    at_stake = await _at_stake(ref, hand) if attack.saves == "disarm" else None
    if (attack.saves == "disarm" and at_stake is None) or await _saved(ref, hand, attack):
        return
    if at_stake is not None:
        place = "taken" if "take-weapon" in hand.gains else "away"
        ref.happen(WeaponPut(target, at_stake.what, place, source=attack.key, clause=TECHNIQUES))
    elif attack.saves == "pushed":
        ref.happen(Moved(target, 2, source=attack.key, clause=TECHNIQUES))
    else:
        conditions.inflict(ref, target, attack.saves, by=by, clause=TECHNIQUES, source=attack.key)


async def _at_stake(ref: Ref, hand: CheckInHand) -> Pick | None:
    """Which readied weapon of the target would be knocked away."""
    one = ref.state[foe(hand.seat)]
    keys = [key for key, _ in readied(one) if key not in one.loadout.bodies]
    return await choose(ref, hand.seat, "disarm", lambda: tuple(map(Pick, keys))) if keys else None


async def _saved(ref: Ref, hand: CheckInHand, attack: Attack) -> bool:
    """The target's own check against an effect of the attack."""
    target = foe(hand.seat)
    if not attack.save or ref.state[target].dead:
        return False
    ring = await stances.ring_in_use(ref, target)
    tn = attack.save[ring] + hand.gains.get("save", 0)
    task = Task("save", "fitness", tn, ring=ring, source=attack.key, clause=TECHNIQUES)
    return (await check.attempt(ref, target, task)).passed
