"""The pages without any script: forms are sent and links followed as a browser does, through both duels to the end."""

from __future__ import annotations

import re
import uuid
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from iaijutsu.play import i18n
from iaijutsu.play.server import pages
from iaijutsu.play.server.orders import MAY_BE_FILES
from iaijutsu.play.server.problems import sentence

from .conftest import Run
from .reading import Page
from .web import BASE, Made, Web, fought, web_at

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ID = {"command": "x" * 43}
"""The id of a page."""


async def links_of(web: Web, **fields: str) -> tuple[str, list[str]]:
    """A duel made by the lobby's form as it stands, but for these fields; its id and the addresses of its links."""
    lobby = Page(await web.client.get("/"))
    answer = await web.client.post("/duels", data={**lobby.form("/duels")["fields"], **fields})
    assert answer.status_code == 200, answer.text
    found = re.findall(rf"{BASE}/duel/([\w-]+)#([\w-]+)", answer.text)
    assert len({duel for duel, _secret in found}) == 1
    return found[0][0], [secret for _duel, secret in found]


# --- making, entering ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_the_lobbys_form_makes_a_duel_and_its_links_open_the_places(run: Run, tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            duel, secrets = await links_of(web, game=game, name_1="Aki", judge="1")
            assert len(secrets) == 4  # the other seat's, a spectator's, the judge's, and his own
            assert 'id="table"' in (await web.client.get(f"/duel/{duel}")).text  # the maker has his cookie
            async with web.guest() as guest:
                door = Page(await guest.get(f"/duel/{duel}"))
                fields = {**door.form(f"/duel/{duel}/enter")["fields"], "name": "Nao", "secret": secrets[0]}
                entered = await guest.post(f"/duel/{duel}/enter", data=fields)
                assert (entered.status_code, entered.headers["location"]) == (303, f"/duel/{duel}")
                assert "HttpOnly" in entered.headers["set-cookie"]
                table = await guest.get(f"/duel/{duel}")
                assert 'id="table"' in table.text
                assert duel in (await guest.get("/")).text

    run(story())


def test_the_pages_script_is_sent_the_table_alone(run: Run, tmp_path: Path) -> None:
    """The same that its stream would be sent, without another question; what is refused comes as a page."""

    async def story() -> None:
        async with web_at(tmp_path) as web:
            duel, _secrets = await links_of(web, spectators="1")
            fields = {"command": str(uuid.uuid4()), "kind": "say", "text": "I am here."}
            sent = await web.client.post(f"/duel/{duel}/do", data=fields, headers={"X-Part": "table"})
            assert sent.status_code == 200
            assert sent.text.startswith('<main id="table"') and "I am here." in sent.text
            assert sent.text in (await web.client.get(f"/duel/{duel}")).text
            fields = {"command": str(uuid.uuid4()), "kind": "say", "text": ""}
            refused = await web.client.post(f"/duel/{duel}/do", data=fields, headers={"X-Part": "table"})
            assert refused.status_code == 422 and Page(refused).alerts

    run(story())


def test_a_link_may_be_pasted_whole(run: Run, tmp_path: Path) -> None:
    async def story() -> int:
        async with web_at(tmp_path) as web:
            duel, secrets = await links_of(web)
            async with web.guest() as guest:
                whole = f" {BASE}/duel/{duel}#{secrets[0]} "
                return (await guest.post(f"/duel/{duel}/enter", data={"secret": whole})).status_code

    assert run(story()) == 303


