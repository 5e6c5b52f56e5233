"""TOML that strangers wrote: read, or refused soon."""

from __future__ import annotations

import tomllib
from typing import Any

from .errors import BadInput
from .sentences import Sentence, of_reader

MOST_DOTS = 40
"""In one line: a key of thousands of parts would keep the parser busy for minutes, one of a million for days."""


def read_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a text. Raises `BadInput`, never anything else."""
    check_dots(text, where)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise BadInput(where, Sentence("this is not TOML: {problem}", problem=of_reader(error))) from None


def check_dots(text: str, where: str) -> None:
    """Raises `BadInput` for a text with a line of which the parser would not be done soon."""
    for number, line in enumerate(text.split("\n"), 1):  # nothing else ends a line there
        if line.count(".") > MOST_DOTS:
            raise BadInput(
                Sentence("{where}, line {number}", where=where, number=number),
                Sentence("more than {most} dots in one line", most=MOST_DOTS),
            )
