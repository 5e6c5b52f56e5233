"""The rounds of `cfr` in loops that Numba compiles; without Numba they are plain Python, and slow.

Importing this module imports Numba where it is installed. Compiled code is kept on disk, so that only the first run
after a change waits for the compiler (`solve.warm`). The small functions are put into `solve` before it is compiled;
they take whole arrays and places in them, because every slice would cost as much as ten steps of a loop.
"""

# ruff: noqa: PLR0913, PLR0917 - a loop is told everything that it touches

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from . import compiler
from .cfr import ALPHA, GAMMA, Strategy
from .flat import (
    ACT,
    ACTS,
    ALIKE,
    CHANCE,
    CHILD,
    COMPARE,
    COUNT,
    ENDING,
    FIRST,
    GROUP,
    HIGH,
    LOW,
    MASS,
    MOVER,
    PAYS,
    RANK,
    RANKS,
    REACH,
    SIZE,
    SLOT,
    SLOT_WIDTH,
    SLOTS,
    SOURCE,
    START,
    STRIKERS,
    SURE,
    TABLE,
    TARGET,
    VALUE,
    WIDTH,
    Int32,
    Plan,
    flatten,
    strategies,
)  # fmt: skip
from .holdings import Floats, Ints
from .public_tree import Form

F = TypeVar("F", bound=Callable[..., Any])
U = np.uintp
"""An index that is not below 0: then the compiler need not look for that, and can do several steps at once."""
COMPILED = compiler.installed()

if COMPILED:
    compiler.forget_outdated((Path(__file__), Path(__file__).with_name("flat.py")))


def part(function: F) -> F:
    """Put into whoever calls it, where it is compiled at all."""
    if not COMPILED:
        return function
    import numba

    return cast(F, numba.njit(inline="always", error_model="numpy")(function))


def loops(function: F) -> F:
    """Compiled when first called, and kept on disk; as it is where there is no compiler."""
    return compiler.loops(function) if COMPILED else function


# --- the value of a strike -------------------------------------------------------------------------------


@part
def _compared(
    index: Int32, numbers: Floats, low: int, high: int, pays: int, mine: int, his: int, at: int, mass: Floats,
    sums: Floats, out: Floats,
) -> None:  # fmt: skip
    """What a strike is worth by standing, where scores decide."""
    total = 0.0
    sums[0] = 0.0
    for c in range(his):
        total += mass[U(at + c)]
        sums[U(c + 1)] = total
    win, tie = numbers[U(pays)] - numbers[U(pays + 1)], numbers[U(pays + 1)] - numbers[U(pays + 2)]
    lose = numbers[U(pays + 2)] * total
    for c in range(mine):
        out[U(c)] = win * sums[U(index[U(low + c)])] + tie * sums[U(index[U(high + c)])] + lose


@part
def _looked_up(numbers: Floats, table: int, mine: int, his: int, at: int, mass: Floats, out: Floats) -> None:
    """What a strike is worth by standing, where a table says so."""
    for c in range(mine):
        worth = 0.0
        for d in range(his):
            worth += numbers[U(table + c * his + d)] * mass[U(at + d)]
        out[U(c)] = worth


@part
def _struck(
    place: Ints, group: Ints, ending: Ints, index: Int32, numbers: Floats, side: int, n: int, g: int, mass: Floats,
    sums: Floats, out: Floats,
) -> None:  # fmt: skip
    e = group[g, ENDING]
    mine, his, at = group[g, RANKS + side], group[g, RANKS + 1 - side], place[n, MASS + 1 - side]
    if ending[e, COMPARE] == 1:
        low, high, pays = ending[e, LOW + side], ending[e, HIGH + side], ending[e, PAYS + side]
        _compared(index, numbers, low, high, pays, mine, his, at, mass, sums, out)
    else:
        _looked_up(numbers, ending[e, TABLE + side], mine, his, at, mass, out)


# --- values back -----------------------------------------------------------------------------------------


