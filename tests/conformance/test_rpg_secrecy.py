"""Nobody sees a bid or a prediction before it is opened.

Two duels run side by side that differ only in what an audience may not know: the other's sealed bid and the ring of
the other's prediction. Whoever must not know is asked, refused and shown the same, byte for byte, until the rules open
it.
"""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest

from iaijutsu.engine import CHANCE, IllegalAnswer, Seeded, Session, plain
from iaijutsu.rpg import GAME
from iaijutsu.rpg.options import Predict
from tests.conformance.walk import as_bytes, events_bytes
from tests.rpg import setups

PAIRS = 2_000
CHUNKS = 20
AUDIENCES: tuple[Any, ...] = (0, 1, "spectator")


class Pair:
    """Two sessions that an audience cannot tell apart, answered alike as long as that can be."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.audience = AUDIENCES[seed % len(AUDIENCES)]
        first = setups.setup(self.rng, contest="duel", gm=False, judge=False)
        self.worlds = (Session(GAME, first), Session(GAME, first))
        self.alike = self.apart = 0
        self.seen = 0

    def run(self) -> tuple[int, int]:
        """Play until a difference is opened; how many answers were alike, and how many of them hid a difference."""
        self.compare()
        while not self.worlds[0].finished and self.alike < 60 and self.answer():
            self.compare()
            self.alike += 1
        return self.alike, self.apart

    def compare(self) -> None:
        """Every channel of the audience, byte for byte."""
        one, two = (self.channels(world) for world in self.worlds)
        assert one == two, f"{self.audience} can tell the two apart after {self.alike} answers"

    def channels(self, world: Session[Any]) -> list[bytes]:
        """What the audience can see: state, events, who is asked, who has sealed, its own question, refusals."""
        asked = world.asked
        found = [
            as_bytes(world.view(self.audience).state),
            events_bytes(world, self.audience),
            json.dumps(
                [sorted(asked), [seat for seat in asked if world.has_sealed(seat)], len(world.entries)]
            ).encode(),
            json.dumps([world.finished, world.why_not_take_back(max(0, len(world.entries) - 1))]).encode(),
        ]
        mine = asked.get(self.audience)
        if mine is not None:
            found.append(json.dumps([str(mine), [plain(one) for one in islice(mine.options(), 60)]]).encode())
            with pytest.raises(IllegalAnswer) as error:
                world.submit(self.audience, "nonsense")
            found.append(str(error.value).encode())
        return found

    def answer(self) -> bool:
        """Answer alike in both, or differently where that is secret; False when a difference has been opened."""
        one, two = (world.asked for world in self.worlds)
        waiting = [seat for seat in sorted(one) if not self.worlds[0].has_sealed(seat)]
        seat = self.rng.choice(waiting)
        if seat == CHANCE:
            answers = [Seeded(self.alike).outcome(one[seat], 0)] * 2
        else:
            answers = self.choose(seat, one[seat], two[seat])
        for world, answer in zip(self.worlds, answers, strict=True):
            world.submit(seat, answer)
        self.apart += answers[0] != answers[1]
        return not self.opened()

    def choose(self, seat: int, one: Any, two: Any) -> list[Any]:
        """The same answer in both; where the audience may not know it, another bid or ring in the second."""
        hidden = seat != self.audience
        answer = self.common(one, two)
        if hidden and one.purpose == "bid":
            return [answer, self.rng.choice(list(two.options()))]
        if hidden and isinstance(answer, Predict):
            rings = [option for option in two.options() if isinstance(option, Predict)]
            return [answer, self.rng.choice(rings)]
        return [answer, answer]

    def common(self, one: Any, two: Any) -> Any:
        """An answer that both allow; predictions are wanted often."""
        if one.purpose == "concede":
            return next(iter(one.options()))
        predictions = [o for o in islice(one.options(), 60) if isinstance(o, Predict)]
        if predictions and self.rng.random() < 0.7:
            return self.rng.choice(predictions)
        for _ in range(40):
            answer = setups.lively(one, self.rng, self.worlds[0])
            if two.why_not(answer) is None:
                return answer
        return next(option for option in one.options() if two.why_not(option) is None)

    def opened(self) -> bool:
        """Whether the last events showed the audience a difference that the rules open."""
        events = [world.events(self.audience) for world in self.worlds]
        fresh = list(zip(events[0][self.seen :], events[1][self.seen :], strict=False))
        self.seen = len(events[0])
        return any(a != b and a.reveals for a, b in fresh)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_two_duels_that_differ_in_hidden_things_look_alike(chunk: int) -> None:
    told = [Pair(seed).run() for seed in range(chunk, PAIRS, CHUNKS)]
    assert sum(alike for alike, _ in told) > 6 * len(told), "the pairs part too early to show anything"
    assert sum(apart for _, apart in told) > len(told) / 4, "too few differences were hidden"


def test_a_leak_would_be_seen() -> None:
    """The canary: a prediction that everybody sees makes the comparison fail."""
    from iaijutsu.rpg.events import Predicted

    honest = Predicted.seen_by
    Predicted.seen_by = lambda self, audience: self  # type: ignore[method-assign]
    try:
        with pytest.raises(AssertionError, match="can tell the two apart"):
            _run_all(100)
    finally:
        Predicted.seen_by = honest  # type: ignore[method-assign]


def _run_all(pairs: int) -> None:
    for seed in range(pairs):
        Pair(seed).run()
