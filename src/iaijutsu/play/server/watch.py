"""What those who run the server see of it: a line of log for each request, numbers for Prometheus, and no secrets.

A line tells the route, never the path's own words or a query; a duel is told by a short hash; bodies, names, passes
and the words of errors are told nowhere. No number stands for one duel.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .settings import Settings

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
UNKNOWN = "(none)"
"""The route of a path that has none."""
STATIC = "/static/"
LAG = 0.5
"""Seconds between two looks at how late the event loop is."""

log = structlog.get_logger("iaijutsu.table")


class Numbers:
    """The numbers of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.requests = self._counter("requests", "Requests answered.", "method", "route", "status")
        self.seconds = Histogram(
            "iaijutsu_request_seconds", "From request to answer.", ["route"], registry=self.registry, buckets=SECONDS
        )
        self.refused = self._counter("refused", "Requests refused, by the word for it.", "code")
        self.commands = self._counter("commands", "Commands of players and judges.", "kind", "result")
        self.pushes = self._counter("pushes", "Tables sent to open pages.", "form")
        self.renders = self._counter("renders", "Tables made into a page or JSON, each for all who share it.", "form")
        self.faults = self._counter("faults", "Faults of this program.", "where")
        self.streams = self._gauge("streams", "Open pages that are kept up to date.")
        self.lag = self._gauge("loop_lag_seconds", "How late the event loop was when last looked at.")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"iaijutsu_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"iaijutsu_{name}", about, registry=self.registry)

    def told(self) -> bytes:
        """All of them, in Prometheus' text form."""
        return generate_latest(self.registry)

    async def follow_the_loop(self) -> None:
        """Look at the event loop's lag, again and again."""
        while True:
            due = time.monotonic() + LAG
            await asyncio.sleep(LAG)
            self.lag.set(max(0.0, time.monotonic() - due))


def short(duel: str) -> str:
    """A duel as the log tells it: enough to find its lines, and no way to its page."""
    return hashlib.sha256(f"iaijutsu log {duel}".encode()).hexdigest()[:10] if duel else ""


class Watched:
    """Counts and logs every request, with how long its answer took; streams by how long they were open."""

    def __init__(self, app: ASGIApp, numbers: Numbers) -> None:
        self.app, self.numbers = app, numbers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, stream = time.perf_counter(), 0, False

        async def watched(message: Message) -> None:
            nonlocal status, stream
            if message["type"] == "http.response.start":
                status = message["status"]
                stream = any(value.startswith(b"text/event-stream") for _name, value in message["headers"])
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            self._note(scope, status, time.perf_counter() - began, stream=stream)

    def _note(self, scope: Scope, status: int, took: float, *, stream: bool) -> None:
        route, method = route_of(scope), scope["method"] if scope["method"] in METHODS else "other"
        self.numbers.requests.labels(method, route, str(status)).inc()
        if not stream:
            self.numbers.seconds.labels(route).observe(took)
        if route in ("/healthz", "/readyz", "/metrics"):
            return
        duel = short(str(scope.get("path_params", {}).get("duel", "")))
        log.info("request", method=method, route=route, status=status, ms=round(took * 1000, 1), duel=duel)


def route_of(scope: Scope) -> str:
    """The route's own form, such as `/duel/{duel}/do`: paths as they came could hold anything."""
    route = scope.get("route")
    if route is None and scope["path"].startswith(STATIC):
        return STATIC
    return str(getattr(route, "path_format", "") or getattr(route, "path", "") or UNKNOWN)


def fault(where: str, error: BaseException, numbers: Numbers | None = None) -> None:
    """Log a fault of this program: its kind and the places it went through. Its words could hold a secret."""
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    log.error("fault", where=where, error=type(error).__name__, at=places[-12:])
    if numbers is not None:
        numbers.faults.labels(where).inc()


# --- set-up of logging -----------------------------------------------------------------------------------


class _NoWords(logging.Filter):
    """Other libraries' log lines: a traceback is cut to the error's kind."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            record.msg, record.args = f"{record.getMessage()} ({type(record.exc_info[1]).__name__})", ()
            record.exc_info = record.exc_text = None
        return True


def set_up_log(settings: Settings) -> None:
    """One form for all log lines, ours and the libraries', on the error stream."""
    quiet = settings.log == "quiet"
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    shown: Any = structlog.processors.JSONRenderer()
    if settings.log != "json":
        shown = structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if quiet else logging.INFO),
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_NoWords())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, shown],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("iaijutsu").setLevel(logging.WARNING if quiet else logging.INFO)
    logging.getLogger("uvicorn.access").disabled = True
