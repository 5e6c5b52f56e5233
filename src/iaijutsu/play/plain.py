"""The face of lines: numbered choices, one after another, for any terminal, screen readers and pipes.

It says nothing by colour or place. Between two people at one keyboard the screen is cleared, its memory with it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..engine import BadInput, DuelError, Seat
from . import replies
from .courtesy import DUEL, HEADING
from .host import Asked, Host
from .i18n import N_, _
from .tale import reasoned, told, width, wrapped
from .words import Line, Narrator, Question, narrator
from .words.board import Board, BoardSide, Face, board
from .words.judging import judging

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has scrolled off it."""
ALONE, BACK = "\x1b[?1049h", "\x1b[?1049l"
"""To a screen without memory, and back."""


class Leave(Exception):
    """Somebody leaves the table; the duel is on disk."""


@dataclass
class Console:
    """Where lines are written and read. `screen`: it can be cleared; a pipe cannot."""

    write: Callable[[str], object]
    ask: Callable[[str], str]
    screen: bool

    @classmethod
    def standard(cls) -> Console:
        """Standard input and output."""
        screen = sys.stdin.isatty() and sys.stdout.isatty()
        return cls(sys.stdout.write, _input if screen else _piped, screen)


def _input(prompt: str) -> str:
    return input(prompt)


def _piped(prompt: str) -> str:
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    sys.stdout.write("\n")
    return line.rstrip("\n")


