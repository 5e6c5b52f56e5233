"""The names of things that the role-playing rules know by keys alone: skills, conditions, qualities, kinds, scars."""

from __future__ import annotations

from ...rpg.characters import GROUPS, KINDS, QUALITIES, SKILLS, TECHNIQUE_KINDS, TRAIT_KINDS
from ...rpg.critical import SCARS
from ...rpg.techniques import CONDITIONS, EFFECTS, TYPES
from ..i18n import _

SHOWN = ("compromised", "incapacitated")
"""Conditions that come of strife and fatigue."""

MADE_TN = (
    "air stance", "ranged-harder", "dazed", "disoriented", "silenced", "severely wounded", "lightly wounded",
    "distracted", "resist-harder", "ring-easier", "trap", "attack-easier", "damaged", "cumbersome",
    "cumbersome armour", "exposed",
)  # fmt: skip
"""What changes a TN, as the rules name it."""

SOURCES = (
    "rulebook", "afflicted", "bleeding", "burning", "staredown", "provoke", "assistance", "ward", "disarm",
    "end of scene",
)  # fmt: skip
"""What does something in a duel and is no technique, trait or action."""

ONCE = ("parry", "anxiety", "unique-refused")
"""What may be done once for now, beside techniques."""

_SCARS = tuple(scar for rings in SCARS.values() for scars in rings.values() for scar in scars)
_TABLES = (
    SKILLS, tuple(GROUPS), CONDITIONS, SHOWN, QUALITIES, TYPES, KINDS, TRAIT_KINDS, TECHNIQUE_KINDS, _SCARS, MADE_TN,
    SOURCES, ONCE, tuple(EFFECTS),
)  # fmt: skip

KEYS: tuple[str, ...] = tuple(dict.fromkeys(key for table in _TABLES for key in table))
"""Every key that is shown to people by its name."""


def named(key: str) -> str:
    """A key as English words: `lightly-wounded` becomes `Lightly Wounded`. What is no key stays as it is."""
    return key.replace("/", ": ").replace("-", " ").title() if key.islower() else key


def words_of(key: str) -> str:
    """A key as words in the reader's language; English where the rules do not know it, as for what people made up."""
    return _(named(key))
