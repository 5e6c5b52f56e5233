"""Three temperaments for the role-playing duel, named as those of the card duel: what differs is how they fight."""

from __future__ import annotations

from typing import Any, ClassVar

from ..engine import BadInput, Choose, Request, Seat, Sentence, View
from ..rpg.state import Duel
from .rpg_judgement import Temper, judged
from .tables import RpgTable, Table


class Duelling:
    """A player of the role-playing duel with a temper of his own. He asks no chance: alike views, alike answers."""

    name: str = "duelling"
    looks: bool = True
    description: ClassVar[str] = ""
    temper: ClassVar[Temper] = Temper()

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.table: RpgTable | None = None

    def sit(self, table: Table) -> None:
        """Take note of characters and terms, as far as they are known."""
        if not isinstance(table, RpgTable):
            reason = Sentence(
                "he plays role-playing duels, not {game!r}; who plays any game is 'random'", game=table.game
            )
            raise BadInput(f"player {self.name!r}", reason)
        self.table = table

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """What this temper makes of what it sees."""
        if isinstance(request, Choose) and len(request.listed) == 1:
            return request.listed[0]
        if self.table is None or view is None:
            raise BadInput(
                f"player {self.name!r}", Sentence("he has to be seated, and given a view, before he can answer")
            )
        return self.decide(view.state, self.table.seat, request)

    def decide(self, duel: Duel, seat: Seat, request: Request[Any]) -> Any:
        """The answer, from the duel as it is seen."""
        return judged(duel, seat, request, self.temper)


class RashDuelling(Duelling):
    """Fire and initiative: strikes each turn, bids high, and minds strife too late."""

    name = "rash"
    description = "takes Fire, bids high to go first, strikes every turn and minds strife too late"
    temper = Temper(strife=0.25, bid=0.7, rings={"fire": 3.0}, calm=-0.5, void=("initiative", "attack"))


class PatientDuelling(Duelling):
    """Earth and composure: bids nothing, keeps strife low, and waits for the other to lose his."""

    name = "patient"
    description = "stands in Earth, bids nothing and keeps calm, so that the other loses composure first"
    temper = Temper(strife=1.6, bid=0.0, rings={"earth": 1.5, "void": 0.5}, calm=1.0, void=("resist",))


class ReadingDuelling(Duelling):
    """Reckons: what each stance, attack and die is likely to bring, against the strife that it costs."""

    name = "reading"
    description = "reckons what each stance, action and die is likely to bring against the strife that it costs"
    temper = Temper()


RPG_TEMPERS = (RashDuelling, PatientDuelling, ReadingDuelling)
"""The three, in order of skill."""
