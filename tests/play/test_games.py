"""What players can be called, at a terminal and in a browser alike."""

from __future__ import annotations

import pytest

from iaijutsu.play import games


@pytest.mark.parametrize("name", ["Aki", " Aki ", "x" * 40, "\N{CJK UNIFIED IDEOGRAPH-611B}", *games.players()])
def test_names_that_can_be(name: str) -> None:
    assert games.can_be_name(name)


@pytest.mark.parametrize(
    "name", ["", "  ", "x" * 41, "a\nb", "a\x00", "iaijutsu", " iaijutsu ", *sorted(games.BLANK), "Aki\u3164"]
)
def test_names_that_cannot_be(name: str) -> None:
    """Who signs for the program in the log, with spaces around it too, could be taken for it."""
    assert not games.can_be_name(name)
