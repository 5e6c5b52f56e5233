"""The question that is open: what is asked, what may be done, what not and why. Numbers, arrows and mouse choose."""

from __future__ import annotations

from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key, Resize
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...engine import BadInput
from .. import replies
from ..i18n import _, retold
from ..words import Question

LEAST, LOW, DETAIL = 3, 8, 2
"""Rows: of the list of choices at least; of the whole, below which no room is kept for a card's text; kept for it."""


class Deed(Vertical):
    """Puts one question at a time and says what was answered."""

    class Answered(Message):
        """Somebody has answered the question that is open."""

        def __init__(self, answer: Any) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.open: Question | None = None
        self._digits = ""

    def compose(self) -> ComposeResult:
        """Question, hint, choices, the text of the one under the cursor, what cannot be done now, a line to type."""
        yield Static(classes="question", markup=False)
        yield Static(classes="hint", markup=False)
        yield OptionList(classes="choices", markup=False)
        yield Static(classes="detail", markup=False)
        yield Static(classes="not-now", markup=False)
        yield Static(classes="trouble", markup=False)
        yield Input(classes="line")

    # --- putting a question --------------------------------------------------------------------------------

    def put(self, question: Question) -> None:
        """Put a question in place of the one before."""
        self.open, self._digits = question, ""
        self._tell("question", question.text)
        self._tell("hint", question.hint)
        self._tell("detail", "")
        self._tell("trouble", "")
        self._tell("not-now", "\n".join(_("Not now: {reason}").format(reason=reason) for reason in question.why_not))
        choices = self.query_one(OptionList)
        choices.clear_options()
        choices.add_options(Option(_numbered(n, choice.label)) for n, choice in enumerate(question.choices, 1))
        choices.display = bool(question.choices)
        line = self.query_one(Input)
        line.display = question.form != "choose"
        line.value, line.placeholder = "", replies.how(question)
        if question.choices:
            choices.highlighted = 0
        (choices if question.form == "choose" else line).focus()
        self.call_after_refresh(self._fit)

    def on_resize(self, event: Resize) -> None:
        """Another window leaves other room."""
        del event
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Give the list of choices what the rest leaves: what cannot be done now and why stays in sight."""
        choices = self.query_one(OptionList)
        others = [child.outer_size.height for child in self.children if child.display and child is not choices]
        detail = self.query_one(".detail", Static)
        spare = DETAIL - detail.outer_size.height if detail.styles.display != "none" and self.size.height > LOW else 0
        choices.styles.max_height = max(LEAST, self.size.height - sum(others) - max(0, spare))

    def close(self) -> None:
        """The question is answered: nothing more is taken for it."""
        self.open = None

    def wait(self, text: str) -> None:
        """Nobody here is asked: say what is going on."""
        self.open = None
        for name in ("hint", "detail", "not-now", "trouble"):
            self._tell(name, "")
        self._tell("question", text)
        self.query_one(OptionList).clear_options()
        self.query_one(OptionList).display = False
        self.query_one(Input).display = False

    def trouble(self, text: str) -> None:
        """Say what was wrong with what was answered."""
        self._tell("trouble", text)

    def _tell(self, name: str, text: str) -> None:
        place = self.query_one(f".{name}", Static)
        place.update(Content(text))
        place.display = bool(text)

    # --- answering -----------------------------------------------------------------------------------------

    @on(OptionList.OptionHighlighted)
    def _look(self, event: OptionList.OptionHighlighted) -> None:
        """Show the text of the card under the cursor."""
        if self.open is not None and event.option_index < len(self.open.choices):
            self._tell("detail", self.open.choices[event.option_index].detail)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._take(event.option_index)

    def _take(self, index: int) -> None:
        """A choice is taken: it answers, or in a longer answer it is written into the line."""
        if self.open is None:
            return
        if self.open.form == "choose":
            self._answer(str(index + 1))
            return
        line = self.query_one(Input)
        separator = ", " if self.open.form == "draw" else " "
        line.value = f"{line.value}{separator if line.value else ''}{index + 1}"

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        self._answer(event.value)

    def _answer(self, text: str) -> None:
        if self.open is None:
            return
        try:
            answer = replies.read(self.open, text)
        except BadInput as error:
            self.trouble(retold(error.reason))
            return
        self.post_message(self.Answered(answer))

    def on_key(self, event: Key) -> None:
        """Digits choose: at once where no longer number begins with them, else with Enter."""
        if event.key == "escape" and self.open is not None and self.open.choices:
            self.query_one(OptionList).focus()
            event.stop()
        if self.open is None or self.open.form != "choose" or self.query_one(Input).has_focus:
            return
        if event.character is None or not event.character.isascii() or not event.character.isdigit():
            self._digits = ""
            return
        event.stop()
        self._digits += event.character
        number, count = int(self._digits), len(self.open.choices)
        if not 1 <= number <= count:
            self._digits = ""
            self.trouble(_("There is no choice {n}.").format(n=number))
            return
        self.query_one(OptionList).highlighted = number - 1
        if number * 10 > count:
            self._digits = ""
            self._take(number - 1)


def _numbered(number: int, label: str) -> Content:
    return Content.assemble((f"{number:>2} ", "bold"), label)
