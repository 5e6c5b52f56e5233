"""The log as HTML is kept, and is what it would be if it were made anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from iaijutsu.play import i18n
from iaijutsu.play.server.logged import Logs
from iaijutsu.play.server.seen import LogLine, Seen
from tests.server import gallery


def counting() -> tuple[Logs, list[int]]:
    """Logs that note which lines are made."""
    made: list[int] = []

    def make(lines: Sequence[LogLine], game: str, duel: str) -> str:
        made.extend(line.number for line in lines)
        return "".join(f"[{game} {duel} {i18n.language()} {line.number} {line.text}]" for line in reversed(lines))

    return Logs(make, 3), made


def whole(seen: Seen) -> str:
    """The log made anew."""
    return str(counting()[0].logged(seen))


def test_a_line_is_made_once_for_each_who_reads_it() -> None:
    seen = gallery.cards_asked()
    logs, made = counting()
    early = replace(seen, lines=seen.lines[:5])
    assert logs.logged(early) == whole(early)
    assert logs.logged(seen) == whole(seen)
    assert logs.logged(seen) == whole(seen)
    assert made == [line.number for line in seen.lines]


def test_after_a_step_back_the_log_is_another() -> None:
    seen = gallery.cards_asked()
    logs, _made = counting()
    logs.logged(seen)
    for lines in (seen.lines[:-1], (*seen.lines[:3], replace(seen.lines[3], text="otherwise"), *seen.lines[4:])):
        assert logs.logged(replace(seen, lines=lines)) == whole(replace(seen, lines=lines))


def test_nobody_is_shown_what_was_made_for_another() -> None:
    seen = gallery.cards_asked()
    logs, _made = counting()
    logs.logged(seen)
    others = [
        replace(seen, me=replace(seen.me, seat=1 - (seen.me.seat or 0)), lines=seen.lines[2:]),
        replace(seen, me=replace(seen.me, role="spectator", seat=None), lines=seen.lines[3:]),
        replace(seen, duel="another"),
    ]
    for other in others:
        assert logs.logged(other) == whole(other)
    with i18n.speaking("hr"):
        assert logs.logged(seen) == whole(seen)


def test_a_long_log_is_packed_and_stays_what_it_is() -> None:
    """Line by line, past what is kept loose several times over."""
    seen = gallery.cards_asked()
    lines = tuple(LogLine(n, f"{n} č " * 40, "", "", None, minor=False, explained=False) for n in range(120))
    logs, made = counting()
    for n in range(1, len(lines)):
        assert logs.logged(replace(seen, lines=lines[:n])) == whole(replace(seen, lines=lines[:n]))
    grown = replace(seen, lines=lines)
    assert logs.logged(grown) == whole(grown)
    assert made == list(range(120))
    (kept,) = logs._kept.values()
    assert len(kept.newest) <= 4096 and len(kept.packed) < 4096 < len(whole(grown).encode()) / 5
