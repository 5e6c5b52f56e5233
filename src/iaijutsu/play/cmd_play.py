"""`iaijutsu play`: from the options to a hosted duel, in the face that fits the place."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..engine import BadInput, Seeded, Session, Source
from ..engine.plaindata import to_plain
from ..players import agents
from . import setting, store
from .company import Company, Fresh, fair, taken_up
from .games import game_of, names_of
from .host import Host
from .i18n import _
from .plain import Leave, Lines, saved_words
from .seal import SEALER
from .tale import tale, width, wrapped
from .words import narrator

COMPUTERS = ("reading", "patient")
"""Computer players by preference, where nobody named one."""
NAMES = ("Aki", "Nao", "Sei", "Rin")
"""Players whom nobody named."""
NAME = 40
"""Characters in a player's name at most."""


@dataclass(frozen=True, slots=True)
class Table:
    """A session with who sits at it, and what should be said at the start."""

    session: Session[Any]
    company: Company
    notes: tuple[str, ...]
    judge: str | None
    resumed: str | None = None


def play(options: argparse.Namespace) -> int:
    """Fight a duel. Returns the exit status."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    alone = options.json or not (at_terminal or options.plain)
    table = _resumed(options, alone) if options.resume else _new(options, alone, at_terminal)
    kept = _store(options, table, alone)
    people = {seat: names_of(table.session.setup)[seat] for seat in table.company.people}
    host = Host(table.session, people, table.company.seat(table.session, options.seed), kept, table.judge)
    if options.json:
        return _as_json(host)
    if not people:
        return _shown(host, table)
    return _played(host, table, plain=options.plain or not at_terminal)


# --- beginning -------------------------------------------------------------------------------------------


def _new(options: argparse.Namespace, alone: bool, at_terminal: bool) -> Table:
    game = options.game or "cards"
    rules = game_of(game, "play")
    company = _company(options, game, alone)
    terms = _terms(options)
    laid = setting.lay_out(terms)
    session = Session(rules, laid.setup, _chance(options))
    company.note(session)
    notes = (*laid.notes, *_by_hand(laid.numbers_only), *_commitment(session))
    return Table(session, company, notes, options.judge or (_("The table") if laid.numbers_only else None))


def _company(options: argparse.Namespace, game: str, alone: bool) -> Company:
    known = agents(game)
    ranked = [name for name in COMPUTERS if name in known] or list(known)
    words = [
        options.first_player or (ranked[0] if alone else "me"),
        options.second_player or ranked[1 % len(ranked) if alone else 0],
    ]
    if options.active == "third":
        words.append(options.third_player or ranked[0])
    elif options.third_player:
        raise BadInput("--third-player", "there is a third seat only with --active third")
    company = Company.of(game, words)
    if alone and company.people:
        raise BadInput("players", "a person needs a terminal, or --plain to answer through a pipe")
    return company


def _terms(options: argparse.Namespace) -> setting.Terms:
    given = {"deck": options.deck, "against": options.against, "hand": options.hand, "gold": options.gold}
    for name, least, most in (("hand", 0, 20), ("gold", 0, 99)):
        if given[name] is not None and not least <= given[name] <= most:
            raise BadInput(f"--{name}", f"{given[name]} found; allowed is {least} to {most}")
    names = [
        options.name if options.name is not None else NAMES[0],
        options.opponent_name
        if options.opponent_name is not None
        else next(name for name in NAMES[1:] if name != options.name),
        next(name for name in reversed(NAMES) if name not in (options.name, options.opponent_name)),
    ]
    for name, option in zip(names, ("--name", "--opponent-name", "--third-player"), strict=True):
        if not name.strip() or len(name) > NAME or not name.isprintable() or name == SEALER:
            raise BadInput(option, f"{name!r:.60} found; allowed are 1 to {NAME} printable characters")
    if len(set(names)) < len(names):
        raise BadInput("--opponent-name", "players need different names")
    return setting.Terms(
        database=tuple(options.database), cards=options.cards, duellist=options.duellist, opponent=options.opponent,
        action=options.action, rules=options.ruleset, challenger=options.challenger, active=options.active,
        names=tuple(names), **{name: value for name, value in given.items() if value is not None},
    )  # fmt: skip


def _chance(options: argparse.Namespace) -> Source | None:
    if options.dice == "table":
        return None
    return Seeded(options.seed) if options.seed is not None else fair()


def _by_hand(titles: tuple[str, ...]) -> list[str]:
    if not titles:
        return []
    told = _(
        "Played for their numbers alone, as what their texts do is not known here: {titles}. The table may do by hand "
        "what they say: judge."
    )
    return [told.format(titles=", ".join(titles))]


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
        raise BadInput(options.resume, "this duel is over; `iaijutsu replay` tells it again")
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
    numbers_only = any(card.numbers_only for card in session.setup.library.values())
    return Table(session, company, tuple(notes), options.judge or (_("The table") if numbers_only else None), text)


def _company_again(options: argparse.Namespace, session: Session[Any], alone: bool) -> Company:
    noted = Company.noted(session)
    if noted is None or options.first_player or options.second_player or options.third_player:
        third = len(session.setup.players) > 2
        options.active = "third" if third else None
        return _company(options, session.game.name, alone)
    if alone and noted.people and not session.finished:
        raise BadInput("--resume", "people play in this duel: it needs a terminal, or --plain to answer through a pipe")
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
            Lines(
                host, notes=(table.company.words(names_of(table.session.setup), table.session.game.name), *table.notes)
            ).run()
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
    Lines(host, notes=(table.company.words(names_of(table.session.setup), table.session.game.name), *table.notes)).run()


def _shown(host: Host, table: Table) -> int:
    """A finished duel between computer players, every ruling explained."""
    say = _writer()
    say(table.company.words(names_of(table.session.setup), table.session.game.name))
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
