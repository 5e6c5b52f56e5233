"""What cards can do, each said as data and played: from the revealing to the cleanup, and how often."""

from __future__ import annotations

import pytest

from tests.cards.script import (
    Row,
    Script,
    ability,
    card,
    do,
    fe,
    item,
    person,
    reaction,
    ren,
    sei,
    static,
    table,
    trait,
)  # fmt: skip


def says(who: str, *effects: Row, on: str = "after reveal", chi: int = 3) -> Row:
    """A Personality whose trait has these effects."""
    return person(who, trait(on, *effects), chi=chi)


def always(who: str, *effects: Row) -> Row:
    """A Personality of whom these hold all along."""
    return person(who, static(*effects))


def values(t: Script, side: int) -> list[int]:
    """The focus values of a side as they counted, in the order of focusing."""
    return [value for _, value in t.happened("score-totalled")[side].values]


# --- on-reveal and fv ------------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.on-reveal")
@pytest.mark.parametrize(
    ("op", "amount", "which", "after"),
    [
        ("add", 1, "all", [4, 1, 3]), ("set", 2, "all", [2, 2, 2]), ("times", 2, "all", [6, 0, 4]),
        ("add", -5, "all", [0, 0, 0]), ("add", 1, "first", [4, 0, 2]), ("add", 1, "last", [3, 0, 3]),
        ("add", 1, "highest", [4, 0, 2]), ("add", 1, "lowest", [3, 1, 2]),
    ],
)  # fmt: skip
def test_values_may_change_as_cards_are_revealed(op: str, amount: int, which: str, after: list[int]) -> None:
    t = table(always("ren", do("on-reveal", op=op, amount=amount, who="opponent", which=which)),
              pools=("one one", "three zero two")).all_in().ends()  # fmt: skip
    assert values(t, 1) == after
    assert values(t, 0) == [1, 1]
    kinds = t.kinds("revealed", "fv-changed", "stage-reached")
    assert kinds[kinds.index("revealed") + 1] == "fv-changed", "with the revealing, before anything else"
    assert t.happened("fv-changed")[0].clause == "cards.can.on-reveal"


@pytest.mark.clause("cards.can.on-reveal")
def test_a_focused_card_may_do_it_to_itself() -> None:
    shy = card("shy", ability("static", do("on-reveal", op="add", amount=2, which="this"), from_="focused"), focus=1)
    t = table(shy, pools=("one one", "shy two")).all_in().ends()
    assert values(t, 1) == [3, 2]


@pytest.mark.clause("cards.can.on-reveal")
def test_it_may_be_set_for_the_duel_and_is_gone_in_the_next() -> None:
    ink = card("ink", reaction("after pools", do("on-reveal", op="add", amount=1)))
    t = table(ink, hands=("", "ink"), pools=("", "one one one"), rest=("", "two two two"),
              action=(do("challenge"), do("challenge")))  # fmt: skip
    t.ends(sei.reacts("ink"), sei.focuses("one"), sei.focuses("two"))
    assert [score.total for score in t.happened("score-totalled")] == [3, 3 + 2, 3, 3 + 2]


@pytest.mark.clause("cards.can.fv")
@pytest.mark.parametrize(
    ("op", "amount", "which", "after"),
    [
        ("add", 2, "all", [5, 2, 4]), ("set", 4, "first", [4, 0, 2]), ("times", 2, "highest", [6, 0, 2]),
        ("times", 3, "last", [3, 0, 6]), ("set", 3, "lowest", [3, 3, 2]), ("add", -9, "highest", [0, 0, 2]),
    ],
)  # fmt: skip
def test_values_may_be_changed_by_place_and_worth(op: str, amount: int, which: str, after: list[int]) -> None:
    t = table(says("sei", do("fv", op=op, amount=amount, which=which)), pools=("one one", "three zero two"))
    t.all_in().ends()
    assert values(t, 1) == after
    assert t.happened("fv-changed")[0].clause == "cards.can.fv"


