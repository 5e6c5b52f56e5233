"""The file of a duel: written, read back, and refused in words when it is no such file."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from iaijutsu.engine import BadInput, DuelError, OutOfStep, Scripted, Session, Transcript, loads
from iaijutsu.engine.transcript import DEPTH, LIMIT, strict_json
from tests.engine.toy import GAME, NONE, Give, Leave, State, Stop

from ..work import counted, no_explosion

CARDS = (("crane",), ("owl",))


def played() -> Session[State]:
    """A game with a line, a ruling, and an end."""
    session = Session(GAME, NONE, Scripted(CARDS))
    session.submit(0, 3)
    session.say("Ren", "begin")
    session.submit(1, 1)
    session.rule("Ren", Give(1, 2), "a point was forgotten")
    session.submit(0, Leave())
    session.submit(1, (0, 2))
    session.submit(1, (0,))
    return session


def waiting() -> Session[State]:
    """Seat 1 has bid, seat 0 has not."""
    session = Session(GAME, NONE, Scripted(CARDS))
    session.submit(1, 1)
    return session


def good(session: Session[State] | None = None) -> dict[str, Any]:
    """The file of a game as a table that can be damaged."""
    data: dict[str, Any] = json.loads((session or played()).transcript().dumps())
    return data


# ------------------------------------------------------------------ there and back


def test_the_file_as_it_is_written() -> None:
    assert waiting().transcript().dumps() == (
        '{"format": 1, "game": "wagers", "edition": 3, "setup": {"points": [0, 0]}, "waiting": {"1": 1}, "entries": [\n'
        '["draw", -1, ["crane"]],\n'
        '["draw", -1, ["owl"]]\n'
        "]}\n"
    )


@pytest.mark.parametrize("make", [played, waiting, lambda: Session(GAME, NONE)])
def test_what_is_written_is_read_back(make: Callable[[], Session[State]]) -> None:
    session = make()
    text = session.transcript().dumps()
    again = Session.load(GAME, loads(text))
    assert again.transcript().dumps() == text
    assert again.referee.state == session.referee.state
    assert again.outcome == session.outcome
    assert again.events("judge") == session.events("judge")
    assert loads(text).dumps() == text


def test_words_of_all_scripts_are_kept() -> None:
    session = played()
    session.say("居合 · Ō", "«—» 居合道")
    text = session.transcript().dumps()
    assert "居合道" in text
    assert Session.load(GAME, loads(text)).entries[-1].answer == ("居合 · Ō", "«—» 居合道")


# ------------------------------------------------------------------ what is no transcript


def refusal(text: str) -> str:
    """How a text is refused, shortly and before anything explodes."""
    with no_explosion(), pytest.raises((BadInput, OutOfStep)) as error:
        Session.load(GAME, loads(text, "duel.json"))
    assert len(str(error.value)) < 500
    return str(error.value)


TEXTS: dict[str, tuple[str, str]] = {
    "empty": ("", "this is not JSON: Expecting value"),
    "white": ("  \n", "this is not JSON"),
    "cut": (waiting().transcript().dumps()[:60], "this is not JSON"),
    "two": ("{}{}", "this is not JSON: Extra data"),
    "number": ("5", "this is not a duel's transcript"),
    "list": ("[]", "this is not a duel's transcript"),
    "null": ("null", "this is not a duel's transcript"),
    "text": ('"format"', "this is not a duel's transcript"),
    "other object": ('{"name": "Hida"}', "this is not a duel's transcript"),
    "key twice": ('{"format": 1, "format": 1}', "a key stands twice in one object"),
    "key twice inside": ('{"format": 1, "setup": {"a": 1, "a": 2}}', "a key stands twice in one object"),
    "NaN": ('{"format": NaN}', "NaN is not a number of JSON"),
    "infinite": ('{"format": -Infinity}', "-Infinity is not a number of JSON"),
    "too large a float": ('{"format": 1e999}', "1e999 is not a number of JSON"),
    "lone surrogate": ('{"format": "\ud800"}', "half a character"),
    "escaped lone surrogate": (r'{"format": "\ud800"}', "half a character"),
    "escaped lone surrogate as key": (r'{"format": 1, "\udfff": 2}', "half a character"),
    "5,000 digits": ('{"format": ' + "9" * 5_000 + "}", "this is not JSON: Exceeds the limit"),
    "4,000 digits": ('{"format": ' + "9" * 4_000 + "}", "format: 999"),
    "deep lists": ("[" * 200_000 + "]" * 200_000, "nested too deeply"),
    "deep objects": ('{"a":' * 200_000 + "1" + "}" * 200_000, "nested too deeply"),
    "rather deep": ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), f"nested too deeply; {DEPTH} levels are allowed"),
    "deep inside": ('{"format": 1, "setup": ' + "[" * 900 + "]" * 900 + "}", "nested too deeply"),
    "too long": (" " * (LIMIT + 1), f"longer than {LIMIT} characters"),
    "unfinished string": ('{"format": "', "this is not JSON: Unterminated"),
    "control character": ('{"format": "\x01"}', "this is not JSON: Invalid control character"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_no_transcript_is_refused(name: str) -> None:
    text, message = TEXTS[name]
    assert refusal(text).startswith("duel.json")
    assert message in refusal(text)


def test_an_escaped_pair_of_halves_is_a_character() -> None:
    assert strict_json(r'["\ud83d\udde1", "\u00d3"]', "x") == ["🗡", "Ó"]


def test_depth_is_counted_in_levels() -> None:
    assert strict_json("[" * DEPTH + "]" * DEPTH, "x")
    with pytest.raises(BadInput, match="x: it is nested too deeply"):
        strict_json("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "x")


HEADS: dict[str, tuple[dict[str, Any], str]] = {
    "format 3": ({"format": 3}, "duel.json: format: 3 cannot be read; this version reads formats 1 to 2"),
    "format true": ({"format": True}, "duel.json: format: True cannot be read"),
    "format 1.0": ({"format": 1.0}, "duel.json: format: 1.0 cannot be read"),
    "format text": ({"format": "1"}, "duel.json: format: '1' cannot be read"),
    "format huge text": ({"format": "1" * 100_000}, "duel.json: format: '111"),
    "game missing": ({"game": None}, "duel.json: game: str is needed, not None"),
    "game number": ({"game": 3}, "duel.json: game: str is needed, not 3"),
    "other game": ({"game": "cards"}, "transcript: game: 'cards' is not 'wagers'"),
    "huge game": ({"game": "x" * 100_000}, "transcript: game: 'xxx"),
    "edition text": ({"edition": "3"}, "duel.json: edition: int is needed, not '3'"),
    "edition true": ({"edition": True}, "duel.json: edition: int is needed, not True"),
    "edition fraction": ({"edition": 3.0}, "duel.json: edition: int is needed, not 3.0"),
    "other edition": ({"edition": 2}, "edition: the duel follows edition 2 of wagers; this version plays 3"),
    "huge edition": ({"edition": 10**4000}, "edition: the duel follows edition 1000"),
    "setup list": ({"setup": []}, "duel.json: setup: dict is needed, not []"),
    "setup bad": ({"setup": {"points": [0]}}, "setup: {'points': [0]} found"),
    "entries object": ({"entries": {}}, "duel.json: entries: list is needed, not {}"),
    "entries missing": ({"entries": None}, "duel.json: entries: list is needed, not None"),
    "waiting list": ({"waiting": [1]}, "duel.json: waiting: dict is needed, not [1]"),
    "waiting seat": ({"waiting": {"3": 1}}, "duel.json: waiting: a seat 0, 1 or 2 is needed, not '3'"),
    "waiting seat word": ({"waiting": {"first": 1}}, "duel.json: waiting: a seat 0, 1 or 2 is needed, not 'first'"),
    "waiting chance": ({"waiting": {"-1": 1}}, "duel.json: waiting: a seat 0, 1 or 2 is needed, not '-1'"),
    "waiting at the end": ({"waiting": {"1": 1}}, "transcript: waiting.1: seat 1 has no sealed question open"),
    "commitment number": ({"commitment": 5}, "duel.json: commitment: str is needed, not 5"),
    "seed null": ({"seed": [1]}, "duel.json: seed: str is needed, not [1]"),
    "unknown key": ({"colour": "red"}, "duel.json: colour: unknown key; known are commitment, edition, entries"),
    "huge unknown key": ({"x" * 100_000: 1}, "unknown key"),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_head_that_does_not_do_is_refused_by_its_key(name: str) -> None:
    change, message = HEADS[name]
    data = {key: value for key, value in {**good(), **change}.items() if value is not None}
    assert message in refusal(json.dumps(data))


def test_each_key_is_needed() -> None:
    for key in ("game", "edition", "setup", "entries"):
        data = good()
        del data[key]
        assert f"duel.json: {key}: " in refusal(json.dumps(data))
    data = good()
    del data["format"]
    assert "an object with format, game, edition, setup, entries" in refusal(json.dumps(data))


ENTRIES: dict[str, tuple[int, Any, str]] = {
    "no list": (3, "draw", "duel.json: entries[3]: [purpose, seat, answer] is needed, not 'draw'"),
    "null": (3, None, "duel.json: entries[3]: [purpose, seat, answer] is needed, not None"),
    "two parts": (3, ["move", 0], "duel.json: entries[3]: [purpose, seat, answer] is needed"),
    "four parts": (3, ["move", 0, ["leave"], 1], "duel.json: entries[3]: [purpose, seat, answer] is needed"),
    "seat text": (3, ["move", "0", ["leave"]], "duel.json: entries[3]: [purpose, seat, answer] is needed"),
    "seat true": (3, ["move", False, ["leave"]], "duel.json: entries[3]: [purpose, seat, answer] is needed"),
    "seat fraction": (3, ["move", 0.0, ["leave"]], "duel.json: entries[3]: [purpose, seat, answer] is needed"),
    "purpose number": (3, [5, 0, ["leave"]], "duel.json: entries[3]: [purpose, seat, answer] is needed"),
    "other purpose": (5, ["strike", 0, ["leave"]], "entry 5 of the transcript answers «strike» of seat 0, but"),
    "other seat": (5, ["move", 1, ["leave"]], "entry 5 of the transcript answers «move» of seat 1, but"),
    "huge seat": (5, ["move", 10**4000, ["leave"]], "entry 5 of the transcript answers «move» of seat 1000"),
    "huge purpose": (5, ["move" * 100_000, 0, ["leave"]], "entry 5 of the transcript answers «movemove"),
    "answer null": (5, ["move", 0, None], "transcript: entries[5]: None is not an answer to choose «move» of seat 0"),
    "answer unknown": (5, ["move", 0, ["fly"]], "transcript: entries[5]: ['fly'] is not an answer to choose «move»"),
    "answer of a judge": (5, ["move", 0, ["give", 1, 2]], "transcript: entries[5]: ['give', 1, 2] is not an answer"),
    "answer huge": (5, ["move", 0, "x" * 1_000_000], "transcript: entries[5]: 'xxx"),
    "not open yet": (5, ["move", 0, ["take", 2]], "transcript: entries[5]: ['take', 2] is not an answer"),
    "slots": (6, ["give", 1, [0, 3]], "transcript: entries[6]: [0, 3] is not allowed there: a list of different slots"),
    "slots as text": (6, ["give", 1, "02"], "transcript: entries[6]: '02' is not allowed there"),
    "slots as object": (6, ["give", 1, {"0": 2}], "transcript: entries[6]: {'0': 2} is not allowed there"),
    "too many slots": (6, ["give", 1, [0, 1, 2]], "transcript: entries[6]: [0, 1, 2] is not allowed there: 1 to 2 may"),
    "slots true": (6, ["give", 1, [False, 2]], "transcript: entries[6]: [False, 2] is not allowed there"),
    "order": (7, ["order", 1, [1]], "transcript: entries[7]: [1] is not allowed there: an order of the numbers"),
    "card": (0, ["draw", -1, ["stork"]], "transcript: entries[0]: ['stork'] is not allowed there: there are not so"),
    "card number": (0, ["draw", -1, [7]], "transcript: entries[0]: [7] is not allowed there"),
    "card huge": (0, ["draw", -1, ["x" * 1_000_000]], "transcript: entries[0]: ['xxx"),
    "cards": (0, ["draw", -1, ["owl", "owl"]], "transcript: entries[0]: ['owl', 'owl'] is not allowed there: 1 cards"),
    "bids list": (3, ["bids", 0, [3, 1]], "transcript: entries[3]: [3, 1] is not an answer to sealed «bids»"),
    "bids of one": (3, ["bids", 0, {"0": 3}], "transcript: entries[3]: {'0': 3} is not an answer to sealed «bids»"),
    "bids too high": (3, ["bids", 0, {"0": 3, "1": 4}], "transcript: entries[3]: 4 is not an answer to number «bid»"),
    "bids in words": (3, ["bids", 0, {"0": 3, "1": "1"}], "transcript: entries[3]: '1' is not an answer to number"),
    "bids of seat 1": (3, ["bids", 1, {"0": 3, "1": 1}], "entry 3 of the transcript answers «bids» of seat 1"),
    "line of seat 1": (2, ["say", 1, ["Ren", "begin"]], "transcript: entries[2]: a free line is ['say', 0, [by"),
    "line without name": (2, ["say", 0, ["begin"]], "transcript: entries[2]: a free line is"),
    "line of numbers": (2, ["say", 0, [1, 2]], "transcript: entries[2]: a free line is"),
    "line null": (2, ["say", 0, None], "transcript: entries[2]: a free line is"),
    "line empty": (2, ["say", 0, ["Ren", " "]], "transcript: entries[2]: 1 to 500 printable characters on one line"),
    "line too long": (2, ["say", 0, ["Ren", "x" * 501]], "transcript: entries[2]: 1 to 500 printable characters"),
    "line broken": (2, ["say", 0, ["Ren", "a\nb"]], "transcript: entries[2]: 1 to 500 printable characters"),
    "name too long": (2, ["say", 0, ["R" * 501, "x"]], "transcript: entries[2]: 1 to 500 printable characters"),
    "ruling short": (4, ["ruling", 0, ["Ren", ["give", 1, 2]]], "transcript: entries[4]: a ruling is ['ruling', 0, ["),
    "ruling null": (4, ["ruling", 0, None], "transcript: entries[4]: a ruling is"),
    "ruling of seat 1": (4, ["ruling", 1, ["Ren", ["give", 1, 2], "x"]], "transcript: entries[4]: a ruling is"),
    "ruling by number": (4, ["ruling", 0, [5, ["give", 1, 2], "x"]], "transcript: entries[4]: a ruling is"),
    "ruling for no words": (4, ["ruling", 0, ["Ren", ["give", 1, 2], None]], "transcript: entries[4]: a ruling is"),
    "ruling unknown": (4, ["ruling", 0, ["Ren", ["fly"], "x"]], "transcript: entries[4]: act: ['fly'] is none"),
    "ruling impossible": (4, ["ruling", 0, ["Ren", ["give", 2, 2], "x"]], "transcript: entries[4]: there is no seat 2"),
    "ruling by nobody": (4, ["ruling", 0, ["", ["give", 1, 2], "x"]], "transcript: entries[4]: 1 to 500 printable"),
    "ruling for ever": (4, ["ruling", 0, ["Ren", ["give", 1, 2], "x" * 501]], "transcript: entries[4]: 1 to 500"),
}  # fmt: skip


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_that_does_not_do_is_refused_by_its_number(name: str) -> None:
    number, entry, message = ENTRIES[name]
    data = good()
    data["entries"][number] = entry
    assert message in refusal(json.dumps(data))


def test_an_entry_too_few_in_the_middle_or_too_many_at_the_end_is_out_of_step() -> None:
    for n in range(len(good()["entries"])):
        data = good()
        kept = data["entries"].pop(n)
        if kept[0] in ("say", "ruling") or n == len(data["entries"]):
            Session.load(GAME, loads(json.dumps(data)))
        else:
            assert "the rules ask" in refusal(json.dumps(data))
    data = good()
    data["entries"].append(["order", 1, [0]])
    assert "entry 8 of the transcript answers «order» of seat 1, but the rules ask nothing more here" in refusal(
        json.dumps(data)
    )
    data["entries"][-1] = ["ruling", 0, ["Ren", ["stop"], "late"]]
    assert "entries[8]: a judge speaks while a question is open; here the duel is over" in refusal(json.dumps(data))


def test_out_of_step_says_where() -> None:
    data = good()
    data["entries"][5] = ["strike", 0, ["leave"]]
    with pytest.raises(OutOfStep) as error:
        Session.load(GAME, loads(json.dumps(data)))
    assert (error.value.entry, error.value.asked, error.value.recorded) == (
        5, "choose «move» of seat 0", "«strike» of seat 0",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sealed", "message"),
    [
        ({"1": 4}, "transcript: waiting.1: 4 is not an answer to number «bid» of seat 1"),
        ({"1": None}, "transcript: waiting.1: None is not an answer"),
        ({"2": 1}, "transcript: waiting.2: seat 2 has no sealed question open"),
        ({"0": 1, "1": 1}, "transcript: waiting.1: with this answer all would be in"),
    ],
)
def test_a_waiting_answer_is_checked_like_any_other(sealed: dict[str, Any], message: str) -> None:
    assert message in refusal(json.dumps({**good(waiting()), "waiting": sealed}))


def test_rules_that_fail_on_a_file_are_no_fault_of_the_file() -> None:
    data = good()
    data["entries"][5] = ["move", 0, ["break", False]]
    with pytest.raises(DuelError, match=r"the rules failed on \['move', 0, \['break', False\]\]: ZeroDivisionError"):
        Session.load(GAME, loads(json.dumps(data)))


def test_a_transcript_made_by_hand_is_checked_too() -> None:
    with pytest.raises(BadInput, match="game: 'go' is not 'wagers'"):
        Session.load(GAME, Transcript("go", 3, NONE, [], {}))
    with pytest.raises(BadInput, match="setup"):
        Session.load(GAME, Transcript("wagers", 3, None, [], {}))


def test_a_file_twice_as_long_is_twice_the_work() -> None:
    def work(lines: int) -> int:
        data = good()
        data["entries"] = data["entries"][:2] + [["say", 0, ["Ren", "x" * 100]]] * lines
        text = json.dumps(data)
        with counted() as found:
            assert len(Session.load(GAME, loads(text)).events("spectator")) == lines + 2
        return found.calls

    assert work(20_000) < 2.1 * work(10_000)


def test_a_stopped_game_is_over_in_its_file_too() -> None:
    session = played()
    assert session.finished
    session = waiting()
    session.rule("Ren", Stop(), "late")
    assert Session.load(GAME, loads(session.transcript().dumps())).finished
