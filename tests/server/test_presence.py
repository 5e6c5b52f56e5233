"""Who is there without a page that is kept up to date: whoever asked for something a moment ago."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from iaijutsu.play.server import presence as presence_
from iaijutsu.play.server.app import create_app
from iaijutsu.play.server.calls import Who
from iaijutsu.play.server.house import House
from iaijutsu.play.server.looking import Present
from iaijutsu.play.server.presence import MOST, STAYS
from iaijutsu.play.server.pulse import GAP, GONE

from .conftest import Run
from .guests import fought, house_at, there, two, wakes
from .test_stream import path_of
from .web import USUAL, Stream, Web, bearer, client_of, web_at

ONE = Who("d", "seat", 0, "Aki")


class Clock:
    """A time that a test turns."""

    def __init__(self, at: float = 1_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


async def away_of(house: House, made: float = 0.0) -> int | None:
    """For how long the first seat has been away, as this process knows it."""
    return (await there(house.presence, "d", made)).away[0]


async def closed(house: House, who: Who = ONE) -> None:
    """A page is opened and closed again."""
    async with house.present(who):
        pass


def test_who_asked_a_moment_ago_is_there_for_a_while(run: Run, url: str) -> None:
    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(url, now=clock) as house:
            found = [await away_of(house)]
            house.visited(ONE)
            found.append(await away_of(house))
            clock.at += STAYS - 1
            found.append(await away_of(house))
            house.visited(ONE)
            clock.at += STAYS - 1
            found.append(await away_of(house))
            clock.at += 1
            found.append(await away_of(house))
            house.visited(ONE)
            return [*found, await away_of(house)]

    assert run(story()) == [0, None, None, None, int(STAYS), None]


def test_whose_last_page_was_closed_has_gone_until_he_asks_again(run: Run, url: str) -> None:
    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(url, now=clock) as house:
            house.visited(ONE)
            clock.at += 1
            async with house.present(ONE):
                house.visited(ONE)
                found = [await away_of(house)]
                clock.at += 5
            clock.at += 7
            found.append(await away_of(house))
            house.visited(ONE)
            return [*found, await away_of(house)]

    assert run(story()) == [None, 7, None]


@pytest.mark.parametrize("role", ["judge", "spectator"])
def test_only_players_are_there_by_asking(run: Run, url: str, role: Any) -> None:
    async def story() -> Present:
        async with house_at(url, now=lambda: 1_000.0) as house:
            house.visited(Who("d", role, None, ""))
            house.visited(Who("d", role, 0, ""))
            return await there(house.presence, "d")

    assert run(story()) == Present({0: 0}, 0)


def test_the_others_are_told_when_he_comes_and_when_he_has_asked_for_nothing_for_a_while(
    run: Run, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a stream, which nothing else wakes meanwhile."""
    monkeypatch.setattr("iaijutsu.play.server.house.EVERY", 0.02)

    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(url, now=clock) as house:
            _opened, one, other = await two(house)
            watch = wakes(house, one.duel)
            found: list[Any] = [(await house.seen(one)).places[1].away]
            for step in ("come", "come again", "stay", "go"):
                waiting = asyncio.ensure_future(anext(watch))
                await asyncio.sleep(0)
                if step.startswith("come"):
                    house.visited(other)
                elif step == "stay":
                    clock.at += STAYS - 1
                else:
                    clock.at += 1
                woken = bool((await asyncio.wait({waiting}, timeout=2 if step in ("come", "go") else 0.2))[0])
                found += [woken, (await house.seen(one)).places[1].away]
                if not woken:
                    house.wakes.wake(one.duel)
                    await waiting
            return found

    assert run(story()) == [0, True, None, False, None, False, None, True, int(STAYS)]


def test_a_move_costs_the_database_nothing_more(run: Run, any_url: str) -> None:
    """Nor does a page that is looked at: not while the request is answered, and not for each afterwards."""

    async def story() -> list[int]:
        async with house_at(any_url) as house:
            _opened, one, _other = await two(house)
            tasks = len(asyncio.all_tasks())
            written: list[Any] = []
            write = house.database.write

            async def counted(work: Any) -> Any:
                written.append(work)
                return await write(work)

            house.presence.database = type("Counted", (), {"write": staticmethod(counted)})()
            for _n in range(50):
                house.visited(one)
            found = [len(written), len(asyncio.all_tasks()) - tasks]
            for _n in range(3):
                await house.presence.tell_visits()
                house.visited(one)
            return [*found, len(written)]

    told = 1 if any_url.startswith("postgres") else 0
    assert run(story()) == [0, 0, told]


