"""Choosing a stance, and the prediction that may spoil it (rpg.turns.stance, rpg.action.predict)."""

from __future__ import annotations

from iaijutsu.engine import Seat
from iaijutsu.rpg import blows, harm
from iaijutsu.rpg.asking import Ref, choose, yes
from iaijutsu.rpg.characters import RINGS, Ring
from iaijutsu.rpg.events import PredictionOver, PredictionRevealed, StanceTaken
from iaijutsu.rpg.measures import awake, foe, having, suffers
from iaijutsu.rpg.options import Take
from iaijutsu.rpg.state import Duel

TAKE, PREDICT = "rpg.turns.stance", "rpg.action.predict"
STRIFE = 4
STANCES = tuple([Take(ring) for ring in RINGS])


def open_rings(duel: Duel, seat: Seat, but: tuple[str, ...] = ()) -> tuple[Take, ...]:
    """The stances that may be chosen."""
    if not but and not duel[seat].lasting:
        return STANCES
    barred = {effect.about for effect in having(duel[seat], "stance-barred")}
    return tuple([take for take in STANCES if take.ring not in barred and take.ring not in but])


async def take(ref: Ref, seat: Seat, but: tuple[str, ...] = (), clause: str = TAKE) -> None:
    """Choose a stance; the foe's prediction may be opened on it."""
    chosen = await choose(ref, seat, "stance", lambda: open_rings(ref.state, seat, but))
    gives_action = chosen.ring == "water" and clause == TAKE and ref.state.turn_of == seat
    ref.happen(StanceTaken(seat, _ring(chosen), clause="rpg.stance.water" if gives_action else clause))
    if ref.state[foe(seat)].prediction:
        await _predicted(ref, seat, chosen.ring)


def _ring(chosen: Take) -> Ring:
    return next(ring for ring in RINGS if ring == chosen.ring)


async def _predicted(ref: Ref, seat: Seat, ring: str) -> None:
    """The foe may open the record now; this is its one choice of stance."""
    predictor = foe(seat)
    one = ref.state[predictor]
    if not awake(one) or not await yes(ref, predictor, "reveal-prediction", ring):
        ref.happen(PredictionOver(predictor, clause=PREDICT))
        return
    right = one.prediction == ring
    ref.happen(PredictionRevealed(predictor, one.prediction, right, clause=PREDICT))
    ref.happen(PredictionOver(predictor, clause=PREDICT))
    if right:
        harm.suffer_strife(ref, seat, STRIFE, clause=PREDICT, source="predict", by=predictor)
        await blows.settle(ref)
        if awake(ref.state[seat]):
            await take(ref, seat, (ring,), PREDICT)


async def switch(ref: Ref, seat: Seat) -> None:
    """Another stance now, by an effect; the old one if that is wanted."""
    one = ref.state[seat]
    if awake(one) and not suffers(one, "immobilized"):
        await take(ref, seat, clause="rpg.techniques")


async def ring_in_use(ref: Ref, seat: Seat) -> Ring:
    """The ring of a check: the stance's; before any stance is taken, whichever the roller likes."""
    if (stance := ref.state[seat].stance) is not None:
        return stance
    return _ring(await choose(ref, seat, "free-ring", lambda: open_rings(ref.state, seat)))


def at_turn_start(duel: Duel, seat: Seat) -> bool:
    """Whether a stance can be chosen at the start of the turn: Immobilized keeps the old one."""
    one = duel[seat]
    return awake(one) and not suffers(one, "immobilized")


def force(ref: Ref, seat: Seat, ring: Ring, source: str) -> None:
    """The foe says which stance it is."""
    ref.happen(StanceTaken(seat, ring, source=source, clause="rpg.techniques"))
