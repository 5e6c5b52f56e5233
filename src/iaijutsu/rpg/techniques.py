"""Techniques are data with named effects. Here stand the names, what each does, and which parameters it takes.

A technique (`iaijutsu.rpg.characters.Technique`) says its ring, and lists effects such as

    effects = [
        {effect = "attack", weapon = "sheathed", quality = "razor-edged", tn = 2, damage = "deadliness", bonus = true},
        {effect = "opportunity", own = true, cost = 1, does = "ready-sheathed"},
    ]

What is left out has the default of the table. `why_not` judges an effect; the rules that carry effects out are in
`attacks`, `deeds` and `abilities`. A technique with a `ring` needs the stance (for a check: the ring) of that name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from iaijutsu.engine.sentences import Sentence
from iaijutsu.rpg.characters import QUALITIES, RINGS, SKILLS, Effect

TYPES = ("attack", "movement", "scheme", "support")
"""The types of actions."""

CONDITIONS = (
    "afflicted", "bleeding", "burning", "dazed", "disoriented", "dying", "enraged", "exhausted", "immobilized",
    "intoxicated", "lightly-wounded", "prone", "severely-wounded", "silenced", "unconscious",
)  # fmt: skip
"""The conditions that are put on somebody. Compromised and Incapacitated follow from strife and fatigue."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a parameter may be: whole numbers of at least `least` when `number`, true or false when `flag`,
    several of `words` when `many`, else one of `words` (any of them when there are none). `says` is what it means.
    """

    default: Any
    says: str
    words: tuple[str, ...] = ()
    number: bool = False
    flag: bool = False
    many: bool = False
    least: int = 0

    def why_not(self, value: object) -> str | None:
        """None when `value` is allowed, else what would be."""
        if self.flag:
            return None if isinstance(value, bool) else Sentence("true or false is needed")
        if self.many:
            fits = isinstance(value, (tuple, list)) and all(self._word(word) for word in value)
            return None if fits else Sentence("a list is needed{words}", words=self._of())
        if self.number and type(value) is int:
            return None if value >= self.least else Sentence("{least} or more is needed", least=self.least)
        if isinstance(value, str) and (self.words or not self.number) and self._word(value):
            return None
        if self.number:
            return Sentence("a whole number is needed{words}", words=self._of())
        return Sentence("a word is needed{words}", words=self._of())

    def _word(self, word: object) -> bool:
        return isinstance(word, str) and (not self.words or word in self.words)

    def _of(self) -> str:
        return Sentence(" (words: {words})", words=", ".join(word or "''" for word in self.words)) if self.words else ""


@dataclass(frozen=True, slots=True)
class Shape:
    """An effect: what it does, and its parameters by name."""

    says: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def _flag(says: str, default: bool = False) -> Parameter:
    return Parameter(default, says, flag=True)


def _word(default: str, says: str, *words: str) -> Parameter:
    return Parameter(default, says, words)


def _number(default: int | str, says: str, *words: str, least: int = 0) -> Parameter:
    return Parameter(default, says, words, number=True, least=least)


def _list(default: tuple[str, ...], says: str, *words: str) -> Parameter:
    return Parameter(default, says, words, many=True)


def _by_ring(name: str, says: str) -> dict[str, Parameter]:
    return {f"{name}_{ring}": _number(0, f"{says} (0: as in any ring)") for ring in RINGS}


AMOUNTS = ("school-rank", "honor-rank", "ring", "fitness-ranks")
"""Words for numbers of the one who has the technique. `ring` is the value of the ring in use."""

_COST = {
    "void": _number(0, "Void points that it costs"),
    "once": _word("", "how often it may be used; empty: as often as one likes", "", "round", "scene", "session"),
}

_ATTACK = {
    "skill": _word("weapon", "the skill of the check; `weapon`: the weapon's own", "weapon", *SKILLS),
    "tn": _number(2, "the TN; `vigilance`: the target's", "vigilance", least=1),
    "types": _list(("attack",), "the types of the action", *TYPES),
    "weapon": _word(
        "readied",
        "`sheathed`: it is drawn and readied in a one-handed grip, hit or miss; `thrown`: a readied one in a "
        "one-handed "
        "grip leaves the hand; `none`: no weapon is used",
        "readied",
        "sheathed",
        "thrown",
        "none",
    ),
    "quality": _word("", "a quality that the weapon must have in its grip", "", *QUALITIES),
    "also": _list((), "keys of weapons that will do without that quality"),
    "only": _list((), "keys of the only weapons that will do"),
    "damage": _number("", "damage on a success", "", "base", "deadliness", *AMOUNTS),
    "critical": _number("", "severity of a critical strike on a success", "", "deadliness", *AMOUNTS),
    "bonus": _flag("whether bonus successes are added to damage or severity"),
    "supernatural": _flag("whether the damage is supernatural"),
    "deadliness": _number("weapon", "`ring+strife`: the ring in use plus strife symbols kept", "weapon", "ring+strife"),
    "undefendable": _word("", "`compromised`: a Compromised target cannot defend", "", "compromised", "always"),
    "resist": _number(1, "the TN to resist its critical strike", least=1),
    **_by_ring("resist", "the same with this ring"),
    "inflicts": _word("", "a condition that the target suffers on a success", "", *CONDITIONS),
    "save": _number(0, "the TN of a Fitness check that the target makes on a success (0: none)"),
    **_by_ring("save", "the same with this ring"),
    "saves": _word("", "what comes of failing it", "", "disarm", "base-damage", "pushed", *CONDITIONS),
    "on_failure": _word("", "a condition that the user suffers on a failure", "", *CONDITIONS),
    **_COST,
}

DEEDS: dict[str, str] = {
    "reserve-dice": "so many rolled dice are set aside; the next check with the same skill before the end of the own "
    "next turn may have them in place of as many unrolled dice of their types",
    "own-resistance": "physical resistance +1 for each, until the start of the own next turn",
    "target-resistance": "the target's physical resistance -1 for each, until the end of the own next turn",
    "target-critical": "the next critical strike the target suffers before the end of the own next turn: severity +1 "
    "each",
    "switch-stance": "another stance now",
    "another-action": "another action this turn, one not yet performed in it",
    "second-weapon": "a second readied weapon deals its base damage (to a Dazed target with the ranks of the skill "
    "used)",
    "critical": "a critical strike of the weapon's deadliness, +1 for each beyond the first",
    "bar-weapon": "one readied weapon of the target cannot be used for Attack actions until the end of the own next "
    "turn",
    "immobilize": "the target is Immobilized",
    "force-stance": "the target takes the stance that the user names",
    "graze": "the target suffers physical damage equal to the ranks in Fitness",
    "more-damage": "the damage of this attack is higher by the ranks in Fitness",
    "save": "a Fitness check of the target, TN `tn` (by its ring) +1 for each: failing it brings `condition`, and "
    "fatigue "
    "equal to the shortfall",
    "raise-save": "the TN of the check against this action's effect +1 for each",
    "ready-sheathed": "one other sheathed Razor-Edged weapon is readied",
    "strike": "a Strike at once with a readied weapon (`unused`: one not yet used for an Attack action this turn)",
    "next-attack-easier": "the next Attack check against the target before the end of the own next turn: TN -1",
    "dazed-disoriented": "the target is Dazed and Disoriented",
    "hallow-longer": "the hallowing lasts one round more for each",
    "take-weapon": "a weapon that this action knocks away is taken in hand instead",
    "seen-less": "the vigilance needed to see this action's cheating +1 for each",
    "learn-advantage": "one of the foe's advantages is learned, and a resistance",
    "no-disadvantages": "a character applies no disadvantages until the end of its first turn",
    "sure-advantage": "a character applies one of its advantages to all its checks until the end of its first turn",
    "cover": "a piece of terrain obscures: told only",
    "learn-technique": "one of the foe's techniques is learned for each",
    "bar-first-stance": "two rings are named, the foe picks one of them, and cannot take that stance in its first turn",
}
"""What a technique's opportunity can do. The number of times it was bought is "each"."""

