"""The full-screen table: a duel by keyboard or mouse, at any size, and nothing on the screen that must not be read."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.color import Color
from textual.content import Content
from textual.pilot import Pilot
from textual.theme import Theme
from textual.widgets import Input, OptionList

from iaijutsu.cards.options import Focus
from iaijutsu.engine import Arrange, Number, Seeded, Session, Several
from iaijutsu.play import setting_rpg, terminal
from iaijutsu.play.host import Host
from iaijutsu.play.plain import Leave
from iaijutsu.play.setting import Terms
from iaijutsu.play.store import Store
from iaijutsu.play.terminal import app as app_module
from iaijutsu.play.terminal.app import Table
from iaijutsu.play.terminal.deed import Deed
from iaijutsu.play.terminal.dialogs import Agree, Ask, HandOver, InFull, Notice, Why
from iaijutsu.play.terminal.looks import DARK, LIGHT
from iaijutsu.play.words import Line
from iaijutsu.rpg import GAME as RPG
from tests.play import tables
from tests.play.test_plain import titles_hidden_from

Act = Callable[[Pilot[str], Table], Awaitable[None]]
QUIET = Terms(duellist="tachimori-renge", opponent="kuregawa-rindo", action="friendly-bout", names=tables.NAMES)
"""A duel in which no card of theirs turns up another's."""
SIZES = ((40, 12), (60, 18), (80, 24), (104, 30), (150, 50))


def on_table(one: Host, act: Act, size: tuple[int, int] = (110, 34), notes: tuple[str, ...] = ()) -> Table:
    """Open the table for a hosted duel and do something at it."""
    app = Table(one, notes)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot, app)
            await act(pilot, app)

    asyncio.run(run())
    return app


async def settle(pilot: Pilot[str], app: Table) -> None:
    """Until nobody works and everything is drawn."""
    await app.workers.wait_for_complete()
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[str], app: Table, *keys: str) -> None:
    """Press keys, each when the one before has had its effect."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot, app)


def shown(app: Table) -> str:
    """What is on the screen now, as text."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def answer(pilot: Pilot[str], app: Table, rng: random.Random) -> None:
    """Answer the open question by keys: digits, arrows, or a line."""
    assert app.asked is not None
    request = app.asked.request
    options = list(request.options())
    chosen = rng.choice(options)
    if isinstance(request, Several | Arrange | Number):
        text = " ".join(str(n + 1) for n in chosen) if isinstance(chosen, tuple) else str(chosen)
        app.query_one("#deed", Deed).query_one(Input).value = text
        await press(pilot, app, "enter")
        return
    place = options.index(chosen)
    if place > 2 or rng.random() < 0.5:
        keys = [*str(place + 1)]
        await press(pilot, app, *keys, *(["enter"] if (place + 1) * 10 <= len(options) else []))
    else:
        await press(pilot, app, *["down"] * place, "enter")


def play_out(seed: int) -> Act:
    """Play to the end by keyboard."""

    async def act(pilot: Pilot[str], app: Table) -> None:
        rng = random.Random(seed)
        for _ in range(400):
            if app.host.session.finished:
                return
            if isinstance(app.screen, HandOver | Notice):
                await press(pilot, app, "enter")
            else:
                await answer(pilot, app, rng)
        raise AssertionError("the duel does not end")

    return act


# --- a whole duel ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_duel_is_fought_by_keyboard_at_any_size(size: tuple[int, int]) -> None:
    screens: list[str] = []

    async def act(pilot: Pilot[str], app: Table) -> None:
        await play_out(sum(size))(pilot, app)
        screens.append(shown(app))

    one = tables.host(1)
    app = on_table(one, act, size, notes=("A word before we begin.",))
    assert one.session.finished
    assert re.search(r"won|lost|ended|no duel", screens[-1])
    assert app.failure is None


