"""Duels told as scripts: a table is laid out with invented cards, and each question of the rules is answered by a line.

    t = table(pools=("two", "three one"))                    # ren and sei, Chi 3 each; the action makes a challenge
    t.ends(sei.focuses("three"), ren.focuses("two"), sei.strikes())
    assert t.scores == (5, 6)

Every answer is given by the seat that the script names, to the question that the script names: who is asked
something else fails with the words of the question. A script has to be used up, and so have the outcomes of chance.
`ends` also holds each duel to what every duel must keep: the fold of the judge's events is the state, and the
transcript gives the same duel again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from iaijutsu.cards import GAME, InPlay, Player, Setup, State
from iaijutsu.cards.options import Focus, Next, Pass, Pick, PickSeat, PickSide, PickSlot, Strike, Use
from iaijutsu.cards.pieces import Piece
from iaijutsu.cards.rulesets import Ruleset, ruleset, shipped
from iaijutsu.cards.state import Duel, Side
from iaijutsu.engine import Audience, Chance, Draw, Event, Option, Request, Sealed, Session, loads
from tests.cards.lines import Answer, By, Line, NotOffered, gen, ren, sei
from tests.cards.rows import Row, ability, card, do, fe, item, person, reaction, static, trait

__all__ = [
    "By", "Line", "Row", "Script", "ability", "card", "do", "fe", "gen", "item", "person", "reaction", "ren", "sei",
    "static", "table", "trait",
]  # fmt: skip

NUMBERS = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4}
"""Cards that are nothing but a focus value; `blank` has none."""
PEOPLE = ("ren", "sei", "gen", "aya", "kei")
"""Personalities with Force 2, Chi 3, Personal Honor 2, unless a row of the table says otherwise."""
STARTED: list[Script] = []
"""Every script that was begun; `test_clauses_cited` asks them which clauses their events followed."""


# --- the table -------------------------------------------------------------------------------------------


def table(
    *rows: Row,
    action: Sequence[Row] | Row = (),
    people: Sequence[str | Sequence[str | InPlay]] = ("ren", "sei"),
    pools: Sequence[str] = ("", ""),
    rest: Sequence[str] = ("", ""),
    hands: Sequence[str] = ("", ""),
    discards: Sequence[str] = ("", ""),
    draws: Sequence[int] = (0, 0),
    honor: Sequence[int] = (5, 5, 5),
    gold: Sequence[int] = (0, 0, 0),
    rules: str | Ruleset | dict[str, Any] = "celestial",
    rolls: Iterable[tuple[int, ...]] = (),
    performer: int = 0,
    active: int | None = None,
    windows: str = "open",
) -> Script:
    """A duel about to begin. Seat 0 takes an action with the effects of `action` (default: one challenge).

    `pools[seat]` and then `rest[seat]` are the Fate deck from the top, by key; so are hands and discard piles.
    `people[seat]` are the Personalities, split by commas, each with its attachments after plus signs
    (`"ren+sword, aya"`), or a sequence of such words and of `InPlay`. `rolls` answer the dice, in order.
    """
    seats = len(people)
    decks = [[*_keys(pools, seat), *_keys(rest, seat)] for seat in range(seats)]
    players = tuple(
        Player(
            ("Ren", "Sei", "Gen")[seat],
            tuple((key, decks[seat].count(key)) for key in sorted(set(decks[seat]))),
            tuple(_people(people[seat])),
            _keys(hands, seat),
            draws[seat] if seat < len(draws) else 0,
            _keys(discards, seat),
            honor[seat],
            gold[seat],
        )
        for seat in range(seats)
    )
    key, cards = _cards(rows, action)
    setup = Setup(players, key, performer, active, _ruleset(rules), cards, windows)
    return Script(setup, Laid(decks, rolls))


def _cards(rows: tuple[Row, ...], action: Sequence[Row] | Row) -> tuple[str, tuple[Row, ...]]:
    if not isinstance(action, dict):
        effects = [*action] or [do("challenge")]
        action = card("the-action", ability("action", *effects))
    known = {row["key"] for row in (*rows, action)}
    usual = [person(name) for name in PEOPLE if name not in known]
    usual += [card(word, focus=value) for word, value in NUMBERS.items() if word not in known]
    own = () if action in rows else (action,)
    return action["key"], (*usual, card("blank", focus=None), *rows, *own)


def _keys(words: Sequence[str], seat: int) -> tuple[str, ...]:
    return tuple(words[seat].split()) if seat < len(words) else ()


def _people(words: str | Sequence[str | InPlay]) -> Iterable[InPlay]:
    parts = words.split(",") if isinstance(words, str) else words
    for part in parts:
        if isinstance(part, InPlay):
            yield part
        elif part.strip():
            name, *attached = part.strip().split("+")
            yield InPlay(name, tuple(attached))


def _ruleset(rules: str | Ruleset | dict[str, Any]) -> Ruleset:
    if isinstance(rules, str):
        return shipped()[rules]
    if isinstance(rules, dict):
        return ruleset({**shipped()["celestial"].plain(), "key": "house", "title": "House", **rules}, "rules")
    return rules


class Laid:
    """A source of chance with everything laid down: the decks in order, and the dice."""

    def __init__(self, decks: list[list[str]], rolls: Iterable[tuple[int, ...]]) -> None:
        self.decks, self.rolls = decks, list(rolls)

    def outcome(self, request: Chance[Any], number: int) -> Any:
        """The next cards of the deck that is asked for, or the next roll."""
        if isinstance(request, Draw):
            deck = self.decks[request.owner or 0]
            outcome: tuple[Any, ...] = tuple(deck[: request.count])
            del deck[: request.count]
        else:
            assert self.rolls, f"chance question {number} is {request}, and no roll is left"
            outcome = self.rolls.pop(0)
        assert request.why_not(outcome) is None, f"{outcome} cannot come up for {request}: {request.why_not(outcome)}"
        return outcome


# --- the play --------------------------------------------------------------------------------------------


class Script:
    """A duel in play, with what a test wants to see of it."""

    def __init__(self, setup: Setup, chance: Laid) -> None:
        self.setup, self.chance = setup, chance
        STARTED.append(self)
        self.session: Session[State] = Session(GAME, setup, chance)
        self._tidy(None)

    def plays(self, *lines: Line) -> Script:
        """Play these lines; then the next question is open."""
        for line in lines:
            self._tidy(line)
            asked = self.session.asked.get(line.seat)
            assert asked is not None, f"{line}, says the script; but {self.question()}"
            if line.purposes and line.purposes != ("",):
                assert asked.purpose in line.purposes, f"{line}, says the script; but {self.question()}"
            try:
                answer = line.answer(self, asked)
            except NotOffered:
                raise AssertionError(f"{line}, says the script; but {self.question()}") from None
            self.session.submit(line.seat, answer)
        self._tidy(None, pools=False)
        return self

    def all_in(self) -> Script:
        """Both focus all of their pools, in order, and who has nothing left strikes."""
        while (pending := self.session.pending) is not None and pending.purpose == "opportunity":
            pool = [option for option in pending.options() if isinstance(option, Focus) and option.origin == "pool"]
            self.session.submit(pending.seat, pool[0] if pool else Strike())
        self._tidy(None, pools=False)
        return self

    def ends(self, *lines: Line) -> Script:
        """Play these lines; then all is over and nothing is left, and the duel keeps what every duel must keep."""
        self.plays(*lines)
        self._tidy(None)
        assert self.session.finished, f"the script is at its end, but {self.question()}"
        assert not self.chance.rolls, f"rolls are left: {self.chance.rolls}"
        self._holds_together()
        return self

    def cannot(self, line: Line) -> None:
        """The question of the line is open, and its answer is none of the options."""
        self._tidy(line)
        asked = self.session.asked.get(line.seat)
        assert asked is not None, f"nobody asks {line}: {self.question()}"
        assert asked.purpose in line.purposes, f"nobody asks {line}: {self.question()}"
        try:
            line.answer(self, asked)
        except NotOffered:
            return
        raise AssertionError(f"{line} is offered: {self.question()}")

    def _tidy(self, line: Line | None, *, pools: bool = True) -> None:
        """Answer what no script cares for: reactions with nothing but a pass, and the order of pools going back."""
        while (pending := self.session.pending) is not None:
            if pools and isinstance(pending, Sealed) and (line is None or line.purposes != ("return-pool",)):
                for seat, ask in pending.asks.items():
                    if not self.session.has_sealed(seat):
                        self.session.submit(seat, next(iter(ask.options())))
            elif pending.purpose == "reaction" and tuple(pending.options()) == (Pass(),):
                self.session.submit(pending.seat, Pass())
            else:
                return

    def _holds_together(self) -> None:
        state = self.session.referee.state
        assert self.session.view("judge").state == state, "the judge's events do not fold into the state"
        text = json.dumps(state.plain())
        assert json.dumps(State.from_plain(json.loads(text)).plain()) == text, "the state does not survive JSON"
        again = Session.load(GAME, loads(self.session.transcript().dumps()))
        assert json.dumps(again.referee.state.plain()) == text, "the transcript gives another duel"
        for audience in (*range(len(state.names)), "spectator"):
            self._is_seen_truly(audience, self.session.view(audience).state)

    def _is_seen_truly(self, audience: Audience, seen: State) -> None:
        """What an audience sees is so, and what it does not see it knows the number of."""
        state = self.state
        assert seen.discards == state.discards, f"the discard piles are public; {audience} sees others"
        assert (seen.honor, seen.gold, seen.active) == (state.honor, state.gold, state.active)
        assert [deck.size for deck in seen.decks] == [deck.size for deck in state.decks]
        for seat, hand in enumerate(seen.hands):
            assert len(hand) == len(state.hands[seat])
            assert seat != audience or sorted(hand) == sorted(state.hands[seat])
        for number, piece in seen.pieces.items():
            true = state.pieces[number]
            assert piece.key in ("?", true.key)
            assert (piece.zone, piece.controller, piece.bowed) == (true.zone, true.controller, true.bowed)

    # --- questions ---------------------------------------------------------------------------------------

    def question(self) -> str:
        """The open question in words."""
        pending = self.session.pending
        if pending is None:
            return "all is over and nobody is asked anything"
        if isinstance(pending, Sealed | Chance):
            return f"{pending} is open"
        name = ("Ren", "Sei", "Gen")[pending.seat]
        what = getattr(pending, "about", None)
        about = f" about {what}" if what else ""
        return f"{name} is asked «{pending.purpose}»{about}: {', '.join(self.offered()) or '?'}"

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked, and the purpose of the question."""
        assert self.session.pending is not None, "nobody is asked anything"
        return self.session.pending.seat, self.session.pending.purpose

    def offered(self) -> list[str]:
        """The options of the open question in words, in their order."""
        pending = self.session.pending
        return [] if pending is None else [self._option(option, pending) for option in pending.options()]

    def _option(self, option: Answer, pending: Request[Any]) -> str:
        if isinstance(option, Focus):
            key = self.key_of(option, pending.seat) or "the top card"
            return " ".join([f"focus {key}", *([f"from {option.origin}"] if option.origin != "pool" else []),
                             *(["face up"] if option.face_up else [])])  # fmt: skip
        if isinstance(option, Use):
            return f"use {self.key_of(option, pending.seat)}"
        if isinstance(option, Pick | PickSlot):
            return f"pick {self.key_of(option, pending.seat)}"
        if isinstance(option, Next):
            return f"next {getattr(pending, 'about', ())[option.index]}"
        if isinstance(option, PickSide | PickSeat) or not isinstance(option, Option):
            return str(option)
        return option.tag

    def key_of(self, option: Any, seat: int) -> str:
        """The card that an option of `seat` names by its slot."""
        state: State = self.state
        if isinstance(option, Pick):
            return state.pieces[option.piece].key
        if isinstance(option, PickSlot):
            about_discard = getattr(self.session.pending, "purpose", "") == "add-focused" and not state.hands[seat]
            return str((state.discards if about_discard else state.hands)[seat][option.slot])
        place: str = option.origin if isinstance(option, Focus) else option.place
        if place in ("hand", "discard"):
            return str((state.hands if place == "hand" else state.discards)[seat][option.slot])
        if place == "pool":
            return state.pieces[self.side_of(seat).pool[int(option.slot)]].key
        return "" if place == "deck" else state.pieces[option.slot].key

    # --- what is so --------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state as it is."""
        return self.session.referee.state

    def seen(self, audience: Audience) -> State:
        """The state as `audience` sees it."""
        return self.session.view(audience).state

    def side_of(self, seat: int) -> Side:
        """The side of `seat` in the duel in progress."""
        return next(side for side in self.state.duels[-1].sides if side.seat == seat)

    def duel(self, number: int = -1) -> Duel:
        """The duel in progress, else a duel that is over (the last one)."""
        return self.state.duels[-1] if self.state.duels else self.state.past[number]

    @property
    def scores(self) -> tuple[int | None, int | None]:
        """The scores of the last duel."""
        return self.duel().sides[0].score, self.duel().sides[1].score

    @property
    def results(self) -> tuple[str, str]:
        """The results of the last duel."""
        return self.duel().sides[0].result, self.duel().sides[1].result

    @property
    def ended(self) -> str:
        """How the last duel ended."""
        return self.duel().ended

    def piece(self, key: str) -> Piece:
        """The first piece with this key (a Personality, or a card attached or focused)."""
        return next(piece for piece in self.state.pieces.values() if piece.key == key)

    def area(self, side: int, audience: Audience = "judge") -> list[str]:
        """The focusing area of a side in order, as `audience` sees it."""
        state = self.seen(audience)
        return [state.pieces[number].key for number in state.duels[-1].sides[side].area]

    def pool(self, side: int, audience: Audience = "judge") -> list[str]:
        """The pool of a side, as `audience` sees it."""
        state = self.seen(audience)
        return [state.pieces[number].key for number in state.duels[-1].sides[side].pool]

    # --- what happened -----------------------------------------------------------------------------------

    def happened(self, kind: str, audience: Audience = "judge") -> list[Any]:
        """The events of a kind that `audience` saw."""
        return [event for event in self.session.events(audience) if event.kind == kind]

    def the(self, kind: str, audience: Audience = "judge") -> Any:
        """The one event of this kind."""
        found = self.happened(kind, audience)
        assert len(found) == 1, f"{len(found)} events {kind!r}: {found}"
        return found[0]

    def kinds(self, *only: str) -> list[str]:
        """The kinds of all events in order, or of these kinds alone."""
        return [event.kind for event in self.session.events("judge") if not only or event.kind in only]

    def cited(self) -> set[str]:
        """The clauses that events cite."""
        return {event.clause for event in self.session.events("judge")}

    def citing(self, clause: str) -> list[Event]:
        """The events that cite a clause."""
        return [event for event in self.session.events("judge") if event.clause == clause]

    def headings(self) -> list[str]:
        """The headings gone through, in order, of all duels."""
        found: list[str] = []
        plain = {"duel-begins": "A", "pools-formed": "B", "areas-made": "B", "revealed": "D", "outcome-determined": "H",
                 "duel-ends": "L"}  # fmt: skip
        for event in self.session.events("judge"):
            stage = str(getattr(event, "stage", "")) if event.kind == "stage-reached" else plain.get(event.kind, "")
            if len(stage) == 1 and found[-1:] != [stage]:
                found.append(stage)
        return found
