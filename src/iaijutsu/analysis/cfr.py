"""Discounted counterfactual regret minimisation over the public tree, in whole rows of holdings, with NumPy.

A strategy is a list of arrays, one a group: `[place, action]`, the chances of the mover's actions for each holding.
Actions stand in blocks: strikes first (one for each holding that may), then each move of the group in its order.
`kernels` does the same in compiled loops. The algorithm: N. Brown, T. Sandholm, "Solving Imperfect-Information Games
via Discounted Regret Minimization" (2019), DCFR(1.5, 0, 2) with alternating updates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from .holdings import Floats, Ints
from .pages import Moves, Page
from .public_tree import Form, Group

Strategy: TypeAlias = list[Floats]
"""For each group, in the order of the form: chances `[place, action]` of its mover."""
Masses: TypeAlias = list[Floats]
"""For each group: how likely a side stands at each place with each standing as somebody strikes `[place, standing]`."""
Chooser: TypeAlias = Callable[[int, Floats], Floats]
"""From a group and the values of its actions `[place, action]` to the values of its holdings `[place, holding]`."""

ALPHA, GAMMA = 1.5, 2.0
"""How fast early regrets, and early strategies, are forgotten. Negative regrets are halved each time."""
TINY = 1e-300
"""Added to every regret: no regret at all makes all actions alike."""
DENSE = 60_000
"""Cells of a matrix up to which chances of holdings are added up by multiplying with it."""
_NOTHING = np.zeros((0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """How the actions of a group belong to the holdings of its mover.

    `source[a]` is the holding of action a. Where every holding has every action (`width` of them), sums are plain;
    otherwise `order` sorts actions by holding and `starts` says where each holding's begin.
    """

    holdings: int
    source: Ints
    width: int
    order: Ints
    starts: Ints
    slices: dict[str, slice]
    strikes: slice

    @classmethod
    def of(cls, group: Group) -> Block:
        """The block of a group."""
        size = group.pages[group.mover].size
        parts = [np.arange(size) if group.strikers is None else group.strikers]
        parts += [moves.source for moves in group.moves.values()]
        source = np.concatenate(parts)
        even = len(parts[0]) in (0, size) and all(moves.straight for moves in group.moves.values())
        order = np.argsort(source, kind="stable")
        starts = np.searchsorted(source[order], np.arange(size))
        edges = np.cumsum([0, *map(len, parts)])
        slices = {label: slice(edges[n + 1], edges[n + 2]) for n, label in enumerate(group.moves)}
        return cls(size, source, len(source) // size if even else 0, order, starts, slices, slice(0, edges[1]))

    @property
    def alike(self) -> Floats:
        """One over the number of actions of its holding, for each action."""
        return 1.0 / np.bincount(self.source, minlength=self.holdings)[self.source]

    def sums(self, each: Floats) -> Floats:
        """Added up for each holding: `[place, action]` to `[place, holding]`."""
        if not self.width:
            return np.add.reduceat(each[:, self.order], self.starts, axis=1)
        size = self.holdings
        found: Floats = each[:, :size]
        for k in range(1, self.width):
            found = found + each[:, k * size : (k + 1) * size]
        return found

    def best(self, each: Floats) -> Floats:
        """The highest for each holding."""
        if self.width:
            found: Floats = each.reshape(len(each), self.width, self.holdings).max(axis=1)
            return found
        return np.maximum.reduceat(each[:, self.order], self.starts, axis=1)

    def spread(self, holding: Floats) -> Floats:
        """To every action of each holding: `[place, holding]` to `[place, action]`."""
        return np.concatenate([holding] * self.width, axis=1) if self.width else holding[:, self.source]

    def normal(self, each: Floats, otherwise: Floats) -> Floats:
        """Chances in proportion to numbers not below 0; `otherwise` where a holding's are all 0."""
        total = self.spread(self.sums(each))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(total > 0, each / total, otherwise)


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """How one move carries chances forward, and values back.

    `onto`: each holding there comes of just one action here, the one with this index; otherwise `by_target` sorts
    edges by where they lead and `starts` says where each of `reached` begins. `first` says where each action's edges
    begin. `sure`: each action has one edge, which is certain.
    """

    moves: Moves
    size: int
    by_target: Ints
    starts: Ints
    reached: Ints
    first: Ints
    sure: bool
    onto: Ints | None

    @classmethod
    def of(cls, moves: Moves, size: int) -> Flow:
        """The flow of a move onto a page of that size."""
        order = np.argsort(moves.target, kind="stable")
        reached, starts = np.unique(moves.target[order], return_index=True)
        sure = len(moves.target) == len(moves.source) and bool(np.all(moves.chance == 1.0))
        first = np.searchsorted(moves.action, np.arange(len(moves.source)))
        single = sure and len(reached) == size == len(moves.target)
        return cls(moves, size, order, starts, reached, first, sure, order if single else None)

    def forward(self, flow: Floats) -> Floats:
        """Chances of actions to chances of the holdings they lead to."""
        if self.onto is not None:
            return flow[:, self.onto]
        edges = flow if self.sure else flow[:, self.moves.action] * self.moves.chance
        sums: Floats = np.add.reduceat(edges[:, self.by_target], self.starts, axis=1)
        if len(self.reached) == self.size:
            return sums
        found = np.zeros((len(flow), self.size))
        found[:, self.reached] = sums
        return found

    def back(self, value: Floats) -> Floats:
        """Values of holdings there to values of actions here."""
        edges: Floats = value[:, self.moves.target]
        if self.sure:
            return edges
        return np.add.reduceat(edges * self.moves.chance, self.first, axis=1)


