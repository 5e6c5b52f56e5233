"""A session: who is asked, what is recorded, what changes nothing, judges, copies, steps back, views."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.engine import (
    CHANCE,
    BadInput,
    Choose,
    DuelError,
    DuelFinished,
    IllegalAnswer,
    NoTakeBack,
    NotAsked,
    Referee,
    RulesFault,
    Said,
    Scripted,
    Seeded,
    Session,
    Verifiable,
    loads,
)
from tests.engine.toy import GAME, NONE, Break, Game, Give, Leave, State, Stop, Take

CARDS = (("crane",), ("owl",))
AUDIENCES: tuple[Any, ...] = (0, 1, "spectator", "judge")


def begun(*dice: tuple[int, ...], points: tuple[int, int] = (0, 0)) -> Session[State]:
    """Both have drawn (seat 0 a crane, seat 1 an owl) and are asked to bid."""
    return Session(GAME, {"points": list(points)}, Scripted([*CARDS, *dice]))


def moving(*dice: tuple[int, ...]) -> Session[State]:
    """Seat 0 has bid more and is asked to move."""
    session = begun(*dice)
    session.submit(0, 3)
    session.submit(1, 1)
    return session


def everything(session: Session[State]) -> Any:
    """All that can be seen of a session from outside."""
    return (
        session.transcript().dumps(),
        session.referee.state,
        [event.plain() for event in session.referee.events],
        session.asked.keys(),
        str(session.pending),
        session.waiting,
        session.draws,
        session.outcome,
    )


# ------------------------------------------------------------------ a whole game


def test_a_whole_game() -> None:
    session = begun((4,))
    assert session.asked.keys() == {0, 1}
    session.submit(1, 1)
    session.submit(0, 3)
    assert session.asked.keys() == {0}
    session.submit(0, Take(1))
    session.submit(1, (0, 2))
    session.submit(1, (0,))
    assert session.finished
    assert session.asked == {}
    assert session.outcome == (5 + 2, 0)
    assert session.referee.state == State([7, 0], ["crane", "owl"], [0])
    assert [entry.plain() for entry in session.entries] == [
        ["draw", -1, ["crane"]], ["draw", -1, ["owl"]], ["bids", 0, {"0": 3, "1": 1}], ["move", 0, ["take", 1]],
        ["dice", -1, [4]], ["give", 1, [0, 2]], ["order", 1, [0]],
    ]  # fmt: skip
    assert isinstance(session.chance, Scripted)
    assert session.chance.used_up


def test_without_a_source_chance_waits_to_be_typed_in() -> None:
    session = Session(GAME, NONE)
    assert session.asked.keys() == {CHANCE}
    assert str(session.asked_of(CHANCE)) == "draw «draw» of seat -1"
    with pytest.raises(IllegalAnswer, match="not so many of 'stork'"):
        session.submit(CHANCE, ("stork",))
    session.submit(CHANCE, ("owl",))
    session.submit(CHANCE, ("crane",))
    assert session.asked.keys() == {0, 1}
    assert session.referee.state.cards == ["owl", "crane"]


# ------------------------------------------------------------------ who is not asked, and what is not allowed


def test_who_is_not_asked_cannot_answer() -> None:
    session = moving((0,))
    before = everything(session)
    with pytest.raises(NotAsked, match="seat 1 is not asked anything now; asked is: seat 0"):
        session.submit(1, Leave())
    with pytest.raises(NotAsked, match="seat 7"):
        session.submit(7, Leave())
    with pytest.raises(NotAsked):
        str(session.asked_of(CHANCE))
    assert everything(session) == before


def test_nobody_answers_for_chance_while_people_type_it_in_or_for_people_while_chance_is_asked() -> None:
    with pytest.raises(NotAsked, match="asked is: chance"):
        Session(GAME, NONE).submit(0, Leave())
    with pytest.raises(NotAsked, match="asked is: seat 0, seat 1"):
        begun().submit(CHANCE, ("owl",))


def test_a_finished_duel_hears_nobody_any_more() -> None:
    session = moving()
    session.rule("Kakita Ren", Stop(), "it is late")
    assert session.finished
    for attempt in (
        lambda: session.submit(0, Leave()),
        lambda: str(session.asked_of(0)),
        lambda: session.rule("Kakita Ren", Stop(), "again"),
    ):
        with pytest.raises(DuelFinished):
            attempt()


@pytest.mark.parametrize("answer", [Take(2), Take(0), Give(0, 1), ("take", 1), "leave", None, 0, [], {}])
def test_an_illegal_answer_changes_nothing(answer: Any) -> None:
    session = moving((0,))
    before = everything(session)
    with pytest.raises(IllegalAnswer) as error:
        session.submit(0, answer)
    assert everything(session) == before
    assert error.value.request is session.pending
    assert error.value.answer == answer
    assert error.value.reason.startswith("that cannot be chosen now; what can:")
    assert "asked: choose «move» of seat 0" in str(error.value)


def test_the_message_of_an_illegal_answer_stays_short() -> None:
    with pytest.raises(IllegalAnswer) as error:
        moving().submit(0, "x" * 1_000_000)
    assert len(str(error.value)) < 600


# ------------------------------------------------------------------ rules that fail


def test_rules_that_fail_leave_the_duel_where_it_stood() -> None:
    session = moving((0,))
    before = everything(session)
    with pytest.raises(RulesFault, match=r"\['move', 0, \['break', False\]\]: ZeroDivisionError: the rules"):
        session.submit(0, Break())
    assert everything(session) == before
    session.submit(0, Leave())
    assert session.asked.keys() == {1}


def test_rules_that_fail_on_what_chance_says_leave_the_duel_where_it_stood() -> None:
    session = moving((0,), (0,), (0,))
    before = everything(session)
    with pytest.raises(RulesFault, match="the rules, after the dice"):
        session.submit(0, Break(True))
    assert everything(session) == before
    session.submit(0, Take(1))
    assert session.asked.keys() == {1}


def test_rules_that_fail_on_typed_dice_leave_the_question_for_the_dice() -> None:
    session = Session(GAME, NONE)
    for seat, answer in ((CHANCE, ("owl",)), (CHANCE, ("owl",)), (0, 1), (1, 0), (0, Break(True))):
        session.submit(seat, answer)
    before = everything(session)
    with pytest.raises(RulesFault):
        session.submit(CHANCE, (2,))
    assert everything(session) == before


def test_a_ruling_that_fails_leaves_the_duel_where_it_stood() -> None:
    session = moving()
    before = everything(session)
    with pytest.raises(RulesFault, match="ZeroDivisionError: the judge"):
        session.rule("Kakita Ren", Break(), "to see")
    assert everything(session) == before


class Fragile(Game):
    """The rules fail when both bid 3."""

    async def _play(self, referee: Any) -> Any:
        from tests.engine import toy

        table: Referee[State] = referee
        happen = table.happen

        class Checked(toy.Wagers):
            def happen(self, event: Any) -> None:
                if isinstance(event, toy.Bid) and event.bids == (3, 3):
                    raise KeyError("both bid 3")
                happen(event)

        checked = Checked(table.state)
        return await toy.play(checked)

    def play(self, referee: Any) -> Any:
        return self._play(referee)


def test_rules_that_fail_on_a_sealed_answer_keep_the_other_seats() -> None:
    session: Session[State] = Session(Fragile(), NONE, Scripted(CARDS))
    session.submit(1, 3)
    before = everything(session)
    with pytest.raises(RulesFault, match="both bid 3"):
        session.submit(0, 3)
    assert everything(session) == before
    assert session.has_sealed(1)
    session.submit(0, 2)
    assert session.asked.keys() == {1}


def test_a_script_that_ends_or_errs_is_said() -> None:
    with pytest.raises(DuelError, match="no outcome left for draw «draw»"):
        Session(GAME, NONE, Scripted([("owl",)]))
    with pytest.raises(DuelError, match=r"says \('stork',\) for draw «draw» of seat -1: there are not so many"):
        Session(GAME, NONE, Scripted([("stork",)]))


# ------------------------------------------------------------------ a free line


def test_a_line_is_heard_by_all_and_changes_nothing() -> None:
    session = moving()
    pending, state = session.pending, session.referee.state
    session.say("Hida Mori", "  Strike already!  ")
    assert session.pending is pending
    assert session.referee.state == state
    assert session.entries[-1].plain() == ["say", 0, ["Hida Mori", "  Strike already!  "]]
    for audience in AUDIENCES:
        assert session.events(audience)[-1] == Said("Hida Mori", "  Strike already!  ", source="Hida Mori")
    assert session.events(0)[-1].plain() == {
        "kind": "said", "source": "Hida Mori", "clause": "", "by": "Hida Mori", "text": "  Strike already!  ",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("A", ""), ("A", "   "), ("A", "x" * 501), ("A", "two\nlines"), ("A", "\x00"), ("A", "half \ud800"),
        ("", "yes"), ("x" * 501, "yes"), ("two\nlines", "yes"), ("half \ud800", "yes"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_shown_is_refused(by: str, text: str) -> None:
    session = moving()
    before = everything(session)
    with pytest.raises(BadInput, match="1 to 500 printable characters on one line"):
        session.say(by, text)
    assert everything(session) == before


def test_the_longest_line_is_kept_whole_and_may_come_after_the_end() -> None:
    session = moving()
    session.rule("Judge", Stop(), "late")
    session.say("x" * 500, "y" * 500)
    again = Session.load(GAME, loads(session.transcript().dumps()))
    assert again.events("spectator")[-1] == Said("x" * 500, "y" * 500, source="x" * 500)


def test_a_line_leaves_sealed_answers_where_they_are() -> None:
    session = begun()
    session.submit(0, 3)
    session.say("A", "well?")
    assert session.has_sealed(0)


# ------------------------------------------------------------------ a judge


def test_a_ruling_is_on_record_and_the_question_is_put_again() -> None:
    session = moving((0,))
    session.rule("Kakita Ren", Give(1, 2), "a point was forgotten")
    assert session.referee.state.points == [0, 2]
    assert [event.kind for event in session.events("spectator")][-2:] == ["ruled", "scored"]
    assert session.events("spectator")[-2].plain() == {
        "kind": "ruled", "source": "rulebook", "clause": "", "by": "Kakita Ren", "act": ["give", 1, 2],
        "reason": "a point was forgotten",
    }  # fmt: skip
    assert session.entries[-1].plain() == ["ruling", 0, ["Kakita Ren", ["give", 1, 2], "a point was forgotten"]]
    assert isinstance(session.pending, Choose)


def test_a_ruling_changes_what_the_question_allows() -> None:
    session = moving((0, 1))
    assert Take(2) not in list(session.asked[0].options())
    session.rule("Kakita Ren", Give(0, 5), "a bonus")
    assert Take(2) in list(session.asked[0].options())
    session.submit(0, Take(2))
    assert session.referee.state.points == [5 + 1 + 2, 0]


def test_after_a_ruling_sealed_answers_are_asked_for_again() -> None:
    session = begun()
    session.submit(0, 3)
    session.rule("Kakita Ren", Give(0, 1), "a bonus")
    assert not session.has_sealed(0)
    assert session.asked.keys() == {0, 1}


@pytest.mark.parametrize("act", [Give(2, 1), Take(1)])
def test_a_judge_cannot_do_what_the_game_does_not_know(act: Any) -> None:
    session = moving()
    before = everything(session)
    with pytest.raises(IllegalAnswer, match=r"there is no seat 2|a judge cannot do that"):
        session.rule("Kakita Ren", act, "to see")
    assert everything(session) == before


@pytest.mark.parametrize(("by", "reason"), [("", "x"), (" ", "x"), ("\ud800", "x"), ("x", "\n"), ("x", "y" * 501)])
def test_a_judge_gives_a_name_and_a_reason_that_can_be_shown(by: str, reason: str) -> None:
    session = moving()
    before = everything(session)
    with pytest.raises(BadInput, match="1 to 500 printable characters"):
        session.rule(by, Give(0, 1), reason)
    assert everything(session) == before


def test_a_judge_need_not_say_why() -> None:
    session = moving()
    session.rule("Kakita Ren", Give(0, 1), "")
    again = Session.load(GAME, loads(session.transcript().dumps()))
    assert again.referee.state.points == [1, 0]


def test_a_judge_may_speak_while_dice_are_waited_for() -> None:
    session = Session(GAME, NONE)
    session.rule("Kakita Ren", Give(1, 1), "a head start")
    assert session.asked.keys() == {CHANCE}
    assert session.referee.state.points == [0, 1]


def test_a_game_that_knows_no_acts_says_so() -> None:
    bare: Referee[State] = Referee(State([0, 0], [], []))
    assert bare.why_not_act(Stop()) == "this game knows no acts of a judge"


# ------------------------------------------------------------------ steps back


def test_what_showed_nothing_can_be_taken_back() -> None:
    session = moving()
    before = everything(session)
    session.submit(0, Leave())
    assert session.why_not_take_back(3) is None
    session.take_back(3)
    assert everything(session) == before
    session.submit(0, Leave())
    session.submit(1, (0,))
    session.take_back(4)
    assert session.asked_of(1).purpose == "give"


def test_what_chance_said_stands() -> None:
    session = moving((0,))
    session.submit(0, Take(1))
    session.submit(1, (0, 1))
    assert session.why_not_take_back(5) is None
    for length in (4, 3, 0):
        with pytest.raises(NoTakeBack, match="this cannot be taken back: since then dice were rolled or cards drawn"):
            session.take_back(length)


def test_what_was_shown_stands() -> None:
    session = begun()
    session.submit(0, 3)
    session.submit(1, 1)
    with pytest.raises(NoTakeBack, match="since then something was shown"):
        session.take_back(2)


def test_a_ruling_stands() -> None:
    session = moving()
    session.rule("Kakita Ren", Give(0, 1), "a bonus")
    with pytest.raises(NoTakeBack, match="something was shown"):
        session.take_back(3)


@pytest.mark.parametrize("length", [-1, 3, 4, 99])
def test_there_must_be_something_to_take_back(length: int) -> None:
    session = moving()
    before = everything(session)
    with pytest.raises(NoTakeBack, match="there are 3 answers; a length below that is needed"):
        session.take_back(length)
    assert everything(session) == before


def test_a_view_after_a_step_back_shows_what_is() -> None:
    session = moving()
    kinds = [event.kind for event in session.events("spectator")]
    session.say("A", "oh")
    session.submit(0, Leave())
    assert session.events("spectator")
    session.take_back(3)
    assert [event.kind for event in session.events("spectator")] == kinds


# ------------------------------------------------------------------ copies


def test_a_fork_goes_its_own_way() -> None:
    session = moving((0,))
    before = everything(session)
    fork = session.fork(Scripted([(5,)]))
    fork.submit(0, Take(1))
    fork.submit(1, (0,))
    assert fork.referee.state.points == [7, 0]
    assert everything(session) == before
    session.submit(0, Take(1))
    assert session.referee.state.points == [1, 0]


def test_a_fork_keeps_sealed_answers_and_its_source() -> None:
    session = Session(GAME, NONE, Seeded(5))
    session.submit(1, 2)
    fork = session.fork()
    assert everything(fork) == everything(session)
    for one in (session, fork):
        one.submit(0, 0)
        one.submit(1, Take(1))
    assert everything(fork) == everything(session)


def test_a_fork_may_be_given_dice_where_they_were_typed_in() -> None:
    session = Session(GAME, NONE)
    fork = session.fork(Scripted(CARDS))
    assert fork.asked.keys() == {0, 1}
    assert session.asked.keys() == {CHANCE}


def test_a_fork_with_another_source_is_not_what_was_committed_to() -> None:
    session = Session(GAME, NONE, Verifiable(b"s" * 32))
    assert session.commitment == Verifiable(b"s" * 32).commitment
    assert session.fork().commitment == session.commitment
    assert session.fork(Seeded(1)).commitment is None
    assert session.fork(Verifiable(b"t" * 32)).commitment == Verifiable(b"t" * 32).commitment


# ------------------------------------------------------------------ views


def test_a_view_grows_with_the_duel() -> None:
    session = begun()
    view = session.view(0)
    assert view.state.cards == ["crane", "?"]
    assert [event.kind for event in view.events] == ["drawn", "drawn"]
    session.submit(0, 3)
    session.submit(1, 1)
    assert session.view(0) is view
    assert [event.kind for event in view.events] == ["drawn", "drawn", "bid"]
    assert session.events(0) is view.events


def test_each_sees_what_he_may() -> None:
    session = moving()
    session.submit(0, Leave())
    cards = {audience: session.view(audience).state.cards for audience in AUDIENCES}
    assert cards == {0: ["crane", "?"], 1: ["?", "owl"], "spectator": ["?", "?"], "judge": ["crane", "owl"]}
    heard = {audience: [e.kind for e in session.events(audience)].count("whispered") for audience in AUDIENCES}
    assert heard == {0: 1, 1: 0, "spectator": 0, "judge": 1}
    assert session.view("judge").state == session.referee.state
