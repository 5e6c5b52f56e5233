"""Nobody ever sees what a role-playing duel hides from him: bids not yet opened, predictions, secret sheets.

Two duels run side by side in which the other seat answers its secret questions differently. Whoever must not know is
asked the same, refused the same, shown the same and kept waiting for the same people, byte for byte, until it opens.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from iaijutsu.engine import CHANCE, IllegalAnswer, Roll, Sealed, Session, plain
from iaijutsu.rpg import GAME
from iaijutsu.rpg.actions import PREDICTIONS
from iaijutsu.rpg.events import Predicted
from iaijutsu.rpg.options import GO_ON, Predict
from tests.conformance.walk import as_bytes, events_bytes
from tests.rpg import setups
from tests.rpg.script import begun, knows, samurai, trait

PAIRS = 400
CHUNKS = 10
AUDIENCES: tuple[Any, ...] = (0, 1, "spectator")


class Pair:
    """Two sessions that an audience cannot tell apart."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.audience = AUDIENCES[seed % len(AUDIENCES)]
        setup = replace(setups.setup(self.rng), contest="duel")
        self.worlds = (Session(GAME, setup), Session(GAME, setup))
        self.secrets = 0

    def run(self) -> int:
        """Play to the end, or until a difference was opened; how many secrets there were."""
        self.compare()
        while not self.worlds[0].finished and self.answer():
            self.compare()
        return self.secrets

    def compare(self) -> None:
        """Every channel of the audience, byte for byte."""
        one, two = (self.channels(world) for world in self.worlds)
        assert one == two, f"{self.audience} can tell the two apart after {len(self.worlds[0].entries)} answers"

    def channels(self, world: Session[Any]) -> list[bytes]:
        """What the audience can see: state, events, who is asked, its own question, refusals, and take-back."""
        found = [
            as_bytes(world.view(self.audience).state),
            events_bytes(world, self.audience),
            json.dumps([sorted(world.asked), [world.has_sealed(seat) for seat in (0, 1, 2)]]).encode(),
            json.dumps([world.finished, len(world.entries)]).encode(),
            str(world.why_not_take_back(max(0, len(world.entries) - 1))).encode(),
        ]
        mine = world.asked.get(self.audience) if isinstance(self.audience, int) else None
        if mine is not None:
            found.append(json.dumps([str(mine), [plain(one) for one in islice(mine.options(), 40)]]).encode())
            with pytest.raises(IllegalAnswer) as error:
                world.submit(self.audience, "nonsense")
            found.append(str(error.value).encode())
        return found

    def answer(self) -> bool:
        """Answer one question in both; False when a difference may be seen from now on."""
        world = self.worlds[0]
        seat = self.rng.choice([seat for seat in sorted(world.asked) if not world.has_sealed(seat)])
        request = world.asked[seat]
        if isinstance(world.pending, Sealed) and seat != self.audience:
            self.differ(seat, [setups.answer(request, self.rng), setups.answer(request, self.rng)])
        given = self.one(request)
        if isinstance(given, Predict) and seat != self.audience:
            self.secrets += 1
            self.submit(seat, list(self.rng.sample(PREDICTIONS, 2)))
            return True
        if request.purpose == "reveal-prediction" and given != GO_ON and seat != self.audience:
            return False
        self.submit(seat, [given, given])
        return True

    def one(self, request: Any) -> Any:
        if isinstance(request, Roll):
            return tuple(self.rng.randrange(sides) for sides in request.sides)
        predictions = [option for option in islice(request.options(), 100) if isinstance(option, Predict)]
        if predictions and self.rng.random() < 0.5:
            return predictions[0]
        return setups.answer(request, self.rng, len(self.worlds[0].entries))

    def submit(self, seat: int, answers: list[Any]) -> None:
        for world, given in zip(self.worlds, answers, strict=True):
            world.submit(seat, given)

    def differ(self, seat: int, answers: list[Any]) -> None:
        """Sealed answers that differ are looked at while they wait, and then replaced by equal ones."""
        if len(self.worlds[0].waiting) + 1 < len(self.worlds[0].asked):
            self.secrets += answers[0] != answers[1]
            self.submit(seat, answers)
            self.compare()


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_two_duels_that_differ_in_hidden_answers_look_alike(chunk: int) -> None:
    secrets = [Pair(seed).run() for seed in range(chunk, PAIRS, CHUNKS)]
    assert sum(secrets) > len(secrets), "too few secrets to show anything"


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_many_more_pairs_look_alike(chunk: int) -> None:
    for seed in range(PAIRS + chunk, 10 * PAIRS, CHUNKS):
        Pair(seed).run()


def test_a_leak_would_be_seen() -> None:
    """The canary: an event that shows what it must not makes the comparison fail."""
    honest = Predicted.seen_by
    Predicted.seen_by = lambda self, audience: self  # type: ignore[method-assign]
    try:
        with pytest.raises(AssertionError, match="can tell the two apart"):
            list(map(Pair.run, map(Pair, range(60))))
    finally:
        Predicted.seen_by = honest  # type: ignore[method-assign]


@pytest.mark.clause("rpg.staredown.bid")
def test_a_bid_is_seen_by_nobody_until_both_are_made() -> None:
    t = begun()
    t.until("A bid").run("A bid 3")
    others: tuple[Any, ...] = (1, "spectator", "judge")
    for audience in others:
        assert t.session.view(audience).state[0].gained == 0
        assert "bids-revealed" not in [event.kind for event in t.session.events(audience)]
    assert t.session.has_sealed(0)
    t.session.submit(0, 2)
    t.session.submit(1, 1)
    assert t.last("bids-revealed").bids == (2, 1), "replaced before it was opened"


def test_secret_sheets_hide_techniques_and_traits_until_they_show() -> None:
    slow = trait("Slow", "adversity", "melee", ring="void")
    one = samurai("Aki", "katana/1-hand", techniques="striking-as-fire", traits=(slow,), known=(knows("fury"),))
    t = begun(one, secret_sheets=True)
    strangers: tuple[Any, ...] = (1, "spectator", 2)
    for audience in strangers:
        seen = t.session.view(audience).state[0].loadout
        assert (seen.character.techniques, seen.character.traits, seen.opportunities, seen.abilities) == (
            (),
            (),
            (),
            {},
        )
    knowing: tuple[Any, ...] = (0, "judge")
    for audience in knowing:
        assert len(t.session.view(audience).state[0].loadout.character.techniques) == 2
    t.run("A stance void\n A action attack strike katana")
    assert t.session.view(1).state.check.traits == []
    t.run("dice s s\n dice - -")
    assert t.session.view(1).state[0].shown == ["Slow"]


def test_chance_knows_no_seat() -> None:
    assert CHANCE not in AUDIENCES
