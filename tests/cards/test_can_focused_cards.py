"""What cards can do, each said as data and played: with focused cards, and after the strike."""

from __future__ import annotations

import pytest

from tests.cards.script import Row, ability, card, do, item, person, reaction, ren, sei, static, table, trait

ONES = ("one one one", "one one one")


def says(who: str, *effects: Row, on: str = "after pools") -> Row:
    """A Personality whose trait has these effects."""
    return person(who, trait(on, *effects))


def always(who: str, *effects: Row) -> Row:
    """A Personality of whom these hold all along."""
    return person(who, static(*effects))


# --- focused cards ---------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.focused-cards")
@pytest.mark.parametrize("origin", ["pool", "hand", "deck", "discard"])
def test_cards_may_be_added_from_anywhere(origin: str) -> None:
    more = says("ren", do("focused-cards", act="add", from_=origin, count=1), on="after strike")
    t = table(more, pools=("one two zero", "one"), rest=("four", ""), hands=("three", ""), discards=("two", ""))
    t.plays(sei.strikes())
    if origin == "pool":
        t.plays(ren.picks("two", "add-focused"))
    t.ends()
    worth = {"pool": 2, "hand": 3, "deck": 4, "discard": 2}[origin]
    assert t.scores == (3 + worth, 3)
    assert (t.the("card-focused").origin, t.the("card-focused").counted) == (origin, False)
    assert t.the("card-focused").clause == "cards.can.focused-cards"


@pytest.mark.clause("cards.can.focused-cards")
def test_so_many_of_either_side() -> None:
    more = says("ren", do("focused-cards", act="add", who="both", count=2), on="after strike")
    t = table(more, pools=ONES, rest=("two two two", "three")).ends(sei.strikes())
    assert t.scores == (3 + 4, 3 + 3), "the second deck is empty after one"


@pytest.mark.clause("cards.can.focused-cards")
@pytest.mark.parametrize("to", ["discard", "hand", "deck-top", "deck-bottom", "removed", "opponent"])
def test_one_may_be_removed_to_anywhere(to: str) -> None:
    broom = says("ren", do("focused-cards", act="remove", who="opponent", which="last", to=to), on="after reveal")
    t = table(broom, pools=("one", "three two")).ends(sei.focuses("three"), ren.focuses("one"), sei.focuses("two"))
    seat = t.state
    found = {
        "discard": seat.discards[1].count("two")
        and t.kinds("focused-moved", "focused-discarded")[0] == "focused-moved",
        "hand": seat.hands[1] == ["two"],
        "deck-top": seat.decks[1].top == ["two"],
        "deck-bottom": seat.decks[1].bottom == ["two"],
        "removed": seat.removed[1] == ["two"],
        "opponent": t.scores[0] == 3 + 1 + 2,
    }
    assert found[to]
    assert t.scores[1] == 6


@pytest.mark.clause("cards.can.focused-cards")
@pytest.mark.parametrize(
    ("which", "left"),
    [("first", "two four"), ("last", "three two"), ("highest", "three two"), ("lowest", "three four"), ("all", ""),
     ("chosen", "three four"), ("random", "two four")],
)  # fmt: skip
def test_it_is_the_one_that_the_words_name(which: str, left: str) -> None:
    broom = says("ren", do("focused-cards", act="remove", who="opponent", which=which), on="after reveal")
    t = table(broom, pools=("one one", "three two four"), rolls=((0,),) if which == "random" else ())
    t.plays(sei.focuses("three"), ren.focuses("one"), sei.focuses("two"), ren.focuses("one"), sei.focuses("four"))
    if which == "chosen":
        t.plays(ren.picks("two", "pick-focused"))
    t.ends()
    assert [key for _, key in t.the("focused-discarded").cards] == ["one", "one", *left.split()]


@pytest.mark.clause("cards.can.focused-cards")
def test_of_equal_ones_the_player_of_the_effect_picks_and_so_many_are_taken() -> None:
    broom = says("ren", do("focused-cards", act="remove", who="opponent", which="highest", count=2), on="after reveal")
    t = table(broom, pools=("one one", "two one two")).plays(
        sei.focuses("two"), ren.focuses("one"), sei.focuses("one"), ren.focuses("one"), sei.focuses("two")
    )
    assert (t.asked, t.offered()) == ((0, "pick-focused"), ["pick two", "pick two"])
    t.ends(ren.picks("two"))
    assert t.scores[1] == 4


