"""`iaijutsu simulate`: many duels, on all cores or in a kernel, and what they say.

Nothing heavy stands at the top: the command line asks this file for its options whatever it is about to do.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine import BadInput, Sentence
from .i18n import N_, _, language, listed, ngettext, pgettext, retold

if TYPE_CHECKING:
    from ..analysis.report import Report
    from ..analysis.simulate import Match, Target
    from ..analysis.workforce import Keeper, Progress

DUELS, MOST = 1000, 1_000_000
"""Duels where nothing is said, and at most where only the width of the interval is."""
UNNAMED = (N_("First"), N_("Second"))
"""The sides of a card duel where decks and players have the same names."""
INTERRUPTED = 130


def options(made: argparse.ArgumentParser) -> None:
    """What may be said to `simulate`, but for the terms of the duels."""
    made.formatter_class, made.epilog = argparse.RawDescriptionHelpFormatter, AFTER
    made.add_argument(
        "game", nargs="?", choices=("cards", "rpg"), help=_("cards or rpg (default: as the options tell)")
    )
    who = made.add_argument_group(_("who plays"))
    who.add_argument("--first-player", metavar=_("WHO"), help=_("the computer player of the first seat"))
    who.add_argument("--second-player", metavar=_("WHO"), help=_("the computer player of the second seat"))
    who.add_argument(
        "--opponent", metavar=_("WHO"), help=_("who fights for the opponent: a Personality, or a character")
    )
    far = made.add_argument_group(_("how far"))
    far.add_argument(
        "--duels", type=int, metavar="N", help=_("how many duels at most (default: {duels:,})").format(duels=DUELS)
    )
    far.add_argument(
        "--until", type=float, metavar="W", help=_("stop when every share of who wins is known to within W")
    )
    far.add_argument("--confidence", type=float, metavar="P", default=0.95, help=_("of the intervals (default: 0.95)"))
    far.add_argument("--seed", type=int, metavar="N", default=0, help=_("the same seed, the same duels (default: 0)"))
    far.add_argument("--workers", type=int, metavar="N", help=_("processes (default: one for each core)"))
    fast = made.add_argument_group(_("millions of duels, under stated policies"))
    fast.add_argument("--kernel", action="store_true", help=_("not the rules engine: it refuses what it leaves out"))
    fast.add_argument("--numbers", action="store_true", help=_("with --kernel: leave out texts, techniques and traits"))
    fast.add_argument("--backend", choices=("auto", "numpy", "numba"), default="auto", help=_("what does its work"))
    fast.add_argument("--warm", action="store_true", help=_("compile the kernels, and do nothing else"))
    kept = made.add_argument_group(_("keeping and showing"))
    kept.add_argument("--save", metavar=_("FILE"), help=_("keep the simulation in this new file, also on Ctrl-C"))
    kept.add_argument(
        "--resume", metavar=_("FILE"), help=_("go on with the simulation in this file, and keep it there")
    )
    kept.add_argument("--html", metavar=_("FILE"), help=_("write the report as one HTML file"))
    kept.add_argument("--json", metavar=_("FILE"), help=_("write what was counted as JSON (- for the terminal)"))
    kept.add_argument(
        "--transcript", nargs=2, metavar=("N", _("FILE")), help=_("write duel N (from 0) and do nothing else")
    )
    kept.add_argument("--plain", action="store_true", help=_("lines only: no bars, no line that is written over"))


AFTER = """\
  iaijutsu simulate --deck hayakaze-charge --against iwatoko-wall --challenger both --until 0.02 --html report.html
  iaijutsu simulate rpg --character kaya --opponent reika --form first-strike --duels 500 --save kaya.json
  iaijutsu simulate --resume kaya.json --duels 5000
  iaijutsu simulate --kernel --numbers --first-player at=1/0,hand=last --second-player at=2 --duels 50000000
  iaijutsu simulate rpg --kernel --numbers --first-player bold --second-player careful,unmasks=end --until 0.001
