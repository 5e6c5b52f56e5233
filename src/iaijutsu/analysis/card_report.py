"""What a solution, or a deck, comes to: told in lines, in tables, as JSON, and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..engine import Option
from .advice import Advice
from .card_odds import Change, DeckOdds
from .change_picture import Changes
from .focus_game import ROLES, FocusGame, FocusSide
from .holdings import Holding
from .panels import Panel, Picture, Series, padded
from .plan import Rule, choices_words, counts_words, holding_words, plan, plan_lines, rules
from .solve import Solution

RESULTS = ("win", "tie", "lose", "none")
EXACT = 1e-9
"""Difference in worth that is rounding alone."""
COMMON = 6
"""Holdings that are told of at once."""


# --- a solution ------------------------------------------------------------------------------------------


def solution_lines(solution: Solution, side: int, holding: Holding | None = None) -> list[str]:
    """Value, chances, how sure they are, the plan of one side, and what was left out."""
    lines = [*_heading(solution.game), "", *_value_lines(solution), *_chance_lines(solution), ""]
    if holding is not None:
        lines += [*plan_lines(solution, side, holding), *_odds_of(solution, side, holding)]
    else:
        lines += _plans(solution, side)
    thumb = rules(solution, side)
    if thumb:
        lines += [
            "",
            f"Rules of thumb for the {ROLES[side]} (how often they say what the plan says):",
            *_rule_lines(thumb),
        ]
    return [*lines, *_left_lines(solution)]


def _heading(game: FocusGame) -> Iterator[str]:
    first = (
        "the sole Duelist's side chooses who goes first"
        if game.chooser is not None
        else f"the {ROLES[game.first]} goes first"
    )
    for n, side in enumerate(game.sides):
        yield f"{ROLES[n].capitalize()}: {side_words(side)}"
    yield f"{first[0].upper()}{first[1:]}."


def side_words(side: FocusSide) -> str:
    """What a side brings, in words."""
    parts = [f"{side.stat_name.capitalize()} {side.stat}"]
    if side.pool_size:
        parts.append(f"a pool of {side.pool_size} cards")
    if side.hand_size:
        parts.append(f"{side.hand_size} in hand ({side.most_from_hand} of them may be focused)")
    if side.top != "no":
        parts.append(f"the top of the deck, {side.top}")
    if side.most >= 0:
        parts.append(f"{side.most} focuses at most")
    if side.wins_ties:
        parts.append("wins ties")
    return ", ".join(parts)


def _value_lines(solution: Solution) -> Iterator[str]:
    exact = solution.method == "lp" or solution.exploitability < 1e-9
    for side in (0, 1):
        low, high = solution.interval(side)
        sure = "exact" if exact else f"certainly between {_number(low, 5)} and {_number(high, 5)}"
        yield f"Worth to the {ROLES[side]}: {_number(solution.value(side))} ({sure})"
    if not exact:
        found = f"after {solution.rounds} rounds ({solution.method})"
        yield f"Exploitability {solution.exploitability:.2g} of what is at stake, {found}"


def _chance_lines(solution: Solution) -> Iterator[str]:
    for side in (0, 1):
        results = solution.results(side)
        words = ", ".join(f"{name} {results[name]:.1%}" for name in RESULTS if results[name] > 5e-6)
        yield f"The {ROLES[side]}: {words}"


def _odds_of(solution: Solution, side: int, holding: Holding) -> Iterator[str]:
    results = solution.results_of(side, holding)
    words = ", ".join(f"{name} {results[name]:.1%}" for name in RESULTS if results[name] > 5e-6)
    yield f"With these cards: {words}"


def _plans(solution: Solution, side: int) -> list[str]:
    rows = [("chance", f"what the {ROLES[side]} holds", "does", "wins")]
    rows += [
        (f"{chance:.1%}", holding_words(solution, side, holding), _first_words(solution, side, holding),
         f"{solution.results_of(side, holding)['win']:.0%}")
        for holding, chance in common(solution, side)
    ]  # fmt: skip
    return [
        f"What the {ROLES[side]} most often holds, and does at the first opportunity of his own:",
        *padded(rows, right=(0, 3)),
    ]


def common(solution: Solution, side: int, count: int = COMMON) -> list[tuple[Holding, float]]:
    """The likeliest first holdings of a side."""
    chances = solution.form.holdings[side].chances
    order = np.argsort(-chances, kind="stable")[:count]
    return [(solution.first_holdings(side)[n], float(chances[n])) for n in order]


def _first_words(solution: Solution, side: int, holding: Holding) -> str:
    steps = plan(solution, side, holding)
    return (
        choices_words(solution, side, max(steps, key=lambda step: step.chance)) if steps else "nothing: it is not asked"
    )


def _rule_lines(found: list[Rule]) -> list[str]:
    rows = [(counts_words(rule.counts), rule.words(), f"{rule.right:.0%}") for rule in found]
    return [f"  {line}" for line in padded(rows, right=(2,))]


def _left_lines(solution: Solution) -> list[str]:
    if not solution.left:
        return []
    up, down = solution.holds_for()
    lines = ["", "Left out of this game:"]
    lines += [
        f"  {left.name}" + (f" (the {ROLES[left.side]}'s choice)" if left.side is not None else "")
        for left in solution.left
    ]
    if up or down:
        side = 0 if up else 1
        least = f"so the duel is worth at least {_number(solution.interval(side)[0])} to that side"
        return [*lines, f"All of it is the {ROLES[side]}'s choice, {least}."]
    return [*lines, "No bound holds with it but the worth of a win and of a loss: take the numbers for an estimate."]


def _number(value: float, digits: int = 4) -> str:
    """A number without a minus before nothing."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def plain_solution(solution: Solution, side: int) -> dict[str, Any]:
    """All of it as JSON."""
    return {
        "value": {ROLES[n]: solution.value(n) for n in (0, 1)},
        "between": {ROLES[n]: list(solution.interval(n)) for n in (0, 1)},
        "exploitability": solution.exploitability,
        "method": solution.method,
        "rounds": solution.rounds,
        "results": {ROLES[n]: solution.results(n) for n in (0, 1)},
        "left_out": [
            {"what": left.name, "side": None if left.side is None else ROLES[left.side]} for left in solution.left
        ],
        "plan": [_plain_holding(solution, side, holding, chance) for holding, chance in common(solution, side, 10_000)],
        "rules_of_thumb": [
            {"when": counts_words(rule.counts), "do": rule.words(), "right": rule.right, "chance": rule.chance}
            for rule in rules(solution, side)
        ],
    }


