"""Tables that stay up to date: each push is the whole table as one audience sees it, so the last one is all it takes.

Whoever sees the same (same duel, same seat or role, same language, same form) shares a channel: the table is asked for
and made into text once, and sent to each. A stream that was away sends the version that it knows, and gets the newest.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from starlette.responses import Response

from ..i18n import _
from .problems import Refused
from .security import closing
from .watch import fault

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from .calls import Who
    from .house import House
    from .seen import Seen
    from .settings import Settings
    from .watch import Numbers

Form = Literal["page", "json"]
Maker = Callable[["Seen", str], str]
"""Makes the text of a push out of what is seen, in a language."""

RETRY = 1500
"""Milliseconds after which a page whose stream ended asks again."""
START = f"retry: {RETRY}\n\n".encode()
BEAT = b": still here\n\n"
STREAM_HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would keep what is pushed until its buffer is full
}
KEPT = 100
"""Tables that are kept as text at most: those that were made last."""
FRESH = 1.0
"""Seconds for which such a text is right where times stand in it that go on: no version tells of those."""
MOMENT = 0.05
"""Seconds after the end of a clock's time when the table is looked at again."""
UNASKED = 8
"""After so many heartbeats without a wake-up a channel looks all the same: one may have been lost."""
AGAIN = 1.0
"""Seconds before a channel that failed tries again."""


@dataclass(frozen=True, slots=True)
class Push:
    """One version of a table, as text in UTF-8, and until when the times in it are right."""

    version: str
    data: bytes
    until: float = math.inf


def key_of(who: Who, language: str, form: Form) -> tuple[Any, ...]:
    """What is shown: whoever has the same key gets the same bytes."""
    return (who, language, form)


def event(name: str, version: str, text: bytes) -> bytes:
    """An event of the stream; `text` may have lines."""
    lines = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", b"\ndata: ")
    return b"event: %s\nid: %s\ndata: %s\n\n" % (name.encode(), version.encode(), lines)


def _ages(seen: Seen) -> bool:
    """Whether times are shown that go on."""
    return any(place.away is not None or (place.clock and place.clock.running) for place in seen.places)


class Quiet:
    """Rings when nothing has happened for so many seconds, and after as many again. What happens is only noted: a
    timer that were set anew each time would cost more than what is done.
    """

    def __init__(self, ring: Callable[[], None], seconds: float) -> None:
        self.seconds, self._ring = seconds, ring
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._timer = self._loop.call_later(seconds, self._look)

    def broken(self) -> None:
        """Something happens."""
        self._since = self._loop.time()

    def _look(self) -> None:
        left = self._since + self.seconds - self._loop.time()
        if left <= 0:
            self.broken()
            self._ring()
        self._timer = self._loop.call_later(left if left > 0 else self.seconds, self._look)

    def close(self) -> None:
        """Ring no more."""
        self._timer.cancel()
        del self._timer, self._ring


