"""Pools and totals against counting by hand, plans in words, pictures, stakes, and what a cold process does."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.dom.minidom import parseString

import numpy as np
import pytest

from iaijutsu.analysis import cfr_loops
from iaijutsu.analysis.card_odds import changes, deck_odds, replaced, side_of
from iaijutsu.analysis.card_report import deck_lines, deck_picture, solution_lines, solution_picture
from iaijutsu.analysis.cfr import Network, Rounds
from iaijutsu.analysis.chances import best_draws, draws
from iaijutsu.analysis.counted import counted, gain
from iaijutsu.analysis.focus_game import Face, FocusGame, FocusSide, Instead, Left, Tally, Worth, faces, size
from iaijutsu.analysis.outset import played, solve_any
from iaijutsu.analysis.panels import Panel, Picture, Series, bar, lines, save, svg
from iaijutsu.analysis.plan import plan, plan_lines, rules
from iaijutsu.analysis.public_tree import form
from iaijutsu.analysis.solve import solve, warm
from iaijutsu.analysis.stakes import stakes
from iaijutsu.engine import BadInput
from iaijutsu.players import pairings

SPREAD = {0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2}
DECK = faces(SPREAD)


def duel(challenger: int = 4, challenged: int = 3, hand: int = 0) -> FocusGame:
    return FocusGame((FocusSide(challenger, DECK, hand=hand), FocusSide(challenged, DECK, hand=hand)))


# --- chances ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_draws_are_what_counting_all_hands_says(seed: int) -> None:
    rng = random.Random(seed)
    counts = tuple(rng.randint(0, 3) for _ in range(4))
    number = rng.randint(0, min(4, sum(counts)))
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    hands = [tuple(sorted(hand, reverse=True)) for hand in itertools.combinations(cards, number)]
    every = Counter(hands)
    assert dict(draws(counts, number)) == pytest.approx({hand: n / len(hands) for hand, n in every.items()})
    best = rng.randint(0, 3)
    top = Counter(hand[:best] for hand in hands)
    assert dict(best_draws(counts, number, best)) == pytest.approx({hand: n / len(hands) for hand, n in top.items()})


def test_the_totals_of_a_deck_are_what_counting_all_deals_says() -> None:
    cards = [0, 1, 1, 2, 3, 3, 5]
    side = side_of(Counter(cards), hand=2)
    found = deck_odds(side)
    whole: Counter[tuple[int, int]] = Counter()
    deals = 0
    for pool in itertools.combinations(range(7), 3):
        rest = [n for n in range(7) if n not in pool]
        for hand in itertools.combinations(rest, 2):
            deals += 1
            row = sorted([*(cards[n] for n in pool), max(cards[n] for n in hand)], reverse=True)
            for k in range(1, 5):
                whole[k, sum(row[:k])] += 1
    for k, totals in found.totals.items():
        assert totals == pytest.approx({total: n / deals for (j, total), n in whole.items() if j == k})
    assert found.reach(3, 8) == pytest.approx(
        sum(n for (k, total), n in whole.items() if k == 3 and total >= 8) / deals
    )
    assert sum(chance for _, chance in found.pools) == pytest.approx(1)
    assert found.average == pytest.approx(sum(cards) / 7)


def test_a_deck_that_gives_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="no Fate card"):
        deck_odds(FocusSide(3, ()))
    with pytest.raises(BadInput, match="say how many cards are drawn"):
        deck_odds(FocusSide(3, DECK, pool=0, top="unseen"))


def test_a_better_card_makes_a_better_deck() -> None:
    base, found = changes(duel(), 1)
    assert base.value(1) == pytest.approx(-0.18674, abs=5e-5)
    gains = {(change.old, change.new): change.gain for change in found}
    assert all(gain > change for (old, new), gain in gains.items() for change in [0.0] if new > old)
    assert gains[0, 5] > gains[0, 4] > gains[0, 3]
    deck = replaced(DECK, 0, 5)
    assert size(deck) == 40
    exact = solve(duel().with_side(1, deck=deck), method="lp").value(1) - solve(duel(), method="lp").value(1)
    change = next(change for change in found if (change.old, change.new) == (0, 5))
    assert abs(change.gain - exact) <= change.doubt


# --- plans in words --------------------------------------------------------------------------------------


def test_a_plan_reads_as_people_speak() -> None:
    solution = solve(duel(), target=1e-6)
    assert plan_lines(solution, 1, (0, (4, 3, 2), ())) == [
        "With a pool of 4, 3 and 2:",
        "  first: focus the 4",
        "    if the other focuses from the pool: focus the 3",
        "      if the other focuses from the pool: focus the 2",
        "        if the other focuses from the pool: strike",
    ]
    told = "\n".join(solution_lines(solution, 1))
    assert "you have focused once, the other once" in told
    assert "strike if the best card you have left is 1 or less" in told


def test_what_makes_no_difference_is_told_once() -> None:
    """Who may focus once only has to strike then, whether the other has focused from pool or hand."""
    solution = solve(FocusGame((FocusSide(4, DECK, hand=2), FocusSide(3, DECK, most=1))), target=1e-6)
    told = plan_lines(solution, 1, (0, (4, 3, 2), ()))
    assert told[1:] == ["  first: focus the 4", "    whatever the other does but strike: strike"]


def test_plans_with_texts_tops_and_things_done_instead() -> None:
    text = '[{"do": [{"amount": 2, "do": "fv", "op": "add", "which": "lowest"}], "when": "effect"}]'
    deck = faces({Face(2, text=text, title="Breath"): 2, Face(4): 2})
    side = FocusSide(3, deck, pool=2)
    solution = solve(FocusGame((side, replace(side, insteads=(Instead("the stance", own=2),)))), method="lp")
    told = [line for holding in solution.first_holdings(1) for line in plan_lines(solution, 1, holding)]
    assert any("2 (Breath)" in line for line in told)
    assert any("use the stance" in line for line in told)
    drawing = FocusSide(4, DECK, pool=0, hand=1, from_hand=-1, top="seen", most=2)
    seen = solve(FocusGame((drawing, drawing)), target=1e-3)
    told = [line for holding in seen.first_holdings(1)[::9] for line in plan_lines(seen, 1, holding)]
    assert any("on top of the deck" in line for line in told)
    assert any("focus the top of the deck" in line for line in told)


def test_rules_of_thumb_are_right_as_often_as_they_say() -> None:
    solution = solve(duel(), target=1e-6)
    rule = rules(solution, 1)[1]
    assert (rule.by, rule.least) == ("left", 1)
    right = whole = 0.0
    path = ("pool", "pool")
    group, row = solution.place(path)
    for n, holding in enumerate(group.pages[1].holdings):
        weight = float(solution.reach(1)[solution.form.groups.index(group)][row, n])
        strikes = next(choice.chance for choice in solution.choices(path, holding) if choice.label == "strike")
        says = max((*holding[1], *holding[2]), default=-1) <= 1
        right += weight * (strikes if says else 1 - strikes)
        whole += weight
    assert rule.right == pytest.approx(right / whole)


def test_every_step_of_a_plan_is_as_likely_as_it_says() -> None:
    solution = solve(duel(hand=1), target=1e-5)
    for holding in solution.first_holdings(1)[::40]:
        (first,) = plan(solution, 1, holding)
        assert first.chance == pytest.approx(1)
        for step in first.following:
            assert 0 < step.chance <= 1


# --- pictures --------------------------------------------------------------------------------------------


def test_a_picture_says_in_words_all_that_it_shows() -> None:
    picture = solution_picture(solve(duel(), target=1e-4), 1)
    drawn = parseString(svg(picture))
    words = drawn.getElementsByTagName("desc")[0].firstChild.data  # type: ignore[union-attr]
    for panel in picture.panels:
        assert panel.title in words
        for series in panel.series:
            for label, share in zip(panel.labels, series.shares, strict=True):
                assert f"{label}: {share:.1%}" in words
    fills = {rect.getAttribute("fill") for rect in drawn.getElementsByTagName("rect")}
    assert fills <= {"#000", "#fff", "#aaa"}
    for word in ("chance (%)", "challenger", "challenged"):
        assert f">{word}</text>" in svg(picture)


def test_pictures_in_files(tmp_path: Path) -> None:
    picture = deck_picture("A & B", deck_odds(FocusSide(3, DECK)))
    for ending in ("svg", "png"):
        save(picture, tmp_path / f"a.{ending}")
        assert (tmp_path / f"a.{ending}").stat().st_size > 2000
    assert "A &amp; B" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match=r"\.svg or \.png"):
        save(picture, tmp_path / "a.bmp")


def test_bars_at_the_terminal() -> None:
    panel = Panel("how it ends", "result", ("win", "lose"), (Series("one", (0.75, 0.25)),))
    assert lines(panel, width=8) == ["how it ends (result)", "   win  75.0% ████████", "  lose  25.0% ██▋"]
    assert lines(panel, width=8, blocks=False)[1:] == ["   win  75.0% ########", "  lose  25.0% ###"]
    assert bar(2.5, blocks=True) == "██▌"
    assert "win: 75.0%, lose: 25.0%" in Picture("t", "s", (panel,)).words()


def test_a_deck_in_lines() -> None:
    told = deck_lines("Mine", deck_odds(FocusSide(3, DECK)), (9,))
    assert told[0].startswith("Mine: 40 Fate cards; focus values 2 of 0, 5 of 1")
    assert any("9 or more" in line for line in told)


# --- stakes and bounds -----------------------------------------------------------------------------------


def test_worths_are_scaled_to_what_is_at_stake() -> None:
    game = replace(duel(), worth=(Worth(10, 0, 4), Worth(2, 0, 1.2)))
    found = stakes(game, [("win", "lose"), ("lose", "win"), ("tie", "tie")])
    assert found.worth == pytest.approx({("win", "lose"): 1, ("lose", "win"): -1, ("tie", "tie"): -0.2})
    assert found.points(0, -0.2) == pytest.approx(4)
    assert found.points(1, -0.2) == pytest.approx(1.2)
    with pytest.raises(BadInput, match="a tie that counts t"):
        stakes(replace(game, worth=(Worth(), Worth(tie=0.5))), [("win", "lose"), ("lose", "win"), ("tie", "tie")])
    with pytest.raises(BadInput, match="needed is a win that counts more"):
        stakes(replace(game, worth=(Worth(1, 1), Worth())), [("win", "lose")])


def test_what_both_can_make_sure_of_does_not_exceed_what_there_is() -> None:
    game = replace(duel(3, 3), worth=(Worth(tie=-1), Worth(tie=-1)))
    safe = [solve(replace(game, guarantee=side), target=1e-5).value(side) for side in (0, 1)]
    assert safe[0] + safe[1] < -0.05
    assert all(-1 <= value <= 1 for value in safe)


@pytest.mark.parametrize(
    ("left", "holds"),
    [((0, 0), (True, False)), ((1,), (False, True)), ((0, 1), (False, False)), ((None,), (False, False))],
)
def test_a_bound_holds_where_all_that_is_left_out_is_one_sides_choice(
    left: tuple[int, ...], holds: tuple[bool, bool]
) -> None:
    game = replace(duel(), left=tuple(Left(f"thing {n}", side) for n, side in enumerate(left)))
    solution = solve(game)
    assert solution.holds_for() == holds
    told = "\n".join(solution_lines(solution, 0))
    assert ("is worth at least" in told) == any(holds)


def test_a_tally_is_what_the_stat_would_be() -> None:
    """One point for each own focus is a card value of one more."""
    raised = faces({value + 1: count for value, count in SPREAD.items()})
    tally = Tally("the drum", "own", "focuses", "own", tuple(range(9)))
    one = solve(duel().with_side(1, tallies=(tally,)), method="lp").value(1)
    assert one == pytest.approx(solve(duel().with_side(1, deck=raised), method="lp").value(1), abs=1e-9)


# --- games that are too large ----------------------------------------------------------------------------


def test_texts_are_counted_where_a_game_is_too_large() -> None:
    assert gain('[{"do": [{"amount": 2, "do": "fv", "op": "add", "which": "this"}], "when": "effect"}]', 2, 0) == 2
    assert gain('[{"do": [{"do": "outcome", "result": "win"}], "when": "effect"}]', 0, 0) == 4
    words = '[{"do": [{"amount": %d, "do": "fv", "op": "set", "which": "lowest"}], "when": "effect"}]'
    many = {Face(n % 5, text=words % (n % 3),
                 title=f"Card {n}"): 2 for n in range(20)}  # fmt: skip
    game = FocusGame((FocusSide(3, faces(many), hand=5), FocusSide(3, DECK)))
    solution = solve_any(game)
    assert {left.rough for left in solution.left} == {True}
    assert len(solution.left) >= 5
    assert counted(duel()) is not None
    assert counted(duel()).left == ()


def test_estimates_by_the_rules_add_up() -> None:
    found = played(pairings()[3].setup(), 4, budget=4)
    assert found.duels == 4
    assert sum(share.value for share in found.shares.values()) == pytest.approx(1)


# --- compiled and not ------------------------------------------------------------------------------------


def test_the_loops_do_the_same_uncompiled() -> None:
    """What Numba compiles is plain Python too: on a small game both give the same bounds."""
    small = FocusSide(3, faces({1: 2, 2: 2, 4: 1}), pool=2, hand=1)
    made = form(FocusGame((replace(small, stat=4), small)))
    rounds = Rounds(Network(made)).until(0.0, 12)
    loops = cfr_loops.Loops(made)
    function = getattr(cfr_loops.solve, "py_func", cfr_loops.solve)
    plan_ = loops.plan
    arrays = (
        loops.regret,
        loops.current,
        loops.taken,
        loops.flat,
        loops.value,
        loops.reach,
        loops.mass,
        loops.other_mass,
    )
    head = plan_.place, plan_.group, plan_.ending, plan_.numbering, plan_.numbers, plan_.chances
    uncompiled = cfr_loops.Loops(made).until(0.0, 12)
    with np.errstate(divide="ignore", invalid="ignore"):
        done, first, second = (
            function(*head, *arrays, loops.scratch, 0, 12, 0.0) if function is cfr_loops.solve else (12, *uncompiled)
        )
    assert done == 12
    assert (first, second) == pytest.approx(rounds, abs=1e-12)
    assert uncompiled == pytest.approx(rounds, abs=1e-12)


def test_a_cold_process_answers_without_a_compiler(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from iaijutsu.analysis.focus_game import FocusGame, FocusSide, faces\n"
        "from iaijutsu.analysis.solve import solve\n"
        "side = FocusSide(3, faces({1: 10, 2: 10, 3: 10, 4: 10}))\n"
        "print(solve(FocusGame((side, side))).method, 'numba' in sys.modules)\n"
    )
    env = {"NUMBA_CACHE_DIR": str(tmp_path), "PATH": "", "PYTHONPATH": str(Path(cfr_loops.__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["numpy", "False"]


def test_warming_leaves_compiled_loops_behind() -> None:
    if not cfr_loops.COMPILED:
        pytest.skip("Numba is not installed")
    assert warm() >= 0
    assert cfr_loops.ready()
    assert solve(duel(), target=1e-3).method == "numba"
