"""From the options of `iaijutsu play` to a duel that is set out: which game, on which terms, with which names."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import Any

from ..engine import BadInput
from . import games
from .i18n import _
from .seal import SEALER

ALONE: dict[str, dict[str, Any]] = {
    "cards": {
        "deck": None, "against": None, "database": [], "cards": None, "duellist": None, "action": None,
        "challenger": "me", "active": None, "ruleset": "celestial", "hand": None, "gold": None,
    },
    "rpg": {
        "character": None, "form": None, "contest": None, "stakes": None, "ruling": [], "unprepared": None,
        "initiative": None, "secret_sheets": False, "gm": None,
    },
}  # fmt: skip
"""Options of one game alone, with what they are when nobody gives them."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel set out. `judge` is the name of who may rule at this keyboard."""

    game: str
    setup: Any
    notes: tuple[str, ...]
    judge: str | None


def duel(options: argparse.Namespace, game: str) -> Duel:
    """The duel of that game that was asked for. Raises `BadInput` naming the option that cannot be taken."""
    for other in games.NAMES:
        if other != game and (given := _given(options, other)):
            raise BadInput(
                given[0],
                _("this is an option of the game {other}; the duel is one of {game}").format(other=other, game=game),
            )
    return _rpg(options) if game == "rpg" else _cards(options)


# --- which game ------------------------------------------------------------------------------------------


def game(options: argparse.Namespace, *, at_terminal: bool) -> str:
    """Which game: as said, else as other options tell; at a terminal it is asked, elsewhere it is the card duel."""
    if options.game:
        return str(options.game)
    for name in games.NAMES:
        if _given(options, name):
            return name
    return _which() if at_terminal else "cards"


def _given(options: argparse.Namespace, name: str) -> list[str]:
    return [
        "--" + option.replace("_", "-") for option, none in ALONE[name].items() if getattr(options, option) != none
    ]  # fmt: skip


def _which() -> str:
    print(_("Which duel?"))
    print("  1  " + _("cards: the challenge of the card game, focus or strike"))
    print("  2  " + _("rpg: two characters of the role-playing game, fifth edition"))
    while True:
        try:
            word = input("> ").strip().lower()
        except EOFError:
            raise KeyboardInterrupt from None
        if word in ("", "1", "cards"):
            return "cards"
        if word in ("2", "rpg"):
            return "rpg"
        print(_("1 or 2, please; Enter alone for 1."), file=sys.stdout)


# --- cards -----------------------------------------------------------------------------------------------


def _cards(options: argparse.Namespace) -> Duel:
    from . import setting

    laid = setting.lay_out(_card_terms(options))
    judge = options.judge or (_("The table") if laid.numbers_only else None)
    return Duel("cards", laid.setup, (*laid.notes, *_by_hand(laid.numbers_only)), judge)


def _card_terms(options: argparse.Namespace) -> Any:
    from . import setting

    given = {"deck": options.deck, "against": options.against, "hand": options.hand, "gold": options.gold}
    for name, least, most in (("hand", 0, setting.MOST_HAND), ("gold", 0, setting.MOST_GOLD)):
        if given[name] is not None and not least <= given[name] <= most:
            raise BadInput(
                f"--{name}",
                _("{found} found; allowed is {least} to {most}").format(found=given[name], least=least, most=most),
            )
    return setting.Terms(
        database=tuple(options.database), cards=options.cards, duellist=options.duellist, opponent=options.opponent,
        action=options.action, rules=options.ruleset, challenger=options.challenger, active=options.active,
        names=_names(options), **{name: value for name, value in given.items() if value is not None},
    )  # fmt: skip


def _names(options: argparse.Namespace) -> tuple[str, ...]:
    """The players' names: as given, else names of ours that are free. Raises `BadInput`."""
    usual = games.players()
    names = [
        options.name if options.name is not None else usual[0],
        options.opponent_name
        if options.opponent_name is not None
        else next(name for name in usual[1:] if name != options.name),
        next(name for name in reversed(usual) if name not in (options.name, options.opponent_name)),
    ]
    for name, option in zip(names, ("--name", "--opponent-name", "--third-player"), strict=True):
        _check_name(name, option)
    if len(set(names)) < len(names):
        raise BadInput("--opponent-name", _("players need different names"))
    return tuple(names)


def _check_name(name: str | None, option: str) -> None:
    if name is not None and not games.can_be_name(name):
        told = _("{found!r:.60} found; allowed are 1 to {most} printable characters")
        raise BadInput(option, told.format(found=name, most=games.LONGEST_NAME))


def _by_hand(titles: tuple[str, ...]) -> list[str]:
    if not titles:
        return []
    told = _(
        "Played for their numbers alone, as what their texts do is not known here: {titles}. The table may do by hand "
        "what they say: judge."
    )
    return [told.format(titles=", ".join(titles))]


# --- the role-playing duel -------------------------------------------------------------------------------


def _rpg(options: argparse.Namespace) -> Duel:
    from . import setting_rpg

    if options.gm is not None and options.judge is not None:
        raise BadInput("--judge", _("the game master judges too; name one of the two"))
    for option in ("name", "opponent_name", "gm", "judge"):
        _check_name(getattr(options, option), "--" + option.replace("_", "-"))
    if options.name is not None and options.name == options.opponent_name:
        raise BadInput("--opponent-name", _("players need different names"))
    given = {
        "character": options.character, "opponent": options.opponent, "form": options.form,
        "contest": options.contest, "stakes": options.stakes, "unprepared": options.unprepared,
        "initiative": options.initiative,
    }  # fmt: skip
    leads = options.gm is not None
    terms = setting_rpg.Terms(
        rulings=tuple(options.ruling), gm=leads, judge=leads or options.judge is not None,
        secret_sheets=options.secret_sheets, names=(options.name, options.opponent_name),
        **{name: value for name, value in given.items() if value is not None},
    )  # fmt: skip
    laid = setting_rpg.lay_out(terms)
    _check_apart(laid.setup, options)
    return Duel("rpg", laid.setup, laid.notes, options.gm or options.judge)


def _check_apart(setup: Any, options: argparse.Namespace) -> None:
    names = [character.name for character in setup.characters]
    for name in names:
        if name == SEALER:
            raise BadInput(
                "--character",
                _("nobody can be called {sealer!r} here; give another name with --name").format(sealer=SEALER),
            )
    if (options.gm or options.judge) in names:
        option = "--gm" if options.gm else "--judge"
        raise BadInput(option, _("a character has this name; who judges needs another one"))
