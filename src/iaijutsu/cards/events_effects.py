"""What effects, costs, reactions and judges do. Each event names its clause and changes the state."""

from __future__ import annotations

from dataclasses import field, replace

from ..engine import Audience, Event, Seat
from ..engine.quick import dataclass
from .moving import drop, leave_hand, put, top
from .pieces import UNKNOWN, Bonus, Effect, FvChange, KeywordChange, Piece
from .state import Mark, State

# --- what effects do -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """An ability is used; `note` is what its limit is kept by (empty: it has none).

    A card used from hand goes to `to`: the discard pile, or out of the game (`removed`).
    """

    kind = "ability-used"
    seat: Seat
    key: str
    note: str = ""
    to: str = ""

    def apply(self, state: State) -> None:
        if self.note:
            state.used.add(self.note)
        if self.to:
            leave_hand(state, self.seat, self.key)
            put(state, self.seat, self.to, self.key)


@dataclass(frozen=True, slots=True)
class MarkSet(Event):
    """An effect begins that lasts."""

    kind = "mark-set"
    effect: Effect
    seat: Seat
    piece: int | None
    until: str
    duel: int

    def apply(self, state: State) -> None:
        state.marks.append(Mark(self.effect, self.seat, self.source, self.piece, self.until, self.duel))


@dataclass(frozen=True, slots=True)
class StatChanged(Event):
    """A bonus or penalty to a stat; the stat reads `after` then (None while the card is concealed)."""

    kind = "stat-changed"
    piece: int
    stat: str
    amount: int
    until: str
    scope: str
    duel: int
    after: int | None

    def apply(self, state: State) -> None:
        state.pieces[self.piece].bonuses.append(Bonus(self.stat, self.amount, self.until, self.scope, self.duel))


@dataclass(frozen=True, slots=True)
class StatSet(Event):
    """A judge sets the printed number of a stat."""

    kind = "stat-set"
    piece: int
    stat: str
    value: int

    def apply(self, state: State) -> None:
        setattr(state.pieces[self.piece], self.stat, self.value)


@dataclass(frozen=True, slots=True)
class KeywordChanged(Event):
    """A keyword is given or taken."""

    kind = "keyword-changed"
    piece: int
    keyword: str
    given: bool
    until: str
    duel: int

    def apply(self, state: State) -> None:
        change = KeywordChange(self.keyword, self.given, self.until, self.duel)
        state.pieces[self.piece].keyword_changes.append(change)


@dataclass(frozen=True, slots=True)
class Blanked(Event):
    """A Personality's traits are negated until the duel ends."""

    kind = "blanked"
    piece: int
    duel: int

    def apply(self, state: State) -> None:
        state.pieces[self.piece].blank = self.duel
        state.changes += 1


@dataclass(frozen=True, slots=True)
class FvChanged(Event):
    """A focused card's focus value changes and reads `after` then (None while it lies face-down)."""

    kind = "fv-changed"
    piece: int
    op: str
    amount: int
    after: int | None

    def apply(self, state: State) -> None:
        state.pieces[self.piece].fv_changes.append(FvChange(self.op, self.amount))


@dataclass(frozen=True, slots=True)
class FocusedMoved(Event):
    """A focused card leaves its focusing area: to the discard pile, hand, deck, out of the game, or the other area."""

    kind = "focused-moved"
    piece: int
    key: str
    owner: Seat
    to: str
    face_up: bool

    @property
    def reveals(self) -> bool:  # type: ignore[override]
        """Into the discard pile it goes face up."""
        return self.to in ("discard", "removed")

    def apply(self, state: State) -> None:
        duel = top(state)
        for side in duel.sides:
            if self.piece in side.area:
                side.area.remove(self.piece)
            elif self.to == "opponent":
                side.area.append(self.piece)
        if self.piece in duel.done:
            duel.done.remove(self.piece)
        if self.to != "opponent":
            drop(state, self.piece)
            put(state, self.owner, self.to, self.key)

    def seen_by(self, audience: Audience) -> Event:
        public = self.face_up or self.to in ("discard", "removed")
        if audience in (self.owner, "judge") or public:
            # Back in a hidden place its face is forgotten by everybody's view but its owner's.
            keep = audience in (self.owner, "judge") or self.to in ("discard", "removed", "opponent")
            return self if keep else replace(self, key=UNKNOWN)
        return replace(self, key=UNKNOWN)


