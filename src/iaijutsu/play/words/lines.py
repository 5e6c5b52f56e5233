"""What a log is made of: lines that say what happened, and explanations that say by which rule and why so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from ...engine import Audience, Claimed, Event, Request, Session, View
from ...engine.clauses import Clause, find
from ...engine.clauses import clauses as clauses_of
from ...engine.quick import dataclass
from ..i18n import _
from ..seal import WORD, is_seal


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log, for one audience.

    `why` says why it came out so, in numbers and names; `by` is the text of the card that did it. `clause` is the id
    of the rule, `source` the title of that card or technique (empty: the rulebook) or a judge's name. `stage` is the
    heading (`A` to `L` for cards; empty outside), `side` whose line it is: 0 for the challenger's, 1 for the
    challenged, None for nobody's. `minor` lines are the rulebook's housekeeping: true, and seldom worth one's time.
    """

    text: str
    why: str
    clause: str
    source: str
    stage: str
    side: int | None
    minor: bool
    event: Event
    by: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a line of the log is so: the clause's id, our sentence for it, where it stands, and the reason in this duel.

    `by` is the text of the card that did it, if one did.

    `reading`: the rules text is silent or can be taken two ways there, and this is how we read it.
    """

    clause: str
    text: str
    origin: str
    reading: bool
    why: str
    by: str = ""

    def sentences(self) -> list[str]:
        """The explanation as lines of text."""
        found = [f"{self.clause}: {self.text}" if self.text else self.clause] if self.clause else []
        if self.origin:
            found.append(_("Source: {origin}.").format(origin=self.origin))
        if self.reading:
            found.append(_("The rules text is silent here, or can be taken two ways; this is how we read it."))
        return found + [told for told in (self.why, self.by) if told]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be answered: the answer, a label, and what more there is to say of it (a card's text)."""

    answer: Any
    label: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question as people are asked it: one sentence, choices, and what cannot be done now with the reason.

    `form` says how it is answered: `choose` one of `choices`; `number` from `least` to `most`; `several` of `choices`
    (`least` to `most` of them, their answers are slots); `arrange` all of `choices` in an order; `text`, a line of at
    most `most` characters; `faces` and `draw` are chance typed in: one face for each die (`choices` are the dice, their
    answers the number of faces), or `most` cards out of `choices`, in order.
    """

    form: str
    text: str
    choices: tuple[Choice, ...] = ()
    why_not: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    hint: str = ""


class Words(Protocol):
    """The words of one game for one audience. It folds the events that the audience saw, as a view does."""

    def tell(self, event: Event) -> Line:
        """The line of the next event; the fold goes one event on."""
        ...

    def question(self, request: Request[Any]) -> Question:
        """A question, as the audience is asked it (its own questions only)."""
        ...

    def result(self, outcome: Any) -> str:
        """How it all ended, in a sentence."""
        ...


class Narrator:
    """Tells one audience of a session what happens, line by line."""

    def __init__(self, session: Session[Any], audience: Audience, words: Callable[[], Words]) -> None:
        self.session, self.audience = session, audience
        self._make = words
        self._view: View[Any] | None = None
        self.words = words()
        self.lines: list[Line] = []

    def follow(self) -> int:
        """Tell what is new. Returns where the new lines begin; after a step back that is where the tellings part."""
        view = self.session.view(self.audience)
        told = len(self.lines)
        if view is not self._view:
            old, self.lines, self._view, self.words = self.lines, [], view, self._make()
            self._tell(view)
            return next((n for n, (a, b) in enumerate(zip(old, self.lines, strict=False)) if a.text != b.text), min(
                len(old), len(self.lines)
            ))  # fmt: skip
        self._tell(view)
        return told

    def _tell(self, view: View[Any]) -> None:
        self.lines += [self.words.tell(event) for event in view.events[len(self.lines) :]]

    def explain(self, number: int) -> Explanation:
        """Why line `number` (from 0) is so. Raises IndexError."""
        return explain(self.lines[number])


def explain(line: Line) -> Explanation:
    """By which clause a line is so, and why. The game is told by the beginning of the clause's id."""
    clause = find_clause(line.clause)
    if clause is None:
        return Explanation(line.clause, "", "", False, line.why, line.by)
    return Explanation(clause.id, _(clause.text), clause.source, clause.reading, line.why, line.by)


def said(by: str, text: str) -> str:
    """A free line of somebody, or the seal under a duel that is over."""
    if is_seal(by, text):
        return _("The duel’s file is sealed: {seal}.").format(seal=text.removeprefix(WORD))
    return _("{name}: “{text}”").format(name=by, text=text)


def claimed(event: Claimed) -> str:
    """That a duel was claimed: its last line, and how it ended."""
    return _("{winner} claims the duel: {loser} has no time left.").format(winner=event.by, loser=event.of)


def why_claimed(event: Claimed) -> str:
    """Why that could be done."""
    told = _(
        "With a clock, a player who is asked and is out of time may lose the duel to the other side. {loser} was asked."
    )
    return told.format(loser=event.of)


def clauses_with(game: str, word: str) -> list[Clause]:
    """The clause with that id, else every one with the word in its id or in our sentence, in English or as it is told.

    Case does not matter.
    """
    found = find(game, word)
    if word in clauses_of(game):
        return found
    told = [one for one in clauses_of(game).values() if word.lower() in _(one.text).lower()]
    return [one for one in clauses_of(game).values() if one in found or one in told]


def find_clause(name: str) -> Clause | None:
    """The clause with that id, if there is one."""
    try:
        return clauses_of(name.partition(".")[0]).get(name) if name else None
    except (OSError, ModuleNotFoundError):
        return None
