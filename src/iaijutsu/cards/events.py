"""What can happen in a challenge and a duel. Each event names the clause that it follows and changes the state.

Hidden faces: an event that moves a card others may not see is shown to them with `UNKNOWN` in place of its key.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..engine import Audience, Event, Seat
from .pieces import UNKNOWN, Bonus, Effect, FvChange, KeywordChange, Piece
from .state import Duel, Mark, Side, State


def _hide(keys: tuple[str, ...]) -> tuple[str, ...]:
    return (UNKNOWN,) * len(keys)


def _top(state: State) -> Duel:
    return state.duels[-1]


# --- before the duel -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A player draws cards from his Fate deck into his hand."""

    kind = "cards-drawn"
    reveals = True
    seat: Seat
    keys: tuple[str, ...]

    def apply(self, state: State) -> None:
        for key in self.keys:
            state.decks[self.seat].remove_top(key)
        state.hands[self.seat].extend(self.keys)

    def seen_by(self, audience: Audience) -> Event:
        return self if audience in (self.seat, "judge") else replace(self, keys=_hide(self.keys))


@dataclass(frozen=True, slots=True)
class ActionTaken(Event):
    """A player takes the action that makes the challenge. `from_hand`: it is a card that he plays for it."""

    kind = "action-taken"
    seat: Seat
    key: str
    from_hand: bool

    def apply(self, state: State) -> None:
        if self.from_hand:
            _leave_hand(state, self.seat, self.key)
            state.discards[self.seat].append(self.key)


@dataclass(frozen=True, slots=True)
class ChallengeIssued(Event):
    """Both Personalities are selected: the challenge begins."""

    kind = "challenge-issued"
    performer: Seat
    challenger: int
    challenged: int
    seats: tuple[Seat, Seat]
    effect: Effect

    def apply(self, state: State) -> None:
        sides = [Side(self.seats[0], self.challenger), Side(self.seats[1], self.challenged)]
        state.duels.append(Duel(state.next_duel, self.source, self.performer, self.effect, sides))
        state.next_duel += 1


@dataclass(frozen=True, slots=True)
class ChallengeFails(Event):
    """The challenge does not happen; `why` says which condition it misses."""

    kind = "challenge-fails"
    why: str


@dataclass(frozen=True, slots=True)
class ChallengeOver(Event):
    """The challenge ends and no duel follows. `how` is `refused`, `negated`, `invalid` or `without resolution`."""

    kind = "challenge-over"
    how: str
    why: str = ""

    def apply(self, state: State) -> None:
        _close(state, self.how)


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """The challenged Personality refuses."""

    kind = "refused"
    seat: Seat
    piece: int

    def apply(self, state: State) -> None:
        _top(state).stage = "refused"


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """The challenge is accepted (or cannot be refused); it ends, and the two enter the duel."""

    kind = "accepted"
    seat: Seat
    piece: int
    unrefusable: bool


@dataclass(frozen=True, slots=True)
class Substituted(Event):
    """Another Personality stands in a duellist's place."""

    kind = "substituted"
    side: int
    old: int
    new: int

    def apply(self, state: State) -> None:
        _top(state).sides[self.side].duellist = self.new


# --- the headings ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DuelBegins(Event):
    """A: both enter the duel and face each other. `entered` holds the stats of each as he enters."""

    kind = "duel-begins"
    entered: tuple[tuple[int, int, int], tuple[int, int, int]]

    def apply(self, state: State) -> None:
        duel = _top(state)
        duel.stage = "A"
        for side, (force, chi, honor) in zip(duel.sides, self.entered, strict=True):
            side.entered = {"force": force, "chi": chi, "honor": honor}


@dataclass(frozen=True, slots=True)
class StageReached(Event):
    """The duel comes to a heading that is only a point in time (F, J) or starts with a question (C, E, G to I, K)."""

    kind = "stage-reached"
    stage: str

    def apply(self, state: State) -> None:
        _top(state).stage = self.stage


