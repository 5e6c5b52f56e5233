"""Databases: what is asserted of them, several processes on one, races, and what happens when things break."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import sqlite3
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError, OperationalError

from iaijutsu.engine import BadInput
from iaijutsu.play.server import database, log, schema
from iaijutsu.play.server.calls import COOKIE, Command, Order, TooLate, Who
from iaijutsu.play.server.clocks import Onward
from iaijutsu.play.server.house import House
from iaijutsu.play.server.presence import Presence
from iaijutsu.play.server.pulse import Pulse
from iaijutsu.play.server.shielded import Shielded
from iaijutsu.play.server.wake import LOG, PAGES

from .conftest import Run, Server
from .guests import CARDS, RPG, answer, asked_id, command, fought, house_at, two, wakes


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite", ""])
def test_what_is_no_database_is_refused(run: Run, url: str) -> None:
    with pytest.raises(BadInput):
        run(House.at(url))


@pytest.mark.parametrize("url", ["sqlite:////no/such/folder/x.db", "postgresql://me:hush@127.0.0.1:1/duels"])
def test_what_cannot_be_reached_is_said_in_a_line(run: Run, url: str) -> None:
    if url.startswith("postgresql"):
        pytest.importorskip("psycopg")
    with pytest.raises(BadInput) as caught:
        run(House.at(url))
    assert "hush" not in str(caught.value) and "\n" not in str(caught.value)


def test_a_commit_that_is_not_kept_is_refused(run: Run, url: str) -> None:
    async def story() -> None:
        kept = database.database(url)
        try:
            await kept.write(database.prepare)
            with pytest.raises(BadInput, match="synchronous"):
                await kept.read(_careless)
        finally:
            await kept.close()

    run(story())


def _careless(connection: Connection) -> None:
    connection.exec_driver_sql("COMMIT")
    connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
    database.assert_kept(connection)


@pytest.mark.database
def test_a_server_that_does_not_wait_for_the_disk_is_refused(run: Run, postgres: str) -> None:
    async def story() -> None:
        kept = database.database(postgres)
        await kept.write(_hasty)
        await kept.close()
        with pytest.raises(BadInput, match="synchronous_commit"):
            await House.at(postgres)

    run(story())


def _hasty(connection: Connection) -> None:
    name = connection.execute(text("SELECT current_database()")).scalar()
    connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = off"))


def test_the_tables_are_those_of_the_schema(run: Run, any_url: str) -> None:
    """Several processes may make them at once."""

    async def story() -> None:
        houses = await asyncio.gather(*(House.at(any_url) for _n in range(4)))
        try:
            found = await houses[0].database.read(_columns)
            wanted = {
                (table.name, column.name, column.nullable, column.primary_key)
                for table in schema.META.tables.values()
                for column in table.columns
            }
            assert wanted == found
        finally:
            for house in houses:
                await house.close()

    run(story())


def test_all_steps_make_what_an_empty_database_is_given(run: Run, any_url: str) -> None:
    """The tables as they are now are what the steps that were written out lead to, and the last step is known."""

    async def story() -> None:
        async with house_at(any_url) as house:
            at_once = await house.database.read(_shape)
            await house.database.write(schema.META.drop_all)
            await house.database.write(database._take_steps)
            assert await house.database.read(_shape) == at_once
            assert await house.database.read(lambda found: found.execute(select(schema.STEP)).scalar()) == schema.NEWEST
            await house.database.write(database.upgrade)  # and there is nothing to do

    run(story())


def _shape(connection: Connection) -> dict[str, Any]:
    """All that a database says of its tables."""
    seen = inspect(connection)
    return {
        name: (
            {one["name"]: (str(one["type"]), one["nullable"], one["default"]) for one in seen.get_columns(name)},
            seen.get_pk_constraint(name)["constrained_columns"],
            sorted((one["name"], one["column_names"], one["unique"]) for one in seen.get_indexes(name)),
        )
        for name in seen.get_table_names()
    }


def test_a_process_is_alive_from_its_first_sign_on(run: Run, any_url: str) -> None:
    """However many begin at once, none takes another for one that is dead; and who was taken for that is back soon."""

    async def story() -> None:
        async with house_at(any_url) as house:
            others = [Pulse(house.database, [], Onward(house.now)) for _n in range(5)]
            await asyncio.gather(*(pulse.beat() for pulse in others), house.pulse.beat())
            known = {pulse.process for pulse in (*others, house.pulse)}
            assert await house.database.read(_alive) == known
            await house.database.write(lambda connection: connection.execute(delete(schema.PULSES)))
            await others[0].beat()
            assert await house.database.read(_alive) == {others[0].process}

    run(story())


def _alive(connection: Connection) -> set[str]:
    return set(connection.execute(select(schema.PULSES.c.process)).scalars())


def _columns(connection: Any) -> set[tuple[str, str, bool, bool]]:
    seen = inspect(connection)
    found = set()
    for name in seen.get_table_names():
        keys = seen.get_pk_constraint(name)["constrained_columns"]
        found |= {(name, one["name"], bool(one["nullable"]), one["name"] in keys) for one in seen.get_columns(name)}
    return found


@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
@pytest.mark.database
def test_two_processes_host_one_duel(run: Run, postgres: str, order: Order) -> None:
    """Each person on a process of his own; what one does the other sees at once."""

    async def story() -> None:
        async with house_at(postgres) as first, house_at(postgres) as second:
            _opened, one, other = await two(first, order)
            rng = random.Random(2)
            for _turn in range(400):
                if (await first.seen(one)).finished:
                    break
                for house, who in ((first, one), (second, other)):
                    seen = await house.seen(who)
                    if seen.asked is not None:
                        try:
                            await answer(house, who, seen, rng)
                        except BadInput:
                            continue
            theirs, ours = await second.seen(one), await first.seen(one)
            assert theirs.finished and theirs.version == ours.version

    run(story())


@pytest.mark.database
def test_what_is_done_in_one_process_wakes_the_other(run: Run, postgres: str) -> None:
    async def story() -> None:
        async with house_at(postgres) as first, house_at(postgres) as second:
            opened, one, _other = await two(first)
            woken = asyncio.Event()
            watching = asyncio.create_task(_ears(second, opened.duel, woken))
            await _until(lambda: second.listener is not None and second.listener.connections > 0)
            for word in ("once", "twice"):
                woken.clear()
                await first.do(one, command("say", text=word))
                async with asyncio.timeout(2):
                    await woken.wait()
            # the listener's connection is cut: it is made again, and everybody is woken
            woken.clear()
            before = second.listener.connections if second.listener else 0
            await first.database.write(_cut)
            async with asyncio.timeout(2):
                await woken.wait()
            assert second.listener is not None and second.listener.connections > before
            woken.clear()
            await first.do(one, command("say", text="thrice"))
            async with asyncio.timeout(2):
                await woken.wait()
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    run(story())


def _cut(connection: Connection) -> None:
    connection.execute(text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
    ))  # fmt: skip


async def _ears(house: House, duel: str, woken: asyncio.Event) -> None:
    async for _wake in wakes(house, duel):
        woken.set()


async def _until(so: Any) -> None:
    async with asyncio.timeout(5):
        while not so():
            await asyncio.sleep(0.02)


@pytest.mark.database
def test_nothing_but_a_duels_id_is_told_to_listeners(run: Run, postgres: str) -> None:
    async def story() -> None:
        import psycopg

        async with house_at(postgres) as house:
            async with await psycopg.AsyncConnection.connect(postgres, autocommit=True) as ear:
                for channel in (LOG, PAGES):
                    await ear.execute(f"LISTEN {channel}")
                opened, one, other = await two(house)
                await fought(house, [one, other], random.Random(1), most=2)
                async with house.present(one):
                    pass
                heard = {(note.channel, note.payload) async for note in ear.notifies(timeout=0.3)}
            assert heard == {(LOG, opened.duel), (PAGES, opened.duel)}

    run(story())


@pytest.mark.database
def test_people_on_several_processes_see_each_other(run: Run, postgres: str) -> None:
    async def story() -> None:
        async with house_at(postgres) as first, house_at(postgres) as second:
            opened, one, other = await two(first)
            looker = (await first.enter(opened.duel, opened.links["spectator"])).who
            async with first.present(one), second.present(other), second.present(looker):
                seen = await first.seen(one)
                assert [place.away for place in seen.places] == [None, None] and seen.spectators == 1
            seen = await second.seen(looker)
            assert all(place.away is not None for place in seen.places) and seen.spectators == 0

    run(story())


@pytest.mark.database
def test_who_went_while_the_database_was_away_has_gone_in_the_end(run: Run, postgres: str) -> None:
    def refused(*_things: Any) -> None:
        raise OperationalError("INSERT", {}, Exception("the database starts up"))

    async def story() -> int | None:
        async with house_at(postgres, now=lambda: at[0]) as first, house_at(postgres, now=lambda: at[0]) as second:
            _opened, one, other = await two(first)
            with pytest.MonkeyPatch.context() as patched:
                async with first.present(other):
                    assert (await second.seen(one)).places[1].away is None
                    patched.setattr(first.presence, "_write", refused)
            at[0] += 60
            await first.pulse.beat()
            async with asyncio.timeout(10):
                while (away := (await second.seen(one)).places[1].away) is None:
                    await asyncio.sleep(0.05)
            return away

    at = [1_000.0]
    assert run(story()) == 60


@pytest.mark.database
def test_who_is_there_is_read_when_somebody_came_and_not_for_each_move(run: Run, postgres: str) -> None:
    async def story() -> list[int]:
        read: list[str] = []

        async def counted(self: Presence, duel: str) -> Any:
            read.append(duel)
            return await was(self, duel)

        async with house_at(postgres, now=lambda: 1_000.0) as first, house_at(postgres, now=lambda: 1_000.0) as second:
            _opened, one, other = await two(first)
            counts = []
            with pytest.MonkeyPatch.context() as patched:
                was = Presence.around
                patched.setattr(Presence, "around", counted)
                for house in (first, second):
                    await house.seen(one)
                counts.append(len(read))
                for _n in range(3):
                    await first.do(one, command("say", text="Good evening."))
                    assert "Good evening." in (await second.seen(other)).lines[-1].text
                    await first.seen(one)
                counts.append(len(read))
                async with second.present(other):
                    async with asyncio.timeout(5):
                        while (await first.seen(one)).places[1].away is not None:
                            await asyncio.sleep(0.02)
                counts.append(len(read))
        return counts

    before, moved, came = run(story())
    assert before == moved < came


@pytest.mark.database
def test_pages_that_come_and_go_at_the_same_time_are_all_counted(run: Run, postgres: str) -> None:
    """Of one place in one process: none fails, the last count stays, and who left while he came is gone."""

    async def story() -> None:
        async with house_at(postgres) as first, house_at(postgres) as second:
            opened, one, _other = await two(first)
            looker = (await first.enter(opened.duel, opened.links["spectator"])).who
            stay = asyncio.Event()

            async def page() -> None:
                async with first.present(looker):
                    await stay.wait()

            pages = [asyncio.create_task(page()) for _n in range(12)]
            for hasty in pages[:4]:
                await asyncio.sleep(0)
                hasty.cancel()
            await until(8, first, second, one)
            stay.set()
            ends = await asyncio.gather(*pages, return_exceptions=True)
            assert [type(end) for end in ends] == [asyncio.CancelledError] * 4 + [type(None)] * 8
            await until(0, first, second, one)

    async def until(count: int, *houses_and_who: Any) -> None:
        *houses, who = houses_and_who
        async with asyncio.timeout(10):
            while {(await house.seen(who)).spectators for house in houses} != {count}:
                await asyncio.sleep(0.02)

    run(story())


@pytest.mark.database
def test_a_server_that_was_restarted(run: Run, postgres: str, request: pytest.FixtureRequest) -> None:
    """Moves fail while the database is gone, and go on where they were when it is back."""
    if os.environ.get("IAIJUTSU_TEST_POSTGRES"):
        pytest.skip(reason="a server that was named is not ours to restart")
    server: Server = request.getfixturevalue("postgres_server")

    async def story() -> None:
        async with house_at(postgres) as house:
            _opened, one, other = await two(house)
            await fought(house, [one, other], random.Random(1), most=1)
            before = await house.seen(one)
            await asyncio.to_thread(server.restart)
            async with asyncio.timeout(20):
                while not await house.ready():
                    await asyncio.sleep(0.1)
            assert (await house.seen(one)).version == before.version
            assert (await fought(house, [one, other], random.Random(1))).finished

    run(story())


@pytest.mark.database
def test_a_house_closes_when_the_database_hangs(run: Run, postgres: str) -> None:
    async def story() -> float:
        import psycopg

        async with await psycopg.AsyncConnection.connect(postgres) as lock:
            house = await House.at(postgres)
            await lock.execute("LOCK TABLE pages, pulses")
            beat = asyncio.create_task(house.pulse.beat())
            await asyncio.sleep(0.1)
            began = time.perf_counter()
            async with asyncio.timeout(20):
                await house.close()
            took = time.perf_counter() - began
            beat.cancel()
            await asyncio.gather(beat, return_exceptions=True)
        return took

    assert run(story()) < 5


@pytest.mark.database
def test_all_goes_on_when_connections_are_cut(run: Run, postgres: str) -> None:
    cut = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )

    async def story() -> None:
        import psycopg

        async with (
            house_at(postgres) as house,
            await psycopg.AsyncConnection.connect(postgres, autocommit=True) as knife,
        ):
            opened = await house.open(CARDS)
            await knife.execute(str(cut))
            one, other = opened.mine.who, (await house.enter(opened.duel, opened.links["seat 1"], "Nao")).who
            said = [f"word {n}" for n in range(6)]
            for word in said:
                await house.do(one, command("say", text=word))
                await knife.execute(str(cut))
            rows = await house.database.read(lambda connection: log.read(connection, opened.duel))
            assert [row.data["text"] for row in rows if row.kind == "say"] == said
            async with house.present(other):
                await knife.execute(str(cut))
            counts = select(schema.PAGES.c.count)
            assert await house.database.read(lambda connection: connection.scalars(counts).all()) == [0]
            await house.do(one, command("say", text="Another?"))
            await knife.execute(str(cut))
            assert (await house.open(CARDS)).duel != opened.duel

    run(story())


@pytest.mark.database
@pytest.mark.parametrize("code", ["57P01", "57P02", "08006"])
def test_a_server_that_says_that_it_closes_the_connection_has_lost_it(run: Run, postgres: str, code: str) -> None:
    """That is heard before the connection is found closed, or after: it is all one to who asked."""
    gone = text(f"DO $$ BEGIN RAISE EXCEPTION 'gone' USING ERRCODE = '{code}'; END $$")

    async def story() -> list[int]:
        tried: list[int] = []

        def once_gone(connection: Connection) -> int:
            tried.append(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())
            if len(tried) % 2:
                connection.execute(gone)
            return tried[-1]

        kept = database.database(postgres)
        try:
            assert await kept.read(once_gone) == tried[1]
            assert await database.twice(lambda: kept.write(once_gone)) == tried[3]
        finally:
            await kept.close()
        return tried

    assert len(set(run(story()))) == 4  # each time on a new connection


def test_what_was_kept_before_its_connection_was_lost_is_done_once(run: Run, any_url: str) -> None:
    """The database has it, and could not say so."""

    async def story() -> None:
        async with house_at(any_url) as house:
            opened = await house.open(CARDS)
            one, kept, lost = opened.mine.who, house.database.write, [0]

            async def cut_off(work: Any) -> Any:
                found = await kept(work)
                if not lost[0]:
                    lost[0] = 1
                    raise OperationalError("COMMIT", {}, Exception("gone"), connection_invalidated=True)
                return found

            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(house.database, "write", cut_off)
                receipt = await house.do(one, command("say", text="Once."))
                assert lost == [1] and receipt.repeated and receipt.version == (await house.seen(one)).version
                lost[0] = 0
                given = await house.enter(opened.duel, opened.links["seat 1"], "Nao")
                assert lost == [1] and given.who.name == "Nao"
                lost[0] = 0
                await house.open(CARDS)
                assert lost == [1]
            assert await house.who(opened.duel, {f"{COOKIE}x": given.cookie}) == given.who
            assert (await house.do(one, command("say", text="Twice."))).version == (await house.seen(one)).version
            rows = await house.database.read(lambda connection: log.read(connection, opened.duel))
            assert [row.kind for row in rows if row.kind in ("say", "enter")] == ["say", "enter", "say"]
            made = await house.database.read(lambda connection: connection.execute(select(schema.DUELS)).all())
            assert len(made) == 2

    run(story())


def test_errors_do_not_tell_what_was_to_be_written(run: Run, any_url: str) -> None:
    async def story() -> list[str]:
        kept, told = database.database(any_url), []
        try:
            for work in (kept.read, kept.write):
                with pytest.raises(DBAPIError) as refused:
                    await work(
                        lambda connection: connection.execute(text("SELECT :seed FROM nowhere"), {"seed": "5eed"})
                    )
                told.append(str(refused.value))
        finally:
            await kept.close()
        return told

    assert all("nowhere" in one and "5eed" not in one for one in run(story()))


def test_what_fails_when_nobody_waits_any_more_is_told_nobody(run: Run) -> None:
    async def story() -> list[object]:
        whole, begun = Shielded(), asyncio.Event()
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: told.append(context))

        async def work() -> None:
            begun.set()
            await asyncio.sleep(0.01)
            raise ValueError("secret")

        asking = asyncio.create_task(whole(work()))
        await begun.wait()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await whole.ended(1.0)
        await asyncio.sleep(0)
        gc.collect()
        assert asking.cancelled()
        with pytest.raises(ValueError, match="secret"):
            await whole(work())
        return told

    assert run(story()) == []


def test_what_whole_work_asks_for_is_done_along_with_it(run: Run) -> None:
    """It is one task, and turning away from it stops neither."""

    async def story() -> tuple[int, list[str]]:
        outer, inner, begun = Shielded(), Shielded(), asyncio.Event()
        done: list[str] = []

        async def within() -> None:
            begun.set()
            await asyncio.sleep(0.01)
            done.append("inner")

        async def work() -> None:
            await inner(within())
            done.append("outer")

        asking = asyncio.create_task(outer(work()))
        await begun.wait()
        tasks = len(asyncio.all_tasks())
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await outer.ended(1.0)
        return tasks, done

    assert run(story()) == (3, ["inner", "outer"])  # the test, who asks, and the work


# --- races -----------------------------------------------------------------------------------------------


async def _together(houses: list[House], one: Who, other: Who, rng: random.Random) -> bool:
    """Fight on until both are asked at once. False when the duel ended first."""
    for _turn in range(80):
        views = [await houses[0].seen(one), await houses[0].seen(other)]
        if views[0].finished:
            return False
        if all(view.asked is not None for view in views):
            return True
        for who, view in zip((one, other), views, strict=True):
            if view.asked is not None:
                try:
                    await answer(houses[0], who, view, rng)
                except BadInput:
                    continue
    return False


async def _bid(house: House, who: Who, question: str, choice: int) -> str:
    try:
        await house.do(who, command("answer", question=question, choice=choice))
    except TooLate:
        return "late"
    return f"seat {who.seat}"


async def _round(houses: list[House], one: Who, other: Who, bids: int, rng: random.Random) -> None:
    """Conflicting answers of both seats to one sealed question, all at once, over all houses."""
    views = {who.seat: await houses[-1].seen(who) for who in (one, other)}
    work = []
    for n in range(bids):
        who = (one, other)[n % 2]
        asked = views[who.seat].asked
        assert asked is not None
        choice = rng.randrange(len(asked.question.choices)) if asked.question.choices else rng.randint(0, 2)
        work.append(_bid(houses[(n // 2) % len(houses)], who, asked.id, choice))
    rng.shuffle(work)
    told = Counter(await asyncio.gather(*work))
    assert told == {"seat 0": 1, "seat 1": 1, "late": bids - 2}


async def _warm(houses: list[House]) -> None:
    """Every connection of every pool is open before it matters: cold ones come one after the other."""
    for house in houses:
        await house.pulse.beat()  # each knows of the other
        await asyncio.gather(*(_touch(house) for _n in range(10)))


async def _touch(house: House) -> None:
    await house.database.write(lambda connection: connection.execute(select(func.count()).select_from(schema.DUELS)))
    await asyncio.sleep(0.05)


async def _races(urls: list[str], rounds: int, bids: int) -> None:
    rng, done = random.Random(11), 0
    houses = [await House.at(url) for url in urls]
    try:
        await _warm(houses)
        while done < rounds:
            opened, one, other = await two(houses[0], RPG)
            while done < rounds and await _together(houses, one, other, rng):
                await _round(houses, one, other, bids, rng)
                done += 1
            await _whole(houses[0], opened.duel)
    finally:
        for house in houses:
            await house.close()


async def _whole(house: House, duel: str) -> None:
    """The log has no hole, and no question was answered twice."""
    rows = await house.database.read(lambda connection: log.read(connection, duel))
    table = schema.ANSWERS
    query = select(table.c.question, table.c.seat).where(table.c.duel == duel)
    answers = await house.database.read(lambda connection: connection.execute(query).all())
    assert [row.number for row in rows] == list(range(len(rows)))
    people = [row for row in rows if row.kind == "answer" and row.seat >= 0]
    assert len(answers) == len(people)


def test_conflicting_answers(run: Run, url: str) -> None:
    run(_races([url, url], rounds=4, bids=12))


@pytest.mark.database
def test_conflicting_answers_over_two_houses(run: Run, postgres: str) -> None:
    run(_races([postgres, postgres], rounds=4, bids=20))


class Bidder:
    """A process of its own with a house on the same database, which makes bids when it is told to."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child

    @classmethod
    async def at(cls, url: str) -> Bidder:
        """Begin it, and wait until its connections are warm."""
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.bidder", url, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2],
        )  # fmt: skip
        found = cls(child)
        assert await found.line() == "ready"
        return found

    async def line(self) -> Any:
        """What it says next."""
        assert self.child.stdout is not None
        return json.loads(await self.child.stdout.readline())

    async def bid(self, bids: list[tuple[str, int, str, int]]) -> list[str]:
        """Make bids (duel, seat, question, choice) all at once; what came of each."""
        assert self.child.stdin is not None
        self.child.stdin.write(json.dumps(bids).encode() + b"\n")
        await self.child.stdin.drain()
        found: list[str] = await self.line()
        return found

    async def end(self) -> None:
        """It has done its work."""
        assert self.child.stdin is not None
        self.child.stdin.close()
        async with asyncio.timeout(10):
            await self.child.wait()


