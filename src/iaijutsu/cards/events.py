"""What happens along the headings of a duel. Each event names its clause and changes the state.

Hidden faces: an event that moves a card others may not see is shown to them with `UNKNOWN` in place of its key.
"""

from __future__ import annotations

from dataclasses import replace

from ..engine import Audience, Event, Seat
from ..engine.quick import dataclass
from .moving import close, drop, end_lasting, end_turn, hide, take, top
from .pieces import UNKNOWN, Piece
from .state import State


@dataclass(frozen=True, slots=True)
class DuelBegins(Event):
    """A: both enter the duel and face each other. `entered` holds the stats of each as he enters."""

    kind = "duel-begins"
    entered: tuple[tuple[int, int, int], tuple[int, int, int]]

    def apply(self, state: State) -> None:
        duel = top(state)
        duel.stage = "A"
        for side, (force, chi, honor) in zip(duel.sides, self.entered, strict=True):
            side.entered = {"force": force, "chi": chi, "honor": honor}


@dataclass(frozen=True, slots=True)
class StageReached(Event):
    """The duel comes to a heading that is only a point in time (F, J) or starts with a question (C, E, G to I, K)."""

    kind = "stage-reached"
    stage: str

    def apply(self, state: State) -> None:
        top(state).stage = self.stage


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
        state.changes += 1


@dataclass(frozen=True, slots=True)
class AreasMade(Event):
    """B: each gets a focusing area, and it is empty."""

    kind = "areas-made"

    def apply(self, state: State) -> None:
        top(state).stage = "B"


@dataclass(frozen=True, slots=True)
class PoolsFormed(Event):
    """B: each puts the top cards of his Fate deck face-down into a focus pool, both at once.

    `pools[i]` holds (piece, key) pairs for side i.
    """

    kind = "pools-formed"
    reveals = True
    seats: tuple[Seat, Seat]
    pools: tuple[tuple[tuple[int, str], ...], tuple[tuple[int, str], ...]]

    def apply(self, state: State) -> None:
        duel = top(state)
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
    """C: who has the first opportunity to focus or strike, and why.

    `moved`: an effect says so, and a later one may say else, unless this one locks it; `settled`: it is final.
    """

    kind = "first-opportunity"
    side: int
    why: str
    moved: bool = False
    lock: bool = False
    settled: bool = False

    def apply(self, state: State) -> None:
        duel = top(state)
        duel.turn = self.side
        duel.first_moved = duel.first_moved or self.moved
        duel.first_settled = duel.first_settled or self.lock or self.settled


@dataclass(frozen=True, slots=True)
class TurnPasses(Event):
    """C: the other player has the next opportunity."""

    kind = "turn-passes"
    side: int

    def apply(self, state: State) -> None:
        top(state).turn = self.side


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
        duel = top(state)
        side = duel.sides[self.side]
        if self.origin == "pool":
            side.pool.remove(self.piece)
            piece = state.pieces[self.piece]
            piece.zone = "focusing"
        else:
            take(state, self.seat, self.origin, self.key)
            piece = state.pieces[self.piece] = Piece(self.piece, self.key, "card", self.seat, self.seat, "focusing")
            state.next_id = self.piece + 1
        piece.face_up = self.face_up
        if self.face_up:
            piece.key = self.key
        side.area.append(self.piece)
        if self.piece in duel.done:
            duel.done.remove(self.piece)
        duel.subject, duel.origin = self.piece, self.origin
        if self.counted:
            side.focuses += 1
            side.origins[self.origin] = side.origins.get(self.origin, 0) + 1

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
        side = top(state).sides[self.side]
        side.must = max(0, side.must + self.times)


@dataclass(frozen=True, slots=True)
class StrikeBound(Event):
    """A side may not strike (`times` opportunities, -1 for the duel), or has to at its next opportunity."""

    kind = "strike-bound"
    side: int
    times: int = 0
    must: bool = False

    def apply(self, state: State) -> None:
        side = top(state).sides[self.side]
        side.no_strike = self.times if not self.must else side.no_strike
        side.must_strike = self.must


@dataclass(frozen=True, slots=True)
class InsteadUsed(Event):
    """C: an effect is used instead of focusing (or of striking). It spends the opportunity even if it is prevented."""

    kind = "instead-used"
    side: int
    key: str
    of: str = "focusing"

    def apply(self, state: State) -> None:
        top(state).sides[self.side].insteads += self.of == "focusing"


@dataclass(frozen=True, slots=True)
class Prevented(Event):
    """The effect that was just announced is prevented (True), or that note is cleared (False)."""

    kind = "prevented"
    on: bool

    def apply(self, state: State) -> None:
        top(state).prevented = self.on


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """C: a player strikes. `why` is empty for a choice, else why he had to."""

    kind = "struck"
    side: int
    why: str = ""

    def apply(self, state: State) -> None:
        top(state).struck = self.side


