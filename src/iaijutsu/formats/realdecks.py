"""Real decks, as far as a duel can be fought with them: by the numbers of their cards.

`read_deck` looks a deck's cards up in card files, and among those that the program has. What is not found is listed
with what comes near it; what a card does beyond its numbers is not guessed, and such cards are listed too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..engine import BadInput, Sentence
from . import decklist, yasuki
from .cards import ANY, HERE, OTHER, PERSONALITY, Database, has_line, read_database
from .decklist import DYNASTY, FATE, PREGAME, UNSORTED, DeckFile, DeckLine
from .printings import (
    FATE_KINDS,
    UNDATED,
    Printing,
    Table,
    beyond_keywords,
    key_of,
    one_line,
    speaks_of_duels,
)
from .safe import decode, read_bytes

NAMED = 40
"""Cards that are named in one sentence at most."""
_KIND_OF = {
    "strategy": "strategy", "strategies": "strategy", "spells": "spell", "items": "item", "followers": "follower",
    "rings": "ring", "ancestors": "ancestor",
}  # fmt: skip
"""Headings in decks to our types."""


WOULD_DO = Sentence(
    "Cards that do not ship are known by the card files that are brought with the deck (--database): sets of “Game on, "
    "Yasuki!” (YAML), the card file of “Egg of P’an Ku” (XML), or cards of your own (TOML)."
)
LEFT_OUT = Sentence("The cards that are not known are left out of the deck. {would_do}", would_do=WOULD_DO)


@dataclass(frozen=True, slots=True)
class Missing:
    """A card of a deck that is not known. `near`: what may have been meant."""

    line: DeckLine
    part: str
    near: tuple[str, ...] = ()

    def __str__(self) -> str:
        """In words."""
        near = Sentence("; near it: {near}", near=", ".join(self.near)) if self.near else ""
        return Sentence(
            "line {number}: {count} × {shown}: this card is not known{near}",
            number=self.line.number, count=self.line.count, shown=self.line.shown, near=near,
        )  # fmt: skip


@dataclass(frozen=True)
class RealDeck:
    """A deck for a duel. `fate` is what `Player.deck` takes, `tables` what `Setup.cards` takes: those of all its cards
    but for those that the program has.

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
    if has_line(text, "cards:") or has_line(text, "[[card]]"):
        raise BadInput(path.name, Sentence("this is a card file; a deck is needed here"))
    return decklist.text_deck(text, path.name, name)


def read_deck(path: Path, database: Database | Sequence[Path], *, texts: bool = False) -> RealDeck:
    """A deck with the cards that card files say it has, or that the database has besides (`Database.fall_back`).

    Raises `BadInput`, also when none of its Fate cards is known.

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
            self.notes.append(Sentence("none of its Personalities is known: take one from elsewhere"))
        if self.left:
            self.notes.append(
                Sentence(
                    "left aside, as they take no part in a duel (Strongholds, Holdings and so on): {left}",
                    left=self.left,
                )
            )
        missing = [*map(str, self.missing), LEFT_OUT] if self.missing else []
        return RealDeck(
            self.file.name, self.file, tuple(self.fate.items()), tuple(self.people), tuple(self.tables.values()),
            (*self.known.left_out, *self.file.notes, *missing, *dict.fromkeys(self.notes)),
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
        if found.printing.source != HERE:
            self.bring(key, table, line)
        into[key] = into.get(key, 0) + line.count
        if found.printing.table is None and beyond_keywords(found.printing.text):
            self.unknown[found.printing.shown] = speaks_of_duels(found.printing.text)

    def bring(self, key: str, table: Table, line: DeckLine) -> None:
        if self.tables.setdefault(key, table) is not table and self.tables[key] != table:
            raise BadInput(
                Sentence("line {number}", number=line.number), Sentence("two cards have the key {key}", key=key)
            )

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
        missing = [card for card in self.missing if card.part != "Dynasty"]
        names = Sentence.joined([_named(card) for card in missing[:NAMED]] or [lines[0].shown])
        more = Sentence(" and {n} more", n=len(missing) - NAMED) if len(missing) > NAMED else ""
        return Sentence(
            "none of its Fate cards is known: {names}{more}. {would_do}", names=names, more=more, would_do=WOULD_DO
        )


def _named(card: Missing) -> str:
    line = Sentence("{title} (line {number})", title=card.line.shown, number=card.line.number)
    return Sentence("{line}, near it {near}", line=line, near=card.near[0]) if card.near else line


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
