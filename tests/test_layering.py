"""Who may import whom. The contracts are in pyproject.toml; a scan of the sources says what they cannot.

Each rule is shown to hold here, and shown to fail on a small copy of the house with one offence in it: a guard that
cannot fail guards nothing.
"""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "iaijutsu"

STANDARD_LIBRARY_ONLY = ("engine", "cards", "rpg", "players")
RULES = ("cards", "rpg")
WORLDLY = {
    "random",
    "time",
    "os",
    "asyncio",
    "datetime",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "logging",
}

SERVER = "iaijutsu.play.server"
FRONT = ("api", "app", "asking", "brought", "forms", "menu", "models", "pages", "render", "serving", "stream")
"""Modules of the server that know the house alone."""
BEHIND = (
    "acting", "clocks", "computers", "database", "door", "lives", "log", "looking", "presence", "pulse", "reckoning",
    "rematch", "replaying", "schema", "sqlite", "table", "telling", "thinking", "wake",
)  # fmt: skip
"""What the house stands on."""

ROOMS = (
    "engine/session",
    "cards/duel",
    "rpg/duel",
    "players/agent",
    "formats/decks",
    "analysis/odds",
    "bridges/research",
    "play/terminal",
    "play/server",
    "__main__",
)

# where an offence stands, the offence, and the words with which it is reported
OFFENCES = (
    (
        "engine/session",
        "import iaijutsu.cards.duel",
        "iaijutsu.engine is not allowed to import iaijutsu.cards",
    ),
    (
        "engine/session",
        "import iaijutsu.play.terminal",
        "iaijutsu.engine is not allowed to import iaijutsu.play",
    ),
    ("cards/duel", "from iaijutsu.rpg import duel", "iaijutsu.cards is not allowed to import iaijutsu.rpg"),
    ("rpg/duel", "import iaijutsu.cards.duel", "iaijutsu.rpg is not allowed to import iaijutsu.cards"),
    ("rpg/duel", "import iaijutsu.players.agent", "iaijutsu.rpg is not allowed to import iaijutsu.players"),
    (
        "players/agent",
        "import iaijutsu.formats.decks",
        "iaijutsu.players is not allowed to import iaijutsu.formats",
    ),
    (
        "formats/decks",
        "import iaijutsu.players.agent",
        "iaijutsu.formats is not allowed to import iaijutsu.players",
    ),
    (
        "players/agent",
        "import iaijutsu.analysis.odds",
        "iaijutsu.players is not allowed to import iaijutsu.analysis",
    ),
    (
        "analysis/odds",
        "import iaijutsu.bridges.research",
        "iaijutsu.analysis is not allowed to import iaijutsu.bridges",
    ),
    (
        "bridges/research",
        "import iaijutsu.play.server",
        "iaijutsu.bridges is not allowed to import iaijutsu.play",
    ),
    ("attic/__init__", "", "not listed as layers"),
    (
        "play/terminal",
        "import iaijutsu.play.server",
        "iaijutsu.play.terminal is not allowed to import iaijutsu.play.server",
    ),
    (
        "play/server",
        "import iaijutsu.play.terminal",
        "iaijutsu.play.server is not allowed to import iaijutsu.play.terminal",
    ),
    ("__init__", "import iaijutsu.play.terminal", "protected package iaijutsu.play.terminal"),
    ("__main__", "import iaijutsu.formats.decks", "protected package iaijutsu.formats.decks"),
    ("analysis/odds", "import iaijutsu.formats.decks", "protected package iaijutsu.formats.decks"),
    ("cards/duel", "import random", "iaijutsu.cards.duel is not allowed to import random"),
    ("cards/duel", "from time import monotonic", "iaijutsu.cards.duel is not allowed to import time"),
    ("rpg/duel", "from os import path", "iaijutsu.rpg.duel is not allowed to import os"),
    ("rpg/duel", "import asyncio", "iaijutsu.rpg.duel is not allowed to import asyncio"),
)


