"""The language that people are spoken to in. English stands in the sources; `install` puts another in its place.

Sentences are kept whole, with named placeholders, so that a translation may order them as its grammar wants.
"""

from __future__ import annotations

import gettext as _gettext
from gettext import NullTranslations

_current: NullTranslations = NullTranslations()


def install(translations: NullTranslations) -> None:
    """From now on people are spoken to by these translations."""
    global _current  # noqa: PLW0603 - one process speaks one language at a time
    _current = translations


def load(folder: str, language: str) -> NullTranslations:
    """The translations of a language under a folder of catalogues; English where there are none."""
    return _gettext.translation("iaijutsu", folder, [language], fallback=True)


def _(sentence: str) -> str:
    """The sentence in the reader's language. Placeholders stay: call `format` on the result."""
    return _current.gettext(sentence)


def ngettext(one: str, many: str, n: int) -> str:
    """The sentence whose form fits the number `n`, in the reader's language."""
    return _current.ngettext(one, many, n)


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Marks a sentence of a table for translation; `_` it where it is used."""
    return sentence


def listed(parts: list[str]) -> str:
    """Several things in a row: `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def signed(number: int) -> str:
    """A number with its sign, a true minus included: `+2`, `−1`."""
    return f"+{number}" if number >= 0 else f"−{-number}"
