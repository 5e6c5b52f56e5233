"""Duels seen again: any moment, anybody's eyes, the file, and whether chance was fair."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from iaijutsu.engine.transcript import loads
from iaijutsu.play.server.calls import NotHere, NotYours, Order

from .conftest import Run
from .guests import CARDS, RPG, fought, house_at, two


@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_a_finished_duel_from_all_eyes(run: Run, url: str, order: Order) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, order)
            rng = random.Random(3)
            live = await fought(house, [one, other], rng, most=3)
            assert not live.finished
            end = await fought(house, [one, other], rng)
            for eyes in ("0", "1", "spectator", "judge"):
                last = await house.replay(opened.duel, one, eyes)
                assert last.seen.result and set(last.viewers) == {"0", "1", "spectator", "judge"}
                first = await house.replay(opened.duel, one, eyes, 0)
                assert len(first.seen.lines) == 1 and not first.seen.finished and first.seen.board != last.seen.board
            # what somebody saw then is what he sees again
            at = live.lines[-1].number
            again = await house.replay(opened.duel, one, "0", at)
            assert again.seen.lines == live.lines and again.seen.board == live.board
            assert (await house.replay(opened.duel, one)).viewer == "0" and end.finished
            with pytest.raises(NotHere):
                await house.replay(opened.duel, one, "0", 10_000)
            report = await house.verified(opened.duel)
            assert report.report is not None and report.report.questions > 0 and not report.problem
            assert loads(await house.transcript(opened.duel, other)).seed == report.seed

    run(story())


def test_a_live_duel_is_seen_again_by_spectators_eyes_alone(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(CARDS, judge=True))
            await fought(house, [one, other], random.Random(1), most=2)
            for eyes in ("0", "1", "judge"):
                with pytest.raises(NotYours):
                    await house.replay(opened.duel, one, eyes)
            assert (await house.replay(opened.duel, one, None, 0)).viewer == "spectator"
            with pytest.raises(NotYours):
                await house.transcript(opened.duel, one)
            with pytest.raises(NotYours):
                await house.verified(opened.duel)

    run(story())
