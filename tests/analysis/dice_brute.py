"""The worth of a check by plain recursion over faces, subsets and waves: slow, short, and independent of the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations, product

from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_goal import Goal, outcome, worth
from iaijutsu.rpg.dice import EXPLOSIVE, STRIFE, SUCCESS, SYMBOLS, Die, is_skill, tally

Totals = tuple[int, int, int]
Shown = tuple[Die, ...]


def _distinct(dice: range) -> list[tuple[Die, float]]:
    """One die for each thing that can be shown, with its chance."""
    count = Counter(SYMBOLS[die] for die in dice)
    first = {SYMBOLS[die]: die for die in reversed(dice)}
    return [(first[shown], number / len(dice)) for shown, number in count.items()]


FACES = {False: _distinct(range(6)), True: _distinct(range(6, 18))}


class Plain:
    """`depth`: after so many explosions in a row the rest is dropped."""

    def __init__(self, check: Check, goal: Goal, depth: int = 7) -> None:
        self.check, self.goal, self.depth = check, goal, depth
        self.wave = lru_cache(maxsize=None)(self._wave)
        self.single = lru_cache(maxsize=None)(self._single)
        self.keep = lru_cache(maxsize=None)(self._keep)

    def value(self) -> float:
        check = self.check
        aside = [is_skill(die) for die in check.set_aside]
        ring, skill = check.ring_dice - aside.count(False), check.skill_dice - aside.count(True)
        rolls = self.rolls((False,) * ring + (True,) * skill)
        return sum(chance * self.modify((*check.set_aside, *shown)) for shown, chance in rolls)

    @staticmethod
    def rolls(kinds: tuple[bool, ...]) -> Iterator[tuple[Shown, float]]:
        for faces in product(*[FACES[kind] for kind in kinds]):
            chance = 1.0
            for _, part in faces:
                chance *= part
            yield tuple(die for die, _ in faces), chance

    def modify(self, shown: Shown) -> float:
        """Rerolls: some of them, or those that must be."""
        if not self.check.rerolls:
            return self.keep(tuple(sorted(shown)))
        wins = [n for n, die in enumerate(shown) if SUCCESS[die]]
        forced = min(self.check.forced, len(wins))
        open_ones = wins if self.check.forced else list(range(len(shown)))
        sizes = range(forced, (forced if self.check.forced else self.check.reroll) + 1)
        return max(self.again(shown, gone) for size in sizes for gone in combinations(open_ones, size))

    def again(self, shown: Shown, gone: tuple[int, ...]) -> float:
        kinds = tuple(is_skill(shown[n]) for n in gone)
        left = tuple(die for n, die in enumerate(shown) if n not in gone)
        if not gone:
            return self.last(shown)
        return sum(chance * self.last((*left, *new)) for new, chance in self.rolls(kinds))

    def last(self, shown: Shown) -> float:
        """All of them once more, if that is open."""
        value = self.keep(tuple(sorted(shown)))
        if not self.check.reroll_all:
            return value
        rolls = self.rolls(tuple(map(is_skill, shown)))
        return max(value, sum(chance * self.keep(tuple(sorted(new))) for new, chance in rolls))

    def _keep(self, shown: Shown) -> float:
        check = self.check
        best = float("-inf")
        for used in chain.from_iterable(combinations(check.reserved, n) for n in range(len(check.reserved) + 1)):
            for size in range(check.keep - len(used) + 1):
                for some in combinations(shown, size):
                    kept = (*some, *used)
                    if (not kept and not check.compromised) or (check.compromised and any(STRIFE[d] for d in kept)):
                        continue
                    shows = tally(kept)
                    here = (shows.successes, shows.opportunity + check.added, shows.strife)
                    best = max(best, self.burst(kept, here))
        return best

    def burst(self, kept: Shown, here: Totals, before: tuple[bool, ...] = (), depth: int = 0) -> float:
        """On with the explosions of dice that were kept, others waiting."""
        due = tuple(sorted([*before, *(is_skill(die) for die in kept if EXPLOSIVE[die])]))
        if not due or depth == self.depth:
            return self.end(here)
        return (self.single if self.check.one_by_one else self.wave)(due, here, depth)

    def end(self, here: Totals) -> float:
        most = min(self.check.negate, here[2])
        ends = [outcome(self.check, here[0], here[1], here[2] - count) for count in range(most + 1)]
        return max(float(worth(self.goal, self.check, one)) for one in ends)

    def _wave(self, due: tuple[bool, ...], here: Totals, depth: int) -> float:
        return sum(chance * self._best_of(shown, here, depth) for shown, chance in self.rolls(due))

    def _best_of(self, shown: Shown, here: Totals, depth: int) -> float:
        free = [die for die in shown if not (self.check.compromised and STRIFE[die])]
        some = chain.from_iterable(combinations(free, n) for n in range(len(free) + 1))
        return max(self.burst(kept, _plus(here, kept), depth=depth + 1) for kept in some)

    def _single(self, due: tuple[bool, ...], here: Totals, depth: int) -> float:
        return max(self._next(due, kind, here, depth) for kind in set(due))

    def _next(self, due: tuple[bool, ...], kind: bool, here: Totals, depth: int) -> float:
        left = list(due)
        left.remove(kind)
        rest = tuple(left)
        drop = self.burst((), here, rest, depth)
        total = 0.0
        for die, chance in FACES[kind]:
            if self.check.compromised and STRIFE[die]:
                total += chance * drop
            else:
                more = depth + bool(EXPLOSIVE[die])
                total += chance * max(drop, self.burst((die,), _plus(here, (die,)), rest, more))
        return total


def _plus(here: Totals, kept: Shown) -> Totals:
    shows = tally(kept)
    return here[0] + shows.successes, here[1] + shows.opportunity, here[2] + shows.strife
