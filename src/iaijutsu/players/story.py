"""What the cards that a seat cannot see have done: drawn, focused, returned, shown. One token stands for each card.

The events that a seat saw say where face-down cards went, and now and then what one of them is. A `Story` follows the
cards of the other seats through them; what no event tells is open, and is left to chance where it has to be settled.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from ..cards.events import CardFocused, FocusedDiscarded, PieceShown, PoolsFormed, PoolsReturned, Revealed, TopSeen
from ..cards.events_challenge import ActionTaken, CardsDrawn
from ..cards.events_effects import AbilityUsed, FocusedMoved, HandDiscarded, Looked, PoolMoved
from ..cards.pieces import UNKNOWN
from ..cards.state import State
from ..engine import Event, Seat


class Token:
    """A card that others may not see. `key` is `UNKNOWN` until something tells; `never` is what it cannot be."""

    __slots__ = ("key", "never", "seat")

    def __init__(self, seat: Seat, key: str = UNKNOWN) -> None:
        self.seat, self.key, self.never = seat, key, ""

    def bind(self, key: str) -> None:
        """It turns out to be `key`, if that is known."""
        if key != UNKNOWN:
            self.key = key


class Pile:
    """The cards of one seat: hand, known top and bottom of the deck, those mixed back in, and how many are left."""

    __slots__ = ("bottom", "drawn", "first_hand", "hand", "left", "mixed", "pool", "rest", "top")

    def __init__(self, seat: Seat, hand: list[str], rest: int) -> None:
        self.first_hand = [Token(seat, key) for key in hand]
        self.hand = list(self.first_hand)
        self.top: list[Token] = []
        self.bottom: list[Token] = []
        self.mixed: list[Token] = []
        self.drawn: list[Token] = []
        self.pool: list[int] = []
        self.left: list[str] = []
        self.rest = rest


class Story:
    """The hidden cards of all seats but `seat`, followed through the events that it saw.

    `taken[n]` are the tokens that event n took off a deck, `focused[n]` the one that it put into an area.
    """

    def __init__(self, seat: Seat, start: State, events: Iterable[Event], rng: random.Random) -> None:
        self.seat, self.rng = seat, rng
        self.piles = {
            other: Pile(other, start.hands[other], start.decks[other].size)
            for other in range(len(start.names))
            if other != seat
        }
        self.pieces: dict[int, Token] = {}
        self.shown: dict[int, str] = {}
        self.taken: dict[int, list[Token]] = {}
        self.focused: dict[int, Token] = {}
        self.returned: dict[int, dict[Seat, list[Token]]] = {}
        for n, event in enumerate(events):
            if tell := _TELL.get(type(event)):
                tell(self, event, n)

    # --- decks and hands ---------------------------------------------------------------------------------

    def draw(self, seat: Seat, key: str) -> Token:
        """The next card of a deck, which is `key` if that is known."""
        pile = self.piles[seat]
        token = self._next(pile, key)
        token.bind(key)
        return token

    def _next(self, pile: Pile, key: str) -> Token:
        if pile.top:
            return pile.top.pop(0)
        fresh = pile.rest - len(pile.mixed)
        if pile.rest > 0:
            pile.rest -= 1
            fitting = [token for token in pile.mixed if key in (UNKNOWN, token.key)]
            if fitting and self.rng.randrange(fresh + len(fitting)) >= fresh:
                token = self.rng.choice(fitting)
                pile.mixed.remove(token)
                return token
            token = Token(next(s for s, p in self.piles.items() if p is pile))
            pile.drawn.append(token)
            return token
        return pile.bottom.pop(0)

    def from_hand(self, seat: Seat, key: str) -> Token:
        """The card that leaves a hand: the one known to be `key`, else one of those nobody knows."""
        hand = self.piles[seat].hand
        known = [token for token in hand if token.key == key] if key != UNKNOWN else []
        token = self.rng.choice(known or [token for token in hand if token.key == UNKNOWN] or hand)
        hand.remove(token)
        token.bind(key)
        return token

    def key_focused(self, n: int, key: str) -> str:
        """What event n put into an area: `key`, unless only the story knows."""
        token = self.focused.get(n)
        return token.key if token else key

    def put(self, token: Token, to: str) -> None:
        """A card goes back to a hand or into a deck; elsewhere it lies open."""
        pile = self.piles[token.seat]
        if to == "hand":
            pile.hand.append(token)
        elif to == "deck-top":
            pile.top.insert(0, token)
        elif to == "deck-bottom":
            pile.bottom.append(token)
        elif to == "shuffle":
            back = [*pile.top, *pile.bottom, token]
            pile.mixed += back
            pile.rest += len(back)
            pile.top.clear()
            pile.bottom.clear()


# --- events ----------------------------------------------------------------------------------------------


def _drawn(story: Story, event: CardsDrawn, n: int) -> None:
    if event.seat != story.seat:
        story.taken[n] = [story.draw(event.seat, key) for key in event.keys]
        story.piles[event.seat].hand += story.taken[n]


def _pools(story: Story, event: PoolsFormed, n: int) -> None:
    story.taken[n] = []
    for seat, pool in zip(event.seats, event.pools, strict=True):
        if seat != story.seat:
            tokens = [story.draw(seat, key) for _, key in pool]
            story.pieces.update(zip((number for number, _ in pool), tokens, strict=True))
            story.piles[seat].pool = [number for number, _ in pool]
            story.taken[n] += tokens


def _top_seen(story: Story, event: TopSeen, n: int) -> None:
    if event.seat != story.seat:
        pile = story.piles[event.seat]
        token = pile.top[0] if pile.top else story.draw(event.seat, event.key)
        if not pile.top:
            pile.top.insert(0, token)
        token.bind(event.key)
        story.taken[n] = [token]


def _focused(story: Story, event: CardFocused, n: int) -> None:
    seat = event.seat
    if seat == story.seat:
        return
    if event.origin == "pool":
        story.piles[seat].pool.remove(event.piece)
    elif event.origin == "hand":
        story.pieces[event.piece] = story.from_hand(seat, event.key)
    elif event.origin == "deck":
        story.pieces[event.piece] = story.draw(seat, event.key)
        story.taken[n] = [story.pieces[event.piece]]
    else:
        story.pieces[event.piece] = Token(seat, event.key)
    story.focused[n] = story.pieces[event.piece]
    story.focused[n].bind(event.key)


def _action(story: Story, event: ActionTaken, n: int) -> None:
    """The action is on a card in hand, unless no such card was there."""
    if event.seat != story.seat:
        if event.from_hand:
            story.from_hand(event.seat, event.key)
        for token in story.piles[event.seat].hand if not event.from_hand else ():
            token.never = event.key


def _used(story: Story, event: AbilityUsed, n: int) -> None:
    if event.to and event.seat != story.seat:
        story.from_hand(event.seat, event.key)


def _discarded(story: Story, event: HandDiscarded, n: int) -> None:
    """Cards of a hand are told in the order in which they lie there: those that nobody knew are named so."""
    if event.seat == story.seat:
        return
    hand = list(story.piles[event.seat].hand)
    tokens = [story.from_hand(event.seat, key) for key in event.keys]
    for token, key in zip(sorted(tokens, key=hand.index), event.keys, strict=True):
        token.key = key


def _moved(story: Story, event: FocusedMoved, n: int) -> None:
    token = story.pieces.get(event.piece)
    if token is not None:
        token.bind(event.key)
        if event.to != "opponent":
            story.put(story.pieces.pop(event.piece), event.to)


def _pool_moved(story: Story, event: PoolMoved, n: int) -> None:
    token = story.pieces.get(event.piece)
    if token is not None:
        story.piles[token.seat].pool.append(event.piece)


def _shown(story: Story, event: Revealed | FocusedDiscarded | Looked, n: int) -> None:
    for number, key in event.cards:
        if number in story.pieces:
            story.pieces[number].bind(key)


def _person_shown(story: Story, event: PieceShown, n: int) -> None:
    story.shown[event.piece] = event.key


def _returned(story: Story, event: PoolsReturned, n: int) -> None:
    """Pools go under the decks, in an order that is their owners' secret."""
    story.returned[n] = {}
    for seat in event.seats:
        if seat != story.seat:
            pile = story.piles[seat]
            tokens = [story.pieces.pop(number) for number in pile.pool]
            story.rng.shuffle(tokens)
            story.returned[n][seat] = tokens
            pile.bottom += tokens
            pile.pool = []


_TELL: dict[type[Event], Callable[[Story, Any, int], None]] = {
    CardsDrawn: _drawn,
    PoolsFormed: _pools,
    TopSeen: _top_seen,
    CardFocused: _focused,
    AbilityUsed: _used,
    ActionTaken: _action,
    HandDiscarded: _discarded,
    FocusedMoved: _moved,
    PoolMoved: _pool_moved,
    Revealed: _shown,
    FocusedDiscarded: _shown,
    Looked: _shown,
    PieceShown: _person_shown,
    PoolsReturned: _returned,
}
"""What each kind of event tells about hidden cards; the others tell nothing."""
