"""A walk through all that a person at a table can be refused, read in Croatian: no sentence of it is English."""

from __future__ import annotations

import random
import re
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.play.test_languages import ENGLISH

from .conftest import Run
from .reading import Page
from .test_words import names, texts
from .web import Made, Web, web_at

SPOKEN = re.compile(
    ENGLISH.pattern + r"|\b(found|allowed|needed|needs|taken|here|known|nothing|already|asked|answer|over|only|number|"
    r"since|then|there|it|be|has|at|who|this|that|line|text|rule|undo|claim|kind|about|end|id|choice)\b"
)


class Teller:
    """Sends forms as people with passes do, and keeps what they were told."""

    def __init__(self, web: Web, made: Made) -> None:
        self.web, self.made = web, made
        self.told: dict[str, list[str]] = {}

    def heads(self, token: str) -> dict[str, str]:
        """A Croatian browser with that pass."""
        cookie = {"Cookie": f"iaijutsu-{self.made.duel}={token}"} if token else {}
        return {"Accept-Language": "hr", **cookie}

    async def refused(self, what: str, token: str, status: int = 422, **fields: str) -> None:
        """A command that must be refused so."""
        sent = {"command": str(uuid.uuid4()), **fields}
        self.hear(what, await self.web.client.post(self.at("/do"), data=sent, headers=self.heads(token)), status)

    async def looked(self, what: str, token: str, path: str, status: int) -> None:
        """A page that must be refused so."""
        self.hear(what, await self.web.client.get(path, headers=self.heads(token)), status)

    def hear(self, what: str, answer: httpx.Response, status: int) -> None:
        """Keep what a page says of why not."""
        assert answer.status_code == status, (what, answer.status_code, Page(answer).alerts[:1])
        page = Page(answer)
        told = page.alerts[:1] or list(texts("<" + answer.text.partition("<main")[2]))
        assert told, what
        self.told[what] = told

    def at(self, rest: str = "") -> str:
        """An address at this duel."""
        return f"/duel/{self.made.duel}{rest}"

    async def seen(self, token: str) -> Any:
        """The table over JSON, for what it is called that is asked."""
        return await self.web.seen(self.made, token)

    async def done(self, token: str, kind: str, **given: Any) -> None:
        """Something that is done."""
        answer = await self.web.do(self.made, token, kind, **given)
        assert answer.status_code == 200, answer.text


def english(told: dict[str, list[str]], *called: str) -> dict[str, list[str]]:
    """What of it is English: all but what is called the same in every language."""
    same = re.compile(names().pattern + "|" + "|".join(map(re.escape, called)))
    quoted = re.compile(r"'[^']*'|«[^»]*»")
    return {
        what: wrong
        for what, lines in told.items()
        if (wrong := [one for one in lines if SPOKEN.search(quoted.sub("", same.sub("", one)))])
    }


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_whatever_is_refused_at_a_table_is_refused_in_croatian(run: Run, tmp_path: Path, game: str) -> None:
    async def story() -> dict[str, list[str]]:
        async with web_at(tmp_path) as web:
            clock = {"seconds": 600, "added": 0}
            made = await web.make(game=game, judge=True, spectators=True, names=["Aki", ""], clock=clock)
            walk = Teller(web, made)
            await walk.refused("before they join", made.pass_, 409, kind="answer", reply="1")
            await walk.refused("no such link", "", 403, kind="say", text="x")
            nao = await web.enter(made, "seat 1", "Nao")
            judge = await web.enter(made, "judge", "Mei")
            looker = await web.enter(made, "spectator")
            await walk.refused("nothing answered yet", made.pass_, kind="undo")
            await _courtesy(walk, made.pass_)
            await _others(walk, looker, judge)
            asked, waits = await _asked(walk, [made.pass_, nao])
            await _answers(walk, asked, waits)
            await _rulings(walk, judge, game)
            await _afterwards(walk, judge, [made.pass_, nao])
            return walk.told

    told = run(story())
    assert len(told) > 45
    keys = "answer, say, ask-undo, ask-odds, offer-rematch, agree, refuse, concede, undo, odds, rematch, claim, "
    wrong = english(told, "Aki", "Nao", "Mei", keys + "pass-until, rule, end", "undo, odds, rematch")
    assert not wrong, "\n".join(f"{what}: {lines}" for what, lines in wrong.items())


