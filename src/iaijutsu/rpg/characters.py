"""Who fights, and with what: characters, weapons, armour, techniques, advantages. Plain data, never changed.

Everything here is frozen; what changes during a duel (strife, fatigue, conditions, what is readied) is state
and lives elsewhere. Numbers are whole and counted as the rulebook counts them: ranks, points, range bands.
Derived values follow the formulas of the rulebook when they are not given; given ones are taken as they are,
for printed characters have their own. `plain` gives the JSON form; `iaijutsu.rpg.sheets` reads it, and the
shorter TOML form that people write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias

Json: TypeAlias = Any
"""What `json.loads` gives."""

Ring: TypeAlias = Literal["air", "earth", "fire", "water", "void"]
RINGS: tuple[Ring, ...] = ("air", "earth", "fire", "water", "void")

Kind: TypeAlias = Literal["player-character", "adversary", "minion"]
KINDS: tuple[Kind, ...] = ("player-character", "adversary", "minion")

TraitKind: TypeAlias = Literal["distinction", "passion", "adversity", "anxiety"]
TRAIT_KINDS: tuple[TraitKind, ...] = ("distinction", "passion", "adversity", "anxiety")

TechniqueKind: TypeAlias = Literal[
    "kata", "cut", "ability", "mastery", "shuji", "ninjutsu", "invocation", "kiho", "ritual", "other"
]
TECHNIQUE_KINDS: tuple[TechniqueKind, ...] = (
    "kata", "cut", "ability", "mastery", "shuji", "ninjutsu", "invocation", "kiho", "ritual", "other",
)  # fmt: skip

GROUPS: dict[str, tuple[str, ...]] = {
    "artisan": ("aesthetics", "composition", "design", "smithing"),
    "martial": ("fitness", "melee", "ranged", "unarmed", "meditation", "tactics"),
    "scholar": ("culture", "government", "medicine", "sentiment", "theology"),
    "social": ("command", "courtesy", "games", "performance"),
    "trade": ("commerce", "labor", "seafaring", "skulduggery", "survival"),
}
"""The skill groups and their skills."""

SKILLS: tuple[str, ...] = tuple(skill for group in GROUPS.values() for skill in group)
GROUP_OF: dict[str, str] = {skill: group for group, skills in GROUPS.items() for skill in skills}
WEAPON_SKILLS: tuple[str, ...] = ("melee", "ranged", "unarmed")

QUALITIES: tuple[str, ...] = (
    "ceremonial", "concealable", "cumbersome", "damaged", "destroyed", "durable", "forbidden", "mundane",
    "prepare", "razor-edged", "resplendent", "sacred", "snaring", "subtle", "unholy", "wargear",
)  # fmt: skip
"""The qualities of items."""


@dataclass(frozen=True, slots=True)
class Quality:
    """A quality: its key as in `QUALITIES`, its name, what it does in our words, and whether it matters in a duel."""

    key: str
    name: str
    says: str
    rules: bool


UNLIMITED = 1_000_000
"""A composure or endurance without end (the dead feel nothing). Written "unlimited" in files."""

COMPUTED = -1
"""A derived value left to its formula."""


@dataclass(frozen=True, slots=True)
class Grip:
    """A way to hold a weapon, as changes to its own values. `hands` is 1 or 2, or 0 for a part of the body.

    `skill` and the ranges replace the weapon's when set; `damage` and `deadliness` are added; `qualities`
    come on top.
    """

    name: str
    hands: int = 1
    damage: int = 0
    deadliness: int = 0
    skill: str | None = None
    range_min: int | None = None
    range_max: int | None = None
    qualities: tuple[str, ...] = ()

    def plain(self) -> dict[str, Json]:
        """The JSON form; what says nothing is left out."""
        return _told(self, "name", "hands")


@dataclass(frozen=True, slots=True)
class Profile:
    """A weapon as it is in one grip: what a check with it reads. Ranges in range bands."""

    skill: str
    range_min: int
    range_max: int
    damage: int
    deadliness: int
    qualities: tuple[str, ...]


ONE_HAND = Grip("1-hand", 1)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon with its values before any grip. `key` names it in files (`katana`), `name` is what people
    read.

    `readied` is the name of the grip in which it is in hand when a scene starts, or empty: sheathed or
    stowed. `printed` is the same weapon with the values of the first printing, where errata changed them.
    """

    key: str
    name: str
    category: str
    skill: str
    range_min: int
    range_max: int
    damage: int
    deadliness: int
    grips: tuple[Grip, ...] = (ONE_HAND,)
    qualities: tuple[str, ...] = ()
    readied: str = ""
    base: str = ""
    printed: Weapon | None = None

    def is_a(self, *keys: str) -> bool:
        """Whether it is one of the weapons of these keys, or a kind of them."""
        return self.key in keys or self.base in keys

    def grip(self, name: str) -> Grip:
        """The grip of that name. Raises `KeyError`."""
        for grip in self.grips:
            if grip.name == name:
                return grip
        raise KeyError(name)

    def held(self, grip: str) -> Profile:
        """The values in the grip of that name, never below 0. Raises `KeyError`."""
        how = self.grip(grip)
        return Profile(
            how.skill or self.skill,
            self.range_min if how.range_min is None else how.range_min,
            self.range_max if how.range_max is None else how.range_max,
            max(0, self.damage + how.damage),
            max(0, self.deadliness + how.deadliness),
            (*self.qualities, *(quality for quality in how.qualities if quality not in self.qualities)),
        )

    def as_printed(self) -> Weapon:
        """With the values of the first printing."""
        return replace(self.printed, key=self.key, readied=self.readied, base=self.base) if self.printed else self

    def plain(self) -> dict[str, Json]:
        """The JSON form, whole: it needs no catalogue to be read."""
        return _told(
            self,
            "key",
            "name",
            "category",
            "skill",
            "range_min",
            "range_max",
            "damage",
            "deadliness",
            "grips",
        )


