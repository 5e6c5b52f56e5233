"""A duel is made once: by a form that is sent again, pressed twice or sent to two processes, and over JSON."""

from __future__ import annotations

import asyncio
import re
import secrets
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from iaijutsu.engine import BadInput
from iaijutsu.play.server import making, schema
from iaijutsu.play.server.calls import Opened, Order, Upload
from iaijutsu.play.server.house import House
from iaijutsu.play.server.links import fresh, kept

from .conftest import Run
from .guests import CARDS, RPG, house_at
from .reading import Page
from .web import Web, web_at


async def duels(house: House) -> int:
    """How many duels there are."""
    count: int = await house.database.read(
        lambda connection: connection.execute(select(func.count()).select_from(schema.DUELS)).scalar_one()
    )
    return count


def told(opened: Opened) -> Any:
    """All that who orders is told, secrets too."""
    return opened.duel, opened.mine.cookie, opened.mine.who, dict(opened.links), opened.notes


# --- at the house ----------------------------------------------------------------------------------------


def test_the_same_order_under_the_same_id_is_the_same_duel(run: Run, any_url: str) -> None:
    async def story() -> None:
        id_, order = fresh(), replace(CARDS, judge=True, names=("Aki", "Nao"))
        async with house_at(any_url) as house:
            first = await house.open(order, id_)
            assert told(await house.open(order, id_)) == told(first)
            entered = await house.enter(first.duel, first.links["seat 1"], "Mei")
            assert told(await house.open(order, id_)) == told(first)  # also when it has begun
            assert await duels(house) == 1
            assert entered.who.seat == 1
        async with house_at(any_url) as house:  # and after the server has begun anew
            again = await house.open(order, id_)
            assert told(again) == told(first)
            assert (await house.enter(again.duel, again.links["judge"])).who.role == "judge"
            assert (await house.who(again.duel, {again.mine.name: again.mine.cookie})).seat == 0
            other = await house.open(order, fresh())
            assert other.duel != first.duel and not set(other.links.values()) & set(first.links.values())
            assert await duels(house) == 2

    run(story())


def test_two_processes_that_are_sent_it_at_once_make_it_once(run: Run, any_url: str) -> None:
    async def story() -> None:
        async with house_at(any_url) as one, house_at(any_url) as other:
            for turn in range(6):
                id_ = fresh()
                orders = (house.open(RPG if turn % 2 else CARDS, id_) for _press in range(4) for house in (one, other))
                opened = await asyncio.gather(*orders)
                assert all(told(found) == told(opened[0]) for found in opened)
                assert await duels(one) == turn + 1
                assert (await other.enter(opened[0].duel, opened[5].links["seat 1"])).who.seat == 1

    run(story())


def test_another_order_under_the_same_id_is_refused(run: Run, url: str) -> None:
    async def story() -> None:
        id_ = fresh()
        async with house_at(url) as house:
            await house.open(CARDS, id_)
            file = Upload("mine.toml", "[deck]\n")
            for other in (RPG, replace(CARDS, public=True), replace(CARDS, terms={"deck": file})):
                with pytest.raises(BadInput, match="another duel was ordered under this id"):
                    await house.open(other, id_)
            assert await duels(house) == 1

    run(story())


