"""Who just wants to play is asked a few questions, and Enter answers each of them."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from iaijutsu.cards import decks
from iaijutsu.play import lobby
from iaijutsu.players import agents
from iaijutsu.rpg import catalogue, terms
from tests.play.test_interrupted import terminal


def asked(game: str, lines: list[str], **given: object) -> argparse.Namespace:
    """The options after these lines were typed; all of them have to be asked for."""
    names = ("deck", "against", "character", "opponent", "form", "second_player")
    options = argparse.Namespace(**{name: given.get(name) for name in names})
    left = iter(lines)
    lobby.choose(options, game, lambda prompt: next(left))
    assert next(left, None) is None
    return options


def test_enter_alone_gives_a_duel() -> None:
    options = asked("cards", ["", "", ""])
    assert {options.deck, options.against} <= set(decks.shipped())
    assert options.second_player in agents("cards")
    options = asked("rpg", ["", "", "", ""])
    assert {options.character, options.opponent} <= set(catalogue.names())
    assert options.form in terms.FORMS
    assert options.second_player in agents("rpg")


def test_numbers_and_names_choose_and_what_is_neither_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    options = asked("cards", ["0", "99", "2", "Asagiri-Court", "x" * 9000, "1"])
    assert options.deck == list(decks.shipped())[1]
    assert options.against == "asagiri-court"
    assert options.second_player == lobby.HUMAN
    assert capsys.readouterr().out.count("please") == 3


def test_what_was_said_on_the_command_line_is_not_asked() -> None:
    options = asked("cards", [""], deck="iwatoko-wall", second_player="rash")
    assert (options.deck, options.second_player) == ("iwatoko-wall", "rash")


def test_every_form_of_duel_is_explained() -> None:
    assert lobby.FORMS.keys() == terms.FORMS.keys()


def test_a_bare_play_at_a_terminal_leads_to_the_table(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "--plain", "--save", "duel.json") as play:
        play.wait_for(b"> ")
        play.type(b"1\r")
        for question in (b"Your deck?", b"Against which deck?", b"Who plays the other side?"):
            play.wait_for(question)
            play.type(b"\r")
        play.wait_for(b"is at this keyboard")
        play.wait_for(b"\r\n> ")
        play.type(b"quit\r")
        assert play.ended() == 0
    assert (tmp_path / "duel.json").exists()
