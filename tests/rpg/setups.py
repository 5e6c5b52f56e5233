"""Random setups of role-playing duels, and random answers that mean to fight: for walks, secrecy and wear."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from typing import Any

from iaijutsu.engine import Number, Option, Request, Session, Several
from iaijutsu.rpg import FORMS, Form, Goal, Setup, catalogue
from iaijutsu.rpg.characters import RINGS, Burden, Character, Trait
from iaijutsu.rpg.options import (
    LINES,
    VALUES,
    Assist,
    Bear,
    RunAgain,
    SetCheating,
    SetFirst,
    SetLine,
    SetObjective,
    SetValue,
)
from iaijutsu.rpg.rulings import Rulings, choices
from iaijutsu.rpg.terms import DEEDS

CONDITIONS = (
    "afflicted", "bleeding", "burning", "dazed", "disoriented", "enraged", "exhausted", "immobilized", "intoxicated",
    "prone", "silenced", "unconscious",
)  # fmt: skip


def setup(rng: random.Random, **given: Any) -> Setup:
    """A random duel: two of the shipped characters, changed, in any form, under any rulings."""
    told: dict[str, Any] = {
        "contest": rng.choices(("duel", "one-roll", "clash"), (10, 1, 2))[0],
        "rulings": rulings(rng) if rng.random() < 0.5 else Rulings(),
        "prepared": (rng.random() < 0.8, rng.random() < 0.8),
        "initiative": (rng.randint(0, 9), rng.randint(0, 9)),
        "gm": rng.random() < 0.3,
        "judge": rng.random() < 0.3,
        "secret_sheets": rng.random() < 0.3,
    }
    return Setup((character(rng), character(rng)), form(rng), **{**told, **given})


def rulings(rng: random.Random) -> Rulings:
    """Any answer to each open question."""
    told: dict[str, Any] = {name: rng.choice(answers) for name, answers in choices().items()}
    return Rulings(**told)


def form(rng: random.Random) -> Form:
    """One of the book's forms, or one that players made up."""
    if rng.random() < 0.8:
        return rng.choice(list(FORMS.values()))
    goals = tuple(Goal(deed, rng.choice((0, 3)) if deed == "critical" else 0) for deed in rng.sample(DEEDS, 2))
    return Form("own", goals, unarmed=rng.random() < 0.5, blunted=rng.random() < 0.5, sheathed=rng.random() < 0.5)


def character(rng: random.Random) -> Character:
    """A shipped character with other techniques, traits, Void points, weapons in hand and burdens."""
    one = catalogue.load(rng.choice(catalogue.names()))
    shelf = catalogue.shelf()
    weapons = tuple(replace(w, readied=rng.choice(("", w.grips[0].name))) for w in one.weapons)
    more = [rng.choice(list(shelf.weapons.values())) for _ in range(rng.randint(0, 1))]
    return replace(
        one,
        weapons=(*_in_two_hands(weapons), *[w for w in more if w.key not in {w.key for w in weapons}]),
        techniques=tuple(rng.sample(list(shelf.techniques.values()), rng.randint(0, 8))),
        traits=tuple(_trait(rng, n) for n in range(rng.randint(0, 3))),
        void_points=rng.randint(0, one.void_max),
        honor=rng.choice((30, 45, 45, 60)),
        kind=rng.choices(("player-character", "adversary", "minion"), (6, 1, 1))[0],
        strife=rng.choice((0, 0, 0, 5)),
        fatigue=rng.choice((0, 0, 0, 5, 9)),
        burdens=tuple(Burden(c) for c in rng.sample(CONDITIONS, rng.choice((0, 0, 0, 1, 2)))),
    )


def _in_two_hands(weapons: tuple[Any, ...]) -> tuple[Any, ...]:
    """The weapons, no more of them in hand than two hands hold."""
    free, found = 2, []
    for weapon in weapons:
        hands = weapon.grip(weapon.readied).hands if weapon.readied else 0
        found.append(weapon if hands <= free else replace(weapon, readied=""))
        free -= hands if hands <= free else 0
    return tuple(found)


def _trait(rng: random.Random, number: int) -> Trait:
    skills = tuple(rng.sample(("melee", "meditation", "fitness", "unarmed"), 2))
    return Trait(
        f"Trait {number}", rng.choice(("distinction", "passion", "adversity", "anxiety")), rng.choice(RINGS), skills
    )


def ruling(session: Session[Any], rng: random.Random) -> None:
    """Now and then somebody who judges or leads the game speaks; what cannot be is refused and changes nothing."""
    seat = rng.randint(0, 1)
    act = rng.choice(
        [
            SetLine(seat, rng.choice(LINES), rng.randint(-2, 9)),
            SetFirst(rng.randint(-1, 1)),
            SetObjective(seat, rng.random() < 0.3),
            SetCheating(seat, rng.random() < 0.3),
            SetValue(seat, rng.choice(VALUES), rng.randint(0, 9)),
            *[RunAgain(rng.randint(0, 4), rng.choice((-2, -1, 0, 1)), rng.random() < 0.5)] * 6,
            *[Bear(f"Trait {rng.randint(0, 2)}", rng.random() < 0.7)] * 3,
            *[Assist(rng.randint(0, 2), rng.randint(0, 1))] * 3,
        ]
    )
    if session.referee.why_not_act(act) is None:
        session.rule("Ume", act, "as I saw it")


def answer(request: Request[Any], rng: random.Random, number: int = 0) -> Any:
    """A random answer of somebody who means to fight; after 120 answers he gives up."""
    if isinstance(request, Number):
        return rng.randint(request.least, request.most)
    if isinstance(request, Several):
        free = [slot for slot in range(request.of) if slot not in getattr(request, "barred", ())]
        least = request.most if request.purpose == "keep" and rng.random() < 0.7 else request.least
        return tuple(sorted(rng.sample(free, rng.randint(least, request.most))))
    options: list[Option] = list(islice(request.options(), 400))
    if request.purpose == "concede":
        return options[rng.random() < 0.02 or number > 120]
    wanted = [o for o in options if o.tag in ("attack", "use", "yes", "spend")]
    return rng.choice(wanted) if wanted and rng.random() < 0.4 else rng.choice(options)
