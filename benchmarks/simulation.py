"""How fast duels are simulated: kernels beside the rules engine and beside plain Python, in the same run.

    python benchmarks/simulation.py [--rounds 5] [--write NAME]

All of a table fight the same duels under the same stated policies. See README.md here.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from iaijutsu.analysis import compiler, kernel_exact, kernel_rpg_arrays, kernel_rpg_scalar, kernel_run, streams
from iaijutsu.analysis import kernel_rpg_check as check
from iaijutsu.analysis import kernel_rpg_dice as dice
from iaijutsu.analysis import kernel_rpg_harm as harm
from iaijutsu.analysis import kernel_rpg_layout as at
from iaijutsu.analysis import kernel_rpg_parts as parts
from iaijutsu.analysis import kernel_rpg_turns as turns
from iaijutsu.analysis.focus_game import FocusGame, FocusSide, faces
from iaijutsu.analysis.kernel_cards import CardKernel
from iaijutsu.analysis.kernel_player import Follower
from iaijutsu.analysis.kernel_policies import Threshold
from iaijutsu.analysis.kernel_rpg import RpgKernel, bare
from iaijutsu.analysis.kernel_rpg_player import ConductPlayer
from iaijutsu.analysis.kernel_rpg_policy import Conduct
from iaijutsu.cards import GAME as CARDS
from iaijutsu.cards import InPlay, Player
from iaijutsu.cards import Setup as CardSetup
from iaijutsu.engine import Seeded, Session
from iaijutsu.players.arena import play, step
from iaijutsu.rpg import FORMS, catalogue
from iaijutsu.rpg import GAME as RPG
from iaijutsu.rpg import Setup as RpgSetup

from measuring import Measure, interleaved, machine, rate, table  # isort: skip

RESULTS = Path(__file__).parent / "results"
VALUES = {0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2}
"""A deck of forty: so many cards of each focus value."""
POLICIES = (Threshold((2, 1, 0)), Threshold((1,), hand="last"))


# --- card duels ------------------------------------------------------------------------------------------


def card_kernel(hand: int) -> CardKernel:
    sides = FocusSide(4, faces(VALUES), hand=hand), FocusSide(3, faces(VALUES), hand=hand)
    return CardKernel(FocusGame(sides), POLICIES)


def card_setup(hand: int) -> CardSetup:
    cards: list[dict[str, Any]] = [{"key": f"v{n}", "title": f"V{n}", "type": "strategy", "focus": n} for n in VALUES]
    cards += [
        {"key": f"d{n}", "title": f"D{n}", "type": "personality", "force": 1, "chi": chi, "honor": 1}
        for n, chi in enumerate((4, 3))
    ]
    deck = tuple((f"v{value}", count) for value, count in VALUES.items())
    players = tuple(Player(f"P{n}", deck, (InPlay(f"d{n}"),), draw=hand) for n in (0, 1))
    return CardSetup(players, "friendly-bout", cards=tuple(cards))


def cards_by_rules(hand: int) -> Callable[[], int]:
    setup, seeds = card_setup(hand), iter(range(10**9))

    def work() -> int:
        for _ in range(40):
            seed = next(seeds)
            session: Session[Any] = Session(CARDS, setup, Seeded(seed))
            play(session, {0: Follower(POLICIES[0], seed), 1: Follower(POLICIES[1], seed + 1)})
        return 40

    return work


def cards_in_python(hand: int, told: Callable[[bool], None] = bool) -> Callable[[], int]:  # type: ignore[assignment]
    """The same duel in the plainest Python, its rules written into one loop; `told` hears who won."""
    deck, rng = [value for value, count in VALUES.items() for _ in range(count)], random.Random(1)
    margins: list[tuple[int, ...]] = [(2, 1, 0, 0, 0), (1, 1, 1, 1, 1)]

    def work() -> int:
        for _ in range(4000):
            drawn = rng.sample(deck, 3 + hand), rng.sample(deck, 3 + hand)
            pools = [sorted(one[:3], reverse=True) for one in drawn]
            hands = [max(one[3:], default=-1) for one in drawn]
            told(python_duel(pools, hands, margins))
        return 4000

    return work


def python_duel(pools: list[list[int]], hands: list[int], margins: list[tuple[int, ...]]) -> bool:
    totals, focused, side = [4, 3], [0, 0], 1
    while True:
        pool, hand = pools[side], hands[side]
        if not pool and hand < 0:
            break
        lead = 2 * (totals[side] - (3 if side == 0 else 4)) - 5 * focused[1 - side]
        if lead >= 2 * margins[side][focused[side]]:
            break
        if hand >= 0 and (not pool or (side == 0 and hand > pool[0])):
            totals[side] += hand
            hands[side] = -1
        else:
            totals[side] += pool.pop(0)
        focused[side] += 1
        side = 1 - side
    return totals[0] > totals[1]


# --- role-playing duels ----------------------------------------------------------------------------------


def rpg_kernel(form: str) -> RpgKernel:
    people = [bare(catalogue.load(name), "katana") for name in ("kaya", "reika")]
    return RpgKernel(RpgSetup((people[0], people[1]), FORMS[form]), (Conduct(), Conduct()))


def rpg_by_rules(kernel: RpgKernel) -> Callable[[], int]:
    seeds = iter(range(10**9))

    def work() -> int:
        for _ in range(10):
            session: Session[Any] = Session(RPG, kernel.setup, Seeded(next(seeds)))
            agents = {seat: ConductPlayer(kernel.conducts[seat]) for seat in (0, 1)}
            while not session.finished and session.referee.state.round <= kernel.most_rounds:
                step(session, agents)
        return 10

    return work


def rpg_in_python(kernel: RpgKernel) -> Callable[[], int]:
    """The steps of the kernel for one duel at a time, as plain Python on lists."""
    shared, _ = kernel_rpg_scalar.functions((parts, harm, dice, check, turns))
    mask = (1 << 64) - 1

    def die(s: list[int], sides: int, rolled: int) -> int:
        word = streams.word(s[at.STREAM] & mask, s[at.DRAWS])
        s[at.DRAWS] += rolled
        return (word >> 32) * sides >> 32

    shared["die"] = die
    shared["SCARS"] = harm.SCARS
    steps = [shared[one.__name__] for one in kernel_rpg_arrays.STEPS]
    rules, start = kernel_rpg_scalar.row(kernel.tables).tolist(), kernel.tables.start.tolist()
    stream, numbers = streams.stream_of(1), iter(range(10**9))

    def work() -> int:
        for _ in range(60):
            s = list(start)
            s[at.STREAM] = (stream + next(numbers) * (1 << 20) * streams.GOLDEN) & mask
            while s[at.STEP] != at.OVER:
                steps[s[at.STEP]](rules, s)
        return 60

    return work


# --- kernels ---------------------------------------------------------------------------------------------


def by_kernel(kernel: Any, means: str, many: int) -> Callable[[], int]:
    starts = iter(range(0, 10**15, many))

    def work() -> int:
        kernel_run.counted(kernel, means, streams.stream_of(1), next(starts), many)
        return many

    return work


def agree(kernel: CardKernel, hand: int) -> None:
    """Plain Python fights the same duels: the first side wins as often. (The rules engine is held to by the tests.)"""
    wins = 0

    def counted(won: bool) -> None:
        nonlocal wins
        wins += won

    work = cards_in_python(hand, counted)
    duels = sum(work() for _ in range(10))
    chance = kernel_exact.chances(kernel)[:, kernel.tables.middle + 1 :].sum()
    assert abs(wins / duels - chance) < 5 * (chance * (1 - chance) / duels) ** 0.5


def groups(names: list[str]) -> list[tuple[str, list[Measure]]]:
    fast = ["numba"] if compiler.installed() else []
    found = []
    for hand in (0, 4):
        kernel = card_kernel(hand)
        agree(kernel, hand)
        works = {"rules engine": cards_by_rules(hand), "plain Python": cards_in_python(hand)}
        works |= {f"kernel, {m}": by_kernel(kernel, m, {"numpy": 40_000}.get(m, 1_000_000)) for m in ("numpy", *fast)}
        found.append((f"card duels, {hand} cards in hand", measures(works)))
    for form in names:
        made = rpg_kernel(form)
        works = {"rules engine": rpg_by_rules(made), "plain Python": rpg_in_python(made)}
        works |= {f"kernel, {m}": by_kernel(made, m, {"numpy": 1 << 14}.get(m, 100_000)) for m in ("numpy", *fast)}
        found.append((f"role-playing duels, {form}", measures(works)))
    return found


def measures(works: dict[str, Callable[[], int]]) -> list[Measure]:
    return [Measure(name, "duel", work) for name, work in works.items()]


def told(rows: list[Measure]) -> list[tuple[str, ...]]:
    engine, plain = rows[0].seconds, rows[1].seconds
    found: list[tuple[str, ...]] = []
    for row in rows:
        ratios = f"{engine / row.seconds:,.0f} ×", f"{plain / row.seconds:,.2f} ×"
        found.append((row.name, rate(row.seconds), f"± {100 * row.spread:.0f} %", *ratios))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--forms", nargs="+", default=["first-strike", "first-blood"])
    parser.add_argument("--write", metavar="NAME")
    options = parser.parse_args()
    lines = [machine(), ""]
    for title, rows in groups(options.forms):
        interleaved(rows, options.rounds)
        head = (title, "duels a second a core", "spread", "rules engine", "plain Python")
        lines += [*table(head, told(rows)), ""]
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        RESULTS.joinpath(f"{options.write}.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
