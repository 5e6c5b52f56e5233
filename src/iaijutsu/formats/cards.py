"""Real card files and real decks, as far as a duel can be fought with them: by their numbers.

`read_database` takes card files of several forms together. Of several printings of a title the newest counts, of
several experience levels each is a card of its own. `read_deck` looks a deck's cards up in them. What is not found is
listed with what comes near it; what a card does beyond its numbers is not guessed, and such cards are listed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from heapq import nlargest
from pathlib import Path
from typing import Any

from ..cards import catalogue, schema
from ..cards.pieces import Card
from ..engine import BadInput, Sentence
from ..engine.sentences import of_reader
from . import decklist, eggofpanku, yasuki
from .decklist import DYNASTY, FATE, PREGAME, UNSORTED, DeckFile, DeckLine
from .printings import (
    FATE_KINDS,
    KEY_LIMIT,
    UNDATED,
    Date,
    Printing,
    Table,
    beyond_keywords,
    key_of,
    normal,
    one_line,
    shown,
    speaks_of_duels,
    split_title,
    table_of,
    whole,
)
from .safe import XML_LIMIT, decode, read_bytes

FILES = 500
SUFFIXES = (".yaml", ".yml", ".xml", ".toml")
NEAR = 3
ALIKE = 0.72
"""How alike two titles are that are called near (1: the same)."""

PERSONALITY = frozenset({"personality"})
OTHER = frozenset({""})
ANY = FATE_KINDS | PERSONALITY

_KIND_OF = {
    "strategy": "strategy", "strategies": "strategy", "spells": "spell", "items": "item", "followers": "follower",
    "rings": "ring", "ancestors": "ancestor",
}  # fmt: skip
"""Headings in decks to our types."""


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
    """The newest of several printings: definitions of one's own first, then by date, then the one read last."""
    order = sorted(enumerate(printings), key=lambda item: (item[1].table is not None, item[1].date, item[0]))
    newest = order[-1][1]
    others = [printing for _, printing in order[:-1] if newest.table is None and _numbers(printing) != _numbers(newest)]
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
    if path.suffix.casefold() == ".toml" or _has_line(text, "[[card]]"):
        return _own(path)
    if _has_line(text, "arcs:"):
        return yasuki.dates(text, path.name)
    if not _has_line(text, "cards:") and yasuki.is_deck(text):
        raise BadInput(path.name, Sentence("this is a deck; a card file (YAML set, XML or TOML) is needed here"))
    return yasuki.cards(text, path.name)


def _has_line(text: str, line: str) -> bool:
    return text.startswith(line) or f"\n{line}" in text


def _own(path: Path) -> list[Printing]:
    made = []
    for card, table in catalogue.read_tables(path).values():
        title, experience = split_title(card.title)
        made.append(
            Printing(title, experience, "own", path.name, UNDATED, card.type, card.type, text=card.text, table=table)
        )
    return made


# ------------------------------------------------------------------ decks


@dataclass(frozen=True, slots=True)
class Missing:
    """A card of a deck that is in none of the card files. `near`: what may have been meant."""

    line: DeckLine
    part: str
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """In words."""
        near = Sentence("; near it: {near}", near=", ".join(self.near)) if self.near else ""
        return Sentence(
            "{count} × {shown} ({part}): in none of the card files{near}",
            count=self.line.count,
            shown=self.line.shown,
            part=self.part,
            near=near,
        )


@dataclass(frozen=True)
class RealDeck:
    """A deck for a duel. `fate` is what `Player.deck` takes, `tables` what `Setup.cards` takes.

    `effects_unknown` lists titles whose text says more than keywords: they are played for their numbers, and the table
    applies their effects by hand. Those among them that speak of duels stand in `speak_of_duels` too.
    """

    name: str
    file: DeckFile
    fate: tuple[tuple[str, int], ...]
    personalities: tuple[str, ...]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]
    effects_unknown: tuple[str, ...]
    speak_of_duels: tuple[str, ...]
    missing: tuple[Missing, ...]


def read_deckfile(path: Path) -> DeckFile:
    """A deck as its file has it, without looking its cards up. Raises `BadInput`."""
    data = read_bytes(path, decklist.DECK_LIMIT)
    text = decode(data, path.name, latin=True)
    if text.lstrip().startswith("<"):
        raise BadInput(
            path.name, Sentence("this is XML or HTML; a deck is a text with headings and lines of number and title")
        )
    if text.lstrip().startswith("{"):
        raise BadInput(
            path.name, Sentence("this is JSON; a deck is a text with headings and lines of number and title")
        )
    name = one_line(path.stem)[:60] or "deck"
    if yasuki.is_deck(text):
        return yasuki.deck(text, path.name, name)
    if _has_line(text, "cards:") or _has_line(text, "[[card]]"):
        raise BadInput(path.name, Sentence("this is a card file; a deck is needed here"))
    return decklist.text_deck(text, path.name, name)


def read_deck(path: Path, database: Database | Sequence[Path], *, texts: bool = False) -> RealDeck:
    """A deck with the cards that card files say it has. Raises `BadInput`, also when none of its Fate cards is known.

    `texts`: cards bring their rules text, for people to read; it is then in the setup, and so in saved duels.
    Two decks of one duel should be read with the same `database` (`together` says so when they were not).
    """
    file = read_deckfile(path)
    known = database if isinstance(database, Database) else read_database(database)
    return _Lookup(file, known, texts).deck(path.name)


