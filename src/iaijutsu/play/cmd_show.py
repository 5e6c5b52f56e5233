"""`iaijutsu rules`, `cards` and `decks`: what the program knows, looked up; and files of one's own, checked."""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from pathlib import Path

from ..cards import catalogue, decks
from ..cards.pieces import TYPES, Card
from ..cards.schema import EFFECTS
from ..engine import BadInput, Clause
from ..engine.clauses import clauses
from .i18n import N_, _, listed, ngettext, told
from .setting import Library, Shelf, existing
from .tale import width, wrapped
from .words import clauses_with
from .words.scene import focus_value

TYPE_WORDS = {
    "personality": N_("Personality"), "strategy": N_("Strategy"), "item": N_("Item"), "follower": N_("Follower"),
    "spell": N_("Spell"), "ring": N_("Ring"), "ancestor": N_("Ancestor"),
}  # fmt: skip
BOOKS = {"cards": N_("The card duel"), "rpg": N_("The role-playing duel")}


def say(text: str = "", indent: str = "", rest: str | None = None) -> None:
    """Print a paragraph."""
    for line in wrapped(text, width(), indent, indent if rest is None else rest):
        print(line)


# --- rules -----------------------------------------------------------------------------------------------


def rules(options: argparse.Namespace) -> int:
    """Show clauses: all ids with none given, one in full by its id, else those that the words are in."""
    books = _books()
    if not options.word:
        for game, name in books.items():
            print(_(name))
            for clause in clauses(game).values():
                say(f"{clause.id}: {_(clause.text)}", "  ", "      ")
        return 0
    word = " ".join(options.word)
    found = [clause for game in books for clause in clauses_with(game, word)]
    if not found:
        raise BadInput(
            "rules",
            _("no clause has the id or the word {word!r}; `iaijutsu rules` shows all of them").format(word=word),
        )
    exact = [clause for clause in found if clause.id == word]
    for clause in exact or found:
        _clause(clause)
    return 0


def _books() -> dict[str, str]:
    found = {}
    for game, name in BOOKS.items():
        try:
            clauses(game)
        except (OSError, ModuleNotFoundError):
            continue
        found[game] = name
    return found


def _clause(clause: Clause) -> None:
    print(clause.id)
    say(_(clause.text), "    ")
    say(_("Source: {origin}.").format(origin=clause.source), "    ")
    if clause.reading:
        say(_("The rules text is silent here, or can be taken two ways; this is how we read it."), "    ")


# --- cards -----------------------------------------------------------------------------------------------


def _library(options: argparse.Namespace) -> Library:
    library = Library()
    if options.cards:
        library.add(catalogue.read_tables(existing(options.cards, "--cards")), options.cards)
    return library


def check_cards(options: argparse.Namespace) -> int:
    """Check files; every one that is wrong is told, then the status is 2."""
    library = _library(options)
    wrong = []
    for name in options.file:
        try:
            say(_checked(existing(name, "cards check"), library))
        except BadInput as error:
            wrong.append(error)
    if len(wrong) == 1:
        raise wrong[0]
    if wrong:
        raise BadInput("", "; ".join(map(told, wrong)))
    return 0


def _checked(path: Path, library: Library) -> str:
    """What a good file holds, in a line: cards, or a deck. Raises `BadInput`."""
    if path.is_file() and decks.is_deck(catalogue.text_of(path)):
        deck = decks.read(path, library.cards)
        told = ngettext(
            "{file}: well formed: the deck {title}, {n} card", "{file}: well formed: the deck {title}, {n} cards",
            deck.size,
        )  # fmt: skip
        return told.format(file=path, title=deck.title, n=deck.size)
    found = catalogue.read(path)
    n = len(found)
    told = ngettext("{file}: well formed: {n} card", "{file}: well formed: {n} cards", n)
    return told.format(file=path, n=n)


def list_cards(options: argparse.Namespace) -> int:
    """List the cards that fit."""
    library = _library(options)
    if options.type and options.type not in TYPES:
        raise BadInput(
            "--type",
            _("{found!r} found; allowed is one of: {types}").format(found=options.type, types=", ".join(TYPES)),
        )
    if options.does and options.does not in EFFECTS:
        raise BadInput(
            "--does",
            _("{found!r} found; allowed is one of: {effects}").format(found=options.does, effects=", ".join(EFFECTS)),
        )
    found = [card for card in library.cards.values() if _fits(card, options)]
    for card in sorted(found, key=lambda card: (TYPES.index(card.type), card.title)):
        print(f"{card.key:<32} {card.title} · {_numbers(card)}")
    n = len(found)
    print(ngettext("{n} card", "{n} cards", n).format(n=n))
    return 0


