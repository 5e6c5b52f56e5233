"""Foundry actors: the present form, the old one, and every oddity that real exports have."""

import json
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.formats import Read, read_bytes_as_characters
from iaijutsu.rpg import catalogue
from tests.formats.rpg_files import Data, foundry_actor, foundry_item, foundry_katana, foundry_old


def read(actor: Data) -> Read:
    (one,) = read_bytes_as_characters(json.dumps(actor).encode(), "actor.json")
    assert one.form == "Foundry actor"
    return one


def noted(one: Read, words: str) -> bool:
    return any(words in note for note in one.notes)


def with_item(item: Data) -> Read:
    return read(foundry_actor(items=[item]))


# --- the present form --------------------------------------------------------------------------------------


def test_a_character_of_the_present_form() -> None:
    one = read(foundry_actor())
    character = one.character
    assert (character.name, character.kind, character.clan) == ("Kasumi", "player-character", "Crane")
    assert character.rings == {"air": 3, "earth": 2, "fire": 3, "water": 1, "void": 2}
    assert (character.skill("melee"), character.skill("meditation"), character.skill("games")) == (3, 2, 0)
    assert (character.endurance, character.composure, character.focus, character.vigilance) == (10, 6, 6, 2)
    assert (character.strife, character.fatigue) == (2, 1)
    assert (character.void_max, character.void_points) == (2, 1)
    assert (character.honor, character.glory, character.status) == (60, 40, 35)
    assert (character.school, character.school_rank) == ("Kakita Duelist School", 2)


def test_a_katana_that_is_the_catalogues_is_taken_from_there() -> None:
    character = read(foundry_actor()).character
    assert character.weapons == (catalogue.weapon("katana"),)
    assert character.weapons[0].readied == ""  # not equipped, not readied: carried all the same


def test_techniques_are_known_by_their_names() -> None:
    character = read(foundry_actor()).character
    assert [technique.id for technique in character.techniques] == ["rising-blade", "way-of-the-crane"]


def test_traits_come_with_kind_and_ring_and_a_note_on_skills() -> None:
    one = read(foundry_actor())
    assert [(trait.name, trait.kind, trait.ring, trait.skills) for trait in one.character.traits] == [
        ("Tall", "distinction", "earth", ())
    ]
    assert noted(one, "does not say which skills advantages bear on")


def test_what_a_duel_does_not_need_is_told() -> None:
    (line,) = [note for note in read(foundry_actor()).notes if note.startswith("not needed in a duel")]
    for name in ("img", "prototypeToken", "item Tea set", "system.stance", "system.social.ninjo", "items.system.types"):
        assert name in line


def test_what_is_unknown_is_told_apart_from_what_is_not_needed() -> None:
    one = read(foundry_actor(system__mystery={"deep": 1}, system__rings__metal=3, oddity=1))
    (line,) = [note for note in one.notes if note.startswith("not known here")]
    assert line == "not known here, and left out: system.rings.metal, system.mystery, oddity"


# --- the old form and the oddities -------------------------------------------------------------------------


def test_an_adversary_of_the_old_form() -> None:
    one = read(foundry_old())
    character = one.character
    assert character.kind == "minion"
    assert character.rings == {"air": 2, "earth": 3, "fire": 3, "water": 3, "void": 2}
    assert (character.skill("melee"), character.skill("theology"), character.skill("survival")) == (3, 2, 0)
    assert (character.endurance, character.composure, character.focus) == (12, 9, 5)
    assert character.vigilance == 3  # it says vigilante
    assert (character.strife, character.fatigue) == (4, 2)  # bare numbers, one of them text
    assert (character.void_max, character.void_points) == (1, 1)  # it says current
    assert (character.honor, character.glory, character.status) == (55, 50, 39)
    assert noted(one, "at most 1 Void points in the file, and Void is 2")
    assert not noted(one, "unprepared")


def test_a_grip_that_is_not_possible_and_a_range_that_is_empty() -> None:
    tetsubo, knife = read(foundry_old()).character.weapons
    assert tetsubo == catalogue.weapon("tetsubo")
    assert [grip.hands for grip in tetsubo.grips] == [2]
    assert (knife.key, knife.range_min, knife.range_max) == ("knife", 0, 0)
    assert knife.readied == "1-hand"  # the text "true"


