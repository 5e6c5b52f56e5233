"""What happens in the course of a duel: phases, rounds and turns, initiative, stances, predictions."""

from __future__ import annotations

from dataclasses import replace

from iaijutsu.engine import Audience, Event, Seat
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.state import HIDDEN, NOBODY, Duel

# --- the course of the duel --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DuelBegan(Event):
    """The two face each other at range 2, on these terms."""

    kind = "duel-began"
    contest: str
    form: str
    stakes: str


@dataclass(frozen=True, slots=True)
class TermsSet(Event):
    """What the form asks of both: weapons by key (none told: any), the dress, and whether blades begin sheathed."""

    kind = "terms-set"
    form: str
    weapons: tuple[str, ...]
    dress: str
    sheathed: bool


@dataclass(frozen=True, slots=True)
class RangeTaken(Event):
    """The two stand at a range from each other, in range bands; within the duel each is in range of everything."""

    kind = "range-taken"
    bands: int


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase begins."""

    kind = "phase-began"
    phase: str

    def apply(self, state: Duel) -> None:
        state.phase = self.phase


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round begins."""

    kind = "round-began"
    number: int

    def apply(self, state: Duel) -> None:
        state.round = self.number


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round ends: initiative is again what it was before the staredown, and the time of the Dying runs."""

    kind = "round-ended"
    number: int

    def apply(self, state: Duel) -> None:
        for one in state.duellists:
            one.gained = one.moved = 0
            if one.conditions.get("dying", 0) > 0:
                one.conditions["dying"] -= 1


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn begins: what lasted until now is over."""

    kind = "turn-began"
    seat: Seat

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        one.turn += 1
        one.acts, one.more_acts, state.turn_of = [], 0, self.seat
        _expire(state, self.seat, "start")


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A turn ends: what lasted until now is over."""

    kind = "turn-ended"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state.turn_of = NOBODY
        one = state[self.seat]
        if one.prediction and one.predicted < one.turn:
            one.prediction = ""
        _expire(state, self.seat, "end")


def _expire(state: Duel, seat: Seat, at: str) -> None:
    turn = state[seat].turn
    for one in state.duellists:
        if one.lasting:
            one.lasting = [e for e in one.lasting if e.clock != seat or e.at != at or e.turn > turn]


@dataclass(frozen=True, slots=True)
class Conceded(Event):
    """A character yields."""

    kind = "conceded"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].yielded = True


@dataclass(frozen=True, slots=True)
class ComesToResolution(Event):
    """Turns are over; `reason` says why."""

    kind = "comes-to-resolution"
    reason: str

    def apply(self, state: Duel) -> None:
        state.ended = self.reason
        state.turn_of = state.waits = NOBODY
        state.checks.clear()
        for one in state.duellists:
            one.blow = ""


# --- initiative and stances --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StanceTaken(Event):
    """A character is in a stance from now on."""

    kind = "stance-taken"
    seat: Seat
    ring: Ring

    def apply(self, state: Duel) -> None:
        state[self.seat].stance = self.ring


@dataclass(frozen=True, slots=True)
class StanceCounts(Event):
    """The stance of a character makes a difference; `amount` tells by how much where it is a number."""

    kind = "stance-counts"
    seat: Seat
    ring: Ring
    amount: int = 0


@dataclass(frozen=True, slots=True)
class InitiativeSet(Event):
    """A character's initiative for the duel."""

    kind = "initiative-set"
    seat: Seat
    value: int

    def apply(self, state: Duel) -> None:
        state[self.seat].initiative = self.value


@dataclass(frozen=True, slots=True)
class InitiativeGained(Event):
    """Initiative for this round."""

    kind = "initiative-gained"
    seat: Seat
    amount: int

    def apply(self, state: Duel) -> None:
        state[self.seat].gained += self.amount


@dataclass(frozen=True, slots=True)
class BidsRevealed(Event):
    """Both open what they bid in the staredown; -1 for one who did not bid."""

    kind = "bids-revealed"
    reveals = True
    bids: tuple[int, int]


@dataclass(frozen=True, slots=True)
class OrderSwapped(Event):
    """The order of turns is exchanged in a round."""

    kind = "order-swapped"
    number: int

    def apply(self, state: Duel) -> None:
        state.swapped = self.number


@dataclass(frozen=True, slots=True)
class Predicted(Event):
    """A stance was recorded in secret."""

    kind = "predicted"
    seat: Seat
    ring: str

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        one.prediction, one.predicted = self.ring, one.turn

    def seen_by(self, audience: Audience) -> Event:
        return self if audience == self.seat else replace(self, ring=HIDDEN)


@dataclass(frozen=True, slots=True)
class PredictionRevealed(Event):
    """The record is opened: did the foe choose that stance?"""

    kind = "prediction-revealed"
    reveals = True
    seat: Seat
    ring: str
    right: bool


@dataclass(frozen=True, slots=True)
class PredictionOver(Event):
    """The prediction has had its one choice of stance."""

    kind = "prediction-over"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].prediction = ""
