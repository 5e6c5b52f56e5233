"""Every line of play from a position: exact enumeration over answers and chance, for counts, odds and tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from .requests import Chance, Request
from .session import Session
from .transcript import Entry

Policy = Callable[[Request[Any]], Any]
"""Answers a question with one of its options, or with None: then every option is followed."""


def every_line(session: Session[Any], policy: Policy = lambda request: None) -> Iterator[tuple[Fraction, Session[Any]]]:
    """Each finished duel that can follow from `session`, with the exact probability of its outcomes of chance.

    Where `policy` leaves a question open, every answer is followed and the probability is not split: the
    numbers of several answers then add up to more than 1.
    """
    yield from _lines(session.fork(), Fraction(1), policy)


def count_lines(session: Session[Any]) -> int:
    """How many lines of play there are from here, every answer and every distinct outcome of chance counted."""
    return sum(1 for _ in every_line(session))


def _lines(session: Session[Any], weight: Fraction, policy: Policy) -> Iterator[tuple[Fraction, Session[Any]]]:
    request = session.pending
    if request is None:
        yield weight, session
        return
    for answer, share in _answers(request, policy):
        child = Session(
            session.game, session.setup, None, [*session.entries, Entry(request.purpose, request.seat, answer)]
        )
        yield from _lines(child, weight * share, policy)


def _answers(request: Request[Any], policy: Policy) -> Iterator[tuple[Any, Fraction]]:
    if isinstance(request, Chance):
        outcomes = list(request.outcomes())
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            yield outcome, Fraction(weight, total)
        return
    answer = policy(request)
    for option in request.options() if answer is None else (answer,):
        yield option, Fraction(1)
