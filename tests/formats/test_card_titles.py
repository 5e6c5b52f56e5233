"""Titles in one spelling, keys made of them, numbers as cards print them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iaijutsu.cards import schema
from iaijutsu.formats.decklist import split_line
from iaijutsu.formats.printings import (
    UNDATED,
    Printing,
    beyond_keywords,
    key_of,
    normal,
    shown,
    speaks_of_duels,
    split_title,
    table_of,
    when,
    whole,
)


def printing(kind: str = "strategy", **more: object) -> Printing:
    given: dict[str, object] = {"title": "A Cut at Dusk", "experience": "", **more}
    return Printing(source="egg", edition="IV", date=UNDATED, kind=kind, printed_type=kind, **given)  # type: ignore[arg-type]


# ------------------------------------------------------------------ titles


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Tachimori Aoi", ("Tachimori Aoi", "")),
        ("Tachimori Aoi - exp", ("Tachimori Aoi", "exp")),
        ("Tachimori Aoi - exp4", ("Tachimori Aoi", "exp4")),
        ("Tachimori Aoi - Exp 4", ("Tachimori Aoi", "exp4")),
        ("Tachimori Aoi – exp3.5", ("Tachimori Aoi", "exp3.5")),
        ("Tachimori Aoi - expCoM", ("Tachimori Aoi", "expcom")),
        ("Tachimori Aoi - inexp", ("Tachimori Aoi", "inexp")),
        ("Tachimori Aoi (exp2)", ("Tachimori Aoi", "exp2")),
        ("Tachimori Aoi • Experienced", ("Tachimori Aoi", "exp")),
        ("Tachimori Aoi • Experienced 2CW", ("Tachimori Aoi", "exp2cw")),
        ("Tachimori Aoi • ExperiencedCoM", ("Tachimori Aoi", "expcom")),
        ("Tachimori Aoi • Inexperienced", ("Tachimori Aoi", "inexp")),
        ("Tachimori Aoi, the Reed - exp1", ("Tachimori Aoi, the Reed", "exp")),
        ("Expert Archers", ("Expert Archers", "")),
        ("No-expectations", ("No-expectations", "")),
        ("The Experienced", ("The Experienced", "")),
    ],
)
def test_title_and_experience(title: str, expected: tuple[str, str]) -> None:
    assert split_title(title) == expected


@pytest.mark.parametrize("level", ["", "exp", "exp2", "exp3.5", "exp2cw", "expcom", "inexp"])
def test_what_is_shown_is_read_again(level: str) -> None:
    assert split_title(shown("Tachimori Aoi", level)) == ("Tachimori Aoi", level)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A Cut at Dusk", ("A Cut at Dusk", "", "")),
        ("A Cut at Dusk (1)", ("A Cut at Dusk", "", "")),
        ("A Cut at Dusk [Second Flood]", ("A Cut at Dusk", "", "Second Flood")),
        ("A Cut at Dusk (Second Flood)", ("A Cut at Dusk (Second Flood)", "", "")),
        ("Aoi - exp2 (Second Flood)", ("Aoi", "exp2", "Second Flood")),
        ("Aoi • Experienced 2 [Second Flood]", ("Aoi", "exp2", "Second Flood")),
        ("Aoi (Heron) [Second Flood]", ("Aoi (Heron)", "", "Second Flood")),
        ("Aoi (Heron) • Experienced [x]", ("Aoi (Heron)", "exp", "x")),
        ("[only a set]", ("", "", "only a set")),
    ],
)
def test_what_stands_behind_a_title(line: str, expected: tuple[str, str, str]) -> None:
    assert split_line(line) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ferryman's Sons", "ferryman’s SONS"),
        ("Café Reeds", "Cafe Reeds"),
        ("Fog & Lantern", "Fog and Lantern"),
        ("Man the Walls!", "Man the walls"),
        ("Two-Rivers Blade", "Two Rivers  Blade"),
        ('"Is That All?"', "Is that all"),
        ("Meanwhile…", "Meanwhile..."),
    ],
)
def test_one_spelling(one: str, other: str) -> None:
    assert normal(one) == normal(other)
    assert normal(one)


@given(st.text(max_size=120), st.sampled_from(["", "exp", "exp3.5", "inexp"]))
def test_every_title_has_a_key_that_a_setup_takes(title: str, level: str) -> None:
    key = key_of(printing(title=title, experience=level))
    assert key.startswith("egg") and len(key) <= 60
    assert re.fullmatch(r"[a-z0-9-]+", key)
    card = schema.card({"key": key, "title": "x", "type": "ring"}, "test")
    assert card.key == key


def test_keys_keep_titles_and_levels_apart() -> None:
    titles = ["Aoi", "竹", "竹林", "A" * 90, "A" * 91, "Aoi exp", "Aoi (Heron)"]
    keys = {key_of(printing(title=title, experience=level)) for title in titles for level in ("", "exp", "exp2")}
    assert len(keys) == 3 * len(titles) - 1, "only `Aoi exp` and `Aoi`, level exp, are spelled the same"


# ------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("value", "number", "odd"),
    [
        (3, 3, ""), ("3", 3, ""), ("+2", 2, ""), ("-2", -2, ""), ("−2", -2, ""), (-2, -2, ""), ("0", 0, ""),
        (None, None, ""), ("", None, ""), ("-", None, ""), ("–", None, ""),
        ("*", 0, "sets"), ("+*", 0, "sets"), ("0*", 0, "sets"), ("+1*", 1, "sets"), ("3*", 3, "sets"),
        (":Rank•15:", None, "no number"), ("four", None, "no number"), ("+", None, "no number"),
        ("9" * 5000, None, "no number"),
    ],
)  # fmt: skip
def test_numbers_as_cards_print_them(value: int | str | None, number: int | None, odd: str) -> None:
    found, words = whole(value)
    assert found == number
    assert (odd in words) if odd else not words


def test_a_focus_value_may_be_a_star_missing_or_five() -> None:
    star, notes = table_of(printing(focus="*"))
    assert star["focus"] == "*" and schema.card(star, "").star and "printed '*'" in notes[0]
    none, notes = table_of(printing(focus=None))
    assert "focus" not in none and schema.card(none, "").focus is None and "adds 0" in notes[0]
    five, notes = table_of(printing(focus="5"))
    assert schema.card(five, "").focus == 5 and not notes


def test_what_no_card_may_have_is_brought_within_and_noted() -> None:
    table, notes = table_of(printing(focus=12))
    assert table["focus"] == 9 and "12 is outside 0 to 9" in notes[0]
    table, notes = table_of(printing("personality", force=-3, chi=2))
    assert table["force"] == 0 and "-3" in notes[0]


def test_force_and_chi_are_a_persons_own_or_change_those_of_another() -> None:
    person = schema.card(table_of(printing("personality", force=2, chi="4", honor=3, honor_requirement="-"))[0], "")
    assert (person.force, person.chi, person.honor, person.honor_requirement) == (2, 4, 3, None)
    item = table_of(printing("item", force="+2", chi=-1, focus=1))[0]
    assert (item["force_bonus"], item["chi_bonus"]) == (2, -1) and "force" not in item
    follower = table_of(printing("follower", force=3, chi="+1", focus=1, honor_requirement=2))[0]
    assert (follower["force"], follower["chi_bonus"], follower["honor_requirement"]) == (3, 1, 2)
    for table in (item, follower):
        assert schema.card(table, "").numbers_only


def test_honor_requirement_none_zero_and_negative_differ() -> None:
    def requirement(value: int | str | None) -> int | None:
        return schema.card(
            table_of(printing("personality", force=1, chi=1, honor_requirement=value))[0], ""
        ).honor_requirement

    assert [requirement("-"), requirement(None), requirement(0), requirement("-3")] == [None, None, 0, -3]


def test_a_personality_without_chi_is_noted_as_he_dies_of_it() -> None:
    for chi in ("*", None, 0):
        table, notes = table_of(printing("personality", force=1, chi=chi))
        assert table["chi"] == 0
        assert any("destroyed at once" in note for note in notes)


def test_keywords_that_are_texts_are_left_out_and_noted() -> None:
    words = ("Duelist", "Captain of <i>The Reed</i>", "Experienced 3.5", "Battle: Bow a card.", "x" * 60, "Duelist")
    table, notes = table_of(printing(keywords=words, focus=1))
    assert table["keywords"] == ["Duelist", "Captain of The Reed", "Experienced 3.5"]
    assert len(notes) == 2
    many, notes = table_of(printing(keywords=tuple(f"Word {n}" for n in range(30)), focus=1))
    assert len(many["keywords"]) == 16 and "30 found" in notes[0]


def test_texts_come_along_only_when_asked_for_and_fit() -> None:
    long = printing(focus=1, text="word " * 400)
    assert "text" not in table_of(long)[0]
    assert len(schema.card(table_of(long, texts=True)[0], "").text) == 600


def test_reminders_are_no_effect() -> None:
    assert not beyond_keywords("") and not beyond_keywords("(They ride.) (MRP)")
    assert beyond_keywords("Gain 1 Honor. (MRP)")
    assert speaks_of_duels("After he enters a duel") and speaks_of_duels("As a Focus Effect")
    assert not speaks_of_duels("Produce 2 Gold.")


def test_years_of_base_editions() -> None:
    assert when("Gold Edition") < when("Samurai Edition") < when("Celestial Edition") < when("Twenty Festivals")
    assert when("Second Flood") == UNDATED
