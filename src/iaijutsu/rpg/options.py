"""What a duellist, a game master or a judge may answer. Small frozen things; the tag names each in transcripts."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args, get_type_hints

from iaijutsu.engine import BadInput, Json, Option, Seat, Sentence
from iaijutsu.engine.quick import dataclass

# --- answers of players ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoOn(Option):
    """Nothing of what is offered: go on."""

    tag = "go-on"


@dataclass(frozen=True, slots=True)
class Concede(Option):
    """Yield the duel."""

    tag = "concede"


@dataclass(frozen=True, slots=True)
class Take(Option):
    """Take a stance, or enter a check with a ring."""

    tag = "ring"
    ring: str


@dataclass(frozen=True, slots=True)
class Unmask(Option):
    """Unmask, at one of the costs (`unmasking.COSTS`). `forfeit`: honor, glory, both, or none."""

    tag = "unmask"
    cost: str
    forfeit: str = "none"


@dataclass(frozen=True, slots=True)
class Hold(Option):
    """Hold a readied weapon in another grip."""

    tag = "hold"
    weapon: str
    grip: str


@dataclass(frozen=True, slots=True)
class Drop(Option):
    """Let a readied weapon fall."""

    tag = "drop"
    weapon: str


@dataclass(frozen=True, slots=True)
class Strike(Option):
    """The Strike action, or an Attack action of a technique (`key`), with a weapon; `grip` when it is drawn for it."""

    tag = "attack"
    key: str
    weapon: str = ""
    grip: str = ""


@dataclass(frozen=True, slots=True)
class CalmingBreath(Option):
    """The Calming Breath action."""

    tag = "calming-breath"


@dataclass(frozen=True, slots=True)
class Center(Option):
    """The Center action, with the skill that is named."""

    tag = "center"
    skill: str


@dataclass(frozen=True, slots=True)
class Predict(Option):
    """The Predict action, with the ring that is recorded in secret."""

    tag = "predict"
    ring: str


@dataclass(frozen=True, slots=True)
class Ready(Option):
    """Prepare Item: ready a weapon in a grip."""

    tag = "ready"
    weapon: str
    grip: str


@dataclass(frozen=True, slots=True)
class Stow(Option):
    """Prepare Item: stow a readied weapon."""

    tag = "stow"
    weapon: str


@dataclass(frozen=True, slots=True)
class Prepare(Option):
    """Prepare Item: make an item ready for use. Of things that the rules do not know, it is told only."""

    tag = "prepare"
    item: str = ""


@dataclass(frozen=True, slots=True)
class Treat(Option):
    """A check that ends a condition of `seat`, as the condition itself says."""

    tag = "treat"
    condition: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Unique(Option):
    """A Unique Action: what it is stands in a free line of the log."""

    tag = "unique"


@dataclass(frozen=True, slots=True)
class Use(Option):
    """An action of a technique that is no attack; with a weapon when it needs one."""

    tag = "use"
    technique: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Spend(Option):
    """Spend opportunity on one of the ways open, `times` over when it scales."""

    tag = "spend"
    way: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Pick(Option):
    """One of some words: a skill, a weapon, a condition, a scar."""

    tag = "pick"
    what: str


@dataclass(frozen=True, slots=True)
class Yes(Option):
    """Do what is offered."""

    tag = "yes"


GO_ON = GoOn()
YES = Yes()

# --- acts of a judge or game master ------------------------------------------------------------------------

LINES = ("objective", "first", "fatigue", "critical", "kill", "unmasked")
"""The lines of the score."""

VALUES = ("strife", "fatigue", "void_points", "honor", "glory", "initiative", "gained")
"""What may be set to another value."""


@dataclass(frozen=True, slots=True)
class SetLine(Option):
    """A line of a seat's score is so many points, whatever the program found."""

    tag = "set-line"
    seat: Seat
    line: str
    points: int


@dataclass(frozen=True, slots=True)
class SetFirst(Option):
    """Who struck first: a seat, or -1 for nobody."""

    tag = "set-first"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SetObjective(Option):
    """Whether a seat has achieved its objective."""

    tag = "set-objective"
    seat: Seat
    achieved: bool


@dataclass(frozen=True, slots=True)
class SetCheating(Option):
    """Whether a seat was seen cheating."""

    tag = "set-cheating"
    seat: Seat
    seen: bool


@dataclass(frozen=True, slots=True)
class SetValue(Option):
    """A value of a seat is another one."""

    tag = "set-value"
    seat: Seat
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class RunAgain(Option):
    """The check in hand had a wrong TN or target: it is run again, from the roll or with the dice as they lie.

    `tn` is the TN before the usual changes (0: as it was); `target` a seat, -1 for none, -2: as it was.
    """

    tag = "run-again"
    tn: int
    target: Seat
    roll: bool


@dataclass(frozen=True, slots=True)
class Bear(Option):
    """An advantage or disadvantage of the roller applies to the check in hand, or does not."""

    tag = "bear"
    trait: str
    applies: bool


@dataclass(frozen=True, slots=True)
class Assist(Option):
    """So many others assist the check in hand: with ranks in its skill, and without."""

    tag = "assist"
    skilled: int
    unskilled: int


@dataclass(frozen=True, slots=True)
class Stop(Option):
    """The duel comes to resolution now."""

    tag = "stop"


ACTS: dict[str, type[Option]] = {
    act.tag: act for act in (SetLine, SetFirst, SetObjective, SetCheating, SetValue, RunAgain, Bear, Assist, Stop)
}


def load_act(data: Json) -> Option:
    """A judge's act from `[tag, field, ...]`. Raises `BadInput`."""
    kind = ACTS.get(data[0]) if isinstance(data, list) and data and isinstance(data[0], str) else None
    if kind is None:
        raise BadInput(
            Sentence("a judge's act"),
            Sentence(
                "[tag, field, ...] with a tag of {acts} is needed, not {found!r:.80}", acts=", ".join(ACTS), found=data
            ),
        )
    hints = get_type_hints(kind)
    names = [f.name for f in fields(kind)]
    if len(data) != len(names) + 1:
        raise BadInput(
            Sentence("a judge's act: {tag}", tag=kind.tag),
            Sentence("its fields are {names}", names=", ".join(names) or "–"),
        )
    return kind(
        *[_field(value, hints[name], f"{kind.tag}: {name}") for name, value in zip(names, data[1:], strict=True)]
    )


def _field(value: Any, kind: Any, where: str) -> Any:
    kind = get_args(kind)[0] if get_args(kind) else kind
    if type(value) is not kind:
        raise BadInput(
            Sentence("a judge's act: {where}", where=where),
            Sentence("{name} is needed, not {found!r:.60}", name=kind.__name__, found=value),
        )
    return value
