"""The check in its seven steps."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.rpg.options import Assist, Bear
from tests.rpg.script import Table, art, begun, knows, samurai, table, trait

STRIKE = "A stance void\n A action attack strike katana\n"


def striker(**given: Any) -> Table:
    """A with katana in hand, Melee 1 unless told, in Void stance; B unarmoured enough."""
    one = samurai("Aki", "katana/1-hand", **{"melee": 1, **given})
    return begun(one, samurai("Bun", "katana/1-hand", honor=60))


# --- pool ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.check.pool")
def test_the_pool_is_the_stances_ring_and_the_skill() -> None:
    t = striker(fire=3, melee=2)
    t.run("A stance fire\n A action attack strike katana")
    check = t.last("check-begun")
    assert (check.ring, check.ring_dice, check.skill_dice) == ("fire", 3, 2)
    assert t.duel.check.limit == 3


@pytest.mark.clause("rpg.check.pool")
def test_a_void_point_adds_a_ring_die_to_roll_and_to_keep_and_is_told_before_the_roll() -> None:
    t = striker(void_points=1)
    t.run(STRIKE + "A seize-the-moment yes\n dice s s s | s\n A keep 1 2 3")
    assert t.A.void_points == 0
    assert t.last("dice-kept").slots == (0, 1, 2)


@pytest.mark.clause("rpg.check.pool")
def test_without_void_points_the_moment_is_not_offered() -> None:
    t = striker()
    t.run(STRIKE + "dice blank\n A keep 1").on()
    assert not t.events("moment-seized")


@pytest.mark.clause("rpg.check.pool")
def test_assistants_add_dice_and_keeps_and_may_take_the_strife_upon_themselves() -> None:
    t = striker(void_points=1)
    t.run("A stance fire\n A action attack strike katana")
    t.session.rule("Ume", Assist(1, 1), "two seconds call advice")
    assert (t.duel.check.ring_dice, t.duel.check.skill_dice, t.duel.check.limit) == (3, 2, 4)
    t.run("dice st st s | s s\n A keep 1 2 3 4\n A assistants-take-strife 2")
    assert t.A.strife == 1, "only the staredown's"
    assert t.last("check-resolved").bonus == 2, "negated strife is nothing to Fire either"


# --- changes of rolled dice --------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.check.modify")
def test_a_distinction_rerolls_up_to_two_dice_and_an_adversity_two_that_show_success() -> None:
    t = striker(void=3, traits=(trait("Keen", "distinction", "melee", ring="void"),))
    t.run(STRIKE + "dice - - s | s\n A distinction 1 2\n dice s s")
    assert [(e.slots, e.source) for e in t.events("dice-changed")] == [((0, 1), "Keen")]
    t = striker(void=3, traits=(trait("Slow", "adversity", "melee", ring="void"),), void_points=0, void_max=3)
    t.run(STRIKE + "dice s s - | s\n A adversity 1 3\n dice - -\n A keep 1 2").on()
    assert t.last("check-resolved").passed is False
    assert t.A.void_points == 1, "a failure with a resolved adversity is worth a Void point"


@pytest.mark.clause("rpg.check.modify")
def test_fewer_than_two_successes_are_all_rerolled_by_an_adversity_without_a_question() -> None:
    t = striker(traits=(trait("Slow", "adversity", "melee", ring="void"),))
    t.run(STRIKE + "dice s - | -\n dice s\n A keep 1")
    assert t.last("dice-changed").slots == (0,)


@pytest.mark.clause("rpg.check.modify")
def test_opposites_cancel_and_one_of_each_kind_is_resolved() -> None:
    good, bad = trait("Keen", "distinction", "melee", ring="void"), trait("Slow", "adversity", "melee", ring="void")
    t = striker(traits=(good, bad))
    t.run(STRIKE + "dice s - | -\n A keep 1")
    assert not t.events("trait-applied")
    other = trait("Swift", "distinction", "melee", ring="void")
    t = striker(traits=(good, other))
    t.run(STRIKE + "dice s - | -\n A which-distinction Swift\n A distinction none\n A keep 1")
    assert [event.trait for event in t.events("trait-applied")] == ["Swift"]


@pytest.mark.clause("rpg.check.modify")
def test_a_passion_removes_3_strife_after_the_check_and_an_anxiety_brings_3_with_a_void_point_once() -> None:
    t = striker(traits=(trait("Calm", "passion", "melee", ring="void"),), strife=4)
    t.run(STRIKE + "dice - - | -\n A keep 1\n B stance void")
    assert t.A.strife == 2, "4 and the staredown's 1, less 3"
    t = striker(traits=(trait("Fear", "anxiety", "melee", ring="void"),), composure=20)
    for round_, points in ((1, 1), (2, 1)):
        t.run(STRIKE + "A seize-the-moment go-on\n" * (round_ == 2) + "dice - - | -\n A keep 1\n B stance void")
        assert t.A.void_points == points
    assert t.A.strife == 3 + 3 + 1 + 2


@pytest.mark.clause("rpg.check.modify")
def test_an_anxiety_that_makes_one_compromised_is_answered_after_the_check() -> None:
    t = striker(traits=(trait("Fear", "anxiety", "melee", ring="void"),), composure=3)
    t.run(STRIKE + "dice s s | -\n A keep 1 2")
    t.run("B finishing-blow go-on")
    assert t.B.fatigue == 3, "the strike had its effect before"


@pytest.mark.clause("rpg.check.modify", "rpg.judges")
def test_the_table_says_whether_an_advantage_bears_on_a_check() -> None:
    t = striker(traits=(trait("Seafarer", "distinction"),), void_points=1)
    t.run(STRIKE)
    t.session.rule("Ume", Bear("Seafarer", applies=True), "the deck rolls")
    t.run("A seize-the-moment go-on\n dice - - | -\n A distinction 1\n dice s\n A keep 1")
    assert t.last("trait-applied").trait == "Seafarer"


# --- keeping -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.check.keep")
def test_one_die_to_the_rings_value_are_kept() -> None:
    t = striker()
    t.run(STRIKE + "dice s s | s")
    assert "1 to 2" in t.refuses("A keep none")
    assert "1 to 2" in t.refuses("A keep 1 2 3")
    assert "ascending" in t.refuses("A keep 2 1")
    assert t.options("A") == ["(0,)", "(1,)", "(2,)", "(0, 1)", "(0, 2)", "(1, 2)"]


@pytest.mark.clause("rpg.check.keep", "rpg.compromised")
def test_the_compromised_keep_no_die_with_strife_and_may_keep_none() -> None:
    t = striker(composure=0)
    t.run(STRIKE + "dice st s | -")
    assert "strife" in t.refuses("A keep 1")
    assert t.options("A") == ["()", "(1,)", "(2,)", "(1, 2)"]
    t.run("A keep none").on()
    check = t.last("check-resolved")
    assert (check.passed, check.shortfall) == (False, 2)


@pytest.mark.clause("rpg.check.keep", "rpg.compromised")
def test_a_compromised_roller_who_may_keep_nothing_is_not_asked() -> None:
    t = striker(composure=0, melee=0)
    t.run(STRIKE + "dice st ot").on()
    assert t.last("dice-kept").slots == ()


@pytest.mark.clause("rpg.check.keep", "rpg.check.opportunity")
def test_a_die_that_an_effect_adds_is_beyond_the_limit() -> None:
    t = striker()
    t.run(
        "A stance air\n A action attack strike katana\n dice o - | -\n A keep 1\n A opportunity kept-die\nB stance void"
    )
    t.run(STRIKE + "dice s s | -\n A keep 1 2")
    assert t.duel.check.kept == [4, 4, 2]
    assert t.last("dice-added").dice == (2,)


# --- explosions --------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.check.explode")
def test_kept_explosions_roll_dice_of_their_types_beyond_the_limit_without_end() -> None:
    t = striker()
    t.run(STRIKE + "dice et - | e\n A keep 1 3")
    t.run("dice et e\n A keep-exploded 1 2\n dice s e\n A keep-exploded 1 2\n dice -\n A keep-exploded none").on()
    assert t.last("check-resolved").bonus == 4, "6 successes against TN 2"


@pytest.mark.clause("rpg.check.explode")
def test_an_explosive_success_that_is_not_kept_does_not_explode_and_a_chain_die_may_be_dropped() -> None:
    t = striker()
    t.run(STRIKE + "dice et s | e\n A keep 2").on()
    assert not t.events("dice-exploded")
    t = striker()
    t.run(STRIKE + "dice - s | e\n A keep 2 3\n dice e")
    assert t.session.view(1).state.check.exploded == [17], "all see what came up"
    t.run("A keep-exploded none").on()
    assert len(t.events("dice-exploded")) == 1
    assert t.last("check-resolved").bonus == 0


@pytest.mark.clause("rpg.check.explode", "rpg.compromised")
def test_a_compromised_roller_drops_chain_dice_with_strife() -> None:
    t = striker(composure=0)
    t.run(STRIKE + "dice - s | e\n A keep 2 3\n dice et").on()
    assert not t.events("dice-added")


@pytest.mark.clause("rpg.check.explode")
def test_the_kept_dice_are_chosen_before_any_explosion_is_seen() -> None:
    t = striker()
    t.run(STRIKE + "dice - s | e\n A keep 2 3")
    assert "dice explosion" in t.asked()
    kinds = [event.kind for event in t.session.referee.events[-2:]]
    assert kinds[-1] == "dice-kept"


# --- symbols -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.check.symbols")
def test_strife_comes_before_opportunity_and_opportunity_before_successes() -> None:
    t = striker()
    t.run("A stance earth\n A action attack strike katana\n dice st ot | so\n A keep 2 3")
    assert "A opportunity" in t.asked()
    assert t.A.strife == 2
    assert len(t.events("check-resolved")) == 2, "those of initiative"
    t.run("A opportunity shed-strife")
    assert t.A.strife == 1
    t.on()
    assert len(t.events("check-resolved")) == 3


@pytest.mark.clause("rpg.check.symbols", "rpg.check.opportunity")
def test_removing_strife_of_the_check_does_not_prevent_becoming_compromised() -> None:
    t = striker(composure=2)
    t.run("A stance earth\n A action attack strike katana\n dice ot ot | -\n A keep 1 2")
    t.run("B finishing-blow go-on\n A opportunity shed-strife 2")
    assert [event.seat for event in t.events("became-compromised")] == [0]
    assert t.A.strife == 1


@pytest.mark.clause("rpg.check.opportunity")
def test_opportunity_may_be_spent_on_a_failure_but_changes_no_result() -> None:
    t = striker()
    t.run(
        "A stance water\n A action attack strike katana\n dice o - | o\n A keep 1 3\n A opportunity learn-easiest-way"
    )
    t.run("A opportunity calm").on()
    assert t.last("check-resolved").passed is False
    assert t.A.strife == 0


@pytest.mark.clause("rpg.check.opportunity")
def test_each_way_is_open_once_unless_it_scales() -> None:
    t = striker(melee=2)
    t.run("A stance water\n A action attack strike katana\n dice o o | o o\n A keep 1 2")
    assert "spend razor-edged" in t.options("A")
    assert "spend razor-edged 2" in t.options("A")
    t.run("A opportunity calm")
    assert "spend calm" not in t.options("A")
    assert "spend razor-edged 2" not in t.options("A"), "one is left"


@pytest.mark.clause("rpg.check.opportunity")
@pytest.mark.parametrize(
    ("ring", "ways"),
    [
        ("air", ["kept-die", "learn-strife", "learn-trait", "ranged-harder"]),
        ("earth", ["brace", "reassure", "steady"]),
        ("fire", ["distract", "inflame", "overwhelm", "provoke"]),
        ("water", ["calm", "move", "pierce", "rest"]),
        ("void", ["attune", "transcend"]),
    ],
)
def test_the_ring_says_which_ways_are_open(ring: str, ways: list[str]) -> None:
    bad = trait("Slow", "adversity", "sailing")
    t = begun(
        samurai("Aki", "bokken/1-hand", fatigue=1, composure=0, traits=(bad,)),
        samurai("Bun", honor=60, traits=(bad,), strife=2),
    )
    t.run(f"A stance {ring}\n A action attack strike bokken\n dice o o\n A keep 1 2")
    found = {word.split()[1] for word in t.options("A") if word.startswith("spend")}
    assert sorted(found - {"learn-easiest-way", "assist-next"}) == ways


WAY = "A stance {}\n A action attack strike bokken\n dice o o\n A keep 1 2\n A opportunity {}\n"


def spending(ring: str, way: str, lines: str = "", **given: Any) -> Table:
    """A spends on a failed strike, then goes on to B's turn."""
    one = samurai("Aki", "bokken/1-hand", **{"strife": 3, "fatigue": 3, **given})
    t = begun(one, samurai("Bun", "katana/1-hand shuriken/thrown", honor=60, strife=3, fatigue=3))
    return t.run(WAY.format(ring, way) + lines)


