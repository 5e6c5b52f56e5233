"""Random settings of the role-playing kernel, and its duels told through the rules engine."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from iaijutsu.analysis import kernel_rpg, kernel_rpg_layout
from iaijutsu.analysis.kernel_rpg import RpgKernel, Unique
from iaijutsu.analysis.kernel_rpg_player import ConductPlayer
from iaijutsu.analysis.kernel_rpg_policy import DICE, Conduct, Keeping, worths
from iaijutsu.engine import Chance, Roll, Session
from iaijutsu.players.arena import play
from iaijutsu.rpg import FORMS, GAME, Form, Goal, Rulings, Setup, catalogue, rulings
from iaijutsu.rpg.characters import KINDS, RINGS, Character
from iaijutsu.rpg.unmasking import COSTS

WEAPONS = ("katana", "katana", "bo", "wakizashi", "nodachi", "scimitar", "yari", "tetsubo")
ARMOURS = ("ashigaru-armour", "lacquered-armour", "ceremonial-clothes", "common-clothes")
CUTS = ("rising-blade", "crossing-blade")


def character(rng: random.Random, name: str) -> Character:
    """Anybody at all: numbers, kind, a weapon as worn as it may be, armour likewise."""
    rings = {ring: rng.randint(1, 5) for ring in RINGS}
    named = ("melee", "fitness", "meditation", "tactics", "unarmed", "courtesy")
    skills = {skill: rng.randint(0, 5) for skill in named}
    weapon = catalogue.weapon(rng.choice(WEAPONS))
    wear = tuple(q for q in ("damaged", "durable") if rng.random() < 0.25)
    qualities = (*[q for q in weapon.qualities if q not in kernel_rpg.FORBIDDEN and q != "durable"], *wear)
    grips = [grip.name for grip in weapon.grips]
    made = replace(weapon, qualities=qualities, readied=rng.choice(grips) if rng.random() < 0.6 else "", printed=None)
    armour = catalogue.armour(rng.choice(ARMOURS))
    worn = replace(
        armour,
        physical=rng.choice((0, 2, 4, 8)),
        qualities=tuple(q for q in ("durable", "damaged", "wargear") if rng.random() < 0.4),
    )
    known = [catalogue.technique(key) for key in CUTS if rng.random() < 0.7]
    brim = 2 * (rings["earth"] + rings["water"])
    return Character(
        name, rings, skills, rng.choice(KINDS), school_rank=rng.randint(1, 6), honor=rng.choice((30, 40, 40, 55)),
        weapons=(made,) if rng.random() < 0.93 else (), armour=(worn,) if rng.random() < 0.8 else (),
        techniques=tuple(known), strife=rng.choice((0, 0, 0, 2, 6, brim)), fatigue=rng.choice((0, 0, 0, 3, 8)),
    )  # fmt: skip


def conduct(rng: random.Random) -> Conduct:
    """Any conduct at all, but more often than not one that fights."""
    actions = kernel_rpg_layout.ACTIONS
    words = (*actions, *["center"] * 2, *["strike"] * 14, *["cut"] * 4)
    purposes = kernel_rpg_layout.PURPOSES
    cost = rng.choice(COSTS)
    return Conduct(
        enter=rng.choice(RINGS),
        stance=tuple(rng.choice((*RINGS, "void")) for _ in range(32)),
        action=tuple(rng.choice(words) for _ in range(32)),
        second=tuple(rng.choice(actions) for _ in range(32)),
        spare=(RINGS[0], RINGS[1]) if rng.random() < 0.5 else (RINGS[4], RINGS[2]),
        bid=tuple(tuple(rng.choice((0, 0, 1, 2, 5)) for _ in range(4)) for _ in range(4)),
        keeping={purpose: keeping(rng) for purpose in purposes},
        ways={purpose: tuple(rng.sample(kernel_rpg_layout.WAYS[1:], rng.randint(0, 8))) for purpose in purposes},
        seizes=frozenset(purpose for purpose in purposes if rng.random() < 0.4),
        suffers=rng.random() < 0.5,
        blows=rng.random() < 0.8,
        concedes=rng.choice((0, 0, 0, 9, 12)),
        unmasks=rng.choice(("never", "start", "end", "either")),
        cost=cost.cost,
        forfeit=cost.forfeit,
        center=rng.choice(("melee", "fitness", "meditation", "tactics", "courtesy")),
        reserves=frozenset(die for die in range(6, DICE) if rng.random() < 0.5),
    )


def keeping(rng: random.Random) -> Keeping:
    rows = [worths(rng.randint(0, 9), rng.randint(-2, 4), rng.randint(-1, 6), rng.randint(-2, 9)) for _ in range(4)]
    if rng.random() < 0.2:
        rows[0] = tuple(rng.randint(-3, 9) for _ in range(DICE))
    return Keeping(*rows)


def form(rng: random.Random) -> Form:
    """One of the book's, or one of our own."""
    if rng.random() < 0.7:
        return rng.choice([one for key, one in FORMS.items() if key != "taryu-jiai"])
    deeds = rng.sample(("incapacitated", "unconscious", "dying", "death", "yield"), rng.randint(0, 2))
    goals = (Goal("critical", rng.randint(0, 8)), *[Goal(deed) for deed in deeds])  # type: ignore[arg-type]
    return Form("own", goals, blunted=rng.random() < 0.3, sheathed=rng.random() < 0.5, to_the_death=rng.random() < 0.5)


