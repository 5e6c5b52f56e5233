"""Who searches in the role-playing duel: answers are tried by playing on from where the duel stands, dice rolled anew.

Nearly all is open here: what is not (a recorded prediction, bids under way) is guessed anew in each trial.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from ..engine import Choose, Event, Number, Request, Seat, Seeded, Session, View
from ..engine.transcript import Entry
from ..rpg import GAME
from ..rpg.asking import Keep
from ..rpg.judging import Marshal
from ..rpg.options import Predict
from ..rpg.state import Duel
from . import rpg_retelling
from .agent import unanswered
from .retold import Retold
from .rpg_judgement import Temper, kept_worth, request_options
from .rpg_tempers import RPG_TEMPERS, Duelling, ReadingDuelling
from .rpg_values import standing
from .tables import RpgTable
from .trials import Candidate, best_of

BUDGET = 80
"""Trials for one answer."""
ROUNDS = 2
"""Rounds that a trial goes on after the one it starts in, before it is judged as it stands."""
MOST_STEPS = 300
FEW = 6
"""Candidates at a question with many answers."""
RINGS = ("air", "earth", "fire", "water")
SEARCHED = (
    "action", "stance", "bid", "finishing-blow", "unmask", "initiative-ring", "seize-the-moment", "keep", "opportunity",
    "strike-at-once", "suffer-a-critical-strike", "one-roll-ring", "free-ring", "negate-strife", "grip",
)  # fmt: skip
"""Purposes of questions that are worth the time."""


class SearchingDuelling(Duelling):
    """Plays each answer on from where the duel stands, both sides as `reading` would, and takes what ends best.

    `budget` trials are made for an answer, each up to two rounds on: alike views, alike answers.
    """

    name = "searching"
    description = "plays every answer on with dice of its own, as far as two rounds, and takes what ends best"

    def __init__(self, seed: int = 0, budget: int = BUDGET) -> None:
        super().__init__(seed)
        self.budget = budget

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """The answer that ends best in the trials; a small question is answered as `reading` would."""
        usual = super().answer(request, view)
        if self.table is None or view is None or request.purpose not in SEARCHED:
            return usual
        answers = candidates(view.state, self.table.seat, request, usual)
        if len(answers) < 2:
            return usual
        rng = random.Random(zlib.crc32(f"{self.seed} {len(view.events)} {request.purpose}".encode()))
        trials = _Trials(self.table, view.events, request, rng)
        return best_of(answers, usual, self.budget, trials.attempt)


def candidates(duel: Duel, seat: Seat, request: Request[Any], usual: Any) -> list[Any]:
    """The answers worth trying, the usual one among them."""
    if isinstance(request, Keep):
        temper = Temper()
        options = sorted(request_options(request), key=lambda s: -kept_worth(duel, seat, request, s, temper))
        return list(dict.fromkeys([usual, *options[: FEW - 1]]))
    if isinstance(request, Number):
        step = max(1, (request.most - request.least) // (FEW - 1))
        return list(dict.fromkeys([usual, *range(request.least, request.most + 1, step)]))
    if isinstance(request, Choose):
        listed = [one for one in request.listed if not isinstance(one, Predict) or one.ring == "fire"]
        return list(dict.fromkeys([usual, *listed]))[: 2 * FEW]
    return [usual]


class _Trials:
    """One question, tried from where the duel stands."""

    def __init__(self, table: RpgTable, seen: Sequence[Event], request: Request[Any], rng: random.Random) -> None:
        self.table, self.seen, self.request, self.rng = table, seen, request, rng
        self.entries: dict[str, list[Entry] | None] = {}

    def attempt(self, left: list[Candidate]) -> bool:
        """Try every candidate once more. False when what was seen cannot be told again."""
        ring = self.rng.choice(RINGS) if self._hidden() else ""
        if ring not in self.entries:
            self.entries[ring] = self._told(ring)
        entries = self.entries[ring]
        if entries is None:
            return False
        seed = self.rng.getrandbits(32)
        for one in left:
            session = self._begin(entries)
            one.count(1.0, self._played_out(session, one.answer, seed))
        return True

    def _hidden(self) -> bool:
        """Whether the foe has a prediction on record."""
        seats = (seat for seat in (0, 1) if seat != self.table.seat)
        return any(_open_prediction(self.seen, seat) for seat in seats)

    def _begin(self, entries: Iterable[Entry]) -> Session[Duel]:
        return Session(GAME, self.table.setup, None, entries)

    def _told(self, ring: str) -> list[Entry] | None:
        """What was answered up to the question, the foe having predicted `ring` where that is hidden."""

        def guess(_: Session[Duel], request: Request[Any], place: int) -> Iterator[Any]:
            return rpg_retelling.answers(request, self.seen, place, ring)

        session = Retold(self._begin, self.table.seat, self.seen, guess).up_to(self.request)
        return list(session.entries) if session is not None else None

    def _played_out(self, session: Session[Duel], answer: Any, seed: int) -> float:
        seat = self.table.seat
        session.chance = Seeded(seed)
        last = session.referee.state.round + ROUNDS
        session.submit(seat, answer)
        for _ in range(MOST_STEPS):
            if session.finished or session.referee.state.round > last:
                break
            step(session)
        return standing(session.referee.state, seat)


def _open_prediction(seen: Sequence[Event], seat: Seat) -> bool:
    for event in reversed(seen):
        if event.kind in ("predicted", "prediction-over") and getattr(event, "seat", None) == seat:
            return event.kind == "predicted"
    return False


def step(session: Session[Duel]) -> None:
    """Let every seat that is asked answer as `reading` would, knowing of the other what is open."""
    marshal = cast("Marshal", session.referee)
    for seat, request in unanswered(session):
        if isinstance(request, Choose) and len(request.listed) == 1:
            session.submit(seat, request.listed[0])
        else:
            session.submit(seat, _READER.decide(marshal.state, seat, request))


_READER = ReadingDuelling()

RPG_PLAYERS = (*RPG_TEMPERS, SearchingDuelling)
"""Who plays the role-playing duel, by rising skill."""
