"""The language that people are spoken to in. English stands in the sources, others in `locale/`.

The language is a context variable: `with speaking("hr"): ...` holds for what runs inside, in this task or thread, and
for the tasks that it starts (`asyncio.to_thread` takes it along, `run_in_executor` does not). Make words inside, and
do not `yield` from there: a generator's caller would go on in its language.

Sentences are kept whole, with named placeholders, so that a translation may order them as its grammar wants.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .catalogues import Catalogue

ENGLISH = "en"
_OWN_NAMES = {ENGLISH: "English", "hr": "Hrvatski", "pt_BR": "Português (Brasil)"}
_HEADER = 1000
"""Characters of an Accept-Language header that are looked at; browsers send fewer than 100."""

_read: dict[str, Catalogue] = {}
_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


# --- which language --------------------------------------------------------------------------------------


def languages() -> dict[str, str]:
    """The languages that there are, each by its own name: `{"hr": "Hrvatski", ...}`, English first."""
    return dict(_OWN_NAMES)


def language() -> str:
    """The language that is being spoken: a key of `languages()`."""
    return _current.get()


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak this language for a while. A name that is none of `languages()` is taken as `matched` takes it."""
    token = _current.set(matched(name) or ENGLISH)
    try:
        yield
    finally:
        _current.reset(token)


@lru_cache(256)
def matched(name: str) -> str | None:
    """The language of a name such as `hr`, `hr-HR`, `pt_BR.UTF-8` or `pt`; None for one that we do not speak."""
    found = name.strip().partition(".")[0].partition("@")[0].replace("-", "_").lower()
    if found in ("c", "posix"):
        return ENGLISH
    keys = {key.lower(): key for key in _OWN_NAMES}
    tongues = {key.partition("_")[0]: key for key in _OWN_NAMES}
    return keys.get(found) or tongues.get(found.partition("_")[0])


def best_of(header: str) -> str:
    """The language for an Accept-Language header: what is wanted most of what we speak, English where nothing is."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:_HEADER].split(",")):
        name, _semicolon, rest = part.partition(";")
        found, weight = matched(name), _weight(rest)
        if found and weight > 0:
            wanted.append((-weight, place, found))
    return min(wanted)[2] if wanted else ENGLISH


def _weight(parameter: str) -> float:
    name, _sign, number = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        value = float(number)
    except ValueError:
        return 0.0
    return value if name.strip() == "q" and 0 <= value <= 1 else 0.0


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that LANGUAGE (a list with colons), LC_ALL, LC_MESSAGES or LANG asks for, in gettext's order."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    if matched(locale.partition(".")[0]) == ENGLISH and locale.partition(".")[0].upper() in ("C", "POSIX"):
        return ENGLISH  # as gettext has it: in the C locale nothing is translated
    for name in [*environment.get("LANGUAGE", "").split(":"), locale]:
        if name and (found := matched(name)):
            return found
    return ENGLISH


# --- words -----------------------------------------------------------------------------------------------


def _catalogue() -> Catalogue | None:
    name = _current.get()
    return None if name == ENGLISH else _read.get(name) or _catalogue_of(name)


def _catalogue_of(name: str) -> Catalogue:
    from .catalogues import catalogue  # reading .po files costs time, and English needs none

    return _read.setdefault(name, catalogue(name))


def _(sentence: str) -> str:
    """The sentence in the reader's language. Placeholders stay: call `format` on the result."""
    name = _current.get()
    if name == ENGLISH or not sentence:  # an empty text of a card is no sentence
        return sentence
    return (_read.get(name) or _catalogue_of(name)).one(sentence)


def ngettext(one: str, many: str, n: int) -> str:
    """The sentence whose form fits the number `n`, in the reader's language."""
    known = _catalogue()
    return known.counted(one, many, n) if known else one if n == 1 else many


def pgettext(context: str, sentence: str) -> str:
    """The sentence as it is said in a context that `NP_` names; where the catalogue knows none, as `_` says it."""
    known = _catalogue()
    return known.one(sentence, context) if known else sentence


def retold(text: str) -> str:
    """A text of the rules, of a reader or of the analysis in the reader's language, if it is an `engine.Sentence`.

    Sentences and errors in its places are told anew too; numbers get the marks that the language writes them with.
    """
    sentence: str = getattr(text, "sentence", "")
    if not sentence or language() == ENGLISH:
        return text
    named: dict[str, Any] = text.named  # type: ignore[attr-defined]
    many: str = text.many  # type: ignore[attr-defined]
    context: str = text.context  # type: ignore[attr-defined]
    told = ngettext(sentence, many, named["n"]) if many else pgettext(context, sentence) if context else _(sentence)
    return told.format(**{name: _in_place(value) for name, value in named.items()}) if named else told


def _in_place(value: object) -> object:
    """What stands in a place of a sentence, as the language has it."""
    if isinstance(value, str):
        return retold(value)
    if isinstance(value, Exception):
        return told(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _Number(value)
    if type(value).__module__.startswith("iaijutsu."):  # it may tell itself in a sentence, as a request does
        return retold(str(value))
    return value


class _Number:
    """A number that a sentence's format writes with the marks of the language: `0,25`, `1.000.000`, `12,5 %`."""

    _MARKS = str.maketrans(",.", ".,")

    def __init__(self, value: float) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        from ..engine.sentences import told_number

        told = format(told_number(self.value), spec).translate(self._MARKS)
        return told.replace("%", "\u00a0%") if language() == "hr" else told

    def __str__(self) -> str:
        return format(self, "")

    def __repr__(self) -> str:
        return repr(self.value)


def told(error: Exception) -> str:
    """What an error says, in the reader's language where its message is a sentence."""
    message = error.args[0] if error.args else ""
    return retold(message) if isinstance(message, str) else str(error)


@contextmanager
def retelling() -> Iterator[None]:
    """Whatever input is refused inside is refused in the language that is spoken. Raises `BadInput` as it comes."""
    from ..engine import BadInput

    try:
        yield
    except BadInput as error:
        raise BadInput(retold(error.where), retold(error.reason)) from None


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Marks a sentence of a table for translation; `_` it where it is used."""
    return sentence


def NP_(context: str, sentence: str) -> str:  # noqa: N802 - as above
    """Marks a sentence that means two things in English: this is the one of the context; `pgettext` it."""
    del context
    return sentence


def listed(parts: list[str]) -> str:
    """Several things in a row: `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def signed(number: int) -> str:
    """A number with its sign, a true minus included: `+2`, `−1`."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def plain(number: int) -> str:
    """A number, a true minus included: `2`, `−1`."""
    return str(number).replace("-", "−")


def percent(share: float, digits: int = 0) -> str:
    """A share as the language writes it: `12.5%`, in Croatian `12,5 %` (the space does not break)."""
    form = "{n}\u00a0%" if language() == "hr" else "{n}%"
    return form.format(n=decimal(share * 100, digits))


def decimal(number: float, digits: int) -> str:
    """A number with so many digits after the mark that the language has for it: `0.25`, in Croatian `0,25`."""
    from ..engine.sentences import Number

    told = format(Number(number), f".{digits}f")
    return told if language() == ENGLISH else told.replace(".", ",")
