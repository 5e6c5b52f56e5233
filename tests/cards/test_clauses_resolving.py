"""From the revealing to the outcome, clause by clause: D to H."""

from __future__ import annotations

import pytest

from tests.cards.script import Row, card, do, fe, gen, item, person, reaction, ren, sei, static, table, trait

ECHO = card("echo", fe(do("fv", op="add", amount=1)))
GIFT = card("gift", fe(do("honor", amount=1)), focus=1)


# --- D ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.D.reveal")
def test_all_focused_cards_are_turned_up_at_once_by_the_duel() -> None:
    t = table(pools=("one two", "four three"), hands=("zero", "")).plays(
        sei.focuses("four"), ren.focuses("zero", "hand")
    )
    t.plays(sei.focuses("three"))
    assert (t.area(1, 0), t.area(0, 1), t.area(0, "spectator")) == (["?", "?"], ["?"], ["?"])
    t.ends(ren.strikes())
    revealed = t.the("revealed")
    assert [key for _, key in revealed.cards] == ["zero", "four", "three"]
    assert (revealed.source, revealed.clause) == ("the-action", "cards.D.reveal")
    for audience in (0, 1, "spectator"):
        assert t.the("revealed", audience) == revealed


@pytest.mark.clause("cards.D.reveal")
def test_before_it_nothing_that_an_effect_counts_tells_a_face_down_card() -> None:
    # Had the value of a face-down card counted, the Honor would tell it to everybody.
    spy = person("ren", trait("before reveal", do("honor", amount={"fv": "sum", "of": "opponent"})))
    t = table(spy, pools=("", "four")).ends(sei.focuses("four"))
    assert t.state.honor[0] == 5
    spy = person("ren", trait("after reveal", do("honor", amount={"fv": "sum", "of": "opponent"})))
    t = table(spy, pools=("", "four")).ends(sei.focuses("four"))
    assert t.state.honor[0] == 9


@pytest.mark.clause("cards.D.face-up-after")
def test_a_card_that_comes_later_lies_face_up_by_the_duel() -> None:
    more = card("more", fe(do("focused-cards", act="add", from_="deck")))
    t = table(more, pools=("", "more one one"), rest=("", "two")).ends(sei.focuses("more"))
    late = t.happened("card-focused")[1]
    assert (late.key, late.face_up, late.source, late.clause) == ("two", True, "the-action", "cards.D.face-up-after")
    assert t.happened("card-focused", 0)[1].key == "two", "everybody sees it at once"
    assert t.scores[1] == 3 + 2 + 2


# --- E ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.E.resolve")
def test_every_focus_effect_resolves_wanted_or_not() -> None:
    curse = card("curse", fe(do("honor", amount=-2)), focus=4)
    t = table(curse, pools=("curse", "one")).ends(sei.focuses("one"), ren.focuses("curse"))
    assert t.state.honor[0] == 3
    assert t.the("focus-effect").source == "curse"


@pytest.mark.clause("cards.E.resolve")
@pytest.mark.parametrize("active", [0, 1])
def test_of_several_the_active_player_says_each_time_which_is_next(active: int) -> None:
    by = (ren, sei)[active]
    t = table(ECHO, GIFT, pools=("echo", "echo gift"), active=active)
    t.plays(sei.focuses("echo"), ren.focuses("echo"), sei.focuses("gift"))
    assert t.asked == (active, "focus-effect-order")
    assert t.offered() == ["pick echo", "pick echo", "pick gift"]
    t.plays(by.picks("gift"))
    assert t.asked == (active, "focus-effect-order")
    t.ends(by.picks("echo"))
    assert [event.key for event in t.happened("focus-effect")] == ["gift", "echo", "echo"]


@pytest.mark.clause("cards.E.resolve")
def test_a_third_player_who_is_active_orders_them() -> None:
    t = table(ECHO, GIFT, people=("ren", "sei", "gen"), pools=("echo", "gift"), active=2)
    t.plays(ren.picks("sei", "challenged"), sei.focuses("gift"), ren.focuses("echo"))
    assert t.asked == (2, "focus-effect-order")
    t.ends(gen.picks("gift"))


