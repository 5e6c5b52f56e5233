"""Character sheets as data: one form for TOML that people write and for the JSON of `Character.plain`.

What is told by name (`weapons = ["katana"]`) is looked up on a `Shelf`; a table with `like = "katana"` starts
from what lies there and changes it; a whole table needs no shelf. How to write a file: `docs/characters.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from iaijutsu.engine.sentences import Sentence
from iaijutsu.rpg.characters import (
    COMPUTED,
    DERIVED,
    GROUPS,
    KINDS,
    QUALITIES,
    RINGS,
    SKILLS,
    TECHNIQUE_KINDS,
    TRAIT_KINDS,
    UNLIMITED,
    WEAPON_SKILLS,
    Armour,
    Burden,
    Character,
    Effect,
    Grip,
    Json,
    Ring,
    Technique,
    Trait,
    Value,
    Weapon,
)
from iaijutsu.rpg.reading import LONGEST_NAME, Table, shown
from iaijutsu.rpg.techniques import CONDITIONS, why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from iaijutsu.engine.errors import BadInput

MOST_RING = 10
MOST_RANK = 10
MOST_VALUE = 99
"""Damage, deadliness, resistance, strife and the like in files go up to this."""
MOST_RANGE = 6
HANDS = {"1-hand": 1, "2-hand": 2, "body": 0}
"""Grips that a bare word names."""


class _Keyed(Protocol):
    def plain(self) -> dict[str, Json]: ...


K = TypeVar("K", bound=_Keyed)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where names are looked up: weapons, armour and traits by key, techniques by id."""

    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    armour: Mapping[str, Armour] = field(default_factory=dict)
    techniques: Mapping[str, Technique] = field(default_factory=dict)
    traits: Mapping[str, Trait] = field(default_factory=dict)


def load(data: Json, where: str, shelf: Shelf) -> Character:
    """The character told by `data`. Raises `BadInput` with the first fault; `faults` gives all."""
    found: list[BadInput] = []
    character = _character(Table(data, where, found), shelf)
    if found:
        raise found[0]
    return character


def faults(data: Json, where: str, shelf: Shelf) -> list[BadInput]:
    """Everything that keeps `data` from being a character."""
    found: list[BadInput] = []
    _character(Table(data, where, found), shelf)
    return found


def load_weapon(data: Json, where: str, shelf: Shelf) -> Weapon:
    """A weapon: a name on the shelf, a table with `like`, or a whole one. Raises `BadInput`."""
    return _one(data, where, shelf.weapons, _weapon)


def load_armour(data: Json, where: str, shelf: Shelf) -> Armour:
    """Armour, told as a weapon may be. Raises `BadInput`."""
    return _one(data, where, shelf.armour, _armour)


def load_technique(data: Json, where: str, shelf: Shelf) -> Technique:
    """A technique, told as a weapon may be. Raises `BadInput`."""
    return _one(data, where, shelf.techniques, _technique)


def load_trait(data: Json, where: str, shelf: Shelf) -> Trait:
    """An advantage or disadvantage, told as a weapon may be. Raises `BadInput`."""
    return _one(data, where, shelf.traits, _trait)


def _one(data: Json, where: str, lying: Mapping[str, K], read: Callable[[Table], K]) -> K:
    found: list[BadInput] = []
    thing = _told(data, where, lying, read, found)
    if found or thing is None:
        raise found[0]
    return thing


# --- the character -----------------------------------------------------------------------------------------


def _character(table: Table, shelf: Shelf) -> Character:
    kind = table.word("kind", KINDS, "player-character")
    rings = _rings(table.table("rings"))
    character = Character(
        name=table.text("name"),
        rings=rings,
        skills=_skills(table.table("skills")),
        kind=kind,
        clan=table.text("clan", ""),
        family=table.text("family", ""),
        school=table.text("school", ""),
        school_rank=table.number("school_rank", 0, MOST_RANK, 1),
        honor=table.number("honor", 0, 100),
        glory=table.number("glory", 0, 100),
        status=table.number("status", 0, 100),
        demeanor=table.text("demeanor", ""),
        strife=table.number("strife", 0, MOST_VALUE, 0),
        fatigue=table.number("fatigue", 0, MOST_VALUE, 0),
        weapons=_distinct(_many(table, "weapons", shelf.weapons, _weapon)),
        armour=tuple(_many(table, "armour", shelf.armour, _armour)),
        techniques=_once(table, _many(table, "techniques", shelf.techniques, _technique)),
        traits=_told_apart(_many(table, "traits", shelf.traits, _trait)),
        burdens=tuple([_burden(data, where, table.faults) for data, where in table.entries("burdens")]),
        **{name: table.number(name, 0, _most(name), COMPUTED) for name in DERIVED},
    )
    table.done()
    if character.void_points > character.void_max:
        table.fault(
            "void_points",
            Sentence(
                "{void_points} is more than void_max, which is {void_max}",
                void_points=character.void_points,
                void_max=character.void_max,
            ),
        )
    return character


