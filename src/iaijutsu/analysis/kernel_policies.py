"""Stated policies for the focusing round: what a kernel and a player of the rules engine both follow, to the coin.

A policy is asked at every opportunity for three chances out of 65,536: to strike, to focus from the pool, to focus
from hand. A coin of 16 bits then decides (`act`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

from ..engine import BadInput, Sentence

WHOLE = 1 << 16
"""Certainty, and the number of sides of a coin."""
STRIKE, POOL, HAND = 0, 1, 2
"""What can be done with an opportunity."""
Chances: TypeAlias = tuple[int, int, int]
"""Chances to strike, to focus from the pool, to focus from hand; they add up to `WHOLE`."""


class Moment(NamedTuple):
    """What one side knows when it has the opportunity."""

    stat: int
    other_stat: int
    pool: tuple[int, ...]
    """Focus values left in the own pool, highest first."""
    hand: int
    """The highest focus value in hand that may still be focused; -1: none."""
    total: int
    """Focus values in the own area, added up."""
    focuses: int
    from_hand: bool
    """Whether the own focus from hand is spent."""
    other_focuses: int
    other_from_hand: bool
    first: bool
    """Whether this side had the first opportunity."""


class Policy(Protocol):
    """How one side plays. Alike moments, alike chances."""

    @property
    def highest_first(self) -> bool:
        """Which card of the pool is focused: the highest left, or the lowest."""
        ...

    @property
    def takes_first(self) -> bool:
        """What a sole Duelist who may choose does: take the first opportunity himself, or give it away."""
        ...

    def chances(self, moment: Moment) -> Chances:
        """What it does. It is only asked when there is something to focus."""
        ...


def checked(chances: Chances, moment: Moment) -> Chances:
    """The chances, if they are chances at all and ask for nothing forbidden. Raises `BadInput`."""
    if min(chances) < 0 or sum(chances) != WHOLE:
        raise BadInput(
            "policy",
            Sentence(
                "chances {chances} found; needed are three from 0 that add up to {whole}", chances=chances, whole=WHOLE
            ),
        )
    if (chances[POOL] and not moment.pool) or (chances[HAND] and moment.hand < 0):
        raise BadInput(
            "policy",
            Sentence("{chances} at {moment} focuses where there is nothing to focus", chances=chances, moment=moment),
        )
    return chances


def act(chances: Chances, coin: int) -> int:
    """What is done when the coin shows this side, 0 to 65,535."""
    if coin < chances[STRIKE]:
        return STRIKE
    return HAND if coin < chances[STRIKE] + chances[HAND] else POOL


def sure(action: int) -> Chances:
    """One action for certain."""
    return (WHOLE * (action == STRIKE), WHOLE * (action == POOL), WHOLE * (action == HAND))


@dataclass(frozen=True, slots=True)
class Threshold:
    """Strike when far enough ahead, else focus. All numbers are in points of score.

    `margins[k]` is the lead with which a side that has focused k cards strikes (the last holds for all higher k);
    each card that the other has focused counts `guess` halves of a point. `floor` is the least focus value worth
    focusing. `hand`: which comes first, `best` of both, `first` the hand, `last` the hand, or `never` the hand.
    `waver` is the chance (of 65,536) to do the other thing than that.
    """

    margins: tuple[int, ...] = (1,)
    guess: int = 5
    floor: int = 0
    hand: str = "best"
    waver: int = 0
    highest_first: bool = True
    takes_first: bool = False

    def __post_init__(self) -> None:
        if not self.margins:
            raise BadInput("margins", Sentence("no number found; needed is at least one"))
        if self.hand not in ("best", "first", "last", "never"):
            raise BadInput(
                "hand", Sentence("{found!r} found; allowed are best, first, last and never", found=self.hand)
            )
        if not 0 <= self.waver <= WHOLE:
            raise BadInput("waver", Sentence("{found} found; allowed is 0 to {whole}", found=self.waver, whole=WHOLE))

    def chances(self, moment: Moment) -> Chances:
        """Strike or focus, wavering as stated."""
        focus = self._focus(moment)
        if focus == STRIKE:
            return sure(STRIKE)
        wanted = STRIKE if self._strikes(moment, focus) else focus
        other = focus if wanted == STRIKE else STRIKE
        found = [0, 0, 0]
        found[wanted], found[other] = WHOLE - self.waver, self.waver
        return found[0], found[1], found[2]

    def _strikes(self, moment: Moment, focus: int) -> bool:
        lead = 2 * (moment.stat + moment.total - moment.other_stat) - self.guess * moment.other_focuses
        value = moment.hand if focus == HAND else _next(moment, self.highest_first)
        return lead >= 2 * self.margins[min(moment.focuses, len(self.margins) - 1)] or value < self.floor

    def _focus(self, moment: Moment) -> int:
        """Where the next card would come from; `STRIKE` when from nowhere."""
        hand = moment.hand >= 0 and self.hand != "never"
        if not moment.pool:
            return HAND if hand else STRIKE
        if not hand or self.hand == "last":
            return POOL
        return HAND if self.hand == "first" or moment.hand > _next(moment, self.highest_first) else POOL


def _next(moment: Moment, highest_first: bool) -> int:
    return moment.pool[0] if highest_first else moment.pool[-1]


@dataclass(frozen=True, slots=True)
class Plan:
    """A policy of any kind: a function of the moment, such as a table that somebody looks up."""

    look_up: Callable[[Moment], Chances]
    highest_first: bool = True
    takes_first: bool = False
    name: str = field(default="a table", compare=False)

    def chances(self, moment: Moment) -> Chances:
        """What the function says."""
        return self.look_up(moment)
