"""Hidden things under names that occur nowhere else: searched for in every byte that leaves the process.

Both decks are made of cards whose titles are 128 random bits. What somebody is sent may name a card only if the rules
have shown it to him. Seeds, and what the computer players' chance hangs on, may stand nowhere at all.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import defaultdict
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest

from iaijutsu.cards import decks
from iaijutsu.engine import Audience
from iaijutsu.play.server.app import create_app
from iaijutsu.play.server.house import House
from iaijutsu.play.server.wake import LOG, PAGES

from .conftest import Run
from .web import USUAL, Made, Stream, Web, bearer, client_of, one_step

CARD = '[[card]]\nkey = "{key}"\ntitle = "{title}"\ntype = "strategy"\nfocus = {focus}\n'
DECK = 'key = "{key}"\ntitle = "{key}"\ntemper = "slow"\naction = "plain-challenge"\n\n'
DECK += '[cards]\n{cards}\n\n[[personality]]\ncard = "{person}"\n'
STEPS = 9
PLACES: dict[str, Audience] = {"seat 0": 0, "seat 1": 1, "spectator": "spectator", "judge": "judge"}


def titles(letter: str) -> dict[str, str]:
    """Forty cards by their keys, each with a title that nobody else has."""
    return {f"canary-{letter}-{n}": f"Z{secrets.token_hex(16)}" for n in range(40)}


def terms(mine: dict[str, str], theirs: dict[str, str]) -> dict[str, Any]:
    """A duel of two such decks."""
    both = {**mine, **theirs}
    text = "\n".join(CARD.format(key=key, title=title, focus=n % 5) for n, (key, title) in enumerate(both.items()))
    person = next(iter(decks.shipped().values())).personalities[0].card

    def deck(key: str, cards: dict[str, str]) -> dict[str, str]:
        made = DECK.format(key=key, cards="\n".join(f"{card} = 1" for card in cards), person=person)
        return {"name": f"{key}.toml", "text": made}

    cards = {"name": "mine.toml", "text": text}
    return {"cards": cards, "deck": deck("one", mine), "against": deck("two", theirs)}


async def known(web: Web, duel: str, audience: Audience) -> str:
    """All that the rules have shown to somebody, in some form."""
    async with web.house.lives.held(duel) as live:
        session = live.at[0].session
        return repr(session.view(audience).state) + repr(session.events(audience))


async def all_sent(web: Web, made: Made, token: str) -> str:
    """What somebody is sent who asks for everything."""
    api, page = f"/api/v1/duels/{made.duel}", f"/duel/{made.duel}"
    paths = [
        api,
        page,
        f"{api}/replay",
        f"{page}/replay",
        f"{api}/fair",
        f"{page}/fair",
        f"{api}/transcript",
        "/metrics",
    ]
    paths += [f"{api}/lines/{n}" for n in range(3)] + [f"{api}/replay?as={n}" for n in range(2)]
    answers = [await web.client.get(path, headers=bearer(token)) for path in paths]
    answers.append(await web.do(made, token, "answer", question="q0.0", reply="no such thing"))
    async with Stream(web.app, f"{page}/stream", Authorization=f"Bearer {token}") as stream:
        await stream.block()
        pushed = str(await stream.block())
    return "\n".join([*(str(answer.headers) + answer.text for answer in answers), pushed])


async def story(url: str) -> dict[str, int]:
    """A duel in which everybody asks for everything after every answer; how many titles were hidden, and shown."""
    mine, theirs = titles("a"), titles("b")
    cards, counted = {**mine, **theirs}, defaultdict[str, int](int)
    async with AsyncExitStack() as stack:
        house = await House.at(url)
        stack.push_async_callback(house.close)
        app = create_app(replace(USUAL, log="lines"), house)
        await stack.enter_async_context(app.router.lifespan_context(app))
        web = Web(app, house, await stack.enter_async_context(client_of(app)))
        made = await web.make(terms=terms(mine, theirs), judge=True)
        tokens = {"seat 0": made.pass_}
        for place in ("seat 1", "spectator", "judge"):
            tokens[place] = await web.enter(made, place)
        async with house.lives.held(made.duel) as live:
            record = live.at[0].record
        nowhere = [str(record.seed), record.sits, *made.links.values()]
        rng = random.Random(3)
        for _step in range(STEPS):
            for place, audience in PLACES.items():
                may, sent = await known(web, made.duel, audience), await all_sent(web, made, tokens[place])
                for key, title in cards.items():
                    shown, allowed = title in sent, f"'{key}'" in may
                    assert allowed or not shown, (place, key)
                    counted[f"{place} {'shown' if shown else 'known' if allowed else 'hidden'}"] += 1
                assert not [word for word in nowhere if word in sent]
            if not await one_step(web, made, [tokens["seat 0"], tokens["seat 1"]], rng):
                break
        counted["duels"] = 1
    return dict(counted) | dict.fromkeys([*cards.values(), *nowhere], 0)


def quiet(counted: dict[str, int], printed: str) -> None:
    """Nothing of it stands in the log, and there was something to hide and something to show."""
    hidden = [word for word, times in counted.items() if not times and len(word) > 30]
    assert len(hidden) > 80 and "route=" in printed
    assert not [word for word in hidden if word in printed]
    for place in ("seat 0", "seat 1", "spectator"):
        assert counted[f"{place} hidden"] > 40 and counted.get(f"{place} shown", 0) + (place == "spectator")


def test_cards_that_lie_face_down_are_named_to_nobody(run: Run, url: str, capfd: pytest.CaptureFixture[str]) -> None:
    counted = run(story(url))
    printed = capfd.readouterr()
    quiet(counted, printed.out + printed.err)


@pytest.mark.database
def test_nor_to_who_listens_at_the_database(run: Run, postgres: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def listened() -> tuple[dict[str, int], list[str]]:
        import psycopg

        async with await psycopg.AsyncConnection.connect(postgres, autocommit=True) as ear:
            for channel in (LOG, PAGES):
                await ear.execute(f"LISTEN {channel}")
            telling = asyncio.create_task(story(postgres))
            heard = []
            while not telling.done():
                heard += [note.payload async for note in ear.notifies(timeout=0.3)]
            return await telling, heard

    counted, heard = run(listened())
    printed = capfd.readouterr()
    quiet(counted, printed.out + printed.err + " ".join(heard))
    assert len(set(heard)) == 1 and len(heard[0]) < 33
