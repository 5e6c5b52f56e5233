"""How fast role-playing duels run: whole duels a second, questions a second of replay, and what a fork costs.

    python benchmarks/rpg_duels.py [duels]

The players are random, but mean to fight: they keep as many dice as they may, ready a weapon and attack half of the
time, and never flee; they concede only when worn out, Compromised after the fifth round.
Otherwise every action, stance and opportunity is as likely as any. Times are those of the processor, so that a busy
machine does not spoil them.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from iaijutsu.engine import Number, Seeded, Session, Several
from iaijutsu.rpg import FORMS, GAME, Duel, Setup, catalogue
from iaijutsu.rpg.measures import over_composure

LAST_ROUND = 5


def lively(request: Any, dice: random.Random, *, worn_out: bool = False) -> Any:
    """A random answer."""
    if isinstance(request, Several):
        barred = getattr(request, "barred", ())
        free = [slot for slot in range(request.of) if slot not in barred]
        least = request.most if request.purpose.startswith("keep") else request.least
        return tuple(sorted(dice.sample(free, dice.randint(least, request.most))))
    if isinstance(request, Number):
        return dice.randint(request.least, request.most)
    options = request.options()
    if request.purpose == "concede":
        return options[worn_out]
    if request.purpose == "action" and dice.random() < 0.5:
        wanted = [option for option in options if option.tag == "attack"] or [o for o in options if o.tag == "ready"]
        options = wanted or options
    elif request.purpose == "unmask":
        options = [option for option in options if getattr(option, "cost", "") != "panicked-retreat"]
    return dice.choice(options)


def play(session: Session[Any], dice: random.Random) -> None:
    """Play to the end."""
    while not session.finished:
        for seat, request in list(session.asked.items()):
            tired = request.purpose == "concede" and worn_out(session.referee.state, seat)
            session.submit(seat, lively(request, dice, worn_out=tired))


def worn_out(duel: Duel, seat: int) -> bool:
    """Whether a player has had enough."""
    return seat < 2 and duel.round > LAST_ROUND and over_composure(duel[seat])


def setups() -> Iterator[Setup]:
    """Every pair of the shipped characters in every form of duel, over and over."""
    pairs = list(itertools.combinations([catalogue.load(name) for name in catalogue.names()], 2))
    forms = [form for key, form in FORMS.items() if key != "taryu-jiai"]
    yield from itertools.cycle([Setup(pair, form) for pair, form in itertools.product(pairs, forms)])


def main(count: int) -> None:
    """Measure and print."""
    made = list(itertools.islice(setups(), count))
    random.Random(1).shuffle(made)
    reasons: Counter[str] = Counter()
    sessions = []
    start = time.process_time()
    for seed, setup in enumerate(made):
        session: Session[Any] = Session(GAME, setup, Seeded(seed))
        play(session, random.Random(seed))
        sessions.append(session)
    spent = time.process_time() - start
    entries = sum([len(session.entries) for session in sessions])
    for session in sessions:
        reasons[session.referee.state.ended] += 1
    print(
        f"{count / spent:8.0f} duels a second, {entries / count:.0f} answers a duel, {1e6 * spent / entries:.0f} µs "
        f"each"
    )
    start = time.process_time()
    for session in sessions:
        Session(GAME, session.setup, None, session.entries)
    spent = time.process_time() - start
    print(f"{entries / spent:8.0f} answers a second of replay")
    start = time.process_time()
    for session in sessions:
        session.fork()
    spent = time.process_time() - start
    print(f"{1e3 * spent / count:8.2f} ms to fork a whole duel")
    print("ended by:", ", ".join(f"{reason} {number}" for reason, number in reasons.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
