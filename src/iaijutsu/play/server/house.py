"""The house: duels are made, entered, looked at and fought here. Pages, streams and the JSON interface call this alone.

What is answered is committed. Whoever looks is given a `Seen`, made from his own view; see docs/server.md.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ...engine import BadInput, DuelError
from ..games import game_of
from ..i18n import _, speaking
from ..odds import Odds, odds_of
from ..words import Explanation
from . import database, links, log, schema
from .acting import Acts
from .calls import (
    COOKIE,
    LINK,
    ME,
    Command,
    NotHere,
    NotYours,
    Opened,
    Order,
    Pass,
    Receipt,
    Summary,
    TooLate,
    Upload,
    Who,
)
from .lives import Live, Lives
from .log import NOBODY
from .looking import Looks
from .orders import check_name, lay_out
from .replaying import Shown, Verified, shown, transcript, verified
from .seen import Seen
from .table import Record, Table
from .wake import Wakes

if TYPE_CHECKING:
    from .settings import Settings

__all__ = [
    "Command", "House", "NotHere", "NotYours", "Opened", "Order", "Pass", "Receipt", "Summary", "TooLate", "Upload",
    "Who",
]  # fmt: skip

MOST_COOKIES = 60
"""Cookies that are looked at, and duels in a list of one's own."""
RANK = {"seat": 0, "judge": 1, "spectator": 2}


