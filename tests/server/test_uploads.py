"""Files that people bring: decks, cards and characters of theirs; and what strangers might send instead."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.cards import decks
from iaijutsu.engine import BadInput
from iaijutsu.play.i18n import speaking
from iaijutsu.play.server.calls import Order, Upload
from iaijutsu.play.server.orders import LONGEST, lay_out, shown
from iaijutsu.rpg import catalogue as people

from .conftest import Run
from .guests import fought, house_at, two

OWN_CARD = """
[[card]]
key = "quiet-river"
title = "Quiet River"
type = "strategy"
focus = 4
"""
OWN_DECK = """
key = "river-and-stone"
title = "River and Stone"
temper = "slow"
action = "plain-challenge"

[cards]
{cards}

[[personality]]
card = "{person}"
"""


def a_deck(extra: str = "") -> str:
    """A deck of cards that ship, in the form in which people write their own."""
    one = next(iter(decks.shipped().values()))
    cards = "\n".join(f"{key} = {copies}" for key, copies in one.cards) + extra
    table: dict[str, Any] = {"cards": cards, "person": one.personalities[0].card}
    return OWN_DECK.format(**table)


def kaya() -> str:
    """A character that ships, as JSON."""
    return json.dumps(people.load(people.names()[0]).plain())


def test_a_deck_that_was_pasted(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            order = Order("cards", {"deck": Upload("river.toml", a_deck())}, names=("Aki", ""))
            _opened, one, other = await two(house, order)
            assert (await fought(house, [one, other], random.Random(1))).finished

    run(story())


def test_cards_of_ones_own_come_along() -> None:
    terms = {"cards": Upload("mine.toml", OWN_CARD), "deck": Upload("deck.toml", a_deck("\nquiet-river = 2"))}
    laid = lay_out(Order("cards", terms))
    assert any(row["key"] == "quiet-river" for row in laid.setup.cards)


def test_a_character_that_was_brought(run: Run, url: str) -> None:
    async def story() -> None:
        async with house_at(url) as house:
            order = Order("rpg", {"character": Upload("mine.json", kaya())}, names=("Aki", ""))
            _opened, one, other = await two(house, order)
            assert (await fought(house, [one, other], random.Random(1), most=4)).lines

    run(story())


def test_which_character_of_a_file() -> None:
    one, other = (people.load(name) for name in people.names()[:2])
    text = json.dumps([one.plain(), other.plain()])
    laid = lay_out(Order("rpg", {"character": Upload("two.json", text, pick=other.name)}))
    assert laid.setup.characters[0].name == other.name
    with pytest.raises(BadInput, match="holds 2"):
        lay_out(Order("rpg", {"character": Upload("two.json", text)}))


NESTED = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("deck.yaml", "cards: [a]"),
        ("deck.exe", "MZ"),
        ("deck", "no ending"),
        ("deck.toml", ""),
        ("deck.toml", "deck = {"),
        ("deck.toml", "x" * (LONGEST + 1)),
        ("deck.toml", "a\x00b"),
        ("deck.toml", "deck = '\ud800'"),
        ("deck.toml", f"deck = {NESTED}"),
        ("deck.toml", "deck = " + "9" * 5000),
        ("deck.json", NESTED),
        ("deck.txt", "<script>alert(1)</script>"),
        ("deck.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
        ("deck.toml", a_deck("\nno-such-card = 3")),
        ("deck.toml", a_deck("\nquiet-river = 100000")),
        ("../../../etc/passwd.toml", "x = 1"),
        ("deck.toml", 'include = "/etc/passwd"'),
    ],
)
def test_hostile_decks(name: str, text: str) -> None:
    with pytest.raises(BadInput) as caught:
        lay_out(Order("cards", {"deck": Upload(name, text)}))
    assert "/tmp" not in str(caught.value) and "root:" not in str(caught.value)
    assert len(str(caught.value)) < 1500


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("one.json", NESTED),
        ("one.json", '{"name": "a", "name": "b"}'),
        ("one.json", '{"rings": NaN}'),
        ("one.json", "[]"),
        ("one.json", '{"name": "\\ud800"}'),
        ("one.toml", "name = 'x'"),
        ("one.json", json.dumps([{"name": "x"}] * 500)),
    ],
)
def test_hostile_characters(name: str, text: str) -> None:
    with pytest.raises(BadInput) as caught:
        lay_out(Order("rpg", {"character": Upload(name, text)}))
    assert "/tmp" not in str(caught.value) and len(str(caught.value)) < 1500


def test_a_word_is_never_a_path(tmp_path: Path) -> None:
    """What somebody types is the key of something that ships; files on the server's machine are out of reach."""
    there = tmp_path / "deck.toml"
    there.write_text(a_deck(), encoding="utf-8")
    for game, term in (
        ("cards", "deck"), ("cards", "against"), ("cards", "ruleset"), ("cards", "cards"), ("cards", "database"),
        ("rpg", "character"), ("rpg", "opponent"), ("rpg", "form"),
    ):  # fmt: skip
        with pytest.raises(BadInput) as caught:
            lay_out(Order(game, {term: str(there)}))
        assert "River and Stone" not in str(caught.value)


def test_too_many_files() -> None:
    files = [Upload(f"{n}.toml", OWN_CARD) for n in range(40)]
    with pytest.raises(BadInput, match="files"):
        lay_out(Order("cards", {"database": files}))


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("../../etc/passwd.toml", "passwd.toml"),
        ("C:\\Users\\x\\deck.txt", "deck.txt"),
        ("<script>.toml", "_script_.toml"),
        ("a\u202eb.toml", "a_b.toml"),
        ("...", "file.txt"),
        ("x" * 300 + ".toml", ("x" * 300 + ".toml")[-60:]),
    ],
)
def test_names_of_files_are_made_plain(given: str, plain: str) -> None:
    assert shown(given) == plain


def test_a_real_deck_is_made_of_its_card_file(realdata: Path) -> None:
    """Both as they were saved elsewhere; without the card file one is told which term it is missing from."""
    deck = realdata / "eggofpanku" / "decks" / "Ivory Crane Starter.l5d"
    cards = realdata / "eggofpanku" / "cards-emperor.xml"
    bring = Upload(deck.name, deck.read_text(encoding="utf-8-sig"))
    with pytest.raises(BadInput) as caught:
        lay_out(Order("cards", {"deck": bring}))
    assert "(database)" in str(caught.value) and "--" not in str(caught.value)
    files = [Upload(cards.name, cards.read_text(encoding="utf-8-sig"))]
    assert lay_out(Order("cards", {"deck": bring, "database": files})).notes


@pytest.mark.parametrize(("language", "names"), [("en", ("Aki", "Nao", "Sei")), ("pt_BR", ("Aki", "Naomi", "Seiji"))])
def test_whom_nobody_named_has_a_name_that_is_no_word_of_the_language(language: str, names: tuple[str, ...]) -> None:
    """In Portuguese *Nao foca uma carta* is read as *does not focus a card*, and *Sei* as *I know*."""
    with speaking(language):
        assert lay_out(Order("cards", {"active": "third"}, seats=("me", "link", "link"))).names == names
        assert lay_out(Order("rpg")).names == names[:2]