class Lines:
    """Plays a hosted duel in lines."""

    def __init__(self, host: Host, console: Console | None = None, notes: tuple[str, ...] = ()) -> None:
        self.host, self.console, self.notes = host, console or Console.standard(), notes
        self.tellers: dict[Seat, Narrator] = {seat: narrator(host.session, seat) for seat in host.people}
        self.shown = dict.fromkeys(host.people, 0)
        self.seat: Seat | None = None
        self.rpg = host.session.game.name == "rpg"

    # --- the course of it ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end. Raises `Leave` when somebody goes before."""
        if self.host.hot_seat and self.console.screen:
            self.console.write(ALONE)
        try:
            self._greet()
            if self.host.offers_odds:
                self._may_show_odds()
            while (asked := self.host.advance()) is not None:
                self._hand_over(asked.seat)
                self._news(asked.seat)
                self._ask(asked)
        except EOFError:
            raise Leave from None
        finally:
            if self.host.hot_seat and self.console.screen:
                self.console.write(CLEAR + BACK)
        self._end()

    def say(self, text: str = "", indent: str = "") -> None:
        """Write a paragraph."""
        for line in wrapped(text, width(), indent, indent):
            self.console.write(line + "\n")

    def _greet(self) -> None:
        for note in self.notes:
            self.say(note)
        self.say(_("Type a number to choose, ? to ask why, help for everything else."))

    def _hand_over(self, seat: Seat) -> None:
        """Clear the table for another pair of eyes."""
        if not self.host.hot_seat or seat == self.seat:
            self.seat = seat
            return
        self.seat = seat
        name = self.host.people[seat]
        self.console.write(CLEAR if self.console.screen else "\n" * 2)
        self.say(_("Hand the keyboard to {name}.").format(name=name))
        self.console.ask(_("{name}, press Enter when nobody else looks. ").format(name=name))
        if self.console.screen:
            self.console.write(CLEAR)
        self.shown[seat] = max(0, self.shown[seat] - 3)  # a little of what is known already, to find one's place

    def _news(self, seat: Seat) -> None:
        """What has happened since this person last looked."""
        teller = self.tellers[seat]
        since = min(teller.follow(), self.shown[seat])
        for number in range(since, len(teller.lines)):
            if not teller.lines[number].minor:
                self._line(teller.lines[number], number)
        self.shown[seat] = len(teller.lines)

    def _line(self, line: Line, number: int) -> None:
        for text in told(line, width(), number + 1):
            self.console.write(text + "\n")

    def _end(self) -> None:
        seat = self.seat if self.seat is not None else min(self.host.people)
        if self.host.hot_seat:  # what all may see: whose eyes are on the screen now, nobody knows
            teller = narrator(self.host.session, "spectator")
            teller.follow()
            for number, line in enumerate(teller.lines):
                if not line.minor:
                    self._line(line, number)
        else:
            self._news(seat)
            teller = self.tellers[seat]
        self.say()
        self.say(teller.words.result(self.host.session.outcome))

    # --- asking --------------------------------------------------------------------------------------------

    def _ask(self, asked: Asked) -> None:
        """Put a question until it is answered, or until something else has changed what is asked."""
        teller = self.tellers[asked.seat]
        question = teller.words.question(asked.request)
        if asked.request.purpose in (_rpg().SHOWN_AT if self.rpg else SHOWN_AT) and not asked.typed:
            self._table(asked.seat, brief=True)
        self._put(question)
        while True:
            text = self.console.ask("> ").strip()
            try:
                if self._command(asked, question, text):
                    return
            except DuelError as error:
                self.say(replies.why_refused(error))

    def _put(self, question: Question) -> None:
        self.say()
        self.say(question.text)
        if question.hint:
            self.say(question.hint, "    ")
        for number, choice in enumerate(question.choices, 1):
            mark = f"{number:>3}  "
            for line in wrapped(choice.label, width(), mark, " " * len(mark)):
                self.console.write(line + "\n")
        for reason in question.why_not:
            self.say(_("Not now: {reason}").format(reason=reason), "     ")
        if question.form != "choose":
            self.say(_("Type {how}.").format(how=replies.how(question)))

    def _command(self, asked: Asked, question: Question, text: str) -> bool:
        """Do what was typed. True when the question is answered, or has to be put anew."""
        word, _space, rest = text.partition(" ")
        if text.startswith("?"):
            self._explain(asked.seat, text[1:].strip())
            return False
        if command := COMMANDS.get(word.lower()):
            return command(self, asked, rest.strip()) or False
        self.host.answer(asked, replies.read(question, text))
        return True

    # --- commands ------------------------------------------------------------------------------------------

    def _explain(self, seat: Seat, text: str) -> None:
        """Why a line of the log is so; without a number, the last one."""
        lines = self.tellers[seat].lines
        shown = [number for number, line in enumerate(lines) if not line.minor]
        if not text and not shown:
            raise BadInput("", _("nothing has happened yet"))
        if text and (not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= len(lines)):
            raise BadInput(
                "", _("there is no line {text!r}; ? and a number from 1 to {n}").format(text=text[:20], n=len(lines))
            )
        number = int(text) - 1 if text else shown[-1]
        self._line(lines[number], number)
        for line in reasoned(lines[number], width(), set()):
            self.console.write(line + "\n")

    def _help(self, asked: Asked, rest: str) -> None:
        for line in _rpg().HELP if self.rpg else HELP:
            for text in wrapped(_(line), width(), "", " " * 13):
                self.console.write(text + "\n")

    def _show_table(self, asked: Asked, rest: str) -> None:
        self._table(asked.seat, brief=False)

    def _text(self, asked: Asked, rest: str) -> None:
        """The text of a choice's card."""
        question = self.tellers[asked.seat].words.question(asked.request)
        if not rest.isdigit() or not 1 <= int(rest[:6]) <= len(question.choices):
            raise BadInput("", _("which choice? text and a number from 1 to {n}").format(n=len(question.choices)))
        self.say(question.choices[int(rest) - 1].detail or _("There is no more to say of it."))

    def _log(self, asked: Asked, rest: str) -> None:
        """The last lines again, all of them, or with the rulebook's housekeeping."""
        lines = self.tellers[asked.seat].lines
        chosen = [(n, line) for n, line in enumerate(lines) if not line.minor or rest == "all"]
        for number, line in chosen if rest else chosen[-12:]:
            self._line(line, number)

    def _undo(self, asked: Asked, rest: str) -> bool:
        """Take back the last answer, if the others agree."""
        if reason := self.host.why_not_undo(asked.seat):
            raise BadInput("", _("this cannot be taken back: {reason}").format(reason=reason))
        for other in self.host.must_agree(asked.seat):
            name, me = self.host.people[other], self.host.people[asked.seat]
            if not self._agrees(_("{name}: may {me} take back the last answer?").format(name=name, me=me)):
                self.say(_("{name} does not agree.").format(name=name))
                return False
        self.host.undo(asked.seat)
        return True

    def _agrees(self, question: str) -> bool:
        yes, no = replies.letters()
        prompt = _("{question} {yes} or {no}: ").format(question=question, yes=yes, no=no)
        while (agreed := replies.agreed(self.console.ask(prompt))) is None:
            self.say(_("{yes} or {no}, please.").format(yes=yes, no=no))
        return agreed

    def _may_show_odds(self) -> bool:
        """Whether all allow the odds; who has not said so is asked."""
        for seat in self.host.must_allow_odds():
            name = self.host.people[seat]
            told = _("{name}: may the odds be shown in this duel, to everybody from what he knows himself?")
            if not self._agrees(told.format(name=name)):
                self.say(_("{name} does not agree.").format(name=name))
                return False
            self.host.allow_odds(seat)
        return True

    def _odds(self, asked: Asked, rest: str) -> None:
        """What each answer comes to, from what the asked one knows, if all allow it."""
        if rest not in ("", "more"):
            raise BadInput("", _("odds; or odds more, which takes two seconds and narrows the intervals"))
        if asked.typed:
            raise BadInput("", _("chance is asked now, not you"))
        self.host.allow_odds(asked.seat)
        if self._may_show_odds():
            self._news(asked.seat)
            found = self.host.odds(asked, self.tellers[asked.seat].words, long=rest == "more")
            for text in found.text():
                for line in wrapped(text, width(), "", "    "):
                    self.console.write(line + "\n")

    def _speak(self, asked: Asked, rest: str) -> None:
        self.host.say(asked.seat, rest)
        self._news(asked.seat)

    def _wait(self, asked: Asked, rest: str) -> bool:
        """Pass at every reaction for a while."""
        if self.rpg:
            raise BadInput("", _("in this duel nobody has to pass: every question is a decision"))
        if rest not in ("", "all"):
            raise BadInput("", _("wait, until the next heading; or wait all, until the duel ends"))
        self.host.pass_until(asked.seat, DUEL if rest else HEADING)
        if asked.request.purpose != "reaction":
            self.say(_("You will pass at every reaction for a while. This question is still yours."))
        return asked.request.purpose == "reaction"

    def _judge(self, asked: Asked, rest: str) -> bool:
        """A judge's act, by questions; words after the command answer the first of them."""
        if self.host.judge is None:
            raise BadInput("", _("no judge sits at this table; name one with --judge when it begins or is resumed"))
        given = rest.split()
        scene = _scene_of(self.tellers[asked.seat])
        steps = _rpg().judging(scene) if self.rpg else judging(scene)
        try:
            question = next(steps)
            while True:
                question = steps.send(self._reply(question, given))
        except StopIteration as end:
            if end.value is None:
                raise BadInput("", _("there is nothing that this could be done to")) from None
            self.host.rule(*end.value)
        return True

    def _reply(self, question: Question, given: list[str]) -> Any:
        if question.form == "text" and given:
            text = " ".join(given)
            given.clear()
            return replies.read(question, text)
        if given:
            return replies.read(question, given.pop(0))
        self._put(question)
        return replies.read(question, self.console.ask("> "))

    def _quit(self, asked: Asked, rest: str) -> bool:
        raise Leave

    # --- the table -----------------------------------------------------------------------------------------

    def _table(self, seat: Seat, *, brief: bool) -> None:
        self.say()
        scene = _scene_of(self.tellers[seat])
        if self.rpg:
            for text, indent in _rpg().table(scene, brief=brief):
                self.say(text, indent)
            return
        self._cards(board(scene), brief=brief)

    def _cards(self, table: Board, *, brief: bool) -> None:
        for side in table.sides:
            self._side(side, brief)
        for text in (*table.others, *(() if brief else table.lasting)):
            self.say(text)

    def _side(self, side: BoardSide, brief: bool) -> None:
        for person in side.people:
            stats = ", ".join(f"{word} {value}" for word, value, _changed in person.stats)
            words = [person.title, stats, *person.states]
            head = f"{side.role}, {side.player}" if side.role else side.player
            self.say(f"{head}: {'; '.join(filter(None, words))}.")
            if not brief and (extra := [*person.keywords, *person.attached]):
                self.say(", ".join(extra), "    ")
        if side.role:
            area = ", ".join(card_words(face) for face in side.area) or _("nothing")
            tally = _(" Score: {tally}.").format(tally=side.tally) if side.tally else ""
            self.say(_("Focused: {area}.{tally}").format(area=area, tally=tally), "    ")
        if brief:
            return
        counts = _("Pool {pool}, hand {hand}, deck {deck}, discard pile {discard}, Family Honor {honor}, gold {gold}.")
        self.say(
            counts.format(
                pool=len(side.pool), hand=len(side.hand), deck=side.deck, discard=len(side.discard), honor=side.honor,
                gold=side.gold,
            ),
            "    ",
        )  # fmt: skip
        for name, cards in ((_("Pool"), side.pool), (_("Hand"), side.hand), (_("Discard pile"), side.discard)):
            if any(face.title for face in cards):
                self.say(f"{name}: {', '.join(card_words(face) for face in cards)}.", "    ")


