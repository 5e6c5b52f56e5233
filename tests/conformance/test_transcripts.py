"""Bad files of card duels: whatever is wrong with one, it is refused in words that name the place, at once.

The damage is done systematically to two good files: a duel played to its end, with a line, a judge's act and a card
of somebody's own, and one that waits for a sealed answer.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iaijutsu.cards import GAME
from iaijutsu.cards.options import GiveHonor
from iaijutsu.engine import CHANCE, BadInput, OutOfStep, Sealed, Seeded, Session, loads
from iaijutsu.engine.transcript import LIMIT
from tests.cards import setups
from tests.conformance import walk

from ..work import no_explosion

WHERE = "duel.json"
OWN = {
    "key": "own-card", "title": "A Card of One's Own", "type": "strategy", "focus": 3,
    "ability": [{"kind": "focus-effect", "effects": [{"do": "honor", "amount": {"count": "hand", "half": True}}]}],
}  # fmt: skip
Path = tuple[str | int, ...]


# ------------------------------------------------------------------ two good files


def _begun(seed: int) -> Session[Any]:
    rng = random.Random(seed)
    made = setups.setup(rng, seats=2)
    players = tuple(replace(one, hand=("own-card",), discard=(setups.FATE[0],)) for one in made.players)
    return Session(GAME, replace(made, players=players, cards=(OWN,), library={}, index=None), Seeded(seed))


@cache
def finished() -> str:
    """A duel fought to its end, in which a judge gave Honor."""
    for seed in range(100):
        session, rng = _begun(seed), random.Random(seed)
        for number in range(1000):
            if session.finished:
                break
            if number == 3:
                session.say("Aiko", "I am ready.")
                session.rule("Kakita Ren", GiveHonor(1, 2), "it was forgotten")
            walk.step(session, rng)
        if len(session.entries) > 20 and any(duel.ended == "resolved" for duel in session.referee.state.past):
            return session.transcript().dumps()
    raise AssertionError("no duel is fought to its end")


@cache
def waiting() -> str:
    """A duel in which seat 1 has put his pool in order and seat 0 has not."""
    for seed in range(100):
        session, rng = _begun(seed), random.Random(seed)
        while not session.finished:
            if isinstance(session.pending, Sealed) and len(session.asked) == 2:
                session.submit(1, walk.options(session.asked[1])[-1])
                return session.transcript().dumps()
            walk.step(session, rng)
    raise AssertionError("no duel asks for the order of two pools")


GOOD: dict[str, Callable[[], str]] = {"finished": finished, "waiting": waiting}


@pytest.mark.parametrize("name", GOOD)
def test_the_files_are_good_before_they_are_damaged(name: str) -> None:
    assert Session.load(GAME, loads(GOOD[name]())).transcript().dumps() == GOOD[name]()


# ------------------------------------------------------------------ damage


@dataclass(frozen=True)
class Damage:
    """A bad file, and a word of its refusal that says where it is bad."""

    name: str
    text: str
    place: str

    def __repr__(self) -> str:
        return self.name


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every part of a value with the way to it; of a deck the first cards alone."""
    yield path, value
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    for key, part in items[:2] if path and path[-1] == "deck" else items:
        yield from parts(part, (*path, key))


def put(data: Any, path: Path, new: Any) -> str:
    """The file with another value at `path`."""
    copy = deepcopy(data)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return json.dumps(copy)


