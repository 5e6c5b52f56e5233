"""Millions of focusing rounds a second, under stated policies: what is drawn, who focuses what, who strikes, the score.

Its width: pools, hands of which one card may be focused, limits on focuses, ties, Duelist, who is first; cards count
for their focus values. Everything else that a `FocusGame` can say is refused by name. Each side's holding (its pool,
and the best card in its hand) is one number, drawn as a whole by an alias table; a policy becomes a table of chances
by place and holding. Duel n of a seed is the same whoever computes it, and whatever was computed before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from math import comb
from typing import ClassVar, NamedTuple

import numpy as np

from ..engine import BadInput, Sentence
from .chances import Counts, draws, less
from .focus_game import ROLES, Face, Faces, FocusGame, FocusSide, faces
from .kernel_policies import HAND, STRIKE, WHOLE, Moment, Policy, Threshold, checked
from .kernel_types import Int32, Int64, Words

KNOWN = ("stat", "deck", "pool", "hand", "held", "from_hand", "most", "wins_ties")
"""Fields of a side that the kernel follows."""
TEXTS_ALONE = ("life", "discard", "entered", "stat_name", "from_top", "loose")
"""Fields that matter to texts, or to the top of the deck, alone: where these are refused, they do not."""
MOST_HOLDINGS = 20_000
MOST_POOL = 5
SHOWN = 6
"""Things left out that are named at most."""
meant = Sentence.meant
LEFT_OUT = {
    str(one): one
    for one in (
        meant("kernel", "top"), meant("kernel", "least"), meant("kernel", "must"), meant("kernel", "no_strike"),
        meant("kernel", "banned"), meant("kernel", "insteads"), meant("kernel", "cannot_lose"),
        meant("kernel", "silenced"), meant("kernel", "ignore_highest"), meant("kernel", "last_times"),
        meant("kernel", "tallies"), meant("kernel", "reveal"),
    )
}  # fmt: skip
"""The other fields of a side, for translation."""
FOUND = {"seen": meant("kernel", "seen"), "unseen": meant("kernel", "unseen"), "True": meant("kernel", "True")}
"""What may stand in them, for translation; else it is a number or a list."""
HERE = dict(zip(ROLES, (Sentence("kernel: challenger"), Sentence("kernel: challenged")), strict=True))
DECKS = dict(zip(ROLES, (Sentence("challenger: deck"), Sentence("challenged: deck")), strict=True))
"""Where something is refused."""


class Holding(NamedTuple):
    """What a side has drawn: its pool, highest first, and the best card of its hand (-1: none it may focus)."""

    pool: tuple[int, ...]
    hand: int


class Tables(NamedTuple):
    """A setting in arrays. s is a side, k its focuses so far, h a holding, f flags: own from hand * 2 + other's."""

    shift: Words
    """[s]: how far a word is shifted to give a column of the alias table."""
    mask: Words
    """[s]: the bits of a word that are left."""
    limit: Words
    """[s, column]: below it the column is the holding."""
    other: Int32
    """[s, column]: the holding otherwise."""
    chances: Words
    """[s, k, h, f]: a coin below the low half strikes; else, below the high half, focuses from hand; else from pool."""
    score: Int32
    """[s, k, h, own from hand]: the score."""
    first: int
    middle: int
    """Where a margin of 0 is counted."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a duel ended: who struck, after how many focuses of each, and who of them focused from hand."""

    struck: int
    focuses: tuple[int, int]
    from_hand: tuple[bool, bool]


class CardKernel:
    """A focus game with a policy for each side. Raises `BadInput` for what it leaves out, by name.

    `holdings[side]` are what a side may have drawn, `weights[side]` how often each comes, in ways to draw it.
    """

    name: ClassVar[str] = "kernel_cards"
    block: ClassVar[int] = 1 << 18
    by_arrays: ClassVar[float] = 4e6

    def __init__(self, game: FocusGame, policies: tuple[Policy, Policy]) -> None:
        refuse(game)
        self.game, self.policies = game, policies
        found = [list(_holdings(side)) for side in game.sides]
        for role, rows in zip(ROLES, found, strict=True):
            if len(rows) > MOST_HOLDINGS:
                raise BadInput(
                    DECKS[role],
                    Sentence(
                        "{n} different holdings; the kernel takes {most}",
                        n=len(rows),
                        most=MOST_HOLDINGS,
                    ),
                )
        self.holdings = [[holding for holding, _ in rows] for rows in found]
        self.weights = [[weight for _, weight in rows] for rows in found]
        self.tables = _tables(self)

    @property
    def first(self) -> int:
        """Who has the first opportunity: as the game says, or as the sole Duelist chooses."""
        chooser = self.game.chooser
        if chooser is None:
            return self.game.first
        return chooser if self.policies[chooser].takes_first else 1 - chooser

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of what is counted: places with who struck, and margins of the challenger's score."""
        return self.tables.chances.shape[1] * 8, 2 * self.tables.middle + 1

    def place(self, row: int) -> Place:
        """The place that a row of the counts stands for."""
        own, other = bool(row >> 2 & 1), bool(row >> 1 & 1)
        struck, mine = row & 1, row >> 3
        his = mine if struck == self.first else mine + 1
        if struck == 0:
            return Place(0, (mine, his), (own, other))
        return Place(1, (his, mine), (other, own))

    def new_counts(self) -> Int64:
        """Counts of nothing yet."""
        return np.zeros(self.shape, np.int64)

    def results(self, margin: int) -> tuple[str, str]:
        """`win` or `lose` for each side, when the challenger's score is higher by `margin` (cards.H.*)."""
        if abs(margin) > self.game.near:
            return ("win", "lose") if margin > 0 else ("lose", "win")
        first, second = (side.wins_ties for side in self.game.sides)
        return "win" if first else "lose", "win" if second else "lose"


