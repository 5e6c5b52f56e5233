"""Dice of the role-playing kernel: rolled, replaced by reserved ones, kept, exploding (see `kernel_rpg_parts`).

Up to twelve dice lie in one number, five bits a slot; 31 is a slot without a die. A tally is one number too: successes,
opportunity, strife and explosions, eight bits each.
"""

from __future__ import annotations

from typing import Any

from . import kernel_rpg_layout as at
from .kernel_rpg_layout import Rules
from .kernel_rpg_parts import compromised, die, lacks, most, nobody, note, pick, top

NO_DIE = 31
NO_DICE = (1 << 5 * at.MOST_DICE) - 1
"""No die in any slot."""


def lying(dice: Any, slot: Any) -> Any:
    """The die in a slot."""
    return dice >> 5 * slot & NO_DIE


def laid(dice: Any, slot: Any, new: Any) -> Any:
    """The dice with another one in a slot."""
    return dice + (new - (dice >> 5 * slot & NO_DIE) << 5 * slot)


def roll(s: Any, t: Any, i: Any, seat: Any, rings: Any, count: Any) -> Any:
    """`count` dice, the first `rings` of them ring dice."""
    dice = NO_DICE + 0 * count
    for slot in range(top(count)):
        rolled, skill = slot < count, 1 * (slot >= rings)
        face = die(s, i, 6 + 6 * skill, rolled)
        note(t, s, i, rolled, at.L_DICE, seat, face)
        dice = dice - ((NO_DIE - 6 * skill - face) * rolled << 5 * slot)
    return dice


def replaced(r: Rules, s: Any, t: Any, i: Any, seat: Any, dice: Any, reserved: Any) -> Any:
    """The dice, once each reserved one has taken the place of the worst that is worth less and not replaced yet."""
    rows, gone = at.RESERVED_DICE + at.MOST_RESERVED * seat, 0 * dice
    for n in range(top(reserved)):
        new, asked = s[rows + n, i], n < reserved
        worst, slot, index, before = at.PRICELESS + 0 * dice, 0 * dice, 0 * dice, 0 * dice
        for d in range(at.MOST_DICE):
            here = lying(dice, d)
            free = (here != NO_DIE) & ((gone >> d & 1) == 0)
            worth = r.keep[seat, at.FOR_ATTACK, 1, 0, here]
            lower = free & (worth < worst)
            worst, slot, index = pick(lower, worth, worst), pick(lower, d, slot), pick(lower, before, index)
            before = before + free
        takes = asked & (r.keep[seat, at.FOR_ATTACK, 1, 0, new] > worst)
        note(t, s, i, asked, at.L_REPLACE, seat, (index + 1) * takes)
        dice = pick(takes, laid(dice, slot, new), dice)
        gone = gone | takes << slot
    return dice


