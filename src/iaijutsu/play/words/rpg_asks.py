"""What a player of a role-playing duel is asked, what he may answer, and how it all ended."""

from __future__ import annotations

from typing import Any

from ...engine import Number, Request, Roll, Sealed, Several
from ...rpg import Result
from ...rpg import options as op
from ...rpg.asking import Keep
from ...rpg.dice import RING_SIDES, SKILL_SIDES, SYMBOLS, Die
from ...rpg.measures import suffers
from ...rpg.state import CheckInHand
from ..i18n import N_, _, listed
from .lines import Choice, Question
from .rpg_checks import GRADES, LINES, way_words
from .rpg_scene import COSTS, LEGEND, Scene, face, ring, sums, words_of

ASKS = {
    "concede": N_("Do you concede, or fight on?"),
    "initiative-ring": N_("Initiative: with which ring do you enter the duel? It is your stance."),
    "bid": N_("How much strife do you bid for initiative this round? It is secret until both are opened."),
    "stance": N_("Which stance do you take?"),
    "grip": N_("Do you change a grip, or drop something?"),
    "unmask": N_("Do you unmask?"),
    "action": N_("Which action do you take?"),
    "finishing-blow": N_("The foe’s guard is open. Do you take the finishing blow?"),
    "keep": N_("Which dice do you keep?"),
    "keep-exploded": N_("Which dice of the explosion do you keep? They come on top."),
    "opportunity": N_("How do you spend opportunity?"),
    "seize-the-moment": N_("Do you spend a Void point for one more ring die?"),
    "suffer-a-critical-strike": N_("Do you spend a Void point to suffer a critical strike rather than fatigue?"),
    "shattering-parry": N_("Shattering Parry: which weapon takes the damage, so that you may roll again?"),
    "reveal-prediction": N_("The foe takes a stance. Do you open your prediction?"),
    "negate-strife": N_("Do you let strife of these dice count for nothing?"),
    "distinction": N_("Your distinction: which dice do you reroll?"),
    "adversity": N_("Your adversity: which dice have to be rerolled?"),
    "exploit-reroll": N_("Which dice are rerolled?"),
    "exploit": N_("Do you bring up a disadvantage of the foe?"),
    "use-reserved-dice": N_("Do you use the dice that you set aside?"),
    "reserve": N_("Which dice do you set aside?"),
    "reserve-rolled": N_("Which of the rolled dice do you set aside?"),
    "replace-by-reserved": N_("Which rolled dice are replaced by those set aside?"),
    "center-dice": N_("How many dice do you roll to set aside?"),
    "allow-unique": N_("Do you allow this Unique Action?"),
    "unique-skill": N_("Which skill does the Unique Action use?"),
    "unique-tn": N_("What is its TN?"),
    "unique-types": N_("Of which types is it?"),
    "unique-target": N_("Whom does it concern?"),
    "unique-effect": N_("What does it do?"),
    "findings": N_("Judge: do the findings stand? Correct them first by your acts."),
    "one-roll-ring": N_("Which ring do you use for the one roll?"),
    "one-roll-weapon": N_("Which weapon do you use for the one roll?"),
    "accept-challenge": N_("Do you accept the challenge?"),
    "scar": N_("Which scar does it leave?"),
    "ward": N_("Which dice do you ward off?"),
    "torment": N_("Which dice show your torment?"),
    "strife-to-bonus": N_("How much strife do you take for bonus successes?"),
    "assistants-take-strife": N_("How much of the strife do those who assist you take?"),
    "alter-critical": N_("By how much do you alter the severity?"),
    "soften-critical": N_("Do you soften the critical strike?"),
    "ignore-harm": N_("Do you ignore the harm for now?"),
    "fury": N_("Do you strike in fury at once?"),
    "strike-at-once": N_("With which attack do you strike at once?"),
    "step-aside": N_("Do you step aside?"),
    "wake": N_("Do you wake?"),
    "easier-ring": N_("With which ring is the next check easier?"),
    "free-ring": N_("Which ring do you make this check with?"),
    "extend-clash": N_("Do you let the clash go on?"),
    "ignore-disadvantage": N_("Which disadvantage do you ignore for now?"),
    "ignore-condition": N_("Which condition do you ignore for now?"),
    "cover-disadvantage": N_("Which disadvantage do you cover?"),
    "ward-or-trap": N_("Ward with your weapon, or catch the other’s?"),
    "ward-with": N_("Which weapon do you ward with?"),
    "which-anxiety": N_("Which anxiety shows?"),
    "give-up-stance": N_("Which stance do you give up?"),
    "name-ring": N_("Which ring do you name?"),
    "name-second-ring": N_("Which ring do you name besides?"),
    "tell-advantage": N_("Which of your advantages do you tell?"),
    "tell-disadvantage": N_("Which of your disadvantages do you tell?"),
    "tell-technique": N_("Which of your techniques do you tell?"),
    "tell-trait": N_("Which of your traits do you tell?"),
}
"""The questions by their purpose; one that is not here is asked by its name."""


