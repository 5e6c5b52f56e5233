"""Faults that were found by playing the shipped cards, each kept as the duel that showed it."""

from __future__ import annotations

import pytest

from iaijutsu.cards import schema
from iaijutsu.engine import BadInput
from tests.cards.script import ability, card, do, fe, item, person, reaction, ren, sei, static, table, trait


@pytest.mark.clause("cards.can.challenge")
def test_a_created_duellist_who_is_challenged_belongs_to_the_other_player_and_knows_the_challenger() -> None:
    ghost = {"title": "Ghost", "chi": {"stat": "chi", "of": "challenger", "plus": 1}, "side": "challenged"}
    t = table(person("ren", chi=4), action=(do("challenge", create=ghost),), pools=("one", "one"))
    t.ends(sei.strikes())
    made = t.the("piece-created")
    assert (made.seat, made.chi) == (1, 5)
    assert t.results == ("lose", "win")
    assert t.state.pieces[made.piece].zone == "gone", "it was there for this duel alone"


@pytest.mark.clause("cards.can.challenge")
def test_the_controller_of_the_challenger_picks_him_where_the_text_says_so() -> None:
    goad = do("challenge", challenger={"who": "others", "chooser": "controller"}, challenged={"who": "own"})
    t = table(action=(goad,), people=("ren", "sei, kei"), pools=("one", "one"))
    assert t.asked == (1, "challenger")
    t.ends(sei.picks("kei", "challenger"), ren.strikes())


@pytest.mark.clause("cards.can.instead")
def test_a_card_in_play_that_pays_with_itself_leaves_play() -> None:
    for cost, pile in (("discard_this", "discards"), ("remove_this", "removed")):
        gourd = item("gourd", ability("instead", do("stat", stat="chi", amount=2), cost=[{cost: True}]))
        t = table(gourd, people=("ren", "sei+gourd"), pools=("one", "one")).plays(sei.uses("gourd"))
        assert getattr(t.state, pile)[1] == ["gourd"]
        t.ends(ren.strikes())
        assert t.scores == (3, 5)


@pytest.mark.clause("cards.can.instead")
def test_a_card_from_hand_that_is_removed_for_its_use_leaves_the_game() -> None:
    once = card("once", reaction("after strike", do("draw", amount=0), cost=[{"remove_this": True}]))
    t = table(once, hands=("", "once"), pools=("one", "one")).ends(sei.strikes(), sei.reacts("once"))
    assert (t.state.removed[1], t.state.discards[1]) == (["once"], [])


@pytest.mark.clause("cards.can.instead")
def test_a_card_cannot_pay_for_itself() -> None:
    greedy = card("greedy", reaction("after strike", do("honor", amount=1), cost=[{"discard": 1}]))
    t = table(greedy, hands=("", "greedy"), pools=("one", "one")).plays(sei.strikes())
    assert t.session.finished, "its own card is no other card to discard"
    t = table(greedy, hands=("", "greedy two"), pools=("one", "one")).ends(sei.strikes(), sei.reacts("greedy"))
    assert t.state.discards[1] == ["greedy", "two"]


@pytest.mark.clause("cards.E.resolve")
def test_a_focus_effect_with_a_price_asks_and_is_paid_for() -> None:
    silver = card("silver", fe(do("fv", op="add", amount={"paid": True}), cost=[{"gold_up_to": 3}]), focus=1)
    t = table(silver, pools=("one", "silver"), gold=(0, 2, 0))
    t.ends(sei.focuses("silver"), ren.strikes(), sei.wants("silver"), sei.names(2, "gold"))
    assert t.scores == (3, 6)
    assert t.state.gold[1] == 0
    t = table(silver, pools=("one", "silver"), gold=(0, 2, 0))
    t.ends(sei.focuses("silver"), ren.strikes(), sei.passes("use-focus-effect"))
    assert t.scores == (3, 4)


@pytest.mark.clause("cards.can.consequence")
def test_control_until_the_turn_ends_goes_back_then() -> None:
    for until, controller in (("turn", 1), ("for-good", 0)):
        take = do("challenge", lose=[do("control", who="loser", until=until)])
        t = table(person("ren", chi=5), action=(take,), pools=("one", "one")).ends(sei.strikes())
        assert t.happened("control-taken")[0].seat == 0
        assert t.piece("sei").controller == controller


