"""The walk over random card duels, and what follows from it for copies, counts and the whole vocabulary."""

from __future__ import annotations

import random
from math import factorial, perm

import pytest

from iaijutsu.cards import GAME, InPlay, Player, Setup
from iaijutsu.engine import Session
from iaijutsu.engine.lines import count_lines, every_line
from tests.cards import setups
from tests.conformance import walk


@pytest.mark.parametrize("seed", range(120))
def test_a_random_duel_keeps_every_promise(seed: int) -> None:
    rng = random.Random(seed)
    walk.walk(GAME, setups.setup(rng, windows=rng.choice(("open", "closed"))), seed)


@pytest.mark.parametrize("seed", range(40))
def test_a_duel_rebuilt_from_its_file_after_every_answer_goes_on(seed: int) -> None:
    walk.walk(GAME, setups.setup(random.Random(1000 + seed)), seed, rebuild=True)


@pytest.mark.parametrize("seed", range(20))
def test_a_fork_at_any_point_goes_on_like_the_original(seed: int) -> None:
    walk.check_forks(GAME, setups.setup(random.Random(2000 + seed)), seed)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(40))
def test_many_more_random_duels_keep_every_promise(hundred: int) -> None:
    for seed in range(200 + 100 * hundred, 300 + 100 * hundred):
        test_a_random_duel_keeps_every_promise(seed)


PLAIN = {"key": "blank-slate", "title": "Blank Slate", "type": "strategy", "focus": 2}


def tiny(first: int, second: int) -> Setup:
    """Two players with so many different cards without any effect, and no hands."""
    cards = tuple({**PLAIN, "key": f"blank-{n}", "title": f"Blank {n}", "focus": n % 5} for n in range(first + second))
    keys = [str(row["key"]) for row in cards]
    people = (InPlay("nobody", force=2, chi=3),)
    players = (
        Player("A", tuple((key, 1) for key in keys[:first]), people),
        Player("B", tuple((key, 1) for key in keys[first:]), people),
    )
    person = {"key": "nobody", "title": "Nobody", "type": "personality", "force": 2, "chi": 3}
    return Setup(players, "plain-challenge", cards=(*cards, person), windows="open")


def lines_of(mover: int, other: int) -> int:
    """Lines of a focusing round in which the mover has so many pool cards left, with the ways to return the pools."""
    returned = factorial(mover) * factorial(other)
    return returned + (mover * lines_of(other, mover - 1) if mover else 0)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 1)])
def test_the_number_of_all_lines_of_a_tiny_duel_is_that_of_the_formula(first: int, second: int) -> None:
    draws = perm(first, min(3, first)) * perm(second, min(3, second))
    session = Session(GAME, tiny(first, second))
    assert count_lines(session) == draws * lines_of(min(3, second), min(3, first))


def test_the_chances_of_all_lines_add_up_to_one_when_players_only_strike() -> None:
    session = Session(GAME, tiny(2, 2))
    last = lambda request: None if request.kind in ("draw", "roll") else list(request.options())[-1]  # noqa: E731
    assert sum(weight for weight, _ in every_line(session, last)) == 1
