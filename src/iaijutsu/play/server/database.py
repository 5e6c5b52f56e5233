"""The database by its URL: SQLite in a file, or PostgreSQL. What is committed is on disk, and that is asserted.

What reads or writes is a plain function of a connection, run whole in one transaction. With SQLite those that read run
on threads of their own, and one writes at a time, as SQLite has it; with PostgreSQL all run on the event loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from ...engine import BadInput
from ..i18n import _
from . import schema
from .whole import Whole

T = TypeVar("T")
Work = Callable[[Connection], T]
End = tuple[Any, BaseException | None]
"""What came of a piece of work, or what it raised."""
READING = {"iaijutsu_reading": True}
"""Execution options of a connection that only reads: it keeps no writer waiting."""
LOCK = 1_769_039_978
"""The number of PostgreSQL's advisory lock under which tables are brought up to date."""
BUSY = 15_000
"""Milliseconds that SQLite waits for another process's transaction."""
POOL = 8
"""Connections to PostgreSQL for writing, and as many for reading."""
HUSHED = {"hide_parameters": True}
"""What is written stands in no error's words: it may be the seed of a duel's chance."""
READERS = 2
TOGETHER = 8
"""So much is written to SQLite together at most: two milliseconds each, in which nobody else is heard."""
PATIENCE = 1.0
"""Seconds that what is under way is given when the database is closed."""


class Database(Protocol):
    """Where duels are kept. `shared`: several processes are meant to use it at once."""

    url: URL
    shared: bool

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction, and commit. What it raises is raised, and nothing is kept."""
        ...

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


def database(url: str) -> Database:
    """The database at `sqlite:///FILE` or `postgresql://...`. Raises `BadInput` for other URLs."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadInput(
            "database", _("this is no URL of a database; needed is sqlite:///FILE or postgresql://…")
        ) from None
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise BadInput("database", _("duels are kept in a file: sqlite:///FILE"))
        return Sqlite(parsed)
    if kind in ("postgresql", "postgres"):
        return Postgres(parsed)
    raise BadInput("database", _("{kind} cannot be used; sqlite and postgresql can").format(kind=kind))


class Sqlite:
    """A file of SQLite, for one server process."""

    shared = False

    def __init__(self, url: URL) -> None:
        self.url = url
        self.engine, self._here = _careful(url, BUSY), _careful(url, 0)
        self._asked: deque[_Asked] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="duels-write")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="duels-read")

    async def write(self, work: Work[T]) -> T:
        """Here, but for the commit, which waits for the disk: a thread would ask for the interpreter anew at every
        statement. What is asked for meanwhile is written and committed together, or a queue would grow before the
        disk; each is taken back alone. Where another process writes just now, on the thread that may wait for it.

        It is done to its end, whatever becomes of who asked: a commit is not turned away from while it is made.
        """
        found: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.append(_Asked(work, copy_context(), found))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await found

    async def _write(self) -> None:
        try:
            while self._asked:
                await self._together([self._asked.popleft() for _ in range(min(len(self._asked), TOGETHER))])
        finally:
            self._writing = None

    async def _together(self, asked: list[_Asked]) -> None:
        try:
            ends = await self._committed(asked)
        except BaseException as error:
            ends = [(None, error)] * len(asked)
            if not isinstance(error, Exception):
                raise
        finally:
            for one, end in zip(asked, ends, strict=True):
                one.tell(*end)
            del ends  # which hold what was raised, and that this

    async def _committed(self, asked: list[_Asked]) -> list[End]:
        with self._here.connect() as connection:
            try:
                transaction = connection.begin()
            except OperationalError:
                return await self._on(self._writer, lambda: self._waited(asked))
            with transaction:
                ends = _carried_out(connection, asked)
                if any(error is None for _found, error in ends):
                    await self._on(self._writer, transaction.commit)
                else:
                    transaction.rollback()
            return ends

    def _waited(self, asked: list[_Asked]) -> list[End]:
        with self.engine.begin() as connection:
            return _carried_out(connection, asked)

    async def read(self, work: Work[T]) -> T:
        """On a thread that reads."""

        def whole() -> T:
            with self.engine.connect() as connection:
                return work(connection.execution_options(**READING))

        return await self._on(self._readers, whole)

    async def _on(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, work)

    async def close(self) -> None:
        """Wait for what is under way."""
        if self._writing is not None:
            await asyncio.wait((self._writing,), timeout=PATIENCE)
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


