"""Commands that come twice, late, stale or in another order, over HTTP: what has happened does not change.

A browser that sends a form again, a network that delays, a bot that repeats itself: the same id is the same command,
and an answer is for the question that it names.
"""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.play.server import log

from .conftest import Run
from .web import Made, Web, answer_to, bearer, web_at

LATE = 4
"""Commands of before that come again after each."""
COMMANDS = 1_000
"""Of each game, in the long form."""


@dataclass
class Letters:
    """All commands that were carried out at a duel, with what each was answered."""

    web: Web
    made: Made
    rng: random.Random
    sent: list[tuple[str, dict[str, Any], str]] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)

    async def send(self, token: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """One command as it stands; status and answer."""
        path = f"/api/v1/duels/{self.made.duel}/commands"
        answer = await self.web.client.post(path, json=body, headers=bearer(token))
        return answer.status_code, answer.json()

    async def rows(self) -> list[Any]:
        """The duel's log."""
        return await self.web.house.database.read(lambda connection: log.read(connection, self.made.duel))

    async def do(self, token: str, **given: Any) -> bool:
        """A new command, sent twice at once, and some of before again. Whether it was carried out."""
        body = {"id": str(uuid.uuid4()), **given}
        both = await asyncio.gather(self.send(token, body), self.send(token, body))
        if {status for status, _answer in both} != {200}:
            assert not any(status == 200 for status, _answer in both), both
            return False
        assert sorted(answer["repeated"] for _status, answer in both) == [False, True]
        assert both[0][1]["version"] == both[1][1]["version"]
        self.sent.append((token, body, both[0][1]["version"]))
        self.counted[body["kind"]] += 1
        await self.again(self.rng.choices(self.sent, k=LATE))
        await self.stale()
        return True

    async def again(self, letters: list[tuple[str, dict[str, Any], str]]) -> None:
        """What was sent before comes again: the same receipts, and nothing happens."""
        before = await self.rows()
        for token, body, version in letters:
            assert await self.send(token, body) == (200, {"version": version, "repeated": True})
        assert await self.rows() == before

    async def stale(self) -> None:
        """An old answer under a new id, and one to a question that nobody has put yet."""
        answers = [(token, body) for token, body, _version in self.sent if body["kind"] == "answer"]
        if not answers:
            return
        before = await self.rows()
        token, body = self.rng.choice(answers)
        status, told = await self.send(token, {**body, "id": str(uuid.uuid4())})
        assert status == 409, told
        asked = (await self.web.seen(self.made, token))["asked"]
        now = asked["id"] if asked else "q0.0"
        count, steps = now.removeprefix("q").split(".")
        for other in (f"q{int(count) + 1}.{steps}", f"q{count}.{int(steps) + 1}", "q", "nonsense"):
            early = {"id": str(uuid.uuid4()), "kind": "answer", "question": other, "choice": 0}
            assert (await self.send(token, early))[0] == 409
        assert await self.rows() == before


async def asked_of(letters: Letters, tokens: list[str]) -> list[str]:
    """Whoever of these is asked something."""
    return [token for token in tokens if (await letters.web.seen(letters.made, token))["asked"]]


async def one_answer(letters: Letters, tokens: list[str]) -> None:
    """Somebody who is asked answers."""
    token = letters.rng.choice(await asked_of(letters, tokens))
    asked = (await letters.web.seen(letters.made, token))["asked"]
    for _try in range(40):
        if await letters.do(token, kind="answer", question=asked["id"], **answer_to(asked, letters.rng)):
            return
    raise AssertionError("no luck finds an answer")


async def courtesies(letters: Letters, tokens: list[str], judge: str) -> None:
    """Commands of other kinds, where they can be carried out."""
    one, other = letters.rng.sample(tokens, 2)
    await letters.do(one, kind="say", text="A word.")
    if await letters.do(one, kind="ask-undo"):
        await letters.do(other, kind=letters.rng.choice(("agree", "refuse")), about="undo")
    await letters.do(one, kind="ask-odds")
    await letters.do(one, kind="pass-until", text="heading")
    await letters.do(judge, kind="rule")
    await letters.do(judge, kind="rule", choice=0)
    await letters.do(judge, kind="rule", about="drop")


async def story(folder: Path, game: str, seed: int, most: int) -> Counter[str]:
    """A whole duel of which every command comes again and again."""
    async with web_at(folder) as web:
        made = await web.make(game=game, judge=True)
        tokens = [made.pass_, await web.enter(made, "seat 1", "Nao")]
        judge = await web.enter(made, "judge", "Sei")
        letters = Letters(web, made, random.Random(seed))
        for turn in range(most):
            if (await web.seen(made, tokens[0]))["finished"]:
                break
            if turn % 6 == 2:
                await courtesies(letters, tokens, judge)
            await one_answer(letters, [*tokens, judge])
        while not (await web.seen(made, tokens[0]))["finished"]:
            if not await letters.do(judge, kind="end", text="It is late."):
                await one_answer(letters, [*tokens, judge])
        await letters.do(tokens[0], kind="offer-rematch")
        await letters.do(tokens[1], kind="agree", about="rematch")
        shown = [await web.seen(made, token) for token in tokens]
        letters.rng.shuffle(letters.sent)
        await letters.again(letters.sent)
        assert [one["version"] for one in shown] == [(await web.seen(made, token))["version"] for token in tokens]
        assert len(await web.house.mine({f"iaijutsu-{made.duel}": tokens[0]})) == 2  # one rematch, not several
        return letters.counted


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_every_command_comes_again(run: Run, tmp_path: Path, game: str) -> None:
    counted = run(story(tmp_path, game, 3, 12))
    assert counted["answer"] > 5 and {"say", "rule", "agree", "offer-rematch"} <= set(counted)


@pytest.mark.long
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_every_command_comes_again_for_long(tmp_path: Path, game: str) -> None:
    counted: Counter[str] = Counter()
    for seed in range(60):  # one of blades may be conceded soon
        (folder := tmp_path / str(seed)).mkdir()
        counted += asyncio.run(story(folder, game, seed, 120))
        if seed >= 19 and counted.total() > COMMANDS:
            break
    assert counted.total() > COMMANDS and counted["refuse"] and counted["ask-undo"] and counted["pass-until"]


def test_a_form_that_is_sent_again_is_done_once(run: Run, tmp_path: Path) -> None:
    async def twice() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            await web.enter(made, "seat 1", "Nao")
            letters = Letters(web, made, random.Random(1))
            for n in range(3):
                fields = {"command": str(uuid.uuid4()), "kind": "say", "text": f"Word {n}."}
                path = f"/duel/{made.duel}/do"
                posts = [web.client.post(path, data=fields, headers=bearer(made.pass_)) for _time in range(3)]
                assert {answer.status_code for answer in await asyncio.gather(*posts)} == {303}
            assert sum(row.kind == "say" for row in await letters.rows()) == 3

    run(twice())
