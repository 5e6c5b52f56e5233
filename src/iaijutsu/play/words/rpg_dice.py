"""Dice as faces to be drawn: what kind of die, which symbols, kept or dropped, and which came of which explosion."""

from __future__ import annotations

from functools import lru_cache

from ...engine.quick import dataclass
from ...rpg.dice import RING_SIDES, SYMBOLS, Die
from ..i18n import N_, _, language, listed
from .rpg_scene import LETTERS, Scene, face
from .rpg_trail import Laid, Lying

SYMBOL_WORDS = {
    "s": N_("success"),
    "e": N_("explosive success"),
    "o": N_("opportunity"),
    "t": N_("strife"),
}


@dataclass(frozen=True, slots=True)
class DieFace:
    """A die as it lies. `kind` is `ring` or `skill`, `symbols` the letters of what it shows, `word` all of it in words.

    `fate`: `lies`, `kept` or `dropped`. `changed`: it did not come up so; `by` is what did it or added it, by name.
    """

    kind: str
    symbols: str
    word: str
    fate: str = "lies"
    changed: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """A die and those that its explosion brought, in order. `added`: an effect put it there, not the roll."""

    dice: tuple[DieFace, ...]
    added: bool = False

    @property
    def fate(self) -> str:
        """What became of the first of them."""
        return self.dice[0].fate


def die_face(die: Die, fate: str = "lies", *, changed: bool = False, by: str = "") -> DieFace:
    """A die as a face."""
    return _die_face(language(), die, fate, changed, by)


@lru_cache(1000)
def _die_face(_language: str, die: Die, fate: str, changed: bool, by: str) -> DieFace:
    kind = "ring" if die < RING_SIDES else "skill"
    return DieFace(kind, SYMBOLS[die], die_words(kind, SYMBOLS[die]), fate, changed, by)


def die_words(kind: str, symbols: str) -> str:
    """A face in words: `Ring die: success and strife`."""
    shown = listed([_(SYMBOL_WORDS[symbol]) for symbol in symbols]) or _("blank")
    words = _("Ring die: {shown}") if kind == "ring" else _("Skill die: {shown}")
    return words.format(shown=shown)


LABELS: dict[str, Die] = {face(die): die for die in range(len(SYMBOLS))}
"""A die for each label of a face: dice that show the same have the same label."""


def die_of(label: str) -> DieFace | None:
    """The die that a label shows, as `rpg_scene.face` writes it; None for a label that is no die."""
    die = LABELS.get(label)
    return None if die is None else die_face(die)


def sides_of(detail: str, sides: int) -> tuple[DieFace, ...]:
    """The faces of a die that is typed in, from the words that may be typed for them (`- o st`), each one once."""
    kind = "ring" if sides == RING_SIDES else "skill"
    shown = dict.fromkeys("" if word == "-" else word for word in detail.split())
    return tuple(
        DieFace(kind, symbols, die_words(kind, symbols)) for symbols in shown if set(symbols) <= LETTERS.keys()
    )


def chains(s: Scene, laid: Laid) -> tuple[Chain, ...]:
    """All dice of a check: the rolled ones in their places, each with what its explosion brought, then added ones."""
    rolled = [Chain(_chain(s, one)) for one in laid.rolled]
    return (*rolled, *[Chain(_chain(s, one), added=True) for one in laid.added])


def _chain(s: Scene, first: Lying) -> tuple[DieFace, ...]:
    return tuple(
        die_face(one.die, one.fate, changed=one.changed, by=s.named(one.by) if one.by else "") for one in first.chain()
    )
