"""What cards can do, each said as data and played: in the focusing round."""

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


# --- first-opportunity -----------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.first-opportunity")
@pytest.mark.parametrize(("who", "first"), [("own", 0), ("opponent", 1), ("challenger", 0), ("challenged", 1)])
@pytest.mark.parametrize("on", ["before challenge", "when entry", "after entry", "after pools", "before opportunity"])
def test_a_card_may_say_which_side_goes_first(who: str, first: int, on: str) -> None:
    t = table(says("ren", do("first-opportunity", who=who), on=on), pools=ONES)
    assert t.asked == (first, "opportunity")
    t.plays((ren, sei)[first].focuses("one"))
    assert t.asked == (1 - first, "opportunity")


@pytest.mark.clause("cards.can.first-opportunity")
def test_and_that_no_later_effect_moves_it() -> None:
    lock = says("ren", do("first-opportunity", who="own", lock=True), on="when entry")
    late = says("sei", do("first-opportunity", who="own"))
    assert table(lock, late, pools=ONES).asked == (0, "opportunity")
    loose = says("ren", do("first-opportunity", who="own"), on="when entry")
    assert table(loose, late, pools=ONES).asked == (1, "opportunity")


@pytest.mark.clause("cards.can.first-opportunity")
def test_once_it_is_taken_nothing_moves_it() -> None:
    t = table(says("ren", do("first-opportunity", who="own"), on="after focus"), pools=ONES)
    t.plays(sei.focuses("one"))
    assert t.asked == (0, "opportunity")
    t.plays(ren.focuses("one"))
    assert t.asked == (1, "opportunity")


# --- focus-source ----------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.focus-source")
def test_more_cards_may_come_from_hand() -> None:
    t = table(always("sei", do("focus-source", from_="hand", times=2)), pools=("one one one", "one"),
              hands=("", "two two two two"))  # fmt: skip
    for _ in range(3):
        t.plays(sei.focuses("two", "hand"), ren.focuses("one"))
    assert t.offered() == ["focus one", "strike"]


@pytest.mark.clause("cards.can.focus-source")
def test_the_top_of_the_deck_may_come_unseen() -> None:
    t = table(always("sei", do("focus-source", from_="deck", times=1)), pools=ONES, rest=("", "three two"))
    assert t.offered() == ["focus one"] * 3 + ["focus the top card from deck", "strike"]
    t.plays(sei.focuses("", "deck"))
    assert (t.area(1), t.area(1, 0), t.happened("top-seen")) == (["three"], ["?"], [])
    t.plays(ren.focuses("one"))
    assert t.offered() == ["focus one"] * 3 + ["strike"], "once, says the card"


@pytest.mark.clause("cards.can.focus-source")
def test_cards_of_the_own_discard_pile_may_come() -> None:
    t = table(always("sei", do("focus-source", from_="discard", times=1)), pools=ONES, discards=("four", "three two"))
    assert t.offered()[3:] == ["focus three from discard", "focus two from discard", "strike"]
    t.plays(sei.focuses("two", "discard"))
    assert (t.state.discards[1], t.area(1)) == (["three"], ["two"])
    assert t.the("card-focused", 0).key == "two", "everybody saw which card left the pile"
    t.plays(ren.focuses("one"))
    assert t.offered()[3:] == ["strike"]


@pytest.mark.clause("cards.can.focus-source")
def test_a_card_may_come_from_there_by_its_own_words() -> None:
    knife = item("knife", ability("static", do("focus-source", from_="this"), from_="discard"), focus=3)
    t = table(knife, pools=ONES, discards=("", "two knife"))
    assert t.offered()[3:] == ["focus knife from discard", "strike"]
    t.plays(sei.focuses("knife", "discard"))
    assert t.state.discards[1] == ["two"]


@pytest.mark.clause("cards.can.focus-source")
@pytest.mark.parametrize("origin", ["pool", "hand"])
def test_a_source_may_be_closed(origin: str) -> None:
    t = table(
        always("ren", do("focus-source", who="opponent", from_=origin, forbid=True)), pools=ONES, hands=("", "two")
    )
    assert t.offered() == (["focus two from hand", "strike"] if origin == "pool" else [*["focus one"] * 3, "strike"])


