"""What may be answered in a card duel, and what a judge may do."""

from __future__ import annotations

from ..engine import Option, Seat
from ..engine.quick import dataclass


@dataclass(frozen=True, slots=True)
class Pass(Option):
    """Do nothing here."""

    tag = "pass"


@dataclass(frozen=True, slots=True)
class Focus(Option):
    """Focus a card. `origin` is pool, hand, deck or discard, `slot` its place there from 0."""

    tag = "focus"
    origin: str
    slot: int
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Strike(Option):
    """Strike: the focusing ends."""

    tag = "strike"


@dataclass(frozen=True, slots=True)
class Use(Option):
    """Use an ability. `place` is play or focused (`slot` is a piece), hand or discard (`slot` counts from 0)."""

    tag = "use"
    place: str
    slot: int
    ability: int


@dataclass(frozen=True, slots=True)
class Refuse(Option):
    """Refuse the challenge."""

    tag = "refuse"


@dataclass(frozen=True, slots=True)
class Accept(Option):
    """Accept the challenge."""

    tag = "accept"


@dataclass(frozen=True, slots=True)
class Pick(Option):
    """Pick a card in play, in a pool or in a focusing area, by its piece."""

    tag = "pick"
    piece: int


@dataclass(frozen=True, slots=True)
class PickSide(Option):
    """Pick a side: 0 is the challenger's, 1 the challenged one's."""

    tag = "side"
    side: int


@dataclass(frozen=True, slots=True)
class PickSeat(Option):
    """Pick a player."""

    tag = "seat"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PickSlot(Option):
    """Pick a card of a hand, by its place from 0."""

    tag = "slot"
    slot: int


@dataclass(frozen=True, slots=True)
class Next(Option):
    """Let this one of several waiting things happen next."""

    tag = "next"
    index: int


# --- a judge's acts --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetStat(Option):
    """Set a printed stat (force, chi, honor) of a Personality in play."""

    tag = "set-stat"
    piece: int
    stat: str
    value: int


@dataclass(frozen=True, slots=True)
class SetFv(Option):
    """Set the focus value of a focused card."""

    tag = "set-fv"
    piece: int
    value: int


@dataclass(frozen=True, slots=True)
class MoveCard(Option):
    """Move a focused card to discard, hand, deck-top, deck-bottom or removed; or a card in play out of it."""

    tag = "move-card"
    piece: int
    to: str


@dataclass(frozen=True, slots=True)
class Bow(Option):
    """Bow (or straighten) a card in play."""

    tag = "bow"
    piece: int
    bowed: bool


@dataclass(frozen=True, slots=True)
class GiveHonor(Option):
    """Change a player's Family Honor."""

    tag = "give-honor"
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class EndDuel(Option):
    """End the duel without resolution."""

    tag = "end-duel"


@dataclass(frozen=True, slots=True)
class Decide(Option):
    """Decide the outcome: `win` or `lose` for the challenger's and the challenged side."""

    tag = "decide"
    challenger: str
    challenged: str


ACTS = (SetStat, SetFv, MoveCard, Bow, GiveHonor, EndDuel, Decide)
"""Everything that a judge may do."""
