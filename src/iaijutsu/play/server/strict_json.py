"""JSON taken at its word: what other readers would guess at, drop or choke on is refused, and said."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from .problems import Refused

DEEPEST = 24
"""How many brackets may be open at once."""
DIGITS = 18
"""Digits of a whole number."""
KEYS = 200
"""Keys of one object: of each that is not known a reader makes a complaint of its own."""
_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


def loads(data: bytes) -> Any:
    """The value of a JSON text. Raises `Refused` (400) for anything that is not plain, unambiguous JSON."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _wrong(f"it is not UTF-8: byte {error.start} cannot be read") from None
    _check_depth(text)
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole, parse_float=_real
        )
    except json.JSONDecodeError as error:
        raise _wrong(f"{error.msg} (line {error.lineno}, column {error.colno})") from None
    _check_text(text, value)
    return value


def _wrong(words: str) -> Refused:
    return Refused(400, "json", f"The body is no JSON that can be taken: {words}.")


def _check_depth(text: str) -> None:
    """Refuse deep nesting before anything recursive looks at it."""
    depth = 0
    for found in _TOKENS.finditer(text):
        sign = found.group()
        depth += (sign in "[{") - (sign in "]}")
        if depth > DEEPEST:
            raise _wrong(f"more than {DEEPEST} brackets are open at once")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _wrong(f"the key {name!r:.60} stands there twice")
        if len(found) == KEYS:
            raise _wrong(f"an object has more than {KEYS} keys")
        found[name] = value
    return found


def _constant(word: str) -> NoReturn:
    raise _wrong(f"{word} is no number of JSON")


def _whole(word: str) -> int:
    if len(word) > DIGITS:
        raise _wrong(f"a number has more than {DIGITS} digits")
    return int(word)


def _real(word: str) -> float:
    value = float(word[:400])
    if len(word) > 400 or math.isinf(value):
        raise _wrong("a number is too large")
    return value


def _check_text(text: str, value: Any) -> None:
    """Half a character (a lone surrogate) can only come from an escape: without one there is nothing to look for."""
    if re.search(r"\\u[dD][89a-fA-F]", text) is None:
        return
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise _wrong("there is half a character in it (a lone surrogate)") from None