def _most(derived: str) -> int:
    return UNLIMITED if derived in ("endurance", "composure") else MOST_VALUE


def _rings(table: Table) -> dict[Ring, int]:
    rings: dict[Ring, int] = {ring: table.number(ring, 0, MOST_RING) for ring in RINGS}
    table.done()
    return rings


def _skills(table: Table) -> dict[str, int]:
    """Ranks by skill. A skill group names all its skills that are not named themselves."""
    ranks = {}
    for group, members in GROUPS.items():
        whole = table.number(group, 0, MOST_RANK, 0)
        for skill in members:
            ranks[skill] = table.number(skill, 0, MOST_RANK, whole)
    table.done()
    return {skill: rank for skill, rank in ranks.items() if rank}


def _distinct(weapons: list[Weapon]) -> tuple[Weapon, ...]:
    """The weapons with keys of their own: the second katana becomes `katana-2`, a kind of katana."""
    found: dict[str, Weapon] = {}
    for weapon in weapons:
        key, number = weapon.key, 1
        while key in found:
            number += 1
            key = f"{weapon.key}-{number}"
        found[key] = weapon if number == 1 else replace(weapon, key=key, base=weapon.base or weapon.key)
    return tuple(found.values())


def _told_apart(traits: list[Trait]) -> tuple[Trait, ...]:
    """The traits with names of their own: a second one of a name gets a number."""
    found: dict[str, Trait] = {}
    for trait in traits:
        name, number = trait.name, 1
        while name in found:
            number += 1
            name = f"{trait.name[: LONGEST_NAME - 6]} ({number})"
        found[name] = replace(trait, name=name)
    return tuple(found.values())


def _once(table: Table, techniques: list[Technique]) -> tuple[Technique, ...]:
    ids = [technique.id for technique in techniques]
    for id_ in {id_ for id_ in ids if ids.count(id_) > 1}:
        table.fault("techniques", Sentence('"{id}" stands there more than once', id=id_))
    return tuple(techniques)


def _trait(table: Table) -> Trait:
    trait = Trait(
        table.text("name"),
        table.word("kind", TRAIT_KINDS),
        table.word("ring", RINGS),
        _bearing(table),
    )
    table.done()
    return trait


def _bearing(table: Table) -> tuple[str, ...]:
    """The skills that a trait bears on; a skill group stands for its skills."""
    skills: list[str] = []
    for word in table.words("skills"):
        if word not in GROUPS and word not in SKILLS:
            table.fault(
                "skills", Sentence("{word} is no skill and no skill group", word=shown(word)), word, (*SKILLS, *GROUPS)
            )
        skills += [skill for skill in GROUPS.get(word, (word,)) if skill not in skills]
    return tuple(skills)


def _burden(data: Json, where: str, found: list[BadInput]) -> Burden:
    table = Table({"condition": data} if isinstance(data, str) else data, where, found)
    condition = table.word("condition", CONDITIONS)
    wound = condition.endswith("wounded")
    burden = Burden(
        condition,
        table.word("ring", RINGS) if wound else None,
        table.number("rounds", 0, MOST_VALUE) if condition == "dying" else None,
    )
    table.done()
    return burden


# --- things told by name, by likeness, or whole ------------------------------------------------------------


def _many(table: Table, key: str, lying: Mapping[str, K], read: Callable[[Table], K]) -> list[K]:
    things = [_told(data, where, lying, read, table.faults) for data, where in table.entries(key)]
    return [thing for thing in things if thing is not None]


def _told(
    data: Json, where: str, lying: Mapping[str, K], read: Callable[[Table], K], found: list[BadInput]
) -> K | None:
    """The thing that `data` tells of, or None with the reason noted."""
    table = Table({"like": data} if isinstance(data, str) else data, where, found)
    like = table.get("like")
    if like is None:
        return read(table)
    if not isinstance(like, str) or like not in lying:
        word = like if isinstance(like, str) else ""
        table.fault(
            "" if isinstance(data, str) else "like",
            Sentence("{like} is not in the catalogue", like=shown(like)),
            word,
            lying,
        )
        return None
    if len(table.data) == 1:
        return lying[like]
    return read(Table(_merged(lying[like].plain(), table.data), where, found))


def _merged(base: dict[str, Json], changes: dict[str, Json]) -> dict[str, Json]:
    """`base` with `changes`; they change its printed form too, unless they bring one."""
    changes = {key: value for key, value in changes.items() if key != "like"}
    merged = {**base, **changes}
    if changes.get("key", base.get("key")) != base.get("key"):
        merged.setdefault("base", base["key"])
    if "printed" in base and "printed" not in changes:
        merged["printed"] = {**base["printed"], **changes}
    return merged


