"""The card game as a `Game`: how a duel is set out, played from the action to the end of the turn, and seen."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..engine import Audience, Json, Request, Seat
from . import (
    catalogue,
    challenge,
    costs,
    drawing,
    effects_focusing,
    effects_outcome,
    effects_people,
    effects_values,
    setup,
)
from .court import Broken, Court, Library, Plan, Resolver, Trigger
from .events import TurnEnds
from .events_challenge import ActionTaken, ChallengeFails
from .events_effects import ControlTaken, DelayedComes
from .judge import TableJudge
from .measures import Cause, holds_all
from .pieces import STATS, UNKNOWN, Deck, Piece
from .setup import InPlay, Laid, Player, Setup
from .state import State
from .timing import announce, occasion, resolve, settle

EDITION = 1
"""Rises whenever the sequence of questions changes."""

EFFECTS: dict[str, Resolver] = {
    "challenge": challenge.challenge,
    "refuse": challenge.refuse,
    "negate-challenge": challenge.negate,
    "substitute": effects_people.substitute,
    "duel-stat": effects_values.set_mark,
    "keyword": effects_values.keyword,
    "blank": effects_values.blank,
    "first-opportunity": effects_focusing.first_opportunity,
    "focus-source": effects_values.set_mark,
    "focus-limit": effects_values.set_mark,
    "must-focus": effects_focusing.must_focus,
    "forbid-fv": effects_focusing.forbid_fv,
    "face-up": effects_values.set_mark,
    "strike": effects_focusing.strike,
    "focused-cards": effects_focusing.focused_cards,
    "after-strike": effects_focusing.after_strike,
    "on-reveal": effects_values.set_mark,
    "fv": effects_values.fv,
    "fe-negate": effects_values.set_mark,
    "end-duel": effects_outcome.end_duel,
    "score": effects_values.set_mark,
    "outcome": effects_outcome.outcome,
    "consequence": effects_outcome.set_over,
    "consequence-alter": effects_outcome.set_over,
    "cleanup": effects_outcome.set_over,
    "prevent": effects_focusing.prevent,
    **{do: effects_people.verb(do) for do in (*effects_people.ON_PIECE, *effects_people.ON_SEAT)},
}
"""What each `do` of a card file does."""

JUDGE = TableJudge()


@dataclass(frozen=True, slots=True)
class Result:
    """How it all ended: each duel as (number, how, results, scores), in order."""

    duels: tuple[tuple[int, str, tuple[str, str], tuple[int | None, int | None]], ...]

    def winner(self) -> Seat | None:
        """The side (0 or 1) that alone won the first duel, if one did."""
        if self.duels and self.duels[0][2].count("win") == 1:
            return self.duels[0][2].index("win")
        return None


class CardGame:
    """The duel of the collectible card game (see `engine.Game`)."""

    name = "cards"
    edition = EDITION

    def referee(self, setup: Setup) -> Court:
        """A referee with everything laid out."""
        plan = Plan(tuple(player.draw for player in setup.players), setup.performer, setup.action)
        return Court(_state(setup, "judge"), _library(setup), setup.rules, setup.windows, plan, EFFECTS, JUDGE)

    def play(self, referee: Court) -> Coroutine[Request[Any], Any, Result]:
        """From the action to the end of the turn."""
        return _turn(referee)

    def seen(self, setup: Setup, audience: Audience) -> State:
        """What `audience` sees before anything happens."""
        return _state(setup, audience)

    def load_setup(self, data: Json) -> Setup:
        """A setup from JSON. Raises `BadInput`."""
        return setup.load_setup(data)

    def plain_setup(self, made: Setup) -> Json:
        """A setup as JSON."""
        return setup.plain_setup(made)


GAME = CardGame()


# --- the turn --------------------------------------------------------------------------------------------


async def _turn(court: Court) -> Result:
    """Hands are drawn, the action is taken, its duels are fought, the turn ends."""
    plan = court.plan
    for seat, count in enumerate(plan.draws):
        if count:
            await drawing.draw(court, seat, count, "rulebook", "cards.B.hand")
    await _act(court, plan.performer, plan.action)
    await _end_turn(court)
    past = court.state.past
    return Result(
        tuple(
            (
                duel.number,
                duel.ended,
                (duel.sides[0].result, duel.sides[1].result),
                (duel.sides[0].score, duel.sides[1].score),
            )
            for duel in past
        )
    )


async def _act(court: Court, seat: Seat, key: str) -> None:
    """The performer takes the action: a Personality's or an attachment's own, or a card from hand."""
    index, ability = next((n, a) for n, a in enumerate(court.library[key].abilities) if a.kind == "action")
    here = next(
        (p for p in court.state.pieces.values() if p.key == key and p.controller == seat and p.zone == "play"), None
    )
    from_hand = here is None and key in court.state.hands[seat]
    trigger = Trigger(seat, key, "play", here.id if here else -1, index, ability)
    cause = Cause(seat, key, here.id if here else None)
    used = key if from_hand else ""
    if not holds_all(court, cause, ability.conditions) or not costs.all_payable(court, cause, ability.cost, used):
        court.happen(ChallengeFails("the action cannot be taken", source=key, clause="cards.can.challenge"))
        return
    court.happen(ActionTaken(seat, key, from_hand, source=key, clause="cards.source"))
    await announce(court, trigger, cause)
    with suppress(Broken):
        await resolve(court, cause, ability.effects)


async def _end_turn(court: Court) -> None:
    """What was put off comes; what lasts until the end of the turn ends."""
    await occasion(court, "before", "turn-end")
    waiting = list(court.state.delayed)
    if waiting:
        court.happen(DelayedComes(clause="cards.can.consequence-alter"))
    for mark in waiting:
        await effects_people.delayed(court, mark)
    for piece in list(court.state.pieces.values()):
        if piece.lent_by is not None and piece.zone == "play":
            court.happen(ControlTaken(piece.id, piece.lent_by, clause="cards.L.end"))
    court.happen(TurnEnds(clause="cards.L.end"))
    await settle(court)


# --- laying out ------------------------------------------------------------------------------------------

NO_STATS: list[int | None] = [None, None, None]


def _library(made: Setup) -> Library:
    if made.index is None:
        shipped = made.library is catalogue.shipped()
        object.__setattr__(made, "index", _shipped() if shipped else Library.of(made.library))
    return made.index  # type: ignore[return-value]


@cache
def _shipped() -> Library:
    """The library of all duels without cards of their own."""
    return Library.of(catalogue.shipped())


def _state(made: Setup, audience: Audience) -> State:
    players = made.players
    active = made.active if made.active is not None else made.performer
    rows = _laid(made, audience)
    return State(
        active=active,
        names=[player.name for player in players],
        decks=[_deck(player, audience in (seat, "judge")) for seat, player in enumerate(players)],
        hands=[_hand(player, audience in (seat, "judge")) for seat, player in enumerate(players)],
        discards=[list(player.discard) for player in players],
        removed=[[] for _ in players],
        honor=[player.honor for player in players],
        gold=[player.gold for player in players],
        pieces={row[0]: Piece(*row) for row in rows},
        next_id=len(rows),
        turn_named=made.active is not None,
    )


def _deck(player: Player, known: bool) -> Deck:
    rest = dict(player.deck)
    return Deck([], rest if known else {UNKNOWN: sum(rest.values())} if rest else {}, [])


def _hand(player: Player, known: bool) -> list[str]:
    return list(player.hand) if known else [UNKNOWN] * len(player.hand)


def _laid(made: Setup, audience: Audience) -> Laid:
    """What lies in play, as an audience sees it."""
    if audience not in made.laid:
        rows: list[tuple[Any, ...]] = []
        for seat, player in enumerate(made.players):
            for one in player.personalities:
                rows += _lay(made, seat, one, audience in (seat, "judge"), len(rows))
        made.laid[audience] = setup.shared(tuple(rows))
    return made.laid[audience]


def _lay(made: Setup, seat: Seat, one: InPlay, known: bool, number: int) -> list[tuple[Any, ...]]:
    """A Personality and what is attached; who may not see the faces gets no numbers either."""
    shown, card = known or not one.concealed, made.library[one.card]
    stats = [getattr(card, stat) if (own := getattr(one, stat)) is None else own for stat in STATS]
    place = (seat, seat, "play", not one.concealed)
    rows: list[tuple[Any, ...]] = [
        (number, one.card if shown else UNKNOWN, card.type, *place, None, *(stats if shown else NO_STATS), one.bowed,
         one.dishonorable)
    ]  # fmt: skip
    for n, item in enumerate([made.library[key] for key in one.attached], number + 1):
        stats = [item.force, item.chi, None] if shown else NO_STATS
        rows.append((n, item.key if shown else UNKNOWN, item.type, *place, number, *stats))
    return rows