@dataclass(frozen=True, slots=True)
class PieceShown(Event):
    """A concealed Personality is turned face up."""

    kind = "piece-shown"
    reveals = True
    piece: int
    key: str
    force: int | None
    chi: int | None
    honor: int | None

    def apply(self, state: State) -> None:
        piece = state.pieces[self.piece]
        piece.key, piece.face_up = self.key, True
        piece.force, piece.chi, piece.honor = self.force, self.chi, self.honor
        state.in_play += 1


@dataclass(frozen=True, slots=True)
class PoolsFormed(Event):
    """B: each puts the top cards of his Fate deck face-down into a focus pool, both at once; focusing areas appear.

    `pools[i]` holds (piece, key) pairs for side i.
    """

    kind = "pools-formed"
    reveals = True
    seats: tuple[Seat, Seat]
    pools: tuple[tuple[tuple[int, str], ...], tuple[tuple[int, str], ...]]

    def apply(self, state: State) -> None:
        duel = _top(state)
        duel.stage = "B"
        for side, pool in zip(duel.sides, self.pools, strict=True):
            for number, key in pool:
                state.decks[side.seat].remove_top(key)
                state.pieces[number] = Piece(number, key, "card", side.seat, side.seat, "pool", False)
                state.next_id = number + 1
                side.pool.append(number)

    def seen_by(self, audience: Audience) -> Event:
        if audience == "judge":
            return self
        a, b = (
            pool if audience == seat else tuple((number, UNKNOWN) for number, _ in pool)
            for seat, pool in zip(self.seats, self.pools, strict=True)
        )
        return replace(self, pools=(a, b))


@dataclass(frozen=True, slots=True)
class FirstOpportunity(Event):
    """C: who has the first opportunity to focus or strike, and why. `lock`: no later effect moves it."""

    kind = "first-opportunity"
    side: int
    why: str
    moved: bool = False
    lock: bool = False

    def apply(self, state: State) -> None:
        duel = _top(state)
        duel.turn = self.side
        duel.first_moved, duel.first_locked = duel.first_moved or self.moved, duel.first_locked or self.lock


@dataclass(frozen=True, slots=True)
class TurnPasses(Event):
    """C: the other player has the next opportunity."""

    kind = "turn-passes"
    side: int

    def apply(self, state: State) -> None:
        _top(state).turn = self.side


@dataclass(frozen=True, slots=True)
class TopSeen(Event):
    """A player looks at the top card of his own Fate deck."""

    kind = "top-seen"
    reveals = True
    seat: Seat
    key: str

    def apply(self, state: State) -> None:
        deck = state.decks[self.seat]
        if not deck.top:
            deck.remove_top(self.key)
            deck.top.insert(0, self.key)

    def seen_by(self, audience: Audience) -> Event:
        return self if audience in (self.seat, "judge") else replace(self, key=UNKNOWN)


@dataclass(frozen=True, slots=True)
class CardFocused(Event):
    """C: a card goes into the own focusing area. `origin` is pool, hand, deck or discard: public; the card is not.

    `counted`: it is a focus (an effect may also put a card there without one).
    """

    kind = "card-focused"
    seat: Seat
    side: int
    origin: str
    piece: int
    key: str
    face_up: bool = False
    counted: bool = True

    @property
    def reveals(self) -> bool:  # type: ignore[override]
        """Face up it shows itself; off the deck its owner learns what it is."""
        return self.face_up or self.origin == "deck"

    def apply(self, state: State) -> None:
        duel = _top(state)
        side = duel.sides[self.side]
        if self.origin == "pool":
            side.pool.remove(self.piece)
            piece = state.pieces[self.piece]
            piece.zone = "focusing"
        else:
            _take(state, self.seat, self.origin, self.key)
            piece = state.pieces[self.piece] = Piece(self.piece, self.key, "card", self.seat, self.seat, "focusing")
            state.next_id = self.piece + 1
        piece.face_up = self.face_up
        if self.face_up:
            piece.key = self.key
        side.area.append(self.piece)
        duel.subject, duel.origin = self.piece, self.origin
        if self.counted:
            side.focuses += 1
            side.from_hand += self.origin == "hand"

    def seen_by(self, audience: Audience) -> Event:
        if audience in (self.seat, "judge") or self.face_up or self.origin == "discard":
            return self
        return replace(self, key=UNKNOWN)


