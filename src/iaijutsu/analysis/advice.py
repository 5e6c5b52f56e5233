"""The odds and the best answer at a moment of a live duel, from what one seat knows.

The duel is read as a focus game in which nobody knows the other's cards, solved as one, and looked up at the place
where play stands, with the cards that the seat holds. What had to be left out or counted roughly is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..cards.options import Focus, PickSide, Strike, Use
from ..cards.pieces import UNKNOWN
from ..engine import BadInput, Choose, Option, Request, Sentence, View
from ..players.tables import CardTable
from .counted import as_value, counted, gain
from .focus_game import FocusGame, Left, Worth
from .holdings import Drawing, Holding, Label, Plain
from .reading import Reading, read
from .solve import Action, Solution, is_warm, solved, warm
from .texts import Setting, face_of

LIVE = 1e-3
"""Exploitability that is good enough at the table, as a share of what is at stake."""
PURPOSES = ("opportunity", "first-opportunity")
"""Questions that there is advice on."""
WORTHS = (Worth(), Worth())


@dataclass(frozen=True, slots=True)
class Advised:
    """One answer: how often an equilibrium gives it, its worth in points, and how likely each result is then."""

    option: Option
    chance: float
    value: float
    results: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Advice:
    """Every answer that is worth giving, the best first. `side` is the asked one's.

    `low` and `high` are between what the value of the whole duel, from its beginning, lies for that side, hidden cards
    unknown; `doubt` is how far the numbers may be from those of an exact equilibrium, in points. `left`: what was left
    out or counted roughly: with it, the numbers are estimates.
    """

    side: int
    answers: tuple[Advised, ...]
    low: float
    high: float
    doubt: float
    left: tuple[Left, ...]

    @property
    def best(self) -> Advised:
        """The answer that comes to most."""
        return self.answers[0]


def advise(view: View[Any], request: Request[Any], table: CardTable, *, worth: tuple[Worth, Worth] = WORTHS) -> Advice:
    """The odds and the best answer at a question of the focusing round, from what the view of one seat shows.

    `worth`: what results are worth to challenger and challenged, -1 to 1 where nothing is said. Raises `BadInput` for
    any other question, and where no duel is being fought.
    """
    if not isinstance(request, Choose) or request.purpose not in PURPOSES:
        asked = getattr(request, "purpose", "nothing")
        raise BadInput(
            "advice",
            Sentence("{asked!r} is asked; there are odds for: {purposes}", asked=asked, purposes=", ".join(PURPOSES)),
        )
    court = table.court(view.state)
    side = court.state.seat_duelling(table.seat)
    if side is None:
        raise BadInput("advice", Sentence("this seat does not duel"))
    stand = Stand(reading_of(view, table, worth), side)
    answers = stand.answers(court, request)
    low, high = stand.solution.interval(side)
    doubt = stand.solution.exploitability * (worth[side].win - worth[side].lose) / 2
    return Advice(side, answers, low, high, doubt, stand.solution.left)


def reading_of(view: View[Any], table: CardTable, worth: tuple[Worth, Worth] = WORTHS) -> Reading:
    """The duel as a focus game, as one seat's view shows it; its `left` is quick to see. Raises `BadInput`."""
    return read(table.court(view.state), view.events, lists=table.lists, seat=table.seat, worth=worth)


def prepare(table: CardTable) -> None:
    """What is slow the first time: compiled loops that lie on disk, and what the texts of the own deck count for."""
    if is_warm():
        warm()
    for key in table.start.decks[table.seat].rest:
        for side in (0, 1):
            if key in table.index.cards:
                face, _ = face_of(table.index.cards[key], Setting(side))
                gain(face.text, face.value, side)


