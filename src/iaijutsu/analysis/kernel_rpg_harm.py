"""Steps of the role-playing kernel: strife and gaps, blows, damage, critical strikes (see `kernel_rpg_parts`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import kernel_rpg_layout as at
from .kernel_rpg_layout import Rules
from .kernel_rpg_parts import (
    able,
    by_honor,
    compromised,
    done,
    ends,
    frame,
    incapacitated,
    inside,
    lacks,
    most,
    nobody,
    note,
    pick,
)

SCARS = np.array([[(0, 1), (2, 3), (4, 5), (6, 7), (8, 8)], [(9, 10), (11, 2), (12, 13), (14, 15), (16, 16)]])
"""The scars of a permanent injury and of a maiming blow, by ring, in the order of the rules; one is in both."""

# --- strife and gaps -------------------------------------------------------------------------------------


def strife(r: Rules, s: Any, i: Any, which: Any, seat: Any, amount: Any) -> Any:
    """Receive strife, where `which` holds; it may open a gap. Returns how much it was (rpg.compromised)."""
    gets = amount * (which & (amount > 0) & (s[at.DEAD + seat, i] == 0))
    if nobody(gets):
        return gets
    before = compromised(r, s, i, seat)
    s[at.STRIFE + seat, i] += gets
    exposes(r, s, i, lacks(before) & compromised(r, s, i, seat), seat, 1)
    return gets


def exposes(r: Rules, s: Any, i: Any, which: Any, seat: Any, trigger: int) -> None:
    """A trigger of a finishing blow (1 Compromised, 2 unmasked): the first time it opens one (rpg.blow.trigger)."""
    if nobody(which):
        return
    gaps = s[at.GAPS + seat, i]
    early = (s[at.ROUND, i] == 0) & (r.terms[at.FROM_ROUND] > 0)
    spent = pick(r.terms[at.PER_EVENT] > 0, gaps & trigger, gaps) > 0
    opens = which & lacks(early) & lacks(spent) & (s[at.BLOW + seat, i] == 0)
    s[at.BLOW + seat, i] = pick(opens, trigger, s[at.BLOW + seat, i])


def geared(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """1 for who wears or holds wargear: strife that he brings upon others is higher by one."""
    worn = (r.own[seat, at.GEAR_WORN] > 0) & (s[at.WORN_DESTROYED + seat, i] == 0)
    held = (r.own[seat, at.GEAR_HELD] > 0) & (s[at.READIED + seat, i] > 0) & (s[at.DESTROYED + seat, i] == 0)
    return 1 * (worn | held)


def pays(r: Rules, s: Any, i: Any, which: Any, seat: Any) -> None:
    """To target one who provokes costs strife."""
    cost = s[at.COSTLY + 1 - seat, i] * which
    if nobody(cost):
        return
    strife(r, s, i, cost > 0, seat, cost)


def due(s: Any, i: Any, striker: int) -> Any:
    """Whether a seat may answer an open gap now."""
    return (s[at.BLOW + 1 - striker, i] > 0) & (s[at.WAITS, i] != striker)


def comes_to_blows(s: Any, i: Any, back: Any) -> None:
    """Blows that are due come first, then on to `back`."""
    some = due(s, i, 0) | due(s, i, 1)
    if nobody(some):
        s[at.STEP, i] = back
        return
    base = inside(s, i, some, at.SETTLE, back)
    s[base + at.ACHIEVED_NOW, i] = 0


# --- finishing blows -------------------------------------------------------------------------------------


def settle(r: Rules, s: Any, t: Any, i: Any) -> None:
    """The next blow that is due is taken or let go; when none is left, on, or to the end (rpg.blow.*)."""
    base = frame(s, i)
    one, other, achieved = due(s, i, 0), due(s, i, 1), s[base + at.ACHIEVED_NOW, i] > 0
    some = (one | other) & lacks(achieved & (r.terms[at.SECOND_BLOW] == 0))
    two = some & one & other
    striker = pick(two, by_honor(r, s, t, i, two, True), 1 * lacks(one))
    s[at.WAITS, i] = pick(two, 1 - striker, s[at.WAITS, i])
    s[base + at.TWO, i], s[base + at.STRIKER, i] = two, striker
    s[base + at.BEFORE, i] = s[at.ACHIEVED + striker, i]
    cut = s[at.READIED + striker, i] == 0
    taken = some & (r.own[striker, at.BLOWS] > 0) & strikes(r, s, i, striker, cut)
    note(t, s, i, taken, at.L_BLOW, striker, pick(cut, at.CUT_ACTION, at.STRIKE))
    open_ = s[at.BLOW + 1 - striker, i] * some
    s[at.GAPS + 1 - striker, i] |= open_
    s[at.BLOW + 1 - striker, i] -= open_
    new = inside(s, i, taken, at.ATTACK, at.SETTLE_ON)
    s[new + at.SEAT, i], s[new + at.AS_BLOW, i], s[new + at.CUT, i] = striker, 1, cut
    s[new + at.PURPOSE, i] = at.FOR_ATTACK
    done(s, i, lacks(some))
    ends(s, i, lacks(some) & achieved, at.BY_BLOW)


def strikes(r: Rules, s: Any, i: Any, seat: Any, cut: Any) -> Any:
    """Whether a seat can attack out of turn: with the weapon in hand, or by a cut that draws it."""
    can = able(r, s, i, seat) & (s[at.DEAD + 1 - seat, i] == 0)
    can = can & (r.own[seat, at.ARMED] > 0) & (s[at.DESTROYED + seat, i] == 0)
    early = (r.terms[at.SHEATHED] == 0) | (r.terms[at.EARLY_CUTS] > 0) | (s[at.TURN + seat, i] > 0)
    return can & (lacks(cut) | ((r.own[seat, at.CUTS] > 0) & early))


def settle_on(r: Rules, s: Any, t: Any, i: Any) -> None:
    """After a blow: did it achieve the striker's objective? Then the next one that is due."""
    base = frame(s, i)
    achieves = s[at.ACHIEVED + s[base + at.STRIKER, i], i] != s[base + at.BEFORE, i]
    s[base + at.ACHIEVED_NOW, i] |= achieves
    s[at.WAITS, i] = pick(s[base + at.TWO, i] > 0, -1, s[at.WAITS, i])
    s[at.STEP, i] = at.SETTLE


