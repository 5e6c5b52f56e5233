"""Solving a focus game: the equilibrium, how far from one the answer may be, and what it means in wins and losses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import numpy as np

from ..engine import BadInput, Sentence
from . import compiler
from .cfr import Network, Rounds, Strategy
from .focus_game import ROLES, FocusGame, Left, Outcome
from .holdings import STRIKE, Floats, Holding, Label
from .lp import exact
from .pages import Moves
from .public_tree import Form, Group, form

Method: TypeAlias = Literal["auto", "numpy", "numba", "lp"]
METHODS: tuple[Method, ...] = ("auto", "numpy", "numba", "lp")
TARGET = 1e-4
"""Exploitability that is good enough, as a share of what is at stake (half the way from a loss to a win)."""
MOST = 20_000
"""Rounds at most."""
STEP = 1.2e-7
"""Seconds that NumPy needs for one action in one round, about."""
UNREACHED = 1e-7
"""Chance below which play does not come to a place."""
WORTH_LOADING, WORTH_COMPILING = 1.0, 25.0
"""Seconds of NumPy from which on it is quicker to load compiled loops, or to compile them first."""


class _Solver(Protocol):
    done: int

    def until(self, target: float, most: int) -> tuple[float, float]: ...

    def average(self) -> Strategy: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One action of a holding: the move as both see it, the card's value or kind (-1: none), how often it is played."""

    label: Label
    card: int
    chance: float


@dataclass(frozen=True, slots=True)
class Action:
    """What a choice comes to: its worth in the mover's points, and how likely he is to win, lose, tie, or neither."""

    choice: Choice
    value: float
    results: dict[str, float]