@pytest.mark.clause("cards.can.focus-source")
def test_what_may_not_be_focused_from_there_is_not_looked_at_there() -> None:
    shut = always("ren", do("focus-source", who="opponent", from_="deck", forbid=True))
    t = table(shut, rules="classic", pools=("one", "two"), hands=("", "one"))
    assert (t.offered(), t.happened("top-seen")) == (["focus one from hand", "strike"], [])


@pytest.mark.clause("cards.can.focus-source")
def test_an_effect_may_open_one_for_the_duel() -> None:
    key = card("key", reaction("after pools", do("focus-source", from_="deck", times=1)))
    t = table(
        key, action=(do("challenge"), do("challenge")), hands=("", "key"), rest=("", "three two"), rules={"pool": 0}
    )
    t.plays(sei.reacts("key"), sei.focuses("", "deck"))
    assert t.session.finished, "in the second duel it is closed again"
    assert [score.total for score in t.happened("score-totalled")] == [3, 6, 3, 3]


# --- focus-limit -----------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.focus-limit")
@pytest.mark.parametrize("most", [0, 1, 2])
def test_no_more_than_so_many_may_be_focused(most: int) -> None:
    t = table(always("sei", do("focus-limit", most=most)), pools=ONES)
    for _ in range(most):
        t.plays(sei.focuses("one"), ren.focuses("one"))
    t.ends()
    assert t.the("struck").clause == "cards.C.must-strike"
    assert len(t.happened("score-totalled")[1].values) == most


@pytest.mark.clause("cards.can.focus-limit")
def test_exactly_so_many_then_a_strike() -> None:
    t = table(always("sei", do("focus-limit", exactly=2)), pools=ONES)
    for _ in range(2):
        assert t.offered() == ["focus one"] * len(t.pool(1)), "no strike before that"
        t.plays(sei.focuses("one"), ren.focuses("one"))
    t.ends()
    assert (t.the("struck").side, len(t.happened("score-totalled")[1].values)) == (1, 2)


@pytest.mark.clause("cards.can.focus-limit")
def test_who_cannot_focus_so_many_strikes() -> None:
    t = table(always("sei", do("focus-limit", exactly=3)), pools=("one one one", "one")).plays(sei.focuses("one"))
    t.ends(ren.focuses("one"))
    assert t.the("struck").side == 1


@pytest.mark.clause("cards.can.focus-limit")
def test_nothing_may_be_done_instead_where_a_card_says_so() -> None:
    breath = item("breath", ability("instead", do("honor", amount=1)))
    people = ("ren", "sei+breath")
    t = table(breath, always("sei", do("focus-limit", exactly=1)), pools=ONES, people=people)
    assert t.offered() == [*["focus one"] * 3, "use breath"]
    t = table(breath, always("sei", do("focus-limit", exactly=1, no_instead=True)), pools=ONES, people=people)
    assert t.offered() == ["focus one"] * 3
    t = table(breath, always("ren", do("focus-limit", who="opponent", no_instead=True)), pools=ONES, people=people)
    assert t.offered() == [*["focus one"] * 3, "strike"]


@pytest.mark.clause("cards.can.focus-limit")
def test_several_may_be_focused_as_one_opportunity_once() -> None:
    t = table(
        always("sei", do("focus-limit", together=2)), says("ren", do("honor", amount=1), on="after focus"), pools=ONES
    )
    t.plays(sei.focuses("one"))
    assert (t.asked, t.offered()) == ((1, "focus-together"), ["pass", "focus one", "focus one"])
    t.plays(sei.focuses("one"))
    assert t.asked == (0, "opportunity")
    assert t.state.honor[0] == 7, "two focuses, each an occasion of its own"
    t.plays(ren.focuses("one"), sei.focuses("one"))
    assert t.asked == (0, "opportunity"), "only once a duel"
    assert len(t.citing("cards.can.focus-limit")) == 1


@pytest.mark.clause("cards.can.focus-limit")
def test_who_does_not_take_it_keeps_it() -> None:
    t = table(always("sei", do("focus-limit", together=2)), pools=ONES)
    t.plays(sei.focuses("one"), sei.passes("focus-together"), ren.focuses("one"), sei.focuses("one"))
    assert t.asked == (1, "focus-together")


