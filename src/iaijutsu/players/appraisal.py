"""What an effect is worth to a player before it happens, in points of score: read off the card data, roughly.

A judgement, not a rule: the rules say what an effect does, this says whether it looks good from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ..cards.measures import Cause, amount, duel_stat, duellist, fv_of, holds_all, people, sides
from ..cards.pieces import Ability, Effect
from ..cards.selection import fitting
from . import worth
from .eyes import Eyes
from .prospects import MEAN

Judge: TypeAlias = Callable[[Eyes, Cause, Effect], float]
HIGH, LOW = 3.2, 1.6
"""What the highest and the lowest of an unknown focused few are likely to be."""


def of_ability(eyes: Eyes, cause: Cause, ability: Ability) -> float:
    """What using an ability is worth, its cost taken off; below 0 when it is better left alone."""
    gain = of_effects(eyes, cause, ability.effects) if holds_all(eyes.court, cause, ability.conditions) else 0.0
    return gain - sum(worth.of_cost(cost) for cost in ability.cost) / worth.POINT


def of_effects(eyes: Eyes, cause: Cause, effects: Iterable[Effect]) -> float:
    """What effects are worth to the seat that looks, in points of score. `cause.seat` controls them."""
    return sum(
        JUDGES.get(effect["do"], _nothing)(eyes, cause, effect)
        for effect in effects
        if holds_all(eyes.court, cause, effect.get("if", ()))
    )


def text_of(eyes: Eyes, key: str) -> float:
    """What the Focus Effect of a card is worth to its player, who looks: in points, between -4 and 4."""
    ability = eyes.court.index.focus_effects.get(key)
    if ability is None:
        return 0.0
    return max(-4.0, min(4.0, of_ability(eyes, Cause(eyes.seat, key), ability)))


# --- whom it befalls -------------------------------------------------------------------------------------


def _towards(eyes: Eyes, cause: Cause, effect: Effect) -> int:
    """1 when the effect means the own side, -1 the opponent's, 0 both or nobody."""
    meant = sides(eyes.court, cause, effect.get("who"))
    return sum(1 if side == eyes.side else -1 for side in meant) if eyes.side is not None else 0


def _number(eyes: Eyes, cause: Cause, effect: Effect, name: str = "amount") -> int:
    """The amount as it would be counted now; what may be paid counts as paid in full."""
    value = effect.get(name, 0)
    if isinstance(value, dict) and "paid" in value:
        return min(3, eyes.state.gold[cause.seat])
    if isinstance(value, dict) and value.get("fv") == "this" and cause.piece is None:
        return eyes.value(cause.key) // (2 if value.get("half") else 1)
    return amount(eyes.court, cause, value)


