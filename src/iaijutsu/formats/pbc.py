"""Saves of the older Paper Blossoms (`.pbc`): a stream of Qt's `QDataStream`, versions 1 to 3, read to the last byte.

Whole numbers are 32 bits, big-endian; text is its length in bytes and UTF-16; lists and maps begin with their count.
The names in a save are those of the language that the program ran in; the rings and skills of German, Spanish and
French saves are understood too. The portrait is a PNG, skipped and never unpacked.
"""

from __future__ import annotations

import struct

from iaijutsu.engine.errors import BadInput
from iaijutsu.engine.sentences import Sentence
from iaijutsu.formats import paperblossoms
from iaijutsu.formats.foreign import Read, clean, norm, whole
from iaijutsu.rpg.characters import Json

FORM = Sentence("Paper Blossoms binary save")
VERSIONS = (1, 2, 3)
MOST_ENTRIES = 500
MOST_COLUMNS = 40
MOST_TEXT = 200_000
"""Bytes of one text at most."""
NOTHING = 0xFFFFFFFF
"""The length of a text that is not there."""
PNG = b"\x89PNG\r\n\x1a\n"
COLUMNS = (
    "type", "name", "description", "short_desc", "book", "page", "price", "unit", "rarity", "qualities", "category",
    "skill", "grip", "range_min", "range_max", "damage", "deadliness", "physical_resistance", "supernatural_resistance",
)  # fmt: skip
"""What the columns of an equipment row hold."""

WORDS = {
    "luft": "air", "erde": "earth", "feuer": "fire", "wasser": "water", "leere": "void",
    "aire": "air", "tierra": "earth", "fuego": "fire", "agua": "water", "vacio": "void",
    "terre": "earth", "feu": "fire", "eau": "water", "vide": "void",
    "martial arts nahkampf": "melee", "martial arts fernkampf": "ranged", "martial arts unbewaffnet": "unarmed",
    "artes marciales armas cuerpo a cuerpo": "melee", "artes marciales armas a distancia": "ranged",
    "artes marciales combate sin armas": "unarmed", "corps a corps": "melee", "a distance": "ranged",
    "mains nues": "unarmed", "aptitud fisica": "fitness", "forme": "fitness", "taktiken": "tactics",
    "estrategia": "tactics", "tactique": "tactics", "meditacion": "meditation", "befehlen": "command",
    "mando": "command", "commandement": "command", "hoflichkeit": "courtesy", "cortesia": "courtesy",
    "courtoisie": "courtesy", "theologie": "theology", "teologia": "theology", "medizin": "medicine",
    "medicina": "medicine", "medecine": "medicine", "hinterlist": "skulduggery", "actividad criminal": "skulduggery",
    "magouille": "skulduggery", "uberleben": "survival", "supervivencia": "survival", "survie": "survival",
    "stimmung": "sentiment", "sentimiento": "sentiment", "kultur": "culture", "cultura": "culture",
    "regierung": "government", "gobierno": "government", "gouvernement": "government", "handel": "commerce",
    "comercio": "commerce", "arbeit": "labor", "trabajo manual": "labor", "travaux fermiers": "labor",
    "seefahrt": "seafaring", "navegacion": "seafaring", "connaissances maritimes": "seafaring", "spiele": "games",
    "pasatiempos": "games", "jeux": "games", "darbietung": "performance", "interpretacion": "performance",
    "representation": "performance", "asthetik": "aesthetics", "estetica": "aesthetics", "esthetique": "aesthetics",
    "komposition": "composition", "composicion": "composition", "diseno": "design", "stylisme": "design",
    "schmiedekunst": "smithing", "herreria": "smithing", "forge": "smithing",
}  # fmt: skip
"""The rings and skills of other languages, without accents."""


def is_pbc(data: bytes) -> bool:
    """Whether bytes begin as such a save does: with a small number of 32 bits."""
    return len(data) > 8 and data[:3] == b"\0\0\0"


def read(data: bytes, where: str) -> Read:
    """The character of a save. Raises `BadInput`."""
    return paperblossoms.saved(_table(_Stream(data, where)), where, FORM)


def _table(stream: _Stream) -> dict[str, Json]:
    """The save in the form of the newer program's."""
    version = stream.number()
    if version not in VERSIONS:
        raise BadInput(
            stream.where, Sentence("a save of version 1 to 3 is needed; found version {version}", version=version)
        )
    bonds = stream.rows() if version >= 3 else []
    if version >= 2:
        stream.text()  # the language: its words are known by themselves
    table: dict[str, Json] = {"bonds": [{"name": " ".join(bond)} for bond in bonds]}
    table.update(name=stream.text(), titles=stream.texts())
    for key in ("clan", "family", "school", "ninjo", "giri"):
        table[key] = stream.text()
    table.update(base_skills=_english(stream.numbers()), base_rings=_rings(stream.numbers(), stream.where))
    stream.numbers()  # ranks of rings as they were when last shown; they follow from what was bought
    for key in ("honor", "glory", "status", "koku", "bu", "zeni", "rank"):
        table[key] = stream.number()
    table.update(techniques=stream.texts(), adv_disadv=stream.texts())
    table["equipment"] = [_equipment(row, stream.where) for row in stream.rows()]
    table["techniques"] += [row[0] for row in stream.rows() if row]  # abilities: name, then where it comes from
    table.update(heritage=stream.text(), notes=stream.text())
    table["advance_stack"] = [_advance(line, stream.where) for line in stream.texts()]
    table.update(portrait="image" if stream.image() else "", total_xp=stream.number())
    stream.end()
    return table