async def _over_processes(url: str, rounds: int, bids: int) -> None:
    """Conflicting answers from two processes at once: exactly one of each seat is taken."""
    rng, done = random.Random(12), 0
    async with house_at(url) as house:
        await _warm([house])
        bidder = await Bidder.at(url)
        try:
            while done < rounds:
                opened, one, other = await two(house, RPG)
                while done < rounds and await _together([house], one, other, rng):
                    ids = {who.seat: asked_id(await house.seen(who)) for who in (one, other)}
                    mine, theirs = [
                        [(n % 2, ids[n % 2], rng.randint(0, 1)) for n in range(bids // 2)] for _half in range(2)
                    ]
                    told = await asyncio.gather(
                        bidder.bid([(opened.duel, *bid) for bid in theirs]),
                        *(_bid(house, (one, other)[seat], question, choice) for seat, question, choice in mine),
                    )
                    assert Counter([*told[0], *told[1:]]) == {"seat 0": 1, "seat 1": 1, "late": bids - 2}
                    done += 1
                await _whole(house, opened.duel)
        finally:
            await bidder.end()


@pytest.mark.database
def test_conflicting_answers_over_two_processes(run: Run, postgres: str) -> None:
    run(_over_processes(postgres, rounds=3, bids=40))


@pytest.mark.database
@pytest.mark.long
def test_conflicting_answers_over_two_processes_200_times(postgres: str) -> None:
    asyncio.run(_over_processes(postgres, rounds=200, bids=40))


def test_every_command_twice_over_two_houses(run: Run, any_url: str) -> None:
    async def story() -> None:
        async with house_at(any_url) as first, house_at(any_url) as second:
            _opened, one, _other = await two(first)
            said = Command("the same", "say", text="Once.")
            receipts = await asyncio.gather(*(house.do(one, said) for house in (first, second, first, second)))
            assert sorted(receipt.repeated for receipt in receipts) == [False, True, True, True]
            assert len({receipt.version for receipt in receipts}) == 1
            seen = await first.seen(one)
            assert sum("Once." in line.text for line in seen.lines) == 1

    run(story())


def test_tables_in_memory_are_bounded(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url, most=3) as house:
            told = [await two(house) for _n in range(6)]
            assert len(house.lives) <= 4
            for _opened, one, other in told:
                assert (await house.seen(one)).asked or (await house.seen(other)).asked
            assert len(house.lives) <= 4

    run(story())


@pytest.mark.database
def test_readings_that_nobody_waits_for_leave_no_connection_behind(run: Run, postgres: str) -> None:
    """A page goes while its table is read, again and again."""
    slow = text("SELECT pg_sleep(0.002)")
    counted = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")

    async def story() -> int:
        kept, dice = database.database(postgres), random.Random(1)
        try:
            for _again in range(40):
                readings = [
                    asyncio.create_task(kept.read(lambda connection: connection.execute(slow).all()))
                    for _n in range(12)
                ]
                await asyncio.sleep(dice.random() * 0.03)
                for reading in readings:
                    reading.cancel()
                await asyncio.gather(*readings, return_exceptions=True)
            found: int = await kept.read(lambda connection: connection.execute(counted).scalar_one())
            return found
        finally:
            await kept.close()

    assert run(story()) <= database.POOL


def test_while_another_process_writes_to_the_file_everything_else_goes_on(run: Run, url: str) -> None:
    async def story() -> tuple[int, list[str]]:
        async with house_at(url) as house:
            _opened, one, _other = await two(house)
            other = sqlite3.connect(str(house.database.url.database), isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            saying = asyncio.create_task(house.do(one, command("say", text="Patience.")))
            went_on = 0
            for _n in range(20):
                await asyncio.sleep(0.01)
                went_on += not saying.done()
            other.execute("ROLLBACK")
            other.close()
            await saying
            return went_on, [line.text for line in (await house.seen(one)).lines]

    went_on, lines = run(story())
    assert went_on == 20 and "Patience." in lines[-1]


@pytest.mark.parametrize("reads", ["look", "refused", "new page"])
def test_what_another_process_did_wakes_who_watches_whoever_reads_it_first(run: Run, url: str, reads: str) -> None:
    """Nothing but the log tells of it; once it has been read there is no telling that anything is new."""

    async def story() -> None:
        async with house_at(url) as house, house_at(url) as other:
            await house.pulse.beat()
            opened, one, two_ = await two(house)
            woken = asyncio.Event()
            with house.waking(opened.duel, woken):
                await house.seen(one, woken=True)
                await other.do(two_, command("say", text="News."))
                assert not woken.is_set()
                if reads == "look":
                    await house.seen(two_)
                elif reads == "refused":
                    with pytest.raises(TooLate):
                        await house.do(two_, command("answer", question="no", reply="1"))
                else:
                    house.lives.forget(opened.duel)
                    await house.seen(two_, woken=True)
                assert woken.is_set()
                woken.clear()
                await house.seen(two_)
                assert "News." in (await house.seen(one, woken=True)).lines[-1].text
                assert not woken.is_set()  # nothing is new any more

    run(story())


def test_what_is_written_is_written_though_nobody_waits_any_more(run: Run, url: str) -> None:
    """Who asked goes while it is committed; the connection serves the next."""

    def added(number: int) -> Any:
        return lambda connection: connection.execute(insert(schema.GAPS).values(began=number, ended=number))

    async def story() -> list[float]:
        async with house_at(url) as house:
            kept, dice = house.database, random.Random(1)
            for number in range(60):
                writing = asyncio.create_task(kept.write(added(number)))
                await asyncio.sleep(dice.random() * 0.003)
                writing.cancel()
                await asyncio.gather(writing, return_exceptions=True)
            await kept.write(added(60))
            query = select(schema.GAPS.c.began).order_by(schema.GAPS.c.began)
            return [row.began for row in await kept.read(lambda connection: connection.execute(query).all())]

    assert run(story()) == list(range(61))
