"""Paper Blossoms (github.com/dashnine): its sample characters and the saves of its newer, JSON-writing version.

Samples are printed blocks: ranks by skill group, weapons with text such as `5/7` and `2–5`, armour among the gear.
Saves keep what was bought (`advance_stack`), one row a grip, and neither Void points nor the school rank; the rank is
worked out from the experience spent. Its older binary saves (`pbc`) end in `saved` too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.formats import arms
from iaijutsu.formats.arms import Profile
from iaijutsu.formats.foreign import Foreign, Notes, Read, clean, norm, settle, slug
from iaijutsu.rpg.catalogue import weapon as catalogued
from iaijutsu.rpg.characters import (
    COMPUTED,
    GROUPS,
    RINGS,
    SKILLS,
    UNLIMITED,
    Armour,
    Burden,
    Character,
    Json,
    Kind,
    Ring,
    Trait,
    TraitKind,
    Weapon,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

SAMPLE = Sentence("Paper Blossoms sample")
SAVE = Sentence("Paper Blossoms save")

RANKS_AT = (20, 24, 32, 44, 60)
"""Experience that a school rank takes (core rulebook p. 98); what is outside the curriculum counts half."""

DAISHO = ("katana", "wakizashi")
_VALUES = re.compile(r"(\d{1,2})(?:/(\d{1,2}))?")


# --- samples -----------------------------------------------------------------------------------------------


def is_sample(data: dict[str, Json]) -> bool:
    """Whether a table is a sample character."""
    return "skill_groups" in data and "rings" in data


def sample(data: Json, where: str) -> Read:
    """A sample character. Raises `BadInput`."""
    notes = Notes()
    table = Foreign(data, where, notes)
    table.leave("blurb", "reference", "conflict_rank", "_comment")
    derived = table.table("derived")
    social = table.table("social")
    if not table.has("social"):
        notes.say(Sentence("no honor, glory and status in the file: taken as 0"))
    weapons = [_sample_weapon(row) for row in table.tables("weapons")]
    gear = _gear(table)
    weapons += [weapon for weapon in gear.weapons if weapon.key not in {has.key for has in weapons}]
    character = Character(
        name=table.line("name", "Nameless"),
        rings=_rings(table.table("rings")),
        skills=_group_ranks(table.table("skill_groups")),
        kind=_kind(table),
        school_rank=1,
        honor=social.number("honor", 0, most=100),
        glory=social.number("glory", 0, most=100),
        status=social.number("status", 0, most=100),
        endurance=derived.number("endurance", COMPUTED, most=UNLIMITED),
        composure=derived.number("composure", COMPUTED, most=UNLIMITED),
        focus=derived.number("focus", COMPUTED),
        vigilance=derived.number("vigilance", COMPUTED),
        weapons=tuple(weapons),
        armour=tuple(gear.armour),
        techniques=arms.techniques_of([_ability(row) for row in table.tables("abilities")], "", 0, notes),
        traits=(*_sample_traits(table, "advantages"), *_sample_traits(table, "disadvantages")),
        demeanor=table.line("demeanor"),
    )
    for part in (table, derived, social):
        part.done()
    return settle(character, notes, SAMPLE, where)


def _kind(table: Foreign) -> Kind:
    kind = table.line("type", "adversary")
    if kind in ("adversary", "minion"):
        return kind  # type: ignore[return-value] # mypy does not narrow a membership
    raise BadInput(table.at("type"), Sentence("adversary or minion is needed; found {found!a}", found=kind))


def _rings(table: Foreign) -> dict[Ring, int]:
    rings: dict[Ring, int] = {ring: table.number(ring.title(), most=10) for ring in RINGS}
    table.done()
    return rings


def _group_ranks(table: Foreign) -> dict[str, int]:
    ranks = {skill: table.number(group.title(), 0, most=10) for group, skills in GROUPS.items() for skill in skills}
    table.done()
    return {skill: rank for skill, rank in ranks.items() if rank}


def _ability(row: Foreign) -> str:
    row.leave("text", "reference")
    name = row.line("name")
    row.done()
    return name


def _sample_traits(table: Foreign, key: str) -> list[Trait]:
    kind: TraitKind = "distinction" if key == "advantages" else "adversity"
    traits = []
    for row in table.tables(key):
        name = row.line("name", "Nameless")
        row.leave("types", "reference", "text")
        groups = arms.skills_of(row.lines("groups"), name, table.notes)
        traits.append(Trait(name, kind, arms.ring_of(row.get("ring"), row.at("ring")), groups))
        row.done()
    if traits:
        table.notes.say(
            Sentence("advantages of printed adversaries are taken as distinctions")
            if kind == "distinction"
            else Sentence("disadvantages of printed adversaries are taken as adversities")
        )
    return traits


def _sample_weapon(row: Foreign) -> Weapon:
    name = row.line("name", "Weapon")
    damages = _numbers(row, "damage")
    deadliness = _numbers(row, "deadliness")
    ranges = [arms.range_of(part, row.at("range")) for part in row.line("range").split("/")[:2]]
    qualities = arms.qualities_of(row.lines("qualities"), name, row.notes)
    row.done()
    skill = arms.skill_of("", name, row.notes)
    return arms.forge(name, "", _profiles(name, skill, damages, deadliness, ranges, qualities), row.notes)


def _numbers(row: Foreign, key: str) -> list[int]:
    """One number, or two (the second in a two-handed grip), from text such as `5/7`."""
    found = _VALUES.fullmatch(str(row.get(key) if row.has(key) else "")[:20].replace(" ", ""))
    if not found:
        raise BadInput(
            row.at(key),
            Sentence("a number, or two such as 5/7, are needed; found {found!a}", found=str(row.get(key))[:40]),
        )
    return [int(part) for part in found.groups() if part is not None]


def _profiles(
    name: str,
    skill: str,
    damages: list[int],
    deadliness: list[int],
    ranges: list[tuple[int, int]],
    qualities: tuple[str, ...],
) -> list[Profile]:
    """A profile for each grip that the numbers tell of: two where there are two of anything."""
    count = max(len(damages), len(deadliness), len(ranges))
    like = arms.kindred(name)
    if count > 1:
        grips = [("1-hand", 1), ("2-hand", 2)]
    elif arms.is_body(name) and like is None:
        grips = [("body", 0)]
    else:
        grips = [(grip.name, grip.hands) for grip in like.grips[:1]] if like else [("1-hand", 1)]
    return [
        Profile(grip, hands, skill, *ranges[min(n, len(ranges) - 1)], damages[min(n, len(damages) - 1)],
                deadliness[min(n, len(deadliness) - 1)], qualities)
        for n, (grip, hands) in enumerate(grips)
    ]  # fmt: skip


class Gear(NamedTuple):
    """What lines of gear turn out to be."""

    weapons: list[Weapon]
    armour: list[Armour]


def _gear(table: Foreign) -> Gear:
    """What is worn and held comes before what is only owned."""
    gear = table.table("gear")
    found = gear_of([*gear.lines("equipped"), *gear.lines("other")], table.notes)
    gear.done()
    return found


def gear_of(lines: Iterable[str], notes: Notes) -> Gear:
    """Weapons and armour among lines of gear; the rest is noted as not needed."""
    found = Gear([], [])
    for line in lines:
        weapon = arms.known_weapon(line)
        armour = None if weapon else arms.armour_of(line, notes)
        if weapon:
            found.weapons.append(weapon)
        elif norm(line) == "daisho":
            found.weapons.extend(catalogued(key) for key in DAISHO)
        elif armour:
            found.armour.append(armour)
        elif line:
            notes.unneeded.setdefault(clean(line))
    return found


# --- saves -------------------------------------------------------------------------------------------------


def is_save(data: dict[str, Json]) -> bool:
    """Whether a table is a saved character."""
    return "base_rings" in data and "base_skills" in data


def saved(data: Json, where: str, form: str = SAVE) -> Read:
    """A saved character. `rank` is the school rank where the save has one. Raises `BadInput`."""
    notes = Notes()
    table = Foreign(data, where, notes)
    version = table.number("save_version", 1)
    if version != 1:
        notes.say(
            Sentence("the save has version {version}; version 1 is known, and it was read as that", version=version)
        )
    for key in ("uuid", "notes", "heritage", "ninjo", "giri", "koku", "bu", "zeni", "total_xp", "portrait", "hor",
                "identity_locked", "bonus_curriculum_skills", "titles", "bonds"):  # fmt: skip
        table.leave(key)
    advances = [_advance(row) for row in table.tables("advance_stack")]
    school = table.line("school")
    rank = table.number("rank", 0, most=10) or _rank(advances, notes)
    weapons, armour = _equipment(table)
    character = Character(
        name=table.line("name", "Nameless"),
        rings=_bought_rings(table.table("base_rings"), advances),
        skills=_bought_skills(table.table("base_skills"), advances, notes),
        clan=table.line("clan"),
        family=table.line("family"),
        school=school,
        school_rank=rank,
        honor=table.number("honor", 0, most=100),
        glory=table.number("glory", 0, most=100),
        status=table.number("status", 0, most=100),
        strife=table.number("strife", 0),
        fatigue=table.number("fatigue", 0),
        burdens=_burdens(table.lines("conditions"), notes),
        weapons=tuple(weapons),
        armour=tuple(armour),
        techniques=arms.techniques_of(
            [*table.lines("techniques"), *[a.name for a in advances if a.type == "technique"]], school, rank, notes
        ),
    )
    notes.say(Sentence("no Void points in the file: half of Void, rounded up"))
    if traits := table.lines("adv_disadv"):
        notes.say(
            Sentence(
                "the file does not say of what kind and ring these are, so they are left out: {traits}",
                traits=", ".join(traits),
            )
        )
    table.done()
    return settle(character, notes, form, where)


class Advance(NamedTuple):
    """Something bought with experience. `type` is skill, ring or technique."""

    type: str
    name: str
    track: str
    cost: int


def _advance(row: Foreign) -> Advance:
    advance = Advance(
        row.line("type").lower(), row.line("name"), row.line("track").lower(), row.number("cost", 0, most=999)
    )
    row.done()
    if advance.type not in ("skill", "ring", "technique"):
        row.notes.say(
            Sentence(
                "an advance of the kind {type!a} is not known, and left out: {name}",
                type=advance.type,
                name=advance.name,
            )
        )
    return advance


def _rank(advances: list[Advance], notes: Notes) -> int:
    """The school rank by experience on the curriculum: exact when it is the same with all of it inside and outside."""
    costs = [advance.cost for advance in advances if advance.track == "curriculum"]
    most, least = _climb(costs), _climb([(cost + 1) // 2 for cost in costs])
    how = (
        Sentence("school rank {least} worked out from the experience spent", least=least)
        if least > 1
        else Sentence("school rank taken as 1")
    )
    notes.say(
        how
        if most == least
        else Sentence("{how}; it may be up to {most}, which depends on the school's curriculum", how=how, most=most)
    )
    return least


def _climb(costs: list[int]) -> int:
    rank, within = 1, 0
    for cost in costs:
        within += cost
        if rank <= len(RANKS_AT) and within >= RANKS_AT[rank - 1]:
            rank, within = rank + 1, 0
    return rank


def _bought_rings(table: Foreign, advances: list[Advance]) -> dict[Ring, int]:
    rings = _rings(table)
    for advance in advances:
        if advance.type == "ring":
            ring = arms.ring_of(advance.name, f"{table.where}: advance_stack")
            rings[ring] += 1
    return rings


def _bought_skills(table: Foreign, advances: list[Advance], notes: Notes) -> dict[str, int]:
    ranks: dict[str, int] = {}
    told = [(name, table.number(name, 0, most=10)) for name in table.data]
    for name, rank in [*told, *[(advance.name, 1) for advance in advances if advance.type == "skill"]]:
        skill = skill_named(name)
        if skill:
            ranks[skill] = ranks.get(skill, 0) + rank
        elif rank:
            notes.say(Sentence("the skill {name!a} is not known, and left out", name=clean(name)))
    return {skill: rank for skill, rank in ranks.items() if rank}


def skill_named(name: str) -> str | None:
    """The skill of that name: `Fitness`, or `Martial Arts [Melee]`."""
    wanted = norm(name).removeprefix("martial arts ")
    return wanted if wanted in SKILLS else None


def _burdens(lines: list[str], notes: Notes) -> tuple[Burden, ...]:
    return tuple([burden for line in lines if (burden := arms.burden_of(line, notes))])


def _equipment(table: Foreign) -> tuple[list[Weapon], list[Armour]]:
    """Weapons, the rows of their grips put together, and armour."""
    groups: list[list[tuple[str, str, Profile]]] = []
    armour: list[Armour] = []
    for row in table.tables("equipment"):
        row.leave("description", "short_desc", "book", "page", "price", "unit", "rarity")
        kind = row.line("type").lower()
        if kind == "weapon":
            _grip_row(row, groups)
        elif kind == "armor":
            armour.append(_armour_row(row))
        else:
            table.notes.unneeded.setdefault(row.line("name"))
            row.leave(*row.data)
        row.done()
    weapons = [
        arms.forge(rows[0][0], rows[0][1], [one[2] for one in rows], table.notes, all_grips=True) for rows in groups
    ]
    return weapons, armour


def _grip_row(row: Foreign, groups: list[list[tuple[str, str, Profile]]]) -> None:
    """Add the row of a grip to the weapon before it, if that has its name and not yet such a grip."""
    name, grip = row.line("name", "Weapon"), row.line("grip", "1-hand")
    row.leave("physical_resistance", "supernatural_resistance")
    profile = Profile(
        grip,
        arms.hands_of(grip),
        arms.skill_of(row.line("skill"), name, row.notes),
        row.number("range_min", 0, most=6),
        row.number("range_max", 0, most=6),
        row.number("damage", 0),
        row.number("deadliness", 0),
        arms.qualities_of(row.lines("qualities"), name, row.notes),
    )
    if profile.range_min > profile.range_max:  # a known fault of that program: it adds the change of a grip to one end
        profile = profile._replace(range_max=profile.range_min)
    entry = (name, row.line("category"), profile)
    last = groups[-1] if groups else []
    if last and last[0][0] == name and all(one[2].grip != grip for one in last):
        last.append(entry)
    else:
        groups.append([entry])


def _armour_row(row: Foreign) -> Armour:
    name = row.line("name", "Armour")
    row.leave("category", "skill", "grip", "range_min", "range_max", "damage", "deadliness")
    resistances = row.number("physical_resistance", 0), row.number("supernatural_resistance", 0)
    return arms.fitted(
        Armour(slug(name), name, *resistances, arms.qualities_of(row.lines("qualities"), name, row.notes))
    )
