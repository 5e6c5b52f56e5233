"""The full-screen table for a real terminal: both duellists, the cards, the log, and what may be done now."""

from __future__ import annotations

from ..host import Host
from ..plain import Leave


def run(host: Host, notes: tuple[str, ...] = ()) -> None:
    """Play a hosted duel on the whole screen. Raises `Leave` when somebody goes, KeyboardInterrupt on Ctrl-C.

    What stopped the duel otherwise (a disk that is full, a file that was changed) is raised as it came.
    """
    from .app import Table

    table = Table(host, notes)
    left = table.run()
    if table.failure is not None:
        raise table.failure
    if table.return_code:
        raise RuntimeError("the full-screen table failed; --plain plays on in lines")
    if left == "interrupted":
        raise KeyboardInterrupt
    if left == "left":
        raise Leave


__all__ = ["run"]
