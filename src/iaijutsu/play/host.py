"""Who hosts a duel: he seats people and computer players, passes questions on, keeps the file, and sees to courtesy.

He knows no screen and no keyboard: a face (lines, the full-screen table) asks him who is asked, and hands him answers.
Every answer is on disk before the next question is put.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..engine import CHANCE, BadInput, Chance, Option, Request, Seat, Session
from ..engine.transcript import SAY
from ..players.agent import Agent
from . import courtesy
from .i18n import _
from .odds import Odds, odds_of, ready
from .seal import SEALER, seal
from .store import Store, forget_seed
from .words import Words

ODDS = "odds: "
"""How the log tells, for the program, that a seat allows the odds."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a person at the keyboard has to answer. `typed`: it is chance, and he says what came up."""

    seat: Seat
    request: Request[Any]
    typed: bool = False


class Host:
    """Drives a session between people and computer players.

    `people` are those at this keyboard, by seat; `computers` answer for theirs. `judge` is the name under which rulings
    are made here, None when nobody may rule. The store may be None for a duel that nobody wants kept. Without a source
    of chance, real dice and cards are typed in: those of people, or of the seats `typed`, whoever plays them.
    """

    def __init__(
        self,
        session: Session[Any],
        people: Mapping[Seat, str],
        computers: Mapping[Seat, Agent],
        store: Store | None,
        judge: str | None = None,
        typed: Collection[Seat] | None = None,
    ) -> None:
        self.session, self.people, self.computers = session, dict(people), dict(computers)
        self.store, self.judge, self.typed = store, judge, typed
        self._passing: dict[Seat, tuple[str, str]] = {}
        self._last: Seat = min(self.people, default=0)
        self.offers_odds = False
        """Whether people should be asked at the start whether they allow the odds."""
        self.save()

    @property
    def hot_seat(self) -> bool:
        """Whether several people share this keyboard, so that what one sees must be hidden from the next."""
        return len(self.people) > 1

    # --- whose turn it is ----------------------------------------------------------------------------------

    def advance(self) -> Asked | None:
        """Let all answer who need no person, then say who is asked; None once the duel is over."""
        while self.move():
            pass
        return self.asked()

    def asked(self) -> Asked | None:
        """The question that a person has to answer now, if there is one."""
        session = self.session
        if isinstance(session.pending, Chance):
            typist = self._typist(session.pending)
            return None if typist is None else Asked(typist, session.pending, True)
        for seat, request in sorted(session.asked.items()):
            if seat in self.people and not session.has_sealed(seat):
                return Asked(seat, request)
        return None

    def move(self) -> bool:
        """Let one question be answered that needs no person. False when there is none."""
        pending = self.session.pending
        if isinstance(pending, Chance) and self._typist(pending) is None:
            self._submit(CHANCE, pending.sample(secrets.randbelow))
            return True
        for seat, request in sorted(self.session.asked.items()):
            if self.session.has_sealed(seat) or seat == CHANCE:
                continue
            if seat in self.computers:
                self._submit(seat, self._computed(seat, request))
                return True
            if seat in self.people and (answer := self._without_asking(seat, request)) is not None:
                self._submit(seat, answer)
                return True
            if seat not in self.people:
                raise BadInput(
                    "players",
                    _("nobody sits at seat {seat}, which is asked {request}").format(seat=seat, request=request),
                )
        if self.session.finished:
            self._finish()
        return False

    def _computed(self, seat: Seat, request: Request[Any]) -> Any:
        agent = self.computers[seat]
        return agent.answer(request, self.session.view(seat) if agent.looks else None)

    def _typist(self, request: Chance[Any]) -> Seat | None:
        """Who types in what came up; None when the program draws: for computer players, and where nobody sits."""
        if self.session.chance is not None or not self.people:
            return None
        if self.typed is not None:
            if request.owner is not None and request.owner not in self.typed:
                return None
            return request.owner if request.owner in self.people else self._last
        if request.owner is None or request.owner in self.people:
            return self._last if request.owner is None and self.people else request.owner
        return None

    # --- answers -------------------------------------------------------------------------------------------

    def answer(self, asked: Asked, answer: Any) -> None:
        """A person's answer. Raises `IllegalAnswer`; then nothing moved."""
        self._last = asked.seat
        self._submit(CHANCE if asked.typed else asked.seat, answer)

    def _submit(self, seat: Seat, answer: Any) -> None:
        self.session.submit(seat, answer)
        self.save()

    def _without_asking(self, seat: Seat, request: Request[Any]) -> Any:
        passing = self._passing.get(seat, ("", ""))
        return courtesy.without_asking(self.session, request, passing, alone=not self.hot_seat)

    def pass_until(self, seat: Seat, until: str) -> None:
        """From now on `seat` passes at every reaction, until `courtesy.HEADING` (the next one) or `courtesy.DUEL`."""
        self._passing[seat] = (until, courtesy.heading_of(self.session))

    # --- courtesy ------------------------------------------------------------------------------------------

    def say(self, seat: Seat, text: str) -> None:
        """A free line of a person. Raises `BadInput`."""
        self.session.say(self.people[seat], text)
        self.save()

    def rule(self, act: Option, reason: str) -> None:
        """A judge's act. Raises `BadInput` where there is no judge, and what `Session.rule` raises."""
        if self.judge is None:
            raise BadInput(
                "judge", _("no judge sits at this table; name one with --judge when it begins or is resumed")
            )
        self.session.rule(self.judge, act, reason)
        self.save()

    def why_not_undo(self, seat: Seat) -> str | None:
        """None when the last answer of a seat could be taken back, else the reason in words."""
        return courtesy.why_not_undo(self.session, seat)

    def must_agree(self, seat: Seat) -> list[Seat]:
        """Who has to agree before `seat` may take back an answer. Computer players always do."""
        return [other for other in self.people if other != seat]

    def undo(self, seat: Seat) -> None:
        """Take back the last answer of `seat`, with what followed; what was said stays. Raises `BadInput`."""
        number = courtesy.last_answer(self.session, seat)
        if (reason := self.why_not_undo(seat)) or number is None:
            raise BadInput("undo", _("this cannot be taken back: {reason}").format(reason=reason))
        courtesy.take_back(self.session, number, self.people[seat], _("(takes back an answer)"))
        self._passing.pop(seat, None)
        self.save()

    # --- the odds ------------------------------------------------------------------------------------------

    def must_allow_odds(self) -> list[Seat]:
        """People who have not said yet that odds may be shown in this duel. Computer players always allow them."""
        said = {entry.answer[1] for entry in self.session.entries if entry.purpose == SAY and entry.answer[0] == SEALER}
        return [seat for seat in self.people if f"{ODDS}{seat}" not in said]

    def allow_odds(self, seat: Seat) -> None:
        """`seat` allows everybody's odds from now on; the log says so. Once all do, what is slow is prepared."""
        if seat in self.must_allow_odds():
            self.session.say(self.people[seat], _("(allows the odds to be shown)"))
            self.session.say(SEALER, f"{ODDS}{seat}")
            self.save()
        self.prepare_odds()

    def prepare_odds(self) -> None:
        """Prepare what would be slow at the first question about odds, if all have allowed them."""
        for seat in [] if self.must_allow_odds() else self.people:
            ready(self.session, seat)

    def odds(self, asked: Asked, words: Words, *, long: bool = False) -> Odds:
        """The odds at a question, from what its seat knows. Raises `BadInput` where somebody has not allowed them."""
        if self.must_allow_odds():
            names = ", ".join(self.people[seat] for seat in self.must_allow_odds())
            raise BadInput("odds", _("not everybody has allowed them: {names}").format(names=names))
        if asked.typed:
            raise BadInput("odds", _("chance is asked now, not you"))
        return odds_of(self.session, asked.seat, words, long=long)

    # --- keeping -------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Put the duel on disk as it stands. Raises OSError, `BadInput`."""
        if self.store is not None:
            self.store.save(self.session.transcript())

    def _finish(self) -> None:
        seal(self.session)
        self.save()
        if self.session.commitment and self.session.transcript().seed:
            forget_seed(self.session.commitment)
