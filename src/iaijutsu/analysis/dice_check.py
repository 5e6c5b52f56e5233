"""A check before its roll, as far as its odds go: dice, keeps, rerolls, reserved dice, TN, stance, strife."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from ..engine import BadInput, Sentence
from ..rpg.dice import RING_SIDES, SYMBOLS, Die, is_skill, sides

Stance: TypeAlias = Literal["", "air", "earth", "fire", "water", "void"]
STANCES: tuple[Stance, ...] = ("", "air", "earth", "fire", "water", "void")
"""Fire counts strife as bonus successes, Void receives none from dice; the others change nothing in the own check."""

BLANK = -1
"""The face that never counts."""

ORDER = ("s", "e", "o", "t")


@dataclass(frozen=True, slots=True)
class Face:
    """What a die adds once it is kept. `ring` and `skill` say which die it explodes into; `on_ring` and `on_skill` are
    how many faces of a ring die (of 6) and of a skill die (of 12) show it.
    """

    symbols: str
    successes: int
    opportunity: int
    strife: int
    ring: int
    skill: int
    on_ring: int
    on_skill: int

    @property
    def explosive(self) -> bool:
        """Whether one more die is rolled for it."""
        return bool(self.ring or self.skill)


def _key(die: Die) -> tuple[str, bool]:
    """What tells faces apart: the symbols, and for an explosive one the type of die."""
    shown = SYMBOLS[die]
    return "".join(sorted(shown, key=ORDER.index)), "e" in shown and is_skill(die)


def _faces() -> tuple[tuple[Face, ...], tuple[int, ...]]:
    keys = [_key(die) for die in range(len(SYMBOLS))]
    order = sorted(dict.fromkeys(key for key in keys if key[0]), key=lambda key: ("e" in key[0], key[1], key[0]))
    found = []
    for shown, skilled in order:
        where = [die for die, key in enumerate(keys) if key == (shown, skilled)]
        explosive = "e" in shown
        found.append(
            Face(
                shown,
                int("s" in shown or explosive),
                int("o" in shown),
                int("t" in shown),
                int(explosive and not skilled),
                int(explosive and skilled),
                sum(not is_skill(die) for die in where),
                sum(is_skill(die) for die in where),
            )
        )
    return tuple(found), tuple(order.index(key) if key[0] else BLANK for key in keys)


FACES, FACE_OF = _faces()
"""The faces that count, and which of them each die shows (`BLANK`: none). Equal faces of both dice are one, unless
they explode: only then the type of the die still matters.
"""

MOST_RING, MOST_SKILL, MOST_HELP, MOST_TN = 6, 6, 2, 15
MOST_STRIFE = 40


@dataclass(frozen=True)
class Check:
    """A check. `ring` is the ring's value and `skill` the ranks; the other fields are what bears on it.

    `skilled` and `unskilled` assistants bring a skill or ring die and one more to keep; so does a `void_point` (a ring
    die). `reroll`: up to so many of the rolled dice are rolled again if wanted (a distinction: 2); `forced`: so many
    that show a success must be (an adversity: 2); `reroll_all`: all of them may be, once (Shattering Parry).
    `reserved` are dice of Center that may replace rolled ones; `set_aside` dice that lie in the pool already, in place
    of as many of their types. `added`: kept ring dice with opportunity, beyond the limit. `negate`: strife symbols of
    kept dice that may be negated. `strife` and `composure`: what the roller has; `anxiety` brings 3 strife after the
    check. `one_by_one` rolls bonus dice singly (the roller picks the type), each kept or dropped before the next;
    otherwise all that are due are rolled at once. Raises `BadInput`.
    """

    ring: int
    skill: int = 0
    tn: int = 2
    skilled: int = 0
    unskilled: int = 0
    void_point: bool = False
    stance: Stance = ""
    compromised: bool = False
    reroll: int = 0
    forced: int = 0
    reroll_all: bool = False
    reserved: tuple[Die, ...] = ()
    set_aside: tuple[Die, ...] = ()
    added: int = 0
    negate: int = 0
    strife: int = 0
    composure: int | None = None
    anxiety: bool = False
    one_by_one: bool = False

    def __post_init__(self) -> None:
        for name, least, most in _BOUNDS:
            _whole(name, getattr(self, name), least, most)
        if self.skilled + self.unskilled > MOST_HELP:
            raise BadInput(
                Sentence("assistance"),
                Sentence(
                    "{skilled} assistants; up to {most} are counted",
                    skilled=self.skilled + self.unskilled,
                    most=MOST_HELP,
                ),
            )
        if self.stance not in STANCES:
            raise BadInput(
                Sentence("stance"),
                Sentence("{found!r:.40} found; known are {stances}", found=self.stance, stances=", ".join(STANCES[1:])),
            )
        if self.reroll and self.forced:
            raise BadInput(
                Sentence("rerolls"),
                Sentence("a distinction and an adversity cancel each other: give one of them, or none"),
            )
        self._check_lying()
        self._check_composure()

    def _check_lying(self) -> None:
        for name in ("reserved", "set_aside"):
            for die in getattr(self, name):
                if not isinstance(die, int) or not 0 <= die < len(SYMBOLS):
                    raise BadInput(
                        name,
                        Sentence("{die!r:.40} is no die; a die is a number from 0 to {n}", die=die, n=len(SYMBOLS) - 1),
                    )
        if len(self.reserved) > max(self.skill, len(self.set_aside)) or not all(map(is_skill, self.reserved)):
            reason = Sentence.counted(
                "{n} die; Center reserves skill dice, no more than the ranks ({skill})",
                "{n} dice; Center reserves skill dice, no more than the ranks ({skill})",
                len(self.reserved),
                skill=self.skill,
            )
            raise BadInput(Sentence("reserved dice"), reason)
        aside = sum(map(is_skill, self.set_aside))
        if aside > self.skill_dice or len(self.set_aside) - aside > self.ring_dice:
            raise BadInput(Sentence("dice set aside"), Sentence("more of a type than the pool has"))

    def _check_composure(self) -> None:
        if self.composure is None:
            return
        _whole(Sentence("composure"), self.composure, 0, MOST_STRIFE)
        if self.compromised != (self.strife > self.composure):
            told = Sentence(
                "strife {strife} against composure {composure}, but said to be"
                if self.compromised
                else "strife {strife} against composure {composure}, but not said to be",
                strife=self.strife, composure=self.composure,
            )  # fmt: skip
            raise BadInput(Sentence("compromised"), told)

    @cached_property
    def ring_dice(self) -> int:
        """Ring dice in the pool."""
        return self.ring + self.unskilled + self.void_point

    @cached_property
    def skill_dice(self) -> int:
        """Skill dice in the pool."""
        return self.skill + self.skilled

    @cached_property
    def dice(self) -> int:
        """All dice in the pool."""
        return self.ring_dice + self.skill_dice

    @cached_property
    def keep(self) -> int:
        """How many dice may be kept."""
        return self.ring + self.skilled + self.unskilled + self.void_point

    @property
    def rerolls(self) -> bool:
        """Whether dice may or must be rolled again before any are kept."""
        return bool(self.reroll or self.forced or self.reroll_all)

    @property
    def margin(self) -> int | None:
        """Strife from the dice that still leaves the roller composed; None: not asked."""
        return None if self.composure is None else self.composure - self.strife - 3 * self.anxiety


_BOUNDS = (
    (Sentence("ring"), 1, MOST_RING),
    (Sentence("skill"), 0, MOST_SKILL),
    (Sentence("tn"), 1, MOST_TN),
    (Sentence("skilled"), 0, MOST_HELP),
    (Sentence("unskilled"), 0, MOST_HELP),
    (Sentence("reroll"), 0, MOST_RING + MOST_SKILL),
    (Sentence("forced"), 0, MOST_RING + MOST_SKILL),
    (Sentence("added"), 0, 9),
    (Sentence("negate"), 0, MOST_STRIFE),
    (Sentence("strife"), 0, MOST_STRIFE),
)
"""Fields that are numbers, with the least and the most of each."""


def _whole(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise BadInput(
            name,
            Sentence(
                "{found!r:.40} found; allowed are whole numbers from {least} to {most}",
                found=value,
                least=least,
                most=most,
            ),
        )


# --- words for dice ------------------------------------------------------------------------------------------

POOL = re.compile(r"(?P<ring>\d{1,2})\s*[rR]\s*(?:(?P<skill>\d{1,2})\s*[sSkK])?")


def pool(text: str) -> tuple[int, int]:
    """Ring and skill dice from `3r2s` (`3r2k` and `3r` too). Raises `BadInput`."""
    found = POOL.fullmatch(text.strip())
    if found is None:
        raise BadInput(
            Sentence.meant("dice", "the pool"),
            Sentence("{found!r:.40} found; ring and skill dice are told as 3r2s, or 3r without skill", found=text),
        )
    return int(found["ring"]), int(found["skill"] or 0)


def name(die: Die) -> str:
    """A die in few letters: `S`, `ET`, `-` for a blank."""
    return "".join(sorted(SYMBOLS[die], key=ORDER.index)).upper() or "-"


def full_name(die: Die) -> str:
    """The same with its type: `r:ET`, `s:-`."""
    return f"{'s' if is_skill(die) else 'r'}:{name(die)}"


def read_dice(text: str, ring: int | None = None, skill: int | None = None, *, exact: bool = False) -> tuple[Die, ...]:
    """Dice from `ST,O,E,-,r:ET`, as many of each type as given (None: skill dice, however many). Raises `BadInput`.

    A type that is not said follows from the face or from the numbers; where two readings differ, it has to be said.
    They differ by explosive dice, and where dice may be rolled again (`exact`) by any.
    """
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    options = [_readings(word) for word in words]
    if ring is None:
        return tuple(
            [_only(word, [die for die in dice if is_skill(die)]) for word, dice in zip(words, options, strict=True)]
        )
    if len(words) != ring + (skill or 0):
        raise BadInput(
            Sentence("the dice"),
            Sentence.counted(
                "{n} die told; the pool has {ring} ring and {skill} skill dice",
                "{n} dice told; the pool has {ring} ring and {skill} skill dice",
                len(words),
                ring=ring,
                skill=skill,
            ),
        )
    return _types(words, options, ring, exact)


def read_any(text: str) -> tuple[Die, ...]:
    """Dice from the same words, any types, however many; a type that matters has to be said. Raises `BadInput`."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    found = []
    for word in words:
        dice = _readings(word)
        if len(dice) > 1 and "e" in SYMBOLS[dice[0]]:
            raise BadInput(
                Sentence("the dice"),
                Sentence("{word!r:.40} can be on a ring or a skill die: say r:{word} or s:{word}", word=word),
            )
        found.append(dice[0])
    return tuple(found)


