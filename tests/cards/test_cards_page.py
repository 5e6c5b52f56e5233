"""docs/cards.md is true and whole: its files load, it has every word of the schema, its occasions come."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from iaijutsu.cards import catalogue, decks, schema
from tests.cards.vocabulary import all_points, rows

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SECTIONS = dict(re.findall(r"^#### ([\w-]+)\n(.*?)(?=^#)", PAGE, re.MULTILINE | re.DOTALL))
FRAME = '[[card]]\nkey = "shown"\ntitle = "Shown"\ntype = "item"\nfocus = 1\n'
OWN = {"who", "if", "target", "until", "amount", "which"}
"""Keys that are explained once, above all effects."""


def loaded(block: str) -> int:
    """How many cards (or decks) a block of the page holds; a part is set into a card first."""
    if "[cards]" in block:
        decks.deck_of(block, "cards.md", catalogue.shipped())
        return 1
    if "[[card]]" not in block:
        head = "" if block.startswith("[[card.ability]]") else '[[card.ability]]\nkind = "focus-effect"\n'
        block = FRAME + head + block
    return len(catalogue.cards_of(block, "cards.md"))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.strip().splitlines()[-1][:60])
def test_a_block_of_the_page_loads(block: str) -> None:
    assert loaded(block) >= 1


def test_the_page_has_blocks_and_the_whole_file_is_one() -> None:
    assert len(BLOCKS) > 35
    assert max(map(loaded, BLOCKS)) == 5


def test_every_effect_has_its_section_with_all_its_keys() -> None:
    assert sorted(SECTIONS) == sorted(schema.EFFECTS)
    assert len(re.findall(r"^#### ", PAGE, re.MULTILINE)) == len(schema.EFFECTS)
    missing = [
        f"{do}.{key}"
        for do, table in schema.EFFECTS.items()
        for key in (*table.needed, *table.may)
        if key not in OWN and not re.search(rf"`{key}`|\b{key} = ", SECTIONS[do])
    ]
    assert missing == []


def test_every_effect_is_shown_in_a_block() -> None:
    shown = "\n".join(BLOCKS)
    assert [do for do in schema.EFFECTS if f'do = "{do}"' not in shown] == []


def test_every_key_and_every_word_is_on_the_page() -> None:
    words = {point.rsplit(" = ", 1)[1] for point in all_points() if " = " in point and point[:5] != "do = "}
    keys = {found[1] for point in all_points() if (found := re.fullmatch(r"[\w -]+\.(\w+)", point))}
    said = {word for quoted in re.findall(r"`([^`\n]+)`", PAGE) for word in re.findall(r"[\w*-]+", quoted)}
    assert sorted(words - said) == []
    assert sorted(keys - said) == []


# ------------------------------------------------------------------ occasions


def documented() -> dict[str, list[str]]:
    """Occasion and the moments of it that come, in the order of the page."""
    lines = re.findall(r"^\| [\w ]*\| `([\w-]+)` \| ((?:before|when|after)[\w, ]*) \|", PAGE, re.MULTILINE)
    return {occasion: moments.split(", ") for occasion, moments in lines}


def test_the_occasions_stand_in_their_order_and_are_all_there() -> None:
    assert documented() == {what: list(moments) for what, moments in schema.OCCASIONS.items()}
    headings = re.findall(r"^\| ([A-L]|challenge) \| `", PAGE, re.MULTILINE)
    assert headings == ["challenge", *"ABCDEFGHIJKL"]


def test_every_occasion_on_the_page_comes() -> None:
    """The rules let it come: `occasion(court, "after", "reveal")`; wins and losses come with the consequences."""
    source = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src/iaijutsu/cards").glob("*.py"))
    come = {(moment, what) for moment, what in re.findall(r'occasion\(court, "(\w+)", "([\w-]+)"', source)}
    come |= {(moment, what) for moment in ("when", "after") for what in ("win", "loss")}
    said = {(moment, what) for what, moments in documented().items() for moment in moments}
    assert sorted(said - come) == []


def test_no_shipped_card_waits_for_what_never_comes() -> None:
    said = {f"{moment} {what}" for what, moments in documented().items() for moment in moments}
    waits = {(row["key"], ability["on"]) for row in rows() for ability in row.get("ability", ()) if "on" in ability}
    assert sorted((key, on) for key, on in waits if on not in said) == []
