"""What unseen cards are worth, and how a focusing round is likely to go: numbers against brute force."""

import itertools

import pytest

from iaijutsu.players.prospects import FOCUS_COUNTS, MEAN, courses, likely, ordered

TOTAL = sum(FOCUS_COUNTS.values())


def test_the_mean_is_that_of_real_cards() -> None:
    assert pytest.approx(14_424 / 5_792, abs=1e-9) == MEAN


@pytest.mark.parametrize("of", [1, 2, 3])
def test_ordered_cards_are_as_every_draw_gives_them(of: int) -> None:
    """The average of the highest, second and so on, over every draw with its probability."""
    wanted = [0.0] * of
    for drawn in itertools.product(FOCUS_COUNTS, repeat=of):
        weight = 1.0
        for value in drawn:
            weight *= FOCUS_COUNTS[value] / TOTAL
        for rank, value in enumerate(sorted(drawn, reverse=True)):
            wanted[rank] += weight * value
    assert ordered(of, of) == pytest.approx(wanted, abs=1e-9)
    assert ordered(1, of) == pytest.approx(wanted[-1:], abs=1e-9)
    assert ordered(1, of, best_first=True) == pytest.approx(wanted[:1], abs=1e-9)


def test_a_lead_stands_the_better_the_greater_it_is_and_the_less_is_hidden() -> None:
    rates = [likely(lead, 1) for lead in range(-5, 6)]
    assert rates == sorted(rates)
    assert likely(3, 0) > likely(3, 1) > likely(3, 4) > 0.5
    assert likely(0, 2) < 0.5 < likely(0, 2, ties=True)


def test_ahead_with_nothing_focused_it_is_best_to_strike() -> None:
    """A challenged Personality with the higher stat strikes at once and wins."""
    pool = ordered(3, 3)
    struck, focused = courses(1, pool, pool, 0, 1, 0, pool)
    assert struck > focused
    assert courses(3, pool, pool, 0, 3, 0, pool)[0] > 0.99


def test_behind_with_better_cards_it_is_best_to_focus() -> None:
    pool = ordered(3, 3)
    struck, focused = courses(-2, (5, 5, 4), pool, 0, -2, 0, pool)
    assert focused > struck
    assert focused > courses(-2, (1, 1, 0), pool, 0, -2, 0, pool)[1]


def test_who_has_nothing_left_to_focus_must_strike() -> None:
    struck, focused = courses(-1, (), ordered(2, 3), 1, -1, 1, ())
    assert 0 < struck < 0.5
    assert focused < 0


def test_the_chance_is_one_at_every_lead() -> None:
    pool = ordered(3, 3)
    for lead in range(-8, 9):
        for side in courses(lead, pool, pool, 2, lead, 2, pool):
            assert 0 <= side <= 1
