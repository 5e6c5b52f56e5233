"""Who can be asked to play: names, what each does, and how to seat one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..cards import GAME as CARDS
from ..engine import BadInput, Seat, Sentence, Session
from .agent import Agent, Random
from .search import Searching
from .tables import table
from .temperaments import TEMPERAMENTS

RANDOM = "answers at random, each option as likely"


def _kinds(game: str) -> dict[str, Any]:
    """Who plays one game alone, by name; the role-playing players are loaded when first asked for."""
    if game == CARDS.name:
        return {kind.name: kind for kind in (*TEMPERAMENTS, Searching)}
    if game == "rpg":
        from .rpg_search import RPG_PLAYERS

        return {kind.name: kind for kind in RPG_PLAYERS}
    return {}


def agents(game: str = CARDS.name) -> dict[str, str]:
    """The players of a game by name, the weakest first, each with what it does."""
    own = {name: kind.description for name, kind in _kinds(game).items()}
    return {Random.name: RANDOM, **own}


def make(name: str, seed: int, game: str = CARDS.name) -> Agent:
    """The player of that name, not yet seated (`Agent.sit`). Raises `BadInput`, which names those that there are."""
    if name not in agents(game):
        raise BadInput(
            "player",
            Sentence(
                "there is no player {name!r} for {game}; there are: {agents}",
                name=name,
                game=game,
                agents=", ".join(agents(game)),
            ),
        )
    made: Agent = Random(seed) if name == Random.name else _kinds(game)[name](seed)
    return made


def seated(
    session: Session[Any], seat: Seat, name: str, seed: int, lists: Mapping[Seat, Mapping[str, int]] | None = None
) -> Agent:
    """The player of that name at `seat`, told what he may know of the setup. He keeps no hold of the session.

    `lists`: decks laid open beforehand, by seat. Raises `BadInput`.
    """
    agent = make(name, seed, session.game.name)
    agent.sit(table(session, seat, lists))
    return agent
