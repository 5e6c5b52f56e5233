"""Iaijutsu cuts, kata, school abilities: what they do in a duel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.rpg import catalogue, deeds, loadout, techniques
from iaijutsu.rpg import setup as setups
from iaijutsu.rpg.characters import Burden, Effect
from tests.rpg.script import Table, art, begun, knows, samurai, table, trait

pytestmark = pytest.mark.clause("rpg.techniques")
KATANA = "katana/1-hand"


def bun(**given: Any) -> Any:
    """B."""
    return samurai("Bun", given.pop("weapons", KATANA), honor=60, **given)


def with_art(
    key: str, ring: str, dice: str, keep: str, other: Any = None, weapons: str = KATANA, **given: Any
) -> Table:
    """A knows a technique and attacks with it in a ring of 4 (initiative as usual)."""
    one = samurai("Aki", weapons, techniques=key, **{ring: 4, "focus": 4, **given})
    t = begun(one, other or bun(), "warriors", f"{ring} void")
    weapon = weapons.split("/", maxsplit=1)[0]
    return t.run(f"A stance {ring}\n A action attack {key} {weapon}\n dice {dice}\n A keep {keep}")


# --- the data ------------------------------------------------------------------------------------------------------


def test_every_effect_and_deed_of_the_tables_is_carried_out() -> None:
    assert set(deeds.DEEDS) == set(techniques.DEEDS)
    known = {"attack", "opportunity", *loadout.ACTIONS}
    rules = Path(techniques.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in rules.glob("*.py") if path.name != "techniques.py")
    assert [name for name in techniques.EFFECTS if name not in known and f'"{name}"' not in source] == []


def test_every_technique_of_the_catalogue_fits_its_tables() -> None:
    for technique in catalogue.shelf().techniques.values():
        for effect in technique.effects:
            assert techniques.why_not(effect) is None, technique.id


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (Effect("fly", {}), "there is no effect"),
        (Effect("attack", {"colour": "red"}), "has no parameter"),
        (Effect("attack", {"tn": 0}), "1 or more"),
        (Effect("attack", {"tn": "high"}), "vigilance"),
        (Effect("attack", {"bonus": 1}), "true or false"),
        (Effect("attack", {"types": "attack"}), "a list"),
        (Effect("attack", {"weapon": "borrowed"}), "readied"),
        (Effect("opportunity", {}), "`does` is missing"),
    ],
)
def test_an_effect_that_does_not_fit_is_refused(effect: Effect, words: str) -> None:
    assert words in (techniques.why_not(effect) or "")
    plain = samurai("Aki").plain()
    plain["techniques"] = [{"id": "odd", "name": "Odd", "kind": "kata", "rank": 1, "effects": [effect.plain()]}]
    with pytest.raises(BadInput):
        setups.load({"characters": [plain, samurai("Bun").plain()]})


# --- cuts ----------------------------------------------------------------------------------------------------------


def test_crossing_blade_deals_deadliness_and_bonus() -> None:
    t = begun(samurai("Aki", techniques="crossing-blade", void=3, focus=4), bun())
    t.run("A stance void\n A action attack crossing-blade katana 1-hand\n dice s s s\n A keep 1 2 3").until("B stance")
    assert t.last("damage-suffered").amount == 6
    assert (t.A.weapons["katana"].place, t.A.weapons["katana"].grip) == ("readied", "1-hand")
    assert t.last("action-taken").types == ("attack", "movement")


def test_rising_blade_deals_deadliness_and_cannot_be_defended_when_compromised() -> None:
    t = begun(samurai("Aki", techniques="rising-blade"), bun(composure=3, strife=4))
    t.run("A stance void\n A action attack rising-blade katana 1-hand\n dice s s\n A keep 1 2")
    assert t.last("did-not-defend").chosen is False
    assert t.last("critical-inflicted").severity == 5
    t = begun(samurai("Aki", techniques="rising-blade"), bun())
    t.run("A stance void\n A action attack rising-blade katana 1-hand\n dice s s\n A keep 1 2").until("B stance")
    assert t.B.fatigue == 4


def test_a_cut_needs_a_sheathed_razor_edge_and_a_one_handed_grip_and_a_bokken_will_do() -> None:
    one = samurai("Aki", "katana nodachi jian bokken", techniques="crossing-blade")
    t = begun(one)
    t.run("A stance void")
    cuts = [word for word in t.until("A action").options("A") if "crossing" in word]
    assert cuts == ["attack crossing-blade katana 1-hand", "attack crossing-blade bokken 1-hand"]


def test_a_cut_may_ready_the_other_blade_and_has_no_critical_of_strikes_own() -> None:
    t = begun(samurai("Aki", techniques="crossing-blade", void=4, focus=4))
    t.run("A stance void\n A action attack crossing-blade katana 1-hand\n dice s s o o\n A keep 1 2 3 4")
    assert "spend critical" not in t.options("A")
    t.run("A opportunity crossing-blade/ready-sheathed")
    assert t.A.weapons["wakizashi"].place == "readied"


# --- kata ----------------------------------------------------------------------------------------------------------


def opened(key: str, ring: str, way: str, **given: Any) -> Table:
    """A's strike in a ring of 4 shows two successes and two opportunity, spent on a way of the technique."""
    weapons = given.pop("weapons", KATANA)
    one = samurai("Aki", weapons, techniques=key, **{ring: 4, "focus": 4, **given.pop("own", {})})
    t = begun(one, bun(**given), "warriors", f"{ring} void")
    weapon = weapons.split("/", maxsplit=1)[0]
    t.run(f"A stance {ring}\n A action attack strike {weapon}\n dice s s o o\n A keep 1 2 3 4")
    return t.run(f"A opportunity {key}/{way}")


