"""How long one waits at a table: for odds, and for the player who solves. Both after start-up; the aim is 50 ms.

    python benchmarks/odds_at_table.py [--duels 12] [--write NAME]

Duels of the decks and characters that ship, played by `reading`, who thinks little; each question is asked about once.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

from measuring import machine, table  # isort: skip

from iaijutsu import cards, rpg
from iaijutsu.analysis.roster import seated
from iaijutsu.engine import Seeded, Session
from iaijutsu.play import setting_rpg
from iaijutsu.play.odds import odds_of, ready
from iaijutsu.play.words import Narrator, narrator
from iaijutsu.players import pairings
from iaijutsu.rpg import catalogue

RESULTS = Path(__file__).parent / "results"
AIM = 0.05
Times = dict[str, list[float]]


def duels(count: int) -> list[Session[Any]]:
    """Card duels of pairings spread over all, and as many role-playing duels."""
    setups = pairings()
    names = catalogue.names()
    found: list[Session[Any]] = [
        Session(cards.GAME, setups[n * len(setups) // count].setup(), Seeded(n)) for n in range(count)
    ]
    for n in range(count):
        terms = setting_rpg.Terms(character=names[n % len(names)], opponent=names[(n + 1) % len(names)])
        found.append(Session(rpg.GAME, setting_rpg.lay_out(terms).setup, Seeded(n)))
    return found


def measure(session: Session[Any], times: Times) -> None:
    """Play a duel, asking for odds at every question, and the solving player at every question of the card duel."""
    tellers = {seat: narrator(session, seat) for seat in (0, 1)}
    players = {seat: seated(session, seat, "reading", seat) for seat in (0, 1)}
    solving = {seat: seated(session, seat, "solved", seat) for seat in (0, 1) if session.game.name == "cards"}
    for seat in (0, 1):
        ready(session, seat)
    while not session.finished:
        seat, request = next((s, r) for s, r in sorted(session.asked.items()) if not session.has_sealed(s))
        _odds(session, seat, tellers[seat], times)
        if seat in solving and len(list(request.options())) > 1:
            began = time.process_time()
            solving[seat].answer(request, session.view(seat))
            kind = "focus or strike" if request.purpose == "opportunity" else "other questions"
            times.setdefault(f"`solved`: {kind}", []).append(time.process_time() - began)
        session.submit(seat, players[seat].answer(request, session.view(seat)))


def _odds(session: Session[Any], seat: int, teller: Narrator, times: Times) -> None:
    teller.follow()
    request = session.asked[seat]
    began = time.process_time()
    found = odds_of(session, seat, teller.words)
    took = time.process_time() - began
    if not found.lines:
        return
    kinds = {
        "opportunity": "focus or strike",
        "keep": "which dice to keep",
        "keep-exploded": "which bonus dice to keep",
    }
    kind = kinds.get(request.purpose, "other questions of the card duel, by search")
    times.setdefault(f"odds: {kind}", []).append(took)


def report(times: Times) -> list[str]:
    """The table."""
    rows = []
    for kind, found in sorted(times.items()):
        high = sorted(found)[int(0.95 * (len(found) - 1))]
        over = sum(one > AIM for one in found)
        figures = [f"{1e3 * one:.1f}" for one in (statistics.median(found), high, max(found))]
        rows.append((kind, str(len(found)), *figures, str(over)))
    head = ("processor time, ms", "asked", "median", "19 of 20 below", "longest", "over 50")
    return [machine(), "", *table(head, rows)]


def main() -> None:
    """Measure and tell."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--duels", type=int, default=12, help="duels of each game")
    words.add_argument("--write", metavar="NAME", help="keep the table as results/NAME.md")
    options = words.parse_args()
    times: Times = {}
    for session in duels(options.duels):
        measure(session, times)
    lines = report(times)
    print("\n".join(lines))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{options.write}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
