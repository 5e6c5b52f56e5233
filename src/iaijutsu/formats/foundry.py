"""Actors of the Foundry virtual table's `l5r5e` system: `character` and `npc`, of the present form and of old ones.

Old exports wrap things in `data` where new ones say `system`; they write numbers as text, `fatigue` and `strife` as
bare numbers, `void_points.current` for `value`, and `vigilante` for `vigilance`. A branch of the system describes grips
by numbers (`grip_profiles`); else they are text such as `Deadliness +2`, and `N/A` where there is no such grip.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.formats import arms
from iaijutsu.formats.arms import Profile
from iaijutsu.formats.foreign import Foreign, Notes, Read, clean, settle, slug
from iaijutsu.rpg.characters import (
    COMPUTED,
    GROUPS,
    RINGS,
    TRAIT_KINDS,
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
    derived,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FORM = Sentence("Foundry actor")

QUALITY_IDS = {
    "001": "razor-edged", "002": "ceremonial", "005": "concealable", "006": "cumbersome", "007": "snaring",
    "011": "wargear", "012": "mundane", "013": "prepare", "015": "durable", "016": "subtle",
}  # fmt: skip
"""Qualities by the end of their id (`L5RCorePro000001`), for entries without a name."""

_CHANGE = re.compile(r"(damage|deadliness)\s*([+-]?\d{1,2})", re.IGNORECASE)
_REACH = re.compile(r"range\s*([\d–-]+)", re.IGNORECASE)
_VALUES = ("endurance", "composure", "focus", "vigilance")


def is_actor(data: dict[str, Json]) -> bool:
    """Whether a table is an actor: a type, and its values under `system` or `data`."""
    return isinstance(data.get("type"), str) and isinstance(data.get("system", data.get("data")), dict)


def actor(data: Json, where: str) -> Read:
    """The character of an actor. Raises `BadInput`."""
    notes = Notes()
    outer = Foreign(data, where, notes)
    kind = outer.line("type")
    if kind not in ("character", "npc"):
        raise BadInput(outer.at("type"), Sentence("a character or npc is needed; found {found!a}", found=kind))
    outer.leave("folder", "img", "prototypeToken", "token", "_id", "_stats", "flags", "ownership", "permission", "sort")
    system = _inner(outer)
    items = _Items(outer)
    character = _character(outer, system, kind == "npc", items)
    system.done()
    outer.done()
    return settle(character, notes, FORM, where)


def _inner(table: Foreign) -> Foreign:
    """What an actor or an item keeps under `system`, in old files under `data`."""
    return table.table("system" if table.has("system") else "data")


def _character(outer: Foreign, system: Foreign, npc: bool, items: _Items) -> Character:
    identity, social = system.table("identity"), system.table("social")
    identity.leave("age", "female", "marital_status", "roles", "school_curriculum_journal", "school_curriculum")
    social.leave("ninjo", "giri", "bushido_tenets", "titles")
    system.leave("soft_locked", "notes", "description", "techniques", "stance", "template", "twenty_questions", "zeni",
                 "money", "attitude", "conflict_rank", "rings_affinities", "xp_total", "xp_spent", "xp_saved",
                 "is_afflicted_or_compromised", "bonds", "titles", "rank")  # fmt: skip
    kind = _kind(system, npc)
    rings = _rings(system.table("rings"))
    values = _derived(system, rings, kind)
    void_max, void_points = _void(system, rings)
    if system.has("prepared") and not _flag(system, "prepared"):
        system.notes.say(Sentence("the actor is unprepared: say so in the setup of the duel"))
    character = Character(
        name=outer.line("name", "Nameless"),
        rings=rings,
        skills=_group_ranks(system.table("skills")) if npc else _skills(system.table("skills")),
        kind=kind,
        clan=identity.line("clan"),
        family=identity.line("family"),
        school=identity.line("school"),
        school_rank=identity.number("school_rank", 1, most=10),
        honor=social.number("honor", 0, most=100),
        glory=social.number("glory", 0, most=100),
        status=social.number("status", 0, most=100),
        endurance=values["endurance"],
        composure=values["composure"],
        focus=values["focus"],
        vigilance=values["vigilance"],
        void_max=void_max,
        void_points=void_points,
        strife=_gauge(system, "strife"),
        fatigue=_gauge(system, "fatigue"),
        burdens=tuple(_burdens(outer)),
        weapons=tuple(items.weapons),
        armour=(*items.worn, *items.armour),
        techniques=arms.techniques_of(items.techniques, "", 0, system.notes),
        traits=tuple(items.traits),
    )
    identity.done()
    social.done()
    return character


def _kind(system: Foreign, npc: bool) -> Kind:
    word = system.line("type", "adversary") if npc else ""
    if not npc:
        return "player-character"
    if word not in ("adversary", "minion"):
        system.notes.say(Sentence("the kind {word!a} is not known; taken as an adversary", word=word))
    return "minion" if word == "minion" else "adversary"


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


def _group_ranks(table: Foreign) -> dict[str, int]:
    ranks = {skill: table.number(group, 0, most=10) for group, skills in GROUPS.items() for skill in skills}
    table.done()
    return {skill: rank for skill, rank in ranks.items() if rank}


def _derived(system: Foreign, rings: dict[Ring, int], kind: Kind) -> dict[str, int]:
    """The derived values of the file; those not filled in (0) are left to the formulas, those that differ noted."""
    values = {}
    ours = derived(rings, kind)
    for name in _VALUES:
        key = "vigilante" if name == "vigilance" and not system.has(name) else name
        most = UNLIMITED if name in ("endurance", "composure") else 99
        value = system.number(key, 0, most=most) or COMPUTED
        if value == COMPUTED and ours[name]:
            system.notes.say(Sentence("no {name} in the file: {ours} by the rings", name=name, ours=ours[name]))
        elif value not in (COMPUTED, ours[name]) and kind == "player-character":
            system.notes.say(
                Sentence(
                    "{name} is {value} in the file and {ours} by the rings: the file's is taken",
                    name=name,
                    value=value,
                    ours=ours[name],
                )
            )
        values[name] = value
    return values


def _void(system: Foreign, rings: dict[Ring, int]) -> tuple[int, int]:
    """Void points: the most, and those at hand."""
    if not system.has("void_points"):
        return COMPUTED, COMPUTED
    points = system.table("void_points")
    most = points.number("max", COMPUTED, least=0)
    now = points.number("value" if points.has("value") else "current", COMPUTED, least=0)
    points.done()
    if most == COMPUTED:
        return COMPUTED, COMPUTED
    if most != rings["void"]:
        system.notes.say(
            Sentence(
                "at most {most} Void points in the file, and Void is {rings}: the file's is taken",
                most=most,
                rings=rings["void"],
            )
        )
    if now == 0 and most:
        system.notes.say(
            Sentence("no Void point at hand in the file, as in many that never changed it; so it is taken")
        )
    if now > most:
        system.notes.say(
            Sentence("{now} Void points at hand in the file, of at most {most}: taken as {most}", now=now, most=most)
        )
    return most, min(now, most)


def _gauge(system: Foreign, key: str) -> int:
    """Strife or fatigue: a table with `value`, or in old files a bare number."""
    if not isinstance(system.data.get(key), dict):
        return system.number(key, 0)
    table = system.table(key)
    table.leave("max")
    value = table.number("value", 0)
    table.done()
    return value


def _flag(table: Foreign, key: str) -> bool:
    """A yes or no, also told as text or number."""
    return table.get(key) in (True, "true", 1, "1")


def _burdens(outer: Foreign) -> Iterator[Burden]:
    """Conditions among the active effects."""
    for effect in outer.tables("effects"):
        effect.leave(*[key for key in effect.data if key not in ("statuses", "name", "label")])
        if effect.get("disabled") is True:
            continue
        words = effect.lines("statuses") or [effect.line("name") or effect.line("label")]
        effect.leave("name", "label")
        for word in words:
            if burden := arms.burden_of(word, outer.notes):
                yield burden


class _Items:
    """The items of an actor, sorted. `worn` is armour that is equipped."""

    def __init__(self, outer: Foreign) -> None:
        self.weapons: list[Weapon] = []
        self.worn: list[Armour] = []
        self.armour: list[Armour] = []
        self.techniques: list[str] = []
        self.traits: list[Trait] = []
        readers = {
            "weapon": self._weapon,
            "armor": self._armour,
            "technique": self._technique,
            "peculiarity": self._trait,
        }
        for item in outer.tables("items"):
            kind = item.line("type")
            name = item.line("name", "Nameless")
            if kind in readers:
                item.leave(*[key for key in item.data if key not in ("system", "data")])
                system = _inner(item)
                readers[kind](name, system)
                system.done()
                item.done()
            else:
                outer.notes.unneeded.setdefault(f"{kind or 'item'} {clean(name)}")
        if self.armour and not self.worn:
            outer.notes.say(Sentence("no armour is equipped: {name} is taken as worn", name=self.armour[0].name))

    def _leave(self, system: Foreign) -> None:
        system.leave("source_reference", "description", "parent_id", "items", "quantity", "weight", "rarity", "zeni",
                     "in_curriculum", "xp_used", "xp_cost", "bought_at_rank", "book_reference", "rulesKey")  # fmt: skip

    def _weapon(self, name: str, system: Foreign) -> None:
        self._leave(system)
        system.leave("equipped", "damage_type", "active_grip")
        readied = _flag(system, "readied")
        skill = arms.skill_of(system.line("skill"), name, system.notes)
        least, most = arms.range_of(str(system.get("range") or ""), system.at("range"))
        qualities = _qualities(system, name)
        damage, deadliness = system.number("damage", 0), system.number("deadliness", 0)
        base = Profile("1-hand", 1, skill, least, most, damage, deadliness, qualities)
        grips = _grips(system, base, name)
        weapon = arms.forge(name, system.line("category"), grips, system.notes, all_grips=True)
        if readied and not weapon.readied:
            weapon = arms.ready(weapon, 2 if str(system.get("active_grip")).startswith("two") else 1)
        self.weapons.append(weapon)

    def _armour(self, name: str, system: Foreign) -> None:
        self._leave(system)
        values = system.table("armor")
        resistances = values.number("physical", 0), values.number("supernatural", 0)
        piece = arms.fitted(Armour(slug(name), name, *resistances, _qualities(system, name)))
        values.done()
        (self.worn if _flag(system, "equipped") else self.armour).append(piece)

    def _technique(self, name: str, system: Foreign) -> None:
        self._leave(system)
        system.leave("rank", "ring", "skill", "difficulty", "technique_type", "activation")
        self.techniques.append(name)

    def _trait(self, name: str, system: Foreign) -> None:
        self._leave(system)
        system.leave("types", "rank")
        kind = _trait_kind(system)
        if kind is None:
            system.leave("ring")
            return
        self.traits.append(Trait(name, kind, arms.ring_of(system.get("ring"), system.at("ring"))))
        system.notes.say(
            Sentence("the file does not say which skills advantages bear on: the table says it at each check")
        )


def _trait_kind(system: Foreign) -> TraitKind | None:
    word = system.line("peculiarity_type", "distinction").lower()
    for kind in TRAIT_KINDS:
        if kind == word:
            return kind
    system.notes.say(Sentence("a peculiarity of the kind {word!a} is not known, and left out", word=word))
    return None


def _qualities(system: Foreign, name: str) -> tuple[str, ...]:
    """Qualities from `properties`: names, or ids where they have none."""
    words = []
    told = system.get("properties")
    for entry in told[:50] if isinstance(told, list) else []:
        if isinstance(entry, str):
            words.append(entry)
        elif isinstance(entry, dict):
            named, id_ = entry.get("name"), str(entry.get("id") or entry.get("_id") or "")
            words.append(named if isinstance(named, str) and named else QUALITY_IDS.get(id_[-3:], id_))
    return arms.qualities_of(words, name, system.notes)


def _grips(system: Foreign, base: Profile, name: str) -> list[Profile]:
    """A profile for each grip that the weapon has; one of the body for unarmed ones without any."""
    if system.has("grip_profiles"):
        system.leave("grip_1", "grip_2")
        found = list(_numbered(system.table("grip_profiles"), base))
    else:
        texts = [(system.line("grip_1"), "1-hand", 1), (system.line("grip_2"), "2-hand", 2)]
        found = [
            _worded(text, base._replace(grip=grip, hands=hands), system, name)
            for text, grip, hands in texts
            if text.strip().upper().rstrip(".") not in ("N/A", "NA", "-", "–", "NONE")
        ]
    if base.skill == "unarmed" and (not found or arms.is_body(name)):
        return [base._replace(grip="body", hands=0)]
    if not found:
        system.notes.say(
            Sentence("{name}: the file says that no grip is possible; taken as held in one hand", name=name)
        )
    return found or [base]


def _worded(text: str, profile: Profile, system: Foreign, name: str) -> Profile:
    """A profile with the changes that the text of a grip tells of."""
    for part in filter(None, (part.strip() for part in text.split(","))):
        if change := _CHANGE.fullmatch(part):
            more = int(change[2])
            if change[1].lower() == "damage":
                profile = profile._replace(damage=max(0, profile.damage + more))
            else:
                profile = profile._replace(deadliness=max(0, profile.deadliness + more))
        elif reach := _REACH.fullmatch(part):
            least, most = arms.range_of(reach[1], system.where)
            profile = profile._replace(range_min=least, range_max=most)
        else:
            gained = arms.qualities_of([part], name, system.notes)
            profile = profile._replace(qualities=(*profile.qualities, *gained))
    return profile


def _numbered(profiles: Foreign, base: Profile) -> Iterator[Profile]:
    """The grips that a branch of the system tells in numbers; null where there is no such grip."""
    for key, grip, hands in (("one-handed", "1-hand", 1), ("two-handed", "2-hand", 2)):
        if not profiles.has(key):
            continue
        table = profiles.table(key)
        least = table.number("range_min", base.range_min, most=6)
        skill = table.line("skill_id")
        yield base._replace(
            grip=grip,
            hands=hands,
            skill=next((word for word in ("melee", "ranged", "unarmed") if word in skill), base.skill),
            range_min=least,
            range_max=max(least, table.number("range_max", base.range_max, most=6)),
            damage=max(0, base.damage + table.number("damage_modifier", 0, least=-99)),
            deadliness=max(0, base.deadliness + table.number("deadliness_modifier", 0, least=-99)),
            qualities=(*base.qualities, *arms.qualities_of(table.lines("qualities"), grip, table.notes)),
        )
        table.leave("available", "enabled", "label")
        table.done()
    profiles.done()
