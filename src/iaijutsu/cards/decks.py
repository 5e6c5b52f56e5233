"""Ready Fate decks: TOML files, one deck each, checked when they are read.

A deck says nothing about a ruleset: any of them can be fought with it. It suggests who carries it into a duel and by
which action, so that a duel can begin at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..engine import BadInput, Sentence
from ..engine.toml import read_toml
from . import catalogue, schema
from .pieces import FATE_TYPES, Card
from .schema import Table, list_of, whole, words
from .setup import DECK_LIMIT, InPlay

LEAST = 40
"""Cards in a Fate deck at least."""
COPIES = 3
"""Copies of one card in it at most; of a Unique card, one."""
ATTACHABLE = ("item", "follower", "spell", "ring", "ancestor")


@dataclass(frozen=True, slots=True)
class DeckList:
    """A Fate deck with its temper, and with whom and by which action it is meant to be fought.

    `cards` holds (key, copies) by key; `personalities` are in play with what is attached to them; `action` is the key
    of a card whose action makes a challenge.
    """

    key: str
    title: str
    temper: str
    cards: tuple[tuple[str, int], ...]
    personalities: tuple[InPlay, ...]
    action: str

    @property
    def size(self) -> int:
        """Cards in the Fate deck."""
        return sum(copies for _, copies in self.cards)


@cache
def shipped() -> dict[str, DeckList]:
    """The decks that come with the program, by key."""
    found: dict[str, DeckList] = {}
    for file in sorted(files(__package__).joinpath("decks").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            made = deck_of(file.read_text(encoding="utf-8"), file.name, catalogue.shipped())
            if made.key in found:
                raise BadInput(f"{file.name}: {made.key}", Sentence("this key stands twice"))
            found[made.key] = made
    return found


def read(path: Path, library: Mapping[str, Card] | None = None) -> DeckList:
    """The deck of a TOML file. `library` holds the cards it may name (None: those that ship). Raises `BadInput`."""
    return deck_of(catalogue.text_of(path), path.name, catalogue.shipped() if library is None else library)


def is_deck(text: str) -> bool:
    """Whether a text has the tables of a deck in it, and none of a card."""
    found = {line.strip() for line in text.splitlines()}
    return "[[card]]" not in text and not found.isdisjoint(("[cards]", "[[personality]]"))


def deck_of(text: str, where: str, library: Mapping[str, Card]) -> DeckList:
    """The deck in the text of the file called `where`. Raises `BadInput`, which names file, table and key."""
    data = read_toml(text, where)
    catalogue.check_size(data, f"{where}: deck")
    table = _DECK(data, f"{where}: deck")
    people = tuple(InPlay(**row) for row in table.pop("personality"))
    made = DeckList(**table, personalities=people)
    _check_cards(made, f"{where}: deck.cards", library)
    for n, person in enumerate(people):
        _check_person(person, f"{where}: deck.personality[{n}]", library)
    _check_action(made, f"{where}: deck.action", library)
    return made


# --- checks ----------------------------------------------------------------------------------------------


def _key(value: Any, where: str) -> str:
    key: str = words(60)(value, where)
    if not all(ch.isascii() and (ch.islower() or ch.isdigit() or ch == "-") for ch in key):
        raise BadInput(where, Sentence("{found!r} found; allowed are small letters, digits and hyphens", found=key))
    return key


def _copies(value: Any, where: str) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict) or len(value) > DECK_LIMIT:
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is a table of card keys and copies", found=value))
    return tuple(sorted((key, whole(1, COPIES)(n, f"{where}.{key}")) for key, n in value.items()))


def _people(value: Any, where: str) -> tuple[dict[str, Any], ...]:
    found: tuple[dict[str, Any], ...] = list_of(_PERSON, 20)(value, where)
    if not found:
        raise BadInput(where, Sentence("an empty list found; needed is at least one [[personality]]"))
    return found


_PERSON = Table({"card": words(60)}, {"attached": list_of(words(60), 10)})
_DECK = Table(
    {
        "key": _key, "title": words(80), "temper": words(200), "action": words(60), "cards": _copies,
        "personality": _people,
    },
    {},
)  # fmt: skip


def _check_cards(deck: DeckList, where: str, library: Mapping[str, Card]) -> None:
    for key, copies in deck.cards:
        card = _known(key, f"{where}.{key}", library)
        if not schema.is_fate(card.type):
            raise BadInput(
                f"{where}.{key}",
                Sentence(
                    "a {type} found; allowed are Fate cards: {fate_types}",
                    type=card.type,
                    fate_types=", ".join(FATE_TYPES),
                ),
            )
        if card.unique and copies > 1:
            raise BadInput(
                f"{where}.{key}", Sentence("{copies} copies of a Unique card found; allowed is 1", copies=copies)
            )
    if not LEAST <= deck.size <= DECK_LIMIT:
        raise BadInput(
            where,
            Sentence(
                "{size} cards found; allowed are {least} to {most}",
                size=deck.size,
                least=LEAST,
                most=DECK_LIMIT,
            ),
        )


def _check_person(person: InPlay, where: str, library: Mapping[str, Card]) -> None:
    card = _known(person.card, f"{where}.card", library)
    if card.type != "personality":
        raise BadInput(
            f"{where}.card",
            Sentence("{card!r} is of type {type}; allowed is a personality", card=person.card, type=card.type),
        )
    for n, key in enumerate(person.attached):
        card = _known(key, f"{where}.attached[{n}]", library)
        if card.type not in ATTACHABLE:
            reason = Sentence(
                "{key!r} is of type {type}; allowed are {attachable}",
                key=key,
                type=card.type,
                attachable=", ".join(ATTACHABLE),
            )
            raise BadInput(f"{where}.attached[{n}]", reason)


def _check_action(deck: DeckList, where: str, library: Mapping[str, Card]) -> None:
    """The action is on a strategy, or on something that the deck's Personalities bring into play."""
    card = _known(deck.action, where, library)
    if not any(ability.kind == "action" for ability in card.abilities):
        raise BadInput(
            where,
            Sentence("{found!r} found; allowed is a card with an action that makes a challenge", found=deck.action),
        )
    there = {key for person in deck.personalities for key in (person.card, *person.attached)}
    if card.type != "strategy" and deck.action not in there:
        raise BadInput(
            where,
            Sentence(
                "{found!r} found; allowed is a strategy, or a card of the deck's [[personality]]", found=deck.action
            ),
        )


def _known(key: str, where: str, library: Mapping[str, Card]) -> Card:
    if key not in library:
        raise BadInput(
            where, Sentence("there is no card {key!r}; allowed are those that `iaijutsu cards list` shows", key=key)
        )
    return library[key]