def test_striking_as_air_reserves_dice_for_the_next_check_with_the_skill() -> None:
    one = samurai("Aki", KATANA, techniques="striking-as-air", air=4, focus=4, melee=1)
    t = begun(one, bun(), "warriors", "air void")
    t.run("A stance air\n A action attack strike katana\n dice s s o - | e\n A keep 1 2 3")
    t.run("A opportunity striking-as-air/reserve-dice\n A reserve-rolled 5\n B stance void")
    t.run("A stance air\n A action attack strike katana\n A use-reserved-dice yes\n dice - - - -")
    assert t.duel.check.rolled == [17, 0, 0, 0, 0]
    assert not t.A.lasting


def test_striking_as_earth_and_water_change_resistance() -> None:
    t = opened("striking-as-earth", "earth", "own-resistance 2")
    t.run("B stance void\n B action attack strike katana\n dice s s\n B keep 1 2").on()
    assert t.A.fatigue == 1
    t = opened("striking-as-water", "water", "target-resistance", armour="lacquered-armour").until("B stance")
    assert t.last("damage-suffered").stopped == 3


def test_striking_as_fire_makes_the_next_critical_strike_worse() -> None:
    t = opened("striking-as-fire", "fire", "target-critical 2", void_points=1)
    t.run("B suffer-a-critical-strike yes")
    assert t.last("critical-inflicted").severity == 7
    assert not t.B.lasting


def test_striking_as_void_switches_the_stance_or_gives_another_action_after_a_failure() -> None:
    one = samurai("Aki", KATANA, techniques="striking-as-void", void=3, focus=4)
    t = begun(one, bun())
    t.run("A stance void\n A action attack strike katana\n dice o o o\n A keep 1 2 3")
    t.run("A opportunity striking-as-void/switch-stance\n A stance air\n A opportunity striking-as-void/another-action")
    assert t.A.stance == "air"
    t.run("A opportunity go-on")
    assert "attack strike katana" not in t.until("A action").options("A"), "not one already performed"
    t.run("A action calming-breath").until("B stance")


