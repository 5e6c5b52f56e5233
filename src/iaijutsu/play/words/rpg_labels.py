"""What may be answered in a role-playing duel: a label for each choice, and what more there is to say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine import Request
from ...rpg import options as op
from ...rpg.characters import Profile
from ..i18n import N_, _
from .lines import Choice
from .rpg_keys import words_of
from .rpg_purposes import NO
from .rpg_scene import COSTS, Scene, ring
from .rpg_ways import way_words

FORFEITS = {"honor": N_("honor"), "glory": N_("glory"), "both": N_("honor and glory")}
WEAPONS = {
    "second-weapon": True, "ward-with": True, "shattering-parry": True, "bar-weapon": False, "disarm": False,
}  # fmt: skip
"""Questions whose words are weapons: of who is asked (true), or of the foe."""
WORDS = {
    "ward": N_("ward it off: dice with a success are rerolled"),
    "trap": N_("trap it: your next attack is easier"),
    "stand": N_("they stand"),
    "none": N_("nobody"),
    "narrative": N_("only what the story makes of it"),
    "strife-for-foe": N_("strife for the foe"),
    "strife-off-self": N_("remove strife from oneself"),
    "fatigue-off-self": N_("remove fatigue from oneself"),
    "initiative": N_("initiative this round"),
    "hand": N_("the empty hand"),
}


def choice(s: Scene, request: Request[Any], option: Any) -> Choice:
    """A choice with its label and its detail."""
    return Choice(option, label(s, request, option), detail(s, request.seat, option))


def label(s: Scene, request: Request[Any], option: Any) -> str:
    """A choice in a few words."""
    if isinstance(option, op.GoOn):
        return _(NO.get(request.purpose, N_("no")))
    if isinstance(option, op.Pick):
        return _picked(s, request, option.what)
    teller: Callable[[Scene, int, Any], str] | None = LABELS.get(type(option))
    return teller(s, request.seat, option) if teller else words_of(option.tag)


# --- words that are picked -------------------------------------------------------------------------------


def _picked(s: Scene, request: Request[Any], what: str) -> str:
    purpose, seat = request.purpose, request.seat
    if what in WORDS:
        return _(WORDS[what])
    if what in ("self", "foe"):
        actor = s.state.turn_of if seat not in (0, 1) or purpose.startswith("unique") else seat
        return s.name(actor if what == "self" else 1 - actor)
    if purpose in WEAPONS and seat in (0, 1):
        return s.weapon(seat if WEAPONS[purpose] else 1 - seat, what)
    if purpose == "ignore-condition":
        return s.condition(what)
    if purpose == "sure-advantage":
        owner, _colon, name = what.partition(":")
        return _("{trait}, of {name}").format(trait=name, name=s.name(int(owner)))
    return ring(what) if ring(what) != "–" else words_of(what)


# --- options ---------------------------------------------------------------------------------------------


def _unmask(s: Scene, seat: int, o: op.Unmask) -> str:
    lost = _(" (loses {what})").format(what=_(FORFEITS[o.forfeit])) if o.forfeit in FORFEITS else ""
    return _("unmask: {cost}").format(cost=_(COSTS.get(o.cost, o.cost))) + lost


def _strike(s: Scene, seat: int, o: op.Strike) -> str:
    if not o.weapon:
        return s.named(o.key)
    words = _("{action} with {weapon}, drawn {grip}") if o.grip else _("{action} with {weapon}")
    return words.format(action=s.named(o.key), weapon=s.weapon(seat, o.weapon), grip=s.grip(o.grip))


def _use(s: Scene, seat: int, o: op.Use) -> str:
    words = _("{action} with {weapon}") if o.weapon else "{action}"
    return words.format(action=s.named(o.technique), weapon=s.weapon(seat, o.weapon))


def _prepare(s: Scene, seat: int, o: op.Prepare) -> str:
    item = s.item(seat, o.item) if o.item else _("something the rules do not know (say what)")
    return _("Prepare Item: {item}").format(item=item)


def _held(words: str) -> Callable[[Scene, int, Any], str]:
    """About a weapon in a grip."""

    def told(s: Scene, seat: int, o: Any) -> str:
        return _(words).format(weapon=s.weapon(seat, o.weapon), grip=s.grip(getattr(o, "grip", ""))).strip()

    return told


LABELS: dict[type, Callable[[Scene, int, Any], str]] = {
    op.Take: lambda s, seat, o: ring(o.ring),
    op.Yes: lambda s, seat, o: _("yes"),
    op.Concede: lambda s, seat, o: _("concede"),
    op.CalmingBreath: lambda s, seat, o: _("Calming Breath"),
    op.Unique: lambda s, seat, o: _("a Unique Action (first say what it is)"),
    op.Center: lambda s, seat, o: _("Center on {skill}").format(skill=words_of(o.skill)),
    op.Predict: lambda s, seat, o: _("Predict {ring}, in secret").format(ring=ring(o.ring)),
    op.Spend: lambda s, seat, o: way_words(s, seat, o.way, o.times),
    op.Treat: lambda s, seat, o: _("tend {condition} of {name}").format(
        condition=s.condition(o.condition), name=s.name(o.seat)
    ),
    op.Unmask: _unmask,
    op.Strike: _strike,
    op.Use: _use,
    op.Prepare: _prepare,
    op.Hold: _held(N_("hold {weapon} {grip}")),
    op.Drop: _held(N_("drop {weapon}")),
    op.Ready: _held(N_("Prepare Item: ready {weapon} {grip}")),
    op.Stow: _held(N_("Prepare Item: stow {weapon}")),
}


# --- more of them ----------------------------------------------------------------------------------------


def detail(s: Scene, seat: int, option: Any) -> str:
    """A weapon's numbers as it is held, what a technique is; empty when the label says it all."""
    if isinstance(option, op.Pick) and option.what == "stand":
        return _("Then the result is final.")
    parts = []
    key = getattr(option, "key", "") or getattr(option, "technique", "")
    if technique := s.technique(key):
        school = _(", of {school}").format(school=technique.school) if technique.school else ""
        only = _(", with {ring} only").format(ring=ring(technique.ring)) if technique.ring else ""
        parts.append(f"{technique.name}: {words_of(technique.kind).lower()}{school}{only}.")
    weapon = getattr(option, "weapon", "")
    if seat in (0, 1) and weapon in s.loadout(seat).weapons:
        parts.append(_numbers(s, seat, weapon, getattr(option, "grip", "")))
    return " ".join(parts)


def _numbers(s: Scene, seat: int, key: str, grip: str) -> str:
    weapon, now = s.loadout(seat).weapons[key], s[seat].weapons.get(key)
    how = grip or (now.grip if now else "")
    held = weapon.held(how) if any(how == known.name for known in weapon.grips) else weapon.held(weapon.grips[0].name)
    return profile_words(_(weapon.name), held)


def profile_words(name: str, p: Profile) -> str:
    """A weapon's numbers in one grip, as a sentence."""
    reach = str(p.range_min) if p.range_min == p.range_max else f"{p.range_min}–{p.range_max}"
    told = _("{name}: {skill}, range {range}, damage {damage}, deadliness {deadliness}{qualities}.")
    qualities = "".join(f", {words_of(quality)}" for quality in p.qualities)
    return told.format(
        name=name, skill=words_of(p.skill), range=reach, damage=p.damage, deadliness=p.deadliness, qualities=qualities
    )  # fmt: skip
