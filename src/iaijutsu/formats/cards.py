"""Real card files, as far as a duel can be fought with their cards: by their numbers.

`read_database` takes card files of several forms together. Of several printings of a title the newest counts, of
several experience levels each is a card of its own. Decks are looked up in them (`realdecks.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from heapq import nlargest
from pathlib import Path

from ..cards import catalogue, schema
from ..cards.pieces import Card
from ..engine import BadInput, Sentence
from ..engine.sentences import of_reader
from . import decklist, eggofpanku, yasuki
from .printings import (
    FATE_KINDS,
    KEY_LIMIT,
    UNDATED,
    Date,
    Printing,
    Table,
    key_of,
    normal,
    shown,
    split_title,
    table_of,
    whole,
)
from .safe import XML_LIMIT, decode, read_bytes

FILES = 500
SUFFIXES = (".yaml", ".yml", ".xml", ".toml")
NEAR = 3
HERE = "here"
"""The source of cards that the program has: of these a deck brings no tables."""
ALIKE = 0.72
"""How alike two titles are that are called near (1: the same)."""

PERSONALITY = frozenset({"personality"})
OTHER = frozenset({""})
ANY = FATE_KINDS | PERSONALITY


# ------------------------------------------------------------------ card files


@dataclass(frozen=True, slots=True)
class Found:
    """A printing, and what must be said of how it was found."""

    printing: Printing
    notes: tuple[str, ...] = ()


class Database:
    """The cards of one or more card files, by title and experience."""

    def __init__(
        self, printings: Iterable[Printing], dates: Mapping[str, Date] | None = None, left_out: Iterable[str] = ()
    ) -> None:
        self.left_out = tuple(left_out)
        """Files of a folder that were refused, and why."""
        self._of: dict[tuple[str, str], list[Printing]] = {}
        self._bare: dict[tuple[str, str], set[str]] = {}
        self._words: dict[str, list[str]] = {}
        for printing in printings:
            date = (dates or {}).get(normal(printing.edition), UNDATED)
            dated = replace(printing, date=date) if date != UNDATED else printing
            self._add(dated)

    def _add(self, printing: Printing) -> None:
        name = normal(printing.title)
        self._of.setdefault((name, printing.experience), []).append(printing)
        if bare := decklist.without_last_group(printing.title):
            self._bare.setdefault((normal(bare[0]), printing.experience), set()).add(name)

    def add(self, rows: Mapping[str, tuple[Card, Table]], where: str) -> None:
        """Take in cards of one's own, with the tables that they were made from."""
        for card, table in rows.values():
            self._add(_of_card(card, "own", where, table))

    def fall_back(self, cards: Mapping[str, Card]) -> None:
        """Take in cards that the program has; one of any card file goes before one of them."""
        for key, card in cards.items():
            self._add(_of_card(card, HERE, HERE, {"key": key}))

    def __len__(self) -> int:
        """Titles in it, each experience level apart."""
        return len(self._of)

    def find(self, title: str, experience: str = "", kinds: frozenset[str] = ANY) -> Found | None:
        """The newest printing of a card that is of one of these kinds ("" is any that takes no part in a duel)."""
        rest: str | None = title
        while rest:
            if printings := self._fitting((normal(rest), experience), kinds):
                return _newest(printings)
            shorter = decklist.without_last_group(rest)
            rest = shorter[0] if shorter else None
        names = [name for name in self._bare.get((normal(title), experience), ()) if (name, experience) in self._of]
        if len(names) == 1 and (printings := self._fitting((names[0], experience), kinds)):
            found = _newest(printings)
            note = Sentence(
                "{title}: taken for {shown}, the only one of that name",
                title=shown(title, experience),
                shown=found.printing.shown,
            )
            return Found(found.printing, (note, *found.notes))
        return None

    def _fitting(self, place: tuple[str, str], kinds: frozenset[str]) -> list[Printing]:
        return [printing for printing in self._of.get(place, ()) if printing.kind in kinds]

    def near(self, title: str, kinds: frozenset[str] = ANY) -> tuple[str, ...]:
        """Cards that may have been meant: other levels of the same, else titles that are spelled alike."""
        name = normal(title)
        if same := self._levels(name, kinds):
            return tuple(same[:NEAR])
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(name)
        likely = ((_likeness(matcher, other), other) for other in self._candidates(name))
        alike = nlargest(2 * NEAR, (pair for pair in likely if pair[0] >= ALIKE))
        return tuple(levels[0] for _, other in alike if (levels := self._levels(other, kinds)))[:NEAR]

    def _levels(self, name: str, kinds: frozenset[str]) -> list[str]:
        """The experience levels of a title that are of one of these kinds, the lowest first."""
        fitting = {
            printing.experience: printing.shown
            for (other, _), printings in self._of.items()
            if other == name
            for printing in printings
            if printing.kind in kinds
        }
        return [fitting[level] for level in sorted(fitting)]

    def _candidates(self, name: str) -> set[str]:
        """Titles that share a word, or the beginning of one, with `name`."""
        if not self._words:
            for known in sorted({known for known, _ in self._of}):
                for stem in _stems(known):
                    self._words.setdefault(stem, []).append(known)
        rarest = sorted((self._words.get(stem, []) for stem in _stems(name)), key=len)
        return {known for part in rarest if len(part) <= 600 for known in part}

    def newest(self) -> Iterator[Found]:
        """Each card of a duel once, in its newest printing: Fate card and Personality of one title apart."""
        for printings in self._of.values():
            for kinds in (FATE_KINDS, PERSONALITY):
                if fitting := [printing for printing in printings if printing.kind in kinds]:
                    yield _newest(fitting)

    def table(self, printing: Printing, *, texts: bool = False) -> tuple[Table, list[str]]:
        """`table_of`, with a key of its own for a Personality where a Fate card has the same title."""
        table, notes = table_of(printing, texts=texts)
        if printing.kind == "personality" and printing.table is None:
            namesakes = self._of.get((normal(printing.title), printing.experience), ())
            if any(other.kind in FATE_KINDS and key_of(other) == table["key"] for other in namesakes):
                table["key"] = f"{table['key'][: KEY_LIMIT - 12]}-personality"
        return table, notes

    def cards(self, *, texts: bool = False) -> tuple[dict[str, Card], list[str]]:
        """All cards of a duel by key, and what was read oddly."""
        made: dict[str, Card] = {}
        notes: list[str] = []
        for found in self.newest():
            table, odd = self.table(found.printing, texts=texts)
            made[table["key"]] = schema.card(table, found.printing.shown)
            notes += [*found.notes, *odd]
        return made, notes


