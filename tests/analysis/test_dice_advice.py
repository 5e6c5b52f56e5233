"""Advice on dice that lie there, from the command line and at a table of the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from iaijutsu.analysis.dice_advice import REROLLS, advise, advise_bonus, advise_keep, advise_reroll, check_of
from iaijutsu.analysis.dice_check import Check, read_any, read_dice
from iaijutsu.analysis.dice_goal import BONUS, SUCCESS, Goal, Weights
from iaijutsu.analysis.dice_odds import ERROR, odds
from iaijutsu.analysis.dice_tables import plain_advice
from iaijutsu.analysis.dice_words import advice_report, doing, why
from iaijutsu.engine import BadInput, Number
from iaijutsu.rpg.asking import Keep
from iaijutsu.rpg.dice import tally
from iaijutsu.rpg.state import Lasting
from tests.analysis.dice_harness import CheckAlone, begin
from tests.rpg.script import begun, samurai

CAREFUL = Goal(most_strife=1)


def advised(pool: tuple[int, int], shown: str, goal: Goal = SUCCESS, **more: Any) -> Any:
    check = Check(*pool, **{"tn": 2, **more})
    return advise(check, read_dice(shown, check.ring_dice, check.skill_dice, exact=check.rerolls), goal)


@pytest.mark.parametrize(
    ("pool", "shown", "goal", "more", "kept"),
    [
        ((3, 2), "ST,O,E,-,SO", CAREFUL, {}, "keep O, E, SO"),
        ((3, 2), "ST,O,-,s:S,SO", SUCCESS, {"tn": 3}, "keep ST, S, SO"),
        ((2, 0), "ST,OT", SUCCESS, {"tn": 3}, "keep OT"),
        ((2, 0), "-,OT", SUCCESS, {"tn": 3}, "keep -"),
        ((2, 0), "ST,OT", SUCCESS, {"compromised": True}, "keep nothing"),
        ((1, 1), "r:S,s:S", SUCCESS, {"tn": 1}, "keep S"),
        ((1, 1), "r:S,E", BONUS, {"tn": 1}, "keep E"),
        ((1, 1), "r:ST,s:-", BONUS, {"tn": 1, "stance": "fire"}, "keep ST"),
        ((1, 2), "O,O,-", SUCCESS, {"tn": 2, "reserved": (17,)}, "keep reserved E"),
        ((1, 1), "OT,E", Goal(weights=Weights(opportunity=1, strife=-9)), {"stance": "void", "tn": 2}, "keep OT"),
    ],
)
def test_which_dice_to_keep(pool: tuple[int, int], shown: str, goal: Goal, more: dict[str, Any], kept: str) -> None:
    advice = advised(pool, shown, goal, **more)
    assert doing(advice, advice.best) == kept


def test_all_choices_are_there_and_what_they_cost() -> None:
    advice = advised((2, 1), "ST,O,E", CAREFUL)
    assert len(advice.choices) == 6  # three single dice, three pairs: one has to be kept
    assert [round(advice.loss(one), 6) for one in advice.choices] == sorted(
        round(advice.loss(one), 6) for one in advice.choices
    )
    assert advice.loss(advice.best) == 0.0
    kept = advice.of((0, 2))
    assert kept is not None
    assert (kept.slots, kept.odds.mean.success) == ((0, 2), pytest.approx(1.0))
    assert advice.of((0, 1, 2)) is None


def test_equal_dice_are_one_choice_whichever_slot_is_meant() -> None:
    advice = advised((2, 2), "r:S,O,s:S,SO")
    first, other = advice.of((0, 3)), advice.of((2, 3))
    assert first is other is not None


def test_the_worth_of_a_choice_is_that_of_its_odds() -> None:
    for goal in (CAREFUL, BONUS, Goal(opportunity=1, weights=Weights(strife=-0.1))):
        for one in advised((3, 2), "r:ET,O,s:ET,-,SO", goal).choices:
            assert one.odds.worth == pytest.approx(one.worth, abs=ERROR)


def test_the_mean_of_the_best_over_all_rolls_is_the_worth_of_the_check() -> None:
    check = Check(1, 1, 1)
    total = sum(advise(check, (ring, 6 + skill), CAREFUL).best.worth for ring in range(6) for skill in range(12))
    assert total / 72 == pytest.approx(odds(check, CAREFUL).worth, abs=ERROR)


def test_which_dice_to_roll_again() -> None:
    advice = advised((3, 2), "r:ST,O,r:-,s:-,SO", tn=3, reroll=2)
    assert doing(advice, advice.best) == "roll ring -; skill - again"
    assert advice.best.worth == pytest.approx(1 - (1 / 2) * (5 / 12))
    assert advice.best.odds is None
    sure = advised((1, 0), "S", tn=1, reroll=2)
    assert doing(sure, sure.best) == "roll nothing again"


def test_an_adversity_takes_two_dice_with_success_if_there_are_two() -> None:
    advice = advised((2, 2), "r:S,r:ST,s:S,s:-", tn=2, forced=2)
    assert {len(one.slots) for one in advice.choices} == {2}
    assert all(3 not in one.slots for one in advice.choices)
    only = advised((1, 1), "r:S,s:-", tn=1, forced=2)
    assert [one.slots for one in only.choices] == [(0,)]


def test_all_dice_may_go_once() -> None:
    advice = advised((2, 0), "-,-", tn=1, reroll_all=True)
    assert doing(advice, advice.best) == "roll ring -, - again"
    assert advice.best.worth == pytest.approx(0.75)


def test_which_bonus_dice_to_keep() -> None:
    check = Check(3, 2, 2)
    advice = advise_bonus(check, read_any("S,r:ET"), read_any("OT"))
    assert doing(advice, advice.best) == "keep nothing"
    costly = Goal(most_strife=1, weights=Weights(strife=-1.0))
    advice = advise_bonus(check, read_any("r:ET"), read_any("r:ST,s:ET"), costly)
    assert doing(advice, advice.best) == "keep nothing"
    assert advice.best.worth == pytest.approx(-1.0, abs=ERROR)
    advice = advise_bonus(check, read_any("r:ET"), read_any("r:ST,s:ET"), BONUS)
    assert doing(advice, advice.best) == "keep ST, ET"
    found = advice.best.odds
    assert found is not None
    assert found.mean.strife > 3.0


def test_bonus_dice_that_cannot_be_due_are_refused() -> None:
    with pytest.raises(BadInput, match="2 found; 1 to 1 can be due at once"):
        advise_bonus(Check(1), read_any("r:ET"), read_any("S,S"))
    with pytest.raises(BadInput, match="rolled at once, not one by one"):
        advise_bonus(Check(1, one_by_one=True), read_any("r:ET"), read_any("S"))
    with pytest.raises(BadInput, match="1 ring and 0 skill dice lie there; the pool has 2 and 0"):
        advise(Check(2), (0,))


def test_reasons_name_what_lies_there_what_comes_and_what_the_next_best_gives_up() -> None:
    text = "\n".join(advice_report(advised((3, 2), "ST,O,E,-,SO", CAREFUL)))
    assert "Best for the chance of success with at most 1 strife:" in text
    assert "successes there: 2 of 2, and that is enough; 1 bonus die comes on top" in text
    assert "6 other choices serve the goal as well" in text
    assert "Next best, keep O, E: 58.33 %: -41.67 points of success" in text
    assert "Exact for these rules" in text
    barred = why(advised((2, 1), "ST,OT,s:S", compromised=True))
    assert "2 of the dice show strife, which one who is Compromised cannot keep." in barred


def test_advice_as_data() -> None:
    advice = advised((1, 2), "O,SO,E", reserved=(17,))
    told = json.loads(json.dumps(plain_advice(advice, why(advice))))
    assert told["dice"] == ["r:O", "s:SO", "s:E"]
    assert told["exact"] is True
    assert told["choices"][0]["loss"] == 0
    assert told["choices"][0]["shown"] == ["s:E"] or told["choices"][0]["reserved"] == ["s:E"]
    assert told["choices"][0]["mean"]["success"] == pytest.approx(7 / 12)


# --- at a table of the rules ---------------------------------------------------------------------------------


def test_at_the_table_the_view_of_a_seat_tells_the_check() -> None:
    check = Check(2, 1, 2, stance="fire", void_point=True, strife=3, composure=6, anxiety=True)
    session = begin(check, seed=3)
    while session.pending is not None and not isinstance(session.pending, Keep):
        session.submit(0, next(iter(reversed(list(session.pending.options())))))
    request = session.pending
    assert isinstance(request, Keep)
    seen = check_of(session.view(0), request)
    assert seen is not None
    told = (seen.tn, seen.keep, seen.stance, seen.compromised, seen.strife, seen.composure, seen.anxiety)
    assert told == (2, 3, "fire", False, 3, 6, True)


@pytest.mark.parametrize(
    "check",
    [Check(2, 1, 2, reroll=2), Check(3, 2, 4, reroll=2, void_point=True), Check(2, 2, 2, forced=2, skilled=1, negate=1),
     Check(2, 2, 3, forced=2, stance="fire")],
)  # fmt: skip
def test_at_the_table_which_dice_to_roll_again_is_what_the_roll_alone_is_advised(check: Check) -> None:
    asked = 0
    for seed in range(6):
        session = begin(check, seed=seed)
        while session.pending is not None and session.pending.purpose not in REROLLS:
            session.submit(0, next(iter(reversed(list(session.pending.options())))))
        if session.pending is None:  # fewer dice with success than have to go: nobody is asked
            continue
        request: Any = session.pending
        rolled = tuple(session.view(0).state.check.rolled)
        found, seen = advise_reroll(session.view(0), request), check_of(session.view(0), request)
        assert found is not None and seen is not None
        assert (seen.ring_dice, seen.skill_dice, seen.keep) == (check.ring_dice, check.skill_dice, check.keep)
        assert (seen.reroll, seen.forced) == (check.reroll, check.forced)
        plain = advise(check, rolled)
        assert [one.slots for one in found.choices] == [one.slots for one in plain.choices]
        assert [one.worth for one in found.choices] == pytest.approx([one.worth for one in plain.choices])
        answers = [tuple(request.about.index(slot) for slot in one.slots) for one in found.choices]
        assert all(request.why_not(answer) is None for answer in answers)
        assert advise_keep(session.view(0), request) is None
        asked += 1
    assert asked >= 2


def test_at_the_table_other_questions_get_no_advice() -> None:
    session = begin(Check(1, 0, 2, void_point=True), seed=1)
    assert session.pending is not None
    assert advise_keep(session.view(0), session.pending) is None
    assert advise_keep(session.view(0), Number(0, "bid", 0, 3)) is None


def test_at_the_table_a_whole_duel_can_ask_for_it() -> None:
    """An attack of a real duel: what is advised is allowed, and is what the roll alone would be advised."""
    duel = begun(samurai("Aki", "katana/1-hand", fire=3, melee=3), samurai("Bun", "katana/1-hand", honor=60))
    duel.run("""
        A stance fire
        A action attack strike katana
        dice st o - | e so s
    """)
    request = duel.session.pending
    assert isinstance(request, Keep)
    advice = advise_keep(duel.session.view(0), request)
    assert advice is not None
    assert request.why_not(advice.best.slots) is None
    check = Check(3, 3, advice.check.tn, stance="fire")
    plain = advise(check, request.dice)
    assert [one.slots for one in advice.choices] == [one.slots for one in plain.choices]
    assert tally(request.dice[slot] for slot in advice.best.slots).successes >= check.tn


def test_at_the_table_opportunity_that_an_effect_will_add_counts_and_doubled_strife_is_not_measured_by_composure() -> (
    None
):
    duel = begun(samurai("Aki", "katana/1-hand", fire=2), samurai("Bun", "katana/1-hand", honor=60))
    duel.A.lasting.append(Lasting("kept-opportunity", 2))
    duel.run("A stance fire\n A action attack strike katana\n dice s -")
    request = duel.session.pending
    assert request is not None
    view = duel.session.view(0)
    view.state[0].lasting = list(duel.A.lasting)
    seen = check_of(view, request)
    assert seen is not None
    assert (seen.added, seen.composure) == (2, 8)
    view.state[0].conditions["intoxicated"] = 1
    seen = check_of(view, request)
    assert seen is not None
    assert seen.composure is None
    wanted = Goal(opportunity=2)
    advice = advise_keep(view, request, wanted)
    assert advice is not None
    assert advice.best.worth == pytest.approx(0.0, abs=ERROR)  # TN 2 with one success there and nothing to come
    assert advise_keep(view, request, Goal(composed=True)) is None


def test_a_view_without_a_check_gets_none() -> None:
    game = CheckAlone(Check(1))
    view = begin(game.check).view(0)
    view.state.checks.clear()
    assert advise_keep(view, Keep(0, "keep", (0, 1), 1, 1, calm=False)) is None
