"""The role-playing duel in words: every event and question has its sentence, and nobody reads what he may not know."""

from __future__ import annotations

import ast
import inspect
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from iaijutsu import rpg
from iaijutsu.engine import Event, Option, Ruled, Said, Seeded, Session, clauses
from iaijutsu.play.i18n import languages, speaking
from iaijutsu.play.words import Narrator, narrator
from iaijutsu.play.words import rpg as words
from iaijutsu.play.words.rpg_board import board
from iaijutsu.play.words.rpg_checks import LINES
from iaijutsu.play.words.rpg_effects import GAINS, LASTING, LEARNED, TOLD, _learned
from iaijutsu.play.words.rpg_events import DEEDS, ENDS, FORMS
from iaijutsu.play.words.rpg_judging import ACTS, PARTS, act_words, judging
from iaijutsu.play.words.rpg_purposes import ASKS, NO
from iaijutsu.play.words.rpg_scene import COSTS, PURPOSES, RINGS
from iaijutsu.play.words.rpg_ways import DEEDS as WAY_DEEDS
from iaijutsu.play.words.rpg_ways import WAYS
from iaijutsu.rpg import deeds, options, terms, unmasking
from iaijutsu.rpg.characters import RINGS as ALL_RINGS
from iaijutsu.rpg.events_tools import LastingBegan, LastingSpent
from iaijutsu.rpg.scoring import Result
from tests.conformance.test_rpg_secrecy import Pair
from tests.play.test_words import is_sentence
from tests.rpg import setups

SOURCE = Path(rpg.__file__).parent


def kinds() -> list[type[Event]]:
    """Every event that can happen in a role-playing duel."""
    found = {
        kind
        for path in SOURCE.glob("*.py")
        for kind in vars(__import__(f"iaijutsu.rpg.{path.stem}", fromlist=["*"])).values()
        if inspect.isclass(kind) and issubclass(kind, Event) and kind.__module__.startswith("iaijutsu.rpg")
    }
    return sorted(found, key=lambda kind: kind.kind)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.kind)
def test_every_event_has_a_sentence(kind: type[Event]) -> None:
    assert kind in words.TELLERS


# --- what the rules' source asks and does ----------------------------------------------------------------

PLACE = {
    "choose": 2, "yes": 2, "number": 2, "several": 2, "Choose": 1, "Number": 1, "Several": 1, "Keep": 1, "Arrange": 1,
}  # fmt: skip
"""Where among the arguments of a call its purpose stands."""


