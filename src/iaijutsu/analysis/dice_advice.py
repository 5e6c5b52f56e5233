"""What to do with dice that lie on the table: which to keep or roll again, what each choice is worth, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np

from ..engine import BadInput, Request, Sentence, View
from ..rpg.asking import Keep
from ..rpg.characters import GROUP_OF
from ..rpg.dice import STRIFE, SUCCESS, Die, is_skill, tally
from ..rpg.measures import lasting, suffers
from .dice_check import BLANK, FACE_OF, MOST_HELP, MOST_RING, MOST_SKILL, MOST_STRIFE, MOST_TN, Check
from .dice_goal import SUCCESS as SUCCEED
from .dice_goal import Goal
from .dice_odds import Best, Odds
from .dice_singles import Singles


@dataclass(frozen=True)
class Choice:
    """One thing that can be done. `what`: keep or reroll; `slots` of the dice that lie there; `reserved`: slots of the
    reserved dice that come in for others. `worth` is exact, by the goal, up to `dice_odds.ERROR`; `odds` (of a choice
    to keep) is worked out when it is asked for.
    """

    what: str
    slots: tuple[int, ...]
    reserved: tuple[int, ...]
    worth: float
    handful: int = -1
    best: Best | None = field(default=None, repr=False, compare=False)
    here: tuple[int, int, int] | None = field(default=None, repr=False)

    @property
    def odds(self) -> Odds | None:
        """The odds once this is kept; None for a reroll."""
        if self.best is None or self.handful < 0:
            return None
        return self.best.keeping(self.handful, self.here)


@dataclass(frozen=True)
class Advice:
    """The choices, best first; of those that come to the same, one. `dice` are those that lie there."""

    check: Check
    goal: Goal
    dice: tuple[Die, ...]
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The best of them."""
        return self.choices[0]

    def loss(self, choice: Choice) -> float:
        """What a choice costs against the best one."""
        return max(0.0, self.best.worth - choice.worth)

    def of(self, slots: tuple[int, ...]) -> Choice | None:
        """The choice that keeps what these slots show, whichever slots stand for it; None when that is not allowed."""
        wanted = _counted(self.dice[slot] for slot in slots)
        same = [one for one in self.choices if one.what == "keep" and not one.reserved]
        return next((one for one in same if _counted(self.dice[slot] for slot in one.slots) == wanted), None)


def _counted(dice: Iterable[Die]) -> list[int]:
    return sorted(face for face in (FACE_OF[die] for die in dice) if face >= 0)


@lru_cache(maxsize=64)
def solved(check: Check, goal: Goal) -> Best:
    """The solution of a check, kept for the next question about it. Raises `BadInput`."""
    return Best(check, goal)


def advise(check: Check, dice: tuple[Die, ...], goal: Goal = SUCCEED) -> Advice:
    """What to do with the roll of a check: roll dice again (when the check has rerolls) or keep. Raises `BadInput`."""
    _fits(check, dice)
    best = solved(check, goal)
    choices = [*_rerolls(best, dice)] if check.reroll or check.forced else [*_keeps(best, dice)]
    if check.reroll_all:
        mean = float((best.rerolls.fresh * best.rolls[best.rerolls.merge]).sum())
        choices.append(Choice("reroll", tuple(range(len(dice))), (), mean))
    return Advice(check, goal, dice, _ordered(choices))


def _fits(check: Check, dice: tuple[Die, ...]) -> None:
    skill = sum(map(is_skill, dice))
    if (len(dice) - skill, skill) != (check.ring_dice, check.skill_dice):
        raise BadInput(
            Sentence("the dice"),
            Sentence.counted(
                "{ring} ring and {n} skill die lie there; the pool has {ring_dice} and {skill_dice}",
                "{ring} ring and {n} skill dice lie there; the pool has {ring_dice} and {skill_dice}",
                skill,
                ring=len(dice) - skill,
                ring_dice=check.ring_dice,
                skill_dice=check.skill_dice,
            ),
        )


