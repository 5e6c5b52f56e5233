"""Duels for OpenSpiel and other solvers of extensive-form games: every line of play of the rules engine as a tree.

`efg` writes a duel as a Gambit `.efg` file, which OpenSpiel (`load`), Gambit and, through OpenSpiel, LiteEFG read.
Each position is one that the rules ask at; an information set is what a seat has seen so far. Nothing of the analysis
goes into it, so that a solver on the file is a check on the analysis, rules and all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from ..cards.events import CardFocused
from ..cards.options import Focus
from ..engine import BadInput, Chance, Draw, Event, Request, Seat, Sentence, Session, plain

Payoff: TypeAlias = Callable[[Session[Any]], tuple[float, float]]
"""What a finished duel is worth to seats 0 and 1."""
LIMIT = 20_000
"""Positions of a duel that is written at most."""
IDLE = ("return-pools", "reaction")
"""Questions that are answered with the first option: they change nothing about who wins, where nobody can react."""


def efg(session: Session[Any], payoff: Payoff, *, title: str = "duel", idle: tuple[str, ...] = IDLE) -> str:
    """The duel from where `session` stands, as the text of an `.efg` file. Raises `BadInput` when it is too large.

    Cards drawn together count as one outcome in whatever order they come, and of cards with one key one is listed.
    """
    writer = _Writer(payoff, idle)
    names = " ".join(f'"seat {seat}"' for seat in (0, 1))
    lines = [f'EFG 2 R "{title}" {{ {names} }}']
    start = session.fork()
    start.chance = None
    lines += writer.lines(start)
    return "\n".join(lines) + "\n"


def load(text: str) -> Any:
    """The game of an `.efg` text in OpenSpiel. Raises `BadInput` when OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        raise BadInput("open-spiel", Sentence("it is not installed: pip install 'iaijutsu[ai]'")) from None
    return pyspiel.load_efg_game(text)


def of_result(win: float = 1.0, lose: float = -1.0, tie: float = 0.0) -> Payoff:
    """The worth of the first duel's result, alike for both sides; `tie` where nobody wins for equal scores."""

    def payoff(session: Session[Any]) -> tuple[float, float]:
        duel = session.referee.state.past[0]
        found = [0.0, 0.0]
        tied = duel.tie and "win" not in [side.result for side in duel.sides]
        for side in duel.sides:
            found[side.seat] = tie if tied else {"win": win, "lose": lose}.get(side.result, 0.0)
        return found[0], found[1]

    return payoff


@dataclass
class _Writer:
    payoff: Payoff
    idle: tuple[str, ...]
    sets: dict[tuple[Seat, str], int] = field(default_factory=dict)
    count: int = 0
    chances: int = 0
    ends: int = 0

    def lines(self, session: Session[Any]) -> Iterator[str]:
        """The nodes from here on, in the order of the file: each before what follows from it."""
        self.count += 1
        if self.count > LIMIT:
            raise BadInput(
                Sentence("this duel"),
                Sentence("more than {most} positions; smaller decks make it small enough", most=LIMIT),
            )
        request = self._passed_over(session)
        if request is None:
            first, second = self.payoff(session)
            self.ends += 1
            yield f't "" {self.ends} "" {{ {_number(first)}, {_number(second)} }}'
            return
        if isinstance(request, Chance):
            outcomes = list(_outcomes(request))
            self.chances += 1
            moves = " ".join(f'"{_word(answer)}" {share}' for answer, share in outcomes)
            yield f'c "" {self.chances} "" {{ {moves} }} 0'
            answers = [answer for answer, _ in outcomes]
        else:
            answers = list(_different(session, request))
            number = self._set_of(session, request)
            moves = " ".join(f'"{_word(answer)}"' for answer in answers)
            yield f'p "" {request.seat + 1} {number} "" {{ {moves} }} 0'
        for answer in answers:
            yield from self.lines(_after(session, request, answer))

    def _passed_over(self, session: Session[Any]) -> Request[Any] | None:
        """The next question that matters, once idle ones have been answered."""
        while session.pending is not None and session.pending.purpose in self.idle:
            for seat, request in session.asked.items():
                session.submit(seat, next(iter(request.options())))
        return session.pending

    def _set_of(self, session: Session[Any], request: Request[Any]) -> int:
        """The number of the information set: what this seat has seen and answered, and what it is asked."""
        seen = [_seen(event, request.seat) for event in session.events(request.seat)]
        said = [entry.plain() for entry in session.entries if entry.seat == request.seat]
        key = request.seat, json.dumps([request.purpose, said, seen], sort_keys=True)
        mine = sum(1 for seat, _ in self.sets if seat == request.seat)
        return self.sets.setdefault(key, mine + 1)


def _seen(event: Event, seat: Seat) -> Any:
    """An event as a seat sees it, without which card of his pool another focused: here these have an order."""
    made = event.plain()
    if isinstance(event, CardFocused) and event.seat != seat:
        del made["piece"]
    return made


def _after(session: Session[Any], request: Request[Any], answer: Any) -> Session[Any]:
    copy = session.fork()
    copy.chance = None
    copy.submit(request.seat, answer)
    return copy


def _outcomes(request: Chance[Any]) -> Iterator[tuple[Any, Fraction]]:
    """What may come up, with its probability; cards drawn together in one order for all."""
    found: dict[Any, int] = {}
    total = 0
    for outcome, weight in request.outcomes():
        key = tuple(sorted(outcome)) if isinstance(request, Draw) else outcome
        found[key] = found.get(key, 0) + weight
        total += weight
    for outcome, weight in found.items():
        yield outcome, Fraction(weight, total)


def _different(session: Session[Any], request: Request[Any]) -> Iterator[Any]:
    """The options, of cards with one key one."""
    known: set[Any] = set()
    for option in request.options():
        key = _card_of(session, request.seat, option) if isinstance(option, Focus) else option
        if key not in known:
            known.add(key)
            yield option


def _card_of(session: Session[Any], seat: Seat, option: Focus) -> tuple[str, str, bool]:
    state: Any = session.referee.state
    if option.origin == "pool":
        pool = next(side.pool for side in state.duel.sides if side.seat == seat)
        return "pool", state.pieces[pool[option.slot]].key, option.face_up
    piles = {"hand": state.hands, "discard": state.discards}
    return option.origin, piles[option.origin][seat][option.slot] if option.origin in piles else "", option.face_up


def _word(answer: Any) -> str:
    return json.dumps(plain(answer)).replace('"', "'")


def _number(value: float) -> str:
    return str(Fraction(value).limit_denominator(10**9))
