"""Sees to it that computer players who are asked think, once each, and that their answers are put on record."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ...engine import Json, Seat
from .computers import Computers, Task, asked
from .lives import Live, Lives

Answered = Callable[[str, Seat, str, Json], Awaitable[None]]
"""Puts an answer on record: duel, seat, the question's id, the answer."""
logger = logging.getLogger(__name__)


class Thinking:
    """One task for each duel in which a computer player is asked."""

    def __init__(self, lives: Lives, answered: Answered) -> None:
        self.lives, self.answered, self.computers = lives, answered, Computers()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def stir(self, live: Live, delay: float) -> None:
        """Let a computer player think who is asked and does not yet. `delay`: give another process time to do it."""
        if live.table is None or live.duel in self._tasks or asked(live.table) is None:
            return
        task = asyncio.create_task(self._think(live.duel, delay))
        self._tasks[live.duel] = task
        task.add_done_callback(lambda _task: self._tasks.pop(live.duel, None))

    async def _think(self, duel: str, delay: float) -> None:
        await asyncio.sleep(delay)
        try:
            while await self._one(duel):
                pass
        except Exception as error:  # noqa: BLE001 - whoever looks next begins it again
            logger.warning("a computer player's answer was lost: %s", type(error).__name__)

    async def _one(self, duel: str) -> bool:
        """Let one computer player answer. False when none is asked."""
        async with self.lives.held(duel) as live:
            table = live.at[0]
            seat = asked(table)
            if seat is None:
                return False
            question, task = table.question_id(seat), Task.of(table, seat)
        await self.answered(duel, seat, question, await self.computers.answer(task))
        return True

    async def close(self) -> None:
        """Nobody thinks any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.computers.close)
