"""The JSON interface does all that the pages do: both duels are fought over it, to the end and beyond."""

from __future__ import annotations

import html
import json
import random
import re
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from iaijutsu.engine import loads
from iaijutsu.play import verify
from iaijutsu.play.games import NAMES as GAMES
from iaijutsu.play.games import game_of

from .conftest import Run
from .web import BASE, Made, Stream, Web, bearer, fought, one_step, web_at

GONE = Made("nothing", "", {}, {}, [])


async def get(web: Web, made: Made, token: str, rest: str = "", **query: Any) -> httpx.Response:
    return await web.client.get(f"/api/v1/duels/{made.duel}{rest}", headers=bearer(token), params=query)


# --- making and entering ---------------------------------------------------------------------------------


def test_a_player_may_enter_without_odds_over_json(run: Run, tmp_path: Path) -> None:
    async def story() -> list[list[str]]:
        async with web_at(tmp_path) as web:
            told = []
            for entry in ({}, {"odds": True}, {"odds": False}):
                made = await web.make(odds=True)
                body = {"secret": made.links["seat 1"], "name": "Nao", **entry}
                answer = await web.client.post(f"/api/v1/duels/{made.duel}/enter", json=body)
                web.client.cookies.clear()
                assert answer.status_code == 200, answer.text
                told.append(
                    [deed["label"] for deed in (await web.seen(made, made.pass_))["deeds"] if deed["kind"] == "odds"]
                )
            return told

    shown, asked = ["Show the odds"], ["Ask that both may see their odds"]
    assert run(story()) == [shown, shown, asked]


