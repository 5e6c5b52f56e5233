"""Games small enough to answer at once: texts that look at single cards are counted as focus value instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ..engine import Sentence
from .focus_game import Face, Faces, FocusGame, FocusSide, Left, faces
from .holdings import Count
from .resolving import Resolution, looks_at_cards

GAINS = range(-4, 5)
"""What a text may count for, in focus value."""
_OWN: tuple[tuple[int, ...], ...] = ((), (3,), (2, 4), (1, 3, 3))
_OTHER: tuple[tuple[int, ...], ...] = ((3,), (2, 3), (4,), (1, 3, 4), (2, 2, 4))
"""What may lie beside a card, and against it, when its text is put to the test."""


def counted(game: FocusGame) -> FocusGame:
    """The game with every text counted as so much focus value, on average; what was so counted is named."""
    if not looks_at_cards(game):
        return game
    left: list[Left] = list(game.left)
    new: list[FocusSide] = []
    for n, side in enumerate(game.sides):
        if side.ignore_highest or side.last_times != 1 or side.reveal:
            left.append(Left(Sentence("rules of scoring that look at single cards")))
        texts = sorted({face.title for face, _ in side.deck if face.text and face.title})
        left += [
            Left(Sentence("the text of {title}, which is counted as focus value", title=title), rough=True)
            for title in texts
        ]
        plain = replace(
            side, deck=_plain(side.deck, n), held=tuple(as_value(face, n) for face in side.held), silenced=False,
            ignore_highest=False, last_times=1, reveal="", life=-1, discard=0, entered=-1, stat_name="chi",
        )  # fmt: skip
        new.append(plain)
    return replace(game, sides=(new[0], new[1]), left=tuple(dict.fromkeys(left)))


def _plain(deck: Faces, side: int) -> Faces:
    found: dict[Face, int] = {}
    for face, count in deck:
        value = as_value(face, side)
        found[value] = found.get(value, 0) + count
    return faces(found)


def as_value(face: Face, side: int) -> Face:
    """The face without its text, worth what that is counted as."""
    return Face(face.value + gain(face.text, face.value, side), face.printed, title=face.title) if face.text else face


@lru_cache(1024)
def gain(text: str, value: int, side: int) -> int:
    """The focus value that a text comes nearest to, over all that may lie beside it and against it."""
    if not text:
        return 0
    worth = _tested(Face(value, value, text), side)
    return min(GAINS, key=lambda more: (abs(_tested(Face(value + more), side) - worth), abs(more)))


@lru_cache(1024)
def _tested(face: Face, side: int) -> float:
    """What a card is worth to its side on average: 1 a win, -1 a loss."""
    plain = FocusSide(3, ())
    resolution = Resolution(FocusGame((plain, plain), guarantee=side))
    found = []
    for mine, his in _cases():
        for stat in (2, 3, 4):
            cards = (face, *(Face(one) for one in mine)), tuple(Face(one) for one in his)
            game = resolution.game.with_side(side, stat=stat)
            found.append(_worth(Resolution(game), cards, side))
    return sum(found) / len(found)


def _cases() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for mine in _OWN:
        for his in _OTHER:
            if abs(len(mine) + 1 - len(his)) <= 1:
                yield mine, his


def _worth(resolution: Resolution, cards: tuple[tuple[Face, ...], tuple[Face, ...]], side: int) -> float:
    counts = Count(pool=len(cards[0])), Count(pool=len(cards[1]))
    mine, his = cards if side == 0 else (cards[1], cards[0])
    chances = resolution.of(counts if side == 0 else (counts[1], counts[0]), mine, his)
    points = {"win": 1.0, "lose": -1.0, "tie": 0.0, "none": 0.0}
    return sum(chance * points[outcome[side]] for outcome, chance in chances.items())
