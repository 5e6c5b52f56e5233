"""Computer players think in processes of their own, so that nobody's page waits for them.

A worker is given the transcript and a seat, plays the duel up to its question, and lets the player look through that
seat's view alone. The same question of the same duel gives the same answer, so it does not matter who asks, or again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any

from ...engine import IllegalAnswer, Json, Seat, Session, plain
from ...engine.transcript import loads
from ...players.agent import Random
from .calls import PERSON
from .table import Table

WORKERS = 1
TRIES = 3
"""How often an answer is asked for when workers end over it, before one is given at random."""
PATIENCE = 120.0
"""Seconds that an answer may take; then one is given at random."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Task:
    """A question to a computer player: the duel's transcript so far, and who answers at which seat."""

    game: str
    text: str
    seat: Seat
    kind: str
    seed: int

    @classmethod
    def of(cls, table: Table, seat: Seat) -> Task:
        """The question that is open to the computer player at a seat."""
        return cls(
            table.record.game, text_for(table, seat), seat, table.record.seats[seat], seed_for(table, seat)
        )  # fmt: skip


def thought(task: Task) -> Json:
    """The answer, in plain form, to the question at the end of a transcript. Runs in a worker.

    Raises `DuelError` when the player answers what may not be answered.
    """
    from ...analysis.roster import seated
    from ..games import game_of

    session: Session[Any] = Session.load(game_of(task.game, "game"), loads(task.text))
    request = session.asked_of(task.seat)
    agent = seated(session, task.seat, task.kind, task.seed)
    answer = agent.answer(request, session.view(task.seat) if agent.looks else None)
    if reason := request.why_not(answer):
        raise IllegalAnswer(request, answer, reason)
    return plain(answer)


def _began() -> None:
    """Ctrl-C is for the server, which ends its workers itself; a server that is killed leaves none behind."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


class Computers:
    """The workers of a server process, begun when they are first needed."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, task: Task) -> Json:
        """The answer, in plain form, of the computer player who is asked; one at random should he fail."""
        for _attempt in range(TRIES):
            pool = self._workers()
            try:
                async with asyncio.timeout(PATIENCE):
                    return await asyncio.wrap_future(pool.submit(thought, task))
            except BrokenProcessPool:
                self._end(pool)
            except TimeoutError:  # it would think on, and nobody else be heard
                self._end(pool)
                logger.warning("a computer player took too long: %s", task.kind)
                break
            except Exception as error:  # noqa: BLE001 - a duel must go on, whatever a player does
                logger.warning("a computer player failed: %s: %s", task.kind, type(error).__name__)
                break
        return await asyncio.to_thread(thought, replace(task, kind=Random.name))

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_began)
        return self._pool

    def close(self) -> None:
        """End the workers, at once."""
        pool, self._pool = self._pool, None
        if pool is not None:
            _terminate(pool)
            pool.shutdown(wait=True, cancel_futures=True)

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """End workers that are of no more use, once: whoever else waited for them finds out by himself, and by then
        there may be others.
        """
        if self._pool is pool:
            self._pool = None
            _terminate(pool)
            pool.shutdown(wait=False)


def _terminate(pool: ProcessPoolExecutor) -> None:
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()


def asked(table: Table) -> Seat | None:
    """A computer player's seat that is asked now."""
    if table.finished or not table.complete:
        return None
    return next(
        (s for s, kind in enumerate(table.record.seats) if kind != PERSON and table.asked(s) is not None), None
    )  # fmt: skip


def text_for(table: Table, seat: Seat) -> str:
    """The duel so far, without what others have sealed."""
    text = table.session.transcript()
    text.waiting = {s: answer for s, answer in text.waiting.items() if s == seat}
    return text.dumps()


def seed_for(table: Table, seat: Seat) -> int:
    """What a player's own chance hangs on: the duel's secret, the seat, and how many questions it was asked."""
    word = f"{table.record.sits} {seat} {table.question_count(seat)}"
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:6], "big")
