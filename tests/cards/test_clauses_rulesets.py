"""The same duel under the three rulesets, and under a fourth of one's own."""

from __future__ import annotations

import pytest

from iaijutsu.engine import BadInput
from tests.cards.script import do, item, person, ren, sei, table, trait

FESTIVALS, CLASSIC = "twenty-festivals", "classic"
LATE = pytest.mark.parametrize("rules", [FESTIVALS, CLASSIC])


@LATE
@pytest.mark.clause("cards.B.area", "cards.C.focus")
def test_without_pools_cards_come_from_hand_or_off_the_deck(rules: str) -> None:
    t = table(rules=rules, pools=("one two", "three four"), hands=("zero", "two"))
    assert (t.pool(0), t.pool(1), t.happened("pools-formed")) == ([], [], [])
    assert t.offered() == ["focus two from hand", "focus the top card from deck", "strike"]
    t.plays(sei.focuses("", "deck"), ren.focuses("zero", "hand"), sei.focuses("", "deck"), ren.strikes())
    t.ends()
    assert t.scores == (3, 3 + 3 + 4)


@LATE
@pytest.mark.clause("cards.C.hand-once", "cards.C.must-strike")
def test_four_focuses_at_most_from_wherever(rules: str) -> None:
    t = table(rules=rules, pools=("one one one one one", "one one one"), hands=("", "two two two"))
    t.plays(sei.focuses("two", "hand"), ren.focuses("", "deck"), sei.focuses("two", "hand"), ren.focuses("", "deck"))
    t.plays(sei.focuses("two", "hand"), ren.focuses("", "deck"), sei.focuses("", "deck"), ren.focuses("", "deck"))
    t.ends()
    assert (t.the("struck").side, t.the("struck").clause) == (1, "cards.C.must-strike")
    assert t.scores == (3 + 4, 3 + 7)


@pytest.mark.clause("cards.C.focus")
def test_twenty_festivals_takes_the_top_unseen() -> None:
    t = table(rules=FESTIVALS, pools=("one", "three two"))
    assert t.seen(1).decks[1].top == []
    t.plays(sei.focuses("", "deck"))
    assert (t.area(1, 1), t.area(1, 0)) == (["three"], ["?"])


@pytest.mark.clause("cards.C.focus")
def test_classic_shows_it_to_its_owner_alone() -> None:
    t = table(rules=CLASSIC, pools=("one", "three two"))
    assert (t.seen(1).decks[1].top, t.seen(0).decks[1].top) == (["three"], ["?"])
    t.ends(sei.strikes())
    assert t.state.decks[1].top == ["three"], "what was seen still lies there"


@pytest.mark.clause("cards.can.forbid-fv")
def test_what_is_seen_there_is_not_offered_if_it_may_not_be_focused() -> None:
    ban = person("ren", trait("after entry", do("forbid-fv", fv=3)))
    assert table(ban, rules=CLASSIC, pools=("one", "three two"), hands=("", "one")).offered() == [
        "focus one from hand", "strike",
    ]  # fmt: skip
    assert "focus the top card from deck" in table(ban, rules=FESTIVALS, pools=("one", "three two")).offered()


@pytest.mark.clause("cards.C.must-strike")
def test_nor_does_a_strike_without_a_question_tell_what_was_seen() -> None:
    ban = person("ren", trait("after entry", do("forbid-fv", fv=3)))
    t = table(ban, rules=CLASSIC, pools=("one", "three two"))
    assert (t.asked, t.offered()) == ((1, "opportunity"), ["strike"]), "he is asked, though he can do nothing else"