@pytest.mark.parametrize(
    ("text", "damage", "deadliness", "reach", "qualities"),
    [
        ("", 4, 4, (0, 1), ()),
        ("Deadliness +2", 4, 6, (0, 1), ()),
        ("damage +1, deadliness +3", 5, 7, (0, 1), ()),
        ("Damage -2", 2, 4, (0, 1), ()),
        ("Range 1", 4, 4, (1, 1), ()),
        ("Range 2-3", 4, 4, (2, 3), ()),
        ("Range 2–3, Snaring", 4, 4, (2, 3), ("snaring",)),
        ("Deadliness +1, Razor-Edge", 4, 5, (0, 1), ("razor-edged",)),
    ],
)
def test_grips_in_words(
    text: str, damage: int, deadliness: int, reach: tuple[int, int], qualities: tuple[str, ...]
) -> None:
    inner = {"skill": "melee", "range": "0-1", "damage": 4, "deadliness": 4, "grip_1": "N/A", "grip_2": text}
    (weapon,) = with_item(foundry_item("Strange blade", "weapon", inner)).character.weapons
    held = weapon.held("2-hand")
    assert [grip.name for grip in weapon.grips] == ["2-hand"]
    assert (held.damage, held.deadliness) == (damage, deadliness)
    assert (held.range_min, held.range_max, held.qualities) == (*reach, qualities)


def test_a_grip_in_words_that_mean_nothing_is_told() -> None:
    one = with_item(foundry_katana(grip_2="Mostly harmless"))
    assert noted(one, "Katana: the quality 'Mostly harmless' is not known, and left out")


def test_an_unarmed_profile_is_of_the_body_and_always_readied() -> None:
    inner = {"skill": "unarmed", "range": "", "damage": "1", "deadliness": "2", "grip_1": "N/A", "grip_2": "N/A"}
    item = foundry_item("Punch", "weapon", {**inner, "properties": [{"id": "L5RCorePro000007"}]})
    assert with_item(item).character.weapons == (catalogue.weapon("punch"),)


def test_a_weapon_without_any_grip_is_held_in_one_hand_and_that_is_told() -> None:
    one = with_item(foundry_katana(grip_1="N/A", grip_2="N/A"))
    assert [grip.name for grip in one.character.weapons[0].grips] == ["1-hand"]
    assert noted(one, "Katana: the file says that no grip is possible")


def test_numbers_that_differ_from_the_catalogue_win_and_are_told() -> None:
    one = with_item(foundry_katana(deadliness="6"))
    assert one.character.weapons[0].held("2-hand").deadliness == 8
    assert one.character.weapons[0].key == "katana"
    assert noted(one, "Katana: the file's numbers differ from the catalogue's")


def test_the_numbers_of_the_first_printing_are_known_too() -> None:
    inner = {"skill": "melee", "range": "1", "damage": "3", "deadliness": "5", "grip_1": "", "grip_2": "N/A"}
    assert with_item(foundry_item("Dao", "weapon", inner)).character.weapons == (catalogue.weapon("dao"),)


def test_grips_in_numbers_as_a_branch_of_the_system_writes_them() -> None:
    profiles: Data = {
        "one-handed": {"damage_modifier": 0, "deadliness_modifier": 0, "skill_id": "melee"},
        "two-handed": {"damage_modifier": 0, "deadliness_modifier": 2, "range_min": 1, "range_max": 1},
    }
    item = foundry_katana(grip_profiles=profiles, active_grip="two-handed", readied=True, damage_type="physical")
    (weapon,) = with_item(item).character.weapons
    assert weapon.readied == "2-hand"
    assert weapon.grips == catalogue.weapon("katana").grips
    only_two = foundry_katana(grip_profiles={**profiles, "one-handed": None})
    assert [grip.name for grip in with_item(only_two).character.weapons[0].grips] == ["2-hand"]


def test_derived_values_that_disagree_with_the_rings_are_taken_and_told() -> None:
    # early versions rounded vigilance down, and some swapped endurance and composure
    one = read(foundry_actor(system__vigilance=1, system__endurance=6, system__composure="10"))
    character = one.character
    assert (character.vigilance, character.endurance, character.composure) == (1, 6, 10)
    assert noted(one, "vigilance is 1 in the file and 2 by the rings: the file's is taken")
    assert noted(one, "endurance is 6 in the file and 10 by the rings: the file's is taken")


