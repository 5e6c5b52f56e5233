"""Who is there: who has a page open that is kept up to date, and who asked for something a moment ago, since without
script nothing stays open. In this process, and by the database in the others.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal
from weakref import WeakValueDictionary

from sqlalchemy import Connection, delete, insert, select

from ...engine import Seat
from . import schema
from .calls import Who
from .database import Database, twice
from .lives import Live
from .log import NOBODY
from .looking import Present
from .pulse import GONE
from .seen import Role

Place = tuple[Role | Literal["visit"], Seat]
VISIT: Literal["visit"] = "visit"
"""Stands for the role where it is told when a player last asked for something: then he `left`, with no page open."""
STAYS = 120.0
"""Seconds for which a player is there after he asked for something, unless he has closed a page since then. Without
script no page asks by itself: who waits looks again when he likes, and who is asked reads and thinks meanwhile, which
takes most people less than this. More would only show for longer those who have left. No clock and no claim goes by it.
"""
AGAIN = 30.0
"""Seconds after which who is there is read again all the same."""
MOST = 2000
"""Duels that it is remembered of when somebody went: those where somebody did last. Of others, nobody has been there
since they were made, or this process began."""


class Presence:
    """Counts open pages by duel and place. `moved` is told, here, where somebody came or went; `tell` tells the other
    processes so.
    """

    def __init__(
        self, database: Database, process: str, now: Callable[[], float], moved: Callable[[str], None],
        tell: Callable[[Connection, str], None],
    ) -> None:  # fmt: skip
        self.database, self.process, self.now, self.shared = database, process, now, database.shared
        self.moved, self.tell = moved, tell
        self.began = now()
        self._open: defaultdict[str, Counter[Place]] = defaultdict(Counter)
        self._left: OrderedDict[str, dict[Place, float]] = OrderedDict()
        self._writing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._untold: set[tuple[str, Place]] = set()
        self._visits: dict[tuple[str, Seat], float] = {}
        """Players who asked for something here, and which time of it the other processes know."""
        self._lapses: dict[str, float] = {}
        """When somebody who was seen to be there will be so no more, should he ask for nothing until then."""

    async def change(self, who: Who, by: int) -> None:
        """A page was opened (1) or closed (-1). It is counted at once, whatever becomes of telling the others."""
        place: Place = (who.role, NOBODY if who.seat is None else who.seat)
        pages = self._open[who.duel]
        pages[place] += by
        if who.role == "seat":  # from now on his pages tell
            self._visits.pop((who.duel, place[1]), None)
        if pages[place] <= 0:
            del pages[place]
            self._went(who.duel, place)
        if not pages:
            del self._open[who.duel]
        try:
            if self.shared:
                await self._tell(who.duel, place)
        finally:  # here it is known, even where the others could not be told
            self.moved(who.duel)

    async def _tell(self, duel: str, place: Place) -> None:
        async with self._writing.setdefault(duel, asyncio.Lock()):  # the count that is written last has to be the last
            self._untold.add((duel, place))
            await twice(lambda: self.database.write(lambda connection: self._write(connection, duel, place)))
            self._untold.discard((duel, place))

    async def tell_again(self) -> None:
        """Tell the others what they could not be told, or they would see for ever who has gone meanwhile."""
        for duel, place in list(self._untold):
            await self._tell(duel, place)

    def visit(self, who: Who) -> None:
        """Somebody asked for something. If he came by that, it shows here at once, in other processes by and by."""
        if who.role != "seat" or who.seat is None:
            return
        if who.duel in self._open and self._open[who.duel]["seat", who.seat]:
            return
        came = not _stays(self._left.get(who.duel, {}), who.seat, self.now())
        self._went(who.duel, (VISIT, who.seat))
        if self.shared:
            self._visits.setdefault((who.duel, who.seat), 0.0)
            _bound(self._visits)
        if came:
            self.moved(who.duel)

    async def tell_visits(self) -> None:
        """Tell the others who has come by asking for something, and in time that he still does; all at once."""
        now, fresh = self.now(), {}
        for (duel, seat), known in list(self._visits.items()):
            last = self._left.get(duel, {}).get((VISIT, seat), 0.0)
            if now - last >= STAYS:
                del self._visits[duel, seat]
            elif last > known and now - known >= STAYS / 2:
                fresh[duel, seat] = last

        def write(connection: Connection) -> None:
            for duel, seat in sorted(fresh):
                self._write(connection, duel, (VISIT, seat))

        if fresh:
            await twice(lambda: self.database.write(write))
            self._visits.update({key: last for key, last in fresh.items() if key in self._visits})

    def lapsed(self) -> list[str]:
        """Duels where somebody may have gone by now who had no page open: nothing else tells that."""
        now = self.now()
        found = [duel for duel, when in self._lapses.items() if when <= now]
        for duel in found:
            del self._lapses[duel]
            self.moved(duel)
        return found

    def anybody(self, duel: str) -> bool:
        """Whether a page of this duel is open in this process."""
        return duel in self._open

    def _went(self, duel: str, place: Place) -> None:
        """Note when the last page of a place was closed."""
        left = self._left.pop(duel, {})
        self._left[duel] = {**left, place: self.now()}
        if len(self._left) > MOST:
            self._left.popitem(last=False)

    def _write(self, connection: Connection, duel: str, place: Place) -> None:
        table, count = schema.PAGES, self._open[duel][place] if duel in self._open else 0
        left = self.now() if count else self._left.get(duel, {}).get(place, self.now())
        key = {"process": self.process, "duel": duel, "role": place[0], "seat": place[1]}
        connection.execute(delete(table).filter_by(**key))
        connection.execute(insert(table).values(**key, count=count, left=left))
        self.tell(connection, duel)

    def looked_around(self, live: Live) -> bool:
        """Whether it is known who is at a table; with several processes it is read again when somebody came or went, a
        process did, or after a while.
        """
        if self.shared and (live.stale or live.around is None or self.now() - live.looked > AGAIN):
            return False
        self._know(live)
        return True

    async def look_around(self, live: Live) -> None:
        """Know who is at a table."""
        if self.looked_around(live):
            return
        live.stale, live.looked = False, self.now()
        try:
            live.around = await self.around(live.duel)
        except BaseException:
            live.stale = True
            raise
        self._know(live)

    def _know(self, live: Live) -> None:
        pages, left = live.around or (self._open.get(live.duel, {}), self._left.get(live.duel, {}))
        record = live.at[0].record
        live.present = self.present(live.duel, pages, left, record.people, record.made)

    async def around(self, duel: str) -> tuple[Counter[Place], dict[Place, float]]:
        """Open pages, and when the last ones were closed, in all processes."""
        pages, left = Counter(self._open.get(duel, {})), dict(self._left.get(duel, {}))
        if self.shared:
            await self._add_others(duel, pages, left)
        return pages, left

    def present(
        self, duel: str, pages: Mapping[Place, int], left: Mapping[Place, float], people: Iterable[Seat], made: float
    ) -> Present:
        """Who is there: for each seat of a person for how long nobody has been (None: somebody is)."""
        now, since = self.now(), made if self.shared else max(made, self.began)
        away: dict[Seat, int | None] = {}
        lapses: list[float] = []
        for seat in people:
            if pages.get(("seat", seat)):
                away[seat] = None
                continue
            last = max(since, left.get(("seat", seat), since), left.get((VISIT, seat), since))
            visits = _stays(left, seat, now)
            away[seat] = None if visits else max(0, int(now - last))
            lapses += [last + STAYS] if visits else []
        if lapses:
            self._lapses[duel] = min(lapses)
            _bound(self._lapses)
        return Present(away, sum(count for (role, _seat), count in pages.items() if role == "spectator"))

    async def _add_others(self, duel: str, pages: Counter[Place], left: dict[Place, float]) -> None:
        table, pulses = schema.PAGES, schema.PULSES
        query = (
            select(table.c.role, table.c.seat, table.c.count.label("pages"), table.c.left, pulses.c.last)
            .join(pulses, pulses.c.process == table.c.process, isouter=True)
            .where(table.c.duel == duel, table.c.process != self.process)
        )
        for row in await self.database.read(lambda connection: connection.execute(query).all()):
            place: Place = (row.role, row.seat)
            alive = row.last is not None and row.last > self.now() - GONE
            if alive:
                pages[place] += row.pages
            gone = row.left if alive or row.last is None or not row.pages else row.last
            left[place] = max(left.get(place, 0.0), gone)

    async def close(self) -> None:
        """This process shows no pages any more."""
        if self.shared:
            gone = delete(schema.PAGES).where(schema.PAGES.c.process == self.process)
            await self.database.write(lambda connection: connection.execute(gone))


def _stays(left: Mapping[Place, float], seat: Seat, now: float) -> bool:
    """Whether a player is there because he asked for something, and has closed no page since."""
    last = left.get((VISIT, seat), 0.0)
    return last > left.get(("seat", seat), 0.0) and now - last < STAYS


def _bound(remembered: dict[Any, float]) -> None:
    """Forget what was noted first where too much is remembered."""
    if len(remembered) > MOST:
        del remembered[next(iter(remembered))]
