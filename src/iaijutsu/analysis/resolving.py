"""From the strike to the outcome, for focused cards that do more than count: headings D to H, without a table.

It follows `cards.duel` word for word within what `texts` can express; a test holds it to the rules engine. Choices are
made for the best by whoever makes them: all cards lie open by then, so that nobody has a secret that would matter.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..engine import BadInput
from .endings import Compared, Counts, Ending, Resolve, stats
from .focus_game import Face, FocusGame, Outcome
from .focused import NEUTRAL, Broken, Open, Table
from .holdings import Floats, Holdings, Page

RUNS = 600_000
"""Resolutions that are worked out one by one at most."""


def looks_at_cards(game: FocusGame) -> bool:
    """Whether cards differ by more than their value in this game."""
    return any(side.texts or side.ignore_highest or side.last_times != 1 or side.reveal for side in game.sides)


def looks_at_order(game: FocusGame) -> bool:
    """Whether it matters which card was focused first or last."""
    words = [face.text for side in game.sides for face in (*dict(side.deck), *side.held)]
    words += [side.reveal for side in game.sides]
    listed = any(f'"{word}"' in text for text in words for word in ("first", "last", "last-times"))
    return listed or any('"remove"' in text for text in words) or any(side.last_times != 1 for side in game.sides)


def resolved(game: FocusGame, held: tuple[Holdings, Holdings]) -> Resolve:
    """Endings worked out card by card. Raises `BadInput` when there are too many."""
    lists: list[list[Face]] = [held[n].cards.faces for n in (0, 1)]  # type: ignore[attr-defined]
    resolution = _Resolution(game)
    plain = Compared(game)

    def resolve(counts: Counts, first: Page, second: Page) -> Ending:
        rows = [
            [tuple(lists[n][kind] for kind in standing) for standing in page.standings]
            for n, page in enumerate((first, second))
        ]
        scored = [
            np.array([_plain_score(game, n, cards) for cards in row], dtype=np.int64) for n, row in enumerate(rows)
        ]
        texts = [np.array([any(face.text for face in cards) for cards in row]) for row in rows]
        ending = plain.of_scores(counts, scored[0], scored[1])
        if not texts[0].any() and not texts[1].any():
            return replace(ending, by_score=None)  # standings are not in the order of their scores
        return _with_texts(resolution, counts, rows, texts, ending)

    return resolve


def _with_texts(
    resolution: _Resolution, counts: Counts, rows: list[list[tuple[Face, ...]]], texts: list[Any], ending: Ending
) -> Ending:
    """The ending of pages whose cards have texts: what is sure at once, the rest pair by pair."""
    outcomes = list(ending.outcomes)
    assert ending.codes is not None
    codes = ending.codes.astype(np.int64)
    mixed: dict[tuple[int, int], dict[Outcome, float]] = {}
    for a, b in np.argwhere(texts[0][:, None] | texts[1][None, :]):
        found = resolution.of(counts, rows[0][a], rows[1][b])
        for one in found:
            if one not in outcomes:
                outcomes.append(one)
        codes[a, b] = outcomes.index(max(found, key=lambda one: found[one]))
        if len(found) > 1:
            mixed[int(a), int(b)] = found
    if not mixed:
        return Ending(tuple(outcomes), codes.astype(np.int8))
    shares: Floats = np.stack([(codes == n).astype(np.float64) for n in range(len(outcomes))])
    for (a, b), found in mixed.items():
        shares[:, a, b] = [found.get(one, 0.0) for one in outcomes]
    return Ending(tuple(outcomes), shares=shares)


def _plain_score(game: FocusGame, side: int, cards: tuple[Face, ...]) -> int:
    """What cards without texts add to the score of their side."""
    table = Table(game, ((), ()), (cards, ()) if side == 0 else ((), cards))
    table.revealed()
    return table.counted(side)


# --- resolutions -----------------------------------------------------------------------------------------


class _Resolution:
    """Works out duels one by one, and remembers them."""

    def __init__(self, game: FocusGame) -> None:
        self.game, self.runs = game, 0
        self.known: dict[Any, dict[Outcome, float]] = {}

    def of(self, counts: Counts, mine: tuple[Face, ...], his: tuple[Face, ...]) -> dict[Outcome, float]:
        """How a duel between these focused cards ends, with the chance of each outcome."""
        key = (stats(self.game, counts), counts, mine, his)
        if key not in self.known:
            self.known[key] = self._follow(counts, (mine, his), ())
        return self.known[key]

    def _follow(
        self, counts: Counts, cards: tuple[tuple[Face, ...], tuple[Face, ...]], answers: tuple[int, ...]
    ) -> dict[Outcome, float]:
        self.runs += 1
        if self.runs > RUNS:
            reason = f"more than {RUNS} ways for Focus Effects to resolve; fewer cards with texts make it small enough"
            raise BadInput("this duel", reason)
        table = Table(self.game, counts, cards, answers)
        try:
            return {table.outcome(): 1.0}
        except Broken:
            return {("none", "none"): 1.0}
        except Open as question:
            who, count = question.who, question.count
        branches = [self._follow(counts, cards, (*answers, n)) for n in range(count)]
        if who == NEUTRAL:
            return _mixed(branches)
        return max(branches, key=lambda branch: self._worth(who, branch))

    def _worth(self, who: int, branch: dict[Outcome, float]) -> float:
        game = self.game
        side, sign = (who, 1.0) if game.guarantee in (None, who) else (1 - who, -1.0)
        return sign * sum(chance * game.worth[side].of(outcome[side]) for outcome, chance in branch.items())


def _mixed(branches: list[dict[Outcome, float]]) -> dict[Outcome, float]:
    found: dict[Outcome, float] = {}
    for branch in branches:
        for outcome, chance in branch.items():
            found[outcome] = found.get(outcome, 0.0) + chance / len(branches)
    return found
