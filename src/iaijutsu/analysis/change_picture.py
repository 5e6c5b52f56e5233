"""What each change of one card is worth, as a picture: gains to the right, losses to the left, and told in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ..engine import Sentence, Tell
from . import picture_files
from .card_odds import Change

WIDTH, ROW, TOP = 760, 22, 70
LABEL, NUMBER = 150, 70
"""Pixels left of the bars for the change, and right of them for the number."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A deck's changes, the best first, under a heading and a line below it; `gain` is in points of the duel."""

    title: str
    summary: str
    rows: tuple[Change, ...]

    @property
    def axis(self) -> str:
        """What the bars count, with the unit."""
        return Sentence("worth gained by the change (points: +1 a win, -1 a loss)")

    @property
    def most(self) -> float:
        """The longest bar's worth, never 0."""
        return max([abs(row.gain) + row.doubt for row in self.rows] + [1e-9])

    def words(self) -> str:
        """All of it in words, for who does not see it."""
        rows = [Sentence.joined([label(row), signed(row.gain)], by=": ") for row in self.rows]
        return Sentence.joined([self.summary, ". ", self.axis, ": ", Sentence.joined(rows, by="; "), "."], by="")


def label(change: Change) -> str:
    """A change in words: `a 4 in for a 1`."""
    return Sentence("a {new} in for a {old}", new=change.new, old=change.old)


def signed(gain: float) -> str:
    """A gain as it is written, with its sign."""
    return Sentence.number(round(gain, 4) + 0.0, "+.4f")


def svg(picture: Changes, tell: Tell = str) -> str:
    """The picture as SVG that stands alone or goes into a page. Text is text, and it can be read out."""
    floor = TOP + ROW * len(picture.rows)
    span = (WIDTH - LABEL - 2 * NUMBER) / 2
    middle = LABEL + NUMBER + span
    parts = [_head(picture, floor + 60, tell)]
    for n, row in enumerate(picture.rows):
        parts += _bar(row, TOP + n * ROW, middle, span / picture.most, tell)
    parts.append(f'<path d="M{middle:.1f} {TOP - 6} V{floor + 6}" stroke="#000"/>')
    for share in (-1, 0, 1):
        text = tell(signed(share * picture.most)) if share else "0"
        parts.append(_text(middle + share * span, floor + 20, text, "middle"))
    parts.append(_text(middle, floor + 42, tell(picture.axis), "middle"))
    return "\n".join(parts) + "\n</svg>\n"


def _head(picture: Changes, height: int, tell: Tell) -> str:
    title, summary, words = (escape(tell(one)) for one in (picture.title, picture.summary, picture.words()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t d" '
        f'font-family="sans-serif" font-size="12" fill="#000">\n<title id="t">{title}</title>\n'
        f'<desc id="d">{words}</desc>\n<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n'
        f'<text x="16" y="22" font-size="16">{title}</text>\n'
        f'<text x="16" y="42">{summary}</text>'
    )


def _bar(row: Change, top: int, middle: float, scale: float, tell: Tell) -> list[str]:
    """Gains are filled, losses hollow: the sign is seen twice, by side and by fill. The whisker is the doubt."""
    end = middle + row.gain * scale
    fill = "#000" if row.gain > 0 else "#fff"
    low, high = end - row.doubt * scale, end + row.doubt * scale
    beyond = max(high, middle) + 6 if row.gain >= 0 else min(low, middle) - 6
    line = top + ROW / 2
    size = f'width="{abs(end - middle):.1f}" height="{ROW - 8}"'
    return [
        _text(LABEL - 8, line + 4, tell(label(row)), "end"),
        f'<rect x="{min(end, middle):.1f}" y="{top + 3}" {size} fill="{fill}" stroke="#000"/>',
        f'<path d="M{low:.1f} {line - 1:.1f} H{high:.1f}" stroke="#777"/>',
        _text(beyond, line + 4, tell(signed(row.gain)), "start" if row.gain >= 0 else "end"),
    ]


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


# --- files -----------------------------------------------------------------------------------------------


def save(picture: Changes, path: Path, tell: Tell = str) -> None:
    """Write a picture: `.svg` as `svg` makes it, `.png` by matplotlib. Raises `BadInput` for anything else."""
    picture_files.save(path, lambda: svg(picture, tell), lambda place: _png(picture, place, tell))


def _png(picture: Changes, path: Path, tell: Tell) -> None:
    title = tell(picture.title)
    figure = picture_files.figure(10, 1.6 + 0.24 * len(picture.rows))
    axes = figure.subplots()
    gains: Sequence[float] = [row.gain for row in picture.rows]
    fills = ["black" if gain > 0 else "white" for gain in gains]
    axes.barh(
        range(len(gains)),
        gains,
        color=fills,
        edgecolor="black",
        xerr=[row.doubt for row in picture.rows],
        ecolor="#777",
    )
    named = [f"{tell(label(row))}  {tell(signed(row.gain))}" for row in picture.rows]
    axes.set_yticks(range(len(gains)), named, fontsize=8)
    axes.invert_yaxis()
    axes.axvline(0, color="black")
    axes.set_xlabel(tell(picture.axis))
    axes.xaxis.set_major_formatter(lambda value, _: tell(Sentence.number(value, ".3g")))
    axes.spines[["top", "right", "left"]].set_visible(False)
    figure.suptitle(f"{title}\n{tell(picture.summary)}", fontsize=10)
    picture_files.write(figure, path, title, tell(picture.words()))
