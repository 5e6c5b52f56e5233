"""What can go wrong, named for the mistake. Every message says what was asked, what came, and what would do.

The first argument of an error is its message, as a rule a `Sentence`: who shows it may tell it in another language.
"""

from __future__ import annotations

from .sentences import Sentence


class DuelError(Exception):
    """The root of all errors that a user of this package may want to catch."""


class IllegalAnswer(DuelError):
    """An answer that the question does not allow. Nothing has moved and nothing was recorded.

    Attributes: `request` (the question), `answer` (what came), `reason` (why not, in words).
    """

    def __init__(self, request: object, answer: object, reason: str) -> None:
        told = Sentence(
            "{reason} (asked: {request}; answered: {answer!r:.200})", reason=reason, request=request, answer=answer
        )
        super().__init__(told)
        self.request, self.answer, self.reason = request, answer, reason


class NotAsked(DuelError):
    """Somebody answered who has no question open."""


class DuelFinished(DuelError):
    """The duel is over; nobody is asked anything any more."""


class NoTakeBack(DuelError):
    """The last answers cannot be taken back: since then chance was consulted or something was shown."""


class OutOfStep(DuelError):
    """A transcript does not fit the questions that the rules ask.

    Attributes: `entry` (index from 0), `asked` and `recorded` (kind and seat, in words).
    """

    def __init__(self, entry: int, asked: str, recorded: str) -> None:
        told = Sentence(
            "entry {entry} of the transcript answers {recorded}, but the rules ask {asked} here",
            entry=entry, recorded=recorded, asked=asked,
        )  # fmt: skip
        super().__init__(told)
        self.entry, self.asked, self.recorded = entry, asked, recorded


class BadInput(DuelError):
    """A file, a setup or a word at the command line that cannot be taken.

    Attributes: `where` (file, table, key), `reason` (what was found and what is allowed).
    """

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(Sentence("{where}: {reason}", where=where, reason=reason) if where else reason)
        self.where, self.reason = where, reason


class RulesFault(DuelError):
    """The rules themselves failed: a fault of this program. The duel stands where it stood before the answer."""
