"""The public tree: who focused from where, as both see it, with what each side may hold at every place of it.

Places at which both have made the same counts of moves, in whatever order, look alike: they are one `Group`, whose
tables hold a row for each place. The tree does not hang on stats, nor on how likely cards are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..engine import BadInput, Sentence
from .endings import Compared, Counts, Ending
from .focus_game import ROLES, FocusGame, Outcome
from .holdings import FOCUS, STRIKE, Count, Drawing, Explicit, Floats, Ints, Label, Loose, Plain, TooLarge, open_labels
from .pages import Holdings, Moves, Page
from .pages import holdings as tables_of
from .resolving import looks_at_cards, looks_at_order, resolved
from .stakes import Stakes, stakes

Path: TypeAlias = tuple[Label, ...]
"""The moves that lead to a place. A strike ends it."""
PLACES = 400_000
"""Places of the public tree at most."""


@dataclass(slots=True, eq=False)
class Group:
    """Places of the public tree that look alike. `paths[row]` leads to the place of that row.

    `mover` has the opportunity. `strikers` are the holdings of the mover that may strike (an array of their indices,
    None: all). `leads` gives for each move the group it leads to and, for each row here, the row there.
    """

    mover: int
    counts: Counts
    pages: tuple[Page, Page]
    strikers: Ints | None
    paths: list[Path] = field(default_factory=list)
    moves: dict[Label, Moves] = field(default_factory=dict)
    leads: dict[Label, tuple[int, Ints]] = field(default_factory=dict)
    ending: int = -1

    @property
    def strikes(self) -> bool:
        """Whether anybody may strike here."""
        return self.strikers is None or len(self.strikers) > 0


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A game ready to be solved: groups in the order of play, endings, and how likely each first holding is."""

    game: FocusGame
    groups: list[Group]
    holdings: tuple[Holdings, Holdings]
    endings: list[Ending]
    stakes: Stakes
    plain: bool

    @property
    def sequences(self) -> int:
        """Actions of all holdings at all places: what one round of solving goes through."""
        return sum(actions(group) * len(group.paths) for group in self.groups)

    def payoff(self, ending: int) -> Floats:
        """What an ending is worth to the challenger, scaled, by standings."""
        return self.endings[ending].value(self.stakes.worth)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every outcome that can be reached."""
        return tuple(sorted({one for ending in self.endings for one in ending.outcomes}))


def actions(group: Group) -> int:
    """How many actions the holdings of the mover have at one place."""
    page = group.pages[group.mover]
    strikes = page.size if group.strikers is None else len(group.strikers)
    return strikes + sum(len(moves.source) for moves in group.moves.values())


def form(game: FocusGame, *, explicit: bool = False) -> Form:
    """The game made ready. `explicit`: every card is a choice of its own even where only values count.

    Raises `BadInput` when it is too large, or is no zero-sum game.
    """
    cards = explicit or looks_at_cards(game)
    held = _hold(game, 0, explicit=cards), _hold(game, 1, explicit=cards)
    groups = _grow(game, held)
    resolve = resolved(game, held) if looks_at_cards(game) else Compared(game)
    endings: list[Ending] = []
    index: dict[Counts, int] = {}
    for group in groups:
        if group.strikes:
            if group.counts not in index:
                index[group.counts] = len(endings)
                endings.append(resolve(group.counts, *group.pages))
            group.ending = index[group.counts]
    reached = {one for ending in endings for one in ending.outcomes}
    return Form(game, groups, held, endings, stakes(game, reached), not cards)


def _hold(game: FocusGame, n: int, *, explicit: bool) -> Holdings:
    side = game.sides[n]
    if "top" in open_labels(side, Count()):
        if explicit or side.banned:
            reason = Sentence(
                "the top of the deck may be focused, and single cards count; only one of these can be solved"
            )
            raise TooLarge(ROLES[n], reason)
        return tables_of(side, Loose(side) if side.loose else Drawing(side))
    if not explicit:
        return tables_of(side, Plain(side))
    keeps = "sum" if not looks_at_cards(game) else "list" if looks_at_order(game) else "set"
    return tables_of(side, Explicit(side, keeps))


# --- growing the tree ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Place:
    mover: int
    counts: Counts
    path: Path
    step: int
    """Moves of the opening made so far."""


def _grow(game: FocusGame, held: tuple[Holdings, Holdings]) -> list[Group]:
    groups: list[Group] = []
    index: dict[tuple[int, int, Counts], int] = {}
    level = [_root(game)]
    places = 0
    while level:
        following: list[_Place] = []
        rows: dict[int, dict[Label, list[_Place]]] = {}
        for place in level:
            key = (place.step, place.mover, place.counts)
            if key not in index:
                index[key] = len(groups)
                groups.append(_group(game, held, place))
            group = groups[index[key]]
            group.paths.append(place.path)
            for label in group.moves:
                rows.setdefault(index[key], {}).setdefault(label, []).append(_next(game, place, label))
        _lead(groups, rows, following, len(groups))
        places += len(level)
        if places > PLACES:
            reason = Sentence("more than {most} courses of play; fewer focuses make it small enough", most=PLACES)
            raise TooLarge(Sentence("this duel"), reason)
        level = following
        index = {}
    return groups


def _lead(groups: list[Group], rows: dict[int, dict[Label, list[_Place]]], following: list[_Place], base: int) -> None:
    """Note which group, and which row of it, each move leads to, numbered as the next level will make them."""
    numbers: dict[tuple[int, int, Counts], int] = {}
    filled: dict[int, int] = {}
    for number, labels in rows.items():
        for label, places in labels.items():
            target = numbers.setdefault((places[0].step, places[0].mover, places[0].counts), base + len(numbers))
            start = filled.get(target, 0)
            filled[target] = start + len(places)
            groups[number].leads[label] = (target, np.arange(start, start + len(places), dtype=np.int64))
            following += places


def _root(game: FocusGame) -> _Place:
    mover = game.opening[0][0] if game.opening else game.first
    return _Place(mover, (Count(), Count()), (), 0)


def _group(game: FocusGame, held: tuple[Holdings, Holdings], place: _Place) -> Group:
    if game.chooser is not None and not place.path and not game.opening:
        return _choice(game, held, place)
    page = held[place.mover].pages[place.counts[place.mover]]
    pages = held[0].pages[place.counts[0]], held[1].pages[place.counts[1]]
    if place.step < len(game.opening):
        label = game.opening[place.step][1]
        if label not in page.moves:
            raise BadInput(
                "opening",
                Sentence("{roles} cannot have focused from {label} there", roles=ROLES[place.mover], label=label),
            )
        return Group(place.mover, place.counts, pages, np.array([], dtype=np.int64), moves={label: page.moves[label]})
    labels = _labels(game, place, page)
    group = Group(place.mover, place.counts, pages, _strikers(game, place, page, labels))
    group.moves = {label: page.moves[label] for label in labels}
    return group


def _choice(game: FocusGame, held: tuple[Holdings, Holdings], place: _Place) -> Group:
    """A sole Duelist's side says who has the first opportunity (cards.C.first)."""
    assert game.chooser is not None
    pages = held[0].pages[Count()], held[1].pages[Count()]
    size = pages[game.chooser].size
    each = np.arange(size)
    group = Group(game.chooser, place.counts, pages, np.array([], dtype=np.int64))
    for label in ("first 0", "first 1"):
        group.moves[label] = Moves(label, Count(), each, np.full(size, -1), each, each, np.ones(size), True)
    return group


