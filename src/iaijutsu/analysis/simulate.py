"""Many duels through the rules engine, on all cores: the same result for the same seed, whoever fights which duel.

Duel n of a match depends on the match's seed and n alone; facts are added up in the order of n; whether the interval is
narrow enough is asked after whole blocks, in order. So neither the number of workers nor their speed changes anything.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .. import __version__, players
from ..engine import BadInput, DuelError, Game, Json, Seeded, Sentence, Session
from . import roster
from . import tally as tallies
from .measures import Measure
from .tally import Facts, Tally

BLOCK = 100
"""Duels after which it is asked whether the interval is narrow enough."""
PATIENCE = 2000
"""Questions after which a duel is given up as unfinished: some players never hurt each other."""
GAMES = {"cards": ("iaijutsu.cards", "facts_cards"), "rpg": ("iaijutsu.rpg", "facts_rpg")}


@dataclass(frozen=True)
class Match:
    """What is simulated: `setups` in turn, fought by the players called `agents` (by seat), from `seed`."""

    game: str
    setups: tuple[Any, ...]
    agents: tuple[str, ...]
    seed: int
    patience: int = PATIENCE

    def __post_init__(self) -> None:
        if not self.setups:
            raise BadInput("match", Sentence("no duel is set out; needed is at least one"))
        for setup in self.setups:
            if len(self.agents) != seats_of(setup):
                reason = Sentence(
                    "{n} found for {seats_of} seats; needed is one for each",
                    n=len(self.agents),
                    seats_of=seats_of(setup),
                )
                raise BadInput("players", reason)
        for name in self.agents:
            roster.make(name, 0, self.game)  # who is not there is refused before any process is started

    def plain(self) -> Json:
        """The JSON form."""
        rules = game_of(self.game)
        return {
            "version": __version__, "game": self.game, "edition": rules.edition, "agents": list(self.agents),
            "seed": self.seed, "patience": self.patience, "setups": [rules.plain_setup(one) for one in self.setups],
        }  # fmt: skip

    def names(self) -> tuple[str, str]:
        """What the two are called in a report: by name, and by player where the names alone would not tell."""
        people = getattr(self.setups[0], "players", None) or self.setups[0].characters
        first, second = (str(one.name) for one in people[:2])
        return (first, second) if first != second else (f"{first} (1)", f"{second} (2)")


def seats_of(setup: Any) -> int:
    """How many seats are asked something: players of cards; two characters, and a game master or judge."""
    if hasattr(setup, "players"):
        return len(setup.players)
    return 3 if setup.gm or setup.judge else 2


def game_of(name: str) -> Game[Any]:
    """The game of that name. Raises `BadInput`."""
    if name not in GAMES:
        raise BadInput(
            "game", Sentence("{found!r:.60} found; allowed is one of: {games}", found=name, games=", ".join(GAMES))
        )
    return import_module(GAMES[name][0]).GAME  # type: ignore[no-any-return]


def measures_of(game: str) -> tuple[Measure, ...]:
    """What is counted of that game, in the order of a report."""
    found: tuple[Measure, ...] = _facts_module(game).MEASURES
    return found


def _facts_module(game: str) -> Any:
    return import_module(f".{GAMES[game][1]}", __package__)


def load(data: Json, where: str) -> Match:
    """The match of a JSON form. Raises `BadInput`, also for one that another version of this program has begun."""
    keys = ("version", "game", "edition", "agents", "seed", "patience", "setups")
    if not isinstance(data, dict) or data.keys() != set(keys):
        raise BadInput(where, Sentence("a table with {keys} is needed", keys=", ".join(keys)))
    rules = game_of(data["game"]) if isinstance(data["game"], str) else game_of(repr(data["game"]))
    if (data["version"], data["edition"]) != (__version__, rules.edition):
        reason = Sentence(
            "begun by version {data!s:.20}; duels of this version ({version}) may differ from it",
            data=data["version"],
            version=__version__,
        )
        raise BadInput(f"{where}: version", reason)
    agents, setups = data["agents"], data["setups"]
    if not (isinstance(agents, list) and 2 <= len(agents) <= 3 and all(isinstance(name, str) for name in agents)):
        raise BadInput(
            f"{where}: agents", Sentence("a list of two or three names is needed, not {found!r:.60}", found=agents)
        )
    if not (isinstance(setups, list) and 1 <= len(setups) <= 2):
        raise BadInput(f"{where}: setups", Sentence("a list of one or two setups is needed"))
    for name in ("seed", "patience"):
        if type(data[name]) is not int or not 0 <= data[name] < 1 << 63:
            raise BadInput(
                f"{where}: {name}", Sentence("a whole number from 0 is needed, not {found!r:.60}", found=data[name])
            )
    made = tuple(rules.load_setup(one) for one in setups)
    return Match(data["game"], made, tuple(agents), data["seed"], data["patience"])


# --- one duel --------------------------------------------------------------------------------------------


def seed_of(seed: int, number: int, what: str) -> int:
    """The seed of something in duel `number`, of 64 bits."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {number} {what}".encode(), digest_size=8).digest(), "big")


def fight(match: Match, number: int) -> tuple[Session[Any], bool]:
    """Duel `number` of a match, and whether it came to an end. Raises `DuelError` that names the duel."""
    setup = match.setups[number % len(match.setups)]
    try:
        session = Session(game_of(match.game), setup, Seeded(seed_of(match.seed, number, "chance")))
        agents = {
            seat: roster.seated(session, seat, name, seed_of(match.seed, number, f"player {seat}"))
            for seat, name in enumerate(match.agents)
        }
        while not session.finished and len(session.entries) < match.patience:
            players.step(session, agents)
    except DuelError as error:
        reason = error.args[0] if error.args else ""
        told = Sentence("duel {number} of seed {seed}: {error}", number=number, seed=match.seed, error=reason)
        raise DuelError(told) from error
    return session, session.finished


def facts_of(match: Match, number: int) -> Facts:
    """What came of duel `number`."""
    session, finished = fight(match, number)
    if finished:
        found: Facts = _facts_module(match.game).facts(session)
    else:
        found = Facts(shares={"result": "unfinished", "ended": f"given up after {match.patience} questions"})
    return found


def fought(match: Match, start: int, stop: int) -> Tally:
    """The tally of duels `start` to `stop`."""
    made = Tally()
    for number in range(start, stop):
        made.add(facts_of(match, number))
    return made


# --- how far ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target:
    """How far to go: `duels` at most, and no further than until every share of "who wins" is known to within `until`
    (half of an interval of `confidence`; 0: never stop for that).
    """

    duels: int
    until: float = 0.0
    confidence: float = tallies.CONFIDENCE

    def narrow(self, made: Tally) -> bool:
        """Whether the interval is as narrow as asked."""
        return self.until > 0 and made.duels > 0 and self.width(made) <= self.until

    def width(self, made: Tally) -> float:
        """Half the width of the widest interval of who wins."""
        results = made.shares.get("result", Counter[str]())
        words = {"{0} wins", "{1} wins", *results}
        return max(tallies.share(results[word], made.duels, self.confidence).half for word in words)

    def expected(self, made: Tally) -> int:
        """About how many duels it will take: all, or those after which the interval should be narrow enough."""
        if not self.until or not made.duels:
            return self.duels
        needed = made.duels * (self.width(made) / self.until) ** 2
        return min(self.duels, max(made.duels, math.ceil(needed / BLOCK) * BLOCK))


def stop_within(target: Target, done: int) -> int:
    """Up to where one may go on from `done` without asking whether that is enough."""
    return min(target.duels, (done // BLOCK + 1) * BLOCK)
