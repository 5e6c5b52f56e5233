"""What the roller of a check wants: the utility that keep choices are best for, as a table with straight edges."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine import BadInput, Sentence
from .dice_check import MOST_STRIFE, Check

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[Any]

TIE = 1e-10
"""How much what only breaks ties counts for: choices whose worth differs by less than about this may be swapped."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What one of each is worth: a success at the check, each bonus success (on success alone), each opportunity, each
    strife received (as a rule below 0), and staying composed.
    """

    success: float = 0.0
    bonus: float = 0.0
    opportunity: float = 0.0
    strife: float = 0.0
    composed: float = 0.0

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            if not isinstance(value, (int, float)) or not abs(value) <= 1e6:
                raise BadInput(
                    Sentence("weights: {word}", word=one.name),
                    Sentence("{found!r:.40} found; a number from -1e6 to 1e6 is needed", found=value),
                )

    @property
    def any(self) -> bool:
        """Whether anything counts."""
        return any(getattr(self, one.name) for one in fields(self))


BETWEEN_EQUALS = Weights(success=1.0, bonus=1.0, opportunity=0.53, strife=-0.79)
SHORTFALL = -0.07
"""Of choices that serve the goal alike, the better one by this; each success short of the TN counts a little. The
numbers are odd, so that hardly anything is equal here too.
"""


@dataclass(frozen=True, slots=True)
class Goal:
    """`whole` is the worth of meeting all of these at once: `success`, at least so many `bonus` successes and so much
    `opportunity`, at most so much strife received (`most_strife`; None: any), staying `composed`. `weights` add to it.
    """

    success: bool = True
    bonus: int = 0
    opportunity: int = 0
    most_strife: int | None = None
    composed: bool = False
    whole: float = 1.0
    weights: Weights = Weights()

    def __post_init__(self) -> None:
        for name, value in _counted(self):
            if value is not None and (type(value) is not int or not 0 <= value <= MOST_STRIFE):
                reason = Sentence(
                    "{found!r:.40} found; allowed are whole numbers from 0 to {most}",
                    found=value,
                    most=MOST_STRIFE,
                )
                raise BadInput(name, reason)
        if not (self.whole or self.weights.any):
            raise BadInput(Sentence("the goal"), Sentence("nothing counts: give a condition or a weight"))

    @property
    def chance(self) -> bool:
        """Whether the worth is nothing but the chance that all conditions are met."""
        return self.whole == 1.0 and not self.weights.any

    @property
    def conditions(self) -> int:
        """How many conditions there are."""
        return self.success + bool(self.bonus) + bool(self.opportunity) + (self.most_strife is not None) + self.composed


def _counted(goal: Goal) -> tuple[tuple[Sentence, object], ...]:
    return (
        (Sentence("bonus"), goal.bonus),
        (Sentence("opportunity"), goal.opportunity),
        (Sentence("most-strife"), goal.most_strife),
    )


SUCCESS = Goal()
BONUS = Goal(whole=0.0, weights=Weights(bonus=1.0))
"""The two common ones: the chance of success; the number of bonus successes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What dice with so many symbols come to, element by element (arrays, or numbers): symbols after negating."""

    success: Any
    bonus: Any
    opportunity: Any
    strife: Any
    composed: Any


def outcome(check: Check, successes: Any, opportunity: Any, strife: Any) -> Outcome:
    """What a check comes to whose kept dice show so much. `strife` is without the symbols that were negated."""
    passed = successes >= check.tn
    bonus = passed * (successes - check.tn + (strife if check.stance == "fire" else 0))
    received = strife * (check.stance != "void")
    margin = check.margin
    return Outcome(passed, bonus, opportunity, received, received <= (MOST_STRIFE * 9 if margin is None else margin))


def met(goal: Goal, result: Outcome) -> Any:
    """Whether all conditions are met."""
    fine = (result.opportunity >= goal.opportunity) & ((result.bonus >= goal.bonus) if goal.bonus else True)
    if goal.success or goal.bonus:
        fine = fine & result.success
    if goal.most_strife is not None:
        fine = fine & (result.strife <= goal.most_strife)
    return fine & result.composed if goal.composed else fine


def _weigh(weights: Weights, result: Outcome) -> Any:
    return (
        weights.success * result.success
        + weights.bonus * result.bonus
        + weights.opportunity * result.opportunity
        + weights.strife * result.strife
        + weights.composed * result.composed
    )


def worth(goal: Goal, check: Check, result: Outcome) -> Any:
    """The worth of a result, what breaks ties not counted."""
    value = _weigh(goal.weights, result)
    return value + goal.whole * met(goal, result) if goal.whole else value


@dataclass(frozen=True, slots=True)
class Box:
    """A utility as a table [successes, opportunity, strife], each counted up to its cap, with straight edges beyond:
    each further success adds `more_success`, each opportunity `more_opportunity`, each strife `more_strife` of the
    successes that there are. Exact for all numbers that can come up. `negated` is how many symbols to negate.
    """

    table: Floats
    more_success: float
    more_opportunity: float
    more_strife: Floats
    negated: Ints

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of rows: each cap and 1."""
        a, b, c = self.table.shape
        return a, b, c

    @property
    def straight(self) -> bool:
        """Whether nothing is added beyond the caps."""
        return not (self.more_success or self.more_opportunity or self.more_strife.any())


@lru_cache(maxsize=256)
def box(goal: Goal, check: Check, *, ties: bool = True) -> Box:
    """The utility of a goal; with `ties`, what breaks them is in it.

    Caps: TN and the bonus asked for; the opportunity asked for; strife from where no condition changes any more. In
    Fire stance strife counts once there is success, so there its cap is what can lie there before: while successes are
    below the cap, each die kept beyond the limit came from one of them.
    """
    top, enough, much = _caps(goal, check)
    s, o, t = np.ogrid[: top + 2, : enough + 2, : much + 2]
    value, negated = _negating(goal, check, np.broadcast_arrays(s, o, t), ties)
    inner = np.ascontiguousarray(value[:-1, :-1, :-1])
    return Box(
        inner,
        float(value[-1, 0, 0] - value[-2, 0, 0]),
        float(value[0, -1, 0] - value[0, -2, 0]),
        value[:-1, 0, -1] - value[:-1, 0, -2],
        negated[:-1, :-1, :-1],
    )


def _caps(goal: Goal, check: Check) -> tuple[int, int, int]:
    top = check.tn + (goal.bonus if goal.whole else 0)
    enough = goal.opportunity if goal.whole else 0
    margin = check.margin
    limits = [goal.most_strife] if goal.whole else []
    if margin is not None and (goal.composed or goal.weights.composed):
        limits.append(max(margin, -1))
    turns = [limit + 1 for limit in limits if limit is not None and check.stance != "void"]
    if check.stance == "fire":
        turns.append(check.keep + top)
    return top, enough, max(turns, default=0) + check.negate


def _negating(goal: Goal, check: Check, shown: Any, ties: bool) -> tuple[Floats, Ints]:
    """The worth of symbols, when as many strife symbols are negated as is best, and how many those are."""
    s, o, t = shown
    options = []
    for count in range(check.negate + 1):
        result = outcome(check, s, o, np.maximum(t - count, 0))
        better = _weigh(BETWEEN_EQUALS, result) + SHORTFALL * np.maximum(check.tn - s, 0)
        value = worth(goal, check, result) + (TIE * better if ties else 0.0)
        options.append(np.where(t >= count, value, -np.inf))
    best = np.argmax(options, axis=0)
    return np.max(options, axis=0).astype(np.float64), best
