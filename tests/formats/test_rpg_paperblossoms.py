"""Paper Blossoms: its samples, its JSON saves and its binary saves, and the real samples where they are at hand."""

import json
import struct
from pathlib import Path

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.formats import Read, arms, read_bytes_as_characters, read_characters
from iaijutsu.formats.arms import Profile
from iaijutsu.formats.foreign import Notes
from iaijutsu.rpg import catalogue, sheets
from iaijutsu.rpg.characters import UNLIMITED, Character
from tests.formats.rpg_files import PNG, Data, grip_row, pbc, q_int, q_map, q_rows, q_texts, sample, save


def read(data: Data) -> Read:
    (one,) = read_bytes_as_characters(json.dumps(data).encode(), "file.json")
    return one


def noted(one: Read, words: str) -> bool:
    return any(words in note for note in one.notes)


# --- samples -----------------------------------------------------------------------------------------------


def test_a_sample() -> None:
    one = read(sample())
    character = one.character
    assert (one.form, character.name, character.kind) == ("Paper Blossoms sample", "Tired Guard", "adversary")
    assert (character.skill("melee"), character.skill("labor")) == (3, 0)
    assert (character.endurance, character.composure) == (12, 9)  # printed, not what the rings say
    assert (character.void_max, character.void_points) == (2, 1)
    assert [technique.id for technique in character.techniques] == ["striking-as-fire"]
    assert noted(one, "without effect here: Bark")
    assert [(trait.name, trait.kind, trait.ring) for trait in character.traits] == [
        ("Tested", "distinction", "earth"),
        ("Hot", "adversity", "water"),
    ]
    assert character.traits[0].bears_on("earth", "melee")


def test_weapons_of_a_sample() -> None:
    rusted, claws, kusari, katana, wakizashi, yari = read(sample()).character.weapons
    assert (rusted.key, rusted.base, rusted.is_a("katana")) == ("rusted-katana", "katana", True)
    assert "damaged" in rusted.qualities
    assert [rusted.held(grip.name).deadliness for grip in rusted.grips] == [5, 7]
    assert (claws.skill, claws.readied, claws.range_max) == ("unarmed", "body", 1)
    assert kusari == catalogue.weapon("kusari-gama")
    assert (katana, wakizashi) == (catalogue.weapon("katana"), catalogue.weapon("wakizashi"))  # the daisho
    assert yari == catalogue.weapon("yari")


def test_armour_of_a_sample_stands_among_its_gear() -> None:
    one = read(sample())
    assert [(piece.name, piece.physical, piece.supernatural) for piece in one.character.armour] == [
        ("Hide", 4, 2),
        ("Plain robes", 1, 0),
    ]
    assert noted(one, "quiver")
    assert noted(one, "Claws: the quality 'Terrible' is not known, and left out")


def test_a_weapon_that_is_listed_and_worn_is_one_weapon() -> None:
    weapon = {
        "name": "Katana",
        "range": "1",
        "damage": "4",
        "deadliness": "5/7",
        "qualities": ["Ceremonial", "Razor-Edged"],
    }
    keys = [w.key for w in read(sample(weapons=[weapon])).character.weapons]
    assert keys == ["katana", "wakizashi", "yari"]


def test_composure_without_limit_and_nothing_social() -> None:
    one = read(sample(social=..., derived__composure="∞", rings__Void=0))
    assert one.character.composure == UNLIMITED
    assert (one.character.honor, one.character.glory, one.character.status) == (0, 0, 0)
    assert one.character.void_points == 0
    assert noted(one, "no honor, glory and status in the file: taken as 0")


def test_a_word_that_is_no_skill_group_is_told() -> None:
    one = read(sample(advantages__0__groups=["Interpersonal", "Martial"]))
    assert one.character.traits[0].skills[:2] == ("fitness", "melee")
    assert noted(one, "Tested: 'Interpersonal' names no skill")


# --- saves -------------------------------------------------------------------------------------------------


def test_a_save_adds_what_was_bought() -> None:
    one = read(save())
    character = one.character
    assert (one.form, character.name) == ("Paper Blossoms save", "Kasumi")
    assert character.rings == {"air": 3, "earth": 2, "fire": 2, "water": 1, "void": 2}
    assert (character.skill("melee"), character.skill("fitness")) == (3, 1)
    assert [technique.id for technique in character.techniques] == [
        "way-of-the-crane",
        "rising-blade",
        "striking-as-air",
    ]
    assert (character.strife, character.fatigue) == (2, 1)
    assert [(b.condition, b.ring, b.rounds) for b in character.burdens] == [
        ("bleeding", None, None),
        ("lightly-wounded", "fire", None),
        ("dying", None, 2),
    ]
    assert (character.void_max, character.void_points) == (2, 1)
    assert noted(one, "no Void points in the file: half of Void, rounded up")
    assert noted(one, "so they are left out: Tall, Proud")
    assert noted(one, "bonds")


def test_rows_of_grips_are_put_together_to_weapons() -> None:
    first, second = read(save()).character.weapons
    assert first == catalogue.weapon("katana")
    assert (second.key, second.damage, second.is_a("katana")) == ("katana-2", 5, True)
    assert [grip.name for grip in second.grips] == ["1-hand"]


