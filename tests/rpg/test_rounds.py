"""Initiative, the staredown, turns and rounds, stances."""

from __future__ import annotations

import pytest

from iaijutsu.rpg.characters import Burden
from tests.rpg.script import art, begun, knows, samurai, table

# --- initiative ------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.init.check", "rpg.init.once")
def test_initiative_is_a_meditation_check_that_sets_the_stance_and_higher_honor_rolls_first() -> None:
    t = table(samurai("Aki", meditation=1))
    t.run("""
        B initiative-ring earth
        dice blank
        B keep 1
        A initiative-ring fire
    """)
    check = t.last("check-begun")
    assert (check.skill, check.tn, check.ring, check.ring_dice, check.skill_dice) == ("meditation", 1, "fire", 2, 1)
    assert (t.A.stance, t.B.stance) == ("fire", "earth")
    t.run("dice st - | -\n A keep 1 2")
    assert t.A.strife == 1, "strife from the check is real"
    t.on()
    assert len(t.events("initiative-set")) == 2


@pytest.mark.clause("rpg.init.value")
@pytest.mark.parametrize(
    ("prepared", "dice", "keep", "value"),
    [
        (True, "- -", "1", 5),
        (True, "s -", "1", 6),
        (True, "s s", "1 2", 7),
        (False, "- -", "1", 2),
        (False, "s s", "1 2", 4),
    ],
)
def test_initiative_is_focus_or_vigilance_and_more_on_success(prepared: bool, dice: str, keep: str, value: int) -> None:
    t = table(samurai("Aki", fire=3, honor=90), prepared=(prepared, True))
    t.run(f"A initiative-ring air\n dice {dice}\n A keep {keep}")
    assert t.A.initiative == value


@pytest.mark.clause("rpg.init.value", "rpg.check.opportunity")
def test_fire_opportunity_gives_focus_to_the_surprised() -> None:
    t = table(samurai("Aki", fire=3, honor=90), prepared=(False, True))
    t.run("A initiative-ring fire\n dice s o -\n A keep 1 2\n A opportunity focus-though-surprised")
    assert t.A.initiative == 6


@pytest.mark.clause("rpg.init.once", "rpg.turns.order")
def test_equal_honor_is_settled_by_kind_and_then_by_chance() -> None:
    t = table(samurai("Aki", honor=60, kind="adversary"))
    assert "B initiative-ring" in t.asked()
    t = table(samurai("Aki", honor=60, kind="minion"), samurai("Bun", honor=60, kind="adversary"))
    assert "B initiative-ring" in t.asked()
    t = table(samurai("Aki", honor=60))
    assert "dice tie" in t.asked()
    t.session.submit(-1, (1,))
    assert "B initiative-ring" in t.asked()


# --- the staredown ---------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.staredown.strife")
def test_both_receive_strife_equal_to_the_round_every_round() -> None:
    t = begun(samurai("Aki", composure=20), samurai("Bun", composure=20, honor=60))
    for sums in (1, 3, 6, 10, 15):
        t.run("A stance void\n B stance void")
        assert (t.A.strife, t.B.strife) == (sums, sums)


@pytest.mark.clause("rpg.staredown.strife", "rpg.compromised")
def test_after_three_rounds_composure_6_is_kept_and_composure_4_is_not() -> None:
    t = begun(samurai("Aki", composure=6), samurai("Bun", composure=4, honor=60))
    t.run("A stance void\n B stance void\n A stance void\n B stance void\n A stance void")
    assert [event.seat for event in t.events("became-compromised")] == [1]
    assert (t.A.strife, t.B.strife) == (6, 6)


@pytest.mark.clause("rpg.staredown.strife", "rpg.staredown.no-bid", "rpg.blow.interrupt")
def test_mandatory_strife_triggers_a_blow_before_the_bid_and_who_is_compromised_does_not_bid() -> None:
    t = begun(samurai("Aki", composure=6, strife=5), samurai("Bun", "katana/1-hand", honor=60))
    t.run("""
        A stance void
        B stance void
        B finishing-blow attack strike katana
        dice - -
        B keep 1
    """)
    assert "B bid" in t.asked()
    assert "A bid" not in t.asked()
    t.run("B bid 3\n B stance void")
    assert t.last("bids-revealed").bids == (-1, 3)
    assert (t.A.gained, t.B.gained) == (0, 3)


@pytest.mark.clause("rpg.staredown.bid")
def test_bids_are_up_to_focus_suffered_by_both_and_added_to_initiative() -> None:
    t = begun()
    t.until("A bid")
    assert t.options("A") == ["0", "1", "2", "3", "4"]
    assert "from 0 to 4" in t.refuses("A bid 5")
    t.run("A bid 1\n B bid 2")
    assert (t.A.strife, t.B.strife) == (2, 3)
    assert (t.A.gained, t.B.gained) == (1, 2)
    assert "B stance" in t.asked(), "B is faster now"


