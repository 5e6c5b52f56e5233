"""Random role-playing duels out of everything that ships, for walks and properties."""

from __future__ import annotations

import random
from typing import Any, get_args, get_type_hints

from iaijutsu.engine import Number, Request, Session, Several
from iaijutsu.rpg import FORMS, Rulings, Setup, catalogue

PATIENCE = 120
"""Answers after which somebody gives up: two who can no longer hurt each other would go on for ever."""


def setup(rng: random.Random, **given: Any) -> Setup:
    """Two of the characters that ship, in any form, contest and ruling, with or without a game master or judge."""
    one, other = (catalogue.load(name) for name in rng.sample(sorted(catalogue.names()), 2))
    hints = get_type_hints(Rulings)
    rulings = Rulings(**{name: rng.choice(get_args(hint)) for name, hint in hints.items() if rng.random() < 0.3})
    words: dict[str, Any] = {
        "form": FORMS[rng.choice(sorted(FORMS))],
        "contest": rng.choice(("duel", "duel", "duel", "one-roll", "clash")),
        "rulings": rulings,
        "prepared": (rng.random() < 0.8, rng.random() < 0.8),
        "initiative": (rng.randint(0, 9), rng.randint(0, 9)),
        "gm": rng.random() < 0.2,
        "judge": rng.random() < 0.2,
        "secret_sheets": rng.random() < 0.3,
    }
    return Setup((one, other), **{**words, **given})


def lively(request: Request[Any], rng: random.Random, session: Session[Any]) -> Any:
    """A random answer of somebody who means to fight, until his patience is at its end."""
    if isinstance(request, Several):
        allowed = [slot for slot in range(request.of) if request.why_not((slot,)) is None or request.least > 1]
        for _ in range(20):
            count = min(len(allowed), rng.randint(request.least, request.most))
            answer = tuple(sorted(rng.sample(allowed, count)))
            if request.why_not(answer) is None:
                return answer
        return next(iter(request.options()))
    if isinstance(request, Number):
        return rng.randint(request.least, request.most)
    options = list(request.options())
    if request.purpose == "concede":
        return options[len(session.entries) >= PATIENCE]
    attacks = [option for option in options if getattr(option, "tag", "") in ("attack", "ready")]
    return rng.choice(attacks if attacks and rng.random() < 0.4 else options)
