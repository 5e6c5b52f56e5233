"""English words whose places are named, so that whoever shows them can tell them in another language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Self, TypeAlias

Tell: TypeAlias = Callable[[str], str]
"""How a text is told to the reader, a sentence in the reader's language; `str` leaves it in English."""

_PLACED = re.compile(r"(.*?):? \(?(?:at )?line ([0-9]+),? column ([0-9]+)(?: \(char [0-9]+\))?\)?")
"""How Python's readers of JSON and TOML say what is wrong, and where."""


class Number(float):
    """A number that is told without a minus where it rounds to nothing: never `-0.00`."""

    def __format__(self, spec: str) -> str:
        told = super().__format__(spec)
        nothing = told.lstrip().startswith("-") and not _SOMETHING.search(told)
        return float.__format__(0.0, spec) if nothing else told


_SOMETHING = re.compile("[1-9a-z]")  # a digit that counts; inf and nan too


class Sentence(str):
    """A text that keeps what it was made of: `Sentence("{n} cards found", n=3)` is the text `3 cards found`.

    It serves wherever a text does; the rules never translate. Attributes: `sentence`, the English with its places, as
    the catalogues know it; `many`, its plural, or empty; `named`, what stands in the places: another sentence too;
    `context`, what it is said of, where one English word means two things, or empty.
    A part of it, or one joined to another text, is a plain text again.
    """

    sentence: str
    many: str
    named: dict[str, Any]
    context: str

    def __new__(cls, sentence: str, /, **named: Any) -> Self:
        """The sentence with its places filled. Raises KeyError for a place that nothing is given for."""
        return cls._made(sentence, sentence, "", named)

    @classmethod
    def counted(cls, one: str, many: str, n: int, /, **named: Any) -> Self:
        """The form for `n` things, which is told in the place `{n}`."""
        named["n"] = n
        return cls._made(one if n == 1 else many, one, many, named)

    @classmethod
    def joined(cls, parts: Iterable[str], by: str = ", ") -> Self:
        """Several texts in a row; those that are sentences stay so."""
        named = {f"part{n}": part for n, part in enumerate(parts)}
        return cls(by.join(f"{{{name}}}" for name in named), **named)

    @classmethod
    def meant(cls, context: str, sentence: str, /, **named: Any) -> Self:
        """A sentence as it is meant in a context: `Sentence.meant("result", "none")`."""
        made = cls._made(sentence, sentence, "", named)
        made.context = context
        return made

    @classmethod
    def number(cls, value: float, form: str) -> Self:
        """A number alone, in a form such as `.1%`; it gets the marks that the reader's language writes numbers with."""
        return cls(f"{{n:{form}}}", n=value)

    @classmethod
    def _made(cls, form: str, sentence: str, many: str, named: dict[str, Any]) -> Self:
        made = super().__new__(cls, form.format(**_told(named)) if named else form)
        made.sentence, made.many, made.named, made.context = sentence, many, named, ""
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept whole by pickle, in its own class."""
        return _again, (type(self), str(self), self.sentence, self.many, self.named, self.context)


def _told(named: dict[str, Any]) -> dict[str, Any]:
    """What stands in the places of a sentence, as it is to be told there."""
    if any(isinstance(value, float) for value in named.values()):
        return {name: told_number(value) for name, value in named.items()}
    return named


def told_number(value: Any) -> Any:
    """A number as a `Number`; anything else as it is."""
    return Number(value) if isinstance(value, float) and not isinstance(value, Number) else value


def _again(
    cls: type[Sentence], text: str, sentence: str, many: str, named: dict[str, Any], context: str = ""
) -> Sentence:
    made = str.__new__(cls, text)
    made.sentence, made.many, made.named, made.context = sentence, many, named, context
    return made


def of_reader(error: Exception) -> Sentence:
    """What Python or the system says is wrong with a text or a file: its words are a sentence of their own."""
    text = (getattr(error, "strerror", None) or str(error))[:200]
    if found := _PLACED.fullmatch(text):
        return Sentence(
            "{problem}, line {line}, column {column}",
            problem=Sentence(found[1]), line=int(found[2]), column=int(found[3]),
        )  # fmt: skip
    return Sentence(text)