@pytest.mark.clause("rpg.check.opportunity")
def test_what_simple_ways_do() -> None:
    assert spending("earth", "reassure").B.strife == 2
    assert spending("water", "calm").A.strife == 2
    assert spending("water", "rest").A.fatigue == 2
    assert spending("water", "move").A.moved == 1
    assert spending("fire", "inflame").B.strife == 6
    t = spending("air", "learn-strife")
    assert t.last("learned").words == ("strife 4",)
    seen: Any = t.session.events("spectator")[-1]
    assert seen.words == ()


@pytest.mark.clause("rpg.check.opportunity")
def test_fire_can_make_the_next_check_that_leaves_one_out_harder() -> None:
    t = spending("fire", "distract", "B stance void\n B action attack strike katana\n")
    assert t.last("check-begun").tn == 2, "this one has A for its target"
    assert not t.B.lasting, "and it was the next check"
    t = spending("fire", "distract")
    t.run("B stance void\n B action go-on\n A stance void\n A action attack strike bokken\n dice s s\n A keep 1 2")
    assert not [effect for effect in t.B.lasting if effect.name == "distracted"], "it lasted to the end of B's turn"


@pytest.mark.clause("rpg.check.opportunity")
def test_fire_can_make_it_costly_to_target_one() -> None:
    t = spending("fire", "provoke", "B stance void\n B action attack strike katana\n")
    assert t.B.strife == 3 + 1 + 2


