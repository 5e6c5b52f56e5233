"""Every clause of the rules has a test that is marked with it, and no test is marked with a clause that is not there.

The clauses are in `src/iaijutsu/*/clauses.toml`. The marks are read from the sources of the tests, so a test that
is skipped on this machine still counts, and a mark on something that is no test does not.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
CLAUSE_FILES = sorted((ROOT / "src" / "iaijutsu").glob("*/clauses.toml"))
KEYS = {"id": str, "text": str, "source": str, "reading": bool}


# ------------------------------------------------------------------ the files


def clauses_in(file: Path) -> list[dict[str, Any]]:
    """The clauses of one file, in its order."""
    listed = tomllib.loads(file.read_text(encoding="utf-8")).get("clause")
    assert isinstance(listed, list), f"{file} has no [[clause]]"
    return listed


def faults_of(game: str, clause: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the form of one clause."""
    name = clause.get("id", "a clause without an id")
    for key, kind in KEYS.items():
        if key not in clause:
            if key != "reading":
                yield f"{name}: {key} is missing"
        elif not isinstance(clause[key], kind) or clause[key] == "":
            yield f"{name}: {key} = {clause[key]!r}, not a filled {kind.__name__}"
    if unknown := set(clause) - set(KEYS):
        yield f"{name}: unknown {sorted(unknown)}"
    if not str(name).startswith(f"{game}."):
        yield f"{name}: ids of this game begin with {game}."


@pytest.mark.parametrize("file", CLAUSE_FILES, ids=lambda file: file.parent.name)
def test_the_clauses_of_a_game_are_well_formed(file: Path) -> None:
    clauses = clauses_in(file)
    assert [fault for clause in clauses for fault in faults_of(file.parent.name, clause)] == []
    ids = [clause["id"] for clause in clauses]
    assert sorted(ids) == sorted(set(ids)), "an id stands twice"


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ({"text": "t", "source": "s"}, "id is missing"),
        ({"id": "cards.x", "text": "", "source": "s"}, "text = ''"),
        ({"id": "cards.x", "text": "t", "source": "s", "reading": "yes"}, "reading = 'yes'"),
        ({"id": "cards.x", "text": "t", "source": "s", "note": "n"}, "unknown ['note']"),
        ({"id": "rpg.x", "text": "t", "source": "s"}, "begin with cards."),
    ],
)
def test_an_ill_formed_clause_is_seen(clause: dict[str, Any], words: str) -> None:
    assert any(words in fault for fault in faults_of("cards", clause))


# ------------------------------------------------------------------ the marks


class Marks(ast.NodeVisitor):
    """The clause marks of one test file: on tests, on their classes and parameters, or on the whole file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ids: set[str] = set()
        self.astray: list[str] = []

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """A mark above a test or a class of tests counts; above anything else it holds nothing to anything."""
        wanted = "Test" if isinstance(node, ast.ClassDef) else "test_"
        for decorator in node.decorator_list:
            if is_clause(decorator) and not node.name.startswith(wanted):
                self.astray.append(f"{self.name}:{decorator.lineno}: {node.name} is no test")
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef  # noqa: N815 - names that ast gives

    def visit_Call(self, node: ast.Call) -> None:
        """Every mark, wherever it stands, with its ids spelt out."""
        if is_clause(node):
            self.take(node)
        self.generic_visit(node)

    def take(self, node: ast.Call) -> None:
        """Notes the ids of one mark."""
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self.ids.add(argument.value)
            else:
                self.astray.append(f"{self.name}:{argument.lineno}: spell the id out, it is read from the source")
        if not node.args:
            self.astray.append(f"{self.name}:{node.lineno}: a mark without a clause")


def is_clause(node: ast.expr) -> bool:
    """Whether this is `pytest.mark.clause(...)` or `mark.clause(...)`."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.clause", "mark.clause")


def marks_in(folder: Path) -> tuple[set[str], list[str]]:
    """The clause ids that tests are marked with, and what is wrong with marks."""
    ids: set[str] = set()
    astray: list[str] = []
    for path in sorted(folder.rglob("test_*.py")):
        marks = Marks(path.relative_to(folder).as_posix())
        marks.visit(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        ids |= marks.ids
        astray += marks.astray
    return ids, astray


def unmet(known: set[str], folder: Path) -> list[str]:
    """What separates the clauses from the tests: clauses without a test, tests of no clause, marks gone astray."""
    marked, astray = marks_in(folder)
    return [
        *(f"{clause}: no test is marked with it" for clause in sorted(known - marked)),
        *(f"{clause}: a test is marked with it, but no clauses.toml has it" for clause in sorted(marked - known)),
        *astray,
    ]


def test_every_clause_has_a_test_and_every_mark_a_clause() -> None:
    known = {clause["id"] for file in CLAUSE_FILES for clause in clauses_in(file)}
    assert unmet(known, ROOT / "tests") == []


def test_there_are_clauses() -> None:
    assert CLAUSE_FILES, "no clauses.toml: nothing holds the program to the rules"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "cards.x: no test is marked with it"),
        ("@pytest.mark.{mark}('cards.x')\ndef test_it(): ...", None),
        ("@pytest.mark.{mark}('cards.x')\nasync def test_it(): ...", None),
        ("pytestmark = [pytest.mark.{mark}('cards.x')]", None),
        ("CASES = [pytest.param(1, marks=pytest.mark.{mark}('cards.x'))]", None),
        ("@pytest.mark.{mark}('cards.x')\nclass TestIt:\n    def test_it(self): ...", None),
        ("@pytest.mark.{mark}('cards.x')\ndef helper(): ...", "helper is no test"),
        ("@pytest.mark.{mark}('cards.x', 'cards.y')\ndef test_it(): ...", "cards.y: a test is marked with it"),
        ("ID = 'cards.x'\n@pytest.mark.{mark}(ID)\ndef test_it(): ...", "spell the id out"),
        ("@pytest.mark.{mark}()\ndef test_it(): ...", "a mark without a clause"),
    ],
)
def test_a_missing_or_stray_mark_is_seen(tmp_path: Path, source: str, words: str | None) -> None:
    (tmp_path / "test_it.py").write_text(source.replace("{mark}", "clause"), encoding="utf-8")
    found = unmet({"cards.x"}, tmp_path)
    assert found == [] if words is None else any(words in fault for fault in found)