def test_a_switch_of_stance_is_a_choice_that_may_have_been_predicted() -> None:
    one = samurai("Aki", KATANA, techniques="striking-as-void")
    t = begun(one, bun(focus=5))
    t.run(
        "B stance void\n B action predict air\n A stance void\n B reveal-prediction go-on\n"
        "A action attack strike katana"
    )
    t.run("dice o -\n A keep 1\n A opportunity striking-as-void/switch-stance\n A stance air")
    assert t.A.stance == "air", "that prediction had its choice"


def test_soaring_slice_throws_the_weapon_away() -> None:
    t = begun(samurai("Aki", KATANA, techniques="soaring-slice"), bun())
    t.run("A stance void\n A action attack soaring-slice katana\n dice s s\n A keep 1 2").until("B stance")
    assert t.A.weapons["katana"].place == "away"
    assert t.B.fatigue == 3


def test_soaring_slice_may_make_the_next_attack_easier() -> None:
    t = begun(samurai("Aki", "katana/1-hand wakizashi/1-hand", techniques="soaring-slice"), bun())
    t.run("A stance void\n A action attack soaring-slice katana\n dice o -\n A keep 1")
    t.run(
        "A opportunity soaring-slice/next-attack-easier\n B stance void\n A stance void\n"
        "A action attack strike wakizashi"
    )
    assert t.last("check-begun").tn == 1


def test_tactical_assessment_opens_ways_in_initiative() -> None:
    keen = trait("Keen", "distinction", "melee")
    for ring, way, more, name in (
        ("earth", "no-disadvantages", "A which-character self", "no-disadvantages"),
        ("fire", "sure-advantage", "A sure-advantage 0:Keen", "sure-advantage"),
    ):
        t = table(samurai("Aki", techniques="tactical-assessment", traits=(keen,)), bun(traits=(keen,)))
        t.run("B initiative-ring void\n dice blank\n B keep 1")
        t.run(f"A initiative-ring {ring}\n dice o -\n A keep 1\n A opportunity tactical-assessment/{way}\n {more}")
        assert [effect.name for effect in t.A.lasting] == [name]
    t = table(samurai("Aki", techniques="tactical-assessment"), bun(traits=(keen,)))
    t.run("B initiative-ring void\n dice blank\n B keep 1")
    t.run("A initiative-ring air\n dice o -\n A keep 1\n A opportunity tactical-assessment/learn-advantage")
    assert t.last("learned").words == ("Keen",)
    t = table(samurai("Aki", techniques="tactical-assessment"), bun())
    t.run("B initiative-ring void\n dice blank\n B keep 1")
    t.run("A initiative-ring water\n dice o -\n A keep 1\n A opportunity tactical-assessment/cover")
    assert t.last("told").what == "cover"


def test_battle_in_the_mind_takes_a_stance_from_the_foes_first_turn_and_learns_techniques() -> None:
    t = table(samurai("Aki", techniques="battle-in-the-mind"), bun(techniques="striking-as-air"), "warriors")
    t.run("B initiative-ring void\n dice blank\n B keep 1\n A initiative-ring void\n dice o o\n A keep 1 2")
    t.run("A opportunity battle-in-the-mind/bar-first-stance\n A name-ring fire\n A name-second-ring air")
    t.run("B give-up-stance air\n A opportunity battle-in-the-mind/learn-technique")
    assert t.last("learned").words == ("Striking as Air",)
    t.run("A stance void").until("B stance")
    assert t.options("B") == ["ring earth", "ring fire", "ring water", "ring void"]
    t.run("B stance void\n A stance void\n B stance air")


def test_spinning_blades_lets_the_second_weapon_deal_its_damage() -> None:
    one = samurai("Aki", "katana/1-hand wakizashi/1-hand", techniques="spinning-blades-style", void=4, focus=4, melee=2)
    t = begun(one, bun(burdens=(Burden("dazed"),), endurance=20))
    t.run("A stance void\n A action attack strike katana\n dice s s o o | - -\n A keep 1 2 3 4")
    t.run("A opportunity spinning-blades-style/second-weapon").until("B stance")
    assert [event.amount for event in t.events("damage-suffered")] == [3 + 2, 4]


