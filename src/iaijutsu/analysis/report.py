"""What a simulation says: sentences, tables of shares and numbers, each estimate with its interval. Also as plain text.

`html` turns the same report into a page.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from textwrap import fill
from typing import TypeAlias

from . import tally as tallies
from .measures import Measure
from .tally import Estimate, Tally

MOST_BARS = 25
"""Bars in a picture of numbers; more of them are put together."""
MOST_ROWS = 14
"""Rows of shares that are told apart; the rarest are put together."""
WIDE = 100
BAR = 24
"""Characters of a bar in text."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was so: `count` of `of` duels, and what that says about all duels."""

    label: str
    count: int
    of: int
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares under one title. `whole` says whether they add up to one."""

    title: str
    over: str
    rows: tuple[Share, ...]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number: its mean with the interval, and how often each value (or range of values) came.

    `quantiles` are the numbers at or below which 5, 50 and 95 % of the duels lie; they and `least` and `most` are of
    the duels that were fought.
    """

    title: str
    unit: str
    over: str
    of: int
    mean: Estimate
    quantiles: tuple[int, int, int]
    least: int
    most: int
    bars: tuple[Share, ...]
    main: bool = False


Part: TypeAlias = Shares | Numbers


@dataclass(frozen=True, slots=True)
class Report:
    """All of it. `lead` are the sentences to begin with; `exact` what is no estimate, as pairs of words."""

    title: str
    lead: tuple[str, ...]
    exact: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    confidence: float
    notes: tuple[str, ...] = field(default=())


# --- making it -------------------------------------------------------------------------------------------


def report(
    title: str, made: Tally, measures: Iterable[Measure], names: tuple[str, str],
    exact: Iterable[tuple[str, str]], *, confidence: float = tallies.CONFIDENCE, notes: Iterable[str] = (),
) -> Report:  # fmt: skip
    """The report of a tally. `names` are the two players'; they stand for `{0}` and `{1}` in all words."""
    listed = tuple(measures)
    parts = tuple(_parts(made, listed, names, confidence))
    lead = tuple(_lead(made, names, confidence))
    counted = ("duels counted", f"{made.duels:,}")
    return Report(title, lead, (counted, *exact), parts, confidence, (*notes, reading(confidence)))


def reading(confidence: float) -> str:
    """How intervals are meant."""
    percent = f"{100 * confidence:g} %"
    return (
        f"Intervals are of {percent} each by itself: shares by Wilson's method, a lead by Newcombe's, means by "
        "Student's. Of many intervals "
        "some miss the true value. What is called exact, and every count, is no estimate."
    )


def _lead(made: Tally, names: tuple[str, str], confidence: float) -> Iterator[str]:
    words = made.shares.get("result", Counter())
    first, second = words["{0} wins"], words["{1} wins"]
    told = [
        f"{name} wins {percent(tallies.share(count, made.duels, confidence))} of the duels"
        for name, count in zip(names, (first, second), strict=True)
    ]
    yield f"{told[0]}; {told[1]}."
    gap = tallies.lead(first, second, made.duels, confidence)
    better, worse = names if gap.value >= 0 else names[::-1]
    size = gap if gap.value >= 0 else Estimate(-gap.value, -gap.high, -gap.low)
    chance = " That may still be chance." if size.low <= 0 else ""
    yield f"{better} wins {points(size)} more often than {worse}.{chance}"
    if margin := made.numbers.get("margin"):
        mean = tallies.mean(margin, confidence)
        yield f"Score of {names[0]} minus that of {names[1]}: {signed(mean)} points on average, where there is a score."


def _parts(made: Tally, measures: tuple[Measure, ...], names: tuple[str, str], confidence: float) -> Iterator[Part]:
    for measure in measures:
        if measure.kind == "share" and (words := made.shares.get(measure.name)):
            yield _shares(_named(measure.title, names), measure.of, words, names, confidence)
    numbers = [(one, counts) for one in measures if one.kind == "number" and (counts := made.numbers.get(one.name))]
    yield from (_numbers(one, counts, names, confidence) for one, counts in numbers if one.main)
    if flags := tuple(_flags(made, measures, names, confidence)):
        yield Shares("What befalls whom", "duels", flags, whole=False)
    yield from (_numbers(one, counts, names, confidence) for one, counts in numbers if not one.main)


def _flags(made: Tally, measures: tuple[Measure, ...], names: tuple[str, str], confidence: float) -> Iterator[Share]:
    for measure in measures:
        if measure.kind == "flag" and (flag := made.flags.get(measure.name)):
            of = flag[True] + flag[False]
            estimate = tallies.share(flag[True], of, confidence)
            yield Share(_named(measure.title, names), flag[True], of, estimate)


def _shares(title: str, over: str, words: Counter[str], names: tuple[str, str], confidence: float) -> Shares:
    of = sum(words.values())
    ranked = sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))
    rows = [(_named(word, names), count) for word, count in ranked[:MOST_ROWS]]
    if rest := sum(count for _, count in ranked[MOST_ROWS:]):
        rows.append((f"{len(ranked) - MOST_ROWS} others together", rest))
    made = tuple(Share(label, count, of, tallies.share(count, of, confidence)) for label, count in rows)
    return Shares(title, over, made)