def _plain_holding(solution: Solution, side: int, holding: Holding, chance: float) -> dict[str, Any]:
    return {
        "holding": holding_words(solution, side, holding),
        "chance": chance,
        "results": solution.results_of(side, holding),
        "lines": plan_lines(solution, side, holding)[1:],
    }


def rows_of(solution: Solution, side: int) -> list[tuple[str, ...]]:
    """The plan's first moves as rows for a spreadsheet."""
    rows: list[tuple[str, ...]] = [("chance", "holding", "first", *RESULTS)]
    for holding, chance in common(solution, side, 10_000):
        results = solution.results_of(side, holding)
        words = holding_words(solution, side, holding), _first_words(solution, side, holding)
        rows.append((f"{chance:.8f}", *words, *(f"{results[name]:.6f}" for name in RESULTS)))
    return rows


# --- pictures --------------------------------------------------------------------------------------------


def solution_picture(solution: Solution, side: int) -> Picture:
    """Results, how much is focused, and how often each pool wins."""
    first, second = solution.game.sides
    title = f"Challenger {first.stat} against challenged {second.stat}"
    low, high = solution.interval(side)
    summary = f"Worth to the {ROLES[side]} between {_number(low)} and {_number(high)}"
    return Picture(title, summary, (_results(solution), _focuses(solution), _by_total(solution, side)))


