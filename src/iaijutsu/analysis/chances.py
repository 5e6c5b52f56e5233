"""What may be drawn, and how likely it is: cards without replacement, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TypeAlias

Counts: TypeAlias = tuple[int, ...]
"""How many cards of each kind there are, by the index of the kind."""
Drawn: TypeAlias = tuple[int, ...]
"""Kinds drawn, by index, highest first."""


def draws(counts: Counts, number: int) -> Iterator[tuple[Drawn, float]]:
    """Every set of `number` cards drawn from `counts`, with its probability."""
    total = comb(sum(counts), number)
    kinds = [kind for kind in reversed(range(len(counts))) if counts[kind]]
    for drawn in combinations_with_replacement(kinds, number):
        ways = prod(comb(counts[kind], drawn.count(kind)) for kind in set(drawn))
        if ways:
            yield drawn, ways / total


def best_draws(counts: Counts, number: int, best: int) -> Iterator[tuple[Drawn, float]]:
    """The highest `best` cards of `number` drawn from `counts`, with the probability that they are just these."""
    best = min(best, number)
    total = comb(sum(counts), number)
    kinds = [kind for kind in reversed(range(len(counts))) if counts[kind]]
    for top in combinations_with_replacement(kinds, best):
        ways = _ways(counts, number, top)
        if ways:
            yield top, ways / total


def _ways(counts: Counts, number: int, top: Drawn) -> int:
    """Sets of `number` cards whose highest are `top`: of its lowest there may be more, and anything lower."""
    if not top:
        return comb(sum(counts), number)
    lowest = top[-1]
    above = prod(comb(counts[kind], top.count(kind)) for kind in set(top) if kind != lowest)
    higher, least = sum(1 for kind in top if kind != lowest), top.count(lowest)
    below = sum(counts[:lowest])
    return above * sum(
        comb(counts[lowest], same) * comb(below, number - higher - same)
        for same in range(least, min(counts[lowest], number - higher) + 1)
    )


def less(counts: Counts, drawn: Sequence[int]) -> Counts:
    """What is left of `counts` once these have been drawn."""
    left = list(counts)
    for kind in drawn:
        left[kind] -= 1
    return tuple(left)


def added(counts: Counts, drawn: Sequence[int]) -> Counts:
    """`counts` with these put in."""
    more = list(counts)
    for kind in drawn:
        more[kind] += 1
    return tuple(more)
