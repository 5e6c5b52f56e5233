"""What a page sees when a part of the whole is lost: a process, the listener's connection, the database for a while.

Two real processes on one database; the page is open on one of them, and what is done comes by way of the other or of
the same. As soon as what is left can serve, the page is right again within two seconds.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from .conftest import Server
from .serving import Served, serving
from .test_serving import said, until

SOON = 2.0
"""Seconds within which a page has to be right."""
PATIENCE = 40.0


def shown_soon(by: Served, made: dict[str, Any], page: Any, text: str) -> None:
    """What is said by way of one process stands on a page soon."""
    said(by, made, text)
    began = time.perf_counter()
    until(page, text)
    assert time.perf_counter() - began < SOON, text


def patiently(work: Callable[[], Any]) -> Any:
    """Try until it can be done."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except (OSError, HTTPException):
            assert time.monotonic() < end
            time.sleep(0.1)


def cut_listeners(url: str) -> int:
    """Terminate the connections on which the processes listen (in silence they ask for 1); how many there were."""
    import psycopg

    query = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE (query LIKE 'LISTEN%' OR query = 'SELECT 1') AND datname = current_database()"
    )
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
    return int(row[0]) if row else 0


def untroubled(process: Served) -> None:
    """Nothing of it was lost without a word: no traceback, no task that nobody waited for."""
    told = process.errors.read_text()
    assert "Traceback" not in told and "never retrieved" not in told and "never awaited" not in told, told[-2000:]


@pytest.mark.database
def test_pages_are_right_again_whatever_is_lost(
    tmp_path: Path, postgres: str, request: pytest.FixtureRequest
) -> None:  # fmt: skip
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    told = ("--database", postgres)
    with serving(tmp_path / "one", *told) as one, serving(tmp_path / "two", *told) as two:
        made = one.post("api/v1/duels", {"game": "cards"})
        stream = f"api/v1/duels/{made['duel']}/stream"
        page = two.open(stream, made["pass"])
        shown_soon(one, made, page, "Before anything.")

        time.sleep(1.0)  # both listen
        assert cut_listeners(postgres) >= 2
        time.sleep(1.0)
        shown_soon(one, made, page, "After the listeners.")

        if not os.environ.get("IAIJUTSU_TEST_POSTGRES"):  # a server that was named is not ours to begin again
            server: Server = request.getfixturevalue("postgres_server")
            server.restart()
            patiently(lambda: said(one, made, "After the database."))
            began = time.perf_counter()
            until(page, "After the database.")
            assert time.perf_counter() - began < SOON

        one.stop(signal.SIGKILL)
        shown_soon(two, made, page, "After the other process.")
        untroubled(one)
        untroubled(two)
        assert two.stop() < SOON
        page.close()
