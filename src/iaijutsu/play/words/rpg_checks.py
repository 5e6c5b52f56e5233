"""The sentence for each thing that happens in a check, in the score and in a judge's findings."""

from __future__ import annotations

from ...engine import Event
from ...rpg import check_events as ce
from ...rpg import judging, scoring
from ..i18n import N_, _, listed, signed
from .rpg_events import Teller
from .rpg_scene import PURPOSES, Scene, faces, ring, sums, words_of

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
    "no contest": N_("no contest"),
    "": N_("a victory"),
}


def begun(s: Scene, e: ce.CheckBegun) -> str:
    """What is rolled, and against what."""
    what = _("a finishing blow") if e.blow else _(PURPOSES[e.purpose]) if e.purpose in PURPOSES else words_of(e.purpose)
    return s.say(
        e.seat,
        _("You make {what}: TN {tn} {skill} ({ring}), {r} ring and {k} skill dice."),
        _("{name} makes {what}: TN {tn} {skill} ({ring}), {r} ring and {k} skill dice."),
        what=what,
        tn=e.tn,
        skill=words_of(e.skill),
        ring=ring(e.ring),
        r=e.ring_dice,
        k=e.skill_dice,
    )


def resolved(s: Scene, e: ce.CheckResolved) -> str:
    """Passed or failed."""
    if e.passed:
        return s.say(
            e.seat,
            _("You succeed with {n} bonus successes."),
            _("{name} succeeds with {n} bonus successes."),
            n=e.bonus,
        )
    return s.say(e.seat, _("You fail by {n}."), _("{name} fails by {n}."), n=e.shortfall)


def spent(s: Scene, e: ce.OpportunitySpent) -> str:
    """Opportunity spent."""
    return s.say(
        e.seat,
        _("You spend {n} opportunity: {way}."),
        _("{name} spends {n} opportunity: {way}."),
        n=e.cost,
        way=way_words(e.way, e.times),
    )


WAYS = {
    "attune": N_("attune"),
    "calm": N_("calm yourself"),
    "kept-die": N_("keep one more die"),
    "rest": N_("rest"),
    "assist-next": N_("make the next check of an ally easier"),
    "learn-strife": N_("learn the foe’s strife"),
    "distract": N_("distract the foe"),
    "inflame": N_("give the foe strife"),
    "shed-strife": N_("shed strife"),
    "brace": N_("brace against critical strikes"),
    "reassure": N_("take strife from another"),
    "move": N_("move"),
    "critical": N_("a critical strike of the weapon’s deadliness"),
    "razor-edged": N_("more deadliness by the razor edge"),
    "snare": N_("snare the foe"),
    "quicken": N_("gain initiative"),
    "steady": N_("steady yourself"),
    "provoke": N_("provoke the foe"),
    "transcend": N_("transcend"),
    "overwhelm": N_("overwhelm"),
    "pierce": N_("pierce resistance"),
    "ranged-harder": N_("make attacks from afar harder"),
    "sense-otherworldly": N_("sense the otherworldly"),
    "learn-easiest-way": N_("learn the easiest way"),
    "assess-terrain": N_("assess the terrain"),
    "learn-trait": N_("learn a trait"),
    "learn-disadvantage": N_("learn a disadvantage"),
    "cover-disadvantage": N_("cover a disadvantage"),
}
"""Ways to spend opportunity; those of techniques are told by technique and deed."""


def way_words(way: str, times: int = 1) -> str:
    """A way to spend, in words."""
    text = _(WAYS[way]) if way in WAYS else words_of(way)
    return text if times == 1 else _("{way}, {n} times").format(way=text, n=times)


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
    return s.say(e.seat, _("{n} others assist you."), _("{n} others assist {name}."), n=e.skilled + e.unskilled)


def symbols(s: Scene, e: ce.SymbolsResolved) -> str:
    """Strife and opportunity."""
    return s.say(
        e.seat,
        _("Your dice bring {t} strife and {o} opportunity."),
        _("{name}’s dice bring {t} strife and {o} opportunity."),
        t=e.strife,
        o=e.opportunity,
    )


def noted(s: Scene, e: ce.TraitNoted) -> str:
    """A judge says whether a trait bears on the check."""
    if e.applies:
        return _("{trait} applies to this check.").format(trait=e.trait)
    return _("{trait} does not apply to this check.").format(trait=e.trait)


def corrected(s: Scene, e: ce.CheckCorrected) -> str:
    """The right TN and target."""
    target = s.name(e.target) if e.target in (0, 1) else _("nobody")
    return _("The check has TN {tn} and concerns {target}.").format(tn=e.tn, target=target)


def gains(s: Scene, e: ce.CheckGains) -> str:
    """What an effect adds."""
    return s.say(
        e.seat,
        _("Your check gains {what} {n}."),
        _("{name}’s check gains {what} {n}."),
        what=words_of(e.what).lower(),
        n=signed(e.amount),
    )


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
    ce.CheckGains: gains,
    ce.DiceSetAside: _dice(N_("Your reserved dice come in: {dice}."), N_("{name}’s reserved dice come in: {dice}.")),
    ce.DiceRolled: _dice(N_("You roll {dice}."), N_("{name} rolls {dice}.")),
    ce.DiceChanged: _dice(N_("Your rolled dice now show {dice}."), N_("{name}’s rolled dice now show {dice}.")),
    ce.DiceAdded: _dice(N_("You also keep {dice}."), N_("{name} also keeps {dice}.")),
    ce.KeptChanged: _dice(N_("Your kept dice now show {dice}."), N_("{name}’s kept dice now show {dice}.")),
    ce.DiceExploded: _dice(
        N_("Your explosive successes bring {dice}."), N_("{name}’s explosive successes bring {dice}.")
    ),
    ce.StrifeNegated: lambda s, e: s.say(
        e.seat,
        _("{n} strife of your dice counts for nothing."),
        _("{n} strife of {name}’s dice counts for nothing."),
        n=e.amount,
    ),
    ce.CheckClosed: lambda s, e: _("From here on the check stands."),
    ce.CheckBroken: lambda s, e: s.say(
        e.seat, _("You can no longer finish the check."), _("{name} can no longer finish the check.")
    ),
    ce.CheckOver: lambda s, e: _("The check is over."),
    ce.CheckCorrected: corrected,
    ce.TraitNoted: noted,
    ce.TraitApplied: lambda s, e: s.say(
        e.seat, _("Your {trait} counts here."), _("{name}’s {trait} counts here."), trait=e.trait
    ),
    scoring.ScoreLine: line,
    scoring.ResultKnown: known,
    scoring.ScoreTotal: lambda s, e: _("{name}’s score is {n}.").format(name=s.name(e.seat), n=e.points),
    scoring.GloryAwarded: lambda s, e: s.say(
        e.seat, _("You gain {n} glory."), _("{name} gains {n} glory."), n=e.amount
    ),
    judging.FindingMade: lambda s, e: _("{name}: {line} counts {n}.").format(
        name=s.name(e.seat), line=_(LINES.get(e.line, e.line)), n=signed(e.points)
    ),
}


def tn_words(e: ce.CheckBegun) -> str:
    """Where a TN comes from."""
    parts = [_("base {n}").format(n=e.base), *(f"{signed(n)} {words_of(what).lower()}" for what, n in e.reasons)]
    return listed(parts)
