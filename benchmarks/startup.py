"""How long one waits for the command line: its help, its version, and the first question of a duel.

    python benchmarks/startup.py [--rounds 15] [--write NAME]

Each command is run as a user runs it, in a process of its own; `play` at a terminal (a pty), until it asks.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measuring import machine, table  # isort: skip

RESULTS = Path(__file__).parent / "results"
QUIET = 0.25
"""Seconds without a further sign after which it waits for its user."""
PATIENCE = 30.0
PROGRAM = (sys.executable, "-m", "iaijutsu")
AIMS = "aim: help under 150 ms, play ready for the first question under 500 ms"
EMPTY = (sys.executable, "-I", "-c", "pass")
RUNS: dict[str, tuple[str, ...]] = {
    "python itself": EMPTY,
    "iaijutsu --version": (*PROGRAM, "--version"),
    "iaijutsu --help": (*PROGRAM, "--help"),
    "iaijutsu play --help": (*PROGRAM, "play", "--help"),
}
FACES: dict[str, tuple[str, ...]] = {
    "iaijutsu play cards": (*PROGRAM, "play", "cards", "--seed", "1"),
    "iaijutsu play cards --plain": (*PROGRAM, "play", "cards", "--seed", "1", "--plain"),
    "iaijutsu play rpg --plain": (*PROGRAM, "play", "rpg", "--seed", "1", "--plain"),
}


def until_the_end(command: tuple[str, ...]) -> tuple[float, float]:
    """Wall and processor seconds of a command that ends by itself."""
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=_silent())
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - start
    if status:
        raise SystemExit(f"{' '.join(command[1:])} ended with status {os.waitstatus_to_exitcode(status)}")
    return wall, used.ru_utime + used.ru_stime


def _silent() -> list[tuple[int, int, str, int, int]]:
    return [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1)]


def until_it_asks(command: tuple[str, ...]) -> tuple[float, float]:
    """Wall seconds until a command at a terminal has written its first question; processor seconds until the end."""
    start = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40")
        os.execv(command[0], command)
    last = start
    said = b""
    while select.select([terminal], [], [], QUIET if said else PATIENCE)[0]:
        try:
            said += os.read(terminal, 65536)
        except OSError:  # it has ended
            break
        last = time.perf_counter()
    os.kill(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    os.close(terminal)
    if not os.WIFSIGNALED(status):
        raise SystemExit(f"{' '.join(command[1:])} ended by itself: {_last_line(said)}")
    return last - start, used.ru_utime + used.ru_stime


def _last_line(said: bytes) -> str:
    lines = ["".join(filter(str.isprintable, line)).strip() for line in said.decode(errors="replace").splitlines()]
    return next((line for line in reversed(lines) if line), "without a word")[:200]


def report(rounds: int) -> list[str]:
    """Measure everything in turn; the lines of the report."""
    works: list[tuple[str, tuple[str, ...], Callable[[tuple[str, ...]], tuple[float, float]]]] = [
        *((name, command, until_the_end) for name, command in RUNS.items()),
        *((name, command, until_it_asks) for name, command in FACES.items()),
    ]
    works = [work for work in works if _runs(work[2], work[1])]
    times: dict[str, list[tuple[float, float]]] = {name: [] for name, _, _ in works}
    for _ in range(rounds):
        for name, command, run in works:
            times[name].append(run(command))
    rows = [(name, *(f"{value * 1000:.0f}" for value in _columns(measured))) for name, measured in times.items()]
    head = ("command", "ms wall, median", "ms wall, least", "ms processor, median")
    return [machine(), f"{rounds} rounds; {AIMS}", "", *table(head, rows)]


def _runs(run: Callable[[tuple[str, ...]], object], command: tuple[str, ...]) -> bool:
    """Whether the command does what it should; this also warms the files up. What does not is left out, with a word."""
    try:
        run(command)
    except SystemExit as end:
        print(f"left out: {end}", file=sys.stderr)
        return False
    return True


def _columns(measured: list[tuple[float, float]]) -> tuple[float, float, float]:
    walls = [wall for wall, _ in measured]
    return statistics.median(walls), min(walls), statistics.median([processor for _, processor in measured])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="how often each command is run")
    parser.add_argument("--write", metavar="NAME", help="keep the report as results/NAME.md")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:  # where the duels that are begun here are kept
        os.environ.update(HOME=folder, XDG_STATE_HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder)
        text = "\n".join(report(given.rounds)) + "\n"
    print(text, end="")
    if given.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{given.write}.md").write_text(f"# Start-up: {given.write}\n\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()
