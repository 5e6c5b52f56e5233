"""What `docs/simulate.md` says is so: commands are understood, its program runs, a seed writes one page."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from iaijutsu.analysis import kernel_words
from iaijutsu.analysis.kernel_rpg_layout import WAYS
from iaijutsu.play.cli import parser, run

PAGE = Path(__file__).parents[2].joinpath("docs", "simulate.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    iaijutsu (.+)$", PAGE, re.MULTILINE)
OPTIONS = set(re.findall(r"--[a-z]+", PAGE)) - {"--help"}


def test_every_command_of_the_page_is_understood() -> None:
    assert len(COMMANDS) >= 4
    for command in COMMANDS:
        words = shlex.split(command)
        assert parser(*words[:2]).parse_args(words).run == "cli_simulate:simulate"


def test_every_option_of_the_page_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--help"]) == 0
    helped = capsys.readouterr().out
    assert {option for option in OPTIONS if option not in helped} == set()


def test_the_program_of_the_page_runs(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "many.py"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0 and "wins" in done.stdout, done.stderr


def test_the_numbers_of_the_page_are_those_of_the_program() -> None:
    assert "eleven ways" in PAGE and len(WAYS) - 1 == 11
    for name in kernel_words.CONDUCTS:
        assert f"`{name}`" in PAGE
    for name in kernel_words.CHANGES:
        assert f"`{name}`" in PAGE or f"`{name}=" in PAGE


def test_the_same_seed_writes_the_same_page_whoever_does_the_work(tmp_path: Path) -> None:
    pages = []
    for workers in ("1", "2"):
        path = tmp_path / f"{workers}.html"
        words = ["simulate", "--duels", "60", "--first-player", "random", "--second-player", "random"]
        assert run([*words, "--workers", workers, "--html", str(path), "--json", str(tmp_path / "x.json")]) == 0
        pages.append(path.read_bytes())
    assert pages[0] == pages[1]
