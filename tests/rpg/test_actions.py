"""The six actions of a duel, and what the game master allows."""

from __future__ import annotations

from typing import Any

import pytest

from iaijutsu.engine import IllegalAnswer
from iaijutsu.rpg.characters import Burden
from iaijutsu.rpg.options import Strike
from tests.rpg.script import begun, samurai

KATANA = "katana/1-hand"


@pytest.mark.clause("rpg.action.list")
def test_the_six_actions_are_open_to_both() -> None:
    t = begun(samurai("Aki", KATANA, melee=1), samurai("Bun", KATANA, honor=60, melee=1))
    for who in "AB":
        t.run(f"{who} stance void")
        tags = {word.split()[0] for word in t.until(f"{who} action").options(who)}
        assert tags == {"go-on", "calming-breath", "center", "stow", "prepare", "predict", "attack", "unique"}
        t.run(f"{who} action go-on")


# --- calming breath ------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.action.calming-breath")
@pytest.mark.parametrize(
    ("strife", "composure", "fatigue", "endurance", "left"),
    [(5, 8, 5, 8, (4, 4)), (4, 8, 4, 8, (4, 4)), (5, 9, 5, 9, (5, 5)), (6, 9, 6, 9, (5, 5)), (1, 0, 0, 8, (0, 0))],
)
def test_calming_breath_takes_one_from_what_is_over_half(
    strife: int, composure: int, fatigue: int, endurance: int, left: tuple[int, int]
) -> None:
    one = samurai("Aki", strife=strife - 1, composure=composure, fatigue=fatigue, endurance=endurance)
    t = begun(one)
    t.run("A stance void\n A action calming-breath")
    assert (t.A.strife, t.A.fatigue) == left


# --- center --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.action.center")
def test_center_is_for_void_stance_and_skills_with_ranks() -> None:
    t = begun(samurai("Aki", melee=2))
    t.run("A stance fire")
    assert "center melee" not in t.until("A action").options("A")
    t.run("A action go-on\n B stance void\n A stance void")
    assert [word for word in t.until("A action").options("A") if "center" in word] == ["center melee"]


@pytest.mark.clause("rpg.action.center")
def test_dice_set_aside_take_the_place_of_rolled_ones_as_they_showed() -> None:
    t = begun(samurai("Aki", KATANA, melee=2))
    t.run("""
        A stance void
        A action center melee
        A center-dice 2
        dice e so
        A reserve 1 2
        B stance void
        A stance void
        A action attack strike katana
        dice - - | - -
    """)
    assert t.A.reserved is not None
    assert t.A.reserved.dice == [17, 15]
    t.run("A replace-by-reserved 1\n A replace-by-reserved 1")
    assert t.A.reserved is None
    assert t.duel.check.rolled == [17, 15, 6, 6], "ring dice were replaced by skill dice"
    t.run("A keep 1 2\n dice e\n A keep-exploded 1\n dice -\n A keep-exploded none").on()
    assert t.last("check-resolved").bonus == 1


@pytest.mark.clause("rpg.action.center")
def test_reserved_dice_not_used_at_the_next_check_with_the_skill_are_gone_and_others_do_not_touch_them() -> None:
    t = begun(samurai("Aki", KATANA, melee=1, fitness=1), samurai("Bun", KATANA, honor=60))
    t.run("A stance void\n A action center melee\n dice s\n A reserve 1\n B stance void")
    t.run("B action attack strike katana\n dice blank\n B keep 1")
    assert t.A.reserved is not None
    t.run("A stance void\n A action attack strike katana\n dice s s | -\n A replace-by-reserved none\n A keep 1 2")
    assert t.A.reserved is None


@pytest.mark.clause("rpg.action.center")
def test_at_the_next_center_they_may_be_used_too_and_no_more_than_ranks_are_reserved() -> None:
    t = begun(samurai("Aki", melee=1))
    t.run("A stance void\n A action center melee\n dice s\n A reserve 1\n B stance void")
    t.run("A stance void\n A action center melee\n dice -\n A replace-by-reserved 1\n A reserve 1")
    assert t.A.reserved is not None
    assert t.A.reserved.dice == [13]
    t.run("B stance void\n A stance void\n A action center melee\n dice -\n A replace-by-reserved 1\n A reserve none")
    assert t.A.reserved is None


@pytest.mark.clause("rpg.action.center")
def test_reserved_dice_are_rolled_in_the_open() -> None:
    t = begun(samurai("Aki", melee=1))
    t.run("A stance void\n A action center melee\n dice so\n A reserve 1")
    reserved = t.session.view(1).state[0].reserved
    assert reserved is not None
    assert (reserved.skill, reserved.dice) == ("melee", [15])


