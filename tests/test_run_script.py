"""run.py, as a user meets it: real processes in a made-up checkout, with a pip that only pretends to install.

The pretended pip notes how it was called, and puts a program into the environment that says how it was started.
"""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0  # seconds after which something hangs

PIP = """
import json, os, pathlib, sys, time
here = pathlib.Path(__file__).parent.parent
names = ("PIP_USER", "PIP_TARGET", "PYTHONHOME")
call = {"argv": sys.argv[1:], "cwd": os.getcwd(), "env": {n: os.environ[n] for n in names if n in os.environ}}
with (here / "calls").open("a") as calls:
    calls.write(json.dumps(call) + "\\n")
mood = os.environ.get("PRETENDED_PIP", "")
if mood:
    sys.exit(mood)
if (here / "hold").exists():
    (here / "holding").touch()
    while (here / "hold").exists():
        time.sleep(0.02)
if "--editable" in sys.argv:
    python = sys.argv[sys.argv.index("--python") + 1] if "--python" in sys.argv else sys.executable
    for place in pathlib.Path(python).parent.parent.glob("lib/python*/site-packages"):
        (place / "iaijutsu.py").write_text("import json, os, sys\\n"
            "print(json.dumps({'argv': sys.argv[1:], 'cwd': os.getcwd(), 'pid': os.getpid(), 'prefix': sys.prefix}))")
"""
WITHOUT = """
import os, sys
if sys.prefix == os.environ.get("OUTSIDE"):
    for name in os.environ["WITHOUT"].split():
        sys.modules[name] = None
"""
TOOL = """
import json, os, pathlib, sys
here = pathlib.Path(__file__).parent
with (here / "tools").open("a") as tools:
    tools.write(json.dumps(["NAME", *sys.argv[1:]]) + "\\n")
if "NAME" == "pytest":
    with open(os.environ["IAIJUTSU_LEFT_OUT"], "a") as account:
        account.write(json.dumps({"no browser": 2, "long test": 1}) + "\\n")
sys.exit("NAME" in os.environ.get("FAILING", "").split())
"""


