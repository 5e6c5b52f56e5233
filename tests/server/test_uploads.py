"""Files that people bring: decks, cards and characters of theirs; and what strangers might send instead."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.cards import decks
from iaijutsu.engine import BadInput
from iaijutsu.formats.cards import read_database
from iaijutsu.formats.realdecks import read_deck
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


LIST = """\
3 Steady Hands
Morning Practice x3
- 2x Patient Steel
Tachimori Renge
1 Nobody’s Snow
***
"""
TOLD = (
    "line 6: not understood: '***'; a line has a number and a card’s title, such as 3 Steady Hands",
    "line 5: 1 × Nobody’s Snow: this card is not known",
)
CARD_FILES = Path(__file__).parents[1] / "formats" / "fixtures" / "cards"


@pytest.mark.parametrize("name", ["list.txt", "list.yaml", "list.l5d"])
def test_a_list_of_titles_that_ship(name: str) -> None:
    laid = lay_out(Order("cards", {"deck": Upload(name, LIST)}))
    player = laid.setup.players[0]
    assert dict(player.deck) == {"steady-hands": 3, "morning-practice": 3, "patient-steel": 2}
    assert [one.card for one in player.personalities] == ["tachimori-renge"]
    assert laid.setup.cards == ()
    assert laid.notes[:2] == tuple(f"{name}: {told}" for told in TOLD)
    assert "(database)" in laid.notes[2] and "--" not in laid.notes[2]


def test_a_list_of_titles_of_ones_own_cards_and_of_those_that_ship() -> None:
    deck = Upload("list.txt", "4 Quiet River\n2 Steady Hands\nTachimori Renge")
    laid = lay_out(Order("cards", {"deck": deck, "cards": Upload("mine.toml", OWN_CARD)}))
    assert dict(laid.setup.players[0].deck) == {"quiet-river": 4, "steady-hands": 2}
    assert [row["key"] for row in laid.setup.cards] == ["quiet-river"]
    assert laid.notes == ()


def test_a_deck_in_yaml_with_its_card_files_in_yaml() -> None:
    deck, *sets = (
        Upload(name, (CARD_FILES / name).read_text(encoding="utf-8"))
        for name in ("deck-heron.yaml", "first.yaml", "second.yaml")
    )
    laid = lay_out(Order("cards", {"deck": deck, "database": sets}))
    assert dict(laid.setup.players[0].deck) == {"yasuki-crossing-blades": 3, "yasuki-no": 1, "yasuki-the-pale-ferry": 2}
    assert any("Tachimori Aoi • Experienced 2: this card is not known" in note for note in laid.notes)


def test_a_deck_that_is_no_utf_8_text() -> None:
    """Deck lists are older than that: the page and the command line read the same bytes alike."""
    deck = Upload("old.l5d", "", data="3 Steady Hands\n1 Tachimori Renge\n2 Nobody’s Snöw\n".encode("cp1252"))
    laid = lay_out(Order("cards", {"deck": deck}))
    assert "old.l5d: line 3: 2 × Nobody’s Snöw: this card is not known" in laid.notes


def test_a_deck_of_which_nothing_is_known_is_refused_with_its_titles() -> None:
    with pytest.raises(BadInput) as caught:
        lay_out(Order("cards", {"deck": Upload("list.txt", "3 Nobody’s Snow\n2 Tsuka\n")}))
    told = str(caught.value)
    assert "Nobody’s Snow (line 1), Tsuka (line 2)" in told and "(database)" in told and "/tmp" not in told


@pytest.mark.parametrize("name", ["deck.txt", "deck.toml", "cards.yaml"])
def test_a_file_that_is_too_large_is_named_as_it_was_brought(name: str) -> None:
    term = "database" if name.startswith("cards") else "deck"
    file = Upload(name, "# a remark that says nothing\n" * 90_000)
    with pytest.raises(BadInput) as caught:
        lay_out(Order("cards", {term: [file] if term == "database" else file}))
    assert str(caught.value).startswith(name)


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


def test_every_real_deck_is_the_same_on_the_page_as_at_the_command_line(realdata: Path) -> None:
    """With its card files as far as they go, what they do not have told by name; without them all of its titles."""
    sets = [path for path in sorted(realdata.glob("yasuki/*.yaml")) if not path.name.startswith("deck-")]
    paths = [*sets, realdata / "eggofpanku" / "cards-emperor.xml"]
    files = [Upload(path.name, path.read_text(encoding="utf-8-sig")) for path in paths]
    known = read_database(paths)
    for path in sorted([*realdata.glob("yasuki/deck-*.yaml"), *realdata.glob("eggofpanku/decks/*.l5d")]):
        bring, real = Upload(path.name, "", data=path.read_bytes()), read_deck(path, known)
        laid = lay_out(Order("cards", {"deck": bring, "database": files, "duellist": "tachimori-renge"}))
        assert laid.setup.players[0].deck == real.fate
        for missing in real.missing:
            assert any(f"{missing.line.shown}: this card is not known" in note for note in laid.notes), missing
        with pytest.raises(BadInput) as caught:
            lay_out(Order("cards", {"deck": bring}))
        for line in real.file.fate:
            assert f"{line.shown} (line {line.number})" in str(caught.value)
