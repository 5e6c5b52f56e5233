"""Where everything stands in the arrays of the role-playing kernel.

A duel is one column of whole numbers: rows of both seats (`STRIFE + seat`), rows of the whole duel, then a stack of
frames, one for each thing that can be inside another: a check, a blow, a critical strike. `STEP` names what is done
next. Rings are numbered as in the rulebook's order: air, earth, fire, water, void.
"""

from __future__ import annotations

from typing import NamedTuple

from .kernel_types import Int64

# --- rows of both seats (of each name two rows, one a seat) ----------------------------------------------

SEATED = (
    "STRIFE", "FATIGUE", "VOID", "HONOR", "STANCE", "INITIATIVE", "GAINED", "TURN", "READIED", "GRIP", "DAMAGED",
    "DESTROYED", "DURABLE", "WORN_DAMAGED", "WORN_DESTROYED", "WORN_DURABLE", "LIGHTLY", "SEVERELY", "BLEEDING",
    "DYING",
    "UNCONSCIOUS", "ACTS", "ACT_TYPES", "ACT_CHECK", "PREDICTION", "PREDICTED", "GAPS", "BLOW", "UNMASKED", "YIELDED",
    "DEAD", "ACHIEVED", "FATIGUED", "WORST", "EXPOSED", "SOFTER", "HARDER", "COSTLY", "KEPT", "SCARS", "RESERVED_SKILL",
    "RESERVED",
)  # fmt: skip
(
    STRIFE, FATIGUE, VOID, HONOR, STANCE, INITIATIVE, GAINED, TURN, READIED, GRIP, DAMAGED, DESTROYED, DURABLE,
    WORN_DAMAGED, WORN_DESTROYED, WORN_DURABLE, LIGHTLY, SEVERELY, BLEEDING, DYING, UNCONSCIOUS, ACTS, ACT_TYPES,
    ACT_CHECK, PREDICTION, PREDICTED, GAPS, BLOW, UNMASKED, YIELDED, DEAD, ACHIEVED, FATIGUED, WORST, EXPOSED, SOFTER,
    HARDER, COSTLY, KEPT, SCARS, RESERVED_SKILL, RESERVED,
) = range(0, 2 * len(SEATED), 2)  # fmt: skip
"""Numbers as in `rpg.state`; wounds, gaps, deeds and scars are bits; `DYING` is -1 where nobody is dying."""

MOST_RESERVED = 6
RESERVED_DICE = 2 * len(SEATED)
"""Dice that Center has set aside: `RESERVED_DICE + MOST_RESERVED * seat + n`."""

# --- rows of the duel ------------------------------------------------------------------------------------

_WHOLE = RESERVED_DICE + 2 * MOST_RESERVED
(
    STEP, DEPTH, DRAWS, ROUND, TURN_OF, STRUCK_FIRST, WAITS, ENDED, FIRST, SECOND_TURN, INITIATIVE_OF, UNMASKING,
    PASSED,
    BONUS, RING, WRITTEN, DONE_CHECKS, STREAM,
) = range(_WHOLE, _WHOLE + 18)  # fmt: skip
"""`STREAM` is where the words of chance begin (64 bits without a sign), `DRAWS` how many were used; `DEPTH` counts
frames; `PASSED`, `BONUS` and `RING` are of the check that ended last; `WRITTEN` lines of a trace.
"""

FRAMES = _WHOLE + 18
"""Where the stack begins."""

# --- rows of a frame, from its beginning -----------------------------------------------------------------

MOST_DICE = 12
(
    BACK, SEAT, PURPOSE, AS_BLOW, CUT, OF_RING, TN, LIMIT, DICE, SUCCESSES, OPPORTUNITY, SYMBOLS, RECEIVED, SPENT,
    PIERCE,
    DEADLIER, BY, TARGET, SEVERITY, RAZOR, BY_ATTACK, SCORED, AMOUNT, HELPLESS, STRIKER, BEFORE, ACHIEVED_NOW, TWO,
    LYING,
) = range(29)  # fmt: skip
FRAME = LYING + 1
"""Rows in a frame. `BACK` is the step to go on with when it is done."""
MOST_FRAMES = 64
ROWS = FRAMES + FRAME * MOST_FRAMES