def _printed(table: Table, read: Callable[[Table], K]) -> K | None:
    """The thing as first printed: this one with the changes that its `printed` table tells."""
    changes = table.get("printed")
    if changes is None:
        return None
    if not isinstance(changes, dict):
        table.fault("printed", Sentence("a table of changes is needed; found {found}", found=shown(changes)))
        return None
    whole = {key: value for key, value in table.data.items() if key not in ("printed", "like")}
    return read(Table({**whole, **changes}, f"{table.where}: printed", table.faults))


def _weapon(table: Table) -> Weapon:
    grips = tuple([_grip(data, where, table.faults) for data, where in table.entries("grips")])
    weapon = Weapon(
        key=_key(table, "key"),
        name=table.text("name"),
        category=table.text("category", "other"),
        skill=table.word("skill", WEAPON_SKILLS),
        range_min=table.number("range_min", 0, MOST_RANGE),
        range_max=table.number("range_max", 0, MOST_RANGE),
        damage=table.number("damage", 0, MOST_VALUE),
        deadliness=table.number("deadliness", 0, MOST_VALUE),
        grips=grips or (Grip("1-hand", 1),),
        qualities=_qualities(table),
        readied=table.text("readied", ""),
        base=_key(table, "base") if table.get("base") else "",
        printed=_printed(table, _weapon),
    )
    table.done()
    _coherent(weapon, table)
    return weapon


def _qualities(table: Table) -> tuple[str, ...]:
    """Known qualities only: a misspelt one would do nothing, in silence."""
    words = table.words("qualities")
    for word in words:
        if word not in QUALITIES:
            table.fault("qualities", Sentence("{word} is no quality", word=shown(word)), word, QUALITIES)
    return words


def _coherent(weapon: Weapon, table: Table) -> None:
    names = [grip.name for grip in weapon.grips]
    if weapon.range_min > weapon.range_max:
        table.fault(
            "range_min",
            Sentence(
                "{range_min} is more than range_max, which is {range_max}",
                range_min=weapon.range_min,
                range_max=weapon.range_max,
            ),
        )
    if len(set(names)) < len(names):
        table.fault("grips", Sentence("two grips have one name"))
    if weapon.readied and weapon.readied not in names:
        table.fault(
            "readied",
            Sentence(
                "one of its grips is needed ({names}); found {found}",
                names=", ".join(names),
                found=shown(weapon.readied),
            ),
        )


def _grip(data: Json, where: str, found: list[BadInput]) -> Grip:
    if isinstance(data, str) and data in HANDS:
        return Grip(data, HANDS[data])
    table = Table(data, where, found)
    name = table.text("name")
    grip = Grip(
        name,
        table.number("hands", 0, 2, HANDS.get(name, 1)),
        table.number("damage", -MOST_VALUE, MOST_VALUE, 0),
        table.number("deadliness", -MOST_VALUE, MOST_VALUE, 0),
        table.word("skill", WEAPON_SKILLS, None),
        None if table.get("range_min") is None else table.number("range_min", 0, MOST_RANGE),
        None if table.get("range_max") is None else table.number("range_max", 0, MOST_RANGE),
        _qualities(table),
    )
    table.done()
    return grip


def _armour(table: Table) -> Armour:
    armour = Armour(
        _key(table, "key"),
        table.text("name"),
        table.number("physical", 0, MOST_VALUE, 0),
        table.number("supernatural", 0, MOST_VALUE, 0),
        _qualities(table),
    )
    table.done()
    return armour


def _key(table: Table, name: str) -> str:
    key = table.text(name)
    if not all(part.isalnum() for part in key.split("-")) or key != key.lower():
        table.fault(
            name, Sentence("small letters and digits joined by hyphens are needed; found {found}", found=shown(key))
        )
    return key


def _technique(table: Table) -> Technique:
    technique = Technique(
        _key(table, "id"),
        table.text("name"),
        table.word("kind", TECHNIQUE_KINDS),
        table.word("ring", RINGS, None),
        table.number("rank", 0, MOST_RANK, 1),
        table.text("school", ""),
        tuple([_effect(Table(data, where, table.faults)) for data, where in table.entries("effects")]),
        _printed(table, _technique),
    )
    table.done()
    return technique


def _effect(table: Table) -> Effect:
    effect = Effect(table.text("effect"), {key: _value(table, key) for key in table.data if key != "effect"})
    if reason := why_not(effect):
        table.fault("", reason)
    return effect


def _value(table: Table, key: str) -> Value:
    value = table.get(key)
    if isinstance(value, list) and all(isinstance(word, str) for word in value) and len(value) <= LONGEST_NAME:
        return table.words(key)
    if isinstance(value, str):
        return table.text(key)
    if isinstance(value, bool):
        return value
    return table.number(key, -MOST_VALUE, MOST_VALUE)