"""


MATCH = (
    "first_player", "second_player", "opponent", "seed", "game", "save", "numbers", "deck", "against", "cards",
    "duellist", "action", "active", "hand", "gold", "database", "ruleset", "challenger", "character", "form", "contest",
    "stakes", "ruling", "unprepared", "initiative", "secret_sheets",
)  # fmt: skip
"""Options that say what is simulated, and where it is kept: with --resume the file does."""


def simulate(options: argparse.Namespace) -> int:
    """Fight, count, and report. Returns the exit status."""
    from ..analysis import workforce

    target = _target(options)
    if options.warm:
        from .cli_kernel import warm

        return warm()
    if options.kernel:
        return _kernel(options, target)
    if options.numbers:
        raise BadInput("--numbers", _("the rules engine leaves nothing out; this goes with --kernel"))
    if options.transcript:
        return _one(options)
    progress = _resumed(options, target) if options.resume else workforce.Progress(_match(options), target)
    kept = _kept(options)
    _writable(options)
    line = _Line(plain=options.plain)
    keeper = workforce.Keeper(kept) if kept else None
    try:
        workforce.run(progress, _workers(options), lambda now: _watch(now, line, keeper))
    finally:
        line.clear()
        if kept:
            workforce.save(progress, kept)
    _report(options, progress)
    if progress.ended == "interrupted":
        n = progress.made.duels
        print(ngettext("Interrupted after {n} duel.", "Interrupted after {n} duels.", n).format(n=n), file=sys.stderr)
        if kept:
            print(_("--resume {file} goes on with it.").format(file=kept), file=sys.stderr)
        return INTERRUPTED
    return 0


# --- what was asked for ----------------------------------------------------------------------------------


def _target(options: argparse.Namespace) -> Target:
    from ..analysis.simulate import Target

    most = options.duels if options.duels is not None else MOST if options.until else DUELS
    if not 1 <= most <= 10**12:
        raise BadInput("--duels", _("{found} found; allowed is 1 to {what}").format(found=most, what=10**12))
    if options.until is not None and not 0 < options.until < 0.5:
        raise BadInput(
            "--until",
            _("{found} found; allowed is a share between 0 and 0.5, such as 0.01").format(found=options.until),
        )
    if not 0 < options.confidence < 1:
        raise BadInput(
            "--confidence",
            _("{found} found; allowed is a share between 0 and 1, such as 0.95").format(found=options.confidence),
        )
    if not 0 <= options.seed < 1 << 63:
        raise BadInput(
            "--seed",
            _("{found} found; allowed is a whole number from 0 to {what}").format(
                found=options.seed, what=(1 << 63) - 1
            ),
        )
    return Target(most, options.until or 0.0, options.confidence)


def _workers(options: argparse.Namespace) -> int:
    import os

    found: int = options.workers if options.workers is not None else os.cpu_count() or 1
    if not 1 <= found <= 256:
        raise BadInput("--workers", _("{found} found; allowed is 1 to 256").format(found=found))
    return found


def _match(options: argparse.Namespace) -> Match:
    from ..analysis.simulate import Match

    game, setups = _setups(options)
    agents = _agents(options, game)
    third = agents[1:] if options.active == "third" else ()
    return Match(game, setups, (*agents, *third), options.seed)


def _agents(options: argparse.Namespace, game: str) -> tuple[str, str]:
    from ..analysis.roster import agents

    known = agents(game)
    usual = "reading" if "reading" in known else list(known)[-1]
    found = (options.first_player or usual, options.second_player or usual)
    for name, option in zip(found, ("--first-player", "--second-player"), strict=True):
        if name not in known:
            raise BadInput(
                option,
                _("there is no computer player {name!r} for {game}; there are {known}").format(
                    name=name, game=game, known=", ".join(known)
                ),
            )
    return found


def _setups(options: argparse.Namespace) -> tuple[str, tuple[Any, ...]]:
    """The game, and the duel that is set out; two where either side is to be the challenger in turn."""
    from . import asked

    options.name = options.opponent_name = options.gm = options.judge = None
    game = asked.game(options, at_terminal=False)
    if game == "cards":
        options.name, options.opponent_name = _names(options)
    both = game == "cards" and options.challenger == "both"
    found = []
    for role in ("me", "opponent") if both else (options.challenger,):
        options.challenger = role
        found.append(asked.duel(options, game))
    for note in dict.fromkeys(note for one in found for note in one.notes):
        print(note, file=sys.stderr)
    return game, tuple(one.setup for one in found)


def _names(options: argparse.Namespace) -> tuple[str, str]:
    """The two of a card duel are called by their decks; by their players where these are the same."""
    from ..cards import decks
    from .setting import MINE, THEIRS

    known = decks.shipped()
    words = (options.deck or MINE, options.against or THEIRS)
    first, second = [known[word].title if word in known else Path(word).stem for word in words]
    if first == second:
        first, second = options.first_player or UNNAMED[0], options.second_player or UNNAMED[1]
    return first[:40], (second if second != first else f"{second} (2)")[:40]


def _kernel(options: argparse.Namespace, target: Target) -> int:
    """The same in a kernel, and its report."""
    from importlib.util import find_spec

    if find_spec("numpy") is None:
        raise BadInput("--kernel", _("this needs NumPy: install iaijutsu[analysis]"))
    from ..analysis import report
    from . import cli_kernel

    for name in ("save", "resume", "transcript"):
        if getattr(options, name):
            raise BadInput(f"--{name}", _("a kernel is so fast that nothing is kept of it; leave this out"))
    game, setups = _setups(options)
    if len(setups) > 1:
        raise BadInput("--challenger", _("a kernel takes one side as the challenger: me or opponent"))
    made = cli_kernel.asked(options, setups[0], game)
    _writable(options)
    tally, run = cli_kernel.run(options, made, target, _workers(options))
    told = report.report(
        _against(made.names), tally, made.measures, made.names, made.exact, confidence=target.confidence
    )
    counted = {"kernel": made.kernel.name, "seed": options.seed, "tally": tally.plain()}
    _write_all(options, told if run.duels else None, counted)
    if options.json != "-":
        rate = run.duels / max(run.seconds, 1e-9)
        said = Sentence.counted(
            "{n:,} duel in {seconds:.2f} s, {rate:,.0f} a second ({means}).",
            "{n:,} duels in {seconds:.2f} s, {rate:,.0f} a second ({means}).",
            run.duels, seconds=run.seconds, rate=rate, means=run.means,
        )  # fmt: skip
        print(retold(said))
    if run.interrupted:
        told_ = ngettext("Interrupted after {n} duel.", "Interrupted after {n} duels.", run.duels)
        print(told_.format(n=run.duels), file=sys.stderr)
    return INTERRUPTED if run.interrupted else 0


# --- files -----------------------------------------------------------------------------------------------


def _resumed(options: argparse.Namespace, target: Target) -> Progress:
    from ..analysis import workforce

    usual = {"ruleset": "celestial", "challenger": "me"}
    given = [name for name in MATCH if getattr(options, name) not in (usual.get(name), None, 0, False, [])]
    if given:
        reason = _("the file says what is simulated; leave out --{replace}").format(replace=given[0].replace("_", "-"))
        raise BadInput("--resume", reason)
    return workforce.read(Path(options.resume).expanduser(), target)


def _kept(options: argparse.Namespace) -> Path | None:
    if options.resume:
        return Path(options.resume).expanduser()
    if not options.save:
        return None
    path = Path(options.save).expanduser()
    if path.exists():
        raise BadInput(
            "--save", _("{path} is there already; --resume goes on with it, another name begins anew").format(path=path)
        )
    return path


def _writable(options: argparse.Namespace) -> None:
    """That reports can be written is seen before the work, not after it."""
    for name in ("html", "json", "save"):
        word = getattr(options, name)
        if word and word != "-" and not (folder := Path(word).expanduser().absolute().parent).is_dir():
            raise BadInput(f"--{name}", _("there is no folder {folder}").format(folder=folder))


def _one(options: argparse.Namespace) -> int:
    """Duel N alone, as a transcript that `replay` tells again."""
    from ..analysis import simulate

    word, name = options.transcript
    if not (word.isascii() and word.isdigit() and len(word) < 16):
        raise BadInput("--transcript", _("{found!r} found; needed is the number of a duel, from 0").format(found=word))
    match = _resumed(options, _target(options)).match if options.resume else _match(options)
    session, finished = simulate.fight(match, int(word))
    path = Path(name).expanduser()
    path.write_text(session.transcript().dumps(), encoding="utf-8")
    told = (
        _("Duel {n}, finished, is in {path}; iaijutsu replay {path} tells it.")
        if finished
        else _("Duel {n}, given up, is in {path}; iaijutsu replay {path} tells it.")
    )
    print(told.format(n=word, path=path))
    return 0


# --- while it runs ---------------------------------------------------------------------------------------


def _watch(progress: Progress, line: _Line, keeper: Keeper | None) -> None:
    line(progress)
    if keeper:
        keeper(progress)


class _Line:
    """A line with a bar, on stderr: written over at a terminal, else now and then."""

    def __init__(self, *, plain: bool) -> None:
        self.over = sys.stderr.isatty() and not plain
        self.every = 0.1 if self.over else 15.0
        self.last = time.monotonic() - (self.every if self.over else 0.0)

    def __call__(self, progress: Progress) -> None:
        """Show how far it is, when it is time."""
        now = time.monotonic()
        if now - self.last < self.every:
            return
        self.last = now
        words = _words(progress, bar=self.over)
        print(f"\r\x1b[K{words}" if self.over else words, end="" if self.over else "\n", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave nothing behind."""
        if self.over:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _words(progress: Progress, *, bar: bool) -> str:
    made, target = progress.made, progress.target
    expected = max(1, target.expected(made))
    part = min(1.0, made.duels / expected)
    picture = f"[{'#' * round(24 * part):<24}] " if bar else ""
    terms = {"percent": 100 * part, "done": made.duels, "time": _time(progress.left)}
    if made.duels:
        told = Sentence.counted(
            "{percent:3.0f} %  {done:,} of {n:,} duel, known to within {width:.1f} %; {time} left",
            "{percent:3.0f} %  {done:,} of {n:,} duels, known to within {width:.1f} %; {time} left",
            expected, width=100 * target.width(made), **terms,
        )  # fmt: skip
    else:
        told = Sentence.counted(
            "{percent:3.0f} %  {done:,} of {n:,} duel; {time} left",
            "{percent:3.0f} %  {done:,} of {n:,} duels; {time} left", expected, **terms,
        )  # fmt: skip
    return picture + retold(told)