@dataclass(frozen=True, slots=True)
class MustFocus(Event):
    """Opportunities that have to be used for focusing: more of them, or (negative) one fulfilled."""

    kind = "must-focus"
    side: int
    times: int

    def apply(self, state: State) -> None:
        side = _top(state).sides[self.side]
        side.must = max(0, side.must + self.times)


@dataclass(frozen=True, slots=True)
class StrikeBound(Event):
    """A side may not strike (`times` opportunities, -1 for the duel), or has to at its next opportunity."""

    kind = "strike-bound"
    side: int
    times: int = 0
    must: bool = False

    def apply(self, state: State) -> None:
        side = _top(state).sides[self.side]
        side.no_strike = self.times if not self.must else side.no_strike
        side.must_strike = self.must


@dataclass(frozen=True, slots=True)
class InsteadUsed(Event):
    """C: an effect is used instead of focusing (or of striking). `prevented`: it was, and the opportunity is lost."""

    kind = "instead-used"
    side: int
    key: str
    of: str = "focusing"


@dataclass(frozen=True, slots=True)
class Prevented(Event):
    """The effect that was just announced is prevented (True), or that note is cleared (False)."""

    kind = "prevented"
    on: bool

    def apply(self, state: State) -> None:
        _top(state).prevented = self.on


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """C: a player strikes. `why` is empty for a choice, else why he had to."""

    kind = "struck"
    side: int
    why: str = ""

    def apply(self, state: State) -> None:
        _top(state).struck = self.side


@dataclass(frozen=True, slots=True)
class Conceded(Event):
    """A side gives up the duel by an effect."""

    kind = "conceded"
    side: int

    def apply(self, state: State) -> None:
        _top(state).conceded = True


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """D: all focused cards are turned up at once; pairs of piece and key, the challenger's first."""

    kind = "revealed"
    reveals = True
    cards: tuple[tuple[int, str], ...]

    def apply(self, state: State) -> None:
        duel = _top(state)
        duel.stage, duel.revealed = "D", True
        for number, key in self.cards:
            piece = state.pieces[number]
            piece.key, piece.face_up = key, True


@dataclass(frozen=True, slots=True)
class EffectsWait(Event):
    """E: these focused cards have a Focus Effect still to resolve."""

    kind = "effects-wait"
    pieces: tuple[int, ...]

    def apply(self, state: State) -> None:
        _top(state).waiting = list(self.pieces)


@dataclass(frozen=True, slots=True)
class FocusEffect(Event):
    """E: a Focus Effect resolves, or does nothing because it is negated."""

    kind = "focus-effect"
    piece: int
    key: str
    negated: bool = False

    def apply(self, state: State) -> None:
        waiting = _top(state).waiting
        if self.piece in waiting:
            waiting.remove(self.piece)


@dataclass(frozen=True, slots=True)
class EndsAfterEffects(Event):
    """The duel will end without resolution once the other Focus Effects have resolved."""

    kind = "ends-after-effects"
    why: str

    def apply(self, state: State) -> None:
        _top(state).end_after_effects = self.why


@dataclass(frozen=True, slots=True)
class ScoreTotalled(Event):
    """G: duel stat plus focused values. `values` are (piece, value) in the order of focusing."""

    kind = "score-totalled"
    side: int
    stat: str
    base: int
    values: tuple[tuple[int, int], ...]
    total: int

    def apply(self, state: State) -> None:
        _top(state).sides[self.side].score = self.total


@dataclass(frozen=True, slots=True)
class OutcomeForced(Event):
    """An effect gives a side its outcome directly; the later one counts. Empty: forced no more."""

    kind = "outcome-forced"
    side: int
    result: str

    def apply(self, state: State) -> None:
        _top(state).sides[self.side].forced = self.result


@dataclass(frozen=True, slots=True)
class OutcomeDetermined(Event):
    """H: who wins and who loses. `results` by side; `tie`: the scores are equal (or count as such)."""

    kind = "outcome-determined"
    results: tuple[str, str]
    tie: bool
    margin: int
    why: str

    def apply(self, state: State) -> None:
        duel = _top(state)
        duel.tie, duel.margin = self.tie, self.margin