def test_the_question_and_both_duellists_are_in_sight_at_forty_by_twelve() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        while app.asked is None or app.asked.request.purpose != "opportunity":
            await answer(pilot, app, random.Random(1))
        text = shown(app)
        assert len(text.splitlines()) == 12
        assert "Focus, or strike?" in text
        assert "●" in text
        assert "◆" in text
        assert re.search(r"^ *1 Focus ", text, re.MULTILINE)

    on_table(tables.host(1), act, (40, 12))


def test_the_window_may_change_its_size_at_any_time() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        while app.asked is None or app.asked.request.purpose != "opportunity":
            await answer(pilot, app, random.Random(1))
        for width, height in (*SIZES, (20, 5), (10, 3), (200, 60), (80, 24)):
            await pilot.resize_terminal(width, height)
            await settle(pilot, app)
        text = shown(app)
        assert "Focus, or strike?" in text
        assert "Challenger" in text

    on_table(tables.host(1), act)


def test_the_log_is_written_once_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    made = app_module._log_line

    def line_of(line: Line, columns: int) -> Content:
        written.extend([line.text] * (columns in app_module.LOG))  # not the news under the table
        return made(line, columns)

    async def act(pilot: Pilot[str], app: Table) -> None:
        assert written.count(app._told[0].text) == 1
        await pilot.resize_terminal(130, 34)
        await settle(pilot, app)
        assert written.count(app._told[0].text) == 1
        await pilot.resize_terminal(150, 34)  # its column is broader there
        await settle(pilot, app)
        assert written.count(app._told[0].text) == 2

    monkeypatch.setattr(app_module, "_log_line", line_of)
    on_table(tables.host(1), act)


def test_the_mouse_chooses() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        before = len(app.host.session.entries)
        await pilot.click("#deed .choices", offset=(4, 1))
        await settle(pilot, app)
        assert len(app.host.session.entries) > before

    on_table(tables.host(1), act)


# --- keys ------------------------------------------------------------------------------------------------


def test_a_question_mark_opens_clause_and_reason_and_arrows_go_through_the_log() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        await press(pilot, app, "1", "question_mark")
        assert isinstance(app.screen, Why)
        last = shown(app)
        assert "cards." in last
        await press(pilot, app, "up", "up")
        assert shown(app) != last
        await press(pilot, app, "escape", "l", "up", "enter")
        assert isinstance(app.screen, Why)

    on_table(tables.host(1), act)


def test_what_cannot_be_done_now_stands_there_with_its_reason() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        rng = random.Random(4)
        for _ in range(60):
            if "Not now: You have focused from your hand already" in shown(app).replace("\n", ""):
                return
            assert app.asked is not None
            options = list(app.asked.request.options())
            from_hand = [n for n, one in enumerate(options) if getattr(one, "origin", "") == "hand"]
            if from_hand:
                await press(pilot, app, *["down"] * from_hand[0], "enter")
            else:
                await answer(pilot, app, rng)
        raise AssertionError("it never stood there")

    on_table(tables.host(1), act, (120, 40))


def test_a_step_back_a_line_and_a_ruling() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        await press(pilot, app, "s", *"Mist.", "enter")
        assert "Aki: “Mist.”" in shown(app)
        while app.asked is None or app.asked.request.purpose != "opportunity":
            await answer(pilot, app, random.Random(1))
        options = list(app.asked.request.options())
        before = [str(option) for option in options]
        await press(pilot, app, str(place_of_hidden_focus(app)))
        assert app.host.why_not_undo(0) is None
        await press(pilot, app, "u")
        assert app.asked is not None
        assert [str(option) for option in app.asked.request.options()] == before
        await press(pilot, app, "j", "1")
        assert isinstance(app.screen, Ask)
        await press(pilot, app, "1", "2", *"9", "enter", *"so", "enter")
        assert any(event.kind == "stat-set" for event in app.host.session.events(0))
        await press(pilot, app, "j", "escape", "t")
        assert isinstance(app.screen, InFull)
        await press(pilot, app, "escape", "h")
        assert isinstance(app.screen, Notice)

    on_table(tables.host(1, judge="Rin", terms=QUIET), act)


