"""Files that a lobby's form brought: which of several is meant, and how the form keeps them when it is sent again.

A browser forgets the files of a form that comes back with something to mend. So they come back in fields of it that
are not seen (`TERM_kept`), and are read from there unless another file, or a text, is given instead.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...cards.catalogue import SIZE_LIMIT
from ...engine import BadInput
from ...engine.toml import read_toml
from ..i18n import _
from .calls import Upload
from .orders import PICKED, SEVERAL_FILES, Several, is_too_long, labels, people_in, shown

if TYPE_CHECKING:
    from .forms import Fields

PARTS = ("_file", "_text", "_kept")
MOST_KEPT = 1_000_000
"""Characters of a file that comes back with the form at most: the others have to be chosen again."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that comes back with the form: its name as it may be shown, and the value of its field (empty: it is too
    large for that, and has to be chosen again).
    """

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Choosing:
    """What is to be chosen of what was brought for a term: rows of value and words; empty where nothing is."""

    files: tuple[tuple[str, str], ...] = ()
    people: tuple[tuple[str, str], ...] = ()


def bases(fields: Fields) -> list[str]:
    """The fields, by their names without `_file` and so on, for which something may have been brought."""
    names = [name for name in (*fields.texts, *fields.files) if name.endswith(PARTS)]
    return list(dict.fromkeys(name.rpartition("_")[0] for name in names))


def brought(fields: Fields, base: str) -> list[Upload]:
    """What was brought for a term: files that were chosen, else a text, else what was kept from before."""
    pick = fields.text(f"{base}_pick").strip()
    files = [*fields.files.get(f"{base}_file", ())]
    files += [Upload(fields.named(text, pasted_name), text) for text in fields.all(f"{base}_text") if text.strip()]
    if not files and not fields.ticked(f"{base}_drop"):
        files = [_unpacked(value) for value in fields.all(f"{base}_kept") if value]
    return [Upload(one.name, one.text, pick, one.data) for one in files]


def meant(fields: Fields, base: str, term: str) -> list[Upload]:
    """The same; of a term that takes one file, the one that is meant. Raises `Several` where that is not said."""
    found = brought(fields, base)
    if len(found) < 2 or term in SEVERAL_FILES:
        return found
    rows = _rows(found)
    which = fields.text(f"{base}_which")
    chosen = [one for one, (value, _words) in zip(found, rows, strict=True) if value == which]
    if not chosen:
        told = _("{n} files were brought; choose the one that is meant").format(n=len(found))
        raise Several(term, told, [words for _value, words in rows])
    return chosen


def _rows(files: Iterable[Upload]) -> tuple[tuple[str, str], ...]:
    return labels([shown(one.name) for one in files])


def choosing(fields: Fields) -> dict[str, Choosing]:
    """What is to be chosen, for each field that something was brought for. What cannot be read offers nothing."""
    found = {}
    for base in bases(fields):
        term = base.rpartition(".")[2]
        files = brought(fields, base)
        rows = _rows(files) if len(files) > 1 and term not in SEVERAL_FILES else ()
        try:
            chosen = meant(fields, base, term)
            people = labels(people_in(chosen[0])) if chosen and term in PICKED else ()
        except BadInput:
            people = ()
        found[base] = Choosing(rows, people if len(people) > 1 else ())
    return found


def field_of(fields: Fields, where: str) -> str:
    """The field by which came what is called `where` in an order, a term or a file; empty where nothing did."""
    for base in bases(fields):
        try:
            files = brought(fields, base)
        except BadInput:  # what was kept is broken
            return f"{base}_file"
        names = [shown(one.name) for one in files]  # with the line or the key, as readers tell it
        if files and (where == base.rpartition(".")[2] or re.split(", |: ", where)[0] in names):
            pasted = not fields.files.get(f"{base}_file") and fields.text(f"{base}_text").strip()
            return f"{base}_text" if pasted else f"{base}_file"
    return ""


def kept(fields: Fields) -> dict[str, list[Kept]]:
    """The files that come back with the form, for each field; a text that was pasted stands in its own."""
    found: dict[str, list[Kept]] = {}
    for base in bases(fields):
        texts = [text for text in fields.all(f"{base}_text") if text.strip()]
        if texts and not fields.files.get(f"{base}_file"):
            continue
        files = [one for one in brought(fields, base)[: -len(texts) or None] if not is_too_long(one)]
        packed = [Kept(shown(one.name), _packed(one)) for one in files]
        found[base] = [one if len(one.value) <= MOST_KEPT else Kept(one.name, "") for one in packed]
    return found


def _packed(file: Upload) -> str:
    row: dict[str, Any] = {"name": file.name, "text": file.text}
    return json.dumps(row | ({"data": base64.b64encode(file.data).decode()} if file.data else {}), ensure_ascii=False)


def _unpacked(value: str) -> Upload:
    try:
        row = json.loads(value)
        name, text = str(row["name"]), str(row["text"])
        (name + text).encode()  # half a character can be shown nowhere
        return Upload(name, text, "", base64.b64decode(row.get("data", ""), validate=True))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error):
        raise BadInput("file", _("what the page had kept of a file is broken; choose the file again")) from None


def pasted_name(text: str) -> str:
    """A file name whose ending fits what was pasted: the readers go by it. People read it where something is wrong."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start == "<":
        ending = "xml"
    elif start == "{":
        ending = "json"
    else:
        ending = "toml" if _is_toml(text) else "json" if _is_json(text) else "txt"
    return f"{_('pasted')}.{ending}"


def _is_toml(text: str) -> bool:
    if len(text) > SIZE_LIMIT:  # it is read nowhere
        return False
    try:
        read_toml(text, "")
    except BadInput:
        return False
    return True


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
