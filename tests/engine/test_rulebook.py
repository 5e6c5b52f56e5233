"""Looking rules up by id and by word."""

from __future__ import annotations

from importlib.resources import files

import pytest

from iaijutsu.engine.clauses import Clause, clauses, find

GAMES = [game for game in ("cards", "rpg") if files(f"iaijutsu.{game}").joinpath("clauses.toml").is_file()]


@pytest.mark.parametrize("game", GAMES)
def test_each_clause_has_an_id_of_its_game_a_sentence_and_a_source(game: str) -> None:
    rules = clauses(game)
    assert rules
    for key, clause in rules.items():
        assert key == clause.id
        assert key.startswith(f"{game}.")
        assert clause.text.endswith((".", "!", "?", ":", ")"))
        assert clause.source


def test_an_id_finds_its_clause_alone() -> None:
    assert [clause.id for clause in find("cards", "cards.C.strike")] == ["cards.C.strike"]


def test_a_word_finds_every_clause_that_says_it_in_the_order_of_the_rulebook() -> None:
    found = find("cards", "StRiKe")
    assert Clause in map(type, found)
    assert [clause.id for clause in found] == [
        key for key, clause in clauses("cards").items() if "strike" in key.lower() or "strike" in clause.text.lower()
    ]
    assert 3 < len(found) < len(clauses("cards"))


def test_the_beginning_of_an_id_finds_a_heading() -> None:
    assert {clause.id for clause in find("cards", "cards.H.")} >= {"cards.H.tie", "cards.H.moment"}


def test_a_word_that_no_rule_says_finds_nothing() -> None:
    assert find("cards", "teapot") == []
