"""Role-playing duels in NumPy, many at a time: the same duels, to the last, as `kernel_rpg_loops`.

All duels of a batch that stand before the same step take it together; the step that most stand before comes next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from . import kernel_rpg_check as check
from . import kernel_rpg_harm as harm
from . import kernel_rpg_layout as at
from . import kernel_rpg_turns as turns
from .kernel_rpg_layout import Rules
from .kernel_rpg_parts import GOLDEN
from .kernel_types import Int64, Words
from .streams import at_once

BATCH = 1 << 14
WORDS = 1 << 20
"""Words of the stream that are set aside for each duel."""
Step: TypeAlias = Callable[[Rules, Any, Any, Any], None]
RpgTrace: TypeAlias = "tuple[Int64, Int64] | None"
"""Lines [line, (name, seat, number), duel], and the duels as they ended [row, duel]."""

STEPS: tuple[Step, ...] = (
    turns.begin, turns.enter, turns.entered, turns.new_round, turns.stare, turns.order, turns.turn_begins,
    turns.turn_starts, turns.stance, turns.restance, turns.act, turns.predict, turns.turn_ends, turns.turn_leaves,
    turns.turn_over, turns.unmasked, turns.round_ends, check.attack, check.attempt, check.explodes, check.symbols,
    check.settled, check.spend, check.count, check.finish, harm.deal, harm.critical, harm.resisted, harm.settle,
    harm.settle_on, turns.resolve,
)  # fmt: skip
"""What is done at each step, by its number."""


def duels(rules: Rules, stream: int, start: int, count: int, counts: Int64, trace: RpgTrace) -> None:
    """Duels `start` to `start + count`, counted by ending, winner, difference and round."""
    for done in range(0, count, BATCH):
        size = min(BATCH, count - done)
        part = None if trace is None else (trace[0][:, :, done : done + size], trace[1][:, done : done + size])
        _count(rules, _batch(rules, stream, start + done, size, part), counts)


def begins(stream: int, start: int, count: int) -> Words:
    """Where the words of each duel begin."""
    return np.uint64(stream) + at_once(start, count) * np.uint64(WORDS) * GOLDEN


def _batch(rules: Rules, stream: int, start: int, count: int, trace: RpgTrace) -> Int64:
    """A batch of duels, to their ends."""
    states = np.zeros((at.ROWS, count), np.int64)
    states[: at.FRAMES] = rules.start[: at.FRAMES, None]
    states[at.STREAM] = begins(stream, start, count).view(np.int64)
    lines = None if trace is None else trace[0]
    while True:
        waiting = np.bincount(states[at.STEP], minlength=at.OVER + 1)[: at.OVER]
        step = int(waiting.argmax())
        if not waiting[step]:
            break
        STEPS[step](rules, states, lines, np.flatnonzero(states[at.STEP] == step))
    if trace is not None:
        trace[1][:] = states
    return states


def _count(rules: Rules, states: Int64, counts: Int64) -> None:
    columns = np.arange(states.shape[1])
    difference = turns.score(rules, states, columns, 0) - turns.score(rules, states, columns, 1)
    cells = turns.cell(states, columns, difference)
    np.add.at(counts, cells, 1)
