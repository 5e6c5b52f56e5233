"""A duel's beginning, clause by clause: A, B and C."""

from __future__ import annotations

from dataclasses import replace

import pytest

from iaijutsu.cards import Ruleset
from iaijutsu.cards.options import Pass, Strike
from iaijutsu.cards.rulesets import shipped
from iaijutsu.engine import IllegalAnswer
from tests.cards.script import ability, card, do, item, person, reaction, ren, sei, static, table, trait

# --- the sequence ----------------------------------------------------------------------------------------


@pytest.mark.clause("cards.sequence")
def test_the_headings_come_in_order() -> None:
    t = table(pools=("two", "three")).ends(sei.focuses("three"), ren.strikes())
    assert t.headings() == [*"ABCDEFGHIJKL"]


@pytest.mark.clause("cards.sequence")
@pytest.mark.parametrize("rules", ["twenty-festivals", "classic"])
def test_where_the_ruleset_ends_the_duel_first_consequences_and_discard_come_last(rules: str) -> None:
    t = table(rules=rules, hands=("two", "three"), action=(do("challenge", lose=[do("bow", who="loser")]),))
    t.ends(sei.focuses("three", "hand"), ren.strikes())
    assert t.headings() == [*"ABCDEFGHJLIK"]
    assert t.kinds("duel-ends", "bowed", "focused-discarded") == ["duel-ends", "bowed", "focused-discarded"]


@pytest.mark.clause("cards.sequence", "cards.F.without-resolution")
@pytest.mark.parametrize(
    ("moment", "left"),
    [
        ("after entry", "AJKL"),
        ("after pools", "ABJKL"),
        ("before opportunity", "ABCJKL"),
        ("after strike", "ABCJKL"),
        ("before reveal", "ABCJKL"),
        ("after reveal", "ABCDJKL"),
        ("before focus-effects", "ABCDEJKL"),
        ("after focus-effects", "ABCDEJKL"),
        ("before resolution", "ABCDEJKL"),
        ("when resolution", "ABCDEFJKL"),
        ("after resolution", "ABCDEFJKL"),
    ],
)
def test_only_an_end_without_resolution_leaves_headings_out(moment: str, left: str) -> None:
    bell = card("bell", reaction(moment, do("end-duel")))
    t = table(bell, hands=("bell", ""), pools=("", "three"), action=(do("challenge", lose=[do("bow", who="loser")]),))
    if moment in ("after entry", "after pools", "before opportunity"):
        t.ends(ren.reacts("bell"))
    else:
        t.ends(sei.strikes(), ren.reacts("bell"))
    assert t.headings() == [*left]
    assert t.ended == "without resolution"
    assert t.the("ends-without-resolution").source == "bell"
    assert t.happened("bowed") == []
    assert t.results == ("", "")
    assert t.state.decks[1].bottom == (["three"] if "B" in left else [])


@pytest.mark.clause("cards.source")
def test_each_event_names_what_did_it() -> None:
    t = table(
        card("echo", ability("focus-effect", do("fv", op="add", amount=1))),
        card("shout", reaction("after reveal", do("honor", amount=1))),
        pools=("echo", "four"),
        hands=("", "shout"),
        action=(do("challenge", lose=[do("bow", who="loser")]),),
    )
    t.ends(sei.focuses("four"), ren.focuses("echo"), sei.strikes(), sei.reacts("shout"))
    sources = {event.kind: event.source for event in t.session.events("judge")}
    assert {kind for kind, source in sources.items() if source == "the-action"} >= {
        "challenge-issued", "accepted", "duel-begins", "revealed", "score-totalled", "outcome-determined", "won",
        "lost", "bowed", "duel-ends",
    }  # fmt: skip
    assert {kind for kind, source in sources.items() if source == "rulebook"} >= {
        "pools-formed", "card-focused", "struck", "focused-discarded", "fv-changes-end", "pools-returned",
    }  # fmt: skip
    assert sources["focus-effect"] == sources["fv-changed"] == "echo"
    assert sources["honor-changed"] == "shout"
    assert all(event.source and event.clause for event in t.session.events("judge"))


