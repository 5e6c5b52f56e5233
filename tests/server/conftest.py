"""Houses for tests, and a PostgreSQL server where the machine has one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
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
    """Runs a coroutine to its end; none may take longer than a minute."""

    def runner(work: Coroutine[Any, Any, Any]) -> Any:
        async def timed() -> Any:
            async with asyncio.timeout(60):
                return await work

        return asyncio.run(timed())

    return runner
