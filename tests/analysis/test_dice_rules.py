"""The odds are those of the rules themselves: every answer tried, every line followed, or many checks played."""

from math import sqrt

import pytest

from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_goal import BONUS, SUCCESS, Goal, Outcome, Weights
from iaijutsu.analysis.dice_odds import chance, odds
from tests.analysis.dice_harness import Brute, Player, begin, lines, result

CAUTIOUS = Goal(most_strife=1, opportunity=1)
PRUDENT = Goal(weights=Weights(strife=-0.3, opportunity=0.1))

BEST = {
    "one die": (Check(1, 0, 1), SUCCESS),
    "three wishes": (Check(1, 1, 1), CAUTIOUS),
    "strife has its price": (Check(2, 0, 2), PRUDENT),
    "two and one": (Check(2, 1, 2), PRUDENT),
    "bonus successes": (Check(1, 2, 1), BONUS),
    "Fire": (Check(1, 1, 1, stance="fire"), Goal(bonus=1, weights=Weights(strife=-0.05))),
    "Void": (Check(1, 1, 1, stance="void"), PRUDENT),
    "Compromised": (Check(1, 2, 2, compromised=True), Goal(opportunity=1)),
    "a distinction": (Check(1, 1, 1, reroll=2), CAUTIOUS),
    "an adversity": (Check(1, 1, 1, forced=2), CAUTIOUS),
    "a Void point": (Check(1, 0, 2, void_point=True), SUCCESS),
    "a skilled assistant": (Check(1, 1, 2, skilled=1, negate=1), CAUTIOUS),
    "an unskilled assistant": (Check(1, 0, 2, unskilled=1, negate=1), Goal(most_strife=0)),
    "a reserved die": (Check(1, 1, 2, reserved=(17,)), PRUDENT),
    "reserved dice": (Check(1, 2, 3, reserved=(17, 15)), SUCCESS),
    "a die set aside": (Check(1, 1, 2, set_aside=(16,)), PRUDENT),
    "composure": (Check(2, 0, 1, strife=3, composure=4), Goal(composed=True)),
    "composure and a worry": (Check(2, 0, 1, strife=1, composure=4, anxiety=True), Goal(composed=True)),
}


MANY = ("two and one", "a skilled assistant")
"""Here trying everything takes long."""


@pytest.mark.clause("rpg.check.keep", "rpg.check.explode")
@pytest.mark.parametrize("case", [pytest.param(case, marks=[pytest.mark.long] * (case in MANY)) for case in BEST])
def test_no_way_to_answer_the_rules_does_better_and_one_does_as_well(case: str) -> None:
    check, goal = BEST[case]
    brute = Brute(check, goal, depth=6).value()
    assert brute <= chance(check, goal) + 1e-12
    assert brute == pytest.approx(chance(check, goal), abs=2e-5)


FOLLOWED = ("one die", "three wishes", "Fire", "Void", "Compromised", "a Void point", "composure", "a die set aside")
FOLLOWED_FAR = ("a distinction", "an adversity", "a reserved die", "an unskilled assistant", "composure and a worry")


@pytest.mark.parametrize("case", FOLLOWED)
def test_every_line_of_the_rules_played_by_the_advice_adds_up_to_the_odds(case: str) -> None:
    check, goal = BEST[case]
    hold(check, goal, least=1e-5)


@pytest.mark.long
@pytest.mark.parametrize("case", FOLLOWED_FAR)
def test_every_line_of_the_rules_adds_up_for_the_larger_pools_too(case: str) -> None:
    check, goal = BEST[case]
    hold(check, goal, least=1e-5)


def hold(check: Check, goal: Goal, least: float) -> None:
    """Chances within what was not followed to its end; expected numbers within eight times that."""
    expected, lost = odds(check, goal), 0.0
    sums = [0.0] * 5
    for weight, session in lines(check, goal, least):
        if session is None:
            lost += weight
        else:
            sums = [total + weight * value for total, value in zip(sums, numbers(result(session, check)), strict=True)]
    wanted = numbers(expected.mean)
    assert lost < 1e-2
    for name, total, exact in zip(NAMES, sums, wanted, strict=True):
        if name == "composed" and check.composure is None:
            continue
        most = 1 if name in ("success", "composed") else 8
        assert total - 1e-9 <= exact <= total + most * lost + 1e-9, name


NAMES = ("success", "bonus", "opportunity", "strife", "composed")


def numbers(found: Outcome) -> list[float]:
    return [float(getattr(found, name)) for name in NAMES]


LARGE = {
    "3r3s": (Check(3, 3, 3), SUCCESS, 1200),
    "cautious": (Check(3, 3, 2, strife=4, composure=6), Goal(composed=True, weights=Weights(bonus=0.2)), 1200),
    "all at once": (
        Check(3, 3, 2, void_point=True, skilled=1, negate=1, strife=3, composure=6, reserved=(13,)),
        Goal(composed=True, weights=Weights(bonus=0.2)),
        800,
    ),
}


@pytest.mark.parametrize("case", LARGE)
def test_many_checks_of_the_rules_come_to_the_odds(case: str) -> None:
    check, goal, count = LARGE[case]
    sample(check, goal, count)


@pytest.mark.long
@pytest.mark.parametrize(
    "check",
    [
        Check(5, 5, 5),
        Check(4, 4, 4, compromised=True),
        Check(3, 3, 3, reroll=2),
        Check(3, 4, 3, forced=2),
        Check(5, 4, 4, stance="fire"),
    ],
    ids=["5r5s", "compromised", "distinction", "adversity", "fire"],
)
def test_very_many_checks_of_the_rules_come_to_the_odds(check: Check) -> None:
    sample(check, SUCCESS, 4000)


def sample(check: Check, goal: Goal, count: int) -> None:
    """Means of checks played by the advice, within four and a half standard errors of the exact ones."""
    player, rows = Player(check, goal), []
    for seed in range(count):
        session = begin(check, seed)
        while not session.finished:
            session.submit(0, player.answer(session))
        rows.append(numbers(result(session, check)))
    for n, (name, exact) in enumerate(zip(NAMES, numbers(odds(check, goal).mean), strict=True)):
        column = [row[n] for row in rows]
        mean = sum(column) / count
        spread = sqrt(sum((value - mean) ** 2 for value in column) / count)
        assert abs(mean - exact) <= 4.5 * max(spread, 0.03) / sqrt(count), name
