"""What a player may do with an opportunity: the one source of legality in the focusing round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..engine import Option
from .court import Court, Trigger
from .measures import Cause, amount, cause_of, fv_printed, holds_all, lasting_for
from .options import Focus, Strike, Use
from .timing import in_hand, may_use

_STRIKE = Strike()
focus = cache(Focus)
"""One object for each answer: they are compared and listed often."""
NO_LIMIT = 10_000


def options(court: Court, side: int) -> tuple[Option, ...]:
    """Everything that the player of a side may do with his opportunity: to strike alone when he has to.

    Who can neither focus nor do something instead must strike (cards.C.must-strike), whatever forbids striking.
    Who can only do something instead may still strike, whatever requires focusing.
    """
    here = court.duel.sides[side]
    if here.must_strike:
        return (_STRIKE,)
    cards, others = focuses(court, side), insteads(court, side)
    uses = tuple(Use(t.place, t.slot, t.row) for t in others if t.ability.kind == "instead")
    forbidden = here.no_strike != 0 or any(m.effect["mode"] == "forbid" for m in lasting_for(court, "strike", side))
    if (cards and (here.must > 0 or _owes(court, side))) or (forbidden and (cards or uses)):
        return (*cards, *uses)
    strikes = tuple(Use(t.place, t.slot, t.row) for t in others if t.ability.kind == "instead-of-striking")
    return (*cards, *uses, *strikes, _STRIKE)


def _owes(court: Court, side: int) -> bool:
    """Whether a number of focuses that a lasting effect requires has not been reached yet."""
    here, marks = court.duel.sides[side], lasting_for(court, "must-focus", side)
    done = here.focuses + here.insteads  # cards.C.instead
    numbers = [amount(court, cause_of(mark), mark.effect.get("times", 1)) for mark in marks]
    return any(done < number for number in (*numbers, *_limits(court, side, "exactly")))


def _limits(court: Court, side: int, *kinds: str) -> list[int]:
    """The numbers of these kinds (most, exactly, together) that lasting effects set for a side's focuses."""
    return [
        amount(court, cause_of(mark), mark.effect[kind])
        for mark in lasting_for(court, "focus-limit", side)
        for kind in kinds
        if kind in mark.effect
    ]


# --- focusing --------------------------------------------------------------------------------------------


def focuses(court: Court, side: int) -> tuple[Focus, ...]:
    """Every card that may be focused now, face up where it may or must be."""
    if court.duel.sides[side].focuses >= most_focuses(court, side):
        return ()
    forbidden, face_up = forbidden_values(court, side), court.index.face_up
    found: list[Focus] = []
    for origin, slot, key in _sources(court, side):
        if key and forbidden and fv_printed(court, key) in forbidden:
            continue
        if key in face_up and origin != "deck":
            found += _ways(court, side, origin, slot, key)
        else:
            found.append(focus(origin, slot))
    return tuple(found)


def forbidden_values(court: Court, side: int) -> set[int]:
    """The printed focus values that a side may not focus (cards.can.forbid-fv)."""
    bans = lasting_for(court, "forbid-fv", side)
    return {amount(court, cause_of(mark), mark.effect["fv"]) for mark in bans if "fv" in mark.effect}


def could_focus(court: Court, side: int) -> bool:
    """Whether, for all that others know, a side has a card that it may focus."""
    here = court.duel.sides[side]
    if here.focuses >= most_focuses(court, side):
        return False
    seen = court.rules.deck == "seen" and court.state.decks[here.seat].size and origin_open(court, side, "deck")
    return bool(here.pool or seen) or bool(court.state.hands[here.seat] and origin_open(court, side, "hand"))


def most_focuses(court: Court, side: int) -> int:
    """How many focuses a side may make in this duel."""
    rules = court.rules.most if court.rules.most >= 0 else NO_LIMIT
    return min([rules, *_limits(court, side, "most", "exactly")])


