"""TOML that strangers wrote: read, or refused soon."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from .errors import BadInput
from .sentences import Sentence, of_reader

MOST_PARTS = 40
"""Of one key: one of thousands of parts would keep the parser busy for minutes, one of a million for days."""
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\]|\\.)*+(?:"|$)|'[^']*+(?:'|$))"""
_ONE, _KEY = re.compile(_PART), re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+")
"""What may be a part of a key, and a key. Nothing is looked at twice, whatever the text is."""


def read_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a text. Raises `BadInput`, never anything else."""
    check_keys(text, where)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        raise BadInput(where, Sentence("this is not TOML: {problem}", problem=of_reader(error))) from None


def check_keys(text: str, where: str) -> None:
    """Raises `BadInput` for a text with a key of which the parser would not be done soon."""
    for number, line in enumerate(text.split("\n"), 1):  # nothing else ends a line there
        if line.count(".") >= MOST_PARTS and any(_parts(key[0]) > MOST_PARTS for key in _KEY.finditer(line)):
            raise BadInput(
                Sentence("{where}, line {number}", where=where, number=number),
                Sentence("a key of more than {most} parts", most=MOST_PARTS),
            )


def _parts(key: str) -> int:
    return sum(1 for _part in _ONE.finditer(key))