def _carried_out(connection: Connection, asked: list[_Asked]) -> list[End]:
    """Do all that is asked, and give how each ended. What fails alone is taken back alone."""
    if len(asked) == 1:
        return [(asked[0].context.run(asked[0].work, connection), None)]
    return [_apart(connection, one.work, one.context) for one in asked]


def _apart(connection: Connection, work: Work[Any], context: Context) -> End:
    try:
        with connection.begin_nested():
            return context.run(work, connection), None
    except Exception as error:  # noqa: BLE001 - it is told who asked
        return None, error


class Postgres:
    """A database of PostgreSQL, for any number of server processes.

    Each statement that reads is a transaction of its own, as each would see what is committed by then anyhow: so a
    reading is one exchange with the server, and not one more for its begin and one for its end.
    """

    shared = True

    def __init__(self, url: URL) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # seven megabytes that SQLite needs not

        self.url = url
        made = url.set(drivername="postgresql+psycopg")
        self.engine = create_async_engine(made, pool_size=POOL, max_overflow=0, **HUSHED)
        self._reading = create_async_engine(
            made, pool_size=POOL, max_overflow=0, isolation_level="AUTOCOMMIT", **HUSHED
        )
        self._whole = Whole()

    async def write(self, work: Work[T]) -> T:
        """In a transaction on a connection of the pool."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Work[T]) -> T:
        """Nothing is locked. It is done to its end, whatever becomes of who asked: a connection that somebody turns
        away from half way is of no more use, and stays open at the server.
        """
        return await self._whole(twice(lambda: self._read(work)))

    async def _read(self, work: Work[T]) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close the pools, when what is read has been read."""
        await self._whole.ended(PATIENCE)
        await asyncio.shield(asyncio.gather(self.engine.dispose(), self._reading.dispose()))


async def twice(work: Callable[[], Awaitable[T]]) -> T:
    """Do something that may be done twice: where its connection was lost it is done once more, on a new one. It may
    have been kept all the same; so the second time has to find that, or to do no harm.
    """
    try:
        return await work()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    return await work()


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


def prepare(connection: Connection) -> None:
    """Assert that commits are kept, and bring the tables up to date, one process at a time. Raises `BadInput`."""
    assert_kept(connection)
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    upgrade(connection)


def assert_kept(connection: Connection) -> None:
    """Assert that what is committed is on disk before the commit returns. Raises `BadInput`."""
    checks: dict[str, tuple[Any, ...]] = {"PRAGMA synchronous": (2, 3), "PRAGMA journal_mode": ("wal",)}
    if connection.dialect.name == "postgresql":
        checks = {"SHOW synchronous_commit": ("on", "remote_apply"), "SHOW fsync": ("on",)}
    for query, wanted in checks.items():
        found = connection.execute(text(query)).scalar()
        if found not in wanted:
            told = _("{query} gives {found!r}; needed is {wanted}, or an answered move could be lost")
            raise BadInput("database", told.format(query=query, found=found, wanted=wanted[0]))


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date, on a connection that holds the lock.

    An empty database gets them as they are now; Alembic, ten megabytes, is read where there are steps to take.
    """
    if not inspect(connection).has_table(schema.STEP.name):
        schema.META.create_all(connection)
        connection.execute(schema.STEP.insert().values(version_num=schema.NEWEST))
    elif connection.execute(select(schema.STEP)).scalar() != schema.NEWEST:
        _take_steps(connection)


def _take_steps(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    with as_file(files(__package__).joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(Path(folder)).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
