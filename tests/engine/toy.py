"""Wagers: a game of a few lines that asks every kind of question. What the engine promises is tested with it.

Each of two players draws a card, which the other does not see. Both bid, sealed. The higher bid (seat 0 on a tie)
moves: he takes points by a roll of a die, leaves it, or breaks the rules. The other gives away some of three pebbles
and puts the rest in order. A judge may give points, end the game, or break the rules.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from iaijutsu.engine import (
    Arrange,
    Audience,
    BadInput,
    Choose,
    Draw,
    Event,
    Json,
    Number,
    Option,
    Referee,
    Request,
    Roll,
    Ruling,
    Sealed,
    Several,
)
from iaijutsu.engine.quick import dataclass

DECK = {"crane": 2, "owl": 1}


@dataclasses.dataclass(slots=True)
class State:
    points: list[int]
    cards: list[str]
    pebbles: list[int]


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    kind = "drawn"
    reveals = True
    seat: int
    key: str

    def apply(self, state: State) -> None:
        state.cards[self.seat] = self.key

    def seen_by(self, audience: Audience) -> Event:
        return self if audience in (self.seat, "judge") else replace(self, key="?")


@dataclass(frozen=True, slots=True)
class Bid(Event):
    kind = "bid"
    reveals = True
    bids: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    kind = "scored"
    seat: int
    amount: int

    def apply(self, state: State) -> None:
        state.points[self.seat] += self.amount


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """Only its seat hears of it."""

    kind = "whispered"
    seat: int

    def seen_by(self, audience: Audience) -> Event | None:
        return self if audience == self.seat else None


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    kind = "ordered"
    pebbles: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.pebbles = list(self.pebbles)


@dataclass(frozen=True, slots=True)
class Take(Option):
    tag = "take"
    dice: int


@dataclass(frozen=True, slots=True)
class Leave(Option):
    tag = "leave"


@dataclass(frozen=True, slots=True)
class Break(Option):
    """The rules are wrong about this one: they fail at once, or after the dice."""

    tag = "break"
    after_dice: bool = False


@dataclass(frozen=True, slots=True)
class Give(Option):
    """A judge gives points."""

    tag = "give"
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Stop(Option):
    """A judge ends the game."""

    tag = "stop"


class Stopped(Exception):
    pass


class Wagers(Referee[State]):
    async def carry_out(self, ruling: Ruling) -> None:
        match ruling.act:
            case Give(seat, amount):
                self.happen(Scored(seat, amount, source=ruling.by))
            case Stop():
                raise Stopped
            case Break():
                raise ZeroDivisionError("the judge")

    def why_not_act(self, act: Option) -> str | None:
        if isinstance(act, Give):
            return None if act.seat in (0, 1) else f"there is no seat {act.seat}"
        return None if isinstance(act, Stop | Break) else "a judge cannot do that"

    def load_act(self, data: Any) -> Option:
        match data:
            case ["give", int(seat), int(amount)]:
                return Give(seat, amount)
            case ["stop"]:
                return Stop()
        raise BadInput("act", f"{data!r:.80} is none")


def moves(state: State) -> tuple[Option, ...]:
    """Who is far behind may take more dice: a ruling before the question changes what it allows."""
    return (Take(1), *((Take(2),) if max(state.points) >= 5 else ()), Leave(), Break(), Break(True))


async def play(table: Wagers) -> tuple[int, int]:
    try:
        await _play(table)
    except Stopped:
        table.happen(Scored(0, 0, clause="toy.stopped"))
    return table.state.points[0], table.state.points[1]


async def _play(table: Wagers) -> None:
    for seat in (0, 1):
        (key,) = await table.ask(lambda seat=seat: Draw("draw", DECK, 1, seat))  # type: ignore[misc]
        table.happen(Drawn(seat, key))
    bids = await table.ask(lambda: Sealed("bids", {0: Number(0, "bid", 0, 3), 1: Number(1, "bid", 0, 3)}))
    table.happen(Bid((bids[0], bids[1])))
    mover = 0 if bids[0] >= bids[1] else 1
    await _move(table, mover)
    table.happen(Whispered(mover))
    given = await table.ask(lambda: Several(1 - mover, "give", 3, 1, 2))
    table.happen(Scored(mover, len(given)))
    order = await table.ask(lambda: Arrange(1 - mover, "order", 3 - len(given)))
    table.happen(Ordered(order))


async def _move(table: Wagers, mover: int) -> None:
    answer = await table.ask(lambda: Choose(mover, "move", moves(table.state)))
    if answer == Break():
        raise ZeroDivisionError("the rules")
    if not isinstance(answer, Take | Break):
        return
    dice = answer.dice if isinstance(answer, Take) else 1
    faces = await table.ask(lambda: Roll("dice", (6,) * dice, mover))
    if isinstance(answer, Break):
        raise ZeroDivisionError("the rules, after the dice")
    for face in faces:
        table.happen(Scored(mover, face + 1))


class Game:
    """The setup is how many points each has: `{"points": [0, 0]}`."""

    name = "wagers"
    edition = 3

    def referee(self, setup: Any) -> Wagers:
        return Wagers(self.seen(setup, "judge"))

    def play(self, referee: Wagers) -> Coroutine[Request[Any], Any, tuple[int, int]]:
        return play(referee)

    def seen(self, setup: Any, audience: Audience) -> State:
        return State(list(setup["points"]), ["", ""], [])

    def load_setup(self, data: Json) -> Any:
        match data:
            case {"points": [int(), int()]} if len(data) == 1:
                return data
        raise BadInput("setup", f"{data!r:.80} found; points of two players are needed")

    def plain_setup(self, setup: Any) -> Json:
        return setup


GAME = Game()
NONE = {"points": [0, 0]}
