"""Whether the dice and draws of a finished duel are those that its commitment bound it to.

Written from `docs/fairness.md` alone: nothing here is taken from the generator that made the numbers, so that a
mistake in one is a disagreement of the two. What the questions were is learnt by playing the duel again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..engine import BadInput, Claimed, Draw, DuelError, Game, Roll, Sealed, Session, Transcript, plain
from ..engine.session import guarded
from ..engine.transcript import CLAIM, RULING, SAY, Entry
from .i18n import _, retold

SEED = 32
"""Bytes of a seed."""
SPACE = 1 << 64
"""How many numbers one block can give."""


class Refuted(DuelError):
    """The file does not show what it should: a draw, a die, the seed or the seal is another than it must be."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked: draws and rolls, cards and dice in them, and the commitment that bound them.

    `claimed`: the duel was not played to the rules' end; it was claimed from somebody whose time was up.
    """

    questions: int
    cards: int
    dice: int
    commitment: str
    claimed: bool = False


# --- the specification -----------------------------------------------------------------------------------


def commitment_of(seed: bytes) -> str:
    """What is published before the duel."""
    return hashlib.sha256(b"iaijutsu commitment 1\n" + seed).hexdigest()


def numbers(seed: bytes, question: int) -> Iterator[int]:
    """The stream of numbers below 2^64 that belongs to one question to chance, counted from 0 in the duel."""
    count = 0
    while True:
        message = f"iaijutsu draw 1\n{question}\n{count}".encode("ascii")
        block = hmac.new(seed, message, hashlib.sha256).digest()
        yield int.from_bytes(block[:8], byteorder="big")
        count += 1


def below(stream: Iterator[int], bound: int) -> int:
    """The next number from 0 to `bound` - 1: numbers at the uneven end of the space are passed over."""
    usable = SPACE - SPACE % bound
    for number in stream:
        if number < usable:
            return number % bound
    raise AssertionError("the stream has no end")


def rolled(seed: bytes, question: int, sides: tuple[int, ...]) -> list[int]:
    """The faces, from 0, of dice with so many sides."""
    stream = numbers(seed, question)
    return [below(stream, faces) for faces in sides]


def drawn(seed: bytes, question: int, rest: Mapping[str, int], count: int) -> list[str]:
    """The cards drawn, in order, from a rest: key to copies."""
    stream = numbers(seed, question)
    row = sorted(key for key, copies in rest.items() for _copy in range(copies))
    return [row.pop(below(stream, len(row))) for _card in range(min(count, len(row)))]


def sealed_text(text: str) -> str:
    """The seal of a file's text without its seal."""
    return hashlib.sha256(b"iaijutsu seal 1\n" + text.encode()).hexdigest()


# --- checking --------------------------------------------------------------------------------------------


def verify(transcript: Transcript, text: str, game: Game[Any]) -> Report:
    """Check a finished duel, `text` being its file. Raises `BadInput` for a file that cannot be read or checked at all,
    `Refuted` for one that is not what it must be.
    """  # fmt: skip
    seed = _seed(transcript)
    if text != transcript.dumps():
        raise Refuted(_("the file is not in the form in which duels are written: it was changed by something else"))
    _check_seal(transcript)
    session = Session(game, game.load_setup(transcript.setup))
    tally = [0, 0, 0]
    for place, entry in enumerate(transcript.entries):
        _check(session, entry, place, seed, tally)
    if not session.finished:
        raise BadInput("verify", _("the duel is not over; its seed is told at the end, and then it can be checked"))
    return Report(tally[0], tally[1], tally[2], commitment_of(seed), isinstance(session.outcome, Claimed))