@pytest.mark.clause("cards.leaves-play")
@pytest.mark.parametrize(
    ("moment", "left"),
    [("after entry", "AJKL"), ("after pools", "ABJKL"), ("after reveal", "ABCDJKL"), ("after scores", "ABCDEFGJKL")],
)
@pytest.mark.parametrize("victim", ["ren", "sei"])
def test_a_duellist_who_leaves_play_ends_the_duel_at_once(moment: str, left: str, victim: str) -> None:
    arrow = card("arrow", reaction(moment, do("destroy", target={"who": "any", "keyword": "Marked"})))
    t = table(arrow, person(victim, keywords=("Marked",)), hands=("arrow", ""))
    t.ends(ren.reacts("arrow"))
    assert t.headings() == [*left]
    assert t.the("ends-without-resolution").clause == "cards.leaves-play"
    assert t.results == ("", "")


@pytest.mark.clause("cards.leaves-play")
@pytest.mark.parametrize("moment", ["after outcome", "before consequences"])
def test_once_the_outcome_is_given_his_leaving_cuts_nothing_short(moment: str) -> None:
    arrow = card("arrow", reaction(moment, do("destroy", target={"who": "any", "keyword": "Marked"})))
    both = do("challenge", lose=[do("honor", who="loser", amount=-2)], win=[do("honor", who="winner", amount=1)])
    t = table(arrow, person("sei", keywords=("Marked",)), hands=("arrow", ""), pools=("", "three"), action=(both,))
    t.ends(sei.focuses("three"), ren.strikes(), ren.reacts("arrow"))
    assert t.headings() == [*"ABCDEFGHIJKL"]
    assert t.ended == "resolved"
    assert t.state.honor[:2] == [3, 6]


def ends_in_consequences() -> Ruleset:
    return replace(shipped()["celestial"], key="strict", leaving_in_consequences="ends")


@pytest.mark.clause("cards.leaves-play")
def test_the_switch_lets_a_death_in_the_consequences_cut_them_short() -> None:
    deadly = do("challenge", lose=[do("destroy", who="loser"), do("honor", who="loser", amount=-2)])
    t = table(rules=ends_in_consequences(), pools=("", "three"), action=(deadly,)).ends(sei.focuses("three"))
    assert t.headings() == [*"ABCDEFGHIJKL"]
    assert t.piece("ren").zone == "gone"
    assert t.state.honor[0] == 5, "the rest of I is cut off"
    assert t.results == ("lose", "win")


@pytest.mark.clause("cards.leaves-play", "cards.I.creator")
def test_with_that_switch_too_both_losers_of_a_tie_die_together() -> None:
    deadly = do("challenge", lose=[do("destroy", who="loser"), do("honor", who="loser", amount=-2)])
    t = table(rules=ends_in_consequences(), action=(deadly,)).ends()
    assert (t.piece("ren").zone, t.piece("sei").zone) == ("gone", "gone")
    assert t.state.honor[:2] == [5, 5]


# --- A and B ---------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.A.begin")
def test_the_duel_begins_and_both_enter_at_the_same_point() -> None:
    t = table(person("ren", trait("when entry", do("honor", amount=1))), pools=("one", "one"))
    begins = t.the("duel-begins")
    assert begins.entered == ((2, 3, 2), (2, 3, 2))
    assert t.kinds("accepted", "duel-begins", "honor-changed", "pools-formed") == [
        "accepted",
        "duel-begins",
        "honor-changed",
        "pools-formed",
    ]


@pytest.mark.clause("cards.B.pool")
def test_each_lays_the_top_three_cards_face_down_both_at_once() -> None:
    t = table(pools=("one two three", "four zero one"), rest=("zero", "two"))
    formed = t.the("pools-formed")
    assert formed.seats == (0, 1), "the challenger is named first"
    assert (t.pool(0), t.pool(1)) == (["one", "two", "three"], ["four", "zero", "one"])
    assert [deck.size for deck in t.state.decks] == [1, 1]
    assert not any(t.state.pieces[n].face_up for side in t.duel().sides for n in side.pool)


@pytest.mark.clause("cards.B.pool")
def test_its_owner_alone_may_look_at_a_pool() -> None:
    t = table(pools=("one two three", "four zero one"))
    assert (t.pool(0, 0), t.pool(1, 0)) == (["one", "two", "three"], ["?"] * 3)
    assert (t.pool(0, 1), t.pool(1, 1)) == (["?"] * 3, ["four", "zero", "one"])
    assert (t.pool(0, "spectator"), t.pool(1, "spectator")) == (["?"] * 3, ["?"] * 3)


