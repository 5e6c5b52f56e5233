"""Characters as data: what follows from the rings, grips, both printings, and JSON both ways."""

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iaijutsu.rpg import catalogue, sheets, writing
from iaijutsu.rpg.characters import (
    COMPUTED,
    DERIVED,
    GROUPS,
    KINDS,
    QUALITIES,
    RINGS,
    SKILLS,
    TRAIT_KINDS,
    UNLIMITED,
    Armour,
    Burden,
    Character,
    Grip,
    Kind,
    Ring,
    Trait,
    TraitKind,
    Weapon,
    derived,
    half_up,
    social_rank,
)

EVEN = {"air": 2, "earth": 2, "fire": 2, "water": 2, "void": 2}
KATANA = Weapon(
    "katana",
    "Katana",
    "swords",
    "melee",
    1,
    1,
    4,
    5,
    (Grip("1-hand", 1), Grip("2-hand", 2, deadliness=2)),
    ("ceremonial", "razor-edged"),
)


def rings(air: int, earth: int, fire: int, water: int, void: int) -> dict[Ring, int]:
    return {"air": air, "earth": earth, "fire": fire, "water": water, "void": void}


# --- derived values ----------------------------------------------------------------------------------------


def test_a_duelist_of_the_second_rank_has_the_values_that_are_printed() -> None:
    character = Character("A duelist", rings(3, 2, 3, 1, 2))
    assert (character.endurance, character.composure, character.focus, character.vigilance) == (10, 6, 6, 2)
    assert (character.void_max, character.void_points) == (2, 1)


@pytest.mark.parametrize(
    ("given_rings", "endurance", "composure", "focus", "vigilance"),
    [
        (rings(1, 1, 1, 1, 1), 4, 4, 2, 1),
        (rings(2, 3, 3, 3, 2), 12, 12, 5, 3),  # vigilance 2.5: up, not down as early tables did
        (rings(1, 4, 2, 1, 3), 12, 10, 3, 1),  # endurance and composure differ: not to be swapped
        (rings(5, 1, 5, 2, 1), 12, 6, 10, 4),
        (rings(0, 0, 0, 1, 0), 0, 2, 0, 1),
    ],
)
def test_the_four_formulas(
    given_rings: dict[Ring, int], endurance: int, composure: int, focus: int, vigilance: int
) -> None:
    character = Character("Somebody", given_rings)
    assert (character.endurance, character.composure) == (endurance, composure)
    assert (character.focus, character.vigilance) == (focus, vigilance)


@pytest.mark.parametrize(("void", "most", "now"), [(0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 3, 2), (5, 5, 3)])
def test_half_of_the_void_points_at_the_start_rounded_up(void: int, most: int, now: int) -> None:
    character = Character("Somebody", {**rings(1, 1, 1, 1, 1), "void": void})
    assert (character.void_max, character.void_points) == (most, now)
    adversary = Character("Somebody", {**rings(1, 1, 1, 1, 1), "void": void}, kind="adversary")
    assert (adversary.void_max, adversary.void_points) == (most, now)


def test_minions_have_no_void_points() -> None:
    assert Character("One of many", rings(1, 2, 2, 2, 3), kind="minion").void_points == 0


def test_given_values_stand_although_the_rings_say_otherwise() -> None:
    printed = Character("A printed soldier", rings(2, 3, 3, 3, 2), kind="adversary", composure=9, void_points=0)
    assert printed.composure == 9
    assert printed.endurance == 12
    assert (printed.void_max, printed.void_points) == (2, 0)


def test_composure_may_be_without_limit() -> None:
    dead = Character("A skeleton", rings(2, 4, 3, 3, 1), kind="minion", composure=UNLIMITED)
    assert dead.plain()["composure"] == "unlimited"
    assert sheets.load(dead.plain(), "a file", sheets.Shelf()) == dead


@pytest.mark.parametrize(("value", "rank"), [(0, 0), (9, 0), (10, 1), (39, 3), (40, 4), (99, 9), (100, 10)])
def test_the_rank_of_honor_is_the_tens_digit(value: int, rank: int) -> None:
    assert social_rank(value) == rank


@pytest.mark.parametrize(("number", "half"), [(0, 0), (1, 1), (8, 4), (9, 5), (13, 7)])
def test_halves_are_rounded_up(number: int, half: int) -> None:
    assert half_up(number) == half


def test_derived_names_are_the_fields() -> None:
    assert {*derived(rings(1, 1, 1, 1, 1)), "void_points"} == set(DERIVED)


# --- skills, traits, techniques ----------------------------------------------------------------------------


