"""The clauses of a rulebook: id, a sentence of ours, where it stands, and whether it is a reading of an open text."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule. `source` is its heading or page; `reading` marks what the source text leaves open and we decided."""

    id: str
    text: str
    source: str
    reading: bool = False


@cache
def clauses(game: str) -> dict[str, Clause]:
    """The clauses of `game` (`"cards"` or `"rpg"`) by id, in the order of the rulebook."""
    text = files(f"iaijutsu.{game}").joinpath("clauses.toml").read_text(encoding="utf-8")
    return {row["id"]: Clause(**row) for row in tomllib.loads(text)["clause"]}


def find(game: str, word: str) -> list[Clause]:
    """The clause with that id, else every clause whose id or sentence holds the word (case does not matter)."""
    rules = clauses(game)
    if word in rules:
        return [rules[word]]
    return [clause for clause in rules.values() if word.lower() in f"{clause.id} {clause.text}".lower()]
