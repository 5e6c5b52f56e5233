"""What a player makes of the table: totals as they stand, what others may hold, what is still to come.

Everything here looks at cards that the seat may see, and at counts; a face that it may not see counts as an average
one, also where the state at hand would know better. So the same judgement serves a view and a world that is imagined.
"""

from __future__ import annotations

from ..cards.allowed import most_focuses, origin_open
from ..cards.court import Court
from ..cards.measures import duel_stat, duel_stat_value, fv_of, fv_printed, lasting_for
from ..cards.pieces import UNKNOWN, Piece
from ..cards.state import Side
from ..engine import Seat
from .prospects import HIDDEN_TEXT, MEAN, Course, courses, ordered

POOLS_FORMED = ("B", "first", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")


class Eyes:
    """The table as `seat` sees it through `court`, which stands over a view (`masked`) or over an imagined world."""

    __slots__ = ("court", "masked", "seat", "side", "state")

    def __init__(self, court: Court, seat: Seat, *, masked: bool) -> None:
        self.court, self.state, self.seat, self.masked = court, court.state, seat, masked
        self.side = court.state.seat_duelling(seat)

    @property
    def own(self) -> Side:
        """The own side of the duel in progress. Only for a seat that duels."""
        return self.court.duel.sides[self.side or 0]

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return self.court.duel.sides[1 - (self.side or 0)]

    def key(self, piece: Piece) -> str:
        """The key of a card as this seat knows it."""
        return piece.key if self.masked or piece.face_up or piece.owner == self.seat else UNKNOWN

    def stat(self, side: int) -> int:
        """The duel stat of a side as it reads now."""
        return duel_stat(self.court, side)[1]

    def lead(self) -> int:
        """By how much the own duel stat is above the opponent's."""
        side = self.side or 0
        return self.stat(side) - self.stat(1 - side)

    def stat_if(self, side: int, name: str) -> int:
        """What a side's duel stat would be if it were the stat called `name`."""
        return duel_stat_value(self.court, side, name)

    # --- cards -------------------------------------------------------------------------------------------

    def focused(self, side: Side) -> tuple[float, int]:
        """The focus values in an area that this seat can see, added up, and how many cards it cannot see."""
        seen = [number for number in side.area if self.key(self.state.pieces[number]) != UNKNOWN]
        return sum(fv_of(self.court, number) for number in seen), len(side.area) - len(seen)

    def value(self, key: str) -> int:
        """The printed focus value of a card."""
        return fv_printed(self.court, key)

    def hand(self) -> list[str]:
        """The own hand."""
        return self.state.hands[self.seat]

    def pool(self) -> list[str]:
        """The own focus pool."""
        return [self.state.pieces[number].key for number in self.own.pool]

    def to_come(self, side: int) -> tuple[float, ...]:
        """What the other side may still focus, the best first, as averages."""
        here = self.court.duel.sides[side]
        most = most_focuses(self.court, side) - here.focuses
        found: list[float] = []
        if origin_open(self.court, side, "pool"):
            size = self.court.rules.pool
            count = len(here.pool) if self.court.duel.stage in POOLS_FORMED else size
            found += ordered(count, max(count, size))
        if origin_open(self.court, side, "hand"):
            count = len(self.state.hands[here.seat])
            allowed = count if self.court.rules.hand < 0 else 1
            found += ordered(count, count, best_first=True)[:allowed]
        if self.court.rules.deck != "no":
            found += [MEAN] * min(4, self.state.decks[here.seat].size)
        return tuple(sorted(found, reverse=True)[: max(0, most)])

    def focused_as_seen(self, side: int) -> tuple[float, int]:
        """What an area looks like from the other side: worth on average, and how many cards lie face-down."""
        here = self.court.duel.sides[side]
        down = sum(1 for number in here.area if not self.state.pieces[number].face_up)
        up = sum(fv_of(self.court, number) for number in here.area if self.state.pieces[number].face_up)
        return up + self._worth_of(here, down), down

    def hidden_worth(self, side: int) -> float:
        """What the unseen cards in an area add up to, on average."""
        here = self.court.duel.sides[side]
        return self._worth_of(here, self.focused(here)[1])

    def _worth_of(self, here: Side, count: int) -> float:
        from_hand = min(count, here.origins.get("hand", 0))
        pool = ordered(self.court.rules.pool, self.court.rules.pool, best_first=True)
        hand = ordered(5, 5, best_first=True)
        worths = [*hand[:from_hand], *pool[: count - from_hand]]
        return sum(worths) + MEAN * (count - len(worths)) + HIDDEN_TEXT * count

    def wins_ties(self, side: int) -> bool:
        """Whether a lasting effect lets a side win ties."""
        return any(mark.effect["result"] == "wins-ties" for mark in lasting_for(self.court, "outcome", side))

    def prospect(self, mine: tuple[float, ...], total: float) -> Course:
        """The chances to win by striking and by focusing now, with `mine` still to focus and `total` focused."""
        side = self.side or 0
        seen, unseen = self.focused(self.other)
        his = seen + self.hidden_worth(1 - side)
        shown, mine_unseen = self.focused_as_seen(side)
        return courses(
            _half(self.lead() + total - his), tuple(map(_half, mine)), self.to_come(1 - side), unseen,
            _half(self.lead() + shown - his), mine_unseen, self.to_come(side),
            (self.wins_ties(side), self.wins_ties(1 - side)),
        )  # fmt: skip


def _half(number: float) -> float:
    return round(number * 2) / 2