def _results(solution: Solution) -> Panel:
    names = [name for name in RESULTS if any(solution.results(n)[name] > 5e-6 for n in (0, 1))]
    series = tuple(Series(ROLES[n], tuple(solution.results(n)[name] for name in names)) for n in (0, 1))
    return Panel("how it ends", "result", tuple(names), series)


def _focuses(solution: Solution) -> Panel:
    """How many cards each side has focused as somebody strikes."""
    found: list[dict[int, float]] = [{}, {}]
    for n, group in enumerate(solution.form.groups):
        if group.ending < 0:
            continue
        chance = float((solution.masses[0][n].sum(axis=1) * solution.masses[1][n].sum(axis=1)).sum())
        for side in (0, 1):
            count = group.counts[side].focuses
            found[side][count] = found[side].get(count, 0.0) + chance
    most = max((count for row in found for count, chance in row.items() if chance > 5e-4), default=0)
    series = tuple(Series(ROLES[n], tuple(found[n].get(k, 0.0) for k in range(most + 1))) for n in (0, 1))
    return Panel("cards focused at the strike", "cards", tuple(map(str, range(most + 1))), series)


def _by_total(solution: Solution, side: int) -> Panel:
    """How often a side wins, by what its pool adds up to (of `Explicit` holdings the values of the cards)."""
    faces = getattr(solution.form.holdings[side].cards, "faces", None)
    wins: dict[int, float] = {}
    whole: dict[int, float] = {}
    for holding, chance in common(solution, side, 100_000):
        pool = holding[1] or holding[2]
        total = sum(faces[kind].value for kind in pool) if faces else sum(pool)
        whole[total] = whole.get(total, 0.0) + chance
        wins[total] = wins.get(total, 0.0) + chance * solution.results_of(side, holding)["win"]
    totals = [total for total in sorted(whole) if whole[total] > 1e-3]
    shares = tuple(wins[total] / whole[total] for total in totals)
    name = f"how often the {ROLES[side]} wins"
    return Panel(name, "sum of focus values in the pool", tuple(map(str, totals)), (Series("wins", shares),))


# --- decks -----------------------------------------------------------------------------------------------


def deck_lines(name: str, odds: DeckOdds, reach: tuple[int, ...] = ()) -> list[str]:
    """Pools, best totals, and the chance to reach a total."""
    values = ", ".join(f"{count} of {value}" for value, count in sorted(odds.values.items()))
    lines = [f"{name}: {sum(odds.values.values())} Fate cards; focus values {values}; {odds.average:.2f} on average."]
    lines += [f"{side_words(odds.side).split(', ', 1)[-1].capitalize()}. All numbers are exact.", ""]
    if odds.side.pool_size:
        rows = [("pool", "chance")] + [(_pool(pool), f"{chance:.2%}") for pool, chance in odds.pools[:COMMON]]
        lines += ["Likeliest pools:", *(f"  {line}" for line in padded(rows, right=(1,))), ""]
    return [*lines, "Best total by number of focuses:", *_total_lines(odds, reach)]


def _pool(pool: tuple[int, ...]) -> str:
    return ", ".join(map(str, pool))


def _total_lines(odds: DeckOdds, reach: tuple[int, ...]) -> list[str]:
    wanted = reach or _thresholds(odds)
    rows: list[tuple[str, ...]] = [("focuses", "average", *(f"{total} or more" for total in wanted))]
    for k in odds.totals:
        chances = tuple(f"{odds.reach(k, total):.1%}" for total in wanted)
        rows += [(str(k), f"{odds.mean(k):.2f}", *chances)]
    return [f"  {line}" for line in padded(rows, right=tuple(range(2 + len(wanted))))]