@part
def _actions(
    place: Ints, group: Ints, index: Int32, numbers: Floats, side: int, n: int, g: int, by_rank: Floats,
    value: Floats, each: Floats,
) -> None:  # fmt: skip
    """The values of all actions at a place."""
    at, r, s = group[g, STRIKERS], group[g, RANK + side], group[g, SOURCE]
    if at == group[g, SIZE + side]:
        for h in range(at):
            each[U(h)] = by_rank[U(index[U(r + h)])]
    else:
        for a in range(at):
            each[U(a)] = by_rank[U(index[U(r + index[U(s + a)])])]
    for k in range(group[g, SLOTS]):
        slot = SLOT + SLOT_WIDTH * k
        there, count, t = place[place[n, CHILD + k], VALUE + side], group[g, slot + COUNT], group[g, slot + TARGET]
        if group[g, slot + SURE] == 1:
            for a in range(count):
                each[U(at + a)] = value[U(there + index[U(t + a)])]
        else:
            f, c = group[g, slot + FIRST], group[g, slot + CHANCE]
            for a in range(count):
                worth = 0.0
                for e in range(index[U(f + a)], index[U(f + a + 1)]):
                    worth += numbers[U(c + e)] * value[U(there + index[U(t + e)])]
                each[U(at + a)] = worth
        at += count


@part
def _pass_on(place: Ints, group: Ints, index: Int32, side: int, n: int, g: int, by_rank: Floats, value: Floats) -> None:
    """Where the other side moves: what it leads to, added up."""
    v, size, r, ends = place[n, VALUE + side], group[g, SIZE + side], group[g, RANK + side], group[g, ENDING] >= 0
    if ends:
        for h in range(size):
            value[U(v + h)] = by_rank[U(index[U(r + h)])]
    else:
        for h in range(size):
            value[U(v + h)] = 0.0
    for k in range(group[g, SLOTS]):
        there = place[place[n, CHILD + k], VALUE + side]
        for h in range(size):
            value[U(v + h)] += value[U(there + h)]


@part
def _learn_two(
    a: int, v: int, size: int, keep: float, each: Floats, regret: Floats, current: Floats, value: Floats
) -> None:
    """Two actions for each holding: new regrets, new strategy, and the value as it was played."""
    for h in range(size):
        x, y = each[U(h)], each[U(size + h)]
        worth = current[U(a + h)] * x + current[U(a + size + h)] * y
        value[U(v + h)] = worth
        p, q = regret[U(a + h)], regret[U(a + size + h)]
        p = p * (keep if p > 0.0 else 0.5) + (x - worth)
        q = q * (keep if q > 0.0 else 0.5) + (y - worth)
        regret[U(a + h)] = p
        regret[U(a + size + h)] = q
        p, q = max(p, 0.0), max(q, 0.0)
        total = p + q
        share = p / total if total > 0.0 else 0.5
        current[U(a + h)] = share
        current[U(a + size + h)] = 1.0 - share


@part
def _learn_any(
    a: int, v: int, s: int, alike: int, acts: int, size: int, keep: float, index: Int32, numbers: Floats, each: Floats,
    regret: Floats, current: Floats, value: Floats, total: Floats,
) -> None:  # fmt: skip
    """Any number of actions for each holding."""
    for h in range(size):
        value[U(v + h)] = 0.0
        total[U(h)] = 0.0
    for x in range(acts):
        value[U(v + index[U(s + x)])] += current[U(a + x)] * each[U(x)]
    for x in range(acts):
        r = regret[U(a + x)]
        r = r * (keep if r > 0.0 else 0.5) + (each[U(x)] - value[U(v + index[U(s + x)])])
        regret[U(a + x)] = r
        total[U(index[U(s + x)])] += max(r, 0.0)
    for x in range(acts):
        whole = total[U(index[U(s + x)])]
        current[U(a + x)] = max(regret[U(a + x)], 0.0) / whole if whole > 0.0 else numbers[U(alike + x)]


