"""Finishing blows and unmasking."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.engine import Session
from iaijutsu.rpg import GAME
from iaijutsu.rpg.characters import Burden
from tests.rpg.script import Table, art, begun, samurai, table

KATANA = "katana/1-hand"


def facing(weak: int = 1, form: str = "warriors", **given: Any) -> Table:
    """A may strike B, whose composure is `weak`: the second staredown, or a strife of B's own, opens a gap."""
    return begun(
        samurai("Aki", KATANA, melee=1, **given), samurai("Bun", KATANA, honor=60, composure=weak, melee=1), form
    )


# --- the trigger -------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.blow.trigger", "rpg.blow.success", "rpg.compromised")
def test_the_first_time_the_foe_is_compromised_a_blow_comes_at_twice_the_deadliness_and_bonus() -> None:
    t = facing(weak=0)
    t.run("""
        A finishing-blow attack strike katana
        dice s s | s
        A keep 1 2
        dice blank
        B keep 1
    """)
    assert t.last("critical-suffered").severity == 10
    assert t.B.fatigue == 0, "no damage"
    assert t.A.turn == 0


@pytest.mark.clause("rpg.blow.success")
def test_bonus_successes_add_to_the_severity_of_a_blow() -> None:
    t = facing(weak=0, void=3)
    t.run("A finishing-blow attack strike katana\n dice s s s | s\n A keep 1 2 3")
    t.on()
    assert t.last("critical-inflicted").severity == 11


@pytest.mark.clause("rpg.blow.out-of-turn", "rpg.blow.trigger")
@pytest.mark.parametrize("answer", ["go-on", "attack strike katana\n dice - - | -\n A keep 1"])
def test_a_blow_failed_or_let_go_is_spent_and_unmasking_opens_no_other(answer: str) -> None:
    t = facing(weak=0)
    t.run(f"A finishing-blow {answer}\n A stance void\n A action calming-breath\n B unmask rage honor\n B stance void")
    assert [event.trigger for event in t.events("gap-noted")] == ["unmasked"]
    assert len(t.events("action-taken")) == (1 if answer == "go-on" else 2), "a blow costs no turn"


@pytest.mark.clause("rpg.blow.trigger")
def test_a_blow_for_each_event_is_a_switch() -> None:
    t = begun(samurai("Aki", KATANA), samurai("Bun", KATANA, honor=60, composure=0), rulings={"blow_per": "event"})
    t.run("A finishing-blow go-on\n A stance void\n B unmask rage honor\n A finishing-blow go-on\n B stance void")
    assert [event.trigger for event in t.events("gap-opened")] == ["compromised", "unmasked"]


@pytest.mark.clause("rpg.blow.trigger", "rpg.unmask")
def test_unmasking_opens_the_gap_when_compromise_did_not() -> None:
    t = begun(samurai("Aki", KATANA), samurai("Bun", KATANA, honor=60, composure=3, strife=5))
    t.run("A stance void\n B unmask bend-principles honor")
    assert t.last("gap-opened").trigger == "unmasked"
    assert "A finishing-blow" in t.asked()


@pytest.mark.clause("rpg.blow.trigger")
def test_who_begins_compromised_has_not_become_so() -> None:
    t = begun(samurai("Aki", KATANA), samurai("Bun", KATANA, honor=60, composure=3, strife=5))
    t.until("A stance")
    assert not t.events("gap-opened")


@pytest.mark.clause("rpg.blow.trigger", "rpg.form.iaijutsu")
def test_from_initiative_on_a_gap_is_answered_with_a_cut_or_not_at_all() -> None:
    cutter = samurai("Aki", techniques="crossing-blade")
    t = table(cutter, samurai("Bun", honor=60, composure=0), "first-strike")
    t.run("B initiative-ring fire\n dice st -\n B keep 1")
    assert t.options("A") == [
        "go-on",
        "attack crossing-blade katana 1-hand",
        "attack crossing-blade wakizashi 1-hand",
        *(f"predict {ring}" for ring in ("air", "earth", "fire", "water")),
    ]
    t.run("A finishing-blow attack crossing-blade katana 1-hand\n A free-ring void\n dice - -\n A keep 1")
    assert t.A.weapons["katana"].place == "readied", "it is drawn, hit or miss"


