"""Odds by search: worlds that look like the own one are imagined, every answer is played on in them, ends are counted.

For questions that no focus game tells of. Everything counted is an estimate and has its interval.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..cards.state import State
from ..engine import BadInput, Request, Seat, Seeded, Sentence, Session, View
from ..players.eyes import Eyes
from ..players.search import MISSES, Searching, candidates, likelihood, played_out, promising
from ..players.tables import CardTable
from ..players.worlds import World, imagine
from .tally import Estimate, share

FEW = 8
"""Answers that are tried at most where time is short."""
RESULTS = ("win", "lose", "tie", "none")
"""How the next duel to end may end for a side; `none`: nobody won it, nor did they tie."""
QUICK, LONG = 12, 900
"""Duels imagined in all: those that take less than 50 ms, and those that take about two seconds."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One answer as it went: how often each result came (with intervals of 95 %), and what it was worth on average.

    `worth` is in duels won and counts what a duel costs or brings besides (`players.worth`). Intervals speak of
    the chance of the draw alone: both sides went on as the player `reading` does.
    """

    option: Any
    results: Mapping[str, Estimate]
    worth: float


@dataclass(frozen=True, slots=True)
class Search:
    """Every answer that was tried, the best first, in so many worlds; they tell as much as `weight` of equal weight."""

    tried: tuple[Tried, ...]
    worlds: int
    weight: float


def estimate(view: View[Any], request: Request[Any], table: CardTable, tries: int = QUICK) -> Search:
    """What the answers to a question of the card duel come to, from what the view of one seat shows.

    The same worlds and the same chance for all; alike views, alike numbers. Raises `BadInput` where there is nothing to
    choose, or no world can be imagined that looks like the view.
    """
    searching = Searching()
    searching.sit(table)
    eyes = Eyes(table.court(view.state), table.seat, masked=True)
    usual = searching.reading.decide(eyes, request)
    answers = candidates(eyes, request, usual)
    if tries < LONG:
        answers = promising(eyes, answers, usual, FEW)
    if len(answers) < 2 or searching.prior is None:
        raise BadInput("odds", Sentence("there is nothing to choose here, or too much to try"))
    rng = random.Random(zlib.crc32(f"{len(view.events)} {request.purpose}".encode()))
    counts = [_Count(answer) for answer in answers]
    for _ in range(max(2, round(tries / len(answers)))):
        world = next(
            filter(None, (imagine(table, searching.prior, view, request, rng, likelihood) for _ in range(MISSES))), None
        )
        if world is None:
            raise BadInput("odds", Sentence("no table can be imagined that looks like this one"))
        _play_on(world, counts, table.seat, rng.getrandbits(32))
    tried = sorted((count.tried() for count in counts), key=lambda one: -one.worth)
    return Search(tuple(tried), counts[0].worlds, counts[0].alike)


def _play_on(world: World, counts: list[_Count], seat: Seat, seed: int) -> None:
    for count in counts:
        session = world.session if count is counts[-1] else world.session.fork()
        session.chance = Seeded(seed)
        before = len(session.referee.state.past)
        session.submit(seat, count.answer)
        worth = played_out(session, seat)
        count.add(world.weight, _result(session, seat, before), worth)


def _result(session: Session[State], seat: Seat, before: int) -> str:
    """How the first duel to end after the answer ended for the seat."""
    for duel in session.referee.state.past[before:]:
        for side in duel.sides:
            if side.seat == seat:
                return side.result if side.result in RESULTS else "none"
    return "none"


class _Count:
    """Sums over the worlds that an answer was tried in."""

    def __init__(self, answer: Any) -> None:
        self.answer, self.worlds = answer, 0
        self.weight = self.squares = self.worth = 0.0
        self.results = dict.fromkeys(RESULTS, 0.0)

    @property
    def alike(self) -> float:
        """As many worlds of equal weight would tell as much."""
        return self.weight**2 / self.squares

    def add(self, weight: float, result: str, worth: float) -> None:
        self.worlds += 1
        self.weight += weight
        self.squares += weight * weight
        self.worth += weight * worth
        self.results[result] += weight

    def tried(self) -> Tried:
        n = self.alike
        results = {result: share(weight / self.weight * n, n) for result, weight in self.results.items()}
        return Tried(self.answer, results, self.worth / self.weight)
