"""The six decks that ship, and decks of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from iaijutsu.cards import catalogue, decks
from iaijutsu.cards.decks import DeckList
from iaijutsu.cards.setup import InPlay, Player, Setup, load_setup, plain_setup

CARDS = catalogue.shipped()
DECKS = decks.shipped()
each = pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.key)


def mean(deck: DeckList) -> float:
    return sum((CARDS[key].focus or 0) * copies for key, copies in deck.cards) / deck.size


def kinds(deck: DeckList) -> set[str]:
    return {ability.kind for key, _ in deck.cards for ability in CARDS[key].abilities}


def share(deck: DeckList, kind: str) -> float:
    count = sum(n for key, n in deck.cards if any(ability.kind == kind for ability in CARDS[key].abilities))
    return count / deck.size


def test_there_are_six_with_six_tempers() -> None:
    assert len(DECKS) == len({deck.temper for deck in DECKS.values()}) == 6
    assert [key for key, deck in DECKS.items() if key != deck.key] == []


@each
def test_a_deck_has_forty_cards_and_keeps_to_copies(deck: DeckList) -> None:
    assert deck.size == 40
    for key, copies in deck.cards:
        assert 1 <= copies <= (1 if CARDS[key].unique else 3), key
        assert CARDS[key].type != "personality", key


@each
def test_a_deck_brings_three_personalities_something_attached_and_an_action(deck: DeckList) -> None:
    assert len(deck.personalities) == 3
    assert any(person.attached for person in deck.personalities)
    assert any(ability.kind == "action" for ability in CARDS[deck.action].abilities)


@each
def test_a_deck_is_ready_for_a_duel(deck: DeckList) -> None:
    player = Player("Ishino", deck.cards, deck.personalities, draw=5, gold=4)
    setup = Setup((player, Player("Kuroda", deck.cards, deck.personalities)), deck.action)
    assert plain_setup(load_setup(plain_setup(setup))) == plain_setup(setup)


def test_the_tempers_are_what_they_say() -> None:
    values = {key: mean(deck) for key, deck in DECKS.items()}
    assert max(values, key=values.__getitem__) == "hayakaze-charge"
    assert min(values, key=values.__getitem__) == "kuregawa-sleeves"
    assert share(DECKS["kuregawa-sleeves"], "focus-effect") > 0.9
    assert share(DECKS["hayakaze-charge"], "focus-effect") < 0.5
    assert {"instead", "instead-of-striking"} <= kinds(DECKS["shiomori-tides"])
    assert share(DECKS["shiomori-tides"], "instead") == max(share(deck, "instead") for deck in DECKS.values()) > 0.2
    assert share(DECKS["iwatoko-wall"], "face-up") == max(share(deck, "face-up") for deck in DECKS.values()) > 0.2
    courtly = [person.card for person in DECKS["asagiri-court"].personalities]
    assert sum("Courtier" in CARDS[key].keywords for key in courtly) >= 2


def test_most_fate_cards_lie_in_some_deck() -> None:
    used = {key for deck in DECKS.values() for key, _ in deck.cards}
    assert len(used) >= 100


def test_a_deck_of_ones_own_may_name_cards_of_ones_own(tmp_path: Path) -> None:
    cards = catalogue.cards_of('[[card]]\nkey = "mine"\ntitle = "Mine"\ntype = "strategy"\nfocus = 9\n', "mine.toml")
    rest = [key for key, card in CARDS.items() if card.type == "strategy" and not card.unique][:13]
    lines = "\n".join(f"{key} = 3" for key in rest)
    text = (
        'key = "own"\ntitle = "Own"\ntemper = "None."\naction = "plain-challenge"\n'
        f'[[personality]]\ncard = "tachimori-renge"\n[cards]\nmine = 1\n{lines}\n'
    )
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    deck = decks.read(file, {**CARDS, **cards})
    assert deck.size == 40
    assert ("mine", 1) in deck.cards
    assert deck.personalities == (InPlay("tachimori-renge"),)
