"""A file of SQLite: one writes at a time, and what is asked for meanwhile is written and committed together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, copy_context
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError

from .database import HUSHED, PATIENCE, Work

T = TypeVar("T")
End = tuple[Any, BaseException | None]
"""What came of a piece of work, or what it raised."""
READING = {"iaijutsu_reading": True}
"""Execution options of a connection that only reads: it keeps no writer waiting."""
BUSY = 15_000
"""Milliseconds that are waited for another process's transaction."""
READERS = 2
TOGETHER = 8
"""So much is written together at most: two milliseconds each, in which nobody else is heard."""


class Sqlite:
    """A file of SQLite, for one server process."""

    shared = False

    def __init__(self, url: URL) -> None:
        self.url = url
        self.engine, self._here = _careful(url, BUSY), _careful(url, 0)
        self._asked: deque[_Asked] = deque()
        self._idle = asyncio.Event()
        self._idle.set()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="duels-write")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="duels-read")

    async def write(self, work: Work[T]) -> T:
        """Here, but for the commit, which waits for the disk: a thread would ask for the interpreter anew at every
        statement. What is asked for while something is committed is written and committed together, or a queue would
        grow before the disk; each is taken back alone.

        It is done to its end, whatever becomes of who asked: a commit is not turned away from while it is made.
        """
        found: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.append(_Asked(work, copy_context(), found))
        self._go_on()
        try:
            return await found
        finally:
            del found  # or what is raised would hold itself

    def _go_on(self) -> None:
        """Write what is asked for, unless something is being committed; and so on while anything is.

        No task does it: one would be waited for as often as it wakes, while hundreds are at work.
        """
        while self._asked and self._idle.is_set():
            asked = [self._asked.popleft() for _ in range(min(len(self._asked), TOGETHER))]
            commit = self._written(asked)
            if commit is None:
                continue
            self._idle.clear()
            then = partial(self._committed, asked)
            loop = asyncio.get_running_loop()
            self._writer.submit(commit).add_done_callback(partial(loop.call_soon_threadsafe, then))

    def _written(self, asked: list[_Asked]) -> Callable[[], list[End]] | None:
        """Write it; what is left to be done on the thread, None where all has failed already."""
        connection = self._here.connect()
        try:
            transaction = connection.begin()
        except OperationalError:  # another process writes just now: there one may wait for it
            connection.close()
            return partial(self._waited, asked)
        ends = _carried_out(connection, asked)
        if all(error is not None for _found, error in ends):
            connection.close()
            _tell(asked, ends)
            return None

        def commit() -> list[End]:
            with connection, transaction:  # one that cannot be committed has to be rolled back
                return ends

        return commit

    def _waited(self, asked: list[_Asked]) -> list[End]:
        with self.engine.begin() as connection:
            return _carried_out(connection, asked)

    def _committed(self, asked: list[_Asked], done: Future[list[End]]) -> None:
        error = done.exception()
        _tell(asked, done.result() if error is None else [(None, error)] * len(asked))
        self._idle.set()
        self._go_on()

    async def read(self, work: Work[T]) -> T:
        """On a thread that reads."""

        def whole() -> T:
            with self.engine.connect() as connection:
                return work(connection.execution_options(**READING))

        return await asyncio.get_running_loop().run_in_executor(self._readers, copy_context().run, whole)

    async def close(self) -> None:
        """Wait for what is under way."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._idle.wait()
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self.engine.dispose()
        self._here.dispose()


class _Asked:
    """What is to be written, in whose context (it tells errors in his language), and what is told him when it is."""

    __slots__ = ("context", "found", "work")

    def __init__(self, work: Work[Any], context: Context, found: asyncio.Future[Any]) -> None:
        self.work, self.context, self.found = work, context, found

    def tell(self, found: Any, error: BaseException | None) -> None:
        """Tell how it ended, once, if somebody waits for that."""
        told = self.found
        del self.found  # or what is raised would hold itself
        if told.done():
            return
        if error is None:
            told.set_result(found)
        else:
            told.set_exception(error)
            told.exception()  # should he turn away now, it is not told in words


def _tell(asked: list[_Asked], ends: list[End]) -> None:
    for one, end in zip(asked, ends, strict=True):
        one.tell(*end)
    ends.clear()  # they hold what was raised, which holds who called for it


def _carried_out(connection: Connection, asked: list[_Asked]) -> list[End]:
    """Do all that is asked, and give how each ended. What fails is taken back alone."""
    several = len(asked) > 1
    return [_apart(connection, one.work, one.context, several) for one in asked]


def _apart(connection: Connection, work: Work[Any], context: Context, several: bool) -> End:
    try:
        if not several:
            return context.run(work, connection), None
        with connection.begin_nested():
            return context.run(work, connection), None
    except BaseException as error:  # noqa: BLE001 - it is told who asked
        return None, error


def _careful(url: URL, patience: int) -> Engine:
    """Every connection of SQLite syncs what it commits; a writer takes the lock when it begins, and waits for it so
    many milliseconds.
    """
    options = {"timeout": patience / 1000, "check_same_thread": False}
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), connect_args=options, **HUSHED)

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        kept = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
        for pragma in (f"busy_timeout={BUSY}", *kept, f"busy_timeout={patience}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = connection.get_execution_options().get("iaijutsu_reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
