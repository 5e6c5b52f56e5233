"""The role-playing duel on the table, in lines: both duellists, the checks under way, the score as it stands."""

from __future__ import annotations

from collections.abc import Iterator

from .i18n import N_, _
from .words.rpg_board import Fighter, Gauge, Roll, board
from .words.rpg_judging import judging
from .words.rpg_scene import Scene

__all__ = ["HELP", "SHOWN_AT", "judging", "table"]

SHOWN_AT = ("bid", "stance", "action", "finishing-blow", "one-roll-ring", "extend-clash", "findings")
"""Questions before which the table is shown."""
SUB = "    "

HELP = (
    N_("A number chooses; the beginning of a choice’s words does too."),
    N_("?            why the last line of the log is so, and by which clause"),
    N_("? 12         the same for line 12"),
    N_("text 3       more about choice 3: a weapon’s numbers, what a technique is"),
    N_("table        both duellists, all that they carry, and the score as it stands"),
    N_("log          the last lines again; log more: all of them; log all: with the rulebook’s housekeeping"),
    N_("odds         which dice to keep or to roll again, and what each choice comes to, where all allow it"),
    N_("undo         take back your last answer, where nothing has been shown since and the others agree"),
    N_("say WORDS    write a line into the log: a stance, a movement, a word to the foe"),
    N_("judge        a judge’s act: set a value, correct the TN of a check and run it again, say who struck first"),
    N_("quit         leave; the duel is kept"),
)


def table(s: Scene, *, brief: bool) -> Iterator[tuple[str, str]]:
    """Lines with their indents. `brief`: what decides the next question; else everything."""
    shown = board(s)
    yield _("{heading}; {terms}.").format(heading=shown.heading, terms=shown.terms), ""
    for fighter in shown.fighters:
        yield _head(fighter), ""
        for text in _more(fighter, brief=brief):
            yield text, SUB
    for told in () if brief else shown.lasting:
        yield told, ""
    for check in shown.checks:
        yield _check(check), ""


def _head(f: Fighter) -> str:
    name = _("{name} (you)").format(name=f.name) if f.mine else f.name
    parts = [_gauge(f.strife), _gauge(f.fatigue)]
    parts += [_("{ring} stance").format(ring=f.stance)] if f.stance != "–" else [_("no stance yet")]
    parts += [_("initiative {n}").format(n=f.initiative), _("Void points {n}").format(n=f.void_points)]
    parts += [_("score as it stands {n}").format(n=f.score)]
    turn = _(" It is this one’s turn.") if f.turn else ""
    return f"{name}: {', '.join(parts)}.{turn}"


def _gauge(g: Gauge) -> str:
    told = _("{word} {n} of {limit}, over it") if g.over else _("{word} {n} of {limit}")
    return told.format(word=g.word, n=g.value, limit=g.limit)


def _more(f: Fighter, *, brief: bool) -> Iterator[str]:
    if f.conditions:
        yield _("Conditions: {what}.").format(what=", ".join(f.conditions))
    yield _("In hand: {what}.").format(what=", ".join(f.readied) or _("nothing"))
    if f.reserved:
        yield _("Dice set aside: {dice}.").format(dice=f.reserved)
    if f.secret:
        yield _("In secret: {what}.").format(what=f.secret)
    if brief:
        return
    if f.other_weapons:
        yield _("Besides: {what}.").format(what=", ".join(f.other_weapons))
    if f.armour:
        yield _("Wears: {what}.").format(what=f.armour)
    yield _("Honor {honor}, glory {glory}.").format(honor=f.honor, glory=f.glory)
    if f.score_lines:
        yield _("Score: {lines}.").format(lines=", ".join(f.score_lines))


def _check(check: Roll) -> str:
    parts = [
        _("{what} of {name}, {ring}, TN {tn}").format(what=check.what, name=check.name, ring=check.ring, tn=check.tn)
    ]
    if check.rolled:
        parts.append(_("rolled {dice}").format(dice=" ".join(check.rolled)))
    if check.kept:
        parts.append(_("kept {dice}").format(dice=" ".join(check.kept)))
    elif check.limit:
        parts.append(_("at most {n} may be kept").format(n=check.limit))
    if check.opportunity:
        parts.append(_("opportunity left {n}").format(n=check.opportunity))
    return _("Under way: {what}.").format(what="; ".join(parts))
