"""What comes over the table for a moment: a reason, a line to say, a question to agree, the keyboard handed over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from .. import replies
from ..i18n import N_, _, language, speaking
from ..words import Line, Question, explain
from ..words.board import Board, BoardSide, Face
from .deed import Deed
from .looks import ACCENT, MARK, stats

Parts = list[Content | str | tuple[str, str]]


class Why(ModalScreen[None]):
    """By which clause a line of the log is so, and why. Arrows go through the log."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", N_("back")),
        Binding("up,k,left", "go(-1)", N_("earlier")),
        Binding("down,j,right", "go(1)", N_("later")),
    ]

    def __init__(self, lines: Sequence[Line], place: int) -> None:
        super().__init__()
        self.lines, self.place = lines, place

    def compose(self) -> ComposeResult:
        """The line, the clause, the reason."""
        with VerticalScroll(classes="box"):
            yield Static(id="why", markup=False)

    def on_mount(self) -> None:
        """Show it."""
        self._show()

    def action_go(self, by: int) -> None:
        """To another line."""
        self.place = max(0, min(len(self.lines) - 1, self.place + by))
        self._show()

    def _show(self) -> None:
        line = self.lines[self.place]
        told = explain(line)
        parts: Parts = [(line.text, "bold"), "\n\n"]
        if told.clause:
            parts += [(told.clause, "$soft"), "\n", told.text, "\n"]
        if told.origin:
            parts += [(_("Source: {origin}.").format(origin=told.origin), "$soft"), "\n"]
        if told.reading:
            parts += [
                "\n",
                (_("The rules text is silent here, or can be taken two ways; this is how we read it."), "italic"),
                "\n",
            ]
        for text in filter(None, (told.why, told.by)):
            parts += ["\n", text, "\n"]
        here = _("Line {n} of {all}. Arrows go on, Esc goes back.").format(n=self.place + 1, all=len(self.lines))
        parts += ["\n", (here, "$soft")]
        self.query_one("#why", Static).update(Content.assemble(*parts))


class Say(ModalScreen[str]):
    """A free line for the log."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", N_("back"))]

    def compose(self) -> ComposeResult:
        """One line."""
        with Vertical(classes="box"):
            yield Static(_("What do you say? It stands in the log for everybody."), markup=False)
            yield Input(max_length=500)

    @on(Input.Submitted)
    def _said(self, event: Input.Submitted) -> None:
        event.stop()
        self.done = self.dismiss(event.value.strip())


class Agree(ModalScreen[bool]):
    """Somebody is asked for his word: yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(False)", N_("no")),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical(classes="box"):
            yield Static(Content(self.text))
            yes, no = replies.letters()
            yield Static(Content.assemble((f"{yes} ", "bold"), _("yes"), (f"    {no} ", "bold"), _("no")))

    def on_key(self, event: Key) -> None:
        """The letters of the language that is spoken do as well."""
        agreed = replies.agreed(event.character or "")
        if agreed is not None:
            event.stop()
            self.done = self.dismiss(agreed)


class Notice(ModalScreen[None]):
    """Something that has to be read once."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q", "dismiss", N_("on"))]

    def __init__(self, paragraphs: Sequence[str]) -> None:
        super().__init__()
        self.paragraphs = paragraphs

    def compose(self) -> ComposeResult:
        """The text."""
        with VerticalScroll(classes="box"):
            yield Static(Content("\n\n".join(self.paragraphs)))
            yield Static(Content.assemble(("\n" + _("Enter goes on."), "$soft")))


class Chances(ModalScreen[None]):
    """The odds. `find` gives them as lines, and whether they are exact; with True it takes longer and comes closer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,o,q", "dismiss", N_("back")),
        Binding("m", "more", N_("longer")),
    ]

    def __init__(self, find: Callable[[bool], tuple[list[str], bool]]) -> None:
        super().__init__()
        self.find, self.language = find, language()
        self.first = find(False)

    def compose(self) -> ComposeResult:
        """The answers with what they come to, the best first."""
        with VerticalScroll(classes="box"):
            yield Static(id="chances", markup=False)

    def on_mount(self) -> None:
        """Show them."""
        self._show(*self.first)

    def _show(self, lines: Sequence[str], exact: bool) -> None:
        keys = _("Esc goes back.") if exact else _("m counts for two seconds, Esc goes back.")
        self.query_one("#chances", Static).update(Content.assemble("\n".join(lines), ("\n\n" + keys, "$soft")))

    def action_more(self) -> None:
        """Count longer."""
        if not self.first[1]:
            self.query_one("#chances", Static).update(_("Counting…"))
            self._count()

    @work(thread=True, exclusive=True)
    def _count(self) -> None:
        with speaking(self.language):  # as in `app.py`
            self.app.call_from_thread(self._shown_late, *self.find(True))

    def _shown_late(self, lines: Sequence[str], exact: bool) -> None:
        if self.is_attached:
            self._show(lines, exact)


