"""What things are worth in a role-playing duel, in points of its own score: attacks, wounds, strife, how it stands."""

from __future__ import annotations

from ..engine import Seat
from ..rpg import attacks, scoring
from ..rpg.characters import Ring
from ..rpg.loadout import Attack
from ..rpg.measures import awake, endurance, foe, over_composure, profile, resistance, suffers, vigilance
from ..rpg.objective import meets
from ..rpg.options import Strike
from ..rpg.state import NOBODY, Duel, Duellist
from ..rpg.tn import Task, reckon
from .rpg_odds import passing

OBJECTIVE, FIRST = 6, 3
"""Points of the score for the objective, and for striking first."""
BLOW = 7.0
"""What a finishing blow that one lays oneself open to is likely to cost."""


def headroom(one: Duellist) -> int:
    """How much strife one may still receive before being Compromised; below 0 when that has happened."""
    return one.loadout.character.composure - one.strife


def strife_cost(duel: Duel, seat: Seat, amount: int) -> float:
    """What receiving strife costs: little while there is room, much when it opens a finishing blow."""
    one = duel[seat]
    room = headroom(one)
    if amount <= 0 or room < 0:
        return 0.15 * max(0, amount)
    if amount <= room:
        return 0.15 * amount + 2.0 / (1 + room - amount) - 2.0 / (1 + room)
    return 1.5 + (0.0 if one.gaps else BLOW)


# --- attacks ---------------------------------------------------------------------------------------------


def attack_worth(duel: Duel, seat: Seat, choice: Strike, *, blow: bool = False, ring: Ring | None = None) -> float:
    """Points to expect of an attack in the stance held (or in that of `ring`)."""
    one, attack = duel[seat], attacks.attack_of(duel[seat], choice.key)
    ring = attack.ring or ring or one.stance or "void"
    grip = choice.grip or (one.weapons[choice.weapon].grip if choice.weapon else "")
    skill = attack.skill if attack.skill != "weapon" else profile(one, choice.weapon, grip).skill
    tn = vigilance(duel[foe(seat)]) if attack.tn == "vigilance" else int(attack.tn)
    task = Task("attack", skill, tn, attack.types, foe(seat), ring, choice.weapon, grip, attack.key, blow)
    tn, _ = reckon(duel, seat, task, ring)
    dice = one.loadout.character.rings[ring]
    chance, bonus = passing(dice, one.loadout.character.skill(skill), dice, tn, calm=over_composure(one))
    return chance * _landed(duel, seat, attack, choice.weapon, grip, bonus + 0.6 * (ring == "fire"), blow)


def _landed(duel: Duel, seat: Seat, attack: Attack, weapon: str, grip: str, bonus: float, blow: bool) -> float:
    one = duel[seat]
    first = FIRST if duel.struck_first == NOBODY else 0
    deadly = profile(one, weapon, grip).deadliness if weapon else 3
    if blow:
        return first + severity_worth(duel, seat, 2 * deadly + bonus)
    if attack.critical != "":
        return first + severity_worth(duel, seat, deadly + (bonus if attack.bonus else 0))
    damage = (profile(one, weapon, grip).damage if weapon else one.loadout.character.rings["fire"]) + bonus
    return _fatigue_worth(duel, seat, damage, deadly, first) + 0.25 * severity_worth(duel, seat, deadly)


def _fatigue_worth(duel: Duel, seat: Seat, damage: float, deadly: int, first: int) -> float:
    target = duel[foe(seat)]
    rest = max(0.0, damage - resistance(target))
    if not rest:
        return 0.0
    if suffers(target, "incapacitated"):
        return first + severity_worth(duel, seat, deadly)
    over = target.fatigue + rest > endurance(target)
    ends = OBJECTIVE if over and meets(duel.setup.goals, "incapacitated") and not duel[seat].achieved else 0
    return first + rest + ends + (2.0 if over else 0.0)


def severity_worth(duel: Duel, seat: Seat, severity: float) -> float:
    """Points to expect of a critical strike, the target's resisting taken off."""
    target, one = duel[foe(seat)], duel[seat]
    dice = target.loadout.character.rings[target.stance or "void"]
    chance, bonus = passing(dice, target.loadout.character.skill("fitness"), dice, 1, calm=over_composure(target))
    final = max(0.0, severity - chance * (1 + bonus))
    goal = not one.achieved and any(
        goal.deed == "critical" and final >= goal.severity - 0.5 for goal in duel.setup.goals
    )
    kills = not one.achieved and final > 11 and (meets(duel.setup.goals, "dying") or meets(duel.setup.goals, "death"))
    return max(0.0, final - one.worst) + (OBJECTIVE if goal or kills else 0) + 0.15 * final


# --- how it stands ---------------------------------------------------------------------------------------


def standing(duel: Duel, seat: Seat) -> float:
    """How the duel stands for a seat, from -1 to 1: as it ended, or by score and strength while it is open."""
    if duel.phase == "over":
        won = 0.0 if duel.winner == NOBODY else 1.0 if duel.winner == seat else -1.0
        return 0.9 * won + 0.1 * _clipped(_lead(duel, seat) / 20)
    return 0.8 * _clipped((_lead(duel, seat) + _strength(duel, seat) - _strength(duel, foe(seat))) / 9)


def _lead(duel: Duel, seat: Seat) -> float:
    return scoring.score(duel, seat) - scoring.score(duel, foe(seat)) - 8 * duel[seat].dead + 8 * duel[foe(seat)].dead


def _clipped(value: float) -> float:
    return max(-1.0, min(1.0, value))


def _strength(duel: Duel, seat: Seat) -> float:
    """What a duellist has left, in points."""
    one = duel[seat]
    if not awake(one):
        return -6.0
    room = max(-2, headroom(one))
    open_to_a_blow = -0.5 * BLOW / (1 + room) if room >= 0 and not one.gaps else 0.0
    wounds = sum(2.0 if "severely" in name else 1.0 for name in one.conditions)
    tired = 3.0 if suffers(one, "incapacitated") else 1.5 * one.fatigue / max(1, endurance(one))
    return open_to_a_blow + 0.1 * room + 0.4 * one.void_points - wounds - tired - (1.5 if over_composure(one) else 0)