@pytest.mark.clause("cards.can.fv")
def test_its_own_value_one_that_is_chosen_or_one_at_random() -> None:
    own = card("own", fe(do("fv", op="add", amount=2)), focus=1)
    t = table(own, pools=("one", "three own")).all_in().ends()
    assert values(t, 1) == [3, 3], "of itself, if the words name none"
    t = table(says("sei", do("fv", op="add", amount=2, which="chosen")), pools=("one", "three zero")).all_in()
    assert (t.asked, t.offered()) == ((1, "pick-focused"), ["pick three", "pick zero"])
    assert values(t.ends(sei.picks("zero")), 1) == [3, 2]
    t = table(says("sei", do("fv", op="add", amount=2, which="random")), pools=("one", "three zero"), rolls=((1,),))
    assert values(t.all_in().ends(), 1) == [3, 2]


@pytest.mark.clause("cards.can.fv")
def test_either_side_may_be_meant_or_both_each_for_itself() -> None:
    pools = ("three one", "three zero")
    t = table(says("ren", do("fv", op="add", amount=1, who="opponent", which="first")), pools=pools).all_in().ends()
    assert (values(t, 0), values(t, 1)) == ([3, 1], [4, 0])
    t = table(says("ren", do("fv", op="add", amount=1, who="both", which="last")), pools=pools).all_in().ends()
    assert (values(t, 0), values(t, 1)) == ([3, 2], [3, 1])


@pytest.mark.clause("cards.can.fv")
@pytest.mark.parametrize(
    ("amount", "counted"),
    [
        ({"count": "hand", "of": "own"}, 2), ({"count": "focused", "of": "both"}, 2),
        ({"count": "pool", "of": "own"}, 1),
        ({"count": "discard", "of": "opponent"}, 1), ({"count": "attachments", "of": "own"}, 1),
        ({"count": "personalities", "of": "own"}, 2), ({"count": "focused", "of": "both", "keyword": "Iaijutsu"}, 1),
        ({"stat": "force", "of": "opponent"}, 4), ({"stat": "chi", "of": "own", "printed": True}, 3),
        ({"fv": "sum", "of": "opponent"}, 2), ({"fv": "highest", "of": "opponent", "plus": 1}, 3),
        ({"lower": [{"number": 3}, {"count": "hand", "of": "own"}]}, 2), ({"sum": [{"number": 1}, {"number": 2}]}, 3),
        ({"higher": [{"number": 3}, {"count": "hand", "of": "own"}], "times": 3, "half": True, "at_most": 3}, 3),
    ],
)  # fmt: skip
def test_the_amount_may_be_counted(amount: Row, counted: int) -> None:
    rows = (
        person("sei", trait("after reveal", do("fv", op="add", amount=amount, which="last")), force=5),
        person("ren", force=4), item("sash"), card("stance", focus=0, keywords=("Iaijutsu",)),
    )  # fmt: skip
    t = table(
        *rows,
        people=("ren", "sei+sash, aya"),
        pools=("two three", "stance one"),
        hands=("", "one two"),
        discards=("four", ""),
        action=(do("challenge", challenged={"who": "others", "stat": "force", "at_least": 5}),),
    )
    t.ends(sei.focuses("stance"), ren.focuses("two"), sei.strikes())
    assert t.the("fv-changed").amount == counted


@pytest.mark.clause("cards.can.fv")
def test_it_may_be_the_value_of_this_card_or_of_the_one_that_it_is_about() -> None:
    snow = card("snow", trait("after reveal", do("honor", amount={"fv": "this"}), from_="focused"), focus=2)
    t = table(snow, pools=("one", "snow four")).all_in().ends()
    assert t.state.honor[1] == 5 + 2
    masseur = says("ren", do("honor", who="opponent", amount={"fv": "subject", "times": -1}), on="after focus-effect")
    echo = card("echo", fe(do("fv", op="add", amount=1)), focus=3)
    t = table(masseur, echo, pools=("two", "echo one")).all_in().ends()
    assert t.state.honor[1] == 5 - 4


@pytest.mark.clause("cards.can.fv")
def test_values_may_be_exchanged_with_the_opponents_card() -> None:
    trade = says("sei", do("fv", op="exchange", which="lowest"))
    t = table(trade, pools=("four one", "two zero")).all_in().ends()
    assert (values(t, 0), values(t, 1)) == ([4, 0], [2, 1]), "the lowest of one for the lowest of the other"
    mine = card("mine", fe(do("fv", op="exchange")), focus=0)
    t = table(mine, pools=("four one", "mine two")).all_in()
    assert t.asked == (1, "pick-focused")
    t.ends(sei.picks("four"))
    assert (values(t, 0), values(t, 1)) == ([0, 1], [4, 2])