def question(s: Scene, request: Request[Any]) -> Question:
    """A question to the audience's own seat, in words."""
    if isinstance(request, Roll):
        return _roll(s, request)
    text = _text(s, request)
    if isinstance(request, Number):
        return Question("number", text, least=request.least, most=request.most, hint=_hint(s, request))
    if isinstance(request, Several):
        return _several(s, request, text)
    choices = tuple(Choice(option, _label(s, request, option)) for option in request.options())
    return Question("choose", text, choices, hint=_hint(s, request))


def _text(s: Scene, request: Request[Any]) -> str:
    known = ASKS.get(request.purpose)
    return _(known) if known else _("{what}: what do you choose?").format(what=words_of(request.purpose))


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
    rolled = s.state.checks[-1].rolled if s.state.checks else []
    if request.purpose.startswith("unique") or len(about) != request.of:
        return [None] * request.of
    if request.purpose == "reserve":
        return [int(die) for die in about]
    return [rolled[slot] if isinstance(slot, int) and slot < len(rolled) else None for slot in about]


def _about(request: Several, slot: int) -> object:
    about = request.about if isinstance(request.about, tuple) else ()
    return about[slot] if slot < len(about) else slot + 1


def _hint(s: Scene, request: Request[Any]) -> str:
    """What helps to decide: limits, what lies there, what would happen."""
    about = getattr(request, "about", None)
    if isinstance(request, Keep) and s.state.checks:
        check = s.state.checks[-1]
        return _("TN {tn}. {legend}").format(tn=check.tn, legend=_(LEGEND))
    if isinstance(about, CheckInHand):
        return _("Kept: {sums}; TN {tn}; opportunity left {n}.").format(
            sums=sums(about.kept), tn=about.tn, n=about.opportunity
        )
    if request.seat not in (0, 1):
        return ""
    one = s[request.seat]
    if request.purpose == "bid":
        return _("Strife {n} of composure {c}; more than that is Compromised.").format(
            n=one.strife, c=one.loadout.character.composure
        )
    if request.purpose == "stance" and suffers(one, "immobilized"):
        return _("You are Immobilized.")
    return ""


ROLLS = {
    "reroll": N_("{name} rolls {dice} again."),
    "explosion": N_("Explosive successes of {name}: {dice} more."),
    "center": N_("{name} rolls {dice}, to set aside."),
}
TYPED = N_("s success, e explosive success, o opportunity, t strife, - blank: such as st, o, et.")

# --- labels ----------------------------------------------------------------------------------------------

PLAIN = {
    "go-on": N_("no, go on"),
    "concede": N_("concede"),
    "yes": N_("yes"),
    "calming-breath": N_("Calming Breath"),
    "unique": N_("a Unique Action (say what it is first)"),
}


def _label(s: Scene, request: Request[Any], option: Any) -> str:
    seat = request.seat
    match option:
        case op.Take(key):
            return ring(key)
        case op.Unmask(cost, forfeit):
            what = {"honor": _("honor"), "glory": _("glory"), "both": _("honor and glory")}.get(forfeit, "")
            return _("unmask, by {cost}").format(cost=_(COSTS.get(cost, cost))) + (f" ({what})" if what else "")
        case op.Strike(key, weapon, grip):
            held = f" ({grip})" if grip else ""
            return f"{s.named(key)}: {s.weapon(seat, weapon)}{held}" if weapon else s.named(key)
        case op.Center(skill):
            return _("Center on {skill}").format(skill=words_of(skill))
        case op.Predict(key):
            return _("Predict {ring}, in secret").format(ring=ring(key))
        case op.Spend(way, times):
            return way_words(way, times)
        case op.Pick(what):
            return words_of(what)
    return _weapon_label(s, seat, option)


