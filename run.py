#!/usr/bin/env python3
"""Sets up what iaijutsu needs, once, in a folder of this checkout; then runs what you ask for.

    python3 run.py play                plays a duel (without a terminal: shows a finished one)
    python3 run.py serve               opens the table in the browser, here and for who is given a link
    python3 run.py test [--long]       everything that this machine can test, and what it left out and why
    python3 run.py test ARGUMENTS      pytest alone, with these arguments: tests/cards -k strike
    python3 run.py WORD ...            any other word of the `iaijutsu` command; `--help` after it explains it

Needed: Python 3.11 or newer with pip. The first run installs the rest into .venv and takes some seconds; the
next start at once. IAIJUTSU_VENV=FOLDER puts that environment somewhere else.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the whole file parses from Python 3.6 on, to say this
    sys.exit(
        "iaijutsu needs Python 3.11 or newer; this is Python %d.%d (%s).\n"  # noqa: UP031
        "Start it with a newer one, for example: python3.11 run.py play"
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )

import errno
import hashlib
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
STAMPED = ("pyproject.toml", "constraints.txt", "run.py")  # a change in one of these renews the set-up
EXTRAS = {"serve": {"app", "web"}, "test": {"app", "test"}}  # what a word needs; every other one needs the table alone
BUILDER = "hatchling"  # kept inside, so that an update without new packages needs no network
CHECKS = (
    ("style", ["-m", "ruff", "check", "."]),
    ("layout", ["-m", "ruff", "format", "--check", "."]),
    ("types", ["-m", "mypy"]),
    ("layers", ["-c", "from importlinter.cli import lint_imports_command as lint_imports; lint_imports()"]),
)
APART = ("browser", "database")  # marks of the tests that get a process of their own
OFFLINE = (
    "name resolution",
    "new connection",
    "unreachable",
    "timed out",
    "Connection refused",
    "ProxyError",
)


class Trouble(Exception):
    """Something the reader can mend. The message says what is wrong and what would do."""


# ------------------------------------------------------------------ the environment


class Environment:
    """A virtual environment of this checkout, and the note in it that says how far its set-up got.

    The note is there from the first moment, so an interrupted set-up is known by it. An environment without a
    note was made by somebody's own hand: it is used, and never cleared while its Python works.
    """

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.home = home
        self.note_file = home / "iaijutsu-setup.json"
        self.log_file = home / "setup.log"
        self.python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def note(self) -> dict[str, object]:
        """What the last set-up wrote; empty when there is none that can be read."""
        try:
            found = json.loads(self.note_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write_note(self, **facts: object) -> None:
        """Replaces the note in one step, so that no reader sees half of it."""
        fresh = self.note_file.with_suffix(".new")
        fresh.write_text(json.dumps(facts), encoding="utf-8")
        fresh.replace(self.note_file)

    def place(self) -> str:
        """Stands for what an environment cannot be moved away from: the folders and the Python."""
        return stamp(str(self.root), str(self.home), sys.base_prefix, str(sys.implementation.cache_tag))

    def sources(self) -> str:
        """Stands for what decides the packages in it."""
        return stamp(*((self.root / name).read_text(encoding="utf-8") for name in STAMPED))

    def ready(self, extras: set[str]) -> bool:
        """Whether everything asked for is there. Every start asks this, so it only reads four small files."""
        note = self.note()
        return (
            note.get("done") is True
            and note.get("place") == self.place()
            and note.get("sources") == self.sources()
            and extras <= extras_in(note)
            and self.python.exists()
        )

    def empty(self) -> bool:
        """Whether nothing is there yet."""
        return not self.home.exists() or (self.home.is_dir() and not any(self.home.iterdir()))

    def works(self) -> bool:
        """Whether its Python starts and is new enough."""
        probe = [str(self.python), "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        return self.python.exists() and subprocess.run(probe, check=False).returncode == 0


def stamp(*parts: str) -> str:
    """One short word for all these texts, in this order."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]


def extras_in(note: dict[str, object]) -> set[str]:
    """The extras that a note says are installed."""
    listed = note.get("extras")
    return set(listed) if isinstance(listed, list) else set()


def prepare(env: Environment, extras: set[str]) -> None:
    """Brings the environment to where these extras can be used. Raises Trouble.

    One process at a time does so; a second waits, looks again and finds it done.
    """
    try:
        if env.ready(extras):
            return
        env.home.parent.mkdir(parents=True, exist_ok=True)
        with locked(env.home.with_name(env.home.name + ".lock")) as lock:
            if not env.ready(extras):
                set_up(env, extras, lock)
    except OSError as fault:
        raise Trouble(disk_words(fault)) from fault


