"""The log of a table as one audience is told it in one language.

Only what people are shown of a line is kept; the rest of it (the event, the reason) is told again when somebody asks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from ...engine import Audience, Event, Said, Session, View
from ..i18n import N_, _
from ..words import Explanation, Line, Words, explain, narrator
from .seen import LogLine

UNDONE = "(takes back an answer)"
"""What stands in a transcript where somebody took back an answer."""
NO_ODDS = "(joins without odds: nobody has them)"
"""What stands there where somebody joined a duel that offered odds, and did not agree to them."""
MEANT = {
    UNDONE: N_("{name} takes back an answer."),
    NO_ODDS: N_("{name} joins without agreeing to odds, so nobody has them here."),
}
"""How that is told at a table."""


class Teller:
    """Tells an audience what happens at a table. `lines` are those told so far, `digest` stands for all of them.

    Whoever is told the same line has the same `LogLine`.
    """

    __slots__ = ("_session", "_view", "audience", "digest", "lines", "words")

    def __init__(self, session: Session[Any], audience: Audience) -> None:
        self._session, self.audience = session, audience
        self._begin(session.view(audience))

    def _begin(self, view: View[Any]) -> None:
        self._view = view
        self.words: Words = narrator(self._session, self.audience).words
        self.lines: tuple[LogLine, ...] = ()
        self.digest = b""

    def follow(self, others: Iterable[Teller] = ()) -> None:
        """Tell what is new; after a step back all of it anew. `others` tell the same table in the same language."""
        view = self._session.view(self.audience)
        if view is not self._view:
            self._begin(view)
        known = len(self.lines)
        if fresh := [self._told(n, event, others) for n, event in enumerate(view.events[known:], known)]:
            self.lines = (*self.lines, *fresh)
            for line in fresh:
                self.digest = hashlib.sha256(self.digest + written(line)).digest()

    def _told(self, number: int, event: Event, others: Iterable[Teller]) -> LogLine:
        line = _log_line(number, self.words.tell(event))
        for other in others:
            if number < len(other.lines) and other.lines[number] == line:
                return other.lines[number]
        return line

    def explain(self, number: int) -> Explanation:
        """Why line `number` (from 0) is so. Raises IndexError."""
        words = narrator(self._session, self.audience).words
        told = [words.tell(event) for event in self._view.events[: number + 1]]
        return explain(told[number])


def _log_line(number: int, line: Line) -> LogLine:
    text = line.text
    if isinstance(line.event, Said) and line.event.text in MEANT:
        text = _(MEANT[line.event.text]).format(name=line.event.by)
    explained = bool(line.clause or line.why or line.by)
    return LogLine(number, text, line.clause, line.stage, line.side, line.minor, explained)


def written(thing: object) -> bytes:
    """What a digest is made of; half a character does no harm."""
    return repr(thing).encode("utf-8", "replace")
