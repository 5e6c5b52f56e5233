"""The short forms beside the duel: one roll that settles it, and the clash within a skirmish (p. 261 and 263; §3.5)."""

from __future__ import annotations

from iaijutsu.engine import Choose, Request, Sealed, Seat
from iaijutsu.rpg import attacks, check, critical, duel, harm, order
from iaijutsu.rpg.asking import DuelEnds, Ref, choose, yes
from iaijutsu.rpg.characters import RINGS, Ring
from iaijutsu.rpg.events import (
    ComesToResolution,
    Forfeited,
    InitiativeSet,
    PhaseBegan,
    RoundBegan,
    RoundEnded,
    Told,
    WeaponReadied,
)
from iaijutsu.rpg.measures import awake, foe, profile
from iaijutsu.rpg.options import GO_ON, YES, Hold, Take, Yes
from iaijutsu.rpg.scoring import Result, ResultKnown, end_of_scene, score
from iaijutsu.rpg.state import NOBODY, CheckInHand, Duel, Duellist
from iaijutsu.rpg.tn import Task

TERMS = "rpg.terms"
ALLIES_STRIFE, DECLINED_STRIFE = 3, 2
STAKE_HONOR, STAKE_GLORY = 10, 5


# --- one roll ------------------------------------------------------------------------------------------------


async def one_roll(ref: Ref) -> Result:
    """A competitive TN 1 check: more bonus successes wins and inflicts a critical strike."""
    state = ref.state
    duel.begin(ref)
    try:
        await _settle_by_roll(ref)
        reason = "roll"
    except DuelEnds as end:
        reason = end.reason
    ref.happen(ComesToResolution(reason, clause=TERMS))
    one, other = state[0].worst, state[1].worst
    winner = NOBODY if one == other else 0 if one > other else 1
    return await _known(ref, winner, "roll")


async def _settle_by_roll(ref: Ref) -> None:
    rings = await ref.ask(lambda: Sealed("one-roll-ring", {seat: _rings(seat) for seat in (0, 1)}))
    first = await order.higher_honor_first(ref)
    rolls = {seat: await _roll(ref, seat, rings[seat]) for seat in (first, foe(first))}
    for seat in await _winners(ref, rolls):
        base, change = attacks.deadliness(ref.state, rolls[seat])
        severity = 2 * (base + change) + rolls[seat].bonus
        razor = "razor-edged" in attacks.qualities(ref.state, rolls[seat])
        await critical.strike(ref, critical.Wound(seat, foe(seat), severity, razor=razor, clause=TERMS))


def _rings(seat: Seat) -> Request[Take]:
    return Choose(seat, "one-roll-ring", tuple([Take(ring) for ring in RINGS]))


async def _roll(ref: Ref, seat: Seat, ring: Take) -> CheckInHand:
    one = ref.state[seat]
    with_ring: Ring = next(known for known in RINGS if known == ring.ring)
    if not one.loadout.weapons:
        return await check.attempt(ref, seat, Task("one-roll", "theology", 1, ring=with_ring, clause=TERMS))
    weapon = await choose(ref, seat, "one-roll-weapon", lambda: _weapons(one))
    if one.weapons[weapon.weapon].place != "readied":
        ref.happen(WeaponReadied(seat, weapon.weapon, weapon.grip, clause=TERMS))
    skill = profile(one, weapon.weapon, weapon.grip).skill
    task = Task("one-roll", skill, 1, ring=with_ring, weapon=weapon.weapon, grip=weapon.grip, clause=TERMS)
    return await check.attempt(ref, seat, task)


def _weapons(one: Duellist) -> tuple[Hold, ...]:
    return tuple([Hold(key, grip.name) for key, weapon in one.loadout.weapons.items() for grip in weapon.grips])


async def _winners(ref: Ref, rolls: dict[Seat, CheckInHand]) -> list[Seat]:
    """Who inflicts a critical strike: the better roll, or both in a tie, the lower honor told first."""
    one, other = _worth(rolls[0]), _worth(rolls[1])
    if one != other:
        return [0 if one > other else 1]
    first = await order.lower_honor_first(ref)
    return [first, foe(first)]