def test_veiled_menace_strikes_the_disoriented() -> None:
    one = samurai("Aki", KATANA, techniques="veiled-menace-style", void=4, focus=4)
    t = begun(one, bun(burdens=(Burden("disoriented"),)))
    t.run("A stance void\n A action attack strike katana\n dice s s o o\n A keep 1 2 3 4")
    t.run("A opportunity veiled-menace-style/critical 2")
    assert t.last("critical-inflicted").severity == 6


def test_coiling_serpent_binds_weapons_and_bodies() -> None:
    t = opened("coiling-serpent-style", "void", "bar-weapon", weapons="gao/1-hand")
    t.run("B stance void")
    assert "attack strike katana" not in t.until("B action").options("B")
    t = opened("coiling-serpent-style", "void", "immobilize", weapons="gao/1-hand")
    assert "immobilized" in t.B.conditions


def test_open_hand_names_the_targets_stance() -> None:
    t = begun(samurai("Aki", techniques="open-hand-style", void=4, focus=4), bun())
    t.run("A stance void\n A action attack strike punch\n dice s s o o\n A keep 1 2 3 4")
    t.run("A opportunity open-hand-style/force-stance\n A force-stance fire")
    assert t.B.stance == "fire"


def test_rushing_avalanche_grazes_on_a_narrow_miss_and_batters_the_prone() -> None:
    one = samurai("Aki", "bokken/1-hand", techniques="rushing-avalanche-style", fitness=3)
    t = begun(one, bun())
    t.run("A stance void\n A action attack strike bokken\n dice s o\n A keep 1 2")
    t.run("A opportunity rushing-avalanche-style/graze").until("B stance")
    assert t.last("damage-suffered").amount == 3
    one = samurai("Aki", "bokken/1-hand", techniques="rushing-avalanche-style", fitness=3, void=3, focus=4)
    t = begun(one, bun(burdens=(Burden("prone"),)))
    t.run("A stance void\n A action attack strike bokken\n dice s s o\n A keep 1 2 3")
    t.run("A opportunity rushing-avalanche-style/more-damage").until("B stance")
    assert t.last("damage-suffered").amount == 6


def test_heartpiercing_strike() -> None:
    t = with_art("heartpiercing-strike", "fire", "s s s s", "1 2 3 4")
    assert t.last("critical-inflicted").severity == 5
    assert t.last("check-begun").tn == 3
    t = with_art("heartpiercing-strike", "fire", "s s s -", "1 2 3").until("B stance")
    assert "disoriented" in t.A.conditions
    for ring, tn in (("air", 4), ("water", 1)):
        one = samurai("Aki", KATANA, techniques="heartpiercing-strike", fire=5, focus=4)
        t = begun(one, bun(), "warriors", f"fire {ring}")
        t.run("A stance fire\n A action attack heartpiercing-strike katana\n dice s s s s s\n A keep 1 2 3 4 5")
        assert t.last("check-begun").tn == tn


def test_crimson_leaves_disarms() -> None:
    t = with_art("crimson-leaves-strike", "earth", "s s s s", "1 2 3 4")
    assert t.last("damage-suffered").amount == 4
    assert (t.last("check-begun").purpose, t.last("check-begun").tn) == ("save", 4)
    t.run("dice blank\n B keep 1").until("B stance")
    assert t.B.weapons["katana"].place == "away"
    t = with_art("crimson-leaves-strike", "earth", "s s s et", "1 2 3 4", bun(air=2))
    t.run("dice ot\n A keep-exploded 1\n A opportunity crimson-leaves-strike/take-weapon\n dice blank\n B keep 1")
    assert t.B.weapons["katana"].place == "taken"


def test_flowing_water_bleeds_and_adds_the_weapons_damage_when_not_resisted() -> None:
    t = with_art("flowing-water-strike", "water", "s s s -", "1 2 3")
    t.run("dice blank\n B keep 1").until("B stance")
    assert t.last("damage-suffered").amount == 4 + 4
    assert "bleeding" in t.B.conditions


