"""The duel from beginning to end: initiative, rounds of turns, resolution (core rulebook p. 258-261)."""

from __future__ import annotations

from iaijutsu.engine import Choose, Number, Request, Sealed, Seat
from iaijutsu.rpg import blows, harm, initiative, objective, order, scoring, turns
from iaijutsu.rpg.asking import DuelEnds, Ref
from iaijutsu.rpg.events import (
    BidsRevealed,
    ComesToResolution,
    Conceded,
    DuelBegan,
    InitiativeGained,
    PhaseBegan,
    RangeTaken,
    RoundBegan,
    RoundEnded,
    TermsSet,
)
from iaijutsu.rpg.measures import awake, over_composure
from iaijutsu.rpg.options import GO_ON, Concede
from iaijutsu.rpg.scoring import Result

SEATS: tuple[Seat, Seat] = (0, 1)

ENDS = {
    "objective": "rpg.round.end",
    "death": "rpg.death",
    "concession": "rpg.concede",
    "finishing blow": "rpg.blow.end",
}
"""The clause by which turns end, by reason."""


async def duel(ref: Ref) -> Result:
    """A duel in its three phases (rpg.phases)."""
    begin(ref)
    try:
        await initiative.phase(ref)
        ref.happen(PhaseBegan("turns", clause="rpg.phases"))
        reason = await _rounds(ref)
    except DuelEnds as end:
        reason = end.reason
    ref.happen(ComesToResolution(reason, clause=ENDS.get(reason, "rpg.judges")))
    ref.happen(RangeTaken(2, clause="rpg.range"))
    return await scoring.resolution(ref)


def begin(ref: Ref) -> None:
    """The terms, and the distance at which the two face each other."""
    setup = ref.state.setup
    form, contest = setup.form, setup.contest
    clause = "rpg.form.iaijutsu" if form.sheathed else objective.CLAUSES.get(form.key, "rpg.terms")
    ref.happen(DuelBegan(contest, form.key, setup.stakes, clause="rpg.terms"))
    ref.happen(TermsSet(form.key, form.weapons, form.dress, form.sheathed, clause=clause))
    ref.happen(RangeTaken(2, clause="rpg.range"))


async def _rounds(ref: Ref) -> str:
    """Round after round, until one ends with an objective achieved or somebody dead (rpg.round.end, rpg.death)."""
    state = ref.state
    while True:
        ref.happen(RoundBegan(state.round + 1, clause="rpg.round.end"))
        await _concede(ref)
        await staredown(ref)
        await turns_of_round(ref)
        ref.happen(RoundEnded(state.round, clause="rpg.round.reset"))
        if state[0].achieved or state[1].achieved:
            return "objective"
        if state[0].dead or state[1].dead:
            return "death"


async def _concede(ref: Ref) -> None:
    """At the start of a round either may concede (rpg.concede)."""
    answers = await ref.ask(
        lambda: Sealed("concede", {seat: Choose(seat, "concede", (GO_ON, Concede())) for seat in SEATS})
    )
    yielding = [seat for seat in SEATS if isinstance(answers[seat], Concede)]
    for seat in yielding:
        ref.happen(Conceded(seat, clause="rpg.concede"))
    if yielding:
        raise DuelEnds("concession")


async def staredown(ref: Ref) -> None:
    """Strife equal to the round for both, then secret bids of those who keep their composure (rpg.staredown.*)."""
    for seat in SEATS:
        harm.suffer_strife(ref, seat, ref.state.round, clause="rpg.staredown.strife", source="staredown")
    await blows.settle(ref)
    bidders = [seat for seat in SEATS if not over_composure(ref.state[seat]) and awake(ref.state[seat])]
    bids = await _bids(ref, bidders)
    ref.happen(BidsRevealed((bids.get(0, -1), bids.get(1, -1)), clause=_bid_clause(bidders)))
    for seat, bid in bids.items():
        harm.suffer_strife(ref, seat, bid, clause="rpg.staredown.bid", source="staredown")
        ref.happen(InitiativeGained(seat, bid, clause="rpg.staredown.bid"))
    await blows.settle(ref)


def _bid_clause(bidders: list[Seat]) -> str:
    return "rpg.staredown.bid" if len(bidders) == 2 else "rpg.staredown.no-bid"


async def _bids(ref: Ref, bidders: list[Seat]) -> dict[Seat, int]:
    """What each picks in secret, from 0 to focus."""
    if not bidders:
        return {}

    def ask() -> Sealed:
        asks: dict[Seat, Request[int]] = {
            seat: Number(seat, "bid", 0, ref.state[seat].loadout.character.focus) for seat in bidders
        }
        return Sealed("bids", asks)

    return await ref.ask(ask)


async def turns_of_round(ref: Ref) -> None:
    """One turn each, in order."""
    first = await order.by_initiative(ref)
    await turns.take(ref, first)
    await turns.take(ref, 1 - first)