def _stems(name: str) -> set[str]:
    return {word[:4] for word in name.split() if len(word) > 2 and word not in ("the", "and")}


def _likeness(matcher: SequenceMatcher[str], other: str) -> float:
    matcher.set_seq1(other)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0.0
    return matcher.ratio()


def _numbers(printing: Printing) -> tuple[str, ...]:
    fields = ("focus", "force", "chi", "honor", "honor_requirement")
    return printing.kind, *(f"{name} {whole(getattr(printing, name))[0]}" for name in fields)


def _newest(printings: list[Printing]) -> Found:
    """The newest of several printings: definitions of one's own first, then by date, then the one read last.

    What the program has itself comes after all of them.
    """
    order = sorted(printings, key=lambda one: (one.source != HERE, one.table is not None, one.date))
    newest = order[-1]
    older = [printing for printing in order[:-1] if printing.source != HERE and newest.table is None]
    others = [printing for printing in older if _numbers(printing) != _numbers(newest)]
    notes = []
    for other in others:
        differs = ", ".join(
            f"{old} (now {new})" for old, new in zip(_numbers(other), _numbers(newest), strict=True) if old != new
        )
        notes.append(
            Sentence(
                "{shown}: other numbers in {edition}: {differs}; taken from {newest}",
                shown=newest.shown,
                edition=other.edition,
                differs=differs,
                newest=newest.edition,
            )
        )
    return Found(newest, tuple(dict.fromkeys(notes)))


def read_database(paths: Sequence[Path]) -> Database:
    """The cards of these files, or of the card files in these folders. Raises `BadInput`.

    Read are sets of Game on, Yasuki! (YAML; its `set_info.yaml` dates them), the card file of Egg of P'an Ku (XML) and
    our own card files (TOML), whose cards with their effects go before all others of the same title. Of a folder, what
    cannot be read is left out and reported (`Database.left_out`); a file that is named has to be good.
    """
    printings: list[Printing] = []
    dates: dict[str, Date] = {}
    left_out: list[str] = []
    for path in paths:
        for file in _files(path):
            try:
                found = _read_file(file)
            except BadInput as error:
                if file == path:
                    raise
                left_out.append(Sentence("card file left out: {error}", error=error))
                continue
            if isinstance(found, dict):
                dates.update(found)
            else:
                printings += found
    if not printings:
        first = Sentence("; {note}", note=left_out[0]) if left_out else ""
        where = ", ".join(map(str, paths))[:300] or Sentence("card files")
        raise BadInput(where, Sentence("no card found; name at least one card file{first}", first=first))
    return Database(printings, dates, left_out)


def _files(path: Path) -> list[Path]:
    """The path itself, or what a folder holds that may be card files."""
    try:
        if not path.is_dir():
            return [path]
        files = sorted(file for file in path.iterdir() if file.suffix.casefold() in SUFFIXES)
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{str(path)!r:.200}", Sentence("it cannot be read: {reason}", reason=of_reader(error))
        ) from None
    if not 0 < len(files) <= FILES:
        kinds = ", ".join(SUFFIXES)
        raise BadInput(
            str(path),
            Sentence(
                "{n} files found in this folder; 1 to {files} card files ({kinds}) are needed",
                n=len(files),
                files=FILES,
                kinds=kinds,
            ),
        )
    return files


def _read_file(path: Path) -> list[Printing] | dict[str, Date]:
    """The printings of a file, or dates of sets."""
    data = read_bytes(path, XML_LIMIT)
    head = data[:400].lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n")
    if head.startswith(b"<"):
        return eggofpanku.cards(data, path.name)
    text = decode(data, path.name)
    if path.suffix.casefold() == ".toml" or has_line(text, "[[card]]"):
        return _own(path)
    if has_line(text, "arcs:"):
        return yasuki.dates(text, path.name)
    if not has_line(text, "cards:") and yasuki.is_deck(text):
        raise BadInput(path.name, Sentence("this is a deck; a card file (YAML set, XML or TOML) is needed here"))
    return yasuki.cards(text, path.name)


def has_line(text: str, line: str) -> bool:
    """Whether a line of a text begins so."""
    return text.startswith(line) or f"\n{line}" in text


def _own(path: Path) -> list[Printing]:
    return [_of_card(card, "own", path.name, table) for card, table in catalogue.read_tables(path).values()]


def _of_card(card: Card, source: str, edition: str, table: Table) -> Printing:
    """A card of ours as if it had been read from a card file of others."""
    title, experience = split_title(card.title)
    return Printing(title, experience, source, edition, UNDATED, card.type, card.type, text=card.text, table=table)
