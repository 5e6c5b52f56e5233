"""Questions. The rules put them to a seat, to several seats at once, or to chance, and wait.

The rules are coroutines, but there is no event loop here and no `asyncio`: `await request` hands the
request to whoever drives the coroutine (a `Session`) and comes back with the answer. The object that lists
the options also judges the answer (`why_not`), so that buttons, computer players, server and tests agree.

Answers are plain and immutable: `Option` objects, whole numbers, or tuples of them. Answers about hidden
things name slots ("the second card of my pool"), never what lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import chain, combinations, pairwise, permutations, product, repeat
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from .errors import BadInput
from .quick import dataclass
from .sentences import Sentence

Seat: TypeAlias = int
"""A seat at the table: 0, 1, and 2 for a third player."""

CHANCE: Seat = -1
"""The seat that dice and decks are asked at."""

Json: TypeAlias = Any
"""What `json.loads` gives: `None`, bool, int, float, str, list, dict."""

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be answered: a small frozen dataclass with a `tag` that is unique in its game."""

    tag: ClassVar[str] = "option"

    def plain(self) -> list[Json]:
        """The JSON form: the tag, then the fields in order."""
        return [self.tag, *(plain(getattr(self, field.name)) for field in fields(self))]


def plain(answer: object) -> Json:
    """The JSON form of any answer: options as `[tag, field, ...]`, tuples as lists, seats as text keys."""
    if isinstance(answer, Option):
        return answer.plain()
    if isinstance(answer, tuple):
        return [plain(part) for part in answer]
    if isinstance(answer, dict):
        return {str(seat): plain(part) for seat, part in answer.items()}
    return answer


class Request(Generic[A]):
    """A question. `seat` is who answers, `purpose` is a word for what it is about (`"opportunity"`)."""

    __slots__ = ("purpose", "seat")
    kind: ClassVar[str] = "request"

    def __init__(self, seat: Seat, purpose: str) -> None:
        self.seat, self.purpose = seat, purpose

    def __await__(self) -> Generator[Request[Any], A, A]:
        return (yield self)

    def __str__(self) -> str:
        return Sentence("{kind} «{purpose}» of seat {seat}", kind=self.kind, purpose=self.purpose, seat=self.seat)

    def options(self) -> Iterable[A]:
        """Every acceptable answer, each once, in a fixed order. May be long: iterate lazily."""
        raise NotImplementedError

    def why_not(self, answer: object) -> str | None:
        """None when `answer` is acceptable, else the reason in words."""
        return None if answer in tuple(self.options()) else Sentence("that is not one of the options")

    def load(self, data: Json) -> A:
        """The answer whose JSON form is `data`, to the type: `true` is no 1. Raises `BadInput` when there is none."""
        written = repr(data)
        for option in self.options():
            if repr(plain(option)) == written:
                return option
        raise BadInput("", Sentence("{written:.80} is not an answer to {what}", written=written, what=self))


class Choose(Request[A]):
    """One of several options. `about` is what the question concerns (a card, a seat), for the words.

    The options may be given as a function: it is called when somebody first looks, so that a replay, which knows
    the answer, never makes them. A question is of no use once it is answered.
    """

    __slots__ = ("_listed", "about")
    kind = "choose"

    def __init__(
        self, seat: Seat, purpose: str, listed: tuple[A, ...] | Callable[[], tuple[A, ...]], about: object = None
    ) -> None:
        self.seat, self.purpose, self.about = seat, purpose, about
        self._listed = listed

    @property
    def listed(self) -> tuple[A, ...]:
        """The options."""
        if callable(self._listed):
            self._listed = self._listed()
        return self._listed

    def options(self) -> tuple[A, ...]:
        """The listed options."""
        return self.listed

    def why_not(self, answer: object) -> str | None:
        """None when listed."""
        listed = self.listed
        if id(answer) in map(id, listed) or answer in listed:  # as a rule one of these very objects
            return None
        options = ", ".join(map(str, map(plain, listed)))
        return Sentence("that cannot be chosen now; what can: {options}", options=options)


