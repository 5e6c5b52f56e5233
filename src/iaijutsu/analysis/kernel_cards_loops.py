"""Focusing rounds in loops that Numba compiles: the same duels, to the last, as `kernel_cards_arrays`.

A block of duels goes from opportunity to opportunity together, without a branch that hangs on what is drawn: that is
what makes it fast. All loops stand in this one file, so that compiled code on disk is never out of date (`compiler`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .compiler import loops
from .kernel_cards import Tables
from .kernel_types import Int64, Trace, Words

BLOCK = 1024
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
COIN, LOW = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)
N0, N1, N2, N3, N4, N8 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(8)
N16, N27, N30, N31, N32 = np.uint64(16), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@loops
def word(stream: Any, number: Any) -> Any:
    """Word `number` of a stream (SplitMix64)."""
    z = stream + number * GOLDEN
    z = (z ^ (z >> N30)) * FIRST
    z = (z ^ (z >> N27)) * SECOND
    return z ^ (z >> N31)


@loops
def drawn(tables: Tables, side: int, chance: Any) -> Any:
    """What a side holds, by an alias table, with room for two flags below it."""
    column = chance >> tables.shift[side]
    own = N0 - np.uint64((chance & tables.mask[side]) < tables.limit[side, column])
    return ((column & own) | (np.uint64(tables.other[side, column]) & ~own)) * N4


@loops
def draw(tables: Tables, stream: Any, start: Any, at: Words, state: Words, coins: Words, trace: Trace) -> None:
    """A block of duels before the first opportunity. The state has the mover in its low half, the other in its high."""
    mover = tables.first
    for j in range(len(at)):
        at[j] = (start + np.uint64(j)) * N8
        coins[j] = word(stream, at[j] + N2)
        holds = drawn(tables, mover, word(stream, at[j] + np.uint64(mover)))
        others = drawn(tables, 1 - mover, word(stream, at[j] + np.uint64(1 - mover)))
        state[j] = holds | others << N32
        if trace is not None:
            row = np.int64(start) + j - trace[0, 0] + 1
            trace[row, mover], trace[row, 1 - mover] = holds >> N2, others >> N2


@loops
def opportunity(
    chances: Words, many: int, at: Words, state: Words, coins: Words, ended: Words, trace: Trace, step: int
) -> int:
    """One opportunity of `many` duels: who go on move to the front, who end into `ended`. How many go on."""
    on, off = 0, 0
    for j in range(many):
        now, here, coin = state[j], at[j], coins[j] & COIN
        own = now & LOW
        entry = chances[own]
        strikes = coin < (entry & LOW)
        hand = np.uint64(coin < (entry >> N32)) & np.uint64(not strikes)
        if trace is not None:
            row = np.int64(here >> N3) - trace[0, 0]
            trace[row + 1, 2] = step + 1
            trace[row + 1, step + 3] = 0 if strikes else 1 + hand
        ended[off] = now
        off += strikes
        state[on], coins[on], at[on] = ((now >> N32) | hand) | (own | hand << N1) << N32, coins[j] >> N16, here
        on += not strikes
    return on


@loops
def score(tables: Tables, mover: int, focuses: int, many: int, ended: Words, counts: Int64) -> None:
    """Count `many` duels in which the mover struck after so many focuses of his."""
    his = focuses + (mover != tables.first)
    own, other = tables.score[mover, focuses].ravel(), tables.score[1 - mover, his].ravel()
    sign = 1 - 2 * mover
    for j in range(many):
        mine = ended[j] & LOW
        margin = sign * (np.int64(own[mine >> N1]) - np.int64(other[(ended[j] >> N32) >> N1]))
        counts[(focuses * 4 + np.int64(mine & N3)) * 2 + mover, margin + tables.middle] += 1


@loops
def run(tables: Tables, stream: Any, start: int, count: int, counts: Int64, trace: Trace) -> None:
    """Duels `start` to `start + count`, counted by place and margin; what was done goes into `trace`, if any."""
    at, state = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64)
    coins, ended = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64)
    for done in range(0, count, BLOCK):
        many, step, mover = min(BLOCK, count - done), 0, tables.first
        draw(tables, stream, np.uint64(start + done), at[:many], state, coins, trace)
        while many > 0:
            if step > 0 and step % 4 == 0:
                for j in range(many):
                    coins[j] = word(stream, at[j] + np.uint64(2 + step // 4))
            chances = tables.chances[mover, step // 2].ravel()
            on = opportunity(chances, many, at, state, coins, ended, trace, step)
            score(tables, mover, step // 2, many - on, ended, counts)
            many, step, mover = on, step + 1, 1 - mover


duels = run
