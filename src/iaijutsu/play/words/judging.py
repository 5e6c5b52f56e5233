"""A judge's act, asked for step by step: what, to which card, how much. Any face can put these questions."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

from ...cards import options as op
from ...cards.judge import FOCUSED_TO, PLAY_TO
from ...cards.pieces import STATS as STAT_NAMES
from ...cards.pieces import Piece
from ...engine import Option, plain
from ..i18n import N_, _
from .cards_effects import TO, act_words
from .lines import Choice, Question
from .scene import STATS, Scene

Steps: TypeAlias = Generator[Question, Any, tuple[Option, str] | None]
"""Yields questions, is sent the answers, returns the act with its reason; None when nothing can be done."""

Part: TypeAlias = Generator[Question, Any, Option | None]

ACTS = {
    "set-stat": N_("Set a stat of a Personality"), "set-fv": N_("Set the focus value of a focused card"),
    "move-card": N_("Move a card"), "bow": N_("Bow or straighten a card"), "give-honor": N_("Change a Family Honor"),
    "end-duel": N_("End the duel without resolution"), "decide": N_("Decide who wins and who loses"),
}  # fmt: skip
REASON = 200
"""Characters in a judge's reason at most."""


def judging(s: Scene) -> Steps:
    """Ask a judge what he does, by what this audience can see. Whether it is possible now, the session says."""
    kind = yield Question(
        "choose", _("What do you rule?"), tuple(Choice(tag, _(words)) for tag, words in ACTS.items())
    )  # fmt: skip
    act = yield from PARTS[kind](s)
    if act is None:
        return None
    told = _("The ruling: {act}.").format(act=act_words(s, plain(act)))
    reason = yield Question("text", _("For what reason? Everybody will read it."), most=REASON, hint=told)
    return act, reason


def _pick(s: Scene, text: str, pieces: list[Piece]) -> Generator[Question, Any, int | None]:
    if not pieces:
        return None
    choices = tuple(Choice(piece.id, _name(s, piece)) for piece in pieces)
    number: int = yield Question("choose", text, choices)
    return number


def _name(s: Scene, piece: Piece) -> str:
    name = s.focused(piece.id) if piece.zone == "focusing" else s.person(piece.id)
    return _("{card}, of {name}").format(card=name, name=s.name(piece.controller))


def _in(s: Scene, *zones: str, people: bool = False) -> list[Piece]:
    return [p for p in s.state.pieces.values() if p.zone in zones and (not people or p.type == "personality")]


def _set_stat(s: Scene) -> Part:
    piece = yield from _pick(s, _("Which Personality’s?"), _in(s, "play", people=True))
    if piece is None:
        return None
    stat = yield Question("choose", _("Which stat?"), tuple(Choice(name, _(STATS[name])) for name in STAT_NAMES))
    value = yield Question("number", _("To which number?"), least=0, most=99)
    return op.SetStat(piece, stat, value)


def _set_fv(s: Scene) -> Part:
    piece = yield from _pick(s, _("Which focused card’s?"), _in(s, "focusing"))
    if piece is None:
        return None
    value = yield Question("number", _("To which number?"), least=0, most=99)
    return op.SetFv(piece, value)


def _move(s: Scene) -> Part:
    piece = yield from _pick(s, _("Which card?"), _in(s, "focusing", "play"))
    if piece is None:
        return None
    places = FOCUSED_TO if s.state.pieces[piece].zone == "focusing" else PLAY_TO
    to = yield Question("choose", _("Where to?"), tuple(Choice(place, _(TO[place])) for place in places))
    return op.MoveCard(piece, to)


def _bow(s: Scene) -> Part:
    piece = yield from _pick(s, _("Which card?"), _in(s, "play"))
    return None if piece is None else op.Bow(piece, not s.state.pieces[piece].bowed)


def _honor(s: Scene) -> Part:
    seats = tuple(Choice(seat, name) for seat, name in enumerate(s.state.names))
    seat = yield Question("choose", _("Whose?"), seats)
    amount = yield Question("number", _("By how much? A negative number takes Honor away."), least=-99, most=99)
    return op.GiveHonor(seat, amount)


def _end(s: Scene) -> Part:
    return op.EndDuel()
    yield  # it asks nothing


def _decide(s: Scene) -> Part:
    if s.state.duel is None:
        return None
    found = []
    for side in (0, 1):
        choices = (Choice("win", _("wins")), Choice("lose", _("loses")))
        found.append((yield Question("choose", _("{person}:").format(person=s.duellist(side)), choices)))
    return op.Decide(*found)


PARTS: dict[str, Callable[[Scene], Part]] = {
    "set-stat": _set_stat, "set-fv": _set_fv, "move-card": _move, "bow": _bow, "give-honor": _honor,
    "end-duel": _end, "decide": _decide,
}  # fmt: skip
