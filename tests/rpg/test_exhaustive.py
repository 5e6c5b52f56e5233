"""Everything that can happen in a role-playing duel happens, sooner or later."""

from __future__ import annotations

import pytest

from tests.rpg import exhaustive


def test_nearly_everything_happens_in_two_hundred_duels() -> None:
    _, left = exhaustive.run(200, 0)
    assert len(left) <= 25, sorted(left)
    assert not [point for point in left if point.startswith(("answer ", "act ", "way ", "result ", "form ", "cost "))]


@pytest.mark.long
def test_everything_happens() -> None:
    _, left = exhaustive.run(10_000, 5)
    assert left == set()


def test_what_can_happen_is_read_from_the_rules_themselves() -> None:
    found = exhaustive.wanted()
    for point in (
        "event dice-rolled", "question opportunity", "answer predict", "act run-again", "way inflame", "deed graze",
        "result swift-death", "scar deafness", "condition dying", "cost rage", "unique narrative", "form warriors",
        "ended finishing blow", "grade no contest",
    ):  # fmt: skip
        assert point in found
    assert len(found) > 300
