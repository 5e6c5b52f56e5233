"""The door: who may come in, by links and passes, and at which place he then is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, insert, select

from ..games import LONGEST_NAME
from ..i18n import _
from . import links, schema
from .acting import Acts
from .calls import COOKIE, LANGUAGE, Pass, Who
from .log import NOBODY
from .table import Record, Table

MOST = 60
"""Duels in a list of one's own."""
COOKIES = 250
"""Cookies that are looked at: more than browsers keep of one site."""
RANK = {"seat": 0, "judge": 1, "spectator": 2}
"""Who has several passes is the first of these."""


def links_of(record: Record) -> list[str]:
    """The links that a new duel has: one for each seat of a person, for spectators, for a judge.

    The maker's own, by which he comes from another device, is the last.
    """
    found = [f"seat {seat}" for seat in record.people if seat != record.here]
    if record.spectators:
        found.append("spectator")
    if record.judge and maker(record).role != "judge":
        found.append("judge")
    return found if record.here is None else [*found, f"seat {record.here}"]


def maker(record: Record) -> Who:
    """Who made the duel: he sits at a seat, or judges, or looks on."""
    if record.here is not None:
        return Who(record.id, "seat", record.here, record.names[record.here])
    return Who(record.id, "judge", None, _("Judge")) if record.judge else Who(record.id, "spectator", None, "")


def keep(connection: Connection, record: Record, given: Mapping[str, str], mine: Pass) -> None:
    """Keep a new duel's links and its maker's pass."""
    rows = [_row(secret, _link_who(record, name), link=True) for name, secret in given.items()]
    connection.execute(insert(schema.PASSES), [*rows, _row(mine.cookie, mine.who, link=False)])


def keep_pass(connection: Connection, made: Pass) -> None:
    """Keep a pass that was given out."""
    connection.execute(insert(schema.PASSES), [_row(made.cookie, made.who, link=False)])


def _link_who(record: Record, name: str) -> Who:
    if name.startswith("seat "):
        seat = int(name.removeprefix("seat "))
        return Who(record.id, "seat", seat, record.names[seat])
    return Who(record.id, "judge" if name == "judge" else "spectator", None, "")


def _row(secret: str, who: Who, *, link: bool) -> dict[str, Any]:
    kept = links.kept(secret)
    return {"secret": kept, "duel": who.duel, "role": who.role, "seat": who.seat, "name": who.name, "link": link}


def held(cookies: Mapping[str, str], duel: str = "") -> list[str]:
    """What is kept of the secrets among somebody's cookies: first that of this duel, then the newest, which browsers
    send last. A rematch is entered by a cookie of the duel before.
    """
    found = [key for key in list(cookies)[::-1] if key.startswith(COOKIE) and key != LANGUAGE]
    found.sort(key=lambda key: key != COOKIE + duel)
    return [links.kept(cookies[key]) for key in found[:COOKIES]]


def passes(connection: Connection, secrets: Iterable[str], *, link: bool, duel: str | None = None) -> list[Who]:
    """Who these secrets (as they are kept) make one, at one duel or at all."""
    table = schema.PASSES
    query = select(table).where(table.c.secret.in_(list(secrets)), table.c.link == link)
    if duel is not None:
        query = query.where(table.c.duel == duel[:32])
    found = [Who(row.duel, row.role, row.seat, row.name) for row in connection.execute(query)]
    return sorted(found, key=lambda who: RANK[who.role])


def newest(connection: Connection, secrets: Iterable[str]) -> list[Who]:
    """Who these secrets make one at the newest duels that they open."""
    best = {who.duel: who for who in reversed(passes(connection, secrets, link=False))}
    table = schema.DUELS
    query = select(table.c.id).where(table.c.id.in_(list(best))).order_by(table.c.made.desc()).limit(MOST)
    return [best[duel] for duel in connection.scalars(query)]


def entered(acts: Acts, who: Who, name: str, odds: bool) -> Who:
    """Somebody comes in by a link: whoever is the first at his place is noted in the log under his name, and if he
    does not agree to `odds` that were offered.
    """
    table = acts.table
    if who.role == "seat" and who.seat is not None:
        if not table.taken[who.seat]:
            refused: dict[str, Any] = {} if odds or not table.odds_agreed else {"odds": False}
            called = apart(table, name or table.names[who.seat], who.seat)
            acts.push("enter", who.seat, role="seat", name=called, **refused)
            acts.settle()
        return replace(who, name=table.name(who.seat))
    if who.role == "judge":
        if not table.judge_name:
            acts.push("enter", role="judge", name=apart(table, name or _("Judge"), None))
        return replace(who, name=table.judge_name)
    return replace(who, name=name or who.name)


def apart(table: Table, name: str, seat: int | None) -> str:
    """The name, or with a number behind it when somebody at the table is called so."""
    taken = {*[other for n, other in enumerate(table.names) if n != seat], table.judge_name, *_characters(table)}
    return next(one for one in (name, *(f"{name[: LONGEST_NAME - 4]} ({n})" for n in range(2, 9))) if one not in taken)


def _characters(table: Table) -> list[str]:
    """Characters of a role-playing duel: their players are called otherwise, or the log could not be told apart."""
    return [] if hasattr(table.setup, "players") else [one.name for one in table.setup.characters]


def holder(who: Who) -> str:
    """Whose a command is: all devices at one place count as one."""
    return f"{who.role} {NOBODY if who.seat is None else who.seat}"
