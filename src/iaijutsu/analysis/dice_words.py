"""The odds of a check, and advice on dice, in words and tables of plain text.

Words are sentences, for whoever shows them to tell in another language; whole tables are given what `tell`s them.
"""

from __future__ import annotations

import numpy as np

from ..engine import Sentence, Tell
from ..rpg.dice import Die, is_skill, tally
from .dice_advice import Advice, Choice
from .dice_check import Check, name, symbols
from .dice_goal import Floats, Goal
from .dice_odds import ERROR, Odds

EXACT = Sentence("Exact for these rules; off by less than {error:.0e} by rounding.", error=ERROR)
SUCCESS, SUCCESSES = Sentence("success"), Sentence("successes")
BONUS, OPPORTUNITY, STRIFE = Sentence("bonus"), Sentence("opportunity"), Sentence("strife")
BLOCKS = " ▏▎▍▌▋▊▉█"
RARE = 5e-5
"""What is rarer than this is not given a row of its own at the end of a table."""


def percent(chance: float) -> Sentence:
    """A chance as a percentage with two digits; one that is not quite 0 or 1 never looks so."""
    told = f"{100 * chance:.2f}"
    if told == "0.00" and chance > ERROR:
        return Sentence("< 0.01 %")
    return Sentence("> 99.99 %") if told == "100.00" and chance < 1 - ERROR else Sentence("{n:.2f} %", n=100 * chance)


def check_words(check: Check) -> Sentence:
    """What is rolled and what bears on it, in one sentence."""
    ring, skill, keep, tn = check.ring_dice, check.skill_dice, check.keep, check.tn
    if skill:
        dice = Sentence.counted(
            "{ring} ring and {n} skill die, keep up to {keep}, TN {tn}",
            "{ring} ring and {n} skill dice, keep up to {keep}, TN {tn}",
            skill, ring=ring, keep=keep, tn=tn,
        )  # fmt: skip
    else:
        dice = Sentence.counted(
            "{n} ring die, keep up to {keep}, TN {tn}", "{n} ring dice, keep up to {keep}, TN {tn}",
            ring, keep=keep, tn=tn,
        )  # fmt: skip
    return Sentence("{facts}.", facts=Sentence.joined([dice, *_bearing(check)], "; "))


def _bearing(check: Check) -> list[str]:
    again, forced, ring = check.reroll, check.forced, Sentence(check.stance.capitalize())
    facts = (
        (check.void_point, Sentence("a Void point spent")),
        (helpers := check.skilled + check.unskilled, Sentence.counted("{n} assisting", "{n} assisting", helpers)),
        (check.stance, Sentence("{ring} stance", ring=ring)),
        (check.compromised, Sentence("Compromised")),
        (again, Sentence.counted("up to {n} die rolled again at will", "up to {n} dice rolled again at will", again)),
        (forced, Sentence.counted(
            "{n} die with success rolled again by force", "{n} dice with success rolled again by force", forced
        )),
        (check.reroll_all, Sentence("all dice may be rolled again once")),
        (check.reserved, Sentence("reserved: {dice}", dice=symbols(check.reserved))),
        (check.set_aside, Sentence("lying already: {dice}", dice=symbols(check.set_aside))),
        (check.added, Sentence("{n} kept opportunity added", n=check.added)),
        (check.negate, Sentence("up to {n} strife negated", n=check.negate)),
        (check.composure is not None, Sentence(
            "strife {strife} of composure {composure}", strife=check.strife, composure=check.composure
        )),
        (check.anxiety, Sentence("3 strife to come from an anxiety")),
        (check.one_by_one, Sentence("bonus dice one by one")),
    )  # fmt: skip
    return [words for there, words in facts if there]


def goal_words(goal: Goal) -> Sentence:
    """What the choices are best for."""
    whole = conditions(goal)
    if goal.chance:
        return Sentence("the chance of {conditions}", conditions=whole)
    weights = goal.weights
    parts = [whole if goal.whole == 1 else Sentence("{n:g} x {conditions}", n=goal.whole, conditions=whole)]
    each = (
        Sentence("{n:+g} for success", n=weights.success),
        Sentence("{n:+g} for each bonus success", n=weights.bonus),
        Sentence("{n:+g} for each opportunity", n=weights.opportunity),
        Sentence("{n:+g} for each strife", n=weights.strife),
        Sentence("{n:+g} for staying composed", n=weights.composed),
    )
    parts = parts * bool(goal.whole) + [one for one in each if one.named["n"]]
    if not goal.whole and weights.bonus == 1 and len(parts) == 1:
        return Sentence("the expected number of bonus successes")
    return Sentence("the worth: {parts}", parts=Sentence.joined(parts))


