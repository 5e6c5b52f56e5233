"""The odds at a table, where all have agreed to them: who wants which, and working them out beside the event loop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from ...engine import DuelError, Seat
from ..i18n import speaking
from ..odds import Odds, odds_of, ready
from .calls import Who
from .lives import Live
from .shielded import Shielded
from .table import Record, Table


def wanted(live: Live, who: Who) -> str:
    """The id of the open question whose odds this seat wants, where all agreed; else empty."""
    table = live.at[0]
    if who.role != "seat" or who.seat is None or not table.odds_on:
        return ""
    question = table.question_id(who.seat)
    return question if table.odds_wanted.get(who.seat) == question else ""


async def odds(live: Live, who: Who, language: str) -> Odds | None:
    """The odds that are wanted; worked out once a question, on a thread. The table is held meanwhile."""
    question, table = wanted(live, who), live.at[0]
    if not question or who.seat is None:
        return None
    key = (who.seat, question, language)
    if key not in live.odds:
        live.odds = {k: odds for k, odds in live.odds.items() if k[0] != who.seat or k[1] == question}
        words = table.teller(who.seat, language).words
        live.odds[key] = await asyncio.to_thread(_at, table, who.seat, words, language)
    return live.odds[key]


def prepare(live: Live, shielded: Shielded) -> None:
    """Prepare what is slow the first time, before somebody waits for his odds."""
    table = live.at[0]
    if table.odds_on and not live.warm:
        live.warm = True
        shielded.begin(asyncio.to_thread(_prepare, table.record))


def _prepare(record: Record) -> None:
    """On a table of its own: the live one goes on meanwhile."""
    table = Table(record)
    with suppress(DuelError):
        for seat in record.people:
            ready(table.session, seat)


def _at(table: Table, seat: Seat, words: Any, language: str) -> Odds:
    with speaking(language):
        return odds_of(table.session, seat, words)
