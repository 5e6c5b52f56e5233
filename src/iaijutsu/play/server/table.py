"""A live duel: the fold of its log's rows. Whoever has the rows has the table, question ids and clocks included.

Nothing here knows what time it is or who sits at a browser: rows carry their time, and `looking` makes what people see.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...engine import Audience, BadInput, Chance, Request, Seat, Session, Verifiable
from ...engine.transcript import SAY
from .. import courtesy
from ..games import game_of
from ..i18n import _, speaking
from ..seal import seal
from .calls import LINK, ME, OPEN, PERSON, Order, Who
from .clocks import Clocks, Gaps
from .log import Row
from .orders import named
from .seen import Consented
from .telling import NO_ODDS, UNDONE, Teller

JUDGES = 2
"""The seat of a game master or judge, where two fight: at it he answers what a role-playing duel asks him, and types in
what came up.
"""
CONSENTS: tuple[Consented, ...] = ("undo", "odds", "rematch")
"""What is done when all have agreed to it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A duel as it was made: what never changes. `seats` are `person`s and computer players' keys, by seat."""

    id: str
    made: float
    game: str
    setup: Any
    names: tuple[str, ...]
    seats: tuple[str, ...]
    here: Seat | None
    clock: tuple[int, int] | None
    spectators: bool
    judge: bool
    odds: bool
    public: bool
    dice: str
    seed: str | None = field(repr=False)
    sits: str = ""
    """What the computer players' chance hangs on."""
    together: bool = False
    """All people were there from the beginning: it is a rematch."""

    @classmethod
    def of(cls, order: Order, **made: Any) -> Record:
        """From an order; `made` is what the order does not say."""
        here = order.seats.index(ME) if ME in order.seats else None
        seats = tuple(PERSON if seat in (ME, LINK) else seat for seat in order.seats)
        judge = order.judge or bool(made["setup"].gm if order.game == "rpg" else False)
        return cls(
            game=order.game, seats=seats, here=here, clock=order.clock, spectators=order.spectators, judge=judge,
            odds=order.odds, public=order.public, dice=order.dice, **made,
        )  # fmt: skip

    def terms(self) -> str:
        """All but the setup, as it is kept."""
        kept = ("names", "seats", "here", "clock", "spectators", "judge", "odds", "public", "dice", "sits", "together")
        return json.dumps({name: getattr(self, name) for name in kept})

    @classmethod
    def read(cls, row: Any) -> Record:
        """From a row of the database. Raises `BadInput` when the rules have gone on to another edition."""
        rules, terms = game_of(row.game, "duel"), json.loads(row.terms)
        if rules.edition != row.edition:
            raise BadInput("duel", _("this duel was begun with another version of the rules, which is not here"))
        for name in ("names", "seats", "clock"):
            terms[name] = tuple(terms[name]) if terms[name] is not None else None
        return cls(row.id, row.made, row.game, _setup(row.game, row.setup), seed=row.seed, **terms)

    @property
    def people(self) -> list[Seat]:
        """Seats of people."""
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON]

    @property
    def judges_seat(self) -> Seat | None:
        """The seat at which a judge is asked; None without a judge, and where three play."""
        return JUDGES if self.judge and len(self.seats) == JUDGES else None


@lru_cache(64)
def _setup(game: str, text: str) -> Any:
    """A setup from the database; duels that begin alike have it once, with all that is made of it."""
    return game_of(game, "duel").load_setup(json.loads(text))


@dataclass(slots=True)
class Consent:
    """Something that somebody asked the others for."""

    by: Seat
    agreed: set[Seat]


