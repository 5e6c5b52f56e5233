"""Good card and deck files with one damage, and how they are refused."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import BadInput

from ..work import no_explosion

ALLOWED = re.compile(r"allowed|needed|needs|takes no|no such number|stands twice|is no|are refused")
FRAME = '[[card]]\nkey = "a"\ntitle = "A"\ntype = "strategy"\nfocus = 1\n'
"""A card file that is good."""
DAY = dt.date(1123, 4, 5)


def toml(value: Any) -> str:
    """A value as TOML, tables inline."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {toml(item)}' for key, item in value.items()) + "}"
    return str(value)


def document(table: dict[str, Any]) -> str:
    return "".join(f"{key} = {toml(value)}\n" for key, value in table.items())


@dataclass(frozen=True)
class Damage:
    """A bad file, and what its refusal has to name."""

    name: str
    text: str
    names: tuple[str, ...]


def parts(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every part of a value with the way to it, itself first."""
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from parts(part, (*path, key))


def changed(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    """A copy with the part at `path` replaced; `new` None takes it away."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    copy: Any = value.copy()
    if not rest and new is None:
        del copy[head]
    else:
        copy[head] = changed(value[head], rest, new) if rest else new
    return copy


def spelled(path: tuple[str | int, ...]) -> str:
    """The way to a part as messages spell it: `ability[0].effects[1].amount`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def wrong_for(value: Any) -> list[Any]:
    """Values that nothing of the kind of `value` may be."""
    common: list[Any] = [float("nan"), float("-inf"), DAY, 2.5]
    if isinstance(value, bool):
        return [*common, 1, "yes"]
    if isinstance(value, int):
        return [*common, 1000, "", True]
    if isinstance(value, str):
        return [*common, "", "two\nlines", "   ", 10**7]
    return [*common, "", "nothing of the sort", 10**7]


def damages(table: dict[str, Any], prefix: str) -> Iterator[Damage]:
    """One wrong value for each part, one unknown key in each table; a different wrong value from part to part."""
    for number, (path, value) in enumerate(parts(table)):
        if path:
            wrong = wrong_for(value)
            new = wrong[number % len(wrong)]
            names = (f"{prefix}.{spelled(path)}: {new!r} found",)
            yield Damage(f"{spelled(path)} is {new!r}", document(changed(table, path, new)), names)
        if isinstance(value, dict):
            where = (*path, "colour")
            names = (f"{prefix}.{spelled(where)}: unknown key; allowed are",)
            yield Damage(f"{spelled(where)} unknown", document(changed(table, where, "red")), names)


def refusal(tmp_path: Path, text: str | bytes, read: Callable[[Path], object]) -> str:
    """The message with which a file is refused, before anything explodes."""
    file = tmp_path / "bad.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with no_explosion(), pytest.raises(BadInput) as caught:
        read(file)
    message = str(caught.value)
    assert "bad.toml" in message
    assert len(message) < 1200
    return message
