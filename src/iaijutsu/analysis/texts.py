"""Card texts as far as they bear on who wins: what a focus game can express of them, and the names of what it cannot.

A text is kept as JSON, so that equal texts are equal words: `when` it happens (`effect`: as Focus Effects resolve;
`reveal`: after cards are revealed; `after`: after a Focus Effect has resolved, `whose`), `if` what holds, `do` what,
and `may` where its player is free to leave it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from ..cards.pieces import Ability, Card, Effect
from .focus_game import Face, FocusGame, FocusSide, faces

Text: TypeAlias = dict[str, Any]

NO_BEARING = frozenset({
    "honor", "bow", "straighten", "cleanup", "consequence", "consequence-alter", "control", "home", "focus-source",
    "focus-limit", "must-focus", "forbid-fv", "face-up", "strike", "first-opportunity", "refuse", "prevent",
})  # fmt: skip
"""Effects that change nothing about who wins once Focus Effects resolve."""
_AMOUNT_KEYS = frozenset({
    "fv", "count", "of", "number", "lower", "higher", "sum", "times", "half", "plus", "at_least", "at_most",
})  # fmt: skip
_COUNTS = ("focused", "pool", "hand", "discard")
_STATS = ("force", "chi", "honor")
_SIDES = ("own", "opponent", "both", "challenger", "challenged")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a card's text is read in: the side whose card it is, and what the table says.

    `stat_names`: the stat that each side uses. `ties`: whether a sole Duelist wins ties. `blank`: whether the duellist
    of each side has a text of his own that could be negated. `stats`: Force, Chi and Honor of both duellists.
    """

    side: int
    stat_names: tuple[str, str] = ("chi", "chi")
    ties: bool = False
    blank: tuple[bool, bool] = (False, False)
    stats: tuple[tuple[int, int, int], tuple[int, int, int]] = ((0, 0, 0), (0, 0, 0))


def face_of(card: Card, setting: Setting) -> tuple[Face, str]:
    """The face of a Fate card, and what of its text is left out ("" for nothing)."""
    value = card.focus or 0
    texts: list[Text] = []
    left = ""
    for ability in card.abilities:
        made, expressed = _text_of(ability, setting)
        if not expressed:
            left = card.title
        elif made is not None:
            texts.append(made)
    if left or not texts:
        return Face(value, value, title=card.title), left
    return Face(value, value, json.dumps(texts, sort_keys=True), card.title), ""


@lru_cache(1024)
def parsed(text: str) -> tuple[Text, ...]:
    """The texts that a face's words stand for."""
    return tuple(json.loads(text)) if text else ()


def gain_of(face: Face) -> int | None:
    """By how much a text raises the own score, whatever else is focused; None when that is not sure."""
    total = 0
    for text in parsed(face.text):
        if text["when"] != "effect" or text.get("may") or text.get("if"):
            return None
        for effect in text["do"]:
            change = effect.get("amount")
            own = effect.get("who", "own") == "own"
            if effect.get("if") or type(change) is not int or change <= 0 or not own:
                return None
            raises = ("fv", "add", "this")
            if effect["do"] != "stat" and (effect["do"], effect.get("op"), effect.get("which")) != raises:
                return None
            total += change
    return total


def flattened(game: FocusGame) -> FocusGame:
    """The same game, with texts that only raise the own score counted into values where that comes to the same."""
    sides = game.sides
    if any(side.ignore_highest or side.last_times != 1 or side.reveal for side in sides):
        return game
    cards = [face for side in sides for face in (*dict(side.deck), *side.held)]
    if any(gain_of(face) is None for face in cards):
        return game
    return replace(game, sides=(_flat_side(sides[0]), _flat_side(sides[1])))


def _flat_side(side: FocusSide) -> FocusSide:
    """A side whose cards are worth what they come to; what only texts could ask for is forgotten."""
    counted: dict[Face, int] = {}
    for face, number in side.deck:
        flat = flat_face(face, side)
        counted[flat] = counted.get(flat, 0) + number
    held = tuple(flat_face(face, side) for face in side.held)
    return replace(
        side, deck=faces(counted), held=held, silenced=False, life=-1, discard=0, entered=-1, stat_name="chi"
    )


def flat_face(face: Face, side: FocusSide) -> Face:
    """A face with what its text is sure to gain."""
    gain = 0 if side.silenced else gain_of(face) or 0
    return Face(face.value + gain, face.printed, title=face.title)


def _who(effect: Effect, setting: Setting) -> int | None:
    who = effect.get("who", "own")
    return {"own": setting.side, "opponent": 1 - setting.side, "challenger": 0, "challenged": 1}.get(who)


# --- abilities -------------------------------------------------------------------------------------------


def _text_of(ability: Ability, setting: Setting) -> tuple[Text | None, bool]:
    """The text of an ability (None: it has no bearing), and whether it can be expressed."""
    when = _when(ability)
    if when is None:
        return None, True
    conditions = [_constant(one, setting) for one in ability.conditions]
    if False in conditions:
        return None, True
    effects = [made for effect in ability.effects if (made := _bearing(effect, setting)) is not None]
    if not effects:
        return None, True
    needed = [one for one in conditions if one is not True]
    if ability.cost or ability.limit or not all(map(_condition, needed)):
        return None, False
    if when["when"] != "effect":
        effects = [_counted_now(effect, setting) for effect in effects]
    if not all(_expressed(effect, setting) for effect in effects):
        return None, False
    text: Text = {**when, "do": effects}
    if needed:
        text["if"] = needed
    if ability.optional:
        text["may"] = True
    return text, True