@dataclass(frozen=True, slots=True)
class Armour:
    """Clothes or armour: what is taken off physical and supernatural damage."""

    key: str
    name: str
    physical: int = 0
    supernatural: int = 0
    qualities: tuple[str, ...] = ()

    def plain(self) -> dict[str, Json]:
        """The JSON form."""
        return _told(self, "key", "name", "physical")


Value: TypeAlias = int | str | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """A named effect of a technique with its parameters. The names and what they do:
    `iaijutsu.rpg.techniques`.
    """

    name: str
    parameters: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def plain(self) -> dict[str, Json]:
        """The JSON form: `{"effect": name, parameter: value, ...}`."""
        return {
            "effect": self.name,
            **{key: list(v) if isinstance(v, tuple) else v for key, v in self.parameters.items()},
        }


@dataclass(frozen=True, slots=True)
class Technique:
    """A kata, an iaijutsu cut, a school ability or whatever else a school teaches.

    `ring` is the only ring it may be used with, None for any. `school` is whose ability it is. One without
    effects does nothing in a duel. `printed` has the values of the first printing, where errata changed them.
    """

    id: str
    name: str
    kind: TechniqueKind
    ring: Ring | None = None
    rank: int = 1
    school: str = ""
    effects: tuple[Effect, ...] = ()
    printed: Technique | None = None

    def as_printed(self) -> Technique:
        """With the values of the first printing."""
        return self.printed or self

    def plain(self) -> dict[str, Json]:
        """The JSON form, whole."""
        return _told(self, "id", "name", "kind", "rank")


@dataclass(frozen=True, slots=True)
class Trait:
    """An advantage (distinction, passion) or a disadvantage (adversity, anxiety).

    It bears on checks with its ring and one of `skills`. With no skills it bears on a check when the table
    says so.
    """

    name: str
    kind: TraitKind
    ring: Ring
    skills: tuple[str, ...] = ()

    def bears_on(self, ring: Ring, skill: str) -> bool:
        """Whether it applies by itself to a check with that ring and skill."""
        return ring == self.ring and skill in self.skills

    def plain(self) -> dict[str, Json]:
        """The JSON form."""
        return _told(self, "name", "kind", "ring")


@dataclass(frozen=True, slots=True)
class Burden:
    """A condition that a character brings along. `ring` for wounds, `rounds` for Dying."""

    condition: str
    ring: Ring | None = None
    rounds: int | None = None

    def plain(self) -> dict[str, Json]:
        """The JSON form."""
        return _told(self, "condition")