def _fits(card: Card, options: argparse.Namespace) -> bool:
    word = (options.word or "").casefold()
    keyword = (options.keyword or "").casefold()
    return (
        (not options.type or card.type == options.type)
        and (options.focus is None or card.focus == options.focus)
        and (not keyword or any(keyword == one.casefold() for one in card.keywords))
        and (not options.does or any(e["do"] == options.does for a in card.abilities for e in a.effects))
        and (not word or word in f"{card.title} {card.text}".casefold())
    )


def _numbers(card: Card) -> str:
    """Type and printed numbers in a line."""
    if card.type == "personality":
        honor = "–" if card.honor is None else str(card.honor)
        return _("Personality, Force {force}, Chi {chi}, Personal Honor {honor}").format(
            force=card.force, chi=card.chi, honor=honor
        )
    parts = [_(TYPE_WORDS[card.type]), _("focus value {n}").format(n=focus_value(card))]
    for name, value in ((_("Force"), card.force), (_("Chi"), card.chi)):
        if value is not None:
            parts.append(f"{name} {value:+}")
    return ", ".join(parts)


def show_card(options: argparse.Namespace) -> int:
    """Show one card."""
    library = _library(options)
    card = library.cards[library.find(options.card, "cards show")]
    print(card.title + (_(" (Unique)") if card.unique else ""))
    print(f"    {_numbers(card)}")
    if card.keywords:
        print(f"    {', '.join(sorted(card.keywords))}")
    if card.honor_requirement is not None:
        print("    " + _("Honor Requirement {n}").format(n=card.honor_requirement))
    if card.text:
        say(_(card.text), "    ")
    if card.numbers_only:
        say(_("Played for its numbers: what its text does, the table decides."), "    ")
    for ability in card.abilities:
        does = listed(list(dict.fromkeys(effect["do"] for effect in ability.effects)))
        on = f" ({' '.join(ability.on)})" if ability.on else ""
        say(_("As data: {kind}{on}: {does}").format(kind=ability.kind, on=on, does=does), "    ")
    print("    " + _("key: {key}").format(key=card.key))
    return 0


# --- decks -----------------------------------------------------------------------------------------------


def list_decks(options: argparse.Namespace) -> int:
    """List the decks that ship."""
    del options
    for deck in decks.shipped().values():
        print(f"{deck.key:<24} {deck.title}")
        print(textwrap.indent(textwrap.fill(_(deck.temper), max(24, width() - 25)), " " * 25))
    return 0


def show_deck(options: argparse.Namespace) -> int:
    """Show one deck: who fights, by which action, with which cards."""
    shelf = Shelf(_library(options), tuple(options.database))
    library = shelf.library
    deck, notes = shelf.deck(options.deck, "decks show")
    print(f"{deck.title} ({deck.key})")
    say(_(deck.temper), "    ")
    print("    " + _("Action: {card}").format(card=library.cards[deck.action].title))
    for person in deck.personalities:
        card = library.cards[person.card]
        items = [library.cards[key].title for key in person.attached]
        carried = _(", with {items}").format(items=listed(items)) if items else ""
        say(f"{card.title}: {_numbers(card)}{carried}", "    ", "        ")
    print("    " + ngettext("{n} Fate card:", "{n} Fate cards:", deck.size).format(n=deck.size))
    for key, copies in sorted(deck.cards, key=lambda row: library.cards[row[0]].title):
        card = library.cards[key]
        print(f"        {copies} × {card.title} ({focus_value(card)}), {_(TYPE_WORDS[card.type]).lower()}")
    spread = Counter(focus_value(library.cards[key]) for key, n in deck.cards for _copy in range(n))
    print(
        "    " + _("Focus values: {spread}").format(spread=", ".join(f"{n} × {v}" for v, n in sorted(spread.items())))
    )
    for note in notes:
        say(note, "    ")
    return 0