class Channel:
    """One table as one audience sees it, kept up to date while anybody listens."""

    def __init__(self, hub: Hub, who: Who, language: str, form: Form) -> None:
        self.hub, self.who, self.language, self.form = hub, who, language, form
        self.key = key_of(who, language, form)
        self.version = ""
        self.ended = False
        self.ears: set[asyncio.Event] = set()
        self._stirred = asyncio.Event()
        self._quiet = Quiet(self._stirred.set, hub.heartbeat * UNASKED)
        self._due: asyncio.TimerHandle | None = None
        """When a clock will have run out there is something new, and nobody has done anything."""
        self._task: asyncio.Task[None] | None = asyncio.create_task(self._follow())

    async def newest(self) -> Push:
        """The table as text. It is not kept for ever: who comes when all others have it has it made anew."""
        push, before = self.hub.kept(self.key), self.version
        if push is None or push.version != before:
            push = await self._look()
            if push.version != before:  # time has passed, of which nothing else may tell the others now
                self._tell()
        return push

    async def _follow(self) -> None:
        with self.hub.house.waking(self.who.duel, self._stirred):
            while not self.ended:
                self._stirred.clear()
                self._quiet.broken()
                try:
                    await self._look()
                except self.hub.farewells:
                    self.ended = True
                except Exception as error:  # noqa: BLE001 - the next wake-up or heartbeat tries again
                    fault("stream", error, self.hub.numbers)
                    await asyncio.sleep(AGAIN)
                    self._stir_in(self.hub.heartbeat)
                self._tell()
                await self._stirred.wait()

    async def _look(self) -> Push:
        seen = await self.hub.house.seen(self.who, self.language, woken=True)
        self.version = seen.version
        clocks = [place.clock for place in seen.places if place.clock]
        self._stir_in(min((clock.left for clock in clocks if clock.running and clock.left > 0), default=math.inf))
        return Push(seen.version, self.hub.made(self.form, self.who, seen, self.language))

    def _stir_in(self, seconds: float) -> None:
        """Look again then, if nothing happens before."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if seconds < math.inf and not self.ended:
            self._due = asyncio.get_running_loop().call_later(seconds + MOMENT, self._stirred.set)

    def _tell(self) -> None:
        for ear in self.ears:
            ear.set()

    async def close(self) -> None:
        """Stop following the duel."""
        task, self._task = self._task, None  # which holds this channel: both would wait for the collector
        self._quiet.close()
        self._stir_in(math.inf)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


class Hub:
    """All channels and streams of this process. `closing` ends every stream, and every request that waits."""

    def __init__(self, house: House, settings: Settings, numbers: Numbers, makers: dict[Form, Maker]) -> None:
        self.house, self.settings, self.numbers, self.makers = house, settings, numbers, makers
        self.heartbeat = settings.heartbeat
        self.closing = asyncio.Event()
        self.farewells: tuple[type[Exception], ...] = ()
        self.channels: dict[tuple[Any, ...], Channel] = {}
        self._open: Counter[str] = Counter()
        self._ears: set[asyncio.Event] = set()
        self._made: OrderedDict[tuple[Any, ...], Push] = OrderedDict()
        # one thread, for whole pages: more would only fight over the interpreter
        self._bench = ThreadPoolExecutor(1, thread_name_prefix="render")

    def made(self, form: Form, who: Who, seen: Seen, language: str) -> bytes:
        """The text of a table, in UTF-8, made once for all who are to have it.

        It takes a millisecond or two, so it is made here: a thread would only fight for the interpreter.
        """
        key = key_of(who, language, form)
        push = self.kept(key)
        if push is None or push.version != seen.version:
            self.numbers.renders.labels(form).inc()
            until = self.house.now() + FRESH if _ages(seen) else math.inf
            push = Push(seen.version, self.makers[form](seen, language).encode(), until)
        self._made.pop(key, None)
        self._made[key] = push
        if len(self._made) > KEPT:
            self._made.popitem(last=False)
        return push.data

    def kept(self, key: tuple[Any, ...]) -> Push | None:
        """The text that was made last for a channel's key, if it is still there, and right."""
        push = self._made.get(key)
        return push if push is not None and push.until > self.house.now() else None

    async def aside(self, work: Callable[..., str], *things: Any) -> str:
        """Do work that takes some milliseconds beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._bench, work, *things)

    def stream(self, who: Who, language: str, form: Form, known: str, household: str) -> EventStream:
        """A stream for one page. Raises `Refused` where there are too many."""
        if self.closing.is_set():
            raise closing()
        if self._open.total() >= self.settings.streams:
            raise Refused(503, "full", _("Too many pages are open here just now."), again=15)
        if self.settings.limited and self._open[household] >= self.settings.limits.streams:
            raise Refused(429, "too-many-streams", _("Too many pages are open from one address."), again=15)
        return EventStream(self, who, language, form, known, household)

    def enter(self, stream: EventStream) -> None:
        """One more stream is open."""
        self._open[stream.household] += 1
        self._ears.add(stream.ear)
        self.numbers.streams.inc()

    def join(self, stream: EventStream) -> Channel:
        """Join the channel of what this stream shows; it is opened for the first."""
        channel = self.channels.get(stream.key)
        if channel is None or channel.ended:
            channel = self.channels[stream.key] = Channel(self, stream.who, stream.language, stream.form)
        channel.ears.add(stream.ear)
        return channel

    def leave(self, stream: EventStream) -> None:
        """One stream fewer is open."""
        self.numbers.streams.dec()
        self._open[stream.household] -= 1
        if not self._open[stream.household]:
            del self._open[stream.household]
        self._ears.discard(stream.ear)

    async def part(self, stream: EventStream, channel: Channel) -> None:
        """Leave a channel; the last one closes it."""
        channel.ears.discard(stream.ear)
        if not channel.ears:
            if self.channels.get(stream.key) is channel:
                del self.channels[stream.key]
            await channel.close()

    @property
    def open(self) -> int:
        """How many streams are open."""
        return self._open.total()

    def close(self) -> None:
        """End all streams; new ones are refused."""
        self.closing.set()
        for ear in self._ears:
            ear.set()

    def dispose(self) -> None:
        """Let go of the thread."""
        self._bench.shutdown(wait=False, cancel_futures=True)


class EventStream(Response):
    """The answer that stays open. It ends when its reader goes, when the duel is no longer his, or with the server."""

    def __init__(self, hub: Hub, who: Who, language: str, form: Form, known: str, household: str) -> None:
        super().__init__(None, 200, STREAM_HEADERS)
        self.hub, self.who, self.language, self.form = hub, who, language, form
        self.key = key_of(who, language, form)
        self.known, self.household = known, household
        self._pushes = hub.numbers.pushes.labels(form)
        self.ear = asyncio.Event()
        self.gone = self.still = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope
        headers = [(name, value) for name, value in self.raw_headers if name != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

        async def write(data: bytes, *, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": data, "more_body": more})

        self.hub.enter(self)
        leaving = asyncio.create_task(self._notice(receive))
        try:
            await write(START)
            async with self.hub.house.present(self.who):
                await self._follow(write)
            if not self.gone:
                await write(b"", more=False)
        finally:
            leaving.cancel()
            self.hub.leave(self)

    async def _follow(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Join the channel for as long as the stream is open. He is there already: the first table shows that."""
        channel = self.hub.join(self)
        quiet = Quiet(self._beat, self.hub.heartbeat)
        try:
            await self._push(channel, write, quiet)
        finally:
            quiet.close()
            await self.hub.part(self, channel)

    def _beat(self) -> None:
        """Nothing was written for long: the reader, and what stands between, are told that we are still here."""
        self.still = True
        self.ear.set()

    async def _notice(self, receive: Receive) -> None:
        """Notice that the reader has gone."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.gone = True
        self.ear.set()

    async def _push(self, channel: Channel, write: Callable[[bytes], Awaitable[None]], quiet: Quiet) -> None:
        known = self.known
        while True:
            still, self.still = self.still, False
            self.ear.clear()
            if self.gone or channel.ended or self.hub.closing.is_set():
                return
            if channel.version not in ("", known):
                try:
                    push = await channel.newest()
                except Exception as error:  # noqa: BLE001 - the channel tries again, and tells
                    fault("stream", error, self.hub.numbers)
                else:
                    await write(event("seen", push.version, push.data))
                    known = push.version
                    del push  # twenty kilobytes, or they would lie here until the next
                    quiet.broken()
                    self._pushes.inc()
                    continue  # it may have taken the reader long: look again before waiting
            if still:
                await write(BEAT)
            await self.ear.wait()
