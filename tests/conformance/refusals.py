"""Every refusal that a card duel knows: attempts at what must not be, with what they have to be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from iaijutsu.cards.costs import WorthMore
from iaijutsu.cards.options import Bow, Decide, EndDuel, GiveHonor, MoveCard, SetFv, SetStat, Strike
from iaijutsu.engine import (
    CHANCE,
    Arrange,
    BadInput,
    Choose,
    Draw,
    DuelError,
    DuelFinished,
    IllegalAnswer,
    NoTakeBack,
    NotAsked,
    Number,
    Option,
    Request,
    Roll,
    Several,
)
from iaijutsu.engine import Session as Session_

Session = Session_[Any]
Attempt = Callable[[Session], bool]
"""Tries it if the duel stands so that it can be tried. True when it was refused as it should be."""


def refused(error: type[DuelError], words: str, attempt: Callable[[], object]) -> bool:
    """That something is refused, and told why."""
    with pytest.raises(error) as caught:
        attempt()
    assert words in str(caught.value), f"{words!r} is not said in: {caught.value}"
    return True


# ------------------------------------------------------------------ answers


def answered(kind: type[Request[Any]], answer: Callable[[Any], Any], words: str) -> Attempt:
    """A wrong answer to a question of this kind."""

    def attempt(session: Session) -> bool:
        for seat, request in session.asked.items():
            if type(request) is kind and (wrong := answer(request)) is not None:
                return refused(IllegalAnswer, words, lambda s=seat, w=wrong: session.submit(s, w))  # type: ignore[misc]
        return False

    return attempt


def too_little(request: Any) -> Any:
    """Cards from hand that are not worth enough, if there are such."""
    slots = [(n,) for n, value in enumerate(request.values) if value <= request.bound]
    return slots[0] if slots else None


def another_card(request: Any) -> Any:
    """As many cards, one of which is not there."""
    return ("no-such-card",) * request.count if request.count else None


ANSWERS: dict[str, Attempt] = {
    "an answer that is not among the options": answered(
        Choose, lambda r: None if Strike() in r.listed else Strike(), "that cannot be chosen now"
    ),
    "nonsense for an option": answered(Choose, lambda r: "strike", "that cannot be chosen now"),
    "a number out of bounds": answered(Number, lambda r: r.most + 1, "a whole number from"),
    "a number in words": answered(Number, lambda r: "three", "a whole number from"),
    "slots that do not ascend": answered(Several, lambda r: (1, 0), "ascending, is asked"),
    "too few slots": answered(Several, lambda r: () if r.least else None, "may be chosen, not 0"),
    "cards that are worth too little": answered(WorthMore, too_little, "focus values of more than"),
    "no order": answered(Arrange, lambda r: (0,) * r.of, "an order of the numbers"),
    "a face that no die has": answered(Roll, lambda r: r.sides, "one face for each of"),
    "too many cards": answered(Draw, lambda r: ("x",) * (r.count + 1), "cards are drawn here"),
    "a card that is not there": answered(Draw, another_card, "there are not so many of 'no-such-card'"),
}


# ------------------------------------------------------------------ acts of a judge


def ruled(act: Callable[[Session], Option | None], words: str) -> Attempt:
    """An act that a judge cannot do."""

    def attempt(session: Session) -> bool:
        wrong = None if session.finished else act(session)
        return wrong is not None and refused(IllegalAnswer, words, lambda: session.rule("Kakita Ren", wrong, "to see"))

    return attempt


def in_zone(zone: str, act: Callable[[int], Option]) -> Callable[[Session], Option | None]:
    """An act on the first card in a zone, if one lies there."""

    def make(session: Session) -> Option | None:
        return next((act(n) for n, piece in session.referee.state.pieces.items() if piece.zone == zone), None)

    return make


def at_peace(act: Option) -> Callable[[Session], Option | None]:
    """An act on a duel while there is none."""
    return lambda session: None if session.referee.state.duels else act


def duelling(act: Option) -> Callable[[Session], Option | None]:
    """An act on a duel that goes on."""

    def make(session: Session) -> Option | None:
        duel = session.referee.state.duel
        return act if duel is not None and duel.stage in "ABCDEFG" else None

    return make


PERSON = "is no personality in play"
ACTS: dict[str, Attempt] = {
    "an act that no judge knows": ruled(lambda s: Strike(), "a judge cannot do that"),
    "a stat below 0": ruled(lambda s: SetStat(0, "chi", -1), "a number from 0 to 99 is needed"),
    "the stat of nobody": ruled(lambda s: SetStat(999, "chi", 1), PERSON),
    "the stat of a focused card": ruled(in_zone("focusing", lambda n: SetStat(n, "chi", 1)), PERSON),
    "no stat": ruled(in_zone("play", lambda n: SetStat(n, "luck", 1)), "'luck' is none of: force, chi, honor"),
    "a focus value of 100": ruled(lambda s: SetFv(0, 100), "a number from 0 to 99 is needed"),
    "the focus value of a Personality": ruled(in_zone("play", lambda n: SetFv(n, 1)), "is no focused card"),
    "honor for nobody": ruled(lambda s: GiveHonor(3, 1), "no such player"),
    "too much honor": ruled(lambda s: GiveHonor(0, -100), "a number from 0 to 99 is needed"),
    "bowing a card of a pool": ruled(in_zone("pool", lambda n: Bow(n, True)), "is no card in play"),
    "moving a focused card to the moon": ruled(in_zone("focusing", lambda n: MoveCard(n, "moon")), "'moon' is none of"),
    "moving a Personality to a hand": ruled(
        in_zone("play", lambda n: MoveCard(n, "hand")), "'hand' is none of: discard"
    ),
    "moving nothing": ruled(lambda s: MoveCard(999, "discard"), "999 is no card in play"),
    "deciding no duel": ruled(at_peace(Decide("win", "lose")), "there is no duel in which that can be done"),
    "deciding for a draw": ruled(duelling(Decide("win", "draw")), "'draw' is none of: win, lose"),
    "ending no duel": ruled(at_peace(EndDuel()), "there is no duel in which that can be done"),
}


# ------------------------------------------------------------------ the rest


def nobody(session: Session) -> bool:
    """An answer of a seat that is not asked."""
    seat = next((seat for seat in (0, 1, 2) if seat not in session.asked), None)
    if seat is None or session.finished:
        return False
    return refused(NotAsked, f"seat {seat} is not asked anything now", lambda: session.submit(seat, Strike()))


def no_chance(session: Session) -> bool:
    """Dice that nobody asked for."""
    if session.finished or CHANCE in session.asked:
        return False
    return refused(NotAsked, "is not asked anything now", lambda: session.submit(CHANCE, (0,)))


def over(session: Session) -> bool:
    """An answer when all is over."""
    return session.finished and refused(DuelFinished, "the duel is over", lambda: session.submit(0, Strike()))


def ruled_over(session: Session) -> bool:
    """A judge's act when all is over."""
    return session.finished and refused(
        DuelFinished, "the duel is over", lambda: session.rule("Ren", EndDuel(), "late")
    )


