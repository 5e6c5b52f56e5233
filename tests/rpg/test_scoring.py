"""The score, the result, glory; judges and game masters; the short forms of a duel."""

from __future__ import annotations

import pytest

from iaijutsu.engine import BadInput, IllegalAnswer, Option, Session, loads
from iaijutsu.rpg import FORMS, GAME, Setup
from iaijutsu.rpg.characters import Burden
from iaijutsu.rpg.options import (
    Assist,
    Bear,
    RunAgain,
    SetCheating,
    SetFirst,
    SetLine,
    SetObjective,
    SetValue,
    Stop,
    load_act,
)
from iaijutsu.rpg.scoring import grade, lines
from tests.rpg.script import Table, art, begun, samurai

KATANA = "katana/1-hand"
HIT = "A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n"
ART = "A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1\n"


# --- the lines -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.score", "rpg.score.objective", "rpg.score.first", "rpg.score.critical", "rpg.score.fatigue")
def test_the_lines_of_a_score_add_up_each_with_its_clause() -> None:
    t = begun(samurai("Aki", KATANA, known=(art(critical=6),)), samurai("Bun", KATANA, honor=60), "warriors")
    t.run(HIT + "B stance void\n" + ART + "B stance void")
    t.end("B concede concede")
    assert t.score() == {"A": {"objective": 6, "first": 3, "fatigue": 3, "critical": 6}, "B": {}}
    assert [event.clause for event in t.events("score-line")] == [
        "rpg.score.objective",
        "rpg.score.first",
        "rpg.score.fatigue",
        "rpg.score.critical",
    ]
    assert [event.points for event in t.events("score-total")] == [18, 0]


@pytest.mark.clause("rpg.score.first")
@pytest.mark.parametrize(("ruling", "first"), [("harm", 1), ("any success", 0)])
def test_who_struck_first_is_who_first_did_harm_or_first_succeeded_by_a_switch(ruling: str, first: int) -> None:
    t = begun(other=samurai("Bun", KATANA, honor=60, armour="lacquered-armour"), rulings={"struck_first": ruling})
    t.run(HIT + "B stance void\n B action attack strike katana\n dice s s\n B keep 1 2").on()
    assert t.duel.struck_first == first


@pytest.mark.clause("rpg.score.fatigue")
def test_fatigue_counts_as_taken_healed_or_not() -> None:
    t = begun(other=samurai("Bun", honor=60, endurance=4))
    t.run(HIT + "B stance void\n B action calming-breath")
    assert t.B.fatigue == 2
    assert t.A.fatigued == 3


@pytest.mark.clause("rpg.score.critical")
def test_only_the_highest_critical_strike_counts_after_reductions() -> None:
    t = begun(samurai("Aki", known=(art(critical=6),)), samurai("Bun", honor=60), "sparring")
    resisted = ART.replace("dice blank\n B keep 1", "dice s s\n B keep 1 2")
    t.run(resisted + "B stance void\n A stance void\n A action go-on")
    assert t.A.worst == 4
    t.run("B stance void\n" + ART + "B stance void")
    assert t.A.worst == 6
    t.end("B concede concede")
    assert [event.severity for event in t.events("critical-suffered")] == [4, 6]
    assert t.score()["A"] == {"first": 3, "critical": 6}


@pytest.mark.clause("rpg.score.kill", "rpg.form.to-the-death")
def test_a_kill_scores_14_in_a_duel_to_the_death_and_dying_is_not_enough() -> None:
    t = begun(samurai("Aki", known=(art(critical=16),)), samurai("Bun", honor=60), "to-the-death")
    t.end(ART)
    assert t.score()["A"] == {"objective": 6, "first": 3, "critical": 16, "kill": 14}
    t = begun(samurai("Aki", known=(art(critical=14),)), samurai("Bun", honor=60), "to-the-death")
    t.run(ART)
    t.end("B stance void")
    assert t.score()["A"] == {"objective": 6, "first": 3, "critical": 14}


@pytest.mark.clause("rpg.score.unmasked")
def test_unmasking_costs_2_points() -> None:
    t = begun(samurai("Aki", KATANA, composure=0))
    t.run("A unmask rage honor\n A stance void\n B stance void")
    t.end("B concede concede")
    assert t.score()["A"] == {"objective": 6, "unmasked": -2}


@pytest.mark.clause("rpg.result")
@pytest.mark.parametrize(
    ("difference", "name"),
    [(0, "draw"), (1, "narrow"), (2, "clear"), (3, "absolute"), (6, "absolute"), (7, "no contest"), (40, "no contest")],
)
def test_the_grades_of_victory(difference: int, name: str) -> None:
    assert grade(difference) == name