@part
def _learn_even(
    a: int, v: int, acts: int, size: int, keep: float, each: Floats, regret: Floats, current: Floats, value: Floats,
    total: Floats,
) -> None:  # fmt: skip
    """The same number of actions for each holding."""
    for h in range(size):
        value[U(v + h)] = current[U(a + h)] * each[U(h)]
        total[U(h)] = 0.0
    for x in range(size, acts, size):
        for h in range(size):
            value[U(v + h)] += current[U(a + x + h)] * each[U(x + h)]
    for x in range(0, acts, size):
        for h in range(size):
            r = regret[U(a + x + h)]
            r = r * (keep if r > 0.0 else 0.5) + (each[U(x + h)] - value[U(v + h)])
            regret[U(a + x + h)] = r
            total[U(h)] += max(r, 0.0)
    alike = size / acts
    for h in range(size):
        total[U(h)] = 1.0 / total[U(h)] if total[U(h)] > 0.0 else 0.0
    for x in range(0, acts, size):
        for h in range(size):
            current[U(a + x + h)] = max(regret[U(a + x + h)], 0.0) * total[U(h)] if total[U(h)] > 0.0 else alike


@part
def _back(
    place: Ints, group: Ints, ending: Ints, index: Int32, numbers: Floats, side: int, keep: float, regret: Floats,
    current: Floats, value: Floats, mass: Floats, each: Floats, by_rank: Floats, total: Floats, sums: Floats,
) -> None:  # fmt: skip
    """One side's values, from the last places to the first, and what it learns from them."""
    for n in range(len(place) - 1, -1, -1):
        g = place[n, GROUP]
        if group[g, ENDING] >= 0:
            _struck(place, group, ending, index, numbers, side, n, g, mass, sums, by_rank)
        if group[g, MOVER] != side:
            _pass_on(place, group, index, side, n, g, by_rank, value)
            continue
        _actions(place, group, index, numbers, side, n, g, by_rank, value, each)
        a, v, size, acts = place[n, ACT], place[n, VALUE + side], group[g, SIZE + side], group[g, ACTS]
        if group[g, WIDTH] == 1:
            for h in range(size):
                value[U(v + h)] = each[U(h)]
        elif group[g, WIDTH] == 2:
            _learn_two(a, v, size, keep, each, regret, current, value)
        elif group[g, WIDTH] > 0:
            _learn_even(a, v, acts, size, keep, each, regret, current, value, total)
        else:
            s, alike = group[g, SOURCE], group[g, ALIKE]
            _learn_any(a, v, s, alike, acts, size, keep, index, numbers, each, regret, current, value, total)


# --- chances forward -------------------------------------------------------------------------------------


@part
def _sum_standings(index: Int32, start: int, ranks: int, flow: Floats, f: int, mass: Floats, m: int) -> None:
    """Chances of holdings, which stand in the order of their standings, added up for each standing."""
    for c in range(ranks):
        total = 0.0
        for h in range(index[U(start + c)], index[U(start + c + 1)]):
            total += flow[U(f + h)]
        mass[U(m + c)] = total


@part
def _strike(place: Ints, group: Ints, index: Int32, side: int, n: int, g: int, flow: Floats, mass: Floats) -> None:
    """Where this side strikes: the chances of each standing with which it does."""
    m, r, s = place[n, MASS + side], group[g, RANK + side], group[g, SOURCE]
    if group[g, STRIKERS] == group[g, SIZE + side]:
        _sum_standings(index, group[g, START + side], group[g, RANKS + side], flow, 0, mass, m)
    else:
        for c in range(group[g, RANKS + side]):
            mass[U(m + c)] = 0.0
        for a in range(group[g, STRIKERS]):
            mass[U(m + index[U(r + index[U(s + a)])])] += flow[U(a)]


@part
def _tally(place: Ints, group: Ints, index: Int32, side: int, n: int, g: int, reach: Floats, mass: Floats) -> None:
    """Where the other side may strike: the chances of each standing."""
    m, at = place[n, MASS + side], place[n, REACH + side]
    _sum_standings(index, group[g, START + side], group[g, RANKS + side], reach, at, mass, m)


@part
def _lead(
    place: Ints, group: Ints, index: Int32, numbers: Floats, side: int, n: int, g: int, flow: Floats, reach: Floats
) -> None:
    """The chances with which this side's moves lead on."""
    at = group[g, STRIKERS]
    for k in range(group[g, SLOTS]):
        slot, child = SLOT + SLOT_WIDTH * k, place[n, CHILD + k]
        there, count, t = place[child, REACH + side], group[g, slot + COUNT], group[g, slot + TARGET]
        for h in range(group[place[child, GROUP], SIZE + side]):
            reach[U(there + h)] = 0.0
        if group[g, slot + SURE] == 1:
            for a in range(count):
                reach[U(there + index[U(t + a)])] += flow[U(at + a)]
        else:
            f, c = group[g, slot + FIRST], group[g, slot + CHANCE]
            for a in range(count):
                for e in range(index[U(f + a)], index[U(f + a + 1)]):
                    reach[U(there + index[U(t + e)])] += flow[U(at + a)] * numbers[U(c + e)]
        at += count