def _seed(transcript: Transcript) -> bytes:
    if transcript.commitment is None:
        raise BadInput(
            "verify", _("this duel has no commitment: its chance was repeatable, typed in, or begun elsewhere")
        )
    if transcript.seed is None:
        raise BadInput(
            "verify", _("this duel tells no seed: it is not over, or was ended where the seed was not known")
        )
    try:
        seed = bytes.fromhex(transcript.seed)
    except ValueError:
        raise BadInput("verify", _("the seed is not in hexadecimal digits")) from None
    if len(seed) != SEED or seed.hex() != transcript.seed:
        raise BadInput("verify", _("a seed of {seed} bytes in small hexadecimal digits is needed").format(seed=SEED))
    if commitment_of(seed) != transcript.commitment:
        raise Refuted(_("the seed is not the one that the commitment was made for"))
    return seed


def _check_seal(transcript: Transcript) -> None:
    last = transcript.entries[-1] if transcript.entries else None
    words = last.answer if last and (last.purpose, last.seat) == (SAY, 0) and isinstance(last.answer, list) else []
    if words[:1] != ["iaijutsu"] or len(words) != 2 or not str(words[1]).startswith("seal "):
        raise Refuted(_("the seal is missing: something was taken from the end of the file, or added to it"))
    bare = Transcript(
        transcript.game, transcript.edition, transcript.setup, transcript.entries[:-1], transcript.waiting,
        transcript.commitment, transcript.seed,
    )  # fmt: skip
    if words[1] != "seal " + sealed_text(bare.dumps()):
        raise Refuted(_("the seal is broken: the file was changed after the duel"))


def _check(session: Session[Any], entry: Entry, place: int, seed: bytes, tally: list[int]) -> None:
    """Hand one entry to the duel that is played again; chance must be what the seed makes it."""
    where = _("entry {n}").format(n=place + 1)
    pending = session.pending
    if entry.purpose in ASIDE:
        if entry.purpose == CLAIM and isinstance(pending, Draw | Roll):
            raise Refuted(_("{entry} claims the duel where dice or cards come first").format(entry=where))
        guarded(where, lambda: ASIDE[entry.purpose](session, entry))
        return
    if pending is None or (pending.purpose, pending.seat) != (entry.purpose, entry.seat):
        told = _("{entry} answers «{purpose}», which is not what the rules ask there")
        raise Refuted(told.format(entry=where, purpose=entry.purpose))
    if isinstance(pending, Draw | Roll):
        _check_chance(session, pending, entry, where, seed)
        tally[0] += 1
        tally[1] += len(entry.answer) if isinstance(pending, Draw) else 0
        tally[2] += len(entry.answer) if isinstance(pending, Roll) else 0
    answer = pending.load(entry.answer)
    if reason := pending.why_not(answer):
        raise Refuted(_("{entry} is not allowed there: {reason}").format(entry=where, reason=retold(reason)))
    parts = answer if isinstance(pending, Sealed) else {pending.seat: answer}
    for seat, part in parts.items():
        session.submit(seat, part)


def _ruled(session: Session[Any], entry: Entry) -> None:
    by, act, reason = entry.answer
    session.rule(by, session.referee.load_act(act), reason)


def _claimed(session: Session[Any], entry: Entry) -> None:
    by, late, of = entry.answer
    session.claim(entry.seat, by, late, of)


ASIDE: dict[str, Callable[[Session[Any], Entry], None]] = {
    SAY: lambda session, entry: session.say(*entry.answer), RULING: _ruled, CLAIM: _claimed,
}  # fmt: skip
"""What stands in a file and answers no question."""


def _check_chance(session: Session[Any], pending: Draw | Roll, entry: Entry, where: str, seed: bytes) -> None:
    number = session.draws
    if isinstance(pending, Draw):
        expected: list[Any] = list(drawn(seed, number, pending.rest, pending.count))
    else:
        expected = list(rolled(seed, number, pending.sides))
    if plain(entry.answer) != expected:
        told = _("{entry}, draw {n}: the file says {found!r:.80}, the seed makes it {expected!r:.80}")
        raise Refuted(told.format(entry=where, n=number + 1, found=entry.answer, expected=expected))
