"""What a duel leaves goes at once, by count: what waits for the collector makes everybody wait for it in the end."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CoroutineType, FrameType, FunctionType

import pytest

from .conftest import Run
from .web import Stream, Web, bearer, fought, web_at


@contextmanager
def collected() -> Iterator[Counter[str]]:
    """Without the collector; in the end, what only it could have freed of ours."""
    found: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found.update(name for thing in gc.garbage if "iaijutsu" in (name := name_of(thing)))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def name_of(thing: object) -> str:
    """What something in memory is, with the place where it was written."""
    kind = type(thing)
    if isinstance(thing, CoroutineType):
        return f"coroutine {thing.cr_code.co_filename} {thing.cr_code.co_name}"
    if isinstance(thing, FrameType):
        return f"frame {thing.f_code.co_filename} {thing.f_code.co_name}"
    if isinstance(thing, FunctionType):
        return f"function {thing.__code__.co_filename} {thing.__qualname__}"
    return f"{kind.__module__}.{kind.__qualname__}"


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_duel_with_open_pages_leaves_nothing_to_the_collector(run: Run, tmp_path: Path, game: str) -> None:
    async def whole() -> Counter[str]:
        async with web_at(tmp_path) as web:
            await fight(web, game, 1)  # what is made once and stays
            with collected() as found:
                await fight(web, game, 2)
            return found

    assert not run(whole())


async def fight(web: Web, game: str, seed: int) -> None:
    """A duel from its making to its end, with pages of both kinds open."""
    made = await web.make(game=game)
    tokens = [made.pass_, await web.enter(made, "seat 1")]
    page, table = f"/duel/{made.duel}/stream", f"/api/v1/duels/{made.duel}/stream"
    async with Stream(web.app, page, **bearer(tokens[0])) as one, Stream(web.app, table, **bearer(tokens[1])) as other:
        await asyncio.gather(one.event(), other.event())
        await fought(web, made, tokens, seed)
        await asyncio.gather(one.event(), other.event())
    await asyncio.sleep(0.05)


def test_the_collector_is_seen_to_be_needed() -> None:
    """The test above can fail."""

    class Ring:
        __module__ = "iaijutsu.rings"

        def __init__(self) -> None:
            self.ring = self

    with collected() as found:
        Ring()
    assert [name.partition(".")[0] for name in found] == ["iaijutsu"]
