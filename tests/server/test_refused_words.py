"""Refusals as a person at a page reads them: in his language; and as a program reads them: in English."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path

import pytest

from iaijutsu.play.server import app
from iaijutsu.play.server.settings import Limits, Rate
from tests.play.test_languages import ENGLISH

from .conftest import Run
from .test_words import names, texts
from .web import web_at

HERE = Path(app.__file__).parent
READ_BY_PEOPLE = ("security.py", "stream.py", "asking.py", "app.py", "forms.py", "pages.py", "orders.py")
MARKS = ("_", "N_", "i18n._", "i18n.N_", "_found", "_first", "words.get")
HR = {"Accept-Language": "hr"}
GOOD = {"command": "x" * 43, "game": "cards", "seat_1": "me", "seat_2": "link"}
WRONG_ORDERS: tuple[dict[str, str], ...] = (
    {"game": "chess"}, {"seat_2": "me"}, {"seat_2": "nobody"}, {"name_1": "Aki", "name_2": "Aki"},
    {"name_1": "x" * 99}, {"deck": "none"}, {"hand": "999"}, {"clock": "99999"}, {"cards": "mine.toml"},
    {"gold": "much"}, {"deck": "x" * 700}, {"active": "third"},
    {"clock": "soon"}, {"deck_text": "1 Mist"}, {"duellist": "nobody"}, {"duellist": "steady-hands"},
    {"action": "steady-hands"}, {"deck_text": "1 Mist", "deck_pick": "x"}, {"game": "rpg", "initiative": "1"},
    {"game": "rpg", "initiative": "7,4"},
)  # fmt: skip


def plain_words(name: str) -> list[str]:
    """Refusals in a module whose sentence is marked for no translator."""
    found = []
    for call in ast.walk(ast.parse((HERE / name).read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or ast.unparse(call.func) not in ("Refused", "BadInput"):
            continue
        words = call.args[2 if ast.unparse(call.func) == "Refused" else 1]
        texts_in = [str(one.value) for one in ast.walk(words) if isinstance(one, ast.Constant)]
        literal = [text for text in texts_in if re.search(r"[a-z]{2,} [a-z]{2,}", text)]
        marked = any(isinstance(one, ast.Call) and ast.unparse(one.func) in MARKS for one in ast.walk(words))
        found += [] if marked else literal
    return found


@pytest.mark.parametrize("name", READ_BY_PEOPLE)
def test_every_refusal_is_marked_for_the_translators(name: str) -> None:
    assert plain_words(name) == []


def test_a_page_is_refused_in_the_readers_language_and_a_program_in_english(run: Run, tmp_path: Path) -> None:
    async def story() -> dict[str, str]:
        limits = Limits(body=2_000, upload=4_000)
        told: dict[str, str] = {}
        async with web_at(tmp_path, limits=limits) as web:
            made = await web.make()
            here = f"/duel/{made.duel}"
            post, form = web.client.post, {"Content-Type": "application/x-www-form-urlencoded"}
            for name, answer in {
                "origin": post("/duels", data=GOOD, headers=HR | {"Sec-Fetch-Site": "cross-site"}),
                "host": web.client.get("/", headers=HR | {"Host": "example.org"}),
                "kind": post("/duels", content="x", headers=HR | {"Content-Type": "text/plain"}),
                "large": post(f"{here}/do", content="x" * 3_000, headers=HR | form),
                "language": post("/language", data={"language": "xx"}, headers=HR),
                "secret": post(f"{here}/enter", data={"secret": "nothing"}, headers=HR),
                "empty": post(f"{here}/enter", data={"secret": ""}, headers=HR),
                "name": post(f"{here}/enter", data={"secret": "x", "name": "y" * 99}, headers=HR),
                "null": post(f"{here}/enter", data={"secret": "\0"}, headers=HR),
                "not here": web.client.get("/duel/nothing", headers=HR),
                "not yours": web.client.get(f"{here}/fair", headers=HR),
                "no id": post("/duels", data=GOOD | {"command": ""}, headers=HR),
                **{str(wrong): post("/duels", data=GOOD | wrong, headers=HR) for wrong in WRONG_ORDERS},
            }.items():
                answered = await answer
                assert 400 <= answered.status_code < 500, (name, answered.status_code)
                told[name] = "\n".join(texts(answered.text))
            for path in ("/api/v1/duels", "/api/v1/duels/nothing"):
                refused = await web.client.post(path, content="x", headers=HR | {"Content-Type": "text/plain"})
                assert ENGLISH.search(refused.json()["detail"]) or "Needed" in refused.json()["detail"]
        return told

    told = run(story())
    assert "drug" in told["origin"]
    assert not any("iaijutsu-" in text for text in told.values())  # where a brought file lies is nobody's business
    spoken = re.compile(ENGLISH.pattern + r"|\b(found|allowed|needed|taken|here|known|nothing)\b")
    known = re.compile(names().pattern + "|„[^„”]*”")  # programs keep their names, in quotation marks
    wrong = {line for text in told.values() for line in text.split("\n") if spoken.search(known.sub("", line))}
    assert sorted(wrong) == []


def test_what_comes_too_often_and_too_slowly_is_told_in_the_language(run: Run, tmp_path: Path) -> None:
    async def story() -> str:
        async with web_at(tmp_path, limited=True, limits=Limits(look=Rate(1, 0.01))) as web:
            both = [await web.client.get("/", headers=HR) for _ in range(2)]
            assert [one.status_code for one in both] == [200, 429]
            return both[1].text

    text = run(story())
    assert "too much" not in text
    assert 'lang="hr"' in text


def test_two_readers_at_once_hear_their_own_language(run: Run, tmp_path: Path) -> None:
    async def story() -> list[str]:
        async with web_at(tmp_path) as web:
            heads = [{"Accept-Language": name, "Sec-Fetch-Site": "cross-site"} for name in ("hr", "en", "pt-BR") * 4]
            answers = await asyncio.gather(*(web.client.post("/duels", data=GOOD, headers=one) for one in heads))
            return [" ".join(texts(one.text)) for one in answers]

    told = run(story())
    assert len(set(told)) == 3
    assert told == told[:3] * 4
    assert "another site" in told[1]
