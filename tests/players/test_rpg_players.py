"""The players of the role-playing duel: what they answer, that they keep to what they may know, and how they fare."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from iaijutsu.engine import BadInput, Choose, Number, Request, Sealed, Seat, Seeded, Session
from iaijutsu.players import Random, agents, make, play, seated, table
from iaijutsu.players.agent import Agent, at_random, chance, unanswered
from iaijutsu.players.retold import Retold
from iaijutsu.players.rpg_judgement import Temper, bid, die_worth, keep, request_options
from iaijutsu.players.rpg_odds import passing, successes
from iaijutsu.players.rpg_retelling import answers
from iaijutsu.players.rpg_search import SEARCHED, SearchingDuelling
from iaijutsu.players.rpg_values import headroom, standing, strife_cost
from iaijutsu.players.tables import RpgTable, Table
from iaijutsu.rpg import FORMS, GAME, Setup, catalogue
from iaijutsu.rpg.asking import Keep
from iaijutsu.rpg.characters import Character
from iaijutsu.rpg.dice import RING_SIDES, SKILL_SIDES, SYMBOLS
from iaijutsu.rpg.options import GO_ON, Concede, Predict, Strike

NAMES = ("random", "rash", "patient", "reading", "searching")
TEMPERS = NAMES[1:4]


@cache
def cast() -> list[Character]:
    """The characters that ship."""
    return [catalogue.load(name) for name in catalogue.names()]


def setups(count: int, **given: Any) -> Iterator[Setup]:
    """Pairs of them in turn, under every form of duel in turn."""
    pairs = list(itertools.combinations(cast(), 2))
    forms = list(FORMS.values())
    for n in range(count):
        yield Setup(pairs[n * 7 % len(pairs)], forms[n % len(forms)], **given)


def quick(name: str, seed: int) -> Agent:
    """The player of that name, in a hurry if he searches."""
    agent = make(name, seed, "rpg")
    if isinstance(agent, SearchingDuelling):
        agent.budget = 4
    return agent


def willing(request: Request[Any], seed: int, step: int) -> Any:
    """An answer at random of one who does not concede."""
    answer = at_random(request, chance(seed, step, request.seat))
    return GO_ON if isinstance(answer, Concede) else answer


def questions(setup: Setup, seed: int, most: int = 120) -> Iterator[tuple[Session[Any], Seat, Request[Any]]]:
    """A duel at random, which nobody yields: each question, before it is answered."""
    session = Session(GAME, setup, Seeded(seed))
    for step in range(most):
        if session.finished:
            return
        for seat, request in unanswered(session):
            yield session, seat, request
            session.submit(seat, willing(request, seed, step))


# --- who they are ----------------------------------------------------------------------------------------


def test_the_players_of_the_role_playing_duel_say_what_they_do() -> None:
    assert tuple(agents("rpg")) == NAMES
    assert all(agents("rpg")[name] != agents()[name] for name in TEMPERS)


@pytest.mark.parametrize("name", NAMES[1:])
def test_they_do_not_sit_down_to_another_game(name: str) -> None:
    with pytest.raises(BadInput, match="plays role-playing duels, not 'go'"):
        make(name, 1, "rpg").sit(Table("go", 0))


@pytest.mark.parametrize("name", NAMES)
def test_whole_duels_of_every_form_are_played_to_the_end(name: str) -> None:
    for n, setup in enumerate(setups(1 if name == "searching" else 12, secret_sheets=name != "searching")):
        session = Session(GAME, setup, Seeded(n))
        play(session, {0: quick(name, n), 1: quick("reading" if name == "searching" else name, n)})
        assert session.finished


@pytest.mark.parametrize("contest", ["one-roll", "clash"])
def test_the_short_forms_are_played_too(contest: Any) -> None:
    for name in NAMES:
        for n, setup in enumerate(setups(2, contest=contest)):
            session = Session(GAME, setup, Seeded(n))
            play(session, {seat: quick(name, n) for seat in (0, 1)})
            assert session.finished


def test_a_game_master_and_a_judge_can_be_played() -> None:
    for given in ({"gm": True}, {"judge": True}):
        session = Session(GAME, next(setups(1, **given)), Seeded(1))
        play(session, {0: quick("rash", 1), 1: quick("reading", 1), 2: quick("patient", 1)})
        assert session.finished


# --- judgement -------------------------------------------------------------------------------------------


def test_kept_successes_are_as_every_roll_gives_them() -> None:
    """Two ring dice and one skill die, two kept, explosions left out: against every roll."""
    counts = [0.0] * 5
    for faces in itertools.product(range(6), range(6), range(6, 18)):
        kept = sorted((("e" in SYMBOLS[die]) + ("s" in SYMBOLS[die]) for die in faces), reverse=True)[:2]
        counts[sum(kept)] += 1 / (RING_SIDES**2 * SKILL_SIDES)
    odds = successes(2, 1, 2)
    assert odds[0] == pytest.approx(counts[0])
    assert sum(odds) == pytest.approx(1.0)
    assert sum(odds[1:]) == pytest.approx(sum(counts[1:]))


def test_a_check_passes_the_oftener_the_more_dice_and_the_lower_the_number() -> None:
    assert passing(3, 3, 3, 2)[0] > passing(2, 2, 2, 2)[0] > passing(2, 0, 2, 2)[0]
    assert passing(3, 2, 3, 1)[0] > passing(3, 2, 3, 3)[0]
    assert passing(3, 2, 3, 2)[0] > passing(3, 2, 3, 2, calm=True)[0]


def duel_of(setup: Setup | None = None) -> Any:
    """A duel at the first question about dice to keep, and the question."""
    for session, _, request in questions(setup or next(setups(1)), 3):
        if isinstance(request, Keep):
            return session.referee.state, request
    raise AssertionError("no dice were rolled")


def test_the_dice_that_reach_the_number_are_kept() -> None:
    duel, _ = duel_of()
    duel.check.tn, duel.check.purpose = 2, "attack"
    request = Keep(duel.check.seat, "keep", (0, 4, 4, 2), 1, 2, calm=False)
    assert keep(duel, duel.check.seat, request, Temper()) == (1, 2)


def test_strife_is_left_lying_when_it_would_break_composure() -> None:
    """Without need of the success, by one who stands at the edge."""
    duel, _ = duel_of()
    seat = duel.check.seat
    one = duel[seat]
    one.strife, one.stance = one.loadout.character.composure, "air"
    duel.check.tn, duel.check.purpose = 1, "initiative"
    request = Keep(seat, "keep", (3, 4), 1, 2, calm=False)
    assert keep(duel, seat, request, Temper()) == (1,)
    one.strife = 0
    duel.check.tn = 2
    assert keep(duel, seat, request, Temper()) == (0, 1)


def test_choices_of_dice_that_show_the_same_count_once() -> None:
    duel, _ = duel_of()
    request = Keep(duel.check.seat, "keep", (4, 4, 4, 0), 1, 2, calm=False)
    assert len(request_options(request)) == 4  # s, blank, s s, s blank


def test_an_explosive_success_is_worth_more_than_a_plain_one() -> None:
    assert die_worth(17) > die_worth(13) > die_worth(8) > die_worth(6)


def test_strife_costs_most_where_it_opens_a_finishing_blow() -> None:
    duel, _ = duel_of()
    one = duel[0]
    room = headroom(one)
    costs = [strife_cost(duel, 0, amount) for amount in range(room + 2)]
    assert costs == sorted(costs)
    assert costs[room + 1] > 2 * costs[room]
    one.gaps.append("compromised")
    assert strife_cost(duel, 0, room + 1) < costs[room + 1]


def test_the_tempers_bid_as_they_are() -> None:
    duel, _ = duel_of()
    request = Number(0, "bid", 0, 4)
    duel[0].strife = duel[1].strife = 0
    bids = {name: bid(duel, 0, request, make(name, 1, "rpg").temper) for name in TEMPERS}  # type: ignore[attr-defined]
    assert bids["rash"] == 3
    assert bids["patient"] == 0
    duel[0].strife = duel[0].loadout.character.composure
    assert bid(duel, 0, request, Temper()) == 0


@pytest.mark.parametrize("name", TEMPERS)
def test_a_finishing_blow_is_taken_and_nobody_yields(name: str) -> None:
    taken = asked = 0
    for n, setup in enumerate(setups(12)):
        if not setup.form.strikes:
            continue
        session = Session(GAME, setup, Seeded(n))
        seats = {seat: seated(session, seat, name, n) for seat in (0, 1)}
        while not session.finished:
            for seat, request in unanswered(session):
                answer = seats[seat].answer(request, session.view(seat))
                if request.purpose == "finishing-blow" and any(isinstance(o, Strike) for o in request.options()):
                    asked += 1
                    taken += isinstance(answer, Strike)
                if request.purpose == "concede" and session.referee.state.round < 6:
                    assert answer == GO_ON
                session.submit(seat, answer)
    assert asked >= 5
    assert taken == asked


def test_a_duel_that_nobody_can_win_is_yielded_in_the_end() -> None:
    """A contest of magic between two who have none would have no end."""
    for n, setup in enumerate(setups(12)):
        if setup.form.key == "taryu-jiai":
            session = Session(GAME, setup, Seeded(n))
            play(session, {seat: quick("patient", n) for seat in (0, 1)})
            assert session.referee.state.round <= 6


def test_how_it_stands_is_the_others_with_the_sign_changed() -> None:
    for session, _, _ in itertools.islice(questions(next(setups(1)), 5), 60):
        duel = session.referee.state
        assert standing(duel, 0) == pytest.approx(-standing(duel, 1))
        assert -1 <= standing(duel, 0) <= 1


# --- what they may know ----------------------------------------------------------------------------------


def test_a_table_holds_no_secret_sheet() -> None:
    setup = next(setups(1, secret_sheets=True))
    told = table(Session(GAME, setup, Seeded(1)), 0)
    assert isinstance(told, RpgTable)
    assert told.setup.characters[0] == setup.characters[0]
    assert told.setup.characters[1] == replace(setup.characters[1], techniques=(), traits=())


def test_what_was_seen_can_be_told_again() -> None:
    """From the events that a seat saw, every answer is found: the same question with the same options."""
    told = failed = 0
    for n, setup in enumerate(setups(12)):
        for session, seat, request in questions(setup, n, 60):
            if n % 3 == 0 and request.purpose in SEARCHED:
                found = again(setup, session, seat, request)
                told += 1
                if found is None:
                    failed += 1
                    continue
                assert [e.seen_by(seat) for e in found.referee.events] == session.view(seat).events
    assert told > 60
    assert failed < 0.05 * told


def again(setup: Setup, session: Session[Any], seat: Seat, request: Request[Any]) -> Session[Any] | None:
    """The duel told again as `seat` saw it."""
    seen = list(session.view(seat).events)
    begin = lambda entries: Session(GAME, setup, None, entries)  # noqa: E731
    return Retold(begin, seat, seen, lambda _, asked, place: answers(asked, seen, place, "air")).up_to(request)


@pytest.mark.parametrize("name", NAMES)
def test_a_hidden_prediction_changes_no_answer(name: str) -> None:
    """Two duels that differ in what the foe has recorded in secret: until it is opened the same answers are given."""
    compared, most = 0, 12 if name == "searching" else 60
    for n, setup in enumerate(setups(20)):
        pair = predicted(setup, n)
        if pair is None:
            continue
        for step in range(40):
            waiting = [unanswered(one) for one in pair]
            if pair[0].finished or [seat for seat, _ in waiting[0]] != [seat for seat, _ in waiting[1]]:
                break
            if any(request.purpose == "reveal-prediction" for _, request in waiting[0]):
                break
            for (seat, one), (_, two) in zip(*waiting, strict=True):
                if seat == 0 and one.purpose in SEARCHED and compared < most:
                    compared += 1
                    found = [ask(name, n, s, seat, request) for s, request in zip(pair, (one, two), strict=True)]
                    assert found[0] == found[1], f"{name}: {one}"
                answer = willing(one, n, step)
                for session in pair:
                    session.submit(seat, answer)
    assert compared >= 12


def ask(name: str, seed: int, session: Session[Any], seat: Seat, request: Request[Any]) -> Any:
    """What a fresh player of that name answers."""
    agent = quick(name, seed)
    agent.sit(table(session, seat))
    return agent.answer(request, session.view(seat) if agent.looks else None)


def predicted(setup: Setup, seed: int) -> tuple[Session[Any], Session[Any]] | None:
    """Two duels alike but for the ring that seat 1 has just recorded in secret; None when it never may."""
    for session, seat, request in questions(setup, seed, 40):
        if seat == 1 and request.purpose == "action" and Predict("air") in request.options():
            other = session.fork()
            session.submit(1, Predict("air"))
            other.submit(1, Predict("water"))
            assert session.view(0).events == other.view(0).events
            return session, other
    return None


def test_bids_are_answered_without_knowing_the_others() -> None:
    """The other's bid lies sealed on the table, high or low: it changes nothing."""
    compared = 0
    for n, setup in enumerate(setups(5)):
        for session, seat, request in questions(setup, n, 30):
            if request.purpose == "bid" and seat == 0 and isinstance(session.pending, Sealed) and 1 in session.asked:
                found = set()
                for high in (False, True):
                    other = session.fork()
                    ask_other = other.asked[1]
                    assert isinstance(ask_other, Number)
                    other.submit(1, ask_other.most if high else ask_other.least)
                    found.add(tuple(ask(name, n, other, 0, other.asked[0]) for name in NAMES))
                assert len(found) == 1
                compared += 1
    assert compared >= 4