@pytest.mark.clause("rpg.blow.trigger", "rpg.form.iaijutsu")
def test_counting_from_round_1_and_barring_cuts_before_the_first_turn_are_switches() -> None:
    cutter, weak = samurai("Aki", techniques="crossing-blade"), samurai("Bun", honor=60, composure=0)
    t = table(cutter, weak, "first-strike", {"blow_from": "round 1"})
    t.run("B initiative-ring fire\n dice st -\n B keep 1\n A initiative-ring void")
    assert t.last("gap-noted").trigger == "compromised"
    t = table(cutter, weak, "first-strike", {"blow_cut_before_first_turn": "barred"})
    t.run("B initiative-ring fire\n dice st -\n B keep 1")
    assert not [word for word in t.options("A") if "crossing" in word]


# --- what it may be ------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.blow.choice")
def test_a_blow_draws_no_weapon_by_itself() -> None:
    t = begun(samurai("Aki", "katana"), samurai("Bun", honor=60, composure=0))
    t.until("A finishing-blow")
    attacks = [word for word in t.options("A") if word.startswith("attack")]
    assert attacks == ["attack strike punch", "attack strike kick"]


@pytest.mark.clause("rpg.blow.choice", "rpg.action.predict")
def test_predict_may_be_the_blow_and_inflicts_nothing() -> None:
    t = facing(weak=0)
    t.run("A finishing-blow predict fire")
    t.run("A bid 0\n A stance void\n A action go-on\n B stance fire")
    assert t.B.strife == 1, "it lasted to the end of A's turn, and B chose after it"
    t = begun(samurai("Aki", KATANA), samurai("Bun", KATANA, honor=60, composure=0, focus=5))
    t.run("A finishing-blow predict fire\n B stance fire\n A reveal-prediction yes")
    assert t.B.strife == 1 + 4
    assert not t.events("critical-inflicted")


@pytest.mark.clause("rpg.blow.choice", "rpg.techniques")
def test_a_blow_is_struck_in_the_stance_that_is_held() -> None:
    known = samurai("Aki", KATANA, fire=4, focus=4, techniques="heartpiercing-strike")
    t = begun(known, samurai("Bun", honor=60, composure=0), stances="earth void")
    t.until("A finishing-blow")
    assert "attack heartpiercing-strike katana" not in t.options("A")
    t = begun(known, samurai("Bun", honor=60, composure=0), stances="fire void")
    assert "attack heartpiercing-strike katana" in t.until("A finishing-blow").options("A")


# --- interruption --------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.blow.interrupt", "rpg.blow.end")
def test_a_blow_comes_inside_the_check_after_strife_and_before_opportunity_and_the_check_goes_on() -> None:
    t = facing(weak=1)
    t.run("""
        A stance void
        A action go-on
        B stance fire
        B action attack strike katana
        dice st st | o
        B keep 1 2
        A finishing-blow attack strike katana
        dice - - | -
        A keep 1
    """)
    assert "A finishing-blow" not in t.asked()
    t.on()
    assert t.A.fatigue == 5, "B's strike had its dice as they lay: 4 and 2 from Fire, less 1"


@pytest.mark.clause("rpg.blow.interrupt", "rpg.blow.end", "rpg.incapacitated")
def test_a_roller_who_can_no_longer_finish_loses_opportunity_and_successes() -> None:
    t = begun(
        samurai("Aki", known=(art(critical=5, bonus=True, deadliness=8),)),
        samurai("Bun", KATANA, honor=60, composure=1, melee=1),
        form="sparring",
    )
    t.run("""
        A stance void
        A action go-on
        B stance fire
        B action attack strike katana
        dice st st | so
        B keep 1 2
        A finishing-blow attack art
        dice s s
        A keep 1 2
        dice blank
        B keep none
    """)
    assert t.last("critical-suffered").severity == 17
    assert t.B.dead
    assert t.events("check-broken")
    assert t.A.fatigue == 0


