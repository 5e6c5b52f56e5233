"""TOML of strangers: read as it is, or refused soon and in words."""

from __future__ import annotations

from contextlib import suppress

import pytest

from iaijutsu.cards.catalogue import cards_of
from iaijutsu.cards.decks import deck_of
from iaijutsu.engine import BadInput
from iaijutsu.engine.toml import MOST_PARTS, check_keys, read_toml
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
    "a" + " . 'a.b'" * 20_000 + " = 1",
    """x = ['a', "b.\\"c", {a""" + "\t.a" * 60_000 + " = 1}]",
]


@pytest.mark.parametrize(
    "text", LONG, ids=["key", "table", "in lines that are none", "after others", "quoted", "within"]
)
@pytest.mark.parametrize("reader", [read_toml, cards_of, strict_toml, lambda text, where: deck_of(text, where, {})])
def test_a_key_of_thousands_of_parts_is_refused_soon(text: str, reader: object) -> None:
    """The parser takes the square of their number, and more."""
    with no_explosion(), pytest.raises(BadInput, match=f"line 1: a key of more than {MOST_PARTS} parts"):
        reader(text, "x")  # type: ignore[operator]


@pytest.mark.parametrize(
    "text",
    [
        f"a = '{'He struck. She did not... ' * 100}'",
        f'a = "{"One. " * 100}"',
        f"a = [{'1.5, ' * 100}]  # {'. ' * 100}",
        ".".join("a" * MOST_PARTS) + " = 1",
    ],
    ids=["a tale", "sentences of a word", "numbers", "as many parts as may be"],
)
def test_dots_that_part_no_key_are_no_matter(text: str) -> None:
    assert "a" in read_toml(text, "x")


@pytest.mark.parametrize(
    "text", ["a" * 10**6, '"\\' * 500_000, "a " * 500_000, "a\t" * 500_000, "'" * 10**6, "a .b" + " " * 10**6]
)
def test_keys_are_looked_for_in_one_go(text: str) -> None:
    with no_explosion(), suppress(BadInput):
        check_keys(text * (10**6 // len(text)) + "." * 50, "x")


def test_a_long_text_of_short_lines_is_no_matter() -> None:
    assert len(read_toml("\n".join(f"a{n}.b.c = 1.5" for n in range(1000)), "x")) == 1000
