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
class Plain:
    """The same by `dataclasses` alone."""

    source: str = dataclasses.field(default="rulebook", kw_only=True)
    clause: str = dataclasses.field(default="", kw_only=True)
    who: int
    how: str = "at once"


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Something that tells of itself in words of its own."""

    kind = "named"
    what: str

    def __repr__(self) -> str:
        return f"«{self.what}»"


FELL = Fell(1, clause="a.b")


def test_fields_and_defaults_are_set() -> None:
    assert (FELL.who, FELL.how, FELL.source, FELL.clause) == (1, "at once", "rulebook", "a.b")
    assert Fell(who=2, how="slowly", source="card") == Fell(2, "slowly", source="card")


def test_equality_hash_and_text_are_those_of_dataclasses() -> None:
    plain: object = Plain(1, clause="a.b")
    for _ in range(2):  # the first time a method is written, the second it stands there
        assert Fell(1, clause="a.b") == FELL != Fell(2, clause="a.b")
        assert plain != FELL
        assert hash(FELL) == hash(plain)
        assert repr(FELL).removeprefix("Fell") == repr(plain).removeprefix("Plain")
    assert Fell.__match_args__ == Plain.__match_args__
    assert [field.name for field in dataclasses.fields(Fell)] == [field.name for field in dataclasses.fields(Plain)]


def test_json() -> None:
    assert FELL.plain() == {"kind": "fell", "source": "rulebook", "clause": "a.b", "who": 1, "how": "at once"}


def test_a_method_of_its_own_stays() -> None:
    assert repr(Named("the fall")) == "«the fall»"
    assert Named("the fall") == Named("the fall") != Named("the rise")


def test_a_method_is_written_for_the_class_that_has_it_not_for_its_base() -> None:
    assert Event(clause="a.b") == Event(clause="a.b") != FELL
    assert repr(Event()) == "Event(source='rulebook', clause='')"
    assert "who=1" in repr(FELL)


def test_nothing_can_be_changed() -> None:
    for name in ("who", "clause"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(FELL, name, 3)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(FELL, name)
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
