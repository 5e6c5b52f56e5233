"""Pregenerated characters: a tier is a character, gear has printed lines, what is missing is told."""

import json

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.formats import Read, read_bytes_as_characters
from iaijutsu.rpg import catalogue
from tests.formats.rpg_files import Data, pregen, put


def read(data: Data) -> list[Read]:
    return read_bytes_as_characters(json.dumps(data).encode(), "kasumi.json")


def one(**changes: object) -> Read:
    (found,) = read(pregen(**changes))
    return found


def noted(read: Read, words: str) -> bool:
    return any(words in note for note in read.notes)


def test_a_published_duelist() -> None:
    found = one()
    character = found.character
    assert (character.name, character.clan, character.school) == ("Kasumi", "Crane", "Kakita Duelist")
    assert (character.school_rank, character.kind, character.demeanor) == (2, "player-character", "Calm")
    assert (character.endurance, character.composure, character.focus, character.vigilance) == (10, 6, 6, 2)
    assert (character.void_max, character.void_points) == (2, 1)  # the file says how many at most
    assert (character.honor, character.glory, character.status) == (60, 40, 0)
    assert noted(found, "no status in the file: taken as 0")
    assert [technique.id for technique in character.techniques] == ["rising-blade", "way-of-the-crane"]
    assert noted(found, "without effect here: A Song of Somebody (Crane)")


def test_gear_from_printed_lines() -> None:
    character = one().character
    katana, shuriken, fists, knife = character.weapons
    assert katana == catalogue.weapon("katana")
    assert shuriken == catalogue.weapon("shuriken")  # its thrown line is another way to use the same
    assert (fists.name, fists.skill, fists.damage, fists.deadliness, fists.readied) == (
        "Fists",
        "unarmed",
        1,
        0,
        "body",
    )
    assert knife == catalogue.weapon("knife")
    assert [(piece.name, piece.physical) for piece in character.armour] == [("Robes", 1), ("Traveling clothes", 2)]


def test_what_is_odd_in_gear_and_traits_is_told() -> None:
    found = one()
    assert noted(found, "Robes: the quality 'Shiny' is not known")
    assert noted(found, "Fists: no deadliness in the file: taken as 0")
    assert noted(found, "Will without a ring: the file does not say of what kind and ring it is")
    assert noted(found, "Tea set")
    assert [trait.name for trait in found.character.traits] == ["Tall"]


def test_every_tier_is_a_character() -> None:
    data = pregen()
    later = put(data["tiers"][0], ["xp"], 36)
    later = put(later, ["label"], "Magistrate")
    later = put(later, ["rings", "void"], 3)
    later = put(later, ["surprise"], 1)
    first, second = read(put(data, ["tiers", "1"], later))
    assert (first.character.name, second.character.name) == ("Kasumi (0 XP)", "Kasumi (36 XP, Magistrate)")
    assert noted(second, "void_points is 2 in the file and 3 by the rings")
    assert noted(second, "not known here, and left out: tiers.surprise")
    assert not noted(first, "surprise")


def test_derived_values_may_be_missing() -> None:
    found = one(tiers__0__derived=None)
    assert (found.character.composure, found.character.void_max) == (6, 2)


@pytest.mark.parametrize("tiers", [[], [1], [{}], "one", None, [{}] * 21])
def test_tiers_that_cannot_be_read(tiers: object) -> None:
    with pytest.raises(BadInput, match=r"kasumi.json"):
        one(tiers=tiers)
