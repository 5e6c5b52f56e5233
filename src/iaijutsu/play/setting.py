"""Setting out a card duel from what people asked for: decks, Personalities, the action, the ruleset, who is active."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..cards import InPlay, Player, Ruleset, Setup, catalogue, decks, rulesets
from ..cards.decks import DeckList
from ..cards.pieces import Card
from ..engine import BadInput
from ..engine.toml import read_toml
from .i18n import N_, _, retelling, retold

if TYPE_CHECKING:
    from ..formats.cards import Database

ME, OPPONENT, THIRD = 0, 1, 2
ACTIVE = {"me": ME, "opponent": OPPONENT, "third": THIRD}
HAND, GOLD, HONOR = 5, 5, 5
MOST_HAND, MOST_GOLD = 20, 99
MINE, THEIRS, THIRDS = "tachimori-last-light", "kuregawa-sleeves", "asagiri-court"
PLAIN_ACTION = "plain-challenge"
LISTED = N_("A deck as its list tells it.")
MOST_CARDS = 200
"""Cards of one's own that a duel may bring along."""
FEW, LOOKED_THROUGH, WORD = 4, 5_000, 80
"""Cards that are named where there is no such card; titles that are compared with a word; characters of it."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was asked for. A deck is the key of one that ships, or a file: TOML, a list of titles, a real deck.

    `database` are the card files that real decks are looked up in; `cards` a file or folder with cards of one's own.
    `active` is me, opponent or third, whose turn it is; `challenger`, me or opponent, who takes the action.
    """

    deck: str = MINE
    against: str = THEIRS
    database: tuple[str, ...] = ()
    cards: str | None = None
    duellist: str | None = None
    opponent: str | None = None
    action: str | None = None
    rules: str = "celestial"
    challenger: str = "me"
    active: str | None = None
    hand: int = HAND
    gold: int = GOLD
    names: tuple[str, ...] = ("First", "Second", "Third")


@dataclass(frozen=True, slots=True)
class Laid:
    """A duel set out, what was odd about the files, and the titles of cards that are played for their numbers alone."""

    setup: Setup
    notes: tuple[str, ...]
    numbers_only: tuple[str, ...]


@dataclass
class Library:
    """The cards that may take part: those that ship, those of one's own, those of real decks."""

    own: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=lambda: dict(catalogue.shipped()))

    def add(self, rows: Mapping[str, tuple[Card, dict[str, Any]]], where: str) -> None:
        """Take in cards of a file. Raises `BadInput` for a key that is taken by another card."""
        for key, (card, row) in rows.items():
            if key in self.cards and self.own.get(key) != row:
                raise BadInput(f"{where}: {key}", _("another card has this key already; give yours a key of its own"))
            self.own[key], self.cards[key] = row, card

    def find(self, word: str, what: str, likely: Iterable[str] = ()) -> str:
        """The key of a card that is named by key or title, case aside. Raises `BadInput`, which names cards with a
        title like it, else those that are `likely` meant.
        """
        if word in self.cards:
            return word
        found = [key for key, card in self.cards.items() if card.title.casefold() == word.casefold()]
        if len(found) == 1:
            return found[0]
        told = _("there is no card {word}; `iaijutsu cards list` shows those that there are")
        if some := self._like(word) or [self.cards[key].title for key in likely]:
            told = _("there is no card {word}; there are, for example: {some}")
        raise BadInput(what, told.format(word=repr(word), some=", ".join(some[:FEW])))

    def actions(self) -> list[str]:
        """The cards that are played to make a challenge."""
        fit = (key for key, card in self.cards.items() if any(one.kind == "action" for one in card.abilities))
        return [key for key in fit if self.cards[key].type == "strategy"]

    def _like(self, word: str) -> list[str]:
        """Titles of cards that are written nearly so."""
        titles = {card.title.casefold(): card.title for card in self.cards.values()}
        few = titles if len(titles) <= LOOKED_THROUGH else {}
        return [titles[near] for near in get_close_matches(word[:WORD].casefold(), few, FEW)]