@pytest.mark.clause("cards.can.fv")
@pytest.mark.parametrize("pools", [("four", ""), ("", "two")])
def test_where_one_side_has_no_card_nothing_is_exchanged(pools: tuple[str, str]) -> None:
    t = table(says("sei", do("fv", op="exchange", which="chosen")), pools=pools)
    t.ends(*([sei.focuses("two")] if pools[1] else []))
    assert t.happened("fv-changed") == []


@pytest.mark.clause("cards.can.fv")
def test_changes_count_in_the_order_in_which_they_came() -> None:
    t = table(says("sei", do("fv", op="add", amount=1, which="all"), do("fv", op="times", amount=3, which="all"),
                   do("fv", op="add", amount=-1, which="all")), pools=("one", "two")).all_in().ends()  # fmt: skip
    assert values(t, 1) == [(2 + 1) * 3 - 1]
    assert [event.after for event in t.happened("fv-changed")] == [3, 9, 8]


# --- fe-negate and end-duel ------------------------------------------------------------------------------

GIFT = card("gift", fe(do("honor", amount=1)), focus=1)


@pytest.mark.clause("cards.can.fe-negate")
@pytest.mark.parametrize(("who", "honor"), [("own", [5, 6]), ("opponent", [6, 5]), ("both", [5, 5])])
def test_focus_effects_of_a_side_or_of_all_may_be_negated(who: str, honor: list[int]) -> None:
    t = table(always("ren", do("fe-negate", who=who)), GIFT, pools=("gift", "gift")).all_in().ends(ren.picks("gift"))
    assert t.state.honor[:2] == honor
    assert {event.clause for event in t.happened("focus-effect") if event.negated} == {"cards.can.fe-negate"}
    assert t.scores == (4, 4), "the cards still count"


@pytest.mark.clause("cards.can.fe-negate")
def test_a_focus_effect_may_negate_those_that_have_not_resolved() -> None:
    hush = card("hush", fe(do("fe-negate", who="opponent")), focus=1)
    t = table(hush, GIFT, pools=("hush", "gift gift")).all_in().plays(ren.picks("gift"), ren.picks("hush"))
    t.ends()
    assert t.state.honor[1] == 6, "one had resolved before"


@pytest.mark.clause("cards.can.end-duel")
@pytest.mark.parametrize(
    "on",
    ["after focus", "after strike", "before reveal", "before focus-effects", "before resolution", "after resolution"],
)
def test_the_duel_may_end_without_resolution(on: str) -> None:
    t = table(says("ren", do("end-duel"), on=on), GIFT, pools=("", "gift")).ends(sei.focuses("gift"))
    assert t.ended == "without resolution"
    assert t.the("ends-without-resolution").clause == "cards.can.end-duel"
    assert t.state.honor[1] == (6 if "resolution" in on else 5)


@pytest.mark.clause("cards.can.end-duel")
@pytest.mark.parametrize("on", ["before focus-effects", "after focus-effects", "before resolution"])
def test_it_may_let_the_focus_effects_resolve_that_wait(on: str) -> None:
    t = table(says("ren", do("end-duel", remaining="resolve"), on=on), GIFT, pools=("", "gift")).ends(
        sei.focuses("gift")
    )
    assert (t.ended, t.state.honor[1], t.scores) == ("without resolution", 6, (None, None))


@pytest.mark.clause("cards.can.end-duel")
def test_then_resolution_does_not_come_near() -> None:
    late = card("late", reaction("before resolution", do("honor", amount=1)))
    t = table(
        says("ren", do("end-duel", remaining="resolve"), on="before focus-effects"), late, hands=("late", "")
    ).ends()
    assert t.state.hands[0] == ["late"]


# --- score and outcome -----------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.score")
def test_the_highest_value_may_not_count() -> None:
    t = (
        table(always("ren", do("score", rule="ignore-highest", who="opponent")), pools=("four", "four one"))
        .all_in()
        .ends()
    )
    assert t.scores == (3 + 4, 3 + 1)
    assert values(t, 1) == [0, 1]


