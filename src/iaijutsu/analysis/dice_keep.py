"""Which of the rolled dice to keep: for every roll at once, given what each handful is worth when it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from ..rpg.dice import Die, is_skill
from .dice_check import BLANK, FACE_OF, Check
from .dice_goal import Floats, Ints
from .dice_lattice import ALL, CALM, Lattice, lattice


@dataclass(frozen=True, eq=False)
class Table:
    """Rolls and what may be kept of them.

    `rolls`: every roll, as the handful of its dice that count; `chances`: [roll]. `handfuls`: what can be kept.
    `ways`: [way, roll of up to the limit]: the handful kept by keeping all of that roll and some reserved dice (one way
    for each choice of those), or `len(handfuls)`. `bare`: [roll], whether nothing at all may be kept of it.
    """

    rolls: Lattice
    handfuls: Lattice
    chances: Floats
    ways: Ints
    bare: Ints

    def best(self, worth: Floats) -> Ints:
        """[roll]: the handful to keep, from the worth of each handful."""
        order = np.argsort(worth, kind="stable")
        rank = np.empty(len(order) + 1, dtype=np.int32 if len(order) > 32_000 else np.int16)
        rank[order] = np.arange(len(order))
        rank[-1] = -1
        top = self._highest(rank)
        return order[np.where(self.bare, np.maximum(top, rank[0]), top)]

    def _highest(self, rank: Ints) -> Ints:
        """The highest rank of what may be kept of each roll, nothing at all not counted."""
        rolls, most = self.rolls, self.ways.shape[1]
        kept = rank[self.ways].max(axis=0)
        top = np.full(len(rolls) + 1, -1, dtype=rank.dtype)
        top[0] = kept[0]
        for n in range(1, rolls.size + 1):
            first, end = rolls.levels[n], rolls.levels[n + 1]
            less = top[rolls.below[n]].max(axis=0)
            top[first:end] = np.maximum(less, kept[first:end]) if end <= most else less
        return top[:-1]


def faces_of(check: Check) -> tuple[int, ...]:
    """Which faces may be kept."""
    return CALM if check.compromised else ALL


def table(check: Check) -> Table:
    """The table of a check."""
    aside, reserved = tuple(sorted(check.set_aside)), tuple(sorted(check.reserved))
    return _table(check.ring_dice, check.skill_dice, check.keep, faces_of(check), aside, reserved)


@lru_cache(maxsize=32)
def _table(
    ring: int, skill: int, keep: int, faces: tuple[int, ...], aside: tuple[Die, ...], reserved: tuple[Die, ...]
) -> Table:
    size = ring + skill
    rolls, handfuls = lattice(ring, skill, size, faces), lattice(keep, keep, keep, faces)
    skilled = sum(map(is_skill, aside))
    chances = _shifted(rolls, rolls.chances(ring - len(aside) + skilled, skill - skilled), aside)
    limit = rolls.levels[min(keep, size) + 1]
    with_keys = [handfuls.find(rolls.keys[:limit] + key) for key in _choices(rolls, reserved)]
    with_keys[0][0] = len(handfuls)  # nothing at all is settled apart
    calm = faces is not ALL and faces == CALM
    spare = any(FACE_OF[die] == BLANK for die in reserved)  # a blank die in place of another may be kept for nothing
    bare = rolls.counts.sum(axis=1) < (size + 1 if calm or spare else size)
    return Table(rolls, handfuls, chances, np.array(with_keys), bare)


def _shifted(rolls: Lattice, chances: Floats, aside: tuple[Die, ...]) -> Floats:
    """The same with these dice in every roll."""
    if not aside:
        return chances
    found = np.zeros(len(rolls) + 1)
    found[rolls.find(rolls.keys + rolls.key_of([FACE_OF[die] for die in aside]))] = chances
    return found[:-1]


def _choices(rolls: Lattice, reserved: tuple[Die, ...]) -> Iterator[int]:
    """The keys of every choice of reserved dice, nothing first. Those that do not fit lead nowhere."""
    counted = [FACE_OF[die] for die in reserved if FACE_OF[die] in rolls.faces]
    kinds = sorted(set(counted))
    for numbers in product(*[range(counted.count(kind) + 1) for kind in kinds]):
        yield sum(rolls.key_of([kind]) * number for kind, number in zip(kinds, numbers, strict=True))
