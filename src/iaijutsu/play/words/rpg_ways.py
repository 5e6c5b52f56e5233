"""What opportunity is spent on, in words: the rulebook's ways, and the deeds of techniques."""

from __future__ import annotations

from ..i18n import N_, _
from .rpg_keys import words_of
from .rpg_scene import Scene

WAYS = {
    "learn-easiest-way": N_("learn which ring would make the task easiest"),
    "shed-strife": N_("shed 1 strife"),
    "assist-next": N_("assist the foe’s next check with this skill"),
    "learn-strife": N_("learn the foe’s strife and demeanor"),
    "kept-die": N_("keep one more die with opportunity in the next martial check"),
    "ranged-harder": N_("be harder to hit at range until your next turn"),
    "learn-trait": N_("learn one of the foe’s advantages or disadvantages"),
    "reassure": N_("take 2 strife off the foe"),
    "brace": N_("brace: critical strikes on you are less severe until your next turn"),
    "steady": N_("ignore one of your disadvantages until the end of your next turn"),
    "inflame": N_("give the foe 2 strife"),
    "distract": N_("distract the foe from everyone except you"),
    "overwhelm": N_("make critical strikes harder for the foe to resist"),
    "provoke": N_("until your next turn, targeting you costs the foe 2 strife"),
    "calm": N_("remove 2 of your strife"),
    "rest": N_("remove 1 fatigue"),
    "pierce": N_("pierce 1 resistance"),
    "move": N_("move 1 range band"),
    "attune": N_("make your next check with another ring easier"),
    "quicken": N_("gain initiative"),
    "transcend": N_("ignore one of your conditions until the end of your next turn"),
    "learn-disadvantage": N_("learn one of the foe’s disadvantages"),
    "cover-disadvantage": N_("cover a disadvantage the foe knows of"),
    "focus-though-surprised": N_("count focus, though you were not prepared"),
    "assess-terrain": N_("take in the terrain"),
    "sense-otherworldly": N_("sense what is not of this world"),
    "critical": N_("inflict a critical strike of the weapon’s deadliness"),
    "razor-edged": N_("the razor edge: 1 more deadliness"),
    "snare": N_("the snare: the foe is Immobilized"),
}
"""The rulebook's own ways to spend opportunity."""

DEEDS = {
    "reserve-dice": N_("set aside a rolled die"),
    "own-resistance": N_("1 more resistance until your next turn"),
    "target-resistance": N_("1 less resistance for the foe"),
    "target-critical": N_("critical strikes on the foe are more severe"),
    "switch-stance": N_("change your stance"),
    "another-action": N_("one more action this turn"),
    "second-weapon": N_("strike with the other weapon too"),
    "critical": N_("inflict a critical strike"),
    "bar-weapon": N_("bar one of the foe’s weapons"),
    "immobilize": N_("the foe is Immobilized"),
    "force-stance": N_("choose the foe’s stance"),
    "graze": N_("graze the foe, though you fail"),
    "more-damage": N_("more damage"),
    "save": N_("the foe must make a check or suffer"),
    "raise-save": N_("the foe’s check against it is harder"),
    "ready-sheathed": N_("ready a sheathed blade"),
    "strike": N_("strike again at once"),
    "next-attack-easier": N_("your next attack is easier"),
    "dazed-disoriented": N_("the foe is Dazed and Disoriented"),
    "hallow-longer": N_("the weapon stays hallowed longer"),
    "take-weapon": N_("take the weapon out of the foe’s hand"),
    "seen-less": N_("be seen less easily"),
    "learn-advantage": N_("learn one of the foe’s advantages"),
    "no-disadvantages": N_("disadvantages are ignored for a while"),
    "sure-advantage": N_("an advantage is sure to apply for a while"),
    "cover": N_("leave no trace of it"),
    "learn-technique": N_("learn one of the foe’s techniques"),
    "bar-first-stance": N_("name two stances, one of which the foe gives up"),
}
"""What the opportunities of techniques do."""


OF_OTHERS = {
    "ranged-harder": N_("be harder to hit at range until their next turn"),
    "brace": N_("brace: critical strikes on them are less severe until their next turn"),
    "steady": N_("ignore one of their disadvantages until the end of their next turn"),
    "distract": N_("distract the foe from everyone else"),
    "provoke": N_("until their next turn, targeting them costs the foe 2 strife"),
    "calm": N_("remove 2 of their strife"),
    "attune": N_("make their next check with another ring easier"),
    "transcend": N_("ignore one of their conditions until the end of their next turn"),
    "focus-though-surprised": N_("count focus, though they were not prepared"),
    "own-resistance": N_("1 more resistance until their next turn"),
    "switch-stance": N_("change their stance"),
    "next-attack-easier": N_("their next attack is easier"),
}
"""The same, ways and deeds, as others are told what somebody spends on himself."""


def way_words(s: Scene, seat: int, way: str, times: int = 1) -> str:
    """A way for `seat` to spend, in words; a technique's with its name before it."""
    technique, _slash, deed = way.rpartition("/")
    known = {**(DEEDS if technique else WAYS), **({} if s.mine(seat) else OF_OTHERS)}
    text = _(known[deed]) if deed in known else words_of(deed)
    text = f"{s.named(technique)}: {text}" if technique else text
    return text if times == 1 else _("{way} ({n} times)").format(way=text, n=times)
