"""People make duels, come in by links, and fight them whole."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.play.server import door
from iaijutsu.play.server.calls import COOKIE, LANGUAGE, Command, NotHere, NotYours, Order, TooLate, Who
from iaijutsu.play.server.links import kept
from iaijutsu.play.server.presence import MOST

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
