"""State to JSON and back, for plain dataclasses: no hooks, no cleverness, no surprises."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from .requests import Json

T = TypeVar("T")


def to_plain(value: Any) -> Json:
    """JSON of a dataclass (an object of its fields), list, tuple (a list), set (a sorted list) or dict (text keys)."""
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, list | tuple):
        return [to_plain(part) for part in value]
    if isinstance(value, set | frozenset):
        return [to_plain(part) for part in sorted(value)]
    if isinstance(value, dict):
        return {str(key): to_plain(part) for key, part in value.items()}
    return value


def from_plain(kind: type[T], data: Json) -> T:
    """The value of type `kind` whose JSON is `data`. Raises TypeError, ValueError, KeyError on misfits."""
    return _read(kind, data)  # type: ignore[no-any-return]


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _read(kind: Any, data: Json) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _either(get_args(kind), data)
    if origin in (list, set, frozenset):
        return origin(_read(get_args(kind)[0], part) for part in data)
    if origin is tuple:
        return _tuple(get_args(kind), data)
    if origin is dict:
        key, part = get_args(kind)
        return {key(name): _read(part, value) for name, value in data.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(**{name: _read(hint, data[name]) for name, hint in _hints(kind).items()})
    return data


def _either(kinds: tuple[Any, ...], data: Json) -> Any:
    if data is None:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    return _read(rest[0], data) if len(rest) == 1 else data


def _tuple(kinds: tuple[Any, ...], data: Json) -> Any:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_read(kinds[0], part) for part in data)
    return tuple(_read(kind, part) for kind, part in zip(kinds, data, strict=True))