def _labels(game: FocusGame, place: _Place, page: Page) -> tuple[Label, ...]:
    side = game.sides[place.mover]
    other = place.counts[1 - place.mover].focuses
    return tuple(
        label
        for label in open_labels(side, place.counts[place.mover])
        if label in page.moves and (label in FOCUS or other or not side.insteads[int(label.split()[1])].after_other)
    )


def _strikers(game: FocusGame, place: _Place, page: Page, labels: tuple[Label, ...]) -> Ints | None:
    """Who may strike: all but those who have to do something else, and can (cards.C.must-strike)."""
    side, count = game.sides[place.mover], place.counts[place.mover]
    owes = count.turns < max(side.must, side.least)
    forbidden = side.no_strike < 0 or count.turns < side.no_strike
    bound: npt.NDArray[np.bool_] = np.zeros(page.size, dtype=bool)
    if owes:
        bound |= page.free(tuple(label for label in labels if label in FOCUS))
    if forbidden:
        bound |= page.free(labels)
    return np.nonzero(~bound)[0] if bound.any() else None


def _next(game: FocusGame, place: _Place, label: Label) -> _Place:
    if label.startswith("first"):
        return _Place(int(label.split()[1]), place.counts, (*place.path, label), place.step)
    counts = list(place.counts)
    counts[place.mover] = counts[place.mover].after(label)
    step = place.step + (place.step < len(game.opening))
    over = len(game.opening)
    mover = game.opening[step][0] if step < over else game.first if place.step < over else 1 - place.mover
    return _Place(mover, (counts[0], counts[1]), (*place.path, label), step)


__all__ = ["STRIKE", "Form", "Group", "Path", "actions", "form"]
