"""Duels told as scripts: two characters of plain numbers, and a line for each answer, in the order of play.

    t = table(form="first-strike")
    t.run('''
        A initiative-ring void
        dice s -              # a ring die and another, by what they show
        A keep 1
    ''')
    assert t.A.stance == "void"

A line names who answers (`A`, `B`, `gm`, or `dice` for chance), what is asked, and the answer: an option by its words
(`attack strike katana`; the first word may be left out when there are others), a number, slots counted from 1
(`keep 1 3`, `keep none`), or what the dice show (`dice ot s et` for ring dice then skill dice; `-` is a blank face,
`dice blank` all of them).

A question that the next line does not answer gets the dull answer of `DULL` when it has one: nobody concedes, unmasks,
bids, changes grips, spends Void points or opportunity unless the script says so. Any other question fails the test, as
does a script that is not used up.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from iaijutsu.engine import CHANCE, IllegalAnswer, Number, Request, Roll, Session, Several, loads, plain
from iaijutsu.engine.plaindata import to_plain
from iaijutsu.rpg import FORMS, GAME, Form, Rulings, Setup, catalogue
from iaijutsu.rpg.characters import RINGS, SKILLS, Character, Effect, Technique, Trait, Weapon
from iaijutsu.rpg.dice import SYMBOLS
from iaijutsu.rpg.state import Duel, Duellist

SEATS = {"A": 0, "B": 1, "gm": 2, "dice": CHANCE}
NAMES = {seat: name for name, seat in SEATS.items()}

DULL: dict[str, Any] = {
    "concede": "go-on",
    "bid": "0",
    "unmask": "go-on",
    "grip": "go-on",
    "action": "go-on",
    "opportunity": "go-on",
    "finishing-blow": "go-on",
    "seize-the-moment": "go-on",
    "suffer-a-critical-strike": "go-on",
    "shattering-parry": "go-on",
    "reveal-prediction": "go-on",
    "wake": "go-on",
}
RUN: list[Table] = []
"""Every table that was laid; `test_clauses_cited` asks them which clauses their events followed."""


# --- characters ------------------------------------------------------------------------------------------------


def samurai(name: str = "Aki", weapons: str = "katana wakizashi", techniques: str = "", **given: Any) -> Character:
    """A character with all rings 2 and no skills (composure and endurance 8, focus 4, vigilance 2) and no Void points,
    but for what is given: rings, skills and fields by name. Weapons and techniques are told by their keys; a weapon
    with a grip after a slash is in hand (`katana/1-hand`).
    """
    rings = {ring: given.pop(ring, 2) for ring in RINGS}
    skills = {skill: given.pop(skill) for skill in SKILLS if skill in given}
    known = tuple(given.pop("known", ())) + tuple(catalogue.technique(key) for key in techniques.split())
    armour = tuple(catalogue.armour(key) for key in given.pop("armour", "common-clothes").split())
    fields = {"void_points": 0, "honor": 40, "glory": 40, **given}
    return Character(
        name, rings, skills, weapons=tuple(map(_weapon, weapons.split())), armour=armour, techniques=known, **fields
    )


def _weapon(told: str) -> Weapon:
    key, _, grip = told.partition("/")
    return replace(catalogue.weapon(key), readied=grip)


def knows(name: str, ring: str | None = None, **parameters: Any) -> Technique:
    """A technique with one effect."""
    return Technique(name, name, "ability", ring, effects=(Effect(name, parameters),))  # type: ignore[arg-type]


def art(key: str = "art", ring: str | None = None, **parameters: Any) -> Technique:
    """A technique that attacks without a weapon, Melee against TN 1, and does what the parameters say."""
    given = {"tn": 1, "weapon": "none", "skill": "melee", **parameters}
    return Technique(key, key, "kata", ring, effects=(Effect("attack", given),))  # type: ignore[arg-type]


def trait(name: str, kind: str, *skills: str, ring: str = "fire") -> Trait:
    """An advantage or disadvantage."""
    return Trait(name, kind, ring, skills)  # type: ignore[arg-type]


# --- the table -------------------------------------------------------------------------------------------------


def table(
    one: Character | None = None,
    other: Character | None = None,
    form: str | Form = "first-blood",
    rulings: dict[str, str] | None = None,
    **setup: Any,
) -> Table:
    """A duel before its first question. A has honor 40, B honor 60 unless they are given."""
    terms = FORMS[form] if isinstance(form, str) else form
    pair = (one or samurai("Aki"), other or samurai("Bun", honor=60))
    return Table(Setup(pair, terms, rulings=Rulings(**(rulings or {})), **setup))  # type: ignore[arg-type]


def begun(
    one: Character | None = None,
    other: Character | None = None,
    form: str | Form = "warriors",
    stances: str = "void void",
    **given: Any,
) -> Table:
    """A duel whose initiative is over: both rolled blanks in these rings, so each has its focus; katana in hand."""
    armed = samurai("Aki", "katana/1-hand"), samurai("Bun", "katana/1-hand", honor=60)
    t = table(one or armed[0], other or armed[1], form, **given)
    first = "BA" if t.B.honor > t.A.honor else "AB"
    for who in first:
        if "unconscious" in t.duel[SEATS[who]].conditions:
            continue
        t.run(f"{who} initiative-ring {stances.split()[SEATS[who]]}\n dice blank\n {who} keep 1")
    return t


class Table:
    """A session that is answered by lines."""

    def __init__(self, setup: Setup) -> None:
        self.session: Session[Duel] = Session(GAME, setup)
        RUN.append(self)

    @property
    def duel(self) -> Duel:
        """The true state."""
        return self.session.referee.state

    @property
    def A(self) -> Duellist:  # noqa: N802 - the names of the script
        """Seat 0."""
        return self.duel[0]

    @property
    def B(self) -> Duellist:  # noqa: N802
        """Seat 1."""
        return self.duel[1]

    # --- playing -----------------------------------------------------------------------------------------------

    def run(self, script: str) -> Table:
        """Play the lines, all of them."""
        lines = [words for line in script.splitlines() if (words := line.partition("#")[0].split())]
        while lines:
            assert not self.session.finished, f"the duel is over; not played: {lines}"
            if self._fits(lines[0]):
                self._answer(lines.pop(0))
            else:
                self._dull(lines[0])
        return self

    def until(self, question: str) -> Table:
        """Go on with dull answers until a seat is asked that question (`A action`)."""
        who, purpose = question.split()
        while self.session.asked[SEATS[who]].purpose != purpose if SEATS[who] in self.session.asked else True:
            self._dull([question])
        return self

    def on(self) -> Table:
        """Go on with dull answers as long as there are any."""
        while not self.session.finished and any(r.purpose in DULL for r in self.session.asked.values()):
            self._dull(["on"])
        return self

    def end(self, script: str = "") -> Table:
        """Play the lines, then dull answers to the end; then hold the duel to what every duel must keep."""
        self.run(script)
        self.on()
        assert self.session.finished, f"still asked: {self.asked()}"
        self.check()
        return self

    def check(self) -> None:
        """The fold of the judge's events is the state; the transcript gives the same duel again."""
        state = json.dumps(to_plain(self.duel))
        assert json.dumps(to_plain(self.session.view("judge").state)) == state
        copy = Session.load(GAME, loads(self.session.transcript().dumps()))
        assert json.dumps(to_plain(copy.referee.state)) == state
        assert copy.outcome == self.session.outcome

    def _fits(self, words: list[str]) -> bool:
        request = self.session.asked.get(SEATS[words[0]])
        if request is None:
            return False
        if words[0] == "dice":
            return True
        return not self.session.has_sealed(SEATS[words[0]]) and words[1] == request.purpose

    def _answer(self, words: list[str]) -> None:
        seat = SEATS[words[0]]
        request = self.session.asked[seat]
        told = words[1:] if words[0] == "dice" else words[2:]
        self.session.submit(seat, answer(request, told))

    def _dull(self, line: list[str]) -> None:
        for seat, request in list(self.session.asked.items()):
            if self.session.has_sealed(seat):
                continue
            if line[0] in SEATS and SEATS[line[0]] == seat and line[1:2] == [request.purpose]:
                continue
            assert request.purpose in DULL, f"asked: {self.asked()}; the next line is {' '.join(line)!r}"
            self.session.submit(seat, answer(request, DULL[request.purpose].split()))
            return
        raise AssertionError(f"asked: {self.asked()}; the next line is {' '.join(line)!r}")

    # --- looking -----------------------------------------------------------------------------------------------

    def asked(self) -> str:
        """Who is asked what, with the options."""
        return "; ".join(f"{NAMES[s]} {r.purpose} {options(r)[:12]}" for s, r in self.session.asked.items())

    def options(self, who: str) -> list[str]:
        """The options of a seat, in words."""
        return options(self.session.asked[SEATS[who]])

    def refuses(self, line: str) -> str:
        """The reason why a line's answer is refused."""
        words = line.split()
        if words[0] != "dice":
            self.until(" ".join(words[:2]))
        request = self.session.asked[SEATS[words[0]]]
        assert words[0] == "dice" or request.purpose == words[1], f"asked: {self.asked()}"
        try:
            self.session.submit(SEATS[words[0]], answer(request, words[2:]))
        except IllegalAnswer as error:
            return error.reason
        raise AssertionError(f"{line!r} was accepted")

    def events(self, kind: str) -> list[Any]:
        """The events of a kind, as the judge sees them."""
        return [event for event in self.session.referee.events if event.kind == kind]

    def last(self, kind: str) -> Any:
        """The last event of a kind."""
        found = self.events(kind)
        assert found, f"no event {kind}; there are {sorted({event.kind for event in self.session.referee.events})}"
        return found[-1]

    def score(self) -> dict[str, dict[str, int]]:
        """The lines of both scores, by name."""
        found: dict[str, dict[str, int]] = {"A": {}, "B": {}}
        for event in self.events("score-line"):
            found[NAMES[event.seat]][event.line] = event.points
        return found


