"""Courtesy and judging at a table: consent, steps back, odds, rematches, acts of a judge, dice typed in."""

from __future__ import annotations

import random
import statistics
from dataclasses import replace
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.play.server import render
from iaijutsu.play.server.calls import Command, NotYours, Order, TooLate, Who
from iaijutsu.play.server.house import House
from iaijutsu.play.server.seen import Deed, Seen
from iaijutsu.play.words import Question

from ..work import counted
from .conftest import Run
from .guests import CARDS, RPG, answer, asked_id, command, fought, house_at, two


def deed(seen: Seen, kind: str) -> Deed:
    """One of the things that can be done."""
    return next(one for one in seen.deeds if one.kind == kind)


async def step(house: House, people: list[Who], rng: random.Random) -> Who:
    """Somebody answers what he is asked; who it was."""
    for who in people:
        seen = await house.seen(who)
        if seen.asked is not None:
            await answer(house, who, seen, rng)
            return who
    raise AssertionError("nobody is asked")


async def until_undo(house: House, people: list[Who], rng: random.Random) -> Who:
    """Fight until somebody could take back an answer."""
    for _turn in range(200):
        for who in people:
            if not deed(await house.seen(who), "undo").why_not:
                return who
        await step(house, people, rng)
    raise AssertionError("nothing could be taken back")


