"""Matches: mirrored pairs, points, and the doubt that is left."""

import pytest

from iaijutsu.cards import GAME
from iaijutsu.engine import Seeded, Session
from iaijutsu.players import EVEN, Patient, Random, Rash, Reading, Tally, match, pairings, play, rounds_of
from iaijutsu.players.arena import points_of


@pytest.mark.parametrize("kind", [Rash, Patient, Reading])
def test_a_player_against_himself_comes_out_even(kind: type[Reading]) -> None:
    """Mirrored: the same decks, chance and answers with the seats changed, so every point won is lost again."""
    tally = match(kind, kind, rounds_of(20))
    assert tally.rate == 0.5
    assert tally.won == tally.lost
    assert tally.doubt == 0.0
    assert tally.duels == 40


def test_points_and_doubt_are_counted_by_pairs() -> None:
    tally = Tally()
    for points in ([1, 1], [1, 0], [0.5, 0], [0.5, 0.5]):
        tally.add(points, 0.5)
    assert (tally.won, tally.lost, tally.neither, tally.duels) == (3, 2, 3, 8)
    assert tally.rate == pytest.approx(4.5 / 8)
    assert tally.decided == pytest.approx(0.6)
    spread = sum((mean - 4.5 / 8) ** 2 for mean in (1, 0.5, 0.25, 0.5)) / 4
    assert tally.doubt == pytest.approx(1.96 * (spread / 4) ** 0.5)
    assert str(tally).startswith(" 56.2 % ± 26.7   won 3, lost 2, neither 3")


def test_every_ready_deck_meets_every_other_and_itself() -> None:
    every = pairings()
    assert len(every) == 36
    assert len({(one.challenger.key, one.challenged.key) for one in every}) == 36
    rounds = list(rounds_of(40, seed=5))
    assert rounds[0][0] == rounds[36][0]
    assert len({seed for _, seed in rounds}) == 40


def test_terms_say_who_is_there_and_what_is_fought_for() -> None:
    own, even = pairings()[1].setup(), pairings(**EVEN)[1].setup()
    assert own.action == pairings()[1].challenger.action
    assert even.action == "plain-challenge"
    assert [len(player.personalities) for player in even.players] == [1, 1]
    assert all(len(player.personalities) > 1 for player in own.players)
    assert pairings(draw=2)[0].setup().players[1].draw == 2


def test_points_go_to_the_seat_of_the_winner() -> None:
    seen = set()
    for pairing, seed in rounds_of(40, **EVEN):
        session = Session(GAME, pairing.setup(), Seeded(seed))
        outcome = play(session, {0: Random(1), 1: Random(2)})
        points = points_of(outcome, session, 0)
        assert points + points_of(outcome, session, 1) == 1
        first = session.referee.state.past[0]
        results = {side.seat: side.result for side in first.sides}
        alone = [seat for seat, result in results.items() if result == "win"]
        assert points == (0.5 if len(alone) != 1 else float(alone == [0]))
        seen.add(points)
    assert seen == {0.0, 0.5, 1.0}
