"""The odds of a check as a picture, black on white: SVG of our own, or PNG by matplotlib; all of it in words too.

Successes that reach the TN are black bars, the others white ones, so that no colour is needed to tell them apart. Its
words are sentences; a picture is given what `tell`s them in the reader's language.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from ..engine import Sentence, Tell
from . import picture_files
from .dice_odds import Odds
from .dice_words import EXACT, OPPORTUNITY, check_words, conditions, counted, goal_words, percent

WIDTH, HEIGHT = 720, 300
LEFT, TOP, FLOOR = 52, 64, 236
"""In SVG units: the picture, and where its axes lie."""

REACHED, MISSED, NEUTRAL = "#000", "#fff", "#aaa"

ON_KEPT, RECEIVED = Sentence("successes on kept dice"), Sentence("strife received")

Panel = tuple[Sentence, list[tuple[str, float, str]]]


def panels(found: Odds) -> list[Panel]:
    """What is drawn: (what is counted, [(count, chance, fill)]). What can only come to one count is left out."""
    tn = found.check.tn
    rows = counted(found.of_successes)
    first = [(label, chance, REACHED if n >= tn else MISSED) for n, (label, chance, _) in enumerate(rows)]
    drawn = [(ON_KEPT, first)]
    for what, chances in ((OPPORTUNITY, found.of_opportunity), (RECEIVED, found.of_strife)):
        rows = counted(chances)
        if len(rows) > 1:
            drawn.append((what, [(label, chance, NEUTRAL) for label, chance, _ in rows]))
    return drawn


def _slots(rows: list[tuple[str, float, str]]) -> int:
    """How wide a panel is, in bars: its name has to fit below."""
    return max(4, len(rows))


def alternative(found: Odds) -> Sentence:
    """The picture in words."""
    goal = found.goal
    parts = [check_words(found.check), Sentence("Choices are the best for {goal}.", goal=goal_words(goal))]
    if goal.chance and goal.conditions > 1:
        told = {"conditions": conditions(goal), "chance": percent(found.chance)}
        parts.append(Sentence("Chance of {conditions}: {chance}.", **told))
    parts.append(Sentence("Chance of success: {chance}.", chance=percent(found.mean.success)))
    for what, rows in panels(found):
        shown = [Sentence("{count}: {chance}", count=label, chance=percent(chance)) for label, chance, _ in rows]
        parts.append(_in_words(what, Sentence.joined(shown)))
    return Sentence.joined([*parts, EXACT], " ")


def _in_words(what: Sentence, chances: Sentence) -> Sentence:
    """A panel in words."""
    return {
        ON_KEPT: Sentence("Successes on kept dice: {chances}.", chances=chances),
        OPPORTUNITY: Sentence("Opportunity: {chances}.", chances=chances),
        RECEIVED: Sentence("Strife received: {chances}.", chances=chances),
    }[what]


def title(found: Odds) -> Sentence:
    """A heading of one line."""
    check = found.check
    return Sentence.counted(
        "{ring} ring and {n} skill die, keep {keep}, TN {tn}", "{ring} ring and {n} skill dice, keep {keep}, TN {tn}",
        check.skill_dice, ring=check.ring_dice, keep=check.keep, tn=check.tn,
    )  # fmt: skip


def svg(found: Odds, *, tell: Tell = str) -> str:
    """A picture that stands alone or goes into a page. Text is text, and it can be read out."""
    drawn = panels(found)
    slots = [_slots(rows) for _, rows in drawn]
    step = (WIDTH - LEFT - 40 * len(drawn)) / (sum(slots) + 0.5 * len(drawn))
    top = max(chance for _, rows in drawn for _, chance, _ in rows)
    parts, left, heading = [], float(LEFT), escape(tell(title(found)))
    for what, rows in drawn:
        parts.append(_panel(what, rows, left, step, top, tell))
        left += step * (_slots(rows) + 0.5) + 40
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d" '
        f'font-family="sans-serif" font-size="12" fill="#000">\n<title id="t">{heading}</title>\n'
        f'<desc id="d">{escape(tell(alternative(found)))}</desc>\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n'
        f'<text x="{LEFT}" y="22" font-size="16">{heading}</text>\n'
        f'<text x="{LEFT}" y="42">{escape(tell(_summary(found)))}</text>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def _summary(found: Odds) -> Sentence:
    goal, success = found.goal, percent(found.mean.success)
    if goal.chance and goal.conditions > 1:
        return Sentence(
            "{conditions}: {chance}; success {success}; exact; black bars reach the TN",
            conditions=conditions(goal), chance=percent(found.chance), success=success,
        )  # fmt: skip
    return Sentence("success {success}; exact; black bars reach the TN", success=success)


def _panel(what: Sentence, rows: list[tuple[str, float, str]], left: float, step: float, top: float, tell: Tell) -> str:
    width, parts = step * _slots(rows), []
    for n, (label, chance, fill) in enumerate(rows):
        height = (FLOOR - TOP) * chance / top
        x, y, share = left + n * step, FLOOR - height, tell(Sentence.number(100 * chance, ".1f"))
        parts.append(
            f'<rect x="{x + step * 0.1:.1f}" y="{y:.1f}" width="{step * 0.8:.1f}" height="{height:.1f}" '
            f'fill="{fill}" stroke="#000"/>'
            f'<text x="{x + step / 2:.1f}" y="{y - 4:.1f}" font-size="9" text-anchor="middle">{share}</text>'
            f'<text x="{x + step / 2:.1f}" y="{FLOOR + 14}" text-anchor="middle">{escape(label)}</text>'
        )
    parts.append(f'<path d="M{left:.1f} {TOP} V{FLOOR} H{left + width:.1f}" fill="none" stroke="#000"/>')
    below = escape(tell(Sentence("{what} (count)", what=what)))
    parts.append(f'<text x="{left + width / 2:.1f}" y="{FLOOR + 34}" text-anchor="middle">{below}</text>')
    turned = f'transform="translate({left - 8:.1f} {(TOP + FLOOR) / 2:.0f}) rotate(-90)"'
    parts.append(f'<text {turned} text-anchor="middle">{escape(tell(Sentence("chance (%)")))}</text>')
    return "\n".join(parts)


def png(found: Odds, path: Path, *, tell: Tell = str) -> None:
    """The same by matplotlib, with the words among the file's own. Raises `BadInput` where that is not installed."""
    drawn = panels(found)
    figure = picture_files.figure(9, 3.6)
    axes = figure.subplots(1, len(drawn), width_ratios=[_slots(rows) for _, rows in drawn], squeeze=False, sharey=True)[
        0
    ]
    for place, (what, rows) in zip(axes, drawn, strict=True):
        labels, chances, fills = zip(*rows, strict=True)
        place.bar(labels, [100 * chance for chance in chances], color=fills, edgecolor="black")
        place.set_xlim(-0.6, _slots(rows) - 0.4)
        place.set_xlabel(tell(Sentence("{what} (count)", what=what)))
        place.set_ylabel(tell(Sentence("chance (%)")))
        place.spines[["top", "right"]].set_visible(False)
    head = tell(title(found))
    figure.suptitle(f"{head}: {tell(_summary(found))}", fontsize=10)
    picture_files.write(figure, path, head, tell(alternative(found)))
