"""What a simulation says: sentences, tables of shares and numbers, each estimate with its interval. Also as plain text.

`report_html` turns the same report into a page. What has words here is a `Sentence`, which whoever shows the report
tells in the reader's language: `tell` is how.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from textwrap import fill
from typing import TypeAlias

from ..engine import Sentence, Tell, sentences
from . import tally as tallies
from .measures import DUELS, Measure, Over
from .report_words import worded
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
    over: Over
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
    over: Over
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
    """The report of a tally. `names` are the two players'; they stand for `{0}` and `{1}` in the words of the tally."""
    listed = tuple(measures)
    parts = tuple(_parts(made, listed, names, confidence))
    lead = tuple(_lead(made, names, confidence))
    counted = (Sentence("duels counted"), whole(made.duels))
    return Report(title, lead, (counted, *exact), parts, confidence, (*notes, reading(confidence)))


def reading(confidence: float) -> str:
    """How intervals are meant."""
    return Sentence(
        "Intervals are of {percent:g} % each by itself: shares by Wilson's method, a lead by Newcombe's, means by "
        "Student's. Of many intervals "
        "some miss the true value. What is called exact, and every count, is no estimate.",
        percent=100 * confidence,
    )


def _lead(made: Tally, names: tuple[str, str], confidence: float) -> Iterator[str]:
    words = made.shares.get("result", Counter())
    first, second = words["{0} wins"], words["{1} wins"]
    shares = [percent(tallies.share(count, made.duels, confidence)) for count in (first, second)]
    yield Sentence(
        "{first} wins {share} of the duels; {second} wins {other} of the duels.",
        first=names[0], share=shares[0], second=names[1], other=shares[1],
    )  # fmt: skip
    gap = tallies.lead(first, second, made.duels, confidence)
    better, worse = names if gap.value >= 0 else names[::-1]
    size = gap if gap.value >= 0 else Estimate(-gap.value, -gap.high, -gap.low)
    yield Sentence(
        "{better} wins {points} more often than {worse}. That may still be chance."
        if size.low <= 0
        else "{better} wins {points} more often than {worse}.",
        better=better, points=points(size), worse=worse,
    )  # fmt: skip
    if margin := made.numbers.get("margin"):
        yield Sentence(
            "Score of {first} minus that of {second}: {mean} points on average, where there is a score.",
            first=names[0], second=names[1], mean=signed(tallies.mean(margin, confidence)),
        )  # fmt: skip


def _parts(made: Tally, measures: tuple[Measure, ...], names: tuple[str, str], confidence: float) -> Iterator[Part]:
    for measure in measures:
        if measure.kind == "share" and (words := made.shares.get(measure.name)):
            yield _shares(measure, words, names, confidence)
    numbers = [(one, counts) for one in measures if one.kind == "number" and (counts := made.numbers.get(one.name))]
    yield from (_numbers(one, counts, names, confidence) for one, counts in numbers if one.main)
    if flags := tuple(_flags(made, measures, names, confidence)):
        yield Shares(Sentence("What befalls whom"), DUELS, flags, whole=False)
    yield from (_numbers(one, counts, names, confidence) for one, counts in numbers if not one.main)


def _flags(made: Tally, measures: tuple[Measure, ...], names: tuple[str, str], confidence: float) -> Iterator[Share]:
    for measure in measures:
        if measure.kind == "flag" and (flag := made.flags.get(measure.name)):
            of = flag[True] + flag[False]
            estimate = tallies.share(flag[True], of, confidence)
            yield Share(measure.told(names), flag[True], of, estimate)


def _shares(measure: Measure, words: Counter[str], names: tuple[str, str], confidence: float) -> Shares:
    of = sum(words.values())
    ranked = sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))
    rows = [(worded(word, names), count) for word, count in ranked[:MOST_ROWS]]
    if rest := sum(count for _, count in ranked[MOST_ROWS:]):
        others = len(ranked) - MOST_ROWS
        rows.append((Sentence.counted("{n} other", "{n} others together", others), rest))
    made = tuple(Share(label, count, of, tallies.share(count, of, confidence)) for label, count in rows)
    return Shares(measure.told(names), measure.of, made)


def _numbers(measure: Measure, numbers: Counter[int], names: tuple[str, str], confidence: float) -> Numbers:
    of = sum(numbers.values())
    low, middle, high = (tallies.quantile(numbers, part) for part in (0.05, 0.5, 0.95))
    bars = tuple(Share(label, count, of, tallies.share(count, of, confidence)) for label, count in _bars(numbers))
    return Numbers(
        measure.told(names), measure.unit, measure.of, of, tallies.mean(numbers, confidence),
        (low, middle, high), min(numbers), max(numbers), bars, measure.main,
    )  # fmt: skip