@pytest.mark.clause("rpg.result")
@pytest.mark.parametrize(("glory", "award"), [(39, 0), (40, 3 + 5), (60, 6 + 5), (80, 9 + 5)])
def test_a_glory_award_by_the_foes_glory_is_higher_for_a_great_victory(glory: int, award: int) -> None:
    form = FORMS["sparring"]
    t = begun(samurai("Aki", known=(art(damage=12),), glory=50), samurai("Bun", honor=60, glory=glory), form)
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1")
    t.end("B stance void")
    assert (t.session.outcome.grade, t.session.outcome.glory) == ("no contest", award)
    assert t.A.glory == 50 + award


@pytest.mark.clause("rpg.result")
def test_an_absolute_victory_adds_3_and_a_draw_gives_nothing() -> None:
    t = begun(samurai("Aki", KATANA))
    t.run("A stance void\n B stance void")
    t.session.rule("Ume", SetFirst(0), "the first touch was plain")
    t.session.rule("Ume", Stop(), "the sun is down")
    assert (t.session.outcome.grade, t.session.outcome.glory) == ("absolute", 3 + 3)
    t = begun()
    t.until("A stance")
    t.session.rule("Ume", Stop(), "rain")
    assert (t.session.outcome.winner, t.session.outcome.grade, t.session.outcome.glory) == (-1, "draw", 0)


# --- judges --------------------------------------------------------------------------------------------------------


def judged(act: Option, reason: str = "as I saw it") -> Table:
    """A hits B; a judge acts before the score is added up."""
    t = begun(judge=True)
    t.run(HIT + "B stance void").on()
    t.until("A stance")
    t.session.rule("Ume", act, reason)
    return t


@pytest.mark.clause("rpg.judges", "rpg.score.first")
def test_a_judge_says_who_struck_first_and_the_log_keeps_both() -> None:
    t = judged(SetFirst(1))
    t.session.rule("Ume", Stop(), "enough")
    t.run("gm findings pick stand")
    assert t.score() == {"A": {"fatigue": 3}, "B": {"first": 3}}
    assert [event.seat for event in t.events("struck-first")] == [0, 1]
    assert t.events("ruled")[0].reason == "as I saw it"
    t.check()


@pytest.mark.clause("rpg.judges", "rpg.score")
def test_a_judge_sets_a_line_of_the_score_and_the_found_points_stay_in_the_log() -> None:
    t = judged(SetLine(0, "fatigue", 1))
    t.session.rule("Ume", Stop(), "enough")
    assert "gm findings" in t.asked(), "a judge is asked before the score is added up"
    t.session.rule("Ume", SetLine(0, "critical", 2), "it drew blood")
    t.run("gm findings stand")
    assert t.score()["A"] == {"first": 3, "fatigue": 1, "critical": 2}
    assert [(event.points, event.found) for event in t.events("score-line")] == [(3, 3), (1, 3), (2, 0)]
    assert t.B.fatigue == 3, "wounds are not ruled away"


@pytest.mark.clause("rpg.judges", "rpg.score.objective")
def test_a_judge_grants_and_denies_an_objective() -> None:
    t = judged(SetObjective(0, achieved=True))
    assert t.A.achieved == ["judged"]
    t.session.rule("Ume", SetObjective(0, achieved=False), "on reflection")
    t.session.rule("Ume", Stop(), "enough")
    t.run("gm findings stand")
    assert "objective" not in t.score()["A"]


@pytest.mark.clause("rpg.judges", "rpg.score.cheating")
def test_a_judge_sees_cheating_or_denies_it_and_it_loses_whatever_the_score() -> None:
    t = judged(SetCheating(0, seen=True))
    t.session.rule("Ume", Stop(), "enough")
    t.run("gm findings stand")
    assert (t.session.outcome.winner, t.session.outcome.reason, t.session.outcome.grade) == (1, "cheating", "")
    t = judged(SetCheating(0, seen=True))
    t.session.rule("Ume", SetCheating(0, seen=False), "a trick of the light")
    t.session.rule("Ume", Stop(), "enough")
    t.run("gm findings stand")
    assert t.session.outcome.winner == 0


@pytest.mark.clause("rpg.judges")
def test_a_value_is_set_right() -> None:
    t = judged(SetValue(1, "fatigue", 7))
    assert t.B.fatigue == 7
    assert t.A.fatigued == 3


@pytest.mark.clause("rpg.judges")
@pytest.mark.parametrize(
    ("act", "words"),
    [
        (SetLine(0, "style", 3), "objective, first"),
        (SetLine(4, "first", 3), "seat 0 or 1"),
        (SetLine(0, "first", 100_000), "-999 to 999"),
        (SetValue(0, "height", 3), "strife, fatigue"),
        (SetValue(0, "strife", -1), "0 or more"),
        (RunAgain(3, -2, roll=True), "no check is under way"),
        (Assist(1, 0), "no check is under way"),
    ],
)
def test_acts_that_cannot_be_are_refused_with_a_reason(act: Option, words: str) -> None:
    t = begun()
    before = len(t.session.entries)
    with pytest.raises(IllegalAnswer, match=words):
        t.session.rule("Ume", act, "why not")
    assert len(t.session.entries) == before


