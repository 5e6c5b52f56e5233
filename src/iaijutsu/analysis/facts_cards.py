"""What is noted of each card duel that is simulated: who won, by how much, how and when it ended, what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..cards.events import EndsWithoutResolution, StageReached, Struck
from ..cards.events_challenge import ChallengeOver
from ..cards.events_effects import Dishonored, LeftPlay
from ..cards.state import Duel, State
from ..engine import Event, Sentence, Session
from .measures import DUELS, IN_CARDS, IN_POINTS, MARGIN, Measure, Over
from .tally import Facts

CUT_SHORT = Over(
    Sentence("duels cut short"), lambda n: Sentence.counted("{n:,} duel cut short", "{n:,} duels cut short", n)
)
STRUCK = Over(
    Sentence("duels in which somebody strikes"),
    lambda n: Sentence.counted("{n:,} duel in which somebody strikes", "{n:,} duels in which somebody strikes", n),
)
SCORED = Over(
    Sentence("duels with a score"),
    lambda n: Sentence.counted("{n:,} duel with a score", "{n:,} duels with a score", n),
)
FLAGS = {
    "duellist died": Sentence("the duellist of {name} dies"),
    "others died": Sentence("another Personality of {name} dies"),
    "dishonored": Sentence("a Personality of {name} becomes dishonorable"),
    "lost honor": Sentence("{name} loses Family Honor"),
}
NUMBERS = {
    "honor": (Sentence("Change of Family Honor of {name}"), Sentence.meant("simulation", "Honor"), DUELS),
    "score": (Sentence("Score of {name}"), IN_POINTS, SCORED),
    "focuses": (Sentence("Cards focused by {name}"), IN_CARDS, DUELS),
}
MEASURES = (
    Measure("result", "share", Sentence("Who wins")),
    Measure("ended", "share", Sentence("How the challenge ends")),
    Measure("heading", "share", Sentence("The heading at which a duel without resolution ends"), of=CUT_SHORT),
    Measure("strike", "share", Sentence("Who strikes"), of=STRUCK),
    Measure("margin", "number", MARGIN, IN_POINTS, SCORED, main=True),
    Measure("focuses", "number", Sentence("When it ends: cards focused by both"), IN_CARDS, main=True),
    *(Measure(f"{name} {n}", "flag", title, seat=n) for name, title in FLAGS.items() for n in (0, 1)),
    *(
        Measure(f"{name} {n}", "number", title, unit, of, seat=n)
        for name, (title, unit, of) in NUMBERS.items()
        for n in (0, 1)
    ),
    Measure("answers", "number", Sentence("Questions answered"), Sentence.meant("simulation", "questions")),
)
"""In the order of a report. 0 and 1 are seats, whoever is the challenger; of several duels the first counts."""

RESULTS = {
    ("win", "lose"): "{0} wins", ("lose", "win"): "{1} wins", ("win", "win"): "both win", ("lose", "lose"): "both lose",
}  # fmt: skip


def facts(session: Session[Any]) -> Facts:
    """What came of a finished duel."""
    state: State = session.referee.state
    found = Facts()
    events = session.referee.events
    duel = state.past[0] if state.past else None
    _how(found, duel, events)
    if duel is not None:
        _scores(found, duel)
    _cost(found, session, state, duel)
    found.numbers["answers"] = len(session.entries)
    return found


def seats(duel: Duel, pair: Iterable[Any]) -> tuple[Any, Any]:
    """What belongs to challenger and challenged, as it belongs to seat 0 and to the other."""
    first, second = pair
    return (first, second) if duel.sides[0].seat == 0 else (second, first)


def _how(found: Facts, duel: Duel | None, events: list[Event]) -> None:
    if duel is None:
        found.shares |= {"result": "no duel", "ended": "no challenge could be made"}
        return
    results = seats(duel, (side.result for side in duel.sides))
    found.shares["result"] = RESULTS.get(results, _half(results))
    found.shares["ended"] = _ended(duel, events)
    struck = next((event for event in events if isinstance(event, Struck)), None)
    if struck is not None:
        who = "{0}" if seats(duel, (0, 1))[0] == struck.side else "{1}"
        found.shares["strike"] = f"{who}: {struck.why or 'his choice'}"
    if any(isinstance(event, EndsWithoutResolution) for event in events):
        found.shares["heading"] = _heading(events)


def _half(results: tuple[str, str]) -> str:
    """An outcome for one side alone, or none."""
    words = [f"{{{seat}}} {'wins' if result == 'win' else 'loses'}" for seat, result in enumerate(results) if result]
    return f"{words[0]} alone" if words else "no outcome"


def _ended(duel: Duel, events: list[Event]) -> str:
    if duel.ended == "without resolution":
        why = next((e.why for e in events if isinstance(e, EndsWithoutResolution)), "")
        if not why:
            why = next((e.why for e in events if isinstance(e, ChallengeOver)), "")
            return f"the challenge ends: {why}" if why else "the challenge ends"
        return f"without resolution: {why}"
    return duel.ended or "unfinished"


def _heading(events: list[Event]) -> str:
    """The heading in which an end without resolution came."""
    heading = "A"
    for event in events:
        if isinstance(event, EndsWithoutResolution):
            break
        heading = event.stage if isinstance(event, StageReached) else HEADINGS.get(event.kind, heading)
    return heading


HEADINGS = {"duel-begins": "A", "areas-made": "B", "struck": "C", "revealed": "D"}
"""Events that open a heading without saying so. A strike belongs to C, what follows it before D too."""


def _scores(found: Facts, duel: Duel) -> None:
    first, second = seats(duel, duel.sides)
    both = first.focuses + second.focuses
    found.numbers |= {"focuses": both, "focuses 0": first.focuses, "focuses 1": second.focuses}
    if first.score is not None and second.score is not None:
        found.numbers |= {"margin": first.score - second.score, "score 0": first.score, "score 1": second.score}


def _cost(found: Facts, session: Session[Any], state: State, duel: Duel | None) -> None:
    """Who died, who lost Honor."""
    duellists = {side.duellist for side in duel.sides} if duel is not None else set()
    for name in ("duellist died", "others died", "dishonored"):
        found.flags |= {f"{name} 0": False, f"{name} 1": False}
    for event in session.referee.events:
        if isinstance(event, LeftPlay) and event.how == "destroyed" and state.pieces[event.piece].type == "personality":
            name = "duellist died" if event.piece in duellists else "others died"
        elif isinstance(event, Dishonored):
            name = "dishonored"
        else:
            continue
        owner = state.pieces[event.piece].owner
        if owner in (0, 1):
            found.flags[f"{name} {owner}"] = True
    for seat in (0, 1):
        change = state.honor[seat] - session.setup.players[seat].honor
        found.numbers[f"honor {seat}"] = change
        found.flags[f"lost honor {seat}"] = change < 0
