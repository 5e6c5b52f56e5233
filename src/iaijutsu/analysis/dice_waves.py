"""Bonus dice, all that are due at once: what they are worth, and where they lead.

Where we stand is a number of ring dice and of skill dice due (a pair) and the symbols kept so far (a cell of the
utility's `Box`). A wave shows a handful; of it the best is kept, which leads to a pair with as many dice due or fewer.
Unlimited chains are solved, not cut off: a wave of nothing but explosive dice, all kept, leads back to its own pair
with more successes, hence to a later cell, or, where nothing counts any more, to itself; that loop is closed by
division. A Compromised roller's faces with strife are blanks here (`CALM`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..engine import BadInput, Sentence
from .dice_goal import Box, Floats, Ints
from .dice_lattice import Lattice, lattice

Shape = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Wave:
    """What concerns the pairs with n dice due: handfuls `first` to `burst` lead on, `burst` to `end` are explosive
    throughout. `rows`: the pairs. `chances`: [pair, handful below `burst`]; `again`: [pair, handful from `burst`].
    `own`: [handful from `burst`, cell]: whether it leads back to the very cell; `closed`: in the last row of cells all
    do. `onward`: [pair, 1], the chance that a wave is not explosive throughout.
    """

    first: int
    burst: int
    end: int
    rows: slice
    chances: Floats
    again: Floats
    own: Ints
    closed: bool
    onward: Floats


@dataclass(frozen=True, eq=False)
class Plan:
    """All that does not depend on the utility: handfuls of up to `keep` dice over a box of cells.

    `pairs`: [pair] as (ring, skill) dice due, fewest first. `lead`: [handful, cell]: where keeping it leads, as
    pair * cells + cell. `beyond`: [3, handful, cell]: symbols beyond the caps.
    """

    lattice: Lattice
    shape: Shape
    pairs: tuple[tuple[int, int], ...]
    pair_of: Ints
    lead: Ints
    beyond: Ints
    waves: tuple[Wave, ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return int(self.lead.shape[1])


MOST = 2_500_000
"""Handfuls times cells: more are not worked out."""


@lru_cache(maxsize=32)
def plan(faces: tuple[int, ...], keep: int, shape: Shape) -> Plan:
    """The plan for keeping up to `keep` dice of these faces, with a box of that shape. Raises `BadInput`."""
    grid = lattice(keep, keep, keep, faces)
    if len(grid) * int(np.prod(shape)) > MOST:
        reason = Sentence(
            "keeping {keep} dice with so many cases to tell apart ({successes} successes, {opportunity} opportunity, "
            "{strife} strife) is too much: fewer dice, or lower numbers in what is wanted, would do",
            keep=keep, successes=shape[0] - 1, opportunity=shape[1] - 1, strife=shape[2] - 1,
        )  # fmt: skip
        raise BadInput(Sentence("the check"), reason)
    pairs, pair_of = _pairs(grid, keep)
    cell, beyond = clipped(grid.totals[:3, :, None], _cells(shape)[:, None, :], shape)
    lead = pair_of[:, None] * cell.shape[1] + cell
    waves = tuple([_wave(grid, n, pairs, pair_of, lead, shape[1] * shape[2]) for n in range(1, keep + 1)])
    return Plan(grid, shape, pairs, pair_of, lead, beyond, tuple([w for w in waves if w.rows.stop > w.rows.start]))


def _pairs(grid: Lattice, keep: int) -> tuple[tuple[tuple[int, int], ...], Ints]:
    ring, skill = grid.totals[3], grid.totals[4]
    pairs = sorted({(int(r), int(k)) for r, k in zip(ring, skill, strict=True)}, key=lambda pair: (sum(pair), pair))
    number = np.zeros((keep + 1, keep + 1), dtype=np.intp)
    for n, pair in enumerate(pairs):
        number[pair] = n
    return tuple(pairs), number[ring, skill]


def _cells(shape: Shape) -> Ints:
    """[3, cell]: the symbols of each cell."""
    return np.indices(shape).reshape(3, -1)


def clipped(added: Ints, here: Ints, shape: Shape) -> tuple[Ints, Ints]:
    """Cells after adding symbols, [...], and what lies beyond the caps, [3, ...]."""
    after = added + here
    caps = np.array(shape).reshape(3, *[1] * (after.ndim - 1)) - 1
    inside = np.minimum(after, caps)
    return (inside[0] * shape[1] + inside[1]) * shape[2] + inside[2], after - inside


@lru_cache(maxsize=512)
def chances_of(grid: Lattice, pair: tuple[int, int]) -> Floats:
    """[handful]: the chance of each when so many ring and skill dice are rolled."""
    return grid.chances(*pair)


def _wave(grid: Lattice, n: int, pairs: tuple[tuple[int, int], ...], pair_of: Ints, lead: Ints, width: int) -> Wave:
    first, burst, end = grid.levels[n], grid.bursts[n], grid.levels[n + 1]
    rows = [at for at, pair in enumerate(pairs) if sum(pair) == n]
    span = slice(rows[0], rows[-1] + 1) if rows else slice(0, 0)
    chances = np.array([chances_of(grid, pairs[at]) for at in rows]).reshape(len(rows), len(grid))
    own = lead[burst:end] == pair_of[burst:end, None] * lead.shape[1] + np.arange(lead.shape[1])
    again = chances[:, burst:end].copy()
    closed = bool(own[:, -width:].all())
    onward = 1.0 - again.sum(axis=1, keepdims=True)
    return Wave(first, burst, end, span, chances[:, :burst].copy(), again, own, closed, onward)


class Waves:
    """The waves under one utility. `value`: [pair, cell]; `worth`: [handful, cell], that of the best to keep of it, and
    with `choices` `best`: which that is. `more`: [handful, cell], what lies beyond the caps is worth. `fill`: what to
    fill them by, if not by arrays (`dice_loops`).
    """

    def __init__(
        self, plan: Plan, box: Box, *, choices: bool = False, fill: Callable[[Waves], None] | None = None
    ) -> None:
        self.plan, self.box = plan, box
        cells = plan.cells
        self.value: Floats = np.empty((len(plan.pairs), cells))
        self.value[0] = box.table.ravel()
        self.more: Floats | None = None if box.straight else _more(plan, box)
        self._flat = self.value.reshape(-1)
        self.worth: Floats = np.empty((len(plan.lattice) + 1, cells))
        self.worth[-1] = -np.inf
        self.worth[0] = self.value[0]
        self.best: Ints | None = None
        if choices:
            self.best = np.zeros((len(plan.lattice) + 1, cells), dtype=np.int32)
        if fill is None:
            self._fill()
        else:
            fill(self)

    def _fill(self) -> None:
        for n, wave in enumerate(self.plan.waves, 1):
            self._solve(n, wave)

    def _kept(self, first: int, end: int) -> Floats:
        """The worth of keeping each handful whole."""
        value = self._flat[self.plan.lead[first:end]]
        return value if self.more is None else value + self.more[first:end]

    def _solve(self, n: int, wave: Wave) -> None:
        links = self.plan.lattice.below[n]
        worth, split = self.worth, wave.burst - wave.first
        worth[wave.first : wave.burst] = self._kept(wave.first, wave.burst)
        below = worth[links]
        less = below.max(axis=0)
        np.maximum(worth[wave.first : wave.burst], less[:split], out=worth[wave.first : wave.burst])
        settled = _mean(wave.chances, worth[: wave.burst])
        self._close(n, wave, settled, less[split:])
        np.maximum(self._kept(wave.burst, wave.end), less[split:], out=worth[wave.burst : wave.end])
        if self.best is not None:
            self._choose(wave, links, below, less)

    def _close(self, n: int, wave: Wave, settled: Floats, less: Floats) -> None:
        """The values of pairs that explosive waves lead back to, n successes later: the last rows of cells first."""
        top, width = self.plan.shape[0] - 1, self.plan.shape[1] * self.plan.shape[2]
        self._close_last(wave, slice(top * width, None), settled, less)
        for end in range(top, 0, -n):
            cells = slice(max(0, end - n) * width, end * width)
            whole = self._flat[self.plan.lead[wave.burst : wave.end, cells]]
            if self.more is not None:
                whole += self.more[wave.burst : wave.end, cells]
            gained = np.maximum(whole, less[:, cells], out=whole)
            self.value[wave.rows, cells] = settled[:, cells] + _mean(wave.again, gained)

    def _close_last(self, wave: Wave, cells: slice, settled: Floats, less: Floats) -> None:
        """The same where no more successes count: there a wave leads to more strife, or to the same cell.

        That loop is closed by division. Each round settles one more step, and the last one moves nothing.
        """
        span = slice(wave.burst, wave.end)
        lead, own, less, settled = self.plan.lead[span, cells], wave.own[:, cells], less[:, cells], settled[:, cells]
        more = 0.0 if self.more is None else self.more[span, cells]
        if self.more is None and wave.closed:
            self.value[wave.rows, cells] = settled / wave.onward
            if (self._flat[lead] >= less).all():
                return
        new = settled + _mean(wave.again, less)
        for _ in range(2 * sum(self.plan.shape)):
            self.value[wave.rows, cells] = old = new
            whole = self._flat[lead] + more
            kept = whole >= less
            loops = kept & own
            gained = np.where(loops, more, np.where(kept, whole, less))
            again = _mean(wave.again, loops)
            new = (settled + _mean(wave.again, gained)) / (1.0 - again)
            if (new == old).all():
                break

    def _choose(self, wave: Wave, links: Ints, below: Floats, less: Floats) -> None:
        """Which handful is best: the whole, if nothing less is better, else the best of the best with one die less."""
        assert self.best is not None
        span = slice(wave.first, wave.end)
        which = links[below.argmax(axis=0), np.arange(links.shape[1])[:, None]]
        lesser = self.best[which, np.arange(self.plan.cells)]
        whole = np.arange(wave.first, wave.end, dtype=np.int32)[:, None]
        self.best[span] = np.where(self._kept(wave.first, wave.end) >= less, whole, lesser)

    def start(self, opportunity: int = 0) -> Floats:
        """[handful]: the worth of keeping it of the roll, before its bonus dice; effects have added opportunity."""
        here = np.array([0, opportunity, 0])[:, None]
        cells, beyond = clipped(self.plan.lattice.totals[:3], here, self.plan.shape)
        return self.value[self.plan.pair_of, cells] + added(self.box, cells, beyond)

    def keeping_at(self, handful: int, here: Shape) -> float:
        """The worth of keeping a handful of a wave, with these symbols kept before."""
        cells, beyond = clipped(self.plan.lattice.totals[:3, [handful]], np.array(here)[:, None], self.plan.shape)
        more = added(self.box, cells, beyond)
        return float(self.value[self.plan.pair_of[handful], cells[0]] + more[0])


SMALL = 20_000
"""Products of more numbers than this are made without threads, which get into each other's way here."""


def _mean(chances: Floats, values: Floats | Ints) -> Floats:
    """[pair, cell]: the mean over handfuls."""
    if chances.size * values.shape[1] < SMALL:
        return np.asarray(chances @ values)
    return np.asarray(np.einsum("rh,hx->rx", chances, values))


def added(box: Box, cells: Ints, beyond: Ints) -> Floats:
    """What symbols beyond the caps are worth in the cells that they lead to. `beyond`: [3, ...]."""
    row = cells // (box.shape[1] * box.shape[2])
    slopes: Floats = box.more_success * beyond[0] + box.more_opportunity * beyond[1]
    return np.asarray(slopes + box.more_strife[row] * beyond[2])


def _more(plan: Plan, box: Box) -> Floats:
    return added(box, plan.lead % plan.cells, plan.beyond)


def due(plan: Plan) -> Iterator[tuple[int, Wave]]:
    """The waves with the most dice due first."""
    return reversed(list(enumerate(plan.waves, 1)))
