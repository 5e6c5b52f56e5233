"""The lines of a scripted duel: one answer each, by one seat, to one question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from iaijutsu.cards.options import Accept, Focus, Next, Pass, Pick, PickSeat, PickSide, PickSlot, Refuse, Strike, Use
from iaijutsu.engine import Request, Several

if TYPE_CHECKING:
    from tests.cards.script import Script

Answer: TypeAlias = Any


class NotOffered(Exception):
    """The line's answer is none of the options."""


@dataclass(frozen=True)
class Line:
    """One answer of a script: who gives it, to which question (empty: any), and how it is found among the options."""

    seat: int
    purposes: tuple[str, ...]
    words: str
    answer: Callable[[Script, Request[Any]], Answer]

    def __str__(self) -> str:
        return f"{('Ren', 'Sei', 'Gen')[self.seat]} {self.words}"


class By:
    """Lines of one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def _line(self, purposes: str, words: str, wanted: Callable[[Script, Any], bool]) -> Line:
        def answer(script: Script, request: Request[Any]) -> Answer:
            for option in request.options():
                if wanted(script, option):
                    return option
            raise NotOffered(words)

        return Line(self.seat, tuple(purposes.split()), words, answer)

    def focuses(self, key: str, origin: str = "pool", *, face_up: bool = False) -> Line:
        """Focus the card `key` (a deck's top is `""`)."""
        words = " ".join([f"focuses {key or 'the top card'} from {origin}", *(["face up"] if face_up else [])])
        return self._line(
            "opportunity focus-together add-focused",
            words,
            lambda script, option: (
                isinstance(option, Focus)
                and (option.origin, option.face_up) == (origin, face_up)
                and script.key_of(option, self.seat) in (key, "")
            ),
        )

    def strikes(self) -> Line:
        """Strike."""
        return self._line("opportunity", "strikes", lambda _, option: option == Strike())

    def uses(self, key: str) -> Line:
        """Use an ability of the card `key` instead of focusing or striking."""
        return self._uses("opportunity", f"uses {key}", key)

    def reacts(self, key: str) -> Line:
        """React with the card `key`."""
        return self._uses("reaction", f"reacts with {key}", key)

    def wants(self, key: str) -> Line:
        """Let an optional trait or Focus Effect of `key` happen."""
        return self._uses("use-trait use-focus-effect", f"wants {key}", key)

    def _uses(self, purposes: str, words: str, key: str) -> Line:
        return self._line(
            purposes,
            words,
            lambda script, option: isinstance(option, Use) and script.key_of(option, self.seat) == key,
        )

    def passes(self, purpose: str = "") -> Line:
        """Pass, decline, or be done."""
        return self._line(purpose, "passes", lambda _, option: option == Pass())

    def accepts(self) -> Line:
        """Accept the challenge."""
        return self._line("refuse", "accepts", lambda _, option: option == Accept())

    def refuses(self) -> Line:
        """Refuse the challenge."""
        return self._line("refuse", "refuses", lambda _, option: option == Refuse())

    def picks(self, key: str, purpose: str = "") -> Line:
        """Pick a piece or a card of a hand by its key."""
        return self._line(
            purpose,
            f"picks {key}",
            lambda script, option: isinstance(option, Pick | PickSlot) and script.key_of(option, self.seat) == key,
        )

    def chooses(self, number: int, purpose: str = "") -> Line:
        """Choose a side or a seat."""
        return self._line(
            purpose, f"chooses {number}", lambda _, option: option in (PickSide(number), PickSeat(number))
        )

    def names(self, number: int, purpose: str = "") -> Line:
        """Name a number."""
        return self._line(purpose, f"names {number}", lambda _, option: option == number)

    def next(self, key: str) -> Line:
        """Of several things that come at once, let one of `key` come next."""

        def answer(script: Script, request: Request[Any]) -> Answer:
            about = getattr(request, "about", ())
            for option in request.options():
                if isinstance(option, Next) and about[option.index] == key:
                    return option
            raise NotOffered(key)

        return Line(self.seat, ("trait-order", "consequence-order"), f"lets {key} come next", answer)

    def discards(self, *keys: str) -> Line:
        """Discard these cards of the hand together."""

        def answer(script: Script, request: Request[Any]) -> Answer:
            hand = script.state.hands[self.seat]
            slots = tuple(sorted(hand.index(key) for key in keys))
            if isinstance(request, Several) and request.why_not(slots) is None:
                return slots
            raise NotOffered(str(keys))

        return Line(self.seat, ("discard", "discard-worth"), f"discards {', '.join(keys)}", answer)

    def returns(self, *keys: str) -> Line:
        """Put the rest of the pool under the deck in this order."""

        def answer(script: Script, request: Request[Any]) -> Answer:
            pool = [script.state.pieces[n].key for n in script.side_of(self.seat).pool]
            return tuple(pool.index(key) for key in keys)

        return Line(self.seat, ("return-pool",), f"returns {', '.join(keys)}", answer)


ren, sei, gen = By(0), By(1), By(2)
