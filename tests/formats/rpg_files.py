"""Files of other programs, built by hand in the shapes that those programs write. All names are invented."""

import struct
from typing import Any

Data = dict[str, Any]

PNG = (
    b"\x89PNG\r\n\x1a\n"
    + struct.pack(">I", 13) + b"IHDR" + bytes(13) + bytes(4)
    + struct.pack(">I", 5) + b"IDAT" + b"abcde" + bytes(4)
    + struct.pack(">I", 0) + b"IEND" + bytes(4)
)  # fmt: skip
"""The skeleton of a PNG image; nobody unpacks it."""


# --- Foundry -----------------------------------------------------------------------------------------------


def foundry_item(name: str, kind: str, inner: Data, under: str = "system") -> Data:
    frame = {"_id": "abcdef", "img": "icons/thing.svg", "flags": {}, "effects": [], "sort": 1}
    shared = {"description": "<p>Words.</p>", "quantity": 1, "weight": "1", "rarity": "7", "zeni": "20 koku"}
    return {"name": name, "type": kind, **frame, under: {**shared, **inner}}


def foundry_katana(**changes: Any) -> Data:
    inner: Data = {
        "category": "Swords",
        "skill": "melee",
        "range": "1",
        "damage": "4",
        "deadliness": "5",
        "grip_1": "",
        "grip_2": "Deadliness +2",
        "equipped": False,
        "readied": False,
        "properties": [
            {"id": "L5RCorePro000002", "name": "Ceremonial"},
            {"id": "L5RCorePro000001", "name": "Razor-Edged"},
        ],
    }
    return foundry_item("Katana", "weapon", {**inner, **changes})


def foundry_actor(**changes: Any) -> Data:
    """A character of the present form."""
    system: Data = {
        "rings": {"air": 3, "earth": 2, "fire": 3, "water": 1, "void": 2},
        "skills": {
            "artisan": {"aesthetics": 2, "composition": 0, "design": 0, "smithing": 0},
            "martial": {"fitness": 1, "melee": 3, "ranged": 0, "unarmed": 0, "meditation": 2, "tactics": 1},
            "scholar": {"culture": 1},
            "social": {"courtesy": 2},
            "trade": {},
        },
        "endurance": 10,
        "composure": 6,
        "focus": 6,
        "vigilance": 2,
        "strife": {"value": 2, "max": 6},
        "fatigue": {"value": 1, "max": 10},
        "void_points": {"value": 1, "max": 2},
        "stance": "void",
        "prepared": True,
        "social": {"honor": 60, "glory": 40, "status": 35, "ninjo": "Win.", "giri": "Serve.", "bushido_tenets": {}},
        "identity": {"clan": "Crane", "family": "", "school": "Kakita Duelist School", "school_rank": 2},
        "xp_total": 40,
        "template": "core",
    }
    items = [
        foundry_katana(),
        foundry_item("Ceremonial Clothes", "armor", {
            "armor": {"physical": 1, "supernatural": 0}, "equipped": True,
            "properties": [{"id": "L5RCorePro000002", "name": "Ceremonial"}],
        }),
        foundry_item("Iaijutsu Cut: Rising Blade", "technique", {"technique_type": "kata", "ring": "air", "rank": 2}),
        foundry_item("Way of the Crane", "technique", {"technique_type": "school_ability", "ring": "void"}),
        foundry_item("Tall", "peculiarity", {"peculiarity_type": "distinction", "ring": "earth", "types": "Physical"}),
        foundry_item("Tea set", "item", {}),
    ]  # fmt: skip
    actor: Data = {
        "name": "Kasumi",
        "type": "character",
        "img": "portrait.webp",
        "_id": "q1",
        "prototypeToken": {"name": "Kasumi"},
        "system": system,
        "items": items,
        "effects": [],
        "flags": {},
    }
    for path, value in changes.items():
        actor = put(actor, path.split("__"), value)
    return actor