@pytest.mark.clause("cards.E.resolve")
def test_one_that_its_player_may_use_is_his_to_decline() -> None:
    offer = card("offer", fe(do("honor", amount=-1), do("fv", op="add", amount=3), optional=True))
    t = table(offer, pools=("one", "offer offer"))
    t.plays(sei.focuses("offer"), ren.focuses("one"), sei.focuses("offer"))
    t.ends(ren.picks("offer"), sei.wants("offer"), sei.passes("use-focus-effect"))
    assert t.state.honor[1] == 4
    assert t.scores[1] == 3 + 2 + 3 + 2


@pytest.mark.clause("cards.E.resolve")
def test_its_conditions_and_its_cost_hold_for_it_as_for_any_ability() -> None:
    alone = card("alone", fe(do("fv", op="add", amount=2), if_=[{"not": {"focused": "opponent"}}]))
    t = table(alone, pools=("", "alone")).ends(sei.focuses("alone"))
    assert t.scores == (3, 7)
    t = table(alone, pools=("one", "alone")).ends(sei.focuses("alone"), ren.focuses("one"))
    assert t.scores == (4, 5)
    paid = card("paid", fe(do("fv", op="add", amount={"paid": True}), cost=[{"gold_up_to": 3}]))
    t = table(paid, pools=("", "paid"), gold=(0, 2)).plays(sei.focuses("paid"), sei.wants("paid"))
    assert t.offered() == ["0", "1", "2"]
    t.ends(sei.names(2, "gold"))
    assert (t.scores, t.state.gold[1]) == ((3, 7), 0)


@pytest.mark.clause("cards.E.present")
def test_an_effect_whose_card_is_gone_does_not_resolve() -> None:
    broom = card("broom", fe(do("focused-cards", act="remove", who="opponent", which="chosen")))
    t = table(broom, GIFT, pools=("broom", "gift")).plays(sei.focuses("gift"), ren.focuses("broom"))
    t.ends(ren.picks("broom", "focus-effect-order"))
    assert [event.key for event in t.happened("focus-effect")] == ["broom"]
    assert t.state.honor[1] == 5
    t = table(broom, GIFT, pools=("broom", "gift")).plays(sei.focuses("gift"), ren.focuses("broom"))
    t.ends(ren.picks("gift", "focus-effect-order"))
    assert t.state.honor[1] == 6, "in the other order it has resolved"


@pytest.mark.clause("cards.E.present")
def test_the_log_says_which_do_not_wait_any_more() -> None:
    broom = card("broom", fe(do("focused-cards", act="remove", who="opponent", which="last")))
    t = table(broom, GIFT, pools=("broom", "gift gift")).plays(sei.focuses("gift"), ren.focuses("broom"))
    t.ends(sei.focuses("gift"), ren.picks("broom"))
    assert [len(event.pieces) for event in t.happened("effects-wait")] == [3, 1]
    assert t.happened("effects-wait")[1].clause == "cards.E.present"


@pytest.mark.clause("cards.E.new-card")
def test_a_card_that_comes_in_now_joins_those_that_wait() -> None:
    more = card("more", fe(do("focused-cards", act="add", from_="deck")))
    t = table(more, GIFT, ECHO, pools=("echo", "more one one"), rest=("", "gift"))
    t.plays(sei.focuses("more"), ren.focuses("echo"), sei.strikes(), ren.picks("more"))
    assert t.offered() == ["pick echo", "pick gift"]
    assert t.happened("effects-wait")[1].clause == "cards.E.new-card"
    t.ends(ren.picks("gift"))
    assert [event.key for event in t.happened("focus-effect")] == ["more", "gift", "echo"]
    assert t.headings()[4:6] == ["E", "F"]


@pytest.mark.clause("cards.E.new-card")
def test_each_resolves_once_for_each_stay_in_an_area() -> None:
    # The turncoat's effect comes once for Sei; Ren's thief brings the card over, and there it comes for Ren.
    turncoat = card("turncoat", fe(do("honor", amount=1)))
    thief = card("thief", fe(do("focused-cards", act="remove", who="opponent", which="last", to="opponent")))
    t = table(turncoat, thief, pools=("thief", "turncoat")).plays(sei.focuses("turncoat"), ren.focuses("thief"))
    t.plays(ren.picks("turncoat"))
    t.ends()
    assert [event.key for event in t.happened("focus-effect")] == ["turncoat", "thief", "turncoat"]
    assert t.state.honor[:2] == [6, 6]
    assert t.scores == (3 + 2 + 2, 3)


