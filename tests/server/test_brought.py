"""Files of which one is meant: a file with several characters, and several files. The lobby asks, and keeps them."""

from __future__ import annotations

import base64
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from iaijutsu.engine import BadInput
from iaijutsu.formats import read_bytes_as_characters
from iaijutsu.play.server.calls import Order, Upload
from iaijutsu.play.server.house import House
from iaijutsu.play.server.orders import labels, lay_out
from iaijutsu.rpg import catalogue
from tests.formats.rpg_files import pbc

from .conftest import Run
from .reading import Page
from .test_making import form
from .test_uploads import a_deck
from .web import Web, web_at


def several(*names: str) -> str:
    """An invented file with characters of these names."""
    one = catalogue.load(catalogue.names()[0]).plain()
    return json.dumps([{**one, "name": name} for name in names], ensure_ascii=False)


def select(answer: httpx.Response, name: str) -> list[tuple[str, str]]:
    """What a choice on a page offers: rows of value and words."""
    found = re.search(rf'<select id="[^"]*" name="{re.escape(name)}"[^>]*>(.*?)</select>', answer.text, re.DOTALL)
    return [] if not found else re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)', unescape(found[1]))


def character_of(house: House, duel: str, seat: int = 0) -> Any:
    """Who fights there."""
    live = house.lives.peek(duel)
    assert live is not None and live.table is not None
    return live.table.setup.characters[seat]


async def send(web: Web, fields: dict[str, Any], *files: tuple[str, str | bytes], at: str = "") -> httpx.Response:
    """The form sent, with files chosen at a field."""
    data = [(f"{at}_file", (name, text, "application/octet-stream")) for name, text in files]
    several = {name: given if isinstance(given, list) else [given] for name, given in fields.items()}
    texts = [(name, (None, one)) for name, given in several.items() for one in given]
    return await web.client.post("/duels", files=[*texts, *data])  # in parts, as browsers do