def foundry_old(**changes: Any) -> Data:
    """An adversary of the old form: everything in `data`, numbers as text, bare gauges, misspelt vigilance."""
    actor: Data = {
        "name": "Old soldier",
        "type": "npc",
        "permission": {"default": 0},
        "token": {},
        "data": {
            "type": "minion",
            "rings": {"air": "2", "earth": "3", "fire": "3", "water": "3", "void": "2"},
            "rings_affinities": {"earth": 1},
            "conflict_rank": {"martial": "4", "social": "2"},
            "skills": {"artisan": "1", "martial": "3", "scholar": "2", "social": "1", "trade": "0"},
            "endurance": "12",
            "composure": "9",
            "focus": "5",
            "vigilante": "3",
            "strife": "4",
            "fatigue": 2,
            "void_points": {"max": "1", "current": "1"},
            "social": {"honor": "55", "glory": "50", "status": "39"},
            "identity": {"clan": "", "family": "", "school": "", "school_rank": "1"},
        },
        "items": [
            foundry_item("Tetsubō", "weapon", {
                "category": "Blunt Weapons", "skill": "melee", "range": "1-2", "damage": "7", "deadliness": "3",
                "grip_1": "N/A", "grip_2": "", "properties": [
                    {"id": "L5RCorePro000006", "name": "Cumbersome"}, {"id": "L5RCorePro000015"},
                    {"id": "L5RCorePro000011", "name": "Wargear"}],
            }, "data"),
            foundry_item("Knife", "weapon", {
                "category": "Hand Weapons", "skill": "melee", "range": "", "damage": "2", "deadliness": "4",
                "grip_1": "", "grip_2": "Deadliness +2", "readied": "true", "properties": [
                    {"id": "L5RCorePro000001", "name": "Razor-Edged"}, {"id": "L5RCorePro000005"},
                    {"id": "L5RCorePro000012", "name": "Mundane"}],
            }, "data"),
        ],
    }  # fmt: skip
    for path, value in changes.items():
        actor = put(actor, path.split("__"), value)
    return actor


# --- pregenerated ------------------------------------------------------------------------------------------


def pregen(**changes: Any) -> Data:
    tier: Data = {
        "xp": 0,
        "label": None,
        "rank": 2,
        "school": "Kakita Duelist",
        "foundry_id": None,
        "rings": {"air": 3, "earth": 2, "fire": 3, "water": 1, "void": 2},
        "skills": {"martial": {"fitness": 1, "melee": 3, "meditation": 2}, "social": {"courtesy": 2}},
        "social": {"honor": 60, "glory": 40, "status": None, "ninjo": "Win.", "bushido_tenets": {"paramount": None}},
        "derived": {"endurance": 10, "composure": 6, "focus": 6, "vigilance": 2, "void_points": 2},
        "money": {"koku": 7},
        "techniques": [
            {"name": "Iaijutsu Cut (Rising Blade)", "kind": "kata", "custom": True, "description": "Words."},
            {"name": "Way of the Crane", "kind": "school_ability", "rank": 1},
            {"name": "A Song of Somebody (Crane)", "kind": "shuji"},
        ],
        "peculiarities": [
            {"name": "Tall", "kind": "distinction", "ring": "earth"},
            {"name": "Will without a ring", "custom": True},
        ],
        "titles": [],
        "gear": [
            {"name": "Katana", "quantity": 1,
             "printed": "Katana: Damage 4/5 (7 DLS if 2 handed), Range 1, Ceremonial, Razor-Edged"},
            {"name": "Shuriken", "quantity": 1, "printed": "Shuriken: Damage 2/4, Range 0, Concealable"},
            {"name": "Shuriken", "quantity": 1, "printed": "Shuriken (thrown): Damage 2/4, Range 1–3, Concealable"},
            {"name": "Fists", "quantity": 1, "printed": "Fists: Martial Arts [Unarmed], Range 0, Damage 1"},
            {"name": "Knife", "quantity": 2},
            {"name": "Robes", "quantity": 1, "printed": "Robes (Physical 1, Ceremonial, Shiny)"},
            {"name": "Traveling Clothes", "quantity": 1},
            {"name": "Tea set", "quantity": 1, "printed": "a tea set"},
        ],
        "advancements": [],
    }  # fmt: skip
    data: Data = {
        "slug": "kasumi",
        "name": "Kasumi",
        "provenance": "published",
        "published": {"product": "A book"},
        "identity": {"clan": "Crane", "family": None, "school": "Kakita Duelist", "role": "Bushi", "age": ""},
        "demeanor": "Calm",
        "tiers": [tier],
    }
    for path, value in changes.items():
        data = put(data, path.split("__"), value)
    return data