def test_a_duel_is_made_and_entered(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            answer = await web.client.post(
                "/api/v1/duels", json={"game": "cards", "names": ["Aki", "Nao"], "judge": True}
            )
            assert answer.status_code == 201
            told = answer.json()
            assert answer.headers["location"] == f"/api/v1/duels/{told['duel']}"
            assert list(told["links"]) == ["seat 1", "spectator", "judge", "seat 0"]
            assert told["you"] == {"role": "seat", "seat": 0, "name": "Aki"}
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith(f"iaijutsu-{told['duel']}={told['pass']};")
            assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/" in cookie and "Secure" not in cookie
            web.client.cookies.clear()
            entry = {"secret": told["links"]["seat 1"], "name": "Bo"}
            entered = (await web.client.post(f"/api/v1/duels/{told['duel']}/enter", json=entry)).json()
            assert entered["you"] == {"role": "seat", "seat": 1, "name": "Bo"}
            assert entered["pass"] not in (told["pass"], told["links"]["seat 1"])

    run(story())


def test_the_terms_of_a_duel_are_told_before_one_enters_it(run: Run, tmp_path: Path) -> None:
    async def story() -> list[Any]:
        async with web_at(tmp_path) as web:
            orders: list[dict[str, Any]] = [
                {"terms": {"ruleset": "classic"}},
                {"game": "rpg", "clock": {"seconds": 300, "added": 5}, "judge": True, "odds": True, "dice": "table"},
            ]
            orders[1]["terms"] = {
                "form": "to-the-death", "contest": "clash", "stakes": "The house.", "unprepared": "opponent",
                "secret_sheets": True, "ruling": ["parry_cost=1 Void point", "struck_first=harm"],
            }  # fmt: skip
            duels = [(await web.make(**order)).duel for order in orders]
            told = [(await web.client.get(f"/api/v1/duels/{duel}/terms")) for duel in (*duels, "nosuchduel")]
            for duel, answer in zip(duels, told, strict=False):  # the door tells the same
                door = (await web.client.get(f"/duel/{duel}")).text
                assert all(html.escape(line) in door for line in answer.json()["words"])
            return told

    plain, full, missing = run(story())
    assert plain.json() == {
        "game": "cards", "clock": None, "judge": False, "odds": False, "dice": "", "waits": True,
        "words": ["Ruleset: Classic (before Samurai)."],
    }  # fmt: skip
    assert full.json() == {
        "game": "rpg", "clock": {"seconds": 300, "added": 5}, "judge": True, "odds": True, "dice": "table",
        "waits": True,
        "words": [
            "Fought: until one of them dies.", "Contest: a clash within a skirmish.", "What is at stake: The house.",
            "Caught unprepared: Shiori of Two Rivers.", "Each side’s sheet is secret.",
            "What Shattering Parry costs: one Void point.",
        ],
    }  # fmt: skip
    assert missing.status_code == 404


def test_over_https_a_pass_is_secure(run: Run, tmp_path: Path) -> None:
    async def story() -> str:
        async with web_at(tmp_path, origin="https://duels.example") as web:
            answer = await web.client.post("/api/v1/duels", json={"game": "rpg"})
            return answer.headers["set-cookie"]

    assert "; Secure" in run(story())


def test_ones_own_duels_are_listed_by_the_browsers_cookies(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            assert (await web.client.get("/api/v1/duels")).json() == []
            for game in ("cards", "rpg"):
                await web.client.post("/api/v1/duels", json={"game": game})
            listed = (await web.client.get("/api/v1/duels")).json()
            assert sorted(one["game"] for one in listed) == ["cards", "rpg"]
            assert {one["role"] for one in listed} == {"seat"}
            async with web.guest() as stranger:
                assert (await stranger.get("/api/v1/duels")).json() == []

    run(story())


@pytest.mark.parametrize(
    ("order", "where"),
    [
        ({"game": "cards", "terms": {"deck": "no-such-deck"}}, "deck"),
        ({"game": "cards", "seats": ["me", "nobody-known"]}, "seats"),
        ({"game": "cards", "names": ["Aki", "Aki"]}, "names"),
        ({"game": "rpg", "terms": {"character": "no-such-character"}}, "character"),
        ({"game": "rpg", "terms": {"ruling": ["nonsense"]}}, "ruling"),
        ({"game": "cards", "terms": {"deck": {"name": "deck.exe", "text": "x"}}}, "deck.exe"),
        ({"game": "cards", "terms": {"deck": {"name": "deck.toml", "text": "= = ="}}}, "deck.toml"),
    ],
)
def test_what_an_order_cannot_have_is_named(run: Run, tmp_path: Path, order: dict[str, Any], where: str) -> None:
    async def asked() -> httpx.Response:
        async with web_at(tmp_path) as web:
            return await web.client.post("/api/v1/duels", json=order)

    answer = run(asked())
    assert answer.status_code == 422, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert where in told["where"] + told["detail"]
    assert "Traceback" not in answer.text and "/tmp" not in answer.text


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"game": "chess"},
        {"game": "cards", "terms": {"character": "x"}},
        {"game": "cards", "unknown": 1},
        {"game": "cards", "judge": "yes"},
        {"game": "cards", "clock": {"seconds": 1}},
        {"game": "cards", "clock": {"seconds": 60.5}},
        {"game": "cards", "names": "Aki"},
        {"game": "cards", "seats": ["me"]},
        {"game": "cards", "terms": {"hand": "5"}},
        [],
        "cards",
        None,
    ],
)
def test_an_order_of_another_shape_is_refused(run: Run, tmp_path: Path, order: Any) -> None:
    async def asked() -> httpx.Response:
        async with web_at(tmp_path) as web:
            return await web.client.post("/api/v1/duels", json=order)

    answer = run(asked())
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"]


# --- fighting --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_whole_duel_over_json(run: Run, tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(game=game, names=["Aki", ""])
            other = await web.enter(made, "seat 1", "Nao")
            looker = await web.enter(made, "spectator")
            early = [
                await get(web, made, made.pass_, "/transcript"),
                await get(web, made, looker, "/replay", **{"as": "0"}),
            ]
            assert [answer.status_code for answer in early] == [403, 403]
            await fought(web, made, [made.pass_, other], seed=4)
            await check_what_comes_after(web, made, [made.pass_, other, looker])

    run(story())


async def check_what_comes_after(web: Web, made: Made, tokens: list[str]) -> None:
    seen = await web.seen(made, tokens[0])
    assert seen["finished"] and seen["result"]
    text = (await get(web, made, tokens[2], "/transcript")).text
    transcript = loads(text, "over JSON")
    report = verify.verify(transcript, text, game_of(transcript.game, "test"))
    fair = (await get(web, made, tokens[1], "/fair")).json()
    assert fair["verified"] and fair["finished"] and fair["commitment"] == report.commitment == seen["commitment"]
    assert (fair["questions"], fair["cards"], fair["dice"]) == (report.questions, report.cards, report.dice)
    assert fair["claimed"] is report.claimed is False
    last: dict[str, Any] = {}
    for eyes in ("0", "1", "spectator", "judge"):
        last = (await get(web, made, tokens[2], "/replay", **{"as": eyes})).json()
        assert (last["viewer"], last["at"]) == (eyes, last["last"])
        first = (await get(web, made, tokens[2], "/replay", at=0, **{"as": eyes})).json()
        assert first["at"] == 0 and len(first["seen"]["lines"]) <= len(last["seen"]["lines"])
        assert eyes in first["viewers"]
        moments = [mark["at"] for mark in last["marks"]]
        assert moments == sorted(moments) and moments and all(mark["words"] for mark in last["marks"])
        assert all(last["seen"]["lines"][at]["stage"] for at in moments)
    beyond = await get(web, made, tokens[2], "/replay", at=last["last"] + 1)
    assert beyond.status_code == 404


