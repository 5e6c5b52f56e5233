"""Two columns over one ground line: what both games' tables are laid out with."""

from __future__ import annotations

from textual.content import Content

from .looks import ACCENT

GAP = 3
"""Columns between the two sides: the interval belongs to nobody."""


def joined(lines: list[Content]) -> Content:
    """Lines under one another."""
    return Content("\n").join(lines)


def cut(line: Content, width: int) -> Content:
    """A line that is no longer than the room for it."""
    return line if line.cell_length <= width else line.truncate(max(1, width), ellipsis=True)


def outward(left: Content | None, right: Content | None, half: int) -> Content:
    """Two pieces, each at the outer edge of its half."""
    a, b = cut(left or Content(""), half), cut(right or Content(""), half)
    return a.pad_right(half - a.cell_length) + Content(" " * GAP) + b.pad_left(half - b.cell_length)


def inward(left: Content | None, right: Content | None, half: int) -> Content:
    """Two pieces, each from the middle outward."""
    a, b = cut(left or Content(""), half), cut(right or Content(""), half)
    return a.pad_left(half - a.cell_length) + Content(" " * GAP) + b.pad_right(half - b.cell_length)


def ground(width: int, half: int, turns: tuple[int | None, int | None]) -> Content:
    """The ground line. `turns` has the number of a side on whose half a brush stroke lies, None where none does."""
    left, right = (("━" * half, ACCENT[n]) if n is not None else ("─" * half, "$hair") for n in turns)
    return Content.assemble(left, ("─" * max(0, width - 2 * half), "$hair"), right)


def line(width: int, side: int, *, turn: bool) -> Content:
    """The ground line of one side alone."""
    return Content.assemble(("━" * width, ACCENT[side]) if turn else ("─" * width, "$hair"))