@dataclass(frozen=True, slots=True)
class Won(Event):
    """H: a Personality wins. One occurrence for each winner."""

    kind = "won"
    side: int
    piece: int

    def apply(self, state: State) -> None:
        _top(state).sides[self.side].result = "win"


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """H: a Personality loses. One occurrence for each loser."""

    kind = "lost"
    side: int
    piece: int

    def apply(self, state: State) -> None:
        _top(state).sides[self.side].result = "lose"


@dataclass(frozen=True, slots=True)
class EndsWithoutResolution(Event):
    """The duel ends at once; G, H and I do not happen."""

    kind = "ends-without-resolution"
    why: str

    def apply(self, state: State) -> None:
        duel = _top(state)
        duel.ended, duel.waiting = "without resolution", []


@dataclass(frozen=True, slots=True)
class FocusedDiscarded(Event):
    """K: the cards of both focusing areas are discarded."""

    kind = "focused-discarded"
    reveals = True
    cards: tuple[tuple[int, str], ...]

    def apply(self, state: State) -> None:
        duel = _top(state)
        for number, key in self.cards:
            state.discards[state.pieces[number].owner].append(key)
            _drop(state, number)
        for side in duel.sides:
            side.area.clear()


@dataclass(frozen=True, slots=True)
class FvChangesEnd(Event):
    """K: changes to the focus values of the focused cards end."""

    kind = "fv-changes-end"

    def apply(self, state: State) -> None:
        for piece in state.pieces.values():
            piece.fv_changes.clear()


@dataclass(frozen=True, slots=True)
class PoolsReturned(Event):
    """K: each puts what is left of his pool on the bottom of his deck; `keys[i]` top one first. The order is his secret."""

    kind = "pools-returned"
    seats: tuple[Seat, Seat]
    keys: tuple[tuple[str, ...], tuple[str, ...]]

    def apply(self, state: State) -> None:
        for side, keys in zip(_top(state).sides, self.keys, strict=True):
            for number in side.pool:
                _drop(state, number)
            side.pool.clear()
            state.decks[side.seat].bottom.extend(keys)

    def seen_by(self, audience: Audience) -> Event:
        if audience == "judge":
            return self
        a, b = (
            keys if audience == seat else _hide(keys) for seat, keys in zip(self.seats, self.keys, strict=True)
        )
        return replace(self, keys=(a, b))


@dataclass(frozen=True, slots=True)
class AreasCease(Event):
    """K: pools and focusing areas cease to exist."""

    kind = "areas-cease"


@dataclass(frozen=True, slots=True)
class DuelEnds(Event):
    """L: the duel ends, and with it what lasts until then."""

    kind = "duel-ends"
    number: int

    def apply(self, state: State) -> None:
        for piece in state.pieces.values():
            if piece.zone == "play":
                _forget(piece, self.number)
        state.marks = [m for m in state.marks if m.duel != self.number or m.until not in ("duel", "creator")]
        _top(state).stage = "L"


@dataclass(frozen=True, slots=True)
class DuelOver(Event):
    """Nothing of the duel is left to do: no duel is in progress any more (or the outer one goes on)."""

    kind = "duel-over"

    def apply(self, state: State) -> None:
        number = _top(state).number
        state.marks = [mark for mark in state.marks if mark.duel != number or mark.until not in ("duel", "creator", "over")]
        _close(state, _top(state).ended or "resolved")


@dataclass(frozen=True, slots=True)
class TurnEnds(Event):
    """The turn ends, and what lasts until then."""

    kind = "turn-ends"

    def apply(self, state: State) -> None:
        for piece in state.pieces.values():
            piece.bonuses = [bonus for bonus in piece.bonuses if bonus.until != "turn"]
            piece.keyword_changes = [change for change in piece.keyword_changes if change.until != "turn"]
        state.marks = [mark for mark in state.marks if mark.until != "turn"]