class House:
    """One server process's rooms. Make it with `await House.at(url)`, and `await house.close()` in the end."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], float] = time.time, **limits: Any) -> None:
        self.engine, self.now = engine, now
        self.gaps: list[tuple[float, float]] = []
        self.lives = Lives(engine, self.gaps, **limits)
        self.wakes = Wakes()

    @classmethod
    async def at(cls, url: str, **options: Any) -> House:
        """A house on the database of that URL, its tables up to date. Raises `BadInput`."""
        engine = database.engine_of(url)
        try:
            await database.prepare(engine)
        except BaseException:
            await database.dispose(engine)
            raise
        return cls(engine, **options)

    @classmethod
    async def opened(cls, settings: Settings) -> House:
        """The house of a server with these settings. Raises `BadInput`, OSError."""
        if not settings.database:
            settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        return await cls.at(settings.url)

    async def ready(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(2), self._reading() as connection:
                await connection.execute(select(1))
        except (TimeoutError, SQLAlchemyError, OSError):
            return False
        return True

    async def close(self) -> None:
        """End every watch and every connection."""
        self.wakes.close()
        await database.dispose(self.engine)

    # --- making a duel, and coming in ----------------------------------------------------------------------

    async def open(self, order: Order) -> Opened:
        """Make a duel. Raises `BadInput` naming the term that cannot be taken."""
        laid = await asyncio.to_thread(lay_out, order)
        if (
            order.dice
            and order.game == "cards"
            and not order.judge
            and ME not in order.seats
            and LINK not in order.seats
        ):
            raise BadInput("dice", _("nobody sits there who could type in what is drawn"))
        seed = None if order.dice else secrets.token_bytes(32).hex()
        record = Record.of(
            order, id=links.duel_id(), made=self.now(), setup=laid.setup, names=laid.names, seed=seed,
            sits=secrets.token_hex(16),
        )  # fmt: skip
        given = {name: links.fresh() for name in _links_of(record)}
        mine = Pass(links.fresh(), _maker(record))
        async with self.engine.begin() as connection:
            await self._begin(connection, record)
            await self._keep_links(connection, record, given, mine)
        self.wakes.wake(record.id)
        return Opened(record.id, mine, given, laid.notes)

    async def _begin(self, connection: AsyncConnection, record: Record) -> None:
        """Put a new duel on record, with what happens before anybody has to answer."""
        table = Table(record, self.gaps)
        acts = Acts(table, Looks(table), self.now())
        if (mine := _maker(record)).role == "judge":
            acts.push("enter", role="judge", name=mine.name)
        acts.settle()
        rules = game_of(record.game, "game")
        setup = json.dumps(rules.plain_setup(record.setup), ensure_ascii=False)
        await connection.execute(insert(schema.DUELS).values(
            id=record.id, made=record.made, game=record.game, edition=rules.edition, setup=setup,
            terms=record.terms(), seed=record.seed, length=table.rows, finished=table.finished,
        ))  # fmt: skip
        await log.write(connection, record.id, acts.made)

    async def _keep_links(
        self, connection: AsyncConnection, record: Record, given: Mapping[str, str], mine: Pass
    ) -> None:
        rows = [_pass_row(secret, _link_who(record, name), link=True) for name, secret in given.items()]
        await connection.execute(insert(schema.PASSES), [*rows, _pass_row(mine.cookie, mine.who, link=False)])

    async def enter(self, duel: str, secret: str, name: str = "") -> Pass:
        """Come in by a link. Raises `NotYours` for a secret that opens nothing here, `BadInput` for a name."""
        name = check_name(name) if name.strip() else ""
        found = await self._passes(duel, [links.kept(secret)], link=True)
        if not found:
            raise NotYours(_("this link opens nothing here"))
        async with self.lives.held(duel, level=False) as live, self._changing(live) as connection:
            who = self._entered(live, found[0], name)
            made = Pass(links.fresh(), who)
            await self._written(connection, live)
            await connection.execute(insert(schema.PASSES), [_pass_row(made.cookie, who, link=False)])
        self._woken(duel)
        return made

    def _entered(self, live: Live, who: Who, name: str) -> Who:
        table, looks = live.at
        live.acts = acts = Acts(table, looks, self.now())
        if who.role == "seat" and who.seat is not None:
            if not table.taken[who.seat]:
                acts.push("enter", who.seat, role="seat", name=_apart(table, name, who.seat))
                acts.settle()
            return replace(who, name=table.name(who.seat))
        if who.role == "judge":
            if not table.judge_name:
                acts.push("enter", role="judge", name=_apart(table, name or _("Judge"), None))
            return replace(who, name=table.judge_name)
        return replace(who, name=name or who.name)

    async def who(self, duel: str, cookies: Mapping[str, str]) -> Who:
        """Who somebody with these cookies is at a duel. Raises `NotHere`, `NotYours`."""
        held = [value for key, value in cookies.items() if key.startswith(COOKIE)][:MOST_COOKIES]
        found = await self._passes(duel, [links.kept(value) for value in held], link=False)
        if found:
            return min(found, key=lambda who: RANK[who.role])
        async with self.lives.held(duel, level=False) as live:
            table, _looks = live.at
            if table.record.public:
                return Who(table.record.id, "spectator", None, "")
        raise NotYours(_("this duel is for those who have a link to it"))

    async def _passes(self, duel: str, hashes: list[str], *, link: bool) -> list[Who]:
        if not hashes:
            return []
        table = schema.PASSES
        query = select(table).where(table.c.secret.in_(hashes), table.c.duel == duel[:32], table.c.link == link)
        async with self._reading() as connection:
            return [Who(row.duel, row.role, row.seat, row.name) for row in await connection.execute(query)]

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            yield await connection.execution_options(**database.READING)

    # --- looking -------------------------------------------------------------------------------------------

    async def seen(self, who: Who, language: str = "en") -> Seen:
        """The table as `who` sees it now, in a language. Raises `NotHere`."""
        async with self.lives.held(who.duel) as live:
            table, looks = live.at
            odds = await self._odds(live, who, language)
            del table
            return looks.seen(who, language, self.now(), live.present, odds)

    async def _odds(self, live: Live, who: Who, language: str) -> Odds | None:
        """The odds at the open question, where all agreed and this seat wants them; worked out once a question."""
        table, _looks = live.at
        if who.role != "seat" or who.seat is None or not table.odds_on:
            return None
        question = table.question_id(who.seat)
        if not question or table.odds_wanted.get(who.seat) != question:
            return None
        key = (who.seat, question, language)
        if key not in live.odds:
            live.odds.clear()
            words = table.teller(who.seat, language).words
            live.odds[key] = await asyncio.to_thread(_odds_at, table, who.seat, words, language)
        return live.odds[key]

    async def explain(self, who: Who, number: int, language: str = "en") -> Explanation:
        """Why a line of the log is so. Raises `NotHere`."""
        async with self.lives.held(who.duel) as live:
            table, _looks = live.at
            teller = table.teller(table.audience(who), language)
            if not 0 <= number < len(teller.lines):
                raise NotHere(_("the log has no such line"))
            with speaking(language):
                return teller.explain(number)

    async def mine(self, cookies: Mapping[str, str]) -> list[Summary]:
        """The duels that somebody with these cookies has a pass to, the newest first."""
        held = [value for key, value in cookies.items() if key.startswith(COOKIE)][:MOST_COOKIES]
        table = schema.PASSES
        query = select(table).where(table.c.secret.in_([links.kept(value) for value in held]), table.c.link.is_(False))
        async with self._reading() as connection:
            found = [Who(row.duel, row.role, row.seat, row.name) for row in await connection.execute(query)]
        best = {who.duel: who for who in sorted(found, key=lambda who: -RANK[who.role])}
        told = [await self._summary(who) for who in list(best.values())[:MOST_COOKIES]]
        return sorted(filter(None, told), key=lambda one: -one.made)

    async def _summary(self, who: Who) -> Summary | None:
        try:
            async with self.lives.held(who.duel) as live:
                table, looks = live.at
                seat = looks.seat_of(who)
                turn = seat is not None and table.asked(seat) is not None
                record = table.record
                return Summary(
                    record.id, record.game, who.role, tuple(table.names), table.finished, turn, record.made
                )  # fmt: skip
        except DuelError:
            return None

    # --- afterwards ----------------------------------------------------------------------------------------

    async def replay(
        self, duel: str, who: Who, eyes: str | None = None, moment: int | None = None, language: str = "en"
    ) -> Shown:
        """A moment of a duel again (the last where none is named), through the eyes of a seat (`0`, `1`, ...),
        `spectator` or `judge`. Raises `NotHere`, and `NotYours` while the duel is fought and the eyes are a player's.
        """
        async with self.lives.held(duel) as live:
            return shown(*live.at, who, eyes, moment, language)

    async def transcript(self, duel: str, who: Who) -> str:
        """The file of a finished duel. Raises `NotYours` before its end."""
        del who  # whoever may look at a finished duel may have it
        async with self.lives.held(duel) as live:
            return transcript(live.at[0])

    async def verified(self, duel: str) -> Verified:
        """Whether dice and draws of a finished duel were fair. Raises `NotYours` before its end."""
        async with self.lives.held(duel) as live:
            return verified(live.at[0])

    # --- doing ---------------------------------------------------------------------------------------------

    async def do(self, who: Who, command: Command) -> Receipt:
        """Carry out a command; when this returns it is kept. The same command again gives the first receipt.

        Raises `BadInput` (what would do), `NotYours`, `TooLate`, `NotHere`.
        """
        if not command.id or len(command.id) > 64 or not command.id.isprintable():
            raise BadInput("id", _("a command needs an id of 1 to 64 printable characters"))
        async with self.lives.held(who.duel, level=False) as live, self._changing(live) as connection:
            if (before := await self._first_receipt(connection, who, command)) is not None:
                return Receipt(before, True)
            table, looks = live.at
            live.acts = acts = Acts(table, looks, self.now())
            acts.act(who, command)
            await self._written(connection, live)
            receipt = Receipt(looks.seen(who, command.language, self.now(), live.present).version)
            await connection.execute(insert(schema.COMMANDS).values(
                duel=who.duel, holder=_holder(who), command=command.id, version=receipt.version
            ))  # fmt: skip
        self._woken(who.duel)
        return receipt

    @asynccontextmanager
    async def _changing(self, live: Live) -> AsyncIterator[AsyncConnection]:
        """A transaction that has the duel's row to itself, with the table level with the log.

        When anything fails after the table has moved, it is thrown away: the log alone says what happened.
        """
        live.acts = None
        try:
            async with self.engine.begin() as connection:
                query = select(schema.DUELS.c.length).where(schema.DUELS.c.id == live.duel).with_for_update()
                length = (await connection.execute(query)).scalar_one()
                await self.lives.catch_up(connection, live, length)
                yield connection
        except IntegrityError:
            self.lives.forget(live.duel)
            raise TooLate(_("somebody else was faster")) from None
        except BaseException:
            if live.acts is None or live.acts.made:
                self.lives.forget(live.duel)
            raise

    async def _written(self, connection: AsyncConnection, live: Live) -> None:
        """Write what a table's acts have made."""
        table, acts = live.at[0], live.acts
        if acts is None or not acts.made:
            return
        await log.write(connection, live.duel, acts.made)
        await connection.execute(
            update(schema.DUELS)
            .where(schema.DUELS.c.id == live.duel)
            .values(length=table.rows, finished=table.finished)
        )

    async def _first_receipt(self, connection: AsyncConnection, who: Who, command: Command) -> str | None:
        table = schema.COMMANDS
        query = select(table.c.version).where(
            table.c.duel == who.duel, table.c.holder == _holder(who), table.c.command == command.id
        )
        found: str | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    def _woken(self, duel: str) -> None:
        self.wakes.wake(duel)

    # --- watching ------------------------------------------------------------------------------------------

    def watch(self, duel: str) -> AsyncIterator[None]:
        """Wake-ups: each says that there may be something new to see. Ends when the house closes."""
        return self.wakes.watch(duel)

    @asynccontextmanager
    async def present(self, who: Who) -> AsyncIterator[None]:
        """While this is open, `who` has a page open."""
        del who
        yield