def test_every_explained_line_has_its_clause(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            other = await web.enter(made, "seat 1", "Nao")
            rng = random.Random(1)
            for _step in range(12):
                await one_step(web, made, [made.pass_, other], rng)
            lines = (await web.seen(made, other))["lines"]
            explained = [line for line in lines if line["explained"]]
            assert explained
            for line in explained:
                told = (await get(web, made, other, f"/lines/{line['number']}")).json()
                assert told["clause"] == line["clause"]
                clause = (await web.client.get(f"/api/v1/rules/{told['clause']}")).json()
                assert clause["text"] == told["text"]
            beyond = await get(web, made, other, f"/lines/{len(lines)}")
            assert beyond.status_code == 404

    run(story())


def test_the_same_command_again_gets_the_first_receipt(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            body = {"id": str(uuid.uuid4()), "kind": "say", "text": "Once."}
            path = f"/api/v1/duels/{made.duel}/commands"
            first = (await web.client.post(path, json=body, headers=bearer(made.pass_))).json()
            await web.do(made, made.pass_, "say", text="Something else.")
            again = (await web.client.post(path, json={**body, "text": "Twice."}, headers=bearer(made.pass_))).json()
            assert again == {"version": first["version"], "repeated": True}
            said = [line["text"] for line in (await web.seen(made, made.pass_))["lines"] if "nce." in line["text"]]
            assert len(said) == 1

    run(story())


def test_an_answer_to_a_question_that_is_gone_names_the_open_one(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            other = await web.enter(made, "seat 1", "Nao")
            asked = (await web.seen(made, made.pass_))["asked"]
            late = await web.do(made, made.pass_, "answer", question="another", choice=0)
            assert late.status_code == 409
            assert (late.json()["code"], late.json()["asked"]) == ("too-late", asked["id"])
            nothing = await web.do(made, other, "answer", question=asked["id"], choice=0)
            assert (nothing.status_code, nothing.json()["asked"]) == (409, "")
            wrong = await web.do(made, made.pass_, "answer", question=asked["id"], reply="no such thing")
            assert wrong.status_code == 422
            assert (await web.seen(made, made.pass_))["asked"] == asked

    run(story())


def test_every_kind_of_command_has_its_effect_or_its_refusal(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(game="rpg", judge=True, odds=True, clock={"seconds": 600})
            mine = made.pass_
            other, judge = [await web.enter(made, place, name) for place, name in (("seat 1", "Nao"), ("judge", "Rin"))]

            async def code(token: str, kind: str, **given: Any) -> int:
                return (await web.do(made, token, kind, **given)).status_code

            assert await code(mine, "say", text="Well met.") == 200
            assert await code(mine, "claim") == 422  # the other's clock runs still
            assert await code(mine, "rule") == 403
            assert await code(mine, "end", text="no") == 403
            assert await code(judge, "rule") == 200
            assert (await web.seen(made, judge))["ruling"]["choices"]
            assert await code(judge, "rule", about="drop") == 200
            assert (await web.seen(made, judge))["ruling"] is None
            assert await code(mine, "agree", about="undo") == 409
            assert await code(mine, "offer-rematch") == 422
            assert await code(judge, "end", text="It is late.") == 200
            await fought(web, made, [judge, mine, other], seed=1)  # whoever judges is asked whether his findings stand
            assert (await web.seen(made, mine))["finished"]
            assert await code(mine, "offer-rematch") == 200
            offers = (await web.seen(made, other))["offers"]
            assert [(one["kind"], one["mine"]) for one in offers] == [("rematch", True)]
            assert await code(other, "refuse", about="rematch") == 200
            assert (await web.seen(made, other))["offers"] == []

    run(story())


def test_a_stream_follows_what_is_done(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(seats=["me", "reading"])
            path = f"/api/v1/duels/{made.duel}/stream"
            async with Stream(web.app, path, **bearer(made.pass_)) as stream:
                table = await stream.table()
                while table["asked"] is None:
                    table = await stream.table()
                first = table["asked"]["id"]
                rng = random.Random(2)
                assert await one_step(web, made, [made.pass_], rng)
                while table["asked"] is None or table["asked"]["id"] == first:
                    table = await stream.table()

    run(story())


# --- what there is ---------------------------------------------------------------------------------------


def test_lists_of_what_can_be_chosen_work_in_an_order(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            lists = (await web.client.get("/api/v1/choices")).json()
            assert all(
                lists[name] for name in ("decks", "characters", "players", "rulesets", "forms", "rulings", "contests")
            )
            keys = {name: [one["key"] for one in lists[name]] for name in ("decks", "characters", "rulesets", "forms")}
            for deck, rules in zip(keys["decks"], keys["rulesets"] * 9, strict=False):
                await web.make(terms={"deck": deck, "against": keys["decks"][0], "ruleset": rules})
            for form in keys["forms"]:
                ruling = lists["rulings"][0]
                wanted = [f"{ruling['key']}={ruling['answers'][-1]['key']}"]
                await web.make(game="rpg", terms={"form": form, "character": keys["characters"][-1], "ruling": wanted})

    run(story())


def test_words_come_in_the_language_that_is_asked_for(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make()
            told = {name: (await web.seen(made, made.pass_, language=name))["status"] for name in ("en", "hr", "pt_BR")}
            assert len(set(told.values())) == 3
            headers = {**bearer(made.pass_), "Accept-Language": "hr-HR,hr;q=0.9,en;q=0.5"}
            answer = await web.client.get(f"/api/v1/duels/{made.duel}", headers=headers)
            assert answer.json()["status"] == told["hr"]
            wrong = await get(web, made, made.pass_, language="tlh")
            assert wrong.status_code == 422

    run(story())


def test_clauses_are_found(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            everything = (await web.client.get("/api/v1/rules")).json()
            some = (await web.client.get("/api/v1/rules", params={"word": "focus"})).json()
            assert 0 < len(some) < len(everything)
            assert all("focus" in (one["id"] + one["text"]).casefold() for one in some)
            assert (await web.client.get("/api/v1/rules/cards.no.such")).status_code == 404
            games = [(await web.client.get("/api/v1/rules", params={"game": game})).json() for game in GAMES]
            assert all(games) and games[0] + games[1] == everything
            assert {one["id"].partition(".")[0] for one in games[0]} == {GAMES[0]}

    run(story())


# --- what it is described as -----------------------------------------------------------------------------


def test_every_route_describes_every_answer(run: Run, tmp_path: Path) -> None:
    async def asked() -> Any:
        async with web_at(tmp_path) as web:
            return (await web.client.get("/api/v1/openapi.json")).json()

    described = run(asked())
    assert described["openapi"].startswith("3.1")
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            answers = set(one["responses"])
            assert "429" in answers, path
            if method == "post":
                assert {"400", "403", "408", "413", "415", "422"} <= answers, path
            for status, answer in one["responses"].items():
                kinds = set(answer.get("content", {}))
                wanted = {"text/event-stream"} if path.endswith("/stream") else {"application/json"}
                assert kinds == ({"application/problem+json"} if int(status) >= 400 else wanted), (path, status)
    text = json.dumps(described)
    assert "HTTPValidationError" not in text
    parts = described["components"]
    for name in re.findall(r'"#/components/schemas/(\w+)"', text):
        assert name in parts["schemas"], name
    assert {"type", "title", "status", "detail", "code"} <= set(parts["schemas"]["Problem"]["required"])
    assert parts["securitySchemes"]["pass"]["scheme"] == "bearer"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not-here"),
        ("GET", f"/api/v1/duels/{GONE.duel}", 404, "not-here"),
        ("GET", "/api/v1/duels/..%2F..%2Fetc", 404, "not-here"),
        ("DELETE", "/api/v1/duels", 405, "method"),
        ("POST", "/api/v1/choices", 405, "method"),
        ("GET", "/api/v1/rules?word=", 422, "input"),
    ],
)
def test_problems_have_one_form(run: Run, tmp_path: Path, method: str, path: str, status: int, code: str) -> None:
    async def asked() -> httpx.Response:
        async with web_at(tmp_path) as web:
            return await web.client.request(method, BASE + path)

    answer = run(asked())
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail"} <= set(answer.json())
    assert ("allow" in answer.headers) == (status == 405)