def calls() -> Iterator[ast.Call]:
    """Every call in the rules' source."""
    for path in SOURCE.glob("*.py"):
        if path.name not in ("sheets.py", "reading.py", "asking.py"):
            yield from (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    """The bare name of what is called."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def texts(name: str, place: int) -> set[str]:
    """The texts given at a place to calls of that name."""
    found = set()
    for call in calls():
        if called(call) == name and len(call.args) > place and isinstance(call.args[place], ast.Constant):
            value = call.args[place].value  # type: ignore[attr-defined]
            found |= {value} if isinstance(value, str) else set()
    return found


def purposes() -> set[str]:
    """Every purpose of a question that the source names; those that are put together are spelt out here."""
    found = {text for name, place in PLACE.items() for text in texts(name, place)}
    found |= {f"tell-{what}" for what in LEARNED if what != "strife"}
    return found | {f"which-{kind}" for kind in ("distinction", "passion", "adversity", "anxiety")}


def test_every_question_of_the_rules_has_its_words() -> None:
    found = purposes()
    assert len(found) > 60
    assert found - ASKS.keys() == set()
    assert ASKS.keys() - found == set(), "words for what is never asked"
    assert NO.keys() - found == set()


def test_every_effect_way_and_end_of_the_rules_has_its_words() -> None:
    assert texts("LastingBegan", 1) | texts("last", 3) <= LASTING.keys()
    assert texts("CheckGains", 1) | {"adversity", "anxiety", "passion"} <= GAINS.keys()
    assert texts("_gains", 0) <= GAINS.keys()
    assert texts("Learned", 1) | texts("learn", 2) <= LEARNED.keys()
    assert texts("Told", 1) | texts("_told", 0) <= TOLD.keys()
    assert texts("DuelEnds", 0) <= ENDS.keys()
    assert texts("Way", 0) == WAYS.keys()
    assert deeds.DEEDS.keys() == WAY_DEEDS.keys()
    assert texts("Task", 0) <= PURPOSES.keys()
    assert {choice.cost for choice in unmasking.COSTS} == COSTS.keys()
    assert set(terms.FORMS) == FORMS.keys()
    assert {*terms.DEEDS, "judged"} == DEEDS.keys()
    assert set(options.LINES) == LINES.keys()
    assert options.ACTS.keys() == ACTS.keys() == PARTS.keys()
    assert set(ALL_RINGS) == RINGS.keys()


# --- random duels ----------------------------------------------------------------------------------------


def play(session: Session[Any], rng: random.Random) -> Iterator[tuple[int, Any]]:
    """Answer at random to the end, a judge speaking now and then; each question is given before it is answered."""
    while not session.finished:
        for seat, request in session.asked.items():
            yield seat, request
            session.submit(seat, setups.answer(request, rng, len(session.entries)))
        if session.pending is not None and rng.random() < 0.05:
            setups.ruling(session, rng)


@pytest.mark.parametrize("seed", range(40))
def test_everybody_is_told_whole_sentences_with_a_clause_and_asked_in_words(seed: int) -> None:
    rng = random.Random(seed)
    session = Session(rpg.GAME, setups.setup(rng), Seeded(seed))
    tellers = {audience: narrator(session, audience) for audience in (0, 1, 2, "spectator", "judge")}
    for seat, request in play(session, rng):
        tellers[seat].follow()
        asked = tellers[seat].words.question(request)
        assert is_sentence(asked.text), asked
        assert request.purpose in ASKS
        assert not asked.hint or is_sentence(asked.hint), asked
        labels = [choice.label for choice in asked.choices]
        assert all(label and label == label.strip() and not re.search(r"[{}]|\bNone\b", label) for label in labels)
        if asked.form == "choose":
            assert len(set(labels)) == len(labels), labels
        assert all(not choice.detail or is_sentence(choice.detail) for choice in asked.choices)
        check_board(tellers[seat])
    known = clauses("rpg")
    for teller in tellers.values():
        teller.follow()
        assert len(teller.lines) == len(session.events(teller.audience))
        for line in teller.lines:
            assert is_sentence(line.text), line
            assert line.text[0] == line.text[0].upper(), line
            assert not line.why or is_sentence(line.why), line
            assert not line.by or is_sentence(line.by), line
            assert line.clause in known or isinstance(line.event, Said | Ruled), line
        assert is_sentence(teller.words.result(session.outcome))


def test_what_is_at_stake_ends_its_sentence_once_whoever_typed_a_full_stop() -> None:
    for stakes in ("The old mill", "The old mill."):
        session = Session(rpg.GAME, replace(setups.setup(random.Random(1)), stakes=stakes), Seeded(1))
        teller = narrator(session, "spectator")
        teller.follow()
        assert teller.lines[0].text.endswith(" At stake: The old mill.")


def check_board(teller: Any) -> None:
    """What is on the table can be shown, and adds up."""
    shown = board(teller.words.scene)
    assert shown.heading
    for fighter, one in zip(shown.fighters, teller.words.scene.state.duellists, strict=True):
        assert fighter.strife.value == one.strife
        assert fighter.strife.over == (one.strife > one.loadout.character.composure)
        assert fighter.mine == (teller.audience == fighter.seat)
        assert len(fighter.readied) + len(fighter.other_weapons) == len(one.weapons)
    assert len(shown.checks) == len(teller.words.scene.state.checks)


# --- secrets ---------------------------------------------------------------------------------------------


class Told(Pair):
    """Two duels that an audience cannot tell apart, compared by what it reads."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tellers = [narrator(world, self.audience) for world in self.worlds]

    def channels(self, world: Session[Any]) -> list[bytes]:
        """Every line, every reason, the table, and the question as it is put."""
        teller: Narrator = self.tellers[self.worlds.index(world)]
        teller.follow()
        found = [f"{line.text}|{line.why}|{line.by}|{line.stage}|{line.side}|{line.minor}" for line in teller.lines]
        found.append(repr(board(teller.words.scene)))  # type: ignore[attr-defined]
        if isinstance(self.audience, int) and self.audience in world.asked:
            found.append(repr(teller.words.question(world.asked[self.audience])))
        return [text.encode() for text in found]


@pytest.mark.parametrize("chunk", range(5))
def test_what_is_hidden_changes_no_word(chunk: int) -> None:
    secrets = [Told(seed).run() for seed in range(chunk, 60, 5)]
    assert sum(secrets) > len(secrets)


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canary: a teller who tells everybody what the judge sees makes the comparison fail."""
    honest = Narrator.__init__
    monkeypatch.setattr(
        Narrator, "__init__", lambda self, session, audience, words: honest(self, session, "judge", words)
    )
    with pytest.raises(AssertionError, match="can tell the two apart"):
        list(map(Told.run, map(Told, range(40))))


@pytest.mark.parametrize("seed", range(25))
def test_secret_sheets_are_in_no_word_before_they_show(seed: int) -> None:
    rng = random.Random(seed)
    setup = setups.setup(rng, secret_sheets=True, contest="duel")
    one, other = setup.characters
    hidden = tuple(replace(trait, name=f"Hidden Trait {n}") for n, trait in enumerate(one.traits))
    setup = replace(setup, characters=(replace(one, traits=hidden), other))
    session = Session(rpg.GAME, setup, Seeded(seed))
    stranger = narrator(session, 1)
    for seat, request in play(session, rng):
        stranger.follow()
        scene = stranger.words.scene  # type: ignore[attr-defined]
        shown = scene.state[0].shown
        told = [line.text for line in stranger.lines] + [repr(board(scene))]
        told += [repr(stranger.words.question(request))] if seat == 1 else []
        told += [repr(question) for question in bearing(scene)]
        for trait in hidden:
            if trait.name not in shown:
                assert not any(trait.name in text for text in told)


def bearing(scene: Any) -> list[Any]:
    """What a judge who sees this is asked about traits that bear on the check under way."""
    steps = PARTS["bear"](scene)
    try:
        return [next(steps)]
    except StopIteration:
        return []


# --- what stays a while ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", [name for name, told in LASTING.items() if "{n}" in told[0] or "{signed}" in told[0]])
def test_what_is_over_is_told_with_what_it_was(name: str, language: str) -> None:
    session: Session[Any] = Session(rpg.GAME, setups.setup(random.Random(1)), Seeded(1))
    with speaking(language):
        told = narrator(session, 0).words
        began = [told.tell(LastingBegan(seat, name, n)).text for seat, n in ((0, 2), (0, 5), (1, 3))]
        over = [told.tell(LastingSpent(seat, name)).text for seat in (0, 1)]
    assert ["2" in began[0], "5" in began[1], "3" in began[2]] == [True] * 3
    assert ["7" in over[0], "3" in over[1]] == [True] * 2
    assert not any(re.search(r"(?<!\d)[+−]?0", text) for text in over)


# --- a judge ---------------------------------------------------------------------------------------------


def run(scene: Any, kind: str, rng: random.Random) -> Option | None:
    """An act of that kind, every question answered at random; the last one tells what is ruled by it."""
    steps, act = judging(scene), None
    question = next(steps)
    answer: Any = kind
    try:
        while True:
            question = steps.send(answer)
            assert is_sentence(question.text)
            if question.form == "number":
                answer = rng.randint(question.least, question.most)
            elif question.form == "text":
                answer = "as I saw it"
            else:
                answer = rng.choice(question.choices).answer
    except StopIteration as end:
        act = end.value[0] if end.value else None
    if act is not None:
        assert question.form == "text" and question.hint == f"The ruling: {act_words(scene, act.plain())}."
    return act


@pytest.mark.parametrize("kind", list(ACTS))
def test_every_act_of_a_judge_is_asked_for_and_told_in_words(kind: str) -> None:
    found = 0
    for seed in range(30):
        rng = random.Random(seed)
        session = Session(rpg.GAME, setups.setup(rng, contest="duel"), Seeded(seed))
        teller = narrator(session, "judge")
        for number, _asked in enumerate(play(session, rng)):
            if number % 7:
                continue
            teller.follow()
            act = run(teller.words.scene, kind, rng)  # type: ignore[attr-defined]
            if act is not None and session.referee.why_not_act(act) is None:
                told = act_words(teller.words.scene, act.plain())  # type: ignore[attr-defined]
                assert told
                assert not re.search(r"[{}]|\bTrue\b|\bFalse\b|\bNone\b|-2", told), told
                found += 1
    assert found


# --- the end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_a_score_below_nothing_has_a_true_minus_in_the_result_as_on_the_board(language: str) -> None:
    session: Session[Any] = Session(rpg.GAME, setups.setup(random.Random(1)), Seeded(1))
    with speaking(language):
        told = narrator(session, 0).words
        for result in (Result(1, "clear", "score", (-2, 0), 4), Result(-1, "draw", "score", (-2, -2))):
            assert " −2" in told.result(result)
            assert " -2" not in told.result(result)


@pytest.mark.parametrize("name", rpg.catalogue.names())
@pytest.mark.parametrize("key", ["hr", "pt_BR"])
def test_the_demeanor_of_a_character_that_ships_is_told_in_every_language(name: str, key: str) -> None:
    demeanor = rpg.catalogue.load(name).demeanor
    with speaking(key):
        assert _learned("strife 3") not in ("strife 3", "")
        assert _learned(demeanor) not in (demeanor, "")
        assert _learned("Somebody’s own") == "Somebody’s own"
