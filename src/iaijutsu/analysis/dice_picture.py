"""The odds of a check as a picture, black on white: SVG of our own, or PNG by matplotlib; all of it in words too.

Successes that reach the TN are black bars, the others white ones, so that no colour is needed to tell them apart.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from . import picture_files
from .dice_odds import Odds
from .dice_words import EXACT, check_words, conditions, counted, goal_words, percent

WIDTH, HEIGHT = 720, 300
LEFT, TOP, FLOOR = 52, 64, 236
"""In SVG units: the picture, and where its axes lie."""

REACHED, MISSED, NEUTRAL = "#000", "#fff", "#aaa"

Panel = tuple[str, list[tuple[str, float, str]]]


def panels(found: Odds) -> list[Panel]:
    """What is drawn: (what is counted, [(count, chance, fill)]). What can only come to one count is left out."""
    tn = found.check.tn
    rows = counted(found.of_successes)
    first = [(label, chance, REACHED if n >= tn else MISSED) for n, (label, chance, _) in enumerate(rows)]
    drawn = [("successes on kept dice", first)]
    for what, chances in (("opportunity", found.of_opportunity), ("strife received", found.of_strife)):
        rows = counted(chances)
        if len(rows) > 1:
            drawn.append((what, [(label, chance, NEUTRAL) for label, chance, _ in rows]))
    return drawn


def _slots(rows: list[tuple[str, float, str]]) -> int:
    """How wide a panel is, in bars: its name has to fit below."""
    return max(4, len(rows))


def alternative(found: Odds) -> str:
    """The picture in words."""
    parts = [check_words(found.check), f"Choices are the best for {goal_words(found.goal)}."]
    if found.goal.chance and found.goal.conditions > 1:
        parts.append(f"Chance of {conditions(found.goal)}: {percent(found.chance)}.")
    parts.append(f"Chance of success: {percent(found.mean.success)}.")
    for what, rows in panels(found):
        parts.append(
            f"{what.capitalize()}: " + ", ".join(f"{label}: {percent(chance)}" for label, chance, _ in rows) + "."
        )
    return " ".join([*parts, EXACT])


def title(found: Odds) -> str:
    """A heading of one line."""
    check = found.check
    return f"{check.ring_dice} ring and {check.skill_dice} skill dice, keep {check.keep}, TN {check.tn}"


def svg(found: Odds) -> str:
    """A picture that stands alone or goes into a page. Text is text, and it can be read out."""
    drawn = panels(found)
    slots = [_slots(rows) for _, rows in drawn]
    step = (WIDTH - LEFT - 40 * len(drawn)) / (sum(slots) + 0.5 * len(drawn))
    top = max(chance for _, rows in drawn for _, chance, _ in rows)
    parts, left = [], float(LEFT)
    for what, rows in drawn:
        parts.append(_panel(what, rows, left, step, top))
        left += step * (_slots(rows) + 0.5) + 40
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d" '
        f'font-family="sans-serif" font-size="12" fill="#000">\n<title id="t">{escape(title(found))}</title>\n'
        f'<desc id="d">{escape(alternative(found))}</desc>\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n'
        f'<text x="{LEFT}" y="22" font-size="16">{escape(title(found))}</text>\n'
        f'<text x="{LEFT}" y="42">{escape(_summary(found))}</text>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def _summary(found: Odds) -> str:
    text = f"success {percent(found.mean.success)}"
    if found.goal.chance and found.goal.conditions > 1:
        text = f"{conditions(found.goal)}: {percent(found.chance)}; {text}"
    return f"{text}; exact; black bars reach the TN"


def _panel(what: str, rows: list[tuple[str, float, str]], left: float, step: float, top: float) -> str:
    width, parts = step * _slots(rows), []
    for n, (label, chance, fill) in enumerate(rows):
        height = (FLOOR - TOP) * chance / top
        x, y = left + n * step, FLOOR - height
        parts.append(
            f'<rect x="{x + step * 0.1:.1f}" y="{y:.1f}" width="{step * 0.8:.1f}" height="{height:.1f}" '
            f'fill="{fill}" stroke="#000"/>'
            f'<text x="{x + step / 2:.1f}" y="{y - 4:.1f}" font-size="9" text-anchor="middle">{100 * chance:.1f}</text>'
            f'<text x="{x + step / 2:.1f}" y="{FLOOR + 14}" text-anchor="middle">{escape(label)}</text>'
        )
    parts.append(f'<path d="M{left:.1f} {TOP} V{FLOOR} H{left + width:.1f}" fill="none" stroke="#000"/>')
    parts.append(
        f'<text x="{left + width / 2:.1f}" y="{FLOOR + 34}" text-anchor="middle">{escape(what)} (count)</text>'
    )
    turned = f'transform="translate({left - 8:.1f} {(TOP + FLOOR) / 2:.0f}) rotate(-90)"'
    parts.append(f'<text {turned} text-anchor="middle">chance (%)</text>')
    return "\n".join(parts)


def png(found: Odds, path: Path) -> None:
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
        place.set_xlabel(f"{what} (count)")
        place.set_ylabel("chance (%)")
        place.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"{title(found)}: {_summary(found)}", fontsize=10)
    picture_files.write(figure, path, title(found), alternative(found))