class Checkout:
    """A made-up checkout, and beside it the pretended pip."""

    def __init__(self, folder: Path) -> None:
        self.beside = folder / "beside"
        (self.beside / "pip").mkdir(parents=True)
        (self.beside / "pip" / "__init__.py").touch()
        (self.beside / "pip" / "__main__.py").write_text(PIP)
        (self.beside / "ensurepip.py").touch()
        (self.beside / "sitecustomize.py").write_text(WITHOUT)
        self.root = folder / "a folder with spaces"
        self.root.mkdir()
        shutil.copy(ROOT / "run.py", self.root)
        (self.root / "pyproject.toml").write_text("[project]\n")
        (self.root / "constraints.txt").write_text("rich==1\n")
        self.home = self.root / ".venv"
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *words: str, **settings: str) -> "subprocess.Popen[str]":
        """Starts run.py from another folder, in a session of its own."""
        process = subprocess.Popen(
            [sys.executable, str(self.root / "run.py"), *words],
            cwd=self.beside,
            env={**os.environ, "PYTHONPATH": str(self.beside), "OUTSIDE": sys.prefix, "WITHOUT": "", **settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def run(self, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Runs run.py to its end; it never shows a traceback."""
        return finish(self.start(*words, **settings))

    def plays(self) -> subprocess.CompletedProcess[str]:
        """Runs `run.py play`, which must work."""
        done = self.run("play")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["argv"] == ["play"]
        return done

    def calls(self) -> list[dict[str, Any]]:
        """How pip was called so far."""
        noted = self.beside / "calls"
        return [json.loads(line) for line in noted.read_text().splitlines()] if noted.exists() else []

    def installed(self) -> list[str]:
        """What the editable installs so far were asked for."""
        return [call["argv"][-1] for call in self.calls() if "--editable" in call["argv"]]

    def hold(self) -> "subprocess.Popen[str]":
        """Starts `run.py play`, and waits until its pip hangs."""
        (self.beside / "hold").touch()
        started = self.start("play")
        wait_until((self.beside / "holding").exists)
        return started

    def let_go(self) -> None:
        """Lets the hanging pip go on."""
        (self.beside / "hold").unlink()

    def close(self) -> None:
        """Ends what a failed test left running."""
        (self.beside / "hold").unlink(missing_ok=True)
        for process in self.started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()


def finish(process: "subprocess.Popen[str]") -> subprocess.CompletedProcess[str]:
    """Waits for a started run.py; it never shows a traceback."""
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def wait_until(happened: Callable[[], bool]) -> None:
    """Waits for something that happens in another process."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.02)


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Checkout]:
    made = Checkout(tmp_path)
    yield made
    made.close()


# ------------------------------------------------------------------ setting up


def test_the_first_run_sets_up_and_the_second_only_runs(checkout: Checkout) -> None:
    first = checkout.plays()
    assert "Setting up" in first.stderr
    calls = len(checkout.calls())
    second = checkout.plays()
    assert (second.stderr, len(checkout.calls())) == ("", calls)


def test_the_program_gets_the_words_the_folder_and_the_process(checkout: Checkout) -> None:
    started = checkout.start("cards", "show", "--as=x y")
    said = json.loads(finish(started).stdout)
    assert said == {
        "argv": ["cards", "show", "--as=x y"],
        "cwd": str(checkout.beside),
        "pid": started.pid,
        "prefix": str(checkout.home),
    }


def test_pip_installs_within_the_constraints_whatever_the_user_set(checkout: Checkout) -> None:
    checkout.run("play", PIP_USER="1", PIP_TARGET="/nowhere", PYTHONHOME=sys.base_prefix)
    for call in checkout.calls():
        assert call["cwd"] == str(checkout.root)
        assert call["env"] == {"PIP_USER": "0"}
        assert "--constraint" in str(call["argv"])
    assert checkout.installed() == [".[app]"]


def test_tests_need_more_and_playing_after_them_takes_nothing_away(checkout: Checkout) -> None:
    checkout.plays()
    checkout.run("test", "tests/cards")
    checkout.plays()
    assert checkout.installed() == [".[app]", ".[app,test]"]
    (checkout.root / "pyproject.toml").write_text("# new\n")
    checkout.plays()
    assert checkout.installed()[-1] == ".[app,test]"


POSTGRES = "postgresql://table@db.example/duels"


@pytest.mark.parametrize(
    ("words", "settings", "extras"),
    [
        (["serve"], {}, "app,web"),
        (["serve", "--port", "8001"], {"IAIJUTSU_DATABASE": "sqlite:///duels.db"}, "app,web"),
        (["serve", "--database", POSTGRES], {}, "app,pg,web"),
        (["serve", f"--database={POSTGRES}"], {}, "app,pg,web"),
        (["serve"], {"IAIJUTSU_DATABASE": POSTGRES}, "app,pg,web"),
        (["play"], {"IAIJUTSU_DATABASE": POSTGRES}, "app"),
    ],
)
def test_a_server_needs_more_and_gets_no_more_than_it_needs(
    checkout: Checkout, words: list[str], settings: dict[str, str], extras: str
) -> None:
    done = checkout.run(*words, **settings)
    assert json.loads(done.stdout)["argv"] == words
    assert checkout.installed() == [f".[{extras}]"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "run.py"])
def test_an_update_installs_again_into_what_is_there(checkout: Checkout, name: str) -> None:
    checkout.plays()
    (checkout.home / "mine").touch()
    with (checkout.root / name).open("a") as file:
        file.write("\n# an update\n")
    assert "something new is needed" in checkout.plays().stderr
    assert (checkout.home / "mine").exists()
    assert checkout.plays().stderr == ""


def test_a_moved_checkout_sets_itself_up_anew(checkout: Checkout) -> None:
    checkout.plays()
    (checkout.home / "old").touch()
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    checkout.home = checkout.root / ".venv"
    assert "anew: moved, or another Python" in checkout.plays().stderr
    assert not (checkout.home / "old").exists()


def test_another_python_sets_it_up_anew(checkout: Checkout) -> None:
    checkout.plays()
    (checkout.home / "bin" / "python").unlink()
    assert "anew: moved, or another Python" in checkout.plays().stderr


def test_the_environment_can_be_elsewhere(checkout: Checkout) -> None:
    elsewhere = checkout.beside / "deep" / "down"
    done = checkout.run("play", IAIJUTSU_VENV=str(elsewhere))
    assert json.loads(done.stdout)["prefix"] == str(elsewhere)
    assert not checkout.home.exists()


# ------------------------------------------------------------------ interrupted, and two at once


def test_two_at_once_set_up_once(checkout: Checkout) -> None:
    first = checkout.hold()
    second = checkout.start("play")
    assert second.stderr is not None
    assert "waiting" in second.stderr.readline()
    checkout.let_go()
    assert finish(first).returncode == finish(second).returncode == 0
    assert checkout.installed() == [".[app]"]


def test_a_killed_set_up_is_cleared_once_its_pip_has_ended(checkout: Checkout) -> None:
    first = checkout.hold()
    (checkout.home / "half").touch()
    first.kill()
    first.communicate(timeout=PATIENCE)
    second = checkout.start("play")
    assert second.stderr is not None
    assert "waiting" in second.stderr.readline()  # its pip goes on, and holds the lock
    assert (checkout.home / "half").exists()
    checkout.let_go()
    done = finish(second)
    assert done.returncode == 0
    assert "an earlier set-up did not finish" in done.stderr
    assert not (checkout.home / "half").exists()


def test_an_interrupted_set_up_says_so_and_is_cleared(checkout: Checkout) -> None:
    first = checkout.hold()
    os.killpg(first.pid, signal.SIGINT)
    done = finish(first)
    assert (done.returncode, done.stdout) == (130, "")
    assert "Interrupted" in done.stderr
    checkout.let_go()
    assert "an earlier set-up did not finish" in checkout.plays().stderr


def test_a_garbled_note_of_ours_costs_a_new_install_and_no_more(checkout: Checkout) -> None:
    checkout.plays()
    (checkout.home / "iaijutsu-setup.json").write_text("{")
    assert "into the one that is there" in checkout.plays().stderr
    assert checkout.plays().stderr == ""


# ------------------------------------------------------------------ what is in the way


def test_an_environment_made_by_hand_is_used_and_kept(checkout: Checkout) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(checkout.home)], check=True)
    (checkout.home / "mine").touch()
    assert "into the one that is there" in checkout.plays().stderr
    assert checkout.run("play", PRETENDED_PIP="").returncode == 0
    (checkout.root / "constraints.txt").write_text("# new\n")
    assert checkout.run("play", PRETENDED_PIP="no").returncode == 1
    checkout.plays()
    assert (checkout.home / "mine").exists()


