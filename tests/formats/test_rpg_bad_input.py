"""Files that nobody should trust: each is refused with `BadInput`, quickly and in little memory, or read whole."""

import json
import random
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.formats import Read, read_bytes_as_characters, read_characters
from iaijutsu.rpg import catalogue, sheets
from tests.formats.rpg_files import (
    PNG,
    Data,
    foundry_actor,
    foundry_katana,
    foundry_old,
    pbc,
    pregen,
    put,
    sample,
    save,
)

from ..work import no_explosion

FORMS: dict[str, Data] = {
    "foundry": foundry_actor(),
    "foundry-old": foundry_old(),
    "pregen": pregen(),
    "sample": sample(),
    "save": save(),
    "own": catalogue.load("oman").plain(),
}

WRONG: list[Any] = [
    -1, 1000, 10**30, 2.5, 1e300, float("nan"), float("inf"), True, "five", "1e3", "0x10", "5/", "٣", [], [[]], {},
    {"value": {}},
]  # fmt: skip
"""What is no number from 0 to 99, in any spelling."""

NUMBERS: dict[str, list[str]] = {
    "foundry": ["system__rings__air", "system__skills__martial__melee", "system__strife__value",
                "system__void_points__max", "system__social__honor", "items__0__system__damage"],
    "foundry-old": ["data__rings__void", "data__skills__martial", "data__fatigue", "data__vigilante"],
    "pregen": ["tiers__0__rings__fire", "tiers__0__skills__martial__melee", "tiers__0__derived__focus",
               "tiers__0__social__glory", "tiers__0__rank"],
    "sample": ["rings__Air", "skill_groups__Martial", "derived__focus", "social__honor"],
    "save": ["base_rings__Air", "base_skills__Fitness", "honor", "strife", "advance_stack__0__cost",
             "equipment__0__damage", "equipment__3__physical_resistance"],
    "own": ["rings__air", "skills__melee", "honor", "vigilance", "weapons__0__damage", "armour__0__physical"],
}  # fmt: skip

TABLES: dict[str, list[str]] = {
    "foundry": ["system__rings", "system__social", "system__identity", "items", "items__0", "items__0__system",
                "effects", "system__skills__martial"],
    "foundry-old": ["data__rings", "data__skills", "items"],
    "pregen": ["tiers", "tiers__0", "tiers__0__rings", "tiers__0__gear", "tiers__0__techniques", "identity"],
    "sample": ["rings", "skill_groups", "weapons", "weapons__0", "gear", "advantages", "abilities", "derived"],
    "save": ["base_rings", "base_skills", "equipment", "equipment__0", "advance_stack", "conditions"],
    "own": ["rings", "skills", "weapons", "weapons__0__grips", "traits", "techniques", "armour"],
}  # fmt: skip


def cases() -> Iterator[tuple[str, str, Any]]:
    """Every number and every table of every form with something there that cannot be meant."""
    for form, paths in NUMBERS.items():
        for path in paths:
            for value in WRONG:
                if not (form == "foundry-old" and path.endswith("fatigue") and isinstance(value, dict)):  # the new form
                    yield form, path, value
    for form, paths in TABLES.items():
        for path in paths:
            for value in (5, "five", True, [[[]]], [None], {"": {"": None}}):
                yield form, path, value


