"""Who tells a log keeps little of it, and says what a narrator who keeps everything says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from iaijutsu.engine import Session
from iaijutsu.play.server.telling import UNDONE, Teller
from iaijutsu.play.words import narrator
from tests.server import gallery

BOTH = pytest.mark.parametrize("begun", [gallery.cards, gallery.blades], ids=["cards", "rpg"])


@BOTH
def test_what_is_told_and_why_is_what_a_narrator_says(begun: Callable[[], Session[Any]]) -> None:
    session = begun()
    tellers = [Teller(session, eyes) for eyes in gallery.AUDIENCES]
    for _question in gallery.played(session):
        for teller in tellers:
            teller.follow(tellers)
    for teller in tellers:
        whole = narrator(session, teller.audience)
        whole.follow()
        assert [line.text for line in teller.lines] == [line.text for line in whole.lines]
        told = range(len(whole.lines))
        assert [teller.explain(number) for number in told] == [whole.explain(number) for number in told]
        at_once = Teller(session, teller.audience)
        at_once.follow()
        assert at_once.lines == teller.lines and at_once.digest == teller.digest


@BOTH
def test_who_is_told_the_same_line_has_the_same_one(begun: Callable[[], Session[Any]]) -> None:
    session = list(gallery.played(begun()))[-1]
    one, other = Teller(session, 0), Teller(session, "spectator")
    one.follow([one, other])
    other.follow([one, other])
    alike = [(mine, theirs) for mine, theirs in zip(one.lines, other.lines, strict=False) if mine == theirs]
    assert alike and all(mine is theirs for mine, theirs in alike)
    assert one.lines != other.lines, "nobody is told of himself as others are"


def test_after_a_step_back_the_log_is_told_anew() -> None:
    session = next(one for one in gallery.played(gallery.cards()) if not one.why_not_take_back(len(one.entries) - 1))
    teller = Teller(session, 0)
    teller.follow()
    before = teller.digest
    session.take_back(len(session.entries) - 1)
    session.say("Aki", UNDONE)
    teller.follow()
    assert teller.lines[-1].text == "Aki takes back an answer." and teller.digest != before
    anew = Teller(session, 0)
    anew.follow()
    assert anew.lines == teller.lines and anew.digest == teller.digest
