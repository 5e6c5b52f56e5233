"""Wake-ups: who watches a duel is told that there may be something new, and nothing more."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator


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

    def close(self) -> None:
        """Every watch comes to its end."""
        self.closed = True
        self.wake_all()

    async def watch(self, duel: str) -> AsyncIterator[None]:
        """One wake-up for everything that happened since the last, until the house closes."""
        event = asyncio.Event()
        self._watching[duel].add(event)
        try:
            while not self.closed:
                await event.wait()
                event.clear()
                if not self.closed:
                    yield
        finally:
            self._watching[duel].discard(event)
            if not self._watching[duel]:
                del self._watching[duel]