@pytest.mark.clause("cards.can.focus-limit")
def test_the_number_may_be_counted_as_the_effect_comes() -> None:
    t = table(says("ren", do("focus-limit", who="both", most={"stat": "force", "of": "own", "plus": -1})), pools=ONES)
    assert t.the("mark-set").effect["most"] == 1
    t.ends(sei.focuses("one"), ren.focuses("one"))
    assert t.scores == (4, 4)


# --- must-focus ------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.must-focus")
@pytest.mark.parametrize("times", [1, 2])
def test_the_next_opportunities_have_to_be_focuses(times: int) -> None:
    t = table(says("ren", do("must-focus", who="opponent", times=times)), pools=ONES)
    for _ in range(times):
        assert t.offered() == ["focus one"] * len(t.pool(1))
        t.plays(sei.focuses("one"), ren.focuses("one"))
    assert t.offered()[-1] == "strike"


@pytest.mark.clause("cards.can.must-focus")
def test_who_cannot_focus_need_not() -> None:
    t = table(says("ren", do("must-focus", who="opponent", times=2)), pools=("one", "one"))
    t.ends(sei.focuses("one"), ren.focuses("one"))
    assert t.the("struck").side == 1


@pytest.mark.clause("cards.can.must-focus")
def test_a_demand_that_comes_of_a_focus_is_for_the_next_one() -> None:
    hasty = card("hasty", ability("face-up", do("must-focus", who="own", times=1), from_="play"), focus=1)
    t = table(hasty, pools=("one one", "hasty one one")).plays(sei.focuses("hasty", face_up=True), ren.focuses("one"))
    assert t.offered() == ["focus one", "focus one"]


@pytest.mark.clause("cards.can.must-focus")
def test_a_personality_may_demand_it_all_along() -> None:
    t = table(always("ren", do("must-focus", who="both", times=1)), pools=ONES)
    assert t.offered() == ["focus one"] * 3
    t.plays(sei.focuses("one"))
    assert t.offered() == ["focus one"] * 3
    t.plays(ren.focuses("one"))
    assert t.offered() == ["focus one", "focus one", "strike"]


@pytest.mark.clause("cards.can.must-focus")
def test_a_card_of_the_pool_may_be_focused_at_random_at_once() -> None:
    t = table(says("ren", do("must-focus", who="opponent", random=True)), pools=("one", "one two three"), rolls=((2,),))
    assert (t.area(1), t.pool(1)) == (["three"], ["one", "two"])
    assert t.asked == (1, "opportunity"), "his opportunity is still his"
    assert t.the("card-focused").counted
    assert t.area(1, 0) == ["?"]


# --- forbid-fv -------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.forbid-fv")
def test_cards_of_one_printed_value_may_be_forbidden() -> None:
    t = table(says("ren", do("forbid-fv", fv=2)), pools=("two", "one two three"), hands=("", "two four"))
    assert t.offered() == ["focus one", "focus three", "focus four from hand", "strike"]
    t.plays(sei.focuses("three"))
    assert t.offered() == ["focus two", "strike"], "it is the opponent who may not"


@pytest.mark.clause("cards.can.forbid-fv")
def test_the_number_may_be_named() -> None:
    t = table(says("ren", do("forbid-fv", named=True)), pools=("two", "one two three"))
    assert t.asked == (0, "name-number")
    t.plays(ren.names(3))
    assert t.the("number-named").number == 3
    assert t.offered() == ["focus one", "focus two", "strike"]


@pytest.mark.clause("cards.can.forbid-fv")
def test_a_card_without_a_value_counts_as_zero_there() -> None:
    t = table(says("ren", do("forbid-fv", fv=0)), pools=("two", "blank two"))
    assert t.offered() == ["focus two", "strike"]


@pytest.mark.clause("cards.can.forbid-fv")
def test_it_holds_for_a_focus_after_the_strike_too() -> None:
    more = says("sei", do("after-strike", act="focus"), on="after strike")
    t = table(says("ren", do("forbid-fv", fv=2)), more, pools=("two", "one two three")).plays(sei.strikes())
    assert t.offered() == ["pass", "pick one", "pick three"]


