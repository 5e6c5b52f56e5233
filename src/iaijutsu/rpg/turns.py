"""A turn: its start, stance, actions and end (core rulebook p. 259; §3.2)."""

from __future__ import annotations

from functools import lru_cache

from iaijutsu.engine import Seat
from iaijutsu.rpg import abilities, actions, blows, conditions, harm, stances, unmasking
from iaijutsu.rpg.asking import Ref, choose, yes
from iaijutsu.rpg.events import NoAction, StanceCounts, TurnBegan, TurnEnded, WeaponPut, WeaponReadied
from iaijutsu.rpg.measures import awake, suffers
from iaijutsu.rpg.options import GO_ON, Drop, GoOn, Hold
from iaijutsu.rpg.state import Duel, Duellist

START = "rpg.turns.start"

_held, _dropped = lru_cache(1024)(Hold), lru_cache(1024)(Drop)


async def take(ref: Ref, seat: Seat) -> None:
    """The whole turn of a character; the dead have none."""
    if ref.state[seat].dead:
        return
    ref.happen(TurnBegan(seat, clause="rpg.turns.order"))
    if blows.pending(ref.state):
        await blows.settle(ref)
    await _start(ref, seat)
    await _act(ref, seat)
    await _end(ref, seat)


async def _start(ref: Ref, seat: Seat) -> None:
    """Wake, unmask if wanted; then stance, grip, what to drop (rpg.turns.start)."""
    one = ref.state[seat]
    if one.loadout.abilities:
        await abilities.ignore_harm(ref, seat)
    if one.conditions:
        await _wake(ref, seat)
    if unmasking.may_unmask(one):
        await unmasking.offer(ref, seat)
    if stances.at_turn_start(ref.state, seat):
        await stances.take(ref, seat)
    await _hold(ref, seat)


async def _wake(ref: Ref, seat: Seat) -> None:
    """A Void point wakes the Unconscious (§1.3)."""
    one = ref.state[seat]
    if not one.dead and suffers(one, "unconscious") and one.void_points > 0 and await yes(ref, seat, "wake"):
        harm.spend_void(ref, seat, 1, "rpg.harm.conditions")
        conditions.end(ref, seat, "unconscious")


async def _hold(ref: Ref, seat: Seat) -> None:
    """Change grips, each weapon's once, and let weapons fall."""
    one, done = ref.state[seat], set[str]()
    while awake(one) and _armed(one):
        choice = await choose(ref, seat, "grip", lambda: _holds(ref.state, seat, done), many=True)
        if isinstance(choice, GoOn):
            return
        done.add(choice.weapon)
        if isinstance(choice, Hold):
            ref.happen(WeaponReadied(seat, choice.weapon, choice.grip, clause=START))
        else:
            ref.happen(WeaponPut(seat, choice.weapon, "dropped", clause=START))


def _holds(duel: Duel, seat: Seat, done: set[str]) -> tuple[GoOn | Hold | Drop, ...]:
    one = duel[seat]
    armed = _armed(one)
    if not armed or not awake(one):
        return (GO_ON,)
    regrips = [_held(weapon, grip) for weapon, grip in actions.regrips(one) if weapon not in done]
    return (GO_ON, *regrips, *map(_dropped, armed))


def _armed(one: Duellist) -> list[str]:
    """The weapons in hand that can be let fall."""
    bodies = one.loadout.bodies
    return [key for key, held in one.weapons.items() if held.place == "readied" and key not in bodies]


async def _act(ref: Ref, seat: Seat) -> None:
    """One action, and what Water or an effect grants beside it (rpg.turns.action)."""
    one = ref.state[seat]
    while actions.any_left(one):
        many = actions.surely_open(one)
        choice = await choose(ref, seat, "action", lambda: actions.open_actions(ref.state, seat), many=many)
        if isinstance(choice, GoOn):
            break
        if one.acts and one.stance == "water":
            ref.happen(StanceCounts(seat, "water", clause="rpg.action.water"))
        await actions.perform(ref, seat, choice)
    if not one.acts:
        ref.happen(NoAction(seat, clause="rpg.turns.action"))


async def _end(ref: Ref, seat: Seat) -> None:
    """Unmask if wanted, then conditions that end or act there (rpg.turns.end)."""
    if blows.pending(ref.state):
        await blows.settle(ref)
    if unmasking.may_unmask(ref.state[seat]):
        await unmasking.offer(ref, seat)
    if not ref.state[seat].dead:
        await conditions.at_turn_end(ref, seat)
    ref.happen(TurnEnded(seat, clause="rpg.turns.end"))
    conditions.doom(ref, seat)
