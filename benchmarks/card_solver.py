"""How fast the card duel is solved, beside OpenSpiel and LiteEFG on the same games in the same run; do all agree?

    python benchmarks/card_solver.py [--rounds 5] [--all] [--write NAME]

See README.md here. The others are compared with where they are installed (`pip install open-spiel liteefg`); `--all`
gives them the largest game that they can hold too, and takes minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from iaijutsu.analysis.cfr import Network, Rounds
from iaijutsu.analysis.focus_game import FocusGame, FocusSide, faces
from iaijutsu.analysis.public_tree import Form, form
from iaijutsu.analysis.solve import solve

from measuring import Measure, interleaved, machine, micro, table  # isort: skip

RESULTS = Path(__file__).parent / "results"
FORTY = faces({0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2})
THREE = faces({1: 12, 3: 18, 5: 10})
FOUR = faces({1: 8, 2: 12, 3: 12, 4: 8})
TARGET = 1e-3
"""Exploitability that counts as solved, as a share of what is at stake."""
QUICK = 200
"""How often our own work is done in one round, to be measured at all."""


def duel(deck: Any, hand: int) -> FocusGame:
    """A challenger with 4 against a challenged with 3, who goes first."""
    return FocusGame((FocusSide(4, deck, hand=hand), FocusSide(3, deck, hand=hand)))


@dataclass
class Game:
    """A game that is solved. `peers`: whether the others can hold it in a few seconds."""

    name: str
    game: FocusGame
    explicit: bool = False
    peers: bool = True
    form: Form = field(init=False)

    def __post_init__(self) -> None:
        self.form = form(self.game, explicit=self.explicit)


# --- the same game for others ----------------------------------------------------------------------------


class Written:
    """A game as EFG text: every pair of first holdings, every course of play; sets are a first holding and a course."""

    def __init__(self, made: Form) -> None:
        self.form, self.ends = made, 0
        self.sets: tuple[dict[Any, int], dict[Any, int]] = ({}, {})

    def lines(self) -> Iterator[str]:
        """The file, line by line."""
        yield 'EFG 2 R "duel" { "challenger" "challenged" }'
        first, second = (self.form.holdings[side] for side in (0, 1))
        yield self._chance(1, first.chances)
        for a in range(len(first.chances)):
            yield self._chance(2, second.chances)
            for b in range(len(second.chances)):
                yield from self._place(0, 0, ((a, a), (b, b)), ())

    def _chance(self, number: int, chances: Any) -> str:
        exact = [Fraction(float(chance)).limit_denominator(10**12) for chance in chances]
        exact[-1] = 1 - sum(exact[:-1])
        return f'c "" {number} "" {{ ' + " ".join(f'"{n}" {chance}' for n, chance in enumerate(exact)) + " } 0"

    def _place(self, g: int, row: int, held: Any, made: tuple[Any, ...]) -> Iterator[str]:
        """`held`: for each side its first holding and the one it has now; `made`: the mover's own choices so far."""
        group = self.form.groups[g]
        side = group.mover
        path = group.paths[row]
        own = tuple(move for who, move in made if who == side)
        number = self.sets[side].setdefault((held[side][0], path, own), len(self.sets[side]) + 1)
        choices = [("strike", None, None)]
        for label, moves in group.moves.items():
            choices += [
                (label, a, int(moves.target[a])) for a in range(len(moves.source)) if moves.source[a] == held[side][1]
            ]
        names = " ".join(f'"{label}{"" if a is None else group.moves[label].kind[a]}"' for label, a, _ in choices)
        yield f'p "" {side + 1} {number} "" {{ {names} }} 0'
        for label, a, there in choices:
            if a is None:
                yield self._end(group, held)
                continue
            target, rows = group.leads[label]
            after = tuple((first, there if n == side else now) for n, (first, now) in enumerate(held))
            yield from self._place(
                target, int(rows[row]), after, (*made, (side, (label, int(group.moves[label].kind[a]))))
            )

    def _end(self, group: Any, held: Any) -> str:
        ranks = [int(group.pages[n].rank[held[n][1]]) for n in (0, 1)]
        value = float(self.form.payoff(group.ending)[ranks[0], ranks[1]])
        self.ends += 1
        return f't "" {self.ends} "" {{ {value:g}, {-value:g} }}'


# --- the solvers -----------------------------------------------------------------------------------------


