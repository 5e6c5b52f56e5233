"""Effects on numbers and words: stats, duel stat, keywords, focus values."""

from __future__ import annotations

from ..engine import Choose, Option, Roll
from .court import Court
from .events_effects import Blanked, FvChanged, KeywordChanged, MarkSet, StatChanged
from .measures import Cause, amount, fv_of, fv_seen, sides, stat_of
from .options import Pick
from .pieces import Effect, Piece
from .selection import targets


def until_of(court: Court, until: str) -> tuple[str, int]:
    """A duration with the duel that it belongs to (-1: none)."""
    duel = court.state.duel
    return until, duel.number if duel is not None and until in ("duel", "over", "creator") else -1


def mark(court: Court, cause: Cause, effect: Effect, until: str = "duel") -> None:
    """Let an effect begin that lasts."""
    until, number = until_of(court, until)
    clause = f"cards.can.{effect['do']}"
    court.happen(MarkSet(effect, cause.seat, cause.piece, until, number, source=cause.key, clause=clause))


async def set_mark(court: Court, cause: Cause, effect: Effect) -> None:
    """An effect that holds until the duel ends: its numbers are counted now."""
    fixed = {key: amount(court, cause, v) if key in ("most", "exactly", "fv") else v for key, v in effect.items()}
    mark(court, cause, fixed, effect.get("until", "duel"))


async def change_stat(court: Court, cause: Cause, effect: Effect, piece: Piece) -> None:
    """A bonus or penalty to a stat (cards.can.stat). An absent stat takes none (cards.stat.absent)."""
    name, scope = effect["stat"], effect.get("scope", "whole")
    if piece.zone != "play" or getattr(piece, name) is None:
        return
    change = amount(court, cause, effect["amount"])
    until, number = until_of(court, effect.get("until", "duel"))
    read = max(0, stat_of(court, piece, name, in_duel=scope == "duel") + change)
    after = read if piece.face_up else None
    court.happen(
        StatChanged(piece.id, name, change, until, scope, number, after, source=cause.key, clause="cards.can.stat")
    )


async def keyword(court: Court, cause: Cause, effect: Effect) -> None:
    """Give or take keywords (cards.can.keyword)."""
    until, number = until_of(court, effect.get("until", "duel"))
    for piece in await targets(court, cause, effect):
        for given in ("give", "take"):
            for word in effect.get(given, ()):
                change = KeywordChanged(
                    piece.id, word, given == "give", until, number, source=cause.key, clause="cards.can.keyword"
                )
                court.happen(change)


async def blank(court: Court, cause: Cause, effect: Effect) -> None:
    """Negate the traits of Personalities until the duel ends."""
    for piece in await targets(court, cause, effect):
        court.happen(Blanked(piece.id, until_of(court, "duel")[1], source=cause.key, clause="cards.can.keyword"))


# --- focus values ----------------------------------------------------------------------------------------


async def fv(court: Court, cause: Cause, effect: Effect) -> None:
    """Change focus values (cards.can.fv): add, set, multiply, or exchange with the other side's card."""
    if effect["op"] == "exchange":
        return await _exchange(court, cause, effect)
    change = amount(court, cause, effect.get("amount", 0))
    for number in await which_cards(court, cause, effect):
        change_fv(court, cause, number, effect["op"], change, "cards.can.fv")
    return None


def change_fv(court: Court, cause: Cause, number: int, op: str, change: int, clause: str) -> None:
    """Change one focus value; what it reads then is told if the card lies face up."""
    piece = court.state.pieces[number]
    before = fv_of(court, number)
    read = {"add": before + change, "times": before * change}.get(op, change)
    after = max(0, read) if piece.face_up else None
    court.happen(FvChanged(number, op, change, after, source=cause.key, clause=clause))


async def _exchange(court: Court, cause: Cause, effect: Effect) -> None:
    own = await which_cards(court, cause, {**effect, "who": "own"})
    which = "chosen" if effect.get("which") in (None, "this", "subject") else effect["which"]
    other = await which_cards(court, cause, {"who": "opponent", "which": which})
    if own and other and _focused(court, own[0]):
        values = fv_seen(court, own[0]), fv_seen(court, other[0])
        change_fv(court, cause, own[0], "set", values[1], "cards.can.fv")
        change_fv(court, cause, other[0], "set", values[0], "cards.can.fv")


async def which_cards(court: Court, cause: Cause, effect: Effect) -> list[int]:
    """The focused cards that an effect means: `which` of `who`'s area (default: the card itself, else all)."""
    which = effect.get("which", "this" if _focused(court, cause.piece) else "all")
    if which in ("this", "subject"):
        number = cause.piece if which == "this" else cause.subject
        return [number] if number is not None and _focused(court, number) else []
    areas = [list(court.duel.sides[n].area) for n in sides(court, cause, effect.get("who"))]
    if which == "all":
        return [number for area in areas for number in area]
    picked = [await _one_of(court, cause, which, area) for area in areas if area]
    return [number for number in picked if _focused(court, number)]  # a judge may have moved one meanwhile


async def _one_of(court: Court, cause: Cause, which: str, found: list[int]) -> int:
    if which == "first":
        return found[0]
    if which == "last":
        return found[-1]
    if which == "random":
        (slot,) = await court.ask(lambda: Roll("random-card", (len(found),)))
        return found[slot]
    if which in ("highest", "lowest"):
        best = (max if which == "highest" else min)(fv_seen(court, number) for number in found)
        found = [number for number in found if fv_seen(court, number) == best]
    if len(found) == 1:
        return found[0]
    listed: tuple[Option, ...] = tuple(Pick(number) for number in found)
    answer = await court.ask(lambda: Choose(cause.seat, "pick-focused", listed, cause.key))
    return answer.piece if isinstance(answer, Pick) else found[0]


def _focused(court: Court, number: int | None) -> bool:
    return (
        number in court.state.pieces and court.state.pieces[number].zone == "focusing" if number is not None else False
    )
