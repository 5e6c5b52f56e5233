"""Clocks of the seats: time left is kept, not deadlines, and a time when no server was there is charged to nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...engine import Seat

Gaps = Sequence[tuple[float, float]]
"""Times when no process was there: (began, ended), in seconds since 1970."""


class Onward:
    """What time it is by the clock of a machine, which somebody may set back: then it goes on from where it was. Else
    nobody's time would be used up until that clock is where it was before, and no claim could be made.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._behind, self._last = clock, 0.0, 0.0

    def __call__(self) -> float:
        """Seconds since 1970, or as many more as the clock was set back."""
        self.reach(self._last)
        self._last = self._clock() + self._behind
        return self._last

    def reach(self, at: float) -> None:
        """It is that late already."""
        self._behind = max(self._behind, at - self._clock())


def elapsed(since: float, until: float, gaps: Gaps) -> float:
    """Seconds from one time to another, without those of the gaps."""
    lost = sum(max(0.0, min(until, ended) - max(since, began)) for began, ended in gaps)
    return max(0.0, until - since - lost)


class Clocks:
    """The time left of each seat. It is told what time it is at every row of the log, and who is to move then."""

    def __init__(self, terms: tuple[int, int] | None, seats: Iterable[Seat], gaps: Gaps) -> None:
        self.terms, self.gaps = terms, gaps
        self.left = {seat: float(terms[0]) for seat in seats} if terms else {}
        self.running: frozenset[Seat] = frozenset()
        self._since = 0.0

    def charge(self, at: float) -> None:
        """Charge those whose clocks run with the time until `at`."""
        if self.running:
            spent = elapsed(self._since, at, self.gaps)
            for seat in self.running:
                self.left[seat] = max(0.0, self.left[seat] - spent)
        self._since = max(self._since, at)

    def run(self, seats: Iterable[Seat]) -> None:
        """From now on the clocks of these seats run."""
        self.running = frozenset(seat for seat in seats if seat in self.left)

    def add(self, seat: Seat) -> None:
        """A seat has answered in time: it is given what the terms add."""
        if self.terms and seat in self.left and self.left[seat] > 0:
            self.left[seat] += self.terms[1]

    def left_at(self, seat: Seat, at: float) -> float:
        """Seconds that a seat has left at a time."""
        left = self.left[seat]
        return max(0.0, left - elapsed(self._since, at, self.gaps)) if seat in self.running else left

    def over(self, seat: Seat, at: float) -> bool:
        """Whether a seat has used up its time, on its own decision."""
        return seat in self.running and self.left_at(seat, at) <= 0
