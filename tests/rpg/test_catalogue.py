"""The catalogue: numbers of the reference, names that are found, and files of our own form with all their faults."""

import math
import re
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.rpg import catalogue, sheets
from iaijutsu.rpg.characters import DERIVED, GROUPS, KINDS, QUALITIES, RINGS, SKILLS, TECHNIQUE_KINDS, TRAIT_KINDS
from iaijutsu.rpg.techniques import DEEDS, EFFECTS, why_not

FILE = """
name = "Somebody"
honor = 40
glory = 30
status = 20
weapons = ["katana"]
armour = ["ceremonial-clothes"]
techniques = ["striking-as-fire"]

[rings]
air = 2
earth = 2
fire = 2
water = 2
void = 2

[skills]
martial = 1
melee = 3

[[traits]]
name = "Quick"
kind = "distinction"
ring = "fire"
skills = ["martial"]
"""


def written(folder: Path, text: str, name: str = "hero.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# --- numbers -----------------------------------------------------------------------------------------------

TABLE = [
    # key, range, damage and deadliness in one hand, in two hands (None: no such grip), qualities
    ("bokken", (1, 1), (3, 3), (5, 3), "mundane"),
    ("chokuto", (0, 1), (4, 5), None, "ceremonial razor-edged"),
    ("dao", (1, 1), (3, 6), None, ""),
    ("gao", (1, 1), (4, 3), None, "snaring"),
    ("katana", (1, 1), (4, 5), (4, 7), "ceremonial razor-edged"),
    ("academy-katana", (1, 1), (4, 6), (4, 8), "ceremonial razor-edged"),
    ("nodachi", (1, 2), None, (5, 6), "ceremonial razor-edged"),
    ("scimitar", (1, 1), (4, 5), None, "durable razor-edged"),
    ("wakizashi", (0, 1), (3, 5), (3, 7), "ceremonial razor-edged"),
    ("zanbato", (1, 2), None, (6, 7), "cumbersome wargear"),
    ("masakari", (0, 1), (3, 4), (3, 6), "mundane"),
    ("ono", (1, 2), None, (5, 6), "wargear"),
    ("club", (0, 1), (5, 2), (6, 2), "mundane"),
    ("hammer", (0, 1), (5, 2), (7, 2), "mundane"),
    ("kiseru", (0, 0), (2, 2), None, "concealable mundane"),
    ("otsuchi", (1, 1), None, (8, 3), "cumbersome wargear"),
    ("tetsubo", (1, 2), None, (7, 3), "cumbersome durable wargear"),
    ("jitte", (0, 0), (3, 2), None, "concealable snaring"),
    ("knife", (0, 0), (2, 4), (2, 6), "concealable mundane razor-edged"),
    ("nunchaku", (0, 1), (4, 2), (4, 2), ""),
    ("tessen", (0, 1), (4, 3), None, "ceremonial concealable"),
    ("bisento", (2, 2), (4, 6), (6, 6), "cumbersome durable wargear"),
    ("bo", (1, 2), None, (6, 2), "mundane"),
    ("ji", (2, 2), None, (5, 2), "snaring wargear"),
    ("naginata", (2, 2), None, (6, 6), "cumbersome razor-edged wargear"),
    ("trident", (2, 2), None, (4, 4), "snaring wargear"),
    ("yari", (2, 2), None, (5, 3), "wargear"),
    ("kama", (0, 1), (3, 3), None, "concealable"),
    ("kusari-gama", (0, 0), (3, 3), (3, 3), "concealable snaring wargear"),
    ("ninjato", (0, 1), (4, 4), (4, 5), "concealable forbidden razor-edged"),
    ("tachi", (1, 1), (5, 5), (5, 6), "ceremonial cumbersome razor-edged"),
    ("uchigatana", (1, 1), (3, 6), None, "razor-edged wargear"),
]


@pytest.mark.clause("rpg.items")
@pytest.mark.parametrize(("key", "reach", "one", "two", "qualities"), TABLE, ids=[row[0] for row in TABLE])
def test_weapons_have_the_numbers_of_the_rules(
    key: str, reach: tuple[int, int], one: tuple[int, int] | None, two: tuple[int, int] | None, qualities: str
) -> None:
    weapon = catalogue.weapon(key)
    assert weapon.skill == "melee"
    assert (weapon.range_min, weapon.range_max) == reach
    for hands, numbers in ((1, one), (2, two)):
        held = [weapon.held(grip.name) for grip in weapon.grips if grip.hands == hands]
        assert [(profile.damage, profile.deadliness) for profile in held] == ([numbers] if numbers else [])
    assert sorted(weapon.qualities) == qualities.split()


@pytest.mark.clause("rpg.items")
@pytest.mark.parametrize(
    ("key", "reach", "damage", "deadliness", "qualities"),
    [("punch", 0, 1, 2, ("snaring",)), ("kick", 1, 2, 1, ()), ("bite", 0, 0, 3, ())],
)
def test_unarmed_profiles_are_always_readied(
    key: str, reach: int, damage: int, deadliness: int, qualities: tuple[str, ...]
) -> None:
    weapon = catalogue.weapon(key)
    assert (weapon.skill, weapon.readied, weapon.grips[0].hands) == ("unarmed", "body", 0)
    assert (weapon.range_max, weapon.damage, weapon.deadliness, weapon.qualities) == (
        reach,
        damage,
        deadliness,
        qualities,
    )


@pytest.mark.clause("rpg.items")
def test_grips_change_range_and_qualities_where_the_rules_say_so() -> None:
    assert catalogue.weapon("bisento").held("1-hand").range_max == 1
    assert catalogue.weapon("bisento").held("2-hand").range_max == 2
    assert catalogue.weapon("kusari-gama").held("2-hand").range_min == 2
    assert catalogue.weapon("nunchaku").held("2-hand").qualities == ("snaring",)
    assert catalogue.weapon("nunchaku").held("1-hand").qualities == ()


@pytest.mark.clause("rpg.items")
@pytest.mark.parametrize(
    ("key", "physical", "supernatural"),
    [
        ("common-clothes", 1, 0),
        ("ceremonial-clothes", 1, 0),
        ("sanctified-robes", 1, 3),
        ("traveling-clothes", 2, 0),
        ("concealed-armour", 2, 0),
        ("ashigaru-armour", 3, 0),
        ("lacquered-armour", 4, 0),
        ("plated-armour", 5, 0),
    ],
)
def test_armour_has_the_resistances_of_the_rules(key: str, physical: int, supernatural: int) -> None:
    armour = catalogue.armour(key)
    assert (armour.physical, armour.supernatural) == (physical, supernatural)


def test_everybody_can_punch_and_kick() -> None:
    assert [weapon.key for weapon in catalogue.unarmed()] == ["punch", "kick"]


def test_doubled_deadliness_of_the_weapons_of_a_duel() -> None:
    doubled = {
        key: [2 * catalogue.weapon(key).held(grip.name).deadliness for grip in catalogue.weapon(key).grips]
        for key in ("katana", "wakizashi", "scimitar", "nodachi", "zanbato", "jian", "knife", "bokken", "punch", "kick")
    }
    assert doubled == {
        "katana": [10, 14],
        "wakizashi": [10, 14],
        "scimitar": [10],
        "nodachi": [12],
        "zanbato": [14],
        "jian": [8, 10],
        "knife": [8, 12],
        "bokken": [6, 6],
        "punch": [4],
        "kick": [2],
    }


def test_every_quality_says_what_it_does() -> None:
    told = catalogue.qualities()
    assert tuple(told) == QUALITIES
    assert all(len(quality.says) > 10 for quality in told.values())
    silent = {"ceremonial", "forbidden", "mundane", "sacred", "subtle", "unholy"}
    assert {key for key, quality in told.items() if not quality.rules} == silent


def test_there_are_advantages_and_disadvantages_to_choose_from() -> None:
    traits = catalogue.shelf().traits
    for kind in TRAIT_KINDS:
        assert len({trait.ring for trait in traits.values() if trait.kind == kind}) >= 4
    assert all(trait.skills for trait in traits.values())
    character = catalogue.loads(
        FILE[: FILE.index("[[traits]]")].replace(
            "[rings]", 'traits = ["long-reach", { like = "stillness", ring = "air" }]\n[rings]'
        ),
        "hero.toml",
    )
    assert character.traits[0] == catalogue.trait("long-reach")
    assert (character.traits[1].name, character.traits[1].ring) == ("Stillness", "air")
    with pytest.raises(BadInput, match='"short-sighted" is meant'):
        catalogue.trait("short-sihgted")


# --- techniques --------------------------------------------------------------------------------------------


@pytest.mark.clause("rpg.techniques")
def test_every_effect_of_every_technique_is_one_that_the_rules_know() -> None:
    for technique in catalogue.shelf().techniques.values():
        for version in (technique, technique.as_printed()):
            assert [why_not(effect) for effect in version.effects if why_not(effect)] == []


@pytest.mark.clause("rpg.techniques")
def test_every_effect_and_every_deed_of_the_rules_is_used_by_a_technique() -> None:
    effects = [effect for technique in catalogue.shelf().techniques.values() for effect in technique.effects]
    assert {effect.name for effect in effects} == EFFECTS.keys()
    assert {effect.parameters["does"] for effect in effects if effect.name == "opportunity"} == DEEDS.keys()


@pytest.mark.clause("rpg.techniques")
def test_the_two_cuts() -> None:
    crossing, rising = catalogue.technique("crossing-blade"), catalogue.technique("rising-blade")
    one, two = crossing.effects[0].parameters, rising.effects[0].parameters
    assert (one["tn"], one["damage"], one["bonus"], one["types"]) == (2, "deadliness", True, ("attack", "movement"))
    assert (two["tn"], two["damage"], two.get("bonus", False)) == ("vigilance", "deadliness", False)
    assert two["undefendable"] == "compromised"
    assert rising.as_printed().effects[0].parameters["tn"] == 3
    assert crossing.as_printed() is crossing
    for cut in (one, two):
        assert (cut["weapon"], cut["quality"], cut["also"]) == ("sheathed", "razor-edged", ("bokken",))


@pytest.mark.clause("rpg.techniques")
def test_what_a_school_gives_and_when() -> None:
    assert [t.id for t in catalogue.school_techniques("Kakita Duelist School", 5)] == ["way-of-the-crane"]
    assert [t.id for t in catalogue.school_techniques("kakita duelist", 6)] == [
        "way-of-the-crane",
        "strike-with-no-thought",
    ]
    assert catalogue.school_techniques("", 6) == ()
    assert catalogue.school_techniques("School", 6) == ()


# --- who ships ---------------------------------------------------------------------------------------------


def test_twelve_characters_ship_across_schools_and_ranks() -> None:
    people = [catalogue.load(name) for name in catalogue.names()]
    assert len(people) == 12
    assert len({character.name for character in people}) == 12
    assert len({character.school for character in people}) >= 10
    assert {character.school_rank for character in people} == {1, 2, 3, 4, 5, 6}
    assert {character.kind for character in people} == {"player-character", "adversary"}
    assert len({character.demeanor for character in people}) == 12


@pytest.mark.parametrize("name", catalogue.names())
def test_each_can_fight_every_form_of_duel(name: str) -> None:
    character = catalogue.load(name)
    assert character.worn is not None
    assert character.weapons
    assert not any(weapon.readied for weapon in character.weapons)
    assert {trait.kind for trait in character.traits} == {"distinction", "passion", "adversity", "anxiety"}
    assert any(
        trait.bears_on(trait.ring, skill) for trait in character.traits for skill in ("melee", "unarmed", "theology")
    )
    for technique in character.techniques:
        assert technique.rank <= character.school_rank
        assert technique.school in ("", character.school)


# --- names and files ---------------------------------------------------------------------------------------


def test_a_misspelt_name_is_answered_with_what_is_near() -> None:
    with pytest.raises(BadInput, match='"katana" is meant'):
        catalogue.weapon("kattana")
    with pytest.raises(BadInput, match='"kaya" is meant'):
        catalogue.load("kayaa")
    with pytest.raises(BadInput, match="common-clothes"):
        catalogue.armour("nothing like it")


def test_a_file_in_our_form(tmp_path: Path) -> None:
    path = written(tmp_path, FILE)
    character = catalogue.load(path)
    assert catalogue.check(path) == []
    assert (character.skill("melee"), character.skill("tactics"), character.skill("games")) == (3, 1, 0)
    assert character.weapons == (catalogue.weapon("katana"),)
    assert character.traits[0].skills == ("fitness", "melee", "ranged", "unarmed", "meditation", "tactics")
    assert (character.composure, character.void_points) == (8, 1)


def test_a_file_as_windows_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "hero.toml"
    path.write_bytes(b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode())
    assert catalogue.load(str(path)).name == "Somebody"


def test_json_in_our_form(tmp_path: Path) -> None:
    import json

    path = written(tmp_path, json.dumps(catalogue.load("goro").plain()), "goro.json")
    assert catalogue.load(path) == catalogue.load("goro")


def test_a_weapon_like_another_and_a_whole_one() -> None:
    text = (
        FILE.replace('weapons = ["katana"]\n', "")
        + """
[[weapons]]
like = "katana"
name = "Heirloom"
damage = 5
readied = "2-hand"

[[weapons]]
like = "katana"

[[weapons]]
key = "chain"
name = "Chain"
skill = "melee"
range_min = 0
range_max = 2
damage = 3
deadliness = 2
grips = [{ name = "1-hand" }, { name = "2-hand", damage = 1 }]
qualities = ["snaring"]
"""
    )
    heirloom, katana, chain = catalogue.loads(text, "hero.toml").weapons
    assert (heirloom.key, heirloom.name, heirloom.damage, heirloom.deadliness) == ("katana", "Heirloom", 5, 5)
    assert heirloom.readied == "2-hand"
    assert (katana.key, katana.base, katana.is_a("katana")) == ("katana-2", "katana", True)
    assert [grip.hands for grip in chain.grips] == [1, 2]


def test_things_of_one_name_are_told_apart() -> None:
    trait = '[[traits]]\nname = "Quick"\nkind = "passion"\nring = "fire"\n'
    character = catalogue.loads(
        FILE.replace('["katana"]', '["katana", "katana", "katana"]') + trait + trait, "hero.toml"
    )
    assert [weapon.key for weapon in character.weapons] == ["katana", "katana-2", "katana-3"]
    assert [trait.name for trait in character.traits] == ["Quick", "Quick (2)", "Quick (3)"]
    assert sheets.load(character.plain(), "saved", sheets.Shelf()) == character


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = (
        FILE.replace("fire = 2", 'fire = "two"').replace("honor = 40", "honour = 40").replace('"katana"', '"katanna"')
    )
    problems = catalogue.check(written(tmp_path, text))
    assert len(problems) == 4
    assert [problem.split(": ")[1:3] for problem in problems] == [
        ["rings", "fire"],
        ["honor", "a whole number from 0 to 100 is needed; nothing stands there"],
        ["weapons[0]", "'katanna' is not in the catalogue; perhaps \"katana\" is meant"],
        ["honour", 'this key is not known; perhaps "honor" is meant'],
    ]


FAULTS: list[tuple[str, str, str]] = [
    ('name = "Somebody"', "", "hero.toml: name: a line"),
    ('name = "Somebody"', 'name = ""', "hero.toml: name: a line"),
    ('name = "Somebody"', 'name = "a\\u0007b"', "hero.toml: name: a line"),
    ('name = "Somebody"', f'name = "{"x" * 81}"', "hero.toml: name: a line of 1 to 80"),
    ("honor = 40", "honor = 101", "hero.toml: honor: a whole number from 0 to 100 is needed; found 101"),
    ("honor = 40", "honor = 4.5", "hero.toml: honor: .*found 4.5"),
    ("honor = 40", "honor = nan", "hero.toml: honor: .*found nan"),
    ("honor = 40", "honor = inf", "hero.toml: honor: .*found inf"),
    ("honor = 40", "honor = true", "hero.toml: honor: .*found True"),
    ("honor = 40", f"honor = 0x{'f' * 6000}", "hero.toml: honor: .*more than 20 digits"),
    ("honor = 40", "honor = 1979-05-27", "hero.toml: honor: .*found datetime"),
    ("honor = 40", "honor = 40\nhonor = 41", "hero.toml: this is not TOML"),
    ("honor = 40", "honor = 40\nkind = 'hero'", "hero.toml: kind: one of player-character, adversary, minion"),
    ("honor = 40", "honor = 40\ncomposure = -1", "hero.toml: composure: a whole number from 0 on, or \"unlimited\""),
    ("honor = 40", "honor = 40\nvigilance = 'unlimited'", "hero.toml: vigilance: a whole number from 0 to 99"),
    ("honor = 40", "honor = 40\nvoid_points = 3", "hero.toml: void_points: 3 is more than void_max, which is 2"),
    ("honor = 40", "honor = 40\nburdens = ['wounded']", r"hero.toml: burdens\[0\]: condition: one of afflicted"),
    ("honor = 40", "honor = 40\nburdens = ['lightly-wounded']", r"hero.toml: burdens\[0\]: ring: one of air"),
    ("honor = 40", "honor = 40\nburdens = [{ condition = 'dying' }]", r"hero.toml: burdens\[0\]: rounds"),
    ("[rings]", "[rings]\nmetal = 2", "hero.toml: rings: metal: this key is not known; known: air"),
    ("air = 2", "air = 11", "hero.toml: rings: air: a whole number from 0 to 10"),
    ("air = 2\n", "", "hero.toml: rings: air: .*nothing stands there"),
    ("melee = 3", "mellee = 3", 'hero.toml: skills: mellee: this key is not known; perhaps "melee" is meant'),
    ("[skills]", "[skils]", 'hero.toml: skils: this key is not known; perhaps "skills" is meant'),
    ('weapons = ["katana"]', "weapons = 'katana'", "hero.toml: weapons: a list of at most 100 is needed"),
    ('weapons = ["katana"]', 'weapons = [' + '"katana",' * 101 + "]", "hero.toml: weapons: a list of at most 100"),
    ('"katana"', "3", r"hero.toml: weapons\[0\]: a table is needed, not 3"),
    ('"katana"', '{ like = "katana", damage = 100 }', r"hero.toml: weapons\[0\]: damage: a whole number from 0 to 99"),
    ('"katana"', '{ like = "katana", readied = "3-hand" }', r"weapons\[0\]: readied: one of its grips is needed"),
    ('"katana"', '{ like = "katana", grips = ["1-hand", "1-hand"] }', r"weapons\[0\]: grips: two grips have one name"),
    ('"katana"', '{ like = "katana", range_min = 3 }', r"weapons\[0\]: range_min: 3 is more than range_max"),
    ('"katana"', '{ like = "katana", qualities = ["sharp"] }', r"weapons\[0\]: qualities: 'sharp' is no quality"),
    ('"katana"', '{ like = "katana", skill = "swords" }', r"weapons\[0\]: skill: one of melee, ranged, unarmed"),
    ('"katana"', '{ like = "katana", key = "My Sword" }', r"weapons\[0\]: key: small letters and digits"),
    ('"katana"', '{ like = "katana", reach = 1 }', r"weapons\[0\]: reach: this key is not known"),
    ('"katana"', '{ like = 1 }', r"weapons\[0\]: like: 1 is not in the catalogue"),
    ('"katana"', '{ like = "katana", printed = 5 }', r"weapons\[0\]: printed: a table of changes is needed"),
    ('"ceremonial-clothes"', '{ key = "x", name = "X", physical = "3" }', r"armour\[0\]: physical: a whole number"),
    ('"striking-as-fire"', '"striking-as-fir"', r'techniques\[0\]: .*"striking-as-fire" is meant'),
    ('"striking-as-fire"', '"striking-as-fire", "striking-as-fire"', "techniques: .*stands there more than once"),
    (
        '"striking-as-fire"',
        '{ id = "x", name = "X", kind = "kata", effects = [{ effect = "win" }] }',
        r"techniques\[0\]: effects\[0\]: there is no effect 'win'",
    ),
    (
        '"striking-as-fire"',
        '{ id = "x", name = "X", kind = "kata", effects = [{ effect = "attack", tn = 0 }] }',
        r"techniques\[0\]: effects\[0\]: attack, tn: 1 or more is needed",
    ),
    (
        '"striking-as-fire"',
        '{ id = "x", name = "X", kind = "kata", effects = [{ effect = "attack", speed = 2 }] }',
        r"techniques\[0\]: effects\[0\]: attack has no parameter 'speed'",
    ),
    ('kind = "distinction"', 'kind = "gift"', r"traits\[0\]: kind: one of distinction"),
    ('ring = "fire"', 'ring = "wood"', r"traits\[0\]: ring: one of air"),
    ('skills = ["martial"]', 'skills = ["marital"]', r'traits\[0\]: skills: .*perhaps "martial" is meant'),
    ('skills = ["martial"]', "skills = [1]", r"traits\[0\]: skills\[0\]: a line of text is needed"),
    ("[rings]", "[[rings]]", "hero.toml: rings: a table is needed, not a list of 1"),
    ("[rings]", "[rings", "hero.toml: this is not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "instead", "message"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_named_by_file_table_and_key(part: str, instead: str, message: str, tmp_path: Path) -> None:
    assert part in FILE
    text = FILE.replace(part, instead, 1)
    with pytest.raises(BadInput, match=message):
        catalogue.loads(text, "hero.toml")
    assert catalogue.check(written(tmp_path, text)) != []


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.toml", "/dev/zero", "/dev/zero.toml", "a\0b.toml", "x" * 5000 + ".toml"):
        assert len(catalogue.check(path)) == 1
        with pytest.raises(BadInput):
            catalogue.load(path)
    long = written(tmp_path, "#" * 300_000)
    with pytest.raises(BadInput, match="longer than"):
        catalogue.load(long)
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "\xe9"')
    with pytest.raises(BadInput, match="UTF-8"):
        catalogue.load(latin)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 50_000,
        "{" * 50_000,
        "[" * 50_000,
        ".".join("a" * 30_000) + " = 1",
        "[a]\n" * 20_000,
        "a = " + "9" * 5000,
    ],
)
def test_monstrous_texts_are_refused_and_quickly(text: str) -> None:
    with pytest.raises(BadInput):
        catalogue.loads(text, "hero.toml")


def test_many_faults_are_not_gathered_without_end() -> None:
    data: dict[str, Any] = {f"key{n}": n for n in range(20_000)}
    data["rings"] = {f"ring{n}": math.inf for n in range(20_000)}
    assert len(sheets.faults(data, "a file", catalogue.shelf())) == 50


def test_the_catalogue_keeps_its_own_rules() -> None:
    shelf = catalogue.shelf()
    for weapon in shelf.weapons.values():
        assert set(weapon.qualities) <= set(QUALITIES)
        assert sheets.load_weapon(weapon.plain(), "a file", sheets.Shelf()) == weapon
    for armour in shelf.armour.values():
        assert sheets.load_armour(armour.plain(), "a file", sheets.Shelf()) == armour
    for technique in shelf.techniques.values():
        assert sheets.load_technique(technique.plain(), "a file", sheets.Shelf()) == technique


DOCS = Path(__file__).parents[2] / "docs" / "characters.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_of_the_page_on_character_files_is_one(text: str) -> None:
    assert len(EXAMPLES) == 5
    character = catalogue.loads(text, "example.toml")
    assert sheets.load(character.plain(), "saved", sheets.Shelf()) == character


def test_the_page_on_character_files_names_all_words_that_are_allowed() -> None:
    page = DOCS.read_text("utf-8")
    for word in (*QUALITIES, *SKILLS, *GROUPS, *RINGS, *KINDS, *TRAIT_KINDS, *TECHNIQUE_KINDS, *DERIVED):
        assert f"`{word}`" in page, word