_OPPORTUNITY = {
    "does": _word("", "what it does: see `DEEDS`", *DEEDS),
    "cost": _number(1, "opportunity needed; `vigilance`: as much as the target's vigilance", "vigilance", least=1),
    "scales": _flag("whether more may be spent for more"),
    "each": _number(1, "opportunity for each further one, when it scales", least=1),
    "own": _flag("only on checks of this technique's own action"),
    "initiative": _flag("only on the initiative check"),
    "ring": _word("", "the ring of the check, where it is not the technique's", "", *RINGS),
    "skills": _list((), "the skills of checks that it fits (none: all)", *SKILLS),
    "types": _list((), "types that the action must have, all of them", *TYPES),
    "outcome": _word("", "only on a `success` or only on a `failure`", "", "success", "failure"),
    "weapon": _word(
        "", "what the weapon in use must be", "", "snaring", "blunt", "razor-edged", "one-handed", "second-readied"
    ),
    "target": _word("", "a condition that the target must have", "", *CONDITIONS),
    "unused": _flag("for `strike`: with a weapon not yet used this turn"),
    "condition": _word("", "for `save`: the condition", "", *CONDITIONS),
    "tn": _number(3, "for `save`: the TN", least=1),
    **_by_ring("tn", "the same when the target resists with this ring"),
    "once": _COST["once"],
}

_AMOUNT = {"amount": _number("school-rank", "how much", *AMOUNTS)}