@pytest.mark.clause("rpg.judges")
@pytest.mark.parametrize(
    "data",
    [None, [], ["fly"], ["stop", 1], ["set-line", 0, "first"], ["set-line", 0, "first", "3"], ["set-cheating", 0, 1]],
)
def test_acts_that_cannot_be_read_are_refused(data: object) -> None:
    with pytest.raises(BadInput):
        load_act(data)


@pytest.mark.clause("rpg.judges")
def test_rulings_are_in_the_transcript_and_replay() -> None:
    t = judged(SetLine(0, "fatigue", 1))
    t.session.rule("Ume", SetValue(1, "strife", 0), "miscounted")
    copy = Session.load(GAME, loads(t.session.transcript().dumps()))
    assert copy.referee.state.findings == [(0, "fatigue", 1)]
    assert copy.referee.state[1].strife == 0


# --- a check put right ---------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.judges", "rpg.check.symbols")
def test_a_wrong_tn_is_corrected_and_the_check_run_again_from_the_roll() -> None:
    t = begun(samurai("Aki", KATANA, void_points=1), stances="fire void")
    t.run("A stance fire\n A action attack strike katana\n A seize-the-moment yes\n dice st ot -\n A keep 1 2")
    assert t.A.strife == 1 + 2
    assert "A opportunity" in t.asked()
    t.session.rule("Ume", RunAgain(1, -2, roll=True), "he stands with his back to the sun")
    assert t.A.strife == 1, "as before the roll"
    assert t.duel.check.tn == 1
    assert "dice dice" in t.asked()
    t.run("dice s - -\n A keep 1").until("B stance")
    assert t.last("check-resolved").passed is True
    assert t.A.void_points == 0, "what was declared stays declared"
    kinds = [event.kind for event in t.session.referee.events]
    assert kinds.count("dice-rolled") == 4
    assert ("check-corrected" in kinds, "check-restarted" in kinds) == (True, True)
    t.check()


@pytest.mark.clause("rpg.judges")
def test_a_wrong_tn_may_be_corrected_with_the_dice_as_they_lie() -> None:
    t = begun()
    t.run("A stance void\n A action attack strike katana\n dice s o\n A keep 1 2")
    t.session.rule("Ume", RunAgain(1, -2, roll=False), "TN 1")
    t.until("B stance")
    assert t.last("check-resolved").passed is True


@pytest.mark.clause("rpg.judges", "rpg.stance.air")
def test_a_wrong_target_changes_what_the_target_does_to_the_tn() -> None:
    t = begun(stances="void air")
    t.run("A stance void\n A action attack strike katana")
    assert t.duel.check.tn == 3
    t.session.rule("Ume", RunAgain(0, -1, roll=False), "it is the lantern that he strikes")
    assert (t.duel.check.tn, t.duel.check.target) == (2, -1)


@pytest.mark.clause("rpg.judges")
@pytest.mark.parametrize(
    ("act", "words"),
    [
        (RunAgain(0, -2, roll=False), "changes nothing"),
        (RunAgain(-1, -2, roll=True), "1 to 20"),
        (RunAgain(0, 7, roll=True), "0 or 1"),
        (RunAgain(2, -2, roll=True), "not rolled yet"),
        (Assist(10, 0), "0 to 9"),
        (Bear("Tall", applies=True), "is not one of"),
    ],
)
def test_corrections_that_make_no_sense_are_refused(act: Option, words: str) -> None:
    t = begun(samurai("Aki", KATANA, void_points=1))
    t.run("A stance void\n A action attack strike katana")
    assert "A seize-the-moment" in t.asked()
    assert words in (t.session.referee.why_not_act(act) or "")


@pytest.mark.clause("rpg.judges", "rpg.blow.interrupt")
def test_it_is_too_late_once_a_blow_or_opportunity_has_come_of_the_check() -> None:
    t = begun(samurai("Aki", KATANA, void=3, focus=4))
    t.run(
        "A stance void\n A action attack strike katana\n dice o o o\n A keep 1 2 3\n A opportunity attune\n"
        "A easier-ring air"
    )
    assert "too late" in (t.session.referee.why_not_act(RunAgain(1, -2, roll=True)) or "")
    assert "rolled" in (begun_check().session.referee.why_not_act(Assist(1, 0)) or "")


def begun_check() -> Table:
    """A check whose dice are rolled."""
    t = begun()
    return t.run("A stance void\n A action attack strike katana\n dice s s")


# --- the short forms -----------------------------------------------------------------------------------------------


