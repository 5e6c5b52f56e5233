"""Sensible answers to the questions of a role-playing duel that are no matter of temper, and those that are, by degree.

`Temper` says how much a player minds strife, how high he bids, which stances he likes; the rest is judged alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeAlias

from ..engine import Choose, Number, Request, Seat, Several
from ..rpg import attacks
from ..rpg.asking import Keep
from ..rpg.dice import EXPLOSIVE, OPPORTUNITY, STRIFE, SUCCESS, Die, tally
from ..rpg.measures import endurance, foe, half, initiative, profile
from ..rpg.options import (
    GO_ON,
    YES,
    CalmingBreath,
    Center,
    Concede,
    GoOn,
    Hold,
    Pick,
    Predict,
    Ready,
    Spend,
    Strike,
    Take,
    Treat,
    Unmask,
)
from ..rpg.state import NOBODY, CheckInHand, Duel
from .rpg_odds import MORE
from .rpg_values import attack_worth, headroom, severity_worth, standing, strife_cost


@dataclass(frozen=True, slots=True)
class Temper:
    """What differs between players. `strife`: how much strife is minded (1: as much as it is worth); `bid`: the share
    of what could be bid; `rings`: points that each stance is liked for; `calm`: points that a calming breath is liked
    for; `void`: purposes of checks that a Void point is spent on.
    """

    strife: float = 1.0
    bid: float | None = None
    rings: dict[str, float] = field(default_factory=dict)
    calm: float = 0.0
    void: tuple[str, ...] = ("attack", "resist")


Answer: TypeAlias = Callable[[Duel, Seat, Any, Temper], Any]


# --- dice ------------------------------------------------------------------------------------------------


def keep(duel: Duel, seat: Seat, request: Keep, temper: Temper) -> tuple[int, ...]:
    """The dice that are worth most together: successes, opportunity and explosions, less strife."""
    return max(request_options(request), key=lambda slots: kept_worth(duel, seat, request, slots, temper))


def request_options(request: Keep) -> list[tuple[int, ...]]:
    """The choices of dice that differ in what they show, each once."""
    free = sorted((slot for slot in range(request.of) if slot not in request.barred), key=lambda n: request.dice[n])
    found: dict[tuple[Die, ...], tuple[int, ...]] = {}
    for size in range(request.least, request.most + 1):
        for slots in combinations(free, size):
            found.setdefault(tuple(request.dice[slot] for slot in slots), tuple(sorted(slots)))
    return list(found.values())


def kept_worth(duel: Duel, seat: Seat, request: Keep, slots: tuple[int, ...], temper: Temper) -> float:
    """Points that keeping these dice is worth."""
    hand = duel.check
    kept = [request.dice[slot] for slot in slots]
    if request.purpose == "keep-exploded":
        kept += hand.kept
    shown = tally(kept)
    new = sum(EXPLOSIVE[request.dice[slot]] for slot in slots)
    strife = 0 if duel[seat].stance == "void" else max(0, shown.strife - hand.negated)
    cost = temper.strife * strife_cost(duel, seat, strife)
    total = shown.successes + MORE * new
    bonus = max(0.0, total - hand.tn)
    if shown.successes >= hand.tn and duel[seat].stance == "fire":
        bonus += shown.strife
    passed = 1.0 if shown.successes >= hand.tn else max(0.0, 1 - 0.6 * (hand.tn - total)) * (0.5 if new else 0.0)
    return (
        passed * _passing_worth(duel, hand) + bonus * _bonus_worth(hand) + _spare(duel, hand, shown.opportunity) - cost
    )


def _passing_worth(duel: Duel, hand: CheckInHand) -> float:
    if hand.purpose == "attack":
        return 9.0 if hand.blow else 6.0
    return {"resist": 3.0, "save": 2.5, "initiative": 1.0}.get(hand.purpose, 2.5)


def _bonus_worth(hand: CheckInHand) -> float:
    return {"attack": 1.0, "resist": 1.0, "initiative": 0.4, "one-roll": 3.0}.get(hand.purpose, 0.2)


def _spare(duel: Duel, hand: CheckInHand, opportunity: int) -> float:
    """What opportunity is worth: a critical strike for two, where it can be had, else small things."""
    guarded = hand.target >= 0 and hand.target != hand.seat and duel[hand.target].stance == "earth"
    if hand.action == "strike" and hand.weapon and opportunity >= 2 and not guarded and not hand.blow:
        deadly = profile(duel[hand.seat], hand.weapon, hand.grip).deadliness
        return severity_worth(duel, hand.seat, deadly) + 0.35 * (opportunity - 2)
    return 0.35 * opportunity


def reroll(duel: Duel, seat: Seat, request: Several, temper: Temper) -> tuple[int, ...]:
    """Dice to roll again, as slots of those offered: the worst ones, and none that is good unless it must be."""
    shown = request.about if isinstance(request.about, tuple) else tuple(range(request.of))
    dice = [duel.check.rolled[slot] if slot < len(duel.check.rolled) else 0 for slot in shown]
    order = sorted(range(request.of), key=lambda n: die_worth(dice[n]))
    poor = [n for n in order if die_worth(dice[n]) < MORE]
    count = max(request.least, min(request.most, len(poor)))
    return tuple(sorted(order[:count]))


def die_worth(die: Die) -> float:
    """What a die is worth by itself."""
    return SUCCESS[die] + 0.6 * EXPLOSIVE[die] + 0.35 * OPPORTUNITY[die] - 0.3 * STRIFE[die]


def reserve(duel: Duel, seat: Seat, request: Several, temper: Temper) -> tuple[int, ...]:
    """The dice worth keeping for later."""
    dice: tuple[Die, ...] = request.about if isinstance(request.about, tuple) else ()
    good = [n for n, die in enumerate(dice) if die_worth(die) > 0.6]
    return tuple(good[: request.most]) if len(good) >= request.least else tuple(range(request.least))


def replaced(duel: Duel, seat: Seat, request: Several, temper: Temper) -> tuple[int, ...]:
    """The worst die that a reserved one would better."""
    if not (isinstance(request.about, tuple) and len(request.about) == 2 and isinstance(request.about[1], tuple)):
        return ()
    die, rolled = request.about
    worst = min(range(len(rolled)), key=lambda n: die_worth(rolled[n]), default=-1)
    return (worst,) if worst >= 0 and die_worth(rolled[worst]) < die_worth(die) else ()


def ward(duel: Duel, seat: Seat, request: Several, temper: Temper) -> tuple[int, ...]:
    """The foe's best dice have to be rolled again."""
    shown = request.about if isinstance(request.about, tuple) else tuple(range(request.of))
    order = sorted(range(request.of), key=lambda n: -die_worth(duel.check.rolled[shown[n]]))
    return tuple(sorted(order[: request.least]))


