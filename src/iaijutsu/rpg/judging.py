"""What a judge or game master may do while a question is open: findings, corrections, a check run again."""

from __future__ import annotations

from typing import Any

from iaijutsu.engine import Event, Option, Referee, Ruling, Seat, Sentence
from iaijutsu.engine.quick import dataclass
from iaijutsu.rpg import options
from iaijutsu.rpg.asking import DuelEnds, RunCheckAgain
from iaijutsu.rpg.check_events import Assisted, CheckCorrected, CheckRestarted, TraitNoted
from iaijutsu.rpg.feats import CheatingSeen
from iaijutsu.rpg.objective import Achieved, StruckFirst
from iaijutsu.rpg.options import (
    LINES,
    VALUES,
    Assist,
    Bear,
    RunAgain,
    SetCheating,
    SetFirst,
    SetLine,
    SetObjective,
    SetValue,
    Stop,
)
from iaijutsu.rpg.state import NOBODY, CheckInHand, Duel
from iaijutsu.rpg.tn import ONCE_ON_ROLLER, ONCE_ON_TARGET, Task, reckon

CLAUSE = "rpg.judges"
MOST = 999


@dataclass(frozen=True, slots=True)
class FindingMade(Event):
    """A judge says what a line of the score is."""

    kind = "finding-made"
    reveals = True
    seat: Seat
    line: str
    points: int

    def apply(self, state: Duel) -> None:
        state.findings = [f for f in state.findings if f[:2] != (self.seat, self.line)]
        state.findings.append((self.seat, self.line, self.points))


@dataclass(frozen=True, slots=True)
class ObjectiveDenied(Event):
    """A judge says that an objective was not achieved."""

    kind = "objective-denied"
    reveals = True
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].achieved = []


@dataclass(frozen=True, slots=True)
class CheatingDenied(Event):
    """A judge says that nobody saw a character cheat."""

    kind = "cheating-denied"
    reveals = True
    seat: Seat

    def apply(self, state: Duel) -> None:
        state[self.seat].cheated = False


@dataclass(frozen=True, slots=True)
class ValueSet(Event):
    """A value is set right."""

    kind = "value-set"
    reveals = True
    seat: Seat
    name: str
    value: int

    def apply(self, state: Duel) -> None:
        setattr(state[self.seat], self.name, self.value)


