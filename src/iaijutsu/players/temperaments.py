"""Three temperaments for the card duel. They judge cards and texts alike; what differs is when they strike.

`decide` looks through a referee at what the seat may see; `answer` lets it look at a view.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ..cards.measures import Cause
from ..cards.options import Focus, Pass, Strike, Use
from ..engine import BadInput, Choose, Request, Sentence, View
from . import appraisal, judgement
from .eyes import Eyes
from .prospects import MEAN, likely
from .tables import CardTable, Table


class Temperament:
    """A player of the card duel with a temper of his own. He asks no chance: alike views, alike answers."""

    name: str = "temperament"
    looks: bool = True
    description: ClassVar[str] = ""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.table: CardTable | None = None

    def sit(self, table: Table) -> None:
        """Take note of the rules in force and the cards there are."""
        self.table = card_table(self.name, table)

    def answer(self, request: Request[Any], view: View[Any] | None) -> Any:
        """What this temper makes of what it sees."""
        if isinstance(request, Choose) and len(request.listed) == 1:
            return request.listed[0]
        if self.table is None or view is None:
            raise BadInput(
                f"player {self.name!r}", Sentence("he has to be seated, and given a view, before he can answer")
            )
        return self.decide(Eyes(self.table.court(view.state), self.table.seat, masked=True), request)

    def decide(self, eyes: Eyes, request: Request[Any]) -> Any:
        """The answer, from what `eyes` see."""
        if isinstance(request, Choose) and request.purpose in ("opportunity", "focus-together"):
            return self.use_opportunity(eyes, request)
        return judgement.judged(eyes, request)

    def use_opportunity(self, eyes: Eyes, request: Choose[Any]) -> Any:
        """Focus, do something instead, or strike (or, when more may be focused at once, stop)."""
        cards = ranked(eyes, request)
        strike = next((one for one in request.listed if isinstance(one, Strike | Pass)), None)
        if strike is None:
            return _best_of(eyes, request, cards)
        if not cards:
            use = best_instead(eyes, request)
            return use if use is not None else strike
        wants = self.wants_more(eyes, cards) if isinstance(strike, Pass) else not self.strikes(eyes, cards)
        return _best_of(eyes, request, cards) if wants else strike

    def strikes(self, eyes: Eyes, cards: list[Ranked]) -> bool:
        """Whether to strike now; `cards` may be focused, the best first."""
        raise NotImplementedError

    def wants_more(self, eyes: Eyes, cards: list[Ranked]) -> bool:
        """Whether one more card is focused as part of the same opportunity."""
        return cards[0][0] > 0


Ranked = tuple[float, Focus]
"""A card that may be focused, with its worth in the area."""


def card_table(name: str, table: Table) -> CardTable:
    """The table, if it is one for a card duel. Raises `BadInput`."""
    if not isinstance(table, CardTable):
        raise BadInput(
            f"player {name!r}",
            Sentence("he plays card duels, not {game!r}; who plays any game is 'random'", game=table.game),
        )
    return table


def ranked(eyes: Eyes, request: Choose[Any]) -> list[Ranked]:
    """The cards that may be focused with their worth, the best first; of equal ones the first listed."""
    found = [(_worth(eyes, one), -n, one) for n, one in enumerate(request.listed) if isinstance(one, Focus)]
    return [(value, one) for value, _, one in sorted(found, key=lambda row: row[:2], reverse=True)]


def _worth(eyes: Eyes, focus: Focus) -> float:
    key = judgement.key_of(eyes, focus)
    if key is None:
        return MEAN
    value = judgement.value_of(eyes, key)
    if focus.face_up and (ability := eyes.court.index.face_up.get(key)):
        value += appraisal.of_ability(eyes, Cause(eyes.seat, key), ability)
    kept = judgement.keeping(eyes, key) - judgement.value_of(eyes, key) if focus.origin == "hand" else 0.0
    return value - kept


def best_instead(eyes: Eyes, request: Choose[Any]) -> Use | None:
    """The best thing to do instead, if any promises something."""
    best = max(judgement.uses(eyes, request), default=None)
    return best[2] if best is not None and best[0] > 0 else None


def _best_of(eyes: Eyes, request: Choose[Any], cards: list[Ranked]) -> Any:
    """The best thing to do other than strike."""
    use = best_instead(eyes, request)
    if use is not None and (not cards or judgement.gain_of(eyes, use, None) > cards[0][0]):
        return use
    return cards[0][1] if cards else request.listed[0]


def to_focus(eyes: Eyes, cards: list[Ranked]) -> tuple[float, ...]:
    """The worth of all that the own side may still focus, the best first."""
    rules, here = eyes.court.rules, eyes.own
    expected = len(eyes.to_come(eyes.side or 0))
    found: list[float] = []
    from_hand, slots = 0, set()
    for value, focus in cards:
        if (focus.origin, focus.slot) in slots:
            continue
        slots.add((focus.origin, focus.slot))
        limited = focus.origin == "hand" and rules.hand >= 0
        if not (limited and from_hand >= max(1, rules.hand - here.origins.get("hand", 0))):
            found.append(max(value, 0.0))
        from_hand += limited
    return tuple(sorted(found, reverse=True)[: max(1, expected)])


def focused_total(eyes: Eyes) -> float:
    """What lies in the own area: focus values as they read, and texts."""
    total, unseen = eyes.focused(eyes.own)
    texts = sum(appraisal.text_of(eyes, eyes.key(eyes.state.pieces[number])) for number in eyes.own.area)
    return total + texts + MEAN * unseen


class Rash(Temperament):
    """Focuses his best card first and strikes as soon as he is more likely ahead than not, or has focused twice."""

    name = "rash"
    description = "focuses the best card first; strikes as soon as it looks ahead, and after two cards in any case"

    def strikes(self, eyes: Eyes, cards: list[Ranked]) -> bool:
        """Ahead on the average, or twice focused."""
        seen, unseen = eyes.focused(eyes.other)
        lead = eyes.lead() + focused_total(eyes) - seen - MEAN * unseen
        return lead > 0 or eyes.own.focuses >= 2


class Patient(Temperament):
    """Focuses as long as he can; strikes first only when nothing that lies hidden could still beat him."""

    name = "patient"
    description = "focuses as long as anything can be focused; strikes before that only when it cannot lose"

    def strikes(self, eyes: Eyes, cards: list[Ranked]) -> bool:
        """Sure of it, or nothing left that would add anything."""
        seen, unseen = eyes.focused(eyes.other)
        lead = eyes.lead() + focused_total(eyes) - seen - MEAN * unseen
        return likely(lead, unseen) > 0.97 or cards[0][0] <= 0


class Reading(Temperament):
    """Reads the opponent: strikes when that is likelier to win than what focusing may lead to."""

    name = "reading"
    description = "estimates both totals from stats, focused cards and the average of unseen ones; strikes when ahead"

    def strikes(self, eyes: Eyes, cards: list[Ranked]) -> bool:
        """Whether a strike now promises at least as much as going on."""
        struck, focused = eyes.prospect(to_focus(eyes, cards), focused_total(eyes))
        return struck >= focused


TEMPERAMENTS = (Rash, Patient, Reading)
"""The three, in order of skill."""
