"""A server that is used for long: duels come and go, and nothing is left of them: memory, handles, streams, tasks."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from .serving import Served, serving
from .web import answer_to, bearer

DUELS = 100
"""Duels at once."""
WARM = 300.0
"""Seconds after which memory has to stand still: by then as many tables are kept as may be."""
GROWTH, HANDLES = 0.10, 5


def figures(served: Served) -> dict[str, int]:
    """Memory in bytes, and open handles, of the process."""
    pages = int(Path(f"/proc/{served.process.pid}/statm").read_text().split()[1])
    return {"memory": pages * 4096, "handles": len(list(Path(f"/proc/{served.process.pid}/fd").iterdir()))}


def streams(served: Served) -> float:
    """Open streams, by the server's own numbers."""
    lines = served.get("metrics").decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("iaijutsu_streams "))


class Visitors:
    """People who fight one duel after the other, with a page open, until it is time to go."""

    def __init__(self, client: httpx.AsyncClient, until: float) -> None:
        self.client, self.until, self.counted = client, until, Counter[str]()

    async def fight(self, number: int) -> None:
        """One table, duel after duel."""
        rng = random.Random(number)
        await asyncio.sleep(rng.random() * 5)
        while time.monotonic() < self.until:
            made = (await self.client.post("api/v1/duels", json={"game": rng.choice(("cards", "rpg"))})).json()
            body = {"secret": made["links"]["seat 1"], "name": "Nao"}
            other = (await self.client.post(f"api/v1/duels/{made['duel']}/enter", json=body)).json()
            self.client.cookies.clear()
            page = asyncio.create_task(self._watch(made["duel"], made["pass"]))
            try:
                await self._duel(made["duel"], [made["pass"], other["pass"]], rng)
            finally:
                page.cancel()
                await asyncio.gather(page, return_exceptions=True)
            self.counted["duels"] += 1

    async def _watch(self, duel: str, token: str) -> None:
        path = f"api/v1/duels/{duel}/stream"
        async with self.client.stream("GET", path, headers=bearer(token), timeout=None) as answer:
            async for line in answer.aiter_lines():
                self.counted["pushes"] += line.startswith("event: seen")

    async def _duel(self, duel: str, tokens: list[str], rng: random.Random) -> None:
        while time.monotonic() < self.until:
            for token in tokens:
                seen = (await self.client.get(f"api/v1/duels/{duel}", headers=bearer(token))).json()
                if seen["finished"]:
                    return
                if seen["asked"]:
                    await self._answer(duel, token, seen["asked"], rng)
            await asyncio.sleep(rng.uniform(0.3, 1.2))

    async def _answer(self, duel: str, token: str, asked: dict[str, Any], rng: random.Random) -> None:
        body = {"id": str(uuid.uuid4()), "kind": "answer", "question": asked["id"], **answer_to(asked, rng)}
        answer = await self.client.post(f"api/v1/duels/{duel}/commands", json=body, headers=bearer(token))
        self.counted[f"status {answer.status_code}"] += 1


async def used(served: Served, seconds: float) -> tuple[list[dict[str, int]], Counter[str]]:
    """Use a server for so long; its figures, every five seconds."""
    limits = httpx.Limits(max_connections=3 * DUELS)
    async with httpx.AsyncClient(base_url=served.url, timeout=60, limits=limits) as client:
        people = Visitors(client, time.monotonic() + seconds)
        work = [asyncio.create_task(people.fight(number)) for number in range(DUELS)]
        found = []
        while time.monotonic() < people.until:
            await asyncio.sleep(5)
            found.append(figures(served))
        async with asyncio.timeout(120):
            await asyncio.gather(*work)
    return found, people.counted


@pytest.mark.long
@pytest.mark.parametrize("minutes", [1, 30])
def test_nothing_is_left_of_duels_that_came_and_went(tmp_path: Path, minutes: int) -> None:
    with serving(tmp_path, "--log", "quiet", "--limits", "off") as served:
        before = figures(served)
        found, counted = asyncio.run(used(served, minutes * 60.0))
        after = settled(served, before)
        print(json.dumps({"counted": counted, "before": before, "after": after, "found": found[:: max(1, minutes)]}))
        assert counted["duels"] > 20 and counted["pushes"] > 4 * counted["duels"]
        assert not [status for status in counted if status.startswith("status 5")]
        late = [one["memory"] for one in found[int(WARM / 5) :]]
        if late:
            assert max(late) - min(late) <= GROWTH * min(late), late
        assert served.stop() < 2
        assert served.errors.read_text() == ""


def settled(served: Served, before: dict[str, int]) -> dict[str, int]:
    """The figures when everybody has gone: no stream is open, and handles are as before."""
    end = time.monotonic() + 20
    while True:
        after = figures(served)
        if not streams(served) and after["handles"] <= before["handles"] + HANDLES:
            return after
        assert time.monotonic() < end, (before, after)
        time.sleep(0.5)