@pytest.mark.clause("rpg.staredown.bid")
def test_a_bid_may_make_its_bidder_compromised() -> None:
    t = begun(samurai("Aki", composure=6, focus=6), samurai("Bun", "katana/1-hand", honor=60, focus=6))
    t.run("A bid 6")
    t.run("B bid 0")
    assert t.A.strife == 7
    assert t.A.gained == 6
    assert "B finishing-blow" in t.asked()


# --- turns -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.turns.order")
def test_higher_initiative_acts_first_and_lower_honor_breaks_a_tie() -> None:
    t = begun()
    t.run("A stance void\n B stance void")
    assert [event.seat for event in t.events("turn-began")] == [0, 1]
    t.run("B bid 1\n B stance void\n A stance void")
    assert [event.seat for event in t.events("turn-began")][2:] == [1, 0]


@pytest.mark.clause("rpg.round.reset")
def test_gains_of_initiative_go_at_the_end_of_the_round() -> None:
    t = begun()
    t.run("B bid 2\n A bid 0\n B stance void")
    assert t.B.gained == 2
    t.run("A stance void\n A concede go-on")
    assert (t.B.initiative, t.B.gained) == (4, 0)


@pytest.mark.clause("rpg.round.reset", "rpg.check.opportunity")
def test_initiative_gained_by_opportunity_goes_too() -> None:
    t = begun(samurai("Aki", "katana/1-hand", known=(knows("hallow", tn=1),)))
    t.run("""
        A stance void
        A action use hallow katana
        dice s o
        A keep 1 2
        A opportunity quicken
    """)
    assert t.A.gained == 1
    t.run("B stance void\n A concede go-on")
    assert t.A.gained == 0


@pytest.mark.clause("rpg.turns.start")
def test_a_turn_begins_with_unmasking_then_stance_then_grip() -> None:
    t = begun(samurai("Aki", "katana/1-hand", composure=0))
    t.until("A unmask").run("A unmask go-on")
    assert "A stance" in t.asked()
    t.run("A stance void")
    assert "A grip" in t.asked()
    assert t.options("A") == ["go-on", "hold katana 2-hand", "drop katana"]
    t.run("A grip go-on")
    assert "A action" in t.asked()


@pytest.mark.clause("rpg.turns.start", "rpg.items")
def test_grips_change_and_weapons_fall_at_the_start_of_a_turn() -> None:
    t = begun()
    t.run("A stance void\n A grip hold katana 2-hand\n B stance void")
    assert (t.A.weapons["katana"].place, t.A.weapons["katana"].grip) == ("readied", "2-hand")
    t.run("A stance void\n A grip drop katana")
    assert t.A.weapons["katana"].place == "dropped"


@pytest.mark.clause("rpg.turns.stance")
def test_a_stance_is_chosen_each_turn_and_holds_until_the_next() -> None:
    t = begun(stances="air earth")
    t.run("A stance fire")
    assert t.A.stance == "fire"
    t.run("B stance water")
    assert t.A.stance == "fire"
    t.run("A stance fire")
    assert t.A.stance == "fire", "the old one again is a choice"


@pytest.mark.clause("rpg.turns.stance", "rpg.harm.conditions")
def test_who_is_immobilized_keeps_the_old_stance() -> None:
    t = begun(samurai("Aki", burdens=(Burden("immobilized"),)), stances="earth void")
    t.until("A action")
    assert t.A.stance == "earth"
    assert not [event for event in t.events("stance-taken") if event.clause == "rpg.turns.stance"]


@pytest.mark.clause("rpg.turns.action", "rpg.stance.water", "rpg.action.water")
def test_one_action_a_turn_and_a_second_without_check_or_shared_type_in_water() -> None:
    t = begun(samurai("Aki", "katana"))
    t.run("A stance fire\n A action calming-breath\n B stance void")
    assert len(t.events("action-taken")) == 1
    t.run("A stance water\n A action ready katana 1-hand")
    second = t.options("A")
    assert "attack strike katana" in second, "Prepare Item and Strike share no type, and one has no check"
    assert "calming-breath" not in second, "Support and Support"
    assert "predict air" in second
    t.run("A action predict air\n B stance void\n B action go-on")
    assert len(t.events("action-taken")) == 3


@pytest.mark.clause("rpg.action.water")
def test_in_water_the_action_without_a_check_may_come_after_and_predict_never_joins_a_strike() -> None:
    t = begun()
    t.run("A stance water\n A action attack strike katana\n dice - -\n A keep 1")
    second = t.options("A")
    assert "calming-breath" in second
    assert not [word for word in second if word.startswith(("predict", "attack", "unique"))]
    t.run("A action calming-breath")
    assert "B stance" in t.asked()


