"""What happens in a check: each event changes the check in hand, the innermost one."""

from __future__ import annotations

from dataclasses import replace

from iaijutsu.engine import Audience, Event, Seat
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg.characters import Ring
from iaijutsu.rpg.dice import Die
from iaijutsu.rpg.state import CheckInHand, Duel


@dataclass(frozen=True, slots=True)
class CheckBegun(Event):
    """A check begins: its purpose, skill, ring and TN (`base` before the changes that `reasons` tell), and its pool."""

    kind = "check-begun"
    seat: Seat
    purpose: str
    skill: str
    ring: Ring
    tn: int
    base: int
    reasons: tuple[tuple[str, int], ...]
    types: tuple[str, ...]
    target: Seat
    weapon: str
    grip: str
    action: str
    blow: bool
    ring_dice: int
    skill_dice: int
    traits: tuple[str, ...]

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        one.last_ring = self.ring
        state.checks.append(
            CheckInHand(
                self.seat,
                self.purpose,
                self.skill,
                self.ring,
                self.tn,
                self.base,
                list(self.reasons),
                self.types,
                self.target,
                self.weapon,
                self.grip,
                self.action,
                self.blow,
                self.ring_dice,
                self.skill_dice,
                self.ring_dice,
                traits=list(self.traits),
                reserve=one.reserved,
            )
        )

    def seen_by(self, audience: Audience) -> Event:
        """Which advantages and disadvantages bear on it shows when they take effect."""
        return self if not self.traits or audience == self.seat else replace(self, traits=())


@dataclass(frozen=True, slots=True)
class MomentSeized(Event):
    """A Void point for one more ring die, rolled and kept."""

    kind = "moment-seized"
    seat: Seat

    def apply(self, state: Duel) -> None:
        check = state.check
        check.seized = True
        check.ring_dice += 1
        check.limit += 1


@dataclass(frozen=True, slots=True)
class Assisted(Event):
    """Others assist: each adds a die (a skill die with ranks in the skill, else a ring die) and one more to keep."""

    kind = "assisted"
    seat: Seat
    skilled: int
    unskilled: int

    def apply(self, state: Duel) -> None:
        check = state.check
        check.skill_dice += self.skilled
        check.ring_dice += self.unskilled
        check.assistants += self.skilled + self.unskilled
        check.limit += self.skilled + self.unskilled


@dataclass(frozen=True, slots=True)
class DiceSetAside(Event):
    """Dice reserved before come into the pool as they showed, in place of as many unrolled ones of their types."""

    kind = "dice-set-aside"
    seat: Seat
    dice: tuple[Die, ...]

    def apply(self, state: Duel) -> None:
        check = state.check
        check.set_aside = list(self.dice)
        skill = sum([die >= 6 for die in self.dice])
        check.skill_dice -= skill
        check.ring_dice -= len(self.dice) - skill


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """The pool is rolled."""

    kind = "dice-rolled"
    seat: Seat
    dice: tuple[Die, ...]

    def apply(self, state: Duel) -> None:
        check = state.check
        check.rolled, check.step = list(self.dice), "modify"


@dataclass(frozen=True, slots=True)
class DiceChanged(Event):
    """Rolled dice show something else: rerolled, replaced or altered, as the source says."""

    kind = "dice-changed"
    seat: Seat
    slots: tuple[int, ...]
    dice: tuple[Die, ...]

    def apply(self, state: Duel) -> None:
        rolled = state.check.rolled
        for slot, die in zip(self.slots, self.dice, strict=True):
            rolled[slot] = die


@dataclass(frozen=True, slots=True)
class DiceKept(Event):
    """These of the rolled dice are kept, the others dropped."""

    kind = "dice-kept"
    seat: Seat
    slots: tuple[int, ...]

    def apply(self, state: Duel) -> None:
        check = state.check
        check.kept, check.step = [check.rolled[slot] for slot in self.slots], "resolve"


@dataclass(frozen=True, slots=True)
class DiceAdded(Event):
    """Kept dice beyond the limit: from an effect, or those of an explosion that are kept."""

    kind = "dice-added"
    seat: Seat
    dice: tuple[Die, ...]

    def apply(self, state: Duel) -> None:
        check = state.check
        check.kept += self.dice
        check.exploded = []


@dataclass(frozen=True, slots=True)
class KeptChanged(Event):
    """Kept dice are altered, as the source says."""

    kind = "kept-changed"
    seat: Seat
    slots: tuple[int, ...]
    dice: tuple[Die, ...]

    def apply(self, state: Duel) -> None:
        kept = state.check.kept
        for slot, die in zip(self.slots, self.dice, strict=True):
            kept[slot] = die