@pytest.mark.clause("cards.C.first", "cards.H.tie-winner")
@pytest.mark.parametrize(
    ("rules", "asked", "results"),
    [
        ("celestial", "first-opportunity", ("lose", "lose")),
        (FESTIVALS, "opportunity", ("win", "lose")),
        (CLASSIC, "opportunity", ("lose", "lose")),
    ],
)
def test_a_duelist_is_something_else_in_each(rules: str, asked: str, results: tuple[str, str]) -> None:
    t = table(person("ren", keywords=("Duelist",)), rules=rules, pools=("one", "one"))
    assert t.asked[1] == asked
    t.ends(*([ren.chooses(1)] if asked == "first-opportunity" else []), sei.strikes())
    assert t.results == results


@LATE
@pytest.mark.clause("cards.L.end", "cards.sequence")
def test_what_lasts_until_the_duel_ends_is_over_before_the_consequences(rules: str) -> None:
    # A bonus until the duel ends no longer counts in the consequences; what was added as a consequence still comes.
    drum = item("drum", trait("when entry", do("stat", stat="chi", amount=2)))
    vow = item("vow", trait("after entry", do("consequence", on="win", effects=[do("honor", amount=1)])))
    words = do("challenge", win=[do("honor", who="winner", amount={"stat": "chi", "of": "winner"})])
    t = table(drum, vow, rules=rules, people=("ren+drum+vow", "sei"), action=(words,)).ends(ren.next("vow"))
    assert t.scores == (5, 3)
    assert t.state.honor[0] == 5 + 3 + 1
    t = table(drum, vow, people=("ren+drum+vow", "sei"), action=(words,)).ends()
    assert t.state.honor[0] == 5 + 5 + 1, "in the Celestial rules the duel has not ended yet"


@LATE
@pytest.mark.clause("cards.K.return")
def test_nothing_is_left_over_there(rules: str) -> None:
    t = table(rules=rules, pools=("one two", "three four")).ends(sei.strikes())
    assert [deck.bottom for deck in t.state.decks] == [[], []]


@pytest.mark.clause("cards.B.pool", "cards.C.first", "cards.C.hand-once")
def test_a_fourth_ruleset_of_ones_own() -> None:
    house = {"pool": 2, "hand": 2, "most": 3, "duelist": "goes first", "deck": "unseen", "consequences": "active order"}
    t = table(
        person("ren", keywords=("Duelist",)), rules=house, pools=("one two three", "one two"), hands=("four four", "")
    )
    assert (t.asked, t.pool(0)) == ((0, "opportunity"), ["one", "two"])
    assert t.offered() == ["focus one", "focus two", "focus four from hand", "focus four from hand",
                           "focus the top card from deck", "strike"]  # fmt: skip
    t.plays(ren.focuses("four", "hand"), sei.focuses("one"), ren.focuses("four", "hand"), sei.focuses("two"))
    t.ends(ren.focuses("one"))
    assert t.scores == (3 + 9, 3 + 3), "Sei has nothing left, and Ren has had three"


@pytest.mark.clause("cards.C.must-strike")
def test_a_ruleset_may_let_nobody_focus() -> None:
    t = table(rules={"most": 0}, pools=("one", "one")).ends()
    assert (t.the("struck").clause, t.scores) == ("cards.C.must-strike", (3, 3))


@pytest.mark.clause("cards.leaves-play")
def test_both_values_of_the_switch_for_leaving_in_the_consequences() -> None:
    words = do("challenge", lose=[do("destroy", who="loser"), do("honor", who="loser", amount=-1)])
    for value, honor in (("goes on", 4), ("ends", 5)):
        t = table(person("ren", chi=5), rules={"leaving_in_consequences": value}, action=(words,)).ends()
        assert t.state.honor[1] == honor


@pytest.mark.parametrize(
    ("given", "where"),
    [({"pool": 11}, "rules.pool"), ({"duelist": "dances"}, "rules.duelist"), ({"joy": 1}, "rules.joy")],
)
def test_a_ruleset_that_makes_no_sense_is_refused_by_its_place(given: dict[str, object], where: str) -> None:
    with pytest.raises(BadInput, match=where):
        table(rules=given)
