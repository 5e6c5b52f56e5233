"""Unmasking: all strife goes, at a cost (§2.2)."""

from __future__ import annotations

from iaijutsu.engine import Seat
from iaijutsu.rpg import abilities, blows, harm
from iaijutsu.rpg.asking import DuelEnds, Ref, choose
from iaijutsu.rpg.characters import social_rank
from iaijutsu.rpg.events import Conceded, Forfeited, LastingBegan, Told, Unmasked
from iaijutsu.rpg.measures import awake, foe, over_composure
from iaijutsu.rpg.options import GO_ON, Unmask
from iaijutsu.rpg.state import Duel, Duellist

CLAUSE = "rpg.unmask"

COSTS: tuple[Unmask, ...] = (
    Unmask("bend-principles", "honor"),
    Unmask("expose-an-opening"),
    Unmask("honors-challenge"),
    Unmask("inappropriate-outburst", "glory"),
    Unmask("panicked-retreat", "honor"),
    Unmask("panicked-retreat", "glory"),
    Unmask("panicked-retreat", "both"),
    Unmask("rage", "honor"),
    Unmask("rage", "glory"),
    Unmask("rage", "both"),
)
"""The usual costs, with what each forfeits: about the rank of the value."""


def may_unmask(one: Duellist) -> bool:
    """Only while Compromised, and once a scene."""
    return awake(one) and over_composure(one) and not one.unmasked


async def offer(ref: Ref, seat: Seat) -> None:
    """At the start or the end of the own turn: unmask, if wanted (when `may_unmask`)."""
    choice = await choose(ref, seat, "unmask", lambda: (GO_ON, *COSTS))
    if isinstance(choice, Unmask):
        await _unmask(ref, seat, choice)


async def _unmask(ref: Ref, seat: Seat, choice: Unmask) -> None:
    duel, one = ref.state, ref.state[seat]
    ref.happen(Unmasked(seat, choice.cost, clause=CLAUSE))
    harm.remove_strife(ref, seat, one.strife, CLAUSE, choice.cost)
    _pay(ref, duel, one, choice)
    harm.open_gap(ref, seat, "unmasked")
    await blows.settle(ref)
    await abilities.fury(ref, seat)
    if choice.cost == "panicked-retreat" and duel.setup.rulings.unmask_retreat == "concedes" and not one.dead:
        ref.happen(Conceded(seat, source=choice.cost, clause="rpg.concede"))
        raise DuelEnds("concession")


def _pay(ref: Ref, duel: Duel, one: Duellist, choice: Unmask) -> None:
    honor = social_rank(one.honor) if choice.forfeit in ("honor", "both") else 0
    glory = social_rank(one.glory) if choice.forfeit in ("glory", "both") else 0
    if honor or glory:
        ref.happen(Forfeited(one.seat, honor, glory, source=choice.cost, clause=CLAUSE))
    if choice.cost == "expose-an-opening":
        ref.happen(LastingBegan(one.seat, "exposed", 1, str(foe(one.seat)), source=choice.cost, clause=CLAUSE))
    elif choice.cost == "honors-challenge":
        ref.happen(Told(one.seat, "a challenge is issued", source=choice.cost, clause=CLAUSE))
    elif choice.cost == "panicked-retreat" and duel.setup.rulings.unmask_retreat == "told only":
        ref.happen(Told(one.seat, "retreats in panic", source=choice.cost, clause=CLAUSE))
