"""The games that can be played here, by name, and what their setups have in common."""

from __future__ import annotations

from typing import Any

from ..engine import BadInput, Game


def games() -> dict[str, Game[Any]]:
    """Every game by its name."""
    from ..cards import GAME as CARDS

    return {CARDS.name: CARDS}


def game_of(name: str, where: str) -> Game[Any]:
    """The game of that name. Raises `BadInput` for one that cannot be played here."""
    found = games()
    if name not in found:
        raise BadInput(where, f"the game {name!r} cannot be played here; those that can are {', '.join(found)}")
    return found[name]


def names_of(setup: Any) -> list[str]:
    """The players' names by seat."""
    return [str(player.name) for player in setup.players]
