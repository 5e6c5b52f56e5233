"""How a duel ends for what both have focused: a table of outcomes for each pair of standings.

Where cards differ by their value alone this is a comparison of sums; where texts, or rules of scoring, look at single
cards, `resolving` works it out for each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .focus_game import TIE, WINS, FocusGame, FocusSide, Outcome, Result
from .holdings import Count, Floats, Ints
from .pages import Page

Counts: TypeAlias = tuple[Count, Count]
Resolve: TypeAlias = Callable[[Counts, Page, Page], "Ending"]
"""What makes the table for a pair of counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """The outcomes of one pair of pages, by the standings of challenger (row) and challenged (column).

    `codes` index `outcomes`, where each pair has one outcome; else `shares` has the chance of each [outcome, row,
    column].
    Where scores alone decide, and standings are in their order, `by_score` is by how much the challenger's is higher,
    and `three` are the codes of his win, of a tie (scores that differ by `near` at most) and of his loss.
    """

    outcomes: tuple[Outcome, ...]
    codes: npt.NDArray[np.int8] | None = None
    shares: Floats | None = None
    by_score: npt.NDArray[np.int64] | None = None
    near: int = 0
    three: tuple[int, int, int] = (0, 0, 0)

    def value(self, worth: Mapping[Outcome, float]) -> Floats:
        """What each pair is worth."""
        each: Floats = np.array([worth[one] for one in self.outcomes])
        if self.codes is not None:
            plain: Floats = each[self.codes]
            return plain
        assert self.shares is not None
        mixed: Floats = np.tensordot(each, self.shares, axes=1)
        return mixed

    def share(self, outcome: Outcome) -> Floats:
        """The chance of one outcome for each pair."""
        if outcome not in self.outcomes:
            return np.zeros_like(self.value(dict.fromkeys(self.outcomes, 0.0)))
        n = self.outcomes.index(outcome)
        if self.codes is not None:
            plain: Floats = (self.codes == n).astype(np.float64)
            return plain
        assert self.shares is not None
        mixed: Floats = self.shares[n]
        return mixed


def when_tied(sides: tuple[FocusSide, FocusSide]) -> Outcome:
    """What becomes of both when the scores are equal (cards.H.tie, cards.H.tie-winner)."""
    wins = [side.wins_ties for side in sides]
    if not any(wins):
        return safe(sides, TIE)
    return safe(sides, ("win" if wins[0] else "lose", "win" if wins[1] else "lose"))


def safe(sides: tuple[FocusSide, FocusSide], outcome: Outcome) -> Outcome:
    """The outcome once those who cannot lose have not lost."""
    first, second = (_safe(side, result) for side, result in zip(sides, outcome, strict=True))
    return first, second


def _safe(side: FocusSide, result: Result) -> Result:
    return "none" if side.cannot_lose and result in ("lose", "tie") else result


def stats(game: FocusGame, counts: Counts) -> tuple[int, int]:
    """The duel stats once it is counted what each has done."""
    found = [side.stat for side in game.sides]
    for n, side in enumerate(game.sides):
        for tally in side.tallies:
            times = getattr(counts[n if tally.of == "own" else 1 - n], tally.count)
            found[n if tally.who == "own" else 1 - n] += tally.by[min(times, len(tally.by) - 1)]
        for bit, one in enumerate(side.insteads):
            if counts[n].instead >> bit & 1:
                found[n] += one.own
                found[1 - n] += one.other
    return max(found[0], 0), max(found[1], 0)


class Compared:
    """Endings by score: duel stat and focus values added up (cards.G.score, cards.H.compare)."""

    def __init__(self, game: FocusGame) -> None:
        self.game = game
        outcomes = (safe(game.sides, WINS[0]), safe(game.sides, WINS[1]), when_tied(game.sides))
        self.listed = tuple(dict.fromkeys(outcomes))
        self.codes = [self.listed.index(one) for one in outcomes]

    def __call__(self, counts: Counts, first: Page, second: Page) -> Ending:
        """The ending of two pages whose standings are sums of focus values."""
        return self.of_scores(counts, np.array(first.standings), np.array(second.standings))

    def of_scores(self, counts: Counts, first: Ints, second: Ints) -> Ending:
        """The ending for what the focused cards of each standing add to the score."""
        mine, his = stats(self.game, counts)
        won, lost, tied = self.codes
        gap = (first[:, None] + mine) - (second[None, :] + his)
        codes = np.where(np.abs(gap) <= self.game.near, tied, np.where(gap > 0, won, lost)).astype(np.int8)
        return Ending(self.listed, codes, by_score=gap, near=self.game.near, three=(won, tied, lost))