class Table:
    """The state of one duel's table. `apply` is the only thing that changes it."""

    def __init__(self, record: Record, gaps: Gaps = ()) -> None:
        self.record = record
        self.names = list(record.names)
        self.setup = record.setup
        self.rows = 0
        there = set(range(len(record.seats))) if record.together else {record.here}
        self.taken = {seat: kind != PERSON or seat in there for seat, kind in enumerate(record.seats)}
        self.judge_name = ""
        self.clocks = Clocks(record.clock, record.people, gaps)
        self.offers: dict[str, Consent] = {}
        self.refused: dict[str, Seat] = {}
        """What was refused since anybody last did something else, and by whom: who asked is told."""
        self.odds_agreed = record.odds
        self.odds_wanted: dict[Seat, str] = {}
        self.passing: dict[Seat, tuple[str, str]] = {}
        self.claimed: tuple[Seat, Seat] | None = None
        self.next = ""
        self.ruling: list[Any] = []
        self.rulings = 0
        self.undos = 0
        self._asked: dict[Seat, tuple[Request[Any], int]] = {}
        self._counts: dict[Seat, int] = {}
        self._tellers: dict[tuple[Audience, str], Teller] = {}
        self.session = self._begin([])
        self._track()

    def _begin(self, entries: list[Any]) -> Session[Any]:
        seed = self.record.seed
        chance = Verifiable(bytes.fromhex(seed)) if seed else None
        return Session(game_of(self.record.game, "duel"), self.setup, chance, entries)

    # --- who and what --------------------------------------------------------------------------------------

    @property
    def people(self) -> list[Seat]:
        """Seats of people, a judge's not among them."""
        return self.record.people

    @property
    def complete(self) -> bool:
        """Whether every link to a seat has been used."""
        return all(self.taken.values())

    @property
    def finished(self) -> bool:
        """Whether the duel is over, by the rules or by a claim."""
        return self.session.finished

    @property
    def odds_on(self) -> bool:
        """Whether all have agreed that each may see his odds; who joins a duel that offers it, agrees or refuses."""
        return self.odds_agreed and self.complete

    def player(self, seat: Seat) -> str:
        """`person`, `open`, or a computer player's key."""
        return self.record.seats[seat] if self.taken[seat] else OPEN

    def name(self, seat: Seat) -> str:
        """The name of who sits at a seat."""
        return self.names[seat] if seat < len(self.names) else self.judge_name or _("the judge")

    def lines_of(self, by: str) -> int:
        """How many free lines stand in the log as said by somebody of that name."""
        return sum(entry.purpose == SAY and entry.answer[0] == by for entry in self.session.entries)

    def audience(self, who: Who) -> Audience:
        """Through whose eyes somebody looks."""
        if who.role == "judge":
            return "judge"
        return who.seat if who.role == "seat" and who.seat is not None else "spectator"

    # --- who is asked --------------------------------------------------------------------------------------

    def asked(self, seat: Seat) -> Request[Any] | None:
        """The question that a seat has still to answer; typed chance is asked of who types it in."""
        if self.finished or not self.complete:
            return None
        pending = self.session.pending
        if isinstance(pending, Chance):
            return pending if self.typist() == seat else None
        request = self.session.asked.get(seat)
        return None if request is None or self.session.has_sealed(seat) else request

    def waits_for(self) -> list[Seat]:
        """The seats that have still to answer."""
        return [seat for seat in self._every_seat() if self.asked(seat) is not None]

    def _every_seat(self) -> list[Seat]:
        """All seats that can be asked, a judge's among them."""
        seats, judges = range(len(self.record.seats)), self.record.judges_seat
        return [*seats] if judges is None else [*seats, judges]

    def typist(self) -> Seat | None:
        """Who types in what came up; None when the program rolls and draws."""
        pending = self.session.pending
        if self.session.chance is not None or not isinstance(pending, Chance):
            return None
        if (judges := self.record.judges_seat) is not None:
            return judges
        owner = pending.owner
        if owner is None:
            return self.people[0] if self.people else None
        return owner if owner in self.people else None

    def question_id(self, seat: Seat) -> str:
        """The id of the question open to a seat: how many it was asked, and how many steps back there were."""
        return f"q{self._counts.get(seat, 0)}.{self.undos}" if self.asked(seat) is not None else ""

    def question_count(self, seat: Seat) -> int:
        """How many questions a seat was asked so far."""
        return self._counts.get(seat, 0)

    def _track(self) -> None:
        """Count questions: a seat's open one is another when it is not the same object any more."""
        for seat in self._every_seat():
            request = self.asked(seat)
            before = self._asked.get(seat)
            if request is None:
                continue
            if before is None or before[0] is not request:
                count = self._counts.get(seat, 0) + 1
                self._counts[seat], self._asked[seat] = count, (request, count)

    # --- telling -------------------------------------------------------------------------------------------

    def teller(self, audience: Audience, language: str) -> Teller:
        """Who tells the log to an audience in a language, with everything told that happened."""
        with speaking(language):
            found = self._tellers.get((audience, language))
            if found is None:
                found = self._tellers[audience, language] = Teller(self.session, audience)
            found.follow([other for (_who, spoken), other in self._tellers.items() if spoken == language])
        return found

    # --- the fold ------------------------------------------------------------------------------------------

    def push(self, kind: str, seat: Seat, data: Mapping[str, Any], at: float, question: str = "") -> Row:
        """A new row at the end, applied. Raises what the engine raises; then nothing moved."""
        row = Row(self.rows, at, kind, seat, dict(data), question)
        self.apply(row)
        return row

    def apply(self, row: Row) -> None:
        """Fold in the next row of the log."""
        with speaking("en"):
            self.clocks.charge(row.at)
            FOLDS[row.kind](self, row)
            if row.kind in MOVES:
                self.offers.pop("undo", None)
                self.refused.clear()
                if self.session.finished:
                    seal(self.session)
            self._track()
            self._run_clocks()
        self.rows = row.number + 1

    def _run_clocks(self) -> None:
        going = self.complete and not self.finished
        self.clocks.run([seat for seat in self.people if self.asked(seat) is not None] if going else ())

    def _enter(self, row: Row) -> None:
        if row.data["role"] == "judge":
            self.judge_name = row.data["name"]
            return
        seat, name = row.seat, row.data["name"]
        self.taken[seat] = True
        if name and name != self.names[seat]:
            self.names[seat] = name
            self._rename()
        if not row.data.get("odds", True):
            self.odds_agreed = False
            self.session.say(self.names[seat], NO_ODDS)

    def _rename(self) -> None:
        setup = named(self.setup, self.names)
        if setup is not self.setup:
            self.setup = setup
            self.session = self._begin(self.session.entries)  # nobody was asked anything yet
            self._tellers.clear()

    def _answer(self, row: Row) -> None:
        request = self.session.asked_of(row.seat)
        self.session.submit(row.seat, request.load(row.data["answer"]))
        self.odds_wanted.pop(row.seat, None)
        self.clocks.add(row.seat)

    def _say(self, row: Row) -> None:
        self.session.say(row.data["by"], row.data["text"])

    def _rule(self, row: Row) -> None:
        self.session.rule(row.data["by"], self.session.referee.load_act(row.data["act"]), row.data["reason"])
        self.ruling, self.rulings = [], self.rulings + 1
        self.odds_wanted.clear()

    def _undo(self, row: Row) -> None:
        courtesy.take_back(self.session, row.data["length"], self.names[row.seat], UNDONE)
        self.undos += 1
        self.passing.pop(row.seat, None)
        self.odds_wanted.clear()

    def _ask(self, row: Row) -> None:
        self.offers[row.data["about"]] = Consent(row.seat, {row.seat})
        self.refused.pop(row.data["about"], None)

    def _agree(self, row: Row) -> None:
        about = row.data["about"]
        self.offers[about].agreed.add(row.seat)
        if about == "odds" and self.agreed(about):
            self.odds_agreed = True
            del self.offers[about]

    def _refuse(self, row: Row) -> None:
        offer = self.offers.pop(row.data["about"], None)
        if offer is not None and offer.by != row.seat:  # else he has taken back what he had asked himself
            self.refused[row.data["about"]] = row.seat

    def _pass(self, row: Row) -> None:
        self.passing[row.seat] = (row.data["until"], row.data["since"])

    def _claim(self, row: Row) -> None:
        late = row.data["late"]
        self.session.claim(row.seat, self.name(row.seat), late, self.name(late))
        self.claimed = (row.seat, late)

    def _steps(self, row: Row) -> None:
        self.ruling = list(row.data["steps"])
        self.rulings += 1

    def _odds(self, row: Row) -> None:
        self.odds_wanted[row.seat] = row.data["question"]

    def _next(self, row: Row) -> None:
        self.next = row.data["duel"]
        self.offers.pop("rematch", None)

    def agreed(self, about: str) -> bool:
        """Whether all whose consent is needed have given it."""
        return about in self.offers and self.offers[about].agreed >= set(self.people)

    # --- answers that need nobody --------------------------------------------------------------------------

    def without_asking(self, seat: Seat) -> Any:
        """The answer of a person who wants to pass for a while, or who against computers has no choice; else None."""
        request = self.asked(seat)
        if request is None or isinstance(request, Chance):
            return None
        passing = self.passing.get(seat, ("", ""))
        return courtesy.without_asking(self.session, request, passing, alone=len(self.people) == 1)

    # --- steps back ----------------------------------------------------------------------------------------

    def last_answer(self, seat: Seat) -> int | None:
        """Where in the transcript the last answer of a person stands that he gave a thought to."""
        return courtesy.last_answer(self.session, seat)

    def why_not_undo(self, seat: Seat) -> str | None:
        """None when the last answer of a seat could be taken back, else the reason in words."""
        return _("the duel is over") if self.finished else courtesy.why_not_undo(self.session, seat)


FOLDS = {
    "enter": Table._enter, "answer": Table._answer, "say": Table._say, "rule": Table._rule, "undo": Table._undo,
    "ask": Table._ask, "agree": Table._agree, "refuse": Table._refuse, "pass-until": Table._pass,
    "claim": Table._claim, "steps": Table._steps, "odds": Table._odds, "next": Table._next,
}  # fmt: skip
"""What each kind of row does."""

MOVES = ("answer", "rule", "undo", "claim")
"""Rows that change what is asked."""
