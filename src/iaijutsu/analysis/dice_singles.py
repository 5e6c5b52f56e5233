"""Bonus dice one by one: the roller says of which type the next is, sees it, and keeps or drops it before another.

A reading that the book leaves open; the usual one is in `dice_waves`. Pairs and cells are the same here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .dice_check import FACES
from .dice_goal import Box, Floats, Ints
from .dice_lattice import ON_RING, ON_SKILL
from .dice_spread import ENOUGH, Spread
from .dice_waves import Plan, Shape, Waves, clipped


@dataclass(frozen=True)
class Die:
    """The next die of a type (0 ring, 1 skill) from some pair. `rest`: the pair when it is dropped. By face that may be
    kept: `chances`, `handfuls` (one die of that face), `pairs` (where keeping it leads). `other`: the chance of others.
    """

    rest: int
    chances: Floats
    handfuls: tuple[int, ...]
    pairs: tuple[int, ...]
    other: float


class Singles(Waves):
    """The same as `Waves`, but for the order of things. `kinds`: [pair, cell], the type of the next die."""

    def __init__(self, plan: Plan, box: Box) -> None:
        self._numbers = {pair: n for n, pair in enumerate(plan.pairs)}
        self.dice = [[self._die(plan, pair, kind) for kind in (0, 1) if pair[kind]] for pair in plan.pairs]
        super().__init__(plan, box)

    def _fill(self) -> None:
        self.kinds: Ints = np.zeros(self.value.shape, dtype=np.intp)
        for pair in range(1, len(self.plan.pairs)):
            self._settle(pair)

    def _die(self, plan: Plan, pair: tuple[int, int], kind: int) -> Die:
        rest = (pair[0] - 1, pair[1]) if kind == 0 else (pair[0], pair[1] - 1)
        shown = (ON_RING, ON_SKILL)[kind][list(plan.lattice.faces)]
        singles = {int(np.flatnonzero(plan.lattice.counts[n])[0]): n for n in range(*plan.lattice.levels[1:3])}
        at = [n for n in range(len(shown)) if shown[n] and self._fits(plan, n, kind)]
        leads = [FACES[plan.lattice.faces[n]] for n in at]
        pairs = [self._numbers[rest[0] + face.ring, rest[1] + face.skill] for face in leads]
        chances = shown[at]
        return Die(self._numbers[rest], chances, tuple([singles[n] for n in at]), tuple(pairs), 1.0 - chances.sum())

    @staticmethod
    def _fits(plan: Plan, face: int, kind: int) -> bool:
        found = FACES[plan.lattice.faces[face]]
        return not (found.ring and kind == 1) and not (found.skill and kind == 0)

    def _settle(self, pair: int) -> None:
        """Values of a pair: an explosive die leads back to it, by a sixth each time, until nothing moves."""
        self.value[pair] = np.max([self.value[die.rest] for die in self.dice[pair]], axis=0)
        values = np.array([self._mean(die) for die in self.dice[pair]])
        for _ in range(200):
            new = values.max(axis=0)
            if np.array_equal(new, self.value[pair]):
                break
            self.value[pair] = new
            values = np.array([self._mean(die) for die in self.dice[pair]])
        self.kinds[pair] = values.argmax(axis=0)

    def _mean(self, die: Die) -> Floats:
        drop = self.value[die.rest]
        found: Floats = die.other * drop
        for chance, handful, pair in zip(die.chances, die.handfuls, die.pairs, strict=True):
            found = found + chance * np.maximum(drop, self.keeping(handful, pair))
        return found

    def keeping(self, handful: int, pair: int) -> Floats:
        """[cell]: the worth of keeping one die, with the pair that is due then."""
        more = 0.0 if self.more is None else self.more[handful]
        return np.asarray(self.value[pair][self.plan.lead[handful] % self.plan.cells] + more, dtype=np.float64)

    def spread(self, kept: Floats, here: Shape, shape: Shape) -> Spread:
        """Where it ends: see `dice_spread`."""
        return _Flow(self, shape).run(kept, np.array(here))


class _Flow:
    def __init__(self, singles: Singles, shape: Shape) -> None:
        self.of, self.shape = singles, shape
        self.totals = singles.plan.lattice.totals[:3]
        self.at = np.indices(shape).reshape(3, -1)
        self.cell, _ = clipped(self.at, np.zeros((3, 1), dtype=np.int64), singles.plan.shape)
        self.mass: Floats = np.zeros((len(singles.plan.pairs), self.at.shape[1]))
        self.means: Floats = np.zeros(3)

    def run(self, kept: Floats, here: Ints) -> Spread:
        start, _ = clipped(self.totals, here[:, None], self.shape)
        np.add.at(self.mass, (self.of.plan.pair_of, start), kept)
        self.means += self.totals @ kept + here
        for pair in range(len(self.of.plan.pairs) - 1, 0, -1):
            while self.mass[pair].sum() > ENOUGH:
                mass, self.mass[pair] = self.mass[pair].copy(), 0.0
                self._roll(pair, mass)
            self.mass[0] += self.mass[pair]  # too little to matter where it ends
        return Spread(self.mass[0].reshape(self.shape), self.means)

    def _roll(self, pair: int, mass: Floats) -> None:
        for n, die in enumerate(self.of.dice[pair]):
            here = np.where(self.of.kinds[pair][self.cell] == n, mass, 0.0)
            self.mass[die.rest] += die.other * here
            for chance, handful, to in zip(die.chances, die.handfuls, die.pairs, strict=True):
                better = (self.of.keeping(handful, to) >= self.of.value[die.rest])[self.cell]
                taken, left = np.where(better, here, 0.0) * chance, np.where(better, 0.0, here) * chance
                self.mass[die.rest] += left
                where, _ = clipped(self.totals[:, [handful]], self.at, self.shape)
                np.add.at(self.mass[to], where, taken)
                self.means += self.totals[:, handful] * taken.sum()