@dataclass
class _Lookup:
    """The cards of one deck, being found."""

    file: DeckFile
    known: Database
    texts: bool
    fate: dict[str, int] = field(default_factory=dict)
    people: dict[str, int] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unknown: dict[str, bool] = field(default_factory=dict)
    missing: list[Missing] = field(default_factory=list)
    left: int = 0

    def deck(self, where: str) -> RealDeck:
        for line in self.file.lines:
            self.look_up(line)
        if not self.fate:
            raise BadInput(where, self.nothing())
        if not self.people:
            self.notes.append(Sentence("none of its Personalities is in the card files: take one from elsewhere"))
        if self.left:
            self.notes.append(
                Sentence(
                    "left aside, as they take no part in a duel (Strongholds, Holdings and so on): {left}",
                    left=self.left,
                )
            )
        return RealDeck(
            self.file.name, self.file, tuple(self.fate.items()), tuple(self.people), tuple(self.tables.values()),
            (*self.known.left_out, *self.file.notes, *map(str, self.missing), *dict.fromkeys(self.notes)),
            tuple(self.unknown), tuple(title for title, duels in self.unknown.items() if duels), tuple(self.missing),
        )  # fmt: skip

    def look_up(self, line: DeckLine) -> None:
        if line.section == FATE:
            self.take(line, FATE_KINDS, self.fate, "Fate")
        elif line.section == DYNASTY and line.may_be_personality:
            self.take(line, PERSONALITY, self.people, "Dynasty")
        elif line.section == UNSORTED and self.known.find(line.title, line.experience, FATE_KINDS):
            self.take(line, FATE_KINDS, self.fate, "Fate")
        elif line.section == UNSORTED:
            self.take(line, PERSONALITY, self.people, "deck")
        else:
            self.left += line.count

    def take(self, line: DeckLine, kinds: frozenset[str], into: dict[str, int], part: str) -> None:
        found = self.known.find(line.title, line.experience, kinds)
        if found is None:
            self.not_found(line, part)
            return
        table, odd = self.known.table(found.printing, texts=self.texts)
        key = table["key"]
        self.notes += [*found.notes, *odd]
        if self.tables.setdefault(key, table) is not table and self.tables[key] != table:
            raise BadInput(
                Sentence("line {number}", number=line.number), Sentence("two cards have the key {key}", key=key)
            )
        into[key] = into.get(key, 0) + line.count
        if found.printing.table is None and beyond_keywords(found.printing.text):
            self.unknown[found.printing.shown] = speaks_of_duels(found.printing.text)

    def not_found(self, line: DeckLine, part: str) -> None:
        """It is a card of another kind, or in no file."""
        other = self.known.find(line.title, line.experience, ANY | OTHER)
        if other and (part != "Fate" or line.section == PREGAME):
            self.left += line.count
        elif other:
            kind = other.printing.printed_type or Sentence("card of another kind")
            told = Sentence(
                "{count} × {shown}: a {kind} among the Fate cards: left aside",
                count=line.count, shown=line.shown, kind=kind,
            )  # fmt: skip
            self.notes.append(told)
            self.left += line.count
        else:
            bare = decklist.without_last_group(line.title)
            kinds = {"Fate": FATE_KINDS, "Dynasty": PERSONALITY}.get(part, ANY)
            near = self.known.near(bare[0] if bare else line.title, kinds)
            self.missing.append(Missing(line, part, near))

    def nothing(self) -> str:
        lines = [line for line in self.file.lines if line.section in (FATE, UNSORTED)]
        if not lines:
            return Sentence("no Fate card found: a deck has a heading Fate, or Strategies, Items and so on, over them")
        first = next((str(card) for card in self.missing if card.part != "Dynasty"), lines[0].shown)
        return Sentence(
            "none of its {n} Fate cards is in the card files; name those of its edition; {first}",
            n=len(lines),
            first=first,
        )


def together(*decks: RealDeck) -> tuple[Mapping[str, Any], ...]:
    """The cards of several decks as `Setup.cards` takes them. Raises `BadInput` when two decks differ on a card."""
    made: dict[str, Table] = {}
    for deck in decks:
        for table in deck.tables:
            if made.setdefault(table["key"], table) != table:
                reason = Sentence("another deck has it with other numbers; read all decks with the same card files")
                raise BadInput(f"{deck.name}: {table['title']}", reason)
    return tuple(made.values())


def skeleton(deck: RealDeck) -> str:
    """A card file (TOML) for the cards of a deck that no card file has, with its numbers to be filled in by hand."""
    rows = ["# Write in the numbers of these cards, and give this file along with the card files.", ""]
    for card in deck.missing:
        kind = _KIND_OF.get(card.line.group, "personality" if card.part == "Dynasty" else "strategy")
        key = key_of(Printing(card.line.title, card.line.experience, "own", "", UNDATED, kind, kind))
        numbers = {"personality": "force = 0\nchi = 0\nhonor = 0"}.get(kind, "focus = 0")
        title = card.line.shown.replace("\\", "").replace('"', "'")
        rows.append(f'[[card]]\nkey = "{key}"\ntitle = "{title}"\ntype = "{kind}"\n{numbers}\nnumbers_only = true\n')
    return "\n".join(rows)