@dataclass(frozen=True, slots=True)
class Conceded(Event):
    """A side gives up the duel by an effect."""

    kind = "conceded"
    side: int


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """D: all focused cards are turned up at once; pairs of piece and key, the challenger's first."""

    kind = "revealed"
    reveals = True
    cards: tuple[tuple[int, str], ...]

    def apply(self, state: State) -> None:
        duel = top(state)
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
        top(state).waiting = list(self.pieces)


@dataclass(frozen=True, slots=True)
class FocusEffect(Event):
    """E: a Focus Effect resolves, or does nothing because it is negated."""

    kind = "focus-effect"
    piece: int
    key: str
    negated: bool = False

    def apply(self, state: State) -> None:
        duel = top(state)
        duel.done.append(self.piece)
        if self.piece in duel.waiting:
            duel.waiting.remove(self.piece)


@dataclass(frozen=True, slots=True)
class EndsAfterEffects(Event):
    """The duel will end without resolution once the other Focus Effects have resolved."""

    kind = "ends-after-effects"
    why: str
    by: str

    def apply(self, state: State) -> None:
        duel = top(state)
        duel.end_after_effects, duel.ends_by = self.why, self.by


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
        top(state).sides[self.side].score = self.total


@dataclass(frozen=True, slots=True)
class OutcomeForced(Event):
    """An effect gives a side its outcome directly; the later one counts. `final`: a judge does, against everything."""

    kind = "outcome-forced"
    side: int
    result: str
    final: bool = False

    def apply(self, state: State) -> None:
        side = top(state).sides[self.side]
        side.forced, side.decided = self.result, self.final


@dataclass(frozen=True, slots=True)
class OutcomeDetermined(Event):
    """H: who wins and who loses; in I, what has become of it. `results` by side; `tie`: the scores count as equal."""

    kind = "outcome-determined"
    results: tuple[str, str]
    tie: bool
    margin: int
    why: str

    def apply(self, state: State) -> None:
        duel = top(state)
        duel.tie, duel.margin = self.tie, self.margin
        if duel.stage == "G":
            duel.stage = "H"
        for side, result in zip(duel.sides, self.results, strict=True):
            side.result = result


@dataclass(frozen=True, slots=True)
class Won(Event):
    """H: a Personality wins. One occurrence for each winner."""

    kind = "won"
    side: int
    piece: int


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """H: a Personality loses. One occurrence for each loser."""

    kind = "lost"
    side: int
    piece: int


@dataclass(frozen=True, slots=True)
class EndsWithoutResolution(Event):
    """The duel ends at once; G, H and I do not happen."""

    kind = "ends-without-resolution"
    why: str

    def apply(self, state: State) -> None:
        duel = top(state)
        duel.ended, duel.waiting = "without resolution", []


@dataclass(frozen=True, slots=True)
class FocusedDiscarded(Event):
    """K: the cards of both focusing areas are discarded."""

    kind = "focused-discarded"
    reveals = True
    cards: tuple[tuple[int, str], ...]

    def apply(self, state: State) -> None:
        duel = top(state)
        for number, key in self.cards:
            state.discards[state.pieces[number].owner].append(key)
            drop(state, number)
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
    """K: each puts what is left of his pool under his deck; `keys[i]` the upper card first. The order is his secret."""

    kind = "pools-returned"
    seats: tuple[Seat, Seat]
    keys: tuple[tuple[str, ...], tuple[str, ...]]

    def apply(self, state: State) -> None:
        for side, keys in zip(top(state).sides, self.keys, strict=True):
            for number in side.pool:
                drop(state, number)
            side.pool.clear()
            state.decks[side.seat].bottom.extend(keys)

    def seen_by(self, audience: Audience) -> Event:
        if audience == "judge":
            return self
        a, b = (keys if audience == seat else hide(keys) for seat, keys in zip(self.seats, self.keys, strict=True))
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
        end_lasting(state, self.number, "duel", "creator")
        top(state).stage = "L"


@dataclass(frozen=True, slots=True)
class DuelOver(Event):
    """Nothing of the duel is left to do: no duel is in progress any more (or the outer one goes on)."""

    kind = "duel-over"

    def apply(self, state: State) -> None:
        end_lasting(state, top(state).number, "duel", "creator", "over")
        close(state, top(state).ended or "resolved")


@dataclass(frozen=True, slots=True)
class TurnEnds(Event):
    """The turn ends, and what lasts until then."""

    kind = "turn-ends"

    def apply(self, state: State) -> None:
        end_turn(state)
