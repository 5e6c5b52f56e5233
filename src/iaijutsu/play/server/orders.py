"""From an order, as a form or JSON gives it, to a duel that is set out.

Whatever strangers send is text: a word is only ever the key of something that ships, never a path on this machine;
files that they bring are read in a folder of their own that is gone afterwards, by the readers of the command line.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...analysis.roster import agents
from ...engine import BadInput
from ..games import LONGEST_NAME, can_be_name, players
from ..games import NAMES as GAMES
from ..i18n import N_, _, retold
from ..seal import SEALER
from .calls import LINK, ME, Order, Upload

LONGEST = 3_000_000
"""Characters in a file that somebody brings at most."""
DATABASE = "--database"
"""What notes tell to bring along."""
FILES = 12
"""Files in one order at most."""
SUFFIXES = (".toml", ".yaml", ".yml", ".json", ".l5d", ".txt", ".xml", ".deck", ".pbc", ".dec")
CLOCK = ((10, 86_400), (0, 3_600))
"""Bounds of a clock: seconds a side, and seconds added for an answer."""
CARDS = {
    "deck", "against", "database", "cards", "duellist", "opponent", "action", "challenger", "active", "ruleset", "hand",
    "gold",
}  # fmt: skip
RPG = {
    "character", "opponent", "form", "contest", "stakes", "ruling", "unprepared", "initiative", "secret_sheets", "gm",
}  # fmt: skip
LABELS = {
    "game": N_("The duel"), "seats": N_("Played by"), "names": N_("Name at the table"), "name": N_("Name at the table"),
    "clock": N_("Minutes for each side (empty: no clock)"), "increment": N_("Seconds added for each answer"),
    "dice": N_("Real dice and cards: what comes up is typed in"),
    "deck": N_("Deck"), "against": N_("Deck"), "database": N_("Card files that real decks are looked up in"),
    "cards": N_("Cards of your own"), "duellist": N_("Who fights for the challenger"),
    "opponent": N_("The challenged"), "action": N_("Action that challenges (its title)"), "gold": N_("Gold"),
    "active": N_("Whose turn it is"), "ruleset": N_("Ruleset"), "hand": N_("Cards in hand"),
    "character": N_("Character"), "form": N_("Fought"), "contest": N_("Contest"), "stakes": N_("What is at stake"),
    "ruling": N_("Where the rulebook leaves it open"), "unprepared": N_("Caught unprepared"),
    "initiative": N_("Initiative of both, for a clash (N,N)"), "files": N_("Files"),
    "file": N_("A file"), "command": "",
}  # fmt: skip
"""What the terms are called where people set out a duel."""
PICKED = {"character", "opponent"}
"""Terms whose files may hold several, of which one is picked."""
SEVERAL = {"database", "ruling"}
"""Terms that may be given more than once."""
SEVERAL_FILES = {"database"}
"""Those of them that are files."""
WHICH_THIRD = N_("the turn is a third player’s: say who plays him")
NO_THIRD = N_("there is a third player only where the turn is his")
NAMED = 40
"""Names that are told of those that a file holds, at most."""
MAY_BE_FILES = {"deck", "against", "database", "cards", "ruleset", "character", "opponent", "form"}


class Several(BadInput):
    """One of several is meant, and it is not said which. `short` says it without the `names` that there are."""

    def __init__(self, where: str, short: str, names: Sequence[str]) -> None:
        listed = ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")
        super().__init__(where, f"{short}: {listed}")
        self.short, self.names = short, tuple(names)


class TooLong(BadInput):
    """A file that is longer than what is read here."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A duel set out: its setup, the people's names by seat, and what was odd about files."""

    setup: Any
    names: tuple[str, ...]
    notes: tuple[str, ...]


def lay_out(order: Order) -> Laid:
    """The duel that was ordered. Raises `BadInput` naming what cannot be taken."""
    if order.game not in GAMES:
        raise BadInput("game", _found(order.game, ", ".join(GAMES)))
    _check_terms(order)
    _check_clock(order)
    seats = _seats(order)
    names = people(order.names, seats)
    try:
        with _brought(order) as terms:
            laid = _cards(terms, names) if order.game == "cards" else _rpg(terms, names, order.judge)
    except Several:
        raise
    except BadInput as error:
        raise BadInput(_term(retold(error.where)), _terms_in(retold(error.reason))) from None
    notes = (note.replace(f"({DATABASE})", f"({_term(DATABASE)})") for note in laid.notes)
    return replace(laid, notes=tuple(notes))


