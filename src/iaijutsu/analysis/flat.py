"""A form laid out in flat arrays, for compiled loops: every place of the public tree with its offsets.

Rows of whole numbers, whose columns the constants below name; `numbering` and `numbers` hold everything of variable
length, and the rows say where in them it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .cfr import Block, Strategy
from .endings import Ending
from .holdings import Floats, Ints
from .pages import Moves, Page
from .public_tree import Form, Group

Int32: TypeAlias = npt.NDArray[np.int32]

# ---- columns of a place: its group, then where its numbers begin; of pairs, the challenger's first. From CHILD on: the
# place that each move leads to
GROUP, ACT, VALUE, REACH, MASS, CHILD = 0, 1, 2, 4, 6, 8
# ---- columns of a group; pairs as above. RANK, START, SOURCE, ALIKE: where the standing of each holding, the first
# holding of each standing, the holding of each action, and one over the number of its actions begin. WIDTH: actions of
# every holding where all have the same, else 0
MOVER, SIZE, RANKS, RANK, START, ENDING, WIDTH, ACTS, STRIKERS, SLOTS = 0, 1, 3, 5, 7, 9, 10, 11, 12, 13
SOURCE, ALIKE, SLOT = 14, 15, 16
# ---- columns of each move of a group, from SLOT on: actions, whether each leads to one holding for certain, where each
# action's edges begin, where edges lead, how likely they are
COUNT, SURE, FIRST, TARGET, CHANCE, SLOT_WIDTH = 0, 1, 2, 3, 4, 5
# ---- columns of an ending: whether scores decide; for each side, how many standings of the other are lower, and not
# higher; what a win, a tie and a loss are worth; or else the payoffs [own standing, other's standing]
COMPARE, LOW, HIGH, PAYS, TABLE, ENDING_WIDTH = 0, 1, 3, 5, 7, 9


class Plan(NamedTuple):
    """The structure: rows of places, groups and endings, and what they point to."""

    place: Ints
    group: Ints
    ending: Ints
    numbering: Int32
    numbers: Floats
    chances: Floats
    """Of the first holdings, the challenger's, then the challenged one's."""


class Sizes(NamedTuple):
    """How long the working arrays are, and the longest row at one place."""

    acts: int
    value: int
    reach: int
    mass: int
    row: int


class _Heap:
    """Arrays one after the other, each put down once."""

    def __init__(self) -> None:
        self.parts: list[npt.NDArray[np.generic]] = []
        self.size = 0
        self.known: dict[int, int] = {}
        self.kept: list[object] = []

    def put(self, part: npt.NDArray[np.generic]) -> int:
        """Where it begins."""
        at = self.size
        self.parts.append(part.ravel())
        self.size += part.size
        return at

    def once(self, part: npt.NDArray[np.generic]) -> int:
        """Where it begins; the same array is put down only once."""
        if id(part) not in self.known:
            self.known[id(part)] = self.put(part)
            self.kept.append(part)
        return self.known[id(part)]

    def joined(self, kind: type[np.generic]) -> npt.NDArray[np.generic]:
        """All of it."""
        return np.concatenate([*self.parts, np.zeros(1)]).astype(kind)


def flatten(form: Form) -> tuple[Plan, Sizes]:
    """The plan of a form, with the sizes of what has to be kept."""
    index, numbers = _Heap(), _Heap()
    slots = max([len(group.moves) for group in form.groups])
    groups = np.array([_group(group, index, numbers, slots) for group in form.groups], dtype=np.int64)
    endings = np.array([_ending(form, e, index, numbers) for e in range(len(form.endings))], dtype=np.int64)
    places, sizes = _places(form, groups, slots)
    chances = np.concatenate([held.chances for held in form.holdings])
    plan = Plan(places, groups, endings, index.joined(np.int32), numbers.joined(np.float64), chances)  # type: ignore[arg-type]
    return plan, sizes


# --- groups ----------------------------------------------------------------------------------------------


def _group(group: Group, index: _Heap, numbers: _Heap, slots: int) -> list[int]:
    block = Block.of(group)
    source, alike = block.source, block.alike
    pages = group.pages
    strikers = pages[group.mover].size if group.strikers is None else len(group.strikers)
    row = [group.mover, *(page.size for page in pages), *(len(page.standings) for page in pages)]
    row += [*(index.once(page.rank) for page in pages), *(index.once(_first(page)) for page in pages)]
    row += [group.ending, block.width, len(source), strikers, len(group.moves), index.put(source), numbers.put(alike)]
    for moves in group.moves.values():
        row += _slot(moves, index, numbers)
    return row + [0] * (SLOT_WIDTH * (slots - len(group.moves)))


def _first(page: Page) -> Ints:
    """The first holding of each standing, and one past the last holding."""
    return np.searchsorted(page.rank, np.arange(len(page.standings) + 1))


def _slot(moves: Moves, index: _Heap, numbers: _Heap) -> list[int]:
    sure = len(moves.target) == len(moves.source) and bool(np.all(moves.chance == 1.0))
    if id(moves) not in index.known:
        moves_first = np.searchsorted(moves.action, np.arange(len(moves.source) + 1))
        index.known[id(moves)] = index.put(moves_first)
        index.kept.append(moves)
    first = index.known[id(moves)]
    return [len(moves.source), int(sure), first, index.once(moves.target), 0 if sure else numbers.once(moves.chance)]


# --- endings ---------------------------------------------------------------------------------------------


def _ending(form: Form, e: int, index: _Heap, numbers: _Heap) -> list[int]:
    ending = form.endings[e]
    if ending.by_score is None:
        table = form.payoff(e)
        return [0, 0, 0, 0, 0, 0, 0, numbers.put(table), numbers.put(-table.T)]
    worth = [form.stakes.worth[ending.outcomes[code]] for code in ending.three]
    pays = [numbers.put(np.array(worth)), numbers.put(-np.array(worth[::-1]))]
    low, high = _bounds(ending)
    return [1, *(index.put(part) for part in (*low, *high)), *pays, 0, 0]


def _bounds(ending: Ending) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
    """For each standing of each side: how many standings of the other it beats, and how many are not above it."""
    assert ending.by_score is not None
    wins, loses = ending.by_score > ending.near, ending.by_score < -ending.near
    low = wins.sum(axis=1), loses.sum(axis=0)
    return low, (wins.shape[1] - loses.sum(axis=1), wins.shape[0] - wins.sum(axis=0))


# --- places ----------------------------------------------------------------------------------------------


def _places(form: Form, groups: Ints, slots: int) -> tuple[Ints, Sizes]:
    base = _starts([len(group.paths) for group in form.groups])
    of = np.repeat(np.arange(len(form.groups)), [len(group.paths) for group in form.groups])
    child = np.zeros((len(of), slots), dtype=np.int64)
    for n, group in enumerate(form.groups):
        for k, (target, rows) in enumerate(group.leads.values()):
            child[base[n] : base[n] + len(group.paths), k] = base[target] + rows
    acts = groups[of, ACTS]
    value, values = _pairs(groups[of][:, SIZE : SIZE + 2])
    mass, masses = _pairs(groups[of][:, RANKS : RANKS + 2])
    reach, reaches = _shared(form, groups, of, child)
    places = np.column_stack([of, _starts(acts), value, reach, mass, child])
    row = max(int(acts.max()), int(groups[:, SIZE : SIZE + 2].max()), int(groups[:, RANKS : RANKS + 2].max()) + 1)
    return places.astype(np.int64), Sizes(int(acts.sum()), values, reaches, masses, row)


def _pairs(sizes: Ints) -> tuple[Ints, int]:
    """Where each of two columns begins: all of the first, then all of the second."""
    flat = sizes.T.ravel()
    return _starts(flat).reshape(2, -1).T, int(flat.sum())


def _shared(form: Form, groups: Ints, of: Ints, child: Ints) -> tuple[Ints, int]:
    """Where chances begin. Where one side moves, those of the other stay as they are: both places share them."""
    at = np.full((len(of), 2), -1, dtype=np.int64)
    end = 0
    for n, g in enumerate(of):
        for side in (0, 1):
            if at[n, side] < 0:
                at[n, side] = end
                end += int(groups[g, SIZE + side])
            if groups[g, MOVER] != side:
                at[child[n, : len(form.groups[g].moves)], side] = at[n, side]
    return at, end


def _starts(lengths: Sequence[int] | Ints) -> Ints:
    each = np.asarray(lengths, dtype=np.int64)
    return np.cumsum(each) - each


def strategies(form: Form, flat: Floats) -> Strategy:
    """The strategy whose numbers stand in a flat array, by group."""
    found: Strategy = []
    at = 0
    for group in form.groups:
        acts = len(Block.of(group).source)
        end = at + acts * len(group.paths)
        found.append(flat[at:end].reshape(len(group.paths), acts).copy())
        at = end
    return found
