"""What a judge may do at any question: correct a number, move a card, end the duel, decide the outcome."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields
from typing import Any

from ..engine import Option, Ruling, Sentence
from . import court as courts
from .effects_focusing import move_focused
from .events import OutcomeForced
from .events_effects import Bowed, FvChanged, HonorChanged, StatSet, Straightened
from .leaving import leave_play
from .measures import Cause
from .options import ACTS, Bow, Decide, EndDuel, GiveHonor, MoveCard, SetFv, SetStat
from .pieces import STATS
from .state import CHALLENGING
from .timing import settle

CLAUSE = "cards.sequence"
FOCUSED_TO = ("discard", "hand", "deck-top", "deck-bottom", "removed")
PLAY_TO = ("discard", "removed")
TAGS = {act.tag: act for act in ACTS}


class TableJudge(courts.Judge):
    """Carries out the acts of `options.ACTS`."""

    async def carry_out(self, court: courts.Court, ruling: Ruling) -> None:
        """Do it; Chi 0 and a duellist's leaving have their usual effect."""
        act, by = ruling.act, ruling.by
        match act:
            case SetStat(piece, stat, value):
                court.happen(StatSet(piece, stat, value, source=by, clause=CLAUSE))
            case SetFv(piece, value):
                court.happen(FvChanged(piece, "set", value, value, source=by, clause=CLAUSE))
            case GiveHonor(seat, amount):
                court.happen(HonorChanged(seat, amount, source=by, clause=CLAUSE))
            case Bow(piece, bowed):
                court.happen((Bowed if bowed else Straightened)(piece, source=by, clause=CLAUSE))
            case MoveCard(piece, to):
                await _move(court, piece, to, by)
            case Decide(challenger, challenged):
                for side, result in enumerate((challenger, challenged)):
                    court.happen(OutcomeForced(side, result, final=True, source=by, clause=CLAUSE))
            case EndDuel():
                raise courts.Broken(court.duel.number, "a judge ends the duel", CLAUSE, by)
        await settle(court)

    def why_not(self, court: courts.Court, act: Option) -> str | None:
        """None when it may be done now, else the reason."""
        match act:
            case SetStat(piece, stat, value):
                return _number(value) or _in_play(court, piece, ("personality",)) or _one_of(stat, STATS)
            case SetFv(piece, value):
                return _number(value) or _focused(court, piece)
            case GiveHonor(seat, amount):
                return _number(abs(amount)) or (
                    None if 0 <= seat < len(court.state.names) else Sentence("no such player")
                )
            case Bow(piece, _):
                return _in_play(court, piece)
            case MoveCard(piece, to):
                if _focused(court, piece) is None:
                    return _one_of(to, FOCUSED_TO)
                return _in_play(court, piece) or _one_of(to, PLAY_TO)
            case Decide(challenger, challenged):
                return (
                    _duelling(court, "ABCDEFG")
                    or _one_of(challenger, ("win", "lose"))
                    or _one_of(challenged, ("win", "lose"))
                )
            case EndDuel():
                return _duelling(court, (*CHALLENGING, *"ABCDEFG"))
        return Sentence("a judge cannot do that")

    def load(self, data: Any) -> Option | None:
        """The act whose JSON form is `[tag, field, ...]`; None when there is none."""
        if not isinstance(data, list) or not data or not isinstance(data[0], str) or data[0] not in TAGS:
            return None
        kind = TAGS[data[0]]
        kinds = {"int": int, "str": str, "bool": bool, "Seat": int}
        wanted = [kinds[str(field.type)] for field in fields(kind)]
        if len(wanted) != len(data) - 1 or any(type(v) is not k for v, k in zip(data[1:], wanted, strict=True)):
            return None
        return kind(*data[1:])


async def _move(court: courts.Court, piece: int, to: str, by: str) -> None:
    if court.state.pieces[piece].zone == "focusing":
        move_focused(court, Cause(-1, by), piece, to, CLAUSE)
    else:
        await leave_play(court, piece, "discarded" if to == "discard" else "removed", Cause(-1, by), CLAUSE)


def _number(value: int) -> str | None:
    return None if 0 <= value <= 99 else Sentence("a number from 0 to 99 is needed")


def _one_of(word: str, allowed: tuple[str, ...]) -> str | None:
    return (
        None if word in allowed else Sentence("{word!r} is none of: {allowed}", word=word, allowed=", ".join(allowed))
    )


def _in_play(court: courts.Court, number: int, types: tuple[str, ...] = ()) -> str | None:
    piece = court.state.pieces.get(number)
    if piece is None or piece.zone != "play" or (types and piece.type not in types):
        return f"{number} is no {' or '.join(types) or 'card'} in play"
    return None


def _focused(court: courts.Court, number: int) -> str | None:
    piece = court.state.pieces.get(number)
    return (
        None
        if piece is not None and piece.zone == "focusing"
        else Sentence("{number} is no focused card", number=number)
    )


def _duelling(court: courts.Court, stages: Collection[str]) -> str | None:
    duel = court.state.duel
    return None if duel is not None and duel.stage in stages else Sentence("there is no duel in which that can be done")