def room(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """How much strife from dice is bearable; in Void stance, where none is received, any."""
    free = r.own[seat, at.COMPOSURE] - s[at.STRIFE + seat, i]
    return pick(s[at.STANCE + seat, i] == 4, at.PRICELESS, free)


def keep(r: Rules, s: Any, t: Any, i: Any, seat: Any, base: Any, dice: Any, count: Any) -> Any:
    """Keep the dice that are worth most, one after another, as many as allowed. Returns those of them that explode.

    At least one is kept, but by the Compromised, who keep none that shows strife. Worth and slot are compared as one
    number, the lower slot being the better.
    """
    purpose, limit, calm = s[base + at.PURPOSE, i], s[base + at.LIMIT, i], compromised(r, s, i, seat)
    tn, bearable = s[base + at.TN, i], room(r, s, i, seat)
    free = calmly(r, dice, count, calm)
    open_ = free != NO_DICE
    chosen, total, again = 0 * count, 0 * count, NO_DICE + 0 * count
    for n in range(top(limit)):
        need, tight, best = 1 * ((total & 255) < tn), 1 * ((total >> 16 & 255) >= bearable), -at.PRICELESS + 0 * count
        rest = free + 0
        for d in range(top(count)):
            best = most(best, 16 * r.keep[seat, purpose, need, tight, rest & NO_DIE] - d)
            rest = rest >> 5
        slot = -best & 15
        takes = (n < limit) & (free != NO_DICE) & ((best + slot > 0) | ((n == 0) & lacks(calm)))
        if nobody(takes):
            break
        here, bit = lying(free, slot * takes), 5 * slot * takes
        chosen, total = chosen | takes << slot * takes, total + r.pips[here] * takes
        again = again - ((NO_DIE - here) * (takes & (r.pips[here] >= at.EXPLODES)) << bit)
        free = free + ((NO_DIE - here) * takes << bit)
    s[base + at.SUCCESSES, i], s[base + at.OPPORTUNITY, i] = total & 255, total >> 8 & 255
    s[base + at.SYMBOLS, i] = total >> 16 & 255
    note(t, s, i, open_, at.L_KEEP, seat, chosen)
    return again


def calmly(r: Rules, dice: Any, count: Any, calm: Any) -> Any:
    """The dice that may be kept: of the Compromised (`calm`), those without strife."""
    if nobody(calm):
        return dice
    for d in range(top(count)):
        here = lying(dice, d)
        dice = dice + ((NO_DIE - here) * (calm & ((r.pips[here] >> 16 & 255) > 0)) << 5 * d)
    return dice


def together(dice: Any, count: Any) -> Any:
    """The dice in the first slots, in the same order."""
    found, many = NO_DICE + 0 * count, 0 * count
    for d in range(top(count)):
        here = lying(dice, d)
        found = found - (NO_DIE - here << 5 * many)
        many = many + (here != NO_DIE)
    return found


def how_many(dice: Any) -> Any:
    """How many dice there are, where they lie in the first slots."""
    many = 0 * dice
    for d in range(at.MOST_DICE):
        here = lying(dice, d) != NO_DIE
        if nobody(here):
            break
        many = many + here
    return many


def explode(r: Rules, s: Any, t: Any, i: Any, seat: Any, base: Any, dice: Any, count: Any) -> Any:
    """A wave: each of these dice rolls one more of its type, and those worth anything are kept too.

    Returns the dice that explode again, in the first slots (rpg.check.explode).
    """
    for d in range(top(count)):
        old = lying(dice, d)
        rolls, skill = d < count, 1 * (old >= 6)
        face = die(s, i, 6 + 6 * skill, rolls)
        note(t, s, i, rolls, at.L_EXPLOSION, seat, face)
        dice = dice + ((face + 6 * skill - old) * rolls << 5 * d)
    purpose, tn, bearable = s[base + at.PURPOSE, i], s[base + at.TN, i], room(r, s, i, seat)
    free = calmly(r, dice, count, compromised(r, s, i, seat))
    chosen, many, again = 0 * count, 0 * count, NO_DICE + 0 * count
    total = s[base + at.SUCCESSES, i] + (s[base + at.OPPORTUNITY, i] << 8) + (s[base + at.SYMBOLS, i] << 16)
    for d in range(top(count)):
        here = lying(free, d)
        worth = r.keep[seat, purpose, 1 * ((total & 255) < tn), 1 * ((total >> 16 & 255) >= bearable), here]
        takes = worth > 0
        total = total + (r.pips[here] & (1 << 24) - 1) * takes
        explodes = takes & (r.pips[here] >= at.EXPLODES)
        again = again - ((NO_DIE - here) * explodes << 5 * many)
        chosen, many = chosen | takes << d, many + explodes
    s[base + at.SUCCESSES, i], s[base + at.OPPORTUNITY, i] = total & 255, total >> 8 & 255
    s[base + at.SYMBOLS, i] = total >> 16 & 255
    note(t, s, i, free != NO_DICE, at.L_KEEP_EXPLODED, seat, chosen)
    s[base + at.DICE, i] = many
    return again
