"""The table itself: two duellists over one ground line; what they focus comes from them toward the middle."""

from __future__ import annotations

from itertools import zip_longest

from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from ..words.board import Board, BoardSide
from .looks import ACCENT, MARK, card, carried, counts, head, names

NARROW, LOW = 64, 22
"""Fewer columns: the sides stand under one another. Fewer rows: each has a line or two."""


class Scene(Static):
    """Both sides of the duel, laid out for the room that there is."""

    def __init__(self) -> None:
        super().__init__(id="scene", markup=False)
        self.board: Board | None = None

    def show(self, board: Board) -> None:
        """Show this table."""
        self.board = board
        self._lay()

    def on_resize(self, event: Resize) -> None:
        """Lay it out anew."""
        del event
        self._lay()

    def _lay(self) -> None:
        if self.board is None or not self.size.width:
            return
        width, rows = self.content_size.width or self.size.width, self.app.size.height
        if not self.board.sides:
            self.update("")
        elif rows < LOW:
            self.update(_joined([_in_a_line(side, width) for side in _ordered(self.board)]))
        elif width < NARROW:
            self.update(_stacked(self.board, width))
        else:
            self.update(_facing(self.board, width))


def _ordered(board: Board) -> list[BoardSide]:
    """The far side first, the own last; who only looks on sees the challenger last."""
    mine = next((side.side for side in board.sides if side.mine), 0)
    return sorted(board.sides, key=lambda side: side.side == mine)


def _joined(lines: list[Content]) -> Content:
    return Content("\n").join(lines)


def _cut(line: Content, width: int) -> Content:
    return line if line.cell_length <= width else line.truncate(max(1, width), ellipsis=True)


# --- face to face ----------------------------------------------------------------------------------------


def _facing(board: Board, width: int) -> Content:
    """The own side left, the other right; what grows comes toward the middle."""
    far, near = _ordered(board) if len(board.sides) > 1 else (None, board.sides[0])
    half = (width - 3) // 2
    left, right = _column(near), _column(far) if far else []
    rows = [_row(a, b, half, " ") for a, b in zip_longest(left, right)]
    rows += _areas(near, far, half)
    rows.append(_ground(width, half, near, far))
    left_over = [counts(side, board.has_pools, half) if side else None for side in (near, far)]
    rows.append(_row(left_over[0], left_over[1], half, " "))
    rows += [_cut(Content.assemble((line, "$soft")), width) for line in board.others]
    return _joined(rows)


def _column(side: BoardSide) -> list[Content]:
    return [head(side), *names(side), *carried(side)]


def _row(left: Content | None, right: Content | None, half: int, middle: str) -> Content:
    a = _cut(left or Content(""), half)
    b = _cut(right or Content(""), half)
    return a.pad_right(half - a.cell_length) + Content(f" {middle} ") + b.pad_left(half - b.cell_length)


def _areas(near: BoardSide, far: BoardSide | None, half: int) -> list[Content]:
    """The focused cards from both sides toward the middle, the scores as far as they are known beneath."""
    left = [card(face, near.side, mirrored=True) for face in near.area]
    right = [card(face, far.side, mirrored=False) for face in far.area] if far else []
    rows = [Content("")]
    for a, b in zip_longest(left, right):
        rows.append(_toward(a, b, half))
    if near.tally or (far and far.tally):
        rows.append(_toward(_tally(near), _tally(far), half))
    return rows


def _tally(side: BoardSide | None) -> Content | None:
    return Content.assemble((side.tally, "bold")) if side and side.tally else None


def _toward(left: Content | None, right: Content | None, half: int) -> Content:
    a, b = _cut(left or Content(""), half), _cut(right or Content(""), half)
    return a.pad_left(half - a.cell_length) + Content("   ") + b.pad_right(half - b.cell_length)


def _ground(width: int, half: int, near: BoardSide, far: BoardSide | None) -> Content:
    """The ground line; under whose name a brush stroke lies, he has the next opportunity."""
    rest = max(0, width - 2 * half)
    parts = [
        ("━" * half if near.turn else "─" * half, ACCENT[near.side] if near.turn else "$hair"),
        ("─" * rest, "$hair"),
        ("━" * half if far and far.turn else "─" * half, ACCENT[far.side] if far and far.turn else "$hair"),
    ]
    return Content.assemble(*parts)


# --- one under the other ---------------------------------------------------------------------------------


def _stacked(board: Board, width: int) -> Content:
    rows: list[Content] = []
    for side in _ordered(board):
        rows += [_cut(line, width) for line in (head(side), *names(side))]
        rows += [_cut(card(face, side.side, mirrored=False), width) for face in side.area]
        if side.tally:
            rows.append(_cut(Content.assemble((side.tally, "bold")), width))
        rows.append(_line(side, width))
    return _joined(rows)


def _line(side: BoardSide, width: int) -> Content:
    return Content.assemble(("━" * width if side.turn else "─" * width, ACCENT[side.side] if side.turn else "$hair"))


def _in_a_line(side: BoardSide, width: int) -> Content:
    """A side in one line: mark, name, what lies focused, the score."""
    person = side.people[0].title if len(side.people) == 1 else side.player
    area = "".join(face.value or "▒" for face in side.area)
    tally = f" {side.tally}" if side.tally else ""
    turn = "▸" if side.turn else " "
    line = Content.assemble(
        (f"{turn}{MARK[side.side]} ", f"bold {ACCENT[side.side]}"), (person, "bold" if side.mine else ""),
    )  # fmt: skip
    end = Content.assemble((f" {area}", ACCENT[side.side]), (tally, "bold"))
    return _cut(line, max(8, width - end.cell_length)) + end
