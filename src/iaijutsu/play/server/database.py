"""The database by its URL: SQLite in a file, or PostgreSQL. What is committed is on disk, and that is asserted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...engine import BadInput
from ..i18n import _

READING = {"iaijutsu_reading": True}
"""Execution options of a connection that only reads."""
LOCK = 1_769_039_978
"""The number of PostgreSQL's advisory lock under which tables are brought up to date."""
BUSY = 15_000
"""Milliseconds that SQLite waits for another's transaction."""


def engine_of(url: str) -> AsyncEngine:
    """An engine for `sqlite:///FILE` or `postgresql://...`. Raises `BadInput` for other URLs."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadInput(
            "database", _("this is no URL of a database; needed is sqlite:///FILE or postgresql://…")
        ) from None
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        made = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": BUSY / 1000})
        _careful(made)
        return made
    if kind == "postgresql":
        return create_async_engine(parsed.set(drivername="postgresql+psycopg"), pool_size=8, pool_pre_ping=True)
    raise BadInput("database", _("{kind} cannot be used; sqlite and postgresql can").format(kind=kind))


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection that only reads: it keeps no writer waiting."""
    async with engine.connect() as connection:
        yield await connection.execution_options(**READING)


def is_shared(engine: AsyncEngine) -> bool:
    """Whether other processes may write to the same duels."""
    return engine.dialect.name == "postgresql"


def _careful(engine: AsyncEngine) -> None:
    """Every connection of SQLite syncs what it commits, and a writer takes the lock when it begins."""

    @event.listens_for(engine.sync_engine, "connect")
    def _connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY}", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = connection.get_execution_options().get("iaijutsu_reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


async def prepare(engine: AsyncEngine) -> None:
    """Assert that commits are kept, and bring the tables up to date. Raises `BadInput`."""
    async with engine.connect() as connection:
        await _assert_kept(engine, connection)
    async with engine.begin() as connection:
        if is_shared(engine):
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        await connection.run_sync(upgrade)


async def _assert_kept(engine: AsyncEngine, connection: Any) -> None:
    if is_shared(engine):
        checks: dict[str, tuple[Any, ...]] = {"SHOW synchronous_commit": ("on", "remote_apply"), "SHOW fsync": ("on",)}
    else:
        checks = {"PRAGMA synchronous": (2, 3), "PRAGMA journal_mode": ("wal", "memory")}
    for query, wanted in checks.items():
        found = (await connection.execute(text(query))).scalar()
        if found not in wanted:
            told = _("{query} gives {found!r}; needed is {wanted}, or an answered move could be lost")
            raise BadInput("database", told.format(query=query, found=found, wanted=wanted[0]))


def upgrade(connection: Connection) -> None:
    """Bring the tables up to date, on a connection that holds the lock."""
    from alembic import command
    from alembic.config import Config

    with as_file(files(__package__).joinpath("migrations")) as folder:
        config = Config()
        config.set_main_option("script_location", str(Path(folder)).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


async def dispose(engine: AsyncEngine) -> None:
    """Close every connection."""
    await asyncio.shield(engine.dispose())