class Tally:
    """From chances of holdings to chances of standings."""

    def __init__(self, page: Page) -> None:
        self.starts = np.searchsorted(page.rank, np.arange(len(page.standings)))
        self.matrix: Floats | None = None
        if page.size * len(page.standings) <= DENSE:
            self.matrix = (page.rank[:, None] == np.arange(len(page.standings))).astype(np.float64)

    def __call__(self, chances: Floats) -> Floats:
        """`[place, holding]` to `[place, standing]`."""
        if self.matrix is not None:
            return chances @ self.matrix
        return np.add.reduceat(chances, self.starts, axis=1)


class Network:
    """The workings of a form: what flows from group to group, with the payoffs of the challenger at every ending."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.blocks = [Block.of(group) for group in form.groups]
        self.flows = [
            {
                label: Flow.of(moves, form.groups[group.leads[label][0]].pages[group.mover].size)
                for label, moves in group.moves.items()
            }
            for group in form.groups
        ]
        pages = {id(page): page for group in form.groups for page in group.pages}
        tallies = {key: Tally(page) for key, page in pages.items()}
        self.tallies = [tuple(tallies[id(page)] for page in group.pages) for group in form.groups]
        self.leads = [
            [
                (label, target, _unless_all(rows, len(form.groups[target].paths)))
                for label, (target, rows) in group.leads.items()
            ]
            for group in form.groups
        ]
        self._pay([form.payoff(n) for n in range(len(form.endings))])

    def paying(self, payoffs: list[Floats]) -> Network:
        """The same workings with other payoffs of the challenger."""
        other = Network.__new__(Network)
        other.form, other.blocks, other.flows = self.form, self.blocks, self.flows
        other.tallies, other.leads = self.tallies, self.leads
        other._pay(payoffs)
        return other

    def _pay(self, payoffs: list[Floats]) -> None:
        """By group and side: what each holding makes of each standing of the other."""
        made: dict[tuple[int, int], Floats] = {}
        self.pays: list[tuple[Floats, Floats]] = []
        for group in self.form.groups:
            e = group.ending
            if e >= 0 and (e, 0) not in made:
                first, second = group.pages
                made[e, 0] = np.ascontiguousarray(payoffs[e].T[:, first.rank])
                made[e, 1] = np.ascontiguousarray(-payoffs[e][:, second.rank])
            self.pays.append((made[e, 0], made[e, 1]) if e >= 0 else (_NOTHING, _NOTHING))

    def forward(self, side: int, strategy: Strategy, taken: Strategy | None = None, weight: float = 0.0) -> Masses:
        """How a side's chances flow when it plays `strategy`; `taken` takes in its actions, weighted."""
        groups = self.form.groups
        reach: list[Floats] = [_NOTHING] * len(groups)
        reach[0] = self.form.holdings[side].chances[None, :]
        masses: Masses = [_NOTHING] * len(groups)
        for n, group in enumerate(groups):
            here = reach[n]
            if group.mover != side:
                if group.ending >= 0:
                    masses[n] = self.tallies[n][side](here)
                for _, target, rows in self.leads[n]:
                    self._arrive(reach, target, rows, here)
                continue
            block = self.blocks[n]
            flow = block.spread(here) * strategy[n]
            if taken is not None:
                taken[n] += weight * flow
            if group.ending >= 0:
                masses[n] = self._struck(n, side, flow)
            for label, target, rows in self.leads[n]:
                self._arrive(reach, target, rows, self.flows[n][label].forward(flow[:, block.slices[label]]))
        return masses

    def reach(self, side: int, strategy: Strategy) -> list[Floats]:
        """How likely each holding of a side is at every place when it plays `strategy` and the other lets it come."""
        groups = self.form.groups
        reach: list[Floats] = [_NOTHING] * len(groups)
        reach[0] = self.form.holdings[side].chances[None, :]
        for n, group in enumerate(groups):
            block = self.blocks[n]
            flow = block.spread(reach[n]) * strategy[n] if group.mover == side else reach[n]
            for label, target, rows in self.leads[n]:
                onward = self.flows[n][label].forward(flow[:, block.slices[label]]) if group.mover == side else flow
                self._arrive(reach, target, rows, onward)
        return reach

    def _arrive(self, reach: list[Floats], target: int, rows: Ints | None, found: Floats) -> None:
        if rows is None:
            reach[target] = found
            return
        if not len(reach[target]):
            reach[target] = np.empty((len(self.form.groups[target].paths), found.shape[1]))
        reach[target][rows] = found

    def _struck(self, n: int, side: int, flow: Floats) -> Floats:
        block, strikers = self.blocks[n], self.form.groups[n].strikers
        struck = flow[:, block.strikes]
        if strikers is not None:
            whole = np.zeros((len(flow), block.holdings))
            whole[:, strikers] = struck
            struck = whole
        return self.tallies[n][side](struck)

    def back(self, side: int, masses: Masses, choose: Chooser) -> Floats:
        """The value to a side of each of its first holdings, when the other's strikes have these masses.

        `choose` is given the values of its actions wherever it moves. Values are weighted by the other side's chances.
        """
        groups = self.form.groups
        values: list[Floats] = [_NOTHING] * len(groups)
        for n in range(len(groups) - 1, -1, -1):
            group = groups[n]
            struck = masses[n] @ self.pays[n][side] if group.ending >= 0 else None
            if group.mover == side:
                values[n] = choose(n, self._actions(n, struck, values))
                continue
            for _, target, rows in self.leads[n]:
                part = values[target] if rows is None else values[target][rows]
                struck = part if struck is None else struck + part
            assert struck is not None
            values[n] = struck
        found: Floats = values[0][0]
        return found

    def _actions(self, n: int, struck: Floats | None, values: list[Floats]) -> Floats:
        """The values of a group's actions, from what they lead to."""
        parts: list[Floats] = []
        if struck is not None:
            strikers = self.form.groups[n].strikers
            parts.append(struck if strikers is None else struck[:, strikers])
        for label, target, rows in self.leads[n]:
            parts.append(self.flows[n][label].back(values[target] if rows is None else values[target][rows]))
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)

    def best(self, side: int, masses: Masses) -> Floats:
        """The best that a side can do with each first holding against these masses, exactly."""
        return self.back(side, masses, lambda n, each: self.blocks[n].best(each))

    def worth(self, side: int, masses: Masses, strategy: Strategy) -> Floats:
        """What each first holding is worth to a side that plays `strategy` against these masses."""
        return self.back(side, masses, lambda n, each: self.blocks[n].sums(each * strategy[n]))

    def bounds(self, strategy: Strategy) -> tuple[float, float]:
        """What each side could get at best against `strategy`: the value is between -second and first."""
        masses = [self.forward(side, strategy) for side in (0, 1)]
        first, second = (float(self.best(side, masses[1 - side]) @ self.form.holdings[side].chances) for side in (0, 1))
        return first, second

    def uniform(self) -> Strategy:
        """All actions alike."""
        rows = zip(self.blocks, self.form.groups, strict=True)
        return [np.tile(block.alike, (len(group.paths), 1)) for block, group in rows]