# --- answers in words ------------------------------------------------------------------------------------------


def words_of(option: Any) -> str:
    """An option in words: its tag and fields; buying a way once needs no number."""
    if not hasattr(option, "tag"):
        return str(option)
    words = " ".join(str(part) for part in plain(option) if part != "")
    return words.removesuffix(" 1") if option.tag == "spend" else words


def options(request: Request[Any]) -> list[str]:
    """The options of a question in words."""
    return [words_of(option) for option in request.options()]


def answer(request: Request[Any], told: list[str]) -> Any:
    """What a line's words mean as an answer to `request`. Raises `LookupError` for an option that is not there."""
    if isinstance(request, Roll):
        return _faces(request, told)
    if isinstance(request, Number):
        return int(told[0])
    if isinstance(request, Several):
        return () if told == ["none"] else tuple(int(word) - 1 for word in told)
    wanted = " ".join(told)
    for option in request.options():
        words = words_of(option)
        if wanted in (words, words.partition(" ")[2]):
            return option
    raise LookupError(f"{wanted!r} is not offered; offered: {options(request)}")


def _faces(request: Roll, told: list[str]) -> tuple[int, ...]:
    if told == ["blank"]:
        return (0,) * len(request.sides)
    told = [word for word in told if word != "|"]
    assert len(told) == len(request.sides), (
        f"{len(request.sides)} dice are rolled for {request.purpose}, not {len(told)}"
    )
    return tuple(_face(sides, word) for sides, word in zip(request.sides, told, strict=True))


def _face(sides: int, word: str) -> int:
    of_type = SYMBOLS[:6] if sides == 6 else SYMBOLS[6:]
    shown = "" if word == "-" else word
    assert shown in of_type, f"no face of a d{sides} shows {word!r}"
    return of_type.index(shown)
