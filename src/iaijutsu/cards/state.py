"""The state of a card duel: plain data, JSON both ways. Only events change it (`events`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..engine import Json, Seat
from ..engine.plaindata import from_plain, to_plain
from .pieces import Deck, Effect, Piece

CHALLENGER, CHALLENGED = 0, 1
"""The two sides of a duel, by index."""


@dataclass(slots=True)
class Mark:
    """An effect that lasts: who controls it, where it comes from, until when, in which duel."""

    effect: Effect
    seat: Seat
    source: str
    piece: int | None
    until: str
    duel: int
    what: str = ""
    """What a consequence that was put off is for: `winning` or `losing`."""
    creator: bool = False
    """Whether it is one of the text that made the duel."""


@dataclass(slots=True)
class Side:
    """One side of a duel. `seat` stays whatever happens to the duellist, who may be replaced."""

    seat: Seat
    duellist: int
    pool: list[int] = field(default_factory=list)
    area: list[int] = field(default_factory=list)
    focuses: int = 0
    """Cards focused in this duel, each counted once (cards.C.focus)."""
    origins: dict[str, int] = field(default_factory=dict)
    """How many of them came from where: pool, hand, deck, discard."""
    insteads: int = 0
    """Opportunities used for something instead of focusing."""
    must: int = 0
    """Opportunities that have to be used for focusing, if he can."""
    no_strike: int = 0
    """Opportunities at which he may not strike; -1 for the whole duel."""
    must_strike: bool = False
    since: int = 0
    """How many lasting effects had been set when the present duellist took his place."""
    score: int | None = None
    result: str = ""
    """`win` or `lose` once H has said so."""
    forced: str = ""
    """The outcome that an effect gives him directly: `win` or `lose`."""
    decided: bool = False
    """Whether a judge has given him that outcome."""
    entered: dict[str, int] = field(default_factory=dict)
    """The stats with which he entered, for those who count them so."""


CHALLENGING = ("challenge", "begun")
"""The stages before somebody refuses, or the two enter the duel."""


@dataclass(slots=True)
class Duel:
    """A challenge and the duel that may come of it. `stage` is one of CHALLENGING, `refused`, or a heading A to L."""

    number: int
    source: str
    performer: Seat
    effect: Effect
    sides: list[Side]
    stage: str = "challenge"
    turn: int = CHALLENGED
    first_moved: bool = False
    """Whether an effect has said who has the first opportunity."""
    first_settled: bool = False
    """Whether nothing can change that any more."""
    struck: int | None = None
    revealed: bool = False
    waiting: list[int] = field(default_factory=list)
    """Focused cards whose Focus Effects have still to resolve."""
    done: list[int] = field(default_factory=list)
    """Focused cards whose Focus Effects have resolved during their present stay in an area."""
    prevented: bool = False
    end_after_effects: str = ""
    """Why the duel is to end once the Focus Effects have resolved; `ends_by` is the card that says so."""
    ends_by: str = ""
    tie: bool = False
    margin: int = 0
    subject: int | None = None
    """The card that was focused last, or whose Focus Effect came last."""
    origin: str = ""
    """Where the card that was focused last came from."""
    ended: str = ""
    """How it ended: `resolved`, `without resolution`, `refused`, `negated`, `invalid`."""


@dataclass(slots=True)
class State:
    """Everything on the table. A key is `UNKNOWN` ("?") where the audience of a view may not see the card."""

    active: Seat
    names: list[str]
    decks: list[Deck]
    hands: list[list[str]]
    discards: list[list[str]]
    removed: list[list[str]]
    honor: list[int]
    gold: list[int]
    pieces: dict[int, Piece]
    duels: list[Duel] = field(default_factory=list)
    """Duels in progress, the innermost last."""
    past: list[Duel] = field(default_factory=list)
    """Duels and challenges that are over."""
    marks: list[Mark] = field(default_factory=list)
    delayed: list[Mark] = field(default_factory=list)
    """Consequences put off to the end of the turn."""
    used: set[str] = field(default_factory=set)
    paid: int = 0
    """What was paid for the effect that is resolving."""
    next_id: int = 0
    next_duel: int = 0
    turn_named: bool = True
    """Whether the setup says whose turn it is; if not, it is the challenger's."""
    changes: int = 0
    """Rises whenever who is in play, who controls it, whose traits are negated, or who duels is no longer as it was."""

    @property
    def duel(self) -> Duel | None:
        """The duel (or challenge) in progress."""
        return self.duels[-1] if self.duels else None

    def seat_duelling(self, seat: Seat) -> int | None:
        """The side of `seat` in the duel in progress, if it has one."""
        if not self.duels:
            return None
        first, second = self.duels[-1].sides
        return 0 if first.seat == seat else 1 if second.seat == seat else None

    def is_duellist(self, piece: int) -> bool:
        """Whether this piece stands in a challenge or duel in progress."""
        return any(side.duellist == piece for duel in self.duels for side in duel.sides)

    def personalities(self, seat: Seat | None = None) -> list[Piece]:
        """Personalities in play, of one controller or of all."""
        return [
            piece
            for piece in self.pieces.values()
            if piece.zone == "play" and piece.type == "personality" and seat in (None, piece.controller)
        ]

    def attached_to(self, host: int) -> list[Piece]:
        """What is attached to a Personality."""
        return [piece for piece in self.pieces.values() if piece.host == host and piece.zone == "play"]

    def plain(self) -> Json:
        """The JSON form."""
        return to_plain(self)

    @classmethod
    def from_plain(cls, data: Json) -> State:
        """The state of a JSON form."""
        return from_plain(cls, data)
