"""Characters out of any file that is known: the form is seen by what is in it, whatever the file is called.

Known are our own form (TOML or JSON), Paper Blossoms' samples, saves and binary saves, Foundry actors, pregenerated
characters, and lists of any of these that are JSON.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.engine.transcript import strict_json
from iaijutsu.formats import foundry, paperblossoms, pbc, pregen
from iaijutsu.formats.foreign import Read
from iaijutsu.formats.safe import FILE_LIMIT, decode, read_bytes
from iaijutsu.rpg import catalogue
from iaijutsu.rpg.reading import shown, strict_toml
from iaijutsu.rpg.sheets import load

if TYPE_CHECKING:
    from iaijutsu.rpg.characters import Json

OWN = Sentence("iaijutsu character")
MOST_CHARACTERS = 200
MOST_PARTS = 200_000
"""Tables, lists and keys in a JSON file at most."""
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd", b"\x78\x9c", b"\x78\xda")
KNOWN = Sentence(
    "known are characters of our own form (TOML or JSON), of Paper Blossoms (samples, saves, .pbc), of Foundry "
    "(actors), and pregenerated ones (tiers)"
)


def read_characters(path: str | Path) -> list[Read]:
    """The characters in a file, with notes on what was not used or doubtful. Raises `BadInput`, never anything else."""
    file = Path(path)
    return read_bytes_as_characters(read_bytes(file, FILE_LIMIT), file.name)


def read_bytes_as_characters(data: bytes, where: str) -> list[Read]:
    """The same from the contents of a file; `where` names it in messages."""
    where = shown(where).strip("'")
    if data.startswith(PACKED):
        raise BadInput(where, Sentence("this is a packed file; unpack it first"))
    if pbc.is_pbc(data):
        return [pbc.read(data, where)]
    text = decode(data, where)
    if text.lstrip()[:1] not in ("{", "["):
        return [Read(load(strict_toml(text, where), where, catalogue.shelf()), (), OWN)]
    if text.count("{") + text.count("[") + text.count('":') > MOST_PARTS:
        raise BadInput(where, Sentence("more than {most} tables, lists and keys", most=MOST_PARTS))
    return _json(strict_json(text, where), where)


def _json(data: Json, where: str) -> list[Read]:
    if isinstance(data, list):
        if not 0 < len(data) <= MOST_CHARACTERS:
            raise BadInput(
                where,
                Sentence(
                    "a list of 1 to {most} characters is needed; found {found}",
                    most=MOST_CHARACTERS,
                    found=shown(data),
                ),
            )
        return [read for n, one in enumerate(data) for read in _one(one, f"{where}[{n}]")]
    return _one(data, where)


def _one(data: Json, where: str) -> list[Read]:
    if not isinstance(data, dict):
        raise BadInput(where, Sentence("a character is needed; found {data}; {known}", data=shown(data), known=KNOWN))
    if foundry.is_actor(data):
        return [foundry.actor(data, where)]
    if pregen.is_pregen(data):
        return pregen.pregen(data, where)
    if paperblossoms.is_save(data):
        return [paperblossoms.saved(data, where)]
    if paperblossoms.is_sample(data):
        return [paperblossoms.sample(data, where)]
    if "rings" in data and "honor" in data:
        return [Read(load(data, where, catalogue.shelf()), (), OWN)]
    raise BadInput(where, Sentence("no character of a form that is known; {known}", known=KNOWN))