# --- what is left out ------------------------------------------------------------------------------------


def bare(game: FocusGame) -> FocusGame:
    """A game for its numbers alone: cards count for their focus values, and no text does anything."""
    sides = [
        replace(
            side, deck=_plain(side.deck), held=tuple(Face(face.value) for face in side.held), insteads=(), tallies=(),
            reveal="", silenced=False, life=-1, discard=0, entered=-1, stat_name="chi",
        )
        for side in game.sides
    ]  # fmt: skip
    return replace(game, sides=(sides[0], sides[1]), left=())


def _plain(deck: Faces) -> Faces:
    counted: dict[int, int] = {}
    for face, count in deck:
        counted[face.value] = counted.get(face.value, 0) + count
    return faces(counted)


def refuse(game: FocusGame) -> None:
    """Raise `BadInput` naming what the kernel leaves out, if the game has any of it."""
    if game.left:
        more = len(game.left) - SHOWN
        named = Sentence.joined([left.name for left in game.left[:SHOWN]])
        raise BadInput(
            Sentence("kernel"),
            Sentence(
                "it leaves out {named}; for numbers alone all texts are left out (--numbers)",
                named=Sentence("{names} and {n} more", names=named, n=more) if more > 0 else named,
            ),
        )
    if game.opening:
        raise BadInput(
            Sentence("kernel"), Sentence("the duel has begun already; it takes duels from their first opportunity")
        )
    for role, side in zip(ROLES, game.sides, strict=True):
        for field in fields(FocusSide):
            if field.name not in (*KNOWN, *TEXTS_ALONE) and getattr(side, field.name) != field.default:
                found = str(getattr(side, field.name))
                raise BadInput(
                    HERE[role],
                    Sentence(
                        "it leaves out {name} (here {found:.80})",
                        name=LEFT_OUT[field.name],
                        found=FOUND.get(found, found),
                    ),
                )
        _refuse_cards(role, side)


def _refuse_cards(role: str, side: FocusSide) -> None:
    texts = [str(face) for face in (*[face for face, _ in side.deck], *side.held) if face.text]
    if texts:
        raise BadInput(
            HERE[role], Sentence("it leaves out Focus Effects, as on {texts}", texts=Sentence.joined(texts[:5]))
        )
    if side.most_from_hand > 1:
        reason = Sentence("{most} cards may be focused from hand; it takes one", most=side.most_from_hand)
        raise BadInput(HERE[role], reason)
    if side.pool_size > MOST_POOL:
        raise BadInput(
            HERE[role],
            Sentence("it takes pools of {most} cards, not {found}", most=MOST_POOL, found=side.pool_size),
        )


# --- holdings --------------------------------------------------------------------------------------------


def _holdings(side: FocusSide) -> Iterator[tuple[Holding, int]]:
    """Every holding with the number of ways to draw it."""
    values = sorted({face.value for face, _ in side.deck})
    counts: Counts = tuple(sum(count for face, count in side.deck if face.value == value) for value in values)
    for drawn, _chance in draws(counts, side.pool_size):
        left = less(counts, drawn)
        ways = 1
        for kind in set(drawn):
            ways *= comb(counts[kind], drawn.count(kind))
        pool = tuple(values[kind] for kind in drawn)
        for best, more in _hands(side, values, left):
            yield Holding(pool, best), ways * more


def _hands(side: FocusSide, values: list[int], left: Counts) -> Iterator[tuple[int, int]]:
    """The best card in hand that may be focused, and the ways to have just that one."""
    if not side.most_from_hand:
        yield -1, comb(sum(left), side.hand)
        return
    if side.held:
        yield max(face.value for face in side.held), 1
        return
    below = 0
    for value, count in zip(values, left, strict=True):
        if ways := comb(below + count, side.hand) - comb(below, side.hand):
            yield value, ways
        below += count


