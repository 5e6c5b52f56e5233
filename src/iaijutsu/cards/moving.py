"""How cards and duels change places in the state: shared by the events."""

from __future__ import annotations

from ..engine import Seat
from .pieces import UNKNOWN
from .state import Duel, State


def hide(keys: tuple[str, ...]) -> tuple[str, ...]:
    """As many unknown cards."""
    return (UNKNOWN,) * len(keys)


def top(state: State) -> Duel:
    """The challenge or duel in progress."""
    return state.duels[-1]


def leave_hand(state: State, seat: Seat, key: str) -> None:
    """A card leaves a hand; in a view it may be one of the unknown ones."""
    hand = state.hands[seat]
    hand.remove(key if key in hand else UNKNOWN)


def take(state: State, seat: Seat, origin: str, key: str) -> None:
    """Take a card out of a hand, off a deck, or out of a discard pile."""
    if origin == "hand":
        leave_hand(state, seat, key)
    elif origin == "deck":
        state.decks[seat].remove_top(key)
    else:
        state.discards[seat].remove(key)


def put(state: State, owner: Seat, to: str, key: str) -> None:
    """Put a card into a hand, a deck, out of the game, or on its discard pile."""
    if to == "hand":
        state.hands[owner].append(key)
    elif to == "deck-top":
        state.decks[owner].top.insert(0, key)
    elif to == "deck-bottom":
        state.decks[owner].bottom.append(key)
    elif to == "shuffle":
        state.decks[owner].mix((key,))
    else:
        (state.removed if to == "removed" else state.discards)[owner].append(key)


def drop(state: State, number: int) -> None:
    """A focused or pooled card is a piece no more."""
    del state.pieces[number]
    for duel in state.duels:
        if number in duel.waiting:
            duel.waiting.remove(number)


def end_lasting(state: State, duel: int, *untils: str) -> None:
    """What lasted until this time of this duel (or challenge) ends."""
    state.marks = [mark for mark in state.marks if mark.duel != duel or mark.until not in untils]
    for piece in state.pieces.values():
        if piece.bonuses:
            piece.bonuses = [b for b in piece.bonuses if b.duel != duel or b.until not in untils]
        if piece.keyword_changes:
            piece.keyword_changes = [c for c in piece.keyword_changes if c.duel != duel or c.until not in untils]
        if piece.blank == duel and "duel" in untils:
            piece.blank = None
            state.changes += 1


def end_turn(state: State) -> None:
    """What lasted until the turn ends, and every negation of traits, ends."""
    state.marks = [mark for mark in state.marks if mark.until != "turn"]
    for piece in state.pieces.values():
        if piece.bonuses:
            piece.bonuses = [bonus for bonus in piece.bonuses if bonus.until != "turn"]
        if piece.keyword_changes:
            piece.keyword_changes = [change for change in piece.keyword_changes if change.until != "turn"]
        if piece.blank is not None:
            piece.blank = None
            state.changes += 1


def close(state: State, how: str) -> None:
    """The challenge or duel in progress is over."""
    duel = state.duels.pop()
    duel.ended, duel.stage = how, "over"
    state.past.append(duel)
    state.changes += 1
