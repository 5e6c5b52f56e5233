"""What a deck builder asks: the pools that a deck gives, what they come to, and what changing a card is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from ..engine import BadInput, Sentence
from .chances import draws
from .focus_game import ROLES, Face, Faces, FocusGame, FocusSide, faces, size
from .holdings import Plain
from .solve import Method, Solution, solve

CHANGE_TARGET = 2e-5
"""Exploitability to which games are solved that are compared with each other."""


@dataclass(frozen=True, slots=True)
class DeckOdds:
    """What a deck gives, by what is printed on its cards: no text counts. Everything is exact.

    `values` counts the cards of each focus value. `pools` are pools by value, the likeliest first. `totals[k]` says how
    likely each best total of k focuses is; `of_card[v]` how likely the best card of pool and hand is v.
    """

    side: FocusSide
    values: dict[int, int]
    pools: list[tuple[tuple[int, ...], float]]
    totals: dict[int, dict[int, float]]
    of_card: dict[int, float]

    def reach(self, focuses: int, total: int) -> float:
        """The chance that so many focuses can come to a total or more."""
        return sum(chance for value, chance in self.totals.get(focuses, {}).items() if value >= total)

    def mean(self, focuses: int) -> float:
        """The best total of so many focuses on average."""
        return sum(value * chance for value, chance in self.totals.get(focuses, {}).items())

    @property
    def average(self) -> float:
        """The focus value of a card of the deck on average."""
        return sum(value * count for value, count in self.values.items()) / max(1, sum(self.values.values()))


def deck_odds(side: FocusSide) -> DeckOdds:
    """What the deck of a side gives. Raises `BadInput` for an empty deck, and where the top may be focused."""
    if not size(side.deck):
        raise BadInput(Sentence("deck"), Sentence("it holds no Fate card; needed is at least one"))
    if side.top != "no" and side.pool == 0 and not side.hand:
        raise BadInput(
            Sentence("hand"), Sentence("under this ruleset focuses come from hand: say how many cards are drawn")
        )
    # by what is printed: a game in which texts may be counted as value is another one with another opponent
    held = tuple(Face(face.printed) for face in side.held)
    plain = replace(side, deck=faces(_counts(side.deck, attrgetter("printed"))), held=held, top="no")
    values = {face.value: count for face, count in plain.deck}
    most = plain.pool_size + plain.most_from_hand
    most = most if plain.most < 0 else min(most, plain.most)
    totals: dict[int, dict[int, float]] = {k: {} for k in range(1, most + 1)}
    of_card: dict[int, float] = {}
    for (_, pool, hand), chance in Plain(plain).start().items():
        best = max((*pool, *hand), default=0)
        of_card[best] = of_card.get(best, 0.0) + chance
        for k, total in enumerate(best_totals(pool, hand, most), start=1):
            totals[k][total] = totals[k].get(total, 0.0) + chance
    return DeckOdds(plain, values, _pools(plain), totals, of_card)


def best_totals(pool: tuple[int, ...], hand: tuple[int, ...], most: int) -> Iterator[int]:
    """The best that one focus, two focuses and so on come to; both rows are in order, the best first."""
    rest = sorted((*pool, *hand), reverse=True)[:most]
    total = 0
    for value in rest:
        total += value
        yield total


def _counts(deck: Faces, value: Callable[[Face], int] = attrgetter("value")) -> dict[int, int]:
    """How many cards there are of each value, from the least."""
    found: Counter[int] = Counter()
    for face, count in deck:
        found[value(face)] += count
    return dict(sorted(found.items()))


def _pools(side: FocusSide) -> list[tuple[tuple[int, ...], float]]:
    kinds = [face.value for face, _ in side.deck]
    counts = tuple(count for _, count in side.deck)
    found = [(tuple(kinds[k] for k in drawn), chance) for drawn, chance in draws(counts, side.pool_size)]
    return sorted(found, key=lambda row: -row[1])


# --- changes of a deck -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """One card of the deck replaced by one of another value: what the game is worth then, and by how much that is more.

    Both are in points of the side whose deck it is; `doubt` is how far `gain` may be off.
    """

    old: int
    new: int
    value: float
    gain: float
    doubt: float


def changes(game: FocusGame, side: int, *, method: Method = "auto") -> tuple[Solution, list[Change]]:
    """What each change of one card of a side's deck is worth in equilibrium, the best first. Plain cards only.

    The new card has a value that the deck has already, or one next to those. Raises `BadInput`.
    """
    if any(face.text for face, _ in game.sides[side].deck):
        raise BadInput(
            ROLES[side], Sentence("cards with texts are in this deck; changes are worked out for values alone")
        )
    base = solve(game, target=CHANGE_TARGET, method=method)
    values = _counts(game.sides[side].deck)
    wanted = sorted({v + step for v in values for step in (-1, 0, 1) if 0 <= v + step <= 5})
    pairs = [(old, new) for old in values for new in wanted if new != old]
    found = [_change(game, side, base, old, new, method) for old, new in pairs]
    return base, sorted(found, key=lambda change: -change.gain)


def _change(game: FocusGame, side: int, base: Solution, old: int, new: int, method: Method) -> Change:
    deck = replaced(game.sides[side].deck, old, new)
    made = solve(game.with_side(side, deck=deck), target=CHANGE_TARGET, method=method)
    ends = base.interval(side), made.interval(side)
    doubt = sum(high - low for low, high in ends) / 2
    return Change(old, new, made.value(side), made.value(side) - base.value(side), doubt)


def replaced(deck: Faces, old: int, new: int) -> Faces:
    """The deck with one card of a value exchanged for one of another."""
    counts = _counts(deck)
    counts[old] -= 1
    counts[new] = counts.get(new, 0) + 1
    return faces({value: count for value, count in counts.items() if count})


def side_of(counts: Mapping[int, int], stat: int = 3, **terms: object) -> FocusSide:
    """A side with a deck of plain cards, by focus value."""
    return replace(FocusSide(stat, faces(dict(counts))), **terms)  # type: ignore[arg-type]
