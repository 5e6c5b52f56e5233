"""Card files of others, in invented cards: what is read of them, which printing counts, what is noted."""

from pathlib import Path

import pytest

from iaijutsu.engine import BadInput
from iaijutsu.formats import eggofpanku, yasuki
from iaijutsu.formats.cards import Database, read_database
from iaijutsu.formats.printings import Printing

CARDS = Path(__file__).parent / "fixtures" / "cards"
EGG, FIRST, SECOND, INFO, OWN = (
    CARDS / name for name in ("egg.xml", "first.yaml", "second.yaml", "set_info.yaml", "own.toml")
)


def found(database: Database, title: str, experience: str = "", kinds: str = "") -> Printing:
    match = database.find(title, experience, frozenset(kinds.split())) if kinds else database.find(title, experience)
    assert match is not None, title
    return match.printing


# ------------------------------------------------------------------ Egg of P'an Ku


def test_egg_cards_with_their_numbers() -> None:
    cards, _ = read_database([EGG]).cards()
    assert len(cards) == 10, "twelve, less a holding and a stronghold"
    aoi = cards["egg-tachimori-aoi"]
    assert (aoi.type, aoi.force, aoi.chi, aoi.honor, aoi.honor_requirement) == ("personality", 2, 4, 3, 4)
    assert aoi.keywords == {"Heron Clan", "Samurai", "Duelist"}
    assert aoi.numbers_only and not aoi.text and not aoi.abilities
    veteran = cards["egg-tachimori-aoi-exp2"]
    assert (veteran.title, veteran.chi, veteran.honor_requirement) == ("Tachimori Aoi • Experienced 2", 6, None)
    assert veteran.unique and not aoi.unique
    assert {cards[key].focus for key in ("egg-a-cut-at-dusk", "egg-the-whole-of-the-sword", "egg-quiet-field")} == {
        4,
        5,
        0,
    }
    assert cards["egg-fog-and-lantern"].star and cards["egg-ring-of-salt"].focus is None
    blade, sons = cards["egg-blade-of-two-rivers"], cards["egg-sons-of-the-ferryman"]
    assert (blade.force, blade.chi, blade.focus, blade.unique) == (2, -1, 3, True)
    assert (sons.force, sons.chi, sons.honor, sons.honor_requirement) == (3, 0, None, 2)


def test_egg_notes_say_what_was_odd() -> None:
    notes = " | ".join(read_database([EGG]).cards()[1])
    for part in (
        "The Hungry Shape (IV): force: printed '0*'",
        "The Hungry Shape (IV): chi: printed '*'",
        "Fog & Lantern (IV): focus value: printed '*'",
        "Ring of Salt (IV): focus value: none",
    ):
        assert part in notes
    assert "Tachimori" not in notes


@pytest.mark.parametrize(
    ("text", "keywords", "rest"),
    [
        ("<b>Heron Clan &#8226; Duelist</b> <br>Draw.", ("Heron Clan", "Duelist"), "Draw."),
        ("Heron Clan &#8226; <b>Duelist</b><br/>Draw.", ("Heron Clan", "Duelist"), "Draw."),
        ("<b>Naval &#8226; Captain of <i>The Reed</i></b>", ("Naval", "Captain of The Reed"), ""),
        ("Terrain", ("Terrain",), ""),
        ("Discipline [PAY 2] <i>(You may pay.)</i> <br>Draw.", ("Discipline",), "Draw."),
        ("<b>Battle:</b> Create a <b>Heron Clan &#8226; Samurai</b>.", (), "Battle: Create a Heron Clan • Samurai ."),
        ("This card enters play bowed.", (), "This card enters play bowed."),
        ("Draw a card.<br>Then bow.", (), "Draw a card. Then bow."),
        ("", (), ""),
        ("<b>Weapon</b><br><b>(MRP)</b>", ("Weapon",), ""),
    ],
)
def test_keywords_are_the_first_line_of_a_text(text: str, keywords: tuple[str, ...], rest: str) -> None:
    assert eggofpanku.split_text(text) == (keywords, rest)


