"""Bad card files: each is refused with the file, the table and key, what was found and what is allowed.

Most are made from good files by one damage to each of their parts in turn; the rest are written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from iaijutsu.cards import catalogue, decks
from iaijutsu.engine import BadInput
from tests.cards.damage import ALLOWED, FRAME, Damage, changed, damages, document, refusal
from tests.cards.vocabulary import rows

GOOD = (
    "plain-katana", "tachimori-banri", "word-before-the-magistrate", "ghost-at-the-crossroads", "price-of-silence",
    "crooked-verdict", "rider-before-the-dawn", "thirteenth-bead", "guards-oath", "graceful-even-so", "late-snow",
)  # fmt: skip
"""Shipped cards that between them use tables of every sort."""

# ------------------------------------------------------------------ damaged files


def card_damages() -> Iterator[Damage]:
    for row in rows():
        if row["key"] in GOOD:
            for damage in damages(row, f"bad.toml: {row['key']}"):
                names = (".key: ",) if damage.name.startswith("key is") else damage.names
                yield Damage(f"{row['key']}: {damage.name}", "[[card]]\n" + damage.text, names)
            for key in ("key", "title", "type"):
                name = "a card without key" if key == "key" else row["key"]
                text = "[[card]]\n" + document(changed(row, (key,), None))
                yield Damage(f"{row['key']}: no {key}", text, (f"bad.toml: {name}: the key {key!r} is missing",))


CARD_DAMAGES = list(card_damages())


@pytest.mark.parametrize("key", GOOD)
def test_what_is_damaged_was_good(tmp_path: Path, key: str) -> None:
    row = next(row for row in rows() if row["key"] == key)
    file = tmp_path / "good.toml"
    file.write_text("[[card]]\n" + document(row), encoding="utf-8")
    assert catalogue.read(file) == {key: catalogue.shipped()[key]}


def test_there_are_enough_damages() -> None:
    assert len(CARD_DAMAGES) > 300


@pytest.mark.parametrize("damage", CARD_DAMAGES, ids=lambda damage: damage.name)
def test_a_damaged_card_is_refused_where_it_is_damaged(tmp_path: Path, damage: Damage) -> None:
    message = refusal(tmp_path, damage.text, catalogue.read)
    assert [name for name in damage.names if name not in message] == []
    assert ALLOWED.search(message), message


# ------------------------------------------------------------------ files that are none


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(b"", "no card found; needed is at least one", id="empty"),
        pytest.param(b"\n# nothing but a remark\n", "no card found", id="a remark alone"),
        pytest.param(b"card = []\n", "no card found", id="an empty list"),
        pytest.param(FRAME.encode("utf-16"), "not UTF-8", id="UTF-16"),
        pytest.param(FRAME.replace("A", "Ä").encode("latin-1"), "not UTF-8 text: byte 28", id="Latin-1"),
        pytest.param(b"\xff\xfe\x00", "not UTF-8", id="bytes"),
        pytest.param(b"\x00" * 50, "not TOML", id="zeros"),
        pytest.param(b"\xef\xbb\xbf" + FRAME.encode(), "not TOML", id="byte order mark"),
        pytest.param(
            b"#" * (catalogue.SIZE_LIMIT + 1), "more than 1000000 bytes found; allowed are 1000000", id="huge"
        ),
        pytest.param(FRAME[:40].encode(), "not TOML", id="cut off"),
        pytest.param(b'{"card": []}', "not TOML", id="JSON"),
        pytest.param(b"card: []\n", "not TOML", id="YAML"),
        pytest.param(b"<card/>", "not TOML", id="XML"),
        pytest.param(b"card = 1\n", "bad.toml: card: a list of tables is needed", id="card is a number"),
        pytest.param(b"card = [1]\n", "a list of tables is needed: write [[card]]", id="cards are numbers"),
        pytest.param(b'[card]\nkey = "a"\n', "write [[card]] above each card", id="one table, no list"),
        pytest.param(b'[[cards]]\nkey = "a"\n', "bad.toml: cards: unknown key; allowed is [[card]]", id="misspelled"),
        pytest.param((FRAME + "focus = 2\n").encode(), "not TOML", id="a doubled key"),
        pytest.param((FRAME + FRAME).encode(), "bad.toml: a: this key stands twice", id="a doubled card"),
        pytest.param(b"card = " + b"[" * 9000 + b"]" * 9000, "not TOML", id="lists too deep for TOML"),
        pytest.param(
            (FRAME + ".".join(["a"] * 2000) + " = 1\n").encode(),
            "line 6: a key of more than 40 parts",
            id="dots too deep",
        ),
        pytest.param(
            (FRAME + f"[[card.ability]]\nkind = 'static'\nif = [{{{'not.' * 35}tied = true}}]\n").encode(),
            "bad.toml: a: more than 30 levels of tables and lists found; allowed are 30",
            id="conditions too deep",
        ),
        pytest.param(FRAME.replace("1", "9" * 5000).encode(), "not TOML", id="a number of 5000 digits"),
        pytest.param(
            FRAME.replace("1", "0x" + "f" * 5000).encode(), "bad.toml: a: a number of more than 64 bits", id="hex"
        ),
        pytest.param(FRAME.replace("1", "1e400").encode(), "bad.toml: a.focus: inf found", id="a float too large"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: bytes, words: str) -> None:
    assert words in refusal(tmp_path, text, catalogue.read)


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    for read in (catalogue.read, decks.read):
        with pytest.raises(BadInput, match=r"nowhere\.toml: it cannot be read: No such file"):
            read(tmp_path / "nowhere.toml")
    with pytest.raises(BadInput, match=r"no file \*\.toml in this folder"):
        catalogue.read(tmp_path)
    with pytest.raises(BadInput, match="it cannot be read: Is a directory"):
        decks.read(tmp_path)


def test_a_file_without_end_is_given_up(tmp_path: Path) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero on this system")
    with pytest.raises(BadInput, match="more than 1000000 bytes"):
        catalogue.read(Path("/dev/zero"))
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    with pytest.raises(BadInput, match="more than 1000000 bytes"):
        catalogue.read(tmp_path)


def test_a_card_in_two_files_of_a_folder_is_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(FRAME, encoding="utf-8")
    with pytest.raises(BadInput, match=r"two\.toml: a: this key stands twice"):
        catalogue.read(tmp_path)


# ------------------------------------------------------------------ cards that do not hold together


def card(kind: str = "strategy", body: str = "focus = 1", ability: str = "") -> str:
    text = f'[[card]]\nkey = "a"\ntitle = "A"\ntype = "{kind}"\n{body}\n'
    return text + (f"[[card.ability]]\n{ability}\n" if ability else "")


def ability(text: str) -> str:
    return card(ability=f'{text}\neffects = [{{do = "prevent"}}]')


def trait(text: str) -> str:
    return ability(f'kind = "trait"\non = "after reveal"\n{text}')


def effect(text: str) -> str:
    return card(ability=f'kind = "focus-effect"\neffects = [{text}]')


BAD_CARDS = [
    # numbers that a type has not
    (card("strategy", "force = 1"), "a.force: a strategy has no such number"),
    (card("strategy", "honor = 1"), "a.honor: a strategy has no such number"),
    (card("item", "chi = 1"), "a.chi: a item has no such number"),
    (card("ring", "honor_requirement = 1"), "a.honor_requirement: a ring has no such number"),
    (card("follower", "honor = 1"), "a.honor: a follower has no such number"),
    (card("personality", "force = 1\nchi = 1\nfocus = 1"), "a.focus: a personality has no such number"),
    (card("personality", "force = 1\nchi = 1\nchi_bonus = 1"), "a.chi_bonus: a personality has no such number"),
    (card("personality", "force = 1"), "a: a personality needs force and chi"),
    (card("personality", "chi = 1"), "a: a personality needs force and chi"),
    # bounds
    (card(body="focus = 10"), "a.focus: 10 found; allowed is a whole number from 0 to 9"),
    (card(body="focus = -1"), "a.focus: -1 found; allowed is a whole number from 0 to 9"),
    (card(body='focus = "**"'), "a.focus: '**' found; allowed is one of: *"),
    (card(body='focus = "3"'), "a.focus: '3' found; allowed is one of: *"),
    (card("personality", "force = -1\nchi = 1"), "a.force: -1 found; allowed is a whole number from 0 to 99"),
    (card("personality", "force = 1\nchi = 100"), "a.chi: 100 found"),
    (card(body=f"keywords = {['x'] * 17}"), "a.keywords: ['x', 'x'"),
    (card(body=f'title2 = "{"x" * 90}"'), "a.title2: unknown key"),
    (card().replace('"A"', f'"{"x" * 81}"'), "found; allowed is 1 to 80 printable characters on one line"),
    (card(body=f'text = "{"x" * 601}"'), "allowed is 1 to 600 printable characters"),
    (card(body='text = "a\\u0007b"'), "a.text: 'a\\x07b' found; allowed is 1 to 600 printable characters"),
    (card(body='text = "a\\u202eb"'), "a.text: 'a\\u202eb' found; allowed is 1 to 600 printable characters"),
    (card(body='keywords = [""]'), "a.keywords[0]: '' found; allowed is 1 to 40 printable characters"),
    # keys and types
    (card().replace('"a"', '"A"'), "'A' found; allowed are small letters, digits and hyphens"),
    (card().replace('"a"', '"../a"'), "'../a' found; allowed are small letters"),
    (card().replace('"a"', '"a b"'), "'a b' found; allowed are small letters"),
    (card().replace('"a"', '"ä"'), "'ä' found; allowed are small letters"),
    (card().replace('"a"', f'"{"a" * 61}"'), "a card without key.key"),
    (card("holding"), "a.type: 'holding' found; allowed is one of: personality, strategy, item"),
    (card("Strategy"), "a.type: 'Strategy' found; allowed is one of"),
    # abilities
    (ability('kind = "trait"'), 'a.ability[0]: a trait needs on = "moment occasion"'),
    (ability('kind = "reaction"'), "a.ability[0]: a reaction needs on"),
    (ability('kind = "static"\non = "after reveal"'), "a static takes no on"),
    (ability('kind = "focus-effect"\non = "after reveal"'), "a focus-effect takes no on"),
    (card(ability='kind = "focus-effect"'), "a.ability[0]: effects is missing or empty"),
    (card(ability='kind = "focus-effect"\neffects = []'), "a.ability[0]: effects is missing or empty"),
    (
        card(ability='kind = "focus-effect"\neffects = {do = "prevent"}'),
        "a.ability[0].effects: {'do': 'prevent'} found",
    ),
    (
        card(ability='kind = "focus-effect"\neffects = ["prevent"]'),
        "effects[0]: 'prevent' found; allowed is a table with do",
    ),
    (ability('kind = "interrupt"'), "a.ability[0].kind: 'interrupt' found; allowed is one of"),
    (ability('kind = "trait"\non = "reveal"'), "ability[0].on: 'reveal' found; allowed are: before or when challenge"),
    (ability('kind = "trait"\non = "after"'), "'after' found; allowed are: before or when challenge"),
    (ability('kind = "trait"\non = "during reveal"'), "'during reveal' found"),
    (ability('kind = "trait"\non = "after the reveal"'), "'after the reveal' found"),
    (ability('kind = "trait"\non = "after battle"'), "when acceptance; after refusal"),
    (trait('limit = "game"'), "limit: 'game' found; allowed is one of: duel, turn, phase"),
    (trait('from = "deck"'), "from: 'deck' found; allowed is one of: play, hand, focused, discard"),
    (trait('whose = "both"'), "whose: 'both' found; allowed is one of: own, opponent, any"),
    (ability('kind = "instead"\ncost = {bow = "this"}'), "cost: {'bow': 'this'} found; allowed is a list"),
    (ability('kind = "instead"\ncost = [{}]'), "cost[0]: one of these keys is needed: bow"),
    (ability('kind = "instead"\ncost = [{bow = "opponent"}]'), "bow: 'opponent' found; allowed is one of: this, own"),
    (ability('kind = "instead"\ncost = [{discard = 0}]'), "discard: 0 found; allowed is a whole number from 1 to 8"),
    (card() + "ability = 1\n", "a.ability: 1 found; allowed is a list"),
    (card() + "ability = [1]\n", "a.ability[0]: 1 found; allowed is a table with kind"),
    (card() + f"ability = [{', '.join(['{kind = 1}'] * 13)}]\n", "found; allowed is a list of at most 12"),
    # effects
    (effect("{}"), "effects[0].do: None found; allowed is one of: challenge, refuse"),
    (effect('{do = "win"}'), "effects[0].do: 'win' found; allowed is one of"),
    (effect('{do = "challenges"}'), "effects[0].do: 'challenges' found"),
    (effect("{do = 1}"), "effects[0].do: 1 found; allowed is one of"),
    (effect('{do = "stat"}'), "effects[0]: the key 'stat' is missing; needed are stat, amount"),
    (effect('{do = "stat", stat = "chi"}'), "effects[0]: the key 'amount' is missing"),
    (effect('{do = "stat", stat = "glory", amount = 1}'), "stat: 'glory' found; allowed is one of: force, chi, honor"),
    (effect('{do = "stat", stat = "chi", amount = 1.5}'), "amount: 1.5 found; allowed is a number or a table"),
    (effect('{do = "stat", stat = "chi", amount = "1"}'), "amount: '1' found; allowed is a number or a table"),
    (effect('{do = "stat", stat = "chi", amount = true}'), "amount: True found; allowed is a number or a table"),
    (
        effect('{do = "stat", stat = "chi", amount = 100}'),
        "amount: 100 found; allowed is a whole number from -99 to 99",
    ),
    (effect('{do = "stat", stat = "chi", amount = {}}'), "amount: one of these keys is needed: stat, fv, count"),
    (effect('{do = "stat", stat = "chi", amount = {half = true}}'), "amount: one of these keys is needed"),
    (effect('{do = "stat", stat = "chi", amount = {sum = 1}}'), "amount.sum: 1 found; allowed is a list of at most 4"),
    (effect('{do = "stat", stat = "chi", amount = {sum = [1, 2, 3, 4, 5]}}'), "amount.sum: [1, 2, 3, 4, 5] found"),
    (
        effect('{do = "stat", stat = "chi", amount = {count = "cards"}}'),
        "count: 'cards' found; allowed is one of: focused",
    ),
    (effect('{do = "stat", stat = "chi", amount = {fv = "random"}}'), "fv: 'random' found; allowed is one of: this"),
    (
        effect('{do = "stat", stat = "chi", amount = 1, until = "battle"}'),
        "until: 'battle' found; allowed is one of: duel, turn, for-good",
    ),
    (
        effect('{do = "stat", stat = "chi", amount = 1, who = "me"}'),
        "who: 'me' found; allowed is one of: own, opponent",
    ),
    (effect('{do = "keyword"}'), "effects[0]: one of these keys is needed: give, take"),
    (effect('{do = "keyword", give = "Duelist"}'), "give: 'Duelist' found; allowed is a list of at most 8"),
    (effect('{do = "focus-limit", who = "own"}'), "effects[0]: one of these keys is needed: most, exactly"),
    (effect('{do = "forbid-fv"}'), "effects[0]: one of these keys is needed: fv, named"),
    (effect('{do = "prevent", who = "own"}'), "effects[0].who: unknown key"),
    (effect('{do = "first-opportunity"}'), "effects[0]: the key 'who' is missing"),
    (effect('{do = "focus-source", from = "table"}'), "from: 'table' found; allowed is one of: pool, hand, deck"),
    (
        effect('{do = "focus-source", from = "hand", times = 0}'),
        "times: 0 found; allowed is a whole number from 1 to 9",
    ),
    (
        effect('{do = "focused-cards", act = "destroy"}'),
        "act: 'destroy' found; allowed is one of: add, remove, swap, look",
    ),
    (effect('{do = "focused-cards", act = "add", count = 5}'), "count: 5 found; allowed is a whole number from 1 to 4"),
    (effect('{do = "fv", op = "double"}'), "op: 'double' found; allowed is one of: add, set, times, exchange"),
    (effect('{do = "fv", op = "add", which = "best"}'), "which: 'best' found; allowed is one of: this, subject"),
    (effect('{do = "score", rule = "double"}'), "rule: 'double' found; allowed is one of"),
    (effect('{do = "score", rule = "margin-ties", n = -1}'), "n: -1 found; allowed is a whole number from 0 to 20"),
    (effect('{do = "outcome", result = "draw"}'), "result: 'draw' found; allowed is one of: win, lose"),
    (effect('{do = "consequence", on = "win"}'), "effects[0]: the key 'effects' is missing"),
    (
        effect('{do = "consequence", on = "draw", effects = []}'),
        "on: 'draw' found; allowed is one of: win, loss, tie, any",
    ),
    (
        effect('{do = "consequence", on = "win", effects = [{do = "bow", whom = "own"}]}'),
        "effects[0].effects[0].whom: unknown key",
    ),
    (
        effect('{do = "consequence-alter", mode = "negate", only = ["kill"]}'),
        "only[0]: 'kill' found; allowed is one of: destroy",
    ),
    (effect('{do = "cleanup", to = "play"}'), "to: 'play' found; allowed is one of: hand, removed, shuffle, deck-top"),
    (effect('{do = "challenge", times = 0}'), "times: 0 found; allowed is a whole number from 1 to 4"),
    (effect('{do = "challenge", create = {title = "X"}}'), "create: the key 'chi' is missing; needed are title, chi"),
    (effect('{do = "challenge", challenger = "own"}'), "challenger: 'own' found; allowed is a table with who"),
    (
        effect('{do = "challenge", challenged = {who = "both"}}'),
        "who: 'both' found; allowed is one of: own, opponent, others, any",
    ),
    (effect('{do = "challenge", refuse = true}'), "refuse: True found; allowed is a table with if, price, effects"),
    (
        effect('{do = "challenge", stat = "glory"}'),
        "stat: 'glory' found; allowed is one of: force, chi, honor, printed-force",
    ),
    (
        effect('{do = "challenge", lose = {do = "destroy"}}'),
        "lose: {'do': 'destroy'} found; allowed is a list of at most 12",
    ),
    (effect(", ".join(['{do = "prevent"}'] * 13)), "found; allowed is a list of at most 12"),
    # conditions
    (
        effect('{do = "prevent", if = {tied = true}}'),
        "effects[0].if: {'tied': True} found; allowed is a list of at most 8",
    ),
    (effect('{do = "prevent", if = [{}]}'), "if[0]: one of these keys is needed: value, keyword"),
    (effect('{do = "prevent", if = [{at_least = 3}]}'), "if[0]: one of these keys is needed: value"),
    (effect('{do = "prevent", if = [{won = true}]}'), "if[0].won: True found; allowed is one of: own, opponent"),
    (
        effect('{do = "prevent", if = [{role = "winner"}]}'),
        "role: 'winner' found; allowed is one of: challenger, challenged",
    ),
    (
        effect('{do = "prevent", if = [{not = [{tied = true}]}]}'),
        "if[0].not: [{'tied': True}] found; allowed is a table",
    ),
    (effect('{do = "prevent", if = [{any = {tied = true}}]}'), "if[0].any: {'tied': True} found; allowed is a list"),
    (
        effect('{do = "prevent", if = [{from = "discard"}]}'),
        "from: 'discard' found; allowed is one of: pool, hand, deck",
    ),
]


@pytest.mark.parametrize(("text", "words"), BAD_CARDS, ids=[words for _, words in BAD_CARDS])
def test_a_card_that_does_not_hold_together_is_refused(tmp_path: Path, text: str, words: str) -> None:
    message = refusal(tmp_path, text, catalogue.read)
    assert words in message
    assert re.search(r"bad\.toml: (a\b|a card without key)", message) or "'" in words
