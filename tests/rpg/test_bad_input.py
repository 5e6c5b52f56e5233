"""Bad setups and transcripts of role-playing duels: each is refused at once, in words that say where."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from iaijutsu.engine import CHANCE, BadInput, OutOfStep, Sealed, Seeded, Session, loads
from iaijutsu.rpg import GAME
from iaijutsu.rpg.options import SetFirst
from tests.rpg import setups

Path = tuple[str | int, ...]
REFUSED = (BadInput, OutOfStep)


@cache
def finished() -> str:
    """A duel to its end, with a line and a judge's act in it."""
    for seed in range(200):
        rng = random.Random(seed)
        session: Session[Any] = Session(GAME, setups.setup(rng, contest="duel", gm=True), Seeded(seed))
        while not session.finished:
            if len(session.entries) == 9:
                session.say("Aki", "I am ready.")
                session.rule("Ume", SetFirst(1), "I saw it")
            for seat, request in session.asked.items():
                session.submit(seat, setups.answer(request, rng, len(session.entries)))
        purposes = {entry.purpose for entry in session.entries}
        if {"opportunity", "keep", "bids", "ruling"} <= purposes and session.referee.state.ended == "objective":
            return session.transcript().dumps()
    raise AssertionError("no such duel")


@cache
def waiting() -> str:
    """A duel in which seat 1 has bid and seat 0 has not."""
    rng = random.Random(3)
    session: Session[Any] = Session(GAME, setups.setup(rng, contest="duel"), Seeded(3))
    while not (isinstance(session.pending, Sealed) and session.pending.purpose == "bids" and len(session.asked) == 2):
        assert not session.finished
        for seat, request in session.asked.items():
            session.submit(seat, setups.answer(request, rng))
    session.submit(1, 0)
    return session.transcript().dumps()


@pytest.mark.parametrize("text", [finished, waiting])
def test_the_files_are_good_before_they_are_damaged(text: Any) -> None:
    assert Session.load(GAME, loads(text())).transcript().dumps() == text()


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every part of a value with the way to it."""
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from parts(part, (*path, key))


def put(data: Any, path: Path, new: Any) -> str:
    """The file with another value at `path`."""
    copy = deepcopy(data)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return json.dumps(copy)


def wrong_for(value: Any) -> list[Any]:
    """Values that this one may not be."""
    if isinstance(value, bool):
        return [0, "true", [], None]
    if isinstance(value, int):
        return [True, str(value), value + 0.5, [value], {}, 10**9, -(10**9), None]
    if isinstance(value, str):
        return [5, [value], {value: 1}, None, True, "x" * 100_000, "nobody knows this"]
    return [5, "x", None, True, 1.5]


def refused(text: str) -> str:
    """The words of a refusal. Anything but a refusal fails the test."""
    with pytest.raises(REFUSED) as error:
        Session.load(GAME, loads(text, "duel.json"))
    words = str(error.value)
    assert 10 < len(words) < 700, words
    return words


FREE = ("name", "clan", "family", "school", "demeanor", "stakes", "category", "key", "id", "printed", "values")
"""Texts and tables that may be many things."""


def damages() -> list[tuple[str, str]]:
    """Bad files by name: every part of the setup and of the entries, of a wrong kind."""
    found = []
    data = json.loads(finished())
    for number, (path, value) in enumerate(parts(data)):
        if not path or set(path) & set(FREE) or path[0] in ("format", "game", "edition"):
            continue
        if path[0] == "entries" and (len(path) < 3 or path[1] > 60):  # type: ignore[operator]
            continue
        wrong = wrong_for(value)
        new = wrong[number % len(wrong)]
        found.append((f"{'.'.join(map(str, path))} is {new!r:.30}", put(data, path, new)))
    return found


def acceptable(text: str) -> bool:
    """Some damage makes another good file (a free line may say anything; null may mean: not given)."""
    try:
        Session.load(GAME, loads(text, "duel.json"))
    except REFUSED:
        return False
    return True


def test_hundreds_of_damaged_files_are_refused_and_none_breaks_anything() -> None:
    files = damages()
    good = [name for name, text in files if acceptable(text)]
    assert len(files) - len(good) >= 300
    assert len(good) <= len(files) // 10, good


@pytest.mark.parametrize(
    ("path", "new", "words"),
    [
        (("game",), "cards", "game"),
        (("edition",), 99, "edition"),
        (("setup", "form"), "brawl", "forms are"),
        (("setup", "characters"), [], "two characters"),
        (("setup", "characters", 0, "rings"), {}, "rings"),
        (("setup", "characters", 0, "rings", "air"), 11, "air"),
        (("setup", "characters", 1, "weapons"), ["excalibur"], "excalibur"),
        (("setup", "colour"), "red", "colour"),
        (("entries", 0, 2), ["ring", "metal"], "metal"),
        (("entries", 0, 1), 5, "seat 5"),
        (("entries", 1), ["nonsense", -1, []], "nonsense"),
    ],
)
def test_refusals_say_where(path: Path, new: Any, words: str) -> None:
    assert words in refused(put(json.loads(finished()), path, new))


@pytest.mark.parametrize("new", [99, -1, "2", None, [1], True])
def test_a_waiting_bid_that_cannot_be_is_refused(new: Any) -> None:
    data = json.loads(waiting())
    assert data["waiting"] == {"1": 0}
    assert "waiting" in refused(put(data, ("waiting", "1"), new))


@pytest.mark.parametrize("n", range(0, 60, 3))
def test_a_file_cut_off_is_refused(n: int) -> None:
    text = finished()
    refused(text[: len(text) * n // 60])


def test_entries_of_another_duel_do_not_fit() -> None:
    data = json.loads(finished())
    entries = [entry for entry in data["entries"] if entry[1] != CHANCE]
    words = refused(json.dumps({**data, "entries": entries}))
    assert "the rules ask roll «dice»" in words
