"""Real card files and decks, read from where people have them: counts are facts about those files."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from iaijutsu.cards import schema
from iaijutsu.engine import BadInput
from iaijutsu.formats.cards import Database, read_database
from iaijutsu.formats.realdecks import RealDeck, read_deck, read_deckfile
from tests.conftest import realdata_folder
from tests.formats.test_card_decks import fight, setup_of

from ..work import no_explosion

DECKS = sorted([*realdata_folder().glob("eggofpanku/decks/*.l5d"), *realdata_folder().glob("yasuki/deck-*.yaml")])
NAMES = [path.name for path in DECKS]


@cache
def database(*names: str) -> Database:
    return read_database([realdata_folder() / name for name in names])


def egg() -> Database:
    return database("eggofpanku/cards-emperor.xml")


def sets() -> Database:
    return database("yasuki")


def both() -> Database:
    return database("eggofpanku/cards-emperor.xml", "yasuki")


def copies(deck: RealDeck) -> int:
    return sum(count for _, count in deck.fate)


# ------------------------------------------------------------------ card files


@pytest.mark.usefixtures("realdata")
def test_the_focus_values_of_the_xml() -> None:
    cards, _ = egg().cards()
    values = Counter(card.focus for card in cards.values() if schema.is_fate(card.type))
    assert values == {0: 13, 1: 202, 2: 282, 3: 277, 4: 219, 5: 1}
    assert len(egg()) == 2149
    assert Counter(card.type for card in cards.values()) == {
        "personality": 814, "strategy": 603, "spell": 133, "item": 127, "follower": 121, "ring": 10,
    }  # fmt: skip


@pytest.mark.usefixtures("realdata")
def test_the_numbers_of_personalities_in_the_xml() -> None:
    cards, _ = egg().cards()
    people = [card for card in cards.values() if card.type == "personality"]
    assert Counter(card.chi for card in people) == {1: 26, 2: 116, 3: 359, 4: 240, 5: 64, 6: 9}
    requirements = Counter(card.honor_requirement for card in people)
    assert (requirements[None], requirements[0], requirements[4]) == (352, 103, 83), "none is not zero"
    assert sum("Duelist" in card.keywords for card in cards.values()) == 69
    assert not [card for card in people if not {"Unique"} & card.keywords and card.unique]


@pytest.mark.usefixtures("realdata")
def test_keywords_of_the_xml_are_words_and_no_texts() -> None:
    words = {word for card in egg().cards()[0].values() for word in card.keywords}
    assert 400 < len(words) < 500
    assert not [word for word in words if re.search(r"[<>&:•]|\.(\s|$)", word) or word != word.strip()]


@pytest.mark.usefixtures("realdata")
def test_odd_numbers_are_noted() -> None:
    assert [note.split("): ")[1] for note in egg().cards()[1]] == [
        "force: printed '+*', which its text sets: counts as 0"
    ] * 3
    notes = sets().cards()[1]
    assert sum("which its text sets" in note for note in notes) == 5
    assert sum("0 Chi is destroyed at once" in note for note in notes) == 1


@pytest.mark.usefixtures("realdata")
def test_the_yaml_sets() -> None:
    cards, _ = sets().cards()
    assert len(cards) == 1471
    assert Counter(card.focus for card in cards.values() if schema.is_fate(card.type))[5] == 1
    assert [note.split(": ")[1].split(",")[0] for note in sets().left_out] == [
        "deck-sincerity_probe.yaml", "deck-spider_oni_control.yaml",
    ]  # fmt: skip


@pytest.mark.usefixtures("realdata")
def test_every_card_of_both_can_be_in_a_setup() -> None:
    cards, _ = both().cards(texts=True)
    assert len(cards) > 2500
    assert all(card.numbers_only for card in cards.values())


def test_they_are_read_with_work_for_each_card_alone(realdata: Path) -> None:
    paths = [realdata / "eggofpanku" / "cards-emperor.xml", *sorted((realdata / "yasuki").glob("[!d]*.yaml"))]
    for path in paths:
        with no_explosion():
            read_database([path]).cards()


# ------------------------------------------------------------------ decks


@pytest.mark.usefixtures("realdata")
def test_they_are_all_there() -> None:
    assert len(DECKS) == 18


@pytest.mark.usefixtures("realdata")
@pytest.mark.parametrize("path", DECKS, ids=NAMES)
def test_every_line_of_a_real_deck_is_understood(path: Path) -> None:
    deck = read_deckfile(path)
    assert not [note for note in deck.notes if "not understood" in note]
    rows = path.read_text(encoding="utf-8").splitlines()
    cards = [row for row in rows if re.match(r"\s*(\d+|-) ", row)]
    assert len(deck.lines) == len(cards)
    assert sum(line.count for line in deck.fate) in (10, 40, 41), "41 where the deck itself says 40"
    assert len(deck.pregame) <= 2


@pytest.mark.usefixtures("realdata")
@pytest.mark.parametrize("path", DECKS, ids=NAMES)
def test_nothing_of_a_real_deck_is_lost(path: Path) -> None:
    deck = read_deck(path, both())
    missing = sum(card.line.count for card in deck.missing if card.part == "Fate")
    assert copies(deck) + missing == sum(line.count for line in deck.file.fate)
    assert copies(deck) >= 8
    people = {card.line.number for card in deck.missing if card.part == "Dynasty"}
    assert len(deck.personalities) + len(people) <= len(deck.file.personalities)
    assert set(deck.effects_unknown) <= {table["title"] for table in deck.tables}


@pytest.mark.usefixtures("realdata")
def test_how_much_of_the_decks_the_xml_alone_knows() -> None:
    found, refused = {}, []
    for path in DECKS:
        try:
            found[path.name] = copies(read_deck(path, egg()))
        except BadInput as error:
            refused.append(str(error))
    assert len(refused) == 2, "an older deck and one of a later edition, of which it has nothing"
    assert all("Fate cards is known" in words for words in refused)
    assert sum(found.values()) == 270


@pytest.mark.parametrize("path", [path for path in DECKS if path.suffix == ".l5d"], ids=lambda path: path.name)
def test_what_is_found_is_what_stands_there_letter_by_letter(path: Path, realdata: Path) -> None:
    names = (realdata / "eggofpanku" / "cards-emperor.xml").read_text(encoding="utf-8")
    fate = path.read_text(encoding="utf-8").split("# Fate")[1]
    rows = re.findall(r"^(\d+) (.+)$", fate, re.MULTILINE)
    plainly = sum(int(count) for count, title in rows if f"<name>{title}</name>" in names)
    if plainly:
        assert copies(read_deck(path, egg())) == plainly
    else:
        with pytest.raises(BadInput, match="none of its"):
            read_deck(path, egg())


@pytest.mark.usefixtures("realdata")
def test_how_much_of_the_decks_all_files_know() -> None:
    decks = [read_deck(path, both()) for path in DECKS]
    assert sum(copies(deck) for deck in decks) == 468
    assert sum(len(deck.personalities) for deck in decks) == 80
    assert sum(not deck.personalities for deck in decks) == 1


@pytest.mark.usefixtures("realdata")
@pytest.mark.parametrize(("one", "other"), list(pairwise([*DECKS, *DECKS[:1]])), ids=NAMES)
def test_a_duel_is_fought_with_every_real_deck(one: Path, other: Path) -> None:
    setup = setup_of(read_deck(one, both()), read_deck(other, both()))
    assert fight(setup, 1).finished
