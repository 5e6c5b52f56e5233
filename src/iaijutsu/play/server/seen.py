"""What one person at a table is shown: the only thing that pages, streams and the JSON interface are given.

It is made of a session's view and words for one audience (`table.py`), so nothing in it knows more than that audience.
Two duels that differ only in what the audience may not know give equal ones, `version` included.
"""

from __future__ import annotations

from typing import Literal

from ...engine import Seat
from ...engine.quick import dataclass
from ..odds import Odds, OddsLine
from ..words import Question, board, rpg_board

__all__ = [
    "Asked", "Board", "Clock", "Consented", "Deed", "LogLine", "Me", "Odds", "OddsLine", "Offer", "Place", "Role",
    "Seen",
]  # fmt: skip

Role = Literal["seat", "spectator", "judge"]
Consented = Literal["undo", "odds", "rematch"]
Board = board.Board | rpg_board.Board


@dataclass(frozen=True, slots=True)
class Me:
    """Who looks. `side` is the side of the duel (0 challenger, 1 challenged; None for nobody's), once there is one."""

    role: Role
    seat: Seat | None
    name: str
    side: int | None


@dataclass(frozen=True, slots=True)
class Clock:
    """Time left of one seat, in seconds, as of when this was made; `running` while it is being used up."""

    left: float
    running: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table. `player` is `person`, `open` (a link that nobody has used yet) or a computer player's key.

    `asked`: the duel waits for an answer of this seat; `sealed`: it has given one that is not shown yet. `away` is for
    how many seconds nobody of that seat has been there; None while somebody is: with a page open, or without script
    for two minutes after he last asked for something.
    """

    seat: Seat
    name: str
    side: int | None
    player: str
    asked: bool
    sealed: bool
    away: int | None
    clock: Clock | None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log. `number` counts from 0; `explained`: there is a clause or a reason to ask for."""

    number: int
    text: str
    clause: str
    stage: str
    side: int | None
    minor: bool
    explained: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What the own seat (or a judge who types in dice) is asked. `id` goes back with the answer."""

    id: str
    question: Question
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that needs another's consent: `undo`, `odds` or `rematch`.

    `mine`: it is for me to say yes or no to it; otherwise I asked, or I only look on. `text` is the same in a sentence.
    """

    kind: Consented
    by: str
    mine: bool
    text: str


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done beside answering: `undo`, `concede`, `claim`, `odds`, `say`, `rematch`, `pass-until`,
    `rule`, `end`. With `why_not` it cannot be done now, for that reason.
    """

    kind: str
    label: str
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The whole table as one person sees it.

    `version` changes when, and only when, anything else here but times does. `status` is the one line for a screen
    reader: what happened last and what is asked. `result` is how it ended, empty before; `winner` is the seat that won,
    None before the end and where nobody did alone. `judge`: the table has one, or a game master, who sees
    everything. `ruling` is the open question of a judge's act that is being put
    together. `commitment` is the published commitment to the dice and draws. `next` is the id of the rematch, once all
    have agreed to one. `refused`: what others refused since anybody last did something else, in sentences.
    `terms`: what is fought for, and by which rules, in sentences.
    """

    duel: str
    game: Literal["cards", "rpg"]
    version: str
    me: Me
    places: tuple[Place, ...]
    board: Board
    lines: tuple[LogLine, ...]
    status: str
    asked: Asked | None
    waiting: str
    deeds: tuple[Deed, ...]
    offers: tuple[Offer, ...]
    odds: Odds | None
    ruling: Question | None
    finished: bool
    result: str
    commitment: str
    spectators: int
    next: str = ""
    refused: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    winner: Seat | None = None
    judge: bool = False
