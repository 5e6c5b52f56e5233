"""What stands between two duellists of the role-playing duel, as one audience sees it: plain data for any face."""

from __future__ import annotations

from functools import lru_cache

from ...engine import Seat
from ...engine.quick import dataclass
from ...rpg import scoring
from ...rpg.characters import RINGS, Ring, Weapon
from ...rpg.loadout import is_body
from ...rpg.measures import armour_resistance, endurance, initiative, suffered, vigilance
from ...rpg.options import LINES as SCORED
from ...rpg.state import HIDDEN, CheckInHand, Duellist, Held
from ..i18n import N_, _, language, signed
from .rpg_checks import LINES
from .rpg_conditions import means
from .rpg_dice import Chain, DieFace, chains, die_face
from .rpg_effects import lasts
from .rpg_events import form_words
from .rpg_keys import words_of
from .rpg_labels import profile_words
from .rpg_scene import PURPOSES, Scene, face, in_grip, pool, ring
from .rpg_steps import Step, steps, tn_reasons

PHASES = {
    "initiative": N_("Initiative"),
    "turns": N_("Round {n}"),
    "resolution": N_("Resolution"),
    "over": N_("The duel is over"),
}


HELD_AT = {"sheathed": N_("sheathed"), "dropped": N_("on the ground"), "away": N_("out of reach")}


@dataclass(frozen=True, slots=True)
class Gauge:
    """A value against its limit: `over` when it is past it. `limited` names the limit; `new` came in this round."""

    word: str
    value: int
    limit: int
    limited: str = ""
    new: int = 0

    @property
    def over(self) -> bool:
        """Whether the limit is passed."""
        return self.value > self.limit


@dataclass(frozen=True, slots=True)
class Ill:
    """A condition: its key, its name, and what it means."""

    key: str
    name: str
    means: str


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon: its name, how it is held or where it is, whether in hand, whether a part of the body, its numbers."""

    key: str
    name: str
    state: str
    in_hand: bool
    body: bool
    detail: str

    @property
    def words(self) -> str:
        """Name and state in one."""
        return f"{self.name} ({self.state})" if self.state else self.name


@dataclass(frozen=True, slots=True)
class Points:
    """A line of the score: its key, its words, its points, and what the program had found before a judge spoke."""

    key: str
    word: str
    points: int
    found: int


@dataclass(frozen=True, slots=True)
class RingValue:
    """A ring: its key, its name, its value, and whether it is the stance."""

    key: str
    name: str
    value: int
    stance: bool


@dataclass(frozen=True, slots=True)
class Fighter:
    """One of the two as he stands; `points` is the score as it stands, line by line.

    `stance` is a word and `stance_key` its ring, empty before there is one. `drawn`: steel (or wood) is in hand. `bid`
    is what was opened in this round's staredown (-1: did not bid), None before. `open_to_blow`: a finishing blow
    against this one is being decided; `blow_taken`: the foe has had his. `secret` tells of a record as far as it may
    be known; `sealed`: there is one.
    """

    seat: Seat
    name: str
    mine: bool
    turn: bool
    strife: Gauge
    fatigue: Gauge
    stance: str
    stance_key: str
    initiative: int
    gained: int
    void_points: int
    void_max: int
    honor: int
    glory: int
    focus: int
    vigilance: int
    school: str
    rings: tuple[RingValue, ...]
    ills: tuple[Ill, ...]
    arms: tuple[Arm, ...]
    drawn: bool
    armour: str
    resistance: int
    aside: tuple[DieFace, ...]
    aside_for: str
    secret: str
    sealed: bool
    bid: int | None
    open_to_blow: bool
    blow_taken: bool
    achieved: bool
    unmasked: bool
    dead: bool
    score: int
    points: tuple[Points, ...]

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions by name."""
        return tuple(ill.name for ill in self.ills)

    @property
    def readied(self) -> tuple[str, ...]:
        """What is in hand, in words."""
        return tuple(arm.words for arm in self.arms if arm.in_hand)

    @property
    def other_weapons(self) -> tuple[str, ...]:
        """The other weapons, in words."""
        return tuple(arm.words for arm in self.arms if not arm.in_hand)

    @property
    def reserved(self) -> str:
        """Dice that are set aside, as letters."""
        return " ".join(face_letters(die) for die in self.aside)

    @property
    def score_lines(self) -> tuple[str, ...]:
        """The lines of the score in words."""
        return tuple(f"{line.word} {signed(line.points)}" for line in self.points)


