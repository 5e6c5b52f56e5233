"""The three passes of the odds (waves, keeping, spreading) in loops that Numba compiles, for many checks in a row.

`use` switches them on for this process; until then, and without Numba, arrays do the same (`dice_waves`, `dice_keep`,
`dice_spread`), so that nobody waits for a compiler. Both give the same up to rounding. Compiled code stays on disk.
"""

# ruff: noqa: PLR0913, PLR0917 - a loop is told everything that it touches

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from . import compiler
from .dice_check import Check
from .dice_goal import SUCCESS, Floats, Goal, Ints
from .dice_keep import Table
from .dice_lattice import Lattice
from .dice_spread import Spread
from .dice_waves import Plan, Shape, Waves, chances_of, clipped

F = TypeVar("F", bound=Callable[..., Any])
COMPILED = compiler.installed()


def loops(function: F) -> F:
    """Compiled when first called; as it is where there is no compiler."""
    return compiler.loops(function) if COMPILED else function


# --- the loops -------------------------------------------------------------------------------------------------


@loops
def closed(
    value: Any, worth: Any, more: Any, lead: Any, chances: Any, pair: Any, cell: Any, burst: Any, end: Any, settled: Any
) -> Any:
    """The value of a pair in a cell: what does not lead back to it (`settled`), and explosive waves, which may."""
    here = pair * value.shape[1] + cell
    flat = value.reshape(-1)
    for handful in range(burst, end):
        if chances[pair, handful] > 0.0 and lead[handful, cell] != here:
            whole = flat[lead[handful, cell]] + more[handful, cell]
            settled += chances[pair, handful] * max(whole, worth[handful, cell])
    found = np.inf
    for _ in range(100):  # which of the waves that lead back here are kept: all at first, then those that are worth it
        total, loop = settled, 0.0
        for handful in range(burst, end):
            if chances[pair, handful] > 0.0 and lead[handful, cell] == here:
                if found + more[handful, cell] >= worth[handful, cell]:
                    total += chances[pair, handful] * more[handful, cell]
                    loop += chances[pair, handful]
                else:
                    total += chances[pair, handful] * worth[handful, cell]
        new = total / (1.0 - loop)
        if new == found:
            break
        found = new
    return found


@loops
def lesser(worth: Any, best: Any, down: Any, handful: Any) -> None:
    """The best with one die less of a handful, in every cell: its worth, and what is kept then."""
    worth[handful], best[handful] = worth[down[handful, 0]], best[down[handful, 0]]
    for link in range(1, down.shape[1]):
        below = down[handful, link]
        if below < 0:
            break
        for cell in range(worth.shape[1]):
            better = worth[below, cell] > worth[handful, cell]
            worth[handful, cell] = worth[below, cell] if better else worth[handful, cell]
            best[handful, cell] = best[below, cell] if better else best[handful, cell]


@loops
def whole(value: Any, worth: Any, best: Any, more: Any, lead: Any, first: Any, end: Any) -> None:
    """Keep handfuls whole where nothing less of them is better."""
    flat = value.reshape(-1)
    for handful in range(first, end):
        for cell in range(value.shape[1]):
            kept = flat[lead[handful, cell]] + more[handful, cell]
            if kept >= worth[handful, cell]:
                worth[handful, cell], best[handful, cell] = kept, handful


@loops
def waves(
    value: Any,
    worth: Any,
    best: Any,
    more: Any,
    lead: Any,
    down: Any,
    chances: Any,
    levels: Any,
    bursts: Any,
    firsts: Any,
) -> None:
    """Fill `value` [pair, cell], `worth` and `best` [handful, cell] by what is due, fewest dice first."""
    cells = value.shape[1]
    settled = np.empty(cells)
    for n in range(1, len(levels) - 1):
        burst, end = bursts[n], levels[n + 1]
        for handful in range(levels[n], end):
            lesser(worth, best, down, handful)
        whole(value, worth, best, more, lead, levels[n], burst)
        for pair in range(firsts[n], firsts[n + 1]):
            settled[:] = 0.0
            for handful in range(burst):
                for cell in range(cells):
                    settled[cell] += chances[pair, handful] * worth[handful, cell]
            for cell in range(cells - 1, -1, -1):
                last = settled[cell]
                value[pair, cell] = closed(value, worth, more, lead, chances, pair, cell, burst, end, last)
        whole(value, worth, best, more, lead, burst, end)


@loops
def keeping(worth: Any, ways: Any, down: Any, bare: Any, top: Any, which: Any) -> None:
    """Fill `top` and `which` [roll]: the worth of the best handful to keep, and that handful. `worth`: [handful]."""
    for roll in range(len(down)):
        most, best = -np.inf, -1
        for link in range(down.shape[1]):
            below = down[roll, link]
            if below < 0:
                break
            if top[below] > most or (top[below] == most and which[below] > best):
                most, best = top[below], which[below]
        if roll < ways.shape[1]:
            for way in range(len(ways)):
                handful = ways[way, roll]
                if handful < len(worth) and (worth[handful] > most or (worth[handful] == most and handful > best)):
                    most, best = worth[handful], handful
        top[roll], which[roll] = most, best
    for roll in range(len(down)):
        if bare[roll] and worth[0] > top[roll]:
            top[roll], which[roll] = worth[0], 0


