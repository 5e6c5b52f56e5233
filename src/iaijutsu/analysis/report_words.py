"""The words under which duels are counted, as sentences that a report can tell in the reader's language.

A tally is kept in files and handed from process to process, so its words are plain texts: `{0}: his choice`, where
`{0}` and `{1}` are the players. Here they are taken apart again. What is not known here is told as it stands.
"""

from __future__ import annotations

import re

from ..engine import Sentence

meant = Sentence.meant
"""So said, a word of a tally is told as it is meant here: `clear` is a victory, `center` an action."""

ALONE = {
    str(one): one
    for one in (
        # who wins
        meant("tally", "both win"), meant("tally", "both lose"), meant("tally", "nobody wins"),
        meant("tally", "no outcome"), meant("tally", "no duel"), meant("tally", "unfinished"),
        meant("tally", "too deep"),
        # how a challenge ends
        Sentence("no challenge could be made"), meant("tally", "the challenge ends"), meant("tally", "resolved"),
        meant("tally", "refused"), meant("tally", "negated"), meant("tally", "invalid"),
        meant("tally", "without resolution"), Sentence("both Personalities have the same controller by now"),
        Sentence("a duellist left play"), Sentence("an effect ends the duel"), Sentence("a judge ends the duel"),
        # why a side strikes
        meant("tally", "his choice"), meant("tally", "an effect makes him"), Sentence("nothing is left to focus"),
        Sentence("the focus counts as a strike"),
        # why a duel of characters comes to resolution
        meant("tally", "objective"), meant("tally", "death"), meant("tally", "concession"),
        meant("tally", "finishing blow"), meant("tally", "stopped by a judge"), meant("tally", "roll"),
        meant("tally", "clash"), meant("tally", "unheard"), meant("tally", "declined"),
        # its grades, and what has none
        meant("tally", "draw"), meant("tally", "narrow"), meant("tally", "clear"), meant("tally", "absolute"),
        meant("tally", "no contest"), meant("tally", "by concession"), meant("tally", "by cheating"),
        meant("tally", "by roll"), meant("tally", "by clash"), meant("tally", "cheating"), meant("tally", "score"),
        # deeds that are objectives, and actions
        meant("tally", "critical"), meant("tally", "incapacitated"), meant("tally", "unconscious"),
        meant("tally", "dying"), meant("tally", "yield"), meant("tally", "judged"), meant("tally", "strike"),
        meant("tally", "calming-breath"), meant("tally", "center"), meant("tally", "predict"),
        meant("tally", "prepare-item"), meant("tally", "unique"), meant("tally", "treat"),
        meant("tally", "no action"),
    )
}  # fmt: skip
"""Words that stand for themselves."""

PLACES = {"name": r"\{(?P<name>[01])\}", "what": "(?P<what>.+?)", "act": "(?P<act>.+?)"}
"""What may stand in a place of `SHAPES`: a player, or words of their own."""

SHAPES = (
    Sentence("{name} wins"),
    Sentence("{name} wins alone"),
    Sentence("{name} loses alone"),
    Sentence("{name} strikes"),
    Sentence("the challenge ends: {what}"),
    Sentence("without resolution: {what}"),
    Sentence("{name}: {what}, after: {act}"),
    Sentence("{name}: {what}"),
    Sentence("by {what}"),
    Sentence("finishing blow ({act})"),
)


def worded(word: str, names: tuple[str, str]) -> str:
    """A word of a tally, with the players' names in it."""
    if word in ALONE:
        return ALONE[word]
    if given_up := _GIVEN_UP.fullmatch(word):
        return Sentence.counted("given up after {n} question", "given up after {n} questions", int(given_up["n"]))
    for shape, form in _FORMS:
        if found := form.fullmatch(word):
            parts = found.groupdict()
            seat = parts.pop("name", None)
            named = {place: worded(part, names) for place, part in parts.items()}
            return Sentence(shape.sentence, **named, **({"name": names[int(seat)]} if seat else {}))
    return word.replace("{0}", names[0]).replace("{1}", names[1])


def _form(shape: Sentence) -> re.Pattern[str]:
    words = re.split(r"\{(\w+)\}", shape.sentence)
    return re.compile("".join(PLACES[one] if n % 2 else re.escape(one) for n, one in enumerate(words)))


_FORMS = tuple((shape, _form(shape)) for shape in SHAPES)
_GIVEN_UP = re.compile(r"given up after (?P<n>[0-9]{1,15}) questions")
