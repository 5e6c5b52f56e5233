"""Role-playing duels in compiled loops: the steps of `kernel_rpg_*`, each duel from its first to its last."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from . import (
    compiler,
    kernel_rpg_check,
    kernel_rpg_dice,
    kernel_rpg_harm,
    kernel_rpg_layout,
    kernel_rpg_parts,
    kernel_rpg_scalar,
    kernel_rpg_turns,
)
from . import kernel_rpg_layout as at
from .kernel_rpg_layout import Rules
from .kernel_types import Int64

cgutils: Any = import_module("numba.core.cgutils")
extending: Any = import_module("numba.extending")
types: Any = import_module("numba.types")
MODULES = (kernel_rpg_parts, kernel_rpg_harm, kernel_rpg_dice, kernel_rpg_check, kernel_rpg_turns)
SOURCES = (*MODULES, kernel_rpg_layout, kernel_rpg_scalar)
compiler.forget_outdated([Path(__file__), *(Path(str(module.__file__)) for module in SOURCES)])
STEPS = kernel_rpg_scalar.compiled(MODULES)


def _pointer(context: Any, array: Any) -> Any:
    del context

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), made


pointer = extending.intrinsic(_pointer)
"""The numbers of a row, as a pointer: it is handed on for nothing."""
WORDS, GOLDEN = np.uint64(1 << 20), kernel_rpg_parts.GOLDEN
START = kernel_rpg_scalar.BEGINS["start"]
begin, enter, entered, new_round, stare, order = (
    STEPS[name] for name in ("begin", "enter", "entered", "new_round", "stare", "order")
)
turn_begins, turn_starts, stance, restance, act = (
    STEPS[name] for name in ("turn_begins", "turn_starts", "stance", "restance", "act")
)
predict, turn_ends, turn_leaves, turn_over, unmasked, round_ends = (
    STEPS[name] for name in ("predict", "turn_ends", "turn_leaves", "turn_over", "unmasked", "round_ends")
)
attack, attempt, explodes, symbols, settled, spend = (
    STEPS[name] for name in ("attack", "attempt", "explodes", "symbols", "settled", "spend")
)
count_, finish, deal, critical, resisted, settle, settle_on = (
    STEPS[name] for name in ("count", "finish", "deal", "critical", "resisted", "settle", "settle_on")
)
resolve, score, cell = (STEPS[name] for name in ("resolve", "score", "cell"))


@compiler.loops
def in_round(r: Any, s: Any, step: int) -> None:
    """Steps of initiative and rounds."""
    if step == at.NEW_ROUND:
        new_round(r, s)
    elif step == at.STARE:
        stare(r, s)
    elif step == at.ORDER:
        order(r, s)
    elif step == at.ENTER:
        enter(r, s)
    elif step == at.ENTERED:
        entered(r, s)
    else:
        begin(r, s)


@compiler.loops
def in_turn(r: Any, s: Any, step: int) -> None:
    """Steps of a turn up to its actions."""
    if step == at.ACT:
        act(r, s)
    elif step == at.TURN_BEGINS:
        turn_begins(r, s)
    elif step == at.TURN_STARTS:
        turn_starts(r, s)
    elif step == at.STANCE_STEP:
        stance(r, s)
    elif step == at.RESTANCE:
        restance(r, s)
    else:
        predict(r, s)


@compiler.loops
def after_turn(r: Any, s: Any, step: int) -> None:
    """Steps of the end of turns and rounds."""
    if step == at.TURN_ENDS:
        turn_ends(r, s)
    elif step == at.TURN_LEAVES:
        turn_leaves(r, s)
    elif step == at.TURN_OVER:
        turn_over(r, s)
    elif step == at.ROUND_ENDS:
        round_ends(r, s)
    else:
        unmasked(r, s)


@compiler.loops
def in_check(r: Any, s: Any, step: int) -> None:
    """Steps of a check."""
    if step == at.ATTEMPT:
        attempt(r, s)
    elif step == at.SYMBOLS_STEP:
        symbols(r, s)
    elif step == at.SETTLED:
        settled(r, s)
    elif step == at.SPEND:
        spend(r, s)
    elif step == at.COUNT:
        count_(r, s)
    elif step == at.FINISH:
        finish(r, s)
    elif step == at.EXPLODE:
        explodes(r, s)
    else:
        attack(r, s)


@compiler.loops
def in_harm(r: Any, s: Any, step: int) -> None:
    """Steps of damage, critical strikes and blows, and the end."""
    if step == at.DEAL:
        deal(r, s)
    elif step == at.CRITICAL:
        critical(r, s)
    elif step == at.RESISTED:
        resisted(r, s)
    elif step == at.SETTLE:
        settle(r, s)
    elif step == at.SETTLE_ON:
        settle_on(r, s)
    else:
        resolve(r, s)


@compiler.loops
def fight(r: Any, s: Any) -> None:
    """A duel from where it stands to its end."""
    while True:
        step = s[at.STEP]
        if step >= at.DEAL:
            if step == at.OVER:
                return
            in_harm(r, s, step)
        elif step >= at.ATTACK:
            in_check(r, s, step)
        elif step >= at.TURN_ENDS:
            after_turn(r, s, step)
        elif step >= at.TURN_BEGINS:
            in_turn(r, s, step)
        else:
            in_round(r, s, step)


def duels(rules: Rules, stream: Any, start: int, count: int, counts: Int64, trace: Any) -> None:
    """Duels `start` to `start + count`, counted by ending, winner, difference and round.

    Of a trace only the duels as they ended are filled in; what was done is for NumPy to write down.
    """
    last = np.zeros((at.FRAMES, 0), np.int64) if trace is None else trace[1]
    run(kernel_rpg_scalar.row(rules), stream, start, count, counts, last)


@compiler.loops
def run(rules: Int64, stream: Any, start: int, count: int, counts: Int64, last: Int64) -> None:
    """The same, with the rules in one row; `last` has a column for each duel, or none."""
    state = np.zeros(at.ROWS, np.int64)
    r, s = pointer(rules), pointer(state)
    for n in range(count):
        for row in range(at.FRAMES):
            state[row] = rules[START + row]
        state[at.STREAM] = np.int64(stream + np.uint64(start + n) * WORDS * GOLDEN)
        fight(r, s)
        difference = score(r, s, 0) - score(r, s, 1)
        counts[cell(s, difference)] += 1
        if last.shape[1] > 0:
            last[: at.FRAMES, n] = state[: at.FRAMES]
