"""What a side holds that the other cannot see, and how its moves change that.

A `Count` is what both know of a side's moves: how often it focused from where. For each count a `Page` lists every
holding that the side may have then, and for each move (`pool`, `hand`, `top`, `instead 0`) where it leads. Holdings
that differ only in the past, not in the score nor in what may follow, are one: nothing is lost by that, and the tables
stay small. Where no text makes cards differ by more than their value, the highest card goes first, because the other
side only sees that a card was focused (`Plain`); otherwise every card is a move of its own (`Explicit`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import comb
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engine import BadInput, Sentence
from .chances import Counts, added, best_draws, draws, less
from .focus_game import Face, FocusSide

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Holding: TypeAlias = tuple[Any, ...]
Label: TypeAlias = str
"""A move as both see it: `pool`, `hand`, `top`, or `instead` with its number."""
FOCUS: tuple[Label, ...] = ("pool", "hand", "top")
STRIKE: Label = "strike"
LIMIT = 600_000
"""Changes of holdings that tables are made for at most."""
MOST_FIRST = 30_000
"""First holdings of a side at most."""


class TooLarge(BadInput):
    """A game that would take too long to be made ready. The message says what would make it small enough."""


class Count(NamedTuple):
    """What a side has done, as both know it. `instead` has a bit for each thing done instead of focusing."""

    pool: int = 0
    hand: int = 0
    top: int = 0
    instead: int = 0

    @property
    def focuses(self) -> int:
        """Cards focused."""
        return self.pool + self.hand + self.top

    @property
    def turns(self) -> int:
        """Opportunities used."""
        return self.focuses + self.instead.bit_count()

    def after(self, label: Label) -> Count:
        """The count once this move is made."""
        if label in FOCUS:
            return self._replace(**{label: getattr(self, label) + 1})
        return self._replace(instead=self.instead | 1 << int(label.split()[1]))


def open_labels(side: FocusSide, count: Count) -> tuple[Label, ...]:
    """The moves other than striking that the rules leave to a side, as far as both can tell."""
    found: list[Label] = []
    if side.most < 0 or count.focuses < side.most:
        if count.pool < side.pool_size:
            found.append("pool")
        if count.hand < side.most_from_hand:
            found.append("hand")
        if side.top != "no" and count.top < side.deck_size and (side.from_top < 0 or count.top < side.from_top):
            found.append("top")
    found += [f"instead {n}" for n in range(len(side.insteads)) if not count.instead >> n & 1]
    return tuple(found)


# --- the cards of a side ---------------------------------------------------------------------------------

Row: TypeAlias = Sequence[Face]
Step: TypeAlias = tuple[int, tuple[tuple[Holding, float], ...]]
"""A move that a holder can choose: the kind of card (-1: none), and the holdings it may lead to."""


class Cards(Protocol):
    """How the holdings of one side look and change."""

    def start(self) -> dict[Holding, float]:
        """Every holding before the first opportunity, with its probability."""
        ...

    def focus(self, holding: Holding, label: Label) -> Iterator[Step]:
        """Each card that may be focused from there."""
        ...

    def standing(self, holding: Holding) -> Hashable:
        """What the outcome hangs on: the sum of focus values, or the focused cards."""
        ...

    def spent(self, holding: Holding) -> Holding:
        """What is left of a holding that cannot focus any more."""
        ...


def too_large() -> TooLarge:
    """What a game whose tables would not fit is refused with."""
    reason = Sentence(
        "more than {most} changes of what a side may hold; fewer different cards, a smaller hand or a pool alone "
        "make it small enough",
        most=LIMIT,
    )
    return TooLarge(Sentence("this duel"), reason)


def _guard(kinds: int, side: FocusSide) -> None:
    """That not too many first holdings have to be listed. Raises `TooLarge`."""
    hand = side.hand if side.most_from_hand else 0
    pools, hands = (comb(max(kinds + cards - 1, 0), cards) for cards in (side.pool_size, hand))
    if pools * hands > MOST_FIRST:
        raise too_large()


class Plain:
    """Cards that differ by their value alone. A holding: (focused sum, pool, hand), best card first."""

    def __init__(self, side: FocusSide) -> None:
        self.side = side
        self.kinds = sorted({(face.value, face.printed in side.banned) for face, _ in side.deck})
        index = {kind: n for n, kind in enumerate(self.kinds)}
        counts = [0] * len(self.kinds)
        for face, number in side.deck:
            counts[index[face.value, face.printed in side.banned]] += number
        self.counts = tuple(counts)
        self.loose = [not banned for _, banned in self.kinds]
        self.held = tuple(sorted((f.value for f in side.held if f.printed not in side.banned), reverse=True))

    def start(self) -> dict[Holding, float]:
        """Pools with the best of the hand, as they are drawn."""
        found: dict[Holding, float] = {}
        for pool, chance in draws(self.counts, self.side.pool_size):
            values = self._values(pool)
            for hand, share in self._hands(less(self.counts, pool)):
                holding = (0, values, hand)
                found[holding] = found.get(holding, 0.0) + chance * share
        return found

    def _hands(self, rest: Counts) -> Iterator[tuple[tuple[int, ...], float]]:
        most = self.side.most_from_hand
        if not self.side.hand or not most:
            yield self.held[:most], 1.0
            return
        free = tuple(n if loose else 0 for n, loose in zip(rest, self.loose, strict=True))
        if free == rest:
            for best, chance in best_draws(rest, self.side.hand, most):
                yield self._values(best), chance
            return
        for drawn, chance in draws(rest, self.side.hand):
            yield self._values(drawn)[:most], chance

    def _values(self, drawn: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((self.kinds[kind][0] for kind in drawn if self.loose[kind]), reverse=True))

    def focus(self, holding: Holding, label: Label) -> Iterator[Step]:
        """The best card of that place."""
        total, pool, hand = holding
        if label == "pool" and pool:
            yield pool[0], (((total + pool[0], pool[1:], hand), 1.0),)
        elif label == "hand" and hand:
            yield hand[0], (((total + hand[0], pool, hand[1:]), 1.0),)

    def standing(self, holding: Holding) -> int:
        """The sum of focus values."""
        return int(holding[0])

    def spent(self, holding: Holding) -> Holding:
        """The sum of focus values alone."""
        return holding[0], (), ()

    def held_by(self, area: Row, pool: Row, hand: Row, top: int, used: int) -> Holding:
        """The holding of these cards, of which `used` came from hand; `top`: the deck's top where it is seen."""
        best = [
            tuple(sorted((f.value for f in row if f.printed not in self.side.banned), reverse=True))
            for row in (pool, hand)
        ]
        most = max(self.side.most_from_hand - used, 0)
        return sum(face.value for face in area), best[0], best[1][:most]


