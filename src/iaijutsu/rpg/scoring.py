"""Phase 3: the score by Table 6-2, the result, the glory, and what the end of the scene brings (p. 261; §3.7)."""

from __future__ import annotations

from iaijutsu.engine import Choose, Event, Seat
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg import check, conditions, objective
from iaijutsu.rpg.asking import GM, Ref, yes
from iaijutsu.rpg.events import FatigueRemoved, PhaseBegan, StrifeRemoved
from iaijutsu.rpg.measures import awake, endurance, half
from iaijutsu.rpg.options import LINES, Pick
from iaijutsu.rpg.state import NOBODY, CheckInHand, Duel, Duellist
from iaijutsu.rpg.tn import Task

CLAUSES = {
    "objective": "rpg.score.objective",
    "first": "rpg.score.first",
    "fatigue": "rpg.score.fatigue",
    "critical": "rpg.score.critical",
    "kill": "rpg.score.kill",
    "unmasked": "rpg.score.unmasked",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score: its name (`options.LINES`), its points, and the points that the program had found."""

    name: str
    points: int
    found: int


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended: the winner (-1: nobody), the grade (draw, narrow, clear, absolute, no contest; empty for a win that
    has none), why (score, concession, cheating, roll or clash), both scores, and the glory award.
    """

    winner: Seat
    grade: str
    reason: str
    scores: tuple[int, int]
    glory: int = 0


@dataclass(frozen=True, slots=True)
class ScoreLine(Event):
    """A line of the score is added up; `found` is what the program found, where a judge has changed it."""

    kind = "score-line"
    seat: Seat
    line: str
    points: int
    found: int


@dataclass(frozen=True, slots=True)
class ScoreTotal(Event):
    """A score."""

    kind = "score-total"
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class ResultKnown(Event):
    """The result of the duel."""

    kind = "result-known"
    winner: Seat
    grade: str
    reason: str
    difference: int

    def apply(self, state: Duel) -> None:
        state.winner, state.grade, state.phase = self.winner, self.grade, "over"


@dataclass(frozen=True, slots=True)
class GloryAwarded(Event):
    """The winner gains glory."""

    kind = "glory-awarded"
    seat: Seat
    amount: int

    def apply(self, state: Duel) -> None:
        one = state[self.seat]
        one.glory = min(100, one.glory + self.amount)


# --- the score -------------------------------------------------------------------------------------------------


def found(duel: Duel, seat: Seat, line: str) -> int:
    """The points of a line as the program finds them."""
    one, foe = duel[seat], duel[1 - seat]
    match line:
        case "objective":
            return 6 if one.achieved else 0
        case "first":
            return 3 if duel.struck_first == seat else 0
        case "fatigue":
            return one.fatigued
        case "critical":
            return one.worst
        case "kill":
            return 14 if foe.dead and duel.setup.form.to_the_death else 0
    return -2 if one.unmasked else 0


def lines(duel: Duel, seat: Seat) -> list[Line]:
    """The score of a seat line by line, a judge's findings in it; lines without points left out."""
    told = {line: points for who, line, points in duel.findings if who == seat}
    all_lines = []
    for name in LINES:
        points = found(duel, seat, name)
        all_lines.append(Line(name, told.get(name, points), points))
    return [line for line in all_lines if line.points or line.found]


def score(duel: Duel, seat: Seat) -> int:
    """The score of a seat as it stands."""
    return sum([line.points for line in lines(duel, seat)])


def grade(difference: int) -> str:
    """The grade of a victory by the difference of scores."""
    if difference >= 7:
        return "no contest"
    return "absolute" if difference >= 3 else ("draw", "narrow", "clear")[difference]


# --- the phase -------------------------------------------------------------------------------------------------


async def resolution(ref: Ref) -> Result:
    """Findings confirmed where a judge sits; scores; result; glory; the scene ends."""
    duel = ref.state
    ref.happen(PhaseBegan("resolution", clause="rpg.phases"))
    if any(one.yielded for one in duel.duellists):
        _yielded(ref)
    if duel.setup.judge:
        await ref.ask(lambda: Choose(GM, "findings", (Pick("stand"),)))
    for seat in (0, 1):
        _tally(ref, seat)
    result = result_as_it_stands(duel)
    ref.happen(
        ResultKnown(
            result.winner,
            result.grade,
            result.reason,
            abs(result.scores[0] - result.scores[1]),
            clause="rpg.score.cheating" if result.reason == "cheating" else "rpg.result",
        )
    )
    if result.glory:
        ref.happen(GloryAwarded(result.winner, result.glory, clause="rpg.result"))
    await end_of_scene(ref)
    return result


def _yielded(ref: Ref) -> None:
    """To make the foe yield may be an objective."""
    for one in ref.state.duellists:
        if one.yielded:
            objective.note(ref, 1 - one.seat, "yield")


def _tally(ref: Ref, seat: Seat) -> None:
    for line in lines(ref.state, seat):
        ref.happen(ScoreLine(seat, line.name, line.points, line.found, clause=CLAUSES[line.name]))
    ref.happen(ScoreTotal(seat, score(ref.state, seat), clause="rpg.score"))


def result_as_it_stands(duel: Duel) -> Result:
    """What the duel ends with, should its findings stay as they are."""
    scores = (score(duel, 0), score(duel, 1))
    for reason, lost in (
        ("cheating", [one.seat for one in duel.duellists if one.cheated]),
        ("concession", [one.seat for one in duel.duellists if one.yielded]),
    ):
        if len(lost) == 2:
            return Result(NOBODY, "draw", reason, scores)
        if lost:
            winner = 1 - lost[0]
            return Result(winner, "", reason, scores, award(duel, winner, ""))
    difference = scores[0] - scores[1]
    if difference == 0:
        return Result(NOBODY, "draw", "score", scores)
    winner, how = (0 if difference > 0 else 1), grade(abs(difference))
    return Result(winner, how, "score", scores, award(duel, winner, how))


def award(duel: Duel, winner: Seat, how: str) -> int:
    """Glory for the winner: by the foe's glory (§3.7), more for an absolute victory, more yet for no contest."""
    glory = duel[1 - winner].loadout.character.glory
    base = 9 if glory >= 80 else 6 if glory >= 60 else 3 if glory >= 40 else 0
    if not base:
        return 0
    armour = duel[winner].loadout.armour
    shine = armour is not None and not duel[winner].armour.destroyed and "resplendent" in armour.qualities
    return base + {"absolute": 3, "no contest": 5}.get(how, 0) + shine


async def end_of_scene(ref: Ref) -> None:
    """Strife and fatigue fall to half of composure and endurance, but for the Exhausted; rage cools; who is Intoxicated
    may try to sober up (§2.2-2.5).
    """
    for one in ref.state.duellists:
        if one.dead:
            continue
        if "exhausted" not in one.conditions:
            _recover(ref, one)
        if "enraged" in one.conditions:
            conditions.end(ref, one.seat, "enraged")
        if "intoxicated" in one.conditions and awake(one) and await yes(ref, one.seat, "sober-up"):
            await check.attempt(ref, one.seat, SOBER_UP, _sobered)


SOBER_UP = Task("sober-up", "fitness", 3, ring="water", clause="rpg.harm.conditions")


async def _sobered(ref: Ref, hand: CheckInHand) -> None:
    if hand.passed:
        conditions.end(ref, hand.seat, "intoxicated")


def _recover(ref: Ref, one: Duellist) -> None:
    strife = one.strife - half(one.loadout.character.composure)
    if strife > 0:
        ref.happen(StrifeRemoved(one.seat, strife, source="end of scene", clause="rpg.compromised"))
    fatigue = one.fatigue - half(max(0, endurance(one)))
    if fatigue > 0:
        ref.happen(FatigueRemoved(one.seat, fatigue, source="end of scene", clause="rpg.incapacitated"))
