"""Every holding of a side and every move between them, page by page: what the tables of a game are made of."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .focus_game import FocusSide
from .holdings import (
    FOCUS,
    LIMIT,
    Cards,
    Count,
    Drawing,
    Explicit,
    Floats,
    Holding,
    Ints,
    Label,
    Step,
    open_labels,
    too_large,
)


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """One move from one page: which holding makes each action, and where each action leads.

    `source[a]` is the holding of action a, `kind[a]` its card; edge e belongs to `action[e]`, leads to holding
    `target[e]` of the page of `to` with probability `chance[e]`. `straight`: one action a holding, one edge an action,
    all certain.
    """

    label: Label
    to: Count
    source: Ints
    kind: Ints
    action: Ints
    target: Ints
    chance: Floats
    straight: bool


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """Every holding of a side at one count, ordered by standing.

    `rank[h]` is the index of its standing; `index` says which number a holding has.
    """

    count: Count
    holdings: tuple[Holding, ...]
    standings: tuple[Any, ...]
    rank: Ints
    index: dict[Holding, int]
    moves: dict[Label, Moves] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many holdings there are."""
        return len(self.holdings)

    def free(self, labels: tuple[Label, ...]) -> npt.NDArray[np.bool_]:
        """Which holdings can make one of these moves."""
        found = np.zeros(self.size, dtype=bool)
        for label in labels:
            if label in self.moves:
                found[self.moves[label].source] = True
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Holdings:
    """The pages of one side, and the probability of each holding on the first."""

    cards: Cards
    pages: dict[Count, Page]
    chances: Floats


def holdings(side: FocusSide, cards: Cards) -> Holdings:
    """The tables of a side. Raises `BadInput` when they would be too large."""
    start = cards.start()
    kinds = (cards.keeps, tuple(face.order for face in cards.faces)) if isinstance(cards, Explicit) else ()
    key = (type(cards).__name__, frozenset(start), _rules_of(side), kinds)
    pages = _PAGES.get(key) if not isinstance(cards, Drawing) else None
    if pages is None:
        pages = _pages(side, cards, list(start))
        if not isinstance(cards, Drawing):
            _PAGES[key] = pages
            while len(_PAGES) > 64:
                del _PAGES[next(iter(_PAGES))]
    first = pages[Count()]
    return Holdings(cards, pages, np.array([start[holding] for holding in first.holdings]))


_PAGES: dict[Hashable, dict[Count, Page]] = {}
"""Tables made before: they hang on what may be held, not on how likely it is."""


def _rules_of(side: FocusSide) -> Hashable:
    counts = side.pool_size, side.most_from_hand, side.most, side.from_top, len(side.insteads), side.deck_size
    return counts, side.top, side.banned


def _pages(side: FocusSide, cards: Cards, start: list[Holding]) -> dict[Count, Page]:
    found: dict[Count, dict[Holding, None]] = {Count(): dict.fromkeys(start)}
    steps: dict[tuple[Count, Label], list[tuple[Holding, Step]]] = {}
    waiting, edges = [Count()], 0
    while waiting:
        count = waiting.pop(0)
        for label in open_labels(side, count):
            rows = list(_steps(cards, found[count], label))
            if not rows:
                continue
            edges += sum(len(step[1]) for _, step in rows)
            if edges > LIMIT:
                raise too_large()
            steps[count, label] = rows
            after = count.after(label)
            if after not in found:
                found[after] = {}
                waiting.append(after)
            if not any(other in FOCUS for other in open_labels(side, after)):
                rows = [(holding, _spent(cards, step)) for holding, step in rows]
                steps[count, label] = rows
            found[after].update(dict.fromkeys(holding for _, (_, leads) in rows for holding, _ in leads))
    pages = {count: _page(count, cards, rows) for count, rows in found.items()}
    for (count, label), rows in steps.items():
        after = count.after(label)
        pages[count].moves[label] = _moves(label, after, rows, pages[count].index, pages[after].index)
    return pages


def _steps(cards: Cards, rows: dict[Holding, None], label: Label) -> Iterator[tuple[Holding, Step]]:
    if label in FOCUS:
        for holding in rows:
            for step in cards.focus(holding, label):
                yield holding, step
    else:
        for holding in rows:
            yield holding, (-1, ((holding, 1.0),))


def _spent(cards: Cards, step: Step) -> Step:
    """A move after which nothing can be focused: holdings that stand alike are one."""
    found: dict[Holding, float] = {}
    for holding, chance in step[1]:
        rest = cards.spent(holding)
        found[rest] = found.get(rest, 0.0) + chance
    return step[0], tuple(found.items())


def _page(count: Count, cards: Cards, rows: dict[Holding, None]) -> Page:
    standing = {holding: cards.standing(holding) for holding in rows}
    order = sorted(rows, key=lambda holding: (standing[holding], holding))
    standings = tuple(dict.fromkeys(standing[holding] for holding in order))
    index = {value: n for n, value in enumerate(standings)}
    rank = np.array([index[standing[holding]] for holding in order], dtype=np.int64)
    return Page(count, tuple(order), standings, rank, {holding: n for n, holding in enumerate(order)})


def _moves(
    label: Label, to: Count, rows: list[tuple[Holding, Step]], here: dict[Holding, int], there: dict[Holding, int]
) -> Moves:
    rows = sorted(rows, key=lambda row: here[row[0]])
    source = np.array([here[holding] for holding, _ in rows], dtype=np.int64)
    leads = [(n, there[holding], chance) for n, (_, step) in enumerate(rows) for holding, chance in step[1]]
    action, target = (np.array([row[k] for row in leads], dtype=np.int64) for k in (0, 1))
    straight = len(leads) == len(rows) == len(here) and bool(np.all(source == np.arange(len(here))))
    return Moves(
        label, to, source, np.array([step[0] for _, step in rows], dtype=np.int64),
        action, target, np.array([row[2] for row in leads]), straight,
    )  # fmt: skip
