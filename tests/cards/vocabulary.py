"""What the schema can say and what a set of cards says: two walks over the same checks, compared by the tests.

A point is a name for one thing that can be said: a key of a table (`effect stat.until`), a word of a list of words
(`effect stat.until = turn`), a form (`amount: a number`). Checks that several tables share count once, under one name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from iaijutsu.cards import schema
from iaijutsu.cards.schema import Table

SHARED = {
    id(schema.who): "side",
    id(schema.stat): "stat",
    id(schema.ONE_CARD["which"]): "which",
    id(schema._AMOUNT): "amount",
    id(schema._CONDITION): "condition",
    id(schema.FILTER): "filter",
    id(schema.COST): "cost",
    id(schema.CREATED): "created",
    id(schema.REFUSAL): "refusal",
    id(schema._ABILITY): "ability",
    id(schema._CARD): "card",
    **{id(table): f"effect {do}" for do, table in schema.EFFECTS.items()},
}


def rows() -> list[dict[str, Any]]:
    """The tables of all shipped cards, as written."""
    found: list[dict[str, Any]] = []
    for file in sorted(files("iaijutsu.cards").joinpath("data").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            found += tomllib.loads(file.read_text(encoding="utf-8"))["card"]
    return found


def all_points() -> set[str]:
    """Everything that the schema allows to say."""
    found: set[str] = set()
    seen: set[int] = set()
    for name, check in (("card", schema._CARD), ("ability", schema._ABILITY)):
        found.update(_points(check, name, seen))
    found.update(f"do = {do}" for do in schema.EFFECTS)
    for table in schema.EFFECTS.values():
        found.update(_points(table, "", seen))
    found.update(_points(schema._AMOUNT, "amount", seen), _points(schema._CONDITION, "condition", seen))
    found.update(f"moment {word}" for moments in schema.OCCASIONS.values() for word in moments)
    found.update(f"occasion {word}" for word in schema.OCCASIONS)
    return found | {"amount: a number", "amount: a table", "effect.if"}


def points_of(cards: list[dict[str, Any]]) -> set[str]:
    """Everything that these cards say."""
    found: set[str] = set()
    for row in cards:
        found.update(_said(schema._CARD, row, "card"))
        for ability in row.get("ability", ()):
            found.update(_said(schema._ABILITY, ability, "ability"))
    return found


def _kind(check: Any) -> str:
    return str(getattr(check, "__qualname__", type(check).__name__)).split(".", maxsplit=1)[0]


def _inner(check: Any) -> dict[str, Any]:
    """What a check made by `one_of`, `list_of` or `either` was made with."""
    cells = getattr(check, "__closure__", None) or ()
    return dict(zip(check.__code__.co_freevars, (cell.cell_contents for cell in cells), strict=True))


def _points(check: Any, path: str, seen: set[int]) -> Iterator[str]:
    name = SHARED.get(id(check), path)
    if isinstance(check, Table):
        if id(check) in seen:
            return
        seen.add(id(check))
        for key, part in {**check.needed, **check.may}.items():
            yield f"{name}.{key}"
            yield from _points(part, f"{name}.{key}", seen)
    elif _kind(check) == "one_of":
        yield from (f"{name} = {word}" for word in _inner(check)["allowed"])
    elif _kind(check) == "list_of":
        yield from _points(_inner(check)["part"], name, seen)
    elif _kind(check) == "either":
        for kind, part in _inner(check)["checks"]:
            yield f"{name}: {kind.__name__}"
            yield from _points(part, name, seen)


def _said(check: Any, value: Any, path: str) -> Iterator[str]:
    name = SHARED.get(id(check), path)
    if isinstance(check, Table):
        parts = {**check.needed, **check.may}
        for key, item in value.items():
            yield f"{name}.{key}"
            yield from _said(parts[key], item, f"{name}.{key}")
    elif _kind(check) == "one_of":
        yield f"{name} = {value}"
    elif _kind(check) == "list_of":
        for item in value:
            yield from _said(_inner(check)["part"], item, name)
    elif _kind(check) == "either":
        yield f"{name}: {type(value).__name__}"
        part = next(part for kind, part in _inner(check)["checks"] if type(value) is kind)
        yield from _said(part, value, name)
    else:
        yield from _said_by_function(check, value)


def _said_by_function(check: Any, value: Any) -> Iterator[str]:
    if check is schema.amount:
        yield "amount: a number" if isinstance(value, int) else "amount: a table"
        if isinstance(value, dict):
            yield from _said(schema._AMOUNT, value, "amount")
    elif check is schema.condition:
        yield from _said(schema._CONDITION, value, "condition")
    elif check is schema.occasion:
        moment, what = value.split(" ")
        yield from (f"moment {moment}", f"occasion {what}")
    elif check is schema.effect:
        yield f"do = {value['do']}"
        yield from _said(schema.EFFECTS[value["do"]], {k: v for k, v in value.items() if k not in ("do", "if")}, "")
        if "if" in value:
            yield "effect.if"
            yield from _said(schema.conditions_of, value["if"], "")