def conditions(goal: Goal) -> Sentence:
    """The conditions that are to hold at once."""
    parts = [SUCCESS] if goal.success or goal.bonus else []
    if goal.bonus:
        parts.append(Sentence.counted("{n} or more bonus successes", "{n} or more bonus successes", goal.bonus))
    if goal.opportunity:
        parts.append(Sentence("{n} or more opportunity", n=goal.opportunity))
    if most := goal.most_strife:
        parts.append(Sentence.counted("at most {n} strife", "at most {n} strife", most))
    if most == 0:
        parts.append(Sentence("no strife"))
    if goal.composed:
        parts.append(Sentence("staying composed"))
    if len(parts) < 2:
        return parts[0] if parts else Sentence("anything at all")
    first, rest = parts[0], parts[1]
    for part in parts[2:]:
        rest = Sentence("{first} and {last}", first=rest, last=part)
    return Sentence("{first} with {rest}", first=first, rest=rest)


# --- the odds --------------------------------------------------------------------------------------------------


def report(
    found: Odds, by_tn: dict[int, float], *, width: int = 40, blocks: bool = True, tell: Tell = str
) -> list[str]:
    """Everything about a check, line by line. `by_tn`: the chance of success at other TNs, each played for it."""
    check, goal = found.check, found.goal
    mark = (check.tn, tell(Sentence("TN {tn}", tn=check.tn)))
    best = Sentence("Every choice is the best for {goal}.", goal=goal_words(goal))
    lines = [tell(check_words(check)), tell(best), "", *_numbers(found, tell)]
    lines += ["", *bars(SUCCESSES, found.of_successes, width, blocks, mark, tell)]
    lines += ["", *bars(OPPORTUNITY, found.of_opportunity, width, blocks, tell=tell)]
    if check.stance != "void":
        lines += ["", *bars(STRIFE, found.of_strife, width, blocks, tell=tell)]
    if by_tn:
        others = [tell(Sentence("TN {tn}: {chance}", tn=tn, chance=percent(chance))) for tn, chance in by_tn.items()]
        lines += ["", tell(Sentence("success at other TNs, every choice made for it:")), "  " + "   ".join(others)]
    return [*lines, "", tell(EXACT)]


def _numbers(found: Odds, tell: Tell) -> list[str]:
    """What a check comes to: what is asked for first, then the same for every goal."""
    goal, mean = found.goal, found.mean
    first: list[tuple[str, str]] = []
    if goal.chance and goal.conditions > 1:
        first = [(conditions(goal), percent(found.chance))]
    elif not goal.chance:
        first = [(Sentence("worth"), Sentence.number(found.worth, ".4f"))]
    rows = [
        (SUCCESS, percent(mean.success)),
        (Sentence("expected bonus successes (0 on a failure)"), Sentence.number(mean.bonus, ".4f")),
        (Sentence("expected opportunity"), Sentence.number(mean.opportunity, ".4f")),
        (Sentence("expected strife received"), Sentence.number(mean.strife, ".4f")),
    ]
    if found.check.composure is not None:
        rows.append((Sentence("strife within composure"), percent(mean.composed)))
    wide = max(44, *(len(tell(what)) for what, _ in rows))
    return [f"{tell(what):<{wide}} {tell(value):>10}" for what, value in [*first, *rows]]


def counted(chances: Floats) -> list[tuple[str, float, float]]:
    """Rows of a table: (count, chance of just that, chance of that or more); rare counts at the end are one row."""
    more = np.minimum(chances[::-1].cumsum()[::-1], 1.0)
    last = int(max(np.flatnonzero(more > RARE), default=0))
    rows = [(str(n), float(chances[n]), float(more[n])) for n in range(last)]
    open_end = more[last] - chances[last] > ERROR or last == len(chances) - 1
    return [*rows, (f"{last}+" if open_end else str(last), float(more[last]), float(more[last]))]