@pytest.mark.clause("rpg.check.opportunity")
def test_air_makes_the_next_ranged_attack_harder() -> None:
    t = spending("air", "ranged-harder", "B stance void\n")
    t.run("B action attack strike shuriken")
    assert t.last("check-begun").reasons == (("air stance", 1), ("ranged-harder", 2))
    assert not t.A.lasting


@pytest.mark.clause("rpg.check.opportunity")
def test_void_eases_the_next_check_with_a_ring_and_lets_a_condition_be_ignored() -> None:
    t = spending(
        "void", "attune", "A easier-ring fire\n B stance void\n A stance fire\n A action attack strike bokken\n"
    )
    assert t.last("check-begun").tn == 1
    t = spending("void", "transcend", composure=1)
    assert [effect.about for effect in t.A.lasting] == ["compromised"]
    t.run("B stance void\n A stance void\n A action attack strike bokken\n dice st -\n A keep 1")
    assert t.last("dice-kept").slots == (0,), "as if not Compromised"


@pytest.mark.clause("rpg.check.opportunity", "rpg.harm.critical")
def test_earth_braces_against_the_next_critical_strike() -> None:
    t = begun(samurai("Aki", "bokken/1-hand"), samurai("Bun", honor=60, known=(art(critical=6),)))
    t.run(WAY.format("earth", "brace 2") + "B stance void\n B action attack art\n dice s -\n B keep 1")
    assert t.last("critical-inflicted").severity == 4
    assert not t.A.lasting


