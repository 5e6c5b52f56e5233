"""What a seat knows before the first question: the rules in force, the cards that exist, its own deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from ..cards import GAME, Ruleset
from ..cards.court import Court, Library, Plan
from ..cards.game import EFFECTS, JUDGE
from ..cards.state import State
from ..engine import Seat, Session

if TYPE_CHECKING:  # who plays cards need not wait for the other game to load
    from ..rpg import Setup as RpgSetup

DeckList: TypeAlias = Mapping[str, int]
"""Copies of each card, by key."""


@dataclass(frozen=True)
class Table:
    """What `seat` knows of how a duel was set out. `game` is its name.

    A game whose players need to know nothing beyond the view gets this plain form.
    """

    game: str
    seat: Seat


@dataclass(frozen=True)
class CardTable(Table):
    """What a seat knows of a card duel's setup; `start` is the first state as that seat may see it.

    `lists` holds the Fate decks of other seats where they are public, by seat.
    """

    rules: Ruleset
    index: Library = field(repr=False)
    windows: str
    plan: Plan
    start: State = field(repr=False)
    lists: Mapping[Seat, DeckList] = field(default_factory=dict)

    def court(self, state: State, windows: str | None = None) -> Court:
        """A referee over a state, to measure with: stats, focus values, what may be focused."""
        return Court(state, self.index, self.rules, windows or self.windows, self.plan, EFFECTS, JUDGE)


@dataclass(frozen=True)
class RpgTable(Table):
    """What a seat knows of a role-playing duel's setup: the other's sheet without what is secret, if sheets are."""

    setup: RpgSetup


def table(session: Session[Any], seat: Seat, lists: Mapping[Seat, DeckList] | None = None) -> Table:
    """What `seat` knows of the setup of `session`. Nothing that it may not see is in it.

    `lists`: decks that both sides have laid open beforehand, by seat.
    """
    if session.game.name == "rpg":
        return RpgTable("rpg", seat, _masked(session.setup, seat))
    if session.game.name != GAME.name:
        return Table(session.game.name, seat)
    court: Court = session.referee  # type: ignore[assignment]
    start = GAME.seen(session.setup, seat)
    open_lists = {other: dict(cards) for other, cards in (lists or {}).items() if other != seat}
    return CardTable(GAME.name, seat, court.rules, court.index, court.windows, court.plan, start, open_lists)


def _masked(setup: RpgSetup, seat: Seat) -> RpgSetup:
    """A setup as a seat may know it."""
    for other in (0, 1) if setup.secret_sheets else ():
        if other != seat:
            setup = setup.masked(other)
    return setup