def _english(ranks: dict[str, int]) -> dict[str, int]:
    return {WORDS.get(norm(name), name): rank for name, rank in ranks.items()}


def _rings(ranks: dict[str, int], where: str) -> dict[str, int]:
    rings = {word.title(): rank for word, rank in _english(ranks).items()}
    if missing := {"Air", "Earth", "Fire", "Water", "Void"} - rings.keys():
        told = ", ".join(map(clean, ranks)) or "–"
        raise BadInput(
            where,
            Sentence("no ring {missing} is found; the rings of the file: {told}", missing=min(missing), told=told),
        )
    return rings


def _equipment(row: list[str], where: str) -> dict[str, Json]:
    if len(row) != len(COLUMNS):
        raise BadInput(
            where,
            Sentence(
                "a row of equipment has {columns} columns; found one of {found}", columns=len(COLUMNS), found=len(row)
            ),
        )
    table: dict[str, Json] = dict(zip(COLUMNS, row, strict=True))
    table["qualities"] = [part for part in row[COLUMNS.index("qualities")].split(",") if part.strip()]
    return table


def _advance(line: str, where: str) -> dict[str, Json]:
    parts = line.split("|")
    if len(parts) != 4:
        raise BadInput(
            where, Sentence("an advance has four parts with bars between them; found {found!a}", found=line[:60])
        )
    name = WORDS.get(norm(parts[1]), parts[1])
    return {"type": parts[0], "name": name, "track": parts[2], "cost": whole(parts[3], where, 0, 999)}


class _Stream:
    """Reads Qt's values from bytes, each with a limit. Raises `BadInput` where they end too early."""

    def __init__(self, data: bytes, where: str) -> None:
        self.data, self.where, self.place = data, where, 0

    def take(self, count: int) -> bytes:
        if count < 0 or self.place + count > len(self.data):
            raise BadInput(
                Sentence("{where}, byte {byte}", where=self.where, byte=self.place),
                Sentence("{count} bytes more are needed; the file ends before", count=count),
            )
        self.place += count
        return self.data[self.place - count : self.place]

    def number(self) -> int:
        value: int = struct.unpack(">i", self.take(4))[0]
        return value

    def count(self, most: int = MOST_ENTRIES) -> int:
        count: int = struct.unpack(">I", self.take(4))[0]
        if count > most:
            raise BadInput(
                Sentence("{where}, byte {byte}", where=self.where, byte=self.place - 4),
                Sentence("a list of {count}; at most {most} are read here", count=count, most=most),
            )
        return count

    def text(self) -> str:
        length: int = struct.unpack(">I", self.take(4))[0]
        if length == NOTHING:
            return ""
        if length > MOST_TEXT or length % 2:
            reason = Sentence(
                "a text of {length} bytes; an even number up to {most} is read", length=length, most=MOST_TEXT
            )
            raise BadInput(Sentence("{where}, byte {byte}", where=self.where, byte=self.place - 4), reason)
        try:
            return self.take(length).decode("utf-16-be")
        except UnicodeDecodeError:
            raise BadInput(
                Sentence("{where}, byte {byte}", where=self.where, byte=self.place - length),
                Sentence("a text that is not UTF-16"),
            ) from None

    def texts(self, most: int = MOST_ENTRIES) -> list[str]:
        return [self.text() for _ in range(self.count(most))]

    def rows(self) -> list[list[str]]:
        return [self.texts(MOST_COLUMNS) for _ in range(self.count())]

    def numbers(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for _ in range(self.count()):
            name, number = self.text(), self.number()
            if name in found:
                raise BadInput(
                    Sentence("{where}, byte {byte}", where=self.where, byte=self.place),
                    Sentence("{name!a} stands twice in one table", name=name[:60]),
                )
            found[name] = number
        return found

    def image(self) -> bool:
        """Skip an image; whether there is one."""
        if self.number() == 0:
            return False
        if self.take(8) != PNG:
            raise BadInput(
                Sentence("{where}, byte {byte}", where=self.where, byte=self.place - 8),
                Sentence("the portrait is no PNG image"),
            )
        kind = b""
        while kind != b"IEND":
            (length,) = struct.unpack(">I", self.take(4))
            kind = self.take(4)
            self.take(length + 4)
        return True

    def end(self) -> None:
        if self.place != len(self.data):
            raise BadInput(
                Sentence("{where}, byte {byte}", where=self.where, byte=self.place),
                Sentence("the file goes on where a save ends"),
            )