@pytest.mark.clause("cards.B.pool")
def test_there_is_no_window_between_the_two_pools() -> None:
    eager = card("eager", reaction("after pools", do("honor", amount=1)), reaction("when pools", do("honor", amount=1)))
    t = table(eager, pools=("one", "one"), hands=("eager eager", ""))
    t.plays(ren.reacts("eager"), ren.reacts("eager"))
    assert len(t.happened("pools-formed")) == 1
    assert t.kinds("pools-formed", "honor-changed") == ["pools-formed", "honor-changed", "honor-changed"]


@pytest.mark.clause("cards.B.short")
@pytest.mark.parametrize(("deck", "size"), [("", 0), ("two", 1), ("two one", 2), ("two one three", 3)])
def test_a_short_deck_gives_a_smaller_pool(deck: str, size: int) -> None:
    t = table(pools=("one one one", deck))
    assert len(t.duel().sides[1].pool) == size
    assert t.duel().sides[0].pool == [] or len(t.duel().sides[0].pool) == 3
    assert t.the("pools-formed").clause == ("cards.B.pool" if size == 3 else "cards.B.short")


@pytest.mark.clause("cards.B.hand")
def test_the_hand_is_kept_apart_from_the_pool() -> None:
    t = table(pools=("one two three", "one"), rest=("four two", ""), draws=(2, 0), hands=("zero", ""))
    # two cards are drawn first, so the pool is what lay under them
    assert t.state.hands[0] == ["zero", "one", "two"]
    assert t.pool(0) == ["three", "four", "two"]
    assert t.the("cards-drawn").clause == "cards.B.hand"
    t.ends(sei.strikes())
    assert t.state.hands[0] == ["zero", "one", "two"]
    assert sorted(t.state.decks[0].bottom) == ["four", "three", "two"]


@pytest.mark.clause("cards.B.area")
@pytest.mark.parametrize("rules", ["celestial", "twenty-festivals"])
def test_each_gets_an_empty_focusing_area(rules: str) -> None:
    t = table(rules=rules, pools=("one", "one"), hands=("two", "two"))
    assert (t.area(0), t.area(1)) == ([], [])
    assert t.the("areas-made").clause == "cards.B.area"
    t.plays(sei.focuses("two", "hand"))
    assert (t.area(0), t.area(1)) == ([], ["two"])


@pytest.mark.clause("cards.B.not-playable")
def test_a_card_in_a_pool_cannot_be_played() -> None:
    # The same card is offered as a reaction from hand, and is none while it lies in the pool.
    shout = card(
        "shout", reaction("before opportunity", do("honor", amount=1)), ability("instead", do("honor", amount=1))
    )
    t = table(shout, pools=("one", "shout"))
    assert t.offered() == ["focus shout", "strike"]
    t.ends(sei.strikes())
    t = table(shout, pools=("one", "one"), hands=("", "shout"))
    assert t.offered() == ["pass", "use shout"]


# --- C: who comes first ----------------------------------------------------------------------------------


@pytest.mark.clause("cards.C.first")
def test_the_challenged_player_comes_first() -> None:
    t = table(pools=("one", "one"))
    assert t.asked == (1, "opportunity")
    assert (t.the("first-opportunity").side, t.the("first-opportunity").why) == (1, "challenged")


DUELIST = ("Duelist",)


@pytest.mark.clause("cards.C.first")
@pytest.mark.parametrize("duelist", [0, 1])
@pytest.mark.parametrize("choice", [0, 1])
def test_a_sole_duelists_controller_chooses(duelist: int, choice: int) -> None:
    name, by = (("ren", ren), ("sei", sei))[duelist]
    t = table(person(name, keywords=DUELIST), pools=("one", "one")).plays(by.chooses(choice, "first-opportunity"))
    assert t.asked == (choice, "opportunity")


@pytest.mark.clause("cards.C.first")
def test_two_duelists_cancel_out() -> None:
    t = table(person("ren", keywords=DUELIST), person("sei", keywords=DUELIST), pools=("one", "one"))
    assert t.asked == (1, "opportunity")


@pytest.mark.clause("cards.C.first")
@pytest.mark.parametrize(("meaning", "first"), [("goes first", 0), ("none", 1), ("wins ties", 1)])
def test_the_ruleset_says_what_a_duelist_is(meaning: str, first: int) -> None:
    t = table(person("ren", keywords=DUELIST), pools=("one", "one"), rules={"duelist": meaning})
    assert t.asked == (first, "opportunity")