@part
def _flow(
    place: Ints, group: Ints, index: Int32, side: int, n: int, g: int, strategy: Floats, reach: Floats, flow: Floats
) -> None:
    """The chances of all actions at a place."""
    at, a, size, s = place[n, REACH + side], place[n, ACT], group[g, SIZE + side], group[g, SOURCE]
    if group[g, WIDTH] > 0:
        for k in range(group[g, WIDTH]):
            for h in range(size):
                flow[U(k * size + h)] = reach[U(at + h)] * strategy[U(a + k * size + h)]
    else:
        for x in range(group[g, ACTS]):
            flow[U(x)] = reach[U(at + index[U(s + x)])] * strategy[U(a + x)]


@part
def _forward(
    place: Ints, group: Ints, index: Int32, numbers: Floats, side: int, strategy: Floats, weight: float, taken: Floats,
    reach: Floats, mass: Floats, flow: Floats,
) -> None:  # fmt: skip
    """How a side's chances flow; its actions, weighted, go into `taken` where the weight is above 0."""
    for n in range(len(place)):
        g = place[n, GROUP]
        if group[g, MOVER] != side:
            if group[g, ENDING] >= 0:
                _tally(place, group, index, side, n, g, reach, mass)
            continue
        _flow(place, group, index, side, n, g, strategy, reach, flow)
        if weight > 0.0:
            a = place[n, ACT]
            for x in range(group[g, ACTS]):
                taken[U(a + x)] += weight * flow[U(x)]
        if group[g, ENDING] >= 0:
            _strike(place, group, index, side, n, g, flow, mass)
        _lead(place, group, index, numbers, side, n, g, flow, reach)


# --- how good it is --------------------------------------------------------------------------------------


@part
def _averaged(
    place: Ints, group: Ints, index: Int32, current: Floats, taken: Floats, average: Floats, total: Floats
) -> None:
    """The strategy over all rounds; where it never came, the current one."""
    for n in range(len(place)):
        g = place[n, GROUP]
        a, s = place[n, ACT], group[g, SOURCE]
        for h in range(group[g, SIZE + group[g, MOVER]]):
            total[U(h)] = 0.0
        for x in range(group[g, ACTS]):
            total[U(index[U(s + x)])] += taken[U(a + x)]
        for x in range(group[g, ACTS]):
            whole = total[U(index[U(s + x)])]
            average[U(a + x)] = taken[U(a + x)] / whole if whole > 0.0 else current[U(a + x)]


@part
def _best(
    place: Ints, group: Ints, ending: Ints, index: Int32, numbers: Floats, side: int, value: Floats, mass: Floats,
    each: Floats, by_rank: Floats, sums: Floats,
) -> None:  # fmt: skip
    """The best that each holding of a side can do against the masses of the other."""
    for n in range(len(place) - 1, -1, -1):
        g = place[n, GROUP]
        if group[g, ENDING] >= 0:
            _struck(place, group, ending, index, numbers, side, n, g, mass, sums, by_rank)
        if group[g, MOVER] != side:
            _pass_on(place, group, index, side, n, g, by_rank, value)
            continue
        _actions(place, group, index, numbers, side, n, g, by_rank, value, each)
        v, s = place[n, VALUE + side], group[g, SOURCE]
        for h in range(group[g, SIZE + side]):
            value[U(v + h)] = -np.inf
        for x in range(group[g, ACTS]):
            h = v + index[U(s + x)]
            value[U(h)] = max(value[U(h)], each[U(x)])


