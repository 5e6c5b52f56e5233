"""Secrets of links and passes: 256 bits from the operating system, given out once, kept as their SHA-256."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 32
DUEL = 9
LONGEST = 200
"""Characters of something that claims to be a secret that are looked at."""


def fresh() -> str:
    """A new secret, as text that may stand in a URL's fragment or a cookie."""
    return secrets.token_urlsafe(BYTES)


def kept(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret[:LONGEST].encode("utf-8", "replace")).hexdigest()


def can_be_id(word: str) -> bool:
    """Whether a duel can have that id."""
    return 0 < len(word) <= LONGEST and word.isascii() and word.isprintable()


def duel_id() -> str:
    """The id of a new duel. It is no secret, but nobody guesses it."""
    return secrets.token_urlsafe(DUEL).replace("-", "a").replace("_", "b")
