"""A duel again with sides changed. Who had a link or a pass to the old one has it here too."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, select

from ...engine import Seat
from . import links, schema
from .orders import named
from .table import Record, Table


def record_of(table: Table, at: float) -> Record:
    """The next duel: each of the first two sits where the other sat, with what lay there."""
    old = table.record
    names, seats = _changed(tuple(table.names)), _changed(old.seats)
    return replace(
        old, id=links.duel_id(), made=at, setup=named(old.setup, names), names=names, seats=seats, here=None,
        together=True, odds=table.odds_on, seed=secrets.token_bytes(32).hex() if old.seed else None,
        sits=secrets.token_hex(16),
    )  # fmt: skip


def _changed(pair: tuple[str, ...]) -> tuple[str, ...]:
    return (pair[1], pair[0], *pair[2:])


def bring_along(connection: Connection, old: str, new: Record) -> None:
    """Everybody's links and passes open the next duel too."""
    table = schema.PASSES
    rows = connection.execute(select(table).where(table.c.duel == old))
    found = [_brought(dict(row._mapping), new) for row in rows]
    if found:
        connection.execute(insert(table), found)


def _brought(row: dict[str, Any], new: Record) -> dict[str, Any]:
    seat: Seat | None = {0: 1, 1: 0}.get(row["seat"], row["seat"]) if row["role"] == "seat" else row["seat"]
    name = new.names[seat] if row["role"] == "seat" and seat is not None else row["name"]
    return {**row, "duel": new.id, "seat": seat, "name": name}
