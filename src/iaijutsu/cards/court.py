"""The referee of a card duel: the state, the library of cards, the ruleset, and quick look-ups into them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..engine import BadInput, Option, Referee, Ruling, Seat
from .pieces import Ability, Card, Effect, Occasion, Piece
from .rulesets import Ruleset
from .state import Duel, Mark, State

Resolver: TypeAlias = Callable[["Court", Any, Effect], Awaitable[None]]
"""What an effect does: `await resolver(court, cause, effect)`."""


class Broken(Exception):
    """A challenge or duel ends at once, without resolution. It unwinds to the duel called `number`."""

    def __init__(self, number: int, why: str, clause: str, source: str) -> None:
        super().__init__(why)
        self.number, self.why, self.clause, self.source = number, why, clause, source


@dataclass(frozen=True, slots=True)
class Trigger:
    """An ability that may be used: whose it is, and where it stands (a piece, or a slot of a hand)."""

    seat: Seat
    key: str
    place: str
    slot: int
    index: int
    ability: Ability


@dataclass(frozen=True)
class Library:
    """The cards of a duel, with what has to be looked up often. What is here is public: it says what cards exist."""

    cards: Mapping[str, Card]
    occasions: frozenset[Occasion]
    """Occasions that some card minds."""
    hand_occasions: frozenset[Occasion]
    """Occasions at which some card may be played from hand."""
    hand_insteads: bool
    """Whether some card can be used from hand instead of focusing."""
    focused_statics: frozenset[str]
    """Kinds of continuous effects that some card has while it lies focused."""
    focused_occasions: frozenset[Occasion]
    """Occasions that some focused card minds."""
    discard_occasions: frozenset[Occasion]
    """Occasions that some card in a discard pile minds."""

    @classmethod
    def of(cls, cards: Mapping[str, Card]) -> Library:
        """Look through all cards once."""
        rows = [ability for card in cards.values() for ability in card.abilities]
        timed = [ability for ability in rows if ability.on is not None]
        return cls(
            cards,
            frozenset(ability.on for ability in timed if ability.on),
            frozenset(ability.on for ability in timed if ability.on and ability.place == "hand"),
            any(ability.kind.startswith("instead") and ability.place == "hand" for ability in rows),
            frozenset(e["do"] for a in rows if a.kind == "static" and a.place == "focused" for e in a.effects),
            frozenset(ability.on for ability in timed if ability.on and ability.place == "focused"),
            frozenset(ability.on for ability in timed if ability.on and ability.place == "discard"),
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What the turn begins with: cards drawn by each seat, who takes the action, and the action's key."""

    draws: tuple[int, ...]
    performer: Seat
    action: str


class Court(Referee[State]):
    """Adjudicates card duels. `effects` maps an effect's name to what it does, `acts` a judge's act to how."""

    __slots__ = ("_seen", "_statics", "_triggers", "acts", "effects", "index", "library", "plan", "resolving", "rules", "windows")

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
        self._seen = -1
        self._statics: dict[str, list[Mark]] = {}
        self._triggers: dict[tuple[str, Occasion | None], list[Trigger]] = {}

    @property
    def duel(self) -> Duel:
        """The challenge or duel in progress."""
        return self.state.duels[-1]

    def order(self) -> list[Seat]:
        """All seats, the active player's first."""
        count = len(self.state.names)
        return [(self.state.active + n) % count for n in range(count)]

    def statics(self, do: str) -> list[Mark]:
        """The continuous effects of kind `do` on cards in play."""
        self._refresh()
        return self._statics.get(do, [])

    def triggers(self, kind: str, on: Occasion | None = None) -> list[Trigger]:
        """Abilities of a kind (trait, reaction, instead, ...) on unblanked cards in play that mind this occasion."""
        self._refresh()
        return self._triggers.get((kind, on), [])

    def _refresh(self) -> None:
        if self._seen == self.state.in_play:
            return
        self._seen = self.state.in_play
        self._statics, self._triggers = {}, {}
        for piece in self.state.pieces.values():
            if piece.zone == "play" and not piece.blank and (card := self.library.get(piece.key)):
                self._look_at(piece, card)

    def _look_at(self, piece: Piece, card: Card) -> None:
        for index, ability in enumerate(card.abilities):
            if ability.place not in ("play", "hand") or (ability.place == "hand" and ability.kind != "face-up"):
                continue
            if ability.kind == "static":
                for effect in ability.effects:
                    mark = Mark(_with(effect, ability), piece.controller, card.key, piece.id, "in-play", -1)
                    self._statics.setdefault(effect["do"], []).append(mark)
            else:
                trigger = Trigger(piece.controller, card.key, "play", piece.id, index, ability)
                self._triggers.setdefault((ability.kind, ability.on), []).append(trigger)

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
            raise BadInput("a judge's act", f"{data!r:.80} is none")
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


def _with(effect: Effect, ability: Ability) -> Effect:
    """A continuous effect with the conditions of its ability."""
    if not ability.conditions:
        return effect
    return {**effect, "if": (*effect.get("if", ()), *ability.conditions)}
