"""What people do, turned into rows: each kind of command is one function that checks it and says what follows.

Whatever is refused changes nothing that is kept: when a command fails half way, its table is thrown away and folded
anew from the log.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Any

from ...engine import CHANCE, BadInput, Chance, IllegalAnswer, Option, Request, Seat, plain
from .. import replies
from ..courtesy import DUEL, HEADING, heading_of
from ..i18n import _, retold, speaking
from ..words import Question
from .calls import Command, NotYours, TooLate, Who
from .log import NOBODY, Kept, Row
from .looking import Looks, ending
from .table import CONSENTS, Table
from .telling import MEANT

LINE = 500
"""Characters in a free line at most."""
REASON = 200
"""Characters in a reason for the end at most."""
MOST_LINES = 500
"""Free lines of one person at most: whoever looks is sent all of them, again and again."""
MOST = 400
"""Answers at most that may follow one another without a person."""


class Acts:
    """Carries out commands at one table. `made` are the rows that came of it, for the log."""

    def __init__(self, table: Table, looks: Looks, at: float) -> None:
        self.table, self.looks, self.at = table, looks, at
        self.made: list[Row] = []
        self.receipt: Kept | None = None
        """The receipt that is kept along with them."""
        self.rematch = self.moved = False
        """`moved`: the table may be another one than the log's, as something was at least begun."""

    def act(self, who: Who, command: Command) -> None:
        """Do what was commanded. Raises `BadInput`, `NotYours`, `TooLate`."""
        kind = KINDS.get(command.kind)
        with speaking(command.language):
            if kind is None:
                raise BadInput("kind", _found(command.kind, KINDS))
            if who.role == "spectator":
                raise NotYours(_("who looks on can do nothing here"))
            try:
                kind(self, who, command)
            except IllegalAnswer as error:
                raise BadInput("answer", retold(error.reason)) from None

    def push(self, row: str, seat: Seat = NOBODY, *, asked: str = "", **data: Any) -> None:
        """Add a row of that kind, applied. `asked` is the id of the question that it answers."""
        self.moved = True
        self.made.append(self.table.push(row, seat, data, self.at, asked))

    # --- answers -------------------------------------------------------------------------------------------

    def answer(self, who: Who, command: Command) -> None:
        """An answer of a person, and what follows from it without anybody."""
        seat = self.looks.seat_of(who)
        request = None if seat is None else self.table.asked(seat)
        now = "" if seat is None else self.table.question_id(seat)
        if seat is None or request is None or command.question != now:
            raise TooLate(self._late(now), now)
        answer = understood(self._question(who, request, command), command)
        if reason := request.why_not(answer):
            raise BadInput("answer", replies.why_refused(IllegalAnswer(request, answer, reason)))
        self.submit(seat, request, answer)

    def submit(self, seat: Seat, request: Request[Any], answer: Any) -> None:
        """Put an answer on record for a seat that is asked `request`, then let go on who needs nobody."""
        question = self.table.question_id(seat)
        if isinstance(
            request, Chance
        ):  # several people may type in what came up: the id alone does not tell whose it is
            self.push("answer", CHANCE, asked=f"{question} {seat}", answer=plain(answer))
        else:
            self.push("answer", seat, asked=question, answer=plain(answer))
        self.settle()

    def _late(self, now: str) -> str:
        if self.table.finished:
            return _("the duel is over")
        if not self.table.complete:
            return _("the duel begins when everybody has joined")
        return _("another question is open by now") if now else _("you are asked nothing now")

    def _question(self, who: Who, request: Request[Any], command: Command) -> Question:
        teller = self.table.teller(self.table.audience(who), command.language)
        return teller.words.question(request)

    def settle(self) -> None:
        """Let everything happen that needs nobody: chance that nobody types in, and answers of those who pass."""
        for _turn in range(MOST):
            if not self._settled_one():
                return

    def _settled_one(self) -> bool:
        table = self.table
        pending = table.session.pending
        if table.finished or not table.complete:
            return False
        if isinstance(pending, Chance) and table.typist() is None:
            self.push("answer", CHANCE, answer=plain(pending.sample(secrets.randbelow)))
            return True
        for seat in table.people:
            answer = table.without_asking(seat)
            if answer is not None:
                self.push("answer", seat, asked=table.question_id(seat), answer=plain(answer))
                return True
        return False

    def concede(self, who: Who, command: Command) -> None:
        """Yield, where the rules ask it."""
        seat = self._player(who)
        if reason := self.looks.why_not_concede(seat):
            raise BadInput("concede", reason)
        request = self.table.asked(seat)
        assert request is not None
        answer = next(one for one in request.options() if getattr(one, "tag", "") == "concede")
        del command
        self.submit(seat, request, answer)

    def pass_until(self, who: Who, command: Command) -> None:
        """Pass at reactions for a while."""
        seat = self._player(who)
        if command.text not in (HEADING, DUEL):
            raise BadInput("text", _("until heading or duel is needed"))
        self._going()
        self.push("pass-until", seat, until=command.text, since=heading_of(self.table.session))
        self.settle()

    # --- courtesy ------------------------------------------------------------------------------------------

    def say(self, who: Who, command: Command) -> None:
        """A free line."""
        self._going()
        text = _line(command, LINE, least=1)
        if text in MEANT:
            raise BadInput("text", _("this line stands for something that is done; say it in other words"))
        by = self.table.name(who.seat) if who.role == "seat" and who.seat is not None else who.name
        if self.table.lines_of(by) >= MOST_LINES:
            told = _("at most {most} lines of one person are kept at a table")
            raise BadInput("text", told.format(most=MOST_LINES))
        self.push("say", NOBODY if who.seat is None else who.seat, by=by, text=text)

    def ask_undo(self, who: Who, command: Command) -> None:
        """Ask the others whether the last answer may be taken back; computer players always agree."""
        seat = self._player(who)
        if "undo" in self.table.offers:
            raise TooLate(_("somebody has asked for that already"))
        if reason := self.table.why_not_undo(seat):
            raise BadInput("undo", _("this cannot be taken back: {reason}").format(reason=reason))
        del command
        self.push("ask", seat, about="undo")
        self._all_agreed("undo")

    def ask_odds(self, who: Who, command: Command) -> None:
        """Show the odds at the open question where all agreed to that, else ask the others."""
        seat = self._player(who)
        self._going()
        del command
        if not self.table.odds_on:
            if "odds" in self.table.offers:
                raise TooLate(_("somebody has asked for that already"))
            self.push("ask", seat, about="odds")
            if self.table.agreed("odds"):
                self.push("agree", seat, about="odds")
            return
        if not (question := self.table.question_id(seat)):
            raise BadInput("odds", _("you are asked nothing now"))
        self.push("odds", seat, question=question)

    def offer_rematch(self, who: Who, command: Command) -> None:
        """Offer a duel with sides changed."""
        seat = self._player(who)
        del command
        if not self.table.finished:
            raise BadInput("rematch", _("the duel is not over"))
        if self.table.next:
            raise TooLate(_("the rematch has begun"))
        if "rematch" in self.table.offers:
            raise TooLate(_("somebody has asked for that already"))
        self.push("ask", seat, about="rematch")
        self._all_agreed("rematch")

    def agree(self, who: Who, command: Command) -> None:
        """Say yes to what somebody asked for."""
        seat, about = self._offered(who, command)
        self.push("agree", seat, about=about)
        self._all_agreed(about)

    def refuse(self, who: Who, command: Command) -> None:
        """Say no to it, or take one's own question back."""
        seat, about = self._offered(who, command, own=True)
        self.push("refuse", seat, about=about)

    def _offered(self, who: Who, command: Command, *, own: bool = False) -> tuple[Seat, str]:
        seat = self._player(who)
        if command.about not in CONSENTS:
            raise BadInput("about", _found(command.about, CONSENTS))
        offer = self.table.offers.get(command.about)
        if offer is None or (seat in offer.agreed and not (own and offer.by == seat)):
            raise TooLate(_("there is nothing to agree to any more"))
        return seat, command.about

    def _all_agreed(self, about: str) -> None:
        """Do what all have agreed to."""
        table = self.table
        if not table.agreed(about):
            return
        if about == "undo":
            seat = table.offers["undo"].by
            number = table.last_answer(seat)
            if (reason := table.why_not_undo(seat)) or number is None:
                raise BadInput("undo", _("this cannot be taken back: {reason}").format(reason=reason))
            self.push("undo", seat, length=number)
            self.settle()
        self.rematch = about == "rematch"

    def claim(self, who: Who, command: Command) -> None:
        """Take the duel of somebody who is asked and has no time left."""
        seat = self._player(who)
        self._going()
        del command
        if not self.table.record.clock:
            raise BadInput("claim", _("this duel has no clock"))
        if reason := self.looks.why_not_claim(seat, self.at):
            raise BadInput("claim", reason)
        late = next(other for other in self.table.people if self.table.clocks.over(other, self.at))
        self.push("claim", seat, late=late)

    def _player(self, who: Who) -> Seat:
        if who.role != "seat" or who.seat is None:
            raise NotYours(_("this is for those who sit at a seat"))
        return who.seat

    def _going(self) -> None:
        if self.table.finished:
            raise TooLate(_("the duel is over"))

    # --- the judge -----------------------------------------------------------------------------------------

    def rule(self, who: Who, command: Command) -> None:
        """The next step of a judge's act: begin, answer its question, or give it up (`about`: `drop`)."""
        self._judge(who)
        self._going()
        if command.about == "drop":
            self.push("steps", steps=[])
            return
        scene: Any = self.table.teller("judge", command.language).words.scene  # type: ignore[attr-defined]
        question = self.looks.step(scene)
        if command.reply is None and command.choice is None and command.slots is None:
            self.push("steps", steps=["begin"])
            return
        if not isinstance(question, Question):
            raise TooLate(_("no act is being put together"))
        answer = understood(question, command)
        if question.choices and answer not in [one.answer for one in question.choices]:
            raise BadInput("answer", _("that is not one of the choices"))
        if question.form == "number" and not question.least <= answer <= question.most:
            told = _("a number from {least} to {most}").format(least=question.least, most=question.most)
            raise BadInput("answer", told)
        self.push("steps", steps=[*self.table.ruling, answer])
        self._ruled(who, self.looks.step(scene))

    def _ruled(self, who: Who, step: Any) -> None:
        if isinstance(step, Question):
            return
        if step is None:
            raise BadInput("rule", _("there is nothing that this could be done to"))
        self._do(who, *step)

    def _do(self, who: Who, act: Option, reason: str) -> None:
        if why := self.table.session.referee.why_not_act(act):
            raise BadInput("rule", retold(why))
        self.push("rule", by=self._judges_name(who), act=plain(act), reason=reason)
        self.settle()

    def end(self, who: Who, command: Command) -> None:
        """End the duel, with a reason."""
        self._judge(who)
        self._going()
        self._do(who, ending(self.table.record.game), _line(command, REASON))

    def _judge(self, who: Who) -> None:
        if who.role != "judge":
            raise NotYours(_("this is for a judge"))

    def _judges_name(self, who: Who) -> str:
        return who.name or self.table.judge_name or "Judge"


