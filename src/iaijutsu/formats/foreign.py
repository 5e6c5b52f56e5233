"""Reads tables that other programs wrote: leniently where they are known to differ, and telling what was not used.

A reader asks a `Foreign` table for what it knows. What it knows and does not need it `leaves`; what then remains
is unknown. Both end as notes beside the character, never in silence. What cannot be meant raises `BadInput`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.rpg.characters import UNLIMITED, Character, Json
from iaijutsu.rpg.reading import LONGEST_NAME, shown
from iaijutsu.rpg.sheets import Shelf, load

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_ROWS = 500
"""Entries of one list in a file at most."""
MOST_KEYS = 300
"""Keys of one table at most."""
MOST_NOTES = 60
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}(\.0+)?")


@dataclass(frozen=True, slots=True)
class Read:
    """A character out of a file, and `notes`: what of the file was not used, doubtful, or put right, a line each.

    `form` says in words what kind of file it was.
    """

    character: Character
    notes: tuple[str, ...]
    form: str


@dataclass(slots=True)
class Notes:
    """Gathers what is to be said about one character, each thing once."""

    said: dict[str, None] = field(default_factory=dict)
    unneeded: dict[str, None] = field(default_factory=dict)
    unknown: dict[str, None] = field(default_factory=dict)

    def say(self, line: str) -> None:
        """Add a note."""
        self.said.setdefault(line)

    def lines(self) -> tuple[str, ...]:
        """The notes; what was left out comes last, summed up."""
        lines = list(self.said)
        if self.unknown:
            lines.append(Sentence("not known here, and left out: {listed}", listed=_listed(self.unknown)))
        if self.unneeded:
            lines.append(Sentence("not needed in a duel, and left out: {listed}", listed=_listed(self.unneeded)))
        if len(lines) > MOST_NOTES:
            lines[MOST_NOTES:] = [Sentence.counted("and {n} note more", "and {n} notes more", len(lines) - MOST_NOTES)]
        return tuple(lines)


def _listed(names: dict[str, None]) -> str:
    listed = list(names)
    told = ", ".join(listed[:MOST_NOTES])
    more = len(listed) - MOST_NOTES
    return Sentence("{names} and {n} more", names=told, n=more) if more > 0 else told


class Foreign:
    """A table of a foreign file. `where` says exactly which, `path` says it for all of its kind."""

    __slots__ = ("_asked", "data", "notes", "path", "where")

    def __init__(self, data: Json, where: str, notes: Notes, path: str = "") -> None:
        if not isinstance(data, dict):
            raise BadInput(where, Sentence("a table is needed; found {found}", found=shown(data)))
        if len(data) > MOST_KEYS:
            raise BadInput(
                where,
                Sentence("a table of at most {most} keys is needed; found {found}", most=MOST_KEYS, found=shown(data)),
            )
        self.data: dict[str, Json] = data
        self.where, self.path, self.notes = where, path, notes
        self._asked: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether something stands at `key`."""
        return self.data.get(key) is not None

    def get(self, key: str) -> Json:
        """What stands at `key`, or None."""
        self._asked.add(key)
        return self.data.get(key)

    def at(self, key: str) -> str:
        """Where `key` is, for messages."""
        return f"{self.where}: {clean(key)}"

    def number(self, key: str, default: int | None = None, least: int = 0, most: int = 99) -> int:
        """A whole number, also told as text. Raises `BadInput` when it is none, or absent without a default."""
        value = self.get(key)
        if (value is None or value == "") and default is not None:
            return default
        return whole(value, self.at(key), least, most)

    def line(self, key: str, default: str = "") -> str:
        """A line of text, cleaned and cut to what a sheet may hold."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, str):
            raise BadInput(self.at(key), Sentence("text is needed; found {found}", found=shown(value)))
        text = clean(value)
        if text != value.strip():
            self.notes.say(
                Sentence("{named}: the text was cut or cleaned to {text}", named=self._named(key), text=shown(text))
            )
        return text or default

    def lines(self, key: str) -> list[str]:
        """A list of texts; none when the key is absent."""
        found = []
        for value, where in self._rows(key):
            if not isinstance(value, str):
                raise BadInput(where, Sentence("text is needed; found {found}", found=shown(value)))
            found.append(clean(value))
        return found

    def table(self, key: str) -> Foreign:
        """The table at `key`; an empty one when nothing is there."""
        value = self.get(key)
        return Foreign({} if value is None else value, self.at(key), self.notes, self._named(key))

    def tables(self, key: str) -> list[Foreign]:
        """A list of tables; none when the key is absent."""
        return [Foreign(value, where, self.notes, self._named(key)) for value, where in self._rows(key)]

    def leave(self, *keys: str) -> None:
        """Keys that are known and not needed: noted if something stands there."""
        for key in keys:
            if key not in self._asked and self.get(key) not in (None, "", 0, False, [], {}):
                self.notes.unneeded.setdefault(self._named(key))

    def done(self) -> None:
        """Note what nobody asked for."""
        for key, value in self.data.items():
            if key not in self._asked and value not in (None, "", [], {}):
                self.notes.unknown.setdefault(self._named(key))

    def _rows(self, key: str) -> Iterator[tuple[Json, str]]:
        value = self.get(key)
        if value is None:
            return
        if not isinstance(value, list) or len(value) > MOST_ROWS:
            raise BadInput(
                self.at(key),
                Sentence("a list of at most {most} is needed; found {found}", most=MOST_ROWS, found=shown(value)),
            )
        for index, row in enumerate(value):
            yield row, f"{self.at(key)}[{index}]"

    def _named(self, key: str) -> str:
        return f"{self.path}.{clean(key)}" if self.path else clean(key)


def whole(value: Json, where: str, least: int = 0, most: int = 99) -> int:
    """`value` as a whole number from `least` to `most`: a number, or digits as text. Raises `BadInput`.

    Where `most` is `UNLIMITED`, the sign for infinity is one too.
    """
    if most == UNLIMITED and value in ("∞", "unlimited"):
        return UNLIMITED
    number: int | None = None
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        number = int(value.strip().split(".")[0])
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    elif type(value) is int:
        number = value
    if number is None or not least <= number <= most:
        raise BadInput(
            where,
            Sentence(
                "a whole number from {least} to {most} is needed; found {found}",
                least=least,
                most=most,
                found=shown(value),
            ),
        )
    return number


def clean(text: str) -> str:
    """`text` on one line, printable, and no longer than a name may be."""
    cut = text[: 2 * LONGEST_NAME]
    if not cut.isprintable():
        cut = "".join(char if char.isprintable() else " " for char in cut)
    return cut.strip()[:LONGEST_NAME].strip()


def norm(name: str) -> str:
    """A name for comparing: small letters and digits in words, without accents and what stands in brackets."""
    bare = re.sub(r"\([^()]*\)", " ", name[: 4 * LONGEST_NAME])
    letters = unicodedata.normalize("NFKD", bare).casefold().replace("’", "").replace("'", "")
    return " ".join("".join(c if c.isalnum() else "" if unicodedata.combining(c) else " " for c in letters).split())


def slug(name: str) -> str:
    """A key made of a name."""
    return norm(name).replace(" ", "-")[:LONGEST_NAME].strip("-") or "thing"


def settle(character: Character, notes: Notes, form: str, where: str) -> Read:
    """The character as our own strict reader takes it, so that it can be saved and read again. Raises `BadInput`."""
    return Read(load(character.plain(), where, Shelf()), notes.lines(), form)