def test_against_the_computer_one_is_at_the_table_at_once(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            answer = await web.client.post(
                "/duels", data={**ID, "game": "cards", "seat_2": "reading", "spectators": "1"}
            )
            assert answer.status_code == 303
            assert 'id="table"' in (await web.client.get(answer.headers["location"])).text

    run(story())


def test_what_an_order_cannot_have_is_said_in_the_lobby_with_what_was_typed(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            wrong = {**ID, "game": "rpg", "name_1": "Aki", "name_2": "Aki", "rpg.stakes": "Honour & <fame>"}
            answer = await web.client.post("/duels", data=wrong)
            assert answer.status_code == 422
            page = Page(answer)
            assert any("different names" in alert for alert in page.alerts)
            assert page.form("/duels")["fields"]["rpg.stakes"] == "Honour & <fame>"

    run(story())


def test_files_come_along_uploaded_or_pasted(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            bad = await web.client.post(
                "/duels", data={**ID, "game": "cards"}, files={"cards.deck_file": ("mine.toml", b"= =", "text/plain")}
            )
            assert bad.status_code == 422 and "mine.toml" in bad.text
            pasted = await web.client.post("/duels", data={**ID, "game": "cards", "cards.deck_text": "[deck]\nx = 1\n"})
            assert pasted.status_code == 422 and "pasted.toml" in pasted.text
            latin = await web.client.post(
                "/duels", data={**ID, "game": "cards"}, files={"cards.deck_file": ("mine.toml", b"\xff", "text/plain")}
            )
            assert latin.status_code == 422 and "UTF-8" in latin.text and "mine.toml" in latin.text
            empty = await web.client.post(
                "/duels",
                data={**ID, "game": "cards", "cards.deck_text": " "},
                files={"cards.deck_file": ("", b"", "text/plain")},
            )
            assert empty.status_code == 200

    run(story())


def test_all_that_may_be_a_file_can_be_brought_by_the_lobbys_form(run: Run, tmp_path: Path) -> None:
    whole = "".join(f"{key} = {value!r}\n" for key, value in {
        "key": "house", "title": "House", "pool": 2, "hand": 0, "deck": "no", "most": -1, "duelist": "none",
        "duel_ends": "after cleanup", "consequences": "creator first", "leaving_in_consequences": "ends",
    }.items())  # fmt: skip

    async def story() -> tuple[str, list[httpx.Response]]:
        async with web_at(tmp_path) as web:
            lobby = (await web.client.get("/")).text
            texts = ("pool = 2", whole)
            return lobby, [await web.client.post("/duels", data={**ID, "cards.ruleset_text": text}) for text in texts]

    lobby, (bad, good) = run(story())
    for term in MAY_BE_FILES:
        assert re.search(rf'type="file" name="(cards|rpg)\.{term}_file"', lobby), term
    field, told = wrong_at(bad)
    assert field == "cards.ruleset_text" and "'key' is missing" in told
    assert good.status_code == 200 and 'id="made"' in good.text


def test_what_is_not_known_of_a_pasted_deck_is_told_even_where_no_link_is_handed_out(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            text = "3 Steady Hands\nMorning Practice x3\nTachimori Renge\n1 Nobody’s Snow\n"
            for seat in ("link", "reading"):
                data = {**ID, "game": "cards", "seat_2": seat, "cards.deck_text": text}
                made = await web.client.post("/duels", data=data)
                assert made.status_code == 200 and "1 × Nobody’s Snow: this card is not known" in made.text
                assert "Other terms: Card files that real decks are looked up in" in made.text
            data = {**ID, "game": "cards", "seat_2": "reading", "cards.deck_text": text.partition("1 Nob")[0]}
            assert (await web.client.post("/duels", data=data)).status_code == 303

    run(story())


@pytest.mark.parametrize("ending", [".yaml", ".yml", ".txt", ".l5d", ".toml"])
def test_the_page_lets_every_kind_of_deck_be_chosen(run: Run, tmp_path: Path, ending: str) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            page = await web.client.get("/")
            offered = re.findall(r'accept="([^"]*)"', page.text)
            assert offered and all(ending in one.split(",") for one in offered)

    run(story())


def wrong_at(answer: httpx.Response) -> tuple[str, str]:
    """The one field of a page that cannot be taken, by its name, and what is said there."""
    found = re.findall(r"<(?:input|select|textarea)[^>]*aria-invalid[^>]*>", answer.text)
    assert len(found) == 1, found
    described = re.search(r'aria-describedby="([^"]+)"', found[0])
    name = re.search(r' name="([^"]+)"', found[0])
    assert described and name and " autofocus" in found[0], found
    told = re.search(rf'id="{described[1]}"[^>]*>([^<]+)<', answer.text)
    assert told, described[1]
    return name[1], unescape(told[1])


FILLED = {
    "name_1": "Aki & <co>", "seat_2": "reading", "clock": "10", "increment": "5", "cards.hand": "5", "cards.gold": "3",
    "judge": "1", "cards.deck_text": "3 Steady Hands", "rpg.stakes": "Honour", "rpg.initiative": "", "name_2": "Nao",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        ({"clock": "abc"}, "clock", "'abc' found; a whole number from 0 to 1440 is needed"),
        ({"clock": "-3"}, "clock", "'-3' found; a whole number from 0 to 1440 is needed"),
        ({"clock": "99999"}, "clock", "'99999' found; a whole number from 0 to 1440 is needed"),
        ({"increment": "1.5"}, "increment", "'1.5' found; a whole number from 0 to 3600 is needed"),
        ({"cards.hand": "many"}, "cards.hand", "'many' found; allowed: 0 to 20"),
        ({"cards.gold": "1e3"}, "cards.gold", "'1e3' found; allowed: 0 to 99"),
        ({"name_2": "x" * 41}, "name_2", "1 to 40 printable characters are needed"),
        ({"name_2": "Aki & <co>"}, "name_2", "players need different names"),
        ({"name_1": "A\0ki"}, "name_1", "a null character was in it; here it is without"),
        ({"seat_2": "nobody"}, "seat_2", "'nobody' found; allowed: me, link"),
        ({"seat_1": "solved", "game": "rpg"}, "seat_1", "this computer player knows duels of cards alone"),
        ({"seat_1": "me", "seat_2": "me"}, "seat_2", "one person sits at one seat; give the other a link"),
        ({"cards.active": "third"}, "seat_3", "the turn is a third player’s: say who plays him"),
        ({"seat_3": "link"}, "seat_3", "there is a third player only where the turn is his"),
        ({"cards.action": "Go\0"}, "cards.action", "a null character was in it; here it is without"),
        ({"game": "rpg", "rpg.initiative": "3"}, "rpg.initiative", ""),
        ({"cards.deck_text": "[deck]\nx = 1"}, "cards.deck_text", "pasted.toml: "),
        (
            {"cards.deck_text": "1 Hayakaze Kurou\n3 Steady Hands", "cards.duellist": "Nobody Such"},
            "cards.duellist",
            "there is no card 'Nobody Such'; there are, for example: Hayakaze Kurou",
        ),
        (
            {"cards.opponent": "kuregawa  shigura"},
            "cards.duellist",
            "pasted has no Personality that is known; name one that fights for it",
        ),
        (
            {"cards.deck_text": "", "cards.opponent": "kuregawa  shigura"},
            "cards.opponent",
            "there is no card 'kuregawa  shigura'; there are, for example: Kuregawa Shigure",
        ),
        (
            {"cards.deck_text": "", "cards.action": "duel!"},
            "cards.action",
            "there is no card 'duel!'; there are, for example: ",
        ),
    ],
)
def test_a_field_that_cannot_be_taken_is_told_at_the_field_and_all_that_was_filled_in_stays(
    run: Run, tmp_path: Path, changed: dict[str, str], field: str, told: str
) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            given = {**ID, "game": "cards", **FILLED, **changed}
            answer = await web.client.post("/duels", data=given)
            assert answer.status_code == 422
            name, said = wrong_at(answer)
            assert name == field and said.startswith(told) and said
            assert said.partition(": ")[2] in Page(answer).alerts[0] or said in Page(answer).alerts[0]
            came = Page(answer).form("/duels")["fields"]
            texts = {n: t.replace("\0", "") for n, t in given.items() if not n.endswith("_text") and n != "command"}
            texts.pop("seat_2") if texts["seat_2"] == "nobody" else None  # there is no such choice
            assert {n: came[n] for n in texts} == texts
            assert given["cards.deck_text"].partition(" ")[0] in unescape(answer.text)

    run(story())


def test_a_picture_for_a_deck_is_refused_at_its_field_and_the_form_stays(run: Run, tmp_path: Path) -> None:
    picture = b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe" * 400

    async def story(file: str) -> tuple[int, str, str]:
        async with web_at(tmp_path / file) as web:
            (tmp_path / file).mkdir(exist_ok=True)
            fields = {**ID, "game": "cards", "name_1": "Aki", "cards.hand": "7", "clock": "20"}
            answer = await web.client.post("/duels", data=fields, files={"cards.deck_file": (file, picture)})
            came = Page(answer).form("/duels")["fields"]
            assert [came[name] for name in ("name_1", "cards.hand", "clock")] == ["Aki", "7", "20"]
            return answer.status_code, *wrong_at(answer)

    for file in ("photo.png", "photo.txt", "photo.toml", "photo.l5d"):
        (tmp_path / file).mkdir()
        status, name, told = run(story(file))
        assert (status, name) == (422, "cards.deck_file") and told.startswith(file), told
        assert told.endswith(". Choose another file, or paste its text.") and told.isprintable() and ".." not in told


def test_what_is_too_large_is_told_as_that_with_the_form_where_it_could_be_read(run: Run, tmp_path: Path) -> None:
    async def story() -> list[Any]:
        async with web_at(tmp_path) as web:
            fields = {**ID, "game": "cards", "name_1": "Aki"}
            found: list[Any] = []
            for size in (3_500_000, 5_000_000):  # more than is read of a file, and than a field once could have
                text = "3 Steady Hands\n" * (size // 15)
                files = {"other_file": ("", b"")}
                answer = await web.client.post("/duels", data={**fields, "cards.deck_text": text}, files=files)
                found.append((answer.status_code, wrong_at(answer)))
                assert Page(answer).form("/duels")["fields"]["name_1"] == "Aki"
                assert answer.text.count("3 Steady Hands\n") >= size // 15
                file = ("mine.txt", b"3 Steady Hands\n" * (size // 15))
                answer = await web.client.post("/duels", data=fields, files={"cards.deck_file": file})
                found.append((answer.status_code, wrong_at(answer)))
                assert "choose it again" not in answer.text  # the same would be too long again
            return found

    told = "longer than 3000000 characters"
    pasted = (413, ("cards.deck_text", f"pasted.txt: {told}"))
    brought = (413, ("cards.deck_file", f"mine.txt: {told}. Choose another file, or paste its text."))
    assert run(story()) == [pasted, brought] * 2


# --- the table -------------------------------------------------------------------------------------------


def test_an_answer_goes_back_to_the_table_and_sent_twice_is_done_once(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            await web.enter(made, "seat 1", "Nao")
            cookie = {"Cookie": f"iaijutsu-{made.duel}={made.pass_}"}
            table = Page(await web.client.get(f"/duel/{made.duel}", headers=cookie))
            form = next(one for one in table.forms if one["fields"].get("kind") == "answer")
            assert form["action"] == f"/duel/{made.duel}/do" and form["method"] == "post"
            before = await web.seen(made, made.pass_)
            fields = {**form["fields"], "reply": "1"}
            first = await web.client.post(form["action"], data=fields, headers=cookie)
            assert (first.status_code, first.headers["location"]) == (303, f"/duel/{made.duel}")
            after = await web.seen(made, made.pass_)
            assert after["version"] != before["version"]
            again = await web.client.post(form["action"], data=fields, headers=cookie)
            assert again.status_code == 303
            assert (await web.seen(made, made.pass_))["version"] == after["version"]
            stale = await web.client.post(form["action"], data={**fields, "command": str(uuid.uuid4())}, headers=cookie)
            assert stale.status_code == 409
            assert Page(stale).alerts and 'id="table"' in stale.text

    run(story())


async def sent_at_table(web: Web, **fields: str) -> httpx.Response:
    """What a form is answered with that somebody sends who is asked something at a new table."""
    made = await web.make()
    await web.enter(made, "seat 1", "Nao")
    question = (await web.seen(made, made.pass_))["asked"]["id"]
    return await web.client.post(
        f"/duel/{made.duel}/do", data={"command": str(uuid.uuid4()), "question": question, **fields},
        headers={"Cookie": f"iaijutsu-{made.duel}={made.pass_}"},
    )  # fmt: skip


def test_what_cannot_be_done_is_said_at_the_table(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            answer = await sent_at_table(web, kind="answer", reply="none of these")
            assert answer.status_code == 422
            assert any("none of these" in alert for alert in Page(answer).alerts)

    run(story())


@pytest.mark.parametrize(
    ("game", "files", "status", "field"),
    [
        ("cards", {"cards.deck_file": 7}, 413, "cards.deck_file"),
        ("cards", {"rpg.opponent_file": 1, "cards.deck_file": 3, "cards.against_file": 3}, 413, "cards.deck_file"),
        ("cards", {"cards.against_file": 40}, 413, "cards.against_file"),
        ("cards", {"rpg.character_file": 7}, 200, ""),  # of the other duel: it would not have been read
        ("cards", {"cards.deck_file": 49}, 413, ""),  # nobody reads so much to keep a form
        ("cards", {"cards.deck_text": 7}, 413, ""),  # nothing is left when it is left out
    ],
)
@pytest.mark.parametrize("sized", [True, False])
def test_of_files_that_are_too_large_all_else_that_was_filled_in_is_shown_again(
    run: Run, tmp_path: Path, game: str, files: dict[str, int], status: int, field: str, sized: bool
) -> None:
    """Megabytes at fields; with the size told before, and without."""
    told = (
        "The files are too large: at most 6 MB are taken, all together. Choose smaller ones, or leave one out; "
        "all else stays as it is."
    )

    async def story() -> None:
        async with web_at(tmp_path) as web:
            given = {**ID, "game": game, "name_1": "Aki & <co>", "clock": "10", "cards.hand": "7", "rpg.stakes": "x"}
            many = [
                (name, (f"{name}.txt", b"3 Steady\n--x\r\n" * (size * 2**20 // 15))) for name, size in files.items()
            ]
            texts = [(name, (None, text.encode())) for name, text in given.items()]
            if "cards.deck_text" in files:
                many = [("cards.deck_text", (None, many[0][1][1]))]  # type: ignore[list-item]
            form = httpx.Request("POST", BASE, files=[*texts[:3], *many, ("cards.cards_file", ("", b"")), *texts[3:]])
            body = form.read()

            async def pieces() -> Any:
                for at in range(0, len(body), 50_001):
                    yield body[at : at + 50_001]

            kind = {"Content-Type": form.headers["content-type"]}
            answer = await web.client.post("/duels", content=body if sized else pieces(), headers=kind)
            assert answer.status_code == status
            if field:
                assert wrong_at(answer) == (field, told)
                came = Page(answer).form("/duels")["fields"]
                assert {name: came[name] for name in given if name != "command"} == {
                    name: text for name, text in given.items() if name != "command"
                }

    run(story())


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "say", "text": "Good\0 evening."},
        {"kind": "say", "text": "x" * 501},
        {"kind": "answer", "reply": "1", "choice": "none"},
        {"kind": "answer", "slot": "x"},
        {"kind": "nothing"},
    ],
)
def test_no_form_of_a_table_leads_away_from_it(run: Run, tmp_path: Path, given: dict[str, str]) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            answer = await sent_at_table(web, **given)
            page = Page(answer)
            assert answer.status_code == 422 and len(page.alerts) == 1 and 'id="table"' in answer.text
            if given["kind"] == "say":  # at its field, and what was said
                assert wrong_at(answer) == ("text", page.alerts[0])
                said = next(one for one in page.forms if one["fields"].get("kind") == "say")["fields"]["text"]
                assert said == given["text"].replace("\0", "")

    run(story())


def test_what_cannot_be_said_any_more_is_told_all_the_same(run: Run, tmp_path: Path) -> None:
    """The duel is over: there is no field for it."""

    async def story() -> list[str]:
        async with web_at(tmp_path) as web:
            made = await web.make()
            tokens = [made.pass_, await web.enter(made, "seat 1", "Nao")]
            await fought(web, made, tokens, 3)
            cookie = {"Cookie": f"iaijutsu-{made.duel}={made.pass_}"}
            fields = {"command": str(uuid.uuid4()), "kind": "say", "text": "Well fought."}
            answer = await web.client.post(f"/duel/{made.duel}/do", data=fields, headers=cookie)
            assert answer.status_code == 409
            return Page(answer).alerts

    assert run(story()) == ["The duel is over."]


def test_the_door_keeps_what_was_typed_but_for_a_link_that_opens_nothing(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            for given, field in (
                ({"name": "x" * 41}, "name"),
                ({"secret": "no link"}, "secret"),
                ({"name": "a\0"}, "name"),
            ):
                fields = {"name": "Nao", "secret": made.links["seat 1"], **given}
                answer = await web.client.post(f"/duel/{made.duel}/enter", data=fields)
                assert answer.status_code in (403, 422)
                assert wrong_at(answer) == (field, Page(answer).alerts[0])
                came = Page(answer).form(f"/duel/{made.duel}/enter")["fields"]
                kept = {name: text.replace("\0", "") for name, text in fields.items()}
                assert came == (kept if field == "name" else {**kept, "secret": ""})

    run(story())


@pytest.mark.parametrize("query", ["at=x", "at=999999", "at=-1", "as=9", "at=1.5&as=0"])
def test_a_moment_that_there_is_not_is_told_on_the_replay(run: Run, tmp_path: Path, query: str) -> None:
    async def story() -> httpx.Response:
        async with web_at(tmp_path) as web:
            made = await web.make()
            tokens = [made.pass_, await web.enter(made, "seat 1", "Nao")]
            await fought(web, made, tokens, 3)
            cookie = {"Cookie": f"iaijutsu-{made.duel}={made.pass_}"}
            return await web.client.get(f"/duel/{made.duel}/replay?{query}", headers=cookie)

    answer = run(story())
    assert answer.status_code == 404 and 'id="replay-form"' in answer.text
    told = "Nobody sits there." if "as=9" in query else "The duel has moments from 0 to "
    assert Page(answer).alerts[0].startswith(told)


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_pages_of_a_duel_that_is_over(run: Run, tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(game=game)
            other = await web.enter(made, "seat 1", "Nao")
            cookie = {"Cookie": f"iaijutsu-{made.duel}={other}"}

            async def page(rest: str) -> httpx.Response:
                return await web.client.get(f"/duel/{made.duel}{rest}", headers=cookie)

            before = await page("/fair")
            assert before.status_code == 200
            await fought(web, made, [made.pass_, other], seed=9)
            seen = await web.seen(made, other)
            assert seen["result"] in (await page("")).text.replace("&#39;", "'")
            fair = await page("/fair")
            assert seen["commitment"] in fair.text and fair.status_code == 200
            counted = re.findall(r"\b(\d+) (card|cards|die|dice)\b", fair.text)
            assert counted and all(int(number) for number, _of_what in counted)  # no dice of a duel of cards
            file = await page("/transcript")
            assert file.headers["content-disposition"] == f'attachment; filename="{made.duel}.json"'
            await followed(web, made, cookie)

    run(story())


async def followed(web: Web, made: Made, cookie: dict[str, str]) -> None:
    """Every link of the replay, of the table and of what they lead to works, as far as it is ours."""
    seen: set[str] = set()
    open_links = [
        f"/duel/{made.duel}",
        f"/duel/{made.duel}/replay",
        "/",
        "/rules",
        "/rules?game=cards",
        "/rules?word=strike",
    ]
    while open_links and len(seen) < 60:
        link = open_links.pop(0).partition("#")[0]
        if link in seen or not link.startswith("/"):
            continue
        seen.add(link)
        answer = await web.client.get(link, headers=cookie)
        assert answer.status_code == 200, link
        if answer.headers["content-type"].startswith("text/html"):
            page = Page(answer)
            assert len(page.ids) == len(set(page.ids)), (link, [one for one in page.ids if page.ids.count(one) > 1])
            open_links += page.links[:40]
    assert len(seen) >= 20


def test_chance_of_a_table_is_told_in_plain_words_where_there_is_nothing_to_check(run: Run, tmp_path: Path) -> None:
    """Typed dice are no fault, and where nothing was rolled nothing is counted."""

    async def story(**terms: Any) -> httpx.Response:
        async with web_at(tmp_path) as web:
            made = await web.make(game="rpg", judge=True, **terms)
            other, judge = await web.enter(made, "seat 1"), await web.enter(made, "judge", "Eri")
            for kind, more in (("rule", {}), ("rule", {"choice": 8}), ("rule", {"reply": "it is late"})):
                await web.do(made, judge, kind, **more)
            await fought(web, made, [made.pass_, other, judge], seed=1)
            return await web.client.get(f"/duel/{made.duel}/fair", headers={"Cookie": f"iaijutsu-{made.duel}={judge}"})

    typed, bound = run(story(dice="table")), run(story())
    assert not Page(typed).alerts and "nothing is left to check it by" in typed.text
    assert "Nothing was drawn or rolled." in bound.text and " 0 dice" not in bound.text


def test_no_page_has_anything_inline(run: Run, tmp_path: Path) -> None:
    """The policy would stop it; a page must not depend on that."""

    async def story() -> list[str]:
        async with web_at(tmp_path) as web:
            made = await web.make(judge=True, clock={"seconds": 600})
            found = []
            for place in ("", "seat 1", "spectator", "judge"):
                token = await web.enter(made, place) if place else made.pass_
                cookie = {"Cookie": f"iaijutsu-{made.duel}={token}"}
                found += [
                    (await web.client.get(f"/duel/{made.duel}{rest}", headers=cookie)).text
                    for rest in ("", "/fair", "/x")
                ]
            return [*found, (await web.client.get("/")).text, (await web.client.get(f"/duel/{made.duel}")).text]

    for text in run(story()):
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|data:[a-z]+/", text)
        assert not re.search(r"<script(?![^>]*\ssrc=)", text)
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)


# --- language, errors ------------------------------------------------------------------------------------


def test_a_language_is_chosen_by_hand_or_by_the_browser(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            assert '<html lang="en">' in (await web.client.get("/")).text
            assert '<html lang="pt-BR">' in (await web.client.get("/", headers={"Accept-Language": "pt"})).text
            chosen = await web.client.post(
                "/language", data={"language": "hr"}, headers={"Referer": f"{BASE}/rules?game=rpg"}
            )
            assert (chosen.status_code, chosen.headers["location"]) == (303, "/rules?game=rpg")
            assert '<html lang="hr">' in (await web.client.get("/", headers={"Accept-Language": "pt"})).text
            assert (await web.client.post("/language", data={"language": "tlh"})).status_code == 422

    run(story())


def test_what_is_refused_is_told_in_the_readers_language(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            async with web.guest(**{"Accept-Language": "hr"}) as guest:
                for path, fields in (
                    (f"/duel/{made.duel}/enter", {"secret": "x" * 43}),
                    ("/duels", {**ID, "game": "cards", "name_1": "x" * 60}),
                ):
                    answer = await guest.post(path, data=fields)
                    told = Page(answer).alerts[0]
                    with i18n.speaking("hr"):
                        known = {
                            i18n._("this link opens nothing here").capitalize(),
                            i18n._("1 to {n} printable characters are needed"),
                        }
                    assert any(word.format(n=40) in told for word in known), told

    run(story())


@pytest.mark.parametrize("path", ["/duels", "/language", "/duel/{duel}/do", "/duel/{duel}/enter"])
def test_where_forms_are_sent_one_is_led_back(run: Run, tmp_path: Path, path: str) -> None:
    """Somebody reloads, or comes back to an address that he kept: he is shown a page, not that he may not."""

    async def story() -> tuple[int, str, str]:
        async with web_at(tmp_path) as web:
            made = await web.make()
            answer = await web.client.get(path.format(duel=made.duel))
            return answer.status_code, answer.headers["location"], made.duel

    status, where, duel = run(story())
    assert (status, where) == (303, f"/duel/{duel}" if "duel}" in path else "/")


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("", "/"),
        (f"{BASE}/duel/abc", "/duel/abc"),
        (f"{BASE}/duel/abc/do", "/duel/abc"),
        (f"{BASE}/duel/abc/enter", "/duel/abc"),
        (f"{BASE}/duels", "/"),
        ("http://evil.example/x", "/"),
        (f"{BASE}//evil.example/x", "/evil.example/x"),
        (f"{BASE}/\\evil.example", "/%5Cevil.example"),
        ("javascript:alert(1)", "/"),
        (f"{BASE}.evil.example/", "/"),
        ("http://[", "/"),
    ],
)
def test_one_is_never_sent_to_another_site(run: Run, tmp_path: Path, referer: str, back: str) -> None:
    async def story() -> str:
        async with web_at(tmp_path) as web:
            answer = await web.client.post("/language", data={"language": "en"}, headers={"Referer": referer})
            return answer.headers["location"]

    assert run(story()) == back


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/duel/nothing", 404),
        ("GET", "/duel/nothing/why/0", 404),
        ("GET", "/rules/no.such.clause", 404),
        ("GET", "/rules?game=chess", 404),
        ("GET", "/static/nothing.css", 404),
        ("GET", "/static/../render.py", 404),
        ("GET", "/static/%2e%2e/render.py", 404),
        ("POST", "/", 405),
        ("DELETE", "/duel/nothing", 405),
    ],
)
def test_what_is_not_there_is_said_on_a_page(run: Run, tmp_path: Path, method: str, path: str, status: int) -> None:
    async def story() -> httpx.Response:
        async with web_at(tmp_path) as web:
            return await web.client.request(method, path)

    answer = run(story())
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert "<main" in answer.text and "Traceback" not in answer.text


@pytest.mark.parametrize("path", ["/", "/rules", "/healthz", "/readyz", "/duel/nothing"])
def test_who_asks_for_the_head_alone_is_given_that(run: Run, tmp_path: Path, path: str) -> None:
    """As programs do that see whether a site is up. (The server leaves out what follows it.)"""

    async def story() -> tuple[httpx.Response, httpx.Response]:
        async with web_at(tmp_path) as web:
            return await web.client.get(path), await web.client.head(path)

    whole, head = run(story())
    assert (head.status_code, head.headers["content-type"]) == (whole.status_code, whole.headers["content-type"])


def test_a_stream_has_no_head_alone(run: Run, tmp_path: Path) -> None:
    """It would never be over."""

    async def story() -> httpx.Response:
        async with web_at(tmp_path) as web:
            made = await web.make()
            return await web.client.head(f"/duel/{made.duel}/stream")

    answer = run(story())
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")


@pytest.mark.parametrize(("path", "status"), [("transcript", 403), ("replay?as=0", 403), ("why/999", 404), ("x", 404)])
def test_what_a_player_may_not_see_yet_is_told_in_a_sentence_with_the_way_back_to_his_table(
    run: Run, tmp_path: Path, path: str, status: int
) -> None:
    """Who has no place there is not led to it, nor who is told that there is no such duel."""

    async def story() -> tuple[httpx.Response, httpx.Response, str]:
        async with web_at(tmp_path) as web:
            made = await web.make()
            web.client.cookies.clear()
            here = f"/duel/{made.duel}"
            cookie = {"Cookie": f"iaijutsu-{made.duel}={made.pass_}"}
            mine = await web.client.get(f"{here}/{path}", headers=cookie)
            return mine, await web.client.get(f"{here}/transcript"), here

    mine, theirs, here = run(story())
    assert mine.status_code == status
    text = unescape(re.findall(r'<p class="status">(.*?)</p>', mine.text)[0])
    assert text[0].isupper() and text.endswith("."), text
    assert theirs.status_code == 403
    assert (here in Page(mine).links, here in Page(theirs).links) == (True, False)


def test_what_is_wrong_is_a_sentence_on_a_page_and_names_stay_as_they_are() -> None:
    for told, shown in (
        ("this link opens nothing here", "This link opens nothing here."),
        ("šest je previše, a pet je dosta", "Šest je previše, a pet je dosta."),
        ("There is nothing here.", "There is nothing here."),
        ("mine.toml: a title is missing", "mine.toml: a title is missing."),
        ("'abc' found; a number is needed", "'abc' found; a number is needed."),
        ("cards.deck, line 3: what?", "cards.deck, line 3: what?"),
        ("", ""),
    ):
        assert sentence(told) == shown


def test_a_fault_of_ours_is_told_as_one_and_logged_without_its_words(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def broken(_request: Any) -> Any:
        raise RuntimeError("SECRET-WORDS")

    async def story() -> list[httpx.Response]:
        monkeypatch.setattr(pages, "_lobby", broken)
        async with web_at(tmp_path) as web:
            answer = await web.client.get("/")
            return [answer, await web.client.get("/metrics")]

    answer, numbers = run(story())
    assert answer.status_code == 500
    assert "not yours" in answer.text and "SECRET-WORDS" not in answer.text
    printed = capfd.readouterr()
    assert "RuntimeError" in printed.out and "test_pages.py" in printed.out
    assert "SECRET-WORDS" not in printed.out + printed.err
    assert 'iaijutsu_faults_total{where="/"} 1.0' in numbers.text


# --- for those who run it --------------------------------------------------------------------------------


@pytest.mark.parametrize(("shown", "near", "far"), [("near", 200, 404), ("all", 200, 200), ("none", 404, 404)])
def test_numbers_are_for_those_near_by(run: Run, tmp_path: Path, shown: str, near: int, far: int) -> None:
    from .web import client_of

    async def story() -> list[int]:
        async with web_at(tmp_path, metrics=shown) as web, client_of(web.app, address="93.184.216.34") as stranger:
            return [(await one.get("/metrics")).status_code for one in (web.client, stranger)]

    assert run(story()) == [near, far]


def test_without_its_database_it_is_not_ready(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> list[int]:
        async with web_at(tmp_path) as web:
            found = [(await web.client.get("/readyz")).status_code]

            async def gone() -> bool:
                return False

            monkeypatch.setattr(web.house, "ready", gone)
            return [
                *found,
                (await web.client.get("/readyz")).status_code,
                (await web.client.get("/healthz")).status_code,
            ]

    assert run(story()) == [200, 503, 200]


def test_who_was_sent_a_replay_without_a_place_stands_at_the_door(run: Run, tmp_path: Path) -> None:
    """The address of a moment holds no key: whoever has a link to the duel besides can come in here."""

    async def story() -> httpx.Response:
        async with web_at(tmp_path) as web:
            made = await web.make()
            async with web.guest() as guest:
                return await guest.get(f"/duel/{made.duel}/replay?at=0&as=spectator")

    answer = run(story())
    assert answer.status_code == 403
    assert Page(answer).form(answer.url.path.replace("/replay", "/enter"))


def test_the_door_tells_the_terms_that_whoever_sits_down_agrees_to(run: Run, tmp_path: Path) -> None:
    async def story() -> list[str]:
        async with web_at(tmp_path) as web:
            doors = []
            for order in ({}, {"odds": True, "judge": True, "clock": {"seconds": 300, "added": 5}}):
                made = await web.make(**order)
                async with web.guest() as guest:
                    doors.append((await guest.get(f"/duel/{made.duel}")).text)
            return doors

    plain, full = run(story())
    for told in (
        "Who sits down to play agrees to that, or says below that he does not.",
        "enter-no-odds",
        "A judge or game master sees everything here",
        "5:00",
        "5 seconds are added for each answer.",
    ):
        assert told in full
        assert told not in plain


@pytest.mark.parametrize(
    ("form", "agreed"),
    [({}, True), ({"no_odds": "1"}, False), ({"moment": "/replay?at=0"}, False)],
    ids=["as offered", "refused", "came for a moment, and was told no terms"],
)
def test_who_sits_down_agrees_to_odds_or_ticks_that_he_does_not(
    run: Run, tmp_path: Path, form: dict[str, str], agreed: bool
) -> None:
    async def story() -> tuple[list[str], str]:
        async with web_at(tmp_path) as web:
            made = await web.make(odds=True)
            async with web.guest() as guest:
                sent = {"secret": made.links["seat 1"], "name": "Nao", **form}
                assert (await guest.post(f"/duel/{made.duel}/enter", data=sent)).status_code == 303
            lines = [line["text"] for line in (await web.seen(made, made.pass_))["lines"]]
            async with web.guest() as guest:
                return lines, (await guest.get(f"/duel/{made.duel}")).text

    lines, door = run(story())
    refused = [line for line in lines if "without agreeing to odds" in line]
    assert refused == ([] if agreed else ["Nao joins without agreeing to odds, so nobody has them here."])
    assert ("Each side may ask for its odds" in door) is agreed
    assert "no_odds" not in door, "everybody has joined: nobody is left to refuse"


def test_a_link_that_is_none_leaves_the_tick_against_odds_where_it_was(run: Run, tmp_path: Path) -> None:
    async def story() -> httpx.Response:
        async with web_at(tmp_path) as web:
            made = await web.make(odds=True)
            async with web.guest() as guest:
                sent = {"secret": "k" * 43, "no_odds": "1"}
                return await guest.post(f"/duel/{made.duel}/enter", data=sent)

    answer = run(story())
    assert answer.status_code == 403 and 'name="no_odds" value="1" checked' in answer.text


def test_a_table_that_everybody_may_see_has_a_door_for_who_comes_by_a_seats_link(run: Run, tmp_path: Path) -> None:
    async def story() -> list[str]:
        async with web_at(tmp_path) as web:
            made = await web.make(public=True)
            async with web.guest() as guest:
                return [(await guest.get(f"/duel/{made.duel}{end}")).text for end in ("", "?door=1")]

    table, door = run(story())
    assert 'id="table"' in table
    assert 'id="enter-terms"' in door
