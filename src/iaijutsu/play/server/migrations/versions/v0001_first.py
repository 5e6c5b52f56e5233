"""The first tables. Written out, so that they stay what they were."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


key, text = sa.String(32), sa.Text()


def upgrade() -> None:
    """Take this step."""
    _duels()
    _doors()
    _processes()


def _duels() -> None:
    op.create_table(
        "duels",
        sa.Column("id", key, primary_key=True),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("setup", text, nullable=False),
        sa.Column("terms", text, nullable=False),
        sa.Column("seed", sa.String(64)),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
    )
    op.create_table(
        "log",
        sa.Column("duel", key, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("data", text, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("duel", key, primary_key=True),
        sa.Column("question", key, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
    )


def _doors() -> None:
    op.create_table(
        "commands",
        sa.Column("duel", key, primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("command", sa.String(64), primary_key=True),
        sa.Column("version", sa.String(64), nullable=False),
    )
    op.create_table(
        "passes",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("duel", key, primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("link", sa.Boolean, nullable=False),
    )
    op.create_index("passes_of_duel", "passes", ["duel"])


def _processes() -> None:
    op.create_table(
        "pulses",
        sa.Column("process", key, primary_key=True),
        sa.Column("last", sa.Float, nullable=False),
    )
    op.create_table(
        "gaps",
        sa.Column("began", sa.Float, primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_table(
        "pages",
        sa.Column("process", key, primary_key=True),
        sa.Column("duel", key, primary_key=True),
        sa.Column("role", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("left", sa.Float, nullable=False),
    )
    op.create_index("pages_of_duel", "pages", ["duel"])
