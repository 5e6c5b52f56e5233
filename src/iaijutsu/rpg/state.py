"""A duel as it stands: plain data, changed by events alone, JSON both ways.

What does not change (characters, terms, rulings) is in the setup and the loadouts that the state points to. They are
no fields of it: the JSON form (`engine.plaindata.to_plain`) leaves them out, and `load` takes them from the setup.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from iaijutsu.engine import Json, Seat
from iaijutsu.engine.plaindata import from_plain
from iaijutsu.rpg.characters import Ring, Weapon
from iaijutsu.rpg.dice import Die
from iaijutsu.rpg.loadout import Loadout, is_body
from iaijutsu.rpg.setup import Setup
from iaijutsu.rpg.terms import Form

NOBODY: Seat = -1
"""In place of a seat: none of the two."""

HIDDEN = "hidden"
"""What others see of a secret word."""


@dataclass(slots=True)
class Held:
    """A weapon during the duel. `place` is sheathed, readied, dropped (within reach) or away (out of it); `grip` is
    how a readied one is held. `used` is the own turn in which it last served an Attack action.
    """

    place: str
    grip: str = ""
    damaged: bool = False
    destroyed: bool = False
    durable: bool = False
    prepared: bool = True
    used: int = 0


@dataclass(slots=True)
class Worn:
    """The armour during the duel."""

    damaged: bool = False
    destroyed: bool = False
    durable: bool = False


@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect that stays a while on a character. `name` says what (see `lasting`), `amount` how much, `about` what it
    concerns. It ends at the start or end (`at`) of the own turn number `turn` of seat `clock`; `at` empty: of itself.
    """

    name: str
    amount: int = 0
    about: str = ""
    clock: Seat = NOBODY
    at: str = ""
    turn: int = 0
    source: str = ""


@dataclass(slots=True)
class Reserved:
    """Dice that Center has set aside for the next check with `skill`."""

    skill: str
    dice: list[Die]


@dataclass(frozen=True, slots=True)
class Act:
    """An action taken this turn: its key, its types, and whether it had a check."""

    key: str
    types: tuple[str, ...]
    check: bool


class _Fixed:
    """What a duellist has that never changes: no field, for it belongs to the setup and not to the state."""

    __slots__ = ("loadout",)
    loadout: Loadout


@dataclass(slots=True)
class Duellist(_Fixed):
    """One of the two during the duel.

    `initiative` is what it is before the staredown, `gained` what this round adds. `turn` counts the own turns begun.
    `conditions` maps a condition to its number: rounds left of Dying, critical strikes from Burning, else 1 (2: it was
    brought along); wounds are told with their ring ("lightly-wounded:air"). `used` maps what may be used once to the
    round (0 for a whole scene or session). `gaps` are the triggers of a finishing blow that this one has given:
    "compromised", "unmasked". `stricken`: an affliction is about to show. `blow` is the trigger that a finishing blow
    against this one, now due, answers. `worst` is the highest critical strike inflicted, `fatigued` the fatigue.
    """

    seat: Seat
    strife: int = 0
    fatigue: int = 0
    void_points: int = 0
    honor: int = 0
    glory: int = 0
    withered: int = 0
    stance: Ring | None = None
    initiative: int = 0
    gained: int = 0
    turn: int = 0
    moved: int = 0
    weapons: dict[str, Held] = field(default_factory=dict)
    armour: Worn = field(default_factory=Worn)
    conditions: dict[str, int] = field(default_factory=dict)
    lasting: list[Lasting] = field(default_factory=list)
    reserved: Reserved | None = None
    prediction: str = ""
    predicted: int = 0
    acts: list[Act] = field(default_factory=list)
    more_acts: int = 0
    used: dict[str, int] = field(default_factory=dict)
    scars: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    last_ring: Ring | None = None
    gaps: list[str] = field(default_factory=list)
    blow: str = ""
    unmasked: bool = False
    yielded: bool = False
    dead: bool = False
    stricken: bool = False
    achieved: list[str] = field(default_factory=list)
    fatigued: int = 0
    worst: int = 0
    struck: int = 0
    cheated: bool = False


