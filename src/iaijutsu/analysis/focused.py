"""The focused cards of a duel from the reveal to the outcome (headings D to H), for what `texts` can express.

It follows `cards.duel` word for word, on nothing but the two focusing areas; a test holds it to the rules engine.
Whoever has to choose is asked through `Open`: the answers are given beforehand, and more of them from run to run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias

from .endings import stats
from .focus_game import WINS, Face, FocusGame, Outcome, Result
from .footprints import NOTHING, Footprint, seen
from .texts import Text, parsed

Cards: TypeAlias = tuple[tuple[Face, ...], tuple[Face, ...]]
"""Focused cards of both sides, in order."""
NEUTRAL = -1
"""Whom chance belongs to."""


class Open(Exception):
    """Somebody has to choose, or chance has: one of `count`."""

    def __init__(self, who: int, count: int) -> None:
        super().__init__()
        self.who, self.count = who, count


class Broken(Exception):
    """The duel ends without resolution."""


class Lying:
    """A focused card as it lies there. `done`: its Focus Effect has resolved."""

    __slots__ = ("done", "face", "raw", "texts")

    def __init__(self, face: Face, texts: tuple[Text, ...]) -> None:
        self.face, self.raw, self.done, self.texts = face, face.value, False, texts

    @property
    def value(self) -> int:
        """The focus value as it reads: clamped at 0 last (cards.G.score)."""
        return max(self.raw, 0)

    def copy(self) -> Lying:
        """The same in another table."""
        made = Lying(self.face, self.texts)
        made.raw, made.done = self.raw, self.done
        return made


@lru_cache(64)
def _reveals(words: str) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(words)) if words else ()


class Table:
    """The two focusing areas and what effects have done, from heading D on.

    `answers` are the answers to what is asked next; when they are used up, `Open` is raised.
    """

    def __init__(self, game: FocusGame, counts: Any, cards: Cards) -> None:
        self.game = game
        self.answers: tuple[int, ...] = ()
        self.asked = 0
        self.areas = [[Lying(face, parsed(face.text)) for face in row] for row in cards]
        sides = game.sides
        self.stat = list(stats(game, counts)) if counts[0] else [side.stat for side in sides]
        self.life = [side.life for side in sides]
        self.silent = [side.silenced for side in sides]
        self.ties, self.safe = [s.wins_ties for s in sides], [s.cannot_lose for s in sides]
        self.forced: list[str] = ["", ""]
        self.rules: list[tuple[tuple[str, int], ...]] = [_rules(s.ignore_highest, s.last_times) for s in sides]
        self.near, self.swap, self.ends = game.near, False, False
        self.piles = self._piles(counts)

    def copy(self) -> Table:
        """The same table, to go on from in another way."""
        made = Table.__new__(Table)
        made.game, made.answers, made.asked = self.game, (), 0
        made.areas = [[card.copy() for card in area] for area in self.areas]
        for name in ("stat", "life", "silent", "ties", "safe", "forced", "rules"):
            setattr(made, name, getattr(self, name)[:])
        made.near, made.swap, made.ends = self.near, self.swap, self.ends
        made.piles = {name: row[:] for name, row in self.piles.items()}
        return made

    def key(self) -> tuple[Any, ...]:
        """Everything that what follows hangs on."""
        areas = tuple(tuple((card.face, card.raw, card.done) for card in area) for area in self.areas)
        lists = (self.stat, self.life, self.silent, self.ties, self.safe, self.forced, self.rules)
        piles = tuple(number for row in self.piles.values() for number in row)
        kept = tuple(tuple(one) for one in lists)
        return areas, kept, self.near, self.swap, self.ends, piles

    def _piles(self, counts: Any) -> dict[str, list[int]]:
        """How many cards lie in each side's pool, hand and discard pile."""
        sides = self.game.sides
        if not counts[0]:
            return {"pool": [0, 0], "hand": [0, 0], "discard": [0, 0]}
        return {
            "pool": [side.pool_size - count.pool for side, count in zip(sides, counts, strict=True)],
            "hand": [side.hand_size - count.hand for side, count in zip(sides, counts, strict=True)],
            "discard": [side.discard for side in sides],
        }

    def choose(self, who: int, count: int) -> int:
        """One of `count`, as `who` (or chance) says."""
        if count == 1:
            return 0
        if self.asked == len(self.answers):
            raise Open(who, count)
        self.asked += 1
        return self.answers[self.asked - 1]

    # --- the headings ------------------------------------------------------------------------------------

    def reveal(self) -> None:
        """Heading D: all focused cards are turned up."""
        self.revealed()
        self._in_order(self._triggered("reveal", None))

    def revealed(self) -> None:
        """What changes focus values as cards are revealed (cards.can.on-reveal)."""
        for side, of in enumerate(self.game.sides):
            for change in _reveals(of.reveal):
                area = self.areas[side]
                which = change.get("which", "all")
                cards = area[:1] if which == "first" else area[-1:] if which == "last" else area
                for card in list(cards):
                    self._change(card, change["op"], self._amount(side, card, change["amount"]))

    def waiting(self) -> list[tuple[int, int]]:
        """Side and place of the cards whose Focus Effects have still to resolve, of alike ones one."""
        different: dict[tuple[Any, ...], tuple[int, int]] = {}
        for side in (0, 1):
            area = self.areas[side]
            for n, card in enumerate(area):
                if not card.done and any(text["when"] == "effect" for text in card.texts):
                    different.setdefault((side, card.face, card.raw, n == 0, n == len(area) - 1), (side, n))
        return list(different.values())

    def next_of(self, waiting: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Those of the waiting that have to be tried as the next: the others can wait without making a difference."""
        if len(waiting) == 1:
            return waiting
        minds = [self._minding(side) for side in (0, 1)]
        prints = [seen(self.areas[side][n].face.text, side) | minds[side] for side, n in waiting]
        together = [0]
        for one in together:
            together += [
                other for other in range(len(waiting)) if other not in together and prints[one].meets(prints[other])
            ]
        return [waiting[n] for n in sorted(together)]

    def _minding(self, of: int) -> Footprint:
        """What focused cards do that mind each Focus Effect of a side."""
        found = NOTHING
        for side in (0, 1):
            for card in self.areas[side]:
                if any(text["when"] == "after" and _minds(text, side, of) for text in card.texts):
                    found |= seen(card.face.text, side)
        return found

    def focus_effect(self, side: int, n: int) -> None:
        """The Focus Effect of a card resolves (cards.E.resolve), and what minds that."""
        card = self.areas[side][n]
        card.done = True
        for text in card.texts:
            if text["when"] != "effect" or self.silent[side]:
                continue
            if self._all(side, card, text.get("if", ())) and (not text.get("may") or self.choose(side, 2) == 0):
                self._do(side, card, text["do"])
        self._in_order(self._triggered("after", side))

    def _triggered(self, when: str, of: int | None) -> list[tuple[int, Lying, Text]]:
        """Texts of focused cards that mind an occasion of the side `of` (None: nobody's)."""
        found = []
        for side in (0, 1):
            for card in self.areas[side]:
                for text in card.texts:
                    minds = text["when"] == when and (of is None or _minds(text, side, of))
                    if minds and self._all(side, card, text.get("if", ())):
                        found.append((side, card, text))
        return found

    def _in_order(self, waiting: list[tuple[int, Lying, Text]]) -> None:
        """Traits one after the other, as the active player says where it could matter."""
        while waiting:
            prints = [seen(card.face.text, side) for side, card, _ in waiting]
            free = not any(a.meets(b) for n, a in enumerate(prints) for b in prints[:n])
            side, card, text = waiting.pop(0 if free else self.choose(self.game.active, len(waiting)))
            there = any(card in area for area in self.areas)
            if there and (not text.get("may") or self.choose(side, 2) == 0):
                self._do(side, card, text["do"])

    # --- scores and outcome ------------------------------------------------------------------------------

    def counted(self, side: int) -> int:
        """What the focused cards add to the score (cards.G.score)."""
        rules = self.rules[side]
        base = any(rule == "as-entered" for rule, _ in rules)
        values = [max(card.face.value, 0) if base else card.value for card in self.areas[side]]
        for rule, number in rules:
            if values and rule == "ignore-highest":
                values[values.index(max(values))] = 0
            elif values and rule == "last-times":
                values[-1] *= number
        return sum(values)

    def _score(self, side: int) -> int:
        of = self.game.sides[side]
        if any(rule == "as-entered" for rule, _ in self.rules[side]):
            return (of.entered if of.entered >= 0 else of.stat) + self.counted(side)
        return max(self.stat[side], 0) + self.counted(side)

    def decided(self) -> Outcome:
        """Who wins and who loses (headings G and H). Raises `Broken`."""
        if self.ends:
            raise Broken
        forced = ["" if self.forced[n] == "lose" and self.safe[n] else self.forced[n] for n in (0, 1)]
        if any(forced):
            other = {"win": "lose", "lose": "win"}
            return self._adjusted(forced[0] or other[forced[1]], forced[1] or other[forced[0]])
        gap = self._score(0) - self._score(1)
        if abs(gap) > self.near:
            return self._adjusted(*WINS[0 if gap > 0 else 1])
        if any(self.ties):
            return self._adjusted("win" if self.ties[0] else "lose", "win" if self.ties[1] else "lose")
        return self._adjusted("tie", "tie")

    def _adjusted(self, first: str, second: str) -> Outcome:
        if self.swap:
            first, second = second, first
        results: list[Result] = []
        for n, result in enumerate((first, second)):
            lost = result in ("lose", "tie")
            results.append("none" if lost and self.safe[n] else result)  # type: ignore[arg-type]
        return results[0], results[1]

    # --- effects -----------------------------------------------------------------------------------------

    def _do(self, side: int, card: Lying, effects: Iterable[dict[str, Any]]) -> None:
        for effect in effects:
            if self._all(side, card, effect.get("if", ())):
                _DOES[effect["do"]](self, side, card, effect)

    def _sides(self, side: int, who: str) -> tuple[int, ...]:
        return {"own": (side,), "opponent": (1 - side,), "both": (0, 1), "challenger": (0,), "challenged": (1,)}[who]

    def _which(self, side: int, card: Lying, effect: dict[str, Any]) -> list[Lying]:
        """The focused cards that an effect means."""
        here = any(card in area for area in self.areas)
        which = effect.get("which", "this" if here else "all")
        if which in ("this", "subject"):
            return [card] if here else []
        areas = [self.areas[n] for n in self._sides(side, effect.get("who", "own"))]
        if which == "all":
            return [one for area in areas for one in area]
        return [self._one_of(side, which, area) for area in areas if area]

    def _one_of(self, side: int, which: str, area: list[Lying]) -> Lying:
        if which in ("first", "last"):
            return area[0 if which == "first" else -1]
        if which == "random":
            return area[self.choose(NEUTRAL, len(area))]
        found = area
        if which in ("highest", "lowest"):
            best = (max if which == "highest" else min)(one.value for one in area)
            found = [one for one in area if one.value == best]
        different: dict[tuple[Any, ...], Lying] = {}
        for one in found:
            different.setdefault((one.face, one.raw, one.done, one is area[-1], one is area[0]), one)
        rows = list(different.values())
        return rows[self.choose(side, len(rows))]

    def _change(self, card: Lying, op: str, change: int) -> None:
        card.raw = {"add": card.raw + change, "times": card.raw * change}.get(op, change)

    def _stat(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        change = self._amount(side, card, effect["amount"])
        for n in self._sides(side, effect.get("who", "own")):
            if effect["stat"] == self.game.sides[n].stat_name:
                self.stat[n] += change
            if effect["stat"] == "chi" and effect.get("scope", "whole") == "whole" and self.life[n] >= 0:
                self.life[n] += change
                if self.life[n] <= 0:
                    raise Broken

    def _fv(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        if effect["op"] != "exchange":
            change = self._amount(side, card, effect.get("amount", 0))
            for one in self._which(side, card, effect):
                self._change(one, effect["op"], change)
            return
        own = self._which(side, card, {**effect, "who": "own"})
        which = "chosen" if effect.get("which") in (None, "this", "subject") else effect["which"]
        other = self._which(side, card, {"who": "opponent", "which": which})
        if own and other:
            own[0].raw, other[0].raw = other[0].value, own[0].value

    def _remove(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        effect = {"which": "last", **effect}
        for _ in range(1 if effect["which"] == "all" else effect.get("count", 1)):
            for one in self._which(side, card, effect):
                n = 0 if one in self.areas[0] else 1
                self.areas[n].remove(one)
                to = effect.get("to", "discard")
                if to in self.piles:
                    self.piles[to][n] += 1

    def _negate(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        for n in self._sides(side, effect.get("who", "own")):
            self.silent[n] = True

    def _end(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        if effect.get("remaining") != "resolve":
            raise Broken
        self.ends = True

    def _rule(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        if effect["rule"] == "margin-ties":
            self.near = max(self.near, effect.get("n", 0))
        for n in self._sides(side, effect.get("who", "own")):
            self.rules[n] = (*self.rules[n], (effect["rule"], effect.get("n", 2)))

    def _outcome(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        result = effect["result"]
        if result == "swap":
            self.swap = True
        for n in self._sides(side, effect.get("who", "own")):
            if result == "wins-ties":
                self.ties[n] = True
            elif result == "cannot-lose":
                self.safe[n] = True
            elif result != "swap":
                self.forced[n] = result

    def _destroy(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        raise Broken

    def _draw(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        for n in self._sides(side, effect.get("who", "own")):
            self.piles["hand"][n] += effect["amount"]

    def _discard(self, side: int, card: Lying, effect: dict[str, Any]) -> None:
        for n in self._sides(side, effect.get("who", "own")):
            count = min(effect["amount"], self.piles["hand"][n])
            self.piles["hand"][n] -= count
            self.piles["discard"][n] += count

    # --- amounts and conditions --------------------------------------------------------------------------

    def _amount(self, side: int, card: Lying, value: Any) -> int:
        if isinstance(value, int):
            return value
        number = self._number(side, card, value) * int(value.get("times", 1))
        if value.get("half"):
            number //= 2
        number += value.get("plus", 0)
        number = max(number, value.get("at_least", number))
        return int(min(number, value.get("at_most", number)))

    def _number(self, side: int, card: Lying, value: dict[str, Any]) -> int:
        if "number" in value:
            return int(value["number"])
        of = self._sides(side, value.get("of", "own"))
        if "fv" in value:
            return sum(self._value(n, card, value["fv"]) for n in of)
        if "count" in value:
            what = value["count"]
            return sum(len(self.areas[n]) if what == "focused" else self.piles[what][n] for n in of)
        name = next(key for key in ("lower", "higher", "sum") if key in value)
        parts = [self._amount(side, card, part) for part in value[name]]
        return {"lower": min, "higher": max, "sum": sum}[name](parts)  # type: ignore[operator,no-any-return]

    def _value(self, side: int, card: Lying, which: str) -> int:
        if which in ("this", "subject"):
            return card.value
        values = [one.value for one in self.areas[side]] or [0]
        found = {"first": values[0], "last": values[-1], "highest": max(values), "lowest": min(values)}
        return found.get(which, sum(values))

    def _all(self, side: int, card: Lying, conditions: Iterable[dict[str, Any]]) -> bool:
        return all(self._holds(side, card, one) for one in conditions)

    def _holds(self, side: int, card: Lying, one: dict[str, Any]) -> bool:
        if "not" in one:
            return not self._holds(side, card, one["not"])
        if "any" in one:
            return any(self._holds(side, card, part) for part in one["any"])
        if "focused" in one:
            return all(self.areas[n] for n in self._sides(side, one["focused"]))
        number = self._amount(side, card, one["value"])
        return (
            ("at_least" not in one or number >= self._amount(side, card, one["at_least"]))
            and ("at_most" not in one or number <= self._amount(side, card, one["at_most"]))
            and ("equals" not in one or number == self._amount(side, card, one["equals"]))
        )


def _minds(text: Text, side: int, of: int) -> bool:
    """Whether a text of a card of `side` minds what happens to the side `of`."""
    whose = text.get("whose", "any")
    return bool(whose == "any" or (whose == "own") == (side == of))


def _rules(ignore: bool, last: int) -> tuple[tuple[str, int], ...]:
    return (("ignore-highest", 0),) * ignore + (("last-times", last),) * (last != 1)


_DOES: dict[str, Callable[[Table, int, Lying, dict[str, Any]], None]] = {
    "stat": Table._stat, "fv": Table._fv, "focused-cards": Table._remove, "fe-negate": Table._negate,
    "end-duel": Table._end, "score": Table._rule, "outcome": Table._outcome, "destroy": Table._destroy,
    "draw": Table._draw, "discard": Table._discard,
}  # fmt: skip
