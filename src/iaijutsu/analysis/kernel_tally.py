"""What kernels count, as the tallies that reports are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ..engine import Sentence
from . import kernel_exact
from . import kernel_rpg_layout as at
from .kernel_cards import CardKernel
from .kernel_types import Int64
from .measures import IN_CARDS, IN_POINTS, IN_ROUNDS, MARGIN, Measure
from .tally import Tally

RESULT = Measure("result", "share", Sentence("Who wins"))
CARDS = (
    RESULT,
    Measure("strike", "share", Sentence("Who strikes")),
    Measure("margin", "number", MARGIN, IN_POINTS, main=True),
    Measure("focuses", "number", Sentence("When it ends: cards focused by both"), IN_CARDS, main=True),
    *(Measure(f"from hand {n}", "flag", Sentence("{name} focuses from hand"), seat=n) for n in (0, 1)),
    *(Measure(f"focuses {n}", "number", Sentence("Cards focused by {name}"), IN_CARDS, seat=n) for n in (0, 1)),
)
RPG = (
    RESULT,
    Measure("ended", "share", Sentence("Why it comes to resolution")),
    Measure("margin", "number", MARGIN, IN_POINTS, main=True),
    Measure("round", "number", Sentence("When it ends: rounds begun"), IN_ROUNDS, main=True),
)
RESULTS = {
    ("win", "lose"): "{0} wins", ("lose", "win"): "{1} wins", ("win", "win"): "both win", ("lose", "lose"): "both lose",
}  # fmt: skip
WINNERS = ("{0} wins", "{1} wins", "nobody wins")


def cards(kernel: CardKernel, counts: Int64, seats: tuple[int, int] = (0, 1)) -> Tally:
    """The tally of a card kernel. `seats` are those of the challenger and of the challenged."""
    made = Tally(int(counts.sum()))
    for row, column in np.argwhere(counts):
        many, place, margin = int(counts[row, column]), kernel.place(int(row)), int(column) - kernel.tables.middle
        results, focuses, hands = kernel.results(margin), place.focuses, place.from_hand
        turned = seats == (1, 0)
        if turned:
            results, focuses, hands, margin = results[::-1], focuses[::-1], hands[::-1], -margin
        _add(made, "result", RESULTS[results], many)
        _add(made, "strike", f"{{{seats[place.struck]}}} strikes", many)
        for name, number in (("margin", margin), ("focuses", sum(focuses)), *_each("focuses", focuses)):
            made.numbers.setdefault(name, Counter())[number] += many
        for name, flag in _each("from hand", hands):
            made.flags.setdefault(name, Counter())[bool(flag)] += many
    return made


def _add(made: Tally, name: str, word: str, many: int) -> None:
    made.shares.setdefault(name, Counter())[word] += many


def _each(name: str, pair: tuple[int, int]) -> Iterator[tuple[str, int]]:
    for n, value in enumerate(pair):
        yield f"{name} {n}", int(value)


def exactly(kernel: CardKernel, seats: tuple[int, int] = (0, 1)) -> dict[str, float]:
    """The exact chance of each result, as `cards` names it."""
    found: Counter[str] = Counter()
    for column, chance in enumerate(kernel_exact.chances(kernel).sum(axis=0)):
        if chance:
            results = kernel.results(column - kernel.tables.middle)
            found[RESULTS[results if seats == (0, 1) else results[::-1]]] += float(chance)  # type: ignore[assignment]
    return dict(found)


def rpg(counts: Int64) -> Tally:
    """The tally of a role-playing kernel."""
    made = Tally(int(counts.sum()))
    for ending, winner, far, late in np.argwhere(counts):
        many = int(counts[ending, winner, far, late])
        _add(made, "result", WINNERS[winner] if ending < at.UNFINISHED else at.ENDINGS[ending], many)
        _add(made, "ended", at.ENDINGS[ending], many)
        made.numbers.setdefault("margin", Counter())[int(far) - at.MOST_DIFFERENCE] += many
        made.numbers.setdefault("round", Counter())[int(late) + 1] += many
    return made