def test_a_grip_that_changes_the_range_may_have_its_ends_turned_round() -> None:
    rows = [grip_row("Chain", "1-hand", 3, 3, reach=(0, 0)), grip_row("Chain", "2-hand", 3, 3, reach=(2, 0))]
    (chain,) = read(save(equipment=rows)).character.weapons
    assert (chain.held("2-hand").range_min, chain.held("2-hand").range_max) == (2, 2)


@pytest.mark.parametrize(
    ("costs", "rank", "note"),
    [
        ([], 1, "school rank taken as 1"),
        ([10, 9], 1, "school rank taken as 1"),
        ([10, 10], 1, "it may be up to 2"),
        ([40, 48], 3, "school rank 3 worked out"),
        ([40, 48, 64, 88, 120, 999], 6, "school rank 6 worked out"),
    ],
)
def test_the_school_rank_is_worked_out_from_the_experience(costs: list[int], rank: int, note: str) -> None:
    stack = [{"type": "Skill", "name": "Games", "track": "Curriculum", "cost": cost} for cost in costs]
    free = {"type": "Skill", "name": "Games", "track": "Free", "cost": 500}
    one = read(save(advance_stack=[*stack, free]))
    assert one.character.school_rank == rank
    assert noted(one, note)


def test_a_mastery_comes_with_the_sixth_rank() -> None:
    stack = [{"type": "Ring", "name": "Void", "track": "Curriculum", "cost": cost} for cost in (40, 48, 64, 88, 120)]
    assert read(save(advance_stack=stack)).character.has("strike-with-no-thought")
    assert not read(save()).character.has("strike-with-no-thought")


def test_what_a_save_has_that_nobody_knows_is_told() -> None:
    one = read(save(save_version=2, mood="good", base_skills={"Juggling": 2, "Fitness": 1}, conditions=["Sleepy"],
                    advance_stack=[{"type": "Wish", "name": "Luck", "track": "Free", "cost": 1}]))  # fmt: skip
    for words in (
        "the save has version 2",
        "not known here, and left out: mood",
        "the skill 'Juggling' is not known",
        "the condition 'Sleepy' is not known",
        "an advance of the kind 'wish' is not known",
    ):
        assert noted(one, words)


# --- binary saves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("portrait", [b"", PNG])
def test_a_binary_save_of_each_version(version: int, portrait: bytes) -> None:
    (one,) = read_bytes_as_characters(pbc(version, portrait=portrait), "kasumi.pbc")
    character = one.character
    assert (one.form, character.name, character.family) == ("Paper Blossoms binary save", "Kasumi", "")
    assert character.rings == {"air": 3, "earth": 2, "fire": 2, "water": 1, "void": 2}
    assert (character.skill("melee"), character.skill("fitness"), character.school_rank) == (2, 1, 2)
    assert character.weapons == (catalogue.weapon("katana"),)
    assert [technique.id for technique in character.techniques] == [
        "way-of-the-crane",
        "rising-blade",
        "striking-as-air",
    ]
    assert (character.honor, character.glory, character.status) == (60, 40, 35)
    assert noted(one, "portrait") == bool(portrait)
    assert noted(one, "bonds") == (version == 3)
    assert not noted(one, "not known here")


def test_a_binary_save_of_another_language() -> None:
    (one,) = read_bytes_as_characters(pbc(locale="de"), "kasumi.pbc")
    assert one.character.rings["air"] == 3
    assert one.character.skill("melee") == 2
    with pytest.raises(BadInput, match="no ring Air is found; the rings of the file: Vzduch"):
        read_bytes_as_characters(pbc(rings=q_map({"Vzduch": 2})), "kasumi.pbc")


