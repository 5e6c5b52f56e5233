"""Dice rolled again before any are kept: which, for every roll at once, and where that leads.

Here dice cannot be told by what they count for alone, as a blank ring die comes up differently from a blank skill die.
A roll is a hand of ring dice and a hand of skill dice, and a value is a table [ring hand, skill hand]. Rerolling some
dice takes the mean over what they can show: one die less, then any face more, die by die and type by type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..rpg.dice import RING_SIDES, SKILL_SIDES, SUCCESS, Die, is_skill
from .dice_check import BLANK, FACE_OF, Check
from .dice_goal import Floats, Ints
from .dice_keep import Table
from .dice_lattice import BASE

CLOSE = 1e-13
"""A reroll has to be better by this to be worth the trouble."""


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands of one type of dice. By number of dice n: `counts[n]`: [hand, face]; `less[n]`: [face, hand], the hand
    without one die of that face, or -1; `more[n]`: [face, hand], the hand with one more. `chances`: [face].
    """

    faces: tuple[int, ...]
    chances: Floats
    counts: tuple[Ints, ...]
    less: tuple[Ints, ...]
    more: tuple[Ints, ...]
    success: Ints

    def roll(self, n: int) -> Floats:
        """[hand]: the chance of each when n dice are rolled."""
        found = np.ones(1)
        for size in range(n):
            found = self.add(found, size, 0)
        return found

    def find(self, dice: list[Die]) -> int:
        """The hand that these dice are."""
        at = 0
        for size, die in enumerate(dice):
            at = int(self.more[size][self.faces.index(FACE_OF[die]), at])
        return at

    def add(self, mass: Floats, size: int, axis: int) -> Floats:
        """One more die rolled to every hand of `size` dice on that axis."""
        shape = list(mass.shape)
        shape[axis] = len(self.counts[size + 1])
        found = np.zeros(shape)
        for face, chance in enumerate(self.chances):
            where: list[Ints | slice] = [slice(None)] * mass.ndim
            where[axis] = self.more[size][face]
            found[tuple(where)] += chance * mass
        return found

    def mean(self, value: Floats, size: int, axis: int) -> Floats:
        """The mean value for hands of `size` dice when one more is rolled."""
        parts = [chance * value.take(to, axis) for chance, to in zip(self.chances, self.more[size], strict=True)]
        return np.asarray(sum(parts), dtype=np.float64)


def _sides(skill: bool) -> tuple[tuple[int, ...], Floats]:
    dice = range(RING_SIDES, RING_SIDES + SKILL_SIDES) if skill else range(RING_SIDES)
    faces = tuple(sorted({FACE_OF[die] for die in dice}))
    shown = [FACE_OF[die] for die in dice]
    return faces, np.array([shown.count(face) / len(shown) for face in faces])


@lru_cache(maxsize=8)
def hands(most: int, *, skill: bool) -> Hands:
    """All hands of up to `most` ring or skill dice."""
    faces, chances = _sides(skill)
    rows, less = [np.zeros((1, len(faces)), dtype=np.int64)], [np.full((len(faces), 1), -1)]
    more: list[Ints] = []
    for _ in range(most):
        grown = rows[-1][None] + np.eye(len(faces), dtype=np.int64)[:, None]
        counts, to = np.unique(grown.reshape(-1, len(faces)), axis=0, return_inverse=True)
        up = to.reshape(len(faces), -1)
        down = np.full((len(faces), len(counts)), -1)
        np.put_along_axis(down, up, np.arange(up.shape[1])[None, :].repeat(len(faces), axis=0), axis=1)
        rows, less, more = [*rows, counts], [*less, down], [*more, up]
    shows = {FACE_OF[die] for die, success in enumerate(SUCCESS) if success}
    wins = np.array([face in shows for face in faces])
    return Hands(faces, chances, tuple(rows), tuple(less), tuple(more), wins)


