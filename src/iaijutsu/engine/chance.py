"""Sources of chance: whoever answers a `Chance` request. The rules never know which one sits there.

People who roll and draw at a real table are no source here: a session without a source leaves the chance
requests open and takes what is typed in. Exact enumeration is in `lines`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from .errors import DuelError
from .requests import Chance
from .sentences import Sentence

A = TypeVar("A")
_MASK = (1 << 64) - 1


class Source(Protocol):
    """Answers chance requests. `number` counts them from 0 within the duel, so a resumed duel goes on alike."""

    def outcome(self, request: Chance[A], number: int) -> A:
        """An outcome of `request`."""
        ...


class Seeded:
    """A fast repeatable source (SplitMix64, one stream for each chance request): the same seed, the same duel.

    For practice, simulation and tests; who knows the seed knows what comes.
    """

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def outcome(self, request: Chance[A], number: int) -> A:
        """An outcome that depends on the seed and the number alone."""
        return request.sample(below_from(_mix(self.seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03)))


def below_from(state: int) -> Callable[[int], int]:
    """`below(n)` from a 64-bit state: whole numbers from 0 to n - 1, without bias (Lemire, with rejection)."""

    def below(n: int) -> int:
        nonlocal state
        while True:
            state = (state + 0x9E3779B97F4A7C15) & _MASK
            product = _mix(state) * n
            if product & _MASK >= n or product & _MASK >= (1 << 64) % n:
                return product >> 64

    return below


def _mix(z: int) -> int:
    z &= _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class Verifiable:
    """A fair source that anybody can check afterwards. The written specification is `docs/fairness.md`.

    `commitment` is published before the duel, `seed` (32 bytes) after it.
    """

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError(Sentence("a seed of 32 bytes is needed, not {found}", found=len(seed)))
        self.seed = seed

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, in hex. It tells nothing about what will be drawn."""
        return hashlib.sha256(b"iaijutsu commitment 1\n" + self.seed).hexdigest()

    def outcome(self, request: Chance[A], number: int) -> A:
        """An outcome from HMAC-SHA-256 blocks keyed by the seed."""
        return request.sample(self._below(number))

    def _below(self, number: int) -> Callable[[int], int]:
        taken = 0

        def below(n: int) -> int:
            nonlocal taken
            limit = (1 << 64) - (1 << 64) % n
            while True:
                message = b"iaijutsu draw 1\n%d\n%d" % (number, taken)
                taken += 1
                value = int.from_bytes(hmac.digest(self.seed, message, "sha256")[:8], "big")
                if value < limit:
                    return value % n

        return below


class Scripted:
    """Outcomes laid down beforehand, for tests and retold duels. `used_up` says whether all were consulted."""

    def __init__(self, outcomes: Iterable[Any]) -> None:
        self._left = list(outcomes)

    def outcome(self, request: Chance[A], number: int) -> A:
        """The next outcome of the script. Raises `DuelError` when there is none, or when it cannot come up."""
        if not self._left:
            raise DuelError(Sentence("the script has no outcome left for {request}", request=request))
        outcome = self._left.pop(0)
        if reason := request.why_not(outcome):
            raise DuelError(
                Sentence(
                    "the script says {outcome!r} for {request}: {reason}",
                    outcome=outcome,
                    request=request,
                    reason=reason,
                )
            )
        return outcome  # type: ignore[no-any-return]

    @property
    def used_up(self) -> bool:
        """Whether nothing of the script is left."""
        return not self._left
