"""The card kernel is held to the rules engine, decision by decision, and to exact chances."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from iaijutsu.analysis import compiler, kernel_exact, kernel_run, streams
from iaijutsu.analysis.focus_game import Face, FocusGame, FocusSide, Instead, Left, faces
from iaijutsu.analysis.kernel_cards import CardKernel, alias
from iaijutsu.analysis.kernel_player import Follower
from iaijutsu.analysis.kernel_policies import WHOLE, Moment, Plan, Threshold, act, checked
from iaijutsu.cards import GAME
from iaijutsu.cards.events import Struck
from iaijutsu.cards.options import Focus
from iaijutsu.engine import BadInput, Scripted, Session
from iaijutsu.players.arena import play

from . import focus_tables

BOTH = ("numpy", "numba")
READY = BOTH if compiler.installed() else ("numpy",)
ACTIONS = {"pool": 1, "hand": 2}


def one_duel(kernel: CardKernel, seed: int, number: int, means: str) -> tuple[list[int], int, int]:
    """The trace, row and margin of one duel of the kernel."""
    trace = np.zeros((2, 20), np.int64)
    trace[0, 0] = number
    counts = kernel_run.counted(kernel, means, streams.stream_of(seed), number, 1, trace)
    row, column = np.argwhere(counts)[0]
    assert counts.sum() == 1
    return [int(n) for n in trace[1]], int(row), int(column) - kernel.tables.middle


def coins(seed: int, number: int) -> Any:
    """The coins of one duel, in order, made here without the kernel."""
    stream, step = streams.stream_of(seed), 0

    def coin() -> int:
        nonlocal step
        step += 1
        return streams.word(stream, number * 8 + 2 + (step - 1) // 4) >> 16 * ((step - 1) % 4) & 0xFFFF

    return coin


def by_the_rules(setting: focus_tables.Setting, drawn: list[tuple[str, ...]], coin: Any) -> Session[Any]:
    """The same duel, fought through the rules engine by players who follow the policies."""
    chance = Scripted(drawn)
    session = Session(GAME, setting.setup, chance)
    play(session, {seat: Follower(setting.policies[seat], coin=coin) for seat in (0, 1)})
    assert chance.used_up
    return session


def actions(session: Session[Any]) -> list[int]:
    """What was done at each opportunity, strikes without a choice included."""
    asked = [entry.answer for entry in session.entries if entry.purpose == "opportunity"]
    found = [ACTIONS[one.origin] if isinstance(one, Focus) else 0 for one in asked]
    struck = [event for event in session.referee.events if isinstance(event, Struck)]
    assert len(struck) == 1
    return found if found[-1:] == [0] else [*found, 0]


def compare(setting: focus_tables.Setting, kernel: CardKernel, seed: int, number: int) -> None:
    trace, row, margin = one_duel(kernel, seed, number, "numpy")
    assert all(one_duel(kernel, seed, number, means) == (trace, row, margin) for means in READY)
    holdings = kernel.holdings[0][trace[0]], kernel.holdings[1][trace[1]]
    drawn = focus_tables.draws(random.Random(seed), setting, holdings)
    session = by_the_rules(setting, drawn, coins(seed, number))
    assert actions(session) == trace[3 : 3 + trace[2]]
    first, second = session.referee.state.past[0].sides
    assert first.score - second.score == margin
    assert (first.result, second.result) == kernel.results(margin)
    place = kernel.place(row)
    assert place.focuses == (first.focuses, second.focuses)
    assert place.from_hand == ("hand" in first.origins, "hand" in second.origins)
    assert place.struck == session.referee.state.past[0].struck


def walk(seed: int, settings: int) -> None:
    rng = random.Random(seed)
    for number in range(settings):
        setting = focus_tables.setting(rng)
        kernel = CardKernel(setting.game, setting.policies)
        for duel in (0, rng.randrange(1 << 40), 5):
            compare(setting, kernel, number, duel)


def test_the_kernel_plays_the_duels_of_the_rules_engine() -> None:
    walk(4, 100)


@pytest.mark.long
def test_many_more_duels() -> None:
    walk(5, 3000)


def test_the_settings_reach_every_corner_of_the_kernel() -> None:
    rng, seen = random.Random(6), set[object]()
    for seed in range(120):
        setting = focus_tables.setting(rng)
        kernel = CardKernel(setting.game, setting.policies)
        trace, row, margin = one_duel(kernel, seed, 0, "numpy")
        seen |= {("actions", tuple(sorted(set(trace[3 : 3 + trace[2]])))), ("steps", trace[2])}
        seen |= {("first", kernel.first), ("results", kernel.results(margin)), ("chooser", setting.game.chooser)}
        seen |= {("hand", kernel.place(row).from_hand), ("near", 0 < abs(margin) <= setting.game.near)}
    assert {("first", 0), ("first", 1), ("chooser", 0), ("chooser", 1), ("chooser", None), ("near", True)} <= seen
    assert {("results", pair) for pair in (("win", "lose"), ("lose", "win"), ("lose", "lose"), ("win", "win"))} <= seen
    assert {("steps", n) for n in range(1, 8)} <= seen
    assert {("hand", pair) for pair in ((False, False), (True, False), (False, True), (True, True))} <= seen


# --- both means, exact chances ---------------------------------------------------------------------------


@pytest.mark.skipif(not compiler.installed(), reason="Numba is not here")
def test_numpy_and_numba_do_the_same_to_the_last_duel() -> None:
    rng = random.Random(7)
    for seed in range(25):
        setting = focus_tables.setting(rng)
        kernel = CardKernel(setting.game, setting.policies)
        traces = [np.zeros((3001, 20), np.int64) for _ in range(2)]
        for trace in traces:
            trace[0, 0] = 17
        stream = streams.stream_of(seed)
        found = [kernel_run.counted(kernel, means, stream, 17, 3000, traces[n]) for n, means in enumerate(BOTH)]
        assert np.array_equal(found[0], found[1])
        assert np.array_equal(traces[0], traces[1])


@pytest.mark.parametrize("seed", range(6))
def test_frequencies_are_the_exact_chances(seed: int) -> None:
    setting = focus_tables.setting(random.Random(100 + seed))
    kernel = CardKernel(setting.game, setting.policies)
    exact = kernel_exact.chances(kernel)
    assert exact.sum() == pytest.approx(1, abs=1e-12)
    run = kernel_run.run(kernel, seed, 400_000, backend="numpy")
    assert run.counts[exact == 0].sum() == 0
    expected = exact * run.duels
    large = expected > 20
    chi2 = ((run.counts - expected)[large] ** 2 / expected[large]).sum()
    freedom = large.sum() - 1
    assert chi2 < freedom + 5 * np.sqrt(2 * freedom) + 10


def test_the_exact_chances_of_a_duel_that_can_be_counted_by_hand() -> None:
    """One card each, 1 or 2, and a stat of 3: the first focuses, the second focuses, the first has to strike."""
    side = FocusSide(3, faces({1: 1, 2: 1}), pool=1)
    kernel = CardKernel(FocusGame((side, side)), (Threshold((9,)), Threshold((9,))))
    exact = kernel_exact.chances(kernel).sum(axis=0)
    middle = kernel.tables.middle
    assert [exact[middle + n] for n in (-1, 0, 1)] == [0.25, 0.5, 0.25]


def test_the_equilibrium_facts_of_a_stronger_challenged() -> None:
    """Who has the first opportunity and the strictly higher stat strikes at once, and wins."""
    deck = faces({0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2})
    kernel = CardKernel(FocusGame((FocusSide(3, deck), FocusSide(4, deck))), (Threshold(), Threshold()))
    exact = kernel_exact.chances(kernel)
    assert exact.sum(axis=0)[kernel.tables.middle - 1] == pytest.approx(1)


# --- what it leaves out ----------------------------------------------------------------------------------

DECK = faces({2: 20, 3: 20})
SIDE = FocusSide(3, DECK)
LEFT_OUT: dict[str, dict[str, Any]] = {
    "top": {"top": "seen"}, "least": {"least": 1}, "must": {"must": 1},
    "no_strike": {"no_strike": -1}, "banned": {"banned": frozenset({3})}, "insteads": {"insteads": (Instead("bow"),)},
    "cannot_lose": {"cannot_lose": True}, "silenced": {"silenced": True}, "ignore_highest": {"ignore_highest": True},
    "last_times": {"last_times": 2}, "Focus Effects": {"deck": faces({Face(3, text="x", title="Quick Hand"): 40})},
    "focused from hand": {"from_hand": 2, "hand": 3}, "pools of": {"pool": 6},
}  # fmt: skip


@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_the_kernel_leaves_out_is_refused_by_name(what: str) -> None:
    for sides in ((replace(SIDE, **LEFT_OUT[what]), SIDE), (SIDE, replace(SIDE, **LEFT_OUT[what]))):
        with pytest.raises(BadInput, match=what):
            CardKernel(FocusGame(sides), (Threshold(), Threshold()))


def test_a_table_with_more_on_it_and_a_duel_that_has_begun_are_refused() -> None:
    with pytest.raises(BadInput, match="Lake Reflections"):
        CardKernel(FocusGame((SIDE, SIDE), left=(Left("Lake Reflections"),)), (Threshold(), Threshold()))
    with pytest.raises(BadInput, match="begun already"):
        CardKernel(FocusGame((SIDE, SIDE), opening=((1, "pool"),)), (Threshold(), Threshold()))


def test_policies_that_are_none_are_refused() -> None:
    for chances in ((WHOLE, 1, 0), (-1, WHOLE, 1), (0, WHOLE // 2, 0), (0, 0, WHOLE)):
        with pytest.raises(BadInput, match="polic"):
            CardKernel(FocusGame((SIDE, SIDE)), (Plan(lambda moment, c=chances: c), Threshold()))  # type: ignore[misc]
    bad: list[dict[str, Any]] = [{"margins": ()}, {"hand": "left"}, {"waver": WHOLE + 1}]
    for made in bad:
        with pytest.raises(BadInput, match=next(iter(made))):
            Threshold(**made)


# --- small parts -----------------------------------------------------------------------------------------


def test_an_alias_table_has_the_weights_that_it_was_made_from() -> None:
    rng = random.Random(8)
    for _ in range(50):
        weights = [rng.choice((0, 1, 5, 10**12, 10**30)) for _ in range(rng.randint(1, 40))]
        weights[0] += 1
        bits, limits, others = alias(weights)
        whole = 1 << (64 - bits)
        found = [0.0] * (1 << bits)
        for n, (limit, other) in enumerate(zip(limits, others, strict=True)):
            found[n] += limit / whole / (1 << bits)
            found[other] += (whole - limit) / whole / (1 << bits)
        assert found[: len(weights)] == pytest.approx([weight / sum(weights) for weight in weights], abs=1e-15)
        assert sum(found[len(weights) :]) == pytest.approx(0, abs=1e-15)


def test_a_coin_decides_as_the_chances_say() -> None:
    found = [act((2, WHOLE - 5, 3), coin) for coin in range(WHOLE)]
    assert [found.count(action) for action in (0, 1, 2)] == [2, WHOLE - 5, 3]


def test_thresholds_read_like_sentences() -> None:
    moment = Moment(4, 3, (4, 2), 3, 0, 0, False, 1, False, False)
    assert Threshold((1,), guess=0).chances(moment)[0] == WHOLE, "ahead by one: strike"
    assert Threshold((1,), guess=4).chances(moment)[1] == WHOLE, "one card counted as two: no longer ahead"
    assert Threshold((9,), hand="first").chances(moment)[2] == WHOLE
    assert Threshold((9,), hand="best", highest_first=False).chances(moment)[2] == WHOLE, "3 in hand beats the lowest"
    assert Threshold((9,), floor=5).chances(moment)[0] == WHOLE, "nothing worth focusing"
    assert Threshold((9,), waver=100).chances(moment) == (100, WHOLE - 100, 0)
    assert checked((0, WHOLE, 0), moment) == (0, WHOLE, 0)
