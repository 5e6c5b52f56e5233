"""Sources of chance: the seeded one repeats itself and is fair, the verifiable one follows its written form."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from iaijutsu.engine import Chance, Draw, DuelError, Roll, Scripted, Seeded, Session, Verifiable, loads
from iaijutsu.engine.chance import below_from
from tests.engine.toy import GAME, NONE, Leave

DIE = Roll("dice", (6,))
DECK = Draw("draw", {"crane": 1, "heron": 1, "owl": 1, "stork": 1}, 4)


def chi_square(counts: Counter[Any], cells: int, total: int) -> float:
    """Pearson's statistic against equal chances."""
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + (cells - len(counts)) * expected


# ------------------------------------------------------------------ Seeded


def test_the_same_seed_gives_the_same_outcomes_whoever_asks() -> None:
    first, second = Seeded(7), Seeded(7)
    outcomes = [first.outcome(DIE, n) for n in range(50)]
    assert [second.outcome(DIE, n) for n in reversed(range(50))] == outcomes[::-1], (
        "only the number counts, not the order"
    )
    assert [Seeded(8).outcome(DIE, n) for n in range(50)] != outcomes
    assert [Seeded(-7).outcome(DIE, n) for n in range(50)] != outcomes


def test_seeds_and_numbers_give_outcomes_that_stand() -> None:
    """Golden: a change here would change every duel whose seed somebody wrote down."""
    assert [Seeded(0).outcome(DIE, n)[0] for n in range(12)] == [5, 0, 4, 2, 3, 2, 0, 3, 0, 4, 0, 5]
    assert Seeded(1).outcome(DECK, 0) == ("owl", "stork", "crane", "heron")


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 12])
def test_the_seeded_source_is_fair(sides: int) -> None:
    """99.9 % of fair sources stay under these bounds; the seeds are fixed, so this cannot come and go."""
    bounds = {2: 10.83, 3: 13.82, 6: 20.52, 10: 27.88, 12: 31.26}
    total = 6_000
    along = Counter(Seeded(1).outcome(Roll("dice", (sides,)), n) for n in range(total))
    across = Counter(Seeded(seed).outcome(Roll("dice", (sides,)), 0) for seed in range(total))
    assert chi_square(along, sides, total) < bounds[sides]
    assert chi_square(across, sides, total) < bounds[sides]


def test_every_order_of_a_deck_is_as_likely() -> None:
    orders = list(permutations(sorted(DECK.rest)))
    counts = Counter(Seeded(seed).outcome(DECK, 0) for seed in range(4_800))
    assert set(counts) <= set(orders)
    assert chi_square(counts, len(orders), 4_800) < 49.73


def test_outcomes_one_after_another_do_not_hang_together() -> None:
    pairs = Counter((Seeded(3).outcome(DIE, n), Seeded(3).outcome(DIE, n + 1)) for n in range(0, 14_400, 2))
    assert chi_square(pairs, 36, 7_200) < 66.62


def test_below_gives_every_number_and_no_other() -> None:
    below = below_from(12345)
    for size in (1, 2, 3, 7, 2**40 + 1, 2**63 + 1):
        assert all(0 <= below(size) < size for _ in range(200))
    assert {below(5) for _ in range(200)} == set(range(5))


def test_below_throws_away_what_would_be_unfair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2**64 draws, those that would make a number too likely are drawn again (here: the low product 0 of 3)."""
    from iaijutsu.engine import chance

    draws = iter([0, 1 << 63])
    monkeypatch.setattr(chance, "_mix", lambda state: next(draws))
    assert below_from(0)(3) == 1
    assert next(draws, None) is None


# ------------------------------------------------------------------ Verifiable


def written_form(seed: bytes, number: int) -> Callable[[int], int]:
    """The written specification, in other words than the program's: HMAC blocks, the first 8 bytes, rejection."""

    def numbers() -> Iterator[int]:
        block = 0
        while True:
            message = "\n".join(["iaijutsu draw 1", str(number), str(block)]).encode("ascii")
            yield int(hmac.new(seed, message, hashlib.sha256).hexdigest()[:16], 16)
            block += 1

    stream = numbers()

    def below(size: int) -> int:
        fair = 2**64 // size * size
        return next(value for value in stream if value < fair) % size

    return below


