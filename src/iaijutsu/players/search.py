"""A player who searches: worlds that look like his own are imagined and played on, and what does best there is done."""

from __future__ import annotations

import random
import zlib
from itertools import islice
from typing import Any

from ..cards.court import Court
from ..cards.options import Focus, Strike
from ..cards.state import State
from ..engine import Choose, Number, Request, Seat, Seeded, Session, Several, View
from . import judgement, worlds
from .agent import unanswered
from .eyes import Eyes
from .priors import Prior
from .prospects import MEAN
from .tables import CardTable, Table
from .temperaments import Reading, Temperament, card_table
from .trials import Candidate, best_of
from .worth import of_table

BUDGET = 300
"""Imagined duels that are played out for one answer."""
MOST_CANDIDATES = 16
MOST_STEPS = 400
"""Questions in an imagined duel before it is left undecided."""
MISSES = 10
"""Deals in a row that may come to nothing before searching is given up."""
SLIP = 0.25
"""How likely another's answer is, against the one that reading would give, when it is a different one."""


class Searching(Temperament):
    """Imagines worlds in which he would see what he sees, plays each of his answers on in them, and takes the best.

    Hidden cards are dealt anew to fit all that was seen; worlds in which the others' answers make sense count for
    more; both sides go on as `reading` would. `budget` duels are played out for an answer: alike views, alike answers.
    At most `most` answers are tried.
    """

    name = "searching"
    description = "imagines worlds that fit what it has seen, plays every answer on in them, and takes the best"

    def __init__(self, seed: int = 0, budget: int = BUDGET, most: int = MOST_CANDIDATES + 1) -> None:
        super().__init__(seed)
        self.budget, self.most = budget, most
        self.reading = Reading()
        self.prior: Prior | None = None

    def sit(self, table: Table) -> None:
        """Take note of the rules in force, and of what others may hold."""
        self.table = card_table(self.name, table)
        self.prior = Prior(self.table)

    def decide(self, eyes: Eyes, request: Request[Any]) -> Any:
        """Without a view there is nothing to search from: as `reading`."""
        return self.reading.decide(eyes, request)

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """The answer that does best in the worlds imagined; what cannot be tried is answered as `reading` would."""
        if isinstance(request, Choose) and len(request.listed) == 1:
            return request.listed[0]
        usual = super().answer(request, view)
        if self.table is None or self.prior is None or view is None:
            return usual
        eyes = Eyes(self.table.court(view.state), self.table.seat, masked=True)
        answers = promising(eyes, candidates(eyes, request, usual), usual, self.most)
        if len(answers) < 2:
            return usual
        search = _Search(self.table, self.prior, view, request, self._chance(view, request))
        return best_of(answers, usual, self.budget, search.attempt)

    def _chance(self, view: View[Any], request: Request[Any]) -> random.Random:
        """His own chance, which hangs on the seed and on what he sees alone."""
        return random.Random(zlib.crc32(f"{self.seed} {len(view.events)} {request.purpose}".encode()))


def candidates(eyes: Eyes, request: Request[Any], usual: Any) -> list[Any]:
    """The answers worth trying: of equal cards one, of endless lists the first few and the usual one."""
    if isinstance(request, Choose):
        return _unlike(eyes, request)
    if isinstance(request, Number | Several):
        found = list(islice(request.options(), MOST_CANDIDATES + 1))
        return found if len(found) <= MOST_CANDIDATES else [usual]
    return [usual]


def promising(eyes: Eyes, answers: list[Any], usual: Any, most: int) -> list[Any]:
    """Of many answers `most`: the usual one, those that focus nothing, then cards, the best first."""
    if len(answers) <= most:
        return answers
    order = sorted(answers, key=lambda one: (one != usual, isinstance(one, Focus), -_worth(eyes, one)))
    return order[:most]


def _worth(eyes: Eyes, answer: Any) -> float:
    key = judgement.key_of(eyes, answer) if isinstance(answer, Focus) else None
    return MEAN if key is None else judgement.value_of(eyes, key)


def _unlike(eyes: Eyes, request: Choose[Any]) -> list[Any]:
    found: dict[Any, Any] = {}
    for one in request.listed:
        name = (one.origin, judgement.key_of(eyes, one), one.face_up) if isinstance(one, Focus) else one
        found.setdefault(name, one)
    return list(found.values())


def likelihood(court: Court, request: Request[Any], answer: Any) -> float:
    """How likely the answer is of one who judges as `reading` does, and slips now and then."""
    usual = _READER.decide(Eyes(court, request.seat, masked=False), request)
    if answer == usual:
        return 1.0
    if isinstance(answer, Focus) and isinstance(usual, Focus):
        eyes = Eyes(court, request.seat, masked=False)
        keys = [judgement.key_of(eyes, one) for one in (answer, usual)]
        return 1.0 if keys[0] == keys[1] else 0.6
    return SLIP if isinstance(answer, Strike | Focus) else 0.5


_READER = Reading()


class _Search:
    """One question, thought through in one world after another."""

    def __init__(
        self, table: CardTable, prior: Prior, view: View[State], request: Request[Any], rng: random.Random
    ) -> None:
        self.table, self.prior, self.view, self.request, self.rng = table, prior, view, request, rng

    def attempt(self, left: list[Candidate]) -> bool:
        """Try every candidate in one more world. False when too many deals come to nothing."""
        world = self._world()
        if world is None:
            return False
        seed = self.rng.getrandbits(32)
        for one in left:
            session = world.session if one is left[-1] else world.session.fork()
            session.chance = Seeded(seed)
            session.submit(self.table.seat, one.answer)
            one.count(world.weight, played_out(session, self.table.seat))
        return True

    def _world(self) -> worlds.World | None:
        for _ in range(MISSES):
            world = worlds.imagine(self.table, self.prior, self.view, self.request, self.rng, likelihood)
            if world is not None:
                return world
        return None


def played_out(session: Session[State], seat: Seat) -> float:
    """What the table is worth to `seat` once both sides have gone on as `reading` would."""
    for _ in range(MOST_STEPS):
        if session.finished:
            break
        for other, request in unanswered(session):
            if isinstance(request, Choose) and len(request.listed) == 1:
                answer = request.listed[0]
            else:
                answer = _READER.decide(Eyes(session.referee, other, masked=False), request)  # type: ignore[arg-type]
            session.submit(other, answer)
    return of_table(session.referee.state, seat)
