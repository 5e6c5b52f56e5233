"""What stands between the network and the pages: who is speaking, from where, how much, how often; and the headers.

Each is a layer of ASGI of its own (`app.py` says in which order). Refusals are raised as `Refused`, which `problems.py`
turns into a page or a problem in JSON.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from ..i18n import _
from . import sieve
from .problems import Refused
from .settings import Limits, Network, Rate, Settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .sieve import Sieve

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    # no-referrer would make a browser send `Origin: null` with the forms of our own pages
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
OVER_TLS = {
    "Strict-Transport-Security": "max-age=31536000",
    # over plain http a browser would only complain of it
    "Cross-Origin-Opener-Policy": "same-origin",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
TOO_LARGE = "iaijutsu.too-large"
"""Under this a form's scope has the fields whose files were left out, as all together were too large."""
ONE_LINE, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
"""The two kinds of forms."""
HOPS = 32
"""Addresses in X-Forwarded-For that are looked at."""


# --- whom we speak with ----------------------------------------------------------------------------------


class Forwarded:
    """Believes what a trusted proxy says of who speaks through it, and by which scheme. Nobody else is believed."""

    def __init__(self, app: ASGIApp, proxies: tuple[Network, ...]) -> None:
        self.app, self.proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.proxies and self._trusted(client_of(scope)):
            headers = Headers(scope=scope)
            client = self._client(headers.getlist("x-forwarded-for"))
            scope = dict(scope)
            if client:
                scope["client"] = (client, 0)
            if headers.get("x-forwarded-proto", "").strip() in ("http", "https"):
                scope["scheme"] = headers["x-forwarded-proto"].strip()
        await self.app(scope, receive, send)

    def _trusted(self, word: str) -> bool:
        address = address_of(word)
        return address is not None and any(address in network for network in self.proxies)

    def _client(self, lines: list[str]) -> str:
        """The last address that is no trusted proxy: whatever stands before it in the line may be a lie."""
        found = ""
        for word in reversed(",".join(lines).split(",")[-HOPS:]):
            if address_of(word.strip()) is None:
                break
            found = word.strip()
            if not self._trusted(found):
                break
        return found


def client_of(scope: Scope) -> str:
    """The address of who speaks; empty when the server does not know it."""
    return str((scope.get("client") or ("",))[0])


@lru_cache(4096)
def address_of(word: str) -> IPv4Address | IPv6Address | None:
    """The address in a word; None when it is none."""
    try:
        return ip_address(word)
    except ValueError:
        return None


@lru_cache(4096)
def household(word: str) -> str:
    """Who counts as one: an IPv4 address, or the /64 network that one IPv6 line usually gets."""
    address = address_of(word)
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return str(address) if address else "unknown"


def is_near(word: str) -> bool:
    """Whether an address is of this machine or of a private network."""
    address = address_of(word)
    return address is not None and (address.is_loopback or address.is_private)


# --- headers ---------------------------------------------------------------------------------------------


class Guarded:
    """Puts the headers that protect a reader on every answer; nothing but static files may be kept in a cache."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {**HEADERS, **(OVER_TLS if scope["scheme"] == "https" else {})}.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, guarded)


# --- from where ------------------------------------------------------------------------------------------


class Stopping:
    """Refuses what comes while the server stops, but for what `FREE` names: the database may be closed by then."""

    def __init__(self, app: ASGIApp, closing: asyncio.Event) -> None:
        self.app, self.closing = app, closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.closing.is_set() and not scope["path"].startswith(FREE):
            raise closing()
        await self.app(scope, receive, send)


def closing() -> Refused:
    """What is said while the server stops."""
    return Refused(503, "closing", _("The server is being stopped. Try again in a moment."), again=2)


class SameOrigin:
    """Refuses whatever changes something and comes from another site's page, and hosts that are not ours.

    A browser says where a request comes from by Sec-Fetch-Site, an older one by Origin; one with neither is no
    browser, and holds no cookie that it was not given by its user.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.origin = app, settings.origin
        # on a machine of one's own: a name that somebody points at 127.0.0.1 must not become our site
        self.only_local = settings.loopback and not settings.origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            self._check_host(headers)
            if scope["method"] not in SAFE:
                self._check(headers, scope["scheme"])
        await self.app(scope, receive, send)

    def _check_host(self, headers: Headers) -> None:
        if not self.only_local:
            return
        try:
            name = urlsplit("//" + headers.get("host", "")).hostname or ""
        except ValueError:
            name = ""
        if name != "localhost" and not name.endswith(".localhost"):
            address = address_of(name)
            if address is None or not address.is_loopback:
                raise Refused(
                    403, "other-host", _("This server answers on this machine alone, by localhost or 127.0.0.1.")
                )

    def _check(self, headers: Headers, scheme: str) -> None:
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        elsewhere = site is not None and site not in ("same-origin", "none")
        if elsewhere or (origin is not None and origin.lower() not in self._ours(headers, scheme)):
            raise Refused(
                403, "other-origin", _("This came from a page of another site. Open the table itself, and try there.")
            )

    def _ours(self, headers: Headers, scheme: str) -> set[str]:
        host = headers.get("host", "").lower()
        # without a word about proxies, one that ends TLS before us may stand there: the host must be the same
        return {self.origin} if self.origin else {f"{scheme}://{host}", f"https://{host}"}


# --- how much --------------------------------------------------------------------------------------------


