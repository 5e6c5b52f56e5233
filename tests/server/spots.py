"""Spots: moments of duels at which somebody is asked, of every kind of question that the rules put."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, insert

from iaijutsu.cards.setup import Setup as CardSetup
from iaijutsu.engine import Audience, BadInput, Chance, DuelError, Request, plain
from iaijutsu.play.games import game_of
from iaijutsu.play.server import log, schema
from iaijutsu.play.server.acting import Acts, understood
from iaijutsu.play.server.calls import PERSON, Command, Who
from iaijutsu.play.server.log import Row
from iaijutsu.play.server.looking import Looks
from iaijutsu.play.server.seen import Asked
from iaijutsu.play.server.table import JUDGES, Record, Table
from tests.cards import setups as card_setups
from tests.rpg import setups as rpg_setups

from .guests import reply

NAMES = ("Aiko", "Benjiro", "Chiyo")
MOST = 160
"""Answers of one duel that is looked through."""


@dataclass(frozen=True)
class Spot:
    """Somebody at `seat` is asked a question of a kind, after these rows; `command` is an answer of his."""

    record: Record
    rows: tuple[Row, ...]
    who: Who
    kind: str
    command: Command

    def table(self, gaps: list[tuple[float, float]]) -> Table:
        """The table there."""
        table = Table(self.record, gaps)
        for row in self.rows:
            table.apply(row)
        return table

    def keep(self, connection: Connection) -> None:
        """Put the duel into a database as it stands there."""
        record, rules = self.record, game_of(self.record.game, "game")
        connection.execute(insert(schema.DUELS).values(
            id=record.id, made=record.made, game=record.game, edition=rules.edition, terms=record.terms(),
            setup=setup_text(record), seed=record.seed, length=len(self.rows), finished=False,
        ))  # fmt: skip
        log.write(connection, record.id, self.rows)

    @property
    def people(self) -> list[Who]:
        """Everybody at the table, a spectator too."""
        duel = self.record.id
        seats = [Who(duel, "seat", seat, name) for seat, name in enumerate(self.record.names)]
        return [*seats, *([judge_of(self.record)] if self.record.judge else []), Who(duel, "spectator", None, "")]


def setup_text(record: Record) -> str:
    """The setup of a duel as the database has it."""
    return json.dumps(game_of(record.game, "game").plain_setup(record.setup), ensure_ascii=False)


def judge_of(record: Record) -> Who:
    """The judge of a duel."""
    return Who(record.id, "judge", None, "Sei")


def asker(record: Record, seat: int) -> Who:
    """Who answers at a seat: a game master or judge at the third of a duel of two."""
    return judge_of(record) if seat >= len(record.names) else Who(record.id, "seat", seat, record.names[seat])


def record_of(game: str, number: int, at: float) -> Record:
    """A duel of random people, the same for the same number; every other one with dice and cards typed in."""
    rng = random.Random(f"{game} {number}")
    setup: Any = card_setups.setup(rng) if game == "cards" else rpg_setups.setup(rng)
    seats = len(setup.players) if isinstance(setup, CardSetup) else 2
    typed = number % 2 == 1
    return Record(
        id=f"{game}-{number}", made=at, game=game, setup=setup, names=NAMES[:seats], seats=(PERSON,) * seats, here=0,
        clock=(3600, 5), spectators=True, judge=seats == 2 and bool(getattr(setup, "gm", False) or rng.random() < 0.2),
        odds=False, public=False, dice="table" if typed else "", seed=None if typed else f"{number:064x}", sits="x",
        together=True,
    )  # fmt: skip


def kind_of(request: Request[Any]) -> str:
    """What kind of question it is."""
    return request.purpose + (" (typed)" if isinstance(request, Chance) else "")


def walked(game: str, number: int, at: float) -> Iterator[tuple[Table, Acts, int, Request[Any]]]:
    """A duel, stopped at each question before it is answered."""
    rng, table = random.Random(number), Table(record_of(game, number, at))
    looks = Looks(table)
    acts = Acts(table, looks, at)
    acts.settle()
    for step in range(MOST):
        asked = table.waits_for()
        if not asked:
            return
        seat = rng.choice(asked)
        request = table.asked(seat)
        assert request is not None
        yield table, acts, seat, request
        acts.at = at + step * 0.001
        acts.submit(seat, request, _answer(game, request, rng, step))


def _answer(game: str, request: Request[Any], rng: random.Random, step: int) -> Any:
    if isinstance(request, Chance):
        return request.sample(rng.randrange)
    if game == "rpg":
        return rpg_setups.answer(request, rng, step)
    return rng.choice(list(request.options()))


def spots(game: str, each: int, duels: range, at: float) -> Iterator[Spot]:
    """Up to `each` spots of every kind of question that is put in these duels, the first that there are."""
    found: Counter[str] = Counter()
    for number in duels:
        for table, acts, seat, request in walked(game, number, at):
            kind = kind_of(request)
            if found[kind] >= each:
                continue
            command = answering(table, seat, request, random.Random(f"{number} {len(acts.made)}"))
            if command is not None:
                found[kind] += 1
                record = replace(table.record, id=f"{game}-{number}-{len(acts.made)}-{seat}")
                yield Spot(record, tuple(acts.made), asker(record, seat), kind, command)


def answering(table: Table, seat: int, request: Request[Any], rng: random.Random) -> Command | None:
    """A command that answers what a seat is asked, as a page gives it; None where no luck finds one."""
    audience: Audience = "judge" if seat == JUDGES and len(table.record.names) == JUDGES else seat
    question = table.teller(audience, "en").words.question(request)
    asked = Asked(table.question_id(seat), question)
    for _try in range(60):
        command = Command(f"{table.record.id} {table.rows} {seat}", "answer", asked.id, **reply(asked, rng))
        try:
            if request.why_not(understood(question, command)) is None:
                return command
        except (BadInput, DuelError):
            continue
    return None


def plain_rows(rows: list[Row]) -> list[tuple[Any, ...]]:
    """Rows as they can be compared."""
    return [(row.number, row.at, row.kind, row.seat, plain(row.data)) for row in rows]
