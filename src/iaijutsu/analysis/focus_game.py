"""Focus or strike as a game of two players: what decides a duel between its first opportunity and its outcome.

A `FocusGame` says what each side has and may do, and what a win, a loss and a tie are worth to it. It holds nothing
of the table beyond that: cards that count alike are one `Face`, whatever their titles. Sides are numbered as in the
rules: 0 is the challenger's, 1 the challenged one's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from ..engine import BadInput, Sentence

CHALLENGER, CHALLENGED = 0, 1
ROLES: tuple[str, str] = (Sentence("challenger"), Sentence("challenged"))

Result: TypeAlias = Literal["win", "lose", "tie", "none"]
"""What becomes of one side: `tie` is a loss by equal scores, `none` neither a win nor a loss."""
RESULTS: tuple[Result, ...] = ("win", "lose", "tie", "none")
RESULT_WORDS: dict[str, Sentence] = {
    "win": Sentence.meant("result", "win"), "lose": Sentence.meant("result", "lose"),
    "tie": Sentence.meant("result", "tie"), "none": Sentence.meant("result", "none"),
}  # fmt: skip
"""Results as people are told of them."""
Outcome: TypeAlias = tuple[Result, Result]
"""What becomes of challenger and challenged."""
WINS: tuple[Outcome, Outcome] = (("win", "lose"), ("lose", "win"))
"""The plain win of each side."""
TIE: Outcome = ("tie", "tie")
UNRESOLVED: Outcome = ("none", "none")

Top: TypeAlias = Literal["no", "unseen", "seen"]


@dataclass(frozen=True, slots=True)
class Face:
    """A card as far as a duel tells it from others: focus value, printed value (for bans), what its text does.

    `text` is a Focus Effect in the form that `texts` gives it, empty for none. `title` is for people: cards that
    differ by it alone are one face.
    """

    value: int
    printed: int = -1
    text: str = ""
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.printed < 0:
            object.__setattr__(self, "printed", max(self.value, 0))

    def __str__(self) -> str:
        """What people call it: its value alone when it has no effect, else its title too."""
        title = self.title or Sentence("with an effect")
        return Sentence.joined([str(self.value), " (", title, ")"], by="") if self.text else str(self.value)

    @property
    def order(self) -> tuple[int, int, str]:
        """What faces are sorted by."""
        return self.value, self.printed, self.text


Faces: TypeAlias = tuple[tuple[Face, int], ...]
"""Cards by face, with how many of each there are."""


def faces(counts: Mapping[int, int] | Mapping[Face, int]) -> Faces:
    """Cards from focus values (or faces) and how many of each: `faces({3: 20, 4: 20})`."""
    found: dict[Face, int] = {}
    for one, count in counts.items():
        face = one if isinstance(one, Face) else Face(one)
        if count:
            found[face] = found.get(face, 0) + count
    return tuple(sorted(found.items(), key=lambda row: row[0].order))


def size(cards: Faces) -> int:
    """How many cards these are."""
    return sum(count for _, count in cards)


@dataclass(frozen=True, slots=True)
class Instead:
    """Something that may be done instead of focusing, once a duel: it raises the own score, lowers the other's.

    `after_other`: only once the other side has focused something.
    """

    name: str
    own: int = 0
    other: int = 0
    after_other: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A change to a duel stat by how often somebody focused: `by[n]` after n times, the last one for more.

    `who` is whose stat changes and `of` whose focuses count, `own` or `other` as the side that has it sees it; `count`
    is `focuses`, or those from one place: `pool`, `hand`, `top`. `late`: it counts what lies there before the scores.
    """

    name: str
    who: str
    count: str
    of: str
    by: tuple[int, ...]
    late: bool = False


