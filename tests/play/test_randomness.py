"""The chance of verifiable duels: every face and every order as often, checked by who shares no code with it; and a
file of a duel that was changed in a single byte is refused, whichever byte it was.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from typing import Any

import pytest

from iaijutsu.engine import DuelError, Roll, Session, Verifiable
from iaijutsu.engine.requests import Draw
from iaijutsu.engine.transcript import loads
from iaijutsu.play import verify
from iaijutsu.play.games import game_of
from iaijutsu.play.seal import seal
from tests.cards import setups as card_setups
from tests.rpg import setups as rpg_setups

SEEDS = [bytes([n]) * 32 for n in (1, 2, 3, 5, 8, 13, 21, 34)]
WINDOW = 4.0
"""Standard deviations; beyond it is one in 16,000, on either side: too even is no chance either."""
FEW, MANY = 40_000, 1_000_000
Row = tuple[str, ...]


def score(counts: Counter[Any], cells: int) -> float:
    """How far from even counts are, in standard deviations: chi-square, made normal as Wilson and Hilferty do."""
    total, free = counts.total(), cells - 1
    expected = total / cells
    square = (
        sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected
    )  # fmt: skip
    spread = 2 / (9 * free)
    return float(((square / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def faces(seed: bytes, sides: int, dice: int) -> Iterable[int]:
    """So many dice, ten a roll."""
    source = Verifiable(seed)
    for number in range(dice // 10):
        yield from source.outcome(Roll("dice", (sides,) * 10), number)


def orders(seed: bytes, shuffles: int) -> Iterable[Row]:
    """Decks of four cards, drawn to the last."""
    source = Verifiable(seed)
    for number in range(shuffles):
        yield source.outcome(Draw("draw", dict.fromkeys("abcd", 1), 4), number)


def even(total: int) -> None:
    """Dice of 6 and 12 faces, pairs of dice that follow one another, and orders of a deck: all as often."""
    each = total // len(SEEDS)
    for sides in (6, 12):
        rolled = [face for seed in SEEDS for face in faces(seed, sides, each)]
        pairs = Counter(zip(rolled[::2], rolled[1::2], strict=False))
        assert abs(score(Counter(rolled), sides)) < WINDOW
        assert abs(score(pairs, sides * sides)) < WINDOW
    drawn = Counter(order for seed in SEEDS for order in orders(seed, each // 4))
    assert set(drawn) <= set(permutations("abcd"))
    assert abs(score(drawn, 24)) < WINDOW


def test_dice_and_draws_are_even() -> None:
    even(FEW)


@pytest.mark.long
def test_a_million_dice_and_draws_are_even() -> None:
    even(MANY)


def test_the_measure_finds_what_is_uneven() -> None:
    """A die that is off by a hundredth, one that is too even, and a face that never comes."""
    rng = random.Random(1)
    off = Counter(min(5, int(rng.random() * 6.06)) for _die in range(FEW))
    assert score(off, 6) > WINDOW
    assert score(Counter(n % 12 for n in range(120_000)), 12) < -WINDOW
    assert score(Counter(rng.randrange(5) for _die in range(FEW)), 6) > WINDOW


def test_no_two_duels_have_the_same_chance() -> None:
    """Different seeds, and different questions of a duel, have nothing in common."""
    firsts = {tuple(faces(seed, 12, 200)) for seed in SEEDS}
    assert len(firsts) == len(SEEDS)
    source = Verifiable(SEEDS[0])
    rolls = {source.outcome(Roll("dice", (12,) * 10), number) for number in range(2_000)}
    assert len(rolls) == 2_000


def agreed(questions: int) -> None:
    """The verifier, which was written apart, finds the same numbers."""
    rest = {"ash": 3, "bell": 1, "crane": 20}
    for seed in SEEDS:
        source = Verifiable(seed)
        assert source.commitment == verify.commitment_of(seed)
        for number in range(questions):
            rolled: tuple[int, ...] = source.outcome(Roll("dice", (6, 12, 10)), number)
            assert [*rolled] == verify.rolled(seed, number, (6, 12, 10))
            drawn: Row = source.outcome(Draw("draw", rest, 5), number)
            assert [*drawn] == verify.drawn(seed, number, rest, 5)


def test_the_verifier_finds_the_same_numbers() -> None:
    agreed(100)


@pytest.mark.long
def test_the_verifier_finds_the_same_numbers_for_long() -> None:
    agreed(20_000)


# --- files that were changed -----------------------------------------------------------------------------------


def duel(game: str) -> str:
    """The file of a finished duel."""
    rng = random.Random(7)
    setup: Any = card_setups.setup(rng, seats=2) if game == "cards" else rpg_setups.setup(rng, gm=False, judge=False)
    session: Session[Any] = Session(game_of(game, "game"), setup, Verifiable(SEEDS[0]))
    while not session.finished:
        for seat, request in list(session.asked.items()):
            step = len(session.entries)
            answers = list(request.options()) if game == "cards" else [rpg_setups.answer(request, rng, step)]
            session.submit(seat, rng.choice(answers))
    seal(session)
    return session.transcript().dumps()


def refused(text: str, changed: bytes) -> bool:
    """Whether a changed file is refused."""
    try:
        found = changed.decode("utf-8")
        loaded = loads(found)
        verify.verify(loaded, found, game_of(loaded.game, "game"))
    except (DuelError, UnicodeDecodeError):
        return True
    return changed == text.encode()


def changes(game: str, times: int) -> None:
    """So many single bytes changed, one at a time: every time it is noticed."""
    text, rng = duel(game), random.Random(9)
    data = text.encode()
    loaded = loads(text)
    assert verify.verify(loaded, text, game_of(game, "game")).questions
    for _time in range(times):
        place = rng.randrange(len(data))
        other = rng.choice([byte for byte in range(256) if byte != data[place]])
        assert refused(text, data[:place] + bytes([other]) + data[place + 1 :]), place


@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_changes_of_a_single_byte_are_refused(game: str) -> None:
    changes(game, 200)


@pytest.mark.long
@pytest.mark.parametrize("game", ["cards", "rpg"])
def test_a_thousand_changes_of_a_single_byte_are_refused(game: str) -> None:
    changes(game, 1_000)
