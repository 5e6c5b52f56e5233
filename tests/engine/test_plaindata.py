"""State to JSON and back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iaijutsu.engine.plaindata import from_plain, to_plain


@dataclass(slots=True)
class Part:
    name: str
    worth: int | None = None


@dataclass(slots=True)
class Whole:
    number: int
    word: str
    yes: bool
    none: int | None
    parts: list[Part]
    pair: tuple[int, str]
    many: tuple[Part, ...]
    words: set[str]
    frozen: frozenset[int]
    by_number: dict[int, Part]
    by_word: dict[str, list[int]]
    one: Part | None
    anything: dict[str, Any] = field(default_factory=dict)


PARTS = st.builds(Part, st.text(max_size=4), st.none() | st.integers())
WHOLES = st.builds(
    Whole,
    number=st.integers(),
    word=st.text(max_size=5),
    yes=st.booleans(),
    none=st.none() | st.integers(),
    parts=st.lists(PARTS, max_size=3),
    pair=st.tuples(st.integers(), st.text(max_size=3)),
    many=st.lists(PARTS, max_size=3).map(tuple),
    words=st.sets(st.text(max_size=3), max_size=4),
    frozen=st.frozensets(st.integers(), max_size=4),
    by_number=st.dictionaries(st.integers(), PARTS, max_size=3),
    by_word=st.dictionaries(st.text(max_size=3), st.lists(st.integers(), max_size=3), max_size=3),
    one=st.none() | PARTS,
    anything=st.dictionaries(
        st.text(max_size=3), st.integers() | st.lists(st.text(max_size=2), max_size=2), max_size=2
    ),
)


@given(whole=WHOLES)
def test_what_is_written_is_read_back(whole: Whole) -> None:
    assert from_plain(Whole, json.loads(json.dumps(to_plain(whole)))) == whole


def test_the_form_is_plain_to_see() -> None:
    data = to_plain({3: (Part("a"), None), 1: {"z", "b"}})
    assert data == {"3": [{"name": "a", "worth": None}, None], "1": ["b", "z"]}


def test_what_is_read_back_stands_on_its_own() -> None:
    first = Part("a", 1)
    copy = from_plain(Part, to_plain(first))
    copy.worth = 2
    assert first.worth == 1


@pytest.mark.parametrize(
    ("kind", "data", "error"),
    [
        (Part, {"name": "a"}, KeyError),
        (Part, [], TypeError),
        (Part, None, TypeError),
        (tuple[int, str], [1], ValueError),
        (tuple[int, str], [1, "a", 2], ValueError),
        (dict[int, str], {"one": "a"}, ValueError),
        (list[Part], 5, TypeError),
    ],
)
def test_a_misfit_is_refused(kind: Any, data: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        from_plain(kind, data)
