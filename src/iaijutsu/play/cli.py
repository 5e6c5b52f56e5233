"""The command line: which words there are, and what is imported for each. Nothing heavy stands at the top of this file.

It is built on `argparse`: `--help` then answers in a fifth of the time that the libraries for prettier ones need, and
the command works where nothing but Python is installed. What went wrong is said in one line; the status is 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from .. import __version__
from .i18n import ENGLISH, N_, _, language, languages, matched, of_environment, speaking, told

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG, INTERRUPTED, CUT_OFF, FAULT = 2, 130, 141, 70
"""Exit statuses: something wrong was asked; Ctrl-C; nobody reads our output any more; a fault of this program."""

GAMES = ("cards", "rpg")
DICE = ("table", "me", "opponent")
LANGUAGE = "--language"
IN_WORDS = N_("speak en, hr or pt_BR; otherwise as LANGUAGE, LC_ALL, LC_MESSAGES or LANG ask for")
ODDS = N_("The odds of a check, exact (3r2s: ring 3, skill 2), or, after the word cards, what a deck gives.")
SOLVE = N_("The equilibrium of focusing and striking: what a card duel is worth, and how to play it.")


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        line = _("{program}: {message} ({program} --help shows what there is)")
        self.exit(WRONG, line.format(program=self.prog, message=message) + "\n")


def parser(word: str = "", second: str = "") -> Parser:
    """All words of the command line. Options that another file knows are there for `word` alone: files cost time.

    `second` is the next word: `odds cards` asks for other things than the odds of a check.
    """
    top = Parser(
        prog="iaijutsu",
        description=_("The duels of Legend of the Five Rings, run as the rulebooks print them."),
        allow_abbrev=False,
    )
    top.add_argument(LANGUAGE, metavar=_("NAME"), type=_language, default=None, help=_(IN_WORDS))
    top.add_argument(
        "--version",
        action="version",
        version=f"iaijutsu {__version__}",
        help=_("show program's version number and exit"),
    )
    words = top.add_subparsers(title=_("words"), metavar=_("WORD"), required=True, parser_class=Parser)
    _play(words)
    _serve(words, asked=word == "serve")
    _replay(words)
    _verify(words)
    _rules(words)
    _cards(words)
    _decks(words)
    _characters(words)
    _odds(words, asked=word == "odds", of_deck=second == "cards")
    _solve(words, asked=word == "solve")
    _simulate(words, asked=word == "simulate")
    return top


def _language(name: str) -> str:
    if found := matched(name):
        return found
    known = ", ".join(f"{key} ({own})" for key, own in languages().items())
    raise argparse.ArgumentTypeError(
        _("{name!r:.40} is not spoken here; these are: {known}").format(name=name, known=known)
    )


def _word(words: Any, name: str, run: str, about: str) -> Parser:
    made: Parser = words.add_parser(name, help=about, description=about, allow_abbrev=False)
    made.add_argument(LANGUAGE, metavar=_("NAME"), type=_language, default=argparse.SUPPRESS, help=_(IN_WORDS))
    made.set_defaults(run=run)
    return made


def _play(words: Any) -> None:
    made = _word(words, "play", "cmd_play:play", _("Fight a duel. Without a terminal: show a finished one."))
    made.add_argument("game", nargs="?", choices=GAMES, help=_("cards or rpg; asked for when left out"))
    seats = made.add_argument_group(_("who plays"))
    seats.add_argument(
        "--first-player", metavar=_("WHO"), help=_("me, human, or a computer player's name (default: me)")
    )
    seats.add_argument(
        "--second-player", metavar=_("WHO"), help=_("the same for the second seat (default: a computer player)")
    )
    seats.add_argument("--third-player", metavar=_("WHO"), help=_("the same for a third seat, where there is one"))
    seats.add_argument("--name", metavar=_("NAME"), help=_("the first player's name"))
    seats.add_argument("--opponent-name", metavar=_("NAME"), help=_("the second player's name"))
    seats.add_argument(
        "--judge", metavar=_("NAME"), help=_("a judge at this keyboard may rule, in the log under this name")
    )
    seats.add_argument("--gm", metavar=_("NAME"), help=_("rpg: a game master at this keyboard, who judges too"))
    seats.add_argument(
        "--odds", action="store_true", help=_("odds and best answers may be seen, if all at the table agree")
    )
    made.add_argument(
        "--opponent", metavar=_("WHO"), help=_("who fights for the opponent: a Personality, or a character")
    )
    _card_terms(made)
    _rpg_terms(made)
    running = made.add_argument_group(_("chance, saving, showing"))
    chance = running.add_mutually_exclusive_group()
    chance.add_argument(
        "--seed", type=int, metavar="N", help=_("repeatable chance; otherwise it is fair and can be verified")
    )
    chance.add_argument(
        "--dice",
        choices=DICE,
        help=_("table: you draw and roll at a real table, and type it in (me, opponent: that side)"),
    )
    kept = running.add_mutually_exclusive_group()
    kept.add_argument(
        "--save", metavar=_("FILE"), help=_("keep the duel in this file; otherwise in a place that is named")
    )
    kept.add_argument("--resume", metavar=_("FILE"), help=_("go on with the duel in this file"))
    running.add_argument("--plain", action="store_true", help=_("lines only: for screen readers and pipes"))
    running.add_argument("--json", action="store_true", help=_("events as JSON, one a line, then the result"))


def _database(made: Any) -> None:
    made.add_argument(
        "--database", metavar=_("FILE"), action="append", default=[],
        help=_("card files for real decks; may be given more often"),
    )  # fmt: skip


def _card_terms(made: Parser) -> None:
    terms = made.add_argument_group(_("the card duel"))
    terms.add_argument(
        "--deck", metavar=_("DECK"), help=_("your deck: one that ships, or a file: TOML, a list of titles, a real deck")
    )
    terms.add_argument("--against", metavar=_("DECK"), help=_("the opponent's deck, in the same ways"))
    _database(terms)
    terms.add_argument("--cards", metavar=_("PATH"), help=_("cards of your own: a TOML file, or a folder of them"))
    terms.add_argument("--duellist", metavar=_("CARD"), help=_("the Personality who fights for you, by key or title"))
    terms.add_argument("--action", metavar=_("CARD"), help=_("the action that makes the challenge"))
    terms.add_argument(
        "--challenger", metavar=_("WHO"), default="me", help=_("who takes the action: me (default) or opponent")
    )
    terms.add_argument(
        "--active", metavar=_("WHO"), help=_("whose turn it is: me, opponent or third (default: the challenger)")
    )
    terms.add_argument("--ruleset", metavar=_("RULES"), default="celestial", help=_("one that ships, or a TOML file"))
    terms.add_argument("--hand", type=int, metavar="N", help=_("cards drawn before the action (default: 5)"))
    terms.add_argument("--gold", type=int, metavar="N", help=_("gold that each may spend (default: 5)"))


def _rpg_terms(made: Parser) -> None:
    terms = made.add_argument_group(_("the role-playing duel"))
    terms.add_argument(
        "--character",
        metavar=_("WHO"),
        help=_("your character: one that ships, or a file (FILE#NAME, where it holds more)"),
    )
    terms.add_argument("--form", metavar=_("FORM"), help=_("the form of duel, or a TOML file (default: first-blood)"))
    terms.add_argument("--contest", metavar=_("KIND"), help=_("duel (default), one-roll, or clash"))
    terms.add_argument("--stakes", metavar=_("TEXT"), help=_("what is at stake, in words"))
    terms.add_argument(
        "--ruling", metavar=_("NAME=VALUE"), action="append", default=[], help=_("how an open question is answered")
    )
    terms.add_argument("--unprepared", metavar=_("WHO"), help=_("who was not prepared: me, opponent, or both"))
    terms.add_argument(
        "--initiative", metavar="N,N", help=_("clash: the initiative that you and the opponent bring along")
    )
    terms.add_argument(
        "--secret-sheets", action="store_true", help=_("techniques and traits are secret until they show")
    )


def _serve(words: Any, *, asked: bool) -> None:
    made = _word(
        words, "serve", "cmd_serve:serve", _("Open the table in the browser, here and for who is given a link.")
    )
    if asked:
        from .cmd_serve import options

        options(made)


def _replay(words: Any) -> None:
    made = _word(words, "replay", "cmd_past:replay", _("Tell a kept duel again."))
    made.add_argument("file", metavar=_("FILE"))
    made.add_argument(
        "--as", dest="audience", metavar=_("WHO"),
        help=_("through whose eyes: a seat (1, 2, 3 or a player's name), spectator, or judge, who sees everything"),
    )  # fmt: skip
    made.add_argument("--step", action="store_true", help=_("line by line: Enter goes on, b goes back"))
    made.add_argument("--why", action="store_true", help=_("with clause and reason under each line"))
    made.add_argument("--all", action="store_true", help=_("with the rulebook's housekeeping"))


def _verify(words: Any) -> None:
    made = _word(
        words, "verify", "cmd_past:verify", _("Check dice and draws of a finished duel against its commitment.")
    )
    made.add_argument("file", metavar=_("FILE"))


def _rules(words: Any) -> None:
    made = _word(words, "rules", "cmd_show:rules", _("Show clauses of the rules, by id or by a word in them."))
    made.add_argument("word", nargs="*", metavar=_("ID or WORD"))


def _cards(words: Any) -> None:
    group = words.add_parser("cards", help=_("Cards: check files, list, show."), allow_abbrev=False)
    inner = group.add_subparsers(metavar=_("WORD"), required=True, parser_class=Parser)
    check = _word(
        inner, "check", "cmd_show:check_cards", _("Check card and deck files, and say exactly what is wrong.")
    )
    check.add_argument("file", nargs="+", metavar=_("FILE"))
    check.add_argument("--cards", metavar=_("PATH"), help=_("cards of your own that a deck may name"))
    listed = _word(inner, "list", "cmd_show:list_cards", _("List cards; the options narrow the list."))
    listed.add_argument("--cards", metavar=_("PATH"), help=_("with cards of your own"))
    listed.add_argument(
        "--type", metavar=_("TYPE"), help=_("personality, strategy, item, follower, spell, ring, ancestor")
    )
    listed.add_argument("--keyword", metavar=_("WORD"), help=_("with this keyword"))
    listed.add_argument("--does", metavar=_("EFFECT"), help=_("with this effect, such as fv, duel-stat or outcome"))
    listed.add_argument("--focus", type=int, metavar="N", help=_("with this focus value"))
    listed.add_argument("word", nargs="?", metavar=_("WORD"), help=_("with this word in title or text"))
    shown = _word(inner, "show", "cmd_show:show_card", _("Show one card."))
    shown.add_argument("card", metavar=_("CARD"), help=_("its key or title"))
    shown.add_argument("--cards", metavar=_("PATH"), help=_("with cards of your own"))


def _decks(words: Any) -> None:
    group = words.add_parser("decks", help=_("Decks that ship: list, show."), allow_abbrev=False)
    inner = group.add_subparsers(metavar=_("WORD"), required=True, parser_class=Parser)
    _word(inner, "list", "cmd_show:list_decks", _("List the decks that ship."))
    shown = _word(inner, "show", "cmd_show:show_deck", _("Show one deck."))
    shown.add_argument("deck", metavar=_("DECK"), help=_("its key, or a file: TOML, a list of titles, a real deck"))
    shown.add_argument("--cards", metavar=_("PATH"), help=_("cards of your own that it may name"))
    _database(shown)


def _characters(words: Any) -> None:
    group = words.add_parser("characters", help=_("Characters: list, show, check files."), allow_abbrev=False)
    inner = group.add_subparsers(metavar=_("WORD"), required=True, parser_class=Parser)
    _word(inner, "list", "cmd_characters:listed", _("List the characters that ship."))
    shown = _word(inner, "show", "cmd_characters:show", _("Show a character: one that ships, or out of a file."))
    shown.add_argument("character", metavar=_("WHO"), help=_("its name, or a file (FILE#NAME, where it holds more)"))
    check = _word(inner, "check", "cmd_characters:check", _("Check character files, and say exactly what is wrong."))
    check.add_argument("file", nargs="+", metavar=_("FILE"))


def _odds(words: Any, *, asked: bool, of_deck: bool) -> None:
    if asked and of_deck:
        from .cli_analysis import odds_options

        made = _word(
            words, "odds", "cli_analysis:odds_cards", _("What a deck gives: pools, totals, changes of a card.")
        )
        odds_options(made)
        _card_terms(made)
        return
    made = _word(words, "odds", "cli_dice:odds", _(ODDS))
    if asked:
        from .cli_dice import arguments

        arguments(made)


def _solve(words: Any, *, asked: bool) -> None:
    made = _word(words, "solve", "cli_analysis:solve", _(SOLVE))
    if asked:
        from .cli_analysis import solve_options

        solve_options(made)
        _card_terms(made)


def _simulate(words: Any, *, asked: bool) -> None:
    made = _word(words, "simulate", "cli_simulate:simulate", _("Fight many duels, and say who wins by how much."))
    if asked:
        from .cli_simulate import options

        options(made)
        _card_terms(made)
        _rpg_terms(made)


# --- running ---------------------------------------------------------------------------------------------


def run(arguments: Sequence[str]) -> int:
    """Do what the command line says; returns the exit status. Whatever is wrong is said in one line, on stderr."""
    _printable()
    words, asked = _first_words(arguments)
    with speaking(matched(asked) or of_environment()), _argparse_speaks():
        try:
            options = parser(*words).parse_args(list(arguments))
        except SystemExit as end:  # argparse has said what there was to say
            return end.code if isinstance(end.code, int) else WRONG
        return _guarded(options)


def _argparse_speaks() -> AbstractContextManager[None]:
    """What argparse says of itself, in the language that is spoken. English it speaks without being told."""
    if language() == ENGLISH:
        return nullcontext()
    from .helping import translated

    return translated()


def _first_words(arguments: Sequence[str]) -> tuple[list[str], str]:
    """The first two arguments that do not choose the language: they say which options there are. The language."""
    found = [one for one in arguments if not one.startswith(LANGUAGE + "=")]
    asked = [one.partition("=")[2] for one in arguments if one.startswith(LANGUAGE + "=")]
    while LANGUAGE in found:
        place = found.index(LANGUAGE)
        asked += found[place + 1 : place + 2]
        del found[place : place + 2]
    return found[:2], asked[-1] if asked else ""


def _guarded(options: argparse.Namespace) -> int:
    from ..engine import DuelError

    module, _colon, name = options.run.partition(":")
    try:
        status: int = getattr(import_module(f".{module}", __package__), name)(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone, as `| head` does: nothing to say to anybody
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_OFF
    except DuelError as error:
        return _said(told(error), WRONG)
    except OSError as error:
        return _said(f"{error.filename or _('input and output')}: {_(error.strerror or str(error))}", WRONG)
    except KeyboardInterrupt:
        return _said(_("interrupted"), INTERRUPTED)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("iaijutsu"):
            return _fault(error)
        return _said(
            _("this needs the package {name}: install iaijutsu[app], or use --plain").format(name=error.name), WRONG
        )
    except Exception as error:  # noqa: BLE001 - the door: what is kept is on disk, and a user is told in words
        return _fault(error)
    return status


def _fault(error: Exception) -> int:
    """A fault of this program, in a line; all of it for who looks for faults."""
    if os.environ.get("IAIJUTSU_DEBUG"):
        raise error
    what = _("this is a fault of the program, not yours; a duel that was being kept is on disk")
    where = _("IAIJUTSU_DEBUG=1 shows where")
    return _said(f"{what} ({type(error).__name__}: {error}; {where})", FAULT)


def _said(text: str, status: int) -> int:
    print(f"iaijutsu: {' '.join(text.split())}", file=sys.stderr)
    return status


def _printable() -> None:
    """What the terminal's alphabet lacks is shown as a question mark, and is no error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
