"""Sensible answers to every question of a card duel except how to use an opportunity, which is a matter of temper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ..cards.measures import Cause, fv_of, stat_of
from ..cards.options import Accept, Focus, Pass, Pick, PickSeat, PickSide, PickSlot, Refuse, Use
from ..cards.pieces import Ability, Effect, Piece
from ..engine import Arrange, Choose, Number, Request, Several
from . import appraisal, worth
from .eyes import Eyes

Answer: TypeAlias = Callable[[Eyes, Any], Any]
WORTH_PLAYING = 0.4
"""Points of score that an ability has to promise before it is used; a card from hand, half a point more."""


# --- cards and abilities ---------------------------------------------------------------------------------


def value_of(eyes: Eyes, key: str) -> float:
    """What a card is worth in the own focusing area: focus value and text."""
    return eyes.value(key) + appraisal.text_of(eyes, key)


def keeping(eyes: Eyes, key: str) -> float:
    """What a card is worth in the own hand."""
    card = eyes.court.library.get(key)
    played = any(ability.place == "hand" for ability in card.abilities) if card else False
    return value_of(eyes, key) + (0.8 if played else 0.0)


def ability_of(eyes: Eyes, use: Use, about: object) -> tuple[Cause, Ability] | None:
    """The ability that an answer would use, and what its effects would come from."""
    state = eyes.state
    if isinstance(about, str) and use.place == "focused":
        ability = eyes.court.index.focus_effects.get(about)
        return (Cause(eyes.seat, about, use.slot, use.slot), ability) if ability else None
    if use.place in ("hand", "discard"):
        key = (state.hands if use.place == "hand" else state.discards)[eyes.seat][use.slot]
        return Cause(eyes.seat, key), eyes.court.library[key].abilities[use.ability]
    piece = state.pieces[use.slot]
    subject = state.duel.subject if state.duel else None
    return Cause(eyes.seat, piece.key, piece.id, subject), eyes.court.library[piece.key].abilities[use.ability]


def gain_of(eyes: Eyes, use: Use, about: object) -> float:
    """What using it is worth, in points of score over what it has to promise."""
    found = ability_of(eyes, use, about)
    if found is None:
        return 0.0
    price = WORTH_PLAYING + (0.5 if use.place == "hand" else 0.0)
    return appraisal.of_ability(eyes, *found) - price


def effects_of(eyes: Eyes, key: object) -> Iterator[Effect]:
    """Every effect printed on a card."""
    card = eyes.court.library.get(key) if isinstance(key, str) else None
    for ability in card.abilities if card else ():
        yield from ability.effects


# --- using abilities -------------------------------------------------------------------------------------


def uses(eyes: Eyes, request: Choose[Any]) -> list[tuple[float, int, Any]]:
    """Each ability that may be used: its gain, its place in the list (counted down from 0), the answer."""
    listed = [(-n, one) for n, one in enumerate(request.listed) if isinstance(one, Use)]
    return [(gain_of(eyes, one, request.about), n, one) for n, one in listed]


def best_use(eyes: Eyes, request: Choose[Any]) -> Any:
    """The most promising ability, or to pass when none promises enough."""
    best = max(uses(eyes, request), default=(0.0, 0, Pass()))
    return best[2] if best[0] > 0 or Pass() not in request.listed else Pass()


def use_or_not(eyes: Eyes, request: Choose[Any]) -> Any:
    """An optional trait or Focus Effect: used when it does not harm."""
    use = request.listed[0]
    found = ability_of(eyes, use, request.about)
    if found is None or appraisal.of_ability(eyes, *found) > 0 or Pass() not in request.listed:
        return use
    return Pass()


def in_own_order(eyes: Eyes, request: Choose[Any]) -> Any:
    """Focus Effects: the own that stop others first, the opponent's that stop ours last."""
    return max(request.listed, key=lambda one: _urgency(eyes, one.piece))


