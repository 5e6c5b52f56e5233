"""What is on disk: the whole duel after every answer, in one step, over nobody else's file."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from iaijutsu.cards import GAME
from iaijutsu.engine import BadInput, Session, Verifiable, loads
from iaijutsu.play import store
from iaijutsu.play.host import Host
from tests.play import tables


def test_after_every_answer_the_whole_duel_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    one = tables.host(2, store.Store(path))
    for asked in tables.questions(one):
        transcript = loads(path.read_text(encoding="utf-8"))
        assert [entry.plain() for entry in transcript.entries] == [entry.plain() for entry in one.session.entries]
        resumed = Session.load(GAME, transcript)
        assert str(resumed.pending) == str(one.session.pending)
        one.answer(asked, next(iter(asked.request.options())))
    assert [file.name for file in tmp_path.iterdir()] == ["duel.json"]


@pytest.mark.parametrize(
    ("text", "words"),
    [("shopping list", "no duel"), ("", "no duel"), ('{"format": 1}', "no duel"), (None, "holds a duel")],
)
def test_a_file_that_is_there_is_never_written_over(tmp_path: Path, text: str | None, words: str) -> None:
    path = tmp_path / "kept"
    path.write_text(tables.session().transcript().dumps() if text is None else text, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(BadInput, match=words):
        store.Store(path)
    assert path.read_bytes() == before


def test_a_folder_is_no_file_and_a_file_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="this is a folder"):
        store.Store(tmp_path)
    with pytest.raises(BadInput, match="there is no folder"):
        store.Store(tmp_path / "none" / "duel.json")


def test_a_file_that_turned_up_or_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    kept = store.Store(path)
    path.write_text("somebody was quicker", encoding="utf-8")
    with pytest.raises(BadInput, match="no duel"):
        kept.save(tables.session().transcript())
    path.unlink()
    kept.save(tables.session().transcript())
    path.write_text("changed", encoding="utf-8")
    other = tables.session()
    other.say("Aki", "a line")
    with pytest.raises(BadInput, match="somebody else has changed"):
        kept.save(other.transcript())
    assert path.read_text(encoding="utf-8") == "changed"


def test_a_failure_while_writing_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "duel.json"
    kept = store.Store(path)
    session = tables.session()
    kept.save(session.transcript())
    before = path.read_text(encoding="utf-8")
    session.say("Aki", "a line")
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(full))
    with pytest.raises(OSError, match="No space left"):
        kept.save(session.transcript())
    assert path.read_text(encoding="utf-8") == before
    assert [file.name for file in tmp_path.iterdir()] == ["duel.json"]


def test_the_default_place_is_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    kept = store.Store.new("cards")
    kept.save(tables.session().transcript())
    assert kept.path.parent == tmp_path / "iaijutsu" / "duels"
    assert loads(kept.path.read_text(encoding="utf-8")).game == "cards"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert store.state_folder() == Path.home() / ".local" / "state" / "iaijutsu"


def test_a_seed_is_kept_for_its_user_alone_and_gone_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    source = Verifiable(tables.SEED)
    store.keep_seed(source.commitment, source.seed)
    (file,) = (tmp_path / "iaijutsu" / "seeds").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert store.kept_seed(source.commitment) == tables.SEED
    assert store.kept_seed("0" * 64) is None
    assert store.kept_seed("../../etc/passwd") is None
    one = Host(tables.session(chance=source), {}, {seat: tables.Dummy(seat) for seat in range(2)}, None)
    one.advance()
    assert store.kept_seed(source.commitment) is None


@pytest.mark.parametrize("data", [b"\xff\xfe", b"{", b"[]", b'{"format": 9}', b"", b'{"format": 1, "format": 1}'])
def test_odd_files_are_refused_by_name(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=r"odd\.json"):
        store.read(path)


def test_what_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file"):
        store.read(tmp_path / "none.json")
    with pytest.raises(BadInput, match="this is a folder"):
        store.read(tmp_path)
