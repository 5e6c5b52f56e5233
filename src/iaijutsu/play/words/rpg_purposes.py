"""The questions of the role-playing duel by their purpose, and what saying no to each of them is called."""

from __future__ import annotations

from ..i18n import N_

ASKS = {
    # the course of a duel
    "initiative-ring": N_("Initiative: which ring do you enter the duel with? It becomes your stance."),
    "concede": N_("Do you concede, or fight on?"),
    "bid": N_("How much strife do you bid for initiative this round? It is secret until both bids are revealed."),
    "stance": N_("Which stance do you take?"),
    "reveal-prediction": N_("{foe} takes a stance. Do you reveal your prediction?"),
    "wake": N_("You are Unconscious. Do you spend a Void point to wake?"),
    "grip": N_("Do you change a grip or drop something?"),
    "unmask": N_("You are Compromised. Do you unmask?"),
    "action": N_("Which action do you take?"),
    "finishing-blow": N_("{foe}’s guard is open. Do you take the finishing blow?"),
    "findings": N_("Judge: do the findings stand? If not, correct them first by your rulings."),
    # a check
    "seize-the-moment": N_("Do you spend a Void point to roll one more ring die and keep one more die?"),
    "use-reserved-dice": N_("Do you use the dice that you set aside?"),
    "keep": N_("Which dice do you keep?"),
    "keep-exploded": N_("Which of these dice do you also keep? They come on top of the others."),
    "opportunity": N_("How do you spend opportunity?"),
    "assistants-take-strife": N_("How much of the strife do those who assist you take?"),
    "torment": N_("Affliction: which kept ring die do you set to opportunity and strife? You may choose none."),
    "which-distinction": N_("Which distinction applies to this check?"),
    "which-passion": N_("Which passion applies to this check?"),
    "which-adversity": N_("Which adversity applies to this check?"),
    "which-anxiety": N_("Which anxiety applies to this check?"),
    "distinction": N_("Your distinction: which dice do you reroll?"),
    "adversity": N_("Your adversity: which two dice with a success do you reroll?"),
    "free-ring": N_("Which ring do you use for this check?"),
    # harm
    "suffer-a-critical-strike": N_("Do you spend a Void point to not defend, and suffer a critical strike instead?"),
    "shattering-parry": N_("Shattering Parry: do you have it rerolled, and let a weapon take the damage?"),
    "scar": N_("Which scar does it leave?"),
    # Center and Unique Actions
    "center-dice": N_("How many dice do you roll to set aside?"),
    "reserve": N_("Which of these dice do you set aside?"),
    "replace-by-reserved": N_("Which rolled die does it replace? You may choose none; then it is lost."),
    "allow-unique": N_("{foe} wants to take a Unique Action. Do you allow it?"),
    "unique-skill": N_("Which skill does the Unique Action use?"),
    "unique-tn": N_("What is its TN?"),
    "unique-types": N_("Which types does it have?"),
    "unique-target": N_("Whom does it target?"),
    "unique-effect": N_("What does it do, if it succeeds?"),
    "disarm": N_("Which weapon falls from {foe}’s hand?"),
    # what opportunity buys
    "easier-ring": N_("Which ring makes your next check easier?"),
    "ignore-disadvantage": N_("Which of your disadvantages do you ignore for now?"),
    "cover-disadvantage": N_("Which of {foe}’s disadvantages do you cover?"),
    "ignore-condition": N_("Which of your conditions do you ignore for now?"),
    "tell-advantage": N_("{foe} learns one of your advantages: which one do you tell?"),
    "tell-disadvantage": N_("{foe} learns one of your disadvantages: which one do you tell?"),
    "tell-technique": N_("{foe} learns one of your techniques: which one do you tell?"),
    "tell-trait": N_("{foe} learns one of your advantages or disadvantages: which one do you tell?"),
    # techniques and abilities
    "reserve-rolled": N_("Which of the rolled dice do you set aside?"),
    "second-weapon": N_("Which other weapon do you strike with as well?"),
    "bar-weapon": N_("Which of {foe}’s weapons do you bar?"),
    "force-stance": N_("Which stance must {foe} take?"),
    "ready-sheathed": N_("Which sheathed blade do you ready?"),
    "strike-at-once": N_("Which attack do you strike with at once?"),
    "which-character": N_("Whose disadvantages are ignored?"),
    "sure-advantage": N_("Which advantage is sure to apply?"),
    "name-ring": N_("Which stance do you name first?"),
    "name-second-ring": N_("Which other stance do you name?"),
    "give-up-stance": N_("Two stances are named. Which of them do you give up?"),
    "ward-or-trap": N_("You are attacked. Do you ward it off with a weapon or your hand, or trap the next attack?"),
    "ward-with": N_("With what?"),
    "ward": N_("You ward: which dice must {foe} reroll?"),
    "step-aside": N_("Do you step aside, and take another stance if you like?"),
    "exploit": N_("Do you exploit one of {foe}’s disadvantages to reroll dice?"),
    "exploit-reroll": N_("Which dice do you reroll?"),
    "successes-explode": N_("Do you spend Void points to make the successes of kept dice explosive?"),
    "negate-strife": N_("Do you ignore the strife on these dice? You can do so once a scene."),
    "strife-to-bonus": N_("How much of your strife do you turn into fatigue for as many bonus successes?"),
    "alter-critical": N_("By how much do you change the severity of the critical strike?"),
    "soften-critical": N_("Do you soften the critical strike on you?"),
    "fury": N_("Do you become Enraged and remove fatigue?"),
    "ignore-harm": N_("Do you spend Void points to ignore harm for now?"),
    "sober-up": N_("The scene is over. Do you make a check to sober up?"),
    # the short forms
    "one-roll-ring": N_("The one roll: which ring do you use? It is secret until both are revealed."),
    "one-roll-weapon": N_("The one roll: which weapon do you use?"),
    "accept-challenge": N_("{foe} challenges you to a clash. Do you accept?"),
    "extend-clash": N_("Nobody has won. Do you want the clash to go on? It does if you both want it."),
}
"""The questions by their purpose; `{foe}` is the other duellist, or who acts when a game master is asked."""

SEALED = ("bids", "concede", "one-roll-ring", "extend-clash")
"""Purposes of questions to both at once; each is asked by the purpose of its own part."""

NO = {
    "concede": N_("fight on"),
    "grip": N_("leave everything as it is"),
    "unmask": N_("do not unmask"),
    "action": N_("no action"),
    "finishing-blow": N_("pass it up"),
    "opportunity": N_("spend no more"),
    "reveal-prediction": N_("keep it hidden and lose it"),
    "accept-challenge": N_("decline, at the price of glory"),
    "exploit": N_("no"),
    "shattering-parry": N_("no"),
    "ward-or-trap": N_("neither"),
    "extend-clash": N_("let it end here"),
}
"""What answering with nothing is called; `no` elsewhere."""
