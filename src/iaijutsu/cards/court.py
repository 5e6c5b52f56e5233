"""The referee of a card duel: the state, the library of cards, the ruleset, and quick look-ups into them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from ..engine import BadInput, Option, Referee, Ruling, Seat, Sentence
from .pieces import Ability, Card, Effect, Occasion, Piece
from .rulesets import Ruleset
from .state import Duel, Mark, State

Rows: TypeAlias = Mapping[tuple[str, Occasion | None], Mapping[str, tuple[tuple[int, Ability], ...]]]
"""Abilities by kind and occasion, then by card, each with its index there."""

Resolver: TypeAlias = Callable[["Court", Any, Effect], Awaitable[None]]
"""What an effect does: `await resolver(court, cause, effect)`."""


class Broken(Exception):
    """A challenge or duel ends at once, without resolution. It unwinds to the duel called `number`."""

    def __init__(self, number: int, why: str, clause: str, source: str) -> None:
        super().__init__(why)
        self.number, self.why, self.clause, self.source = number, why, clause, source


class Trigger(NamedTuple):
    """An ability that may be used: whose it is, and where it stands (a piece, or a slot of a hand)."""

    seat: Seat
    key: str
    place: str
    slot: int
    row: int
    ability: Ability


Lie: TypeAlias = tuple[tuple[tuple[int, Seat], ...] | None, tuple[tuple[int, str, str, Seat, int | None, bool], ...]]
"""How the cards in play lie: the duellists of the duel in progress with their seats (None: there is no duel), then each
card's piece, key, type, controller, host, and whether its traits are negated."""
TABLES = 2_000
"""Tables kept at most."""


@dataclass(frozen=True, slots=True)
class Table:
    """What the cards in play say. It hangs on how they lie alone, and serves every duel in which they lie so."""

    statics: dict[str, list[Mark]] = field(default_factory=dict)
    """Continuous effects by kind."""
    triggers: dict[tuple[str, Occasion | None], list[Trigger]] = field(default_factory=dict)
    """Traits, reactions and other abilities by kind and occasion."""
    people: list[int] = field(default_factory=list)
    """The Personalities."""
    items: dict[int, list[int]] = field(default_factory=dict)
    """The Items that a Personality carries."""
    weaker: set[int] = field(default_factory=set)
    """Personalities whom an Item takes Chi from."""
    minded: dict[Occasion, tuple[bool, bool]] = field(default_factory=dict)
    """Whether traits, and whether reactions, could mind an occasion; filled as they come."""


@dataclass(frozen=True)
class Library:
    """The cards of a duel, with what has to be looked up often. What is here is public: it says what cards exist."""

    cards: Mapping[str, Card]
    from_hand: Rows
    """Abilities that are used from hand."""
    from_focused: Rows
    """Abilities that are used by a card which lies focused."""
    from_discard: Rows
    """Abilities that are used by a card in a discard pile."""
    lying: frozenset[tuple[str, Occasion | None]]
    """Kinds and occasions of all abilities that are used by a card which lies focused or in a discard pile."""
    elsewhere: frozenset[tuple[str, Occasion | None]]
    """Kinds and occasions of all abilities that are used from anywhere but play."""
    focused_statics: frozenset[str]
    """Kinds of continuous effects that some card has while it lies focused."""
    face_up: Mapping[str, Ability]
    """By card: the ability by which it may be focused face up."""
    focus_themselves: Mapping[str, tuple[Ability, ...]]
    """By card: abilities by which it may be focused from a discard pile."""
    focus_effects: Mapping[str, Ability]
    """By card: its Focus Effect."""
    altering: frozenset[tuple[str, Occasion | None]]
    """Kinds and occasions of abilities that change who won or lost."""
    tables: dict[Lie, Table] = field(default_factory=dict, compare=False, repr=False)
    """What cards in play say as they lie, looked through so far."""

    @property
    def hand_insteads(self) -> bool:
        """Whether some card can be used from hand instead of focusing."""
        return ("instead", None) in self.from_hand or ("instead-of-striking", None) in self.from_hand

    @classmethod
    def of(cls, cards: Mapping[str, Card]) -> Library:
        """Look through all cards once."""
        rows = [(key, n, ability) for key, card in cards.items() for n, ability in enumerate(card.abilities)]
        focused = [ability for _, _, ability in rows if ability.place == "focused"]
        hand, area, pile = (_rows_from(rows, place) for place in ("hand", "focused", "discard"))
        return cls(
            cards,
            hand,
            area,
            pile,
            frozenset({*area, *pile}),
            frozenset({*area, *pile, *(here for here in hand if here[0] == "reaction")}),
            frozenset(e["do"] for ability in focused if ability.kind == "static" for e in ability.effects),
            _first_of(rows, "face-up"),
            {key: card.abilities for key, card in cards.items() if _focuses_itself(card)},
            _first_of(rows, "focus-effect"),
            frozenset((ability.kind, ability.on) for _, _, ability in rows if ability.alters),
        )

    def table(self, lie: Lie) -> Table:
        """What the cards in play say as they lie now."""
        if (found := self.tables.get(lie)) is None:
            if len(self.tables) >= TABLES:
                self.tables.clear()
            found = self.tables[lie] = _table(self.cards, lie)
        return found