def kernel(rng: random.Random) -> RpgKernel:
    """Any setting that the role-playing kernel takes."""
    choices: dict[str, Any] = {name: rng.choice(values) for name, values in rulings.choices().items()}
    ruled = Rulings(**choices)
    people = (character(rng, "Aki"), character(rng, "Nao"))
    setup = Setup(people, form(rng), rulings=ruled, prepared=(rng.random() < 0.8, rng.random() < 0.8))
    cuts = [rng.choice(("", *[key for key in one.attacks if key in CUTS])) for one in setup.loadouts]
    effect = rng.choice(kernel_rpg_layout.EFFECTS)
    unique = Unique(rng.choice(("tactics", "fitness", "courtesy")), rng.randint(1, 4), effect)
    asked = unique if rng.random() < 0.5 else None
    return RpgKernel(setup, (conduct(rng), conduct(rng)), (cuts[0], cuts[1]), asked, most_rounds=14)


# --- told through the rules engine -----------------------------------------------------------------------

Line = tuple[str, int, int]
DICE_LINES = ("tie", "dice", "explosion", "center")


@dataclass
class Script:
    """Dice as the kernel rolled them, and lines as the rules engine goes along."""

    lines: list[Line]
    told: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = [line for line in self.lines if line[0] in DICE_LINES]

    def outcome(self, request: Chance[Any], number: int) -> Any:
        """The faces that the kernel rolled here; it must have rolled just these dice, for the same seat."""
        del number
        assert isinstance(request, Roll)
        many = len(request.sides)
        rolled, self.dice = self.dice[:many], self.dice[many:]
        assert [line[:2] for line in rolled] == [(request.purpose, request.owner or 0)] * many, (request, rolled)
        self.told += rolled
        return tuple(line[2] for line in rolled)

    def note(self, name: str, seat: int, number: int) -> None:
        """A decision."""
        self.told.append((name, seat, number))


def by_the_rules(made: RpgKernel, lines: list[Line]) -> tuple[Session[Any], Script]:
    """The duel with the same dice, by players who follow the conducts."""
    script = Script(lines)
    session = Session(GAME, made.setup, script)
    agents = {seat: ConductPlayer(made.conducts[seat], made.cuts[seat], made.unique, script.note) for seat in (0, 1)}
    play(session, agents)
    return session, script
