"""The log in words: every event has a sentence and a reason, and nobody reads what he may not know."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from iaijutsu import cards
from iaijutsu.cards import events, events_challenge, events_effects
from iaijutsu.engine import CHANCE, Claimed, Event, Ruled, Said, Seeded, Session, clauses
from iaijutsu.play.words import Narrator, explain, narrator
from iaijutsu.play.words.board import board
from iaijutsu.play.words.cards import TELLERS
from iaijutsu.play.words.cards_events import REASONS
from tests.cards import setups
from tests.conformance.test_cards_secrecy import Pair

AUDIENCES: tuple[Any, ...] = (0, 1, "spectator", "judge")
TITLES = {card.title for card in cards.catalogue.shipped().values()}


def kinds() -> list[type[Event]]:
    """Every event that can happen in a card duel."""
    found = [
        kind
        for module in (events, events_challenge, events_effects)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Event) and kind.__module__ == module.__name__
    ]
    return [*found, Said, Ruled, Claimed]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.kind)
def test_every_event_has_a_sentence(kind: type[Event]) -> None:
    assert kind in TELLERS


def play(session: Session[Any], rng: random.Random) -> Iterator[tuple[int, Any]]:
    """Answer at random to the end; each question is given before it is answered."""
    while not session.finished:
        seat, request = next((s, r) for s, r in session.asked.items() if not session.has_sealed(s))
        yield seat, request
        session.submit(seat, rng.choice(list(request.options())))


@pytest.mark.parametrize("seed", range(60))
def test_everybody_is_told_whole_sentences_with_a_clause_and_asked_in_words(seed: int) -> None:
    rng = random.Random(seed)
    session = Session(cards.GAME, setups.setup(rng), Seeded(seed))
    tellers = {audience: narrator(session, audience) for audience in (0, 1, "spectator", "judge")}
    for seat, request in play(session, rng):
        if seat in tellers:
            tellers[seat].follow()
            question = tellers[seat].words.question(request)
            assert is_sentence(question.text)
            labels = [choice.label for choice in question.choices]
            assert len(set(labels)) == len(labels) or request.purpose in DOUBLES, labels
    known = clauses("cards")
    for teller in tellers.values():
        teller.follow()
        assert len(teller.lines) == len(session.events(teller.audience))
        for line in teller.lines:
            assert is_sentence(line.text), line
            assert not line.why or is_sentence(line.why), line
            assert line.clause in known or isinstance(line.event, Said | Ruled), line
        assert is_sentence(teller.words.result(session.outcome))


DOUBLES = (
    "opportunity", "focus-together", "discard", "discard-worth", "return-pool", "add-focused", "pick-focused",
    "trait-order", "consequence-order", "focus-effect-order", "reaction", "target", "challenger", "challenged",
    "substitute", "draw",
)  # fmt: skip
"""Questions in which two copies of one card may stand side by side."""


def is_sentence(text: str) -> bool:
    """Whether it ends like a sentence, with no placeholder and nothing unknown left in it."""
    return (
        bool(text)
        and text == text.strip()
        and text[-1] in ".?!:”)"
        and not re.search(r"[{}]|\bNone\b|\s\s|(^|\s)\?(\s|$)", text)
    )


def test_a_step_back_is_told_from_where_the_tellings_part() -> None:
    rng = random.Random(3)
    session = Session(cards.GAME, setups.setup(rng, seats=2), Seeded(3))
    teller = narrator(session, "judge")
    teller.follow()
    for _ in play(session, rng):
        if any(line.stage == "C" for line in teller.lines) and len(session.entries) > 3:
            break
        teller.follow()
    teller.follow()
    before = list(teller.lines)
    session.say("Aiko", "a moment, please")
    assert teller.follow() == len(before)
    session.take_back(len(session.entries) - 1)
    assert teller.follow() == len(before)
    assert [line.text for line in teller.lines] == [line.text for line in before]


def test_an_explanation_names_clause_reading_and_reason() -> None:
    session = finished(7)
    teller = narrator(session, 0)
    teller.follow()
    readings = [line for line in teller.lines if explain(line).reading]
    assert readings
    told = explain(readings[0]).sentences()
    assert told[0].startswith(readings[0].clause)
    assert any("this is how we read it" in sentence for sentence in told)
    totals = [line for line in teller.lines if line.event.kind == "score-totalled"]
    assert all("The duel stat is" in explain(line).why for line in totals)


def finished(seed: int) -> Session[Any]:
    """A duel fought to the end at random."""
    rng = random.Random(seed)
    session = Session(cards.GAME, setups.setup(rng, seats=2), Seeded(seed))
    for _ in play(session, rng):
        pass
    return session


class Told(Pair):
    """Two duels that an audience cannot tell apart, compared by what it reads."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tellers = [narrator(world, self.audience) for world in self.worlds]

    def channels(self, world: Session[Any]) -> list[bytes]:
        """Every line, every reason, and the question as it is put."""
        teller: Narrator = self.tellers[self.worlds.index(world)]
        teller.follow()
        found = [f"{line.text}|{line.why}|{line.stage}|{line.side}|{line.minor}" for line in teller.lines]
        asked = world.asked.get(self.audience) if self.audience in world.asked else None
        if asked is not None and self.audience != CHANCE:
            found.append(repr(teller.words.question(asked)))
        return [text.encode() for text in found]