@pytest.mark.clause("cards.can.score")
@pytest.mark.parametrize(("n", "worth"), [({}, 2), ({"n": 3}, 3)])
def test_the_last_card_may_count_several_times(n: dict[str, int], worth: int) -> None:
    t = table(always("sei", do("score", rule="last-times", **n)), pools=("one", "two three")).all_in().ends()
    assert t.scores[1] == 3 + 2 + 3 * worth
    area = [number for number, _ in t.the("revealed").cards][1:]
    assert [number for number, _ in t.happened("score-totalled")[1].values] == area


@pytest.mark.clause("cards.can.score")
@pytest.mark.parametrize(("chi", "tie"), [(4, True), (5, True), (6, False)])
def test_a_small_difference_may_count_as_a_tie(chi: int, tie: bool) -> None:
    t = table(always("sei", do("score", rule="margin-ties", n=2)), person("ren", chi=chi)).ends()
    assert (t.duel().tie, t.results) == (tie, ("lose", "lose") if tie else ("win", "lose"))


@pytest.mark.clause("cards.can.score")
def test_numbers_may_count_as_they_were_at_entry() -> None:
    echo = card("echo", fe(do("fv", op="add", amount=3)), focus=1)
    frozen = says("ren", do("score", rule="as-entered", who="both"), on="when entry")
    charm = item("charm", trait("after entry", do("stat", stat="chi", amount=2)))
    t = table(frozen, echo, charm, people=("ren", "sei+charm"), pools=("one", "echo")).all_in().ends()
    assert t.scores == (4, 4), "neither the charm nor the echo counts"


@pytest.mark.clause("cards.can.score")
def test_who_stands_in_later_entered_with_his_own_numbers() -> None:
    frozen = says("ren", do("score", rule="as-entered", who="both"), on="when entry")
    stand_in = card("stand-in", reaction("after pools", do("substitute", with_={"keyword": "Yojimbo"})))
    t = table(frozen, stand_in, person("kei", chi=6, keywords=("Yojimbo",)), people=("ren", "sei, kei"),
              hands=("", "stand-in")).plays(ren.picks("sei")).ends(sei.reacts("stand-in"))  # fmt: skip
    assert t.scores == (3, 6)


@pytest.mark.clause("cards.can.outcome")
@pytest.mark.parametrize(
    ("result", "who", "results"),
    [
        ("win", "own", ("win", "lose")), ("win", "opponent", ("lose", "win")), ("win", "both", ("win", "win")),
        ("lose", "own", ("lose", "win")), ("lose", "both", ("lose", "lose")), ("wins-ties", "own", ("win", "lose")),
    ],
)  # fmt: skip
def test_an_outcome_may_be_forced(result: str, who: str, results: tuple[str, str]) -> None:
    assert table(says("ren", do("outcome", result=result, who=who))).ends().results == results


@pytest.mark.clause("cards.can.outcome")
def test_one_may_be_unable_to_lose() -> None:
    safe = always("sei", do("outcome", result="cannot-lose"))
    assert table(safe, person("ren", chi=5)).ends().results == ("win", "")
    assert table(safe).ends().results == ("lose", ""), "a tie: nobody wins, and one cannot lose"
    t = table(safe, says("ren", do("outcome", result="lose", who="opponent"), chi=1)).ends()
    assert t.results == ("lose", "win"), "he cannot be made to lose either, so the scores decide"
    t = table(person("ren", chi=5), safe, action=(do("challenge", lose=[do("bow", who="loser")]),)).ends()
    assert t.happened("bowed") == t.happened("lost") == []


@pytest.mark.clause("cards.can.outcome")
@pytest.mark.parametrize(("chi", "results"), [(5, ("lose", "win")), (1, ("win", "lose")), (3, ("lose", "lose"))])
def test_the_results_may_be_exchanged(chi: int, results: tuple[str, str]) -> None:
    t = table(person("ren", chi=chi), says("sei", do("outcome", result="swap"), on="before outcome")).ends()
    assert t.results == results


# --- cleanup and limit -----------------------------------------------------------------------------------


@pytest.mark.clause("cards.can.cleanup")
@pytest.mark.parametrize("to", ["hand", "removed", "shuffle", "deck-top"])
def test_focused_cards_may_go_elsewhere_than_to_the_discard_pile(to: str) -> None:
    t = table(always("sei", do("cleanup", to=to)), pools=("four", "two three")).all_in().ends()
    state = t.state
    found = {
        "hand": sorted(state.hands[1]), "removed": sorted(state.removed[1]), "shuffle": sorted(state.decks[1].rest),
        "deck-top": sorted(state.decks[1].top),
    }[to]  # fmt: skip
    assert found == ["three", "two"]
    assert (state.discards[0], state.discards[1]) == (["four"], [])
    assert {event.clause for event in t.happened("focused-moved")} == {"cards.can.cleanup"}


