"""What is known of the game of focusing and striking, held against the solvers.

The values were found by linear programmes outside this project, on decks of forty cards; -1 to 1 for the challenged.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from iaijutsu.analysis.focus_game import FocusGame, FocusSide, Worth, faces
from iaijutsu.analysis.public_tree import form
from iaijutsu.analysis.solve import Solution, solve

DECK = faces({0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2})
ALONE = {3: 0.3464, 4: -0.1867, 5: -0.4782, 6: -0.6923, 7: -0.8509, 8: -0.9598}
"""The challenged one's value with a stat of 3, by the challenger's stat: pools of three, no hand."""
WITH_HANDS = {3: 0.3837, 4: -0.1482, 5: -0.4517, 6: -0.6701, 7: -0.8288, 8: -0.9419}
"""The same with four cards in either hand."""


def duel(challenger: int, challenged: int, hand: int = 0) -> FocusGame:
    return FocusGame((FocusSide(challenger, DECK, hand=hand), FocusSide(challenged, DECK, hand=hand)))


def certain(solution: Solution, side: int, value: float, within: float) -> bool:
    """Whether the certified interval is that narrow and holds the value (printed with four digits)."""
    low, high = solution.interval(side)
    return high - low < within and low - 5.1e-5 <= value <= high + 5.1e-5


# --- known values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stat", "value"), ALONE.items())
def test_values_with_pools_alone(stat: int, value: float) -> None:
    assert certain(solve(duel(stat, 3), target=1e-6), 1, value, 2.1e-6)


@pytest.mark.parametrize(("stat", "value"), WITH_HANDS.items())
def test_values_with_four_cards_in_hand(stat: int, value: float) -> None:
    assert certain(solve(duel(stat, 3, hand=4), target=1e-4), 1, value, 2.1e-4)


def test_the_value_to_nine_digits() -> None:
    low, high = solve(duel(4, 3), target=1e-10).interval(1)
    assert low - 5e-10 <= -0.186738842 <= high + 5e-10
    assert high - low < 3e-10


def test_which_card_goes_first_does_not_matter_without_texts() -> None:
    """Highest first is as good as any order, because the other only sees that a card was focused."""
    best, every = solve(duel(4, 3), method="lp"), solve(duel(4, 3), method="lp", explicit=True)
    assert every.value(1) == pytest.approx(best.value(1), abs=1e-9)
    assert every.form.sequences > best.form.sequences


def test_nor_with_a_hand_card() -> None:
    first, second = solve(duel(4, 3, 1), target=2e-4), solve(duel(4, 3, 1), target=2e-4, explicit=True)
    assert first.value(1) == pytest.approx(second.value(1), abs=4e-4)


@pytest.mark.parametrize(("mine", "his"), [(4, 3), (9, 3), (1, 0)])
def test_the_stronger_one_who_goes_first_strikes_at_once_and_wins(mine: int, his: int) -> None:
    solution = solve(duel(his, mine, hand=2), target=1e-9)
    assert solution.value(1) == pytest.approx(1, abs=1e-9)
    assert solution.results(1) == pytest.approx({"win": 1, "lose": 0, "tie": 0, "none": 0}, abs=1e-8)
    weakest = min(solution.first_holdings(1), key=lambda holding: sum(holding[1]) + sum(holding[2]))
    played = {choice.label: choice.chance for choice in solution.choices((), weakest)}
    assert played["strike"] == pytest.approx(1, abs=1e-6)


def test_pool_only_equilibria_are_nearly_pure_and_a_hand_card_makes_them_mix() -> None:
    def mixing(hand: int) -> float:
        solution = solve(duel(4, 3, hand), target=1e-5)
        mixed = whole = 0.0
        for n, group in enumerate(solution.form.groups):
            block = solution.network.blocks[n]
            best = block.best(solution.strategy[n])
            reach = _reach(solution, n)
            mixed += float(reach[(best < 0.99) & (block.sums(solution.strategy[n]) > 0.5)].sum()) * (block.width > 1)
            whole += float(reach.sum()) * (block.width > 1)
            assert group.pages[group.mover].size == best.shape[1]
        return mixed / whole

    assert mixing(0) < 0.05
    assert 0.1 < mixing(4) < 0.2


def _reach(solution: Solution, n: int):  # type: ignore[no-untyped-def]
    """How likely the mover's holdings are at the places of a group, as far as he and chance make them so."""
    taken = [0 * each for each in solution.strategy]
    for side in (0, 1):
        solution.network.forward(side, solution.strategy, taken, 1.0)
    return solution.network.blocks[n].sums(taken[n])


# --- one game, several solvers ---------------------------------------------------------------------------


