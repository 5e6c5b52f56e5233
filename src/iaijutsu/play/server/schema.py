"""The tables in the database. Rows of `log` are only ever added; all else of a duel's course is their fold."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

META = MetaData()

DUELS = Table(
    "duels", META,
    Column("id", String(32), primary_key=True),
    Column("made", Float, nullable=False),
    Column("game", String(16), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("setup", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("seed", String(64)),
    Column("length", Integer, nullable=False, default=0),
    Column("finished", Boolean, nullable=False, default=False),
)  # fmt: skip
"""A duel: what it is made of (JSON), the secret seed of its chance (hex), and how many rows its log has."""

LOG = Table(
    "log", META,
    Column("duel", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("data", Text, nullable=False),
)  # fmt: skip
"""What happened at a table, in order. `at` is in seconds since 1970; `data` is JSON that `kind` gives its shape."""

ANSWERS = Table(
    "answers", META,
    Column("duel", String(32), primary_key=True),
    Column("question", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
)  # fmt: skip
"""One row for each question and seat: whoever comes second to it is too late."""

COMMANDS = Table(
    "commands", META,
    Column("duel", String(32), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("command", String(64), primary_key=True),
    Column("version", String(64), nullable=False),
)  # fmt: skip
"""Commands that were carried out, by who gave them, with what their first receipt said."""

PASSES = Table(
    "passes", META,
    Column("secret", String(64), primary_key=True),
    Column("duel", String(32), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("seat", Integer),
    Column("name", String(80), nullable=False),
    Column("link", Boolean, nullable=False),
)  # fmt: skip
"""Links and cookies by the SHA-256 of their secret, and who they make one."""

MAKINGS = Table(
    "makings", META,
    Column("id", String(64), primary_key=True),
    Column("duel", String(32), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("notes", Text, nullable=False),
)  # fmt: skip
"""Duels that were ordered under an id, by the SHA-256 of the id, with a digest of the order: they are made once."""

PULSES = Table(
    "pulses", META,
    Column("process", String(32), primary_key=True),
    Column("last", Float, nullable=False),
)  # fmt: skip
"""When each process was last alive."""

GAPS = Table(
    "gaps", META,
    Column("began", Float, primary_key=True),
    Column("ended", Float, nullable=False),
)  # fmt: skip
"""Times when no process was there: no clock is charged for them."""

PAGES = Table(
    "pages", META,
    Column("process", String(32), primary_key=True),
    Column("duel", String(32), primary_key=True),
    Column("role", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
    Column("left", Float, nullable=False),
)  # fmt: skip
"""How many pages of a duel are open in each process, by who looks, and when the last one was closed."""

STEP = Table("alembic_version", META, Column("version_num", String(32), primary_key=True))
"""The step of `migrations/` that the tables are at; Alembic keeps it."""
NEWEST = "0002"
"""The last step: what the tables above are."""

Index("pages_of_duel", PAGES.c.duel)
Index("passes_of_duel", PASSES.c.duel)