@pytest.mark.clause("rpg.check.opportunity", "rpg.harm.critical")
def test_fire_makes_the_next_critical_strike_harder_to_resist() -> None:
    t = begun(samurai("Aki", known=(art(critical=6),)), samurai("Bun", honor=60))
    t.run("A stance fire\n A action attack art\n dice s o\n A keep 1 2\n A opportunity overwhelm")
    assert t.last("check-begun").tn == 2


@pytest.mark.clause("rpg.check.opportunity", "rpg.harm.damage")
def test_water_pierces_resistance() -> None:
    t = begun(samurai("Aki", "katana/1-hand"), samurai("Bun", honor=60, armour="plated-armour"))
    t.run("A stance water\n A action attack strike katana\n dice s s\n A keep 1 2").on()
    assert t.B.fatigue == 0
    t = begun(samurai("Aki", "katana/1-hand", water=3, melee=1), samurai("Bun", honor=60, armour="plated-armour"))
    t.run("A stance water\n A action attack strike katana\n dice s s - | so\n A keep 1 2 4")
    t.run("A opportunity pierce").on()
    assert t.B.fatigue == 1, "4 and a bonus success, of which armour now stops 4"


@pytest.mark.clause("rpg.check.opportunity", "rpg.check.pool")
def test_assisting_the_next_similar_attempt() -> None:
    for ranks, dice in ((0, (3, 0)), (1, (2, 1))):
        t = begun(samurai("Aki", "bokken/1-hand", melee=ranks), samurai("Bun", "katana/1-hand", honor=60))
        t.run("A stance water\n A action attack strike bokken\n dice o o" + " | -" * ranks + "\n A keep 1 2")
        t.run("A opportunity assist-next\n B stance void\n B action attack strike katana")
        assert t.duel.check.limit == 3
        assert (t.duel.check.ring_dice, t.duel.check.skill_dice) == dice, "the ranks are those of who assists"