@pytest.mark.clause("rpg.blow.interrupt")
def test_one_blow_may_interrupt_another() -> None:
    one = samurai("Aki", KATANA, composure=1, melee=1)
    t = begun(one, samurai("Bun", KATANA, honor=60, composure=0, melee=1), stances="fire fire")
    t.run("""
        A finishing-blow attack strike katana
        dice st st | s
        A keep 1 2
        B finishing-blow attack strike katana
        dice s s | -
        B keep 1 2
        dice - -
        A keep none
        A scar lost-arm
        dice - -
        B keep none
    """).on()
    assert [event.by for event in t.events("critical-suffered")] == [1, 0]
    assert not t.duel.checks


@pytest.mark.clause("rpg.blow.interrupt")
def test_a_blow_inside_a_blow_resolves_first_and_then_the_outer_one_goes_on() -> None:
    one = samurai("Aki", KATANA, composure=1, melee=1, endurance=20)
    t = begun(one, samurai("Bun", KATANA, honor=60, composure=0, melee=1), stances="fire fire")
    t.run("A finishing-blow attack strike katana\n dice st st | s\n A keep 1 2")
    t.run("B finishing-blow attack strike katana\n dice s s | -\n B keep 1 2")
    assert [(check.seat, check.purpose) for check in t.duel.checks] == [(0, "attack"), (1, "attack"), (0, "resist")]
    t.run("dice s -\n A keep 1\n A scar lost-arm")
    assert t.last("critical-suffered").severity == 9
    assert [(check.seat, check.purpose) for check in t.duel.checks] == [(0, "attack"), (1, "resist")]
    t.run("dice blank\n B keep none").on()
    assert t.last("critical-suffered").severity == 12, "2 x 5 and two bonus successes from Fire"


@pytest.mark.clause("rpg.blow.interrupt", "rpg.check.opportunity")
def test_strife_dealt_in_the_strikers_own_check_is_answered_by_himself_at_once() -> None:
    t = begun(samurai("Aki", KATANA, fire=3, focus=4), samurai("Bun", KATANA, honor=60, composure=2))
    t.run("A stance fire\n A action attack strike katana\n dice s o o\n A keep 1 2 3\n A opportunity inflame")
    assert "A finishing-blow" in t.asked()
    t.run("A finishing-blow go-on\n A opportunity go-on")
    assert "B unmask" in t.asked()


# --- two at once ---------------------------------------------------------------------------------------------------


BOTH = "A finishing-blow attack strike katana\n dice s s | -\n A keep 1 2\n dice blank\n B keep none\n"


@pytest.mark.clause("rpg.blow.simultaneous")
def test_of_two_blows_at_once_the_lower_honor_strikes_first_and_then_the_other() -> None:
    t = begun(samurai("Aki", KATANA, melee=1, composure=0), samurai("Bun", KATANA, honor=60, composure=0))
    t.run(BOTH + "B finishing-blow attack strike katana")
    assert t.last("critical-suffered").severity == 10
    assert t.last("action-taken").seat == 1


@pytest.mark.clause("rpg.blow.simultaneous")
def test_the_second_blow_never_comes_from_the_dead() -> None:
    t = begun(
        samurai("Aki", known=(art(critical=1, deadliness=9),), composure=0),
        samurai("Bun", KATANA, honor=60, composure=0),
        form="sparring",
    )
    t.run("A finishing-blow attack art\n dice s -\n A keep 1\n dice blank\n B keep none").on()
    assert t.B.dead
    assert [(event.seat, event.taken) for event in t.events("blow-answered")] == [(0, True), (1, False)]


@pytest.mark.clause("rpg.blow.simultaneous", "rpg.blow.end")
@pytest.mark.parametrize(("ruling", "second"), [("never", False), ("if alive", True)])
def test_whether_the_second_comes_after_the_objective_is_a_switch(ruling: str, second: bool) -> None:
    t = begun(
        samurai("Aki", known=(art(critical=6, deadliness=3),), composure=0),
        samurai("Bun", honor=60, known=(art(critical=6, deadliness=3),), composure=0, void=4),
        "first-blood",
        rulings={"blow_second_after_objective": ruling},
    )
    t.run("A finishing-blow attack art\n dice s -\n A keep 1\n dice blank\n B keep none")
    assert t.session.finished == (not second)
    if second:
        t.run("B finishing-blow attack art\n dice s s s s\n B keep 1 2 3 4\n dice blank\n A keep none").on()
        assert t.score()["B"]["objective"] == 6
    assert t.duel.ended == "finishing blow"
    assert t.score()["A"]["objective"] == 6


