"""How fast card duels run, beside Python games of OpenSpiel in the same run.

    python benchmarks/cards_duels.py [--rounds 7] [--write NAME] [--profile]

Shipped decks fight each other, hands of five, effects in play; random players answer everything. See README.md here.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import itertools
import pstats
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from iaijutsu.cards import GAME, Player, Setup, decks, rulesets
from iaijutsu.engine import Arrange, Choose, Number, Request, Seeded, Session, Several, loads

from measuring import Measure, interleaved, machine, micro, rate, table  # isort: skip

RESULTS = Path(__file__).parent / "results"
HAND = 5
AIM = "aim: 2,000 whole duels a second a core, a fork at any point under 500 µs"
PEERS = ("python_liars_poker", "python_block_dominoes", "python_tic_tac_toe", "python_kuhn_poker")


# ------------------------------------------------------------------ duels


def setups(rules: str, windows: str) -> list[Setup]:
    """Every shipped deck against every other, either as the performer with its own action."""
    found = []
    for first, second in itertools.permutations(decks.shipped().values(), 2):
        players = tuple(Player(one.title, one.cards, one.personalities, draw=HAND, gold=4) for one in (first, second))
        found.append(Setup(players, first.action, rules=rulesets.shipped()[rules], windows=windows))
    return found


def answer(request: Request[Any], dice: random.Random) -> Any:
    """A random answer, cheaply."""
    if type(request) is Choose:
        return request.listed[int(dice.random() * len(request.listed))]
    if type(request) is Arrange:
        return tuple(dice.sample(range(request.of), request.of))
    if type(request) is Number:
        return dice.randint(request.least, request.most)
    if type(request) is Several:
        return tuple(sorted(dice.sample(range(request.of), dice.randint(request.least, request.most))))
    return dice.choice(list(itertools.islice(request.options(), 50)))


def play(session: Session[Any], dice: random.Random) -> None:
    """Play to the end, at random."""
    while not session.finished:
        for seat, request in session.asked.items():
            session.submit(seat, answer(request, dice))


class Duels:
    """Whole duels one after another, seeds going up; the shipped decks in turn."""

    def __init__(self, rules: str, windows: str, count: int) -> None:
        self.turn = itertools.cycle(setups(rules, windows))
        self.seeds, self.count = itertools.count(), count
        self.entries = self.events = self.duels = 0

    def __call__(self) -> int:
        for seed in itertools.islice(self.seeds, self.count):
            session: Session[Any] = Session(GAME, next(self.turn), Seeded(seed))
            play(session, random.Random(seed))
            self.entries += len(session.entries)
            self.events += len(session.referee.events)
            self.duels += 1
        return self.count


def finished(count: int, rules: str = "celestial", windows: str = "closed") -> list[Session[Any]]:
    """So many duels, played."""
    found = []
    for seed, made in zip(range(count), itertools.cycle(setups(rules, windows)), strict=False):
        session: Session[Any] = Session(GAME, made, Seeded(seed))
        play(session, random.Random(seed))
        found.append(session)
    return found


def replay(sessions: list[Session[Any]]) -> Callable[[], int]:
    """Duels played again from their answers; units are answers."""

    def work() -> int:
        for session in sessions:
            Session(GAME, session.setup, None, session.entries)
        return sum(len(session.entries) for session in sessions)

    return work


def opening(sessions: list[Session[Any]]) -> Callable[[], int]:
    """Duels read from their files, every answer checked; units are files."""
    texts = [session.transcript().dumps() for session in sessions]

    def work() -> int:
        for text in texts:
            Session.load(GAME, loads(text))
        return len(texts)

    return work


def beginning(made: list[Setup]) -> Callable[[], int]:
    """Sessions up to the first question to a player."""

    def work() -> int:
        for seed, one in enumerate(made):
            Session(GAME, one, Seeded(seed))
        return len(made)

    return work


def laying_out(made: list[Setup]) -> Callable[[], int]:
    """Setups made, cards and index looked through."""

    def work() -> int:
        for one in made[:5]:
            Session(GAME, replace(one, library={}, index=None))
        return 5

    return work


def fork_times(sessions: list[Session[Any]]) -> list[float]:
    """Processor seconds for a fork at every point of these duels: the quickest of three, without the collector."""
    found = []
    gc.disable()
    try:
        for session in sessions:
            for length in range(len(session.entries)):
                here: Session[Any] = Session(GAME, session.setup, None, session.entries[:length])
                found.append(min(_time(here.fork) for _ in range(3)))
    finally:
        gc.enable()
    return found


def _time(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


# ------------------------------------------------------------------ OpenSpiel


class Playouts:
    """Random playouts of a game of OpenSpiel."""

    def __init__(self, game: Any, count: int) -> None:
        self.game, self.count, self.dice = game, count, random.Random(1)
        self.moves = self.games = 0

    def __call__(self) -> int:
        for _ in range(self.count):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                self.step(state)
                self.moves += 1
            self.games += 1
        return self.count

    def step(self, state: Any) -> None:
        """One random move or outcome of chance."""
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self.dice.choices(outcomes, weights)[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(self.dice.random() * len(actions))])

    def clone_times(self, games: int = 20) -> list[float]:
        """Processor seconds for a clone at every point."""
        found = []
        for _ in range(games):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                found.append(min(_time(state.clone) for _ in range(3)))
                self.step(state)
        return found


def peers() -> Iterator[tuple[str, Playouts]]:
    """The Python games of OpenSpiel, if it is installed."""
    try:
        import pyspiel
        from open_spiel.python import games as _games  # registers them
    except ImportError:
        return
    assert _games
    for name in PEERS:
        yield name, Playouts(pyspiel.load_game(name), 20)


# ------------------------------------------------------------------ the account


def report(rounds: int) -> list[str]:
    """Measure everything; the lines of the report."""
    kinds = [("celestial", "closed"), ("celestial", "open"), ("twenty-festivals", "closed"), ("classic", "closed")]
    duels = {f"{rules}, windows {windows}": Duels(rules, windows, 60) for rules, windows in kinds}
    old = finished(60)
    games = dict(peers())
    whole = [Measure(name, "duel", work) for name, work in duels.items()]
    others = [Measure(name, "game", work) for name, work in games.items()]
    parts = [
        Measure("replay, celestial, windows closed", "answer", replay(old)),
        Measure("file opened, every answer checked", "file", opening(old[:20])),
        Measure("session up to the first question", "session", beginning(setups("celestial", "closed"))),
        Measure("setup made, library looked through", "setup", laying_out(setups("celestial", "closed"))),
    ]
    interleaved([*whole, *others, *parts], rounds)
    lines = [machine(), f"{rounds} rounds, medians; {AIM}", ""]
    lines += _whole(whole, duels, others, games)
    lines += ["", *_parts(parts), "", *_forks(old[:30], games)]
    return lines


def _whole(
    whole: list[Measure], duels: dict[str, Duels], others: list[Measure], games: dict[str, Playouts]
) -> list[str]:
    head = (
        "whole games, random players",
        "a second a core",
        "± %",
        "wall",
        "answers",
        "events",
        "µs an answer",
        *_against(others),
    )
    rows = []
    for measure in whole:
        work = duels[measure.name]
        answers, events = work.entries / work.duels, work.events / work.duels
        rows.append(
            (measure.name, rate(measure.seconds), f"{measure.spread * 100:.0f}", rate(measure.waited), f"{answers:.1f}",
             f"{events:.1f}", f"{measure.seconds / answers * 1e6:.1f}", *_ratios(measure, answers, others, games))
        )  # fmt: skip
    for measure in others:
        moves = games[measure.name].moves / games[measure.name].games
        rows.append(
            (f"OpenSpiel {measure.name}", rate(measure.seconds), f"{measure.spread * 100:.0f}", rate(measure.waited),
             f"{moves:.1f}", "", f"{measure.seconds / moves * 1e6:.1f}", *_ratios(measure, moves, others, games))
        )  # fmt: skip
    return table(head, rows)


def _against(others: list[Measure]) -> tuple[str, ...]:
    """Columns of ratios: to the first peer, whole games and single answers."""
    return (
        tuple(f"{what} : {others[0].name.removeprefix('python_')}" for what in ("games", "answers")) if others else ()
    )


def _ratios(measure: Measure, answers: float, others: list[Measure], games: dict[str, Playouts]) -> tuple[str, ...]:
    if not others:
        return ()
    peer = others[0]
    moves = games[peer.name].moves / games[peer.name].games
    return f"{peer.seconds / measure.seconds:.2f}", f"{peer.seconds / moves / (measure.seconds / answers):.2f}"


def _parts(parts: list[Measure]) -> list[str]:
    rows = [
        (p.name, p.unit, rate(p.seconds), micro(p.seconds), f"{p.spread * 100:.0f}", micro(p.waited)) for p in parts
    ]
    return table(("parts", "unit", "units a second", "µs a unit", "± %", "µs wall"), rows)


def _forks(sessions: list[Session[Any]], games: dict[str, Playouts]) -> list[str]:
    rows = [_fork_row("iaijutsu, a fork by replay", fork_times(sessions))]
    rows += [_fork_row(f"OpenSpiel {name}, a clone", work.clone_times()) for name, work in games.items()]
    return table(("copies at every point of a duel", "points", "µs mean", "µs median", "µs 99 %", "µs most"), rows)


def _fork_row(name: str, times: list[float]) -> tuple[str, ...]:
    late = statistics.quantiles(times, n=100)[98]
    return (
        name,
        str(len(times)),
        *(micro(value) for value in (statistics.mean(times), statistics.median(times), late, max(times))),
    )


def profile() -> None:
    """Where the time of whole duels goes, by own time."""
    work = Duels("celestial", "closed", 600)
    work()
    profiler = cProfile.Profile()
    profiler.enable()
    work()
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured, in turn")
    parser.add_argument("--write", metavar="NAME", help="keep the report as results/NAME.md")
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead")
    given = parser.parse_args()
    if given.profile:
        profile()
        return
    text = "\n".join(report(given.rounds)) + "\n"
    print(text, end="")
    if given.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{given.write}.md").write_text(f"# Card duels: {given.write}\n\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()
