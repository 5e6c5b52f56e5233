"""The table itself: two duellists over one ground line, laid out for the game and for the room that there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from ..words import board as cards

if TYPE_CHECKING:
    from ..words import rpg_board as rpg

NARROW, LOW = 64, 22
"""Fewer columns: the sides stand under one another. Fewer rows: each has a line."""

Board: TypeAlias = "cards.Board | rpg.Board"


class Scene(Static):
    """Both sides of the duel."""

    def __init__(self) -> None:
        super().__init__(id="scene", markup=False)
        self.board: Board | None = None

    def show(self, board: Board) -> None:
        """Show this table."""
        self.board = board
        self._lay()

    def on_resize(self, event: Resize) -> None:
        """Lay it out anew."""
        del event
        self._lay()

    def _lay(self) -> None:
        width = self.content_size.width or self.size.width
        if self.board is not None and width:
            self.update(laid(self.board, width, self.app.size.height))


def laid(board: Board, width: int, rows: int) -> Content:
    """A table for a window of so many rows, in so many columns."""
    if not isinstance(board, cards.Board):
        from . import scene_rpg

        return scene_rpg.laid(board, width, low=rows < LOW, narrow=width < NARROW)
    from . import scene_cards

    return scene_cards.laid(board, width, low=rows < LOW, narrow=width < NARROW)
