"""What happens to those who fight: strife, fatigue, Void points, harm, conditions, finishing blows, unmasking."""

from __future__ import annotations

from iaijutsu.engine import Event, Seat
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.state import NOBODY, Duel

# --- strife, fatigue, Void points --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StrifeReceived(Event):
    """A character receives strife."""

    kind = "strife-received"
    seat: Seat
    amount: int

    def apply(self, state: Duel) -> None:
        state[self.seat].strife += self.amount


@dataclass(frozen=True, slots=True)
class StrifeRemoved(Event):
    """A character is rid of strife."""

    kind = "strife-removed"
    seat: Seat
    amount: int

    def apply(self, state: Duel) -> None:
        state[self.seat].strife -= self.amount


@dataclass(frozen=True, slots=True)
class BecameCompromised(Event):
    """Strife has risen above composure."""

    kind = "became-compromised"
    seat: Seat

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        one.stricken = "afflicted" in one.conditions


@dataclass(frozen=True, slots=True)
class AfflictionShowed(Event):
    """The affliction of one who became Compromised takes its toll, by the ring last used."""

    kind = "affliction-showed"
    seat: Seat
    ring: Ring

    def apply(self, state: Duel) -> None:
        state[self.seat].stricken = False


@dataclass(frozen=True, slots=True)
class FatigueReceived(Event):
    """A character receives fatigue; `by` inflicted it where it counts for somebody (else -1)."""

    kind = "fatigue-received"
    seat: Seat
    amount: int
    by: Seat = NOBODY

    def apply(self, state: Duel) -> None:
        state[self.seat].fatigue += self.amount
        if self.by != NOBODY:
            state[self.by].fatigued += self.amount


@dataclass(frozen=True, slots=True)
class FatigueRemoved(Event):
    """A character is rid of fatigue."""

    kind = "fatigue-removed"
    seat: Seat
    amount: int

    def apply(self, state: Duel) -> None:
        state[self.seat].fatigue -= self.amount


@dataclass(frozen=True, slots=True)
class BecameIncapacitated(Event):
    """Fatigue has risen above endurance."""

    kind = "became-incapacitated"
    seat: Seat


@dataclass(frozen=True, slots=True)
class VoidPointsChanged(Event):
    """Void points are spent (below 0) or gained."""

    kind = "void-points-changed"
    seat: Seat
    amount: int

    def apply(self, state: Duel) -> None:
        state[self.seat].void_points += self.amount


# --- harm --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DamageSuffered(Event):
    """Damage reaches a character: so much, of which resistance stops so much."""

    kind = "damage-suffered"
    seat: Seat
    amount: int
    stopped: int


@dataclass(frozen=True, slots=True)
class DidNotDefend(Event):
    """Damage is not taken as fatigue: the character cannot defend, or chose a critical strike."""

    kind = "did-not-defend"
    seat: Seat
    chosen: bool


@dataclass(frozen=True, slots=True)
class CriticalInflicted(Event):
    """A critical strike is inflicted; the target is about to resist it."""

    kind = "critical-inflicted"
    by: Seat
    target: Seat
    severity: int


@dataclass(frozen=True, slots=True)
class CriticalSuffered(Event):
    """A critical strike has its final severity and its result. `by` is -1 when nobody's attack inflicted it."""

    kind = "critical-suffered"
    by: Seat
    target: Seat
    severity: int
    result: str
    ring: Ring

    def apply(self, state: Duel) -> None:
        if self.by != NOBODY:
            one = state[self.by]
            one.worst = max(one.worst, self.severity)
            one.struck += 1


@dataclass(frozen=True, slots=True)
class ConditionSuffered(Event):
    """A character suffers a condition; `number` as in the state."""

    kind = "condition-suffered"
    seat: Seat
    condition: str
    number: int = 1

    def apply(self, state: Duel) -> None:
        state[self.seat].conditions[self.condition] = self.number


@dataclass(frozen=True, slots=True)
class ConditionEnded(Event):
    """A character is rid of a condition."""

    kind = "condition-ended"
    seat: Seat
    condition: str

    def apply(self, state: Duel) -> None:
        state[self.seat].conditions.pop(self.condition, None)


@dataclass(frozen=True, slots=True)
class Withered(Event):
    """Endurance is one lower, as long as the affliction lasts."""

    kind = "withered"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].withered += 1


@dataclass(frozen=True, slots=True)
class Scarred(Event):
    """A character has a scar for good."""

    kind = "scarred"
    seat: Seat
    scar: str

    def apply(self, state: Duel) -> None:
        state[self.seat].scars.append(self.scar)


@dataclass(frozen=True, slots=True)
class Died(Event):
    """A character is dead."""

    kind = "died"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].dead = True


# --- finishing blows and unmasking -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GapOpened(Event):
    """A character's guard opens for a finishing blow: `trigger` is compromised or unmasked."""

    kind = "gap-opened"
    seat: Seat
    trigger: str

    def apply(self, state: Duel) -> None:
        state[self.seat].blow = self.trigger


@dataclass(frozen=True, slots=True)
class GapNoted(Event):
    """A trigger happened that opens nothing (the blow is spent, or counting has not begun)."""

    kind = "gap-noted"
    seat: Seat
    trigger: str


@dataclass(frozen=True, slots=True)
class BlowAnswered(Event):
    """The finishing blow against `target` is taken, or let go; either way it is spent."""

    kind = "blow-answered"
    seat: Seat
    target: Seat
    taken: bool

    def apply(self, state: Duel) -> None:
        one = state[self.target]
        one.gaps.append(one.blow)
        one.blow = ""


@dataclass(frozen=True, slots=True)
class BlowWaits(Event):
    """Of two blows at once this seat's waits until the other is done; -1: it waits no longer."""

    kind = "blow-waits"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state.waits = self.seat


@dataclass(frozen=True, slots=True)
class Unmasked(Event):
    """A character unmasks, at a cost."""

    kind = "unmasked"
    seat: Seat
    cost: str

    def apply(self, state: Duel) -> None:
        state[self.seat].unmasked = True


@dataclass(frozen=True, slots=True)
class Forfeited(Event):
    """Honor and glory are forfeited."""

    kind = "forfeited"
    seat: Seat
    honor: int
    glory: int

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        one.honor, one.glory = max(0, one.honor - self.honor), max(0, one.glory - self.glory)
