"""The exact equilibrium of a small game as a linear programme, through HiGHS (the package `highspy`).

One side's chances flow through the public tree and are the variables; for each holding of the other a variable says
the least that it can hold the first side to. The payoffs are factored: a strike is worth something by the chances of
the first side's standings, which are variables of their own (Y. Zhang, T. Sandholm, "Sparsified Linear Programming for
Zero-Sum Equilibrium Finding", 2020); where scores decide these are added up from the lowest, so that a row has three
of them. Flows are taken as shares of what chance lets through, which keeps all numbers near 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..engine import BadInput, Sentence
from .cfr import Block, Strategy
from .holdings import Floats
from .public_tree import Form

INFINITE = 1e30
LIMIT = 60_000
"""Actions in all that a programme is made for at most."""


@dataclass
class _Programme:
    """Columns and rows as they are found: maximise `cost` with every row equal to its bound or not above it."""

    cost: list[float] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    least: list[float] = field(default_factory=list)
    most: list[float] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    index: list[int] = field(default_factory=list)
    value: list[float] = field(default_factory=list)

    def columns(self, count: int, lower: float = -INFINITE, upper: float = INFINITE) -> int:
        """New variables; the first of them."""
        first = len(self.cost)
        self.cost += [0.0] * count
        self.lower += [lower] * count
        self.upper += [upper] * count
        return first

    def row(self, terms: dict[int, float], *, equal: float | None = None) -> None:
        """The sum of these terms is `equal`, or not above 0."""
        for column, value in terms.items():
            if value:
                self.index.append(column)
                self.value.append(value)
        self.starts.append(len(self.index))
        self.least.append(-INFINITE if equal is None else equal)
        self.most.append(0.0 if equal is None else equal)

    def solve(self) -> tuple[float, Floats]:
        """The highest cost, and the variables. Raises `BadInput` when HiGHS is not installed or gives up."""
        try:
            import highspy
        except ImportError:
            reason = Sentence("the exact solution needs the package highspy: pip install 'iaijutsu[analysis]'")
            raise BadInput("method", reason) from None
        silent: Any = highspy.Highs.__base__  # the class itself prints a banner as it is made
        solver = silent()
        solver.setOptionValue("output_flag", False)
        for name in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
            solver.setOptionValue(name, 1e-9)
        solver.passModel(self._model(highspy))
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise BadInput(
                "method",
                Sentence(
                    "HiGHS found no solution ({status}); the other methods do",
                    status=solver.getModelStatus(),
                ),
            )
        found = solver.getSolution().col_value
        return float(solver.getInfo().objective_function_value), np.array(found)

    def _model(self, highspy: Any) -> Any:
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.cost), len(self.least)
        model.col_cost_, model.col_lower_, model.col_upper_ = map(np.array, (self.cost, self.lower, self.upper))
        model.row_lower_, model.row_upper_ = np.array(self.least), np.array(self.most)
        model.sense_ = highspy.ObjSense.kMaximize
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = np.array(self.starts)
        model.a_matrix_.index_, model.a_matrix_.value_ = np.array(self.index), np.array(self.value)
        return model


class _Side:
    """The programme of one side: its flows, and what the other holds it to."""

    def __init__(self, form: Form, side: int) -> None:
        self.form, self.side, self.other = form, side, 1 - side
        self.blocks = [Block.of(group) for group in form.groups]
        self.base = np.cumsum([0, *(len(group.paths) for group in form.groups)])
        self.lp = _Programme()
        self.flow: dict[int, int] = {}
        """By place of this side: its first variable."""
        self.held: dict[int, int] = {}
        """By place: the first variable of what the other's holdings hold this side to."""
        self.reach: dict[int, list[dict[int, float]]] = {}
        """By place: the terms of how likely each holding of this side is, over what chance lets through."""
        self.open: dict[int, Floats] = {}
        """By place: what chance lets through."""

    def solve(self) -> tuple[float, Strategy]:
        """The value to this side, and its strategy (all alike where the other side moves)."""
        self._variables()
        for g, group in enumerate(self.form.groups):
            for row in range(len(group.paths)):
                self._place(g, row)
        chances = self.form.holdings[self.other].chances
        for h, chance in enumerate(chances):
            self.lp.cost[self.held[0] + h] = float(chance)
        value, found = self.lp.solve()
        return value, self._strategy(found)

    def _variables(self) -> None:
        for g, group in enumerate(self.form.groups):
            for row in range(len(group.paths)):
                n = int(self.base[g]) + row
                if group.mover == self.side:
                    self.flow[n] = self.lp.columns(len(self.blocks[g].source), 0.0, 1.0)
                self.held[n] = self.lp.columns(group.pages[self.other].size)
        chances = self.form.holdings[self.side].chances
        self.open[0] = chances
        self.reach[0] = [{} for _ in chances]

    def _place(self, g: int, row: int) -> None:
        n = int(self.base[g]) + row
        group = self.form.groups[g]
        if group.mover == self.side:
            self._conserve(g, n)
        struck = self._struck(g, n) if group.ending >= 0 else None
        if group.mover == self.side:
            self._add_up(g, row, n, struck)
        else:
            self._bound(g, row, n, struck)
        for label, (target, rows) in group.leads.items():
            self._lead(g, n, label, int(self.base[target] + rows[row]))

    def _conserve(self, g: int, n: int) -> None:
        """What comes to a holding goes out by its actions."""
        rows: list[dict[int, float]] = [{} for _ in self.open[n]]
        for a, h in enumerate(self.blocks[g].source):
            rows[h][self.flow[n] + a] = 1.0
        for h, terms in enumerate(rows):
            if self.open[n][h] <= 0 or n == 0 or not self.reach[n][h]:
                self.lp.row(terms, equal=1.0)
            else:
                self.lp.row({**terms, **{column: -share for column, share in self.reach[n][h].items()}}, equal=0.0)

    def _struck(self, g: int, n: int) -> list[dict[int, float]]:
        """For each of the other's standings, the terms of what a strike is worth to this side."""
        group, table = self.form.groups[g], self.form.payoff(self.form.groups[g].ending)
        mine = table if self.side == 0 else -table.T
        masses = self._masses(g, n)
        ending = self.form.endings[group.ending]
        if ending.by_score is None:
            first = self._sums(masses, added=False)
            return [{first + c: float(mine[c, d]) for c in range(len(mine))} for d in range(mine.shape[1])]
        first = self._sums(masses, added=True)
        return [self._by_score(mine[:, d], first) for d in range(mine.shape[1])]

    def _by_score(self, column: Floats, first: int) -> dict[int, float]:
        """A payoff by standing as steps of the sums up to each standing."""
        steps = np.append(column[:-1] - column[1:], column[-1])
        return {first + c: float(step) for c, step in enumerate(steps) if step}

    def _masses(self, g: int, n: int) -> list[dict[int, float]]:
        """For each standing of this side, the terms of how likely it is as somebody strikes here."""
        group = self.form.groups[g]
        page = group.pages[self.side]
        found: list[dict[int, float]] = [{} for _ in page.standings]
        if group.mover == self.side:
            for a, h in enumerate(self.blocks[g].source[self.blocks[g].strikes]):
                found[page.rank[h]][self.flow[n] + a] = float(self.open[n][h])
            return found
        for h in range(page.size):
            for column, share in self.reach[n][h].items():
                terms = found[page.rank[h]]
                terms[column] = terms.get(column, 0.0) + share * float(self.open[n][h])
        if not any(self.reach[n]):
            for h in range(page.size):  # before this side's first move: chance alone
                found[page.rank[h]][-1] = found[page.rank[h]].get(-1, 0.0) + float(self.open[n][h])
        return found

    def _sums(self, masses: list[dict[int, float]], *, added: bool) -> int:
        first = self.lp.columns(len(masses))
        for c, terms in enumerate(masses):
            fixed = terms.pop(-1, 0.0)
            row = {column: -share for column, share in terms.items()}
            row[first + c] = 1.0
            if added and c:
                row[first + c - 1] = -1.0
            self.lp.row(row, equal=fixed)
        return first

    def _add_up(self, g: int, row: int, n: int, struck: list[dict[int, float]] | None) -> None:
        """Where this side moves, the other is held to what all of that is worth together."""
        group = self.form.groups[g]
        page = group.pages[self.other]
        for h in range(page.size):
            terms = {self.held[n] + h: -1.0}
            if struck is not None:
                terms.update(struck[page.rank[h]])
            for target, rows in group.leads.values():
                terms[self.held[int(self.base[target] + rows[row])] + h] = 1.0
            self.lp.row(terms, equal=0.0)

    def _bound(self, g: int, row: int, n: int, struck: list[dict[int, float]] | None) -> None:
        """Where the other moves, it holds this side to the least of what its actions are worth."""
        group, block, page = self.form.groups[g], self.blocks[g], self.form.groups[g].pages[self.other]
        if struck is not None:
            for h in block.source[block.strikes]:
                terms = {column: -share for column, share in struck[page.rank[h]].items()}
                self.lp.row({self.held[n] + int(h): 1.0, **terms})
        for label, moves in group.moves.items():
            target, rows = group.leads[label]
            there = self.held[int(self.base[target] + rows[row])]
            found: list[dict[int, float]] = [{self.held[n] + int(h): 1.0} for h in moves.source]
            for a, h, chance in zip(moves.action, moves.target, moves.chance, strict=True):
                found[a][there + int(h)] = found[a].get(there + int(h), 0.0) - float(chance)
            for terms in found:
                self.lp.row(terms)

    def _lead(self, g: int, n: int, label: str, child: int) -> None:
        """How likely each holding is at the next place."""
        group = self.form.groups[g]
        if group.mover != self.side:
            self.reach[child], self.open[child] = self.reach[n], self.open[n]
            return
        moves, block = group.moves[label], self.blocks[g]
        at = self.flow[n] + block.slices[label].start
        size = self.form.groups[group.leads[label][0]].pages[self.side].size
        open_, terms = np.zeros(size), [dict[int, float]() for _ in range(size)]
        for a, h, chance in zip(moves.action, moves.target, moves.chance, strict=True):
            share = float(self.open[n][moves.source[a]] * chance)
            open_[h] += share
            terms[h][at + int(a)] = terms[h].get(at + int(a), 0.0) + share
        for h in range(size):
            terms[h] = {column: share / open_[h] for column, share in terms[h].items() if open_[h] > 0}
        self.open[child], self.reach[child] = open_, terms

    def _strategy(self, found: Floats) -> Strategy:
        strategy: Strategy = []
        for g, group in enumerate(self.form.groups):
            block = self.blocks[g]
            each = np.tile(block.alike, (len(group.paths), 1))
            if group.mover == self.side:
                for row in range(len(group.paths)):
                    at = self.flow[int(self.base[g]) + row]
                    flows = np.maximum(found[at : at + len(block.source)], 0.0)[None, :]
                    each[row] = block.normal(flows, block.alike)[0]
            strategy.append(each)
        return strategy


def exact(form: Form) -> tuple[float, Strategy]:
    """The value to the challenger (scaled) and an equilibrium. Raises `BadInput`: too large, or no HiGHS here."""
    if form.sequences > LIMIT:
        reason = Sentence(
            "{sequences} actions; the exact solution is made for {most} at most, the other methods for more",
            sequences=form.sequences,
            most=LIMIT,
        )
        raise BadInput("method", reason)
    first, mine = _Side(form, 0).solve()
    _, his = _Side(form, 1).solve()
    return first, [a if group.mover == 0 else b for group, a, b in zip(form.groups, mine, his, strict=True)]
