"""People make duels, come in by links, and fight them whole."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import replace
from typing import Any

import pytest

from iaijutsu.engine import BadInput, RulesFault, Session
from iaijutsu.play.server import door
from iaijutsu.play.server.calls import COOKIE, LANGUAGE, Command, NotHere, NotYours, Order, TooLate, Who
from iaijutsu.play.server.links import kept
from iaijutsu.play.server.presence import MOST
from iaijutsu.play.server.telling import MEANT

from .conftest import Run
from .guests import CARDS, RPG, answer, command, fought, house_at, reply, there, two


@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_two_people_fight_whole_duels(run: Run, url: str, order: Order) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            for seed in range(2):
                _opened, one, other = await two(house, order)
                seen = await fought(house, [one, other], random.Random(seed))
                assert seen.finished and seen.result and seen.lines
                assert seen.asked is None and not seen.waiting
                theirs = await house.seen(other)
                assert theirs.finished and theirs.result

    run(story())


def test_nobody_is_asked_before_all_have_come(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened = await house.open(CARDS)
            seen = await house.seen(opened.mine.who)
            assert [place.player for place in seen.places] == ["person", "open"]
            assert seen.asked is None and seen.waiting == "Waiting for Nao to join."
            with pytest.raises(TooLate, match="begins when everybody has joined"):
                await house.do(opened.mine.who, command("answer", question="q1.0", choice=0))
            entered = await house.enter(opened.duel, opened.links["seat 1"], "Nao")
            assert entered.who.name == "Nao"
            seen = await house.seen(opened.mine.who)
            assert [place.player for place in seen.places] == ["person", "person"]
            assert "Nao" in {side.player for side in seen.board.sides}  # type: ignore[union-attr]

    run(story())


def test_the_log_is_all_that_is_needed(run: Run, url: str) -> None:
    """Another process finds the same table, question ids and versions included."""

    async def story() -> None:
        rng = random.Random(5)
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            await fought(house, [one, other], rng, most=4)
            before = [await house.seen(who) for who in (one, other)]
        async with house_at(url) as house:
            after = [await house.seen(who) for who in (one, other)]
            assert [seen.version for seen in after] == [seen.version for seen in before]
            assert [seen.asked for seen in after] == [seen.asked for seen in before]
            assert (await fought(house, [one, other], rng)).finished

    run(story())


def test_links_and_passes(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened = await house.open(CARDS)
            mine = {opened.mine.name: opened.mine.cookie}
            assert (await house.who(opened.duel, mine)).seat == 0
            with pytest.raises(NotYours):
                await house.who(opened.duel, {})
            with pytest.raises(NotYours):
                await house.who(opened.duel, {opened.mine.name: opened.links["seat 1"]})
            with pytest.raises(NotYours):
                await house.enter(opened.duel, opened.mine.cookie, "Eve")
            with pytest.raises(NotHere):
                await house.who("nowhere", {})
            first = await house.enter(opened.duel, opened.links["seat 1"], "Nao")
            again = await house.enter(opened.duel, opened.links["seat 1"], "Eve")
            assert first.cookie != again.cookie and again.who.seat == 1 and again.who.name == "Nao"
            looker = await house.enter(opened.duel, opened.links["spectator"])
            seen = await house.seen(looker.who)
            assert seen.me.role == "spectator" and not seen.deeds and seen.asked is None
            with pytest.raises(NotYours):
                await house.do(looker.who, command("say", text="psst"))

    run(story())


def test_the_language_that_somebody_chose_is_no_pass() -> None:
    """Who has nothing else is asked of no database."""
    assert door.held({LANGUAGE: "hr", "theme": "dark"}) == []
    assert door.held({LANGUAGE: "hr", f"{COOKIE}abc": "secret"}) == [kept("secret")]


def test_a_command_said_twice_counts_once(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, _other = await two(house)
            said = Command("abc", "say", text="To the death, then.")
            first, again = await house.do(one, said), await house.do(one, said)
            assert not first.repeated and again.repeated and again.version == first.version
            seen = await house.seen(one)
            assert sum("To the death, then." in line.text for line in seen.lines) == 1

    run(story())


def test_a_stale_question_is_too_late(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            rng = random.Random(2)
            who, seen = one, await house.seen(one)
            if seen.asked is None:
                who, seen = other, await house.seen(other)
            assert seen.asked is not None
            await answer(house, who, seen, rng)
            with pytest.raises(TooLate):
                await answer(house, who, seen, rng)

    run(story())


@pytest.mark.parametrize(
    ("terms", "what"),
    [
        ({"deck": "/etc/passwd"}, "deck"),
        ({"deck": "../../x.toml"}, "deck"),
        ({"ruleset": "/etc/passwd"}, "ruleset"),
        ({"character": "kaya"}, "character"),
        ({"hand": 99}, "hand"),
        ({"database": "/etc"}, "database"),
        ({"cards": "/etc"}, "cards"),
        ({"deck": ["a"]}, "deck"),
    ],
)
def test_terms_that_cannot_be_taken(run: Run, url: str, terms: dict[str, Any], what: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            with pytest.raises(BadInput) as caught:
                await house.open(Order("cards", terms))
            assert caught.value.where == what
            assert "root:" not in str(caught.value)

    run(story())


def test_everybody_is_spoken_to_in_his_language(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            await fought(house, [one, other], random.Random(1), most=3)
            english, croatian = await house.seen(one, "en"), await house.seen(one, "hr")
            assert len(english.lines) == len(croatian.lines) and english.lines != croatian.lines
            assert (await house.seen(one, "en")) == english
            seen = croatian if croatian.asked else await house.seen(other, "hr")
            assert seen.asked is not None
            given = reply(seen.asked, random.Random(2))
            who = one if seen is croatian else other  # commands in one language change nothing in the other's
            await house.do(who, command("answer", question=seen.asked.id, language="hr", **given))
            later = await house.seen(one, "en")
            assert later.lines[: len(english.lines)] == english.lines
            with pytest.raises(TooLate, match="više nema ničega na što bi se pristalo"):
                await house.do(one, command("agree", about="undo", language="hr"))

    run(story())


def test_every_line_can_be_asked_about(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            await fought(house, [one, other], random.Random(1), most=4)
            for line in (await house.seen(one)).lines:
                told = await house.explain(one, line.number, "pt_BR")
                assert told.sentences() or not line.explained
            for number in (-1, 10_000):
                with pytest.raises(NotHere):
                    await house.explain(one, number)

    run(story())


def test_who_may_come_in(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            closed = await house.open(Order("cards", spectators=False))
            assert list(closed.links) == ["seat 1", "seat 0"]
            public = await house.open(Order("cards", public=True))
            assert (await house.who(public.duel, {})).role == "spectator"
            arranged = await house.open(Order("rpg", seats=("link", "link"), judge=True))
            assert arranged.mine.who.role == "judge" and set(arranged.links) == {"seat 0", "seat 1", "spectator"}
            led = await house.open(Order("rpg", {"gm": True}))
            assert "judge" in led.links
            judge = await house.enter(led.duel, led.links["judge"], "Aki")
            assert judge.who.name == "Aki (2)"  # somebody at the table is called so already
            mine = await house.mine({closed.mine.name: closed.mine.cookie, public.mine.name: public.mine.cookie})
            assert [one.duel for one in mine] == [public.duel, closed.duel]
            assert await house.mine({}) == []
            for name in ("x" * 41, "a\nb", "iaijutsu", "\u202eevil"):
                with pytest.raises(BadInput):
                    await house.enter(closed.duel, closed.links["seat 1"], name)

    run(story())


def test_a_duel_of_three(run: Run, url: str) -> None:
    """Whose turn it is, a third one, plays too."""

    async def story() -> None:
        async with house_at(url) as house:
            opened = await house.open(Order("cards", {"active": "third"}, seats=("me", "link", "link")))
            links = {name: secret for name, secret in opened.links.items() if name.startswith("seat")}
            others = [(await house.enter(opened.duel, secret, f"at {name}")).who for name, secret in links.items()]
            seen = await fought(house, [opened.mine.who, *others], random.Random(3))
            assert seen.finished and len(seen.places) == 3

    run(story())


def test_who_hangs_up_has_still_moved(run: Run, url: str) -> None:
    """A move that was begun is done to its end, and the table is not used meanwhile."""

    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, _other = await two(house)
            for n in range(12):
                task = asyncio.ensure_future(house.do(one, Command(f"c{n}", "say", text=f"line {n}")))
                await asyncio.sleep(0.0005 * n)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                again = await house.do(one, Command(f"c{n}", "say", text=f"line {n}"))
                assert again.version
            lines = [line.text for line in (await house.seen(one)).lines]
            assert all(sum(f"“line {n}”" in text or f"line {n}" == text for text in lines) == 1 for n in range(12))

    run(story())


@pytest.mark.database
def test_who_is_there_is_read_again_when_that_failed(run: Run, postgres: str) -> None:
    async def story() -> int | None:
        async with house_at(postgres, now=lambda: 1_000.0) as house:
            _opened, one, other = await two(house)
            await house.seen(one)
            async with house.present(other):
                with pytest.MonkeyPatch.context() as patched:
                    patched.setattr(house.presence, "around", failed)
                    with pytest.raises(TimeoutError):
                        await house.seen(one)
                return (await house.seen(one)).places[1].away

    async def failed(*_things: Any) -> None:
        raise TimeoutError

    assert run(story()) is None


def test_when_people_went_is_remembered_of_so_many_duels_alone(run: Run, url: str) -> None:
    async def story() -> tuple[int, int | None, int | None]:
        async with house_at(url) as house:
            presence = house.presence
            for number in range(MOST + 3):
                who = Who(f"duel {number}", "seat", 0, "")
                await presence.change(who, 1)
                await presence.change(who, -1)
            house.presence.now = lambda: now() + 60
            first, last = [await there(presence, f"duel {number}") for number in (0, MOST + 2)]
            return len(presence._left), first.away[0], last.away[0]

    now = time.time
    count, first, last = run(story())
    assert count == MOST and first and last and 60 <= last <= first


@pytest.mark.parametrize("order", [CARDS, RPG])
def test_a_table_is_let_go_when_the_duel_is_over_and_the_last_page_closed(run: Run, url: str, order: Order) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, order)
            async with house.present(one):
                pass
            assert house.lives.every() == [opened.duel]
            async with house.present(other):
                async with house.present(one):
                    before = await fought(house, [one, other], random.Random(3))
                    assert before.finished
                assert house.lives.every() == [opened.duel]
            assert house.lives.every() == []
            after = await house.seen(one)
            assert (after.lines, after.board) == (before.lines, before.board)

    run(story())


def test_a_table_is_not_let_go_from_under_who_does_something_there(run: Run, url: str) -> None:
    """The last page closes while a rematch is offered, and somebody looks before that is kept."""

    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            begun, going = asyncio.Event(), asyncio.Event()

            async def slow(work: Any) -> Any:
                begun.set()
                await going.wait()
                return await write(work)

            async def page() -> None:
                async with house.present(one):
                    await fought(house, [one, other], random.Random(3))
                    opened.set()
                    await begun.wait()

            opened, write = asyncio.Event(), house.database.write
            last = asyncio.create_task(page())
            await opened.wait()
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(house.database, "write", slow)
                offering = asyncio.create_task(house.do(one, command("offer-rematch")))
                await begun.wait()
                await asyncio.sleep(0.02)
                looking = asyncio.create_task(house.seen(other))
                await asyncio.sleep(0.1)
                going.set()
                await asyncio.gather(offering, looking, last)
            assert [offer.kind for offer in (await house.seen(other)).offers] == ["rematch"]

    run(story())


def test_who_has_fought_many_duels_finds_the_last_one(run: Run, url: str) -> None:
    """Browsers send the oldest cookies first."""

    async def story() -> None:
        async with house_at(url) as house:
            old = {f"{COOKIE}{n:012}": f"{n:043}" for n in range(500)}
            made = [await house.open(replace(CARDS, names=(f"Aki {n}", "Nao"))) for n in range(62)]
            old |= {one.mine.name: one.mine.cookie for one in made}
            for one in (made[0], made[-1]):
                assert (await house.who(one.duel, old)).seat == 0
            mine = await house.mine(old)
            assert [one.names[0] for one in mine] == [f"Aki {n}" for n in range(61, 1, -1)]

    run(story())


@pytest.mark.parametrize("word", ["", "\0", "a\0b", "é", "x" * 300])
def test_what_is_no_id_of_a_duel_is_not_looked_for(run: Run, any_url: str, word: str) -> None:
    """PostgreSQL takes no null characters, and said so as a fault."""

    async def story() -> None:
        async with house_at(any_url) as house:
            for cookies in ({}, {COOKIE + word: "y" * 43}):
                with pytest.raises(NotHere, match="there is no such duel here"):
                    await house.who(word, cookies)
            with pytest.raises(NotHere, match="there is no such duel here"):
                await house.enter(word, "y" * 43, "Eve")

    run(story())


def test_nobody_fills_the_log_with_his_lines(run: Run, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iaijutsu.play.server.acting.MOST_LINES", 3)

    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house, CARDS)
            for n in range(3):
                await house.do(one, command("say", text=f"hm {n}"))
            with pytest.raises(BadInput, match="at most 3 lines of one person are kept at a table"):
                await house.do(one, command("say", text="hm 3"))
            await house.do(other, command("say", text="at last"))
            said = [line.text for line in (await house.seen(one)).lines if "“" in line.text]
            assert [text.partition(": ")[2] for text in said] == ["“hm 0”", "“hm 1”", "“hm 2”", "“at last”"]

    run(story())


@pytest.mark.parametrize("text", [*MEANT])
def test_nobody_can_say_what_the_log_tells_of_deeds(run: Run, url: str, text: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house, CARDS)
            before = len((await house.seen(other)).lines)
            with pytest.raises(BadInput, match="this line stands for something that is done"):
                await house.do(one, command("say", text=f" {text}"))
            assert len((await house.seen(other)).lines) == before

    run(story())


def test_after_a_fault_of_the_rules_the_table_is_the_logs(run: Run, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session begins anew then, and asks by other objects: its questions would be counted once more."""

    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, CARDS)
            async with house.lives.held(opened.duel) as live:
                asked = next(who for who in (one, other) if live.at[0].asked(who.seat or 0) is not None)
                fought, send, failed = live.at[0].session, Session._send, False
            seen = await house.seen(asked)

            def fails(session: Session[Any], answer: Any, entry: Any) -> None:
                nonlocal failed
                if session is fought and entry is not None and not failed:
                    failed = True
                    raise RulesFault("the rules failed")
                send(session, answer, entry)

            with monkeypatch.context() as patched:
                patched.setattr(Session, "_send", fails)
                with pytest.raises(RulesFault):
                    await answer(house, asked, seen, random.Random(1))
            await house.do(one, command("say", text="hm"))
            here = await house.seen(asked)
            house.lives.forget(opened.duel)
            there = await house.seen(asked)
            ids = {one.asked.id for one in (seen, here, there) if one.asked is not None}
            assert len(ids) == 1 and here.asked and there.asked

    run(story())