class Ours:
    """One of our own ways. Tables are made before the clock starts, as the others read the game before it."""

    def __init__(self, game: Game, way: str) -> None:
        self.way, self.done = way, 0
        self.solver: Any = Rounds(Network(game.form))
        if way == "numba":
            from iaijutsu.analysis.cfr_loops import Loops

            self.solver = Loops(game.form)

    def iterations(self) -> int:
        """A number of rounds from the beginning; how many."""
        count = QUICK if self.way == "numba" else 10
        self.solver.again()
        self.solver.run(count)
        return count

    def solved(self) -> int:
        """From nothing to the target, checks included, a few times; how often."""
        times = 10 if self.way == "numba" else 1
        for _ in range(times):
            self.solver.again()
            self.solver.until(TARGET, 10_000)
        self.done = self.solver.done
        return times

    def value(self) -> tuple[float, float]:
        """The value to the challenger after 400 rounds, and how far it may be off."""
        self.solver.again()
        first, second = self.solver.until(0.0, 400)
        return (first - second) / 2, (first + second) / 2


class OpenSpiel:
    """CFR+ of OpenSpiel in C++ on the game as EFG text."""

    def __init__(self, text: str) -> None:
        import pyspiel

        self.spiel = pyspiel
        self.game = pyspiel.load_efg_game(text)
        self.solver = pyspiel.CFRPlusSolver(self.game)

    def iterations(self) -> int:
        """One round."""
        self.solver.evaluate_and_update_policy()
        return 1

    def solved(self) -> tuple[float, int]:
        """Seconds of rounds alone until the target, checked every tenth; and how many."""
        solver, spent = self.spiel.CFRPlusSolver(self.game), 0.0
        for done in range(1, 400):
            began = time.process_time()
            solver.evaluate_and_update_policy()
            spent += time.process_time() - began
            if done % 10 == 0 and self.spiel.nash_conv(self.game, solver.average_policy()) / 2 < TARGET:
                return spent, done
        return spent, done

    def value(self) -> tuple[float, float]:
        """The value to the challenger by its average policy, and how far it may be off."""
        policy = self.solver.average_policy()
        value = self.spiel.expected_returns(self.game.new_initial_state(), policy, -1, False)[0]
        return value, self.spiel.nash_conv(self.game, policy) / 2


class LiteEFG:
    """DCFR (or CFR+) of LiteEFG on the same game, through OpenSpiel."""

    def __init__(self, text: str, kind: str) -> None:
        import pyspiel

        os.environ["HOME"] = tempfile.mkdtemp()  # it keeps what it has read there
        with contextlib.redirect_stdout(io.StringIO()):
            import LiteEFG

            self.leg, self.kind = LiteEFG, kind
            self.env = LiteEFG.OpenSpielEnv(pyspiel.load_efg_game(text), regenerate=True)
            self.graph = self._graph()
        self.env.set_graph(self.graph)

    def _graph(self) -> Any:
        return getattr(self.leg.baselines, self.kind).graph()

    def iterations(self) -> int:
        """One round."""
        self.graph.update_graph(self.env)
        return 1

    def solved(self) -> tuple[float, int]:
        """Seconds of rounds alone until the target, checked every second; and how many."""
        with contextlib.redirect_stdout(io.StringIO()):
            graph = self._graph()
        self.env.set_graph(graph)
        spent = 0.0
        for done in range(1, 400):
            began = time.process_time()
            graph.update_graph(self.env)
            spent += time.process_time() - began
            if done % 2 == 0 and self._doubt(graph) < TARGET:
                return spent, done
        return spent, done

    def _average(self, graph: Any) -> tuple[Any, str]:
        if self.kind == "DCFR":
            average = graph.current_strategy("average-iterate")
            self.env.update_strategy(average)
            return average, "last-iterate"
        self.env.update_strategy(graph.current_strategy())
        return graph.current_strategy(), "avg-iterate"

    def _doubt(self, graph: Any) -> float:
        return float(sum(self.env.exploitability(*self._average(graph)))) / 2

    def value(self) -> tuple[float, float]:
        """The value to the challenger by its average strategy, and how far it may be off."""
        strategy, kind = self._average(self.graph)
        return float(self.env.utility(strategy, kind)[0]), self._doubt(self.graph)


# --- measuring -------------------------------------------------------------------------------------------