def test_the_verifiable_source_follows_its_written_form() -> None:
    for start in range(20):
        seed = bytes(range(start, start + 32))
        for number in range(6):
            asked: Chance[Any]
            for asked in (DIE, DECK, Roll("dice", (6, 12, 12))):
                assert asked.sample(Verifiable(seed)._below(number)) == asked.sample(written_form(seed, number))


def test_golden_outcomes_of_the_verifiable_source() -> None:
    """Vectors for whoever writes a verifier: seed 00 01 02 ... 1f."""
    source = Verifiable(bytes(range(32)))
    assert source.commitment == hashlib.sha256(b"iaijutsu commitment 1\n" + bytes(range(32))).hexdigest()
    assert source.commitment == "63315c04d5884b7366c52f9b8c3835bef448be23b1e16beb8de57e509793cf32"
    dice = [source.outcome(Roll("dice", (6, 12)), n) for n in range(6)]
    assert dice == [(3, 1), (4, 11), (5, 11), (3, 10), (0, 3), (4, 0)]
    assert [source.outcome(DECK, n) for n in range(3)] == [
        ("stork", "heron", "crane", "owl"),
        ("owl", "stork", "crane", "heron"),
        ("stork", "owl", "heron", "crane"),
    ]


def test_a_value_at_the_edge_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = iter([b"\xff" * 32, (5).to_bytes(8, "big") + b"\x00" * 24])
    monkeypatch.setattr("iaijutsu.engine.chance.hmac.digest", lambda key, message, name: next(blocks))
    assert Verifiable(b"k" * 32).outcome(Roll("dice", (3,)), 0) == (2,)
    assert next(blocks, None) is None


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes is needed, not {length}"):
        Verifiable(b"s" * length)


def test_the_seed_is_told_when_the_duel_is_over_and_not_before() -> None:
    session = Session(GAME, NONE, Verifiable(b"s" * 32))
    while not session.finished:
        assert session.transcript().seed is None
        assert (b"s" * 32).hex() not in session.transcript().dumps()
        assert session.transcript().commitment == Verifiable(b"s" * 32).commitment
        for seat, request in session.asked.items():
            session.submit(seat, Leave() if request.purpose == "move" else next(iter(request.options())))
    text = session.transcript()
    assert text.seed == (b"s" * 32).hex()
    again = Session.load(GAME, loads(text.dumps()))
    assert again.transcript().dumps() == text.dumps()
    assert again.fork().transcript().dumps() == text.dumps()


def test_a_duel_goes_on_with_the_source_that_it_was_begun_with() -> None:
    text = Session(GAME, NONE, Verifiable(b"s" * 32)).transcript()
    assert Session.load(GAME, text, Verifiable(b"s" * 32)).commitment == text.commitment
    with pytest.raises(DuelError, match=r"commitment: [0-9a-f]{64} is not that of the source of chance given"):
        Session.load(GAME, text, Verifiable(b"t" * 32))


# ------------------------------------------------------------------ Scripted


def test_a_script_is_followed_to_its_end() -> None:
    script = Scripted([(3,), (5,)])
    assert not script.used_up
    assert script.outcome(DIE, 0) == (3,)
    assert script.outcome(DIE, 9) == (5,)
    assert script.used_up
    with pytest.raises(DuelError, match="the script has no outcome left for roll «dice» of seat -1"):
        script.outcome(DIE, 2)


def test_a_script_cannot_say_what_cannot_come_up() -> None:
    with pytest.raises(DuelError, match=r"the script says \(6,\) for roll «dice» of seat -1: one face"):
        Scripted([(6,)]).outcome(DIE, 0)


def test_a_duel_resumed_from_its_file_has_the_same_chance() -> None:
    whole = Session(GAME, NONE, Seeded(9))
    resumed = Session.load(GAME, loads(Session(GAME, NONE, Seeded(9)).transcript().dumps()), Seeded(9))
    for session in (whole, resumed):
        for seat, answer in ((0, 3), (1, 0)):
            session.submit(seat, answer)
        move = next(iter(session.asked[0].options()))
        session.submit(0, move)
    assert whole.transcript().dumps() == resumed.transcript().dumps()