def test_an_environment_with_a_broken_python_is_cleared(checkout: Checkout) -> None:
    (checkout.home / "bin").mkdir(parents=True)
    (checkout.home / "pyvenv.cfg").touch()
    (checkout.home / "bin" / "python").symlink_to("/nowhere/python3.1")
    assert "its Python does not work" in checkout.plays().stderr


def test_a_folder_that_is_no_environment_is_left_alone(checkout: Checkout) -> None:
    (checkout.beside / "letters").mkdir()
    (checkout.beside / "letters" / "to mother").touch()
    done = checkout.run("play", IAIJUTSU_VENV=str(checkout.beside / "letters"))
    assert done.returncode == 1
    assert "is in the way" in done.stderr
    assert (checkout.beside / "letters" / "to mother").exists()


def test_a_place_that_cannot_be_written_is_named(checkout: Checkout) -> None:
    nobody_writes_here = Path("/sys/iaijutsu/venv")
    if not nobody_writes_here.parent.parent.is_dir():
        pytest.skip("no /sys on this system")
    done = checkout.run("play", IAIJUTSU_VENV=str(nobody_writes_here))
    assert done.returncode == 1
    assert "may not write /sys/iaijutsu" in done.stderr
    assert "IAIJUTSU_VENV=FOLDER" in done.stderr


def test_a_checkout_with_a_file_missing_says_which(checkout: Checkout) -> None:
    (checkout.root / "constraints.txt").unlink()
    done = checkout.run("play")
    assert done.returncode == 1
    assert "constraints.txt" in done.stderr


# ------------------------------------------------------------------ what fails


@pytest.mark.parametrize(
    ("last_words", "hint"),
    [
        ("<HTTPConnection>: Failed to establish a new connection", "is this machine online?"),
        ("Temporary failure in name resolution", "is this machine online?"),
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("ERROR: something nobody thought of", ""),
    ],
)
def test_a_failed_install_shows_the_end_of_what_pip_said(checkout: Checkout, last_words: str, hint: str) -> None:
    done = checkout.run("play", PRETENDED_PIP=last_words)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"    {last_words}" in done.stderr
    assert hint in done.stderr
    assert (checkout.home / "setup.log").read_text().strip() == last_words
    checkout.plays()


def test_without_any_pip_it_says_what_to_install(checkout: Checkout) -> None:
    done = checkout.run("play", WITHOUT="pip ensurepip")
    assert done.returncode == 1
    assert "apt install python3-pip" in done.stderr
    assert not checkout.home.exists()


def test_a_pip_too_old_counts_as_none(checkout: Checkout) -> None:
    record = checkout.beside / "pip-21.3.1.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: pip\nVersion: 21.3.1\n")
    assert "before 22.3" in checkout.run("play", WITHOUT="ensurepip").stderr


