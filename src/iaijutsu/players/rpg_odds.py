"""How checks are likely to come out: kept successes from a pool of dice, quickly and well enough to choose by."""

from __future__ import annotations

from functools import lru_cache

from ..rpg.dice import EXPLOSIVE, RING_SIDES, SKILL_SIDES, STRIFE, SUCCESS

RING_FACES = range(RING_SIDES)
SKILL_FACES = range(RING_SIDES, RING_SIDES + SKILL_SIDES)
MORE = 0.55
"""Successes to expect of a die that an explosive one adds."""


def _shares(faces: range, calm: bool) -> tuple[float, float]:
    """The chances that a die shows a plain success, and an explosive one, among the faces that may be kept."""
    open_faces = [face for face in faces if not (calm and STRIFE[face])]
    plain = sum(SUCCESS[face] and not EXPLOSIVE[face] for face in open_faces)
    explosive = sum(EXPLOSIVE[face] for face in open_faces)
    return plain / len(faces), explosive / len(faces)


@lru_cache(4096)
def successes(ring_dice: int, skill_dice: int, keep: int, *, calm: bool = False) -> tuple[float, ...]:
    """The chances of 0, 1, 2, ... kept successes when as many as can be are kept. `calm`: no die with strife."""
    counts = {(0, 0): 1.0}
    for faces, dice in ((RING_FACES, ring_dice), (SKILL_FACES, skill_dice)):
        for _ in range(dice):
            counts = _one_more(counts, *_shares(faces, calm))
    found = [0.0] * (2 * keep + 1)
    for (plain, explosive), p in counts.items():
        kept = min(explosive, keep)
        base = kept + min(plain, keep - kept)
        for more, share in enumerate(_binomial(kept)):
            found[base + more] += p * share
    return tuple(found)


def _one_more(counts: dict[tuple[int, int], float], plain: float, explosive: float) -> dict[tuple[int, int], float]:
    found: dict[tuple[int, int], float] = {}
    for (a, b), p in counts.items():
        for key, share in (((a + 1, b), plain), ((a, b + 1), explosive), ((a, b), 1 - plain - explosive)):
            found[key] = found.get(key, 0.0) + p * share
    return found


@lru_cache(64)
def _binomial(dice: int) -> tuple[float, ...]:
    rows = [1.0]
    for _ in range(dice):
        rows = [
            (rows[n] if n < len(rows) else 0.0) * (1 - MORE) + (rows[n - 1] * MORE if n else 0.0)
            for n in range(len(rows) + 1)
        ]
    return tuple(rows)


@lru_cache(4096)
def passing(ring_dice: int, skill_dice: int, keep: int, tn: int, *, calm: bool = False) -> tuple[float, float]:
    """The chance to reach the TN, and the bonus successes to expect when it is reached."""
    odds = successes(ring_dice, skill_dice, keep, calm=calm)
    reached = sum(odds[tn:])
    bonus = sum((n - tn) * p for n, p in enumerate(odds) if n > tn)
    return reached, bonus / reached if reached else 0.0