# --- objectives ------------------------------------------------------------------------------------------


def notes_deed(r: Rules, s: Any, i: Any, which: Any, seat: Any, deed: int, severity: Any) -> None:
    """A deed of `seat` (-1: of nobody) may achieve the objective (rpg.objective); `deed` numbers `DEEDS`."""
    if nobody(which):
        return
    wanted = (r.terms[at.GOALS] >> deed & 1) | ((deed == 2) & (r.terms[at.GOALS] >> 1 & 1))
    meets = which & (seat >= 0) & (wanted > 0) & ((deed > 0) | (severity >= r.terms[at.GOAL_SEVERITY]))
    s[at.ACHIEVED + seat, i] |= meets * (1 << deed)


def struck(s: Any, i: Any, which: Any, seat: Any) -> None:
    """An attack of `seat` strikes the foe: the first to do so is noted."""
    first = which & (s[at.STRUCK_FIRST, i] < 0)
    s[at.STRUCK_FIRST, i] = pick(first, seat, s[at.STRUCK_FIRST, i])


def dies(r: Rules, s: Any, i: Any, which: Any, seat: Any, by: Any) -> None:
    """A character dies."""
    if nobody(which):
        return
    now = which & (s[at.DEAD + seat, i] == 0)
    s[at.DEAD + seat, i] |= now
    notes_deed(r, s, i, now, by, 4, 0)


# --- damage ----------------------------------------------------------------------------------------------


