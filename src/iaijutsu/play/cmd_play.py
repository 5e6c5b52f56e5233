"""`iaijutsu play`: from the options to a hosted duel, in the face that fits the place."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..analysis.roster import agents
from ..engine import BadInput, Seeded, Session, Source
from ..engine.plaindata import to_plain
from . import asked, store
from .company import Company, Fresh, fair, taken_up
from .games import game_of, names_of
from .host import Host
from .i18n import _
from .plain import Leave, Lines, saved_words
from .tale import tale, width, wrapped
from .words import narrator

COMPUTERS = ("reading", "patient")
"""Computer players by preference, where nobody named one."""
TYPED = {"me": frozenset({0}), "opponent": frozenset({1})}
"""Whose real dice are typed in."""


@dataclass(frozen=True, slots=True)
class Table:
    """A session with who sits at it, and what should be said at the start."""

    session: Session[Any]
    company: Company
    notes: tuple[str, ...]
    judge: str | None
    resumed: str | None = None

    @property
    def names(self) -> list[str]:
        """The names by seat; who judges a role-playing duel sits at the third."""
        names = names_of(self.session.setup)
        return [*names[:2], self.judge] if self.judge and self.session.game.name == "rpg" else names

    @property
    def who(self) -> str:
        """Who plays, in a sentence."""
        return self.company.words(self.names, self.session.game.name)


def play(options: argparse.Namespace) -> int:
    """Fight a duel. Returns the exit status."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    alone = options.json or not (at_terminal or options.plain)
    table = _resumed(options, alone) if options.resume else _new(options, alone, at_terminal)
    kept = _store(options, table, alone)
    if options.odds and not table.company.people:
        raise BadInput("--odds", _("they are shown to people, and nobody plays at this keyboard; see `iaijutsu odds`"))
    people = {seat: table.names[seat] for seat in table.company.people}
    computers = table.company.seat(table.session, options.seed)
    host = Host(table.session, people, computers, kept, table.judge, _typed(options, table.session.game.name))
    if options.json:
        return _as_json(host)
    if not people:
        return _shown(host, table)
    _odds(host, wanted=options.odds)
    return _played(host, table, plain=options.plain or not at_terminal)


def _odds(host: Host, *, wanted: bool) -> None:
    """Odds at the table: one who plays alone allows them himself, several are asked at the start."""
    host.offers_odds = wanted and len(host.people) > 1
    if wanted and len(host.people) == 1:
        host.allow_odds(min(host.people))
    host.prepare_odds()


# --- beginning -------------------------------------------------------------------------------------------


def _new(options: argparse.Namespace, alone: bool, at_terminal: bool) -> Table:
    just_play = options.game is None and at_terminal and not alone
    game = asked.game(options, at_terminal=at_terminal)
    rules = game_of(game, "play")
    if just_play:
        _choose(options, game)
    duel = asked.duel(options, game)
    company = _company(options, game, alone, len(names_of(duel.setup)) if game == "rpg" else _card_seats(options))
    session = Session(rules, duel.setup, _chance(options))
    company.note(session)
    return Table(session, company, (*duel.notes, *_commitment(session)), duel.judge)


def _choose(options: argparse.Namespace, game: str) -> None:
    """Who just wants to play is asked the little that matters."""
    from . import lobby

    try:
        lobby.choose(options, game)
    except EOFError:
        raise KeyboardInterrupt from None


def _card_seats(options: argparse.Namespace) -> int:
    return 3 if options.active == "third" else 2


def _company(options: argparse.Namespace, game: str, alone: bool, seats: int) -> Company:
    """Who sits where. The third seat of a role-playing duel is a game master's or judge's."""
    known = agents(game)
    ranked = [name for name in COMPUTERS if name in known] or list(known)
    words = [
        options.first_player or (ranked[0] if alone else "me"),
        options.second_player or ranked[1 % len(ranked) if alone else 0],
    ]
    if seats > 2:
        words.append(options.third_player or ("me" if game == "rpg" else ranked[0]))
    elif options.third_player:
        wanted = _("--gm or --judge") if game == "rpg" else "--active third"
        raise BadInput("--third-player", _("there is a third seat only with {wanted}").format(wanted=wanted))
    company = Company.of(game, words)
    if alone and company.people:
        raise BadInput("players", _("a person needs a terminal, or --plain to answer through a pipe"))
    return company


def _chance(options: argparse.Namespace) -> Source | None:
    if options.dice:
        return None
    return Seeded(options.seed) if options.seed is not None else fair()