def test_without_a_judge_nobody_rules() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        await press(pilot, app, "j")
        assert not isinstance(app.screen, Ask)
        assert "No judge sits" in " ".join(notice.message for notice in app._notifications)

    on_table(tables.host(1), act)


def test_digits_that_could_go_on_wait_for_enter() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        while app.asked is None or len(list(app.asked.request.options())) < 10:
            await answer(pilot, app, random.Random(2))
        before = len(app.host.session.entries)
        await press(pilot, app, "1")
        assert len(app.host.session.entries) == before
        await press(pilot, app, "0")
        assert len(app.host.session.entries) > before

    one = tables.host(1, terms=Terms(hand=12, names=tables.NAMES))
    on_table(one, act)


def test_dark_and_light() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        first = app.theme
        await press(pilot, app, "d")
        assert app.theme != first

    on_table(tables.host(1), act)


# --- going, and going on ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "left"), [("q", "left"), ("ctrl+c", "interrupted"), ("ctrl+q", "left")])
def test_leaving_keeps_every_answer(key: str, left: str, tmp_path: Path) -> None:
    path = tmp_path / "duel.json"

    async def act(pilot: Pilot[str], app: Table) -> None:
        await press(pilot, app, "1", "1")
        await pilot.press(key)

    one = tables.host(1, Store(path))
    app = on_table(one, act)
    assert app.return_value == left
    assert path.read_text(encoding="utf-8") == one.session.transcript().dumps()


@pytest.mark.parametrize(("left", "error"), [("left", Leave), ("interrupted", KeyboardInterrupt)])
def test_leaving_is_told_to_who_opened_the_table(
    left: str, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "run", lambda self: left)
    with pytest.raises(error):
        terminal.run(tables.host(1))