# --- strength --------------------------------------------------------------------------------------------


class Willing(Random):
    """Random, but he never concedes: else half of his duels would be over before they began."""

    def answer(self, request: Request[Any], view: Any) -> Any:
        """Any answer but to yield."""
        answer = super().answer(request, view)
        return GO_ON if isinstance(answer, Concede) else answer


def rate(first: Any, second: Any, count: int) -> float:
    """The share of points that `first` wins, each pair of characters fought from both seats."""
    points = 0.0
    armed = (setup for setup in setups(2 * count) if setup.form.strikes)
    for n, setup in enumerate(itertools.islice(armed, count)):
        for seat in (0, 1):
            session = Session(GAME, setup, Seeded(n))
            outcome = play(session, {seat: first(2 * n), 1 - seat: second(2 * n + 1)})
            points += 0.5 if outcome.winner < 0 else float(outcome.winner == seat)
    return points / (2 * count)


@pytest.mark.parametrize("name", TEMPERS)
def test_every_temper_beats_chance(name: str) -> None:
    assert rate(lambda seed: make(name, seed, "rpg"), Willing, 12) > 0.7


@pytest.mark.long
@pytest.mark.parametrize("name", TEMPERS)
def test_searching_beats_every_temper(name: str) -> None:
    assert rate(lambda seed: SearchingDuelling(seed, 30), lambda seed: make(name, seed, "rpg"), 8) > 0.5


def test_choices_that_are_forced_need_no_seat() -> None:
    for name in TEMPERS:
        assert make(name, 1, "rpg").answer(Choose(0, "any", (GO_ON,)), None) == GO_ON
