"""`iaijutsu replay` and `iaijutsu verify`: duels that were kept, told again and checked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..engine import Audience, BadInput, Session, Transcript
from . import store
from .games import game_of, names_of
from .i18n import _, ngettext
from .tale import reasoned, told, width, wrapped
from .words import Line, narrator


def read(name: str) -> tuple[Session[Any], Transcript, str]:
    """The duel in a file, its transcript and its text. Raises `BadInput`, `OutOfStep`."""
    transcript, text = store.read(Path(name).expanduser())
    return Session.load(game_of(transcript.game, name), transcript), transcript, text


# --- replay ----------------------------------------------------------------------------------------------


def replay(options: argparse.Namespace) -> int:
    """Tell a kept duel again."""
    session, _transcript, _text = read(options.file)
    audience = _audience(options.audience, session)
    teller = narrator(session, audience)
    teller.follow()
    lines = [line for line in teller.lines if options.all or not line.minor]
    _head(options, session, audience)
    if options.step and sys.stdin.isatty() and sys.stdout.isatty():
        if not _stepped(lines, options.why):
            return 0
    else:
        known: set[str] = set()
        for line in lines:
            _tell(line, known, options.why)
    print()
    end = teller.words.result(session.outcome) if session.finished else _("The duel is not over yet.")
    for text in wrapped(end, width()):
        print(text)
    return 0


def _audience(word: str | None, session: Session[Any]) -> Audience:
    """Through whose eyes. Without a word: everything of a duel that is over, what is public of one that is not."""
    names = names_of(session.setup)
    if word is None:
        return "judge" if session.finished else "spectator"
    if word == "judge":
        return "judge"
    if word == "spectator":
        return "spectator"
    if word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= len(names):
        return int(word) - 1
    found = [seat for seat, name in enumerate(names) if name.casefold() == word.casefold()]
    if len(found) == 1:
        return found[0]
    seats = ", ".join(f"{seat + 1} ({name})" for seat, name in enumerate(names))
    raise BadInput(
        "--as",
        _("{found!r} found; allowed are judge, spectator, and the seats {seats}").format(found=word, seats=seats),
    )


def _head(options: argparse.Namespace, session: Session[Any], audience: Audience) -> None:
    names = names_of(session.setup)
    eyes = {"judge": _("everything"), "spectator": _("what is public")}.get(str(audience))
    seen = eyes or _("what {name} saw").format(name=names[int(audience)])
    head = _("{names}. Shown: {seen}.").format(names=_(" against ").join(names), seen=seen)
    if not session.finished and options.audience is None:
        head += " " + _("The duel is not over, so hidden things stay hidden; --as judge shows them.")
    for text in wrapped(head, width()):
        print(text)
    print()


def _tell(line: Line, known: set[str], why: bool) -> None:
    for text in told(line, width()):
        print(text)
    if why:
        for text in reasoned(line, width(), known):
            print(text)


def _stepped(lines: list[Line], why: bool) -> bool:
    """Line by line at a terminal. False when the reader goes before the end."""
    place = 0
    while place < len(lines):
        _tell(lines[place], set(), why)
        try:
            word = input(_("[{n} of {all}] Enter, b back, ? why, q quit: ").format(n=place + 1, all=len(lines)))
        except EOFError:
            return False
        match word.strip().lower():
            case "q":
                return False
            case "b":
                place = max(0, place - 1)
            case "?":
                for text in _reasons(lines[place]):
                    print(text)
            case _:
                place += 1
    return True


def _reasons(line: Line) -> Iterator[str]:
    yield from reasoned(line, width(), set())


# --- verify ----------------------------------------------------------------------------------------------


def verify(options: argparse.Namespace) -> int:
    """Check a finished duel against its commitment."""
    from . import verify as check

    transcript, text = store.read(Path(options.file).expanduser())
    report = check.verify(transcript, text, game_of(transcript.game, options.file))
    n = report.questions
    told_ = ngettext("{n} draw or roll", "{n} draws and rolls", n).format(n=n)
    cards = ngettext("{n} card", "{n} cards", report.cards).format(n=report.cards)
    dice = ngettext("{n} die", "{n} dice", report.dice).format(n=report.dice)
    all_ = _("It holds: {told}, {cards} and {dice} in all, are what the seed makes them.")
    print(all_.format(told=told_, cards=cards, dice=dice))
    print(_("The commitment, given before the duel: {commitment}").format(commitment=report.commitment))
    if report.claimed:
        print(_("The duel was claimed before its end: what was rolled and drawn until then is what was checked."))
    print(_("The seal is whole: nothing in the file has changed since the duel ended."))
    return 0
