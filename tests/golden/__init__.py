"""Golden playthroughs: six fixed card duels, written down question by question, answer by answer, event by event.

    python -m tests.golden            writes the texts anew from the transcripts; their diff is read as prose
    python -m tests.golden --anew     plays the duels anew first: for an edition of the rules that is not out yet

A transcript of an edition replays to the same outcome as long as that edition is played. When a change in the rules
makes one misfit, `EDITION` has to rise, and the new edition gets transcripts of its own beside the old ones.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from iaijutsu.cards import GAME, Player, Setup, decks, options, rulesets
from iaijutsu.cards.game import EDITION
from iaijutsu.engine import CHANCE, Event, Option, Request, Seeded, Session, Transcript, loads, plain
from iaijutsu.engine.transcript import RULING, SAY
from tests.conformance.walk import options as options_of

HERE = Path(__file__).parent
TRANSCRIPTS = HERE / "transcripts"
SHOWN = 12
"""Options written out of a question."""


# ------------------------------------------------------------------ the duels


def seated(deck: str, name: str, *, draw: int = 5) -> Player:
    """A player with a ready deck, its Personalities in play, and a hand to draw."""
    made = decks.shipped()[deck]
    return Player(name, made.cards, made.personalities, draw=draw, gold=4)


def between(
    *keys: str, rules: str = "celestial", performer: int = 0, windows: str = "closed", active: int | None = None
) -> Setup:
    """A duel between ready decks, by the action that the performer's deck suggests."""
    players = tuple(seated(key, name) for key, name in zip(keys, ("Aiko", "Benjiro", "Chiyo"), strict=False))
    action = decks.shipped()[keys[performer]].action
    return Setup(players, action, performer, active, rulesets.shipped()[rules], windows=windows)


@dataclass(frozen=True)
class Playthrough:
    """A duel that is always the same: its setup, and the seed of the answers and of chance."""

    name: str
    seed: int
    setup: Setup
    judged: bool = False


def playthroughs() -> list[Playthrough]:
    """The six."""
    keys = sorted(decks.shipped())
    a, b, c, d, e, f = keys
    return [
        Playthrough("celestial", 11, between(a, b)),
        Playthrough("twenty-festivals", 42, between(c, d, rules="twenty-festivals")),
        Playthrough("classic", 47, between(e, f, rules="classic", performer=1)),
        Playthrough("three-seats", 56, between(f, b, d, performer=2, active=1)),
        Playthrough("judged", 50, between(c, a), judged=True),
        Playthrough("open-windows", 11, between(d, e, windows="open", performer=1, active=0)),
    ]


def played(one: Playthrough) -> Session[Any]:
    """The duel, played by its seed."""
    rng = random.Random(one.seed)
    session: Session[Any] = Session(GAME, replace(one.setup, library={}, index=None), Seeded(one.seed))
    while not session.finished:
        if one.judged:
            _judge(session, rng)
        for seat, request in session.asked.items():
            session.submit(seat, _answer(request, rng))
    return session


def _answer(request: Request[Any], rng: random.Random) -> Any:
    """Rather something than nothing, so that much happens; an effect rather than a focus, a focus than a strike."""
    listed = options_of(request)
    lively = [one for one in listed if not isinstance(one, options.Pass | options.Refuse | options.Strike)]
    lively = [one for one in lively if isinstance(one, options.Use)] or lively
    return rng.choice(lively if lively and rng.random() < 0.7 else listed)


def _judge(session: Session[Any], rng: random.Random) -> None:
    """Now and then a judge mends something, or somebody speaks."""
    state = session.referee.state
    number = rng.choice(list(state.pieces))
    acts: list[Option] = [
        options.SetStat(number, "chi", 4), options.SetFv(number, 3), options.MoveCard(number, "hand"),
        options.Bow(number, True), options.GiveHonor(rng.randint(0, 1), 2),
    ]  # fmt: skip
    act = rng.choice(acts)
    if rng.random() < 0.25 and session.referee.why_not_act(act) is None:
        session.rule("Kakita Ren", act, "as it should have been")
    elif rng.random() < 0.05:
        session.say("Aiko", "It is your turn.")


# ------------------------------------------------------------------ the files


def text_path(one: Playthrough) -> Path:
    """Where a playthrough is written down."""
    return HERE / f"{one.name}.txt"


def transcript_path(one: Playthrough, edition: int = EDITION) -> Path:
    """Where the transcript of an edition lies."""
    return TRANSCRIPTS / f"cards-{edition}-{one.name}.json"


def retold(text: Transcript) -> str:
    """A transcript as lines: what is asked (`?`), what is answered (`>`), what happens (`*`), how it ended (`=`)."""
    return "\n".join(_lines(text)) + "\n"


def _lines(text: Transcript) -> Iterator[str]:
    session = Session.load(GAME, replace(text, entries=[], waiting={}))
    told = 0
    yield f"cards, edition {text.edition}, {text.setup['rules']}, {text.setup['action']}"
    for entry in text.entries:
        yield from (_event(event) for event in session.referee.events[told:])
        told = len(session.referee.events)
        if entry.purpose not in (SAY, RULING):
            yield from (_question(request) for request in session.asked.values())
        yield f"> {entry.purpose}: {_json(plain(entry.answer))}"
        session._replay(entry, checked=True)
    yield from (_event(event) for event in session.referee.events[told:])
    yield f"= {_json(_plain_outcome(session))}"


def _question(request: Request[Any]) -> str:
    who = "chance" if request.seat == CHANCE else f"seat {request.seat}"
    if request.seat == CHANCE:
        return f"? {who}: {request.purpose}"
    listed = [_json(plain(one)) for one in islice(request.options(), SHOWN + 1)]
    more = " ..." if len(listed) > SHOWN else ""
    about = getattr(request, "about", None)
    on = f" ({about})" if isinstance(about, str) else ""
    return f"? {who}: {request.kind} {request.purpose}{on}: {' '.join(listed[:SHOWN])}{more}"


def _event(event: Event) -> str:
    data = event.plain()
    kind, clause, source = data.pop("kind"), data.pop("clause"), data.pop("source")
    return f"* {kind} {_json(data)} [{clause}; {source}]"


def _plain_outcome(session: Session[Any]) -> Any:
    return plain(session.outcome.duels)


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
