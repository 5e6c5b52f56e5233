"""What those who run the server see: lines and numbers with nothing in them that is anybody's secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import pytest
import structlog

from iaijutsu.play.server import watch
from iaijutsu.play.server.settings import Settings


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """Leaves logging as it was found."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    ours = logging.getLogger("iaijutsu").level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.getLogger("iaijutsu").setLevel(ours)
    structlog.reset_defaults()


def logged(form: Literal["lines", "json", "quiet"], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is written in that form: one of our lines, one of a library's warnings with a traceback, and a fault."""
    watch.set_up_log(replace(Settings(), log=form))
    structlog.get_logger("iaijutsu.table").info("request", route="/duel/{duel}", status=200)
    try:
        int("SECRET-WORDS")
    except ValueError as error:
        logging.getLogger("some.library").warning("it failed", exc_info=error)
        watch.fault("here", error)
    logging.getLogger("some.library").info("chatter")
    return capsys.readouterr().err.splitlines()


def test_lines_can_be_read_by_people(capsys: pytest.CaptureFixture[str]) -> None:
    ours, library, fault = logged("lines", capsys)
    assert "event=request" in ours and "route=/duel/{duel}" in ours and "level=info" in ours
    assert "it failed (ValueError)" in library
    assert "error=ValueError" in fault and "test_watch.py" in fault
    assert not any("SECRET-WORDS" in line for line in (ours, library, fault))


def test_json_can_be_read_by_programs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in logged("json", capsys)]
    assert [one["level"] for one in lines] == ["info", "warning", "error"]
    assert lines[0]["status"] == 200 and lines[0]["timestamp"].endswith("Z")
    assert "SECRET-WORDS" not in json.dumps(lines)


def test_quiet_says_what_is_wrong_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert ["warning" in line or "error" in line for line in logged("quiet", capsys)] == [True, True]


def test_a_duels_short_hash_is_no_way_to_it() -> None:
    assert watch.short("abc") == watch.short("abc") != watch.short("abd")
    assert len(watch.short("abc")) == 10 and "abc" not in watch.short("abc")
    assert watch.short("") == ""


@pytest.mark.parametrize(
    ("scope", "route"),
    [
        ({"path": "/duel/x/SECRET"}, watch.UNKNOWN),
        ({"path": "/static/a.css"}, "/static/"),
    ],
)
def test_a_path_that_is_no_route_is_not_repeated(scope: dict[str, Any], route: str) -> None:
    assert watch.route_of(scope) == route


def test_numbers_of_two_servers_are_apart() -> None:
    one, other = watch.Numbers(), watch.Numbers()
    one.streams.inc()
    assert b"iaijutsu_streams 1.0" in one.told() and b"iaijutsu_streams 0.0" in other.told()
