"""Frozen dataclasses that are made quickly behave as those of `dataclasses` do."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from iaijutsu.engine.events import Event
from iaijutsu.engine.quick import dataclass


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """Somebody fell: a slot of its own, defaults, and the named fields of its base."""

    kind = "fell"
    who: int
    how: str = "at once"


@dataclasses.dataclass(frozen=True, slots=True)
class Plain(Event):
    """The same by `dataclasses` alone."""

    kind = "fell"
    who: int
    how: str = "at once"


FELL = Fell(1, clause="a.b")


def test_fields_and_defaults_are_set() -> None:
    assert (FELL.who, FELL.how, FELL.source, FELL.clause) == (1, "at once", "rulebook", "a.b")
    assert Fell(who=2, how="slowly", source="card") == Fell(2, "slowly", source="card")


def test_equality_hash_text_and_json_are_those_of_dataclasses() -> None:
    assert Fell(1, clause="a.b") == FELL != Fell(2, clause="a.b")
    assert hash(FELL) == hash(Plain(1, clause="a.b"))
    assert repr(FELL).removeprefix("Fell") == repr(Plain(1, clause="a.b")).removeprefix("Plain")
    assert FELL.plain() == Plain(1, clause="a.b").plain()


def test_nothing_can_be_changed() -> None:
    for name in ("who", "clause"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(FELL, name, 3)
    with pytest.raises((AttributeError, TypeError)):
        FELL.new = 3  # type: ignore[attr-defined]


def test_copies() -> None:
    assert dataclasses.replace(FELL, who=4) == Fell(4, clause="a.b")
    assert copy.deepcopy(FELL) == FELL
    assert pickle.loads(pickle.dumps(FELL)) == FELL


def test_wrong_arguments_are_refused() -> None:
    for arguments in ((), (1, "at once", "rulebook")):
        with pytest.raises(TypeError, match="argument"):
            Fell(*arguments)