def _urgency(eyes: Eyes, number: int) -> int:
    names = {effect["do"] for effect in effects_of(eyes, eyes.state.pieces[number].key)}
    weight = 3 if "fe-negate" in names else 2 if "focused-cards" in names else 1
    mine = eyes.side is not None and number in eyes.own.area
    return weight if mine else -weight


def as_listed(eyes: Eyes, request: Choose[Any]) -> Any:
    """The first that is listed."""
    return request.listed[0]


# --- people ----------------------------------------------------------------------------------------------


def pick_person(eyes: Eyes, request: Choose[Any]) -> Any:
    """For a duel: of one's own the strongest, of others the weakest, in the stat that it will be fought with."""
    named = (effect.get("stat", "chi") for effect in effects_of(eyes, request.about) if effect["do"] == "challenge")
    stat = next(named, "chi")
    return max(request.listed, key=lambda one: _fitness(eyes, eyes.state.pieces[one.piece], stat))


def _fitness(eyes: Eyes, piece: Piece, stat: str) -> float:
    name = stat.removeprefix("printed-")
    force, chi = (stat_of(eyes.court, piece, one) for one in ("force", "chi"))
    value = {"lower": min(force, chi), "higher": max(force, chi), "force": force, "chi": chi}.get(name)
    if value is None:
        value = stat_of(eyes.court, piece, "honor")
    extra = 0.01 * (force + chi)
    return value + extra if piece.controller == eyes.seat else -value + extra


def pick_target(eyes: Eyes, request: Choose[Any]) -> Any:
    """Whom an effect befalls: harm goes to the others' best, help to one's own best."""
    points = sum(worth.of_verb(effect) for effect in effects_of(eyes, request.about) if "target" in effect)
    harmful = points < 0 or any(effect["do"] == "blank" for effect in effects_of(eyes, request.about))

    def liking(one: Pick) -> float:
        piece = eyes.state.pieces[one.piece]
        size = 1.0 + (piece.chi or 0) + 0.1 * (piece.force or 0) + (2.0 if eyes.state.is_duellist(piece.id) else 0)
        mine = piece.controller == eyes.seat
        return (-size if mine else size) if harmful else (size if mine else -size)

    return max(request.listed, key=liking)


def pick_player(eyes: Eyes, request: Choose[Any]) -> Any:
    """The player whose best Personality is the weakest."""

    def strength(one: PickSeat) -> int:
        return max((stat_of(eyes.court, piece, "chi") for piece in eyes.state.personalities(one.seat)), default=0)

    return min(request.listed, key=strength)


def go_first(eyes: Eyes, request: Choose[Any]) -> Any:
    """The first opportunity for whoever gains by it: to strike at once when ahead, else to see what the other does."""
    side = eyes.side or 0
    return PickSide(side if eyes.lead() > 0 else 1 - side) if len(request.listed) > 1 else request.listed[0]


def accept_or_refuse(eyes: Eyes, request: Choose[Any]) -> Any:
    """Refuse when what refusing costs is less than what fighting is likely to."""
    challenge = eyes.court.duel.effect
    mine = eyes.to_come(1)
    chance = max(eyes.prospect(mine, 0.0))
    won = 1.5 + worth.of_stakes(challenge, "winner", "challenged")
    lost = -1.5 + worth.of_stakes(challenge, "loser", "challenged")
    terms = challenge.get("refuse", {})
    price = sum(worth.of_cost(cost) for cost in terms.get("price", ()))
    befalls = sum(worth.of_verb(e) * (1 if e.get("who") == "challenged" else -1) for e in terms.get("effects", ()))
    return Refuse() if befalls - price > chance * won + (1 - chance) * lost else Accept()


# --- focused cards ---------------------------------------------------------------------------------------