# --- small things ----------------------------------------------------------------------------------------


def _links_of(record: Record) -> list[str]:
    found = [f"seat {seat}" for seat in record.people if seat != record.here]
    if record.spectators:
        found.append("spectator")
    if record.judge:
        found.append("judge")
    return found


def _link_who(record: Record, name: str) -> Who:
    if name.startswith("seat "):
        seat = int(name.removeprefix("seat "))
        return Who(record.id, "seat", seat, record.names[seat])
    return Who(record.id, "judge" if name == "judge" else "spectator", None, "")


def _maker(record: Record) -> Who:
    """Who made the duel: he sits at a seat, or judges, or looks on."""
    if record.here is not None:
        return Who(record.id, "seat", record.here, record.names[record.here])
    return Who(record.id, "judge", None, _("Judge")) if record.judge else Who(record.id, "spectator", None, "")


def _pass_row(secret: str, who: Who, *, link: bool) -> dict[str, Any]:
    kept = links.kept(secret)
    return {"secret": kept, "duel": who.duel, "role": who.role, "seat": who.seat, "name": who.name, "link": link}


def _holder(who: Who) -> str:
    return f"{who.role} {NOBODY if who.seat is None else who.seat}"


def _apart(table: Table, name: str, seat: int | None) -> str:
    """The name, or with a number behind it when somebody at the table is called so."""
    taken = {*[other for n, other in enumerate(table.names) if n != seat], table.judge_name}
    return name if name not in taken else f"{name} (2)"


def _odds_at(table: Table, seat: int, words: Any, language: str) -> Odds:
    with speaking(language):
        return odds_of(table.session, seat, words)
