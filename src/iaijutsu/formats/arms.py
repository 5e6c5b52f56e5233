"""Weapons, armour, techniques and traits as other programs' files tell of them, in our terms.

Numbers in a file win over the catalogue. Where a file's numbers are the catalogue's (of either printing), the
catalogue's weapon is taken, so that the switch between the printings works on it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.formats.foreign import Notes, clean, norm, slug, whole
from iaijutsu.rpg.catalogue import school_techniques, shelf
from iaijutsu.rpg.characters import (
    GROUPS,
    QUALITIES,
    RINGS,
    SKILLS,
    Armour,
    Burden,
    Grip,
    Json,
    Ring,
    Technique,
    Weapon,
)
from iaijutsu.rpg.techniques import CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

ALIASES = {
    "tanto": "knife",
    "aiguchi": "knife",
    "staff": "bo",
    "fist": "punch",
    "fists": "punch",
    "throwing stars": "shuriken",
    "sake bottle cups": "sake-set",
    "kakita katana": "academy-katana",
    "concealed armor": "concealed-armour",
    "ashigaru armor": "ashigaru-armour",
    "lacquered armor": "lacquered-armour",
    "plated armor": "plated-armour",
    "o yoroi": "great-armour",
    "stealth clothing": "stealth-clothes",
    "travelling clothes": "traveling-clothes",
}
"""Other names of what the catalogue holds, compared without accents."""

BODY = (
    "claw", "fang", "tusk", "hoof", "hooves", "talon", "antler", "horn", "maw", "teeth", "fist", "hand", "bite",
    "grip", "beak", "touch", "torrent", "tail", "unarmed",
)  # fmt: skip
"""Words that tell a part of the body, or of a spirit, from a weapon that is carried."""

_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-"})
_RANGE = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")


class Profile(NamedTuple):
    """A weapon in one grip, all effects of the grip already in the numbers, as files list them."""

    grip: str
    hands: int
    skill: str
    range_min: int
    range_max: int
    damage: int
    deadliness: int
    qualities: tuple[str, ...]


def known_weapon(name: str) -> Weapon | None:
    """The weapon of the catalogue that a name means, exactly."""
    return shelf().weapons.get(_key(name, shelf().weapons.keys()))


def kindred(name: str) -> Weapon | None:
    """The weapon that a name ends with: a rusted katana is a katana."""
    words = norm(name).split()
    for start in range(len(words)):
        if found := known_weapon(" ".join(words[start:])):
            return found
    return None


def known_armour(name: str) -> Armour | None:
    """The armour of the catalogue that a name means."""
    return shelf().armour.get(_key(name, shelf().armour.keys()))


def _key(name: str, keys: Iterable[str]) -> str:
    wanted = norm(name)
    wanted = ALIASES.get(wanted, wanted).replace(" ", "-")
    return wanted if wanted in keys else ""


def forge(name: str, category: str, profiles: list[Profile], notes: Notes, *, all_grips: bool = False) -> Weapon:
    """A weapon from its profiles, one for each grip; the catalogue's own where all numbers are those.

    With `all_grips` the file tells all grips that there are; else it may be silent about some.
    """
    made = _made(name, category, profiles)
    known = known_weapon(name)
    if known is None:
        like = kindred(name)
        return replace(made, base=like.key, category=like.category) if like else made
    for version in (known, known.as_printed()):
        if _same(made, version) and (not all_grips or _same(version, made)):
            return known
    if not made.readied:
        notes.say(Sentence("{name}: the file's numbers differ from the catalogue's, and are taken", name=made.name))
    return replace(made, key=known.key, category=known.category)


def _made(name: str, category: str, profiles: list[Profile]) -> Weapon:
    first = profiles[0]
    shared = tuple([quality for quality in first.qualities if all(quality in other.qualities for other in profiles)])
    body = first.hands == 0
    return Weapon(
        key=slug(name),
        name=clean(name) or "Weapon",
        category=clean(category).lower() or ("unarmed" if body else "other"),
        skill=first.skill,
        range_min=first.range_min,
        range_max=first.range_max,
        damage=first.damage,
        deadliness=first.deadliness,
        grips=_grips(first, profiles, shared),
        qualities=shared,
        readied=first.grip if body else "",
    )


def _grips(first: Profile, profiles: list[Profile], shared: tuple[str, ...]) -> tuple[Grip, ...]:
    grips: dict[str, Grip] = {}
    for one in profiles:
        moved = (one.range_min, one.range_max) != (first.range_min, first.range_max)
        grips.setdefault(
            one.grip,
            Grip(
                one.grip,
                one.hands,
                one.damage - first.damage,
                one.deadliness - first.deadliness,
                one.skill if one.skill != first.skill else None,
                one.range_min if moved else None,
                one.range_max if moved else None,
                tuple([quality for quality in one.qualities if quality not in shared]),
            ),
        )
    return tuple(grips.values())


def _same(made: Weapon, known: Weapon) -> bool:
    """Whether every grip of `made` has the numbers of a grip of `known` with as many hands."""
    return all(any(_alike(made, grip, known, other) for other in known.grips) for grip in made.grips)


def _alike(made: Weapon, grip: Grip, known: Weapon, other: Grip) -> bool:
    one, two = made.held(grip.name), known.held(other.name)
    numbers = (one.damage, one.deadliness, one.range_min, one.range_max)
    theirs = (two.damage, two.deadliness, two.range_min, two.range_max)
    return grip.hands == other.hands and numbers == theirs and sorted(one.qualities) == sorted(two.qualities)


def hands_of(grip: str) -> int:
    """How many hands the name of a grip tells of."""
    return 2 if grip.strip().startswith("2") or grip.strip().lower().startswith("two") else 1


def skill_of(word: str, name: str, notes: Notes) -> str:
    """The weapon skill that `word` means, else the likely one for a weapon of that name, noted."""
    for skill in ("melee", "ranged", "unarmed"):
        if skill in word.lower():
            return skill
    like = kindred(name)
    guess = like.skill if like else "unarmed" if is_body(name) else "melee"
    if like is None:
        notes.say(
            Sentence("{name}: the file names no skill that is known; taken as {guess}", name=clean(name), guess=guess)
        )
    return guess


def is_body(name: str) -> bool:
    """Whether a name tells of a part of the body."""
    return any(word.startswith(BODY) for word in norm(name).split())


def range_of(text: str, where: str) -> tuple[int, int]:
    """Range bands from text: `2`, `0-1`, `2–5`; nothing is 0. Raises `BadInput`."""
    bare = text.translate(_DASHES).replace(" ", "")
    found = _RANGE.fullmatch(bare or "0")
    if not found:
        raise BadInput(where, Sentence("a range such as 1 or 0-1 is needed; found {found!a}", found=text[:40]))
    least, most = whole(found[1], where, 0, 6), whole(found[2] or found[1], where, 0, 6)
    if least > most:
        raise BadInput(where, Sentence("the range {text!a} ends before it begins", text=text[:40]))
    return least, most


def qualities_of(words: Iterable[str], what: str, notes: Notes) -> tuple[str, ...]:
    """The qualities that words mean; the others are noted."""
    found: dict[str, None] = {}
    for word in words:
        wanted = norm(word).replace(" ", "-")
        known = [q for q in QUALITIES if q == wanted or (len(wanted) > 5 and q.startswith(wanted))]  # `Razor-Edge`
        if known:
            found.setdefault(known[0])
        elif wanted:
            notes.say(
                Sentence("{what}: the quality {word!a} is not known, and left out", what=clean(what), word=clean(word))
            )
    return tuple(found)


def armour_of(text: str, notes: Notes) -> Armour | None:
    """Armour from a line such as `Hide (Physical 4, Wargear)`, or from a name of the catalogue; else None."""
    name, _, inside = text.partition("(")
    parts = [part.strip() for part in inside.rstrip(") ").split(",")]
    values = {"physical": 0, "supernatural": 0}
    rest = []
    for part in parts:
        kind, _, amount = part.rpartition(" ")
        kind = {"spiritual": "supernatural"}.get(kind.lower(), kind.lower())
        if kind in values and amount.isdecimal() and len(amount) <= 2:
            values[kind] = int(amount)
        else:
            rest.append(part)
    if any(values.values()):
        return fitted(Armour(slug(name), clean(name) or "Armour", **values, qualities=qualities_of(rest, name, notes)))
    return known_armour(name)


def fitted(made: Armour) -> Armour:
    """The catalogue's armour where name and numbers are those; else `made`, with its key where the name is known."""
    known = known_armour(made.name)
    if known is None:
        return made
    same = (known.physical, known.supernatural, sorted(known.qualities))
    if same == (made.physical, made.supernatural, sorted(made.qualities)):
        return known
    return replace(made, key=known.key)