def _found(value: object, allowed: str) -> str:
    return _("{word} found; allowed: {allowed}").format(word=repr(value)[:40], allowed=allowed)


def _term(where: str) -> str:
    """What an option of the command line is called in an order; anything else as it stands."""
    return where.removeprefix("--").replace("-", "_") if where.startswith("--") else where


def _terms_in(text: str) -> str:
    """A text in which options of the command line are called what they are in an order."""
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", lambda found: _term(found[0]), text)


def seats_of(order: Order) -> int:
    """How many seats that people or computer players fill; a judge's third one is not among them."""
    return 3 if order.game == "cards" and order.terms.get("active") == "third" else 2


# --- who sits there --------------------------------------------------------------------------------------


def _seats(order: Order) -> int:
    count, known = seats_of(order), agents(order.game)
    if sorted((len(order.seats), count)) == [2, 3]:
        raise BadInput("seats", _(NO_THIRD if count == 2 else WHICH_THIRD))
    if len(order.seats) != count:
        raise BadInput("seats", _("{n} found; this duel has {count}").format(n=len(order.seats), count=count))
    for seat in order.seats:
        if seat not in (ME, LINK) and seat not in known:
            if seat in agents("cards"):
                raise BadInput("seats", _("this computer player knows duels of cards alone; choose another one"))
            raise BadInput("seats", _found(seat, ", ".join((ME, LINK, *known))))
    if order.seats.count(ME) > 1:
        raise BadInput("seats", _("one person sits at one seat; give the other a link"))
    return count


def seat_amiss(seats: Mapping[str, str], game: str) -> str:
    """Which of the seats, by their names in a form, cannot be as they are; the last where none is wrong by itself."""
    known = {ME, LINK, *agents(game if game in GAMES else "cards")}
    return next((name for name, who in seats.items() if who and who not in known), [*seats][-1])


