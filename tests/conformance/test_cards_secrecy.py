"""Nobody ever sees what the rules hide from him.

Two duels run side by side that differ only in what an audience may not know: the other players' hands, decks
and concealed Personalities. Whoever must not know is asked the same, refused the same, shown the same and kept
waiting for the same people, byte for byte, until one of the two duels shows him a difference that it may show.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from iaijutsu.cards import GAME, Player, Setup
from iaijutsu.engine import CHANCE, Draw, IllegalAnswer, Roll, Seeded, Session, plain
from tests.cards import setups
from tests.conformance.walk import as_bytes, events_bytes

PAIRS = 2_000
CHUNKS = 20
AUDIENCES: tuple[Any, ...] = (0, 1, "spectator")


def other_world(setup: Setup, audience: Any, rng: random.Random) -> Setup:
    """The same duel as far as `audience` knows at the start; everybody else's hidden cards are others."""
    players = tuple(
        one if seat == audience else _hidden_anew(one, setup.action, rng) for seat, one in enumerate(setup.players)
    )
    return replace(setup, players=players, library={}, index=None)


def _hidden_anew(player: Player, action: str, rng: random.Random) -> Player:
    size = sum(count for _, count in player.deck)
    return replace(player, deck=setups.deck(rng, size), hand=_hand(len(player.hand), action, rng))


def _hand(size: int, action: str, rng: random.Random) -> tuple[str, ...]:
    """A hand without the action that begins the duel: that one is shown when it is played."""
    return tuple(rng.choice([key for key in setups.FATE if key != action]) for _ in range(size))


class Pair:
    """Two sessions that an audience cannot tell apart, answered alike as long as that can be."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.audience = AUDIENCES[seed % len(AUDIENCES)]
        first = setups.setup(self.rng, seats=2)
        hidden = [seat for seat in range(2) if seat != self.audience]
        given = tuple(
            replace(one, hand=_hand(self.rng.randint(0, 4), first.action, self.rng), draw=0) if seat in hidden else one
            for seat, one in enumerate(first.players)
        )
        first = replace(first, players=given, library={}, index=None)
        self.worlds = (Session(GAME, first), Session(GAME, other_world(first, self.audience, self.rng)))
        self.steps = 0

    def run(self) -> int:
        """Play until the two duels may be told apart; the number of answers that were alike."""
        self.compare()
        while not self.worlds[0].finished and self.answer():
            self.compare()
            self.steps += 1
        return self.steps

    def compare(self) -> None:
        """Every channel of the audience, byte for byte."""
        one, two = (self.channels(world) for world in self.worlds)
        assert one == two, f"{self.audience} can tell the two apart after {self.steps} answers"

    def channels(self, world: Session[Any]) -> list[bytes]:
        """What the audience can see: state, events, who is asked, its own question, refusals, and take-back."""
        asked = world.asked
        mine = asked.get(self.audience) if isinstance(self.audience, int) else None
        found = [
            as_bytes(world.view(self.audience).state),
            events_bytes(world, self.audience),
            json.dumps(sorted(asked)).encode(),
            json.dumps(
                [world.finished, len(world.entries), world.why_not_take_back(max(0, len(world.entries) - 1))]
            ).encode(),
        ]
        if mine is not None:
            found.append(json.dumps([str(mine), [plain(one) for one in islice(mine.options(), 40)]]).encode())
            found.append(self.refusal(world))
        return found

    def refusal(self, world: Session[Any]) -> bytes:
        """What an illegal answer of the audience is told."""
        with pytest.raises(IllegalAnswer) as error:
            world.submit(self.audience, "nonsense")
        return str(error.value).encode()

    def answer(self) -> bool:
        """Answer alike in both; False when the two must part: the audience may now see a difference."""
        one, two = (world.asked for world in self.worlds)
        seat = self.rng.choice(sorted(one))
        if seat == CHANCE:
            return self.chance(one[seat], two[seat])
        options = [list(islice(asked[seat].options(), 60)) for asked in (one, two)]
        common = [option for option in options[0] if option in options[1]]
        assert common, f"no answer to {one[seat]} is possible in both"
        answer = self.rng.choice(common)
        for world in self.worlds:
            world.submit(seat, answer)
        return not self.shown()

    def chance(self, one: Any, two: Any) -> bool:
        """Dice fall alike; decks that the audience does not know give each its own cards."""
        outcomes: list[Any]
        if isinstance(one, Roll):
            assert one.sides == two.sides
            outcomes = [tuple(self.rng.randrange(sides) for sides in one.sides)] * 2
        elif isinstance(one, Draw) and one.owner == self.audience:
            outcomes = [Seeded(self.steps).outcome(one, 0)] * 2
        else:
            outcomes = [Seeded(self.rng.randrange(10**9)).outcome(request, 0) for request in (one, two)]
        for world, outcome in zip(self.worlds, outcomes, strict=True):
            world.submit(CHANCE, outcome)
        return not self.shown()

    def shown(self) -> bool:
        """Whether something was shown to the audience that differs and may."""
        events = [world.events(self.audience) for world in self.worlds]
        pairs = zip(*(seen[self.seen_so_far :] for seen in events), strict=False)
        open_now = any(first != second and first.reveals for first, second in pairs)
        played = any(
            first != second and first.kind in ("ability-used", "action-taken", "instead-used")
            for first, second in zip(*(seen[self.seen_so_far :] for seen in events), strict=False)
        )
        self.seen_so_far = len(events[0])
        return open_now or played

    seen_so_far = 0


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_two_duels_that_differ_in_hidden_things_look_alike(chunk: int) -> None:
    steps = [Pair(seed).run() for seed in range(chunk, PAIRS, CHUNKS)]
    assert sum(steps) > 4 * len(steps), "the pairs part too early to show anything"


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_many_more_pairs_look_alike(chunk: int) -> None:
    for seed in range(PAIRS + chunk, 10 * PAIRS, CHUNKS):
        Pair(seed).run()


def test_a_leak_would_be_seen() -> None:
    """The canary: an event that shows what it must not makes the comparison fail."""
    from iaijutsu.cards.events import CardFocused

    honest = CardFocused.seen_by
    CardFocused.seen_by = lambda self, audience: self  # type: ignore[method-assign]
    try:
        with pytest.raises(AssertionError, match="can tell the two apart"):
            _run_all(60)
    finally:
        CardFocused.seen_by = honest  # type: ignore[method-assign]


def _run_all(pairs: int) -> None:
    for seed in range(pairs):
        Pair(seed).run()
