"""What else on the table bears on a duel: things done instead of focusing, traits, reactions, cards of the hand.

Of these a focus game expresses changes to a stat that hang on nothing but how often each side focused; the rest is
named, with whose choice it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..cards.court import Court, Trigger
from ..cards.measures import duel_stat, lasting_for
from ..cards.pieces import Ability, Card, Effect, Occasion
from ..engine import Sentence
from .focus_game import Instead, Left, Tally

AHEAD: tuple[Occasion, ...] = (
    ("before", "opportunity"), ("after", "focus"), ("when", "instead"), ("after", "strike"), ("before", "reveal"),
    ("when", "reveal"), ("after", "reveal"), ("before", "focus-effects"), ("after", "focus-effect"),
    ("after", "focus-effects"), ("before", "resolution"), ("when", "resolution"), ("after", "resolution"),
    ("before", "scores"), ("after", "scores"), ("before", "outcome"), ("after", "outcome"),
    ("before", "consequences"), ("when", "win"), ("when", "loss"), ("after", "win"), ("after", "loss"),
)  # fmt: skip
"""Occasions that are still to come in the focusing round and after it."""
ONCE_DECIDED = ("outcome", "consequences", "win", "loss")
"""Occasions at which only what changes the outcome bears on it."""
BEARS = frozenset({
    "stat", "fv", "duel-stat", "focused-cards", "after-strike", "strike", "must-focus", "forbid-fv", "focus-source",
    "focus-limit", "face-up", "on-reveal", "fe-negate", "end-duel", "score", "outcome", "blank", "substitute",
    "prevent", "destroy", "first-opportunity",
})  # fmt: skip
"""Effects that may bear on who wins."""
MOST = 9
"""Focuses of one side that a tally tells apart."""


def _bears(ability: Ability, on: Occasion | None = None) -> bool:
    """Whether an ability may bear on who wins, as it is used at an occasion (None: in the focusing round)."""
    effects = {effect["do"] for effect in ability.effects}
    if on is not None and on[1] in ONCE_DECIDED and on != ("before", "outcome"):
        return "outcome" in effects
    return bool(effects & BEARS)


def _relevant(court: Court, trigger: Trigger) -> bool:
    """Whether an ability in play belongs to somebody who duels, or to no Personality at all."""
    piece = court.state.pieces.get(trigger.slot)
    if piece is None:
        return False
    return trigger.ability.conditions == () or not _other_role(court, trigger)


def _other_role(court: Court, trigger: Trigger) -> bool:
    """Whether an ability asks for a role that its side does not have."""
    own = court.state.seat_duelling(trigger.seat)
    roles = [one["role"] for one in trigger.ability.conditions if "role" in one]
    return any(own is None or ("challenger", "challenged")[own] != role for role in roles)


# --- instead of focusing ---------------------------------------------------------------------------------


def instead_of(court: Court, n: int) -> tuple[tuple[Instead, ...], list[Left]]:
    """What a side may do instead of focusing or striking, as far as it can be expressed, and the rest by name."""
    if any(mark.effect.get("no_instead") for mark in lasting_for(court, "focus-limit", n)):
        return (), []
    made: list[Instead] = []
    left: list[Left] = []
    for trigger in (*court.triggers("instead"), *court.triggers("instead-of-striking")):
        if court.state.seat_duelling(trigger.seat) != n or not _bears(trigger.ability) or not _duels(court, trigger, n):
            continue
        one = _as_instead(court, trigger, n)
        if one is None:
            left.append(Left(_instead_words(court, trigger), n))
        elif not _used(court, trigger):
            made.append(one)
    return tuple(made), left


def _instead_words(court: Court, trigger: Trigger) -> str:
    striking = trigger.ability.kind == "instead-of-striking"
    return Sentence(
        "what {title} does instead of striking" if striking else "what {title} does instead of focusing",
        title=court.library[trigger.key].title,
    )


def _duels(court: Court, trigger: Trigger, n: int) -> bool:
    piece = court.state.pieces[trigger.slot]
    return (piece.host if piece.host is not None else piece.id) == court.duel.sides[n].duellist


def _used(court: Court, trigger: Trigger) -> bool:
    from ..cards.timing import note_of

    note = note_of(court, trigger)
    return bool(note) and note in court.state.used


def _as_instead(court: Court, trigger: Trigger, n: int) -> Instead | None:
    ability = trigger.ability
    after = tuple(ability.conditions) == ({"focused": "opponent"},)
    plain = ability.kind == "instead" and ability.limit and not ability.cost and (after or not ability.conditions)
    changes = [_change(court, effect, n) for effect in ability.effects if effect["do"] in BEARS]
    if not plain or None in changes:
        return None
    own, other = (sum(change[k] for change in changes if change) for k in (0, 1))
    return Instead(court.library[trigger.key].title, own, other, after)


def _change(court: Court, effect: Effect, n: int) -> tuple[int, int] | None:
    """What a plain change of a stat does to the own and to the other's duel stat; None for anything else."""
    number = effect.get("amount")
    who = effect.get("who", "own")
    if effect["do"] != "stat" or type(number) is not int or "target" in effect or effect.get("if"):
        return None
    if who not in ("own", "opponent"):
        return None
    side = n if who == "own" else 1 - n
    if duel_stat(court, side)[0] != effect["stat"]:
        return (0, 0) if effect["stat"] != "chi" or number > 0 else None
    if effect["stat"] == "chi" and number < 0 and effect.get("scope", "whole") == "whole":
        return None
    return (number, 0) if side == n else (0, number)


