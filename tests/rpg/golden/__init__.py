"""Golden playthroughs: fixed role-playing duels, written down question by question, answer by answer, event by event.

    python -m tests.rpg.golden            writes the texts anew from the transcripts; their diff is read as prose
    python -m tests.rpg.golden --anew     plays the duels anew first: for an edition of the rules that is not out yet

A transcript of an edition replays to the same outcome as long as that edition is played. When a change in the rules
makes one misfit, the game's `edition` has to rise, and the new edition gets transcripts of its own beside the old ones.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from iaijutsu.engine import CHANCE, Event, Request, Seeded, Session, Transcript, loads, plain
from iaijutsu.engine.plaindata import to_plain
from iaijutsu.engine.transcript import RULING, SAY
from iaijutsu.rpg import FORMS, GAME, Rulings, Setup, catalogue
from tests.rpg import setups

HERE = Path(__file__).parent
TRANSCRIPTS = HERE / "transcripts"
SHOWN = 10
"""Options written out of a question."""


@dataclass(frozen=True)
class Playthrough:
    """A duel that is always the same: its setup, and the seed of the answers and of chance."""

    name: str
    seed: int
    setup: Setup
    judged: bool = False


def playthroughs() -> list[Playthrough]:
    """All of them."""
    people = [catalogue.load(name) for name in catalogue.names()]
    pair = [(people[n], people[(n + 5) % len(people)]) for n in range(len(people))]
    pc = replace(people[3], kind="adversary")
    return [
        Playthrough("first-blood", 6, Setup(pair[0], FORMS["first-blood"], stakes="the honour of a house")),
        Playthrough("to-the-death", 3, Setup(pair[1], FORMS["to-the-death"])),
        Playthrough("warriors", 22, Setup(pair[2], FORMS["warriors"], rulings=Rulings(blow_per="event"))),
        Playthrough("sparring", 1369, Setup((pc, people[8]), FORMS["sparring"], prepared=(True, False))),
        Playthrough("judged", 0, Setup(pair[4], FORMS["first-strike"], gm=True, judge=True), judged=True),
        Playthrough("one-roll", 0, Setup(pair[6], FORMS["warriors"], contest="one-roll")),
        Playthrough("clash", 1343, Setup(pair[7], FORMS["warriors"], contest="clash", initiative=(6, 4))),
    ]


def played(one: Playthrough) -> Session[Any]:
    """The duel, played by its seed."""
    rng = random.Random(one.seed)
    session: Session[Any] = Session(GAME, one.setup, Seeded(one.seed))
    while not session.finished:
        if one.judged and rng.random() < 0.2:
            setups.ruling(session, rng)
        for seat, request in session.asked.items():
            session.submit(seat, setups.answer(request, rng, len(session.entries)))
    return session


# ------------------------------------------------------------------ the files


def text_path(one: Playthrough) -> Path:
    """Where a playthrough is written down."""
    return HERE / f"{one.name}.txt"


def transcript_path(one: Playthrough, edition: int = GAME.edition) -> Path:
    """Where the transcript of an edition lies."""
    return TRANSCRIPTS / f"rpg-{edition}-{one.name}.json"


def retold(text: Transcript) -> str:
    """A transcript as lines: what is asked (`?`), what is answered (`>`), what happens (`*`), how it ended (`=`)."""
    return "\n".join(_lines(text)) + "\n"


def _lines(text: Transcript) -> Iterator[str]:
    names = " and ".join(sheet["name"] for sheet in text.setup["characters"])
    session = Session.load(GAME, replace(text, entries=[], waiting={}))
    told = 0
    yield f"rpg, edition {text.edition}: {names}"
    for entry in text.entries:
        yield from (_event(event) for event in session.referee.events[told:])
        told = len(session.referee.events)
        if entry.purpose not in (SAY, RULING):
            yield from (_question(request) for request in session.asked.values())
        yield f"> {entry.purpose}: {_json(plain(entry.answer))}"
        session._replay(entry, checked=True)
    yield from (_event(event) for event in session.referee.events[told:])
    yield f"= {_json(to_plain(session.outcome))}"


def _question(request: Request[Any]) -> str:
    if request.seat == CHANCE:
        return f"? chance: {request.purpose}"
    listed = [_json(plain(one)) for one in islice(request.options(), SHOWN + 1)]
    more = " ..." if len(listed) > SHOWN else ""
    return f"? seat {request.seat}: {request.kind} {request.purpose}: {' '.join(listed[:SHOWN])}{more}"


def _event(event: Event) -> str:
    data = event.plain()
    kind, clause, source = data.pop("kind"), data.pop("clause"), data.pop("source")
    return f"* {kind} {_json(data)} [{clause}; {source}]"


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def write(one: Playthrough, *, anew: bool = False) -> str:
    """Write a playthrough down; a word about what was done. Raises `DuelError` when its transcript no longer fits."""
    path = transcript_path(one)
    fresh = anew or not path.exists()
    if fresh:
        path.write_text(played(one).transcript().dumps(), encoding="utf-8")
    text_path(one).write_text(retold(loads(path.read_text(encoding="utf-8"), path.name)), encoding="utf-8")
    return "played anew and written" if fresh else "written from its transcript"
