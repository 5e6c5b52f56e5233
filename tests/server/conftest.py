"""Databases and a loop for tests, and a browser and a PostgreSQL server where the machine has them."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database of its own for a test."""
    return f"sqlite:///{tmp_path / 'duels.db'}"


@pytest.fixture
def run() -> Run:
    """Runs a coroutine to its end; none may take longer than two minutes."""

    def runner(work: Coroutine[Any, Any, Any]) -> Any:
        async def timed() -> Any:
            async with asyncio.timeout(120):
                return await work

        return asyncio.run(timed())

    return runner


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, as it is installed."""
    from .sitting import chromium

    with chromium() as started:
        yield started


# --- PostgreSQL ------------------------------------------------------------------------------------------


class Server:
    """A PostgreSQL server for tests: in a folder of its own, on a socket there, as a user who may run one."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="iaijutsu-pg-", dir="/tmp"))  # a socket's path has to be short
        self.user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.folder.chmod(0o755)

    def begin(self) -> None:
        """Make the data and begin to serve."""
        self._run("initdb", "-D", self.data, "-U", "iaijutsu", "--auth=trust", "-E", "UTF8", "--locale=C")
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=120"
        self._run("pg_ctl", "-D", self.data, "-o", options, "-l", f"{self.folder}/log", "-w", "start")

    @property
    def data(self) -> str:
        """Where its data are."""
        return f"{self.folder}/data"

    def end(self) -> None:
        """Stop it, and clear up."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def restart(self) -> None:
        """Stop it hard and begin again."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=120"
        self._run("pg_ctl", "-D", self.data, "-o", options, "-l", f"{self.folder}/log", "-w", "-m", "fast", "restart")

    def fresh(self) -> str:
        """The URL of a new database."""
        name = f"t{uuid.uuid4().hex[:12]}"
        self._run("createdb", "-h", str(self.folder), "-U", "iaijutsu", name)
        return f"postgresql://iaijutsu@/{name}?host={self.folder}"

    def _run(self, program: str, *words: str, check: bool = True) -> None:
        who: dict[str, Any] = {}
        if self.user:
            who = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        done = subprocess.run(
            [self.programs / program, *words], cwd=self.folder, check=False, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=60, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, **who,
        )  # fmt: skip
        if check and done.returncode:
            raise RuntimeError(f"{program} failed: {done.stdout.decode(errors='replace')[-600:]}")


def programs_of_postgres() -> Path | None:
    """The folder of the newest server's programs, where one is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[4]))
    return found[-1].parent if found else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A server of PostgreSQL; the test skips where there is none."""
    programs = programs_of_postgres()
    if programs is None:
        pytest.skip("no PostgreSQL server here: apt install postgresql, or IAIJUTSU_TEST_POSTGRES names one")
    server = Server(programs)
    try:
        server.begin()
        yield server
    finally:
        server.end()


@pytest.fixture
def postgres(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database on PostgreSQL: on the server that IAIJUTSU_TEST_POSTGRES names, else on our own."""
    pytest.importorskip("psycopg")
    if named := os.environ.get("IAIJUTSU_TEST_POSTGRES"):
        return _emptied(named)
    server: Server = request.getfixturevalue("postgres_server")
    return server.fresh()


def _emptied(url: str) -> str:
    """A schema of its own on a server that was named, so that tests do not meet."""
    import psycopg

    name = f"t{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    mark = "&" if "?" in url else "?"
    return f"{url}{mark}options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
def any_url(request: pytest.FixtureRequest) -> str:
    """Each kind of database in turn."""
    found: str = request.getfixturevalue("url" if request.param == "sqlite" else "postgres")
    return found
