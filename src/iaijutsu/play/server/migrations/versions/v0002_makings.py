"""Duels are made once: which order was sent under which id."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Take this step."""
    op.create_table(
        "makings",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("duel", sa.String(32), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
    )
