"""What pictures need computed: which strokes a value has, what a die shows, how an odds bar is filled, QR codes."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from markupsafe import Markup, escape

from ...engine import Seat
from ..i18n import _, ngettext
from ..words import Choice, Question
from ..words.board import Board, BoardSide, Face
from .seen import LogLine, Place, Seen

CRESTS = ("reeds", "ripples", "steps", "crescent", "bars", "rings")
"""Signs of ours for duellists; they are nobody's in the books."""
STROKES = 5
"""Focus values that are drawn as strokes, from 0."""
SYMBOLS = {"s": "success", "e": "explosive success", "o": "opportunity", "t": "strife"}
ORIGINS = ("pool", "hand", "deck", "discard")
NEAR = 6
"""Hundredths of a slider that two signs along it need between them, on the smallest telephone too."""


# --- the live line ---------------------------------------------------------------------------------------


def live(seen: Seen) -> tuple[str, str]:
    """What the live line tells, and the question at its end; none where the page asks another below, or none."""
    ask = seen.asked.question.text if seen.asked and not seen.ruling else ""
    return (seen.status.removesuffix(ask), ask) if ask and seen.status.endswith(ask) else (seen.status, "")


# --- cards -----------------------------------------------------------------------------------------------


def strokes(value: str) -> str:
    """The sign of a focus value, as a symbol's id; empty where there is none for it."""
    return f"fv-{value}" if value.isascii() and value.isdigit() and int(value) <= STROKES else ""


@dataclass(frozen=True, slots=True)
class Tick:
    """Where a mark lies along a slider, in hundredths of the way of its thumb, and its sign, or empty where another
    one's stands too near.
    """

    x: str
    moment: int
    sign: str


def ticks(marks: Iterable[tuple[int, str]], last: int) -> tuple[Tick, ...]:
    """The marks of a slider from 0 to `last`: moments and words, whose number or else first letter is the sign."""
    found: list[Tick] = []
    signed = float(-NEAR)
    for moment, words in marks:
        x = 100 * moment / max(last, 1)
        number = re.search("[0-9]+", words)
        sign = "" if x - signed < NEAR else number[0] if number else words[:1]
        signed = x if sign else signed
        found.append(Tick(f"{x:.3f}", moment, sign))
    return tuple(found)


def crest(name: str, side: int | None) -> str:
    """A duellist's crest. It follows from the name, and the two sides never wear the same."""
    half = CRESTS[side::2] if side in (0, 1) else CRESTS
    return half[crc32(name.encode()) % len(half)]


def tally(text: str) -> tuple[str, str]:
    """A score as it is reckoned, as what is large and what stands small beside it: `4 + 3 = 7` is 7, and 4 + 3."""
    sum_, sign, total = text.partition(" = ")
    return (total, sum_) if sign else (text, "")


def own(sides: Iterable[BoardSide]) -> BoardSide | None:
    """One's own side of the table, if one sits at it."""
    return next((side for side in sides if side.mine), None)


def place(places: Iterable[Place], seat: Seat) -> Place:
    """Who sits at a seat."""
    return next(one for one in places if one.seat == seat)


def housekeeping(lines: Iterable[LogLine]) -> bool:
    """Whether there is a line that only keeps the rulebook's house."""
    return any(line.minor for line in lines)


def cards_in_full(board: Board) -> tuple[tuple[str, str, str], ...]:
    """Every card with a text that lies where the audience may read it, once: title, focus value, text."""
    found: dict[str, tuple[str, str, str]] = {}
    for side in board.sides:
        for one in side.people:
            found.setdefault(one.title, (one.title, "", one.text))
        for face in (*side.area, *side.pool, *side.hand):
            found.setdefault(face.title, (face.title, face.value, face.text))
    for face in board.hand:
        found.setdefault(face.title, (face.title, face.value, face.text))
    return tuple(row for title, row in found.items() if title and row[2])


# --- a question, laid out --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Held:
    """A choice that is a card to be focused: its number from 1, the choice, the card, and whether it goes face up."""

    number: int
    choice: Choice
    face: Face
    up: bool


@dataclass(frozen=True, slots=True)
class Act:
    """A choice that is done with one press: its number from 1, the choice, and what kind of act it is."""

    number: int
    choice: Choice
    tag: str


