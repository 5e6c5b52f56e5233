"""The editions of the duel as data: what differs between them is a switch, never a branch of its own."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from .schema import Table, one_of, whole, words


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The switches of `rulesets.toml`, each explained there. A count of -1 means no limit of its own."""

    key: str
    title: str
    pool: int
    hand: int
    deck: str
    most: int
    duelist: str
    duel_ends: str
    consequences: str
    leaving_in_consequences: str

    def plain(self) -> dict[str, Any]:
        """The JSON (and TOML) form."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


_RULESET = Table(
    {
        "key": words(40),
        "title": words(60),
        "pool": whole(0, 10),
        "hand": whole(-1, 20),
        "deck": one_of("no", "unseen", "seen"),
        "most": whole(-1, 20),
        "duelist": one_of("none", "goes first", "chooses", "wins ties"),
        "duel_ends": one_of("after cleanup", "before consequences"),
        "consequences": one_of("creator first", "active order"),
        "leaving_in_consequences": one_of("goes on", "ends"),
    },
    {},
)


def ruleset(value: Any, where: str) -> Ruleset:
    """A ruleset from its table. Raises `BadInput`."""
    return Ruleset(**_RULESET(value, where))


@cache
def shipped() -> dict[str, Ruleset]:
    """The three rulesets that come with the program, by key."""
    rows = tomllib.loads(files(__package__).joinpath("rulesets.toml").read_text(encoding="utf-8"))["ruleset"]
    return {row["key"]: ruleset(row, f"rulesets.toml: {row['key']}") for row in rows}