# --- what effects do -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """An ability is used; `note` is what its limit is kept by (empty: it has none). `discarded`: a card from hand."""

    kind = "ability-used"
    seat: Seat
    key: str
    note: str = ""
    discarded: bool = False

    def apply(self, state: State) -> None:
        if self.note:
            state.used.add(self.note)
        if self.discarded:
            _leave_hand(state, self.seat, self.key)
            state.discards[self.seat].append(self.key)


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
    """A bonus or penalty to a stat; the stat reads `after` then."""

    kind = "stat-changed"
    piece: int
    stat: str
    amount: int
    until: str
    scope: str
    duel: int
    after: int

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

    def apply(self, state: State) -> None:
        state.pieces[self.piece].blank = True
        state.in_play += 1


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
        for side in _top(state).sides:
            if self.piece in side.area:
                side.area.remove(self.piece)
            elif self.to == "opponent":
                side.area.append(self.piece)
        if self.to != "opponent":
            _drop(state, self.piece)
            _put(state, self.owner, self.to, self.key)

    def seen_by(self, audience: Audience) -> Event:
        public = self.face_up or self.to in ("discard", "removed")
        if audience in (self.owner, "judge") or public:
            # Back in a hidden place its face is forgotten by everybody's view but its owner's.
            keep = audience in (self.owner, "judge") or self.to in ("discard", "removed", "opponent")
            return self if keep else replace(self, key=UNKNOWN)
        return replace(self, key=UNKNOWN)


@dataclass(frozen=True, slots=True)
class PoolMoved(Event):
    """A card goes from a focus pool into the focusing area of its side, or back, as part of a swap."""

    kind = "pool-moved"
    piece: int
    side: int
    to_area: bool

    def apply(self, state: State) -> None:
        side = _top(state).sides[self.side]
        leaves, enters = (side.pool, side.area) if self.to_area else (side.area, side.pool)
        leaves.remove(self.piece)
        enters.append(self.piece)
        state.pieces[self.piece].zone = "focusing" if self.to_area else "pool"


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
    """A Personality changes sides."""

    kind = "control-taken"
    piece: int
    seat: Seat
    cause: str = field(default="", kw_only=True)

    def apply(self, state: State) -> None:
        for piece in (state.pieces[self.piece], *state.attached_to(self.piece)):
            piece.controller = self.seat
        state.in_play += 1


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
                _put(state, piece.owner, "discard", piece.key)
        state.in_play += 1


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
            _leave_hand(state, self.seat, key)
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
        state.in_play += 1


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
        state.in_play += 1


@dataclass(frozen=True, slots=True)
class Delayed(Event):
    """A consequence is put off to the end of the turn."""

    kind = "delayed"
    effect: Effect
    seat: Seat
    piece: int | None
    duel: int

    def apply(self, state: State) -> None:
        state.delayed.append(Mark(self.effect, self.seat, self.source, self.piece, "turn", self.duel))


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


# --- helpers ---------------------------------------------------------------------------------------------


def _leave_hand(state: State, seat: Seat, key: str) -> None:
    hand = state.hands[seat]
    hand.remove(key if key in hand else UNKNOWN)


def _take(state: State, seat: Seat, origin: str, key: str) -> None:
    if origin == "hand":
        _leave_hand(state, seat, key)
    elif origin == "deck":
        state.decks[seat].remove_top(key)
    else:
        state.discards[seat].remove(key)


def _put(state: State, owner: Seat, to: str, key: str) -> None:
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


def _drop(state: State, number: int) -> None:
    del state.pieces[number]
    for duel in state.duels:
        if number in duel.waiting:
            duel.waiting.remove(number)


def _forget(piece: Piece, duel: int) -> None:
    piece.bonuses = [b for b in piece.bonuses if b.until != "duel" or b.duel != duel]
    piece.keyword_changes = [c for c in piece.keyword_changes if c.until != "duel" or c.duel != duel]
    piece.blank = False


def _close(state: State, how: str) -> None:
    duel = state.duels.pop()
    duel.ended, duel.stage = how, "over"
    state.past.append(duel)
    state.in_play += 1
