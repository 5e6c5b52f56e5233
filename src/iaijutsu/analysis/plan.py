"""A solution as a plan that people can follow: what to do with these cards, move by move, and rules of thumb."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from ..engine import Sentence
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
AND, OR, THEN = Sentence("{first} and {last}"), Sentence("{first} or {last}"), Sentence("{first} and then {last}")
AFTER = {
    "pool": Sentence("after the pool card, {when}"), "hand": Sentence("after the hand card, {when}"),
    "top": Sentence("after the top card, {when}"),
}  # fmt: skip
"""How a step begins that comes after an own move."""
DONE = {
    "pool": Sentence("focuses from the pool"), "hand": Sentence("focuses from hand"),
    "top": Sentence("focuses off the deck"),
}  # fmt: skip
"""What the other side has done."""
TIMES = (Sentence.meant("times", "nothing"), Sentence.meant("times", "once"), Sentence.meant("times", "twice"))
"""How often somebody has focused."""


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
        parts.append(Sentence("a pool of {cards}", cards=_row(cards, pool)) if pool else Sentence("an empty pool"))
    if hand:
        parts.append(Sentence("{cards} in hand", cards=_row(cards, hand)))
    if isinstance(cards, Drawing) and holding[4] >= 0:
        parts.append(Sentence("{card} on top of the deck", card=holding[4]))
    return _chain(parts, AND)


def _row(cards: object, kinds: tuple[int, ...]) -> str:
    names = [card_words(cards, kind) for kind in kinds]
    return _chain([Sentence.joined(names[:-1]), names[-1]], AND) if len(names) > 1 else "".join(names)


def _chain(parts: Iterable[str], link: Sentence) -> str:
    """Parts with a word between each two of them."""
    listed = list(parts)
    return reduce(lambda first, last: Sentence(link.sentence, first=first, last=last), listed) if listed else ""


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
        return Sentence.meant("plan", "strike")
    if label.startswith("first"):
        mine = int(label.split()[1]) == side
        return Sentence("take the first opportunity" if mine else "let the other go first")
    if label.startswith("instead"):
        return Sentence("use {name}", name=solution.game.sides[side].insteads[int(label.split()[1])].name)
    if label == "top":
        seen = choice.card >= 0
        return Sentence("focus the top of the deck ({card})" if seen else "focus the top of the deck", card=choice.card)
    card = card_words(cards, choice.card)
    return Sentence("focus the {card} from hand" if label == "hand" else "focus the {card}", card=card)


def choices_words(solution: Solution, side: int, step: Step) -> str:
    """What is chosen at a step, with how often where it is not sure."""
    if step.choices and step.choices[0].chance >= SURE:
        return choice_words(solution, side, step.choices[0])
    return _chain((_often(solution, side, one) for one in step.choices), OR)


def _often(solution: Solution, side: int, choice: Choice) -> str:
    return Sentence.joined(
        [choice_words(solution, side, choice), " (", Sentence.number(choice.chance, ".0%"), ")"], by=""
    )


def others_words(solution: Solution, side: int, step: Step, *, after: Label = "") -> str:
    """When a step comes, in words: the own move `after` which it comes, and what the other side has done then."""
    if not step.others and not step.path:
        return Sentence.meant("plan", "first")
    when = _when(solution, side, step)
    if not after:
        return when
    return Sentence(AFTER[after].sentence, when=when) if after in AFTER else Sentence("after that, {when}", when=when)


def _when(solution: Solution, side: int, step: Step) -> str:
    """What the other side has done before a step."""
    if not step.others:
        return Sentence.meant("plan", "then")
    if step.others == (ANYTHING,):
        return Sentence("whatever the other does but strike")
    return Sentence("if the other {moves}", moves=_chain((_done(solution, 1 - side, m) for m in step.others), THEN))


def _done(solution: Solution, side: int, label: Label) -> str:
    if label.startswith("first"):
        return Sentence("goes first" if int(label.split()[1]) == side else "lets you go first")
    if label.startswith("instead"):
        return Sentence("uses {name}", name=solution.game.sides[side].insteads[int(label.split()[1])].name)
    return DONE[label]


def plan_lines(solution: Solution, side: int, holding: Holding) -> list[str]:
    """The plan for these cards, a line for each opportunity, further ones set in."""
    lines: list[str] = [Sentence("With {holding}:", holding=holding_words(solution, side, holding))]
    steps = _alike(plan(solution, side, holding), 0)
    if not steps:
        return [*lines, Sentence.joined(["  ", Sentence("it never comes to your turn")], by="")]
    for step in steps:
        lines += _lines(solution, side, step, 1, "")
    return lines


def _lines(solution: Solution, side: int, step: Step, depth: int, after: Label) -> Iterator[str]:
    when, what = others_words(solution, side, step, after=after), choices_words(solution, side, step)
    yield Sentence.joined(["  " * depth, when, ": ", what], by="")
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
            return Sentence.meant("plan", "strike") if self.least else Sentence("do not strike")
        if self.by == "focused":
            return Sentence("strike if what you have focused comes to {least} or more", least=self.least)
        return Sentence("strike if the best card you have left is {least} or less", least=self.least)


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
        return Sentence("at the first opportunity")
    own, other = (_times(count) for count in counts)
    return Sentence("you have focused {own}, the other {other}", own=own, other=other)


def _times(count: Count) -> str:
    n = count.focuses
    times = TIMES[n] if n < len(TIMES) else Sentence.meant("times", "{n} times", n=n)
    if count.hand == n:
        return Sentence("{times} from hand", times=times) if count.hand else times
    return Sentence("{times} ({n} from hand)", times=times, n=count.hand) if count.hand else times
