"""Policies of kernels in a line of text, as they are typed: `at=1/0,hand=last` or `bold,unmasks=end`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..engine import BadInput, Sentence
from .kernel_policies import WHOLE, Threshold
from .kernel_rpg_policy import Conduct, by_mood

THRESHOLD = Sentence(
    "at=LEAD/LEAD/..., guess=POINTS, floor=VALUE, hand=best|first|last|never, waver=SHARE, lowest, takes-first"
)
"""What may be said of a side of the card duel: see `kernel_policies.Threshold`."""


def threshold(text: str, where: str) -> Threshold:
    """The policy of a side of the card duel. Raises `BadInput`."""
    made: dict[str, Any] = {}
    for name, value in _parts(text):
        if name == "at":
            made["margins"] = tuple(_whole(part, where) for part in value.split("/"))
        elif name == "guess":
            made["guess"] = round(2 * _number(value, where, 0, 20))
        elif name == "floor":
            made["floor"] = _whole(value, where)
        elif name == "hand":
            made["hand"] = value
        elif name == "waver":
            made["waver"] = round(WHOLE * _number(value, where, 0, 1))
        elif name in ("lowest", "takes-first") and not value:
            made["highest_first" if name == "lowest" else "takes_first"] = name != "lowest"
        else:
            raise BadInput(
                where,
                Sentence("{name!r:.40} is not known; what can be said is {threshold}", name=name, threshold=THRESHOLD),
            )
    return Threshold(**made)


CONDUCTS: dict[str, Conduct] = {
    "steady": Conduct(),
    "bold": Conduct(
        stance=("fire",) * 32, seizes=frozenset({"attack", "resist"}), bid=((0,) * 4, (0,) * 4, (2,) * 4, (4,) * 4),
        second=("none",) * 32,
    ),
    "careful": Conduct(
        enter="earth", stance=by_mood(lambda mood: "water" if mood & 2 else "earth"), bid=((0,) * 4,) * 4,
        unmasks="start", cost="honors-challenge", forfeit="none",
    ),
    "patient": Conduct(
        stance=by_mood(lambda mood: "water" if mood & 7 else "air"),
        action=by_mood(lambda mood: "ready" if not mood & 16 else "strike" if mood & 8 else "calming-breath"),
        bid=((0,) * 4, (0,) * 4, (0,) * 4, (1,) * 4),
    ),
}  # fmt: skip
"""Ready conducts of the role-playing duel."""


def conduct(text: str, where: str) -> Conduct:
    """A ready conduct with changes: its name, then `name=value` for what is one word. Raises `BadInput`."""
    parts = list(_parts(text))
    first = parts.pop(0)[0] if parts and not parts[0][1] else "steady"
    if first not in CONDUCTS:
        raise BadInput(
            where,
            Sentence(
                "there is no conduct {first!r:.40}; there are {conducts}", first=first, conducts=", ".join(CONDUCTS)
            ),
        )
    made: dict[str, Any] = {}
    for name, value in parts:
        if name not in CHANGES:
            raise BadInput(
                where,
                Sentence(
                    "{name!r:.40} is not known; what can be said is {changes}", name=name, changes=", ".join(CHANGES)
                ),
            )
        made |= CHANGES[name](value, where)
    return replace(CONDUCTS[first], **made)


def _flag(name: str) -> Callable[[str, str], dict[str, Any]]:
    def read(value: str, where: str) -> dict[str, Any]:
        if value not in ("yes", "no"):
            raise BadInput(where, Sentence("{name} is yes or no, not {found!r:.40}", name=name, found=value))
        return {name: value == "yes"}

    return read


def _word(name: str) -> Callable[[str, str], dict[str, Any]]:
    return lambda value, where: {name: value}


CHANGES: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "enter": _word("enter"),
    "stance": lambda value, where: {"stance": (value,) * 32},
    "action": lambda value, where: {"action": (value,) * 32},
    "second": lambda value, where: {"second": (value,) * 32},
    "bid": lambda value, where: {"bid": ((_whole(value, where),) * 4,) * 4},
    "seizes": lambda value, where: {"seizes": frozenset(filter(None, value.split("/")))},
    "suffers": _flag("suffers"),
    "blows": _flag("blows"),
    "concedes": lambda value, where: {"concedes": _whole(value, where)},
    "unmasks": _word("unmasks"),
    "cost": lambda value, where: dict(zip(("cost", "forfeit"), (*value.split("/"), "none")[:2], strict=True)),
    "center": _word("center"),
}
"""What may be changed in a conduct by one word."""


def _parts(text: str) -> list[tuple[str, str]]:
    pairs = (part.partition("=") for part in text.split(","))
    return [(name.strip(), value.strip()) for name, _sign, value in pairs if name.strip()]


def _whole(text: str, where: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        raise BadInput(where, Sentence("{found!r:.40} found; a whole number is needed", found=text))
    return int(text)


def _number(text: str, where: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = most + 1
    if not least <= value <= most:
        raise BadInput(
            where,
            Sentence(
                "{found!r:.40} found; a number from {least:g} to {most:g} is needed", found=text, least=least, most=most
            ),
        )
    return value
