"""The sentence for each thing that happens in the course of a role-playing duel: bodies, minds, weapons, effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...engine import Event
from ...rpg import catalogue, feats, judging, objective, order
from ...rpg import events as ev
from ..i18n import N_, _, listed, ngettext, signed
from . import rpg_effects
from .rpg_keys import words_of
from .rpg_scene import COSTS, RESULTS, Scene, faces, ring

Teller: TypeAlias = Callable[[Scene, Any], str]

PHASES = {
    "initiative": N_("Phase 1: initiative."),
    "turns": N_("Phase 2: turns."),
    "resolution": N_("Phase 3: resolution."),
}
VALUES = {
    "strife": N_("strife"),
    "fatigue": N_("fatigue"),
    "void_points": N_("Void points"),
    "honor": N_("honor"),
    "glory": N_("glory"),
    "initiative": N_("initiative"),
    "gained": N_("initiative gained this round"),
}
PLACES = {"sheathed": N_("is sheathed"), "dropped": N_("falls"), "away": N_("flies out of reach")}
FORMS = {
    "first-strike": N_("an iaijutsu duel to first strike"),
    "first-blood": N_("an iaijutsu duel to first blood"),
    "to-the-death": N_("an iaijutsu duel to the death"),
    "sparring": N_("a sparring bout"),
    "warriors": N_("a warriors’ duel"),
    "taryu-jiai": N_("a taryu-jiai"),
}
DEEDS = {
    "critical": N_("a critical strike"),
    "incapacitated": N_("the foe is Incapacitated"),
    "unconscious": N_("the foe is Unconscious"),
    "dying": N_("the foe is Dying"),
    "death": N_("the foe is dead"),
    "yield": N_("the foe yields"),
    "judged": N_("by a judge’s ruling"),
}
ENDS = {
    "objective": N_("an objective was achieved"),
    "death": N_("a duellist is dead"),
    "concession": N_("a duellist conceded"),
    "finishing blow": N_("the finishing blow decided it"),
    "stopped by a judge": N_("a judge stopped it"),
    "roll": N_("the one roll was made"),
    "clash": N_("the clash is over"),
    "unheard": N_("the challenge was not heard"),
    "declined": N_("the challenge was declined"),
}


def _plain(you: str, other: str) -> Teller:
    """A sentence about one seat and nothing else."""
    return lambda s, e: s.say(e.seat, _(you), _(other))


def _amount(you: str, other: str) -> Teller:
    """A sentence about one seat and an amount."""
    return lambda s, e: s.say(e.seat, _(you), _(other), n=e.amount)


# --- the course of the duel ------------------------------------------------------------------------------


def began(s: Scene, e: ev.DuelBegan) -> str:
    """Who fights whom."""
    text = _("{a} and {b} face each other: {form}.").format(a=s.name(0), b=s.name(1), form=form_words(e.form))
    return text + (" " + _("At stake: {stakes}.").format(stakes=e.stakes.rstrip(".")) if e.stakes else "")


def form_words(key: str) -> str:
    """A form of duel by its name."""
    return _(FORMS[key]) if key in FORMS else _("the form “{key}”").format(key=key)


def _weapon(s: Scene, key: str) -> str:
    """A weapon that the terms name, which nobody need have brought along."""
    known = next((s.weapon(seat, key) for seat in (0, 1) if key in s.loadout(seat).weapons), None)
    shipped = catalogue.shelf().weapons.get(key)
    return known or (_(shipped.name) if shipped else words_of(key))


def terms(s: Scene, e: ev.TermsSet) -> str:
    """The terms of the form."""
    weapons = listed([_weapon(s, key) for key in e.weapons]) if e.weapons else _("any weapons")
    dress = _("ceremonial clothes") if e.dress == "ceremonial" else _("their own dress")
    blades = _("blades begin sheathed") if e.sheathed else _("blades may be drawn")
    return _("The terms: {weapons}; {dress}; {blades}.").format(weapons=weapons, dress=dress, blades=blades)


def turn(s: Scene, e: ev.TurnBegan) -> str:
    """Whose turn it is."""
    return s.say(e.seat, _("It is your turn."), _("It is {name}’s turn."))


def resolution(s: Scene, e: ev.ComesToResolution) -> str:
    """Why turns are over."""
    return _("The duel comes to resolution: {reason}.").format(
        reason=_(ENDS[e.reason]) if e.reason in ENDS else e.reason
    )


# --- initiative and stances ------------------------------------------------------------------------------


def stance(s: Scene, e: ev.StanceTaken) -> str:
    """A stance."""
    return s.say(e.seat, _("You take {ring} stance."), _("{name} takes {ring} stance."), ring=ring(e.ring))


def counts(s: Scene, e: ev.StanceCounts) -> str:
    """A stance makes a difference."""
    text = s.say(
        e.seat, _("Your {ring} stance takes effect"), _("{name}’s {ring} stance takes effect"), ring=ring(e.ring)
    )
    return text + (_(": {n}.").format(n=signed(e.amount)) if e.amount else ".")


def initiative(s: Scene, e: ev.InitiativeSet) -> str:
    """A value for the whole duel."""
    return s.say(e.seat, _("Your initiative is {n}."), _("{name}’s initiative is {n}."), n=e.value)


def bids(s: Scene, e: ev.BidsRevealed) -> str:
    """Both bids at once."""
    parts = [
        (_("{name} did not bid") if bid < 0 else _("{name} bid {n}")).format(name=s.name(seat), n=bid)
        for seat, bid in enumerate(e.bids)
    ]
    return _("The bids are revealed: {bids}.").format(bids=listed(parts))


def predicted(s: Scene, e: ev.Predicted) -> str:
    """A secret record."""
    if s.mine(e.seat) or s.me == "judge":
        return s.say(e.seat, _("You secretly record {ring}."), _("{name} secretly records {ring}."), ring=ring(e.ring))
    return _("{name} secretly records a stance.").format(name=s.name(e.seat))


def opened(s: Scene, e: ev.PredictionRevealed) -> str:
    """The record is shown."""
    right = _("It is right.") if e.right else _("It is wrong.")
    text = s.say(
        e.seat, _("You reveal your prediction: {ring}."), _("{name} reveals the prediction: {ring}."), ring=ring(e.ring)
    )
    return f"{text} {right}"


# --- harm ------------------------------------------------------------------------------------------------


def damage(s: Scene, e: ev.DamageSuffered) -> str:
    """Damage, and what stops it."""
    text = s.say(e.seat, _("You suffer {n} damage"), _("{name} suffers {n} damage"), n=e.amount)
    return text + (_("; resistance stops {n}.").format(n=e.stopped) if e.stopped else ".")


def undefended(s: Scene, e: ev.DidNotDefend) -> str:
    """No defending."""
    if e.chosen:
        return s.say(e.seat, _("You choose not to defend."), _("{name} chooses not to defend."))
    return s.say(e.seat, _("You cannot defend."), _("{name} cannot defend."))


def critical(s: Scene, e: ev.CriticalInflicted) -> str:
    """A critical strike on its way."""
    if e.by not in (0, 1) or e.by == e.target:
        return _("{target} suffers a critical strike of severity {n}.").format(target=s.name(e.target), n=e.severity)
    return s.say(
        e.by,
        _("You inflict a critical strike of severity {n} on {target}."),
        _("{name} inflicts a critical strike of severity {n} on {target}."),
        n=e.severity,
        target=s.name(e.target),
    )


def suffered(s: Scene, e: ev.CriticalSuffered) -> str:
    """What it came to."""
    result = _(RESULTS[e.result]) if e.result in RESULTS else words_of(e.result)
    return _("The critical strike on {target} has severity {n}: {result}.").format(
        target=s.name(e.target), n=e.severity, result=result
    )


def condition(s: Scene, e: ev.ConditionSuffered) -> str:
    """A condition begins."""
    text = s.say(e.seat, _("You are {condition}"), _("{name} is {condition}"), condition=s.condition(e.condition))
    rounds = ngettext(" ({n} round left)", " ({n} rounds left)", e.number).format(n=e.number)
    return text + (rounds if e.condition == "dying" else "") + "."


def cured(s: Scene, e: ev.ConditionEnded) -> str:
    """A condition ends."""
    return s.say(
        e.seat,
        _("You are no longer {condition}."),
        _("{name} is no longer {condition}."),
        condition=s.condition(e.condition),
    )


def void_points(s: Scene, e: ev.VoidPointsChanged) -> str:
    """Void points."""
    n = abs(e.amount)
    points = ngettext("{n} Void point", "{n} Void points", n).format(n=n)
    if e.amount < 0:
        return s.say(e.seat, _("You spend {points}."), _("{name} spends {points}."), points=points)
    return s.say(e.seat, _("You gain {points}."), _("{name} gains {points}."), points=points)


# --- finishing blows and unmasking -----------------------------------------------------------------------


def gap(s: Scene, e: ev.GapOpened) -> str:
    """A guard opens."""
    return s.say(e.seat, _("Your guard opens to a finishing blow."), _("{name}’s guard opens to a finishing blow."))


def blow(s: Scene, e: ev.BlowAnswered) -> str:
    """Taken or let go."""
    if e.taken:
        return s.say(e.seat, _("You take the finishing blow."), _("{name} takes the finishing blow."))
    return s.say(e.seat, _("You pass up the finishing blow."), _("{name} passes up the finishing blow."))


def blow_waits(s: Scene, e: ev.BlowWaits) -> str:
    """One after the other."""
    if e.seat < 0:
        return _("The finishing blow that had to wait comes now.")
    return s.say(
        e.seat, _("Your finishing blow waits for the other."), _("{name}’s finishing blow waits for the other.")
    )


def unmasked(s: Scene, e: ev.Unmasked) -> str:
    """At what cost."""
    cost = _(COSTS[e.cost]) if e.cost in COSTS else words_of(e.cost)
    return s.say(e.seat, _("You unmask: {cost}."), _("{name} unmasks: {cost}."), cost=cost)


def forfeited(s: Scene, e: ev.Forfeited) -> str:
    """What it costs."""
    parts = [_("{n} honor").format(n=e.honor)] if e.honor else []
    parts += [_("{n} glory").format(n=e.glory)] if e.glory else []
    return s.say(e.seat, _("You forfeit {what}."), _("{name} forfeits {what}."), what=listed(parts) or _("nothing"))


# --- actions and things ----------------------------------------------------------------------------------


def action(s: Scene, e: ev.ActionTaken) -> str:
    """An action."""
    what = s.named(e.key)
    if e.weapon:
        words = _("You use {action} with {weapon}."), _("{name} uses {action} with {weapon}.")
        return s.say(e.seat, *words, action=what, weapon=s.weapon(e.seat, e.weapon))
    return s.say(e.seat, _("You use {action}."), _("{name} uses {action}."), action=what)


def readied(s: Scene, e: ev.WeaponReadied) -> str:
    """A weapon in hand."""
    weapon = f"{s.weapon(e.seat, e.weapon)} {s.grip(e.grip)}".strip()
    return s.say(e.seat, _("You hold {weapon}."), _("{name} holds {weapon}."), weapon=weapon)


def put(s: Scene, e: ev.WeaponPut) -> str:
    """A weapon leaves the hand."""
    return s.say(
        e.seat,
        _("Your {weapon} {place}."),
        _("{name}’s {weapon} {place}."),
        weapon=s.weapon(e.seat, e.weapon),
        place=_(PLACES[e.place]),
    )


def prepared(s: Scene, e: ev.ItemPrepared) -> str:
    """Ready for use, or used up."""
    words = (_("You prepare {item}."), _("{name} prepares {item}."))
    if not e.ready:
        words = (_("Your {item} has to be prepared again."), _("{name}’s {item} has to be prepared again."))
    return s.say(e.seat, *words, item=s.item(e.seat, e.item) if e.item else _("a thing"))


def harmed(s: Scene, e: ev.ItemHarmed) -> str:
    """A thing suffers."""
    how = {
        "durable": _("is spared, but is no longer durable"),
        "damaged": _("is damaged"),
        "destroyed": _("is destroyed"),
    }
    return s.say(
        e.seat,
        _("Your {item} {how}."),
        _("{name}’s {item} {how}."),
        item=s.item(e.seat, e.item),
        how=how.get(e.result, e.result),
    )


def centered(s: Scene, e: ev.CenterRolled) -> str:
    """Dice for later."""
    return s.say(
        e.seat,
        _("You roll for {skill}: {dice}."),
        _("{name} rolls for {skill}: {dice}."),
        skill=words_of(e.skill),
        dice=faces(e.dice),
    )


def reserved(s: Scene, e: ev.DiceReserved) -> str:
    """Dice set aside."""
    if not e.dice:
        return s.say(e.seat, _("You no longer have any dice set aside."), _("{name} no longer has any dice set aside."))
    return s.say(
        e.seat,
        _("You set aside {dice} for {skill}."),
        _("{name} sets aside {dice} for {skill}."),
        dice=faces(e.dice),
        skill=words_of(e.skill),
    )


def _used(s: Scene, e: ev.Used) -> str:
    """By the name of what gives it, where that is no rule."""
    return s.source(e) or s.named(e.key)


def used(s: Scene, e: ev.Used) -> str:
    """Something that may be used once."""
    return s.say(e.seat, _("You have used {what} for now."), _("{name} has used {what} for now."), what=_used(s, e))


def achieved(s: Scene, e: objective.Achieved) -> str:
    """The objective."""
    deed = _(DEEDS[e.deed]) if e.deed in DEEDS else words_of(e.deed)
    return s.say(
        e.seat, _("You achieve the objective: {deed}."), _("{name} achieves the objective: {deed}."), deed=deed
    )


def first(s: Scene, e: objective.StruckFirst) -> str:
    """Who struck first."""
    if e.seat not in (0, 1):
        return _("Nobody has struck first.")
    return s.say(e.seat, _("You struck first."), _("{name} struck first."))


def moved(s: Scene, e: ev.Moved) -> str:
    """Range bands."""
    bands = ngettext("{n} range band", "{n} range bands", e.bands).format(n=e.bands)
    return s.say(e.seat, _("You move {bands}."), _("{name} moves {bands}."), bands=bands)


def value_set(s: Scene, e: judging.ValueSet) -> str:
    """A judge sets a value right."""
    return _("{name}: {value} is now {n}.").format(name=s.name(e.seat), value=_(VALUES.get(e.name, e.name)), n=e.value)


TELLERS: dict[type[Event], Teller] = {
    ev.DuelBegan: began,
    ev.TermsSet: terms,
    ev.TurnBegan: turn,
    ev.ComesToResolution: resolution,
    ev.RangeTaken: lambda s, e: _("They stand at range {n}.").format(n=e.bands),
    ev.PhaseBegan: lambda s, e: _(PHASES[e.phase]) if e.phase in PHASES else words_of(e.phase),
    ev.RoundBegan: lambda s, e: _("Round {n}.").format(n=e.number),
    ev.RoundEnded: lambda s, e: _("Round {n} ends.").format(n=e.number),
    ev.TurnEnded: _plain(N_("Your turn ends."), N_("{name}’s turn ends.")),
    ev.Conceded: _plain(N_("You concede."), N_("{name} concedes.")),
    ev.StanceTaken: stance,
    ev.StanceCounts: counts,
    ev.InitiativeSet: initiative,
    ev.BidsRevealed: bids,
    ev.InitiativeGained: _amount(
        N_("Your initiative rises by {n} this round."), N_("{name}’s initiative rises by {n} this round.")
    ),
    ev.OrderSwapped: lambda s, e: _("The order of turns is swapped."),
    order.OrderSettled: _plain(N_("Chance puts you first."), N_("Chance puts {name} first.")),
    ev.Predicted: predicted,
    ev.PredictionRevealed: opened,
    ev.PredictionOver: _plain(N_("Your prediction is over."), N_("{name}’s prediction is over.")),
    ev.StrifeReceived: _amount(N_("You receive {n} strife."), N_("{name} receives {n} strife.")),
    ev.StrifeRemoved: _amount(N_("You remove {n} strife."), N_("{name} removes {n} strife.")),
    ev.BecameCompromised: _plain(N_("You are Compromised."), N_("{name} is Compromised.")),
    ev.AfflictionShowed: _plain(N_("Your affliction shows."), N_("{name}’s affliction shows.")),
    ev.FatigueReceived: _amount(N_("You receive {n} fatigue."), N_("{name} receives {n} fatigue.")),
    ev.FatigueRemoved: _amount(N_("You remove {n} fatigue."), N_("{name} removes {n} fatigue.")),
    ev.BecameIncapacitated: _plain(N_("You are Incapacitated."), N_("{name} is Incapacitated.")),
    ev.VoidPointsChanged: void_points,
    ev.DamageSuffered: damage,
    ev.DidNotDefend: undefended,
    ev.CriticalInflicted: critical,
    ev.CriticalSuffered: suffered,
    ev.ConditionSuffered: condition,
    ev.ConditionEnded: cured,
    ev.Withered: _plain(N_("Your endurance withers."), N_("{name}’s endurance withers.")),
    ev.Scarred: lambda s, e: s.say(
        e.seat, _("You gain a scar: {scar}."), _("{name} gains a scar: {scar}."), scar=words_of(e.scar)
    ),
    ev.Died: _plain(N_("You die."), N_("{name} dies.")),
    ev.GapOpened: gap,
    ev.BlowAnswered: blow,
    ev.BlowWaits: blow_waits,
    ev.Unmasked: unmasked,
    ev.Forfeited: forfeited,
    ev.GapNoted: _plain(N_("Your opening allows no finishing blow."), N_("{name}’s opening allows no finishing blow.")),
    ev.ActionTaken: action,
    ev.NoAction: _plain(N_("You take no action."), N_("{name} takes no action.")),
    ev.MoreActions: _plain(N_("You may take one more action."), N_("{name} may take one more action.")),
    ev.Moved: moved,
    ev.WeaponReadied: readied,
    ev.WeaponPut: put,
    ev.ItemPrepared: prepared,
    ev.ItemHarmed: harmed,
    ev.CenterRolled: centered,
    ev.DiceReserved: reserved,
    ev.LastingBegan: rpg_effects.lasting,
    ev.LastingSpent: rpg_effects.spent,
    ev.Used: used,
    ev.Learned: rpg_effects.learned,
    ev.Told: rpg_effects.told,
    objective.Achieved: achieved,
    objective.StruckFirst: first,
    feats.CheatingSeen: _plain(N_("You are seen cheating."), N_("{name} is seen cheating.")),
    judging.ObjectiveDenied: _plain(
        N_("You have not achieved the objective."), N_("{name} has not achieved the objective.")
    ),
    judging.CheatingDenied: _plain(N_("Nobody saw you cheat."), N_("Nobody saw {name} cheat.")),
    judging.ValueSet: value_set,
}