@pytest.mark.clause("rpg.blow.simultaneous")
def test_equal_honor_and_equal_kind_leave_the_order_of_blows_to_chance() -> None:
    t = table(samurai("Aki", KATANA, composure=0), samurai("Bun", KATANA, composure=0), "warriors")
    t.session.submit(-1, (1,))  # who rolls initiative first
    for who in "BA":
        t.run(f"{who} initiative-ring void\n dice blank\n {who} keep 1")
    t.run("A concede go-on\n B concede go-on")
    assert "dice tie" in t.asked()
    t.session.submit(-1, (1,))
    assert "B finishing-blow" in t.asked()


# --- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.blow.end", "rpg.form.first-blood")
def test_a_blow_that_achieves_the_objective_ends_the_duel_at_once() -> None:
    t = begun(samurai("Aki", techniques="crossing-blade"), samurai("Bun", honor=60, composure=0), "first-blood")
    t.run("A finishing-blow attack crossing-blade katana 1-hand\n dice s s\n A keep 1 2\n dice blank\n B keep none")
    assert t.session.finished
    assert (t.duel.ended, t.duel.round) == ("finishing blow", 1)
    assert not t.events("turn-began")
    assert t.score() == {"A": {"objective": 6, "first": 3, "critical": 10}, "B": {}}
    t.check()


# --- severity ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.blow.success", "rpg.items")
@pytest.mark.parametrize(("ruling", "severity"), [("deadliness first", 14), ("base doubled", 12)])
def test_deadliness_is_changed_before_it_is_doubled_or_after_by_a_switch(ruling: str, severity: int) -> None:
    t = begun(
        samurai("Aki", KATANA, void=4, focus=4),
        samurai("Bun", honor=60, composure=0),
        rulings={"blow_doubling": ruling},
    )
    t.run("A finishing-blow attack strike katana\n dice s s o o\n A keep 1 2 3 4\n A opportunity razor-edged 2")
    assert t.last("critical-inflicted").severity == severity


@pytest.mark.clause("rpg.blow.success")
def test_changes_of_severity_come_after_doubling() -> None:
    t = begun(samurai("Aki", KATANA), samurai("Bun", honor=60, composure=0, burdens=(Burden("enraged"),)))
    t.run("A finishing-blow attack strike katana\n dice s s\n A keep 1 2")
    assert t.last("critical-inflicted").severity == 12


@pytest.mark.clause("rpg.blow.success", "rpg.action.strike-critical")
def test_strikes_own_critical_may_be_bought_in_a_blow_and_is_another_one() -> None:
    t = facing(weak=0, void=4, focus=4)
    t.run("""
        A finishing-blow attack strike katana
        dice s s o o | -
        A keep 1 2 3 4
        A opportunity critical
        dice blank
        B keep none
        dice blank
        B keep none
    """).on()
    assert [event.severity for event in t.events("critical-suffered")] == [5, 10]


@pytest.mark.clause("rpg.blow.success", "rpg.techniques")
@pytest.mark.parametrize(("ruling", "severities"), [("one", [10]), ("two", [10, 5])])
def test_heartpiercing_as_a_blow_is_one_critical_strike_or_two_by_a_switch(ruling: str, severities: list[int]) -> None:
    t = begun(
        samurai("Aki", KATANA, fire=4, focus=4, techniques="heartpiercing-strike"),
        samurai("Bun", honor=60, composure=0, endurance=20),
        stances="fire void",
        rulings={"blow_heartpiercing": ruling},
    )
    t.run("A finishing-blow attack heartpiercing-strike katana\n dice s s s s\n A keep 1 2 3 4")
    assert t.last("check-begun").tn == 3, "resisted as Heartpiercing says"
    t.run("dice blank\n B keep none\n" * len(severities)).on()
    assert [event.severity for event in t.events("critical-inflicted")] == severities


@pytest.mark.clause("rpg.blow.success", "rpg.techniques")
def test_other_effects_of_the_action_happen_in_a_blow() -> None:
    t = begun(
        samurai("Aki", KATANA, water=3, focus=4, techniques="flowing-water-strike"),
        samurai("Bun", honor=60, composure=0, endurance=20),
        stances="water void",
    )
    t.run("A finishing-blow attack flowing-water-strike katana\n dice s s s\n A keep 1 2 3\n dice blank\n B keep none")
    assert t.B.fatigue == 0
    assert "bleeding" in t.B.conditions