def _named(word: str, names: tuple[str, str]) -> str:
    return word.replace("{0}", names[0]).replace("{1}", names[1])


def _numbers(measure: Measure, numbers: Counter[int], names: tuple[str, str], confidence: float) -> Numbers:
    of = sum(numbers.values())
    low, middle, high = (tallies.quantile(numbers, part) for part in (0.05, 0.5, 0.95))
    bars = tuple(Share(label, count, of, tallies.share(count, of, confidence)) for label, count in _bars(numbers))
    return Numbers(
        _named(measure.title, names), measure.unit, measure.of, of, tallies.mean(numbers, confidence),
        (low, middle, high), min(numbers), max(numbers), bars, measure.main,
    )  # fmt: skip


def _bars(numbers: Counter[int]) -> Iterator[tuple[str, int]]:
    """The values with their counts, empty ones between them too; ranges of values where there are many."""
    least, most = min(numbers), max(numbers)
    width = -(-(most - least + 1) // MOST_BARS)
    for start in range(least, most + 1, width):
        count = sum(numbers[value] for value in range(start, start + width))
        label = f"{start}" if width == 1 else f"{start} to {start + width - 1}"
        yield label.replace("-", "−"), count


# --- words for numbers -----------------------------------------------------------------------------------


def percent(estimate: Estimate) -> str:
    """`52.1 % (48.9 to 55.2)`."""
    digits = 2 if estimate.half < 0.002 else 1
    value, low, high = (f"{100 * part:.{digits}f}" for part in estimate)
    return f"{value} % ({low} to {high})"


def points(estimate: Estimate) -> str:
    """A difference of shares: `4.2 points of a hundred (−2.1 to +10.4)`."""
    value, low, high = (f"{100 * part:+.1f}".replace("-", "−") for part in estimate)
    return f"{value.lstrip('+')} in a hundred duels ({low} to {high})"


def signed(estimate: Estimate) -> str:
    """A mean that may be negative: `+1.31 (+1.02 to +1.60)`."""
    value, low, high = (f"{part:+.2f}".replace("-", "−") for part in estimate)
    return f"{value} ({low} to {high})" if _spread(estimate) else f"{value} ({ALIKE})"


def plain_mean(estimate: Estimate) -> str:
    """A mean: `4.31 (4.02 to 4.60)`. Where all numbers were alike, or there was one alone, they give no interval."""
    value, low, high = (f"{part:.2f}".replace("-", "−") for part in estimate)
    return f"{value} ({low} to {high})" if _spread(estimate) else f"{value} ({ALIKE})"


ALIKE = "all alike, so how far it may be off is not known"


def _spread(estimate: Estimate) -> bool:
    return estimate.low < estimate.high and math.isfinite(estimate.low)


# --- as text ---------------------------------------------------------------------------------------------


def text(made: Report, *, bars: bool = True) -> str:
    """The report in lines, with bars of characters unless they are not wanted (screen readers, pipes).

    It is shorter than the page: of numbers beside the main ones it gives the mean and the span alone.
    """
    lines = [made.title, "=" * len(made.title), "", *(fill(sentence, WIDE) for sentence in made.lead), ""]
    lines += ["What was simulated (exact)", *(f"  {name}: {value}" for name, value in made.exact), ""]
    for part in made.parts:
        lines += [*(_shares_text(part, bars) if isinstance(part, Shares) else _numbers_text(part, bars)), ""]
    return "\n".join([*lines, *(fill(note, WIDE) for note in made.notes)]) + "\n"


def _shares_text(part: Shares, bars: bool) -> Iterator[str]:
    yield f"{part.title} (share of {part.rows[0].of:,} {part.over})"
    wide = max(len(row.label) for row in part.rows)
    told = _told(part.rows)
    for row, words in zip(part.rows, told, strict=True):
        yield f"  {row.label:<{wide}}  {words}  {_bar(row) if bars else ''}".rstrip()


def _numbers_text(part: Numbers, bars: bool) -> Iterator[str]:
    low, middle, high = (f"{value}".replace("-", "−") for value in part.quantiles)
    yield f"{part.title} ({part.unit}; {part.of:,} {part.over})"
    yield f"  mean {plain_mean(part.mean)}; median {middle}, nine in ten from {low} to {high} of those fought"
    wide = max(len(row.label) for row in part.bars)
    told = _told(part.bars)
    for row, words in zip(part.bars, told, strict=True) if part.main else ():
        if row.count:
            yield f"  {row.label:>{wide}}  {words}  {_bar(row) if bars else ''}".rstrip()


def _told(rows: tuple[Share, ...]) -> list[str]:
    """Shares with their intervals, all as wide as the widest."""
    told = [percent(row.estimate) for row in rows]
    return [words.ljust(max(map(len, told))) for words in told]


def _bar(row: Share) -> str:
    return "█" * round(BAR * row.estimate.value)