# --- predict -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.action.predict")
def test_a_right_prediction_costs_4_strife_and_forces_another_stance() -> None:
    t = begun()
    t.run("A stance void\n A action predict fire\n B stance fire")
    assert t.A.prediction == "fire"
    assert t.session.view(1).state[0].prediction == t.session.view("spectator").state[0].prediction == "hidden"
    assert t.session.view(0).state[0].prediction == "fire"
    t.run("A reveal-prediction yes")
    assert t.B.strife == 1 + 4
    assert t.options("B") == ["ring air", "ring earth", "ring water", "ring void"]
    t.run("B stance void")
    assert t.B.stance == "void"
    assert not t.A.prediction


@pytest.mark.clause("rpg.action.predict")
def test_void_cannot_be_predicted() -> None:
    t = begun()
    t.run("A stance void")
    assert "predict void" not in t.until("A action").options("A")


@pytest.mark.clause("rpg.action.predict")
@pytest.mark.parametrize(("answer", "shown"), [("go-on", False), ("yes", True)])
def test_a_wrong_or_silent_prediction_does_nothing_and_is_over(answer: str, shown: bool) -> None:
    t = begun()
    t.run(f"A stance void\n A action predict air\n B stance fire\n A reveal-prediction {answer}")
    assert (t.B.strife, t.B.stance, t.A.prediction) == (1, "fire", "")
    assert bool(t.events("prediction-revealed")) is shown
    t.run("A stance void\n A action go-on\n B stance air")
    assert t.B.stance == "air"


@pytest.mark.clause("rpg.action.predict", "rpg.harm.conditions")
def test_who_is_immobilized_chooses_no_stance_and_the_prediction_waits_until_it_runs_out() -> None:
    t = begun(other=samurai("Bun", honor=60, burdens=(Burden("immobilized"),)))
    t.run("A stance void\n A action predict air\n B action prepare\n A stance void\n A action go-on")
    assert t.A.prediction == "", "it lasted to the end of the next turn"
    assert not t.events("prediction-revealed")


@pytest.mark.clause("rpg.action.predict", "rpg.blow.interrupt")
def test_a_prediction_may_open_a_gap_where_the_stance_is_chosen() -> None:
    t = begun(other=samurai("Bun", KATANA, honor=60, composure=4))
    t.run("A stance void\n A action predict fire\n B stance fire\n A reveal-prediction yes")
    assert "A finishing-blow" in t.asked()
    t.run("A finishing-blow attack strike katana\n dice - -\n A keep 1\n B stance air")


@pytest.mark.clause("rpg.action.predict", "rpg.items")
def test_wargear_makes_a_prediction_cost_5_but_not_the_staredown() -> None:
    t = begun(samurai("Aki", "tetsubo/2-hand"), samurai("Bun", honor=60))
    t.run("A stance void\n A action predict fire\n B stance fire\n A reveal-prediction yes")
    assert t.B.strife == 1 + 5


# --- prepare item --------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.action.prepare-item", "rpg.items")
def test_weapons_are_readied_in_a_grip_stowed_and_taken_up_again() -> None:
    t = begun(samurai("Aki", "katana wakizashi"))
    t.run("A stance void")
    assert [w for w in t.until("A action").options("A") if w.startswith("ready")] == [
        "ready katana 1-hand",
        "ready katana 2-hand",
        "ready wakizashi 1-hand",
        "ready wakizashi 2-hand",
    ]
    t.run("A action ready katana 1-hand\n B stance void\n A stance void")
    assert [w for w in t.until("A action").options("A") if w.startswith(("ready", "stow"))] == [
        "stow katana",
        "ready wakizashi 1-hand",
    ]
    t.run("A action ready wakizashi 1-hand\n B stance void\n A stance void\n A grip drop katana")
    assert t.until("A action").options("A").count("ready katana 1-hand") == 1
    t.run("A action stow wakizashi")
    assert t.A.weapons["wakizashi"].place == "sheathed"


# --- strike --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.action.strike")
def test_a_strike_is_tn_2_and_deals_base_damage_and_bonus() -> None:
    t = begun(samurai("Aki", KATANA, void=3, focus=4), samurai("Bun", honor=60, armour="traveling-clothes"))
    t.run("A stance void\n A action attack strike katana\n dice s s s\n A keep 1 2 3").on()
    check = next(event for event in t.events("check-begun") if event.purpose == "attack")
    assert (check.tn, check.skill) == (2, "melee")
    assert t.last("damage-suffered").amount == 5
    assert t.B.fatigue == 3


@pytest.mark.clause("rpg.action.strike")
def test_a_strike_needs_a_readied_weapon() -> None:
    t = begun(samurai("Aki", "katana"))
    t.run("A stance void")
    assert "attack strike katana" not in t.until("A action").options("A")
    with pytest.raises(IllegalAnswer, match="cannot be chosen now"):
        t.session.submit(0, Strike("strike", "katana"))


