"""The golden playthroughs are as they are written down, and old transcripts replay for ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from iaijutsu.cards import GAME
from iaijutsu.cards.game import EDITION
from iaijutsu.engine import BadInput, Session, loads
from tests import golden

ALL = golden.playthroughs()
FILES = sorted(golden.TRANSCRIPTS.glob("cards-*.json"))
HELP = "python -m tests.golden writes the playthroughs anew; read their diff"


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_a_playthrough_is_as_it_is_written_down(one: golden.Playthrough) -> None:
    text = loads(golden.transcript_path(one).read_text(encoding="utf-8"))
    assert golden.text_path(one).read_text(encoding="utf-8") == golden.retold(text), HELP


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_replays_to_the_outcome_that_is_written_down(path: Path) -> None:
    text = loads(path.read_text(encoding="utf-8"), path.name)
    if text.edition != EDITION:
        with pytest.raises(BadInput, match=f"the duel follows edition {text.edition} of cards"):
            Session.load(GAME, text)
        return
    session = Session.load(GAME, text)
    assert session.finished
    name = path.stem.split("-", 2)[2]
    last = (golden.HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert f"= {golden._json(golden._plain_outcome(session))}" == last
    assert session.transcript().dumps() == path.read_text(encoding="utf-8")


def test_each_playthrough_has_a_transcript_of_this_edition_and_shows_what_it_is_for() -> None:
    texts = {one.name: golden.text_path(one).read_text(encoding="utf-8") for one in ALL}
    assert {golden.transcript_path(one) for one in ALL} <= set(FILES)
    assert {texts[name].splitlines()[0].split(", ")[2] for name in texts} == {
        "celestial",
        "twenty-festivals",
        "classic",
    }
    assert texts["judged"].count("\n* ruled ") >= 3
    assert "\n? seat 2: " in texts["three-seats"]
    assert all(text.count("\n? seat ") >= 5 for text in texts.values())


def test_the_command_writes_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "HERE", tmp_path)
    monkeypatch.setattr(golden, "TRANSCRIPTS", tmp_path)
    one = ALL[0]
    assert golden.write(one) == "played anew and written"
    text = golden.text_path(one).read_text(encoding="utf-8")
    golden.text_path(one).write_text("changed", encoding="utf-8")
    assert golden.write(one) == "written from its transcript"
    assert golden.text_path(one).read_text(encoding="utf-8") == text
    assert [entry["edition"] for entry in [json.loads(golden.transcript_path(one).read_text(encoding="utf-8"))]] == [
        EDITION
    ]
