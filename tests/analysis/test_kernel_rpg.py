"""The role-playing kernel is held to the rules engine, decision by decision, die by die."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from iaijutsu.analysis import compiler, kernel_rpg_layout, kernel_run, streams
from iaijutsu.analysis import kernel_rpg as rpg_kernel
from iaijutsu.analysis.kernel_rpg import RpgKernel, Unique, bare, result_of
from iaijutsu.analysis.kernel_rpg_player import SCARS, ConductPlayer
from iaijutsu.analysis.kernel_rpg_policy import Conduct, Keeping, worths
from iaijutsu.engine import BadInput, Seeded, Session
from iaijutsu.players.arena import play
from iaijutsu.rpg import FORMS, GAME, Setup, catalogue, critical
from iaijutsu.rpg.characters import RINGS, Burden, Trait
from iaijutsu.rpg.scoring import score
from iaijutsu.rpg.state import Duel

from . import duel_tables

at = kernel_rpg_layout
NUMBA = pytest.mark.skipif(not compiler.installed(), reason="Numba is not here")
LINES = 5000


Traced = tuple[list[duel_tables.Line], Any]


def traced(kernel: RpgKernel, seed: int, start: int, duels: int) -> tuple[list[Traced], Any]:
    """The lines of some duels, each with the duel as it ended; and how they were counted."""
    trace = np.zeros((LINES, 3, duels), np.int64), np.zeros((at.ROWS, duels), np.int64)
    counts = kernel_run.counted(kernel, "numpy", streams.stream_of(seed), start, duels, trace)
    assert counts.sum() == duels and trace[1][at.WRITTEN].max() < LINES
    found = []
    for n in range(duels):
        last = trace[1][:, n]
        rows = trace[0][: last[at.WRITTEN], :, n]
        found.append(([(at.LINES[name], int(seat), int(told)) for name, seat, told in rows], last))
    return found, counts


def of_seat(last: Any, row: int, seat: int) -> int:
    return int(last[row + seat])


def compare(kernel: RpgKernel, lines: list[duel_tables.Line], last: Any, counts: Any) -> str:
    """Fight one duel by the rules and compare everything. Returns how it ended; it is taken out of the counts."""
    ending = at.ENDINGS[last[at.ENDED]]
    if ending in ("unfinished", "too deep"):  # told so, and won by nobody
        counts[at.ENDINGS.index(ending), 2] = 0
        return ending
    session, script = duel_tables.by_the_rules(kernel, lines)
    assert script.told == lines
    assert not script.dice
    duel, result = session.referee.state, session.outcome
    assert (duel.ended, duel.round) == (ending, last[at.ROUND])
    for seat in (0, 1):
        same_duellist(duel, last, seat)
    assert duel.struck_first == last[at.STRUCK_FIRST]
    difference = score(duel, 0) - score(duel, 1)
    yielded = (duel[0].yielded, duel[1].yielded)
    assert result_of(int(last[at.ENDED]), difference, yielded) == (result.winner, result.grade)
    far = max(-at.MOST_DIFFERENCE, min(at.MOST_DIFFERENCE, difference)) + at.MOST_DIFFERENCE
    winner = result.winner if result.winner >= 0 else 2
    counts[at.ENDINGS.index(duel.ended), winner, far, min(duel.round, at.ROUNDS) - 1] -= 1
    return ending


def same_duellist(duel: Duel, last: Any, seat: int) -> None:
    """Everything about a character that is not mended as the scene ends."""
    one = duel[seat]
    numbers = {
        at.VOID: one.void_points, at.HONOR: one.honor, at.FATIGUED: one.fatigued, at.WORST: one.worst,
        at.UNMASKED: one.unmasked, at.YIELDED: one.yielded, at.DEAD: one.dead, at.TURN: one.turn,
        at.INITIATIVE: one.initiative, at.BLEEDING: one.conditions.get("bleeding", 0),
        at.DYING: one.conditions.get("dying", -1), at.UNCONSCIOUS: one.conditions.get("unconscious", 0),
        at.STANCE: RINGS.index(one.stance) if one.stance else -1, at.WORN_DAMAGED: one.armour.damaged,
        at.WORN_DESTROYED: one.armour.destroyed, at.WORN_DURABLE: one.armour.durable,
        at.ACHIEVED: sum(1 << at.DEEDS.index(deed) for deed in one.achieved),
        at.SCARS: sum(1 << SCARS.index(scar) for scar in one.scars),
        at.GAPS: sum({"compromised": 1, "unmasked": 2}[gap] for gap in one.gaps),
    }  # fmt: skip
    assert {row: int(value) for row, value in numbers.items()} == {row: of_seat(last, row, seat) for row in numbers}
    for name, row in (("lightly-wounded", at.LIGHTLY), ("severely-wounded", at.SEVERELY)):
        wounds = sum(1 << n for n, ring in enumerate(RINGS) if f"{name}:{ring}" in one.conditions)
        assert wounds == of_seat(last, row, seat)
    weapon = rpg_kernel.weapon_of(one.loadout)
    if weapon is not None:
        held = one.weapons[weapon.key]
        found = [of_seat(last, row, seat) for row in (at.READIED, at.DAMAGED, at.DESTROYED, at.DURABLE)]
        assert found == [held.place == "readied", held.damaged, held.destroyed, held.durable]


def walk(seeds: range, duels: int) -> Counter[str]:
    """So many duels in each of many settings, all compared; nothing may be left of how they were counted."""
    endings: Counter[str] = Counter()
    for seed in seeds:
        kernel = duel_tables.kernel(random.Random(seed))
        found, counts = traced(kernel, seed, seed * 1000, duels)
        endings.update(compare(kernel, lines, last, counts) for lines, last in found)
        assert not counts.any()
    return endings


def test_the_kernel_fights_the_duels_of_the_rules_engine() -> None:
    endings = walk(range(90), 3)
    assert {"objective", "death", "concession", "finishing blow"} <= set(endings)
    assert endings["unfinished"] < 80, "most of the walk is compared"


@pytest.mark.long
def test_many_more_duels() -> None:
    endings = walk(range(1000, 3500), 4)
    assert endings["too deep"] < 20 < endings["objective"]


def test_the_settings_reach_every_corner_of_the_kernel() -> None:
    """Every line that a trace can have, every action, every way to spend opportunity, every state."""
    seen, states = Counter[object](), Counter[str]()
    for seed in range(70):
        for lines, last in traced(duel_tables.kernel(random.Random(seed)), seed, 0, 12)[0]:
            for name, _seat, number in lines:
                seen[name] += 1
                seen[name, number // 100 if name == "opportunity" else number] += 1
            for row, name in enumerate(at.SEATED):
                states[name] += bool(last[2 * row : 2 * row + 2].any())
    assert {name for name in at.LINES if not seen[name]} == set()
    assert {at.ACTIONS[n] for n in range(1, len(at.ACTIONS)) if not seen["action", n]} == set()
    assert {at.WAYS[n] for n in range(1, len(at.WAYS)) if not seen["opportunity", n]} == set()
    for name in ("DESTROYED", "WORN_DESTROYED", "SEVERELY", "BLEEDING", "DYING", "UNCONSCIOUS", "DEAD", "SCARS"):
        assert states[name], name


@NUMBA
def test_numpy_and_numba_fight_the_same_duels_to_the_last() -> None:
    for seed in range(25):
        kernel = duel_tables.kernel(random.Random(seed))
        stream, last = streams.stream_of(seed), []
        found = []
        for means in ("numpy", "numba"):
            trace = np.zeros((LINES, 3, 60), np.int64), np.zeros((at.ROWS, 60), np.int64)
            found.append(kernel_run.counted(kernel, means, stream, 11, 60, trace))
            last.append(trace[1][: at.FRAMES])
        assert np.array_equal(found[0], found[1])
        last[0][at.WRITTEN] = 0  # only NumPy writes lines
        assert np.array_equal(last[0], last[1])


def test_frequencies_are_those_of_the_rules_engine_with_chance_of_its_own() -> None:
    """Beyond single duels: who wins, through both, by independent dice."""
    kernel = simple()
    counts = kernel_run.counted(kernel, "numpy", streams.stream_of(3), 0, 4000)
    wins: Counter[int] = Counter()
    for seed in range(150):
        session = Session(GAME, kernel.setup, Seeded(seed))
        play(session, {seat: ConductPlayer(kernel.conducts[seat]) for seat in (0, 1)})
        wins[session.outcome.winner] += 1
    for winner in (0, 1):
        share = counts[:, winner].sum() / 4000
        spread = (share * (1 - share) / 150) ** 0.5
        assert abs(wins[winner] / 150 - share) < 4.5 * spread


def simple(form: str = "first-blood") -> RpgKernel:
    people = tuple(bare(catalogue.load(name), "katana") for name in ("kaya", "reika"))
    return RpgKernel(Setup((people[0], people[1]), FORMS[form]), (Conduct(), Conduct()))


# --- what it leaves out ----------------------------------------------------------------------------------


def refused(says: str, setup: Setup, **terms: Any) -> None:
    with pytest.raises(BadInput, match=says):
        RpgKernel(setup, (Conduct(), Conduct()), **terms)


def test_what_the_kernel_leaves_out_is_refused_by_name() -> None:
    setup = simple().setup
    first, second = setup.characters
    refused("one-roll", replace(setup, contest="one-roll"))
    refused("game masters", replace(setup, gm=True))
    refused("judges", replace(setup, judge=True))
    for changed, says in (
        (replace(first, traits=(Trait("Quick", "distinction", "air", ("melee",)),)), "Quick"),
        (replace(first, burdens=(Burden("dazed"),)), "dazed"),
        (replace(first, weapons=(*first.weapons, catalogue.weapon("wakizashi"))), "wakizashi"),
        (replace(first, weapons=(catalogue.weapon("jitte"),)), "concealable"),
        (replace(first, techniques=(catalogue.technique("way-of-the-crane"),)), "techniques"),
        (replace(first, rings=dict.fromkeys(RINGS, 6), skills={"melee": 9}), "12 dice"),
    ):
        for people in ((changed, second), (second, changed)):
            refused(says, replace(setup, characters=people, form=FORMS["warriors"]))


def test_cuts_that_do_more_are_refused_by_name() -> None:
    known = tuple(catalogue.technique(key) for key in ("strike-with-no-thought", "crossing-blade"))
    people = tuple(replace(one, techniques=known) for one in simple().setup.characters)
    setup = Setup((people[0], people[1]), FORMS["first-blood"])
    refused("strike-with-no-thought", setup, cuts=("strike-with-no-thought", ""))
    refused("no cut 'soaring'", setup, cuts=("", "soaring"))
    assert RpgKernel(setup, (Conduct(), Conduct()), ("crossing-blade", "")).tables.own[0, at.CUTS] == 1


def test_shipped_characters_are_refused_until_they_are_bare() -> None:
    for name in catalogue.names():
        one = catalogue.load(name)
        refused("leaves out", Setup((one, one), FORMS["first-strike"]))
        plain = bare(one)
        assert plain.rings == one.rings and not plain.traits and len(plain.weapons) <= 1
    with pytest.raises(BadInput, match="spoon"):
        bare(catalogue.load("kaya"), "spoon")


def test_conducts_that_are_none_are_refused() -> None:
    bad: list[dict[str, Any]] = [
        {"stance": ("fire",)}, {"action": ("dance",) * 32}, {"spare": ("air", "air")}, {"enter": "wood"},
        {"bid": ((1,),)}, {"cost": "tears"}, {"unmasks": "maybe"}, {"center": "dance"}, {"concedes": -1},
        {"ways": {"attack": ("dance",)}}, {"ways": {"dance": ()}}, {"seizes": frozenset({"dance"})},
        {"reserves": frozenset({30})}, {"keeping": {"attack": Keeping(needed=(1, 2))}},
        {"ways": {"attack": ("calm", "calm")}},
    ]  # fmt: skip
    for row in bad:
        with pytest.raises(BadInput, match="conduct"):
            Conduct(**row)
    for unique in (("dance", 2, "narrative"), ("melee", 0, "narrative"), ("melee", 2, "dance")):
        with pytest.raises(BadInput, match="unique"):
            Unique(*unique)


# --- small parts -----------------------------------------------------------------------------------------


def test_worths_of_dice_are_sums_of_their_symbols() -> None:
    row = worths(10, 100, 1000, 10000)
    assert row[:6] == (0, 1000 - 10000, 1000, 10 - 10000, 10, 110 - 10000)
    assert row[15] == 1010 and row[17] == 110


def test_scars_are_numbered_as_the_rules_list_them() -> None:
    listed = [critical.SCARS[kind][ring] for kind in ("permanent-injury", "maiming-blow") for ring in RINGS]
    from iaijutsu.analysis.kernel_rpg_harm import SCARS as BITS

    for row, names in zip(BITS.reshape(10, 2), listed, strict=True):
        assert [SCARS[bit] for bit in row[: len(names)]] == list(names)


def test_harm_within_harm_without_end_is_given_up_and_told_so() -> None:
    """Who bleeds, cannot defend and keeps strife in every check to resist is struck again within each of them."""
    kernel = duel_tables.kernel(random.Random(2006))
    (_lines, last), *_ = traced(kernel, 2006, 2006 * 1000, 4)[0]
    assert at.ENDINGS[last[at.ENDED]] == "too deep"


def test_a_long_duel_is_given_up_and_told_so() -> None:
    conduct = Conduct(action=("calming-breath",) * 32)
    people = tuple(bare(catalogue.load(name)) for name in ("kaya", "reika"))
    kernel = RpgKernel(Setup((people[0], people[1])), (conduct, conduct), most_rounds=5)
    counts = kernel_run.counted(kernel, "numpy", 1, 0, 50)
    assert counts[at.UNFINISHED].sum() > 0
    assert counts[at.UNFINISHED, 2].sum() == counts[at.UNFINISHED].sum(), "nobody wins what is not finished"
