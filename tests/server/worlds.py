"""Two worlds side by side: two servers with one duel each that differ in what somebody must not know.

Ids, passes, times and names are the same in both. Whatever is sent to an audience to whom the rules have shown the
same in both has to be the same, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from iaijutsu.engine import CHANCE, Audience, Chance, Draw, Request, plain
from iaijutsu.play.games import game_of
from iaijutsu.play.server import door, log, schema
from iaijutsu.play.server.acting import Acts
from iaijutsu.play.server.app import create_app
from iaijutsu.play.server.calls import PERSON, Pass, Who
from iaijutsu.play.server.house import House
from iaijutsu.play.server.looking import Looks
from iaijutsu.play.server.table import Record, Table
from tests.cards import setups as card_setups
from tests.rpg import setups as rpg_setups

from .spots import setup_text
from .web import USUAL, Web, client_of

AUDIENCES: tuple[Audience, ...] = (0, 1, "spectator", "judge")
STRANGER = "stranger"
WAYS = {"cards": ("draws", "deck", "sealed"), "rpg": ("sealed", "sealed", "sheet")}
"""In what the two worlds differ: in what a seat draws, in its deck, in what it answers under seal, in its sheet."""


@dataclass(frozen=True)
class Plan:
    """Two duels to be: the game, the seat whose secrets differ, in what, and the number that decides all else."""

    game: str
    secret: int
    way: str
    number: int

    @classmethod
    def of(cls, number: int) -> Plan:
        """The plan of a number."""
        rng = random.Random(number)
        game = rng.choice(("cards", "cards", "rpg"))
        return cls(game, rng.randrange(2), rng.choice(WAYS[game]), number)

    @property
    def duel(self) -> str:
        """The id of both duels."""
        return f"same{self.number}"

    def record(self, n: int) -> Record:
        """The duel in world `n`."""
        return Record(
            id=self.duel, made=1_000.0, game=self.game, setup=self._setup(n), names=("Aki", "Nao"),
            seats=(PERSON, PERSON), here=0, clock=(600, 5), spectators=True, judge=True, odds=True, public=False,
            dice="table", seed=None, sits="ab" * 16, together=True,
        )  # fmt: skip

    def _setup(self, n: int) -> Any:
        rng = random.Random(self.number)
        if self.game == "cards":
            made: Any = card_setups.setup(rng, seats=2)
            return made if self.way != "deck" or n == 0 else _other_deck(made, self.secret, rng)
        made = rpg_setups.setup(rng, secret_sheets=self.way == "sheet", gm=False, judge=True)
        return made if self.way != "sheet" or n == 0 else _other_sheet(made, self.secret, rng)

    def audiences(self) -> list[Audience]:
        """Who must not know it. Nobody but a seat knows what it has sealed; cards and sheets a judge may see."""
        others: list[Audience] = [1 - self.secret, "spectator"]
        return [*others, "judge"] if self.way == "sealed" else others

    def token(self, audience: Audience | str) -> str:
        """The pass of somebody."""
        return "" if audience == STRANGER else f"pass-of-{audience}-{self.number}".ljust(43, "x")


def _other_deck(made: Any, seat: int, rng: random.Random) -> Any:
    players = [*made.players]
    size = sum(copies for _key, copies in players[seat].deck)
    players[seat] = replace(players[seat], deck=card_setups.deck(rng, size))
    return replace(made, players=tuple(players))


def _other_sheet(made: Any, seat: int, rng: random.Random) -> Any:
    people = [*made.characters]
    other = rpg_setups.character(rng)
    people[seat] = replace(people[seat], techniques=other.techniques, traits=other.traits)
    return replace(made, characters=tuple(people))


def who_at(plan: Plan, audience: Audience) -> Who:
    """Somebody at the table."""
    if audience == "judge":
        return Who(plan.duel, "judge", None, "Sei")
    return Who(plan.duel, "spectator", None, "") if audience == "spectator" else Who(
        plan.duel, "seat", audience, ("Aki", "Nao")[audience]
    )  # fmt: skip


@dataclass
class Wall:
    """A clock on the wall for both worlds."""

    at: float = 2_000.0

    def __call__(self) -> float:
        return self.at


@dataclass
class Worlds:
    """Both servers."""

    webs: tuple[Web, Web]
    wall: Wall

    async def begin(self, plan: Plan) -> Pair:
        """A duel in each."""
        for n, web in enumerate(self.webs):
            await web.house.database.write(partial(_keep, record=plan.record(n), plan=plan))
        return Pair(self, plan)


def _keep(connection: Connection, record: Record, plan: Plan) -> None:
    """Put a duel into a database, with a pass for everybody."""
    table = Table(record)
    acts = Acts(table, Looks(table), 1_999.0)
    acts.push("enter", role="judge", name="Sei")
    acts.settle()
    connection.execute(insert(schema.DUELS).values(
        id=record.id, made=record.made, game=record.game, edition=game_of(record.game, "game").edition, seed=None,
        setup=setup_text(record), terms=record.terms(), length=table.rows, finished=table.finished,
    ))  # fmt: skip
    log.write(connection, record.id, acts.made)
    for audience in AUDIENCES:
        door.keep_pass(connection, Pass(plan.token(audience), who_at(plan, audience)))


@dataclass
class Pair:
    """One duel in both worlds."""

    worlds: Worlds
    plan: Plan
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.plan.number)

    async def tables(self) -> tuple[Table, Table]:
        """The tables as the servers have them."""
        found = []
        for web in self.worlds.webs:
            async with web.house.lives.held(self.plan.duel) as live:
                found.append(live.at[0])
        return found[0], found[1]

    async def alike(self) -> list[Audience]:
        """To whom the rules have shown the same in both. With secret sheets the rules tell of a sheet by whom they ask
        as well, and by what they let one choose (what can be learnt of the other): then that has to be the same too.
        """
        one, other = await self.tables()
        same = [who for who in self.plan.audiences() if one.session.events(who) == other.session.events(who)]
        if self.plan.way == "sheet":
            same = [who for who in same if _asked(one, who) == _asked(other, who)]
        return same

    async def differ(self) -> bool:
        """Whether the duels truly differ now."""
        one, other = await self.tables()
        here, there = one.session, other.session
        setups = one.record.setup != other.record.setup
        return setups or (here.entries, here.waiting) != (there.entries, there.waiting)

    async def step(self) -> bool:
        """One question, answered in both. False at the end, or where one cannot be led like the other."""
        self.worlds.wall.at += 0.01  # so slowly that no sign of life is missed
        tables = await self.tables()
        pending = [table.session.pending for table in tables]
        if any(one is None for one in pending):
            return False
        if any(isinstance(one, Chance) for one in pending):
            return await self._chance(pending)
        asked = [table.waits_for() for table in tables]
        if asked[0] != asked[1]:
            return False
        first = self.plan.way == "sealed" and self.plan.secret in asked[0]
        seat, seed = self.plan.secret if first else self.rng.choice(asked[0]), self.rng.random()
        for n, table in enumerate(tables):
            request = table.asked(seat)
            assert request is not None
            sealed = len(table.waits_for()) > 1 or bool(table.session.waiting)
            own = n if seat == self.plan.secret and sealed else ""  # what is open to all is answered alike
            answer = _answer(self.plan.game, request, random.Random(f"{seed} {own}"), len(table.session.entries))
            if request.why_not(answer) is not None:
                return False
            await self._do(n, seat, answer)
        return True

    async def _chance(self, pending: list[Any]) -> bool:
        if not all(isinstance(one, Chance) for one in pending) or pending[0].purpose != pending[1].purpose:
            return False
        seed = self.rng.random()
        for n, request in enumerate(pending):  # dice lie open, cards do not
            hidden = isinstance(request, Draw) and request.owner == self.plan.secret and self.plan.way != "sealed"
            mine = random.Random(f"{seed} {n if hidden else ''}")
            await self._do(n, CHANCE, request.sample(mine.randrange))
        return True

    async def _do(self, n: int, seat: int, answer: Any) -> None:
        house = self.worlds.webs[n].house

        def done(_connection: Connection, acts: Acts) -> None:
            if seat == CHANCE:
                acts.push("answer", CHANCE, answer=plain(answer))
                return
            request = acts.table.asked(seat)
            assert request is not None
            acts.submit(seat, request, answer)

        await house._changed(self.plan.duel, done)


def _asked(table: Table, who: Audience) -> tuple[Any, ...]:
    """Whom the rules ask, and what of this audience."""
    request = table.asked(who) if isinstance(who, int) else None
    few = () if request is None or isinstance(request, Chance) else tuple(islice(request.options(), 100))
    return (*table.waits_for(), few)


def _answer(game: str, request: Request[Any], rng: random.Random, step: int) -> Any:
    if game == "rpg":
        return rpg_setups.answer(request, rng, step)
    options = list(request.options())
    return options[int(rng.random() * len(options))]


@asynccontextmanager
async def worlds_at(folder: Path) -> AsyncIterator[Worlds]:
    """Both servers for a while."""
    wall = Wall()
    async with AsyncExitStack() as stack:
        webs = []
        for n in range(2):
            used = replace(USUAL, database=f"sqlite:///{folder / f'{n}.db'}")
            house = await House.at(used.database, now=wall)
            stack.push_async_callback(house.close)
            app = create_app(used, house)
            await stack.enter_async_context(app.router.lifespan_context(app))
            webs.append(Web(app, house, await stack.enter_async_context(client_of(app))))
        yield Worlds((webs[0], webs[1]), wall)
