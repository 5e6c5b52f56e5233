"""From the consequences to the end of the duel, clause by clause: I to L."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.cards import InPlay
from tests.cards.script import Row, card, do, fe, gen, item, person, reaction, ren, sei, static, table, trait

STRONG = person("ren", chi=5)
WINS_TIES = static(do("outcome", result="wins-ties"))


def challenge(**given: object) -> tuple[Row, ...]:
    return (do("challenge", **given),)


# --- I, step 1: what changes the outcome -----------------------------------------------------------------


@pytest.mark.clause("cards.I.alter")
@pytest.mark.parametrize("moment", ["when loss", "after loss"])
def test_a_consequence_of_losing_that_makes_one_win_comes_first(moment: str) -> None:
    phoenix = person("sei", trait(moment, do("outcome", result="win"), whose="own"))
    t = table(
        STRONG, phoenix, action=challenge(lose=[do("bow", who="loser")], win=[do("honor", who="winner", amount=1)])
    )
    t.ends()
    assert t.results == ("lose", "win"), "one side's win makes the other lose"
    assert (t.piece("ren").bowed, t.piece("sei").bowed) == (True, False), "what follows goes by the changed outcome"
    assert t.state.honor[:2] == [5, 6]
    assert [event.side for event in t.happened("won")] == [0, 1]


@pytest.mark.clause("cards.I.alter")
def test_what_is_for_winning_goes_by_the_changed_outcome() -> None:
    phoenix = person("sei", trait("when loss", do("outcome", result="win"), whose="own"))
    proud = person("ren", trait("after win", do("honor", amount=3), whose="own"), chi=5)
    cup = item("cup", trait("after win", do("honor", amount=1), whose="own"))
    t = table(proud, phoenix, cup, people=("ren", "sei+cup")).ends()
    assert t.state.honor[:2] == [5, 6]


@pytest.mark.clause("cards.I.alter")
def test_a_consequence_in_the_creating_text_itself_is_no_exception() -> None:
    mercy = challenge(lose=[do("bow", who="loser"), do("outcome", result="win", who="challenged")])
    t = table(STRONG, action=mercy).ends()
    assert t.results == ("lose", "win")
    assert (t.piece("ren").bowed, t.piece("sei").bowed) == (True, False)


@pytest.mark.clause("cards.I.alter")
def test_nor_is_one_that_another_effect_has_added() -> None:
    vow = person("sei", trait("after entry", do("consequence", on="loss", effects=[do("outcome", result="swap")])))
    t = table(STRONG, vow, action=challenge(lose=[do("bow", who="loser")])).ends()
    assert t.results == ("lose", "win")
    assert t.piece("ren").bowed


@pytest.mark.clause("cards.I.alter")
def test_nor_is_a_reaction_to_losing() -> None:
    second_wind = card("second-wind", reaction("after loss", do("outcome", result="win"), whose="own"))
    t = table(STRONG, second_wind, hands=("", "second-wind"), action=challenge(lose=[do("bow", who="loser")]))
    t.ends(sei.strikes(), sei.reacts("second-wind"))
    assert t.results == ("lose", "win")
    assert (t.piece("ren").bowed, t.piece("sei").bowed) == (True, False)


@pytest.mark.clause("cards.I.alter", "cards.H.forced-win")
def test_if_another_effect_alters_the_others_outcome_too_both_may_win() -> None:
    phoenix = trait("when loss", do("outcome", result="win"), whose="own")
    t = table(person("ren", phoenix, chi=5), person("sei", phoenix), action=challenge(lose=[do("bow", who="loser")]))
    t.ends()
    assert t.results == ("win", "win")
    assert t.happened("bowed") == []


@pytest.mark.clause("cards.I.alter")
def test_a_reaction_that_changes_it_may_call_for_a_trait_that_does() -> None:
    second_wind = card("second-wind", reaction("after loss", do("outcome", result="win"), whose="own"))
    phoenix = person("ren", trait("when loss", do("outcome", result="win"), whose="own"), chi=5)
    t = table(phoenix, second_wind, hands=("", "second-wind")).ends(sei.strikes(), sei.reacts("second-wind"))
    assert t.results == ("win", "win")
    events: list[Any] = t.session.events("judge")
    assert [(event.kind, event.side) for event in events if event.clause == "cards.I.alter"
            and event.kind in ("won", "lost")] == [("lost", 0), ("won", 1), ("won", 0)]  # fmt: skip


@pytest.mark.clause("cards.I.alter")
@pytest.mark.parametrize(("rules", "results"), [("twenty-festivals", ("lose", "win")), ("celestial", ("win", "lose"))])
def test_where_consequences_come_last_it_can_be_changed_until_then(rules: str, results: tuple[str, str]) -> None:
    late = card("late", reaction("when resolution-end", do("outcome", result="win")))
    t = table(STRONG, late, hands=("", "late"), rules=rules, action=challenge(lose=[do("bow", who="loser")]))
    t.ends(sei.strikes(), sei.reacts("late"))
    assert t.results == results
    assert t.piece("ren").bowed == (results[0] == "lose")


@pytest.mark.clause("cards.I.alter")
def test_an_effect_on_the_outcome_without_such_a_condition_belongs_to_h() -> None:
    fate = person("sei", trait("after entry", do("outcome", result="win")))
    t = table(STRONG, fate).ends()
    assert t.results == ("lose", "win")
    assert t.the("outcome-determined").clause == "cards.H.forced-win"
    assert t.citing("cards.I.alter") == [event for event in t.happened("stage-reached") if event.stage == "I"]


@pytest.mark.clause("cards.I.alter")
@pytest.mark.parametrize("moment", ["after outcome", "before consequences"])
def test_results_may_be_exchanged_once_they_are_given(moment: str) -> None:
    turn = card("turn", reaction(moment, do("outcome", result="swap")))
    t = table(STRONG, turn, hands=("", "turn"), action=challenge(lose=[do("bow", who="loser")]))
    t.ends(sei.strikes(), sei.reacts("turn"))
    assert t.results == ("lose", "win")
    assert t.piece("ren").bowed


@pytest.mark.clause("cards.I.alter")
def test_an_exchange_changes_nothing_where_both_lost() -> None:
    turn = card("turn", reaction("after outcome", do("outcome", result="swap")))
    t = table(turn, hands=("", "turn")).ends(sei.strikes(), sei.reacts("turn"))
    assert t.results == ("lose", "lose")


# --- I, steps 2 and 3 ------------------------------------------------------------------------------------


@pytest.mark.clause("cards.I.creator")
def test_the_creating_text_comes_in_its_own_order() -> None:
    both = challenge(
        win=[do("honor", who="winner", amount=1)], lose=[do("bow", who="loser"), do("dishonor", who="loser")]
    )
    kinds = ("honor-changed", "bowed", "dishonored")
    assert table(STRONG, action=both).ends().kinds(*kinds) == ["honor-changed", "bowed", "dishonored"]
    both = challenge(
        lose=[do("dishonor", who="loser"), do("bow", who="loser")], win=[do("honor", who="winner", amount=1)]
    )
    t = table(STRONG, action=both).ends()
    assert t.kinds(*kinds) == ["dishonored", "bowed", "honor-changed"]
    assert {event.clause for event in t.session.events("judge") if event.kind in kinds} == {"cards.I.creator"}


@pytest.mark.clause("cards.I.creator")
def test_each_comes_for_all_losers_or_winners_before_the_next() -> None:
    t = table(action=challenge(lose=[do("bow", who="loser"), do("dishonor", who="loser")])).ends()
    assert t.kinds("bowed", "dishonored") == ["bowed", "bowed", "dishonored", "dishonored"]
    glad = challenge(win=[do("honor", who="winner", amount=1), do("straighten", who="winner")])
    people = ((InPlay("ren", bowed=True),), (InPlay("sei", bowed=True),))
    t = table(person("ren", WINS_TIES), person("sei", WINS_TIES), action=glad, people=people).ends()
    assert t.kinds("honor-changed", "straightened") == ["honor-changed"] * 2 + ["straightened"] * 2


@pytest.mark.clause("cards.I.others")
def test_those_of_others_come_after_the_creators() -> None:
    cup = item("cup", trait("when win", do("honor", amount=1), whose="own"))
    shout = card("shout", reaction("after win", do("honor", amount=2), whose="own"))
    t = table(STRONG, cup, shout, people=("ren+cup", "sei"), hands=("shout", ""),
              action=challenge(win=[do("honor", who="winner", amount=3)]))  # fmt: skip
    t.ends(ren.reacts("shout"))
    changes = t.happened("honor-changed")
    assert [(e.source, e.clause) for e in changes] == [
        ("the-action", "cards.I.creator"),
        ("cup", "cards.I.others"),
        ("shout", "cards.I.others"),
    ]


@pytest.mark.clause("cards.I.others")
def test_of_several_the_active_player_orders_them() -> None:
    cup = item("cup", trait("after win", do("honor", amount=1), whose="own"))
    sash = item("sash", trait("after loss", do("honor", amount=-1), whose="own"))
    for active, by in ((0, ren), (1, sei)):
        t = table(STRONG, cup, sash, people=("ren+cup", "sei+sash"), active=active)
        assert t.asked == (active, "consequence-order")
        t.ends(by.next("sash"))
        assert [event.source for event in t.happened("honor-changed")] == ["sash", "cup"]


@pytest.mark.clause("cards.I.others")
def test_a_third_player_who_is_active_orders_what_is_not_his() -> None:
    cup = item("cup", trait("after win", do("honor", amount=1), whose="own"))
    sash = item("sash", trait("after loss", do("honor", amount=-1), whose="own"))
    t = table(STRONG, cup, sash, people=("ren+cup", "sei+sash", "gen"), active=2).plays(ren.picks("sei"))
    assert (t.asked, t.offered()) == ((2, "consequence-order"), ["next cup", "next sash"])
    t.ends(gen.next("sash"))


@pytest.mark.clause("cards.I.others")
@pytest.mark.parametrize("rules", ["twenty-festivals", "classic"])
def test_in_the_other_rulesets_all_come_in_the_active_players_order(rules: str) -> None:
    cup = item("cup", trait("when win", do("honor", amount=1), whose="own"))
    t = table(STRONG, cup, people=("ren+cup", "sei"), rules=rules, action=challenge(lose=[do("bow", who="loser")]))
    assert t.offered() == ["next the-action", "next cup"]
    t.ends(ren.next("cup"))
    assert t.kinds("honor-changed", "bowed") == ["honor-changed", "bowed"]


@pytest.mark.clause("cards.I.others")
@pytest.mark.parametrize("rules", ["twenty-festivals", "classic"])
def test_there_too_a_changed_outcome_comes_before_all(rules: str) -> None:
    phoenix = person("sei", trait("when loss", do("outcome", result="win"), whose="own"))
    t = table(STRONG, phoenix, rules=rules, action=challenge(lose=[do("bow", who="loser")])).ends()
    assert t.results == ("lose", "win")
    assert t.piece("ren").bowed


@pytest.mark.clause("cards.I.none-by-default")
def test_nothing_happens_unless_some_text_says_so() -> None:
    t = table(STRONG).ends()
    kinds = t.kinds()
    between = kinds[kinds.index("lost") + 1 : kinds.index("focused-discarded")]
    assert between == ["stage-reached"] * 3, "I, J and K begin, and that is all"
    assert {piece.zone for piece in t.state.pieces.values()} == {"play"}
    assert not any(piece.bowed or piece.dishonorable for piece in t.state.pieces.values())
    assert t.state.honor[:2] == [5, 5]


@pytest.mark.clause("cards.I.for")
def test_what_has_the_result_as_condition_or_trigger_is_for_it_from_any_source() -> None:
    cup = item("cup", trait("after win", do("honor", amount=1), whose="own"))
    shout = card("shout", reaction("after consequences", do("honor", amount=2), if_=[{"won": "own"}]))
    hint = card("hint", reaction("after consequences", do("honor", amount=4, if_=[{"won": "own"}])))
    vow = item("vow", trait("after entry", do("consequence", on="win", effects=[do("honor", amount=8)])))
    t = table(STRONG, cup, shout, hint, vow, people=("ren+cup+vow", "sei"), hands=("shout hint", ""),
              action=challenge(win=[do("honor", who="winner", amount=16)]))  # fmt: skip
    t.ends(ren.reacts("shout"), ren.reacts("hint"))
    assert {(event.amount, event.cause) for event in t.happened("honor-changed")} == {
        (amount, "winning") for amount in (1, 2, 4, 8, 16)
    }


@pytest.mark.clause("cards.I.for")
def test_a_further_condition_does_not_change_what_it_is_for() -> None:
    t = table(STRONG, action=challenge(win=[do("honor", amount=1, if_=[{"role": "challenger"}])])).ends()
    assert t.the("honor-changed").cause == "winning"


@pytest.mark.clause("cards.I.for")
def test_what_comes_whatever_the_result_is_for_neither() -> None:
    sure = item("sure", trait("after consequences", do("honor", amount=1)))
    t = table(STRONG, sure, people=("ren+sure", "sei")).ends()
    assert t.the("honor-changed").cause == ""


@pytest.mark.clause("cards.I.for", "cards.honor.dishonorable")
def test_honor_lost_for_dying_is_not_lost_for_losing() -> None:
    action = challenge(lose=[do("destroy", who="loser")])
    t = table(STRONG, people=("ren", (InPlay("sei", dishonorable=True),)), action=action).ends()
    assert (t.the("left-play").cause, t.the("honor-changed").cause) == ("losing", "")
    assert t.state.honor[1] == 3


@pytest.mark.clause("cards.I.for")
def test_a_consequence_for_losing_can_be_met_as_such_whatever_its_source() -> None:
    # What negates consequences of losing also stops a trait that is triggered by the loss.
    brave = person("sei", trait("when loss", do("consequence-alter", mode="negate", only=["honor"]), whose="own"))
    scorn = item("scorn", trait("after loss", do("honor", who="opponent", amount=-2), whose="opponent"))
    t = table(STRONG, brave, scorn, people=("ren+scorn", "sei")).ends()
    assert t.the("consequence-altered").do == "honor"
    assert t.state.honor[1] == 5


@pytest.mark.clause("cards.I.for")
def test_a_third_players_reaction_to_a_win_is_for_winning_and_his_own() -> None:
    bet = card("bet", reaction("after win", do("honor", amount=2)))
    t = table(STRONG, bet, people=("ren", "sei", "gen"), hands=("", "", "bet"))
    t.ends(ren.picks("sei"), gen.reacts("bet"))
    assert (t.the("honor-changed").seat, t.the("honor-changed").cause) == (2, "winning")


# --- J to L ----------------------------------------------------------------------------------------------


@pytest.mark.clause("cards.J.end-resolution")
def test_resolution_ends_after_the_consequences() -> None:
    t = table(STRONG, action=challenge(lose=[do("bow", who="loser")])).ends()
    (ended,) = t.citing("cards.J.end-resolution")
    events = t.session.events("judge")
    assert events.index(t.the("bowed")) < events.index(ended) < events.index(t.the("focused-discarded"))


@pytest.mark.clause("cards.K.discard")
def test_the_cards_of_both_areas_are_discarded_first() -> None:
    t = table(pools=("two one", "three zero")).ends(sei.focuses("three"), ren.focuses("two"), sei.strikes())
    assert t.state.discards[:2] == [["two"], ["three"]]
    assert [key for _, key in t.the("focused-discarded").cards] == ["two", "three"]
    assert t.kinds("focused-discarded", "fv-changes-end", "pools-returned", "areas-cease") == [
        "focused-discarded",
        "fv-changes-end",
        "pools-returned",
        "areas-cease",
    ]


@pytest.mark.clause("cards.K.fv-end")
def test_then_every_change_to_their_values_ends() -> None:
    # The same card is worth its printed value again in the second duel.
    echo = card("echo", fe(do("fv", op="add", amount=3)), focus=1)
    back = person("sei", static(do("cleanup", to="hand")))
    t = table(echo, back, action=(do("challenge"), do("challenge")), hands=("", "echo"))
    t.plays(sei.focuses("echo", "hand"))
    t.ends(sei.focuses("echo", "hand"))
    assert [score.total for score in t.happened("score-totalled")] == [3, 7, 3, 7], "3 + 1 + 3, not 3 + 1 + 3 + 3"
    assert len(t.citing("cards.K.fv-end")) == 2


@pytest.mark.clause("cards.K.return")
def test_what_is_left_of_the_pools_goes_under_the_decks_in_any_order() -> None:
    t = table(pools=("one two three", "four zero one"), rest=("zero", "two")).plays(sei.focuses("zero"), ren.strikes())
    assert set(t.session.asked) == {0, 1}, "both at once"
    t.ends(ren.returns("three", "one", "two"), sei.returns("one", "four"))
    assert t.state.decks[0].bottom == ["three", "one", "two"]
    assert t.state.decks[1].bottom == ["one", "four"]
    assert t.state.decks[0].rest == {"zero": 1}


@pytest.mark.clause("cards.K.return")
def test_the_order_is_each_players_secret() -> None:
    t = table(pools=("one two", "four zero")).plays(sei.strikes(), ren.returns("two", "one"))
    assert t.session.has_sealed(0)
    assert t.happened("pools-returned") == [], "nothing moves before both have answered"
    t.ends(sei.returns("zero", "four"))
    assert t.the("pools-returned", 0).keys == (("two", "one"), ("?", "?"))
    assert t.the("pools-returned", "spectator").keys == (("?", "?"), ("?", "?"))
    assert t.seen(1).decks[0].bottom == ["?", "?"]
    assert t.seen(1).decks[1].bottom == ["zero", "four"]


@pytest.mark.clause("cards.K.gone")
def test_last_pools_and_areas_cease_to_exist() -> None:
    t = table(pools=("one two", "four zero")).ends(sei.focuses("zero"), ren.strikes())
    assert t.the("areas-cease").clause == "cards.K.gone"
    assert {piece.zone for piece in t.state.pieces.values()} == {"play"}
    assert all(side.pool == side.area == [] for side in t.duel().sides)


@pytest.mark.clause("cards.L.end")
def test_the_duel_ends_and_what_lasts_until_then() -> None:
    words = (do("keyword", give=["Kensai"]), do("consequence", on="tie", effects=[do("bow")]))
    brief = card("brief", reaction("after entry", do("stat", stat="chi", amount=2), *words))
    longer = card("longer", reaction("after entry", do("stat", stat="force", amount=2, until="turn")))
    forever = card("forever", reaction("after entry", do("stat", stat="honor", amount=2, until="for-good")))
    end = card("end", reaction("after duel-end", do("honor", amount={"stat": "force", "of": "own"})))
    t = table(brief, longer, forever, end, hands=("brief longer forever end", ""))
    t.plays(ren.reacts("brief"), ren.reacts("longer"), ren.reacts("forever"))
    t.ends(ren.reacts("end"))
    assert t.scores == (5, 3)
    assert t.state.honor[0] == 5 + 4, "Force 2 and 2 more until the turn ends"
    assert [(b.stat, b.until) for b in t.piece("ren").bonuses] == [("honor", "for-good")]
    assert t.piece("ren").keyword_changes == []
    assert (t.state.duel, t.state.marks) == (None, [])


@pytest.mark.clause("cards.L.end")
def test_whom_a_bonus_alone_kept_alive_dies_as_the_duel_ends() -> None:
    breath = item("breath", trait("when entry", do("stat", stat="chi", amount=3), do("stat", stat="chi", amount=-4,
                                                                                  until="for-good")))  # fmt: skip
    t = table(breath, people=("ren+breath", "sei"), action=challenge(win=[do("bow", who="loser")])).ends()
    assert t.scores == (2, 3)
    assert t.ended == "resolved"
    assert t.piece("ren").zone == "gone"
    assert t.the("left-play").clause == "cards.stat.chi-death"