def test_a_binary_save_cut_anywhere_is_refused() -> None:
    whole = pbc(portrait=PNG)
    for length in range(9, len(whole)):
        with pytest.raises(BadInput):
            read_bytes_as_characters(whole[:length], "kasumi.pbc")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bonds": q_int(-1)}, "a list of 4294967295"),
        ({"titles": q_int(501)}, r"byte \d+: a list of 501"),
        ({"titles": struct.pack(">I", 0xFFFFFFF0)}, r"byte \d+: a list of 4294967280"),
        ({"name": struct.pack(">I", 0x7FFFFFFE)}, r"byte \d+: a text of 2147483646 bytes"),
        ({"name": struct.pack(">I", 3) + b"abc"}, r"byte \d+: a text of 3 bytes"),
        ({"name": struct.pack(">I", 2) + b"\xd8\x00"}, "not UTF-16"),
        ({"skills": q_map({"Fitness": 1}) [:-4] + q_int(99)}, "base_skills: Fitness: a whole number from 0 to 10"),
        ({"rings": q_int(2) + 2 * (struct.pack(">I", 2) + b"\x00A" + q_int(1))}, "stands twice"),
        ({"equipment": q_rows(("Weapon", "Katana"))}, "a row of equipment has 19 columns; found one of 2"),
        ({"equipment": q_rows(("x",) * 41)}, "a list of 41"),
        ({"advances": q_texts("Skill|Melee")}, "an advance has four parts"),
        ({"advances": q_texts("Skill|Melee|Curriculum|many")}, "a whole number from 0 to 999"),
        ({"advances": q_texts("Ring|Metal|Curriculum|3")}, "one of air, earth, fire, water, void"),
        ({"image": q_int(1) + b"GIF89a\0\0"}, "the portrait is no PNG"),
        ({"image": q_int(1) + PNG[:8] + struct.pack(">I", 0xFFFFFFFF) + b"IDAT"}, "the file ends before"),
        ({"total": q_int(1) + b"\0"}, "the file goes on where a save ends"),
    ],
)  # fmt: skip
def test_a_binary_save_with_a_fault_is_refused_and_says_where(changes: dict[str, bytes], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_bytes_as_characters(pbc(3, "en", b"", **changes), "kasumi.pbc")


def test_a_binary_save_of_a_version_to_come_is_refused() -> None:
    with pytest.raises(BadInput, match="a save of version 1 to 3 is needed; found version 4"):
        read_bytes_as_characters(pbc(4), "kasumi.pbc")


# --- real files --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def samples(realdata: Path) -> list[Read]:
    return read_characters(realdata / "paperblossoms" / "npc_samples.json")


def test_all_thirty_one_real_samples_load(samples: list[Read]) -> None:
    assert len(samples) == 31
    for one in samples:
        assert one.form == "Paper Blossoms sample"
        assert not noted(one, "not known here")
        assert sheets.load(one.character.plain(), "saved", sheets.Shelf()) == one.character


def test_all_real_samples_have_something_to_strike_with(samples: list[Read]) -> None:
    for one in samples:
        assert one.character.weapons
        for weapon in one.character.weapons:
            for grip in weapon.grips:
                held = weapon.held(grip.name)
                assert held.skill in ("melee", "ranged", "unarmed")
                assert held.range_min <= held.range_max


def by_name(samples: list[Read], part: str) -> Character:
    return next(one.character for one in samples if part in one.character.name)


def test_a_few_real_samples_to_the_number(samples: list[Read]) -> None:
    bushi = by_name(samples, "Bushi")
    assert (bushi.composure, bushi.endurance, bushi.honor, bushi.skill("melee")) == (9, 12, 55, 3)
    assert [weapon.key for weapon in bushi.weapons] == ["katana", "yumi", "wakizashi", "yari", "knife"]
    assert (bushi.armour[0].physical, bushi.has("crescent-moon-style")) == (4, True)
    skeleton = by_name(samples, "Skeleton")
    assert (skeleton.composure, skeleton.kind, skeleton.void_points) == (UNLIMITED, "minion", 0)
    assert "damaged" in skeleton.weapons[0].qualities
    bandit = by_name(samples, "Experienced")
    assert [weapon.key for weapon in bandit.weapons] == ["rusted-katana", "kusari-gama"]
    lord = by_name(samples, "Provincial")
    assert [weapon.key for weapon in lord.weapons] == ["wakizashi", "katana"]
    assert by_name(samples, "Zombie").void_max == 0


def test_the_catalogue_agrees_with_the_real_lists(realdata: Path) -> None:
    folder = realdata / "paperblossoms"
    compared = 0
    for category in json.loads((folder / "weapons.json").read_text("utf-8")):
        for entry in category["entries"]:
            known = arms.known_weapon(entry["name"])
            if known:
                compared += 1
                made = arms.forge(entry["name"], category["name"], real_profiles(entry), Notes())
                assert made == known, entry["name"]
    assert compared == len(catalogue.shelf().weapons) - 3  # it has no punch, kick and bite
    for entry in json.loads((folder / "armor.json").read_text("utf-8")):
        if known_armour := arms.known_armour(entry["name"]):
            values = {row["category"]: row["value"] for row in entry["resistance_values"]}
            assert known_armour.physical == values.get("Physical", 0)
            assert known_armour.supernatural == values.get("Supernatural", 0)
            assert sorted(known_armour.qualities) == sorted(q.lower() for q in entry["qualities"])


def real_profiles(entry: Data) -> list[Profile]:
    profiles = []
    for grip in entry["grips"]:
        changed = {"damage": entry["damage"], "deadliness": entry["deadliness"], "skill": entry["skill"]}
        reach, qualities = entry["range"], [*entry["qualities"]]
        for effect in grip["effects"]:
            if effect["attribute"] == "range":
                reach = effect["value"]
            elif effect["attribute"] == "quality":
                qualities.append(effect["value"])
            elif effect["attribute"] == "skill":
                changed["skill"] = effect["value"]
            else:
                changed[effect["attribute"]] += effect["value_increase"]
        profiles.append(
            Profile(
                grip["name"],
                arms.hands_of(grip["name"]),
                changed["skill"].lower(),
                reach["min"],
                reach["max"],
                changed["damage"],
                changed["deadliness"],
                tuple(quality.lower() for quality in qualities),
            )
        )
    return profiles