def test_what_is_remembered_has_a_bound_and_is_let_go_of(run: Run, any_url: str) -> None:
    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(any_url, now=clock) as house:
            presence, made = house.presence, 0.0
            for number in range(MOST + 5):
                presence.visit(Who(f"duel {number}", "seat", 0, ""))
                await _own(presence, f"duel {number}", made)
            most = [len(presence._left) <= MOST, len(presence._visits) <= MOST, len(presence._lapses) <= MOST]
            clock.at += STAYS
            lapsed = presence.lapsed()
            await presence.tell_visits()
            return [*most, len(lapsed), len(presence._visits), len(presence._lapses)]

    assert run(story()) == [True, True, True, MOST, 0, 0]


async def _own(presence: presence_.Presence, duel: str, made: float) -> None:
    """Ask who is there, of this process alone: what another knows is no matter here."""
    shared, presence.shared = presence.shared, False
    await there(presence, duel, made)
    presence.shared = shared


def test_a_duel_that_is_over_is_let_go_of_when_its_players_have_left_without_a_word(run: Run, url: str) -> None:
    async def story() -> list[list[str]]:
        clock = Clock()
        async with house_at(url, now=clock) as house:
            opened, one, other = await two(house)
            assert (await fought(house, [one, other], random.Random(3))).finished
            house.visited(one)
            await house.seen(other)
            clock.at += STAYS - 1
            await house._lapse()
            before = house.lives.every()
            clock.at += 1
            await house._lapse()
            assert opened.duel in before
            return [before, house.lives.every()]

    (before, after) = run(story())
    assert len(before) == 1 and after == []


# --- over HTTP -------------------------------------------------------------------------------------------


def test_a_player_without_script_is_there_and_one_whose_page_is_behind_another_is_not(run: Run, tmp_path: Path) -> None:
    async def story() -> dict[str, Any]:
        async with web_at(tmp_path) as web:
            clock = web.house.presence.now = Clock(time.time() + 60)
            made = await web.make()
            nao = await web.enter(made, "seat 1", "Nao")
            page = f"/duel/{made.duel}"
            cookie = {"Cookie": f"iaijutsu-{made.duel}={nao}"}
            found: dict[str, Any] = {"entered": await _away(web, made) is None}
            await web.client.get(page, headers={**cookie, "X-Behind": "1"})
            found["behind"] = await _away(web, made) is None
            await web.client.get(page, headers=cookie)
            found["looked"] = await _away(web, made)
            clock.at += STAYS
            found["left"] = await _away(web, made)
            said = {"command": "c-1", "kind": "say", "text": "Good evening."}
            answer = await web.client.post(f"{page}/do", data=said, headers=cookie)
            found["said"] = (answer.status_code, await _away(web, made))
            clock.at += STAYS
            found["left again"] = await _away(web, made)
            await web.client.post(f"{page}/do", data={**said, "command": "c-2", "text": ""}, headers=cookie)
            found["refused"] = await _away(web, made)
            async with Stream(web.app, path_of(made), **bearer(nao)) as open_page:
                await open_page.event()
                clock.at += 1
            found["closed"] = await _away(web, made)
            return found

    stays = int(STAYS)
    assert run(story()) == {
        "entered": False, "behind": False, "looked": None, "left": stays, "said": (303, None), "left again": stays,
        "refused": None, "closed": 0,
    }  # fmt: skip


async def _away(web: Web, made: Any) -> int | None:
    found: int | None = (await web.seen(made, made.pass_))["places"][1]["away"]
    return found


def test_the_page_says_it(run: Run, tmp_path: Path) -> None:
    async def story() -> list[bool]:
        async with web_at(tmp_path) as web:
            clock = web.house.presence.now = Clock(time.time() + 60)
            made = await web.make()
            nao = await web.enter(made, "seat 1", "Nao")
            mine = {"Cookie": f"iaijutsu-{made.duel}={made.pass_}"}
            found = []
            for wait in (0.0, 0.0, STAYS):
                clock.at += wait
                found.append("is-away" in (await web.client.get(f"/duel/{made.duel}", headers=mine)).text)
                if not wait:
                    await web.client.get(f"/duel/{made.duel}", headers={"Cookie": f"iaijutsu-{made.duel}={nao}"})
            return found

    assert run(story()) == [True, False, True]


# --- several processes -----------------------------------------------------------------------------------


