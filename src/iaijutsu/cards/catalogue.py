"""The cards that ship, and those that people write: TOML files in one form, checked when they are read."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..engine import BadInput, Sentence
from ..engine.sentences import of_reader
from ..engine.toml import read_toml
from . import schema
from .pieces import Card

SIZE_LIMIT = 1_000_000
"""Bytes in a card file at most."""
DEPTH_LIMIT = 30
"""Tables and lists within one another at most."""


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
        raise BadInput(str(path), Sentence("no file *.toml in this folder"))
    found: dict[str, tuple[Card, dict[str, Any]]] = {}
    for file in paths:
        for row in tables_of(text_of(file), file.name):
            made = schema.card(row, f"{file.name}: {_name(row)}")
            if made.key in found:
                raise BadInput(f"{file.name}: {made.key}", Sentence("this key stands twice"))
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
    data = read_toml(text, where)
    for key in data:
        if key != "card":
            raise BadInput(f"{where}: {key}", Sentence("unknown key; allowed is [[card]]"))
    rows = data.get("card", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{where}: card", Sentence("a list of tables is needed: write [[card]] above each card"))
    if not rows:
        raise BadInput(where, Sentence("no card found; needed is at least one, under the line [[card]]"))
    for row in rows:
        check_size(row, f"{where}: {_name(row)}")
    return rows


def check_size(value: Any, where: str) -> None:
    """That no table lies too deep and no number is too long to speak of. Raises `BadInput`.

    It goes before every other check, because those go down by recursion and print what they find.
    """
    level = [value]
    for _ in range(DEPTH_LIMIT):
        level = [part for one in level if isinstance(one, dict | list) for part in _parts(one)]
        for number in level:
            if isinstance(number, int) and number.bit_length() > 64:
                raise BadInput(
                    where, Sentence("a number of more than 64 bits found; allowed are whole numbers from -99 to 99")
                )
    if level:
        raise BadInput(
            where,
            Sentence(
                "more than {most} levels of tables and lists found; allowed are {most}",
                most=DEPTH_LIMIT,
            ),
        )


def _parts(value: dict[str, Any] | list[Any]) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value


def text_of(path: Path) -> str:
    """The text of a file. Raises `BadInput` when it cannot be read, is no UTF-8 text or larger than `SIZE_LIMIT`."""
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise BadInput(
                str(path),
                Sentence("more than {most} bytes found; allowed are {most}", most=SIZE_LIMIT),
            )
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            str(path), Sentence("this is not UTF-8 text: byte {start} cannot be read", start=error.start)
        ) from None
    except OSError as error:
        raise BadInput(str(path), Sentence("it cannot be read: {reason}", reason=of_reader(error))) from None


def _add(found: dict[str, Card], new: dict[str, Card], where: str) -> None:
    for key, made in new.items():
        if key in found:
            raise BadInput(f"{where}: {key}", Sentence("this key stands twice"))
        found[key] = made


def _name(row: dict[str, Any]) -> str:
    key = row.get("key")
    return key if isinstance(key, str) and len(key) < 60 else "a card without key"