SMALL = [
    duel(4, 3),
    FocusGame((FocusSide(3, DECK, wins_ties=True), FocusSide(3, DECK)), first=0),
    FocusGame((FocusSide(2, DECK, pool=2, hand=3), FocusSide(1, DECK, pool=2, hand=3)), chooser=0),
    FocusGame((FocusSide(5, DECK, must=1), FocusSide(4, DECK, most=2)), near=1),
    FocusGame((FocusSide(5, DECK, no_strike=-1), FocusSide(4, DECK, banned=frozenset({3})))),
    FocusGame((FocusSide(3, DECK, pool=1, hand=2), FocusSide(3, DECK, cannot_lose=True)), guarantee=0),
    FocusGame((FocusSide(3, DECK), FocusSide(4, DECK)), worth=(Worth(5, -3, -2), Worth(0, -8, -1)), first=0),
]


@pytest.mark.parametrize("game", SMALL)
def test_the_linear_programme_and_the_rounds_agree(game: FocusGame) -> None:
    exact = solve(game, method="lp")
    assert exact.exploitability < 1e-8
    for method in ("numpy", "numba"):
        found = solve(game, method=method, target=2e-8)
        assert found.method == method
        assert found.value(0) == pytest.approx(exact.value(0), abs=1e-7)


@pytest.mark.parametrize("game", SMALL)
def test_loops_and_arrays_come_to_the_same_numbers(game: FocusGame) -> None:
    slow, fast = (solve(game, method=method, target=0, most=25) for method in ("numpy", "numba"))
    assert slow.rounds == fast.rounds
    assert slow.bounds == pytest.approx(fast.bounds, abs=1e-11)


def test_exploitability_falls_and_is_what_a_best_answer_gains() -> None:
    game = duel(4, 3, hand=1)
    solutions = [solve(game, target=0, most=rounds) for rounds in (4, 40, 400)]
    losses = [solution.exploitability for solution in solutions]
    assert losses[0] > 20 * losses[1] > 400 * losses[2] > 0
    worst = solutions[0]
    best = [float(worst.network.best(n, worst.masses[1 - n]) @ worst.form.holdings[n].chances) for n in (0, 1)]
    played = float(worst.network.worth(0, worst.masses[1], worst.strategy) @ worst.form.holdings[0].chances)
    assert sum(best) / 2 == pytest.approx(worst.exploitability)
    assert best[0] >= played >= -best[1]


def test_chances_of_the_results_make_up_the_value() -> None:
    solution = solve(duel(4, 3, hand=2), target=1e-4)
    chances = solution.results(1)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["win"] - chances["lose"] == pytest.approx(solution.value(1), abs=2e-4)
    mine = solution.form.holdings[1].chances
    each = [solution.results_of(1, holding) for holding in solution.first_holdings(1)]
    assert sum(share * row["win"] for share, row in zip(mine, each, strict=True)) == pytest.approx(chances["win"])


# --- changes that have to help or not to matter ----------------------------------------------------------


def test_more_choices_never_hurt_and_more_duties_never_help() -> None:
    game = replace(duel(3, 4), first=0)
    base = solve(game, method="lp").value(0)
    freer: list[dict[str, Any]] = [{"hand": 1}, {"wins_ties": True}, {"hand": 2, "from_hand": 2}]
    bound: list[dict[str, Any]] = [{"most": 1}, {"must": 2}, {"no_strike": 2}, {"banned": frozenset({4})}]
    for changes in freer:
        assert solve(game.with_side(0, **changes), target=1e-6).value(0) > base + 1e-3
    for changes in bound:
        assert solve(game.with_side(0, **changes), target=1e-6).value(0) < base - 1e-3


def test_choosing_who_goes_first_is_worth_the_better_of_both() -> None:
    """A Duelist who knows his pool before he chooses does at least as well as by either rule."""
    game = duel(4, 4)
    first, second = (solve(replace(game, first=n), method="lp").value(0) for n in (0, 1))
    assert solve(replace(game, chooser=0), method="lp").value(0) >= max(first, second) - 1e-9


def test_a_short_deck_makes_a_smaller_pool_and_an_empty_one_none() -> None:
    two = FocusSide(2, faces({3: 1, 5: 1}))
    assert two.pool_size == 2
    assert {len(holding[1]) for holding in form(FocusGame((two, two))).groups[0].pages[0].holdings} == {2}
    empty = FocusSide(4, ())
    assert solve(FocusGame((empty, FocusSide(3, DECK))), method="lp").value(0) < 1
    assert solve(FocusGame((empty, FocusSide(3, ()))), method="lp").value(0) == pytest.approx(1)
