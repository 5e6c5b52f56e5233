"""The card duel's table: what a duellist focuses comes from him toward the middle; scores stand under it."""

from __future__ import annotations

from itertools import zip_longest

from textual.content import Content

from ..words.board import Board, BoardSide
from .layout import GAP, cut, ground, inward, joined, line, outward
from .looks import ACCENT, MARK, card, carried, counts, head, names


def laid(board: Board, width: int, *, low: bool, narrow: bool) -> Content:
    """The table in so many columns."""
    if not board.sides:
        return Content("")
    if low:
        return joined([_in_a_line(side, width) for side in _ordered(board)])
    return _stacked(board, width) if narrow else _facing(board, width)


def _ordered(board: Board) -> list[BoardSide]:
    """The far side first, the own last; who only looks on sees the challenger last."""
    mine = next((side.side for side in board.sides if side.mine), 0)
    return sorted(board.sides, key=lambda side: side.side == mine)


def _facing(board: Board, width: int) -> Content:
    """The own side left, the other right."""
    far, near = _ordered(board) if len(board.sides) > 1 else (None, board.sides[0])
    half = (width - GAP) // 2
    left, right = _column(near), _column(far) if far else []
    rows = [outward(a, b, half) for a, b in zip_longest(left, right)]
    rows += _areas(near, far, half)
    rows.append(ground(width, half, (_turn(near), _turn(far))))
    over = [counts(side, board.has_pools, half) if side else None for side in (near, far)]
    rows.append(outward(over[0], over[1], half))
    rows += [cut(Content.assemble((other, "$soft")), width) for other in board.others]
    return joined(rows)


def _turn(side: BoardSide | None) -> int | None:
    return side.side if side is not None and side.turn else None


def _column(side: BoardSide) -> list[Content]:
    return [head(side), *names(side), *carried(side)]


def _areas(near: BoardSide, far: BoardSide | None, half: int) -> list[Content]:
    """The focused cards from both sides toward the middle, the scores as far as they are known beneath."""
    left = [card(face, near.side, mirrored=True) for face in near.area]
    right = [card(face, far.side, mirrored=False) for face in far.area] if far else []
    rows = [Content(""), *(inward(a, b, half) for a, b in zip_longest(left, right))]
    if near.tally or (far and far.tally):
        rows.append(inward(_tally(near), _tally(far), half))
    return rows


def _tally(side: BoardSide | None) -> Content | None:
    return Content.assemble((side.tally, "bold")) if side and side.tally else None


def _stacked(board: Board, width: int) -> Content:
    """One side under the other."""
    rows: list[Content] = []
    for side in _ordered(board):
        rows += [cut(text, width) for text in (head(side), *names(side))]
        rows += [cut(card(face, side.side, mirrored=False), width) for face in side.area]
        tally = _tally(side)
        rows += [cut(tally, width)] if tally else []
        rows.append(line(width, side.side, turn=side.turn))
    return joined(rows)


def _in_a_line(side: BoardSide, width: int) -> Content:
    """A side in one line: mark, name, what lies focused, the score."""
    person = side.people[0].title if len(side.people) == 1 else side.player
    area = "".join(face.value or "▒" for face in side.area)
    tally = f" {side.tally}" if side.tally else ""
    start = Content.assemble(
        (f"{'▸' if side.turn else ' '}{MARK[side.side]} ", f"bold {ACCENT[side.side]}"),
        (person, "bold" if side.mine else ""),
    )
    end = Content.assemble((f" {area}", ACCENT[side.side]), (tally, "bold"))
    return cut(start, max(8, width - end.cell_length)) + end
