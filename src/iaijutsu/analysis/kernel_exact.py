"""The same counts as a card kernel's, but exact: every holding with its chance, every coin with its chance.

Where two policies are stated there is no need to sample: the whole distribution costs as much as some ten thousand
duels. It is what the kernel is held to, and what a report calls exact.
"""

from __future__ import annotations

import numpy as np

from .holdings import Floats
from .kernel_cards import CardKernel
from .kernel_policies import WHOLE


def chances(kernel: CardKernel) -> Floats:
    """The chance of each cell of `CardKernel.new_counts`: [place and who struck, margin]. They add up to 1."""
    found = np.zeros(kernel.shape)
    reach = [np.array([weight / sum(weights) for weight in weights]) for weights in kernel.weights]
    _from(kernel, kernel.first, 0, (0, 0), (reach[0], reach[1]), found)
    return found


def _from(
    kernel: CardKernel, mover: int, step: int, hand: tuple[int, int], reach: tuple[Floats, Floats], found: Floats
) -> None:
    """Everything that can follow. `reach` are the chances to be here with each holding, by side, apart."""
    if not reach[0].any() or not reach[1].any():
        return
    size, focuses = len(reach[mover]), step // 2
    entries = kernel.tables.chances[mover, focuses, :size, hand[mover] * 2 + hand[1 - mover]]
    strike = (entries & np.uint64(0xFFFFFFFF)).astype(np.int64) / WHOLE
    upto = np.maximum((entries >> np.uint64(32)).astype(np.int64) / WHOLE, strike)
    _struck(kernel, mover, focuses, hand, _with(reach, mover, reach[mover] * strike), found)
    for used, share in ((0, 1 - upto), (1, upto - strike)):
        if share.any():
            hands = (hand[0] + used, hand[1]) if mover == 0 else (hand[0], hand[1] + used)
            _from(kernel, 1 - mover, step + 1, hands, _with(reach, mover, reach[mover] * share), found)


def _with(reach: tuple[Floats, Floats], side: int, new: Floats) -> tuple[Floats, Floats]:
    return (new, reach[1]) if side == 0 else (reach[0], new)


def _struck(
    kernel: CardKernel, mover: int, focuses: int, hand: tuple[int, int], reach: tuple[Floats, Floats], found: Floats
) -> None:
    """A strike: scores are independent, so their difference is a convolution."""
    his = focuses + (mover != kernel.first)
    done = (focuses, his) if mover == 0 else (his, focuses)
    length = kernel.tables.middle + 1
    scores = [
        np.bincount(kernel.tables.score[side, done[side], : len(reach[side]), hand[side]], reach[side], length)
        for side in (0, 1)
    ]
    row = (focuses * 4 + hand[mover] * 2 + hand[1 - mover]) * 2 + mover
    found[row] += np.convolve(scores[0], scores[1][::-1])
