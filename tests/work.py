"""Whether work explodes, told without a stopwatch: that fails on a busy machine and proves nothing on a fast one.

How fast things are is measured in `benchmarks/`, as ratios within one run. Tests count what is done, or end a wait
that no machine, however busy, would need for work that is right.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

EXPLODES = 30.0
"""Seconds of processor time. What is tested with it takes milliseconds; where it explodes (a pattern that backtracks,
a number or a nesting without end, a file read again for each of its lines) it takes minutes."""


@contextmanager
def no_explosion() -> Iterator[None]:
    """Fails where what is done within takes so long that it must have exploded."""
    began = time.process_time()
    yield
    took = time.process_time() - began
    assert took < EXPLODES, f"{took:.0f} s of processor time"


class Counted:
    """How many functions were called, Python's and C's: the same on every machine."""

    calls = 0

    def __call__(self, _frame: FrameType, event: str, _what: object) -> None:
        self.calls += event in ("call", "c_call")


@contextmanager
def counted() -> Iterator[Counted]:
    """Counts the calls of what is done within, in this thread."""
    found, before = Counted(), sys.getprofile()
    sys.setprofile(found)
    try:
        yield found
    finally:
        sys.setprofile(before)