def _line(command: Command, most: int, least: int = 0) -> str:
    """What was typed, as one line."""
    text = command.text.strip()
    if not least <= len(text) <= most or not text.isprintable():
        raise BadInput("text", _("one line of at most {most} printable characters is needed").format(most=most))
    return text


def _found(word: str, allowed: Iterable[str]) -> str:
    return _("{word} found; allowed: {allowed}").format(word=repr(word)[:40], allowed=", ".join(allowed))


def understood(question: Question, command: Command) -> Any:
    """The answer that a command gives to a question. Raises `BadInput`, which says what would do."""
    if command.reply is not None:
        return replies.read(question, command.reply)
    if question.form == "choose":
        return question.choices[_index(question, command.choice)].answer
    if question.form == "number" and command.choice is not None:
        return command.choice
    if question.form in ("several", "arrange", "draw", "faces") and command.slots is not None:
        return _slots(question, command.slots)
    if question.form == "several" and command.choice is None:
        return ()
    raise BadInput("answer", _("an answer is missing; needed is {how}").format(how=replies.how(question)))


def _index(question: Question, choice: int | None) -> int:
    if choice is None or not 0 <= choice < len(question.choices):
        raise BadInput("choice", _("a choice from 0 to {most} is needed").format(most=len(question.choices) - 1))
    return choice


def _slots(question: Question, slots: tuple[int, ...]) -> Any:
    if question.form == "faces":
        return tuple(slots)
    found = tuple(question.choices[_index(question, slot)].answer for slot in slots)
    if question.form in ("several", "arrange"):
        replies.check_count(question, len(found))
    return tuple(sorted(found)) if question.form == "several" else found


KINDS: dict[str, Callable[[Acts, Who, Command], None]] = {
    "answer": Acts.answer, "say": Acts.say, "ask-undo": Acts.ask_undo, "ask-odds": Acts.ask_odds,
    "offer-rematch": Acts.offer_rematch, "agree": Acts.agree, "refuse": Acts.refuse, "concede": Acts.concede,
    "undo": Acts.ask_undo, "odds": Acts.ask_odds, "rematch": Acts.offer_rematch,
    "claim": Acts.claim, "pass-until": Acts.pass_until, "rule": Acts.rule, "end": Acts.end,
}  # fmt: skip
"""What can be commanded."""