EFFECTS: dict[str, Shape] = {
    "attack": Shape("an Attack action against the foe, with a check", _ATTACK),
    "opportunity": Shape("another way to spend opportunity on a check", _OPPORTUNITY),
    "recover": Shape(
        "an action without a check that removes own fatigue and strife",
        {
            "types": _list(("support",), "the types of the action", *TYPES),
            "fatigue": _number(0, "fatigue that goes", *AMOUNTS),
            "strife": _number(0, "strife that goes", *AMOUNTS),
            **_COST,
        },
    ),
    "hallow": Shape(
        "an action with a check that makes a readied weapon Sacred until the end of the own next turn",
        {
            "types": _list(("support",), "the types of the action", *TYPES),
            "skill": _word("meditation", "the skill of the check", *SKILLS),
            "tn": _number(4, "the TN", least=1),
            **_COST,
        },
    ),
    "swap-initiative": Shape(
        "cheating: an action with a check that exchanges the order of turns in the next round; who has the vigilance "
        "sees it",
        {
            "types": _list(("scheme",), "the types of the action", *TYPES),
            "skill": _word("skulduggery", "the skill of the check", *SKILLS),
            "tn": _number(2, "the TN", least=1),
            "noticed": _number(2, "the vigilance that sees it", least=1),
            **_COST,
        },
    ),
    "alter-critical": Shape(
        "once a round: the severity of a critical strike that one inflicts is raised or lowered by up to `amount`",
        _AMOUNT,
    ),
    "soften-critical": Shape(
        "once a round, before resisting: the severity of a critical strike is lower by `amount` and, with `armour`, "
        "by the "
        "armour's physical resistance; armour that is Cumbersome does not hinder",
        {**_AMOUNT, "armour": _flag("whether the armour counts", default=True)},
    ),
    "ward-or-trap": Shape(
        "once a round, when attacked with a melee weapon: a weapon in a one-handed grip, or an empty hand, wards (the "
        "attacker rerolls dice with successes, up to `amount`) or traps (the own next Attack check on the attacker: TN "
        "-`amount`); it cannot be used for Attack actions until the end of the own next turn",
        _AMOUNT,
    ),
    "strife-to-bonus": Shape(
        "on a successful check of an action of these types: remove up to `amount` strife; each is one bonus success "
        "and one "
        "fatigue",
        {**_AMOUNT, "types": _list(("attack", "support"), "one of these types is needed", *TYPES)},
    ),
    "fury": Shape("after a critical strike or unmasking: become Enraged and remove fatigue", _AMOUNT),
    "successes-explode": Shape(
        "once a round, on an Attack check while one has `condition`: for `void` Void points kept dice with a success "
        "are set to an explosive success",
        {"void": _number(1, "Void points"), "condition": _word("enraged", "the condition needed", *CONDITIONS)},
    ),
    "prey-on-weakness": Shape(
        "against a Compromised, Incapacitated or Unconscious target: damage and deadliness of the weapon are higher",
        _AMOUNT,
    ),
    "negate-strife": Shape(
        "once a scene, on anybody's check with strife: all its strife is negated, and the roller removes strife and "
        "fatigue",
        _AMOUNT,
    ),
    "charge": Shape(
        "on a successful Attack check: bonus successes equal to the range bands moved this round, up to `amount`; "
        "mounted, "
        "always `amount`",
        {**_AMOUNT, "mounted": _flag("whether the character sits on the steed in this duel")},
    ),
    "exploit": Shape(
        "on a duel's initiative check and on Attack checks: a disadvantage of the foe is exploited for no Void point, "
        "to "
        "reroll two dice and up to `amount` more",
        _AMOUNT,
    ),
    "initiative-deadliness": Shape(
        "the deadliness of critical strikes that one inflicts is higher by the difference between the two initiatives"
    ),
    "ignore-harm": Shape(
        "at the start of the own turn, for `void` Void points: conditions, disadvantages and lasting harmful effects "
        "are "
        "ignored until the end of the own next turn, and one cannot die until then",
        {"void": _number(1, "Void points")},
    ),
    "retreat-and-turn": Shape(
        "once a round, after defending against damage: move one range band, and take another stance if wanted"
    ),
}
"""Every effect by name."""


def parameters(effect: Effect) -> dict[str, Any]:
    """All parameters of an effect, with defaults for those left out. Raises `KeyError` for an unknown effect."""
    shape = EFFECTS[effect.name].parameters
    return {name: effect.parameters.get(name, parameter.default) for name, parameter in shape.items()}


def why_not(effect: Effect) -> str | None:
    """None when the effect is known and its parameters fit, else what is wrong and what would do."""
    shape = EFFECTS.get(effect.name)
    if shape is None:
        return Sentence(
            "there is no effect {name!r}; there are {effects}", name=effect.name, effects=", ".join(EFFECTS)
        )
    for name, value in effect.parameters.items():
        parameter = shape.parameters.get(name)
        if parameter is None:
            known = ", ".join(shape.parameters) or "–"
            return Sentence(
                "{effect} has no parameter {name!r}; it has {known}", effect=effect.name, name=name, known=known
            )
        if reason := parameter.why_not(value):
            told = Sentence("{reason}, not {found!r}", reason=reason, found=value)
            return Sentence("{effect}, {name}: {reason}", effect=effect.name, name=name, reason=told)
    if effect.name == "opportunity" and not effect.parameters.get("does"):
        return Sentence("opportunity: `does` is missing; it may be {deeds}", deeds=", ".join(DEEDS))
    return None
