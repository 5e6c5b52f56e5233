"""The odds against plain recursion, over all that can bear on a check and all that can be wanted of it."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from iaijutsu.analysis.dice_check import STANCES, Check
from iaijutsu.analysis.dice_goal import BONUS, SUCCESS, Goal, Weights
from iaijutsu.analysis.dice_odds import ERROR, Best, chance, odds
from tests.analysis.dice_brute import Plain

POOLS = [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]


@st.composite
def checks(draw: Any) -> Check:
    ring, skill = draw(st.sampled_from(POOLS))
    reroll, forced = draw(st.sampled_from([(0, 0), (0, 0), (2, 0), (1, 0), (0, 2)]))
    strife, composure = draw(st.integers(0, 4)), draw(st.integers(0, 6))
    reserved = tuple(draw(st.lists(st.integers(6, 17), max_size=skill)))
    return Check(
        ring,
        skill,
        draw(st.integers(1, 4)),
        stance=draw(st.sampled_from(STANCES)),
        compromised=strife > composure,
        reroll=reroll,
        forced=forced,
        reroll_all=draw(st.booleans()),
        reserved=reserved,
        set_aside=tuple(draw(st.lists(st.integers(0, 5), max_size=1))),
        added=draw(st.integers(0, 2)),
        negate=draw(st.integers(0, 2)),
        strife=strife,
        composure=composure,
        anxiety=draw(st.booleans()),
        one_by_one=draw(st.booleans()),
    )


def weights() -> st.SearchStrategy[Weights]:
    number = st.sampled_from([0.0, 0.0, 1.0, -1.0, 0.3, -0.3, 0.05])
    return st.builds(Weights, number, number, number, number, number)


@st.composite
def goals(draw: Any) -> Goal:
    whole = draw(st.sampled_from([0.0, 1.0, 1.0]))
    wanted = draw(weights())
    return Goal(
        success=draw(st.booleans()),
        bonus=draw(st.integers(0, 2)),
        opportunity=draw(st.integers(0, 2)),
        most_strife=draw(st.sampled_from([None, 0, 1, 2])),
        composed=False,
        whole=whole,
        weights=wanted if whole or wanted.any else Weights(bonus=1.0),
    )


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(checks(), goals(), st.booleans())
def test_whatever_bears_on_a_check_and_is_wanted_of_it(check: Check, goal: Goal, composed: bool) -> None:
    if composed and not check.compromised and goal.whole:
        goal = replace(goal, composed=True)
    plain = Plain(check, goal, depth=5).value()
    scale = 1 + abs(goal.whole) + sum(map(abs, (goal.weights.success, goal.weights.bonus, goal.weights.opportunity)))
    exact = chance(check, goal)
    assert exact == pytest.approx(plain, abs=2e-4 * scale)
    assert exact >= plain - 1e-11
    assert odds(check, goal).worth == pytest.approx(exact, abs=ERROR)


@pytest.mark.parametrize("case", [(Check(3, 1, 3), SUCCESS), (Check(2, 2, 2, stance="fire"), BONUS)])
def test_larger_pools(case: tuple[Check, Goal]) -> None:
    check, goal = case
    assert chance(check, goal) == pytest.approx(Plain(check, goal, depth=5).value(), abs=1e-4)


def test_one_by_one_and_all_at_once_are_the_same_for_success_alone_and_differ_when_strife_costs() -> None:
    for tn in (1, 2, 3, 4):
        assert chance(Check(3, 3, tn, one_by_one=True)) == pytest.approx(chance(Check(3, 3, tn)), abs=1e-12)
    costly = Goal(weights=Weights(strife=-0.1))
    at_once, singly = (chance(Check(3, 3, 3, one_by_one=one), costly) for one in (False, True))
    assert at_once - singly == pytest.approx(0.0, abs=0.02)
    assert abs(at_once - singly) > 1e-5


@pytest.mark.parametrize("one_by_one", [False, True])
def test_a_handful_is_worth_what_its_odds_come_to(one_by_one: bool) -> None:
    goal = Goal(most_strife=1, weights=Weights(bonus=0.2, opportunity=0.1))
    best = Best(Check(2, 2, 2, stance="fire", one_by_one=one_by_one), goal)
    for handful in range(0, len(best.handfuls), 3):
        assert best.keeping(handful).worth == pytest.approx(best.handfuls[handful], abs=ERROR)
