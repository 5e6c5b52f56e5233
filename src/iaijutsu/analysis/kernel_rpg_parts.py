"""The smallest parts of the role-playing kernel: choosing without a branch, dice, frames, lines of a trace.

What stands here and in the `kernel_rpg_*` steps runs twice: as it is, on columns `i` of many duels at once (an array of
indices), and compiled, on one duel (`i` a number). So it may use whole-number arithmetic and indexing alone: no `if` on
anything that differs between duels, no `and`, `or`, `not`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import kernel_rpg_layout as at
from .kernel_rpg_layout import Rules

GOLDEN, FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
N27, N30, N31, N32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


def pick(which: Any, one: Any, other: Any) -> Any:
    """`one` where `which` holds, else `other`; whole numbers."""
    return other + (one - other) * which


def lacks(which: Any) -> Any:
    """Where it does not hold."""
    return which == 0


def least(one: Any, other: Any) -> Any:
    """The lower of two numbers."""
    return pick(one < other, one, other)


def most(one: Any, other: Any) -> Any:
    """The higher of two numbers."""
    return pick(one > other, one, other)


def nobody(which: Any) -> bool:
    """Whether it holds for none of them: then a part has nothing to do. (Compiled, whether it does not hold.)"""
    return not which.any()


def all_at(s: Any, i: Any, step: int) -> Any:
    """Whether all of them stand before that step: then it can follow at once."""
    return nobody(s[at.STEP, i] != step)


def top(number: Any) -> int:
    """How often a loop has to run for all of them. (Compiled, it is the number itself.)"""
    return int(number.max()) if number.size else 0


# --- chance ----------------------------------------------------------------------------------------------


def die(s: Any, i: Any, sides: Any, rolled: Any) -> Any:
    """A face from 0, where one is rolled; elsewhere no chance is used.

    The faces are as likely as 2**32 can be divided by `sides`, which is to 3 in a thousand million.
    """
    z = np.uint64(s[at.STREAM, i]) + np.uint64(s[at.DRAWS, i]) * GOLDEN
    z = (z ^ (z >> N30)) * FIRST
    z = (z ^ (z >> N27)) * SECOND
    z = z ^ (z >> N31)
    s[at.DRAWS, i] += rolled
    return np.int64((z >> N32) * np.uint64(sides) >> N32)


def note(t: Any, s: Any, i: Any, which: Any, line: int, seat: Any, number: Any) -> None:
    """Write a line of the trace, where `which` holds, if there is a trace."""
    if t is not None:
        row = s[at.WRITTEN, i]
        t[row, 0, i], t[row, 1, i], t[row, 2, i] = line, seat, number
        s[at.WRITTEN, i] = row + which


# --- frames ----------------------------------------------------------------------------------------------


def frame(s: Any, i: Any) -> Any:
    """Where the innermost frame begins."""
    return at.FRAMES + at.FRAME * s[at.DEPTH, i]


def inside(s: Any, i: Any, which: Any, step: Any, back: Any) -> Any:
    """Where `which` holds: on to `step` in a new frame, and back to `back` when it is done. Returns its beginning.

    Elsewhere on to `back` at once; the beginning is then that of a frame that nobody uses.
    """
    depth = s[at.DEPTH, i] + 1
    deep = depth >= at.MOST_FRAMES - 1
    base = at.FRAMES + at.FRAME * least(depth, at.MOST_FRAMES - 1)
    s[base + at.BACK, i] = back
    s[at.DEPTH, i] += which
    s[at.STEP, i] = pick(which, step, back)
    ends(s, i, which * deep, at.TOO_DEEP)
    return base


def done(s: Any, i: Any, which: Any) -> None:
    """Where `which` holds the innermost frame is done: back to where it came from."""
    base = frame(s, i)
    s[at.STEP, i] = pick(which, s[base + at.BACK, i], s[at.STEP, i])
    s[at.DEPTH, i] -= which


def ends(s: Any, i: Any, which: Any, ending: Any) -> None:
    """Where `which` holds the turns are over at once."""
    s[at.ENDED, i] = pick(which, ending, s[at.ENDED, i])
    s[at.STEP, i] = pick(which, at.RESOLVE, s[at.STEP, i])


# --- who comes first -------------------------------------------------------------------------------------


def by_honor(r: Rules, s: Any, t: Any, i: Any, which: Any, lower: bool) -> Any:
    """The seat of lower (or higher) honor, then by kind, then by chance, which is used where `which` holds alone."""
    gap = s[at.HONOR, i] - s[at.HONOR + 1, i]
    kinds = r.own[0, at.KIND] - r.own[1, at.KIND]
    first = 1 * (gap > 0) if lower else 1 * (gap < 0)
    open_ = which & (gap == 0) & (kinds == 0)
    tossed = 0 * gap
    if nobody(open_):
        return pick(gap == 0, 1 * (kinds > 0) + tossed, first)
    tossed = die(s, i, 2, open_)
    note(t, s, i, open_, at.L_TIE, 0, tossed)
    return pick(gap == 0, pick(kinds == 0, tossed, 1 * (kinds > 0)), first)


# --- what can be read off a duel -------------------------------------------------------------------------


def compromised(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """Whether strife is above composure."""
    return s[at.STRIFE + seat, i] > r.own[seat, at.COMPOSURE]


def incapacitated(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """Whether fatigue is above endurance."""
    return s[at.FATIGUE + seat, i] > r.own[seat, at.ENDURANCE]


def awake(s: Any, i: Any, seat: Any) -> Any:
    """Alive and conscious."""
    return (s[at.DEAD + seat, i] == 0) & (s[at.UNCONSCIOUS + seat, i] == 0)


def able(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """Able to take an action with a check, and to defend."""
    return awake(s, i, seat) & lacks(incapacitated(r, s, i, seat))


def ring_of(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """The ring in use: the stance's; before there is one, that of the own initiative check."""
    stance = s[at.STANCE + seat, i]
    return pick(stance < 0, r.own[seat, at.ENTER_RING], stance)


def mood(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """What a policy looks at: 1 Compromised, 2 within 3 strife of it, 4 fatigue over half of endurance, 8 the foe is
    Compromised, 16 the weapon is in hand.
    """
    strife, composure = s[at.STRIFE + seat, i], r.own[seat, at.COMPOSURE]
    tired = 2 * s[at.FATIGUE + seat, i] > r.own[seat, at.ENDURANCE] + (r.own[seat, at.ENDURANCE] & 1)
    foe = compromised(r, s, i, 1 - seat)
    armed = s[at.READIED + seat, i] * (s[at.DESTROYED + seat, i] == 0)
    return 1 * (strife > composure) + 2 * (strife + 3 > composure) + 4 * tired + 8 * foe + 16 * armed
