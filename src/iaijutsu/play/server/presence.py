"""Who has a page open: in this process, and by the database in the others."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from weakref import WeakValueDictionary

from sqlalchemy import Connection, delete, insert, select

from ...engine import Seat
from . import schema
from .calls import Who
from .database import Database, twice
from .log import NOBODY
from .looking import Present
from .pulse import GAP
from .seen import Role

Place = tuple[Role, Seat]
Tell = Callable[[Connection], None]
MOST = 2000
"""Duels that it is remembered of when somebody went: those where somebody did last. Of others, nobody has been there
since they were made, or this process began."""


class Presence:
    """Counts open pages by duel and place."""

    def __init__(self, database: Database, process: str, now: Callable[[], float]) -> None:
        self.database, self.process, self.now, self.shared = database, process, now, database.shared
        self.began = now()
        self._open: defaultdict[str, Counter[Place]] = defaultdict(Counter)
        self._left: OrderedDict[str, dict[Place, float]] = OrderedDict()
        self._writing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._untold: dict[tuple[str, Place], Tell] = {}

    async def change(self, who: Who, by: int, tell: Tell) -> None:
        """A page was opened (1) or closed (-1). It is counted at once, whatever becomes of telling the others: by the
        database, and with `tell`.
        """
        place: Place = (who.role, NOBODY if who.seat is None else who.seat)
        pages = self._open[who.duel]
        pages[place] += by
        if pages[place] <= 0:
            del pages[place]
            self._went(who.duel, place)
        if not pages:
            del self._open[who.duel]
        if self.shared:
            await self._tell(who.duel, place, tell)

    async def _tell(self, duel: str, place: Place, tell: Tell) -> None:
        async with self._writing.setdefault(duel, asyncio.Lock()):  # the count that is written last has to be the last
            self._untold[duel, place] = tell
            await twice(lambda: self.database.write(lambda connection: self._write(connection, duel, place, tell)))
            del self._untold[duel, place]

    async def tell_again(self) -> None:
        """Tell the others what they could not be told, or they would see for ever who has gone meanwhile."""
        for (duel, place), tell in list(self._untold.items()):
            await self._tell(duel, place, tell)

    def anybody(self, duel: str) -> bool:
        """Whether a page of this duel is open in this process."""
        return duel in self._open

    def _went(self, duel: str, place: Place) -> None:
        """Note when the last page of a place was closed."""
        left = self._left.pop(duel, {})
        self._left[duel] = {**left, place: self.now()}
        if len(self._left) > MOST:
            self._left.popitem(last=False)

    def _write(self, connection: Connection, duel: str, place: Place, tell: Tell) -> None:
        table, count = schema.PAGES, self._open[duel][place] if duel in self._open else 0
        left = self.now() if count else self._left.get(duel, {}).get(place, self.now())
        key = {"process": self.process, "duel": duel, "role": place[0], "seat": place[1]}
        connection.execute(delete(table).filter_by(**key))
        connection.execute(insert(table).values(**key, count=count, left=left))
        tell(connection)

    async def of(self, duel: str, people: Iterable[Seat], made: float) -> Present:
        """Who is there: for each seat of a person for how long nobody has been (None: somebody is)."""
        pages, left = Counter(self._open.get(duel, {})), dict(self._left.get(duel, {}))
        if self.shared:
            await self._add_others(duel, pages, left)
        now, since = self.now(), made if self.shared else max(made, self.began)
        away = {
            seat: None if pages["seat", seat] else max(0, int(now - left.get(("seat", seat), since))) for seat in people
        }
        lookers = sum(count for (role, _seat), count in pages.items() if role == "spectator")
        return Present(away, lookers)

    async def _add_others(self, duel: str, pages: Counter[Place], left: dict[Place, float]) -> None:
        table, pulses = schema.PAGES, schema.PULSES
        query = (
            select(table.c.role, table.c.seat, table.c.count.label("pages"), table.c.left, pulses.c.last)
            .join(pulses, pulses.c.process == table.c.process, isouter=True)
            .where(table.c.duel == duel, table.c.process != self.process)
        )
        for row in await self.database.read(lambda connection: connection.execute(query).all()):
            place: Place = (row.role, row.seat)
            alive = row.last is not None and row.last > self.now() - 2 * GAP
            if alive:
                pages[place] += row.pages
            gone = row.left if alive or row.last is None else row.last
            left[place] = max(left.get(place, 0.0), gone)

    async def close(self) -> None:
        """This process shows no pages any more."""
        if self.shared:
            gone = delete(schema.PAGES).where(schema.PAGES.c.process == self.process)
            await self.database.write(lambda connection: connection.execute(gone))
