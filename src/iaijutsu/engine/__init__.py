"""The machine that asks, hears and records. It knows no rule of any game.

Rules are coroutines that `await` a `Request` and let `Event`s happen; a `Session` puts the questions, checks
and records the answers, and shows each audience its view.
"""

from .chance import Scripted, Seeded, Source, Verifiable
from .clauses import Clause, clauses
from .errors import (
    BadInput,
    DuelError,
    DuelFinished,
    IllegalAnswer,
    NoTakeBack,
    NotAsked,
    OutOfStep,
    RulesFault,
)
from .events import RULEBOOK, Audience, Claimed, Event, Ruled, Said
from .referee import Referee, Ruling
from .requests import (
    CHANCE,
    Arrange,
    Chance,
    Choose,
    Draw,
    Json,
    Number,
    Option,
    Request,
    Roll,
    Sealed,
    Seat,
    Several,
    plain,
)
from .sentences import Sentence, Tell
from .session import Game, Session, View
from .transcript import Entry, Transcript, loads

__all__ = [
    "CHANCE", "RULEBOOK", "Arrange", "Audience", "BadInput", "Chance", "Choose", "Claimed", "Clause", "Draw",
    "DuelError", "DuelFinished", "Entry", "Event", "Game", "IllegalAnswer", "Json", "NoTakeBack", "NotAsked",
    "Number", "Option", "OutOfStep", "Referee", "Request", "Roll", "Ruled", "RulesFault", "Ruling", "Said",
    "Scripted", "Sealed", "Seat", "Seeded", "Sentence", "Session", "Several", "Source", "Tell", "Transcript",
    "Verifiable", "View", "clauses", "loads", "plain",
]  # fmt: skip
