"""`iaijutsu characters`: those that ship, listed and shown; files of one's own and of other programs, checked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from ..engine import BadInput
from ..rpg import catalogue
from ..rpg.characters import RINGS, UNLIMITED, Armour, Character, Technique, Weapon
from .cmd_show import say
from .i18n import N_, _, ngettext, retold, told
from .setting_rpg import character as find
from .words.rpg_keys import words_of
from .words.rpg_scene import in_grip, ring

KINDS = {
    "player-character": N_("player character"), "adversary": N_("adversary"), "minion": N_("minion"),
}  # fmt: skip


def listed(options: argparse.Namespace) -> int:
    """List the characters that ship."""
    del options
    for name in catalogue.names():
        one = catalogue.load(name)
        print(f"{name:<10} {one.name} · {_school(one)} · {_rings(one)}")
    n = len(catalogue.names())
    print(ngettext("{n} character", "{n} characters", n).format(n=n))
    return 0


def show(options: argparse.Namespace) -> int:
    """Show one character, with what was odd about its file."""
    one, notes = find(options.character, "characters show")
    print(one.name)
    for text in (_school(one), _rings(one), _values(one), _skills(one)):
        say(text, "    ", "        ")
    for weapon in one.weapons:
        say(_weapon(weapon), "    ", "        ")
    for number, armour in enumerate(one.armour):
        say(_armour(armour, worn=not number), "    ", "        ")
    for technique in one.techniques:
        say(_technique(technique), "    ", "        ")
    for trait in one.traits:
        say(f"{trait.name}: {words_of(trait.kind).lower()} ({ring(trait.ring)})", "    ", "        ")
    for note in notes:
        say(_("Note: {note}").format(note=retold(note)))
    return 0


def check(options: argparse.Namespace) -> int:
    """Check files; everything that is wrong is told, then the status is 2."""
    wrong: list[str] = []
    for name in options.file:
        path = Path(name).expanduser()
        if not path.exists():
            wrong.append(str(BadInput("characters check", _("there is no file {name!r:.80}").format(name=name))))
            continue
        wrong += _checked(path)
    if wrong:
        raise BadInput("", "; ".join(wrong))
    return 0


def _checked(path: Path) -> list[str]:
    """Tell what a good file holds, else everything that is wrong with it: of our own form line by line."""
    from ..formats import read_characters

    try:
        found = read_characters(path)
    except BadInput as error:
        faults = catalogue.check(path) if path.suffix.lower() == ".toml" else []
        return [retold(fault) for fault in faults] or [told(error)]
    for read in found:
        say(
            _("{file}: well formed: {name}, {form}").format(file=path, name=read.character.name, form=retold(read.form))
        )
        for note in read.notes:
            say(_("Note: {note}").format(note=retold(note)), "    ", "        ")
    return []


# --- in lines --------------------------------------------------------------------------------------------


def _school(one: Character) -> str:
    parts = [one.school or _("no school"), _("rank {n}").format(n=one.school_rank)]
    parts += [_(KINDS[one.kind])] if one.kind != "player-character" else []
    return ", ".join(parts)


def _rings(one: Character) -> str:
    return ", ".join(f"{ring(name)} {one.rings[name]}" for name in RINGS)


def _values(one: Character) -> str:
    def number(value: int) -> str:
        return _("unlimited") if value >= UNLIMITED else str(value)

    told = _(
        "Endurance {endurance}, composure {composure}, focus {focus}, vigilance {vigilance}, Void points {points} of "
        "{void}; honor {honor}, glory {glory}, status {status}"
    )
    return told.format(
        endurance=number(one.endurance), composure=number(one.composure), focus=one.focus, vigilance=one.vigilance,
        points=one.void_points, void=one.void_max, honor=one.honor, glory=one.glory, status=one.status,
    )  # fmt: skip


def _skills(one: Character) -> str:
    ranked = sorted(((rank, name) for name, rank in one.skills.items() if rank), key=lambda pair: (-pair[0], pair[1]))
    told = ", ".join(f"{words_of(name)} {rank}" for rank, name in ranked)
    return _("Skills: {skills}").format(skills=told or _("none"))


def _weapon(weapon: Weapon) -> str:
    told = _("{name}: {skill}, range {range}, damage {damage}, deadliness {deadliness}; {grips}{qualities}")
    reach = dict.fromkeys((weapon.range_min, weapon.range_max))
    grips = filter(None, (in_grip(grip.name) for grip in weapon.grips))
    return told.format(
        name=_(weapon.name), skill=words_of(weapon.skill), range="–".join(map(str, reach)), damage=weapon.damage,
        deadliness=weapon.deadliness, grips=", ".join(grips),
        qualities=_qualities(weapon.qualities),
    )  # fmt: skip


def _armour(armour: Armour, *, worn: bool) -> str:
    told = _("{name}: physical resistance {n}{qualities}").format(
        name=_(armour.name), n=armour.physical, qualities=_qualities(armour.qualities)
    )
    return told + (_(" (worn)") if worn else "")


def _technique(technique: Technique) -> str:
    effects = dict.fromkeys(effect.name for effect in technique.effects)
    does = ", ".join(words_of(name).lower() for name in effects) or _("told only")
    return f"{technique.name}: {words_of(technique.kind).lower()} ({does})"


def _qualities(found: Iterable[object]) -> str:
    names = [words_of(str(quality)) for quality in found]
    return "; " + ", ".join(names) if names else ""
