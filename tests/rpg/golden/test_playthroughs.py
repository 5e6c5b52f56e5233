"""The golden playthroughs are as they are written down, and old transcripts replay for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from iaijutsu.engine import BadInput, Session, loads
from iaijutsu.engine.plaindata import to_plain
from iaijutsu.rpg import GAME
from tests.rpg import golden

ALL = golden.playthroughs()
FILES = sorted(golden.TRANSCRIPTS.glob("rpg-*.json"))
HELP = "python -m tests.rpg.golden writes the playthroughs anew; read their diff"


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_a_playthrough_is_as_it_is_written_down(one: golden.Playthrough) -> None:
    text = loads(golden.transcript_path(one).read_text(encoding="utf-8"))
    assert golden.text_path(one).read_text(encoding="utf-8") == golden.retold(text), HELP


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_replays_to_the_outcome_that_is_written_down(path: Path) -> None:
    text = loads(path.read_text(encoding="utf-8"), path.name)
    if text.edition != GAME.edition:
        with pytest.raises(BadInput, match=f"edition {text.edition} of rpg"):
            Session.load(GAME, text)
        return
    session = Session.load(GAME, text)
    assert session.finished
    name = path.stem.split("-", 2)[2]
    last = (golden.HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert f"= {golden._json(to_plain(session.outcome))}" == last
    assert session.transcript().dumps() == path.read_text(encoding="utf-8")


def test_the_playthroughs_show_what_they_are_for() -> None:
    texts = {one.name: golden.text_path(one).read_text(encoding="utf-8") for one in ALL}
    assert {golden.transcript_path(one) for one in ALL} <= set(FILES)
    assert texts["judged"].count("\n* ruled ") >= 2
    assert "\n* blow-answered " in texts["to-the-death"] + texts["first-blood"] + texts["warriors"]
    for kind in ("dice-rolled", "critical-suffered", "opportunity-spent", "bids-revealed", "score-line", "unmasked"):
        assert any(f"\n* {kind} " in text for text in texts.values()), kind