@retelling()
def lay_out(terms: Terms) -> Laid:
    """The duel that was asked for. Raises `BadInput` naming the option that cannot be taken."""
    library = Library()
    if terms.cards:
        library.add(catalogue.read_tables(existing(terms.cards, "--cards")), terms.cards)
    shelf = Shelf(library, terms.database)
    read = [shelf.deck(word, option) for word, option in _decks(terms)]
    lists, notes = [deck for deck, _some in read], [note for _, some in read for note in some]
    for n, (word, option) in enumerate(((terms.duellist, "--duellist"), (terms.opponent, "--opponent"))):
        lists[n] = _with_duellist(lists[n], word, option, library)
    performer = _one_of(terms.challenger, {"me": ME, "opponent": OPPONENT}, "--challenger")
    active = _one_of(terms.active, ACTIVE, "--active") if terms.active else performer
    if terms.action:
        lists[performer] = _bringing(lists[performer], terms.action, library, named=_named(terms, performer))
    action = _action(terms.action, lists[performer], library)
    players = [_player(terms, n, deck) for n, deck in enumerate(lists)]
    players[performer] = _holding(players[performer], action, library)
    used = {key for player in players for key in _keys(player)} | {action}
    own = tuple(row for key, row in library.own.items() if key in used)
    if len(own) > MOST_CARDS:
        told = _("{n} cards of your own take part; allowed are {most}")
        raise BadInput("--cards", told.format(n=len(own), most=MOST_CARDS))
    setup = Setup(tuple(players), action, performer, active, ruleset(terms.rules), own)
    by_hand = sorted(library.cards[key].title for key in used if library.cards[key].numbers_only)
    return Laid(setup, tuple(dict.fromkeys(notes)), tuple(by_hand))


def _decks(terms: Terms) -> list[tuple[str, str]]:
    found = [(terms.deck, "--deck"), (terms.against, "--against")]
    return [*found, (THIRDS, "third")] if terms.active == "third" else found


def _one_of(word: str, allowed: Mapping[str, int], option: str) -> int:
    if word not in allowed:
        raise BadInput(
            option, _("{found!r} found; allowed is one of: {allowed}").format(found=word, allowed=", ".join(allowed))
        )
    return allowed[word]


def existing(word: str, option: str) -> Path:
    """The path, if something is there. Raises `BadInput`."""
    path = Path(word).expanduser()
    if not path.exists():
        raise BadInput(option, _("there is no file or folder {word!r}").format(word=word))
    return path


# --- decks -----------------------------------------------------------------------------------------------


@dataclass
class Shelf:
    """Where decks are found: those that ship, and files, whose cards are looked up in card files and in the library.

    `files` are the card files; one that cannot be read is refused at once.
    """

    library: Library
    files: tuple[str, ...] = ()
    _known: Database | None = None

    def __post_init__(self) -> None:
        self._mine = {key: (self.library.cards[key], row) for key, row in self.library.own.items()}
        if self.files:
            self.known()

    def known(self) -> Database:
        """All cards that a list of titles may name: of card files and of one's own, then those that ship."""
        if self._known is None:
            from ..formats.cards import Database, read_database

            found = [existing(path, "--database") for path in self.files]
            self._known = read_database(found) if found else Database(())
            self._known.add(self._mine, "--cards")
            self._known.fall_back(catalogue.shipped())
        return self._known

    def deck(self, word: str, option: str) -> tuple[DeckList, list[str]]:
        """A deck by its key or its file, with what was odd about it. Raises `BadInput`."""
        if word in decks.shipped():
            return decks.shipped()[word], []
        path = Path(word).expanduser()
        if not path.is_file():
            keys = ", ".join(decks.shipped())
            told = _("there is no deck or file {word}; decks that ship are: {known}")
            raise BadInput(option, told.format(word=repr(word), known=keys))
        if path.suffix.lower() == ".toml" or _is_toml_deck(path):
            return decks.read(path, self.library.cards), []
        return self._list(path)

    def _list(self, path: Path) -> tuple[DeckList, list[str]]:
        """A deck whose file tells the titles of its cards, in whatever form."""
        from ..cards import schema
        from ..formats.realdecks import read_deck

        real = read_deck(path, self.known())
        made = {row["key"]: (schema.card(dict(row), path.name), dict(row)) for row in real.tables}
        self.library.add(made, path.name)
        people = tuple(InPlay(key) for key in real.personalities)
        deck = DeckList(path.stem[:60], real.name, LISTED, real.fate, people, PLAIN_ACTION)
        return deck, [f"{path.name}: {retold(note)}" for note in real.notes]


