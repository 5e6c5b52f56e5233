"""The files of Game on, Yasuki!: sets of cards, the dates of the sets, and decks.

A deck of theirs looks like YAML and is written for people, line by line; so is it read here, as they read it. Its
remarks (`# Personalities (22)`) say what stands under them.
"""

from __future__ import annotations

import re
from typing import Any

from ..engine import BadInput, Sentence
from .decklist import LINE_LIMIT, LINES, DeckFile, Reader, counted
from .printings import KINDS, UNDATED, Date, Number, Printing, normal, one_line, split_title, when
from .safe import yaml_data

TITLE_MOST = 200

_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_NUMBERS = ("focus", "force", "chi", "personal_honor", "honor_requirement")


# ------------------------------------------------------------------ card sets


def cards(text: str, where: str) -> list[Printing]:
    """The cards of a set: `set`, `cards`. Raises `BadInput`."""
    data = yaml_data(text, where)
    if not isinstance(data, dict) or not isinstance(rows := data.get("cards"), list):
        raise BadInput(where, Sentence("no set of cards: the keys set (its name) and cards (a list) are needed"))
    edition = one_line(_text(data.get("set"), f"{where}: set"))
    return [
        row for n, entry in enumerate(rows) if (row := _printing(entry, f"{where}: cards[{n}]", edition)) is not None
    ]


def dates(text: str, where: str) -> dict[str, Date]:
    """The dates in a `set_info.yaml` (arcs, their sets, `release_date`), by `normal` set name. Raises `BadInput`.

    The sets stand there in order: one without a date has that of the set before it.
    """
    data = yaml_data(text, where)
    arcs = data.get("arcs") if isinstance(data, dict) else None
    if not isinstance(arcs, list) or not all(isinstance(arc, dict) for arc in arcs):
        raise BadInput(where, Sentence("no dates of sets: the key arcs (a list of tables) is needed"))
    found: dict[str, Date] = {}
    last = UNDATED
    for n, arc in enumerate(arcs):
        for m, row in enumerate(_list(arc.get("sets"), f"{where}: arcs[{n}].sets")):
            if not isinstance(row, dict):
                raise BadInput(
                    f"{where}: arcs[{n}].sets[{m}]", Sentence("{found!r:.60} found; allowed is a table", found=row)
                )
            name = _text(row.get("set_name"), f"{where}: arcs[{n}].sets[{m}].set_name")
            date = _date(row.get("release_date"))
            last = last if date == UNDATED else date
            found[normal(name)] = last
    return found


def _printing(row: Any, where: str, edition: str) -> Printing | None:
    """One card; None for the back of another, and for what is only ever created in play."""
    if not isinstance(row, dict):
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is a table with title and types", found=row))
    types = [_text(kind, f"{where}.types").casefold() for kind in _list(row.get("types"), f"{where}.types")]
    title, experience = _title(row, where)
    if "proxy" in types or row.get("is_back") is True:
        return None
    row, notes = _with_errata(row, where)
    keywords = tuple(_text(word, f"{where}.keywords") for word in _list(row.get("keywords"), f"{where}.keywords"))
    focus, force, chi, honor, requirement = (_number(row.get(key), f"{where}.{key}") for key in _NUMBERS)
    return Printing(
        title=title, experience=experience, source="yasuki", edition=edition, date=when(edition),
        kind=next((KINDS[kind] for kind in types if kind in KINDS), ""), printed_type=" ".join(types),
        focus=focus, force=force, chi=chi, honor=honor, honor_requirement=requirement,
        keywords=keywords, unique=row.get("is_unique") is True or "Unique" in keywords,
        text=one_line(_BREAK.sub(" ", _text(row.get("text", ""), f"{where}.text"))), notes=notes,
    )  # fmt: skip


def _title(row: dict[str, Any], where: str) -> tuple[str, str]:
    """Title and experience. The extended title has the experience, where there is one."""
    title = one_line(_text(row.get("extended_title") or row.get("title"), f"{where}.title"))
    if not 0 < len(title) <= TITLE_MOST:
        raise BadInput(
            f"{where}.title",
            Sentence("{found!r:.60} found; allowed are 1 to {most} characters", found=title, most=TITLE_MOST),
        )
    return split_title(title)


