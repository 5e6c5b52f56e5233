"""Bad deck files: each is refused with the file, the table and key, what was found and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.cards import catalogue, decks
from tests.cards.damage import ALLOWED, FRAME, Damage, changed, damages, document, refusal
from tests.cards.vocabulary import rows

PLAYED = [row["key"] for row in rows() if row["type"] == "strategy" and not row.get("unique")][:13]
DECK: dict[str, Any] = {
    "key": "mine",
    "title": "Mine",
    "temper": "None.",
    "action": "plain-challenge",
    "personality": [{"card": "tachimori-renge", "attached": ["plain-katana"]}, {"card": "wandering-aya"}],
    "cards": {"one-perfect-cut": 1, **dict.fromkeys(PLAYED, 3)},
}


def deck_damages() -> Iterator[Damage]:
    for damage in damages(DECK, "bad.toml: deck"):
        if damage.name == "cards.colour unknown":  # any key may stand there, but not with such a number
            yield Damage(damage.name, damage.text, ("bad.toml: deck.cards.colour: 'red' found",))
        else:
            yield damage
    for key in DECK:
        yield Damage(
            f"no {key}", document(changed(DECK, (key,), None)), (f"bad.toml: deck: the key {key!r} is missing",)
        )


DECK_DAMAGES = list(deck_damages())


def test_the_deck_that_is_damaged_was_good(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_text(document(DECK), encoding="utf-8")
    assert decks.read(file).size == 40


@pytest.mark.parametrize("damage", DECK_DAMAGES, ids=lambda damage: damage.name)
def test_a_damaged_deck_is_refused_where_it_is_damaged(tmp_path: Path, damage: Damage) -> None:
    message = refusal(tmp_path, damage.text, decks.read)
    assert [name for name in damage.names if name not in message] == []
    assert ALLOWED.search(message), message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(b"", "bad.toml: deck: the key 'key' is missing", id="empty"),
        pytest.param(b"\xc3\x28", "not UTF-8", id="bytes"),
        pytest.param(b"#" * (catalogue.SIZE_LIMIT + 1), "more than 1000000 bytes", id="huge"),
        pytest.param(b"cards." + b".".join([b"a"] * 35) + b" = 1", "more than 30 levels", id="deep"),
        pytest.param(b"key = 'a'\nkey = 'b'", "not TOML", id="a doubled key"),
        pytest.param(FRAME.encode(), "bad.toml: deck.card: unknown key", id="a card file"),
    ],
)
def test_a_deck_file_that_is_none_is_refused(tmp_path: Path, text: bytes, words: str) -> None:
    assert words in refusal(tmp_path, text, decks.read)


# ------------------------------------------------------------------ decks that do not hold together


def deck(**new: Any) -> str:
    return document({**DECK, **new})


def with_(attached: Any) -> dict[str, Any]:
    return {"card": "wandering-aya", "attached": attached}


MANY: dict[str, int] = DECK["cards"]

BAD_DECKS = [
    (deck(cards={}), "deck.cards: 0 cards found; allowed are 40 to 400"),
    (deck(cards={"plain-challenge": 3}), "deck.cards: 3 cards found; allowed are 40 to 400"),
    (
        deck(cards={**MANY, "plain-challenge": 4}),
        "deck.cards.plain-challenge: 4 found; allowed is a whole number from 1 to 3",
    ),
    (deck(cards={**MANY, "plain-challenge": 0}), "deck.cards.plain-challenge: 0 found"),
    (
        deck(cards={**MANY, "one-perfect-cut": 2}),
        "deck.cards.one-perfect-cut: 2 copies of a Unique card found; allowed is 1",
    ),
    (
        deck(cards={**MANY, "no-such-card": 1}),
        "deck.cards.no-such-card: there is no card 'no-such-card'; allowed are those",
    ),
    (deck(cards={**MANY, "wandering-aya": 1}), "deck.cards.wandering-aya: a personality found; allowed are Fate cards"),
    (deck(personality=[]), "deck.personality: an empty list found; needed is at least one [[personality]]"),
    (deck(personality=[{"card": "wandering-aya"}] * 21), "allowed is a list of at most 20"),
    (deck(personality=[{"attached": []}]), "deck.personality[0]: the key 'card' is missing"),
    (
        deck(personality=[{"card": "plain-katana"}]),
        "deck.personality[0].card: 'plain-katana' is of type item; allowed is a personality",
    ),
    (deck(personality=[{"card": "nobody"}]), "deck.personality[0].card: there is no card 'nobody'"),
    (
        deck(personality=[with_(["steady-hands"])]),
        "deck.personality[0].attached[0]: 'steady-hands' is of type strategy",
    ),
    (
        deck(personality=[with_(["wandering-aya"])]),
        "attached[0]: 'wandering-aya' is of type personality; allowed are item",
    ),
    (deck(personality=[with_("plain-katana")]), "attached: 'plain-katana' found; allowed is a list"),
    (deck(action="steady-hands"), "deck.action: 'steady-hands' found; allowed is a card with an action"),
    (deck(action="nothing"), "deck.action: there is no card 'nothing'"),
    (
        deck(action="hayakaze-raita"),
        "deck.action: 'hayakaze-raita' found; allowed is a strategy, or a card of the deck's",
    ),
    (deck(key="My Deck"), "deck.key: 'My Deck' found; allowed are small letters, digits and hyphens"),
    (deck(temper="x" * 201), "deck.temper: 'xxx"),
    (deck(ruleset="celestial"), "deck.ruleset: unknown key; allowed are key, title"),
]


@pytest.mark.parametrize(("text", "words"), BAD_DECKS, ids=[words for _, words in BAD_DECKS])
def test_a_deck_that_does_not_hold_together_is_refused(tmp_path: Path, text: str, words: str) -> None:
    message = refusal(tmp_path, text, decks.read)
    assert message.startswith("bad.toml: deck.")
    assert words in message


def test_an_action_of_the_decks_own_personality_will_do(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    text = deck(action="hayakaze-raita", personality=[{"card": "hayakaze-raita"}])
    file.write_text(text, encoding="utf-8")
    assert decks.read(file).action == "hayakaze-raita"