@dataclass(eq=False)
class Solution:
    """A game solved. Values of `bounds` are scaled: 1 for the challenger's plain win, -1 for his plain loss.

    `bounds` are what each side could get at best against the other's strategy here; the value of the game lies between
    the second, negated, and the first. `method` and `rounds` say how it was found.
    """

    form: Form
    strategy: Strategy
    bounds: tuple[float, float]
    method: str
    rounds: int
    network: Network = field(repr=False)
    _known: dict[int, dict[Outcome, list[Floats]]] = field(default_factory=dict, repr=False)
    _reached: dict[int, list[Floats]] = field(default_factory=dict, repr=False)

    @property
    def game(self) -> FocusGame:
        """The game."""
        return self.form.game

    @property
    def exploitability(self) -> float:
        """What the sides could still gain by playing better, on average, as a share of what is at stake."""
        return max(0.0, sum(self.bounds) / 2)

    def value(self, side: int) -> float:
        """What the game is worth to a side, in its own points: the middle of `interval`."""
        low, high = self.interval(side)
        return (low + high) / 2

    def interval(self, side: int) -> tuple[float, float]:
        """Between what the value certainly lies, in points of a side."""
        ends = [self.form.stakes.points(side, value) for value in (-self.bounds[1], self.bounds[0])]
        return min(ends), max(ends)

    @property
    def left(self) -> tuple[Left, ...]:
        """What the game leaves out."""
        return self.game.left

    def holds_for(self) -> tuple[bool, bool]:
        """With what is left out: whether the value is certainly not too high, and not too low, for the challenger.

        What a side may use or leave can only help that side; what nobody may choose can do anything.
        """
        sides = {left.side for left in self.left}
        return sides <= {0}, sides <= {1}

    @cached_property
    def masses(self) -> tuple[list[Floats], list[Floats]]:
        """How likely each side's standings are at every strike."""
        first, second = (self.network.forward(side, self.strategy) for side in (0, 1))
        return first, second

    @cached_property
    def chances(self) -> dict[Outcome, float]:
        """How likely each outcome is when both play this strategy."""
        return {one: float(rows @ self.form.holdings[0].chances) for one, rows in self._by_outcome(0).items()}

    def _by_outcome(self, side: int) -> dict[Outcome, Floats]:
        """For each outcome: how likely it is from each first holding of a side."""
        return {
            outcome: self._counting(outcome, side).worth(side, self.masses[1 - side], self.strategy)
            for outcome in self.form.outcomes
        }

    def _counting(self, outcome: Outcome, side: int) -> Network:
        """A network in which this outcome alone pays, to that side."""
        sign = 1.0 if side == 0 else -1.0
        return self.network.paying([sign * ending.share(outcome) for ending in self.form.endings])

    def results(self, side: int) -> dict[str, float]:
        """How likely a side is to win, lose, tie, or neither."""
        found = dict.fromkeys(("win", "lose", "tie", "none"), 0.0)
        for outcome, chance in self.chances.items():
            found[outcome[side]] += chance
        return found

    @cached_property
    def _views(self) -> dict[int, dict[Outcome, Floats]]:
        return {side: self._by_outcome(side) for side in (0, 1)}

    def results_of(self, side: int, holding: Holding) -> dict[str, float]:
        """The same for one first holding of that side."""
        n = self.form.groups[0].pages[side].index[holding]
        found = dict.fromkeys(("win", "lose", "tie", "none"), 0.0)
        for outcome, rows in self._views[side].items():
            found[outcome[side]] += float(rows[n])
        return found

    def first_holdings(self, side: int) -> tuple[Holding, ...]:
        """What a side may hold before the first opportunity."""
        return self.form.groups[0].pages[side].holdings

    # --- the plan ----------------------------------------------------------------------------------------

    def choices(self, path: tuple[Label, ...], holding: Holding) -> tuple[Choice, ...]:
        """What the mover does at the place that these moves lead to, with this holding. Raises `BadInput`."""
        self.place(path)
        g, row = self._places[path]
        group, block = self.form.groups[g], self.network.blocks[g]
        page = group.pages[group.mover]
        if holding not in page.index:
            raise BadInput(
                "holding",
                Sentence("{holding} cannot be held there by the {roles}", holding=holding, roles=ROLES[group.mover]),
            )
        h = page.index[holding]
        found = []
        for a in np.nonzero(block.source == h)[0]:
            label, card = _action(group.moves, block.slices, int(a))
            found.append(Choice(label, card, float(self.strategy[g][row, a])))
        return tuple(found)

    @cached_property
    def _places(self) -> dict[tuple[Label, ...], tuple[int, int]]:
        return {path: (g, row) for g, group in enumerate(self.form.groups) for row, path in enumerate(group.paths)}

    def actions(self, path: tuple[Label, ...], holding: Holding) -> tuple[Action, ...]:
        """What each action of a holding there comes to, when both go on by this strategy. Raises `BadInput`.

        No actions where the other side's strategy never lets play come to that.
        """
        choices = self.choices(path, holding)
        g, row = self._places[path]
        group = self.form.groups[g]
        side = group.mover
        likely = float(self.reach(1 - side)[g][row].sum())
        if likely < UNREACHED:
            return ()
        h = group.pages[side].index[holding]
        mine = np.nonzero(self.network.blocks[g].source == h)[0]
        found = {outcome: each[g][row][mine] / likely for outcome, each in self._seen_from(side).items()}
        return tuple(
            Action(choice, self._points(side, found, n), self._summed(side, found, n))
            for n, choice in enumerate(choices)
        )

    def _points(self, side: int, found: dict[Outcome, Floats], n: int) -> float:
        scaled = sum(float(each[n]) * self.form.stakes.worth[outcome] for outcome, each in found.items())
        return self.form.stakes.points(side, scaled)

    def _summed(self, side: int, found: dict[Outcome, Floats], n: int) -> dict[str, float]:
        results = dict.fromkeys(("win", "lose", "tie", "none"), 0.0)
        for outcome, each in found.items():
            results[outcome[side]] += float(each[n])
        return results

    def _seen_from(self, side: int) -> dict[Outcome, list[Floats]]:
        """For each outcome: how likely every action of a side makes it, by group (where it moves)."""
        if side not in self._known:
            found: dict[Outcome, list[Floats]] = {}
            for outcome in self.form.outcomes:
                each: list[Floats] = [np.zeros((0, 0))] * len(self.form.groups)
                self._counting(outcome, side).back(side, self.masses[1 - side], self._noting(each))
                found[outcome] = each
            self._known[side] = found
        return self._known[side]

    def _noting(self, each: list[Floats]) -> Callable[[int, Floats], Floats]:
        def note(n: int, values: Floats) -> Floats:
            each[n] = values
            return self.network.blocks[n].sums(values * self.strategy[n])

        return note

    def reach(self, side: int) -> list[Floats]:
        """How likely a side's holdings are at every place, as far as it and chance make them so."""
        if side not in self._reached:
            self._reached[side] = self.network.reach(side, self.strategy)
        return self._reached[side]

    def place(self, path: tuple[Label, ...]) -> tuple[Group, int]:
        """The group and the row of a place. Raises `BadInput`."""
        if path not in self._places:
            raise BadInput("moves", Sentence("{path}: play does not come to that", path=", ".join(path) or "none"))
        g, row = self._places[path]
        return self.form.groups[g], row

    def onward(self, path: tuple[Label, ...], holding: Holding) -> Iterator[tuple[Choice, list[tuple[Holding, float]]]]:
        """Each choice of a holding there, with the holdings that it may lead to (none for a strike)."""
        group, _ = self.place(path)
        h = group.pages[group.mover].index[holding]
        for choice in self.choices(path, holding):
            moves = group.moves.get(choice.label)
            if moves is None:
                yield choice, []
                continue
            action = next(a for a in np.nonzero(moves.source == h)[0] if moves.kind[a] == choice.card)
            there = self.form.groups[group.leads[choice.label][0]].pages[group.mover].holdings
            edges = np.nonzero(moves.action == action)[0]
            yield choice, [(there[moves.target[e]], float(moves.chance[e])) for e in edges]

    def likely(self, side: int, path: tuple[Label, ...]) -> float:
        """How likely play comes to a place as far as that side and chance make it so; 0 where it cannot."""
        if path not in self._places:
            return 0.0
        g, row = self._places[path]
        return float(self.reach(side)[g][row].sum())

    def nearest(self, path: tuple[Label, ...], holding: Holding) -> Holding:
        """The holding of the mover there that is most like this one: itself, as a rule. Raises `BadInput`.

        Who has not focused his best card first holds what the solution does not know.
        """
        group, _ = self.place(path)
        page = group.pages[group.mover]
        return min(page.holdings, key=lambda one: unlike(one, holding)) if holding not in page.index else holding

    def mover(self, path: tuple[Label, ...]) -> int | None:
        """The side that has the opportunity there; None when play does not come to that."""
        place = self._places.get(path)
        return None if place is None else self.form.groups[place[0]].mover


