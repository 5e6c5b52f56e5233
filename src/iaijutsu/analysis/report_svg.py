"""Pictures of shares and numbers as SVG that stands in a page: black on white or white on black, with words for each.

`tell` tells these words in the reader's language; they are escaped here.

Colours are the page's text colour alone, so that print and contrast modes lose nothing. Whiskers are intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from zlib import crc32

from ..engine import Sentence, Tell
from .report import Numbers, Share, Shares, percent

WIDTH = 640
LABEL = 230
"""Where bars of shares begin."""
ROW = 26
HEIGHT = 220


def shares(part: Shares, tell: Tell = str) -> str:
    """Horizontal bars from 0 to 100 %, each with its interval."""
    bottom = ROW * len(part.rows) + 8
    span = WIDTH - LABEL - 24
    inner = [*_grid(bottom, span)]
    for n, row in enumerate(part.rows):
        inner += _bar(row, tell(row.label), 8 + n * ROW, span)
    axis = Sentence("share of {duels} (%)", duels=part.over.what)
    inner.append(_text(LABEL + span / 2, bottom + 36, tell(axis), "middle"))
    told = "; ".join(f"{tell(row.label)} {tell(percent(row.estimate))}" for row in part.rows)
    return _svg(tell(part.title), told, bottom + 44, inner)


def _grid(bottom: float, span: float) -> Iterator[str]:
    for mark in (0, 25, 50, 75, 100):
        x = LABEL + span * mark / 100
        yield f'<line class="grid" x1="{x:.1f}" y1="4" x2="{x:.1f}" y2="{bottom}"/>'
        yield _text(x, bottom + 16, f"{mark}", "middle")


def _bar(row: Share, label: str, top: float, span: float) -> Iterator[str]:
    value, low, high = (LABEL + span * part for part in row.estimate)
    middle = top + ROW / 2 - 3
    yield _text(LABEL - 8, middle + 4, _short(label, 34), "end")
    yield f'<rect class="bar" x="{LABEL}" y="{top:.1f}" width="{max(0.0, value - LABEL):.1f}" height="{ROW - 8}"/>'
    yield _whisker(low, middle, high, middle, 5)


# --- numbers ---------------------------------------------------------------------------------------------


def numbers(part: Numbers, tell: Tell = str) -> str:
    """Upright bars: how often each value came, each with its interval; a line for the mean."""
    left, top, bottom = 54, 12, HEIGHT - 54
    span, tall = WIDTH - left - 12, HEIGHT - 54 - 12
    marks = _marks(max(row.estimate.high for row in part.bars))
    step, most = span / len(part.bars), marks[-1]
    labels = [tell(row.label) for row in part.bars]
    inner = [*_scale(left, bottom, span, tall, marks, tell)]
    for n, row in enumerate(part.bars):
        inner += _column(row, left + step * n, step, bottom, tall / most)
    inner += [*_under(labels, left, step, bottom), *_mean(part, left, step, top, bottom, tell)]
    axis = Sentence("{title} ({unit})", title=part.title, unit=part.unit)
    inner.append(_text(left + span / 2, HEIGHT - 8, tell(axis), "middle"))
    told = "; ".join(f"{label}: {tell(percent(row.estimate))}" for label, row in zip(labels, part.bars, strict=True))
    return _svg(tell(Sentence("{title}: how often each value came", title=part.title)), told, HEIGHT, inner)


def _marks(most: float) -> list[float]:
    """Round shares from 0 to just above `most`, two to six of them."""
    step = next(s * 10**k for k in range(-6, 1) for s in (1, 2, 5) if 5 * s * 10**k >= most)
    return [step * n for n in range(-int(-most // step) + 1)]


def _scale(left: float, bottom: float, span: float, tall: float, marks: list[float], tell: Tell) -> Iterator[str]:
    for mark in marks:
        y = bottom - tall * mark / marks[-1]
        yield f'<line class="grid" x1="{left}" y1="{y:.1f}" x2="{left + span}" y2="{y:.1f}"/>'
        yield _text(left - 6, y + 4, tell(Sentence("{n:.6g} %", n=100 * mark)), "end")


def _column(row: Share, x: float, step: float, bottom: float, scale: float) -> Iterator[str]:
    value, low, high = (bottom - scale * part for part in row.estimate)
    size = f'width="{step * 0.8:.1f}" height="{bottom - value:.1f}"'
    yield f'<rect class="bar" x="{x + step * 0.1:.1f}" y="{value:.1f}" {size}/>'
    if row.count:
        middle = x + step / 2
        yield _whisker(middle, low, middle, high, min(4, step / 4))


def _under(labels: list[str], left: float, step: float, bottom: float) -> Iterator[str]:
    """Labels of the columns, as many as there is room for."""
    every = max(1, -(-len(labels) * 7 * max(map(len, labels)) // (WIDTH - 70)))
    for n, label in enumerate(labels):
        if n % every == 0:
            yield _text(left + step * (n + 0.5), bottom + 16, label, "middle")


def _mean(part: Numbers, left: float, step: float, top: float, bottom: float, tell: Tell) -> Iterator[str]:
    """A dashed line at the mean."""
    width = -(-(part.most - part.least + 1) // len(part.bars))
    x = left + step * (part.mean.value - part.least + 0.5) / width
    yield f'<line class="mean" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>'
    side = "end" if x > WIDTH / 2 else "start"
    yield _text(x + (-5 if side == "end" else 5), top + 9, tell(Sentence.meant("simulation", "mean")), side)


# --- parts -----------------------------------------------------------------------------------------------


def _whisker(x1: float, y1: float, x2: float, y2: float, size: float) -> str:
    """A line between two points with caps across its ends."""
    flat = y1 == y2
    dx, dy = (0.0, size) if flat else (size, 0.0)
    caps = " ".join(f"M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}" for x, y in ((x1, y1), (x2, y2)))
    line = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f} {caps}"
    return f'<path class="halo" d="{line}"/><path class="whisker" d="{line}"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def _svg(title: str, told: str, height: float, inner: list[str]) -> str:
    n = f"{crc32(title.encode()):x}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-labelledby="t{n} d{n}">'
        f'<title id="t{n}">{escape(title)}</title><desc id="d{n}">{escape(told)}</desc>{"".join(inner)}</svg>'
    )
