"""What happens in a duel: its course, bodies and minds, weapons and effects. Checks and scores have their own modules.

Every event changes the state by itself (`apply`), and says what others than its owner may see of it (`seen_by`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from iaijutsu.engine import Audience, Event, Seat
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.dice import Die
from iaijutsu.rpg.state import HIDDEN, NOBODY, Act, Duel, Lasting, Reserved

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


# --- actions, weapons, effects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionTaken(Event):
    """An action is taken: `blow` when it is a finishing blow, or anything else out of the count of a turn's actions."""

    kind = "action-taken"
    seat: Seat
    key: str
    types: tuple[str, ...]
    check: bool
    weapon: str = ""
    blow: bool = False

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        if state.turn_of == self.seat and not self.blow:
            one.acts.append(Act(self.key, self.types, self.check))
        if self.weapon and "attack" in self.types:
            one.weapons[self.weapon].used = one.turn


@dataclass(frozen=True, slots=True)
class NoAction(Event):
    """A character takes no action in the turn."""

    kind = "no-action"
    seat: Seat


@dataclass(frozen=True, slots=True)
class MoreActions(Event):
    """A character may take one more action this turn."""

    kind = "more-actions"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].more_acts += 1


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A character moves so many range bands."""

    kind = "moved"
    seat: Seat
    bands: int

    def apply(self, state: Duel) -> None:
        state[self.seat].moved += self.bands


@dataclass(frozen=True, slots=True)
class WeaponReadied(Event):
    """A weapon is in hand, in a grip."""

    kind = "weapon-readied"
    seat: Seat
    weapon: str
    grip: str

    def apply(self, state: Duel) -> None:
        held = state[self.seat].weapons[self.weapon]
        held.place, held.grip = "readied", self.grip


@dataclass(frozen=True, slots=True)
class WeaponPut(Event):
    """A weapon leaves the hand: sheathed, dropped within reach, or away."""

    kind = "weapon-put"
    seat: Seat
    weapon: str
    place: str

    def apply(self, state: Duel) -> None:
        held = state[self.seat].weapons[self.weapon]
        held.place, held.grip = self.place, ""


@dataclass(frozen=True, slots=True)
class ItemPrepared(Event):
    """An item is prepared for use (or used up again)."""

    kind = "item-prepared"
    seat: Seat
    item: str
    ready: bool = True

    def apply(self, state: Duel) -> None:
        if held := state[self.seat].weapons.get(self.item):
            held.prepared = self.ready


@dataclass(frozen=True, slots=True)
class ItemHarmed(Event):
    """A weapon or the armour (`item` "armour") suffers: `result` is durable (only that goes), damaged or destroyed."""

    kind = "item-harmed"
    seat: Seat
    item: str
    result: str

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        thing = one.armour if self.item == "armour" else one.weapons[self.item]
        if self.result == "durable":
            thing.durable = False
        elif self.result == "damaged":
            thing.damaged = True
        else:
            thing.destroyed = True


@dataclass(frozen=True, slots=True)
class CenterRolled(Event):
    """Dice are rolled to be set aside."""

    kind = "center-rolled"
    seat: Seat
    skill: str
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class DiceReserved(Event):
    """Dice are set aside for the next check with a skill, in place of what lay there; none: nothing is."""

    kind = "dice-reserved"
    seat: Seat
    skill: str
    dice: tuple[Die, ...]

    def apply(self, state: Duel) -> None:
        state[self.seat].reserved = Reserved(self.skill, list(self.dice)) if self.dice else None


@dataclass(frozen=True, slots=True)
class LastingBegan(Event):
    """An effect begins that stays a while on a character; the fields are those of `state.Lasting`."""

    kind = "lasting-began"
    seat: Seat
    name: str
    amount: int = 0
    about: str = ""
    clock: Seat = NOBODY
    at: str = ""
    turn: int = 0

    def apply(self, state: Duel) -> None:
        effect = Lasting(self.name, self.amount, self.about, self.clock, self.at, self.turn, self.source)
        state[self.seat].lasting.append(effect)


@dataclass(frozen=True, slots=True)
class LastingSpent(Event):
    """Lasting effects of one name (and about one thing, if told) have done their part."""

    kind = "lasting-spent"
    seat: Seat
    name: str
    about: str = ""

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        one.lasting = [
            effect for effect in one.lasting if effect.name != self.name or (self.about and effect.about != self.about)
        ]


@dataclass(frozen=True, slots=True)
class Used(Event):
    """Something that is allowed once a round, scene or session is used."""

    kind = "used"
    seat: Seat
    key: str

    def apply(self, state: Duel) -> None:
        state[self.seat].used[self.key] = state.round


@dataclass(frozen=True, slots=True)
class Learned(Event):
    """A character learns something about the foe. Those who look on do not see what."""

    kind = "learned"
    reveals = True
    seat: Seat
    what: str
    words: tuple[str, ...]

    def apply(self, state: Duel) -> None:
        shown = state[1 - self.seat].shown
        shown += [word for word in self.words if word not in shown]

    def seen_by(self, audience: Audience) -> Event:
        return self if audience in (0, 1) else replace(self, words=())


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Something that the rules leave to those who tell the story."""

    kind = "told"
    seat: Seat
    what: str
