"""The games that can be played here, by name, and what their setups have in common."""

from __future__ import annotations

from typing import Any

from ..engine import BadInput, Game
from .i18n import NP_, _, pgettext
from .seal import SEALER

NAMES = ("cards", "rpg")
PLAYERS = (
    NP_("player", "Aki"), NP_("player", "Nao"), NP_("player", "Sei"),
    NP_("player", "Rin"),
)  # fmt: skip
LONGEST_NAME = 40
"""Characters in a player's name at most."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing: who had them in his name could be called as another, or by nothing at all."""


def players() -> tuple[str, ...]:
    """Players whom nobody named. Other names stand for what is a word of the reader's language: in a Portuguese log
    *Nao foca* is read as nobody's focus.
    """
    return tuple(pgettext("player", name) for name in PLAYERS)


def can_be_name(name: str) -> bool:
    """Whether a player can be called so."""
    seen = name.isprintable() and not BLANK & set(name)
    return seen and 0 < len(name.strip()) <= len(name) <= LONGEST_NAME and name.strip() != SEALER


def game_of(name: str, where: str) -> Game[Any]:
    """The game of that name; the other one is not loaded. Raises `BadInput` for one that cannot be played here."""
    if name == "cards":
        from ..cards import GAME as CARDS

        return CARDS
    if name == "rpg":
        from ..rpg import GAME as RPG

        return RPG
    raise BadInput(
        where,
        _("the game {name!r:.60} cannot be played here; those that can are {names}").format(
            name=name, names=", ".join(NAMES)
        ),
    )


def names_of(setup: Any) -> list[str]:
    """The names of those who sit at the table, by seat."""
    if hasattr(setup, "players"):
        return [str(player.name) for player in setup.players]
    names = [character.name for character in setup.characters]
    return [*names, _("the game master")] if setup.gm or setup.judge else names