@pytest.mark.clause("cards.E.leaves-play")
def test_what_has_not_resolved_when_a_duellist_leaves_never_does() -> None:
    arrow = card("arrow", fe(do("destroy", who="opponent")))
    t = table(arrow, GIFT, pools=("arrow", "gift")).plays(sei.focuses("gift"), ren.focuses("arrow"))
    t.ends(ren.picks("arrow"))
    assert [event.key for event in t.happened("focus-effect")] == ["arrow"]
    assert t.state.honor[1] == 5
    assert t.happened("effects-wait")[-1].clause == "cards.E.leaves-play"
    assert t.headings() == [*"ABCDEJKL"]


@pytest.mark.clause("cards.E.leaves-play")
@pytest.mark.parametrize(("remaining", "honor"), [(None, 5), ("lost", 5), ("resolve", 6)])
def test_so_at_every_early_end_unless_its_effect_says_that_they_do(remaining: str | None, honor: int) -> None:
    bell = card("bell", fe(do("end-duel", **({"remaining": remaining} if remaining else {}))))
    t = table(bell, GIFT, pools=("bell", "gift")).plays(sei.focuses("gift"), ren.focuses("bell"))
    t.ends(ren.picks("bell"))
    assert t.state.honor[1] == honor
    assert t.ended == "without resolution"
    assert t.the("ends-without-resolution").source == "bell"
    assert t.headings() == [*"ABCDEJKL"]


# --- F ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.F.begin")
def test_resolution_begins_when_no_focus_effect_is_left() -> None:
    t = table(GIFT, pools=("", "gift")).ends(sei.focuses("gift"))
    assert t.citing("cards.F.begin")
    assert t.kinds("focus-effect", "score-totalled") == ["focus-effect", "score-totalled", "score-totalled"]


@pytest.mark.clause("cards.F.without-resolution")
def test_an_end_in_f_skips_scores_outcome_and_consequences_alone() -> None:
    bell = card("bell", reaction("when resolution", do("end-duel")))
    t = table(bell, hands=("bell", ""), pools=("", "three"), action=(do("challenge", lose=[do("bow", who="loser")]),))
    t.ends(sei.focuses("three"), ren.strikes(), ren.reacts("bell"))
    assert t.headings() == [*"ABCDEFJKL"]
    assert (t.scores, t.results) == ((None, None), ("", ""))
    assert t.happened("won") == t.happened("lost") == t.happened("bowed") == []
    assert t.state.discards[1] == ["three"], "the focused cards are discarded all the same"


# --- G ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.G.score")
def test_the_score_is_the_stat_and_the_focus_values_in_the_own_area() -> None:
    t = table(person("ren", chi=5), pools=("two zero", "three four"))
    t.ends(sei.focuses("three"), ren.focuses("two"), sei.focuses("four"), ren.focuses("zero"))
    assert t.scores == (5 + 2 + 0, 3 + 3 + 4)
    first = t.happened("score-totalled")[0]
    assert (first.stat, first.base, [value for _, value in first.values]) == ("chi", 5, [2, 0])


@pytest.mark.clause("cards.G.score")
def test_the_stat_itself_stays_what_it_was() -> None:
    t = table(pools=("", "four three")).ends(sei.focuses("four"))
    assert t.scores == (3, 7)
    assert t.piece("sei").chi == 3
    assert t.piece("sei").bonuses == []


@pytest.mark.clause("cards.G.score")
def test_values_and_stats_count_as_they_are_at_g() -> None:
    late = person("sei", trait("after scores", do("stat", stat="chi", amount=5)))
    t = table(late, ECHO, pools=("", "echo")).ends(sei.focuses("echo"))
    assert t.scores == (3, 3 + 2 + 1), "the echo counts, what comes after G does not"


@pytest.mark.clause("cards.G.score")
def test_a_card_without_a_focus_value_adds_nothing() -> None:
    t = table(card("star", focus="*"), pools=("blank", "star")).ends(sei.focuses("star"), ren.focuses("blank"))
    assert t.scores == (3, 3)