def pick_focused(eyes: Eyes, request: Choose[Any]) -> Any:
    """Of one's own the lowest (the highest when it is to be multiplied), of the opponent's the highest."""
    raised = any(effect.get("op") == "times" for effect in effects_of(eyes, request.about))

    def liking(one: Pick) -> float:
        mine = eyes.side is not None and one.piece in eyes.own.area
        value = fv_of(eyes.court, one.piece)
        return -value if mine and not raised else value

    return max(request.listed, key=liking)


def add_focused(eyes: Eyes, request: Choose[Any]) -> Any:
    """The card that is worth most in the area; none if it may be none and none is worth anything."""
    best = max(request.listed, key=lambda one: _added(eyes, one, request.about))
    return best if _added(eyes, best, request.about) > 0 or Pass() not in request.listed else Pass()


def _added(eyes: Eyes, one: Any, about: object) -> float:
    if isinstance(one, Pick):
        return eyes.value(eyes.state.pieces[one.piece].key) + 0.1
    if not isinstance(one, PickSlot):
        return 0.0
    origin = next((e["from"] for e in effects_of(eyes, about) if e.get("from") in ("hand", "discard")), "hand")
    pile = eyes.hand() if origin == "hand" else eyes.state.discards[eyes.seat]
    return eyes.value(pile[one.slot]) + 0.1 if one.slot < len(pile) else 0.0


def key_of(eyes: Eyes, focus: Focus) -> str | None:
    """The card that an answer would focus; None for one off the deck."""
    if focus.origin == "pool":
        return eyes.state.pieces[eyes.own.pool[focus.slot]].key
    piles = {"hand": eyes.state.hands, "discard": eyes.state.discards}
    return piles[focus.origin][eyes.seat][focus.slot] if focus.origin in piles else None


# --- hands, gold, orders ---------------------------------------------------------------------------------


def discard_one(eyes: Eyes, request: Choose[Any]) -> Any:
    """The card that is worth least in hand."""
    return min(request.listed, key=lambda one: keeping(eyes, eyes.hand()[one.slot]))


def discard_some(eyes: Eyes, request: Several) -> Any:
    """The fewest cards that will do, those that are worth least."""
    order = sorted(range(request.of), key=lambda slot: keeping(eyes, eyes.hand()[slot]))
    for first in range(request.of):
        for size in range(request.least, request.most + 1):
            slots = tuple(sorted(order[first : first + size]))
            if request.why_not(slots) is None:
                return slots
    return next(iter(request.options()))


def pay(eyes: Eyes, request: Number) -> int:
    """As much as may be paid: gold is worth less than what it buys here."""
    return request.most


def name_number(eyes: Eyes, request: Number) -> int:
    """The focus value that takes most from the opponent."""
    return min(max(3, request.least), request.most)


def return_pool(eyes: Eyes, request: Arrange) -> Any:
    """The best card uppermost: it comes back first."""
    pool = eyes.pool()
    return tuple(sorted(range(request.of), key=lambda slot: (-keeping(eyes, pool[slot]), slot)))


ANSWERS: dict[str, Answer] = {
    "reaction": best_use,
    "use-trait": use_or_not,
    "use-focus-effect": use_or_not,
    "focus-effect-order": in_own_order,
    "trait-order": as_listed,
    "consequence-order": as_listed,
    "challenger": pick_person,
    "challenged": pick_person,
    "substitute": pick_person,
    "target": pick_target,
    "challenged-player": pick_player,
    "first-opportunity": go_first,
    "refuse": accept_or_refuse,
    "pick-focused": pick_focused,
    "add-focused": add_focused,
    "discard": lambda eyes, request: (discard_some if isinstance(request, Several) else discard_one)(eyes, request),
    "discard-worth": discard_some,
    "gold": pay,
    "name-number": name_number,
    "return-pool": return_pool,
}
"""How each question is answered, by its purpose."""


def judged(eyes: Eyes, request: Request[Any]) -> Any:
    """A sensible answer. To a question that is not known here, the first acceptable one."""
    answer = ANSWERS.get(request.purpose)
    return answer(eyes, request) if answer else next(iter(request.options()))
