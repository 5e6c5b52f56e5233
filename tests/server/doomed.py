"""Processes that carry out one command and are killed at it.

This one is started once; each that is to be killed is forked from it, opens the house, and ends by SIGKILL: before what
it did is committed, when it is committed and not answered, or when it is answered.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from iaijutsu.engine import DuelError
from iaijutsu.play.server.calls import Command, Who
from iaijutsu.play.server.database import Work
from iaijutsu.play.server.house import House

T = TypeVar("T")
MOMENTS = ("before it is kept", "kept, not answered", "answered")


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Doomed(House):
    """A house whose process ends at a moment of the next change."""

    moment = ""
    changed = False

    def _in_turn(self, connection: Connection, *given: Any) -> Any:
        found = super()._in_turn(connection, *given)
        self.changed = True
        if self.moment == MOMENTS[0]:
            _die()
        return found

    async def doomed(self, who: Who, command: Command, moment: str) -> str:
        """Carry out a command, and end at that moment of it; what is answered."""
        self.moment, kept = moment, self.database.write

        async def write(work: Work[T]) -> T:
            found = await kept(work)
            if self.changed and self.moment == MOMENTS[1]:
                _die()
            return found

        self.database.write = write  # type: ignore[method-assign]
        return json.dumps((await self.do(who, command)).version)


async def _once(url: str, now: float, who: list[Any], given: dict[str, Any], moment: str) -> str:
    house = await Doomed.at(url, now=lambda: now)
    assert isinstance(house, Doomed)
    slots = given["slots"]
    command = Command(**{**given, "slots": tuple(slots) if slots is not None else None})
    try:
        return await house.doomed(Who(*who), command, moment)
    except DuelError as error:
        return f"refused: {error}"


def _forked(job: dict[str, Any]) -> dict[str, Any]:
    """Fork, let it do its work and die; by which signal, and what it said."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            os.write(writer, asyncio.run(_once(**job)).encode())
        except BaseException as error:  # noqa: BLE001 - it is told
            os.write(writer, f"failed: {type(error).__name__}: {error}".encode())
        _die()
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read().decode()
    _child, status = os.waitpid(child, 0)
    return {"signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, "said": said}


class Mother:
    """The process from which they are forked."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def killed(self, url: str, now: float, who: Who, command: Command, moment: str) -> str:
        """Let a new process carry out a command at a time, and die at a moment of it; what it said before."""
        given = {name: getattr(command, name) for name in Command.__slots__}
        place = [who.duel, who.role, who.seat, who.name]
        job = {"url": url, "now": now, "who": place, "given": given, "moment": moment}
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        told = json.loads(self.process.stdout.readline())
        assert told["signal"] == signal.SIGKILL, told
        return str(told["said"])


@contextmanager
def mother() -> Iterator[Mother]:
    """One of them for a while."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.doomed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    try:
        yield Mother(process)
    finally:
        process.communicate(timeout=20)


def prepare() -> None:
    """What every child needs is loaded once: the driver, the steps of the database, the games."""
    import contextlib

    with contextlib.suppress(ImportError):
        import psycopg  # noqa: F401
    import alembic.command  # noqa: F401

    import iaijutsu.cards
    import iaijutsu.rpg  # noqa: F401


def main() -> None:
    """Fork for each line that is read."""
    prepare()
    for line in sys.stdin:
        print(json.dumps(_forked(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
