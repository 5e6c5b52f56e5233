"""What a report speaks of: the names under which facts are counted, and what they are in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..engine import Sentence


class Over(NamedTuple):
    """What something is counted over: in words alone, and with how many of them there are."""

    what: str
    counted: Callable[[int], str]


DUELS = Over(Sentence.meant("simulation", "duels"), lambda n: Sentence.counted("{n:,} duel", "{n:,} duels", n))

MARGIN = Sentence("By how much: score of {first} minus that of {second}")
IN_POINTS = Sentence.meant("simulation", "points")
IN_CARDS = Sentence.meant("simulation", "cards")
IN_ROUNDS = Sentence.meant("simulation", "rounds")


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted. `title` is a `Sentence` in which `{first}` and `{second}` stand for the two players,
    and `{name}` for the player of `seat`.

    `of` says what it is counted over, where that is not every duel; `main` that a short report shows all of it.
    """

    name: str
    kind: Literal["share", "flag", "number"]
    title: str
    unit: str = ""
    of: Over = DUELS
    main: bool = False
    seat: int = 0

    def told(self, names: tuple[str, str]) -> str:
        """The title with the players' names in it."""
        form = getattr(self.title, "sentence", "")
        return Sentence(form, first=names[0], second=names[1], name=names[self.seat]) if form else self.title