# --- traits in play --------------------------------------------------------------------------------------


def tallies_of(court: Court, n: int, left: list[Left]) -> tuple[Tally, ...]:
    """Traits in play of a side's player that change a stat by how often somebody focused; what else bears is named."""
    made: list[Tally] = []
    for on in AHEAD:
        for trigger in court.triggers("trait", on):
            if court.state.seat_duelling(trigger.seat) != n or not _bears(trigger.ability, on):
                continue
            if not _relevant(court, trigger):
                continue
            tally = _as_tally(court, trigger, on, n)
            if tally is not None:
                made.append(tally)
            else:
                side = n if trigger.ability.optional or trigger.ability.cost else None
                left.append(Left(Sentence("the trait of {title}", title=court.library[trigger.key].title), side))
    return tuple(made)


def _as_tally(court: Court, trigger: Trigger, on: Occasion, n: int) -> Tally | None:
    ability = trigger.ability
    if ability.optional or ability.cost or ability.limit or len(ability.effects) != 1:
        return None
    effect = ability.effects[0]
    if effect["do"] != "stat" or "target" in effect or effect.get("who", "own") not in ("own", "opponent"):
        return None
    side = n if effect.get("who", "own") == "own" else 1 - n
    if duel_stat(court, side)[0] != effect["stat"] or effect.get("if"):
        return None
    name, who = court.library[trigger.key].title, "own" if side == n else "other"
    if on == ("after", "focus"):
        return _after_focus(ability, effect, name, who)
    if on == ("before", "scores") and not ability.conditions:
        return _by_count(effect["amount"], name, who)
    return None


def _after_focus(ability: Ability, effect: Effect, name: str, who: str) -> Tally | None:
    number = effect["amount"]
    counts = {(): "focuses", (("from", "hand"),): "hand", (("from", "pool"),): "pool", (("from", "deck"),): "top"}
    asked = tuple(pair for one in ability.conditions for pair in one.items())
    if type(number) is not int or number < 0 or asked not in counts or ability.whose not in ("own", "opponent"):
        return None
    of = "own" if ability.whose == "own" else "other"
    return Tally(name, who, counts[asked], of, tuple(number * times for times in range(MOST)))


def _by_count(number: Any, name: str, who: str) -> Tally | None:
    """A change by how many cards somebody focused, counted at the end."""
    if (
        not isinstance(number, dict)
        or number.get("count") != "focused"
        or number.get("of", "own") not in ("own", "opponent")
    ):
        return None
    if set(number) - {"count", "of", "times", "half", "plus", "at_least", "at_most"}:
        return None
    of = "own" if number.get("of", "own") == "own" else "other"
    return Tally(name, who, "focuses", of, tuple(_values(number)), late=True)


def _values(number: dict[str, Any]) -> Iterator[int]:
    for times in range(MOST):
        value = times * int(number.get("times", 1))
        value = value // 2 if number.get("half") else value
        value = max(value + int(number.get("plus", 0)), int(number.get("at_least", -99)))
        yield min(value, int(number.get("at_most", 99)))


# --- the rest by name ------------------------------------------------------------------------------------


def leftovers(court: Court, n: int) -> list[Left]:
    """Reactions in play of a side's player, and other sources of focuses, by name."""
    found = [
        Left(Sentence("the reaction of {title}", title=court.library[trigger.key].title), n)
        for on in AHEAD
        for trigger in court.triggers("reaction", on)
        if court.state.seat_duelling(trigger.seat) == n and _bears(trigger.ability, on) and _relevant(court, trigger)
    ]
    marks = [
        m for m in lasting_for(court, "focus-source", n) if m.effect["from"] == "discard" and not m.effect.get("forbid")
    ]
    if marks:
        found.append(Left(Sentence("focusing from the discard pile"), n))
    together = [m for m in lasting_for(court, "focus-limit", n) if "together" in m.effect]
    found += [
        Left(Sentence("focusing several cards at once, by {title}", title=_title(court, m.source)), n) for m in together
    ]
    if any(key in court.index.focus_themselves for key in court.state.discards[court.duel.sides[n].seat]):
        found.append(Left(Sentence("a card that focuses itself from the discard pile"), n))
    return found


def _title(court: Court, key: str) -> str:
    card = court.library.get(key)
    return card.title if card else key


def _ahead(ability: Ability) -> bool:
    return ability.on in AHEAD and _bears(ability, ability.on)


def hand_texts(court: Court, n: int, cards: Sequence[Card], *, holds: bool) -> list[Left]:
    """What cards of a side could do from hand, or focused face up, by name. `holds`: whether it has a hand."""
    found: list[Left] = []
    for card in cards:
        for ability in card.abilities:
            if ability.kind == "face-up" and (ability.place != "hand" or holds) and _bears(ability):
                what = Sentence("what {title} does focused face up", title=card.title)
                found.append(Left(what, None if ability.must else n))
            elif holds and ability.place == "hand" and ability.kind in ("instead", "instead-of-striking"):
                if _bears(ability):
                    found.append(Left(Sentence("what {title} does from hand", title=card.title), n))
            elif holds and ability.place == "hand" and ability.kind == "reaction" and _ahead(ability):
                found.append(Left(Sentence("the reaction {title}", title=card.title), n))
    return found