@pytest.mark.clause("cards.G.score")
def test_nothing_sinks_below_zero_and_that_is_seen_to_last() -> None:
    # -3 and then +2 on a printed 2 make 1: a value is not clamped on the way. -9 makes 0, not less.
    pit = person("ren", trait("after reveal", do("fv", op="add", amount=-3, which="all", who="opponent"),
                              do("fv", op="add", amount=2, which="all", who="opponent")))  # fmt: skip
    t = table(pit, pools=("", "two zero")).ends(sei.focuses("two"))
    assert t.scores == (3, 3 + 1)
    pit = person("ren", trait("after reveal", do("fv", op="add", amount=-9, which="all", who="opponent")))
    t = table(pit, pools=("", "two")).ends(sei.focuses("two"))
    assert t.scores == (3, 3)
    weak = person("ren", trait("when entry", do("stat", stat="force", amount=-9, who="opponent")))
    t = table(weak, action=(do("challenge", stat="force"),)).ends()
    assert t.scores == (2, 0)


@pytest.mark.clause("cards.G.stat")
def test_the_duel_stat_is_chi_unless_the_challenge_says_otherwise() -> None:
    people = (person("ren", force=1, chi=2, honor=3), person("sei", force=4, chi=5, honor=6))
    assert table(*people).ends().scores == (2, 5)
    assert table(*people, action=(do("challenge", stat="force"),)).ends().scores == (1, 4)
    one = do("challenge", stat="honor", stat_of="challenger")
    assert table(*people, action=(one,)).ends().scores == (3, 5), "an effect may speak of one of the two"


@pytest.mark.clause("cards.G.stat")
def test_the_creating_text_comes_first_and_later_effects_beat_earlier_ones() -> None:
    strong = person("ren", trait("before challenge", do("duel-stat", stat="honor", who="both")), force=1, honor=4)
    t = table(strong, action=(do("challenge", stat="force"),)).ends()
    assert t.scores == (4, 2), "applied before the challenge began, and yet after the creating text"
    t = table(
        strong,
        card("strength", reaction("after entry", do("duel-stat", stat="force", who="both"))),
        hands=("", "strength"),
    )
    t.ends(sei.reacts("strength"))
    assert t.scores == (1, 2)


@pytest.mark.clause("cards.G.stat")
def test_what_an_effect_applies_beats_what_a_card_in_play_says_all_along() -> None:
    steady = person("ren", static(do("duel-stat", stat="force", who="both")), force=1)
    t = table(
        steady, card("heart", reaction("when entry", do("duel-stat", stat="honor", who="both"))), hands=("", "heart")
    )
    t.ends(sei.reacts("heart"))
    assert t.scores == (2, 2), "the trait was there first, the reaction was applied later"


@pytest.mark.clause("cards.G.stat")
def test_what_a_stand_in_says_all_along_was_applied_when_he_came() -> None:
    heart = card("heart", reaction("when entry", do("duel-stat", stat="honor", who="both")))
    stand_in = card("stand-in", reaction("after pools", do("substitute", with_={"keyword": "Yojimbo"})))
    strong = person("kei", static(do("duel-stat", stat="force", who="both")), force=6, keywords=("Yojimbo",))
    t = table(heart, stand_in, strong, people=("ren", "sei, kei"), hands=("", "heart stand-in"))
    t.ends(ren.picks("sei"), sei.reacts("heart"), sei.reacts("stand-in"))
    assert t.scores == (2, 6), "Force, though Honor was named before"


@pytest.mark.clause("cards.G.stat")
def test_a_locked_one_is_not_changed_any_more() -> None:
    steady = person("ren", static(do("duel-stat", stat="force", who="own", lock=True)), force=1)
    t = table(
        steady, card("heart", reaction("when entry", do("duel-stat", stat="honor", who="both"))), hands=("", "heart")
    )
    t.ends(sei.reacts("heart"))
    assert t.scores == (1, 2)


# --- H ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.H.compare")
@pytest.mark.parametrize(("chi", "results"), [(4, ("win", "lose")), (2, ("lose", "win"))])
def test_the_higher_score_wins_and_the_other_loses(chi: int, results: tuple[str, str]) -> None:
    t = table(person("ren", chi=chi)).ends()
    assert t.results == results
    assert t.session.outcome.winner() == results.index("win")
    assert t.session.outcome.duels == ((0, "resolved", results, (chi, 3)),)
    assert t.the("outcome-determined").clause == "cards.H.compare"


@pytest.mark.clause("cards.H.tie")
def test_equal_scores_are_a_tie_and_both_lose() -> None:
    t = table().ends()
    assert t.results == ("lose", "lose")
    assert t.session.outcome.winner() is None
    assert t.duel().tie
    assert t.the("outcome-determined").clause == "cards.H.tie"
    assert t.happened("won") == []


