"""Frozen dataclasses that are made quickly: there is one for everything that happens, and for every option.

What `dataclasses` writes into a frozen class looks each field up by name as it is set; here a value goes straight into
its slot. Nor does `repr` look whether an object is within itself: what is frozen and holds no list cannot be. Fields,
defaults, equality, what `repr` says, the refusal of changes and what a type checker sees are those of `dataclasses`.

Nor is a method written before somebody calls it: most of what can happen does not happen in one duel, and writing all
of it took longer than all else that a program does until the first question.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

T = TypeVar("T")
__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type[T]], type[T]]:
        """`dataclasses.dataclass(frozen=True, slots=True)`, made and filled more quickly.

        No factories, no `InitVar`. What inherits from such a class has to be made here too.
        """
        assert frozen and slots

        def make(cls: type[T]) -> type[T]:
            # not `frozen`, for which `dataclasses` would write two methods at once: `_refuse` serves every class
            made = dataclasses.dataclass(cls, slots=True, init=False, repr=False, eq=False)
            for name, write in WRITTEN.items():
                if name not in vars(cls):
                    setattr(made, name, _at_first_call(made, name, write))
            made.__setattr__ = made.__delattr__ = _refuse
            made.__getstate__, made.__setstate__ = _state, _restore
            return made

        return make


def _at_first_call(cls: type, name: str, write: Callable[[type], Callable[..., Any]]) -> Callable[..., Any]:
    """A method that is written when it is first called, and stands in its own place from then on."""

    def first(self: object, *given: Any, **named: Any) -> Any:
        method = write(cls)
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
        return method(self, *given, **named)

    return first


def _refuse(self: object, name: str, *value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


def _init(cls: type) -> Callable[..., None]:
    """The function that fills the slots of a class: as `dataclasses` does, written out and compiled."""
    given: list[Field[Any]] = list(dataclasses.fields(cls))
    plain, named = ([field for field in given if field.kw_only == only] for only in (False, True))
    head = ", ".join(["self", *map(_parameter, plain), *(["*"] if named else []), *map(_parameter, named)])
    body = "; ".join(f"set_{field.name}(self, {field.name})" for field in given) or "pass"
    room: dict[str, Any] = {f"set_{field.name}": _slot(cls, field.name).__set__ for field in given}
    room |= {f"default_{field.name}": field.default for field in given}
    return _compiled("__init__", f"({head}): {body}", room)


def _repr(cls: type) -> Callable[..., str]:
    """The function that tells what an object holds, in the words of `dataclasses`."""
    told = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in dataclasses.fields(cls) if field.repr)
    return _compiled("__repr__", f'(self): return self.__class__.__qualname__ + f"({told})"', {})


def _eq(cls: type) -> Callable[..., bool]:
    """The function that compares two objects of a class, field by field."""
    body = f"return {_values('self', cls)} == {_values('other', cls)}"
    return _compiled("__eq__", f"(self, other): {body} if other.__class__ is self.__class__ else NotImplemented", {})


def _hash(cls: type) -> Callable[..., int]:
    """The function that hashes what an object holds."""
    return _compiled("__hash__", f"(self): return hash({_values('self', cls)})", {})


WRITTEN = {"__init__": _init, "__repr__": _repr, "__eq__": _eq, "__hash__": _hash}
"""The methods that a class gets where it has none of its own."""


def _compiled(name: str, rest: str, room: dict[str, Any]) -> Callable[..., Any]:
    exec(f"def {name}{rest}", room)
    made: Callable[..., Any] = room[name]
    return made


def _values(name: str, cls: type) -> str:
    return f"({''.join(f'{name}.{field.name},' for field in dataclasses.fields(cls) if field.compare)})"


def _parameter(field: Field[Any]) -> str:
    return field.name if field.default is MISSING else f"{field.name}=default_{field.name}"


def _slot(cls: type, name: str) -> Any:
    """The slot of a field, which a base may have."""
    return next(vars(base)[name] for base in cls.__mro__ if name in vars(base).get("__slots__", ()))
