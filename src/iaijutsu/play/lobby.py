"""Before a duel that somebody just wants to fight: a few questions, each with an answer that Enter alone gives.

Who names a game on the command line is asked nothing; who names other terms there is not asked about these.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

from ..analysis.roster import agents
from .i18n import N_, _
from .tale import width, wrapped

Ask = Callable[[str], str]
HUMAN = "human"


def choose(options: argparse.Namespace, game: str, ask: Ask = input) -> None:
    """Ask for what the command line left open, and put it among the options. Raises EOFError when nobody answers."""
    if game == "rpg":
        _characters(options, ask)
    else:
        _decks(options, ask)
    if options.second_player is None:
        told = {HUMAN: _("another person at this keyboard"), **{key: _(does) for key, does in agents(game).items()}}
        options.second_player = _one_of(_("Who plays the other side?"), told, "reading", ask)


def _decks(options: argparse.Namespace, ask: Ask) -> None:
    from ..cards import decks
    from .setting import MINE, THEIRS

    told = {deck.key: f"{deck.title}. {_(deck.temper)}" for deck in decks.shipped().values()}
    if options.deck is None:
        options.deck = _one_of(_("Your deck?"), told, MINE, ask)
    if options.against is None:
        options.against = _one_of(_("Against which deck?"), told, THEIRS, ask, known=True)


def _characters(options: argparse.Namespace, ask: Ask) -> None:
    from ..rpg import catalogue, terms
    from .setting_rpg import FORM, MINE, THEIRS

    told = {}
    for name in catalogue.names():
        one = catalogue.load(name)
        told[name] = _("{name}: {school}, rank {rank}").format(name=one.name, school=one.school, rank=one.school_rank)
    if options.character is None:
        options.character = _one_of(_("Your character?"), told, MINE, ask)
    if options.opponent is None:
        options.opponent = _one_of(_("Against whom?"), told, THEIRS, ask, known=True)
    if options.form is None:
        forms = {key: _(FORMS.get(key, key)) for key in terms.FORMS}
        options.form = _one_of(_("Which form of duel?"), forms, FORM, ask)


FORMS = {
    "first-strike": N_("until the first critical strike"),
    "first-blood": N_("until a critical strike of severity 5 or more"),
    "to-the-death": N_("until one of them dies"),
    "sparring": N_("with blunted weapons, until one is Incapacitated"),
    "warriors": N_("as warriors meet, until one is Unconscious, dying, or yields"),
    "taryu-jiai": N_("a contest of strength without strikes"),
}


def _one_of(question: str, told: Mapping[str, str], usual: str, ask: Ask, *, known: bool = False) -> str:
    """One key of `told`, by its number or itself; Enter alone gives the usual one. `known`: not all is told again."""
    keys = list(told)
    usual = usual if usual in told else keys[0]
    print("\n" + question)
    for number, key in enumerate(keys, 1):
        words = told[key].partition(".")[0] if known else told[key]
        for line in wrapped(f"{key}: {words}" if words != key else key, width(), f"{number:>3}  ", " " * 5):
            print(line)
    prompt = _("Number, or Enter alone for {usual}: ").format(usual=usual)
    while True:
        word = ask(prompt).strip().lower()
        if not word or word in told:
            return word or usual
        if word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= len(keys):
            return keys[int(word) - 1]
        print(_("A number from 1 to {n}, please.").format(n=len(keys)))
