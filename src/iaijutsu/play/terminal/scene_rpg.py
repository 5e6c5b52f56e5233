"""The role-playing duel's table: strife and fatigue against their limits, what is in hand, the checks under way."""

from __future__ import annotations

from itertools import zip_longest

from textual.content import Content

from ..i18n import _
from ..words.rpg_board import Board, Fighter, Gauge, Roll
from .layout import GAP, cut, ground, inward, joined, line, outward
from .looks import ACCENT, MARK

LONGEST = 16
"""Strokes of a gauge at most; a longer one is drawn to scale."""


def laid(board: Board, width: int, *, low: bool, narrow: bool) -> Content:
    """The table in so many columns."""
    far, near = _ordered(board)
    if low:
        return joined([_in_a_line(far, width), _in_a_line(near, width), *_checks(board, width)[:1]])
    if narrow:
        rows = [
            cut(text, width) for one in (far, near) for text in (*_column(one), line(width, one.seat, turn=one.turn))
        ]
        return joined([*rows, *_checks(board, width)])
    half = (width - GAP) // 2
    rows = [outward(a, b, half) for a, b in zip_longest(_column(near), _column(far))]
    rows += [Content(""), inward(_score(near), _score(far), half)]
    rows.append(ground(width, half, (_turn(near), _turn(far))))
    return joined([*rows, *_checks(board, width)])


def _ordered(board: Board) -> tuple[Fighter, Fighter]:
    """The far one, then the own; who only looks on sees the first last."""
    one, other = board.fighters
    return (one, other) if other.mine else (other, one)


def _turn(one: Fighter) -> int | None:
    return one.seat if one.turn else None


def _column(one: Fighter) -> list[Content]:
    you = _(" (you)") if one.mine else ""
    accent = ACCENT[one.seat]
    rows = [
        Content.assemble((f"{MARK[one.seat]} {one.name}{you}", f"bold {accent}")),
        Content.assemble((one.stance, "bold"), (_(" stance"), "$soft"), *_number(_("initiative"), one.initiative)),
        _gauge(one.strife, accent),
        _gauge(one.fatigue, accent),
        Content.assemble(*_number(_("Void points"), one.void_points, first=True), *_number(_("honor"), one.honor)),
    ]
    if one.conditions:
        rows.append(Content.assemble((" · ".join(one.conditions), "bold italic")))
    rows += [Content(weapon) for weapon in one.readied] or [Content.assemble((_("nothing in hand"), "$soft"))]
    if one.armour:
        rows.append(Content.assemble((one.armour, "$soft")))
    if one.reserved:
        rows.append(Content.assemble((_("set aside "), "$soft"), one.reserved))
    if one.secret:
        rows.append(Content.assemble((one.secret, "italic")))
    return rows


def _number(word: str, value: int, *, first: bool = False) -> list[tuple[str, str]]:
    return [(f"{'' if first else '  '}{word} ", "$soft"), (str(value), "bold")]


def _gauge(gauge: Gauge, accent: str) -> Content:
    """A brush stroke toward its limit, and past it where it has gone so far: `strife ━━━━────  4 of 8`."""
    scale = max(1, -(-max(gauge.limit, gauge.value) // LONGEST))
    full, past = min(gauge.value, gauge.limit) // scale, max(0, gauge.value - gauge.limit) // scale
    rest = max(0, gauge.limit // scale - full)
    told = _("{n} of {limit}").format(n=gauge.value, limit=gauge.limit)
    strokes = [("━" * full, accent), ("─" * rest, "$hair")]
    if gauge.over:
        strokes = [("━" * full, f"bold {accent}"), ("╋" + "━" * max(1, past), f"bold {accent}")]
    return Content.assemble(
        (f"{gauge.word:<8}", "$soft"), *strokes, "  ", (told, "bold underline" if gauge.over else "bold")
    )  # fmt: skip


def _score(one: Fighter) -> Content:
    return Content.assemble((_("score {n}").format(n=one.score), "bold"))


def _checks(board: Board, width: int) -> list[Content]:
    """The checks under way, the innermost first: what waits outside it is in the second voice."""
    rows: list[Content] = []
    for place, check in enumerate(board.checks):
        rows += [cut(text, width) for text in _check(check, inner=place == 0)]
    return rows


def _check(check: Roll, *, inner: bool) -> list[Content]:
    style = "bold" if inner else "$soft"
    what = _("{what} of {name}: {ring}, TN {tn}").format(
        what=check.what, name=check.name, ring=check.ring, tn=check.tn
    )  # fmt: skip
    rows = [Content.assemble((("╱ " if check.blow else "") + what, style))]
    if check.rolled and inner:
        rows.append(Content.assemble((_("  rolled "), "$soft"), " ".join(check.rolled)))
        if not check.kept and check.limit:
            rows.append(Content.assemble((_("  at most {n} may be kept").format(n=check.limit), "$soft")))
    if check.kept and inner:
        rows.append(Content.assemble((_("  kept   "), "$soft"), (" ".join(check.kept), "bold")))
    return rows


def _in_a_line(one: Fighter, width: int) -> Content:
    """One line: mark, name, stance, strife and fatigue against their limits."""
    start = Content.assemble(
        (f"{'▸' if one.turn else ' '}{MARK[one.seat]} ", f"bold {ACCENT[one.seat]}"),
        (one.name, "bold" if one.mine else ""),
    )
    end = Content.assemble(
        f" {one.stance[:5]} ",
        (_("S{n}/{limit}").format(n=one.strife.value, limit=one.strife.limit), "bold" if one.strife.over else ""), " ",
        (_("F{n}/{limit}").format(n=one.fatigue.value, limit=one.fatigue.limit), "bold" if one.fatigue.over else ""),
    )  # fmt: skip
    return cut(start, max(8, width - end.cell_length)) + end
