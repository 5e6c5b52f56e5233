"""Stopped in any way, at any moment, a duel at a real terminal goes on from its file."""

from __future__ import annotations

import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from iaijutsu.cards import GAME
from iaijutsu.engine import Session, loads
from iaijutsu.play import cli

TERMINAL = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
"""Runs a command at a terminal of its own, fed through a pipe; a ^C in the pipe is a ^C at the terminal."""
PATIENCE = 30.0


class Terminal:
    """A program at a terminal."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-c", TERMINAL, sys.executable, "-u", "-m", "iaijutsu", *words]
        settings = {"XDG_STATE_HOME": str(folder / "state"), "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**os.environ, **settings},
        )
        self.shown = b""

    def wait_for(self, words: bytes, times: int = 1) -> None:
        """Wait until this has been shown so many times."""
        assert self.process.stdout is not None
        end = time.monotonic() + PATIENCE
        while self.shown.count(words) < times and time.monotonic() < end:
            got = os.read(self.process.stdout.fileno(), 65536)
            if not got:
                break
            self.shown += got
        assert self.shown.count(words) >= times, self.shown.decode(errors="replace")

    def type(self, keys: bytes) -> None:
        """Type keys."""
        assert self.process.stdin is not None
        self.process.stdin.write(keys)
        self.process.stdin.flush()

    def ended(self, again: bytes = b"") -> int:
        """Wait for its end; the exit status. `again` is typed once more where nothing comes of it for long.

        An interrupt between a prompt and the read that follows it waits for the next key; whoever sits there presses
        again.
        """
        assert self.process.stdout is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not select.select([self.process.stdout], [], [], PATIENCE / 5)[0]:
                self.type(again)
                continue
            got = os.read(self.process.stdout.fileno(), 65536)
            if not got:
                return self.process.wait(PATIENCE)
            self.shown += got
        raise AssertionError(f"it goes on and on: {self.shown[-500:].decode(errors='replace')}")


@contextmanager
def terminal(folder: Path, *words: str) -> Iterator[Terminal]:
    """A program at a terminal, ended at the end whatever happens."""
    made = Terminal(folder, *words)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        for pipe in (made.process.stdin, made.process.stdout):
            if pipe is not None:
                pipe.close()
        made.process.wait()


def entries(path: Path) -> list[object]:
    """The answers in a file; it loads, or this fails."""
    transcript = loads(path.read_text(encoding="utf-8"))
    Session.load(GAME, transcript)
    return [entry.plain() for entry in transcript.entries]


@pytest.mark.parametrize("seed", range(5))
def test_ctrl_c_at_any_moment_leaves_a_file_that_goes_on(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    answers, path = rng.randrange(5), tmp_path / "duel.json"
    with terminal(tmp_path, "play", "cards", "--plain", "--save", "duel.json", "--name", "Mio") as play:
        for number in range(answers):
            play.wait_for(b"> ", number + 1)
            play.type(b"1\r")
        play.wait_for(b"> ", 1)
        time.sleep(rng.random() * 0.05)
        play.type(b"\x03")
        assert play.ended(again=b"\x03") == 130
        assert b"--resume duel.json" in re.sub(rb"\s+", b" ", play.shown)
        assert b"Traceback" not in play.shown
    before = entries(path)
    _resume(tmp_path, monkeypatch, capsys)
    after = entries(path)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert cli.run(["verify", "duel.json"]) == 0


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_any_moment_it_goes_on_too(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(100 + seed)
    command = [sys.executable, "-m", "iaijutsu", "play", "cards", "--plain", "--save", "duel.json"]
    settings = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    for _ in range(3):
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
            env=settings,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1\n" * rng.randrange(1, 6))
        process.stdin.flush()
        process.stdout.read(1)  # it has begun
        time.sleep(rng.random() * 0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdin.close()
        process.stdout.close()
        if (tmp_path / "duel.json").exists():
            entries(tmp_path / "duel.json")
            command[-2:] = ["--resume", "duel.json"]
    assert command[-2] == "--resume"
    _resume(tmp_path, monkeypatch, capsys)
    assert cli.run(["verify", "duel.json"]) == 0


def _resume(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Go on through a pipe to the end, with an answer to whatever may be asked."""
    import io

    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1 2\n1 2 3\n" * 80))
    assert cli.run(["play", "--resume", "duel.json", "--plain"]) == 0
    assert "Taken up where it was left." in capsys.readouterr().out
    assert Session.load(GAME, loads((folder / "duel.json").read_text(encoding="utf-8"))).finished


def test_at_a_terminal_two_people_get_a_screen_without_memory(tmp_path: Path) -> None:
    words = ("play", "cards", "--plain", "--second-player", "human", "--save", "duel.json", "--seed", "3")
    with terminal(tmp_path, *words) as play:
        play.wait_for(b"when nobody else looks. ")
        play.type(b"\r")
        play.wait_for(b"> ")
        play.type(b"quit\r")
        assert play.ended() == 0
        assert play.shown.startswith(b"\x1b[?1049h")
        assert b"\x1b[3J" in play.shown
        after = play.shown.rsplit(b"\x1b[?1049l", 1)[-1]
        assert b"--resume duel.json" in re.sub(rb"\s+", b" ", after)
        assert b"You draw" not in after


def test_a_kept_duel_is_told_step_by_step(tmp_path: Path) -> None:
    from tests.play import tables

    tables.finished(tmp_path / "duel.json")
    with terminal(tmp_path, "replay", "duel.json", "--step") as replay:
        replay.wait_for(b"[1 of ")
        replay.type(b"\r")
        replay.wait_for(b"[2 of ")
        replay.type(b"?\r")
        replay.wait_for(b"cards.B.hand")
        replay.type(b"b\r")
        replay.wait_for(b"[1 of ", 2)
        replay.type(b"q\r")
        assert replay.ended() == 0
    with terminal(tmp_path, "replay", "duel.json", "--step", "--as", "2") as replay:
        replay.wait_for(b"[1 of ")
        replay.type(b"\x03")
        assert replay.ended(again=b"\x03") == 130


@pytest.mark.parametrize(("keys", "status"), [(b"\x03", 130), (b"q", 0)])
def test_the_full_screen_table_leaves_a_file_and_the_terminal_as_it_was(
    keys: bytes, status: int, tmp_path: Path
) -> None:
    with terminal(tmp_path, "play", "cards", "--save", "duel.json", "--seed", "3") as play:
        play.wait_for(b"goes on")
        play.type(b"\r")
        play.wait_for(b"who issues the challenge?")
        play.type(b"1")
        play.wait_for(b"who is challenged?")
        play.type(keys)
        assert play.ended() == status
        assert b"\x1b[?1049l" in play.shown
        assert b"--resume duel.json" in re.sub(rb"\s+", b" ", play.shown.rsplit(b"\x1b[?1049l", 1)[-1])
    assert entries(tmp_path / "duel.json")[-1] == ["challenger", 0, ["pick", 0]]