@pytest.mark.parametrize("wrong", ["short", "x" * 42, "x" * 65, "é" * 43, "x" * 42 + "\n", "x" * 42 + " "])
def test_what_is_no_id_is_refused(run: Run, url: str, wrong: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            with pytest.raises(BadInput, match="256 bits"):
                await house.open(CARDS, wrong)
            assert await duels(house) == 0

    run(story())


def test_an_order_that_cannot_be_had_uses_no_id_up(run: Run, url: str) -> None:
    async def story() -> None:
        id_ = fresh()
        async with house_at(url) as house:
            with pytest.raises(BadInput):
                await house.open(Order("chess"), id_)
            assert (await house.open(CARDS, id_)).duel

    run(story())


def test_who_reads_the_database_learns_no_link(run: Run, url: str) -> None:
    """Neither the id nor what is made of it stands there; and without the database an id opens nothing."""

    async def story() -> None:
        id_ = fresh()
        async with house_at(url) as house:
            opened = await house.open(replace(CARDS, judge=True), id_)
            secrets_ = [opened.mine.cookie, *opened.links.values()]
            assert len(set(secrets_)) == 5 and all(len(secret) == 43 for secret in secrets_)

            def all_rows(connection: Any) -> str:
                return str([connection.execute(select(table)).all() for table in schema.META.sorted_tables])

            rows = await house.database.read(all_rows)
            assert not any(word in rows for word in (id_, *secrets_))
            assert all(kept(secret) in rows for secret in secrets_)
        one = making.asked(CARDS, id_)
        found = await house_row(url, one.kept)
        again = making.opened(one, secrets.token_hex(32), found[1], ())
        assert not set(again.links.values()) & set(secrets_)  # the salt is another one
        assert making.opened(one, found[0], found[1], ()).mine.cookie == opened.mine.cookie

    async def house_row(url: str, id_: str) -> Any:
        from iaijutsu.play.server.table import Record

        async with house_at(url) as house:

            def read(connection: Any) -> Any:
                row = connection.execute(select(schema.MAKINGS).where(schema.MAKINGS.c.id == id_)).one()
                duel = connection.execute(select(schema.DUELS).where(schema.DUELS.c.id == row.duel)).one()
                return row.salt, Record.read(duel)

            return await house.database.read(read)

    run(story())


# --- by the form -----------------------------------------------------------------------------------------


async def form(web: Web, **fields: str) -> dict[str, str]:
    """The lobby's form as it stands, but for these fields."""
    return {**Page(await web.client.get("/")).form("/duels")["fields"], **fields}


def test_the_page_with_the_links_may_be_loaded_again(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, name_1="Aki", judge="1", spectators="1")
            first = await web.client.post("/duels", data=fields)
            cookies = dict(web.client.cookies)
            again = await web.client.post("/duels", data=fields)
            assert again.status_code == first.status_code == 200
            assert linked(again.text) == linked(first.text) != []
            assert dict(web.client.cookies) == cookies  # the same pass
            assert await duels(web.house) == 1
            # another page, or the same one with something changed, is another duel
            other = await web.client.post("/duels", data=await form(web, name_1="Aki", judge="1", spectators="1"))
            changed = await web.client.post("/duels", data=fields | {"name_1": "Mei"})
            assert len({*linked(first.text), *linked(other.text), *linked(changed.text)}) == 12
            assert await duels(web.house) == 3

    run(story())


def linked(text: str) -> list[str]:
    """The addresses of the links on a page."""
    return re.findall(r"http://localhost/duel/[\w-]+#[\w-]+", text)


def test_pressed_twice_fast_it_is_made_once_also_against_the_computer(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, seat_2="reading")
            pressed = await asyncio.gather(*(web.client.post("/duels", data=fields) for _press in range(5)))
            assert {answer.status_code for answer in pressed} == {303}
            assert len({answer.headers["location"] for answer in pressed}) == 1
            assert await duels(web.house) == 1

    run(story())


def test_a_brought_file_is_part_of_what_is_ordered(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, game="rpg")
            sheet = resources.files("iaijutsu.rpg.data.characters").joinpath("kaya.toml").read_bytes()
            for text in (sheet, sheet, sheet + b"# the same, but for this line\n"):
                files = {"rpg.character_file": ("mine.toml", text, "text/plain")}
                answer = await web.client.post("/duels", data=fields, files=files)
                assert answer.status_code == 200, answer.text
            assert await duels(web.house) == 2

    run(story())


@pytest.mark.parametrize("id_", [None, "", "short", "x" * 65, "<b>" * 20])
def test_a_form_without_its_pages_id_is_refused_and_given_one(run: Run, tmp_path: Path, id_: str | None) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, name_1="Aki & Co", game="rpg")
            sent = {name: value for name, value in fields.items() if name != "command"}
            sent |= {} if id_ is None else {"command": id_}
            answer = await web.client.post("/duels", data=sent)
            page = Page(answer)
            assert answer.status_code == 422 and "send it again" in page.alerts[0]
            assert await duels(web.house) == 0
            again = page.form("/duels")["fields"]
            assert re.fullmatch(making.ID, again["command"]) and again["command"] not in (id_, fields["command"])
            assert (again["name_1"], again["game"]) == ("Aki & Co", "rpg")  # nothing that was typed is lost
            assert (await web.client.post("/duels", data=again)).status_code == 200

    run(story())


def test_every_lobby_has_an_id_of_its_own(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            ids = {(await form(web))["command"] for _look in range(20)}
            assert len(ids) == 20 and all(re.fullmatch(making.ID, one) for one in ids)

    run(story())


# --- over JSON -------------------------------------------------------------------------------------------


def test_a_program_gets_the_first_answer_again(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            order = {"game": "cards", "command": secrets.token_hex(32), "judge": True, "seats": ["link", "link"]}
            answers = [await web.client.post("/api/v1/duels", json=order) for _time in range(3)]
            assert {answer.status_code for answer in answers} == {201}
            assert len({answer.text for answer in answers}) == 1
            assert len({answer.headers["location"] for answer in answers}) == 1
            other = await web.client.post("/api/v1/duels", json=order | {"public": True})
            assert (other.status_code, other.json()["where"]) == (422, "command")
            for wrong in ("short", "x" * 65, 7, ""):
                refused = await web.client.post("/api/v1/duels", json=order | {"command": wrong})
                assert refused.status_code == 422, wrong
            assert await duels(web.house) == 1
            for none in ({}, {"command": None}):
                rest = {name: value for name, value in order.items() if name != "command"}
                assert (await web.client.post("/api/v1/duels", json=rest | none)).status_code == 201
            assert await duels(web.house) == 3

    run(story())
