"""The benchmarks run; what they say is for people to read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def said(name: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / name), *words], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_card_duels_are_measured() -> None:
    text = said("cards_duels.py", "--rounds", "1")
    for line in ("celestial, windows closed", "celestial, windows open", "classic, windows closed", "a fork by replay"):
        assert line in text


@pytest.mark.long
def test_start_up_is_measured() -> None:
    assert "| iaijutsu --help " in said("startup.py", "--rounds", "1")


def test_nothing_is_kept_unless_asked_for() -> None:
    for name in ("cards_duels.py", "startup.py"):
        assert "--write NAME" in said(name, "--help")
