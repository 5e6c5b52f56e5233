"""How many duels a server carries: people at open pages, and how long a move takes to reach every page.

    python benchmarks/table_load.py [--duels 500] [--seconds 60] [--think 4] [--game cards|rpg|both]
                                    [--postgres | --database URL] [--processes N] [--flat-out] [--write NAME]

Starts the server as its hosts do, opens three pages a duel (both seats, a spectator), and moves as
people do. See README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from measuring import machine, table  # isort: skip

RESULTS = Path(__file__).parent / "results"
AIM = "aim: 500 duels, 1,500 streams: p99 at most 150 ms, nothing lost, doubled or leaked, at most 250 MB a process"
ASKED = re.compile(rb'data-version="([^"]*)" data-asked="([^"]*)"')
FORM = re.compile(rb'class="ask ask--([a-z]+)"')
REPLY = re.compile(rb'name="reply"[^>]*? value="(\d+)"|value="(\d+)"[^>]*? name="reply"')
SPAN = re.compile(rb"[Ff]rom (\d+) to (\d+)")
LINE = re.compile(rb'<li id="line-(\d+)"')
HEAD_END = b"\r\n\r\n"
SETTLED = 3.0
"""Seconds after the last page was opened until people begin to move: everybody is told of each who comes."""
KEPT_OPEN = 20.0
"""Seconds that a connection is used again after: the server closes those that nobody has used for 30."""
LATE = 20.0
"""Seconds after which a move that a page does not show is lost."""


# ------------------------------------------------------------------ a small client of HTTP


class Line:
    """One kept connection to one server."""

    def __init__(self, port: int) -> None:
        self.port, self.used = port, 0.0
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def call(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """One request and its answer."""
        idle = time.perf_counter() - self.used
        if self.writer is None or self.writer.is_closing() or idle > KEPT_OPEN:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        named = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body)), **headers}
        if method == "POST":
            named["Origin"] = f"http://127.0.0.1:{self.port}"
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
        head = (await self.reader.readuntil(HEAD_END)).decode("latin-1")
        status, _, rest = head.partition("\r\n")
        found = {k.lower(): v for k, _, v in (one.partition(": ") for one in rest.split("\r\n")) if k}
        length = int(found.get("content-length", 0))
        answer = await self.reader.readexactly(length) if length else b""
        if found.get("connection") == "close":
            self.writer.close()
        self.used = time.perf_counter()
        return int(status.split()[1]), answer, found


class Lines:
    """Connections to one server, as many as are used at once."""

    def __init__(self, port: int) -> None:
        self.port, self.free = port, list[Line]()

    async def call(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """One request on a free connection."""
        line = self.free.pop() if self.free else Line(self.port)
        try:
            return await line.call(method, path, body, **headers)
        finally:
            self.free.append(line)

    async def api(self, method: str, path: str, token: str = "", **body: Any) -> Any:
        """One call of the JSON interface. Raises SystemExit when it is refused."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body:
            headers["Content-Type"] = "application/json"
        sent = json.dumps(body).encode() if body else b""
        status, answer, _ = await self.call(method, f"/api/v1{path}", sent, **headers)
        if status >= 400:
            raise SystemExit(f"{method} {path}: {status} {answer[:300]!r}")
        return json.loads(answer)


# ------------------------------------------------------------------ pages and duels


@dataclass
class Account:
    """What was measured."""

    waits: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    moves: int = 0
    pushes: int = 0
    bytes: int = 0
    faults: Counter[str] = field(default_factory=Counter)


