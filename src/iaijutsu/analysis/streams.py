"""Streams of random words: word n of stream s is SplitMix64's n-th from s, whoever makes it, in any order."""

from __future__ import annotations

import numpy as np

from .kernel_types import Words

GOLDEN, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
MASK = (1 << 64) - 1


def mixed(z: int) -> int:
    """A word stirred until every bit hangs on every other."""
    z = ((z ^ (z >> 30)) * FIRST) & MASK
    z = ((z ^ (z >> 27)) * SECOND) & MASK
    return z ^ (z >> 31)


def stream_of(seed: int) -> int:
    """The stream of a seed of at most 64 bits: seeds that are neighbours have streams that are not."""
    return mixed(mixed((seed + GOLDEN) & MASK) ^ FIRST)


def word(stream: int, number: int) -> int:
    """Word `number` of a stream."""
    return mixed((stream + number * GOLDEN) & MASK)


def words(stream: int, numbers: Words) -> Words:
    """Those words of a stream."""
    z = numbers * np.uint64(GOLDEN) + np.uint64(stream)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(SECOND)
    return z ^ (z >> np.uint64(31))


def at_once(start: int, count: int) -> Words:
    """The numbers from `start`."""
    return np.arange(start, start + count, dtype=np.uint64)
