"""The odds of a check, and advice on dice, in words and tables of plain text."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..rpg.dice import Die, is_skill, tally
from .dice_advice import Advice, Choice
from .dice_check import Check, name, symbols
from .dice_goal import Floats, Goal
from .dice_odds import ERROR, Odds

EXACT = f"Exact for these rules; off by less than {ERROR:.0e} by rounding."
BLOCKS = " ▏▎▍▌▋▊▉█"
RARE = 5e-5
"""What is rarer than this is not given a row of its own at the end of a table."""


def percent(chance: float) -> str:
    """A chance as a percentage with two digits; one that is not quite 0 or 1 never looks so."""
    told = f"{100 * chance:.2f}"
    if told == "0.00" and chance > ERROR:
        return "< 0.01 %"
    return "> 99.99 %" if told == "100.00" and chance < 1 - ERROR else f"{told} %"


def check_words(check: Check) -> str:
    """What is rolled and what bears on it, in one sentence."""
    dice = [f"{check.ring_dice} ring", *([f"{check.skill_dice} skill"] if check.skill_dice else [])]
    parts = [f"{' and '.join(dice)} dice, keep up to {check.keep}, TN {check.tn}", *_bearing(check)]
    return "; ".join(parts) + "."


def _bearing(check: Check) -> Iterable[str]:
    helpers = check.skilled + check.unskilled
    facts = {
        "a Void point spent": check.void_point,
        f"{helpers} assisting": helpers,
        f"{check.stance.capitalize()} stance": check.stance,
        "Compromised": check.compromised,
        f"up to {check.reroll} dice rolled again at will": check.reroll,
        f"{check.forced} dice with success rolled again by force": check.forced,
        "all dice may be rolled again once": check.reroll_all,
        f"reserved: {symbols(check.reserved)}": check.reserved,
        f"lying already: {symbols(check.set_aside)}": check.set_aside,
        f"{check.added} kept opportunity added": check.added,
        f"up to {check.negate} strife negated": check.negate,
        f"strife {check.strife} of composure {check.composure}": check.composure is not None,
        "3 strife to come from an anxiety": check.anxiety,
        "bonus dice one by one": check.one_by_one,
    }
    return [words for words, there in facts.items() if there]


def goal_words(goal: Goal) -> str:
    """What the choices are best for."""
    parts = [
        *([f"{conditions(goal)}" if goal.whole == 1 else f"{goal.whole:g} x {conditions(goal)}"] * bool(goal.whole))
    ]
    weights = goal.weights
    parts += [f"{getattr(weights, word):+g} for {each}" for word, each in _EACH.items() if getattr(weights, word)]
    if goal.chance:
        return f"the chance of {parts[0]}"
    if not goal.whole and weights.bonus == 1 and len(parts) == 1:
        return "the expected number of bonus successes"
    return "the worth: " + ", ".join(parts)


_EACH = {
    "success": "success",
    "bonus": "each bonus success",
    "opportunity": "each opportunity",
    "strife": "each strife",
    "composed": "staying composed",
}


def conditions(goal: Goal) -> str:
    """The conditions that are to hold at once."""
    parts = ["success"] if goal.success or goal.bonus else []
    if goal.bonus:
        parts.append(f"{goal.bonus} or more bonus successes")
    if goal.opportunity:
        parts.append(f"{goal.opportunity} or more opportunity")
    if goal.most_strife is not None:
        parts.append(f"at most {goal.most_strife} strife" if goal.most_strife else "no strife")
    if goal.composed:
        parts.append("staying composed")
    return " with ".join([parts[0], " and ".join(parts[1:])]) if len(parts) > 1 else (parts or ["anything at all"])[0]


# --- the odds --------------------------------------------------------------------------------------------------


def report(found: Odds, by_tn: dict[int, float], *, width: int = 40, blocks: bool = True) -> list[str]:
    """Everything about a check, line by line. `by_tn`: the chance of success at other TNs, each played for it."""
    check, goal, mean = found.check, found.goal, found.mean
    lines = [check_words(check), f"Every choice is the best for {goal_words(goal)}.", ""]
    if goal.chance and goal.conditions > 1:
        lines.append(f"{conditions(goal):<44} {percent(found.chance):>10}")
    elif not goal.chance:
        lines.append(f"{'worth':<44} {found.worth:>10.4f}")
    lines += [
        f"{'success':<44} {percent(mean.success):>10}",
        f"{'expected bonus successes (0 on a failure)':<44} {mean.bonus:>10.4f}",
        f"{'expected opportunity':<44} {mean.opportunity:>10.4f}",
        f"{'expected strife received':<44} {mean.strife:>10.4f}",
    ]
    if check.composure is not None:
        lines.append(f"{'strife within composure':<44} {percent(mean.composed):>10}")
    lines += ["", *bars("successes", found.of_successes, width, blocks, mark=(check.tn, f"TN {check.tn}"))]
    lines += ["", *bars("opportunity", found.of_opportunity, width, blocks)]
    if check.stance != "void":
        lines += ["", *bars("strife", found.of_strife, width, blocks)]
    if by_tn:
        lines += ["", "success at other TNs, every choice made for it:"]
        lines += ["  " + "   ".join(f"TN {tn}: {percent(chance)}" for tn, chance in by_tn.items())]
    return [*lines, "", EXACT]


def counted(chances: Floats) -> list[tuple[str, float, float]]:
    """Rows of a table: (count, chance of just that, chance of that or more); rare counts at the end are one row."""
    more = np.minimum(chances[::-1].cumsum()[::-1], 1.0)
    last = int(max(np.flatnonzero(more > RARE), default=0))
    rows = [(str(n), float(chances[n]), float(more[n])) for n in range(last)]
    open_end = more[last] - chances[last] > ERROR or last == len(chances) - 1
    return [*rows, (f"{last}+" if open_end else str(last), float(more[last]), float(more[last]))]


def bars(what: str, chances: Floats, width: int, blocks: bool, mark: tuple[int, str] = (-1, "")) -> list[str]:
    """A table with a bar for each count; a bar of full width is the likeliest. The last row may stand for more."""
    rows = counted(chances)
    top = max(chance for _, chance, _ in rows)
    lines = [f"{what:<12}{'just so many':>14}{'or more':>12}"]
    for n, (label, chance, above) in enumerate(rows):
        note = f" <- {mark[1]}" if n == mark[0] else ""
        drawn = bar(chance / top, width, blocks)
        lines.append(f"{label:<12}{percent(chance):>14}{percent(above):>12}  {drawn}{note}".rstrip())
    return lines


def bar(share: float, width: int, blocks: bool) -> str:
    """A bar of up to `width` characters, in eighths of one where block characters are to be had."""
    if not blocks:
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return BLOCKS[-1] * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")


# --- advice ----------------------------------------------------------------------------------------------------

MANY = 8
"""Choices that are listed at most."""


def advice_report(advice: Advice) -> list[str]:
    """What to do with dice that lie there, how good each choice is, and why."""
    check, best = advice.check, advice.best
    lines = [check_words(check), f"On the table: {told(advice.dice)}.", f"Best for {goal_words(advice.goal)}:", ""]
    lines += [f"  {doing(advice, best)}   ({value(advice, best)})", ""]
    lines += _listed(advice)
    return [*lines, "", *why(advice), "", EXACT]


def told(dice: tuple[Die, ...]) -> str:
    """Dice by type: `ring ST, O; skill E, -`."""
    kinds = [("ring", [d for d in dice if not is_skill(d)]), ("skill", [d for d in dice if is_skill(d)])]
    return "; ".join(f"{kind} {', '.join(map(name, some))}" for kind, some in kinds if some) or "nothing"


def doing(advice: Advice, choice: Choice) -> str:
    """A choice in words."""
    shown = tuple([advice.dice[slot] for slot in choice.slots])
    if choice.what == "reroll":
        return f"roll {told(shown)} again" if shown else "roll nothing again"
    extra = tuple([advice.check.reserved[n] for n in choice.reserved])
    if not shown and not extra:
        return "keep nothing"
    parts = [symbols(shown)] if shown else []
    return "keep " + " and ".join([*parts, *([f"reserved {symbols(extra)}"] if extra else [])])


def value(advice: Advice, choice: Choice) -> str:
    """What a choice is worth by the goal."""
    return percent(choice.worth) if advice.goal.chance else f"{choice.worth:.4f}"


def _listed(advice: Advice) -> list[str]:
    shown = advice.choices[:MANY]
    width = max(30, *(len(doing(advice, one)) for one in shown)) + 2
    keeping = advice.best.what == "keep"
    columns = f"{'success':>10}{'bonus':>8}{'opp.':>8}{'strife':>8}" if keeping else ""
    lines = [f"  {'':<{width}}{'worth':>10}{'loss':>10}{columns}"]
    for one in shown:
        loss = advice.loss(one)
        less = "-" if loss < ERROR else percent(loss) if advice.goal.chance else f"{loss:.4f}"
        lines.append(f"  {doing(advice, one):<{width}}{value(advice, one):>10}{less:>10}{_columns(one)}")
    if left := len(advice.choices) - len(shown):
        lines.append(f"  and {left} more, none better")
    return lines


def _columns(choice: Choice) -> str:
    found = choice.odds
    if found is None:
        return ""
    mean = found.mean
    return f"{percent(mean.success):>10}{mean.bonus:>8.3f}{mean.opportunity:>8.3f}{mean.strife:>8.3f}"


def why(advice: Advice) -> list[str]:
    """Reasons for the best choice: what lies there, what is to come, and what the next best gives up."""
    best = advice.best
    lines = _of_reroll(advice) if best.what == "reroll" else _of_keep(advice)
    alike = [one for one in advice.choices[1:] if advice.loss(one) < ERROR]
    if alike:
        others = f"{len(alike)} other choices serve" if len(alike) > 1 else "1 other choice serves"
        lines.append(
            f"{others} the goal as well; this one is better in bonus successes, opportunity and strife together."
        )
    other = next((one for one in advice.choices[1:] if advice.loss(one) >= ERROR), None)
    return [*lines, *([_against(advice, other)] if other else [])]


def _of_reroll(advice: Advice) -> list[str]:
    count = len(advice.best.slots)
    if not count:
        return ["Why: every die that could go is worth more as it lies than what it would show on average."]
    return [f"Why: {count} of the dice do less for the goal than a fresh roll of them does on average."]


def _of_keep(advice: Advice) -> list[str]:
    check, best = advice.check, advice.best
    kept = [advice.dice[n] for n in best.slots] + [check.reserved[n] for n in best.reserved]
    before = best.here or (0, check.added, 0)
    shows = tally(kept)
    successes, strife = before[0] + shows.successes, before[2] + shows.strife
    need = check.tn - successes
    parts = [f"{successes} of {check.tn} successes lie there" + ("" if need > 0 else ": that is enough")]
    coming = sum("E" in name(die) for die in kept)
    if coming:
        more = "die comes" if coming == 1 else "dice come"
        parts.append(f"{coming} bonus {more} on top, kept over the limit or dropped as you like")
    elif need > 0:
        parts.append("nothing more can come of them")
    if check.stance != "void":
        parts.append(f"{strife} strife is taken" if strife else "no strife is taken")
    barred = sum("T" in name(die) for die in advice.dice) if check.compromised else 0
    lines = ["Why: " + "; ".join(parts) + "."]
    if barred:
        lines.append(f"{barred} of the dice show strife, which one who is Compromised cannot keep.")
    return lines


def _against(advice: Advice, other: Choice) -> str:
    text = f"Next best, {doing(advice, other)}: {value(advice, other)}"
    mine, its = advice.best.odds, other.odds
    if mine is None or its is None:
        return text + "."
    changes = []
    for word, unit in (
        ("success", "success"),
        ("bonus", "bonus"),
        ("opportunity", "opportunity"),
        ("strife", "strife"),
    ):
        more = getattr(its.mean, word) - getattr(mine.mean, word)
        if abs(more) > RARE:
            changes.append(f"{100 * more:+.2f} points of {unit}" if word == "success" else f"{more:+.3f} {unit}")
    return text + (": " + ", ".join(changes) if changes else "") + "."
