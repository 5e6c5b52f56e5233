"""A person against computer players, who think elsewhere and see their own view alone."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.play.server.calls import ME, Order, Who
from iaijutsu.play.server.computers import Task, seed_for, text_for, thought
from iaijutsu.play.server.house import House
from iaijutsu.play.server.seen import Seen

from .conftest import Run
from .guests import CARDS, answer, house_at, two, wakes
from .serving import serving

ALONE = Order("cards", names=("Aki",), seats=(ME, "reading"), judge=True)


async def turn(house: House, who: Who) -> Seen:
    """What is seen when one is asked, or when all is over."""
    async with asyncio.timeout(40):
        while True:
            seen = await house.seen(who)
            if seen.asked is not None or seen.finished:
                return seen
            watch = wakes(house, who.duel)
            ahead = asyncio.ensure_future(anext(watch))
            await asyncio.wait([ahead], timeout=0.2)
            ahead.cancel()
            await asyncio.gather(ahead, return_exceptions=True)


async def against(house: House, who: Who, rng: random.Random, most: int = 200) -> Seen:
    """Fight on until the end, or for so many answers."""
    seen = await turn(house, who)
    for _turn in range(most):
        if seen.finished:
            break
        try:
            await answer(house, who, seen, rng)
        except BadInput:
            continue
        seen = await turn(house, who)
    return seen


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_duel_against_the_computer_over_a_restart(run: Run, url: str, game: str) -> None:
    async def story() -> None:
        rng = random.Random(4)
        order = ALONE if game == "cards" else Order("rpg", names=("Aki",), seats=(ME, "random"))
        async with house_at(url) as house:
            opened = await house.open(order)
            assert [place.player for place in (await house.seen(opened.mine.who)).places] == ["person", order.seats[1]]
            await against(house, opened.mine.who, rng, most=2)
        async with house_at(url) as house:
            seen = await against(house, opened.mine.who, rng)
            assert seen.finished and seen.result

    run(story())


def test_what_a_computer_player_is_given(run: Run, url: str) -> None:
    """The same whatever the other has sealed, and the same answer whoever asks, and when."""

    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, Order("rpg", names=("Aki", "")))
            rng = random.Random(1)
            for _turn in range(60):  # until both are asked at once
                asked = [who for who in (one, other) if (await house.seen(who)).asked is not None]
                if len(asked) == 2:
                    break
                await answer(house, asked[0], await house.seen(asked[0]), rng)
            async with house.lives.held(opened.duel) as live:
                before = text_for(live.at[0], 1)
            await answer(house, one, await house.seen(one), rng)
            async with house.lives.held(opened.duel) as live:
                table = live.at[0]
                assert table.session.has_sealed(0) and text_for(table, 1) == before
                task = Task("rpg", text_for(table, 1), 1, "random", seed_for(table, 1))
                assert thought(task) == thought(task)
                assert table.record.seed is not None and table.record.seed not in task.text

    run(story())


async def _task(house: House, duel: str, one: Who, other: Who) -> Task:
    """What a computer player would be asked, were he in the place of who is asked now."""
    async with house.lives.held(duel) as live:
        table = live.at[0]
        seat = next(who.seat for who in (one, other) if table.asked(who.seat or 0))
        assert seat is not None
        return Task("cards", text_for(table, seat), seat, "patient", 1)


def test_one_who_fails_is_answered_for(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(CARDS))
            task = replace(await _task(house, opened.duel, one, other), kind="nobody")
            given = await house.thinking.computers.answer(task)
            async with house.lives.held(opened.duel) as live:
                request = live.at[0].asked(task.seat)
                assert request is not None and request.why_not(request.load(given)) is None

    run(story())


def test_a_house_closes_while_somebody_thinks(run: Run, url: str) -> None:
    async def story() -> None:
        house = await House.at(url)
        opened = await house.open(Order("cards", names=("Aki",), seats=("searching", "searching")))
        watching = asyncio.create_task(_watch(house, opened.duel))
        await asyncio.sleep(1.0)
        began = asyncio.get_running_loop().time()
        await house.close()
        await watching
        assert asyncio.get_running_loop().time() - began < 2

    run(story())


async def _watch(house: House, duel: str) -> None:
    async for _wake in wakes(house, duel):
        pass


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked for in /proc")
def test_a_server_that_is_killed_leaves_no_worker_behind(tmp_path: Path) -> None:
    """What a server prints ends with it and with everybody who could still print there."""
    with serving(tmp_path, "--limits", "off") as served:
        made = served.post("api/v1/duels", {"game": "cards", "seats": ["patient", "patient"], "public": True})
        until = time.monotonic() + 60
        while not workers(served.process.pid) and time.monotonic() < until:
            served.get(f"api/v1/duels/{made['duel']}", made["pass"])
        began = workers(served.process.pid)
        assert began
        served.stop(signal.SIGKILL)
        while [pid for pid in began if Path(f"/proc/{pid}").exists()] and time.monotonic() < until:
            time.sleep(0.05)
        assert not [pid for pid in began if Path(f"/proc/{pid}").exists()]


def workers(server: int) -> list[str]:
    """The processes that a server has begun."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[1] == str(server):
                found.append(path.parent.name)
    return found


def test_when_workers_are_lost_everybody_who_waited_is_answered_by_new_ones(run: Run, url: str) -> None:
    """Whoever found out ended the new ones of him who had found out before; the last alone got his player's answer."""

    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, CARDS)
            task = await _task(house, opened.duel, one, other)
            tasks = [replace(task, seed=n) for n in range(8)]
            computers = house.thinking.computers
            right = [await asyncio.to_thread(thought, task) for task in tasks]
            first = computers._workers()
            given = [asyncio.ensure_future(computers.answer(task)) for task in tasks]
            while not first._processes:
                await asyncio.sleep(0.01)
            begun: list[Any] = []
            make = computers._workers

            def counted() -> Any:
                pool = make()
                if not begun or begun[-1] is not pool:
                    begun.append(pool)
                return pool

            computers._workers = counted  # type: ignore[method-assign]
            for process in first._processes.values():
                process.kill()
            assert await asyncio.gather(*given) == right
            assert len(begun) == 1 and begun[0] is not first

    run(story())


def test_one_who_thinks_for_too_long_is_ended_and_the_next_is_heard(
    run: Run, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, CARDS)
            task = await _task(house, opened.duel, one, other)
            computers = house.thinking.computers
            with monkeypatch.context() as patched:
                patched.setattr("iaijutsu.play.server.computers.PATIENCE", 0.0)
                pool = computers._workers()
                slow = pool.submit(time.sleep, 600)
                workers = list(pool._processes.values())
                await computers.answer(task)  # at random
            assert await computers.answer(task) == await asyncio.to_thread(thought, task)
            assert computers._workers() is not pool
            for worker in workers:
                await asyncio.to_thread(worker.join, 60)
                assert not worker.is_alive()
            assert slow.exception() is not None

    run(story())
