"""The sentences for what stays a while, what is learned, and what the rules leave to those who tell the story."""

from __future__ import annotations

import re

from ...rpg import check_events as ce
from ...rpg import events as ev
from ...rpg.state import Lasting
from ..i18n import N_, _, signed
from .rpg_keys import words_of
from .rpg_scene import RINGS, Scene, face, ring

LASTING = {
    "ring-easier": (N_("your next check with {about} is easier"), N_("{name}’s next check with {about} is easier")),
    "kept-opportunity": (
        N_("your next martial check keeps {n} more opportunity"),
        N_("{name}’s next martial check keeps {n} more opportunity"),
    ),
    "trap": (
        N_("your next attack on the foe is easier by {n}"), N_("{name}’s next attack on the foe is easier by {n}"),
    ),
    "weapon-barred": (N_("you cannot use {about} for now"), N_("{name} cannot use {about} for now")),
    "assisted": (
        N_("your next {about} check is assisted"),
        N_("{name}’s next {about} check is assisted"),
    ),
    "distracted": (
        N_("you are distracted from everyone except {about}"), N_("{name} is distracted from everyone except {about}"),
    ),
    "critical-softer": (
        N_("critical strikes on you are {n} less severe"), N_("critical strikes on {name} are {n} less severe"),
    ),
    "critical-harder": (
        N_("critical strikes on you are {n} more severe"), N_("critical strikes on {name} are {n} more severe"),
    ),
    "harm-ignored": (N_("you ignore harm"), N_("{name} ignores harm")),
    "exposed": (N_("you leave an opening: the next attack on you has TN 1"), N_(
        "{name} leaves an opening: the next attack on them has TN 1"
    )),
    "resist-harder": (
        N_("your next check to resist is harder by {n}"), N_("{name}’s next check to resist is harder by {n}"),
    ),
    "costly-target": (N_("targeting you costs {n} strife"), N_("targeting {name} costs {n} strife")),
    "trait-ignored": (N_("your {about} is ignored"), N_("{name}’s {about} is ignored")),
    "resistance": (N_("your resistance changes by {signed}"), N_("{name}’s resistance changes by {signed}")),
    "condition-ignored": (
        N_("you ignore {about}"), N_("{name} ignores {about}"),
    ),
    "ranged-harder": (
        N_("ranged attacks on you are harder by {n}"), N_("ranged attacks on {name} are harder by {n}"),
    ),
    "reserved-die": (N_("you set {die} aside"), N_("{name} sets {die} aside")),
    "stance-barred": (N_("you cannot take {about} stance at first"), N_("{name} cannot take {about} stance at first")),
    "attack-easier": (N_("your next attack is easier"), N_("{name}’s next attack is easier")),
    "no-disadvantages": (N_("your disadvantages are ignored"), N_("{name}’s disadvantages are ignored")),
    "sure-advantage": (N_("your {about} is sure to apply"), N_("{name}’s {about} is sure to apply")),
    "sacred": (N_("your {about} is sacred"), N_("{name}’s {about} is sacred")),
}  # fmt: skip
"""Effects that stay a while on somebody: as he is told, and as others are told."""

LEARNED = {
    "strife": (N_("You learn {foe}’s strife and demeanor"), N_("{name} learns {foe}’s strife and demeanor")),
    "trait": (
        N_("You learn an advantage or disadvantage of {foe}"),
        N_("{name} learns an advantage or disadvantage of {foe}"),
    ),
    "advantage": (N_("You learn an advantage of {foe}"), N_("{name} learns an advantage of {foe}")),
    "disadvantage": (N_("You learn a disadvantage of {foe}"), N_("{name} learns a disadvantage of {foe}")),
    "technique": (N_("You learn techniques of {foe}"), N_("{name} learns techniques of {foe}")),
}  # fmt: skip

TOLD = {
    "learn-easiest-way": (
        N_("You learn which ring would make the task easiest."),
        N_("{name} learns which ring would make the task easiest."),
    ),
    "assess-terrain": (N_("You take in the terrain."), N_("{name} takes in the terrain.")),
    "sense-otherworldly": (
        N_("You sense whether anything here is not of this world."),
        N_("{name} senses whether anything here is not of this world."),
    ),
    "cover": (N_("You leave no trace of it."), N_("{name} leaves no trace of it.")),
    "unique action": (N_("What you have announced comes about."), N_("What {name} has announced comes about.")),
    "a challenge is issued": (N_("You issue a challenge."), N_("{name} issues a challenge.")),
    "retreats in panic": (N_("You retreat in panic."), N_("{name} retreats in panic.")),
}