@pytest.mark.clause("rpg.action.strike", "rpg.check.opportunity")
def test_a_miss_does_nothing() -> None:
    t = begun()
    t.run("A stance void\n A action attack strike katana\n dice s o\n A keep 1 2").on()
    assert not t.events("damage-suffered")


@pytest.mark.clause("rpg.action.strike-critical")
def test_two_opportunity_on_a_success_inflict_a_critical_strike_before_the_damage() -> None:
    t = begun(samurai("Aki", KATANA, void=4, focus=4))
    t.run("""
        A stance void
        A action attack strike katana
        dice s s o o
        A keep 1 2 3 4
        A opportunity critical
        dice blank
        B keep 1
    """).on()
    kinds = [e.kind for e in t.session.referee.events if e.kind in ("critical-suffered", "damage-suffered")]
    assert kinds == ["critical-suffered", "damage-suffered"]
    assert t.last("critical-suffered").severity == 5
    assert t.B.fatigue == 3


@pytest.mark.clause("rpg.action.strike-critical")
def test_on_a_miss_it_cannot_be_bought() -> None:
    t = begun()
    t.run("A stance void\n A action attack strike katana\n dice o o\n A keep 1 2")
    assert "spend critical" not in t.options("A")


# --- unique actions ------------------------------------------------------------------------------------------------

ALLOWED = """
    {ruler} allow-unique yes
    {ruler} unique-skill courtesy
    {ruler} unique-tn 2
    {ruler} unique-types 3
    {ruler} unique-target foe
    {ruler} unique-effect {effect}
"""


@pytest.mark.clause("rpg.action.unique")
def test_the_game_master_says_yes_with_skill_tn_types_and_effect_before_the_roll() -> None:
    t = begun(samurai("Aki", KATANA, courtesy=1), gm=True)
    t.run("A stance void\n A action unique" + ALLOWED.format(ruler="gm", effect="strife-for-foe"))
    check = t.last("check-begun")
    assert (check.skill, check.tn, check.types, check.target) == ("courtesy", 2, ("scheme",), 1)
    t.run("dice s s | s\n A keep 1 2").on()
    assert t.B.strife == 1 + 1


@pytest.mark.clause("rpg.action.unique")
def test_a_no_costs_nothing() -> None:
    t = begun(gm=True)
    t.run("A stance void\n A action unique\n gm allow-unique go-on")
    assert "A action" in t.asked()
    assert "unique" not in t.options("A"), "not again in this round"
    t.run("A action calming-breath")
    assert len(t.events("action-taken")) == 1


@pytest.mark.clause("rpg.action.unique")
def test_without_a_game_master_the_other_player_rules_or_it_is_not_offered() -> None:
    t = begun()
    t.run("A stance void\n A action unique" + ALLOWED.format(ruler="B", effect="dazed") + "dice s s\n A keep 1 2").on()
    assert "dazed" in t.B.conditions
    t = begun(rulings={"unique_without_gm": "not offered"})
    t.run("A stance void")
    assert "unique" not in t.until("A action").options("A")


@pytest.mark.clause("rpg.action.unique")
@pytest.mark.parametrize(
    ("effect", "seen"),
    [
        ("narrative", lambda t: t.last("told").what == "unique action"),
        ("strife-off-self", lambda t: t.A.strife == 2),
        ("fatigue-off-self", lambda t: t.A.fatigue == 2),
        ("initiative", lambda t: t.A.gained == 1),
        ("disarm", lambda t: t.B.weapons["katana"].place == "dropped"),
        ("prone", lambda t: "prone" in t.B.conditions),
        ("silenced", lambda t: "silenced" in t.B.conditions),
    ],
)
def test_what_a_unique_action_may_do(effect: str, seen: object) -> None:
    t = begun(samurai("Aki", KATANA, strife=2, fatigue=3), gm=True)
    t.run("A stance void\n A action unique" + ALLOWED.format(ruler="gm", effect=effect) + "dice s s\n A keep 1 2")
    t.until("B stance")
    assert seen(t)  # type: ignore[operator]


@pytest.mark.clause("rpg.action.unique", "rpg.action.water")
def test_a_unique_action_shares_no_type_with_waters_other_one() -> None:
    t = begun(gm=True)
    t.run("A stance water\n A action calming-breath\n A action unique\n gm allow-unique yes\n gm unique-skill games")
    t.run("gm unique-tn 1")
    asked: Any = t.session.asked[2]
    assert asked.about == ("attack", "movement", "scheme")


@pytest.mark.clause("rpg.action.list", "rpg.techniques")
def test_actions_of_techniques_are_listed_too() -> None:
    t = begun(samurai("Aki", KATANA, void_points=1, techniques="warriors-resolve", fatigue=6, honor=45))
    t.run("A stance void\n A action use warriors-resolve")
    assert (t.A.void_points, t.A.fatigue) == (0, 2)
    t.run("B stance void\n A stance void")
    assert "use warriors-resolve" not in t.until("A action").options("A"), "once a scene"
