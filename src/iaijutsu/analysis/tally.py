"""What came of many duels, added up in whole numbers, and what can be said from it with which doubt.

Three kinds of things are counted: shares (one word for each duel, such as who won), flags (whether something happened)
and numbers (such as a margin). Adding up whole numbers gives the same in any order, so nothing hangs on who fought
which duel.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import NamedTuple

from ..engine import BadInput, Json, Sentence

CONFIDENCE = 0.95
MOST_WORDS = 2000
"""Different words or numbers under one name in a file at most."""


@dataclass(slots=True)
class Facts:
    """What came of one duel. A share, flag or number that a duel has no say in is left out."""

    shares: dict[str, str] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """The facts of `duels` duels: for each name, how often each word or number came."""

    duels: int = 0
    shares: dict[str, Counter[str]] = field(default_factory=dict)
    flags: dict[str, Counter[bool]] = field(default_factory=dict)
    numbers: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, facts: Facts) -> None:
        """Count one duel."""
        self.duels += 1
        for name, word in facts.shares.items():
            self.shares.setdefault(name, Counter())[word] += 1
        for name, flag in facts.flags.items():
            self.flags.setdefault(name, Counter())[flag] += 1
        for name, number in facts.numbers.items():
            self.numbers.setdefault(name, Counter())[number] += 1

    def merge(self, other: Tally) -> None:
        """Count all duels of another tally."""
        self.duels += other.duels
        for name, words in other.shares.items():
            self.shares.setdefault(name, Counter()).update(words)
        for name, flags in other.flags.items():
            self.flags.setdefault(name, Counter()).update(flags)
        for name, numbers in other.numbers.items():
            self.numbers.setdefault(name, Counter()).update(numbers)

    def plain(self) -> Json:
        """The JSON form, in an order of its own: equal tallies are written alike."""
        return {
            "duels": self.duels,
            "shares": {name: dict(sorted(words.items())) for name, words in sorted(self.shares.items())},
            "flags": {name: [flags[False], flags[True]] for name, flags in sorted(self.flags.items())},
            "numbers": {
                name: {str(number): count for number, count in sorted(numbers.items())}
                for name, numbers in sorted(self.numbers.items())
            },
        }


# --- reading ---------------------------------------------------------------------------------------------


def load(data: Json, where: str) -> Tally:
    """The tally of a JSON form. Raises `BadInput`."""
    keys = ("duels", "shares", "flags", "numbers")
    if not isinstance(data, dict) or data.keys() != set(keys):
        raise BadInput(where, Sentence("a table with {keys} is needed", keys=", ".join(keys)))
    made = Tally(_count(data["duels"], f"{where}.duels"))
    for name, row in _table(data["shares"], f"{where}.shares").items():
        here = f"{where}.shares.{name:.60}"
        made.shares[name] = Counter({word: _count(n, here) for word, n in _table(row, here).items()})
    for name, pair in _table(data["flags"], f"{where}.flags").items():
        here = f"{where}.flags.{name:.60}"
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadInput(here, Sentence("a list of two counts is needed, of those that were not and those that were"))
        made.flags[name] = Counter({False: _count(pair[0], here), True: _count(pair[1], here)})
    for name, row in _table(data["numbers"], f"{where}.numbers").items():
        here = f"{where}.numbers.{name:.60}"
        made.numbers[name] = Counter({_number(key, here): _count(n, here) for key, n in _table(row, here).items()})
    _agree(made, where)
    return made


def _table(data: Json, where: str) -> dict[str, Json]:
    if not isinstance(data, dict) or len(data) > MOST_WORDS:
        raise BadInput(
            where,
            Sentence("a table of {most} rows at most is needed, not {found!r:.60}", most=MOST_WORDS, found=data),
        )
    return data


def _count(data: Json, where: str) -> int:
    if type(data) is not int or not 0 <= data < 1 << 62:
        raise BadInput(where, Sentence("a count is needed, not {found!r:.60}", found=data))
    return data


def _number(key: str, where: str) -> int:
    digits = key.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise BadInput(where, Sentence("a whole number is needed, not {found!r:.60}", found=key))
    return int(key)


def _agree(made: Tally, where: str) -> None:
    for kind in ("shares", "flags", "numbers"):
        for name, row in getattr(made, kind).items():
            if (counted := sum(row.values())) > made.duels:
                reason = Sentence.counted(
                    "{n} duel is counted, but there were {duels}", "{n} duels are counted, but there were {duels}",
                    counted, duels=made.duels,
                )  # fmt: skip
                raise BadInput(f"{where}.{kind}.{name:.60}", reason)


# --- what can be said ------------------------------------------------------------------------------------


class Estimate(NamedTuple):
    """A value with the interval in which the true one lies, as far as `CONFIDENCE` goes."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def normal(confidence: float) -> float:
    """How many standard deviations on either side hold that much of a normal distribution."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def share(count: float, of: float, confidence: float = CONFIDENCE) -> Estimate:
    """A share, with Wilson's interval: it holds for few duels, and for shares near 0 and 1."""
    if of <= 0:
        return Estimate(math.nan, 0.0, 1.0)
    z, p = normal(confidence), count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return Estimate(p, low, 1.0 if count == of else min(1.0, middle + half))


def lead(more: int, less: int, of: int, confidence: float = CONFIDENCE) -> Estimate:
    """By how much one share is above another of the same duels, with Newcombe's interval, made of both Wilson's.

    So it holds for few duels, and where one side has won them all.
    """
    if of <= 0:
        return Estimate(math.nan, -1.0, 1.0)
    one, other = share(more, of, confidence), share(less, of, confidence)
    p, q = one.value, other.value
    rest = (1 - p) * (1 - q)
    together = (
        -math.sqrt(p * q / rest) if rest else -1.0
    )  # how the shares hang together: more of one, less of the other
    below = _added(p - one.low, other.high - q, together)
    above = _added(one.high - p, q - other.low, together)
    return Estimate(p - q, max(-1.0, p - q - below), min(1.0, p - q + above))


def _added(one: float, other: float, together: float) -> float:
    return math.sqrt(one * one - 2 * together * one * other + other * other)


def mean(
    counts: Mapping[int, int], confidence: float = CONFIDENCE, bounds: tuple[float, float] = (-math.inf, math.inf)
) -> Estimate:
    """The mean of numbers that came so often, with Student's interval; of one number alone it is without bounds."""
    of = sum(counts.values())
    if of == 0:
        return Estimate(math.nan, *bounds)
    value = sum(number * count for number, count in counts.items()) / of
    if of == 1:
        return Estimate(value, *bounds)
    spread = sum(count * (number - value) ** 2 for number, count in counts.items()) / (of - 1)
    half = student(confidence, of - 1) * math.sqrt(spread / of)
    return Estimate(value, max(bounds[0], value - half), min(bounds[1], value + half))


def student(confidence: float, freedom: int) -> float:
    """The same as `normal` for Student's distribution (exact for 1 and 2 degrees of freedom, else to about 0.1 %)."""
    if freedom == 1:
        return math.tan(math.pi * confidence / 2)
    if freedom == 2:
        return confidence * math.sqrt(2 / (1 - confidence * confidence))
    z, n = normal(confidence), freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / n ** (k + 1) for k, term in enumerate(terms)))


def quantile(counts: Mapping[int, int], part: float) -> int:
    """The number below or at which that part of those counted lies."""
    left = part * sum(counts.values())
    for number in sorted(counts):
        left -= counts[number]
        if left <= 1e-9:
            return number
    return max(counts)