def _with_errata(row: dict[str, Any], where: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The card with the numbers, keywords and text of its errata over the printed ones, the newest last."""
    errata = _list(row.get("errata"), f"{where}.errata")
    if not all(isinstance(entry, dict) for entry in errata):
        raise BadInput(f"{where}.errata", Sentence("a list of tables is needed"))
    changed = ("keywords", "text", "is_unique", *_NUMBERS)
    made = dict(row)
    for entry in sorted(errata, key=lambda entry: _date(entry.get("date"))):
        made.update({key: entry[key] for key in changed if key in entry})
    differing = [key for key in _NUMBERS if made.get(key) != row.get(key)]
    return made, tuple(
        Sentence("{key}: printed {get!r:.20}, by errata {made!r:.20}", key=key, get=row.get(key), made=made[key])
        for key in differing
    )


def _date(value: Any) -> Date:
    found = _DATE.match(value) if isinstance(value, str) else None
    return (int(found[1]), int(found[2]), int(found[3])) if found else UNDATED


def _text(value: Any, where: str) -> str:
    """Text; numbers and the like that stand where text belongs, as they were written or nearly."""
    if isinstance(value, dict | list) or value is None:
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is text", found=value))
    return str(value)


def _list(value: Any, where: str) -> list[Any]:
    if value is not None and not isinstance(value, list):
        raise BadInput(where, Sentence("{found!r:.60} found; allowed is a list", found=value))
    return value or []


def _number(value: Any, where: str) -> Number:
    if isinstance(value, bool | dict | list):
        raise BadInput(
            where, Sentence("{found!r:.60} found; allowed is a number, or text such as +2 or *", found=value)
        )
    return value  # type: ignore[no-any-return]


# ------------------------------------------------------------------ decks


_SECTION = re.compile(r"(pre[-_ ]?game|dynasty|fate):\s*(?:#\s*\(([0-9]{1,4})\).*|#.*)?", re.IGNORECASE)
_REMARK = re.compile(r"#\s*([A-Za-z -]{3,30}?)\s*\(([0-9]{1,4})\)(?:\s.*)?")
_ABOUT = re.compile(r"(name|author|date):\s*(\S.*)")
_ITEM = re.compile(r"-\s+(\S.*)")
_ART = re.compile(r"\s*\{art:[^{}]*\}\s*$")
_LATE_REMARK = re.compile(r"\s+#.*$")
_QUOTED = re.compile(r"(['\"])(.*)\1")
_MARKS = {
    "*": Sentence("an alias"),
    "&": Sentence("an anchor"),
    "!": Sentence("a tag"),
    "<": Sentence("a merge key"),
    "%": Sentence("a directive"),
}


def is_deck(text: str) -> bool:
    """Whether a text has the sections of a deck in it."""
    return any(_SECTION.fullmatch(line.rstrip()) for line in text.splitlines()[:LINES])


def deck(text: str, where: str, name: str) -> DeckFile:
    """A deck. Raises `BadInput`."""
    rows = text.splitlines()
    if len(rows) > LINES:
        raise BadInput(where, Sentence("{n} lines found; a deck has at most {most}", n=len(rows), most=LINES))
    reader = Reader(where, name, "yasuki")
    for number, row in enumerate(rows, 1):
        if line := row.strip():
            _take(reader, line, number)
    made = reader.deck()
    about = dict(made.about)
    return DeckFile(about.pop("name", made.name), made.form, made.lines, made.notes, tuple(about.items()))


def _take(reader: Reader, line: str, number: int) -> None:
    if len(line) > LINE_LIMIT:
        reader.unknown(line, number)
    elif line.startswith("#"):
        remark = _REMARK.fullmatch(line)
        if remark and reader.headings and not reader.heading(remark[1], number, remark[2]):
            reader.aside(remark[1], number)
    elif section := _SECTION.fullmatch(line):
        reader.heading(section[1], number, section[2])
    elif about := _ABOUT.fullmatch(line):
        reader.about[about[1]] = one_line(_unquoted(about[2]))[:80]
    elif (item := _ITEM.fullmatch(line)) and reader.headings:
        _item(reader, item[1], number)
    else:
        _refuse_marks(line, f"{reader.where}, line {number}")
        row = counted(_LATE_REMARK.sub("", line)) if reader.headings else None  # a table of titles and numbers
        if row:
            reader.card(row[0], _unquoted(row[1]), number)
        else:
            reader.unknown(line, number)


def _item(reader: Reader, text: str, number: int) -> None:
    _refuse_marks(text, f"{reader.where}, line {number}")
    title = _ART.sub("", _unquoted(_LATE_REMARK.sub("", text)))
    count, title = counted(title) or (1, title)  # the number stands within the quotes, or before them
    reader.card(count, _ART.sub("", _unquoted(title)), number)


def _refuse_marks(text: str, where: str) -> None:
    """No deck has what YAML would expand; who writes it there wants something else than a deck."""
    if text[0] in _MARKS:
        raise BadInput(
            where,
            Sentence(
                "{mark} of YAML found ({text!r}); allowed are card titles only", mark=_MARKS[text[0]], text=text[:20]
            ),
        )


def _unquoted(text: str) -> str:
    found = _QUOTED.fullmatch(text)
    return found[2] if found else text