# --- Paper Blossoms ----------------------------------------------------------------------------------------


def sample(**changes: Any) -> Data:
    data: Data = {
        "name": "Tired Guard",
        "type": "adversary",
        "blurb": "Words.",
        "conflict_rank": {"combat": 3, "intrigue": 1},
        "rings": {"Air": 2, "Earth": 3, "Fire": 3, "Water": 3, "Void": 2},
        "derived": {"endurance": 12, "composure": 9, "focus": 5, "vigilance": 3},
        "social": {"honor": 55, "glory": 50, "status": 39},
        "demeanor": "Gruff",
        "skill_groups": {"Artisan": 1, "Martial": 3, "Scholar": 2, "Social": 1, "Trade": 0},
        "advantages": [{"name": "Tested", "ring": "Earth", "groups": ["Martial"], "types": ["Mental"]}],
        "disadvantages": [{"name": "Hot", "ring": "Water", "groups": ["Social"], "types": ["Mental"]}],
        "weapons": [
            {"name": "Rusted Katana", "range": "1", "damage": "4", "deadliness": "5/7",
             "qualities": ["Ceremonial", "Damaged", "Razor-Edged"]},
            {"name": "Claws", "range": "0–1", "damage": "3", "deadliness": "6", "qualities": ["Terrible"]},
            {"name": "Kusari-gama", "range": "0/2–3", "damage": "3", "deadliness": "3",
             "qualities": ["Concealable", "Snaring", "Wargear"]},
        ],
        "gear": {"equipped": ["Hide (Physical 4, Spiritual 2, Wargear)", "Daishō", "quiver"],
                 "other": ["Plain robes (Physical 1, Mundane)", "yari (spear)"]},
        "abilities": [{"name": "Striking as Fire", "text": "Words.", "reference": {"book": "Core", "page": 1}},
                      {"name": "Bark", "text": "Words."}],
        "reference": {"book": "Core", "page": 312},
    }  # fmt: skip
    for path, value in changes.items():
        data = put(data, path.split("__"), value)
    return data


def grip_row(
    name: str, grip: str, damage: int, deadliness: int, *qualities: str, reach: tuple[int, int] = (1, 1)
) -> Data:
    return {
        "type": "Weapon", "name": name, "description": "Words.", "short_desc": "", "book": "Core", "page": "232",
        "price": 20, "unit": "koku", "rarity": 7, "qualities": list(qualities), "category": "Swords", "skill": "Melee",
        "grip": grip, "range_min": reach[0], "range_max": reach[1], "damage": damage, "deadliness": deadliness,
        "physical_resistance": 0, "supernatural_resistance": 0,
    }  # fmt: skip


def save(**changes: Any) -> Data:
    data: Data = {
        "save_version": 1,
        "uuid": "0000-1111",
        "name": "Kasumi",
        "clan": "Crane",
        "family": "",
        "school": "Kakita Duelist School",
        "ninjo": "Win.",
        "giri": "Serve.",
        "heritage": "",
        "notes": "Words.",
        "titles": [],
        "techniques": ["Iaijutsu Cut: Rising Blade", "A Song of Somebody"],
        "adv_disadv": ["Tall", "Proud"],
        "base_skills": {"Fitness": 1, "Martial Arts [Melee]": 1, "Courtesy": 1},
        "base_rings": {"Air": 2, "Earth": 2, "Fire": 2, "Water": 1, "Void": 2},
        "honor": 60,
        "glory": 40,
        "status": 35,
        "koku": 4,
        "bu": 0,
        "zeni": 0,
        "total_xp": 30,
        "fatigue": 1,
        "strife": 2,
        "conditions": ["Bleeding", "Lightly Wounded (Fire)", "Dying (2 rounds)"],
        "advance_stack": [
            {"type": "Skill", "name": "Martial Arts [Melee]", "track": "Curriculum", "cost": 4},
            {"type": "Skill", "name": "Martial Arts [Melee]", "track": "Curriculum", "cost": 6},
            {"type": "Ring", "name": "Air", "track": "Curriculum", "cost": 9},
            {"type": "Technique", "name": "Striking as Air", "track": "Free", "cost": 3},
        ],
        "equipment": [
            grip_row("Katana", "1-hand", 4, 5, "Ceremonial", "Razor-edged"),
            grip_row("Katana", "2-hand", 4, 7, "Ceremonial", "Razor-edged"),
            grip_row("Katana", "1-hand", 5, 6, "Ceremonial", "Razor-edged"),
            {"type": "Armor", "name": "Ashigaru Armor", "qualities": ["Wargear"], "physical_resistance": 3,
             "supernatural_resistance": 0, "category": "", "skill": ""},
            {"type": "Personal Effect", "name": "Tea set", "qualities": []},
        ],
        "bonds": [{"name": "An old friend", "rank": 1}],
        "portrait": "",
        "identity_locked": True,
    }  # fmt: skip
    for path, value in changes.items():
        data = put(data, path.split("__"), value)
    return data


