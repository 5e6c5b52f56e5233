"""How one side of the role-playing kernel plays: tables and short lists, followed by the kernel and by `Duellist`.

A turn looks at its mood, a number from 0 to 31: 1 Compromised, 2 within 3 strife of it, 4 fatigue over half of
endurance, 8 the foe is Compromised, 16 the weapon is in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ..engine import BadInput, Sentence
from ..rpg.characters import RINGS, SKILLS
from ..rpg.dice import EXPLOSIVE, OPPORTUNITY, STRIFE, SUCCESS
from ..rpg.unmasking import COSTS
from .kernel_rpg_layout import ACTIONS, BIDS, MOODS, PURPOSES, ROOMS, WAYS

DICE = 18
"""Faces of ring and skill dice, as `rpg.dice` numbers them."""
Worths = tuple[int, ...]
"""What each die is worth, kept if it is above 0: 18 whole numbers."""


def worths(success: int, explosive: int, opportunity: int, strife: int) -> Worths:
    """What dice are worth by their symbols; `explosive` is what exploding adds to a success."""
    return tuple(
        success * SUCCESS[die] + explosive * EXPLOSIVE[die] + opportunity * OPPORTUNITY[die] - strife * STRIFE[die]
        for die in range(DICE)
    )


NEEDED, NEEDED_TENSE = worths(6, 3, 2, 1), worths(6, 3, 2, 5)
SPARE, SPARE_TENSE = worths(4, 2, 3, 1), worths(4, 2, 3, 9)


@dataclass(frozen=True, slots=True)
class Keeping:
    """What dice are worth, in four cases: successes are still needed or not; one more strife is bearable or too much.

    The die worth most is kept first (of equal ones the first that lies there), then the next, as things stand then.
    """

    needed: Worths = NEEDED
    needed_tense: Worths = NEEDED_TENSE
    spare: Worths = SPARE
    spare_tense: Worths = SPARE_TENSE

    def of(self, *, needed: bool, tense: bool) -> Worths:
        """The worths in one of the cases."""
        if needed:
            return self.needed_tense if tense else self.needed
        return self.spare_tense if tense else self.spare


def by_mood(rule: Callable[[int], str]) -> tuple[str, ...]:
    """A table of all moods."""
    return tuple(rule(mood) for mood in range(MOODS))


def _bold(mood: int) -> str:
    return "strike" if mood & 16 else "ready"


@dataclass(frozen=True, slots=True)
class Conduct:
    """Everything that a duellist decides.

    `enter` is the ring of the initiative check; `stance`, `action` and `second` (Water's second action) go by mood; an
    action that cannot be taken is replaced by readying the weapon, or else by a Calming Breath, a second one by none.
    `spare` are two rings for a stance that was foreseen. `bid` has a row for how far strife is below composure (0, 1 to
    2, 3 to 5, more) and a column for the round (1, 2, 3, later). `ways` are ways to spend opportunity by purpose, best
    first, each taken as often as it can be. `seizes` are the purposes that a Void point is spent on. `suffers`: a Void
    point is spent on a critical strike rather than become Incapacitated. `blows`: finishing blows are taken.
    `concedes` is the round in which he yields (0: never); `unmasks` is never, start, end or either.
    """

    enter: str = "water"
    stance: tuple[str, ...] = by_mood(lambda mood: "water" if mood & 2 else "fire")
    action: tuple[str, ...] = by_mood(_bold)
    second: tuple[str, ...] = by_mood(lambda mood: "calming-breath")
    spare: tuple[str, str] = ("earth", "air")
    bid: tuple[tuple[int, ...], ...] = ((0, 0, 0, 0), (0, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 2))
    keeping: Mapping[str, Keeping] = field(default_factory=dict, hash=False)
    ways: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    seizes: frozenset[str] = frozenset({"attack"})
    suffers: bool = False
    blows: bool = True
    concedes: int = 0
    unmasks: str = "never"
    cost: str = "bend-principles"
    forfeit: str = "honor"
    center: str = "melee"
    reserves: frozenset[int] = frozenset(die for die in range(6, DICE) if SUCCESS[die])

    def __post_init__(self) -> None:
        _check(self)

    def kept_by(self, purpose: str) -> Keeping:
        """How dice are kept in a check for that purpose."""
        return self.keeping.get(purpose, Keeping())

    def spent_by(self, purpose: str) -> tuple[str, ...]:
        """How opportunity is spent in a check for that purpose."""
        usual = ("critical", "calm", "shed-strife", "rest") if purpose == "attack" else ("shed-strife",)
        return self.ways.get(purpose, usual)


# --- checks ----------------------------------------------------------------------------------------------


def _check(conduct: Conduct) -> None:
    """Whether everything is there and of the right kind. Raises `BadInput`."""
    tables = (("stance", RINGS, MOODS), ("action", ACTIONS, MOODS), ("second", ACTIONS, MOODS), ("spare", RINGS, 2))
    for name, allowed, length in tables:
        row = getattr(conduct, name)
        if len(row) != length:
            raise BadInput(_of(name), Sentence.counted(
                "{n} word found; needed are {length}", "{n} words found; needed are {length}", len(row), length=length
            ))  # fmt: skip
        for word in row:
            _one_of(_of(name), word, allowed)
    _one_of(_of("enter"), conduct.enter, RINGS)
    _one_of(_of("unmasks"), conduct.unmasks, ("never", "start", "end", "either"))
    _one_of(_of("center"), conduct.center, SKILLS)
    if (conduct.cost, conduct.forfeit) not in {(one.cost, one.forfeit) for one in COSTS}:
        reason = Sentence(
            "{cost!r} at {forfeit!r} found; allowed are those of unmasking", cost=conduct.cost, forfeit=conduct.forfeit
        )
        raise BadInput(_of("cost"), reason)
    if conduct.spare[0] == conduct.spare[1]:
        raise BadInput(_of("spare"), Sentence("two different rings are needed"))
    if len(conduct.bid) != ROOMS or any(len(row) != BIDS or min(row) < 0 for row in conduct.bid):
        raise BadInput(_of("bid"), Sentence("{rooms} rows of {bids} numbers from 0 are needed", rooms=ROOMS, bids=BIDS))
    _check_checks(conduct)


def _of(name: str) -> Sentence:
    return Sentence("conduct: {name}", name=name)


def _check_checks(conduct: Conduct) -> None:
    for purpose in (*conduct.keeping, *conduct.ways, *conduct.seizes):
        _one_of(Sentence("conduct: a check"), purpose, PURPOSES)
    for purpose, row in conduct.ways.items():
        if len(row) > 8 or len(set(row)) < len(row):
            raise BadInput(
                Sentence("conduct: ways of {purpose}", purpose=purpose), Sentence("up to 8 different ones are needed")
            )
        for way in row:
            _one_of(Sentence("conduct: ways of {purpose}", purpose=purpose), way, WAYS[1:])
    for purpose, kept in conduct.keeping.items():
        if any(len(getattr(kept, one.name)) != DICE for one in fields(Keeping)):
            raise BadInput(
                Sentence("conduct: keeping of {purpose}", purpose=purpose),
                Sentence("{dice} numbers are needed, one for each die", dice=DICE),
            )
    if not conduct.reserves <= set(range(DICE)) or conduct.concedes < 0:
        raise BadInput(Sentence("conduct"), Sentence("dice have numbers from 0 to 17, and rounds from 0"))


def _one_of(where: str, word: Any, allowed: tuple[str, ...]) -> None:
    if word not in allowed:
        raise BadInput(
            where, Sentence("{found!r:.60} found; allowed is one of: {allowed}", found=word, allowed=", ".join(allowed))
        )
