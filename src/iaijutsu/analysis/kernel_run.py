"""Running a kernel: in compiled loops where those are ready, in NumPy until then, on as many threads as are wanted.

Both give the same duels to the last, so which of them ran can be told by the clock alone. Nobody waits for a compiler:
a long run with nothing compiled yet starts in NumPy, has the loops compiled beside it, and goes on with those.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import numpy as np

from ..engine import BadInput, Sentence
from . import compiler, streams
from .kernel_types import Int64

Backend: TypeAlias = Literal["auto", "numpy", "numba"]
BACKENDS: tuple[Backend, ...] = ("auto", "numpy", "numba")
PATIENCE = 2.0
"""Seconds of NumPy that are shorter than starting Numba and, later, compiling is worth."""
Watch: TypeAlias = Callable[[int, Int64], bool]
"""Told after every block how many duels are counted, and the counts; says whether to stop."""


class Kernel(Protocol):
    """What can be run. `name` names the modules: `<name>_arrays` and `<name>_loops`, each with `duels`."""

    name: ClassVar[str]
    block: ClassVar[int]
    """Duels after which it is asked whether to go on. A run may stop there alone."""
    by_arrays: ClassVar[float]
    """About how many duels a second NumPy does, to tell what is worth compiling for."""
    tables: Any

    def new_counts(self) -> Int64:
        """Counts of nothing yet."""
        ...


@dataclass(slots=True)
class Run:
    """What came of a run: counts as the kernel has them, of how many duels, by which means, in how many seconds.

    `interrupted`: Ctrl-C ended it; whole blocks are counted then.
    """

    counts: Int64
    duels: int
    means: str
    seconds: float
    interrupted: bool = False


def run(
    kernel: Kernel, seed: int, duels: int, *, start: int = 0, backend: Backend = "auto", threads: int = 1,
    watch: Watch | None = None,
) -> Run:  # fmt: skip
    """Duels `start` to `start + duels` of a seed. `watch` may end it sooner, at the end of a block.

    Raises `BadInput` when compiled loops are demanded and Numba is not there.
    """
    means = _Means(kernel, backend, duels)
    stream, counts, done, began = streams.stream_of(seed), kernel.new_counts(), 0, time.perf_counter()
    interrupted = False
    try:
        with ThreadPoolExecutor(threads) as pool:
            while done < duels:
                many = min(kernel.block, duels - done)
                block = _block(kernel, means.current(), stream, start + done, many, pool, threads)
                counts, done = counts + block, done + many
                if watch is not None and watch(done, counts):
                    break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        means.leave()
    return Run(counts, done, means.words(), time.perf_counter() - began, interrupted)


def _block(
    kernel: Kernel, means: str, stream: int, start: int, many: int, pool: ThreadPoolExecutor, threads: int
) -> Int64:
    """A block, split among the threads."""
    edges = [start + many * n // threads for n in range(threads + 1)]
    parts = [(a, b - a) for a, b in pairwise(edges) if b > a]
    found = pool.map(lambda part: counted(kernel, means, stream, *part), parts)
    return sum(found, start=kernel.new_counts())


def counted(kernel: Kernel, means: str, stream: int, start: int, many: int, trace: Any = None) -> Int64:
    """The counts of some duels, by NumPy or Numba; `trace` as the modules of the kernel have it."""
    counts = kernel.new_counts()
    module = import_module(f".{kernel.name}_{'loops' if means == 'numba' else 'arrays'}", __package__)
    module.duels(kernel.tables, np.uint64(stream) if means == "numba" else stream, start, many, counts, trace)
    return counts


# --- what is ready ---------------------------------------------------------------------------------------


def ready(name: str) -> bool:
    """Whether the loops of a kernel are compiled and on disk."""
    return compiler.installed() and compiler.kept(Path(__file__).with_name(f"{name}_loops.py"), "run")


def warm(name: str) -> float:
    """Compile the loops of a kernel, or read what was compiled, and return the seconds it took. Raises `BadInput`."""
    _demand()
    began = time.perf_counter()
    counted(import_module(f".{name}", __package__).example(), "numba", 0, 0, 0)
    return time.perf_counter() - began


def _demand() -> None:
    if not compiler.installed():
        raise BadInput("numba", Sentence("it is not installed here; install it, or leave the work to NumPy"))


class _Means:
    """By which means the next block is done; a helper process may be compiling meanwhile."""

    def __init__(self, kernel: Kernel, backend: Backend, duels: int) -> None:
        if backend not in BACKENDS:
            raise BadInput(
                "backend",
                Sentence("{found!r} found; allowed are {backends}", found=backend, backends=", ".join(BACKENDS)),
            )
        self.kernel, self.used = kernel, list[str]()
        self.helper: subprocess.Popen[bytes] | None = None
        long = duels > PATIENCE * kernel.by_arrays
        if backend == "numba":
            _demand()
        self.compiled = backend == "numba" or (backend == "auto" and long and ready(kernel.name))
        if backend == "auto" and long and not self.compiled and compiler.installed():
            self.helper = _compile(kernel.name)

    def current(self) -> str:
        """`numpy` or `numba`."""
        if self.helper is not None and self.helper.poll() is not None:
            self.compiled = self.helper.returncode == 0
            self.helper = None
        means = "numba" if self.compiled else "numpy"
        if means not in self.used:
            self.used.append(means)
        return means

    def words(self) -> str:
        """By which means it was done."""
        if len(self.used) < 2:
            return "".join(self.used)
        return Sentence("{first} then {second}", first=self.used[0], second=self.used[1])

    def leave(self) -> None:
        """The run is over; what has not been compiled by now is left."""
        if self.helper is not None:
            self.helper.terminate()
            self.helper.wait()


def _compile(name: str) -> subprocess.Popen[bytes]:
    """A process that compiles the loops of a kernel, and keeps them on disk."""
    code = f"from iaijutsu.analysis import kernel_run; kernel_run.warm({name!r})"
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
