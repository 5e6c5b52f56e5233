"""What is written to SQLite at the same time: committed together, taken back alone, and told to who asked."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import IntegrityError, OperationalError

from iaijutsu.engine import BadInput
from iaijutsu.play import i18n
from iaijutsu.play.server import database, schema
from iaijutsu.play.server.sqlite import BUSY, Sqlite

from .conftest import Run

PULSES = schema.PULSES


def noting(process: str, last: float = 1.0) -> Callable[[Connection], str]:
    """Writes a row, and gives its key."""

    def work(connection: Connection) -> str:
        connection.execute(PULSES.insert().values(process=process, last=last))
        return process

    return work


def failing(process: str) -> Callable[[Connection], str]:
    """Writes a row, and then fails."""

    def work(connection: Connection) -> str:
        noting(process)(connection)
        raise BadInput(process, "no")

    return work


async def noted(kept: Sqlite) -> list[str]:
    """The rows that are kept."""
    query = select(PULSES.c.process).order_by(PULSES.c.process)
    return await kept.read(lambda connection: list(connection.scalars(query)))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[Sqlite, list[str]]]:
    """A database, and its commits so far."""
    kept = database.database(url)
    assert isinstance(kept, Sqlite)
    await kept.write(database.prepare)
    commits: list[str] = []
    event.listen(kept._here, "commit", lambda _connection: commits.append("commit"))
    try:
        yield kept, commits
    finally:
        await kept.close()


def test_what_is_asked_for_at_once_is_committed_together(run: Run, url: str) -> None:
    """In the order in which it was asked for, a few at a time."""

    async def story() -> None:
        async with opened(url) as (kept, commits):
            order: list[int] = []

            def work(n: int) -> Callable[[Connection], str]:
                def done(connection: Connection) -> str:
                    order.append(n)
                    return noting(f"p{n:02}")(connection)

                return done

            found = await asyncio.gather(*(kept.write(work(n)) for n in range(20)))
            assert found == [f"p{n:02}" for n in range(20)] == await noted(kept)
            assert order == list(range(20))
            assert len(commits) == 4  # the first alone, then eight, eight and three
            await kept.write(noting("p20"))
            assert len(commits) == 5

    run(story())


def test_it_is_told_when_it_is_committed_and_not_before(run: Run, url: str) -> None:
    async def story() -> None:
        async with opened(url) as (kept, _commits):
            seen: list[int] = []
            reader = sqlite3.connect(kept.url.database or "")

            async def asked(n: int) -> None:
                await kept.write(noting(f"p{n}"))
                seen.append(reader.execute("select count(*) from pulses where process = ?", (f"p{n}",)).fetchone()[0])

            await asyncio.gather(*(asked(n) for n in range(8)))
            reader.close()
            assert seen == [1] * 8

    run(story())


def test_what_fails_is_taken_back_alone(run: Run, url: str) -> None:
    """Whoever asked is told his own error; all others are kept."""

    async def story() -> None:
        async with opened(url) as (kept, commits):
            works = [noting("a"), failing("b"), noting("c"), noting("a"), noting("d")]
            found = await asyncio.gather(*map(kept.write, works), return_exceptions=True)
            assert found[0::2] == ["a", "c", "d"]
            assert isinstance(found[1], BadInput) and isinstance(found[3], IntegrityError)
            assert await noted(kept) == ["a", "c", "d"] and len(commits) == 2
            alone = await asyncio.gather(kept.write(failing("e")), return_exceptions=True)
            both = [failing("f"), failing("g")]
            none = await asyncio.gather(*map(kept.write, both), return_exceptions=True)
            assert [type(one) for one in (*alone, *none)] == [BadInput] * 3
            assert await noted(kept) == ["a", "c", "d"] and len(commits) == 2  # there was nothing to commit
            await kept.write(noting("h"))
            assert await noted(kept) == ["a", "c", "d", "h"]

    run(story())


def test_a_commit_that_fails_fails_for_all_of_them(run: Run, url: str) -> None:
    """And what comes afterwards is kept."""

    async def story() -> None:
        async with opened(url) as (kept, _commits):
            full = OperationalError("COMMIT", {}, Exception("the disk is full"))

            def broken(_connection: Connection) -> None:
                raise full

            event.listen(kept._here, "commit", broken)
            found = await asyncio.gather(*(kept.write(noting(name)) for name in "abc"), return_exceptions=True)
            assert found == [full] * 3 and await noted(kept) == []
            event.remove(kept._here, "commit", broken)
            await kept.write(noting("d"))
            assert await noted(kept) == ["d"]

    run(story())


def test_what_sqlite_itself_has_taken_back_is_told_nobody_as_kept(run: Run, url: str) -> None:
    """Where the disk is full it takes back all that was written, and what comes next would be kept on its own."""

    async def story() -> None:
        async with opened(url) as (kept, _commits):

            def full(connection: Connection) -> None:
                pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
                connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 2}")

            event.listen(kept._here, "begin", full)
            works = [noting("first"), noting("a"), noting("b" * 100_000), noting("c")]
            found = await asyncio.gather(*map(kept.write, works), return_exceptions=True)
            assert found[0] == "first" and await noted(kept) == ["first"]
            assert [type(one) for one in found[1:]] == [OperationalError] * 3
            event.remove(kept._here, "begin", full)

            def emptied(connection: Connection) -> None:
                connection.exec_driver_sql("PRAGMA max_page_count=1000000")
                with suppress(OperationalError):  # it takes no note of it
                    connection.exec_driver_sql("ROLLBACK")

            with pytest.raises(OperationalError, match="the transaction was lost"):
                await kept.write(emptied)
            await kept.write(noting("d"))
            assert await noted(kept) == ["d", "first"]

    run(story())


def test_what_cannot_be_begun_is_told_all_who_asked(run: Run, url: str) -> None:
    """And nobody waits for ever; what comes afterwards is kept."""

    async def story() -> None:
        async with opened(url) as (kept, _commits):
            with pytest.MonkeyPatch.context() as patched:
                connect, calls = kept._here.connect, [0]

                def refused() -> Connection:
                    calls[0] += 1
                    if calls[0] == 2:
                        raise MemoryError
                    return connect()

                patched.setattr(kept._here, "connect", refused)
                works = map(kept.write, map(noting, "abc"))
                found = await asyncio.wait_for(asyncio.gather(*works, return_exceptions=True), 5)
            assert found[0] == "a" and [type(one) for one in found[1:]] == [MemoryError] * 2
            await kept.write(noting("d"))
            assert await noted(kept) == ["a", "d"]

    run(story())


def test_what_is_still_asked_for_when_it_closes_is_told_to_be_lost(run: Run, url: str) -> None:
    """What is told to be kept is; the rest never happened, and nobody waits for it."""

    async def story() -> tuple[list[str], list[str]]:
        async with opened(url) as (kept, _commits):
            event.listen(kept._here, "commit", lambda _connection: time.sleep(0.4))
            asked = [asyncio.create_task(kept.write(noting(f"p{n:02}"))) for n in range(40)]
            await asyncio.sleep(0)
            await kept.close()
            found = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 1)
            with pytest.raises(RuntimeError, match="closed"):
                await kept.write(noting("late"))
        again = database.database(url)
        assert isinstance(again, Sqlite)
        try:
            return [one for one in found if isinstance(one, str)], await noted(again)
        finally:
            await again.close()

    told, found = run(story())
    assert told == found and 0 < len(told) < 40


def test_it_closes_though_another_process_writes_for_long(run: Run, url: str) -> None:
    async def story() -> None:
        async with opened(url) as (kept, _commits):
            other = sqlite3.connect(kept.url.database or "", isolation_level=None, check_same_thread=False)
            other.execute("BEGIN IMMEDIATE")
            asked = [asyncio.create_task(kept.write(noting(f"p{n:02}"))) for n in range(20)]
            await asyncio.sleep(0.3)
            began = time.monotonic()
            await kept.close()
            assert time.monotonic() - began < BUSY / 2000  # it does not wait until the other is done
            other.close()
            found = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(one) for one in found] == [OperationalError] * 20

    run(story())


def test_who_turns_away_takes_nobody_with_him(run: Run, url: str) -> None:
    """What he asked for is written all the same, as he may have heard nothing only because he went."""

    async def story() -> None:
        async with opened(url) as (kept, _commits):
            asked = [asyncio.create_task(kept.write(noting(name))) for name in "abc"]
            await asyncio.sleep(0)
            asked[1].cancel()
            found = await asyncio.gather(*asked, return_exceptions=True)
            assert found[0::2] == ["a", "c"] and isinstance(found[1], asyncio.CancelledError)
            assert await noted(kept) == ["a", "b", "c"]

    run(story())


def test_while_another_process_writes_all_of_them_wait(run: Run, url: str) -> None:
    async def story() -> None:
        async with opened(url) as (kept, _commits):
            other = sqlite3.connect(kept.url.database or "", isolation_level=None, check_same_thread=False)
            other.execute("BEGIN IMMEDIATE")
            works = [noting("a"), failing("b"), noting("c")]
            asked = asyncio.gather(*map(kept.write, works), return_exceptions=True)
            await asyncio.sleep(0.05)
            assert not asked.done()
            other.execute("COMMIT")
            other.close()
            found = await asked
            assert found[0::2] == ["a", "c"] and isinstance(found[1], BadInput)
            assert await noted(kept) == ["a", "c"]

    run(story())


def test_each_is_told_in_his_own_language(run: Run, url: str) -> None:
    """The words of an error are made while it is written, whoever it is written along with."""

    async def story() -> None:
        async with opened(url) as (kept, _commits):

            def work(_connection: Connection) -> str:
                return i18n.language()

            async def asked(language: str) -> str:
                with i18n.speaking(language):
                    return await kept.write(work)

            languages = ["hr", "en", "pt_BR", "hr"]
            assert await asyncio.gather(*map(asked, languages)) == languages

    run(story())


def test_what_fails_leaves_nothing_to_the_collector(run: Run, url: str) -> None:
    """Alone and among others; or a server would stop for it by and by."""

    async def story() -> int:
        async with opened(url) as (kept, _commits):
            found = 0
            for _once in range(2):
                gc.collect()
                gc.disable()
                with suppress(BadInput):
                    await kept.write(failing("a"))
                asked = [asyncio.create_task(kept.write(failing(name))) for name in "bcd"]
                await asyncio.wait(asked)
                assert all(one.exception() for one in asked)
                del asked
                await asyncio.sleep(0)
                found = gc.collect()
                gc.enable()
            return found

    assert run(story()) == 0


@pytest.mark.parametrize("lost", ["removed", "replaced", "newest part"])
def test_nothing_is_kept_in_a_file_that_is_gone(run: Run, url: str, lost: str) -> None:
    """SQLite goes on with the file that it has open, though nobody finds it any more: that would be told as kept."""
    file = Path(url.removeprefix("sqlite:///"))

    async def story() -> None:
        async with opened(url) as (kept, _commits):
            await kept.write(noting("a"))
            assert await noted(kept) == ["a"]
            if lost == "replaced":
                with sqlite3.connect(file) as one, sqlite3.connect(file.with_name("copy")) as other:
                    one.backup(other)
                file.with_name("copy").replace(file)
            else:
                (file if lost == "removed" else file.with_name(file.name + "-wal")).unlink()
            for work in (kept.write(noting("b")), kept.read(lambda connection: connection.execute(select(1)))):
                with pytest.raises(OperationalError, match="the file is gone, or another one"):
                    await work

    run(story())
    if lost == "replaced":
        with sqlite3.connect(file) as left:
            assert left.execute("SELECT process FROM pulses").fetchall() == [("a",)]


def test_what_no_future_can_hold_is_told_all_the_same(run: Run, url: str) -> None:
    """A `next` that finds nothing: nobody else was written for any more."""

    async def story() -> None:
        async with opened(url) as (kept, _commits):
            first = asyncio.ensure_future(kept.write(noting("a")))
            nothing = asyncio.ensure_future(kept.write(lambda _connection: next(iter(()))))
            last = asyncio.ensure_future(kept.write(noting("b")))
            with pytest.raises(RuntimeError, match="StopIteration"):
                await nothing
            assert (await first, await last, await kept.write(noting("c"))) == ("a", "b", "c")
            with pytest.raises(RuntimeError, match="StopIteration"):
                await kept.write(lambda _connection: next(iter(())))
            assert await noted(kept) == ["a", "b", "c"]

    run(story())