def _nothing(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    return 0.0


def _flat(points: float) -> Judge:
    """So many points for whom it means: good for the own side when above 0."""
    return lambda eyes, cause, effect: points * _towards(eyes, cause, effect)


# --- stats and focus values ------------------------------------------------------------------------------


def _stat(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    change = _number(eyes, cause, effect)
    if "target" in effect or eyes.side is None:
        return 0.4 * abs(change)
    counts = 0.0
    for side in sides(eyes.court, cause, effect.get("who")):
        in_use = _stat_name(eyes, side)
        weight = 1.0 if effect["stat"] in in_use or in_use in ("lower", "higher") else 0.1
        counts += change * weight * (1 if side == eyes.side else -1)
    return counts


def _stat_name(eyes: Eyes, side: int) -> str:
    return duel_stat(eyes.court, side)[0]


def _duel_stat(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    if eyes.side is None:
        return 0.0
    meant = sides(eyes.court, cause, effect.get("who"))
    new = [eyes.stat_if(n, effect["stat"]) if n in meant else eyes.stat(n) for n in (0, 1)]
    return float(new[eyes.side] - new[1 - eyes.side] - eyes.lead())


def _fv(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    if eyes.side is None:
        return 0.0
    if effect["op"] == "exchange":
        return _highest(eyes, own=False) - _highest(eyes, own=True)
    which = effect.get("which", "this" if cause.piece is None or "who" not in effect else "all")
    towards = _towards(eyes, cause, effect)
    now = _guess(eyes, cause, which, own=towards >= 0)
    change = _number(eyes, cause, effect)
    after = {"add": now + change, "times": now * change}.get(effect["op"], float(change))
    count = max(1, len((eyes.own if towards >= 0 else eyes.other).area)) if which == "all" else 1
    return (max(0.0, after) - now) * towards * count


def _guess(eyes: Eyes, cause: Cause, which: str, *, own: bool) -> float:
    """The focus value that `which` card has, as far as can be told."""
    if which == "this":
        return float(eyes.value(cause.key))
    if which == "highest":
        return _highest(eyes, own=own)
    if own and which in ("lowest", "chosen"):
        return _lowest(eyes)
    if which == "lowest":
        return LOW
    return HIGH if which == "chosen" else MEAN


def _highest(eyes: Eyes, *, own: bool) -> float:
    if not own or eyes.side is None:
        return HIGH if eyes.side is None or eyes.other.area else 1.0
    keys = [eyes.state.pieces[number].key for number in eyes.own.area if eyes.state.pieces[number].owner == eyes.seat]
    return float(max(map(eyes.value, keys), default=LOW))


def _lowest(eyes: Eyes) -> float:
    """The lowest focus value in the own area: what is given up when a card is put in another's place."""
    values = [fv_of(eyes.court, number) for number in eyes.own.area] if eyes.side is not None else []
    return float(min(values, default=LOW))


# --- focused cards ---------------------------------------------------------------------------------------


def _focused_cards(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    if eyes.side is None:
        return 0.0
    towards = _towards(eyes, cause, effect)
    act = effect["act"]
    if act == "add":
        return float(towards * effect.get("count", 1)) * _fresh(eyes, effect.get("from", "deck"))
    if act == "swap":
        return towards * (_fresh(eyes, effect.get("from", "pool")) - _lowest(eyes))
    if act == "look":
        return 0.3
    area = (eyes.own if towards > 0 else eyes.other).area
    guesses = {"lowest": LOW, "highest": HIGH, "chosen": HIGH if towards < 0 else LOW}
    lost = guesses.get(effect.get("which", "last"), MEAN)
    twice = 2 if effect.get("to") == "opponent" else 1
    return -towards * lost * twice * (1 if area else 0.4)


def _fresh(eyes: Eyes, origin: str) -> float:
    """What a card of the own choice from there would bring."""
    if origin == "hand":
        return float(max(map(eyes.value, eyes.hand()), default=0))
    if origin == "pool":
        return float(max(map(eyes.value, eyes.pool()), default=0))
    if origin == "discard":
        return float(max(map(eyes.value, eyes.state.discards[eyes.seat]), default=0))
    return MEAN


def _after_strike(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    towards = _towards(eyes, cause, effect)
    if effect["act"] == "concede":
        return 0.0
    return towards * _fresh(eyes, effect.get("from", "pool"))


def _on_reveal(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    return _towards(eyes, cause, effect) * float(_number(eyes, cause, effect)) if effect["op"] == "add" else 0.0


# --- the round, the score, the end -----------------------------------------------------------------------


def _for_the_stronger(points: float) -> Judge:
    """Good for whose duel stat is higher: it makes cards count for less."""

    def judge(eyes: Eyes, cause: Cause, effect: Effect) -> float:
        return points * max(-2, min(2, eyes.lead())) if eyes.side is not None else 0.0

    return judge


def _first(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    towards = _towards(eyes, cause, effect)
    return towards * (3.0 if eyes.side is not None and eyes.lead() * towards > 0 else 0.2)


def _source(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    if not effect.get("forbid"):
        return 0.7 * _towards(eyes, cause, effect)
    return -0.8 * _towards(eyes, cause, effect) + (0.4 * max(-2, min(2, eyes.lead())) if eyes.side is not None else 0)


def _score(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    towards = _towards(eyes, cause, effect)
    if effect["rule"] == "ignore-highest":
        return -HIGH * towards
    return 2.0 * towards if effect["rule"] == "last-times" else 0.0


def _outcome(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    """An outcome given outright; a swap is good for whoever is losing."""
    towards = _towards(eyes, cause, effect)
    points = {"win": 8.0, "lose": -8.0, "wins-ties": 0.6, "cannot-lose": 4.0}
    if eyes.side is None:
        return 0.0
    result, behind = eyes.own.result, eyes.lead() < 0
    if effect["result"] == "swap":
        return 10.0 if result == "lose" else -10.0 if result == "win" else 0.0
    if len(sides(eyes.court, cause, effect.get("who"))) > 1:
        return 4.0 if result == "lose" else -6.0 if result == "win" or not behind else -1.0
    return points[effect["result"]] * towards


def _end(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    return -1.2 * max(-3, min(3, eyes.lead())) - 1.0 if eyes.side is not None else 0.0


# --- people and players ----------------------------------------------------------------------------------


def _verb(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    """Bowing, honor, cards and the like: what is worth something beyond the duel."""
    points = worth.of_verb(effect) / worth.POINT
    if "target" in effect:
        found = fitting(eyes.court, cause, effect["target"])
        mine = any(piece.controller == eyes.seat for piece in found)
        theirs = any(piece.controller != eyes.seat for piece in found)
        return abs(points) if (mine if points > 0 else theirs) else -abs(points) if found else 0.0
    if effect["do"] in ("honor", "draw", "discard") and eyes.state.seat_duelling(cause.seat) is None:
        return points if cause.seat == eyes.seat else -points
    return points * _towards(eyes, cause, effect)


def _consequence(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    """Consequences that come with winning or losing, by half."""
    total = sum(worth.of_verb(row) for row in effect["effects"]) / worth.POINT
    towards = _towards(eyes, cause, effect)
    return 0.4 * total * towards


def _alter(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    """Consequences held off: good for whom they would harm."""
    towards = _towards(eyes, cause, effect)
    if eyes.side is None or towards == 0:
        return 0.2
    lost = eyes.own.result == "lose" or (not eyes.own.result and eyes.lead() < 0)
    if towards < 0:
        return 1.0 if eyes.other.result == "win" else 0.1
    return 2.5 if lost else 0.2 if not eyes.own.result else -1.0


def _substitute(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    """A stand-in: good when he is the better duellist."""
    if eyes.side is None or _towards(eyes, cause, effect) <= 0:
        return 0.0
    found = fitting(eyes.court, cause, {"who": "own", **effect["with"]})
    name = _stat_name(eyes, eyes.side)
    stat = name if name in ("force", "chi", "honor") else "chi"
    now = getattr(duellist(eyes.court, eyes.side), stat) or 0
    return float(max((getattr(piece, stat) or 0) - now for piece in found)) - 0.5 if found else 0.0


def _negate(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    return -1.5 * eyes.lead() - 1.0 if eyes.side is not None else 0.0


def _refuse(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    if eyes.side is None:
        return 0.0
    ahead = float(eyes.lead())
    return (-ahead if eyes.side == 1 else ahead) * (1 if effect["mode"] == "allow" else -1)


def _blank(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    if "target" in effect:
        return 0.5
    return -0.8 * _towards(eyes, cause, effect)


def _keyword(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    return (0.2 if "give" in effect else -0.3) * _towards(eyes, cause, effect)


def _focus_limit(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    if "together" in effect:
        return 0.4 * _towards(eyes, cause, effect)
    return _for_the_stronger(0.6)(eyes, cause, effect) - 0.8 * _towards(eyes, cause, effect)


def _challenged(eyes: Eyes, cause: Cause, effect: Effect) -> float:
    """Whether the one who carries the ability is there to fight."""
    return 0.5 if people(eyes.court, cause, "own") and "challenged" in effect else 0.0


JUDGES: dict[str, Judge] = {
    "stat": _stat,
    "duel-stat": _duel_stat,
    "fv": _fv,
    "focused-cards": _focused_cards,
    "after-strike": _after_strike,
    "on-reveal": _on_reveal,
    "fe-negate": _flat(-0.8),
    "first-opportunity": _first,
    "focus-source": _source,
    "focus-limit": _focus_limit,
    "must-focus": _flat(-0.3),
    "forbid-fv": _flat(-0.7),
    "face-up": _flat(-0.4),
    "strike": _flat(-0.4),
    "score": _score,
    "outcome": _outcome,
    "end-duel": _end,
    "consequence": _consequence,
    "consequence-alter": _alter,
    "cleanup": _flat(0.5),
    "substitute": _substitute,
    "negate-challenge": _negate,
    "refuse": _refuse,
    "blank": _blank,
    "keyword": _keyword,
    "prevent": lambda eyes, cause, effect: 1.5,
    "challenge": _challenged,
    **dict.fromkeys(("destroy", "bow", "straighten", "dishonor", "rehonor", "home", "control"), _verb),
    **dict.fromkeys(("honor", "draw", "discard"), _verb),
}
"""How each `do` of a card file is judged; what is not here counts for nothing."""
