"""What lies on the table: cards as they are printed (`Card`), and things in the game (`Piece`, `Deck`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..engine import Seat

Effect: TypeAlias = dict[str, Any]
"""One effect as data: `do` names it, the other keys are its parameters (see `schema`)."""

Condition: TypeAlias = dict[str, Any]
Occasion: TypeAlias = tuple[str, str]
"""A moment and what happens then: `("after", "reveal")`."""

UNKNOWN = "?"
"""The key of a card whose face the audience may not see."""

FATE_TYPES = ("strategy", "item", "follower", "spell", "ring", "ancestor")
TYPES = ("personality", *FATE_TYPES)
STATS = ("force", "chi", "honor")


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card. `kind` says how it is used, `on` when, `place` from where, `whose` occasion it minds."""

    kind: str
    effects: tuple[Effect, ...] = ()
    on: Occasion | None = None
    whose: str = "any"
    place: str = "play"
    conditions: tuple[Condition, ...] = ()
    cost: tuple[Condition, ...] = ()
    limit: str = ""
    optional: bool = False
    must: bool = False
    bystander: bool = False
    """Whether it works in play also while its Personality has no part in the duel in progress."""
    what: str = ""
    """What its effects are for, `winning` or `losing` a duel, where that is its trigger or condition (cards.I.for)."""
    alters: bool = False
    """Whether it changes who wins or loses (cards.I.alter)."""
    group: int = 2
    """Timing conflict: 0 delays, negations and preventions; 1 substitutions; 2 the rest."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card as printed. A stat or focus value that the card does not have is None. `focus_text` is a printed `*`."""

    key: str
    title: str
    type: str
    focus: int | None = None
    star: bool = False
    force: int | None = None
    chi: int | None = None
    honor: int | None = None
    honor_requirement: int | None = None
    keywords: frozenset[str] = frozenset()
    unique: bool = False
    text: str = ""
    abilities: tuple[Ability, ...] = ()
    numbers_only: bool = False
    """Read from somebody's file: played for its numbers, its text is not known to us."""


@dataclass(slots=True)
class Bonus:
    """A change to a stat. `scope` is `whole`, or `duel` when only the duel stat is raised."""

    stat: str
    amount: int
    until: str
    scope: str
    duel: int


@dataclass(slots=True)
class FvChange:
    """A change to a focus value: `add`, `set` or `times`."""

    op: str
    amount: int


@dataclass(slots=True)
class KeywordChange:
    """A keyword given (or taken) until a time."""

    keyword: str
    given: bool
    until: str
    duel: int


@dataclass(slots=True)
class Piece:
    """A card, or a created Personality, that is in play, in a focus pool or in a focusing area.

    `key` is its card's key, `UNKNOWN` for who may not see it. `zone` is play, pool, focusing or gone.
    The printed stats stand here because a judge, or the effect that created the piece, may set them.
    """

    id: int
    key: str
    type: str
    owner: Seat
    controller: Seat
    zone: str
    face_up: bool = True
    host: int | None = None
    force: int | None = None
    chi: int | None = None
    honor: int | None = None
    bowed: bool = False
    dishonorable: bool = False
    at_home: bool = False
    created: bool = False
    lent_by: Seat | None = None
    """Who gets control of it back as the turn ends."""
    blank: int | None = None
    """The number of the duel until whose end its traits are negated."""
    bonuses: list[Bonus] = field(default_factory=list)
    fv_changes: list[FvChange] = field(default_factory=list)
    keyword_changes: list[KeywordChange] = field(default_factory=list)


@dataclass(slots=True)
class Deck:
    """A Fate deck that is drawn lazily: a known top, an unordered rest, a known bottom.

    `rest` maps a key to how many of it there are; for who does not know the deck it is `{UNKNOWN: n}`.
    """

    top: list[str]
    rest: dict[str, int]
    bottom: list[str]

    @property
    def size(self) -> int:
        """Cards in it."""
        return len(self.top) + sum(self.rest.values()) + len(self.bottom)

    def remove_top(self, key: str) -> None:
        """Take the top card, which turned out to be `key`."""
        if self.top:
            self.top.pop(0)
        elif self.rest:
            self._remove_rest(key)
        else:
            self.bottom.pop(0)

    def _remove_rest(self, key: str) -> None:
        known = key if key in self.rest else UNKNOWN if UNKNOWN in self.rest else next(iter(self.rest))
        self.rest[known] -= 1
        if not self.rest[known]:
            del self.rest[known]

    def mix(self, keys: tuple[str, ...]) -> None:
        """Shuffle `keys` in: then nothing in the deck has a known place any more."""
        for key in (*self.top, *self.bottom, *keys):
            self.rest[key] = self.rest.get(key, 0) + 1
        self.top.clear()
        self.bottom.clear()