def _readings(word: str) -> list[Die]:
    """The dice that a word can be, at most one of each type."""
    kind, colon, letters = word.rpartition(":")
    shown = "".join([letter for letter in ORDER if letter in letters.lower()]) if _known(letters) else "?"
    shown = shown.replace("se", "e")  # an explosive success is a success too
    if colon and kind.lower() not in {"r", "s", "k"}:
        shown = "?"
    dice: dict[int, Die] = {}
    for die in range(len(SYMBOLS)):
        fits = not colon or is_skill(die) == (kind.lower() != "r")
        if fits and "".join(sorted(SYMBOLS[die], key=ORDER.index)) == shown:
            dice.setdefault(sides(die), die)
    if not dice:
        known = Sentence("-, S, ST, O, OT (ring), ET, SO (skill), E (skill)")
        raise BadInput(
            Sentence("the dice"),
            Sentence("{word!r:.40} is no face; known are {known}, after r: or s: if need be", word=word, known=known),
        )
    return list(dice.values())


def _known(letters: str) -> bool:
    return bool(letters) and set(letters.lower()) <= set("seot-_. ")


def _only(word: str, dice: list[Die]) -> Die:
    if not dice:
        raise BadInput(Sentence("the dice"), Sentence("{word!r:.40} is no face of a skill die", word=word))
    return dice[0]