@pytest.mark.clause("cards.C.first")
def test_of_effects_that_move_it_the_latest_applied_counts() -> None:
    t = table(
        person("ren", trait("when entry", do("first-opportunity", who="own"))),
        card("step-in", reaction("when entry", do("first-opportunity", who="own"))),
        pools=("one", "one"),
        hands=("", "step-in"),
    )
    t.plays(sei.reacts("step-in"))
    assert t.asked == (1, "opportunity")
    assert [event.side for event in t.happened("first-opportunity")] == [0, 1, 1], "the last one settles it"


@pytest.mark.clause("cards.C.first")
def test_an_effect_beats_what_a_duelist_would_choose() -> None:
    t = table(person("ren", keywords=DUELIST), person("sei", trait("after entry", do("first-opportunity", who="own"))),
              pools=("one", "one"))  # fmt: skip
    assert t.asked == (1, "opportunity"), "the Duelist's controller is not even asked"


@pytest.mark.clause("cards.C.first")
def test_the_first_opportunity_is_announced_once() -> None:
    # "Before an opportunity" comes once for each opportunity, the first one included.
    t = table(person("sei", trait("before opportunity", do("honor", amount=1), whose="own")), pools=("one", "one one"))
    assert t.state.honor[1] == 6
    t.plays(sei.focuses("one"))
    assert t.state.honor[1] == 6, "the next one is Ren's"
    t.plays(ren.focuses("one"))
    assert t.state.honor[1] == 7


# --- C: alternating, focusing, striking ------------------------------------------------------------------


@pytest.mark.clause("cards.C.alternate")
def test_the_players_alternate_until_one_strikes() -> None:
    t = table(pools=("one two", "one two"))
    asked = []
    for line in (sei.focuses("one"), ren.focuses("one"), sei.focuses("two"), ren.focuses("two")):
        asked.append(t.asked[0])
        t.plays(line)
    assert asked == [1, 0, 1, 0]
    assert t.session.finished, "Sei has nothing left and must strike"
    assert t.the("struck").side == 1


@pytest.mark.clause("cards.C.alternate")
def test_the_very_first_opportunity_may_be_a_strike() -> None:
    t = table(pools=("one", "one")).ends(sei.strikes())
    assert t.happened("turn-passes") == []
    assert t.scores == (3, 3)


@pytest.mark.clause("cards.C.alternate")
def test_after_something_done_instead_it_is_the_others_turn_too() -> None:
    breath = item("breath", ability("instead", do("honor", amount=1)))
    t = table(breath, people=("ren", "sei+breath"), pools=("one", "one")).plays(sei.uses("breath"))
    assert t.asked == (0, "opportunity")


@pytest.mark.clause("cards.C.focus")
def test_a_focused_card_goes_from_the_own_pool_face_down_into_the_own_area() -> None:
    t = table(pools=("one two", "three four")).plays(sei.focuses("four"))
    focused = t.the("card-focused")
    assert (focused.side, focused.origin, focused.face_up, focused.source) == (1, "pool", False, "rulebook")
    assert (t.pool(1), t.area(1)) == (["three"], ["four"])
    assert t.area(1, 1) == ["four"], "its owner may still look at it"
    assert (t.area(1, 0), t.area(1, "spectator")) == (["?"], ["?"])


@pytest.mark.clause("cards.C.focus")
def test_focusing_is_not_playing_and_costs_nothing() -> None:
    dear = card(
        "dear",
        reaction("after focus", do("honor", amount=9), cost=[{"gold": 3}]),
        ability("instead", do("honor", amount=9)),
    )
    t = table(dear, pools=("one", "dear"), gold=(0, 0)).ends(sei.focuses("dear"), ren.strikes())
    assert t.state.honor[1] == 5
    assert t.happened("ability-used", 1) == t.happened("ability-used", 0)
    assert [e.key for e in t.happened("ability-used")] == ["the-action"]


