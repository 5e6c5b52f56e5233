"""Players against each other: one duel, a match, a table of win rates with the doubt that is left."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..cards import GAME, Player, Ruleset, Setup
from ..cards import decks as deck_files
from ..cards import rulesets as ruleset_files
from ..cards.decks import DeckList
from ..engine import BadInput, Seat, Seeded, Sentence, Session
from .agent import Agent, unanswered
from .tables import table
from .worth import of_table

Maker = Callable[[int], Agent]
"""Makes a player from a seed."""


def play(
    session: Session[Any], agents: Mapping[Seat, Agent], lists: Mapping[Seat, Mapping[str, int]] | None = None
) -> Any:
    """Drive `session` to its end, each question answered by the agent of its seat; returns the outcome.

    Views are only made for agents that look. `lists`: decks laid open beforehand, by seat. Raises `BadInput` when a
    seat without an agent is asked, `IllegalAnswer` when an agent errs.
    """
    for seat, agent in agents.items():
        agent.sit(table(session, seat, lists))
    while not session.finished:
        step(session, agents)
    return session.outcome


def step(session: Session[Any], agents: Mapping[Seat, Agent]) -> None:
    """Let every seat that is asked now, and has not answered, answer."""
    for seat, request in unanswered(session):
        if seat not in agents:
            raise BadInput(
                "agents",
                Sentence("nobody answers for seat {seat}, which is asked {request}", seat=seat, request=request),
            )
        agent = agents[seat]
        session.submit(seat, agent.answer(request, session.view(seat) if agent.looks else None))


# --- matches ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two ready decks that meet: the first is the challenger's. Each draws `draw` cards and has `gold` to spend.

    `action`: the key of the challenge action (None: the challenger's deck's own, which often may be refused);
    `people`: how many of each deck's Personalities are there (0: all).
    """

    challenger: DeckList
    challenged: DeckList
    draw: int = 5
    gold: int = 3
    action: str | None = None
    people: int = 0
    rules: Ruleset = field(default_factory=lambda: ruleset_files.shipped()["celestial"])

    def setup(self) -> Setup:
        """The duel as it is set out, without chance."""
        players = tuple(
            Player(deck.title, deck.cards, deck.personalities[: self.people or None], draw=self.draw, gold=self.gold)
            for deck in (self.challenger, self.challenged)
        )
        return Setup(players, self.action or self.challenger.action, rules=self.rules)


EVEN: dict[str, Any] = {"action": "plain-challenge", "people": 1}
"""Terms on which every duel is fought: champion against champion, and no refusing."""


def pairings(**terms: Any) -> list[Pairing]:
    """Every ready deck against every ready deck, itself included, on `terms` (the other fields of `Pairing`)."""
    shipped = list(deck_files.shipped().values())
    return [Pairing(a, b, **terms) for a in shipped for b in shipped]


@dataclass(slots=True)
class Tally:
    """What came of many duels for the first of two players. `worth` adds up what the tables were worth to him."""

    won: int = 0
    lost: int = 0
    neither: int = 0
    worth: float = 0.0
    squares: float = 0.0
    """Points squared, pair by pair, for the doubt."""
    pairs: int = 0

    @property
    def duels(self) -> int:
        """How many were fought."""
        return self.won + self.lost + self.neither

    @property
    def rate(self) -> float:
        """The share of points: a duel won alone counts 1, one that neither wins alone a half."""
        return (self.won + 0.5 * self.neither) / max(1, self.duels)

    @property
    def doubt(self) -> float:
        """Half the width of a 95 % interval about `rate`; the two duels of a mirrored pair count as one trial."""
        spread = max(0.0, self.squares / max(1, self.pairs) - self.rate**2)
        return 1.96 * math.sqrt(spread / max(1, self.pairs))

    @property
    def decided(self) -> float:
        """The share of duels won, of those that one side alone won."""
        return self.won / max(1, self.won + self.lost)

    def add(self, points: Iterable[float], worth: float) -> None:
        """Count a mirrored pair: the points (1, 0.5, 0) of each duel, and what the tables were worth together."""
        row = list(points)
        for point in row:
            self.won += point == 1
            self.lost += point == 0
            self.neither += 0 < point < 1
        self.worth += worth
        self.squares += (sum(row) / len(row)) ** 2
        self.pairs += 1

    def __str__(self) -> str:
        return (
            f"{100 * self.rate:5.1f} % ± {100 * self.doubt:.1f}   won {self.won}, lost {self.lost}, neither "
            f"{self.neither}; of the decided {100 * self.decided:.1f} %; worth {self.worth / max(1, self.duels):+.3f}"
        )


def match(first: Maker, second: Maker, rounds: Iterable[tuple[Pairing, int]]) -> Tally:
    """`first` against `second`, each round twice: once on either side, with the same decks and the same chance."""
    tally = Tally()
    for pairing, seed in rounds:
        results = [_duel(pairing, seed, first, second, seat) for seat in (0, 1)]
        tally.add([points for points, _ in results], sum(worth for _, worth in results))
    return tally


def rounds_of(count: int, seed: int = 0, **terms: Any) -> Iterator[tuple[Pairing, int]]:
    """`count` rounds over all pairings of ready decks in turn, each with a seed of its own."""
    every = pairings(**terms)
    for number in range(count):
        yield every[number % len(every)], seed + number


def _duel(pairing: Pairing, seed: int, first: Maker, second: Maker, seat: Seat) -> tuple[float, float]:
    """The points and the table's worth to `first`, who sits at `seat`."""
    session = Session(GAME, pairing.setup(), Seeded(seed))
    seats = {seat: first(2 * seed), 1 - seat: second(2 * seed + 1)}
    outcome = play(session, seats)
    return points_of(outcome, session, seat), of_table(session.referee.state, seat)


def points_of(outcome: Any, session: Session[Any], seat: Seat) -> float:
    """1 when `seat` alone won the first duel, 0 when the opponent alone did, else a half."""
    winner = outcome.winner()
    if winner is None:
        return 0.5
    return 1.0 if session.referee.state.past[0].sides[winner].seat == seat else 0.0
