"""A card as somebody's card file prints it, its title in one spelling, and what a duel can take of it: its numbers."""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..engine import Sentence

Number: TypeAlias = int | str | None
"""As it stands in the file: 3, "3", "+2", "*", "0*", "-" or missing."""

Table: TypeAlias = dict[str, Any]
"""A card as `iaijutsu.cards.schema.card` takes it."""

Date: TypeAlias = tuple[int, int, int]

UNDATED: Date = (0, 0, 0)
TITLE_LIMIT = 80
TEXT_LIMIT = 600
KEYWORD_LIMIT = 40
KEYWORDS = 16
KEY_LIMIT = 60

KINDS = {
    "personality": "personality", "strategy": "strategy", "action": "strategy", "kiho": "strategy", "item": "item",
    "follower": "follower", "spell": "spell", "ring": "ring", "ancestor": "ancestor",
}  # fmt: skip
"""Printed types to ours (older editions print Action and Kiho for what is a Strategy now)."""

FATE_KINDS = frozenset(KINDS.values()) - {"personality"}
SIGNED = ("item", "spell", "ring", "ancestor", "strategy")
"""Types whose Force and Chi change those of a Personality, and are none of their own."""

EDITIONS = {
    "imperial": 1995, "emerald": 1996, "obsidian": 1997, "jade": 1998, "pearl": 1999, "gold": 2001, "diamond": 2003,
    "lotus": 2005, "samurai": 2007, "celestial": 2009, "celestial edition 15": 2010, "emperor": 2012, "ivory": 2014,
    "twenty festivals": 2015, "onyx": 2016,
}  # fmt: skip
"""Years of the base editions, for card files that do not say when they were printed."""


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing of a card. `kind` is our type, "" for a card that takes no part in a duel.

    `experience` is "" or `exp`, `exp2`, `inexp` and so on. `text` is its rules text, plain, without the keywords.
    `table` is there when the file is one of ours and says all of the card. `notes` say what was odd in the file.
    """

    title: str
    experience: str
    source: str
    edition: str
    date: Date
    kind: str
    printed_type: str
    focus: Number = None
    force: Number = None
    chi: Number = None
    honor: Number = None
    honor_requirement: Number = None
    keywords: tuple[str, ...] = ()
    unique: bool = False
    text: str = ""
    notes: tuple[str, ...] = ()
    table: Table | None = None

    @property
    def shown(self) -> str:
        """Title and experience, for people."""
        return shown(self.title, self.experience)


# ------------------------------------------------------------------ titles


_TAG = re.compile(r"<[^<>]{0,200}>")
_EXPERIENCE = re.compile(
    r"^(?P<title>.*\S)(?:\s+[-–—]\s*|\s*[•·]\s*|\s+\()(?P<word>in)?exp(?:erienced)?\s*(?P<level>[0-9.]*)\s*(?P<set>[a-z]{0,4})\)?$",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"(in)?exp([0-9.]*)([a-z]*)")


def one_line(text: str) -> str:
    """Without tags, entities and what does not print, on one line."""
    bare = html.unescape(_TAG.sub(" ", text)) if "<" in text or "&" in text else text
    return " ".join("".join(ch if ch.isprintable() else " " for ch in bare).split())


def split_title(title: str) -> tuple[str, str]:
    """A title and its experience: `Name - exp4` and `Name • Experienced 4` are both ("Name", "exp4")."""
    found = _EXPERIENCE.match(title)
    if not found:
        return title, ""
    level = found["level"].rstrip(".")
    return found["title"], f"{(found['word'] or '').lower()}exp{level if level != '1' else ''}{found['set'].lower()}"


def shown(title: str, experience: str) -> str:
    """The reverse of `split_title`, in words."""
    found = _LEVEL.fullmatch(experience)
    if not found:
        return title
    word = "Inexperienced" if found[1] else "Experienced"
    return f"{title} • {' '.join(part for part in (word, found[2] + found[3].upper()) if part)}"


def normal(title: str) -> str:
    """One spelling of a title: no case, accents, quotation marks or punctuation; `&` is "and"."""
    bare = unicodedata.normalize("NFKD", title.replace("&", " and ")).casefold()
    letters = "".join(ch for ch in bare if not unicodedata.combining(ch) and ch not in "'’‘`´ʼ")
    return " ".join("".join(ch if ch.isalnum() else " " for ch in letters).split())


def key_of(printing: Printing) -> str:
    """A card key of letters, digits and hyphens that starts with the source, so that no shipped card has it."""
    whole = "-".join([printing.source, *normal(printing.title).split(), printing.experience]).strip("-")
    key = re.sub(r"[^a-z0-9-]", "", whole.replace(".", "-"))
    if len(key) <= KEY_LIMIT and len(key) == len(whole):
        return key
    return f"{key[: KEY_LIMIT - 9].strip('-')}-{hashlib.sha256(whole.encode()).hexdigest()[:8]}"


# ------------------------------------------------------------------ numbers


_NUMBER = re.compile(r"([-+−–]?)([0-9]{1,3}|(?=\*))(\*?)")
ABSENT = (None, "", "-", "–", "−")


def whole(value: Number) -> tuple[int | None, str]:
    """A number as printed, and what is odd about it: "" or words. A `*` counts as 0, as the rules say.

    What the card does not have is (None, ""); so is what cannot be read, with words.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value, ""
    if value in ABSENT:
        return None, ""
    found = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if not found:
        return None, Sentence("{value!r:.40} is no number: taken as missing", value=value)
    size = int(found[2] or 0)
    odd = (
        Sentence("printed {value!r}, which its text sets: counts as {size}", value=value, size=size) if found[3] else ""
    )
    return (size if found[1] in ("", "+") else -size), odd


