"""What the opportunities of techniques do: one function a deed (`techniques.DEEDS`), and when it fits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeAlias

from iaijutsu.engine import Seat
from iaijutsu.rpg import actions, attacks, check, conditions, critical, harm, opportunity, stances
from iaijutsu.rpg.asking import Ref, choose, several
from iaijutsu.rpg.characters import RINGS, Trait
from iaijutsu.rpg.check_events import CheckGains
from iaijutsu.rpg.dice import tally
from iaijutsu.rpg.events import LastingBegan, Learned, MoreActions, Told, Used, WeaponReadied
from iaijutsu.rpg.loadout import Ability
from iaijutsu.rpg.measures import (
    able_to_check,
    amount,
    foe,
    grips_free,
    hands_of,
    may_use,
    profile,
    readied,
    suffers,
    vigilance,
)
from iaijutsu.rpg.options import Hold, Pick, Strike
from iaijutsu.rpg.state import CheckInHand, Duel
from iaijutsu.rpg.tn import Task

CLAUSE = "rpg.techniques"

Fits: TypeAlias = Callable[[Duel, CheckInHand, Ability], int]
Deed: TypeAlias = Callable[[Ref, CheckInHand, int, Ability], Awaitable[None]]


# --- which ways a check has ----------------------------------------------------------------------------------


def ways(duel: Duel, hand: CheckInHand) -> Iterator[opportunity.Way]:
    """The ways that the roller's techniques add to this check."""
    one = duel[hand.seat]
    for ability in one.loadout.opportunities:
        key = f"{ability.technique}/{ability['does']}"
        if _bears_on(duel, hand, ability) and may_use(one, key, ability["once"], duel.round):
            yield _way(duel, hand, ability, key)


def _bears_on(duel: Duel, hand: CheckInHand, ability: Ability) -> bool:
    told = ability.values
    ring = told["ring"] or ability.ring
    return (
        (not ring or ring == hand.ring)
        and told["initiative"] == (hand.purpose == "initiative")
        and (not told["own"] or hand.action == ability.technique)
        and (not told["skills"] or hand.skill in told["skills"])
        and set(told["types"]) <= set(hand.types)
        and (not told["outcome"] or (told["outcome"] == "success") == opportunity.passing(hand))
        and (not told["target"] or suffers(duel[foe(hand.seat)], told["target"]))
        and (not told["weapon"] or _weapon_is(duel, hand, told["weapon"]))
    )


def _weapon_is(duel: Duel, hand: CheckInHand, what: str) -> bool:
    one = duel[hand.seat]
    if not hand.weapon:
        return False
    if what == "one-handed":
        return hands_of(one, hand.weapon, hand.grip) == 1
    if what == "second-readied":
        return bool(_others_readied(duel, hand))
    sharp = "razor-edged" in profile(one, hand.weapon, hand.grip).qualities
    return not sharp if what == "blunt" else what in profile(one, hand.weapon, hand.grip).qualities


def _way(duel: Duel, hand: CheckInHand, ability: Ability, key: str) -> opportunity.Way:
    fits, does, harms = DEEDS[ability["does"]]
    cost = vigilance(duel[foe(hand.seat)]) if ability["cost"] == "vigilance" else ability["cost"]

    async def bought(ref: Ref, hand: CheckInHand, times: int) -> None:
        if ability["once"]:
            ref.happen(Used(hand.seat, key, source=ability.technique, clause=CLAUSE))
        await does(ref, hand, times, ability)

    def most(duel: Duel, hand: CheckInHand) -> int:
        found = fits(duel, hand, ability)
        return found if ability["scales"] else min(1, found)

    return opportunity.Way(key, cost, most, bought, ability["each"], harms, ability.technique, CLAUSE)


# --- shared with the rulebook's own ways -----------------------------------------------------------------------


def last(ref: Ref, hand: CheckInHand, seat: Seat, name: str, much: int, about: str = "", *, at: str = "end") -> None:
    """An effect on `seat` until the start or end of the roller's next turn."""
    roller = ref.state[hand.seat]
    ref.happen(LastingBegan(seat, name, much, about, roller.seat, at, roller.turn + 1, clause=opportunity.CLAUSE))


async def snare(ref: Ref, hand: CheckInHand, _times: int) -> None:
    """Snaring: the target is Immobilized."""
    conditions.inflict(ref, foe(hand.seat), "immobilized", by=hand.seat, clause="rpg.items", source=hand.weapon)


