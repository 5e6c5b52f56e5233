"""A solution as a plan that people can follow: what to do with these cards, move by move, and rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from .holdings import STRIKE, Count, Drawing, Explicit, Floats, Holding, Label, Plain
from .solve import Choice, Solution

CLEAR, SURE = 0.02, 0.98
"""A choice that is made more rarely is not told; one that is made more often is told as sure."""
SIMPLER = 0.005
"""By how much more often a rule with a number has to be right than one without."""
ANYTHING = "anything"
"""In place of the other side's moves: whichever."""
RARE = 0.005
"""Places that play comes to more rarely have no rule of thumb."""


@dataclass(frozen=True, slots=True)
class Step:
    """What to do at one opportunity: how play comes to it, what is chosen, how likely it is that it comes to that.

    `others`: the other side's moves since the own one before, as they are told.
    """

    path: tuple[Label, ...]
    others: tuple[Label, ...]
    choices: tuple[Choice, ...]
    chance: float
    following: tuple[Step, ...]


def plan(solution: Solution, side: int, holding: Holding) -> tuple[Step, ...]:
    """What a side does that holds this before the first opportunity, as far as play is likely to come."""
    return tuple(_steps(solution, side, (), {holding: 1.0}, ()))


def _steps(
    solution: Solution, side: int, path: tuple[Label, ...], held: dict[Holding, float], others: tuple[Label, ...]
) -> Iterator[Step]:
    mover = solution.mover(path)
    if mover is None or not held:
        return
    group, _ = solution.place(path)
    if mover != side:
        for label in group.leads:
            yield from _steps(solution, side, (*path, label), held, (*others, label))
        return
    total = sum(held.values())
    likely = total * solution.likely(1 - side, path)
    if likely < RARE:
        return
    choices, onward = _choices(solution, path, held)
    following: list[Step] = []
    for label, there in onward.items():
        following += _steps(solution, side, (*path, label), there, ())
    yield Step(path, others, choices, likely, tuple(following))


def _choices(
    solution: Solution, path: tuple[Label, ...], held: dict[Holding, float]
) -> tuple[tuple[Choice, ...], dict[Label, dict[Holding, float]]]:
    """What is chosen on the whole, and what is held after each move."""
    total = sum(held.values())
    found: dict[tuple[Label, int], float] = {}
    onward: dict[Label, dict[Holding, float]] = {}
    for holding, weight in held.items():
        for choice, leads in solution.onward(path, holding):
            key = choice.label, choice.card
            found[key] = found.get(key, 0.0) + weight * choice.chance / total
            for there, chance in leads:
                rows = onward.setdefault(choice.label, {})
                rows[there] = rows.get(there, 0.0) + weight * choice.chance * chance
    choices = [Choice(label, card, chance) for (label, card), chance in found.items() if chance >= CLEAR]
    sure = {choice.label for choice in choices}
    ordered = tuple(sorted(choices, key=lambda one: -one.chance))
    return ordered, {label: rows for label, rows in onward.items() if label in sure}


# --- in words --------------------------------------------------------------------------------------------


def holding_words(solution: Solution, side: int, holding: Holding) -> str:
    """What is held before the first opportunity, in words."""
    cards = solution.form.holdings[side].cards
    pool, hand = holding[1], holding[2]
    parts = []
    if pool or not hand:
        parts.append(f"a pool of {_row(cards, pool)}" if pool else "an empty pool")
    if hand:
        parts.append(f"{_row(cards, hand)} in hand")
    if isinstance(cards, Drawing) and holding[4] >= 0:
        parts.append(f"{holding[4]} on top of the deck")
    return " and ".join(parts)


def _row(cards: object, kinds: tuple[int, ...]) -> str:
    names = [card_words(cards, kind) for kind in kinds]
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def card_words(cards: object, kind: int) -> str:
    """A card as people call it: its value, with its title where that does more than count."""
    if isinstance(cards, Explicit):
        return str(cards.faces[kind])
    return str(kind)


def choice_words(solution: Solution, side: int, choice: Choice) -> str:
    """One choice in words."""
    cards = solution.form.holdings[side].cards
    label = choice.label
    if label == STRIKE:
        return "strike"
    if label.startswith("first"):
        return "take the first opportunity" if int(label.split()[1]) == side else "let the other go first"
    if label.startswith("instead"):
        return f"use {solution.game.sides[side].insteads[int(label.split()[1])].name}"
    if label == "top":
        return "focus the top of the deck" + (f" ({choice.card})" if choice.card >= 0 else "")
    place = " from hand" if label == "hand" else ""
    return f"focus the {card_words(cards, choice.card)}{place}"


def choices_words(solution: Solution, side: int, step: Step) -> str:
    """What is chosen at a step, with how often where it is not sure."""
    if step.choices and step.choices[0].chance >= SURE:
        return choice_words(solution, side, step.choices[0])
    return " or ".join(f"{choice_words(solution, side, one)} ({one.chance:.0%})" for one in step.choices)


def others_words(solution: Solution, side: int, step: Step, *, after: Label = "") -> str:
    """When a step comes, in words: the own move `after` which it comes, and what the other side has done then."""
    begun = {"": "", "pool": "after the pool card, ", "hand": "after the hand card, ", "top": "after the top card, "}
    start = begun.get(after, "after that, ")
    if not step.others:
        return f"{start}then" if step.path else "first"
    if step.others == (ANYTHING,):
        return f"{start}whatever the other does but strike"
    return f"{start}if the other " + " and then ".join(_done(solution, 1 - side, label) for label in step.others)