def one_roll(dice: str) -> Table:
    """Both pick Void and a katana; A (lower honor) rolls last."""
    t = begun_at(Setup((samurai("Aki"), samurai("Bun", honor=60)), FORMS["warriors"], contest="one-roll"))
    b, a = dice.split("/")
    keep = {"s s": "1 2", "s -": "1", "- -": "1"}
    t.run(f"""
        A one-roll-ring void
        B one-roll-ring void
        B one-roll-weapon katana 1-hand
        dice {b}
        B keep {keep[b]}
        A one-roll-weapon katana 1-hand
        dice {a}
        A keep {keep[a]}
    """)
    return t


def begun_at(setup: Setup) -> Table:
    """A table for a setup as it is."""
    return Table(setup)


FREE = "{0} free-ring void\n dice blank\n {0} keep 1\n"


@pytest.mark.clause("rpg.terms")
def test_one_roll_settles_a_duel_by_more_bonus_successes() -> None:
    t = one_roll("s -/s s")
    t.run(FREE.format("B"))
    assert t.last("critical-suffered").severity == 10 + 1
    assert (t.session.outcome.winner, t.session.outcome.reason) == (0, "roll")
    t.check()


@pytest.mark.clause("rpg.terms")
def test_one_roll_is_won_by_the_only_success_and_tied_by_equal_rolls() -> None:
    t = one_roll("s -/- -")
    t.run(FREE.format("A"))
    assert (t.session.outcome.winner, t.last("critical-suffered").severity) == (1, 10)
    t = one_roll("- -/- -")
    t.run(FREE.format("B") + "A free-ring earth\n dice s -\n A keep 1\n A scar damaged-heart")
    assert t.A.worst == 10
    assert t.B.worst == 9
    assert t.session.outcome.winner == 0, "the higher severity after resisting"


def clash(**given: object) -> Table:
    """A clash in its third round of a skirmish, with the initiatives given there."""
    one = samurai("Aki", KATANA, command=1, composure=20)
    other = samurai("Bun", KATANA, honor=60, composure=20, fatigue=6, **given)  # type: ignore[arg-type]
    return begun_at(Setup((one, other), FORMS["warriors"], contest="clash", initiative=(5, 3)))


CHALLENGE = "A free-ring void\n dice s - | s\n A keep 1 3\n"


@pytest.mark.clause("rpg.terms")
def test_a_clash_is_a_challenge_a_staredown_and_a_round_and_may_go_on() -> None:
    t = clash()
    t.run(CHALLENGE + "B accept-challenge yes")
    t.run("A stance void\n B stance void\n A extend-clash yes\n B extend-clash yes")
    assert (t.A.strife, t.A.initiative) == (3, 5), "1 and 2: the clash counts its own rounds"
    t.run(HIT + "B stance void").on()
    assert (t.session.outcome.winner, t.session.outcome.reason) == (0, "clash")
    assert [event.seat for event in t.events("told")][-1] == 1, "the loser's allies suffer"
    t.check()


@pytest.mark.clause("rpg.terms")
def test_a_challenge_may_be_declined_at_a_price_and_a_clash_may_be_inconclusive() -> None:
    t = clash()
    t.run(CHALLENGE + "B accept-challenge go-on")
    assert (t.session.outcome.winner, t.session.outcome.reason) == (-1, "declined")
    assert t.B.glory == 40 - 1 - 1
    assert t.A.void_points == 1
    t = clash()
    t.run(
        CHALLENGE + "B accept-challenge yes\n A stance void\n B stance void\n A extend-clash yes\n B extend-clash go-on"
    )
    assert (t.session.outcome.winner, t.session.outcome.reason) == (-1, "clash")
    t = clash()
    t.run("A free-ring void\n dice blank\n A keep 1")
    assert t.session.outcome.reason == "unheard"


@pytest.mark.clause("rpg.terms", "rpg.blow.end")
def test_a_finishing_blow_may_end_a_clash() -> None:
    one = samurai("Aki", KATANA, command=1, known=(art(critical=9, deadliness=7),))
    other = samurai("Bun", honor=60, composure=0, burdens=(Burden("enraged"),))
    t = begun_at(Setup((one, other), FORMS["warriors"], contest="clash", initiative=(5, 3)))
    t.run(CHALLENGE + "B accept-challenge yes")
    t.run(
        "A finishing-blow attack art\n A free-ring void\n dice s -\n A keep 1\n B free-ring void\n"
        "dice blank\n B keep none"
    )
    assert t.session.finished
    assert t.session.outcome.winner == 0


@pytest.mark.clause("rpg.score")
def test_the_score_as_it_stands_can_be_read_at_any_time_from_a_view() -> None:
    t = begun().run(HIT + "B stance void")
    view = t.session.view("spectator").state
    assert [(line.name, line.points) for line in lines(view, 0)] == [("first", 3), ("fatigue", 3)]
