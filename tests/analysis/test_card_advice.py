"""Advice at a live duel, and the player who follows it: from one seat's view alone, at once, as the solution says."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import pytest

from iaijutsu.analysis.advice import advise
from iaijutsu.analysis.card_report import advice_lines
from iaijutsu.analysis.focus_game import Worth
from iaijutsu.analysis.roster import seated
from iaijutsu.analysis.solve import solve
from iaijutsu.analysis.solved import Solved
from iaijutsu.cards import GAME, Setup, rulesets
from iaijutsu.cards.options import Focus, Pass, Strike, Use
from iaijutsu.engine import BadInput, Scripted, Seeded, Session
from iaijutsu.players import Rash, pairings, play, table
from tests.analysis.card_tables import PERSON, at_first, duel
from tests.analysis.test_card_bridges import somebody

from ..work import counted

SPREAD = {0: 2, 1: 5, 2: 10, 3: 13, 4: 8, 5: 2}
DECK = Counter({f"plain-{value}": count for value, count in SPREAD.items()})
AIKO, BOTAN = ({**PERSON, "key": name, "title": name.title()} for name in ("aiko", "botan"))
OPEN = {0: dict(DECK), 1: dict(DECK)}


def plain(draw: int = 0, chi: tuple[int, int] = (4, 3), rules: str = "celestial") -> Setup:
    return duel((DECK, DECK), (AIKO, BOTAN), draw=(draw, draw), chi=chi, rules=rulesets.shipped()[rules])


def advice_of(session: Session[Any], **terms: Any) -> Any:
    """The advice at the open question, with both decks laid open."""
    assert session.pending is not None
    seat = session.pending.seat
    return advise(session.view(seat), session.pending, table(session, seat, OPEN), **terms)  # type: ignore[arg-type]


def pools(*drawn: tuple[int, int, int]) -> Scripted:
    """Chance that deals these pools, the challenger's first."""
    return Scripted([tuple(f"plain-{value}" for value in pool) for pool in drawn])


# --- what is advised -------------------------------------------------------------------------------------


def test_the_advice_is_what_the_solution_of_the_whole_duel_says() -> None:
    session: Session[Any] = Session(GAME, plain(), pools((1, 2, 3), (2, 4, 3)))
    found = advice_of(session)
    from iaijutsu.analysis.reading import read

    court: Any = session.referee
    whole = read(court, court.events).game
    exact = solve(whole, method="lp")
    (action,) = [one for one in exact.actions((), (0, (4, 3, 2), ())) if one.choice.label == "pool"]
    assert found.best.option == Focus("pool", 1)  # the 4, wherever it lies
    assert found.best.value == pytest.approx(action.value, abs=5e-3)
    assert found.low <= exact.value(1) <= found.high
    assert found.best.results["win"] == pytest.approx(action.results["win"], abs=0.02)
    assert found.left == ()


def test_odds_add_up_and_the_best_answer_stands_first() -> None:
    for seed in range(12):
        session = at_first(plain(draw=4, chi=(3, 3)), seed)
        while session.pending is not None and session.pending.purpose == "opportunity":
            found = advice_of(session)
            values = [round(one.value, 9) for one in found.answers]
            assert values == sorted(values, reverse=True)
            assert sum(one.chance for one in found.answers) == pytest.approx(1)
            for one in found.answers:
                assert sum(one.results.values()) == pytest.approx(1)
                assert session.pending.why_not(one.option) is None
            session.submit(session.pending.seat, found.best.option)


def test_the_stronger_one_is_told_to_strike_at_once_and_that_he_wins() -> None:
    found = advice_of(at_first(plain(chi=(3, 6)), 1))
    assert found.best.option == Strike()
    assert found.best.results == pytest.approx({"win": 1, "lose": 0, "tie": 0, "none": 0})


def test_advice_in_lines() -> None:
    session = at_first(plain(draw=4, chi=(3, 3)), 3)
    found = advice_of(session)
    told = advice_lines(found, lambda option: option.tag)
    assert len(told) == len(found.answers)
    assert told[0].startswith(found.best.option.tag)
    assert "win " in told[0] and "(worth " in told[0]


