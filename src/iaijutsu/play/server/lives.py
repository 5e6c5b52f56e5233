"""The tables that are kept in memory: at most so many, each under a lock of its own, each level with its log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..i18n import _
from ..odds import Odds
from . import log, schema
from .acting import Acts
from .calls import NotHere
from .database import is_shared, reading
from .looking import Looks, Present
from .pulse import Pulse
from .table import Record, Table

MOST = 600
"""Tables in memory at most; the rest are folded anew from their logs when somebody asks."""


@dataclass
class Live:
    """A table in memory. Whoever uses it holds its lock; one that failed half way is thrown away."""

    duel: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    looks: Looks | None = None
    odds: dict[tuple[int, str, str], Odds] = field(default_factory=dict)
    present: Present = field(default_factory=Present)
    acts: Acts | None = None
    """What is being done, until it is committed."""
    stale: bool = True
    """Whether who is there has to be read again."""
    looked: float = 0.0

    @property
    def at(self) -> tuple[Table, Looks]:
        """The table, and who makes what people see of it."""
        assert self.table is not None and self.looks is not None
        return self.table, self.looks


class Lives:
    """Keeps live tables, and brings them level with the log before they are used."""

    def __init__(self, engine: AsyncEngine, pulse: Pulse, most: int = MOST) -> None:
        self.engine, self.pulse, self.most = engine, pulse, most
        self.shared = is_shared(engine)
        self._kept: OrderedDict[str, Live] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def peek(self, duel: str) -> Live | None:
        """The table if it is in memory; not level, not locked."""
        return self._kept.get(duel)

    def every(self) -> list[str]:
        """The duels in memory."""
        return list(self._kept)

    def forget(self, duel: str) -> None:
        """Throw a table away: it is folded anew when somebody asks."""
        self._kept.pop(duel, None)

    @asynccontextmanager
    async def held(self, duel: str, *, level: bool = True) -> AsyncIterator[Live]:
        """The table of a duel, locked; with `level`, as the log has it now where others may write. Raises `NotHere`."""
        while True:
            live = self._kept.get(duel)
            if live is None:
                live = self._kept[duel] = Live(duel)
            async with live.lock:
                if self._kept.get(duel) is not live:
                    continue  # it was thrown away while we waited
                self._kept.move_to_end(duel)
                await self._levelled(live, level)
                self._make_room()
                yield live
                return

    async def _levelled(self, live: Live, level: bool) -> None:
        if live.table is not None and not (level and (self.shared or self.pulse.others)):
            return
        try:
            async with reading(self.engine) as connection:
                await self.catch_up(connection, live, None)
        except BaseException:
            self.forget(live.duel)
            raise

    def _make_room(self) -> None:
        for duel in list(self._kept):
            if len(self._kept) <= self.most:
                return
            if not self._kept[duel].lock.locked():
                del self._kept[duel]

    async def catch_up(self, connection: AsyncConnection, live: Live, length: int | None) -> None:
        """Fold in what others have added to the log. `length`: how long it is, if that is known."""
        if live.table is None:
            live.table = Table(await record(connection, live.duel), self.pulse.gaps)
            live.looks = Looks(live.table)
        elif length is None:
            query = select(schema.DUELS.c.length).where(schema.DUELS.c.id == live.duel)
            length = (await connection.execute(query)).scalar_one()
        table = live.table
        if length is not None and length == table.rows:
            return
        for row in await log.read(connection, live.duel, table.rows):
            table.apply(row)


async def record(connection: AsyncConnection, duel: str) -> Record:
    """How a duel was made. Raises `NotHere`, and `BadInput` for one of another version."""
    row: Any = (await connection.execute(select(schema.DUELS).where(schema.DUELS.c.id == duel[:32]))).first()
    if row is None:
        raise NotHere(_("there is no such duel here"))
    return Record.read(row)
