"""Steps of the role-playing kernel: initiative, staredown, turns, the end of a round (see `kernel_rpg_parts`)."""

from __future__ import annotations

from typing import Any

from . import kernel_rpg_layout as at
from .kernel_rpg_check import attack
from .kernel_rpg_dice import NO_DICE, NO_DIE, lying, replaced
from .kernel_rpg_harm import comes_to_blows, dies, exposes, geared, notes_deed, pays, strife
from .kernel_rpg_layout import Rules
from .kernel_rpg_parts import (
    able,
    all_at,
    awake,
    by_honor,
    compromised,
    die,
    ends,
    inside,
    lacks,
    least,
    mood,
    most,
    nobody,
    note,
    pick,
    top,
)

# --- initiative ------------------------------------------------------------------------------------------


def begin(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Phase 1: the higher honor rolls first (rpg.init.once)."""
    s[at.INITIATIVE_OF, i] = by_honor(r, s, t, i, s[at.STEP, i] >= 0, False)
    s[at.STEP, i] = at.ENTER


def enter(r: Rules, s: Any, t: Any, i: Any) -> None:
    """One rolls for initiative, in the stance that is entered with; who is dead or out cold by now does not."""
    seat = s[at.INITIATIVE_OF, i]
    rolls = awake(s, i, seat)
    ring = r.own[seat, at.ENTER_RING]
    note(t, s, i, rolls, at.L_INITIATIVE_RING, seat, ring)
    s[at.STANCE + seat, i] = pick(rolls, ring, s[at.STANCE + seat, i])
    vigilance = pick(compromised(r, s, i, seat), 1, r.own[seat, at.VIGILANCE])
    asleep = lacks(rolls) & (s[at.DEAD + seat, i] == 0)
    s[at.INITIATIVE + seat, i] = pick(asleep, vigilance, s[at.INITIATIVE + seat, i])
    base = inside(s, i, rolls, at.ATTEMPT, at.ENTERED)
    s[base + at.SEAT, i] = seat
    s[base + at.PURPOSE, i], s[base + at.AS_BLOW, i], s[base + at.CUT, i] = at.FOR_INITIATIVE, 0, 0


def entered(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Then the other, then the rounds."""
    s[at.INITIATIVE_OF, i] = 1 - s[at.INITIATIVE_OF, i]
    s[at.DONE_CHECKS, i] += 1
    s[at.STEP, i] = pick(s[at.DONE_CHECKS, i] == 1, at.ENTER, at.NEW_ROUND)


# --- a round ---------------------------------------------------------------------------------------------


def new_round(r: Rules, s: Any, t: Any, i: Any) -> None:
    """A round begins: either may concede; then strife for both equal to its number (rpg.staredown.strife)."""
    s[at.ROUND, i] += 1
    now = s[at.ROUND, i]
    for seat in range(2):
        s[at.YIELDED + seat, i] = (r.own[seat, at.CONCEDES] > 0) & (now >= r.own[seat, at.CONCEDES])
        note(t, s, i, s[at.YIELDED + seat, i] > 0, at.L_CONCEDE, seat, 1)
    yielded = (s[at.YIELDED, i] + s[at.YIELDED + 1, i]) > 0
    late = now > r.terms[at.MOST_ROUNDS]
    goes_on = lacks(yielded) & lacks(late)
    for seat in range(2):
        strife(r, s, i, goes_on, seat, now)
    comes_to_blows(s, i, at.STARE)
    ends(s, i, yielded, at.BY_CONCESSION)
    ends(s, i, late, at.UNFINISHED)
    if all_at(s, i, at.STARE):
        stare(r, s, t, i)


def stare(r: Rules, s: Any, t: Any, i: Any) -> None:
    """The bids, each that much strife and initiative (rpg.staredown.bid)."""
    column = least(s[at.ROUND, i], at.BIDS) - 1
    one, other = bidder(r, s, i, 0), bidder(r, s, i, 1)
    for seat in range(2):
        bids = pick(seat == 0, 1 * one, 1 * other) > 0
        room = r.own[seat, at.COMPOSURE] - s[at.STRIFE + seat, i]
        row = 1 * (room > 0) + (room > 2) + (room > 5)
        bid = least(r.bid[seat, row, column], r.own[seat, at.FOCUS]) * bids
        note(t, s, i, bids, at.L_BID, seat, bid)
        strife(r, s, i, bids, seat, bid)
        s[at.GAINED + seat, i] += bid
    comes_to_blows(s, i, at.ORDER)
    if all_at(s, i, at.ORDER):
        order(r, s, t, i)


def bidder(r: Rules, s: Any, i: Any, seat: int) -> Any:
    """Whether a seat bids: awake, and not Compromised."""
    return awake(s, i, seat) & lacks(compromised(r, s, i, seat))


def order(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Higher initiative first, then lower honor (rpg.turns.order)."""
    gap = s[at.INITIATIVE, i] + s[at.GAINED, i] - s[at.INITIATIVE + 1, i] - s[at.GAINED + 1, i]
    tied = by_honor(r, s, t, i, gap == 0, True)
    s[at.FIRST, i] = pick(gap == 0, tied, 1 * (gap < 0))
    s[at.SECOND_TURN, i] = 0
    s[at.STEP, i] = at.TURN_BEGINS


def whose(s: Any, i: Any) -> Any:
    """Whose turn it is, or is next."""
    return s[at.FIRST, i] ^ s[at.SECOND_TURN, i]


def round_ends(r: Rules, s: Any, t: Any, i: Any) -> None:
    """An objective achieved or somebody dead ends the duel, else another round (rpg.round.end)."""
    for seat in range(2):
        s[at.GAINED + seat, i] = 0
        s[at.DYING + seat, i] -= s[at.DYING + seat, i] > 0
    s[at.STEP, i] = at.NEW_ROUND
    ends(s, i, (s[at.DEAD, i] | s[at.DEAD + 1, i]) > 0, at.BY_DEATH)
    ends(s, i, (s[at.ACHIEVED, i] | s[at.ACHIEVED + 1, i]) > 0, at.BY_OBJECTIVE)


# --- a turn ----------------------------------------------------------------------------------------------


def turn_begins(r: Rules, s: Any, t: Any, i: Any) -> None:
    """A turn begins: what lasted until now is over; the dead have none."""
    seat = whose(s, i)
    lives = s[at.DEAD + seat, i] == 0
    s[at.TURN + seat, i] += lives
    s[at.TURN_OF, i] = pick(lives, seat, s[at.TURN_OF, i])
    for row in (at.ACTS, at.ACT_TYPES, at.ACT_CHECK, at.SOFTER, at.COSTLY):
        s[row + seat, i] = s[row + seat, i] * lacks(lives)
    s[at.HARDER + 1 - seat, i] = s[at.HARDER + 1 - seat, i] * lacks(lives)
    comes_to_blows(s, i, at.TURN_STARTS)
    s[at.STEP, i] = pick(lives, s[at.STEP, i], at.TURN_OVER)
    if all_at(s, i, at.TURN_STARTS):
        turn_starts(r, s, t, i)


def turn_starts(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Wake by a Void point; unmask if wanted (rpg.turns.start)."""
    seat = whose(s, i)
    wakes = (s[at.DEAD + seat, i] == 0) & (s[at.UNCONSCIOUS + seat, i] > 0) & (s[at.VOID + seat, i] > 0)
    note(t, s, i, wakes, at.L_WAKE, seat, 1)
    s[at.VOID + seat, i] -= wakes
    s[at.UNCONSCIOUS + seat, i] = s[at.UNCONSCIOUS + seat, i] * lacks(wakes)
    unmasks(r, s, t, i, 1, at.STANCE_STEP)
    if all_at(s, i, at.STANCE_STEP):
        stance(r, s, t, i)


def unmasks(r: Rules, s: Any, t: Any, i: Any, when: int, back: int) -> None:
    """Who is Compromised and means to unmask now (1 at the start, 2 at the end) does, at its cost (rpg.unmask)."""
    seat = whose(s, i)
    does = awake(s, i, seat) & compromised(r, s, i, seat) & (s[at.UNMASKED + seat, i] == 0)
    does = does & ((r.own[seat, at.UNMASKS] & when) > 0)
    if nobody(does):
        s[at.STEP, i] = back
        return
    note(t, s, i, does, at.L_UNMASK, seat, 1)
    s[at.UNMASKED + seat, i] += does
    s[at.STRIFE + seat, i] = s[at.STRIFE + seat, i] * lacks(does)
    honor = s[at.HONOR + seat, i]
    s[at.HONOR + seat, i] = honor - (honor // 10) * r.own[seat, at.COST_HONOR] * does
    s[at.EXPOSED + seat, i] += r.own[seat, at.COST_EXPOSES] * does
    exposes(r, s, i, does, seat, 2)
    s[at.UNMASKING, i] = pick(does, back, s[at.UNMASKING, i])
    comes_to_blows(s, i, at.UNMASKED_STEP)
    s[at.STEP, i] = pick(does, s[at.STEP, i], back)


def unmasked(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Who retreats in panic has yielded, by the ruling; else the turn goes on."""
    seat = whose(s, i)
    flees = (r.own[seat, at.COST_RETREATS] * r.terms[at.RETREAT_CONCEDES] > 0) & (s[at.DEAD + seat, i] == 0)
    s[at.STEP, i] = s[at.UNMASKING, i]
    s[at.YIELDED + seat, i] = pick(flees, 1, s[at.YIELDED + seat, i])
    ends(s, i, flees, at.BY_CONCESSION)


def stance(r: Rules, s: Any, t: Any, i: Any) -> None:
    """A stance is chosen, and the foe's prediction opened if it is right (rpg.turns.stance, rpg.action.predict)."""
    seat = whose(s, i)
    chooses = awake(s, i, seat)
    ring = r.stance[seat, mood(r, s, i, seat)]
    note(t, s, i, chooses, at.L_STANCE, seat, ring)
    s[at.STANCE + seat, i] = pick(chooses, ring, s[at.STANCE + seat, i])
    predicted = s[at.PREDICTION + 1 - seat, i]
    right = chooses & (predicted == ring) & awake(s, i, 1 - seat)
    note(t, s, i, right, at.L_REVEAL, 1 - seat, 1)
    s[at.PREDICTION + 1 - seat, i] = pick(chooses, -1, predicted)
    if nobody(right):
        s[at.STEP, i] = at.ACT
        act(r, s, t, i)
        return
    strife(r, s, i, right, seat, 4 + geared(r, s, i, 1 - seat))
    comes_to_blows(s, i, at.RESTANCE)
    s[at.STEP, i] = pick(right, s[at.STEP, i], at.ACT)


def restance(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Another stance than the one that was foreseen."""
    seat = whose(s, i)
    chooses = awake(s, i, seat)
    spare = r.own[seat, at.SPARE]
    ring = pick(spare == s[at.STANCE + seat, i], r.own[seat, at.SPARE + 1], spare)
    note(t, s, i, chooses, at.L_STANCE, seat, ring)
    s[at.STANCE + seat, i] = pick(chooses, ring, s[at.STANCE + seat, i])
    s[at.STEP, i] = at.ACT


# --- actions ---------------------------------------------------------------------------------------------


def open_action(r: Rules, s: Any, i: Any, seat: Any, action: Any) -> Any:
    """Whether an action can be taken now (rpg.turns.action, rpg.action.water); one with a check only by the able."""
    types, check = action_types(r, seat, action), action_checks(action)
    fresh = s[at.ACTS + seat, i] == 0
    second = lacks(check & (s[at.ACT_CHECK + seat, i] > 0)) & ((types & s[at.ACT_TYPES + seat, i]) == 0)
    can = (action > 0) & (fresh | second) & lacks(check & lacks(able(r, s, i, seat)))
    out, foe = (s[at.READIED + seat, i] == 0), s[at.DEAD + 1 - seat, i] == 0
    whole = (s[at.DESTROYED + seat, i] == 0) & (r.own[seat, at.ARMED] > 0)
    can = can & ((action != at.STRIKE) | (foe & whole & lacks(out)))
    can = can & ((action != at.CUT_ACTION) | (foe & whole & out & (r.own[seat, at.CUTS] > 0)))
    can = can & ((action != at.READY) | (whole & out))
    can = can & ((action != at.CENTER) | ((s[at.STANCE + seat, i] == 4) & (r.own[seat, at.CENTER_RANKS] > 0)))
    hostile = (action >= at.PREDICT) & (action < at.UNIQUE)
    can = can & (lacks(hostile) | foe)
    allowed = r.terms[at.UNIQUE_ALLOWED] > 0
    return can & ((action != at.UNIQUE) | (foe & allowed))


def action_types(r: Rules, seat: Any, action: Any) -> Any:
    """The types of an action, as bits."""
    attack = 1 * (action == at.STRIKE) + r.own[seat, at.CUT_TYPES] * (action == at.CUT_ACTION)
    support = 4 * ((action >= at.READY) & (action <= at.CENTER))
    return attack + support + 3 * ((action >= at.PREDICT) & (action < at.UNIQUE))


def action_checks(action: Any) -> Any:
    """Whether an action has a check."""
    return (action == at.STRIKE) | (action == at.CUT_ACTION) | (action == at.UNIQUE)


def wanted(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """What a policy does: what its table says; if that cannot be done, ready the weapon, or breathe."""
    may = awake(s, i, seat) & (s[at.ACTS + seat, i] <= (s[at.STANCE + seat, i] == 3))
    if nobody(may):
        return 0 * seat
    here, acts = mood(r, s, i, seat), s[at.ACTS + seat, i]
    word = pick(acts == 0, r.action[seat, here], r.second[seat, here])
    can = open_action(r, s, i, seat, word) | (word == 0)
    stuck = lacks(can) & (acts == 0)
    other = pick(open_ready(r, s, i, seat), at.READY, at.CALMING_BREATH)
    return pick(can, word, pick(stuck, other, at.NONE)) * may


def open_ready(r: Rules, s: Any, i: Any, seat: Any) -> Any:
    """Whether the weapon can be readied."""
    whole = (s[at.DESTROYED + seat, i] == 0) & (r.own[seat, at.ARMED] > 0)
    return whole & (s[at.READIED + seat, i] == 0)


def act(r: Rules, s: Any, t: Any, i: Any) -> None:
    """The next action of a turn; none ends it."""
    seat = whose(s, i)
    action = wanted(r, s, i, seat)
    acts = action > 0
    if nobody(acts):
        s[at.STEP, i] = at.TURN_ENDS
        turn_ends(r, s, t, i)
        return
    note(t, s, i, acts, at.L_ACTION, seat, action)
    s[at.ACTS + seat, i] += acts
    s[at.ACT_TYPES + seat, i] |= action_types(r, seat, action)
    s[at.ACT_CHECK + seat, i] |= action_checks(action)
    quiet(r, s, i, seat, action)
    center(r, s, t, i, action == at.CENTER)
    attacks, unique = (action == at.STRIKE) | (action == at.CUT_ACTION), action == at.UNIQUE
    note(t, s, i, unique, at.L_UNIQUE, 1 - seat, 1)
    base = inside(s, i, attacks | unique, pick(unique, at.ATTEMPT, at.ATTACK), at.ACT)
    s[base + at.SEAT, i], s[base + at.AS_BLOW, i], s[base + at.CUT, i] = seat, 0, action == at.CUT_ACTION
    s[base + at.PURPOSE, i] = pick(unique, at.FOR_UNIQUE, at.FOR_ATTACK)
    predicts = (action >= at.PREDICT) & (action < at.UNIQUE)
    if nobody(predicts):
        s[at.STEP, i] = pick(acts, s[at.STEP, i], at.TURN_ENDS)
        if all_at(s, i, at.ATTACK):
            attack(r, s, t, i)
        elif all_at(s, i, at.TURN_ENDS):
            turn_ends(r, s, t, i)
        return
    pays(r, s, i, predicts, seat)
    after = s[at.STEP, i] + 0
    comes_to_blows(s, i, at.PREDICT_STEP)
    s[at.UNMASKING, i] = pick(predicts, action - at.PREDICT, s[at.UNMASKING, i])
    s[at.STEP, i] = pick(predicts, s[at.STEP, i], pick(acts, after, at.TURN_ENDS))


def quiet(r: Rules, s: Any, i: Any, seat: Any, action: Any) -> None:
    """Calming Breath, and readying the weapon."""
    breath, ready = action == at.CALMING_BREATH, action == at.READY
    if nobody(breath | ready):
        return
    composure, endurance = r.own[seat, at.COMPOSURE], r.own[seat, at.ENDURANCE]
    s[at.STRIFE + seat, i] -= breath & (s[at.STRIFE + seat, i] > (composure + 1) // 2)
    s[at.FATIGUE + seat, i] -= breath & (s[at.FATIGUE + seat, i] > (endurance + 1) // 2)
    s[at.READIED + seat, i] = pick(ready, 1, s[at.READIED + seat, i])
    s[at.GRIP + seat, i] = pick(ready, 0, s[at.GRIP + seat, i])


def predict(r: Rules, s: Any, t: Any, i: Any) -> None:
    """The ring is recorded, whatever came in between."""
    seat = whose(s, i)
    s[at.PREDICTION + seat, i], s[at.PREDICTED + seat, i] = s[at.UNMASKING, i], s[at.TURN + seat, i]
    s[at.STEP, i] = at.ACT


def center(r: Rules, s: Any, t: Any, i: Any, which: Any) -> None:
    """Dice are rolled and some of them set aside, in place of what lay there (rpg.action.center)."""
    if nobody(which):
        return
    seat = whose(s, i)
    ranks = r.own[seat, at.CENTER_RANKS] * which
    note(t, s, i, ranks > 1, at.L_CENTER_DICE, seat, ranks)
    old = s[at.RESERVED + seat, i] + 0
    rows = at.RESERVED_DICE + at.MOST_RESERVED * seat
    s[at.RESERVED + seat, i] = old * lacks(which)
    chosen = centered(r, s, t, i, seat, ranks, old, rows)
    note(t, s, i, which, at.L_RESERVE, seat, chosen)
    s[at.RESERVED_SKILL + seat, i] = pick(which, r.own[seat, at.CENTER_SKILL], s[at.RESERVED_SKILL + seat, i])


def centered(r: Rules, s: Any, t: Any, i: Any, seat: Any, ranks: Any, old: Any, rows: Any) -> Any:
    """The dice of Center: rolled, replaced by what was reserved, chosen. Returns the slots chosen, as bits."""
    dice = NO_DICE + 0 * ranks
    for slot in range(top(ranks)):
        rolled = ranks > slot
        face = die(s, i, 12, rolled)
        note(t, s, i, rolled, at.L_CENTER, seat, face)
        dice = dice - ((NO_DIE - 6 - face) * rolled << 5 * slot)
    dice = replaced(r, s, t, i, seat, dice, least(old, ranks))
    chosen, count = 0 * ranks, 0 * ranks
    for slot in range(top(ranks)):
        here = lying(dice, slot)
        kept = (ranks > slot) & ((r.own[seat, at.RESERVES] >> here & 1) > 0)
        s[rows + count, i] = pick(kept, here, s[rows + count, i])
        chosen, count = chosen + (kept << slot), count + kept
    s[at.RESERVED + seat, i] = pick(ranks > 0, count, s[at.RESERVED + seat, i])
    return chosen


# --- the end of a turn -----------------------------------------------------------------------------------


def turn_ends(r: Rules, s: Any, t: Any, i: Any) -> None:
    """What is due is answered before the last chance to unmask (rpg.turns.end)."""
    comes_to_blows(s, i, at.TURN_LEAVES)
    if all_at(s, i, at.TURN_LEAVES):
        turn_leaves(r, s, t, i)


def turn_leaves(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Unmask at the end of the turn, if wanted."""
    unmasks(r, s, t, i, 2, at.TURN_OVER)
    if all_at(s, i, at.TURN_OVER):
        turn_over(r, s, t, i)


def turn_over(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Dying, when its time has come; what lasted until now is over; then the other's turn, or the end of the round."""
    seat = whose(s, i)
    lives = s[at.TURN_OF, i] == seat
    dies(r, s, i, lives & (s[at.DEAD + seat, i] == 0) & (s[at.DYING + seat, i] == 0), seat, 1 - seat)
    s[at.TURN_OF, i] = pick(lives, -1, s[at.TURN_OF, i])
    old = lives & (s[at.PREDICTED + seat, i] < s[at.TURN + seat, i])
    s[at.PREDICTION + seat, i] = pick(old, -1, s[at.PREDICTION + seat, i])
    s[at.STEP, i] = pick(s[at.SECOND_TURN, i] == 0, at.TURN_BEGINS, at.ROUND_ENDS)
    s[at.SECOND_TURN, i] = 1


def resolve(r: Rules, s: Any, t: Any, i: Any) -> None:
    """Phase 3: to make the foe yield may be an objective (rpg.score.*)."""
    for seat in range(2):
        notes_deed(r, s, i, s[at.YIELDED + seat, i] > 0, 1 - seat + 0 * s[at.STEP, i], 5, 0 * s[at.STEP, i])
    s[at.STEP, i] = at.OVER


def score(r: Rules, s: Any, i: Any, seat: int) -> Any:
    """The score of a seat (Table 6-2)."""
    lines = 6 * (s[at.ACHIEVED + seat, i] > 0) + 3 * (s[at.STRUCK_FIRST, i] == seat) + s[at.FATIGUED + seat, i]
    kill = 14 * r.terms[at.TO_DEATH] * s[at.DEAD + 1 - seat, i]
    return lines + s[at.WORST + seat, i] + kill - 2 * s[at.UNMASKED + seat, i]


def cell(s: Any, i: Any, difference: Any) -> Any:
    """Where a duel is counted: ending, winner, difference, round (`kernel_rpg.RpgKernel.shape`)."""
    one, other, ended = s[at.YIELDED, i] > 0, s[at.YIELDED + 1, i] > 0, s[at.ENDED, i]
    yields, open_ = one | other, ended >= at.UNFINISHED
    by_score = pick(difference > 0, 0, pick(difference < 0, 1, 2))
    by_yield = pick(one & other, 2, 1 * one)
    winner = pick(yields, by_yield, pick(open_, 2, by_score))
    far = least(most(difference, -at.MOST_DIFFERENCE), at.MOST_DIFFERENCE) + at.MOST_DIFFERENCE
    return ended, winner, far, least(s[at.ROUND, i], at.ROUNDS) - 1
