"""One check of the real rules as a game of its own: to enumerate it, to sample it, to find the best that can be had."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, replace
from typing import Any

from iaijutsu.analysis.dice_advice import advise, advise_keep
from iaijutsu.analysis.dice_check import Check
from iaijutsu.analysis.dice_goal import Goal, Outcome, box, worth
from iaijutsu.engine import Audience, Json, Request, Seeded, Session, Several
from iaijutsu.engine.requests import Chance
from iaijutsu.engine.transcript import Entry
from iaijutsu.rpg import check, state
from iaijutsu.rpg.asking import Keep
from iaijutsu.rpg.characters import RINGS, Character, Trait
from iaijutsu.rpg.dice import Die, tally
from iaijutsu.rpg.judging import Marshal
from iaijutsu.rpg.options import GO_ON, YES
from iaijutsu.rpg.setup import Setup
from iaijutsu.rpg.state import CheckInHand, Duel, Lasting, Reserved
from iaijutsu.rpg.tn import Task

SKILL = "culture"
CALM = 99


@dataclass(frozen=True)
class CheckAlone:
    """A game that is a single check of seat 0, with nothing around it."""

    check: Check
    name = "check"
    edition = 1

    def laid(self) -> Setup:
        one = self.check
        kind = "distinction" if one.reroll else "adversity" if one.forced else None
        known = [Trait("a trait", kind, "water", (SKILL,))] if kind else []  # type: ignore[arg-type]
        if one.anxiety:
            known.append(Trait("a worry", "anxiety", "water", (SKILL,)))
        roller = Character(
            "Roller",
            dict.fromkeys(RINGS, one.ring),
            {SKILL: one.skill},
            composure=one.composure if one.composure is not None else 0 if one.compromised else CALM,
            strife=one.strife if one.composure is not None else int(one.compromised),
            void_points=int(one.void_point),
            traits=tuple(known),
        )
        return Setup((roller, replace(roller, name="Other", traits=(), void_points=0, strife=0)))

    def referee(self, setup: Any) -> Marshal:
        duel = state.begin(self.laid())
        one, told = duel[0], self.check
        one.stance = told.stance or "water"
        if told.reserved:
            one.reserved = Reserved(SKILL, list(told.reserved))
        one.lasting = [Lasting("reserved-die", die, SKILL) for die in told.set_aside]
        one.lasting += [Lasting("assisted", 0, SKILL)] * (told.skilled + told.unskilled)
        return Marshal(duel)

    def play(self, referee: Marshal) -> Coroutine[Request[Any], Any, CheckInHand]:
        return check.attempt(referee, 0, Task("unique", SKILL, self.check.tn, ring="water"))

    def seen(self, setup: Any, audience: Audience) -> Duel:
        return self.referee(setup).state

    def load_setup(self, data: Json) -> Any:
        raise NotImplementedError

    def plain_setup(self, setup: Any) -> Json:
        raise NotImplementedError


def begin(check: Check, seed: int | None = None) -> Session[Any]:
    return Session(CheckAlone(check), None, None if seed is None else Seeded(seed))


def after(session: Session[Any], answer: Any) -> Session[Any]:
    """The same check, one answer further."""
    request = session.pending
    assert request is not None
    entry = Entry(request.purpose, request.seat, answer)
    return Session(session.game, session.setup, None, [*session.entries, entry])


def result(session: Session[Any], check: Check) -> Outcome:
    """What the rules made of it: successes of the finished check, bonus, opportunity on its kept dice, strife."""
    hand, duel = session.outcome, session.referee.state
    return Outcome(
        hand.passed, hand.bonus, tally(hand.kept).opportunity, hand.strife, duel[0].strife <= (check.composure or CALM)
    )


# --- answering as is best, by the odds' own advice -----------------------------------------------------------


class Player:
    """Answers what a check asks by the advice; what it has said to the same question it says again."""

    def __init__(self, check: Check, goal: Goal) -> None:
        self.check, self.goal = check, goal
        self.said: dict[Any, Any] = {}

    def answer(self, session: Session[Any]) -> Any:
        request = session.pending
        assert request is not None
        if request.purpose in ("seize-the-moment", "use-reserved-dice"):
            return YES
        if request.purpose in ("opportunity", "finishing-blow"):
            return GO_ON
        hand = session.view(0).state.check
        match request.purpose:
            case "distinction" | "adversity":
                return self._reroll(request, tuple(hand.rolled))
            case "replace-by-reserved":
                return self._replace(session, tuple(hand.rolled))
            case "assistants-take-strife":
                return self._negate(tally(hand.kept))
        assert isinstance(request, Keep)
        key = (request.purpose, request.dice, tally(hand.kept))
        if key not in self.said:
            advice = advise_keep(session.view(0), request, self.goal)
            assert advice is not None
            self.said[key] = advice.best.slots
        return self.said[key]

    def _reroll(self, request: Request[Any], rolled: tuple[Die, ...]) -> tuple[int, ...]:
        assert isinstance(request, Several)
        offered = request.about
        assert isinstance(offered, tuple)
        best = advise(self.check, rolled, self.goal).best
        assert best.what == "reroll"
        return tuple([offered.index(slot) for slot in best.slots])

    def _replace(self, session: Session[Any], rolled: tuple[Die, ...]) -> tuple[int, ...]:
        """A die that the best choice does not keep goes for a reserved one that it uses; all are asked for at first."""
        told = [entry.answer for entry in session.entries if entry.purpose == "replace-by-reserved"]
        best = advise(replace(self.check, reroll=0, forced=0), rolled, self.goal).best
        free = list(range(len(rolled)))
        for answer in told:
            for slot in answer:
                free.pop(slot)
        if len(told) not in best.reserved:
            return ()
        return (next(n for n, slot in enumerate(free) if slot not in best.slots),)

    def _negate(self, shown: Any) -> int:
        table = box(self.goal, self.check).negated
        at = [min(n, most - 1) for n, most in zip(shown, table.shape, strict=True)]
        return int(table[tuple(at)])


def lines(check: Check, goal: Goal, least: float) -> Iterator[tuple[float, Session[Any] | None]]:
    """Every line of the check as it is played by the advice, with its chance; None for what is less likely than
    `least` and not followed to its end.
    """
    player = Player(check, goal)
    waiting = [(1.0, begin(check))]
    while waiting:
        weight, session = waiting.pop()
        request = session.pending
        if request is None:
            yield weight, session
        elif not isinstance(request, Chance):
            waiting.append((weight, after(session, player.answer(session))))
        elif weight < least:
            yield weight, None
        else:
            outcomes = list(request.outcomes())
            waiting += [(weight / len(outcomes), after(session, faces)) for faces, _ in outcomes]


# --- what best play makes of it, found without the odds ---------------------------------------------------------


class Brute:
    """The value of a check by trying every answer to every question of the rules, chains of explosions cut at `depth`:
    there the bonus dice are dropped, so it is never too high.
    """

    def __init__(self, check: Check, goal: Goal, depth: int) -> None:
        self.check, self.goal, self.depth = check, goal, depth
        self.found: dict[Any, float] = {}

    def value(self) -> float:
        return self._of(begin(self.check))

    def _of(self, session: Session[Any]) -> float:
        request = session.pending
        if request is None:
            return float(worth(self.goal, self.check, result(session, self.check)))
        if request.purpose in ("opportunity", "finishing-blow"):
            return self._of(after(session, GO_ON))
        if request.purpose in ("seize-the-moment", "use-reserved-dice"):
            return self._of(after(session, YES))
        key = self._key(session, request)
        if key not in self.found:
            self.found[key] = self._worth(session, request)
        return self.found[key]

    def _key(self, session: Session[Any], request: Request[Any]) -> Any:
        hand = session.view(0).state.check
        about = sorted(getattr(request, "dice", ())), getattr(request, "sides", ())
        waves = sum(entry.purpose == "explosion" for entry in session.entries)
        open_dice = tuple(hand.rolled) if request.purpose in ("reroll", "replace-by-reserved") else sorted(hand.rolled)
        more = session.entries[-1].answer if request.purpose == "reroll" else getattr(request, "about", ())
        if isinstance(request, Keep):
            more = ()
        kept = (*tally(hand.kept), sum(hand.kept) if request.purpose == "explosion" else 0)
        return request.purpose, str(about), str(open_dice) * (not hand.kept), str(more), kept, waves

    def _worth(self, session: Session[Any], request: Request[Any]) -> float:
        if isinstance(request, Chance):
            if request.purpose == "explosion" and self._waves(session) == self.depth:
                return self._of(after(after(session, next(iter(request.options()))), ()))
            values = [self._of(after(session, faces)) for faces, _ in request.outcomes()]
            return sum(values) / len(values)
        return max(self._of(after(session, answer)) for answer in request.options())

    @staticmethod
    def _waves(session: Session[Any]) -> int:
        return sum(entry.purpose == "explosion" for entry in session.entries)
