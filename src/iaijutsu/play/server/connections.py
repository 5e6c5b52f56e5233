"""Connections as uvicorn has them, with bounds: it lets the head of a request be as long as memory lasts and take for
ever to come, and a reader take for ever to read.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .app import malformed

if TYPE_CHECKING:
    from collections.abc import Iterable

HEAD = 64 * 1024
"""Bytes that may come one after another without a head being whole, or anything of a body among them."""
ASKING = 40.0
"""Seconds from the beginning of a connection, or the last answer, until the head of the next request is here. Who says
nothing at all after an answer is let go earlier (`timeout_keep_alive`)."""
READING = 60.0
"""Seconds in which somebody has to read something of what waits for him."""


class Connection(HttpToolsProtocol):
    """One connection. What of it is slow is looked after by `cut_slow`: a timer for each request would cost more."""

    def __init__(self, *things: Any, **named: Any) -> None:
        super().__init__(*things, **named)
        self._heard = 0
        self._asking: float | None = None
        """Since when a head is waited for."""
        self._reading: float | None = None
        """Since when its reader has read nothing, while more waits for him than we keep."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._asking = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Something has come from him."""
        self._heard += len(data)
        super().data_received(data)
        if self._heard > HEAD:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        """The head of a request is whole."""
        self._heard, self._asking = 0, None
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of its body: how long that may be, and how long it may take, is for `security.Bodies` to say."""
        self._heard = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """An answer has been written, perhaps before all that was asked has come."""
        super().on_response_complete()
        self._asking = self.loop.time() if self.cycle.response_complete else None

    def pause_writing(self) -> None:
        """He does not read as fast as we write."""
        super().pause_writing()
        self._reading = self.loop.time()

    def resume_writing(self) -> None:
        """He has read."""
        super().resume_writing()
        self._reading = None

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP (a length that is no number) is told as all else is that goes wrong, and the line hung up."""
        del msg
        path = "/" + (self.url or b"").partition(b"?")[0].decode("latin-1").lstrip("/")
        made = malformed(path, list(self.headers or []))
        head = b"".join(b"%s: %s\r\n" % header for header in [*self.server_state.default_headers, *made.raw_headers])
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + head + b"\r\n" + bytes(made.body))
        self.transport.close()

    def is_slow(self, now: float) -> bool:
        """Whether he has been waited for long enough."""
        asking, reading = self._asking, self._reading
        return (asking is not None and now - asking > ASKING) or (reading is not None and now - reading > READING)


def cut_slow(connections: Iterable[Any], now: float) -> None:
    """Cut those that are too slow."""
    for one in [one for one in connections if one.is_slow(now)]:
        one.transport.abort()
