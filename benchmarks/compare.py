"""Everything that is compared, in one run and one table of ratios: dice, the card solver, kernels, odds at the table.

    python benchmarks/compare.py [--rounds 5] [--largest 5] [--write NAME]

The others are compared with where they are installed (`pip install icepool dyce open-spiel liteefg`); which are not is
said. With all of them it takes about ten minutes on a quiet machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import card_solver
import dice_odds
import odds_at_table
import simulation

from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_goal import SUCCESS

from measuring import interleaved, machine, table  # isort: skip

RESULTS = Path(__file__).parent / "results"
OTHERS = ("icepool", "dyce", "open-spiel", "LiteEFG")
KERNELS = {"card": (5e7, 300.0), "role-playing": (1e6, 300.0)}
"""Aims: duels a second a core, and times the rules engine."""
DICE = {(3, 3): (1e-3, 100.0), (5, 5): (1e-2, 800.0)}
"""Aims: seconds for the whole check, and times the better of the others."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """One comparison. `aims`: at most so many seconds of ours (0: none), at least so many times as fast (0: none)."""

    what: str
    ours: float
    peer: str
    theirs: float
    aims: tuple[float, float] = (0.0, 0.0)

    @property
    def times(self) -> float:
        """How many times as fast ours is."""
        return self.theirs / self.ours if self.theirs else 0.0

    def row(self) -> tuple[str, ...]:
        """The row of the table."""
        most, least = self.aims
        wanted = [f"below {told(most)}"] * bool(most) + [f"{least:,.0f} ×"] * bool(least)
        reached = (not most or self.ours < most) and (not least or self.times >= least or not self.theirs)
        verdict = ("yes" if reached else "no") if wanted else ""
        theirs = (told(self.theirs), f"{self.times:,.0f} ×") if self.theirs else ("", "")
        return (self.what, told(self.ours), self.peer, *theirs, ", ".join(wanted), verdict)


def told(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


# --- what is compared ------------------------------------------------------------------------------------


def dice(rounds: int, largest: int) -> Iterator[Ratio]:
    """The chance that a check succeeds, every choice optimal: everything about it, and the better of the others."""
    for (ring, skill), aims in DICE.items():
        if ring > largest:
            continue
        found: dict[str, float] = {}
        done = dice_odds.measures(Check(ring, skill, 3), SUCCESS, found)
        interleaved(done, rounds if ring < 5 else max(1, rounds // 2))
        assert max(found.values()) - min(found.values()) < 1e-8, found
        ours = min((one for one in done if one.name.startswith("iaijutsu, every")), key=lambda one: one.seconds)
        one_number = min((one for one in done if one.name.startswith("iaijutsu, one")), key=lambda one: one.seconds)
        others = {"icepool": 0.0, "dyce": 0.0}
        for name in others:
            mine = [one.seconds for one in done if one.name.startswith(name) and "order" not in one.name]
            others[name] = min(mine, default=0.0)
        known = {name: seconds for name, seconds in others.items() if seconds}
        best = min(known, key=lambda name: known[name], default="")
        pool = f"dice: {ring}r{skill}s keep {ring}"
        yield Ratio(f"{pool}, whole distribution", ours.seconds, best, known.get(best, 0.0), (aims[0], 0.0))
        for name, seconds in known.items():
            aim = aims if name == best else (aims[0], 0.0)
            yield Ratio(f"{pool}, chance of success", one_number.seconds, name, seconds, aim)


def solver(rounds: int) -> Iterator[Ratio]:
    """The card duel solved; the headline is the game with a hand card."""
    for n, game in enumerate(card_solver.games(everything=False)):
        found = card_solver.measured(game, rounds)
        best = found.ours[-1]
        mark = " (headline)" if n == 0 else ""
        for name, measure in found.each.items():
            if name not in found.ours:
                yield Ratio(f"{game.name}{mark}: a round", found.each[best].seconds, name, measure.seconds)
                seconds, _ = found.seconds[name]
                yield Ratio(f"{game.name}{mark}: to < 0.1 %", found.seconds[best][0], name, seconds)
        if len(found.each) == len(found.ours):
            seconds = found.seconds[found.ours[0]][0]
            yield Ratio(f"{game.name}: to < 0.1 %", found.seconds[best][0], f"{found.ours[0]}", seconds)


def kernels(rounds: int) -> Iterator[Ratio]:
    """Kernels beside the rules engine, on one core."""
    for title, rows in simulation.groups(["first-strike", "first-blood"]):
        interleaved(rows, rounds)
        rate, times = KERNELS[title.partition(" ")[0]]
        yield Ratio(f"{title}: {rows[-1].name}", rows[-1].seconds, "rules engine", rows[0].seconds, (1 / rate, times))


def at_the_table(duels: int) -> Iterator[Ratio]:
    """What somebody at the table waits for: nineteen of twenty questions are answered in this time."""
    times: odds_at_table.Times = {}
    for session in odds_at_table.duels(duels):
        odds_at_table.measure(session, times)
    for kind, found in sorted(times.items()):
        high = sorted(found)[int(0.95 * (len(found) - 1))]
        yield Ratio(f"{kind}, 19 of 20 below", high, "", 0.0, (odds_at_table.AIM, 0.0))


def versions() -> str:
    """Of what takes part, and what is not installed."""
    known, missing = [], []
    for name in ("iaijutsu", "numpy", "numba", "highspy", *OTHERS):
        try:
            known.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    return ", ".join(known) + "." + (f" Not installed, so not compared: {', '.join(missing)}." if missing else "")


def main() -> None:
    """Measure all of it and print the table."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--rounds", type=int, default=5, help="rounds of measuring (5)")
    words.add_argument("--largest", type=int, default=5, help="the largest ring of the dice (5)")
    words.add_argument("--write", metavar="NAME", help="keep the table as results/NAME.md")
    options = words.parse_args()
    begun = machine()
    found = [
        *dice(options.rounds, options.largest),
        *solver(options.rounds),
        *kernels(options.rounds),
        *at_the_table(2 * options.rounds),
    ]
    head = ("what", "ours", "beside", "theirs", "times as fast", "aim", "reached")
    lines = ["# Ratios", "", begun, "", versions(), "", *table(head, [one.row() for one in found])]
    lines += ["", "Processor time of one check, one round of solving, one solved game, one duel, or one question."]
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{options.write}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
