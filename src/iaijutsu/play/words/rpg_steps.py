"""The steps of a check in words: what is done, what is asked now, and what waits where a finishing blow cuts in."""

from __future__ import annotations

from typing import Literal

from ...engine.quick import dataclass
from ...rpg.dice import EXPLOSIVE, tally
from ...rpg.state import CheckInHand
from ..i18n import _, listed, ngettext, signed
from .rpg_keys import words_of
from .rpg_scene import Scene
from .rpg_trail import Laid
from .rpg_ways import way_words

ORDER = ("assemble", "modify", "resolve", "opportunity", "resolved")
"""How far a check is (`CheckInHand.step`); a broken one goes no further."""

State = Literal["done", "now", "waiting", "never"]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a check. `key` is `keep`, `explosive`, `strife`, `opportunity`, `successes` or `effect`; `state` is
    `done`, `now` (it is being done), `waiting` (still to come) or `never` (the check broke off before it).
    """

    key: str
    word: str
    text: str
    state: State


def steps(s: Scene, check: CheckInHand, laid: Laid, *, inner: bool) -> tuple[Step, ...]:
    """The steps of a check. In one that is interrupted (not `inner`) nothing is done now."""
    found = [
        Step("keep", _("Keep"), _keep(check), _state(check, "modify", inner=inner)),
        Step("explosive", _("Explosive"), _explosive(check, laid), _explosive_state(check, laid, inner=inner)),
        Step("strife", _("Strife"), _strife(s, check), _strife_state(check, laid, inner=inner)),
        Step("opportunity", _("Opportunity"), _opportunity(s, check), _state(check, "opportunity", inner=inner)),
        Step("successes", _("Successes"), _successes(check), _successes_state(check)),
    ]
    if check.step == "resolved":
        found.append(Step("effect", _("Effect"), _effect(check), "now" if inner else "waiting"))
    return tuple(found)


# --- how far it is ---------------------------------------------------------------------------------------


def _state(check: CheckInHand, at: str, *, inner: bool) -> State:
    if check.step == "broken":
        return "done" if check.kept and at in ORDER[:3] else "never"
    here, there = ORDER.index(check.step), ORDER.index(at)
    if here > there:
        return "done"
    return "now" if here == there and inner else "waiting"


def _bursting(laid: Laid) -> bool:
    """Whether explosions are still to be rolled, or their dice to be kept or dropped."""
    burst = set(map(id, laid.burst))
    return any(die.fate == "lies" for die in laid.exploded) or any(
        EXPLOSIVE[die.die] and id(die) not in burst for die in laid.kept
    )


def _explosive_state(check: CheckInHand, laid: Laid, *, inner: bool) -> State:
    if check.step == "resolve" and not _bursting(laid):
        return "done"
    return _state(check, "resolve", inner=inner)


def _strife_state(check: CheckInHand, laid: Laid, *, inner: bool) -> State:
    """Strife comes after the explosions, in the same breath of the check."""
    state = _state(check, "resolve", inner=inner)
    return "waiting" if state == "now" and _bursting(laid) else state


def _successes_state(check: CheckInHand) -> State:
    if check.step == "broken":
        return "never"
    return "done" if check.step == "resolved" else "waiting"


# --- what it says ----------------------------------------------------------------------------------------


def _keep(check: CheckInHand) -> str:
    if check.step in ("assemble", "modify"):
        return ngettext("at most {n} die", "at most {n} dice", check.limit).format(n=check.limit)
    kept = len(check.kept)
    return ngettext("{n} die is kept", "{n} dice are kept", kept).format(n=kept)


def _explosive(check: CheckInHand, laid: Laid) -> str:
    if check.step in ("assemble", "modify"):
        return _("each one kept adds a die")
    n = sum(1 for die in check.kept if EXPLOSIVE[die])
    if not n:
        return _("none among the kept dice")
    brought = [one.brought for one in laid.kept if one.brought]
    kept = sum(1 for one in brought if one.fate == "kept")
    return _("{n}; of the dice they added, {m} kept").format(n=n, m=kept)


def _strife(s: Scene, check: CheckInHand) -> str:
    if check.step in ("assemble", "modify"):
        return _("as the kept dice show")
    shown = tally(check.kept).strife
    parts = [ngettext("{n} on the kept dice", "{n} on the kept dice", shown).format(n=shown)]
    parts += [_("{n} ignored").format(n=check.negated)] if check.negated else []
    if check.step != "resolve":
        parts.append(_("{n} received").format(n=check.strife))
        one = s[check.seat]
        if check.strife and one.strife > one.loadout.character.composure:
            parts.append(_("over composure {c}").format(c=one.loadout.character.composure))
    return ", ".join(parts)


def _opportunity(s: Scene, check: CheckInHand) -> str:
    if check.step in ("assemble", "modify"):
        return _("any may be spent, success or not")
    spent = [way_words(s, check.seat, way, times) for way, times in check.spent.items()]
    if check.step == "resolve":
        return _("{n} on the kept dice").format(n=tally(check.kept).opportunity)
    left = _("{n} left").format(n=check.opportunity)
    return f"{left}; {_('spent: {what}').format(what=listed(spent))}" if spent else left


def _successes(check: CheckInHand) -> str:
    if check.step in ("assemble", "modify"):
        return _("TN {tn}").format(tn=check.tn)
    return _("{n} against TN {tn}").format(n=tally(check.kept).successes, tn=check.tn)


def _effect(check: CheckInHand) -> str:
    if not check.passed:
        return _("failed by {n}").format(n=check.shortfall)
    if not check.bonus:
        return _("succeeded")
    return ngettext(
        "succeeded, with {n} bonus success", "succeeded, with {n} bonus successes", check.bonus
    ).format(n=check.bonus)  # fmt: skip


def tn_reasons(check: CheckInHand) -> str:
    """Where the TN comes from."""
    changes = [f"{signed(n)} {words_of(what).lower()}" for what, n in check.reasons]
    return _("TN {tn}: {parts}.").format(tn=check.tn, parts=listed([_("base {n}").format(n=check.base), *changes]))
