"""Damage, critical strikes, conditions."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.rpg.characters import UNLIMITED, Burden
from iaijutsu.rpg.critical import SCARS, result_of
from tests.rpg.script import Table, art, begun, knows, samurai, table

KATANA = "katana/1-hand"
HIT = "A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n"


def bun(**given: Any) -> Any:
    """B, with what is given."""
    return samurai("Bun", given.pop("weapons", KATANA), honor=60, **given)


def cut(severity: int, *resisting: str, before: str = "", **given: Any) -> Table:
    """A inflicts a critical strike of that severity on B, who resists with blanks unless told."""
    t = begun(samurai("Aki", known=(art(critical=severity),)), bun(**given), "sparring")
    lines = resisting or ("dice blank", "B keep 1")
    return t.run(f"{before} A stance void\n A action attack art\n dice s -\n A keep 1\n" + "\n".join(lines))


# --- damage --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.harm.damage")
def test_damage_less_resistance_is_taken_as_fatigue() -> None:
    t = begun(other=bun(armour="ashigaru-armour")).run(HIT).on()
    assert t.B.fatigue == 1
    assert (t.last("damage-suffered").amount, t.last("damage-suffered").stopped) == (4, 3)


@pytest.mark.clause("rpg.harm.damage", "rpg.items")
def test_damage_that_is_stopped_entirely_does_nothing_but_dull_a_razor_edge() -> None:
    t = begun(other=bun(armour="lacquered-armour")).run(HIT).on()
    assert t.B.fatigue == 0
    assert t.A.weapons["katana"].damaged
    assert t.duel.struck_first == -1


@pytest.mark.clause("rpg.harm.damage", "rpg.incapacitated")
def test_defending_may_go_past_endurance_and_is_no_critical_strike() -> None:
    t = begun(other=bun(fatigue=8, endurance=10)).run(HIT).on()
    assert t.B.fatigue == 11
    assert t.events("became-incapacitated")
    assert not t.events("critical-inflicted")


@pytest.mark.clause("rpg.incapacitated")
def test_at_endurance_one_is_not_incapacitated() -> None:
    t = begun(other=bun(fatigue=7, endurance=10)).run(HIT).on()
    assert t.B.fatigue == 10
    assert not t.events("became-incapacitated")


@pytest.mark.clause("rpg.harm.damage", "rpg.incapacitated")
def test_who_cannot_defend_suffers_a_critical_strike_and_falls_unconscious() -> None:
    t = begun(other=bun(fatigue=11, endurance=10), form="sparring").run(HIT + "dice blank\n B keep 1")
    assert t.last("did-not-defend").chosen is False
    assert t.last("critical-suffered").severity == 5
    assert "unconscious" in t.B.conditions
    assert not t.events("fatigue-received")


@pytest.mark.clause("rpg.harm.damage")
def test_a_void_point_buys_a_critical_strike_instead_of_fatigue() -> None:
    t = begun(other=bun(void_points=1)).run(HIT + "B suffer-a-critical-strike yes\n dice blank\n B keep 1").on()
    assert (t.B.void_points, t.B.fatigue) == (0, 0)
    assert t.last("critical-suffered").severity == 5


@pytest.mark.clause("rpg.harm.damage", "rpg.incapacitated")
def test_the_incapacitated_are_not_asked() -> None:
    t = begun(other=bun(void_points=1, fatigue=11, endurance=10)).run(HIT)
    t.until("B seize-the-moment")
    assert t.B.void_points == 1


# --- critical strikes ----------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.harm.critical")
def test_resisting_is_a_tn_1_fitness_check_in_the_stances_ring() -> None:
    t = cut(6, "dice s - | s", "B keep 1 3", fitness=1)
    check = t.last("check-begun")
    assert (check.skill, check.tn, check.ring) == ("fitness", 1, "void")
    assert t.last("critical-suffered").severity == 4, "1 for success, 1 for the bonus success"


@pytest.mark.clause("rpg.harm.critical")
def test_severity_does_not_fall_below_0() -> None:
    assert cut(1, "dice s s", "B keep 1 2").last("critical-suffered").severity == 0


@pytest.mark.clause("rpg.harm.critical")
@pytest.mark.parametrize(
    ("low", "high", "result"),
    [
        (0, 2, "close-call"),
        (3, 4, "flesh-wound"),
        (5, 6, "debilitating-gash"),
        (7, 8, "permanent-injury"),
        (9, 11, "maiming-blow"),
        (12, 13, "agonizing-death"),
        (14, 15, "swift-death"),
        (16, 40, "instant-death"),
    ],
)
def test_the_rows_of_the_table(low: int, high: int, result: str) -> None:
    assert {result_of(severity) for severity in range(low, high + 1)} == {result}
    assert result_of(high + 1) != result or high == 40


@pytest.mark.clause("rpg.harm.critical", "rpg.items")
def test_a_close_call_damages_the_armour() -> None:
    t = cut(2)
    assert t.B.armour.damaged
    t = cut(2, armour="plated-armour")
    assert (t.B.armour.durable, t.B.armour.damaged) == (False, False)


@pytest.mark.clause("rpg.harm.critical")
def test_flesh_wounds_and_gashes_wound_the_ring_and_bleed_from_a_razor_edge() -> None:
    assert list(cut(4).B.conditions) == ["lightly-wounded:void"]
    assert list(cut(6).B.conditions) == ["severely-wounded:void"]
    t = begun(other=bun(fatigue=9), form="warriors")
    t.run(HIT + "dice blank\n B keep 1")
    assert list(t.B.conditions) == ["severely-wounded:void", "bleeding", "unconscious"]
    t = begun(samurai("Aki", "bokken/1-hand"), bun(fatigue=9), "warriors")
    t.run(HIT.replace("katana", "bokken") + "dice blank\n B keep 1")
    assert list(t.B.conditions) == ["lightly-wounded:void", "unconscious"]


@pytest.mark.clause("rpg.harm.critical")
@pytest.mark.parametrize("severity", [7, 9])
@pytest.mark.parametrize("ring", ["air", "earth", "fire", "water", "void"])
def test_injuries_and_maiming_leave_a_scar_of_the_ring_used(severity: int, ring: str) -> None:
    scars = SCARS[result_of(severity)][ring]  # type: ignore[index]
    t = begun(samurai("Aki", known=(art(critical=severity),)), bun(), "sparring", f"void {ring}")
    hit = "A stance void\n A action attack art\n dice s s\n A keep 1 2\n dice blank\n B keep 1\n"
    t.run(hit + (f"B scar {scars[-1]}" if len(scars) > 1 else ""))
    assert (t.B.scars, list(t.B.conditions)) == ([scars[-1]], ["bleeding"])


@pytest.mark.clause("rpg.harm.critical")
def test_who_has_every_scar_of_the_ring_is_dying() -> None:
    t = cut(7)
    assert t.B.scars == ["lost-memories"]
    t.run("B stance void\n A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1")
    assert t.B.conditions["dying"] == 5


@pytest.mark.clause("rpg.harm.critical")
@pytest.mark.parametrize(("severity", "rounds"), [(12, 3), (13, 3), (14, 1), (15, 1)])
def test_agonizing_and_swift_death(severity: int, rounds: int) -> None:
    assert cut(severity).B.conditions == {"severely-wounded:void": 1, "bleeding": 1, "dying": rounds}


@pytest.mark.clause("rpg.harm.critical")
def test_instant_death() -> None:
    assert cut(16).B.dead


@pytest.mark.clause("rpg.harm.parry")
def test_shattering_parry_rerolls_all_dice_and_harms_a_readied_weapon_once_a_session() -> None:
    t = cut(6, "dice - -", "B shattering-parry katana", "dice s s", "B keep 1 2")
    assert t.last("critical-suffered").severity == 4
    assert t.B.weapons["katana"].damaged
    t.run("B stance void\n A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank")
    assert "B keep" in t.asked(), "no second parry"


@pytest.mark.clause("rpg.harm.parry")
def test_a_parry_costs_a_void_point_where_the_table_has_it_so_and_is_for_player_characters() -> None:
    t = begun(
        samurai("Aki", known=(art(critical=6),)), bun(void_points=1), "sparring", rulings={"parry_cost": "1 Void point"}
    )
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n dice - -\n B shattering-parry katana")
    assert t.B.void_points == 0
    t = cut(6, "dice - -", kind="adversary")
    assert "B keep" in t.asked()


# --- conditions, one by one ----------------------------------------------------------------------------------------


def bears(*names: str, **given: Any) -> Any:
    """A with conditions, katana in hand."""
    return samurai("Aki", KATANA, burdens=tuple(map(Burden, names)), **given)


STRIKE = "A stance void\n A action attack strike katana\n"


@pytest.mark.clause("rpg.harm.conditions")
def test_unconscious_no_action_no_defending_severity_10_more_and_a_void_point_wakes() -> None:
    t = begun(bears("unconscious", void_points=1), bun(known=(art(critical=3),)), "sparring")
    t.run("B stance void\n B action attack art\n dice s -\n B keep 1\n A free-ring void\n A seize-the-moment go-on")
    t.run("dice blank\n A keep 1")
    assert t.last("critical-suffered").severity == 13
    t.until("A wake")
    assert not [event for event in t.events("fatigue-received") if event.seat == 0]
    t = begun(bears("unconscious", void_points=1))
    t.run("B stance void\n A wake yes\n A stance fire")
    assert (t.A.void_points, "unconscious" in t.A.conditions, t.A.stance) == (0, False, "fire")


@pytest.mark.clause("rpg.harm.conditions")
def test_bleeding_is_damage_for_strife_kept_in_each_own_check_past_resistance() -> None:
    t = begun(bears("bleeding", armour="plated-armour")).run(STRIKE + "dice st st\n A keep 1 2")
    assert t.A.fatigue == 2
    assert [event.stopped for event in t.events("damage-suffered") if event.source == "bleeding"] == [0]
    assert t.A.strife == 1, "Void stance spares strife, not blood"
    t = begun(bears("bleeding")).run(STRIKE + "dice s s\n A keep 1 2")
    assert t.A.fatigue == 0


@pytest.mark.clause("rpg.harm.conditions")
def test_a_critical_strike_from_bleeding_has_the_fatigue_for_its_severity() -> None:
    one = bears("bleeding", fatigue=3, void_points=1)
    t = begun(one).run(STRIKE + "A seize-the-moment go-on\n dice st -\n A keep 1\n A suffer-a-critical-strike yes")
    assert t.last("critical-inflicted").severity == 3
    assert t.last("critical-inflicted").by == -1, "brought along: nobody inflicted it here"


@pytest.mark.clause("rpg.harm.conditions", "rpg.score.fatigue")
@pytest.mark.parametrize(("ruling", "points"), [("no", 0), ("yes", 1)])
def test_bleeding_that_the_foe_inflicted_scores_by_a_switch(ruling: str, points: int) -> None:
    t = begun(samurai("Aki", known=(art(inflicts="bleeding"),)), bun(), rulings={"score_bleeding": ruling})
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1")
    t.run("B stance void\n B action attack strike katana\n dice st -\n B keep 1").on()
    assert (t.B.fatigue, t.A.fatigued) == (1, points)


@pytest.mark.clause("rpg.harm.conditions")
def test_bleeding_is_staunched_with_medicine_in_earth() -> None:
    t = begun(bears("bleeding", medicine=1))
    t.run("A stance earth\n A action treat bleeding 0")
    check = t.last("check-begun")
    assert (check.skill, check.ring, check.tn, check.types) == ("medicine", "earth", 2, ("support",))
    t.run("dice s s | -\n A keep 1 2").on()
    assert "bleeding" not in t.A.conditions
    t = begun(bears("bleeding"))
    t.run("A stance fire")
    assert "treat bleeding 0" not in t.until("A action").options("A")


@pytest.mark.clause("rpg.harm.conditions")
def test_burning_acts_after_the_own_action_ever_worse() -> None:
    t = begun(bears("burning", void_points=2, composure=20, endurance=20))
    t.run("A stance void\n A action calming-breath")
    assert t.A.strife == 1 + 3
    t.run("A suffer-a-critical-strike go-on")
    assert t.A.fatigue == 3
    for severity in (5, 10):
        t.run("B stance void\n A stance void\n A action calming-breath\n A suffer-a-critical-strike yes")
        assert t.last("critical-inflicted").severity == severity
        t.run("A seize-the-moment go-on\n" * (severity == 5) + "dice s s\n A keep 1 2")


@pytest.mark.clause("rpg.harm.conditions")
def test_burning_is_smothered_with_fitness_in_water() -> None:
    t = begun(bears("burning", endurance=UNLIMITED))
    t.run("A stance water\n A action treat burning 0")
    check = t.last("check-begun")
    assert (check.skill, check.ring, check.tn, check.types) == ("fitness", "water", 2, ("movement", "support"))
    t.run("dice s s\n A keep 1 2").on()
    assert not t.A.conditions
    assert t.A.fatigue == 0, "it no longer burns after the action"


@pytest.mark.clause("rpg.harm.conditions")
@pytest.mark.parametrize(
    ("condition", "action", "tn", "ends_with"),
    [
        ("dazed", "attack strike katana", 4, "calming-breath"),
        ("disoriented", "use hallow katana", 3, "attack strike katana"),
        ("silenced", "use distraction", 5, "calming-breath"),
    ],
)
def test_dazed_disoriented_and_silenced(condition: str, action: str, tn: int, ends_with: str) -> None:
    hallow, trick = knows("hallow", tn=1), knows("swap-initiative", tn=2)
    one = samurai("Aki", KATANA, burdens=(Burden(condition),), known=(hallow, trick))
    t = begun(one)
    t.run(f"A stance void\n A action {action.replace('distraction', 'swap-initiative')}")
    assert t.last("check-begun").tn == tn
    t.run("dice blank\n A keep 1").until("B stance")
    assert condition in t.A.conditions
    t.run(f"B stance void\n A stance void\n A action {ends_with}")
    t.run("dice blank\n A keep 1" if "attack" in ends_with else "").until("B stance")
    assert condition not in t.A.conditions


@pytest.mark.clause("rpg.harm.conditions")
def test_immobilized_and_prone_end_without_movement_and_immobilized_bars_it() -> None:
    one = samurai("Aki", burdens=(Burden("immobilized"), Burden("prone")), techniques="crossing-blade rising-blade")
    t = begun(one)
    assert "attack crossing-blade katana 1-hand" not in t.until("A action").options("A")
    assert "attack rising-blade katana 1-hand" in t.options("A")
    t.run("A action go-on").until("B stance")
    assert not t.A.conditions


@pytest.mark.clause("rpg.harm.conditions", "rpg.form.to-the-death")
def test_the_dying_die_at_the_end_of_their_turn_once_the_rounds_have_passed() -> None:
    t = begun(samurai("Aki", KATANA, burdens=(Burden("dying", rounds=2),), composure=50), bun(composure=50), "sparring")
    for _ in range(2):
        t.run("A stance void\n B stance void")
        assert not t.A.dead
    t.run("A stance void").until("B stance")
    assert t.A.dead
    assert t.duel.round == 3


@pytest.mark.clause("rpg.harm.conditions")
def test_dying_is_treated_with_medicine_in_air_and_a_failure_shortens_it() -> None:
    one = samurai("Aki", burdens=(Burden("dying", rounds=5),), air=4, focus=4)
    t = begun(one)
    t.run("A stance air\n A action treat dying 0\n dice s s - -\n A keep 1 2").on()
    assert t.A.conditions["dying"] == 3
    t.run("B stance void\n A stance air\n A action treat dying 0\n dice s s s s\n A keep 1 2 3 4").on()
    assert "dying" not in t.A.conditions


@pytest.mark.clause("rpg.harm.conditions")
def test_enraged_makes_critical_strikes_by_and_on_one_worse_and_is_calmed_by_meditation() -> None:
    one = samurai("Aki", burdens=(Burden("enraged"),), known=(art(critical=4),))
    t = begun(one, bun(burdens=(Burden("enraged"),)), "sparring")
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1")
    assert t.last("critical-inflicted").severity == 8
    t = begun(samurai("Aki", burdens=(Burden("enraged"),), void=3, focus=4))
    t.run("A stance void\n A action treat enraged 0\n dice s s s\n A keep 1 2 3").on()
    assert "enraged" not in t.A.conditions


@pytest.mark.clause("rpg.harm.conditions")
def test_an_enraged_killer_gains_a_void_point() -> None:
    one = samurai("Aki", burdens=(Burden("enraged"),), known=(art(critical=16),), void_points=0, void_max=2)
    t = begun(one, bun(), "sparring")
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1").on()
    assert t.A.void_points == 1


@pytest.mark.clause("rpg.harm.conditions")
def test_intoxicated_doubles_strife_suffered_and_removed() -> None:
    t = begun(bears("intoxicated", strife=3))
    t.run("A stance void\n A action calming-breath")
    assert t.A.strife == 3 + 2 - 2


@pytest.mark.clause("rpg.harm.conditions")
def test_the_intoxicated_may_sober_up_when_the_scene_is_over_and_no_blow_comes_of_it() -> None:
    t = begun(bears("intoxicated", composure=1), bun(composure=40), stances="fire void")
    t.run("A concede concede\n B concede go-on\n A sober-up yes")
    check = t.last("check-begun")
    assert (check.skill, check.ring, check.tn) == ("fitness", "water", 3)
    t.run("dice st et\n A keep 1 2\n dice s\n A keep-exploded 1").on()
    assert t.session.finished
    assert "intoxicated" not in t.A.conditions
    assert t.last("gap-noted").trigger == "compromised"


@pytest.mark.clause("rpg.harm.conditions", "rpg.result")
def test_the_scene_ends_with_recovery_but_for_the_exhausted_and_rage_cools() -> None:
    t = begun(bears("exhausted", strife=6, fatigue=6), bun(strife=6, fatigue=7, burdens=(Burden("enraged"),)))
    t.end("A concede concede")
    assert (t.A.strife, t.A.fatigue) == (6, 6)
    assert (t.B.strife, t.B.fatigue) == (4, 4)
    assert "enraged" not in t.B.conditions


@pytest.mark.clause("rpg.harm.conditions")
@pytest.mark.parametrize(
    ("ring", "seen"),
    [
        ("air", lambda t: True),
        ("earth", lambda t: t.A.withered == 1),
        ("fire", lambda t: "enraged" in t.A.conditions),
        ("water", lambda t: t.last("critical-inflicted").severity == 5),
        ("void", lambda t: t.A.void_points == 0),
    ],
)
def test_afflicted_vigilance_is_1_and_becoming_compromised_takes_its_toll(ring: str, seen: Any) -> None:
    one = bears("afflicted", composure=0, void_points=2 if ring == "void" else 0)
    t = begun(one, bun(), "warriors", f"{ring} void")
    t.run("A concede go-on\n B concede go-on")
    assert t.last("affliction-showed").ring == ring
    assert seen(t)


@pytest.mark.clause("rpg.harm.conditions")
def test_an_afflicted_rollers_die_may_be_tormented_by_the_game_master() -> None:
    t = table(bears("afflicted"), bun(), "warriors", gm=True)
    t.run("B initiative-ring void\n dice blank\n B keep 1\n A initiative-ring void\n dice blank\n A keep 1")
    t.run("gm torment none\n" + STRIKE + "dice s s\n A keep 1 2\n gm torment 1").on()
    assert t.last("kept-changed").dice == (1,)
    assert t.last("check-resolved").passed is False


@pytest.mark.clause("rpg.harm.conditions")
def test_wounds_raise_the_tn_of_their_ring_add_up_and_end_in_an_injury() -> None:
    one = samurai("Aki", KATANA, burdens=(Burden("lightly-wounded", "fire"), Burden("severely-wounded", "air")))
    for ring, tn in (("fire", 3), ("air", 5), ("void", 2)):
        t = begun(one)
        t.run(f"A stance {ring}\n A action attack strike katana")
        assert t.last("check-begun").tn == tn
    assert list(cut(4, burdens=(Burden("lightly-wounded", "void"),)).B.conditions) == ["severely-wounded:void"]
    t = cut(4, burdens=(Burden("severely-wounded", "void"),))
    assert (list(t.B.conditions), t.B.scars) == (["bleeding"], ["lost-memories"])


@pytest.mark.clause("rpg.harm.conditions", "rpg.harm.critical")
def test_a_wound_counts_in_the_check_to_resist_too() -> None:
    t = cut(6, "dice s s", "B keep 1 2", burdens=(Burden("lightly-wounded", "void"),))
    assert t.last("check-resolved").bonus == 0
    assert t.last("critical-suffered").severity == 5
