"""What is noted of each simulated role-playing duel: who won, by how much, how and when it ended, what it cost."""

from __future__ import annotations

from typing import Any

from ..engine import Event, Sentence, Session
from ..rpg.events import (
    ActionTaken,
    BlowAnswered,
    ConditionSuffered,
    CriticalSuffered,
    FatigueReceived,
    Forfeited,
    RoundBegan,
    StrifeReceived,
)
from ..rpg.objective import Achieved
from ..rpg.scoring import Result
from ..rpg.state import Duel
from .measures import DUELS, IN_POINTS, IN_ROUNDS, MARGIN, Measure, Over
from .tally import Facts

FLAGS = {
    "achieved": Sentence("{name} achieves the objective"),
    "died": Sentence("{name} dies"),
    "dying": Sentence("{name} is Dying"),
    "unconscious": Sentence("{name} falls Unconscious"),
    "compromised": Sentence("{name} becomes Compromised"),
    "incapacitated": Sentence("{name} becomes Incapacitated"),
    "unmasked": Sentence("{name} unmasks"),
    "blow": Sentence("{name} takes a finishing blow"),
    "lost honor": Sentence("{name} loses honor"),
    "lost glory": Sentence("{name} loses glory"),
}
ACHIEVED = Over(
    Sentence("duels with an objective achieved"),
    lambda n: Sentence.counted("{n:,} duel with an objective achieved", "{n:,} duels with an objective achieved", n),
)
WITH_CRITICAL = Over(
    Sentence("duels with a critical strike on him"),
    lambda n: Sentence.counted(
        "{n:,} duel with a critical strike on him", "{n:,} duels with a critical strike on him", n
    ),
)
NUMBERS = {
    "honor": (Sentence("Change of honor of {name}"), Sentence.meant("simulation", "honor"), DUELS),
    "glory": (Sentence("Change of glory of {name}"), Sentence.meant("simulation", "glory"), DUELS),
    "score": (Sentence("Score of {name}"), IN_POINTS, DUELS),
    "fatigue": (Sentence("Fatigue that {name} receives"), Sentence.meant("simulation", "fatigue"), DUELS),
    "strife": (Sentence("Strife that {name} receives"), Sentence.meant("simulation", "strife"), DUELS),
    "worst": (Sentence("Worst critical strike on {name}"), Sentence.meant("simulation", "severity"), WITH_CRITICAL),
}
MEASURES = (
    Measure("result", "share", Sentence("Who wins")),
    Measure("grade", "share", Sentence("By how much, in the book's grades")),
    Measure("margin", "number", MARGIN, IN_POINTS, main=True),
    Measure("ended", "share", Sentence("Why it comes to resolution")),
    Measure("step", "share", Sentence("The step that achieves the objective first"), of=ACHIEVED),
    Measure("round", "number", Sentence("When it ends: rounds begun"), IN_ROUNDS, main=True),
    *(Measure(f"{name} {n}", "flag", title, seat=n) for name, title in FLAGS.items() for n in (0, 1)),
    *(
        Measure(f"{name} {n}", "number", title, unit, of, seat=n)
        for name, (title, unit, of) in NUMBERS.items()
        for n in (0, 1)
    ),
    Measure("answers", "number", Sentence("Questions answered"), Sentence.meant("simulation", "questions")),
)
"""In the order of a report."""


def facts(session: Session[Any]) -> Facts:
    """What came of a finished duel."""
    duel: Duel = session.referee.state
    result: Result = session.outcome
    events = session.referee.events
    found = Facts()
    found.shares["result"] = f"{{{result.winner}}} wins" if result.winner in (0, 1) else "nobody wins"
    found.shares["grade"] = _grade(result)
    found.shares["ended"] = duel.ended or result.reason
    if (step := _step(events)) is not None:
        found.shares["step"] = step
    found.numbers |= {"margin": result.scores[0] - result.scores[1], "answers": len(session.entries)}
    found.numbers["round"] = sum(1 for event in events if isinstance(event, RoundBegan))
    for seat in (0, 1):
        _flags(found, session, duel, seat)
        _numbers(found, session, duel, seat)
        found.numbers[f"score {seat}"] = result.scores[seat]
    return found


def _grade(result: Result) -> str:
    if result.winner not in (0, 1):
        return "draw"
    return f"{{{result.winner}}}: {result.grade or 'by ' + result.reason}"


def _step(events: list[Event]) -> str | None:
    """Who achieved the objective first, by which deed, and what was being done."""
    acts: dict[int, str] = {}
    for event in events:
        if isinstance(event, ActionTaken):
            acts[event.seat] = f"finishing blow ({event.key})" if event.blow else event.key
        elif isinstance(event, Achieved):
            return f"{{{event.seat}}}: {event.deed}, after: {acts.get(event.seat, 'no action')}"
    return None


def _flags(found: Facts, session: Session[Any], duel: Duel, seat: int) -> None:
    events, one = session.referee.events, duel[seat]
    suffered = {event.condition for event in events if isinstance(event, ConditionSuffered) and event.seat == seat}
    kinds = {event.kind for event in events if getattr(event, "seat", None) == seat}
    start = session.setup.characters[seat]
    found.flags |= {
        f"achieved {seat}": bool(one.achieved),
        f"died {seat}": one.dead,
        f"dying {seat}": "dying" in suffered,
        f"unconscious {seat}": "unconscious" in suffered,
        f"compromised {seat}": "became-compromised" in kinds,
        f"incapacitated {seat}": "became-incapacitated" in kinds,
        f"unmasked {seat}": one.unmasked,
        f"blow {seat}": any(isinstance(e, BlowAnswered) and e.taken and e.seat == seat for e in events),
        f"lost honor {seat}": one.honor < start.honor,
        f"lost glory {seat}": one.glory < start.glory or _forfeits(events, seat, "glory") > 0,
    }


def _forfeits(events: list[Event], seat: int, what: str) -> int:
    return sum(getattr(event, what) for event in events if isinstance(event, Forfeited) and event.seat == seat)


def _numbers(found: Facts, session: Session[Any], duel: Duel, seat: int) -> None:
    events, one, start = session.referee.events, duel[seat], session.setup.characters[seat]
    own = [event for event in events if getattr(event, "seat", None) == seat]
    found.numbers[f"fatigue {seat}"] = sum(event.amount for event in own if isinstance(event, FatigueReceived))
    found.numbers[f"strife {seat}"] = sum(event.amount for event in own if isinstance(event, StrifeReceived))
    found.numbers[f"honor {seat}"] = one.honor - start.honor
    found.numbers[f"glory {seat}"] = one.glory - start.glory
    worst = [event.severity for event in events if isinstance(event, CriticalSuffered) and event.target == seat]
    if worst:
        found.numbers[f"worst {seat}"] = max(worst)