class Drawing:
    """Plain cards, with the top of the deck to focus from.

    A holding: (focused sum, pool, hand, cards seen of the deck by kind, value of the top or -1 when it is unseen).
    """

    def __init__(self, side: FocusSide) -> None:
        self.side = side
        values: dict[int, int] = {}
        for face, number in side.deck:
            values[face.value] = values.get(face.value, 0) + number
        self.values = sorted(values)
        self.counts = tuple(values[value] for value in self.values)
        self.held = tuple(sorted((face.value for face in side.held), reverse=True))

    def start(self) -> dict[Holding, float]:
        """Pools with whole hands, and the top card where it is seen."""
        _guard(len(self.values), self.side)
        found: dict[Holding, float] = {}
        none = tuple(0 for _ in self.counts)
        for pool, chance in draws(self.counts, self.side.pool_size):
            for hand, share in draws(less(self.counts, pool), self.side.hand):
                seen = added(added(none, pool), hand)
                kept = (self._values(hand) or self.held)[: self.side.most_from_hand]
                for top, part in self._top(seen):
                    holding = (0, self._values(pool), kept, seen, top)
                    found[holding] = found.get(holding, 0.0) + chance * share * part
        return found

    def _values(self, drawn: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.values[kind] for kind in drawn)

    def _top(self, seen: Counts) -> Iterator[tuple[int, float]]:
        """The top card as its owner sees it before he chooses: -1 when he does not."""
        if self.side.top == "seen" and sum(seen) < sum(self.counts):  # of `Loose` nothing is seen
            yield from self._next(seen)
        else:
            yield -1, 1.0

    def _next(self, seen: Counts) -> Iterator[tuple[int, float]]:
        total = sum(self.counts) - sum(seen)
        for kind, value in enumerate(self.values):
            if (left := self.counts[kind] - seen[kind]) > 0:
                yield value, left / total

    def focus(self, holding: Holding, label: Label) -> Iterator[Step]:
        """The best card of that place, or the top of the deck whatever it is."""
        total, pool, hand, seen, top = holding
        if label == "pool" and pool:
            yield pool[0], (((total + pool[0], pool[1:], hand, seen, top), 1.0),)
        elif label == "hand" and hand:
            yield hand[0], (((total + hand[0], pool, hand[1:], seen, top), 1.0),)
        elif label == "top" and sum(seen) < sum(self.counts):
            yield top, tuple(self._drawn(holding))

    def _drawn(self, holding: Holding) -> Iterator[tuple[Holding, float]]:
        total, pool, hand, seen, top = holding
        for value, chance in self._next(seen) if top < 0 else ((top, 1.0),):
            now = self._seen_too(seen, value)
            for following, share in self._top(now):
                yield (total + value, pool, hand, now, following), chance * share

    def _seen_too(self, seen: Counts, value: int) -> Counts:
        return added(seen, (self.values.index(value),))

    def standing(self, holding: Holding) -> int:
        """The sum of focus values."""
        return int(holding[0])

    def spent(self, holding: Holding) -> Holding:
        """The sum of focus values alone."""
        return holding[0], (), (), (), -1

    def held_by(self, area: Row, pool: Row, hand: Row, top: int, used: int) -> Holding:
        """The holding of these cards, of which `used` came from hand; `top`: the deck's top where it is seen."""
        best = [tuple(sorted((face.value for face in row), reverse=True)) for row in (pool, hand)]
        known = [face.value for row in (area, pool, hand) for face in row]
        seen = tuple(known.count(value) for value in self.values)
        return sum(face.value for face in area), best[0], best[1][: max(self.side.most_from_hand - used, 0)], seen, top