@pytest.mark.clause("rpg.check.opportunity", "rpg.check.modify")
def test_earth_lets_an_own_disadvantage_rest() -> None:
    bad = trait("Slow", "adversity", "melee", ring="void")
    t = spending("earth", "steady", "B stance void\n A stance void\n A action attack strike bokken\n", traits=(bad,))
    assert t.duel.check.traits == []


@pytest.mark.clause("rpg.check.opportunity", "rpg.init.check")
def test_initiative_has_ways_of_its_own() -> None:
    bad = trait("Slow", "adversity", "melee", ring="void")
    t = table(samurai("Aki"), samurai("Bun", honor=60, traits=(bad,)))
    t.run("B initiative-ring void\n dice o -\n B keep 1\n B opportunity sense-otherworldly")
    t.run("A initiative-ring earth\n dice o -\n A keep 1\n A opportunity cover-disadvantage")
    assert [effect.about for effect in t.B.lasting] == ["Slow"]
    t = table(samurai("Aki"), samurai("Bun", honor=60, traits=(bad, trait("Mute", "anxiety"))))
    t.run("B initiative-ring water\n dice o -\n B keep 1\n B opportunity assess-terrain")
    t.run("A initiative-ring air\n dice o -\n A keep 1\n A opportunity learn-disadvantage\n B tell-disadvantage Mute")
    assert t.last("learned").words == ("Mute",)


@pytest.mark.clause("rpg.check.opportunity")
def test_bonus_successes_open_no_new_ways_and_support_checks_quicken() -> None:
    t = begun(samurai("Aki", "katana/1-hand", known=(knows("hallow", tn=1),)))
    t.run("A stance void\n A action use hallow katana\n dice s o\n A keep 1 2")
    assert "spend quicken" in t.options("A")
    assert "spend overwhelm" not in t.options("A")