@pytest.mark.clause("cards.can.on-reveal")
def test_a_word_for_one_card_means_one_of_each_side() -> None:
    for which, changed in (("last", ["three", "four"]), ("first", ["three", "one"]), ("lowest", ["three", "one"])):
        helm = item("helm", static(do("on-reveal", op="add", amount=-1, which=which, who="both")))
        t = table(helm, people=("ren+helm", "sei"), pools=("three two", "one four"))
        t.plays(sei.focuses("one"), ren.focuses("three"), sei.focuses("four"), ren.strikes())
        keys = dict(t.the("revealed").cards)
        t.ends()
        assert [keys[event.piece] for event in t.happened("fv-changed")] == changed
        assert t.scores == (5, 7)


@pytest.mark.clause("cards.can.must-focus")
def test_first_and_other_are_the_sides_with_and_without_the_opportunity() -> None:
    for who, honor in (("first", [5, 4]), ("other", [4, 5])):
        sword = item("sword", trait("before opportunity", do("honor", amount=-1, who=who), limit="duel"))
        t = table(sword, people=("ren+sword", "sei"), pools=("one", "one")).ends(sei.strikes())
        assert t.state.honor == honor


@pytest.mark.clause("cards.can.fv")
def test_an_amount_may_ask_for_the_printed_value() -> None:
    pride = card(
        "pride", fe(do("fv", op="add", amount=2), do("honor", amount={"fv": "this", "printed": True})), focus=1
    )
    t = table(pride, pools=("one", "pride")).ends(sei.focuses("pride"), ren.strikes())
    assert t.scores == (3, 6)
    assert t.state.honor[1] == 6


@pytest.mark.clause("cards.can.consequence")
def test_a_consequence_of_any_or_a_tied_end_minds_its_condition() -> None:
    for on in ("any", "tie"):
        tax = do("consequence", on=on, effects=[do("honor", amount=-1)], **{"if": [{"focused": "own"}]})
        belt = item("belt", static(tax))
        t = table(belt, people=("ren", "sei+belt"), pools=("one", "one")).ends(sei.strikes())
        assert t.state.honor[1] == 5, "nothing was focused"
        t = table(belt, people=("ren", "sei+belt"), pools=("one", "one"))
        t.ends(sei.focuses("one"), ren.focuses("one"))
        assert t.state.honor[1] == 4


@pytest.mark.clause("cards.can.focused-cards", "cards.timing.order")
def test_what_never_comes_is_refused_when_the_card_is_read() -> None:
    swap = do("focused-cards", act="swap", **{"from": "deck"})
    with pytest.raises(BadInput, match=r"from: 'deck' found; allowed is one of: pool, hand"):
        schema.card(card("odd", fe(swap)), "odd.toml")
    with pytest.raises(BadInput, match=r"on: 'when refusal' found; allowed are: .*after refusal"):
        schema.card(card("odd", trait("when refusal", do("draw", amount=1))), "odd.toml")
    assert schema.card(item("calm", static(do("focus-limit", no_instead=True))), "calm.toml").abilities


@pytest.mark.clause("cards.can.limit")
def test_what_would_never_do_anything_is_refused_when_the_card_is_read() -> None:
    with pytest.raises(BadInput, match=r"effects\[0\].do: 'draw' found; allowed is one of: duel-stat"):
        schema.card(item("idle", static(do("draw", amount=1))), "idle.toml")
    for kind in (static(do("face-up")), trait("after reveal", do("draw", amount=1))):
        with pytest.raises(BadInput, match="of a card in hand does nothing; allowed are play, focused, discard"):
            schema.card(card("idle", kind), "idle.toml")


@pytest.mark.clause("cards.E.resolve")
def test_the_challenger_is_the_active_player_unless_the_setup_names_one() -> None:
    # Gen makes two others duel: of two Focus Effects the challenger, Ren, chooses the next, or whom the setup names.
    others = do(
        "challenge", challenger={"who": "others", "keyword": "Samurai"}, challenged={"who": "others", "keyword": "Monk"}
    )
    people = (person("ren", keywords=("Samurai",)), person("sei", keywords=("Monk",)))
    drum = card("drum", fe(do("honor", amount=1)))
    for named, chooser in ((None, 0), (2, 2), (1, 1)):
        t = table(
            *people, drum, action=(others,), people=("ren", "sei", "gen"), performer=2, active=named,
            pools=("drum", "drum"),
        )  # fmt: skip
        t.plays(sei.focuses("drum"), ren.focuses("drum"))
        assert t.asked == (chooser, "focus-effect-order")