@dataclass(slots=True)
class CheckInHand:
    """A check under way. `reasons` tell what made its TN; `limit` is how many dice may be kept. `rolled` lie there,
    `kept` are kept, `exploded` came of an explosion and wait to be kept or dropped. `strife` was received from it;
    `opportunity` is left, `spent` is what it went to; `gains` are what effects add, by name. `reserve` are the dice set
    aside before it. `closed`: it is too late to run it again.
    """

    seat: Seat
    purpose: str
    skill: str
    ring: Ring
    tn: int
    base: int
    reasons: list[tuple[str, int]]
    types: tuple[str, ...] = ()
    target: Seat = NOBODY
    weapon: str = ""
    grip: str = ""
    action: str = ""
    blow: bool = False
    ring_dice: int = 0
    skill_dice: int = 0
    limit: int = 0
    assistants: int = 0
    seized: bool = False
    step: str = "assemble"
    set_aside: list[Die] = field(default_factory=list)
    reserve: Reserved | None = None
    traits: list[str] = field(default_factory=list)
    rolled: list[Die] = field(default_factory=list)
    kept: list[Die] = field(default_factory=list)
    exploded: list[Die] = field(default_factory=list)
    negated: int = 0
    strife: int = 0
    opportunity: int = 0
    spent: dict[str, int] = field(default_factory=dict)
    gains: dict[str, int] = field(default_factory=dict)
    closed: bool = False
    passed: bool = False
    bonus: int = 0
    shortfall: int = 0


class _FixedSetup:
    """What a duel has that never changes."""

    __slots__ = ("setup",)
    setup: Setup


@dataclass(slots=True)
class Duel(_FixedSetup):
    """The whole duel. `phase` is initiative, turns, resolution or over; `turn_of` whose turn it is. `waits` is who must
    let the other finish his blow first; `swapped` the round whose order of turns is exchanged. `struck_first` is who
    did; `findings` are a judge's corrections of score lines, as (seat, line, points); `ended` says why it came to
    resolution.
    """

    duellists: list[Duellist]
    phase: str = "initiative"
    round: int = 0
    turn_of: Seat = NOBODY
    waits: Seat = NOBODY
    swapped: int = 0
    checks: list[CheckInHand] = field(default_factory=list)
    struck_first: Seat = NOBODY
    findings: list[tuple[Seat, str, int]] = field(default_factory=list)
    ended: str = ""
    winner: Seat = NOBODY
    grade: str = ""

    def __getitem__(self, seat: Seat) -> Duellist:
        return self.duellists[seat]

    @property
    def check(self) -> CheckInHand:
        """The innermost check under way."""
        return self.checks[-1]


def begin(setup: Setup) -> Duel:
    """The duel before its first question."""
    loadouts = enumerate(setup.loadouts)
    return _attach(Duel([_duellist(seat, loadout, setup.form) for seat, loadout in loadouts]), setup)


def _attach(duel: Duel, setup: Setup) -> Duel:
    duel.setup = setup  # type: ignore[misc]  # mypy overlooks slots of a base class
    for one, loadout in zip(duel.duellists, setup.loadouts, strict=True):
        one.loadout = loadout  # type: ignore[misc]
    return duel


def _duellist(seat: Seat, loadout: Loadout, form: Form) -> Duellist:
    character = loadout.character
    return Duellist(
        seat,
        strife=character.strife,
        fatigue=character.fatigue,
        void_points=character.void_points,
        honor=character.honor,
        glory=character.glory,
        weapons={key: _held(weapon, form) for key, weapon in loadout.weapons.items()},
        armour=_worn(loadout),
        conditions={
            f"{b.condition}:{b.ring}" if b.ring else b.condition: b.rounds if b.rounds is not None else 2
            for b in character.burdens
        },
    )


def _held(weapon: Weapon, form: Form) -> Held:
    body = is_body(weapon)
    grip = weapon.grips[0].name if body else "" if form.sheathed else weapon.readied
    qualities = weapon.qualities
    return Held(
        "readied" if grip else "sheathed",
        grip,
        "damaged" in qualities,
        "destroyed" in qualities,
        "durable" in qualities,
        "prepare" not in qualities,
    )


def _worn(loadout: Loadout) -> Worn:
    qualities = loadout.armour.qualities if loadout.armour else ()
    return Worn("damaged" in qualities, "destroyed" in qualities, "durable" in qualities)


def load(data: Json, setup: Setup) -> Duel:
    """The duel of that JSON form. Raises TypeError, ValueError or KeyError on what is none."""
    return _attach(from_plain(Duel, data), setup)
