"""The table as a program of its own: it shows what the host says, and hands him what people choose."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any, ClassVar

from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from ...engine import BadInput, DuelError, Seat
from ..courtesy import DUEL, HEADING
from ..games import names_of
from ..host import Asked, Host
from ..i18n import N_, _, language, retold, speaking, told
from ..replies import why_refused
from ..words import Line, Narrator, narrator
from .deed import Deed
from .dialogs import Agree, Ask, Chances, HandOver, Notice, Say, Why
from .games import Side, side_of
from .looks import ACCENT, DARK, LIGHT, MARK, first_theme, in_words
from .scene import LOW, Scene

WIDE, HUGE, MIDDLE = 104, 140, 28
"""Columns from which the log stands beside the table, and from which it is broad; rows from which it stands below."""

LOG = (37, 51)
"""Columns of the log's lines beside the table, and where it is broad: less than style.tcss gives it, for the bar."""
NEWS = 3
"""Lines of the log under the table where there is room for no more."""
PATIENCE = 0.25
"""Seconds after which it is said that somebody is thinking."""

HELP = (
    N_("1 to 9, arrows and Enter, or the mouse: choose"),
    N_("? : why the log's line is so, and by which clause; arrows go through the log from there"),
    N_("l : into the log and back"),
    N_("o, or F2 while you type : what each choice comes to, and which is the best, where all allow it"),
    N_("u : take back your last answer, where nothing has been shown since and the others agree"),
    N_("s : say something; it stands in the log"),
    N_("j : a judge's act, where a judge sits at the table"),
    N_("d : dark or light"),
    N_("q : leave; the duel is kept"),
)


