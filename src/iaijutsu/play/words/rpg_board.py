"""What stands between two duellists of the role-playing duel, as one audience sees it: plain data for any face."""

from __future__ import annotations

from dataclasses import dataclass

from ...engine import Seat
from ...rpg import scoring
from ...rpg.measures import endurance, initiative, suffered
from ...rpg.state import HIDDEN, CheckInHand, Duellist
from ..i18n import N_, _, signed
from .rpg_checks import LINES
from .rpg_events import form_words
from .rpg_scene import Scene, face, ring, words_of

PHASES = {
    "initiative": N_("Initiative"),
    "turns": N_("Round {n}"),
    "resolution": N_("Resolution"),
    "over": N_("The duel is over"),
}


HELD_AT = {"sheathed": N_("sheathed"), "dropped": N_("on the ground"), "away": N_("out of reach")}


@dataclass(frozen=True, slots=True)
class Gauge:
    """A value against its limit: `over` when it is past it."""

    word: str
    value: int
    limit: int

    @property
    def over(self) -> bool:
        """Whether the limit is passed."""
        return self.value > self.limit


@dataclass(frozen=True, slots=True)
class Fighter:
    """One of the two as he stands. `readied` and `other_weapons` are words; `score` is the score as it stands."""

    seat: Seat
    name: str
    mine: bool
    turn: bool
    strife: Gauge
    fatigue: Gauge
    stance: str
    initiative: int
    void_points: int
    honor: int
    glory: int
    conditions: tuple[str, ...]
    readied: tuple[str, ...]
    other_weapons: tuple[str, ...]
    armour: str
    reserved: str
    secret: str
    score: int
    score_lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """A check under way, the innermost first: whose, what for, its TN, the dice as they lie and what is kept."""

    name: str
    what: str
    tn: int
    ring: str
    rolled: tuple[str, ...]
    kept: tuple[str, ...]
    limit: int
    opportunity: int
    blow: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The scene: its heading, the terms, both duellists, and the checks under way."""

    heading: str
    terms: str
    fighters: tuple[Fighter, Fighter]
    checks: tuple[Roll, ...]


def board(s: Scene) -> Board:
    """What the audience sees now."""
    duel = s.state
    heading = _(PHASES.get(duel.phase, duel.phase)).format(n=duel.round)
    one, other = (_fighter(s, one) for one in duel.duellists)
    checks = tuple(_roll(s, check) for check in reversed(duel.checks))
    return Board(heading, form_words(s.setup.form.key), (one, other), checks)


def _fighter(s: Scene, one: Duellist) -> Fighter:
    seat, character = one.seat, one.loadout.character
    lines = scoring.lines(s.state, seat)
    return Fighter(
        seat,
        s.name(seat),
        s.mine(seat),
        s.state.turn_of == seat,
        Gauge(_("strife"), one.strife, character.composure),
        Gauge(_("fatigue"), one.fatigue, endurance(one)),
        ring(one.stance),
        initiative(one),
        one.void_points,
        one.honor,
        one.glory,
        tuple(s.condition(name) for name in suffered(one)),
        tuple(_held(s, one, key) for key, held in one.weapons.items() if held.place == "readied"),
        tuple(_held(s, one, key) for key, held in one.weapons.items() if held.place != "readied"),
        s.item(seat, "armour") if one.loadout.armour else "",
        " ".join(face(die) for die in one.reserved.dice) if one.reserved else "",
        _secret(s, one),
        sum(line.points for line in lines),
        tuple(f"{_(LINES[line.name])} {signed(line.points)}" for line in lines),
    )


def _held(s: Scene, one: Duellist, key: str) -> str:
    held = one.weapons[key]
    states = [s.grip(held.grip) if held.place == "readied" else _(HELD_AT.get(held.place, held.place))]
    states += [_("damaged")] if held.damaged else []
    states += [_("destroyed")] if held.destroyed else []
    return f"{s.weapon(one.seat, key)} ({', '.join(states)})" if any(states) else s.weapon(one.seat, key)


def _secret(s: Scene, one: Duellist) -> str:
    if not one.prediction:
        return ""
    return (
        _("a stance is recorded")
        if one.prediction == HIDDEN
        else _("recorded: {ring}").format(ring=ring(one.prediction))
    )


def _roll(s: Scene, check: CheckInHand) -> Roll:
    what = _("finishing blow") if check.blow else words_of(check.skill)
    return Roll(
        s.name(check.seat),
        what,
        check.tn,
        ring(check.ring),
        tuple(face(die) for die in check.rolled),
        tuple(face(die) for die in check.kept),
        check.limit,
        check.opportunity,
        check.blow,
    )
