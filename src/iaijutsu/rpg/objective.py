"""The objective and the first strike: noted as they happen, never undone by what comes later (rpg.objective)."""

from __future__ import annotations

from iaijutsu.engine import Event, Seat
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg.asking import Ref
from iaijutsu.rpg.state import NOBODY, Duel
from iaijutsu.rpg.terms import Deed, Goal

CLAUSES = {
    "first-strike": "rpg.form.first-strike",
    "first-blood": "rpg.form.first-blood",
    "to-the-death": "rpg.form.to-the-death",
    "sparring": "rpg.form.sparring",
    "warriors": "rpg.form.warriors",
    "taryu-jiai": "rpg.form.taryu-jiai",
}


@dataclass(frozen=True, slots=True)
class Achieved(Event):
    """A character achieves the objective of the duel, by a deed."""

    kind = "achieved"
    seat: Seat
    deed: str

    def apply(self, state: Duel) -> None:
        state[self.seat].achieved.append(self.deed)


@dataclass(frozen=True, slots=True)
class StruckFirst(Event):
    """A character is the first to strike the enemy."""

    kind = "struck-first"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state.struck_first = self.seat


def note(ref: Ref, seat: Seat, deed: Deed, severity: int = 0) -> None:
    """`seat` has done a deed to the foe (NOBODY: nobody has): if it is the objective, that is achieved."""
    if seat == NOBODY:
        return
    duel = ref.state
    if deed in duel[seat].achieved or not meets(duel.setup.goals, deed, severity):
        return
    clause = CLAUSES.get(duel.setup.form.key, "rpg.objective")
    ref.happen(Achieved(seat, deed, clause=clause))


def meets(goals: tuple[Goal, ...], deed: Deed, severity: int = 0) -> bool:
    """Whether a deed achieves an objective. Unconscious is more than Incapacitated."""
    return any(
        (goal.deed == deed and severity >= goal.severity) or (goal.deed == "incapacitated" and deed == "unconscious")
        for goal in goals
    )


def struck(ref: Ref, seat: Seat) -> None:
    """An attack of `seat` has struck the enemy: was it the first?"""
    if ref.state.struck_first == NOBODY and seat != NOBODY:
        ref.happen(StruckFirst(seat, clause="rpg.score.first"))
