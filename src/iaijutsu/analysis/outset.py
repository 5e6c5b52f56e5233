"""From a duel that is set out, or from numbers alone, to a focus game; solved as exactly as its size allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..cards import GAME, Setup
from ..cards.options import Accept, Pass
from ..engine import BadInput, Seeded, Sentence, Session
from .advice import small
from .counted import counted
from .focus_game import FocusGame, Worth
from .holdings import TooLarge
from .reading import Reading, read
from .solve import MOST, TARGET, Method, Solution, solve
from .tally import Estimate, share

ROUND = ("opportunity", "first-opportunity")
MOST_BEFORE = 200
"""Questions before the first opportunity at most."""


def game_of(setup: Setup, worth: tuple[Worth, Worth] = (Worth(), Worth())) -> Reading:
    """The duel of a setup at its first opportunity: nobody refuses, reacts, or puts another in his place.

    Raises `BadInput` when no duel comes of it.
    """
    session = at_first_opportunity(setup)
    court: Any = session.referee
    return read(court, court.events, worth=worth)


def at_first_opportunity(setup: Setup, seed: int = 0) -> Session[Any]:
    """The duel brought to its first opportunity, pools by chance. Raises `BadInput` when no duel comes of it."""
    session: Session[Any] = Session(GAME, setup, Seeded(seed))
    for _ in range(MOST_BEFORE):
        if session.pending is None or session.pending.purpose in ROUND:
            break
        for seat, request in session.asked.items():
            listed = list(request.options())
            answer = next((one for one in (Accept(), Pass()) if one in listed), listed[0])
            session.submit(seat, answer)
    if session.pending is None or session.pending.purpose not in ROUND:
        raise BadInput(
            Sentence("this duel"), Sentence("it does not come to an opportunity at which anybody could choose")
        )
    return session


def solve_any(game: FocusGame, *, target: float = TARGET, method: Method = "auto", most: int = MOST) -> Solution:
    """The solution of a game; of one near to it, whose differences are named, where the game itself is too large.

    Raises `BadInput` when it is no zero-sum game, or the method cannot be used here.
    """
    variants: tuple[Callable[[], FocusGame], ...] = (lambda: game, lambda: counted(game), lambda: small(counted(game)))
    for variant in variants[:-1]:
        try:
            return solve(variant(), target=target, method=method, most=most)
        except TooLarge:
            continue
    return solve(variants[-1](), target=target, method=method, most=most)


# --- estimates -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """How often each side won, and neither, in so many duels of two `solved` players through the rules engine."""

    duels: int
    shares: dict[str, Estimate]


def played(
    setup: Setup, duels: int, *, seed: int = 0, budget: int = 12, told: Callable[[int], None] = lambda n: None
) -> Played:
    """Estimates by the rules engine, everything on the table included: each with its interval of 95 %.

    `told` hears how many duels have been fought.
    """
    from ..players import play
    from .solved import Solved

    counts = {"challenger": 0, "challenged": 0, "neither": 0}
    decks = {n: dict(player.deck) for n, player in enumerate(setup.players)}
    for n in range(duels):
        session: Session[Any] = Session(GAME, setup, Seeded(seed + n))
        outcome = play(session, {0: Solved(2 * n, budget), 1: Solved(2 * n + 1, budget)}, decks)
        winner = outcome.winner()
        counts["neither" if winner is None else ("challenger", "challenged")[winner]] += 1
        told(n + 1)
    return Played(duels, {name: share(count, duels) for name, count in counts.items()})


def with_stats(game: FocusGame, challenger: int | None, challenged: int | None) -> FocusGame:
    """The game with other duel stats."""
    for n, stat in enumerate((challenger, challenged)):
        if stat is not None:
            game = game.with_side(n, stat=stat)
    return game


def with_first(game: FocusGame, first: int | None) -> FocusGame:
    """The game with another side to have the first opportunity."""
    return game if first is None else replace(game, first=first, chooser=None)