class Rerolls:
    """The rerolls of a check: what they are worth, and what becomes of the rolls."""

    def __init__(self, check: Check, table: Table) -> None:
        self.check = check
        self.sizes = (check.ring_dice, check.skill_dice)
        self.sides = hands(self.sizes[0], skill=False), hands(self.sizes[1], skill=True)
        self.merge = self._merged(table)
        self.fresh = np.outer(*[side.roll(n) for side, n in zip(self.sides, self.sizes, strict=True)])

    def _merged(self, table: Table) -> Ints:
        """[ring hand, skill hand]: the roll as `table` has it."""
        keys = []
        for side, n in zip(self.sides, self.sizes, strict=True):
            worth = [BASE**face if face in table.rolls.faces else 0 for face in side.faces]
            keys.append(side.counts[n] @ np.array(worth, dtype=np.int64))
        return table.rolls.find((keys[0][:, None] + keys[1][None, :]).ravel()).reshape(len(keys[0]), -1)

    def chances(self) -> Floats:
        """[ring hand, skill hand]: the chance of each roll, dice set aside among them."""
        rolled = []
        for axis, side in enumerate(self.sides):
            aside = [die for die in self.check.set_aside if is_skill(die) == bool(axis)]
            n = self.sizes[axis] - len(aside)
            mass = side.roll(n)
            for step, die in enumerate(aside):
                mass = _placed(side, mass, n + step, side.faces.index(FACE_OF[die]))
            rolled.append(mass)
        return np.outer(*rolled)

    def run(self, worth: Floats) -> tuple[Floats, Floats]:
        """From the worth of each roll once nothing more is rolled again: that before rerolls, [ring hand, skill hand],
        and the chance of each roll after them, [roll].
        """
        last = worth[self.merge]
        mean = float((self.fresh * last).sum()) if self.check.reroll_all else -np.inf
        value = np.maximum(last, mean)
        options = self.options(value)
        before, which = _choose(list(options.values()), forced=bool(self.check.forced))
        mass = self._moved(value, options, which)
        again = mean > last + CLOSE
        mass = np.where(again, 0.0, mass) + self.fresh * mass[again].sum()
        return before, np.asarray(np.bincount(self.merge.ravel(), mass.ravel(), len(worth)), dtype=np.float64)

    def options(self, value: Floats) -> dict[tuple[int, int], Floats]:
        """By how many ring and skill dice are rolled again: the best that can be had so, [ring hand, skill hand];
        -inf where that may not be done.
        """
        return {counts: self._masked(counts, self._lift(value, counts)[-1]) for counts in self._counts()}

    def mean_without(self, value: Floats, dice: tuple[Die, ...], slots: tuple[int, ...]) -> float:
        """The mean value when these of the dice are rolled again. `value`: [ring hand, skill hand]."""
        at = []
        for axis, side in enumerate(self.sides):
            stay = [die for n, die in enumerate(dice) if is_skill(die) == bool(axis) and n not in slots]
            for size in range(self.sizes[axis] - 1, len(stay) - 1, -1):
                value = side.mean(value, size, axis)
            at.append(side.find(stay))
        return float(value[at[0], at[1]])

    def _counts(self) -> Iterator[tuple[int, int]]:
        most = self.check.forced or self.check.reroll
        pairs = [(r, s) for r in range(self.sizes[0] + 1) for s in range(self.sizes[1] + 1) if r + s <= most]
        return iter(sorted(pairs, key=lambda pair: (sum(pair), pair)))

    def _masked(self, counts: tuple[int, int], value: Floats) -> Floats:
        """An adversity takes as many dice with success as it says, or all there are."""
        if not self.check.forced:
            return value
        shown = [side.counts[n] @ side.success for side, n in zip(self.sides, self.sizes, strict=True)]
        there = np.minimum(shown[0][:, None] + shown[1][None, :], self.check.forced)
        return np.where(there == sum(counts), value, -np.inf)

    def _lift(self, value: Floats, counts: tuple[int, int]) -> list[Floats]:
        """Values with so many dice fewer, then with one more at a time taken back as the one to go, ring dice first."""
        sizes = list(self.sizes)
        for axis, count in enumerate(counts):
            for _ in range(count):
                sizes[axis] -= 1
                value = self.sides[axis].mean(value, sizes[axis], axis)
        steps = [value]
        for axis, count in enumerate(counts):
            for _ in range(count):
                sizes[axis] += 1
                steps.append(self._best_next(steps[-1], axis, sizes[axis]))
        return steps

    def _best_next(self, value: Floats, axis: int, size: int) -> Floats:
        """[ring hand, skill hand]: the best value over the next die to go."""
        side, padded = self.sides[axis], np.insert(value, value.shape[axis], -np.inf, axis)
        best: Floats | None = None
        for face, less in enumerate(side.less[size]):
            if not self.check.forced or side.success[face]:
                found = padded.take(less, axis)
                best = found if best is None else np.maximum(best, found, out=best)
        assert best is not None
        return best

    def _candidates(self, value: Floats, axis: int, size: int) -> Floats:
        """[face, ...]: the value when a die of that face is the next to go."""
        less = self.sides[axis].less[size]
        out = np.where(less < 0, 0, less)
        allowed = less >= 0
        if self.check.forced:
            allowed = allowed & self.sides[axis].success[:, None]
        found = value.take(out, axis)
        if axis == 0:
            return np.where(allowed[:, :, None], found, -np.inf)
        return np.where(allowed[:, None, :], found.transpose(1, 0, 2), -np.inf)

    def _moved(self, value: Floats, options: dict[tuple[int, int], Floats], which: Ints) -> Floats:
        """[ring hand, skill hand]: the chance of each roll after the best choice of dice was rolled again."""
        rolled = self.chances()
        after = np.zeros_like(rolled)
        for n, counts in enumerate(options):
            mass = np.where(which == n, rolled, 0.0)
            if mass.any():
                after += self._again(value, counts, mass)
        return after

    def _again(self, value: Floats, counts: tuple[int, int], mass: Floats) -> Floats:
        steps, sizes = self._lift(value, counts), list(self.sizes)
        steps.pop()
        for axis in (1, 0):
            for _ in range(counts[axis]):
                mass = self._taken(steps.pop(), axis, sizes[axis], mass)
                sizes[axis] -= 1
        for axis, count in enumerate(counts):
            for _ in range(count):
                mass = self.sides[axis].add(mass, sizes[axis], axis)
                sizes[axis] += 1
        return mass

    def _taken(self, lower: Floats, axis: int, size: int, mass: Floats) -> Floats:
        """Mass after the best next die has been taken out of each hand."""
        face = self._candidates(lower, axis, size).argmax(axis=0)
        ring, skill = np.indices(mass.shape)
        less = self.sides[axis].less[size]
        to = (less[face, ring], skill) if axis == 0 else (ring, less[face, skill])
        there = mass > 0
        first, second = (np.asarray(part) for part in to)
        flat = np.ravel_multi_index((first[there], second[there]), lower.shape)
        return np.asarray(np.bincount(flat, mass[there], lower.size), dtype=np.float64).reshape(lower.shape)


def _choose(values: list[Floats], *, forced: bool) -> tuple[Floats, Ints]:
    """The best of some options, and which: of those that are all but equal, the first."""
    best = values[0]
    which = np.zeros(best.shape, dtype=np.intp)
    for n, value in enumerate(values[1:], 1):
        better = value > best + (0.0 if forced else CLOSE)
        best, which = np.where(better, value, best), np.where(better, n, which)
    return best, which


def _placed(side: Hands, mass: Floats, size: int, face: int) -> Floats:
    """Mass with one die of that face put to every hand."""
    found = np.zeros(len(side.counts[size + 1]))
    found[side.more[size][face]] = mass
    return found


assert BLANK == -1  # in `hands`, a blank face is one like others