class Number(Request[int]):
    """A whole number from `least` to `most`, both included."""

    __slots__ = ("least", "most")
    kind = "number"

    def __init__(self, seat: Seat, purpose: str, least: int, most: int) -> None:
        self.seat, self.purpose, self.least, self.most = seat, purpose, least, most

    def options(self) -> range:
        """The numbers allowed."""
        return range(self.least, self.most + 1)

    def why_not(self, answer: object) -> str | None:
        """None for a whole number in bounds."""
        if isinstance(answer, int) and not isinstance(answer, bool) and self.least <= answer <= self.most:
            return None
        return Sentence("a whole number from {least} to {most} is asked", least=self.least, most=self.most)


class Several(Request[tuple[int, ...]]):
    """Some of `of` slots, as an ascending tuple of indices from 0; at least `least`, at most `most`."""

    __slots__ = ("about", "least", "most", "of")
    kind = "several"

    def __init__(self, seat: Seat, purpose: str, of: int, least: int, most: int, about: object = None) -> None:
        self.seat, self.purpose, self.about = seat, purpose, about
        self.of, self.least, self.most = of, least, min(most, of)

    def options(self) -> Iterator[tuple[int, ...]]:
        """Every subset of an allowed size that `why_not` accepts, small ones first."""
        for size in range(self.least, self.most + 1):
            for slots in combinations(range(self.of), size):
                if self.why_not(slots) is None:
                    yield slots

    def why_not(self, answer: object) -> str | None:
        """None for distinct ascending slots in bounds."""
        if not _slots(answer, self.of):
            return Sentence("a list of different slots from 0 to {of}, ascending, is asked", of=self.of - 1)
        assert isinstance(answer, tuple)
        if not self.least <= len(answer) <= self.most:
            return Sentence(
                "{least} to {most} may be chosen, not {found}", least=self.least, most=self.most, found=len(answer)
            )
        return None

    def load(self, data: Json) -> tuple[int, ...]:
        """A list of numbers becomes a tuple; anything else is refused by `why_not`."""
        return tuple(data) if isinstance(data, list) else data


class Arrange(Request[tuple[int, ...]]):
    """An order of `of` things, as a tuple of their indices."""

    __slots__ = ("about", "of")
    kind = "arrange"

    def __init__(self, seat: Seat, purpose: str, of: int, about: object = None) -> None:
        self.seat, self.purpose, self.of, self.about = seat, purpose, of, about

    def options(self) -> Iterator[tuple[int, ...]]:
        """Every order."""
        return permutations(range(self.of))

    def why_not(self, answer: object) -> str | None:
        """None for a permutation."""
        if isinstance(answer, tuple) and all(type(n) is int for n in answer) and sorted(answer) == list(range(self.of)):
            return None
        return Sentence("an order of the numbers 0 to {of}, each once, is asked", of=self.of - 1)

    def load(self, data: Json) -> tuple[int, ...]:
        """A list of numbers becomes a tuple; anything else is refused by `why_not`."""
        return tuple(data) if isinstance(data, list) else data


class Sealed(Request[dict[Seat, Any]]):
    """One question to several seats at once, secret and simultaneous: the answer holds each seat's."""

    __slots__ = ("asks",)
    kind = "sealed"

    def __init__(self, purpose: str, asks: Mapping[Seat, Request[Any]]) -> None:
        self.seat, self.purpose, self.asks = min(asks), purpose, dict(asks)

    def __str__(self) -> str:
        seats = ", ".join(map(str, sorted(self.asks)))
        return Sentence("sealed «{purpose}» of seats {seats}", purpose=self.purpose, seats=seats)

    def options(self) -> Iterator[dict[Seat, Any]]:
        """Every combination of the seats' options."""
        for answers in product(*(tuple(ask.options()) for ask in self.asks.values())):
            yield dict(zip(self.asks, answers, strict=True))

    def why_not(self, answer: object) -> str | None:
        """None when every seat's answer is acceptable to its own question."""
        if not isinstance(answer, dict) or answer.keys() != self.asks.keys():
            return Sentence("one answer each from seats {asks} is asked", asks=sorted(self.asks))
        return next((why for seat, ask in self.asks.items() if (why := ask.why_not(answer[seat]))), None)

    def load(self, data: Json) -> dict[Seat, Any]:
        """From `{"0": ..., "1": ...}`. Raises `BadInput`."""
        if not isinstance(data, dict) or data.keys() != {str(seat) for seat in self.asks}:
            raise BadInput("", Sentence("{data!r:.80} is not an answer to {what}", data=data, what=self))
        return {seat: ask.load(data[str(seat)]) for seat, ask in self.asks.items()}


