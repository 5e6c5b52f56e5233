"""What things are worth, in duels won: how a duel ended, and what it cost. One scale for judging and for searching."""

from __future__ import annotations

from typing import Any

from ..cards.pieces import Condition, Effect, Piece
from ..cards.state import Duel, State
from ..engine import Seat

LIFE = 0.5
"""A Personality in play."""
STANDING = {
    "destroy": LIFE, "control": 0.7, "bow": 0.1, "dishonor": 0.2, "home": 0.06, "straighten": 0.1, "rehonor": 0.2,
}  # fmt: skip
"""What a verb takes from a Personality (the last two: gives)."""
HONOR, CARD, GOLD = 0.04, 0.06, 0.01
POINT = 0.1
"""A point of score in a duel that is still open."""


def of_table(state: State, seat: Seat) -> float:
    """What the table is worth to `seat`, duels fought included: winning counts 1, losing -1."""
    fought = sum(_of_duel(duel, seat) for duel in state.past)
    seats = [_of_seat(state, other) for other in range(len(state.names))]
    others = sum(seats) - seats[seat]
    return fought + seats[seat] - others / max(1, len(seats) - 1)


def _of_duel(duel: Duel, seat: Seat) -> float:
    results = {"win": 1.0, "lose": -1.0}
    for side in duel.sides:
        if side.seat == seat:
            other = duel.sides[1 - duel.sides.index(side)]
            return results.get(side.result, 0.0) - 0.5 * results.get(other.result, 0.0)
    return 0.0


def _of_seat(state: State, seat: Seat) -> float:
    own = [piece for piece in state.pieces.values() if piece.zone == "play" and piece.controller == seat]
    people = sum(map(_of_piece, own))
    return people + HONOR * state.honor[seat] + CARD * len(state.hands[seat]) + GOLD * state.gold[seat]


def _of_piece(piece: Piece) -> float:
    if piece.type != "personality":
        return 0.12 - (0.02 if piece.bowed else 0)
    lost = STANDING["bow"] * piece.bowed + STANDING["dishonor"] * piece.dishonorable + STANDING["home"] * piece.at_home
    return LIFE + 0.03 * ((piece.chi or 0) + (piece.force or 0)) - lost


# --- before it happens -----------------------------------------------------------------------------------


def of_verb(effect: Effect) -> float:
    """How much one verb changes the lot of whom it befalls; below 0 when it does harm."""
    do = effect["do"]
    amount = effect.get("amount", 1)
    number = amount if isinstance(amount, int) else 2
    if do in ("straighten", "rehonor"):
        return STANDING[do]
    if do in STANDING:
        return -STANDING[do]
    return {"honor": HONOR, "draw": CARD, "discard": -CARD, "stat": 0.05}.get(do, 0.0) * number


def of_cost(cost: Condition) -> float:
    """What paying a cost takes from whoever pays, as a number not below 0."""
    found = 0.0
    for name, value in cost.items():
        number = value if isinstance(value, int) else 2
        found += {
            "bow": STANDING["bow"] if value == "own" else 0.03, "dishonor": STANDING["dishonor"], "destroy": 0.12,
            "honor": HONOR * number, "discard": CARD * number, "discard_fv_over": CARD * 2, "gold": GOLD * number,
        }.get(name, 0.0)  # fmt: skip
    return found


def of_stakes(challenge: Effect, result: str, role: str) -> float:
    """What the creating text gives or takes from the winner or the loser (`role`) of a duel that ends so."""
    rows: tuple[dict[str, Any], ...] = challenge.get({"winner": "win", "loser": "lose"}[result], ())
    default = result
    return sum(of_verb(row) for row in rows if row.get("who", default) in (result, role, "both"))
