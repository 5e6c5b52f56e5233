"""The focus game against the rules engine: the same moves at every opportunity, the same outcome for what was focused.

Random duels are read at their first opportunity and played at random; wherever a side is asked, what the engine offers
and what the game lets that holding do have to be the same, and the end has to come out alike, effect by effect.
"""

from __future__ import annotations

import contextlib
import dataclasses
import random
from collections import Counter
from typing import Any

import pytest

from iaijutsu.analysis.focus_game import Face
from iaijutsu.analysis.holdings import Drawing, Explicit, Holding, Plain
from iaijutsu.analysis.public_tree import Form, form
from iaijutsu.analysis.reading import Reading, read
from iaijutsu.analysis.texts import Setting, face_of
from iaijutsu.cards import catalogue, rulesets, schema
from iaijutsu.cards.options import PickSide
from iaijutsu.engine import BadInput, Session
from tests.analysis.card_tables import at_first, duel, endings, label_of, person, plain_deck
from tests.cards.setups import ATTACHED, every_ruleset

RULES = list(rulesets.shipped().values())


class Follower:
    """A duel followed in both forms."""

    def __init__(self, session: Session[Any], *, explicit: bool) -> None:
        self.session = session
        court: Any = session.referee
        found = read(court, court.events)
        self.reading: Reading = dataclasses.replace(found, game=dataclasses.replace(found.game, guarantee=0))
        self.form: Form = form(self.reading.game, explicit=explicit)
        self.path: tuple[str, ...] = ()
        self.insteads = tuple(tuple(one.name for one in side.insteads) for side in self.reading.game.sides)

    @property
    def court(self) -> Any:
        return self.session.referee

    def place(self) -> tuple[int, int]:
        """The group and the row of where play stands."""
        found = [
            (g, group.paths.index(self.path)) for g, group in enumerate(self.form.groups) if self.path in group.paths
        ]
        assert len(found) == 1
        return found[0]

    def holding(self, side: int) -> Holding:
        """What a side holds, in the words of the form."""
        here, state = self.court.duel.sides[side], self.court.state
        cards = self.form.holdings[side].cards
        faces = self.reading.faces[side]
        pool = [faces[state.pieces[n].key] for n in here.pool]
        hand = [faces[key] for key in state.hands[here.seat]]
        area = [faces[state.pieces[n].key] for n in here.area]
        if isinstance(cards, Explicit):
            return _explicit(cards, pool, hand, area)
        total = sum(face.value for face in area)
        most = self.reading.game.sides[side].most_from_hand - here.origins.get("hand", 0)
        banned = self.reading.game.sides[side].banned
        best = [sorted((f.value for f in row if f.printed not in banned), reverse=True) for row in (pool, hand)]
        if isinstance(cards, Plain):
            return total, tuple(best[0]), tuple(best[1][: max(most, 0)])
        assert isinstance(cards, Drawing)
        seen = Counter(face.value for face in (*pool, *hand, *area))
        top = -1
        if state.decks[here.seat].top and self.reading.game.sides[side].top == "seen":
            top = faces[state.decks[here.seat].top[0]].value
        return total, tuple(best[0]), tuple(best[1][:most]), tuple(seen[v] for v in cards.values), top

    def compare_moves(self, side: int, request: Any) -> None:
        """What the engine offers is what the form lets this holding do."""
        g, _ = self.place()
        group = self.form.groups[g]
        page = group.pages[side]
        cards, holding = self.form.holdings[side].cards, self.holding(side)
        if holding not in page.index:  # nothing can be focused any more: what is not focused is forgotten
            holding = cards.spent(holding)
        if isinstance(cards, Drawing) and holding not in page.index:  # the top has not been looked at yet
            holding = next(one for one in page.holdings if one[:4] == holding[:4])
        h = page.index[holding]
        assert group.mover == side
        here = {label for label, moves in group.moves.items() if h in moves.source}
        may_strike = group.strikers is None or h in group.strikers
        offered = {label_of(self.court, side, option, self.insteads[side])[0] for option in request.options()}
        assert offered == here | ({"strike"} if may_strike else set())
        if isinstance(self.form.holdings[side].cards, Explicit):
            self.compare_cards(side, request, h, group)

    def compare_cards(self, side: int, request: Any, h: int, group: Any) -> None:
        """And card by card, where each is a choice of its own."""
        cards: Any = self.form.holdings[side].cards
        for label, moves in group.moves.items():
            mine = {
                cards.faces[moves.kind[a]]
                for a in range(len(moves.source))
                if moves.source[a] == h and moves.kind[a] >= 0
            }
            theirs = {
                self.reading.faces[side][key]
                for there, key in (label_of(self.court, side, o, self.insteads[side]) for o in request.options())
                if there == label and key
            }
            assert mine == theirs

    def as_good(self, side: int, request: Any, answer: Any) -> Any:
        """The answer; the best card of the same place where the form takes the best one first."""
        label, key = label_of(self.court, side, answer, self.insteads[side])
        if not key or isinstance(self.form.holdings[side].cards, Explicit):
            return answer
        rows = [(label_of(self.court, side, one, self.insteads[side]), one) for one in request.options()]
        faces = self.reading.faces[side]
        return max((row for row in rows if row[0][0] == label), key=lambda row: faces[row[0][1]].value)[1]

    def compare_end(self) -> Any:
        """The outcome by the table of endings and by the engine, from the strike on."""
        counts = self.form.groups[self.place()[0]].counts
        group = next(one for one in self.form.groups if one.counts == counts and one.ending >= 0)
        ending = self.form.endings[group.ending]
        ranks = []
        for side in (0, 1):
            page = group.pages[side]
            standing = self.form.holdings[side].cards.standing(self.holding(side))
            ranks.append(page.standings.index(standing))
        mine = {one: float(ending.share(one)[ranks[0], ranks[1]]) for one in ending.outcomes}
        return {one: chance for one, chance in mine.items() if chance}


