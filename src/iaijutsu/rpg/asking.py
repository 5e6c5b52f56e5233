"""How the rules put their questions, and the referee that hears a judge in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from iaijutsu.engine import Choose, Number, Option, Referee, Roll, Seat, Sentence, Several
from iaijutsu.rpg.dice import STRIFE, Die, lying
from iaijutsu.rpg.options import GO_ON, YES, Yes
from iaijutsu.rpg.state import Duel

Ref: TypeAlias = Referee[Duel]
"""What every rule is given."""

T = TypeVar("T", bound=Option)

GM: Seat = 2
"""The seat of the game master, and of the judge."""


class DuelEnds(Exception):
    """Turns are over at once; the duel comes to resolution."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RunCheckAgain(Exception):
    """A judge has put the check in hand right: it goes back to its roll."""


class Keep(Several):
    """Which dice to keep, as slots. `dice` lie there; a slot of `barred` cannot be kept (rpg.check.keep)."""

    __slots__ = ("barred", "dice")
    kind = "keep"

    def __init__(self, seat: Seat, purpose: str, dice: tuple[Die, ...], least: int, most: int, *, calm: bool) -> None:
        self.dice = dice
        self.barred = frozenset([slot for slot, die in enumerate(dice) if STRIFE[die]]) if calm else frozenset()
        free = len(dice) - len(self.barred)
        super().__init__(seat, purpose, len(dice), min(least, free), min(most, free))

    def options(self) -> Any:
        """Every choice of dice that may be kept, small ones first."""
        if not self.barred:
            return super().options()
        return (slots for slots in super().options() if self.barred.isdisjoint(slots))

    def why_not(self, answer: object) -> str | None:
        """None for slots in bounds that show no strife where strife cannot be kept."""
        if reason := super().why_not(answer):
            return reason
        if self.barred and isinstance(answer, tuple) and not self.barred.isdisjoint(answer):
            return Sentence("one who is Compromised cannot keep a die that shows strife")
        return None


async def choose(
    ref: Ref,
    seat: Seat,
    purpose: str,
    options: Callable[[], tuple[T, ...]],
    about: object = None,
    *,
    many: bool = False,
) -> T:
    """Ask for one of the options; when there is but one, it is taken without asking.

    `many`: there is more than one for certain; then they are listed only when somebody looks at them.
    """
    if many:
        return await ref.ask(lambda: Choose(seat, purpose, options, about))
    fresh = [options()]
    if len(fresh[0]) == 1:
        return fresh[0][0]
    return await ref.ask(lambda: Choose(seat, purpose, fresh.pop() if fresh else options(), about))


async def yes(ref: Ref, seat: Seat, purpose: str, about: object = None) -> bool:
    """Ask whether what is offered is done."""
    return isinstance(await ref.ask(lambda: Choose(seat, purpose, (GO_ON, YES), about)), Yes)


async def number(ref: Ref, seat: Seat, purpose: str, least: int, most: int) -> int:
    """Ask for a number; when there is but one, it is taken without asking."""
    return least if least == most else await ref.ask(lambda: Number(seat, purpose, least, most))


async def several(ref: Ref, seat: Seat, purpose: str, slots: tuple[int, ...], least: int, most: int) -> tuple[int, ...]:
    """Ask for some of these slots of the dice that lie there; when all must be taken, without asking."""
    if least >= len(slots):
        return slots
    chosen = await ref.ask(lambda: Several(seat, purpose, len(slots), least, most, slots))
    return tuple([slots[n] for n in chosen])


async def roll(ref: Ref, seat: Seat, purpose: str, kinds: tuple[int, ...]) -> tuple[Die, ...]:
    """Roll dice of a seat, each told by its number of sides."""
    if not kinds:
        return ()
    faces = await ref.ask(lambda: Roll(purpose, kinds, seat))
    return lying(kinds, faces)