class Page:
    """One open page of one duel: it holds the newest table that was pushed to it."""

    def __init__(self, duel: Duel, port: int, token: str) -> None:
        self.duel, self.port, self.token = duel, port, token
        self.version, self.asked, self.html = b"", b"", b""
        self.lines = 0
        self.fresh = asyncio.Event()

    async def follow(self) -> None:
        """Read pushes until the connection ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(
            f"GET /duel/{self.duel.id}/stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Authorization: Bearer {self.token}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        head = await reader.readuntil(HEAD_END)
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            self.duel.account.faults[f"stream refused: {head[:40]!r}"] += 1
            return
        held = bytearray()
        while True:
            size = int((await reader.readuntil(b"\r\n")).strip() or b"0", 16)
            if not size:
                return
            held += await reader.readexactly(size)
            await reader.readexactly(2)
            while (end := held.find(b"\n\n")) >= 0:
                block = bytes(held[:end])
                del held[: end + 2]
                if block.startswith(b"event: seen"):
                    self.take(block)

    def take(self, block: bytes) -> None:
        """A new table."""
        now, account = time.perf_counter(), self.duel.account
        found = ASKED.search(block)
        if found is None:
            account.faults["a push without a version"] += 1
            return
        account.pushes += 1
        account.bytes += len(block)
        if found[1] == self.version:
            account.faults["the same version twice"] += 1
        self.version, self.asked, self.html = found[1], found[2], block
        lines = LINE.findall(block)
        if len(set(lines)) != len(lines):
            account.faults["a line of the log twice"] += 1
        if len(lines) < self.lines:
            account.faults["lines of the log lost"] += 1
        self.lines = len(lines)
        if self.duel.stranger(block):
            account.faults["something of another duel"] += 1
        if self.duel.moved and not self.duel.warming:
            account.waits.append(now - self.duel.moved)
        self.fresh.set()
        self.duel.stirred.set()


class Duel:
    """One duel: two people who move in turn, and somebody who looks on."""

    def __init__(self, account: Account, servers: list[Lines], game: str, dice: random.Random) -> None:
        self.account, self.servers, self.game, self.dice = account, servers, game, dice
        self.id, self.moved, self.warming = "", 0.0, True
        self.mark = uuid.uuid4().hex[:12]
        self.stirred = asyncio.Event()
        self.pages: list[Page] = []
        self.finished = False

    def stranger(self, block: bytes) -> bool:
        """Whether a push shows the name of somebody of another duel."""
        return any(mark != self.mark.encode() for mark in re.findall(rb"mark([0-9a-f]{12})", block))

    async def begin(self) -> None:
        """Make the duel; its seats are taken on different servers where there are several."""
        here = self.servers[0]
        made = await here.api(
            "POST", "/duels", game=self.game, seats=["me", "link"], spectators=True,
            names=[f"A mark{self.mark}", f"B mark{self.mark}"],
        )  # fmt: skip
        self.id = made["duel"]
        other = await here.api("POST", f"/duels/{self.id}/enter", secret=made["links"]["seat 1"], name="")
        looks = await here.api("POST", f"/duels/{self.id}/enter", secret=made["links"]["spectator"], name="")
        tokens = [made["pass"], other["pass"], looks["pass"]]
        self.pages = [
            Page(self, self.servers[n % len(self.servers)].port, token) for n, token in enumerate(tokens)
        ]  # fmt: skip

    async def fight(self, think: float, until: float) -> None:
        """Move, wait until every page that has to know knows, think, move."""
        await asyncio.sleep(self.dice.random() * think)
        while time.perf_counter() < until and not self.finished:
            page = await self.turn(until)
            if page is None:
                return
            self.warming = False
            await self.move(page)
            await asyncio.sleep(think * self.dice.uniform(0.5, 1.5))

    async def turn(self, until: float) -> Page | None:
        """A page that is asked something new; None when the time is over or nobody is asked."""
        began = time.perf_counter()
        while time.perf_counter() < until:
            ready = [page for page in self.pages if page.asked and page.asked != getattr(page, "done", b"")]
            if ready:
                return self.dice.choice(ready)
            if any(b'id="rematch"' in page.html or b"rematch" in page.html for page in self.pages[:2]):
                self.finished = True
                return None
            if time.perf_counter() - began > LATE:
                self.account.faults["a move lost: nobody was asked"] += 1
                return None
            self.stirred.clear()
            try:
                async with asyncio.timeout(1):
                    await self.stirred.wait()
            except TimeoutError:
                pass
        return None

    async def move(self, page: Page) -> None:
        """Answer as the page's script does: a form, and then what the server sends back."""
        asked = page.asked
        page.done = asked  # type: ignore[attr-defined]
        lines = self.servers[self.pages.index(page) % len(self.servers)]
        replies = await self.replies(page, lines)
        form = "&".join(
            [f"command={uuid.uuid4()}", "kind=answer", f"question={asked.decode()}", *(f"reply={r}" for r in replies)]
        )
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Authorization": f"Bearer {page.token}"}
        headers["X-Part"] = "table"
        self.moved = began = time.perf_counter()
        status, _body, _found = await lines.call("POST", f"/duel/{self.id}/do", form.encode(), **headers)
        if status != 200:
            self.account.faults[f"a move answered with {status}"] += 1
            page.done = b""  # type: ignore[attr-defined]
            return
        self.account.answered.append(time.perf_counter() - began)
        self.account.moves += 1

    async def replies(self, page: Page, lines: Lines) -> list[str]:
        """What is answered, out of the form; where that does not tell enough, the question is asked for."""
        form = FORM.search(page.html)
        kind = form[1].decode() if form else ""
        values = [(a or b).decode() for a, b in REPLY.findall(page.html)]
        if kind in ("choose", "number") and values:
            return [self.dice.choice(values)]
        span = SPAN.search(page.html) if kind == "several" else None
        if span and len(set(values)) >= int(span[1]):
            most = min(int(span[2]), len(set(values)))
            return self.dice.sample(sorted(set(values)), self.dice.randint(int(span[1]), most))
        seen = await lines.api("GET", f"/duels/{self.id}", page.token)
        question = (seen["asked"] or {}).get("question")
        if not question:
            return []
        count, least, most = len(question["choices"]), question["least"], question["most"]
        if question["form"] == "several":
            most = min(most, count)
            return [str(n + 1) for n in sorted(self.dice.sample(range(count), self.dice.randint(least, most)))]
        if question["form"] == "number":
            return [str(self.dice.randint(least, most))]
        if question["form"] == "arrange":
            return [str(n + 1) for n in range(count)]
        return [str(self.dice.randint(1, max(1, count)))] if count else ["a+word"]


