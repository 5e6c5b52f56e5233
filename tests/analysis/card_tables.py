"""Random small card duels for the rules engine, brought to their first opportunity, and followed through both forms."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from iaijutsu.analysis.focus_game import FocusGame, Outcome
from iaijutsu.cards import GAME, InPlay, Player, Ruleset, Setup, rulesets
from iaijutsu.cards.options import Focus, Pass, Strike, Use
from iaijutsu.cards.state import Duel
from iaijutsu.engine import CHANCE, Chance, Session
from iaijutsu.engine.chance import Seeded

PLAIN: tuple[dict[str, Any], ...] = tuple(
    {"key": f"plain-{n}", "title": f"Plain {n}", "type": "strategy", "focus": n} for n in range(6)
)
PERSON: dict[str, Any] = {
    "key": "somebody",
    "title": "Somebody",
    "type": "personality",
    "force": 2,
    "chi": 3,
    "honor": 2,
}


def duel(
    decks: tuple[Counter[str], Counter[str]], people: tuple[dict[str, Any], dict[str, Any]], *,
    draw: tuple[int, int] = (0, 0), rules: Ruleset | None = None, cards: tuple[dict[str, Any], ...] = (),
    chi: tuple[int, int] | None = (3, 3), attached: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()), active: int = 0,
) -> Setup:  # fmt: skip
    """A duel of two Personalities that are given as card tables, or by their keys alone."""
    stats = chi or (None, None)
    players = tuple(
        Player(f"Player {n}", tuple(sorted(decks[n].items())), (InPlay(people[n]["key"], attached[n], chi=stats[n]),),
               draw=draw[n], gold=0)
        for n in (0, 1)
    )  # fmt: skip
    made = {row["key"]: row for row in (*PLAIN, *people, *cards) if len(row) > 1}
    rules = rules or rulesets.shipped()["celestial"]
    return Setup(players, "friendly-bout", 0, active, rules, tuple(made.values()), windows="open")


def person(rng: random.Random, name: str, *, abilities: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    keywords = ["Duelist"] if rng.random() < 0.3 else []
    return {**PERSON, "key": name, "title": name.title(), "keywords": keywords, "ability": abilities or []}


def plain_deck(rng: random.Random, size: int) -> Counter[str]:
    return Counter(f"plain-{rng.choice((0, 1, 2, 3, 3, 4, 5))}" for _ in range(size))


# --- driving a session -----------------------------------------------------------------------------------


def at_first(setup: Setup, seed: int) -> Session[Any]:
    """The duel at its first opportunity, or where its first opportunity is to be chosen."""
    session: Session[Any] = Session(GAME, setup, Seeded(seed))
    while session.pending is not None and session.pending.purpose not in ("opportunity", "first-opportunity"):
        for seat, request in session.asked.items():
            session.submit(seat, _first(request))
    return session


def label_of(court: Any, side: int, option: Any, insteads: tuple[str, ...]) -> tuple[str, str]:
    """An answer to an opportunity as a focus game names it, and the card."""
    here, state = court.duel.sides[side], court.state
    if isinstance(option, Strike):
        return "strike", ""
    if isinstance(option, Use):
        title = court.library[state.pieces[option.slot].key].title
        return f"instead {insteads.index(title)}", ""
    assert isinstance(option, Focus)
    if option.origin == "pool":
        return "pool", state.pieces[here.pool[option.slot]].key
    if option.origin == "hand":
        return "hand", state.hands[here.seat][option.slot]
    return "top", ""


# --- how a duel ends -------------------------------------------------------------------------------------


def endings(session: Session[Any], game: FocusGame) -> dict[Outcome, float]:
    """How the duel ends from its strike on, by the rules engine: choices as is best for whoever makes them."""
    branches: list[tuple[dict[Outcome, float], float]] = []
    session = session.fork()
    session.chance = None
    while session.pending is not None:
        request = session.pending
        if isinstance(request, Chance):
            total = sum(weight for _, weight in request.outcomes())
            for outcome, weight in request.outcomes():
                branches.append((endings(_after(session, outcome), game), weight / total))
            return _mixed(branches)
        listed = list(request.options()) if request.purpose not in ("return-pools", "reaction") else []
        if len(listed) > 1:
            court: Any = session.referee
            side = court.state.seat_duelling(request.seat)
            found = [endings(_after(session, option), game) for option in listed]
            return max(found, key=lambda one: sum(p * _worth(game, side, o) for o, p in one.items()))
        for seat, asked in session.asked.items():
            session.submit(seat, _first(asked))
    return {outcome_of(session.referee.state.past[0]): 1.0}


def _worth(game: FocusGame, side: int, outcome: Outcome) -> float:
    if game.guarantee in (None, side):
        return game.worth[side].of(outcome[side])
    return -game.worth[1 - side].of(outcome[1 - side])


def _first(request: Any) -> Any:
    return Pass() if Pass() in tuple(request.options()) else next(iter(request.options()))


def _after(session: Session[Any], answer: Any) -> Session[Any]:
    copy = session.fork()
    copy.chance = None
    assert session.pending is not None
    copy.submit(CHANCE if isinstance(session.pending, Chance) else session.pending.seat, answer)
    return copy


def _mixed(branches: list[tuple[dict[Outcome, float], float]]) -> dict[Outcome, float]:
    found: dict[Outcome, float] = {}
    for branch, share in branches:
        for outcome, chance in branch.items():
            found[outcome] = found.get(outcome, 0.0) + chance * share
    return found


def outcome_of(duel_: Duel) -> Outcome:
    """What became of both, in the words of a focus game."""
    if duel_.ended != "resolved":
        return ("none", "none")
    tied = duel_.tie and "win" not in (duel_.sides[0].result, duel_.sides[1].result)
    words: dict[str, Any] = {"win": "win", "lose": "tie" if tied else "lose", "": "none"}
    return words[duel_.sides[0].result], words[duel_.sides[1].result]