@pytest.mark.clause("cards.C.focus")
def test_the_order_of_focusing_is_kept() -> None:
    last = person("ren", trait("before scores", do("fv", op="add", amount=2, which="last", who="opponent")))
    t = table(last, pools=("one one", "four three two"))
    t.plays(sei.focuses("three"), ren.focuses("one"), sei.focuses("four"), ren.focuses("one"), sei.focuses("two"))
    assert t.happened("revealed")[0].cards[2:] == tuple((n, k) for n, k in t.the("revealed").cards if k != "one")
    assert [key for _, key in t.the("revealed").cards] == ["one", "one", "three", "four", "two"]
    assert t.happened("score-totalled")[1].values[-1][1] == 4


@pytest.mark.clause("cards.C.hand-once")
def test_once_in_a_duel_a_card_comes_from_hand_instead() -> None:
    t = table(pools=("one one one", "one one one"), hands=("two four", "three zero"))
    assert t.offered() == ["focus one"] * 3 + ["focus three from hand", "focus zero from hand", "strike"]
    t.plays(sei.focuses("three", "hand"))
    assert len(t.duel().sides[1].pool) == 3, "no card of the pool is lost by it"
    t.plays(ren.focuses("one"))
    t.cannot(sei.focuses("zero", "hand"))
    for _ in range(2):
        t.plays(sei.focuses("one"), ren.focuses("one"))
    t.ends(sei.focuses("one"), ren.focuses("four", "hand"), sei.strikes())
    assert [len(score.values) for score in t.happened("score-totalled")] == [4, 4], "four in all"


@pytest.mark.clause("cards.C.hand-once")
def test_where_a_card_came_from_is_public_and_the_card_is_not() -> None:
    t = table(pools=("one", "one"), hands=("", "three zero")).plays(sei.focuses("three", "hand"))
    for audience in (0, "spectator"):
        seen = t.the("card-focused", audience)
        assert (seen.origin, seen.key) == ("hand", "?")
        assert t.seen(audience).hands[1] == ["?"]
    assert t.the("card-focused", 1).key == "three"


@pytest.mark.clause("cards.C.hand-once")
def test_a_second_duel_lets_each_focus_from_hand_again() -> None:
    t = table(action=(do("challenge", times=2),), people=("ren", "sei, kei"), hands=("", "two three"))
    t.plays(ren.picks("sei", "challenged"), sei.focuses("two", "hand"))
    t.ends(sei.focuses("three", "hand"))
    assert [score.total for score in t.happened("score-totalled")] == [3, 5, 3, 6]


@pytest.mark.clause("cards.C.must-strike")
def test_who_has_nothing_left_must_strike() -> None:
    t = table(pools=("one", "one")).ends(sei.focuses("one"), ren.focuses("one"))
    struck = t.the("struck")
    assert (struck.side, struck.clause) == (1, "cards.C.must-strike")


@pytest.mark.clause("cards.C.must-strike")
def test_nobody_may_pass() -> None:
    t = table(pools=("one", "one"))
    assert Pass() not in t.session.pending.options()  # type: ignore[union-attr]
    with pytest.raises(IllegalAnswer):
        t.session.submit(1, Pass())


@pytest.mark.clause("cards.C.must-strike")
def test_who_can_only_do_something_instead_may_strike_all_the_same() -> None:
    breath = item("breath", ability("instead", do("honor", amount=1)))
    t = table(breath, people=("ren", "sei+breath"), pools=("one", ""))
    assert t.offered() == ["use breath", "strike"]
    t.plays(sei.uses("breath"), ren.strikes())
    t = table(breath, people=("ren", "sei+breath"), pools=("one", "")).ends(sei.strikes())


@pytest.mark.clause("cards.C.must-strike")
def test_a_ban_on_striking_does_not_hold_where_nothing_else_is_left() -> None:
    calm = person("sei", static(do("strike", mode="forbid")))
    t = table(calm, pools=("one", "two"))
    assert t.offered() == ["focus two"]
    t.ends(sei.focuses("two"), ren.focuses("one"))
    assert t.the("struck").clause == "cards.C.must-strike"


@pytest.mark.clause("cards.C.must-strike")
def test_in_a_closed_game_who_holds_cards_is_asked_so_that_nothing_is_told() -> None:
    # Nothing may be focused any more, but who sees only the backs of his hand cannot know it.
    ban = person("ren", trait("after pools", do("forbid-fv", fv=3)))
    t = table(ban, pools=("two", ""), hands=("", "three"), windows="closed")
    assert t.asked == (1, "opportunity")
    assert t.session.pending.options() == (Strike(),)  # type: ignore[union-attr]
    t.ends(sei.strikes())
    assert t.the("struck").why == ""