def _action(moves: dict[Label, Moves], slices: dict[Label, slice], a: int) -> tuple[Label, int]:
    for label, part in slices.items():
        if part.start <= a < part.stop:
            return label, int(moves[label].kind[a - part.start])
    return STRIKE, -1


def unlike(one: Holding, other: Holding) -> float:
    """How much two holdings differ: focused sums, then the cards that are left, one by one."""
    found = abs(one[0] - other[0]) if isinstance(one[0], int) else 0.0
    for mine, his in zip(one[1:3], other[1:3], strict=True):
        found += 3.0 * abs(len(mine) - len(his)) + sum(abs(a - b) for a, b in zip(mine, his, strict=False))
    return found


# --- solving ---------------------------------------------------------------------------------------------


def solve(
    game: FocusGame, *, target: float = TARGET, method: Method = "auto", most: int = MOST, explicit: bool = False
) -> Solution:
    """The equilibrium of a game, to an exploitability below `target` (or `most` rounds, whichever comes first).

    `explicit`: every card is a choice of its own even where only values count. Raises `BadInput` when the game is too
    large or not zero-sum, or the method cannot be used here.
    """
    if method not in METHODS:
        raise BadInput(
            "method", Sentence("{found!r} found; allowed are {methods}", found=method, methods=", ".join(METHODS))
        )
    if not target >= 0:
        raise BadInput("target", Sentence("{found} found; allowed are numbers from 0", found=target))
    made = form(game, explicit=explicit)
    network = Network(made)
    if method == "lp":
        _, strategy = exact(made)
        return Solution(made, strategy, network.bounds(strategy), "lp", 0, network)
    solver = _solver(made, network, target, method)
    bounds = solver.until(target, most)
    return Solution(made, solver.average(), bounds, getattr(solver, "name", method), solver.done, network)


def _solver(made: Form, network: Network, target: float, method: Method) -> _Solver:
    if method == "numba" and not compiler.installed():
        raise BadInput(
            "method", Sentence("numba is not installed: pip install iaijutsu[fast], or take the method numpy")
        )
    if method == "numba" or (method == "auto" and _worth_it(made, target)):
        from .cfr_loops import Loops

        return Loops(made)
    return Rounds(network)


def _worth_it(made: Form, target: float) -> bool:
    """Whether compiled loops, with what it takes to have them, are quicker than NumPy."""
    loaded = sys.modules.get(f"{__package__}.cfr_loops")
    if loaded is not None and loaded.ready():
        return True
    rounds = min(MOST, 12 * (TARGET / max(target, 1e-12)) ** 0.45)
    seconds = made.sequences * rounds * STEP + 2e-5 * len(made.groups) * rounds
    if seconds < WORTH_LOADING or not compiler.installed():
        return False
    return seconds > WORTH_COMPILING or is_warm()


def is_warm() -> bool:
    """Whether compiled loops lie on disk, no older than their source."""
    return compiler.installed() and compiler.kept(Path(__file__).with_name("cfr_loops.py"), "solve")


def warm() -> float:
    """Compile the loops, or load them, so that nobody has to wait for it later; the seconds that it took.

    Raises `BadInput` when Numba is not installed.
    """
    import time

    if not compiler.installed():
        raise BadInput("warm", Sentence("numba is not installed: pip install iaijutsu[fast]"))
    from .cfr_loops import Loops
    from .focus_game import FocusSide, faces

    side = FocusSide(3, faces({1: 2, 2: 2}), pool=1)
    began = time.perf_counter()
    Loops(form(FocusGame((side, side)))).until(TARGET, 4)
    return time.perf_counter() - began


@lru_cache(64)
def _kept(game: FocusGame, target: float) -> Solution:
    return solve(game, target=target)


def solved(game: FocusGame, target: float = TARGET) -> Solution:
    """As `solve`, kept: the same game is not solved twice."""
    return _kept(game, target)
