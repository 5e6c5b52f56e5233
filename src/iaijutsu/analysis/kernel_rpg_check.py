"""Steps of the role-playing kernel: checks from TN to outcome, and attacks (see `kernel_rpg_parts`)."""

from __future__ import annotations

from typing import Any

from . import kernel_rpg_layout as at
from .kernel_rpg_dice import NO_DICE, explode, how_many, keep, replaced, roll, together
from .kernel_rpg_harm import comes_to_blows, deal, geared, pays, strife, struck
from .kernel_rpg_layout import Rules
from .kernel_rpg_parts import (
    able,
    all_at,
    awake,
    compromised,
    done,
    frame,
    inside,
    lacks,
    least,
    most,
    nobody,
    note,
    pick,
    ring_of,
    top,
)

# --- an attack, up to its check --------------------------------------------------------------------------


def attack(r: Rules, s: Any, t: Any, i: Any) -> None:
    """A cut draws its weapon; to target one who provokes costs strife; then the check (rpg.action.strike)."""
    base = frame(s, i)
    seat, cut = s[base + at.SEAT, i], s[base + at.CUT, i] > 0
    s[at.READIED + seat, i] |= cut
    s[at.GRIP + seat, i] = pick(cut, 1, s[at.GRIP + seat, i])
    pays(r, s, i, seat >= 0, seat)
    comes_to_blows(s, i, at.ATTEMPT)
    if all_at(s, i, at.ATTEMPT):
        attempt(r, s, t, i)


def grip(s: Any, i: Any, seat: Any, base: Any) -> Any:
    """Whether the weapon is held as a cut draws it: 0 or 1."""
    return s[at.GRIP + seat, i] * (s[base + at.PURPOSE, i] == at.FOR_ATTACK)


def target_number(r: Rules, s: Any, i: Any, starts: Any, seat: Any, base: Any, ring: Any) -> Any:
    """The TN, never below 1, and 1 against one who has exposed an opening (rpg.check.*, rpg.stance.air)."""
    purpose, foe = s[base + at.PURPOSE, i], 1 - seat
    hostile, resists = purpose == at.FOR_ATTACK, purpose == at.FOR_RESIST
    vigilance = pick(compromised(r, s, i, foe), 1, r.own[foe, at.VIGILANCE])
    cut = pick(r.own[seat, at.CUT_TN] < 0, vigilance, r.own[seat, at.CUT_TN])
    tn = 1 + hostile * (pick(s[base + at.CUT, i] > 0, cut, 2) - 1)
    tn = tn + (purpose == at.FOR_UNIQUE) * (r.terms[at.UNIQUE_TN] - 1)
    tn = tn + hostile * ((s[at.STANCE + foe, i] == 0) * r.own[foe, at.GUARD] + s[at.DAMAGED + seat, i])
    severe, light = s[at.SEVERELY + seat, i] >> ring & 1, s[at.LIGHTLY + seat, i] >> ring & 1
    tn = tn + pick(severe > 0, 3, light) + resists * s[at.HARDER + seat, i]
    s[at.HARDER + seat, i] = s[at.HARDER + seat, i] * lacks(resists)
    opening = starts & hostile & (s[at.EXPOSED + foe, i] > 0)
    s[at.EXPOSED + foe, i] = s[at.EXPOSED + foe, i] * lacks(opening)
    return pick(opening, 1, most(tn, 1))


# --- the check -------------------------------------------------------------------------------------------


