"""The terms of a duel: its form with the objective, the weapons and the dress, and the stakes."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, TypeAlias

from iaijutsu.engine import BadInput, Json, Sentence

Deed: TypeAlias = Literal["critical", "incapacitated", "unconscious", "dying", "death", "yield"]
DEEDS: tuple[Deed, ...] = ("critical", "incapacitated", "unconscious", "dying", "death", "yield")
"""What may be an objective: a critical strike inflicted, a condition inflicted, the foe killed, or brought to yield."""

DAISHO = ("katana", "academy-katana", "wakizashi")
"""The weapons of an iaijutsu duel, by key."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One way to achieve the objective. `severity` is the least final severity that a critical strike needs."""

    deed: Deed
    severity: int = 0

    def plain(self) -> list[Json]:
        """`[deed]` or `[deed, severity]`."""
        return [self.deed, self.severity] if self.severity else [self.deed]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of duel. `goals`: any of them achieves the objective.

    `weapons` are the keys of those allowed (none listed: any); `blunted` takes the edge off them; `strikes` says
    whether weapons may be used at all, `unarmed` whether bare hands may; `sheathed` keeps blades in their scabbards
    until the own first turn. `to_the_death` lets a kill score.
    """

    key: str
    goals: tuple[Goal, ...]
    weapons: tuple[str, ...] = ()
    blunted: bool = False
    strikes: bool = True
    unarmed: bool = True
    dress: Literal["own", "ceremonial"] = "own"
    sheathed: bool = False
    to_the_death: bool = False

    def plain(self) -> Json:
        """The key of one of the book's forms, else a table."""
        if FORMS.get(self.key) == self:
            return self.key
        told = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}
        told["goals"] = [goal.plain() for goal in self.goals]
        if self.weapons:
            told["weapons"] = list(self.weapons)
        return told


def _iaijutsu(key: str, *goals: Goal, to_the_death: bool = False) -> Form:
    return Form(key, goals, DAISHO, unarmed=False, dress="ceremonial", sheathed=True, to_the_death=to_the_death)


FORMS: dict[str, Form] = {
    form.key: form
    for form in (
        _iaijutsu("first-strike", Goal("critical")),
        _iaijutsu("first-blood", Goal("critical", 5)),
        _iaijutsu("to-the-death", Goal("death"), Goal("dying"), to_the_death=True),
        Form("sparring", (Goal("incapacitated"),), blunted=True),
        Form("warriors", (Goal("unconscious"), Goal("dying"), Goal("death"), Goal("yield"))),
        Form("taryu-jiai", (Goal("incapacitated"), Goal("yield")), strikes=False, unarmed=False),
    )
}
"""The common forms of duel, by key."""

CLASH = (Goal("incapacitated"), Goal("unconscious"), Goal("dying"), Goal("death"))
"""What wins a clash, whatever the form."""


def load(data: Json, where: str = "form") -> Form:
    """A form from its key or its table. Raises `BadInput`."""
    if isinstance(data, str):
        if data not in FORMS:
            raise BadInput(
                where,
                Sentence(
                    "{data!r:.60} is no form of duel; forms are {forms}, or a table of your own",
                    data=data,
                    forms=", ".join(FORMS),
                ),
            )
        return FORMS[data]
    if not isinstance(data, dict):
        raise BadInput(
            where,
            Sentence("one of {forms}, or a table, is needed, not {found!r:.60}", forms=", ".join(FORMS), found=data),
        )
    if unknown := sorted(data.keys() - {f.name for f in fields(Form)}):
        raise BadInput(
            f"{where}: {unknown[0]}",
            Sentence("unknown; known are {fields}", fields=", ".join(f.name for f in fields(Form))),
        )
    return Form(
        _key(data.get("key", "custom"), f"{where}: key"),
        tuple([_goal(goal, f"{where}: goals") for goal in _listed(data.get("goals"), f"{where}: goals")]),
        tuple([_key(key, f"{where}: weapons") for key in _listed(data.get("weapons", []), f"{where}: weapons", 0)]),
        dress=_dress(data.get("dress", "own"), f"{where}: dress"),
        **{name: _flag(data[name], f"{where}: {name}") for name in _FLAGS if name in data},
    )


_FLAGS = ("blunted", "strikes", "unarmed", "sheathed", "to_the_death")


def _key(data: Json, where: str) -> str:
    if not isinstance(data, str) or not 0 < len(data) <= 60 or not data.isprintable():
        raise BadInput(where, Sentence("1 to 60 printable characters are needed, not {found!r:.80}", found=data))
    return data


def _flag(data: Json, where: str) -> bool:
    if not isinstance(data, bool):
        raise BadInput(where, Sentence("true or false is needed, not {found!r:.60}", found=data))
    return data


def _dress(data: Json, where: str) -> Literal["own", "ceremonial"]:
    if data == "own":
        return "own"
    if data == "ceremonial":
        return "ceremonial"
    raise BadInput(where, Sentence('"own" or "ceremonial" is needed, not {found!r:.60}', found=data))


def _listed(data: Json, where: str, least: int = 1) -> list[Json]:
    if not isinstance(data, list) or not least <= len(data) <= 40:
        raise BadInput(where, Sentence("a list of {least} to 40 is needed, not {found!r:.60}", least=least, found=data))
    return data


def _goal(data: Json, where: str) -> Goal:
    match data:
        case [str(deed)] if deed in DEEDS:
            return Goal(deed)
        case ["critical", int(severity)] if not isinstance(severity, bool) and 0 <= severity <= 99:
            return Goal("critical", severity)
    raise BadInput(
        where,
        Sentence(
            '[deed], or ["critical", severity from 0 to 99], with a deed of {deeds}, is needed', deeds=", ".join(DEEDS)
        ),
    )