def _thresholds(odds: DeckOdds) -> tuple[int, ...]:
    """A few totals worth asking for."""
    most = max((total for row in odds.totals.values() for total in row), default=0)
    return tuple(sorted({max(1, round(most * part)) for part in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)}))


def deck_picture(name: str, odds: DeckOdds) -> Picture:
    """Best totals by number of focuses."""
    rows = [(k, {t: chance for t, chance in row.items() if chance > 5e-4}) for k, row in odds.totals.items()]
    panels = tuple(_totals(k, row) for k, row in rows)
    return Picture(name, f"{sum(odds.values.values())} cards, {odds.average:.2f} on average; exact", panels)


def _totals(k: int, row: dict[int, float]) -> Panel:
    shares = tuple(row[total] for total in sorted(row))
    title = f"best of {k} focus{'es' if k > 1 else ''}"
    return Panel(title, "sum of values", tuple(map(str, sorted(row))), (Series("chance", shares),))


def plain_deck(odds: DeckOdds) -> dict[str, Any]:
    """All of it as JSON."""
    return {
        "values": {str(value): count for value, count in odds.values.items()},
        "average": odds.average,
        "pools": [{"pool": list(pool), "chance": chance} for pool, chance in odds.pools],
        "totals": {str(k): {str(total): row[total] for total in sorted(row)} for k, row in odds.totals.items()},
        "best_card": {str(value): chance for value, chance in sorted(odds.of_card.items())},
        "exact": ["values", "average", "pools", "totals", "best_card"],
    }


def change_lines(solution: Solution, side: int, found: list[Change]) -> list[str]:
    """What changing one card is worth, the best and the worst."""
    doubt = max((change.doubt for change in found), default=0.0)
    low, high = solution.interval(side)
    sure = f"certainly between {_number(low, 5)} and {_number(high, 5)}" if high - low > EXACT else "exact"
    lines = [*_heading(solution.game), ""]
    lines += [f"Worth of the duel to the {ROLES[side]} as the deck is: {_number(solution.value(side))} ({sure})", ""]
    if not any(abs(change.gain) > change.doubt + EXACT for change in found):
        terms = "--stats, --duellist or --opponent give other terms"
        return [*lines, f"No change of one card is worth anything: the stats decide this duel; {terms}."]
    lines.append(f"One card changed, and what that is worth (give or take {max(doubt, 1e-5):.5f}):")
    rows = [("out", "in", "worth then", "gain")]
    shown = found if len(found) <= 14 else [*found[:8], *found[-6:]]
    rows += [(str(c.old), str(c.new), f"{_number(c.value)}", f"{round(c.gain, 4) + 0.0:+.4f}") for c in shown]
    return [*lines, *(f"  {line}" for line in padded(rows, right=(0, 1, 2, 3)))]


def changes_picture(name: str, against: str, solution: Solution, side: int, found: list[Change]) -> Changes:
    """What each change of one card is worth, all of them, the best first."""
    worth = f"as it is the duel is worth {_number(solution.value(side))} to it"
    doubt = max((change.doubt for change in found), default=0.0)
    summary = f"{worth}; each change is off by {max(doubt, 1e-5):.5f} at most"
    return Changes(f"{name} against {against}: one card changed", summary, tuple(found))


# --- advice at the table ---------------------------------------------------------------------------------


def advice_lines(advice: Advice, name: Callable[[Option], str]) -> list[str]:
    """Every answer with its odds, the best first, and what the numbers leave out. `name` puts an answer into words."""
    lines = []
    for one in advice.answers:
        odds = ", ".join(f"{result} {one.results[result]:.0%}" for result in RESULTS if one.results[result] >= 0.005)
        how = f"; an equilibrium does so {one.chance:.0%} of the time" if 0.02 <= one.chance <= 0.98 else ""
        lines.append(f"{name(one.option)}: {odds} (worth {_number(one.value, 2)}{how})")
    if advice.left:
        lines.append(f"Not counted, or only roughly: {'; '.join(left.name for left in advice.left)}.")
    return lines
