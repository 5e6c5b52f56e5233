"""Weapons, grips, qualities, armour; errata and print."""

from __future__ import annotations

import pytest

from iaijutsu.rpg import catalogue
from tests.rpg.script import art, begun, samurai

HIT = "A stance void\n A action attack strike {}\n dice s s\n A keep 1 2\n"


@pytest.mark.clause("rpg.items")
def test_a_grip_changes_damage_deadliness_and_qualities() -> None:
    t = begun(samurai("Aki", "katana/2-hand bokken jian nunchaku"))
    profiles = t.A.loadout.profiles
    assert (profiles["katana", "1-hand"].deadliness, profiles["katana", "2-hand"].deadliness) == (5, 7)
    assert (profiles["bokken", "1-hand"].damage, profiles["bokken", "2-hand"].damage) == (3, 5)
    assert "razor-edged" not in profiles["jian", "1-hand"].qualities
    assert "razor-edged" in profiles["jian", "2-hand"].qualities
    assert "snaring" in profiles["nunchaku", "2-hand"].qualities


@pytest.mark.clause("rpg.items")
def test_two_hands_hold_two_weapons_or_one_in_both() -> None:
    t = begun(samurai("Aki", "katana/2-hand wakizashi"))
    t.run("A stance void")
    assert not [word for word in t.until("A action").options("A") if word.startswith("ready")]
    t = begun(samurai("Aki", "katana/1-hand wakizashi/1-hand"))
    t.run("A stance void")
    assert t.options("A") == ["go-on", "drop katana", "drop wakizashi"], "no hand is free for another grip"


@pytest.mark.clause("rpg.items")
def test_a_damaged_weapon_is_harder_to_use_and_is_destroyed_the_next_time() -> None:
    t = begun(samurai("Aki", "katana/1-hand", composure=20), samurai("Bun", honor=60, armour="plated-armour"))
    t.run(HIT.format("katana") + "B stance void\n A stance void\n A action attack strike katana")
    assert t.last("check-begun").reasons == (("damaged", 1),)
    t.run("dice et s\n A keep 1 2\n dice s\n A keep-exploded 1").until("B stance")
    assert t.A.weapons["katana"].destroyed
    t.run("B stance void\n A stance void")
    assert "attack strike katana" not in t.until("A action").options("A")


@pytest.mark.clause("rpg.items")
def test_durable_things_lose_that_first() -> None:
    t = begun(samurai("Aki", "scimitar/1-hand"), samurai("Bun", honor=60, armour="plated-armour"))
    t.run(HIT.format("scimitar")).until("B stance")
    held = t.A.weapons["scimitar"]
    assert (held.durable, held.damaged) == (False, False)


@pytest.mark.clause("rpg.items")
def test_damaged_armour_resists_2_less_and_destroyed_armour_nothing() -> None:
    one = samurai("Aki", "katana/1-hand", known=(art(critical=2),), composure=20)
    t = begun(one, samurai("Bun", honor=60, armour="lacquered-armour", composure=20), "sparring")
    for resisted in (2, 0):
        t.run("A stance void\n A action attack art\n dice s -\n A keep 1\n dice blank\n B keep 1\n B stance void")
        t.run("A stance void\n A action attack strike katana\n dice s s\n A keep 1 2").until("B stance")
        assert t.last("damage-suffered").stopped == resisted
        t.run("B stance void")


@pytest.mark.clause("rpg.items")
def test_snaring_immobilizes_for_opportunity_equal_to_vigilance() -> None:
    t = begun(samurai("Aki", "gao/1-hand"), samurai("Bun", honor=60))
    t.run("A stance void\n A action attack strike gao\n dice o o\n A keep 1 2\n A opportunity snare")
    assert "immobilized" in t.B.conditions
    t = begun(samurai("Aki", "gao/1-hand"), samurai("Bun", honor=60, air=4, focus=4))
    t.run("A stance void\n A action attack strike gao\n dice o o\n A keep 1 2")
    assert "spend snare" not in t.options("A"), "vigilance is 3"


@pytest.mark.clause("rpg.items")
def test_razor_edge_raises_deadliness_for_this_attack() -> None:
    t = begun(samurai("Aki", "katana/1-hand", void=4, focus=4), samurai("Bun", honor=60, fatigue=20), "sparring")
    assert "razor-edged" not in t.A.loadout.profiles["katana", "1-hand"].qualities, "blunted"
    t = begun(samurai("Aki", "katana/1-hand", void=4, focus=4), samurai("Bun", honor=60, fatigue=20))
    t.run("A stance void\n A action attack strike katana\n dice s s o o\n A keep 1 2 3 4\n A opportunity razor-edged 2")
    assert t.last("critical-inflicted").severity == 7


