"""A check and a goal as they are told: pools, dice in letters, the utility's table, and what is refused in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iaijutsu.analysis.dice_check import FACE_OF, FACES, STANCES, Check, full_name, name, pool, read_any, read_dice
from iaijutsu.analysis.dice_goal import BONUS, SUCCESS, TIE, Goal, Weights, box, met, outcome, worth
from iaijutsu.analysis.dice_odds import Best, odds
from iaijutsu.engine import BadInput
from iaijutsu.rpg.dice import EXPLOSIVE, SYMBOLS, is_skill, tally


def test_faces_are_those_of_the_dice() -> None:
    assert sum(face.on_ring for face in FACES) == 5
    assert sum(face.on_skill for face in FACES) == 10
    for die, face in enumerate(FACE_OF):
        if face < 0:
            assert SYMBOLS[die] == ""
            continue
        shown = FACES[face]
        assert tuple(tally([die])) == (shown.successes, shown.opportunity, shown.strife)
        assert (shown.ring, shown.skill) == (
            EXPLOSIVE[die] and not is_skill(die),
            EXPLOSIVE[die] and is_skill(die),
        )


@pytest.mark.parametrize(
    ("text", "wanted"), [("3r2s", (3, 2)), ("3R2K", (3, 2)), ("3r", (3, 0)), (" 2r 4s ", (2, 4)), ("1r0s", (1, 0))]
)
def test_pools_are_told_in_short(text: str, wanted: tuple[int, int]) -> None:
    assert pool(text) == wanted


@pytest.mark.parametrize("text", ["", "3", "r2s", "3r2", "3d6", "3r2s1", "-1r", "3r2s tn 2", "³r2s"])
def test_a_pool_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="ring and skill dice are told as 3r2s"):
        pool(text)


def test_types_of_dice_follow_from_faces_and_numbers() -> None:
    dice = read_dice("ST,O,E,-,SO", 3, 2)
    assert [full_name(die) for die in dice] == ["r:ST", "r:O", "s:E", "r:-", "s:SO"]
    assert [full_name(die) for die in read_dice("s:ET,S,es,r:et", 2, 2)] == ["s:ET", "r:S", "s:E", "r:ET"]
    assert [full_name(die) for die in read_dice("ot,ET", 1, 1)] == ["r:OT", "s:ET"]
    assert [full_name(die) for die in read_dice("ET,ET", 1, 1)] == ["r:ET", "s:ET"]
    assert [name(die) for die in read_dice("E, SO")] == ["E", "SO"]
    assert read_any("") == read_dice("") == ()


@pytest.mark.parametrize(
    ("text", "pool", "message"),
    [
        ("ET,S,O,-,-", (3, 2), "'ET' can be on a ring or a skill die: say r:ET or s:ET"),
        ("S,S", (3, 2), "2 dice told; the pool has 3 ring and 2 skill dice"),
        ("E,SO,E", (1, 2), "0 of them can be ring dice, but the pool has 1"),
        ("OT,OT", (1, 1), "2 of them can be ring dice, but the pool has 1"),
        ("X", (1, 0), "'X' is no face; known are -, S, ST"),
        ("SOT", (1, 0), "'SOT' is no face"),
        ("q:S", (1, 0), "'q:S' is no face"),
        ("r:SO", (1, 0), "'r:SO' is no face"),
        ("S,,S", (2, 1), "'' is no face"),
    ],
)
def test_dice_that_cannot_lie_there_are_refused(text: str, pool: tuple[int, int], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_dice(text, *pool)
    assert message in str(refused.value)


def test_where_dice_are_rolled_again_every_type_matters() -> None:
    assert read_dice("S,-", 1, 1) == (4, 6)
    with pytest.raises(BadInput, match="'S' can be on a ring or a skill die"):
        read_dice("S,-", 1, 1, exact=True)
    with pytest.raises(BadInput, match="'ET' can be on a ring or a skill die"):
        read_any("ET")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"ring": 0}, "ring: 0 found; allowed are whole numbers from 1 to 6"),
        ({"ring": True}, "ring: True found"),
        ({"skill": 7}, "skill: 7 found; allowed are whole numbers from 0 to 6"),
        ({"tn": 0}, "tn: 0 found; allowed are whole numbers from 1"),
        ({"tn": 2.5}, "tn: 2.5 found"),
        ({"skilled": 2, "unskilled": 1}, "assistance: 3 assistants; up to 2 are counted"),
        ({"stance": "wind"}, "stance: 'wind' found; known are air, earth, fire, water, void"),
        ({"reroll": 2, "forced": 2}, "rerolls: a distinction and an adversity cancel each other"),
        ({"reserved": (0,)}, "reserved dice: 1 die; Center reserves skill dice"),
        ({"reserved": (17, 17, 17)}, "reserved dice: 3 dice; Center reserves skill dice, no more than the ranks (2)"),
        ({"reserved": (18,)}, "reserved: 18 is no die"),
        ({"set_aside": (0, 0, 0, 0)}, "dice set aside: more of a type than the pool has"),
        ({"negate": -1}, "negate: -1 found"),
        ({"composure": 99}, "composure: 99 found; allowed are whole numbers from 0 to 40"),
        ({"composure": 3, "strife": 4}, "compromised: strife 4 against composure 3, but not said to be"),
        (
            {"composure": 3, "strife": 3, "compromised": True},
            "compromised: strife 3 against composure 3, but said to be",
        ),
    ],
)
def test_a_check_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        Check(**{"ring": 3, "skill": 2, **wrong})
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"opportunity": -1}, "opportunity: -1 found"),
        ({"most_strife": 99}, "most-strife: 99 found"),
        ({"whole": 0.0}, "the goal: nothing counts"),
    ],
)
def test_a_goal_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        Goal(**wrong)
    assert message in str(refused.value)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e7, "1"])
def test_a_weight_is_a_number_of_this_world(number: Any) -> None:
    with pytest.raises(BadInput, match="weights: bonus"):
        Weights(bonus=number)


def test_a_goal_may_need_what_the_check_does_not_tell() -> None:
    with pytest.raises(BadInput, match="needs the composure"):
        odds(Check(3), Goal(composed=True))
    with pytest.raises(BadInput, match="needs the composure"):
        odds(Check(3), Goal(weights=Weights(composed=1.0)))
    with pytest.raises(BadInput, match="who is Compromised cannot stay composed"):
        odds(Check(3, strife=3, composure=2, compromised=True), Goal(composed=True))


def test_an_outcome_by_stance() -> None:
    plain, fire, void = (Check(3, 0, 2, stance=stance, composure=4, strife=3) for stance in STANCES[3:0:-1])
    assert [one.stance for one in (plain, fire, void)] == ["fire", "earth", "air"]
    flame = outcome(replace(plain, stance="fire"), 3, 1, 2)
    assert (flame.success, flame.bonus, flame.strife, flame.composed) == (True, 3, 2, False)
    assert outcome(replace(plain, stance="fire"), 1, 1, 2).bonus == 0
    still = outcome(replace(plain, stance="void"), 3, 1, 2)
    assert (still.bonus, still.strife, still.composed) == (1, 0, True)
    assert outcome(replace(plain, anxiety=True, strife=1), 3, 1, 0).composed
    assert not outcome(replace(plain, anxiety=True, strife=1), 3, 1, 1).composed


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 4),
    st.sampled_from(STANCES),
    st.integers(0, 2),
    st.integers(0, 2),
    st.one_of(st.none(), st.integers(0, 3)),
    st.integers(0, 2),
    st.booleans(),
    st.sampled_from([0.0, 0.5, -0.5]),
    st.sampled_from([0.0, 1.0, -0.25]),
)
def test_the_table_of_a_utility_is_right_beyond_its_edges_too(  # noqa: PLR0917
    tn: int,
    stance: Any,
    bonus: int,
    opportunity: int,
    strife: int | None,
    negate: int,
    composed: bool,
    w: float,
    v: float,
) -> None:
    check = Check(2, 1, tn, stance=stance, negate=negate, strife=2, composure=4)
    goal = Goal(True, bonus, opportunity, strife, composed, 1.0, Weights(v, w, v, w, v))
    table = box(goal, check, ties=False)
    caps = np.array(table.shape) - 1
    for shown in np.ndindex(8, 5, 12):
        if shown[2] > check.keep + shown[0]:
            continue  # more strife than dice
        best = max(
            float(worth(goal, check, outcome(check, shown[0], shown[1], shown[2] - count)))
            for count in range(min(negate, shown[2]) + 1)
        )
        inside = np.minimum(shown, caps)
        over = np.array(shown) - inside
        slopes = (table.more_success, table.more_opportunity, table.more_strife[inside[0]])
        assert table.table[tuple(inside)] + float(np.dot(over, slopes)) == pytest.approx(best, abs=1e-9)


def test_what_only_breaks_ties_counts_next_to_nothing() -> None:
    check = Check(3, 3, 3)
    with_ties, without = (Best(check, choices=choices).worth for choices in (True, False))
    assert 0 < with_ties - without < 20 * TIE


def test_conditions_are_met_at_once() -> None:
    check = Check(3, 0, 2, composure=5, strife=4)
    goal = Goal(bonus=1, opportunity=2, most_strife=1, composed=True)
    assert met(goal, outcome(check, 3, 2, 1))
    for shown in ((2, 2, 1), (3, 1, 1), (3, 2, 2)):
        assert not met(goal, outcome(check, *shown))
    assert met(Goal(success=False), outcome(check, 0, 0, 9))
    assert (SUCCESS.chance, BONUS.chance, goal.conditions) == (True, False, 5)
