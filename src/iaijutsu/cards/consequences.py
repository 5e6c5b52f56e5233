"""I: consequences of the duel, in the order of the heading (or all together, where the ruleset says so)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..engine.quick import dataclass
from .court import Court, Trigger
from .events import StageReached
from .measures import Cause, cause_of, holds_all, lasting, sides
from .pieces import Effect, Occasion
from .schema import group_of
from .timing import Window, next_of, occasion, resolve, triggered, use_trait
from .timing import reactions as reactions_at

MOMENTS = ("when", "after")
OCCASION_OF = {"win": "win", "lose": "loss"}
RESULT_OF = {"win": "win", "loss": "lose"}
MEANT_BY = {"win": "winner", "lose": "loser", "tie": "both"}
WORD_OF = {"win": "winning", "loss": "losing", "lose": "losing", "tie": "losing", "any": ""}


@dataclass(frozen=True, slots=True)
class Bundle:
    """Consequences from one source that come together, with their place in a timing conflict."""

    key: str
    cause: Cause
    effects: tuple[Effect, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """When it comes: at the moment itself; delays and negations before substitutions before the rest."""
        return 0, group_of(self.effects)


@dataclass(frozen=True, slots=True)
class Due:
    """A triggered trait that comes for the result of one side, when it is given or after."""

    side: int
    moment: str
    trigger: Trigger

    @property
    def key(self) -> str:
        """Its card."""
        return self.trigger.key

    @property
    def rank(self) -> tuple[int, int]:
        """When it comes: the moment, then its place in a timing conflict."""
        return MOMENTS.index(self.moment), self.trigger.ability.group


Item: TypeAlias = Bundle | Due


async def consequences(court: Court, cause: Cause, effect: Effect) -> None:
    """I: outcome changes first; then the creator's, then others' (or all in the active player's order)."""
    court.happen(StageReached("I", clause="cards.I.alter"))
    await occasion(court, "before", "consequences")
    await _alter_outcome(court, cause, effect)
    creator = _of_creator(court, cause, effect, altering=False)
    if court.rules.consequences == "creator first":
        for bundle in creator:
            await resolve(court, bundle.cause, bundle.effects)
        creator = []
    await _at_moment(court, "when", [*creator, *_of_marks(court, altering=False)])
    await _at_moment(court, "after", [])
    await occasion(court, "after", "consequences")


async def _at_moment(court: Court, moment: str, bundles: Sequence[Bundle]) -> None:
    """What comes when somebody wins or loses, or after it: texts, then reactions (cards.timing.order)."""
    await _in_order(court, [*bundles, *_traits(court, moment, altering=False)])
    await _reactions_to_results(court, moment, altering=False)


# --- 1: what changes the outcome -------------------------------------------------------------------------


async def _alter_outcome(court: Court, cause: Cause, effect: Effect) -> None:
    """Consequences that change who won or lost, each once; a changed result may call for others (cards.I.alter)."""
    done: list[Item] = []
    await _alter_by_text(court, cause, effect, done)
    for moment in MOMENTS:
        await _reactions_to_results(court, moment, altering=True)
    await _alter_by_text(court, cause, effect, done)


async def _alter_by_text(court: Court, cause: Cause, effect: Effect, done: list[Item]) -> None:
    while True:
        items: list[Item] = [*_of_creator(court, cause, effect, altering=True), *_of_marks(court, altering=True)]
        items += [due for moment in MOMENTS for due in _traits(court, moment, altering=True)]
        waiting = [item for item in items if item not in done]
        if not waiting:
            return
        item = await _next(court, waiting)
        done.append(item)
        await _come(court, item)


def _traits(court: Court, moment: str, *, altering: bool) -> list[Due]:
    """Triggered traits on the present results that change the outcome, or those that do not."""
    return [
        Due(side, moment, trigger)
        for side, on in _occasions(court, moment)
        if not altering or ("trait", on) in court.index.altering
        for trigger in triggered(court, on, side)
        if trigger.ability.alters == altering
    ]


def _occasions(court: Court, moment: str) -> list[tuple[int, Occasion]]:
    """Each side's result as an occasion, one for each winner and loser (cards.H.moment)."""
    return [(n, (moment, OCCASION_OF[side.result])) for n, side in enumerate(court.duel.sides) if side.result]


async def _reactions_to_results(court: Court, moment: str, *, altering: bool) -> None:
    """Reactions to the wins and losses."""
    for side, on in _occasions(court, moment):
        if court.minded(on)[1] and (not altering or ("reaction", on) in court.index.altering):
            await reactions_at(court, Window(on, side, altering=altering))


# --- 2 and 3: the rest -----------------------------------------------------------------------------------


def _of_creator(court: Court, cause: Cause, effect: Effect, *, altering: bool) -> list[Bundle]:
    """The creating text's consequences in the order written, each for all winners or all losers at once: those that
    change the outcome, or the others.
    """
    duel = court.duel
    come = {side.result for side in duel.sides} | ({"tie"} if duel.tie else set())
    return [
        Bundle(cause.key, cause._replace(what=WORD_OF[key], creator=True, default=MEANT_BY[key]), effects)
        for key, text in effect.items()
        if key in MEANT_BY and key in come and (effects := _part(text, altering=altering))
    ]


def _part(text: Sequence[Effect], *, altering: bool) -> tuple[Effect, ...]:
    """The effects that change the outcome, or the others."""
    return tuple([effect for effect in text if (effect["do"] == "outcome") == altering])


def _of_marks(court: Court, *, altering: bool) -> list[Bundle]:
    """Consequences that other effects have added (cards.can.consequence): those that change the outcome, or others."""
    found: list[Bundle] = []
    for mark in lasting(court, "consequence"):
        words = mark.effect
        cause = cause_of(mark)._replace(what=WORD_OF[words["on"]])
        effects = _part(words["effects"], altering=altering)
        if effects and _comes(court, cause, words) and court.duel.margin >= words.get("margin", 0):
            found.append(Bundle(mark.source, cause, effects))
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
        item = await _next(court, waiting)
        waiting.remove(item)
        await _come(court, item)


async def _next(court: Court, waiting: Sequence[Item]) -> Item:
    """The one that comes next, as the active player says within the first group."""
    first = min(item.rank for item in waiting)
    item: Item = await next_of(court, [one for one in waiting if one.rank == first], "consequence-order")
    return item


async def _come(court: Court, item: Item) -> None:
    if isinstance(item, Due):
        await use_trait(court, item.trigger)
    else:
        await resolve(court, item.cause, item.effects)
