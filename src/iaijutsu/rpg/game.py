"""The role-playing duel as a session plays it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from iaijutsu.engine import Audience, Json, Request
from iaijutsu.rpg import contests, duel, setup, state
from iaijutsu.rpg.judging import Marshal
from iaijutsu.rpg.scoring import Result
from iaijutsu.rpg.setup import Setup
from iaijutsu.rpg.state import Duel

RULES = {"duel": duel.duel, "one-roll": contests.one_roll, "clash": contests.clash}


class RolePlayingDuel:
    """What the engine's `Session` needs of the rules: name, edition, first state, rules, views, setups."""

    name = "rpg"
    edition = 1

    def referee(self, setup: Setup) -> Marshal:
        """A referee with the duel before its first question."""
        return Marshal(state.begin(setup))

    def play(self, referee: Marshal) -> Coroutine[Request[Any], Any, Result]:
        """The rules from beginning to end."""
        contest = referee.state.setup.contest
        return RULES[contest](referee)

    def seen(self, setup: Setup, audience: Audience) -> Duel:
        """The duel before its first question, as `audience` may see it."""
        if setup.secret_sheets and audience != "judge":
            for seat in (0, 1):
                if seat != audience:
                    setup = setup.masked(seat)
        return state.begin(setup)

    def load_setup(self, data: Json) -> Setup:
        """A setup from JSON. Raises `BadInput`."""
        return setup.load(data)

    def plain_setup(self, setup: Setup) -> Json:
        """A setup as JSON."""
        return setup.plain()


GAME = RolePlayingDuel()
