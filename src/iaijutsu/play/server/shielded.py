"""Work that is done to its end, whatever becomes of who asked for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_ALL: set[asyncio.Task[Any]] = set()
"""All such work that is under way."""


class Shielded:
    """Starts such work, and knows what of it is under way."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin something that nobody waits for."""
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        _ALL.add(task)
        task.add_done_callback(self._ended)

    async def __call__(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something, and wait for it. Raises what it raises, and `CancelledError` to who is told not to wait.

        What such work itself asks for is done to its end along with it. `asyncio.shield` would do, but from Python 3.14
        on it logs in words what was raised when nobody waits any more.
        """
        if asyncio.current_task() in _ALL:
            return await work
        found: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.begin(_telling(work, found))
        try:
            return await found
        finally:
            del found  # or what is raised would hold itself

    def _ended(self, task: asyncio.Task[Any]) -> None:
        """What came of it was for who asked, who may be gone."""
        self._under_way.discard(task)
        _ALL.discard(task)
        if not task.cancelled():
            task.exception()

    async def ended(self, patience: float) -> None:
        """Wait for what is under way, so many seconds at most."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=patience)


async def _telling(work: Coroutine[Any, Any, T], told: asyncio.Future[T]) -> None:
    """Do something, and tell what came of it at once: to wait for a task takes two rounds of the loop more."""
    try:
        found = await work
    except asyncio.CancelledError:
        told.cancel()
        raise
    except BaseException as error:
        tell(told, None, error)
        if not isinstance(error, Exception):
            raise
    else:
        tell(told, found)
    finally:
        del told  # or what is raised would hold itself


def tell(told: asyncio.Future[Any], found: Any, error: BaseException | None = None) -> None:
    """Tell what was found, or raised, if somebody waits for that still."""
    if told.done():
        return
    if error is None:
        told.set_result(found)
    else:
        if isinstance(error, StopIteration):  # no future takes it, and a coroutine would raise it so
            error = RuntimeError("StopIteration")
        told.set_exception(error)
        told.exception()  # should he turn away now, it is not told in words