@loops
def solve(
    place: Ints, group: Ints, ending: Ints, index: Int32, numbers: Floats, chances: Floats, regret: Floats,
    current: Floats, taken: Floats, average: Floats, value: Floats, reach: Floats, mass: Floats, other_mass: Floats,
    scratch: Floats, done: int, most: int, target: float,
) -> tuple[int, float, float]:  # fmt: skip
    """Rounds after `done` until the exploitability is below `target`, up to `most`; a target below 0 asks for no check.

    Returns the rounds done, and what each side could get at best against the other's average strategy.
    """
    each, by_rank, total, sums = scratch[0], scratch[1], scratch[2], scratch[3]
    best = (np.inf, np.inf)
    check = min(most, done + 4) if target >= 0.0 else most + 1
    for t in range(done + 1 if done else 0, most + 1):
        past = float(max(t - 1, 0)) ** ALPHA
        for side in range(2):
            if t > 0:
                _back(
                    place, group, ending, index, numbers, side, past / (past + 1.0), regret, current, value, mass, each,
                    by_rank, total, sums,
                )  # fmt: skip
            _forward(place, group, index, numbers, side, current, float(t) ** GAMMA, taken, reach, mass, each)
        if t < check:
            continue
        _averaged(place, group, index, current, taken, average, total)
        for side in range(2):
            _forward(place, group, index, numbers, side, average, 0.0, taken, reach, other_mass, each)
        first, second = 0.0, 0.0
        for side in range(2):
            _best(place, group, ending, index, numbers, side, value, other_mass, each, by_rank, sums)
        for h in range(group[0, SIZE]):
            first += chances[U(h)] * value[U(place[0, VALUE] + h)]
        for h in range(group[0, SIZE + 1]):
            second += chances[U(group[0, SIZE] + h)] * value[U(place[0, VALUE + 1] + h)]
        best = (first, second)
        if (first + second) / 2.0 < target:
            return t, first, second
        check = min(most, t + max(2, t // 4))
    return most, best[0], best[1]


def ready() -> bool:
    """Whether the loops are compiled, or loaded, in this process."""
    return bool(getattr(solve, "signatures", ()))


class Loops:
    """Solving in rounds with compiled loops; the same interface as `cfr.Rounds`."""

    name = "numba" if COMPILED else "python"

    def __init__(self, form: Form) -> None:
        self.form = form
        self.plan, sizes = flatten(form)
        self.regret, self.current, self.taken, self.flat = (np.zeros(sizes.acts) for _ in range(4))
        self.value, self.reach = np.zeros(sizes.value), np.zeros(sizes.reach)
        self.mass, self.other_mass = np.zeros(sizes.mass), np.zeros(sizes.mass)
        self.scratch = np.zeros((4, sizes.row))
        self.again()

    def again(self) -> None:
        """From the beginning: nothing learned."""
        self.done = 0
        for array in (self.regret, self.taken):
            array[:] = 0.0
        _begin(self.plan, self.current, self.reach)

    def until(self, target: float, most: int) -> tuple[float, float]:
        """Rounds until the exploitability is below `target`, up to `most` in all; the bounds of both sides."""
        plan = self.plan
        self.done, first, second = solve(
            plan.place, plan.group, plan.ending, plan.numbering, plan.numbers, plan.chances, self.regret, self.current,
            self.taken, self.flat, self.value, self.reach, self.mass, self.other_mass, self.scratch, self.done, most,
            target,
        )  # fmt: skip
        return float(first), float(second)

    def run(self, rounds: int) -> None:
        """So many rounds more, unchecked."""
        self.until(-1.0, self.done + rounds)

    def average(self) -> Strategy:
        """The strategy over all rounds, as of the last check."""
        return strategies(self.form, self.flat)


def _begin(plan: Plan, current: Floats, reach: Floats) -> None:
    """Everybody does everything alike; the first holdings are as likely as they are."""
    for n in range(len(plan.place)):
        g, a = plan.place[n, GROUP], plan.place[n, ACT]
        acts, at = plan.group[g, ACTS], plan.group[g, ALIKE]
        current[a : a + acts] = plan.numbers[at : at + acts]
    first, second = plan.group[0, SIZE], plan.group[0, SIZE + 1]
    reach[plan.place[0, REACH] :][:first] = plan.chances[:first]
    reach[plan.place[0, REACH + 1] :][:second] = plan.chances[first:]