def test_a_disk_that_fails_ends_the_table_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        def full(transcript: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(app.host.store, "save", full)
        await pilot.press("1")
        await pilot.pause(0.2)

    app = on_table(tables.host(1, Store(tmp_path / "duel.json")), act)
    assert isinstance(app.failure, OSError)


# --- two people ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))])
def test_nothing_hidden_of_the_other_person_is_on_the_screen(seed: int) -> None:
    looked: list[int] = []

    async def act(pilot: Pilot[str], app: Table) -> None:
        rng = random.Random(seed)
        while not app.host.session.finished:
            if isinstance(app.screen, HandOver):
                words = [line.strip() for line in shown(app).splitlines() if line.strip()]
                assert len(words) == 2, words
                assert words[0].startswith("Hand the keyboard to ")
                await press(pilot, app, "enter")
                continue
            assert app.asked is not None
            _look(app, app.asked.seat)
            looked.append(app.asked.seat)
            await answer(pilot, app, rng)
        text = shown(app)
        assert "You " not in text

    on_table(tables.host(2), act, (150, 60))
    assert len(looked) > 10
    assert set(looked) == {0, 1}


def _look(app: Table, seat: int) -> None:
    log = app.query_one("#log", OptionList)
    prompts: list[Any] = [log.get_option_at_index(n).prompt for n in range(log.option_count)]
    text = " ".join(f"{shown(app)} {' '.join(str(prompt) for prompt in prompts)}".split())
    for title in titles_hidden_from(app.host, seat):
        assert not re.search(rf"\b{re.escape(title)}\b", text), f"{title} is shown to seat {seat}"


def test_the_other_person_is_asked_before_a_step_back() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        rng = random.Random(1)
        while app.asked is None or app.asked.request.purpose != "opportunity" or isinstance(app.screen, HandOver):
            await (press(pilot, app, "enter") if isinstance(app.screen, HandOver) else answer(pilot, app, rng))
        before = len(app.host.session.entries)
        for _ in range(2):  # a focus, the keyboard goes to the other, a focus, and back
            await press(pilot, app, str(place_of_hidden_focus(app)))
            assert isinstance(app.screen, HandOver)
            await press(pilot, app, "enter")
        for word, gone in (("n", 0), ("y", 1)):
            await press(pilot, app, "u")
            assert isinstance(app.screen, Agree)
            await press(pilot, app, word)
            said = [entry for entry in app.host.session.entries if "takes back" in str(entry.answer)]
            assert len(said) == gone
        assert len(app.host.session.entries) == before + 1  # both focuses are gone; a line tells of it

    on_table(tables.host(2, terms=QUIET), act)


def place_of_hidden_focus(app: Table) -> int:
    """The number of a choice that focuses a card of the pool face down."""
    assert app.asked is not None
    options = list(app.asked.request.options())
    return next(
        n for n, one in enumerate(options, 1) if isinstance(one, Focus) and one.origin == "pool" and not one.face_up
    )


# --- the role-playing duel -------------------------------------------------------------------------------


def rpg_host(people: int, seed: int) -> Host:
    """A hosted role-playing duel; the other seat answers at random."""
    made = Session(RPG, setting_rpg.lay_out(setting_rpg.Terms(character="kaya", opponent="goro")).setup, Seeded(seed))
    names = [character.name for character in made.setup.characters]
    agents = {seat: tables.Dummy(seed + seat) for seat in range(people, 2)}
    return Host(made, {seat: names[seat] for seat in range(people)}, agents, None, "Rin")


@pytest.mark.parametrize("size", [(40, 12), (110, 34)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_role_playing_duel_is_fought_by_keyboard(size: tuple[int, int]) -> None:
    seen: list[str] = []

    async def act(pilot: Pilot[str], app: Table) -> None:
        seen.append(shown(app))
        await play_out(3)(pilot, app)
        await press(pilot, app, "question_mark")
        assert isinstance(app.screen, Why)
        assert "rpg." in shown(app)

    one = rpg_host(1, 5)
    on_table(one, act, size)
    assert one.session.finished
    assert "Kaya" in seen[0]
    assert "Goro" in seen[0]


def test_strife_and_fatigue_stand_against_their_limits() -> None:
    async def act(pilot: Pilot[str], app: Table) -> None:
        while app.asked is None or app.asked.request.purpose == "opportunity":
            await answer(pilot, app, random.Random(1))
        text = shown(app)
        assert re.search(r"strife +[━─╋]+  \d+ of 8", text)
        assert re.search(r"fatigue +[━─╋]+  \d+ of 10", text)
        assert "stance" in text
        await press(pilot, app, "t")
        assert isinstance(app.screen, InFull)
        assert "Honor" in shown(app)

    on_table(rpg_host(1, 5), act)


def test_a_bid_stays_secret_until_both_are_open() -> None:
    bids: list[int] = []

    async def act(pilot: Pilot[str], app: Table) -> None:
        rng = random.Random(2)
        for _ in range(200):
            if app.host.session.finished or len(bids) >= 2:
                return
            if isinstance(app.screen, HandOver):
                await press(pilot, app, "enter")
                continue
            assert app.asked is not None
            if "concede" in shown(app):
                await press(pilot, app, "1")  # fight on
                continue
            if app.asked.request.purpose != "bid":
                await answer(pilot, app, rng)
                continue
            text = shown(app) + " ".join(str(line.text) for line in app._told)
            assert "bids 1" not in text
            assert not re.search(r"strife 1 for initiative", text)
            bids.append(app.asked.seat)
            app.query_one("#deed", Deed).query_one(Input).value = "1"
            await press(pilot, app, "enter")

    on_table(rpg_host(2, 5), act)
    assert sorted(bids) == [0, 1]


# --- looks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_what_is_to_be_read_can_be_read(theme: Theme) -> None:
    """Contrast as WCAG 2.2 AA asks it of text: 4.5 to 1 on paper, and on the wash under the cursor."""
    for ground in ("paper", "wash"):
        for name in ("ink", "soft", "ai", "akane"):
            assert contrast(theme.variables[name], theme.variables[ground]) >= 4.5, (name, ground)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    a, b = sorted((luminance(Color.parse(one)), luminance(Color.parse(other))))
    return (b + 0.05) / (a + 0.05)


def luminance(color: Color) -> float:
    """How light a colour is, 0 to 1."""
    parts = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color.rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