def set_up(env: Environment, extras: set[str], lock: tuple[int, ...]) -> None:
    """Clears what cannot be used, makes the environment where there is none, and installs."""
    leave_the_environment(env)
    pip = how_to_install(env)
    why = clear_what_is_stale(env)
    say(f"Setting up in {env.home} ({why})...")
    ours = env.empty() or env.note().get("ours") is True
    wanted = sorted(extras | extras_in(env.note()))
    if env.empty():
        env.home.mkdir(exist_ok=True)
        env.write_note(done=False, ours=True)
        must(env, lock, [sys.executable, "-m", "venv", "--without-pip", str(env.home)])
    env.write_note(done=False, ours=ours, extras=wanted)
    if pip[0] == str(env.python):
        must(env, lock, [str(env.python), "-m", "ensurepip"])
    must(env, lock, [*pip, BUILDER])
    must(env, lock, [*pip, "--no-build-isolation", "--editable", f".[{','.join(wanted)}]"])
    env.write_note(done=True, ours=ours, extras=wanted, place=env.place(), sources=env.sources())
    say("Ready.")


def leave_the_environment(env: Environment) -> None:
    """Starts over with the Python outside, when the one inside was used to start: it may be about to go."""
    outside = getattr(sys, "_base_executable", sys.executable)
    if Path(sys.prefix) == env.home and outside != sys.executable:
        sys.exit(become([outside, *sys.argv]))


def clear_what_is_stale(env: Environment) -> str:
    """Removes an environment that cannot be built upon; says in words why there is something to do."""
    if env.empty():
        return "once, some seconds"
    if not env.home.is_dir() or not (env.note() or (env.home / "pyvenv.cfg").exists()):
        raise Trouble(
            f"{env.home} is in the way: it is no Python environment. Move it, or name another place:\n"
            "    IAIJUTSU_VENV=FOLDER python3 run.py play"
        )
    note = env.note()
    if not note or note.get("ours") is False:
        return "into the one that is there" if env.works() else cleared(env, "its Python does not work")
    if note.get("done") is not True:
        return cleared(env, "an earlier set-up did not finish")
    if note.get("place") != env.place() or not env.works():
        return cleared(env, "moved, or another Python")
    return "something new is needed"


def cleared(env: Environment, why: str) -> str:
    """Empties the environment, link or folder; hands the reason on."""
    if env.home.is_symlink():
        env.home.unlink()
    else:
        remove_tree(env.home)
    return f"anew: {why}"


def remove_tree(folder: Path) -> None:
    """Removes a folder, its note last: interrupted, it is still known as half-made."""
    import shutil

    for child in folder.iterdir():
        if child.name == "iaijutsu-setup.json":
            continue
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        else:
            child.unlink()
    shutil.rmtree(folder)


def how_to_install(env: Environment) -> list[str]:
    """The command that installs into the environment: this Python's pip, or one that the environment gets.

    A bare Debian has pip but nothing to put one into an environment; elsewhere it may be the other way round.
    Raises Trouble where there is neither.
    """
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    options = ["install", "--no-input", "--disable-pip-version-check", "--constraint", "constraints.txt"]
    if find_spec("pip") is not None:
        try:
            release = tuple(int(part) for part in version("pip").split(".")[:2])
        except (PackageNotFoundError, ValueError):
            release = (99,)  # a pip without a record of itself: let it try
        if release >= (22, 3):
            return [sys.executable, "-m", "pip", "--python", str(env.python), *options]
    if find_spec("ensurepip") is not None:
        return [str(env.python), "-m", "pip", *options]
    raise Trouble(
        f"This Python ({sys.executable}) has no pip, or one before 22.3. Install it, and run this again:\n"
        "    on Debian and Ubuntu: apt install python3-pip\n"
        "    on Fedora: dnf install python3-pip"
    )


def must(env: Environment, lock: tuple[int, ...], command: list[str]) -> None:
    """Runs one command of the set-up in silence. Raises Trouble with the end of what it said."""
    if not run_logged(env, lock, command):
        return
    said = env.log_file.read_text(encoding="utf-8", errors="replace")
    last = "\n".join("    " + line for line in said.rstrip().splitlines()[-12:])
    hint = ""
    if any(word in said for word in OFFLINE):
        hint = "\nNo package index answered: is this machine online? It is needed for the set-up alone."
    elif "No space left" in said:
        hint = "\nThe disk is full: the whole set takes about 500 MB."
    raise Trouble(f"The set-up failed. Its last words (the whole is in {env.log_file}):\n{last}{hint}")


def run_logged(env: Environment, lock: tuple[int, ...], command: list[str]) -> int:
    """Runs a command of the set-up; returns its exit status. The log then holds all that it said.

    The child keeps the lock open: should this process be killed, the next one waits for the child too.
    """
    settings = {**os.environ, "PIP_USER": "0", "PYTHONUNBUFFERED": "1"}
    for name in ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONHOME"):
        settings.pop(name, None)
    with env.log_file.open("w", encoding="utf-8") as log:
        return subprocess.run(
            command,
            cwd=env.root,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
            pass_fds=lock,
        ).returncode


