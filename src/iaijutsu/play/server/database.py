"""The database by its URL: SQLite in a file, or PostgreSQL. What is committed is on disk, and that is asserted.

What reads or writes is a plain function of a connection, run whole in one transaction. With SQLite those that read run
on threads of their own, and one writes at a time, as SQLite has it; with PostgreSQL all run on the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, event, inspect, select, text
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from ...engine import BadInput
from ..i18n import _
from . import schema
from .shielded import Shielded

T = TypeVar("T")
Work = Callable[[Connection], T]
LOCK = 1_769_039_978
"""The number of PostgreSQL's advisory lock under which tables are brought up to date."""
CLOSING = ("08", "57P")
"""How the codes of PostgreSQL's errors begin that say that a connection is lost, or about to be."""
POOL = 8
"""Connections to PostgreSQL for writing, and as many for reading."""
HUSHED = {"hide_parameters": True}
"""What is written stands in no error's words: it may be the seed of a duel's chance."""
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

    def hurry(self) -> None:
        """The house closes: wait for nobody else any more."""
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
        from .sqlite import Sqlite

        return Sqlite(parsed)
    if kind in ("postgresql", "postgres"):
        return Postgres(parsed)
    raise BadInput("database", _("{kind} cannot be used; sqlite and postgresql can").format(kind=kind))


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
        self._shielded = Shielded()
        for one in (self.engine, self._reading):
            event.listen(one.sync_engine, "handle_error", _notice_loss)

    async def write(self, work: Work[T]) -> T:
        """In a transaction on a connection of the pool."""
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Work[T]) -> T:
        """Nothing is locked. It is done to its end, whatever becomes of who asked: a connection that somebody turns
        away from half way is of no more use, and stays open at the server.
        """
        return await self._shielded(twice(lambda: self._read(work)))

    async def _read(self, work: Work[T]) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    def hurry(self) -> None:
        """Locks are held for a moment alone, and closing ends the waiting for a server that hangs."""

    async def close(self) -> None:
        """Close the pools, when what is read has been read."""
        await self._shielded.ended(PATIENCE)
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


def _notice_loss(failure: ExceptionContext) -> None:
    """A server that closes connections says so first, and it may be heard before they are found closed."""
    if str(getattr(failure.original_exception, "sqlstate", None)).startswith(CLOSING):
        failure.is_disconnect = True


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

    An empty database gets them as they are now; Alembic, ten megabytes, is read where there are steps to take. Raises
    `BadInput` for steps that are not known here.
    """
    if not inspect(connection).has_table(schema.STEP.name):
        schema.META.create_all(connection)
        connection.execute(schema.STEP.insert().values(version_num=schema.NEWEST))
        return
    step = connection.execute(select(schema.STEP)).scalar()
    if step is not None and step > schema.NEWEST:
        raise BadInput("database", _("it is of a later version of this program"))
    if step != schema.NEWEST:
        _take_steps(connection)


def _take_steps(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    with as_file(files(__package__).joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(Path(folder)).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