@dataclass(frozen=True, slots=True)
class Laid:
    """A question of the form `choose`, as it is laid on the table: cards by where they come from, and acts."""

    cards: dict[str, tuple[Held, ...]]
    acts: tuple[Act, ...]

    @property
    def strike(self) -> Act | None:
        """The strike, if it is among the acts."""
        return next((act for act in self.acts if act.tag == "strike"), None)

    @property
    def marked(self) -> bool:
        """Whether some card may be focused face up, so that the choice says how it goes."""
        return any(held.up for cards in self.cards.values() for held in cards)


def asked(question: Question, side: Any = None) -> Laid:
    """The choices of a question, with the cards of one's own side that they mean."""
    cards: dict[str, list[Held]] = {}
    acts = []
    for number, choice in enumerate(question.choices, 1):
        tag = str(getattr(choice.answer, "tag", ""))
        origin = getattr(choice.answer, "origin", "")
        face = _face(choice, side) if tag == "focus" else None
        if face is None:
            acts.append(Act(number, choice, tag))
        else:
            cards.setdefault(origin, []).append(Held(number, choice, face, choice.answer.face_up))
    return Laid({origin: tuple(cards[origin]) for origin in ORIGINS if origin in cards}, tuple(acts))


def _face(choice: Choice, side: Any) -> Face | None:
    """The card that a choice would focus, as it lies on the own side; None where it lies nowhere that is seen."""
    row = {"pool": "pool", "hand": "hand", "discard": "discard"}.get(choice.answer.origin)
    faces: tuple[Face, ...] = getattr(side, row, ()) if row else ()
    slot = choice.answer.slot
    return faces[slot] if slot < len(faces) else None


def linked(text: str) -> Markup:
    """A reason that names its clause in brackets at its end, with the clause as a link."""
    told, clause = found.groups() if (found := re.fullmatch(r"(.*?) ?\[([A-Za-z0-9.-]+)\]", text)) else (text, "")
    link = Markup('<a href="/rules/{0}"><code>{0}</code></a>').format(clause) if clause else ""
    return Markup("{} {}").format(told, link) if link else escape(told)


# --- dice ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Die:
    """A die as it lies: `ring` or `skill`, the symbol for its face (empty: blank), and that in words."""

    kind: str
    face: str
    words: str


def die(text: str) -> Die | None:
    """The die that `(ST)` or `[E]` means; None for text that is no die."""
    found = re.fullmatch(r"\(([SEOT]*|–)\)|\[([SEOT]*|–)\]", text)
    if found is None:
        return None
    ring = found.group(1) is not None
    shown = (found.group(1) or found.group(2) or "").strip("–").lower()
    names = {
        "s": _("success"), "e": _("explosive success"), "o": _("opportunity"), "t": _("strife"),
    }  # fmt: skip
    told = " + ".join(names[symbol] for symbol in shown) or _("blank")
    kind = _("Ring die") if ring else _("Skill die")
    return Die("ring" if ring else "skill", shown, f"{kind}: {told}")


# --- odds, time, links -----------------------------------------------------------------------------------


def share(text: str) -> float | None:
    """How much of a bar a chance such as `62.5%` or `12,5 %` fills, from 0 to 100; None where no share is told."""
    found = re.search(r"(\d+(?:[.,]\d+)?)\s*%", text)
    value = float(found.group(1).replace(",", ".")) if found else math.nan
    return value if 0 <= value <= 100 else None


def time_left(seconds: float) -> str:
    """Seconds as a clock shows them: `4:05`, `1:02:09`."""
    whole = max(0, math.ceil(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def seconds_words(seconds: int) -> str:
    """How long somebody has been away: `40 seconds`, `3 minutes`, `2 hours`."""
    if seconds < 90:
        return ngettext("{n} second", "{n} seconds", seconds).format(n=seconds)
    if seconds < 5400:
        return ngettext("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)
    return ngettext("{n} hour", "{n} hours", seconds // 3600).format(n=seconds // 3600)


def qr(address: str) -> Markup:
    """A QR code of an address as inline SVG; nothing where the program that draws it is not installed."""
    try:
        import segno
    except ModuleNotFoundError:
        return Markup("")
    out = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, svgclass="qr", lineclass="qr__line", border=2
    )
    return Markup(out.getvalue().decode())