@pytest.mark.database
def test_who_asks_one_process_is_there_for_the_others(run: Run, postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTP: he asks the second, the other player has a page open at the first."""
    monkeypatch.setattr("iaijutsu.play.server.house.EVERY", 0.05)

    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(postgres, now=clock) as first, house_at(postgres, now=clock) as second:
            opened, one, _other = await two(first)
            nao = (await first.enter(opened.duel, opened.links["seat 1"])).cookie
            app = create_app(USUAL, second)
            found: list[Any] = []
            async with app.router.lifespan_context(app), client_of(app, bearer(nao)) as client, first.present(one):

                async def until(away: bool) -> int | None:
                    async with asyncio.timeout(5):  # the time stands still: it is read again when he came or went alone
                        while ((now := (await first.seen(one)).places[1].away) is not None) != away:
                            await asyncio.sleep(0.02)
                    return now

                found.append((await first.seen(one)).places[1].away)
                await client.get(f"/duel/{opened.duel}")
                found.append(await until(away=False))
                for _n in range(3):  # he asks again and again, and is told of in time
                    clock.at += STAYS / 2
                    await first.pulse.beat()
                    await second.pulse.beat()
                    await client.get(f"/duel/{opened.duel}")
                    async with asyncio.timeout(5):
                        while [*second.presence._visits.values()] != [clock.at]:  # what the first has been told
                            await asyncio.sleep(0.02)
                    found.append((await first.seen(one)).places[1].away)
                clock.at += STAYS
                found.append(await until(away=True))
            return found

    assert run(story()) == [0, None, None, None, None, int(STAYS)]


@pytest.mark.database
def test_whose_page_another_process_saw_closed_has_gone_for_all(run: Run, postgres: str) -> None:
    """He loaded it from the first, and was told of; his stream was at the second."""

    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(postgres, now=clock) as first, house_at(postgres, now=clock) as second:
            _opened, one, other = await two(first)
            first.visited(other)
            await first.presence.tell_visits()
            found = [(await house.seen(one)).places[1].away for house in (first, second)]
            clock.at += 1
            async with second.present(other):
                clock.at += 1
            clock.at += 3
            for house in (first, second):
                house._came_or_went(one.duel)
                found.append((await house.seen(one)).places[1].away)
            return found

    assert run(story()) == [None, None, 3, 3]


@pytest.mark.database
def test_who_could_not_be_told_of_is_told_of_when_the_database_is_back(run: Run, postgres: str) -> None:
    def refused(*_things: Any) -> None:
        raise OperationalError("INSERT", {}, Exception("the database starts up"))

    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(postgres, now=clock) as first, house_at(postgres, now=clock) as second:
            _opened, one, other = await two(first)
            first.visited(other)
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(first.presence, "_write", refused)
                with pytest.raises(OperationalError):
                    await first.presence.tell_visits()
            found = [(await second.seen(one)).places[1].away]
            await first.presence.tell_visits()
            second._came_or_went(one.duel)
            return [*found, (await second.seen(one)).places[1].away]

    assert run(story()) == [0, None]


@pytest.mark.database
def test_who_went_long_before_his_process_died_went_then(run: Run, postgres: str) -> None:
    async def story() -> int | None:
        clock = Clock()
        async with house_at(postgres, now=clock) as first, house_at(postgres, now=clock) as second:
            _opened, one, other = await two(first)
            await closed(first, other)
            clock.at += 100
            await first.pulse.beat()
            clock.at += 3 * GAP
            return (await second.seen(one)).places[1].away

    assert run(story()) == 100 + int(3 * GAP)


@pytest.mark.database
def test_when_a_process_is_gone_whoever_was_there_goes_with_it(run: Run, postgres: str) -> None:
    """The pages of other processes are told so, and nobody has to ask; for how long he is away goes on by itself."""

    async def story() -> list[Any]:
        clock = Clock()
        async with house_at(postgres, now=clock) as first, house_at(postgres, now=clock) as second:
            _opened, one, other = await two(first)
            woken = asyncio.Event()
            async with second.present(other):
                await first.pulse.beat()
                found: list[Any] = [(await first.seen(one)).places[1].away]
                first.wakes.add(one.duel, woken)
                clock.at += GONE - 1
                await first.pulse.beat()
                found += [woken.is_set(), (await first.seen(one, woken=True)).places[1].away]
                clock.at += 2
                await first.pulse.beat()
                found += [woken.is_set(), (await first.seen(one, woken=True)).places[1].away]
                clock.at += 5
                found.append((await first.seen(one, woken=True)).places[1].away)
                await second.pulse.beat()
                await first.pulse.beat()
                found.append((await first.seen(one, woken=True)).places[1].away)
                first.wakes.drop(one.duel, woken)
        return found

    gone = int(GONE)
    assert run(story()) == [None, False, None, True, gone + 1, gone + 6, None]