@dataclass(frozen=True, slots=True)
class Roll:
    """A check under way, the innermost first: whose, what for, its TN and why so, the dice as they lie, its steps.

    `what` is the skill, or that it is a finishing blow; `head` is what it is for, `title` whose too, `pool` what is
    rolled. `rolled` and `kept` are the dice as letters, `dice` as faces; `lying` are those that an
    explosion has just brought.
    """

    seat: Seat
    name: str
    what: str
    head: str
    title: str
    deed: str
    skill: str
    ring: str
    ring_key: str
    tn: int
    tn_why: str
    pool: str
    rolled: tuple[str, ...]
    kept: tuple[str, ...]
    dice: tuple[Chain, ...]
    lying: tuple[DieFace, ...]
    limit: int
    opportunity: int
    blow: bool
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The scene: its heading, the terms, both duellists, the checks under way, and how far the duel has come.

    `phase` is initiative, turns, resolution or over; `moment` is `concede` or `staredown` while a round has not come to
    its turns. `score_lines` are the keys and words of every line that a score may have, in order. `winner` is a seat,
    -1 for nobody; `grade` is empty before the end and for a win without one. `lasting` tells what is set for a while.
    """

    heading: str
    terms: str
    stakes: str
    phase: str
    round: int
    moment: str
    fighters: tuple[Fighter, Fighter]
    checks: tuple[Roll, ...]
    score_lines: tuple[tuple[str, str], ...]
    winner: Seat
    grade: str
    gm: bool
    lasting: tuple[str, ...] = ()


def board(s: Scene) -> Board:
    """What the audience sees now."""
    duel = s.state
    unbegun = duel.phase == "turns" and not duel.round
    heading = _("The challenge") if unbegun else _(PHASES.get(duel.phase, duel.phase)).format(n=duel.round)
    one, other = (_fighter(s, one) for one in duel.duellists)
    innermost = len(duel.checks) - 1
    checks = tuple(_roll(s, n, inner=n == innermost) for n in range(innermost, -1, -1))
    scored = tuple((key, _(LINES[key])) for key in SCORED if key != "kill" or s.setup.form.to_the_death)
    return Board(
        heading,
        form_words(s.setup.form.key),
        s.setup.stakes,
        duel.phase,
        duel.round,
        s.trail.moment if duel.phase == "turns" else "",
        (one, other),
        checks,
        scored,
        duel.winner,
        duel.grade,
        s.setup.gm,
        () if duel.phase == "over" else _lasting(s),
    )


def _lasting(s: Scene) -> tuple[str, ...]:
    found = [(one.seat, effect) for one in s.state.duellists for effect in one.lasting]
    told = [lasts(s, seat, effect) for seat, effect in found if effect.name != "reserved-die"]  # that lies there to see
    return tuple(dict.fromkeys(told))


# --- the two ---------------------------------------------------------------------------------------------


def _fighter(s: Scene, one: Duellist) -> Fighter:
    seat, character, spoken = one.seat, one.loadout.character, language()
    points = tuple(
        Points(line.name, _(LINES[line.name]), line.points, line.found) for line in scoring.lines(s.state, seat)
    )
    bids, arms = s.trail.bids, tuple([_arm(spoken, one, key, held) for key, held in one.weapons.items()])
    new = max(0, one.strife - s.trail.calm[seat])
    return Fighter(
        seat,
        s.name(seat),
        s.mine(seat),
        s.state.turn_of == seat,
        Gauge(_("strife"), one.strife, character.composure, _("composure"), new),
        Gauge(_("fatigue"), one.fatigue, endurance(one), _("endurance")),
        ring(one.stance),
        one.stance or "",
        initiative(one),
        one.gained,
        one.void_points,
        character.void_max,
        one.honor,
        one.glory,
        character.focus,
        vigilance(one),
        character.school,
        tuple([_ring_value(spoken, key, character.rings[key], one.stance == key) for key in RINGS]),
        tuple(_ill(s, one, name) for name in suffered(one)),
        arms,
        any(arm.in_hand and not arm.body for arm in arms),
        s.item(seat, "armour") if one.loadout.armour else "",
        armour_resistance(one),
        tuple(die_face(die) for die in one.reserved.dice) if one.reserved else (),
        words_of(one.reserved.skill) if one.reserved else "",
        _secret(one),
        bool(one.prediction),
        bids[seat] if bids else None,
        bool(one.blow),
        bool(one.gaps) and not one.blow,
        bool(one.achieved),
        one.unmasked,
        one.dead,
        sum(line.points for line in points),
        points,
    )


@lru_cache(1000)
def _ring_value(_language: str, key: Ring, value: int, stance: bool) -> RingValue:
    return RingValue(key, ring(key), value, stance)


def _ill(s: Scene, one: Duellist, name: str) -> Ill:
    return Ill(name.replace(":", "-"), s.condition(name), means(name, one.conditions.get(name, 1)))


def _arm(spoken: str, one: Duellist, key: str, held: Held) -> Arm:
    return _arm_at(spoken, key, one.loadout.weapons[key], held.place, held.grip, held.damaged, held.destroyed)


@lru_cache(1000)
def _arm_at(_language: str, key: str, weapon: Weapon, place: str, grip: str, damaged: bool, destroyed: bool) -> Arm:
    """The same for everybody who looks, and at most moves: it is made once."""
    states = [in_grip(grip) if place == "readied" else _(HELD_AT.get(place, place))]
    states += [_("damaged")] if damaged else []
    states += [_("destroyed")] if destroyed else []
    profile = weapon.held(grip or weapon.grips[0].name)
    state = ", ".join(filter(None, states))
    return Arm(key, _(weapon.name), state, place == "readied", is_body(weapon), profile_words(weapon.name, profile))


def _secret(one: Duellist) -> str:
    if not one.prediction:
        return ""
    return (
        _("a stance is recorded")
        if one.prediction == HIDDEN
        else _("recorded: {ring}").format(ring=ring(one.prediction))
    )


# --- checks ----------------------------------------------------------------------------------------------


def face_letters(die: DieFace) -> str:
    """A face in letters, as the terminal shows it: `(ST)`, `[E]`."""
    shown = die.symbols.upper() or "–"
    return f"({shown})" if die.kind == "ring" else f"[{shown}]"


def _roll(s: Scene, number: int, *, inner: bool) -> Roll:
    check, laid = s.state.checks[number], s.trail.checks[number]
    what = _("finishing blow") if check.blow else words_of(check.skill)
    told = _("{skill} with {ring}: {dice}, at most {n} to keep.")
    return Roll(
        check.seat,
        s.name(check.seat),
        what,
        _head(s, check),
        _title(s, check),
        _deed(s, check),
        words_of(check.skill),
        ring(check.ring),
        check.ring,
        check.tn,
        tn_reasons(check),
        told.format(
            skill=words_of(check.skill),
            ring=ring(check.ring),
            dice=pool(check.ring_dice, check.skill_dice),
            n=check.limit,
        ),
        tuple(face(die) for die in check.rolled),
        tuple(face(die) for die in check.kept),
        chains(s, laid),
        tuple(die_face(die) for die in check.exploded),
        check.limit,
        check.opportunity,
        check.blow,
        steps(s, check, laid, inner=inner),
    )


def _title(s: Scene, check: CheckInHand) -> str:
    """Whose check, and what it is."""
    if check.blow:
        return s.say(check.seat, _("Your finishing blow"), _("{name}’s finishing blow"))
    return s.say(check.seat, _("You: {what}"), _("{name}: {what}"), what=_head(s, check))


def _head(s: Scene, check: CheckInHand) -> str:
    """What a check is for."""
    if check.blow:
        return _("Finishing blow")
    what = s.named(check.action) if check.action else _(PURPOSES.get(check.purpose, check.purpose))
    return what[:1].upper() + what[1:]


def _deed(s: Scene, check: CheckInHand) -> str:
    """With what it is done, and what a finishing blow does."""
    weapon = s.weapon(check.seat, check.weapon) if check.weapon else ""
    if not check.blow:
        return _("With {weapon}.").format(weapon=weapon) if weapon else ""
    action = s.named(check.action) if check.action else _("an attack")
    with_it = _("{action} with {weapon}.") if weapon else "{action}."
    told = _("If it succeeds: no damage, but a critical strike of twice the deadliness and the bonus successes.")
    return f"{with_it.format(action=action, weapon=weapon)} {told}"