def test_an_answer_is_taken_back_by_consent(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            who = await until_undo(house, [one, other], random.Random(7))
            friend = other if who == one else one
            before = await house.seen(who)
            await house.do(who, command("undo"))
            with pytest.raises(TooLate):
                await house.do(who, command("undo"))
            assert [offer.mine for offer in (await house.seen(who)).offers] == [False]
            assert [offer.mine for offer in (await house.seen(friend)).offers] == [True]
            for eyes, line in ((who, "You asked to take back"), (friend, f"{who.name} asks to take back")):
                seen = await house.seen(eyes)
                assert seen.offers[0].text.startswith(line) and seen.offers[0].text in seen.status
            with pytest.raises(TooLate):
                await house.do(who, command("agree", about="undo"))
            await house.do(friend, command("refuse", about="undo"))
            assert (await house.seen(who)).board == before.board and not (await house.seen(who)).offers
            no = f"{friend.name} does not agree that the last answer is taken back."
            assert (await house.seen(who)).refused == (no,) and no in (await house.seen(who)).status
            assert not (await house.seen(friend)).refused  # he knows
            await house.do(who, command("undo"))
            await house.do(friend, command("agree", about="undo"))
            after = await house.seen(who)
            assert after.asked is not None and not after.offers and not after.refused
            assert any("takes back an answer" in line.text for line in after.lines)
            old = after.asked.id
        async with house_at(url) as house:
            again = await house.seen(who)
            assert again.version == after.version and again.asked is not None and again.asked.id == old
            assert (await fought(house, [one, other], random.Random(1))).finished

    run(story())


def test_an_offer_lapses_when_play_goes_on(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            rng = random.Random(7)
            who = await until_undo(house, [one, other], rng)
            await house.do(who, command("undo"))
            await step(house, [one, other], rng)
            friend = other if who == one else one
            with pytest.raises(TooLate):
                await house.do(friend, command("agree", about="undo"))

    run(story())


def test_nothing_shown_is_taken_back(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house, RPG)
            rng = random.Random(3)
            refused = 0
            for _turn in range(12):
                if (await house.seen(one)).finished:
                    break
                for who in (one, other):
                    if deed(await house.seen(who), "undo").why_not:
                        refused += 1
                        with pytest.raises(BadInput):
                            await house.do(who, command("undo"))
                try:
                    await step(house, [one, other], rng)
                except BadInput:
                    continue
            assert refused

    run(story())


def test_a_rematch_changes_sides_and_all_come_along(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(CARDS, clock=(600, 0)))
            looker = await house.enter(opened.duel, opened.links["spectator"])
            await fought(house, [one, other], random.Random(2))
            await house.do(one, command("rematch"))
            assert (await house.seen(other)).offers[0].kind == "rematch"
            for eyes in (other, looker.who):  # who looks on faces nobody
                assert (await house.seen(eyes)).offers[0].text == "Aki wants to fight again, sides exchanged."
            await house.do(one, command("refuse", about="rematch"))
            assert not (await house.seen(one)).refused  # it was his own
            await house.do(one, command("rematch"))
            await house.do(other, command("refuse", about="rematch"))
            assert (await house.seen(one)).refused == ("Nao does not want to fight again.",)
            await house.do(one, command("rematch"))
            assert not (await house.seen(one)).refused
            await house.do(other, command("agree", about="rematch"))
            following = (await house.seen(looker.who)).next
            assert following and following == (await house.seen(one)).next
            me = await house.who(following, {opened.mine.name: opened.mine.cookie})
            assert me.seat == 1 and me.name == "Aki"
            for eyes in (me, looker.who):
                assert (await house.seen(eyes)).terms == ("Ruleset: Celestial.",)
            assert (await house.who(following, {looker.name: looker.cookie})).role == "spectator"
            again = await house.enter(following, opened.links["seat 1"])
            assert again.who.seat == 0 and again.who.name == "Nao"
            seen = await house.seen(me)
            assert [place.name for place in seen.places] == ["Nao", "Aki"]
            assert (await fought(house, [me, again.who], random.Random(4))).finished
            with pytest.raises(TooLate):
                await house.do(one, command("rematch"))
            assert {one.duel for one in await house.mine({opened.mine.name: opened.mine.cookie})} == {
                opened.duel,
                following,
            }

    run(story())


@pytest.mark.parametrize("order", [CARDS, replace(RPG, odds=True)], ids=["cards", "rpg"])
def test_who_joins_may_play_without_odds_and_then_nobody_has_them(run: Run, url: str, order: Order) -> None:
    """It stands in the log, for all to read, and holds in a process that folds the log anew, and in the rematch."""

    async def story() -> None:
        async with house_at(url) as house:
            opened = await house.open(order)
            assert (await house.terms(opened.duel)).odds
            other = (await house.enter(opened.duel, opened.links["seat 1"], "Nao", odds=False)).who
            assert not (await house.terms(opened.duel)).odds
            for who in (opened.mine.who, other):
                seen = await house.seen(who)
                told = [line.text for line in seen.lines]
                assert "Nao joins without agreeing to odds, so nobody has them here." in told
                assert "Ask that both may see their odds" in [deed.label for deed in seen.deeds]
            again = (await house.enter(opened.duel, opened.links["seat 1"], odds=True)).who
            assert not (await house.terms(opened.duel)).odds, "another device at the same seat changes nothing"
            before = (await house.seen(again)).version
        async with house_at(url) as house:
            assert (await house.seen(other)).version == before
            who = other if (await house.seen(other)).asked else opened.mine.who
            await house.do(who, command("odds"))
            assert (await house.seen(who)).odds is None, "asked for is not agreed to"
            await house.do(opened.mine.who if who == other else other, command("agree", about="odds"))
            await house.do(who, command("odds"))
            assert (await house.seen(who)).odds is not None

    run(story())


def test_a_rematch_of_a_duel_without_odds_has_none_either(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened = await house.open(CARDS)
            other = (await house.enter(opened.duel, opened.links["seat 1"], "Nao", odds=False)).who
            await fought(house, [opened.mine.who, other], random.Random(2))
            await house.do(other, command("rematch"))
            await house.do(opened.mine.who, command("agree", about="rematch"))
            following = (await house.seen(other)).next
            assert following and not (await house.terms(following)).odds

    run(story())


def test_odds_are_shown_to_who_asks_where_all_agreed(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(CARDS, odds=False))
            who = one if (await house.seen(one)).asked else other
            friend = other if who == one else one
            await house.do(who, command("odds"))
            assert (await house.seen(who)).odds is None
            await house.do(friend, command("agree", about="odds"))
            await house.do(who, command("odds"))
            seen = await house.seen(who)
            assert seen.odds is not None and (seen.odds.lines or seen.odds.note)
            looker = (await house.enter(opened.duel, opened.links["spectator"])).who
            assert (await house.seen(friend)).odds is None and (await house.seen(looker)).odds is None
            await answer(house, who, seen, random.Random(1))
            assert (await house.seen(who)).odds is None

    run(story())


def test_who_joins_agrees_to_odds_that_were_offered(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened = await house.open(CARDS)
            with pytest.raises(TooLate):  # somebody has to be there
                await house.do(opened.mine.who, command("agree", about="odds"))
            other = (await house.enter(opened.duel, opened.links["seat 1"], "Nao")).who
            who = opened.mine.who if (await house.seen(opened.mine.who)).asked else other
            await house.do(who, command("odds"))
            assert (await house.seen(who)).odds is not None

    run(story())


def test_conceding_is_an_answer_where_the_rules_ask(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house, RPG)
            rng = random.Random(6)
            for _turn in range(100):
                seen = await house.seen(one)
                if not deed(seen, "concede").why_not:
                    break
                with pytest.raises(BadInput):
                    await house.do(one, command("concede"))
                try:
                    await step(house, [one, other], rng)
                except BadInput:
                    continue
            await house.do(one, command("concede"))
            assert [place.sealed for place in (await house.seen(other)).places] == [True, False]
            await house.do(other, command("answer", question=asked_id(await house.seen(other)), choice=0))
            assert "concede" in " ".join(line.text for line in (await house.seen(other)).lines).lower()

    run(story())


def test_passing_for_a_while(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            for who in (one, other):
                await house.do(who, command("pass-until", text="duel"))
            rng, asked = random.Random(8), 0
            seen = await house.seen(one)
            for _turn in range(60):
                seen = await house.seen(one)
                if seen.finished:
                    break
                try:
                    await step(house, [one, other], rng)
                except BadInput:
                    continue
                asked += 1
            assert seen.finished and asked
            with pytest.raises(TooLate):
                await house.do(one, command("pass-until", text="duel"))

    run(story())


# --- judges ----------------------------------------------------------------------------------------------


async def ruling(house: House, judge: Who, *replies: str) -> None:
    """A judge's act, step by step."""
    await house.do(judge, command("rule"))
    for text in replies:
        assert (await house.seen(judge)).ruling is not None
        await house.do(judge, command("rule", reply=text))


def test_a_judge_rules_step_by_step_and_nobody_sees_it_before(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(CARDS, judge=True))
            judge = (await house.enter(opened.duel, opened.links["judge"], "Sei")).who
            before = [(await house.seen(who)).version for who in (one, other)]
            await house.do(judge, command("rule"))
            await house.do(judge, command("rule", choice=0))
            assert [(await house.seen(who)).version for who in (one, other)] == before
            assert (await house.seen(one)).ruling is None
            await house.do(judge, command("rule", about="drop"))
            assert (await house.seen(judge)).ruling is None
            await ruling(house, judge, "Change a Family Honor", "1", "3", "a slip of the pen")
            seen = await house.seen(one)
            assert any("Sei" in line.text and "slip of the pen" in line.text for line in seen.lines)
            with pytest.raises(NotYours):
                await house.do(one, command("rule"))
            with pytest.raises(NotYours):
                await house.do(one, command("end", text="I rule"))

    run(story())


def test_a_ruling_asks_anew(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(CARDS, judge=True))
            judge = (await house.enter(opened.duel, opened.links["judge"], "Sei")).who
            who = one if (await house.seen(one)).asked else other
            stale = await house.seen(who)
            await ruling(house, judge, "Change a Family Honor", "1", "3", "")
            with pytest.raises(TooLate):
                await answer(house, who, stale, random.Random(1))
            await answer(house, who, await house.seen(who), random.Random(1))

    run(story())


@pytest.mark.parametrize("order", [CARDS, RPG], ids=["cards", "rpg"])
def test_a_judge_ends_a_duel(run: Run, url: str, order: Order) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(order, judge=True))
            judge = (await house.enter(opened.duel, opened.links["judge"], "Sei")).who
            rng = random.Random(1)
            for _turn in range(60):
                if not deed(await house.seen(judge), "end").why_not:
                    break
                await fought(house, [one, other, judge], rng, most=1)
            await house.do(judge, command("end", text="the castle burns"))
            lines = (await house.seen(one)).lines
            assert any("the castle burns" in line.text for line in lines)

    run(story())


def test_a_judge_is_shown_what_the_findings_come_to_before_he_says_that_they_stand(run: Run, url: str) -> None:
    """And after he has corrected them: it is the result that everybody is told then."""

    async def story() -> list[str]:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(RPG, judge=True))
            judge = (await house.enter(opened.duel, opened.links["judge"], "Sei")).who
            rng, told = random.Random(1), []
            while deed(await house.seen(judge), "end").why_not:
                await fought(house, [one, other, judge], rng, most=1)
            assert deed(await house.seen(judge), "end").label == "Bring the duel to resolution"
            await house.do(judge, command("end", text="the castle burns"))
            assert "is final" in (await asked_of(house, judge)).choices[0].detail
            told.append((await asked_of(house, judge)).hint)
            await ruling(house, judge, "Set a line of the score", "2", "1", "6", "an objective")
            told.append((await asked_of(house, judge)).hint)
            seen = await house.seen(judge)
            assert seen.asked is not None and not seen.finished
            await house.do(judge, command("answer", question=seen.asked.id, choice=0))
            return [*told, (await house.seen(one)).result]

    before, after, result = run(story())
    assert before != after == f"If they stand: {result}" and ", Shiori of Two Rivers 6" in result


async def asked_of(house: House, who: Who) -> Question:
    """What somebody is asked."""
    asked = (await house.seen(who)).asked
    assert asked is not None
    return asked.question


def test_real_dice_are_typed_in_by_the_judge(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house, replace(RPG, judge=True, dice="table"))
            judge = (await house.enter(opened.duel, opened.links["judge"], "Sei")).who
            rng, typed = random.Random(1), 0
            for _turn in range(30):
                seen = await house.seen(judge)
                if seen.finished:
                    break
                typed += seen.asked is not None and seen.asked.typed
                for who in (one, other):
                    theirs = await house.seen(who)
                    assert theirs.asked is None or not theirs.asked.typed
                try:
                    await step(house, [one, other, judge], rng)
                except BadInput:
                    continue
            assert typed and not (await house.seen(one)).commitment

    run(story())


def test_real_cards_are_typed_in_by_who_draws_them(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house, replace(CARDS, dice="table"))
            rng, typed = random.Random(2), set()
            seen = await house.seen(one)
            for _turn in range(80):
                for who in (one, other):
                    seen = await house.seen(who)
                    if seen.asked is not None and seen.asked.typed:
                        typed.add(who.seat)
                seen = await house.seen(one)
                if seen.finished:
                    break
                try:
                    await step(house, [one, other], rng)
                except BadInput:
                    continue
            assert seen.finished and typed == {0, 1}

    run(story())


# --- commands that cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "fly"},
        {"kind": "say", "text": ""},
        {"kind": "say", "text": "a\u202eb"},
        {"kind": "say", "text": "x" * 501},
        {"kind": "agree", "about": "peace"},
        {"kind": "pass-until", "text": "tomorrow"},
    ],
)
def test_commands_that_cannot_be_taken(run: Run, url: str, given: dict[str, Any]) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, _other = await two(house)
            before = await house.seen(one)
            with pytest.raises(BadInput):
                await house.do(one, command(**given))
            with pytest.raises(BadInput):
                await house.do(one, Command("", "say", text="hm"))
            assert (await house.seen(one)).version == before.version

    run(story())


@pytest.mark.parametrize(
    "given", [{"choice": 999}, {"choice": -1}, {"reply": "no such thing"}, {"slots": (0, 0, 7)}, {}]
)
def test_answers_that_cannot_be_taken(run: Run, url: str, given: dict[str, Any]) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            _opened, one, other = await two(house)
            who = one if (await house.seen(one)).asked else other
            seen = await house.seen(who)
            with pytest.raises(BadInput):
                await house.do(who, command("answer", question=asked_id(seen), **given))
            assert (await house.seen(who)).asked == seen.asked

    run(story())


def test_after_one_answer_only_what_is_new_is_told(run: Run, url: str) -> None:
    """So that the work for a page does not grow with the duel."""

    async def story() -> None:
        async with house_at(url) as house:
            opened, one, other = await two(house)
            looker = (await house.enter(opened.duel, opened.links["spectator"])).who
            rng, work = random.Random(3), []
            for _turn in range(25):
                if (await house.seen(one)).finished:
                    break
                await step(house, [one, other], rng)
                with counted() as found:
                    await house.seen(looker)
                work.append(found.calls)
            assert len(work) > 20
            assert statistics.median(work[-8:]) < 2 * statistics.median(work[:8])

    run(story())


def test_everybody_is_told_of_a_judge_and_nobody_that_he_is_away_himself(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            for judge in (False, True):
                opened, one, other = await two(house, replace(CARDS, judge=judge))
                looker = (await house.enter(opened.duel, opened.links["spectator"])).who
                everybody = [await house.seen(who) for who in (one, other, looker)]
                assert [seen.judge for seen in everybody] == [judge] * 3
                away = [[place.away is not None for place in seen.places] for seen in everybody]
                assert away == [[False, True], [True, False], [True, True]]  # nobody has a page open here
                told = "A judge or game master sees everything here"
                assert [told in render.page("table", "en", seen=seen) for seen in everybody] == [judge] * 3

    run(story())


def test_who_has_to_focus_face_up_is_told_so(run: Run, url: str) -> None:
    """Kuregawa Shigure: in his duels the opponent focuses his cards face-up."""

    async def story() -> None:
        async with house_at(url) as house:
            terms = {"deck": "tachimori-last-light", "against": "kuregawa-sleeves", "opponent": "Kuregawa Shigure"}
            _opened, one, other = await two(house, replace(CARDS, terms=terms))
            rng, pages = random.Random(1), dict[Who, str]()
            while len(pages) < 2:
                for who in (one, other):
                    seen = await house.seen(who)
                    if seen.asked is None:
                        continue
                    if seen.asked.question.text == "Focus, or strike?":
                        pages[who] = seen.asked.question.hint + render.page("table", "en", seen=seen)
                        await house.do(who, command("answer", question=seen.asked.id, choice=0))
                    else:
                        await answer(house, who, seen, rng)
            for told, there in (
                ("Kuregawa Shigure: whatever you focus lies face up, for all to see.", (True, False)),
                ("the one you choose, face up", (True, False)),
                ("the one you choose, face down", (False, True)),
            ):
                assert tuple(told in pages[who] for who in (one, other)) == there

    run(story())
