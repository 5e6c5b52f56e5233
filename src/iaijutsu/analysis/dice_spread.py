"""Where the bonus dice lead when each wave is kept as is best: the chance of every count of symbols at the end."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .dice_goal import Floats, Ints
from .dice_waves import Plan, Shape, Wave, Waves, clipped, due

ENOUGH = 1e-11
"""Chains less likely than this go on from where they are: their mass is exact, only the cell they end in is not."""


@dataclass(frozen=True)
class Spread:
    """`joint`: [successes, opportunity, strife symbols], the chance of each count, the last row of each axis that of so
    many or more. `means`: the expected numbers of the three, with no cap.
    """

    joint: Floats
    means: Floats


def spread(waves: Waves, kept: Floats, here: Shape, shape: Shape) -> Spread:
    """The end of it, from the chance of each handful being kept and the symbols `here` before; `waves` know choices."""
    return _Flow(waves, shape).run(kept, np.array(here))


class _Flow:
    """Probability on its way through the waves. `mass`: [pair, cell] where `shape` is as in `Spread.joint`."""

    def __init__(self, waves: Waves, shape: Shape) -> None:
        assert waves.best is not None
        self.plan: Plan = waves.plan
        self.best: Ints = waves.best
        self.shape = shape
        self.totals = self.plan.lattice.totals
        self.at = np.indices(shape).reshape(3, -1)
        self.cell, _ = clipped(self.at, np.zeros((3, 1), dtype=np.int64), self.plan.shape)
        self.mass: Floats = np.zeros((len(self.plan.pairs), self.at.shape[1]))
        self.means: Floats = np.zeros(3)
        steps = self.plan.lattice.size + 2
        self._tables = [
            np.minimum(np.arange(n + steps), n - 1) * m for n, m in zip(shape, _strides(shape), strict=True)
        ]

    def run(self, kept: Floats, here: Ints) -> Spread:
        """All of it, most dice due first."""
        start, _ = clipped(self.totals[:3], here[:, None], self.shape)
        self._arrive(self.plan.pair_of * self.at.shape[1] + start, kept)
        self.means += self.totals[:3] @ kept + here
        for _, wave in due(self.plan):
            self._wave(wave)
        return Spread(self.mass[0].reshape(self.shape), self.means)

    def _arrive(self, where: Ints, mass: Floats) -> None:
        flat = np.bincount(where.ravel(), mass.ravel(), self.mass.size)
        self.mass += flat.reshape(self.mass.shape)

    def _to(self, handfuls: Ints, cells: Ints) -> Ints:
        """The cells after keeping handfuls; the two are broadcast."""
        parts = [
            t[at[cells] + total[handfuls]] for t, at, total in zip(self._tables, self.at, self.totals[:3], strict=True)
        ]
        return np.asarray(parts[0] + parts[1] + parts[2])

    def _wave(self, wave: Wave) -> None:
        mass = self.mass[wave.rows]
        if not mass.any():
            return
        visits, lost = self._chain(wave, mass)
        live = np.flatnonzero(visits.any(axis=0))
        shown = np.concatenate([np.einsum("rh,rx->hx", wave.chances, visits[:, live]), lost[:, live]])
        best = self.best.take(self.cell[live], axis=1)
        kept = best[: wave.end]
        flow = np.asarray(
            np.bincount((kept * len(live) + np.arange(len(live))).ravel(), shown.ravel()), dtype=np.float64
        )
        there = np.flatnonzero(flow)
        handful, at = np.divmod(there, len(live))
        self.means += self.totals[:3].take(handful, axis=1) @ flow[there]
        self._arrive(self.plan.pair_of[handful] * self.at.shape[1] + self._to(handful, live[at]), flow[there])

    def _chain(self, wave: Wave, mass: Floats) -> tuple[Floats, Floats]:
        """How often each cell is come by, [pair, cell], with explosive waves kept whole again and again; and the mass
        of explosive waves that are not, [handful, cell].
        """
        cells = np.arange(mass.shape[1])
        bursts = np.arange(wave.burst, wave.end)
        whole = self.best[bursts[:, None], self.cell] == bursts[:, None]
        row = self.plan.pair_of[bursts] - wave.rows.start
        chance = wave.again[row, np.arange(len(bursts))][:, None]
        size = mass.shape[1]
        to = (row[:, None] * size + self._to(bursts[:, None], cells)).ravel()
        origin, stay = (row[:, None] * size + cells).ravel(), (chance * whole).ravel()
        now: Floats = mass.ravel()
        visits: Floats = now
        for _ in range(math.ceil(math.log(ENOUGH) / math.log(wave.again.sum(axis=1).max()))):
            now = np.asarray(np.bincount(to, now.take(origin) * stay, now.size), dtype=np.float64)
            visits = visits + now
        again = np.bincount(origin, stay, now.size)
        visits = (visits + now * again / (1.0 - again)).reshape(mass.shape)  # the rest: a geometric series in its cell
        coming = visits[row] * chance
        self.means += self.totals[:3][:, bursts] @ (coming * whole).sum(axis=1)
        return visits, coming * ~whole


def _strides(shape: Shape) -> tuple[int, int, int]:
    return shape[1] * shape[2], shape[2], 1