# --- face-up ---------------------------------------------------------------------------------------------

BREAKER = card("breaker", ability("face-up", do("destroy", target={"who": "opponent", "type": "item"})), focus=2)


@pytest.mark.clause("cards.can.face-up")
def test_a_card_may_be_focused_face_up_with_an_effect_at_that_moment() -> None:
    t = table(BREAKER, item("sword"), people=("ren+sword", "sei"), pools=("one", "one"), hands=("", "breaker"))
    assert t.offered() == ["focus one", "focus breaker from hand", "focus breaker from hand face up", "strike"]
    t.plays(sei.focuses("breaker", "hand", face_up=True))
    assert t.piece("sword").zone == "gone", "at once, not at the reveal"
    assert (t.area(1, 0), t.happened("revealed")) == (["breaker"], [])
    assert t.the("card-focused").clause == "cards.can.face-up"


@pytest.mark.clause("cards.can.face-up")
def test_face_down_it_is_a_card_like_any_other() -> None:
    t = table(BREAKER, item("sword"), people=("ren+sword", "sei"), pools=("one", "one"), hands=("", "breaker"))
    t.ends(sei.focuses("breaker", "hand"), ren.strikes())
    assert t.piece("sword").zone == "play"
    assert t.scores == (3, 5)


@pytest.mark.clause("cards.can.face-up", "cards.C.focus")
def test_a_focus_may_be_taken_back_only_while_it_has_shown_nothing() -> None:
    bold = card("bold", ability("face-up", do("honor", amount=1), from_="play"))
    deck = always("sei", do("focus-source", from_="deck"))
    lines = ((sei.focuses("bold"), True), (sei.focuses("bold", face_up=True), False), (sei.focuses("", "deck"), False))
    for line, may in lines:
        t = table(bold, deck, pools=("one", "bold one two"), rest=("", "three"))
        t.plays(line)
        number = max(n for n, entry in enumerate(t.session.entries) if entry.purpose == "opportunity")
        assert (t.session.why_not_take_back(number) is None) == may


@pytest.mark.clause("cards.can.face-up")
def test_from_the_pool_only_where_it_says_so_and_face_up_only_where_it_must_be() -> None:
    t = table(BREAKER, pools=("one", "breaker"))
    assert t.offered() == ["focus breaker", "strike"]
    bold = card("bold", ability("face-up", do("honor", amount=1), from_="play", must=True))
    t = table(bold, pools=("one", "bold"), hands=("", "bold"))
    assert t.offered() == ["focus bold face up", "focus bold from hand face up", "strike"]


@pytest.mark.clause("cards.can.face-up")
def test_a_condition_may_have_to_hold() -> None:
    late = card("late", ability("face-up", do("honor", amount=1), from_="play", if_=[{"focused": "own"}]))
    t = table(late, pools=("one", "one late"))
    assert t.offered() == ["focus one", "focus late", "strike"]
    t.plays(sei.focuses("one"), ren.focuses("one"))
    assert t.offered() == ["focus late", "focus late face up", "strike"]


@pytest.mark.clause("cards.can.face-up")
def test_an_effect_may_make_the_opponent_focus_face_up() -> None:
    t = table(always("ren", do("face-up", who="opponent")), pools=("two", "one one")).plays(sei.focuses("one"))
    assert t.area(1, 0) == ["one"]
    t.plays(ren.focuses("two"))
    assert t.area(0, 1) == ["?"]


# --- instead and strike ----------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.instead")
def test_a_card_may_be_used_instead_of_focusing_at_a_cost() -> None:
    breath = item("breath", ability("instead", do("stat", stat="chi", amount=2), cost=[{"discard": 1}, {"honor": 1}]))
    t = table(breath, people=("ren", "sei+breath"), pools=("one", "one"), hands=("", "two"))
    t.plays(sei.uses("breath"))
    assert (t.state.honor[1], t.state.discards[1], t.piece("sei").bonuses[0].amount) == (4, ["two"], 2)
    t.plays(ren.focuses("one"))
    assert t.offered() == ["focus one", "strike"], "he cannot pay for it again"