def card_words(face: Face) -> str:
    """A card on the table in words: title and value, whether only its owner can read it."""
    if not face.title:
        return _("a face-down card")
    return _("{title} ({value})").format(title=face.title, value=face.value)


def _scene_of(teller: Narrator) -> Any:
    """The scene that a teller knows: of cards, or of two characters."""
    return teller.words.scene  # type: ignore[attr-defined]


def saved_words(path: Path | None, *, over: bool) -> str:
    """Where the duel is, and how to go on with it."""
    if path is None:
        return ""
    if over:
        return _("The duel is kept in {path}. Look again: iaijutsu replay {path}").format(path=path)
    return _("The duel is kept in {path}. Go on with it: iaijutsu play --resume {path}").format(path=path)


HELP = (
    N_("A number chooses; the beginning of a choice’s words does too."),
    N_("?            why the last line of the log is so, and by which clause"),
    N_("? 12         the same for line 12"),
    N_("text 3       the text of the card that choice 3 is about"),
    N_("table        all that lies on the table, as you may see it"),
    N_("log          the last lines again; log more: all of them; log all: with the rulebook’s housekeeping"),
    N_("wait         pass at every reaction until the next heading; wait all: until the duel ends"),
    N_("odds         what each choice comes to, where all allow it; odds more: two seconds, narrower intervals"),
    N_("undo         take back your last answer, where nothing has been shown since and the others agree"),
    N_("say WORDS    write a line into the log"),
    N_("judge        a judge’s act: change a number, move a card, end the duel, decide"),
    N_("quit         leave; the duel is kept"),
)

SHOWN_AT = ("opportunity",)
"""Questions before which the cards on the table are shown."""

COMMANDS: dict[str, Callable[[Lines, Asked, str], bool | None]] = {
    "help": Lines._help, "table": Lines._show_table, "text": Lines._text, "log": Lines._log, "undo": Lines._undo,
    "odds": Lines._odds,
    "say": Lines._speak, "wait": Lines._wait, "judge": Lines._judge, "quit": Lines._quit, "q": Lines._quit,
}  # fmt: skip


def _rpg() -> Any:
    """The words of the role-playing table, which a card duel does without."""
    from . import plain_rpg

    return plain_rpg
