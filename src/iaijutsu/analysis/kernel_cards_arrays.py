"""Focusing rounds in NumPy, many at a time: the same duels, to the last, as `kernel_cards_loops`."""

from __future__ import annotations

import numpy as np

from .kernel_cards import Tables
from .kernel_types import Int64, Trace, Words
from .streams import at_once, words

BATCH = 1 << 14
WORDS = 8
"""Words of the stream that are set aside for each duel: two for what is drawn, the rest for coins, four in each."""
HALF, LOW, COIN = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(0xFFFF)
ONE, FOUR, SIXTEEN = np.uint64(1), np.uint64(4), np.uint64(16)


def duels(tables: Tables, stream: int, start: int, count: int, counts: Int64, trace: Trace) -> None:
    """Duels `start` to `start + count`, counted by place and margin; what was done goes into `trace`, if there is one.

    Row 0 of a trace holds the number of its first duel; row n + 1 is of duel n: the holdings of both sides, how many
    opportunities there were, what was done at each (0 strike, 1 pool, 2 hand).
    """
    for done in range(0, count, BATCH):
        _batch(tables, stream, start + done, min(BATCH, count - done), counts, trace)


def _batch(tables: Tables, stream: int, start: int, count: int, counts: Int64, trace: Trace) -> None:
    at = at_once(start, count) * np.uint64(WORDS)
    mover, step = tables.first, 0
    holds = [_drawn(tables, side, words(stream, at + np.uint64(side))) for side in (0, 1)]
    if trace is not None:
        rows = slice(start - trace[0, 0] + 1, start - trace[0, 0] + 1 + count)
        trace[rows, 0], trace[rows, 1] = holds[0] // FOUR, holds[1] // FOUR
    state = holds[mover] | holds[1 - mover] << HALF
    coins = at  # replaced at once
    while len(at):
        if step % 4 == 0:
            coins = words(stream, at + np.uint64(2 + step // 4))
        own, coin = state & LOW, coins & COIN
        entry = tables.chances[mover, step // 2].ravel()[own]
        strikes = coin < (entry & LOW)
        hand = ((coin < (entry >> HALF)) & ~strikes).astype(np.uint64)
        if trace is not None:
            _note(trace, at, step, np.where(strikes, 0, 1 + hand))
        _score(tables, mover, step // 2, state[strikes], counts)
        state = (state >> HALF) | hand | (own | hand << ONE) << HALF
        coins >>= SIXTEEN
        state, coins, at = state[~strikes], coins[~strikes], at[~strikes]
        mover, step = 1 - mover, step + 1


def _drawn(tables: Tables, side: int, chance: Words) -> Words:
    """What a side holds, with room for two flags below it."""
    column = chance >> tables.shift[side]
    below = (chance & tables.mask[side]) < tables.limit[side, column]
    holds: Words = np.where(below, column, tables.other[side, column].astype(np.uint64))
    return holds * FOUR


def _score(tables: Tables, mover: int, focuses: int, ended: Words, counts: Int64) -> None:
    """Count duels in which the mover struck after so many focuses of his."""
    his = focuses + (mover != tables.first)
    mine, other = ended & LOW, ended >> HALF
    lead = tables.score[mover, focuses].ravel()[mine >> ONE] - tables.score[1 - mover, his].ravel()[other >> ONE]
    row = (focuses * 4 + (mine & np.uint64(3)).astype(np.int64)) * 2 + mover
    cell = row * counts.shape[1] + (1 - 2 * mover) * lead + tables.middle
    counts += np.bincount(cell, minlength=counts.size).reshape(counts.shape)


def _note(trace: Int64, at: Words, step: int, done: Words) -> None:
    row = (at // np.uint64(WORDS)).astype(np.int64) - trace[0, 0] + 1
    trace[row, 2], trace[row, step + 3] = step + 1, done
