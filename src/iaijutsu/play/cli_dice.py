"""`iaijutsu odds 3r2s ...`: the odds of a check of the role-playing duel, and what to do with dice that lie there."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine import BadInput
from .cli_analysis import has_blocks, of_output
from .i18n import N_, _, retold

if TYPE_CHECKING:
    from ..analysis.dice_advice import Advice
    from ..analysis.dice_check import Check
    from ..analysis.dice_goal import Goal
    from ..analysis.dice_odds import Odds

FACES_TOLD = (
    N_(
        "Dice are told by what they show, with commas between: S success, E explosive success, O opportunity, T strife,"
    ),
    N_("- blank; so ST,O,E,-,SO. Where it matters whether a die is a ring or a skill die, say r:ET or s:ET."),
)
AFTERWARDS = """\
  iaijutsu odds 3r2s --tn 2 --max-strife 1
  iaijutsu odds 3r2s --tn 2 --rolled ST,O,E,-,SO
  iaijutsu odds 3r2s --kept S,r:ET --bonus-dice OT
  iaijutsu odds 2r3s --tn 3 --compromised --weights success=1,bonus=0.5,opportunity=0.2
"""
OTHER_TNS = range(1, 7)
QUICK = 8
"""Dice up to which rerolls take no time to speak of."""


def arguments(made: Any) -> None:
    """Everything that may be said about a check. Imports nothing heavy: it is called for every command."""
    made.epilog = "\n".join(_(line) for line in FACES_TOLD) + "\n\n" + AFTERWARDS
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("pool", metavar=_("POOL"), help=_("ring value and skill ranks, as 3r2s; 3r without skill"))
    _of_check(made.add_argument_group(_("the check")))
    _of_roller(made.add_argument_group(_("the roller")))
    _of_goal(made.add_argument_group(_("what is wanted (all of it at once; otherwise: success)")))
    lying = made.add_argument_group(_("dice on the table"))
    lying.add_argument("--rolled", metavar=_("DICE"), help=_("the whole roll: which dice to keep, or to roll again"))
    lying.add_argument("--kept", metavar=_("DICE"), help=_("dice kept so far, with --bonus-dice"))
    lying.add_argument("--bonus-dice", metavar=_("DICE"), help=_("dice that explosions brought: which of them to keep"))
    of_output(made)


def _of_check(group: Any) -> None:
    group.add_argument("--tn", type=int, default=2, metavar="N", help=_("target number (default: 2)"))
    group.add_argument("--stance", default="", metavar=_("RING"), help=_("air, earth, fire, water or void"))
    group.add_argument(
        "--assist", type=int, default=0, metavar="N", help=_("so many assist who have ranks in the skill")
    )
    group.add_argument("--assist-unskilled", type=int, default=0, metavar="N", help=_("so many assist without ranks"))
    group.add_argument("--void-point", action="store_true", help=_("one more ring die, and one more to keep"))
    group.add_argument("--distinction", action="store_true", help=_("up to two dice may be rolled again"))
    group.add_argument("--adversity", action="store_true", help=_("two dice with success must be rolled again"))
    group.add_argument("--reroll", type=int, default=0, metavar="N", help=_("up to N dice may be rolled again"))
    group.add_argument("--reroll-all", action="store_true", help=_("all dice may be rolled again, once"))
    group.add_argument("--reserved", default="", metavar=_("DICE"), help=_("skill dice reserved by Center"))
    group.add_argument(
        "--set-aside", default="", metavar=_("DICE"), help=_("dice that lie in the pool already: s:E,r:OT")
    )
    group.add_argument("--added", type=int, default=0, metavar="N", help=_("kept dice with opportunity on top"))
    group.add_argument("--negate", type=int, default=0, metavar="N", help=_("up to N strife symbols may be negated"))
    group.add_argument("--one-by-one", action="store_true", help=_("bonus dice are rolled and kept one by one"))


def _of_roller(group: Any) -> None:
    group.add_argument("--compromised", action="store_true", help=_("no die with strife can be kept"))
    group.add_argument("--strife", type=int, default=0, metavar="N", help=_("strife before the check"))
    group.add_argument("--composure", type=int, metavar="N", help=_("composure; strife above it is Compromised"))
    group.add_argument("--anxiety", action="store_true", help=_("an anxiety brings 3 strife after the check"))


def _of_goal(group: Any) -> None:
    group.add_argument("--max-strife", type=int, metavar="N", help=_("at most so much strife from this check"))
    group.add_argument("--min-opportunity", type=int, default=0, metavar="N", help=_("at least so much opportunity"))
    group.add_argument("--min-bonus", type=int, default=0, metavar="N", help=_("at least so many bonus successes"))
    group.add_argument("--composed", action="store_true", help=_("strife stays within --composure"))
    group.add_argument("--or-failure", action="store_true", help=_("success is not asked for"))
    group.add_argument("--bonus", action="store_true", help=_("instead: as many bonus successes as can be expected"))
    group.add_argument(
        "--weights", metavar=_("LIST"),
        help=_("instead, or besides conditions: success=1,bonus=0.5,opportunity=0.2,strife=-0.3,composed=1"),
    )  # fmt: skip


# --- running -----------------------------------------------------------------------------------------------------


def odds(options: argparse.Namespace) -> int:
    """Work it out and show it."""
    _needs_numpy()
    check, goal = _check(options), _goal(options)
    if options.json and options.csv:
        raise BadInput("--csv", _("the output is JSON or rows, not both"))
    if options.rolled is not None and (options.kept is not None or options.bonus_dice is not None):
        raise BadInput("--rolled", _("the roll, or what is kept and its bonus dice, not both"))
    if options.rolled is None and options.bonus_dice is None:
        if options.kept is not None:
            raise BadInput("--kept", _("this goes with --bonus-dice: what explosions brought"))
        return _show(options, check, goal)
    if options.csv or options.svg or options.png:
        raise BadInput(_("the dice"), _("advice on dice that lie there comes as text or --json; no picture, no rows"))
    return _advise(options, check, goal)


def _needs_numpy() -> None:
    if find_spec("numpy") is None:
        raise BadInput("odds", _("this needs NumPy: install iaijutsu[analysis]"))


def _show(options: argparse.Namespace, check: Check, goal: Goal) -> int:
    from dataclasses import replace

    from ..analysis.dice_odds import chance
    from ..analysis.dice_odds import odds as work_out
    from ..analysis.dice_tables import plain_odds, rows
    from ..analysis.dice_words import report

    found = work_out(check, goal)
    quick = check.dice <= QUICK or not (check.rerolls or check.one_by_one)
    by_tn = {tn: chance(replace(check, tn=tn)) for tn in OTHER_TNS} if quick else {}
    _draw(options, found)
    if options.json:
        print(json.dumps(plain_odds(found, by_tn)))
    elif options.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([("what", "count", "chance"), *rows(found)])
    else:
        print("\n".join(report(found, by_tn, blocks=not options.plain and has_blocks(), tell=retold)))
    return 0


def _draw(options: argparse.Namespace, found: Odds) -> None:
    from ..analysis.dice_picture import png, svg

    if options.svg:
        Path(options.svg).write_text(svg(found, tell=retold), encoding="utf-8")
    if options.png:
        png(found, Path(options.png), tell=retold)


def _advise(options: argparse.Namespace, check: Check, goal: Goal) -> int:
    from ..analysis.dice_check import read_dice
    from ..analysis.dice_tables import plain_advice
    from ..analysis.dice_words import advice_report, why

    if options.rolled is not None:
        from ..analysis.dice_advice import advise

        dice = read_dice(options.rolled, check.ring_dice, check.skill_dice, exact=check.rerolls)
        advice = advise(check, dice, goal)
    else:
        advice = _on_bonus(options, check, goal)
    if options.json:
        print(json.dumps(plain_advice(advice, why(advice))))
    else:
        print("\n".join(advice_report(advice, tell=retold)))
    return 0


def _on_bonus(options: argparse.Namespace, check: Check, goal: Goal) -> Advice:
    from ..analysis.dice_advice import advise_bonus
    from ..analysis.dice_check import read_any

    kept = read_any(options.kept or "")
    return advise_bonus(check, kept, read_any(options.bonus_dice), goal)


def _check(options: argparse.Namespace) -> Check:
    from ..analysis.dice_check import Check, pool, read_any, read_dice

    ring, skill = pool(options.pool)
    both = options.distinction and options.adversity  # they cancel each other
    over = options.composure is not None and options.strife > options.composure
    return Check(
        ring,
        skill,
        options.tn,
        skilled=options.assist,
        unskilled=options.assist_unskilled,
        void_point=options.void_point,
        stance=options.stance.lower(),
        compromised=options.compromised or over,
        reroll=max(options.reroll, 2 * (options.distinction and not both)),
        forced=2 * (options.adversity and not both),
        reroll_all=options.reroll_all,
        reserved=read_dice(options.reserved),
        set_aside=read_any(options.set_aside),
        added=options.added,
        negate=options.negate,
        strife=options.strife,
        composure=options.composure,
        anxiety=options.anxiety,
        one_by_one=options.one_by_one,
    )


def _goal(options: argparse.Namespace) -> Goal:
    from ..analysis.dice_goal import Goal, Weights

    asked = (options.max_strife is not None, options.min_opportunity, options.min_bonus, options.composed)
    if options.bonus and (options.weights or any(asked)):
        raise BadInput("--bonus", _("this is a goal of its own; for more than one thing use --weights bonus=1,..."))
    if options.bonus:
        return Goal(whole=0.0, weights=Weights(bonus=1.0))
    weights = _weights(options.weights) if options.weights else Weights()
    return Goal(
        success=not options.or_failure,
        bonus=options.min_bonus,
        opportunity=options.min_opportunity,
        most_strife=options.max_strife,
        composed=options.composed,
        whole=1.0 if any(asked) or not options.weights else 0.0,
        weights=weights,
    )


def _weights(text: str) -> Any:
    from ..analysis.dice_goal import Weights

    known, found = tuple(Weights.__dataclass_fields__), {}
    for part in text.split(","):
        word, equals, number = (piece.strip() for piece in part.partition("="))
        if word not in known or not equals:
            raise BadInput(
                "--weights",
                _("{found!r:.40} found; needed is a list such as success=1,bonus=0.5 of {known}").format(
                    found=part, known=", ".join(known)
                ),
            )
        try:
            found[word] = float(number)
        except ValueError:
            raise BadInput(
                "--weights", _("{word}={number:.40} found; a number is needed there").format(word=word, number=number)
            ) from None
    return Weights(**found)