def test_every_skill_has_one_group() -> None:
    assert len(SKILLS) == len(set(SKILLS)) == 24
    assert sorted(GROUPS) == ["artisan", "martial", "scholar", "social", "trade"]


def test_a_skill_that_is_not_there_has_rank_0() -> None:
    character = Character("Somebody", rings(1, 1, 1, 1, 1), {"melee": 3})
    assert (character.skill("melee"), character.skill("theology")) == (3, 0)


def test_a_trait_bears_on_checks_with_its_ring_and_skill_alone() -> None:
    trait = Trait("Long reach", "distinction", "air", ("melee", "fitness"))
    assert trait.bears_on("air", "melee")
    assert not trait.bears_on("fire", "melee")
    assert not trait.bears_on("air", "courtesy")
    assert not Trait("Says nothing", "distinction", "air").bears_on("air", "melee")


def test_techniques_are_known_by_id() -> None:
    kaya = catalogue.load("kaya")
    assert kaya.has("rising-blade")
    assert not kaya.has("crossing-blade")


# --- grips -------------------------------------------------------------------------------------------------


def test_a_katana_in_two_hands_is_deadlier() -> None:
    assert (KATANA.held("1-hand").damage, KATANA.held("1-hand").deadliness) == (4, 5)
    assert (KATANA.held("2-hand").damage, KATANA.held("2-hand").deadliness) == (4, 7)
    assert KATANA.held("2-hand").qualities == ("ceremonial", "razor-edged")


def test_a_grip_may_change_range_skill_and_qualities() -> None:
    shuriken = catalogue.weapon("shuriken")
    assert (shuriken.held("1-hand").skill, shuriken.held("1-hand").range_max) == ("melee", 0)
    thrown = shuriken.held("thrown")
    assert (thrown.skill, thrown.range_min, thrown.range_max) == ("ranged", 1, 3)
    assert "razor-edged" not in catalogue.weapon("jian").held("1-hand").qualities
    assert "razor-edged" in catalogue.weapon("jian").held("2-hand").qualities


def test_a_grip_takes_nothing_below_0() -> None:
    stick = Weapon("stick", "Stick", "other", "melee", 0, 0, 1, 1, (Grip("blunt", 1, damage=-5, deadliness=-5),))
    assert (stick.held("blunt").damage, stick.held("blunt").deadliness) == (0, 0)


def test_an_unknown_grip_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="mouth"):
        KATANA.held("mouth")


def test_a_weapon_is_what_it_is_and_a_kind_of_its_base() -> None:
    rusted = Weapon("rusted-katana", "Rusted katana", "swords", "melee", 1, 1, 4, 5, base="katana")
    assert rusted.is_a("katana", "wakizashi")
    assert rusted.is_a("rusted-katana")
    assert not rusted.is_a("wakizashi")
    assert catalogue.weapon("academy-katana").is_a("katana")


# --- both printings ----------------------------------------------------------------------------------------


def test_printed_values_take_the_place_of_errata() -> None:
    dao = catalogue.weapon("dao")
    assert (dao.deadliness, dao.as_printed().deadliness) == (6, 5)
    jian = catalogue.weapon("jian").as_printed().held("2-hand")
    assert (jian.deadliness, jian.qualities) == (5, ())
    assert catalogue.weapon("chair").skill == "unarmed"
    assert catalogue.weapon("chair").as_printed().skill == "melee"
    assert catalogue.weapon("katana").as_printed() == catalogue.weapon("katana")


def test_a_character_as_printed_has_printed_weapons_and_techniques() -> None:
    data = {**catalogue.load("kaya").plain(), "weapons": ["dao", {"like": "dao", "readied": "1-hand"}]}
    both = sheets.load(data, "a file", catalogue.shelf())
    printed = both.as_printed()
    assert [weapon.deadliness for weapon in printed.weapons] == [5, 5]
    assert [weapon.key for weapon in printed.weapons] == ["dao", "dao-2"]
    assert printed.weapons[1].readied == "1-hand"
    assert [t.effects[0].parameters["tn"] for t in printed.techniques if t.id == "rising-blade"] == [3]
    assert [t.effects[0].parameters["tn"] for t in both.techniques if t.id == "rising-blade"] == ["vigilance"]
    assert printed.as_printed() == printed


# --- JSON both ways ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", catalogue.names())
def test_whoever_ships_can_be_saved_and_read_without_the_catalogue(name: str) -> None:
    character = catalogue.load(name)
    text = json.dumps(character.plain())
    assert sheets.load(json.loads(text), "saved", sheets.Shelf()) == character
    assert pickle.loads(pickle.dumps(character)) == character
    assert hash(character) == hash(catalogue.load(name))