@pytest.mark.clause("cards.can.cleanup")
def test_one_of_them_or_the_card_itself() -> None:
    t = table(always("sei", do("cleanup", to="hand", which="highest")), pools=("four", "two three")).all_in().ends()
    assert (t.state.hands[1], t.state.discards[1]) == (["three"], ["two"])
    loyal = card("loyal", fe(do("cleanup", to="hand", which="this")), focus=1)
    t = table(loyal, pools=("four", "two loyal")).all_in().ends()
    assert (t.state.hands[1], t.state.discards[1]) == (["loyal"], ["two"])


@pytest.mark.clause("cards.can.cleanup")
def test_a_card_may_say_so_of_itself_while_it_lies_there() -> None:
    loyal = card("loyal", ability("static", do("cleanup", to="hand", which="this"), from_="focused"), focus=1)
    t = table(loyal, pools=("four", "two loyal")).all_in().ends()
    assert (t.state.hands[1], t.state.discards[1]) == (["loyal"], ["two"])


@pytest.mark.clause("cards.can.cleanup")
def test_what_is_shuffled_in_has_no_place_that_anybody_knows() -> None:
    t = table(always("sei", do("cleanup", to="shuffle")), pools=("four", "two three one"), rest=("", "zero"))
    t.ends(sei.focuses("two"), ren.strikes())
    deck = t.state.decks[1]
    assert (deck.top, deck.rest, sorted(deck.bottom)) == ([], {"two": 1, "zero": 1}, ["one", "three"])


@pytest.mark.clause("cards.can.limit")
@pytest.mark.parametrize(("limit", "honor"), [("duel", 7), ("turn", 6), ("phase", 6), (None, 9)])
def test_once_a_duel_a_turn_or_a_phase(limit: str | None, honor: int) -> None:
    drum = trait("before opportunity", do("honor", amount=1), whose="own", **({"limit": limit} if limit else {}))
    t = table(person("sei", drum), pools=("one one one", "one one one"), rest=("one one one", "one one one"),
              action=(do("challenge"), do("challenge")))  # fmt: skip
    for _ in range(2):
        t.plays(sei.focuses("one"), ren.focuses("one"), sei.strikes())
    t.ends()
    assert t.state.honor[1] == honor
    if limit:
        assert t.citing("cards.can.limit")


@pytest.mark.clause("cards.can.limit")
def test_a_limit_is_of_the_copy_in_play_and_of_the_title_from_hand() -> None:
    drum = item("drum", reaction("after entry", do("honor", amount=1), limit="turn"))
    t = table(drum, people=("ren+drum+drum", "sei")).plays(ren.reacts("drum"))
    t.ends(ren.reacts("drum"))
    assert t.state.honor[0] == 7
    shout = card("shout", reaction("after entry", do("honor", amount=1), limit="turn"))
    t = table(shout, hands=("shout shout", "")).ends(ren.reacts("shout"))
    assert t.state.honor[0] == 6


@pytest.mark.clause("cards.can.limit")
@pytest.mark.parametrize("how", ["discard_this", "remove_this"])
def test_a_card_that_is_its_own_price_is_used_once(how: str) -> None:
    gourd = item("gourd", reaction("before scores", do("stat", stat="chi", amount=2), cost=[{how: True}]))
    t = table(gourd, people=("ren+gourd", "sei")).ends(ren.reacts("gourd"))
    assert (t.scores, t.piece("gourd").zone) == ((5, 3), "gone")
    assert (t.state.discards[0], t.state.removed[0]) == ((["gourd"], []) if how == "discard_this" else ([], ["gourd"]))
    verdict = card("verdict", reaction("before scores", do("stat", stat="chi", amount=2), cost=[{how: True}]))
    t = table(verdict, hands=("verdict", "")).ends(ren.reacts("verdict"))
    assert (t.state.discards[0], t.state.removed[0]) == (
        (["verdict"], []) if how == "discard_this" else ([], ["verdict"])
    )
