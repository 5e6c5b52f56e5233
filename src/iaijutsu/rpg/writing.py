"""Writes a character as a TOML file in our form, to be read and changed by people: short where the catalogue helps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from iaijutsu.rpg.characters import DERIVED, Armour, Character, Json, Technique, Weapon, derived, half_up

if TYPE_CHECKING:
    from iaijutsu.rpg.sheets import Shelf

TABLES = ("rings", "skills")
ROWS = ("weapons", "armour", "techniques", "traits")


def toml(character: Character, shelf: Shelf) -> str:
    """The file's text. Read again with the same shelf, it gives the same character."""
    data = character.plain()
    for name in _computed(character):
        del data[name]
    data["weapons"] = _short(character.weapons, [weapon.key for weapon in character.weapons], shelf.weapons)
    data["armour"] = _short(character.armour, [armour.key for armour in character.armour], shelf.armour)
    data["techniques"] = _short(character.techniques, [known.id for known in character.techniques], shelf.techniques)
    plain = [key for key, value in data.items() if key not in TABLES and not _is_rows(data, key) and value != []]
    lines = [f"{key} = {_value(data[key])}" for key in plain]
    for key in TABLES:
        if data.get(key):
            lines += ["", f"[{key}]", *_pairs(data[key])]
    for key in filter(lambda key: _is_rows(data, key), ROWS):
        for row in data[key]:
            lines += ["", f"[[{key}]]", *_pairs({"like": row} if isinstance(row, str) else row)]
    return "\n".join(lines) + "\n"


def _computed(character: Character) -> list[str]:
    """The derived values that the formulas give anyway."""
    ours = {**derived(character.rings, character.kind), "void_points": half_up(character.void_max)}
    return [name for name in DERIVED if getattr(character, name) == ours[name]]


def _short(
    things: Sequence[Weapon | Armour | Technique], keys: list[str], lying: Mapping[str, Weapon | Armour | Technique]
) -> list[Json]:
    """Each by name where it lies on the shelf just so, else whole."""
    return [key if lying.get(key) == thing else thing.plain() for key, thing in zip(keys, things, strict=True)]


def _is_rows(data: dict[str, Json], key: str) -> bool:
    """Whether a list is written as tables of their own: it is one of things, and not all are names."""
    return key in ROWS and not all(isinstance(row, str) for row in data.get(key, []))


def _pairs(table: dict[str, Json]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in table.items() if value is not None]


def _key(key: str) -> str:
    return key if key.replace("_", "").isascii() and key.replace("_", "").isalnum() else json.dumps(key)


def _value(value: Json) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(_pairs(value)) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