def names() -> st.SearchStrategy[str]:
    letters = st.characters(categories=["L", "N", "P"])
    return st.text(letters, min_size=1, max_size=30)


def keys() -> st.SearchStrategy[str]:
    return st.from_regex(r"[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)


def weapons() -> st.SearchStrategy[Weapon]:
    number, reach = st.integers(0, 99), st.integers(0, 6)
    grip = st.builds(
        Grip,
        names(),
        st.integers(0, 2),
        st.integers(-9, 9),
        st.integers(-9, 9),
        st.sampled_from(["ranged", None]),
        st.sampled_from([None, 0, 1]),
        st.sampled_from([None, 1, 6]),
    )
    grips = st.lists(grip, min_size=1, max_size=3, unique_by=lambda one: one.name).map(tuple)
    qualities = st.lists(st.sampled_from(QUALITIES), unique=True, max_size=4).map(tuple)
    skill = st.sampled_from(["melee", "ranged", "unarmed"])
    return st.builds(
        Weapon, keys(), names(), names(), skill, st.just(0), reach, number, number, grips, qualities
    )  # fmt: skip


def characters() -> st.SearchStrategy[Character]:
    rank = st.integers(0, 10)
    value = st.one_of(st.just(COMPUTED), st.integers(0, 40))
    trait = st.builds(
        Trait,
        names(),
        st.sampled_from(TRAIT_KINDS),
        st.sampled_from(RINGS),
        st.lists(st.sampled_from(SKILLS), unique=True).map(tuple),
    )
    burden = st.one_of(
        st.just(Burden("bleeding")),
        st.builds(Burden, st.just("lightly-wounded"), st.sampled_from(RINGS)),
        st.builds(Burden, st.just("dying"), st.none(), st.integers(0, 9)),
    )
    return st.builds(
        Character,
        name=names(),
        rings=st.fixed_dictionaries(dict.fromkeys(RINGS, rank)),
        skills=st.dictionaries(st.sampled_from(SKILLS), st.integers(1, 10)),
        kind=st.sampled_from(KINDS),
        honor=st.integers(0, 100),
        endurance=st.one_of(value, st.just(UNLIMITED)),
        composure=value,
        vigilance=value,
        strife=st.integers(0, 30),
        weapons=st.lists(weapons(), max_size=3, unique_by=lambda one: one.key).map(tuple),
        armour=st.lists(st.builds(Armour, keys(), names(), st.integers(0, 9)), max_size=2).map(tuple),
        traits=st.lists(trait, max_size=3, unique_by=lambda one: one.name).map(tuple),
        burdens=st.lists(burden, max_size=2).map(tuple),
        techniques=st.lists(st.sampled_from(list(catalogue.shelf().techniques.values())), unique=True, max_size=3).map(
            tuple
        ),
    )


@given(characters())
def test_any_character_survives_json(character: Character) -> None:
    text = json.dumps(character.plain(), allow_nan=False)
    assert sheets.load(json.loads(text), "saved", sheets.Shelf()) == character


@given(characters())
def test_any_character_survives_toml(character: Character) -> None:
    assert catalogue.loads(writing.toml(character, catalogue.shelf()), "a file") == character


@pytest.mark.parametrize("name", catalogue.names())
def test_whoever_ships_is_written_shortly(name: str) -> None:
    character = catalogue.load(name)
    text = writing.toml(character, catalogue.shelf())
    assert catalogue.loads(text, "a file") == character
    assert "effects" not in text
    assert ("composure" in text) == (name == "dango")


def test_what_was_not_there_in_the_first_printing_is_not_there_after_saving() -> None:
    blade = catalogue.weapon("katana")
    old = replace(blade, qualities=(), range_min=0, grips=(Grip("1-hand", 1),))
    new = replace(blade, printed=old)
    assert sorted(new.plain()["printed"]) == ["grips", "qualities", "range_min"]
    assert sheets.load_weapon(new.plain(), "saved", sheets.Shelf()) == new
    cut = catalogue.technique("rising-blade")
    assert list(cut.plain()["printed"]) == ["effects"]


def test_kinds_of_the_types_are_all_listed() -> None:
    assert Kind.__args__ == KINDS  # type: ignore[attr-defined]
    assert TraitKind.__args__ == TRAIT_KINDS  # type: ignore[attr-defined]
    assert Ring.__args__ == RINGS  # type: ignore[attr-defined]
