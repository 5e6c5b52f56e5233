"""What the house stands on: measures of the code, documentation, versions, and the account of tests left out."""

import ast
import importlib
import inspect
import os
import pkgutil
import re
import shutil
import statistics
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import iaijutsu

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "iaijutsu"
LONGEST_FUNCTION = 50  # lines without the docstring
LONGEST_MODULE = 500
LONGEST_SCRIPT = 150

Function = ast.FunctionDef | ast.AsyncFunctionDef


# ------------------------------------------------------------------ measures


def functions_in(text: str) -> Iterator[tuple[Function, int]]:
    """Each function of a module, and its length in lines without its docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function):
            yield node, length(node)


def length(node: Function) -> int:
    """How many lines a function has, from `def` to its end, its docstring not counted."""
    whole = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is None or first.end_lineno is None:
        return whole
    return whole - (first.end_lineno - first.lineno + 1)


def too_long(name: str, text: str) -> list[str]:
    """What is longer in a module than the house allows."""
    found = [
        f"{name}:{node.lineno}: {node.name} has {lines} lines, more than {LONGEST_FUNCTION}"
        for node, lines in functions_in(text)
        if lines > LONGEST_FUNCTION
    ]
    if (lines := text.count("\n")) >= LONGEST_MODULE:
        found.append(f"{name}: {lines} lines, not under {LONGEST_MODULE}")
    return found


def modules() -> list[Path]:
    """Every module that is kept in the house's measure: the package and run.py."""
    return [*sorted(PACKAGE.rglob("*.py")), ROOT / "run.py"]


def test_no_function_and_no_module_is_too_long() -> None:
    for path in modules():
        assert too_long(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) == []


def test_the_script_of_the_pages_is_short() -> None:
    """Ours, whole: blank lines and comments too. What the pages need more of is for the server to do."""
    scripts = [path for path in sorted(PACKAGE.rglob("*.js")) if not path.name.endswith(".min.js")]
    assert len(scripts) == 1
    assert scripts[0].read_text(encoding="utf-8").count("\n") < LONGEST_SCRIPT


def test_most_functions_are_short() -> None:
    lengths = [lines for path in modules() for _, lines in functions_in(path.read_text(encoding="utf-8"))]
    assert statistics.median(lengths) < 10


def test_what_is_too_long_is_seen() -> None:
    body = "    pass\n" * LONGEST_FUNCTION
    assert too_long("m", f"def f():\n    '''Says\n    much.'''\n{body}")[0].startswith("m:1: f has 51 lines")
    assert too_long("m", f"def f():\n{body}".replace("    pass\n", "", 1)) == []
    assert too_long("m", "\n" * LONGEST_MODULE) == ["m: 500 lines, not under 500"]


# ------------------------------------------------------------------ documentation


def every_module() -> Iterator[ModuleType]:
    """Every module of the package but `__main__`, which would run."""
    yield iaijutsu
    for found in pkgutil.walk_packages(iaijutsu.__path__, "iaijutsu."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def undocumented(module: ModuleType) -> list[str]:
    """The public methods and properties that neither say nor inherit what they do; ruff sees to the rest."""
    return [
        f"{module.__name__}.{owner.__name__}.{name}"
        for owner in vars(module).values()
        if inspect.isclass(owner) and owner.__module__ == module.__name__ and not owner.__name__.startswith("_")
        for name, member in vars(owner).items()
        if not name.startswith("_") and is_method(member) and not inspect.getdoc(getattr(owner, name))
    ]


def is_method(member: object) -> bool:
    """Whether this is written as a function in the body of a class."""
    return isinstance(member, FunctionType | classmethod | staticmethod | property)


def test_every_public_method_is_documented() -> None:
    assert [name for module in every_module() for name in undocumented(module)] == []


def test_an_undocumented_method_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("made_up")
    monkeypatch.setitem(sys.modules, "made_up", module)
    text = """
class Base:
    def said(self):
        "Said."
    def _private(self): ...
    @property
    def silent(self): ...
class Child(Base):
    def said(self): ...
    def mute(self): ...
"""
    exec(compile(text, "made_up", "exec"), vars(module))
    assert undocumented(module) == ["made_up.Base.silent", "made_up.Child.mute"]


# ------------------------------------------------------------------ versions and packages


def project() -> dict[str, object]:
    """The project table of pyproject.toml."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(table, dict)
    return table


def wanted() -> list[tuple[str, Requirement]]:
    """Every requirement on another package, and the extra it belongs to."""
    extras = project()["optional-dependencies"]
    assert isinstance(extras, dict)
    listed = [(extra, Requirement(line)) for extra, lines in extras.items() for line in lines]
    return [(extra, requirement) for extra, requirement in listed if requirement.name != "iaijutsu"]


def pins() -> dict[str, str]:
    """The versions in constraints.txt by name. Each line is a name and a version, and nothing else."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    found = [line.partition("==") for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", "".join(parts)) for parts in found)
    return {str(canonicalize_name(name)): version for name, _, version in found}