class Marshal(Referee[Duel]):
    """The referee of a role-playing duel."""

    __slots__ = ()

    def why_not_act(self, act: Option) -> str | None:
        """None when a judge may do `act` now, else why not and what would do."""
        seat = getattr(act, "seat", 0)
        if seat not in (0, 1) and not (isinstance(act, SetFirst) and seat == NOBODY):
            return Sentence("seat 0 or 1 is needed, not {found}", found=seat)
        match act:
            case SetLine(line=line, points=points):
                return _one_of(line, LINES) or _within(points)
            case SetValue(name=name, value=value):
                return (
                    _one_of(name, VALUES) or (None if value >= 0 else Sentence("0 or more is needed")) or _within(value)
                )
            case RunAgain() | Bear() | Assist():
                return self._why_not_check(act)
            case Stop():
                return Sentence("turns are over already") if self.state.ended else None
            case SetFirst() | SetObjective() | SetCheating():
                return None
        return Sentence("a judge's act is needed: {acts}", acts=", ".join(options.ACTS))

    def _why_not_check(self, act: RunAgain | Bear | Assist) -> str | None:
        duel = self.state
        if not duel.checks:
            return Sentence("no check is under way")
        check = duel.check
        if check.closed or any(one.blow or one.stricken for one in duel.duellists):
            return Sentence(
                "it is too late: a finishing blow or opportunity has come of that check; set values instead"
            )
        if isinstance(act, RunAgain):
            return _why_not_again(act, check)
        if check.step != "assemble":
            return Sentence("the dice of that check are rolled; run it again from the roll first")
        if isinstance(act, Assist):
            return (
                None if 0 <= act.skilled <= 9 and 0 <= act.unskilled <= 9 else Sentence("0 to 9 assistants are needed")
            )
        return _one_of(act.trait, tuple([t.name for t in duel[check.seat].loadout.character.traits]))

    def load_act(self, data: Any) -> Option:
        """A judge's act from its JSON form. Raises `BadInput`."""
        return options.load_act(data)

    async def carry_out(self, ruling: Ruling) -> None:
        """Do what the judge said."""
        source = ruling.by
        match ruling.act:
            case SetLine(seat=seat, line=line, points=points):
                self.happen(FindingMade(seat, line, points, source=source, clause=CLAUSE))
            case SetFirst(seat=seat):
                self.happen(StruckFirst(seat, source=source, clause=CLAUSE))
            case SetObjective(seat=seat, achieved=achieved):
                event = Achieved(seat, "judged", source=source, clause=CLAUSE)
                self.happen(event if achieved else ObjectiveDenied(seat, source=source, clause=CLAUSE))
            case SetCheating(seat=seat, seen=seen):
                kind = CheatingSeen if seen else CheatingDenied
                self.happen(kind(seat, source=source, clause="rpg.score.cheating"))
            case SetValue(seat=seat, name=name, value=value):
                self.happen(ValueSet(seat, name, value, source=source, clause=CLAUSE))
            case Stop():
                raise DuelEnds("stopped by a judge")
            case _:
                self._on_check(ruling)

    def _on_check(self, ruling: Ruling) -> None:
        check, source = self.state.check, ruling.by
        match ruling.act:
            case Bear(trait=trait, applies=applies):
                self.happen(TraitNoted(check.seat, trait, applies, source=source, clause=CLAUSE))
            case Assist(skilled=skilled, unskilled=unskilled):
                self.happen(Assisted(check.seat, skilled, unskilled, source=source, clause="rpg.check.pool"))
            case RunAgain():
                self._again(ruling.act, check, source)

    def _again(self, act: RunAgain, check: CheckInHand, source: str) -> None:
        base = act.tn or check.base
        target = check.target if act.target == KEEP_TARGET else act.target
        tn, reasons = _reckoned(self.state, check, base, target)
        self.happen(CheckCorrected(check.seat, tn, base, target, reasons, source=source, clause=CLAUSE))
        if act.roll:
            self.happen(CheckRestarted(check.seat, check.strife, source=source, clause=CLAUSE))
            raise RunCheckAgain


KEEP_TARGET: Seat = -2
"""In `RunAgain`: the target stays as it was."""


def _reckoned(duel: Duel, check: CheckInHand, base: int, target: Seat) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The TN anew; what an effect gave once and for all stays given."""
    spent = [reason for reason in check.reasons if reason[0] in (*ONCE_ON_ROLLER, *ONCE_ON_TARGET)]
    if target == NOBODY:
        spent = [reason for reason in spent if reason[0] in ONCE_ON_ROLLER]
    task = Task(check.purpose, check.skill, base, check.types, target, check.ring, check.weapon, check.grip)
    _, fresh = reckon(duel, check.seat, task, check.ring)
    reasons = (*[reason for reason in fresh if reason[0] not in {name for name, _ in spent}], *spent)
    if any(name == "exposed" for name, _ in reasons):
        return 1, reasons
    return max(1, base + sum([change for _, change in reasons])), reasons


def _why_not_again(act: RunAgain, check: CheckInHand) -> str | None:
    if act.tn < 0 or act.tn > 20:
        return Sentence("a TN from 1 to 20 is needed, or 0 to leave it")
    if act.target not in (KEEP_TARGET, NOBODY, 0, 1):
        return Sentence("a target of 0 or 1 is needed, -1 for none, -2 to leave it")
    if act.tn == 0 and act.target == KEEP_TARGET and not act.roll:
        return Sentence("that changes nothing: a TN, a target, or a new roll is needed")
    if act.roll and check.step == "assemble":
        return Sentence("the dice of that check are not rolled yet")
    return None


def _one_of(word: str, words: tuple[str, ...]) -> str | None:
    return None if word in words else f"{word!r} is not one of: {', '.join(words) or 'none there is'}"


def _within(number: int) -> str | None:
    return (
        None if -MOST <= number <= MOST else Sentence("a number from {what} to {most} is needed", what=-MOST, most=MOST)
    )