def games(everything: bool) -> list[Game]:
    """What is solved, the headline first."""
    larger = [Game("pool and a hand card, values 1 2 3 4", duel(FOUR, 1))] if everything else []
    return [
        Game("pool and a hand card, values 1 3 5", duel(THREE, 1)),
        *larger,
        Game("pool alone, forty cards", duel(FORTY, 0)),
        Game("pool alone, every card a choice", duel(FORTY, 0), explicit=True, peers=everything),
        Game("pool and four in hand, forty cards", duel(FORTY, 4), peers=False),
    ]


def peers_of(game: Game) -> dict[str, Any]:
    """The others that are installed, with the game loaded."""
    if not game.peers or find_spec("pyspiel") is None:
        return {}
    text = "\n".join(Written(game.form).lines())
    found: dict[str, Any] = {"OpenSpiel CFR+": OpenSpiel(text)}
    if find_spec("LiteEFG") is not None:
        found["LiteEFG DCFR"] = LiteEFG(text, "DCFR")
    return found


@dataclass
class Figures:
    """One game measured: each solver's rounds, and its seconds to the target with the rounds that it took.

    `ours` are our ways, the quickest last; `said` is what they say of the value.
    """

    game: Game
    each: dict[str, Measure]
    seconds: dict[str, tuple[float, int]]
    ours: list[str]
    said: list[str]


def measured(game: Game, rounds: int) -> Figures:
    """Every solver on one game; all have to find the same value."""
    ways = ["numpy", *(["numba"] if find_spec("numba") else [])]
    ours = {f"ours, {way}": Ours(game, way) for way in ways}
    others = peers_of(game)
    each = {name: Measure(name, "round", one.iterations) for name, one in {**ours, **others}.items()}
    whole = {name: Measure(name, "game", one.solved) for name, one in ours.items()}
    interleaved([*each.values(), *whole.values()], rounds)
    seconds = {name: (measure.seconds, ours[name].done) for name, measure in whole.items()}
    seconds.update({name: one.solved() for name, one in others.items()})
    return Figures(game, each, seconds, list(ours), _agreement(game, {**ours, **others}))


def rows_of(found: Figures) -> list[tuple[str, ...]]:
    """Rows of the table for one game."""
    each, seconds, best = found.each, found.seconds, found.ours[-1]
    others = [name for name in each if name not in found.ours]
    return [
        (
            found.game.name if not n else "", name, micro(each[name].seconds), f"± {100 * each[name].spread:.0f} %",
            f"{each[name].seconds / each[best].seconds:,.0f}", f"{1e3 * seconds[name][0]:,.3f}", f"{seconds[name][1]}",
            f"{seconds[name][0] / seconds[best][0]:,.0f}",
        )
        for n, name in enumerate([*reversed(found.ours), *others])
    ]  # fmt: skip


def _agreement(game: Game, solvers: dict[str, Any]) -> list[str]:
    """Whether all intervals of the value have something in common, and with the exact programme where it is small."""
    found = {name: one.value() for name, one in solvers.items()}
    if game.form.sequences < 5000:
        exact = solve(game.game, method="lp", explicit=game.explicit)
        found["linear programme"] = exact.value(0), exact.exploitability + 1e-9
    low, high = max(v - 2 * d for v, d in found.values()), min(v + 2 * d for v, d in found.values())
    told = ", ".join(f"{name} {value:.6f}" for name, (value, _) in found.items())
    assert low <= high + 1e-9, f"{game.name}: the values differ: {told}"
    return [f"- {game.name}: {told}; {game.form.sequences:,} actions in our tables."]


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description="The card solver beside OpenSpiel and LiteEFG.")
    options.add_argument("--rounds", type=int, default=5, help="rounds of measuring (5)")
    options.add_argument("--all", action="store_true", help="the largest game that the others can hold too")
    options.add_argument("--write", metavar="NAME", help="keep the table as results/NAME.md")
    chosen = options.parse_args()
    rows: list[tuple[str, ...]] = []
    said: list[str] = []
    for game in games(chosen.all):
        found = measured(game, chosen.rounds)
        rows += rows_of(found)
        said += found.said
    head = ("game", "solver", "a round, µs", "", ": ours", "to < 0.1 %, ms", "rounds", ": ours ")
    lines = [
        f"# The card duel solved\n\n{machine()}\n",
        *table(head, rows),
        "",
        "Values to the challenger, all in agreement:",
        *said,
    ]
    missing = [name for name, module in (("OpenSpiel", "pyspiel"), ("LiteEFG", "LiteEFG")) if find_spec(module) is None]
    if missing:
        lines.append(f"\nNot installed here, and left out: {', '.join(missing)}.")
    print("\n".join(lines))
    if chosen.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{chosen.write}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