def test_the_tests_try_this_checkout() -> None:
    assert Path(iaijutsu.__file__).is_relative_to(PACKAGE)


def test_the_core_needs_no_other_package() -> None:
    assert project()["dependencies"] == []
    assert (PACKAGE / "py.typed").exists()


def test_every_requirement_is_bounded_and_pinned_within_its_bounds() -> None:
    for extra, requirement in wanted():
        assert requirement.specifier, f"{extra}: {requirement} takes any version"
        pin = pins()[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(pin), f"{extra}: {requirement}, but constraints.txt says {pin}"


def test_the_changelog_tells_of_this_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert iaijutsu.__version__ in headings or headings == ["Unreleased"]


def test_no_file_speaks_of_the_machine_it_was_written_on() -> None:
    spoken = re.compile("/" + r"(work|root|home/\w+|Users/\w+)" + "/")
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in written_files()
        if (match := spoken.search(path.read_text(encoding="utf-8", errors="replace")))
    ]
    assert found == []


def written_files() -> Iterator[Path]:
    """What people wrote: sources, tests, documents and settings."""
    kinds = (".py", ".toml", ".md", ".txt", "")
    inside = (path for name in ("src", "tests", "docs", "benchmarks", ".ci") for path in (ROOT / name).rglob("*"))
    yield from (path for path in (*inside, *ROOT.iterdir()) if path.suffix in kinds and path.is_file())


# ------------------------------------------------------------------ the account of what was left out

TESTS = """
import pytest

@pytest.mark.long
def test_long(): assert False, "it ran"

@pytest.mark.{mark}
def test_machine(): pytest.skip("none here")

def test_real(realdata): pass

def test_short(): pass
"""


def run_pytest(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs a small suite under the real conftest and settings."""
    (folder / "tests").mkdir(exist_ok=True)
    shutil.copy(ROOT / "tests" / "conftest.py", folder / "tests")
    shutil.copy(ROOT / "pyproject.toml", folder)
    gone = ("IAIJUTSU_REQUIRE_ALL", "IAIJUTSU_LEFT_OUT", "IAIJUTSU_REALDATA", "PYTEST_XDIST_WORKER", "PYTEST_ADDOPTS")
    kept = {name: value for name, value in os.environ.items() if name not in gone}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=folder, env={**kept, **settings}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_is_left_out_is_counted_by_reason(tmp_path: Path, workers: str) -> None:
    write_tests(tmp_path, "browser")
    done = run_pytest(tmp_path, "-n", workers)
    assert done.returncode == 0, done.stdout
    assert "left out: 3 tests\n     1  long test: comes with --long\n     1  no real files here" in done.stdout
    assert "1 passed, 3 skipped" in done.stdout


@pytest.mark.parametrize("mark", ["browser", "database"])
def test_a_machine_that_must_have_everything_may_not_skip(tmp_path: Path, mark: str) -> None:
    write_tests(tmp_path, mark)
    done = run_pytest(tmp_path, IAIJUTSU_REQUIRE_ALL="1")
    assert done.returncode == 1
    assert "test_machine has to run here, and was left out: none here" in done.stdout
    assert "1 failed, 1 passed, 2 skipped" in done.stdout


def test_there_a_whole_file_may_not_be_skipped_either(tmp_path: Path) -> None:
    write_tests(tmp_path, "browser", "import pytest\npytest.importorskip('no_such_module')\n")
    assert "1 skipped" in run_pytest(tmp_path).stdout
    done = run_pytest(tmp_path, IAIJUTSU_REQUIRE_ALL="1")
    assert done.returncode != 0
    assert "has to run here" in done.stdout


def test_long_tests_run_when_asked_for(tmp_path: Path) -> None:
    write_tests(tmp_path, "browser")
    done = run_pytest(tmp_path, "--long")
    assert done.returncode == 1
    assert "it ran" in done.stdout


def test_real_files_are_used_where_they_are_and_a_wrong_folder_is_a_fault(tmp_path: Path) -> None:
    write_tests(tmp_path, "browser")
    assert "2 passed, 2 skipped" in run_pytest(tmp_path, IAIJUTSU_REALDATA=str(tmp_path)).stdout
    wrong = run_pytest(tmp_path, IAIJUTSU_REALDATA=str(tmp_path / "none"))
    assert "which is no folder" in wrong.stdout


def write_tests(folder: Path, mark: str, text: str = TESTS) -> None:
    """Writes a small suite with one test of each kind."""
    (folder / "tests").mkdir()
    (folder / "tests" / "test_it.py").write_text(text.replace("{mark}", mark), encoding="utf-8")
