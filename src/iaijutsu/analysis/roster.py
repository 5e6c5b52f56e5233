"""Everybody who can be asked to play: the players of `players`, and who plays by solving, where NumPy is installed.

Importing this imports no NumPy: a player who needs it is made when he is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from .. import players
from ..engine import Seat, Session
from ..players import Agent, table

SOLVED, DEEP = "solved", "solved-deep"
ABOUT = "plays the equilibrium of focusing and striking, and searches where the table has more in it"


ABOUT_DEEP = "plays the same equilibrium, and searches half a second where the table has more in it"


def agents(game: str = "cards") -> dict[str, str]:
    """The players of a game by name, the weakest first, each with what it does."""
    found = players.agents(game)
    if game == "cards" and find_spec("numpy") is not None:
        found |= {SOLVED: ABOUT, DEEP: ABOUT_DEEP}
    return found


def make(name: str, seed: int, game: str = "cards") -> Agent:
    """The player of that name, not yet seated. Raises `BadInput`, which names those that there are."""
    if name in (SOLVED, DEEP) and name in agents(game):
        from .solved import Deep, Solved

        return Solved(seed) if name == SOLVED else Deep(seed)
    return players.make(name, seed, game)


def seated(
    session: Session[Any], seat: Seat, name: str, seed: int, lists: Mapping[Seat, Mapping[str, int]] | None = None
) -> Agent:
    """The player of that name at `seat`, told what he may know of the setup. Raises `BadInput`."""
    agent = make(name, seed, session.game.name)
    agent.sit(table(session, seat, lists))
    return agent
