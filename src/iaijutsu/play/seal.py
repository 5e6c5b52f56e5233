"""The seal of a finished duel's file: a last line in its log that tells of any change made to the file since.

What it is, exactly, stands in `docs/fairness.md`; `verify` checks it with code of its own.
"""

from __future__ import annotations

import hashlib
from typing import Any

from ..engine import Session
from ..engine.transcript import SAY

SEALER = "iaijutsu"
WORD = "seal "


def seal(session: Session[Any]) -> None:
    """Write the seal into the log of a finished duel, unless it stands there already."""
    if not _is_sealed(session):
        session.say(SEALER, WORD + _seal_of(session.transcript().dumps()))


def _is_sealed(session: Session[Any]) -> bool:
    last = session.entries[-1] if session.entries else None
    return last is not None and last.purpose == SAY and is_seal(*last.answer)


def is_seal(by: str, text: str) -> bool:
    """Whether a free line is a seal and no word of a player."""
    return by == SEALER and text.startswith(WORD)


def _seal_of(text: str) -> str:
    """The seal, in hex, of the text of a file without its seal."""
    return hashlib.sha256(b"iaijutsu seal 1\n" + text.encode("utf-8")).hexdigest()
