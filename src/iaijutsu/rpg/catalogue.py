"""What ships: weapons, armour, techniques, and twelve invented characters. Also reads characters that people wrote.

The data are TOML files in the package, checked as strictly as anybody's when they are first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.engine.transcript import strict_json
from iaijutsu.rpg import sheets
from iaijutsu.rpg.characters import Quality
from iaijutsu.rpg.reading import LONGEST_FILE, nearest, read_text, shown, strict_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

    from iaijutsu.rpg.characters import Armour, Character, Json, Technique, Trait, Weapon

T = TypeVar("T")

UNARMED = ("punch", "kick")
"""What everybody can strike with."""


@cache
def shelf() -> sheets.Shelf:
    """All weapons, armour and traits by key and all techniques by id, as files may name them."""
    empty = sheets.Shelf()
    weapons = {}
    for data, where in _rows("weapons.toml", "weapon"):
        weapon = sheets.load_weapon(data, where, empty)
        weapons[weapon.key] = weapon
    armour = {}
    for data, where in _rows("armour.toml", "armour"):
        piece = sheets.load_armour(data, where, empty)
        armour[piece.key] = piece
    techniques = {}
    for data, where in _rows("techniques.toml", "technique"):
        technique = sheets.load_technique(data, where, empty)
        techniques[technique.id] = technique
    traits = {}
    for data, where in _rows("advantages.toml", "trait"):
        key = data.pop("key")
        traits[key] = sheets.load_trait(data, where, empty)
    return sheets.Shelf(weapons, armour, techniques, traits)


@cache
def qualities() -> dict[str, Quality]:
    """What the qualities of items do, by key."""
    return {row["key"]: Quality(**row) for row, _ in _rows("qualities.toml", "quality")}


def weapon(key: str) -> Weapon:
    """The weapon of that key. Raises `BadInput`."""
    return _lying(shelf().weapons, key, "weapon")


def armour(key: str) -> Armour:
    """The armour or clothes of that key. Raises `BadInput`."""
    return _lying(shelf().armour, key, "armour")


def technique(id_: str) -> Technique:
    """The technique of that id. Raises `BadInput`."""
    return _lying(shelf().techniques, id_, "technique")


def trait(key: str) -> Trait:
    """The advantage or disadvantage of that key. Raises `BadInput`."""
    return _lying(shelf().traits, key, "advantage")


def unarmed() -> tuple[Weapon, ...]:
    """The profiles that everybody has, always readied."""
    return tuple([weapon(key) for key in UNARMED])


def school_techniques(school: str, rank: int) -> tuple[Technique, ...]:
    """What a school of that name (case does not matter, nor "School" at its end) gives a member of that rank."""
    name = school.casefold().removesuffix(" school").strip()
    return tuple(
        [
            found
            for found in shelf().techniques.values()
            if name and found.school.casefold() == name and found.rank <= rank
        ]
    )


# --- characters --------------------------------------------------------------------------------------------


def names() -> list[str]:
    """The names by which the characters that ship are loaded, in alphabetical order."""
    return sorted(entry.name.removesuffix(".toml") for entry in _folder().iterdir() if entry.name.endswith(".toml"))


def load(name_or_path: str | Path) -> Character:
    """A character that ships, by name, or one from a TOML or JSON file in our form. Raises `BadInput`."""
    data, where = _told(name_or_path)
    return sheets.load(data, where, shelf())


def check(path: str | Path) -> list[str]:
    """Everything that is wrong with a character file, a line each; none when it is right. Raises nothing."""
    try:
        data, where = _told(path)
    except BadInput as error:
        return [error.args[0]]
    return [fault.args[0] for fault in sheets.faults(data, where, shelf())]


def loads(text: str, where: str) -> Character:
    """A character in our form from the text of a file, JSON if it begins with a brace, else TOML. Raises `BadInput`."""
    return sheets.load(_parsed(text, where), where, shelf())


def _told(name_or_path: str | Path) -> tuple[Json, str]:
    name = str(name_or_path)
    if name in names():
        return _parsed(_folder().joinpath(f"{name}.toml").read_text("utf-8"), name), name
    path = Path(name)
    if not path.suffix and not path.exists():
        raise BadInput(
            shown(name).strip("'"), Sentence("no character of that name ships{nearest}", nearest=nearest(name, names()))
        )
    return _parsed(read_text(path, LONGEST_FILE), path.name), path.name


def _parsed(text: str, where: str) -> Json:
    return strict_json(text, where) if text.lstrip().startswith("{") else strict_toml(text, where)


def _folder() -> Traversable:
    return files("iaijutsu.rpg").joinpath("data/characters")


def _rows(name: str, table: str) -> list[tuple[Json, str]]:
    """The tables of a data file, each with where it stands."""
    text = files("iaijutsu.rpg").joinpath(f"data/{name}").read_text("utf-8")
    return [(row, f"{name}: {table}[{index}]") for index, row in enumerate(strict_toml(text, name)[table])]


def _lying(things: Mapping[str, T], key: str, what: str) -> T:
    if key not in things:
        raise BadInput(
            "",
            Sentence(
                "{key} is no {what} of the catalogue{nearest}", key=shown(key), what=what, nearest=nearest(key, things)
            ),
        )
    return things[key]
