"""The three tempers at the table: when they strike, what they focus, and how they answer the rest."""

import pytest

from iaijutsu.cards.options import Accept, Focus, Pass, Pick, PickSide, PickSlot, Refuse, Strike, Use
from tests.cards.script import card, do, fe, person, reaction, ren, sei, static, table
from tests.players.asking import answer_of

TEMPERS = ("rash", "patient", "reading")
LOSER_DIES = [do("destroy", who="loser")]
TO_THE_DEATH = [do("challenge", lose=LOSER_DIES)]
MAY_REFUSE = [do("challenge", refuse={"effects": []}, lose=LOSER_DIES)]


# --- striking and focusing -------------------------------------------------------------------------------


@pytest.mark.parametrize("temper", [*TEMPERS, "searching"])
def test_who_is_challenged_and_stronger_strikes_at_once(temper: str) -> None:
    t = table(person("sei", chi=6), action=TO_THE_DEATH, pools=("two three one", "two three one"))
    assert answer_of(t, 1, temper) == Strike()


@pytest.mark.parametrize("temper", TEMPERS)
def test_who_is_weaker_focuses_his_best_card_first(temper: str) -> None:
    t = table(person("sei", chi=2), pools=("two three one", "one four two"))
    assert answer_of(t, 1, temper) == Focus("pool", 1)


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_best_card_may_lie_in_hand(temper: str) -> None:
    t = table(person("sei", chi=2), pools=("two three one", "one three two"), hands=("", "two four"))
    assert answer_of(t, 1, temper) == Focus("hand", 1)


def test_rash_strikes_after_two_cards_though_behind() -> None:
    t = table(person("ren", chi=9), pools=("two two two", "four three two"))
    t.plays(sei.focuses("four"), ren.focuses("two"), sei.focuses("three"), ren.focuses("two"))
    assert answer_of(t, 1, "rash") == Strike()
    assert answer_of(t, 1, "patient") == Focus("pool", 0)
    assert answer_of(t, 1, "reading") == Focus("pool", 0)


def test_rash_strikes_as_soon_as_it_looks_ahead_and_patient_goes_on() -> None:
    t = table(person("ren", chi=3), pools=("two two two", "four three two"))
    t.plays(sei.focuses("four"), ren.focuses("two"))
    assert answer_of(t, 1, "rash") == Strike()
    assert answer_of(t, 1, "patient") == Focus("pool", 0)


def test_reading_strikes_before_the_other_can_catch_up() -> None:
    """Sei leads by more than one unseen card is likely to be worth; going on would only let Ren focus more."""
    t = table(person("ren", chi=4), person("sei", chi=4), pools=("two two two", "four zero zero"))
    t.plays(sei.focuses("four"), ren.focuses("two"))
    assert answer_of(t, 1, "reading") == Strike()


def test_cards_whose_text_is_worth_more_go_first() -> None:
    doubled = card("doubled", fe(do("fv", op="add", amount=3, which="this")), focus=2)
    t = table(doubled, person("sei", chi=1), pools=("two two two", "four doubled one"))
    assert answer_of(t, 1, "reading") == Focus("pool", 1)


def test_a_card_whose_text_harms_its_player_goes_last() -> None:
    cursed = card("cursed", fe(do("stat", stat="chi", amount=-3, until="duel")), focus=4)
    t = table(cursed, person("sei", chi=2), pools=("two two two", "cursed three one"))
    assert answer_of(t, 1, "reading") == Focus("pool", 1)


# --- other questions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("temper", [*TEMPERS, "searching"])
def test_a_lost_duel_is_refused_when_refusing_costs_nothing(temper: str) -> None:
    t = table(person("ren", chi=9), person("sei", chi=1), action=MAY_REFUSE, pools=("four three two", "two one one"))
    assert answer_of(t, 1, temper) == Refuse()


@pytest.mark.parametrize("temper", [*TEMPERS, "searching"])
def test_a_won_duel_is_accepted(temper: str) -> None:
    t = table(person("ren", chi=1), person("sei", chi=9), action=MAY_REFUSE, pools=("four three two", "two one one"))
    assert answer_of(t, 1, temper) == Accept()


@pytest.mark.parametrize("temper", [*TEMPERS, "searching"])
def test_a_reaction_that_saves_the_duel_is_played(temper: str) -> None:
    swap = card("swap", reaction("before consequences", do("outcome", result="swap"), if_=[{"lost": "own"}]), focus=0)
    t = table(swap, person("ren", chi=6), action=TO_THE_DEATH, pools=("two", "two"), hands=("", "swap"))
    t.plays(sei.strikes())
    assert answer_of(t, 1, temper) == Use("hand", 0, 0)