def test_derived_values_never_filled_in_follow_from_the_rings() -> None:
    one = read(foundry_actor(system__composure=0, system__focus=None))
    assert (one.character.composure, one.character.focus) == (6, 6)
    assert noted(one, "no composure in the file: 6 by the rings")


def test_no_void_point_at_hand_is_taken_so_and_told() -> None:
    one = read(foundry_actor(system__void_points={"max": 2, "value": 0}))
    assert (one.character.void_max, one.character.void_points) == (2, 0)
    assert noted(one, "no Void point at hand in the file")


def test_more_void_points_than_there_can_be() -> None:
    one = read(foundry_actor(system__void_points={"max": 2, "value": 3}))
    assert one.character.void_points == 2
    assert noted(one, "3 Void points at hand in the file, of at most 2")
    assert read(foundry_actor(system__void_points=...)).character.void_points == 1


def test_an_unprepared_actor_is_told() -> None:
    for word in (False, "false", 0):
        assert noted(read(foundry_actor(system__prepared=word)), "the actor is unprepared")
    assert not noted(read(foundry_actor(system__prepared="true")), "unprepared")


def test_armour_that_is_equipped_is_worn() -> None:
    def armour(name: str, physical: int, equipped: Any) -> Data:
        return foundry_item(name, "armor", {"armor": {"physical": physical, "supernatural": "0"}, "equipped": equipped})

    one = read(foundry_actor(items=[armour("Traveling Clothes", 2, False), armour("Plated Armor", 5, "true")]))
    assert [piece.key for piece in one.character.armour] == ["plated-armour", "traveling-clothes"]
    none = read(foundry_actor(items=[armour("Traveling Clothes", 2, False)]))
    assert none.character.worn is not None
    assert noted(none, "no armour is equipped: Traveling Clothes is taken as worn")


def test_conditions_are_active_effects() -> None:
    effects: list[Data] = [
        {"name": "Bleeding", "statuses": ["bleeding"]},
        {"name": "Wound", "statuses": ["lightly_wounded_fire", "severely_wounded_air"]},
        {"label": "Dazed"},
        {"name": "Gone", "statuses": ["prone"], "disabled": True},
        {"name": "Lucky", "statuses": ["lucky"]},
        {"name": "Compromised", "statuses": ["compromised"]},
    ]
    one = read(foundry_actor(effects=effects))
    assert [(burden.condition, burden.ring) for burden in one.character.burdens] == [
        ("bleeding", None),
        ("lightly-wounded", "fire"),
        ("severely-wounded", "air"),
        ("dazed", None),
    ]
    assert noted(one, "the condition 'lucky' is not known, and left out")
    assert not noted(one, "ompromised")


def test_a_property_without_a_name_or_without_a_meaning() -> None:
    one = with_item(foundry_katana(properties=["Razor-edged", {"id": "L5RCorePro000016"}, {"name": "Shiny"}, 5]))
    assert set(one.character.weapons[0].qualities) == {"razor-edged", "subtle"}
    assert noted(one, "Katana: the quality 'Shiny' is not known, and left out")


def test_an_army_is_no_character() -> None:
    with pytest.raises(BadInput, match=r"actor.json: type: a character or npc is needed; found 'army'"):
        read(foundry_actor(type="army"))


def test_an_adversary_of_the_present_form() -> None:
    skills = {"artisan": 0, "martial": 3, "scholar": 1, "social": 1, "trade": 0}
    one = read(foundry_actor(type="npc", system__skills=skills, system__type="boss"))
    assert one.character.kind == "adversary"
    assert one.character.skill("tactics") == 3
    assert noted(one, "the kind 'boss' is not known; taken as an adversary")


def test_a_name_that_is_not_fit_to_print_is_cleaned_and_told() -> None:
    one = read(foundry_actor(name="Ka\u202esumi\x00" + "x" * 200))
    assert one.character.name.isprintable()
    assert len(one.character.name) <= 80
    assert noted(one, "name: the text was cut or cleaned")