async def critical_strike(ref: Ref, hand: CheckInHand, more: int, clause: str) -> None:
    """A critical strike of the weapon's deadliness, and more."""
    base, change = attacks.deadliness(ref.state, hand)
    razor = "razor-edged" in attacks.qualities(ref.state, hand)
    wound = critical.Wound(hand.seat, foe(hand.seat), base + change + more, razor=razor, clause=clause)
    await critical.strike(ref, wound)


def foes_traits(ref: Ref, hand: CheckInHand) -> list[Trait]:
    """The foe's advantages and disadvantages that the roller does not know yet."""
    one = ref.state[foe(hand.seat)]
    secret = ref.state.setup.secret_sheets
    return [t for t in one.loadout.character.traits if not secret or t.name not in one.shown]


async def learn(ref: Ref, hand: CheckInHand, what: str, names: list[str], count: int = 1) -> None:
    """Learn things about the foe, who picks which."""
    found: list[str] = []
    while len(found) < count and (left := [name for name in names if name not in found]):
        found.append((await _tell(ref, foe(hand.seat), what, tuple(map(Pick, left)))).what)
    ref.happen(Learned(hand.seat, what, tuple(found), clause=opportunity.CLAUSE))


async def _tell(ref: Ref, seat: Seat, what: str, picks: tuple[Pick, ...]) -> Pick:
    return await choose(ref, seat, f"tell-{what}", lambda: picks)


# --- the deeds -----------------------------------------------------------------------------------------------


def _always(_duel: Duel, _hand: CheckInHand, _ability: Ability) -> int:
    return opportunity.MANY


async def _reserve_dice(ref: Ref, hand: CheckInHand, times: int, ability: Ability) -> None:
    slots = await several(ref, hand.seat, "reserve-rolled", tuple(range(len(hand.rolled))), times, times)
    turn = ref.state[hand.seat].turn + 1
    for slot in slots:
        die = hand.rolled[slot]
        ref.happen(
            LastingBegan(
                hand.seat,
                "reserved-die",
                die,
                hand.skill,
                hand.seat,
                "end",
                turn,
                source=ability.technique,
                clause=CLAUSE,
            )
        )


def _dice(_duel: Duel, hand: CheckInHand, _ability: Ability) -> int:
    return len(hand.rolled)


async def _own_resistance(ref: Ref, hand: CheckInHand, times: int, _ability: Ability) -> None:
    last(ref, hand, hand.seat, "resistance", times, at="start")


async def _target_resistance(ref: Ref, hand: CheckInHand, times: int, _ability: Ability) -> None:
    last(ref, hand, foe(hand.seat), "resistance", -times)


async def _target_critical(ref: Ref, hand: CheckInHand, times: int, _ability: Ability) -> None:
    last(ref, hand, foe(hand.seat), "critical-harder", times)


async def _switch_stance(ref: Ref, hand: CheckInHand, _times: int, _ability: Ability) -> None:
    await stances.switch(ref, hand.seat)


def _own_turn(duel: Duel, hand: CheckInHand, _ability: Ability) -> int:
    return duel.turn_of == hand.seat and not hand.blow