def as_bytes(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8")


ALL = list(cases())


def test_there_are_more_than_300_of_them() -> None:
    assert len(ALL) >= 600
    assert {form for form, _, _ in ALL} == FORMS.keys()


def unharmed(data: bytes) -> None:
    """Whatever was read is a character in our own form; nothing but `BadInput` is raised."""
    found: list[Read] = []
    refused: BadInput | None = None
    try:
        found = read_bytes_as_characters(data, "file.json")
    except BadInput as error:
        refused = error
    if refused is not None:
        assert refused.where.startswith("file.json")
        assert len(str(refused)) < 700
        assert str(refused).isprintable()
    for one in found:
        assert sheets.load(one.character.plain(), "saved", sheets.Shelf()) == one.character
        assert all(note.isprintable() and len(note) < 10_000 for note in one.notes)


@pytest.mark.parametrize("form", FORMS)
def test_every_number_that_cannot_be_meant_is_refused_and_named(form: str) -> None:
    for path in NUMBERS[form]:
        key = path.split("__")[-1]
        for value in [value for one, there, value in ALL if (one, there) == (form, path)]:
            with pytest.raises(BadInput) as caught:
                read_bytes_as_characters(as_bytes(put(FORMS[form], path.split("__"), value)), "file.json")
            assert isinstance(value, float) or key in str(caught.value), (path, value)


@pytest.mark.parametrize("form", FORMS)
def test_tables_of_a_wrong_kind_do_no_harm(form: str) -> None:
    found = [(path, value) for one, path, value in ALL if one == form and path in TABLES[form]]
    assert len(found) == 6 * len(TABLES[form])
    for path, value in found:
        with no_explosion():
            unharmed(as_bytes(put(FORMS[form], path.split("__"), value)))


@pytest.mark.parametrize("form", FORMS)
def test_every_part_may_be_missing_or_null_or_absurd(form: str) -> None:
    for path in paths_of(FORMS[form]):
        for value in (..., None, "\x00\x1b[31m\u202e", {"__proto__": 1}):
            unharmed(as_bytes(put(FORMS[form], path, value)))


def paths_of(data: Any) -> Iterator[list[str]]:
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in parts:
        yield [str(key)]
        for rest in paths_of(value):
            yield [str(key), *rest]


@pytest.mark.parametrize("form", [*FORMS, "pbc", "toml"])
def test_bytes_changed_at_random_do_no_harm(form: str) -> None:
    toml = 'name = "A"\nhonor = 1\nglory = 1\nstatus = 1\nweapons = ["katana", { like = "dao" }]\n[rings]\nair = 1\n'
    whole = {"pbc": pbc(portrait=PNG), "toml": (toml + "earth = 1\nfire = 1\nwater = 1\nvoid = 1\n").encode()}
    original = whole.get(form) or as_bytes(FORMS[form])
    dice = random.Random(form)
    for _ in range(250):
        data = bytearray(original)
        for _ in range(dice.choice((1, 2, 8))):
            place = dice.randrange(len(data))
            match dice.randrange(4):
                case 0:
                    data[place] = dice.randrange(256)
                case 1:
                    del data[place : place + dice.randrange(1, 30)]
                case 2:
                    data[place:place] = data[place : place + dice.randrange(1, 200)]
                case 3:
                    data[place:place] = dice.choice((b"[", b"{", b"-", b"\xff", b"9" * 40, b'"', b",,", b"null"))
        unharmed(bytes(data))


# --- single monsters ---------------------------------------------------------------------------------------


def many_keys(count: int) -> bytes:
    return b",".join(b'"k%d":1' % n for n in range(count))


MONSTERS: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "blanks": lambda: b" \n\t" * 1000,
    "deep lists": lambda: b"[" * 1_000_000,
    "deep tables": lambda: b'{"a":' * 100_000,
    "deep in a character": lambda: as_bytes(foundry_actor())[:-1] + b',"x":' + b"[" * 90_000,
    "many lists": lambda: b"[" + b"[]," * 2_000_000 + b"[]]",
    "many tables": lambda: b"[" + b"{}," * 2_000_000 + b"{}]",
    "many numbers": lambda: b"[" + b"0," * 3_500_000 + b"0]",
    "many texts": lambda: b'{"tiers":[' + b'"",' * 2_500_000 + b'""]}',
    "many keys": lambda: b'{"rings":{' + many_keys(600_000) + b'},"honor":1}',
    "many keys of an actor": lambda: b'{"type":"npc","system":{' + many_keys(600_000) + b"}}",
    "not quite so many keys": lambda: b'{"type":"npc","system":{' + many_keys(190_000) + b"}}",
    "many items": lambda: b'{"type":"npc","system":{},"items":[' + b",".join([b'{"type":"weapon"}'] * 150_000) + b"]}",
    "a long name": lambda: as_bytes(foundry_actor(name="x" * 7_000_000, system__rings__air=99)),
    "a huge number": lambda: b'{"rings":{"Air":' + b"9" * 4_000_000 + b'},"skill_groups":{}}',
    "a number with a huge exponent": lambda: b'{"rings":{"Air":1e999999999},"skill_groups":{}}',
    "a key twice": lambda: b'{"rings":{"Air":1,"Air":2},"skill_groups":{}}',
    "not a number": lambda: b'{"rings":{"Air":NaN},"skill_groups":{}}',
    "half a character": lambda: b'{"name":"\\ud800","rings":{},"skill_groups":{}}',
    "not UTF-8": lambda: b'{"name":"\xff\xfe"}',
    "a zip": lambda: b"PK\x03\x04" + bytes(1000),
    "a zip bomb": lambda: zlib.compress(bytes(50_000_000), 9),
    "a gzip": lambda: b"\x1f\x8b\x08\x00" + bytes(1000),
    "a program": lambda: b"\x7fELF" + bytes(1000),
    "a save of texts": lambda: pbc()[:-4] + bytes(8_000_000 - len(pbc())),
    "a save of rows": lambda: (b"\0\0\0\3\0\0\1\xf4" + (b"\0\0\0\x28" + b"\0\0\0\0" * 40) * 500) * 90,
    "armour of brackets": lambda: as_bytes(sample(gear={"equipped": ["(" * 500_000] * 10}, rings__Air=99)),
    "a list of lists of samples": lambda: as_bytes([[sample()]]),
    "a name for a path": lambda: as_bytes(foundry_actor(type="../../../etc/passwd")),
    "a list of weapons": lambda: as_bytes([{"name": "Swords", "entries": []}]),
    "an army": lambda: as_bytes(foundry_actor(type="army")),
    "too many characters": lambda: as_bytes([sample()] * 201),
    "too many rows": lambda: as_bytes(sample(weapons=[sample()["weapons"][0]] * 501)),
    "too many weapons": lambda: as_bytes(sample(weapons=[sample()["weapons"][0]] * 101)),
    "yaml": lambda: b"name: Somebody\nrings:\n  air: 1\n",
    "toml of dots": lambda: b"a" + b".a" * 90_000 + b" = 1",
    "toml of brackets": lambda: b"a = " + b"[" * 190_000,
    "toml with a huge number": lambda: b"honor = 0x" + b"f" * 190_000,
}
"""What each is, made when it is needed: some are large."""


