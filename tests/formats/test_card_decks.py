"""Decks of others, in invented cards: every form that is read, and a duel fought with one."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from iaijutsu.cards import GAME, InPlay, Player, Setup, State, catalogue, schema
from iaijutsu.engine import CHANCE, BadInput, Seeded, Session
from iaijutsu.formats.cards import Database, read_database
from iaijutsu.formats.decklist import DYNASTY, FATE, PREGAME, UNSORTED, text_deck
from iaijutsu.formats.realdecks import RealDeck, read_deck, read_deckfile, skeleton, together
from iaijutsu.formats.yasuki import deck as yasuki_deck

CARDS = Path(__file__).parent / "fixtures" / "cards"


@pytest.fixture(scope="module")
def egg() -> Database:
    return read_database([CARDS / "egg.xml"])


@pytest.fixture(scope="module")
def floods() -> Database:
    return read_database([CARDS / "egg.xml", CARDS / "first.yaml", CARDS / "second.yaml"])


def setup_of(first: RealDeck, second: RealDeck) -> Setup:
    """A plain challenge between the first Personalities of two decks (a shipped one where a deck has none)."""
    players = tuple(
        Player(name, deck.fate, (InPlay(next(iter(deck.personalities), shipped_personality())),))
        for name, deck in (("left", first), ("right", second))
    )
    return Setup(players, "plain-challenge", cards=together(first, second))


def shipped_personality() -> str:
    return next(key for key, card in catalogue.shipped().items() if card.type == "personality")


def fight(setup: Setup, seed: int) -> Session[State]:
    """A duel to its end, every question answered by lot."""
    lot = Random(seed)
    session: Session[State] = Session(GAME, setup, Seeded(seed))
    while not session.finished:
        for seat, request in session.asked.items():
            if seat != CHANCE and not session.has_sealed(seat):
                session.submit(seat, lot.choice(list(islice(request.options(), 50))))
    return session


# ------------------------------------------------------------------ the forms


def test_an_l5d_deck() -> None:
    deck = read_deckfile(CARDS / "heron.l5d")
    assert (deck.name, deck.form) == ("heron", "text")
    assert [(line.title, line.count) for line in deck.pregame] == [("Castle of the Long Reeds", 1)]
    assert sum(line.count for line in deck.fate) == 40
    assert [(line.title, line.experience, line.count) for line in deck.personalities[:2]] == [
        ("Tachimori Aoi", "", 3),
        ("Tachimori Aoi", "exp2", 1),
    ]
    assert {line.group for line in deck.part(DYNASTY)} == {"holdings", "personalities"}
    assert deck.notes == ()
    assert deck.fate[1].count == 12, "two digits"


def test_an_older_l5d_deck_in_latin_1_without_pre_game() -> None:
    deck = read_deckfile(CARDS / "old-latin1.l5d")
    assert [line.title for line in deck.pregame] == ["Castle of the Long Reeds"]
    assert deck.fate[-1].title == "Café Reeds"


def test_an_oracle_export() -> None:
    deck = read_deckfile(CARDS / "oracle.txt")
    assert [line.section for line in deck.lines] == [PREGAME, DYNASTY, DYNASTY, FATE, FATE]
    assert (deck.lines[2].experience, deck.lines[2].edition) == ("exp2", "Invented")


def test_a_sun_and_moon_export() -> None:
    deck = read_deckfile(CARDS / "sunandmoon.txt")
    assert deck.about == (("legality", "Invented"),)
    assert len(deck.fate) == 1 and len(deck.personalities) == 1


def test_an_export_with_tabs() -> None:
    deck = read_deckfile(CARDS / "tabbed.txt")
    assert [(line.count, line.title) for line in deck.fate] == [
        (3, "A Cut at Dusk (Invented)"),
        (2, "Quiet Field (Invented)"),
    ]


def test_a_plain_list() -> None:
    deck = read_deckfile(CARDS / "plain.txt")
    assert {line.section for line in deck.lines} == {UNSORTED}
    assert [(line.count, line.title, line.experience) for line in deck.lines] == [
        (3, "A Cut at Dusk", ""), (1, "Quiet Field", ""), (2, "Tachimori Aoi", "exp2"), (1, "Rice Terraces", ""),
    ]  # fmt: skip


def test_a_yasuki_deck() -> None:
    deck = read_deckfile(CARDS / "deck-heron.yaml")
    assert (deck.name, deck.form) == ("Heron at the Ford", "yasuki")
    assert dict(deck.about) == {"author": "Somebody", "date": "2026-01-02"}
    assert [(line.title, line.experience, line.count, line.edition) for line in deck.personalities] == [
        ("Kuroda Jin", "", 3, "First Flood"), ("Kuroda Jin", "exp", 1, "First Flood"), ("Tachimori Aoi", "exp2", 1, ""),
    ]  # fmt: skip
    assert [line.group for line in deck.fate] == ["", "", "followers"]
    assert deck.notes == ()


@pytest.mark.parametrize(
    ("line", "count", "title"),
    [
        ("3 Field", 3, "Field"), ("3x Field", 3, "Field"), ("3 x Field", 3, "Field"), ("x3 Field", 3, "Field"),
        ("3xField", 3, "Field"), ("12\tQuiet  Field", 12, "Quiet Field"), ("3 Xing's Blade", 3, "Xing's Blade"),
        ("Quiet Field", 1, "Quiet Field"), ("3 Field [r - IV]", 3, "Field"),
        ("3 Fog &amp; Lantern", 3, "Fog & Lantern"),
        ("3 <i>Fog</i>", 3, "Fog"), ("Quiet Field x3", 3, "Quiet Field"), ("Quiet Field ×2", 2, "Quiet Field"),
        ("Quiet Field 3x", 3, "Quiet Field"), ("Quiet Field (x3)", 3, "Quiet Field"),
        ("Quiet Field, x3", 3, "Quiet Field"),
        ("Quiet Field x3 [IV]", 3, "Quiet Field"), ("Quiet Field [IV] x3", 3, "Quiet Field"), ("Field: 2", 2, "Field"),
        ("- 3x Field", 3, "Field"), ("* 3 Field", 3, "Field"), ("• Field", 1, "Field"), ("×3 Field", 3, "Field"),
        ("Field 3", 1, "Field 3"), ("Axx", 1, "Axx"),
    ],
)  # fmt: skip
def test_spellings_of_a_line(line: str, count: int, title: str) -> None:
    (found,) = text_deck(f"# Fate\n{line}\n", "deck", "deck").lines
    assert (found.count, found.title) == (count, title)


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("# Fate (40)", FATE), ("#Fate", FATE), ("## Fate Deck:", FATE), ("Fate (40)", FATE), ("Fate:", FATE),
        ("# Strategies (3)", FATE), ("# Actions", FATE), ("# Ancestors (1)", FATE), ("# Kihos (1)", FATE),
        ("# Pre-Game (1)", PREGAME), ("# Senseis (1)", PREGAME), ("# Wind (1)", PREGAME), ("# Celestials", DYNASTY),
        ("Fate: 40", FATE), ("Dynasty", DYNASTY), ("# Personality", DYNASTY), ("# Regions (2)", DYNASTY),
    ],
)  # fmt: skip
def test_headings(heading: str, section: str) -> None:
    (found,) = text_deck(f"{heading}\n1 Quiet Field\n", "deck", "deck").lines
    assert found.section == section


def test_what_is_not_understood_is_reported_with_its_line() -> None:
    text = "# Fate (3)\n2 Quiet Field\n***\n# Sideboards of mine (2)\n0 Nobody\n" + "x" * 300 + "\n"
    deck = text_deck(text, "deck", "deck")
    assert len(deck.lines) == 1
    assert [note.split(":")[0] for note in deck.notes] == ["line 3", "line 4", "line 5", "line 6", "line 1"]
    assert deck.notes[-1] == "line 1: Fate says 3, but 2 cards are there"


def test_headings_that_count_wrong_are_reported() -> None:
    deck = yasuki_deck(
        "Dynasty: # (2)\n  # Holdings (3)\n  - 2x Rice Terraces\n  # Mine (9)\n  - Other\n", "deck", "deck"
    )
    assert deck.notes == (
        "line 1: Dynasty says 2, but 3 cards are there",
        "line 2: Holdings says 3, but 2 cards are there",
    )
    assert [line.group for line in deck.lines] == ["holdings", ""]


def test_numbers_of_a_yasuki_deck_in_other_spellings() -> None:
    text = "Fate: # (13)\n  - 3 A\n  - B x2\n  - '4x C [Set]'\n  - 1x 'D'\n  E: 2 # a remark\n  - F {art: G [H]}\n"
    deck = yasuki_deck(text, "deck", "deck")
    assert [(line.count, line.title) for line in deck.lines] == [
        (3, "A"), (2, "B"), (4, "C"), (1, "D"), (2, "E"), (1, "F"),
    ]  # fmt: skip
    assert deck.notes == ()


def test_odd_lines_of_a_yasuki_deck_are_reported() -> None:
    deck = yasuki_deck("Fate:\n  - 2x A\n  nonsense\n  -\n  - 'It''s'\n", "deck", "deck")
    assert [line.title for line in deck.lines] == ["A", "It''s"]
    assert [note.split(":")[0] for note in deck.notes] == ["line 3", "line 4"]


# ------------------------------------------------------------------ looked up


def test_a_deck_with_its_cards(egg: Database) -> None:
    deck = read_deck(CARDS / "heron.l5d", egg)
    assert dict(deck.fate) == {
        "egg-blade-of-two-rivers": 3, "egg-sons-of-the-ferryman": 12, "egg-ring-of-salt": 1, "egg-fog-and-lantern": 3,
        "egg-a-cut-at-dusk": 10, "egg-quiet-field": 10,
    }  # fmt: skip
    assert deck.personalities == ("egg-tachimori-aoi", "egg-tachimori-aoi-exp2", "egg-the-hungry-shape")
    assert {table["key"] for table in deck.tables} == {*dict(deck.fate), *deck.personalities}
    assert all(schema.card(table, "").numbers_only for table in deck.tables)


def test_what_is_not_found_is_listed_with_what_is_near(egg: Database) -> None:
    deck = read_deck(CARDS / "heron.l5d", egg)
    assert [(card.line.title, card.part, card.near) for card in deck.missing] == [
        ("Nobody At All", "Dynasty", ()),
        ("Whole of the Sword", "Fate", ("The Whole of the Sword",)),
    ]
    assert "line 35: 1 × Whole of the Sword: this card is not known; near it: The Whole of the Sword" in deck.notes
    assert "line 16: 3 × Nobody At All: this card is not known" in deck.notes
    assert any("left out of the deck" in note and "(--database)" in note for note in deck.notes)
    assert "left aside, as they take no part in a duel (Strongholds, Holdings and so on): 5" in deck.notes
    assert sum(count for _, count in deck.fate) + 1 == 40, "nothing is lost"


def test_cards_whose_effects_are_unknown_are_listed(egg: Database) -> None:
    deck = read_deck(CARDS / "heron.l5d", egg)
    assert set(deck.effects_unknown) == {
        "Tachimori Aoi", "The Hungry Shape", "Fog & Lantern", "Ring of Salt", "A Cut at Dusk", "Quiet Field",
    }  # fmt: skip
    assert set(deck.speak_of_duels) == {"Tachimori Aoi", "A Cut at Dusk"}


def test_odd_numbers_of_its_own_cards_are_noted(egg: Database) -> None:
    notes = " | ".join(read_deck(CARDS / "heron.l5d", egg).notes)
    assert "The Hungry Shape (IV): chi: printed '*'" in notes and "Fog & Lantern (IV): focus value" in notes


def test_texts_only_on_demand(egg: Database) -> None:
    assert not any("text" in table for table in read_deck(CARDS / "heron.l5d", egg).tables)
    told = {table["title"]: table.get("text") for table in read_deck(CARDS / "heron.l5d", egg, texts=True).tables}
    assert told["A Cut at Dusk"] == "As a Focus Effect, if you win this duel, gain 1 Honor."


def test_a_plain_list_is_sorted_by_the_card_files(egg: Database) -> None:
    deck = read_deck(CARDS / "plain.txt", egg)
    assert dict(deck.fate) == {"egg-a-cut-at-dusk": 3, "egg-quiet-field": 1}
    assert deck.personalities == ("egg-tachimori-aoi-exp2",)
    assert not deck.missing


def test_a_yasuki_deck_takes_fate_card_and_personality_of_one_title_apart(floods: Database) -> None:
    deck = read_deck(CARDS / "deck-heron.yaml", floods)
    assert dict(deck.fate) == {"yasuki-crossing-blades": 3, "yasuki-no": 1, "yasuki-the-pale-ferry": 2}
    types = {table["key"]: table["type"] for table in deck.tables}
    assert types["yasuki-the-pale-ferry"] == "follower"
    assert deck.personalities == ("yasuki-kuroda-jin", "yasuki-kuroda-jin-exp", "egg-tachimori-aoi-exp2")


def test_fate_card_and_personality_of_one_title_in_one_deck(floods: Database, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("# Personalities\n1 The Pale Ferry\n# Followers\n2 The Pale Ferry\n", encoding="utf-8")
    deck = read_deck(path, floods)
    assert deck.fate == (("yasuki-the-pale-ferry", 2),)
    assert deck.personalities == ("yasuki-the-pale-ferry-personality",)
    cards, _ = floods.cards()
    kinds = {key: card.type for key, card in cards.items() if "pale" in key}
    assert kinds == {"yasuki-the-pale-ferry": "follower", "yasuki-the-pale-ferry-personality": "personality"}


def test_ones_own_definition_is_no_unknown_effect() -> None:
    deck = read_deck(CARDS / "oracle.txt", [CARDS / "egg.xml", CARDS / "own.toml"])
    assert ("dusk", 3) in deck.fate
    assert "A Cut at Dusk" not in deck.effects_unknown
    (dusk,) = (table for table in deck.tables if table["key"] == "dusk")
    assert schema.card(dusk, "").abilities[0].kind == "focus-effect"


def test_a_card_of_another_kind_among_the_fate_cards(egg: Database, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("# Fate\n2 Quiet Field\n1 Rice Terraces\n1 Tachimori Aoi\n", encoding="utf-8")
    deck = read_deck(path, egg)
    assert "1 × Rice Terraces: a holding among the Fate cards: left aside" in deck.notes
    assert "1 × Tachimori Aoi: a personality among the Fate cards: left aside" in deck.notes
    assert "none of its Personalities is known: take one from elsewhere" in deck.notes


def test_a_deck_of_which_nothing_is_known(floods: Database, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text(
        "# Personalities\n1 Tachimori Aoi\n# Fate\n2 Quiet Feild (Invented)\n1 Nothing Like It\n", encoding="utf-8"
    )
    with pytest.raises(BadInput) as caught:
        read_deck(path, floods)
    first = "Quiet Feild (Invented) (line 4), near it Quiet Field"
    assert f"none of its Fate cards is known: {first}, Nothing Like It (line 5)." in str(caught.value)
    assert "(--database)" in str(caught.value)
    path.write_text("# Personalities\n1 Tachimori Aoi\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no Fate card found"):
        read_deck(path, floods)


def test_cards_that_the_program_has_need_no_card_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("3 Steady Hands\nmorning practice x2\nTachimori Renge\n1 A Cut at Dusk\n", encoding="utf-8")
    known = read_database([CARDS / "egg.xml"])
    known.fall_back(catalogue.shipped())
    deck = read_deck(path, known)
    assert dict(deck.fate) == {"steady-hands": 3, "morning-practice": 2, "egg-a-cut-at-dusk": 1}
    assert deck.personalities == ("tachimori-renge",)
    assert [table["key"] for table in deck.tables] == ["egg-a-cut-at-dusk"], "what ships is not brought"
    assert not deck.missing


def test_a_card_file_goes_before_what_the_program_has(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[[card]]\nkey = "hands"\ntitle = "Steady Hands"\ntype = "strategy"\nfocus = 1\n', encoding="utf-8")
    path = tmp_path / "deck.txt"
    path.write_text("3 Steady Hands\n", encoding="utf-8")
    known = read_database([own])
    known.fall_back(catalogue.shipped())
    assert dict(read_deck(path, known).fate) == {"hands": 3}


def test_what_is_missing_can_be_written_in_by_hand(egg: Database, tmp_path: Path) -> None:
    page = skeleton(read_deck(CARDS / "heron.l5d", egg))
    own = tmp_path / "mine.toml"
    own.write_text(page.replace("chi = 0", "chi = 3").replace("focus = 0", "focus = 5"), encoding="utf-8")
    deck = read_deck(CARDS / "heron.l5d", [CARDS / "egg.xml", own])
    assert not deck.missing
    numbers = {table["title"]: (table.get("chi"), table.get("focus")) for table in deck.tables}
    assert numbers["Nobody At All"] == (3, None) and numbers["Whole of the Sword"] == (None, 5)


def test_decks_of_one_duel_agree_on_their_cards(egg: Database, tmp_path: Path) -> None:
    other = tmp_path / "egg.xml"
    text = (CARDS / "egg.xml").read_text(encoding="utf-8")
    other.write_text(text.replace("<force>2</force><chi>4</chi>", "<force>2</force><chi>9</chi>"), encoding="utf-8")
    one, same, two = (read_deck(CARDS / "heron.l5d", source) for source in (egg, egg, [other]))
    assert len(together(one, same)) == len(one.tables)
    with pytest.raises(BadInput, match="Tachimori Aoi: another deck has it with other numbers"):
        together(one, two)


def test_no_shipped_card_has_a_key_of_theirs() -> None:
    assert not [key for key in catalogue.shipped() if key.startswith(("egg-", "yasuki-", "own-"))]


# ------------------------------------------------------------------ fought with


@pytest.mark.parametrize("seed", range(5))
def test_a_duel_is_fought_with_them_to_the_end(floods: Database, seed: int) -> None:
    heron, ford = (read_deck(CARDS / name, floods) for name in ("heron.l5d", "deck-heron.yaml"))
    assert fight(setup_of(heron, ford), seed).finished
