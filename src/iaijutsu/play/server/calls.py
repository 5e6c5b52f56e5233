"""What is said to the house and what it says back: orders, commands, passes, receipts, and what can go wrong.

Everything here is plain data: a page, a stream, the JSON interface and a test call the house in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...engine import DuelError, Seat
from .seen import Role

COOKIE = "iaijutsu-"
"""Cookies of passes are called by this and the duel's id."""
LANGUAGE = "iaijutsu-language"
"""The cookie of the language that somebody has chosen. No duel's id is that word."""
ME, LINK, OPEN, PERSON = "me", "link", "open", "person"


class NotHere(DuelError):
    """There is no such duel, line or moment (404)."""


class NotYours(DuelError):
    """Somebody asks for what is not for him (403)."""


class TooLate(DuelError):
    """The question was answered, or is another one by now (409). `asked`: the id of the question open now, or empty."""

    def __init__(self, told: str, asked: str = "") -> None:
        super().__init__(told)
        self.asked = asked


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody brought: its name, its text, and which character of it is meant (empty: the only one).

    `data` is what is in it where that is no text.
    """

    name: str
    text: str
    pick: str = ""
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Order:
    """A duel that somebody wants. `terms` has the options of `iaijutsu play` with underscores (`deck`, `against`,
    `database`, `cards`, `duellist`, `opponent`, `action`, `challenger`, `active`, `ruleset`, `hand`, `gold`;
    `character`, `opponent`, `form`, `contest`, `stakes`, `ruling`, `unprepared`, `initiative`, `secret_sheets`, `gm`),
    texts, numbers or `Upload`s.

    `seats`: for each seat `me`, `link` or a computer player's key. `clock`: seconds a side and seconds added for each
    answer, or None. `dice` is `table` where real dice and cards are typed in, by the judge where one sits. `public`:
    anybody may look on without a link. `odds`: offered at the start; who joins agrees, or says that he does not.
    """

    game: str
    terms: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    seats: tuple[str, ...] = (ME, LINK)
    clock: tuple[int, int] | None = None
    spectators: bool = True
    judge: bool = False
    odds: bool = False
    public: bool = False
    dice: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the door tells of a duel: what who comes in agrees to. `waits`: somebody has still to take his seat;
    `words` has the rest, as what is fought for and by which rules, in sentences.
    """

    game: str
    clock: tuple[int, int] | None
    judge: bool
    odds: bool
    dice: str
    waits: bool
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at a duel: in a seat, looking on, or its judge (who sits at the third seat of a role-playing duel)."""

    duel: str
    role: Role
    seat: Seat | None
    name: str


@dataclass(frozen=True, slots=True)
class Pass:
    """What a browser keeps: the value of the duel's cookie (`cookie`, called `name`), and who that makes him."""

    cookie: str = field(repr=False)
    who: Who

    @property
    def name(self) -> str:
        """The cookie's name."""
        return COOKIE + self.who.duel


@dataclass(frozen=True, slots=True)
class Opened:
    """A new duel: its id, the pass of who made it, and the secrets of its links (`seat 1`, `spectator`, `judge`).

    The maker's own seat has one too, the last: he may come from another device.
    """  # fmt: skip

    duel: str
    mine: Pass
    links: Mapping[str, str] = field(repr=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """Something that somebody does. `id` is the client's own; the same again gets the first receipt again.

    `kind`: `answer` (`question`, and `reply` as it is typed, or `choice`, or `slots`; the same for a step of `rule`,
    without `question`), `say` (`text`), `undo` or `ask-undo`, `odds` or `ask-odds`, `rematch` or
    `offer-rematch`, `agree` and `refuse` (`about`: `undo`,
    `odds`, `rematch`), `concede`, `claim`, `pass-until` (`text`: `heading` or `duel`), and of a judge: `rule`
    (the next step; `drop` gives it up), `end` (`text`: the reason).
    """

    id: str
    kind: str
    question: str = ""
    reply: str | None = None
    choice: int | None = None
    slots: tuple[int, ...] | None = None
    text: str = ""
    about: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done is kept. `version` is that of what the doer sees then; `repeated`: it had been done before."""

    version: str
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """A duel in a list of one's own. `turn`: I am asked something."""

    duel: str
    game: str
    role: Role
    names: tuple[str, ...]
    finished: bool
    turn: bool
    made: float
