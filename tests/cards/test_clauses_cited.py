"""Every clause that can be seen is cited by an event, once all scripted duels have been told, and some random ones.

The scripted duels are those of the other tests here; they are told again, so that this test stands alone.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from iaijutsu.cards import GAME
from iaijutsu.engine import Seeded, Session
from iaijutsu.engine.clauses import clauses
from tests.cards import script, setups
from tests.conformance.walk import play

TOLD = (
    "test_clauses_challenge", "test_clauses_focusing", "test_clauses_resolving", "test_clauses_ending",
    "test_clauses_around", "test_clauses_within", "test_clauses_rulesets",
    "test_can_before", "test_can_focusing", "test_can_focused_cards",
    "test_can_results", "test_can_consequences", "test_scenarios",
)  # fmt: skip
RANDOM = 40

UNSEEN = {
    "cards.B.not-playable": "it says what may not be done with a card of a pool: that nobody is offered it",
    "cards.C.by-controller": "it says how texts are to be read, and is at work in whom an event names",
    "cards.I.for": "it says what a consequence is for: that stands in the field `cause` of what happens",
    "cards.I.none-by-default": "it says that nothing happens",
    "cards.stat.absent": "it says what does not happen: no bonus is given",
    "cards.timing.order": "it is the order of the events, not one of them",
    "cards.timing.occasion": "it says when there is an occasion; what comes of it has a clause of its own",
}
"""Clauses that no event follows, and why."""


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
    module = importlib.import_module(f"tests.cards.{name}")
    for test in [value for key, value in vars(module).items() if key.startswith("test_") and inspect.isfunction(value)]:
        for given in arguments(test):
            test(**given)


def random_duel(seed: int) -> set[str]:
    """The clauses that a random duel cites."""
    session = Session(GAME, setups.setup(random.Random(seed)), Seeded(seed))
    play(session, random.Random(seed))
    return {event.clause for event in session.events("judge")}


def cited() -> set[str]:
    """Every clause that some event cites."""
    script.STARTED.clear()
    for name in TOLD:
        tell(name)
    found = {clause for told in script.STARTED for clause in told.cited()}
    for seed in range(RANDOM):
        found |= random_duel(seed)
    return found - {""}


@pytest.fixture(scope="module")
def told() -> set[str]:
    """What was cited, all told."""
    return cited()


def test_every_clause_that_can_be_seen_is_cited(told: set[str]) -> None:
    assert sorted(set(clauses("cards")) - told - set(UNSEEN)) == []


def test_what_is_cited_is_a_clause(told: set[str]) -> None:
    assert sorted(told - set(clauses("cards"))) == []


def test_the_list_of_the_unseen_is_short_and_true(told: set[str]) -> None:
    assert sorted(told & set(UNSEEN)) == []
    assert all(reason for reason in UNSEEN.values())


def test_no_event_is_without_a_clause(told: set[str]) -> None:
    assert told
    bare = {event.kind for one in script.STARTED for event in one.session.events("judge") if not event.clause}
    assert bare <= {"ruled", "said"}, "what people say or rule follows no clause"
