"""A server that is started, says where it is, and stops within two seconds, whoever has a page open."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import uvicorn

from ...engine import BadInput
from ..i18n import _
from . import render
from .app import create_app
from .connections import Connection, cut_slow
from .watch import set_up_log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from .settings import Settings

GRACE = 0.6
"""Seconds that answers under way get to be finished once the server stops; then their connections are cut."""
PATIENCE = 1
"""Seconds after which nobody waits for requests any more whose database, say, does not answer."""
SWITCH = 0.0005
"""Seconds for which a thread may keep the interpreter: the one that commits needs it when the disk is done."""
YOUNG, ALL = 2, 3000
"""Tenths of a second between two looks through what is new in memory, and through all of it."""
SLOW = 10
"""The same, between two looks at who is too slow."""
FILES = 65_536
"""Open files at most that the system is asked for: every connection is one."""
WAITING = 2048
"""Connections that the system holds for us until we take them."""


class Server(uvicorn.Server):
    """uvicorn, but for its end: it would wait for every open page to go by itself.

    Streams are ended by us, and what has not come to an end in time is cut off. Both signals end it with status 0;
    a second one cuts off at once what is under way, and all else is closed in order even then.
    """

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop, self._ready = stop, ready
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: no new connections, no streams, and a short time for the rest."""
        self._stop()
        cutting = asyncio.get_running_loop().call_later(GRACE, self._cut)
        try:
            await super().shutdown(sockets)
        finally:
            cutting.cancel()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second. Python's collector would come by itself seldom, and stop everybody for a tenth of a
        second; looking often there is little that is new, and it takes a few thousandths.
        """
        if counter % SLOW == 0:
            cut_slow(self.server_state.connections, asyncio.get_running_loop().time())
        if counter % YOUNG == 0:
            gc.collect(2 if counter % ALL == 0 else 0)
        return await super().on_tick(counter)

    def _cut(self) -> None:
        """Cut what is left: a reader that does not read would keep us for ever."""
        for connection in list(self.server_state.connections):
            transport: Any = getattr(connection, "transport", None)
            if transport is not None:
                transport.abort()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal. uvicorn would leave everything as it stands at the second, and its tasks to be broken off."""
        del sig, frame
        if self.should_exit and self._loop is not None:
            self._loop.call_soon_threadsafe(self._cut)
        self.should_exit = True

    @contextmanager
    def heeding(self) -> Iterator[None]:
        """While this is open, signals are for the server: also those that come while all is being closed."""
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal comes (`heeding`)."""
        self._loop = asyncio.get_running_loop()
        try:
            await self._serve(sockets)
        finally:
            self._loop = None


def listening(settings: Settings) -> socket.socket:
    """A socket on the address that was asked for. Raises `BadInput` with what would do."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE | socket.AI_NUMERICSERV
        )
    except (socket.gaierror, UnicodeError):
        told = _("{host!r:.80} is no address of this machine")
        raise BadInput("--host", told.format(host=settings.host)) from None
    family, kind, protocol, _name, address = found[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(WAITING)
    except OSError as error:
        made.close()
        told = _("{host}, port {port}: {reason}")
        why = _why(error, settings)
        raise BadInput("serve", told.format(host=settings.host, port=settings.port, reason=why)) from None
    made.setblocking(False)
    return made


def _why(error: OSError, settings: Settings) -> str:
    import errno

    if error.errno == errno.EADDRINUSE:
        told = _("another program listens there, perhaps another table; try --port {port}")
        return told.format(port=(settings.port + 1) % 65536 or 8000)
    if error.errno in (errno.EACCES, errno.EPERM):
        return _("this user may not listen there; try a port above 1023")
    if error.errno == errno.EADDRNOTAVAIL:
        return _(
            "this machine does not have that address; 127.0.0.1 is this machine alone, 0.0.0.0 all of its addresses"
        )
    return _(error.strerror or str(error))


def address(settings: Settings, sock: socket.socket) -> str:
    """Where a browser finds it."""
    if settings.origin:
        return settings.origin + "/"
    host, port = sock.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    shown = "localhost" if host in ("127.0.0.1", "::1") and settings.loopback else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def run(settings: Settings, told: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C. `told` is called with the address once it serves. Raises `BadInput`, OSError.

    The port is taken before the database is opened, so that a second start says at once what is wrong.
    """
    sock = listening(settings)
    try:
        set_up_log(settings)
        _serve(settings, sock, told)
    finally:
        sock.close()


def _serve(settings: Settings, sock: socket.socket, told: Callable[[str], None]) -> None:
    from .house import House

    loops = uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=loops) as runner:
        try:
            house = runner.run(House.opened(settings))
        except BadInput as error:  # here it is called as it was given
            raise BadInput("--database", error.reason) from None
        try:
            app = create_app(settings, house)
            config = uvicorn.Config(
                app, http=Connection, ws="none", log_config=None, access_log=False, proxy_headers=False,
                server_header=False, lifespan="on", timeout_keep_alive=30, timeout_graceful_shutdown=PATIENCE,
            )  # fmt: skip

            def stop() -> None:
                app.state.hub.close()

            _settle()
            server = Server(config, stop, lambda: told(address(settings, sock)))
        except BaseException:
            runner.run(house.close())
            raise
        with server.heeding():
            try:
                runner.run(server.serve([sock]))
            finally:
                runner.run(house.close())


def _settle() -> None:
    """Before the first guest: templates are read, and the collector is told what to leave alone.

    Live duels are hundreds of thousands of objects that stay, and what a duel leaves goes without the collector
    (`test_garbage.py` sees to it). It looks when the server lets it (`Server.on_tick`).
    """
    render.warm()
    _ask_for_files()
    gc.collect()
    gc.freeze()
    gc.disable()
    sys.setswitchinterval(SWITCH)


def _ask_for_files() -> None:
    """As many open files as we are allowed: what is usual is enough for a thousand pages."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such bound
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def has_screen() -> bool:
    """Whether a browser could be shown here."""
    import os

    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