def test_worths_are_taken_into_account() -> None:
    """At equal stats, who loses nothing by a tie strikes; who loses all by it does not."""
    session = at_first(plain(chi=(3, 3)), 4)
    loves, fears = (Worth(tie=-0.9), Worth(tie=0.9)), (Worth(tie=0.9), Worth(tie=-0.9))
    strike = [
        next(one for one in advice_of(session, worth=worth).answers if one.option == Strike())
        for worth in (loves, fears)
    ]
    assert strike[0].value == pytest.approx(0.9)
    assert strike[1].value == pytest.approx(-0.9)


def test_only_questions_of_the_round_have_odds() -> None:
    session = at_first(plain(), 1)
    assert session.pending is not None
    session.submit(session.pending.seat, Strike())
    seat, request = next(iter(session.asked.items()))
    with pytest.raises(BadInput, match="opportunity"):
        advise(session.view(seat), request, table(session, seat))  # type: ignore[arg-type]


# --- what it is made from --------------------------------------------------------------------------------


def test_the_advice_does_not_hang_on_what_the_seat_cannot_see() -> None:
    """The same to the last digit whatever the other holds, has focused, or what his deck would have brought."""
    told = []
    for his in ((1, 1, 1), (5, 5, 4), (0, 2, 3)):
        session: Session[Any] = Session(GAME, plain(chi=(3, 4)), pools(his, (2, 4, 3)))
        assert session.pending is not None and session.pending.seat == 1
        before = advice_of(session)
        session.submit(1, Focus("pool", 1))
        session.submit(0, Focus("pool", 0))
        told.append((before, advice_of(session)))
    assert told[0] == told[1] == told[2]


def test_a_card_that_was_not_the_best_is_no_trouble() -> None:
    session: Session[Any] = Session(GAME, plain(chi=(4, 3)), pools((2, 2, 4), (2, 5, 3)))
    session.submit(1, Focus("pool", 0))
    session.submit(0, Focus("pool", 2))
    found = advice_of(session)
    assert found.best.option == Focus("pool", 0)  # the 5 is still there


def test_something_done_instead_is_counted_from_then_on() -> None:
    steady = {"kind": "instead", "limit": "duel", "effects": [{"do": "stat", "stat": "chi", "amount": 2}]}
    setup = duel((DECK, DECK), (AIKO, somebody("botan", steady)), chi=(4, 3))
    session = at_first(setup, 3)
    use = next(one for one in advice_of(session).answers if isinstance(one.option, Use))
    session.submit(1, use.option)
    assert session.pending is not None
    after = advice_of(session)
    assert after.side == 0
    assert not any(isinstance(one.option, Use) for one in after.answers)
    assert after.low <= -0.186738842 <= after.high  # 4 against 5 now, as 3 against 4 at the first opportunity


def test_an_unknown_deck_is_taken_to_be_an_average_one() -> None:
    session = at_first(plain(draw=3), 2)
    assert session.pending is not None
    seat = session.pending.seat
    found = advise(session.view(seat), session.pending, table(session, seat))  # type: ignore[arg-type]
    (left,) = found.left
    assert left.rough and "average" in left.name
    assert -1 <= found.best.value <= 1
    assert not isinstance(found.best.option, Strike)


@pytest.mark.parametrize("rules", ["twenty-festivals", "classic"])
def test_the_top_of_the_deck_is_reckoned_with(rules: str) -> None:
    session = at_first(plain(draw=4, rules=rules, chi=(5, 4)), 6)
    found = advice_of(session)
    assert {getattr(one.option, "origin", "strike") for one in found.answers} == {"hand", "deck", "strike"}
    assert [left.rough for left in found.left] == [True]


# --- how long it takes -----------------------------------------------------------------------------------


def test_after_start_up_it_takes_little_work() -> None:
    """As the next: less than 50 ms, see benchmarks/odds_at_table.py."""
    player = Solved(1)
    player.sit(table(at_first(plain(draw=5), 0), 1, OPEN))
    for seed in range(9):
        session = at_first(plain(draw=5, chi=(3 + seed % 4, 3)), seed)
        with counted() as work:
            advice_of(session)
        assert work.calls < 300_000


