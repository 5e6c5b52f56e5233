"""People for tests: they come in by links, look at what they are shown, and answer by the numbers of choices."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from iaijutsu.play.server.calls import Command, Opened, Order, Receipt, Who
from iaijutsu.play.server.house import House
from iaijutsu.play.server.looking import Present
from iaijutsu.play.server.presence import Presence
from iaijutsu.play.server.seen import Asked, Seen

CARDS = Order("cards", names=("Aki", ""), odds=True)
RPG = Order("rpg", names=("Aki", ""))


@asynccontextmanager
async def house_at(url: str, **options: Any) -> AsyncIterator[House]:
    """A house for a while."""
    house = await House.at(url, **options)
    try:
        yield house
    finally:
        await house.close()


async def wakes(house: House, duel: str) -> AsyncIterator[None]:
    """One wake-up for everything that happened at a duel since the last, until the house closes."""
    event = asyncio.Event()
    with house.waking(duel, event):
        while not house.wakes.closed:
            await event.wait()
            event.clear()
            if not house.wakes.closed:
                yield


async def there(presence: Presence, duel: str, made: float = 0.0) -> Present:
    """Who is there, of the first seat's players, at a duel that was made then."""
    return presence.present(duel, *await presence.around(duel), [0], made)


def command(kind: str, **given: Any) -> Command:
    """A command with an id of its own."""
    return Command(str(uuid.uuid4()), kind, **given)


async def two(house: House, order: Order = CARDS, name: str = "Nao") -> tuple[Opened, Who, Who]:
    """A duel with two people in it."""
    opened = await house.open(order)
    other = (await house.enter(opened.duel, opened.links["seat 1"], name)).who
    return opened, opened.mine.who, other


def reply(asked: Asked, rng: random.Random) -> dict[str, Any]:
    """Some answer to a question, as a page gives it: by the numbers of its choices."""
    question = asked.question
    if question.form == "choose":
        return {"choice": rng.randrange(len(question.choices))}
    if question.form == "number":
        return {"choice": rng.randint(question.least, question.most)}
    if question.form == "faces":
        return {"slots": tuple(rng.randrange(one.answer) for one in question.choices)}
    if question.form == "draw":  # there may be several of a card
        return {"slots": tuple(rng.randrange(len(question.choices)) for _card in range(question.most))}
    count = len(question.choices) if question.form == "arrange" else rng.randint(question.least, question.most)
    return {"slots": tuple(rng.sample(range(len(question.choices)), min(count, len(question.choices))))}


def asked_id(seen: Seen) -> str:
    """The id of the question that somebody is asked."""
    assert seen.asked is not None
    return seen.asked.id


async def answer(house: House, who: Who, seen: Seen, rng: random.Random) -> Receipt:
    """Answer what is asked."""
    assert seen.asked is not None
    return await house.do(who, command("answer", question=seen.asked.id, **reply(seen.asked, rng)))


async def fought(house: House, people: list[Who], rng: random.Random, most: int = 600) -> Seen:
    """Let people fight to the end, or for so many answers; returns what the first sees then."""
    from iaijutsu.engine import BadInput

    for _turn in range(most):
        for who in people:
            seen = await house.seen(who)
            if seen.finished:
                return await house.seen(people[0])
            if seen.asked is not None:
                try:
                    await answer(house, who, seen, rng)
                except BadInput:  # some of several dice may not be kept together: another time
                    continue
    return await house.seen(people[0])
