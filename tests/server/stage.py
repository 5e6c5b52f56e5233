"""A stage for pages: a small server that shows them under the real policy, hears what is sent, and pushes tables."""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Empty, Queue
from urllib.parse import parse_qs, urlsplit

from iaijutsu.play.server import render
from iaijutsu.play.server.security import HEADERS

WAIT = 0.05


@dataclass
class Stage:
    """What is shown by path, what was sent, and the streams that are open."""

    pages: dict[str, str] = field(default_factory=dict)
    sent: list[tuple[str, dict[str, list[str]]]] = field(default_factory=list)
    streams: list[Queue[str]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    address: str = ""
    cut: bool = False
    """Whether streams are refused, as by a server that is gone."""

    def push(self, fragment: str) -> None:
        """Send a table to every open stream."""
        for queue in list(self.streams):
            queue.put(fragment)

    def answer(self, path: str) -> str | None:
        """The page of a path."""
        return self.pages.get(path) or self.pages.get(urlsplit(path).path)


class _Handler(BaseHTTPRequestHandler):
    stage: Stage

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/static/"):
            file = render.STATIC / path.rpartition("/")[2]
            self._say(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "text/plain")
        elif path.endswith("/stream"):
            self._stream()
        elif (text := self.stage.answer(self.path)) is not None:
            self._say(text.encode(), "text/html; charset=utf-8")
        else:
            self._say(b"nothing here", "text/plain", 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
        self.stage.sent.append((urlsplit(self.path).path, parse_qs(body, keep_blank_values=True)))
        self.send_response(303)
        self.send_header("Location", self.path.rpartition("/")[0])
        self.end_headers()

    def _say(self, body: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        if self.stage.cut:
            return self._say(b"gone", "text/plain", 503)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        queue: Queue[str] = Queue()
        self.stage.streams.append(queue)
        try:
            self._push(queue)
        except OSError:
            pass
        finally:
            self.stage.streams.remove(queue)
        return None

    def _push(self, queue: Queue[str]) -> None:
        while not self.stage.closing.is_set() and not self.stage.cut:
            try:
                text = queue.get(timeout=WAIT)
            except Empty:
                self.wfile.write(b": still here\n\n")
            else:
                lines = "".join(f"data: {line}\n" for line in text.split("\n"))
                self.wfile.write(f"event: seen\n{lines}\n".encode())
            self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - http.server's name
        """Quiet."""


@contextmanager
def open_stage() -> Iterator[Stage]:
    """A stage on a free port, until it is left."""
    stage = Stage()
    handler = type("Handler", (_Handler,), {"stage": stage})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    stage.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": WAIT}, daemon=True)
    thread.start()
    try:
        yield stage
    finally:
        stage.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
