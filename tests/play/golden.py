"""Whole duels as people read them, kept as text. A change of words or rules shows here as a difference in prose.

python -m tests.play.golden           says which texts are no longer what is kept
python -m tests.play.golden --write   keeps what is told now; read the difference before it is committed
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from iaijutsu.engine import Audience, Seeded, Session
from iaijutsu.play import setting, setting_rpg
from iaijutsu.play.host import Host
from iaijutsu.play.plain import Lines
from iaijutsu.play.tale import tale
from iaijutsu.play.words import narrator
from tests.play import rpg_tables, tables

FOLDER = Path(__file__).parent / "told"
COLUMNS = 96


def duel(seed: int, deck: str, against: str) -> Session[Any]:
    """A finished duel between two ready decks, answered at random."""
    terms = setting.Terms(deck=deck, against=against, names=tables.NAMES)
    session = tables.session(terms, Seeded(seed))
    Host(session, {}, {seat: tables.Dummy(seed + seat) for seat in range(2)}, None).advance()
    return session


def told(session: Session[Any], audience: Audience, *, reasons: bool, minor: bool = False) -> str:
    """The log of a duel for one audience, and how it ended."""
    teller = narrator(session, audience)
    teller.follow()
    lines = [*tale(teller.lines, COLUMNS, reasons=reasons, minor=minor), "", teller.words.result(session.outcome)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def typed(seed: int) -> str:
    """What a person at the face of lines reads and types through a whole duel."""
    one = tables.host(1)
    rng = random.Random(seed)

    def type_(shown: str) -> str:
        asked = one.asked()
        assert asked is not None
        options = list(asked.request.options())
        answer = rng.choice(options)
        numbers = " ".join(str(n + 1) for n in answer) if isinstance(answer, tuple) else str(options.index(answer) + 1)
        console.shown.append(numbers + "\n")
        return numbers

    console = tables.Script(_again(type_))
    Lines(one, console).run()
    return "\n".join(line.rstrip() for line in console.text.splitlines()) + "\n"


def _again(line: Callable[[str], str]) -> Iterator[Callable[[str], str]]:
    while True:
        yield line


def texts() -> dict[str, str]:
    """Every golden text by its file's name."""
    first = duel(7, "tachimori-last-light", "kuregawa-sleeves")
    return {
        "explained.txt": told(first, "judge", reasons=True),
        "seen-by-the-challenger.txt": told(first, 0, reasons=False),
        "seen-by-a-spectator.txt": told(first, "spectator", reasons=False),
        "refusable.txt": told(duel(3, "asagiri-court", "hayakaze-charge"), "judge", reasons=True, minor=True),
        "played-in-lines.txt": typed(2),
        **of_characters(),
    }


def of_characters() -> dict[str, str]:
    """The role-playing duels among them."""
    session = rpg_tables.session(setting_rpg.Terms(stakes="The mill at the ford"), Seeded(5))
    Host(session, {}, {seat: rpg_tables.Fighter(seat) for seat in (0, 1)}, None).advance()
    one = rpg_tables.host(chance=Seeded(11))
    console = rpg_tables.Screens(one, rpg_tables.at_random(4), screen=False)
    Lines(one, console).run()
    lines = [line.rstrip() for line in console.text.splitlines()]
    return {
        "rpg-explained.txt": told(session, "judge", reasons=True),
        "rpg-seen-by-the-first.txt": told(session, 0, reasons=False),
        "rpg-played-in-lines.txt": "\n".join(lines) + "\n",
    }


def main(words: list[str]) -> int:
    """Compare, or write."""
    FOLDER.mkdir(exist_ok=True)
    status = 0
    for name, text in texts().items():
        path = FOLDER / name
        if "--write" in words:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path}: not what is told now; look at it, then write it anew with --write")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
