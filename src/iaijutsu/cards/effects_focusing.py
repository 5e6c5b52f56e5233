"""Effects on the focusing round: who goes first, what may or must be focused, striking, focused cards."""

from __future__ import annotations

from ..engine import Choose, Number, Option, Roll, Seat
from . import drawing
from .allowed import focus, forbidden_values
from .court import Court
from .effects_values import mark, which_cards
from .events import (
    CardFocused,
    Conceded,
    FirstOpportunity,
    MustFocus,
    OutcomeForced,
    Prevented,
    StrikeBound,
    Struck,
)
from .events_effects import FocusedMoved, Looked, NumberNamed, PoolMoved
from .measures import Cause, amount, fv_printed, sides
from .options import Pass, Pick, PickSlot
from .pieces import UNKNOWN, Effect
from .timing import occasion


async def first_opportunity(court: Court, cause: Cause, effect: Effect) -> None:
    """Say who has the first opportunity; of several the latest counts, unless one locked it (cards.C.first)."""
    if court.duel.first_settled:
        return
    for side in sides(court, cause, effect["who"])[:1]:
        lock, clause = effect.get("lock", False), "cards.can.first-opportunity"
        court.happen(FirstOpportunity(side, "effect", moved=True, lock=lock, source=cause.key, clause=clause))


async def must_focus(court: Court, cause: Cause, effect: Effect) -> None:
    """Require the next opportunities to be focuses (cards.can.must-focus); `random`: a pool card at once, by chance."""
    times = amount(court, cause, effect.get("times", 1))
    for side in sides(court, cause, effect.get("who")):
        if effect.get("random"):
            await _focus_at_random(court, cause, side)
        elif times > 0:
            court.happen(MustFocus(side, times, source=cause.key, clause="cards.can.must-focus"))


async def _focus_at_random(court: Court, cause: Cause, side: int) -> None:
    pool = court.duel.sides[side].pool
    if pool:
        (slot,) = await court.ask(lambda: Roll("random-card", (len(pool),)))
        piece = enter_from_pool(court, side, pool[slot], source=cause.key, clause="cards.can.must-focus", counted=True)
        await occasion(court, "after", "focus", side, piece)


async def forbid_fv(court: Court, cause: Cause, effect: Effect) -> None:
    """Forbid focusing cards of one printed focus value (cards.can.forbid-fv)."""
    value = amount(court, cause, effect.get("fv", 0))
    if effect.get("named"):
        value = await court.ask(lambda: Number(cause.seat, "name-number", 0, 9))
        court.happen(NumberNamed(cause.seat, value, source=cause.key, clause="cards.can.forbid-fv"))
    mark(court, cause, {"do": "forbid-fv", "who": effect.get("who", "opponent"), "fv": value})


async def strike(court: Court, cause: Cause, effect: Effect) -> None:
    """Forbid or force striking, or let this focus count as a strike (cards.can.strike)."""
    if effect["mode"] == "counts":
        if court.duel.stage == "C" and court.duel.struck is None:
            why = "the focus counts as a strike"
            court.happen(Struck(court.duel.turn, why, source=cause.key, clause="cards.can.strike"))
        return
    for side in sides(court, cause, effect.get("who")):
        times = 1 if effect.get("until", "once") == "once" else -1
        must = effect["mode"] == "force"
        court.happen(StrikeBound(side, 0 if must else times, must, source=cause.key, clause="cards.can.strike"))


async def after_strike(court: Court, cause: Cause, effect: Effect) -> None:
    """After a strike: one more focus, or giving up (cards.can.after-strike)."""
    for side in sides(court, cause, effect.get("who")):
        if effect["act"] == "concede":
            _concede(court, cause, side)
        else:
            await extra_focus(court, cause, side, effect.get("from", "pool"))


def _concede(court: Court, cause: Cause, side: int) -> None:
    clause = "cards.can.after-strike"
    for number in list(court.duel.sides[side].area):
        move_focused(court, cause, number, "discard", clause)
    court.happen(Conceded(side, source=cause.key, clause=clause))
    court.happen(OutcomeForced(side, "lose", source=cause.key, clause=clause))


async def extra_focus(court: Court, cause: Cause, side: int, origin: str) -> None:
    """One more card is focused, if its player wants (cards.can.after-strike)."""
    seat, bans = court.duel.sides[side].seat, forbidden_values(court, side)
    there: tuple[Option, ...] = _sources(court, side, origin) if origin != "deck" else ()
    if origin == "deck" and court.state.decks[seat].size:
        there = (focus("deck", 0),)
    if not there:
        return
    # Who may focus none of them is asked all the same: what they are worth is his secret.
    listed = tuple(one for one in there if origin == "deck" or fv_printed(court, _key(court, seat, one)) not in bans)
    answer = await court.ask(lambda: Choose(seat, "add-focused", (Pass(), *listed), cause.key))
    if answer != Pass():
        keys = await drawing.take(court, seat, 1) if origin == "deck" else (_key(court, seat, answer),)
        piece = _enter(court, cause, side, origin, answer, keys[0], "cards.can.after-strike", counted=True)
        await occasion(court, "after", "focus", side, piece)


def _key(court: Court, seat: Seat, option: Option) -> str:
    """The card that an option of `add-focused` means."""
    if isinstance(option, Pick):
        return court.state.pieces[option.piece].key
    return court.state.hands[seat][option.slot] if isinstance(option, PickSlot) else UNKNOWN