def _time(seconds: float) -> str:
    if seconds == float("inf"):
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


# --- the report ------------------------------------------------------------------------------------------


def _report(options: argparse.Namespace, progress: Progress) -> None:
    made = _made(progress) if progress.made.duels else None
    _write_all(options, made, {"simulation": progress.match.plain(), "tally": progress.made.plain()})
    if options.json != "-" and made:
        rate = progress.made.duels / max(progress.seconds, 1e-9)
        said = Sentence.counted(
            "{n:,} duel in {time}, {rate:,.0f} a second.", "{n:,} duels in {time}, {rate:,.0f} a second.",
            progress.made.duels, time=_time(progress.seconds), rate=rate,
        )  # fmt: skip
        print(retold(said))


def _write_all(options: argparse.Namespace, made: Report | None, data: Any) -> None:
    """The report in all the forms that were asked for."""
    import json

    from ..analysis import report, report_html

    if options.json:
        _write(options.json, json.dumps(data, ensure_ascii=False) + "\n")
    if made and options.html:
        _write(options.html, report_html.page(made, retold, language().replace("_", "-")))
    if made and options.json != "-":
        print(report.text(made, bars=not options.plain, tell=retold), end="")


def _write(word: str, text: str) -> None:
    if word == "-":
        print(text, end="")
    else:
        Path(word).expanduser().write_text(text, encoding="utf-8")