def bars(
    what: str, chances: Floats, width: int, blocks: bool, mark: tuple[int, str] = (-1, ""), tell: Tell = str
) -> list[str]:
    """A table with a bar for each count; a bar of full width is the likeliest. The last row may stand for more."""
    rows = counted(chances)
    top = max(chance for _, chance, _ in rows)
    heads = [tell(what), tell(Sentence("just so many")), tell(Sentence("or more"))]
    a = max(12, *(len(tell(one)) + 1 for one in (SUCCESSES, OPPORTUNITY, STRIFE)))  # the same in all tables
    b, c = max(14, len(heads[1]) + 2), max(12, len(heads[2]) + 2)
    lines = [f"{heads[0]:<{a}}{heads[1]:>{b}}{heads[2]:>{c}}"]
    for n, (label, chance, above) in enumerate(rows):
        note = f" <- {mark[1]}" if n == mark[0] else ""
        drawn = bar(chance / top, width, blocks)
        lines.append(f"{label:<{a}}{tell(percent(chance)):>{b}}{tell(percent(above)):>{c}}  {drawn}{note}".rstrip())
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


def advice_report(advice: Advice, *, tell: Tell = str) -> list[str]:
    """What to do with dice that lie there, how good each choice is, and why."""
    best = advice.best
    lines = [
        tell(check_words(advice.check)),
        tell(Sentence("On the table: {dice}.", dice=told(advice.dice))),
        tell(Sentence("Best for {goal}:", goal=goal_words(advice.goal))),
        "",
        f"  {tell(doing(advice, best))}   ({tell(value(advice, best))})",
        "",
    ]
    return [*lines, *_listed(advice, tell), "", *map(tell, why(advice)), "", tell(EXACT)]


def told(dice: tuple[Die, ...]) -> Sentence:
    """Dice by type: `ring ST, O; skill E, -`."""
    ring, skill = [d for d in dice if not is_skill(d)], [d for d in dice if is_skill(d)]
    parts = [Sentence("ring {dice}", dice=", ".join(map(name, ring)))] if ring else []
    parts += [Sentence("skill {dice}", dice=", ".join(map(name, skill)))] if skill else []
    return Sentence.joined(parts, "; ") if parts else Sentence("nothing")


def doing(advice: Advice, choice: Choice) -> Sentence:
    """A choice in words."""
    shown = tuple([advice.dice[slot] for slot in choice.slots])
    if choice.what == "reroll":
        return Sentence("roll {dice} again", dice=told(shown)) if shown else Sentence("roll nothing again")
    extra = tuple([advice.check.reserved[n] for n in choice.reserved])
    if not extra:
        return Sentence("keep {dice}", dice=symbols(shown)) if shown else Sentence("keep nothing")
    if not shown:
        return Sentence("keep reserved {reserved}", reserved=symbols(extra))
    return Sentence("keep {dice} and reserved {reserved}", dice=symbols(shown), reserved=symbols(extra))


def value(advice: Advice, choice: Choice) -> Sentence:
    """What a choice is worth by the goal."""
    return percent(choice.worth) if advice.goal.chance else Sentence.number(choice.worth, ".4f")


def _listed(advice: Advice, tell: Tell) -> list[str]:
    heads = [tell(head) for head in HEADS]
    wide = [max(least, len(head) + 2) for head, least in zip(heads, HEADS.values(), strict=True)]
    named = heads if advice.best.what == "keep" else heads[:2]
    shown = advice.choices[:MANY]
    rows = [["", *named], *([tell(doing(advice, one)), *map(tell, _cells(advice, one))] for one in shown)]
    first = max(30, *(len(row[0]) for row in rows)) + 2
    lines = []
    for what, *cells in rows:
        columns = "".join([f"{cell:>{width}}" for cell, width in zip(cells, wide, strict=False)])
        lines.append(f"  {what:<{first}}{columns}")
    if left := len(advice.choices) - len(shown):
        lines.append("  " + tell(Sentence("and {n} more, none better", n=left)))
    return lines


HEADS = {
    Sentence("worth"): 10, Sentence("loss"): 10,
    SUCCESS: 10, BONUS: 8, Sentence("opp."): 8, STRIFE: 8,
}  # fmt: skip
"""Columns of the choices, and how wide each is at least: the first two of any choice, the others of one to keep."""


