"""What README.md shows works: its commands are run without a terminal, its files are written, its Python is tried."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PATIENCE = 120.0  # seconds


def blocks(language: str, text: str = README) -> list[str]:
    """The fenced blocks of one language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str = README) -> list[list[str]]:
    """The words of each `python3 run.py` line of the shell blocks. Any other line is refused: nobody would try it."""
    lines = [line.split("#")[0].split() for block in blocks("sh", text) for line in block.splitlines() if line.strip()]
    for words in lines:
        assert words[:2] == ["python3", "run.py"], f"README shows {' '.join(words)!r}, which this test cannot try"
    return [words[2:] for words in lines]


def write_files(folder: Path, text: str = README) -> list[str]:
    """Writes each TOML block that begins with a comment naming its file; returns the names."""
    names = []
    for block in blocks("toml", text):
        if named := re.match(r"# ([\w-]+\.toml)\n", block):
            (folder / named[1]).write_text(block, encoding="utf-8")
            names.append(named[1])
    return names


def test_the_commands_work_one_after_another(tmp_path: Path) -> None:
    assert write_files(tmp_path)
    assert commands()
    for words in commands():
        done = subprocess.run(
            [sys.executable, "-P", "-m", "iaijutsu", *words],
            cwd=tmp_path,
            env={**os.environ, "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{words}: {done.stderr}"
        assert done.stdout.strip(), f"{words} says nothing"


def test_the_python_does_what_it_shows() -> None:
    for block in blocks("python"):
        test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
        assert test.examples
        result = doctest.DocTestRunner().run(test)
        assert result.failed == 0


def test_the_two_commands_stand_on_top() -> None:
    top = README.split("\n## ")[0]
    assert "    python3 run.py play " in top
    assert "    python3 run.py test " in top


def test_what_readme_points_to_is_there() -> None:
    for name in re.findall(r"\]\(([\w./-]+)\)", README) + re.findall(r"`(docs/[\w./-]+)`", README):
        assert (ROOT / name).exists(), f"README points to {name}, which is not there"


@pytest.mark.parametrize("line", ["rm -rf /", "iaijutsu play", "python3 other.py"])
def test_a_line_that_cannot_be_tried_is_refused(line: str) -> None:
    with pytest.raises(AssertionError, match="cannot try"):
        commands(f"```sh\n{line}\n```\n")
