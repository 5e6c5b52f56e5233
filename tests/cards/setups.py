"""Random card duels out of everything that ships, for walks and properties."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

from iaijutsu.cards import InPlay, Player, Ruleset, Setup, catalogue, rulesets, schema

LIBRARY = catalogue.shipped()
FATE = sorted(key for key, card in LIBRARY.items() if schema.is_fate(card.type))
PEOPLE = sorted(key for key, card in LIBRARY.items() if card.type == "personality")
ATTACHED = sorted(
    key for key, card in LIBRARY.items() if card.type in ("item", "follower", "ancestor", "spell", "ring")
)
ACTIONS = sorted(key for key, card in LIBRARY.items() if any(a.kind == "action" for a in card.abilities))


def deck(rng: random.Random, size: int = 40) -> tuple[tuple[str, int], ...]:
    """A deck of `size` cards, three copies of each at most."""
    found: Counter[str] = Counter()
    while sum(found.values()) < size:
        found[rng.choice([key for key in FATE if found[key] < 3])] += 1
    return tuple(sorted(found.items()))


def player(rng: random.Random, name: str, size: int = 40) -> Player:
    """A player with two Personalities, each with something attached, a hand to draw, and a discard pile."""
    people = tuple(
        InPlay(
            rng.choice(PEOPLE),
            tuple(rng.sample(ATTACHED, rng.randint(0, 2))),
            dishonorable=rng.random() < 0.15,
            concealed=rng.random() < 0.1,
        )
        for _ in range(2)
    )
    discard = tuple(rng.choice(FATE) for _ in range(rng.randint(0, 2)))
    return Player(name, deck(rng, size), people, draw=rng.randint(0, 6), discard=discard, gold=rng.randint(0, 6))


def setup(rng: random.Random, *, seats: int | None = None, windows: str = "closed") -> Setup:
    """A duel of two or three players, under any ruleset, of any action, with any of them active."""
    count = seats or rng.choice((2, 2, 2, 3))
    players = tuple(player(rng, name, rng.choice((40, 40, 40, 2, 0))) for name in ("Aiko", "Benjiro", "Chiyo")[:count])
    action = rng.choice(ACTIONS)
    performer = rng.randrange(count)
    rules = rng.choice(every_ruleset())
    return Setup(players, action, performer, rng.randrange(count), rules, windows=windows)


@cache
def every_ruleset() -> tuple[Ruleset, ...]:
    """The shipped rulesets, and others that put each switch on each of its values."""
    shipped = rulesets.shipped()
    celestial = shipped["celestial"]
    others = [
        replace(celestial, key="first", duelist="goes first"),
        replace(celestial, key="ends", leaving_in_consequences="ends"),
        replace(celestial, key="wide", pool=4, hand=2, most=5, consequences="active order"),
    ]
    return (*shipped.values(), *others)