async def _asked(walk: Teller, both: list[str]) -> tuple[str, str]:
    """Who is asked alone, and who waits; both may be asked at once, then one of them answers under seal first."""
    for token, other in (both, both[::-1]):
        if (await walk.seen(token))["asked"] is not None and (await walk.seen(other))["asked"] is None:
            return token, other
    await _any(walk, both[1])
    await walk.refused("sealed", both[1], kind="undo")
    return both[0], both[1]


async def _any(walk: Teller, token: str) -> None:
    """Any answer that is taken."""
    seen = await walk.seen(token)
    question = seen["asked"]["question"]
    for tries in range(40):
        rng = random.Random(tries)
        given: dict[str, Any] = {"choice": rng.randrange(max(1, len(question["choices"])))}
        if question["form"] == "number":
            given = {"choice": question["least"]}
        elif question["form"] in ("several", "arrange"):
            most = len(question["choices"]) if question["form"] == "arrange" else question["most"]
            given = {
                "slots": rng.sample(range(len(question["choices"])), rng.randint(min(question["least"], most), most))
            }
        answer = await walk.web.do(walk.made, token, "answer", question=seen["asked"]["id"], **given)
        if answer.status_code == 200:
            return
    raise AssertionError("no answer was taken")


async def _courtesy(walk: Teller, token: str) -> None:
    """What two people do beside the duel."""
    await walk.refused("said nothing", token, kind="say", text=" ")
    await walk.refused("said too much", token, kind="say", text="x" * 501)
    await walk.refused("no such kind", token, kind="dance")
    await walk.refused("no id", token, kind="say", text="x", command="")
    await walk.refused("no rematch yet", token, kind="rematch")
    await walk.refused("agreed to nothing", token, 409, kind="agree", offer="undo")
    await walk.refused("refused nothing", token, 409, kind="refuse", offer="odds")
    await walk.refused("agreed to what", token, kind="agree", offer="tea")
    await walk.refused("pass until", token, kind="pass-until", until="noon")
    await walk.refused("no claim", token, kind="claim")
    deeds = {deed["kind"]: deed["why_not"] for deed in (await walk.seen(token))["deeds"]}
    if deeds.get("concede", "x"):
        await walk.refused("not conceded", token, kind="concede")
    await walk.refused("he rules", token, 403, kind="rule")
    await walk.refused("he ends", token, 403, kind="end", text="x")
    await walk.done(token, "ask-odds")
    await walk.refused("asked odds twice", token, 409, kind="odds")
    await walk.done(token, "refuse", about="odds")


async def _others(walk: Teller, looker: str, judge: str) -> None:
    """Who looks on, who judges, who has no pass; and pages that are not there, or not yet."""
    for kind in ("say", "answer", "claim", "rule", "undo"):
        await walk.refused(f"a spectator: {kind}", looker, 403, kind=kind, text="x")
    for kind in ("claim", "undo", "concede", "odds", "pass-until", "rematch"):
        await walk.refused(f"a judge: {kind}", judge, 403, kind=kind)
    await walk.refused("a judge answers", judge, 409, kind="answer", reply="1")
    for what, path, status in (
        ("transcript", "/transcript", 403), ("eyes", "/replay?as=1", 403), ("no eyes", "/replay?as=7", 403),
        ("moment", "/replay?at=99999", 404), ("no moment", "/replay?at=x", 404), ("no line", "/why/99999", 404),
        ("line", "/why/x", 404),
    ):  # fmt: skip
        await walk.looked(what, looker, walk.at(path), status)
    await walk.looked("a stranger's transcript", "", walk.at("/transcript"), 403)
    for path, status in (("/duel/nothing", 404), ("/nothing", 404), ("/rules/nothing", 404), ("/rules?game=go", 404)):
        await walk.looked(path, "", path, status)