def _types(words: list[str], options: list[list[Die]], ring: int, exact: bool) -> tuple[Die, ...]:
    sure = sum(len(dice) == 1 and not is_skill(dice[0]) for dice in options)
    free = [slot for slot, dice in enumerate(options) if len(dice) > 1]
    left = ring - sure
    if not 0 <= left <= len(free):
        rings = Sentence("{least} to {most}", least=sure, most=sure + len(free)) if free else str(sure)
        raise BadInput(
            Sentence("the dice"),
            Sentence(
                "{words}: {rings} of them can be ring dice, but the pool has {ring}",
                words=", ".join(words),
                rings=rings,
                ring=ring,
            ),
        )
    open_ones = [slot for slot in free if exact or "e" in SYMBOLS[options[slot][0]]]
    if open_ones and 0 < left < len(free) and len({options[slot][0] for slot in free}) > 1:
        word = words[open_ones[0]]
        raise BadInput(
            Sentence("the dice"),
            Sentence("{word!r:.40} can be on a ring or a skill die: say r:{word} or s:{word}", word=word),
        )
    on_rings = set(free[:left])
    return tuple([dice[0] if len(dice) == 1 or slot in on_rings else dice[1] for slot, dice in enumerate(options)])


def symbols(dice: tuple[Die, ...]) -> str:
    """Dice in few letters, in a row."""
    return ", ".join(map(name, dice)) if dice else Sentence("nothing")


assert FACE_OF[:RING_SIDES].count(BLANK) == 1  # what a blank is, the lattice relies on
