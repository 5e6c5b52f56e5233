"""What a solution, or a deck, comes to: told in lines, in tables, as JSON, and as a picture.

Lines are told by `tell`, in the reader's language; JSON, rows and pictures are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ..engine import Option, Sentence, Tell
from .advice import Advice, Advised
from .card_odds import Change, DeckOdds
from .change_picture import Changes, signed
from .focus_game import RESULT_WORDS, ROLES, FocusGame, FocusSide, Left
from .holdings import Holding
from .panels import Panel, Picture, Series, padded
from .plan import Rule, choices_words, counts_words, holding_words, plan, plan_lines, rules
from .solve import Solution

RESULTS = ("win", "tie", "lose", "none")
EXACT = 1e-9
"""Difference in worth that is rounding alone."""
COMMON = 6
"""Holdings that are told of at once."""
THE = (Sentence("the challenger"), Sentence("the challenged"))
CHANCE = Sentence.meant("column", "chance")
STATS = {
    "chi": Sentence("Chi"), "force": Sentence("Force"), "honor": Sentence("Honor"),
    "lower": Sentence.meant("stat", "Lower"), "higher": Sentence.meant("stat", "Higher"),
    "printed-chi": Sentence("Printed-chi"), "printed-force": Sentence("Printed-force"),
    "printed-honor": Sentence("Printed-honor"),
}  # fmt: skip
"""Duel stats as they stand at the head of a report."""


# --- a solution ------------------------------------------------------------------------------------------


def solution_lines(solution: Solution, side: int, holding: Holding | None = None, *, tell: Tell = str) -> list[str]:
    """Value, chances, how sure they are, the plan of one side, and what was left out."""
    lines = [*_heading(solution.game), "", *_value_lines(solution), *_chance_lines(solution), ""]
    if holding is not None:
        lines += [*plan_lines(solution, side, holding), *_odds_of(solution, side, holding)]
    else:
        lines += _plans(solution, side, tell)
    thumb = rules(solution, side)
    if thumb:
        title = Sentence("Rules of thumb for {role} (how often they say what the plan says):", role=THE[side])
        lines += ["", title, *_rule_lines(thumb, tell)]
    return [tell(line) for line in (*lines, *_left_lines(solution))]


def _heading(game: FocusGame) -> Iterator[str]:
    for n, side in enumerate(game.sides):
        yield Sentence("Challenged: {what}" if n else "Challenger: {what}", what=side_words(side))
    chosen = game.chooser is not None
    yield (
        Sentence("The sole Duelist's side chooses who goes first.")
        if chosen
        else Sentence("The challenged goes first." if game.first else "The challenger goes first.")
    )


def side_words(side: FocusSide) -> str:
    """What a side brings, in words."""
    stat = STATS.get(side.stat_name, side.stat_name.capitalize())
    return Sentence.joined([Sentence.joined([stat, str(side.stat)], by=" "), *_holds(side)])


def _holds(side: FocusSide) -> list[str]:
    """What a side brings beside its stat, in words."""
    parts: list[str] = []
    if side.pool_size:
        parts.append(Sentence.counted("a pool of {n} card", "a pool of {n} cards", side.pool_size))
    if side.hand_size:
        hand, most = side.hand_size, side.most_from_hand
        parts.append(Sentence("{hand} in hand ({most} of them may be focused)", hand=hand, most=most))
    if side.top != "no":
        parts.append(Sentence("the top of the deck, seen" if side.top == "seen" else "the top of the deck, unseen"))
    if side.most >= 0:
        parts.append(Sentence.counted("{n} focus at most", "{n} focuses at most", side.most))
    if side.wins_ties:
        parts.append(Sentence("wins ties"))
    return parts


def _value_lines(solution: Solution) -> Iterator[str]:
    exact = solution.method == "lp" or solution.exploitability < 1e-9
    for side in (0, 1):
        low, high = solution.interval(side)
        sure = Sentence.meant("value", "exact") if exact else _between(low, high)
        worth = _number(solution.value(side))
        yield Sentence("Worth to {role}: {worth} ({sure})", role=THE[side], worth=worth, sure=sure)
    if not exact:
        yield Sentence.counted(
            "Exploitability {share} of what is at stake, after {n} round ({method})",
            "Exploitability {share} of what is at stake, after {n} rounds ({method})",
            solution.rounds,
            share=Sentence.number(solution.exploitability, ".2g"),
            method=solution.method,
        )


def _between(low: float, high: float) -> str:
    return Sentence("certainly between {low} and {high}", low=_number(low, 5), high=_number(high, 5))


def _chance_lines(solution: Solution) -> Iterator[str]:
    for side in (0, 1):
        results = _result_words(solution.results(side))
        yield Sentence("The challenged: {results}" if side else "The challenger: {results}", results=results)


def _result_words(results: Mapping[str, float], form: str = ".1%", least: float = 5e-6) -> str:
    """How likely each result is, of those that are likely at all."""
    words = [(RESULT_WORDS[name], Sentence.number(results[name], form)) for name in RESULTS if results[name] > least]
    return Sentence.joined(Sentence.joined(pair, by=" ") for pair in words)


def _odds_of(solution: Solution, side: int, holding: Holding) -> Iterator[str]:
    yield Sentence("With these cards: {results}", results=_result_words(solution.results_of(side, holding)))


def _plans(solution: Solution, side: int, tell: Tell) -> list[str]:
    held = Sentence("what the challenged holds" if side else "what the challenger holds")
    head: tuple[str, ...] = CHANCE, held, Sentence.meant("column", "does"), Sentence.meant("column", "wins")
    rows = [head] + [
        (Sentence.number(chance, ".1%"), holding_words(solution, side, holding), _first_words(solution, side, holding),
         Sentence.number(solution.results_of(side, holding)["win"], ".0%"))
        for holding, chance in common(solution, side)
    ]  # fmt: skip
    title = Sentence(
        "What the challenged most often holds, and does at the first opportunity of his own:"
        if side
        else "What the challenger most often holds, and does at the first opportunity of his own:"
    )
    return [title, *padded(rows, right=(0, 3), tell=tell)]


def common(solution: Solution, side: int, count: int = COMMON) -> list[tuple[Holding, float]]:
    """The likeliest first holdings of a side."""
    chances = solution.form.holdings[side].chances
    order = np.argsort(-chances, kind="stable")[:count]
    return [(solution.first_holdings(side)[n], float(chances[n])) for n in order]


def _first_words(solution: Solution, side: int, holding: Holding) -> str:
    steps = plan(solution, side, holding)
    if not steps:
        return Sentence("nothing: it is not asked")
    return choices_words(solution, side, max(steps, key=lambda step: step.chance))


def _rule_lines(found: list[Rule], tell: Tell) -> list[str]:
    rows = [(counts_words(rule.counts), rule.words(), Sentence.number(rule.right, ".0%")) for rule in found]
    return [f"  {line}" for line in padded(rows, right=(2,), tell=tell)]


def _left_lines(solution: Solution) -> list[str]:
    if not solution.left:
        return []
    up, down = solution.holds_for()
    lines = ["", Sentence("Left out of this game:"), *map(_left_line, solution.left)]
    if not (up or down):
        none = Sentence(
            "No bound holds with it but the worth of a win and of a loss: take the numbers for an estimate."
        )
        return [*lines, none]
    side = 0 if up else 1
    whole = Sentence(
        "All of it is the challenged's choice, so the duel is worth at least {least} to that side."
        if side
        else "All of it is the challenger's choice, so the duel is worth at least {least} to that side.",
        least=_number(solution.interval(side)[0]),
    )
    return [*lines, whole]


def _left_line(left: Left) -> str:
    what = left.name
    if left.side is not None:
        what = Sentence(
            "{what} (the challenged's choice)" if left.side else "{what} (the challenger's choice)", what=left.name
        )
    return Sentence.joined(["  ", what], by="")


def not_counted(left: tuple[Left, ...]) -> str:
    """The line that names what numbers leave out."""
    return Sentence("Not counted, or only roughly: {what}.", what=Sentence.joined((one.name for one in left), by="; "))


def _number(value: float, digits: int = 4) -> str:
    """A number without a minus before nothing."""
    return Sentence.number(round(value, digits) + 0.0, f".{digits}f")


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
    title = Sentence("Challenger {first} against challenged {second}", first=first.stat, second=second.stat)
    low, high = map(_number, solution.interval(side))
    summary = Sentence("Worth to {role} between {low} and {high}", role=THE[side], low=low, high=high)
    return Picture(title, summary, (_results(solution), _focuses(solution), _by_total(solution, side)))


def _results(solution: Solution) -> Panel:
    names = [name for name in RESULTS if any(solution.results(n)[name] > 5e-6 for n in (0, 1))]
    series = tuple(Series(ROLES[n], tuple(solution.results(n)[name] for name in names)) for n in (0, 1))
    labels = tuple(RESULT_WORDS[name] for name in names)
    return Panel(Sentence("how it ends"), Sentence.meant("axis", "result"), labels, series)


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
    title = Sentence("cards focused at the strike")
    return Panel(title, Sentence("cards"), tuple(map(str, range(most + 1))), series)


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
    name = Sentence("how often the challenged wins" if side else "how often the challenger wins")
    wins_ = Series(Sentence.meant("column", "wins"), shares)
    return Panel(name, Sentence("sum of focus values in the pool"), tuple(map(str, totals)), (wins_,))


# --- decks -----------------------------------------------------------------------------------------------


def deck_lines(name: str, odds: DeckOdds, reach: tuple[int, ...] = (), *, tell: Tell = str) -> list[str]:
    """Pools, best totals, and the chance to reach a total."""
    values = (Sentence("{n} of {value}", n=count, value=value) for value, count in sorted(odds.values.items()))
    lines: list[str] = [
        Sentence.counted(
            "{name}: {n} Fate card; focus values {values}; {average} on average.",
            "{name}: {n} Fate cards; focus values {values}; {average} on average.",
            sum(odds.values.values()),
            name=name,
            values=Sentence.joined(values),
            average=Sentence.number(odds.average, ".2f"),
        )
    ]
    holds = tell(Sentence.joined(_holds(odds.side) or [side_words(odds.side)]))
    lines += [Sentence("{what}. All numbers are exact.", what=holds[:1].upper() + holds[1:]), ""]
    if odds.side.pool_size:
        rows: list[tuple[str, ...]] = [(Sentence.meant("column", "pool"), CHANCE)]
        rows += [(_pool(pool), Sentence.number(chance, ".2%")) for pool, chance in odds.pools[:COMMON]]
        lines += [Sentence("Likeliest pools:"), *(f"  {line}" for line in padded(rows, right=(1,), tell=tell)), ""]
    lines += [Sentence("Best total by number of focuses:"), *_total_lines(odds, reach, tell)]
    return [tell(line) for line in lines]


def _pool(pool: tuple[int, ...]) -> str:
    return ", ".join(map(str, pool))


def _total_lines(odds: DeckOdds, reach: tuple[int, ...], tell: Tell) -> list[str]:
    wanted = reach or _thresholds(odds)
    head = Sentence.meant("column", "focuses"), Sentence.meant("column", "average")
    rows: list[tuple[str, ...]] = [(*head, *(Sentence("{total} or more", total=total) for total in wanted))]
    for k in odds.totals:
        chances = (Sentence.number(odds.reach(k, total), ".1%") for total in wanted)
        rows += [(str(k), Sentence.number(odds.mean(k), ".2f"), *chances)]
    return [f"  {line}" for line in padded(rows, right=tuple(range(2 + len(wanted))), tell=tell)]


def _thresholds(odds: DeckOdds) -> tuple[int, ...]:
    """A few totals worth asking for."""
    most = max((total for row in odds.totals.values() for total in row), default=0)
    return tuple(sorted({max(1, round(most * part)) for part in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)}))


def deck_picture(name: str, odds: DeckOdds) -> Picture:
    """Best totals by number of focuses."""
    rows = [(k, {t: chance for t, chance in row.items() if chance > 5e-4}) for k, row in odds.totals.items()]
    panels = tuple(_totals(k, row) for k, row in rows)
    summary = Sentence.counted(
        "{n} card, {average} on average; exact",
        "{n} cards, {average} on average; exact",
        sum(odds.values.values()),
        average=Sentence.number(odds.average, ".2f"),
    )
    return Picture(name, summary, panels)


def _totals(k: int, row: dict[int, float]) -> Panel:
    shares = tuple(row[total] for total in sorted(row))
    title = Sentence.counted("best of {n} focus", "best of {n} focuses", k)
    return Panel(title, Sentence("sum of values"), tuple(map(str, sorted(row))), (Series(CHANCE, shares),))


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


def change_lines(solution: Solution, side: int, found: list[Change], *, tell: Tell = str) -> list[str]:
    """What changing one card is worth, the best and the worst."""
    low, high = solution.interval(side)
    sure = _between(low, high) if high - low > EXACT else Sentence.meant("value", "exact")
    worth = Sentence(
        "Worth of the duel to {role} as the deck is: {worth} ({sure})",
        role=THE[side],
        worth=_number(solution.value(side)),
        sure=sure,
    )
    lines = [*_heading(solution.game), "", worth, ""]
    if any(abs(change.gain) > change.doubt + EXACT for change in found):
        lines.append(Sentence("One card changed, and what that is worth (give or take {doubt}):", doubt=_doubt(found)))
        lines += _change_rows(found, tell)
        if any(face.value != face.printed for face, _ in solution.game.sides[side].deck):
            lines += ["", Sentence("What a card’s text is worth in this duel is counted into its value here.")]
    else:
        lines.append(Sentence(
            "No change of one card is worth anything: the stats decide this duel; "
            "--stats, --duellist or --opponent give other terms."
        ))  # fmt: skip
    return [tell(line) for line in lines]


def _change_rows(found: list[Change], tell: Tell) -> list[str]:
    head = Sentence.meant("column", "out"), Sentence.meant("column", "in")
    rows: list[tuple[str, ...]] = [(*head, Sentence("worth then"), Sentence("gain"))]
    shown = found if len(found) <= 14 else [*found[:8], *found[-6:]]
    rows += [(str(c.old), str(c.new), _number(c.value), signed(c.gain)) for c in shown]
    return [f"  {line}" for line in padded(rows, right=(0, 1, 2, 3), tell=tell)]


def _doubt(found: list[Change]) -> str:
    """How far off gains may be."""
    return _number(max([1e-5, *(change.doubt for change in found)]), 5)


def changes_picture(name: str, against: str, solution: Solution, side: int, found: list[Change]) -> Changes:
    """What each change of one card is worth, all of them, the best first."""
    summary = Sentence(
        "as it is the duel is worth {worth} to it; each change is off by {doubt} at most",
        worth=_number(solution.value(side)),
        doubt=_doubt(found),
    )
    title = Sentence("{name} against {against}: one card changed", name=name, against=against)
    return Changes(title, summary, tuple(found))


# --- advice at the table ---------------------------------------------------------------------------------


def advice_lines(advice: Advice, name: Callable[[Option], str]) -> list[str]:
    """Every answer with its odds, the best first, and what the numbers leave out. `name` puts an answer into words."""
    lines: list[str] = [_answer_line(one, name(one.option)) for one in advice.answers]
    return [*lines, not_counted(advice.left)] if advice.left else lines


def _answer_line(one: Advised, answer: str) -> Sentence:
    return Sentence(
        "{answer}: {odds} (worth {value}; an equilibrium does so {chance} of the time)"
        if 0.02 <= one.chance <= 0.98
        else "{answer}: {odds} (worth {value})",
        answer=answer,
        odds=_result_words(one.results, ".0%", 0.005),
        value=_number(one.value, 2),
        chance=Sentence.number(one.chance, ".0%"),
    )
