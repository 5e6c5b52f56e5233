"""Reads tables of plain data strictly: every fault is noted with file, table and key, what was found and what
would do.

A reader of a file makes one `Table` for each table in it, asks for the keys that it knows, and calls `done`,
which notes those that nobody asked for. Faults are gathered in one list, so that the writer of a file is told
of all at once.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence, of_reader
from iaijutsu.engine.toml import check_keys
from iaijutsu.rpg.characters import UNLIMITED, Json

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

LONGEST_FILE = 200_000
"""Characters in a TOML file at most."""
LONGEST_NAME = 80
MOST_ENTRIES = 100
MOST_FAULTS = 50
"""No more faults than this are gathered from one file: who reads them has work enough."""

_REQUIRED = object()
T = TypeVar("T")


def shown(value: Json) -> str:
    """`value` as words of an error message: short, whatever it is."""
    if isinstance(value, dict):
        return Sentence("a table of {n}", n=len(value))
    if isinstance(value, list):
        return Sentence("a list of {n}", n=len(value))
    if isinstance(value, int) and abs(value) > 10**20:
        return Sentence("a number of more than 20 digits")
    return ascii(value) if len(ascii(value)) <= 60 else ascii(value)[:60] + "..."


def strict_toml(text: str, where: str) -> dict[str, Json]:
    """The tables of a TOML text. Raises `BadInput`, never anything else."""
    if len(text) > LONGEST_FILE:
        raise BadInput(where, Sentence("longer than {most} characters", most=LONGEST_FILE))
    check_keys(text, where)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(where, Sentence("it is nested too deeply")) from None
    except ValueError as error:
        raise BadInput(where, Sentence("this is not TOML: {problem}", problem=of_reader(error))) from None


def nearest(word: str, known: Collection[str]) -> str:
    """What was perhaps meant, when something like `word` is known; else what is known, if that is short."""
    if close := get_close_matches(word[:LONGEST_NAME], known, 1):
        return Sentence('; perhaps "{close}" is meant', close=close[0])
    return f"; known: {', '.join(sorted(known))}" if len(known) <= 30 else ""


class Table:
    """One table of a file. `where` says which; `faults` is the list that all tables of the file share."""

    __slots__ = ("_asked", "data", "faults", "where")

    def __init__(self, data: Json, where: str, faults: list[BadInput]) -> None:
        self.where, self.faults = where, faults
        self.data: dict[str, Json] = data if isinstance(data, dict) else {}
        self._asked: set[str] = set()
        if not isinstance(data, dict):
            self.fault("", Sentence("a table is needed, not {found}", found=shown(data)))

    def fault(self, key: str, reason: str, word: str = "", known: Collection[str] = ()) -> None:
        """Note what is wrong with `key`, or with the whole table; also what is near to `word` among the `known`."""
        if len(self.faults) < MOST_FAULTS:
            told = Sentence("{reason}{hint}", reason=reason, hint=nearest(word, known)) if known else reason
            self.faults.append(BadInput(f"{self.where}: {key}" if key else self.where, told))

    def get(self, key: str) -> Json:
        """What stands at `key`, or None."""
        self._asked.add(key)
        return self.data.get(key)

    def number(self, key: str, least: int, most: int, default: int | object = _REQUIRED) -> int:
        """A whole number from `least` to `most`. The word "unlimited" is one where `most` is `UNLIMITED`."""
        value = self.get(key)
        if value is None and isinstance(default, int):
            return default
        if value == "unlimited" and most == UNLIMITED:
            return UNLIMITED
        if type(value) is int and least <= value <= most:
            return value
        needed = (
            Sentence('a whole number from {least} on, or "unlimited"', least=least)
            if most == UNLIMITED
            else Sentence("a whole number from {least} to {most}", least=least, most=most)
        )
        self._wrong(key, needed, value)
        return default if isinstance(default, int) else least

    def text(self, key: str, default: str | object = _REQUIRED) -> str:
        """A line of printable characters."""
        value = self.get(key)
        if value is None and isinstance(default, str):
            return default
        if isinstance(value, str) and value.strip() and len(value) <= LONGEST_NAME and value.isprintable():
            return value.strip()
        self._wrong(key, Sentence("a line of 1 to {most} printable characters", most=LONGEST_NAME), value)
        return default if isinstance(default, str) else "?"

    def word(self, key: str, allowed: Collection[T], default: T | object = _REQUIRED) -> T:
        """One of the words allowed."""
        value = self.get(key)
        if value is None and default is not _REQUIRED:
            return default  # type: ignore[return-value]
        for word in allowed:
            if value == word:
                return word
        self._wrong(key, Sentence("one of {allowed}", allowed=", ".join(map(str, allowed))), value)
        return next(iter(allowed))

    def words(self, key: str) -> tuple[str, ...]:
        """A list of lines; none when the key is absent."""
        found = []
        for value, where in self.entries(key):
            if isinstance(value, str) and value.strip() and len(value) <= LONGEST_NAME and value.isprintable():
                found.append(value.strip())
            else:
                self.fault(
                    where.removeprefix(Sentence("{where}: ", where=self.where)),
                    Sentence("a line of text is needed; found {found}", found=shown(value)),
                )
        return tuple(found)

    def entries(self, key: str) -> Iterator[tuple[Json, str]]:
        """The entries of a list, each with where it stands; none when the key is absent."""
        value = self.get(key)
        if value is None:
            return
        if not isinstance(value, list) or len(value) > MOST_ENTRIES:
            self._wrong(key, Sentence("a list of at most {most}", most=MOST_ENTRIES), value)
            return
        for index, entry in enumerate(value):
            yield entry, f"{self.where}: {key}[{index}]"

    def table(self, key: str) -> Table:
        """The table at `key`; an empty one when the key is absent."""
        value = self.get(key)
        return Table({} if value is None else value, f"{self.where}: {key}", self.faults)

    def done(self) -> None:
        """Note the keys that nobody asked for."""
        for key in self.data:
            if key not in self._asked:
                self.fault(shown(key).strip("'"), Sentence("this key is not known"), key, self._asked)

    def _wrong(self, key: str, needed: str, value: Json) -> None:
        found = Sentence("nothing stands there") if value is None else Sentence("found {found}", found=shown(value))
        self.fault(key, Sentence("{needed} is needed; {found}", needed=needed, found=found))


def read_bytes(path: Path, most: int) -> bytes:
    """The contents of an ordinary file of at most `most` bytes. Raises `BadInput`."""
    where = shown(str(path)).strip("'")
    try:
        if not path.exists():
            raise BadInput(where, Sentence("there is no such file"))
        if not path.is_file():
            raise BadInput(where, Sentence("this is not a file"))
        with path.open("rb") as file:
            found = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadInput(where, Sentence("it cannot be read ({name})", name=type(error).__name__)) from None
    if len(found) > most:
        raise BadInput(where, Sentence("longer than {most} bytes", most=most))
    return found


def read_text(path: Path, most: int) -> str:
    """The text of an ordinary file in UTF-8 of at most `most` bytes. Raises `BadInput`."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(path.name, Sentence("this is not text in UTF-8")) from None