def _cells(advice: Advice, choice: Choice) -> list[str]:
    loss, found = advice.loss(choice), choice.odds
    less = percent(loss) if advice.goal.chance else Sentence.number(loss, ".4f")
    first: list[str] = [value(advice, choice), "-" if loss < ERROR else less]
    if found is None:
        return first
    mean = found.mean
    counts = [Sentence.number(one, ".3f") for one in (mean.bonus, mean.opportunity, mean.strife)]
    return [*first, percent(mean.success), *counts]


def why(advice: Advice) -> list[Sentence]:
    """Reasons for the best choice: what lies there, what is to come, and what the next best gives up."""
    best = advice.best
    lines = [_of_reroll(advice)] if best.what == "reroll" else _of_keep(advice)
    if alike := sum(advice.loss(one) < ERROR for one in advice.choices[1:]):
        lines.append(Sentence.counted(
            "{n} other choice serves the goal as well; this one is better in bonus successes, opportunity and strife "
            "together.",
            "{n} other choices serve the goal as well; this one is better in bonus successes, opportunity and strife "
            "together.",
            alike,
        ))  # fmt: skip
    other = next((one for one in advice.choices[1:] if advice.loss(one) >= ERROR), None)
    return [*lines, *([_against(advice, other)] if other else [])]


def _of_reroll(advice: Advice) -> Sentence:
    count = len(advice.best.slots)
    if not count:
        return Sentence("Why: every die that could go is worth more as it lies than what it would show on average.")
    return Sentence.counted(
        "Why: {n} of the dice does less for the goal than a fresh roll of it does on average.",
        "Why: {n} of the dice do less for the goal than a fresh roll of them does on average.",
        count,
    )


def _of_keep(advice: Advice) -> list[Sentence]:
    check = advice.check
    lines = [Sentence("Why: {facts}.", facts=Sentence.joined(_facts(advice), "; "))]
    if barred := sum("T" in name(die) for die in advice.dice) if check.compromised else 0:
        lines.append(Sentence.counted(
            "{n} of the dice shows strife, which one who is Compromised cannot keep.",
            "{n} of the dice show strife, which one who is Compromised cannot keep.",
            barred,
        ))  # fmt: skip
    return lines


def _facts(advice: Advice) -> list[Sentence]:
    """What lies there once the best is kept, and what is to come."""
    check, best = advice.check, advice.best
    kept = [advice.dice[n] for n in best.slots] + [check.reserved[n] for n in best.reserved]
    before = best.here or (0, check.added, 0)
    shows = tally(kept)
    successes, strife = before[0] + shows.successes, before[2] + shows.strife
    enough = successes >= check.tn
    parts = [
        Sentence("successes there: {n} of {tn}, and that is enough", n=successes, tn=check.tn)
        if enough
        else Sentence("successes there: {n} of {tn}", n=successes, tn=check.tn)
    ]
    if coming := sum("E" in name(die) for die in kept):
        parts.append(Sentence.counted(
            "{n} bonus die comes on top, kept over the limit or dropped as you like",
            "{n} bonus dice come on top, kept over the limit or dropped as you like",
            coming,
        ))  # fmt: skip
    elif not enough:
        parts.append(Sentence("nothing more can come of them"))
    if check.stance != "void":
        parts.append(Sentence("{n} strife is taken", n=strife) if strife else Sentence("no strife is taken"))
    return parts


def _against(advice: Advice, other: Choice) -> Sentence:
    named = {"doing": doing(advice, other), "value": value(advice, other)}
    if changes := _changes(advice.best.odds, other.odds):
        return Sentence("Next best, {doing}: {value}: {changes}.", **named, changes=Sentence.joined(changes))
    return Sentence("Next best, {doing}: {value}.", **named)


def _changes(mine: Odds | None, its: Odds | None) -> list[Sentence]:
    """What another choice comes to against the best one, where both are to keep."""
    if mine is None or its is None:
        return []
    success, bonus, opportunity, strife = (
        getattr(its.mean, word) - getattr(mine.mean, word) for word in ("success", "bonus", "opportunity", "strife")
    )
    told = (
        (success, Sentence("{n:+.2f} points of success", n=100 * success)),
        (bonus, Sentence("{n:+.3f} bonus", n=bonus)),
        (opportunity, Sentence("{n:+.3f} opportunity", n=opportunity)),
        (strife, Sentence("{n:+.3f} strife", n=strife)),
    )
    return [words for more, words in told if abs(more) > RARE]