def _typed(options: argparse.Namespace, game: str) -> frozenset[int] | None:
    """Whose real dice are typed in: None for those of people, as at a table with cards."""
    if options.dice in TYPED:
        return TYPED[options.dice]
    return frozenset({0, 1}) if game == "rpg" else None


def _commitment(session: Session[Any]) -> list[str]:
    if not session.commitment:
        return []
    told = _("Chance can be checked after the duel. Its commitment, given now: {commitment}")
    return [told.format(commitment=session.commitment)]


# --- going on --------------------------------------------------------------------------------------------


def _resumed(options: argparse.Namespace, alone: bool) -> Table:
    transcript, text = store.read(Path(options.resume).expanduser())
    rules = game_of(transcript.game, options.resume)
    if Session.load(rules, transcript).finished:
        raise BadInput(options.resume, _("this duel is over; `iaijutsu replay` tells it again"))
    chance: Source | None = _chance(options) if options.dice or options.seed is not None else None
    notes = []
    if chance is None and options.dice is None:
        chance = taken_up(transcript.commitment)
        if chance is None:
            chance = Fresh()
            if transcript.commitment:
                notes.append(_("The seed of this duel is not on this machine: from here on chance cannot be verified."))
    if transcript.commitment != getattr(chance, "commitment", None):
        transcript.commitment = None
    session = Session.load(rules, transcript, chance)
    company = _company_again(options, session, alone)
    notes += [_("Taken up where it was left."), *_commitment(session)]
    return Table(session, company, tuple(notes), _judge_again(options, session, company), text)


def _judge_again(options: argparse.Namespace, session: Session[Any], company: Company) -> str | None:
    """Who may rule in a duel that is taken up: whoever is named, else who sat there before."""
    if options.gm or options.judge:
        return str(options.gm or options.judge)
    if session.game.name == "rpg":
        return _("The game master") if 2 in company.people else None
    by_hand = any(card.numbers_only for card in session.setup.library.values())
    return _("The table") if by_hand else None


def _company_again(options: argparse.Namespace, session: Session[Any], alone: bool) -> Company:
    noted = Company.noted(session)
    if noted is None or options.first_player or options.second_player or options.third_player:
        return _company(options, session.game.name, alone, len(names_of(session.setup)))
    if alone and noted.people and not session.finished:
        raise BadInput(
            "--resume", _("people play in this duel: it needs a terminal, or --plain to answer through a pipe")
        )
    return noted


def _store(options: argparse.Namespace, table: Table, alone: bool) -> store.Store | None:
    if options.resume:
        return store.Store(Path(options.resume).expanduser(), table.resumed)
    if options.save:
        return store.Store(Path(options.save).expanduser())
    return None if alone else store.Store.new(table.session.game.name)


# --- faces -----------------------------------------------------------------------------------------------


def _played(host: Host, table: Table, *, plain: bool) -> int:
    """People play. Whoever leaves, and however, the duel is on disk."""
    path = host.store.path if host.store else None
    try:
        if plain:
            Lines(host, notes=(table.who, *table.notes)).run()
        else:
            _full_screen(host, table)
    except Leave:
        print(saved_words(path, over=False))
        return 0
    except KeyboardInterrupt:
        print("\n" + saved_words(path, over=False), file=sys.stderr)
        return 130
    print(saved_words(path, over=True))
    return 0


def _full_screen(host: Host, table: Table) -> None:
    if find_spec("textual") is None:
        told = _("The full-screen table needs the package textual (iaijutsu[app]); here are lines instead.")
        Lines(host, notes=(told, table.who, *table.notes)).run()
        return
    from .terminal import run

    run(host, (table.who, *table.notes))


def _shown(host: Host, table: Table) -> int:
    """A finished duel between computer players, every ruling explained."""
    say = _writer()
    say(table.who)
    for note in table.notes:
        say(note)
    host.advance()
    teller = narrator(host.session, "judge")
    teller.follow()
    print()
    for line in tale(teller.lines, width(), reasons=True):
        print(line)
    print()
    say(teller.words.result(host.session.outcome))
    if host.store:
        say(saved_words(host.store.path, over=True))
    return 0


def _writer() -> Any:
    def say(text: str) -> None:
        for line in wrapped(text, width()):
            print(line)

    return say


def _as_json(host: Host) -> int:
    """Events as JSON, one a line, then how it ended."""
    host.advance()
    for event in host.session.events("judge"):
        print(json.dumps(event.plain(), ensure_ascii=False))
    outcome = to_plain(host.session.outcome)
    print(json.dumps({"kind": "result", "game": host.session.game.name, "outcome": outcome}, ensure_ascii=False))
    return 0