class Ask(ModalScreen[Any]):
    """A question on the side: a judge's."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", N_("give up"), priority=True)]

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical(classes="box"):
            yield Deed(id="aside")

    def on_mount(self) -> None:
        """Put it."""
        self.query_one(Deed).put(self.question)

    @on(Deed.Answered)
    def _answered(self, event: Deed.Answered) -> None:
        event.stop()
        self.done = self.dismiss((event.answer,))

    def action_give_up(self) -> None:
        """No answer: the ruling is given up."""
        self.done = self.dismiss(None)


class HandOver(Screen[None]):
    """Nothing but a name: the keyboard goes to somebody else."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", N_("go on"))]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.to = name

    def compose(self) -> ComposeResult:
        """The name."""
        text = Content.assemble(
            _("Hand the keyboard to "), (self.to, "bold"), ".\n\n",
            (_("{name}, press Enter when nobody else looks.").format(name=self.to), "$soft"),
        )  # fmt: skip
        with Middle(), Center():
            yield Static(text, id="hand-over")


class InFull(ModalScreen[None]):
    """All that lies on the table, as this person may see it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,t,q,enter", "dismiss", N_("back"))]

    def __init__(self, parts: Sequence[Content]) -> None:
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        """One part under the other."""
        with VerticalScroll(classes="box"):
            for part in self.parts:
                yield Static(part)


def cards_in_full(board: Board) -> InFull:
    """Both sides of a card duel with every card that may be seen, and its text."""
    ruleset = Content.assemble((_("Ruleset: {name}").format(name=board.ruleset), "$soft"))
    return InFull([*(side_in_full(side, board.has_pools) for side in board.sides), ruleset])


def side_in_full(side: BoardSide, has_pools: bool) -> Content:
    """A side with everything that is known of it."""
    head = f"{MARK[side.side]} {side.role} · {side.player}" if side.role else f"{MARK[side.side]} {side.player}"
    parts: Parts = [(head, f"bold {ACCENT[side.side]}"), "\n"]
    for person in side.people:
        parts += [(person.title, "bold"), "\n", stats(person.stats), "\n"]
        for words in (person.states, person.keywords, person.attached):
            parts += [(", ".join(words), "$soft"), "\n"] if words else []
        parts += [person.text, "\n"] if person.text else []
    piles = [(_("Focused"), side.area), (_("Hand"), side.hand), (_("Discard pile"), side.discard)]
    if has_pools:
        piles.insert(1, (_("Pool"), side.pool))
    for name, faces in piles:
        parts += [f"\n{name}: {len(faces)}\n", *_faces(faces)]
    rest = _("\nDeck {deck} · Family Honor {honor} · gold {gold}\n\n")
    parts.append((rest.format(deck=side.deck, honor=side.honor, gold=side.gold), "$soft"))
    return Content.assemble(*parts)


def _faces(faces: Sequence[Face]) -> Parts:
    parts: Parts = []
    for face in faces:
        if face.title:
            parts += [
                (f"  {face.value:>2} ", "bold"),
                face.title,
                (f"  {face.text}" if face.text else "", "$soft"),
                "\n",
            ]
    return parts
