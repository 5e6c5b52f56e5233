"""Forms of the pages, read: fields become an order for a duel, or a command at a table.

A duel is ordered by these fields (all but `game` may be missing):

    command                  the id of the page, which makes the duel once; new with each page
    game                     cards or rpg
    seat_1, seat_2, seat_3   who sits there: me, link, or a computer player's key
    name_1, name_2, name_3   their names
    clock, increment         minutes for each side (none: no clock), seconds added for each answer
    spectators, judge, odds, public, dice   boxes that are ticked or not (`dice`: real ones are typed in)
    deck, against, ...       a term of the duel by its name in `iaijutsu play`, with underscores; `ruling.NAME` is one
                             ruling. `cards.TERM` and `rpg.TERM` hold for that game alone, and come before TERM
    TERM_file, TERM_text     a file for that term, or its text pasted; they come before the word that was chosen
    TERM_kept                the same file as it was brought before, when the form came back (`brought.py`)
    TERM_drop                a box: what was kept is left out again
    TERM_which, TERM_pick    which of several files, and which character of one, is meant

A command has the fields that `render.py` names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ...engine import BadInput
from ..games import NAMES as GAMES
from ..games import can_be_name
from ..i18n import _
from . import brought
from .calls import LINK, ME, Command, Order, Upload
from .orders import CARDS, CLOCK, RPG, SEVERAL, seat_amiss
from .problems import Refused
from .security import TOO_LARGE
from .settings import Limits

SEATS = ("1", "2", "3")
BOXES = ("spectators", "judge", "odds", "public")
PEOPLE = [f"{word}_{n}" for word in ("seat", "name") for n in SEATS]
FRAME = {"command", "game", "clock", "increment", "dice", *BOXES, *PEOPLE}
FLAGS = ("secret_sheets", "gm")
BINARY = ".pbc"
"""The ending of files that are no text: characters as Paper Blossoms saves them."""
UNIT = 60
"""Seconds in what the clock is told in."""


async def read(request: Request, limits: Limits) -> Fields:
    """The fields of a form. Raises `Refused` for one that is no form, too long or too many."""
    most = limits.fields * 2
    try:  # how large a field may be is bounded by the body, which was read
        form = await request.form(max_files=limits.fields, max_fields=most, max_part_size=limits.upload)
    except HTTPException as error:
        if not str(error.detail).startswith("Too many"):
            raise
        told = _("At most {fields} fields and {files} files are taken in one form.")
        raise Refused(413, "too-large", told.format(fields=most, files=limits.fields)) from None
    try:
        fields = await _read(form)
    finally:
        await form.close()
    left_out = [TooLarge(name, say_too_large(limits.upload)) for name in request.scope.get(TOO_LARGE, ())]
    fields.wrong = [*left_out, *fields.wrong]
    return fields


def say_too_large(most: int) -> str:
    """That the files of a form are too large, and what would do."""
    told = _(
        "The files are too large: at most {n} MB are taken, all together. Choose smaller ones, or leave one out; "
        "all else stays as it is."
    )
    return told.format(n=most // 2**20)


class Wrong(BadInput):
    """What one field of a form holds cannot be taken; `where` is what that is called in an order."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(_term_of(field), reason)
        self.field = field


class TooLarge(Wrong):
    """The files of a form are too large; `field` is where the first of them was."""


class Fields:
    """What a form held: texts, and files as they were uploaded. A name may stand there more than once. `wrong` is what
    of it could not be read: the rest can be shown again.
    """

    def __init__(
        self, texts: Mapping[str, list[str]], files: Mapping[str, list[Upload]], wrong: Sequence[Wrong] = ()
    ) -> None:
        self.texts, self.files, self.wrong = texts, files, wrong
        self._named: dict[str, str] = {}

    def check(self, game: str = "") -> None:
        """Raises `Wrong` for the first field that could not be read; those of another game are no matter."""
        for one in self.wrong:
            if one.field.partition(".")[0] not in {*GAMES} - {game}:
                raise one

    def text(self, name: str, usual: str = "") -> str:
        """The last text of that name."""
        found = self.texts.get(name)
        return found[-1] if found else usual

    def all(self, name: str) -> list[str]:
        """All texts of that name."""
        return self.texts.get(name, [])

    def ticked(self, name: str) -> bool:
        """Whether a box was ticked."""
        return self.text(name) not in ("", "0", "off", "no", "false")

    def number(self, name: str, most: int, usual: int | None = None) -> int | None:
        """A number from 0; `usual` where the field is empty. Raises `Wrong`."""
        word = self.text(name).strip()
        if not word:
            return usual
        if not (word.isascii() and word.isdigit() and len(word) < 7 and int(word) <= most):
            told = _("{word} found; a whole number from {least} to {most} is needed")
            raise Wrong(name, told.format(word=repr(word)[:40], least=0, most=most))
        return int(word)

    def named(self, text: str, name: Callable[[str], str]) -> str:
        """The name that `name` gives a text that was pasted: what it is may take long to tell, so it is told once."""
        if text not in self._named:
            self._named[text] = name(text)
        return self._named[text]

    def typed(self) -> dict[str, str]:
        """The texts as they were typed, to be shown again."""
        return {name: texts[-1] for name, texts in self.texts.items()}


async def _read(form: FormData) -> Fields:
    texts: dict[str, list[str]] = {}
    files: dict[str, list[Upload]] = {}
    wrong: list[Wrong] = []
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            data = await value.read()
            if data or value.filename:
                files.setdefault(name, []).append(_uploaded(data, value.filename or "", name))
        else:
            if "\x00" in value:
                wrong.append(Wrong(name, _("a null character was in it; here it is without")))
            texts.setdefault(name, []).append(value.replace("\r\n", "\n").replace("\x00", ""))
    return Fields(texts, files, wrong)


