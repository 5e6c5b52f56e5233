"""The command line: which words there are, and what is imported for each. Nothing heavy stands at the top of this file.

It is built on `argparse`: `--help` then answers in a fifth of the time that the libraries for prettier ones need, and
the command works where nothing but Python is installed. What went wrong is said in one line; the status is 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from .. import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG, INTERRUPTED, CUT_OFF, FAULT = 2, 130, 141, 70
"""Exit statuses: something wrong was asked; Ctrl-C; nobody reads our output any more; a fault of this program."""

GAMES = ("cards", "rpg")
DICE = ("table", "me", "opponent")
LANGUAGE = "--language"
IN_WORDS = "speak en, hr or pt_BR; otherwise as LANGUAGE, LC_ALL, LC_MESSAGES or LANG ask for"
ODDS = "The odds of a check, exact (3r2s: ring 3, skill 2), or, after the word cards, what a deck gives."
SOLVE = "The equilibrium of focusing and striking: what a card duel is worth, and how to play it."


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        self.exit(WRONG, f"{self.prog}: {message} ({self.prog} --help shows what there is)\n")


def parser(word: str = "", second: str = "") -> Parser:
    """All words of the command line. Options that another file knows are there for `word` alone: files cost time.

    `second` is the next word: `odds cards` asks for other things than the odds of a check.
    """
    top = Parser(
        prog="iaijutsu",
        description="The duels of Legend of the Five Rings, run as the rulebooks print them.",
        allow_abbrev=False,
    )
    top.add_argument(LANGUAGE, metavar="NAME", type=_language, default=None, help=IN_WORDS)
    top.add_argument("--version", action="version", version=f"iaijutsu {__version__}")
    words = top.add_subparsers(title="words", metavar="WORD", required=True, parser_class=Parser)
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
    from .i18n import languages, matched

    if found := matched(name):
        return found
    known = ", ".join(f"{key} ({own})" for key, own in languages().items())
    raise argparse.ArgumentTypeError(f"{name!r:.40} is not spoken here; these are: {known}")


def _word(words: Any, name: str, run: str, about: str) -> Parser:
    made: Parser = words.add_parser(name, help=about, description=about, allow_abbrev=False)
    made.add_argument(LANGUAGE, metavar="NAME", type=_language, default=argparse.SUPPRESS, help=IN_WORDS)
    made.set_defaults(run=run)
    return made


def _play(words: Any) -> None:
    made = _word(words, "play", "cmd_play:play", "Fight a duel. Without a terminal: show a finished one.")
    made.add_argument("game", nargs="?", choices=GAMES, help="cards or rpg; asked for when left out")
    seats = made.add_argument_group("who plays")
    seats.add_argument("--first-player", metavar="WHO", help="me, human, or a computer player's name (default: me)")
    seats.add_argument(
        "--second-player", metavar="WHO", help="the same for the second seat (default: a computer player)"
    )
    seats.add_argument("--third-player", metavar="WHO", help="the same for a third seat, where there is one")
    seats.add_argument("--name", metavar="NAME", help="the first player's name")
    seats.add_argument("--opponent-name", metavar="NAME", help="the second player's name")
    seats.add_argument("--judge", metavar="NAME", help="a judge at this keyboard may rule, in the log under this name")
    seats.add_argument("--gm", metavar="NAME", help="rpg: a game master at this keyboard, who judges too")
    seats.add_argument(
        "--odds", action="store_true", help="odds and best answers may be seen, if all at the table agree"
    )
    made.add_argument("--opponent", metavar="WHO", help="who fights for the opponent: a Personality, or a character")
    _card_terms(made)
    _rpg_terms(made)
    running = made.add_argument_group("chance, saving, showing")
    chance = running.add_mutually_exclusive_group()
    chance.add_argument(
        "--seed", type=int, metavar="N", help="repeatable chance; otherwise it is fair and can be verified"
    )
    chance.add_argument(
        "--dice",
        choices=DICE,
        help="table: you draw and roll at a real table, and type it in (me, opponent: that side)",
    )
    kept = running.add_mutually_exclusive_group()
    kept.add_argument("--save", metavar="FILE", help="keep the duel in this file; otherwise in a place that is named")
    kept.add_argument("--resume", metavar="FILE", help="go on with the duel in this file")
    running.add_argument("--plain", action="store_true", help="lines only: for screen readers and pipes")
    running.add_argument("--json", action="store_true", help="events as JSON, one a line, then the result")


def _card_terms(made: Parser) -> None:
    terms = made.add_argument_group("the card duel")
    terms.add_argument("--deck", metavar="DECK", help="your deck: one that ships, a TOML file, or a real deck's file")
    terms.add_argument("--against", metavar="DECK", help="the opponent's deck, in the same ways")
    terms.add_argument(
        "--database",
        metavar="FILE",
        action="append",
        default=[],
        help="card files for real decks; may be given more often",
    )
    terms.add_argument("--cards", metavar="PATH", help="cards of your own: a TOML file, or a folder of them")
    terms.add_argument("--duellist", metavar="CARD", help="the Personality who fights for you, by key or title")
    terms.add_argument("--action", metavar="CARD", help="the action that makes the challenge")
    terms.add_argument(
        "--challenger", metavar="WHO", default="me", help="who takes the action: me (default) or opponent"
    )
    terms.add_argument(
        "--active", metavar="WHO", help="whose turn it is: me, opponent or third (default: the challenger)"
    )
    terms.add_argument("--ruleset", metavar="RULES", default="celestial", help="one that ships, or a TOML file")
    terms.add_argument("--hand", type=int, metavar="N", help="cards drawn before the action (default: 5)")
    terms.add_argument("--gold", type=int, metavar="N", help="gold that each may spend (default: 5)")


def _rpg_terms(made: Parser) -> None:
    terms = made.add_argument_group("the role-playing duel")
    terms.add_argument(
        "--character", metavar="WHO", help="your character: one that ships, or a file (FILE#NAME, where it holds more)"
    )
    terms.add_argument("--form", metavar="FORM", help="the form of duel, or a TOML file (default: first-blood)")
    terms.add_argument("--contest", metavar="KIND", help="duel (default), one-roll, or clash")
    terms.add_argument("--stakes", metavar="TEXT", help="what is at stake, in words")
    terms.add_argument(
        "--ruling", metavar="NAME=VALUE", action="append", default=[], help="how an open question is answered"
    )
    terms.add_argument("--unprepared", metavar="WHO", help="who was not prepared: me, opponent, or both")
    terms.add_argument(
        "--initiative", metavar="N,N", help="clash: the initiative that you and the opponent bring along"
    )
    terms.add_argument("--secret-sheets", action="store_true", help="techniques and traits are secret until they show")


def _serve(words: Any, *, asked: bool) -> None:
    made = _word(words, "serve", "cmd_serve:serve", "Open the table in the browser, here and for who is given a link.")
    if asked:
        from .cmd_serve import options

        options(made)


def _replay(words: Any) -> None:
    made = _word(words, "replay", "cmd_past:replay", "Tell a kept duel again.")
    made.add_argument("file", metavar="FILE")
    made.add_argument(
        "--as", dest="audience", metavar="WHO",
        help="through whose eyes: a seat (1, 2, 3 or a player's name), spectator, or judge, who sees everything",
    )  # fmt: skip
    made.add_argument("--step", action="store_true", help="line by line: Enter goes on, b goes back")
    made.add_argument("--why", action="store_true", help="with clause and reason under each line")
    made.add_argument("--all", action="store_true", help="with the rulebook's housekeeping")


def _verify(words: Any) -> None:
    made = _word(words, "verify", "cmd_past:verify", "Check dice and draws of a finished duel against its commitment.")
    made.add_argument("file", metavar="FILE")


def _rules(words: Any) -> None:
    made = _word(words, "rules", "cmd_show:rules", "Show clauses of the rules, by id or by a word in them.")
    made.add_argument("word", nargs="*", metavar="ID or WORD")


def _cards(words: Any) -> None:
    group = words.add_parser("cards", help="Cards: check files, list, show.", allow_abbrev=False)
    inner = group.add_subparsers(metavar="WORD", required=True, parser_class=Parser)
    check = _word(inner, "check", "cmd_show:check_cards", "Check card and deck files, and say exactly what is wrong.")
    check.add_argument("file", nargs="+", metavar="FILE")
    check.add_argument("--cards", metavar="PATH", help="cards of your own that a deck may name")
    listed = _word(inner, "list", "cmd_show:list_cards", "List cards; the options narrow the list.")
    listed.add_argument("--cards", metavar="PATH", help="with cards of your own")
    listed.add_argument("--type", metavar="TYPE", help="personality, strategy, item, follower, spell, ring, ancestor")
    listed.add_argument("--keyword", metavar="WORD", help="with this keyword")
    listed.add_argument("--does", metavar="EFFECT", help="with this effect, such as fv, duel-stat or outcome")
    listed.add_argument("--focus", type=int, metavar="N", help="with this focus value")
    listed.add_argument("word", nargs="?", metavar="WORD", help="with this word in title or text")
    shown = _word(inner, "show", "cmd_show:show_card", "Show one card.")
    shown.add_argument("card", metavar="CARD", help="its key or title")
    shown.add_argument("--cards", metavar="PATH", help="with cards of your own")


def _decks(words: Any) -> None:
    group = words.add_parser("decks", help="Decks that ship: list, show.", allow_abbrev=False)
    inner = group.add_subparsers(metavar="WORD", required=True, parser_class=Parser)
    _word(inner, "list", "cmd_show:list_decks", "List the decks that ship.")
    shown = _word(inner, "show", "cmd_show:show_deck", "Show one deck.")
    shown.add_argument("deck", metavar="DECK", help="its key, or a TOML file")
    shown.add_argument("--cards", metavar="PATH", help="cards of your own that it may name")


def _characters(words: Any) -> None:
    group = words.add_parser("characters", help="Characters: list, show, check files.", allow_abbrev=False)
    inner = group.add_subparsers(metavar="WORD", required=True, parser_class=Parser)
    _word(inner, "list", "cmd_characters:listed", "List the characters that ship.")
    shown = _word(inner, "show", "cmd_characters:show", "Show a character: one that ships, or out of a file.")
    shown.add_argument("character", metavar="WHO", help="its name, or a file (FILE#NAME, where it holds more)")
    check = _word(inner, "check", "cmd_characters:check", "Check character files, and say exactly what is wrong.")
    check.add_argument("file", nargs="+", metavar="FILE")


def _odds(words: Any, *, asked: bool, of_deck: bool) -> None:
    if asked and of_deck:
        from .cli_analysis import odds_options

        made = _word(words, "odds", "cli_analysis:odds_cards", "What a deck gives: pools, totals, changes of a card.")
        odds_options(made)
        _card_terms(made)
        return
    made = _word(words, "odds", "cli_dice:odds", ODDS)
    if asked:
        from .cli_dice import arguments

        arguments(made)


def _solve(words: Any, *, asked: bool) -> None:
    made = _word(words, "solve", "cli_analysis:solve", SOLVE)
    if asked:
        from .cli_analysis import solve_options

        solve_options(made)
        _card_terms(made)


def _simulate(words: Any, *, asked: bool) -> None:
    made = _word(words, "simulate", "cli_simulate:simulate", "Fight many duels, and say who wins by how much.")
    if asked:
        from .cli_simulate import options

        options(made)
        _card_terms(made)
        _rpg_terms(made)


# --- running ---------------------------------------------------------------------------------------------


def run(arguments: Sequence[str]) -> int:
    """Do what the command line says; returns the exit status. Whatever is wrong is said in one line, on stderr."""
    _printable()
    try:
        options = parser(*_first_words(arguments)).parse_args(list(arguments))
    except SystemExit as end:  # argparse has said what there was to say
        return end.code if isinstance(end.code, int) else WRONG
    return _guarded(options)


def _first_words(arguments: Sequence[str]) -> list[str]:
    """The first two arguments that do not choose the language: they say which options there are."""
    found = [one for one in arguments if not one.startswith(LANGUAGE + "=")]
    while LANGUAGE in found[:2]:
        place = found.index(LANGUAGE)
        del found[place : place + 2]
    return found[:2]


def _guarded(options: argparse.Namespace) -> int:
    from ..engine import DuelError
    from .i18n import of_environment, speaking

    module, _colon, name = options.run.partition(":")
    try:
        with speaking(options.language or of_environment()):
            status: int = getattr(import_module(f".{module}", __package__), name)(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone, as `| head` does: nothing to say to anybody
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CUT_OFF
    except DuelError as error:
        return _said(str(error), WRONG)
    except OSError as error:
        return _said(f"{error.filename or 'input and output'}: {error.strerror or error}", WRONG)
    except KeyboardInterrupt:
        return _said("interrupted", INTERRUPTED)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("iaijutsu"):
            return _fault(error)
        return _said(f"this needs the package {error.name}: install iaijutsu[app], or use --plain", WRONG)
    except Exception as error:  # noqa: BLE001 - the door: what is kept is on disk, and a user is told in words
        return _fault(error)
    return status


def _fault(error: Exception) -> int:
    """A fault of this program, in a line; all of it for who looks for faults."""
    if os.environ.get("IAIJUTSU_DEBUG"):
        raise error
    told = "this is a fault of the program, not yours; a duel that was being kept is on disk"
    return _said(f"{told} ({type(error).__name__}: {error}; IAIJUTSU_DEBUG=1 shows where)", FAULT)


def _said(text: str, status: int) -> int:
    print(f"iaijutsu: {' '.join(text.split())}", file=sys.stderr)
    return status


def _printable() -> None:
    """What the terminal's alphabet lacks is shown as a question mark, and is no error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
