"""A duel again: any moment of it, through anybody's eyes; its transcript; whether its chance was fair.

A moment is the number of a line of the log, as those eyes were told it. While a duel is fought there is only what
spectators see; once it is over, everybody may look through any seat's eyes, or a judge's, to whom all is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...engine import Audience, BadInput
from ...engine.transcript import loads
from .. import verify
from ..games import game_of
from ..i18n import _, retold, speaking, told
from ..words import Narrator, narrator
from ..words.board import HEADINGS
from .calls import NotHere, NotYours, Who
from .looking import Looks, Present, board_of, side_of
from .seen import LogLine, Me, Place, Seen
from .table import Table


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment of a duel: `at` out of 0 to `last`, through the eyes of `viewer`, one of `viewers` (key to words).

    `marks` are the moments at which a heading or a round begins, with its words.
    """

    seen: Seen
    at: int
    last: int
    viewer: str
    viewers: Mapping[str, str]
    marks: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """Whether dice and draws were what the commitment bound them to: a report, or what is wrong, in `problem`."""

    seed: str
    report: verify.Report | None
    problem: str


def shown(table: Table, looks: Looks, who: Who, eyes: str | None, moment: int | None, language: str) -> Shown:
    """That moment. Raises `NotHere` for one that there is not, `NotYours` for eyes that are closed yet."""
    with speaking(language):
        viewers = _viewers(table)
        viewer = eyes if eyes is not None else _own(table, who)
        if viewer not in viewers:
            told = _("while the duel is fought, it can be seen again through the eyes of a spectator alone")
            raise (NotHere(_("nobody sits there")) if table.finished else NotYours(told))
        audience: Audience = int(viewer) if viewer.isdigit() else viewer  # type: ignore[assignment]
        as_who = _who(table, viewer)
        now = looks.seen(as_who, language, 0.0, Present())
        last = max(0, len(now.lines) - 1)
        at = last if moment is None else moment
        if not 0 <= at <= last:
            raise NotHere(_("the duel has moments from 0 to {last}").format(last=last))
        seen = now if at == last and table.finished else _then(table, audience, now, at)
        return Shown(seen, at, last, viewer, viewers, _marks(now.lines))


def _viewers(table: Table) -> dict[str, str]:
    found = {"spectator": _("a spectator")}
    if table.finished:
        found |= {str(seat): table.name(seat) for seat in range(len(table.record.seats))}
        found["judge"] = _("everything open")
    return found


def _own(table: Table, who: Who) -> str:
    if not table.finished or who.role == "spectator":
        return "spectator"
    return str(who.seat) if who.role == "seat" else "judge"


def _who(table: Table, viewer: str) -> Who:
    if viewer.isdigit():
        return Who(table.record.id, "seat", int(viewer), table.name(int(viewer)))
    return Who(table.record.id, "judge" if viewer == "judge" else "spectator", None, "")


def _then(table: Table, audience: Audience, now: Seen, at: int) -> Seen:
    """The table as it was when line `at` had just been told."""
    scene = _scene(narrator(table.session, audience), table, audience, at)
    places = tuple(
        Place(one.seat, one.name, side_of(scene, one.seat), one.player, False, False, None, None) for one in now.places
    )
    me = Me(now.me.role, now.me.seat, now.me.name, side_of(scene, now.me.seat))
    return replace(
        now, version=f"{now.version}.{at}", me=me, places=places, board=board_of(table.record.game, scene),
        lines=now.lines[: at + 1], status=now.lines[at].text if now.lines else "", asked=None, waiting="", deeds=(),
        offers=(), refused=(), ruling=None, finished=False, result="", winner=None,
    )  # fmt: skip


def _scene(fresh: Narrator, table: Table, audience: Audience, at: int) -> Any:
    for event in table.session.events(audience)[: at + 1]:
        fresh.words.tell(event)
    return fresh.words.scene  # type: ignore[attr-defined]


def _marks(lines: tuple[LogLine, ...]) -> tuple[tuple[int, str], ...]:
    found, stage = [], ""
    for line in lines:
        if line.stage and line.stage != stage:
            stage = line.stage
            found.append((line.number, _stage_words(stage)))
    return tuple(found)


def _stage_words(stage: str) -> str:
    if stage in HEADINGS:
        return f"{stage} · {_(HEADINGS[stage])}"
    return _("Round {n}").format(n=stage.removeprefix("R"))


def transcript(table: Table) -> str:
    """The whole duel as a file. Raises `NotYours` while it is fought: it holds what nobody may know yet."""
    if not table.finished:
        raise NotYours(_("the transcript can be had when the duel is over"))
    return table.session.transcript().dumps()


def verified(text: str) -> Verified:
    """Whether the chance of a finished duel was fair, by its file."""
    loaded = loads(text)
    try:
        report = verify.verify(loaded, text, game_of(loaded.game, "transcript"))
    except (verify.Refuted, BadInput) as error:
        problem = retold(getattr(error, "reason", "")) or told(error)
        return Verified(loaded.seed or "", None, problem)
    return Verified(loaded.seed or "", report, "")
