"""The sentence for each thing that happens in a check, in the score and in a judge's findings."""

from __future__ import annotations

from ...engine import Event
from ...rpg import check_events as ce
from ...rpg import judging, scoring
from ..i18n import N_, _, listed, ngettext, plain, signed
from . import rpg_effects
from .rpg_events import Teller
from .rpg_keys import words_of
from .rpg_scene import PURPOSES, Scene, faces, pool, ring, strife, sums
from .rpg_ways import way_words

LINES = {
    "objective": N_("objective achieved"),
    "first": N_("struck first"),
    "fatigue": N_("fatigue inflicted"),
    "critical": N_("highest critical strike"),
    "kill": N_("killed the enemy"),
    "unmasked": N_("unmasked"),
}
GRADES = {
    "draw": N_("a draw"),
    "narrow": N_("a narrow victory"),
    "clear": N_("a clear victory"),
    "absolute": N_("an absolute victory"),
    "no contest": N_("it was no contest"),
    "": N_("a victory"),
}


def begun(s: Scene, e: ce.CheckBegun) -> str:
    """What is rolled, and against what."""
    what = _("a finishing blow") if e.blow else _(PURPOSES.get(e.purpose, e.purpose))
    return s.say(
        e.seat,
        _("You make {what}: TN {tn} {skill} ({ring}), {dice}."),
        _("{name} makes {what}: TN {tn} {skill} ({ring}), {dice}."),
        what=what,
        tn=e.tn,
        skill=words_of(e.skill),
        ring=ring(e.ring),
        dice=pool(e.ring_dice, e.skill_dice),
    )


def resolved(s: Scene, e: ce.CheckResolved) -> str:
    """Passed or failed."""
    if e.passed and not e.bonus:
        return s.say(e.seat, _("You succeed."), _("{name} succeeds."))
    if e.passed:
        more = ngettext("{n} bonus success", "{n} bonus successes", e.bonus).format(n=e.bonus)
        return s.say(e.seat, _("You succeed, with {more}."), _("{name} succeeds, with {more}."), more=more)
    return s.say(e.seat, _("You fail by {n}."), _("{name} fails by {n}."), n=e.shortfall)


def spent(s: Scene, e: ce.OpportunitySpent) -> str:
    """Opportunity spent."""
    return s.say(
        e.seat,
        _("You spend {n} opportunity: {way}."),
        _("{name} spends {n} opportunity: {way}."),
        n=e.cost,
        way=way_words(s, e.seat, e.way, e.times),
    )


def restarted(s: Scene, e: ce.CheckRestarted) -> str:
    """A judge had it run again."""
    return s.say(e.seat, _("Your check is made again."), _("{name}’s check is made again."))


def line(s: Scene, e: scoring.ScoreLine) -> str:
    """A line of the score."""
    text = _("{name}: {line} {points}").format(
        name=s.name(e.seat), line=_(LINES.get(e.line, e.line)), points=signed(e.points)
    )
    return text + (_(" (found: {n}).").format(n=signed(e.found)) if e.found != e.points else ".")


def known(s: Scene, e: scoring.ResultKnown) -> str:
    """How it ended."""
    if e.winner < 0:
        return _("The duel is a draw.")
    if not e.grade:
        return s.say(e.winner, _("You win."), _("{name} wins."))
    grade = _(GRADES.get(e.grade, e.grade))
    return s.say(e.winner, _("You win: {grade}."), _("{name} wins: {grade}."), grade=grade)


def _dice(you: str, other: str) -> Teller:
    """A sentence about one seat and some dice."""
    return lambda s, e: s.say(e.seat, _(you), _(other), dice=faces(e.dice))


def kept(s: Scene, e: ce.DiceKept) -> str:
    """Which of the rolled dice are kept."""
    dice = [s.state.check.rolled[slot] for slot in e.slots]
    return s.say(
        e.seat, _("You keep {dice}: {sums}."), _("{name} keeps {dice}: {sums}."), dice=faces(dice), sums=sums(dice)
    )


def assisted(s: Scene, e: ce.Assisted) -> str:
    """Others help."""
    n = e.skilled + e.unskilled
    if s.mine(e.seat):
        return ngettext("{n} character assists you.", "{n} characters assist you.", n).format(n=n)
    return ngettext("{n} character assists {name}.", "{n} characters assist {name}.", n).format(
        n=n, name=s.name(e.seat)
    )


