"""The questions of the role-playing duel by their purpose, and what saying no to each of them is called."""

from __future__ import annotations

from ..i18n import N_

ASKS = {
    # the course of a duel
    "initiative-ring": N_("Initiative: with which ring do you enter the duel? It is your stance."),
    "concede": N_("Do you concede, or fight on?"),
    "bid": N_("How much strife do you bid for initiative this round? It is secret until both bids are opened."),
    "stance": N_("Which stance do you take?"),
    "reveal-prediction": N_("{foe} takes a stance. Do you open your prediction?"),
    "wake": N_("You are Unconscious. Do you spend a Void point to wake?"),
    "grip": N_("Do you change a grip, or let something fall?"),
    "unmask": N_("You are Compromised. Do you unmask?"),
    "action": N_("Which action do you take?"),
    "finishing-blow": N_("The guard of {foe} is open. Do you take the finishing blow?"),
    "findings": N_("Judge: do the findings stand? Correct them first, by acts of yours."),
    # a check
    "seize-the-moment": N_("Do you spend a Void point for one more ring die, and one more die to keep?"),
    "use-reserved-dice": N_("Do you use the dice that you set aside?"),
    "keep": N_("Which dice do you keep?"),
    "keep-exploded": N_("Which of these dice do you keep too? They come on top of the others."),
    "opportunity": N_("How do you spend opportunity?"),
    "assistants-take-strife": N_("How much of the strife do those who assist you take?"),
    "torment": N_("Affliction: which kept ring die do you set to opportunity and strife? It may be none."),
    "which-distinction": N_("Which distinction counts in this check?"),
    "which-passion": N_("Which passion counts in this check?"),
    "which-adversity": N_("Which adversity counts in this check?"),
    "which-anxiety": N_("Which anxiety counts in this check?"),
    "distinction": N_("Your distinction: which dice do you roll again?"),
    "adversity": N_("Your adversity: which two dice with a success do you roll again?"),
    "free-ring": N_("With which ring do you make this check?"),
    # harm
    "suffer-a-critical-strike": N_("Do you spend a Void point not to defend, and suffer a critical strike instead?"),
    "shattering-parry": N_("Shattering Parry: roll again, and let a weapon take the damage?"),
    "scar": N_("Which scar does it leave?"),
    # Center and Unique Actions
    "center-dice": N_("How many dice do you roll, to set aside?"),
    "reserve": N_("Which of these dice do you set aside?"),
    "replace-by-reserved": N_("Which rolled die does it replace? It may be none; then it is let go."),
    "allow-unique": N_("{foe} wants to take a Unique Action. Do you allow it?"),
    "unique-skill": N_("Which skill does the Unique Action use?"),
    "unique-tn": N_("What is its TN?"),
    "unique-types": N_("Of which types is it?"),
    "unique-target": N_("Whom does it concern?"),
    "unique-effect": N_("What does it do, if it succeeds?"),
    "disarm": N_("Which weapon falls from the hand of {foe}?"),
    # what opportunity buys
    "easier-ring": N_("With which ring is your next check easier?"),
    "ignore-disadvantage": N_("Which of your disadvantages does not count for now?"),
    "cover-disadvantage": N_("Which disadvantage of {foe} do you cover?"),
    "ignore-condition": N_("Which of your conditions does not count for now?"),
    "tell-advantage": N_("{foe} learns an advantage of yours: which one do you tell?"),
    "tell-disadvantage": N_("{foe} learns a disadvantage of yours: which one do you tell?"),
    "tell-technique": N_("{foe} learns a technique of yours: which one do you tell?"),
    "tell-trait": N_("{foe} learns an advantage or disadvantage of yours: which one do you tell?"),
    # techniques and abilities
    "reserve-rolled": N_("Which of the rolled dice do you set aside?"),
    "second-weapon": N_("With which other weapon do you strike too?"),
    "bar-weapon": N_("Which weapon of {foe} do you bar?"),
    "force-stance": N_("Which stance has {foe} to take?"),
    "ready-sheathed": N_("Which sheathed blade do you ready?"),
    "strike-at-once": N_("With which attack do you strike at once?"),
    "which-character": N_("Whose disadvantages do not count?"),
    "sure-advantage": N_("Which advantage is sure to count?"),
    "name-ring": N_("Which stance do you name first?"),
    "name-second-ring": N_("Which stance do you name besides?"),
    "give-up-stance": N_("Two stances are named. Which of them do you give up?"),
    "ward-or-trap": N_("You are attacked. Do you ward it off with a weapon or your hand, or trap the next attack?"),
    "ward-with": N_("With what?"),
    "ward": N_("You ward: which dice has {foe} to roll again?"),
    "step-aside": N_("Do you step aside, and take another stance if you like?"),
    "exploit": N_("Do you bring up a disadvantage of {foe}, to roll dice again?"),
    "exploit-reroll": N_("Which dice do you roll again?"),
    "successes-explode": N_("Do you spend Void points to make the successes of kept dice explosive?"),
    "negate-strife": N_("Does the strife of these dice count for nothing? It can be done once a scene."),
    "strife-to-bonus": N_("How much of your strife do you turn into fatigue, for as many bonus successes?"),
    "alter-critical": N_("By how much do you change the severity of the critical strike?"),
    "soften-critical": N_("Do you soften the critical strike on you?"),
    "fury": N_("Do you become Enraged, and rid of fatigue?"),
    "ignore-harm": N_("Do you spend Void points to let harm count for nothing for now?"),
    "sober-up": N_("The scene is over. Do you make a check to sober up?"),
    # the short forms
    "one-roll-ring": N_("The one roll: which ring do you use? It is secret until both are opened."),
    "one-roll-weapon": N_("The one roll: which weapon do you use?"),
    "accept-challenge": N_("{foe} challenges you to a clash. Do you accept?"),
    "extend-clash": N_("Nobody has won. Do you want the clash to go on? It does if both do."),
}
"""The questions by their purpose; `{foe}` is the other duellist, or who acts when a game master is asked."""

SEALED = ("bids", "concede", "one-roll-ring", "extend-clash")
"""Purposes of questions to both at once; each is asked by the purpose of its own part."""

NO = {
    "concede": N_("fight on"),
    "grip": N_("leave everything as it is"),
    "unmask": N_("do not unmask"),
    "action": N_("no action"),
    "finishing-blow": N_("let it go"),
    "opportunity": N_("spend no more"),
    "reveal-prediction": N_("keep it closed, and lose it"),
    "accept-challenge": N_("decline, at the price of glory"),
    "exploit": N_("no"),
    "shattering-parry": N_("no"),
    "ward-or-trap": N_("neither"),
    "extend-clash": N_("let it end here"),
}
"""What answering with nothing is called; `no` elsewhere."""
