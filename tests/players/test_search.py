"""The one who searches: he finds what judgement alone does not, thinks no longer than he is told, and wins more."""

from typing import Any

import pytest

from iaijutsu.cards.options import Focus, Pass, Strike, Use
from iaijutsu.players import EVEN, Patient, Random, Rash, Reading, Searching, match, rounds_of, search, seated, worlds
from iaijutsu.players.eyes import Eyes
from tests.cards.script import card, do, fe, person, reaction, ren, sei, table
from tests.players.asking import answer_of

TO_THE_DEATH = [do("challenge", lose=[do("destroy", who="loser")])]


def test_he_sees_what_two_texts_do_together() -> None:
    """Two cards of one value: one doubles the first card focused, so the greater has to lie there first."""
    doubles = card("doubles", fe(do("fv", op="times", amount=2, which="first")), focus=4)
    t = table(doubles, person("ren", chi=5), action=TO_THE_DEATH, pools=("two two two", "doubles four zero"))
    assert answer_of(t, 1, "searching", budget=200) in (Focus("pool", 0), Focus("pool", 1))
    t.plays(sei.focuses("four"), ren.focuses("two"))
    assert answer_of(t, 1, "searching", budget=200) == Focus("pool", 0)


def test_he_does_not_spend_a_reaction_that_changes_nothing() -> None:
    """Chi for a duel of Force."""
    useless = card("useless", reaction("after entry", do("stat", stat="chi", amount=3, who="own")), focus=4)
    forceful = [do("challenge", stat="force", lose=[do("destroy", who="loser")])]
    t = table(useless, person("ren", force=4), action=forceful, pools=("two two", "one one"), hands=("", "useless"))
    assert t.asked == (1, "reaction")
    assert answer_of(t, 1, "searching", budget=200) == Pass()


def test_he_plays_the_reaction_that_decides() -> None:
    decides = card("decides", reaction("after entry", do("duel-stat", stat="force", who="both")), focus=0)
    t = table(
        decides, person("ren", chi=8, force=1), person("sei", chi=1, force=8),
        action=TO_THE_DEATH, pools=("two two", "one one"), hands=("", "decides"),
    )  # fmt: skip
    assert answer_of(t, 1, "searching", budget=100) == Use("hand", 0, 0)


def test_he_strikes_when_the_other_can_only_gain() -> None:
    t = table(person("sei", chi=5), action=TO_THE_DEATH, pools=("four four four", "zero zero zero"))
    assert answer_of(t, 1, "searching", budget=100) == Strike()


def test_he_plays_out_as_many_duels_as_he_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    real = search.played_out

    def counted(*given: Any) -> float:
        played.append(1)
        return real(*given)

    monkeypatch.setattr(search, "played_out", counted)
    t = table(person("sei", chi=2), action=TO_THE_DEATH, pools=("two two two", "one four three"))
    for budget in (40, 160):
        played.clear()
        answer_of(t, 1, "searching", budget=budget)
        assert 0.7 * budget <= len(played) <= 1.3 * budget


def test_without_a_world_that_fits_he_answers_as_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "imagine", lambda *given: None)
    t = table(person("sei", chi=2), pools=("two two two", "one four three"))
    assert answer_of(t, 1, "searching") == answer_of(t, 1, "reading") == Focus("pool", 1)


def test_equal_cards_are_tried_once() -> None:
    t = table(person("sei", chi=2), pools=("two two two", "two two four"))
    request = t.session.asked_of(1)
    agent = seated(t.session, 1, "searching", 1)
    assert isinstance(agent, Searching)
    assert agent.table is not None
    eyes = Eyes(agent.table.court(t.session.view(1).state), 1, masked=True)
    assert search.candidates(eyes, request, None) == [Focus("pool", 0), Focus("pool", 2), Strike()]


# --- strength --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("temper", [Rash, Patient, Reading])
def test_every_temper_beats_chance(temper: Any) -> None:
    tally = match(temper, Random, rounds_of(216, **EVEN))
    assert tally.rate - tally.doubt > 0.5, str(tally)


def test_searching_beats_chance_even_in_a_hurry() -> None:
    tally = match(lambda seed: Searching(seed, 16), Random, rounds_of(12, **EVEN))
    assert tally.rate - tally.doubt > 0.5, str(tally)


@pytest.mark.long
@pytest.mark.parametrize("temper", [Rash, Patient, Reading])
def test_searching_beats_every_temper(temper: Any) -> None:
    tally = match(Searching, temper, rounds_of(36, **EVEN))
    assert tally.rate - tally.doubt > 0.5, str(tally)