@dataclass(frozen=True, slots=True)
class PoolMoved(Event):
    """A focused card goes face-down into the pool of its side, as part of a swap, and forgets what changed it."""

    kind = "pool-moved"
    piece: int
    side: int

    def apply(self, state: State) -> None:
        side = top(state).sides[self.side]
        side.area.remove(self.piece)
        side.pool.append(self.piece)
        piece = state.pieces[self.piece]
        piece.zone, piece.face_up, piece.fv_changes = "pool", False, []


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A player looks at hidden cards. What he saw only he and the judge know."""

    kind = "looked"
    reveals = True
    seat: Seat
    cards: tuple[tuple[int, str], ...]

    def apply(self, state: State) -> None:
        for number, key in self.cards:
            if state.pieces[number].key == UNKNOWN:
                state.pieces[number].key = key

    def seen_by(self, audience: Audience) -> Event:
        if audience in (self.seat, "judge"):
            return self
        return replace(self, cards=tuple((number, UNKNOWN) for number, _ in self.cards))


@dataclass(frozen=True, slots=True)
class NumberNamed(Event):
    """A player names a number."""

    kind = "number-named"
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Bowed(Event):
    """A card bows."""

    kind = "bowed"
    piece: int
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        state.pieces[self.piece].bowed = True


@dataclass(frozen=True, slots=True)
class Straightened(Event):
    """A card straightens."""

    kind = "straightened"
    piece: int
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        state.pieces[self.piece].bowed = False


@dataclass(frozen=True, slots=True)
class Dishonored(Event):
    """A Personality becomes dishonorable."""

    kind = "dishonored"
    piece: int
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        state.pieces[self.piece].dishonorable = True


@dataclass(frozen=True, slots=True)
class Rehonored(Event):
    """A Personality is dishonorable no more."""

    kind = "rehonored"
    piece: int
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        state.pieces[self.piece].dishonorable = False


@dataclass(frozen=True, slots=True)
class SentHome(Event):
    """A Personality moves home."""

    kind = "sent-home"
    piece: int
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        state.pieces[self.piece].at_home = True


@dataclass(frozen=True, slots=True)
class ControlTaken(Event):
    """A Personality changes sides. `until` is `turn` when he goes back as it ends."""

    kind = "control-taken"
    piece: int
    seat: Seat
    until: str = "for-good"
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        taken = state.pieces[self.piece]
        taken.lent_by = taken.controller if self.until == "turn" else None
        for piece in (taken, *state.attached_to(self.piece)):
            piece.controller = self.seat
        state.changes += 1


@dataclass(frozen=True, slots=True)
class LeftPlay(Event):
    """A card in play leaves it, with all that is attached. `how` is `destroyed`, `discarded`, or `removed`."""

    kind = "left-play"
    piece: int
    how: str
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        for piece in (*state.attached_to(self.piece), state.pieces[self.piece]):
            piece.zone = "gone"
            if not piece.created and piece.type != "personality":
                put(state, piece.owner, "removed" if self.how == "removed" else "discard", piece.key)
        state.changes += 1


@dataclass(frozen=True, slots=True)
class HonorChanged(Event):
    """A player's Family Honor changes. `cause` is `winning` or `losing` when it is a consequence for that."""

    kind = "honor-changed"
    seat: Seat
    amount: int
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        state.honor[self.seat] += self.amount


@dataclass(frozen=True, slots=True)
class GoldPaid(Event):
    """A player pays gold."""

    kind = "gold-paid"
    seat: Seat
    amount: int

    def apply(self, state: State) -> None:
        state.gold[self.seat] -= self.amount


@dataclass(frozen=True, slots=True)
class CostPaid(Event):
    """The amount that was paid for the effect that resolves next."""

    kind = "cost-paid"
    amount: int

    def apply(self, state: State) -> None:
        state.paid = self.amount


@dataclass(frozen=True, slots=True)
class HandDiscarded(Event):
    """Cards from a hand are discarded."""

    kind = "hand-discarded"
    reveals = True
    seat: Seat
    keys: tuple[str, ...]
    removed: bool = False
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        for key in self.keys:
            leave_hand(state, self.seat, key)
        (state.removed if self.removed else state.discards)[self.seat].extend(self.keys)


@dataclass(frozen=True, slots=True)
class PieceCreated(Event):
    """A Personality is created and enters play."""

    kind = "piece-created"
    piece: int
    key: str
    seat: Seat
    force: int
    chi: int
    honor: int | None
    keywords: tuple[str, ...]

    def apply(self, state: State) -> None:
        piece = Piece(self.piece, self.key, "personality", self.seat, self.seat, "play", created=True)
        piece.force, piece.chi, piece.honor = self.force, self.chi, self.honor
        piece.keyword_changes = [KeywordChange(word, True, "for-good", -1) for word in self.keywords]
        state.pieces[self.piece] = piece
        state.next_id = self.piece + 1
        state.changes += 1


@dataclass(frozen=True, slots=True)
class BecamePersonality(Event):
    """A Follower becomes a Personality of its own, detached."""

    kind = "became-personality"
    piece: int
    force: int
    chi: int

    def apply(self, state: State) -> None:
        piece = state.pieces[self.piece]
        piece.type, piece.host, piece.force, piece.chi = "personality", None, self.force, self.chi
        state.changes += 1


@dataclass(frozen=True, slots=True)
class Delayed(Event):
    """A consequence is put off to the end of the turn."""

    kind = "delayed"
    effect: Effect
    seat: Seat
    piece: int | None
    duel: int
    what: str = ""
    creator: bool = False

    def apply(self, state: State) -> None:
        mark = Mark(self.effect, self.seat, self.source, self.piece, "turn", self.duel, self.what, self.creator)
        state.delayed.append(mark)


@dataclass(frozen=True, slots=True)
class DelayedComes(Event):
    """The consequences that were put off come now."""

    kind = "delayed-comes"

    def apply(self, state: State) -> None:
        state.delayed.clear()


@dataclass(frozen=True, slots=True)
class ConsequenceAltered(Event):
    """A consequence is negated, replaced, delayed or shared."""

    kind = "consequence-altered"
    mode: str
    do: str
    side: int
