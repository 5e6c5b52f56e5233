"""The tables that are kept in memory: at most so many, each under a lock of its own, each level with its log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, select

from ..i18n import _
from ..odds import Odds
from . import log, schema
from .acting import Acts
from .calls import NotHere
from .database import Database
from .looking import Looks, Present
from .pulse import Pulse
from .table import Record, Table

MOST = 600
"""Tables in memory at most; the rest are folded anew from their logs when somebody asks."""

# statements of every move, made once
_WHOLE = select(schema.DUELS).where(schema.DUELS.c.id == bindparam("duel"))
_WHOLE_LOCKED = _WHOLE.with_for_update()
_LOCKED = select(schema.DUELS.c.length).where(schema.DUELS.c.id == bindparam("duel")).with_for_update()


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
    unread: bool = True
    """Whether others may have added to its log since it was read, as far as wake-ups told."""
    stale: bool = True
    """Whether who is there has to be read again."""
    looked: float = 0.0
    around: tuple[Mapping[Any, int], Mapping[Any, float]] | None = None
    """Who was there in all processes when it was read, as `presence.py` tells it."""
    warm: bool = False
    """Whether what odds need has been prepared."""

    @property
    def at(self) -> tuple[Table, Looks]:
        """The table, and who makes what people see of it."""
        assert self.table is not None and self.looks is not None
        return self.table, self.looks

    @property
    def over(self) -> bool:
        """Whether the duel has ended, as far as is known here."""
        return self.table is not None and self.table.finished


class Lives:
    """Keeps live tables, and brings them level with the log before they are used. `moved` is told where that found
    something of which no wake-up had told.
    """

    def __init__(self, database: Database, pulse: Pulse, moved: Callable[[str], None], most: int = MOST) -> None:
        self.database, self.pulse, self.moved, self.most = database, pulse, moved, most
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

    async def let_go(self, duel: str, when: Callable[[Live], bool]) -> None:
        """Throw a table away that may go, but not from under somebody who changes it: the next one would be folded
        without what he does, and go on without it where nobody else writes.
        """
        if (live := self._kept.get(duel)) is not None and when(live):
            async with live.lock:
                if self._kept.get(duel) is live and when(live):
                    self.forget(duel)

    def at_hand(self, duel: str, *, woken: bool) -> Live | None:
        """The table as `held` would give it, where that has to wait for nothing; for who is done with it at once."""
        live = self._kept.get(duel)
        if live is None or live.lock.locked() or self._behind(live, live.unread or not woken):
            return None
        self._kept.move_to_end(duel)
        return live

    def _behind(self, live: Live, level: bool) -> bool:
        """Whether the log has to be read before the table is used."""
        return live.table is None or (level and (self.database.shared or self.pulse.others > 0))

    @asynccontextmanager
    async def held(self, duel: str, *, level: bool = True, woken: bool = False) -> AsyncIterator[Live]:
        """The table of a duel, locked; with `level`, as the log has it now where others may write. Raises `NotHere`.

        `woken`: who asks is woken by whatever is new, so the log is read only where a wake-up came since it was.
        """
        while True:
            live = self._kept.get(duel)
            if live is None:
                live = self._kept[duel] = Live(duel)
            async with live.lock:
                if self._kept.get(duel) is not live:
                    continue  # it was thrown away while we waited
                self._kept.move_to_end(duel)
                await self._levelled(live, level and (live.unread or not woken))
                self._make_room()
                yield live
                return

    async def _levelled(self, live: Live, level: bool) -> None:
        if not self._behind(live, level):
            return
        before = None if live.table is None else live.table.rows
        told, live.unread = live.unread and before is not None, False  # what is told from now on may not be read yet
        try:
            self._fold(live, *await self.database.read(lambda connection: newer(connection, live.duel, before)))
        except BaseException:
            self.forget(live.duel)
            raise
        if not told and live.at[0].rows != before:  # whoever watches has not seen it, and it shows nowhere any more
            self.moved(live.duel)

    def _make_room(self) -> None:
        for duel in list(self._kept) if len(self._kept) > self.most else ():
            if len(self._kept) <= self.most:
                return
            if not self._kept[duel].lock.locked():
                del self._kept[duel]

    def catch_up(self, connection: Connection, live: Live) -> None:
        """Fold in what others have added to the log. Raises `NotHere`."""
        before = None if live.table is None else live.table.rows
        self._fold(live, *newer(connection, live.duel, before, writing=True))

    def _fold(self, live: Live, made: Record | None, rows: list[log.Row]) -> None:
        if live.table is None:
            assert made is not None
            live.table = Table(made, self.pulse.gaps)
            live.looks = Looks(live.table)
        for row in rows:
            live.table.apply(row)


def newer(
    connection: Connection, duel: str, before: int | None, *, writing: bool = False
) -> tuple[Record | None, list[log.Row]]:
    """What a duel's log has beyond the first `before` rows; with None all of it, and how the duel was made.

    `writing`: the duel's row is locked, where the database does not let one write at a time anyhow. Raises
    `NotHere`, and `BadInput` for a duel of another version.
    """
    if before is None:
        row: Any = connection.execute(_WHOLE_LOCKED if writing else _WHOLE, {"duel": duel[:32]}).first()
        if row is None:
            raise NotHere(_("there is no such duel here"))
        return Record.read(row), log.read(connection, duel)
    if writing and connection.execute(_LOCKED, {"duel": duel}).scalar_one() == before:
        return None, []
    return None, log.read(connection, duel, before)