def _is_toml_deck(path: Path) -> bool:
    """Whether a file of another name is a deck in TOML; what cannot be read is for the other readers to refuse."""
    try:
        return decks.is_deck(catalogue.text_of(path))
    except BadInput:
        return False


def _with_duellist(deck: DeckList, word: str | None, option: str, library: Library) -> DeckList:
    """The deck with one Personality alone, if one is named. Raises `BadInput` when there would be none."""
    if word is None:
        if not deck.personalities:
            told = _("{name} has no Personality that is known; name one that fights for it")
            raise BadInput(option, told.format(name=deck.title))
        return deck
    key = library.find(word, option, (one.card for one in deck.personalities))
    if library.cards[key].type != "personality":
        raise BadInput(option, _("{name} is no Personality").format(name=library.cards[key].title))
    own = [one for one in deck.personalities if one.card == key]
    return replace(deck, personalities=tuple(own[:1]) or (InPlay(key),))


# --- the rest --------------------------------------------------------------------------------------------


def ruleset(word: str) -> Ruleset:
    """A ruleset by its key or from a TOML file. Raises `BadInput`."""
    if word in rulesets.shipped():
        return rulesets.shipped()[word]
    path = Path(word).expanduser()
    if not path.is_file():
        raise BadInput(
            "--ruleset",
            _("there is no ruleset or file {word!r}; allowed are {shipped}").format(
                word=word, shipped=", ".join(rulesets.shipped())
            ),
        )
    table = read_toml(catalogue.text_of(path), path.name)
    rows = table.get("ruleset", table)
    if isinstance(rows, list):
        if len(rows) != 1:
            raise BadInput(path.name, _("{n} rulesets found; needed is one [[ruleset]]").format(n=len(rows)))
        rows = rows[0]
    return rulesets.ruleset(rows, path.name)


def _action(word: str | None, deck: DeckList, library: Library) -> str:
    key = library.find(word, "--action", library.actions()) if word else deck.action
    card = library.cards[key]
    if not any(ability.kind == "action" for ability in card.abilities):
        raise BadInput("--action", _("{name} has no action that makes a challenge").format(name=card.title))
    in_play = {one for person in deck.personalities for one in (person.card, *person.attached)}
    if card.type != "strategy" and key not in in_play:
        if word is None:
            return PLAIN_ACTION
        told = _("{name} would have to be in play, but the duellist named is another")
        raise BadInput("--action", told.format(name=card.title))
    return key


def _named(terms: Terms, seat: int) -> bool:
    """Whether the duellist of a side was chosen on the command line."""
    return (terms.duellist if seat == ME else terms.opponent) is not None


def _bringing(deck: DeckList, word: str, library: Library, *, named: bool) -> DeckList:
    """The deck with the card in play whose action is wanted: as its duellist, or attached to him."""
    key = library.find(word, "--action", library.actions())
    card = library.cards[key]
    there = {one for person in deck.personalities for one in (person.card, *person.attached)}
    if card.type == "strategy" or key in there or not any(one.kind == "action" for one in card.abilities):
        return deck
    if card.type == "personality":
        return deck if named else replace(deck, personalities=(InPlay(key),))
    first, *others = deck.personalities
    return replace(deck, personalities=(replace(first, attached=(*first.attached, key)), *others))


def _player(terms: Terms, seat: int, deck: DeckList) -> Player:
    people = deck.personalities if seat != THIRD else ()
    return Player(terms.names[seat], deck.cards, people, draw=terms.hand, honor=HONOR, gold=terms.gold)


def _holding(player: Player, action: str, library: Library) -> Player:
    """The player with the action in hand, if it is a card that is played from there."""
    return replace(player, hand=(action,)) if library.cards[action].type == "strategy" else player


def _keys(player: Player) -> Iterable[str]:
    yield from dict(player.deck)
    yield from player.hand
    for person in player.personalities:
        yield from (person.card, *person.attached)