class Table(App[str]):
    """A hosted duel on the whole screen."""

    TITLE = "iaijutsu"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "why", N_("why")),
        Binding("l", "log", N_("log")),
        Binding("t", "cards", N_("cards")),
        Binding("w", "pass_for_a_while('heading')", N_("wait")),
        Binding("W", "pass_for_a_while('duel')", N_("wait long"), show=False),
        Binding("o,f2", "odds", N_("odds")),
        Binding("u", "undo", N_("undo")),
        Binding("s", "say", N_("say")),
        Binding("j", "judge", N_("judge")),
        Binding("d", "dark", N_("dark"), show=False),
        Binding("h,f1", "help", N_("help")),
        Binding("q", "leave", N_("quit")),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(self, host: Host, notes: tuple[str, ...] = ()) -> None:
        super().__init__()
        in_words(self)
        self.language = language()
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = first_theme()
        self.host, self.notes = host, notes
        self.game: Side = side_of(host.session.game.name)
        self.tellers: dict[Seat, Narrator] = {seat: narrator(host.session, seat) for seat in host.people}
        self.seat: Seat = min(host.people)
        self.asked: Asked | None = None
        self.failure: Exception | None = None
        self._told: list[Line] = []
        self._laid = (0, 0)

    # --- the screen ----------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Mast, table with the question under it, log beside, keys at the foot."""
        yield Static(id="mast", markup=False)
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield Scene()
                yield Static(id="news", markup=False)
                yield Deed(id="deed")
            yield OptionList(id="log", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Say what has to be said, and begin."""
        self._give_room(*self.size)
        begin = self._offer_odds if self.host.offers_odds else self._go_on
        if self.notes:
            self._over(Notice(self.notes), lambda _read: begin())
        else:
            begin()

    def on_resize(self, event: Resize) -> None:
        """Another window leaves other room."""
        self._give_room(*event.size)
        self.call_after_refresh(self._lay_anew)

    def _give_room(self, width: int, height: int) -> None:
        """Give room to what matters at this size."""
        for name, so in (
            ("wide", width >= WIDE and height >= LOW), ("huge", width >= HUGE), ("low", height < LOW),
            ("middle", width < WIDE and height >= MIDDLE),
        ):  # fmt: skip
            self.set_class(so, name)

    def _lay_anew(self) -> None:
        """The log is wrapped to its width, so at another one it is written anew."""
        if self._told and self._laid != (self._columns(), self.size.width):
            if self._laid[0] != self._columns():
                self._told = []
                self.query_one("#log", OptionList).clear_options()
            self._refresh()
        self._mast()

    def _columns(self) -> int:
        """The width of the log's lines; that of the whole window where it takes the table's place."""
        if self.has_class("huge"):
            return LOG[1]
        return LOG[0] if self.has_class("wide") else max(20, self.size.width - 4)

    def _over(self, screen: Screen[Any], heard: Callable[[Any], None] | None = None) -> None:
        """Put a screen over the table; `heard` is told what came of it."""
        in_words(screen)
        self._shown_over = self.push_screen(screen, heard)

    @property
    def teller(self) -> Narrator:
        """Who tells the log to the person at the keyboard."""
        return self.tellers[self.seat]

    def _scene(self) -> Any:
        return self.teller.words.scene  # type: ignore[attr-defined]

    def _mast(self) -> None:
        line = Content.assemble(("╱╲ ", "bold")) + self.game.mast(self._scene(), self.size.width)
        self.query_one("#mast", Static).update(line.truncate(max(1, self.size.width - 2), ellipsis=True))

    def _refresh(self) -> None:
        """Show the table and the log as they are for the person at the keyboard."""
        self.teller.follow()
        lines = [line for line in self.teller.lines if not line.minor]
        log = self.query_one("#log", OptionList)
        same = next((n for n, (a, b) in enumerate(zip(self._told, lines, strict=False)) if a is not b and a != b), None)
        if same is not None or len(lines) < len(self._told):
            log.clear_options()
            self._told = []
        columns = self._columns()
        self._laid = (columns, self.size.width)
        log.add_options(Option(_log_line(line, columns)) for line in lines[len(self._told) :])
        self._told = lines
        if lines and not log.has_focus:
            log.highlighted = len(lines) - 1
        self.query_one("#news", Static).update(
            Content("\n").join([_log_line(line, self.size.width - 4) for line in lines[-NEWS:]])
        )
        self.query_one(Scene).show(self.game.board(self._scene()))
        self._mast()

    # --- the course of it ----------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Let everybody answer who needs nobody here, then ask whoever is asked."""
        self.asked = None
        self.query_one("#deed", Deed).close()
        if not self.host.hot_seat:
            self._refresh()
            self._patience = self.set_timer(PATIENCE, self._thinking)
        self._advance()

    def _thinking(self) -> None:
        """Somebody takes his time: say who."""
        if self.asked is None and not self.host.session.finished:
            waiting = [name for seat, name in enumerate(_names(self.host)) if seat not in self.host.people]
            self.query_one("#deed", Deed).wait(_("{names} is thinking…").format(names=", ".join(waiting)))

    @work(thread=True, exclusive=True)
    def _advance(self) -> None:
        with speaking(self.language):  # Textual's threads take no context along; callbacks get theirs
            try:
                asked = self.host.advance()
            except Exception as error:  # noqa: BLE001 - raised again where the table was opened
                self.call_from_thread(self._fail, error)
                return
            self.call_from_thread(self._ask, asked)

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self.exit("failed")

    def _ask(self, asked: Asked | None) -> None:
        self.asked = asked
        if asked is None:
            self._end()
        elif self.host.hot_seat and (asked.seat != self.seat or not self._told):
            self._clear()
            self._over(HandOver(self.host.people[asked.seat]), lambda _ready: self._seated(asked))
        else:
            self._seated(asked)

    def _clear(self) -> None:
        """Take everything off the screen that the next person must not see."""
        self._told = []
        self.query_one("#log", OptionList).clear_options()
        self.query_one("#news", Static).update("")
        self.query_one(Scene).update("")
        self.query_one("#deed", Deed).wait("")

    def _seated(self, asked: Asked) -> None:
        if asked.seat != self.seat:
            self._clear()
        self.seat = asked.seat
        self._refresh()
        self.query_one("#deed", Deed).put(self.teller.words.question(asked.request))

    def _end(self) -> None:
        """The duel is over: what all may see, and the result."""
        if self.host.hot_seat:
            self._clear()
            self.seat = -1
            self.tellers[-1] = narrator(self.host.session, "spectator")
        self._refresh()
        result = self.teller.words.result(self.host.session.outcome)
        self.query_one("#deed", Deed).wait(
            _("{result}\n\nl reads the log, ? says why, q leaves.").format(result=result)
        )
        self.query_one("#log", OptionList).focus()

    @on(Deed.Answered)
    def _answered(self, event: Deed.Answered) -> None:
        event.stop()
        if self.asked is None:
            return
        try:
            self.host.answer(self.asked, event.answer)
        except BadInput as error:
            self._fail(error)
        except DuelError as error:
            self.query_one("#deed", Deed).trouble(why_refused(error))
        except OSError as error:
            self._fail(error)
        else:
            self._go_on()

    # --- keys ----------------------------------------------------------------------------------------------

    def action_why(self) -> None:
        """Why the line under the cursor in the log, or the last one, is so."""
        if not self._told:
            return
        log = self.query_one("#log", OptionList)
        place = log.highlighted if log.has_focus and log.highlighted is not None else len(self._told) - 1
        self._over(Why(self._told, place))

    def action_log(self) -> None:
        """Into the log, or back to the question."""
        log = self.query_one("#log", OptionList)
        if log.has_focus:
            self.remove_class("reading")
            self.query_one("#deed").query_one(OptionList).focus()
            return
        self.set_class(not self.has_class("wide"), "reading")
        log.focus()

    @on(OptionList.OptionSelected, "#log")
    def _line_chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._over(Why(self._told, event.option_index))

    def action_cards(self) -> None:
        """All that lies on the table."""
        if self._told:
            self._over(self.game.in_full(self._scene()))

    def action_pass_for_a_while(self, until: str) -> None:
        """Pass at reactions for a while."""
        if self.asked is None or not self.game.reactions:
            return
        self.host.pass_until(self.asked.seat, DUEL if until == "duel" else HEADING)
        if self.asked.request.purpose == "reaction":
            self._go_on()
        else:
            self.notify(_("You will pass at every reaction for a while."))

    def action_undo(self) -> None:
        """Ask the others whether the last answer may be taken back."""
        if self.asked is None:
            return
        if reason := self.host.why_not_undo(self.asked.seat):
            self.notify(_("This cannot be taken back: {reason}").format(reason=reason))
            return
        self._consent(self.asked.seat, self.host.must_agree(self.asked.seat))

    def _consent(self, seat: Seat, others: list[Seat]) -> None:
        if not others:
            self._try(lambda: self.host.undo(seat))
            return
        name, me = self.host.people[others[0]], self.host.people[seat]
        text = _("{name}: may {me} take back the last answer?").format(name=name, me=me)

        def heard(agreed: bool | None) -> None:
            if agreed:
                self._consent(seat, others[1:])
            else:
                self.notify(_("{name} does not agree.").format(name=name))

        self._over(Agree(text), heard)

    def _try(self, act: Any) -> None:
        """Do something that may be refused, then go on."""
        try:
            act()
        except OSError as error:
            self._fail(error)
        except DuelError as error:
            self.notify(retold(getattr(error, "reason", "")) or told(error))
        else:
            self._go_on()

    def _offer_odds(self) -> None:
        self._ask_for_odds(self._go_on, self._go_on)

    def action_odds(self) -> None:
        """What each answer comes to, if all allow it."""
        asked = self.asked
        if asked is None:
            return
        if asked.typed:
            self.notify(_("Chance is asked now, not you."))
        elif self._allowed_odds(asked.seat):
            self._ask_for_odds(lambda: self._show_odds(asked))

    def _ask_for_odds(self, then: Callable[[], object], otherwise: Callable[[], object] = lambda: None) -> None:
        """Ask everybody who has not allowed the odds yet, then go on; who does not allow them is named."""
        others = self.host.must_allow_odds()
        if not others:
            then()
            return
        name = self.host.people[others[0]]

        def heard(agreed: bool | None) -> None:
            if agreed:
                if self._allowed_odds(others[0]):
                    self._ask_for_odds(then, otherwise)
                return
            self.notify(_("{name} does not agree.").format(name=name))
            otherwise()

        text = _("{name}: may the odds be shown in this duel, to everybody from what he knows himself?")
        self._over(Agree(text.format(name=name)), heard)

    def _allowed_odds(self, seat: Seat) -> bool:
        """Let a seat allow the odds. False when that cannot be kept on disk."""
        try:
            self.host.allow_odds(seat)
        except (OSError, BadInput) as error:
            self._fail(error)
            return False
        return True

    def _show_odds(self, asked: Asked) -> None:
        def find(long: bool) -> tuple[list[str], bool]:
            found = self.host.odds(asked, self.tellers[asked.seat].words, long=long)
            return found.text(), found.exact

        self._refresh()
        self._over(Chances(find))

    def action_say(self) -> None:
        """A free line."""
        if self.asked is None:
            return
        seat = self.asked.seat

        def said(text: str | None) -> None:
            if text:
                self._try(lambda: self.host.say(seat, text))

        self._over(Say(), said)

    def action_judge(self) -> None:
        """A judge's act, question by question."""
        if self.asked is None:
            return
        if self.host.judge is None:
            self.notify(_("No judge sits at this table; name one with --judge when it begins or is resumed."))
            return
        steps = self.game.judging(self._scene())

        def step(answer: Any) -> None:
            try:
                question = next(steps) if answer is None else steps.send(answer)
            except StopIteration as end:
                act = end.value
                if act is None:
                    self.notify(_("There is nothing that this could be done to."))
                else:
                    self._try(lambda: self.host.rule(*act))
                return
            self._over(Ask(question), lambda reply: None if reply is None else step(reply[0]))

        step(None)

    def action_help(self) -> None:
        """What the keys do."""
        self._over(Notice([_(line) for line in (*HELP, *self.game.help)]))

    def action_dark(self) -> None:
        """Dark or light."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_leave(self) -> None:
        """Leave; what was answered is on disk."""
        self.exit("over" if self.host.session.finished else "left")

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit("over" if self.host.session.finished else "interrupted")


def _names(host: Host) -> list[str]:
    return names_of(host.session.setup)


INDENT = 4
"""Columns before a line of the log: heading and mark."""


def _log_line(line: Line, columns: int) -> Content:
    """A line of the log: heading, whose it is by mark and colour, what happened, its further lines set in."""
    mark = MARK[line.side] if line.side is not None else " "
    style = ACCENT[line.side] if line.side is not None else ""
    rows = textwrap.wrap(line.text, max(16, columns - INDENT), break_on_hyphens=False)
    text = ("\n" + " " * INDENT).join(rows)
    return Content.assemble((f"{line.stage or ' '} ", "$soft"), (f"{mark} ", style), text)
