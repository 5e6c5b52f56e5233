"""A form whose files are too large: read on to its end without them, so that all else can be shown again."""

from __future__ import annotations

import re

FAR = 8
"""So many times as large as a form may be is it read at most, files and all."""
HEAD = 16 * 1024
"""Bytes of what stands before a field's value at most."""
PARTS = 1000
"""Marks that are looked for at most: a form that has more is refused anyhow, and each takes its time."""
_BOUNDARY = re.compile(r'multipart/form-data\s*;.*boundary="?([^";,\s]{1,70})', re.IGNORECASE)
_NAME = re.compile(rb'[;\s]name="([^"\r\n]{0,80})"')
_FILE = re.compile(rb'[;\s]filename\*?="?[^";\r\n]')


class Sieve:
    """Lets the fields of a form through, and no file. `fields` are the names of those that had one."""

    def __init__(self, boundary: str) -> None:
        self._mark = b"\r\n--" + boundary.encode("latin-1", "replace")
        self._held = bytearray(b"\r\n")  # before the first mark there is no end of a line
        self._kept = bytearray()
        self._dropping = True  # what stands before the first
        self._marks = 0
        self.fields: list[str] = []

    def __len__(self) -> int:
        return len(self._kept) + len(self._held)

    def feed(self, data: bytes) -> None:
        """Some more of the form."""
        if self._marks < PARTS:
            self._held += data
        while self._marks < PARTS and self._part():
            self._marks += 1
        if self._marks == PARTS:
            self._held.clear()

    def _part(self) -> bool:
        """Go on to the next mark, if it is here."""
        at = self._held.find(self._mark)
        before = at if at >= 0 else max(0, len(self._held) - len(self._mark))  # so far it is looked through once
        if not self._dropping:
            self._kept += self._held[:before]
        del self._held[:before]
        self._dropping = self._dropping and at < 0
        return at >= 0 and self._head()

    def _head(self) -> bool:
        """After a mark: a field, whose value is kept, or a file, which is not. What is neither ends the form."""
        end = self._held.find(b"\r\n\r\n", 0, HEAD + 4)  # no farther, or it would be looked through for each mark
        if end < 0 and len(self._held) > HEAD + 4:  # no browser sends that: go on to the next mark
            del self._held[: len(self._mark)]
            self._dropping = True
            return True
        if end < 0:  # it is not all here yet: look again from this mark on
            return False
        head = bytes(self._held[: end + 4])
        if _FILE.search(head):
            name = _NAME.search(head)
            self.fields.append(name[1].decode("utf-8", "replace") if name else "")
            self._dropping = True
        else:
            self._kept += head
        del self._held[: end + 4]
        return True

    def sifted(self) -> bytes:
        """The form that is left, with its end."""
        return bytes(self._kept + self._mark + b"--\r\n")[2:]


def of(path: str, kind: str) -> Sieve | None:
    """The sieve for a form that may have files; None for any other body."""
    found = _BOUNDARY.match(kind) if path == "/duels" else None
    return Sieve(found[1]) if found else None
