"""Situations that people asked about or reported, each played out with the ruling to expect."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.rpg.characters import Burden
from tests.rpg.script import art, begun, knows, samurai, table

KATANA = "katana/1-hand"
HIT = "A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n"


def bun(weapons: str = KATANA, **given: Any) -> Any:
    """B, honor 60."""
    return samurai("Bun", weapons, **{"honor": 60, **given})


@pytest.mark.clause("rpg.techniques", "rpg.blow.success")
def test_rising_blade_on_a_compromised_foe_and_as_a_finishing_blow() -> None:
    cutter = samurai("Aki", techniques="rising-blade", void=3, focus=4)
    cut = "attack rising-blade katana 1-hand\n dice s s s\n A keep 1 2 3"
    t = begun(cutter, bun(composure=0, strife=1))
    t.run(f"A stance void\n A action {cut}")
    assert t.last("critical-inflicted").severity == 5
    t = begun(cutter, bun(composure=0))
    t.run(f"A finishing-blow {cut}")
    assert t.last("critical-inflicted").severity == 10 + 2, "TN 1, so two of the three are bonus successes"


@pytest.mark.clause("rpg.action.strike", "rpg.action.water", "rpg.form.iaijutsu")
def test_in_the_first_turn_only_water_or_a_cut_strikes_with_a_sheathed_sword() -> None:
    plain = samurai("Aki")
    t = begun(plain, bun(), "first-strike")
    t.run("A stance fire")
    assert not [word for word in t.until("A action").options("A") if word.startswith("attack")]
    t = begun(plain, bun(), "first-strike")
    t.run("A stance water\n A action ready katana 1-hand\n A action attack strike katana")
    t = begun(samurai("Aki", techniques="crossing-blade"), bun(), "first-strike")
    t.run("A stance fire\n A action attack crossing-blade katana 1-hand")


@pytest.mark.clause("rpg.action.strike-critical", "rpg.techniques")
@pytest.mark.parametrize("cut", ["crossing-blade", "rising-blade"])
def test_the_two_opportunity_critical_is_strikes_own(cut: str) -> None:
    t = begun(samurai("Aki", techniques=cut, void=4, focus=4))
    t.run(f"A stance void\n A action attack {cut} katana 1-hand\n dice s s o o\n A keep 1 2 3 4")
    assert "spend critical" not in t.options("A")


@pytest.mark.clause("rpg.blow.choice", "rpg.form.iaijutsu")
def test_with_a_sheathed_sword_and_no_cut_a_blow_is_unarmed_if_the_terms_allow() -> None:
    t = begun(samurai("Aki"), bun(composure=0), "warriors")
    assert [w for w in t.until("A finishing-blow").options("A") if "attack" in w] == [
        "attack strike punch",
        "attack strike kick",
    ]
    t = begun(samurai("Aki"), bun(composure=0), "first-blood")
    assert not [w for w in t.until("A finishing-blow").options("A") if "attack" in w]


@pytest.mark.clause("rpg.range")
def test_a_weapon_of_range_2_and_one_of_range_0_reach_alike() -> None:
    t = begun(samurai("Aki", "yari/2-hand"), bun("jitte/1-hand"))
    t.run("A stance void\n A action attack strike yari\n dice s s\n A keep 1 2\n B stance void")
    t.run("B action attack strike jitte\n dice s s\n B keep 1 2").on()
    assert (t.B.fatigue, t.A.fatigue) == (4, 2)


@pytest.mark.clause("rpg.form.to-the-death", "rpg.objective", "rpg.blow.end")
def test_severity_13_in_a_duel_to_the_death() -> None:
    fighter = samurai("Aki", known=(art(critical=13, deadliness=6),))
    t = begun(fighter, bun(), "to-the-death")
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1")
    assert t.B.conditions == {"severely-wounded:void": 1, "bleeding": 1, "dying": 3}
    assert not t.session.finished, "an ordinary attack: at the end of the round"
    t.end("B stance void")
    assert t.duel.ended == "objective"
    t = begun(fighter, bun(composure=0), "to-the-death")
    t.run("A finishing-blow attack art\n dice s s\n A keep 1 2\n dice blank\n B keep none")
    assert t.last("critical-suffered").severity == 13
    assert t.session.finished, "a finishing blow: at once"


@pytest.mark.clause("rpg.blow.success")
def test_a_finishing_blow_deals_no_damage() -> None:
    t = begun(samurai("Aki", KATANA), bun(composure=0))
    t.run("A finishing-blow attack strike katana\n dice s s\n A keep 1 2\n dice blank\n B keep none")
    assert t.B.fatigue == 0
    assert not t.events("damage-suffered")
    assert t.A.fatigued == 0


@pytest.mark.clause("rpg.harm.critical", "rpg.form.first-strike")
@pytest.mark.parametrize(("ruling", "met"), [("counts", True), ("not", False)])
def test_a_close_call_damages_the_clothes_and_is_a_first_strike_by_our_reading(ruling: str, met: bool) -> None:
    fighter = samurai("Aki", known=(art(critical=3),))
    t = begun(fighter, bun(), "first-strike", rulings={"first_strike_close_call": ruling})
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n dice s -\n B keep 1")
    assert t.last("critical-suffered").severity == 2
    assert t.B.armour.damaged
    assert bool(t.events("achieved")) is met
    t.run("B stance void").on()
    assert t.session.finished is met


@pytest.mark.clause("rpg.incapacitated", "rpg.harm.damage")
def test_crossing_endurance_is_no_critical_strike_and_the_next_undefended_hit_is() -> None:
    t = begun(samurai("Aki", "nodachi/2-hand"), bun(endurance=10, fatigue=8))
    t.run("A stance void\n A action attack strike nodachi\n dice s s\n A keep 1 2").until("B stance")
    assert t.B.fatigue == 12
    assert not t.events("critical-inflicted")
    t.run(
        "B stance void\n A stance void\n A action attack strike nodachi\n dice s s\n A keep 1 2\n dice blank\n B keep 1"
    )
    assert t.last("critical-suffered").severity == 6
    assert "unconscious" in t.B.conditions


@pytest.mark.clause("rpg.incapacitated", "rpg.compromised")
def test_equality_is_neither_incapacitated_nor_compromised() -> None:
    t = begun(samurai("Aki", KATANA), bun(endurance=10, fatigue=7, composure=8, strife=7))
    t.run(HIT).until("B stance")
    assert (t.B.fatigue, t.B.strife) == (10, 8)
    assert not t.events("became-incapacitated")
    assert not t.events("became-compromised")


@pytest.mark.clause("rpg.action.strike-critical")
def test_two_opportunity_on_a_miss_are_no_critical_strike() -> None:
    t = begun(samurai("Aki", KATANA, void=3, focus=4))
    t.run("A stance void\n A action attack strike katana\n dice s o o\n A keep 1 2 3")
    assert "spend critical" not in t.options("A")


@pytest.mark.clause("rpg.staredown.strife", "rpg.compromised")
def test_the_staredown_adds_up_to_6_in_three_rounds() -> None:
    t = begun(samurai("Aki", composure=6), bun(composure=4))
    for _ in range(3):
        t.run("A stance void").until("B stance").run("B stance void")
    assert t.A.strife == t.B.strife == 6
    assert [event.seat for event in t.events("became-compromised")] == [1]


@pytest.mark.clause("rpg.staredown.strife", "rpg.staredown.no-bid", "rpg.blow.interrupt")
def test_automatic_strife_hits_before_anybody_acts() -> None:
    t = begun(samurai("Aki", composure=6, strife=4), bun(composure=20))
    t.run("A stance void\n B stance void")
    assert t.A.strife == 5
    t.run("A concede go-on\n B concede go-on")
    assert t.A.strife == 7
    assert "B finishing-blow" in t.asked()
    t.run("B finishing-blow go-on")
    assert "A bid" not in t.asked()
    assert len(t.events("turn-began")) == 2, "those of the first round"


@pytest.mark.clause("rpg.blow.simultaneous")
def test_both_tip_over_together_and_the_lower_honors_blow_kills() -> None:
    killer = samurai("Aki", known=(art(critical=1, deadliness=8),), composure=0)
    t = begun(killer, bun(composure=0), "warriors")
    t.run("A finishing-blow attack art\n dice s -\n A keep 1\n dice blank\n B keep none")
    assert t.B.dead
    assert t.session.finished
    assert [event.seat for event in t.events("action-taken")] == [0]


@pytest.mark.clause("rpg.staredown.bid", "rpg.blow.trigger")
def test_a_bid_may_be_suicide() -> None:
    t = begun(samurai("Aki", focus=6, composure=6), bun(focus=6))
    t.run("A bid 6\n B bid 0")
    assert t.A.strife == 7
    assert t.A.initiative + t.A.gained == 12
    assert "B finishing-blow" in t.asked()


@pytest.mark.clause("rpg.unmask")
def test_unmasking_at_4_of_8_or_twice_is_illegal() -> None:
    t = begun(samurai("Aki", KATANA, composure=8, strife=3))
    assert "A unmask" not in t.until("A stance").asked()
    t = begun(samurai("Aki", KATANA, composure=1, strife=1))
    t.run("A unmask rage honor\n A stance void\n B stance void\n A stance void\n A action go-on").until("B stance")
    assert t.A.strife > t.A.loadout.character.composure
    assert len(t.events("unmasked")) == 1


@pytest.mark.clause("rpg.blow.out-of-turn", "rpg.blow.trigger")
def test_unmasking_after_a_used_blow_gives_no_other() -> None:
    t = begun(samurai("Aki", KATANA), bun(composure=0))
    t.run("A finishing-blow attack strike katana\n dice - -\n A keep 1\n A stance void\n B unmask rage honor")
    assert "B stance" in t.asked()


@pytest.mark.clause("rpg.stance.earth")
def test_earth_blocks_bought_criticals_and_snares_but_not_blows_or_sharper_edges() -> None:
    fighter = samurai("Aki", "gao/1-hand katana/1-hand", fire=4, focus=4, techniques="striking-as-fire")
    t = begun(fighter, bun(), stances="fire earth")
    t.run("A stance fire\n A action attack strike gao\n dice s s o o\n A keep 1 2 3 4")
    ways = [word.split()[1] for word in t.options("A")[1:]]
    assert "critical" not in ways
    assert "snare" not in ways
    assert "striking-as-fire/target-critical" in ways
    t = begun(fighter, bun(composure=0), stances="fire earth")
    t.run("A finishing-blow attack strike katana\n dice s s o o\n A keep 1 2 3 4")
    assert "spend razor-edged" in t.options("A")
    t.run("A opportunity go-on")
    assert t.last("critical-inflicted").severity == 10


@pytest.mark.clause("rpg.action.predict")
def test_void_can_never_be_predicted() -> None:
    t = begun()
    t.run("A stance void")
    assert [w for w in t.until("A action").options("A") if "predict" in w] == [
        f"predict {ring}" for ring in ("air", "earth", "fire", "water")
    ]


@pytest.mark.clause("rpg.check.keep", "rpg.check.explode")
def test_added_and_exploded_dice_do_not_count_against_the_limit() -> None:
    t = begun(samurai("Aki", KATANA))
    t.run("A stance void\n A action attack strike katana\n dice et et\n A keep 1 2\n dice et s\n A keep-exploded 1 2")
    t.run("dice s\n A keep-exploded 1").until("B stance")
    assert t.last("check-resolved").bonus == 3


@pytest.mark.clause("rpg.harm.damage", "rpg.incapacitated")
def test_a_void_point_not_to_defend_is_refused_to_the_incapacitated() -> None:
    t = begun(other=bun(void_points=1)).run(HIT + "B suffer-a-critical-strike yes")
    assert t.last("critical-inflicted").severity == 5
    t = begun(other=bun(void_points=1, fatigue=9))
    t.run(HIT)
    assert "B suffer-a-critical-strike" not in t.asked()
    assert t.last("did-not-defend").chosen is False


@pytest.mark.clause("rpg.techniques", "rpg.blow.choice")
def test_heartpiercing_is_for_fire_alone_in_a_blow_too() -> None:
    fighter = samurai("Aki", KATANA, techniques="heartpiercing-strike")
    t = begun(fighter, stances="void void")
    t.run("A stance water")
    assert "attack heartpiercing-strike katana" not in t.until("A action").options("A")
    t = begun(fighter, bun(composure=0), stances="water void")
    assert "attack heartpiercing-strike katana" not in t.until("A finishing-blow").options("A")
    t = begun(fighter, bun(composure=0), stances="fire void")
    assert "attack heartpiercing-strike katana" in t.until("A finishing-blow").options("A")


@pytest.mark.clause("rpg.terms")
def test_the_beginners_duel_is_one_roll_and_not_this_system() -> None:
    from iaijutsu.rpg import FORMS, Setup
    from tests.rpg.script import Table

    t = Table(Setup((samurai("Aki"), bun("katana")), FORMS["warriors"], contest="one-roll"))
    assert "one-roll-ring" in t.asked()
    assert not t.events("strife-received")


@pytest.mark.clause("rpg.techniques", "rpg.action.strike-critical")
def test_the_house_fix_that_gives_a_cut_the_critical_is_off_and_can_be_written_as_data() -> None:
    fix = knows("opportunity", types=("attack",), outcome="success", cost=2, does="critical")
    cutter = samurai("Aki", techniques="rising-blade", known=(fix,), void=4, focus=4)
    t = begun(cutter)
    t.run("A stance void\n A action attack rising-blade katana 1-hand\n dice s s o o\n A keep 1 2 3 4")
    t.run("A opportunity opportunity/critical")
    assert t.last("critical-inflicted").severity == 5


@pytest.mark.clause("rpg.check.explode", "rpg.check.keep")
def test_faults_of_other_dice_programs_are_not_ours() -> None:
    t = table(samurai("Aki", meditation=1, honor=90))
    t.run("A initiative-ring void\n dice et - | e")  # the last face of each die comes up
    t.run("A keep 1 3")  # keeping is asked before any explosion is rolled
    assert t.duel.check.kept == [5, 17]
    request = t.session.asked_of(-1)
    assert request.sides == (6, 12), "both types explode, each to its own"  # type: ignore[attr-defined]
    t = begun(samurai("Aki", KATANA, composure=0))
    t.run("A stance void\n A action attack strike katana\n dice s -\n A keep none")  # none kept is legal


@pytest.mark.clause("rpg.check.keep")
def test_strife_of_dropped_dice_counts_for_nothing() -> None:
    t = begun(samurai("Aki", KATANA), stances="fire void")
    t.run("A stance fire\n A action attack strike katana\n dice st s\n A keep 2").until("B stance")
    assert t.A.strife == 1
    assert t.last("check-resolved").bonus == 0


@pytest.mark.clause("rpg.harm.conditions", "rpg.turns.start")
def test_the_unconscious_get_a_turn_without_choices_but_waking() -> None:
    t = begun(samurai("Aki", KATANA, burdens=(Burden("unconscious"),)), bun())
    t.run("B stance void").until("B stance")
    assert [event.seat for event in t.events("turn-began")] == [1, 0, 1]