@pytest.mark.clause("cards.can.focused-cards")
@pytest.mark.parametrize("origin", ["pool", "hand"])
def test_one_may_be_exchanged_for_another_of_the_same_side(origin: str) -> None:
    swap = says("sei", do("focused-cards", act="swap", which="chosen", from_=origin), on="before reveal")
    t = table(swap, pools=("", "one three"), hands=("", "four"), rules={"hand": 0}).plays(sei.focuses("one"))
    t.ends()
    assert t.scores[1] == 3 + (3 if origin == "pool" else 4)
    if origin == "hand":
        assert t.state.hands[1] == ["one"]
        assert t.happened("focused-moved", 0)[0].key == "?", "nobody else learns what went back"
    else:
        assert t.state.decks[1].bottom == ["one"]


@pytest.mark.clause("cards.can.focused-cards")
def test_face_down_cards_may_be_looked_at_by_him_alone() -> None:
    spy = item("spy", ability("instead", do("focused-cards", act="look", who="opponent")))
    t = table(spy, people=("ren+spy", "sei"), pools=("one", "three two")).plays(sei.focuses("three"), ren.uses("spy"))
    assert t.area(1, 0) == ["three"]
    assert t.area(1, "spectator") == ["?"]
    assert [key for _, key in t.the("looked", "spectator").cards] == ["?"]
    assert t.the("looked", 0).cards == t.the("looked", "judge").cards


# --- after-strike ----------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.after-strike")
@pytest.mark.parametrize("origin", ["pool", "hand", "deck"])
def test_one_more_card_may_be_focused_after_the_strike(origin: str) -> None:
    more = says("ren", do("after-strike", act="focus", from_=origin), on="after strike")
    t = table(more, pools=("three zero zero", "one"), rest=("three", ""), hands=("three", "")).plays(sei.strikes())
    assert t.asked == (0, "add-focused")
    t.ends(ren.focuses("", "deck") if origin == "deck" else ren.picks("three"))
    assert t.scores == (6, 3)
    assert (t.the("card-focused").counted, t.the("card-focused").clause) == (True, "cards.can.after-strike")


@pytest.mark.clause("cards.can.after-strike")
@pytest.mark.parametrize("origin", ["pool", "hand", "deck"])
def test_or_not(origin: str) -> None:
    more = says("ren", do("after-strike", act="focus", from_=origin), on="after strike")
    t = table(more, pools=("three zero zero", "one"), rest=("three", ""), hands=("three", ""))
    t.ends(sei.strikes(), ren.passes("add-focused"))
    assert t.scores == (3, 3)


@pytest.mark.clause("cards.can.after-strike")
@pytest.mark.parametrize("origin", ["pool", "hand", "deck"])
def test_who_has_nothing_there_is_not_asked(origin: str) -> None:
    more = says("ren", do("after-strike", act="focus", from_=origin), on="after strike")
    full = {"pool": ("", "one"), "hand": ("one", "one"), "deck": ("one", "one")}[origin]
    t = table(more, pools=full, hands=("" if origin == "hand" else "one", ""))
    t.ends(sei.strikes())
    assert t.scores == (3, 3)


@pytest.mark.clause("cards.can.after-strike", "cards.can.forbid-fv")
def test_who_has_nothing_there_that_he_may_focus_is_asked_all_the_same() -> None:
    more = says("ren", do("after-strike", act="focus"), on="after strike")
    ban = says("sei", do("forbid-fv", fv=1))
    t = table(more, ban, pools=("one", "one")).plays(sei.strikes())
    assert t.offered() == ["pass"]


@pytest.mark.clause("cards.can.after-strike")
def test_a_player_may_concede() -> None:
    yield_ = card("yield", reaction("after strike", do("after-strike", act="concede")))
    t = table(
        yield_, pools=("four", "two"), hands=("yield", ""), action=(do("challenge", lose=[do("bow", who="loser")]),)
    )
    t.ends(sei.focuses("two"), ren.focuses("four"), ren.reacts("yield"))
    assert (t.scores, t.results) == ((3, 5), ("lose", "win"))
    assert t.state.discards[0] == ["yield", "four"]
    assert t.piece("ren").bowed
    assert t.the("conceded").clause == "cards.can.after-strike"
