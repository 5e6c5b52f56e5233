"""The duels of a match on several cores, added up in order; kept in a file, so that Ctrl-C loses nothing."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..engine import BadInput, DuelError, Json, Sentence
from ..engine.sentences import of_reader
from ..engine.transcript import strict_json
from . import simulate, tally
from .simulate import Match, Target
from .tally import Tally

FORMAT = 1
TASK = 0.4
"""Seconds that a piece of work should take: soon enough for Ctrl-C, long enough to be worth handing over."""
LARGEST_FILE = 20_000_000
"""Characters in a kept simulation at most."""
OFTEN = 5.0
"""Seconds between savings."""


@dataclass(slots=True)
class Progress:
    """How far a simulation is: `made` holds the duels from 0 on without a gap. `ended` is empty until it is over, then
    one of `all`, `narrow`, `interrupted`. `seconds` counts earlier sittings too.
    """

    match: Match
    target: Target
    made: Tally = field(default_factory=Tally)
    ended: str = ""
    seconds: float = 0.0

    @property
    def left(self) -> float:
        """About how many seconds are left."""
        if not self.made.duels:
            return float("inf")
        return self.seconds / self.made.duels * max(0, self.target.expected(self.made) - self.made.duels)


Watch = Callable[[Progress], None]


def run(progress: Progress, workers: int, watch: Watch = lambda progress: None) -> Progress:
    """Go on until the target is reached or Ctrl-C is pressed (`ended` says which), and return the same object.

    Raises `DuelError` when a duel fails; it names the duel, and what was counted before it stands in `progress`.
    """
    if workers < 1:
        raise BadInput("workers", Sentence("{found} found; needed is at least 1", found=workers))
    clock = _Clock(progress)
    pieces = _alone(progress) if workers == 1 else _together(progress, workers)
    try:
        while not _over(progress):
            piece = next(pieces)
            with _whole():
                progress.made.merge(piece)
            clock.tick()
            watch(progress)
    except KeyboardInterrupt:
        progress.ended = "interrupted"
    finally:
        pieces.close()
        clock.tick()
    return progress


@contextmanager
def _whole() -> Iterator[None]:
    """What is done here is done whole: Ctrl-C waits until it is. Half a tally would be kept else."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _over(progress: Progress) -> bool:
    """Whether it is over. The interval counts at the end of a block alone."""
    done, target = progress.made.duels, progress.target
    if done % simulate.BLOCK == 0 and target.narrow(progress.made):
        progress.ended = "narrow"
    elif done >= target.duels:
        progress.ended = "all"
    return bool(progress.ended)


class _Clock:
    """Adds the seconds of this sitting to those of earlier ones."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.before, self.began = progress, progress.seconds, time.monotonic()

    def tick(self) -> None:
        self.progress.seconds = self.before + time.monotonic() - self.began


# --- in this process -------------------------------------------------------------------------------------


def _alone(progress: Progress) -> Generator[Tally, None, None]:
    while True:
        start = progress.made.duels
        yield simulate.fought(progress.match, start, min(start + 1, progress.target.duels))


# --- in others -------------------------------------------------------------------------------------------

_MATCH: Match | None = None
"""In a worker: the match, its setups loaded once."""


def _begin(plain: Json) -> None:
    """A worker starts. Ctrl-C is for the process that watches."""
    global _MATCH  # noqa: PLW0603 - a process pool has no other place for what its workers keep
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _MATCH = simulate.load(plain, "match")


def _work(start: int, stop: int) -> tuple[Tally | str, float]:
    """A piece of work: the tally or, when a duel failed, what is wrong in words; and the seconds it took."""
    began = time.perf_counter()
    assert _MATCH is not None
    try:
        found: Tally | str = simulate.fought(_MATCH, start, stop)
    except DuelError as error:  # such errors do not travel between processes
        found = _portable(error.args[0] if error.args else "")
    return found, time.perf_counter() - began


def _portable(text: str) -> str:
    """A text as it can be sent to another process: a sentence too, if all that stands in it can be."""
    try:
        return text if pickle.loads(pickle.dumps(text)) == text else str(text)
    except Exception:  # noqa: BLE001 - whatever stands there, what went wrong has to be told
        return str(text)


def _together(progress: Progress, workers: int) -> Generator[Tally, None, None]:
    """Pieces of work in order, done by other processes."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _begin, (progress.match.plain(),))
    try:
        yield from _pieces(pool, progress, workers)
    except BrokenProcessPool:
        reason = Sentence("a worker process ended without a word; fewer workers may need less memory")
        raise DuelError(Sentence("simulation: {reason}", reason=reason)) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _pieces(pool: ProcessPoolExecutor, progress: Progress, workers: int) -> Generator[Tally, None, None]:
    ahead: dict[int, Future[Any]] = {}
    start = wanted = progress.made.duels
    size = 1
    while True:
        while len(ahead) < 2 * workers and start < progress.target.duels:
            stop = min(start + size, simulate.stop_within(progress.target, start))
            ahead[start], start = pool.submit(_work, start, stop), stop
        first = ahead.pop(wanted)
        while not first.done():  # in small waits, so that Ctrl-C is heard everywhere
            wait([first], timeout=0.5, return_when=FIRST_COMPLETED)
        found, seconds = first.result()
        if isinstance(found, str):
            raise DuelError(found)
        wanted += found.duels
        size = max(1, min(2 * size, round(found.duels * TASK / max(seconds, 1e-6))))
        yield found


# --- keeping it ------------------------------------------------------------------------------------------


def save(progress: Progress, path: Path) -> None:
    """Write a simulation to a file, whole or not at all. Raises OSError."""
    data = {
        "format": FORMAT, "simulation": progress.match.plain(), "seconds": round(progress.seconds, 1),
        "tally": progress.made.plain(),
    }  # fmt: skip
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path, target: Target) -> Progress:
    """A simulation out of a file, to be gone on with. Raises `BadInput`."""
    where = path.name
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST_FILE + 1)
    except UnicodeDecodeError:
        raise BadInput(where, Sentence("this is not UTF-8 text")) from None
    except OSError as error:
        raise BadInput(str(path), Sentence("it cannot be read: {reason}", reason=of_reader(error))) from None
    if len(text) > LARGEST_FILE:
        raise BadInput(where, Sentence("longer than {most} characters", most=LARGEST_FILE))
    data = strict_json(text, where)
    if not isinstance(data, dict) or data.keys() != {"format", "simulation", "seconds", "tally"}:
        raise BadInput(where, Sentence("this is no kept simulation (format, simulation, seconds, tally)"))
    if data["format"] != FORMAT or type(data["seconds"]) not in (int, float) or data["seconds"] < 0:
        raise BadInput(where, Sentence("format {format} and a number of seconds from 0 are needed", format=FORMAT))
    match = simulate.load(data["simulation"], f"{where}: simulation")
    return Progress(match, target, tally.load(data["tally"], f"{where}: tally"), seconds=float(data["seconds"]))


class Keeper:
    """Saves a simulation now and then; a `Watch`."""

    def __init__(self, path: Path) -> None:
        self.path, self.saved = path, -OFTEN

    def __call__(self, progress: Progress) -> None:
        """Save when it is time."""
        if time.monotonic() - self.saved >= OFTEN:
            save(progress, self.path)
            self.saved = time.monotonic()
