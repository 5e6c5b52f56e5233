"""Drawing off a Fate deck: the known top, then chance out of the unordered rest, then the known bottom."""

from __future__ import annotations

from ..engine import Draw, Seat
from .court import Court
from .events_challenge import CardsDrawn


async def take(court: Court, seat: Seat, count: int) -> tuple[str, ...]:
    """The keys of the next `count` cards of a deck, fewer if it is short. They still lie there: an event takes them."""
    deck = court.state.decks[seat]
    top = tuple(deck.top[:count])
    missing = count - len(top)
    rest: tuple[str, ...] = ()
    if missing > 0 and deck.rest:
        rest = await court.ask(lambda: Draw("draw", court.state.decks[seat].rest, missing, seat))
    short = count - len(top) - len(rest)
    return (*top, *rest, *deck.bottom[: max(0, short)])


async def draw(court: Court, seat: Seat, count: int, source: str, clause: str) -> None:
    """Draw cards into the hand."""
    keys = await take(court, seat, count)
    if keys:
        court.happen(CardsDrawn(seat, keys, source=source, clause=clause))