# --- the round -------------------------------------------------------------------------------------------


def bid(duel: Duel, seat: Seat, request: Number, temper: Temper) -> int:
    """Strife for initiative: a share of what there is room for, or as much as going first is likely to take."""
    one, other = duel[seat], duel[foe(seat)]
    room = max(0, headroom(one) - 2)
    if temper.bid is not None:
        return max(request.least, min(request.most, round(temper.bid * request.most), headroom(one)))
    likely = initiative(other) + (other.loadout.character.focus // 3 if headroom(other) >= 0 else 0)
    needed = likely + 1 - initiative(one)
    return needed if 0 <= needed <= min(request.most, room) else request.least


def stance(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """The ring that promises most: attacks with it, what it protects from, and what the temper likes."""
    return max(request.listed, key=lambda take: stance_worth(duel, seat, take.ring, temper))


def stance_worth(duel: Duel, seat: Seat, ring: Any, temper: Temper) -> float:
    """Points that a stance is worth at the own turn."""
    one = duel[seat]
    offers = [choice for choice in attacks.options(duel, seat, blow=False) if _possible(duel, seat, choice, ring)]
    best = max((attack_worth(duel, seat, choice, ring=ring) for choice in offers), default=0.0)
    room = headroom(one)
    perks = {"air": 0.9, "earth": 0.7, "fire": 0.2, "water": 0.2, "void": 0.0}[ring]
    if ring == "void":
        perks += 1.5 if room < 3 else 0.3
    elif ring == "water":
        perks += 0.8 * (one.strife > half(one.loadout.character.composure)) + 0.8 * (one.fatigue > half(endurance(one)))
    elif ring == "fire" and room < 3:
        perks -= 1.5 * temper.strife
    return best + perks + 0.3 * one.loadout.character.rings[ring] + temper.rings.get(ring, 0.0)


def _possible(duel: Duel, seat: Seat, choice: Strike, ring: str) -> bool:
    needed = attacks.attack_of(duel[seat], choice.key).ring
    return needed is None or needed == ring


def action(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """The action that promises most."""
    return max(request.listed, key=lambda one: action_worth(duel, seat, one, temper))


def action_worth(duel: Duel, seat: Seat, choice: Any, temper: Temper) -> float:
    """Points that an action is worth."""
    one = duel[seat]
    if isinstance(choice, Strike):
        return attack_worth(duel, seat, choice) + 0.1
    if isinstance(choice, CalmingBreath):
        relief = (one.strife > half(one.loadout.character.composure)) + (one.fatigue > half(endurance(one)))
        return relief * (0.8 + temper.calm) * (2.0 if headroom(one) < 2 and not one.gaps else 1.0)
    if isinstance(choice, Ready):
        armed = any(held.place == "readied" and key not in one.loadout.bodies for key, held in one.weapons.items())
        return 0.4 * _reach(duel, seat, choice) if not armed else 0.05
    if isinstance(choice, Treat):
        return 2.0 if choice.seat == seat else -2.0
    return (
        0.6 if isinstance(choice, Predict) else 0.5 if isinstance(choice, Center) else 0.02 * isinstance(choice, GoOn)
    )


def _reach(duel: Duel, seat: Seat, choice: Ready) -> float:
    held = profile(duel[seat], choice.weapon, choice.grip)
    return held.damage + 0.5 * held.deadliness


def grip(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """The grip that strikes hardest; nothing is let fall."""
    one = duel[seat]

    def worth(choice: Any) -> float:
        if isinstance(choice, Hold):
            now = profile(one, choice.weapon, one.weapons[choice.weapon].grip)
            new = profile(one, choice.weapon, choice.grip)
            return (new.damage - now.damage) + 0.5 * (new.deadliness - now.deadliness)
        return 0.0 if isinstance(choice, GoOn) else -1.0

    return max(request.listed, key=worth)


def blow(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """The finishing blow: the attack that promises most."""

    def worth(choice: Any) -> float:
        if isinstance(choice, Strike):
            return attack_worth(duel, seat, choice, blow=True)
        return 0.3 * isinstance(choice, Predict)

    return max(request.listed, key=worth)


def unmask(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """Unmask when the foe has had his finishing blow, or there is no way back: never by running away."""
    one = duel[seat]
    if not one.gaps:
        return GO_ON
    return next((c for c in request.listed if isinstance(c, Unmask) and c.cost == "honors-challenge"), GO_ON)


PATIENCE, SHORT_PATIENCE = 20, 6
"""Rounds after which a duel that nobody wins is yielded by who stands worse, after three times as many by anybody; the
short ones while nobody has struck at all."""


def concede(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """Never while it can be won: who concedes has lost. A duel without end is yielded, by who stands worse first."""
    patience = PATIENCE if duel.struck_first != NOBODY else SHORT_PATIENCE
    if duel.round >= patience and (standing(duel, seat) <= 0 or duel.round >= 3 * patience):
        return next((one for one in request.listed if isinstance(one, Concede)), request.listed[0])
    return next(one for one in request.listed if not isinstance(one, Concede))


# --- within a check --------------------------------------------------------------------------------------


def seize(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """A Void point for the checks that count."""
    return YES if duel.check.purpose in temper.void and YES in request.listed else GO_ON


WAYS = {
    "shed-strife": 0.3, "critical": 4.0, "razor-edged": 0.5, "inflame": 1.0, "distract": 0.2, "overwhelm": 0.3,
    "provoke": 0.6, "calm": 0.7, "rest": 0.9, "pierce": 0.8, "brace": 0.4, "kept-die": 0.5, "attune": 0.4,
    "quicken": 0.2, "transcend": 0.5, "focus-though-surprised": 1.5, "reassure": -1.0, "assist-next": -0.5,
}  # fmt: skip
"""What a way to spend opportunity is worth, in points for each time; a technique's own way 1."""


def spend(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """Opportunity to where it does most for its price."""
    return max(request.listed, key=lambda one: spend_worth(duel, seat, one, temper))


def spend_worth(duel: Duel, seat: Seat, choice: Any, temper: Temper) -> float:
    """Points of a way to spend."""
    if not isinstance(choice, Spend):
        return 0.0
    points = WAYS.get(choice.way, 1.0 if "/" in choice.way else 0.05)
    hand = duel.check
    if choice.way == "critical":
        points = severity_worth(duel, seat, profile(duel[seat], hand.weapon, hand.grip).deadliness)
    if choice.way in ("shed-strife", "calm"):
        points *= temper.strife * (2.0 if headroom(duel[seat]) < 2 else 1.0)
    if choice.way == "inflame" and 0 <= headroom(duel[foe(seat)]) < 2 and not duel[foe(seat)].gaps:
        points = 6.0
    return points * (1 + 0.6 * (choice.times - 1))


def when_mine(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """Yes for the own check, no for the foe's."""
    return YES if duel.checks and duel.check.seat == seat and YES in request.listed else GO_ON


def reveal(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """Open the record when it says what the foe has just chosen."""
    return YES if duel[seat].prediction == request.about else GO_ON


def parry(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """Roll again to resist when the dice that lie there would not."""
    return request.listed[-1] if tally(duel.check.rolled).successes < duel.check.tn else GO_ON


def agree(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """Yes."""
    return YES if YES in request.listed else request.listed[-1]


def decline(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """The first that is listed: where one may decline, that."""
    return request.listed[0]


def most(duel: Duel, seat: Seat, request: Number, temper: Temper) -> int:
    """As much as may be."""
    return request.most


def best_weapon(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """The deadliest weapon and grip."""
    one = duel[seat]

    def deadly(choice: Any) -> float:
        return profile(one, choice.weapon, choice.grip).deadliness if isinstance(choice, Hold | Ready) else 0.0

    return max(request.listed, key=deadly)


def own_ring(duel: Duel, seat: Seat, request: Choose[Any], temper: Temper) -> Any:
    """The ring that is highest (told as a stance or as a word)."""
    known: dict[str, int] = {str(ring): value for ring, value in duel[seat].loadout.character.rings.items()}

    def worth(choice: Any) -> int:
        name = choice.ring if isinstance(choice, Take) else choice.what if isinstance(choice, Pick) else ""
        return known.get(name, 0)

    return max(request.listed, key=worth)


ANSWERS: dict[str, Answer] = {
    "keep": keep,
    "keep-exploded": keep,
    "distinction": reroll,
    "adversity": reroll,
    "exploit-reroll": reroll,
    "ward": ward,
    "reserve": reserve,
    "replace-by-reserved": replaced,
    "bid": bid,
    "stance": stance,
    "initiative-ring": own_ring,
    "free-ring": own_ring,
    "one-roll-ring": own_ring,
    "easier-ring": own_ring,
    "one-roll-weapon": best_weapon,
    "ready-sheathed": best_weapon,
    "action": action,
    "grip": grip,
    "finishing-blow": blow,
    "strike-at-once": blow,
    "unmask": unmask,
    "concede": concede,
    "seize-the-moment": seize,
    "opportunity": spend,
    "negate-strife": when_mine,
    "reveal-prediction": reveal,
    "shattering-parry": parry,
    "center-dice": most,
    "strife-to-bonus": most,
    "alter-critical": most,
    "assistants-take-strife": most,
    **dict.fromkeys(
        ("wake", "use-reserved-dice", "successes-explode", "soften-critical", "step-aside", "accept-challenge",
         "exploit", "ward-or-trap", "fury", "ignore-harm"),
        agree,
    ),
    **dict.fromkeys(("suffer-a-critical-strike", "allow-unique", "extend-clash"), decline),
}  # fmt: skip
"""How each question is answered, by its purpose; the first acceptable answer to one that is not here."""


def judged(duel: Duel, seat: Seat, request: Request[Any], temper: Temper) -> Any:
    """A sensible answer."""
    answer = ANSWERS.get(request.purpose)
    if answer is not None:
        found = answer(duel, seat, request, temper)
        if request.why_not(found) is None:
            return found
    return next(iter(request.options()))
