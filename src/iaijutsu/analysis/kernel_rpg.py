"""Hundreds of thousands of role-playing duels a second, under stated conduct.

Its width: initiative, staredown with bids, stances, the six actions of the rulebook (of Unique Actions a stated one),
an iaijutsu cut, checks with Void points, reserved dice, kept dice and explosions, ways to spend opportunity, finishing
blows, unmasking, damage, critical strikes with wounds, scars, bleeding and dying, score and grade; all rulings but two.
One weapon a side. What else a character has is refused by name, unless `bare` has left it out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import numpy as np

from ..engine import BadInput, Sentence
from ..rpg import Setup
from ..rpg import dice as dice_
from ..rpg.characters import KINDS, RINGS, SKILLS, Character, Profile, Weapon
from ..rpg.loadout import Attack, Loadout, is_body
from ..rpg.scoring import grade
from . import kernel_rpg_layout as at
from .kernel_rpg_layout import Rules
from .kernel_rpg_policy import DICE, Conduct
from .kernel_types import Int64

FORBIDDEN = ("prepare", "concealable")
"""Qualities of weapons and armour that would do something here which the kernel does not."""
KERNEL_SKILLS = ("fitness", "melee", "ranged", "unarmed", "meditation", "tactics")
"""The martial skills come first, so that `layout.MARTIAL` tells them."""
NAMES = (*KERNEL_SKILLS, *(skill for skill in SKILLS if skill not in KERNEL_SKILLS))


class Unique:
    """The Unique Action that both allow each other: a check of `skill` at `tn`, and what it does (`layout.EFFECTS`)."""

    def __init__(self, skill: str = "tactics", tn: int = 2, effect: str = "strife-for-foe") -> None:
        if skill not in SKILLS or effect not in at.EFFECTS or not 1 <= tn <= 8:
            allowed = Sentence("a skill, a TN from 1 to 8 and one of: {effects}", effects=", ".join(at.EFFECTS))
            raise BadInput(
                "unique",
                Sentence(
                    "{skill!r}, {tn}, {effect!r} found; allowed are {allowed}",
                    skill=skill,
                    tn=tn,
                    effect=effect,
                    allowed=allowed,
                ),
            )
        self.skill, self.tn, self.effect = skill, tn, effect


class RpgKernel:
    """A role-playing duel with a conduct for each side. Raises `BadInput` for what it leaves out, by name.

    `cuts` are the keys of the iaijutsu cuts that the two may use ("" for none).
    """

    name: ClassVar[str] = "kernel_rpg"
    block: ClassVar[int] = 1 << 14
    by_arrays: ClassVar[float] = 1e4

    def __init__(
        self, setup: Setup, conducts: tuple[Conduct, Conduct], cuts: tuple[str, str] = ("", ""),
        unique: Unique | None = None, most_rounds: int = 60,
    ) -> None:  # fmt: skip
        refuse(setup, cuts)
        self.setup, self.conducts, self.cuts, self.unique = setup, conducts, cuts, unique
        self.most_rounds = most_rounds
        self.tables = _rules(self)

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """What is counted: by ending, winner (0, 1, nobody), difference of scores, round."""
        return len(at.ENDINGS), 3, 2 * at.MOST_DIFFERENCE + 1, at.ROUNDS

    def new_counts(self) -> Int64:
        """Counts of nothing yet."""
        return np.zeros(self.shape, np.int64)


def result_of(ending: int, difference: int, yielded: tuple[bool, bool]) -> tuple[int, str]:
    """The winner (-1: nobody) and the grade, from how it ended and the first's score minus the second's."""
    if any(yielded):
        return (-1, "draw") if all(yielded) else (1 if yielded[0] else 0, "")
    if ending in (at.UNFINISHED, at.TOO_DEEP) or difference == 0:
        return -1, "draw"
    return 0 if difference > 0 else 1, grade(abs(difference))


# --- what is left out ------------------------------------------------------------------------------------


def bare(character: Character, weapon: str = "", cut: str = "") -> Character:
    """A character for its numbers alone: one weapon (the first, or the one named), one cut if named, no traits."""
    arms = [one for one in character.weapons if not is_body(one) and weapon in ("", one.key)]
    if weapon and not arms:
        raise BadInput("weapon", Sentence("{name} has no {weapon!r}", name=character.name, weapon=weapon))
    known = tuple(technique for technique in character.techniques if technique.id == cut)
    return replace(character, weapons=tuple(arms[:1]), techniques=known, traits=(), burdens=())


def refuse(setup: Setup, cuts: tuple[str, str] = ("", "")) -> None:
    """Raise `BadInput` naming what the kernel leaves out, if the setup has any of it."""
    if setup.contest != "duel":
        raise BadInput(Sentence("kernel"), Sentence("it leaves out the contest {contest!r}", contest=setup.contest))
    if setup.gm or setup.judge:
        raise BadInput(Sentence("kernel"), Sentence("it leaves out game masters and judges"))
    if any(goal.severity for goal in setup.goals if goal.deed != "critical"):
        raise BadInput(Sentence("kernel"), Sentence("it leaves out severities of other deeds than critical strikes"))
    for character, loadout, cut in zip(setup.characters, setup.loadouts, cuts, strict=True):
        where = Sentence("kernel: {name}", name=character.name)
        _refuse_character(where, character, loadout, cut)
        _refuse_gear(where, loadout)


def _refuse_character(where: str, character: Character, loadout: Loadout, cut: str) -> None:
    if character.burdens:
        raise BadInput(
            where,
            Sentence("it leaves out conditions brought along: {condition}", condition=character.burdens[0].condition),
        )
    if character.traits:
        name = character.traits[0].name
        raise BadInput(
            where,
            Sentence("it leaves out advantages and disadvantages, such as {name} (--numbers does without)", name=name),
        )
    for name in (*loadout.abilities, *loadout.actions):
        raise BadInput(where, Sentence("it leaves out the effects of techniques: {name}", name=name))
    if cut and cut not in loadout.attacks:
        raise BadInput(where, Sentence("there is no cut {cut!r}", cut=cut))
    if cut:
        _refuse_cut(where, loadout.attacks[cut])
    if max(character.rings.values()) + max(character.skills.values(), default=0) + 1 > at.MOST_DICE:
        raise BadInput(where, Sentence("it rolls {most} dice at most", most=at.MOST_DICE))
    if max((character.skill(skill) for skill in SKILLS), default=0) > at.MOST_RESERVED:
        raise BadInput(where, Sentence("it reserves {most} dice at most", most=at.MOST_RESERVED))


def _refuse_cut(where: str, cut: Attack) -> None:
    plain = Attack(
        cut.key, tn=cut.tn, types=cut.types, weapon="sheathed", quality=cut.quality, also=cut.also, skill=cut.skill,
        damage=cut.damage, bonus=cut.bonus, undefendable=cut.undefendable, resist=cut.resist,
    )  # fmt: skip
    odd = set(cut.resist.values()) - {1} or cut.damage not in ("base", "deadliness")
    if cut != plain or odd or cut.skill not in ("melee", "weapon"):
        raise BadInput(
            where,
            Sentence("it takes cuts that draw a sheathed weapon and deal its damage, unlike {key!r}", key=cut.key),
        )


def _refuse_gear(where: str, loadout: Loadout) -> None:
    weapons = [weapon for weapon in loadout.weapons.values() if not is_body(weapon)]
    if len(weapons) > 1:
        raise BadInput(where, Sentence("it takes one weapon a side; a second is {key!r}", key=weapons[1].key))
    found = [quality for weapon in weapons for quality in weapon.qualities]
    found += loadout.armour.qualities if loadout.armour else ()
    for quality in FORBIDDEN:
        if quality in found:
            raise BadInput(where, Sentence("it leaves out the quality {quality!r}", quality=quality))


# --- the numbers -----------------------------------------------------------------------------------------


def _rules(kernel: RpgKernel) -> Rules:
    conducts = kernel.conducts
    ring, action = RINGS.index, at.ACTIONS.index
    keep = [[_worths(conduct, purpose) for purpose in at.PURPOSES] for conduct in conducts]
    ways = [[_ways(conduct, purpose) for purpose in at.PURPOSES] for conduct in conducts]
    return Rules(
        np.array([_own(kernel, seat) for seat in (0, 1)]),
        np.array(_terms(kernel)),
        np.array([[ring(word) for word in conduct.stance] for conduct in conducts]),
        np.array([[action(word) for word in conduct.action] for conduct in conducts]),
        np.array([[action(word) for word in conduct.second] for conduct in conducts]),
        np.array([conduct.bid for conduct in conducts]),
        np.array(keep), np.array(ways), np.array(_pips()), _start(kernel),
    )  # fmt: skip


def _worths(conduct: Conduct, purpose: str) -> list[list[list[int]]]:
    kept = conduct.kept_by(purpose)
    none = [-at.PRICELESS >> 8] * (at.DIE_SLOTS - DICE)
    return [[[*kept.of(needed=n, tense=tense), *none] for tense in (False, True)] for n in (False, True)]


def _pips() -> list[int]:
    """The tally of each die in one number."""
    found = [
        dice_.SUCCESS[die] + (dice_.OPPORTUNITY[die] << 8) + (dice_.STRIFE[die] << 16) + (dice_.EXPLOSIVE[die] << 24)
        for die in range(DICE)
    ]
    return [*found, *[0] * (at.DIE_SLOTS - DICE)]


def _ways(conduct: Conduct, purpose: str) -> list[int]:
    found = [at.WAYS.index(way) for way in conduct.spent_by(purpose)]
    return [*found, *[0] * (8 - len(found)), len(found)]


def weapon_of(loadout: Loadout) -> Weapon | None:
    """The one weapon, if there is one."""
    return next((weapon for weapon in loadout.weapons.values() if not is_body(weapon)), None)


def grips_of(loadout: Loadout, cut: str) -> tuple[str, str]:
    """The grip in which the weapon is readied, and the one in which a cut draws it."""
    weapon = weapon_of(loadout)
    if weapon is None:
        return "", ""
    first = weapon.readied or max(weapon.grips, key=lambda grip: grip.hands).name
    drawn = next((grip.name for grip in weapon.grips if grip.hands == 1), first)
    return first, drawn if cut else first


def _own(kernel: RpgKernel, seat: int) -> list[int]:
    loadout, conduct, cut = kernel.setup.loadouts[seat], kernel.conducts[seat], kernel.cuts[seat]
    character, armour = loadout.character, loadout.armour
    weapon, grips = weapon_of(loadout), grips_of(loadout, cut)
    none = Profile("melee", 0, 0, 0, 0, ())
    profiles = [loadout.profiles[weapon.key, grip] if weapon else none for grip in grips]
    skills = _skills(kernel, profiles, loadout.attacks.get(cut))
    center = character.skill(conduct.center)
    rows = [
        *[character.rings[ring] for ring in RINGS],
        character.composure, character.endurance, character.focus, character.vigilance, kernel.setup.prepared[seat],
        KINDS.index(character.kind), 2 if character.school_rank >= 4 else 1,
        *[character.skill(skill) for skill in skills], *[NAMES.index(skill) for skill in skills],
        *[profile.damage for profile in profiles], *[profile.deadliness for profile in profiles],
        *["razor-edged" in profile.qualities for profile in profiles],
        weapon is not None, armour.physical if armour else 0, armour is not None, NAMES.index(conduct.center), center,
        *_cut(loadout.attacks.get(cut), weapon, loadout), *_choices(conduct),
        armour is not None and "wargear" in armour.qualities, weapon is not None and "wargear" in weapon.qualities,
    ]  # fmt: skip
    return [int(row) for row in rows]


def _skills(kernel: RpgKernel, profiles: list[Profile], cut: Attack | None) -> tuple[str, ...]:
    """The skills by purpose, then of an attack in the second grip."""
    second = cut.skill if cut is not None and cut.skill != "weapon" else profiles[1].skill
    if cut is not None and second != profiles[1].skill:
        raise BadInput(
            Sentence("kernel"), Sentence("it takes cuts with the skill of their weapon, not {found!r}", found=second)
        )
    unique = kernel.unique.skill if kernel.unique else "tactics"
    return "meditation", profiles[0].skill, "fitness", unique, profiles[1].skill


def _cut(cut: Attack | None, weapon: Weapon | None, loadout: Loadout) -> list[int]:
    if cut is None or weapon is None:
        return [0] * 6
    grip = loadout.profiles[weapon.key, grips_of(loadout, cut.key)[1]]
    fits = not cut.quality or cut.quality in grip.qualities or weapon.key in cut.also
    one_handed = loadout.hands[weapon.key, grips_of(loadout, cut.key)[1]] == 1
    types = sum(at.TYPE_BITS[word] for word in cut.types)
    helpless = ("", "always", "compromised").index(cut.undefendable)
    tn = -1 if cut.tn == "vigilance" else int(cut.tn)
    return [int(fits and one_handed), tn, types, int(cut.damage == "deadliness"), int(cut.bonus), helpless]


def _choices(conduct: Conduct) -> list[int]:
    seizes = sum(1 << n for n, purpose in enumerate(at.PURPOSES) if purpose in conduct.seizes)
    return [
        RINGS.index(conduct.enter), conduct.concedes, ("never", "start", "end", "either").index(conduct.unmasks),
        conduct.forfeit in ("honor", "both"), conduct.cost == "expose-an-opening", conduct.cost == "panicked-retreat",
        seizes, conduct.suffers, conduct.blows, sum(1 << die for die in conduct.reserves),
        *[RINGS.index(ring) for ring in conduct.spare],
    ]  # fmt: skip


def _terms(kernel: RpgKernel) -> list[int]:
    setup, unique = kernel.setup, kernel.unique
    rulings, goals = setup.rulings, setup.goals
    severities = [goal.severity for goal in goals if goal.deed == "critical"]
    rows = [
        rulings.blow_per == "event", rulings.blow_from == "round 1", rulings.blow_cut_before_first_turn == "allowed",
        rulings.blow_second_after_objective == "if alive", rulings.blow_doubling == "base doubled",
        rulings.first_strike_close_call == "counts", rulings.struck_first == "any success",
        rulings.score_bleeding == "yes", rulings.unmask_retreat == "concedes", setup.form.sheathed,
        sum({1 << at.DEEDS.index(goal.deed) for goal in goals}), min(severities, default=0), setup.form.to_the_death,
        unique is not None and rulings.unique_without_gm == "other player", unique.tn if unique else 1,
        at.EFFECTS.index(unique.effect) if unique else 0, kernel.most_rounds,
    ]  # fmt: skip
    return [int(row) for row in rows]


def _start(kernel: RpgKernel) -> Int64:
    found = np.zeros(at.ROWS, np.int64)
    found[[at.TURN_OF, at.STRUCK_FIRST, at.WAITS]] = -1
    for seat, loadout in enumerate(kernel.setup.loadouts):
        character, weapon, armour = loadout.character, weapon_of(loadout), loadout.armour
        for row, value in (
            (at.STRIFE, character.strife), (at.FATIGUE, character.fatigue), (at.VOID, character.void_points),
            (at.HONOR, character.honor), (at.STANCE, -1), (at.DYING, -1), (at.PREDICTION, -1),
            *_worn(at.DAMAGED, weapon), *_worn(at.WORN_DAMAGED, armour),
        ):  # fmt: skip
            found[row + seat] = value
        if weapon is not None:
            found[at.READIED + seat] = bool(weapon.readied) and not kernel.setup.form.sheathed
    return found


def _worn(damaged: int, thing: object) -> list[tuple[int, int]]:
    """How worn a weapon or armour is; the three rows follow each other."""
    words = ("damaged", "destroyed", "durable")
    found = getattr(thing, "qualities", ())
    return [(damaged + 2 * n, int(word in found)) for n, word in enumerate(words)]


def example() -> RpgKernel:
    """A small setting, for compiling."""
    rings = dict.fromkeys(RINGS, 2)
    one = Character("One", rings, {"melee": 2})
    return RpgKernel(Setup((one, one)), (Conduct(), Conduct()))


assert len(dice_.SYMBOLS) == DICE
