"""Costs and prices: what must be paid before an ability's effects, or to refuse a challenge."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Choose, Number, Option, Sentence, Several
from .court import Court
from .events_effects import Bowed, CostPaid, Dishonored, FocusedMoved, GoldPaid, HandDiscarded, HonorChanged
from .leaving import leave_play
from .measures import Cause, amount, fv_printed, people
from .options import PickSlot
from .pieces import Condition, Piece


def payable(court: Court, cause: Cause, cost: Condition, used: str = "") -> bool:
    """Whether `cause.seat` can pay this cost now; `used` is the card from his hand that the cost is for."""
    hand = list(court.state.hands[cause.seat])
    if used:
        hand.remove(used)
    if "bow" in cost:
        return all(not piece.bowed for piece in _payers(court, cause, cost["bow"]))
    if "dishonor" in cost:
        return all(not piece.dishonorable for piece in people(court, cause, "own"))
    if "discard" in cost:
        return len(hand) >= int(cost["discard"])
    if "discard_fv_over" in cost:
        return sum(fv_printed(court, key) for key in hand) > amount(court, cause, cost["discard_fv_over"])
    return court.state.gold[cause.seat] >= int(cost.get("gold", 0))


def all_payable(court: Court, cause: Cause, costs: Sequence[Condition], used: str = "") -> bool:
    """Whether all of these can be paid: each alone, and the cards and the gold of all of them together."""
    if not costs:
        return True
    if not all(payable(court, cause, cost, used) for cost in costs):
        return False
    cards, gold = (sum(int(cost.get(name, 0)) for cost in costs) for name in ("discard", "gold"))
    hand = len(court.state.hands[cause.seat]) - bool(used)
    return hand >= cards and court.state.gold[cause.seat] >= gold


async def pay(court: Court, cause: Cause, cost: Condition, clause: str) -> None:
    """Pay it; `clause` is what it is paid for."""
    seat, source = cause.seat, cause.key
    if "bow" in cost:
        for piece in _payers(court, cause, cost["bow"]):
            court.happen(Bowed(piece.id, source=source, clause=clause))
    elif "dishonor" in cost:
        for piece in people(court, cause, "own"):
            court.happen(Dishonored(piece.id, source=source, clause=clause))
    elif "honor" in cost:
        court.happen(HonorChanged(seat, -cost["honor"], source=source, clause=clause))
    elif "gold" in cost:
        court.happen(GoldPaid(seat, cost["gold"], source=source, clause=clause))
    elif "gold_up_to" in cost:
        await _pay_gold(court, cause, cost["gold_up_to"], clause)
    elif "destroy" in cost:
        await leave_play(court, _payers(court, cause, "this")[0].id, "destroyed", cause, clause)
    elif "discard_this" in cost or "remove_this" in cost:
        await _pay_itself(court, cause, "removed" if "remove_this" in cost else "discarded", clause)
    else:
        await _pay_cards(court, cause, cost, clause)


def _payers(court: Court, cause: Cause, who: str) -> list[Piece]:
    if who == "this" and cause.piece is not None:
        return [court.state.pieces[cause.piece]]
    return people(court, cause, "own")


async def _pay_gold(court: Court, cause: Cause, most: int, clause: str) -> None:
    most = min(most, court.state.gold[cause.seat])
    paid = await court.ask(lambda: Number(cause.seat, "gold", 0, most))
    court.happen(GoldPaid(cause.seat, paid, source=cause.key, clause=clause))
    court.happen(CostPaid(paid, source=cause.key, clause=clause))


async def _pay_cards(court: Court, cause: Cause, cost: Condition, clause: str) -> None:
    hand = court.state.hands[cause.seat]
    if "discard" in cost:
        slots = await choose_cards(court, cause, cost["discard"])
    else:
        bound = amount(court, cause, cost["discard_fv_over"])
        slots = await court.ask(lambda: WorthMore(cause.seat, [fv_printed(court, key) for key in hand], bound))
    keys = tuple(hand[slot] for slot in slots)
    court.happen(HandDiscarded(cause.seat, keys, source=cause.key, clause=clause))
    court.happen(CostPaid(len(keys), source=cause.key, clause=clause))


async def _pay_itself(court: Court, cause: Cause, how: str, clause: str) -> None:
    """The card that carries the ability goes: out of play, or off its area. From hand it went as it was used."""
    piece = court.state.pieces.get(cause.piece) if cause.piece is not None else None
    if piece is not None and piece.zone == "play":
        await leave_play(court, piece.id, how, cause, clause)
    elif piece is not None:
        to = "removed" if how == "removed" else "discard"
        court.happen(FocusedMoved(piece.id, piece.key, piece.owner, to, piece.face_up, source=cause.key, clause=clause))


async def choose_cards(court: Court, cause: Cause, count: int) -> tuple[int, ...]:
    """The slots of `count` cards that the player picks from his hand, all of them if he has no more."""
    hand = court.state.hands[cause.seat]
    if len(hand) <= count:
        return tuple(range(len(hand)))
    if count == 1:
        listed: tuple[Option, ...] = tuple(PickSlot(slot) for slot in range(len(hand)))
        one = await court.ask(lambda: Choose(cause.seat, "discard", listed, cause.key))
        return (one.slot,) if isinstance(one, PickSlot) else ()
    return await court.ask(lambda: Several(cause.seat, "discard", len(hand), count, count, cause.key))


class WorthMore(Several):
    """Cards from hand whose focus values add up to more than `bound`."""

    __slots__ = ("bound", "values")

    def __init__(self, seat: int, values: list[int], bound: int) -> None:
        super().__init__(seat, "discard-worth", len(values), 1, len(values))
        self.values, self.bound = values, bound

    def why_not(self, answer: object) -> str | None:
        """None when the cards are worth enough."""
        reason = super().why_not(answer)
        if reason is None and isinstance(answer, tuple) and sum(self.values[n] for n in answer) <= self.bound:
            return Sentence("focus values of more than {bound} together are needed", bound=self.bound)
        return reason
