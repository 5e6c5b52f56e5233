"""What is sent to somebody does not depend on what he must not know: every channel, byte for byte, in two worlds.

A pair is one moment of two duels, for one audience to whom the rules have shown the same in both. For each pair the
table is compared as JSON, and some of the other channels in turn, so that all of them come up again and again.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from iaijutsu.engine import Audience
from iaijutsu.play.server import keep_tag, links, render
from iaijutsu.play.server.computers import Task, seed_for, text_for, thought

from .conftest import Run
from .web import Stream, Web, bearer
from .worlds import STRANGER, Pair, Plan, Worlds, worlds_at

Channel = tuple[str, str, dict[str, Any] | None]
"""A method, a path below `/`, and a body (JSON, or a form where the path is a page's)."""
STEPS = 40
SHORT, LONG = 2_000, 20_000
"""Pairs at least."""


def channels(plan: Plan, number: int, mine: str) -> list[list[Channel]]:
    """The ways to ask for something at a duel, in groups of which one is asked each time."""
    api, page = f"api/v1/duels/{plan.duel}", f"duel/{plan.duel}"
    looks: list[Channel] = [
        ("GET", f"{api}{rest}", None)
        for rest in ("?language=hr", "/lines/0", "/lines/3", "/lines/9999", "/replay", "/replay?at=1", "/replay?as=0",
                     "/replay?as=1", "/replay?as=judge", "/transcript", "/fair", "/nothing")
    ]  # fmt: skip
    pages: list[Channel] = [
        ("GET", f"{page}{rest}", None)
        for rest in ("", "/why/1", "/why/9999", "/replay", "/replay?at=0&as=1", "/transcript", "/fair")
    ]
    pages += [("GET", "", None), ("GET", "api/v1/duels", None)]
    wrong: list[Channel] = [
        ("POST", f"{api}/commands", {"id": f"wrong-{number}-{n}", **given}) for n, given in enumerate(wrongs(mine))
    ]
    form = {"command": str(uuid.UUID(int=8)), "kind": "answer", "question": mine or "q0.0", "reply": "no such answer"}
    wrong += [("POST", f"{page}/do", form), ("POST", f"{api}/enter", {"secret": "nothing", "name": ""})]
    return [looks, pages, wrong]


def wrongs(mine: str) -> list[dict[str, Any]]:
    """Commands that cannot be carried out."""
    return [
        {"kind": "answer", "question": "q0.0", "choice": 0}, {"kind": "answer", "question": "q99.0", "choice": 0},
        {"kind": "answer", "question": mine or "q9.9", "choice": 9999}, {"kind": "rule", "choice": 9999},
        {"kind": "claim"},
        {"kind": "answer", "question": mine or "q9.9", "reply": "no such answer"}, {"kind": "agree", "about": "undo"},
        {"kind": "answer", "question": mine or "q9.9", "slots": [0, 0, 77]}, {"kind": "pass-until", "text": "never"},
    ]  # fmt: skip


async def told(web: Web, token: str, channel: Channel) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """All that comes back: status, headers, body."""
    method, path, body = channel
    headers: dict[str, Any] = {**bearer(token), "Cookie": f"iaijutsu-language={'hr' if 'why' in path else 'en'}"}
    if body is None:
        answer: httpx.Response = await web.client.request(method, f"/{path}", headers=headers)
    elif path.startswith("api/"):
        answer = await web.client.request(method, f"/{path}", json=body, headers=headers)
    else:
        answer = await web.client.request(method, f"/{path}", data=body, headers=headers)
    web.client.cookies.clear()
    return answer.status_code, list(answer.headers.raw), answer.content


async def pushed(web: Web, token: str, path: str) -> tuple[dict[str, str], str | None]:
    """What a new stream sends at once."""
    async with Stream(web.app, path, Authorization=f"Bearer {token}") as stream:
        await stream.block()
        return stream.answered, await stream.block()


class Comparing:
    """Compares all channels of two worlds, in turn."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        self.counted: Counter[str] = Counter()
        self.turn = self.asked = 0

    async def run(self, pairs: int) -> Counter[str]:
        """Compare so many pairs at least; how often what was compared."""
        number = 0
        while self.counted["pairs"] < pairs:
            await self._duel(Plan.of(number))
            number += 1
        return self.counted

    async def _duel(self, plan: Plan) -> None:
        pair = await self.worlds.begin(plan)
        for _step in range(STEPS):
            alike = await pair.alike()
            if not alike:
                return
            if await pair.differ():
                for audience in alike:
                    await self._compare(pair, audience)
                    self.counted["pairs"] += 1
                    self.counted[f"{plan.way} {'seat' if isinstance(audience, int) else audience}"] += 1
                await self._same(pair, plan, STRANGER, "")
            if not await pair.step():
                return

    async def _compare(self, pair: Pair, audience: Audience) -> None:
        """One pair: the table, and what is next of the rest."""
        plan, tables = pair.plan, await pair.tables()
        mine = tables[0].question_id(audience) if isinstance(audience, int) else ""
        await self._both(pair, audience, ("GET", f"api/v1/duels/{plan.duel}", None))
        await self._same(pair, plan, audience, mine)
        if self.turn % 6 == 0:
            form = ("duel", "api/v1/duels")[self.turn % 4 // 2]
            streams = [
                await pushed(web, plan.token(audience), f"/{form}/{plan.duel}/stream") for web in self.worlds.webs
            ]
            assert streams[0] == streams[1] and streams[0][1] is not None
            self.counted[f"stream of {form}"] += 1
        if not mine or not isinstance(audience, int):
            return
        self.asked += 1
        if self.asked % 8 == 1:
            seat: int = audience
            thoughts = [
                thought(Task(plan.game, text_for(table, seat), seat, "random", seed_for(table, seat)))
                for table in tables
            ]
            assert thoughts[0] == thoughts[1]
            self.counted["computer players"] += 1
        if self.asked % 20 == 2:
            await self._odds(pair, audience)

    async def _odds(self, pair: Pair, audience: Audience) -> None:
        """Odds, for the rest of this question."""
        command = {"id": f"odds-at-{self.turn:04}", "kind": "ask-odds"}
        path = f"api/v1/duels/{pair.plan.duel}"
        await self._both(pair, audience, ("POST", f"{path}/commands", command))
        shown = await self._both(pair, audience, ("GET", path, None))
        self.counted["odds"] += b'"odds":{' in shown

    async def _same(self, pair: Pair, plan: Plan, audience: Audience | str, mine: str) -> None:
        self.turn += 1
        groups = channels(plan, self.turn, mine)
        group = groups[self.turn % len(groups)]
        await self._both(pair, audience, group[self.turn // len(groups) % len(group)])

    async def _both(self, pair: Pair, audience: Audience | str, channel: Channel) -> bytes:
        token = pair.plan.token(audience)
        one, other = [await told(web, token, channel) for web in self.worlds.webs]
        assert one == other, (pair.plan, audience, channel)
        self.counted["answers"] += 1
        self.counted[f"status {one[0]}"] += 1
        return one[2]


@pytest.fixture
def one_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every form has the same id for its command, and the lobby for its duel: that is chance, and tells nothing.

    No part of a page is kept, so that what was made in one world is not shown in the other.
    """
    monkeypatch.setattr(render, "_own", lambda: "7" * 32)
    monkeypatch.setattr(links, "fresh", lambda: "x" * 43)
    monkeypatch.setattr(keep_tag, "MOST", 0)


async def compared(folder: Path, pairs: int) -> Counter[str]:
    async with worlds_at(folder) as worlds:
        return await Comparing(worlds).run(pairs)


@pytest.mark.usefixtures("one_id")
def test_two_worlds_that_look_alike_are_the_same_in_every_byte(run: Run, tmp_path: Path) -> None:
    counted = run(compared(tmp_path, SHORT))
    for what in ("draws seat", "deck spectator", "sealed judge", "sealed seat", "odds", "computer players"):
        assert counted[what], counted
    assert counted["status 200"] and counted["status 403"] and counted["status 409"] and counted["status 422"]


@pytest.mark.long
@pytest.mark.usefixtures("one_id")
def test_many_worlds_that_look_alike_are_the_same_in_every_byte(tmp_path: Path) -> None:
    counted = asyncio.run(compared(tmp_path, LONG))
    assert counted["pairs"] >= LONG and counted["odds"] > 100 and counted["sealed judge"] > 250