# --- .pbc --------------------------------------------------------------------------------------------------


def q_int(number: int) -> bytes:
    return struct.pack(">i", number)


def q_text(text: str) -> bytes:
    return struct.pack(">I", 2 * len(text)) + text.encode("utf-16-be")


def q_texts(*texts: str) -> bytes:
    return q_int(len(texts)) + b"".join(map(q_text, texts))


def q_rows(*rows: tuple[str, ...]) -> bytes:
    return q_int(len(rows)) + b"".join(q_texts(*row) for row in rows)


def q_map(numbers: dict[str, int]) -> bytes:
    return q_int(len(numbers)) + b"".join(q_text(key) + q_int(value) for key, value in numbers.items())


def pbc(version: int = 3, locale: str = "en", portrait: bytes = b"", **changes: bytes) -> bytes:
    """A binary save; `changes` replace the bytes of a part."""
    rings = {"en": ("Air", "Earth", "Fire", "Water", "Void"), "de": ("Luft", "Erde", "Feuer", "Wasser", "Leere")}[
        locale
    ]
    melee = {"en": "Martial Arts [Melee]", "de": "Martial Arts [Nahkampf]"}[locale]
    values = dict(zip(rings, (2, 2, 2, 1, 2), strict=True))
    katana = ("Weapon", "Katana", "", "", "Core", "232", "20", "koku", "7", "Ceremonial,Razor-edged", "Swords", "Melee")
    parts = {
        "head": q_int(version),
        "bonds": q_rows(("An old friend", "1")) if version >= 3 else b"",
        "locale": q_text(locale) if version >= 2 else b"",
        "name": q_text("Kasumi"),
        "titles": q_texts(),
        "clan": q_text("Crane"),
        "family": struct.pack(">I", 0xFFFFFFFF),
        "school": q_text("Kakita Duelist School"),
        "ninjo": q_text("Win."),
        "giri": q_text("Serve."),
        "skills": q_map({"Fitness": 1, melee: 1}),
        "rings": q_map(values),
        "ranks": q_map(values),
        "numbers": b"".join(map(q_int, (60, 40, 35, 4, 0, 0, 2))),
        "techniques": q_texts("Iaijutsu Cut: Rising Blade"),
        "traits": q_texts("Tall"),
        "equipment": q_rows(
            (*katana, "1-hand", "1", "1", "4", "5", "0", "0"),
            (*katana, "2-hand", "1", "1", "4", "7", "0", "0"),
        ),
        "abilities": q_rows(("Way of the Crane", "Kakita Duelist School", "Core", "60", "Words.")),
        "heritage": q_text(""),
        "notes": q_text("Words."),
        "advances": q_texts(
            f"Skill|{melee}|Curriculum|4", f"Ring|{rings[0]}|Curriculum|9", "Technique|Striking as Air|Free|3"
        ),
        "image": q_int(1) + portrait if portrait else q_int(0),
        "total": q_int(30),
    }  # fmt: skip
    return b"".join({**parts, **changes}.values())


# --- helpers -----------------------------------------------------------------------------------------------


def put(data: Any, path: list[str], value: Any) -> Any:
    """A copy of `data` with `value` at a path of keys and indices; `...` takes the key away."""
    head, *rest = path
    key: Any = int(head) if isinstance(data, list) else head
    copy = list(data) if isinstance(data, list) else dict(data)
    if rest:
        copy[key] = put(copy[key], rest, value)
    elif value is ...:
        del copy[key]
    elif isinstance(copy, list) and key == len(copy):
        copy.append(value)
    else:
        copy[key] = value
    return copy