@cache
def _technique_names() -> dict[str, Technique]:
    return {_technique_name(technique.name): technique for technique in shelf().techniques.values()}


def _technique_name(name: str) -> str:
    return norm(name).removeprefix("iaijutsu cut ").removeprefix("the ")


def technique_of(name: str) -> Technique | None:
    """The technique of the catalogue that a name means: `Iaijutsu Cut: X`, `Iaijutsu Cut (X)`, `X (Clan)`."""
    open_brackets = re.sub(r"[()]", " ", name[:200])
    names = _technique_names()
    return names.get(_technique_name(name)) or names.get(_technique_name(open_brackets))


def techniques_of(names: Iterable[str], school: str, rank: int, notes: Notes) -> tuple[Technique, ...]:
    """The techniques that names mean, and those that the school gives a member of that rank."""
    found = {technique.id: technique for technique in school_techniques(school, rank)}
    missing = []
    for name in names:
        technique = technique_of(name)
        if technique:
            found.setdefault(technique.id, technique)
        elif clean(name):
            missing.append(clean(name))
    if missing:
        notes.say(Sentence("without effect here: {names}", names=", ".join(dict.fromkeys(missing))))
    for technique in found.values():
        if not technique.effects:
            notes.say(Sentence("without effect in a duel: {name}", name=technique.name))
    return tuple(found.values())


