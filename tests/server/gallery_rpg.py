"""Role-playing tables at many moments of random duels, as each audience sees them: for tests of pages, and to look at.

`python -m tests.server.gallery_rpg FOLDER` writes them with their static files, to be opened in a browser.
"""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from iaijutsu.engine import CHANCE, Audience, Roll, Seeded, Session
from iaijutsu.play.server import render
from iaijutsu.play.server.seen import Asked, Deed, Me, Place, Seen
from iaijutsu.play.words import narrator
from iaijutsu.play.words.rpg_board import Board
from iaijutsu.rpg import FORMS, GAME, Setup, catalogue
from tests.rpg import setups
from tests.server import gallery

AUDIENCES: tuple[Audience, ...] = (0, 1, "spectator", "judge")
LONG = 160
"""Answers after which a random duel is left."""


def seen(session: Session[Any], audience: Audience, **changes: Any) -> Seen:
    """The table as an audience sees it; with a game master there is a third seat, and a judge types in dice."""
    made = gallery.seen(session, audience)
    if session.setup.gm or session.setup.judge:
        asked = 2 in session.asked
        made = replace(made, places=(*made.places, Place(2, "Rin", None, "person", asked, False, None, None)))
    roll = session.asked.get(CHANCE)
    if audience == "judge" and isinstance(roll, Roll):
        told = narrator(session, audience)
        told.follow()
        made = replace(made, asked=Asked("q7.0", told.words.question(roll), typed=True), waiting="")
    return replace(made, **changes)


def random_duel(seed: int, *, typed: bool = False, **given: Any) -> Iterator[Session[Any]]:
    """A random duel at each of its questions, and at its end. `typed`: dice are typed in."""
    rng = random.Random(seed)
    session = Session(GAME, setups.setup(rng, **given), None if typed else Seeded(seed))
    for number in range(LONG):
        if session.finished:
            break
        yield session
        if number % 7 == 3:
            setups.ruling(session, rng)
        answer(session, rng, number)
    yield session


def answer(session: Session[Any], rng: random.Random, number: int = 0) -> None:
    """One answer to what is asked; a sealed question is answered by one seat after the other."""
    seat, request = next((seat, asked) for seat, asked in session.asked.items() if not session.has_sealed(seat))
    if isinstance(request, Roll):
        session.submit(CHANCE, tuple(rng.randrange(sides) for sides in request.sides))
    else:
        session.submit(seat, setups.answer(request, rng, number))


def kaya(name: str = "Kaya") -> Any:
    """A character that ships, by another name."""
    return replace(catalogue.load("kaya"), name=name)


def plain_duel(names: tuple[str, str] = ("Kaya", "Shiori"), **given: Any) -> Session[Any]:
    """Two characters that ship, before their first question."""
    other = replace(catalogue.load("shiori"), name=names[1])
    return Session(GAME, Setup((kaya(names[0]), other), FORMS["first-blood"], **given), Seeded(5))


def advance(session: Session[Any], purpose: str, seed: int = 1) -> Session[Any]:
    """Play at random until that is asked of somebody."""
    rng = random.Random(seed)
    for _number in range(LONG):
        if any(request.purpose == purpose for request in session.asked.values()):
            return session
        answer(session, rng)
    raise AssertionError(f"{purpose} was never asked")


# --- a choice of moments ---------------------------------------------------------------------------------


def mark(one: Seen) -> tuple[Any, ...]:
    """What sort of moment it is: one table of each sort is enough to look at."""
    lies = one.board
    assert isinstance(lies, Board)
    question = one.asked.question if one.asked else None
    shown = question.text.partition("?")[0][:24] if question else ""
    return (
        one.me.role, question.form if question else "", shown, len(lies.checks), lies.phase, lies.moment,
        any(fighter.sealed for fighter in lies.fighters), any(fighter.aside for fighter in lies.fighters),
        any(fighter.dead for fighter in lies.fighters), one.finished,
    )  # fmt: skip


@cache
def tables(duels: int = 8) -> dict[str, Seen]:
    """Tables by name, one of each sort that some random duels come to."""
    found: dict[tuple[Any, ...], tuple[str, Seen]] = {}
    for seed in range(duels):
        given = {"gm": seed % 4 == 1, "judge": seed % 4 == 2, "contest": "duel" if seed % 5 else "clash"}
        for n, session in enumerate(random_duel(seed, typed=seed % 4 == 1, **given)):
            for audience in AUDIENCES + ((2,) if given["gm"] or given["judge"] else ()):
                one = seen(session, audience)
                found.setdefault(mark(one), (f"rpg-{seed}-{n:03}-{audience}", one))
    return dict(found.values())


def game_master(one: Seen) -> Seen:
    """The same table for somebody who leads the game, with what he may do."""
    deeds = (Deed("rule", "Rule"), Deed("end", "End the duel"), Deed("say", "Say something"))
    return replace(one, me=Me("judge", None, "Rin", None), deeds=deeds)


def write(folder: Path, language: str = "en") -> None:
    """All of them as files."""
    (folder / "static").mkdir(parents=True, exist_ok=True)
    for path in render.STATIC.iterdir():
        shutil.copy(path, folder / "static" / path.name)
    for name, one in tables().items():
        text = render.page("table", language, seen=one)
        (folder / f"{name}.html").write_text(text.replace('"/static/', '"static/'), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), *sys.argv[2:])
