"""I: consequences of the duel, in the order of the heading (or all together, where the ruleset says so)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .court import Court, Trigger
from .events import StageReached
from .measures import Cause, cause_of, holds_all, lasting, sides
from .pieces import Effect, Occasion
from .timing import next_of, occasion, resolve, triggered, use_trait
from .timing import reactions as reactions_at

OCCASIONS_OF: dict[str, tuple[Occasion, ...]] = {
    "win": (("when", "win"), ("after", "win")),
    "lose": (("when", "loss"), ("after", "loss")),
    "": (),
}
RESULT_OF = {"win": "win", "loss": "lose"}
WORD_OF = {"win": "winning", "loss": "losing", "lose": "losing", "tie": "losing", "any": ""}


@dataclass(frozen=True, slots=True)
class Bundle:
    """Consequences from one source that come together, with their place in a timing conflict."""

    key: str
    cause: Cause
    effects: tuple[Effect, ...]
    group: int = 2


Item: TypeAlias = Bundle | Trigger


async def consequences(court: Court, cause: Cause, effect: Effect) -> None:
    """I: outcome changes first; then the creator's, then others' (or all in the active player's order)."""
    court.happen(StageReached("I", clause="cards.I.alter"))
    await occasion(court, "before", "consequences")
    await _in_order(court, _traits(court, changing=True))
    creator = [Bundle(cause.key, *part) for part in _of_creator(court, cause, effect)]
    if court.rules.consequences == "creator first":
        for bundle in creator:
            await resolve(court, bundle.cause, bundle.effects)
        creator = []
    await _in_order(court, [*creator, *_of_marks(court), *_traits(court, changing=False)])
    for side in (0, 1):
        await _after_result(court, side)
    await occasion(court, "after", "consequences")


# --- 1: what changes the outcome -------------------------------------------------------------------------


def _traits(court: Court, *, changing: bool) -> list[Item]:
    """Triggered traits on the present results that change the outcome (cards.I.alter), or those that do not."""
    return [
        trigger
        for side in (0, 1)
        for on in OCCASIONS_OF[court.duel.sides[side].result]
        for trigger in triggered(court, on, side)
        if changing == any(effect["do"] == "outcome" for effect in trigger.ability.effects)
    ]


async def _after_result(court: Court, side: int) -> None:
    """Reactions to a win or a loss, once for each winner and loser (cards.H.moment)."""
    for on in OCCASIONS_OF[court.duel.sides[side].result]:
        if court.minded(on)[1]:
            await reactions_at(court, on, side)


# --- 2 and 3: the rest -----------------------------------------------------------------------------------


def _of_creator(court: Court, cause: Cause, effect: Effect) -> list[tuple[Cause, tuple[Effect, ...]]]:
    """The creating text's consequences in the order written, each for all winners or all losers at once."""
    found = []
    for key, effects in effect.items():
        applies = {
            "win": any(side.result == "win" for side in court.duel.sides),
            "lose": any(side.result == "lose" for side in court.duel.sides),
            "tie": court.duel.tie,
        }.get(key, False)
        if applies:
            default = {"win": "winner", "lose": "loser", "tie": "both"}[key]
            found.append((cause._replace(what=WORD_OF[key], creator=True, default=default), effects))
    return found


def _of_marks(court: Court) -> list[Item]:
    """Consequences that other effects have added (cards.can.consequence)."""
    found: list[Item] = []
    for mark in lasting(court, "consequence"):
        words = mark.effect
        cause = cause_of(mark)._replace(what=WORD_OF[words["on"]])
        if _comes(court, cause, words) and court.duel.margin >= words.get("margin", 0):
            found.append(Bundle(mark.source, cause, words["effects"]))
    return found


def _comes(court: Court, cause: Cause, words: Effect) -> bool:
    if not holds_all(court, cause, words.get("if", ())):
        return False
    if words["on"] in ("any", "tie"):
        return words["on"] == "any" or court.duel.tie
    return RESULT_OF[words["on"]] in [court.duel.sides[n].result for n in sides(court, cause, words.get("who"))]


async def _in_order(court: Court, items: Sequence[Item]) -> None:
    """Let them come: delays and negations, then substitutions, then the rest, each group as the active player says."""
    waiting = list(items)
    while waiting:
        first = min(_group(item) for item in waiting)
        item = await next_of(court, [one for one in waiting if _group(one) == first], "consequence-order")
        waiting.remove(item)
        if isinstance(item, Trigger):
            await use_trait(court, item)
        else:
            await resolve(court, item.cause, item.effects)


def _group(item: Item) -> int:
    return item.ability.group if isinstance(item, Trigger) else item.group