def test_thunderclap_pushes() -> None:
    t = with_art("thunderclap-strike", "air", "s s s o", "1 2 3 4")
    t.run("A opportunity thunderclap-strike/raise-save")
    assert (t.last("check-begun").purpose, t.last("check-begun").tn) == ("save", 4)
    t.run("dice blank\n B keep 1").until("B stance")
    assert t.B.moved == 2


@pytest.mark.parametrize(
    ("key", "ring", "condition"),
    [
        ("breath-of-wind-style", "air", "disoriented"),
        ("iron-in-the-mountains-style", "earth", "prone"),
        ("disappearing-world-style", "fire", "dazed"),
        ("crashing-wave-style", "water", "bleeding"),
    ],
)
def test_the_styles_of_the_elements(key: str, ring: str, condition: str) -> None:
    t = opened(key, ring, "save 2")
    assert (t.last("check-begun").purpose, t.last("check-begun").tn) == ("save", 5)
    t.run("dice s -\n B keep 1").until("B stance")
    assert condition in t.B.conditions
    assert t.events("fatigue-received")[0].amount == 4


def test_soul_sunder_hallows_a_weapon_and_may_strike_at_once() -> None:
    one = samurai("Aki", KATANA, techniques="soul-sunder", void=8, meditation=1, focus=4, composure=30)
    t = table(one, bun(), "warriors")
    t.run("B initiative-ring void\n dice blank\n B keep 1\n A initiative-ring void\n dice blank\n A keep 1")
    t.run("A stance void\n A action use soul-sunder katana\n dice s s s s o o o o | -\n A keep 1 2 3 4 5 6 7 8")
    t.run("A opportunity soul-sunder/hallow-longer\n A opportunity soul-sunder/strike")
    t.run("A strike-at-once strike katana\n dice s s - - - - - -\n A keep 1 2").until("B stance")
    assert t.B.fatigue == 3
    assert [(effect.name, effect.about, effect.turn) for effect in t.A.lasting] == [("sacred", "katana", 3)]


# --- ninjutsu ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.score.cheating", "rpg.turns.order")
def test_cunning_distraction_swaps_the_order_and_is_cheating_that_may_be_seen() -> None:
    one = samurai("Aki", KATANA, techniques="cunning-distraction", skulduggery=1)
    t = begun(one, bun())
    t.run("A stance void\n A action use cunning-distraction\n dice s s | -\n A keep 1 2").until("B stance")
    assert t.last("cheating-seen").seat == 0
    t.run("B stance void").until("B stance")
    assert t.duel.round == 2, "B goes first in the next round"
    t.end("B stance void\n A stance void\n B concede concede")
    assert (t.session.outcome.winner, t.session.outcome.reason, t.session.outcome.grade) == (1, "cheating", "")


@pytest.mark.clause("rpg.score.cheating")
def test_opportunity_keeps_the_cheating_from_being_seen() -> None:
    one = samurai("Aki", KATANA, techniques="cunning-distraction", skulduggery=1)
    t = begun(one, bun())
    t.run("A stance void\n A action use cunning-distraction\n dice s o | -\n A keep 1 2")
    t.run("A opportunity cunning-distraction/seen-less").until("B stance")
    assert not t.events("cheating-seen")


# --- schools -------------------------------------------------------------------------------------------------------


def test_way_of_the_crane_alters_an_inflicted_critical_once_a_round() -> None:
    one = samurai("Aki", known=(art(critical=4), catalogue.technique("way-of-the-crane")), school_rank=2)
    t = begun(one, bun(), "sparring")
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1")
    assert t.options("A") == ["-2", "-1", "0", "1", "2"]
    t.run("A alter-critical 2")
    assert t.last("critical-inflicted").severity == 6
    assert t.A.used == {"alter-critical": 1}


