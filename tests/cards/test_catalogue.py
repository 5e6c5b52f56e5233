"""The cards that ship: they load, use every word of the schema, are spread like real ones, and are our own."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.cards import catalogue, schema
from iaijutsu.cards.pieces import Card
from tests.cards.vocabulary import all_points, points_of, rows

UNSAID = {
    "card.numbers_only",  # for cards read from other programs' files, whose text nobody has put into data
}
"""What the schema takes and no card has to say."""

CARDS = catalogue.shipped()
PEOPLE = [card for card in CARDS.values() if card.type == "personality"]
FATE = [card for card in CARDS.values() if card.type != "personality"]


# ------------------------------------------------------------------ how many, of what kind


def test_there_are_enough_of_each() -> None:
    actions = [card for card in FATE if any(ability.kind == "action" for ability in card.abilities)]
    assert len(PEOPLE) >= 30
    assert len(FATE) >= 90
    assert len(actions) >= 15
    assert {card.type for card in FATE} == {"strategy", "item", "follower", "spell", "ring", "ancestor"}


def test_every_file_is_read_and_no_key_stands_in_two() -> None:
    assert sorted(row["key"] for row in rows()) == sorted(CARDS)


def test_the_plain_challenge_destroys_the_loser_and_the_friendly_bout_does_nothing_to_him() -> None:
    (plain,) = CARDS["plain-challenge"].abilities
    (friendly,) = CARDS["friendly-bout"].abilities
    assert plain.kind == friendly.kind == "action"
    assert plain.effects[0]["lose"] == ({"do": "destroy", "who": "loser"},)
    assert friendly.effects == ({"do": "challenge"},)


def test_every_card_says_what_it_does() -> None:
    assert [card.key for card in CARDS.values() if len(card.text) < 20 or not card.text.endswith(".")] == []


def test_no_title_stands_twice() -> None:
    assert [title for title, times in Counter(card.title for card in CARDS.values()).items() if times > 1] == []


# ------------------------------------------------------------------ numbers like those of real cards


def test_chi_is_spread_as_on_real_personalities() -> None:
    chi = Counter(card.chi for card in PEOPLE if card.chi is not None)
    assert [value for value, _ in chi.most_common(2)] == [3, 4]
    assert {value for value, _ in chi.most_common(4)} == {2, 3, 4, 5}
    assert (min(chi), max(chi)) == (0, 15)


@pytest.mark.parametrize(("value", "share"), [(0, 1), (1, 19), (2, 29), (3, 32), (4, 19)])
def test_focus_values_are_spread_as_on_real_fate_cards(value: int, share: int) -> None:
    numbered = [card for card in FATE if card.focus is not None and not card.star]
    assert abs(100 * sum(card.focus == value for card in numbered) / len(numbered) - share) <= 5


def test_one_card_has_5_one_a_star_and_one_no_focus_value() -> None:
    assert [card.key for card in FATE if card.focus == 5] == ["one-perfect-cut"]
    assert [card.key for card in FATE if card.star] == ["weight-of-a-name"]
    assert [card.key for card in FATE if card.focus is None] == ["letter-never-sent"]
    assert all(card.focus is None or card.focus <= 5 for card in FATE)


def test_the_star_is_set_by_the_card_itself() -> None:
    (trait,) = CARDS["weight-of-a-name"].abilities
    assert (trait.kind, trait.place, trait.on) == ("trait", "focused", ("after", "reveal"))
    assert (trait.effects[0]["do"], trait.effects[0]["which"]) == ("fv", "this")


@pytest.mark.parametrize(
    "word", ["Duelist", "Samurai", "Courtier", "Shugenja", "Monk", "Kensai", "Magistrate", "Yojimbo", "Double Chi"]
)
def test_a_personality_has_the_keyword(word: str) -> None:
    assert any(word in card.keywords for card in PEOPLE)


def test_reactions_from_hand_keep_to_few_occasions() -> None:
    """At each of them everybody with a hand is asked, or being asked would tell something."""
    rows_ = [ability for card in CARDS.values() for ability in card.abilities]
    occasions = {ability.on for ability in rows_ if ability.on and ability.place == "hand"}
    assert len(occasions) == 7


# ------------------------------------------------------------------ the whole vocabulary


def test_every_word_of_the_schema_is_used_by_a_card() -> None:
    assert sorted(all_points() - points_of(rows()) - UNSAID) == []


def test_what_cards_say_is_what_the_schema_knows() -> None:
    assert sorted(points_of(rows()) - all_points()) == []


def test_the_walk_over_the_schema_reaches_its_depths() -> None:
    """A walk that missed a branch would let a gap through: some points from each kind of check."""
    expected = {
        "do = prevent", "effect fv.op = exchange", "effect consequence-alter.only = rehonor", "side = challenged",
        "which = random", "amount.lower", "amount.stat = printed-honor", "condition.any", "filter.chooser = controller",
        "cost.discard_fv_over", "created.side = challenged", "refusal.price", "ability.kind = instead-of-striking",
        "ability.limit = phase", "card.focus: str", "moment when", "occasion turn-end", "effect.if",
    }  # fmt: skip
    assert expected <= all_points()
    assert len(all_points()) > 450


@pytest.mark.parametrize("do", sorted(schema.EFFECTS))
def test_taking_away_all_cards_with_an_effect_is_noticed(do: str) -> None:
    without = [row for row in rows() if f"do = {do}" not in points_of([row])]
    assert f"do = {do}" in all_points() - points_of(without)


# ------------------------------------------------------------------ our own, not somebody else's


def plain(title: str) -> str:
    """A title without what printings differ in: experience, case, articles, punctuation."""
    words = re.sub(r"( - exp\w*| •.*)$", "", title.lower().strip())
    return re.sub(r"[^a-z0-9]", "", re.sub(r"^(the|an?) ", "", words))


def real_titles(folder: Path) -> Iterator[str]:
    """All titles of cards in the real files."""
    for file in sorted(folder.glob("yasuki/*.yaml")):
        for found in re.finditer(r"^\s*-?\s*title: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            yield found[1].strip("'\" ")
    base = (folder / "eggofpanku" / "cards-emperor.xml").read_text(encoding="utf-8", errors="replace")
    yield from re.findall(r"<name>(.*?)</name>", base)
    for file in sorted(folder.glob("eggofpanku/decks/*.l5d")):
        yield from re.findall(r"^\d+ (.+?)$", file.read_text(encoding="latin-1"), re.MULTILINE)


def test_no_title_is_that_of_a_real_card(realdata: Path) -> None:
    real = {plain(title) for title in real_titles(realdata)}
    assert len(real) > 3000
    assert [card.title for card in CARDS.values() if plain(card.title) in real] == []


def test_no_house_is_one_of_the_game(realdata: Path) -> None:
    houses = {card.title.split()[0] for card in PEOPLE if re.fullmatch(r"\w+ \w+(, .*)?", card.title)}
    first = {title.split()[0] for title in real_titles(realdata) if title.split()}
    assert {"Tachimori", "Asagiri", "Kuregawa", "Hayakaze", "Iwatoko", "Shiomori"} <= houses
    assert sorted(house for house in houses & first if house not in ("Brother", "Sister")) == []


def test_the_same_title_in_another_printing_would_be_seen() -> None:
    assert plain("The Storm-Gate - exp2") == plain("Storm Gate • Experienced 2") == "stormgate"


# ------------------------------------------------------------------ reading


def written(card: str) -> dict[str, Card]:
    return catalogue.cards_of(card, "mine.toml")


def test_a_star_and_a_missing_focus_value_are_told_apart() -> None:
    text = '[[card]]\nkey = "a"\ntitle = "A"\ntype = "strategy"\nfocus = "*"\n'
    star = written(text)["a"]
    bare = written(text.replace('focus = "*"\n', ""))["a"]
    assert (star.star, star.focus) == (True, 0)
    assert (bare.star, bare.focus) == (False, None)


def test_an_ability_without_a_place_gets_the_one_of_its_card() -> None:
    def place(kind: str, card: str) -> str:
        row: dict[str, Any] = {"kind": kind, "effects": [{"do": "prevent"}]}
        if kind in ("trait", "reaction"):
            row["on"] = "when instead"
        return schema.ability(row, "x", card).place

    assert place("reaction", "strategy") == "hand"
    assert place("reaction", "item") == "play"
    assert place("focus-effect", "item") == "focused"
    assert place("face-up", "item") == "hand"


def test_delays_and_negations_stand_before_substitutions_before_the_rest() -> None:
    groups = {
        key: CARDS[key].abilities[0].group for key in ("closed-fan", "mercy-at-dusk", "guards-oath", "steady-hands")
    }
    assert groups == {"closed-fan": 0, "mercy-at-dusk": 0, "guards-oath": 1, "steady-hands": 2}


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        text = f'[[card]]\nkey = "{name}"\ntitle = "{name}"\ntype = "strategy"\nfocus = 1\n'
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    assert sorted(catalogue.read(tmp_path)) == ["one", "two"]
    made, row = catalogue.read_tables(tmp_path)["one"]
    assert schema.card(row, "again") == made


def test_what_ships_is_read_in_the_way_of_a_file_of_ones_own(tmp_path: Path) -> None:
    folder = Path(catalogue.__file__).parent / "data"
    assert catalogue.read(folder) == CARDS
    for file in folder.glob("*.toml"):
        assert set(tomllib.loads(file.read_text(encoding="utf-8"))) == {"card"}
