"""The catalogues of translations: .po files read as they are, so that nothing compiled lies beside them.

They are read with what Python brings along; `iaijutsu` speaks every language where nothing else is installed.
Babel makes and checks them (`play/locale/renew.py`); a test holds this reader to Babel's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py
from importlib.resources import files

from ..engine import BadInput

DOMAIN = "iaijutsu"
BETWEEN = "\4"
"""Stands between a context and its sentence, as in gettext's own files."""


class Catalogue:
    """The translations of one language. What it lacks is said in English."""

    def __init__(self, text: str) -> None:
        """From the text of a .po file. Raises BadInput for a line that is none of one, or a bad rule for plurals."""
        self.header: dict[str, str] = {}
        self._forms: dict[str, tuple[str, ...]] = {}
        self._plural: Callable[[int], int] = c2py("n != 1")
        for entry in _entries(text):
            self._take(entry)

    def _take(self, entry: dict[str, str]) -> None:
        context = entry.get("msgctxt", "")
        key = f"{context}{BETWEEN}{entry['msgid']}" if context else entry["msgid"]
        forms = tuple(text for field, text in entry.items() if field.startswith("msgstr"))
        if not key:
            rows = (line.partition(":") for line in "".join(forms).splitlines())
            self.header = {name.strip(): value.strip() for name, _colon, value in rows}
            self._plural = _rule(self.header.get("Plural-Forms", ""))
        elif any(forms) and "fuzzy" not in entry:
            self._forms[key] = forms

    def one(self, sentence: str, context: str = "") -> str:
        """The translation of a sentence without a number that matters for its form: the context's, if it has one."""
        forms = (self._forms.get(context + BETWEEN + sentence) if context else None) or self._forms.get(sentence)
        return (forms and forms[0]) or sentence

    def counted(self, one: str, many: str, n: int) -> str:
        """The form for `n` things."""
        forms = self._forms.get(one)
        place = self.form(n)
        if forms and place < len(forms) and forms[place]:
            return forms[place]
        return one if n == 1 else many

    def form(self, n: int) -> int:
        """Which of the language's forms fits the number `n`, from 0."""
        return self._plural(abs(n))

    def __contains__(self, sentence: str) -> bool:
        return sentence in self._forms


def _rule(header: str) -> Callable[[int], int]:
    for part in header.split(";"):
        name, _equals, value = part.strip().partition("=")
        if name == "plural":
            try:
                rule: Callable[[int], int] = c2py(value)
            except ValueError as error:
                raise BadInput("Plural-Forms", f"{error} in {value!r}") from None
            return rule
    raise BadInput("Plural-Forms", "the header of the catalogue does not say how the plural is made")


def _entries(text: str) -> Iterator[dict[str, str]]:
    """The messages of a .po file: `msgid` (with `msgctxt`, `msgid_plural`), `msgstr` or `msgstr[0]`..., `fuzzy`."""
    entry: dict[str, str] = {}
    field, fuzzy = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        word, _space, rest = ("", "", line) if line.startswith('"') else line.partition(" ")
        if word == "msgctxt" or (word == "msgid" and field != "msgctxt"):
            if entry:
                yield entry
            entry, fuzzy = {"fuzzy": "yes"} if fuzzy else {}, False
        field = word or field
        if field not in ("msgctxt", "msgid") and not (entry and field.startswith(("msgid_plural", "msgstr"))):
            raise BadInput(f"line {number}", f"{line[:40]!r} does not belong into a catalogue")
        entry[field] = entry.get(field, "") + _unquoted(rest, number)
    if entry:
        yield entry


def _unquoted(text: str, number: int) -> str:
    text = text.strip()
    if text[:1] == text[-1:] == '"' and len(text) > 1 and "\\" not in text and '"' not in text[1:-1]:
        return text[1:-1]  # nearly every line, and much sooner
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        found = None
    if not isinstance(found, str):
        raise BadInput(f"line {number}", f"{text[:40]!r} is no text in quotation marks")
    return found


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read once. Raises OSError when there is none."""
    place = files("iaijutsu.play").joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.po")
    return Catalogue(place.read_text(encoding="utf-8"))
