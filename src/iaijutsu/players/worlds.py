"""Worlds that look to a seat as its own does: hidden cards dealt anew, the same public answers given again.

A world is a `Session` of its own. What the seat has seen is laid beside what the rules tell it there, event by event;
where an answer that others gave is not told by what followed, each is tried until the events agree. A deal in which
they never do is thrown away. How well the answers of others fit the cards that they hold there is the world's weight.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..cards import GAME
from ..cards.court import Court
from ..cards.pieces import UNKNOWN, Deck, Piece
from ..cards.state import State
from ..engine import Audience, Choose, Json, Request, Session, View
from ..engine.transcript import Entry
from . import retelling
from .priors import Prior
from .retold import Retold
from .story import Story
from .tables import CardTable

Likelihood = Callable[[Court, Request[Any], Any], float]
"""How likely an answer is of one who sits there: `likelihood(court, request, answer)`, above 0, at most 1."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The first state of an imagined duel, every face known, and the table that it is played at."""

    table: CardTable
    start: State


class ImaginedGame:
    """The card game from a `Deal`. Nobody is asked who has nothing to choose: nothing has to be kept from anybody."""

    name = GAME.name
    edition = GAME.edition

    def referee(self, setup: Deal) -> Court:
        """A referee with everything laid out."""
        return setup.table.court(_copied(setup.start), "open")

    def play(self, referee: Court) -> Coroutine[Request[Any], Any, Any]:
        """The rules of the card game."""
        return GAME.play(referee)

    def seen(self, setup: Deal, audience: Audience) -> State:
        """Imagined duels are looked at by their maker alone."""
        raise NotImplementedError

    def load_setup(self, data: Json) -> Deal:
        """Imagined duels are not kept."""
        raise NotImplementedError

    def plain_setup(self, setup: Deal) -> Json:
        """Imagined duels are not kept."""
        raise NotImplementedError


IMAGINED = ImaginedGame()


class World(NamedTuple):
    """A duel that looks like the seat's own, at the same question. `weight`: how well it fits the others' answers."""

    session: Session[State]
    weight: float


def imagine(
    table: CardTable, prior: Prior, view: View[State], request: Request[Any], rng: random.Random, likelihood: Likelihood
) -> World | None:
    """A world in which `table.seat` has seen `view` and is asked `request`; None when this deal does not lead there."""
    story = Story(table.seat, table.start, view.events, rng)
    deal_out(story, prior, rng)
    deal = Deal(table, _dealt(table, story, rng))
    seen = view.events

    def begin(entries: Iterable[Entry]) -> Session[State]:
        return Session(IMAGINED, deal, None, entries)

    def guess(session: Session[State], pending: Request[Any], place: int) -> Iterator[Any]:
        return retelling.answers(retelling.Place(session, pending, story, seen, place))

    def weigh(session: Session[State], pending: Request[Any], answer: Any) -> float:
        return 1.0 if forced(pending) else likelihood(session.referee, pending, answer)  # type: ignore[arg-type]

    told = Retold(begin, table.seat, seen, guess, weigh)
    session = told.up_to(request)
    return World(session, told.weight) if session is not None else None


def forced(request: Request[Any]) -> bool:
    """Whether there was nothing to choose."""
    return isinstance(request, Choose) and len(request.listed) == 1


# --- dealing ---------------------------------------------------------------------------------------------


def deal_out(story: Story, prior: Prior, rng: random.Random) -> None:
    """Settle what every hidden card is."""
    for seat, pile in story.piles.items():
        tokens = [*pile.drawn, *pile.first_hand]
        shown = [token.key for token in tokens if token.key != UNKNOWN]
        unknown = [token for token in tokens if token.key == UNKNOWN]
        fresh = pile.rest - len(pile.mixed)
        cards = prior.cards(seat, shown, len(unknown) + fresh, rng)
        for token in unknown:
            token.key = cards.pop(next((n for n, key in enumerate(cards) if key != token.never), 0))
        pile.left = cards


def _dealt(table: CardTable, story: Story, rng: random.Random) -> State:
    """The first state, with hands, decks and concealed Personalities as the story has them."""
    start = table.start
    hands, decks = list(start.hands), list(start.decks)
    for seat, pile in story.piles.items():
        hands[seat] = [token.key for token in pile.first_hand]
        decks[seat] = Deck([], dict(Counter([*(token.key for token in pile.drawn), *pile.left])), [])
    pieces = {number: _faced(table, story, piece, rng) for number, piece in start.pieces.items()}
    return replace(start, hands=hands, decks=decks, pieces=pieces)


def _faced(table: CardTable, story: Story, piece: Piece, rng: random.Random) -> Piece:
    """A concealed card in play: what it was shown to be, else any of its type."""
    if piece.key != UNKNOWN:
        return piece
    cards = table.index.cards
    key = story.shown.get(piece.id) or rng.choice(sorted(k for k, card in cards.items() if card.type == piece.type))
    return replace(piece, key=key, force=cards[key].force, chi=cards[key].chi, honor=cards[key].honor)


def _copied(state: State) -> State:
    """A first state of its own: nothing in it is shared that an event may change."""
    return replace(
        state,
        decks=[Deck(list(deck.top), dict(deck.rest), list(deck.bottom)) for deck in state.decks],
        hands=[list(hand) for hand in state.hands],
        discards=[list(pile) for pile in state.discards],
        removed=[list(pile) for pile in state.removed],
        honor=list(state.honor),
        gold=list(state.gold),
        pieces={
            number: replace(piece, bonuses=[], fv_changes=[], keyword_changes=[])
            for number, piece in state.pieces.items()
        },
        duels=[],
        past=[],
        marks=[],
        delayed=[],
        used=set(),
    )