class Chance(Request[A]):
    """A question to chance. `sample` and `outcomes` are two forms of one distribution."""

    __slots__ = ("owner",)
    kind = "chance"
    owner: Seat | None
    """Whose dice or deck it is: who types the outcome in when real ones are used."""

    def sample(self, below: Callable[[int], int]) -> A:
        """An outcome, from `below(n)`: a whole number from 0 to n - 1, each as likely."""
        raise NotImplementedError

    def outcomes(self) -> Iterator[tuple[A, int]]:
        """Every outcome with its integer weight."""
        raise NotImplementedError

    def options(self) -> Iterator[A]:
        """The outcomes alone."""
        return (outcome for outcome, _ in self.outcomes())


class Roll(Chance[tuple[int, ...]]):
    """Dice: `sides[i]` is the number of faces of die i; the outcome gives a face index from 0 for each."""

    __slots__ = ("sides",)
    kind = "roll"

    def __init__(self, purpose: str, sides: tuple[int, ...], owner: Seat | None = None) -> None:
        self.seat, self.purpose, self.sides, self.owner = CHANCE, purpose, sides, owner

    def sample(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One face for each die, in order."""
        return tuple([below(sides) for sides in self.sides])

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """All combinations of faces, each of weight 1."""
        return ((faces, 1) for faces in product(*map(range, self.sides)))

    def why_not(self, answer: object) -> str | None:
        """None for one face index a die."""
        if (
            isinstance(answer, tuple)
            and len(answer) == len(self.sides)
            and all(type(face) is int and 0 <= face < sides for face, sides in zip(answer, self.sides, strict=True))
        ):
            return None
        return Sentence("one face for each of {n} dice is asked, counted from 0", n=len(self.sides))

    def load(self, data: Json) -> tuple[int, ...]:
        """A list of faces becomes a tuple."""
        return tuple(data) if isinstance(data, list) else data


class Draw(Chance[tuple[str, ...]]):
    """Cards off an unordered rest: `rest` maps a card's key to how many lie there, `count` are drawn in order.

    Sampling walks the keys in sorted order, so the same numbers give the same cards whoever holds the rest.
    """

    __slots__ = ("count", "rest")
    kind = "draw"

    def __init__(self, purpose: str, rest: Mapping[str, int], count: int, owner: Seat | None = None) -> None:
        self.seat, self.purpose, self.owner = CHANCE, purpose, owner
        self.rest, self.count = rest, min(count, sum(rest.values()))

    def sample(self, below: Callable[[int], int]) -> tuple[str, ...]:
        """`count` cards without replacement."""
        keys = sorted(self.rest)
        left = [*chain.from_iterable(map(repeat, keys, map(self.rest.__getitem__, keys)))]
        return tuple([left.pop(below(len(left))) for _ in range(self.count)])

    def outcomes(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Every ordered draw; the weight counts the ways through equal copies."""
        yield from _draws(dict(sorted(self.rest.items())), self.count, (), 1)

    def why_not(self, answer: object) -> str | None:
        """None for cards that lie in the rest, no more of each than there are."""
        if not isinstance(answer, tuple) or len(answer) != self.count:
            return Sentence("{count} cards are drawn here", count=self.count)
        for key in answer:
            if not isinstance(key, str) or answer.count(key) > self.rest.get(key, 0):
                return Sentence("there are not so many of {key!r:.80} left in that deck", key=key)
        return None

    def load(self, data: Json) -> tuple[str, ...]:
        """A list of keys becomes a tuple."""
        return tuple(data) if isinstance(data, list) else data


def _draws(
    left: dict[str, int], count: int, drawn: tuple[str, ...], weight: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    if count == 0:
        yield drawn, weight
        return
    for key, number in left.items():
        if number:
            yield from _draws({**left, key: number - 1}, count - 1, (*drawn, key), weight * number)


def _slots(answer: object, of: int) -> bool:
    return (
        isinstance(answer, tuple)
        and all(type(slot) is int and 0 <= slot < of for slot in answer)
        and all(a < b for a, b in pairwise(answer))
    )
