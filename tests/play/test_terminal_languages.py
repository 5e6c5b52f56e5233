"""The full-screen table speaks one language: what its threads bring is told in that of the person who opened it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static
from textual.widgets._footer import FooterKey

from iaijutsu.play import catalogues
from iaijutsu.play.host import Host
from iaijutsu.play.i18n import speaking
from iaijutsu.play.terminal.app import Table
from iaijutsu.play.terminal.dialogs import Agree, Chances, HandOver, Notice
from tests.play import tables
from tests.play.test_languages import ids, rows
from tests.play.test_terminal import answer, on_table, press, rpg_host

PLACE = re.compile(r"\{[^}]*\}")


def english(name: str) -> re.Pattern[str]:
    """Any piece of an English sentence, three words long at least, that is said otherwise in the language."""
    known = catalogues.catalogue(name)
    found = {
        part.strip()
        for message in rows(name)
        for sentence in ids(message, name)
        if known.one(sentence) != sentence or isinstance(message.id, tuple)
        for part in PLACE.split(sentence)
        if len(re.findall(r"[A-Za-z]+", part)) >= 3
    }
    assert len(found) > 500
    return re.compile("|".join(re.escape(part) for part in sorted(found, key=len, reverse=True)))


def told(app: Table) -> Iterator[str]:
    """All that the screen holds, piece by piece, unwrapped: also what has scrolled out of sight."""
    screen = app.screen
    for one in screen.query(Static):
        yield " ".join(str(one.render()).split())
    for listed in screen.query(OptionList):
        for n in range(listed.option_count):
            yield " ".join(str(listed.get_option_at_index(n).prompt).split())
    yield from (line.placeholder for line in screen.query(Input))
    yield from (key.description for key in screen.query(FooterKey))
    yield from (" ".join(notice.message.split()) for notice in app._notifications)


async def played(pilot: Pilot[str], app: Table, heard: set[str]) -> None:
    """To the end, looking at everything on the way; the odds are counted once, and longer."""
    rng, keys = random.Random(3), {HandOver: "enter", Notice: "enter", Agree: "y", Chances: "escape"}
    asked = counted = False
    for _ in range(400):
        heard.update(told(app))
        if app.host.session.finished:
            assert counted
            return
        over = type(app.screen)
        if over is Chances and not counted:
            counted = True
            await press(pilot, app, "m")
        elif over in keys:
            await press(pilot, app, keys[over])
        elif not asked and app.asked and app.asked.request.purpose in ("opportunity", "keep"):
            asked = True
            await press(pilot, app, "f2")
        else:
            await answer(pilot, app, rng)
    raise AssertionError("the duel does not end")


@pytest.mark.parametrize(("game", "name"), [("cards for two", "hr"), ("rpg", "hr"), ("cards", "pt_BR")])
def test_no_english_sentence_is_on_the_screen(game: str, name: str) -> None:
    heard: set[str] = set()

    async def act(pilot: Pilot[str], app: Table) -> None:
        await played(pilot, app, heard)

    one: Host = rpg_host(1, 5) if game == "rpg" else tables.host(2 if game == "cards for two" else 1)
    with speaking(name):
        on_table(one, act)
    assert len(heard) > 60
    spoken = english(name)
    assert [text for text in sorted(heard) if spoken.search(text)] == []


def test_a_table_in_english_is_seen() -> None:
    heard: set[str] = set()

    async def act(pilot: Pilot[str], app: Table) -> None:
        heard.update(told(app))

    on_table(tables.host(1), act)
    assert any(english("hr").search(text) for text in heard)
