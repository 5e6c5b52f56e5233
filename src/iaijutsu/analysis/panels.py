"""Pictures of a few bars each, alike at the terminal, as SVG and by matplotlib: black on white, told in words too.

Their words are sentences of `engine`; who shows them gives `tell`, which tells one in the reader's language.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ..engine import Sentence, Tell
from . import picture_files

WIDTH, HEIGHT = 760, 320
LEFT, TOP, FLOOR = 52, 70, 246
BLACK, WHITE, GREY = "#000", "#fff", "#aaa"
FILLS = (BLACK, WHITE, GREY)
EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Series:
    """Bars of one kind: a name, and a share from 0 to 1 for each label of the panel."""

    name: str
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart: its title, what its labels count (with the unit), one to three series over them, their unit."""

    title: str
    axis: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str = Sentence("chance (%)")

    def words(self) -> str:
        """All of it in words."""
        parts = []
        for series in self.series:
            shares = [Sentence.number(share, ".1%") for share in series.shares]
            named = zip(self.labels, shares, strict=True)
            rows = Sentence.joined(Sentence.joined(pair, by=": ") for pair in named)
            parts.append(Sentence.joined([series.name, rows], by=": ") if len(self.series) > 1 else rows)
        return Sentence.joined([self.title, " (", self.axis, "): ", Sentence.joined(parts, by="; "), "."], by="")

    def told(self, tell: Tell) -> Panel:
        """The same with its words told."""
        series = tuple(Series(tell(one.name), one.shares) for one in self.series)
        labels = tuple(tell(label) for label in self.labels)
        return Panel(tell(self.title), tell(self.axis), labels, series, tell(self.unit))


@dataclass(frozen=True, slots=True)
class Picture:
    """A few panels side by side under a heading and a line below it."""

    title: str
    summary: str
    panels: tuple[Panel, ...]

    def words(self) -> str:
        """All of it in words, for who does not see it."""
        return Sentence.joined(
            [Sentence.joined([self.summary, "."], by=""), *(one.words() for one in self.panels)], by=" "
        )

    def told(self, tell: Tell) -> Picture:
        """The same with its words told."""
        return Picture(tell(self.title), tell(self.summary), tuple(panel.told(tell) for panel in self.panels))


# --- at the terminal -------------------------------------------------------------------------------------


def lines(panel: Panel, *, blocks: bool = True, width: int = 40, tell: Tell = str) -> list[str]:
    """A panel as rows of bars."""
    panel = panel.told(tell)
    found = [f"{panel.title} ({panel.axis})"]
    widest = max(len(label) for label in panel.labels)
    names = max(len(series.name) for series in panel.series) if len(panel.series) > 1 else 0
    top = max([share for series in panel.series for share in series.shares] + [1e-9])
    for n, label in enumerate(panel.labels):
        for k, series in enumerate(panel.series):
            head = (label if not k else "").rjust(widest)
            name = f" {series.name.ljust(names)}" if names else ""
            share = tell(Sentence.number(series.shares[n], "6.1%"))
            length = series.shares[n] / top * width
            found.append(f"  {head}{name} {share} {bar(length, blocks=blocks)}".rstrip())
    return found


def bar(length: float, *, blocks: bool) -> str:
    """A bar so many characters long."""
    if not blocks:
        return "#" * round(length)
    eighths = round(length * 8)
    return "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")


# --- SVG -------------------------------------------------------------------------------------------------


def svg(picture: Picture, tell: Tell = str) -> str:
    """A picture that stands alone or goes into a page. Text is text, and it can be read out."""
    words, picture = tell(picture.words()), picture.told(tell)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d" '
        f'font-family="sans-serif" font-size="12" fill="#000">\n<title id="t">{escape(picture.title)}</title>\n'
        f'<desc id="d">{escape(words)}</desc>\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n'
        f'<text x="{LEFT}" y="22" font-size="16">{escape(picture.title)}</text>\n'
        f'<text x="{LEFT}" y="42">{escape(picture.summary)}</text>\n'
    )
    several = next((panel for panel in picture.panels if len(panel.series) > 1), None)
    slots = [_slots(panel) for panel in picture.panels]
    gap = 46
    step = (WIDTH - LEFT - gap * len(slots)) / sum(slots)
    parts, left = _legend(several), float(LEFT)
    for panel, width in zip(picture.panels, slots, strict=True):
        parts += _panel(panel, left, step, width)
        left += step * width + gap
    return head + "\n".join(parts) + "\n</svg>\n"


def _slots(panel: Panel) -> float:
    """How wide a panel is, in bars: its words have to fit above and below."""
    return max(10.0, len(panel.labels) * (len(panel.series) + 0.4))


