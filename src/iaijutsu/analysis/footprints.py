"""Which Focus Effects can be told apart by their order: what each text looks at and what it changes.

Two texts that touch nothing in common come to the same in either order, so that of many orders few have to be tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from .texts import parsed

Token: TypeAlias = tuple[str, int]
"""Something on the table, and whose: 0 the own side's as the text says it, 1 the other's."""
FATE = ("fate", 0)
"""A choice, or chance: who knows more when he chooses may choose better, so such texts never change places freely."""


class Footprint(NamedTuple):
    """What a text looks at, what it sets, and what it adds to (in whatever order it is added)."""

    looks: frozenset[Token]
    sets: frozenset[Token]
    adds: frozenset[Token]

    def __or__(self, other: Footprint) -> Footprint:
        return Footprint(self.looks | other.looks, self.sets | other.sets, self.adds | other.adds)

    def meets(self, other: Footprint) -> bool:
        """Whether it may make a difference which comes first."""
        return bool(
            self.sets & (other.looks | other.sets | other.adds)
            or other.sets & (self.looks | self.adds)
            or self.adds & other.looks
            or other.adds & self.looks
        )


NOTHING = Footprint(frozenset(), frozenset(), frozenset())


@lru_cache(2048)
def footprint(text: str) -> Footprint:
    """The footprint of all texts of a face."""
    found: list[tuple[str, Token]] = []
    for one in parsed(text):
        found += [("looks", ("silent", 0)), ("looks", ("area", 0))]
        if one.get("may"):
            found.append(("sets", FATE))
        found += _conditions(one.get("if", ()))
        for effect in one["do"]:
            found += _conditions(effect.get("if", ()))
            found += _effect(effect)
    parts = (frozenset(token for kind, token in found if kind == name) for name in ("looks", "sets", "adds"))
    return Footprint(*parts)


@lru_cache(2048)
def looks_at_values(text: str) -> bool:
    """Whether a text minds which single values or places the focused cards have, not only what they add up to."""
    made = footprint(text)
    tokens = made.looks | made.sets | made.adds
    plain = all(_of_sums(effect) for one in parsed(text) for effect in one["do"])
    return not plain or any(what == "values" for what, _ in made.looks) or FATE in tokens


def _of_sums(effect: dict[str, Any]) -> bool:
    """Whether an effect leaves sums of focus values as they are, but for what it adds to its own card's."""
    if effect["do"] == "score":
        return bool(effect["rule"] == "margin-ties")
    if effect["do"] == "fv":
        return bool(effect["op"] == "add" and effect.get("which") == "this")
    return effect["do"] in ("stat", "outcome", "fe-negate", "end-duel", "draw", "discard", "destroy")


def sides_of(who: str) -> tuple[int, ...]:
    """Own and other as 0 and 1; a role may be either."""
    return {"own": (0,), "opponent": (1,)}.get(who, (0, 1))


def _effect(effect: dict[str, Any]) -> Iterator[tuple[str, Token]]:
    do, sides = effect["do"], sides_of(effect.get("who", "own"))
    for token in _amount(effect.get("amount", 0)):
        yield "looks", token
    if do == "stat":
        kind = "sets" if _may_lower(effect["amount"]) else "adds"
        yield from ((kind, ("life", side)) for side in sides)
        yield from (("adds", ("stat", side)) for side in sides)
    elif do == "fv":
        yield from _fv(effect, sides)
    elif do == "focused-cards":
        yield from _which(effect.get("which", "last"), sides)
        yield from (("sets", ("area", side)) for side in sides)
        yield "sets", ("piles", 0)
    else:
        what = {"fe-negate": "silent", "score": "rules", "outcome": "forced"}.get(do, "")
        if what:
            yield from (("sets", (what, side)) for side in sides)
        elif do in ("draw", "discard"):
            yield "sets", ("piles", 0)


def _may_lower(amount: Any) -> bool:
    return not isinstance(amount, int) or amount < 0


def _fv(effect: dict[str, Any], sides: tuple[int, ...]) -> Iterator[tuple[str, Token]]:
    which = effect.get("which", "this")
    if effect["op"] == "exchange":
        yield "sets", FATE
        for side in (0, 1):
            yield from (("looks", ("values", side)), ("sets", ("values", side)), ("looks", ("area", side)))
        return
    there = (0,) if which in ("this", "subject") else sides
    yield from _which(which, there)
    yield from (("adds" if effect["op"] == "add" else "sets", ("values", side)) for side in there)


def _which(which: str, sides: Iterable[int]) -> Iterator[tuple[str, Token]]:
    """What picking cards looks at."""
    for side in sides:
        yield "looks", ("area", side)
        if which in ("highest", "lowest", "chosen"):
            yield "looks", ("values", side)
    if which in ("highest", "lowest", "chosen", "random"):
        yield "sets", FATE


def _conditions(conditions: Iterable[dict[str, Any]]) -> Iterator[tuple[str, Token]]:
    for one in conditions:
        if "not" in one:
            yield from _conditions((one["not"],))
        elif "any" in one:
            yield from _conditions(one["any"])
        elif "focused" in one:
            yield from (("looks", ("area", side)) for side in sides_of(one["focused"]))
        else:
            for key in ("value", "at_least", "at_most", "equals"):
                yield from (("looks", token) for token in _amount(one.get(key, 0)))


def _amount(value: Any) -> Iterator[Token]:
    if isinstance(value, int):
        return
    sides = sides_of(value.get("of", "own"))
    if "fv" in value:
        own = value["fv"] in ("this", "subject")
        yield from (("values", side) for side in ((0,) if own else sides))
        yield from (("area", side) for side in sides)
    elif "count" in value:
        yield from ((("area", side) for side in sides) if value["count"] == "focused" else (("piles", 0),))
    for key in ("lower", "higher", "sum"):
        for part in value.get(key, ()):
            yield from _amount(part)


@lru_cache(4096)
def seen(text: str, side: int) -> Footprint:
    """The footprint of a face's texts on `side`, with sides as the duel numbers them."""
    parts = (frozenset((what, whose ^ side) for what, whose in part) for part in footprint(text))
    return Footprint(*parts)


def piles_of(text: str) -> set[str]:
    """The piles whose number of cards a text minds: pool, hand, discard."""
    return {pile for pile in ("pool", "hand", "discard") if f'"count": "{pile}"' in text}
