"""Hosted role-playing duels for tests, and people who type sensible answers at them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from iaijutsu.engine import Seeded, Session, Source, Verifiable
from iaijutsu.play import setting_rpg
from iaijutsu.play.games import names_of
from iaijutsu.play.host import Asked, Host
from iaijutsu.play.plain import CLEAR, Leave, Lines
from iaijutsu.play.store import Store
from iaijutsu.play.words import Question, narrator
from iaijutsu.rpg import GAME
from tests.play.tables import SEED, Script
from tests.rpg import setups

Decide = Callable[[Asked], Any]
"""Says what a person answers."""


class Fighter:
    """A computer player that means to fight, at random, from a seed."""

    name = "fighter"
    looks = False

    def __init__(self, seed: int) -> None:
        self.rng, self.given = random.Random(seed), 0

    def sit(self, table: object) -> None:
        """He needs to know nothing."""

    def answer(self, request: Any, view: object) -> Any:
        """An answer at random; after many of them he gives up."""
        self.given += 1
        return setups.answer(request, self.rng, self.given)


FAIR = Seeded(1)
"""Repeatable chance."""


def session(terms: setting_rpg.Terms | None = None, chance: Source | None = FAIR) -> Session[Any]:
    """A duel set out as the command line does it."""
    return Session(GAME, setting_rpg.lay_out(terms or setting_rpg.Terms()).setup, chance)


def host(
    people: Iterable[int] = (0,), store: Store | None = None, judge: str | None = None, typed: Any = None, **kwargs: Any
) -> Host:
    """A hosted duel: people at these seats, fighters at the others."""
    made = session(**kwargs)
    names = names_of(made.setup)
    persons = {seat: names[seat] for seat in people}
    others = {seat: Fighter(seat) for seat in range(len(names)) if seat not in persons}
    return Host(made, persons, others, store, judge, typed)


def finished(store: Store) -> Session[Any]:
    """A finished verifiable duel in a file."""
    made = session(chance=Verifiable(SEED))
    Host(made, {}, {seat: Fighter(seat) for seat in (0, 1)}, store).advance()
    return made


# --- people ----------------------------------------------------------------------------------------------


def at_random(seed: int) -> Decide:
    """Somebody who means to fight, at random."""
    fighter = Fighter(seed)
    return lambda asked: fighter.answer(asked.request, None)


def keys(question: Question, answer: Any) -> str:
    """What has to be typed for an answer."""
    if question.form == "number":
        return str(answer)
    if question.form == "faces":
        return " ".join(str(face + 1) for face in answer)
    places = {choice.answer: str(n) for n, choice in enumerate(question.choices, 1)}
    return " ".join(places[part] for part in answer) if question.form == "several" else places[answer]


def typing(one: Host, decide: Decide) -> Callable[[str], str]:
    """Types what somebody decides, whatever is asked."""

    def type_(shown: str) -> str:
        if "press Enter" in shown:
            return ""
        asked = one.asked()
        assert asked is not None
        teller = narrator(one.session, asked.seat)
        teller.follow()
        return keys(teller.words.question(asked.request), decide(asked))

    return type_


def always(line: Callable[[str], str]) -> Iterator[Callable[[str], str]]:
    """The same typist again and again."""
    while True:
        yield line


class Screens(Script):
    """A console that keeps, for every question, who was asked what, and all that was on the screen then."""

    def __init__(self, one: Host, decide: Decide, *, screen: bool = True) -> None:
        super().__init__(always(typing(one, decide)), screen=screen)
        self.one = one
        self.seen: list[tuple[int, str, str]] = []

    def _type(self, prompt: str) -> str:
        asked = self.one.asked()
        assert asked is not None
        if "press Enter" not in prompt:
            self.seen.append((asked.seat, asked.request.purpose, self.text.rsplit(CLEAR, 1)[-1]))
        line = super()._type(prompt)
        self.shown.append(line + "\n")  # a terminal shows what is typed
        return line


def play(one: Host, lines: Iterator[Any], *, screen: bool = False) -> Script:
    """Play to the end of the duel or of the script."""
    console = Script(lines, screen=screen)
    try:
        Lines(one, console).run()
    except Leave:
        console.shown.append("\nLEFT\n")
    return console
