"""The finishing blow: an Attack action out of turn, into whatever the foe is doing (core rulebook p. 260)."""

from __future__ import annotations

from iaijutsu.engine import Seat
from iaijutsu.rpg import actions, conditions, order
from iaijutsu.rpg.asking import DuelEnds, Ref, choose
from iaijutsu.rpg.check_events import CheckClosed
from iaijutsu.rpg.events import BlowAnswered, BlowWaits
from iaijutsu.rpg.measures import able_to_check, foe
from iaijutsu.rpg.options import GO_ON, GoOn
from iaijutsu.rpg.state import NOBODY, Duel


def pending(duel: Duel) -> bool:
    """Whether `settle` has anything to answer."""
    one, other = duel.duellists
    return bool(one.blow or other.blow or one.stricken or other.stricken)


async def settle(ref: Ref) -> None:
    """Answer what strife or unmasking has just brought about: afflictions, then finishing blows.

    Two at once: the lower honor executes all of it first, then the other (rpg.blow.simultaneous). An objective
    achieved by a blow ends the duel at once (rpg.blow.end).
    """
    duel = ref.state
    for one in duel.duellists:
        if one.stricken:
            await conditions.affliction(ref, one.seat)
    achieved = False
    while due := _due(duel):
        if achieved and duel.setup.rulings.blow_second_after_objective == "never":
            break
        blow = _blow(ref, due[0]) if len(due) == 1 else _first_of_two(ref)
        achieved = await blow or achieved
    if achieved:
        raise DuelEnds("finishing blow")


def _due(duel: Duel) -> list[Seat]:
    """Who may answer an open gap now; not one who must let the other finish first."""
    return [foe(one.seat) for one in duel.duellists if one.blow and foe(one.seat) != duel.waits]


async def _first_of_two(ref: Ref) -> bool:
    """The lower honor executes all of its blow; until then the other's waits, whatever happens inside."""
    first = await order.lower_honor_first(ref)
    ref.happen(BlowWaits(foe(first), clause="rpg.blow.simultaneous"))
    achieved = await _blow(ref, first)
    ref.happen(BlowWaits(NOBODY, clause="rpg.blow.simultaneous"))
    return achieved


async def _blow(ref: Ref, striker: Seat) -> bool:
    """Take or decline one finishing blow. True when it achieves its striker's objective."""
    duel, target = ref.state, foe(striker)
    before = len(duel[striker].achieved)
    able = able_to_check(duel[striker]) and not duel[target].dead  # then there are predictions at least
    choice = await choose(ref, striker, "finishing-blow", lambda: (GO_ON, *_attacks(duel, striker)), target, many=able)
    taken = not isinstance(choice, GoOn)
    ref.happen(BlowAnswered(striker, target, taken, clause="rpg.blow.out-of-turn"))
    if taken:
        if duel.checks:
            ref.happen(CheckClosed(duel.check.seat, clause="rpg.blow.interrupt"))
        await actions.perform(ref, striker, choice, blow=True)
    return len(duel[striker].achieved) > before


def _attacks(duel: Duel, striker: Seat) -> tuple[actions.Action, ...]:
    """Every Attack action whose requirements are met, as the striker stands; none for one who cannot strike."""
    if not able_to_check(duel[striker]) or duel[foe(striker)].dead:
        return ()
    return tuple(actions.attack_actions(duel, striker, blow=True))
