"""What a report speaks of: the names under which facts are counted, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted. `{0}` and `{1}` stand for the two players in its title, and in words of shares.

    `of` says what it is counted over, where that is not every duel; `main` that a short report shows all of it.
    """

    name: str
    kind: Literal["share", "flag", "number"]
    title: str
    unit: str = ""
    of: str = "duels"
    main: bool = False
