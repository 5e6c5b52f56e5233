"""The role-playing duel in words for one audience: what happened and why, what is asked, how it ended."""

from __future__ import annotations

from typing import Any

from ...engine import RULEBOOK, Audience, Claimed, Event, Request, Ruled, Said
from ...rpg import Result, Setup, scoring
from ...rpg import check_events as ce
from ...rpg import events as ev
from ...rpg.measures import endurance, initiative
from ..i18n import N_, _, ngettext, pgettext, signed
from ..seal import SEALER
from . import rpg_asks, rpg_checks, rpg_events
from .lines import Line, Question, claimed, said, why_claimed
from .rpg_checks import tn_words
from .rpg_judging import act_words
from .rpg_keys import words_of
from .rpg_scene import Scene, sums

TELLERS = {**rpg_events.TELLERS, **rpg_checks.TELLERS}
"""A sentence for every kind of event of the role-playing duel."""

HOUSEKEEPING = (
    ce.CheckClosed,
    ce.CheckOver,
    ev.TurnEnded,
    ev.RoundEnded,
    ev.BlowWaits,
    ev.LastingSpent,
    ev.Used,
    ev.PredictionOver,
    ev.StanceCounts,
    ce.StrifeNegated,
)
"""What the log leaves out unless it is asked for: other lines say the same, or nothing hangs on it."""


TRIGGERS = {
    "compromised": N_("It is the first time {name} becomes Compromised."),
    "unmasked": N_("It is the first time {name} unmasks."),
}
"""Why a guard opens for a finishing blow."""


class RpgWords:
    """The words of a role-playing duel for one audience. It folds the events that were seen, as a view does."""

    def __init__(self, setup: Setup, audience: Audience) -> None:
        self.scene = Scene.of(setup, audience)

    def tell(self, event: Event) -> Line:
        """The line of the next event; the fold goes one event on."""
        s = self.scene
        text, reason = self._text(event), why(s, event)
        minor = _minor(event)
        s.go_on(event)
        seat = getattr(event, "seat", None)
        side = seat if seat in (0, 1) else None
        stage = f"R{s.state.round}" if s.state.phase == "turns" and s.state.round else ""
        return Line(text, reason, event.clause, self._source(event), stage, side, minor, event, self._by(event))

    def question(self, request: Request[Any]) -> Question:
        """A question of the audience's own seat, in words."""
        return rpg_asks.question(self.scene, request)

    def result(self, outcome: Result | Claimed) -> str:
        """How it all ended."""
        if isinstance(outcome, Claimed):
            return claimed(outcome)
        return rpg_asks.result(self.scene, outcome)

    def _text(self, event: Event) -> str:
        match event:
            case Said(by=by, text=text):
                return said(by, text)
            case Ruled(by=by, act=act, reason=reason):
                told = _("{name} rules: {act}.").format(name=by, act=act_words(self.scene, act))
                return told + (" " + _("The reason: “{reason}”").format(reason=reason) if reason else "")
            case Claimed():
                return claimed(event)
        teller = TELLERS.get(type(event))
        return teller(self.scene, event) if teller else _("Something happens: {kind}.").format(kind=event.kind)

    def _source(self, event: Event) -> str:
        if isinstance(event, Said | Ruled | Claimed):
            return event.by
        return "" if event.source == RULEBOOK else self.scene.source(event)

    def _by(self, event: Event) -> str:
        """What the technique that did it is."""
        found = self.scene.technique(event.source)
        return _("{name} ({kind}).").format(name=found.name, kind=words_of(found.kind).lower()) if found else ""


def _minor(event: Event) -> bool:
    """What the log leaves out unless it is asked for."""
    match event:
        case Said(by=by):
            return by == SEALER
        case ev.InitiativeGained(amount=0) | ev.StrifeRemoved(amount=0) | ev.FatigueRemoved(amount=0):
            return True
        case ce.SymbolsResolved(opportunity=0):
            return True  # the strife has been told
    return isinstance(event, HOUSEKEEPING)


def why(s: Scene, event: Event) -> str:
    """Why an event came out so, in numbers and names; empty when the line says it all. Before the event is applied."""
    match event:
        case Claimed():
            return why_claimed(event)
        case ce.CheckBegun() | ce.CheckCorrected():
            return _("TN {tn}: {parts}.").format(tn=event.tn, parts=tn_words(event))
        case ce.CheckResolved(passed=passed):
            check = s.state.check
            text = _("The kept dice show {sums}, against TN {tn}.").format(sums=sums(check.kept), tn=check.tn)
            return text if passed else text + " " + _("That is not enough.")
        case ce.DiceKept():
            n = s.state.check.limit
            return ngettext("At most {n} die may be kept.", "At most {n} dice may be kept.", n).format(n=n)
        case ev.InitiativeSet(seat=seat):
            character = s.loadout(seat).character
            base = character.focus if s.setup.prepared[seat] else character.vigilance
            word = pgettext("attribute", "Focus") if s.setup.prepared[seat] else _("Vigilance")
            return _("{word} {n}, and {m} from the check.").format(word=word, n=base, m=signed(event.value - base))
        case ev.TurnBegan(seat=seat):
            return _("Initiative {a} against {b}.").format(a=initiative(s[seat]), b=initiative(s[1 - seat]))
    return _why_harm(s, event)


def _why_harm(s: Scene, event: Event) -> str:
    match event:
        case ev.StrifeReceived(seat=seat, amount=amount):
            one = s[seat]
            return _("Strife goes from {a} to {b}; composure is {c}.").format(
                a=one.strife, b=one.strife + amount, c=one.loadout.character.composure
            )
        case ev.FatigueReceived(seat=seat, amount=amount):
            one = s[seat]
            return _("Fatigue goes from {a} to {b}; endurance is {c}.").format(
                a=one.fatigue, b=one.fatigue + amount, c=endurance(one)
            )
        case ev.BecameCompromised(seat=seat):
            one = s[seat]
            return _("Strife {a} exceeds composure {b}.").format(a=one.strife, b=one.loadout.character.composure)
        case ev.BecameIncapacitated(seat=seat):
            return _("Fatigue {a} exceeds endurance {b}.").format(a=s[seat].fatigue, b=endurance(s[seat]))
        case ev.GapOpened(seat=seat, trigger=trigger):
            return _(TRIGGERS.get(trigger, TRIGGERS["compromised"])).format(name=s.name(seat))
        case scoring.ResultKnown(difference=difference, reason=reason) if reason == "score":
            return _("The scores differ by {n}.").format(n=difference)
        case scoring.ScoreLine(points=points, found=found) if points != found:
            return _("The program found {n}; a judge ruled otherwise.").format(n=found)
    return ""