@dataclass(frozen=True, slots=True)
class DiceExploded(Event):
    """Each kept explosive success brings one more die of its type; these came up."""

    kind = "dice-exploded"
    seat: Seat
    dice: tuple[Die, ...]

    def apply(self, state: Duel) -> None:
        state.check.exploded = list(self.dice)


@dataclass(frozen=True, slots=True)
class StrifeNegated(Event):
    """So many strife symbols of the kept dice count for nothing."""

    kind = "strife-negated"
    seat: Seat
    amount: int

    def apply(self, state: Duel) -> None:
        state.check.negated += self.amount


@dataclass(frozen=True, slots=True)
class SymbolsResolved(Event):
    """Strife from the kept dice is settled, and so much opportunity lies there to spend."""

    kind = "symbols-resolved"
    seat: Seat
    strife: int
    opportunity: int

    def apply(self, state: Duel) -> None:
        check = state.check
        check.strife, check.opportunity, check.step = self.strife, self.opportunity, "opportunity"
        check.exploded = []


@dataclass(frozen=True, slots=True)
class CheckClosed(Event):
    """From here on a wrong TN or target of this check can no longer be put right by running it again."""

    kind = "check-closed"
    seat: Seat

    def apply(self, state: Duel) -> None:
        for check in state.checks:
            check.closed = True


@dataclass(frozen=True, slots=True)
class OpportunitySpent(Event):
    """Opportunity goes to one of the ways open, `times` over."""

    kind = "opportunity-spent"
    seat: Seat
    way: str
    cost: int
    times: int

    def apply(self, state: Duel) -> None:
        check = state.check
        check.opportunity -= self.cost
        check.spent[self.way] = check.spent.get(self.way, 0) + self.times
        check.closed = True


@dataclass(frozen=True, slots=True)
class CheckGains(Event):
    """An effect adds to this check or what comes of it: deadliness, damage, bonus successes and the like."""

    kind = "check-gains"
    seat: Seat
    what: str
    amount: int

    def apply(self, state: Duel) -> None:
        gains = state.check.gains
        gains[self.what] = gains.get(self.what, 0) + self.amount


@dataclass(frozen=True, slots=True)
class CheckResolved(Event):
    """The successes are counted: passed with so many bonus successes, or failed with so much of a shortfall."""

    kind = "check-resolved"
    seat: Seat
    passed: bool
    bonus: int
    shortfall: int

    def apply(self, state: Duel) -> None:
        check = state.check
        check.passed, check.bonus, check.shortfall = self.passed, self.bonus, self.shortfall
        check.step, check.closed = "resolved", True


@dataclass(frozen=True, slots=True)
class CheckBroken(Event):
    """The roller can no longer finish the check: no opportunity, no successes."""

    kind = "check-broken"
    seat: Seat

    def apply(self, state: Duel) -> None:
        check = state.check
        check.step, check.closed, check.passed = "broken", True, False


@dataclass(frozen=True, slots=True)
class CheckOver(Event):
    """The check leaves the table."""

    kind = "check-over"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state.checks.pop()


@dataclass(frozen=True, slots=True)
class CheckCorrected(Event):
    """The TN or the target of the check in hand was wrong."""

    kind = "check-corrected"
    seat: Seat
    tn: int
    base: int
    target: Seat
    reasons: tuple[tuple[str, int], ...]

    def apply(self, state: Duel) -> None:
        check = state.check
        check.tn, check.base, check.target, check.reasons = self.tn, self.base, self.target, list(self.reasons)


@dataclass(frozen=True, slots=True)
class CheckRestarted(Event):
    """The check goes back to before its roll: strife from its dice and reserved dice are as they were."""

    kind = "check-restarted"
    seat: Seat
    strife: int

    def apply(self, state: Duel) -> None:
        check, one = state.check, state[self.seat]
        one.strife = max(0, one.strife - self.strife)
        one.reserved = check.reserve
        check.rolled, check.kept, check.exploded, check.step = [], [], [], "assemble"
        check.strife = check.negated = check.opportunity = 0
        check.gains = {what: much for what, much in check.gains.items() if what == "ward"}


@dataclass(frozen=True, slots=True)
class TraitApplied(Event):
    """An advantage or disadvantage of the roller takes effect, for all to see."""

    kind = "trait-applied"
    seat: Seat
    trait: str

    def apply(self, state: Duel) -> None:
        shown = state[self.seat].shown
        if self.trait not in shown:
            shown.append(self.trait)


@dataclass(frozen=True, slots=True)
class TraitNoted(Event):
    """An advantage or disadvantage applies to the check in hand, or does not."""

    kind = "trait-noted"
    seat: Seat
    trait: str
    applies: bool

    def apply(self, state: Duel) -> None:
        traits = state.check.traits
        if self.applies and self.trait not in traits:
            traits.append(self.trait)
        elif not self.applies and self.trait in traits:
            traits.remove(self.trait)