def back_to_the_future(session: Session) -> bool:
    """A step back to a length that has not been reached."""
    return refused(NoTakeBack, "a length below that is needed", lambda: session.take_back(len(session.entries)))


def stays(words: str) -> Attempt:
    """A step back behind something that stands."""

    def attempt(session: Session) -> bool:
        for length in range(len(session.entries) - 1, -1, -1):
            if words in (session.why_not_take_back(length) or ""):
                return refused(NoTakeBack, words, lambda n=length: session.take_back(n))  # type: ignore[misc]
        return False

    return attempt


REFUSALS: dict[str, Attempt] = {
    **ANSWERS,
    **ACTS,
    "an answer of who is not asked": nobody,
    "dice that nobody asked for": no_chance,
    "an answer when all is over": over,
    "a ruling when all is over": ruled_over,
    "a step back to the future": back_to_the_future,
    "a step back behind chance": stays("dice were rolled or cards drawn"),
    "a step back behind what was shown": stays("something was shown"),
    "an empty line": lambda s: refused(BadInput, "printable characters", lambda: s.say("Aiko", " ")),
    "a nameless judge": lambda s: (
        not s.finished and refused(BadInput, "printable characters", lambda: s.rule("", GiveHonor(0, 1), "x"))
    ),
}


def try_all(session: Session, names: list[str]) -> list[str]:
    """Try what must not be; the names of those that could be tried and were refused. Nothing has changed."""
    before = session.transcript().dumps()
    found = [name for name in names if REFUSALS[name](session)]
    assert session.transcript().dumps() == before, f"something was refused and changed something: {found}"
    return found