class Bodies:
    """Reads a body whole before anything else happens, within a size and a time; knows what kinds are taken where.

    So nobody holds a half-sent body open for longer than that, and not at all when the server stops.
    """

    def __init__(self, app: ASGIApp, limits: Limits, closing: asyncio.Event) -> None:
        self.app, self.limits, self.closing = app, limits, closing
        self._reading: set[asyncio.Timeout] = set()
        self._stopping: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = self._most(scope["path"], headers.get("content-type", ""))
        declared, strainer = headers.get("content-length", ""), sieve.of(scope["path"], headers.get("content-type", ""))
        if declared.isdigit() and int(declared[:20]) > most * (sieve.FAR if strainer else 1):
            raise self._too_large(most)
        body = await self._within_time(receive, most, strainer)
        if strainer and strainer.fields:
            scope[TOO_LARGE] = strainer.fields
        if body:
            check_kind(scope["path"], headers.get("content-type", ""))
        await self.app(scope, _replayed(body, receive), send)

    def _most(self, path: str, kind: str) -> int:
        """How large a body may be. Files come in forms of several parts, or as JSON; in a form of one line each letter
        may be three, and takes a hundred times its size to be read.
        """
        return self.limits.upload if is_making(path) and kind_of(kind) != ONE_LINE else self.limits.body

    async def _within_time(self, receive: Receive, most: int, strainer: Sieve | None) -> bytes:
        if self._stopping is None:
            self._stopping = asyncio.create_task(self._stop())
        try:
            async with asyncio.timeout(self.limits.patience) as patience:
                self._reading.add(patience)
                try:
                    return await self._read(receive, most, strainer)
                finally:
                    self._reading.discard(patience)
        except TimeoutError:
            if self.closing.is_set():
                raise closing() from None
        told = _("The whole was not here after {n} seconds.")
        raise Refused(408, "too-slow", told.format(n=f"{self.limits.patience:.0f}"))

    async def _stop(self) -> None:
        """Once the server stops, no more patience with anybody."""
        await self.closing.wait()
        for patience in self._reading:
            patience.reschedule(0)

    async def _read(self, receive: Receive, most: int, strainer: Sieve | None) -> bytes:
        """The body; of a form with files that are too large, what else there is."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refused(400, "cut-off", _("The connection ended before all of it was here."))
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > most:
                if strainer is None or size > most * sieve.FAR:
                    raise self._too_large(most)
                strainer.feed(b"".join(parts))
                parts.clear()
                if len(strainer) > most:
                    raise self._too_large(most)
            if not message.get("more_body", False):
                break
        if strainer is None or size <= most:
            return b"".join(parts)
        if not strainer.fields:  # nothing that could be left out
            raise self._too_large(most)
        return strainer.sifted()

    def _too_large(self, most: int) -> Refused:
        return Refused(413, "too-large", _("At most {n} bytes are taken here.").format(n=f"{most:_}".replace("_", " ")))


def is_making(path: str) -> bool:
    """Whether a duel is made there: files may be uploaded."""
    return path in ("/duels", "/api/v1/duels")


def kind_of(kind: str) -> str:
    """The kind of a body, without what is told besides."""
    return kind.partition(";")[0].strip().lower()


def check_kind(path: str, kind: str) -> None:
    """Raises `Refused` for a body of a kind that is not read there."""
    kind = kind_of(kind)
    if path.startswith("/api/"):
        if kind != "application/json":
            raise Refused(415, "kind", _("Needed is Content-Type: application/json."))
    elif kind not in (ONE_LINE, PARTS):
        told = _("Needed is a form: {kinds}.")
        raise Refused(415, "kind", told.format(kinds=f"{ONE_LINE}, {PARTS}"))


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


# --- how often -------------------------------------------------------------------------------------------


class Buckets:
    """Token buckets by key, at most `most` of them: those that nobody used for longest are forgotten first.

    A forgotten bucket comes back full, so `most` has to be more than an attacker's addresses are worth.
    """

    def __init__(self, rate: Rate, most: int = 20_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self.clock = rate, most, clock
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def take(self, key: str) -> float:
        """Take one; 0 when there was one, else for how many seconds there will be none."""
        now = self.clock()
        tokens, then = self._held.pop(key, (float(self.rate.burst), now))
        tokens = min(float(self.rate.burst), tokens + max(0.0, now - then) * self.rate.per_second)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self.rate.per_second
        self._held[key] = (tokens - (not wait), now)
        while len(self._held) > self.most:
            self._held.popitem(last=False)
        return wait


FREE = ("/static/", "/healthz", "/readyz", "/metrics")
"""Paths that are not counted."""


class Rates:
    """Counts what each address does, and each pass: many people behind one address share the first alone."""

    def __init__(self, app: ASGIApp, settings: Settings, noted: Callable[[str], None]) -> None:
        self.app, self.on, self.noted = app, settings.limited, noted
        limits = settings.limits
        self.buckets = {"make": Buckets(limits.make), "act": Buckets(limits.act), "look": Buckets(limits.look)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.on and not scope["path"].startswith(FREE):
            self._count(scope)
        await self.app(scope, receive, send)

    def _count(self, scope: Scope) -> None:
        kind = "look" if scope["method"] in SAFE else "make" if is_making(scope["path"]) else "act"
        keys = [household(client_of(scope))]
        keys += self._passes(Headers(scope=scope), scope["path"])
        wait = max(self.buckets[kind].take(key) for key in keys)
        if wait:
            self.noted(kind)
            raise Refused(
                429, "too-often", _("That was too much at once. Try again in a moment."), again=max(1, round(wait))
            )

    def _passes(self, headers: Headers, path: str) -> Iterable[str]:
        """The pass that this request is made with, as a hash: the pass itself is kept nowhere."""
        duel = path.removeprefix("/api/v1/duels/").removeprefix("/duel/").partition("/")[0]
        cookie = headers.get("cookie", "")
        word = headers.get("authorization", "") or next(
            (part.strip() for part in cookie.split(";") if duel and duel in part), ""
        )
        return [hashlib.sha256(word.encode()).hexdigest()[:24]] if word else []
