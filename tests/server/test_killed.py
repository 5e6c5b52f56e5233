"""A server that is killed in the middle of a move: what was answered is kept, and nothing is half done.

A table that nobody kills stands beside each: after a kill, and after the command was sent again, everybody is shown
what is shown there, clocks included, and the logs are the same.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from iaijutsu.play.server import log
from iaijutsu.play.server.acting import Acts
from iaijutsu.play.server.database import Database, database, prepare
from iaijutsu.play.server.house import House
from iaijutsu.play.server.looking import Looks
from iaijutsu.play.server.table import Table

from .conftest import Run
from .doomed import MOMENTS, Mother, mother
from .guests import house_at
from .spots import Spot, plain_rows, spots

DOWN = 100.0
"""Seconds for which the server is gone after a kill."""


@dataclass
class Beside:
    """The table that nobody kills."""

    spot: Spot
    gaps: list[tuple[float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = self.spot.table(self.gaps)
        self.looks = Looks(self.table)
        self.rows = list(self.spot.rows)

    def answer(self, at: float) -> None:
        """The spot's command is carried out at a time."""
        acts = Acts(self.table, self.looks, at)
        acts.act(self.spot.who, self.spot.command)
        self.rows += acts.made


async def same(house: House, beside: Beside) -> None:
    """Everybody is shown the same at both tables, and the logs are the same."""
    duel = beside.spot.record.id
    rows = await house.database.read(lambda connection: log.read(connection, duel))
    assert plain_rows(rows) == plain_rows(beside.rows)
    beside.gaps[:] = house.gaps
    for who in beside.spot.people:
        shown = await house.seen(who)
        live = house.lives.peek(duel)
        assert live is not None
        assert shown == beside.looks.seen(who, "en", house.now(), live.present), who


async def killed(url: str, kept: Database, by: Mother, spot: Spot, moment: str, at: float) -> None:
    """Kill a server at a spot at a time, begin another, and send the command again."""
    await kept.write(spot.keep)
    beside = Beside(spot)
    said = by.killed(url, at, spot.who, spot.command, moment)
    assert bool(said) is (moment == MOMENTS[2]), said
    async with house_at(url, now=lambda: at + DOWN) as house:
        if moment != MOMENTS[0]:
            beside.gaps[:] = [gap for gap in house.gaps if gap[1] <= at]  # as they were known then
            beside.answer(at)
        await same(house, beside)
        assert _left(beside.table, at) == _left(beside.table, at + DOWN)  # nobody paid for the time without a server
        receipt = await house.do(spot.who, spot.command)
        assert receipt.repeated is (moment != MOMENTS[0])
        if moment == MOMENTS[0]:
            beside.answer(at + DOWN)
        else:
            assert not said or json.loads(said) == receipt.version
        await same(house, beside)


def _left(table: Table, at: float) -> list[float]:
    return [table.clocks.left_at(seat, at) for seat in table.people]


async def killed_at(url: str, found: list[tuple[Spot, str]]) -> Counter[tuple[str, str]]:
    """Kill at each of these spots and moments; how often at which kind of question at which moment."""
    kept, counted = database(url), Counter[tuple[str, str]]()
    await kept.write(prepare)
    try:
        with mother() as by:
            for number, (spot, moment) in enumerate(found):
                await killed(url, kept, by, spot, moment, 10_000.0 + 1_000.0 * number)
                counted[spot.kind, moment] += 1
    finally:
        await kept.close()
    return counted


def with_moments(found: list[Spot]) -> list[tuple[Spot, str]]:
    """Each spot with a moment; a kind's first ones with different moments."""
    counted: Counter[str] = Counter()
    told = []
    for spot in found:
        told.append((spot, MOMENTS[counted[spot.kind] % len(MOMENTS)]))
        counted[spot.kind] += 1
    return told


FEW = {
    "cards": ("opportunity", "reaction", "refuse", "return-pool", "draw (typed)"),
    "rpg": ("bid", "keep", "concede", "dice (typed)", "opportunity"),
}
"""The kinds of questions at which the short form kills."""


def few(game: str, kinds: int) -> list[tuple[Spot, str]]:
    """A few spots, every moment at each kind."""
    found = [spot for spot in spots(game, 3, range(12), 1_000.0) if spot.kind in FEW[game][:kinds]]
    assert len({spot.kind for spot in found}) == kinds
    return with_moments(found)


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_server_that_is_killed(run: Run, url: str, game: str) -> None:
    counted = run(killed_at(url, few(game, 3)))
    assert {moment for _kind, moment in counted} == set(MOMENTS)


@pytest.mark.database
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_server_that_is_killed_on_postgresql(run: Run, postgres: str, game: str) -> None:
    counted = run(killed_at(postgres, few(game, 2)))
    assert {moment for _kind, moment in counted} == set(MOMENTS)


LONG: dict[str, tuple[int, int, int, int]] = {"cards": (6, 1_200, 23, 130), "rpg": (3, 2_500, 75, 225)}
"""By game: spots of each kind, duels to look through, kinds of questions at least, kills at least."""


@cache
def many(game: str) -> tuple[tuple[Spot, str], ...]:
    """Every kind of question that so many random duels come to."""
    each, duels, _kinds, _kills = LONG[game]
    return tuple(with_moments(list(spots(game, each, range(duels), 1_000.0))))


@pytest.mark.long
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_server_that_is_killed_at_every_kind_of_question(any_url: str, game: str) -> None:
    _each, _duels, kinds, kills = LONG[game]
    found = list(many(game))
    counted = asyncio.run(killed_at(any_url, found))
    assert counted.total() == len(found) >= kills
    every = [kind for kind, _moment in counted if all(counted[kind, moment] for moment in MOMENTS)]
    assert len(set(every)) >= kinds


def test_the_kinds_of_questions_are_those_that_are_asked() -> None:
    """The short form's kinds exist, and every spot's command is an answer there."""
    rng: Any = random.Random(1)
    for game in FEW:
        found = list(spots(game, 1, range(6), 1_000.0))
        for spot in rng.sample(found, 5):
            Beside(spot).answer(2_000.0)