def _ordered(choices: list[Choice]) -> tuple[Choice, ...]:
    """Best first; what is all but equal by how little it needs."""
    order = sorted(choices, key=lambda one: (-round(one.worth, 13), len(one.slots), len(one.reserved), one.slots))
    return tuple(order)


# --- keeping ---------------------------------------------------------------------------------------------------


def _keeps(best: Best, dice: tuple[Die, ...]) -> Iterator[Choice]:
    """Every handful that can be kept, with reserved dice in place of others where there are any."""
    check = best.check
    seen: set[int] = set()
    for reserved in _picks(check.reserved, len(check.reserved), calm=check.compromised):
        for slots in _picks(dice, check.keep - len(reserved), calm=check.compromised):
            kept = tuple([dice[n] for n in slots] + [check.reserved[n] for n in reserved])
            handful = best.handful(kept)
            if handful in seen:
                continue
            seen.add(handful)
            if kept or check.compromised:
                yield Choice("keep", slots, reserved, float(best.handfuls[handful]), handful, best)
            elif nothing := _blank(dice, check.reserved):
                yield Choice("keep", *nothing, float(best.handfuls[handful]), handful, best)


def _blank(dice: tuple[Die, ...], reserved: tuple[Die, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """A blank die, which one who must keep something may keep for nothing."""
    for n, die in enumerate((*dice, *reserved)):
        if FACE_OF[die] == BLANK:
            return ((n,), ()) if n < len(dice) else ((), (n - len(dice),))
    return None


def _picks(dice: tuple[Die, ...], most: int, *, calm: bool) -> Iterator[tuple[int, ...]]:
    """Slots of up to `most` dice that count, one way for each handful."""
    kinds: dict[int, list[int]] = {}
    for slot, die in enumerate(dice):
        if FACE_OF[die] >= 0 and not (calm and STRIFE[die]):
            kinds.setdefault(FACE_OF[die], []).append(slot)
    for counts in product(*[range(len(slots) + 1) for slots in kinds.values()]):
        if sum(counts) <= most:
            chosen = [slot for slots, count in zip(kinds.values(), counts, strict=True) for slot in slots[:count]]
            yield tuple(sorted(chosen))


# --- rerolls ---------------------------------------------------------------------------------------------------


def _rerolls(best: Best, dice: tuple[Die, ...]) -> Iterator[Choice]:
    """Which dice to roll again now; none of them is a choice too, unless an adversity says otherwise."""
    check, rerolls = best.check, best.rerolls
    last = best.rolls[rerolls.merge]
    if check.reroll_all:
        last = np.maximum(last, float((rerolls.fresh * last).sum()))
    wins = [n for n, die in enumerate(dice) if SUCCESS[die]]
    least = min(check.forced, len(wins))
    seen: set[tuple[tuple[int, int], ...]] = set()
    for slots in _subsets(
        tuple(wins) if check.forced else tuple(range(len(dice))), least, check.forced or check.reroll
    ):
        gone = tuple(sorted((int(is_skill(dice[n])), FACE_OF[dice[n]]) for n in slots))
        if gone not in seen:
            seen.add(gone)
            yield Choice("reroll", slots, (), rerolls.mean_without(last, dice, slots))


def _subsets(slots: tuple[int, ...], least: int, most: int) -> Iterator[tuple[int, ...]]:
    for size in range(least, min(most, len(slots)) + 1):
        yield from combinations(slots, size)


# --- bonus dice ------------------------------------------------------------------------------------------------


def advise_bonus(check: Check, kept: tuple[Die, ...], dice: tuple[Die, ...], goal: Goal = SUCCEED) -> Advice:
    """Which of the bonus dice of a wave to keep, with what is kept already. Raises `BadInput`."""
    best = solved(check, goal)
    if isinstance(best.waves, Singles):
        raise BadInput(
            Sentence("bonus dice"),
            Sentence("advice on a wave of them is for dice that are rolled at once, not one by one"),
        )
    if not dice or len(dice) > check.keep:
        raise BadInput(
            Sentence("bonus dice"),
            Sentence("{found} found; 1 to {keep} can be due at once", found=len(dice), keep=check.keep),
        )
    shown = tally(kept)
    here = (shown.successes, shown.opportunity + check.added, shown.strife)
    choices = []
    for slots in _picks(dice, len(dice), calm=check.compromised):
        handful = best.handful(tuple([dice[n] for n in slots]))
        worth = best.waves.keeping_at(handful, here)
        choices.append(Choice("keep", slots, (), worth, handful, best, here))
    return Advice(check, goal, dice, _ordered(choices))


# --- at the table ----------------------------------------------------------------------------------------------

REROLLS = ("distinction", "adversity")
"""Purposes of the questions which dice to roll again."""


def check_of(view: View[Any], request: Request[Any]) -> Check | None:
    """The check in hand as a seat sees it, as far as its odds go, at a question which dice to keep or to roll again.

    None when they cannot be told.
    """
    if not view.state.checks or not (isinstance(request, Keep) or request.purpose in REROLLS):
        return None
    found = _in_hand(view, request)
    return found if isinstance(request, Keep) or found is None else _rerolling(found, view.state.check, request)


def _in_hand(view: View[Any], request: Request[Any]) -> Check | None:
    """The check without its skill dice, which do not matter any more once dice lie there to be kept."""
    hand = view.state.check
    one = view.state[request.seat]
    ring = hand.limit - hand.assistants - hand.seized
    composure = one.loadout.character.composure
    if not (1 <= ring <= MOST_RING and hand.assistants <= MOST_HELP and hand.tn <= MOST_TN):
        return None
    compromised = suffers(one, "compromised")
    known = composure <= MOST_STRIFE and compromised == (one.strife > composure) and not suffers(one, "intoxicated")
    martial = request.purpose != "keep-exploded" and GROUP_OF.get(hand.skill) == "martial"
    return Check(
        ring,
        0,
        hand.tn,
        skilled=hand.assistants,
        void_point=hand.seized,
        stance=one.stance or "",
        compromised=compromised,
        added=min(lasting(one, "kept-opportunity"), 9) if martial else 0,
        negate=hand.assistants,
        strife=min(one.strife, MOST_STRIFE),
        composure=composure if known else None,
        anxiety="anxiety" in hand.gains,
    )


def _rerolling(check: Check, hand: Any, request: Request[Any]) -> Check | None:
    """The same with all of the pool, and with what may or must be rolled again."""
    skill_dice = sum(map(is_skill, hand.rolled))
    unskilled = len(hand.rolled) - skill_dice - check.ring - check.void_point
    skilled = check.skilled - unskilled
    if unskilled < 0 or skilled < 0 or not skilled <= skill_dice <= skilled + MOST_SKILL:
        return None
    again = 2 * (request.purpose == "distinction")
    whole = replace(check, skill=skill_dice - skilled, skilled=skilled, unskilled=unskilled)
    return replace(whole, reroll=again, forced=2 - again)


def advise_reroll(view: View[Any], request: Request[Any], goal: Goal = SUCCEED) -> Advice | None:
    """Which dice to roll again, at the question of an advantage or disadvantage; None at others, and where the odds
    cannot be told. From what the seat's own view holds alone. Slots are those of the rolled dice.
    """
    if request.purpose not in REROLLS or (check := check_of(view, request)) is None:
        return None
    try:
        return advise(check, tuple(view.state.check.rolled), goal)
    except BadInput:
        return None


def advise_keep(view: View[Any], request: Request[Any], goal: Goal = SUCCEED) -> Advice | None:
    """Which dice to keep, at a question of the rules which to keep (the roll's or an explosion's); None at others, and
    for checks beyond what is counted here. From what the seat's own view holds alone.
    """
    check = check_of(view, request)
    if check is None or not isinstance(request, Keep):
        return None
    try:
        if request.purpose == "keep-exploded":
            return advise_bonus(check, tuple(view.state.check.kept), request.dice, goal)
        best = solved(check, goal)
    except BadInput:
        return None
    return Advice(check, goal, request.dice, _ordered([*_keeps(best, request.dice)]))
