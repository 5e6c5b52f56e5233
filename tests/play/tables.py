"""Hosted duels for tests, and a console that types what it is told to and keeps what it was shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from iaijutsu import cards
from iaijutsu.engine import Json, Option, Request, Seeded, Session, Source, Verifiable, View, plain
from iaijutsu.play import setting
from iaijutsu.play.host import Asked, Host
from iaijutsu.play.plain import Console
from iaijutsu.play.store import Store
from iaijutsu.players.tables import Table

SEED = bytes(range(32))
NAMES = ("Aki", "Nao", "Sei")


class Dummy:
    """A computer player that answers at random, from a seed."""

    name = "dummy"
    looks = False

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def sit(self, table: Table) -> None:
        """He needs to know nothing."""

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """Any answer."""
        return self.rng.choice(list(request.options()))


class Striker(Dummy):
    """A computer player that passes, accepts, strikes as soon as it may, and takes the first option else."""

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """The shortest way to the end."""
        options = list(request.options())
        return next((one for one in options if tag(one) in ("pass", "accept", "strike")), options[0])


def tag(answer: object) -> str:
    """The tag of an option, empty for other answers."""
    return answer.tag if isinstance(answer, Option) else ""


def session(terms: setting.Terms | None = None, chance: Source | None = None) -> Session[Any]:
    """A duel of the ready decks, set out as the command line does it."""
    laid = setting.lay_out(terms or setting.Terms(names=NAMES))
    return Session(cards.GAME, laid.setup, chance or Seeded(1))


def host(people: int = 1, store: Store | None = None, judge: str | None = None, **kwargs: Any) -> Host:
    """A hosted duel: `people` persons, the other seats are computer players that answer at random."""
    made = session(**kwargs)
    persons = {seat: NAMES[seat] for seat in range(people)}
    agents = {seat: Dummy(seat) for seat in range(people, len(made.setup.players))}
    return Host(made, persons, agents, store, judge)


def finish(one: Host, rng: random.Random | None = None) -> None:
    """Play to the end, people answering at random."""
    rng = rng or random.Random(0)
    for asked in questions(one):
        one.answer(asked, rng.choice(list(asked.request.options())))


def questions(one: Host) -> Iterator[Asked]:
    """The questions put to people, one after another, to the end."""
    while (asked := one.advance()) is not None:
        yield asked


def finished(path: Path) -> Session[Any]:
    """A finished verifiable duel in a file."""
    made = session(chance=Verifiable(SEED))
    one = Host(made, {}, {seat: Dummy(seat) for seat in range(2)}, Store(path))
    one.advance()
    return made


class Script(Console):
    """A console that types lines in order and keeps everything that was written.

    A line that is a function is given what was shown since the last line, and says what to type.
    """

    def __init__(self, lines: Iterable[str | Callable[[str], str]], *, screen: bool = False) -> None:
        self.shown: list[str] = []
        self.typed: list[str] = []
        self._lines = iter(lines)
        self._since = 0
        super().__init__(self.shown.append, self._type, screen)

    def _type(self, prompt: str) -> str:
        self.shown.append(prompt)
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        if not isinstance(line, str):
            line = line("".join(self.shown[self._since :]))
        self._since = len(self.shown)
        self.typed.append(line)
        return line

    @property
    def text(self) -> str:
        """All that was shown."""
        return "".join(self.shown)


def as_json(answer: object) -> Json:
    """The plain form of an answer."""
    return plain(answer)
