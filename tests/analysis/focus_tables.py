"""Random settings of the focusing round, each as a focus game and as a setup of the rules engine."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from iaijutsu.analysis.focus_game import Face, FocusGame, FocusSide, faces
from iaijutsu.analysis.kernel_cards import Holding
from iaijutsu.analysis.kernel_policies import WHOLE, Moment, Plan, Policy, Threshold
from iaijutsu.cards import InPlay, Player, Ruleset, Setup, rulesets

VALUES = range(7)
CARDS: tuple[dict[str, Any], ...] = tuple(
    {"key": f"worth-{n}", "title": f"Worth {n}", "type": "strategy", "focus": n} for n in VALUES
)


@dataclass(frozen=True)
class Setting:
    """One setting in both forms, with a policy for each side."""

    game: FocusGame
    setup: Setup
    policies: tuple[Policy, Policy]


@dataclass(frozen=True)
class _Side:
    deck: Counter[int]
    hand: int
    held: tuple[int, ...]
    chi: int
    duelist: bool
    wins_ties: bool


def setting(rng: random.Random) -> Setting:
    """Any setting that the card kernel takes."""
    rules = replace(
        rulesets.shipped()["celestial"],
        key="some",
        pool=rng.choice((3, 3, 3, 0, 1, 2, 4, 5)),
        hand=rng.choice((1, 1, 0)),
        most=rng.choice((-1, -1, 0, 1, 2, 3, 4)),
        duelist=rng.choice(("none", "goes first", "chooses", "wins ties")),
    )
    sides = (_side(rng), _side(rng))
    near = rng.choice((0, 0, 0, 1, 2))
    policies = (policy(rng), policy(rng))
    return Setting(_game(rules, sides, near), _setup(rules, sides, near), policies)


def _side(rng: random.Random) -> _Side:
    size = rng.choice((40, 40, 40, 6, 3, 2))
    deck = Counter(rng.choices(VALUES, k=size))
    held = tuple(rng.choices(VALUES, k=rng.randint(1, 3))) if rng.random() < 0.2 else ()
    hand = 0 if held else rng.randint(0, min(5, size))
    return _Side(deck, hand, held, rng.randint(1, 7), rng.random() < 0.4, rng.random() < 0.3)


def policy(rng: random.Random) -> Policy:
    """Thresholds, or any chances at all."""
    order, first = rng.random() < 0.5, rng.random() < 0.5
    if rng.random() < 0.5:
        salt = rng.randrange(1 << 30)
        return Plan(lambda moment: any_chances(moment, salt), order, first)
    margins = tuple(rng.randint(-3, 8) for _ in range(rng.randint(1, 4)))
    waver = rng.choice((0, 0, 5000, WHOLE // 2, WHOLE))
    hand = rng.choice(("best", "first", "last", "never"))
    return Threshold(margins, rng.randint(0, 8), rng.choice((0, 0, 2)), hand, waver, order, first)


def any_chances(moment: Moment, salt: int) -> tuple[int, int, int]:
    """Chances that hang on everything which the moment holds."""
    bits = hash((tuple(moment), salt))  # numbers alone: alike in every process
    weights = [(0, 1, 1, 3)[bits & 3], (1, 3, 6, 6)[bits >> 2 & 3], 1 + bits % 3]
    weights[1] *= moment.pool != ()
    weights[2] *= moment.hand >= 0
    total = sum(weights)
    strike, hand = WHOLE * weights[0] // total, WHOLE * weights[2] // total
    return (strike, WHOLE - strike - hand, hand) if moment.pool else (strike, 0, WHOLE - strike)


# --- as a focus game -------------------------------------------------------------------------------------


def _game(rules: Ruleset, sides: tuple[_Side, _Side], near: int) -> FocusGame:
    sole = [n for n in (0, 1) if sides[n].duelist]
    alone = sole[0] if len(sole) == 1 else None
    first = alone if alone is not None and rules.duelist == "goes first" else 1
    made = [
        FocusSide(
            side.chi, faces(side.deck), rules.pool, side.hand, tuple(map(Face, side.held)), rules.hand,
            most=rules.most, wins_ties=side.wins_ties or (rules.duelist == "wins ties" and alone == n),
        )
        for n, side in enumerate(sides)
    ]  # fmt: skip
    return FocusGame((made[0], made[1]), first, alone if rules.duelist == "chooses" else None, near=near)


# --- as the rules engine has it --------------------------------------------------------------------------


def _setup(rules: Ruleset, sides: tuple[_Side, _Side], near: int) -> Setup:
    people = tuple(_person(n, side, near if n == 0 else 0) for n, side in enumerate(sides))
    players = tuple(
        Player(
            f"Seat {n}",
            tuple(sorted((f"worth-{value}", count) for value, count in side.deck.items())),
            (InPlay(f"duellist-{n}"),),
            tuple(f"worth-{value}" for value in side.held),
            side.hand,
        )
        for n, side in enumerate(sides)
    )
    return Setup(players, "friendly-bout", rules=rules, cards=(*CARDS, *people))


def _person(n: int, side: _Side, near: int) -> dict[str, Any]:
    effects: list[dict[str, Any]] = [{"do": "outcome", "result": "wins-ties"}] if side.wins_ties else []
    effects += [{"do": "score", "rule": "margin-ties", "n": near, "who": "own"}] if near else []
    row: dict[str, Any] = {
        "key": f"duellist-{n}", "title": f"Duellist {n}", "type": "personality", "force": 1, "chi": side.chi,
        "honor": 1, "keywords": ["Duelist"] if side.duelist else [],
    }  # fmt: skip
    return row | ({"ability": [{"kind": "static", "effects": effects}]} if effects else {})


def draws(rng: random.Random, setting: Setting, holdings: tuple[Holding, Holding]) -> list[tuple[str, ...]]:
    """What the rules engine has to draw for these holdings: hands, then pools, in any order within."""
    hands, pools = [], []
    for side, holding in zip(setting.game.sides, holdings, strict=True):
        left = Counter({face.value: count for face, count in side.deck}) - Counter(holding.pool)
        hands += [_hand(rng, side, left, holding.hand)] if side.hand else []
        pools += [rng.sample(holding.pool, len(holding.pool))] if holding.pool else []
    return [tuple(f"worth-{value}" for value in drawn) for drawn in (*hands, *pools)]


def _hand(rng: random.Random, side: FocusSide, left: Counter[int], best: int) -> list[int]:
    """A hand whose best card is this, out of what is left of the deck; any hand when it does not matter."""
    if best < 0:
        return rng.sample(list(left.elements()), side.hand)
    below = Counter({value: count for value, count in left.items() if value <= best}) - Counter([best])
    found = [best, *rng.sample(list(below.elements()), side.hand - 1)]
    rng.shuffle(found)
    return found
