"""Whole duels read as they are kept. `python -m tests.play.golden --write` keeps what is told now."""

import pytest

from tests.play import golden


@pytest.mark.parametrize("name", list(golden.texts()))
def test_the_duel_is_told_as_it_is_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "81")
    assert golden.texts()[name] == (golden.FOLDER / name).read_text(encoding="utf-8")


def test_every_kept_text_is_told() -> None:
    assert {path.name for path in golden.FOLDER.glob("*.txt")} == set(golden.texts())