@pytest.mark.parametrize("seed", range(150))
def test_what_is_hidden_changes_no_word(seed: int) -> None:
    Told(seed).run()


def test_a_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canary: a teller who tells everybody what the judge sees makes the comparison fail."""
    honest = Narrator.__init__
    monkeypatch.setattr(
        Narrator, "__init__", lambda self, session, audience, words: honest(self, session, "judge", words)
    )
    with pytest.raises(AssertionError, match="can tell the two apart"):
        run_all(range(40))


def run_all(seeds: range) -> None:
    """The comparison for each of these seeds."""
    for seed in seeds:
        Told(seed).run()


def literals(pattern: str) -> set[str]:
    """Texts in the sources of the card duel that stand where the pattern says."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in Path(cards.__file__).parent.glob("*.py"))
    return set(re.findall(pattern, text))


def test_every_reason_that_the_rules_give_is_known_to_the_translators() -> None:
    given = literals(r"_fails\(court, cause, \"(.+?)\"") | literals(r"why = \"([a-z]+ .+?)\"")
    given |= literals(r"Broken\([^)]*?, \"([a-z]+ .+?)\"") | literals(r"return f?\"(the [^\"{]+|both [^\"{]+)\"")
    given |= literals(r"ChallengeFails\(\"(.+?)\"")
    assert {"nobody may issue it", "the action cannot be taken"} <= given
    assert {reason for reason in given if "{" not in reason} <= REASONS.keys()


def test_the_board_shows_a_duel_as_it_stands() -> None:
    rng = random.Random(9)
    session = Session(cards.GAME, setups.setup(rng, seats=2), Seeded(9))
    teller = narrator(session, 0)
    for _ in play(session, rng):
        teller.follow()
        table = board(teller.words.scene)  # type: ignore[attr-defined]
        state = session.view(0).state
        assert [side.deck for side in table.sides] == [state.decks[side.seat].size for side in table.sides]
        if state.duel:
            for side, here in zip(table.sides, state.duel.sides, strict=True):
                assert len(side.area) == len(here.area)
                assert len(side.pool) == len(here.pool)
                hidden = sum(not face.title for face in side.area)
                assert side.tally.count("?") == (0 if here.score is not None else hidden)


@pytest.mark.parametrize("audience", AUDIENCES)
def test_effects_in_force_are_on_the_board_as_they_were_told_and_gone_with_the_duel(audience: Any) -> None:
    seen: set[str] = set()
    for seed in range(40):
        rng = random.Random(seed)
        session = Session(cards.GAME, setups.setup(rng, seats=2), Seeded(seed))
        teller = narrator(session, audience)
        for _ in play(session, rng):
            teller.follow()
            told = {line.text for line in teller.lines}
            for text in board(teller.words.scene).lasting:  # type: ignore[attr-defined]
                title, _colon, words = text.partition(": ")
                assert words in told
                assert title in TITLES
                seen.add(words)
        teller.follow()
        assert board(teller.words.scene).lasting == ()  # type: ignore[attr-defined]
    assert len(seen) > 10
