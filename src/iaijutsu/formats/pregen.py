"""Pregenerated characters as one JSON file each: who it is, and a tier for each amount of experience.

Every tier becomes a character. Gear has a printed line where the source had one, such as
`Katana: Damage 4/5 (7 DLS if 2 handed), Range 1, Ceremonial, Razor-Edged`; else its name is looked up.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.formats import arms
from iaijutsu.formats.arms import Profile
from iaijutsu.formats.foreign import Foreign, Notes, Read, clean, norm, settle
from iaijutsu.rpg.characters import (
    COMPUTED,
    GROUPS,
    RINGS,
    TRAIT_KINDS,
    UNLIMITED,
    Armour,
    Character,
    Json,
    Ring,
    Trait,
    TraitKind,
    Weapon,
    derived,
)
from iaijutsu.rpg.reading import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

FORM = Sentence("pregenerated character")
MOST_TIERS = 20

_LINE = re.compile(r"^(?P<name>[^:]{1,80}):(?P<rest>.{1,300})$")
_DAMAGE = re.compile(r"damage (\d{1,2})(?:/(\d{1,2}))?(?: \((\d{1,2}) dls if 2[- ]handed\))?", re.IGNORECASE)
_RANGE = re.compile(r"range (\d(?:[-–]\d)?)", re.IGNORECASE)


def is_pregen(data: dict[str, Json]) -> bool:
    """Whether a table is such a character."""
    return isinstance(data.get("tiers"), list)


def pregen(data: Json, where: str) -> list[Read]:
    """A character for each tier. Raises `BadInput`."""
    head = Foreign(data, where, Notes())
    head.leave("slug", "folder_label", "campaign", "status", "bucket", "accent", "provenance", "published", "portrait",
               "concept", "summary", "notes", "twenty_questions", "relationships", "needs_attention")  # fmt: skip
    identity = head.table("identity")
    identity.leave("pronouns", "region", "upbringing", "origin_type", "role", "age")
    name, demeanor = head.line("name", "Nameless"), head.line("demeanor")
    clan, family, school = identity.line("clan"), identity.line("family"), identity.line("school")
    tiers = head.tables("tiers")
    identity.done()
    head.done()
    if not 0 < len(tiers) <= MOST_TIERS:
        raise BadInput(
            head.at("tiers"),
            Sentence("1 to {most} tiers are needed; found {found}", most=MOST_TIERS, found=len(tiers)),
        )
    who = Character(name, dict.fromkeys(RINGS, 1), clan=clan, family=family, school=school, demeanor=demeanor)
    return [_tier(who, tier, head.notes, len(tiers) > 1) for tier in tiers]


def _tier(who: Character, table: Foreign, common: Notes, several: bool) -> Read:
    notes = Notes(dict(common.said), dict(common.unneeded), dict(common.unknown))
    table = Foreign(table.data, table.where, notes, table.path)
    table.leave("foundry_id", "foundry_name", "money", "titles", "bonds", "signature_scrolls", "advancements",
                "generated", "generated_choices")  # fmt: skip
    label = ", ".join(filter(None, (f"{table.number('xp', 0, most=9999)} XP", table.line("label"))))
    social = table.table("social")
    social.leave("ninjo", "giri", "bushido_tenets")
    rings = _rings(table.table("rings"))
    values = _derived(table.table("derived"), rings, notes)
    school, rank = table.line("school") or who.school, table.number("rank", 1, most=10)
    weapons, armour = _gear(table)
    character = Character(
        name=f"{who.name[: LONGEST_NAME - len(label) - 3]} ({label})" if several else who.name,
        rings=rings,
        skills=_skills(table.table("skills")),
        clan=who.clan,
        family=who.family,
        school=school,
        school_rank=rank,
        honor=_social(social, "honor"),
        glory=_social(social, "glory"),
        status=_social(social, "status"),
        endurance=values["endurance"],
        composure=values["composure"],
        focus=values["focus"],
        vigilance=values["vigilance"],
        void_max=values["void_points"],
        demeanor=who.demeanor,
        weapons=tuple(weapons),
        armour=tuple(armour),
        techniques=arms.techniques_of(list(_techniques(table)), "", 0, notes),
        traits=tuple(_traits(table)),
    )
    social.done()
    table.done()
    return settle(character, notes, FORM, table.where)


def _rings(table: Foreign) -> dict[Ring, int]:
    rings: dict[Ring, int] = {ring: table.number(ring, most=10) for ring in RINGS}
    table.done()
    return rings


def _skills(table: Foreign) -> dict[str, int]:
    ranks = {}
    for group, skills in GROUPS.items():
        inner = table.table(group)
        ranks.update({skill: inner.number(skill, 0, most=10) for skill in skills})
        inner.done()
    table.done()
    return {skill: rank for skill, rank in ranks.items() if rank}


def _derived(table: Foreign, rings: dict[Ring, int], notes: Notes) -> dict[str, int]:
    """Derived values as they are told; those that differ from the formulas are noted."""
    ours = {**derived(rings), "void_points": rings["void"]}
    values = {}
    for name in ("endurance", "composure", "focus", "vigilance", "void_points"):
        values[name] = table.number(name, COMPUTED, most=UNLIMITED if name in ("endurance", "composure") else 99)
        if values[name] not in (COMPUTED, ours[name]):
            notes.say(
                Sentence(
                    "{name} is {values} in the file and {ours} by the rings: the file's is taken",
                    name=name,
                    values=values[name],
                    ours=ours[name],
                )
            )
    table.done()
    return values


def _social(table: Foreign, key: str) -> int:
    if not table.has(key):
        table.notes.say(Sentence("no {key} in the file: taken as 0", key=key))
    return table.number(key, 0, most=100)


def _techniques(table: Foreign) -> Iterator[str]:
    for row in table.tables("techniques"):
        row.leave("xp_used", "xp_cost", "in_curriculum", "bought_at_rank", "custom", "kind", "rank", "description",
                  "ring", "via", "source_reference")  # fmt: skip
        yield row.line("name")
        row.done()


def _traits(table: Foreign) -> Iterator[Trait]:
    for row in table.tables("peculiarities"):
        row.leave("xp_used", "xp_cost", "in_curriculum", "bought_at_rank", "custom", "types", "description", "via",
                  "source_reference")  # fmt: skip
        name, word, ring = row.line("name", "Nameless"), row.line("kind").lower(), row.get("ring")
        row.done()
        kind: TraitKind | None = next((kind for kind in TRAIT_KINDS if kind == word), None)
        if kind is None or ring is None:
            table.notes.say(
                Sentence("{name}: the file does not say of what kind and ring it is, so it is left out", name=name)
            )
            continue
        table.notes.say(
            Sentence("the file does not say which skills advantages bear on: the table says it at each check")
        )
        yield Trait(name, kind, arms.ring_of(ring, row.at("ring")))


# --- gear --------------------------------------------------------------------------------------------------


def _gear(table: Foreign) -> tuple[list[Weapon], list[Armour]]:
    weapons: list[Weapon] = []
    armour: list[Armour] = []
    for row in table.tables("gear"):
        row.leave("quantity", "custom", "description", "source_reference", "rarity", "zeni", "properties", "kind",
                  "via", "weight")  # fmt: skip
        name = row.line("name")
        printed = row.get("printed")
        line = " ".join(printed[:400].split()) if isinstance(printed, str) else name
        row.done()
        found = _weapon(line, name, row)
        piece = None if found else arms.armour_of(line, table.notes) or arms.known_armour(name)
        if found:
            _add(found, weapons)
        elif piece:
            armour.append(piece)
        else:
            table.notes.unneeded.setdefault(clean(name))
    return weapons, armour


def _add(weapon: Weapon, weapons: list[Weapon]) -> None:
    """Add a weapon, unless it is another way to use one that is there: a shuriken, and a shuriken thrown."""
    if not any(has.key == weapon.key and has == weapon for has in weapons):
        weapons.append(weapon)


def _weapon(line: str, name: str, row: Foreign) -> Weapon | None:
    """A weapon from its printed line, else from the catalogue by its name."""
    found = _LINE.match(line)
    damage = _DAMAGE.search(found["rest"]) if found else None
    if found is None or damage is None:
        return arms.known_weapon(name)
    known = arms.known_weapon(found["name"])
    if known and norm(found["name"]) != norm(found["name"].replace("(", " ")):  # a way to use it, in brackets
        return known
    return arms.forge(found["name"], "", _profiles(found["name"], found["rest"], damage, row), row.notes)


def _profiles(name: str, rest: str, damage: re.Match[str], row: Foreign) -> list[Profile]:
    reach = _RANGE.search(rest)
    least, most = arms.range_of(reach[1] if reach else "", row.where)
    if damage[2] is None:
        row.notes.say(Sentence("{name}: no deadliness in the file: taken as 0", name=clean(name)))
    words = [part for part in _RANGE.sub("", _DAMAGE.sub("", rest)).split(",") if part.strip()]
    skills = [word for word in words if "[" in word]
    skill = arms.skill_of(" ".join(skills), name, row.notes)
    qualities = arms.qualities_of([word for word in words if word not in skills], name, row.notes)
    body = skill == "unarmed" and (arms.is_body(name) or arms.known_weapon(name) is not None)
    first = Profile("body" if body else "1-hand", 0 if body else 1, skill, least, most, int(damage[1]),
                    int(damage[2] or 0), qualities)  # fmt: skip
    if damage[3]:
        return [first, first._replace(grip="2-hand", hands=2, deadliness=int(damage[3]))]
    like = arms.kindred(name)
    if like and not body:
        return [first._replace(grip=like.grips[0].name, hands=like.grips[0].hands)]
    return [first]