def _worth(roll: CheckInHand) -> int:
    """Bonus successes, or the shortfall below them."""
    return roll.bonus if roll.passed else -roll.shortfall


# --- the clash -----------------------------------------------------------------------------------------------


async def clash(ref: Ref) -> Result:
    """A round of duelling within a skirmish, longer if both want; seat 0 has issued the challenge."""
    state = ref.state
    duel.begin(ref)
    for one in state.duellists:
        ref.happen(InitiativeSet(one.seat, state.setup.initiative[one.seat], clause="rpg.init.value"))
    ref.happen(PhaseBegan("turns", clause="rpg.phases"))
    winner, reason = NOBODY, "clash"
    try:
        reason = await _challenge(ref)
        if reason == "clash":
            await _rounds(ref)
    except DuelEnds as end:
        reason = end.reason
    ref.happen(ComesToResolution(reason, clause=TERMS))
    if reason not in ("declined", "unheard"):
        winner = _winner(state)
    for one in state.duellists:
        if winner == foe(one.seat):
            ref.happen(Told(one.seat, f"allies suffer {ALLIES_STRIFE} strife", clause=TERMS))
    return await _known(ref, winner, reason)


async def _challenge(ref: Ref) -> str:
    """A TN 1 Command check; the one challenged accepts, or declines at a price."""
    heard: list[CheckInHand] = []

    async def answered(_ref: Ref, hand: CheckInHand) -> None:
        if hand.passed:
            heard.append(hand)

    task = Task("challenge", "command", 1, ("scheme",), 1, await _first_ring(ref), clause=TERMS)
    await check.attempt(ref, 0, task, answered)
    if not heard:
        return "unheard"
    ref.happen(Told(0, f"stakes {STAKE_HONOR} honor and {STAKE_GLORY} glory", clause=TERMS))
    if await yes(ref, 1, "accept-challenge"):
        ref.happen(Told(1, f"stakes {STAKE_HONOR} honor and {STAKE_GLORY} glory", clause=TERMS))
        return "clash"
    glory = ref.state[0].loadout.character.skill("command") + heard[0].bonus
    ref.happen(Forfeited(1, 0, glory, clause=TERMS))
    ref.happen(Told(1, f"allies of lower glory suffer {DECLINED_STRIFE} strife", clause=TERMS))
    harm.gain_void(ref, 0, 1, TERMS)
    return "declined"


async def _first_ring(ref: Ref) -> Ring:
    chosen = await choose(ref, 0, "free-ring", lambda: tuple([Take(ring) for ring in RINGS]))
    return next(ring for ring in RINGS if ring == chosen.ring)


async def _rounds(ref: Ref) -> None:
    """Staredown with the clash's own round number, turns; inconclusive, it goes on if both want it to."""
    state = ref.state
    while True:
        ref.happen(RoundBegan(state.round + 1, clause="rpg.round.end"))
        await duel.staredown(ref)
        await duel.turns_of_round(ref)
        ref.happen(RoundEnded(state.round, clause="rpg.round.reset"))
        able = all(awake(one) for one in state.duellists)
        if _winner(state) != NOBODY or not able or not await _go_on(ref):
            return


async def _go_on(ref: Ref) -> bool:
    asks: dict[Seat, Request[object]] = {seat: Choose(seat, "extend-clash", (GO_ON, YES)) for seat in (0, 1)}
    answers = await ref.ask(lambda: Sealed("extend-clash", asks))
    return all(isinstance(answer, Yes) for answer in answers.values())


def _winner(state: Duel) -> Seat:
    """Who inflicted Incapacitated, Unconscious, Dying or death and suffered none of them; who yields loses."""
    for one in state.duellists:
        other = state[foe(one.seat)]
        if (one.achieved and not other.achieved) or (other.yielded and not one.yielded):
            return one.seat
    return NOBODY


async def _known(ref: Ref, winner: Seat, reason: str) -> Result:
    scores = score(ref.state, 0), score(ref.state, 1)
    ref.happen(ResultKnown(winner, "", reason, 0, clause=TERMS))
    if reason == "roll":
        await end_of_scene(ref)
    return Result(winner, "", reason, scores)
