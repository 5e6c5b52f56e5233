"""What each condition of the role-playing duel means for who has it, in a sentence of ours (rpg-reference §2.5)."""

from __future__ import annotations

from ..i18n import N_, _, ngettext

MEANS = {
    "compromised": N_("strife is over composure: no die that shows strife may be kept, and vigilance counts as 1"),
    "incapacitated": N_("fatigue is over endurance: no action with a check, no defending"),
    "unconscious": N_("neither moves nor acts nor defends; critical strikes are 10 more severe"),
    "bleeding": N_("in every own check, damage equal to the strife on the kept dice, whatever is worn"),
    "burning": N_("after every own action 3 strife and 3 damage, whatever is worn"),
    "dazed": N_("own attacks and schemes are harder: TN +2"),
    "disoriented": N_("own movement and support are harder: TN +2"),
    "silenced": N_("own schemes and invocations are harder: TN +3"),
    "dying": N_("dies when the rounds that are left have passed"),
    "enraged": N_("critical strikes inflicted and suffered are 2 more severe"),
    "immobilized": N_("neither moves nor takes another stance"),
    "prone": N_("moves one range band at most"),
    "intoxicated": N_("strife that comes and strife that goes is doubled"),
    "exhausted": N_("does not recover when the scene ends"),
    "afflicted": N_("vigilance is 1, and the game master may turn a kept ring die to opportunity and strife"),
    "lightly-wounded": N_("checks with that ring are harder: TN +1"),
    "severely-wounded": N_("checks with that ring are harder: TN +3; one wound more to it is grave"),
}


def means(key: str, number: int = 1) -> str:
    """What a condition means; of the Dying with the rounds that are left. Empty for one without a sentence."""
    what = key.partition(":")[0]
    if what not in MEANS:
        return ""
    if what == "dying":
        return ngettext("{n} round left: {what}", "{n} rounds left: {what}", number).format(
            n=number, what=_(MEANS[what])
        )
    return _(MEANS[what])


STANCES = {
    "air": N_("attacks and schemes against you are harder"),
    "earth": N_("no opportunity spent on critical strikes or conditions for you"),
    "fire": N_("strife on kept dice is bonus successes, if you succeed"),
    "water": N_("one more action: no check, of another type"),
    "void": N_("no strife from your kept dice"),
}
"""What each stance does for who stands in it."""


def stance_means(key: str) -> str:
    """What a stance does; empty for none."""
    return _(STANCES[key]) if key in STANCES else ""