@dataclass(frozen=True, slots=True)
class FocusSide:
    """What one side brings to the focusing round.

    `deck` are the cards that pool, hand and draws come from, all of them unseen. `hand` cards were drawn from it
    before; the opponent knows how many. `held` are cards in hand that both know of (then `hand` is 0).
    `from_hand`, `from_top` and `most` count focuses, -1 is no limit. So long as he can focus, he may not strike at the
    first `least` opportunities, nor at the first `must`; at the first `no_strike` (-1: at all) he may not strike if he
    can do anything else. `banned` are printed values
    that he may not focus. `life` is the Chi that must not fall to 0 (-1: it cannot).
    """

    stat: int
    deck: Faces
    pool: int = 3
    hand: int = 0
    held: tuple[Face, ...] = ()
    from_hand: int = 1
    top: Top = "no"
    from_top: int = -1
    most: int = -1
    least: int = 0
    must: int = 0
    no_strike: int = 0
    banned: frozenset[int] = frozenset()
    insteads: tuple[Instead, ...] = ()
    wins_ties: bool = False
    cannot_lose: bool = False
    silenced: bool = False
    """Focus Effects on this side's cards do not resolve."""
    ignore_highest: bool = False
    """The highest focus value in this side's area does not count."""
    last_times: int = 1
    """The card that this side focused last counts so many times."""
    life: int = -1
    discard: int = 0
    """Cards in the discard pile."""
    entered: int = -1
    """The stat with which the duellist entered, for who counts it so (-1: `stat`)."""
    stat_name: str = "chi"
    loose: bool = False
    """Cards off the top are taken to come as from the whole deck, whatever was drawn: not exact, but small."""
    tallies: tuple[Tally, ...] = ()
    """Changes to the stats by how often somebody focused."""
    reveal: str = ""
    """What changes this side's focus values as cards are revealed: JSON of a list of `op`, `amount`, `which`."""

    @property
    def pool_size(self) -> int:
        """Cards in the focus pool: fewer when the deck is short (cards.B.short)."""
        return min(self.pool, size(self.deck) - self.hand)

    @property
    def hand_size(self) -> int:
        """Cards in hand before anything is focused."""
        return self.hand + len(self.held)

    @property
    def deck_size(self) -> int:
        """Cards left in the deck once pool and hand are drawn."""
        return size(self.deck) - self.hand - self.pool_size

    @property
    def most_from_hand(self) -> int:
        """Cards that can come from hand at most."""
        return self.hand_size if self.from_hand < 0 else min(self.from_hand, self.hand_size)

    @property
    def texts(self) -> bool:
        """Whether some card does more than count."""
        return any(face.text for face, _ in self.deck) or any(face.text for face in self.held)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a side thinks of its results, in points of its own."""

    win: float = 1.0
    lose: float = -1.0
    tie: float = 0.0
    none: float = 0.0

    def of(self, result: Result) -> float:
        """The worth of one result."""
        return float(getattr(self, result))


@dataclass(frozen=True, slots=True)
class Left:
    """Something at the table that the game leaves out.

    `side`: it is that side's choice to use it, so that leaving it out can only cost that side; None: it is nobody's
    choice, or everybody's. `rough`: it is counted, if only roughly.
    """

    name: str
    side: int | None = None
    rough: bool = False

    def __str__(self) -> str:
        """In words."""
        return self.name


@dataclass(frozen=True, slots=True)
class FocusGame:
    """The whole game. `first` has the first opportunity (after the opening, where there is one); `chooser` (a sole
    Duelist's side) chooses who has it.

    `near`: scores that differ by no more count as a tie. `active` is the side whose player orders Focus Effects.
    `guarantee`: the other side only wants this one to fare badly, whatever its own worth; then the value is what this
    side can make sure of. `opening` are moves made already: each the side, and `pool`, `hand` or `top`.
    """

    sides: tuple[FocusSide, FocusSide]
    first: int = CHALLENGED
    chooser: int | None = None
    worth: tuple[Worth, Worth] = (Worth(), Worth())
    near: int = 0
    active: int = CHALLENGER
    guarantee: int | None = None
    opening: tuple[tuple[int, str], ...] = ()
    left: tuple[Left, ...] = ()

    def __post_init__(self) -> None:
        for n, side in enumerate(self.sides):
            _check(side, ROLES[n])

    def with_side(self, side: int, **changes: object) -> FocusGame:
        """The same game with something changed about one side."""
        new = replace(self.sides[side], **changes)  # type: ignore[arg-type]
        return replace(self, sides=(new, self.sides[1]) if side == 0 else (self.sides[0], new))


def _check(side: FocusSide, role: str) -> None:
    """Whether the numbers of a side can be. Raises `BadInput`."""
    for name in ("stat", "pool", "hand", "least", "must"):
        if getattr(side, name) < 0:
            raise BadInput(
                Sentence.joined([role, name], by=": "),
                Sentence("{found} found; allowed are whole numbers from 0", found=getattr(side, name)),
            )
    if any(count < 0 for _, count in side.deck):
        raise BadInput(
            Sentence.joined([role, Sentence("deck")], by=": "),
            Sentence("a number of copies below 0 found; allowed are whole numbers from 0"),
        )
    if side.hand > size(side.deck):
        reason = Sentence(
            "{hand} cards in hand out of a deck of {size}; allowed are no more than it holds",
            hand=side.hand,
            size=size(side.deck),
        )
        raise BadInput(Sentence.joined([role, Sentence("hand")], by=": "), reason)
    if side.hand and side.held:
        raise BadInput(
            Sentence.joined([role, Sentence("hand")], by=": "),
            Sentence("its cards were given and their number too; one of the two is needed"),
        )
