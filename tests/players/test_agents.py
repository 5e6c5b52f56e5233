"""Who can be asked to play, and what every player keeps to."""

import random
from typing import Any

import pytest

from iaijutsu.cards import GAME
from iaijutsu.engine import Arrange, BadInput, Choose, Number, Request, Seeded, Session, Several
from iaijutsu.players import Random, agents, make, play, seated, table
from iaijutsu.players.agent import at_random, chance
from iaijutsu.players.tables import CardTable, Table
from tests.cards import setups
from tests.cards.script import table as scripted
from tests.players.asking import with_budget

NAMES = ("random", "rash", "patient", "reading", "searching")


def test_the_players_of_the_card_game_say_what_they_do() -> None:
    assert tuple(agents()) == NAMES
    assert all(len(words) > 20 for words in agents().values())
    assert len(set(agents().values())) == len(NAMES)


def test_any_game_has_a_player_who_answers_at_random() -> None:
    assert tuple(agents("go")) == ("random",)
    assert make("random", 1, "go").name == "random"


def test_an_unknown_player_is_refused_by_naming_those_there_are() -> None:
    with pytest.raises(BadInput, match="no player 'bold' for cards; there are: random, rash, patient"):
        make("bold", 1)


@pytest.mark.parametrize("name", NAMES[1:])
def test_who_looks_has_to_be_seated(name: str) -> None:
    t = scripted(pools=("two three", "one two"))
    request = t.session.asked_of(1)
    with pytest.raises(BadInput, match="has to be seated"):
        make(name, 1).answer(request, t.session.view(1))


@pytest.mark.parametrize("name", NAMES[1:])
def test_a_card_player_does_not_sit_down_to_another_game(name: str) -> None:
    with pytest.raises(BadInput, match="plays card duels, not 'go'"):
        make(name, 1).sit(Table("go", 0))


@pytest.mark.parametrize("name", NAMES)
def test_whole_duels_of_every_kind_are_played_to_the_end(name: str) -> None:
    """Every ruleset, two and three seats, tiny decks, concealed Personalities: each answer is an acceptable one."""
    for seed in range(12):
        setup = setups.setup(random.Random(seed))
        session = Session(GAME, setup, Seeded(seed))
        play(session, {seat: with_budget(make(name, seed), 8) for seat in range(len(setup.players))})
        assert session.finished


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_duel(name: str) -> None:
    setup = setups.setup(random.Random(5), seats=2)
    texts = []
    for _ in range(2):
        session = Session(GAME, setup, Seeded(3))
        play(session, {seat: with_budget(make(name, 7), 8) for seat in (0, 1)})
        texts.append(session.transcript().dumps())
    assert texts[0] == texts[1]


def test_another_seed_plays_at_random_another_duel() -> None:
    setup = setups.setup(random.Random(5), seats=2)
    sessions = [Session(GAME, setup, Seeded(3)) for _ in range(6)]
    for seed, session in enumerate(sessions):
        play(session, {seat: Random(seed) for seat in (0, 1)})
    assert len({session.transcript().dumps() for session in sessions}) > 1


def test_nobody_answers_for_an_empty_seat() -> None:
    session = Session(GAME, setups.setup(random.Random(5), seats=2), Seeded(3))
    with pytest.raises(BadInput, match="nobody answers for seat"):
        play(session, {})


def test_a_seat_without_a_view_is_not_looked_at_for() -> None:
    """Who does not look is given none: views cost time."""
    session = Session(GAME, setups.setup(random.Random(5), seats=2), Seeded(3))
    play(session, {0: Random(1), 1: Random(2)})
    assert session._views == {}


def test_what_a_seat_is_told_of_the_setup_holds_nothing_hidden() -> None:
    t = scripted(pools=("two three", "four four"), hands=("zero", "blank one"))
    told = table(t.session, 0, {0: {"two": 1, "three": 1}, 1: {"four": 2}})
    assert isinstance(told, CardTable)
    assert told.start.hands == [["zero"], ["?", "?"]]
    assert told.start.decks[1].rest == {"?": 2}
    assert told.lists == {1: {"four": 2}}


def test_a_seated_player_keeps_no_hold_of_the_session() -> None:
    t = scripted(pools=("two three", "one two"))
    for name in NAMES:
        agent = seated(t.session, 1, name, 1)
        seen: set[int] = set()
        todo: list[Any] = [agent]
        while todo:
            one = todo.pop()
            if id(one) not in seen:
                seen.add(id(one))
                assert one is not t.session
                assert one is not t.session.referee
                assert one is not t.session.referee.state
                todo += list(vars(one).values()) if hasattr(one, "__dict__") else []
                todo += [getattr(one, name, None) for name in getattr(type(one), "__slots__", ())]


def test_every_kind_of_question_is_answered_at_random_within_its_bounds() -> None:
    asked: list[Request[Any]] = [
        Choose(0, "any", ("a", "b", "c")), Number(0, "any", 3, 6), Several(0, "any", 5, 1, 3), Arrange(0, "any", 4),
    ]  # fmt: skip
    for request in asked:
        found = {at_random(request, chance(1, n)) for n in range(300)}
        assert all(request.why_not(one) is None for one in found)
        assert found == set(request.options())


def test_every_option_is_as_likely() -> None:
    counts = [0, 0, 0]
    for n in range(6000):
        counts[at_random(Choose(0, "any", (0, 1, 2)), chance(4, n))] += 1
    assert all(1880 < count < 2120 for count in counts)  # 2,000 each; three standard deviations are 110
