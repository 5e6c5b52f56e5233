"""What a focus game is played for: worths of results as the payoffs of a zero-sum game, or a refusal in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..engine import BadInput, Sentence
from .focus_game import RESULT_WORDS, ROLES, FocusGame, Outcome, Worth


@dataclass(frozen=True, slots=True)
class Stakes:
    """The worth of each outcome to the challenger, so scaled that his plain win is 1 and his plain loss -1.

    `back[side]` is (factor, constant) from a scaled value to that side's own points.
    """

    worth: dict[Outcome, float]
    back: tuple[tuple[float, float], tuple[float, float]]

    def points(self, side: int, value: float) -> float:
        """What a scaled value is in the points of a side."""
        factor, constant = self.back[side]
        return factor * value + constant


def stakes(game: FocusGame, reached: Iterable[Outcome]) -> Stakes:
    """The stakes of a game in which these outcomes can be reached.

    Raises `BadInput` when what one side gains is not what the other loses, however their points are scaled.
    """
    outcomes = sorted(set(reached))
    for n in (0, 1):
        _spread(game.worth[n], ROLES[n])
    if game.guarantee is not None:
        return _guaranteed(game, game.guarantee, outcomes)
    half, middle = _spread(game.worth[0], ROLES[0])
    ours, theirs = ([_exact(game.worth[n].of(one[n])) for one in outcomes] for n in (0, 1))
    factor, constant = _relation(ours, theirs, outcomes)
    scaled = {one: float((mine - _exact(middle)) / _exact(half)) for one, mine in zip(outcomes, ours, strict=True)}
    back = float(factor) * half, float(factor) * middle + float(constant)
    return Stakes(scaled, ((half, middle), back))


def _guaranteed(game: FocusGame, side: int, outcomes: list[Outcome]) -> Stakes:
    half, middle = _spread(game.worth[side], ROLES[side])
    sign = 1 if side == 0 else -1
    scaled = {one: sign * (game.worth[side].of(one[side]) - middle) / half for one in outcomes}
    own, other = (sign * half, middle), (-sign * half, -middle)
    return Stakes(scaled, (own, other) if side == 0 else (other, own))


def _exact(number: float) -> Fraction:
    return Fraction(number).limit_denominator(10**9)


def _spread(worth: Worth, role: str) -> tuple[float, float]:
    """Half the way from a loss to a win, and the middle of it."""
    if not worth.win > worth.lose:
        reason = Sentence(
            "a win counts {win:g} and a loss {lose:g}; needed is a win that counts more than a loss",
            win=worth.win,
            lose=worth.lose,
        )
        raise BadInput(Sentence.joined([role, Sentence("worth")], by=": "), reason)
    return (worth.win - worth.lose) / 2, (worth.win + worth.lose) / 2


def _relation(ours: list[Fraction], theirs: list[Fraction], outcomes: list[Outcome]) -> tuple[Fraction, Fraction]:
    """(a, b) with theirs = a * ours + b and a below 0. Raises `BadInput`."""
    best, worst = ours.index(max(ours)), ours.index(min(ours))
    factor = Fraction(-1)
    if ours[best] != ours[worst]:
        factor = (theirs[best] - theirs[worst]) / (ours[best] - ours[worst])
    constant = theirs[best] - factor * ours[best]
    if factor >= 0 or any(his != factor * mine + constant for mine, his in zip(ours, theirs, strict=True)):
        raise BadInput(Sentence("worth"), _refusal(ours, theirs, outcomes))
    return factor, constant


def _refusal(ours: list[Fraction], theirs: list[Fraction], outcomes: list[Outcome]) -> str:
    rows = Sentence.joined((_row(*row) for row in zip(outcomes, ours, theirs, strict=True)), by="; ")
    return Sentence(
        "what one side gains is not what the other loses (challenger / challenged: {rows}), and only such games are "
        "solved. With a win of 1 and a loss of -1 on both sides, a tie that counts t for the challenger has to count "
        "-t for the challenged. What one side can make sure of, whatever the other wants, is found with a guarantee",
        rows=rows,
    )


def _row(outcome: Outcome, ours: Fraction, theirs: Fraction) -> str:
    result = Sentence.joined((RESULT_WORDS[one] for one in outcome), by=" / ")
    worths = Sentence.joined([Sentence.number(float(one), "g") for one in (ours, theirs)])
    return Sentence.joined([result, worths], by=": ")