# ------------------------------------------------------------------ servers


@contextmanager
def served(database: str, processes: int, log: Path) -> Iterator[list[tuple[int, int]]]:
    """Servers on that database: their ports and process numbers."""
    running = []
    try:
        for n in range(processes):
            command = [sys.executable, "-m", "iaijutsu", "serve", "--port", "0", "--no-open", "--database", database]
            command += ["--limits", "off", "--log", "quiet"]
            out, into = os.pipe()
            errors = (os.POSIX_SPAWN_OPEN, 2, f"{log}{n}", os.O_CREAT | os.O_WRONLY, 0o644)
            files = [(os.POSIX_SPAWN_DUP2, into, 1), errors]
            process = os.posix_spawn(command[0], command, os.environ, file_actions=files)
            os.close(into)
            with open(out, encoding="utf-8") as told:
                found = re.search(r":(\d+)", told.readline().partition("//")[2])
                told.readline()  # all that it says: who hears half of it closes its mouth
            if found is None:
                raise SystemExit(f"the server did not start:\n{Path(f'{log}{n}').read_text()[-2000:]}")
            running.append((int(found[1]), process))
        yield running
    finally:
        for _, process in running:
            os.kill(process, signal.SIGTERM)
        for _, process in running:
            os.waitpid(process, 0)


def resident(process: int) -> float:
    """Megabytes that a process has in memory, itself alone."""
    text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]