@loops
def goes_to(at: Any, here: Any, totals: Any, kept: Any, caps: Any, strides: Any) -> Any:
    """The cell after keeping a handful."""
    to = 0
    for axis in range(3):
        to += min(at[axis, here] + totals[axis, kept], caps[axis]) * strides[axis]
    return to


@loops
def onward(
    mass: Any, means: Any, best: Any, cell: Any, at: Any, caps: Any, strides: Any, totals: Any, pair_of: Any,
    chances: Any, pair: Any, here: Any,
) -> None:  # fmt: skip
    """Move the mass of one pair and cell: first how often it comes back to where it is, then where else it goes."""
    loop = 0.0
    for turn in range(2):
        visits = mass[pair, here] / (1.0 - loop)
        for handful in range(len(chances)):
            if chances[handful] == 0.0:
                continue
            kept = best[handful, cell[here]]
            to = goes_to(at, here, totals, kept, caps, strides)
            back = to == here and pair_of[kept] == pair
            if turn == 0:
                loop += chances[handful] * back
                continue
            for axis in range(3):
                means[axis] += visits * chances[handful] * totals[axis, kept]
            if not back:
                mass[pair_of[kept], to] += visits * chances[handful]


@loops
def spreading(
    mass: Any, means: Any, best: Any, cell: Any, at: Any, caps: Any, strides: Any, totals: Any, pair_of: Any,
    chances: Any, levels: Any, firsts: Any,
) -> None:  # fmt: skip
    """Move `mass` [pair, cell] through the waves, most dice due first, to the pair with none; add to `means` [3]."""
    for n in range(len(levels) - 2, 0, -1):
        for pair in range(firsts[n + 1] - 1, firsts[n] - 1, -1):
            for here in range(mass.shape[1]):
                if mass[pair, here] > 0.0:
                    onward(
                        mass,
                        means,
                        best,
                        cell,
                        at,
                        caps,
                        strides,
                        totals,
                        pair_of,
                        chances[pair, : levels[n + 1]],
                        pair,
                        here,
                    )


# --- what they are given ---------------------------------------------------------------------------------------


class Laid(NamedTuple):
    """A plan as the loops have it. `down`: [handful, link], -1 for none; `firsts`: the first pair with n dice due."""

    down: Ints
    chances: Floats
    levels: Ints
    bursts: Ints
    firsts: Ints
    none: Floats


def _down(grid: Lattice) -> Ints:
    links = np.sort(np.where(grid.down == len(grid), -1, grid.down), axis=0)[::-1]
    return np.ascontiguousarray(links.T.astype(np.int32))


@lru_cache(maxsize=32)
def _laid(plan: Plan) -> Laid:
    grid, keep = plan.lattice, plan.lattice.size
    due = [sum(pair) for pair in plan.pairs]
    firsts = np.array([sum(one < n for one in due) for n in range(keep + 2)])
    chances = np.array([chances_of(grid, pair) for pair in plan.pairs])
    return Laid(_down(grid), chances, np.array(grid.levels), np.array(grid.bursts), firsts, np.zeros(plan.lead.shape))


@lru_cache(maxsize=32)
def _rolls(table: Table) -> Ints:
    return _down(table.rolls)


def fill(found: Waves) -> None:
    """The waves of `dice_waves.Waves`, choices and all."""
    plan = found.plan
    laid = _laid(plan)
    best = np.zeros((len(plan.lattice) + 1, plan.cells), dtype=np.int32)
    more = laid.none if found.more is None else found.more
    given = laid.down, laid.chances, laid.levels, laid.bursts, laid.firsts
    waves(found.value, found.worth, best, more, plan.lead, *given)
    found.best = best


def keep(table: Table, worth: Floats) -> Ints:
    """The handfuls to keep, as `dice_keep.Table.best`."""
    count = len(table.rolls)
    top, which = np.empty(count), np.empty(count, dtype=np.int64)
    keeping(worth, table.ways, _rolls(table), table.bare, top, which)
    return which


def spread(found: Waves, kept: Floats, here: Shape, shape: Shape) -> Spread:
    """The end of it, as `dice_spread.spread`."""
    assert found.best is not None
    plan, laid = found.plan, _laid(found.plan)
    totals = plan.lattice.totals[:3]
    at = np.indices(shape).reshape(3, -1)
    cell, _ = clipped(at, np.zeros((3, 1), dtype=np.int64), plan.shape)
    start, _ = clipped(totals, np.array(here)[:, None], shape)
    mass = np.zeros((len(plan.pairs), at.shape[1]))
    np.add.at(mass, (plan.pair_of, start), kept)
    means = totals @ kept + np.array(here, dtype=np.float64)
    caps, strides = np.array(shape) - 1, np.array((shape[1] * shape[2], shape[2], 1))
    given = plan.pair_of, laid.chances, laid.levels, laid.firsts
    spreading(mass, means, found.best, cell, at, caps, strides, totals, *given)
    return Spread(mass[0].reshape(shape), means)


def use(*, on: bool = True) -> bool:
    """Switch the loops on (or off) for this process. The first time ever, that waits for the compiler. Says whether
    they are on: without Numba they would be slower, and stay off.
    """
    from . import dice_odds

    dice_odds.LOOPS = None
    if on and COMPILED:
        import sys

        dice_odds.LOOPS = sys.modules[__name__]
        dice_odds.odds(Check(1), Goal(most_strife=0))
        dice_odds.chance(Check(1), SUCCESS)
    return dice_odds.LOOPS is not None
