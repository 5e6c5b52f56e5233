"""The walk over random role-playing duels: everything that must always hold is checked at every question."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from iaijutsu.engine import Seeded, Session, loads
from iaijutsu.engine.plaindata import to_plain
from iaijutsu.rpg import GAME, Setup, state
from iaijutsu.rpg import setup as setup_files
from tests.conformance.walk import as_bytes, check_copies, check_question
from tests.rpg import setups


def step(session: Session[Any], rng: random.Random) -> None:
    """Answer every open question at random."""
    for seat, request in session.asked.items():
        session.submit(seat, setups.answer(request, rng, len(session.entries)))
    if not session.finished and rng.random() < 0.1:
        setups.ruling(session, rng)


def walk(setup: Setup, seed: int, *, rebuild: bool = False) -> Session[Any]:
    """Play a random duel and check at every question; `rebuild` makes the session anew from JSON after every answer."""
    rng = random.Random(seed)
    session: Session[Any] = Session(GAME, setup, Seeded(seed))
    while not session.finished:
        for request in session.asked.values():
            check_question(request)
        truth = as_bytes(session.referee.state)
        assert as_bytes(session.view("judge").state) == truth, "the fold of the judge's events is not the state"
        assert as_bytes(state.load(json.loads(truth), setup)) == truth, "JSON does not give the state again"
        step(session, rng)
        if rebuild:
            text = session.transcript().dumps()
            session = Session.load(GAME, loads(text), Seeded(seed))
            assert session.transcript().dumps() == text
    check_copies(GAME, session)
    return session


@pytest.mark.parametrize("seed", range(150))
def test_a_random_duel_keeps_every_promise(seed: int) -> None:
    walk(setups.setup(random.Random(seed)), seed)


@pytest.mark.parametrize("seed", range(20))
def test_a_duel_rebuilt_from_its_file_after_every_answer_goes_on(seed: int) -> None:
    walk(setups.setup(random.Random(5_000 + seed)), seed, rebuild=True)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(40))
def test_many_more_random_duels_keep_every_promise(hundred: int) -> None:
    for seed in range(200 + 100 * hundred, 300 + 100 * hundred):
        walk(setups.setup(random.Random(seed)), seed)


@pytest.mark.parametrize("seed", range(15))
def test_a_fork_at_any_point_goes_on_like_the_original(seed: int) -> None:
    rng = random.Random(seed)
    session: Session[Any] = Session(GAME, setups.setup(random.Random(9_000 + seed)), Seeded(seed))
    while not session.finished:
        fork = session.fork()
        for seat, request in session.asked.items():
            given = setups.answer(request, rng, len(session.entries))
            session.submit(seat, given)
            fork.submit(seat, given)
        assert as_bytes(fork.referee.state) == as_bytes(session.referee.state)


@pytest.mark.parametrize("seed", range(60))
def test_a_setup_is_read_back_from_its_json(seed: int) -> None:
    setup = setups.setup(random.Random(seed))
    text = json.dumps(setup.plain())
    again = setup_files.load(json.loads(text))
    assert again == setup
    assert json.dumps(again.plain()) == text


@pytest.mark.parametrize("seed", range(60))
def test_views_are_folds_and_hide_nothing_but_secrets(seed: int) -> None:
    """What a seat sees of the state differs from the truth in predictions alone (and in sheets that are secret)."""
    session = walk(setups.setup(random.Random(seed), secret_sheets=False), seed)
    for audience in (0, 1, "spectator"):
        seen, truth = to_plain(session.view(audience).state), to_plain(session.referee.state)
        for one in (*seen["duellists"], *truth["duellists"]):
            one["prediction"] = ""
            one["shown"] = []
        for check in (*seen["checks"], *truth["checks"]):
            check["traits"] = []
        assert seen == truth
