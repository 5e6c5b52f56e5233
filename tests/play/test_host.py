"""The host: who is asked and who is spared, steps back with consent, free lines, rulings, typed chance."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from iaijutsu.cards import GAME
from iaijutsu.cards.options import Focus, SetStat, Strike
from iaijutsu.engine import CHANCE, BadInput, Choose, Number, Session
from iaijutsu.play import setting
from iaijutsu.play.courtesy import DUEL, HEADING, only_answer
from iaijutsu.play.host import Asked, Host
from tests.play import tables


def until(one: Host, wanted: Callable[[Asked], bool], rng: random.Random | None = None) -> Asked:
    """Answer at random until a question is wanted."""
    rng = rng or random.Random(1)
    for asked in tables.questions(one):
        if wanted(asked):
            return asked
        one.answer(asked, rng.choice(list(asked.request.options())))
    raise AssertionError("it was never asked")


def opportunity(asked: Asked) -> bool:
    """Whether this is an opportunity to focus or strike."""
    return asked.request.purpose == "opportunity"


# --- who is asked ----------------------------------------------------------------------------------------


def test_against_a_computer_a_person_is_spared_questions_without_a_choice() -> None:
    one = tables.host(1)
    for asked in tables.questions(one):
        options = list(asked.request.options())
        assert len(options) > 1 or getattr(options[0], "tag", "") == "strike"
        one.answer(asked, options[0])


@pytest.mark.parametrize("seed", range(6))
def test_between_two_people_nobody_is_spared_so_that_nothing_is_told(seed: int) -> None:
    one = tables.host(2)
    asked_for: list[tuple[int, str]] = []
    rng = random.Random(seed)
    for asked in tables.questions(one):
        asked_for.append((asked.seat, asked.request.purpose))
        one.answer(asked, rng.choice(list(asked.request.options())))
    answered = [
        (seat, "return-pool" if entry.purpose == "return-pools" else entry.purpose)
        for entry in one.session.entries
        if entry.seat != CHANCE and entry.purpose != "say"
        for seat in (entry.answer if isinstance(entry.answer, dict) else (entry.seat,))
    ]
    assert asked_for == answered


def test_lone_answers_that_need_no_thought() -> None:
    assert only_answer(Number(0, "gold", 3, 3)) == 3
    assert only_answer(Number(0, "gold", 0, 0)) == 0
    assert only_answer(Number(0, "gold", 0, 1)) is None
    assert only_answer(Choose(0, "opportunity", (Strike(),))) is None
    assert only_answer(Choose(0, "opportunity", (Focus("pool", 0),))) is None


def test_somebody_may_pass_for_a_heading_or_for_the_duel() -> None:
    one = tables.host(2)
    until(one, lambda asked: asked.request.purpose == "reaction")
    one.pass_until(0, DUEL)
    one.pass_until(1, HEADING)
    seats = {asked.seat for asked in _reactions(one)}
    assert seats == {1}


def _reactions(one: Host) -> list[Asked]:
    found = []
    rng = random.Random(2)
    for asked in tables.questions(one):
        if asked.request.purpose == "reaction":
            found.append(asked)
        one.answer(asked, rng.choice(list(asked.request.options())))
    return found


def test_a_seat_where_nobody_sits_is_an_error() -> None:
    one = Host(tables.session(), {0: "Aki"}, {}, None)
    with pytest.raises(BadInput, match="nobody sits at seat 1"):
        tables.finish(one)


# --- steps back ------------------------------------------------------------------------------------------


def test_a_focus_can_be_taken_back_where_nothing_was_shown() -> None:
    one = tables.host(1)
    asked = until(one, opportunity)
    before = len(one.session.entries)
    one.say(0, "hm")
    focus = next(option for option in asked.request.options() if isinstance(option, Focus) and not option.face_up)
    one.answer(asked, focus)
    again = one.advance()
    assert again is not None
    assert len(one.session.entries) > before + 1
    assert one.must_agree(0) == []  # the computer player always agrees
    one.undo(0)
    back = one.advance()
    assert back is not None
    assert list(back.request.options()) == list(asked.request.options())
    said = [entry.answer[1] for entry in one.session.entries if entry.purpose == "say"]
    assert said[0] == "hm"  # what was said stays
    assert "takes back" in said[-1]


def test_the_other_person_has_to_agree() -> None:
    one = tables.host(2)
    asked = until(one, opportunity)
    assert one.must_agree(asked.seat) == [1 - asked.seat]


def test_what_was_shown_cannot_be_taken_back() -> None:
    one = tables.host(1)
    asked = until(one, opportunity)
    one.answer(asked, Strike())
    after = one.advance()
    if after is None or one.why_not_undo(0):
        with pytest.raises(BadInput, match="cannot be taken back"):
            one.undo(0)
    assert any(line.kind == "revealed" for line in one.session.events(0)) == (one.why_not_undo(0) is not None)


def test_nothing_is_taken_back_before_the_first_answer_nor_over_a_ruling() -> None:
    one = tables.host(1, judge="Rin")
    asked = one.advance()
    assert asked is not None
    assert "not answered anything" in str(one.why_not_undo(0))
    one.answer(asked, next(iter(asked.request.options())))
    until(one, opportunity)
    one.rule(SetStat(0, "chi", 9), "a test")
    assert "a judge has ruled" in str(one.why_not_undo(0))


# --- lines and rulings -----------------------------------------------------------------------------------


def test_only_a_named_judge_rules_and_the_log_says_who() -> None:
    one = tables.host(1)
    until(one, opportunity)
    with pytest.raises(BadInput, match="no judge sits"):
        one.rule(SetStat(0, "chi", 9), "a test")
    one.judge = "Rin"
    one.rule(SetStat(0, "chi", 9), "a test")
    ruled = [event for event in one.session.events("spectator") if event.kind in ("ruled", "stat-set")]
    assert [event.source for event in ruled][-1] == "Rin"


@pytest.mark.parametrize("text", ["", " ", "x" * 501, "two\nlines", "\x1b[2J"])
def test_a_line_that_cannot_be_written_is_refused(text: str) -> None:
    one = tables.host(1)
    one.advance()
    with pytest.raises(BadInput, match="printable"):
        one.say(0, text)


# --- chance from a real table ----------------------------------------------------------------------------


def test_people_type_in_their_own_chance_and_the_program_draws_for_computer_players() -> None:
    session = Session(GAME, setting.lay_out(setting.Terms(names=tables.NAMES)).setup, None)
    one = Host(session, {0: "Aki"}, {1: tables.Dummy()}, None)
    typed = []
    for asked in tables.questions(one):
        if asked.typed:
            typed.append(asked)
            assert asked.seat == 0
        one.answer(asked, next(iter(asked.request.options())))
    assert [asked.request.purpose for asked in typed][:2] == ["draw", "draw"]
    drawn = [entry for entry in session.entries if entry.seat == CHANCE and entry.purpose == "draw"]
    assert len(drawn) > len(typed)
