"""What happens from the action to the acceptance of a challenge. Each event names its clause and changes the state."""

from __future__ import annotations

from dataclasses import replace

from ..engine import Audience, Event, Seat
from ..engine.quick import dataclass
from .moving import close, end_lasting, hide, leave_hand, top
from .pieces import Effect
from .state import Duel, Side, State


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A player draws cards from his Fate deck into his hand."""

    kind = "cards-drawn"
    reveals = True
    seat: Seat
    keys: tuple[str, ...]

    def apply(self, state: State) -> None:
        for key in self.keys:
            state.decks[self.seat].remove_top(key)
        state.hands[self.seat].extend(self.keys)

    def seen_by(self, audience: Audience) -> Event:
        return self if audience in (self.seat, "judge") else replace(self, keys=hide(self.keys))


@dataclass(frozen=True, slots=True)
class ActionTaken(Event):
    """A player takes the action that makes the challenge. `from_hand`: it is a card that he plays for it."""

    kind = "action-taken"
    seat: Seat
    key: str
    from_hand: bool

    def apply(self, state: State) -> None:
        if self.from_hand:
            leave_hand(state, self.seat, self.key)
            state.discards[self.seat].append(self.key)


@dataclass(frozen=True, slots=True)
class ChallengeIssued(Event):
    """Both Personalities are selected: the challenge begins."""

    kind = "challenge-issued"
    performer: Seat
    challenger: int
    challenged: int
    seats: tuple[Seat, Seat]
    effect: Effect

    def apply(self, state: State) -> None:
        sides = [Side(self.seats[0], self.challenger), Side(self.seats[1], self.challenged)]
        state.duels.append(Duel(state.next_duel, self.source, self.performer, self.effect, sides))
        state.next_duel += 1
        if not state.turn_named:
            state.active = self.seats[0]
        state.changes += 1


@dataclass(frozen=True, slots=True)
class ChallengeFails(Event):
    """The challenge does not happen; `why` says which condition it misses."""

    kind = "challenge-fails"
    why: str


@dataclass(frozen=True, slots=True)
class ChallengeOver(Event):
    """The challenge ends and no duel follows. `how` is `refused`, `negated`, `invalid` or `without resolution`."""

    kind = "challenge-over"
    how: str
    why: str = ""

    def apply(self, state: State) -> None:
        end_lasting(state, top(state).number, "duel", "creator", "over")
        close(state, self.how)


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """The challenged Personality refuses."""

    kind = "refused"
    seat: Seat
    piece: int

    def apply(self, state: State) -> None:
        top(state).stage = "refused"


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """The challenge is accepted (or cannot be refused); it ends, and the two enter the duel."""

    kind = "accepted"
    seat: Seat
    piece: int
    unrefusable: bool


@dataclass(frozen=True, slots=True)
class Substituted(Event):
    """Another Personality stands in a duellist's place. `entered`: his stats as he enters a duel in progress."""

    kind = "substituted"
    side: int
    old: int
    new: int
    entered: tuple[int, int, int] | None = None

    def apply(self, state: State) -> None:
        side = top(state).sides[self.side]
        side.duellist, side.since = self.new, len(state.marks)
        if self.entered is not None:
            side.entered = dict(zip(("force", "chi", "honor"), self.entered, strict=True))
        state.changes += 1
