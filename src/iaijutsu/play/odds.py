"""The odds at a question, in words, from what one seat knows: what each answer comes to, and which is the best.

Both faces of the terminal and the browser show these. Whether they may (all must have agreed) is the host's to see to.
Everything is made of the seat's own view and question: two duels that look alike to it give the same words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ..engine import BadInput, Request, Seat, Session
from ..players.tables import CardTable, table
from .i18n import N_, _, decimal, listed, ngettext, percent, retold
from .words import Question, Words, narrator

if TYPE_CHECKING:
    from ..analysis.advice import Advice as CardAdvice
    from ..analysis.dice_advice import Advice as DiceAdvice
    from ..analysis.dice_advice import Choice as DiceChoice
    from ..analysis.estimate import Search, Tried
    from ..analysis.tally import Estimate

MANY = 8
"""Answers that are told at most."""
LEFT = 6
"""Things left out that are named at most."""
ALIKE = 1e-7
"""Difference in worth that is none."""


@dataclass(frozen=True, slots=True)
class OddsLine:
    """One possible answer: what it is, its chance as a percentage, what else it comes to. Take one that is `best`."""

    label: str
    chance: str
    detail: str
    best: bool


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds at a question, the best answer first. Without lines there are none, and `note` says why.

    `heading` says of what the chances are. `exact`: they are exact, up to what `note` says; else they are estimates,
    with their intervals, or with what they leave out in `note`. `why` are reasons for the best one.
    """

    heading: str
    lines: tuple[OddsLine, ...]
    exact: bool
    note: str
    why: tuple[str, ...] = ()

    def text(self) -> list[str]:
        """All of it in lines, for a terminal; the best answers are marked."""
        lines = [f"{'*' if one.best else ' '} {one.label}: {one.chance}. {one.detail}".rstrip() for one in self.lines]
        return [*([self.heading] if self.lines else []), *lines, *self.why, self.note]


def odds_of(session: Session[Any], seat: Seat, words: Words | None = None, *, long: bool = False) -> Odds:
    """The odds at the question that `seat` is asked. Without `long` it takes less than 50 ms after `ready`.

    `words` are the seat's, if somebody has them (a narrator that has followed the session); `long` takes two seconds
    and narrows the intervals of what is counted in imagined duels. Raises `BadInput` when the seat is asked nothing.
    """
    request = session.asked.get(seat)
    if request is None or session.has_sealed(seat):
        raise BadInput("odds", _("you are asked nothing now"))
    if find_spec("numpy") is None:
        return _none(_("Odds need NumPy: pip install 'iaijutsu[analysis]'"))
    question = (words or _words(session, seat)).question(request)
    if session.game.name == "rpg":
        return _of_dice(session, seat, request, question)
    return _of_cards(session, seat, request, question, long)


def ready(session: Session[Any], seat: Seat) -> None:
    """Prepare what is slow the first time: libraries, and what the texts of the own cards count for."""
    if find_spec("numpy") is None:
        return
    if session.game.name == "rpg":
        from ..analysis import dice_advice  # noqa: F401 - loaded now, not when somebody waits
    else:
        from ..analysis.advice import prepare

        mine = table(session, seat)
        assert isinstance(mine, CardTable)
        prepare(mine)


def _words(session: Session[Any], seat: Seat) -> Words:
    teller = narrator(session, seat)
    teller.follow()
    return teller.words


def _none(reason: str) -> Odds:
    return Odds("", (), True, reason)


# --- cards -----------------------------------------------------------------------------------------------


def _of_cards(session: Session[Any], seat: Seat, request: Request[Any], question: Question, long: bool) -> Odds:
    from ..analysis.advice import PURPOSES, advise
    from ..analysis.estimate import LONG, QUICK, estimate

    mine, view = table(session, seat), session.view(seat)
    assert isinstance(mine, CardTable)
    named = _named(question)
    if request.purpose in PURPOSES and not long:
        try:
            return _solved(advise(view, request, mine), named)
        except BadInput:  # nothing that a focus game tells of
            pass
    try:
        return _searched(estimate(view, request, mine, LONG if long else QUICK), named)
    except BadInput as error:
        return _none(_("There are no odds for this question: {reason}.").format(reason=retold(error.reason)))