async def _another_action(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    ref.happen(MoreActions(hand.seat, source=ability.technique, clause=CLAUSE))


def _others_readied(duel: Duel, hand: CheckInHand) -> list[str]:
    one = duel[hand.seat]
    return [key for key, _ in readied(one) if key != hand.weapon and key not in one.loadout.bodies]


def _second(duel: Duel, hand: CheckInHand, _ability: Ability) -> int:
    return len(_others_readied(duel, hand))


async def _second_weapon(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    duel, one = ref.state, ref.state[hand.seat]
    keys = _others_readied(duel, hand)
    pick = await choose(ref, hand.seat, "second-weapon", lambda: tuple(map(Pick, keys)))
    held = profile(one, pick.what, one.weapons[pick.what].grip)
    dazed = suffers(duel[foe(hand.seat)], "dazed")
    damage = held.damage + (one.loadout.character.skill(hand.skill) if dazed else 0)
    razor = "razor-edged" in held.qualities
    await harm.deal(
        ref,
        harm.Hit(
            hand.seat,
            foe(hand.seat),
            damage,
            held.deadliness,
            razor=razor,
            weapon=pick.what,
            source=ability.technique,
        ),
    )


async def _critical(ref: Ref, hand: CheckInHand, times: int, _ability: Ability) -> None:
    await critical_strike(ref, hand, times - 1, CLAUSE)


def _foes_weapons(duel: Duel, seat: Seat) -> list[str]:
    one = duel[foe(seat)]
    return [key for key, _ in readied(one) if key not in one.loadout.bodies]


def _foe_armed(duel: Duel, hand: CheckInHand, _ability: Ability) -> int:
    return bool(_foes_weapons(duel, hand.seat))


async def _bar_weapon(ref: Ref, hand: CheckInHand, _times: int, _ability: Ability) -> None:
    keys = _foes_weapons(ref.state, hand.seat)
    pick = await choose(ref, hand.seat, "bar-weapon", lambda: tuple(map(Pick, keys)))
    last(ref, hand, foe(hand.seat), "weapon-barred", 0, pick.what)


async def _immobilize(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    conditions.inflict(ref, foe(hand.seat), "immobilized", by=hand.seat, clause=CLAUSE, source=ability.technique)


async def _force_stance(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    now = ref.state[foe(hand.seat)].stance
    rings = {ring: Pick(ring) for ring in RINGS if ring != now}
    pick = await choose(ref, hand.seat, "force-stance", lambda: tuple(rings.values()))
    stances.force(ref, foe(hand.seat), next(r for r in rings if r == pick.what), ability.technique)


def _grazes(_duel: Duel, hand: CheckInHand, _ability: Ability) -> int:
    return 0 < hand.tn - tally(hand.kept).successes <= 2


async def _graze(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    base, change = attacks.deadliness(ref.state, hand)
    damage = amount(ref.state[hand.seat], "fitness-ranks")
    hit = harm.Hit(hand.seat, foe(hand.seat), damage, base + change, weapon=hand.weapon, source=ability.technique)
    await harm.deal(ref, hit)


async def _more_damage(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    much = amount(ref.state[hand.seat], "fitness-ranks")
    ref.happen(CheckGains(hand.seat, "damage", much, source=ability.technique, clause=CLAUSE))


async def _save(ref: Ref, hand: CheckInHand, times: int, ability: Ability) -> None:
    target = foe(hand.seat)
    ring = await stances.ring_in_use(ref, target)
    tn = (ability[f"tn_{ring}"] or ability["tn"]) + times
    task = Task("save", "fitness", tn, ring=ring, source=ability.technique, clause=CLAUSE)

    async def failed(ref: Ref, save: CheckInHand) -> None:
        if not save.passed:
            conditions.inflict(ref, target, ability["condition"], by=hand.seat, clause=CLAUSE, source=ability.technique)
            harm.suffer_fatigue(ref, target, save.shortfall, by=hand.seat, clause=CLAUSE, source=ability.technique)

    await check.attempt(ref, target, task, failed)


def _gains(what: str) -> Deed:
    async def gain(ref: Ref, hand: CheckInHand, times: int, ability: Ability) -> None:
        ref.happen(CheckGains(hand.seat, what, times, source=ability.technique, clause=CLAUSE))

    return gain


def _sheathed_blades(duel: Duel, seat: Seat) -> tuple[Hold, ...]:
    one = duel[seat]
    return tuple(
        [
            Hold(key, grip)
            for key, held in one.weapons.items()
            if held.place == "sheathed" and not held.destroyed
            for grip in grips_free(one, key)
            if "razor-edged" in profile(one, key, grip).qualities
        ]
    )


def _blade_left(duel: Duel, hand: CheckInHand, _ability: Ability) -> int:
    return bool(_sheathed_blades(duel, hand.seat))


async def _ready_sheathed(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    pick = await choose(ref, hand.seat, "ready-sheathed", lambda: _sheathed_blades(ref.state, hand.seat))
    ref.happen(WeaponReadied(hand.seat, pick.weapon, pick.grip, source=ability.technique, clause=CLAUSE))


def _strikes(duel: Duel, hand: CheckInHand, ability: Ability) -> tuple[Strike, ...]:
    one = duel[hand.seat]
    if not able_to_check(one) or duel[foe(hand.seat)].dead:
        return ()
    found = actions.strikes(duel, hand.seat)
    if ability["unused"]:
        found = [s for s in found if one.weapons[s.weapon].used != one.turn or s.grip]
    return tuple([s for s in found if not s.grip])


def _may_strike(duel: Duel, hand: CheckInHand, ability: Ability) -> int:
    return bool(_strikes(duel, hand, ability))


async def _strike(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    pick = await choose(ref, hand.seat, "strike-at-once", lambda: _strikes(ref.state, hand, ability))
    await actions.perform(ref, hand.seat, pick, counted=False)


async def _attack_easier(ref: Ref, hand: CheckInHand, _times: int, _ability: Ability) -> None:
    last(ref, hand, hand.seat, "attack-easier", 1)


async def _dazed_disoriented(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    for condition in ("dazed", "disoriented"):
        conditions.inflict(ref, foe(hand.seat), condition, by=hand.seat, clause=CLAUSE, source=ability.technique)


async def _learn_advantage(ref: Ref, hand: CheckInHand, _times: int, _ability: Ability) -> None:
    names = [t.name for t in foes_traits(ref, hand) if t.kind in ("distinction", "passion")]
    await learn(ref, hand, "advantage", names)


async def _learn_technique(ref: Ref, hand: CheckInHand, times: int, _ability: Ability) -> None:
    one = ref.state[foe(hand.seat)]
    known = one.shown if ref.state.setup.secret_sheets else []
    names = [t.name for t in one.loadout.character.techniques if t.name not in known]
    await learn(ref, hand, "technique", names, times)


async def _whom(ref: Ref, hand: CheckInHand) -> Seat:
    pick = await choose(ref, hand.seat, "which-character", lambda: (Pick("self"), Pick("foe")))
    return hand.seat if pick.what == "self" else foe(hand.seat)


async def _no_disadvantages(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    seat = await _whom(ref, hand)
    ref.happen(LastingBegan(seat, "no-disadvantages", 0, "", seat, "end", 1, source=ability.technique, clause=CLAUSE))


async def _sure_advantage(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    names = [
        (one.seat, t.name)
        for one in ref.state.duellists
        for t in one.loadout.character.traits
        if t.kind in ("distinction", "passion")
    ]
    picks = {Pick(f"{seat}:{name}"): (seat, name) for seat, name in names}
    if picks:
        seat, name = picks[await choose(ref, hand.seat, "sure-advantage", lambda: tuple(picks))]
        ref.happen(
            LastingBegan(seat, "sure-advantage", 0, name, seat, "end", 1, source=ability.technique, clause=CLAUSE)
        )


async def _cover(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    ref.happen(Told(hand.seat, "cover", source=ability.technique, clause=CLAUSE))


async def _bar_first_stance(ref: Ref, hand: CheckInHand, _times: int, ability: Ability) -> None:
    one = await choose(ref, hand.seat, "name-ring", lambda: tuple(map(Pick, RINGS)))
    rest = tuple([Pick(ring) for ring in RINGS if ring != one.what])
    other = await choose(ref, hand.seat, "name-second-ring", lambda: rest)
    target = foe(hand.seat)
    pick = await choose(ref, target, "give-up-stance", lambda: (one, other))
    ref.happen(
        LastingBegan(target, "stance-barred", 0, pick.what, target, "end", 1, source=ability.technique, clause=CLAUSE)
    )


DEEDS: dict[str, tuple[Fits, Deed, bool]] = {
    "reserve-dice": (_dice, _reserve_dice, False),
    "own-resistance": (_always, _own_resistance, False),
    "target-resistance": (_always, _target_resistance, False),
    "target-critical": (_always, _target_critical, False),
    "switch-stance": (_always, _switch_stance, False),
    "another-action": (_own_turn, _another_action, False),
    "second-weapon": (_second, _second_weapon, False),
    "critical": (_always, _critical, True),
    "bar-weapon": (_foe_armed, _bar_weapon, False),
    "immobilize": (_always, _immobilize, True),
    "force-stance": (_always, _force_stance, False),
    "graze": (_grazes, _graze, False),
    "more-damage": (_always, _more_damage, False),
    "save": (_always, _save, True),
    "raise-save": (_always, _gains("save"), False),
    "ready-sheathed": (_blade_left, _ready_sheathed, False),
    "strike": (_may_strike, _strike, False),
    "next-attack-easier": (_always, _attack_easier, False),
    "dazed-disoriented": (_always, _dazed_disoriented, True),
    "hallow-longer": (_always, _gains("longer"), False),
    "take-weapon": (_always, _gains("take-weapon"), False),
    "seen-less": (_always, _gains("seen-less"), False),
    "learn-advantage": (_always, _learn_advantage, False),
    "no-disadvantages": (_always, _no_disadvantages, False),
    "sure-advantage": (_always, _sure_advantage, False),
    "cover": (_always, _cover, False),
    "learn-technique": (_always, _learn_technique, False),
    "bar-first-stance": (_always, _bar_first_stance, False),
}
"""Every deed: when it fits, what it does, and whether Earth stance forbids to buy it."""
