"""How benchmarks here measure: work in small rounds, all kinds in turn, so that a busy minute hurts all alike.

Processor time is what the work itself took; wall time is what one waits for. The median over the rounds is given.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Measure:
    """One kind of work: `work()` does some of it and says how many units that were."""

    name: str
    unit: str
    work: Callable[[], int]
    processor: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def round(self) -> None:
        """Do the work once and note the seconds that one unit took."""
        wall, processor = time.perf_counter(), time.process_time()
        units = self.work()
        self.processor.append((time.process_time() - processor) / units)
        self.wall.append((time.perf_counter() - wall) / units)

    @property
    def seconds(self) -> float:
        """Processor seconds for a unit."""
        return statistics.median(self.processor)

    @property
    def waited(self) -> float:
        """Wall seconds for a unit."""
        return statistics.median(self.wall)

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, as a share of the median."""
        low, _, high = statistics.quantiles(self.processor, n=4) if len(self.processor) > 1 else (0.0, 0.0, 0.0)
        return (high - low) / 2 / self.seconds


def interleaved(measures: list[Measure], rounds: int) -> None:
    """Each kind of work once to warm up, then all of them in turn, round after round."""
    for measure in measures:
        measure.work()
    for _ in range(rounds):
        for measure in measures:
            measure.round()


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A Markdown table whose columns line up."""
    widths = [max(len(row[n]) for row in (head, *rows)) for n in range(len(head))]
    lines = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in (head, *rows)]
    lines.insert(1, ["-" * width for width in widths])
    return ["| " + " | ".join(line) + " |" for line in lines]


def machine() -> str:
    """What it was measured on: processor, Python, and how busy the machine was."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} × {model}; {python} on {sys.platform}; load {os.getloadavg()[0]:.1f}"


def rate(seconds: float) -> str:
    """So many a second."""
    return f"{1 / seconds:,.0f}" if seconds < 0.1 else f"{1 / seconds:.1f}"


def micro(seconds: float) -> str:
    """Microseconds."""
    return f"{seconds * 1e6:,.0f}" if seconds > 1e-5 else f"{seconds * 1e6:.1f}"