def symbols(s: Scene, e: ce.SymbolsResolved) -> str:
    """Strife and opportunity."""
    found = [strife(e.strife)] if e.strife else []
    if n := e.opportunity:
        found.append(ngettext("{n} opportunity to spend", "{n} opportunity to spend", n).format(n=n))
    what = listed(found) or _("neither strife nor opportunity")
    return s.say(e.seat, _("Your dice bring {what}."), _("{name}’s dice bring {what}."), what=what)


def changed(s: Scene, e: ce.DiceChanged) -> str:
    """Dice that are rolled again, or replaced."""
    old = faces(s.state.check.rolled[slot] for slot in e.slots)
    return s.say(
        e.seat, _("Instead of {old}, you have {dice}."), _("Instead of {old}, {name} has {dice}."), old=old,
        dice=faces(e.dice),
    )  # fmt: skip


def kept_changed(s: Scene, e: ce.KeptChanged) -> str:
    """Kept dice that are set to another face."""
    old = faces(s.state.check.kept[slot] for slot in e.slots)
    return s.say(
        e.seat, _("Your {old} are set to {dice}."), _("{name}’s {old} are set to {dice}."), old=old, dice=faces(e.dice)
    )


def noted(s: Scene, e: ce.TraitNoted) -> str:
    """A judge says whether a trait bears on the check."""
    if e.applies:
        return _("{trait} applies to this check.").format(trait=e.trait)
    return _("{trait} does not apply to this check.").format(trait=e.trait)


def corrected(s: Scene, e: ce.CheckCorrected) -> str:
    """The right TN and target."""
    target = s.name(e.target) if e.target in (0, 1) else _("nobody")
    return _("The check now has TN {tn}; its target is {target}.").format(tn=e.tn, target=target)


TELLERS: dict[type[Event], Teller] = {
    ce.CheckBegun: begun,
    ce.CheckResolved: resolved,
    ce.OpportunitySpent: spent,
    ce.CheckRestarted: restarted,
    ce.MomentSeized: lambda s, e: s.say(
        e.seat, _("You seize the moment: one more ring die."), _("{name} seizes the moment: one more ring die.")
    ),
    ce.Assisted: assisted,
    ce.DiceKept: kept,
    ce.SymbolsResolved: symbols,
    ce.CheckGains: rpg_effects.gains,
    ce.DiceSetAside: _dice(
        N_("Your reserved dice come into play: {dice}."), N_("{name}’s reserved dice come into play: {dice}.")
    ),
    ce.DiceRolled: _dice(N_("You roll {dice}."), N_("{name} rolls {dice}.")),
    ce.DiceChanged: changed,
    ce.DiceAdded: _dice(N_("You also keep {dice}."), N_("{name} also keeps {dice}.")),
    ce.KeptChanged: kept_changed,
    ce.DiceExploded: _dice(N_("Your explosive successes add {dice}."), N_("{name}’s explosive successes add {dice}.")),
    ce.StrifeNegated: lambda s, e: s.say(
        e.seat,
        _("{n} strife on your dice is ignored."),
        _("{n} strife on {name}’s dice is ignored."),
        n=e.amount,
    ),
    ce.CheckClosed: lambda s, e: _("From here on, the check can no longer be changed."),
    ce.CheckBroken: lambda s, e: s.say(
        e.seat, _("You can no longer finish the check."), _("{name} can no longer finish the check.")
    ),
    ce.CheckOver: lambda s, e: _("The check is over."),
    ce.CheckCorrected: corrected,
    ce.TraitNoted: noted,
    ce.TraitApplied: lambda s, e: s.say(
        e.seat, _("Your {trait} applies."), _("{name}’s {trait} applies."), trait=e.trait
    ),
    scoring.ScoreLine: line,
    scoring.ResultKnown: known,
    scoring.ScoreTotal: lambda s, e: _("{name}’s score is {n}.").format(name=s.name(e.seat), n=plain(e.points)),
    scoring.GloryAwarded: lambda s, e: s.say(
        e.seat, _("You gain {n} glory."), _("{name} gains {n} glory."), n=e.amount
    ),
    judging.FindingMade: lambda s, e: _("{name}: {line} counts {n}.").format(
        name=s.name(e.seat), line=_(LINES.get(e.line, e.line)), n=signed(e.points)
    ),
}


def tn_words(e: ce.CheckBegun | ce.CheckCorrected) -> str:
    """Where a TN comes from."""
    parts = [_("base {n}").format(n=e.base), *(f"{signed(n)} {words_of(what).lower()}" for what, n in e.reasons)]
    return listed(parts)