def _unless_all(rows: Ints, places: int) -> Ints | None:
    """The rows, or None when they are all places in order."""
    return None if len(rows) == places and bool((rows == np.arange(places)).all()) else rows


class Rounds:
    """Solving in rounds with NumPy. Everything is kept from round to round, so that more can be added."""

    name = "numpy"

    def __init__(self, network: Network) -> None:
        self.network = network
        self.again()

    def again(self) -> None:
        """From the beginning: nothing learned."""
        network = self.network
        self.current = network.uniform()
        self.regret = [np.zeros_like(each) for each in self.current]
        self.hope = [np.zeros_like(each) for each in self.current]
        """Regrets above 0."""
        self.taken = [np.zeros_like(each) for each in self.current]
        self.done = 0
        self._masses = [network.forward(side, self.current) for side in (0, 1)]

    def run(self, rounds: int) -> None:
        """So many rounds more."""
        for _ in range(rounds):
            self.done += 1
            for side in (0, 1):
                self._half(side)

    def until(self, target: float, most: int) -> tuple[float, float]:
        """Rounds until the exploitability is below `target`, up to `most` in all; the bounds of both sides."""
        step = 4
        while True:
            self.run(min(step, most - self.done))
            best = self.network.bounds(self.average())
            if sum(best) / 2 < target or self.done >= most:
                return best
            step = max(2, self.done // 4)

    def _half(self, side: int) -> None:
        """One side learns from what each of its actions would have been worth, then plays by what it learned."""
        past = (self.done - 1) ** ALPHA
        keep = past / (past + 1)

        def learn(n: int, each: Floats) -> Floats:
            return self._learn(n, each, keep)

        self.network.back(side, self._masses[1 - side], learn)
        self._masses[side] = self.network.forward(side, self.current, self.taken, float(self.done) ** GAMMA)

    def _learn(self, n: int, each: Floats, keep: float) -> Floats:
        block, regret = self.network.blocks[n], self.regret[n]
        if block.width == 1:
            return each
        value = block.sums(each * self.current[n])
        regret *= 0.5
        regret += (keep - 0.5) * self.hope[n]
        regret += each
        regret -= block.spread(value)
        hope = self.hope[n] = np.maximum(regret, 0.0)
        hope += TINY
        self.current[n] = hope / block.spread(block.sums(hope))
        return value

    def average(self) -> Strategy:
        """The strategy over all rounds, which comes ever closer to an equilibrium."""
        rows = zip(self.network.blocks, self.taken, self.current, strict=True)
        return [block.normal(each, now) for block, each, now in rows]