def test_without_pip_outside_the_environment_gets_its_own(checkout: Checkout) -> None:
    done = checkout.run("play", WITHOUT="pip")
    assert done.returncode == 0, done.stderr
    assert "--python" not in str(checkout.calls())
    assert checkout.installed() == [".[app]"]


def test_an_old_python_is_told_so_before_anything_else() -> None:
    script = str(ROOT / "run.py")
    ast.parse((ROOT / "run.py").read_text(), feature_version=(3, 7))  # else an old one stops at the syntax
    code = f"import sys; sys.version_info = (3, 9, 2); exec(compile(open({script!r}).read(), {script!r}, 'exec'))"
    done = subprocess.run([sys.executable, "-c", code, "play"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("iaijutsu needs Python 3.11 or newer; this is Python 3.9")
    assert "Traceback" not in done.stderr


def test_without_words_it_explains_itself_and_installs_nothing(checkout: Checkout) -> None:
    done = checkout.run()
    assert done.returncode == 2
    assert "python3 run.py play" in done.stdout
    assert checkout.run("--help").returncode == 0
    assert not checkout.home.exists()


def test_a_reader_who_has_heard_enough_is_no_error(checkout: Checkout) -> None:
    gone, into = os.pipe()
    os.close(gone)
    command = [sys.executable, str(checkout.root / "run.py"), "--help"]
    done = subprocess.run(command, stdout=into, stderr=subprocess.PIPE, text=True, check=False)
    os.close(into)
    assert (done.returncode, done.stderr) == (1, "")


# ------------------------------------------------------------------ run.py test


@pytest.fixture
def tools(checkout: Checkout) -> Checkout:
    """A checkout whose tools only say how they were called."""
    for name in ("ruff", "mypy", "pytest"):
        (checkout.beside / f"{name}.py").write_text(TOOL.replace("NAME", name))
    (checkout.beside / "importlinter").mkdir()
    (checkout.beside / "importlinter" / "cli.py").write_text("def lint_imports_command(): pass\n")
    (checkout.root / "tests").mkdir()
    return checkout


def used(checkout: Checkout) -> list[list[str]]:
    """How the tools were called."""
    return [json.loads(line) for line in (checkout.beside / "tools").read_text().splitlines()]


def test_everything_is_checked_and_what_was_left_out_is_counted(tools: Checkout) -> None:
    (tools.root / "tests" / "test_page.py").write_text("@pytest.mark." + "browser\ndef test_page(): ...")
    done = tools.run("test")
    assert done.returncode == 0, done.stderr
    assert [words[0] for words in used(tools)] == ["ruff", "ruff", "mypy", "pytest", "pytest"]
    assert used(tools)[-1] == ["pytest", "-m", "browser"]
    assert used(tools)[-2][-2:] == ["-m", "not browser and not database"]
    assert done.stdout.endswith(
        "left out: 6 tests\n     2  long test\n     4  no browser\n"
        "all well: style, layout, types, layers, tests, browser\n"
    )


@pytest.mark.parametrize("failing", ["ruff", "mypy", "pytest"])
def test_one_failure_fails_the_whole_and_stops_nothing(tools: Checkout, failing: str) -> None:
    done = tools.run("test", FAILING=failing)
    assert done.returncode == 1
    assert len(used(tools)) == 4
    names = {"ruff": "style, layout", "mypy": "types", "pytest": "tests"}
    assert done.stdout.endswith(f"FAILED: {names[failing]}\n")


def test_long_is_handed_on(tools: Checkout) -> None:
    tools.run("test", "--long")
    assert "--long" in used(tools)[-1]
    assert len(used(tools)) == 4


def test_arguments_go_to_pytest_alone(tools: Checkout) -> None:
    tools.run("test", "tests/cards", "--long", "-k", "strike")
    assert used(tools) == [["pytest", "--long", "tests/cards", "-k", "strike"]]


# ------------------------------------------------------------------ the real thing


@pytest.mark.long
def test_a_real_set_up_plays(tmp_path: Path) -> None:
    """With the real pip and the real packages; needs a package index."""
    root = tmp_path / "a folder with spaces"
    root.mkdir()
    for name in ("run.py", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    outside = getattr(sys, "_base_executable", sys.executable)
    command = [outside, str(root / "run.py"), "play"]
    first, second = (really_run(command, cwd=tmp_path) for _ in range(2))
    assert "Setting up" in first.stderr
    assert first.stdout
    assert second.stderr == ""


def really_run(command: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command without a terminal; it must work."""
    done = subprocess.run(
        command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done