@dataclass(frozen=True, slots=True)
class Character:
    """One who fights. Honor, glory and status go from 0 to 100; skills that are not there have rank 0.

    Left out (`COMPUTED`), the derived values follow the formulas, and Void points are half of Void. `strife`,
    `fatigue` and `burdens` are what the character brings to the duel. The first of `armour` is worn.
    """

    name: str
    rings: Mapping[Ring, int] = field(hash=False)
    skills: Mapping[str, int] = field(default_factory=dict, hash=False)
    kind: Kind = "player-character"
    clan: str = ""
    family: str = ""
    school: str = ""
    school_rank: int = 1
    honor: int = 40
    glory: int = 40
    status: int = 30
    endurance: int = COMPUTED
    composure: int = COMPUTED
    focus: int = COMPUTED
    vigilance: int = COMPUTED
    void_max: int = COMPUTED
    void_points: int = COMPUTED
    weapons: tuple[Weapon, ...] = ()
    armour: tuple[Armour, ...] = ()
    techniques: tuple[Technique, ...] = ()
    traits: tuple[Trait, ...] = ()
    demeanor: str = ""
    strife: int = 0
    fatigue: int = 0
    burdens: tuple[Burden, ...] = ()

    def __post_init__(self) -> None:
        for name, value in derived(self.rings, self.kind).items():
            if getattr(self, name) == COMPUTED:
                object.__setattr__(self, name, value)
        if self.void_points == COMPUTED:
            object.__setattr__(self, "void_points", half_up(self.void_max))

    def skill(self, name: str) -> int:
        """Ranks in a skill."""
        return self.skills.get(name, 0)

    @property
    def worn(self) -> Armour | None:
        """What is worn, unless the terms of the duel say otherwise."""
        return self.armour[0] if self.armour else None

    def has(self, technique: str) -> bool:
        """Whether the technique of that id is known."""
        return any(known.id == technique for known in self.techniques)

    def as_printed(self) -> Character:
        """With weapons and techniques as first printed, before errata."""
        return replace(
            self,
            weapons=tuple([weapon.as_printed() for weapon in self.weapons]),
            techniques=tuple([technique.as_printed() for technique in self.techniques]),
        )

    def plain(self) -> dict[str, Json]:
        """The JSON form, whole: it needs no catalogue to be read."""
        return _told(self, "name", "rings", *DERIVED, "honor", "glory", "status", "kind", "school_rank")


DERIVED = ("endurance", "composure", "focus", "vigilance", "void_max", "void_points")
"""The derived values, by the names of their fields."""


def half_up(number: int) -> int:
    """Half, rounded up, as everything in the rulebook is."""
    return (number + 1) // 2


def social_rank(value: int) -> int:
    """The rank of an honor, glory or status: its tens digit, 10 at 100."""
    return value // 10


def derived(rings: Mapping[Ring, int], kind: Kind = "player-character") -> dict[str, int]:
    """The values that follow from the rings (core rulebook p. 36), all but the Void points at hand. Minions
    have none.
    """
    return {
        "endurance": 2 * (rings["earth"] + rings["fire"]),
        "composure": 2 * (rings["earth"] + rings["water"]),
        "focus": rings["fire"] + rings["air"],
        "vigilance": half_up(rings["air"] + rings["water"]),
        "void_max": 0 if kind == "minion" else rings["void"],
    }


def _told(thing: Any, *always: str) -> dict[str, Json]:
    """The JSON form of a dataclass: its fields in order, without those at their default unless `always`."""
    said = {}
    for one in fields(thing):
        value = getattr(thing, one.name)
        default = one.default if one.default_factory is MISSING else one.default_factory()
        if one.name in always or value != default:
            said[one.name] = _changes(thing, value) if one.name == "printed" else _plain(value)
    return said


def _changes(thing: Any, printed: Any) -> dict[str, Json]:
    """What the first printing has different, as people write it too."""
    names = [one.name for one in fields(thing) if one.name != "printed"]
    return {name: _plain(getattr(printed, name)) for name in names if getattr(printed, name) != getattr(thing, name)}


def _plain(value: Any) -> Json:
    if value == UNLIMITED:
        return "unlimited"
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return dict(value)
    return value.plain() if hasattr(value, "plain") else value