def test_egg_is_dated_by_its_version() -> None:
    assert {card.date for card in eggofpanku.cards(EGG.read_bytes(), "egg.xml")} == {(2012, 3, 9)}
    undated = eggofpanku.cards(b'<cards version="none"><card type="ring"><name>Ring</name></card></cards>', "x")
    assert undated[0].date == (0, 0, 0)


def test_egg_in_other_encodings() -> None:
    text = '<?xml version="1.0" encoding="{}"?><cards><card type="ring"><name>Café</name></card></cards>'
    for code in ("UTF-8", "ISO-8859-1", "windows-1252", "UTF-16"):
        card = eggofpanku.cards(text.format(code).encode(code), "x")[0]
        assert card.title == "Café"


# ------------------------------------------------------------------ Yasuki


def test_yasuki_cards_with_their_numbers() -> None:
    cards, notes = read_database([FIRST]).cards()
    assert len(cards) == 6, "eight, less a holding and one that is only created"
    jin, veteran = cards["yasuki-kuroda-jin"], cards["yasuki-kuroda-jin-exp"]
    assert (jin.chi, jin.honor_requirement, jin.unique) == (3, None, False)
    assert (veteran.chi, veteran.honor_requirement, veteran.unique) == (4, 0, True)
    assert cards["yasuki-no"].title == "No", "a word that YAML takes for false"
    assert (cards["yasuki-no"].force, cards["yasuki-no"].chi, cards["yasuki-no"].focus) == (0, 2, 3)
    assert any("The Pale Ferry (First Flood): force: printed '*'" in note for note in notes)


def test_errata_count_the_newest_last() -> None:
    card = next(
        card
        for card in yasuki.cards(SECOND.read_text(encoding="utf-8"), "second.yaml")
        if card.title == "Crossing Blades"
    )
    assert card.focus == 4
    assert card.notes == ("focus: printed 3, by errata 4",)


def test_only_the_experience_of_an_extended_title_is_taken() -> None:
    text = "set: S\ncards:\n- title: Jin\n  extended_title: Jin • Experienced 2CW\n  types: [Personality]\n"
    card = yasuki.cards(text, "x")[0]
    assert (card.title, card.experience) == ("Jin", "exp2cw")


def test_older_names_of_types() -> None:
    text = "set: S\ncards:\n- {title: A, types: [Kiho]}\n- {title: B, types: [Action]}\n- {title: C, types: [Clock]}\n"
    assert [card.kind for card in yasuki.cards(text, "x")] == ["strategy", "strategy", ""]


def test_dates_of_sets() -> None:
    dates = yasuki.dates(INFO.read_text(encoding="utf-8"), "set_info.yaml")
    assert dates == {"second flood": (2009, 6, 1), "second flood again": (2009, 6, 1), "first flood": (2001, 1, 15)}


# ------------------------------------------------------------------ several files together


@pytest.mark.parametrize("files", [[FIRST, SECOND, INFO], [SECOND, INFO, FIRST]])
def test_the_newest_printing_wins_by_its_date(files: list[Path]) -> None:
    database = read_database(files)
    match = database.find("Crossing Blades")
    assert match is not None and (match.printing.edition, match.printing.focus) == ("Second Flood", 4)
    assert match.notes == (
        "Crossing Blades: other numbers in First Flood: focus 2 (now focus 4); taken from Second Flood",
    )


def test_without_dates_the_file_named_last_wins() -> None:
    assert found(read_database([FIRST, SECOND]), "Crossing Blades").edition == "Second Flood"
    assert found(read_database([SECOND, FIRST]), "Crossing Blades").edition == "First Flood"


