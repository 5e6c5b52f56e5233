"""What a picture of a role-playing table is made of: it says what the state says, and no more than the view does."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from iaijutsu.engine import Audience, Seeded, Session
from iaijutsu.play.words import narrator, rpg_board
from iaijutsu.play.words.rpg_board import Board, Roll, face_letters
from iaijutsu.play.words.rpg_conditions import MEANS, means, stance_means
from iaijutsu.play.words.rpg_dice import DieFace, die_face, die_of, sides_of
from iaijutsu.play.words.rpg_scene import face
from iaijutsu.play.words.rpg_steps import ORDER
from iaijutsu.rpg import FORMS, GAME, Setup, catalogue
from iaijutsu.rpg.characters import RINGS
from iaijutsu.rpg.dice import SYMBOLS
from iaijutsu.rpg.techniques import CONDITIONS
from tests.rpg import setups
from tests.rpg.script import samurai, table

AUDIENCES: tuple[Audience, ...] = (0, 1, "spectator", "judge")


def board(session: Session[Any], audience: Audience) -> Board:
    """The board of that audience."""
    told = narrator(session, audience)
    told.follow()
    return rpg_board.board(told.words.scene)  # type: ignore[attr-defined]


def letters(dice: list[DieFace]) -> Counter[str]:
    """Dice as letters, counted."""
    return Counter(map(face_letters, dice))


def flat(check: Roll, *fates: str) -> list[DieFace]:
    """All dice of a check that came to one of these."""
    return [die for chain in check.dice for die in chain.dice if not fates or die.fate in fates]


# --- against the state -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_dice_on_the_board_are_those_of_the_state(seed: int) -> None:
    """In random duels with judges in them: rolled and kept dice, limits, TN and steps, for every audience."""
    rng = random.Random(seed)
    session = Session(GAME, setups.setup(rng), Seeded(seed))
    seen = 0
    for number in range(140):
        if session.finished:
            break
        if number % 7 == 3:
            setups.ruling(session, rng)
        seat, request = next((s, r) for s, r in session.asked.items() if not session.has_sealed(s))
        session.submit(seat, setups.answer(request, rng, number))
        if number % 3 == 0:
            seen += sum(_agrees(board(session, audience), session) for audience in AUDIENCES)
    assert seen


def _agrees(shown: Board, session: Session[Any]) -> int:
    state = session.referee.state
    assert len(shown.checks) == len(state.checks)
    for check, real in zip(shown.checks, reversed(state.checks), strict=True):
        assert check.rolled == tuple(face(die) for die in real.rolled)
        assert letters(flat(check, "kept")) == Counter(map(face, real.kept))
        rolled = [chain.dice[0] for chain in check.dice if not chain.added]
        assert letters(rolled).total() == len(real.rolled)
        if not real.kept:
            assert [face_letters(die) for die in rolled] == [face(die) for die in real.rolled]
        if real.step in ORDER[:2]:
            assert {die.fate for die in flat(check)} <= {"lies"}
        assert [step.key for step in check.steps][:5] == ["keep", "explosive", "strife", "opportunity", "successes"]
        assert sum(step.state == "now" for step in check.steps) <= (check is shown.checks[0])
    return len(shown.checks)


def test_an_explosion_hangs_on_the_die_that_brought_it() -> None:
    t = table(samurai("Aki", fire=3, honor=50), samurai("Bun", honor=40))
    t.run("""
        A initiative-ring fire
        dice et - s
        A keep 1 3
        dice et
        A keep-exploded 1
        dice -
    """)
    (one,) = board(t.session, 1).checks
    assert [[face_letters(die) for die in chain.dice] for chain in one.dice] == [
        ["(ET)", "(ET)", "(–)"], ["(–)"], ["(S)"],
    ]  # fmt: skip
    assert [die.fate for die in one.dice[0].dice] == ["kept", "kept", "lies"]
    assert [chain.fate for chain in one.dice] == ["kept", "dropped", "kept"]
    assert [step.state for step in one.steps] == ["done", "now", "waiting", "waiting", "waiting"]
    assert [face_letters(die) for die in one.lying] == ["(–)"]


def test_of_two_like_dice_of_an_explosion_one_is_kept() -> None:
    t = table(samurai("Aki", fire=3, honor=50, void_points=1), samurai("Bun", honor=40))
    t.run("""
        A initiative-ring fire
        dice et et s
        A keep 1 2
        dice ot ot
        A keep-exploded 2
    """)
    (one,) = board(t.session, "spectator").checks
    assert sorted(die.fate for chain in one.dice[:2] for die in chain.dice[1:]) == ["dropped", "kept"]


def test_a_blow_cuts_a_check_after_strife_and_before_opportunity() -> None:
    """What was done stands as done, what is still to come waits, and only in the blow is something asked."""
    blow, cut = board(_blow_in_a_check(), "spectator").checks
    assert blow.blow and not cut.blow
    assert [step.state for step in cut.steps] == ["done", "done", "done", "waiting", "waiting"]
    assert [step.key for step in blow.steps if step.state == "now"] == ["keep"]


def _blow_in_a_check() -> Session[Any]:
    """The first random duel in which a finishing blow is rolled inside a check that has come to its strife."""
    for seed in range(60):
        rng = random.Random(seed)
        session = Session(GAME, setups.setup(rng, contest="duel"), Seeded(seed))
        for number in range(100):
            if session.finished:
                break
            checks = session.referee.state.checks
            if [check.step for check in checks] == ["opportunity", "modify"] and checks[1].blow:
                return session
            seat, request = next((s, r) for s, r in session.asked.items() if not session.has_sealed(s))
            session.submit(seat, setups.answer(request, rng, number))
    raise AssertionError("no blow fell inside a check")


# --- words of what is drawn ------------------------------------------------------------------------------


def test_every_face_is_read_back_from_its_letters() -> None:
    for die in range(len(SYMBOLS)):
        assert die_of(face(die)) == die_face(die)
        assert face_letters(die_face(die)) == face(die)
    assert die_of("(SS)") is None and die_of("Katana (in one hand)") is None


def test_faces_that_may_be_typed_are_each_shown_once() -> None:
    assert [die.symbols for die in sides_of("- ot o st s et", 6)] == ["", "ot", "o", "st", "s", "et"]
    skill = sides_of("- - o o o st st s s so et e", 12)
    assert [die.symbols for die in skill] == ["", "o", "st", "s", "so", "et", "e"]
    assert {die.kind for die in skill} == {"skill"}


def test_every_condition_and_stance_says_what_it_means() -> None:
    assert set(CONDITIONS) | {"compromised", "incapacitated"} == MEANS.keys() | {"doomed"} & set(CONDITIONS)
    assert means("lightly-wounded:air") == means("lightly-wounded")
    assert means("dying", 1).startswith("1 round left") and means("dying", 3).startswith("3 rounds left")
    assert all(stance_means(ring) for ring in RINGS)


# --- bids and the course ---------------------------------------------------------------------------------


def _staredown(bid: int | None = None) -> Session[Any]:
    """Two that ship, at their first bids, seat 0 having sealed one or not."""
    one, other = catalogue.load("kaya"), catalogue.load("shiori")
    session = Session(GAME, Setup((one, other), FORMS["first-blood"]), Seeded(5))
    rng = random.Random(2)
    while not any(request.purpose == "bid" for request in session.asked.values()):
        seat, request = next((s, r) for s, r in session.asked.items() if not session.has_sealed(s))
        session.submit(seat, 0 if request.purpose == "bid" else setups.answer(request, rng))
    if bid is not None:
        session.submit(0, bid)
    return session


def test_a_sealed_bid_leaves_no_trace_on_any_board() -> None:
    for audience in AUDIENCES[1:]:
        assert board(_staredown(0), audience) == board(_staredown(3), audience)


def test_bids_are_on_the_board_once_both_are_opened() -> None:
    session = _staredown(2)
    before = board(session, "spectator")
    assert before.moment == "staredown" and [one.bid for one in before.fighters] == [None, None]
    session.submit(1, 1)
    after = board(session, "spectator")
    assert [one.bid for one in after.fighters] == [2, 1]
    assert [one.gained for one in after.fighters] == [2, 1]
    assert [one.strife.new for one in after.fighters] == [3, 2]  # one for the round, and the bid


@pytest.mark.parametrize("audience", AUDIENCES)
def test_effects_in_force_are_on_the_board_as_they_were_told(audience: Audience) -> None:
    seen: set[str] = set()
    for seed in range(12):
        rng = random.Random(seed)
        session = Session(GAME, setups.setup(rng), Seeded(seed))
        told = narrator(session, audience)
        for number in range(140):
            if session.finished:
                break
            seat, request = next((s, r) for s, r in session.asked.items() if not session.has_sealed(s))
            session.submit(seat, setups.answer(request, rng, number))
            told.follow()
            lines = {line.text for line in told.lines}
            lasting = rpg_board.board(told.words.scene).lasting  # type: ignore[attr-defined]
            assert set(lasting) <= lines
            assert not (session.finished and lasting)
            seen.update(lasting)
    assert len(seen) > 10
