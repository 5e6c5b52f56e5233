"""A judge's or game master's act in a role-playing duel: its words, and the questions by which it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import fields
from typing import Any, TypeAlias

from ...engine import Option, plain
from ...rpg import options as op
from ...rpg.judging import KEEP_TARGET
from ..i18n import N_, _, signed
from .lines import Choice, Question
from .rpg_checks import LINES
from .rpg_events import VALUES
from .rpg_scene import Scene

Steps: TypeAlias = Generator[Question, Any, tuple[Option, str] | None]
"""Yields questions, is sent the answers, returns the act with its reason; None when nothing can be done."""
Part: TypeAlias = Generator[Question, Any, Option | None]

ACTS = {
    "set-value": N_("Correct a value: strife, fatigue, Void points, honor, glory, initiative"),
    "run-again": N_("Correct the TN or target of the check under way, and run it again"),
    "bear": N_("Say whether an advantage or disadvantage applies to the check"),
    "assist": N_("Say how many assist the check"),
    "set-first": N_("Say who struck first"),
    "set-objective": N_("Say whether an objective was achieved"),
    "set-cheating": N_("Say whether somebody was seen cheating"),
    "set-line": N_("Set a line of the score"),
    "stop": N_("Bring the duel to resolution"),
}
REASON = 200
"""Characters in a judge's reason at most."""

TOLD = {
    "set-value": N_("{seat}’s {name} is {value}"),
    "run-again": N_("the check is corrected: TN {tn}, target {target}; {roll}"),
    "bear": N_("{trait} applies to the check: {applies}"),
    "assist": N_("{skilled} skilled and {unskilled} others assist"),
    "set-first": N_("who struck first: {seat}"),
    "set-objective": N_("{seat}’s objective achieved: {achieved}"),
    "set-cheating": N_("{seat} was seen cheating: {seen}"),
    "set-line": N_("{line} counts {points} for {seat}"),
    "stop": N_("the duel comes to resolution"),
}


def act_words(s: Scene, act: Any) -> str:
    """A judge's act, from its plain form, in words."""
    kind = op.ACTS.get(act[0]) if isinstance(act, list) and act else None
    if kind is None:
        return str(act)
    values = dict(zip((field.name for field in fields(kind)), act[1:], strict=True))
    return _(TOLD[kind.tag]).format(**{name: _value(s, name, value) for name, value in values.items()})


def _value(s: Scene, name: str, value: Any) -> str:
    """A field of an act, in words."""
    if name == "roll":
        return _("the dice are rolled again") if value else _("the dice stay as they lie")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name in ("seat", "target"):
        return _("as it was") if value == KEEP_TARGET else s.name(value)
    if name == "tn":
        return _("{n} before the usual changes").format(n=value) if value else _("as it was")
    if name == "points":
        return signed(value)
    if name == "name":
        return _(VALUES.get(value, value))
    return _(LINES.get(value, value)) if name == "line" else str(value)


def judging(s: Scene) -> Steps:
    """Ask a judge what he does, by what this audience can see. Whether it is possible now, the session says."""
    kind = yield Question("choose", _("What do you rule?"), tuple(Choice(tag, _(words)) for tag, words in ACTS.items()))
    act = yield from PARTS[kind](s)
    if act is None:
        return None
    told = _("The ruling: {act}.").format(act=act_words(s, plain(act)))
    reason = yield Question("text", _("For what reason? Everybody will read it."), most=REASON, hint=told)
    return act, reason


def _whose(s: Scene, text: str, *, nobody: bool = False) -> Generator[Question, Any, int]:
    choices = [Choice(seat, s.name(seat)) for seat in (0, 1)] + ([Choice(-1, _("nobody"))] if nobody else [])
    seat: int = yield Question("choose", text, tuple(choices))
    return seat


def _yes(text: str) -> Generator[Question, Any, bool]:
    answer: bool = yield Question("choose", text, (Choice(True, _("yes")), Choice(False, _("no"))))
    return answer


def _number(text: str, least: int, most: int) -> Generator[Question, Any, int]:
    answer: int = yield Question("number", text, least=least, most=most)
    return answer


def _set_value(s: Scene) -> Part:
    seat = yield from _whose(s, _("Whose value?"))
    names = tuple(Choice(name, _(VALUES[name])) for name in op.VALUES)
    name = yield Question("choose", _("Which value?"), names)
    return op.SetValue(seat, name, (yield from _number(_("To which number?"), 0, 99)))


def _run_again(s: Scene) -> Part:
    if not s.state.checks:
        return None
    tn = yield from _number(_("Which TN, before the usual changes? 0 leaves it as it is."), 0, 20)
    target = yield from _target(s)
    rolled = s.state.checks[-1].step != "assemble"
    roll = rolled and (yield from _yes(_("Are the dice rolled again? If not, they stay as they lie.")))
    return op.RunAgain(tn, target, roll)


def _target(s: Scene) -> Generator[Question, Any, int]:
    others = [Choice(seat, s.name(seat)) for seat in (0, 1)]
    choices = (Choice(KEEP_TARGET, _("whom it concerned before")), *others, Choice(-1, _("nobody")))
    seat: int = yield Question("choose", _("Whom does it target?"), choices)
    return seat


def _bear(s: Scene) -> Part:
    if not s.state.checks:
        return None
    roller = s.state.checks[-1].seat
    known = s[roller].loadout.character.traits  # as this audience may know them, where sheets are secret
    traits = tuple(Choice(trait.name, trait.name) for trait in known)
    if not traits:
        return None
    trait = yield Question("choose", _("Which advantage or disadvantage?"), traits)
    return op.Bear(trait, (yield from _yes(_("Does it apply to the check?"))))


def _assist(s: Scene) -> Part:
    if not s.state.checks:
        return None
    skilled = yield from _number(_("How many with ranks in the skill?"), 0, 9)
    return op.Assist(skilled, (yield from _number(_("How many without?"), 0, 9)))


def _set_first(s: Scene) -> Part:
    return op.SetFirst((yield from _whose(s, _("Who struck first?"), nobody=True)))


def _set_objective(s: Scene) -> Part:
    seat = yield from _whose(s, _("Whose objective?"))
    return op.SetObjective(seat, (yield from _yes(_("Was it achieved?"))))


def _set_cheating(s: Scene) -> Part:
    seat = yield from _whose(s, _("Who?"))
    return op.SetCheating(seat, (yield from _yes(_("Was the cheating seen?"))))


def _set_line(s: Scene) -> Part:
    seat = yield from _whose(s, _("Whose score?"))
    line = yield Question("choose", _("Which line?"), tuple(Choice(name, _(LINES[name])) for name in op.LINES))
    return op.SetLine(seat, line, (yield from _number(_("How many points?"), -20, 99)))


def _stop(s: Scene) -> Part:
    return op.Stop()
    yield  # it asks nothing


PARTS: dict[str, Callable[[Scene], Part]] = {
    "set-value": _set_value,
    "run-again": _run_again,
    "bear": _bear,
    "assist": _assist,
    "set-first": _set_first,
    "set-objective": _set_objective,
    "set-cheating": _set_cheating,
    "set-line": _set_line,
    "stop": _stop,
}
