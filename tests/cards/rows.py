"""Invented cards for scripted duels, as the tables of a card file."""

from __future__ import annotations

from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]


def _words(given: dict[str, Any]) -> Row:
    """Keyword arguments as keys of a card file: `from_` and `if_` are words of Python."""
    return {name.rstrip("_"): list(v) if isinstance(v, tuple) else v for name, v in given.items()}


def do(what: str, **given: Any) -> Row:
    """One effect."""
    return {"do": what, **_words(given)}


def ability(kind: str, *effects: Row, **given: Any) -> Row:
    """One ability of a card."""
    return {"kind": kind, "effects": list(effects), **_words(given)}


def trait(on: str, *effects: Row, **given: Any) -> Row:
    """A triggered trait."""
    return ability("trait", *effects, on=on, **given)


def reaction(on: str, *effects: Row, **given: Any) -> Row:
    """A reaction."""
    return ability("reaction", *effects, on=on, **given)


def static(*effects: Row, **given: Any) -> Row:
    """A continuous ability."""
    return ability("static", *effects, **given)


def fe(*effects: Row, **given: Any) -> Row:
    """A Focus Effect."""
    return ability("focus-effect", *effects, **given)


def _titled(key: str) -> str:
    return key.replace("-", " ").title()


def person(key: str, *abilities: Row, chi: int = 3, force: int = 2, honor: int | None = 2, **given: Any) -> Row:
    """A Personality. `honor` None: the card has no Personal Honor."""
    row = {"key": key, "title": _titled(key), "type": "personality", "force": force, "chi": chi, **_words(given)}
    return row | ({} if honor is None else {"honor": honor}) | ({"ability": list(abilities)} if abilities else {})


def card(key: str, *abilities: Row, focus: int | str | None = 2, type_: str = "strategy", **given: Any) -> Row:
    """A Fate card. `focus` None: the card has no focus value."""
    row = {"key": key, "title": _titled(key), "type": type_, **_words(given)}
    return row | ({} if focus is None else {"focus": focus}) | ({"ability": list(abilities)} if abilities else {})


def item(key: str, *abilities: Row, **given: Any) -> Row:
    """An Item."""
    return card(key, *abilities, type_="item", **given)