@pytest.mark.parametrize("temper", [*TEMPERS, "searching"])
def test_a_reaction_that_throws_the_duel_away_is_not(temper: str) -> None:
    swap = card("swap", reaction("before consequences", do("outcome", result="swap")), focus=0)
    t = table(swap, person("sei", chi=6), action=TO_THE_DEATH, pools=("two", "two"), hands=("", "swap"))
    t.plays(sei.strikes())
    assert answer_of(t, 1, temper) == Pass()


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_strongest_is_sent_against_the_weakest(temper: str) -> None:
    t = table(person("aya", chi=5), person("kei", chi=1), people=("ren, aya", "sei, kei"), pools=("two", "two"))
    picked = answer_of(t, 0, temper)
    assert picked == Pick(1)
    t.session.submit(0, picked)
    assert answer_of(t, 0, temper) == Pick(3)


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_sole_duelist_goes_first_when_ahead_and_else_waits(temper: str) -> None:
    for chi, first in ((5, PickSide(1)), (2, PickSide(0))):
        t = table(person("sei", chi=chi, keywords=["Duelist"]), pools=("two two", "two two"))
        assert t.session.asked_of(1).purpose == "first-opportunity"
        assert answer_of(t, 1, temper) == first


@pytest.mark.parametrize("temper", TEMPERS)
def test_own_effects_that_stop_others_come_first(temper: str) -> None:
    stops = card("stops", fe(do("fe-negate", who="opponent")), focus=1)
    grows = card("grows", fe(do("fv", op="add", amount=2, which="this")), focus=1)
    t = table(stops, grows, pools=("stops two", "grows two"))
    t.plays(sei.focuses("grows"), ren.focuses("stops"), sei.strikes())
    assert t.key_of(answer_of(t, 0, temper), 0) == "stops"


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_lowest_card_is_discarded(temper: str) -> None:
    takes = card("takes", fe(do("discard", who="opponent", amount=1)), focus=2)
    t = table(takes, pools=("takes", "two"), hands=("", "three one four"))
    t.plays(sei.focuses("two"), ren.focuses("takes"), sei.strikes())
    assert answer_of(t, 1, temper) == PickSlot(1)


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_best_of_a_pool_goes_back_uppermost(temper: str) -> None:
    t = table(pools=("two", "one four two"))
    t.plays(sei.strikes())
    assert t.session.asked_of(1).purpose == "return-pool"
    assert answer_of(t, 1, temper) == (1, 2, 0)


@pytest.mark.parametrize("temper", TEMPERS)
def test_gold_is_paid_for_what_it_buys(temper: str) -> None:
    bought = card(
        "bought", fe(do("fv", op="add", which="this", amount={"paid": True}), optional=True, cost=[{"gold_up_to": 3}])
    )
    t = table(bought, pools=("two", "bought two"), gold=(0, 3))
    t.plays(sei.focuses("bought"), ren.focuses("two"), sei.strikes())
    wants = answer_of(t, 1, temper)
    assert isinstance(wants, Use)
    t.session.submit(1, wants)
    assert answer_of(t, 1, temper) == 3


@pytest.mark.parametrize("temper", TEMPERS)
def test_harm_goes_to_the_others_best(temper: str) -> None:
    bows = card("bows", fe(do("bow", target={"who": "any", "type": "personality"})), focus=1)
    t = table(bows, person("kei", chi=6), people=("ren", "sei, kei"), pools=("bows two", "two two"))
    t.plays(ren.picks("sei", "challenged"), sei.focuses("two"), ren.focuses("bows"), sei.strikes())
    assert t.session.asked_of(0).purpose == "target"
    chosen = answer_of(t, 0, temper)
    assert t.state.pieces[chosen.piece].controller == 1


@pytest.mark.parametrize("temper", TEMPERS)
def test_an_endless_exchange_of_cards_comes_to_an_end(temper: str) -> None:
    """Two cards that may each be swapped for the other: a player who always swapped would never be done."""
    swaps = card("swaps", fe(do("focused-cards", act="swap", which="chosen", from_="hand"), optional=True), focus=3)
    t = table(swaps, pools=("two", "swaps two"), hands=("", "swaps swaps"))
    t.plays(sei.focuses("swaps"), ren.focuses("two"), sei.strikes())
    for _ in range(40):
        if t.session.finished:
            return
        for seat in list(t.session.asked):
            t.session.submit(seat, answer_of(t, seat, temper))
    pytest.fail("still exchanging cards")


def test_who_wins_ties_counts_them_as_won() -> None:
    """With nothing to choose between but a tie, who wins ties strikes into it."""
    keen = person("sei", static(do("outcome", result="wins-ties")))
    t = table(keen, pools=("four four four", "zero zero zero"))
    assert answer_of(t, 1, "reading") == Strike()
