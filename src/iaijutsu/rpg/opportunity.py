"""Spending opportunity: the ways open to a check by its ring, action and weapon (§3.8), and those of techniques."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from iaijutsu.engine import RULEBOOK
from iaijutsu.rpg import blows, check, deeds, harm
from iaijutsu.rpg.asking import Ref, choose
from iaijutsu.rpg.characters import RINGS
from iaijutsu.rpg.check_events import CheckGains, OpportunitySpent
from iaijutsu.rpg.dice import tally
from iaijutsu.rpg.events import InitiativeGained, LastingBegan, Learned, Moved, StanceCounts, Told
from iaijutsu.rpg.measures import foe, profile, resistance, suffered, vigilance
from iaijutsu.rpg.options import GO_ON, GoOn, Pick, Spend
from iaijutsu.rpg.state import NOBODY, CheckInHand, Duel

CLAUSE = "rpg.check.opportunity"

Fits: TypeAlias = Callable[[Duel, CheckInHand], int]
"""How many times a way could be bought to any use; 0 when it is not open."""
Does: TypeAlias = Callable[[Ref, CheckInHand, int], Awaitable[None]]
"""What it does when bought so many times."""

MANY = 99

_spend = lru_cache(4096)(Spend)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to spend: `cost` for the first time, `each` for every further one when it can be bought again in one go.

    `harms` marks critical strikes and conditions for the target, which Earth stance forbids to buy.
    """

    key: str
    cost: int
    fits: Fits
    does: Does
    each: int = 1
    harms: bool = False
    source: str = RULEBOOK
    clause: str = CLAUSE


async def spend(ref: Ref, hand: CheckInHand) -> None:
    """Spend opportunity, way after way, until none is left or wanted (rpg.check.opportunity)."""
    if _guarded(ref.state, hand) and any(way.harms and way.cost <= hand.opportunity for way in _ways(ref.state, hand)):
        ref.happen(StanceCounts(hand.target, "earth", clause="rpg.stance.earth"))
    while hand.opportunity and check.goes_on(ref, hand) and any(open_ways(ref.state, hand)):
        choice = await choose(ref, hand.seat, "opportunity", lambda: _offer(ref.state, hand), hand, many=True)
        if not isinstance(choice, Spend):
            return
        called = (way for way in _ways(ref.state, hand) if way.key == choice.way)
        way = next(way for way, _ in _open(ref.state, hand, called))
        cost = way.cost + way.each * (choice.times - 1)
        ref.happen(OpportunitySpent(hand.seat, way.key, cost, choice.times, source=way.source, clause=way.clause))
        await way.does(ref, hand, choice.times)


def _offer(duel: Duel, hand: CheckInHand) -> tuple[GoOn | Spend, ...]:
    offer: list[GoOn | Spend] = [GO_ON]
    for way, most in open_ways(duel, hand):
        offer += [_spend(way.key, times) for times in range(1, most + 1)]
    return tuple(offer)


def open_ways(duel: Duel, hand: CheckInHand) -> Iterator[tuple[Way, int]]:
    """The ways open now, each with how many times it can be bought."""
    return _open(duel, hand, _ways(duel, hand))