@pytest.mark.clause("cards.can.instead")
def test_it_may_be_played_from_hand_and_is_discarded() -> None:
    feint = card("feint", ability("instead", do("honor", amount=1)))
    t = table(feint, pools=("one", "one"), hands=("", "feint"))
    assert t.offered() == ["focus one", "focus feint from hand", "use feint", "strike"]
    t.plays(sei.uses("feint"))
    assert (t.state.discards[1], t.state.hands[1], t.asked[0]) == (["feint"], [], 0)


@pytest.mark.clause("cards.can.instead")
def test_only_the_duellist_and_what_he_carries_do_it() -> None:
    breath = item("breath", ability("instead", do("honor", amount=1)))
    t = table(breath, people=("ren", "sei, aya+breath"), pools=("one", "one")).plays(ren.picks("sei"))
    assert t.offered() == ["focus one", "strike"]


@pytest.mark.clause("cards.can.strike")
def test_a_card_may_replace_a_strike() -> None:
    fan = item("fan", ability("instead-of-striking", do("end-duel"), limit="turn", cost=[{"bow": "this"}]))
    t = table(fan, people=("ren", "sei+fan"), pools=("one", "two"))
    assert t.offered() == ["focus two", "use fan", "strike"]
    t.ends(sei.uses("fan"))
    assert (t.the("instead-used").of, t.ended, t.happened("struck")) == ("striking", "without resolution", [])


@pytest.mark.clause("cards.can.strike")
def test_what_is_done_instead_of_striking_passes_the_opportunity_on_and_is_no_focus() -> None:
    bell = item("bell", ability("instead-of-striking", do("honor", amount=1)))
    t = table(bell, says("ren", do("must-focus", who="opponent")), people=("ren", "sei+bell"), pools=ONES)
    assert t.offered() == ["focus one"] * 3, "who must focus cannot do it"
    t.plays(sei.focuses("one"), ren.focuses("one"), sei.uses("bell"))
    assert t.asked == (0, "opportunity")


@pytest.mark.clause("cards.can.strike")
def test_striking_may_be_forbidden_once_or_for_the_duel() -> None:
    once = says("ren", do("strike", mode="forbid", who="opponent"))
    t = table(once, pools=ONES)
    assert t.offered() == ["focus one"] * 3
    t.plays(sei.focuses("one"), ren.focuses("one"))
    assert t.offered() == ["focus one", "focus one", "strike"]
    ever = says("ren", do("strike", mode="forbid", who="opponent", until="duel"))
    t = table(ever, pools=ONES)
    for _ in range(3):
        assert t.offered() == ["focus one"] * len(t.pool(1))
        t.plays(sei.focuses("one"), ren.focuses("one"))
    t.ends()
    assert t.the("struck").side == 1


@pytest.mark.clause("cards.can.strike")
def test_a_ban_that_comes_of_a_focus_is_for_the_next_opportunity() -> None:
    calm = card("calm", ability("face-up", do("strike", mode="forbid", who="own"), from_="play"), focus=1)
    t = table(calm, pools=(ONES[0], "calm one one")).plays(sei.focuses("calm", face_up=True), ren.focuses("one"))
    assert t.offered() == ["focus one", "focus one"]


@pytest.mark.clause("cards.can.strike")
def test_a_strike_may_be_forced() -> None:
    t = table(says("ren", do("strike", mode="force", who="opponent"), on="after focus"), pools=ONES)
    t.plays(sei.focuses("one"))
    t.ends(ren.focuses("one"))
    struck = t.the("struck")
    assert (struck.side, struck.clause, struck.why) == (1, "cards.C.must-strike", "an effect makes him")


@pytest.mark.clause("cards.can.strike")
def test_a_focus_may_count_as_a_strike_too() -> None:
    cut = card("cut", ability("face-up", do("strike", mode="counts"), from_="play"), focus=3)
    t = table(cut, pools=("one", "cut")).ends(sei.focuses("cut", face_up=True))
    assert (t.the("struck").side, t.the("struck").clause, t.scores) == (1, "cards.can.strike", (3, 6))
    swift = card("swift", reaction("after focus", do("strike", mode="counts"), whose="own"))
    t = table(swift, pools=("one", "two"), hands=("", "swift")).ends(sei.focuses("two"), sei.reacts("swift"))
    assert t.the("struck").side == 1