def attempt(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Steps 1 to 5: TN, Void point, roll, reserved dice, kept dice (rpg.check.*)."""
    base = frame(s, i)
    seat, purpose = s[base + at.SEAT, i], s[base + at.PURPOSE, i]
    starts = (purpose != at.FOR_ATTACK) | able(r, s, i, seat)
    free = starts & ((purpose == at.FOR_ATTACK) | (purpose == at.FOR_RESIST)) & (s[at.STANCE + seat, i] < 0)
    ring = ring_of(r, s, i, seat)
    note(t, s, i, free, at.L_FREE_RING, seat, ring)
    if top(1 * starts) == 0:  # all of them have been laid low meanwhile
        done(s, i, lacks(starts))
        return
    skill = pick(grip(s, i, seat, base) > 0, at.FIFTH, purpose)
    s[base + at.OF_RING, i], s[base + at.TN, i] = ring, target_number(r, s, i, starts, seat, base, ring)
    seizes = starts & (s[at.VOID + seat, i] > 0) & ((r.own[seat, at.SEIZES] >> purpose & 1) > 0)
    note(t, s, i, seizes, at.L_SEIZE, seat, 1)
    s[at.VOID + seat, i] -= seizes
    rings = r.own[seat, at.O_RING + ring] + seizes
    dice = (rings + r.own[seat, at.SKILL + skill]) * starts
    s[base + at.LIMIT, i], s[base + at.DICE, i] = rings * starts, dice
    s[base + at.SPENT, i], s[base + at.PIERCE, i], s[base + at.DEADLIER, i] = 0, 0, 0
    rolled = roll(s, t, i, seat, rings, dice)
    rolled = reserves(r, s, t, i, seat, rolled, dice, r.own[seat, at.NAMED + skill])
    again = keep(r, s, t, i, seat, base, rolled, dice)
    waves(s, i, base, again, dice)
    kept = s[at.KEPT + seat, i] * (starts & (r.own[seat, at.NAMED + skill] < at.MARTIAL))
    s[base + at.OPPORTUNITY, i] += kept
    s[at.KEPT + seat, i] -= kept
    s[at.STEP, i] = pick(again != NO_DICE, at.EXPLODE, at.SYMBOLS_STEP)
    done(s, i, lacks(starts))
    if all_at(s, i, at.SYMBOLS_STEP):
        symbols(r, s, t, i)
    elif all_at(s, i, at.EXPLODE):
        explodes(r, s, t, i)


def waves(s: Any, i: Any, base: Any, again: Any, dice: Any) -> None:
    """Kept dice that explode, if there are any, lie in the frame for the waves to come."""
    if nobody(again != NO_DICE):
        return
    pending = together(again, dice)
    s[base + at.LYING, i], s[base + at.DICE, i] = pending, how_many(pending)


def reserves(r: Rules, s: Any, t: Any, i: Any, seat: Any, rolled: Any, dice: Any, named: Any) -> Any:
    """The dice, once those that Center has set aside for this skill have been used; they are gone then."""
    uses = (dice > 0) & (s[at.RESERVED + seat, i] > 0) & (s[at.RESERVED_SKILL + seat, i] == named)
    if nobody(uses):
        return rolled
    many = least(s[at.RESERVED + seat, i], dice) * uses
    s[at.RESERVED + seat, i] = s[at.RESERVED + seat, i] * lacks(uses)
    return replaced(r, s, t, i, seat, rolled, many)


def explodes(r: Rules, s: Any, t: Any, i: Any) -> None:
    """A wave of explosions, and another, until none is left."""
    base = frame(s, i)
    again = explode(r, s, t, i, s[base + at.SEAT, i], base, s[base + at.LYING, i], s[base + at.DICE, i])
    s[base + at.LYING, i] = again
    s[at.STEP, i] = pick(again != NO_DICE, at.EXPLODE, at.SYMBOLS_STEP)
    if all_at(s, i, at.SYMBOLS_STEP):
        symbols(r, s, t, i)


def symbols(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Step 6: strife, bleeding, then what both bring about (rpg.check.symbols)."""
    base = frame(s, i)
    seat, shown = s[base + at.SEAT, i], s[base + at.SYMBOLS, i]
    s[base + at.RECEIVED, i] = strife(r, s, i, s[at.STANCE + seat, i] != 4, seat, shown)
    bleeds = (shown > 0) & (s[at.BLEEDING + seat, i] > 0)
    if nobody(bleeds):
        comes_to_blows(s, i, at.SPEND)
        if all_at(s, i, at.SPEND):
            spend(r, s, t, i)
        return
    new = inside(s, i, bleeds, at.DEAL, at.SETTLED)
    s[new + at.BY, i] = pick(s[at.BLEEDING + seat, i] == 1, 1 - seat, -1)
    s[new + at.TARGET, i] = seat
    s[new + at.AMOUNT, i], s[new + at.SEVERITY, i] = shown, s[at.FATIGUE + seat, i]
    s[new + at.RAZOR, i], s[new + at.PIERCE, i], s[new + at.BY_ATTACK, i] = 0, -1, 0
    s[new + at.HELPLESS, i], s[new + at.SCORED, i] = 0, r.terms[at.BLEEDING_SCORES]


def settled(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Here a finishing blow interrupts."""
    comes_to_blows(s, i, at.SPEND)


def goes_on(r: Rules, s: Any, i: Any, seat: Any, purpose: Any) -> Any:
    """Whether the roller can still finish the check (rpg.blow.end)."""
    fit = pick(purpose == at.FOR_ATTACK, 1 * able(r, s, i, seat), 1 * awake(s, i, seat))
    return pick(purpose == at.FOR_RESIST, 1 * (s[at.DEAD + seat, i] == 0), fit) > 0


# --- opportunity -----------------------------------------------------------------------------------------


def open_ways(r: Rules, s: Any, i: Any, seat: Any, base: Any) -> Any:
    """The ways to spend opportunity that are open and can be paid, as bits (rpg.check.opportunity)."""
    purpose, ring, foe = s[base + at.PURPOSE, i], s[base + at.OF_RING, i], 1 - seat
    left, hostile = s[base + at.OPPORTUNITY, i], purpose == at.FOR_ATTACK
    passing = s[base + at.SUCCESSES, i] >= s[base + at.TN, i]
    guarded = s[at.STANCE + foe, i] == 1
    edged = r.own[seat, at.EDGED + grip(s, i, seat, base)] > 0
    found = 2 * (hostile & (s[base + at.CUT, i] == 0) & passing & lacks(guarded) & (left >= 2))
    found = found + 4 * (hostile & edged) + 8 * (shed(s, i, seat, base) > 0)
    water, fire = ring == 3, ring == 2
    found = found + 16 * (water & (s[at.STRIFE + seat, i] > 0)) + 32 * (water & (s[at.FATIGUE + seat, i] > 0))
    found = found + 64 * (water & hostile & (worn(r, s, i, foe) > 0)) + 128 * fire + 256 * (ring == 1)
    found = found + 512 * (fire & hostile) + 1024 * (fire & (left >= 2)) + 2048 * (ring == 0)
    return (found & (s[base + at.SPENT, i] ^ 4095)) * (left > 0)


def shed(s: Any, i: Any, seat: Any, base: Any) -> Any:
    """Strife of this check that is still there to be shed."""
    return least(s[base + at.RECEIVED, i], s[at.STRIFE + seat, i])


def worn(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """Resistance to damage."""
    armour = most(r.own[seat, at.ARMOUR] - 2 * s[at.WORN_DAMAGED + seat, i], 0)
    return armour * (s[at.WORN_DESTROYED + seat, i] == 0)


def spend(r: Rules, s: Any, t: Any, i: Any) -> None:
    """The first way of the policy's list that is open is taken, as often as it can be; then the next."""
    base = frame(s, i)
    if nobody(s[base + at.OPPORTUNITY, i] > 0):
        s[at.STEP, i] = at.COUNT
        count(r, s, t, i)
        return
    seat, purpose = s[base + at.SEAT, i], s[base + at.PURPOSE, i]
    open_ = open_ways(r, s, i, seat, base) * goes_on(r, s, i, seat, purpose)
    way = 0 * seat
    for n in range(top(r.ways[seat, purpose, 8] * (open_ > 0))):
        listed = r.ways[seat, purpose, n]
        way = pick((way == 0) & ((open_ >> listed & 1) > 0), listed, way)
    if nobody(way):
        s[at.STEP, i] = at.COUNT
        count(r, s, t, i)
        return
    times = how_often(r, s, i, seat, base, way)
    note(t, s, i, way > 0, at.L_OPPORTUNITY, seat, 100 * way + times)
    s[base + at.SPENT, i] |= (1 << way) & 4094
    s[base + at.OPPORTUNITY, i] -= times * (way > 0) + ((way == 1) | (way == 10))
    bought(r, s, i, seat, base, way, times)
    held = grip(s, i, seat, base)
    new = inside(s, i, way == 1, at.CRITICAL, at.SPEND)
    s[new + at.BY, i], s[new + at.TARGET, i] = seat, 1 - seat
    s[new + at.SEVERITY, i] = r.own[seat, at.DEADLINESS + held] + s[base + at.DEADLIER, i]
    s[new + at.RAZOR, i], s[new + at.BY_ATTACK, i], s[new + at.SCORED, i] = r.own[seat, at.EDGED + held], 1, 1
    after = pick(way > 0, s[at.STEP, i], at.COUNT)
    s[at.STEP, i] = after
    if nobody(way == 7):
        return
    strife(r, s, i, way == 7, 1 - seat, 2 + geared(r, s, i, seat))
    comes_to_blows(s, i, at.SPEND)
    s[at.STEP, i] = pick(way == 7, s[at.STEP, i], after)


def how_often(r: Rules, s: Any, i: Any, seat: Any, base: Any, way: Any) -> Any:
    """How often a way is bought: once, or as often as there is use and opportunity for it."""
    left = s[base + at.OPPORTUNITY, i]
    many = (way == 2) | (way == 8) | (way == 9)
    often = pick(many, left, 1)
    often = pick(way == 3, least(left, shed(s, i, seat, base)), often)
    return pick(way == 6, least(left, worn(r, s, i, 1 - seat)), often)


def bought(r: Rules, s: Any, i: Any, seat: Any, base: Any, way: Any, times: Any) -> None:
    """What a way does, but for those that something else follows at once."""
    s[base + at.DEADLIER, i] += times * (way == 2)
    calm = least(s[at.STRIFE + seat, i], 2)
    s[at.STRIFE + seat, i] -= times * (way == 3) + calm * (way == 4)
    s[at.FATIGUE + seat, i] -= way == 5
    s[base + at.PIERCE, i] += times * (way == 6)
    s[at.SOFTER + seat, i] += times * (way == 8)
    s[at.HARDER + 1 - seat, i] += times * (way == 9)
    s[at.COSTLY + seat, i] += 2 * (way == 10)
    s[at.KEPT + seat, i] += way == 11


# --- what comes of it ------------------------------------------------------------------------------------


def count(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Step 7: successes against the TN, and what comes of them."""
    base = frame(s, i)
    seat, purpose = s[base + at.SEAT, i], s[base + at.PURPOSE, i]
    over = s[base + at.SUCCESSES, i] - s[base + at.TN, i]
    passed = (over >= 0) & goes_on(r, s, i, seat, purpose)
    bonus = (over + s[base + at.SYMBOLS, i] * (s[at.STANCE + seat, i] == 2)) * passed
    s[at.PASSED, i], s[at.BONUS, i], s[at.RING, i] = passed, bonus, s[base + at.OF_RING, i]
    vigilance = pick(compromised(r, s, i, seat), 1, r.own[seat, at.VIGILANCE])
    value = pick(r.own[seat, at.PREPARED] > 0, r.own[seat, at.FOCUS], vigilance) + (1 + bonus) * passed
    lands, tells = passed & (purpose == at.FOR_ATTACK), purpose == at.FOR_UNIQUE
    done(s, i, lacks(lands | tells))
    first = purpose == at.FOR_INITIATIVE
    s[at.INITIATIVE + seat, i] = pick(first, value, s[at.INITIATIVE + seat, i])
    land(r, s, i, lands, seat, base, bonus)
    unique(r, s, i, passed & tells, seat, 1 + bonus)
    if nobody(tells):
        if all_at(s, i, at.DEAL):
            deal(r, s, t, i)
        return
    after = s[at.STEP, i] + 0
    comes_to_blows(s, i, at.FINISH)
    s[at.STEP, i] = pick(tells, s[at.STEP, i], after)


def finish(r: Rules, s: Any, t: Any, i: Any) -> None:
    """The check leaves the table."""
    done(s, i, s[at.STEP, i] == at.FINISH)


def unique(r: Rules, s: Any, i: Any, which: Any, seat: Any, much: Any) -> None:
    """What a Unique Action does that has succeeded (`EFFECTS`)."""
    if nobody(which):
        return
    effect = r.terms[at.UNIQUE_EFFECT]
    strife(r, s, i, which & (effect == 1), 1 - seat, much + geared(r, s, i, seat))
    s[at.STRIFE + seat, i] -= least(much, s[at.STRIFE + seat, i]) * (which & (effect == 2))
    s[at.FATIGUE + seat, i] -= least(much, s[at.FATIGUE + seat, i]) * (which & (effect == 3))
    s[at.GAINED + seat, i] += much * (which & (effect == 4))


def land(r: Rules, s: Any, i: Any, which: Any, seat: Any, base: Any, bonus: Any) -> None:
    """An attack succeeds: a finishing blow is a critical strike, any other deals damage (rpg.blow.success)."""
    if nobody(which):
        return
    struck(s, i, which & (r.terms[at.ANY_SUCCESS] > 0), seat)
    held, cut = grip(s, i, seat, base), s[base + at.CUT, i] > 0
    deadly, more = r.own[seat, at.DEADLINESS + held], s[base + at.DEADLIER, i]
    blow = s[base + at.AS_BLOW, i] > 0
    doubled = pick(r.terms[at.BASE_DOUBLED] > 0, 2 * deadly + more, 2 * (deadly + more)) + bonus
    s[base + at.BY, i], s[base + at.TARGET, i] = seat, 1 - seat
    s[base + at.SEVERITY, i] = pick(blow, doubled, deadly + more)
    s[base + at.RAZOR, i], s[base + at.BY_ATTACK, i], s[base + at.SCORED, i] = r.own[seat, at.EDGED + held], 1, 1
    full = cut & (r.own[seat, at.CUT_DEADLY] > 0)
    adds = lacks(cut) | (r.own[seat, at.CUT_BONUS] > 0)
    s[base + at.AMOUNT, i] = pick(full, deadly + more, r.own[seat, at.DAMAGE + held]) + bonus * adds
    how = r.own[seat, at.CUT_HELPLESS]
    s[base + at.HELPLESS, i] = cut & ((how == 1) | ((how == 2) & compromised(r, s, i, 1 - seat)))
    s[at.STEP, i] = pick(which, pick(blow, at.CRITICAL, at.DEAL), s[at.STEP, i])
