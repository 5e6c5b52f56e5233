"""Wake-ups: who watches a duel is told that there may be something new, and nothing more."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping

from sqlalchemy import URL, Connection, text

LOG, PAGES = "iaijutsu", "iaijutsu_pages"
"""Two channels: of what is new in a duel's log, and of who has come or gone. On both a duel's id is told, no more."""
QUIET = 10.0
"""Seconds of silence after which the connection is tried."""
AGAIN = (0.1, 1.0)
"""Seconds until the next try to connect, the first and the longest."""
logger = logging.getLogger(__name__)

_NOTIFY = text("SELECT pg_notify(:channel, :duel), pg_backend_pid()")


def notify(connection: Connection, channel: str, duel: str) -> int:
    """Tell every process, when this is committed, that there is something new at a duel; by which connection it is."""
    number: int = connection.execute(_NOTIFY, {"channel": channel, "duel": duel}).one()[1]
    return number


class Wakes:
    """Wakes those who watch in this process."""

    def __init__(self) -> None:
        self._watching: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closed = False

    def __len__(self) -> int:
        return sum(map(len, self._watching.values()))

    def wake(self, duel: str) -> None:
        """There may be something new at this duel."""
        for event in self._watching.get(duel, ()):
            event.set()

    def wake_all(self) -> None:
        """There may be something new anywhere."""
        for duel in list(self._watching):
            self.wake(duel)

    def watched(self) -> list[str]:
        """The duels that somebody watches."""
        return list(self._watching)

    def close(self) -> None:
        """Every watch comes to its end."""
        self.closed = True
        self.wake_all()

    def add(self, duel: str, event: asyncio.Event) -> None:
        """Set this event from now on whenever there may be something new, and when the house closes."""
        self._watching[duel].add(event)

    def drop(self, duel: str, event: asyncio.Event) -> None:
        """Do so no more."""
        self._watching[duel].discard(event)
        if not self._watching[duel]:
            del self._watching[duel]


class Listener:
    """Hears what other processes have committed, on a connection of its own, for as long as it is run: a call of what
    `heard` has for the channel, with the duel's id.

    A connection that is lost is made again, and then `missed` is called: whatever was told meanwhile was not heard.
    What this process itself has told, by one of the connections in `own`, it knows already.
    """

    def __init__(self, url: URL, heard: Mapping[str, Callable[[str], None]], missed: Callable[[], None]) -> None:
        self.url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.heard, self.missed = heard, missed
        self.own: set[int] = set()
        self.connections = 0
        """How often it has begun to listen."""

    async def run(self) -> None:
        """Listen for ever."""
        pause = AGAIN[0]
        while True:
            try:
                await self._listen()
            except Exception as error:  # noqa: BLE001 - whatever it was, we listen again
                logger.warning("the listener has lost its connection: %s", type(error).__name__)
            else:
                pause = AGAIN[0]
            await asyncio.sleep(pause)
            pause = min(2 * pause, AGAIN[1])

    async def _listen(self) -> None:
        import psycopg

        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True, connect_timeout=5) as connection:
            for channel in self.heard:
                await connection.execute(f"LISTEN {channel}")
            self.connections += 1
            self.own.clear()  # the server may have begun anew, and numbers its connections again
            self.missed()
            while True:
                async for note in connection.notifies(timeout=QUIET):
                    if note.pid not in self.own:
                        self.heard[note.channel](note.payload)
                async with asyncio.timeout(QUIET):  # silence: is anybody there?
                    await connection.execute("SELECT 1")
