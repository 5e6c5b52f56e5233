"""The cards that ship, and those that people write: TOML files in one form, checked when they are read."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..engine import BadInput
from . import schema
from .pieces import Card

SIZE_LIMIT = 1_000_000
"""Bytes in a card file at most."""


@cache
def shipped() -> dict[str, Card]:
    """Every card that comes with the program, by key."""
    found: dict[str, Card] = {}
    for file in sorted(files(__package__).joinpath("data").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            _add(found, cards_of(file.read_text(encoding="utf-8"), file.name), file.name)
    return found


def read(path: Path) -> dict[str, Card]:
    """The cards of one TOML file, or of every `*.toml` in a folder, by key. Raises `BadInput`."""
    return {key: made for key, (made, _) in read_tables(path).items()}


def read_tables(path: Path) -> dict[str, tuple[Card, dict[str, Any]]]:
    """As `read`, each card with the table that it was made from (what a setup's `cards` takes)."""
    paths = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not paths:
        raise BadInput(str(path), "no file *.toml in this folder")
    found: dict[str, tuple[Card, dict[str, Any]]] = {}
    for file in paths:
        for row in tables_of(_text(file), file.name):
            made = schema.card(row, f"{file.name}: {_name(row)}")
            if made.key in found:
                raise BadInput(f"{file.name}: {made.key}", "this key stands twice")
            found[made.key] = (made, row)
    return found


def cards_of(text: str, where: str) -> dict[str, Card]:
    """The cards in the text of a file. Raises `BadInput`."""
    found: dict[str, Card] = {}
    for row in tables_of(text, where):
        made = schema.card(row, f"{where}: {_name(row)}")
        _add(found, {made.key: made}, where)
    return found


def tables_of(text: str, where: str) -> list[dict[str, Any]]:
    """The `[[card]]` tables in the text of a file, not yet checked. Raises `BadInput`."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(where, f"this is not TOML: {str(error) or 'nested too deeply'}") from None
    for key in data:
        if key not in ("card",):
            raise BadInput(f"{where}: {key}", "unknown key; allowed is [[card]]")
    rows = data.get("card", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{where}: card", "a list of tables is needed: write [[card]] above each card")
    return rows


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise BadInput(str(path), f"larger than {SIZE_LIMIT} bytes")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(str(path), "this is not UTF-8 text") from None
    except OSError as error:
        raise BadInput(str(path), f"it cannot be read: {error.strerror}") from None


def _add(found: dict[str, Card], new: dict[str, Card], where: str) -> None:
    for key, made in new.items():
        if key in found:
            raise BadInput(f"{where}: {key}", "this key stands twice")
        found[key] = made


def _name(row: dict[str, Any]) -> str:
    key = row.get("key")
    return key if isinstance(key, str) and len(key) < 60 else "a card without key"
