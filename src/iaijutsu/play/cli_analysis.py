"""`iaijutsu solve` and `iaijutsu odds cards DECK`: the equilibrium of a card duel, and what a deck gives.

Nothing heavy stands at the top: the command line asks this file for its options whatever it is about to do.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..engine import BadInput
from .i18n import N_, _, decimal, ngettext, percent, retold

if TYPE_CHECKING:
    from ..analysis.focus_game import FocusGame, FocusSide, Top, Worth
    from ..analysis.panels import Picture
    from ..analysis.solve import Solution

    Changed = tuple[Solution, list[Any]]

SIDES = ("challenger", "challenged")
ME = {"me": 0, "opponent": 1}
WITHOUT_DECKS = N_("Without decks, say what they hold by focus value: so many cards of 0, of 1, of 2 and so on.")
WINNERS = {
    "challenger": N_("the challenger wins: {share}"), "challenged": N_("the challenged wins: {share}"),
    "neither": N_("neither wins alone: {share}"),
}  # fmt: skip
WITHIN = N_("{value} (95 %: {low} to {high})")
SOLVE_AFTER = """\
  iaijutsu solve --deck hayakaze-charge --against iwatoko-wall --hand 4
  iaijutsu solve --values 2,5,10,13,8,2 --stats 3,4 --challenger opponent --pool 4,3,2
  iaijutsu solve --deck mine.toml --against theirs.toml --worth 1,-1,-0.5 --guarantee me --svg plan.svg
"""
ODDS_AFTER = """\
  iaijutsu odds cards hayakaze-charge --total 9
  iaijutsu odds cards my-deck.txt --database cards/ --against iwatoko-wall --hand 4
