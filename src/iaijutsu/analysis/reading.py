"""From a duel on the table to a focus game: what each side brings, what is left out of it, and where play stands.

A court that stands over a seat's view (`players.CardTable.court`) gives the game as that seat knows it; the rules' own
court gives it as it is. What cards a side has not shown is common knowledge only as a list: of the own deck, of decks
that were laid open, else of an average deck.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..cards.allowed import NO_LIMIT, forbidden_values, most_focuses, origin_open
from ..cards.court import Court
from ..cards.events import CardFocused, FirstOpportunity
from ..cards.focusing import sole_duelist
from ..cards.measures import amount, cause_of, duel_stat, fv_of, has_keyword, lasting, lasting_for, stat_of, stats_of
from ..cards.measures import duellist as duellist_of
from ..cards.pieces import UNKNOWN
from ..engine import RULEBOOK, BadInput, Event, Seat, Sentence
from .bearings import hand_texts, instead_of, leftovers, tallies_of
from .focus_game import Face, Faces, FocusGame, FocusSide, Left, Top, Worth
from .texts import Setting, face_of, flat_face, flattened

DeckCounts = Mapping[str, int]
AVERAGE: dict[int, int] = {0: 1, 1: 8, 2: 11, 3: 13, 4: 7}
"""An unknown deck of forty cards: focus values as they are spread over real Fate cards."""
AVERAGE_CARD = 2
"""What a card of unknown origin counts: about the middle of real focus values."""
ORDINARY = (
    "stage-reached",
    "first-opportunity",
    "card-focused",
    "turn-passes",
    "top-seen",
    "must-focus",
    "strike-bound",
    "said",
)
"""Kinds of events that a duel of plain focusing and striking consists of."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A duel as it stands. `game` begins with what was focused so far as its opening.

    `whole` is the same game from its first opportunity, None when something has happened since that it does not tell.
    `path` are the moves so far, as places of the public tree are named. `faces` are the cards of both sides, by key.
    `origins` says where each focused card of the path came from, by its piece.
    """

    game: FocusGame
    whole: FocusGame | None
    path: tuple[str, ...]
    faces: tuple[dict[str, Face], dict[str, Face]]
    origins: dict[int, str]


def read(
    court: Court,
    events: Sequence[Event] = (),
    *,
    lists: Mapping[Seat, DeckCounts] | None = None,
    seat: Seat | None = None,
    worth: tuple[Worth, Worth] = (Worth(), Worth()),
) -> Reading:
    """The duel in progress, before or in its focusing round. `events` are those seen so far, of this duel and before.

    `lists`: decks laid open, by seat. `seat`: whose court it is (None: the rules' own). Raises `BadInput` when no duel
    has come as far as its pools, or has gone beyond focusing.
    """
    duel = court.state.duel
    if duel is None or duel.stage not in ("B", "first", "C") or duel.struck is not None:
        raise BadInput(
            "duel", Sentence("there is none in its focusing round; odds are given from the pools to the strike")
        )
    round_ = _round(court, events)
    sides = [_side(court, n, seat, lists or {}, round_) for n in (0, 1)]
    left = [left for side in sides for left in side.left]
    near = max([m.effect.get("n", 0) for m in lasting(court, "score") if m.effect["rule"] == "margin-ties"], default=0)
    active = court.state.seat_duelling(court.state.active)
    if active is None:
        left.append(Left(Sentence("the order that a third player gives to Focus Effects")))
    first, chooser = _first(court, round_)
    game = FocusGame(
        (sides[0].side, sides[1].side), first, chooser, worth, near, active or 0, None, round_.opening, _once(left)
    )
    game = _without_late(game)
    faces = sides[0].faces, sides[1].faces
    if (flat := flattened(game)) is not game:
        faces = _flat(faces[0], game.sides[0]), _flat(faces[1], game.sides[1])
        game = flat
    path = tuple(label for _, label in round_.opening)
    whole = replace(game, opening=(), first=round_.first) if round_.ordinary else None
    return Reading(game, whole if path else game, path, faces, round_.origins)


def _without_late(game: FocusGame) -> FocusGame:
    """The game without what counts focused cards before the scores, where some text may have removed some by then."""
    removed = any('"remove"' in face.text for side in game.sides for face in dict(side.deck))
    late = [tally.name for side in game.sides for tally in side.tallies if tally.late]
    if not removed or not late:
        return game
    sides = [replace(side, tallies=tuple(one for one in side.tallies if not one.late)) for side in game.sides]
    left = (*game.left, *(Left(Sentence("the trait of {title}", title=name)) for name in late))
    return replace(game, sides=(sides[0], sides[1]), left=left)


def _flat(faces: dict[str, Face], side: FocusSide) -> dict[str, Face]:
    return {key: flat_face(face, side) for key, face in faces.items()}


def _once(left: Iterable[Left]) -> tuple[Left, ...]:
    return tuple(dict.fromkeys(left))


def _first(court: Court, round_: _Round) -> tuple[int, int | None]:
    """Who has the opportunity, and whether a sole Duelist still has to say so."""
    duel = court.duel
    open_ = not (round_.begun or duel.first_moved or duel.first_settled)
    sole = sole_duelist(court) if open_ else None
    if sole is None or court.rules.duelist not in ("chooses", "goes first"):
        return duel.turn, None
    return (duel.turn, sole) if court.rules.duelist == "chooses" else (sole, None)


# --- the round so far ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Round:
    """What has been focused: the opening, by piece where it came from, who went first, and whether that tells all.

    `begun`: it has been said who has the first opportunity.
    """

    opening: tuple[tuple[int, str], ...]
    origins: dict[int, str]
    first: int
    ordinary: bool
    begun: bool


def _round(court: Court, events: Sequence[Event]) -> _Round:
    duel = court.duel
    lying = {number for side in duel.sides for number in side.area}
    opening: list[tuple[int, str]] = []
    origins: dict[int, str] = {}
    first, ordinary, begun = duel.turn, True, False
    for event in _of_round(events):
        if isinstance(event, FirstOpportunity):
            first, begun = event.side, True
        elif isinstance(event, CardFocused) and event.piece in lying:
            plain = event.counted and not event.face_up and event.origin in ("pool", "hand", "deck")
            plain = plain and event.source == RULEBOOK
            ordinary = ordinary and plain
            if plain:
                origins[event.piece] = "top" if event.origin == "deck" else event.origin
                opening.append((event.side, origins[event.piece]))
        elif event.kind not in ORDINARY or not begun:
            ordinary = ordinary and not begun
    return _Round(tuple(opening), origins, first, ordinary and len(origins) == len(lying), begun)


def _of_round(events: Sequence[Event]) -> list[Event]:
    """The events since the last pools were formed."""
    found: list[Event] = []
    for event in reversed(events):
        if event.kind in ("pools-formed", "duel-begins"):
            break
        found.append(event)
    return found[::-1]


# --- one side --------------------------------------------------------------------------------------------


class _Read(NamedTuple):
    """A side, its cards by key, and what is left out of it."""

    side: FocusSide
    faces: dict[str, Face]
    left: list[Left]


def _side(court: Court, n: int, seat: Seat | None, lists: Mapping[Seat, DeckCounts], round_: _Round) -> _Read:
    here = court.duel.sides[n]
    setting = _setting(court, n)
    came = [round_.origins[number] for number in here.area if number in round_.origins]
    cards, faces, left = _cards(court, n, seat, lists, setting)
    name, stat = duel_stat(court, n)
    used = {place: came.count(place) for place in ("pool", "hand", "top")}
    others = [number for number in here.area if number not in round_.origins]
    stat += sum(_lies(court, number) for number in others)
    if any(not court.state.pieces[number].face_up for number in others):
        left.append(Left(Sentence("that a card was focused by an effect, and what it is")))
    extra = here.focuses - len(came)
    most = most_focuses(court, n)
    turns = here.focuses + here.insteads - len(came)
    insteads, more = instead_of(court, n)
    left += more
    side = FocusSide(
        stat,
        cards,
        pool=_pool(court, n, used["pool"]),
        hand=len(court.state.hands[here.seat]) + used["hand"],
        from_hand=_from(court, n, "hand", used["hand"]),
        top=_top(court, n, used["top"]),
        from_top=_from(court, n, "deck", used["top"]),
        most=-1 if most >= NO_LIMIT else max(most - extra, 0),
        least=max(_owed(court, n) - turns, 0),
        must=len(came) + here.must if here.must else 0,
        no_strike=_no_strike(court, n, len(came), left),
        banned=frozenset(forbidden_values(court, n)),
        insteads=insteads,
        stat_name=name,
    )
    side = _scored(court, n, side, left)
    if here.must_strike:
        side = replace(side, most=len(came), insteads=())
    left += leftovers(court, n)
    return _Read(_fitted(side), faces, left)


def _fitted(side: FocusSide) -> FocusSide:
    """A deck that is known to hold fewer cards than lie about (an average one) gets more of the same."""
    need = side.hand + side.pool
    have = sum(count for _, count in side.deck)
    if have >= need or not have:
        return side if have else replace(side, pool=0, hand=0)
    times = -(-need // have)
    return replace(side, deck=tuple((face, count * times) for face, count in side.deck))


def _setting(court: Court, n: int) -> Setting:
    people = [duellist_of(court, side) for side in (0, 1)]
    names = [duel_stat(court, side)[0] for side in (0, 1)]
    blank = [bool(card and card.abilities) for card in (court.library.get(piece.key) for piece in people)]
    stats = [stats_of(court, piece) for piece in people]
    ties = court.rules.duelist == "wins ties"
    return Setting(n, (names[0], names[1]), ties, (blank[0], blank[1]), (stats[0], stats[1]))


def _lies(court: Court, number: int) -> int:
    """What a focused card that is not part of the opening counts."""
    piece = court.state.pieces[number]
    return fv_of(court, number) if piece.key != UNKNOWN else AVERAGE_CARD


def _cards(
    court: Court, n: int, seat: Seat | None, lists: Mapping[Seat, DeckCounts], setting: Setting
) -> tuple[Faces, dict[str, Face], list[Left]]:
    """The cards that a side's unseen ones come from, and what their texts do beyond what can be expressed."""
    here = court.duel.sides[n]
    if seat is None or here.seat == seat:
        counts = _own_cards(court, n)
    elif here.seat in lists:
        counts = _without(dict(lists[here.seat]), court, here.seat)
    else:
        name = Sentence("the deck of {name}, which is taken to be an average one", name=court.state.names[here.seat])
        return tuple((Face(value), count) for value, count in AVERAGE.items()), {}, [Left(name, rough=True)]
    found: dict[Face, int] = {}
    faces: dict[str, Face] = {}
    left: list[Left] = []
    for key, count in sorted(counts.items()):
        face, missing = face_of(court.library[key], setting)
        faces[key] = face
        found[face] = found.get(face, 0) + count
        if missing:
            left.append(Left(Sentence("what {title} does when it is focused", title=missing)))
    hands = court.state.hands[here.seat]
    left += hand_texts(court, n, [court.library[key] for key in counts], holds=bool(hands))
    return tuple(sorted(found.items(), key=lambda row: row[0].order)), faces, left


def _own_cards(court: Court, n: int) -> dict[str, int]:
    """What lies in deck, hand, pool and, face down, in the focusing area."""
    here, state = court.duel.sides[n], court.state
    deck = state.decks[here.seat]
    counts = dict(deck.rest)
    down = [state.pieces[number].key for number in here.area if not state.pieces[number].face_up]
    pool = [state.pieces[number].key for number in here.pool]
    for key in (*deck.top, *deck.bottom, *state.hands[here.seat], *pool, *down):
        counts[key] = counts.get(key, 0) + 1
    return {key: count for key, count in counts.items() if key != UNKNOWN}


def _without(counts: dict[str, int], court: Court, seat: Seat) -> dict[str, int]:
    """A list of a whole deck without the cards of it that have been seen."""
    state = court.state
    shown = [
        piece.key for piece in state.pieces.values() if piece.owner == seat and piece.type == "card" and piece.face_up
    ]
    for key in (*state.discards[seat], *state.removed[seat], *shown):
        if counts.get(key, 0) > 0:
            counts[key] -= 1
    return {key: count for key, count in counts.items() if count}


# --- limits and duties -----------------------------------------------------------------------------------


def _pool(court: Court, n: int, used: int) -> int:
    return used + (len(court.duel.sides[n].pool) if origin_open(court, n, "pool") else 0)


def _from(court: Court, n: int, origin: str, used: int) -> int:
    """How many cards may be focused from there in all; -1 without limit."""
    if not origin_open(court, n, origin):
        return used
    rules = court.rules.hand if origin == "hand" else -1 if court.rules.deck != "no" else 0
    if rules < 0:
        return -1
    marks = [m.effect for m in lasting_for(court, "focus-source", n) if m.effect["from"] == origin]
    extra = court.duel.sides[n].origins.get(origin, 0) - used
    return max(rules + sum(int(effect.get("times", 1)) for effect in marks) - extra, used)


def _top(court: Court, n: int, used: int) -> Top:
    if not origin_open(court, n, "deck") and not used:
        return "no"
    return "seen" if court.rules.deck == "seen" else "unseen"


def _owed(court: Court, n: int) -> int:
    """Focuses (or things done instead) that lasting effects require before a strike."""
    numbers = [amount(court, cause_of(m), m.effect.get("times", 1)) for m in lasting_for(court, "must-focus", n)]
    limits = [m for m in lasting_for(court, "focus-limit", n) if "exactly" in m.effect]
    return max([0, *numbers, *(amount(court, cause_of(m), m.effect["exactly"]) for m in limits)])


def _no_strike(court: Court, n: int, turns: int, left: list[Left]) -> int:
    """Opportunities at which a side may not strike."""
    here = court.duel.sides[n]
    forbidden = [
        m for m in court.statics("strike") if m.effect["mode"] == "forbid" and m.effect.get("who", "own") == "own"
    ]
    for mark in forbidden:
        if court.state.seat_duelling(mark.seat) != n:
            continue
        conditions = mark.effect.get("if", ())
        if tuple(conditions) == ({"not": {"focused": "own"}},):
            return max(1, turns + here.no_strike if here.no_strike > 0 else 1)
        if conditions:
            left.append(Left(Sentence("when {title} forbids striking", title=court.library[mark.source].title)))
    if here.no_strike < 0 or any(m.effect["mode"] == "forbid" for m in lasting_for(court, "strike", n)):
        return -1
    return turns + here.no_strike if here.no_strike else 0


# --- scores and outcomes ---------------------------------------------------------------------------------


def _scored(court: Court, n: int, side: FocusSide, left: list[Left]) -> FocusSide:
    """The side with how its score and its outcome are worked out."""
    here, piece = court.duel.sides[n], duellist_of(court, n)
    results = [m.effect["result"] for m in lasting_for(court, "outcome", n)]
    rules = [m.effect for m in lasting_for(court, "score", n)]
    if any(rule["rule"] == "as-entered" for rule in rules):
        left.append(Left(Sentence("scores of the stats with which the duellists entered")))
    duelists = [has_keyword(court, duellist_of(court, side), "Duelist") for side in (0, 1)]
    by_keyword = court.rules.duelist == "wins ties" and duelists[n] and not duelists[1 - n]
    if lasting_for(court, "face-up", n):
        left.append(Left(Sentence("that {name} focuses face up", name=court.state.names[here.seat])))
    return replace(
        side,
        wins_ties="wins-ties" in results or by_keyword,
        cannot_lose="cannot-lose" in results,
        silenced=bool(lasting_for(court, "fe-negate", n)),
        ignore_highest=any(rule["rule"] == "ignore-highest" for rule in rules),
        last_times=next((int(r.get("n", 2)) for r in rules if r["rule"] == "last-times"), 1),
        life=-1 if piece.chi is None else stat_of(court, piece, "chi"),
        entered=here.entered.get(side.stat_name, -1),
        discard=len(court.state.discards[here.seat]),
        tallies=tallies_of(court, n, left),
        reveal=_reveal(court, n),
    )


def _reveal(court: Court, n: int) -> str:
    rows = [
        {key: m.effect[key] for key in ("op", "amount", "which") if key in m.effect}
        for m in lasting_for(court, "on-reveal", n)
    ]
    return json.dumps(rows, sort_keys=True) if rows else ""
