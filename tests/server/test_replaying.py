"""Duels seen again: any moment, anybody's eyes, the file, and whether chance was fair."""

from __future__ import annotations

import html
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from iaijutsu.engine.transcript import loads
from iaijutsu.play.server.calls import NotHere, NotYours, Order

from .conftest import Run
from .guests import CARDS, RPG, fought, house_at, two
from .reading import Page
from .web import Made, web_at
from .web import fought as fight


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
                last = await house.replay(one, eyes)
                assert last.seen.result and set(last.viewers) == {"0", "1", "spectator", "judge"}
                first = await house.replay(one, eyes, 0)
                assert len(first.seen.lines) == 1 and not first.seen.finished and first.seen.board != last.seen.board
            # what somebody saw then is what he sees again
            at = live.lines[-1].number
            again = await house.replay(one, "0", at)
            assert again.seen.lines == live.lines and again.seen.board == live.board
            assert (await house.replay(one)).viewer == "0" and end.finished
            with pytest.raises(NotHere):
                await house.replay(one, "0", 10_000)
            report = await house.verified(opened.duel)
            assert report.report is not None and report.report.questions > 0 and not report.problem
            assert loads(await house.transcript(opened.duel)).seed == report.seed

    run(story())


def test_a_live_duel_is_seen_again_by_spectators_eyes_alone(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(CARDS, judge=True))
            await fought(house, [one, other], random.Random(1), most=2)
            for eyes in ("0", "1", "judge"):
                with pytest.raises(NotYours):
                    await house.replay(one, eyes)
            assert (await house.replay(one, None, 0)).viewer == "spectator"
            with pytest.raises(NotYours):
                await house.transcript(opened.duel)
            with pytest.raises(NotYours):
                await house.verified(opened.duel)

    run(story())


# --- a link to one moment --------------------------------------------------------------------------------


def test_who_has_a_link_to_the_duel_gets_to_the_moment_that_he_was_sent(run: Run, tmp_path: Path) -> None:
    """A spectator, and both players on other devices: by their links at the door of that moment, or having been in."""

    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(spectators=True, judge=True, names=["Aki", ""])
            other = await web.enter(made, "seat 1", "Nao")
            await fight(web, made, [made.pass_, other], 1)
            mine = await web.client.get(f"/duel/{made.duel}/replay?at=3&as=1", headers=cookie(made, made.pass_))
            found = re.search(r'id="link-1" value="http://localhost([^"]+)"', mine.text)
            assert found
            moment = html.unescape(found[1])
            assert moment == f"/duel/{made.duel}/replay?at=3&as=1"
            for place in ("seat 1", "spectator", "judge"):
                async with web.guest() as guest:
                    door = await guest.get(moment)
                    assert door.status_code == 403 and 'data-at="3"' not in door.text
                    assert "those who have a link to the duel" in door.text
                    fields = Page(door).form(f"/duel/{made.duel}/enter")["fields"]
                    entered = await guest.post(f"/duel/{made.duel}/enter", data={**fields, "secret": made.links[place]})
                    assert (entered.status_code, entered.headers["location"]) == (303, moment)
                    there = await guest.get(moment)
                    assert there.status_code == 200 and 'data-at="3"' in there.text
                    assert main(there.text) == main(mine.text)  # the very same
                async with web.guest() as guest:  # having sat down first
                    await guest.post(f"/duel/{made.duel}/enter", data={"secret": made.links[place]})
                    assert main((await guest.get(moment)).text) == main(mine.text)

    run(story())


def test_the_maker_comes_from_another_device_by_his_own_link(run: Run, tmp_path: Path) -> None:
    """He has one too, the last on the page with the links; as has each for whom somebody else made the duel."""

    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(seats=["link", "link"], spectators=False)
            both = [await web.enter(made, f"seat {seat}", name) for seat, name in enumerate(("Aki", "Nao"))]
            await fight(web, made, both, 2)
            own = await web.make(names=["Aki", ""])
            async with web.guest() as guest:
                await guest.post(f"/duel/{own.duel}/enter", data={"secret": own.links["seat 0"], "name": "Somebody"})
                seen = (await guest.get(f"/api/v1/duels/{own.duel}")).json()
                assert seen["me"] == {"role": "seat", "seat": 0, "name": "Aki", "side": seen["me"]["side"]}
            moment = f"/duel/{made.duel}/replay?at=2&as=0"
            for seat in (0, 1):
                async with web.guest() as guest:
                    await guest.post(f"/duel/{made.duel}/enter", data={"secret": made.links[f"seat {seat}"]})
                    assert 'data-at="2"' in (await guest.get(moment)).text

    run(story())


def test_without_any_pass_one_is_told_what_is_needed_and_nothing_of_the_duel(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            one, waiting, going = [await web.make(names=["Aki", ""]) for _duel in range(3)]
            await web.enter(going, "seat 1", "Nao")
            other = await web.enter(one, "seat 1", "Nao")
            await fight(web, one, [one.pass_, other], 3)
            told = []
            for made in (one, waiting, going):
                for query in ("?at=1&as=1", "?at=99999", "?as=judge", "", "?at=1&as=spectator"):
                    door = await web.client.get(f"/duel/{made.duel}/replay{query}")
                    assert door.status_code == 403 and "Aki" not in door.text and "Nao" not in door.text
                    told.append(re.sub(r'name="moment" value="[^"]*"', "", door.text.replace(made.duel, "ID")))
            assert len(set(told)) == 1  # whether it is over, has begun, or has such a moment
            assert (await web.client.get("/duel/nothing/replay?at=1&as=1")).status_code == 404  # as its table
            assert (await web.client.get("/duel/nothing")).status_code == 404
            wrong = await web.client.post(
                f"/duel/{one.duel}/enter", data={"secret": "x" * 43, "moment": "/replay?at=1&as=1"}
            )
            assert wrong.status_code == 403 and Page(wrong).alerts[0] == "This link opens nothing here."
            fields = Page(wrong).form(f"/duel/{one.duel}/enter")["fields"]
            assert fields["moment"] == "/replay?at=1&as=1"  # and he may try again

    run(story())


@pytest.mark.parametrize(
    "moment",
    ["//evil.example", "/replay?at=1&as=1\r\nX: y", "/../../rules", "@evil.example/", "/replay?at=x", "x" * 900],
)
def test_the_door_leads_to_no_other_place(run: Run, tmp_path: Path, moment: str) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(spectators=True)
            fields = {"secret": made.links["spectator"], "moment": moment}
            entered = await web.client.post(f"/duel/{made.duel}/enter", data=fields)
            assert entered.headers["location"] == f"/duel/{made.duel}"

    run(story())


def test_a_public_duels_moments_are_for_everybody(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(public=True)
            other = await web.enter(made, "seat 1", "Nao")
            await fight(web, made, [made.pass_, other], 4)
            there = await web.client.get(f"/duel/{made.duel}/replay?at=2&as=0")
            assert there.status_code == 200 and 'data-at="2"' in there.text

    run(story())


def cookie(made: Made, token: str) -> dict[str, str]:
    """The header with a browser's pass."""
    return {"Cookie": f"iaijutsu-{made.duel}={token}"}


def main(page: str) -> str:
    """What is the page's own."""
    return page.partition("<main")[2].partition("</main>")[0]