def _explicit(cards: Explicit, pool: list[Face], hand: list[Face], area: list[Face]) -> Holding:
    kinds = [tuple(cards.faces.index(face) for face in row) for row in (area, pool, hand)]
    focused = kinds[0] if cards.keeps == "list" else tuple(sorted(kinds[0], reverse=True))
    if cards.keeps == "sum":
        focused = (sum(face.value for face in area),) if area else ()
    held = tuple(sorted(kinds[2], reverse=True)) if cards.side.most_from_hand else ()
    return focused, tuple(sorted(kinds[1], reverse=True)), held


def _opportunity(session: Session[Any]) -> Any:
    """The question that is open, if it belongs to the focusing round."""
    request = session.pending
    return request if request and request.purpose in ("opportunity", "first-opportunity") else None


def follow(session: Session[Any], rng: random.Random, *, explicit: bool) -> Follower | None:
    """Play it at random to its end, comparing all the way. None when the table has more than the game can express."""
    if session.pending is None:
        return None
    follower = Follower(session, explicit=explicit)
    if follower.reading.game.left:
        return None
    while request := _opportunity(session):
        side = follower.court.state.seat_duelling(request.seat)
        if request.purpose == "first-opportunity":
            g, _ = follower.place()
            assert follower.form.groups[g].mover == side
            assert set(follower.form.groups[g].moves) == {"first 0", "first 1"}
            answer = rng.choice(list(request.options()))
            assert isinstance(answer, PickSide)
            session.submit(request.seat, answer)
            follower.path = (*follower.path, f"first {answer.side}")
            continue
        follower.compare_moves(side, request)
        answer = follower.as_good(side, request, rng.choice(list(request.options())))
        label, _ = label_of(follower.court, side, answer, follower.insteads[side])
        if label == "strike":
            break
        session.submit(request.seat, answer)
        follower.path = (*follower.path, label)
    _compare_ends(session, follower)
    return follower


def _compare_ends(session: Session[Any], follower: Follower) -> None:
    from iaijutsu.cards.options import Strike

    if session.pending is not None and session.pending.purpose == "opportunity":
        mine = follower.compare_end()
        session.submit(session.pending.seat, Strike())
    else:
        mine = None  # the last one had to strike, and the engine has gone on
    theirs = endings(session, follower.reading.game)
    if mine is not None:
        assert mine == pytest.approx(theirs)


# --- cards that only count -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_plain_cards_under_every_ruleset(seed: int) -> None:
    rng = random.Random(seed)
    rules = RULES[seed % 3]
    sizes = [rng.randint(0, 6) for _ in (0, 1)]
    decks = plain_deck(rng, sizes[0]), plain_deck(rng, sizes[1])
    draw = rng.randint(0, min(2, sizes[0])), rng.randint(0, min(2, sizes[1]))
    made = duel(decks, (person(rng, "aiko"), person(rng, "botan")), draw=draw, rules=rules, chi=(3, rng.randint(1, 4)))
    session = at_first(made, seed)
    assert follow(session, rng, explicit=rules.deck == "no" and rng.random() < 0.5) is not None or session.finished