WINS_TIES = static(do("outcome", result="wins-ties"))


@pytest.mark.clause("cards.H.tie-winner")
def test_who_wins_tied_duels_wins_and_the_other_loses() -> None:
    t = table(person("sei", WINS_TIES)).ends()
    assert t.results == ("lose", "win")
    assert t.the("outcome-determined").clause == "cards.H.tie-winner"
    assert table(person("sei", WINS_TIES), person("ren", chi=4)).ends().results == ("win", "lose"), "only ties"


@pytest.mark.clause("cards.H.tie-winner")
def test_if_both_do_both_win() -> None:
    t = table(person("sei", WINS_TIES), person("ren", WINS_TIES)).ends()
    assert t.results == ("win", "win")


@pytest.mark.clause("cards.H.tie-winner")
@pytest.mark.parametrize(("others", "results"), [((), ("lose", "win")), (("Duelist",), ("lose", "lose"))])
def test_in_twenty_festivals_a_sole_duelist_wins_ties(others: tuple[str, ...], results: tuple[str, str]) -> None:
    people = (person("sei", keywords=("Duelist",)), person("ren", keywords=others))
    assert table(*people, rules="twenty-festivals").ends().results == results


def fate(result: str, **given: str) -> Row:
    return reaction("before outcome", do("outcome", result=result, **given))


@pytest.mark.clause("cards.H.forced-win")
def test_an_effect_that_makes_one_win_makes_the_other_lose() -> None:
    t = table(card("fate", fate("win")), hands=("fate", ""), pools=("", "four"))
    t.ends(sei.focuses("four"), ren.strikes(), ren.reacts("fate"))
    assert t.scores == (3, 7)
    assert t.results == ("win", "lose")
    assert t.the("outcome-determined").clause == "cards.H.forced-win"


@pytest.mark.clause("cards.H.forced-win")
def test_unless_another_effect_alters_that_ones_outcome_so_that_both_may_win() -> None:
    t = table(card("fate", fate("win")), hands=("fate", "fate")).plays(sei.strikes())
    t.ends(ren.reacts("fate"), sei.reacts("fate"))
    assert t.results == ("win", "win")


@pytest.mark.clause("cards.H.forced-loss")
def test_an_effect_that_makes_one_lose_makes_the_other_win() -> None:
    t = table(card("fate", fate("lose")), hands=("fate", "")).ends(ren.reacts("fate"))
    assert t.results == ("lose", "win"), "though the scores are equal"


@pytest.mark.clause("cards.H.forced-loss")
def test_both_made_to_lose_is_no_tie() -> None:
    t = table(card("doom", fate("lose", who="both")), person("sei", WINS_TIES), hands=("doom", ""))
    t.ends(ren.reacts("doom"))
    assert t.results == ("lose", "lose"), "who wins ties wins nothing"
    assert not t.duel().tie


@pytest.mark.clause("cards.H.forced-loss")
@pytest.mark.parametrize(("first", "second", "result"), [("win", "lose", "lose"), ("lose", "win", "win")])
def test_clashing_on_one_personality_the_later_counts(first: str, second: str, result: str) -> None:
    t = table(card("fate", fate(first)), card("doom", fate(second, who="challenger")), hands=("fate", "doom"))
    t.ends(sei.strikes(), ren.reacts("fate"), sei.reacts("doom"))
    assert t.results[0] == result


@pytest.mark.clause("cards.H.moment")
def test_this_is_when_they_win_and_lose_once_each() -> None:
    t = table(person("ren", chi=4)).ends()
    assert (t.the("won").side, t.the("lost").side) == (0, 1)
    assert t.kinds("outcome-determined", "won", "lost", "pools-returned") == [
        "outcome-determined",
        "won",
        "lost",
        "pools-returned",
    ]


@pytest.mark.clause("cards.H.moment")
def test_each_winner_is_an_occurrence_of_its_own() -> None:
    glad = item("cup", trait("after win", do("honor", amount=1), bystander=True))
    t = table(person("sei", WINS_TIES), person("ren", WINS_TIES), glad, people=("ren+cup", "sei")).ends(ren.next("cup"))
    assert t.state.honor[0] == 7, "once for each winner"
    assert [event.side for event in t.happened("won")] == [0, 1]
