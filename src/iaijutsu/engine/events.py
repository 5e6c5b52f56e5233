"""Things that happened. Events are the only way the state changes; a view is the fold of what one may see."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any, ClassVar, Literal, TypeAlias

from .quick import dataclass
from .requests import Json, Seat, plain

Audience: TypeAlias = Seat | Literal["spectator", "judge"]
"""Who looks: a seat, a spectator (public things only) or a judge (everything)."""

RULEBOOK = "rulebook"
"""The source of what the rules themselves do."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    `clause` is the rule that it follows; `source` is what did it: the rulebook, or the key or title of a card,
    an action or a technique. Subclasses add fields and say how the state changes (`apply`) and what others may
    see (`seen_by`). An event that shows somebody something new, for good, sets `reveals`.
    """

    kind: ClassVar[str] = "event"
    reveals: ClassVar[bool] = False
    source: str = field(default=RULEBOOK, kw_only=True)
    clause: str = field(default="", kw_only=True)

    def apply(self, state: Any) -> None:
        """Change `state`. The default changes nothing: the event only tells."""

    def seen_by(self, audience: Audience) -> Event | None:
        """This event as `audience` may see it; None when not at all. The judge always sees all."""
        return self

    def plain(self) -> dict[str, Json]:
        """The JSON form: kind, clause, source, then the fields."""
        return {"kind": self.kind, **{f.name: plain(getattr(self, f.name)) for f in fields(self)}}


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A free line that somebody wrote into the log. It changes nothing."""

    kind = "said"
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """The duel ended outside the rules: `seat`, called `by`, took it from seat `late`, called `of`, who was asked and
    had no time left.
    """  # fmt: skip

    kind = "claimed"
    reveals = True
    seat: Seat
    by: str
    late: Seat
    of: str


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """A judge spoke: `by` is his name, `act` what he did in plain form, `reason` why. Its effects follow as events."""

    kind = "ruled"
    reveals = True
    by: str
    act: Json
    reason: str