"""


def odds_options(made: Any) -> None:
    """What may be said to `odds cards`, but for the terms of the card duel."""
    made.epilog, made.formatter_class = ODDS_AFTER, argparse.RawDescriptionHelpFormatter
    made.add_argument("what", choices=("cards",), help=_("what the odds are of"))
    deck = _("one that ships, or a file: TOML, a list of titles, a real deck")
    made.add_argument("own", metavar=_("DECK"), help=deck)
    made.add_argument(
        "--total", type=int, action="append", default=[], metavar="N", help=_("the chance to reach a total")
    )
    made.add_argument("--opponent", metavar=_("CARD"), help=_("the Personality who fights for the opponent"))
    made.add_argument("--stats", metavar="N,N", help=_("with --against: the duel stats, yours and the opponent's"))
    of_output(made)


def solve_options(made: Any) -> None:
    """What may be said to `solve`, but for the terms of the card duel."""
    made.epilog = _(WITHOUT_DECKS) + "\n\n" + SOLVE_AFTER
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("--opponent", metavar=_("CARD"), help=_("the Personality who fights for the opponent"))
    game = made.add_argument_group(_("the game"))
    game.add_argument(
        "--values", metavar=_("LIST"), help=_("in place of decks: so many cards of focus value 0, 1, 2, ...")
    )
    game.add_argument("--their-values", metavar=_("LIST"), help=_("the same for the opponent (default: the same deck)"))
    game.add_argument(
        "--stats", metavar="N,N", help=_("the duel stats, yours and the opponent's (default: as they are)")
    )
    game.add_argument("--first", choices=tuple(ME), help=_("who has the first opportunity (default: by the rules)"))
    game.add_argument("--worth", metavar="W,L,T", help=_("what a win, a loss and a tie are worth to you (1,-1,0)"))
    game.add_argument(
        "--their-worth", metavar="W,L,T", help=_("the same for the opponent, who otherwise wants you to fare badly")
    )
    game.add_argument(
        "--guarantee", choices=tuple(ME), help=_("what this side can make sure of, whatever the other wants")
    )
    held = made.add_argument_group(_("what you hold"))
    held.add_argument("--pool", metavar=_("LIST"), help=_("your pool, by focus value: the plan for it"))
    held.add_argument("--holding", metavar=_("LIST"), help=_("your hand, by focus value, with --pool"))
    how = made.add_argument_group(_("how"))
    how.add_argument(
        "--exact", action="store_true", help=_("the exact solution of a small game, as a linear programme")
    )
    how.add_argument(
        "--within", type=float, metavar="E", help=_("exploitability at most, of what is at stake (0.0001)")
    )
    how.add_argument("--method", choices=("auto", "numpy", "numba"), default="auto", help=_("what does the work"))
    how.add_argument(
        "--estimate", type=int, metavar="N", help=_("fight N duels by the rules too, with all that is there")
    )
    how.add_argument("--warm", action="store_true", help=_("compile what makes it faster, and nothing else"))
    of_output(made)


def of_output(made: Any) -> None:
    """How what was worked out is shown."""
    shown = made.add_argument_group(_("output"))
    shown.add_argument("--json", action="store_true", help=_("as JSON"))
    shown.add_argument("--csv", action="store_true", help=_("as rows for a spreadsheet"))
    shown.add_argument("--svg", metavar=_("FILE"), help=_("a picture too, as SVG"))
    shown.add_argument("--png", metavar=_("FILE"), help=_("a picture too, as PNG"))
    shown.add_argument("--plain", action="store_true", help=_("bars of # only"))


# --- iaijutsu solve --------------------------------------------------------------------------------------


def solve(options: argparse.Namespace) -> int:
    """Work it out and show it."""
    _ready(options)
    if options.warm:
        from ..analysis.solve import warm

        print(_("Compiled loops are ready ({seconds} s).").format(seconds=decimal(warm(), 1)))
        return 0
    from ..analysis.outset import solve_any

    mine = 1 if options.challenger == "opponent" else 0
    setup, game = _game(options, mine)
    target = options.within if options.within is not None else 1e-4
    solution = solve_any(game, target=target, method="lp" if options.exact else options.method)
    holding = _holding(options, solution, mine)
    _draw(options, lambda: _picture(solution, mine))
    _show(options, solution, mine, holding)
    if options.estimate and not options.json and not options.csv:
        _estimate(options, setup)
    return 0


def _ready(options: argparse.Namespace) -> None:
    if find_spec("numpy") is None:
        raise BadInput("solve", _("this needs NumPy: install iaijutsu[analysis]"))
    if options.json and options.csv:
        raise BadInput("--csv", _("the output is JSON or rows, not both"))


def _game(options: argparse.Namespace, mine: int) -> tuple[Any, FocusGame]:
    """The setup (None without decks), and the game that was asked for; `mine` is the own side."""
    from dataclasses import replace

    from ..analysis.outset import game_of, with_first, with_stats

    if options.challenger not in ME:
        raise BadInput(
            "--challenger", _("{found!r} found; allowed are me and opponent").format(found=options.challenger)
        )
    setup = None
    if options.values:
        game = _bare(options, mine)
    else:
        setup = _setup(options)
        game = game_of(setup).game
    stats = _numbers(options.stats, "--stats", 2) if options.stats else (None, None)
    game = with_stats(game, *(stats if mine == 0 else stats[::-1]))
    game = with_first(game, None if options.first is None else _side(options.first, mine))
    safe = "me" if options.guarantee is None and not options.their_worth else options.guarantee
    return setup, replace(game, worth=_worths(options, mine), guarantee=_side(safe, mine) if safe else None)


def _side(word: str, mine: int) -> int:
    return mine if word == "me" else 1 - mine


def _setup(options: argparse.Namespace) -> Any:
    from . import setting

    given = {name: getattr(options, name) for name in ("deck", "against", "hand", "gold")}
    terms = setting.Terms(
        database=tuple(options.database), cards=options.cards, duellist=options.duellist, opponent=options.opponent,
        action=options.action, rules=options.ruleset, challenger=options.challenger, active=options.active,
        **{name: value for name, value in given.items() if value is not None},
    )  # fmt: skip
    laid = setting.lay_out(terms)
    for note in laid.notes:
        print(note, file=sys.stderr)
    if laid.numbers_only:
        told = _("Counted for their numbers alone, without their texts: {titles}.")
        print(told.format(titles=", ".join(laid.numbers_only)), file=sys.stderr)
    return laid.setup


def _bare(options: argparse.Namespace, mine: int) -> FocusGame:
    """A game of cards that are known by focus value alone."""
    from ..analysis.focus_game import FocusGame
    from . import setting

    rules = setting.ruleset(options.ruleset)
    stats = _numbers(options.stats, "--stats", 2) if options.stats else (3, 3)
    theirs = options.their_values or options.values
    sides = [
        _bare_side(_numbers(values, option), stat, options.hand or 0, rules)
        for values, option, stat in ((options.values, "--values", stats[0]), (theirs, "--their-values", stats[1]))
    ]
    return FocusGame((sides[mine], sides[1 - mine]))


def _bare_side(counts: tuple[int, ...], stat: int, hand: int, rules: Any) -> FocusSide:
    from ..analysis.focus_game import FocusSide, faces

    deck = faces(dict(enumerate(counts)))
    return FocusSide(
        stat, deck, pool=rules.pool, hand=hand, from_hand=rules.hand, top=cast("Top", rules.deck), most=rules.most
    )


def _numbers(words: str, option: str, count: int = 0) -> tuple[int, ...]:
    try:
        found = tuple(int(part) for part in words.split(","))
    except ValueError:
        raise BadInput(
            option, _("{found!r:.40} found; needed are whole numbers with commas between").format(found=words)
        ) from None
    if (count and len(found) != count) or min(found) < 0 or len(found) > 40:
        raise BadInput(
            option,
            _("{found!r:.40} found; needed are {count} whole numbers from 0, commas between").format(
                found=words, count=count or "…"
            ),
        )
    return found


def _worths(options: argparse.Namespace, mine: int) -> tuple[Worth, Worth]:
    """What results are worth to challenger and challenged."""
    from ..analysis.focus_game import Worth

    own = _worth(options.worth, "--worth") if options.worth else Worth()
    if options.their_worth:
        theirs = _worth(options.their_worth, "--their-worth")
    else:
        theirs = Worth(-own.lose, -own.win, -own.tie, -own.none)
    return (own, theirs) if mine == 0 else (theirs, own)


def _worth(words: str, option: str) -> Worth:
    from ..analysis.focus_game import Worth

    try:
        win, lose, tie = (float(part) for part in words.split(","))
    except ValueError:
        raise BadInput(
            option, _("{found!r:.40} found; needed are three numbers, commas between: 1,-1,0").format(found=words)
        ) from None
    return Worth(win, lose, tie, (win + lose) / 2)


def _holding(options: argparse.Namespace, solution: Solution, mine: int) -> Any:
    """The holding that was named; None when none was. Raises `BadInput` when it cannot be held."""
    if not options.pool and not options.holding:
        return None
    wanted = [
        sorted(_numbers(words, "--pool"), reverse=True) if words else [] for words in (options.pool, options.holding)
    ]
    cards: Any = solution.form.holdings[mine].cards
    faces = getattr(cards, "faces", None)
    for one in solution.first_holdings(mine):
        rows = [[faces[kind].value for kind in row] if faces else list(row) for row in one[1:3]]
        rows = [sorted(row, reverse=True) for row in rows]
        if rows[0] == wanted[0] and (not options.holding or rows[1] == wanted[1][: len(rows[1])]):
            return one
    cards = " ".join(words for words in (options.pool, options.holding) if words)
    raise BadInput("--pool", _("{cards} cannot be held in this duel").format(cards=cards))


def _picture(solution: Solution, mine: int) -> Picture:
    from ..analysis.card_report import solution_picture

    return solution_picture(solution, mine)


def _draw(options: argparse.Namespace, picture: Any) -> None:
    """Write the pictures that were asked for."""
    from ..analysis import change_picture, panels

    for name, ending in (("svg", ".svg"), ("png", ".png")):
        if path := getattr(options, name):
            if not path.lower().endswith(ending):
                raise BadInput(
                    f"--{name}",
                    _("{found!r} found; the file's name has to end in {ending}").format(found=path, ending=ending),
                )
            made = picture()
            save: Any = change_picture.save if isinstance(made, change_picture.Changes) else panels.save
            save(made, Path(path), retold)


def _show(options: argparse.Namespace, solution: Solution, mine: int, holding: Any) -> None:
    from ..analysis import card_report

    if options.json:
        print(json.dumps(card_report.plain_solution(solution, mine)))
    elif options.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows(card_report.rows_of(solution, mine))
    else:
        from ..analysis.panels import lines

        told = card_report.solution_lines(solution, mine, holding, tell=retold)
        for panel in _picture(solution, mine).panels:
            told += ["", *lines(panel, blocks=not options.plain and has_blocks(), tell=retold)]
        print("\n".join(told))


def has_blocks() -> bool:
    """Whether the terminal's alphabet has block characters."""
    try:
        "▏█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _estimate(options: argparse.Namespace, setup: Any) -> None:
    from ..analysis.outset import played

    if setup is None:
        raise BadInput("--estimate", _("duels are fought with decks; --values has none"))
    if not 1 <= options.estimate <= 100_000:
        raise BadInput("--estimate", _("{found} found; allowed is 1 to 100000").format(found=options.estimate))
    found = played(setup, options.estimate)
    heading = ngettext(
        "Fought by the rules, everything on the table included, {n} time:",
        "Fought by the rules, everything on the table included, {n} times:",
        found.duels,
    )
    print("\n" + heading.format(n=found.duels))
    for name, share in found.shares.items():
        value, low, high = (percent(part, 1) for part in share)
        print("  " + _(WINNERS[name]).format(share=_(WITHIN).format(value=value, low=low, high=high)))


