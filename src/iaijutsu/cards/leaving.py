"""Leaving play, and what follows at once: the duel ends, Honor is lost, a Personality at Chi 0 dies."""

from __future__ import annotations

from .court import Broken, Court
from .events_effects import HonorChanged, LeftPlay
from .measures import Cause, printed, stat_of
from .pieces import Piece

RULES = Cause(-1, "rulebook")
RESOLVED = ("H", "I", "J", "K", "L")
"""Headings at which the outcome has been given."""


async def leave_play(court: Court, number: int, how: str, cause: Cause, clause: str = "cards.can.consequence") -> None:
    """A card leaves play. A duellist's leaving ends the duel at once (cards.leaves-play)."""
    piece = court.state.pieces[number]
    if piece.zone != "play":
        return
    court.happen(LeftPlay(number, how, source=cause.key, clause=clause, cause=cause.what))
    if how == "destroyed" and piece.type == "personality" and piece.dishonorable:
        _dishonorable_death(court, piece)
    check_duellists(court)


def _dishonorable_death(court: Court, piece: Piece) -> None:
    """His side loses Honor equal to the printed one: for dying, not for losing (cards.I.for)."""
    lost = printed(court, piece, "honor") or 0
    if lost:
        court.happen(HonorChanged(piece.controller, -lost, clause="cards.honor.dishonorable"))


def check_duellists(court: Court) -> None:
    """End the duel in progress if a duellist is no longer in play. Raises `Broken`."""
    duel = court.state.duel
    if duel is None or duel.stage in ("refused", "over"):
        return
    gone = next((s.duellist for s in duel.sides if court.state.pieces[s.duellist].zone != "play"), None)
    if gone is None or duel.ended:
        return
    if duel.stage in RESOLVED and (court.rules.leaving_in_consequences == "goes on" or duel.stage != "I"):
        return
    clause = "cards.challenge.leaves-play" if duel.stage == "challenge" else "cards.leaves-play"
    raise Broken(duel.number, "a duellist left play", clause, court.state.pieces[gone].key)


async def settle(court: Court) -> None:
    """Chi 0 destroys a Personality at once (cards.stat.chi-death), whatever made it so."""
    for piece in court.state.personalities():
        if piece.chi is not None and stat_of(court, piece, "chi") == 0:
            await leave_play(court, piece.id, "destroyed", RULES, "cards.stat.chi-death")