# ------------------------------------------------------------------ the contracts


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    """Runs import-linter on the house under `root`."""
    code = "from importlinter.cli import lint_imports_command as lint; lint()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the house with one empty module in each room, under the real contracts."""
    for room in ROOMS:
        write_module(tmp_path, room, "")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def write_module(root: Path, room: str, text: str) -> Path:
    """Writes one module, and an `__init__` for each folder on the way."""
    path = (root / "src" / "iaijutsu" / room).with_suffix(".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in (path.parent, root / "src" / "iaijutsu"):
        (folder / "__init__.py").touch()
    path.write_text(text + "\n", encoding="utf-8")
    return path


def test_the_house_keeps_its_contracts() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_an_empty_house_keeps_the_contracts(house: Path) -> None:
    assert lint(house).returncode == 0


def test_rooms_that_are_not_built_yet_are_no_offence(house: Path) -> None:
    for room in ("rpg", "players", "formats", "analysis", "bridges", "play"):
        shutil.rmtree(house / "src" / "iaijutsu" / room)
    assert lint(house).returncode == 0


@pytest.mark.parametrize(("room", "offence", "words"), OFFENCES, ids=[f"{o[0]}: {o[1]}" for o in OFFENCES])
def test_an_offence_is_seen(house: Path, room: str, offence: str, words: str) -> None:
    write_module(house, room, offence)
    done = lint(house)
    assert done.returncode == 1, done.stdout + done.stderr
    assert words in done.stdout


# ------------------------------------------------------------------ what the contracts cannot say


def imported_by(package: Path, path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file names in an import, wherever it stands: its line and its absolute name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = source_of(node, package, path)
            yield node.lineno, module
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in ("__import__", "import_module") and node.args:
            name = node.args[0]
            yield node.lineno, str(name.value) if isinstance(name, ast.Constant) else "(a name made while running)"


def source_of(node: ast.ImportFrom, package: Path, path: Path) -> str:
    """The absolute name of the module that a `from` import takes from."""
    if not node.level:
        return str(node.module)
    folders = ["iaijutsu", *path.relative_to(package).parent.parts]
    above = folders[: len(folders) - node.level + 1]
    return ".".join([*above, node.module] if node.module else above)


def called(node: ast.Call) -> str:
    """The last part of the name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def faults(package: Path) -> list[str]:
    """Every import in a package that breaks a rule of the house, and every room without a door."""
    found = [f"{folder.relative_to(package)}: no __init__.py, so no contract sees it" for folder in unseen(package)]
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package).as_posix()
        for line, name in imported_by(package, path):
            found += [f"{where}:{line}: {name}: {why}" for why in rules_broken(where, name)]
    return found


def unseen(package: Path) -> list[Path]:
    """Folders with modules in them but no `__init__.py`."""
    folders = {path.parent for path in package.rglob("*.py")}
    return sorted(folder for folder in folders if not (folder / "__init__.py").exists())


def rules_broken(where: str, name: str) -> Iterator[str]:
    """What is wrong with importing `name` in the file `where`, a path inside the package."""
    room, top = where.partition("/")[0], name.partition(".")[0]
    if room in STANDARD_LIBRARY_ONLY and top != "iaijutsu" and top not in sys.stdlib_module_names:
        yield f"{room} stands on the standard library alone"
    if room in RULES and top in WORLDLY:
        yield "rules know nothing of the world outside"
    if within(name, "iaijutsu.play") and room not in ("play", "__main__.py"):
        yield "only __main__ imports play"
    if within(name, "iaijutsu.formats") and room not in ("play", "formats"):
        yield "only play imports formats"
    if where in [f"play/server/{one}.py" for one in FRONT] and any(within(name, f"{SERVER}.{one}") for one in BEHIND):
        yield "pages, streams and the JSON interface call the house, and nothing behind it"


def within(name: str, package: str) -> bool:
    """Whether a module is this package or in it."""
    return name == package or name.startswith(package + ".")


def test_the_sources_keep_the_rules() -> None:
    assert faults(PACKAGE) == []
    assert all((PACKAGE / "play/server" / f"{one}.py").exists() for one in (*FRONT, *BEHIND))


@pytest.mark.parametrize(
    ("room", "offence", "words"),
    [
        ("engine/session", "import numpy", "standard library alone"),
        ("cards/duel", "def f():\n    from rich.text import Text", "standard library alone"),
        ("rpg/duel", "import yaml as json", "standard library alone"),
        ("players/agent", "import importlib\nimportlib.import_module('numpy')", "standard library alone"),
        ("players/agent", "name = 'x'\n__import__(name)", "standard library alone"),
        ("cards/__init__", "import random", "rules know nothing"),
        ("rpg/__init__", "from os import environ", "rules know nothing"),
        ("__init__", "import iaijutsu.play", "only __main__ imports play"),
        ("bridges/research", "from iaijutsu import play", "only __main__ imports play"),
        ("analysis/odds", "from iaijutsu import formats", "only play imports formats"),
        ("__main__", "import iaijutsu.formats", "only play imports formats"),
        ("analysis/odds", "from .. import formats", "only play imports formats"),
        ("analysis/odds", "from ..formats.decks import read", "only play imports formats"),
        ("play/server/pages", "from . import table", "call the house"),
        ("play/server/stream", "from .database import database", "call the house"),
    ],
)
def test_a_fault_in_the_sources_is_seen(house: Path, room: str, offence: str, words: str) -> None:
    assert faults(house / "src" / "iaijutsu") == []
    write_module(house, room, offence)
    found = faults(house / "src" / "iaijutsu")
    assert found, "nothing was seen"
    assert all(words in fault for fault in found), found


def test_a_room_without_a_door_is_seen(house: Path) -> None:
    (house / "src" / "iaijutsu" / "rpg" / "__init__.py").unlink()
    assert faults(house / "src" / "iaijutsu") == ["rpg: no __init__.py, so no contract sees it"]
