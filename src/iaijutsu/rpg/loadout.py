"""What a character brings to this duel, made ready once: weapons and dress under the terms, techniques under rulings.

Nothing here changes during a duel; sessions that share a setup share its loadouts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from iaijutsu.rpg import catalogue, techniques
from iaijutsu.rpg.characters import RINGS, SKILLS, Armour, Character, Effect, Profile, Ring, Technique, Weapon
from iaijutsu.rpg.options import Center, Ready, Stow
from iaijutsu.rpg.rulings import Rulings
from iaijutsu.rpg.terms import Form


@dataclass(frozen=True, slots=True)
class Attack:
    """An Attack action with a check: Strike, or what an effect `attack` gives. The fields are that effect's parameters
    (`iaijutsu.rpg.techniques`); `resist` and `save` have a TN for each ring, `save` none when there is no such check.
    """

    key: str
    ring: Ring | None = None
    skill: str = "weapon"
    tn: int | str = 2
    types: tuple[str, ...] = ("attack",)
    weapon: str = "readied"
    quality: str = ""
    also: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    damage: int | str = ""
    critical: int | str = ""
    bonus: bool = False
    supernatural: bool = False
    deadliness: int | str = "weapon"
    undefendable: str = ""
    inflicts: str = ""
    saves: str = ""
    on_failure: str = ""
    void: int = 0
    once: str = ""
    resist: Mapping[str, int] = field(default_factory=dict, hash=False)
    save: Mapping[str, int] = field(default_factory=dict, hash=False)


STRIKE = Attack("strike", damage="base", bonus=True)
"""The rulebook's own Attack action."""


@dataclass(frozen=True, slots=True)
class Ability:
    """An effect of a technique that is no attack: whose it is, the ring that it needs, and all its parameters."""

    technique: str
    ring: Ring | None
    name: str
    values: Mapping[str, Any] = field(hash=False)

    def __getitem__(self, parameter: str) -> Any:
        return self.values[parameter]


ACTIONS = ("recover", "hallow", "swap-initiative")
"""Effects that give an action other than an attack."""


@dataclass(frozen=True, slots=True, eq=False)
class Loadout:
    """A character under the terms. `weapons` by key, bare hands among them where the terms allow; `profiles` by weapon
    and grip, `hands` that a grip takes likewise; `attacks` and `actions` by technique; `opportunities` in order; other
    abilities by effect name; `bodies` are the weapons that are parts of the body; `centers`, `stows`
    and `readies` (with the hands needed) are actions made ready; `concealable`: the weapons that are.
    """

    character: Character
    weapons: Mapping[str, Weapon]
    profiles: Mapping[tuple[str, str], Profile]
    armour: Armour | None
    attacks: Mapping[str, Attack]
    actions: Mapping[str, Ability]
    opportunities: tuple[Ability, ...]
    abilities: Mapping[str, Ability]
    hands: Mapping[tuple[str, str], int]
    bodies: frozenset[str]
    centers: tuple[Center, ...]
    stows: Mapping[str, Stow]
    readies: Mapping[str, tuple[tuple[int, Ready], ...]]
    concealable: tuple[str, ...]


def make(character: Character, form: Form, rulings: Rulings) -> Loadout:
    """What `character` brings to a duel of that form under those rulings."""
    if rulings.values == "print":
        character = character.as_printed()
    weapons = {weapon.key: weapon for weapon in _weapons(character, form)}
    profiles = {(w.key, grip.name): _profile(w, grip.name, form) for w in weapons.values() for grip in w.grips}
    abilities = list(_abilities(character))
    attacks = {technique.id: _attack(technique, effect) for technique, effect in _effects(character, "attack")}
    return Loadout(
        character,
        weapons,
        profiles,
        _dress(character, form),
        attacks,
        {ability.technique: ability for ability in abilities if ability.name in ACTIONS},
        tuple([ability for ability in abilities if ability.name == "opportunity"]),
        {ability.name: ability for ability in abilities if ability.name not in (*ACTIONS, "opportunity")},
        {(weapon.key, grip.name): grip.hands for weapon in weapons.values() for grip in weapon.grips},
        frozenset([weapon.key for weapon in weapons.values() if is_body(weapon)]),
        tuple([Center(skill) for skill in SKILLS if character.skill(skill)]),
        {key: Stow(key) for key, weapon in weapons.items() if not is_body(weapon)},
        {key: tuple([(grip.hands, Ready(key, grip.name)) for grip in weapon.grips]) for key, weapon in weapons.items()},
        _concealable(weapons),
    )


def _concealable(weapons: Mapping[str, Weapon]) -> tuple[str, ...]:
    """The weapons that are concealable in some grip; none where none but a part of the body is so by itself."""
    if not any("concealable" in weapon.qualities for weapon in weapons.values() if not is_body(weapon)):
        return ()
    grips = [(key, weapon.held(grip.name)) for key, weapon in weapons.items() for grip in weapon.grips]
    return tuple(dict.fromkeys([key for key, held in grips if "concealable" in held.qualities]))


@cache
def kind_of(key: str) -> str:
    """What weapon a key means: the second katana (`katana-2`) is a katana."""
    return re.sub(r"-\d+$", "", key)


def _weapons(character: Character, form: Form) -> Iterator[Weapon]:
    if form.strikes:
        for weapon in character.weapons:
            if not is_body(weapon) and (not form.weapons or kind_of(weapon.key) in form.weapons):
                yield weapon
    if form.unarmed:
        own = [weapon for weapon in character.weapons if is_body(weapon)]
        yield from own
        yield from [weapon for weapon in catalogue.unarmed() if weapon.key not in {w.key for w in own}]


def is_body(weapon: Weapon) -> bool:
    """Whether it is a part of the body: always at hand, never drawn."""
    return all(grip.hands == 0 for grip in weapon.grips)


def _profile(weapon: Weapon, grip: str, form: Form) -> Profile:
    profile = weapon.held(grip)
    if form.blunted and "razor-edged" in profile.qualities:
        return replace(profile, qualities=tuple([q for q in profile.qualities if q != "razor-edged"]))
    return profile


def _dress(character: Character, form: Form) -> Armour | None:
    if form.dress == "own":
        return character.worn
    own = (armour for armour in character.armour if kind_of(armour.key) == "ceremonial-clothes")
    return next(own, catalogue.armour("ceremonial-clothes"))


def _effects(character: Character, name: str) -> Iterator[tuple[Technique, Effect]]:
    for technique in character.techniques:
        for effect in technique.effects:
            if effect.name == name:
                yield technique, effect


def _abilities(character: Character) -> Iterator[Ability]:
    for technique in character.techniques:
        for effect in technique.effects:
            if effect.name in techniques.EFFECTS and effect.name != "attack":
                yield Ability(technique.id, technique.ring, effect.name, techniques.parameters(effect))


def _attack(technique: Technique, effect: Effect) -> Attack:
    values = techniques.parameters(effect)
    tables = {name: _by_ring(values, name) for name in ("resist", "save")}
    plain = {name: value for name, value in values.items() if not name.startswith(("resist", "save_"))}
    del plain["save"]
    lists = {name: tuple(plain[name]) for name in ("types", "also", "only")}
    return Attack(technique.id, technique.ring, **{**plain, **lists, **tables})


def _by_ring(values: Mapping[str, Any], name: str) -> dict[str, int]:
    """The TN of that name for each ring; nothing when it is 0 in all."""
    found: dict[str, int] = {ring: values[f"{name}_{ring}"] or values[name] for ring in RINGS}
    return found if any(found.values()) else {}
