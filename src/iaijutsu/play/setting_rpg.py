"""Setting out a role-playing duel from what people asked for: two characters, the form, stakes, rulings, who judges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..engine import BadInput
from ..rpg import Form, Setup, catalogue, rulings, terms
from ..rpg import setup as setups
from ..rpg.characters import Character
from ..rpg.reading import LONGEST_FILE, nearest, read_text, strict_toml
from .i18n import _, ngettext, retelling, retold

MINE, THEIRS, FORM = "kaya", "shiori", "first-blood"
UNPREPARED = {"": (True, True), "me": (False, True), "opponent": (True, False), "both": (False, False)}
STAKES = 500
"""Characters in the stakes at most."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was asked for. A character is the name of one that ships, or a file; `FILE#NAME` says which one of a file.

    `names` rename the characters. `rulings` are texts `NAME=VALUE`. `initiative` is `N,N`, for a clash.
    """

    character: str = MINE
    opponent: str = THEIRS
    form: str = FORM
    contest: str = "duel"
    stakes: str = ""
    rulings: tuple[str, ...] = ()
    unprepared: str = ""
    initiative: str = ""
    gm: bool = False
    judge: bool = False
    secret_sheets: bool = False
    names: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Laid:
    """A duel set out, and what was odd about the files."""

    setup: Setup
    notes: tuple[str, ...]


@retelling()
def lay_out(asked: Terms) -> Laid:
    """The duel that was asked for. Raises `BadInput` naming the option that cannot be taken."""
    read = [character(asked.character, "--character"), character(asked.opponent, "--opponent")]
    one, other = [replace(c, name=n) if n else c for (c, _notes), n in zip(read, asked.names, strict=True)]
    if one.name == other.name:
        other = replace(other, name=_("{name} (2)").format(name=other.name[:70]))
    data = {
        "characters": [one.plain(), other.plain()],
        "form": form(asked.form).plain(),
        "contest": _one_of(asked.contest, setups.CONTESTS, "--contest"),
        "stakes": _stakes(asked.stakes),
        "rulings": _rulings(asked.rulings),
        "prepared": list(UNPREPARED[_one_of(asked.unprepared, tuple(UNPREPARED), "--unprepared")]),
        "initiative": _initiative(asked.initiative, asked.contest),
        "gm": asked.gm,
        "judge": asked.judge,
        "secret_sheets": asked.secret_sheets,
    }
    return Laid(setups.load(data, "setup"), tuple(dict.fromkeys(note for _found, notes in read for note in notes)))


# --- characters ------------------------------------------------------------------------------------------


def character(word: str, option: str) -> tuple[Character, tuple[str, ...]]:
    """A character by the name of one that ships or out of a file, with notes on the file. Raises `BadInput`."""
    if word in catalogue.names():
        return catalogue.load(word), ()
    path, which = _split(word)
    if not path.exists():
        known = nearest(word, catalogue.names())
        raise BadInput(
            option, _("there is no character or file {word!r:.80}{known}").format(word=word, known=retold(known))
        )
    from ..formats import read_characters

    found = read_characters(path)
    chosen = [read for read in found if _is(which, read.character.name)] if which else found
    if which.isdigit() and 1 <= int(which[:6]) <= len(found) and not chosen:
        chosen = [found[int(which) - 1]]
    if len(chosen) != 1:
        names = ", ".join(read.character.name for read in found[:12]) + (", …" if len(found) > 12 else "")
        what = (
            _("there is no {which!r:.60} in it").format(which=which)
            if which
            else ngettext("it holds {n} character", "it holds {n} characters", len(found)).format(n=len(found))
        )
        raise BadInput(
            option, _("{name}: {what}; name one as {name}#NAME: {names}").format(name=path.name, what=what, names=names)
        )
    notes = tuple(f"{path.name}: {retold(note)}" for note in chosen[0].notes)
    return chosen[0].character, notes


def _split(word: str) -> tuple[Path, str]:
    """A file and, behind the last `#`, which character of it."""
    path = Path(word).expanduser()
    if "#" in word and not path.exists():
        name, _mark, which = word.rpartition("#")
        return Path(name).expanduser(), which.strip()
    return path, ""


def _is(which: str, name: str) -> bool:
    return which.casefold() == name.casefold()


# --- terms -----------------------------------------------------------------------------------------------


def form(word: str) -> Form:
    """A form of duel by its key, or from a TOML file. Raises `BadInput`."""
    if word in terms.FORMS:
        return terms.FORMS[word]
    path = Path(word).expanduser()
    if not path.is_file():
        allowed = ", ".join(terms.FORMS)
        raise BadInput(
            "--form",
            _("there is no form or file {word!r:.80}; allowed are {allowed}, or a TOML file").format(
                word=word, allowed=allowed
            ),
        )
    table = strict_toml(read_text(path, LONGEST_FILE), path.name)
    return terms.load(table.get("form", table), path.name)


def _one_of(word: str, allowed: tuple[str, ...], option: str) -> str:
    if word not in allowed:
        raise BadInput(
            option,
            _("{found!r:.60} found; allowed is one of: {allowed}").format(
                found=word, allowed=", ".join(filter(None, allowed))
            ),
        )
    return word


def _stakes(text: str) -> str:
    if len(text) > STAKES or not text.isprintable():
        raise BadInput(
            "--stakes",
            _("{found!r:.60} found; allowed is one line of {most} printable characters at most").format(
                found=text, most=STAKES
            ),
        )
    return text


def _rulings(given: tuple[str, ...]) -> dict[str, Any]:
    found = {}
    for text in given:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        known = rulings.choices()
        if not sign or name not in known:
            raise BadInput(
                "--ruling",
                _("{found!r:.60} found; needed is NAME=VALUE, with a name of: {known}").format(
                    found=text, known=", ".join(known)
                ),
            )
        found[name] = value.strip()
    rulings.load(found, "--ruling")
    return found


def _initiative(text: str, contest: str) -> list[int]:
    if not text:
        return [0, 0]
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):
        told = _("{found} found; needed are two numbers from 0 to 99, as 7,4")
        raise BadInput("--initiative", told.format(found=repr(text)[:60]))
    if contest != "clash":
        raise BadInput("--initiative", _("initiative is brought along into a clash alone: --contest clash"))
    return [int(part) for part in parts]