def table_of(printing: Printing, *, texts: bool = False) -> tuple[Table, list[str]]:
    """The card for a duel, with its numbers only, and notes on what was read oddly.

    With `texts` its rules text comes along, for people to read at the table. `printing.kind` must not be "".
    """
    if printing.table is not None:
        return printing.table, []
    notes = list(printing.notes)
    table: Table = {
        "key": key_of(printing),
        "title": _cut(printing.shown, TITLE_LIMIT),
        "type": printing.kind,
        "numbers_only": True,
        **_focus(printing, notes),
        **_stats(printing, notes),
        **_honor(printing, notes),
    }
    if words := _keywords(printing, notes):
        table["keywords"] = words
    if printing.unique:
        table["unique"] = True
    if texts and printing.text:
        table["text"] = _cut(printing.text, TEXT_LIMIT)
    return table, [f"{printing.shown} ({printing.edition}): {note}" for note in notes]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _read(value: Number, name: str, least: int, most: int, notes: list[str]) -> int | None:
    """A number within what a card may have; `notes` gets what was done to it."""
    number, odd = whole(value)
    if odd:
        notes.append(Sentence("{name}: {note}", name=name, note=odd))
    if number is None or least <= number <= most:
        return number
    notes.append(
        Sentence(
            "{name}: {number} is outside {least} to {most}: the nearest is taken",
            name=name,
            number=number,
            least=least,
            most=most,
        )
    )
    return min(max(number, least), most)


def _focus(printing: Printing, notes: list[str]) -> Table:
    if printing.kind == "personality":
        if printing.focus not in ABSENT:
            notes.append(Sentence("focus value: {focus!r:.40} on a Personality is left out", focus=printing.focus))
        return {}
    if isinstance(printing.focus, str) and printing.focus.strip() == "*":
        notes.append(Sentence("focus value: printed '*', which its text sets: counts as 0"))
        return {"focus": "*"}
    number = _read(printing.focus, Sentence("focus value"), 0, 9, notes)
    if number is None and printing.kind in FATE_KINDS:
        notes.append(Sentence("focus value: none; a card without one adds 0"))
    return {} if number is None else {"focus": number}


def _stats(printing: Printing, notes: list[str]) -> Table:
    """Force and Chi: a Personality's own (0 where there is none), else those that it has or changes."""
    table: Table = {}
    for name, value in (("force", printing.force), ("chi", printing.chi)):
        own = printing.kind == "personality"
        number = _read(value, name, 0 if own else -99, 99, notes)
        if own and number is None:
            notes.append(Sentence("{name}: none; counts as 0", name=name))
        if own and not number and name == "chi":
            notes.append(
                Sentence("chi: a Personality with 0 Chi is destroyed at once, unless the table sets his Chi before")
            )
        if own:
            table[name] = number or 0
        elif number is not None:
            signed = printing.kind in SIGNED or number < 0 or str(value).startswith("+")
            table[f"{name}_bonus" if signed else name] = number
    return table


def _honor(printing: Printing, notes: list[str]) -> Table:
    """Personal Honor of a Personality; Honor Requirement of a Personality or Follower (none is below every number)."""
    table: Table = {}
    if printing.kind == "personality":
        table["honor"] = _read(printing.honor, Sentence("personal honor"), 0, 99, notes)
    if printing.kind in ("personality", "follower"):
        table["honor_requirement"] = _read(printing.honor_requirement, Sentence("honor requirement"), -99, 99, notes)
    return {name: number for name, number in table.items() if number is not None}


def _keywords(printing: Printing, notes: list[str]) -> list[str]:
    good = []
    for word in dict.fromkeys(one_line(word) for word in printing.keywords):
        if word and len(word) <= KEYWORD_LIMIT and not re.search(r"[:,;]|\.(?:\s|$)", word):
            good.append(word)
        elif word:
            notes.append(Sentence("keyword: {word!r:.60} is none: left out", word=word))
    if len(good) > KEYWORDS:
        notes.append(Sentence("keywords: {n} found, the first {keywords} are taken", n=len(good), keywords=KEYWORDS))
    return good[:KEYWORDS]


# ------------------------------------------------------------------ texts


_REMINDER = re.compile(r"\([^()]*\)")


def beyond_keywords(text: str) -> bool:
    """Whether a rules text (plain, without its line of keywords) says more than reminders in parentheses."""
    return any(ch.isalnum() for ch in _REMINDER.sub("", text))


def speaks_of_duels(text: str) -> bool:
    """Whether a rules text has one of the words of duelling in it. A hint for people, nothing is decided by it."""
    return re.search(r"\b(?:duel|challeng|focus|strike|iaijutsu)", text, re.IGNORECASE) is not None


def when(edition: str) -> Date:
    """The year of a base edition by its name, else `UNDATED`."""
    name = normal(edition)
    return EDITIONS.get(name, EDITIONS.get(name.removesuffix(" edition"), 0)), 0, 0
