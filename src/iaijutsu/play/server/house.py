"""The house: duels are made, entered, looked at and fought here. Pages, streams and the JSON interface call this alone.

What is answered is committed. Whoever looks is given a `Seen`, made from his own view; see docs/server.md.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ...engine import BadInput, DuelError, Json, Seat
from ..games import game_of
from ..i18n import _, speaking
from ..odds import Odds
from ..words import Explanation
from . import agreed, door, links, log, making, reckoning, rematch, schema
from .acting import Acts
from .calls import Command, NotHere, NotYours, Opened, Order, Pass, Receipt, Summary, Terms, TooLate, Who
from .clocks import Onward
from .database import Database, database, prepare, twice
from .lives import Live, Lives
from .looking import Looks, Present
from .orders import check_name, lay_out
from .presence import Presence
from .pulse import EVERY, Pulse
from .replaying import Shown, Verified, shown, transcript, verified
from .seen import Seen
from .shielded import Shielded
from .table import Record, Table
from .thinking import Thinking
from .wake import LOG, PAGES, Listener, Wakes, notify

if TYPE_CHECKING:
    from .settings import Settings

HEARTBEAT = 5.0
"""Seconds after which what is watched is compared with the log, should a wake-up have been lost."""
THEIRS = 3.0
"""Seconds that another process is given to let its computer player answer."""
PATIENCE = 0.5
"""Seconds that what is under way is given when the house closes; what is not committed then never happened."""
KNOWN = 5000
"""Passes that are remembered; what one opens never changes."""
T = TypeVar("T")
logger = logging.getLogger(__name__)


class House:
    """One server process's rooms. Make it with `await House.at(url)`, and `await house.close()` in the end."""

    def __init__(self, kept: Database, now: Callable[[], float] = time.time, most: int | None = None) -> None:
        self.database = kept
        onward = Onward(now)
        self.now: Callable[[], float] = onward
        self.gaps: list[tuple[float, float]] = []
        self.pulse = Pulse(kept, self.gaps, onward, self._others_changed)
        self.wakes = Wakes()
        self.lives = Lives(kept, self.pulse, self.wakes.wake, *([] if most is None else [most]))
        self.presence = Presence(kept, self.pulse.process, self.now, self._came_or_went, self._tell_of_pages)
        self.thinking = Thinking(self.lives, self._answered)
        heard = {LOG: self._heard, PAGES: self._came_or_went}
        self.listener = Listener(kept.url, heard, self._heard_again) if kept.shared else None
        self._known: dict[tuple[str, ...], Who] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._shielded = Shielded()

    @classmethod
    async def at(cls, url: str, **options: Any) -> House:
        """A house on the database of that URL, its tables up to date. Raises `BadInput`."""
        kept = database(url)
        try:
            await kept.write(prepare)
            house = cls(kept, **options)
            await house.pulse.beat()
        except SQLAlchemyError as error:
            await kept.close()
            reason = str(getattr(error, "orig", "") or type(error).__name__).partition("\n")[0]
            raise BadInput("database", _("it cannot be used: {reason}").format(reason=reason[:200])) from None
        except BaseException:
            await kept.close()
            raise
        house._begin_tasks()
        return house

    def _begin_tasks(self) -> None:
        work = [self._forever(self.pulse.beat, EVERY)]
        work.append(self._forever(self._compare, HEARTBEAT if self.database.shared else EVERY))
        work.append(self._forever(self._lapse, EVERY))
        if self.listener is not None:
            again = (self.presence.tell_again, self.presence.tell_visits)
            work += [self.listener.run(), *(self._forever(one, EVERY) for one in again)]
        self._tasks = [asyncio.create_task(one) for one in work]

    @classmethod
    async def opened(cls, settings: Settings) -> House:
        """The house of a server with these settings. Raises `BadInput`, OSError."""
        if not settings.database:
            settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        return await cls.at(settings.url)

    async def _forever(self, work: Callable[[], Awaitable[None]], every: float) -> None:
        """Do something again and again, whatever comes of it."""
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - the database may be gone for a while
                logger.warning("%s: %s", getattr(work, "__name__", "work"), type(error).__name__)

    async def ready(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(2):
                await self.database.read(lambda connection: connection.execute(select(1)).scalar())
        except (TimeoutError, SQLAlchemyError, OSError):
            return False
        return True

    async def close(self) -> None:
        """End every watch, every player who thinks, and every connection: in a while, even if the database hangs."""
        self.wakes.close()
        self.database.hurry()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE)
        await self.thinking.close()
        await self._shielded.ended(PATIENCE)
        last = Shielded()  # what hangs was waited for
        last.begin(self.presence.close())
        await last.ended(PATIENCE)
        await self.database.close()

    # --- making a duel, and coming in ----------------------------------------------------------------------

    async def open(self, order: Order, command: str = "") -> Opened:
        """Make a duel. The same order under the same `command`, an id of 256 secret bits, is the same duel again.

        Raises `BadInput` naming the term that cannot be taken.
        """
        asked = await asyncio.to_thread(making.asked, order, command or links.fresh())
        before = await self.database.read(lambda connection: making.found(connection, asked)) if command else None
        return before or await self._opened(order, asked)

    async def _opened(self, order: Order, asked: making.Asked) -> Opened:
        """Make a duel, unless another process has made it meanwhile."""
        laid = await asyncio.to_thread(lay_out, order)
        seed = None if order.dice else secrets.token_bytes(32).hex()
        record = Record.of(
            order, id=links.duel_id(), made=self.now(), setup=laid.setup, names=laid.names, seed=seed,
            sits=secrets.token_hex(16),
        )  # fmt: skip
        salt = making.fresh_salt()
        opened = making.opened(asked, salt, record, laid.notes)
        judge = opened.mine.who.name if opened.mine.who.role == "judge" else ""

        def made(connection: Connection) -> Opened:
            if (before := making.found(connection, asked)) is not None:
                return before
            making.keep(connection, asked, salt, opened)
            self._begin(connection, record, judge)
            door.keep(connection, record, opened.links, opened.mine)
            return opened

        make = partial(self.database.write, made)
        try:
            opened = await self._shielded(twice(make))
        except IntegrityError:  # it is being made by another process, and was when we looked
            opened = await self._shielded(twice(make))
        await self._woken(opened.duel)
        return opened

    def _begin(self, connection: Connection, record: Record, judge: str) -> None:
        """Put a new duel on record, with what happens before anybody has to answer."""
        table = Table(record, self.gaps)
        acts = Acts(table, Looks(table), self.now())
        if judge:
            acts.push("enter", role="judge", name=door.apart(table, judge, None))
        acts.settle()
        rules = game_of(record.game, "game")
        setup = json.dumps(rules.plain_setup(record.setup), ensure_ascii=False)
        connection.execute(insert(schema.DUELS).values(
            id=record.id, made=record.made, game=record.game, edition=rules.edition, setup=setup,
            terms=record.terms(), seed=record.seed, length=table.rows, finished=table.finished,
        ))  # fmt: skip
        log.write(connection, record.id, acts.made)

    async def enter(self, duel: str, secret: str, name: str = "", *, odds: bool = True) -> Pass:
        """Come in by a link; a player agrees to `odds` that were offered, or does not.

        Raises `NotYours` for a secret that opens nothing here, `BadInput` for a name.
        """
        name = check_name(name) if name.strip() else ""
        self._check(duel)
        kept = [links.kept(secret)]
        found = await self.database.read(lambda connection: door.passes(connection, kept, link=True, duel=duel))
        if not found:
            raise NotYours(_("this link opens nothing here"))
        cookie = links.fresh()

        def entered(connection: Connection, acts: Acts) -> Pass:
            if before := door.passes(connection, [links.kept(cookie)], link=False, duel=duel):
                return Pass(cookie, before[0])
            made = Pass(cookie, door.entered(acts, found[0], name, odds))
            door.keep_pass(connection, made)
            return made

        return await self._changed(duel, entered)

    async def who(self, duel: str, cookies: Mapping[str, str]) -> Who:
        """Who somebody with these cookies is at a duel. Raises `NotHere`, `NotYours`."""
        self._check(duel)
        if held := door.held(cookies, duel):
            if (known := self._known.get((duel, *held))) is not None:
                return known
            found = await self.database.read(lambda connection: door.passes(connection, held, link=False, duel=duel))
            if found:
                if len(self._known) >= KNOWN:
                    self._known.clear()
                return self._known.setdefault((duel, *held), found[0])
        async with self.lives.held(duel, level=False) as live:
            if live.at[0].record.public:
                return Who(duel, "spectator", None, "")
        raise NotYours(_("this duel is for those who have a link to it"))

    def _check(self, duel: str) -> None:
        """Raises `NotHere` for what is the id of no duel: PostgreSQL does not even look for it."""
        if not links.can_be_id(duel):
            raise NotHere(_("there is no such duel here"))

    async def terms(self, duel: str, language: str = "en") -> Terms:
        """The terms that whoever comes agrees to, as the door tells them. Raises `NotHere`."""
        async with self.lives.held(duel, level=False) as live:
            table, made = live.at[0], live.at[0].record
            with speaking(language):
                words = agreed.agreed(made.game, made.setup)
            return Terms(made.game, made.clock, made.judge, table.odds_agreed, made.dice, not table.complete, words)

    # --- looking -------------------------------------------------------------------------------------------

    async def seen(self, who: Who, language: str = "en", *, woken: bool = False) -> Seen:
        """The table as `who` sees it now (`woken`: he is woken by what is new), in a language. Raises `NotHere`."""
        live = self.lives.at_hand(who.duel, woken=woken)
        if live is not None and not reckoning.wanted(live, who) and self.presence.looked_around(live):
            return self._shown(live, who, language)
        looked = self._seen(who, language, woken)
        return await (self._shielded(looked) if who.role == "seat" else looked)  # a thread may be at his odds

    async def _seen(self, who: Who, language: str, woken: bool) -> Seen:
        async with self.lives.held(who.duel, woken=woken) as live:
            odds = await reckoning.odds(live, who, language)
            await self.presence.look_around(live)
            return self._shown(live, who, language, odds)

    def _shown(self, live: Live, who: Who, language: str, odds: Odds | None = None) -> Seen:
        self.thinking.stir(live, THEIRS if self.database.shared else 0.0)
        return live.at[1].seen(who, language, self.now(), live.present, odds)

    async def explain(self, who: Who, number: int, language: str = "en") -> Explanation:
        """Why a line of the log is so. Raises `NotHere`."""
        async with self.lives.held(who.duel) as live:
            table = live.at[0]
            teller = table.teller(table.audience(who), language)
            if not 0 <= number < len(teller.lines):
                raise NotHere(_("the log has no such line"))
            with speaking(language):
                return teller.explain(number)

    async def mine(self, cookies: Mapping[str, str]) -> list[Summary]:
        """The duels that somebody with these cookies has a pass to, the newest first."""
        held = door.held(cookies)
        found = await self.database.read(lambda connection: door.newest(connection, held))
        told = [await self._summary(who) for who in found]
        return sorted(filter(None, told), key=lambda one: -one.made)

    async def _summary(self, who: Who) -> Summary | None:
        try:
            async with self.lives.held(who.duel) as live:
                table, looks = live.at
                seat, record = looks.seat_of(who), table.record
                turn = seat is not None and table.asked(seat) is not None
                names = tuple(table.names)
                return Summary(record.id, record.game, who.role, names, table.finished, turn, record.made)
        except DuelError:  # of another version
            return None

    # --- afterwards ----------------------------------------------------------------------------------------

    async def replay(self, who: Who, eyes: str | None = None, moment: int | None = None, language: str = "en") -> Shown:
        """A moment of a duel again (the last where none is named), through the eyes of a seat (`0`, `1`, ...),
        `spectator` or `judge`. Raises `NotHere`, and `NotYours` while the duel is fought and the eyes are a player's.
        """
        async with self.lives.held(who.duel) as live:
            return shown(*live.at, who, eyes, moment, language)

    async def transcript(self, duel: str) -> str:
        """The file of a finished duel, for whoever may look at it. Raises `NotYours` before its end."""
        async with self.lives.held(duel) as live:
            return transcript(live.at[0])

    async def verified(self, duel: str) -> Verified:
        """Whether dice and draws of a finished duel were fair. Raises `NotYours` before its end."""
        async with self.lives.held(duel) as live:
            kept = transcript(live.at[0])
        return await asyncio.to_thread(verified, kept)

    # --- doing ---------------------------------------------------------------------------------------------

    async def do(self, who: Who, command: Command) -> Receipt:
        """Carry out a command; when this returns it is kept. The same command again gives the first receipt.

        Raises `BadInput` (what would do), `NotYours`, `TooLate`, `NotHere`.
        """
        if not command.id or len(command.id) > 64 or not command.id.isprintable():
            raise BadInput("id", _("a command needs an id of 1 to 64 printable characters"))
        await self.pulse.due()
        return await self._changed(who.duel, lambda connection, acts: self._done(connection, acts, who, command))

    def _done(self, connection: Connection, acts: Acts, who: Who, command: Command) -> Receipt:
        """Carry out a command in its transaction."""
        place = (who.duel, door.holder(who), command.id)
        if (before := log.receipt(connection, *place)) is not None:
            return Receipt(before, True)
        acts.act(who, command)
        if acts.rematch:
            record = rematch.record_of(acts.table, self.now())
            self._begin(connection, record, acts.table.judge_name)
            rematch.bring_along(connection, who.duel, record)
            acts.push("next", duel=record.id)
        live = self.lives.peek(who.duel)
        present = live.present if live is not None else Present()
        receipt = Receipt(acts.looks.receipt(who, command.language, self.now(), present).version)
        acts.receipt = (*place[1:], receipt.version)
        return receipt

    async def _changed(self, duel: str, work: Callable[[Connection, Acts], T]) -> T:
        """Let `work` change a table, to its end, whatever becomes of who asked. Should the connection be lost it is
        let do so once more: it has to see what was kept all the same.
        """
        return await self._shielded(twice(lambda: self._once(duel, work)))

    async def _once(self, duel: str, work: Callable[[Connection, Acts], T]) -> T:
        """Let `work` change a table, in a transaction that has the duel's row to itself, level with the log.

        When anything fails after the table has moved, it is thrown away: the log alone says what happened. Raises
        what `work` raises, and `TooLate` when another process has answered the same question.
        """
        async with self.lives.held(duel, level=False) as live:
            live.acts, before = None, live.at[0].rows
            try:
                found = await self.database.write(lambda connection: self._in_turn(connection, live, work))
            except IntegrityError:
                self.lives.forget(duel)
                self.wakes.wake(duel)
                raise TooLate(_("somebody else was faster")) from None
            except BaseException:
                if live.acts is None or live.acts.moved:
                    self.lives.forget(duel)
                if live.acts is None or live.at[0].rows != before:
                    self.wakes.wake(duel)  # the connection may have been lost when all was kept: that shows
                raise
            if live.acts is not None and live.acts.made:
                self.thinking.stir(live, 0.0)
                reckoning.prepare(live, self._shielded)
            if live.at[0].rows != before:  # others may have added what nobody was woken for yet
                self.wakes.wake(duel)
            return found

    def _in_turn(self, connection: Connection, live: Live, work: Callable[[Connection, Acts], T]) -> T:
        self.lives.catch_up(connection, live)
        live.acts = acts = Acts(*live.at, self.now())
        found = work(connection, acts)
        came = log.Came(acts.made, acts.receipt, acts.table.rows, acts.table.finished)
        if self.listener is None or not came.rows:
            log.keep(connection, live.duel, came)
        else:
            self.listener.own.add(log.keep_at_once(connection, live.duel, came, LOG))
        return found

    async def _woken(self, duel: str) -> None:
        """A new duel: a computer player who is asked begins to think."""
        async with self.lives.held(duel, level=False) as live:
            self.thinking.stir(live, 0.0)

    async def _answered(self, duel: str, seat: Seat, question: str, answer: Json) -> None:
        """Put a computer player's answer on record, if the question is still open."""

        def answered(_connection: Connection, acts: Acts) -> None:
            request = acts.table.asked(seat)
            if request is not None and acts.table.question_id(seat) == question:
                acts.submit(seat, request, request.load(answer))

        with suppress(TooLate):
            await self._changed(duel, answered)

    # --- watching ------------------------------------------------------------------------------------------

    @contextmanager
    def waking(self, duel: str, event: asyncio.Event) -> Iterator[None]:
        """While this is open, the event is set when there may be something new to see, and when the house closes."""
        self.wakes.add(duel, event)
        try:
            yield
        finally:
            self.wakes.drop(duel, event)

    @asynccontextmanager
    async def present(self, who: Who) -> AsyncIterator[None]:
        """While this is open, `who` has a page open."""
        try:
            await self._shielded(self._came(who, 1))
            yield
        finally:
            with suppress(SQLAlchemyError, OSError):
                await self._shielded(self._came(who, -1))

    async def _came(self, who: Who, by: int) -> None:
        await self.presence.change(who, by)
        if by < 0:
            await self._let_go(who.duel)

    async def _let_go(self, duel: str) -> None:
        """What is over is seldom asked for again, and then folded from its log."""
        await self.lives.let_go(duel, lambda live: live.over and not self.presence.anybody(duel))

    def visited(self, who: Who) -> None:
        """Somebody asks for something, by no page that is kept up to date: he is there for a while."""
        self.presence.visit(who)

    async def _lapse(self) -> None:
        """Who asked for nothing for a while has gone, and nothing else tells that."""
        for duel in self.presence.lapsed():
            await self._let_go(duel)

    def _heard(self, duel: str) -> None:
        """Something may be new in a duel's log."""
        if (live := self.lives.peek(duel)) is not None:
            live.unread = True
        self.wakes.wake(duel)

    def _came_or_went(self, duel: str) -> None:
        """Somebody may have come to a duel, or gone."""
        if (live := self.lives.peek(duel)) is not None:
            live.stale = True
        self.wakes.wake(duel)

    def _others_changed(self) -> None:
        """Another process has come or gone: whoever was there may be there no more."""
        for duel in self.lives.every() if self.database.shared else ():
            self._came_or_went(duel)

    def _tell_of_pages(self, connection: Connection, duel: str) -> None:
        """Tell the other processes, when this is committed, that somebody has come to a duel, or gone."""
        if self.listener is not None:
            self.listener.own.add(notify(connection, PAGES, duel))

    def _heard_again(self) -> None:
        """The listener was deaf for a while: something may be new anywhere."""
        for duel in self.lives.every():
            self._heard(duel)
            self._came_or_went(duel)
        self.wakes.wake_all()

    async def _compare(self) -> None:
        """Compare what is watched with the log, should a wake-up have been lost."""
        watched, duels = self.wakes.watched(), schema.DUELS
        if not watched or not (self.database.shared or self.pulse.others):
            return
        query = select(duels.c.id, duels.c.length).where(duels.c.id.in_(watched))
        for row in await self.database.read(lambda connection: connection.execute(query).all()):
            live = self.lives.peek(row.id)
            if live is None or live.table is None or live.table.rows != row.length:
                self._heard(row.id)