@pytest.mark.parametrize("name", MONSTERS)
def test_a_monster_is_refused_before_it_explodes(name: str) -> None:
    data = MONSTERS[name]()
    with no_explosion(), pytest.raises(BadInput) as caught:
        read_bytes_as_characters(data, "monster.json")
    assert str(caught.value).startswith("monster.json")
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "name", ["many texts", "a zip bomb", "a long name", "a save of texts", "not quite so many keys"]
)
def test_a_monster_takes_little_memory(name: str) -> None:
    data = MONSTERS[name]()
    tracemalloc.start()
    try:
        with pytest.raises(BadInput):
            read_bytes_as_characters(data, "monster.json")
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
    finally:
        tracemalloc.stop()


def test_the_fullest_sheets_are_read() -> None:
    weapon = sample()["weapons"][0]
    words = [f"Quality number {n}" for n in range(500)]
    full = sample(
        weapons=[{**weapon, "name": f"Blade {n}", "qualities": words} for n in range(90)],
        abilities=[{"name": f"Ability {n}"} for n in range(500)],
        gear={"equipped": [f"Thing {n} (Physical 1, {'x, ' * 60})" for n in range(90)]},
    )
    items = [foundry_katana(**{f"unknown{n}": n for n in range(280)}) for _ in range(100)]
    for data in (full, foundry_actor(items=items)):
        with no_explosion():
            unharmed(as_bytes(data))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    big = tmp_path / "big.json"
    big.write_bytes(b" " * 8_000_001)
    for path in (tmp_path, tmp_path / "missing", Path("/dev/zero"), "nul\0l.json", "x" * 5000, big):
        with pytest.raises(BadInput):
            read_characters(path)


def test_a_file_is_read_by_its_content_whatever_it_is_called(tmp_path: Path) -> None:
    forms = {name: as_bytes(data) for name, data in FORMS.items()}
    forms["pbc"] = pbc()
    expected = {
        "foundry": "Foundry actor",
        "foundry-old": "Foundry actor",
        "pregen": "pregenerated character",
        "sample": "Paper Blossoms sample",
        "save": "Paper Blossoms save",
        "own": "iaijutsu character",
        "pbc": "Paper Blossoms binary save",
    }
    for name, data in forms.items():
        path = tmp_path / f"{name}.txt"
        path.write_bytes(data)
        assert [one.form for one in read_characters(path)] == [expected[name]]


def test_a_list_may_mix_the_forms() -> None:
    found = read_bytes_as_characters(as_bytes([FORMS["sample"], FORMS["foundry"], FORMS["own"]]), "all.json")
    assert [one.character.name for one in found] == ["Tired Guard", "Kasumi", "Oman of Willow Lane"]
    with pytest.raises(BadInput, match=r"all.json\[1\]: no character of a form that is known"):
        read_bytes_as_characters(as_bytes([FORMS["sample"], {"a": 1}]), "all.json")


def test_our_own_form_is_read_strictly() -> None:
    toml = '\ufeffname = "A"\nhonor = 1\nglory = 1\nstatus = 1\n[rings]\nair=1\nearth=1\nfire=1\nwater=1\nvoid=1\n'
    (one,) = read_bytes_as_characters(toml.encode(), "a.toml")
    assert (one.form, one.notes, one.character.name) == ("iaijutsu character", (), "A")
    with pytest.raises(BadInput, match=r"a.toml: honour: this key is not known"):
        read_bytes_as_characters(("honour = 1\n" + toml[1:]).encode(), "a.toml")
