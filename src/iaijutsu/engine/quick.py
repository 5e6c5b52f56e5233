"""Frozen dataclasses that are made quickly: there is one for everything that happens, and for every option.

What `dataclasses` writes into a frozen class looks each field up by name as it is set; here a value goes straight into
its slot. Nor does `repr` look whether an object is within itself: what is frozen and holds no list cannot be. Fields,
defaults, equality, what `repr` says, the refusal of changes and what a type checker sees are those of `dataclasses`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")
__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type[T]], type[T]]:
        """`dataclasses.dataclass(frozen=True, slots=True)`, with `__init__` and `__repr__` that are quicker.

        No factories, no `InitVar`.
        """
        assert frozen and slots

        def make(cls: type[T]) -> type[T]:
            own = "__repr__" in vars(cls)
            made = dataclasses.dataclass(cls, frozen=True, slots=True, init=False)
            made.__init__ = _init(made)
            if not own:
                made.__repr__ = _repr(made)
            return made

        return make


def _init(cls: type) -> Callable[..., None]:
    """The function that fills the slots of a class: as `dataclasses` does, written out and compiled."""
    given: list[Field[Any]] = list(dataclasses.fields(cls))
    plain, named = ([field for field in given if field.kw_only == only] for only in (False, True))
    head = ", ".join(["self", *map(_parameter, plain), *(["*"] if named else []), *map(_parameter, named)])
    body = "; ".join(f"set_{field.name}(self, {field.name})" for field in given) or "pass"
    room: dict[str, Any] = {f"set_{field.name}": _slot(cls, field.name).__set__ for field in given}
    room |= {f"default_{field.name}": field.default for field in given}
    exec(f"def __init__({head}): {body}", room)
    made: Callable[..., None] = room["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _repr(cls: type) -> Callable[[Any], str]:
    """The function that tells what an object holds, in the words of `dataclasses`."""
    told = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in dataclasses.fields(cls) if field.repr)
    room: dict[str, Any] = {}
    exec(f'def __repr__(self): return self.__class__.__qualname__ + f"({told})"', room)
    made: Callable[[Any], str] = room["__repr__"]
    made.__qualname__ = f"{cls.__qualname__}.__repr__"
    return made


def _parameter(field: Field[Any]) -> str:
    return field.name if field.default is MISSING else f"{field.name}=default_{field.name}"


def _slot(cls: type, name: str) -> Any:
    """The slot of a field, which a base may have."""
    return next(vars(base)[name] for base in cls.__mro__ if name in vars(base).get("__slots__", ()))
