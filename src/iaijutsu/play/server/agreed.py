"""The terms of a duel in words, beyond clock, judge, odds and dice: the door tells them whoever comes, and they stay at
hand at the table. What is as it usually is, and nobody would ask for, is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..i18n import _
from ..lobby import FORMS
from .menu import ANSWERS, CONTESTS, RULINGS


def agreed(game: str, setup: Any) -> tuple[str, ...]:
    """Each term in a sentence, in the language that is spoken."""
    return tuple(f"{one.rstrip('.')}." for one in (_rpg(setup) if game == "rpg" else _cards(setup)))


def _cards(setup: Any) -> Iterator[str]:
    yield f"{_('Ruleset')}: {setup.rules.title}"
    if setup.active not in (None, setup.performer):
        whose = _("A third player") if setup.active > 1 else setup.players[setup.active].name
        yield f"{_('Whose turn it is')}: {whose}"


def _rpg(setup: Any) -> Iterator[str]:
    yield f"{_('Fought')}: {_(FORMS.get(setup.form.key, setup.form.key))}"
    if setup.contest != "duel":
        yield f"{_('Contest')}: {_(CONTESTS[setup.contest])}"
    if setup.stakes:
        yield f"{_('What is at stake')}: {setup.stakes}"
    if not all(setup.prepared):
        caught = [one.name for one, ready in zip(setup.characters, setup.prepared, strict=True) if not ready]
        yield f"{_('Caught unprepared')}: {', '.join(caught)}"
    if setup.secret_sheets:
        yield _("Each side’s sheet is secret")
    for name, answer in setup.rulings.plain().items():
        yield f"{_(RULINGS.get(name, name))}: {_(ANSWERS.get(answer, answer))}"