def test_files_of_two_programs_together() -> None:
    database = read_database([EGG, FIRST, SECOND, INFO])
    assert found(database, "A Cut at Dusk").source == "egg", "of 2012, the other is of 2001"
    assert found(database, "Kuroda Jin").source == "yasuki"


def test_levels_of_experience_are_kept_apart() -> None:
    database = read_database([FIRST])
    assert found(database, "Kuroda Jin").chi == 3
    assert found(database, "Kuroda Jin", "exp").chi == 4
    assert database.find("Kuroda Jin", "exp2") is None


def test_one_title_of_two_kinds() -> None:
    database = read_database([FIRST, SECOND])
    assert found(database, "The Pale Ferry", kinds="follower").edition == "First Flood"
    assert found(database, "The Pale Ferry", kinds="personality").edition == "Second Flood"
    assert database.find("The Pale Ferry", kinds=frozenset({"spell"})) is None


def test_ones_own_definition_wins_with_its_effect() -> None:
    card = found(read_database([OWN, EGG, FIRST]), "A Cut at Dusk")
    assert card.source == "own" and card.table is not None and card.table["key"] == "dusk"
    cards, _ = read_database([EGG, OWN]).cards()
    assert cards["dusk"].abilities and not cards["dusk"].numbers_only


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("a cut at DUSK", "A Cut at Dusk"),
        ("Fog and Lantern", "Fog & Lantern"),
        ("A Cut at Dusk (Invented)", "A Cut at Dusk"),
        ("A Cut at Dusk (Invented) (1)", "A Cut at Dusk"),
        ("Cafe Reeds", "Café Reeds (Second Flood)"),
    ],
)
def test_spellings_that_are_found(title: str, expected: str) -> None:
    assert found(read_database([EGG, SECOND]), title).title == expected


def test_what_is_taken_for_the_only_one_of_its_name_is_said() -> None:
    match = read_database([SECOND]).find("Café Reeds")
    assert match is not None and "taken for Café Reeds (Second Flood)" in match.notes[0]


def test_near_titles() -> None:
    database = read_database([EGG, FIRST])
    assert database.near("Tachimori Aoy") == ("Tachimori Aoi",)
    assert database.near("Kuroda Jin") == ("Kuroda Jin", "Kuroda Jin • Experienced"), (
        "an unknown level: those that there are"
    )
    assert database.near("A Cut at Dusc")[0] == "A Cut at Dusk"
    assert database.near("Something else entirely") == ()
    assert database.near("Tachimori Aoy", frozenset({"strategy"})) == ()


# ------------------------------------------------------------------ folders


def test_a_folder_is_read_whole_and_what_is_bad_in_it_is_said(tmp_path: Path) -> None:
    for file in (FIRST, SECOND, INFO, EGG, OWN):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "deck.yaml").write_bytes((CARDS / "deck-heron.yaml").read_bytes())
    (tmp_path / "bomb.yaml").write_text("cards: &a [1]\nset: *a\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("not a card file", encoding="utf-8")
    database = read_database([tmp_path])
    assert len(database) == len(read_database([FIRST, SECOND, INFO, EGG, OWN]))
    assert [line.split(":")[1].split(",")[0].strip() for line in database.left_out] == ["bomb.yaml", "deck.yaml"]


def test_a_file_that_is_named_has_to_be_good(tmp_path: Path) -> None:
    bad = tmp_path / "bomb.yaml"
    bad.write_text("cards: &a [1]\nset: *a\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"bomb.yaml, line 1: an anchor \(&a\) found"):
        read_database([EGG, bad])


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="0 files found in this folder"):
        read_database([tmp_path])
    with pytest.raises(BadInput, match="no card found"):
        read_database([])
    with pytest.raises(BadInput, match="no card found"):
        read_database([INFO])
    (tmp_path / "a.yaml").write_text("hello", encoding="utf-8")
    with pytest.raises(BadInput, match=r"no card found.*card file left out: a.yaml"):
        read_database([tmp_path])