def _named(question: Question) -> Callable[[Any], str]:
    labels = {repr(choice.answer): choice.label for choice in question.choices}

    def named(answer: Any) -> str:
        if isinstance(answer, tuple):  # several slots
            return listed([labels.get(repr(slot), str(slot)) for slot in answer]) or _("nothing")
        return labels.get(repr(answer), str(answer))

    return named


RESULTS = {"win": N_("you win {p}"), "lose": N_("you lose {p}"), "tie": N_("a tie {p}"), "none": N_("no result {p}")}


def _solved(advice: CardAdvice, named: Callable[[Any], str]) -> Odds:
    lines = []
    for one in advice.answers[:MANY]:
        rest = [_(RESULTS[k]).format(p=percent(v)) for k, v in one.results.items() if k != "win" and v >= 0.005]
        rest.append(_worth(one.value))
        if 0.02 <= one.chance <= 0.98:
            rest.append(_("an equilibrium does so {p} of the time").format(p=percent(one.chance)))
        best = one.value >= advice.best.value - max(ALIKE, advice.doubt)
        lines.append(OddsLine(named(one.option), percent(one.results["win"]), _sentence(rest), best))
    heading = _("How likely you are to win, when both go on as an equilibrium does (worth: +1 a win, −1 a loss):")
    return Odds(heading, tuple(lines), not advice.left, _left(advice))


def _left(advice: CardAdvice) -> str:
    certain = _("Whatever cards you hold, on average, the duel is worth {low} to {high} to you.").format(
        low=_signed(advice.low, 3), high=_signed(advice.high, 3)
    )
    if not advice.left:
        return _("Exact, within {doubt} points.").format(doubt=decimal(advice.doubt, 4)) + " " + certain
    names = [retold(one.name) for one in advice.left]
    rest = len(names) - LEFT
    more = [ngettext("{n} thing more", "{n} things more", rest).format(n=rest)] if rest > 0 else []
    told = _("Estimates. Not counted, or only roughly: {what}.").format(what="; ".join([*names[:LEFT], *more]))
    sides = {one.side for one in advice.left}
    if sides == {advice.side}:
        told += " " + _("All of it is your own to use, so you do at least as well.")
    elif sides == {1 - advice.side}:
        told += " " + _("All of it is the other’s to use, so you do no better.")
    return told + " " + certain


def _searched(found: Search, named: Callable[[Any], str]) -> Odds:
    lines = [_tried(one, named, best=one is found.tried[0]) for one in found.tried[:MANY]]
    note = ngettext(
        "Estimates, with intervals of 95 %: in {n} table that looks like this one to you, each answer was played on, "
        "both sides judging as the computer player “reading”. The best is best by worth, what it costs included.",
        "Estimates, with intervals of 95 %: in {n} tables that look like this one to you, each answer was played on, "
        "both sides judging as the computer player “reading”. The best is best by worth, what it costs included.",
        found.worlds,
    )
    heading = _("How likely you are to win the duel:")
    return Odds(heading, tuple(lines), False, note.format(n=found.worlds))


def _tried(one: Tried, named: Callable[[Any], str], *, best: bool) -> OddsLine:
    rest = [_(RESULTS[k]).format(p=_range(v)) for k, v in one.results.items() if k != "win" and v.value >= 0.005]
    rest.append(_worth(one.worth))
    return OddsLine(named(one.option), _range(one.results["win"]), _sentence(rest), best)


def _range(of: Estimate) -> str:
    return _("{p} ({low} to {high})").format(p=percent(of.value), low=percent(of.low), high=percent(of.high))


def _worth(value: float) -> str:
    return _("worth {value}").format(value=_signed(value))


def _signed(value: float, digits: int = 2) -> str:
    """A number with its sign, a true minus included; what is next to nothing has none: `0.00`."""
    told = decimal(abs(value), digits)
    return told if not round(abs(value), digits) else ("+" if value > 0 else "−") + told


def _sentence(parts: list[str]) -> str:
    if not parts:
        return ""
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."


# --- dice ------------------------------------------------------------------------------------------------