def disk_words(fault: OSError) -> str:
    """Words for a folder that cannot be written, or any other fault of the disk."""
    if isinstance(fault, PermissionError) or fault.errno == errno.EROFS:
        return (
            f"The set-up may not write {fault.filename}: {fault.strerror}.\n"
            "Clone into a folder of your own, or name another place for what is installed:\n"
            "    IAIJUTSU_VENV=FOLDER python3 run.py play"
        )
    return f"The set-up met a fault of the disk: {fault}. Mend it, then run this again."


@contextmanager
def locked(path: Path) -> Iterator[tuple[int, ...]]:
    """Lets one process at a time through; gives the handles that a child must keep open to hold the lock too.

    The system lets go of the lock when its last holder ends, however that ends.
    """
    with path.open("a") as file:
        try:
            import fcntl
        except ImportError:  # not on this system: there, two first runs at once are not kept apart
            yield ()
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up of this folder is running; waiting for it...")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield (file.fileno(),)


# ------------------------------------------------------------------ the tests


def test(env: Environment, arguments: list[str]) -> int:
    """Runs the checks and the tests, each in a process of its own; returns 1 if anything failed, else 0."""
    import tempfile

    long = ["--long"] if "--long" in arguments else []
    chosen = [word for word in arguments if word != "--long"]
    parts = [("tests", ["-m", "pytest", *long, *chosen])] if chosen else all_parts(env, long)
    with tempfile.TemporaryDirectory() as folder:
        left_out = Path(folder) / "left-out.jsonl"
        failed = [name for name, command in parts if run_part(env, name, command, left_out)]
        report_left_out(left_out)
    print(f"FAILED: {', '.join(failed)}" if failed else f"all well: {', '.join(name for name, _ in parts)}")
    return 1 if failed else 0


def all_parts(env: Environment, long: list[str]) -> list[tuple[str, list[str]]]:
    """Every check and group of tests: a name, and the arguments for Python."""
    workers = min(os.cpu_count() or 1, 8)
    together = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    core = ["-m", "pytest", *long, *together, "-m", " and ".join(f"not {mark}" for mark in APART)]
    apart = [(mark, ["-m", "pytest", *long, "-m", mark]) for mark in APART if marked(env.root, mark)]
    return [*CHECKS, ("tests", core), *apart]


def marked(root: Path, mark: str) -> bool:
    """Whether any test file uses this mark."""
    word = f"mark.{mark}"
    return any(word in path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py"))


def run_part(env: Environment, name: str, command: list[str], left_out: Path) -> int:
    """Runs one part in the checkout, in the open; returns its exit status."""
    print(f"== {name}", flush=True)
    settings = {**os.environ, "IAIJUTSU_LEFT_OUT": str(left_out)}
    return subprocess.run([env.python, *command], cwd=env.root, env=settings, check=False).returncode


def report_left_out(left_out: Path) -> None:
    """Prints how many tests were left out, reason by reason, of all the processes together."""
    counted: dict[str, int] = {}
    if left_out.exists():
        for line in left_out.read_text(encoding="utf-8").splitlines():
            for reason, times in json.loads(line).items():
                counted[reason] = counted.get(reason, 0) + times
    print(f"left out: {sum(counted.values())} tests")
    for reason, times in sorted(counted.items()):
        print(f"{times:6d}  {reason}")


# ------------------------------------------------------------------ the door


def main(arguments: list[str]) -> int:
    """Does what the command line asks. Returns the exit status, or becomes the program and never returns."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    env = Environment(ROOT, Path(os.environ.get("IAIJUTSU_VENV") or ROOT / ".venv").absolute())
    try:
        prepare(env, needed(arguments))
        if arguments[0] == "test":
            return test(env, arguments[1:])
    except Trouble as trouble:
        say(str(trouble))
        return 1
    except KeyboardInterrupt:
        say("Interrupted. What is half made will be cleared the next time.")
        return 130
    return become([str(env.python), "-P", "-m", "iaijutsu", *arguments])


def needed(arguments: list[str]) -> set[str]:
    """The extras that this command line needs: of a server, PostgreSQL's driver too when a URL asks for it."""
    extras = EXTRAS.get(arguments[0], {"app"})
    told = [*arguments, "--database=" + os.environ.get("IAIJUTSU_DATABASE", "")]
    postgres = any(word.removeprefix("--database=").startswith("postgres") for word in told)
    return extras | {"pg"} if postgres and arguments[0] == "serve" else extras


def become(command: list[str]) -> int:
    """Turns this process into the program, so that signals and the terminal are its own."""
    os.environ.pop("__PYVENV_LAUNCHER__", None)
    if os.name == "nt":  # there, exec would hand the terminal back at once
        return subprocess.call(command)
    return os.execv(command[0], command)


def say(text: str) -> None:
    """Prints for the reader, beside what the program prints."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone, as `| head` does: nothing to say to anybody
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