def _open(duel: Duel, hand: CheckInHand, ways: Iterable[Way]) -> Iterator[tuple[Way, int]]:
    guarded = _guarded(duel, hand)
    for way in ways:
        if way.key in hand.spent or way.cost > hand.opportunity or (guarded and way.harms):
            continue
        most = min(way.fits(duel, hand), 1 + (hand.opportunity - way.cost) // way.each)
        if most > 0:
            yield way, most


def _guarded(duel: Duel, hand: CheckInHand) -> bool:
    """Earth stance: others' Attack and Scheme checks against one buy no critical strikes or conditions for one."""
    if hand.target in {NOBODY, hand.seat} or duel[hand.target].stance != "earth":
        return False
    return "attack" in hand.types or "scheme" in hand.types


def _ways(duel: Duel, hand: CheckInHand) -> Iterator[Way]:
    yield from (OF_INITIATIVE if hand.purpose == "initiative" else OF_CHECK)[hand.ring]
    if "attack" in hand.types:
        yield from _of_attack(duel, hand)
    if duel[hand.seat].loadout.opportunities:
        yield from deeds.ways(duel, hand)


def _of_attack(duel: Duel, hand: CheckInHand) -> Iterator[Way]:
    if hand.action == "strike":
        yield CRITICAL
    if hand.weapon:
        qualities = profile(duel[hand.seat], hand.weapon, hand.grip).qualities
        if "razor-edged" in qualities:
            yield RAZOR
        if "snaring" in qualities:
            yield Way("snare", vigilance(duel[foe(hand.seat)]), _once, deeds.snare, harms=True, clause="rpg.items")


# --- what fits ---------------------------------------------------------------------------------------------


def passing(hand: CheckInHand) -> bool:
    """Whether the successes that lie there are enough."""
    return tally(hand.kept).successes >= hand.tn


def _once(_duel: Duel, _hand: CheckInHand) -> int:
    return 1


def _on_failure(_duel: Duel, hand: CheckInHand) -> int:
    return not passing(hand)


def _on_success(_duel: Duel, hand: CheckInHand) -> int:
    return passing(hand)


def _own_strife(duel: Duel, hand: CheckInHand) -> int:
    return min(hand.strife, duel[hand.seat].strife)


def _any_strife(duel: Duel, hand: CheckInHand) -> int:
    return duel[hand.seat].strife > 0


def _foe_strife(duel: Duel, hand: CheckInHand) -> int:
    return duel[foe(hand.seat)].strife > 0


def _own_fatigue(duel: Duel, hand: CheckInHand) -> int:
    return duel[hand.seat].fatigue > 0


def _own_condition(duel: Duel, hand: CheckInHand) -> int:
    return bool(suffered(duel[hand.seat]))


def _any_attack(_duel: Duel, hand: CheckInHand) -> int:
    return MANY if "attack" in hand.types else 0


def _armoured_target(duel: Duel, hand: CheckInHand) -> int:
    return resistance(duel[foe(hand.seat)]) if "attack" in hand.types else 0


def _any_support(_duel: Duel, hand: CheckInHand) -> int:
    return MANY if "support" in hand.types else 0


def _many(_duel: Duel, _hand: CheckInHand) -> int:
    return MANY


def _disadvantages(duel: Duel, seat: int) -> tuple[Pick, ...]:
    traits = duel[seat].loadout.character.traits
    return tuple([Pick(trait.name) for trait in traits if trait.kind in ("adversity", "anxiety")])


def _own_disadvantage(duel: Duel, hand: CheckInHand) -> int:
    return bool(_disadvantages(duel, hand.seat))


def _foe_disadvantage(duel: Duel, hand: CheckInHand) -> int:
    return bool(_disadvantages(duel, foe(hand.seat)))


def _known_disadvantages(duel: Duel, seat: int) -> tuple[Pick, ...]:
    shown = duel[seat].shown
    return tuple([p for p in _disadvantages(duel, seat) if not duel.setup.secret_sheets or p.what in shown])


def _known_disadvantage(duel: Duel, hand: CheckInHand) -> int:
    return bool(_known_disadvantages(duel, foe(hand.seat)))


def _unprepared(duel: Duel, hand: CheckInHand) -> int:
    return not duel.setup.prepared[hand.seat]


# --- what it does ------------------------------------------------------------------------------------------


async def _shed_strife(ref: Ref, hand: CheckInHand, times: int) -> None:
    harm.remove_strife(ref, hand.seat, times, CLAUSE)


async def _assist_next(ref: Ref, hand: CheckInHand, _times: int) -> None:
    ref.happen(LastingBegan(foe(hand.seat), "assisted", 0, hand.skill, clause=CLAUSE))


async def _learn_strife(ref: Ref, hand: CheckInHand, _times: int) -> None:
    one = ref.state[foe(hand.seat)]
    words = (f"strife {one.strife}", one.loadout.character.demeanor)
    ref.happen(Learned(hand.seat, "strife", tuple([word for word in words if word]), clause=CLAUSE))


async def _learn_trait(ref: Ref, hand: CheckInHand, _times: int) -> None:
    await deeds.learn(ref, hand, "trait", [trait.name for trait in deeds.foes_traits(ref, hand)])


async def _learn_disadvantage(ref: Ref, hand: CheckInHand, _times: int) -> None:
    await deeds.learn(ref, hand, "disadvantage", [pick.what for pick in _disadvantages(ref.state, foe(hand.seat))])


async def _kept_die(ref: Ref, hand: CheckInHand, _times: int) -> None:
    ref.happen(LastingBegan(hand.seat, "kept-opportunity", 1, clause=CLAUSE))


async def _ranged_harder(ref: Ref, hand: CheckInHand, _times: int) -> None:
    deeds.last(ref, hand, hand.seat, "ranged-harder", 2, at="start")


async def _reassure(ref: Ref, hand: CheckInHand, _times: int) -> None:
    harm.remove_strife(ref, foe(hand.seat), 2, CLAUSE)


async def _brace(ref: Ref, hand: CheckInHand, times: int) -> None:
    deeds.last(ref, hand, hand.seat, "critical-softer", times, at="start")


async def _steady(ref: Ref, hand: CheckInHand, _times: int) -> None:
    pick = await choose(ref, hand.seat, "ignore-disadvantage", lambda: _disadvantages(ref.state, hand.seat))
    deeds.last(ref, hand, hand.seat, "trait-ignored", 0, pick.what)


async def _inflame(ref: Ref, hand: CheckInHand, _times: int) -> None:
    harm.suffer_strife(ref, foe(hand.seat), 2, clause=CLAUSE, by=hand.seat)
    await blows.settle(ref)


async def _distract(ref: Ref, hand: CheckInHand, _times: int) -> None:
    other = ref.state[foe(hand.seat)]
    turn = other.turn + 1
    ref.happen(LastingBegan(other.seat, "distracted", 1, str(hand.seat), other.seat, "end", turn, clause=CLAUSE))


async def _overwhelm(ref: Ref, hand: CheckInHand, times: int) -> None:
    deeds.last(ref, hand, foe(hand.seat), "resist-harder", times, at="start")


async def _provoke(ref: Ref, hand: CheckInHand, _times: int) -> None:
    deeds.last(ref, hand, hand.seat, "costly-target", 2, at="start")


async def _calm(ref: Ref, hand: CheckInHand, _times: int) -> None:
    harm.remove_strife(ref, hand.seat, 2, CLAUSE)


async def _rest(ref: Ref, hand: CheckInHand, _times: int) -> None:
    harm.remove_fatigue(ref, hand.seat, 1, CLAUSE)


async def _pierce(ref: Ref, hand: CheckInHand, times: int) -> None:
    ref.happen(CheckGains(hand.seat, "pierce", times, clause=CLAUSE))


async def _move(ref: Ref, hand: CheckInHand, _times: int) -> None:
    ref.happen(Moved(hand.seat, 1, clause=CLAUSE))


async def _attune(ref: Ref, hand: CheckInHand, _times: int) -> None:
    rings = tuple([Pick(ring) for ring in RINGS if ring != "void"])
    pick = await choose(ref, hand.seat, "easier-ring", lambda: rings)
    ref.happen(LastingBegan(hand.seat, "ring-easier", -1, pick.what, clause=CLAUSE))


async def _quicken(ref: Ref, hand: CheckInHand, times: int) -> None:
    ref.happen(InitiativeGained(hand.seat, times, clause=CLAUSE))


async def _transcend(ref: Ref, hand: CheckInHand, _times: int) -> None:
    conditions = tuple([Pick(name) for name in suffered(ref.state[hand.seat])])
    if conditions:
        pick = await choose(ref, hand.seat, "ignore-condition", lambda: conditions)
        deeds.last(ref, hand, hand.seat, "condition-ignored", 0, pick.what)


async def _critical(ref: Ref, hand: CheckInHand, _times: int) -> None:
    await deeds.critical_strike(ref, hand, 0, "rpg.action.strike-critical")


async def _razor(ref: Ref, hand: CheckInHand, times: int) -> None:
    ref.happen(CheckGains(hand.seat, "deadliness", times, clause="rpg.items"))


async def _cover_disadvantage(ref: Ref, hand: CheckInHand, _times: int) -> None:
    seat = foe(hand.seat)
    pick = await choose(ref, hand.seat, "cover-disadvantage", lambda: _known_disadvantages(ref.state, seat))
    ref.happen(LastingBegan(seat, "trait-ignored", 0, pick.what, clause=CLAUSE))


async def _focus_though_surprised(ref: Ref, hand: CheckInHand, _times: int) -> None:
    ref.happen(CheckGains(hand.seat, "focus", 1, clause="rpg.init.value"))


def _told(what: str) -> Does:
    async def tell(ref: Ref, hand: CheckInHand, _times: int) -> None:
        ref.happen(Told(hand.seat, what, clause=CLAUSE))

    return tell


GENERAL: tuple[Way, ...] = (
    Way("learn-easiest-way", 1, _on_failure, _told("learn-easiest-way")),
    Way("shed-strife", 1, _own_strife, _shed_strife),
    Way("assist-next", 2, _once, _assist_next),
)

BY_RING: dict[str, tuple[Way, ...]] = {
    "air": (
        Way("learn-strife", 1, _once, _learn_strife),
        Way("kept-die", 1, _once, _kept_die),
        Way("ranged-harder", 2, _once, _ranged_harder),
        Way("learn-trait", 2, _once, _learn_trait),
    ),
    "earth": (
        Way("reassure", 1, _foe_strife, _reassure),
        Way("brace", 1, _many, _brace),
        Way("steady", 2, _own_disadvantage, _steady),
    ),
    "fire": (
        Way("inflame", 1, _once, _inflame),
        Way("distract", 1, _once, _distract),
        Way("overwhelm", 1, _any_attack, _overwhelm),
        Way("provoke", 2, _once, _provoke),
    ),
    "water": (
        Way("calm", 1, _any_strife, _calm),
        Way("rest", 1, _own_fatigue, _rest),
        Way("pierce", 1, _armoured_target, _pierce),
        Way("move", 2, _once, _move),
    ),
    "void": (
        Way("attune", 1, _once, _attune),
        Way("quicken", 1, _any_support, _quicken),
        Way("transcend", 2, _own_condition, _transcend),
    ),
}

INITIATIVE: dict[str, Way] = {
    "air": Way("learn-disadvantage", 1, _foe_disadvantage, _learn_disadvantage),
    "earth": Way("cover-disadvantage", 1, _known_disadvantage, _cover_disadvantage),
    "fire": Way("focus-though-surprised", 1, _unprepared, _focus_though_surprised, clause="rpg.init.value"),
    "water": Way("assess-terrain", 1, _once, _told("assess-terrain")),
    "void": Way("sense-otherworldly", 1, _once, _told("sense-otherworldly")),
}

OF_CHECK = {ring: (*GENERAL, *ways) for ring, ways in BY_RING.items()}
OF_INITIATIVE = {ring: (*ways, INITIATIVE[ring]) for ring, ways in OF_CHECK.items()}
"""The ways that every check in a ring has, and every check for initiative."""

CRITICAL = Way("critical", 2, _on_success, _critical, harms=True, clause="rpg.action.strike-critical")
RAZOR = Way("razor-edged", 1, _many, _razor, clause="rpg.items")
