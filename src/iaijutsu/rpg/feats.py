"""Actions beyond the rulebook's list: those that techniques give, and Unique Actions that a game master allows."""

from __future__ import annotations

from collections.abc import Iterator

from iaijutsu.engine import Choose, Event, Number, Seat, Several
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg import attacks, blows, check, conditions, harm
from iaijutsu.rpg.asking import GM, Ref, choose, yes
from iaijutsu.rpg.characters import SKILLS
from iaijutsu.rpg.events import ActionTaken, InitiativeGained, LastingBegan, OrderSwapped, Told, Used, WeaponPut
from iaijutsu.rpg.loadout import Ability
from iaijutsu.rpg.measures import amount, awake, foe, may_use, readied, vigilance
from iaijutsu.rpg.options import Pick, Use
from iaijutsu.rpg.state import NOBODY, CheckInHand, Duel, Duellist
from iaijutsu.rpg.techniques import TYPES
from iaijutsu.rpg.tn import Task

CLAUSE = "rpg.techniques"
UNIQUE = "rpg.action.unique"


# --- actions of techniques -------------------------------------------------------------------------------------


def options(duel: Duel, seat: Seat) -> Iterator[Use]:
    """The actions of techniques, attacks aside, that are open."""
    one = duel[seat]
    for key, ability in one.loadout.actions.items():
        if (
            (ability.ring is None or ability.ring == one.stance)
            and one.void_points >= ability["void"]
            and may_use(one, key, ability["once"], duel.round)
        ):
            yield from _uses(one, key, ability)


def _uses(one: Duellist, key: str, ability: Ability) -> Iterator[Use]:
    if ability.name != "hallow":
        yield Use(key)
        return
    for weapon, _ in readied(one):
        if weapon not in one.loadout.bodies:
            yield Use(key, weapon)


def nature(one: Duellist, use: Use) -> tuple[str, tuple[str, ...], bool]:
    """The key, the types, and whether there is a check."""
    ability = one.loadout.actions[use.technique]
    return use.technique, tuple(ability["types"]), ability.name != "recover"


async def perform(ref: Ref, seat: Seat, use: Use) -> None:
    """Take the action of a technique."""
    one = ref.state[seat]
    ability = one.loadout.actions[use.technique]
    key, types, has_check = nature(one, use)
    harm.spend_void(ref, seat, ability["void"], CLAUSE, key)
    if ability["once"]:
        ref.happen(Used(seat, key, source=key, clause=CLAUSE))
    ref.happen(ActionTaken(seat, key, types, has_check, source=key, clause="rpg.action.list"))
    if ability.name == "recover":
        harm.remove_fatigue(ref, seat, amount(one, ability["fatigue"]), CLAUSE, key)
        harm.remove_strife(ref, seat, amount(one, ability["strife"]), CLAUSE, key)
    elif ability.name == "hallow":
        await _hallow(ref, seat, use, ability)
    else:
        await _swap_initiative(ref, seat, ability)


async def _hallow(ref: Ref, seat: Seat, use: Use, ability: Ability) -> None:
    async def hallowed(ref: Ref, hand: CheckInHand) -> None:
        if hand.passed:
            turn = ref.state[seat].turn + 1 + hand.gains.get("longer", 0)
            ref.happen(
                LastingBegan(seat, "sacred", 0, use.weapon, seat, "end", turn, source=use.technique, clause=CLAUSE)
            )

    task = Task(
        "technique",
        ability["skill"],
        ability["tn"],
        tuple(ability["types"]),
        ring=ability.ring,
        action=use.technique,
        source=use.technique,
        clause=CLAUSE,
    )
    await check.attempt(ref, seat, task, hallowed)


@dataclass(frozen=True, slots=True)
class CheatingSeen(Event):
    """Somebody saw a character cheat."""

    kind = "cheating-seen"
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].cheated = True


async def _swap_initiative(ref: Ref, seat: Seat, ability: Ability) -> None:
    await attacks.pay_for_target(ref, seat)
    key = ability.technique

    async def done(ref: Ref, hand: CheckInHand) -> None:
        if vigilance(ref.state[foe(seat)]) >= ability["noticed"] + hand.gains.get("seen-less", 0):
            ref.happen(CheatingSeen(seat, source=key, clause="rpg.score.cheating"))
        if hand.passed:
            ref.happen(OrderSwapped(ref.state.round + 1, source=key, clause=CLAUSE))

    task = Task(
        "technique",
        ability["skill"],
        ability["tn"],
        tuple(ability["types"]),
        foe(seat),
        ability.ring,
        action=key,
        source=key,
        clause=CLAUSE,
    )
    await check.attempt(ref, seat, task, done)


