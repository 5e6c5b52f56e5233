"""The walk over random role-playing duels."""

from __future__ import annotations

import random

import pytest

from iaijutsu.rpg import GAME
from tests.conformance import walk
from tests.rpg import setups


@pytest.mark.parametrize("seed", range(60))
def test_a_random_duel_keeps_every_promise(seed: int) -> None:
    walk.walk(GAME, setups.setup(random.Random(seed)), seed, choose=setups.lively)


@pytest.mark.parametrize("seed", range(12))
def test_a_duel_rebuilt_from_its_file_after_every_answer_goes_on(seed: int) -> None:
    walk.walk(GAME, setups.setup(random.Random(1000 + seed)), seed, rebuild=True, choose=setups.lively)


@pytest.mark.parametrize("seed", range(8))
def test_a_fork_at_any_point_goes_on_like_the_original(seed: int) -> None:
    walk.check_forks(GAME, setups.setup(random.Random(2000 + seed)), seed, setups.lively)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(20))
def test_many_more_random_duels_keep_every_promise(hundred: int) -> None:
    for seed in range(100 + 100 * hundred, 200 + 100 * hundred):
        test_a_random_duel_keeps_every_promise(seed)
