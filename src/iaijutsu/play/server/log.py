"""Rows of a duel's log and receipts of its commands, and writing and reading them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Insert, bindparam, insert, select, text, update

from ...engine import Seat
from . import schema

NOBODY: Seat = -2
"""The seat of rows that are no seat's."""
Kept = tuple[str, str, str]
"""A receipt: who gave a command, its id, and the version that he was told."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what kind of thing happened, at which seat (`NOBODY`, or -1 for chance), and what in plain form.

    `question` is the id of the question that it answers, for the table that decides races; it is not in the log.
    """

    number: int
    at: float
    kind: str
    seat: Seat
    data: dict[str, Any]
    question: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a command: its rows, its receipt, how many rows the log has now, and whether the duel is over."""

    rows: Sequence[Row]
    receipt: Kept | None
    length: int
    finished: bool


# statements of every move, made once
_ADD, _CLAIM, _RECEIPT = insert(schema.LOG), insert(schema.ANSWERS), insert(schema.COMMANDS)
_READ = (
    select(schema.LOG)
    .where(schema.LOG.c.duel == bindparam("duel"), schema.LOG.c.number >= bindparam("since"))
    .order_by(schema.LOG.c.number)
)
_MOVED = (
    update(schema.DUELS)
    .where(schema.DUELS.c.id == bindparam("id_"))
    .values(length=bindparam("length"), finished=bindparam("finished"))
)
_AT_ONCE = text("""
WITH added AS (
  INSERT INTO log (duel, number, at, kind, seat, data) SELECT * FROM json_to_recordset(CAST(:rows AS json))
  AS r(duel text, number integer, at double precision, kind text, seat integer, data text)
), claimed AS (
  INSERT INTO answers (duel, question, seat, number) SELECT * FROM json_to_recordset(CAST(:answers AS json))
  AS a(duel text, question text, seat integer, number integer)
), kept AS (
  INSERT INTO commands (duel, holder, command, version) SELECT * FROM json_to_recordset(CAST(:receipts AS json))
  AS c(duel text, holder text, command text, version text)
), moved AS (
  UPDATE duels SET length = :length, finished = :finished WHERE id = :duel
)
SELECT pg_notify(:channel, :duel), pg_backend_pid()
""")
_RECEIPTS = select(schema.COMMANDS.c.version).where(
    *(schema.COMMANDS.c[name] == bindparam(name) for name in ("duel", "holder", "command"))
)


def read(connection: Connection, duel: str, since: int = 0) -> list[Row]:
    """The rows of a duel from number `since` on."""
    found = connection.execute(_READ, {"duel": duel, "since": since})
    return [Row(row.number, row.at, row.kind, row.seat, json.loads(row.data)) for row in found]


def write(connection: Connection, duel: str, rows: Sequence[Row]) -> None:
    """Add rows, and claim the questions that they answer. Raises `IntegrityError` when one is taken."""
    _insert(connection, _ADD, [_written(duel, row) for row in rows])
    _insert(connection, _CLAIM, list(_answered(duel, rows)))


def _insert(connection: Connection, statement: Insert, rows: list[dict[str, Any]]) -> None:
    """Put in rows: mostly it is one, which is let go the shorter way."""
    if rows:
        connection.execute(statement, rows[0] if len(rows) == 1 else rows)


def _written(duel: str, row: Row) -> dict[str, Any]:
    data = json.dumps(row.data, ensure_ascii=False)
    return {"duel": duel, "number": row.number, "at": row.at, "kind": row.kind, "seat": row.seat, "data": data}


def _answered(duel: str, rows: Iterable[Row]) -> Iterable[dict[str, Any]]:
    for row in rows:
        if row.question:
            yield {"duel": duel, "question": row.question, "seat": row.seat, "number": row.number}


def receipt(connection: Connection, duel: str, holder: str, command: str) -> str | None:
    """The version that a command's first receipt told; None for one that was not carried out yet."""
    given = {"duel": duel, "holder": holder, "command": command}
    found: str | None = connection.execute(_RECEIPTS, given).scalar_one_or_none()
    return found


def keep(connection: Connection, duel: str, came: Came) -> None:
    """Keep what came of a command. Raises `IntegrityError` when a question is answered already."""
    if came.receipt is not None:
        connection.execute(_RECEIPT, _receipt(duel, came.receipt))
    if came.rows:
        write(connection, duel, came.rows)
        connection.execute(_MOVED, {"id_": duel, "length": came.length, "finished": came.finished})


def keep_at_once(connection: Connection, duel: str, came: Came, channel: str) -> int:
    """The same as one statement of PostgreSQL, which also tells the other processes on that channel: each statement is
    a way to the server and back, and a round of the event loop. Gives back by which connection they are told.
    """
    given = {
        "duel": duel, "length": came.length, "finished": came.finished, "channel": channel,
        "rows": json.dumps([_written(duel, row) for row in came.rows], ensure_ascii=False),
        "answers": json.dumps(list(_answered(duel, came.rows)), ensure_ascii=False),
        "receipts": json.dumps([_receipt(duel, came.receipt)] if came.receipt else [], ensure_ascii=False),
    }  # fmt: skip
    told: int = connection.execute(_AT_ONCE, given).one()[1]
    return told


def _receipt(duel: str, receipt: Kept) -> dict[str, Any]:
    return {"duel": duel, **dict(zip(("holder", "command", "version"), receipt, strict=True))}
