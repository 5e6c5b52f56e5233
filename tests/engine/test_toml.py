"""TOML of strangers: read as it is, or refused soon and in words."""

from __future__ import annotations

import pytest

from iaijutsu.cards.catalogue import cards_of
from iaijutsu.cards.decks import deck_of
from iaijutsu.engine import BadInput
from iaijutsu.engine.toml import MOST_DOTS, read_toml
from iaijutsu.rpg.reading import strict_toml

from ..work import no_explosion


def test_a_text_is_read() -> None:
    assert read_toml('a.b = 1\n[c]\nd = "e. f."\n', "x") == {"a": {"b": 1}, "c": {"d": "e. f."}}


@pytest.mark.parametrize("text", ["= =", "a = 1\na = 2", "a = " + "[" * 5000, "a = " + "9" * 5000])
def test_what_is_no_toml_is_said(text: str) -> None:
    with pytest.raises(BadInput, match="x: this is not TOML: "):
        read_toml(text, "x")


LONG = [
    "a" + ".a" * 90_000 + " = 1",
    "[a" + ".a" * 90_000 + "]",
    '"\u2028"' + '."\u2028"' * 40_000 + " = 1",
    "x = 1\r" + "a.a\x0b" * 40 + ".a" * 90_000 + " = 1",
]


@pytest.mark.parametrize("text", LONG, ids=["key", "table", "in lines that are none", "after others"])
@pytest.mark.parametrize("reader", [read_toml, cards_of, strict_toml, lambda text, where: deck_of(text, where, {})])
def test_a_key_of_thousands_of_parts_is_refused_soon(text: str, reader: object) -> None:
    """The parser takes the square of their number, and more."""
    with no_explosion(), pytest.raises(BadInput, match=f"line 1: more than {MOST_DOTS} dots in one line"):
        reader(text, "x")  # type: ignore[operator]


def test_a_long_text_of_short_lines_is_no_matter() -> None:
    assert len(read_toml("\n".join(f"a{n}.b.c = 1.5" for n in range(1000)), "x")) == 1000