def ring_of(word: Json, where: str) -> Ring:
    """The ring of that name. Raises `BadInput`."""
    for ring in RINGS:
        if isinstance(word, str) and word.strip().lower() == ring:
            return ring
    raise BadInput(
        where, Sentence("one of {rings} is needed; found {found!a}", rings=", ".join(RINGS), found=str(word)[:40])
    )


def skills_of(words: Iterable[str], what: str, notes: Notes) -> tuple[str, ...]:
    """The skills that names of skills or skill groups mean; the others are noted."""
    found: dict[str, None] = {}
    for word in words:
        wanted = norm(word).removesuffix(" skills")
        for skill in GROUPS.get(wanted, (wanted,)):
            if skill in SKILLS:
                found.setdefault(skill)
            else:
                notes.say(
                    Sentence(
                        "{what}: {word!a} names no skill; the table says when it bears on a check",
                        what=clean(what),
                        word=clean(word),
                    )
                )
    return tuple(found)


def burden_of(text: str, notes: Notes) -> Burden | None:
    """A condition from text such as `Bleeding`, `Dying (3 rounds)`, `Lightly Wounded (Fire)`, `lightly_wounded_air`."""
    words = norm(re.sub(r"[()_-]", " ", text[:200])).split()
    name = next((c for c in CONDITIONS if words[: len(c.split("-"))] == c.split("-")), None)
    rest = words[len(name.split("-")) :] if name else []
    if name is None:
        if words and words[0] not in ("compromised", "incapacitated"):  # these follow from strife and fatigue
            notes.say(Sentence("the condition {text!a} is not known, and left out", text=clean(text)))
        return None
    if name.endswith("wounded"):
        ring = next((ring for ring in RINGS if ring in rest), None)
        if ring is None:
            notes.say(Sentence("the condition {text!a} names no ring, and is left out", text=clean(text)))
            return None
        return Burden(name, ring)
    if name == "dying":
        rounds = next((int(word) for word in rest if word.isdecimal() and len(word) <= 2), 3)
        return Burden(name, rounds=rounds)
    return Burden(name)


def ready(weapon: Weapon, hands: int) -> Weapon:
    """The weapon in hand, in a grip of so many hands if it has one, else in its first."""
    fitting = [grip.name for grip in weapon.grips if grip.hands == hands]
    return replace(weapon, readied=[*fitting, weapon.grips[0].name][0])
