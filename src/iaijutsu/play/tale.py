"""A log as lines of text: the heading, the sentence, and under it, where wanted, clause and reason."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator

from .i18n import _
from .words import Explanation, Line, explain

NARROW, WIDE = 24, 100
"""Columns: the least that a text is wrapped to, and the most that is easy to read."""
MARGIN = 3


def width() -> int:
    """The columns to wrap to: the terminal's, within reason."""
    return max(NARROW, min(WIDE, shutil.get_terminal_size((80, 24)).columns - 1))


def wrapped(text: str, columns: int, first: str = "", rest: str = "") -> list[str]:
    """`text` on as many lines as it needs, the first after `first`, the others after `rest`."""
    return textwrap.wrap(
        text, max(columns, NARROW), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    ) or [first.rstrip()]  # fmt: skip


def told(line: Line, columns: int, number: int | None = None) -> list[str]:
    """A line of the log, with its heading's letter and, where it is given, its number."""
    mark = f"{number:>3}. " if number is not None else ""
    margin = f"{line.stage:<2} "
    return wrapped(line.text, columns, mark + margin, " " * (len(mark) + MARGIN))


def reasoned(line: Line, columns: int, known: set[str]) -> Iterator[str]:
    """By which clause and why, under a line: sentence of the clause and text of the card where they are new."""
    explanation = explain(line)
    indent = " " * (MARGIN + 3)
    if explanation.clause:
        yield from wrapped(_clause(explanation, known), columns, indent, indent + "  ")
    why = [explanation.why]
    if explanation.by and explanation.by not in known:
        known.add(explanation.by)
        why.append(explanation.by)
    elif explanation.by and not explanation.why:
        why.append(_("By {card}.").format(card=line.source))
    if any(why):
        text = _("Why: {why}").format(why=" ".join(filter(None, why)))
        yield from wrapped(text, columns, indent, indent + "  ")


def _clause(explanation: Explanation, known: set[str]) -> str:
    if explanation.clause in known or not explanation.text:
        return explanation.clause
    known.add(explanation.clause)
    text = f"{explanation.clause}: {explanation.text}"
    silent = _("[our reading: the rules text is silent here, or can be taken two ways]")
    return f"{text} {silent}" if explanation.reading else text


def tale(lines: Iterable[Line], columns: int, *, reasons: bool = False, minor: bool = False) -> Iterator[str]:
    """A whole log as text."""
    known: set[str] = set()
    for line in lines:
        if line.minor and not minor:
            continue
        yield from told(line, columns)
        if reasons:
            yield from reasoned(line, columns, known)