# --- steps -----------------------------------------------------------------------------------------------

(
    BEGIN, ENTER, ENTERED, NEW_ROUND, STARE, ORDER, TURN_BEGINS, TURN_STARTS, STANCE_STEP, RESTANCE, ACT, PREDICT_STEP,
    TURN_ENDS, TURN_LEAVES, TURN_OVER, UNMASKED_STEP, ROUND_ENDS, ATTACK, ATTEMPT, EXPLODE, SYMBOLS_STEP, SETTLED,
    SPEND,
    COUNT, FINISH, DEAL, CRITICAL, RESISTED, SETTLE, SETTLE_ON, RESOLVE, OVER,
) = range(32)  # fmt: skip

# --- what ends a duel, what a check is for ---------------------------------------------------------------

ENDINGS = ("", "objective", "death", "concession", "finishing blow", "unfinished", "too deep")
BY_OBJECTIVE, BY_DEATH, BY_CONCESSION, BY_BLOW, UNFINISHED, TOO_DEEP = range(1, 7)
PURPOSES = ("initiative", "attack", "resist", "unique")
FOR_INITIATIVE, FOR_ATTACK, FOR_RESIST, FOR_UNIQUE = range(4)
DEEDS = ("critical", "incapacitated", "unconscious", "dying", "death", "yield")
TYPE_BITS = {"attack": 1, "scheme": 2, "support": 4, "movement": 8}
ACTIONS = ("none", "strike", "cut", "ready", "calming-breath", "center", "predict-air", "predict-earth", "predict-fire",
           "predict-water", "unique")  # fmt: skip
NONE, STRIKE, CUT_ACTION, READY, CALMING_BREATH, CENTER = range(6)
PREDICT, UNIQUE = 6, 10
WAYS = ("", "critical", "razor-edged", "shed-strife", "calm", "rest", "pierce", "inflame", "brace", "overwhelm",
"provoke",
        "kept-die")  # fmt: skip
EFFECTS = ("narrative", "strife-for-foe", "strife-off-self", "fatigue-off-self", "initiative")
"""What a Unique Action may do here."""

# --- what is written down of a duel ----------------------------------------------------------------------

LINES = (
    "tie", "dice", "explosion", "center", "initiative-ring", "free-ring", "concede", "bid", "wake", "unmask", "stance",
    "reveal-prediction", "action", "finishing-blow", "seize-the-moment", "replace-by-reserved", "keep", "keep-exploded",
    "opportunity", "suffer-a-critical-strike", "scar", "center-dice", "reserve", "allow-unique",
)  # fmt: skip
(
    L_TIE, L_DICE, L_EXPLOSION, L_CENTER, L_INITIATIVE_RING, L_FREE_RING, L_CONCEDE, L_BID, L_WAKE, L_UNMASK, L_STANCE,
    L_REVEAL, L_ACTION, L_BLOW, L_SEIZE, L_REPLACE, L_KEEP, L_KEEP_EXPLODED, L_OPPORTUNITY, L_SUFFER, L_SCAR,
    L_CENTER_DICE, L_RESERVE, L_UNIQUE,
) = range(24)  # fmt: skip
"""Lines of a trace by name; each is written as (name, seat, number)."""


class Rules(NamedTuple):
    """Everything that a duel of one setting reads. s is a seat."""

    own: Int64
    """[s, name]: the numbers of a character, of its weapon in two grips, of its policy (`kernel_rpg.OWN`)."""
    terms: Int64
    """[name]: the form, the rulings, the Unique Action that is allowed (`kernel_rpg.TERMS`)."""
    stance: Int64
    """[s, mood]: the ring of the stance."""
    action: Int64
    """[s, mood]: the first action of a turn."""
    second: Int64
    """[s, mood]: the second one, in Water stance."""
    bid: Int64
    """[s, room, round]: what is bid."""
    keep: Int64
    """[s, purpose, still needed, tense, die]: what a die is worth; far below 0 where there is none."""
    ways: Int64
    """[s, purpose, n]: ways to spend opportunity, best first, then 0; the ninth number says how many there are."""
    pips: Int64
    """[die]: its tally in one number (`kernel_rpg_dice`)."""
    start: Int64
    """[row]: a duel before its first step."""