# --- cards with texts, and people with abilities ---------------------------------------------------------

LIBRARY = catalogue.shipped()
SETTING = Setting(0)
EXPRESSED = sorted(key for key, card in LIBRARY.items() if schema.is_fate(card.type) and not face_of(card, SETTING)[1])
WITH_TEXTS = [key for key in EXPRESSED if face_of(LIBRARY[key], SETTING)[0].text]
PEOPLE = sorted(key for key, card in LIBRARY.items() if card.type == "personality" and (card.chi or 0) > 0)


def text_deck(rng: random.Random, size: int) -> Counter[str]:
    found = Counter(rng.choice(WITH_TEXTS) for _ in range(size // 2))
    return found + plain_deck(rng, size - size // 2)


@pytest.mark.parametrize("seed", range(100))
def test_cards_with_texts(seed: int) -> None:
    rng = random.Random(1000 + seed)
    rules = RULES[0] if seed % 4 else dataclasses.replace(RULES[2], deck="no")
    decks = text_deck(rng, rng.randint(2, 4)), text_deck(rng, rng.randint(2, 4))
    draw = rng.randint(0, 1), rng.randint(0, 2)
    chi = rng.randint(1, 4), rng.randint(1, 4)
    people = person(rng, "aiko"), person(rng, "botan")
    made = duel(decks, people, draw=draw, rules=rules, chi=chi, active=rng.randint(0, 1))
    session = at_first(made, seed)
    assert follow(session, rng, explicit=True) is not None or session.finished


def test_most_texts_of_focus_effects_can_be_expressed() -> None:
    focus_effects = [key for key, card in LIBRARY.items() if any(a.kind == "focus-effect" for a in card.abilities)]
    assert len(set(focus_effects) & set(EXPRESSED)) > 0.7 * len(focus_effects)
    assert len(WITH_TEXTS) > 20


def with_people(seed: int) -> Follower | None:
    """A duel of two people that ship, with things attached, and cards of both kinds."""
    rng = random.Random(seed)
    rules = rng.choice(every_ruleset())
    decks = plain_deck(rng, rng.randint(1, 5)), text_deck(rng, rng.randint(1, 4))
    people: list[dict[str, Any]] = [{"key": rng.choice(PEOPLE)} for _ in (0, 1)]
    things = [tuple(rng.sample(ATTACHED, rng.choice((0, 0, 1)))) for _ in (0, 1)]
    made = duel(decks, (people[0], people[1]), draw=(rng.randint(0, 1), rng.randint(0, 1)), rules=rules, chi=None,
                attached=(things[0], things[1]), active=rng.randint(0, 1))  # fmt: skip
    session = at_first(made, seed)
    with contextlib.suppress(BadInput):  # the top of the deck, and single cards that count: not both
        return follow(session, rng, explicit=rng.random() < 0.5)
    return None


def test_people_with_abilities_and_what_they_carry() -> None:
    followed = [found for seed in range(250) if (found := with_people(seed)) is not None]
    assert len(followed) > 60
    games = [one.reading.game for one in followed]
    sides = [side for game in games for side in game.sides]
    for name in ("wins_ties", "silenced", "ignore_highest", "insteads", "tallies", "reveal"):
        assert any(getattr(side, name) for side in sides), name
    assert any(side.most >= 0 for side in sides)
    assert any(side.must or side.least or side.no_strike for side in sides)
    assert any(side.top != "no" for side in sides)
    assert any(game.chooser is not None for game in games)
    assert any(game.near for game in games)


def test_what_is_left_out_is_named() -> None:
    rng = random.Random(5)
    people: tuple[dict[str, Any], dict[str, Any]] = {"key": "hayakaze-minase"}, {"key": "iwatoko-tetsuan"}
    decks = Counter({"one-step-more": 2, "plain-3": 4, "knife-under-the-fan": 1}), plain_deck(rng, 8)
    session = at_first(duel(decks, people, draw=(3, 0), chi=None, attached=(("gourd-of-courage",), ())), 1)
    court: Any = session.referee
    left = {(one.name, one.side) for one in read(court, court.events).game.left}
    assert ("the trait of Hayakaze Minase", None) in left
    assert ("the reaction of A Gourd of Courage", 0) in left
    assert ("the reaction One Step More", 0) in left
    assert ("what The Knife Under the Fan does when it is focused", None) in left