def _panel(panel: Panel, left: float, step: float, slots: float) -> list[str]:
    top = max([share for series in panel.series for share in series.shares] + [1e-9])
    each = step * slots / len(panel.labels)
    thick = each / (len(panel.series) + 0.4)
    parts = _labels(panel, left, each)
    for n in range(len(panel.labels)):
        for k, series in enumerate(panel.series):
            x = left + n * each + 0.2 * thick + k * thick
            parts.append(_bar(x, thick, series.shares[n], top, FILLS[k]))
    width = step * slots
    parts.append(f'<path d="M{left:.1f} {TOP} V{FLOOR} H{left + width:.1f}" fill="none" stroke="#000"/>')
    parts.append(f'<text x="{left - 4:.1f}" y="{TOP + 18}" font-size="9" text-anchor="end">{100 * top:.0f}</text>')
    parts.append(f'<text x="{left - 4:.1f}" y="{FLOOR}" font-size="9" text-anchor="end">0</text>')
    parts.append(_text(left + width / 2, FLOOR + 34, panel.axis))
    parts.append(_text(left + width / 2, TOP - 8, panel.title))
    turned = f'transform="translate({left - 12:.1f} {(TOP + FLOOR) / 2:.0f}) rotate(-90)"'
    parts.append(f'<text {turned} text-anchor="middle">{escape(panel.unit)}</text>')
    return parts


def _labels(panel: Panel, left: float, each: float) -> list[str]:
    """Labels below their bars. Of numbers as many as there is room for; words that are too long in two rows, small."""
    every = max(1, math.ceil((7 * max(map(len, panel.labels)) + 4) / each))
    middles = [(left + (n + 0.5) * each, label) for n, label in enumerate(panel.labels)]
    if every == 1 or all(label.isdigit() for label in panel.labels):
        return [_text(x, FLOOR + 15, label) for x, label in middles[::every]]
    return [_text(x, FLOOR + 12 + 10 * (n % 2), label, 'font-size="9" ') for n, (x, label) in enumerate(middles)]


def _bar(x: float, thick: float, share: float, top: float, fill: str) -> str:
    height = (FLOOR - TOP - 14) * share / top
    rect = (
        f'<rect x="{x:.1f}" y="{FLOOR - height:.1f}" width="{thick * 0.9:.1f}" height="{height:.1f}" fill="{fill}" '
        f'stroke="#000"/>'
    )
    if thick < 11 or share < 0.005:
        return rect
    at = f'x="{x + thick * 0.45:.1f}" y="{FLOOR - height - 3:.1f}"'
    return rect + f'<text {at} font-size="9" text-anchor="middle">{100 * share:.0f}</text>'


def _legend(panel: Panel | None) -> list[str]:
    """What the fills mean, once for all panels."""
    if panel is None:
        return []
    parts: list[str] = []
    x = float(LEFT)
    for series, fill in zip(panel.series, FILLS, strict=False):
        parts.append(f'<rect x="{x:.1f}" y="{FLOOR + 44}" width="10" height="10" fill="{fill}" stroke="#000"/>')
        parts.append(f'<text x="{x + 14:.1f}" y="{FLOOR + 53}">{escape(series.name)}</text>')
        x += 24 + 7 * len(series.name)
    return parts


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}text-anchor="middle">{escape(words)}</text>'


# --- files -----------------------------------------------------------------------------------------------


def save(picture: Picture, path: Path, tell: Tell = str) -> None:
    """Write a picture: `.svg` as `svg` makes it, `.png` by matplotlib. Raises `BadInput` for anything else."""
    picture_files.save(path, lambda: svg(picture, tell), lambda place: _png(picture, place, tell))


def _png(picture: Picture, path: Path, tell: Tell) -> None:
    words, picture = tell(picture.words()), picture.told(tell)
    figure = picture_files.figure(10, 4)
    ratios = [_slots(panel) for panel in picture.panels]
    axes = figure.subplots(1, len(ratios), width_ratios=ratios, squeeze=False)[0]
    for place, panel in zip(axes, picture.panels, strict=True):
        _draw(place, panel)
    figure.suptitle(f"{picture.title}\n{picture.summary}", fontsize=10)
    picture_files.write(figure, path, picture.title, words)


def _draw(axes: object, panel: Panel) -> None:
    """One panel on matplotlib's axes."""
    place: Any = axes
    count = len(panel.series)
    for k, series in enumerate(panel.series):
        at = [n + (k - (count - 1) / 2) * 0.8 / count for n in range(len(panel.labels))]
        heights = [100 * share for share in series.shares]
        place.bar(at, heights, 0.8 / count, color=FILLS[k], edgecolor="black", label=series.name)
    labels = [label.replace(" ", "\n") for label in panel.labels]
    small = {"fontsize": 8} if max(map(len, labels)) > 6 else {}
    place.set_xticks(range(len(labels)), labels, **small)
    place.set_xlabel(panel.axis)
    place.set_ylabel(panel.unit)
    place.set_title(panel.title, fontsize=9)
    place.spines[["top", "right"]].set_visible(False)
    if count > 1:
        place.legend(fontsize=8, frameon=False)


def padded(rows: Sequence[tuple[str, ...]], *, right: tuple[int, ...] = (), tell: Tell = str) -> list[str]:
    """Rows of cells as lines in which columns line up; the columns named in `right` to the right."""
    told = [[tell(cell) for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in told) for k in range(len(told[0]))]
    return [
        "  ".join(cell.rjust(widths[k]) if k in right else cell.ljust(widths[k]) for k, cell in enumerate(row)).rstrip()
        for row in told
    ]
