"""Why a player cannot do now what he may wish to do: each reason with the clause that it follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...cards.allowed import most_focuses, origin_open
from ...cards.measures import fv_printed, lasting_for
from ...cards.options import Focus, Strike
from ...cards.state import Mark, Side
from ...engine import Request, Seat
from ..i18n import N_, _, listed, ngettext
from .scene import Scene


def why_not(s: Scene, request: Request[Any]) -> tuple[str, ...]:
    """What is not among the options of an opportunity, and why."""
    duel, index = s.state.duel, s.state.seat_duelling(request.seat)
    if request.purpose != "opportunity" or duel is None or index is None:
        return ()
    options = tuple(request.options())
    origins = {option.origin for option in options if isinstance(option, Focus)}
    found: list[str] = []
    if not origins:
        found += _no_focus(s, duel.sides[index], index)
    else:
        found += _closed(s, duel.sides[index], index, origins)
    if Strike() not in options:
        found += _no_strike(s, duel.sides[index], index)
    return tuple(found)


def _no_focus(s: Scene, here: Side, index: int) -> Iterator[str]:
    if here.must_strike:
        source = s.forced.get(("strike", index), "")
        yield _("You may not focus: {card} demands a strike. [cards.can.strike]").format(card=source or _("an effect"))
    elif here.focuses >= most_focuses(s.court, index):
        n = here.focuses
        told = ngettext(
            "You have focused {n} card, and no more are allowed.",
            "You have focused {n} cards, and no more are allowed.",
            n,
        )
        yield f"{told.format(n=n)}{_by(s, index, 'focus-limit')} [cards.can.focus-limit]"
    else:
        yield from _closed(s, here, index, set())


CLOSED = {
    "pool": N_("Nothing can be focused from your pool: an effect forbids it."),
    "hand": N_("Nothing can be focused from your hand: an effect forbids it."),
}


def _closed(s: Scene, here: Side, index: int, origins: set[str]) -> Iterator[str]:
    """Which of pool and hand give nothing."""
    rules = s.court.rules
    if rules.pool and "pool" not in origins:
        if not here.pool:
            yield _("Your focus pool is empty. [cards.C.focus]")
        elif not origin_open(s.court, index, "pool"):
            yield f"{_(CLOSED['pool'])}{_by(s, index, 'focus-source')} [cards.can.focus-source]"
        else:
            yield _banned(s, index, [s.state.pieces[n].key for n in here.pool])
    hand = s.state.hands[here.seat]
    if hand and "hand" not in origins:
        if 0 <= rules.hand <= here.origins.get("hand", 0):
            yield _("You have focused from your hand already; that is allowed once in a duel. [cards.C.hand-once]")
        elif not origin_open(s.court, index, "hand"):
            yield f"{_(CLOSED['hand'])}{_by(s, index, 'focus-source')} [cards.can.focus-source]"
        else:
            yield _banned(s, index, hand)


def _banned(s: Scene, index: int, keys: list[str]) -> str:
    values = listed(sorted({str(fv_printed(s.court, key)) for key in keys}))
    told = _("Cards with these focus values may not be focused: {values}.").format(values=values)
    return f"{told}{_by(s, index, 'forbid-fv')} [cards.can.forbid-fv]"


def _no_strike(s: Scene, here: Side, index: int) -> Iterator[str]:
    if here.must > 0:
        source = s.forced.get(("focus", index), "")
        yield _("You may not strike: {card} demands a focus first. [cards.can.must-focus]").format(
            card=source or _("an effect")
        )
    elif here.no_strike or lasting_for(s.court, "strike", index):
        source = s.forced.get(("strike", index), "") or _sources(s, lasting_for(s.court, "strike", index))
        yield _("You may not strike now: {card} forbids it. [cards.can.strike]").format(card=source or _("an effect"))
    else:
        yield _("You may not strike: a required number of focuses is not reached. [cards.can.focus-limit]")


def opened_by(s: Scene, seat: Seat) -> str:
    """The cards that lay open whatever a seat focuses (cards.can.face-up); empty where none does."""
    side = s.state.seat_duelling(seat)
    return "" if side is None else _sources(s, lasting_for(s.court, "face-up", side))


def _by(s: Scene, index: int, do: str) -> str:
    sources = _sources(s, lasting_for(s.court, do, index))
    return f" ({sources})" if sources else ""


def _sources(s: Scene, marks: list[Mark]) -> str:
    return listed(list(dict.fromkeys(s.title(mark.source) for mark in marks)))
