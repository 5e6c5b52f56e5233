"""Every clause that can be seen is cited by an event, once the scripted duels have been told again, and random ones."""

from __future__ import annotations

import importlib
import inspect
import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from iaijutsu.engine import Seeded, Session
from iaijutsu.engine.clauses import clauses
from iaijutsu.rpg import GAME
from tests.rpg import script, setups

TOLD = (
    "test_frame", "test_rounds", "test_checks", "test_blows", "test_actions", "test_harm", "test_items",
    "test_techniques", "test_scoring", "test_scenarios",
)  # fmt: skip
RANDOM = 40

UNSEEN = {
    "rpg.objective": "it says how an objective counts; that it is achieved follows the clause of its form",
    "rpg.turns.order": "the tie that it breaks is told; else it is the order of the events",
}
"""Clauses that no event needs to follow, and why."""


def arguments(test: Any) -> Iterator[dict[str, Any]]:
    """The arguments that a test is run with: one set for each combination of its parameters."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    sets = []
    for mark in marks:
        names = [name.strip() for name in mark.args[0].split(",")] if isinstance(mark.args[0], str) else mark.args[0]
        sets.append([dict(zip(names, row if len(names) > 1 else (row,), strict=True)) for row in mark.args[1]])
    for parts in itertools.product(*sets):
        yield {name: value for part in parts for name, value in part.items()}


def tell(name: str) -> None:
    """Run every test of a module once more."""
    module = importlib.import_module(f"tests.rpg.{name}")
    for test in [value for key, value in vars(module).items() if key.startswith("test_") and inspect.isfunction(value)]:
        for given in arguments(test):
            test(**given)


def random_duel(seed: int) -> set[str]:
    """The clauses that a random duel cites."""
    rng = random.Random(seed)
    session: Session[Any] = Session(GAME, setups.setup(rng), Seeded(seed))
    while not session.finished:
        for seat, request in session.asked.items():
            session.submit(seat, setups.answer(request, rng, len(session.entries)))
    return {event.clause for event in session.events("judge")}


@pytest.fixture(scope="module")
def told() -> set[str]:
    """What was cited, all told."""
    script.RUN.clear()
    for name in TOLD:
        tell(name)
    found = {event.clause for table in script.RUN for event in table.session.referee.events}
    for seed in range(RANDOM):
        found |= random_duel(seed)
    return found - {""}


def test_every_clause_that_can_be_seen_is_cited(told: set[str]) -> None:
    assert sorted(set(clauses("rpg")) - told - set(UNSEEN)) == []


def test_what_is_cited_is_a_clause(told: set[str]) -> None:
    assert sorted(told - set(clauses("rpg"))) == []


def test_no_event_is_without_a_clause(told: set[str]) -> None:
    assert told
    bare = {event.kind for table in script.RUN for event in table.session.referee.events if not event.clause}
    assert bare <= {"ruled", "said"}, "what people say or rule follows no clause"
