"""What happens with actions, weapons, dice set aside, lasting effects, and what is learned or told."""

from __future__ import annotations

from dataclasses import replace

from iaijutsu.engine import Audience, Event, Seat
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg.dice import Die
from iaijutsu.rpg.state import NOBODY, Act, Duel, Lasting, Reserved

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
        if self.what != "strife":
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
