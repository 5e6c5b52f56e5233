"""Handfuls of dice: multisets of the faces that count, each linked to those with one die less.

A value for every handful, "the best of what may be kept of it", takes one pass over these links instead of a look at
every subset of every roll. Blank dice are left out: a handful smaller than the roll stands for the rest being blank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from .dice_check import FACES
from .dice_goal import Floats, Ints

ALL = tuple(range(len(FACES)))
CALM = tuple([n for n, face in enumerate(FACES) if not face.strife])
"""Faces that may be kept: all, and by one who is Compromised. Others are as good as blank."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """Handfuls of up to `size` dice, small ones first; within a size, those with nothing but explosive dice last.

    `faces`: which of `FACES` they are made of. `counts`: [handful, face]. `down`: [face, handful], the handful with one
    die of that face less, or `len(self)` where it has none. `levels`: handfuls of n dice are levels[n] to
    levels[n + 1]; `bursts[n]`: from where on they are all explosive.
    """

    faces: tuple[int, ...]
    size: int
    counts: Ints
    down: Ints
    levels: tuple[int, ...]
    bursts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def totals(self) -> Ints:
        """[5, handful]: successes, opportunity, strife, ring dice and skill dice to come from explosions."""
        kinds = [(f.successes, f.opportunity, f.strife, f.ring, f.skill) for f in (FACES[n] for n in self.faces)]
        return (self.counts @ np.array(kinds, dtype=np.int64)).T.copy()

    @cached_property
    def below(self) -> tuple[Ints, ...]:
        """For each size, [link, handful]: `down` without empty rows (no handful has more faces than dice)."""
        found = []
        for n in range(self.size + 1):
            links = np.sort(self.down[:, self.levels[n] : self.levels[n + 1]], axis=0)
            found.append(np.ascontiguousarray(links[: max(1, min(n, len(self.faces)))]))
        return tuple(found)

    @cached_property
    def keys(self) -> Ints:
        """One number for each handful, the same in every lattice."""
        return self.counts @ (BASE ** np.array(self.faces, dtype=np.int64))

    def find(self, keys: Ints) -> Ints:
        """The handfuls with these keys; `len(self)` where there is none."""
        order, ordered = self._sorted
        at = np.minimum(np.searchsorted(ordered, keys), len(self) - 1)
        return np.where(ordered[at] == keys, order[at], len(self))

    @cached_property
    def _sorted(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.keys)
        return order, self.keys[order]

    def key_of(self, faces: Sequence[int]) -> int:
        """The key of a handful given face by face; faces that do not count here are passed over."""
        return sum(BASE**face for face in faces if face in self.faces)

    def chances(self, ring: int, skill: int) -> Floats:
        """[handful]: the chance that so many ring and skill dice, rolled, show just that and else blanks."""
        found = np.zeros(len(self) + 1)
        found[0] = 1.0
        for count, chances in ((ring, ON_RING), (skill, ON_SKILL)):
            for _ in range(count):
                found = self._one_more(found, chances)
        return found[:-1]

    def _one_more(self, found: Floats, chances: Floats) -> Floats:
        """One more die, with those chances of its faces."""
        here = chances[list(self.faces)]
        new: Floats = (1.0 - here.sum()) * found
        for face, chance in enumerate(here):
            if chance:
                new[:-1] += chance * found[self.down[face]]
        return new


BASE = 32
"""What the keys of handfuls count in: more than there are dice."""
ON_RING = np.array([face.on_ring / 6 for face in FACES])
ON_SKILL = np.array([face.on_skill / 12 for face in FACES])
"""By face: the chance that a ring die, and a skill die, shows it."""


@lru_cache(maxsize=64)
def lattice(ring: int, skill: int, size: int, faces: tuple[int, ...]) -> Lattice:
    """All handfuls of up to `size` dice that have at most `ring` dice of faces that only a ring die shows, and at most
    `skill` of those that only a skill die shows.
    """
    mixed = [n for n in faces if FACES[n].on_ring and FACES[n].on_skill and not FACES[n].explosive]
    ring_only = [n for n in faces if n not in mixed and FACES[n].on_ring]
    skill_only = [n for n in faces if n not in mixed and not FACES[n].on_ring]
    parts = [_up_to(len(some), most) for some, most in ((mixed, size), (ring_only, ring), (skill_only, skill))]
    rows = _together(parts, size)
    order = [faces.index(n) for n in (*mixed, *ring_only, *skill_only)]
    counts = np.empty_like(rows)
    counts[:, order] = rows
    explosive = np.array([FACES[n].explosive for n in faces])
    sizes = counts.sum(axis=1)
    burst = (counts[:, ~explosive].sum(axis=1) == 0) & (sizes > 0)
    counts = counts[np.lexsort((burst, sizes))]
    return _linked(faces, size, counts, explosive)


def _linked(faces: tuple[int, ...], size: int, counts: Ints, explosive: Ints) -> Lattice:
    sizes = counts.sum(axis=1)
    levels = np.searchsorted(sizes, np.arange(size + 2))
    plain = counts[:, ~explosive].sum(axis=1) > 0
    bursts = [int(levels[n] + plain[levels[n] : levels[n + 1]].sum()) for n in range(size + 1)]
    bare = Lattice(faces, size, counts, np.empty((0, 0), dtype=np.int64), (), ())
    down = np.empty((len(faces), len(counts)), dtype=np.intp)
    for at, face in enumerate(faces):
        less = bare.find(bare.keys - BASE**face)
        down[at] = np.where(counts[:, at] > 0, less, len(counts))
    return Lattice(faces, size, counts, down, tuple(map(int, levels)), tuple(bursts))


def _up_to(kinds: int, most: int) -> Ints:
    """Every way to have up to `most` things of so many kinds: [way, kind]."""
    rows = np.zeros((1, 0), dtype=np.int64)
    for _ in range(kinds):
        rows = _together([rows, np.arange(most + 1, dtype=np.int64)[:, None]], most)
    return rows


def _together(parts: list[Ints], most: int) -> Ints:
    """Every way to put one row of each part side by side, with a sum of `most` or less."""
    rows = parts[0]
    for part in parts[1:]:
        sums = rows.sum(axis=1)[:, None] + part.sum(axis=1)[None, :]
        left, right = np.nonzero(sums <= most)
        rows = np.concatenate([rows[left], part[right]], axis=1)
    return rows
