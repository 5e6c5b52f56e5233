"""A player of the card duel who focuses and strikes as an equilibrium does, and searches for all else."""

from __future__ import annotations

from typing import Any

from ..engine import BadInput, Choose, Request, Sentence, View
from ..players.agent import chance
from ..players.search import BUDGET as DEEP_BUDGET
from ..players.search import MOST_CANDIDATES, Searching
from ..players.tables import CardTable, Table
from ..players.temperaments import card_table
from .advice import PURPOSES, Advised, advise, prepare, reading_of
from .roster import ABOUT, ABOUT_DEEP, DEEP, SOLVED

BUDGET = 12
"""Imagined duels played out for an answer that he searches for: those that take less than 50 ms."""
MOST = 6
"""Answers that he tries then."""
CLEAR = 0.02
"""Answers that an equilibrium gives more rarely are not given."""
COIN = 1 << 20


class Solved:
    """Plays the equilibrium of the duel as it is seen from his seat, mixing answers as it says.

    Where the table has something that the equilibrium does not know of, and for all other questions, he searches as
    `searching` does, with `budget` imagined duels an answer (less than 50 ms). Same seed and view, same answer.
    """

    name: str = SOLVED
    looks: bool = True
    description: str = ABOUT

    def __init__(self, seed: int = 0, budget: int = BUDGET, most: int = MOST) -> None:
        self.seed = seed
        self.searching = Searching(seed, budget, most)
        self.table: CardTable | None = None

    def sit(self, table: Table) -> None:
        """Take note of the rules in force, and prepare what is slow: compiled loops, and what texts count for."""
        self.table = card_table(self.name, table)
        self.searching.sit(table)
        prepare(self.table)

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """The equilibrium's answer at an opportunity, else what searching finds."""
        if self.table is None or view is None:
            raise BadInput(
                f"player {self.name!r}", Sentence("he has to sit down before he can look: sit, then answer with a view")
            )
        if not isinstance(request, Choose) or request.purpose not in PURPOSES or len(request.listed) == 1:
            return self.searching.answer(request, view)
        try:
            told = all(left.rough for left in reading_of(view, self.table).game.left)
            advice = advise(view, request, self.table) if told else None
        except BadInput:  # a table that no focus game tells of
            advice = None
        if advice is None:
            return self.searching.answer(request, view)
        answers = [one for one in advice.answers if one.chance >= CLEAR] or [advice.best]
        return self._by_chance(answers, view).option

    def _by_chance(self, answers: list[Advised], view: View[Any]) -> Advised:
        total = sum(one.chance for one in answers)
        if len(answers) == 1 or total <= 0:
            return answers[0]
        coin = chance(self.seed, len(view.events))(COIN) / COIN * total
        for one in answers:
            coin -= one.chance
            if coin < 0:
                return one
        return answers[-1]


class Deep(Solved):
    """The same, who takes his time where he searches."""

    name = DEEP
    description = ABOUT_DEEP

    def __init__(self, seed: int = 0, budget: int = DEEP_BUDGET) -> None:
        super().__init__(seed, budget, MOST_CANDIDATES + 1)
