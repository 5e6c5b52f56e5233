"""Signs of life: when no process was there, nobody's clock ran."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import schema
from .clocks import Onward
from .database import Database, twice

EVERY = 2.0
"""Seconds between signs of life."""
GAP = 6.0
"""Seconds without any sign of life that are not charged to clocks."""
GONE = 2 * GAP
"""Seconds without one after which a process is gone, and with it whoever had a page open there."""
DAY = 86_400.0


class Pulse:
    """Gives this process's signs of life, and keeps the list of gaps (began, ended) that it was given up to date."""

    def __init__(
        self, database: Database, gaps: list[tuple[float, float]], now: Onward,
        changed: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """`changed` is called when another process has come, or one has gone for good."""
        self.database, self.gaps, self.now, self.changed = database, gaps, now, changed
        self.process = secrets.token_hex(8)
        self.last = 0.0
        self.others = 0
        """How many other processes are alive."""
        self._there: set[str] = set()

    async def due(self) -> None:
        """A sign of life now, if the last one is so long ago that it may be that all stood still."""
        if self.now() - self.last > GAP:
            await self.beat()

    async def beat(self) -> None:
        """A sign of life. If there was none of any process for long, the time in between is a gap."""
        try:
            there = await twice(lambda: self.database.write(self._beat))
        except IntegrityError:  # another process has just noted the same gap
            there = await self.database.write(lambda connection: self._beat(connection, noting=False))
        if there != self._there:
            self._there = there
            self.changed()

    def _beat(self, connection: Connection, *, noting: bool = True) -> set[str]:
        now, table = self.now(), schema.PULSES
        last = connection.execute(select(func.max(table.c.last))).scalar() or 0.0
        if last - now > GAP:  # this machine's clock was set back while we were away
            self.now.reach(last)
            now = last
        if noting and last and now - last > GAP:
            connection.execute(insert(schema.GAPS).values(began=last, ended=now))
        if not connection.execute(update(table).where(table.c.process == self.process).values(last=now)).rowcount:
            connection.execute(insert(table).values(process=self.process, last=now))  # the first
        connection.execute(delete(table).where(table.c.last < now - DAY, table.c.process != self.process))
        others = select(table.c.process, table.c.last).where(table.c.last > now - GONE, table.c.process != self.process)
        found = connection.execute(others).all()
        self.others = sum(row.last > now - GAP for row in found)
        rows = connection.execute(select(schema.GAPS).order_by(schema.GAPS.c.began))
        self.gaps[:] = [(row.began, row.ended) for row in rows]
        self.last = now
        return {row.process for row in found}