def _made(progress: Progress) -> Any:
    from ..analysis import report, simulate

    match, target = progress.match, progress.target
    names = called(match.names())
    return report.report(
        _against(names), progress.made, simulate.measures_of(match.game), names, _exact(match, names),
        confidence=target.confidence, notes=_notes(progress),
    )  # fmt: skip


def _against(names: tuple[str, str]) -> str:
    return _("{first} against {second}").format(first=names[0], second=names[1])


def called(names: tuple[str, str]) -> tuple[str, str]:
    """The names of the two, as they are called in the reader's language where they have none of their own."""
    first, second = (_(name) if name in UNNAMED else name for name in names)
    return first, second


def _notes(progress: Progress) -> list[str]:
    from ..analysis.simulate import BLOCK

    target = progress.target
    if progress.ended == "narrow":
        narrow = Sentence(
            "It ended when every share of who wins was known to within {percent:g} % (asked after every {n} duels). "
            "Stopping by what is seen makes intervals a trifle too narrow.",
            percent=100 * target.until, n=BLOCK,
        )  # fmt: skip
        return [narrow]
    if progress.ended == "interrupted":
        return [
            Sentence.counted(
                "It was interrupted before {n:,} duel.", "It was interrupted before {n:,} duels.", target.duels
            )
        ]
    return []


def _exact(match: Match, names: tuple[str, str]) -> list[tuple[str, str]]:
    from ..analysis.report import whole

    games = {"cards": _("card duel"), "rpg": _("role-playing duel")}
    found = [(pgettext("simulation", "game"), games[match.game])]
    found += [
        (_("{name} is played by").format(name=name), agent) for name, agent in zip(names, match.agents, strict=False)
    ]
    setup = match.setups[0]
    if match.game == "cards":
        who = listed([names[one.performer] for one in match.setups])
        in_turn = _("{names} in turn").format(names=who)
        found += [
            (_("ruleset"), setup.rules.title), (_("challenger"), in_turn if len(match.setups) > 1 else who),
            (pgettext("simulation", "action"), setup.library[setup.action].title),
            (_("cards drawn before it"), str(setup.players[0].draw)),
        ]  # fmt: skip
    else:
        found += [(pgettext("simulation", "form"), setup.form.key)]
    patience = (_("questions after which a duel is given up"), whole(match.patience))
    return [*found, (_("seed"), str(match.seed)), patience]