async def _answers(walk: Teller, asked: str, waits: str) -> None:
    """Answers that do not do, at the wrong time, by the wrong person."""
    seen = await walk.seen(asked)
    question = seen["asked"]["id"]
    for reply in ("99", "0", "x", "", "1 1 1 1 1", "-1", "١", "9" * 900):
        await walk.refused(f"reply {reply[:9]!r}", asked, kind="answer", question=question, reply=reply)
    await walk.refused("choice 99", asked, kind="answer", question=question, choice="99")
    await walk.refused("no answer", asked, kind="answer", question=question)
    await walk.refused("slots", asked, kind="answer", question=question, slot="99 98")
    await walk.refused("no question", asked, 409, kind="answer", reply="1")
    await walk.refused("another's", waits, 409, kind="answer", question=question, reply="1")
    await walk.refused("his clock runs", waits, kind="claim")
    await walk.refused("his own clock", asked, kind="claim")
    await _any(walk, asked)
    await walk.refused("too late", asked, 409, kind="answer", question=question, reply="1")


async def _rulings(walk: Teller, judge: str, game: str) -> None:
    """A judge's acts, step by step, each answered wrongly first."""
    await walk.refused("no act", judge, 409, kind="rule", reply="1")
    for place in range(30):
        await walk.done(judge, "rule", about="drop")
        await walk.done(judge, "rule")
        if place >= len((await walk.seen(judge))["ruling"]["choices"]):
            break
        if await _step(walk, judge, place):
            await _steps(walk, judge, place)
    await walk.done(judge, "rule", about="drop")
    await walk.refused("a long reason", judge, kind="end", text="x" * 201)
    deeds = {deed["kind"]: deed["why_not"] for deed in (await walk.seen(judge))["deeds"]}
    seen = await walk.web.seen(walk.made, judge, language="hr")
    walk.told["a judge's deeds"] = [deed["why_not"] for deed in seen["deeds"] if deed["why_not"]]
    if deeds["end"]:
        await walk.refused("not to be ended yet", judge, kind="end", text="x")


async def _steps(walk: Teller, judge: str, place: int) -> None:
    """The questions of one act: wrong answers to each, then the least that may be answered."""
    for step in range(4):
        ruling = (await walk.seen(judge))["ruling"]
        if ruling is None or ruling["form"] == "text":
            return
        for reply in ("999999", "x"):
            await walk.refused(f"act {place}.{step} {reply}", judge, kind="rule", reply=reply)
        if not await _step(walk, judge, 0 if ruling["form"] == "choose" else max(0, ruling["least"])):
            return


async def _step(walk: Teller, judge: str, choice: int) -> bool:
    """Take a step; whether it was taken. What is refused is kept."""
    sent = {"command": str(uuid.uuid4()), "kind": "rule", "choice": str(choice)}
    answer = await walk.web.client.post(walk.at("/do"), data=sent, headers=walk.heads(judge))
    if answer.status_code != 303:
        walk.hear(f"act refused {len(walk.told)}", answer, answer.status_code)
    return answer.status_code == 303


async def _afterwards(walk: Teller, judge: str, both: list[str]) -> None:
    """When it is over."""
    for _turn in range(400):
        answer = await walk.web.do(walk.made, judge, "end", text="x")
        if answer.status_code == 200 or (await walk.seen(judge))["finished"]:
            break
        for token in both:
            if (await walk.seen(token))["asked"] is not None:
                await _any(walk, token)
    for _turn in range(60):
        for token in (*both, judge):
            if (await walk.seen(token))["asked"] is not None:
                await _any(walk, token)
    assert (await walk.seen(both[0]))["finished"]
    for kind in ("say", "undo", "claim", "odds", "answer", "pass-until"):
        status = 422 if kind == "undo" else 409
        await walk.refused(f"over: {kind}", both[0], status, kind=kind, text="x", until="duel")
    for kind in ("rule", "end"):
        await walk.refused(f"over: {kind}", judge, 409, kind=kind, text="x")
    await walk.done(both[0], "offer-rematch")
    await walk.refused("rematch twice", both[1], 409, kind="rematch")
    await walk.looked("no such moment", both[0], walk.at("/replay?at=99999"), 404)
    await walk.looked("nobody's eyes", both[0], walk.at("/replay?as=5"), 404)


def test_english_would_be_seen() -> None:
    assert english({"a": ["nobody’s clock is at zero while he has to answer"], "b": ["sat nije na nuli"]}).keys() == {
        "a"
    }
