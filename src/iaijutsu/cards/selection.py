"""Picking cards in play that an effect's words fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..engine import Choose, Option, Seat
from .court import Court
from .measures import Cause, amount, duellist, has_keyword, sides, stat_of
from .options import Pick
from .pieces import Effect, Piece


def fits(court: Court, cause: Cause, piece: Piece, words: dict[str, Any]) -> bool:
    """Whether a card in play is one that the words mean. The true state decides, whoever may see it."""
    if piece.zone != "play" or words.get("type", "personality") not in ("any", piece.type):
        return False
    if ("who" in words and not _whose(court, cause, piece, words["who"])) or (
        words.get("this") and piece.id != cause.piece
    ):
        return False
    return _status(court, piece, words) and _worth(court, cause, piece, words)


def _whose(court: Court, cause: Cause, piece: Piece, who: str) -> bool:
    if who == "any":
        return True
    if who == "opponent" and (own := court.state.seat_duelling(cause.seat)) is not None:
        return piece.controller == court.duel.sides[1 - own].seat
    return (piece.controller == cause.seat) == (who == "own")


def _status(court: Court, piece: Piece, words: dict[str, Any]) -> bool:
    if "duelling" in words and court.state.is_duellist(piece.id) != words["duelling"]:
        return False
    if "attached" in words and (piece.host is not None) != words["attached"]:
        return False
    if "honorable" in words and piece.dishonorable == words["honorable"]:
        return False
    if words.get("unbowed") and piece.bowed:
        return False
    return "keyword" not in words or has_keyword(court, piece, words["keyword"])


def _worth(court: Court, cause: Cause, piece: Piece, words: dict[str, Any]) -> bool:
    if "at_least" not in words and "at_most" not in words:
        return True
    value = stat_of(court, piece, words.get("stat", "chi"))
    return ("at_least" not in words or value >= amount(court, cause, words["at_least"])) and (
        "at_most" not in words or value <= amount(court, cause, words["at_most"])
    )


def fitting(court: Court, cause: Cause, words: dict[str, Any]) -> list[Piece]:
    """All cards in play that the words fit."""
    return [piece for piece in there(court, words) if fits(court, cause, piece, words)]


def there(court: Court, words: dict[str, Any]) -> Iterable[Piece]:
    """The cards that the words could fit: Personalities, unless they name a type."""
    return court.state.pieces.values() if "type" in words else court.people()


async def pick(court: Court, seat: Seat, pieces: list[Piece], purpose: str, about: str) -> Piece | None:
    """The one that `seat` picks; not asked when there is but one; None when there is none."""
    if len(pieces) < 2:
        return pieces[0] if pieces else None
    listed: tuple[Option, ...] = tuple(Pick(piece.id) for piece in pieces)
    answer = await court.ask(lambda: Choose(seat, purpose, listed, about))
    picked = next(piece for piece in pieces if isinstance(answer, Pick) and piece.id == answer.piece)
    return picked if picked.zone == "play" else None  # a judge may have moved it meanwhile


async def targets(court: Court, cause: Cause, effect: Effect) -> list[Piece]:
    """What an effect on Personalities is applied to: a target that is picked, or the duellists that it names."""
    if "target" in effect:
        found = await pick(court, cause.seat, fitting(court, cause, effect["target"]), "target", cause.key)
        return [found] if found else []
    return [duellist(court, n) for n in sides(court, cause, effect.get("who"))]