def _of_dice(session: Session[Any], seat: Seat, request: Request[Any], question: Question) -> Odds:
    from ..analysis.dice_advice import REROLLS, advise_keep, advise_reroll

    again = request.purpose in REROLLS
    advice = (advise_reroll if again else advise_keep)(session.view(seat), request)
    if advice is None:
        return _none(_("In this duel there are odds only for the questions which dice to keep, or to roll again."))
    slots = getattr(request, "about", ()) if again else ()
    labels = {slots[choice.answer] if again else choice.answer: choice.label for choice in question.choices}
    lines = [_kept(advice, one, labels) for one in advice.choices[:MANY]]
    note = _("Exact, within {doubt}.").format(doubt="10⁻⁸")
    if left := len(advice.choices) - len(lines):
        more = ngettext(
            "There is {n} more answer, not a better one.", "There are {n} more answers, none of them better.", left
        )
        note += " " + more.format(n=left)
    heading = (
        _("The chance that the check succeeds (TN {tn}), when you roll these again and then go on for the best:")
        if again
        else _("The chance that the check succeeds (TN {tn}), when you keep and then go on for the best:")
    )
    return Odds(heading.format(tn=advice.check.tn), tuple(lines), True, note, tuple(_why(advice, labels)))


def _dice(choice: DiceChoice, labels: dict[Any, str]) -> str:
    return listed([labels.get(slot, "–") for slot in choice.slots]) or _("nothing")


def _kept(advice: DiceAdvice, one: DiceChoice, labels: dict[Any, str]) -> OddsLine:
    rest = []
    if one.odds is not None:
        mean = one.odds.mean
        told = _("On average {bonus} bonus successes, {opportunity} opportunity, {strife} strife")
        rest.append(
            told.format(
                bonus=decimal(mean.bonus, 2), opportunity=decimal(mean.opportunity, 2), strife=decimal(mean.strife, 2)
            )
        )
    label = _("Roll {dice} again") if one.what == "reroll" else _("Keep {dice}")
    chance = percent(max(0.0, one.worth), 2)
    return OddsLine(label.format(dice=_dice(one, labels)), chance, _sentence(rest), one is advice.best)


def _why(advice: DiceAdvice, labels: dict[Any, str]) -> list[str]:
    """What lies there, what is to come, and what others give up."""
    from ..rpg.dice import EXPLOSIVE, tally

    if advice.best.what == "reroll":
        return _why_again(advice, labels)
    kept = [advice.dice[slot] for slot in advice.best.slots]
    before = advice.best.here or (0, advice.check.added, 0)
    shows = tally(kept)
    told = _("Why: successes there {n} of {tn}, strife {strife}, bonus dice to come {dice}.")
    lines = [
        told.format(
            n=before[0] + shows.successes,
            tn=advice.check.tn,
            strife=before[2] + shows.strife,
            dice=sum(EXPLOSIVE[die] for die in kept),
        )
    ]
    alike = [one for one in advice.choices[1:] if advice.loss(one) < ALIKE]
    if alike:
        lines.append(
            ngettext(
                "As likely to succeed: {n} other way; this one has more bonus successes and opportunity, less strife.",
                "As likely to succeed: {n} other ways; this one has more bonus successes and opportunity, less strife.",
                len(alike),
            ).format(n=len(alike))
        )
    other = next((one for one in advice.choices[1:] if advice.loss(one) >= ALIKE), None)
    if other is not None:
        told = _("Next best, to keep {dice}, gives up {loss}.")
        lines.append(told.format(dice=_dice(other, labels), loss=percent(advice.loss(other), 2)))
    return lines


def _why_again(advice: DiceAdvice, labels: dict[Any, str]) -> list[str]:
    """What rolling these again brings over rolling others, or none."""
    lines = [_("Why: each of these dice does less for the check than a fresh roll of it does on average.")]
    if not advice.best.slots:
        lines = [_("Why: every die that could go is worth more as it lies than a fresh roll of it is on average.")]
    other = next((one for one in advice.choices[1:] if advice.loss(one) >= ALIKE), None)
    if other is not None:
        told = _("Next best, to roll {dice} again, gives up {loss}.")
        lines.append(told.format(dice=_dice(other, labels), loss=percent(advice.loss(other), 2)))
    return lines
