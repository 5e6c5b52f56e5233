"""What pictures of the role-playing duel need laid out: choices by what they do, bids with the gate, dice in text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..i18n import _
from ..words import Choice, Question
from ..words.rpg_asks import TYPED
from ..words.rpg_board import Board, Fighter
from ..words.rpg_conditions import stance_means
from ..words.rpg_dice import LABELS, DieFace, die_of, sides_of
from ..words.rpg_scene import LEGEND

MAIN = ("attack", "use", "calming-breath", "unique", "treat", "unmask", "spend", "pick", "yes")
"""Kinds of choices that are shown one by one; the order is that of the page."""
FOLDED = {
    "predict": ("predict",),
    "center": ("center",),
    "items": ("ready", "stow", "prepare"),
    "grip": ("hold", "drop"),
}
"""Kinds of choices that come in numbers, and stand together behind one word while there are others."""
MOST_BIDS = 13
MOST_PICKS = 8


@dataclass(frozen=True, slots=True)
class Act:
    """A choice: its number from 1, label, detail, kind (the option's tag), and its ring where it has one."""

    number: int
    label: str
    detail: str
    tag: str
    ring: str


@dataclass(frozen=True, slots=True)
class Laid:
    """Choices laid out. `form`: `rings` (a stance), `yield` (fight on or concede), `two` (yes or no), `list` (many
    words, to be found in a list), or `acts`.

    `main` are those shown one by one, `folded` those by group, `last` what answering with nothing is.
    """

    form: str
    main: tuple[Act, ...]
    folded: dict[str, tuple[Act, ...]]
    last: Act | None


def laid(question: Question) -> Laid:
    """The choices of a question of the form `choose`."""
    acts = [_act(number, choice) for number, choice in enumerate(question.choices, 1)]
    last = next((act for act in acts if act.tag == "go-on"), None)
    rest = [act for act in acts if act is not last]
    tags = {act.tag for act in rest}
    if tags == {"ring"}:
        return Laid("rings", tuple(rest), {}, last)
    if tags == {"concede"}:
        return Laid("yield", tuple(rest), {}, last)
    if tags == {"yes"}:
        return Laid("two", tuple(rest), {}, last)
    if tags == {"pick"} and len(rest) > MOST_PICKS:
        return Laid("list", tuple(rest), {}, last)
    folded = {name: tuple(act for act in rest if act.tag in kinds) for name, kinds in FOLDED.items()}
    folded = {name: group for name, group in folded.items() if group and len(group) < len(rest)}
    away = {act.number for group in folded.values() for act in group}
    main = sorted((act for act in rest if act.number not in away), key=_place)
    return Laid("acts", tuple(main), folded, last)


def _act(number: int, choice: Choice) -> Act:
    answer = choice.answer
    tag, ring = str(getattr(answer, "tag", "")), str(getattr(answer, "ring", ""))
    detail = choice.detail or (stance_means(ring) if tag == "ring" else "")
    return Act(number, choice.label, detail, tag, ring)


def _place(act: Act) -> int:
    return MAIN.index(act.tag) if act.tag in MAIN else len(MAIN)


# --- bids ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: the initiative that it comes to, whether it goes past composure, and whether it is the first that does."""

    n: int
    initiative: int
    past: bool
    gate: bool


def bids(question: Question, board: Board) -> tuple[Bid, ...]:
    """The bids asked of one's own fighter in a staredown; nothing where a number is no bid, or they are many."""
    mine = next((one for one in board.fighters if one.mine), None)
    if mine is None or not is_bid(question, board) or question.most >= MOST_BIDS:
        return ()
    room = mine.strife.limit - mine.strife.value
    return tuple(Bid(n, mine.initiative + n, n > room, n == room + 1) for n in range(question.least, question.most + 1))


def is_bid(question: Question, board: Board) -> bool:
    """Whether a number that is asked for is a bid: nothing else is asked in a staredown outside of checks."""
    unopened = all(one.bid is None for one in board.fighters)
    return question.form == "number" and board.moment == "staredown" and unopened and not board.checks


# --- dice ------------------------------------------------------------------------------------------------

_DIE = re.compile("({})".format("|".join(map(re.escape, LABELS))))


def with_dice(text: str) -> list[str | DieFace]:
    """Text in parts: words, and dice where they are written as letters (`(ST)`, `[E]`)."""
    parts: Iterable[str] = _DIE.split(text)
    return [die_of(part) or part for part in parts if part]


@dataclass(frozen=True, slots=True)
class Slot:
    """A die that may be chosen, or not (`number` is None): its number among the choices, and the die."""

    number: int | None
    face: DieFace


def slots(question: Question, board: Board) -> tuple[Slot, ...]:
    """The dice of a question of the form `several`; those that may not be kept stand among them. Empty if no dice."""
    faces = [die_of(choice.label) for choice in question.choices]
    if not all(faces):
        return ()
    found = {
        choice.answer: Slot(n, face)
        for n, (choice, face) in enumerate(zip(question.choices, faces, strict=True), 1)
        if face
    }
    if not question.why_not:
        return tuple(found.values())
    lying = board.checks[0].lying if board.checks else ()
    lying = lying or tuple(chain.dice[0] for chain in board.checks[0].dice if not chain.added) if board.checks else ()
    return tuple(found.get(slot, Slot(None, face)) for slot, face in enumerate(lying)) or tuple(found.values())


def hint(question: Question) -> list[str | DieFace]:
    """A question's hint with its dice drawn, without the legends of letters that pictures do not need."""
    return with_dice(question.hint.replace(_(LEGEND), "").replace(_(TYPED), "").strip())


def words_for(face: DieFace) -> str:
    """What is typed for a face."""
    return face.symbols or "-"


def mine(board: Board) -> Fighter | None:
    """One's own fighter; None for who only looks on."""
    return next((one for one in board.fighters if one.mine), None)


FILTERS: dict[str, Callable[..., Any]] = {
    "with_dice": with_dice, "rpg_laid": laid, "rpg_bids": bids, "rpg_slots": slots, "rpg_sides": sides_of,
    "rpg_typed": words_for, "rpg_mine": mine, "rpg_hint": hint, "rpg_is_bid": is_bid,
}  # fmt: skip
"""What templates may use."""