def _uploaded(data: bytes, name: str, field: str) -> Upload:
    """A file as it came. What is no UTF-8 text stays bytes: deck lists are older than that, and their reader knows."""
    if name.lower().endswith(BINARY) and b"\0" in data[:3]:
        return Upload(name, "", data=data)
    try:
        return Upload(name or field, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return Upload(name or field, "", data=data)


def _term_of(field: str) -> str:
    """What a field is about, as an order calls it: `cards.deck_text` is about `deck`, `name_2` about a name."""
    term = re.sub(r"_(file|text|kept|drop|pick|which)$", "", field.rpartition(".")[2])
    return {"name": "name", "seat": "seats"}.get(re.sub(r"_[1-3]$", "", term), term)


# --- a duel ----------------------------------------------------------------------------------------------


def order(fields: Fields) -> Order:
    """The duel that a form asks for. Raises `BadInput`; whether it can be had is for the house to say."""
    game = fields.text("game", "cards")
    fields.check(game)
    minutes, increment = fields.number("clock", CLOCK[0][1] // UNIT), fields.number("increment", CLOCK[1][1], 0)
    return Order(
        game=game,
        terms=_terms(fields, game),
        names=tuple(fields.text(f"name_{n}").strip() for n in SEATS if fields.text(f"seat_{n}") or n != "3"),
        seats=_seats(fields),
        clock=(minutes * UNIT, increment or 0) if minutes else None,
        dice="table" if fields.ticked("dice") else "",
        **{box: fields.ticked(box) for box in BOXES},
    )


def _seats(fields: Fields) -> tuple[str, ...]:
    usual = {"1": ME, "2": LINK, "3": ""}
    found = [fields.text(f"seat_{n}", usual[n]).strip() for n in SEATS]
    return tuple(found[:2] if not found[2] else found)


def _terms(fields: Fields, game: str) -> dict[str, Any]:
    """The terms by their names: of the game alone before those of both, files before words."""
    found: dict[str, Any] = {}
    for own in (False, True):
        for name in [*fields.texts, *fields.files]:
            term = _of_game(name, game, own=own)
            if term is None or _is_part(term, fields, name) or term in FRAME:
                continue
            if term.startswith("ruling") and game != "rpg":
                continue
            _put(found, term, fields, name)
    _put_files(found, fields, game)
    return found


def _of_game(name: str, game: str, *, own: bool) -> str | None:
    """The term that a field is of, if it is of this game; `own`: of this game alone."""
    prefix, dot, rest = name.partition(".")
    special = bool(dot) and prefix in ("cards", "rpg")
    if special != own or (special and prefix != game):
        return None
    return rest if special else name


def _is_part(term: str, fields: Fields, name: str) -> bool:
    return name in fields.files or term.endswith(("_file", "_text", "_kept", "_drop", "_pick", "_which"))


def _put(found: dict[str, Any], term: str, fields: Fields, name: str) -> None:
    if term.startswith("ruling."):
        if word := fields.text(name):
            found.setdefault("ruling", []).append(f"{term.removeprefix('ruling.')}={word}")
    elif term in FLAGS:
        found[term] = fields.ticked(name)
    elif term in SEVERAL:
        found.setdefault(term, []).extend(filter(None, fields.all(name)))
    elif word := fields.text(name).strip():
        found[term] = word


def _put_files(found: dict[str, Any], fields: Fields, game: str) -> None:
    for own in (False, True):
        for base in brought.bases(fields):
            term = _of_game(base, game, own=own)
            files = [] if term is None else brought.meant(fields, base, term)
            if term is not None and files:
                found[term] = files if term in SEVERAL else files[0]


def field_of(fields: Fields, error: BadInput) -> str:
    """The field that cannot be taken, by its name in the form; empty where it is no field alone."""
    if isinstance(error, Wrong):
        return error.field
    game, where = fields.text("game", "cards"), error.where
    if where in ("name", "names"):
        return next((f"name_{n}" for n in SEATS if not _may_be_named(fields, n)), "name_2")
    if where == "seats":
        third = ["3"] if fields.text("seat_3") or fields.text("cards.active", fields.text("active")) == "third" else []
        return seat_amiss({f"seat_{n}": fields.text(f"seat_{n}") for n in ("1", "2", *third)}, game)
    own = brought.field_of(fields, where)
    return own or (f"{game}.{where}" if where in (CARDS if game == "cards" else RPG) else where)


def _may_be_named(fields: Fields, seat: str) -> bool:
    """Whether somebody can be called what stands in a field; it may be empty."""
    name = fields.text(f"name_{seat}").strip()
    return not name or can_be_name(name)


# --- a command -------------------------------------------------------------------------------------------


def command(fields: Fields, language: str) -> Command:
    """What a form at a table asks to be done. Raises `BadInput`."""
    fields.check()
    kind = fields.text("kind", "answer")
    reply = " ".join(fields.all("reply")) if "reply" in fields.texts else None
    return Command(
        id=fields.text("command"),
        kind=kind,
        question=fields.text("question"),
        reply=reply,
        choice=fields.number("choice", 999),
        slots=_slots(fields),
        text=fields.text("until") or fields.text("text"),
        about=fields.text("offer") or fields.text("about"),
        language=language,
    )


def _slots(fields: Fields) -> tuple[int, ...] | None:
    words = [word for field in fields.all("slot") for word in field.split()]
    if not words:
        return None
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise Wrong("slot", _("whole numbers are needed"))
    return tuple(map(int, words))
