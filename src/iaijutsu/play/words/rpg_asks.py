"""What a player of a role-playing duel is asked, with what helps to decide it, and how it all ended."""

from __future__ import annotations

from typing import Any

from ...engine import Number, Request, Roll, Several
from ...rpg import Result, scoring
from ...rpg import options as op
from ...rpg.asking import Keep
from ...rpg.dice import RING_SIDES, SKILL_SIDES, SYMBOLS, Die
from ...rpg.harm import Hit
from ...rpg.state import CheckInHand
from ..i18n import N_, _, plain
from .lines import Choice, Question
from .rpg_checks import GRADES, LINES
from .rpg_keys import words_of
from .rpg_labels import choice
from .rpg_purposes import ASKS
from .rpg_scene import LEGEND, Scene, face, faces, pool, ring, sums

ROLLS = {
    "reroll": N_("{name} rolls {dice} again."),
    "explosion": N_("{name}’s explosive successes add {dice}."),
    "center": N_("{name} rolls {dice} to set aside."),
}
TYPED = N_("s success, e explosive success, o opportunity, t strife, - blank; for example st, o, et.")


def question(s: Scene, request: Request[Any]) -> Question:
    """A question to the audience's own seat, in words."""
    if isinstance(request, Roll):
        return _roll(s, request)
    text = _text(s, request)
    if isinstance(request, Number):
        return Question("number", text, least=request.least, most=request.most, hint=_hint(s, request))
    if isinstance(request, Several):
        return _several(s, request, text)
    choices = tuple(choice(s, request, option) for option in request.options())
    return Question("choose", text, choices, hint=_hint(s, request))


def _text(s: Scene, request: Request[Any]) -> str:
    known = ASKS.get(request.purpose)
    if known is None:
        return _("{what}: what do you choose?").format(what=words_of(request.purpose))
    other = 1 - request.seat if request.seat in (0, 1) else s.state.turn_of
    return _(known).format(foe=s.name(other))


def _several(s: Scene, request: Several, text: str) -> Question:
    dice = _dice(s, request)
    why_not: tuple[str, ...] = ()
    if isinstance(request, Keep) and request.barred:
        why_not = (_("You are Compromised: no die that shows strife may be kept."),)
    barred: frozenset[int] = getattr(request, "barred", frozenset())
    choices = tuple(
        Choice(slot, f"{face(die)}" if die is not None else words_of(str(_about(request, slot))))
        for slot, die in enumerate(dice)
        if slot not in barred
    )
    return Question("several", text, choices, why_not, request.least, request.most, _hint(s, request))


def _dice(s: Scene, request: Several) -> list[Die | None]:
    """The dice that the slots count, as they lie; None for a slot that is no die."""
    if isinstance(request, Keep):
        return list(request.dice)
    about = request.about if isinstance(request.about, tuple) else ()
    if request.purpose == "replace-by-reserved":
        return list(about[1])
    if request.purpose == "reserve":
        return list(about)
    if request.purpose == "unique-types" or not s.state.checks:
        return [None] * request.of
    check = s.state.checks[-1]
    lying = check.kept if request.purpose == "torment" else check.rolled
    return [lying[slot] if isinstance(slot, int) and slot < len(lying) else None for slot in about]


def _about(request: Several, slot: int) -> object:
    about = request.about if isinstance(request.about, tuple) else ()
    return about[slot] if slot < len(about) else slot + 1


def _hint(s: Scene, request: Request[Any]) -> str:
    """What helps to decide: limits, what lies there, what would happen."""
    about = getattr(request, "about", None)
    if isinstance(request, Keep) and s.state.checks:
        return _keeping(s.state.checks[-1], request)
    if isinstance(about, CheckInHand):
        return _check(about)
    if isinstance(about, Hit):
        return _("{n} damage; the critical strike has severity {m}.").format(n=about.amount, m=about.severity)
    if request.purpose == "replace-by-reserved":
        return _("Set aside: {die}.").format(die=face(getattr(request, "about", (0,))[0]))
    if request.purpose == "findings":
        return _("If they stand: {result}").format(result=result(s, scoring.result_as_it_stands(s.state)))
    if request.purpose in OF_SEAT and request.seat in (0, 1):
        return OF_SEAT[request.purpose](s, request.seat)
    return _(LEGEND) if isinstance(request, Several) and request.purpose != "unique-types" else ""