def used(process: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ------------------------------------------------------------------ the account


async def load(options: argparse.Namespace, running: list[tuple[int, int]]) -> tuple[Account, dict[str, float]]:
    """All duels at once; what came of it."""
    account, servers = Account(), [Lines(port) for port, _ in running]
    games = ("cards", "rpg") if options.game == "both" else (options.game,)
    duels = [
        Duel(account, servers if n % 2 else servers[::-1], games[n % len(games)], random.Random(n))
        for n in range(options.duels)
    ]
    for begin in range(0, len(duels), 16):
        await asyncio.gather(*(duel.begin() for duel in duels[begin : begin + 16]))
    pages = [page for duel in duels for page in duel.pages]
    following = []
    for begin in range(0, len(pages), 50):
        following += [asyncio.create_task(page.follow()) for page in pages[begin : begin + 50]]
        await asyncio.gather(*(asyncio.wait_for(page.fresh.wait(), 60) for page in pages[begin : begin + 50]))
    gc.collect()
    gc.freeze()  # the people's own pauses are not to be measured
    lags: list[float] = []
    watching = asyncio.create_task(_lags(lags))
    await asyncio.sleep(SETTLED)
    before, people, began = sum(used(process) for _, process in running), time.process_time(), time.perf_counter()
    until = began + options.seconds
    await asyncio.gather(*(duel.fight(0.0 if options.flat_out else options.think, until) for duel in duels))
    took = time.perf_counter() - began
    watching.cancel()
    facts = {
        "moves a second": account.moves / took,
        "server's processor, cores": (sum(used(process) for _, process in running) - before) / took,
        "people's processor, cores": (time.process_time() - people) / took,
        "people's own lag, ms: p99": quantile(lags, 0.99),
        "MB, largest process": max(resident(process) for _, process in running),
        "duels finished": sum(duel.finished for duel in duels),
    }
    await asyncio.sleep(1.5)
    await _agree(account, duels)
    for task in following:
        task.cancel()
    return account, facts


async def _lags(found: list[float]) -> None:
    """How late the people themselves are, a hundred times a second: that much of a wait may be theirs."""
    while True:
        due = time.perf_counter() + 0.01
        await asyncio.sleep(0.01)
        found.append(time.perf_counter() - due)


async def _agree(account: Account, duels: list[Duel]) -> None:
    """Every page has to show what the server now says to the same person."""
    for duel in duels:
        for page, lines in zip(duel.pages, (duel.servers * 3)[:3], strict=True):
            seen = await lines.api("GET", f"/duels/{duel.id}", page.token)
            if seen["version"].encode() != page.version:
                account.faults["a page that is behind at the end"] += 1


def quantile(values: list[float], share: float) -> float:
    """Milliseconds below which that share of the values lies."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def report(options: argparse.Namespace, account: Account, facts: dict[str, float], database: str) -> list[str]:
    """The lines of the report."""
    kind = "PostgreSQL" if database.startswith("postgres") else "SQLite"
    think = "no thinking" if options.flat_out else f"{options.think} s to think"
    rows = [
        ("a move seen by every page, ms: p50", f"{quantile(account.waits, 0.5):.0f}"),
        ("p95", f"{quantile(account.waits, 0.95):.0f}"),
        ("p99", f"{quantile(account.waits, 0.99):.0f}"),
        ("most", f"{quantile(account.waits, 1.0):.0f}"),
        ("a move answered, ms: p50", f"{quantile(account.answered, 0.5):.0f}"),
        ("p99", f"{quantile(account.answered, 0.99):.0f}"),
        ("moves", f"{account.moves:,}"),
        ("pushes", f"{account.pushes:,}"),
        ("kB a push, mean", f"{account.bytes / max(1, account.pushes) / 1000:.1f}"),
        *((name, f"{value:.1f}") for name, value in facts.items()),
        ("faults", "; ".join(f"{name}: {n}" for name, n in account.faults.items()) or "none"),
    ]
    what = f"{options.duels} duels ({options.game}), {3 * options.duels} streams, {options.seconds:.0f} s, {think}"
    head = f"{what}, {kind}, {options.processes} process{'es' * (options.processes > 1)}"
    return [machine(), f"{head}; {AIM}", "", *table(("", "measured"), rows)]


@contextmanager
def kept(options: argparse.Namespace) -> Iterator[str]:
    """The database: as told, a PostgreSQL server for this run, or a file."""
    with tempfile.TemporaryDirectory() as folder:
        if options.database:
            yield options.database
        elif options.postgres:
            from tests.server.conftest import Server, programs_of_postgres

            programs = programs_of_postgres()
            if programs is None:
                raise SystemExit("no PostgreSQL server here: apt install postgresql, or name one with --database")
            server = Server(programs)
            try:
                server.begin()
                yield server.fresh()
            finally:
                server.end()
        else:
            yield f"sqlite:///{folder}/duels.db"


def main() -> int:
    """Run, print, and keep where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--duels", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=4)
    parser.add_argument("--game", choices=("cards", "rpg", "both"), default="both")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--database", default="")
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--flat-out", action="store_true")
    parser.add_argument("--write", metavar="NAME")
    options = parser.parse_args()
    options.processes = options.processes or (2 if options.postgres else 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with tempfile.TemporaryDirectory() as folder, kept(options) as database:
        try:
            with served(database, options.processes, Path(folder) / "log") as running:
                account, facts = asyncio.run(load(options, running))
        finally:
            told = "".join(path.read_text(errors="replace") for path in sorted(Path(folder).iterdir()))
            if told.strip():
                print("the servers said:\n" + told[-3000:], file=sys.stderr)
    lines = report(options, account, facts, database)
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{options.write}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if account.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
