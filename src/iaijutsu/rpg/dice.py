"""The two dice. A die that lies on the table is one small number: the face of a ring die (0 to 5) or of a skill die
(6 to 17). Chance answers with face indices from 0, as the engine's `Roll` has them; `lying` turns them into dice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

Die: TypeAlias = int
"""A die with the face that it shows."""

RING_SIDES = 6
SKILL_SIDES = 12

SYMBOLS: tuple[str, ...] = (
    "", "ot", "o", "st", "s", "et",
    "", "", "o", "o", "o", "st", "st", "s", "s", "so", "et", "e",
)  # fmt: skip
"""What each die shows: s success, e explosive success, o opportunity, t strife."""

RING_OPPORTUNITY: Die = 2
"""A ring die that shows one opportunity: what some effects add."""
RING_TORMENT: Die = 1
"""A ring die that shows opportunity and strife: what an Afflicted character's die may be set to."""

_SUCCESS = tuple([("s" in shown) + ("e" in shown) for shown in SYMBOLS])
EXPLOSIVE = tuple(["e" in shown for shown in SYMBOLS])
STRIFE = tuple(["t" in shown for shown in SYMBOLS])
OPPORTUNITY = tuple(["o" in shown for shown in SYMBOLS])
SUCCESS = tuple([bool(count) for count in _SUCCESS])
"""By die: whether it shows the symbol. An explosive success is a success too."""


_SHOWN = tuple([10_000 * s + 100 * o + t for s, o, t in zip(_SUCCESS, OPPORTUNITY, STRIFE, strict=True)])
"""By die: its symbols in one number, two digits each: successes, opportunity, strife."""


class Tally(NamedTuple):
    """Symbols counted: successes (explosive ones among them), opportunity and strife."""

    successes: int
    opportunity: int
    strife: int


def tally(dice: Iterable[Die]) -> Tally:
    """The symbols of some dice."""
    shown = sum(map(_SHOWN.__getitem__, dice))
    return Tally(shown // 10_000, shown // 100 % 100, shown % 100)


def is_skill(die: Die) -> bool:
    """Whether it is a skill die."""
    return die >= RING_SIDES


def sides(die: Die) -> int:
    """The number of faces of that die's type."""
    return SKILL_SIDES if die >= RING_SIDES else RING_SIDES


def pool(ring_dice: int, skill_dice: int) -> tuple[int, ...]:
    """What `Roll` needs for so many dice of each type."""
    return (RING_SIDES,) * ring_dice + (SKILL_SIDES,) * skill_dice


def lying(kinds: Iterable[int], faces: Iterable[int]) -> tuple[Die, ...]:
    """The dice from their numbers of sides and the face indices that came up."""
    return tuple([face + RING_SIDES if of == SKILL_SIDES else face for of, face in zip(kinds, faces, strict=True)])


def exploding(die: Die) -> Die:
    """That die set to a face with an explosive success, without strife where its type has one."""
    return 17 if die >= RING_SIDES else 5