@pytest.mark.clause("rpg.turns.action", "rpg.incapacitated")
def test_the_incapacitated_take_no_action_with_a_check_and_the_unconscious_none() -> None:
    t = begun(samurai("Aki", "katana/1-hand", fatigue=9), samurai("Bun", burdens=(Burden("unconscious"),), honor=60))
    t.run("A stance void")
    assert "calming-breath" in t.until("A action").options("A")
    assert not [word for word in t.options("A") if word.startswith(("attack", "unique", "treat"))]
    t.run("A action go-on\n A stance void")
    assert [event.seat for event in t.events("no-action")] == [0, 1]


@pytest.mark.clause("rpg.turns.end", "rpg.unmask", "rpg.harm.conditions")
def test_a_turn_ends_with_unmasking_and_then_with_conditions() -> None:
    dazed = samurai("Aki", "katana/1-hand", composure=0, burdens=(Burden("dazed"), Burden("disoriented")))
    t = begun(dazed)
    t.run("A stance void\n A action prepare")
    assert "dazed" in t.A.conditions
    t.run("A unmask rage honor")
    assert list(t.A.conditions) == ["disoriented"], "Support was done, Attack and Scheme were not"


# --- stances ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.stance.air")
@pytest.mark.parametrize(("rank", "tn"), [(1, 3), (3, 3), (4, 4)])
def test_air_makes_attacks_on_you_harder(rank: int, tn: int) -> None:
    t = begun(other=samurai("Bun", school_rank=rank, honor=60), stances="void air")
    t.run("A stance void\n A action attack strike katana")
    assert t.last("check-begun").tn == tn
    assert t.last("stance-counts").ring == "air"


@pytest.mark.clause("rpg.stance.air")
def test_air_does_not_change_other_checks() -> None:
    t = begun(samurai("Aki", "katana/1-hand", known=(knows("hallow", tn=2),)), stances="void air")
    t.run("A stance void\n A action use hallow katana")
    assert t.last("check-begun").tn == 2


@pytest.mark.clause("rpg.stance.earth")
def test_earth_forbids_to_buy_critical_strikes_and_conditions() -> None:
    wielder = samurai("Aki", "gao/1-hand", void=4, techniques="striking-as-fire")
    t = begun(wielder, samurai("Bun", honor=60), stances="void earth")
    t.run("A stance void\n A action attack strike gao\n dice s s o o\n A keep 1 2 3 4")
    assert "spend critical" not in t.options("A")
    assert "spend snare" not in t.options("A")
    assert t.last("stance-counts").ring == "earth"


@pytest.mark.clause("rpg.stance.earth", "rpg.techniques")
def test_earth_does_not_stop_what_only_makes_blows_deadlier_or_comes_by_itself() -> None:
    wielder = samurai("Aki", "katana/1-hand", fire=4, techniques="striking-as-fire heartpiercing-strike")
    t = begun(wielder, samurai("Bun", honor=60), stances="fire earth")
    t.run("A stance fire\n A action attack strike katana\n dice s s o o\n A keep 1 2 3 4")
    assert "spend razor-edged" in t.options("A")
    assert "spend striking-as-fire/target-critical" in t.options("A")
    t.run("A opportunity go-on\n B stance earth\n A stance fire")
    t.run("A action attack heartpiercing-strike katana\n dice s s s s\n A keep 1 2 3 4")
    assert t.last("critical-inflicted").severity == 5


@pytest.mark.clause("rpg.stance.fire")
def test_fire_turns_strife_kept_into_bonus_successes_on_a_success() -> None:
    t = begun(stances="fire void")
    t.run("A stance fire\n A action attack strike katana\n dice st st\n A keep 1 2")
    assert t.last("check-resolved").bonus == 2
    assert t.B.fatigue == 5, "4 and 2, less 1 for the clothes"
    t.run("B stance void\n A stance fire\n A action attack strike katana\n dice st ot\n A keep 1 2").on()
    assert t.last("check-resolved").bonus == 0, "not on a failure"


@pytest.mark.clause("rpg.stance.void")
def test_void_stance_spares_the_strife_of_kept_dice_but_not_the_staredowns() -> None:
    t = begun()
    t.run("A stance void\n A action attack strike katana\n dice st st\n A keep 1 2")
    assert t.A.strife == 1
    assert t.last("stance-counts").ring == "void"


@pytest.mark.clause("rpg.stance.water")
def test_other_stances_give_no_second_action() -> None:
    for stance in ("air", "earth", "fire", "void"):
        t = begun(samurai("Aki", "katana"))
        t.run(f"A stance {stance}\n A action ready katana 1-hand")
        assert "B stance" in t.asked()


@pytest.mark.clause("rpg.turns.start", "rpg.turns.end")
def test_the_dead_have_no_turn() -> None:
    t = begun(samurai("Aki", known=(art(critical=16),)), form="sparring")
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1")
    t.on()
    assert [event.seat for event in t.events("turn-began")] == [0]
