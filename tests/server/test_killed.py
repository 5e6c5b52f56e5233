"""A server that is killed in the middle of a move: what was answered is kept, and nothing is half done."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import DuelError
from iaijutsu.play.server import log
from iaijutsu.play.server.calls import Command, Order, Who
from iaijutsu.play.server.house import House

from .conftest import Run
from .guests import CARDS, RPG, house_at, reply, two


async def child(url: str) -> asyncio.subprocess.Process:
    """A process that does what it is told, until it is killed."""
    made = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.doer", url, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert made.stdout is not None and json.loads(await made.stdout.readline()) == "ready"
    return made


async def told_and_killed(url: str, who: Who, given: dict[str, Any], delay: float | None) -> str:
    """Tell it a command, and kill it so much later (None: once it has answered); what it said."""
    process = await child(url)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps([who.duel, who.seat, given]).encode() + b"\n")
    await process.stdin.drain()
    said = b""
    if delay is None:
        said = await process.stdout.readline()
    else:
        await asyncio.sleep(delay)
    process.kill()
    rest = await process.stdout.read()
    await process.wait()
    return (said or rest).decode()


async def next_command(house: House, people: list[Who], rng: random.Random) -> tuple[Who, dict[str, Any]] | None:
    """Whoever is asked, with an answer of his; None when the duel is over."""
    for who in people:
        seen = await house.seen(who)
        if seen.asked is not None:
            given = {"kind": "answer", "question": seen.asked.id, "id": str(uuid.uuid4()), **reply(seen.asked, rng)}
            return who, given
    return None


async def killed_often(url: str, order: Order, kills: int, rng: random.Random) -> list[str]:
    """A duel whose server is killed at every answer; what became of each."""
    async with house_at(url) as house:
        opened, one, other = await two(house, order)
    became: list[str] = []
    while len(became) < kills:
        async with house_at(url) as house:
            command = await next_command(house, [one, other], rng)
        if command is None:
            return became
        who, given = command
        delay = rng.choice((None, 0.0, rng.uniform(0, 0.06), rng.uniform(0, 0.06)))
        said = await told_and_killed(url, who, given, delay)
        async with house_at(url) as house:
            rows = await house.database.read(lambda connection: log.read(connection, opened.duel))
            assert [row.number for row in rows] == list(range(len(rows)))
            slots = given.get("slots")
            again = Command(**{**given, "slots": tuple(slots) if slots is not None else None})
            try:
                receipt = await house.do(who, again)
            except DuelError:
                assert "kept" not in said
                became.append("refused")
                continue
            if "kept" in said:
                assert receipt.repeated and receipt.version == json.loads(said)[1]
            after = await house.database.read(lambda connection: log.read(connection, opened.duel))
            assert (len(after) == len(rows)) is receipt.repeated
            became.append("kept" if receipt.repeated else "lost")
    return became


@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_a_server_that_is_killed(run: Run, url: str, order: Order) -> None:
    became = run(killed_often(url, order, 4, random.Random(3)))
    assert became


@pytest.mark.database
def test_a_server_that_is_killed_on_postgresql(run: Run, postgres: str) -> None:
    assert run(killed_often(postgres, CARDS, 3, random.Random(4)))


@pytest.mark.long
@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_a_server_that_is_killed_all_the_time(any_url: str, order: Order) -> None:
    rng = random.Random(5)
    became: list[str] = []
    while len(became) < 75:
        became += asyncio.run(killed_often(any_url, order, 75 - len(became), rng))
    assert {"kept", "lost"} <= set(became)
