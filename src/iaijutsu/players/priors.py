"""What the cards that a seat has never seen may be, before anything is known about them but how many there are.

Where the other's deck is public, its list says it. Else he may have brought one of the ready decks, if the people
whom he has in play, and all cards that he has shown, are in it; else his cards are drawn from all that exist, each
focus value as often as it is in real decks.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from ..cards import decks as deck_files
from ..cards.court import Library
from ..cards.pieces import FATE_TYPES
from ..engine import Seat
from .prospects import FOCUS_COUNTS
from .tables import CardTable

READY = 0.85
"""How likely a deck is a ready one when everything that was seen fits it."""
COPIES = 3


def _fates(index: Library) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """All Fate cards and, added up, how likely each is to be met."""
    keys = tuple(key for key, card in sorted(index.cards.items()) if card.type in FATE_TYPES)
    values = [min(5, index.cards[key].focus or 0) for key in keys]
    many = Counter(values)
    return keys, tuple(accumulate(FOCUS_COUNTS[value] / many[value] for value in values))


class Prior:
    """What the unseen cards of the other seats may be, as `table.seat` knows it."""

    def __init__(self, table: CardTable) -> None:
        self.keys, self.weights = _fates(table.index)
        self.lists = {seat: Counter(dict(cards)) for seat, cards in table.lists.items()}
        self.ready = {seat: _ready(table, seat) for seat in range(len(table.start.names)) if seat != table.seat}

    def cards(self, seat: Seat, shown: Sequence[str], count: int, rng: random.Random) -> list[str]:
        """`count` unseen cards of a deck of which `shown` are known, in random order."""
        if seat in self.lists:
            left = list((self.lists[seat] - Counter(shown)).elements())
        else:
            left = self._from_ready(seat, shown, count, rng)
        rng.shuffle(left)
        return [*left[:count], *self._generic(count - len(left), shown, rng)]

    def _from_ready(self, seat: Seat, shown: Sequence[str], count: int, rng: random.Random) -> list[str]:
        seen = Counter(shown)
        fitting = [deck for deck in self.ready[seat] if deck.total() == count + len(shown) and seen <= deck]
        if not fitting or rng.random() >= READY:
            return []
        return list((rng.choice(fitting) - seen).elements())

    def _generic(self, count: int, shown: Sequence[str], rng: random.Random) -> list[str]:
        """Any cards that exist, up to three copies of each, those that were shown among them."""
        found: list[str] = []
        while len(found) < count:
            key = self.keys[bisect(self.weights, rng.random() * self.weights[-1])]
            copies = COPIES - shown.count(key) - found.count(key)
            found += [key] * min(max(0, copies), count - len(found))
        rng.shuffle(found)
        return found


def _ready(table: CardTable, seat: Seat) -> list[Counter[str]]:
    """The ready decks that `seat` may have brought: those of the people whom it has in play."""
    people = {p.key for p in table.start.personalities(seat) if p.face_up}
    return [
        Counter(dict(deck.cards))
        for deck in deck_files.shipped().values()
        if people and people <= {person.card for person in deck.personalities}
    ]