@pytest.mark.clause("rpg.items")
def test_concealable_weapons_are_drawn_as_part_of_an_attack_even_in_a_blow() -> None:
    t = begun(samurai("Aki", "knife"), samurai("Bun", honor=60, composure=0))
    assert "attack strike knife 1-hand" in t.until("A finishing-blow").options("A")
    t.run("A finishing-blow attack strike knife 2-hand\n dice s s\n A keep 1 2")
    assert t.last("critical-inflicted").severity == 12
    assert t.A.weapons["knife"].grip == "2-hand"


@pytest.mark.clause("rpg.items")
def test_cumbersome_weapons_are_harder_after_moving() -> None:
    t = begun(samurai("Aki", "zanbato/2-hand", water=3, focus=4, composure=20))
    t.run("A stance water\n A action attack strike zanbato\n dice o o s\n A keep 1 2\n A opportunity move")
    assert t.A.moved == 1
    t.run("A action prepare\n B stance void").until("A stance")
    assert t.A.moved == 0, "it counts in the round"


@pytest.mark.clause("rpg.items", "rpg.techniques")
def test_cumbersome_counts_when_one_has_moved_this_round() -> None:
    t = begun(samurai("Aki", "zanbato/2-hand wakizashi", techniques="sensing-the-breeze", fatigue=0), form="warriors")
    t.run("A bid 0\n B bid 1\n B stance void\n B action attack strike katana\n dice s s\n B keep 1 2")
    t.run("A step-aside yes\n A stance void\n A stance void\n A action attack strike zanbato")
    assert t.last("check-begun").reasons == (("cumbersome", 1),)


@pytest.mark.clause("rpg.items")
def test_an_item_that_must_be_prepared_is_used_up_by_an_attack() -> None:
    t = begun(samurai("Aki", "oyumi/2-hand"), samurai("Bun", honor=60))
    held = t.A.weapons["oyumi"]
    if held.prepared:
        pytest.skip("no weapon of the catalogue has to be prepared")
    t.run("A stance void")
    assert "attack strike oyumi" not in t.until("A action").options("A")
    t.run("A action prepare oyumi\n B stance void\n A stance void\n A action attack strike oyumi")
    t.run("dice blank\n A keep 1").until("B stance")
    assert not t.A.weapons["oyumi"].prepared


@pytest.mark.clause("rpg.items", "rpg.result")
def test_resplendent_dress_adds_1_to_a_glory_award() -> None:
    plain, bright = samurai("Bun", honor=60), samurai("Bun", honor=60, armour="ceremonial-clothes")
    for other, award in ((plain, 3), (bright, 4)):
        t = begun(other=other).end("A concede concede")
        assert t.session.outcome.glory == award


@pytest.mark.clause("rpg.items")
def test_doubled_deadliness_of_common_weapons() -> None:
    doubled = {
        ("katana", "1-hand"): 10, ("katana", "2-hand"): 14, ("wakizashi", "1-hand"): 10, ("wakizashi", "2-hand"): 14,
        ("scimitar", "1-hand"): 10, ("nodachi", "2-hand"): 12, ("naginata", "2-hand"): 12, ("ono", "2-hand"): 12,
        ("dao", "1-hand"): 12, ("zanbato", "2-hand"): 14, ("jian", "1-hand"): 8, ("jian", "2-hand"): 10,
        ("knife", "1-hand"): 8, ("knife", "2-hand"): 12, ("bokken", "1-hand"): 6, ("yari", "2-hand"): 6,
        ("tetsubo", "2-hand"): 6, ("tessen", "1-hand"): 6,
    }  # fmt: skip
    assert {(key, grip): 2 * catalogue.weapon(key).held(grip).deadliness for key, grip in doubled} == doubled
    punch, kick = catalogue.unarmed()
    assert (2 * punch.deadliness, 2 * kick.deadliness) == (4, 2)


@pytest.mark.clause("rpg.items", "rpg.techniques")
@pytest.mark.parametrize(("values", "deadliness", "tn"), [("errata", 6, 2), ("print", 5, 3)])
def test_errata_or_print_is_a_switch(values: str, deadliness: int, tn: int) -> None:
    one = samurai("Aki", "dao katana", techniques="rising-blade")
    t = begun(one, rulings={"values": values})
    assert t.A.loadout.profiles["dao", "1-hand"].deadliness == deadliness
    t.run("A stance void\n A action attack rising-blade katana 1-hand")
    assert t.last("check-begun").base == tn


@pytest.mark.clause("rpg.items")
def test_supernatural_damage_meets_supernatural_resistance() -> None:
    mage = samurai("Aki", known=(art(damage=4, supernatural=True),))
    t = begun(mage, samurai("Bun", honor=60, armour="sanctified-robes"))
    t.run("A stance void\n A action attack art\n dice s -\n A keep 1").until("B stance")
    assert t.B.fatigue == 1
