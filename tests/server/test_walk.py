"""Whatever people do, in whatever order: the log alone gives the same table again, and nobody meets a fault."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.play.server import lives
from iaijutsu.play.server.calls import NotYours, Order, TooLate, Who
from iaijutsu.play.server.house import House
from iaijutsu.play.server.looking import Looks
from iaijutsu.play.server.table import Table

from .conftest import Run
from .guests import CARDS, RPG, command, house_at, reply, two

KINDS = (
    "answer", "answer", "answer", "answer", "answer", "say", "undo", "odds", "rematch", "agree", "agree", "refuse",
    "concede", "claim", "pass-until", "rule", "end",
)  # fmt: skip


async def something(house: House, who: Who, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Something that somebody might do: mostly what he is asked, sometimes nonsense."""
    kind, seen = rng.choice(KINDS), await house.seen(who)
    if who.role == "judge" and rng.random() < 0.8:
        kind = "rule"
    given: dict[str, Any] = {"about": rng.choice(("undo", "odds", "rematch")), "text": rng.choice(("heading", "duel"))}
    if kind == "answer" and seen.asked is not None:
        given |= {"question": seen.asked.id, **reply(seen.asked, rng)}
    if kind == "answer" and rng.random() < 0.1:
        given |= {"question": f"q{rng.randrange(9)}.{rng.randrange(2)}", "choice": rng.randrange(5)}
    if kind == "rule":
        given["about"] = rng.choice(("", "", "", "", "drop"))
        if seen.ruling is not None:
            given |= {"reply": rng.choice(("1", "2", "3", "because", ""))}
    if kind == "end" and rng.random() < 0.9:
        kind = "say"
    return kind, given


async def same_again(house: House, people: list[Who]) -> None:
    """The table as it stands in memory is the one that its log makes."""
    duel = people[0].duel
    async with house.lives.held(duel) as live:
        made, rows = await house.database.read(lambda connection: lives.newer(connection, duel, None))
        assert made is not None
        fresh = Table(made, house.gaps)
        for row in rows:
            fresh.apply(row)
        table, looks = live.at
        assert fresh.session.transcript().dumps() == table.session.transcript().dumps()
        assert fresh.clocks.left == table.clocks.left and fresh.clocks.running == table.clocks.running
        for who in people:
            now = house.now()
            assert Looks(fresh).seen(who, "en", now, live.present) == looks.seen(who, "en", now, live.present)


async def walk(url: str, order: Order, seed: int, steps: int) -> Counter[str]:
    """People, a judge and a spectator do things at random; what became of them."""
    rng, became = random.Random(seed), Counter[str]()
    async with house_at(url) as house:
        opened, one, other = await two(house, order)
        judge = (await house.enter(opened.duel, opened.links["judge"], "Sei")).who
        looker = (await house.enter(opened.duel, opened.links["spectator"])).who
        people = [one, other, judge, looker]
        for step in range(steps):
            who = rng.choice((one, one, other, other, judge, looker) if rng.random() < 0.5 else (one, other))
            kind, given = await something(house, who, rng)
            try:
                await house.do(who, command(kind, **given))
            except (BadInput, NotYours, TooLate) as error:
                became[f"{kind}: {type(error).__name__}"] += 1
            else:
                became[kind] += 1
            if step % 10 == 0:
                await same_again(house, people)
            if (await house.seen(one)).finished and rng.random() < 0.2:
                break
        await same_again(house, people)
    return became


@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_whatever_people_do(run: Run, url: str, order: Order) -> None:
    order = replace(order, judge=True, clock=(600, 5), odds=False)
    became: Counter[str] = Counter()
    for seed in range(3):
        became += run(walk(url, order, seed, 60))
    assert {"answer", "say", "rule"} <= set(became)


@pytest.mark.long
@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_whatever_people_do_for_long(run: Run, url: str, order: Order) -> None:
    order = replace(order, judge=True, clock=(600, 5), odds=False)
    for seed in range(100, 200):
        run(walk(url, order, seed, 120))