def test_strike_with_no_thought() -> None:
    one = samurai("Aki", techniques="strike-with-no-thought", void=3, focus=4)
    t = begun(one, bun())
    t.run("A stance void\n A action attack strike-with-no-thought katana 1-hand\n dice s s o\n A keep 1 2 3")
    t.run("A opportunity strike-with-no-thought/dazed-disoriented")
    assert t.last("critical-inflicted").severity == 5
    assert {"dazed", "disoriented"} <= set(t.B.conditions)
    t.run("dice blank\n B keep 1\n B stance void\n A stance void")
    assert not [w for w in t.until("A action").options("A") if "no-thought" in w], "once a scene"


def test_way_of_the_dragon_wards() -> None:
    t = begun(samurai("Aki", KATANA, void=3, focus=4), bun(techniques="way-of-the-dragon", school_rank=2))
    t.run("A stance void\n A action attack strike katana\n B ward-or-trap ward\n B ward-with katana\n dice s s s")
    t.run("B ward 1 2\n dice - -\n A keep 3\n B stance void")
    assert t.last("check-resolved").passed is False
    assert "attack strike katana" not in t.until("B action").options("B"), "until the end of B's next turn"


def test_way_of_the_dragon_traps_with_an_empty_hand() -> None:
    t = begun(samurai("Aki", KATANA), bun(techniques="way-of-the-dragon", school_rank=1))
    t.run(
        "A stance void\n A action attack strike katana\n B ward-or-trap trap\n B ward-with hand\n dice blank\n A keep 1"
    )
    t.run("B stance void\n B action attack strike katana")
    assert t.last("check-begun").tn == 1


def test_heart_of_the_dragon_strikes_again_with_a_fresh_weapon() -> None:
    one = samurai("Aki", "katana/1-hand wakizashi/1-hand", techniques="heart-of-the-dragon", void=3, focus=4)
    t = begun(one, bun(endurance=20))
    t.run("A stance void\n A action attack strike katana\n dice s s o\n A keep 1 2 3")
    t.run("A opportunity heart-of-the-dragon/strike")
    assert "strike-at-once" in t.asked()
    assert "attack strike katana" not in t.options("A")
    t.run("A strike-at-once strike wakizashi\n dice s s -\n A keep 1 2").until("B stance")
    assert t.B.fatigue == 2 + 3


def test_way_of_the_crab_softens_a_critical_by_armour_and_rank() -> None:
    other = bun(techniques="way-of-the-crab", school_rank=2, armour="lacquered-armour")
    t = begun(samurai("Aki", known=(art(critical=9),)), other, "sparring")
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n B soften-critical yes\n dice blank\n B keep 1")
    assert t.last("critical-suffered").severity == 3


def test_the_mountain_does_not_fall_before_its_time() -> None:
    other = bun(techniques="the-mountain-does-not-fall", void_points=1, burdens=(Burden("dazed"),), focus=5)
    t = begun(samurai("Aki", known=(art(critical=16),), composure=20), other, "sparring")
    t.run("B ignore-harm yes\n B stance void\n B action attack strike katana")
    assert t.last("check-begun").tn == 2, "Dazed is ignored"
    t.run("dice blank\n B keep 1\n A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1")
    assert not t.B.dead
    assert "doomed" in t.B.conditions
    t.run("B stance void").on()
    assert t.B.dead


def test_way_of_the_lion_turns_strife_into_bonus_and_fatigue() -> None:
    one = samurai("Aki", KATANA, techniques="way-of-the-lion", school_rank=2, strife=3)
    t = begun(one, bun())
    t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n A strife-to-bonus 2").until(
        "B stance"
    )
    assert (t.A.strife, t.A.fatigue, t.B.fatigue) == (2, 2, 5)


def test_the_lions_strike_lands_though_its_fatigue_fells_him() -> None:
    one = samurai("Aki", KATANA, techniques="way-of-the-lion", school_rank=2, strife=3, fatigue=8)
    t = begun(one, bun())
    t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n A strife-to-bonus 2").until(
        "B stance"
    )
    assert (t.A.fatigue, t.B.fatigue) == (10, 5)