def _bars(numbers: Counter[int]) -> Iterator[tuple[str, int]]:
    """The values with their counts, empty ones between them too; ranges of values where there are many."""
    least, most = min(numbers), max(numbers)
    width = -(-(most - least + 1) // MOST_BARS)
    for start in range(least, most + 1, width):
        count = sum(numbers[value] for value in range(start, start + width))
        label = spelt(start) if width == 1 else Sentence("{low:.0f} to {high:.0f}", **_span(start, start + width - 1))
        yield label, count


# --- words for numbers -----------------------------------------------------------------------------------


class Number(sentences.Number):
    """A number whose minus is a true one."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", "−")


def _span(low: float, high: float) -> dict[str, Number]:
    return {"low": Number(low), "high": Number(high)}


def _within(estimate: Estimate, scale: int = 1) -> dict[str, Number]:
    """A value and its interval as they stand in the places of a sentence."""
    return {"value": Number(scale * estimate.value), **_span(scale * estimate.low, scale * estimate.high)}


def whole(number: int) -> Sentence:
    """How many: `20,000`."""
    return Sentence.number(number, ",")


def spelt(number: int) -> Sentence:
    """A whole number that may be negative: `−3`."""
    return Sentence.number(Number(number), ".0f")


def percent(estimate: Estimate) -> Sentence:
    """`52.1 % (48.9 to 55.2)`."""
    return Sentence(
        "{value:.2f} % ({low:.2f} to {high:.2f})"
        if estimate.half < 0.002
        else "{value:.1f} % ({low:.1f} to {high:.1f})",
        **_within(estimate, 100),
    )


def points(estimate: Estimate) -> Sentence:
    """A difference of shares: `4.2 in a hundred duels (−2.1 to +10.4)`."""
    return Sentence("{value:.1f} in a hundred duels ({low:+.1f} to {high:+.1f})", **_within(estimate, 100))


def signed(estimate: Estimate) -> Sentence:
    """A mean that may be negative: `+1.31 (+1.02 to +1.60)`."""
    if _spread(estimate):
        return Sentence("{value:+.2f} ({low:+.2f} to {high:+.2f})", **_within(estimate))
    return Sentence("{value} ({alike})", value=Sentence.number(Number(estimate.value), "+.2f"), alike=ALIKE)


def plain_mean(estimate: Estimate) -> Sentence:
    """A mean: `4.31 (4.02 to 4.60)`. Where all numbers were alike, or there was one alone, they give no interval."""
    if _spread(estimate):
        return Sentence("{value:.2f} ({low:.2f} to {high:.2f})", **_within(estimate))
    return Sentence("{value} ({alike})", value=Sentence.number(Number(estimate.value), ".2f"), alike=ALIKE)


ALIKE = Sentence("all alike, so how far it may be off is not known")


def _spread(estimate: Estimate) -> bool:
    return estimate.low < estimate.high and math.isfinite(estimate.low)


# --- as text ---------------------------------------------------------------------------------------------


def text(made: Report, *, bars: bool = True, tell: Tell = str) -> str:
    """The report in lines, with bars of characters unless they are not wanted (screen readers, pipes).

    It is shorter than the page: of numbers beside the main ones it gives the mean and the span alone.
    """
    title = tell(made.title)
    lines = [title, "=" * len(title), "", *(fill(tell(sentence), WIDE) for sentence in made.lead), ""]
    lines += [tell(Sentence("What was simulated (exact)"))]
    lines += [*(f"  {tell(name)}: {tell(value)}" for name, value in made.exact), ""]
    for part in made.parts:
        lines += [
            *(_shares_text(part, bars, tell) if isinstance(part, Shares) else _numbers_text(part, bars, tell)),
            "",
        ]
    return "\n".join([*lines, *(fill(tell(note), WIDE) for note in made.notes)]) + "\n"


def _shares_text(part: Shares, bars: bool, tell: Tell) -> Iterator[str]:
    over = part.over.counted(part.rows[0].of)
    yield tell(Sentence("{title} (share of {duels})", title=part.title, duels=over))
    labels = _as_wide([tell(row.label) for row in part.rows])
    for label, row, words in zip(labels, part.rows, _told(part.rows, tell), strict=True):
        yield f"  {label}  {words}  {_bar(row) if bars else ''}".rstrip()


def _numbers_text(part: Numbers, bars: bool, tell: Tell) -> Iterator[str]:
    yield tell(
        Sentence("{title} ({unit}; {duels})", title=part.title, unit=part.unit, duels=part.over.counted(part.of))
    )
    told = Sentence(
        "mean {mean}; median {middle:.0f}, nine in ten from {low:.0f} to {high:.0f} of those fought",
        mean=plain_mean(part.mean), **spread_of(part),
    )  # fmt: skip
    yield f"  {tell(told)}"
    labels = _as_wide([tell(row.label) for row in part.bars], str.rjust)
    for label, row, words in zip(labels, part.bars, _told(part.bars, tell), strict=True) if part.main else ():
        if row.count:
            yield f"  {label}  {words}  {_bar(row) if bars else ''}".rstrip()


def spread_of(part: Numbers) -> dict[str, Number]:
    """Where nine in ten of the numbers lie, and the middle one, as they stand in the places of a sentence."""
    low, middle, high = part.quantiles
    return {"middle": Number(middle), **_span(low, high)}


def _told(rows: tuple[Share, ...], tell: Tell) -> list[str]:
    """Shares with their intervals, all as wide as the widest."""
    return _as_wide([tell(percent(row.estimate)) for row in rows])


def _as_wide(words: list[str], put: Callable[[str, int], str] = str.ljust) -> list[str]:
    """Words filled up to the widest of them."""
    wide = max(map(len, words))
    return [put(one, wide) for one in words]


def _bar(row: Share) -> str:
    return "█" * round(BAR * row.estimate.value)