Row: TypeAlias = tuple[str, int, Ability]


def _first_of(rows: list[Row], kind: str) -> dict[str, Ability]:
    return {key: ability for key, _, ability in reversed(rows) if ability.kind == kind}


def _rows_from(
    rows: list[Row], place: str
) -> dict[tuple[str, Occasion | None], dict[str, tuple[tuple[int, Ability], ...]]]:
    found: dict[tuple[str, Occasion | None], dict[str, tuple[tuple[int, Ability], ...]]] = {}
    for key, index, ability in rows:
        if ability.place == place:
            here = found.setdefault((ability.kind, ability.on), {})
            here[key] = (*here.get(key, ()), (index, ability))
    return found


def _focuses_itself(card: Card) -> bool:
    return any(
        effect["do"] == "focus-source" and effect["from"] == "this"
        for ability in card.abilities
        if ability.kind == "static" and ability.place == "discard"
        for effect in ability.effects
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """What the turn begins with: cards drawn by each seat, who takes the action, and the action's key."""

    draws: tuple[int, ...]
    performer: Seat
    action: str


class Court(Referee[State]):
    """Adjudicates card duels. `effects` maps an effect's name to what it does, `acts` a judge's act to how."""

    __slots__ = (
        "_seen",
        "_table",
        "acts",
        "effects",
        "index",
        "library",
        "plan",
        "resolving",
        "rules",
        "settled",
        "windows",
    )

    def __init__(
        self,
        state: State,
        library: Library,
        rules: Ruleset,
        windows: str,
        plan: Plan,
        effects: Mapping[str, Resolver],
        acts: Judge,
    ) -> None:
        super().__init__(state)
        self.index, self.library, self.rules = library, library.cards, rules
        self.windows, self.plan, self.effects, self.acts = windows, plan, effects, acts
        self.resolving: list[tuple[str, int, int]] = []
        self.settled = 0
        self._look()

    @property
    def duel(self) -> Duel:
        """The challenge or duel in progress."""
        return self.state.duels[-1]

    def order(self) -> list[Seat]:
        """All seats, the active player's first."""
        count = len(self.state.names)
        return [(self.state.active + n) % count for n in range(count)]

    @property
    def table(self) -> Table:
        """What the cards in play say."""
        if self._seen != self.state.changes:
            self._look()
        return self._table

    def lasts(self, do: str) -> bool:
        """Whether there may be a lasting effect of kind `do` now: a quick no saves looking closely."""
        if do in self.table.statics or do in self.index.focused_statics:
            return True
        return do in [mark.effect["do"] for mark in self.state.marks]

    def minded(self, on: Occasion) -> tuple[bool, bool]:
        """Whether traits, and whether reactions, could mind this occasion: a quick no saves looking closely."""
        if self._seen != self.state.changes:
            self._look()
        table = self._table
        if (found := table.minded.get(on)) is None:
            trait, reaction = (
                here in table.triggers or here in self.index.elsewhere for here in (("trait", on), ("reaction", on))
            )
            found = table.minded[on] = trait, reaction
        return found

    def people(self) -> list[Piece]:
        """The Personalities in play."""
        pieces = self.state.pieces
        return [pieces[number] for number in self.table.people]

    def statics(self, do: str) -> Sequence[Mark]:
        """The continuous effects of kind `do` on cards in play."""
        return self.table.statics.get(do, ())

    def triggers(self, kind: str, on: Occasion | None = None) -> Sequence[Trigger]:
        """Abilities of a kind (trait, reaction, instead, ...) on unblanked cards in play that mind this occasion."""
        return self.table.triggers.get((kind, on), ())

    def _look(self) -> None:
        """See what lies in play."""
        self._seen = self.state.changes
        self._table = self.index.table(_lie(self.state))

    async def carry_out(self, ruling: Ruling) -> None:
        """Do what the judge said."""
        await self.acts.carry_out(self, ruling)

    def why_not_act(self, act: Option) -> str | None:
        """None when a judge may do that now."""
        return self.acts.why_not(self, act)

    def load_act(self, data: Any) -> Option:
        """A judge's act from its JSON form."""
        loaded = self.acts.load(data)
        if loaded is None:
            raise BadInput(Sentence("a judge's act"), Sentence("{data!r:.80} is none", data=data))
        return loaded


class Judge:
    """What a judge may do; the game fills it in (`acts`)."""

    async def carry_out(self, court: Court, ruling: Ruling) -> None:
        """Do it."""
        raise NotImplementedError

    def why_not(self, court: Court, act: Option) -> str | None:
        """None when it may be done now, else the reason."""
        raise NotImplementedError

    def load(self, data: Any) -> Option | None:
        """The act with that JSON form."""
        raise NotImplementedError


def _lie(state: State) -> Lie:
    """How the cards in play lie."""
    sides = tuple([(side.duellist, side.seat) for side in state.duels[-1].sides]) if state.duels else None
    pieces = [
        (piece.id, piece.key, piece.type, piece.controller, piece.host, piece.blank is not None)
        for piece in state.pieces.values()
        if piece.zone == "play"
    ]
    return sides, tuple(pieces)


def _table(cards: Mapping[str, Card], lie: Lie) -> Table:
    """Look through the cards in play once."""
    table, duelling = Table(), lie[0] is not None
    seats = dict(lie[0] or ())
    for number, key, kind, controller, host, blank in lie[1]:
        if not blank and (card := cards.get(key)):
            _look_at(table, card, number, controller, seats.get(number if host is None else host), duelling=duelling)
        if kind == "personality":
            table.people.append(number)
        elif host is not None and kind == "item":
            table.items.setdefault(host, []).append(number)
            if key in cards and (cards[key].chi or 0) < 0:
                table.weaker.add(host)
    return table


def _look_at(table: Table, card: Card, piece: int, controller: Seat, side: Seat | None, *, duelling: bool) -> None:
    """Note its abilities. `side`: the seat for which it, or what it is attached to, stands in the duel in progress.

    What lies beside a duel has no part in it, unless it says so. A duellist's abilities are his side's, whoever
    controls him by now (cards.challenge.accept).
    """
    seat = controller if side is None else side
    for index, ability in enumerate(card.abilities):
        if ability.place != "play":
            continue
        if ability.kind == "static":
            for effect in ability.effects if side is not None or ability.bystander else ():
                mark = Mark(_with(effect, ability), seat, card.key, piece, "in-play", -1)
                table.statics.setdefault(effect["do"], []).append(mark)
        elif side is not None or ability.bystander or not duelling:
            trigger = Trigger(seat, card.key, "play", piece, index, ability)
            table.triggers.setdefault((ability.kind, ability.on), []).append(trigger)


def _with(effect: Effect, ability: Ability) -> Effect:
    """A continuous effect with the conditions of its ability."""
    if not ability.conditions:
        return effect
    return {**effect, "if": (*effect.get("if", ()), *ability.conditions)}
