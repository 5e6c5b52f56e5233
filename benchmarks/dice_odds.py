"""How fast the odds of a check are, beside icepool and dyce in the same run, and whether all three agree.

    python benchmarks/dice_odds.py [--rounds 5] [--largest 5] [--write NAME]

See README.md here. icepool and dyce are compared with where they are installed (`pip install icepool dyce`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from iaijutsu.analysis import dice_loops
from iaijutsu.analysis.dice_check import FACES, Check
from iaijutsu.analysis.dice_goal import SUCCESS, Goal
from iaijutsu.analysis.dice_odds import Best, chance, odds

from measuring import Measure, interleaved, machine, table  # isort: skip

RESULTS = Path(__file__).parent / "results"
BLANK = len(FACES)
RING = {**{n: face.on_ring for n, face in enumerate(FACES) if face.on_ring}, BLANK: 1}
SKILL = {**{n: face.on_skill for n, face in enumerate(FACES) if face.on_skill}, BLANK: 2}
"""A die as faces that count alike, with how many sides show each."""
POOLS = ((2, 1), (3, 3), (4, 4), (5, 5))
GOALS = {
    "success, TN 3": SUCCESS,
    "success, TN 3, 1+ opportunity, 0-1 strife": Goal(opportunity=1, most_strife=1),
}
QUICK = 50
"""How often our own work is done in one round, to be measured at all."""


@dataclass
class Given:
    """What the others are given: the worth of everything that can be kept, bonus dice reckoned in. That takes choices
    between explosions, which they have no means for.
    """

    check: Check
    goal: Goal

    def __post_init__(self) -> None:
        best = Best(self.check, self.goal, choices=False)
        counts = best.plan.lattice.counts
        self.worth = {
            tuple(face for face, number in enumerate(row) for _ in range(number)): float(worth)
            for row, worth in zip(counts, best.handfuls, strict=True)
        }

    def best_of(self, roll: tuple[int, ...]) -> float:
        """The worth of a roll: of everything that may be kept of it, the best."""
        worth, keep = self.worth, self.check.keep
        sizes = (keep,) if self.goal is SUCCESS else range(1, keep + 1)
        shown = tuple(sorted(face for face in roll if face != BLANK))
        kept = {some for size in sizes for some in combinations(shown, min(size, len(shown)))}
        return max(worth[some] for some in kept)


def plain_icepool(given: Given) -> float:
    """The straight way: every roll of the ring dice with every roll of the skill dice, and the best to keep of both."""
    import icepool

    rings = icepool.Pool([icepool.Die(RING)] * given.check.ring_dice)
    skills = icepool.Pool([icepool.Die(SKILL)] * given.check.skill_dice)
    total = icepool.map(lambda ring, skill: given.best_of(ring + skill), rings.expand(), skills.expand())
    return float(sum(worth * count for worth, count in total.items()) / total.denominator())


def plain_dyce(given: Given) -> float:
    """The straight way by dyce."""
    from dyce import H, P

    total, whole = 0.0, 0
    skills = list(P(*[H(SKILL)] * given.check.skill_dice).rolls_with_counts())
    for ring, count in P(*[H(RING)] * given.check.ring_dice).rolls_with_counts():
        for skill, times in skills:
            total += given.best_of((*ring, *skill)) * count * times
            whole += count * times
    return total / whole


def by_icepool(given: Given) -> float:
    """A better way: faces that count alike are one, whichever die shows them, so that there are fewer rolls."""
    import icepool

    ring, skill = icepool.Die(RING), icepool.Die(SKILL)
    pool = icepool.Pool([ring] * given.check.ring_dice + [skill] * given.check.skill_dice)
    rolls = pool.expand()
    return float(sum(given.best_of(roll) * count for roll, count in rolls.items()) / rolls.denominator())


def by_dyce(given: Given) -> float:
    """The same by dyce, which gives a pool of two types of dice part by part: equal rolls are looked at once."""
    from dyce import H, P

    pool = P(*[H(RING)] * given.check.ring_dice, *[H(SKILL)] * given.check.skill_dice)
    best, total, whole = cache(given.best_of), 0.0, 0
    for roll, count in pool.rolls_with_counts():
        total += best(tuple(sorted(roll))) * count
        whole += count
    return total / whole


def by_order(given: Given) -> float:
    """icepool told beforehand in which order dice are good: it then keeps the highest. For success alone there is such
    an order (explosive skill dice, explosive ring dice, other successes); for goals with a price there is none.
    """
    import icepool

    rank = {BLANK: 0, **{n: 3 if f.skill else 2 if f.ring else f.successes for n, f in enumerate(FACES)}}
    stands_for = {3: _face(skill=1), 2: _face(ring=1), 1: _face(successes=1)}
    ring, skill = icepool.Die(RING).map(rank), icepool.Die(SKILL).map(rank)
    check = given.check
    kept = icepool.Pool([ring] * check.ring_dice + [skill] * check.skill_dice).highest(check.keep).expand()
    total = sum(given.worth[tuple(sorted(stands_for[n] for n in roll if n))] * count for roll, count in kept.items())
    return total / kept.denominator()


def _face(**wanted: int) -> int:
    fits = [n for n, face in enumerate(FACES) if all(getattr(face, name) == value for name, value in wanted.items())]
    return fits[0]


# ------------------------------------------------------------------ measuring


def measures(check: Check, goal: Goal, found: dict[str, float]) -> list[Measure]:
    """Ours, and those of the others that are installed; `found` takes what each of them says."""
    given = Given(check, goal)

    def ours(work: Callable[[], float], compiled: bool) -> Callable[[], float]:
        def many() -> float:
            dice_loops.use(on=compiled)
            return [work() for _ in range(QUICK)][-1]

        return many

    works: dict[str, tuple[Callable[[], float], int]] = {}
    for compiled in (False, True) if dice_loops.COMPILED else (False,):
        note = ", compiled" if compiled else ""
        works[f"iaijutsu, one number{note}"] = (ours(lambda: chance(check, goal), compiled), QUICK)
        works[f"iaijutsu, everything{note}"] = (ours(lambda: odds(check, goal).chance, compiled), QUICK)
    if installed("icepool"):
        works["icepool, every roll"] = (lambda: plain_icepool(given), 1)
        works["icepool, equal faces merged"] = (lambda: by_icepool(given), 1)
        if goal is SUCCESS:
            works["icepool, order of dice given"] = (lambda: by_order(given), 1)
    if installed("dyce"):
        works["dyce, every roll"] = (lambda: plain_dyce(given), 1)
        works["dyce, equal faces merged"] = (lambda: by_dyce(given), 1)
    return [Measure(name, "check", _noting(name, work, units, found)) for name, (work, units) in works.items()]


def _noting(name: str, work: Callable[[], float], units: int, found: dict[str, float]) -> Callable[[], int]:
    def noted() -> int:
        found[name] = work()
        return units

    return noted


def installed(package: str) -> bool:
    """Whether it can be imported."""
    from importlib.util import find_spec

    return find_spec(package) is not None


def compare(rounds: int, largest: int) -> list[str]:
    """The table, and what went wrong."""
    rows, lines = [], []
    for words, goal in GOALS.items():
        for ring, skill in [pool for pool in POOLS if pool[0] <= largest]:
            check, found = Check(ring, skill, 3), dict[str, float]()
            done = measures(check, goal, found)
            interleaved(done, rounds if ring < 5 else max(1, rounds // 2))
            bases = [one.seconds for one in done if one.name.startswith("iaijutsu, one number")]
            rows += [_row(words, check, one, found, bases) for one in done]
            if max(found.values()) - min(found.values()) > 1e-8:
                lines.append(f"NOT AGREED on {words}, {ring}r{skill}s: {found}")
    head = ("goal", "pool", "by", "milliseconds", "± %", "times ours", "compiled", "answer")
    return [*table(head, rows), "", *(lines or ["All agree to 1e-8."])]


def _row(words: str, check: Check, one: Measure, found: dict[str, float], bases: list[float]) -> tuple[str, ...]:
    return (
        words,
        f"{check.ring}r{check.skill}s",
        one.name,
        f"{1e3 * one.seconds:,.3f}",
        f"{100 * one.spread:.0f}",
        f"{one.seconds / bases[0]:,.1f}",
        f"{one.seconds / bases[-1]:,.1f}" if len(bases) > 1 else "",
        f"{found[one.name]:.9f}",
    )


COLD = """
import time
begun = time.perf_counter()
from iaijutsu.analysis import dice_loops
from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_odds import odds
loaded = time.perf_counter()
odds(Check({ring}, {skill}, 3))
print(loaded - begun, time.perf_counter() - loaded)
"""


def cold() -> list[str]:
    """The first check of a process: imports, then the handfuls that are kept for later checks of that pool."""
    rows = []
    for ring, skill in POOLS:
        script = COLD.format(ring=ring, skill=skill)
        times = []
        for _ in range(3):
            begun = time.perf_counter()
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
            times.append((time.perf_counter() - begun, *map(float, done.stdout.split())))
        best = min(times)
        rows.append((f"{ring}r{skill}s", *[f"{1e3 * part:.0f}" for part in best]))
    return table(("first check of a process", "whole process, ms", "of it imports", "of it the check"), rows)


def versions() -> str:
    """Of what is compared."""
    from importlib.metadata import version

    names = ["numpy", *[name for name in ("numba", "icepool", "dyce") if installed(name)]]
    return ", ".join(f"{name} {version(name)}" for name in names)


def main() -> None:
    """Measure, print, and keep if wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--largest", type=int, default=5, help="the largest ring")
    parser.add_argument("--write", metavar="NAME")
    options: Any = parser.parse_args()
    lines = [f"{machine()}; {versions()}", "", *compare(options.rounds, options.largest), "", *cold()]
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{options.write}.md").write_text("# Odds of checks\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
