"""A duel within a duel: an effect makes a challenge, which is fought to its end before the first duel goes on."""

from __future__ import annotations

import pytest

from tests.cards.script import Row, card, do, person, reaction, ren, sei, static, table, trait

MARKED = ("Marked",)


def inner(*, on: str = "after reveal", **given: object) -> Row:
    """A reaction by which Aya challenges a marked Personality."""
    words = do(
        "challenge", challenger={"keyword": "Samurai"}, challenged={"who": "others", "keyword": "Marked"}, **given
    )
    return card("insult", reaction(on, words))


AYA = person("aya", keywords=("Samurai",), chi=5)
FIRST = do("challenge", challenger={"who": "own", "stat": "chi", "at_most": 3}, lose=[do("bow", who="loser")])


@pytest.mark.clause("cards.challenge.create", "cards.sequence")
def test_it_is_fought_to_its_end_and_then_the_first_goes_on() -> None:
    t = table(AYA, inner(lose=[do("destroy", who="loser")]), person("kei", keywords=MARKED),
              people=("ren, aya", "sei, kei"), hands=("insult", ""), action=(FIRST,),
              pools=("one one one", "two two two"), rest=("four", "zero"))  # fmt: skip
    t.plays(ren.picks("sei", "challenged"), sei.focuses("two"), ren.strikes(), ren.reacts("insult"))
    assert [duel.stage for duel in t.state.duels] == ["D", "C"]
    t.ends(sei.focuses("zero"), ren.focuses("four"))
    assert t.headings() == [*"ABCD", *"ABCDEFGHIJKL", *"EFGHIJKL"]
    first, second = t.state.past[1], t.state.past[0]
    assert ([side.score for side in first.sides], [side.score for side in second.sides]) == ([3, 5], [9, 3])
    assert (t.piece("kei").zone, t.piece("ren").bowed, t.piece("aya").bowed) == ("gone", True, False)


@pytest.mark.clause("cards.leaves-play")
def test_who_dies_in_it_ends_the_duel_that_he_was_in() -> None:
    t = table(AYA, inner(lose=[do("destroy", who="loser")]), person("sei", keywords=MARKED), people=("ren, aya", "sei"),
              hands=("insult", ""), action=(FIRST,), pools=("one one one", "two two two"))  # fmt: skip
    t.ends(sei.strikes(), ren.reacts("insult"))
    assert [duel.ended for duel in t.state.past] == ["resolved", "without resolution"]
    assert t.headings() == [*"ABCD", *"ABCDEFGHIJKL", *"JKL"]
    assert not t.piece("ren").bowed


@pytest.mark.clause("cards.can.limit", "cards.L.end")
def test_what_holds_in_the_one_does_not_hold_in_the_other() -> None:
    # Ren's trait is about his own duel, and his bonus lasts until that one ends, not until the inner one does.
    loud = person(
        "ren", static(do("outcome", result="wins-ties")), trait("when entry", do("stat", stat="chi", amount=1))
    )
    t = table(AYA, loud, inner(), person("kei", keywords=MARKED, chi=5), people=("ren, aya", "sei, kei"),
              hands=("insult", ""), action=(FIRST,))  # fmt: skip
    t.ends(ren.picks("sei", "challenged"), ren.reacts("insult"))
    second, first = t.state.past
    assert [side.result for side in second.sides] == ["lose", "lose"], "nobody wins ties there"
    assert [side.score for side in first.sides] == [4, 3]


@pytest.mark.clause("cards.L.end")
def test_what_was_set_for_the_one_is_not_set_for_the_other() -> None:
    near = card("near", reaction("after entry", do("score", rule="margin-ties", n=9)))
    t = table(AYA, near, inner(), person("kei", keywords=MARKED, chi=1), people=("ren, aya", "sei, kei"),
              hands=("near insult", ""), action=(FIRST,))  # fmt: skip
    t.plays(ren.picks("sei", "challenged"), ren.reacts("near"), ren.reacts("insult"))
    t.ends()
    assert [duel.tie for duel in t.state.past] == [False, True]


@pytest.mark.clause("cards.can.keyword")
def test_whose_traits_are_negated_in_the_first_is_so_after_the_second() -> None:
    wall = card("wall", reaction("after entry", do("blank", who="opponent")))
    sure = person("sei", static(do("outcome", result="wins-ties")))
    t = table(AYA, wall, inner(), person("kei", keywords=MARKED), sure,
              people=("ren, aya", "sei, kei"), hands=("wall insult", ""), action=(FIRST,))  # fmt: skip
    t.ends(ren.picks("sei", "challenged"), ren.reacts("wall"), ren.reacts("insult"))
    assert t.results == ("lose", "lose")


@pytest.mark.clause("cards.challenge.leaves-play", "cards.leaves-play")
def test_who_leaves_play_in_the_inner_challenge_ends_both() -> None:
    arrow = card("arrow", reaction("when challenge", do("destroy", target={"who": "any", "keyword": "Marked"})))
    t = table(AYA, arrow, inner(), person("sei", keywords=MARKED), people=("ren, aya", "sei"),
              hands=("insult arrow", ""), action=(FIRST,))  # fmt: skip
    t.ends(ren.passes("reaction"), ren.reacts("insult"), ren.reacts("arrow"))
    assert [duel.ended for duel in t.state.past] == ["without resolution", "without resolution"]
    assert t.headings() == [*"ABCDJKL"]