def _enter(
    court: Court, cause: Cause, side: int, origin: str, answer: Option, key: str, clause: str, *, counted: bool = False
) -> int:
    if isinstance(answer, Pick):
        return enter_from_pool(court, side, answer.piece, source=cause.key, clause=clause, counted=counted)
    return enter(court, side, origin, key, source=cause.key, clause=clause, counted=counted)


async def prevent(court: Court, cause: Cause, effect: Effect) -> None:
    """Prevent the effect that was just announced (cards.C.instead)."""
    court.happen(Prevented(True, source=cause.key, clause="cards.C.instead"))


# --- focused cards ---------------------------------------------------------------------------------------


async def focused_cards(court: Court, cause: Cause, effect: Effect) -> None:
    """Add, remove, swap or look at focused cards (cards.can.focused-cards)."""
    act = {"add": _add, "remove": _remove, "swap": _swap, "look": _look}[effect["act"]]
    await act(court, cause, effect)


async def _add(court: Court, cause: Cause, effect: Effect) -> None:
    for side in sides(court, cause, effect.get("who")):
        for _ in range(effect.get("count", 1)):
            await add_card(court, cause, side, effect.get("from", "deck"), "cards.can.focused-cards")


async def add_card(court: Court, cause: Cause, side: int, origin: str, clause: str) -> None:
    """Put one card of a side into its area: off the deck, or one that its player picks; face-up after D."""
    seat = court.duel.sides[side].seat
    if origin == "deck":
        keys = await drawing.take(court, seat, 1)
        for key in keys:
            enter(court, side, "deck", key, source=cause.key, clause=clause)
        return
    listed = _sources(court, side, origin)
    if not listed:
        return
    answer = listed[0]
    if len(listed) > 1:
        answer = await court.ask(lambda: Choose(seat, "add-focused", listed, cause.key))
    if isinstance(answer, Pick):
        enter_from_pool(court, side, answer.piece, source=cause.key, clause=clause)
    elif isinstance(answer, PickSlot):
        pile = court.state.hands[seat] if origin == "hand" else court.state.discards[seat]
        enter(court, side, origin, pile[answer.slot], source=cause.key, clause=clause)


def _sources(court: Court, side: int, origin: str) -> tuple[Option, ...]:
    here = court.duel.sides[side]
    if origin == "pool":
        return tuple(Pick(number) for number in here.pool)
    pile = court.state.hands[here.seat] if origin == "hand" else court.state.discards[here.seat]
    return tuple(PickSlot(slot) for slot in range(len(pile)))


def enter(
    court: Court,
    side: int,
    origin: str,
    key: str,
    *,
    source: str,
    clause: str,
    face_up: bool = False,
    counted: bool = False,
) -> int:
    """A card of hand, deck or discard pile enters an area, face-up after D (cards.D.face-up-after). Its piece."""
    number, seat = court.state.next_id, court.duel.sides[side].seat
    up, source, clause = _after_reveal(court, face_up, source, clause)
    court.happen(CardFocused(seat, side, origin, number, key, up, counted, source=source, clause=clause))
    return number


def _after_reveal(court: Court, face_up: bool, source: str, clause: str) -> tuple[bool, str, str]:
    """After D a card enters an area face-up, and that is an effect of the duel (cards.D.face-up-after)."""
    return (True, court.duel.source, "cards.D.face-up-after") if court.duel.revealed else (face_up, source, clause)


def enter_from_pool(
    court: Court, side: int, number: int, *, source: str, clause: str, face_up: bool = False, counted: bool = False
) -> int:
    """A card of the pool enters an area."""
    key, seat = court.state.pieces[number].key, court.duel.sides[side].seat
    up, source, clause = _after_reveal(court, face_up, source, clause)
    court.happen(CardFocused(seat, side, "pool", number, key, up, counted, source=source, clause=clause))
    return number


async def _remove(court: Court, cause: Cause, effect: Effect) -> None:
    effect = {"which": "last", **effect}
    for _ in range(1 if effect["which"] == "all" else effect.get("count", 1)):
        for number in await which_cards(court, cause, effect):
            move_focused(court, cause, number, effect.get("to", "discard"), "cards.can.focused-cards")


def move_focused(court: Court, cause: Cause, number: int, to: str, clause: str) -> None:
    """Take a focused card out of its area."""
    piece = court.state.pieces[number]
    court.happen(FocusedMoved(number, piece.key, piece.owner, to, piece.face_up, source=cause.key, clause=clause))


async def _swap(court: Court, cause: Cause, effect: Effect) -> None:
    """A focused card goes back to where another of the same side comes from, at its player's choice."""
    clause = "cards.can.focused-cards"
    for side in sides(court, cause, effect.get("who")):
        origin = effect.get("from", "pool")
        mine = {"do": "", "who": ("challenger", "challenged")[side], "which": effect.get("which", "chosen")}
        if not court.duel.sides[side].area or not _sources(court, side, origin):
            continue
        for number in await which_cards(court, cause, mine):
            await add_card(court, cause, side, "hand" if origin == "hand" else "pool", clause)
            if number not in court.duel.sides[side].area:
                continue  # a judge has moved it meanwhile
            if origin == "hand":
                move_focused(court, cause, number, "hand", clause)
            else:
                court.happen(PoolMoved(number, side, source=cause.key, clause="cards.memory"))


async def _look(court: Court, cause: Cause, effect: Effect) -> None:
    """The controller looks at focused cards; nobody else learns what he saw."""
    numbers = await which_cards(court, cause, {"which": "all", **effect})
    cards = tuple((number, court.state.pieces[number].key) for number in numbers)
    court.happen(Looked(cause.seat, cards, source=cause.key, clause="cards.can.focused-cards"))
