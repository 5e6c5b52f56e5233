"""Connections of people who do not ask, do not end what they ask, or do not read: each has a bound."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from iaijutsu.play.server import serving
from iaijutsu.play.server.connections import ASKING, HEAD, READING, Connection, cut_slow

from .conftest import Run

ASKED = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
FORM = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


class Line:
    """One connection to a server of its own, and what the server holds of it."""

    def __init__(self, state: ServerState, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.state, self.reader, self.writer = state, reader, writer

    def say(self, text: bytes) -> None:
        self.writer.write(text)

    async def answered(self) -> bytes:
        """The status of the next answer; all of it is read."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        await self.reader.readexactly(2)
        return head.split(b" ")[1]

    async def later(self, seconds: float) -> bool:
        """Whether it is still open when so much time has gone by."""
        await asyncio.sleep(0.05)
        cut_slow(self.state.connections, asyncio.get_running_loop().time() + seconds)
        await asyncio.sleep(0.05)
        return bool(self.state.connections)

    async def cut(self) -> None:
        """Waits until it is cut, which has to come."""
        while self.state.connections:
            await asyncio.sleep(0.01)


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Answers at once, without a look at what is sent; `/all` without an end, `/wait` when all is here."""
    while scope["path"] == "/wait" and (await receive()).get("more_body"):
        pass
    length = [(b"content-length", b"2")] if scope["path"] != "/all" else []
    await send({"type": "http.response.start", "status": 200, "headers": length})
    while scope["path"] == "/all":
        await send({"type": "http.response.body", "body": b"x" * 60_000, "more_body": True})
        await asyncio.sleep(0)  # once the line is cut sending waits for nothing
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def line() -> AsyncIterator[Line]:
    config, state = uvicorn.Config(answer, log_config=None, ws="none", http=Connection), ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Connection(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield Line(state, reader, writer)
    finally:
        writer.close()
        server.close()
        for task in list(state.tasks):
            task.cancel()


def on_a_line(run: Run, story: Callable[[Line], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        async with line() as one:
            return await story(one)

    return run(whole())


@pytest.mark.parametrize(
    "unit",
    [b"GET /" + b"a" * 50, b"GET / HTTP/1.1\r\nX: ", b"GET / HTTP/1.1\r\n", FORM + b"1;", FORM + b"0\r\n"],
    ids=["address", "header", "headers", "of a piece", "behind a body"],
)
def test_what_stands_around_a_body_has_a_bound(run: Run, unit: bytes) -> None:
    """It lay in memory, however much came: nothing of an answer is needed for that."""
    more = b"X-A: b\r\n" * 1000 if unit.endswith(b"\r\n") else b"a" * 8000

    async def story(one: Line) -> int:
        one.say(unit)
        sent = 0
        while one.state.connections or not sent:
            one.say(more)
            sent += len(more)
            await asyncio.sleep(0.01)
        return sent

    assert HEAD < on_a_line(run, story) < 8 * HEAD


def test_what_is_asked_properly_is_answered_however_long_the_body(run: Run) -> None:
    async def story(one: Line) -> list[bytes]:
        found = []
        for _n in range(3):
            one.say(b"GET / HTTP/1.1\r\nHost: x\r\nCookie: " + b"c" * (HEAD - 1000) + b"\r\n\r\n")
            found.append(await one.answered())
        one.say(b"POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 400000\r\n\r\n")
        for _n in range(8):
            one.say(b"b" * 50_000)
            await asyncio.sleep(0)
        found.append(await one.answered())
        one.say(ASKED * 4)
        return found + [await one.answered() for _n in range(4)]

    assert on_a_line(run, story) == [b"200"] * 8


@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\n", b"\r\n", ASKED, ASKED + b"\r\n", FORM])
def test_who_does_not_end_what_he_asks_is_cut(run: Run, begun: bytes) -> None:
    """On a new line and on one on which there was an answer, though the rest of what was asked never came."""

    async def story(one: Line) -> tuple[bool, bool]:
        one.say(begun)
        if begun.startswith((ASKED, FORM)):
            await one.answered()
        return await one.later(ASKING - 5), await one.later(ASKING + 1)

    assert on_a_line(run, story) == (True, False)


def test_who_waits_for_an_answer_is_not_cut(run: Run) -> None:
    """A form is read within a time of its own, and a page stays open for hours."""

    async def story(one: Line) -> tuple[bool, bytes]:
        one.say(b"POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc")
        open_ = await one.later(10 * ASKING)
        one.say(b"de")
        return open_, await one.answered()

    assert on_a_line(run, story) == (True, b"200")


@pytest.mark.parametrize("reads", [True, False])
def test_who_reads_nothing_is_cut_and_who_reads_is_not(run: Run, reads: bool) -> None:
    async def story(one: Line) -> tuple[bool, bool]:
        one.say(b"GET /all HTTP/1.1\r\nHost: x\r\n\r\n")
        while not one.state.connections:
            await asyncio.sleep(0.01)
        connection: Any = next(iter(one.state.connections))
        while connection._reading is None:
            await asyncio.sleep(0.01)
        open_, since = await one.later(READING - 5), connection._reading
        connection._reading -= READING + 1  # so long ago it was
        while reads and connection._reading is not None and connection._reading < since:
            await one.reader.read(1_000_000)
        return open_, await one.later(0)

    assert on_a_line(run, story) == (True, reads)


def test_the_server_looks_after_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Any] = []
    monkeypatch.setattr("iaijutsu.play.server.serving.cut_slow", lambda connections, _now: looked.append(connections))

    async def ticked() -> None:
        server = serving.Server(uvicorn.Config(answer), lambda: None, lambda: None)
        for counter in range(1, 31):
            await server.on_tick(counter)
        assert looked == [server.server_state.connections] * 3

    run(ticked())
