"""What each condition of the role-playing duel means for who has it, in a sentence of ours (rpg-reference §2.5)."""

from __future__ import annotations

from ..i18n import N_, _, ngettext

MEANS = {
    "compromised": N_("strife exceeds composure: no die that shows strife may be kept, and vigilance counts as 1"),
    "incapacitated": N_("fatigue exceeds endurance: no action that needs a check, and no defending"),
    "unconscious": N_("cannot move, act or defend; critical strikes are 10 more severe"),
    "bleeding": N_("each check brings damage equal to the strife on the kept dice, whatever armour is worn"),
    "burning": N_("after each action, 3 strife and 3 damage, whatever armour is worn"),
    "dazed": N_("attacks and schemes are harder: TN +2"),
    "disoriented": N_("movement and support are harder: TN +2"),
    "silenced": N_("schemes and invocations are harder: TN +3"),
    "dying": N_("dies once the remaining rounds have passed"),
    "enraged": N_("critical strikes inflicted and suffered are 2 more severe"),
    "immobilized": N_("cannot move or change stance"),
    "prone": N_("can move one range band at most"),
    "intoxicated": N_("strife received and strife removed are doubled"),
    "exhausted": N_("does not recover when the scene ends"),
    "afflicted": N_("vigilance is 1, and the game master may turn a kept ring die to opportunity and strife"),
    "lightly-wounded": N_("checks with that ring are harder: TN +1"),
    "severely-wounded": N_("checks with that ring are harder: TN +3; another wound to it is grave"),
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
    "earth": N_("nobody can spend opportunity to inflict critical strikes or conditions on you"),
    "fire": N_("if you succeed, strife on your kept dice counts as bonus successes"),
    "water": N_("one more action, without a check and of another type"),
    "void": N_("you receive no strife from your kept dice"),
}
"""What each stance does for who stands in it."""


def stance_means(key: str) -> str:
    """What a stance does; empty for none."""
    return _(STANCES[key]) if key in STANCES else ""