def test_the_player_answers_every_question_with_little_work() -> None:
    """Decks full of texts, which the equilibrium does not tell all of."""
    work = []
    for n, pairing in enumerate(pairings()[::9]):
        session: Session[Any] = Session(GAME, pairing.setup(), Seeded(n))
        players = {seat: seated(session, seat, "solved", n) for seat in (0, 1)}
        while not session.finished:
            seat, request = next((s, r) for s, r in session.asked.items() if not session.has_sealed(s))
            with counted() as one_answer:
                answer = players[seat].answer(request, session.view(seat))
            if len(list(request.options())) > 1:
                work.append(one_answer.calls)
            session.submit(seat, answer)
    assert len(work) > 20
    assert max(work) < 300_000


# --- the player ------------------------------------------------------------------------------------------


def test_he_mixes_as_the_equilibrium_does() -> None:
    """One position, many seeds: each answer as often as the solution gives it."""
    session = next(
        made
        for seed in range(200)
        if 0.3 < (found := advice_of(made := at_first(plain(draw=4, chi=(4, 3)), seed))).answers[0].chance < 0.7
        and found.answers[1].chance > 0.3
    )
    wanted = {one.option: one.chance for one in advice_of(session).answers}
    counts: Counter[Any] = Counter()
    for seed in range(300):
        player = Solved(seed)
        player.table = table(session, 1, OPEN)  # type: ignore[assignment]
        assert session.pending is not None
        counts[player.answer(session.pending, session.view(1))] += 1
    for option, share in wanted.items():
        assert counts[option] / 300 == pytest.approx(share, abs=0.1)


def test_he_plays_whole_duels_of_every_kind() -> None:
    setups = [pairing.setup() for pairing in pairings()[::7]]
    setups += [plain(draw=4, rules=rules) for rules in rulesets.shipped()]
    for n, setup in enumerate(setups):
        session: Session[Any] = Session(GAME, setup, Seeded(n))
        play(session, {0: Solved(n, budget=6), 1: Solved(n + 1, budget=6)})
        assert session.finished


def test_he_wins_more_than_he_loses_against_a_rash_one() -> None:
    points = 0
    for seed in range(60):
        for seat in (0, 1):
            session: Session[Any] = Session(GAME, plain(draw=3, chi=(3 + seed % 2, 3)), Seeded(seed))
            winner = play(session, {seat: Solved(seed, budget=6), 1 - seat: Rash(seed)}, OPEN).winner()
            points += 0 if winner is None else 1 if session.referee.state.past[0].sides[winner].seat == seat else -1
    assert points > 20


def test_one_who_takes_his_time_plays_the_same_equilibrium_and_searches_as_long_as_who_searches() -> None:
    session = at_first(plain(draw=4, chi=(4, 3)), 1)
    assert session.pending is not None
    quick, deep = (seated(session, 1, name, 7, OPEN) for name in ("solved", "solved-deep"))
    assert quick.answer(session.pending, session.view(1)) == deep.answer(session.pending, session.view(1))
    texts = at_first(pairings()[8].setup(), 8)
    seat = texts.pending.seat  # type: ignore[union-attr]
    answers = [
        seated(texts, seat, name, 7).answer(texts.pending, texts.view(seat))  # type: ignore[arg-type]
        for name in ("solved-deep", "searching")
    ]
    assert answers[0] == answers[1]


def test_a_card_focused_by_an_effect_is_told_of() -> None:
    people: tuple[dict[str, Any], dict[str, Any]] = {"key": "kuregawa-mikoto"}, {"key": "wandering-jinbei"}
    session = at_first(duel((DECK, DECK), people, chi=None), 5)
    found = advice_of(session)
    assert "that a card was focused by an effect, and what it is" in {left.name for left in found.left}
    player = dataclasses.replace(found)
    assert player == found


def test_pass_is_no_answer_that_is_advised() -> None:
    found = advice_of(at_first(plain(draw=2), 9))
    assert Pass() not in [one.option for one in found.answers]