def people(given: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """The names by seat: as given, else names of ours that are free. Raises `BadInput`."""
    found = [*given[:seats], *[""] * (seats - len(given))]
    for name in filter(None, found):
        check_name(name)
    usual = players()
    for seat, name in enumerate(found):
        found[seat] = name or next(ours for ours in usual[seat:] + usual if ours not in found)
    if len(set(found)) < len(found):
        raise BadInput("names", _("players need different names"))
    return tuple(found)


def check_name(name: str) -> str:
    """A person's name, if it can be one. Raises `BadInput`."""
    if not can_be_name(name):
        raise BadInput("name", _("1 to {n} printable characters are needed").format(n=LONGEST_NAME))
    return name.strip()


def _check_clock(order: Order) -> None:
    for number, (least, most) in zip(order.clock or (), CLOCK, strict=False):
        if type(number) is not int or not least <= number <= most:
            allowed = _("{least} to {most} seconds").format(least=least, most=most)
            raise BadInput("clock", _found(number, allowed))
    if order.dice not in ("", "table"):
        raise BadInput("dice", _found(order.dice, "table"))


# --- terms -----------------------------------------------------------------------------------------------


def _check_terms(order: Order) -> None:
    known = CARDS if order.game == "cards" else RPG
    for name, value in order.terms.items():
        if name not in known:
            told = _("the game {game} has no such term; known are {known}")
            raise BadInput(f"{name!s:.40}", told.format(game=order.game, known=", ".join(sorted(known))))
        for part in value if name in SEVERAL and isinstance(value, list | tuple) else [value]:
            _check_value(name, part)


def _check_value(name: str, value: Any) -> None:
    if isinstance(value, Upload):
        if name not in MAY_BE_FILES:
            raise BadInput(name, _("a word is needed, not a file"))
        _check_upload(value)
    elif isinstance(value, str):
        if len(value) > 600 or not value.isprintable():
            raise BadInput(name, _("one line of printable characters is needed"))
    elif type(value) not in (int, bool, type(None)):
        raise BadInput(name, _("a word, a number or a file is needed"))


def _check_upload(file: Upload) -> None:
    suffix = Path(file.name).suffix.lower()
    if suffix not in SUFFIXES:
        raise BadInput(shown(file.name), _("files that can be read end in {known}").format(known=", ".join(SUFFIXES)))
    if is_too_long(file):
        raise TooLong(shown(file.name), _("longer than {n} characters").format(n=LONGEST))
    try:
        file.text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput(shown(file.name), _("it holds half a character (a lone surrogate)")) from None
    if "\x00" in file.text:
        raise BadInput(shown(file.name), _("this is not a text file"))


def is_too_long(file: Upload) -> bool:
    """Whether it is longer than what is read here."""
    return max(len(file.text), len(file.data)) > LONGEST


def shown(name: str) -> str:
    """A file's name as it may be shown and used: no folders, nothing but plain letters."""
    plain = re.sub(r"[^\w .()-]+", "_", name.replace("\\", "/").rpartition("/")[2], flags=re.ASCII).strip(" .")
    return plain[-60:] or "file.txt"


@contextmanager
def _brought(order: Order) -> Iterator[dict[str, Any]]:
    """The terms with every file that was brought put in a folder for as long as it is read."""
    with tempfile.TemporaryDirectory(prefix="iaijutsu-") as folder:
        count = 0

        def placed(value: Any) -> Any:
            nonlocal count
            if not isinstance(value, Upload):
                return value
            count += 1
            if count > FILES:
                raise BadInput("files", _("more than {n} files in one order").format(n=FILES))
            path = Path(folder) / str(count) / shown(value.name)
            path.parent.mkdir()
            path.write_bytes(value.data or value.text.encode("utf-8"))
            return _Placed(path, value.pick)

        terms = {
            name: [placed(part) for part in value] if isinstance(value, list | tuple) else placed(value)
            for name, value in order.terms.items()
            if value not in (None, "")
        }
        try:
            yield terms
        except Several:
            raise
        except BadInput as error:  # readers name files as they lie here
            here = re.compile(rf"{re.escape(folder)}/\d+/")
            raise BadInput(here.sub("", retold(error.where)), here.sub("", retold(error.reason))) from None


@dataclass(frozen=True, slots=True)
class _Placed:
    """A file that was brought, where it lies."""

    path: Path
    pick: str


def people_in(file: Upload) -> list[str]:
    """The names of the characters in a file. Raises `BadInput` for one that cannot be read."""
    from ...formats import read_bytes_as_characters

    found = read_bytes_as_characters(file.data or file.text.encode("utf-8", "replace"), shown(file.name))
    return [one.character.name for one in found]


def labels(names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Rows of value and words to choose one of: by its name, or by its number where others have that name too."""
    plain = [not name.isdigit() and "#" not in name and names.count(name) == 1 for name in names]
    return tuple(
        (name, name) if usable else (str(n), f"{n}. {name}")
        for n, (name, usable) in enumerate(zip(names, plain, strict=True), 1)
    )


def _picked(value: _Placed, name: str) -> str:
    """The path of a file with characters, and which of them it is by its number. Raises `Several`."""
    from ...formats import read_characters

    names = [one.character.name for one in read_characters(value.path)]
    rows, file = labels(names), value.path.name
    chosen = [n for n, row in enumerate(rows, 1) if value.pick.casefold() in (row[0].casefold(), str(n))]
    if len(names) == 1 and not value.pick:
        return str(value.path)
    if len(chosen) == 1:
        return f"{value.path}#{rows[chosen[0] - 1][0]}"
    if value.pick:
        told = _("there is no {word} in {file}; choose one of {n}")
        raise Several(name, told.format(word=repr(value.pick)[:60], file=file, n=len(names)), [row[1] for row in rows])
    told = _("{file} holds {n} characters; choose one")
    raise Several(name, told.format(file=file, n=len(names)), [words for _value, words in rows])


def _word(terms: Mapping[str, Any], name: str, shipped: Mapping[str, Any] | tuple[str, ...], usual: str) -> str:
    """The key of something that ships, or the path of a file that was brought."""
    value = terms.get(name, usual)
    if isinstance(value, _Placed):
        return _picked(value, name) if name in PICKED else str(value.path)
    if value not in shipped:
        told = _("there is no {word}; those that ship are: {known}")
        raise BadInput(name, told.format(word=repr(value)[:60], known=", ".join(shipped)))
    return str(value)


def _text(terms: Mapping[str, Any], name: str, usual: str | None = None) -> str | None:
    value = terms.get(name, usual)
    if value is not None and not isinstance(value, str):
        raise BadInput(name, _("a word is needed"))
    return value


def _files(terms: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = terms.get(name, [])
    found = value if isinstance(value, list) else [value]
    if not all(isinstance(one, _Placed) for one in found):
        raise BadInput(name, _("a file is needed: bring it along"))
    return tuple(str(one.path) for one in found)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(terms: Mapping[str, Any], names: tuple[str, ...]) -> Laid:
    from ...cards import decks, rulesets
    from .. import setting

    own = _files(terms, "cards")
    laid = setting.lay_out(setting.Terms(
        deck=_word(terms, "deck", decks.shipped(), setting.MINE),
        against=_word(terms, "against", decks.shipped(), setting.THEIRS),
        database=_files(terms, "database"), cards=own[0] if own else None,
        duellist=_text(terms, "duellist"), opponent=_text(terms, "opponent"), action=_text(terms, "action"),
        rules=_word(terms, "ruleset", rulesets.shipped(), "celestial"),
        challenger=_text(terms, "challenger", "me") or "me", active=_text(terms, "active"),
        hand=_number(terms, "hand", setting.HAND, setting.MOST_HAND),
        gold=_number(terms, "gold", setting.GOLD, setting.MOST_GOLD),
        names=(*names, *[name for name in players() if name not in names])[:3],
    ))  # fmt: skip
    return Laid(laid.setup, names, (*laid.notes, *_by_hand(laid.numbers_only)))


def _number(terms: Mapping[str, Any], name: str, usual: int, most: int) -> int:
    value = terms.get(name, usual)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 4:
        value = int(value)
    if type(value) is not int or not 0 <= value <= most:
        raise BadInput(name, _found(value, _("{least} to {most}").format(least=0, most=most)))
    return value


def _by_hand(titles: tuple[str, ...]) -> list[str]:
    told = _("Played for their numbers alone, as what their texts do is not known here: {titles}.")
    return [told.format(titles=", ".join(titles))] if titles else []


# --- the role-playing duel -------------------------------------------------------------------------------


def _rpg(terms: Mapping[str, Any], names: tuple[str, ...], judge: bool) -> Laid:
    from ...rpg import catalogue
    from ...rpg import terms as forms
    from .. import setting_rpg

    leads = _flag(terms, "gm")
    laid = setting_rpg.lay_out(setting_rpg.Terms(
        character=_word(terms, "character", tuple(catalogue.names()), setting_rpg.MINE),
        opponent=_word(terms, "opponent", tuple(catalogue.names()), setting_rpg.THEIRS),
        form=_word(terms, "form", forms.FORMS, setting_rpg.FORM),
        contest=_text(terms, "contest", "duel") or "duel", stakes=_text(terms, "stakes") or "",
        rulings=_rulings(terms), unprepared=_text(terms, "unprepared") or "",
        initiative=_text(terms, "initiative") or "", gm=leads, judge=leads or judge,
        secret_sheets=_flag(terms, "secret_sheets"),
    ))  # fmt: skip
    setup = laid.setup
    if any(character.name == SEALER for character in setup.characters):
        raise BadInput("character", _("nobody can be called {name} here").format(name=repr(SEALER)))
    return Laid(setup, names, laid.notes)


def _rulings(terms: Mapping[str, Any]) -> tuple[str, ...]:
    value = terms.get("ruling", [])
    found = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in found):
        raise BadInput("ruling", _("needed is {form}").format(form="NAME=VALUE"))
    return tuple(filter(None, found))


def _flag(terms: Mapping[str, Any], name: str) -> bool:
    value = terms.get(name, False)
    if value in (True, "true", "on", "yes", "1"):  # 1 is True too
        return True
    if value in (False, "false", "off", "no", "0"):
        return False
    raise BadInput(name, _found(value, "true, false"))


# --- names in a setup ------------------------------------------------------------------------------------


def named(setup: Any, names: Sequence[str]) -> Any:
    """The setup with these names of its players, by seat; a role-playing duel's characters keep theirs."""
    if not hasattr(setup, "players"):
        return setup
    players = [replace(player, name=name) for player, name in zip(setup.players, names, strict=False)]
    return replace(setup, players=(*players, *setup.players[len(players) :]))
