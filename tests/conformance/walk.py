"""One walk for every game: a random duel during which everything that must always hold is checked."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import islice
from typing import Any, TypeAlias

from iaijutsu.engine import CHANCE, Chance, Request, Seeded, Session, loads, plain
from iaijutsu.engine.plaindata import to_plain
from iaijutsu.engine.session import Game

MANY = 40
"""Options looked at when a question has more."""

Chooser: TypeAlias = Callable[[Request[Any], random.Random, Session[Any]], Any]
"""Answers a question of a session at random, in its own way."""


def options(request: Request[Any]) -> list[Any]:
    """The first options of a question."""
    return list(islice(request.options(), MANY))


def as_bytes(thing: Any) -> bytes:
    """Canonical bytes of anything plain."""
    return json.dumps(to_plain(thing), sort_keys=True).encode()


def events_bytes(session: Session[Any], audience: Any) -> bytes:
    """The events that an audience saw, as bytes."""
    return json.dumps([event.plain() for event in session.events(audience)]).encode()


def check_question(request: Request[Any]) -> None:
    """Options are there, each once, each acceptable, each the same after JSON; chance weighs in whole numbers."""
    found = options(request)
    assert found, f"{request} has no option"
    texts = [json.dumps(plain(one)) for one in found]
    assert len(set(texts)) == len(texts), f"{request} lists an option twice"
    for one, text in zip(found, texts, strict=True):
        assert request.why_not(one) is None, f"{request} lists {one} and refuses it"
        assert request.load(json.loads(text)) == one
    if isinstance(request, Chance):
        assert all(type(weight) is int and weight > 0 for _, weight in islice(request.outcomes(), MANY))
    assert request.why_not("nonsense") is not None
    assert request.why_not(None) is not None


def any_option(request: Request[Any], rng: random.Random, session: Session[Any]) -> Any:
    """One of the options, each as likely."""
    return rng.choice(options(request))


def step(session: Session[Any], rng: random.Random, choose: Chooser = any_option) -> None:
    """Answer every open question at random."""
    for seat, request in session.asked.items():
        session.submit(seat, choose(request, rng, session))


def play(session: Session[Any], rng: random.Random, choose: Chooser = any_option) -> None:
    """Play on to the end, at random."""
    while not session.finished:
        step(session, rng, choose)


def walk(
    game: Game[Any], setup: Any, seed: int, *, rebuild: bool = False, choose: Chooser = any_option
) -> Session[Any]:
    """Play a random duel and check at every question; `rebuild` makes the session anew from JSON after every answer."""
    rng = random.Random(seed)
    session: Session[Any] = Session(game, setup, Seeded(seed))
    while not session.finished:
        for request in session.asked.values():
            check_question(request)
        folded, state = session.view("judge").state, session.referee.state
        assert as_bytes(folded) == as_bytes(state), "the fold of the events is not the state"
        step(session, rng, choose)
        if rebuild:
            text = session.transcript().dumps()
            session = Session.load(game, loads(text), Seeded(seed))
            assert session.transcript().dumps() == text
    check_copies(game, session)
    return session


def check_copies(game: Game[Any], session: Session[Any]) -> None:
    """A fork, and the duel read back from its file, are the duel itself."""
    text = session.transcript().dumps()
    for copy in (session.fork(), Session.load(game, loads(text))):
        assert copy.finished == session.finished
        assert copy.outcome == session.outcome
        assert as_bytes(copy.referee.state) == as_bytes(session.referee.state)
        assert events_bytes(copy, "judge") == events_bytes(session, "judge")
    state = type(session.referee.state)
    if hasattr(state, "from_plain"):
        data = json.loads(as_bytes(session.referee.state))
        assert as_bytes(state.from_plain(data)) == as_bytes(session.referee.state)


def check_forks(game: Game[Any], setup: Any, seed: int, choose: Chooser = any_option) -> None:
    """From every point of a duel, a fork goes on like the original."""
    rng = random.Random(seed)
    session: Session[Any] = Session(game, setup, Seeded(seed))
    while not session.finished:
        fork = session.fork()
        answers = {seat: choose(request, rng, session) for seat, request in session.asked.items()}
        for seat, answer in answers.items():
            session.submit(seat, answer)
            fork.submit(seat, answer)
        assert as_bytes(fork.referee.state) == as_bytes(session.referee.state)
        assert CHANCE not in session.asked
