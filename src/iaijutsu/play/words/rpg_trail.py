"""What the state of a role-playing duel forgets and a picture wants: which of the rolled dice were kept, which die came
of which explosion, what both have bid, and what strife is new.

It is folded from the same events that the audience's view is, so it knows nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...engine import RULEBOOK, Event
from ...rpg import check_events as ce
from ...rpg import events as ev
from ...rpg.dice import EXPLOSIVE, Die
from ...rpg.state import Duel


@dataclass(slots=True)
class Lying:
    """A die on the table. `fate` is `lies` (still to be decided), `kept` or `dropped`; `brought` is the die that its
    explosion brought; `changed`: it did not come up so (`by` says what did it).
    """

    die: Die
    fate: str = "lies"
    changed: bool = False
    by: str = ""
    brought: Lying | None = None

    def chain(self) -> list[Lying]:
        """This die, the one that its explosion brought, and so on."""
        return [self, *(self.brought.chain() if self.brought else [])]

    def set(self, die: Die, by: str) -> None:
        """It shows something else now."""
        self.die, self.changed, self.by = die, True, by


@dataclass(slots=True)
class Laid:
    """The dice of one check: `rolled` in their places, `added` by effects, `kept` in the order of the state's list."""

    rolled: list[Lying] = field(default_factory=list)
    added: list[Lying] = field(default_factory=list)
    kept: list[Lying] = field(default_factory=list)
    exploded: list[Lying] = field(default_factory=list)
    burst: list[Lying] = field(default_factory=list)

    def note(self, event: Event) -> None:
        """Fold in what happens to the innermost check."""
        match event:
            case ce.DiceRolled(dice=dice):
                self.rolled = [Lying(die) for die in dice]
            case ce.DiceChanged(slots=slots, dice=dice):
                _set(self.rolled, slots, dice, event.source)
            case ce.KeptChanged(slots=slots, dice=dice):
                _set(self.kept, slots, dice, event.source)
            case ce.DiceKept(slots=slots):
                self._keep(slots)
            case ce.DiceExploded(dice=dice):
                self._explode(dice)
            case ce.DiceAdded(dice=dice, clause=clause):
                self._add(dice, event.source, explosion=clause == "rpg.check.explode")
            case ce.SymbolsResolved():
                _drop(self.exploded)
            case ce.CheckRestarted():
                self.rolled, self.added, self.kept, self.exploded, self.burst = [], [], [], [], []

    def _keep(self, slots: tuple[int, ...]) -> None:
        for slot in slots:
            self.rolled[slot].fate = "kept"
        _drop(self.rolled)
        self.kept = [self.rolled[slot] for slot in slots]

    def _explode(self, dice: tuple[Die, ...]) -> None:
        """The dice come in the order of the explosive successes that brought them."""
        _drop(self.exploded)
        known = set(map(id, self.burst))
        bringing = [one for one in self.kept if EXPLOSIVE[one.die] and id(one) not in known]
        self.burst += bringing
        self.exploded = [Lying(die) for die in dice]
        for one, new in zip(bringing, self.exploded, strict=False):
            one.brought = new

    def _add(self, dice: tuple[Die, ...], source: str, *, explosion: bool) -> None:
        if not explosion:
            fresh = [Lying(die, "kept", by=source) for die in dice]
            self.added += fresh
            self.kept += fresh
            return
        for die in dice:
            one = next(one for one in self.exploded if one.die == die and one.fate == "lies")
            one.fate = "kept"
            self.kept.append(one)
        _drop(self.exploded)


def _set(dice: list[Lying], slots: tuple[int, ...], shown: tuple[Die, ...], source: str) -> None:
    for slot, die in zip(slots, shown, strict=True):
        dice[slot].set(die, "" if source == RULEBOOK else source)


def _drop(dice: list[Lying]) -> None:
    for one in dice:
        if one.fate == "lies":
            one.fate = "dropped"


@dataclass(slots=True)
class Trail:
    """What was seen on the way. `checks` go with those of the state, the innermost last; `bids` are those opened this
    round (-1: did not bid); `calm` is the least strife of each this round; `moment` is `concede` or `staredown` while
    the round has not come to its turns.
    """

    checks: list[Laid] = field(default_factory=list)
    bids: tuple[int, int] | None = None
    calm: list[int] = field(default_factory=lambda: [0, 0])
    moment: str = ""

    def note(self, event: Event, state: Duel) -> None:
        """Fold in one event, as it was seen; the state has gone on by it."""
        match event:
            case ce.CheckBegun():
                self.checks.append(Laid())
            case ce.CheckOver():
                self.checks.pop()
            case ev.ComesToResolution():
                self.checks, self.moment = [], ""
            case _:
                self._course(event)
        strife = [one.strife for one in state.duellists]
        new_round = isinstance(event, ev.RoundBegan | ev.DuelBegan)
        self.calm = strife if new_round else [min(pair) for pair in zip(self.calm, strife, strict=True)]

    def _course(self, event: Event) -> None:
        match event:
            case ev.RoundBegan():
                self.moment, self.bids = "concede", None
            case ev.StrifeReceived(clause="rpg.staredown.strife"):
                self.moment = "staredown"
            case ev.BidsRevealed(bids=bids):
                self.bids = bids
            case ev.TurnBegan():
                self.moment = ""
        if self.checks:
            self.checks[-1].note(event)