# --- iaijutsu odds cards ---------------------------------------------------------------------------------


def odds_cards(options: argparse.Namespace) -> int:
    """What a deck gives; with --against, what each change of one card is worth."""
    from dataclasses import replace

    _ready(options)
    from ..analysis import card_report
    from ..analysis.card_odds import deck_odds
    from ..analysis.outset import game_of, with_stats

    mine = 1 if options.challenger == "opponent" else 0
    options.deck, alone = options.own, not options.against
    if alone:
        options.against, options.opponent = options.own or None, options.opponent or options.duellist
    options.hand = options.hand or 0
    setup = _setup(options)
    game = game_of(setup).game
    if options.stats:
        stats = _numbers(options.stats, "--stats", 2)
        game = with_stats(game, *(stats if mine == 0 else stats[::-1]))
    game = replace(game, guarantee=mine)
    found = deck_odds(game.sides[mine])
    name = setup.players[0].name if not options.own else options.own
    needed = not options.csv or options.svg or options.png
    changed = _changes(game, mine) if not alone and needed else None
    if changed is None:
        _draw(options, lambda: card_report.deck_picture(name, found))
    else:
        solution, rows = changed
        _draw(options, lambda: card_report.changes_picture(name, options.against, solution, mine, rows))
    if options.json:
        print(json.dumps({**card_report.plain_deck(found), **(_plain_changes(changed, mine) if changed else {})}))
    elif options.csv:
        totals = [
            (k, total, f"{chance:.8f}") for k, row in found.totals.items() for total, chance in sorted(row.items())
        ]
        csv.writer(sys.stdout, lineterminator="\n").writerows([("focuses", "total", "chance"), *totals])
    else:
        _tell(options, name, found, changed, mine)
    return 0


def _tell(options: argparse.Namespace, name: str, found: Any, changed: Changed | None, mine: int) -> None:
    from ..analysis import card_report
    from ..analysis.panels import lines

    told = card_report.deck_lines(name, found, tuple(options.total), tell=retold)
    for panel in card_report.deck_picture(name, found).panels:
        told += ["", *lines(panel, blocks=not options.plain and has_blocks(), tell=retold)]
    print("\n".join(told))
    if changed is not None:
        solution, changes = changed
        print("\n" + "\n".join(card_report.change_lines(solution, mine, changes, tell=retold)))
        if solution.left:
            print("\n" + retold(card_report.not_counted(solution.left)))


def _changes(game: FocusGame, mine: int) -> Changed:
    from ..analysis.advice import small
    from ..analysis.card_odds import changes
    from ..analysis.counted import counted

    return changes(small(counted(game)), mine)


def _plain_changes(changed: Changed, mine: int) -> dict[str, Any]:
    solution, found = changed
    rows = [{"out": c.old, "in": c.new, "value": c.value, "gain": c.gain, "doubt": c.doubt} for c in found]
    left = [one.name for one in solution.left]
    return {"value": solution.value(mine), "interval": solution.interval(mine), "changes": rows, "not_counted": left}