def _sources(court: Court, side: int) -> Iterator[tuple[str, int, str]]:
    """Where cards can come from: (origin, slot, key); the key of a deck's top is empty while it is unseen."""
    here = court.duel.sides[side]
    if origin_open(court, side, "pool"):
        for slot, number in enumerate(here.pool):
            yield "pool", slot, court.state.pieces[number].key
    if origin_open(court, side, "hand"):
        for slot, key in enumerate(court.state.hands[here.seat]):
            yield "hand", slot, key
    if origin_open(court, side, "deck") and court.state.decks[here.seat].size:
        top = court.state.decks[here.seat].top if court.rules.deck == "seen" else ()
        yield "deck", 0, top[0] if top else ""
    anything = origin_open(court, side, "discard")
    for slot, key in enumerate(court.state.discards[here.seat]):
        if anything or (key in court.index.focus_themselves and _focuses_itself(court, here.seat, key)):
            yield "discard", slot, key


def origin_open(court: Court, side: int, origin: str) -> bool:
    """Whether the rules and the effects let a side focus from there."""
    rules, done = _by_rules(court, origin), court.duel.sides[side].origins.get(origin, 0)
    if not court.lasts("focus-source"):
        return rules < 0 or done < rules
    marks = [mark.effect for mark in lasting_for(court, "focus-source", side) if mark.effect["from"] == origin]
    if any(effect.get("forbid") for effect in marks):
        return False
    return rules < 0 or done < rules + sum(effect.get("times", 1) for effect in marks)


def _by_rules(court: Court, origin: str) -> int:
    """Focuses that the ruleset allows from there; -1 without limit."""
    if origin == "hand":
        return court.rules.hand
    return -1 if origin == "pool" or (origin == "deck" and court.rules.deck != "no") else 0


def _focuses_itself(court: Court, seat: int, key: str) -> bool:
    """Whether a card in the discard pile says that it may be focused from there."""
    rows = court.index.focus_themselves[key]
    return any(a.place == "discard" and holds_all(court, Cause(seat, key), a.conditions) for a in rows)


def _ways(court: Court, side: int, origin: str, slot: int, key: str) -> list[Focus]:
    """A card that may be focused face up, where its text allows it."""
    ability = court.index.face_up[key]
    cause = Cause(court.duel.sides[side].seat, key)
    if (ability.place == "hand" and origin != "hand") or not holds_all(court, cause, ability.conditions):
        return [focus(origin, slot)]
    up = focus(origin, slot, True)
    return [up] if ability.must else [focus(origin, slot), up]


def together(court: Court, side: int) -> int:
    """How many cards may be focused as one opportunity; 1 unless an effect allows more, once a duel."""
    if not court.lasts("focus-limit") or together_note(court, side) in court.state.used:
        return 1
    return max(_limits(court, side, "together"), default=1)


def together_note(court: Court, side: int) -> str:
    """What that once is kept by."""
    return f"together:{side}:duel {court.duel.number}"


# --- instead ---------------------------------------------------------------------------------------------


def insteads(court: Court, side: int) -> list[Trigger]:
    """Abilities that may be used instead of focusing, or instead of striking."""
    seat = court.duel.sides[side].seat
    found: list[Trigger] = []
    for kind in ("instead", "instead-of-striking"):
        if kind == "instead" and _no_insteads(court, side):
            continue
        found += [trigger for trigger in court.triggers(kind) if trigger.seat == seat and _near(court, trigger, side)]
        if court.index.hand_insteads:
            found += in_hand(court, seat, kind)
    return [trigger for trigger in found if may_use(court, trigger)]


def _no_insteads(court: Court, side: int) -> bool:
    """Whether a lasting effect lets a side do nothing instead of focusing."""
    return any(mark.effect.get("no_instead") for mark in lasting_for(court, "focus-limit", side))


def _near(court: Court, trigger: Trigger, side: int) -> bool:
    """Whether the card that carries the ability is the duellist, is attached to him, or is no Personality's at all."""
    piece = court.state.pieces[trigger.slot]
    carrier = piece.host if piece.host is not None else piece.id
    return carrier == court.duel.sides[side].duellist
