"""Trying answers: each is played on in imagined worlds, those that do badly are dropped, the others get the rest.

The same worlds and the same chance are used for all answers that are still in, so that luck falls on all alike. What
it comes to hangs on how many worlds are tried, never on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

HABIT = 0.02
"""What the usual answer is worth beforehand, in duels won: doubt goes to it."""


@dataclass(slots=True)
class Candidate:
    """An answer that is tried, with what it came to: sums of weights and of weighted worth."""

    answer: Any
    habit: float = 0.0
    weights: float = 0.0
    worth: float = 0.0

    @property
    def mean(self) -> float:
        """What it is worth on average."""
        return self.worth / self.weights + self.habit if self.weights else self.habit

    def count(self, weight: float, worth: float) -> None:
        """One more world, of that weight, in which it came to `worth`."""
        self.weights += weight
        self.worth += weight * worth


Attempt = Callable[[list[Candidate]], bool]
"""Tries every candidate in one more world and counts it. False when no world can be imagined."""


def best_of(answers: Sequence[Any], usual: Any, budget: int, attempt: Attempt) -> Any:
    """The answer worth most on average after about `budget` tries in all; `usual` when no world can be imagined."""
    left = [Candidate(answer, HABIT if answer == usual else 0.0) for answer in answers]
    rounds = max(1, (len(left) - 1).bit_length())
    for _ in range(rounds):
        for _ in range(max(1, round(budget / rounds / len(left)))):
            if not attempt(left):
                return usual
        left = sorted(left, key=lambda one: one.mean, reverse=True)[: (len(left) + 1) // 2]
    return left[0].answer
