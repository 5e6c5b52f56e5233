"""What is the same wherever a duel is hosted, at a terminal or in a browser: passing for a while, being spared what
needs no thought, and taking back one's last answer.
"""

from __future__ import annotations

from typing import Any

from ..engine import CHANCE, Choose, Number, Request, Seat, Session, Several, plain
from ..engine.transcript import RULING, SAY, Entry
from .i18n import _, retold

HEADING, DUEL = "heading", "duel"
"""Until when somebody passes at every reaction: the next heading, or the end of the duel."""
LONE = ("pass", "accept")
"""Answers that need nobody's thought when they are the only ones."""


# --- answers that need nobody ----------------------------------------------------------------------------


def without_asking(session: Session[Any], request: Request[Any], passing: tuple[str, str], *, alone: bool) -> Any:
    """The answer of somebody who passes for a while (`passing`: until when, since which heading), or who plays `alone`
    against computers and has no choice; else None.

    Between two people nobody is spared a question for want of a choice: being passed over tells of a hand.
    """
    if request.purpose == "reaction" and isinstance(request, Choose) and _passes(session, *passing):
        return next((option for option in request.listed if getattr(option, "tag", "") == "pass"), None)
    return only_answer(request) if alone else None


def _passes(session: Session[Any], until: str, since: str) -> bool:
    if not until or since.partition(" ")[0] != _number_of(session):
        return False
    return until == DUEL or since == heading_of(session)


def _number_of(session: Session[Any]) -> str:
    """Which duel of the encounter is being fought."""
    duel = getattr(session.view("spectator").state, "duel", None)
    return str(getattr(duel, "number", ""))


def heading_of(session: Session[Any]) -> str:
    """Which heading of which duel play has come to, for those who pass for a while."""
    duel = getattr(session.view("spectator").state, "duel", None)
    return f"{_number_of(session)} {getattr(duel, 'stage', '')}"


def only_answer(request: Request[Any]) -> Any:
    """The one answer that is possible, where giving it needs no thought; else None."""
    if isinstance(request, Number) and request.least == request.most:
        return request.least
    if type(request) is Several and request.least == request.most == request.of:
        return tuple(range(request.of))
    if isinstance(request, Choose) and len(request.listed) == 1:
        only = request.listed[0]
        return only if getattr(only, "tag", "") in LONE else None
    return None


# --- steps back ------------------------------------------------------------------------------------------


def last_answer(session: Session[Any], seat: Seat) -> int | None:
    """Where in the transcript the last answer of a person stands that he gave a thought to."""
    entries = session.entries
    return next((n for n in range(len(entries) - 1, -1, -1) if _answered_by(entries[n], seat)), None)


def _answered_by(entry: Entry, seat: Seat) -> bool:
    if entry.purpose in (SAY, RULING) or entry.seat == CHANCE:
        return False
    if isinstance(entry.answer, dict):
        return seat in entry.answer
    return entry.seat == seat and not (entry.purpose == "reaction" and plain(entry.answer) == ["pass"])


def why_not_undo(session: Session[Any], seat: Seat) -> str | None:
    """None when the last answer of a seat could be taken back, else the reason in the reader's language."""
    if session.has_sealed(seat):
        return _("a sealed answer stays sealed until the others have answered too")
    number = last_answer(session, seat)
    if number is None:
        return _("you have not answered anything yet")
    if any(entry.purpose == RULING for entry in session.entries[number:]):
        return _("since then a judge has ruled")
    reason = session.why_not_take_back(number)
    return reason and retold(reason)


def take_back(session: Session[Any], length: int, by: str, words: str) -> None:
    """Cut the transcript to `length` entries; what was said since stays, and `by` says these words. Raises
    `NoTakeBack`.
    """
    said = [entry.answer for entry in session.entries[length:] if entry.purpose == SAY]
    session.take_back(length)
    for line in (*said, (by, words)):
        session.say(*line)