def again(answer: httpx.Response, **fields: str) -> dict[str, Any]:
    """The form as it came back, but for these fields; a field that stands there twice is sent twice."""
    came = Page(answer).form("/duels")["fields"]
    kept: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+_kept)" value="([^"]*)"', answer.text):
        kept.setdefault(name, []).append(unescape(value))
    return {**came, **kept, **fields}


def made(answer: httpx.Response) -> str:
    """The duel whose links a page shows."""
    assert answer.status_code == 200, Page(answer).alerts
    found = re.search(r"/duel/([\w-]+)#", answer.text)
    assert found
    return found[1]


NAMES = ("Akodo Ren", "Bayushi 'Sōma' & Co", "Twin", "Twin", "7", "One # Two")


@pytest.mark.parametrize("choice", range(len(NAMES)))
def test_a_file_with_several_asks_which_and_does_not_have_to_be_chosen_again(
    run: Run, tmp_path: Path, choice: int
) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, game="rpg", name_1="Aki")
            asked = await send(web, fields, ("people.json", several(*NAMES)), at="rpg.character")
            assert asked.status_code == 422
            page = Page(asked)
            assert page.alerts[0] == "people.json holds 6 characters; choose one"
            assert page.form("/duels")["fields"]["name_1"] == "Aki"
            none, *offered = select(asked, "rpg.character_pick")
            assert none[0] == "" and [re.sub(r"^\d\. ", "", words) for _value, words in offered] == list(NAMES)
            assert len({value for value, _words in offered}) == len(NAMES)
            assert "people.json" in asked.text and "#" not in page.alerts[0]
            duel = made(await send(web, again(asked, **{"rpg.character_pick": offered[choice][0]})))
            assert character_of(web.house, duel).name == NAMES[choice]

    run(story())


def test_both_sides_are_asked_one_after_the_other(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields: Any = await form(web, game="rpg")
            for at in ("rpg.character", "rpg.opponent"):
                asked = await send(web, fields, ("two.json", several("Ren", "Sōma")), at=at)
                assert asked.status_code == 422 and len(select(asked, f"{at}_pick")) == 3
                fields = again(asked, **{f"{at}_pick": "Ren" if at == "rpg.character" else "Sōma"})
            duel = made(await send(web, fields))
            assert [character_of(web.house, duel, seat).name for seat in (0, 1)] == ["Ren", "Sōma"]

    run(story())


def test_a_file_stays_when_something_else_is_to_be_mended_and_can_be_left_out_or_replaced(
    run: Run, tmp_path: Path
) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, game="rpg", name_1="Aki", name_2="Aki", **{"rpg.character_pick": "Sōma"})
            wrong = await send(web, fields, ("two.json", several("Ren", "Sōma")), at="rpg.character")
            assert wrong.status_code == 422 and "different names" in Page(wrong).alerts[0]
            assert ("Sōma", "Sōma") in select(wrong, "rpg.character_pick")
            kept = again(wrong, name_2="Nao")
            assert kept["rpg.character_pick"] == "Sōma"  # what was chosen stays chosen
            assert character_of(web.house, made(await send(web, kept))).name == "Sōma"
            without = made(await send(web, {**kept, "rpg.character_drop": "1"}))
            assert character_of(web.house, without).name == catalogue.load("kaya").name
            other = await send(web, kept, ("one.json", several("Mei")), at="rpg.character")
            assert other.status_code == 422 and "there is no 'Sōma' in one.json" in Page(other).alerts[0]
            fresh = again(other, **{"rpg.character_pick": ""})
            assert character_of(web.house, made(await send(web, fresh))).name == "Mei"

    run(story())


def test_a_text_that_was_pasted_asks_as_well(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            text = {"rpg.opponent_text": several("Ren", "Sōma")}
            asked = await send(web, {**await form(web, game="rpg"), **text})
            assert asked.status_code == 422 and len(select(asked, "rpg.opponent_pick")) == 3
            assert "_kept" not in asked.text  # it stands in its own field
            duel = made(await send(web, {**again(asked), **text, "rpg.opponent_pick": "Ren"}))
            assert character_of(web.house, duel, 1).name == "Ren"

    run(story())


def test_of_several_decks_one_is_chosen_by_its_file(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            person = "one-without-a-name"
            decks = [("river.toml", a_deck()), ("storm.toml", a_deck().replace("River and Stone", "Storm"))]
            decks.append(("broken.toml", f"[[personality]]\ncard = '{person}'"))
            asked = await send(web, await form(web), *decks, at="cards.deck")
            assert Page(asked).alerts[0] == "3 files were brought; choose the one that is meant"
            assert [value for value, _words in select(asked, "cards.deck_which")] == ["", *(name for name, _ in decks)]
            broken = await send(web, again(asked, **{"cards.deck_which": "broken.toml"}))
            assert broken.status_code == 422 and "broken.toml" in Page(broken).alerts[0]
            made(await send(web, again(broken, **{"cards.deck_which": "storm.toml"})))  # still all there

    run(story())


def test_several_card_files_are_all_read(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            files = [("a.toml", "= ="), ("b.toml", "= =")]
            answer = await send(web, await form(web), *files, at="cards.database")
            assert answer.status_code in (200, 422) and "choose the one" not in answer.text

    run(story())


def test_a_binary_save_is_taken_by_page_and_by_json(run: Run, tmp_path: Path) -> None:
    data = pbc()
    (who,) = read_bytes_as_characters(data, "old.pbc")

    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, game="rpg", name_1="Aki", name_2="Aki")
            wrong = await send(web, fields, ("old.pbc", data), at="rpg.character")
            assert wrong.status_code == 422
            duel = made(await send(web, again(wrong, name_2="Nao")))  # kept, though it is no text
            assert character_of(web.house, duel).name == who.character.name
            file = {"name": "old.pbc", "data": base64.b64encode(data).decode()}
            answer = await web.client.post("/api/v1/duels", json={"game": "rpg", "terms": {"character": file}})
            assert answer.status_code == 201, answer.text
            assert character_of(web.house, answer.json()["duel"]).name == who.character.name
            bad = {"name": "old.pbc", "data": "%%%"}
            answer = await web.client.post("/api/v1/duels", json={"game": "rpg", "terms": {"character": bad}})
            assert answer.status_code == 422

    run(story())


@pytest.mark.parametrize(
    "kept",
    [
        "{", "[]", '{"name": "x.toml"}', '{"name": "x.pbc", "text": "", "data": "%"}', "[" * 90_000, '""',
        '{"name": "x.toml", "text": "\\ud800"}', '{"name": "\\udfff.toml", "text": "a = 1"}',
    ],
)  # fmt: skip
def test_what_a_page_kept_can_be_broken(run: Run, tmp_path: Path, kept: str) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            answer = await send(web, {**await form(web, game="rpg"), "rpg.character_kept": kept})
            assert answer.status_code == 422 and "choose the file again" in Page(answer).alerts[0]

    run(story())


def test_over_json_it_is_said_which_there_are() -> None:
    with pytest.raises(BadInput) as caught:
        lay_out(Order("rpg", {"character": Upload("two.json", several("Ren", "Sōma"))}))
    assert str(caught.value) == "character: two.json holds 2 characters; choose one: Ren, Sōma"
    for pick, name in (("2", "Sōma"), ("ren", "Ren"), ("SŌMA", "Sōma")):
        laid = lay_out(Order("rpg", {"character": Upload("two.json", several("Ren", "Sōma"), pick)}))
        assert laid.setup.characters[0].name == name


def test_labels_are_names_where_these_tell_and_numbers_where_not() -> None:
    assert labels(["Ren", "Ren", "3", "a#b", "Mei"]) == (
        ("1", "1. Ren"), ("2", "2. Ren"), ("3", "3. 3"), ("4", "4. a#b"), ("Mei", "Mei"),
    )  # fmt: skip


def test_every_real_sample_can_be_chosen(run: Run, tmp_path: Path, realdata: Path) -> None:
    path = realdata / "paperblossoms" / "npc_samples.json"
    names = [row["name"] for row in json.loads(path.read_text(encoding="utf-8"))]

    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, game="rpg")
            asked = await send(web, fields, (path.name, path.read_bytes()), at="rpg.character")
            _none, *offered = select(asked, "rpg.character_pick")
            assert [words for _value, words in offered] == names and len(names) == 31
            for place in (0, 15, 30):
                picked = again(asked, **{"rpg.character_pick": offered[place][0]})
                assert character_of(web.house, made(await send(web, picked))).name == names[place]

    run(story())


def test_of_several_real_decks_one_is_chosen(run: Run, tmp_path: Path, realdata: Path) -> None:
    paths = sorted((realdata / "eggofpanku" / "decks").glob("Ivory C*.l5d"))
    cards = realdata / "eggofpanku" / "cards-emperor.xml"

    async def story() -> None:
        async with web_at(tmp_path) as web:
            files = [("cards.deck_file", (path.name, path.read_bytes())) for path in paths]
            files.append(("cards.database_file", (cards.name, cards.read_bytes())))
            fields = await form(web)
            asked = await web.client.post("/duels", data=fields, files=files)
            assert [words for _value, words in select(asked, "cards.deck_which")][1:] == [path.name for path in paths]
            chosen = again(asked, **{"cards.deck_which": paths[1].name})
            done = await web.client.post("/duels", data=chosen, files=files[-1:])
            assert paths[1].name in done.text and paths[0].name not in done.text  # its notes

    run(story())


def test_a_file_that_is_too_large_to_come_back_is_named_and_asked_for_again(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            fields = await form(web, game="cards", name_1="Aki", name_2="Aki")
            large = "# a comment\n" * 120_000
            answer = await send(web, fields, ("sets.toml", large), at="cards.database")
            assert answer.status_code == 422
            assert "choose it again: sets.toml" in unescape(answer.text)
            assert "cards.database_kept" not in again(answer)

    run(story())
