"""Loops and arrays give the same odds. Where Numba is missing the loops run as plain Python, and slowly."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from iaijutsu.analysis import dice_loops, dice_odds
from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_goal import BONUS, SUCCESS, Goal, Weights
from iaijutsu.analysis.dice_odds import Best, chance, odds
from iaijutsu.analysis.dice_singles import Singles
from iaijutsu.analysis.dice_spread import spread
from iaijutsu.analysis.dice_waves import Waves
from tests.analysis.test_dice_brute import checks, goals


@pytest.fixture(autouse=True)
def arrays() -> Iterator[None]:
    """Each test begins and ends with arrays in use."""
    dice_odds.LOOPS = None
    yield
    dice_odds.LOOPS = None


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(checks(), goals())
def test_pass_by_pass(check: Check, goal: Goal) -> None:
    by_arrays = Best(check, goal)
    if isinstance(by_arrays.waves, Singles):
        return
    by_loops = Waves(by_arrays.plan, by_arrays.box, choices=True, fill=dice_loops.fill)
    np.testing.assert_allclose(by_loops.value, by_arrays.waves.value, atol=1e-12, rtol=1e-12)
    np.testing.assert_allclose(by_loops.worth[:-1], by_arrays.waves.worth[:-1], atol=1e-12, rtol=1e-12)
    kept = dice_loops.keep(by_arrays.table, by_arrays.handfuls)
    assert (kept == by_arrays.kept).all() or np.allclose(by_arrays.handfuls[kept], by_arrays.rolls, atol=1e-15)
    rolled = np.bincount(kept, by_arrays.table.chances, len(by_arrays.handfuls)).astype(np.float64)
    one, other = (move(by_arrays.waves, rolled, (0, 1, 0), (8, 6, 9)) for move in (spread, dice_loops.spread))
    np.testing.assert_allclose(one.joint, other.joint, atol=1e-10)
    np.testing.assert_allclose(one.means, other.means, atol=1e-9)


@pytest.mark.parametrize(
    ("check", "goal"),
    [
        (Check(3, 3, 3), SUCCESS),
        (Check(3, 2, 2, stance="fire", negate=1), BONUS),
        (Check(2, 2, 2, reroll=2, compromised=True), Goal(opportunity=1)),
        (Check(2, 1, 2, reserved=(17,), strife=2, composure=3), Goal(composed=True, weights=Weights(bonus=0.2))),
    ],
)
def test_the_whole_of_it(check: Check, goal: Goal) -> None:
    before, number = odds(check, goal), chance(check, goal)
    dice_odds.LOOPS = dice_loops
    after = odds(check, goal)
    assert chance(check, goal) == pytest.approx(number, abs=1e-12)
    np.testing.assert_allclose(after.joint, before.joint, atol=1e-9)
    for name in ("success", "bonus", "opportunity", "strife", "composed"):
        assert getattr(after.mean, name) == pytest.approx(getattr(before.mean, name), abs=1e-9)


def test_they_are_switched_on_and_off() -> None:
    assert dice_loops.use() is dice_loops.COMPILED
    assert (dice_odds.LOOPS is not None) is dice_loops.COMPILED
    assert dice_loops.use(on=False) is False
    assert dice_odds.LOOPS is None


def test_without_a_compiler_they_stay_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_loops, "COMPILED", False)
    assert dice_loops.use() is False
    assert dice_odds.LOOPS is None
    assert dice_loops.loops(test_without_a_compiler_they_stay_off) is test_without_a_compiler_they_stay_off
