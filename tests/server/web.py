"""A table over HTTP for tests: the application as it runs, spoken to in the process or through a real socket."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import httpx
from fastapi import FastAPI

from iaijutsu.play.server.app import create_app
from iaijutsu.play.server.house import House
from iaijutsu.play.server.settings import Settings

BASE = "http://localhost"
USUAL = Settings(limited=False, log="quiet")


@dataclass
class Web:
    """A running application, and a client without any pass."""

    app: FastAPI
    house: House
    client: httpx.AsyncClient

    def guest(self, **headers: str) -> httpx.AsyncClient:
        """Somebody else's browser."""
        return client_of(self.app, headers)

    async def make(self, **order: Any) -> Made:
        """A duel made over JSON; the client that made it keeps no cookie of it."""
        order = {"game": "cards", **order}
        answer = await self.client.post("/api/v1/duels", json=order)
        self.client.cookies.clear()
        assert answer.status_code == 201, answer.text
        return Made(**{"pass_" if name == "pass" else name: value for name, value in answer.json().items()})

    async def enter(self, made: Made, place: str, name: str = "") -> str:
        """A pass for one of the links."""
        body = {"secret": made.links[place], "name": name}
        answer = await self.client.post(f"/api/v1/duels/{made.duel}/enter", json=body)
        self.client.cookies.clear()
        assert answer.status_code == 200, answer.text
        return str(answer.json()["pass"])

    async def seen(self, made: Made, token: str, **query: str) -> dict[str, Any]:
        """The table as who has that pass sees it."""
        answer = await self.client.get(f"/api/v1/duels/{made.duel}", headers=bearer(token), params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def do(self, made: Made, token: str, kind: str, **given: Any) -> httpx.Response:
        """A command over JSON."""
        body = {"id": str(uuid.uuid4()), "kind": kind, **given}
        return await self.client.post(f"/api/v1/duels/{made.duel}/commands", json=body, headers=bearer(token))


@dataclass
class Made:
    """What the maker of a duel is told."""

    duel: str
    pass_: str
    you: dict[str, Any]
    links: dict[str, str]
    notes: list[str]


def bearer(token: str) -> dict[str, str]:
    """The header that carries a pass."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def client_of(app: FastAPI, headers: Mapping[str, str] | None = None, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """A client that speaks to the application in this process."""
    transport = httpx.ASGITransport(app=app, client=(address, 1), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)


@asynccontextmanager
async def web_at(folder: Path, **settings: Any) -> AsyncIterator[Web]:
    """The application on a database in that folder."""
    used = replace(USUAL, database=f"sqlite:///{folder / 'duels.db'}", **settings)
    house = await House.opened(used)
    try:
        app = create_app(used, house)
        async with app.router.lifespan_context(app), client_of(app) as client:
            yield Web(app, house, client)
    finally:
        await house.close()


class Stream:
    """A stream of events, driven at the level of ASGI, so that a test sees what is sent when."""

    def __init__(self, app: FastAPI, path: str, **headers: str) -> None:
        self.app, self.path, self.headers = app, path, headers
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.status = 0
        self.answered: dict[str, str] = {}
        self._held = ""

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(self._run())
        start = await asyncio.wait_for(self.sent.get(), 20)
        self.status = start["status"]
        self.answered = {name.decode(): value.decode() for name, value in start["headers"]}
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.gone.set()
        await asyncio.wait_for(self.task, 20)

    async def _run(self) -> None:
        names = {"host": "localhost", **self.headers}
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": self.path, "raw_path": self.path.encode(), "query_string": b"", "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in names.items()],
            "client": ("127.0.0.1", 1), "server": ("localhost", 80), "app": self.app,
        }  # fmt: skip
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await self.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            await self.sent.put(message)

        await self.app(scope, receive, send)

    async def block(self, seconds: float = 20) -> str | None:
        """The next event or comment; None when the stream has ended."""
        while "\n\n" not in self._held:
            message = await asyncio.wait_for(self.sent.get(), seconds)
            self._held += message.get("body", b"").decode()
            if not message.get("more_body", False) and "\n\n" not in self._held:
                return None
        found, _two, self._held = self._held.partition("\n\n")
        return found

    async def event(self, seconds: float = 20) -> tuple[str, str, str]:
        """The next event: its name, its id and its data."""
        while True:
            block = await self.block(seconds)
            assert block is not None, "the stream has ended"
            fields = [line.partition(": ")[::2] for line in block.split("\n")]
            if any(name == "event" for name, _value in fields):
                one = dict(fields)
                return one["event"], one["id"], "\n".join(value for name, value in fields if name == "data")

    async def table(self, seconds: float = 20) -> dict[str, Any]:
        """The next table out of a stream of JSON."""
        found: dict[str, Any] = json.loads((await self.event(seconds))[2])
        return found


# --- answering -------------------------------------------------------------------------------------------


def answer_to(asked: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """Some answer to a question as the interface shows it."""
    question = asked["question"]
    choices, form = question["choices"], question["form"]
    if form == "choose":
        return {"choice": rng.randrange(len(choices))}
    if form == "number":
        return {"choice": rng.randint(question["least"], question["most"])}
    if form == "text":
        return {"reply": ""}
    count = len(choices) if form == "arrange" else rng.randint(question["least"], question["most"])
    return {"slots": rng.sample(range(len(choices)), min(count, len(choices)))}


async def one_step(web: Web, made: Made, tokens: Sequence[str], rng: random.Random) -> bool:
    """Lets somebody who is asked answer; whether anybody was."""
    for token in tokens:
        asked = (await web.seen(made, token))["asked"]
        if asked is None:
            continue
        for _try in range(40):
            done = await web.do(made, token, "answer", question=asked["id"], **answer_to(asked, rng))
            if done.status_code == 200:
                return True
            assert done.status_code == 422, done.text
    return False


async def fought(web: Web, made: Made, tokens: Sequence[str], seed: int, most: int = 400) -> None:
    """Lets a duel be fought to its end by whoever has these passes."""
    rng = random.Random(seed)
    for _step in range(most):
        if (await web.seen(made, tokens[0]))["finished"]:
            return
        assert await one_step(web, made, tokens, rng), "nobody is asked, and it is not over"
    raise AssertionError("it does not end")