# --- unique actions --------------------------------------------------------------------------------------------

EFFECTS = (
    "narrative", "strife-for-foe", "strife-off-self", "fatigue-off-self", "initiative", "disarm",
    "dazed", "disoriented", "immobilized", "prone", "silenced",
)  # fmt: skip
"""What a game master may let a Unique Action do on a success. Amounts are 1 plus bonus successes."""


def unique_offered(duel: Duel, seat: Seat) -> bool:
    """Whether a Unique Action may be proposed: somebody must rule on it, and has not said no this round."""
    if not duel.setup.gm and duel.setup.rulings.unique_without_gm == "not offered":
        return False
    return duel[seat].used.get("unique-refused") != duel.round


async def unique(ref: Ref, seat: Seat) -> None:
    """The game master (none: the other player) says no, which costs nothing, or yes with skill, TN, types, effect."""
    duel = ref.state
    ruler = GM if duel.setup.gm else foe(seat)
    if not await yes(ref, ruler, "allow-unique", seat):
        ref.happen(Used(seat, "unique-refused", clause=UNIQUE))
        return
    skill = await choose(ref, ruler, "unique-skill", lambda: tuple(map(Pick, SKILLS)))
    tn = await ref.ask(lambda: Number(ruler, "unique-tn", 1, 8))
    types = await _types(ref, seat, ruler)
    target = await ref.ask(lambda: Choose(ruler, "unique-target", (Pick("none"), Pick("foe"), Pick("self"))))
    effect = await choose(ref, ruler, "unique-effect", lambda: tuple(map(Pick, EFFECTS)))
    who = {"none": NOBODY, "foe": foe(seat), "self": seat}[target.what]
    ref.happen(ActionTaken(seat, "unique", types, True, clause=UNIQUE))
    if who == foe(seat):
        await attacks.pay_for_target(ref, seat)

    async def done(ref: Ref, hand: CheckInHand) -> None:
        if hand.passed:
            await _unique_effect(ref, hand, effect.what)

    await check.attempt(ref, seat, Task("unique", skill.what, tn, types, who, action="unique", clause=UNIQUE), done)


async def _types(ref: Ref, seat: Seat, ruler: Seat) -> tuple[str, ...]:
    """The types of the action; none that another action of the turn has had (Water's second)."""
    taken = {type_ for act in ref.state[seat].acts for type_ in act.types}
    free = tuple([type_ for type_ in TYPES if type_ not in taken])
    slots = await ref.ask(lambda: Several(ruler, "unique-types", len(free), 0, len(free), free))
    return tuple([free[slot] for slot in slots])


async def _unique_effect(ref: Ref, hand: CheckInHand, effect: str) -> None:
    seat, much = hand.seat, 1 + hand.bonus
    if effect == "narrative":
        ref.happen(Told(seat, "unique action", clause=UNIQUE))
    elif effect == "strife-for-foe":
        harm.suffer_strife(ref, foe(seat), much, clause=UNIQUE, by=seat)
        await blows.settle(ref)
    elif effect == "strife-off-self":
        harm.remove_strife(ref, seat, much, UNIQUE)
    elif effect == "fatigue-off-self":
        harm.remove_fatigue(ref, seat, much, UNIQUE)
    elif effect == "initiative":
        ref.happen(InitiativeGained(seat, much, clause=UNIQUE))
    elif effect == "disarm":
        await _disarm(ref, seat)
    elif awake(ref.state[foe(seat)]):
        conditions.inflict(ref, foe(seat), effect, by=seat, clause=UNIQUE)


async def _disarm(ref: Ref, seat: Seat) -> None:
    one = ref.state[foe(seat)]
    keys = [key for key, _ in readied(one) if key not in one.loadout.bodies]
    if keys:
        pick = await choose(ref, seat, "disarm", lambda: tuple(map(Pick, keys)))
        ref.happen(WeaponPut(one.seat, pick.what, "dropped", clause=UNIQUE))
