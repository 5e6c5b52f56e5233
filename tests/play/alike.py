"""Whether a report in another language says what the English one says: its own words, and the same numbers."""

from __future__ import annotations

import re

QUOTED = re.compile(r"'[^']*'|«[^»]*»|--[a-z-]+|\b[a-z]+=\S*|\S*/\S*")
"""What stays as it is in every language: what was typed, options, files."""
WORD = re.compile(r"[^\W\d_]{3,}")
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?:e-\d+)?")


def shared(english: str, told: str) -> set[str]:
    """Words of three letters and more that stand in both texts, but for what is quoted."""
    one, other = (set(WORD.findall(QUOTED.sub(" ", text).lower())) for text in (english, told))
    return one & other


def same_numbers(english: str, told: str) -> bool:
    """Whether each line holds the numbers of the English one, in any order."""
    lines = english.splitlines(), told.splitlines()
    return len(lines[0]) == len(lines[1]) and all(map(_same, *lines))


def _same(english: str, told: str) -> bool:
    return sorted(NUMBER.findall(english)) == sorted(number.replace(",", ".") for number in NUMBER.findall(told))