def deal(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Damage less resistance: nothing, or fatigue, or a critical strike (rpg.harm.damage)."""
    base = frame(s, i)
    target, by = s[base + at.TARGET, i], s[base + at.BY, i]
    armour = r.own[target, at.ARMOUR] - 2 * s[at.WORN_DAMAGED + target, i]
    armour = most(armour, 0) * (s[at.WORN_DESTROYED + target, i] == 0)
    pierce = s[base + at.PIERCE, i]
    rest = most(s[base + at.AMOUNT, i] - most(armour - pierce, 0) * (pierce >= 0), 0)
    lives = s[at.DEAD + target, i] == 0
    hit = lives & (rest > 0)
    wears(s, i, lives & (rest == 0) & (s[base + at.RAZOR, i] > 0), by, at.DAMAGED, at.DESTROYED, at.DURABLE)
    can = hit & able(r, s, i, target) & (s[base + at.HELPLESS, i] == 0)
    falls = s[at.FATIGUE + target, i] + rest > r.own[target, at.ENDURANCE]
    suffers = can & falls & (s[at.VOID + target, i] > 0) & (r.own[target, at.SUFFERS] > 0)
    note(t, s, i, suffers, at.L_SUFFER, target, 1)
    s[at.VOID + target, i] -= suffers
    defends = can & lacks(suffers)
    tires(r, s, i, defends, target, by, rest, s[base + at.SCORED, i])
    struck(s, i, defends & (s[base + at.BY_ATTACK, i] > 0), by)
    s[at.STEP, i] = at.CRITICAL
    done(s, i, lacks(hit) | defends)


def tires(r: Rules, s: Any, i: Any, which: Any, seat: Any, by: Any, amount: Any, scored: Any) -> None:
    """Fatigue is received; it may be more than endurance bears."""
    if nobody(which):
        return
    gets = amount * which
    before = incapacitated(r, s, i, seat)
    s[at.FATIGUE + seat, i] += gets
    s[at.FATIGUED + by, i] += gets * (scored > 0) * (by >= 0)
    notes_deed(r, s, i, lacks(before) & incapacitated(r, s, i, seat), by, 1, 0)


def wears(s: Any, i: Any, which: Any, seat: Any, damaged: int, destroyed: int, durable: int) -> None:
    """A weapon or armour suffers: Durable goes first, then it is Damaged, then Destroyed."""
    if nobody(which):
        return
    hit = which & (s[destroyed + seat, i] == 0)
    spares = hit & (s[durable + seat, i] > 0)
    breaks = hit & lacks(spares) & (s[damaged + seat, i] > 0)
    s[durable + seat, i] -= spares
    s[destroyed + seat, i] |= breaks
    s[damaged + seat, i] |= hit & lacks(spares)


# --- critical strikes ------------------------------------------------------------------------------------


def critical(r: Rules, s: Any, t: Any, i: Any) -> None:
    """A critical strike: its severity is changed, then the target resists (rpg.harm.critical)."""
    base = frame(s, i)
    target, lives = s[base + at.TARGET, i], s[at.DEAD + s[base + at.TARGET, i], i] == 0
    struck(s, i, lives & (s[base + at.BY_ATTACK, i] > 0), s[base + at.BY, i])
    severity = s[base + at.SEVERITY, i] + 10 * (s[at.UNCONSCIOUS + target, i] > 0) - s[at.SOFTER + target, i]
    s[base + at.SEVERITY, i] = most(severity, 0)
    s[at.SOFTER + target, i] = s[at.SOFTER + target, i] * lacks(lives)
    new = inside(s, i, lives, at.ATTEMPT, at.RESISTED)
    s[new + at.SEAT, i] = target
    s[new + at.PURPOSE, i], s[new + at.AS_BLOW, i], s[new + at.CUT, i] = at.FOR_RESIST, 0, 0
    done(s, i, lacks(lives))


def resisted(r: Rules, s: Any, t: Any, i: Any) -> None:
    """What comes of a critical strike, by Table 6-6."""
    base = frame(s, i)
    target, by = s[base + at.TARGET, i], s[base + at.BY, i]
    severity = s[base + at.SEVERITY, i]
    severity = most(severity - (1 + s[at.BONUS, i]) * s[at.PASSED, i], 0)
    lives = s[at.DEAD + target, i] == 0
    helpless = lives & incapacitated(r, s, i, target)
    scores = lives & (s[base + at.SCORED, i] > 0) & (by >= 0)
    s[at.WORST + by, i] = pick(scores, most(s[at.WORST + by, i], severity), s[at.WORST + by, i])
    counts = lives & (by != target) & ((severity > 2) | (r.terms[at.CLOSE_CALL] > 0))
    notes_deed(r, s, i, counts, by, 0, severity)
    suffer(r, s, t, i, lives, target, by, severity, s[base + at.RAZOR, i] > 0)
    falls = helpless & (s[at.DEAD + target, i] == 0)
    s[at.UNCONSCIOUS + target, i] |= falls
    notes_deed(r, s, i, falls, by, 2, 0)
    done(s, i, s[at.STEP, i] == at.RESISTED)


def suffer(  # noqa: PLR0913, PLR0917 - a part of `resisted`, for its length
    r: Rules, s: Any, t: Any, i: Any, which: Any, seat: Any, by: Any, severity: Any, razor: Any
) -> None:
    """The result: armour, a wound to the ring that resisted, a scar, bleeding, dying, death."""
    if nobody(which):
        return
    ring = s[at.RING, i]
    wears(s, i, which & (severity <= 2) & (r.own[seat, at.DRESSED] > 0), seat,
          at.WORN_DAMAGED, at.WORN_DESTROYED, at.WORN_DURABLE)  # fmt: skip
    light, severe = which & (severity > 2) & (severity <= 4), which & (severity > 4) & (severity <= 6)
    maims = which & (severity > 8) & (severity <= 11)
    doomed = which & (severity > 11) & (severity <= 15)
    worse = injures(s, i, light, severe | doomed, seat, ring)
    scarred = maims | worse | (which & (severity > 6) & (severity <= 8))
    lost = scars(s, t, i, scarred, 1 * maims, seat, ring)
    bleeds = ((light | severe) & razor) | doomed | scarred
    s[at.BLEEDING + seat, i] = pick(bleeds, 1 + (by != 1 - seat), s[at.BLEEDING + seat, i])
    rounds = pick(doomed, pick(severity <= 13, 3, 1), 5)
    soon = (doomed | lost) & ((s[at.DYING + seat, i] < 0) | (rounds < s[at.DYING + seat, i]))
    s[at.DYING + seat, i] = pick(soon, rounds, s[at.DYING + seat, i])
    notes_deed(r, s, i, doomed | lost, by, 3, 0)
    dies(r, s, i, which & (severity > 15), seat, by)


def injures(s: Any, i: Any, light: Any, severe: Any, seat: Any, ring: Any) -> Any:
    """A wound to a ring; a second light one is severe. Returns where there was a severe one: that goes, for a scar."""
    bit, hurt = 1 << ring, light | severe
    had_light, had_severe = s[at.LIGHTLY + seat, i] & bit, s[at.SEVERELY + seat, i] & bit
    worse = hurt & (had_severe > 0)
    new = hurt & lacks(worse)
    becomes = new & (severe | (had_light > 0))
    s[at.SEVERELY + seat, i] += bit * becomes - had_severe * worse
    s[at.LIGHTLY + seat, i] += bit * (new & lacks(becomes)) - had_light * becomes
    return worse


def scars(s: Any, t: Any, i: Any, which: Any, kind: Any, seat: Any, ring: Any) -> Any:
    """A scar that is not there yet, the first of them. Returns where all are there already."""
    if nobody(which):
        return which
    one, other, have = SCARS[kind, ring, 0], SCARS[kind, ring, 1], s[at.SCARS + seat, i]
    has_one, has_other = (have >> one & 1) > 0, (have >> other & 1) > 0
    gets = pick(has_one, other, one)
    new = which & lacks(has_one & has_other)
    note(t, s, i, new & lacks(has_one | has_other) & (one != other), at.L_SCAR, seat, gets)
    s[at.SCARS + seat, i] |= (1 << gets) * new
    return which & has_one & has_other