def _when(ability: Ability) -> Text | None:
    """When an ability of a focused card happens; None when it does not as it lies there."""
    if ability.kind == "focus-effect":
        return {"when": "effect"}
    if ability.kind == "trait" and ability.place == "focused":
        if ability.on == ("after", "reveal"):
            return {"when": "reveal"}
        if ability.on == ("after", "focus-effect"):
            return {"when": "after", "whose": ability.whose}
        return {"when": "else"}
    if ability.place == "focused":
        return {"when": "else"}
    return None


def _bearing(effect: Effect, setting: Setting) -> Effect | None:
    """The effect without conditions that always hold; None when it has no bearing on who wins."""
    if effect["do"] in NO_BEARING or _harmless(effect, setting):
        return None
    conditions = [_constant(one, setting) for one in effect.get("if", ())]
    if False in conditions:
        return None
    made = {key: value for key, value in effect.items() if key != "if"}
    needed = [one for one in conditions if one is not True]
    if needed:
        made["if"] = needed
    return made


def _harmless(effect: Effect, setting: Setting) -> bool:
    """Whether an effect that could have a bearing has none here."""
    do = effect["do"]
    if do == "stat":
        side = _who(effect, setting)
        name = effect["stat"]
        used = setting.stat_names if side is None else (setting.stat_names[side],)
        return "target" not in effect and name != "chi" and not {name, "lower", "higher"} & set(used)
    if do == "keyword":
        return not setting.ties or "Duelist" not in {*effect.get("give", ()), *effect.get("take", ())}
    if do in ("dishonor", "rehonor"):
        return "honor" not in setting.stat_names
    if do == "blank":
        side = _who(effect, setting)
        return "target" not in effect and side is not None and not setting.blank[side]
    return bool(do == "focused-cards" and effect["act"] == "look")


# --- conditions and amounts ------------------------------------------------------------------------------


def _constant(one: Any, setting: Setting) -> Any:
    """A condition whose answer is known beforehand as True or False; the condition itself otherwise."""
    if "role" in one:
        return one["role"] == ("challenger", "challenged")[setting.side]
    if "not" in one:
        inner = _constant(one["not"], setting)
        return not inner if isinstance(inner, bool) else {"not": inner}
    if "any" in one:
        parts = [_constant(part, setting) for part in one["any"]]
        if True in parts:
            return True
        parts = [part for part in parts if part is not False]
        return {"any": parts} if parts else False
    return dict(one)


def _condition(one: Any) -> bool:
    """Whether a condition can be expressed."""
    if "not" in one:
        return _condition(one["not"])
    if "any" in one:
        return all(map(_condition, one["any"]))
    if "value" in one:
        return all(_amount(one[key]) for key in ("value", "at_least", "at_most", "equals") if key in one)
    return set(one) == {"focused"} and one["focused"] in ("own", "opponent", "both")


def _amount(value: Any) -> bool:
    """Whether an amount can be expressed."""
    if isinstance(value, int):
        return True
    if not set(value) <= _AMOUNT_KEYS or value.get("count", "focused") not in _COUNTS:
        return False
    if value.get("of", "own") not in _SIDES:
        return False
    return all(_amount(part) for key in ("lower", "higher", "sum") for part in value.get(key, ()))


def _counted_now(effect: Effect, setting: Setting) -> Effect:
    """The effect with an amount that is a stat put in as a number: before Focus Effects a stat is what it was."""
    value = effect.get("amount")
    if not isinstance(value, Mapping) or value.get("stat") not in _STATS or set(value) & {"times", "half", "printed"}:
        return effect
    side = _who({"who": value.get("of", "own")}, setting)
    if side is None:
        return effect
    number = setting.stats[side][_STATS.index(value["stat"])] + int(value.get("plus", 0))
    number = min(max(number, int(value.get("at_least", number))), int(value.get("at_most", 99)))
    return {**effect, "amount": number}


# --- effects ---------------------------------------------------------------------------------------------


def _expressed(effect: Effect, setting: Setting) -> bool:
    """Whether an effect can be expressed."""
    if not all(map(_condition, effect.get("if", ()))) or effect.get("who", "own") not in _SIDES:
        return False
    check = _CHECKS.get(effect["do"])
    return check is not None and check(effect, setting)


def _stat(effect: Effect, setting: Setting) -> bool:
    plain = all(name in _STATS for name in setting.stat_names)
    return plain and "target" not in effect and not effect.get("printed") and _amount(effect["amount"])


def _fv(effect: Effect, setting: Setting) -> bool:
    return bool(effect["op"] == "exchange" or _amount(effect["amount"]))


def _removed(effect: Effect, setting: Setting) -> bool:
    return bool(effect["act"] == "remove" and effect.get("to", "discard") != "opponent")


def _always(effect: Effect, setting: Setting) -> bool:
    return True


def _ended(effect: Effect, setting: Setting) -> bool:
    return "target" not in effect


def _plain_number(effect: Effect, setting: Setting) -> bool:
    return isinstance(effect["amount"], int)


_CHECKS = {
    "stat": _stat,
    "fv": _fv,
    "focused-cards": _removed,
    "fe-negate": _always,
    "end-duel": _always,
    "score": _always,
    "outcome": _always,
    "destroy": _ended,
    "draw": _plain_number,
    "discard": _plain_number,
}
