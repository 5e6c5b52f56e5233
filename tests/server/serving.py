"""A server as people start it: a process of its own, on a port of its own."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 60.0


class Served:
    """`iaijutsu serve` in a process. `url` is where it said that it is."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.folder = folder
        self.errors = folder / "errors"
        command = [sys.executable, "-m", "iaijutsu", "serve", "--port", "0", "--data", str(folder / "data"), *words]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("IAIJUTSU_")}
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True,
                env={**clean, "LC_ALL": "C", **environment},
            )  # fmt: skip
        self.said: list[str] = []
        self.url = self._address()

    def _address(self) -> str:
        """Waits until it says where it is."""
        lines: queue.Queue[str] = queue.Queue()
        out = self.process.stdout
        assert out is not None

        def follow() -> None:
            for line in out:
                lines.put(line)

        threading.Thread(target=follow, daemon=True).start()
        self._lines = lines
        first = self.line()
        assert "http" in first, first + self.errors.read_text()
        return first.split()[-1]

    def line(self) -> str:
        """The next line that it prints."""
        found = self._lines.get(timeout=PATIENCE)
        self.said.append(found)
        return found

    def get(self, path: str, token: str = "", **headers: str) -> bytes:
        """What it answers to a GET."""
        return self.open(path, token, **headers).read()  # type: ignore[no-any-return]

    def open(self, path: str, token: str = "", **headers: str) -> Any:
        """An answer of it, to be read."""
        told = {**headers, **({"Authorization": f"Bearer {token}"} if token else {})}
        return urllib.request.urlopen(urllib.request.Request(self.url + path, headers=told), timeout=PATIENCE)

    def post(self, path: str, body: Any, token: str = "") -> dict[str, Any]:
        """What it answers to a POST of JSON."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        found: dict[str, Any] = json.load(urllib.request.urlopen(request, timeout=PATIENCE))
        return found

    def port(self) -> int:
        """The port on which the process listens, whatever address it tells people."""
        inodes = {os.readlink(link) for link in Path(f"/proc/{self.process.pid}/fd").iterdir()}
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return next(int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in inodes)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> float:
        """Sends a signal; how many seconds it took to end."""
        began = time.perf_counter()
        self.process.send_signal(by)
        self.process.wait(PATIENCE)
        return time.perf_counter() - began

    def close(self) -> None:
        """Ends it, whatever became of it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@contextmanager
def serving(folder: Path, *words: str, **environment: str) -> Iterator[Served]:
    """A server for a while."""
    made = Served(folder, *words, **environment)
    try:
        yield made
    finally:
        made.close()