def _weapon_label(s: Scene, seat: int, option: Any) -> str:
    match option:
        case op.Hold(weapon, grip):
            return _("hold {weapon}: {grip}").format(weapon=s.weapon(seat, weapon), grip=grip)
        case op.Drop(weapon):
            return _("drop {weapon}").format(weapon=s.weapon(seat, weapon))
        case op.Ready(weapon, grip):
            return _("Prepare Item: ready {weapon} ({grip})").format(weapon=s.weapon(seat, weapon), grip=grip)
        case op.Stow(weapon):
            return _("Prepare Item: stow {weapon}").format(weapon=s.weapon(seat, weapon))
        case op.Prepare(item):
            return _("Prepare Item: {item}").format(item=s.item(seat, item) if item else _("something"))
        case op.Treat(condition, whom):
            return _("tend {condition} of {name}").format(condition=s.condition(condition), name=s.name(whom))
        case op.Use(technique, weapon):
            text = s.named(technique)
            return f"{text}: {s.weapon(seat, weapon)}" if weapon else text
    return _(PLAIN.get(option.tag, words_of(option.tag)))


def _roll(s: Scene, request: Roll) -> Question:
    """Real dice that are typed in: a die's detail tells what its faces show, in their order."""
    if request.purpose == "tie":
        text = _("Chance decides who comes first. 1: {a}; 2: {b}.").format(a=s.name(0), b=s.name(1))
        return Question("faces", text, (Choice(2, _("a coin")),), least=1, most=1)
    dice = tuple(_die(sides) for sides in request.sides)
    who = s.name(request.owner) if request.owner is not None else _("somebody")
    skill = sum(1 for sides in request.sides if sides == SKILL_SIDES)
    parts = [_("ring dice {n}").format(n=len(dice) - skill)] if skill < len(dice) else []
    parts += [_("skill dice {n}").format(n=skill)] if skill else []
    why = _(ROLLS.get(request.purpose, "{name} rolls {dice}.")).format(name=who, dice=listed(parts))
    order = " " + _("Ring dice first.") if len(parts) > 1 and _in_order(request.sides) else ""
    text = _("{rolls} What do they show?{order}").format(rolls=why, order=order)
    return Question("faces", text, dice, least=len(dice), most=len(dice), hint=_(TYPED))


def _die(sides: int) -> Choice:
    shown = SYMBOLS[:RING_SIDES] if sides == RING_SIDES else SYMBOLS[RING_SIDES:]
    label = _("a ring die") if sides == RING_SIDES else _("a skill die")
    return Choice(sides, label, " ".join(face or "-" for face in shown))


def _in_order(sides: tuple[int, ...]) -> bool:
    return list(sides) == sorted(sides)


def parts(request: Request[Any]) -> tuple[Request[Any], ...]:
    """The questions that a request puts to single seats."""
    return tuple(request.asks.values()) if isinstance(request, Sealed) else (request,)


# --- the end ---------------------------------------------------------------------------------------------


def result(s: Scene, outcome: Result) -> str:
    """How it ended."""
    scores = _("{a} {x}, {b} {y}").format(a=s.name(0), x=outcome.scores[0], b=s.name(1), y=outcome.scores[1])
    if outcome.winner < 0:
        return _("A draw: {scores}.").format(scores=scores)
    how = {"concession": _(", by concession"), "cheating": _(", for the other was seen cheating")}.get(
        outcome.reason, ""
    )
    grade = _(GRADES.get(outcome.grade, outcome.grade))
    text = _("{name} wins: {grade}{how}. Scores: {scores}.").format(
        name=s.name(outcome.winner), grade=grade, how=how, scores=scores
    )
    return text + (" " + _("The winner gains {n} glory.").format(n=outcome.glory) if outcome.glory else "")


assert set(LINES) == set(op.LINES)
