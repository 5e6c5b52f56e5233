"""The role-playing duel in lines: whole duels, real dice typed in, a judge at work, and secrets at one keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from iaijutsu.engine import CHANCE, BadInput, Roll
from iaijutsu.play import replies
from iaijutsu.play.host import Asked, Host
from iaijutsu.play.plain import ALONE, BACK, CLEAR, Lines
from iaijutsu.play.setting_rpg import Terms
from iaijutsu.play.store import Store
from iaijutsu.play.words import Choice, Question, narrator
from iaijutsu.rpg.check_events import CheckCorrected
from iaijutsu.rpg.dice import SYMBOLS
from iaijutsu.rpg.options import GO_ON, CalmingBreath, Predict, Take
from tests.play import rpg_tables as tables
from tests.play.tables import Script

# --- a whole duel ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("contest", ["duel", "one-roll", "clash"])
def test_a_duel_is_fought_to_the_end_by_numbers(seed: int, contest: str) -> None:
    one = tables.host(terms=Terms(contest=contest, form="to-the-death"))
    console = tables.play(one, tables.always(tables.typing(one, tables.at_random(seed))))
    assert one.session.finished
    assert re.search(r"(wins|A draw|conceded)", console.text[-400:])
    assert "\x1b" not in console.text
    assert not re.search(r"[{}]", console.text)
    assert "no answer here" not in console.text


def test_the_table_shows_both_duellists_and_the_score_as_it_stands() -> None:
    one = tables.host()
    console = tables.play(one, iter(["1", *["table"], "quit"]))
    told = " ".join(console.text.split())
    assert "Kaya of Still Pond (you): strife 0 of 8, fatigue 0 of 10, Air stance" in told
    assert "Shiori of Two Rivers: strife 0 of 10, fatigue 0 of 12" in told
    assert told.count("score as it stands 0") == 2
    assert "Katana (sheathed)" in told
    assert "an iaijutsu duel to first blood" in told


def test_dice_are_shown_as_they_are_rolled_with_what_may_be_kept() -> None:
    one = tables.host()
    console = tables.play(one, iter(["1", "1", "table", "quit"]))
    told = " ".join(console.text.split())
    assert "Which dice do you keep?" in told
    check = one.session.view(0).state.checks[-1]
    shown = re.search(r"Under way: Meditation of Kaya of Still Pond, Air, TN 1; rolled (.+?); at most 3", told)
    assert shown
    assert len(shown[1].split()) == len(check.rolled) == 5
    assert "Type numbers with spaces between, from 1 to 3 of them." in told


def test_one_who_is_compromised_is_told_which_dice_are_barred() -> None:
    one = tables.host(judge="Rin")
    lines = ["1", "judge 1 1 strife 20 as a trial", "1", "quit"]
    console = tables.play(one, iter(lines))
    told = " ".join(console.text.split())
    assert "Rin rules: Kaya of Still Pond’s strife is 20." in told
    request = one.session.pending
    assert request is not None
    barred = getattr(request, "barred", ())
    assert ("no die that shows strife may be kept" in told) == bool(barred)


def test_every_line_is_explained_on_demand() -> None:
    one = tables.host()
    typist = tables.typing(one, tables.at_random(2))
    console = tables.play(one, iter([*[typist] * 9, "?", "? 3", "? 999", "wait", "text 1", "help", "quit"]))
    assert "rpg." in console.text
    assert "there is no line '999'" in console.text
    assert "in this duel nobody has to pass" in console.text
    assert "correct the TN of a check" in " ".join(console.text.split())


def test_a_choice_of_a_weapon_tells_its_numbers() -> None:
    one = tables.host(terms=Terms(form="sparring"))
    texts: list[str] = []
    for asked in _questions(one, tables.at_random(4)):
        if asked.request.purpose == "action":
            teller = narrator(one.session, asked.seat)
            teller.follow()
            texts += [choice.detail for choice in teller.words.question(asked.request).choices]
    assert any(re.search(r"Katana: Melee, range 1, damage \d+, deadliness \d+", text) for text in texts)


def _questions(one: Host, decide: tables.Decide) -> Any:
    while (asked := one.advance()) is not None:
        yield asked
        one.answer(asked, decide(asked))


ODD = ("0", "99", "-1", "nonsense", "", "1 2", "१", "1" * 5000, "?" * 10, "\x00", "say", "judge", "say " + "x" * 501)


@pytest.mark.parametrize("typed", ODD)
def test_odd_lines_are_answered_in_words_and_change_nothing(typed: str) -> None:
    one, before = tables.host(), tables.host()
    console = tables.play(one, iter([typed, "quit"]))
    before.advance()
    assert [entry.plain() for entry in one.session.entries] == [entry.plain() for entry in before.session.entries]
    assert console.text.endswith("\nLEFT\n")


def test_what_is_told_of_stances_and_movement_stands_in_the_log() -> None:
    one = tables.host()
    console = tables.play(one, iter(["say She lowers her blade a finger’s breadth.", "quit"]))
    assert "Kaya of Still Pond: “She lowers her blade a finger’s breadth.”" in " ".join(console.text.split())


# --- real dice -------------------------------------------------------------------------------------------


def test_real_dice_are_typed_in_by_what_they_show() -> None:
    one = tables.host(chance=None, typed={0})
    lines = ["1", "1", "st o - s", "s s s s x", "st o - s et", "quit"]
    console = tables.play(one, iter(lines))
    told = " ".join(console.text.split())
    assert "Kaya of Still Pond rolls 3 ring dice and 2 skill dice. What do they show? Ring dice first." in told
    assert "'st o - s' is no answer here; needed is 5 dice" in told
    assert "die 5, a skill die: 'x' is none of its faces; needed is one of - o st s so et e, or a number" in told
    assert "You roll (ST) (O) (–) [S] [ET]." in told


def test_either_sides_dice_may_be_typed_and_the_rest_is_rolled_here() -> None:
    mine, theirs, both = (tables.host(chance=None, typed=typed) for typed in ({0}, {1}, {0, 1}))
    for one, owners in ((mine, {0}), (theirs, {1}), (both, {0, 1})):
        found = set()
        for asked in _questions(one, _rolling(tables.at_random(1))):
            if asked.typed:
                assert asked.seat == 0  # the one person here types for both
                found.add(asked.request.owner)
        assert found - {None} == owners


def _rolling(decide: tables.Decide) -> tables.Decide:
    def answer(asked: Asked) -> Any:
        request = asked.request
        return tuple(sides - 1 for sides in request.sides) if isinstance(request, Roll) else decide(asked)

    return answer


@pytest.mark.parametrize("sides", [6, 12])
def test_every_face_is_known_by_its_symbols_and_by_its_number(sides: int) -> None:
    shown = SYMBOLS[:6] if sides == 6 else SYMBOLS[6:]
    die = Choice(sides, "a die", " ".join(face or "-" for face in shown))
    question = Question("faces", "?", (die,), least=1, most=1)
    for number, face in enumerate(shown):
        assert replies.read(question, str(number + 1)) == (number,)
        for typed in (face or "-", (face or "–").upper(), f"({(face or '-')[::-1]})"):
            (found,) = replies.read(question, typed)
            assert shown[found] == face
    for wrong in ("0", str(sides + 1), "ss", "x", "1 2", "", "-1", "s" * 900):
        with pytest.raises(BadInput):
            replies.read(question, wrong)


def test_a_ring_die_has_no_plain_explosive_success() -> None:
    question = Question("faces", "?", (Choice(6, "a ring die", "- ot o st s et"),), least=1, most=1)
    with pytest.raises(BadInput, match="die 1, a ring die: 'e' is none of its faces; needed is one of - ot o st s et"):
        replies.read(question, "e")


# --- a game master ---------------------------------------------------------------------------------------


def test_a_wrong_tn_is_put_right_and_the_check_is_run_again_in_the_log() -> None:
    one = tables.host(judge="Rin")
    lines = ["1", "1", "judge 2 3 1 1 the light is poor", "1", "quit"]
    console = tables.play(one, iter(lines))
    told = " ".join(console.text.split())
    first, again = told.index("You roll "), told.rindex("You roll ")
    ruling = told.index("Rin rules: the check is corrected: TN 3 before the usual changes, target as it was;")
    assert first < ruling < again
    assert "The reason: “the light is poor”" in told
    assert "The check now has TN 3; its target is nobody." in told
    assert "Your check is made again." in told
    assert told.index("The check now has TN 3") < again
    assert [event.tn for event in one.session.events(0) if isinstance(event, CheckCorrected)] == [3]
    teller = narrator(one.session, 0)
    teller.follow()
    line = next(line for line in teller.lines if line.event.kind == "check-corrected")
    assert line.why == "TN 3: base 3."
    assert line.clause == "rpg.judges"


def test_a_game_master_confirms_the_findings_and_rules_on_unique_actions() -> None:
    one = tables.host((0, 1, 2), judge="Rin", terms=Terms(gm=True, judge=True))
    asked = {asked.request.purpose for asked in _questions(one, tables.at_random(3)) if asked.seat == 2}
    assert "findings" in asked
    assert one.session.finished


def test_what_cannot_be_ruled_is_refused_with_the_reason() -> None:
    one = tables.host(judge="Rin")
    console = tables.play(one, iter(["judge 2", "judge 3", "judge 99", "judge 1 1 strife 9999 why", "quit"]))
    assert "there is nothing that this could be done to" in console.text
    assert not any(entry.purpose == "ruling" for entry in one.session.entries)


def test_a_step_back_needs_the_other_persons_word() -> None:
    one = tables.host((0, 1))
    typist = tables.typing(one, tables.at_random(1))
    script = iter(["maybe", "n", "undo", "y", "quit"])
    begun: list[str] = []

    def type_(shown: str) -> str:
        asked = one.asked()
        assert asked is not None
        if begun or (one.why_not_undo(asked.seat) is None and "press Enter" not in shown):
            begun.append(shown)
            return "undo" if len(begun) == 1 else next(script)
        return typist(shown)

    console = tables.play(one, tables.always(type_))
    assert "y or n, please." in console.text
    assert "does not agree." in console.text
    assert any(entry.purpose == "say" and "takes back" in entry.answer[1] for entry in one.session.entries)


# --- two people at one keyboard --------------------------------------------------------------------------


def calm(bids: dict[int, int], actions: dict[int, Any]) -> tables.Decide:
    """Two who do nothing much: fixed bids and actions, all else the first thing that is allowed."""

    def decide(asked: Asked) -> Any:
        request = asked.request
        if request.purpose == "bid":
            return bids.get(asked.seat, 0)
        options = list(request.options())
        if request.purpose == "action" and actions.get(asked.seat) in options:
            return actions[asked.seat]
        if request.purpose in ("stance", "initiative-ring"):
            return Take("earth")
        return GO_ON if GO_ON in options else CalmingBreath() if CalmingBreath() in options else options[0]

    return decide


def screens(decide: tables.Decide, until: Callable[[Host], bool]) -> list[tuple[int, str, str]]:
    """What stood on the screen at every question until something has happened."""
    one = tables.host((0, 1))
    console = tables.Screens(one, _stopping(decide, lambda: until(one)))
    with pytest.raises(Enough):
        Lines(one, console).run()
    return console.seen


class Enough(Exception):
    """The test has seen what it wanted."""


def _stopping(decide: tables.Decide, enough: Callable[[], bool]) -> tables.Decide:
    def answer(asked: Asked) -> Any:
        if enough():
            raise Enough
        return decide(asked)

    return answer


def happened(kind: str) -> Callable[[Host], bool]:
    """Whether an event of that kind is in the log."""
    return lambda one: any(event.kind == kind for event in one.session.events("judge"))


def of_other(seen: list[tuple[int, str, str]]) -> list[tuple[str, str]]:
    """What the second person saw at each question."""
    return [(purpose, " ".join(text.split())) for seat, purpose, text in seen if seat == 1]


def before_opening(seen: list[tuple[int, str, str]]) -> list[tuple[str, str]]:
    """What the second person saw until the bids were opened."""
    return [(purpose, text) for purpose, text in of_other(seen) if "The bids are revealed" not in text]


def test_a_bid_is_on_no_screen_of_the_other_before_both_are_opened() -> None:
    low, high = (screens(calm({0: bid}, {}), happened("bids-revealed")) for bid in (0, 3))
    assert any(purpose == "bid" for purpose, _ in before_opening(low))
    assert before_opening(low) == before_opening(high)


def test_a_recorded_ring_is_on_no_screen_of_the_other_before_it_is_opened() -> None:
    def third_turn(one: Host) -> bool:
        return sum(event.kind == "turn-began" for event in one.session.events("judge")) > 3

    air, fire = (screens(calm({0: 1}, {0: Predict(ring)}), third_turn) for ring in ("air", "fire"))
    told = [text for _, text in of_other(air)]
    assert any("secretly records a stance" in text for text in told)
    assert any("a stance is recorded" in text for text in told)
    assert of_other(air) == of_other(fire)
    own = [[text for seat, _, text in seen if seat == 0] for seen in (air, fire)]
    assert own[0] != own[1]  # who recorded it does see it


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canary: where the screen is not cleared between two people, the comparison fails."""
    monkeypatch.setattr("iaijutsu.play.plain.CLEAR", "")
    monkeypatch.setattr("tests.play.rpg_tables.CLEAR", "\0")
    low, high = (screens(calm({0: bid}, {}), happened("bids-revealed")) for bid in (0, 3))
    assert before_opening(low) != before_opening(high)


def test_between_hands_the_screen_holds_nothing_but_a_name() -> None:
    one = tables.host((0, 1))
    console = Script(tables.always(tables.typing(one, tables.at_random(5))), screen=True)
    Lines(one, console).run()
    assert console.text.startswith(ALONE)
    assert console.text.rindex(BACK) > console.text.rindex("Hand the keyboard")
    handed = [part for part in console.text.split(CLEAR) if "press Enter" in part]
    assert len(handed) > 3
    for part in handed:
        assert re.fullmatch(r"Hand the keyboard to ([^.]+)\.\n\1, press Enter when nobody else looks\. ", part)


def test_every_answer_is_on_disk_however_one_leaves(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    one = tables.host(store=Store(path))
    tables.play(one, iter([tables.typing(one, tables.at_random(1))] * 4))
    assert path.read_text(encoding="utf-8") == one.session.transcript().dumps()
    assert any(entry.seat != CHANCE for entry in one.session.entries)