COUNTED = {
    "stakes # honor and # glory": (
        N_("You stake {n} honor and {m} glory."), N_("{name} stakes {n} honor and {m} glory."),
    ),
    "allies suffer # strife": (N_("Your allies suffer {n} strife."), N_("{name}’s allies suffer {n} strife.")),
    "allies of lower glory suffer # strife": (
        N_("Your allies of lower glory suffer {n} strife."), N_("{name}’s allies of lower glory suffer {n} strife."),
    ),
}  # fmt: skip
"""The same with numbers in them, which stand as `#` here."""

GAINS = {
    "pierce": N_("The attack pierces {n} resistance."),
    "deadliness": N_("The attack is deadlier by {n}."),
    "damage": N_("The attack does {n} more damage."),
    "focus": N_("Initiative starts from focus after all."),
    "ward": N_("The attack is warded: up to {n} dice with a success must be rerolled."),
    "save": N_("The check against it is {n} harder."),
    "longer": N_("The weapon stays hallowed for {n} longer."),
    "take-weapon": N_("If it succeeds, the weapon is taken."),
    "seen-less": N_("It is {n} harder to see."),
    "distinction": N_("The distinction applies."),
    "passion": N_("The passion will ease the mind after this check."),
    "adversity": N_("If this check fails, the adversity is worth a Void point."),
    "anxiety": N_("The anxiety will bring strife after this check."),
}


def lasting(s: Scene, e: ev.LastingBegan) -> str:
    """An effect that stays a while."""
    return lasts(s, e.seat, e)


def lasts(s: Scene, seat: int, one: ev.LastingBegan | Lasting) -> str:
    """What such an effect on somebody means."""
    text = _effect(s, seat, one.name, about=_about(s, one), amount=one.amount)
    return text[:1].upper() + text[1:] + "."


def spent(s: Scene, e: ev.LastingSpent) -> str:
    """It has done its part."""
    over = [one for one in s[e.seat].lasting if one.name == e.name and e.about in ("", one.about)]
    about, amount = (_about(s, over[0]), over[0].amount) if over else ("", 0)
    if e.name != "reserved-die":  # what is told of several at once is what they came to together
        amount = sum(one.amount for one in over)
    return _("Over now: {what}.").format(what=_effect(s, e.seat, e.name, about=about, amount=amount))


def _effect(s: Scene, seat: int, name: str, *, about: str, amount: int) -> str:
    words = tuple(map(_, LASTING[name])) if name in LASTING else (words_of(name), words_of(name))
    die = face(amount) if name == "reserved-die" else ""
    return s.say(seat, *words, about=about, n=abs(amount), signed=signed(amount), die=die)


def _about(s: Scene, e: ev.LastingBegan | Lasting) -> str:
    """What an effect concerns, by name."""
    about, name = e.about, e.name
    if name == "distracted" and about in ("0", "1"):
        return s.say(int(about), _("you"), "{name}")
    if name in ("weapon-barred", "sacred"):
        return next((s.weapon(seat, about) for seat in (0, 1) if about in s.loadout(seat).weapons), words_of(about))
    if name == "condition-ignored":
        return s.condition(about)
    return ring(about) if about in RINGS else words_of(about)


def learned(s: Scene, e: ev.Learned) -> str:
    """What is learned, for those who hear it."""
    words = LEARNED.get(e.what, LEARNED["trait"])
    text = s.say(e.seat, _(words[0]), _(words[1]), foe=s.name(1 - e.seat))
    return text + (f": {'; '.join(map(_learned, e.words))}." if e.words else ".")


def _learned(word: str) -> str:
    what, _space, number = word.rpartition(" ")
    return _("strife {n}").format(n=number) if what == "strife" and number.isdigit() else _(word)


def told(s: Scene, e: ev.Told) -> str:
    """What the rules leave to those who tell the story."""
    if e.what in TOLD:
        return s.say(e.seat, _(TOLD[e.what][0]), _(TOLD[e.what][1]))
    numbers = re.findall(r"\d+", e.what)
    if told := COUNTED.get(re.sub(r"\d+", "#", e.what)):
        return s.say(e.seat, _(told[0]), _(told[1]), n=numbers[0], m=numbers[-1])
    return s.say(e.seat, _("Your {what}."), _("{name}’s {what}."), what=e.what)


def gains(s: Scene, e: ce.CheckGains) -> str:
    """What an effect adds to a check."""
    words = GAINS.get(e.what)
    return _(words).format(n=e.amount) if words else _("{what} {n}.").format(what=words_of(e.what), n=signed(e.amount))