def _keeping(check: CheckInHand, request: Keep) -> str:
    parts = [_("TN {tn}.").format(tn=check.tn)]
    if check.kept:
        parts.append(_("Kept so far: {dice}, {sums}.").format(dice=faces(check.kept), sums=sums(check.kept)))
    return " ".join([*parts, _(LEGEND)])


def _check(check: CheckInHand) -> str:
    if check.kept:
        told = _("Kept: {sums}; TN {tn}; {n} opportunity left.")
        return told.format(sums=sums(check.kept), tn=check.tn, n=check.opportunity)
    if check.rolled:
        return _("Rolled: {dice}; TN {tn}.").format(dice=faces(check.rolled), tn=check.tn)
    told = _("TN {tn}; {dice}, at most {n} to keep.")
    return told.format(tn=check.tn, dice=pool(check.ring_dice, check.skill_dice), n=check.limit)


def _mind(s: Scene, seat: int) -> str:
    one = s[seat]
    told = _("You have {n} strife; above composure {c} you are Compromised.")
    return told.format(n=one.strife, c=one.loadout.character.composure)


def _record(s: Scene, seat: int) -> str:
    told = _("The foe’s stance: {stance}. You recorded {ring}.")
    return told.format(stance=ring(s[1 - seat].stance), ring=ring(s[seat].prediction))


OF_SEAT = {"bid": _mind, "strife-to-bonus": _mind, "reveal-prediction": _record}


def _roll(s: Scene, request: Roll) -> Question:
    """Real dice that are typed in: a die's detail tells what its faces show, in their order."""
    if request.purpose == "tie":
        text = _("Chance decides who comes first. 1: {a}; 2: {b}.").format(a=s.name(0), b=s.name(1))
        return Question("faces", text, (Choice(2, _("a coin")),), least=1, most=1)
    dice = tuple(_die(sides) for sides in request.sides)
    who = s.name(request.owner) if request.owner is not None else _("somebody")
    skill = sum(1 for sides in request.sides if sides == SKILL_SIDES)
    rolls = _(ROLLS.get(request.purpose, N_("{name} rolls {dice}.")))
    why = rolls.format(name=who, dice=pool(len(dice) - skill, skill))
    order = " " + _("Ring dice first.") if 0 < skill < len(dice) and _in_order(request.sides) else ""
    text = _("{rolls} What do they show?{order}").format(rolls=why, order=order)
    return Question("faces", text, dice, least=len(dice), most=len(dice), hint=_(TYPED))


def _die(sides: int) -> Choice:
    shown = SYMBOLS[:RING_SIDES] if sides == RING_SIDES else SYMBOLS[RING_SIDES:]
    label = _("a ring die") if sides == RING_SIDES else _("a skill die")
    return Choice(sides, label, " ".join(face or "-" for face in shown))


def _in_order(sides: tuple[int, ...]) -> bool:
    return list(sides) == sorted(sides)


# --- the end ---------------------------------------------------------------------------------------------


def result(s: Scene, outcome: Result) -> str:
    """How it ended."""
    scores = _("{a} {x}, {b} {y}").format(
        a=s.name(0), x=plain(outcome.scores[0]), b=s.name(1), y=plain(outcome.scores[1])
    )
    if outcome.winner < 0:
        return _("A draw: {scores}.").format(scores=scores)
    how = {"concession": _(", by concession"), "cheating": _(", as the other was seen cheating")}.get(
        outcome.reason, ""
    )
    grade = _(GRADES.get(outcome.grade, outcome.grade))
    text = _("{name} wins: {grade}{how}. Scores: {scores}.").format(
        name=s.name(outcome.winner), grade=grade, how=how, scores=scores
    )
    return text + (" " + _("The winner gains {n} glory.").format(n=outcome.glory) if outcome.glory else "")


assert set(LINES) == set(op.LINES)