@pytest.mark.clause("cards.C.strike")
def test_a_strike_ends_the_round() -> None:
    t = table(pools=("one one", "two two")).ends(sei.focuses("two"), ren.strikes())
    kinds = t.kinds()
    assert kinds[kinds.index("struck") + 1] == "revealed"
    assert t.scores == (3, 5)


# --- C: instead ------------------------------------------------------------------------------------------

MUST = person("ren", trait("after pools", do("must-focus", who="opponent", times=1)))
BREATH = item("breath", ability("instead", do("honor", amount=1)))
HUSH = card("hush", reaction("when instead", do("prevent"), whose="opponent"))


@pytest.mark.clause("cards.C.instead")
def test_an_effect_used_instead_spends_the_opportunity() -> None:
    t = table(BREATH, people=("ren", "sei+breath"), pools=("one", "one")).plays(sei.uses("breath"))
    assert t.the("instead-used").clause == "cards.C.instead"
    assert (t.state.honor[1], t.area(1), t.asked) == (6, [], (0, "opportunity"))


@pytest.mark.clause("cards.C.instead")
def test_also_when_it_is_prevented() -> None:
    t = table(BREATH, HUSH, people=("ren", "sei+breath"), hands=("hush", ""), pools=("one", "one"))
    t.plays(sei.uses("breath"), ren.reacts("hush"))
    assert (t.state.honor[1], t.area(1), t.asked) == (5, [], (0, "opportunity"))
    t.plays(ren.focuses("one"))
    assert t.offered() == ["focus one", "use breath", "strike"]
    t.plays(sei.uses("breath"))
    assert t.state.honor[1] == 6, "only that one use was prevented"


@pytest.mark.clause("cards.C.instead")
def test_also_when_it_fails() -> None:
    vain = item("vain", ability("instead", do("destroy", target={"who": "opponent", "type": "item"})))
    t = table(vain, people=("ren", "sei+vain"), pools=("one", "one")).plays(sei.uses("vain"))
    assert t.happened("left-play") == []
    assert t.asked == (0, "opportunity")


@pytest.mark.clause("cards.C.instead")
@pytest.mark.parametrize("prevented", [False, True])
def test_it_fulfils_a_demand_to_focus_even_prevented(prevented: bool) -> None:
    t = table(MUST, BREATH, HUSH, people=("ren", "sei+breath"), hands=("hush", ""), pools=("one one", "one one"))
    assert t.offered() == ["focus one", "focus one", "use breath"], "no strike while he has to focus"
    t.plays(sei.uses("breath"))
    t.plays(ren.reacts("hush") if prevented else ren.passes("reaction"))
    t.plays(ren.focuses("one"))
    assert t.offered()[-1] == "strike", "the demand is met"


@pytest.mark.clause("cards.C.instead")
def test_it_counts_towards_an_exact_number_of_focuses() -> None:
    bound = person("sei", static(do("focus-limit", exactly=2)))
    t = table(bound, item("breath", ability("instead", do("honor", amount=1), limit="duel")),
              people=("ren", "sei+breath"), pools=("one one one", "one one one"))  # fmt: skip
    t.plays(sei.uses("breath"), ren.focuses("one"), sei.focuses("one"), ren.focuses("one"))
    assert t.offered() == ["focus one", "focus one", "strike"], "two opportunities were used as demanded"
    t.plays(sei.focuses("one"), ren.strikes())


@pytest.mark.clause("cards.C.by-controller")
def test_the_personality_focuses_means_his_controller_does_in_his_duel() -> None:
    # Aya's text speaks of her side focusing; she does not duel, so nothing that her controller focuses is hers.
    keen = person("aya", trait("after focus", do("honor", amount=1), whose="own"))
    t = table(keen, people=("ren", "sei, aya"), pools=("one", "two two"))
    t.plays(ren.picks("sei", "challenged"), sei.focuses("two"))
    assert t.state.honor[1] == 5
    t = table(keen, people=("ren", "sei, aya"), pools=("one", "two two"))
    t.plays(ren.picks("aya", "challenged"), sei.focuses("two"), ren.focuses("one"))
    assert t.state.honor[1] == 6, "her controller's focus is hers, Ren's is not"
