"""What the table has to know of each game: its board, its mast, its judge's questions, its keys."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from textual.content import Content
from textual.screen import ModalScreen

from ..i18n import N_
from ..words import Question
from ..words import board as card_board
from ..words import judging as card_judging
from .dialogs import InFull, cards_in_full
from .looks import steps
from .scene import Board

STEPS = 76
"""Columns from which the headings of a card duel are all shown."""


@dataclass(frozen=True, slots=True)
class Side:
    """One game's side of the table. Every function takes the scene that an audience knows."""

    board: Callable[[Any], Board]
    mast: Callable[[Any, int], Content]
    in_full: Callable[[Any], ModalScreen[None]]
    judging: Callable[[Any], Generator[Question, Any, Any]]
    reactions: bool
    help: tuple[str, ...]


def side_of(game: str) -> Side:
    """What the table has to know of that game; the other one is not loaded."""
    return _rpg() if game == "rpg" else CARDS


def _cards_mast(scene: Any, width: int) -> Content:
    """The action, the headings with the present one, and its name."""
    board = card_board.board(scene)
    middle = Content("  ") + steps(board) if width >= STEPS else Content(f"  {board.stage}")
    action = Content.assemble((board.action or "iaijutsu", "bold"))
    return action + middle + Content.assemble((f"  {board.heading}", "$soft"))


def _rpg_mast(scene: Any, width: int) -> Content:
    """The form of duel and where it stands."""
    from ..words.rpg_board import board as rpg_board

    del width
    board = rpg_board(scene)
    return Content.assemble((board.terms, "bold"), (f"   {board.heading}", "$soft"))


def _rpg_in_full(scene: Any) -> InFull:
    """Both duellists with all that they carry, and how the score comes about."""
    from .. import plain_rpg

    lines = [f"{indent}{text}" for text, indent in plain_rpg.table(scene, brief=False)]
    return InFull([Content("\n".join(lines))])


CARDS = Side(
    card_board.board,
    _cards_mast,
    lambda scene: cards_in_full(card_board.board(scene)),
    card_judging.judging,
    True,
    (
        N_("t : all cards on the table that you may see, with their texts"),
        N_("w : pass at every reaction until the next heading; W : until the duel ends"),
    ),
)


def _rpg() -> Side:
    from ..words import rpg_board, rpg_judging

    told = N_("t : both duellists in full, and how the score comes about")
    return Side(rpg_board.board, _rpg_mast, _rpg_in_full, rpg_judging.judging, False, (told,))
