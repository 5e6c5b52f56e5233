"""A player of the rules engine who follows a stated policy, coin by coin: what the card kernel is held to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..cards.measures import duel_stat, fv_of, fv_printed
from ..cards.options import Focus, PickSide, Strike
from ..engine import BadInput, Choose, Request, Sentence, View
from ..players.agent import chance
from ..players.eyes import Eyes
from ..players.tables import CardTable, Table
from .kernel_policies import HAND, STRIKE, WHOLE, Moment, Policy, act, checked


class Follower:
    """Follows `policy` at every opportunity; `coin` gives each coin, 0 to 65,535 (None: from the seed).

    He focuses the highest or the lowest card of his pool, as the policy says, and the highest of his hand. What else
    is asked he declines.
    """

    looks = True

    name = "policy"

    def __init__(self, policy: Policy, seed: int = 0, coin: Callable[[], int] | None = None) -> None:
        self.policy, self.seed = policy, seed
        self.coin = coin or self._own_coin
        self.table: CardTable | None = None
        self.tossed = 0

    def sit(self, table: Table) -> None:
        """Take note of the cards. Raises `BadInput` at another game's table."""
        if not isinstance(table, CardTable):
            raise BadInput(
                Sentence("player {name!r}", name=self.name),
                Sentence("it plays the card duel, not {found!r}", found=table.game),
            )
        self.table, self.tossed = table, 0

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """What the policy says."""
        if isinstance(request, Choose) and request.purpose == "first-opportunity":
            assert view is not None
            own = view.state.seat_duelling(request.seat) or 0
            return PickSide(own if self.policy.takes_first else 1 - own)
        if not isinstance(request, Choose) or request.purpose != "opportunity" or len(request.listed) == 1:
            return next(iter(request.options()))
        assert self.table is not None and view is not None
        eyes = Eyes(self.table.court(view.state), self.table.seat, masked=True)
        return self._opportunity(eyes, request.listed)

    def _opportunity(self, eyes: Eyes, listed: tuple[Any, ...]) -> Any:
        cards = {origin: _cards(eyes, origin, listed) for origin in ("pool", "hand")}
        moment = moment_seen(eyes, tuple(sorted((value for value, _ in cards["pool"]), reverse=True)), cards["hand"])
        action = act(checked(self.policy.chances(moment), moment), self.coin())
        if action == STRIKE:
            return Strike()
        found = cards["hand" if action == HAND else "pool"]
        best = max if action == HAND or self.policy.highest_first else min
        return best(found, key=lambda pair: pair[0])[1]

    def _own_coin(self) -> int:
        self.tossed += 1
        return chance(self.seed, self.tossed)(WHOLE)


def moment_seen(eyes: Eyes, pool: tuple[int, ...], hand: list[tuple[int, Focus]]) -> Moment:
    """The moment as a seat sees it, whose pool and hand hold these focus values."""
    side = eyes.side or 0
    own, other = eyes.own, eyes.other
    first = (own.focuses + other.focuses) % 2 == 0
    return Moment(
        duel_stat(eyes.court, side)[1], duel_stat(eyes.court, 1 - side)[1], pool,
        max((value for value, _ in hand), default=-1), sum(fv_of(eyes.court, number) for number in own.area),
        own.focuses, bool(own.origins.get("hand")), other.focuses, bool(other.origins.get("hand")), first,
    )  # fmt: skip


def _cards(eyes: Eyes, origin: str, listed: tuple[Any, ...]) -> list[tuple[int, Focus]]:
    """The cards that may be focused from there, with their values."""
    keys = {"pool": eyes.pool(), "hand": eyes.hand()}[origin]
    options = [one for one in listed if isinstance(one, Focus) and one.origin == origin and not one.face_up]
    return [(fv_printed(eyes.court, keys[one.slot]), one) for one in options]
