"""A file of SQLite: one writes at a time, and what is asked for meanwhile is written and committed together."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context, copy_context
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, Transaction, create_engine, event
from sqlalchemy.exc import OperationalError

from .database import HUSHED, PATIENCE, Work
from .shielded import tell

T = TypeVar("T")
End = tuple[Any, BaseException | None]
"""What came of a piece of work, or what it raised."""
BUSY = 15_000
"""Milliseconds that are waited for another process's transaction."""
AGAIN = (0.001, 0.1)
"""Seconds until the next look whether it is done, the first and the longest."""
_NOT_THERE = (0, 0)
READERS = 2
TOGETHER = 8
"""So much is written together at most: two milliseconds each, in which nobody else is heard."""


class Sqlite:
    """A file of SQLite, for one server process."""

    shared = False

    def __init__(self, url: URL) -> None:
        self.url = url
        self._file, self._is, self._written_to = Path(url.database or ""), _NOT_THERE, False
        self._reading = _careful(url, BUSY, "BEGIN")
        self._here = _careful(url, 0, "BEGIN IMMEDIATE")
        self._asked: deque[_Asked] = deque()
        self._idle = asyncio.Event()
        self._idle.set()
        self._hurried, self._closed = Event(), False
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="duels-write")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="duels-read")

    async def write(self, work: Work[T]) -> T:
        """Here, but for the commit, which waits for the disk: a thread would ask for the interpreter anew at every
        statement. What is asked for while something is committed is written and committed together, or a queue would
        grow before the disk; each is taken back alone.

        It is done to its end, whatever becomes of who asked: a commit is not turned away from while it is made.
        """
        if self._closed:
            raise _closed()
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
        try:
            connection, transaction = self._begun()
        except Exception as error:  # noqa: BLE001 - it is told who asked, or all of them would wait for ever
            if _is_busy(error):  # another process writes just now: on the thread one may wait for it
                return partial(self._waited, asked)
            _tell(asked, [(None, error)] * len(asked))
            return None
        ends = _carried_out(connection, asked)
        if all(error is not None for _found, error in ends):
            connection.close()
            _tell(asked, ends)
            return None

        def commit() -> list[End]:
            with connection, transaction:  # one that cannot be committed has to be rolled back
                return ends

        return commit

    def _begun(self) -> tuple[Connection, Transaction]:
        connection = self._here.connect()
        try:
            transaction = connection.begin()
            self._written_to = True
            self._check_file()
        except BaseException:
            connection.close()
            raise
        return connection, transaction

    def _waited(self, asked: list[_Asked]) -> list[End]:
        """The same, whole, on the thread."""
        connection, transaction = self._begun_in_turn()
        with connection, transaction:
            return _carried_out(connection, asked)

    def _begun_in_turn(self) -> tuple[Connection, Transaction]:
        """Once the other process is done; for that nobody waits when the server stops."""
        until, pause = time.monotonic() + BUSY / 1000, AGAIN[0]
        while True:
            try:
                return self._begun()
            except OperationalError as error:
                if not _is_busy(error) or time.monotonic() > until or self._hurried.wait(pause):
                    raise
            pause = min(2 * pause, AGAIN[1])

    def _committed(self, asked: list[_Asked], done: Future[list[End]]) -> None:
        error = done.exception()
        _tell(asked, done.result() if error is None else [(None, error)] * len(asked))
        self._idle.set()
        self._go_on()

    async def read(self, work: Work[T]) -> T:
        """On a thread that reads."""

        def whole() -> T:
            with self._reading.connect() as connection:
                self._check_file()
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, copy_context().run, whole)

    def _check_file(self) -> None:
        """Raises OperationalError where the file was removed, or another one lies in its place: SQLite would go on with
        the one that it has open, and all of that would be gone when it is closed.
        """
        found = _identity(self._file)
        if self._is == _NOT_THERE:
            self._is = found
        whole = found == self._is
        if whole and self._written_to and found != _NOT_THERE:  # what was written last lies beside it
            whole = _identity(self._file.with_name(self._file.name + "-wal")) != _NOT_THERE
        if not whole:
            raise OperationalError("", None, Exception("the file is gone, or another one"))

    def hurry(self) -> None:
        """Wait for no other process any more."""
        self._hurried.set()

    async def close(self) -> None:
        """Wait for what is under way; what is only asked for by then never happens, and that is told who asked."""
        self.hurry()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self._idle.is_set():  # what came meanwhile goes on at once
                    await self._idle.wait()
        self._closed = True
        left = list(self._asked)
        self._asked.clear()
        _tell(left, [(None, _closed()) for _one in left])
        await asyncio.to_thread(self._writer.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.dispose()
        self._here.dispose()


class _Asked:
    """What is to be written, in whose context (it tells errors in his language), and what is told him when it is."""

    __slots__ = ("context", "found", "work")

    def __init__(self, work: Work[Any], context: Context, found: asyncio.Future[Any]) -> None:
        self.work, self.context, self.found = work, context, found

    def tell(self, found: Any, error: BaseException | None) -> None:
        """Tell how it ended, once."""
        told = self.found
        del self.found  # or what is raised would hold itself
        tell(told, found, error)


def _identity(file: Path) -> tuple[int, int]:
    """Which file of the system that is."""
    try:
        found = file.stat()
    except OSError:
        return _NOT_THERE
    return found.st_dev, found.st_ino


def _tell(asked: list[_Asked], ends: list[End]) -> None:
    for one, end in zip(asked, ends, strict=True):
        one.tell(*end)
    ends.clear()  # they hold what was raised, which holds who called for it


def _carried_out(connection: Connection, asked: list[_Asked]) -> list[End]:
    """Do all that is asked, and give how each ended. What fails is taken back alone, unless SQLite has taken back all
    there was for it, as when the disk is full: then all of it has failed, and the rest is not begun, as each statement
    would be a transaction of its own.
    """
    several, ends = len(asked) > 1, list[End]()
    for one in asked:
        ends.append(_apart(connection, one.work, one.context, several))
        if not _in_transaction(connection):
            lost = ends[-1][1] or OperationalError("", None, Exception("the transaction was lost"))
            return [(None, lost)] * len(asked)
    return ends


def _is_busy(error: Exception) -> bool:
    """Whether it only says that another process writes."""
    code = getattr(error.orig, "sqlite_errorcode", 0) if isinstance(error, OperationalError) else 0
    return code & 0xFF == sqlite3.SQLITE_BUSY


def _in_transaction(connection: Connection) -> bool:
    return bool(connection.connection.dbapi_connection.in_transaction)  # type: ignore[union-attr]


def _closed() -> RuntimeError:
    return RuntimeError("the database is closed")


def _apart(connection: Connection, work: Work[Any], context: Context, several: bool) -> End:
    try:
        if not several:
            return context.run(work, connection), None
        with connection.begin_nested():
            return context.run(work, connection), None
    except BaseException as error:  # noqa: BLE001 - it is told who asked
        return None, error


def _careful(url: URL, patience: int, begin: str) -> Engine:
    """Every connection of SQLite syncs what it commits, begins its transactions by that statement (a writer takes the
    lock then; who reads keeps no writer waiting), and waits so many milliseconds for another process.
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
        connection.exec_driver_sql(begin)

    return engine
