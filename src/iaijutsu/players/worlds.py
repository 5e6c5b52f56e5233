"""Worlds that look to a seat as its own does: hidden cards dealt anew, the same public answers given again.

A world is a `Session` of its own. What the seat has seen is laid beside what the rules tell it there, event by event;
where an answer that others gave is not told by what followed, each is tried until the events agree. A deal in which
they never do is thrown away. How well the answers of others fit the cards that they hold there is the world's weight.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from ..cards import GAME
from ..cards.court import Court
from ..cards.pieces import UNKNOWN, Deck, Piece
from ..cards.state import State
from ..engine import CHANCE, Audience, Choose, Event, Json, Request, Session, View
from ..engine.transcript import RULING, SAY, Entry
from . import retelling
from .priors import Prior
from .story import Story
from .tables import CardTable

TRIES = 60
"""How often an answer that did not lead to what was seen is taken back, before a deal is thrown away."""

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
    return _Retold(deal, story, view.events, request, likelihood).world()


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


# --- retelling -------------------------------------------------------------------------------------------


class _Retold:
    """A deal played forward along what was seen; wrong turns are taken back."""

    def __init__(
        self, deal: Deal, story: Story, seen: list[Event], request: Request[Any], likelihood: Likelihood
    ) -> None:
        self.deal, self.story, self.seen, self.request, self.likelihood = deal, story, seen, request, likelihood
        self.session: Session[State] = Session(IMAGINED, deal)
        self.told = self.place = 0
        self.turns: list[tuple[int, float, Request[Any], Iterator[Any]]] = []
        self.weight = 1.0
        self.tries = TRIES

    def world(self) -> World | None:
        """The world at the question, or None when the deal does not lead there."""
        while True:
            if not self._agrees():
                if not self._turn_back():
                    return None
            elif self.place == len(self.seen) and same(self.session.pending, self.request):
                return World(self.session, self.weight)
            elif not self._go_on():
                return None

    def _agrees(self) -> bool:
        """Whether all that happened since the last look was seen so."""
        seat, events = self.story.seat, self.session.referee.events
        for event in events[self.told :]:
            seen = event.seen_by(seat)
            if seen is not None:
                if self.place >= len(self.seen) or seen != self.seen[self.place]:
                    return False
                self.place += 1
        self.told = len(events)
        return True

    def _go_on(self) -> bool:
        """Give the likeliest answer to the open question, others kept for later."""
        if entry := retelling.spoken(self.seen[self.place] if self.place < len(self.seen) else None):
            self._speak(entry)
            return True
        pending = self.session.pending
        if pending is None:
            return self._turn_back()
        here = retelling.Place(self.session, pending, self.story, self.seen, self.place)
        return self._take(pending, retelling.answers(here)) or self._turn_back()

    def _take(self, pending: Request[Any], answers: Iterator[Any]) -> bool:
        """Give the next answer that will do. False when none is left."""
        answer = next((one for one in answers if pending.why_not(one) is None), None)
        if answer is None:
            return False
        self.turns.append((len(self.session.entries), self.weight, pending, answers))
        self._weigh(pending, answer)
        retelling.give(self.session, pending, answer)
        return True

    def _weigh(self, pending: Request[Any], answer: Any) -> None:
        """What the answer of another betrays of his cards."""
        if pending.seat not in (self.story.seat, CHANCE) and isinstance(pending, Choose) and len(pending.listed) > 1:
            self.weight *= self.likelihood(self.session.referee, pending, answer)  # type: ignore[arg-type]

    def _speak(self, entry: Entry) -> None:
        if entry.purpose == SAY:
            self.session.say(*entry.answer)
        elif entry.purpose == RULING:
            by, act, reason = entry.answer
            self.session.rule(by, self.session.referee.load_act(act), reason)

    def _turn_back(self) -> bool:
        """Take back the last answer that had another beside it, and give that."""
        while self.turns:
            length, weight, pending, answers = self.turns.pop()
            answer = next((one for one in answers if pending.why_not(one) is None), None)
            if answer is None:
                continue
            if not self.tries:
                return False
            self.tries -= 1
            self.weight = weight
            self.session = Session(IMAGINED, self.deal, None, self.session.entries[:length])
            self.told = self.place = 0
            if self._agrees():
                return self._take(pending, chain((answer,), answers))
        return False


def same(pending: Request[Any] | None, request: Request[Any]) -> bool:
    """Whether this is the question that was asked: same seat, purpose, matter and options."""
    if type(pending) is not type(request) or pending is None:
        return False
    if pending.seat != request.seat or pending.purpose != request.purpose:
        return False
    if isinstance(pending, Choose) and isinstance(request, Choose):
        return pending.about == request.about and pending.listed == request.listed
    return True
