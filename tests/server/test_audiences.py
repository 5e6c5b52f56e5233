"""Who may do and see what: every route, for each seat, who looks on, who judges, and who has no place there."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from .conftest import Run
from .web import Made, Web, bearer, web_at

PEOPLE = ("seat 0", "seat 1", "spectator", "judge", "stranger", "of another duel", "by a link's secret")
INSIDE = PEOPLE[:4]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

LOOKING = ("", "/lines/0", "/fair")
"""Parts of the JSON interface that whoever has a place may read during the duel."""
AFTERWARDS = ("/transcript", "/replay?as=0", "/replay?as=1", "/replay?as=judge")
PAGES = ("/why/0", "/fair")


async def table(web: Web) -> tuple[Made, dict[str, str]]:
    """A duel with everybody in it, and each one's pass."""
    made, other = await web.make(judge=True), await web.make()
    tokens = {"seat 0": made.pass_, "stranger": "", "of another duel": other.pass_}
    for place in ("seat 1", "spectator", "judge"):
        tokens[place] = await web.enter(made, place)
    return made, {**tokens, "by a link's secret": made.links["seat 1"]}


async def asked(web: Web, token: str, path: str) -> httpx.Response:
    return await web.client.get(path, headers=bearer(token))


def test_only_who_has_a_place_reads_anything(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made, tokens = await table(web)
            for who, token in tokens.items():
                for rest in LOOKING:
                    answer = await asked(web, token, f"/api/v1/duels/{made.duel}{rest}")
                    assert answer.status_code == (200 if who in INSIDE else 403), (who, rest)
                for rest in AFTERWARDS:
                    answer = await asked(web, token, f"/api/v1/duels/{made.duel}{rest}")
                    assert answer.status_code == 403, (who, rest)
                for rest in PAGES:
                    answer = await asked(web, token, f"/duel/{made.duel}{rest}")
                    assert answer.status_code == (200 if who in INSIDE else 403), (who, rest)
                door = await asked(web, token, f"/duel/{made.duel}")
                assert ('id="enter"' in door.text) == (who not in INSIDE), who
                assert ('id="table"' in door.text) == (who in INSIDE), who

    run(story())


def test_strangers_learn_nothing_from_what_they_are_refused(run: Run, tmp_path: Path) -> None:
    """Whatever has happened at the table, a stranger is answered with the same bytes."""

    async def story() -> None:
        async with web_at(tmp_path) as web:
            made, tokens = await table(web)
            paths = [f"/api/v1/duels/{made.duel}{rest}" for rest in (*LOOKING, *AFTERWARDS, "/lines/999", "/stream")]
            paths += [f"/duel/{made.duel}{rest}" for rest in ("", *PAGES, "/why/999", "/replay", "/transcript")]
            before = [(await asked(web, "", path)).content for path in paths]
            done = await web.do(made, tokens["seat 0"], "say", text="SECRET-WORDS")
            assert done.status_code == 200
            after = [(await asked(web, "", path)).content for path in paths]
            assert before == after

    run(story())


def test_only_players_and_judges_act(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made, tokens = await table(web)
            question = (await web.seen(made, tokens["seat 0"]))["asked"]["id"]
            for who in ("spectator", "stranger", "of another duel", "by a link's secret"):
                for kind in ("answer", "say", "concede", "rule", "end", "ask-undo", "claim", "offer-rematch"):
                    answer = await web.do(made, tokens[who], kind, question=question, choice=0, text="x")
                    assert answer.status_code == 403, (who, kind, answer.text)
            for who in ("seat 0", "seat 1"):
                for kind in ("rule", "end"):
                    assert (await web.do(made, tokens[who], kind, text="x")).status_code == 403
            other_seat = await web.do(made, tokens["seat 1"], "answer", question=question, choice=0)
            assert other_seat.status_code == 409
            assert (await web.seen(made, tokens["seat 0"]))["asked"]["id"] == question

    run(story())


def test_what_the_pages_forms_do_is_refused_alike(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made, tokens = await table(web)
            question = (await web.seen(made, tokens["seat 0"]))["asked"]["id"]
            for who, token in tokens.items():
                if who.startswith("seat"):
                    continue
                fields = {"command": str(uuid.uuid4()), "kind": "answer", "question": question, "reply": "1"}
                answer = await web.client.post(f"/duel/{made.duel}/do", data=fields, headers=bearer(token))
                assert answer.status_code == (409 if who == "judge" else 403), (who, answer.status_code)
            assert (await web.seen(made, tokens["seat 0"]))["asked"]["id"] == question

    run(story())


def test_a_links_secret_opens_its_own_place_and_no_other(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made, other = await web.make(judge=True), await web.make()
            for place, role in (("seat 1", "seat"), ("spectator", "spectator"), ("judge", "judge")):
                token = await web.enter(made, place)
                assert (await web.seen(made, token))["me"]["role"] == role
            for secret in (
                other.links["seat 1"],
                made.pass_,
                "x",
                made.links["seat 1"][:-1],
                made.links["seat 1"] + "x",
            ):
                answer = await web.client.post(f"/api/v1/duels/{made.duel}/enter", json={"secret": secret})
                assert answer.status_code == 403, secret
                form = await web.client.post(f"/duel/{made.duel}/enter", data={"secret": secret, "name": ""})
                assert form.status_code == 403
                assert secret == "x" or secret not in form.text

    run(story())


def test_a_duel_that_is_open_to_all_shows_what_anybody_may_see(run: Run, tmp_path: Path) -> None:
    async def story() -> None:
        async with web_at(tmp_path) as web:
            made = await web.make(public=True)
            answer = await asked(web, "", f"/api/v1/duels/{made.duel}")
            assert answer.json()["me"]["role"] == "spectator"
            assert not any(face["title"] for side in answer.json()["board"]["sides"] for face in side["hand"])
            assert 'id="table"' in (await asked(web, "", f"/duel/{made.duel}")).text
            assert (await web.do(made, "", "say", text="x")).status_code == 403
            for rest in AFTERWARDS:
                assert (await asked(web, "", f"/api/v1/duels/{made.duel}{rest}")).status_code == 403

    run(story())


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_no_secret_is_in_what_is_sent_or_logged(
    run: Run, tmp_path: Path, game: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Passes and links stand in the answer that gives them, and nowhere else: pages, JSON, errors, numbers, log."""

    async def story() -> tuple[list[str], list[httpx.Response]]:
        async with web_at(tmp_path) as web:
            made = await web.make(game=game, judge=True)
            tokens = [made.pass_, *[await web.enter(made, place) for place in ("seat 1", "spectator", "judge")]]
            found = []
            for token in tokens:
                base = f"/api/v1/duels/{made.duel}"
                paths = [base + rest for rest in (*LOOKING, *AFTERWARDS)]
                paths += [f"/duel/{made.duel}{rest}" for rest in ("", *PAGES, "/nothing")]
                found += [await asked(web, token, path) for path in paths]
                found.append(await web.do(made, token, "answer", question="x", reply=token))
            found.append(await web.client.get("/metrics"))
            found.append(await web.client.get(f"/duel/{made.duel}/{made.links['judge']}"))
            return [*tokens, *made.links.values()], found

    secrets, answers = run(story())
    printed = capfd.readouterr()
    assert "route=" in printed.out
    for secret in secrets:
        assert secret not in printed.out + printed.err
        for answer in answers:
            assert secret not in answer.text, answer.url
            assert secret not in json.dumps(dict(answer.headers))


def test_the_log_and_the_numbers_name_no_duel(run: Run, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def story() -> tuple[str, str, Any]:
        async with web_at(tmp_path) as web:
            made = await web.make()
            await web.seen(made, made.pass_)
            await asked(web, made.pass_, f"/duel/{made.duel}")
            return made.duel, (await web.client.get("/metrics")).text, None

    duel, numbers, _none = run(story())
    printed = capfd.readouterr()
    assert duel not in numbers and duel not in printed.out + printed.err
    assert 'route="/duel/{duel}"' in numbers
