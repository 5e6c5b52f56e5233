"""Leaving play, and what it means: Honor is lost, and a duel without one of its two ends. See `timing.settle`."""

from __future__ import annotations

from .court import Broken, Court
from .events import PieceShown
from .events_effects import HonorChanged, LeftPlay
from .measures import Cause, printed
from .pieces import Piece
from .state import CHALLENGING

RESOLVED = ("H", "I", "J", "K", "L")
"""Headings at which the outcome has been given."""


async def leave_play(court: Court, number: int, how: str, cause: Cause, clause: str = "") -> None:
    """A card leaves play. What that means for a duel is seen to once all that leave together have left: `settle`."""
    piece = court.state.pieces[number]
    if piece.zone != "play":
        return
    if not piece.face_up:
        show(court, piece, "cards.can.consequence")
    clause = clause or cause.clause
    court.happen(LeftPlay(number, how, source=cause.key, clause=clause, cause=cause.what))
    if how == "destroyed" and piece.type == "personality" and piece.dishonorable:
        _dishonorable_death(court, piece)


def show(court: Court, piece: Piece, clause: str) -> None:
    """A concealed card is seen from now on, with what is attached to it."""
    for one in (piece, *court.state.attached_to(piece.id)):
        if not one.face_up:
            court.happen(PieceShown(one.id, one.key, one.force, one.chi, one.honor, clause=clause))


def _dishonorable_death(court: Court, piece: Piece) -> None:
    """His side loses Honor equal to the printed one: for dying, not for losing (cards.I.for)."""
    lost = printed(court, piece, "honor") or 0
    if lost:
        court.happen(HonorChanged(piece.controller, -lost, clause="cards.honor.dishonorable"))


def check_duellists(court: Court) -> None:
    """End the challenge or duel in progress if a duellist is no longer in play (cards.leaves-play). Raises `Broken`."""
    duel = court.state.duel
    if duel is None or duel.stage in ("refused", "over") or duel.ended:
        return
    gone = next((s.duellist for s in duel.sides if court.state.pieces[s.duellist].zone != "play"), None)
    if gone is None:
        return
    if duel.stage in RESOLVED and (court.rules.leaving_in_consequences == "goes on" or duel.stage != "I"):
        return
    clause = "cards.challenge.leaves-play" if duel.stage in CHALLENGING else "cards.leaves-play"
    raise Broken(duel.number, "a duellist left play", clause, court.state.pieces[gone].key)
