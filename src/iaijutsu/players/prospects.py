"""Averages and chances: what unseen cards are worth, and how a focusing round is likely to go. Numbers alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache

FOCUS_COUNTS = {0: 55, 1: 1123, 2: 1654, 3: 1848, 4: 1111, 5: 1}
"""How many real Fate cards have each focus value: what an unseen card is likely to be worth."""
HIDDEN_TEXT = 0.3
"""What the text of an unseen focused card is worth to its player, in focus value."""
SPREAD = 1.2
"""Variance of the worth of one unseen card."""
NOISE = 0.6
"""Variance that is left when every card is known: what texts may still do."""

# --- averages --------------------------------------------------------------------------------------------

_TOTAL = sum(FOCUS_COUNTS.values())
MEAN = sum(value * count for value, count in FOCUS_COUNTS.items()) / _TOTAL
"""The focus value of an unseen card, on average."""


@cache
def ordered(count: int, of: int, *, best_first: bool = False) -> tuple[float, ...]:
    """The focus values to expect of `count` cards left of `of`: the lowest are left, as the best go first.

    With `best_first` the highest `count` of them. Best first in either case.
    """
    averages = tuple(_order_statistic(of, rank) for rank in range(1, of + 1))
    return averages[:count] if best_first else averages[of - count :]


def _order_statistic(of: int, rank: int) -> float:
    """The `rank`-highest of `of` cards on average: the chances that it reaches 1, 2, ... added up."""
    return sum(_at_least(value, of, rank) for value in range(1, max(FOCUS_COUNTS) + 1))


def _at_least(value: int, of: int, rank: int) -> float:
    p = sum(count for v, count in FOCUS_COUNTS.items() if v >= value) / _TOTAL
    return sum(math.comb(of, k) * p**k * (1 - p) ** (of - k) for k in range(rank, of + 1))


def likely(lead: float, unseen: int, *, ties: bool = False) -> float:
    """The chance that a lead of `lead` points stands when `unseen` cards are turned up; a tie is won if `ties`."""
    edge = lead + (0.5 if ties else -0.5)
    return 0.5 * (1 + math.erf(edge / math.sqrt(2 * (NOISE + SPREAD * unseen))))


# --- the focusing round, thought through -----------------------------------------------------------------

Course = tuple[float, float]
"""The chance to win for who strikes now, and for who focuses now."""


@lru_cache(50_000)
def courses(
    lead: float, mine: tuple[float, ...], theirs: tuple[float, ...], unseen: int, seen_lead: float, mine_unseen: int,
    mine_guessed: tuple[float, ...], ties: tuple[bool, bool] = (False, False),
) -> Course:  # fmt: skip
    """The chances to win by striking now and by focusing now, for who has the opportunity.

    `lead`: own total over what the opponent's is on average; `mine`, `theirs`: what each may still focus, the best
    first; `unseen`: focused cards of the opponent's that I cannot see. The opponent is taken to see of me
    `seen_lead`, `mine_unseen` cards face-down and to expect `mine_guessed`, and to do what looks better to him.
    """
    mine_sums, their_sums, guessed = _sums(mine), _sums(theirs), _sums(mine_guessed)
    believed = _Round(seen_lead, guessed, their_sums, mine_unseen, ties)
    most = len(mine)

    def worth(i: int, j: int) -> Course:
        struck = likely(lead + mine_sums[i] - their_sums[j], unseen + j, ties=ties[0])
        if i == most:
            return struck, -1.0
        return struck, answered(i + 1, j)

    def answered(i: int, j: int) -> float:
        """My chance to win when he has the opportunity."""
        struck = 1 - likely(their_sums[j] - lead - mine_sums[i], unseen + j, ties=ties[1])
        p = believed.strikes(min(i, len(guessed) - 1), j)
        return struck if p >= 1 else p * struck + (1 - p) * max(worth(i, j + 1))

    return worth(0, 0)


class _Round:
    """The rest of the round as the opponent sees it: my cards are averages to him."""

    def __init__(
        self, lead: float, mine: Sequence[float], theirs: Sequence[float], unseen: int, ties: tuple[bool, bool]
    ) -> None:
        self.lead, self.mine, self.theirs, self.unseen, self.ties = lead, mine, theirs, unseen, ties
        self.known: dict[tuple[int, int], Course] = {}

    def strikes(self, i: int, j: int) -> float:
        """How likely he is to strike when I have focused `i` more cards and he `j`."""
        struck, focused = self.his(i, j)
        if focused < 0:
            return 1.0
        return 1 / (1 + math.exp(min(50.0, (focused - struck) / 0.08)))

    def his(self, i: int, j: int) -> Course:
        """His chances by striking and by focusing."""
        if (i, j) not in self.known:
            last = j == len(self.theirs) - 1
            self.known[i, j] = self._struck(i, j, 1), -1.0 if last else self.mine_next(i, j + 1)
        return self.known[i, j]

    def mine_next(self, i: int, j: int) -> float:
        """His chance when I have the opportunity, and do what is worse for him."""
        mine = 1 - self._struck(i, j, 0)
        return mine if i == len(self.mine) - 1 else min(mine, max(self.his(i + 1, j)))

    def _struck(self, i: int, j: int, who: int) -> float:
        lead = self.lead + self.mine[i] - self.theirs[j]
        return likely(lead if who == 0 else -lead, self.unseen + i, ties=self.ties[who])


def _sums(worths: Sequence[float]) -> tuple[float, ...]:
    found = [0.0]
    for worth in worths:
        found.append(found[-1] + worth)
    return tuple(found)
