"""The odds of a check, exact, when each choice is the best for a goal: rerolls, kept dice, bonus dice.

`odds` is the whole answer, `chance` one number quickly; `Best` holds what a check is worth at every step of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..engine import BadInput, Sentence
from ..rpg.dice import Die
from .dice_check import BLANK, FACE_OF, Check
from .dice_goal import SUCCESS, Floats, Goal, Ints, Outcome, box, met, outcome, worth
from .dice_keep import Table, faces_of, table
from .dice_reroll import Rerolls
from .dice_singles import Singles
from .dice_spread import Spread, spread
from .dice_waves import Plan, Shape, Waves, plan

ERROR = 1e-8
"""No chance given here is further off than this: floating point, and choices that are all but equal, together."""


LOOPS: Any = None
"""The module `dice_loops` while it is in use (`dice_loops.use`), else None: then arrays do the work."""


@dataclass(frozen=True)
class Odds:
    """What a check comes to. `goal` is what its choices are best for, `worth` what that comes to, and `chance` that of
    all its conditions at once.

    `joint`: [successes, opportunity, strife], the chance of each count on the kept dice, negated strife taken off; the
    last row of each axis stands for so many or more. `mean` holds chances (`success`, `composed`) and expected numbers
    (`bonus`, `opportunity`, `strife` received), `successes` the expected number of successes, without any cap.
    """

    check: Check
    goal: Goal
    worth: float
    chance: float
    successes: float
    mean: Outcome
    joint: Floats

    def successes_at_least(self) -> Floats:
        """[n]: the chance of n successes or more."""
        return _or_more(self.joint.sum(axis=(1, 2)))

    @property
    def of_successes(self) -> Floats:
        """[n]: the chance of just n successes; the last: or more."""
        return np.asarray(self.joint.sum(axis=(1, 2)), dtype=np.float64)

    @property
    def of_opportunity(self) -> Floats:
        """[n]: the chance of just n opportunity; the last: or more."""
        return np.asarray(self.joint.sum(axis=(0, 2)), dtype=np.float64)

    @property
    def of_strife(self) -> Floats:
        """[n]: the chance of just n strife received (none in Void stance); the last: or more."""
        shown = np.asarray(self.joint.sum(axis=(0, 1)), dtype=np.float64)
        return np.eye(1, len(shown))[0] * shown.sum() if self.check.stance == "void" else shown

    @property
    def of_bonus(self) -> Floats:
        """[n]: the chance of success with just n bonus successes; the last: or more. They add up to that of success."""
        result = self._results
        found = np.bincount(result.bonus.ravel(), (self.joint * result.success).ravel())
        return np.asarray(found, dtype=np.float64)

    @property
    def _results(self) -> Outcome:
        s, o, t = np.indices(self.joint.shape)
        return outcome(self.check, s, o, t)


def _counted(where: Ints, chances: Floats, size: int) -> Floats:
    return np.bincount(where, chances, size).astype(np.float64)


def _sum(joint: Floats, where: Ints) -> float:
    return min(1.0, float((joint * where).sum()))


def _or_more(chances: Floats) -> Floats:
    return np.asarray(np.minimum(chances[::-1].cumsum()[::-1], 1.0), dtype=np.float64)


class Best:
    """A check, solved for a goal. `handfuls`: [handful], the worth of keeping it (`table.handfuls`).

    With `choices` the odds behind the worth can be asked for; without, it is found a little faster, and what breaks
    ties is left out. Raises `BadInput` when the goal needs what the check does not tell.
    """

    def __init__(self, check: Check, goal: Goal = SUCCESS, *, choices: bool = True) -> None:
        _agree(check, goal)
        self.check, self.goal = check, goal
        self.box = box(goal, check, ties=choices)
        self.plan: Plan = plan(faces_of(check), check.keep, self.box.shape)
        fill = LOOPS.fill if LOOPS else None
        self.waves = (
            Waves(self.plan, self.box, choices=choices, fill=fill)
            if not check.one_by_one
            else Singles(self.plan, self.box)
        )
        self.handfuls = self.waves.start(check.added)

    @cached_property
    def table(self) -> Table:
        """The rolls of the check, and what may be kept of each."""
        return table(self.check)

    @cached_property
    def kept(self) -> Ints:
        """[roll]: the handful to keep of it."""
        kept: Ints = LOOPS.keep(self.table, self.handfuls) if LOOPS else self.table.best(self.handfuls)
        return kept

    @cached_property
    def rolls(self) -> Floats:
        """[roll]: what it is worth once nothing is rolled again."""
        return self.handfuls[self.kept]

    @cached_property
    def rerolls(self) -> Rerolls:
        """The rerolls of the check."""
        return Rerolls(self.check, self.table)

    @property
    def worth(self) -> float:
        """The worth of the check before its roll."""
        if not self.check.rerolls:
            return float((self.table.chances * self.rolls).sum())
        return float((self.rerolls.chances() * self.rerolls.run(self.rolls)[0]).sum())

    def odds(self) -> Odds:
        """The odds before the roll."""
        chances = self.rerolls.run(self.rolls)[1] if self.check.rerolls else self.table.chances
        return self.after(_counted(self.kept, chances, len(self.handfuls)))

    def keeping(self, handful: int, here: tuple[int, int, int] | None = None) -> Odds:
        """The odds once this handful is kept, of the roll or of a wave with these symbols kept before."""
        return self.after(np.eye(1, len(self.handfuls), handful)[0], here)

    def after(self, kept: Floats, here: tuple[int, int, int] | None = None) -> Odds:
        """The odds from the chance of each handful being kept, with symbols that lie there already (else: added)."""
        here = (0, self.check.added, 0) if here is None else here
        shape = self._shown()
        whole = (shape[0], shape[1], shape[2] + self.check.negate)
        if isinstance(self.waves, Singles):
            return self._told(self.waves.spread(kept, here, whole), shape)
        move = LOOPS.spread if LOOPS else spread
        return self._told(move(self.waves, kept, here, whole), shape)

    def _shown(self) -> Shape:
        """How far counts are told one by one: to where conditions turn, and to what is not rare."""
        check, inner = self.check, self.box.shape
        margin = -1 if check.margin is None else check.margin
        strife = max(inner[2] - check.negate, check.keep + 4, margin + 2)
        return max(inner[0], check.keep + 6, check.tn + 3), max(inner[1], check.keep + check.added + 3), strife

    def _told(self, found: Spread, shape: Shape) -> Odds:
        """The odds from the counts of symbols, as many of them negated as is best."""
        check, goal = self.check, self.goal
        joint, negated = self._negated(found.joint, shape)
        s, o, t = np.indices(shape)
        result = outcome(check, s, o, t)
        means = found.means - np.array([0.0, 0.0, negated])
        beyond = means - np.array([(joint * axis).sum() for axis in (s, o, t)])
        bonus = float((joint * result.bonus).sum()) + beyond[0] + (beyond[2] if check.stance == "fire" else 0.0)
        strife = 0.0 if check.stance == "void" else float(means[2])
        passed, composed, chance = [_sum(joint, part) for part in (result.success, result.composed, met(goal, result))]
        mean = Outcome(passed, float(bonus), float(means[1]), strife, composed)
        linear = float(worth(Goal(whole=0.0, weights=goal.weights), check, mean)) if goal.weights.any else 0.0
        return Odds(check, goal, goal.whole * chance + linear, chance, float(means[0]), mean, joint)

    def _negated(self, joint: Floats, shape: Shape) -> tuple[Floats, float]:
        """The same with negated symbols taken off, and the expected number of those."""
        if not self.check.negate:
            return joint, 0.0
        s, o, t = np.indices(joint.shape)
        inner = [np.minimum(axis, n - 1) for axis, n in zip((s, o, t), self.box.shape, strict=True)]
        count = self.box.negated[tuple(inner)]
        left = np.minimum(t - count, shape[2] - 1)
        flat = np.ravel_multi_index((s, o, left), joint.shape).ravel()
        return _counted(flat, joint.ravel(), joint.size).reshape(joint.shape)[:, :, : shape[2]], float(
            (joint * count).sum()
        )

    def handful(self, dice: tuple[Die, ...]) -> int:
        """The handful that these dice are. Dice that cannot be kept, or are blank, count for nothing."""
        grid = self.plan.lattice
        faces = [FACE_OF[die] for die in dice if FACE_OF[die] != BLANK]
        return int(grid.find(np.array([grid.key_of(faces)]))[0])


def odds(check: Check, goal: Goal = SUCCESS) -> Odds:
    """The odds of a check whose choices are the best for `goal`. Raises `BadInput`."""
    return Best(check, goal).odds()


def chance(check: Check, goal: Goal = SUCCESS) -> float:
    """The worth of a check alone: with a plain goal, the chance that all its conditions are met. Raises `BadInput`."""
    return Best(check, goal, choices=False).worth


def _agree(check: Check, goal: Goal) -> None:
    """Whether the check tells what the goal needs. Raises `BadInput`."""
    if (goal.composed or goal.weights.composed) and check.composure is None:
        raise BadInput(
            Sentence("the goal"), Sentence("to stay composed needs the composure (and the strife) of the roller")
        )
    if goal.composed and check.compromised:
        raise BadInput(
            Sentence("the goal"), Sentence("who is Compromised cannot stay composed: leave that condition out")
        )