class Loose(Drawing):
    """As `Drawing`, but whatever was drawn, the next card is as likely as from the whole deck: small, and not exact."""

    def start(self) -> dict[Holding, float]:
        """Pools with the best of the hand, and the top card where it is seen."""
        found: dict[Holding, float] = {}
        for pool, chance in draws(self.counts, self.side.pool_size):
            for hand, share in self._hands(less(self.counts, pool)):
                for top, part in self._top(()):
                    holding = (0, self._values(pool), hand, (), top)
                    found[holding] = found.get(holding, 0.0) + chance * share * part
        return found

    def _hands(self, rest: Counts) -> Iterator[tuple[tuple[int, ...], float]]:
        most = self.side.most_from_hand if self.side.most < 0 else min(self.side.most_from_hand, self.side.most)
        if not self.side.hand:
            yield self.held[:most], 1.0
            return
        for best, chance in best_draws(rest, self.side.hand, most):
            yield self._values(best), chance

    def _next(self, seen: Counts) -> Iterator[tuple[int, float]]:
        total = sum(self.counts)
        for value, count in zip(self.values, self.counts, strict=True):
            yield value, count / total

    def _seen_too(self, seen: Counts, value: int) -> Counts:
        return ()

    def held_by(self, area: Row, pool: Row, hand: Row, top: int, used: int) -> Holding:
        """The holding of these cards."""
        total, rest, best, _, top = super().held_by(area, pool, hand, top, used)
        return total, rest, best, (), top


class Explicit:
    """Every card a choice of its own. A holding: (focused, pool, hand) by kind.

    Of what was focused it keeps the `sum` of values, the cards (`set`), or the cards in order (`list`).
    """

    def __init__(self, side: FocusSide, keeps: str) -> None:
        self.side, self.keeps = side, keeps
        known = {face for face, _ in side.deck} | set(side.held)
        self.faces: list[Face] = sorted(known, key=lambda face: face.order)
        number = dict(side.deck)
        self.counts = tuple(number.get(face, 0) for face in self.faces)
        self.held = tuple(sorted((self.faces.index(face) for face in side.held), reverse=True))

    def start(self) -> dict[Holding, float]:
        """Pools with whole hands."""
        _guard(len(self.faces), self.side)
        found: dict[Holding, float] = {}
        for pool, chance in draws(self.counts, self.side.pool_size):
            if not self.side.hand or not self.side.most_from_hand:
                hand = self.held if self.side.most_from_hand else ()
                found[(), pool, hand] = chance
                continue
            for hand, share in draws(less(self.counts, pool), self.side.hand):
                found[(), pool, hand] = chance * share
        return found

    def focus(self, holding: Holding, label: Label) -> Iterator[Step]:
        """Each different card of that place that he may focus."""
        focused, pool, hand = holding
        place = pool if label == "pool" else hand if label == "hand" else ()
        for kind in dict.fromkeys(place):
            if self.faces[kind].printed in self.side.banned:
                continue
            left = list(place)
            left.remove(kind)
            rest = (tuple(left), hand) if label == "pool" else (pool, tuple(left))
            yield kind, (((self._now(focused, kind), *rest), 1.0),)

    def _now(self, focused: tuple[int, ...], kind: int) -> tuple[int, ...]:
        if self.keeps == "sum":
            return (sum(focused) + self.faces[kind].value,)
        now = (*focused, kind)
        return now if self.keeps == "list" else tuple(sorted(now, reverse=True))

    def standing(self, holding: Holding) -> Hashable:
        """The focused cards by kind, or the sum of their values."""
        return sum(holding[0]) if self.keeps == "sum" else tuple(holding[0])

    def spent(self, holding: Holding) -> Holding:
        """What was focused alone."""
        return holding[0], (), ()


# --- tables ----------------------------------------------------------------------------------------------