# --- columns of `Rules.own` and `Rules.terms` ------------------------------------------------------------

OWN = (
    "AIR", "EARTH", "FIRE", "WATER", "VOID", "COMPOSURE", "ENDURANCE", "FOCUS", "VIGILANCE", "PREPARED", "KIND",
    "GUARD", "SKILL", "SKILL_1", "SKILL_2", "SKILL_3", "SKILL_4", "NAMED", "NAMED_1", "NAMED_2", "NAMED_3", "NAMED_4",
    "DAMAGE", "DAMAGE_1", "DEADLINESS", "DEADLINESS_1", "EDGED", "EDGED_1", "ARMED", "ARMOUR", "DRESSED",
    "CENTER_SKILL",
    "CENTER_RANKS", "CUTS", "CUT_TN", "CUT_TYPES", "CUT_DEADLY", "CUT_BONUS", "CUT_HELPLESS", "ENTER_RING", "CONCEDES",
    "UNMASKS", "COST_HONOR", "COST_EXPOSES", "COST_RETREATS", "SEIZES", "SUFFERS", "BLOWS", "RESERVES", "SPARE",
    "SPARE_1",
    "GEAR_WORN", "GEAR_HELD",
)  # fmt: skip
(
    O_RING, _, _, _, _, COMPOSURE, ENDURANCE, FOCUS, VIGILANCE, PREPARED, KIND, GUARD, SKILL, _, _, _, _, NAMED, _,
    _, _, _,
    DAMAGE, _, DEADLINESS, _, EDGED, _, ARMED, ARMOUR, DRESSED, CENTER_SKILL, CENTER_RANKS, CUTS, CUT_TN, CUT_TYPES,
    CUT_DEADLY, CUT_BONUS, CUT_HELPLESS, ENTER_RING, CONCEDES, UNMASKS, COST_HONOR, COST_EXPOSES, COST_RETREATS, SEIZES,
    SUFFERS, BLOWS, RESERVES, SPARE, _, GEAR_WORN, GEAR_HELD,
) = range(53)  # fmt: skip
"""Skills stand by purpose, an attack in the second grip last; `NAMED` are their numbers; two numbers of a weapon stand
for its two grips: the one it is readied in, and the one in which a cut draws it.
"""

TERMS = (
    "PER_EVENT", "FROM_ROUND", "EARLY_CUTS", "SECOND_BLOW", "BASE_DOUBLED", "CLOSE_CALL", "ANY_SUCCESS",
    "BLEEDING_SCORES",
    "RETREAT_CONCEDES", "SHEATHED", "GOALS", "GOAL_SEVERITY", "TO_DEATH", "UNIQUE_ALLOWED", "UNIQUE_TN",
    "UNIQUE_EFFECT",
    "MOST_ROUNDS",
)  # fmt: skip
(
    PER_EVENT, FROM_ROUND, EARLY_CUTS, SECOND_BLOW, BASE_DOUBLED, CLOSE_CALL, ANY_SUCCESS, BLEEDING_SCORES,
    RETREAT_CONCEDES, SHEATHED, GOALS, GOAL_SEVERITY, TO_DEATH, UNIQUE_ALLOWED, UNIQUE_TN, UNIQUE_EFFECT, MOST_ROUNDS,
) = range(17)  # fmt: skip
MOODS, ROOMS, BIDS = 32, 4, 4
"""Rows of the tables of a policy: moods (`kernel_rpg_steps.mood`), room under composure, rounds."""
FIFTH = 4
"""Where the skill of an attack in the second grip stands among `SKILL`."""
DIE_FACES = 18
"""Dice by face: six of a ring die, twelve of a skill die."""
DIE_SLOTS = 32
"""Entries of a table by die: five bits, the last of them for no die."""
EXPLODES = 1 << 24
"""A tally of one die that is not below this explodes."""
PRICELESS = 1 << 40
"""More than any die is worth."""
MOST_DIFFERENCE = 60
"""Differences of score beyond this are counted with it."""
ROUNDS = 30
"""Rounds that are told apart; later ones are counted together."""
MARTIAL = 6
"""Skills with a number below this are of the martial group."""