class Stand:
    """Where play stands: the solution to ask, the moves so far, and what one side holds."""

    def __init__(self, reading: Reading, side: int) -> None:
        self.reading, self.side = reading, side
        whole = reading.whole
        if whole is not None:
            self.solution = solution_of(whole, side)
            self.path = self._path(whole)
        if whole is None or not self._comes_to_that():
            self.solution = solution_of(reading.game, side)
            self.path = self._path(reading.game)

    def _path(self, game: FocusGame) -> tuple[Label, ...]:
        return (() if game.chooser is None or not self.reading.path else (f"first {game.first}",)) + self.reading.path

    def _comes_to_that(self) -> bool:
        """Whether the other side's strategy lets play come here at all."""
        return self.solution.likely(1 - self.side, self.path) > 1e-6

    def holding(self, court: Any) -> Holding:
        """What this side holds, in the words of the solution."""
        here, state = court.duel.sides[self.side], court.state
        faces = self._faces()
        pool, hand, area = (
            [faces[key] for key in keys if key in faces]
            for keys in (
                [state.pieces[n].key for n in here.pool],
                state.hands[here.seat],
                [state.pieces[n].key for n in here.area if n in self.reading.origins],
            )
        )
        cards = self.solution.form.holdings[self.side].cards
        assert isinstance(cards, Plain | Drawing)
        return cards.held_by(area, pool, hand, self._top(court, faces), here.origins.get("hand", 0))

    def _top(self, court: Any, faces: Mapping[str, Any]) -> int:
        deck = court.state.decks[court.duel.sides[self.side].seat]
        seen = self.solution.game.sides[self.side].top == "seen" and deck.top and deck.top[0] != UNKNOWN
        return faces[deck.top[0]].value if seen else -1

    def _faces(self) -> dict[str, Any]:
        return {key: as_value(face, self.side) for key, face in self.reading.faces[self.side].items()}

    def answers(self, court: Any, request: Choose[Any]) -> tuple[Advised, ...]:
        """Every answer that the solution knows, the best first."""
        holding = self.solution.nearest(self.path, self.holding(court))
        found = []
        for action in self.solution.actions(self.path, holding):
            option = self._option(court, request, action)
            if option is not None:
                found.append(Advised(option, action.choice.chance, action.value, action.results))
        if not found:
            raise BadInput("advice", Sentence("nothing that may be answered here can be told in numbers"))
        return tuple(sorted(found, key=lambda one: (-round(one.value, 9), -one.chance)))

    def _option(self, court: Any, request: Choose[Any], action: Action) -> Option | None:
        """The answer that an action stands for: of a place the best card."""
        label = action.choice.label
        if label == "strike":
            return next((one for one in request.listed if isinstance(one, Strike)), None)
        if label.startswith("first"):
            return next((one for one in request.listed if one == PickSide(int(label.split()[1]))), None)
        if label.startswith("instead"):
            return self._use(court, request, int(label.split()[1]))
        origin = "deck" if label == "top" else label
        cards = [one for one in request.listed if isinstance(one, Focus) and one.origin == origin and not one.face_up]
        return max(cards, key=lambda one: self._value(court, one), default=None)

    def _use(self, court: Any, request: Choose[Any], number: int) -> Option | None:
        name = self.solution.game.sides[self.side].insteads[number].name
        for one in request.listed:
            if isinstance(one, Use) and one.place == "play":
                card = court.library.get(court.state.pieces[one.slot].key)
                if card is not None and card.title == name:
                    return one
        return None

    def _value(self, court: Any, focus: Focus) -> tuple[int, int]:
        """What a card counts; of equal ones the one whose face value is lower, which is worth less elsewhere."""
        here, state = court.duel.sides[self.side], court.state
        if focus.origin == "deck":
            return 0, 0
        pile = [state.pieces[n].key for n in here.pool] if focus.origin == "pool" else state.hands[here.seat]
        face = self._faces()[pile[focus.slot]]
        return face.value, -face.printed


def solution_of(game: FocusGame, side: int) -> Solution:
    """The solution of a game at the table: small, and kept. Texts are counted as focus value.

    Where what one side gains is not what the other loses, it is what `side` can make sure of.
    """
    made = small(counted(game))
    try:
        return solved(made, LIVE)
    except BadInput:
        return solved(replace(made, guarantee=side), LIVE)


def small(game: FocusGame) -> FocusGame:
    """The game made small enough to be solved while somebody waits; what that cost is named."""
    left = list(game.left)
    sides = []
    for side in game.sides:
        if side.top != "no" and not side.loose:
            left.append(Left(Sentence("what was drawn already, as far as it bears on the top of the deck"), rough=True))
        sides.append(replace(side, loose=side.top != "no"))
    return replace(game, sides=(sides[0], sides[1]), left=tuple(dict.fromkeys(left)))
