"""Dice of the role-playing kernel: rolled, replaced by reserved ones, kept, exploding (see `kernel_rpg_parts`)."""

from __future__ import annotations

from typing import Any

from . import kernel_rpg_layout as at
from .kernel_rpg_layout import Rules
from .kernel_rpg_parts import blend, compromised, die, lacks, nobody, note, pick, top

WORTHLESS = -(1 << 30)


def roll(s: Any, t: Any, i: Any, seat: Any, base: Any, rings: Any, count: Any) -> None:
    """`count` dice, the first `rings` of them ring dice, into the frame."""
    for slot in range(top(count)):
        rolled, skill = slot < count, 1 * (slot >= rings)
        face = die(s, i, 6 + 6 * skill, rolled)
        note(t, s, i, rolled, at.L_DICE, seat, face)
        s[base + at.LYING + slot, i] = face + 6 * skill


def replaced(  # noqa: PLR0913, PLR0917 - it serves checks and Center, whose dice lie in different places
    r: Rules, s: Any, t: Any, i: Any, seat: Any, count: Any, reserved: Any, base: Any, rows: Any
) -> None:
    """Each reserved die takes the place of the worst rolled one that no other has replaced, if it is worth more."""
    gone = 0 * count
    for n in range(top(reserved)):
        lying = s[rows + n, i]
        worst, slot, index = WORTHLESS * -1 + 0 * count, 0 * count, 0 * count
        before = 0 * count
        for d in range(top(count)):
            free = (d < count) & ((gone >> d & 1) == 0)
            worth = r.keep[seat, at.FOR_ATTACK, 1, 0, s[base + at.LYING + d, i]]
            lower = free & (worth < worst)
            worst, slot, index = pick(lower, worth, worst), pick(lower, d, slot), pick(lower, before, index)
            before = before + free
        asked = n < reserved
        takes = asked & (r.keep[seat, at.FOR_ATTACK, 1, 0, lying] > worst)
        note(t, s, i, asked, at.L_REPLACE, seat, (index + 1) * takes)
        s[base + at.LYING + slot, i] = pick(takes, lying, s[base + at.LYING + slot, i])
        gone = gone | (takes << slot)


def room(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """How much strife from dice is bearable; in Void stance, where none is received, any."""
    free = r.own[seat, at.COMPOSURE] - s[at.STRIFE + seat, i]
    return pick(s[at.STANCE + seat, i] == 4, at.DIE_FACES * at.DIE_FACES, free)


def keep(r: Rules, s: Any, t: Any, i: Any, seat: Any, base: Any, count: Any) -> Any:
    """Keep the dice that are worth most, one after another, as many as allowed; in the frame stay those that explode.

    Returns whether any do. At least one is kept, but by the Compromised, who keep none that shows strife.
    """
    purpose, limit, calm = s[base + at.PURPOSE, i], s[base + at.LIMIT, i], compromised(r, s, i, seat)
    chosen, open_, tn, bearable = 0 * count, 0 * count, s[base + at.TN, i], room(r, s, i, seat)
    successes, strife, opportunity = 0 * count, 0 * count, 0 * count
    for d in range(top(count)):
        free = (d < count) & lacks(calm & (r.faces[3, s[base + at.LYING + d, i]] > 0))
        open_ = open_ | free << d
    for n in range(top(limit)):
        best, slot, left = WORTHLESS + 0 * count, 0 * count, open_ & (chosen ^ -1)
        need, tight = 1 * (successes < tn), 1 * (strife >= bearable)
        for d in range(top(count)):
            worth = r.keep[seat, purpose, need, tight, s[base + at.LYING + d, i]]
            better = ((left >> d & 1) > 0) & (worth > best)
            best, slot = blend(better, worth, best), blend(better, d, slot)
        takes = (n < limit) & (left > 0) & ((best > 0) | ((n == 0) & lacks(calm)))
        if nobody(takes):
            break
        lying, chosen = s[base + at.LYING + slot, i], chosen | takes << slot
        successes, strife = successes + r.faces[0, lying] * takes, strife + r.faces[3, lying] * takes
        opportunity = opportunity + r.faces[2, lying] * takes
    s[base + at.SUCCESSES, i], s[base + at.SYMBOLS, i], s[base + at.OPPORTUNITY, i] = successes, strife, opportunity
    note(t, s, i, open_ > 0, at.L_KEEP, seat, chosen)
    return pending(r, s, i, base, count, chosen)


def pending(r: Rules, s: Any, i: Any, base: Any, count: Any, chosen: Any) -> Any:
    """Leave the chosen explosive dice lying, and take the others away. Returns whether there are any."""
    some = 0 * count
    for d in range(top(count)):
        lying = s[base + at.LYING + d, i]
        stays = (d < count) & ((chosen >> d & 1) > 0) & (r.faces[1, lying] > 0)
        s[base + at.LYING + d, i] = pick(stays, lying, -1)
        some = some | stays
    return some > 0


def explode(r: Rules, s: Any, t: Any, i: Any, seat: Any, base: Any, count: Any) -> Any:
    """A wave: each explosive die kept last rolls one more of its type; those worth anything are kept too.

    Returns whether any of these explodes again (rpg.check.explode).
    """
    chosen, number, some, free = 0 * count, 0 * count, 0 * count, 0 * count
    for d in range(top(count)):
        old = s[base + at.LYING + d, i]
        rolls, skill = (d < count) & (old >= 0), 1 * (old >= 6)
        face = die(s, i, 6 + 6 * skill, rolls)
        note(t, s, i, rolls, at.L_EXPLOSION, seat, face)
        s[base + at.LYING + d, i] = pick(rolls, face + 6 * skill, -1)
    calm, purpose = compromised(r, s, i, seat), s[base + at.PURPOSE, i]
    tn, bearable, opportunity = s[base + at.TN, i], room(r, s, i, seat), s[base + at.OPPORTUNITY, i] + 0
    successes, strife = s[base + at.SUCCESSES, i] + 0, s[base + at.SYMBOLS, i] + 0
    for d in range(top(count)):
        lying = s[base + at.LYING + d, i]
        there = (d < count) & (lying >= 0)
        may = there & lacks(calm & (r.faces[3, lying] > 0))
        worth = r.keep[seat, purpose, 1 * (successes < tn), 1 * (strife >= bearable), lying]
        takes = may & (worth > 0)
        successes, strife = successes + r.faces[0, lying] * takes, strife + r.faces[3, lying] * takes
        opportunity = opportunity + r.faces[2, lying] * takes
        again = takes & (r.faces[1, lying] > 0)
        s[base + at.LYING + d, i] = pick(again, lying, -1)
        chosen, number = chosen | takes << number, number + there
        some, free = some | again, free | may
    s[base + at.SUCCESSES, i], s[base + at.SYMBOLS, i], s[base + at.OPPORTUNITY, i] = successes, strife, opportunity
    note(t, s, i, free > 0, at.L_KEEP_EXPLODED, seat, chosen)
    return some > 0
