"""The transcript: setup, then every answer and every outcome of chance: save file, replay and bug report in one.

Outcomes are kept, not seeds: nothing hangs on a generator. Each entry carries the purpose and seat of the
question that it answers, so that a transcript which no longer fits is noticed (`OutOfStep`), never misread.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple, NoReturn

from .errors import BadInput
from .requests import Json, Seat, plain
from .sentences import Sentence, of_reader

FORMAT = 2
"""The newest format. A file has the oldest that can tell it: 1, and 2 where the duel was claimed."""
SAY = "say"
RULING = "ruling"
CLAIM = "claim"
LIMIT = 4_000_000
"""Characters in a transcript file at most."""
DEPTH = 60
"""Objects and lists within one another at most."""


class Entry(NamedTuple):
    """One answer. `purpose` and `seat` are the question's; `answer` is the object, or plain JSON when just read.

    A free line is `(SAY, 0, (by, text))`; a judge's act is `(RULING, 0, (by, act, reason))`. Where the duel was
    claimed there is `(CLAIM, seat, (by, late, of))`: see `Claimed`.
    """

    purpose: str
    seat: Seat
    answer: Any

    def plain(self) -> list[Json]:
        """`[purpose, seat, answer]`."""
        return [self.purpose, self.seat, plain(self.answer)]


@dataclass(slots=True)
class Transcript:
    """All that rebuilds a duel. `waiting` are sealed answers not yet opened, by seat, in plain form.

    `commitment` and `seed` (hex) belong to verifiable chance: the seed is there once the duel is over.
    """

    game: str
    edition: int
    setup: Json
    entries: list[Entry]
    waiting: dict[Seat, Json]
    commitment: str | None = None
    seed: str | None = None

    @property
    def format(self) -> int:
        """The oldest format that can tell it, so that older versions read what they can."""
        return FORMAT if any(entry.purpose == CLAIM for entry in self.entries) else 1

    def dumps(self) -> str:
        """The file's text: JSON, one entry a line."""
        head: dict[str, Json] = {"format": self.format, "game": self.game, "edition": self.edition, "setup": self.setup}
        for name in ("commitment", "seed"):
            if value := getattr(self, name):
                head[name] = value
        if self.waiting:
            head["waiting"] = {str(seat): answer for seat, answer in self.waiting.items()}
        lines = ",\n".join(json.dumps(entry.plain(), ensure_ascii=False) for entry in self.entries)
        return json.dumps(head, ensure_ascii=False)[:-1] + f', "entries": [\n{lines}\n]}}\n'


def loads(text: str, where: str = "transcript") -> Transcript:
    """The transcript in `text`. Raises `BadInput` naming what is wrong; never anything else."""
    if len(text) > LIMIT:
        raise BadInput(where, Sentence("longer than {most} characters", most=LIMIT))
    data = strict_json(text, where)
    if not isinstance(data, dict) or "format" not in data:
        raise BadInput(
            where, Sentence("this is not a duel's transcript (an object with format, game, edition, setup, entries)")
        )
    if type(data["format"]) is not int or not 1 <= data["format"] <= FORMAT:
        told = Sentence(
            "{data!r:.60} cannot be read; this version reads formats 1 to {format}", data=data["format"], format=FORMAT
        )
        raise BadInput(f"{where}: format", told)
    known = {"format", "game", "edition", "setup", "entries", "waiting", "commitment", "seed"}
    if unknown := sorted(data.keys() - known):
        raise BadInput(
            f"{where}: {unknown[0]:.60}", Sentence("unknown key; known are {known}", known=", ".join(sorted(known)))
        )
    _check(data, where)
    waiting = {int(seat): answer for seat, answer in data.get("waiting", {}).items()}
    entries = [_entry(entry, f"{where}: entries[{n}]") for n, entry in enumerate(data["entries"])]
    found = Transcript(
        data["game"], data["edition"], data["setup"], entries, waiting, data.get("commitment"), data.get("seed")
    )
    if found.format > data["format"]:
        raise BadInput(
            f"{where}: format",
            Sentence("an entry {claim!r} stands in files of format {format} alone", claim=CLAIM, format=FORMAT),
        )
    return found


def _check(data: dict[str, Json], where: str) -> None:
    shapes = {
        "game": str,
        "edition": int,
        "setup": dict,
        "entries": list,
        "waiting": dict,
        "commitment": str,
        "seed": str,
    }
    for name, shape in shapes.items():
        if name not in data and name in ("waiting", "commitment", "seed"):
            continue
        if not isinstance(data.get(name), shape) or isinstance(data.get(name), bool):
            raise BadInput(
                f"{where}: {name}",
                Sentence("{name} is needed, not {found!r:.60}", name=shape.__name__, found=data.get(name)),
            )
    for seat in data.get("waiting", {}):
        if seat not in ("0", "1", "2"):
            raise BadInput(f"{where}: waiting", Sentence("a seat 0, 1 or 2 is needed, not {found!r:.60}", found=seat))


def _entry(data: Json, where: str) -> Entry:
    if not isinstance(data, list) or len(data) != 3 or type(data[0]) is not str or type(data[1]) is not int:
        raise BadInput(where, Sentence("[purpose, seat, answer] is needed, not {found!r:.80}", found=data))
    return Entry(data[0], data[1], data[2])


def strict_json(text: str, where: str) -> Json:
    """JSON without its traps: doubled keys, NaN, infinite numbers, half characters, deep nesting. Raises `BadInput`."""

    def once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise BadInput(where, Sentence("a key stands twice in one object"))
        return found

    def never(word: str) -> NoReturn:
        raise BadInput(where, Sentence("{word} is not a number of JSON", word=word))

    def finite(word: str) -> float:
        return float(word) if isfinite(float(word)) else never(f"{word:.20}")

    try:
        data = json.loads(text, object_pairs_hook=once, parse_constant=never, parse_float=finite)
        _check_depth(data, where)
        (json.dumps(data, ensure_ascii=False) if "\\u" in text else text).encode("utf-8")
    except UnicodeEncodeError:
        raise BadInput(where, Sentence("it holds half a character (a lone surrogate)")) from None
    except RecursionError:
        raise BadInput(where, Sentence("it is nested too deeply; {depth} levels are allowed", depth=DEPTH)) from None
    except ValueError as error:
        raise BadInput(where, Sentence("this is not JSON: {problem}", problem=of_reader(error))) from None
    return data


def _check_depth(data: Json, where: str) -> None:
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(DEPTH):
        parts = (part for one in level for part in (one.values() if isinstance(one, dict) else one))
        level = [part for part in parts if isinstance(part, dict | list)]
    if level:
        raise BadInput(where, Sentence("it is nested too deeply; {depth} levels are allowed", depth=DEPTH))
