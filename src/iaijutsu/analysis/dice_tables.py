"""The odds of a check and advice on dice as data: plain JSON, and rows for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..engine import Json
from .dice_advice import Advice, Choice
from .dice_check import Check, full_name
from .dice_goal import Goal
from .dice_odds import ERROR, Odds

FORMAT = "iaijutsu-odds-1"


def plain_check(check: Check) -> Json:
    """A check; dice by name. What has its default is there too."""
    told = {name: getattr(check, name) for name in Check.__dataclass_fields__}
    for name in ("reserved", "set_aside"):
        told[name] = [full_name(die) for die in told[name]]
    return {**told, "ring_dice": check.ring_dice, "skill_dice": check.skill_dice, "keep": check.keep}


def plain_goal(goal: Goal) -> Json:
    """A goal."""
    return asdict(goal)


def plain_odds(found: Odds, by_tn: dict[int, float]) -> Json:
    """Everything about a check. Each list counts from 0; its last entry stands for so many or more."""
    return {
        "format": FORMAT,
        "check": plain_check(found.check),
        "goal": plain_goal(found.goal),
        "exact": True,
        "error": ERROR,
        "worth": found.worth,
        "chance": found.chance,
        "mean": _mean(found),
        "successes": found.of_successes.tolist(),
        "bonus_on_success": found.of_bonus.tolist(),
        "opportunity": found.of_opportunity.tolist(),
        "strife": found.of_strife.tolist(),
        "joint": found.joint.tolist(),
        "joint_axes": ["successes", "opportunity", "strife symbols, negated ones taken off"],
        "success_by_tn": {str(tn): chance for tn, chance in by_tn.items()},
    }


def _mean(found: Odds) -> Json:
    mean = found.mean
    return {
        "success": mean.success,
        "composed": mean.composed if found.check.composure is not None else None,
        "successes": found.successes,
        "bonus": mean.bonus,
        "opportunity": mean.opportunity,
        "strife": mean.strife,
    }


def plain_advice(advice: Advice, why: Sequence[str], most: int = 8) -> Json:
    """Advice: every choice with its worth, the first ones with their odds."""
    return {
        "format": FORMAT,
        "check": plain_check(advice.check),
        "goal": plain_goal(advice.goal),
        "exact": True,
        "error": ERROR,
        "dice": [full_name(die) for die in advice.dice],
        "choices": [_choice(advice, one, n < most) for n, one in enumerate(advice.choices)],
        "why": list(why),
    }


def _choice(advice: Advice, choice: Choice, whole: bool) -> Json:
    told: dict[str, Any] = {
        "do": choice.what,
        "dice": [slot + 1 for slot in choice.slots],
        "shown": [full_name(advice.dice[slot]) for slot in choice.slots],
        "reserved": [full_name(advice.check.reserved[n]) for n in choice.reserved],
        "worth": choice.worth,
        "loss": advice.loss(choice),
    }
    found = choice.odds if whole else None
    return {**told, "mean": _mean(found)} if found is not None else told


def rows(found: Odds) -> list[tuple[str, str, str]]:
    """(what, count, chance) for a spreadsheet, all counts of each thing; the last of each is `n+`."""
    told = [("chance of all conditions", "", repr(found.chance)), ("worth", "", repr(found.worth))]
    told += [(f"mean {name}", "", repr(value)) for name, value in _mean(found).items() if value is not None]
    shown = {"successes": found.of_successes, "opportunity": found.of_opportunity, "strife": found.of_strife}
    for what, chances in shown.items():
        last = len(chances) - 1
        told += [(what, f"{n}+" if n == last else str(n), repr(float(one))) for n, one in enumerate(chances)]
    return told
