"""What every test may use, and the account of what was left out.

Marks: `clause(id, ...)` (the clauses a test holds the rules to), `long` (only with --long), `browser` and
`database` (need Chromium, a PostgreSQL server). A test that cannot run here skips with a reason; the reasons
are counted and printed at the end. With IAIJUTSU_REQUIRE_ALL=1 a skip for want of a browser or database fails.
"""

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
REQUIRED = ("browser", "database")
LONG = "long test: comes with --long"

os.environ["LANGUAGE"] = "en"
"""Tests read English on any machine, and other languages where they say so."""

hypothesis.settings.register_profile("short", deadline=None, print_blob=True)
hypothesis.settings.register_profile("long", deadline=None, print_blob=True, max_examples=1000)


# ------------------------------------------------------------------ what tests use


def realdata_folder() -> Path:
    """Where real files of other programs are: $IAIJUTSU_REALDATA, else beside the checkout."""
    return Path(os.environ.get("IAIJUTSU_REALDATA") or ROOT.parent / "shared" / "realdata")


@pytest.fixture(scope="session")
def realdata() -> Path:
    """The folder of real decks, card sets and characters; the test skips where there is none."""
    folder = realdata_folder()
    if folder.is_dir():
        return folder
    if os.environ.get("IAIJUTSU_REALDATA"):
        pytest.fail(f"IAIJUTSU_REALDATA names {folder}, which is no folder")
    pytest.skip("no real files here: IAIJUTSU_REALDATA names their folder")


# ------------------------------------------------------------------ marks


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests too, and more examples")


def pytest_configure(config: pytest.Config) -> None:
    for line in (
        "clause(*ids): the clauses of the rules that this test holds the program to",
        "long: takes long; only with --long",
        "browser: needs Chromium",
        "database: needs a PostgreSQL server",
    ):
        config.addinivalue_line("markers", line)
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "short")
    if not hasattr(config, "workerinput"):  # of several processes, the one that hears them all
        config.pluginmanager.register(LeftOut(), "left-out")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason=LONG))


# ------------------------------------------------------------------ what was left out


def require_all() -> bool:
    """Whether this machine must have everything."""
    return os.environ.get("IAIJUTSU_REQUIRE_ALL") == "1"


def reason_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test was skipped, as its author put it."""
    where = report.longrepr
    text = where[2] if isinstance(where, tuple) else str(where)
    return text.removeprefix("Skipped: ")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns the skip of a test that has to run here into a failure."""
    report = yield
    must_run = require_all() and any(item.get_closest_marker(mark) for mark in REQUIRED)
    if must_run and report.skipped and not hasattr(report, "wasxfail") and reason_of(report) != LONG:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} has to run here, and was left out: {reason_of(report)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A whole file left out: nobody can tell what marks its tests had, so it has to run."""
    report = yield
    if require_all() and report.outcome == "skipped":
        report.longrepr = f"{collector.nodeid} has to run here, and was left out: {reason_of(report)}"
        report.outcome = "failed"
    return report


class LeftOut:
    """Counts the skipped tests by reason, and prints them or hands them to run.py ($IAIJUTSU_LEFT_OUT)."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.reasons[reason_of(report)] += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.reasons[f"{reason_of(report)} (a whole file)"] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if path := os.environ.get("IAIJUTSU_LEFT_OUT"):
            with Path(path).open("a", encoding="utf-8") as account:
                account.write(json.dumps(self.reasons) + "\n")
            return
        terminalreporter.write_line(f"left out: {self.reasons.total()} tests")
        for reason, times in sorted(self.reasons.items()):
            terminalreporter.write_line(f"{times:6d}  {reason}")
