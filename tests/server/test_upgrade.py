"""Databases of versions that people have used: they open, and their duels go on. `old_databases/` has one of each.

To keep one of a new version: `python -m tests.server.test_upgrade FILE`.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from iaijutsu.engine import BadInput
from iaijutsu.play.server import schema
from iaijutsu.play.server.calls import Who
from iaijutsu.play.server.house import House

from .conftest import Run
from .guests import CARDS, RPG, answer, fought, house_at, two

KEPT = sorted((Path(__file__).parent / "old_databases").glob("*.sql"))
ROOT = Path(__file__).parents[2]


def opened(file: Path, folder: Path) -> str:
    """The URL of a database with what was kept in a file."""
    path = folder / "duels.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(file.read_text(encoding="utf-8"))
    return f"sqlite:///{path}"


def _duels(connection: Connection) -> list[tuple[str, bool]]:
    return [(row.id, row.finished) for row in connection.execute(select(schema.DUELS).order_by(schema.DUELS.c.made))]


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_database_that_was_kept_opens_and_its_duels_go_on(run: Run, tmp_path: Path, file: Path) -> None:
    async def story() -> None:
        told = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        async with house_at(opened(file, tmp_path)) as house:
            duels = await house.database.read(_duels)
            assert dict(duels) == {duel: one["finished"] for duel, one in told.items()}
            for duel, finished in duels:
                assert await shown(house, duel) == told[duel]
                people = [Who(duel, "seat", seat, "") for seat in range(2)]
                if not finished:
                    assert (await fought(house, people, random.Random(1))).finished
                report = await house.verified(duel)
                assert report.report is not None and not report.problem

    assert KEPT
    run(story())


async def shown(house: House, duel: str) -> dict[str, object]:
    """What has to be the same when it is opened by another version: where everybody stands, not how it is said."""
    seen = [await house.seen(Who(duel, "seat", seat, "")) for seat in range(2)]
    questions = [one.asked.id if one.asked else "" for one in seen]
    names, sealed = [place.name for place in seen[0].places], [place.sealed for place in seen[0].places]
    clocks = [round(place.clock.left) if place.clock else None for place in seen[0].places if place.seat >= 0]
    kept: dict[str, object] = {"finished": seen[0].finished, "questions": questions, "names": names, "sealed": sealed}
    return kept | {"clocks": clocks if seen[0].finished else [clock is not None for clock in clocks]}


async def _keep(url: str) -> dict[str, object]:
    """Duels as people leave them: one over, one in the middle, one with an answer under seal, after a word said."""
    async with house_at(url) as house:
        told: dict[str, object] = {}
        for order, answers, seed in (
            (CARDS, 600, 1),
            (replace(CARDS, clock=(600, 5)), 3, 2),
            (RPG, 600, 3),
            (RPG, 4, 4),
        ):
            made, one, other = await two(house, order)
            await fought(house, [one, other], random.Random(seed), most=answers)
            await _half(house, one, other, random.Random(seed))
            told[made.duel] = await shown(house, made.duel)
        return told


async def _half(house: House, one: Who, other: Who, rng: random.Random) -> None:
    """Fight on until one of both who are asked at once has answered."""
    for _turn in range(30):
        asked = [who for who in (one, other) if (await house.seen(who)).asked is not None]
        for who in asked[:1]:
            with suppress(BadInput):
                await answer(house, who, await house.seen(who), rng)
                if len(asked) == 2:
                    return


def main(file: Path) -> None:
    """Keep a database of this version."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "duels.db"
        told = asyncio.run(_keep(f"sqlite:///{path}"))
        with closing(sqlite3.connect(path)) as connection:
            file.write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")
        file.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


# --- several at once ----------------------------------------------------------------------------------------


def test_four_processes_begin_at_once_on_an_empty_database(any_url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.openers", any_url, "4"], cwd=ROOT, capture_output=True, text=True,
        timeout=100, check=False,
    )  # fmt: skip
    assert (json.loads(done.stdout), done.stderr) == ([0, 0, 0, 0], "")


if __name__ == "__main__":
    main(Path(sys.argv[1]))


def test_a_database_of_a_later_version_is_refused_in_words(run: Run, any_url: str) -> None:
    async def story() -> None:
        house = await House.at(any_url)
        await house.database.write(
            lambda connection: connection.execute(schema.STEP.update().values(version_num="0999"))
        )  # fmt: skip
        await house.close()
        with pytest.raises(BadInput, match="database: it is of a later version of this program"):
            await House.at(any_url)

    run(story())