def _done(solution: Solution, side: int, label: Label) -> str:
    if label.startswith("first"):
        return "goes first" if int(label.split()[1]) == side else "lets you go first"
    if label.startswith("instead"):
        return f"uses {solution.game.sides[side].insteads[int(label.split()[1])].name}"
    return {"pool": "focuses from the pool", "hand": "focuses from hand", "top": "focuses off the deck"}[label]


def plan_lines(solution: Solution, side: int, holding: Holding) -> list[str]:
    """The plan for these cards, a line for each opportunity, further ones set in."""
    lines = [f"With {holding_words(solution, side, holding)}:"]
    steps = _alike(plan(solution, side, holding), 0)
    if not steps:
        return [*lines, "  it never comes to your turn"]
    for step in steps:
        lines += _lines(solution, side, step, 1, "")
    return lines


def _lines(solution: Solution, side: int, step: Step, depth: int, after: Label) -> Iterator[str]:
    yield f"{'  ' * depth}{others_words(solution, side, step, after=after)}: {choices_words(solution, side, step)}"
    moves = list(dict.fromkeys(further.path[len(step.path)] for further in step.following))
    for move in moves:
        steps = tuple(further for further in step.following if further.path[len(step.path)] == move)
        for further in _alike(steps, len(step.path) + 1):
            yield from _lines(solution, side, further, depth + 1, move if len(moves) > 1 else "")


def _alike(steps: tuple[Step, ...], known: int) -> tuple[Step, ...]:
    """The likely ones first; one for all, where whatever the other did makes no difference to what follows."""
    ordered = sorted(steps, key=lambda step: -step.chance)
    if len({_seen(step, known) for step in ordered}) == 1 and len(ordered) > 1:
        return (replace(ordered[0], others=(ANYTHING,), chance=sum(step.chance for step in ordered)),)
    return tuple(ordered)


def _seen(step: Step, known: int) -> tuple[object, ...]:
    """What a step comes to, whatever led to it: choices to the nearest tenth, and what follows."""
    choices = tuple(sorted((one.label, one.card, round(one.chance, 1)) for one in step.choices))
    here = len(step.path)
    return choices, frozenset((further.path[here:], _seen(further, here)) for further in step.following)


# --- rules of thumb --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of thumb: strike always, never, or by one number; how often it is right, how often it is asked for.

    `counts` are what the own side and the other have done. `by`: `focused` (what lies in the own area comes to `least`
    or more), `left` (the best card left is `least` or less), or empty: then `least` is 1 to strike always, 0 never.
    """

    counts: tuple[Count, Count]
    by: str
    least: int
    right: float
    chance: float

    def words(self) -> str:
        """In words."""
        if not self.by:
            return "strike" if self.least else "do not strike"
        if self.by == "focused":
            return f"strike if what you have focused comes to {self.least} or more"
        return f"strike if the best card you have left is {self.least} or less"


def rules(solution: Solution, side: int) -> list[Rule]:
    """A rule of thumb for each pair of counts at which that side may choose, in the order of play. Plain cards only."""
    found = []
    plain = isinstance(solution.form.holdings[side].cards, Plain | Drawing)
    for g, group in enumerate(solution.form.groups):
        if plain and group.mover == side and group.ending >= 0 and group.moves:
            rule = _rule(solution, side, g)
            if rule is not None:
                found.append(rule)
    return found


def _rule(solution: Solution, side: int, g: int) -> Rule | None:
    group = solution.form.groups[g]
    others = solution.reach(1 - side)[g].sum(axis=1)
    weights = solution.reach(side)[g] * others[:, None]
    likely = float(weights.sum())
    if likely < RARE:
        return None
    weight = weights.sum(axis=0)
    strikes = (_strikes(solution, g) * weights).sum(axis=0) / np.maximum(weight, 1e-300)
    page = group.pages[side]
    sums = np.array([holding[0] for holding in page.holdings])
    best = np.array([max((*holding[1], *holding[2]), default=-1) for holding in page.holdings])
    rows = [("", 0, 1 - strikes), ("", 1, strikes)]
    rows += [("focused", n, np.where(sums >= n, strikes, 1 - strikes)) for n in range(1, int(sums.max()) + 1)]
    rows += [("left", n, np.where(best <= n, strikes, 1 - strikes)) for n in range(int(best.max()))]
    scores = [(float(right @ weight) / likely - SIMPLER * bool(by), by, n) for by, n, right in rows]
    score, by, least = max(scores, key=lambda one: one[0])
    counts = group.counts[side], group.counts[1 - side]
    return Rule(counts, by, least, score + SIMPLER * bool(by), likely)


def _strikes(solution: Solution, g: int) -> Floats:
    """How often each holding of the mover strikes, place by place."""
    group, block = solution.form.groups[g], solution.network.blocks[g]
    found = np.zeros((len(group.paths), group.pages[group.mover].size))
    found[:, block.source[block.strikes]] = solution.strategy[g][:, block.strikes]
    return found


def counts_words(counts: tuple[Count, Count]) -> str:
    """How often each has focused, in words: the own count first."""
    if not counts[0].turns and not counts[1].turns:
        return "at the first opportunity"
    return f"you have focused {_times(counts[0])}, the other {_times(counts[1])}"


def _times(count: Count) -> str:
    times = {0: "nothing", 1: "once", 2: "twice"}.get(count.focuses, f"{count.focuses} times")
    if count.hand == count.focuses:
        return f"{times} from hand" if count.hand else times
    return f"{times} ({count.hand} from hand)" if count.hand else times