def alias(weights: list[int]) -> tuple[int, list[int], list[int]]:
    """An alias table: bits of its columns' index, then for each column its limit (out of 2**64) and its other.

    A word's first bits name a column, the rest is compared with the limit. Chances are exact to 2**-64 times the
    number of columns, weights being whole numbers of any size.
    """
    bits = max(1, (len(weights) - 1).bit_length())
    columns, total = 1 << bits, sum(weights)
    share = [weight * columns for weight in weights] + [0] * (columns - len(weights))
    limit, other = [0] * columns, list(range(columns))
    small = [n for n, part in enumerate(share) if part < total]
    large = [n for n, part in enumerate(share) if part >= total]
    while small and large:
        low, high = small.pop(), large[-1]
        limit[low], other[low] = (share[low] << (64 - bits)) // total, high
        share[high] -= total - share[low]
        if share[high] < total:
            small.append(large.pop())
    for n in (*small, *large):
        limit[n], other[n] = 1 << (64 - bits), n
    return bits, limit, other


# --- tables ----------------------------------------------------------------------------------------------


def _tables(kernel: CardKernel) -> Tables:
    made = [alias(weights) for weights in kernel.weights]
    columns = max(len(limit) for _, limit, _ in made)
    holdings = max(map(len, kernel.holdings))
    focuses = max(side.pool_size for side in kernel.game.sides) + 2
    limit, other = np.zeros((2, columns), np.uint64), np.zeros((2, columns), np.int32)
    chances, score = np.zeros((2, focuses, holdings, 4), np.uint64), np.zeros((2, focuses + 1, holdings, 2), np.int32)
    for side, (_, limits, others) in enumerate(made):
        limit[side, : len(limits)], other[side, : len(others)] = limits, others
        for h, holding in enumerate(kernel.holdings[side]):
            for k in range(focuses):
                chances[side, k, h] = [_coins(kernel, side, holding, k, flags) for flags in range(4)]
                score[side, k, h] = [_score(kernel, side, holding, k, hand) for hand in (0, 1)]
    shift = np.array([64 - bits for bits, _, _ in made], np.uint64)
    mask = np.array([(1 << (64 - bits)) - 1 for bits, _, _ in made], np.uint64)
    return Tables(shift, mask, limit, other, chances, score, kernel.first, int(score.max()))


def _coins(kernel: CardKernel, side: int, holding: Holding, focuses: int, flags: int) -> int:
    """The coins below which a side strikes, and below which it does that or focuses from hand (in the high half)."""
    moment = moment_of(kernel, side, holding, focuses, flags)
    most = kernel.game.sides[side].most
    if moment is None or not (moment.pool or moment.hand >= 0) or 0 <= most <= moment.focuses:
        return WHOLE | WHOLE << 32
    chances = checked(kernel.policies[side].chances(moment), moment)
    return chances[STRIKE] | (chances[STRIKE] + chances[HAND]) << 32


def moment_of(kernel: CardKernel, side: int, holding: Holding, focuses: int, flags: int) -> Moment | None:
    """What a side knows at an opportunity (`flags` as in `Tables`); None where it cannot come."""
    used, others = bool(flags >> 1), bool(flags & 1)
    taken = focuses - used
    if not 0 <= taken <= len(holding.pool) or (used and holding.hand < 0):
        return None
    pool, left = _split(holding.pool, taken, highest_first=kernel.policies[side].highest_first)
    first = side == kernel.first
    return Moment(
        kernel.game.sides[side].stat, kernel.game.sides[1 - side].stat,
        left, -1 if used else holding.hand, sum(pool) + used * holding.hand, focuses, used,
        focuses + (not first), others, first,
    )  # fmt: skip


def _split(pool: tuple[int, ...], taken: int, *, highest_first: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards focused from the pool, and those left in it."""
    if highest_first:
        return pool[:taken], pool[taken:]
    return pool[len(pool) - taken :], pool[: len(pool) - taken]


def _score(kernel: CardKernel, side: int, holding: Holding, focuses: int, hand: int) -> int:
    taken = min(max(0, focuses - hand), len(holding.pool))
    focused, _ = _split(holding.pool, taken, highest_first=kernel.policies[side].highest_first)
    return kernel.game.sides[side].stat + sum(focused) + hand * max(0, holding.hand)


def example() -> CardKernel:
    """A small setting, for compiling."""
    side = FocusSide(3, faces({3: 40}))
    return CardKernel(FocusGame((side, side)), (Threshold(), Threshold()))