def test_matsus_fury_and_rending_jaws() -> None:
    other = bun(techniques="matsus-fury", school_rank=1, fatigue=3)
    t = begun(samurai("Aki", known=(art(critical=3),)), other, "sparring")
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1\n B fury yes")
    assert ("enraged" in t.B.conditions, t.B.fatigue) == (True, 2)
    one = samurai("Aki", KATANA, techniques="rending-jaws-of-the-lion", burdens=(Burden("enraged"),), void_points=1)
    t = table(one, bun(), "warriors")
    t.run(
        "B initiative-ring void\n dice blank\n B keep 1\n A initiative-ring void\n A seize-the-moment go-on\n"
        "dice blank\n A keep 1"
    )
    t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n A successes-explode yes")
    assert t.duel.check.kept == [5, 5]
    assert t.A.void_points == 0
    t.run("dice s -\n A keep-exploded 1")


def test_the_path_of_shadows_preys_on_the_compromised() -> None:
    one = samurai("Aki", KATANA, techniques="the-path-of-shadows", school_rank=2)
    t = begun(one, bun(composure=2, strife=3, void_points=1))
    t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n B suffer-a-critical-strike yes")
    assert t.last("damage-suffered").amount == 6
    assert t.last("critical-inflicted").severity == 7


def test_way_of_the_phoenix_negates_the_strife_of_a_check() -> None:
    one = samurai("Aki", KATANA, techniques="way-of-the-phoenix", school_rank=2, strife=3, fatigue=3)
    t = begun(one, bun(), stances="fire void")
    t.run("A stance fire\n A action attack strike katana\n dice st st\n A keep 1 2\n A negate-strife yes").until(
        "B stance"
    )
    assert (t.A.strife, t.A.fatigue) == (2, 1)
    assert t.last("check-resolved").bonus == 0


def test_heroic_charge_counts_bands_moved_or_the_steed() -> None:
    one = samurai("Aki", KATANA, known=(knows("charge", mounted=True),), school_rank=2)
    t = begun(one, bun())
    t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2").until("B stance")
    assert t.last("check-resolved").bonus == 2
    t = begun(samurai("Aki", KATANA, techniques="heroic-charge", school_rank=2), bun())
    t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2").until("B stance")
    assert t.last("check-resolved").bonus == 0


def test_sensing_the_breeze_steps_aside_after_defending() -> None:
    t = begun(samurai("Aki", KATANA), bun(techniques="sensing-the-breeze"))
    t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2\n B step-aside yes\n B stance air")
    assert (t.B.moved, t.B.stance) == (1, "air")


def test_way_of_the_scorpion_exploits_a_disadvantage() -> None:
    slow = trait("Slow", "adversity", "melee")
    t = table(samurai("Aki", KATANA, techniques="way-of-the-scorpion", honor=90), bun(traits=(slow,)), "warriors")
    t.run("A initiative-ring void\n dice - -\n A exploit Slow\n A exploit-reroll 1 2\n dice s s\n A keep 1 2")
    assert t.A.initiative == 4 + 2


def test_strike_first_strike_last_adds_the_difference_of_initiative() -> None:
    t = begun(samurai("Aki", KATANA, techniques="strike-first-strike-last"), bun(void_points=1))
    t.run("A bid 3\n B bid 0\n A stance void\n A action attack strike katana\n dice s s\n A keep 1 2")
    t.run("B suffer-a-critical-strike yes")
    assert t.last("critical-inflicted").severity == 5 + 3


def test_invocations_have_a_deadliness_of_ring_and_strife() -> None:
    t = begun(
        samurai("Aki", techniques="leaping-ember", fire=3, focus=4), bun(void_points=1), "taryu-jiai", "fire void"
    )
    t.run(
        "A stance fire\n A action attack leaping-ember\n dice st st s\n A keep 1 2 3\n B suffer-a-critical-strike yes"
    )
    assert t.last("damage-suffered").amount == 3 + 1 + 2
    assert t.last("critical-inflicted").severity == 3 + 2
