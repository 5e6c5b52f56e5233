"""`iaijutsu simulate --kernel`: millions of duels under stated policies."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..engine import BadInput, Sentence
from .i18n import N_, _, decimal, pgettext, retold

if TYPE_CHECKING:
    from ..analysis.kernel_run import Kernel, Run
    from ..analysis.kernel_types import Int64
    from ..analysis.measures import Measure
    from ..analysis.simulate import Target
    from ..analysis.tally import Tally

MILLION = 1_000_000


@dataclass(frozen=True)
class Asked:
    """A kernel, with what its report needs to know."""

    kernel: Kernel
    names: tuple[str, str]
    exact: tuple[tuple[str, str], ...]
    measures: tuple[Measure, ...]
    seats: tuple[int, int] = (0, 1)

    def tally(self, counts: Int64) -> Tally:
        """What was counted, in the words of reports."""
        from ..analysis import kernel_tally
        from ..analysis.kernel_cards import CardKernel

        if isinstance(self.kernel, CardKernel):
            return kernel_tally.cards(self.kernel, counts, self.seats)
        return kernel_tally.rpg(counts)


def warm() -> int:
    """Compile the kernels, or read what was compiled. Raises `BadInput` where Numba is not there."""
    from ..analysis import kernel_run

    told = {
        "kernel_cards": N_("The kernel of the card duel is ready ({seconds} s)."),
        "kernel_rpg": N_("The kernel of the role-playing duel is ready ({seconds} s)."),
    }
    for name, words in told.items():
        print(_(words).format(seconds=decimal(kernel_run.warm(name), 1)))
    return 0


def asked(options: argparse.Namespace, setup: Any, game: str) -> Asked:
    """The kernel that was asked for. Raises `BadInput` naming what it leaves out."""
    return _cards(options, setup) if game == "cards" else _rpg(options, setup)


def run(options: argparse.Namespace, made: Asked, target: Target, threads: int) -> tuple[Tally, Run]:
    """Fight, and show how far it is."""
    from ..analysis import kernel_run

    shown = _Shown(target, made, plain=options.plain)
    try:
        found = kernel_run.run(
            made.kernel, options.seed, target.duels, backend=options.backend, threads=threads, watch=shown
        )
    finally:
        shown.clear()
    return made.tally(found.counts), found


class _Shown:
    """Shows how far it is, and says when the interval is as narrow as asked."""

    def __init__(self, target: Target, made: Asked, *, plain: bool) -> None:
        self.target, self.made, self.over = target, made, sys.stderr.isatty() and not plain
        self.began = self.last = time.monotonic()

    def __call__(self, done: int, counts: Int64) -> bool:
        now = time.monotonic()
        if self.over and now - self.last > 0.2:
            self.last = now
            rate = done / (now - self.began)
            words = Sentence.counted(
                "{done:,} of {n:,} duel, {rate:,.0f} a second", "{done:,} of {n:,} duels, {rate:,.0f} a second",
                self.target.duels, done=done, rate=rate,
            )  # fmt: skip
            print(f"\r\x1b[K{retold(words)}", end="", file=sys.stderr, flush=True)
        return bool(self.target.until) and self.target.narrow(self.made.tally(counts))

    def clear(self) -> None:
        """Leave nothing behind."""
        if self.over:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(options: argparse.Namespace, setup: Any) -> Asked:
    from ..analysis import kernel_tally, kernel_words
    from ..analysis.kernel_cards import CardKernel, bare
    from ..analysis.outset import game_of
    from ..analysis.report_words import worded
    from .cli_simulate import called

    texts = (options.first_player or "at=1", options.second_player or "at=1")
    options_ = ("--first-player", "--second-player")
    policies = [kernel_words.threshold(text, where) for text, where in zip(texts, options_, strict=True)]
    seats = (setup.performer, 1 - setup.performer)
    game = game_of(setup).game
    kernel = CardKernel(bare(game) if options.numbers else game, (policies[seats[0]], policies[seats[1]]))
    names = called((setup.players[0].name, setup.players[1].name))
    rows = [(_("{name} plays").format(name=name), text) for name, text in zip(names, texts, strict=True)]
    rows += [
        (_("ruleset"), setup.rules.title), (_("challenger"), names[setup.performer]), (_("seed"), str(options.seed)),
    ]  # fmt: skip
    rows += [(_("texts of cards"), _("left out: they count for their focus values"))] if options.numbers else []
    chances = kernel_tally.exactly(kernel, seats)
    told = [(worded(word, names), _of_all(share)) for word, share in sorted(chances.items())]
    return Asked(kernel, names, (*rows, *told), kernel_tally.CARDS, seats)


def _of_all(share: float) -> Sentence:
    return Sentence("{percent:.4f} % of all such duels", percent=100 * share)


# --- the role-playing duel -------------------------------------------------------------------------------


def _rpg(options: argparse.Namespace, setup: Any) -> Asked:
    from dataclasses import replace

    from ..analysis import kernel_tally, kernel_words
    from ..analysis.kernel_rpg import RpgKernel, bare

    texts = (options.first_player or "steady", options.second_player or "steady")
    options_ = ("--first-player", "--second-player")
    conducts = [kernel_words.conduct(text, where) for text, where in zip(texts, options_, strict=True)]
    if options.numbers:
        people = tuple(bare(one, _weapon(one, setup.form)) for one in setup.characters)
        setup = replace(setup, characters=people)
    kernel = RpgKernel(setup, (conducts[0], conducts[1]))
    names = (setup.characters[0].name, setup.characters[1].name)
    rows = [(_("{name} follows").format(name=name), text) for name, text in zip(names, texts, strict=True)]
    rows += [(pgettext("simulation", "form"), setup.form.key), (_("seed"), str(options.seed))]
    rows += [(_("techniques, traits, second weapons"), pgettext("simulation", "left out"))] if options.numbers else []
    rows.append((_("rounds after which a duel is given up"), str(kernel.most_rounds)))
    return Asked(kernel, names, tuple(rows), kernel_tally.RPG)


def _weapon(character: Any, form: Any) -> str:
    """The first weapon that the form allows, if there is one."""
    from ..rpg.loadout import is_body, kind_of

    allowed = [one.key for one in character.weapons if not form.weapons or kind_of(one.key) in form.weapons]
    own = [one.key for one in character.weapons if one.key in allowed and not is_body(one)]
    if own or not form.weapons:
        return own[0] if own else ""
    raise BadInput("--numbers", _("{name} has no weapon that this form allows").format(name=character.name))
