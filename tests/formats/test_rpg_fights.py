"""Whoever comes out of a file can fight: whole duels with random answers, to their end and through being saved."""

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import Request, Seeded, Session, Several, loads
from iaijutsu.formats import read_bytes_as_characters, read_characters
from iaijutsu.rpg import catalogue, terms
from iaijutsu.rpg.characters import Character
from iaijutsu.rpg.game import GAME
from iaijutsu.rpg.setup import Setup
from tests.formats.rpg_files import foundry_actor, foundry_old, pbc, pregen, sample, save

PATIENCE = 400
"""Answers after which people concede: two who may use no weapon of theirs would stare at each other for ever."""
MOST_QUESTIONS = 2_000
FORMS = list(terms.FORMS.values())
BYTES: dict[str, bytes] = {
    "foundry": json.dumps(foundry_actor()).encode(),
    "foundry-old": json.dumps(foundry_old()).encode(),
    "pregen": json.dumps(pregen()).encode(),
    "sample": json.dumps(sample()).encode(),
    "save": json.dumps(save()).encode(),
    "pbc": pbc(),
}


EAGER = ("attack", "ready", "hold", "calming-breath")
SHY = ("concede", "unmask", "unique", "predict", "center", "stow", "drop")


def eager(request: Request[Any], dice: random.Random, number: int) -> Any:
    """An answer of somebody who wants to strike: keeps what he may, draws, attacks; gives up when patience ends."""
    if isinstance(request, Several):
        answers = list(islice(request.options(), 5_000))
        return dice.choice([answer for answer in answers if len(answer) == max(map(len, answers))])
    answers = list(islice(request.options(), 60))
    tags = {answer: getattr(answer, "tag", "") for answer in answers}
    if number > PATIENCE and "concede" in tags.values():
        return next(answer for answer in answers if tags[answer] == "concede")
    for tag in EAGER:
        if wanted := [answer for answer in answers if tags[answer] == tag]:
            return dice.choice(wanted)
    return dice.choice([answer for answer in answers if tags[answer] not in SHY] or answers)


def fight(one: Character, two: Character, form: terms.Form, seed: int) -> Session[Any]:
    """A whole duel of two who are eager to strike."""
    session = Session(GAME, Setup((one, two), form), Seeded(seed))
    dice = random.Random(seed)
    for number in range(MOST_QUESTIONS):
        if session.finished:
            return session
        seat = dice.choice(sorted(session.asked))
        session.submit(seat, eager(session.asked[seat], dice, number))
    pytest.fail(f"{one.name} and {two.name} are not done after {MOST_QUESTIONS} answers")


def fought_out(one: Character, two: Character, form: terms.Form, seed: int) -> Session[Any]:
    """The same, and it must come out alike when it is read from its transcript."""
    session = fight(one, two, form, seed)
    assert session.outcome is not None
    again = Session.load(GAME, loads(session.transcript().dumps()))
    assert again.finished
    assert [event.plain() for event in again.events("judge")] == [event.plain() for event in session.events("judge")]
    return session


@pytest.mark.parametrize("name", BYTES)
def test_a_character_of_every_form_fights(name: str) -> None:
    (one,) = read_bytes_as_characters(BYTES[name], name)
    for seed, form in enumerate(FORMS):
        fought_out(one.character, catalogue.load("shiori"), form, seed)


@pytest.mark.parametrize("name", catalogue.names())
def test_whoever_ships_fights_every_form_of_duel(name: str) -> None:
    others = catalogue.names()
    for seed, form in enumerate(FORMS):
        fought_out(
            catalogue.load(name), catalogue.load(others[(others.index(name) + seed + 1) % len(others)]), form, seed
        )


def test_all_thirty_one_real_samples_fight(realdata: Path) -> None:
    people = [one.character for one in read_characters(realdata / "paperblossoms" / "npc_samples.json")]
    assert len(people) == 31
    for number, character in enumerate(people):
        fought_out(character, people[(number + 7) % 31], FORMS[number % len(FORMS)], number)
        session = fought_out(character, catalogue.load("goro"), terms.FORMS["warriors"], number)
        assert max(session.outcome.scores) > 0, f"{character.name}: nobody was hurt"
