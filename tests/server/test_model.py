"""A model of a table: people come, act, leave, come back, judge and take back in any order that Hypothesis thinks of.

After every step the log alone makes the table that stands in memory, for everybody at it; at the end every beginning
of the log is a table that can be gone on with.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from iaijutsu.engine import BadInput, Session, loads
from iaijutsu.play.games import game_of
from iaijutsu.play.server import lives
from iaijutsu.play.server.calls import NotYours, Opened, Order, TooLate, Who
from iaijutsu.play.server.house import House
from iaijutsu.play.server.table import Table

from .guests import CARDS, RPG, command, reply
from .test_walk import same_again

with suppress(ImportError):  # the house loads it in a thread, and Hypothesis must not meet it half loaded
    import numpy as np  # noqa: F401

T = TypeVar("T")
ORDERS = [
    replace(CARDS, judge=True, odds=False), replace(CARDS, judge=True, clock=(600, 5), dice="table"),
    replace(RPG, judge=True, clock=(600, 5)), replace(RPG, judge=True, odds=True),
]  # fmt: skip
PLACES = ("seat 1", "spectator", "judge")
REFUSALS = (BadInput, NotYours, TooLate)


class AtTheTable(RuleBasedStateMachine):
    """One duel from its lobby on. `people` are those who have come in, each as often as he did."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.url = f"sqlite:///{Path(self.folder.name) / 'duels.db'}"
        self.now = 10_000.0
        self.people: list[Who] = []
        self.pages: list[Any] = []
        self.house: House = self.wait(House.at(self.url, now=lambda: self.now))
        self.opened: Opened

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something to its end."""
        return self.runner.run(work)

    # --- the lobby, and who is there ------------------------------------------------------------------------

    @initialize(order=st.sampled_from(ORDERS), alone=st.integers(0, 4), answers=st.integers(0, 2**32))
    def made(self, order: Order, alone: int, answers: int) -> None:
        """Somebody makes a duel; mostly the others have come, and some answers were given, before the rest begins."""
        self.opened = self.wait(self.house.open(order))
        self.people.append(self.opened.mine.who)
        if alone:
            for place, name in zip(PLACES, ("Nao", "", "Sei"), strict=True):
                self.comes(place, name)
            self.answer(answers, answers % 12)

    @rule(place=st.sampled_from(PLACES), name=st.sampled_from(("Nao", "Aki", "", "Sei")))
    def comes(self, place: str, name: str) -> None:
        """Somebody comes in by a link, perhaps again, or on another device."""
        self.people.append(self.wait(self.house.enter(self.opened.duel, self.opened.links[place], name)).who)

    @rule(data=st.data())
    def opens_a_page(self, data: st.DataObject) -> None:
        page = self.house.present(self._somebody(data))
        self.wait(page.__aenter__())
        self.pages.append(page)

    @precondition(lambda self: self.pages)
    @rule()
    def closes_a_page(self) -> None:
        self.wait(self.pages.pop().__aexit__(None, None, None))

    # --- acts -----------------------------------------------------------------------------------------------

    def _somebody(self, data: st.DataObject) -> Who:
        """Mostly one of those who can do something."""
        able = [who for who in self.people if who.role != "spectator"]
        return data.draw(st.sampled_from([*able, *able, *self.people]))

    def _try(self, who: Who, kind: str, **given: Any) -> None:
        """Do something; what is refused changes nothing for him."""
        before = self.wait(self.house.seen(who))
        try:
            self.wait(self.house.do(who, command(kind, **given)))
        except REFUSALS:
            assert self.wait(self.house.seen(who)) == before

    @rule(number=st.integers(0, 2**32), times=st.integers(1, 5))
    def answer(self, number: int, times: int) -> None:
        """Whoever is asked answers, mostly so that it can be taken; and whoever is asked then."""
        rng = random.Random(number)
        for _time in range(times):
            for who in rng.sample(self.people, len(self.people)):
                seen = self.wait(self.house.seen(who))
                if seen.asked is not None:
                    self._try(who, "answer", question=seen.asked.id, **reply(seen.asked, rng))
                    break

    @rule(data=st.data(), kind=st.sampled_from(("undo", "odds", "rematch", "concede", "claim")))
    def does(self, data: st.DataObject, kind: str) -> None:
        self._try(self._somebody(data), kind)

    @rule(data=st.data(), about=st.sampled_from(("undo", "odds", "rematch")), yes=st.booleans())
    def consents(self, data: st.DataObject, about: str, yes: bool) -> None:
        self._try(self._somebody(data), "agree" if yes else "refuse", about=about)

    @rule(data=st.data(), text=st.sampled_from(("heading", "duel", "a word", "")))
    def says(self, data: st.DataObject, text: str) -> None:
        self._try(self._somebody(data), "pass-until" if text in ("heading", "duel") else "say", text=text)

    @rule(data=st.data(), step=st.sampled_from((None, "1", "2", "3", "because", "drop")))
    def judges(self, data: st.DataObject, step: str | None) -> None:
        about = "drop" if step == "drop" else ""
        able = [who for who in self.people if who.role == "judge"] or self.people
        self._try(
            data.draw(st.sampled_from([*able, self.people[0]])), "rule", about=about, reply=None if about else step
        )

    # --- what the server goes through -----------------------------------------------------------------------

    @rule(seconds=st.sampled_from((1.0, 30.0, 400.0)))
    def time_goes_by(self, seconds: float) -> None:
        self.now += seconds
        self.wait(self.house.pulse.beat())

    @rule()
    def is_forgotten(self) -> None:
        self.house.lives.forget(self.opened.duel)

    @rule()
    def is_begun_again(self) -> None:
        for page in self.pages:
            self.wait(page.__aexit__(None, None, None))
        self.pages.clear()
        self.wait(self.house.close())
        self.now += 50
        self.house = self.wait(House.at(self.url, now=lambda: self.now))

    # --- what always holds ----------------------------------------------------------------------------------

    @invariant()
    def the_log_makes_the_table(self) -> None:
        self.wait(same_again(self.house, self.people))

    def teardown(self) -> None:
        """Every beginning of the log can be gone on with, and its file can be read."""
        try:
            made, rows = self.wait(
                self.house.database.read(lambda connection: lives.newer(connection, self.opened.duel, None))
            )
            assert made is not None
            table, rules = Table(made, self.house.gaps), game_of(made.game, "game")
            for row in rows:
                text = table.session.transcript().dumps()
                assert Session.load(rules, loads(text)).transcript().dumps() == text
                table.apply(row)
        finally:
            self.wait(self.house.close())
            self.runner.close()
            self.folder.cleanup()


def walked(examples: int, steps: int) -> None:
    """Let Hypothesis do its worst."""
    wanted = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,), database=None,
    )  # fmt: skip
    run_state_machine_as_test(AtTheTable, settings=wanted)


def test_whatever_people_do_the_log_makes_the_table() -> None:
    walked(8, 20)


@pytest.mark.long
def test_whatever_people_do_the_log_makes_the_table_2000_times() -> None:
    walked(2_000, 50)