def spelled(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def wrong_for(value: Any) -> list[Any]:
    """Values of a kind that this one may not be."""
    if isinstance(value, bool):
        return [0, "true", [], None]
    if isinstance(value, int):
        return [True, str(value), value + 0.5, [value], {}, 10**9, -(10**9), 10**3000, None]
    if isinstance(value, str):
        return [5, [value], {value: 1}, None, True, "x" * 100_000, ""]
    return [5, "x", None, True, 1.5]


def by_text(name: str) -> Iterator[Damage]:
    """Damage that leaves no JSON, or JSON with traps."""
    text = GOOD[name]()
    for n in range(60):
        yield Damage(f"{name} cut after {n}/60", text[: len(text.rstrip()) * n // 60], WHERE)
    for sign in '{}[],:"':
        places = [n for n, found in enumerate(text) if found == sign]
        for n in (0, len(places) // 2, -1):
            yield Damage(f"{name} {sign} {n} left out", text[: places[n]] + text[places[n] + 1 :], WHERE)
            yield Damage(f"{name} {sign} {n} is \\", text[: places[n]] + "\\" + text[places[n] + 1 :], WHERE)
    traps = {
        "NaN": "NaN", "infinite": "-Infinity", "1e999": "1e999", "hex": "0x10", "comment": "/* */ 1",
        "trailing": "[1,]",
        "5,000 digits": "9" * 5_000, "200,000 lists": "[" * 200_000 + "]" * 200_000,
        "200,000 objects": '{"a":' * 200_000 + "1" + "}" * 200_000, "900 lists": "[" * 900 + "]" * 900,
        "half a character": '"\ud800"', "half a character, escaped": r'"\udfff"', "key twice": '{"a": 1, "a": 1}',
        "megabytes": '"' + "x" * LIMIT + '"',
    }  # fmt: skip
    for trap, value in traps.items():
        for spot in ('"edition": 1', f'"own-card": {json.loads(text)["setup"]["players"][0]["hand"]}', '"entries": ['):
            if spot in text:
                end = spot if spot.endswith("[") else spot[: spot.index(":") + 1]
                yield Damage(f"{name} {trap} at {spot:.9}", text.replace(spot, f"{end} {value},", 1), WHERE)
        yield Damage(f"{name} {trap} first", text.replace("{", f'{{"format": {value}, ', 1), WHERE)
        yield Damage(f"{name} {trap} alone", value, WHERE)
    for key in ("format", "game", "setup", "entries", "players", "name", "deck", "action"):
        yield Damage(f"{name} {key} twice", text.replace(f'"{key}":', f'"{key}": 1, "{key}":', 1), "stands twice")


def by_head(name: str) -> Iterator[Damage]:
    """The keys of the file: away, renamed, of another kind."""
    data = json.loads(GOOD[name]())
    for key, value in data.items():
        rest = {other: item for other, item in data.items() if other != key}
        if key != "waiting":
            yield Damage(f"{name} without {key}", json.dumps(rest), key)
        yield Damage(
            f"{name} {key} renamed", json.dumps({**rest, key.title(): value}), key if key == "format" else key.title()
        )
        yield from (
            Damage(f"{name} {key} is {wrong!r:.20}", put(data, (key,), wrong), key) for wrong in wrong_for(value)
        )
    for key, wrong in (
        ("game", "rpg"),
        ("game", "CARDS"),
        ("edition", 0),
        ("edition", 2),
        ("format", 3),
        ("format", -1),
    ):
        yield Damage(f"{name} {key} is {wrong}", put(data, (key,), wrong), key)


def by_setup() -> Iterator[Damage]:
    """Every part of the setup of another kind, a strange key in every table, every needed key away."""
    data = json.loads(finished())
    for number, (path, value) in enumerate(parts(data["setup"])):
        if not path:
            continue
        wrong = wrong_for(value)
        optional = len(path) == 1 and path[0] not in ("players", "action")  # there null means: not given
        for turn in range(2):
            new = wrong[(number + turn * 3) % len(wrong)]
            if not (optional and new is None) and path[-1] not in ("title", "key", "amount"):
                place = place_of(path) if new is not None else place_of(path[:-1])
                yield Damage(f"setup.{spelled(path)} is {new!r:.20}", put(data, ("setup", *path), new), place)
        if isinstance(value, dict) and path[-1] != "deck":
            yield Damage(f"setup.{spelled(path)}.colour", put(data, ("setup", *path, "colour"), "red"), place_of(path))
        if path[-1] in (
            "name",
            "deck",
            "personalities",
            "card",
            "players",
            "action",
            "key",
            "title",
            "type",
            "kind",
            "do",
        ):
            copy = deepcopy(data)
            inner = copy["setup"]
            for key in path[:-1]:
                inner = inner[key]
            del inner[path[-1]]
            yield Damage(f"setup.{spelled(path)} away", json.dumps(copy), place_of(path[:-1]))


def place_of(path: Path) -> str:
    """What the refusal names at least: the way to the player, the card, or the key."""
    return spelled(("setup", *path[:2])) if path and path[0] in ("players", "cards") else spelled(("setup", *path[:1]))


def by_sense() -> Iterator[Damage]:
    """Setups of the right kinds that make no sense."""
    data = json.loads(finished())
    first: Path = ("setup", "players", 0)
    many = {f"card-{n}": 1 for n in range(401)}
    item = setups.ATTACHED[0]
    for path, new, place in (
        (("setup", "players"), data["setup"]["players"][:1], "setup.players: 1 players"),
        (("setup", "players"), data["setup"]["players"] * 2, "setup.players"),
        (("setup", "players"), [], "setup.players: 0 players"),
        (("setup", "performer"), 2, "setup.performer: seat 2"),
        (("setup", "performer"), -1, "setup.performer: -1 found"),
        (("setup", "active"), 2, "setup.active: seat 2"),
        (("setup", "action"), "no-such-card", "setup.action: there is no card 'no-such-card'"),
        (("setup", "action"), "own-card", "setup.action: 'own-card' has no action"),
        (("setup", "action"), "x" * 61, "setup.action"),
        (("setup", "rules"), "imperial", "setup.rules: 'imperial' found; allowed is one of: celestial"),
        (("setup", "rules"), {}, "setup.rules: the key 'key' is missing"),
        (("setup", "windows"), "ajar", "setup.windows: 'ajar' found"),
        (("setup", "cards"), [OWN, OWN], "setup.cards[1].key: 'own-card' stands twice"),
        (("setup", "cards"), [OWN] * 201, "setup.cards"),
        (("setup", "cards"), [], "setup.players[0]: there is no card 'own-card'"),
        (("setup", "cards", 0, "ability", 0, "kind"), "trick", "setup.cards[0].ability[0].kind: 'trick' found"),
        (("setup", "cards", 0, "ability", 0, "effects", 0, "do"), "win", "setup.cards[0].ability[0].effects[0].do"),
        ((*first, "deck"), many, "setup.players[0].deck"),
        ((*first, "deck"), {"own-card": 401}, "setup.players[0].deck.own-card: 401 found"),
        (
            (*first, "deck"),
            {"own-card": 400, setups.FATE[0]: 1},
            "setup.players[0].deck: 401 cards found; allowed are 400",
        ),
        ((*first, "deck"), {"own-card": 0}, "setup.players[0].deck.own-card: 0 found"),
        ((*first, "deck"), {"no-such-card": 1}, "setup.players[0]: there is no card 'no-such-card'"),
        ((*first, "deck"), {setups.PEOPLE[0]: 1}, "is a personality; only Fate cards lie in a deck"),
        ((*first, "deck"), {"": 1}, "setup.players[0].deck: '' found"),
        ((*first, "deck"), {"x" * 100_000: 1}, "setup.players[0].deck: 'xxx"),
        ((*first, "hand"), ["own-card"] * 21, "setup.players[0].hand"),
        ((*first, "hand"), ["no-such-card"], "setup.players[0]: there is no card"),
        ((*first, "hand"), [setups.PEOPLE[0]], "only Fate cards lie in a deck or hand"),
        ((*first, "discard"), ["?"], "setup.players[0]: there is no card '?'"),
        ((*first, "draw"), 21, "setup.players[0].draw: 21 found"),
        ((*first, "gold"), -1, "setup.players[0].gold: -1 found"),
        ((*first, "honor"), 100, "setup.players[0].honor: 100 found"),
        ((*first, "name"), "A\nB", "setup.players[0].name"),
        ((*first, "personalities"), [{"card": item}], f"setup.players[0].personalities[0]: '{item}' is a"),
        ((*first, "personalities"), [{"card": "nobody"}], "setup.players[0].personalities[0]: there is no card"),
        ((*first, "personalities"), [{"card": setups.PEOPLE[0]}] * 21, "setup.players[0].personalities"),
        ((*first, "personalities", 0, "attached"), ["own-card"], "personalities[0].attached: 'own-card' is a strategy"),
        ((*first, "personalities", 0, "attached"), [item] * 11, "setup.players[0].personalities[0].attached"),
        ((*first, "personalities", 0, "chi"), -1, "setup.players[0].personalities[0].chi: -1 found"),
        ((*first, "personalities", 0, "chi"), 100, "setup.players[0].personalities[0].chi: 100 found"),
    ):
        yield Damage(f"{spelled(path)} = {new!r:.30}", put(data, path, new), place)


def by_entry(name: str) -> Iterator[Damage]:
    """Every entry: away, of another shape, of another question, with an answer of another kind."""
    data = json.loads(GOOD[name]())
    for n, (purpose, seat, answer) in enumerate(data["entries"]):
        free = purpose in ("say", "ruling")
        shapes: list[Any] = [None, purpose, [purpose, seat], [purpose, str(seat), answer], [seat, purpose, answer]]
        yield Damage(
            f"{name} {n} is {shapes[n % 5]!r:.30}", put(data, ("entries", n), shapes[n % 5]), f"{WHERE}: entries[{n}]"
        )
        strange = [
            [purpose + "!", seat, answer],
            [purpose, seat + 3, answer],
            ["", seat, answer],
            [purpose, -2, answer],
        ]
        place = f"entries[{n}]" if free and n % 4 in (1, 3) else f"entry {n} of"
        yield Damage(f"{name} {n} asks else", put(data, ("entries", n), strange[n % 4]), place)
        answers = [
            None,
            "",
            10**3000,
            {"a": 1},
            [["a"]],
            [*answer, 1] if isinstance(answer, list) else 0,
            "x" * 100_000,
        ]
        for turn in range(2):
            new = answers[(n + turn * 3) % 7]
            yield Damage(f"{name} {n} = {new!r:.20}", put(data, ("entries", n, 2), new), f"entries[{n}]")


def by_ruling() -> Iterator[Damage]:
    """A judge's act that is none, or that cannot be done."""
    data = json.loads(finished())
    number = next(n for n, entry in enumerate(data["entries"]) if entry[0] == "ruling")
    acts: list[Any] = [
        None, 5, "give-honor", [], [5], ["fly"], ["give-honor"], ["give-honor", 1], ["give-honor", 1, 2, 3],
        ["give-honor", "1", 2], ["give-honor", True, 2], ["give-honor", 1, 2.0], ["give-honor", 2, 1],
        ["give-honor", -1, 1], ["give-honor", 1, 100], ["give-honor", 1, 10**3000], ["set-stat", 0, "luck", 1],
        ["set-stat", 999, "chi", 1], ["set-stat", 0, "chi", -1], ["set-stat", [], "chi", 1], ["set-fv", 0, 3],
        ["move-card", 0, "moon"], ["move-card", 0, "hand"], ["bow", 0, 1], ["bow", 999, True], ["end-duel", 1],
        ["decide", "win", "draw"], ["decide", "win"], ["strike"], ["focus", "pool", 0, False], {"tag": "end-duel"},
    ]  # fmt: skip
    for act in acts:
        new = ["Kakita Ren", act, "to see"]
        yield Damage(f"a judge: {act!r:.40}", put(data, ("entries", number, 2), new), f"entries[{number}]")


def damages() -> Iterator[Damage]:
    for name in GOOD:
        yield from by_text(name)
        yield from by_head(name)
        yield from by_entry(name)
    yield from by_setup()
    yield from by_sense()
    yield from by_ruling()


DAMAGES = {damage.name: damage for damage in damages()}


def test_there_are_many() -> None:
    assert len(DAMAGES) >= 300


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=repr)
def test_a_bad_file_is_refused_by_its_place(damage: Damage) -> None:
    with no_explosion(), pytest.raises((BadInput, OutOfStep)) as error:
        Session.load(GAME, loads(damage.text, WHERE))
    assert damage.place in str(error.value)
    assert len(str(error.value)) < 1200


# ------------------------------------------------------------------ by chance


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*setups.FATE[:9], *setups.PEOPLE[:9], *setups.ACTIONS[:9], "pass", "strike", "win", "pool"]),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=6), part, max_size=4),
    max_leaves=12,
)


