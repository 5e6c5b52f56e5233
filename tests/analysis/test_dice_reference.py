"""Numbers of the odds that are known from elsewhere: tables to the last digit, closed forms, limits."""

from fractions import Fraction

import numpy as np
import pytest

from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_goal import BONUS, Goal
from iaijutsu.analysis.dice_odds import ERROR, chance, odds

TABLE = """
1/0 .5000 .0833 .0139 .0023 .0004
1/1 .7917 .1667 .0278 .0046 .0008
1/2 .9132 .2361 .0394 .0066 .0011
1/3 .9638 .2940 .0490 .0082 .0014
2/0 .7500 .3333 .0903 .0208 .0044
2/1 .8958 .6007 .1917 .0492 .0111
2/2 .9566 .7830 .2847 .0800 .0187
2/3 .9819 .8885 .3627 .1106 .0268
2/4 .9925 .9447 .4277 .1401 .0348
2/5 .9969 .9733 .4824 .1682 .0427
3/0 .8750 .5625 .2500 .0822 .0229
3/1 .9479 .7569 .4647 .1807 .0562
3/2 .9783 .8734 .6546 .2846 .0962
3/3 .9910 .9367 .7928 .3774 .1376
3/4 .9962 .9692 .8822 .4548 .1780
3/5 .9984 .9853 .9356 .5184 .2168
4/0 .9375 .7292 .4340 .1968 .0716
4/1 .9740 .8568 .6275 .3674 .1584
4/2 .9891 .9277 .7730 .5434 .2622
4/3 .9955 .9646 .8694 .6934 .3642
4/4 .9981 .9830 .9280 .8058 .4539
4/5 .9992 .9920 .9616 .8827 .5283
5/0 .9687 .8385 .5998 .3430 .1586
5/1 .9870 .9175 .7522 .5182 .2954
5/2 .9946 .9593 .8556 .6720 .4510
5/3 .9977 .9804 .9196 .7898 .5995
5/4 .9991 .9907 .9568 .8717 .7242
5/5 .9996 .9957 .9774 .9248 .8191
"""
"""By ring and skill dice: the chance of success at TN 1 to 5. Known independently, to four digits."""
ROWS = [line.split() for line in TABLE.split("\n") if line]
OTHERS = {
    (2, 1, 3): 0.191744, (3, 3, 3): 0.792782, (4, 4, 3): 0.927997, (5, 5, 3): 0.977423, (6, 5, 3): 0.986885,
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_table_to_its_last_digit(row: list[str]) -> None:
    ring, skill = map(int, row[0].split("/"))
    for tn, printed in enumerate(row[1:], 1):
        exact = chance(Check(ring, skill, tn))
        assert abs(exact - float(printed)) <= 0.50001e-4, (tn, exact)
        assert abs(odds(Check(ring, skill, tn)).chance - exact) < ERROR


@pytest.mark.parametrize("pool", OTHERS)
def test_six_digits_of_larger_pools(pool: tuple[int, int, int]) -> None:
    assert chance(Check(*pool)) == pytest.approx(OTHERS[pool], abs=0.6e-6)


def test_the_case_that_tells_procedures_apart() -> None:
    check, goal = Check(1, 1, 1), Goal(most_strife=1, opportunity=1)
    assert chance(check, goal) == pytest.approx(0.16753, abs=0.5e-5)
    assert odds(check, goal).chance == pytest.approx(0.16753, abs=0.5e-5)


def test_chains_have_no_end() -> None:
    """One ring die: a success half the time, and by every sixth one more die; sums of geometric series."""
    for tn in range(1, 13):
        exact = Fraction(1, 2) * Fraction(1, 6) ** (tn - 1)
        assert chance(Check(1, 0, tn)) == pytest.approx(float(exact), rel=1e-12)
    sums = odds(Check(1, 0, 1), BONUS)
    assert sums.successes == pytest.approx(float(Fraction(1, 2) / (1 - Fraction(1, 6))), rel=1e-12)
    assert sums.mean.bonus == pytest.approx(0.6 - 0.5, rel=1e-12)


def test_an_expected_number_is_not_cut_off_where_the_table_ends() -> None:
    found = odds(Check(1, 0, 1), BONUS)
    counted = (found.of_bonus * np.arange(len(found.of_bonus))).sum()
    assert found.mean.bonus - counted > 1e-6
    assert found.mean.bonus == pytest.approx(found.worth, rel=1e-12)


def test_compromised_ring_dice_never_explode() -> None:
    found = odds(Check(3, 0, 1, compromised=True))
    assert found.of_successes[4:].sum() == pytest.approx(0.0, abs=1e-15)
    assert found.of_strife[1:].sum() == 0.0
    assert found.chance == pytest.approx(1 - (5 / 6) ** 3, rel=1e-12)


def test_everything_adds_up() -> None:
    for check in (Check(3, 3, 3), Check(2, 2, 2, stance="fire", negate=2), Check(2, 3, 2, reroll=2, compromised=True)):
        found = odds(check, Goal(opportunity=1))
        assert found.joint.sum() == pytest.approx(1.0, abs=1e-12)
        assert found.of_bonus.sum() == pytest.approx(found.mean.success, abs=1e-12)
        assert found.successes_at_least()[check.tn] == pytest.approx(found.mean.success, abs=1e-12)
        assert found.of_strife.sum() == pytest.approx(1.0, abs=1e-12)
        assert found.joint.min() >= 0.0