# --- unmasking -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.unmask")
def test_unmasking_is_for_the_compromised_and_once_a_scene() -> None:
    t = begun(samurai("Aki", KATANA, composure=8, strife=3))
    t.until("A stance")
    assert not t.events("unmasked"), "at 4 of 8 it is not offered"
    t = begun(samurai("Aki", KATANA, composure=2, strife=2, honor=45, glory=38))
    t.run("B finishing-blow go-on\n A unmask bend-principles honor")
    assert (t.A.strife, t.A.honor, t.A.glory) == (0, 41, 38)
    t.run("A stance void\n B stance void\n A stance void\n B stance void\n A stance void\n A action calming-breath")
    assert t.A.strife > 2
    t.run("B stance void")
    assert len(t.events("unmasked")) == 1


COMPROMISED: Any = {"composure": 0, "honor": 45, "glory": 38}


@pytest.mark.clause("rpg.unmask")
@pytest.mark.parametrize(
    ("choice", "honor", "glory"),
    [
        ("bend-principles honor", 41, 38),
        ("expose-an-opening none", 45, 38),
        ("honors-challenge none", 45, 38),
        ("inappropriate-outburst glory", 45, 35),
        ("rage both", 41, 35),
    ],
)
def test_what_unmasking_costs(choice: str, honor: int, glory: int) -> None:
    t = begun(samurai("Aki", KATANA, **COMPROMISED))
    t.run(f"A unmask {choice}\n A stance void\n A action calming-breath")
    assert (t.A.strife, t.A.honor, t.A.glory) == (0, honor, glory)


@pytest.mark.clause("rpg.unmask")
def test_an_exposed_opening_makes_the_next_hostile_check_tn_1() -> None:
    t = begun(samurai("Aki", KATANA, **COMPROMISED), stances="air void")
    t.run("A unmask expose-an-opening none\n A stance air\n A action go-on\n B stance void")
    t.run("B action attack strike katana")
    assert t.last("check-begun").tn == 1
    assert not t.A.lasting


@pytest.mark.clause("rpg.unmask", "rpg.concede")
def test_panicked_retreat_concedes_after_the_blow_unless_the_table_only_tells_it() -> None:
    t = begun(samurai("Aki", KATANA, **COMPROMISED))
    t.run("A unmask panicked-retreat both")
    assert t.session.finished
    assert (t.session.outcome.winner, t.session.outcome.reason) == (1, "concession")
    assert (t.A.honor, t.A.glory) == (41, 35)
    t = begun(samurai("Aki", KATANA, **COMPROMISED), rulings={"unmask_retreat": "told only"})
    t.run("A unmask panicked-retreat glory\n A stance void")
    assert t.last("told").what == "retreats in panic"


@pytest.mark.clause("rpg.compromised")
def test_compromised_is_over_composure_and_not_at_it_and_vigilance_is_then_1() -> None:
    t = begun(samurai("Aki", techniques="rising-blade"), samurai("Bun", honor=60, composure=8, strife=7))
    t.run("A stance void\n A action attack rising-blade katana 1-hand")
    assert t.last("check-begun").tn == 2
    t = begun(samurai("Aki", techniques="rising-blade"), samurai("Bun", honor=60, composure=7, strife=7))
    t.run("A stance void\n A action attack rising-blade katana 1-hand")
    assert t.last("check-begun").tn == 1


@pytest.mark.clause("rpg.blow.interrupt")
def test_a_nested_blow_is_replayed_exactly() -> None:
    one = samurai("Aki", KATANA, composure=1, melee=1, endurance=20)
    t = begun(one, samurai("Bun", KATANA, honor=60, composure=0, melee=1), stances="fire fire")
    t.run("A finishing-blow attack strike katana\n dice st st | s\n A keep 1 2")
    t.run("B finishing-blow attack strike katana\n dice s s | -\n B keep 1 2")
    copy = Session(GAME, t.session.setup, None, t.session.entries)
    assert [(c.seat, c.purpose) for c in copy.referee.state.checks] == [(c.seat, c.purpose) for c in t.duel.checks]
