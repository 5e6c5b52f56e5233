"""The log as HTML: a line is made once for each who reads it, as a log only grows; after a step back anew."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from ..i18n import language
from .seen import LogLine, Seen

MOST = 2000
"""Logs that are kept at most, one for each who reads in a language."""
LOOSE = 4096
"""Bytes of the newest lines that are kept as they are: packing a long log anew for each line would take too long."""


@dataclass(slots=True)
class _Kept:
    lines: tuple[LogLine, ...] = ()
    newest: bytes = b""
    packed: bytes = zlib.compress(b"")
    """The rest of the HTML in a seventh of the room."""


class Logs:
    """What was made of logs. `make(lines, game, duel)` gives the HTML of some lines, the newest first."""

    def __init__(self, make: Callable[[tuple[LogLine, ...], str, str], str], most: int = MOST) -> None:
        self.make, self.most = make, most
        self._kept: OrderedDict[tuple[object, ...], _Kept] = OrderedDict()

    def logged(self, seen: Seen) -> Markup:
        """The lines of what somebody sees, the newest first, in the language that is spoken."""
        key = (seen.duel, seen.me.role, seen.me.seat, language())
        kept = self._kept.pop(key, None) or _Kept()
        known = len(kept.lines)
        if seen.lines[:known] != kept.lines:
            kept, known = _Kept(), 0
        newest, packed = kept.newest, kept.packed
        if len(seen.lines) > known:
            newest = self.make(seen.lines[known:], seen.game, seen.duel).encode() + newest
        html = newest + zlib.decompress(packed)
        if len(newest) > LOOSE:
            newest, packed = b"", zlib.compress(html, 1)
        kept = _Kept(seen.lines, newest, packed)
        self._kept[key] = kept
        if len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return Markup(html.decode())
