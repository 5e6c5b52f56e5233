"""Everything that people are told: what happened and why, what is asked and what cannot be done, how it ended.

`narrator(session, audience)` tells a session's log to one audience, line by line. Nothing here sees more than that
audience's view does.
"""

from __future__ import annotations

from typing import Any

from ...engine import Audience, BadInput, Session
from .lines import Choice, Explanation, Line, Narrator, Question, Words, clauses_with, explain, find_clause

__all__ = [
    "Choice", "Explanation", "Line", "Narrator", "Question", "Words", "clauses_with", "explain", "find_clause",
    "narrator",
]  # fmt: skip


def narrator(session: Session[Any], audience: Audience) -> Narrator:
    """Who tells this session's log to this audience. Raises `BadInput` for a game that has no words."""
    if session.game.name == "cards":
        from .cards import CardWords

        return Narrator(session, audience, lambda: CardWords(session.setup, audience))
    if session.game.name == "rpg":
        from .rpg import RpgWords

        return Narrator(session, audience, lambda: RpgWords(session.setup, audience))
    raise BadInput("game", f"{session.game.name!r} has no words")