def opened(text: str) -> Session[Any] | None:
    """The duel of a file, which is the same after it was written once more; None when it is refused."""
    try:
        session = Session.load(GAME, loads(text))
    except (BadInput, OutOfStep):
        return None
    again = session.transcript().dumps()
    assert Session.load(GAME, loads(again)).transcript().dumps() == again
    return session


@given(text=st.text(max_size=40) | ANYTHING.map(json.dumps))
def test_any_text_is_a_file_or_refused(text: str) -> None:
    assert opened(text) is None


@given(data=ANYTHING)
def test_any_setup_is_good_or_refused(data: Any) -> None:
    opened(json.dumps({**json.loads(finished()), "setup": data}))
    try:
        GAME.load_setup(data)
    except BadInput:
        return
    raise AssertionError("no such thing is a setup")


@given(data=st.data())
def test_a_file_with_any_part_replaced_is_good_or_refused(data: st.DataObject) -> None:
    good = json.loads(GOOD[data.draw(st.sampled_from(list(GOOD)))]())
    path = data.draw(st.sampled_from([path for path, _ in parts(good) if path]))
    opened(put(good, path, data.draw(ANYTHING)))


@given(
    name=st.sampled_from(list(GOOD)),
    where=st.floats(0, 1, exclude_max=True),
    byte=st.integers(0, 255),
    cut=st.integers(0, 3),
)
def test_a_file_with_a_flipped_byte_is_good_or_refused(name: str, where: float, byte: int, cut: int) -> None:
    raw = GOOD[name]().encode()
    place = int(where * len(raw))
    opened((raw[:place] + bytes([byte]) + raw[place + cut :]).decode("utf-8", errors="surrogateescape"))


@given(data=st.data())
def test_a_file_with_entries_shuffled_doubled_or_left_out_is_good_or_refused(data: st.DataObject) -> None:
    good = json.loads(GOOD[data.draw(st.sampled_from(list(GOOD)))]())
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(good["entries"]) - 1))
        entry = good["entries"].pop(number)
        for _ in range(data.draw(st.integers(0, 2))):
            good["entries"].insert(data.draw(st.integers(0, len(good["entries"]))), entry)
    opened(json.dumps(good))


def test_an_unfinished_file_is_finished_by_hand() -> None:
    """The file that waits for a sealed answer goes on when it comes."""
    session = Session.load(GAME, loads(waiting()), Seeded(1))
    rng = random.Random(1)
    session.submit(0, walk.options(session.asked[0])[0])
    while not session.finished:
        assert CHANCE not in session.asked
        walk.step(session, rng)
    assert session.outcome.duels
