"""A role-playing duel that is stopped by Ctrl-C at a real terminal, at any moment, goes on from its file."""

from __future__ import annotations

import io
import random
import re
import sys
import time
from pathlib import Path

import pytest

from iaijutsu.engine import Session, loads
from iaijutsu.play import cli
from iaijutsu.rpg import GAME
from tests.play.test_interrupted import terminal


def entries(path: Path) -> list[object]:
    """The answers in a file; it loads, or this fails."""
    transcript = loads(path.read_text(encoding="utf-8"))
    Session.load(GAME, transcript)
    return [entry.plain() for entry in transcript.entries]


@pytest.mark.parametrize("seed", range(3))
def test_ctrl_c_at_any_moment_leaves_a_file_that_goes_on_and_can_be_verified(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    path = tmp_path / "duel.json"
    words = ("play", "rpg", "--plain", "--form", "first-strike", "--second-player", "rash", "--save", "duel.json")
    with terminal(tmp_path, *words) as play:
        for number in range(rng.randrange(4)):
            play.wait_for(b"> ", number + 1)
            play.type(b"1\r")
        play.wait_for(b"> ", 1)
        time.sleep(rng.random() * 0.05)
        play.type(b"\x03")
        assert play.ended(again=b"\x03") == 130
        assert b"--resume duel.json" in re.sub(rb"\s+", b" ", play.shown)
        assert b"Traceback" not in play.shown
    before = entries(path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    # it goes on, fights a little and then concedes: 2 says so at that question, and is some answer at others
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1 2\n2\n" * 120))
    assert cli.run(["play", "--resume", "duel.json", "--plain"]) == 0
    assert "Taken up where it was left." in capsys.readouterr().out
    after = entries(path)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert Session.load(GAME, loads(path.read_text(encoding="utf-8"))).finished
    assert cli.run(["verify", "duel.json"]) == 0
