"""What is written to SQLite at the same time: committed together, taken back alone, and told to who asked."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import IntegrityError, OperationalError

from iaijutsu.engine import BadInput
from iaijutsu.play import i18n
from iaijutsu.play.server import database, schema
from iaijutsu.play.server.database import Sqlite

from .conftest import Run

PULSES = schema.PULSES


def noting(process: str, last: float = 1.0) -> Callable[[Connection], str]:
    """Writes a row, and gives its key."""

    def work(connection: Connection) -> str:
        connection.execute(PULSES.insert().values(process=process, last=last))
        return process

    return work


def failing(process: str, error: Exception) -> Callable[[Connection], str]:
    """Writes a row, and then fails."""

    def work(connection: Connection) -> str:
        noting(process)(connection)
        raise error

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
            assert len(commits) == 3  # eight, eight and four
            await kept.write(noting("p20"))
            assert len(commits) == 4

    run(story())


def test_it_is_told_when_it_is_committed_and_not_before(run: Run, url: str) -> None:
    async def story() -> None:
        async with opened(url) as (kept, _commits):
            seen: list[int] = []
            reader = sqlite3.connect(kept.url.database or "")

            async def asked(n: int) -> None:
                await kept.write(noting(f"p{n}"))
                seen.append(reader.execute("select count(*) from pulses where process like 'p%'").fetchone()[0])

            await asyncio.gather(*(asked(n) for n in range(8)))
            reader.close()
            assert seen == [8] * 8

    run(story())


def test_what_fails_is_taken_back_alone(run: Run, url: str) -> None:
    """Whoever asked is told his own error; all others are kept."""

    async def story() -> None:
        async with opened(url) as (kept, commits):
            works = [noting("a"), failing("b", BadInput("b", "no")), noting("c"), noting("a"), noting("d")]
            found = await asyncio.gather(*map(kept.write, works), return_exceptions=True)
            assert found[0::2] == ["a", "c", "d"]
            assert isinstance(found[1], BadInput) and isinstance(found[3], IntegrityError)
            assert await noted(kept) == ["a", "c", "d"] and len(commits) == 1
            alone = await asyncio.gather(kept.write(failing("e", BadInput("e", "no"))), return_exceptions=True)
            both = [failing("f", BadInput("f", "no")), failing("g", BadInput("g", "no"))]
            none = await asyncio.gather(*map(kept.write, both), return_exceptions=True)
            assert [type(one) for one in (*alone, *none)] == [BadInput] * 3
            assert await noted(kept) == ["a", "c", "d"] and len(commits) == 1  # there was nothing to commit
            await kept.write(noting("h"))
            assert await noted(kept) == ["a", "c", "d", "h"]

    run(story())


def test_a_commit_that_fails_fails_for_all_of_them(run: Run, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what comes afterwards is kept."""

    async def story() -> None:
        async with opened(url) as (kept, _commits):
            real, full = kept._on, OperationalError("COMMIT", {}, Exception("the disk is full"))

            async def broken(threads: Any, work: Callable[[], Any]) -> Any:
                if threads is kept._writer:
                    raise full
                return await real(threads, work)

            with monkeypatch.context() as patched:
                patched.setattr(kept, "_on", broken)
                found = await asyncio.gather(*(kept.write(noting(name)) for name in "abc"), return_exceptions=True)
            assert found == [full] * 3 and await noted(kept) == []
            await kept.write(noting("d"))
            assert await noted(kept) == ["d"]

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
            works = [noting("a"), failing("b", BadInput("b", "no")), noting("c")]
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
