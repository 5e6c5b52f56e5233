"""Clocks: what is charged, what is not, and who may claim a duel."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.play.server.calls import NotYours, TooLate, Who
from iaijutsu.play.server.clocks import Clocks, Onward, elapsed
from iaijutsu.play.server.house import House

from .conftest import Run
from .guests import CARDS, answer, command, fought, house_at, two


class Watch:
    """A clock on the wall that is set by hand."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time

    async def go(self, house: House, seconds: float) -> None:
        """Time goes by, and the server lives."""
        for _step in range(int(seconds)):
            self.time += 1
            await house.pulse.beat()


def test_gaps_are_nobodys_time() -> None:
    assert elapsed(10, 20, []) == 10
    assert elapsed(10, 20, [(12, 15)]) == 7
    assert elapsed(10, 20, [(0, 11), (19, 99)]) == 8
    assert elapsed(10, 20, [(0, 99)]) == 0


def test_time_left_is_kept_and_added_to() -> None:
    clocks = Clocks((60, 5), [0, 1], [])
    clocks.charge(100.0)
    clocks.run([0])
    assert clocks.left_at(0, 110.0) == 50 and clocks.left_at(1, 110.0) == 60
    clocks.charge(110.0)
    clocks.add(0)
    clocks.run([1])
    assert clocks.left_at(0, 500.0) == 55
    assert not clocks.over(0, 500.0) and clocks.over(1, 500.0)


async def _asked(house: House, one: Who, other: Who) -> tuple[Who, Who]:
    """Who is asked, and who waits."""
    return (one, other) if (await house.seen(one)).asked is not None else (other, one)


def test_a_claim_is_made_of_who_is_asked_and_has_no_time(run: Run, url: str) -> None:
    async def story() -> None:
        wall = Watch()
        async with house_at(url, now=wall) as house:
            opened, one, other = await two(house, replace(CARDS, clock=(30, 0)))
            asked, waits = await _asked(house, one, other)
            await wall.go(house, 20)
            with pytest.raises(BadInput):
                await house.do(waits, command("claim"))
            left = {place.seat: place.clock for place in (await house.seen(waits)).places}
            clock = left[asked.seat or 0]
            assert clock is not None and clock.running and clock.left == pytest.approx(10)
            await wall.go(house, 11)
            with pytest.raises(BadInput):  # it is his own decision
                await house.do(asked, command("claim"))
            claim = next(deed for deed in (await house.seen(waits)).deeds if deed.kind == "claim")
            assert not claim.why_not
            await house.do(waits, command("claim"))
            seen = await house.seen(asked)
            assert seen.finished and seen.result and seen.asked is None
            with pytest.raises(TooLate):
                await house.do(asked, command("say", text="wait"))
            report = (await house.verified(opened.duel)).report
            assert report is not None and report.claimed and report.questions > 0

    run(story())


def test_he_may_still_answer_until_it_is_claimed(run: Run, url: str) -> None:
    async def story() -> None:
        wall = Watch()
        async with house_at(url, now=wall) as house:
            _opened, one, other = await two(house, replace(CARDS, clock=(10, 0)))
            asked, waits = await _asked(house, one, other)
            await wall.go(house, 15)
            await answer(house, asked, await house.seen(asked), random.Random(1))
            if (await house.seen(waits)).asked is not None:
                with pytest.raises(BadInput):
                    await house.do(waits, command("claim"))

    run(story())


def test_no_claim_without_a_clock(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house)
            _asked_one, waits = await _asked(house, one, other)
            with pytest.raises(BadInput):
                await house.do(waits, command("claim"))
            looker = (await house.enter(opened.duel, opened.links["spectator"])).who
            with pytest.raises(NotYours):
                await house.do(looker, command("claim"))

    run(story())


def test_a_server_that_is_down_charges_nobody(run: Run, url: str) -> None:
    async def story() -> None:
        wall = Watch()
        order = replace(CARDS, clock=(60, 0))
        async with house_at(url, now=wall) as house:
            _opened, one, other = await two(house, order)
            asked, _waits = await _asked(house, one, other)
            await wall.go(house, 5)
        wall.time += 3600
        async with house_at(url, now=wall) as house:
            await wall.go(house, 5)
            place = (await house.seen(asked)).places[asked.seat or 0]
            assert place.clock is not None and place.clock.left == pytest.approx(50)
            await fought(house, [one, other], random.Random(1), most=3)
            before = [place.clock for place in (await house.seen(one)).places]
        async with house_at(url, now=wall) as house:
            assert [place.clock for place in (await house.seen(one)).places] == before

    run(story())


def test_a_server_that_stood_still_charges_nobody(run: Run, url: str) -> None:
    """A laptop that slept: the first thing that happens afterwards is somebody's answer."""

    async def story() -> None:
        wall = Watch()
        async with house_at(url, now=wall) as house:
            _opened, one, other = await two(house, replace(CARDS, clock=(60, 0)))
            asked, _waits = await _asked(house, one, other)
            wall.time += 4000
            await answer(house, asked, await house.seen(asked), random.Random(1))
            place = (await house.seen(asked)).places[asked.seat or 0]
            assert place.clock is not None and place.clock.left == pytest.approx(60)

    run(story())


def test_a_clock_that_is_set_back_goes_on_from_where_it_was() -> None:
    wall = Watch()
    now = Onward(wall)
    assert now() == 1_000_000
    wall.time += 5
    assert now() == 1_000_005
    wall.time -= 3600
    assert now() == 1_000_005
    wall.time += 2
    assert now() == 1_000_007
    wall.time -= 1
    assert now() == 1_000_007
    now.reach(1_000_100)
    now.reach(1_000_050)
    wall.time += 1
    assert now() == 1_000_101


@pytest.mark.parametrize("restarted", [False, True])
def test_time_is_used_up_though_the_machines_clock_is_set_back(run: Run, url: str, restarted: bool) -> None:
    """It would have stood still for an hour, for the claim too."""

    async def story() -> None:
        wall = Watch()
        async with house_at(url, now=wall) as house:
            _opened, one, other = await two(house, replace(CARDS, clock=(60, 0)))
            asked, waits = await _asked(house, one, other)
            await wall.go(house, 5)
            wall.time -= 3600
            if not restarted:
                await _used_up(house, wall, asked, waits)
        if restarted:
            async with house_at(url, now=wall) as house:
                await _used_up(house, wall, asked, waits)

    run(story())


async def _used_up(house: House, wall: Watch, asked: Who, waits: Who) -> None:
    await wall.go(house, 10)
    clock = (await house.seen(asked)).places[asked.seat or 0].clock
    assert (
        clock is not None and clock.running and clock.left == pytest.approx(45, abs=1)
    )  # how far it was set back is told by the second look
    await house.do(waits, command("say", text="hm"))
    await wall.go(house, 55)
    await house.do(waits, command("claim"))
    assert (await house.seen(waits)).finished
