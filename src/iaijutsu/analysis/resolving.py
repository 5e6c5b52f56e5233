"""From the strike to the outcome, for focused cards that do more than count: headings D to H, without a table.

It follows `cards.duel` word for word within what `texts` can express; a test holds it to the rules engine. Choices are
made for the best by whoever makes them: all cards lie open by then, so that nobody has a secret that would matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from ..engine import Sentence
from .endings import Compared, Counts, Ending, Resolve
from .focus_game import UNRESOLVED, Face, FocusGame, Outcome
from .focused import NEUTRAL, Broken, Open, Table
from .footprints import looks_at_values, piles_of
from .holdings import Floats, TooLarge
from .pages import Holdings, Page

RUNS = 50_000
"""Effects that are worked out one by one at most."""
Chances: TypeAlias = dict[Outcome, float]
Act: TypeAlias = Callable[[Table], None]


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
    resolution = Resolution(game)
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
    resolution: Resolution, counts: Counts, rows: list[list[tuple[Face, ...]]], texts: list[Any], ending: Ending
) -> Ending:
    """The ending of pages whose cards have texts: what is sure at once, the rest pair by pair."""
    outcomes = list(ending.outcomes)
    assert ending.codes is not None
    codes = ending.codes.astype(np.int64)
    mixed: dict[tuple[int, int], Chances] = {}
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


class Resolution:
    """Works out duels one by one. Tables at which Focus Effects in different orders meet are worked out once."""

    def __init__(self, game: FocusGame) -> None:
        self.game, self.runs = game, 0
        self.known: dict[Any, Chances] = {}
        self.whole: dict[Any, Chances] = {}
        texts = [face.text for side in game.sides for face in (*dict(side.deck), *side.held) if face.text]
        self.piles = sorted(set().union(*map(piles_of, texts)))
        sides = game.sides
        self.values = any(side.ignore_highest or side.last_times != 1 or side.reveal for side in sides)

    def of(self, counts: Counts, mine: tuple[Face, ...], his: tuple[Face, ...]) -> Chances:
        """How a duel between these focused cards ends, with the chance of each outcome."""
        cards = self._alike(mine, his)
        table = Table(self.game, counts, cards)
        here = tuple(table.stat), tuple(tuple(table.piles[pile]) for pile in self.piles), cards
        if here not in self.whole:
            self.whole[here] = self._after(table, Table.reveal)
        return self.whole[here]

    def _alike(self, mine: tuple[Face, ...], his: tuple[Face, ...]) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
        """The same cards; where no single value counts, those without texts are as one that is worth them all."""
        if self.values or any(looks_at_values(face.text) for face in (*mine, *his)):
            return mine, his
        return _gathered(mine), _gathered(his)

    def _after(self, table: Table, act: Act, answers: tuple[int, ...] = ()) -> Chances:
        """How it ends once this has been done to a table, whatever is asked meanwhile."""
        self.runs += 1
        if self.runs > RUNS:
            reason = Sentence(
                "more than {most} ways for Focus Effects to resolve; fewer cards with texts make it small enough",
                most=RUNS,
            )
            raise TooLarge(Sentence("this duel"), reason)
        made = table.copy()
        made.answers = answers
        try:
            act(made)
        except Broken:
            return {UNRESOLVED: 1.0}
        except Open as question:
            branches = [self._after(table, act, (*answers, n)) for n in range(question.count)]
            return _mixed(branches) if question.who == NEUTRAL else self._best(question.who, branches)
        return self._effects(made)

    def _effects(self, table: Table) -> Chances:
        """How it ends from a table at which the next Focus Effect may resolve."""
        waiting = table.waiting()
        if not waiting:
            try:
                return {table.decided(): 1.0}
            except Broken:
                return {UNRESOLVED: 1.0}
        following = table.next_of(waiting)
        if len(following) == 1:
            return self._after(table, _resolving(following[0]))
        key = table.key()
        if key not in self.known:
            self.known[key] = self._best(self.game.active, [self._after(table, _resolving(one)) for one in following])
        return self.known[key]

    def _best(self, who: int, branches: list[Chances]) -> Chances:
        return max(branches, key=lambda branch: self._worth(who, branch))

    def _worth(self, who: int, branch: Chances) -> float:
        game = self.game
        side, sign = (who, 1.0) if game.guarantee in (None, who) else (1 - who, -1.0)
        return sign * sum(chance * game.worth[side].of(outcome[side]) for outcome, chance in branch.items())


def _gathered(cards: tuple[Face, ...]) -> tuple[Face, ...]:
    plain = [face.value for face in cards if not face.text]
    if not plain:
        return cards
    texts = sorted((face for face in cards if face.text), key=lambda face: face.order)
    return (*texts, Face(sum(plain)), *(Face(0),) * (len(plain) - 1))


def _resolving(card: tuple[int, int]) -> Act:
    return lambda table: table.focus_effect(*card)


def _mixed(branches: list[Chances]) -> Chances:
    found: Chances = {}
    for branch in branches:
        for outcome, chance in branch.items():
            found[outcome] = found.get(outcome, 0.0) + chance / len(branches)
    return found
